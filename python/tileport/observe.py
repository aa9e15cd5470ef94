"""What a call of host code allocates, launches, gives back and reads.

One call runs under a profile function, which sees every function that host code calls, and under a
dispatch mode, which sees every operator of torch. Whatever is not known to depend on nothing but
arguments, module globals and environment variables is a reason not to replay the call.
"""

from __future__ import annotations

import dataclasses
import math
import os
import sys
import types
from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from . import native

#: Builtin functions whose results depend on their arguments alone.
_BUILTINS = frozenset(
    "abs all any bool callable chr divmod format getattr hasattr isinstance issubclass iter len max min next "
    "ord pow repr round sorted sum".split()
)
#: Modules of C functions whose results depend on their arguments alone.
_PURE_MODULES = frozenset({"math", "_operator", "itertools", "_functools"})
#: Types whose methods look at nothing else than the object.
_PURE_TYPES = (str, bytes, int, float, bool, tuple, list, dict, set, frozenset, slice, range, torch.Size)
_PURE_TYPES += tuple(type(view) for view in ({}.keys(), {}.values(), {}.items()))
#: Methods of tensors that look at what a key stands for, or allocate.
_TENSOR_METHODS = frozenset(
    "contiguous detach dim element_size expand expand_as flatten get_device is_complex is_contiguous "
    "is_floating_point is_signed movedim narrow ndimension new_empty new_empty_strided numel permute reshape select "
    "size squeeze stride swapaxes t transpose unbind unflatten unsqueeze view view_as".split()
)
#: Functions of torch that allocate, or do what such a method does.
_TORCH_FUNCTIONS = frozenset(
    "empty empty_like empty_strided broadcast_tensors flatten is_floating_point narrow numel permute reshape squeeze "
    "transpose unsqueeze".split()
)
#: What the extension asks before it replays; a function with a backward pass asks it too.
_MODE_FUNCTIONS = frozenset(
    "_len_torch_function_stack _are_functorch_transforms_active is_grad_enabled _len_torch_dispatch_stack".split()
)
#: Operators that allocate.
_ALLOCATIONS = frozenset({"empty", "empty_like", "empty_strided", "new_empty", "new_empty_strided"})
#: Modules of Python's library whose functions may be run.
_LIBRARY = frozenset(
    {"os", "collections.abc", "_collections_abc", "functools", "types", "enum", "dataclasses", "abc", "typing"}
)
#: Modules of torch that a dispatch mode brings in.
_MACHINERY = ("torch._library.", "torch.utils._python_dispatch")
#: Modules that are not looked into: torch keeps its functions, and the runtime is this package.
_NOT_GUARDED = frozenset({"torch", "math", "os", "functools", "itertools", "operator", "builtins", "enum"})


@dataclasses.dataclass(frozen=True)
class Allocation:
    """A tensor that host code allocates."""

    size: tuple[int, ...]
    #: None for the strides of a contiguous tensor.
    strides: tuple[int, ...] | None
    dtype: torch.dtype
    device: torch.device

    def calls(self) -> tuple[tuple | None, tuple]:
        """Function, arguments and names of the last of them: on torch's current device, and on its own."""
        names = ("dtype", "device")
        if self.strides is None:
            general = torch.empty, (self.size, self.dtype, self.device), names
        else:
            general = torch.empty_strided, (self.size, self.strides, self.dtype, self.device), names
        strides = _contiguous(self.size) if self.strides is None else self.strides
        return _EMPTY_STRIDED and (_EMPTY_STRIDED, (self.size, strides, self.dtype), ()), general


@dataclasses.dataclass(frozen=True)
class Seen:
    """What a call did; equal where it did the same."""

    #: Why it cannot be replayed.
    reason: str | None = None
    #: Whether no further look can change that.
    never: bool = False
    tensors: int = 0
    allocations: tuple[Allocation, ...] = ()
    #: For each launch what identifies it, and the place of each address.
    launches: tuple[tuple[tuple, tuple], ...] = ()
    outcome: Any = None
    #: Identity of what was read, by where it stands.
    reads: frozenset = frozenset()
    #: The launches themselves, in the extension's keeping.
    steps: tuple = dataclasses.field(default=(), compare=False)
    #: (dictionary, key, found, value, least size, most size).
    guards: tuple = dataclasses.field(default=(), compare=False)

    def plan(self) -> tuple:
        """Arguments for the extension's `keep`, after the operator, the key and its constants."""
        launches = tuple((step, places) for step, (_, places) in zip(self.steps, self.launches, strict=True))
        allocations = tuple(allocation.calls() for allocation in self.allocations)
        return self.tensors, allocations, launches, self.outcome, self.guards


