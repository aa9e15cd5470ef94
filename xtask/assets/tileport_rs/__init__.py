"""cutile-rs operators that `cargo xtask wire` put into this TileGym.

`manifest.json` beside this file lists them: library, twins of TileGym's cuTile modules, operators that
these register. TileGym's backend selector asks `is_available`, its ops package calls `register_wired`.
"""

import functools
import importlib
import json
import pathlib
import warnings

_FOLDER = pathlib.Path(__file__).resolve().parent


@functools.cache
def manifest() -> dict:
    """What is wired, as `manifest.json` says it."""
    return json.loads((_FOLDER / "manifest.json").read_text(encoding="utf-8"))


def is_available() -> bool:
    """Whether the library of at least one wired operator is there."""
    return any((_FOLDER / entry["library"]).is_file() for entry in manifest()["operators"].values())


@functools.cache
def _registered() -> frozenset:
    return frozenset(name for entry in manifest()["operators"].values() for name in entry["registers"])


def register_impl(name, backend):
    """TileGym's decorator of the same name, for the operators that are wired; others stay as they are."""
    from tilegym.backend import register_impl as register

    from .runtime import graph, replay

    def decorate(function):
        operator = replay.replayed(function)
        register(name, backend=backend)(operator)
        # To torch.compile an operator is one call, not the host code in it.
        graph.when_compiling(lambda: register(name, backend=backend)(graph.traceable(operator)))
        return function

    return decorate if name in _registered() else lambda function: function


def register_wired() -> None:
    """Imports the twins, so that their operators are registered.

    A twin that cannot be imported does not harm other backends: its operators raise the reason.
    """
    if is_available():
        # TileGym takes the backend off its list where its own cutile-rs operators cannot be imported.
        from tilegym.backend import selector

        selector._AVAILABLE_BACKENDS.add("cutile-rs")
    for operator, entry in manifest()["operators"].items():
        try:
            importlib.import_module(entry["module"])
        except Exception as error:  # noqa: BLE001 - whatever a twin's import raises
            warnings.warn(f"cutile-rs: {operator} cannot be imported: {error}", stacklevel=2)
            for name in entry["registers"]:
                register_impl(name, backend="cutile-rs")(_raises(operator, error))


def _raises(operator, reason):
    def unavailable(*_args, **_kwargs):
        raise RuntimeError(f"cutile-rs: {operator} cannot be imported: {reason}") from reason

    return unavailable
