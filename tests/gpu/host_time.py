"""Host time per call: cuTile and cutile-rs through TileGym, cutile-rs called directly, torch beside them.

    python tests/gpu/host_time.py [--tilegym target/tilegym] [--json FILE] [--rounds N]

The tree is one that `cargo xtask wire` made. Small inputs, so that the device is never what a call
waits for; all variants interleaved, median over rounds of the mean of a batch. `launch` is one launch
through the extension with the driver's part, `extension` the same up to the driver (an empty grid).
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import torch

BATCH = 40
CUTILE, PORT = "cutile", "cutile-rs"


def calls(tilegym) -> dict[str, tuple[tuple, dict]]:
    """Small arguments of each single-launch operator that is wired."""
    from tilegym.backend import dispatcher

    def tensor(*shape):
        return torch.randn(shape, device="cuda", dtype=torch.float16)

    rows = tensor(256).bfloat16(), tensor(256).bfloat16()
    arguments = {
        "softmax": ((tensor(256, 256),), {}),
        "silu_and_mul": ((tensor(64, 512),), {}),
        "rms_norm": ((tensor(64, 256), (256,), tensor(256), 1e-5), {}),
        "bmm": ((tensor(2, 128, 128), tensor(2, 128, 128)), {}),
        "matmul": ((tensor(128, 128), tensor(128, 128)), {}),
        "dropout": ((tensor(64, 512), 0), {}),
        "persistent_layer_norm": ((tensor(256, 256).bfloat16(), (256,), *rows, 1e-6), {}),
        "apply_rope_base": (
            (tensor(1, 4, 64, 64), tensor(1, 4, 64, 64), tensor(1, 64, 64), tensor(1, 64, 64)),
            {},
        ),
    }
    # Of operators that TileGym has for cutile-rs itself, those are left out that it was left with.
    ported = {
        name
        for name, backends in dispatcher._REGISTRY.items()
        if PORT in backends and backends[PORT].__module__.startswith("tilegym.tileport_rs.")
    }
    return {name: given for name, given in arguments.items() if name in ported}


def medians(variants: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Microseconds a call."""
    for call in variants.values():
        for _ in range(3):
            call()
    times: dict[str, list[float]] = {name: [] for name in variants}
    for _ in range(rounds):
        for name, call in variants.items():
            torch.cuda.synchronize()
            start = time.perf_counter_ns()
            for _ in range(BATCH):
                call()
            times[name].append((time.perf_counter_ns() - start) / BATCH / 1000)
    torch.cuda.synchronize()
    return {name: statistics.median(values) for name, values in times.items()}


def measure(tilegym, name: str, args: tuple, kwargs: dict, rounds: int) -> dict[str, float]:
    """One operator's times."""
    from tilegym.backend import dispatcher

    operator = getattr(tilegym.ops, name)
    direct = {backend: dispatcher._REGISTRY[name][backend] for backend in (CUTILE, PORT)}
    square = torch.zeros(64, 64, device="cuda")
    # No Python of this file within what is timed.
    variants = {
        "cutile": partial(operator, *args, backend=CUTILE, **kwargs),
        "cutile-rs": partial(operator, *args, backend=PORT, **kwargs),
        "cutile direct": partial(direct[CUTILE], *args, **kwargs),
        "cutile-rs direct": partial(direct[PORT], *args, **kwargs),
        "add_": partial(square.add_, 1.0),
        "empty_like": partial(torch.empty_like, args[0]),
    }
    return medians(variants, rounds)


def launches(rounds: int) -> dict[str, float]:
    """One launch of softmax's kernel, by both launchers, without the host code around it."""
    import cuda.tile as ct
    from tilegym.tileport_rs import runtime

    # The packages have functions of the modules' names.
    original = importlib.import_module("tilegym.ops.cutile.softmax")
    twin = importlib.import_module("tilegym.tileport_rs.ops.cutile.softmax")

    x = torch.randn(64, 256, device="cuda", dtype=torch.float16)
    arguments = (torch.empty_like(x), x, 64, 256, 256)
    stream = torch.cuda.current_stream()
    grid, empty = (64, 1, 1), (0, 1, 1)
    name = "_softmax_kernel"
    ours, theirs = getattr(twin, name), getattr(original, name)
    return medians(
        {
            "ct.launch, current_stream()": lambda: ct.launch(torch.cuda.current_stream(), grid, theirs, arguments),
            "ct.launch, stream at hand": partial(ct.launch, stream, grid, theirs, arguments),
            "launch, current stream": partial(runtime.launch, runtime.CURRENT_STREAM, grid, ours, arguments),
            "launch, stream at hand": partial(runtime.launch, stream, grid, ours, arguments),
            "extension": partial(runtime.launch, runtime.CURRENT_STREAM, empty, ours, arguments),
            "torch.cuda.current_stream()": torch.cuda.current_stream,
        },
        rounds,
    )


def main() -> int:
    """Prints two tables; exit 3 without a GPU."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tilegym", type=Path, help="folder of the wired package")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    if not torch.cuda.is_available():
        print("host_time.py: no GPU: torch.cuda.is_available() is false", file=sys.stderr)
        return 3
    if options.tilegym:
        sys.path.insert(0, str(options.tilegym))
    os.environ["TILEGYM_DISABLE_AUTOTUNE"] = "1"
    import tilegym

    tilegym.set_backend(PORT)
    from tilegym.tileport_rs.runtime import native

    print(f"extension: {'there' if native.module else 'missing'}; torch {torch.__version__}; µs a call, median")
    results: dict = {"torch": torch.__version__, "extension": native.module is not None, "operators": {}}
    columns = ("cutile", "cutile-rs", "cutile direct", "cutile-rs direct", "add_", "empty_like")
    print(f"{'operator':<24}" + "".join(f"{column:>18}" for column in columns) + f"{'ratio':>8}")
    for name, (args, kwargs) in calls(tilegym).items():
        try:
            row = measure(tilegym, name, args, kwargs, options.rounds)
        except Exception as error:
            print(f"{name:<24} {type(error).__name__}: {str(error).splitlines()[0]}")
            results["operators"][name] = {"error": str(error)}
            continue
        results["operators"][name] = row
        ratio = row["cutile-rs"] / row["cutile"]
        print(f"{name:<24}" + "".join(f"{row[column]:>18.2f}" for column in columns) + f"{ratio:>8.2f}", flush=True)
    try:
        results["launches"] = launches(options.rounds)
        for what, value in results["launches"].items():
            print(f"{what:<30}{value:>8.2f}")
    except Exception as error:
        print(f"launches: {type(error).__name__}: {str(error).splitlines()[0]}")
        results["launches"] = {"error": str(error)}
    if options.json:
        options.json.write_text(json.dumps(results) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
