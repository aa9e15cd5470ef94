"""Takes the place of cuTile's launcher and tuner: nothing runs, everything is recorded."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import cuda.tile as ct
import cuda.tile.tune as tune

from tileport.probe.export import package_path


@dataclasses.dataclass
class Launch:
    """A launch as host code made it, or a configuration that the tuner would have tried."""

    kernel: Any
    grid: tuple[int, int, int]
    arguments: tuple
    #: Index of the configuration in the tuner's search space; None for a real launch.
    config: int | None = None


@dataclasses.dataclass
class Search:
    """A tuner search: its configurations in order, and the launch that each leads to."""

    configs: list
    launches: list[Launch]
    #: Configurations for which host code itself raised, with the reason.
    failures: list[tuple[int, str]]


def kernel_name(kernel) -> str:
    """The Python function's name; for one made inside another function, its qualified name."""
    return kernel._pyfunc.__qualname__.replace(".<locals>", "")


def kernel_file(kernel) -> str:
    """The file of the Python function, as it lies in its package."""
    return package_path(kernel._pyfunc.__code__.co_filename)


def full_grid(grid) -> tuple[int, int, int]:
    """A grid with all three axes."""
    sizes = [int(size) for size in grid]
    return tuple(sizes + [1] * (3 - len(sizes)))


class Recorder:
    """Hands every launch and every search to its owner, in the order of host code."""

    def __init__(self, on_launch: Callable[[Launch], None], on_search: Callable[[Search], None]):
        self.on_launch = on_launch
        self.on_search = on_search

    def install(self) -> None:
        """Replaces cuTile's launcher and tuner; call before TileGym is imported."""
        ct.launch = self.launch
        tune.exhaustive_search = self.search

    def launch(self, _stream, grid, kernel, arguments, /, **_options) -> None:
        """Stands for `cuda.tile.launch`."""
        self.on_launch(Launch(kernel, full_grid(grid), tuple(arguments)))

    def search(self, search_space, _stream, grid_fn, kernel, args_fn, hints_fn=None, **_options):
        """Stands for `cuda.tile.tune.exhaustive_search`; the first one that works wins."""
        configs, launches, failures = list(search_space), [], []
        for index, config in enumerate(configs):
            try:
                candidate = kernel if hasattr(kernel, "replace_hints") else kernel(config)
                hints = hints_fn(config) if hints_fn else {}
                if hints:
                    candidate = candidate.replace_hints(**hints)
                arguments = tuple(args_fn(config))
                launches.append(Launch(candidate, full_grid(grid_fn(config)), arguments, index))
            except Exception as error:  # the tuner too goes on after a configuration that fails
                failures.append((index, f"{type(error).__name__}: {error}"))
        self.on_search(Search(configs, launches, failures))
        if not launches:
            raise ValueError(f"none of the {len(configs)} configurations works: {failures}")
        measured = [
            tune.Measurement(config=configs[launch.config], mean_us=1.0, num_samples=1, error_margin_us=0.0)
            for launch in launches
        ]
        return tune.TuningResult(best=measured[0], successes=measured, failures=[])
