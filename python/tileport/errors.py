"""Exceptions of launches, and the return codes that they stand for."""

from __future__ import annotations


class KernelError(RuntimeError):
    """A kernel could not be compiled, loaded or launched."""


class UnsupportedError(KernelError, NotImplementedError):
    """The port has no kernel for these arguments: such a launch was not captured."""


class LibraryError(KernelError):
    """The library of an operator, or something that it needs, is not there."""


#: Return codes of the C functions. 0 is success; the message comes from `tileport_last_error`.
_EXCEPTIONS = {
    -2: UnsupportedError,
    -3: KernelError,
    -4: KernelError,
    -5: ValueError,
    -6: ValueError,
}


def exception(code: int, message: str) -> Exception:
    """The exception for a return code that is not 0."""
    kind = _EXCEPTIONS.get(code)
    if kind is None:
        return KernelError(f"unknown return code {code}: {message}")
    return kind(message)
