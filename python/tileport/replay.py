"""Operators whose host code need not run again for arguments like those of an earlier call.

Host code looks at its arguments' shapes, dtypes and values, and from that allocates and launches. The
second and third call with like arguments are observed (`observe`): where both did the same and host
code read nothing but its arguments, module globals and environment variables, later calls are
replayed by the extension, as long as these are what they were. Everything else runs the host code:
gradients, active modes and transforms, `torch.compile`, tensors that are not plain ones.

`TILEPORT_REPLAY=off` runs the host code always.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from typing import Any

from . import native, observe

#: Keys of an operator that are watched at a time.
MAX_KEYS = 1024
#: How often a key is observed before its calls count as different each time.
MAX_TRIES = 4

_reasons: dict[str, str] = {}


def replayed(function: Callable) -> Callable:
    """An operator's function as it is to be called: the extension's, which calls or replays `function`."""
    extension = native.module
    if extension is None or os.environ.get("TILEPORT_REPLAY") == "off":
        return function
    _watch(extension)
    return extension.operator(function, _Operator(function), function.__name__, function.__module__, _doc(function))


def _doc(function: Callable) -> str:
    """The documentation of a C function: `inspect` takes the signature from it."""
    signature = inspect.signature(function)
    bare = signature.replace(
        parameters=[item.replace(annotation=item.empty) for item in signature.parameters.values()],
        return_annotation=signature.empty,
    )
    return f"{function.__name__}{bare}\n--\n\n{function.__doc__ or ''}"


def reasons() -> dict[str, str]:
    """Why calls are not replayed, by operator; of several reasons the last."""
    return dict(_reasons)


class _Operator:
    """What is known of the calls that have no plan yet."""

    def __init__(self, function: Callable):
        self._function = function
        self._observer = observe.Observer(function)
        #: By key: None after the first call, then what was last observed and how often.
        self._seen: dict[bytes, tuple[int, observe.Seen | None]] = {}

    def __call__(self, handle: Any, key: bytes, args: tuple, kwargs: dict) -> Any:
        """Makes the call; called by the extension for a key without a plan."""
        if key not in self._seen:
            # The first call compiles, tunes and warns.
            if len(self._seen) >= MAX_KEYS:
                self._seen.clear()
            result = self._function(*args, **kwargs)
            self._seen[key] = 0, None
            return result
        result, seen = self._observer.run(args, kwargs)
        tries, before = self._seen.pop(key, (0, None))
        constants = (*observe.constants(args), *observe.constants(kwargs.values()), *kwargs)
        if seen.reason is None and before is not None and seen == before:
            native.module.keep(handle, key, constants, *seen.plan())
        elif seen.never or tries >= MAX_TRIES:
            _reasons[self._function.__qualname__] = seen.reason or "it does not do the same each time"
            native.module.never(handle, key, constants)
        else:
            self._seen[key] = tries + 1, seen
        return result


def _watch(extension: Any) -> None:
    """Names what the extension looks at before it replays."""
    import torch
    from torch.autograd import forward_ad

    from .dtypes import DType

    modes = (
        torch._C._len_torch_function_stack,
        torch._C._len_torch_dispatch_stack,
        torch._C._are_functorch_transforms_active,
    )
    values = (type(None), str, torch.dtype, DType)
    extension.watch(
        modes,
        vars(forward_ad),
        "_current_level",
        torch.is_grad_enabled,
        torch.as_strided,
        values,
        torch.Size,
    )
