# SPDX-License-Identifier: MIT
"""`python -m tileport.bench`: one JSON line per case, both backends on one GPU in one run."""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import sys
from collections.abc import Callable
from pathlib import Path

import torch

from tileport.bench.protocol import device_times, host_times
from tileport.device import Call, outputs
from tileport.probe import inputs
from tileport.probe.export import package_path

REFERENCE, PORT, ROOF = "cutile", "cutile-rs", "roof"


def perf_cases(document: dict, target: str) -> list[inputs.Case]:
    """The cases that stage E times: all of the file's but those that vary a tuner's search."""
    return [case for case in inputs.cases(document, target) if case.search == "first"]


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


def roof(kind: str | None, call: Call) -> Callable[[], object] | None:
    """What bounds a call in the same run: a copy of as many bytes, or cuBLAS on the same operands."""
    results = outputs(call.forward())
    if kind == "copy":
        bytes_moved = sum(tensor.numel() * tensor.element_size() for tensor in [*call.tensors(), *results])
        source = torch.empty(bytes_moved // 2, dtype=torch.uint8, device=results[0].device)
        target = torch.empty_like(source)
        return lambda: target.copy_(source)
    if kind == "matmul":
        a, b = call.tensors()[:2]
        if call.kwargs.get("transpose_a", call.kwargs.get("trans_a")):
            a = a.mT
        if call.kwargs.get("transpose_b", call.kwargs.get("trans_b")):
            b = b.mT
        result = torch.empty_like(results[0])
        return lambda: torch.matmul(a, b, out=result)
    return None


def achieved(kind: str, call: Call, device_us: float) -> dict:
    """TB/s or TFLOP/s of a call."""
    results = outputs(call.forward())
    if kind == "copy":
        bytes_moved = sum(tensor.numel() * tensor.element_size() for tensor in [*call.tensors(), *results])
        return {"tb_s": bytes_moved / device_us / 1e6}
    a, b = call.tensors()[:2]
    batch = results[0].shape[0] if results[0].ndim == 3 else 1
    # The product of the three sizes, from the operands whichever way they lie.
    sizes = math.sqrt(a.numel() * b.numel() * results[0].numel() / batch)
    return {"tflop_s": 2 * sizes / device_us / 1e6}


def refill(call: Call) -> None:
    """Random values where the host left large tensors as they were: zeros would run at another clock."""
    with torch.no_grad():
        for tensor in call.tensors():
            if tensor.numel() > inputs.FILL_LIMIT and tensor.dtype.is_floating_point and tensor.element_size() > 1:
                tensor.normal_()


def measure(case: inputs.Case, device: torch.device, repetitions: int, kind: str | None = None) -> dict:
    """Times one case; an operator that fails on either side is reported, not skipped."""
    line: dict = {"case": case.name, "backward": bool(case.backward)}
    try:
        values = (inputs.build(case.args, case.name), inputs.build(case.kwargs, case.name))
        calls = {name: Call(case, name, device, values) for name in (REFERENCE, PORT)}
        del values
        for call in calls.values():
            refill(call)
        candidates = {name: candidate(call) for name, call in calls.items()}
        bound = None if case.backward else roof(kind, calls[REFERENCE])
        if bound is not None:
            candidates[ROOF] = bound
        timings = device_times(candidates, repetitions=repetitions, device=device)
        hosts = host_times({name: candidates[name] for name in calls}, device=device)
    except Exception as error:
        return line | {"error": f"{type(error).__name__}: {error}"}
    for name, key in ((REFERENCE, "reference"), (PORT, "port")):
        timings[name].host_us = hosts[name]
        line[key] = {
            "device_us": timings[name].device_median_us,
            "host_us": timings[name].host_median_us,
            "samples_us": timings[name].device_us,
            "kernels": timings[name].kernels,
            "kernel_us": timings[name].kernel_medians_us,
        }
        if bound is not None:
            line[key] |= achieved(kind, calls[name], timings[name].device_median_us)
    if bound is not None:
        line["roof"] = {
            "kind": kind,
            "device_us": timings[ROOF].device_median_us,
            "kernels": timings[ROOF].kernels,
            **achieved(kind, calls[REFERENCE], timings[ROOF].device_median_us),
        }
    line["device_ratio"] = line["port"]["device_us"] / line["reference"]["device_us"]
    line["host_ratio"] = line["port"]["host_us"] / line["reference"]["host_us"]
    return line


def has_extension() -> bool | None:
    """Whether the wired runtime launches through its extension."""
    runtime = sys.modules.get("tilegym.tileport_rs.runtime.native")
    return None if runtime is None else runtime.module is not None


def identical_kernels(target: str) -> set[str]:
    """Kernel functions all of whose signatures have cuTile's machine code, by `reports/coverage.json`."""
    path = Path(__file__).resolve().parents[3] / "reports/coverage.json"
    if not path.is_file():
        return set()
    same: dict[str, bool] = {}
    for operator in json.loads(path.read_text(encoding="utf-8"))["operators"].values():
        for row in operator["rows"]:
            if target in row["text_identical"]:
                same[row["function"]] = same.get(row["function"], True) and row["text_identical"][target]
    return {name for name, holds in same.items() if holds}


def take_over_searches(target: str) -> None:
    """What cuTile's tuner finds becomes the port's record, where the machine code is the same.

    Call before TileGym is imported: its modules bind the tuner's name.
    """
    import cuda.tile.tune as tune

    search, same = tune.exhaustive_search, identical_kernels(target)

    def search_and_share(space, stream, grid_fn, kernel, args_fn, hints_fn=None, **options):
        space = list(space)
        result = search(space, stream, grid_fn, kernel, args_fn, hints_fn, **options)
        function = getattr(kernel, "_pyfunc", None)
        if getattr(function, "__qualname__", None) in same:
            from tilegym.tileport_rs import runtime

            try:
                file = package_path(function.__code__.co_filename)
                port = runtime.Kernel(file, function.__qualname__, **dataclasses.asdict(kernel._compiler_options))
                flush = options.get("flush_l2", True)
                runtime.tune.adopt(result, space, stream, grid_fn, port, args_fn, hints_fn, flush_l2=flush)
            except Exception as error:
                print(f"tileport.bench: {function.__qualname__}: search not taken over: {error}", file=sys.stderr)
        return result

    tune.exhaustive_search = search_and_share


def choices() -> dict:
    """What the tuners of both sides chose in this process, where host code keeps it in a dictionary."""
    found: dict = {}
    for name, module in list(sys.modules.items()):
        if not name.startswith(("tilegym.ops.cutile.", "tilegym.tileport_rs.ops.cutile.")):
            continue
        side = PORT if name.startswith("tilegym.tileport_rs.") else REFERENCE
        for attribute, value in list(vars(module).items()):
            if "tune" in attribute and "cache" in attribute and isinstance(value, dict):
                for key, chosen in value.items():
                    place = found.setdefault(f"{name.rpartition('.')[2]}.{attribute} {key}", {})
                    place[side] = str(chosen)
    return found


def main() -> int:
    """Times the cases of an inputs file; exit 3 without a GPU."""
    parser = argparse.ArgumentParser(prog="python -m tileport.bench", description=__doc__)
    parser.add_argument("--inputs", type=Path, required=True)
    parser.add_argument("--repetitions", type=int, default=30)
    parser.add_argument("--tilegym", type=Path, help="folder of the wired package, where it is not on the path")
    parser.add_argument("--cases", help="only cases whose name contains this")
    options = parser.parse_args()
    if not torch.cuda.is_available():
        print("tileport.bench: no GPU: torch.cuda.is_available() is false", file=sys.stderr)
        return 3
    if options.tilegym:
        sys.path.insert(0, str(options.tilegym))
    device = torch.device("cuda", torch.cuda.current_device())
    capability = torch.cuda.get_device_capability(device)
    target = f"sm_{capability[0]}{capability[1]}"
    take_over_searches(target)
    import tilegym

    tilegym.set_backend(PORT)
    document = inputs.load(options.inputs)
    about = {
        "operator": document["operator"],
        "gpu": torch.cuda.get_device_name(device),
        "target": target,
        "extension": has_extension(),
        "torch": torch.__version__,
        "protocol": "CUPTI; L2 flushed before each call; both backends and the roof interleaved in one profile",
        "repetitions": options.repetitions,
    }
    print(json.dumps({"about": about}), flush=True)
    for case in perf_cases(document, target):
        if options.cases and options.cases not in case.name:
            continue
        print(json.dumps(measure(case, device, options.repetitions, document.get("roof"))), flush=True)
        torch.cuda.empty_cache()
    print(json.dumps({"choices": choices()}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
