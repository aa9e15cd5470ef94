"""The tuner: `cuda.tile.tune.exhaustive_search` for Rust kernels.

Every configuration of the search space is compiled and timed on the caller's stream. One that does
not compile, was not ported or does not launch is a failure, as it is for cuTile; when none is
left, the search raises. Configurations near the best are timed again until their mean is settled.
"""

from __future__ import annotations

import contextlib
import dataclasses
import math
from collections.abc import Callable, Sequence
from typing import Any

import torch

from . import launching
from .kernels import Kernel

__all__ = ["Measurement", "TuningResult", "exhaustive_search"]

_WARM_UPS = 3
_BATCH = 5
_MAX_SAMPLES = 1000
_MAX_TOTAL_US = 5_000_000
_CONTENDERS = 5
_RELATIVE_ERROR = 0.01
_ABSOLUTE_ERROR_US = 0.5
#: Half the width of a 95 % confidence interval, in standard errors.
_CONFIDENCE = 1.96


@dataclasses.dataclass(frozen=True, kw_only=True)
class Measurement:
    """A configuration and its time."""

    config: Any
    mean_us: float
    num_samples: int
    error_margin_us: float


@dataclasses.dataclass(frozen=True, kw_only=True)
class TuningResult:
    """The outcome of a search; `failures` holds configuration, exception type and message."""

    best: Measurement
    successes: Sequence[Measurement]
    failures: Sequence[tuple[Any, type[BaseException], str]]

    def summary(self, *, top_k: int = 10) -> str:
        """The fastest configurations and the first failures, a line each."""
        lines = [f"{len(self.successes)} succeeded, {len(self.failures)} failed"]
        for measured in sorted(self.successes, key=lambda one: one.mean_us)[:top_k]:
            mark = "*" if measured is self.best else " "
            lines.append(
                f"{mark} {measured.config}: {measured.mean_us:.1f}±{measured.error_margin_us:.1f} "
                f"us ({measured.num_samples} samples)"
            )
        for config, kind, message in self.failures[:top_k]:
            first = message.partition("\n")[0]
            lines.append(f"  {config}: {kind.__name__}: {first}")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.summary()


class _Candidate:
    """A configuration that launches, with its samples."""

    def __init__(self, config: Any, run: Callable[[], float]):
        self.config = config
        self._run = run
        self.samples: list[float] = []

    def sample(self, count: int) -> None:
        """Takes some more samples."""
        for _ in range(min(count, _MAX_SAMPLES - len(self.samples))):
            self.samples.append(self._run())

    @property
    def mean(self) -> float:
        """Mean time in µs."""
        return math.fsum(self.samples) / len(self.samples)

    @property
    def margin(self) -> float:
        """Half the 95 % confidence interval of the mean, in µs."""
        count, mean = len(self.samples), self.mean
        if count < 2:
            return math.inf
        variance = math.fsum((sample - mean) ** 2 for sample in self.samples) / (count - 1)
        return _CONFIDENCE * math.sqrt(variance / count)

    @property
    def settled(self) -> bool:
        """Whether more samples would not tell more, or would take too long."""
        return (
            self.margin <= max(_RELATIVE_ERROR * self.mean, _ABSOLUTE_ERROR_US)
            or len(self.samples) >= _MAX_SAMPLES
            or self.mean * len(self.samples) > _MAX_TOTAL_US
        )

    def measurement(self) -> Measurement:
        """What the result says of it."""
        return Measurement(
            config=self.config,
            mean_us=self.mean,
            num_samples=len(self.samples),
            error_margin_us=self.margin,
        )


def exhaustive_search(
    search_space: Sequence[Any],
    stream: Any,
    grid_fn: Callable[[Any], tuple[int, ...]],
    kernel: Kernel | Callable[[Any], Kernel],
    args_fn: Callable[[Any], tuple],
    hints_fn: Callable[[Any], dict[str, Any]] | None = None,
    *,
    quiet: bool = False,
    single_run_timeout_sec: float | None = None,
    flush_l2: bool = True,
) -> TuningResult:
    """Times every configuration and returns the fastest; signature and result are cuTile's.

    `single_run_timeout_sec` is accepted and not enforced: a launch cannot be taken back.
    """
    recorder = launching._recorder()
    if recorder is not None:
        return recorder.search(search_space, stream, grid_fn, kernel, args_fn, hints_fn, quiet=quiet, flush_l2=flush_l2)
    configs = list(search_space)
    if not configs:
        raise ValueError("the search space is empty")
    timer = _Timer(stream, flush_l2)
    candidates: list[_Candidate] = []
    failures: list[tuple[Any, type[BaseException], str]] = []
    for config in configs:
        grid = grid_fn(config)
        base = kernel if isinstance(kernel, Kernel) else kernel(config)
        tuned = base.replace_hints(**(hints_fn(config) if hints_fn else {}))

        def run(config=config, grid=grid, tuned=tuned) -> float:
            return timer.time(grid, tuned, args_fn(config))

        candidate = _Candidate(config, run)
        try:
            for _ in range(_WARM_UPS):
                run()
            candidate.sample(_BATCH)
        except Exception as error:
            failures.append((config, type(error), str(error)))
        else:
            candidates.append(candidate)
    if not candidates:
        config, kind, message = failures[0]
        raise ValueError(f"no valid configuration in the search space\nConfig: {config}\n{kind.__name__}: {message}")
    _settle(candidates)
    successes = tuple(candidate.measurement() for candidate in candidates)
    best = min(successes, key=lambda measured: measured.mean_us)
    result = TuningResult(best=best, successes=successes, failures=tuple(failures))
    if not quiet:
        print(result)
    return result


def _settle(candidates: list[_Candidate]) -> None:
    """Samples those that may be the fastest until their means are settled."""
    while True:
        contenders = sorted(candidates, key=lambda one: one.mean)[:_CONTENDERS]
        open_ones = [candidate for candidate in contenders if not candidate.settled]
        if not open_ones:
            return
        for candidate in open_ones:
            candidate.sample(_BATCH)


class _Timer:
    """Times single launches on a stream, by events around the kernel alone."""

    def __init__(self, stream: Any, flush_l2: bool):
        self._stream = stream
        if stream is launching.CURRENT_STREAM:
            stream = torch.cuda.current_stream()
        if not isinstance(stream, torch.cuda.Stream):
            stream = torch.cuda.ExternalStream(int(stream))
        self._torch_stream = stream
        self._scratch = None
        if flush_l2:
            device = self._torch_stream.device
            size = torch.cuda.get_device_properties(device).L2_cache_size
            self._scratch = torch.empty(max(size, 1 << 20), dtype=torch.uint8, device=device)

    def time(self, grid: tuple[int, ...], kernel: Kernel, arguments: tuple) -> float:
        """Microseconds of one run."""
        start = torch.cuda.Event(enable_timing=True)
        end = torch.cuda.Event(enable_timing=True)
        with self._on_stream():
            if self._scratch is not None:
                # It also keeps the device busy while the launch is prepared, so that the host's
                # share does not lie between the events.
                self._scratch.zero_()
            start.record()
            launching.launch(self._stream, grid, kernel, arguments)
            end.record()
        end.synchronize()
        return start.elapsed_time(end) * 1000.0

    def _on_stream(self) -> contextlib.AbstractContextManager:
        return torch.cuda.stream(self._torch_stream)
