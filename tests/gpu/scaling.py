"""Cases that a night checks per minute on 1, 2, 4, … GPUs, and the share of the ideal.

    python tests/gpu/scaling.py [--operators softmax,rms_norm] [--gpus 0,1,2,3] [--runner PROGRAM]

Runs `cargo xtask regress` on the first GPU, on the first two, and so on, and prints a table. The first
run of all is not counted: it compiles what later ones find compiled. Nothing is recorded.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def counts(gpus: int) -> list[int]:
    """1, 2, 4, … and all of them."""
    powers = [1 << power for power in range(gpus.bit_length()) if 1 << power <= gpus]
    return powers if powers[-1] == gpus else [*powers, gpus]


def table(seconds: dict[int, float], cases: int) -> list[str]:
    """Lines of Markdown: GPUs, cases a minute, share of the ideal."""
    rate = {gpus: 60.0 * cases / taken for gpus, taken in seconds.items()}
    one = rate[1]
    lines = ["| GPUs | cases a minute | of the ideal |", "| ---: | ---: | ---: |"]
    return lines + [f"| {gpus} | {value:.1f} | {value / one / gpus:.0%} |" for gpus, value in sorted(rate.items())]


def night(options: argparse.Namespace, gpus: list[str], out: Path) -> tuple[float, int]:
    """Seconds that the workers of a night took, and its cases."""
    # A bundle has the program itself.
    program = ["./xtask"] if (options.root / "xtask").is_file() else ["cargo", "xtask"]
    command = [*program, "regress", *filter(None, options.operators.split(",")), "--no-record", "--json"]
    command += ["--gpus", ",".join(gpus), "--out", str(out), "--history", str(out / "history")]
    if options.runner:
        command += ["--runner", options.runner, "--target", "sm_90"]
    begin = time.monotonic()
    done = subprocess.run(command, cwd=options.root, stdout=subprocess.PIPE, text=True, check=False)
    taken = time.monotonic() - begin
    if done.returncode not in (0, 1):
        sys.exit(f"scaling: `{' '.join(command)}` ended with status {done.returncode}")
    measured = [case for case in json.loads(done.stdout)["cases"] if case["device"]]
    if not measured:
        sys.exit("scaling: no case was measured")
    return taken, len(measured)


def main() -> int:
    """Runs the nights and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--operators", default="", help="by commas; default: all that are ported")
    parser.add_argument("--gpus", default="0,1", help="as CUDA_VISIBLE_DEVICES names them, by commas")
    parser.add_argument("--runner", default="", help="a worker other than the toolkit's")
    parser.add_argument("--root", type=Path, default=ROOT, help="the repository")
    options = parser.parse_args()
    gpus = options.gpus.split(",")
    with tempfile.TemporaryDirectory() as folder:
        night(options, gpus, Path(folder, "warm"))
        found = {count: night(options, gpus[:count], Path(folder, str(count))) for count in counts(len(gpus))}
    print("\n".join(table({count: taken for count, (taken, _) in found.items()}, found[1][1])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
