# SPDX-License-Identifier: MIT
"""`python -m tileport.bench.table FILE…`: what `tileport.bench` printed, as a short table.

A line per case with `--cases`, one per operator without, and the geometric means over all operators.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
from collections.abc import Iterable
from pathlib import Path


def geomean(values: Iterable[float]) -> float:
    """The geometric mean; NaN of nothing."""
    logs = [math.log(value) for value in values]
    return math.exp(statistics.fmean(logs)) if logs else math.nan


def read(path: Path) -> tuple[dict, list[dict]]:
    """What a file says of its run, and its rows; the text of other programs in between is passed over."""
    about, rows = {}, []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("{"):
            continue
        value = json.loads(line)
        if "case" in value:
            rows.append(value)
        else:
            about |= value.get("about", {})
    return about, rows


def of_roof(row: dict, side: str = "port") -> float:
    """Achieved share of the roof of the same run; NaN without one."""
    roof = row.get("roof")
    return roof["device_us"] / row[side]["device_us"] if roof else math.nan


def rate(row: dict, side: str) -> str:
    """Achieved bandwidth or arithmetic of one side."""
    values = row.get(side, {})
    if "tb_s" in values:
        return f"{values['tb_s']:.2f} TB/s"
    if "tflop_s" in values:
        return f"{values['tflop_s']:.0f} TFLOP/s"
    return ""


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m tileport.bench.table", description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--cases", action="store_true", help="a line per case")
    options = parser.parse_args()
    device, host = [], []
    print(f"{'operator':<14}{'rows':>5}{'failed':>7}{'device':>8}{'worst':>7}{'host':>7}{'of roof':>9}{'cuTile':>8}")
    for path in options.files:
        about, rows = read(path)
        good = [row for row in rows if "device_ratio" in row]
        ratios = [row["device_ratio"] for row in good]
        hosts = [row["host_ratio"] for row in good]
        device += ratios
        host += hosts
        shares = [of_roof(row) for row in good if "roof" in row]
        theirs = [of_roof(row, "reference") for row in good if "roof" in row]
        print(
            f"{about.get('operator', path.stem):<14}{len(rows):>5}{len(rows) - len(good):>7}{geomean(ratios):>8.3f}"
            f"{max(ratios, default=math.nan):>7.3f}{geomean(hosts):>7.3f}{geomean(shares):>9.3f}{geomean(theirs):>8.3f}"
        )
        for row in rows:
            if "error" in row:
                print(f"  {row['case']}: {row['error'].splitlines()[0][:150]}")
            elif options.cases:
                reference, ours = row["reference"], row["port"]
                print(
                    f"  {row['case']:<44}{reference['device_us']:>10.2f}{ours['device_us']:>10.2f} µs"
                    f"{row['device_ratio']:>7.3f}  host {reference['host_us']:>7.2f}{ours['host_us']:>7.2f} µs"
                    f"{row['host_ratio']:>6.2f}  {rate(row, 'port')} of {rate(row, 'roof')}"
                )
    print(f"all: geomean_ratio={geomean(device):.4f} host_geomean_ratio={geomean(host):.4f} rows={len(device)}")


if __name__ == "__main__":
    main()
