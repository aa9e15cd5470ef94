"""Prepared launches: what a kernel was launched with before is launched again without looking twice.

A record holds a plan of the library for one combination of element types, shapes, strides, alignments
and constants. A launch that matches one passes addresses and run-time scalars alone; everything else,
and everything unusual, takes the long way through `launching`, which checks and says what is wrong.
"""

from __future__ import annotations

import struct
from typing import Any

import torch

from . import tensors

#: Records kept for each kernel; beyond it, all are forgotten and made again when needed.
MAX_RECORDS = 1024

_DOUBLE = struct.Struct("<d")
_WORD = struct.Struct("<Q")
#: Types of run-time scalars by kind; another type is another specialisation.
_SCALARS = {"i": int, "f": float, "b": bool}


class Unusual(Exception):
    """The launch is none that a record can stand for."""


class Record:
    """A plan, and the pieces of a call that stay the same."""

    __slots__ = ("_entry", "_grids", "_plan", "_scalars", "device")

    def __init__(self, entry: Any, plan: Any, scalars: Any, device: int):
        self._entry = entry
        self._plan = plan
        #: None where a run-time scalar makes them differ between calls.
        self._scalars = scalars
        self._grids: dict[tuple, Any] = {}
        self.device = device

    def launch(self, grid: tuple, addresses: list[int], words: list[int], stream: int) -> None:
        """Enqueues the kernel."""
        entry = self._entry
        new = entry.ffi.new
        sizes = self._grids.get(grid)
        if sizes is None:
            if len(self._grids) >= MAX_RECORDS:
                self._grids.clear()
            sizes = self._grids[grid] = new("uint32_t[3]", [*grid, 1, 1][:3])
        scalars = self._scalars
        if scalars is None:
            scalars = new("uint64_t[]", words)
        pointers = new("uint64_t[]", addresses) if addresses else entry.ffi.NULL
        handle = entry.ffi.cast("void *", stream)
        code = entry.table.launch(self._plan, pointers, scalars, sizes, handle)
        if code:
            entry.check(code)


def describe(params: tuple, arguments: tuple) -> tuple[tuple, list[int], list[int]]:
    """The key of a launch, the addresses of its tensors and the words of its scalars.

    Raises Unusual for what the long way has to look at.
    """
    key: list[Any] = []
    addresses: list[int] = []
    words: list[int] = []
    plain = tensors.plain_types
    for param, value in zip(params, arguments, strict=True):
        kind = param.kind
        if kind == "t":
            if type(value) not in plain or value.is_neg():
                raise Unusual
            address = value.data_ptr()
            addresses.append(address)
            key += (value.dtype, value.shape, value.stride(), value.get_device(), address & 15 == 0)
        elif kind == "I":
            if type(value) is not int and type(value) is not bool:
                raise Unusual
            words.append(int(value) & 0xFFFFFFFFFFFFFFFF)
            key.append(words[-1])
        elif kind == "F":
            if type(value) is not float:
                raise Unusual
            words.append(_WORD.unpack(_DOUBLE.pack(value))[0])
            # By its bits: 0.0 and -0.0 are two constants.
            key.append(words[-1])
        elif kind == "-":
            if value is not None and type(value) is not str:
                raise Unusual
            key.append(value)
        elif kind == "l" or type(value) is not _SCALARS[kind]:
            raise Unusual
        elif kind == "f":
            words.append(_WORD.unpack(_DOUBLE.pack(value))[0])
        else:
            words.append(value & 0xFFFFFFFFFFFFFFFF)
    return tuple(key), addresses, words


def stream_handle(stream: Any, device: int) -> int:
    """The handle of a stream of a device; raises Unusual for what the long way has to look at."""
    if type(stream) is torch.cuda.Stream:
        if stream.device_index == device:
            return stream.cuda_stream
    elif type(stream) is int:
        return stream
    raise Unusual


def plain_grid(grid: Any, limit: int) -> None:
    """Raises Unusual unless a grid is one to three plain sizes within the limit."""
    if type(grid) is not tuple or not 1 <= len(grid) <= 3:
        raise Unusual
    for size in grid:
        if type(size) is not int or not 0 <= size <= limit:
            raise Unusual
