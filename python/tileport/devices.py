"""What host code asks of a device and never changes, remembered: torch answers anew at each call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

_properties: dict[Any, Any] = {}
_capabilities: dict[Any, tuple[int, int]] = {}


def get_device_properties(device: Any = None) -> Any:
    """As `torch.cuda.get_device_properties`."""
    return _ask(_properties, torch.cuda.get_device_properties, device)


def get_device_capability(device: Any = None) -> tuple[int, int]:
    """As `torch.cuda.get_device_capability`."""
    return _ask(_capabilities, torch.cuda.get_device_capability, device)


def _ask(known: dict, ask: Callable, device: Any) -> Any:
    if not _is_named(device):
        device = _index(device)
    found = known.get(device) if _is_named(device) else None
    if found is None:
        found = ask(device)
        if _is_named(device):
            known[device] = found
    return found


def _is_named(device: Any) -> bool:
    """Whether a device is always the same one: the current device is not."""
    return type(device) is int and device >= 0 or type(device) is torch.device and device.index is not None


def _index(device: Any) -> Any:
    """The current device's number where that is meant; what is no device stays, for torch to say so."""
    if device is None or device == "cuda" or device == torch.device("cuda"):
        return torch.cuda.current_device()
    return device
