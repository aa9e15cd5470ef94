# SPDX-License-Identifier: MIT
"""`python -m tileport.bench`: one JSON line per case, both backends on one GPU in one run."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import torch

from tileport.bench.protocol import device_times, host_times
from tileport.device import Call, outputs
from tileport.probe import inputs

REFERENCE, PORT = "cutile", "cutile-rs"


def perf_cases(document: dict, target: str) -> list[inputs.Case]:
    """The cases that stage E times: those marked `perf = true`, else all forward cases of `test_perf`."""
    cases = inputs.cases(document, target)
    marked = set(document.get("perf_inputs", []))
    return [case for case in cases if case.name.split("[")[0] in marked] if marked else cases


def candidate(call: Call):
    """What is timed: the forward call, with the backward one where the case asks for it."""
    if not call.case.backward:
        return call.forward
    gradients = [torch.ones_like(out) for out in outputs(call.forward()) if out.requires_grad]

    def both():
        results = [out for out in outputs(call.forward()) if out.requires_grad]
        for leaf in call.leaves():
            leaf.grad = None
        torch.autograd.backward(results, gradients)

    return both


def measure(case: inputs.Case, device: torch.device, repetitions: int) -> dict:
    """Times one case; an operator that fails on either side is reported, not skipped."""
    line: dict = {"case": case.name, "backward": bool(case.backward)}
    try:
        candidates = {name: candidate(Call(case, name, device)) for name in (REFERENCE, PORT)}
        timings = device_times(candidates, repetitions=repetitions, device=device)
        hosts = host_times(candidates, device=device)
    except Exception as error:
        return line | {"error": f"{type(error).__name__}: {error}"}
    for name, key in ((REFERENCE, "reference"), (PORT, "port")):
        timings[name].host_us = hosts[name]
        line[key] = {
            "device_us": timings[name].device_median_us,
            "host_us": timings[name].host_median_us,
            "samples_us": timings[name].device_us,
            "kernels": timings[name].kernels,
        }
    line["device_ratio"] = line["port"]["device_us"] / line["reference"]["device_us"]
    line["host_ratio"] = line["port"]["host_us"] / line["reference"]["host_us"]
    return line


def main() -> int:
    """Times the cases of an inputs file; exit 3 without a GPU."""
    parser = argparse.ArgumentParser(prog="python -m tileport.bench", description=__doc__)
    parser.add_argument("--inputs", type=Path, required=True)
    parser.add_argument("--repetitions", type=int, default=30)
    parser.add_argument("--cases", help="only cases whose name contains this")
    options = parser.parse_args()
    if not torch.cuda.is_available():
        print("tileport.bench: no GPU: torch.cuda.is_available() is false", file=sys.stderr)
        return 3
    import tilegym

    tilegym.set_backend(PORT)
    device = torch.device("cuda", torch.cuda.current_device())
    capability = torch.cuda.get_device_capability(device)
    document = inputs.load(options.inputs)
    for case in perf_cases(document, f"sm_{capability[0]}{capability[1]}"):
        if options.cases and options.cases not in case.name:
            continue
        print(json.dumps(measure(case, device, options.repetitions)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
