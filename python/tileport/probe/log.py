"""The launch log and the torch operators of a module's host code, as JSON lines.

Two modules that do the same to the device have equal logs: a rewritten twin is proved by that. One
line per event, in the order of host code: `case`, `op` (a torch function that host code called),
`launch` (kernel, grid, arguments, hints), `search`, `result`, `error`. Tensors have names by the
storage that they lie in (`s0`, `s1`, … by first appearance in a case), so that aliasing shows.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TextIO

import cuda.tile as ct
import torch
from torch.overrides import resolve_name

from tileport.probe import hook, inputs, session, signature
from tileport.probe.capture import plain
from tileport.probe.masquerade import Masquerade
from tileport.probe.record import Launch, Recorder, Search, full_grid, kernel_name


def silent_recorder() -> Recorder:
    """A recorder that drops everything."""
    return Recorder(lambda _launch: None, lambda _search: None)


class Log:
    """Writes events of one case after the other."""

    def __init__(self, out: TextIO, target: str):
        self._out = out
        self._target = target
        self._storages: dict[int, str] = {}
        # Storages stay alive for a case: an address that is used again would fake an alias.
        self._alive: list = []

    def write(self, event: str, **fields) -> None:
        """One line."""
        self._out.write(json.dumps({"event": event} | fields) + "\n")

    def begin(self, case: str) -> None:
        """A case begins: names of storages start anew."""
        self._storages.clear()
        self._alive.clear()
        self.write("case", name=case)

    def on_op(self, function, args, kwargs) -> None:
        """A torch function that host code called, with its arguments."""
        name = resolve_name(function) or getattr(function, "__name__", str(function))
        self.write("op", name=name, args=self._value(args), kwargs=self._value(kwargs))

    def on_launch(self, launch: Launch) -> None:
        """A launch."""
        self.write("launch", **self._launch(launch))

    def on_search(self, search: Search) -> None:
        """A search, with the launch of every configuration."""
        self.write(
            "search",
            configs=[plain(config) for config in search.configs],
            launches=[self._launch(launch) for launch in search.launches],
            failures=[[index, reason] for index, reason in search.failures],
        )

    def result(self, value) -> None:
        """What the operator returned."""
        self.write("result", value=self._value(value))

    def _launch(self, launch: Launch) -> dict:
        return {
            "kernel": kernel_name(launch.kernel),
            "grid": list(full_grid(launch.grid)),
            "arguments": self._value(launch.arguments),
            "options": signature.options(launch.kernel._compiler_options, self._target),
            "launcher": "cutile" if isinstance(launch.kernel, ct.kernel) else "tileport",
        }

    def _value(self, value):
        if isinstance(value, torch.Tensor):
            with torch._C.DisableTorchFunction():
                storage = value.untyped_storage()
                address = storage.data_ptr() or -id(storage)
                if address not in self._storages:
                    self._storages[address] = f"s{len(self._storages)}"
                    self._alive.append(storage)
                place = {"storage": self._storages[address], "offset": value.storage_offset()}
            return signature.describe(value) | place
        if isinstance(value, list | tuple):
            return [self._value(item) for item in value]
        if isinstance(value, dict):
            return {str(key): self._value(item) for key, item in value.items()}
        if isinstance(value, torch.device | slice | torch.memory_format | torch.Size):
            return str(value)
        try:
            return signature.constant(value)
        except TypeError:
            return type(value).__name__


def log(options, modules: dict[str, str]) -> None:
    """Runs every case of inputs files and writes the events of each file to its output.

    An exception is an event too. Of several files, one that fails leaves `<output>.error`.
    """
    here = session.Session(options.target, options.tilegym, options.stand_in)
    recorder = silent_recorder()
    recorder.install()
    hook.install(recorder)
    here.start(options.backend)
    for name in options.imports:
        session.import_module(name)

    def run(file: Path, path: Path) -> None:
        cases = inputs.cases(inputs.load(file), options.target)
        with path.open("w", encoding="utf-8") as out:
            _log(cases, Log(out, options.target), recorder, options.backend, modules)

    jobs = list(zip(options.inputs, options.out or [Path("/dev/stdout")], strict=True))
    session.each(jobs, run, lambda path: path.with_name(path.name + ".error"))


def _log(cases: list, events: Log, recorder: Recorder, backend: str, modules: dict[str, str]) -> None:
    recorder.on_launch, recorder.on_search = events.on_launch, events.on_search
    for case in cases:
        events.begin(case.name)
        try:
            events.result(session.run(case, Masquerade(events.on_op), backend, modules))
        except inputs.InputError:
            raise
        except Exception as error:
            events.write("error", type=type(error).__name__, message=str(error))
