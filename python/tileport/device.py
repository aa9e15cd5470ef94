# SPDX-License-Identifier: MIT
"""Cases of `inputs.toml` on a real GPU: values placed on a device, operators called by backend."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import torch

from tileport.probe import inputs
from tileport.probe.session import environment, implementation


def place(value, device: torch.device):
    """The same value with its tensors on a device; strides, offset and aliasing of axes are kept."""
    if isinstance(value, torch.Tensor):
        if value.untyped_storage().nbytes() == 0:
            moved = torch.empty_strided(value.shape, value.stride(), dtype=value.dtype, device=device)
        else:
            flat = value.detach().as_strided((value.untyped_storage().nbytes() // value.element_size(),), (1,), 0)
            moved = flat.to(device).as_strided(value.shape, value.stride(), value.storage_offset())
        return moved.requires_grad_(value.requires_grad)
    if isinstance(value, list | tuple):
        return type(value)(place(item, device) for item in value)
    if isinstance(value, dict):
        return {key: place(item, device) for key, item in value.items()}
    return value


class Call:
    """One case on one backend, with arguments of its own.

    `values`, the positional and keyword arguments on the host, gives several calls the same data: what
    `inputs.build` leaves uninitialised differs from call to call.
    """

    def __init__(self, case: inputs.Case, backend: str, device: torch.device, values=None) -> None:
        self.case = case
        self.function = function_of(case, backend)
        args, kwargs = values or (inputs.build(case.args, case.name), inputs.build(case.kwargs, case.name))
        self.args = place(args, device)
        self.kwargs = place(kwargs, device)

    def forward(self):
        """Calls the operator."""
        with environment(self.case.env):
            return self.function(*self.args, **self.kwargs)

    def leaves(self) -> list[torch.Tensor]:
        """Arguments that need a gradient, in order."""
        found = [*self.args, *self.kwargs.values()]
        return [leaf for leaf in found if isinstance(leaf, torch.Tensor) and leaf.requires_grad]

    def tensors(self) -> list[torch.Tensor]:
        """All tensor arguments, in order: in-place operators write some of them."""
        return [leaf for leaf in [*self.args, *self.kwargs.values()] if isinstance(leaf, torch.Tensor)]


def function_of(case: inputs.Case, backend: str) -> Callable:
    """What a case calls: the backend's implementation of an operator, or `module:function`.

    For another backend than cutile a function of a module is that of the module's twin.
    """
    if ":" not in case.call:
        if (function := implementation(case.call, backend)) is None:
            raise inputs.InputError(f"input {case.name!r}: no operator {case.call!r} for backend {backend!r}")
        return function
    module, _, name = case.call.partition(":")
    if backend == "cutile-rs":
        module = module.replace("tilegym.", "tilegym.tileport_rs.", 1)
    return inputs.resolve(f"{module}:{name}")


def outputs(result) -> list[torch.Tensor]:
    """The tensors of a result."""
    if isinstance(result, torch.Tensor):
        return [result]
    if isinstance(result, list | tuple):
        return [tensor for item in result for tensor in outputs(item)]
    return []


def reference(document: dict, call: Call):
    """A document's `correctness_reference` on a call's arguments.

    It is an expression over `torch`, the operator's own parameters, by name, and what `[names]` binds
    before it, in order.
    """
    bound = inspect.signature(call.function).bind(*call.args, **call.kwargs)
    bound.apply_defaults()
    names = {"torch": torch, **bound.arguments}
    names |= names.pop("kwargs", {})
    for name, expression in document.get("names", {}).items():
        names[name] = eval(expression, names)  # noqa: S307 - an expression of our own inputs file
    return eval(document["correctness_reference"], names)  # noqa: S307
