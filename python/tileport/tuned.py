"""Records of searches: what was chosen for a problem, kept between processes.

A record is found by everything that its times depend on, see `Problem`; a record of another build of
the kernel, the assembler or the search space is another record, so a stale one is never taken. It is one
file, written beside its place and renamed into it; a file that is damaged or tells of another problem
counts as missing. One process searches at a time, others wait for its record.
"""

from __future__ import annotations

import contextlib
import dataclasses
import fcntl
import functools
import hashlib
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch

#: The layout of a record's file.
SCHEMA = 1


@dataclasses.dataclass(frozen=True)
class Problem:
    """What the times of a search depend on."""

    #: Name, architecture and number of multiprocessors.
    gpu: str
    #: What the assembler says of its version.
    assembler: str
    #: Python module and name of the kernel.
    kernel: str
    #: SHA-256 of the Rust kernel's source.
    code: str
    #: Compiler options that the search does not vary.
    options: str
    #: Element type, shape, strides and alignment of each tensor, and each other argument.
    arguments: tuple[str, ...]
    #: Each configuration with its hints and its grid, in order.
    space: tuple[str, ...]
    #: Whether the L2 cache was flushed before each run.
    flush_l2: bool

    def digest(self) -> str:
        """The name of its record: all fields count, a new one too."""
        fields = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()


@dataclasses.dataclass(frozen=True)
class Record:
    """The outcome of a search."""

    #: Position of the fastest configuration.
    best: int
    #: Mean, samples and margin of each configuration that ran, by position.
    measured: dict[int, tuple[float, int, float]]
    #: Exception and message of each that did not.
    failed: dict[int, tuple[str, str]]
    #: Who searched: `tileport`, or `cutile` for an outcome that was taken over.
    source: str = "tileport"


def folder() -> Path | None:
    """Where records lie: beside the cubins that the launcher keeps. None where no place is known."""
    if named := os.environ.get("TILEPORT_CACHE_DIR"):
        return Path(named, "tuning")
    if cache := os.environ.get("XDG_CACHE_HOME"):
        return Path(cache, "tileport", "tuning")
    home = os.environ.get("HOME")
    return Path(home, ".cache", "tileport", "tuning") if home else None


def read(problem: Problem) -> Record | None:
    """The record of a problem, if there is a whole one."""
    place = folder()
    if place is None:
        return None
    try:
        content = json.loads((place / f"{problem.digest()}.json").read_text(encoding="utf-8"))
        if content["schema"] != SCHEMA or content["problem"] != json.loads(json.dumps(dataclasses.asdict(problem))):
            return None
        measured = {int(index): tuple(values) for index, values in content["measured"].items()}
        failed = {int(index): tuple(values) for index, values in content["failed"].items()}
        record = Record(content["best"], measured, failed, content["source"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    whole = record.best in measured and max([*measured, *failed]) < len(problem.space)
    return record if whole else None


def write(problem: Problem, record: Record) -> None:
    """Keeps a record; a folder that cannot be written costs the next search only."""
    place = folder()
    if place is None:
        return
    content = {"schema": SCHEMA, "problem": dataclasses.asdict(problem)} | dataclasses.asdict(record)
    part = place / f".{problem.digest()}.{os.getpid()}"
    with contextlib.suppress(OSError):
        place.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(content), encoding="utf-8")
        part.rename(place / f"{problem.digest()}.json")


@contextlib.contextmanager
def alone(problem: Problem) -> Iterator[None]:
    """Waits until no other process searches for a problem; the lock ends with its holder."""
    place = folder()
    file = None
    with contextlib.suppress(OSError):
        if place is not None:
            place.mkdir(parents=True, exist_ok=True)
            file = (place / f"{problem.digest()}.lock").open("w")
            fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if file is not None:
            file.close()


def describe(value: Any) -> str:
    """An argument as a problem has it: of a tensor all but its address and values."""
    if isinstance(value, torch.Tensor):
        aligned = value.data_ptr() % 16 == 0
        return f"{value.dtype} {tuple(value.shape)} {value.stride()} {'aligned' if aligned else 'odd'}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(describe, value))}]"
    return repr(value)


@functools.cache
def gpu(device: int) -> str:
    """A device as a problem has it."""
    properties = torch.cuda.get_device_properties(device)
    major, minor = torch.cuda.get_device_capability(device)
    return f"{properties.name} sm_{major}{minor} {properties.multi_processor_count}"


@functools.cache
def assembler_version(path: str) -> str:
    """What an assembler says of its version; its path where it says nothing."""
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.SubprocessError):
        return path
    return " ".join(said.stdout.split()) or path
