"""Builds and loads the stand-in for libcuda.so.1 (`stand_in.c`)."""

from __future__ import annotations

import ctypes
import os
import subprocess
import tempfile
from pathlib import Path

from tileport.probe.gpu import Gpu

NAME = "libcuda.so.1"
SOURCE = Path(__file__).with_name("stand_in.c")


def default_folder() -> Path:
    """Where the library lies when nobody says otherwise: the checkout's build folder."""
    root = Path(__file__).resolve().parents[3]
    return Path(os.environ.get("CARGO_TARGET_DIR", root / "target")) / "tileport" / "stand-in"


def build(folder: Path) -> Path:
    """Compiles the library into `folder` unless a newer one is there; returns its path.

    Written aside and renamed, so that processes that build it at once do no harm to each other.
    """
    library = folder / NAME
    if library.is_file() and library.stat().st_mtime >= SOURCE.stat().st_mtime:
        return library
    folder.mkdir(parents=True, exist_ok=True)
    handle, aside = tempfile.mkstemp(dir=folder, suffix=".so")
    os.close(handle)
    command = ["gcc", "-O1", "-shared", "-fPIC", f"-Wl,-soname,{NAME}", "-o", aside, str(SOURCE)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise OSError(f"gcc cannot build {SOURCE}: {done.stderr.strip()}")
        os.replace(aside, library)
    except FileNotFoundError:
        raise OSError("gcc is not on PATH; install it (Debian: apt install gcc)") from None
    finally:
        Path(aside).unlink(missing_ok=True)
    return library


def load(gpu: Gpu, folder: Path | None = None) -> None:
    """Puts the stand-in into the process: a later load of libcuda.so.1 finds it by its soname."""
    os.environ["TILEPORT_GPU_CC"] = gpu.target.removeprefix("sm_")
    os.environ["TILEPORT_GPU_SMS"] = str(gpu.multi_processor_count)
    ctypes.CDLL(str(build(folder or default_folder())), mode=ctypes.RTLD_GLOBAL)
