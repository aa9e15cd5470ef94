# SPDX-License-Identifier: MIT
"""Fences around tensors: what a kernel writes beyond its output, or leaves unwritten, shows.

Inside `Guards`, what torch allocates on a device lies between two stretches of a marker, and memory
that is handed out uninitialised holds the marker as well. The marker's bytes are all ones, which is
NaN for floats and -1 for integers: an element that is not written differs from any right result, and a
read beyond an operand poisons what is made of it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType

import torch

#: Bytes of a fence: a multiple of every alignment that kernels are specialised on.
FENCE = 4096
#: At most this many bytes of a row are fenced besides.
ROW_LIMIT = 1 << 20
_ONES = 0xFF

#: Factories of torch and methods of tensors whose results are fenced; true where they are
#: uninitialised.
FACTORIES = {
    "empty": True,
    "empty_like": True,
    "empty_strided": True,
    "zeros": False,
    "zeros_like": False,
    "ones": False,
    "ones_like": False,
    "full": False,
    "full_like": False,
}
METHODS = {"new_empty": True, "new_zeros": False, "new_ones": False, "new_full": False}


class Guards:
    """A context in which allocations are fenced; `violations` looks at the fences afterwards."""

    def __init__(self, device_type: str = "cuda") -> None:
        self._device_type = device_type
        self._saved: list[tuple[object, str, Callable]] = []
        self._fenced: list[tuple[str, torch.Tensor, int, int]] = []
        self._lock = threading.Lock()
        self._allocate = torch.empty

    def __enter__(self) -> Guards:
        # Attributes are replaced rather than a function mode entered: a mode belongs to one thread,
        # and backward passes run on autograd's.
        for holder, factories in ((torch, FACTORIES), (torch.Tensor, METHODS)):
            for name, uninitialised in factories.items():
                original = getattr(holder, name)
                self._saved.append((holder, name, original))
                setattr(holder, name, self._wrapped(name, original, uninitialised))
        return self

    def __exit__(self, kind: type | None, value: BaseException | None, trace: TracebackType | None) -> None:
        for holder, name, original in reversed(self._saved):
            if holder is torch.Tensor:
                delattr(holder, name)  # it is inherited
            else:
                setattr(holder, name, original)
        self._saved.clear()

    def _wrapped(self, name: str, original: Callable, uninitialised: bool) -> Callable:
        def factory(*args, **kwargs):
            made = original(*args, **kwargs)
            if type(made) is not torch.Tensor or kwargs.get("out") is not None or not self._concerns(made):
                return made
            fenced = self.fence(made.detach(), name, copy=not uninitialised)
            return fenced.requires_grad_(made.requires_grad)

        return factory

    def _concerns(self, tensor: torch.Tensor) -> bool:
        return tensor.device.type == self._device_type and tensor.layout is torch.strided and not tensor.is_quantized

    def fence(self, tensor: torch.Tensor, name: str, *, copy: bool) -> torch.Tensor:
        """A tensor of the same shape, strides, storage offset and, with `copy`, content, in a fence."""
        size = tensor.element_size()
        offset = tensor.storage_offset()
        span = 0
        if tensor.numel():
            span = 1 + sum((n - 1) * stride for n, stride in zip(tensor.shape, tensor.stride(), strict=True))
        row = min(tensor.shape[-1] * size if tensor.ndim else 0, ROW_LIMIT)
        front = -(-max(FENCE, row) // FENCE) * FENCE // size
        whole = self._allocate(front + offset + span + front, dtype=tensor.dtype, device=tensor.device)
        whole.view(torch.uint8).fill_(_ones_of(tensor.dtype))
        start = front + offset
        if copy and span:
            whole[start : start + span] = tensor.detach().as_strided((span,), (1,), offset)
        with self._lock:
            self._fenced.append((f"{name}{tuple(tensor.shape)}", whole, start, start + span))
        # Not a view: to autograd a result of a factory has no base.
        fenced = self._allocate(0, dtype=tensor.dtype, device=tensor.device)
        return fenced.set_(whole.untyped_storage(), start, tensor.shape, tensor.stride())

    def fence_arguments(self, value):
        """The same arguments, each tensor in a fence of its own; aliasing between them is lost."""
        if isinstance(value, torch.Tensor) and self._concerns(value):
            fenced = self.fence(value, "argument", copy=True)
            return fenced.requires_grad_(value.requires_grad)
        if isinstance(value, list | tuple):
            return type(value)(self.fence_arguments(item) for item in value)
        if isinstance(value, dict):
            return {key: self.fence_arguments(item) for key, item in value.items()}
        return value

    def violations(self) -> list[str]:
        """The fences that were written to, once the device has finished."""
        if self._device_type == "cuda":
            torch.cuda.synchronize()
        found = []
        for name, whole, start, end in self._fenced:
            marker = _ones_of(whole.dtype)
            for side, part in (("before", whole[:start]), ("behind", whole[end:])):
                if not bool((part.view(torch.uint8) == marker).all()):
                    found.append(f"memory {side} {name} was overwritten")
        return found


def _ones_of(dtype: torch.dtype) -> int:
    """The marker's byte; a bool of 0xFF is no bool."""
    return 1 if dtype is torch.bool else _ONES
