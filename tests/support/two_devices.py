"""Wired operators on two described devices, the current one never being that of the tensors.

Prints one JSON value: the devices' capabilities, and of each device the machine code of its launches, in
order. What is not as it should be raises.
"""

import json
import os
import sys
import threading
from pathlib import Path

import tilegym
import torch

import recorder

LOG = Path(os.environ["TILEPORT_RECORDER_LOG"])
ADDRESS = 1 << 32

end = 0


def take():
    """The launches since the last look; contexts that were entered were left."""
    global end
    events, end = recorder.read(LOG, end)
    names = [event["event"] for event in events]
    assert names.count("push_context") == names.count("pop_context"), names
    return [event for event in events if event["event"] == "launch"]


def calls(device):
    """The operators with tensors on a device, forward and backward."""
    x = torch.empty(64, 256, device=device, dtype=torch.float16)
    grown = torch.empty(64, 256, device=device, dtype=torch.float16, requires_grad=True)
    w = torch.empty(256, device=device, dtype=torch.float16)

    def silu_and_mul():
        out = tilegym.ops.silu_and_mul(grown)
        out.backward(torch.empty_like(out))
        return out

    return {
        "softmax": lambda: tilegym.ops.softmax(x),
        "softmax, by TMA": lambda: tilegym.ops.softmax(x, use_tma=True),
        "silu_and_mul": silu_and_mul,
        "rms_norm": lambda: tilegym.ops.rms_norm(x, (256,), w, 1e-5),
    }


def shown(launches):
    """What is the same for both backends: all but addresses."""
    scalars = [[value if value < ADDRESS else "address" for value in launch["params"]] for launch in launches]
    fields = ("text", "grid", "block", "cluster", "shared", "device", "kernel_device", "stream", "stream_device")
    return [[*params, *(launch[field] for field in fields)] for params, launch in zip(scalars, launches, strict=True)]


def one_by_one():
    """Each operator on each device, as cuTile does it where that device is the current one."""
    texts = {}
    for index in (1, 0):
        device, other = torch.device("cuda", index), 1 - index
        for name, call in calls(device).items():
            tilegym.set_backend("cutile")
            with torch.cuda.device(device):
                call()
            expected = shown(take())
            tilegym.set_backend("cutile-rs")
            torch.cuda.set_device(other)
            for _ in range(2):
                out = call()
                assert out.device == device and torch.cuda.current_device() == other, name
                found = take()
                assert shown(found) == expected and found, (name, shown(found), expected)
            texts.setdefault(index, []).extend(launch["text"] for launch in found)
    return texts


def at_once(times=25):
    """Two threads, each on its device."""
    torch.cuda.set_device(0)
    meet, failures = threading.Barrier(2), []

    def work(index):
        try:
            every = calls(torch.device("cuda", index)).values()
            meet.wait()
            for _ in range(times):
                for call in every:
                    call()
            assert torch.cuda.current_device() == 0
        except Exception as error:
            failures.append(f"{type(error).__name__}: {error}")
            meet.abort()

    threads = [threading.Thread(target=work, args=(index,)) for index in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == [], failures
    launches = take()
    assert all(launch["kernel_device"] == launch["device"] for launch in launches)
    counts = [[launch["device"] for launch in launches].count(index) for index in (0, 1)]
    assert counts[0] == counts[1] and counts[0] % times == 0 and counts[0] > 0, counts
    return counts[0] // times


def refused():
    """Tensors of two devices in one call are refused by name, and nothing is launched."""
    x = torch.empty(64, 256, device="cuda:0", dtype=torch.float16)
    w = torch.empty(256, device="cuda:1", dtype=torch.float16)
    try:
        tilegym.ops.rms_norm(x, (256,), w, 1e-5)
    except ValueError as error:
        assert "cuda:0" in str(error) and "cuda:1" in str(error) and "`" in str(error), error
        assert take() == []
        return str(error)
    raise AssertionError("tensors of two devices were launched")


def main():
    """Runs all of it."""
    assert torch.cuda.device_count() == 2
    texts = one_by_one()
    assert at_once() == len(texts[0]) == len(texts[1])
    capabilities = [list(torch.cuda.get_device_capability(index)) for index in (0, 1)]
    print(json.dumps({"capabilities": capabilities, "texts": [texts[0], texts[1]], "refused": refused()}))


sys.exit(main())
