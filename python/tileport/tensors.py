"""Reading torch tensors into descriptors: what may be passed, and how.

A descriptor has the address of the first element, sizes and strides in elements: the memory that a
view spans follows from those, so broadcast, sliced and transposed views need nothing more.
"""

from __future__ import annotations

from typing import Any

import torch

from .dtypes import torch_codes

#: The most axes that a descriptor holds.
MAX_RANK = 5

_CODES = torch_codes()
_EXCHANGE = "__dlpack_c_exchange_api__"

#: Types whose instances hold their data themselves. Others (fake, functional, distributed tensors,
#: wrappers) have no address, or one that means something else.
plain_types: set[type] = {torch.Tensor, torch.nn.Parameter}


def _is_plain(kind: type) -> bool:
    if kind in plain_types:
        return True
    plain = (
        issubclass(kind, torch.Tensor)
        and kind.__torch_dispatch__ is torch.Tensor.__torch_dispatch__
        and getattr(kind, _EXCHANGE, None) is getattr(torch.Tensor, _EXCHANGE, None)
    )
    if plain:
        plain_types.add(kind)
    return plain


def check(name: str, value: Any) -> None:
    """Refuses what cannot be handed to a kernel; the message names the argument."""
    if not _is_plain(type(value)):
        kind = type(value).__name__
        raise TypeError(f"argument `{name}` must be a plain torch.Tensor, not {kind}")
    if value.device.type != "cuda":
        raise ValueError(f"argument `{name}` is on {value.device}; a CUDA device is needed")
    if value.layout is not torch.strided:
        raise TypeError(f"argument `{name}` has the layout {value.layout}; strided is needed")
    if value.dtype not in _CODES:
        raise TypeError(f"argument `{name}` has dtype {value.dtype}, which kernels do not have")
    if value.ndim > MAX_RANK:
        raise ValueError(f"argument `{name}` has rank {value.ndim}; at most {MAX_RANK} is supported")
    if value.is_neg() or value.is_conj():
        raise ValueError(
            f"argument `{name}` is a lazily negated or conjugated view; resolve it first "
            "(resolve_neg(), resolve_conj())"
        )


def fill(desc: Any, name: str, value: torch.Tensor) -> None:
    """Writes a checked tensor into a descriptor."""
    rank = value.ndim
    try:
        desc.ptr = value.data_ptr()
    except RuntimeError as error:
        raise TypeError(f"argument `{name}` has no data of its own: {error}") from error
    desc.ndim = rank
    desc.shape[0:rank] = value.shape
    desc.strides[0:rank] = value.stride()
    desc.dtype = _CODES[value.dtype]
