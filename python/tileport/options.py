"""Compiler options of a kernel: their ranges, and values that depend on the target."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

_POWERS_OF_TWO = (1, 2, 4, 8, 16, 32)


class _Unspecified:
    def __repr__(self) -> str:
        return "UNSPECIFIED"

    def __deepcopy__(self, memo):
        return self


UNSPECIFIED = _Unspecified()


class ByTarget:
    """A value that depends on the GPU's architecture, with an optional default for all others."""

    def __init__(self, *, default: Any = UNSPECIFIED, **value_by_target: Any):
        for name in value_by_target:
            if not re.fullmatch(r"sm_\d+", name):
                raise ValueError(f"{name!r} is no GPU architecture; sm_<major><minor> is expected")
        self._default = default
        self._by_target = value_by_target

    def __repr__(self) -> str:
        entries = [f"{name}={value!r}" for name, value in self._by_target.items()]
        if self._default is not UNSPECIFIED:
            entries.append(f"default={self._default!r}")
        return f"ByTarget({', '.join(entries)})"

    # Like cuTile's: equal by value and therefore unhashable.
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ByTarget):
            return False
        return self._default == other._default and self._by_target == other._by_target

    def resolve(self, target: str, fallback: Any) -> Any:
        """The value for a target such as `sm_90`."""
        value = self._by_target.get(target, self._default)
        return fallback if value is UNSPECIFIED else value


def _check(name: str, value: Any) -> None:
    if value is None:
        return
    if name == "num_ctas" and value not in _POWERS_OF_TWO[:5]:
        raise ValueError(f"num_ctas must be a power of two from 1 to 16, not {value}")
    if name == "occupancy" and not 1 <= value <= 32:
        raise ValueError(f"occupancy must lie between 1 and 32, not {value}")
    if name == "opt_level" and not 0 <= value <= 3:
        raise ValueError(f"opt_level must lie between 0 and 3, not {value}")
    if name == "num_worker_warps" and value not in _POWERS_OF_TWO:
        raise ValueError(f"num_worker_warps must be a power of two from 1 to 32, not {value}")


@dataclasses.dataclass(frozen=True)
class CompilerOptions:
    """The options of `ct.kernel`; None leaves the choice to the compiler."""

    num_ctas: None | int | ByTarget = None
    occupancy: None | int | ByTarget = None
    opt_level: None | int | ByTarget = 3
    num_worker_warps: None | int | ByTarget = None

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if isinstance(value, ByTarget):
                for choice in value._by_target.values():
                    _check(field.name, choice)
                if value._default is not UNSPECIFIED:
                    _check(field.name, value._default)
            else:
                _check(field.name, value)

    def is_plain(self) -> bool:
        """Whether no option depends on the target, so that options are hashable."""
        return not any(isinstance(getattr(self, field.name), ByTarget) for field in dataclasses.fields(self))

    def for_target(self, target: str) -> tuple:
        """The options for a target, in the order of the fields; None where unset."""
        values = []
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if isinstance(value, ByTarget):
                value = value.resolve(target, field.default)
            values.append(value)
        return tuple(values)
