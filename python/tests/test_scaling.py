"""The table of how a night scales with GPUs."""

import importlib.util
from pathlib import Path

PATH = Path(__file__).resolve().parents[2] / "tests/gpu/scaling.py"
spec = importlib.util.spec_from_file_location("scaling", PATH)
scaling = importlib.util.module_from_spec(spec)
spec.loader.exec_module(scaling)


def test_doubled_counts_and_the_whole_host():
    assert [scaling.counts(gpus) for gpus in (1, 2, 3, 4, 8)] == [[1], [1, 2], [1, 2, 3], [1, 2, 4], [1, 2, 4, 8]]


def test_rates_and_their_share_of_the_ideal():
    lines = scaling.table({2: 40.0, 1: 60.0, 4: 24.0}, 24)
    assert lines[2:] == ["| 1 | 24.0 | 100% |", "| 2 | 36.0 | 75% |", "| 4 | 60.0 | 62% |"]
