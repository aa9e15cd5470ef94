# SPDX-License-Identifier: MIT
"""Timing by CUPTI: device time of each call with a cold L2, and host time per call.

The protocol is that of TileGym's `test_perf`: warm-up, L2 flushed before each timed call, the flush
not counted, the median over calls. Candidates are interleaved call by call in one profile, so that
clock and temperature drift hit all of them alike.

Calls are told apart by the flush itself: it is the only kernel of its kind in the profile, so the
kernels between two flushes are one call's. No correlation identifiers are needed, which launches
made outside torch do not always carry.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import torch
from torch.profiler import ProfilerActivity, profile

# An integer xor over a buffer several times the L2: no operator under test launches one.
_FLUSH_KERNEL = "bitwisexor"
_FLUSH_BYTES_OVER_L2 = 4


@dataclass
class Timing:
    """What was seen of one candidate."""

    device_us: list[float] = field(default_factory=list)
    """Sum of kernel durations of each timed call, microseconds."""
    kernels: list[str] = field(default_factory=list)
    """Names of the kernels of one call, in order."""
    kernel_us: list[list[float]] = field(default_factory=list)
    """Duration of each kernel of each timed call, microseconds."""
    host_us: list[float] = field(default_factory=list)
    """Time from call to return of each call, microseconds."""

    @property
    def device_median_us(self) -> float:
        """Median device time of a call, microseconds."""
        return statistics.median(self.device_us)

    @property
    def kernel_medians_us(self) -> list[float]:
        """Median duration of each kernel of a call, microseconds."""
        return [statistics.median(values) for values in zip(*self.kernel_us, strict=True)]

    @property
    def host_median_us(self) -> float:
        """Median host time of a call, microseconds."""
        return statistics.median(self.host_us)


class Flush:
    """Evicts the L2 by touching a buffer several times its size."""

    def __init__(self, device: torch.device) -> None:
        size = torch.cuda.get_device_properties(device).L2_cache_size
        words = max(size, 32 << 20) * _FLUSH_BYTES_OVER_L2 // 4
        self._buffer = torch.zeros(words, dtype=torch.int32, device=device)

    def __call__(self) -> None:
        self._buffer.bitwise_xor_(1)


@dataclass(frozen=True)
class Kernel:
    """A kernel of a profile: its name, start and duration in microseconds."""

    name: str
    start: float
    duration: float


def segments(kernels: list[Kernel]) -> list[list[Kernel]]:
    """Splits kernels at the flushes, in order of start; what precedes the first is dropped."""
    found: list[list[Kernel]] = []
    for kernel in sorted(kernels, key=lambda kernel: kernel.start):
        # Kernels are named after torch's functor, `BitwiseXorFunctor`, or its function, `bitwise_xor`.
        if _FLUSH_KERNEL in kernel.name.lower().replace("_", ""):
            found.append([])
        elif found:
            found[-1].append(kernel)
    return found


def _kernels(prof: profile) -> list[Kernel]:
    """What ran on the device."""
    return [
        Kernel(event.name, event.time_range.start, event.time_range.elapsed_us())
        for event in prof.events()
        if event.device_type == torch.autograd.DeviceType.CUDA and not getattr(event, "is_user_annotation", False)
    ]


def attribute(kernels: list[Kernel], names: list[str], repetitions: int) -> dict[str, Timing]:
    """Durations by candidate, of a profile of so many rounds over all candidates.

    Raises `RuntimeError` unless there is one segment a call and each call of a candidate launches the
    same kernels: no number is better than a wrong one.
    """
    calls = segments(kernels)
    expected = repetitions * len(names)
    if len(calls) != expected:
        raise RuntimeError(
            f"CUPTI profile holds {len(calls)} flushes for {expected} calls; device times cannot be attributed"
        )
    timings = {name: Timing() for name in names}
    for index, call in enumerate(calls):
        name = names[index % len(names)]
        timing = timings[name]
        launched = [kernel.name for kernel in call]
        if not launched or (timing.kernels and launched != timing.kernels):
            raise RuntimeError(
                f"CUPTI profile: a call of {name} has the kernels {launched}, another {timing.kernels}; "
                "device times cannot be attributed"
            )
        timing.kernels = launched
        timing.kernel_us.append([kernel.duration for kernel in call])
        timing.device_us.append(sum(kernel.duration for kernel in call))
    return timings


def device_times(
    candidates: Mapping[str, Callable[[], object]],
    *,
    repetitions: int = 30,
    warmup: int = 5,
    device: torch.device | None = None,
) -> dict[str, Timing]:
    """Times candidates by CUPTI, interleaved, each call with a cold L2.

    Raises `RuntimeError` where calls cannot be told apart, e.g. because CUPTI is not available.
    """
    device = device or torch.device("cuda", torch.cuda.current_device())
    flush = Flush(device)
    for call in candidates.values():
        for _ in range(warmup):
            call()
    torch.cuda.synchronize(device)
    with profile(activities=[ProfilerActivity.CUDA]) as prof:
        for _ in range(repetitions):
            for call in candidates.values():
                flush()
                call()
        torch.cuda.synchronize(device)
    return attribute(_kernels(prof), list(candidates), repetitions)


def host_times(
    candidates: Mapping[str, Callable[[], object]],
    *,
    repetitions: int = 200,
    batch: int = 10,
    device: torch.device | None = None,
) -> dict[str, list[float]]:
    """Time from call to return, microseconds, with an idle queue: the device is awaited each batch."""
    device = device or torch.device("cuda", torch.cuda.current_device())
    times: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(max(1, repetitions // batch)):
        for name, call in candidates.items():
            torch.cuda.synchronize(device)
            for _ in range(batch):
                start = time.perf_counter_ns()
                call()
                times[name].append((time.perf_counter_ns() - start) / 1000.0)
    torch.cuda.synchronize(device)
    return times
