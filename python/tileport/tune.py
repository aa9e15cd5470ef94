"""The tuner: `cuda.tile.tune.exhaustive_search` for Rust kernels.

Every configuration of the search space is compiled and timed on the caller's stream. One that does
not compile, was not ported or does not launch is a failure, as it is for cuTile; when none is
left, the search raises. Configurations near the best are timed again until their mean is settled.
What a search found is kept, for other processes too, and taken as long as nothing that its times
depend on changes. Tensors that kernels write in place have their old contents afterwards.
"""

from __future__ import annotations

import builtins
import contextlib
import dataclasses
import math
import os
from collections.abc import Callable, Sequence
from typing import Any

import torch

from . import errors, graph, launching, tuned
from .kernels import Kernel
from .library import resolver

__all__ = ["Measurement", "TuningResult", "adopt", "exhaustive_search"]

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
    plans = _plans(configs, grid_fn, kernel, hints_fn)
    problem, device = _problem(configs, plans, args_fn, flush_l2)
    with tuned.alone(problem):
        record = None if os.environ.get("TILEPORT_RETUNE") == "1" else tuned.read(problem)
        if record is None:
            record = _search(configs, plans, _Timer(stream, flush_l2, device), args_fn)
            tuned.write(problem, record)
    result = _result(configs, record)
    if not quiet:
        print(result)
    return result


def adopt(
    result: Any,
    search_space: Sequence[Any],
    stream: Any,
    grid_fn: Callable[[Any], tuple[int, ...]],
    kernel: Kernel | Callable[[Any], Kernel],
    args_fn: Callable[[Any], tuple],
    hints_fn: Callable[[Any], dict[str, Any]] | None = None,
    *,
    flush_l2: bool = True,
) -> None:
    """Takes over what cuTile's search found, as the record of the port's search for the same problem.

    Right where the port's machine code is cuTile's: then the times are the same too. A record that is
    there already stays.
    """
    configs = list(search_space)
    problem, _ = _problem(configs, _plans(configs, grid_fn, kernel, hints_fn), args_fn, flush_l2)
    position = {id(config): index for index, config in enumerate(configs)}
    measured = {
        position[id(one.config)]: (one.mean_us, one.num_samples, one.error_margin_us)
        for one in result.successes
        if id(one.config) in position
    }
    best = position.get(id(result.best.config))
    if best not in measured:
        return
    failed = {
        position[id(config)]: (kind.__name__, text) for config, kind, text in result.failures if id(config) in position
    }
    with tuned.alone(problem):
        if tuned.read(problem) is None:
            tuned.write(problem, tuned.Record(best, measured, failed, "cutile"))


#: What is launched for a configuration: grid and kernel, or why host code has none.
_Plan = tuple[Any, Any] | Exception


def _plans(configs: list, grid_fn: Any, kernel: Any, hints_fn: Any) -> list[_Plan]:
    plans: list[_Plan] = []
    for config in configs:
        try:
            base = kernel if isinstance(kernel, Kernel) else kernel(config)
            plans.append((grid_fn(config), base.replace_hints(**(hints_fn(config) if hints_fn else {}))))
        except Exception as error:
            plans.append(error)
    return plans


def _problem(configs: list, plans: list[_Plan], args_fn: Any, flush_l2: bool) -> tuple[tuned.Problem, int]:
    """What a search is for, and the device that it runs on."""
    first = next((plan[1] for plan in plans if isinstance(plan, tuple)), None)
    if first is None:
        raise ValueError(f"no valid configuration in the search space\n{plans[0]}")
    arguments = args_fn(configs[next(index for index, plan in enumerate(plans) if isinstance(plan, tuple))])
    if graph.is_traced(tuple(arguments)):
        raise RuntimeError(
            f"{first.__name__}: a search cannot run while torch.compile traces; call the operator once before, "
            "or set TILEGYM_DISABLE_AUTOTUNE=1"
        )
    function = first._pyfunc
    entry = resolver.entry(function.__module__, function.__qualname__.replace(".<locals>", ""))
    tensors_in = [value for value in arguments if isinstance(value, torch.Tensor)]
    device = tensors_in[0].device.index if tensors_in else torch.cuda.current_device()
    space = tuple(
        f"{config!r} {plan[1]._compiler_options} {plan[0]}" if isinstance(plan, tuple) else f"{config!r} none"
        for config, plan in zip(configs, plans, strict=True)
    )
    problem = tuned.Problem(
        gpu=tuned.gpu(device),
        assembler=tuned.assembler_version(os.environ.get("CUTILE_TILEIRAS_PATH") or entry.assembler),
        kernel=f"{function.__module__}:{function.__qualname__}",
        code=entry.code,
        options=repr(first._compiler_options),
        arguments=tuple(map(tuned.describe, arguments)),
        space=space,
        flush_l2=flush_l2,
    )
    return problem, device


