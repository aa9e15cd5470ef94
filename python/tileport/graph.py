"""Launches inside graphs that torch compiles: one operator of the dispatcher for the launches of all kernels.

While torch.compile traces host code, its tensors have no data. A launch then becomes a call of this
operator in the graph, which launches when the graph runs. Every tensor counts as written: which ones a
kernel writes only the kernel knows.
"""

from __future__ import annotations

import importlib.abc
import importlib.util
import sys
from collections.abc import Callable
from typing import Any

import torch

from .dtypes import DType
from .kernels import Kernel

#: A vendored copy of this package has operators of its own.
NAMESPACE = (__package__ or "tileport").replace(".", "_")

_library = torch.library.Library(NAMESPACE, "FRAGMENT")
_library.define(
    "launch(str kernel, SymInt[] grid, str layout, Tensor(a!)[] tensors, SymInt[] ints, float[] floats) -> ()"
)

_kernels: dict[str, Kernel] = {}
_constants: dict[str, Any] = {}


def is_traced(arguments: tuple) -> bool:
    """Whether a launch's tensors are stand-ins of a trace that is under way."""
    if not torch._C._len_torch_dispatch_stack():
        return False
    return any(_is_stand_in(item) for value in arguments for item in (value if isinstance(value, list) else (value,)))


def _is_stand_in(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and type(value).__torch_dispatch__ is not torch.Tensor.__torch_dispatch__


def launch(grid: tuple, kernel: Kernel, arguments: tuple) -> None:
    """Puts a launch into the graph; it will run on the stream that is current then."""
    key = f"{kernel._pyfunc.__module__}:{kernel._pyfunc.__qualname__} {kernel._compiler_options}"
    _kernels[key] = kernel
    layout: list[str] = []
    tensors: list[torch.Tensor] = []
    ints: list[Any] = []
    floats: list[float] = []
    for value in arguments:
        if isinstance(value, torch.Tensor):
            layout.append("t")
            tensors.append(value)
        elif isinstance(value, list):
            layout.append(f"l{len(value)}")
            tensors += value
        elif isinstance(value, bool):
            layout.append(f"b{int(value)}")
        elif isinstance(value, int | torch.SymInt):
            layout.append("i")
            ints.append(value)
        elif isinstance(value, float):
            layout.append("f")
            floats.append(value)
        elif value is None or isinstance(value, str | torch.dtype | DType):
            name = repr(value)
            _constants[name] = value
            layout.append(f"c{name}")
        else:
            raise TypeError(f"an argument of type {type(value).__name__} cannot be passed in a compiled graph")
    getattr(torch.ops, NAMESPACE).launch(key, list(grid), "\n".join(layout), tensors, ints, floats)


def _run(key: str, grid: list[int], layout: str, tensors: list, ints: list[int], floats: list[float]) -> None:
    """Launches from inside a graph."""
    from . import launching

    rest, numbers, reals = iter(tensors), iter(ints), iter(floats)
    arguments: list[Any] = []
    for token in layout.split("\n"):
        kind, detail = token[0], token[1:]
        if kind == "t":
            arguments.append(next(rest))
        elif kind == "l":
            arguments.append([next(rest) for _ in range(int(detail))])
        elif kind == "b":
            arguments.append(detail == "1")
        elif kind == "i":
            arguments.append(next(numbers))
        elif kind == "f":
            arguments.append(next(reals))
        else:
            arguments.append(_constants[detail])
    launching.launch(launching.CURRENT_STREAM, tuple(grid), _kernels[key], tuple(arguments))


_library.impl("launch", _run, "CUDA")


@torch.library.register_fake(f"{NAMESPACE}::launch", lib=_library)
def _fake(key, grid, layout, tensors, ints, floats) -> None:
    """Nothing to compute: outputs are among the tensors."""


def traceable(function: Callable) -> Callable:
    """An operator's function as torch.compile is to see it: run once while it traces, not looked into."""
    import torch._dynamo

    mark = getattr(torch._dynamo, "nonstrict_trace", None)
    return function if mark is None else mark(function)


def when_compiling(action: Callable[[], object]) -> None:
    """Does something once torch's compiler is imported: importing it takes seconds, and few need it."""
    if "torch._dynamo" in sys.modules:
        action()
        return
    _Watch.actions.append(action)
    if not any(isinstance(finder, _Watch) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Watch())


class _Watch(importlib.abc.MetaPathFinder):
    """Sees torch's compiler being imported."""

    actions: list[Callable[[], object]] = []

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        """Finds what others find, and acts after the import."""
        if fullname != "torch._dynamo":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(fullname)
        execute = spec.loader.exec_module

        def execute_and_act(module: Any) -> None:
            execute(module)
            while self.actions:
                self.actions.pop()()

        spec.loader.exec_module = execute_and_act
        return spec
