"""`torch.autograd.Function` for host code, without its cost where nothing needs a gradient.

`apply` costs more than a launch even where it records nothing. Where no argument needs a gradient it
is the forward method alone, on a context that keeps nothing.
"""

from __future__ import annotations

from typing import Any

import torch
from torch.autograd import forward_ad

_is_grad_enabled = torch.is_grad_enabled
_is_compiling = torch.compiler.is_compiling
_modes = torch._C._len_torch_function_stack
_transforms_active = torch._C._are_functorch_transforms_active
_without_context = torch.autograd.Function.setup_context


class _NoGraph:
    """What a forward method sees as its context where nothing is recorded."""

    def __init__(self, count: int):
        self.needs_input_grad = (False,) * count

    def save_for_backward(self, *tensors: Any) -> None:
        """Keeps nothing."""

    save_for_forward = save_for_backward
    mark_non_differentiable = save_for_backward

    def set_materialize_grads(self, value: bool) -> None:
        """Of no effect without a backward pass."""

    def mark_dirty(self, *tensors: torch.Tensor) -> None:
        """Says that tensors were written, as a recording context does."""
        torch.autograd.graph.increment_version(tensors)


class Function(torch.autograd.Function):
    """Base of host code's functions with a backward pass."""

    @classmethod
    def apply(cls, *args: Any) -> Any:
        """Runs forward, and records it where an argument needs a gradient."""
        # A mode that watches torch's functions sees those of torch's own `apply`, and no others.
        if (
            _modes()
            or (_is_grad_enabled() and _need_gradient(args))
            or cls.setup_context is not _without_context
            or _is_compiling()
            or _transforms_active()
            or forward_ad._current_level >= 0
        ):
            return super().apply(*args)
        return cls.forward(_NoGraph(len(args)), *args)


def _need_gradient(args: tuple) -> bool:
    for value in args:
        if isinstance(value, torch.Tensor) and value.requires_grad:
            return True
    return False