def constants(values: Iterable) -> tuple:
    """Arguments that are no tensors: those that a key knows by address are among them."""
    return tuple(value for value in values if not isinstance(value, torch.Tensor))


class Observer:
    """Observes calls of one function."""

    def __init__(self, function: Callable):
        self._function = function
        #: Packages whose functions are host code.
        self._packages = {function.__module__.partition(".")[0]}

    def run(self, args: tuple, kwargs: dict) -> tuple[Any, Seen]:
        """Makes the call; what host code raises goes on to the caller."""
        if sys.getprofile() is not None or sys.gettrace() is not None or not native.module.observe():
            return self._function(*args, **kwargs), Seen("something else observes")
        calls, operators = _Calls(self._packages), _Operators()
        steps = None
        try:
            with operators:
                sys.setprofile(calls)
                try:
                    result = self._function(*args, **kwargs)
                finally:
                    sys.setprofile(None)
        finally:
            steps = native.module.observed()
        try:
            return result, _seen(args, kwargs, result, calls, operators, steps)
        except _Unknown as reason:
            return result, Seen(str(reason), never=True)


class _Unknown(Exception):
    """A reason not to replay."""


class _Operators(TorchDispatchMode):
    """Sees the operators of torch."""

    def __init__(self) -> None:
        super().__init__()
        self.reason: str | None = None
        self.allocated: list[torch.Tensor] = []

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        # torch would import its compiler, which takes seconds, to keep it from looking in here.
        return False

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):  # noqa: A002 - torch's name
        kwargs = kwargs or {}
        result = func(*args, **kwargs)
        name = func._schema.name.partition("::")[2]
        if name in ("empty", "empty_strided") and kwargs.get("dtype") is None:
            self.reason = "it allocates in torch's default dtype"
        elif name in _ALLOCATIONS:
            self.allocated.append(result)
        elif name == "as_strided" or not _is_view(func._schema):
            self.reason = f"it runs {func}"
        return result


def _is_view(schema: Any) -> bool:
    """Whether an operator gives views of its arguments and writes nothing."""
    returns = [item.alias_info for item in schema.returns]
    writes = any(item.alias_info is not None and item.alias_info.is_write for item in schema.arguments)
    return bool(returns) and not writes and all(info is not None and not info.is_write for info in returns)


