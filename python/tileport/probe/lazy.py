"""Torch operators on large tensors are not computed: shapes, strides and aliases are all that counts.

Under the described GPU no kernel runs, so that what torch would compute from their results means
nothing. Host code reads at most small tensors (lengths, offsets, tables); those keep their values.
"""

from __future__ import annotations

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_map

#: Floating tensors of more elements, and whole numbers of more than `WHOLE`, are not computed.
LIMIT = 1 << 14
WHOLE = 1 << 20

#: Read values, so that no shape can be said without them.
_READING = ("_local_scalar_dense", "equal", "nonzero", "unique", "is_nonzero", "masked_select", "bincount")

_UNFILLED = ("aten::empty", "aten::empty_strided", "aten::empty_like", "aten::new_empty", "aten::new_empty_strided")


class Lazy(TorchDispatchMode):
    """Leaves results of large operators as the allocator gives them."""

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        # Nothing is traced here; without this, torch imports all of its tracer for the first operator.
        return False

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        tensors = [item for item in tree_flatten((args, kwargs))[0] if isinstance(item, torch.Tensor)]
        if _must_run(function) or (tensors and not any(_large(item) for item in tensors)):
            return function(*args, **kwargs)
        if not tensors or function._schema.name in _UNFILLED:
            return _made(function, args, kwargs)
        if function._schema.is_mutable:
            return _written(function, args, kwargs)
        try:
            result = _on_meta(function, args, kwargs)
        except (RuntimeError, NotImplementedError, ValueError, TypeError):
            # No meta kernel, or a result whose shape depends on values.
            return function(*args, **kwargs)
        return tree_map(lambda item: _empty_like(item) if isinstance(item, torch.Tensor) else item, result)


def _large(tensor: torch.Tensor) -> bool:
    return tensor.numel() > (LIMIT if tensor.dtype.is_floating_point else WHOLE)


def _must_run(function) -> bool:
    """Views alias their argument; readers need values."""
    aliases = any(item.alias_info is not None and not item.alias_info.is_write for item in function._schema.returns)
    return aliases or any(name in function._schema.name for name in _READING)


def _on_meta(function, args, kwargs):
    def shadow(value):
        if isinstance(value, torch.Tensor):
            return torch.empty_strided(value.shape, value.stride(), dtype=value.dtype, device="meta")
        return torch.device("meta") if isinstance(value, torch.device) else value

    return function(*tree_map(shadow, args), **tree_map(shadow, kwargs))


def _empty_like(shadow: torch.Tensor) -> torch.Tensor:
    return torch.empty_strided(shadow.shape, shadow.stride(), dtype=shadow.dtype, device="cpu")


def _made(function, args, kwargs):
    """A tensor out of nothing; a large one without its values."""
    meta = kwargs | {"device": torch.device("meta"), "generator": None}
    names = {argument.name for argument in function._schema.arguments}
    try:
        shadow = _on_meta(function, args, {key: value for key, value in meta.items() if key in names})
    except (RuntimeError, NotImplementedError, TypeError):
        return function(*args, **kwargs)
    if isinstance(shadow, torch.Tensor) and _large(shadow):
        return _empty_like(shadow)
    made = function(*args, **kwargs)
    # What no kernel fills must not differ from run to run: host code may read it.
    return made.zero_() if function._schema.name in _UNFILLED else made


def _written(function, args, kwargs):
    """What an operator that writes hands back, with nothing written."""
    names = [argument.name for argument in function._schema.arguments]
    values = dict(zip(names, args, strict=False)) | kwargs
    written = [
        values.get(argument.name)
        for argument in function._schema.arguments
        if argument.alias_info is not None and argument.alias_info.is_write
    ]
    if any(isinstance(item, torch.Tensor) and not _large(item) for item in written):
        # A small result of large operands (`out=` of a sum) may be read.
        return function(*args, **kwargs)
    count = len(function._schema.returns)
    return written[0] if count == 1 else tuple(written[:count]) if count else None
