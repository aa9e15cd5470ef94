"""Records nights of the nightly's worker on a GPU, one process each, as evidence for the rule of `regress`.

    python tests/gpu/record.py --out samples.jsonl --nights 12 --cases 8 INPUTS…

The environment is that of `python -m tileport.bench`: PYTHONPATH with the wired TileGym tree,
CUTILE_TILEIRAS_PATH, CUDA_HOME. Each night is one session line and one line a case, as the worker
printed them; `cargo xtask regress rate samples.jsonl` judges them. Of each inputs file as many cases as
asked for are taken, evenly spread.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path


def spread(items: list, count: int) -> list:
    """Some of the items, evenly spread, first and last among them."""
    if len(items) <= count:
        return items
    return [items[round(index * (len(items) - 1) / max(1, count - 1))] for index in range(count)]


def main() -> int:
    """Records; exit 1 where a night's worker fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("inputs", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--nights", type=int, default=12)
    parser.add_argument("--cases", type=int, default=8)
    parser.add_argument("--repetitions", type=int, default=30)
    parser.add_argument("--target", default="sm_90")
    parser.add_argument("--timeout", type=int, default=300, help="seconds for one night")
    options = parser.parse_args()
    worker = [sys.executable, "-m", "tileport.nightly"]
    requests = []
    for path in options.inputs:
        listed = subprocess.run(
            [*worker, "--target", options.target, "--list", str(path)], capture_output=True, text=True, check=True
        )
        requests += spread(listed.stdout.splitlines(), options.cases)
    text = "\n".join(requests) + "\n"
    failed = 0
    with options.out.open("a", encoding="utf-8") as out:
        for night in range(options.nights):
            try:
                done = subprocess.run(
                    [*worker, "--repetitions", str(options.repetitions)],
                    input=text, stdout=subprocess.PIPE, text=True, timeout=options.timeout, check=False,
                )  # fmt: skip
            except subprocess.TimeoutExpired:
                print(f"night {night + 1}: past {options.timeout} s, left out", file=sys.stderr)
                failed += 1
                continue
            lines = done.stdout.splitlines()
            errors = [
                line
                for line in map(json.loads, lines)
                if line.get("error") or not line.get("check", {}).get("ok", True)
            ]
            print(
                f"night {night + 1}: {len(lines) - 1} of {len(requests)} cases, {len(errors)} failed", file=sys.stderr
            )
            failed += done.returncode != 0
            out.writelines(line + "\n" for line in lines)
            out.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
