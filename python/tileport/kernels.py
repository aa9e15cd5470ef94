"""Objects that stand for kernels in host code."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable
from typing import Any

from .options import CompilerOptions


class Function:
    """Identity of a Rust kernel: what `_pyfunc` gives. It is never called."""

    def __init__(
        self,
        file: str,
        qualname: str,
        line: int,
        params: tuple[str, ...],
        const: tuple[str, ...],
        closure: dict[str, Any] | None,
    ):
        self.file = file
        self.line = line
        self.params = params
        self.const = const
        self.closure = closure
        #: Prepared launches by compiler options: host code may make a kernel for each launch.
        self.prepared: dict[CompilerOptions, tuple[Any, int]] = {}
        self.__qualname__ = qualname
        self.__name__ = qualname.rpartition(".")[2]
        self.__module__ = file.removesuffix(".py").replace("/", ".")

    def __repr__(self) -> str:
        return f"<Rust kernel {self.__qualname__} of {self.file}:{self.line}>"


class Kernel:
    """Stands for a `@ct.kernel` function; `file` is its place in the package.

    Objects compare by identity, as cuTile's kernels do: host code keys caches on that.
    """

    def __init__(
        self,
        file: str,
        qualname: str,
        line: int = 0,
        *,
        params: tuple[str, ...] = (),
        const: tuple[str, ...] = (),
        closure: dict[str, Any] | None = None,
        **options: Any,
    ):
        self._pyfunc = Function(file, qualname, line, tuple(params), tuple(const), closure)
        self._compiler_options = CompilerOptions(**options)
        #: Prepared launches, and the reading of the manifest that they belong to.
        self._prepared: Any = None
        self._generation = -1
        self.__name__ = self._pyfunc.__name__

    @classmethod
    def _of(cls, function: Function, options: CompilerOptions) -> Kernel:
        new = cls.__new__(cls)
        new._pyfunc = function
        new._compiler_options = options
        new._prepared, new._generation = None, -1
        if options.is_plain():
            new._prepared, new._generation = function.prepared.get(options, (None, -1))
        new.__name__ = function.__name__
        return new

    def _keep(self, prepared: Any, generation: int) -> None:
        """Takes prepared launches over, for kernels of the same function and options too."""
        self._prepared, self._generation = prepared, generation
        if self._compiler_options.is_plain():
            self._pyfunc.prepared[self._compiler_options] = prepared, generation

    def replace_hints(self, **hints: Any) -> Kernel:
        """A new kernel with other compiler options; an unknown one is a TypeError."""
        return self._of(self._pyfunc, dataclasses.replace(self._compiler_options, **hints))

    def __call__(self, *_args: Any, **_kwargs: Any) -> None:
        raise TypeError("tile kernels cannot be called directly; use launch()")

    def __repr__(self) -> str:
        return f"<Kernel {self._pyfunc.__qualname__} of {self._pyfunc.file}>"


def kernel(function: Function | None = None, /, **options: Any) -> Kernel | Callable[[Function], Kernel]:
    """`ct.kernel` as host code uses it: options on the function of another kernel."""
    if function is None:
        return lambda later: kernel(later, **options)
    if not isinstance(function, Function):
        raise TypeError("a kernel is made of another kernel's `_pyfunc`; Python functions are not compiled")
    return Kernel._of(function, CompilerOptions(**options))


def experimental_kernel(message_or_kernel: Any = None) -> Any:
    """TileGym's decorator: the first launch of the kernel logs a message."""

    def mark(target: Kernel, message: str | None) -> Kernel:
        target._tracked_message = message or (
            f"{target.__name__} is an experimental kernel contributed by "
            "external GitHub TileGym contributors. "
            "This kernel has not been fully validated by the core team."
        )
        return target

    if isinstance(message_or_kernel, Kernel):
        return mark(message_or_kernel, None)
    return lambda target: mark(target, message_or_kernel)


def cdiv(dividend: int, divisor: int) -> int:
    """The quotient rounded up."""
    return -(-dividend // divisor)


@contextlib.contextmanager
def compiler_timeout(timeout_sec: float):
    """Accepted for cuTile's sake: the time of our compiler is not limited."""
    yield
