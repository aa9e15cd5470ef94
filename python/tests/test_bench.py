"""How device times are attributed, and what is read back of them."""

import json
import math
from pathlib import Path

import pytest

from tileport.bench import table
from tileport.bench.__main__ import perf_cases
from tileport.bench.protocol import Kernel, attribute, segments
from tileport.probe import inputs

CASES = sorted((Path(__file__).resolve().parents[1] / "tileport/bench/cases").glob("*.toml"))
# As torch 2.11 names it on an H200, shortened in the middle.
FLUSH = "void at::native::vectorized_elementwise_kernel<4, at::native::AUnaryFunctor<int, BitwiseXorFunctor<int>>>"


def profile(rounds, durations):
    """Kernels of rounds over candidates, each call behind a flush of 100 µs; given out of order."""
    at, kernels = 0.0, [Kernel("warm", -1.0, 9.0)]
    for index in range(rounds):
        for name, kernel_us in durations.items():
            kernels.append(Kernel(FLUSH, at, 100.0))
            at += 100.0
            for part, duration in enumerate(kernel_us):
                kernels.append(Kernel(f"{name}{part}", at, duration + index))
                at += duration + index
    return kernels[::-1]


def test_d28_the_flush_lies_before_each_call_and_is_not_counted():
    durations = {"cutile": [2.0], "cutile-rs": [1.0, 3.0]}
    timings = attribute(profile(3, durations), list(durations), 3)
    assert timings["cutile"].device_us == [2.0, 3.0, 4.0]
    assert timings["cutile-rs"].device_us == [4.0, 6.0, 8.0]
    assert timings["cutile-rs"].kernels == ["cutile-rs0", "cutile-rs1"]
    assert timings["cutile-rs"].kernel_medians_us == [2.0, 4.0]
    assert timings["cutile"].device_median_us == 3.0


def test_what_precedes_the_first_flush_is_nobodys():
    assert [kernel.name for call in segments(profile(1, {"a": [1.0]})) for kernel in call] == ["a0"]


def test_d28_a_profile_that_cannot_be_attributed_gives_no_number():
    durations = {"cutile": [2.0], "cutile-rs": [1.0]}
    with pytest.raises(RuntimeError, match="0 flushes for 4 calls"):
        attribute([], list(durations), 2)
    whole = profile(2, durations)
    with pytest.raises(RuntimeError, match="3 flushes for 4 calls"):
        attribute([kernel for kernel in whole if kernel.start != 0.0], list(durations), 2)
    # A call whose kernel CUPTI lost, and one with a kernel more than the others.
    lost = next(kernel for kernel in whole if kernel.name == "cutile-rs0")
    with pytest.raises(RuntimeError, match="a call of cutile-rs has the kernels"):
        attribute([kernel for kernel in whole if kernel is not lost], list(durations), 2)
    more = Kernel("extra", lost.start + 0.5, 1.0)
    with pytest.raises(RuntimeError, match="extra"):
        attribute([*whole, more], list(durations), 2)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_file_of_cases_is_readable_and_says_its_roof(path):
    document = inputs.load(path)
    assert document["operator"] == path.stem
    assert document["roof"] in ("copy", "matmul")
    assert perf_cases(document, "sm_90")


def test_the_table_shows_ratios_roofs_and_failures(tmp_path, monkeypatch, capsys):
    side = {"device_us": 4.0, "host_us": 10.0, "tb_s": 2.0}
    rows = [
        {"about": {"operator": "softmax"}},
        {
            "case": "a",
            "reference": side,
            "port": side | {"device_us": 2.0, "host_us": 5.0},
            "roof": {"device_us": 1.0, "tb_s": 8.0},
            "device_ratio": 0.5,
            "host_ratio": 0.5,
        },
        {"case": "b", "error": "RuntimeError: no\nmore"},
    ]
    file = tmp_path / "softmax.jsonl"
    file.write_text("a line of another program\n" + "".join(json.dumps(row) + "\n" for row in rows))
    monkeypatch.setattr("sys.argv", ["table", "--cases", str(file)])
    table.main()
    printed = capsys.readouterr().out.splitlines()
    assert printed[1].split() == ["softmax", "2", "1", "0.500", "0.500", "0.500", "0.500", "0.250"]
    assert "2.00 TB/s of 8.00 TB/s" in printed[2] and "b: RuntimeError: no" in printed[3]
    assert printed[-1] == "all: geomean_ratio=0.5000 host_geomean_ratio=0.5000 rows=1"
    assert math.isnan(table.geomean([]))
