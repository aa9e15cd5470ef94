# SPDX-License-Identifier: MIT
"""`python -m tileport.nightly`: the worker of `cargo xtask regress`, one process a GPU.

It speaks JSON lines. The first line that it prints describes the session: device, driver, clocks,
versions, the device's measured roof. Then it reads one request a line from standard input,

    {"operator": "softmax", "inputs": "kernels/softmax/inputs.toml", "case": "gather[256-9-f16]"}

and answers each with one line: whether both backends agree bit for bit, and the device and host time
of every call of both, interleaved, microseconds. `--list` prints the cases of inputs files instead and
needs no GPU. The tuner is off: both backends run the configuration that the operator falls back to, so
that a night measures kernels and not the tuner's luck.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from importlib import metadata
from pathlib import Path

import torch

from tileport.probe import inputs

REFERENCE, PORT = "cutile", "cutile-rs"
VERSION = 1


def perf_cases(document: dict, target: str) -> list[inputs.Case]:
    """The cases that a night measures: those of `perf_inputs`, else all of the target."""
    cases = inputs.cases(document, target)
    marked = set(document.get("perf_inputs", []))
    return [case for case in cases if case.name.split("[")[0] in marked] if marked else cases


def list_cases(paths: list[Path], target: str) -> None:
    """Prints one line a case."""
    for path in paths:
        document = inputs.load(path)
        for case in perf_cases(document, target):
            print(json.dumps({"operator": document["operator"], "inputs": str(path), "case": case.name}))


def _query(*fields: str) -> dict[str, str]:
    """What the driver says of the GPU that this process sees; empty where it cannot be asked."""
    device = os.environ.get("CUDA_VISIBLE_DEVICES", "0").split(",")[0] or "0"
    command = ["nvidia-smi", f"--id={device}", f"--query-gpu={','.join(fields)}", "--format=csv,noheader,nounits"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return {}
    values = [value.strip() for value in done.stdout.strip().splitlines()[0].split(",")]
    return dict(zip(fields, values, strict=False))


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "none"


def _tileiras() -> str:
    program = os.environ.get("CUTILE_TILEIRAS_PATH", "tileiras")
    try:
        done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return "none"
    return next((line.rpartition(", V")[2].strip() for line in done.stdout.splitlines() if ", V" in line), "unknown")


def _fastest(call, repetitions: int = 20) -> float:
    """The shortest time of a call on the device, seconds."""
    for _ in range(5):
        call()
    best = float("inf")
    for _ in range(repetitions):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        call()
        end.record()
        end.synchronize()
        best = min(best, start.elapsed_time(end) / 1000.0)
    return best


def roof(device: torch.device) -> dict[str, float]:
    """What the device does at most, measured: a copy in GB/s, a bf16 matrix product in TFLOP/s."""
    source = torch.empty(1 << 30, dtype=torch.uint8, device=device)
    target = torch.empty_like(source)
    seconds = _fastest(lambda: target.copy_(source))
    n = 8192
    a, b = (torch.randn(n, n, dtype=torch.bfloat16, device=device) for _ in range(2))
    product = _fastest(lambda: torch.mm(a, b))
    return {"gb_per_s": 2 * source.numel() / seconds / 1e9, "tflop_per_s": 2 * n**3 / product / 1e12}


def libraries() -> dict[str, str]:
    """The library of each wired operator; its name carries the hash of its content."""
    import tilegym.tileport_rs as wired

    manifest = json.loads(Path(wired.__file__).with_name("manifest.json").read_text(encoding="utf-8"))
    return {name: Path(entry["library"]).name for name, entry in manifest["operators"].items()}


def session(device: torch.device) -> dict:
    """The session's line."""
    import tilegym

    properties = torch.cuda.get_device_properties(device)
    told = _query("driver_version", "clocks.max.sm", "clocks.max.mem", "clocks.sm", "power.limit", "uuid")
    return {
        "kind": "session",
        "v": VERSION,
        "at": int(time.time()),
        "device": properties.name,
        "target": f"sm_{properties.major}{properties.minor}",
        "sms": properties.multi_processor_count,
        "uuid": told.get("uuid", ""),
        "driver": told.get("driver_version", ""),
        "max_sm_mhz": told.get("clocks.max.sm", ""),
        "max_memory_mhz": told.get("clocks.max.mem", ""),
        "power_limit_w": told.get("power.limit", ""),
        "roof": roof(device),
        "libraries": libraries(),
        "tools": {
            "python": platform.python_version(),
            "torch": torch.__version__,
            "cuda": torch.version.cuda or "",
            "cuda_tile": _version("cuda-tile"),
            "tilegym": tilegym.__version__,
            "tileiras": _tileiras(),
        },
    }