class _Calls:
    """A profile function that sees what host code calls."""

    def __init__(self, packages: set[str]):
        self._packages = packages
        self.reason: str | None = None
        #: Whether a later call may do without.
        self.once = False
        #: Frames below a function that is not looked into.
        self._depth = 0
        #: By dictionary and key: (dictionary, key, found, value, least size, most size).
        self.reads: dict[tuple[int, str | bytes], tuple] = {}

    def __call__(self, frame: types.FrameType, event: str, arg: Any) -> None:
        """Called by Python at each call and return."""
        if self._depth:
            if event == "call":
                self._depth += 1
            elif event == "return":
                self._depth -= 1
        elif event == "call":
            self._python(frame)
        elif event == "c_call" and self.reason is None and not self._is_pure(frame, arg):
            owner = getattr(arg, "__module__", None) or type(getattr(arg, "__self__", None)).__name__
            self.reason = f"it calls {owner}.{getattr(arg, '__name__', arg)}"

    def _python(self, frame: types.FrameType) -> None:
        code, module = frame.f_code, frame.f_globals.get("__name__", "")
        if code is _ENVIRONMENT:
            self._read(os.environ._data, os.environ.encodekey(frame.f_locals["key"]))
        if code in _TRUSTED or module == __name__:
            self._depth = 1
        elif module == _SEARCHES:
            self.reason, self.once = "it searches", True
            self._depth = 1
        elif module == _FUNCTION:
            pass
        elif module.startswith((_RUNTIME, *_MACHINERY)):
            self._depth = 1
        elif module.partition(".")[0] in self._packages:
            self._globals(frame)
        elif module not in _LIBRARY:
            self.reason = self.reason or f"it calls {module}.{code.co_qualname}"
            self._depth = 1

    def _globals(self, frame: types.FrameType) -> None:
        """Notes what a function may read of its module, and of modules that it names."""
        code, namespace = frame.f_code, frame.f_globals
        for name in code.co_names:
            if name not in namespace:
                continue
            value = namespace[name]
            self._read(namespace, name)
            if isinstance(value, types.ModuleType) and value.__name__.partition(".")[0] not in _NOT_GUARDED:
                inside = vars(value)
                for attribute in code.co_names:
                    if attribute in inside:
                        self._read(inside, attribute)
        for name in code.co_freevars:
            if isinstance(frame.f_locals.get(name), list | dict | set):
                self.reason = self.reason or f"{code.co_qualname} keeps state in {name}"

    def _read(self, namespace: dict, key: Any) -> None:
        place = id(namespace), key
        if place in self.reads:
            return
        found = key in namespace
        value = namespace.get(key)
        least, most = -1, -1
        if isinstance(value, list | set):
            least = most = len(value)
        elif isinstance(value, dict):
            # A cache may grow by what other calls need.
            least, most = len(value), sys.maxsize
        self.reads[place] = namespace, key, found, value, least, most

    def _is_pure(self, frame: types.FrameType, function: Any) -> bool:
        name, owner = getattr(function, "__name__", ""), getattr(function, "__self__", None)
        if isinstance(owner, torch.Tensor):
            return name in _TENSOR_METHODS
        if function is _set_profile:
            return True
        if name in _MODE_FUNCTIONS and frame.f_globals.get("__name__") == _FUNCTION:
            return True
        if isinstance(owner, types.ModuleType):
            module = owner.__name__
            if module == "builtins":
                # A tensor's identity is no part of a key.
                return name in _BUILTINS or name == "id" and not _has_tensor(frame)
            return module in _PURE_MODULES or function is native.module.launch
        if owner is torch._C._VariableFunctions or owner is None and function is getattr(torch, name, None):
            return name in _TORCH_FUNCTIONS
        if isinstance(owner, type):
            return issubclass(owner, _PURE_TYPES) or name in ("__new__", "__init_subclass__")
        return isinstance(owner, _PURE_TYPES)


def _has_tensor(frame: types.FrameType) -> bool:
    """Whether a function holds a tensor, or a tuple, list or dictionary with one."""
    for value in frame.f_locals.values():
        inside = value.values() if isinstance(value, dict) else value if isinstance(value, tuple | list) else (value,)
        if any(isinstance(item, torch.Tensor) for item in inside):
            return True
    return False


def _seen(args: tuple, kwargs: dict, result: Any, calls: _Calls, operators: _Operators, steps: list | None) -> Seen:
    """What was observed, or a reason."""
    reason = calls.reason or operators.reason
    if reason is not None:
        return Seen(reason, never=not calls.once)
    if steps is None:
        # The first launch with a record comes after one without.
        return Seen("a launch had no record")
    if not steps:
        raise _Unknown("it launches nothing")
    inputs = [value for value in (*args, *kwargs.values()) if isinstance(value, torch.Tensor)]
    places = _Places(inputs, operators.allocated)
    launches = tuple((identity, tuple(places.of(address) for address in addresses)) for _, identity, addresses in steps)
    allocations = [_allocation(tensor) for tensor in operators.allocated]
    outcome = _in_final_shape(places.outcome(result), len(inputs), allocations)
    return Seen(
        tensors=len(inputs),
        allocations=tuple(allocations),
        launches=launches,
        outcome=outcome,
        reads=frozenset((*place, id(entry[3])) for place, entry in calls.reads.items()),
        steps=tuple(step for step, _, _ in steps),
        guards=tuple(calls.reads.values()),
    )


def _allocation(tensor: torch.Tensor) -> Allocation:
    if type(tensor) is not torch.Tensor or not tensor.is_cuda or tensor.layout is not torch.strided:
        raise _Unknown(f"it allocates a tensor of {tensor.device}")
    strides = None if tensor.is_contiguous() else tensor.stride()
    return Allocation(tuple(tensor.shape), strides, tensor.dtype, tensor.device)