def _search(configs: list, plans: list[_Plan], timer: _Timer, args_fn: Any) -> tuned.Record:
    """Times every configuration; arguments have their values back afterwards."""
    candidates: dict[int, _Candidate] = {}
    failed: dict[int, tuple[str, str]] = {}
    for index, (config, plan) in enumerate(zip(configs, plans, strict=True)):
        if not isinstance(plan, tuple):
            failed[index] = type(plan).__name__, str(plan)
            continue
        grid, kernel = plan

        def run(config=config, grid=grid, kernel=kernel) -> float:
            return timer.time(grid, kernel, args_fn(config))

        candidate = _Candidate(config, run)
        try:
            timer.keep(args_fn(config), args_fn(config))
            for _ in range(_WARM_UPS):
                run()
            candidate.sample(_BATCH)
        except Exception as error:
            failed[index] = type(error).__name__, str(error)
        else:
            candidates[index] = candidate
    try:
        if not candidates:
            kind, message = failed[0]
            raise ValueError(f"no valid configuration in the search space\nConfig: {configs[0]}\n{kind}: {message}")
        _settle(list(candidates.values()))
    finally:
        timer.restore()
    measured = {index: (one.mean, len(one.samples), one.margin) for index, one in candidates.items()}
    return tuned.Record(min(measured, key=lambda index: measured[index][0]), measured, failed)


def _result(configs: list, record: tuned.Record) -> TuningResult:
    """A record as cuTile's search gives it."""
    successes = {
        index: Measurement(config=configs[index], mean_us=mean, num_samples=count, error_margin_us=margin)
        for index, (mean, count, margin) in sorted(record.measured.items())
    }
    failures = tuple(
        (configs[index], _exception_type(name), text) for index, (name, text) in sorted(record.failed.items())
    )
    return TuningResult(best=successes[record.best], successes=tuple(successes.values()), failures=failures)


def _exception_type(name: str) -> type[BaseException]:
    found = getattr(errors, name, None) or getattr(builtins, name, None)
    return found if isinstance(found, type) and issubclass(found, BaseException) else RuntimeError


def _settle(candidates: list[_Candidate]) -> None:
    """Samples those that may be the fastest until their means are settled."""
    while True:
        contenders = sorted(candidates, key=lambda one: one.mean)[:_CONTENDERS]
        open_ones = [candidate for candidate in contenders if not candidate.settled]
        if not open_ones:
            return
        for candidate in open_ones:
            candidate.sample(_BATCH)


def _tensors(arguments: tuple) -> list[torch.Tensor]:
    """All tensors with elements, those of lists too."""
    items = [item for value in arguments for item in (value if isinstance(value, list) else (value,))]
    return [item for item in items if isinstance(item, torch.Tensor) and item.numel()]


def _place(tensor: torch.Tensor) -> tuple[int, int, int]:
    """Address, bytes and elements from the first element to the last."""
    span = 1 + sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.stride(), strict=True))
    return tensor.data_ptr(), span * tensor.element_size(), span


class _Timer:
    """Times single launches on a stream, by events around the kernel alone."""

    def __init__(self, stream: Any, flush_l2: bool, device: int):
        self._stream = stream
        if stream is launching.CURRENT_STREAM:
            # That of the tensors' device, as for a launch: it need not be the current one.
            stream = torch.cuda.current_stream(device)
        if not isinstance(stream, torch.cuda.Stream):
            stream = torch.cuda.ExternalStream(int(stream), device=device)
        self._torch_stream = stream
        self._scratch = None
        #: Memory that arguments lie in, and its contents before the first run.
        self._kept: dict[tuple[int, int], tuple[torch.Tensor, torch.Tensor]] = {}
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

    def keep(self, first: tuple, second: tuple) -> None:
        """Keeps the contents of the tensors that both of two argument lists have: a kernel may write them.

        What only one has is made anew for each run, and nobody reads it afterwards.
        """
        again = {_place(item)[:2] for item in _tensors(second)}
        for item in _tensors(first):
            address, size, span = _place(item)
            if (address, size) in again and (address, size) not in self._kept:
                with self._on_stream(), torch.no_grad():
                    flat = item.detach().as_strided((span,), (1,), item.storage_offset())
                    self._kept[address, size] = flat, flat.clone()

    def restore(self) -> None:
        """Gives all arguments the contents that they had."""
        with self._on_stream(), torch.no_grad():
            for flat, contents in self._kept.values():
                flat.copy_(contents)
        self._kept.clear()

    def _on_stream(self) -> contextlib.AbstractContextManager:
        return torch.cuda.stream(self._torch_stream)
