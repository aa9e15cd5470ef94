"""Bytecode of a signature, without a path of this machine in it."""

from __future__ import annotations

import functools
import io
import os
import sys

import cuda.tile._bytecode as bc
import torch
from cuda.tile.compilation import KernelSignature, export_kernel


def package_path(path: str) -> str:
    """A source file's path below its import root, e.g. `tilegym/ops/cutile/bmm.py`."""
    return _below(path, tuple(sys.path))


@functools.cache
def _below(path: str, places: tuple[str, ...]) -> str:
    path = os.path.realpath(path)
    roots = sorted((os.path.realpath(root) for root in places if root), key=len, reverse=True)
    for root in roots:
        if path.startswith(root + os.sep):
            return os.path.relpath(path, root)
    return os.path.basename(path)


def install() -> None:
    """From now on cuTile names files in debug information as they lie in their package."""
    table = bc.DebugAttrTable
    write_file, write_loc = table.file, table.loc

    def file(self, name, directory):
        directory, name = os.path.split(package_path(os.path.join(directory, name)))
        return write_file(self, name, directory)

    def loc(self, scope, filename, line, column):
        return write_loc(self, scope, package_path(filename), line, column)

    table.file, table.loc = file, loc


def bytecode(kernel, signature: KernelSignature, target: str) -> bytes:
    """Tile IR bytecode for one signature and target, debug information included."""
    with torch._C.DisableTorchFunction():
        out = io.BytesIO()
        export_kernel(kernel, [signature], out, gpu_code=target, output_format="tileir_bytecode")
        return out.getvalue()
