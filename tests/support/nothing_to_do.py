"""D13: wired operators on operands without elements: torch's shape and dtype, and no launch of an empty grid.

softmax, silu_and_mul and rms_norm have their own libraries; those of matmul and bmm compute nothing. The
recorded driver refuses an empty grid, as a real one does. Prints the names of what was called.
"""

import os
from pathlib import Path

import tilegym
import torch

import recorder

HALF = torch.float16


def empty(*shape):
    return torch.empty(shape, dtype=HALF, device="cuda")


def launched(start):
    events, end = recorder.read(Path(os.environ["TILEPORT_RECORDER_LOG"]), start)
    return [event for event in events if event["event"] == "launch"], end


def attempt(call, backend):
    tilegym.set_backend(backend)
    try:
        return call()
    except Exception as error:
        return error


CASES = {
    "softmax (0, 128)": (lambda: tilegym.ops.softmax(empty(0, 128)), (0, 128)),
    "softmax (4, 0)": (lambda: tilegym.ops.softmax(empty(4, 0)), (4, 0)),
    "silu_and_mul (0, 256)": (lambda: tilegym.ops.silu_and_mul(empty(0, 256)), (0, 128)),
    "silu_and_mul (4, 0)": (lambda: tilegym.ops.silu_and_mul(empty(4, 0)), (4, 0)),
    "rms_norm (0, 128)": (lambda: tilegym.ops.rms_norm(empty(0, 128), (128,), empty(128), 1e-5), (0, 128)),
    "matmul M=0": (lambda: tilegym.ops.matmul(empty(0, 64), empty(64, 32)), (0, 32)),
    "matmul N=0": (lambda: tilegym.ops.matmul(empty(16, 64), empty(64, 0)), (16, 0)),
    "matmul K=0": (lambda: tilegym.ops.matmul(empty(16, 0), empty(0, 32)), (16, 32)),
    "matmul M=0, persistent": (
        lambda: tilegym.ops.matmul(empty(0, 64), empty(64, 32), static_persistent=True),
        (0, 32),
    ),
    "bmm batch 0": (lambda: tilegym.ops.bmm(empty(0, 16, 64), empty(0, 64, 32)), (0, 16, 32)),
    "bmm M=0": (lambda: tilegym.ops.bmm(empty(2, 0, 64), empty(2, 64, 32)), (2, 0, 32)),
    "bmm N=0": (lambda: tilegym.ops.bmm(empty(2, 16, 64), empty(2, 64, 0)), (2, 16, 0)),
    "bmm K=0": (lambda: tilegym.ops.bmm(empty(2, 16, 0), empty(2, 0, 32)), (2, 16, 32)),
}


def main():
    """Calls all; what is not as it should be raises."""
    end = 0
    for name, (call, shape) in CASES.items():
        _, end = launched(end)
        found = attempt(call, "cutile-rs")
        launches, end = launched(end)
        assert all(0 not in launch["grid"] for launch in launches), (name, launches)
        if isinstance(found, Exception):
            # Only where TileGym's own backend has no answer either.
            reference = attempt(call, "cutile")
            assert isinstance(reference, Exception), (name, found, reference)
            print(f"case {name}: {type(found).__name__}, cutile: {type(reference).__name__}")
            continue
        assert (tuple(found.shape), found.dtype, found.device.type) == (shape, HALF, "cuda"), (name, found.shape)
        print(f"case {name}: {len(launches)} launches")


main()