def _in_final_shape(outcome: Any, inputs: int, allocations: list[Allocation]) -> Any:
    """Allocates in the shape that is given back what only a contiguous view of all of it gives back."""
    uses = list(_uses(outcome))

    def change(item: Any) -> Any:
        if type(item) is not tuple or item[0] is None:
            return item
        if isinstance(item[0], type):
            return (item[0], *(change(part) for part in item[1:]))
        number, size, strides, offset = item
        allocation = allocations[number - inputs]
        whole = math.prod(size) == math.prod(allocation.size) and offset == 0 and strides == _contiguous(size)
        if uses.count(number) > 1 or allocation.strides is not None or not whole:
            return item
        allocations[number - inputs] = dataclasses.replace(allocation, size=size)
        return number

    return change(outcome)


def _uses(outcome: Any) -> Iterable[int]:
    """Numbers of the tensors that are given back, or views of them."""
    if isinstance(outcome, int):
        yield outcome
    elif outcome is None or outcome[0] is None:
        return
    elif isinstance(outcome[0], int):
        yield outcome[0]
    else:
        for item in outcome[1:]:
            yield from _uses(item)


def _contiguous(size: tuple[int, ...]) -> tuple[int, ...]:
    """Strides of a contiguous tensor."""
    return tuple(math.prod(size[axis + 1 :]) for axis in range(len(size)))


class _Places:
    """Tensors by number, arguments before allocations, and what lies in them."""

    def __init__(self, inputs: list[torch.Tensor], allocated: list[torch.Tensor]):
        self._inputs = inputs
        self._all = [*inputs, *allocated]
        self._count = len(inputs)
        ranges = {}
        for number, tensor in enumerate(self._all):
            if tensor.numel() == 0:
                raise _Unknown("a tensor is empty")
            if number >= self._count and tensor.data_ptr() % 16:
                raise _Unknown("an allocation does not begin at a multiple of 16 bytes")
            # The same object twice is one tensor.
            ranges.setdefault(id(tensor), (number, tensor.data_ptr(), tensor.data_ptr() + _extent(tensor)))
        self._ranges = list(ranges.values())

    def of(self, address: int) -> tuple[int, int]:
        """The tensor that an address lies in, and the distance from its first element in bytes."""
        found = [(number, address - start) for number, start, end in self._ranges if start <= address < end]
        if len(found) != 1:
            raise _Unknown(f"an address lies in {len(found)} of its tensors")
        return found[0]

    def outcome(self, result: Any) -> Any:
        """What is given back, as the extension's `keep` takes it."""
        if result is None:
            return None
        if type(result) in (tuple, list):
            return (type(result), *(self.outcome(item) for item in result))
        if type(result) in (int, float, bool, str, torch.dtype):
            return None, type(result), result
        if type(result) is not torch.Tensor:
            raise _Unknown(f"it gives back a {type(result).__name__}")
        for number, tensor in enumerate(self._inputs):
            if result is tensor:
                return number
        storage = result.untyped_storage()._cdata
        for number, tensor in enumerate(self._all[self._count :], self._count):
            if tensor.untyped_storage()._cdata == storage and tensor.dtype == result.dtype:
                layout = tuple(result.shape), result.stride(), result.storage_offset()
                if not result._is_view() and layout == (tuple(tensor.shape), tensor.stride(), 0):
                    return number
                return number, *layout
        raise _Unknown("it gives back a tensor that it did not allocate")


def _extent(tensor: torch.Tensor) -> int:
    """Bytes from the first element to the end of the last."""
    reach = sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.stride(), strict=True))
    return (reach + 1) * tensor.element_size()


#: Allocates on the current device at half of `torch.empty`'s cost: what torch's own compiled code calls.
_EMPTY_STRIDED = getattr(torch._C._dynamo.guards, "_empty_strided_cuda", None)
_RUNTIME = f"{__package__}."
_set_profile = sys.setprofile
_FUNCTION = f"{__package__}.function"
_SEARCHES = f"{__package__}.tune"
_ENVIRONMENT = type(os.environ).__getitem__.__code__
#: Functions that are not looked into: they tell what does not change in a process, or what the
#: extension asks before it replays.
_TRUSTED = {
    function.__code__
    for function in (
        torch.cuda.get_device_properties,
        torch.cuda.get_device_capability,
        torch.compiler.is_compiling,
    )
}
