"""Launching: arguments of Python into the words of the C table, on the caller's stream."""

from __future__ import annotations

import math
import operator
import struct
import sys
from typing import Any

import torch

from . import graph, native, records, tensors
from .dtypes import CODES, TILE_IR, DType
from .errors import UnsupportedError
from .kernels import Kernel
from .library import LOOK_EVERY, Entry, Param, resolver

#: The largest size of a grid's axis that tile blocks number rightly.
MAX_GRID = (1 << 24) - 1


class _CurrentStream:
    """Stands for torch's current stream of the device that a launch's tensors are on."""

    def __repr__(self) -> str:
        return "CURRENT_STREAM"

    def __getattr__(self, name: str) -> Any:
        return getattr(torch.cuda.current_stream(), name)


#: What host code may pass as the stream: looking the stream up costs more than the rest of a launch.
CURRENT_STREAM = _CurrentStream()


def current_stream(_device: Any = None) -> _CurrentStream:
    """CURRENT_STREAM, for host code that names the device of its tensors."""
    return CURRENT_STREAM


def _launch(stream: Any, grid: tuple[int, ...], kernel: Kernel, kernel_args: tuple, /) -> None:
    """Enqueues a kernel as `cuda.tile.launch` does, and returns.

    `stream` is a torch stream, a stream handle or CURRENT_STREAM. A grid with a zero enqueues nothing.
    Where the extension is there, it launches what has a record, and only the rest comes here.
    """
    announce(kernel)
    recorder = _recorder()
    if recorder is not None:
        recorder.launch(stream, grid, kernel, kernel_args)
        return
    if type(kernel_args) is tuple and graph.is_traced(kernel_args):
        graph.launch(grid, kernel, kernel_args)
        return
    if native.module is None:
        native.say_if_missing()
        try:
            if _relaunch(stream, grid, kernel, kernel_args):
                return
        except records.Unusual:
            pass
    generation = resolver.refresh()
    packed = _pack(stream, grid, kernel, kernel_args)
    entry, descs, words, config, device, handle, _ = packed
    entry.check(entry.table.call(entry.table, descs, words, config, device, handle))
    _remember(generation, kernel, kernel_args, packed)


class _Prepared:
    """A kernel's records without the extension, of one reading of the manifest."""

    __slots__ = ("params", "records")

    def __init__(self, params: tuple[Param, ...]):
        self.params = params
        self.records: dict[tuple, records.Record] = {}


def _relaunch(stream: Any, grid: Any, kernel: Any, kernel_args: Any) -> bool:
    """Launches through a record, if there is one."""
    prepared = kernel._prepared if type(kernel) is Kernel else None
    if prepared is None or type(kernel_args) is not tuple or len(kernel_args) != len(prepared.params):
        return False
    if kernel._generation != resolver.refresh():
        kernel._prepared = None
        return False
    key, addresses, words = records.describe(prepared.params, kernel_args)
    record = prepared.records.get(key)
    if record is None:
        return False
    records.plain_grid(grid, MAX_GRID)
    if stream is CURRENT_STREAM:
        handle = _handle(stream, record.device)
    else:
        handle = records.stream_handle(stream, record.device)
    record.launch(grid, addresses, words, handle)
    return True


def _remember(generation: int, kernel: Kernel, kernel_args: tuple, packed: tuple) -> None:
    """Keeps the plan of a launch that went well, if a record can stand for it."""
    entry, descs, words, config, device, _, scalars = packed
    if native.module is not None:
        _remember_natively(generation, kernel, kernel_args, packed)
        return
    try:
        key, addresses, _ = records.describe(entry.params, kernel_args)
    except records.Unusual:
        return
    if not addresses:
        return
    place = entry.ffi.new("void **")
    entry.check(entry.table.plan(entry.table, descs, words, config, device, place))
    plan = entry.ffi.gc(place[0], entry.table.drop)
    fixed = not any(param.kind in "ifb" for param in entry.params)
    if kernel._prepared is None or kernel._generation != generation:
        kernel._keep(_Prepared(entry.params), generation)
    prepared = kernel._prepared
    if len(prepared.records) >= records.MAX_RECORDS:
        prepared.records.clear()
    prepared.records[key] = records.Record(entry, plan, words if fixed else None, device)


