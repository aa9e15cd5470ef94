"""Each launch of an operator twice: by cuTile, and by the port; the driver must see the same.

    python -m recorder.abi OPERATOR [--cases N]

Runs in a process on recorded devices (`recorder.environment`). The operator's own, unchanged module
runs on the cases of its `inputs.toml`; every launch that it makes is given to `cuda.tile` and to
`tileport`, and the two events are compared: parameters word for word, grid, block, stream, device
and the machine code of the kernel. Prints one JSON line.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import sys
from collections import Counter
from pathlib import Path

import cuda.tile as ct
import torch
from cuda.tile import tune

import recorder
from tileport import Kernel, UnsupportedError
from tileport import launch as launch_port
from tileport.probe import inputs
from tileport.probe.export import package_path

ROOT = Path(__file__).resolve().parents[2]

#: What an event has besides the name of the kernel, which the two sides mangle differently.
COMPARED = ("params", "grid", "block", "cluster", "shared", "stream", "device", "kernel_device", "text")

_launch_cutile = ct.launch


@dataclasses.dataclass
class Result:
    """What was compared."""

    launches: int = 0
    #: Launches that the port refuses because nothing like them was captured, by reason.
    refused: Counter = dataclasses.field(default_factory=Counter)
    #: Launches that differ: kernel, case and the fields.
    different: list = dataclasses.field(default_factory=list)
    kernels: set = dataclasses.field(default_factory=set)


class Twice:
    """Stands for cuTile's launcher."""

    def __init__(self, log: Path):
        self._log = log
        self._end = 0
        self._ports: dict[int, tuple[object, Kernel]] = {}
        self.case = ""
        self.result = Result()

    def launch(self, stream, grid, kernel, arguments, /, **_options) -> None:
        """Launches both and compares."""
        self._new()
        _launch_cutile(stream, grid, kernel, arguments)
        expected = self._new()
        name = kernel._pyfunc.__qualname__
        try:
            launch_port(stream, grid, self._port(kernel), arguments)
        except UnsupportedError as error:
            self.result.refused[f"{name}: {error}"] += 1
            return
        found = self._new()
        # Once more, through the record that the first launch made.
        launch_port(stream, grid, self._port(kernel), arguments)
        again = self._new()
        self.result.launches += 1
        self.result.kernels.add(name)
        fields = [field for field in COMPARED if expected.get(field) != found.get(field)]
        fields += [f"again: {field}" for field in COMPARED if found.get(field) != again.get(field)]
        if fields:
            self.result.different.append([name, self.case, *fields])

    def _port(self, kernel) -> Kernel:
        """The port's kernel with the same options, one for each of cuTile's objects."""
        if id(kernel) not in self._ports:
            file = package_path(kernel._pyfunc.__code__.co_filename)
            options = dataclasses.asdict(kernel._compiler_options)
            port = Kernel(file, kernel._pyfunc.__qualname__, **options)
            self._ports[id(kernel)] = kernel, port
        return self._ports[id(kernel)][1]

    def _new(self) -> dict:
        """The launch logged since the last look; empty if there is none."""
        events, self._end = recorder.read(self._log, self._end)
        launches = [event for event in events if event["event"] == "launch"]
        return launches[-1] if launches else {}


def first_configuration(search_space, _stream, grid_fn, kernel, args_fn, hints_fn=None, **_options):
    """Stands for the tuner: without a GPU every configuration is as fast as any."""
    measured = tune.Measurement(config=list(search_space)[0], mean_us=1.0, num_samples=1, error_margin_us=0.0)
    return tune.TuningResult(best=measured, successes=[measured], failures=[])


def on_device(value):
    """Tensors moved to the first device, with their strides and offset."""
    if isinstance(value, torch.Tensor):
        storage = value.detach().untyped_storage()
        flat = torch.empty(len(storage), dtype=torch.uint8, device="cuda")
        if len(storage):
            flat.copy_(torch.tensor([], dtype=torch.uint8).set_(storage))
        moved = flat.view(value.dtype).as_strided(value.shape, value.stride(), value.storage_offset())
        return moved.requires_grad_(value.requires_grad)
    if isinstance(value, list | tuple):
        return type(value)(on_device(item) for item in value)
    if isinstance(value, dict):
        return {key: on_device(item) for key, item in value.items()}
    return value


def run(case: inputs.Case) -> None:
    """Calls the operator, forward and, where asked, backward."""
    from tilegym.backend import dispatcher

    if ":" in case.call:
        function = inputs.resolve(case.call)
    else:
        function = dispatcher._REGISTRY[case.call]["cutile"]
    args = on_device(inputs.build(case.args, case.name))
    kwargs = on_device(inputs.build(case.kwargs, case.name))
    result = function(*args, **kwargs)
    if case.backward:
        outputs = [result] if isinstance(result, torch.Tensor) else list(result)
        outputs = [out for out in outputs if isinstance(out, torch.Tensor) and out.requires_grad]
        torch.autograd.backward(outputs, [torch.empty_like(out) for out in outputs])


def main() -> int:
    """Compares and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("operator")
    parser.add_argument("--cases", type=int, default=0, help="so many, evenly spread; 0: all")
    options = parser.parse_args()
    both = Twice(Path(os.environ["TILEPORT_RECORDER_LOG"]))
    ct.launch = both.launch
    tune.exhaustive_search = first_configuration
    import tilegym

    tilegym.set_backend("cutile")
    document = inputs.load(ROOT / "kernels" / options.operator / "inputs.toml")
    cases = inputs.cases(document, "sm_90")
    step = max(1, -(-len(cases) // options.cases)) if options.cases else 1
    raised = []
    for case in cases[::step]:
        both.case = case.name
        torch.manual_seed(0)
        try:
            run(case)
        except Exception as error:
            raised.append([case.name, f"{type(error).__name__}: {error}"])
    result = both.result
    print(
        json.dumps(
            {
                "operator": options.operator,
                "cases": len(cases[::step]),
                "launches": result.launches,
                "kernels": sorted(result.kernels),
                "refused": result.refused,
                "different": result.different,
                "raised": raised,
            }
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
