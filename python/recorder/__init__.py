"""Running Python on recorded devices: CUDA tensors, streams and launches without a GPU.

`build` makes the library from the C files beside this one, `environment` the variables of a process
that runs on it, `read` the events that it wrote. What the library does stands in `recorder.h`.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

_HERE = Path(__file__).resolve().parent


def build(folder: Path, cuda: Path) -> Path:
    """Compiles the library into a folder; `cuda` is a CUDA root with `include`."""
    library = folder / "libcuda.so.1"
    sources = sorted(_HERE.glob("*.c"))
    newest = max(path.stat().st_mtime for path in [*sources, _HERE / "recorder.h"])
    if library.exists() and library.stat().st_mtime > newest:
        return library
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f".{library.name}.{os.getpid()}"
    command = ["gcc", "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC"]
    command += [f"-Wl,-soname,{library.name}", f"-I{cuda / 'include'}"]
    command += [*map(str, sources), "-o", str(part), "-ldl", "-lpthread"]
    subprocess.run(command, check=True)
    part.rename(library)
    return library


def environment(library: Path, log: Path, devices: tuple[int, ...] = (90,)) -> dict[str, str]:
    """The variables of a process that runs on devices of these compute capabilities (times ten)."""
    return {
        **os.environ,
        "LD_PRELOAD": str(library),
        "TILEPORT_RECORDER_LOG": str(log),
        "TILEPORT_RECORDER_DEVICES": ",".join(map(str, devices)),
        "OMP_NUM_THREADS": "1",
    }


def read(log: Path, start: int = 0) -> tuple[list[dict], int]:
    """The events of a log from a byte on, in order, and where it ends; parameters as integers."""
    if not log.exists():
        return [], 0
    with log.open("rb") as file:
        file.seek(start)
        content = file.read()
    events = [json.loads(line) for line in content.splitlines()]
    for event in events:
        if event["event"] == "launch":
            event["params"] = [int.from_bytes(bytes.fromhex(param), "little") for param in event["params"]]
    return events, start + len(content)
