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
_FLUSH_KERNEL = "bitwise_xor"
_FLUSH_BYTES_OVER_L2 = 4


@dataclass
class Timing:
    """What was seen of one candidate."""

    device_us: list[float] = field(default_factory=list)
    """Sum of kernel durations of each timed call, microseconds."""
    kernels: list[str] = field(default_factory=list)
    """Names of the kernels of one call, in order."""
    host_us: list[float] = field(default_factory=list)
    """Time from call to return of each call, microseconds."""

    @property
    def device_median_us(self) -> float:
        """Median device time of a call, microseconds."""
        return statistics.median(self.device_us)

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


def _is_flush(name: str) -> bool:
    return _FLUSH_KERNEL in name.lower()


def _segments(events: list) -> list[list]:
    """Splits kernel events, sorted by start, at the flushes; what precedes the first is dropped."""
    segments: list[list] = []
    for event in sorted(events, key=lambda event: event.time_range.start):
        if _is_flush(event.name):
            segments.append([])
        elif segments:
            segments[-1].append(event)
    return segments


def device_times(
    candidates: Mapping[str, Callable[[], object]],
    *,
    repetitions: int = 30,
    warmup: int = 5,
    device: torch.device | None = None,
) -> dict[str, Timing]:
    """Times candidates by CUPTI, interleaved, each call with a cold L2.

    Raises `RuntimeError` where the profile does not hold one segment a call, e.g. because CUPTI is
    not available: no number is better than a wrong one.
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
    events = [event for event in prof.events() if event.device_type == torch.autograd.DeviceType.CUDA]
    segments = _segments(events)
    expected = repetitions * len(candidates)
    if len(segments) != expected:
        raise RuntimeError(
            f"CUPTI profile holds {len(segments)} flushes for {expected} calls; device times cannot be attributed"
        )
    timings = {name: Timing() for name in candidates}
    for index, segment in enumerate(segments):
        timing = timings[list(candidates)[index % len(candidates)]]
        timing.device_us.append(sum(event.time_range.elapsed_us() for event in segment))
        timing.kernels = [event.name for event in segment]
    return timings


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
