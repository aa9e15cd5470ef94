"""The extension `_launch`: where it lies, and what it works with.

`cargo xtask wire` puts it beside this module, built from `python/launch`; `TILEPORT_LAUNCH` names
another file, or `off`. It needs torch's DLPack exchange interface (torch 2.10 and newer). Without it
launches take the same libraries and the same records through cffi, which costs some microseconds
more a launch; that is said once.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import warnings
from pathlib import Path
from typing import Any

#: Name of the extension's file.
FILE = "_launch.abi3.so"

_EXCHANGE = "__dlpack_c_exchange_api__"


def _load() -> tuple[Any, str]:
    """The extension, or None and the reason."""
    named = os.environ.get("TILEPORT_LAUNCH")
    if named == "off":
        return None, "TILEPORT_LAUNCH is off"
    path = Path(named) if named else Path(__file__).resolve().parent / FILE
    if not path.is_file():
        return None, f"{path} is not there; `cargo build -p tileport-launch` and `cargo xtask wire` put it there"
    import torch

    if not hasattr(torch.Tensor, _EXCHANGE):
        return None, f"torch {torch.__version__} has no {_EXCHANGE}; 2.10 or newer has"
    name = f"{__package__}._launch"
    loader = importlib.machinery.ExtensionFileLoader(name, str(path))
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    try:
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
    except ImportError as error:
        return None, f"{path} cannot be loaded: {error}"
    return module, ""


#: The extension, where it is there.
module, _reason = _load()


def configure(kernel: type, current: Any, slow: Any, refresh: Any, max_grid: int, look_every: float) -> Any:
    """Readies the extension and gives its `launch`; `slow` itself where there is no extension."""
    global module, _reason
    if module is None:
        return slow
    import torch

    try:
        module.configure(
            kernel,
            torch.cuda.Stream,
            current,
            torch.Tensor.is_neg,
            slow,
            refresh,
            getattr(torch.Tensor, _EXCHANGE),
            max_grid,
            int(look_every * 1e9),
        )
    except TypeError as error:
        module, _reason = None, str(error)
        return slow
    return module.launch


def say_if_missing() -> None:
    """Warns, once, that launches take the longer way."""
    global _reason
    if _reason:
        warnings.warn(
            f"tileport launches through cffi, with more host time a launch: {_reason}", RuntimeWarning, stacklevel=3
        )
        _reason = ""