def _bytes(tensors: list[torch.Tensor]) -> int:
    """Bytes that a call must move at least: each storage once."""
    seen = {tensor.untyped_storage().data_ptr(): tensor.numel() * tensor.element_size() for tensor in tensors}
    return sum(seen.values())


def _flops(case: inputs.Case, call) -> int | None:
    """Operations of a matrix product, from its result and the inner size of its first argument."""
    if case.call not in ("matmul", "bmm") or case.backward:
        return None
    from tileport.device import outputs

    (result,), first = outputs(call.forward()), call.tensors()[0]
    inner = first.shape[-2] if call.kwargs.get("trans_a") or call.kwargs.get("transpose_a") else first.shape[-1]
    return 2 * result.numel() * inner


def measure(request: dict, document: dict, device: torch.device, repetitions: int) -> dict:
    """Checks and times one case; what fails is in the line."""
    from tileport.bench.__main__ import candidate
    from tileport.bench.protocol import device_times, host_times
    from tileport.check import check
    from tileport.device import Call, outputs

    line = {"kind": "case", "v": VERSION, "operator": request["operator"], "case": request["case"]}
    target = "sm_{}{}".format(*torch.cuda.get_device_capability(device))
    case = next((case for case in inputs.cases(document, target) if case.name == request["case"]), None)
    if case is None:
        return line | {"error": f"inputs have no case {request['case']!r} for {target}"}
    checked = check(case, document, device, [REFERENCE, PORT], guarded=True)
    line["check"] = {key: value for key, value in checked.items() if key != "case"}
    try:
        calls = {name: Call(case, name, device) for name in (REFERENCE, PORT)}
        candidates = {name: candidate(call) for name, call in calls.items()}
        timings = device_times(candidates, repetitions=repetitions, device=device)
        hosts = host_times(candidates, device=device)
        result = outputs(calls[PORT].forward())
        line["bytes"] = _bytes([*calls[PORT].tensors(), *result])
        line["flops"] = _flops(case, calls[PORT])
    except Exception as error:
        return line | {"error": f"{type(error).__name__}: {error}"}
    for name, key in ((REFERENCE, "reference"), (PORT, "port")):
        line[key] = {
            "device_us": [round(value, 4) for value in timings[name].device_us],
            "host_us": [round(value, 3) for value in hosts[name]],
            "kernels": timings[name].kernels,
        }
    line |= {"sm_mhz": _query("clocks.sm").get("clocks.sm", ""), "at": int(time.time())}
    return line


def serve(repetitions: int) -> int:
    """Answers requests until standard input ends; exit 3 without a GPU."""
    if not torch.cuda.is_available():
        print("tileport.nightly: no GPU: torch.cuda.is_available() is false", file=sys.stderr)
        return 3
    os.environ["TILEGYM_DISABLE_AUTOTUNE"] = "1"
    # Kernels and torch may print; the protocol has standard output for itself.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    import tilegym

    tilegym.set_backend(PORT)
    device = torch.device("cuda", torch.cuda.current_device())
    print(json.dumps(session(device)), file=answers, flush=True)
    documents: dict[str, dict] = {}
    for text in sys.stdin:
        request = json.loads(text)
        path = request["inputs"]
        documents.setdefault(path, inputs.load(Path(path)))
        print(json.dumps(measure(request, documents[path], device, repetitions)), file=answers, flush=True)
    return 0


def main() -> int:
    """Serves, or lists the cases of inputs files."""
    parser = argparse.ArgumentParser(prog="python -m tileport.nightly", description=__doc__)
    parser.add_argument("--list", type=Path, nargs="+", metavar="INPUTS", help="print the cases of inputs files")
    parser.add_argument("--target", default="sm_90", help="with --list: cases for this target")
    parser.add_argument("--repetitions", type=int, default=30)
    options = parser.parse_args()
    if options.list:
        list_cases(options.list, options.target)
        return 0
    return serve(options.repetitions)


if __name__ == "__main__":
    sys.exit(main())