def _remember_natively(generation: int, kernel: Kernel, kernel_args: tuple, packed: tuple) -> None:
    """Hands the plan of a launch to the extension."""
    entry, descs, words, config, device, _, scalars = packed
    extension, ffi = native.module, entry.ffi
    if kernel._prepared is None or kernel._generation != generation:
        kinds = "".join(param.kind for param in entry.params)
        addresses = (int(ffi.cast("uintptr_t", function)) for function in (entry.table.launch, entry.table.drop))
        kernel._keep(extension.prepared(generation, kinds, *addresses, entry.check), generation)
    if kernel._prepared is None:
        return
    for value in kernel_args:
        if type(value) in tensors.plain_types:
            extension.allow(type(value))
    place = ffi.new("void **")
    entry.check(entry.table.plan(entry.table, descs, words, config, device, place))
    if not extension.remember(kernel._prepared, kernel_args, tuple(scalars), int(ffi.cast("uintptr_t", place[0]))):
        entry.table.drop(place[0])


def prepare(stream: Any, grid: tuple[int, ...], kernel: Kernel, kernel_args: tuple, /) -> None:
    """Compiles and loads what `launch` would run, without running it: for before graph capture."""
    announce(kernel)
    generation = resolver.refresh()
    packed = _pack(stream, grid, kernel, kernel_args)
    entry, descs, words, config, device, *_ = packed
    plan = entry.ffi.new("void **")
    entry.check(entry.table.plan(entry.table, descs, words, config, device, plan))
    entry.table.drop(plan[0])
    _remember(generation, kernel, kernel_args, packed)


def announce(kernel: Kernel) -> None:
    """Logs the message of an experimental kernel once, as TileGym does."""
    message = getattr(kernel, "_tracked_message", None)
    if message:
        try:
            from tilegym.logger import warn_once
        except ImportError:
            import warnings

            warnings.warn(message, stacklevel=3)
        else:
            warn_once(message, "EXPERIMENTAL")
        kernel._tracked_message = None


def _recorder() -> Any:
    """The recorder of the launch log, where the probe is active in this process."""
    hook = sys.modules.get("tileport.probe.hook")
    return None if hook is None else hook.recorder


def _pack(stream: Any, grid: Any, kernel: Any, kernel_args: Any) -> tuple:
    if not isinstance(kernel, Kernel):
        raise TypeError(f"launch expects a kernel as its third argument, not {_kind(kernel)}")
    if not isinstance(kernel_args, tuple):
        raise TypeError(f"launch expects a tuple as its fourth argument, not {_kind(kernel_args)}")
    function = kernel._pyfunc
    entry = resolver.entry(function.__module__, function.__qualname__.replace(".<locals>", ""))
    params = entry.params
    if len(kernel_args) != len(params):
        raise TypeError(f"{entry.name} takes {len(params)} arguments, {len(kernel_args)} were given")
    found: list[tuple[str, torch.Tensor]] = []
    scalars: list[int] = []
    for param, value in zip(params, kernel_args, strict=True):
        _sort(entry, param, value, found, scalars)
    device = _device(entry, stream, found)
    ffi = entry.ffi
    descs = ffi.new("TensorDesc[]", len(found) or 1)
    for index, (name, value) in enumerate(found):
        tensors.fill(descs[index], name, value)
    config = ffi.new("LaunchConfig *")
    config.grid = _grid(grid)
    num_ctas, occupancy, opt_level, warps = kernel._compiler_options.for_target(_target(device))
    config.num_ctas = num_ctas or 0
    config.occupancy = occupancy or 0
    config.opt_level = -1 if opt_level is None else opt_level
    config.num_worker_warps = warps or 0
    words = ffi.new("uint64_t[]", scalars or [0])
    return entry, descs, words, config, device, ffi.cast("void *", _handle(stream, device)), scalars


def _sort(
    entry: Entry,
    param: Param,
    value: Any,
    found: list[tuple[str, torch.Tensor]],
    scalars: list[int],
) -> None:
    """Puts one argument where its kind says."""
    kind, name = param.kind, param.name
    if kind == "t":
        tensors.check(name, value)
        found.append((name, value))
    elif kind == "l":
        if not isinstance(value, list):
            raise TypeError(f"argument `{name}` must be a list of tensors, not {_kind(value)}")
        for index, item in enumerate(value):
            tensors.check(f"{name}[{index}]", item)
            found.append((f"{name}[{index}]", item))
        scalars.append(len(value))
    elif kind == "-":
        # Tensors first: comparing or printing one would wait for the device.
        tensor = isinstance(value, torch.Tensor)
        if tensor or _constant(value) != param.value:
            found_here = "a tensor" if tensor else repr(value)
            raise UnsupportedError(
                f"{entry.name}: argument `{name}` is {found_here}; it was {param.value!r} in everything captured"
            )
    else:
        scalars.append(_word(name, kind, value))


def _word(name: str, kind: str, value: Any) -> int:
    """A scalar as a word: two's complement, or the bits of a double."""
    if kind in "fF":
        # As a constant 1 and 1.0 are the same number; at run time an int is another type.
        if isinstance(value, bool) or not isinstance(value, float | int if kind == "F" else float):
            raise TypeError(f"argument `{name}` must be a float, not {_kind(value)}")
        return struct.unpack("<Q", struct.pack("<d", value))[0]
    if kind == "b":
        if not isinstance(value, bool):
            raise TypeError(f"argument `{name}` must be a bool, not {_kind(value)}")
        return int(value)
    if kind == "I" and isinstance(value, torch.dtype | DType):
        return _dtype_code(name, value)
    if kind == "i" and isinstance(value, bool):
        raise TypeError(f"argument `{name}` must be an int, not bool")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"argument `{name}` must be an int, not {_kind(value)}") from None
    if not -(1 << 63) <= number < 1 << 63:
        raise OverflowError(f"argument `{name}` is {number}, beyond 64 bits")
    return number & (1 << 64) - 1


def _constant(value: Any) -> Any:
    """A constant as the manifest spells it."""
    if isinstance(value, torch.dtype | DType):
        return {"dtype": TILE_IR.get(_spelled(value))}
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": repr(value)}
    return value


def _spelled(value: torch.dtype | DType) -> str:
    return str(value).removeprefix("torch.").replace("bool_", "bool")


def _dtype_code(name: str, value: torch.dtype | DType) -> int:
    spelled = _spelled(value)
    if spelled not in CODES:
        raise TypeError(f"argument `{name}` is {value}, for which there is no kernel type")
    return CODES.index(spelled)


def _kind(value: Any) -> str:
    return type(value).__name__


def _device(entry: Entry, stream: Any, found: list[tuple[str, torch.Tensor]]) -> int:
    """The one device of all tensors and of the stream."""
    if not found:
        device = getattr(stream, "device", None)
        return torch.cuda.current_device() if device is None else device.index
    first, tensor = found[0]
    index = tensor.device.index
    for name, other in found[1:]:
        if other.device.index != index:
            raise ValueError(f"{entry.name}: argument `{name}` is on {other.device}, `{first}` on {tensor.device}")
    if isinstance(stream, torch.cuda.Stream) and stream.device.index != index:
        raise ValueError(f"{entry.name}: the stream is on {stream.device}, `{first}` on {tensor.device}")
    return index


def _handle(stream: Any, device: int) -> int:
    if stream is CURRENT_STREAM:
        return torch._C._cuda_getCurrentRawStream(device)
    if isinstance(stream, torch.cuda.Stream):
        return stream.cuda_stream
    if isinstance(stream, int):
        return stream
    pointer = getattr(stream, "ptr", None)
    if isinstance(pointer, int):
        return pointer
    raise TypeError(f"launch expects a CUDA stream as its first argument, not {_kind(stream)}")


def _grid(grid: Any) -> list[int]:
    if not isinstance(grid, tuple):
        raise TypeError("grid must be a tuple")
    if len(grid) > 3:
        raise ValueError(f"grid must have at most 3 axes, not {len(grid)}")
    sizes = [operator.index(size) for size in grid] + [1] * (3 - len(grid))
    for axis, size in enumerate(sizes):
        if size < 0:
            raise OverflowError(f"grid[{axis}] is {size}")
        if size > MAX_GRID:
            raise ValueError(f"grid[{axis}] is {size}; the limit is {MAX_GRID}, use several launches")
    return sizes


_targets: dict[int, str] = {}


def _target(device: int) -> str:
    """Architecture of a device, e.g. `sm_90`."""
    target = _targets.get(device)
    if target is None:
        major, minor = torch.cuda.get_device_capability(device)
        target = _targets[device] = f"sm_{major}{minor}"
    return target


#: Enqueues a kernel: the extension's function, which calls `_launch` for what has no record, or that.
launch = native.configure(Kernel, CURRENT_STREAM, _launch, resolver.refresh, MAX_GRID, LOOK_EVERY)
