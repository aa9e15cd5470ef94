"""TileGym's own functional tests of all wired operators on a real GPU, for cutile-rs and for cuTile.

    python tests/gpu/functional.py --checkout DIR --json OUT.json [--workers 14] [--budget 540]

DIR is a git checkout's layout (`src/tilegym`, `tests`) that `cargo xtask wire` has wired. The tests of
each file run under pytest in processes of their own, several at once, in shards of one backend: a fault
that ends a process, or breaks its context, is one backend's and one shard's, and what came after it
there is run again. Tests of timing are left out; of a function with more than `--most` parametrisations
an evenly spread part is run, the same for both backends. What the budget does not suffice for is
reported as not run. Exit 1 where a test passes for cuTile and fails for cutile-rs.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import dataclasses
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from pathlib import Path

BACKENDS = {"cutile_rs": "cutile-rs", "cutile": "cutile"}
#: After one of these every later test of the process fails, whatever it tests.
STICKY = re.compile(r"illegal memory access|CUDA error|CUDA_ERROR|launch failure|misaligned address")


@dataclasses.dataclass
class Shard:
    """Tests of one file and one backend, run in one process."""

    file: str
    backend: str
    ids: list[str]
    #: How often tests of this shard were already run behind a fault.
    depth: int = 0


@dataclasses.dataclass
class Result:
    """How one test came out."""

    outcome: str
    message: str = ""


class Run:
    """The processes, their results, and the time that is left."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.end = time.monotonic() + options.budget
        self.results: dict[str, Result] = {}
        self.lock = threading.Lock()
        self.root = options.checkout.resolve()
        path = [str(self.root / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
        self.environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(path),
            "PYTHONDONTWRITEBYTECODE": "1",
            "OMP_NUM_THREADS": "2",
            "QUIET": "1",
            "CUTILE_MAX_LAUNCH_TIMEOUT_SEC": "120",
        }
        if not options.tune:
            self.environment["TILEGYM_DISABLE_AUTOTUNE"] = "1"
        if options.device:
            self.environment["TILEPORT_DEVICE"] = str(options.device)

    def left(self) -> float:
        """Seconds of the budget."""
        return self.end - time.monotonic()

    def pytest(self, arguments: list[str], log: Path, ids: list[str] | None) -> tuple[int, list[dict]]:
        """Runs pytest in a process group of its own: its status, 124 past the budget, and the events."""
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "tileport_events.py").write_text(PLUGIN)
            events, listed = Path(folder, "events"), Path(folder, "ids")
            path = os.pathsep.join([folder, self.environment["PYTHONPATH"]])
            command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "tileport_events"]
            command += ["-q", "--tb=short", *arguments]
            if ids is not None:
                # The command line has no room for many ids: they come from a file.
                listed.write_text("\n".join(ids))
                command.append(f"@{listed}")
            with log.open("ab") as output:
                process = subprocess.Popen(
                    command,
                    cwd=self.root,
                    env=self.environment | {"PYTHONPATH": path, "TILEPORT_EVENTS": str(events)},
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    stdin=subprocess.DEVNULL,
                    start_new_session=True,
                )
                try:
                    status = process.wait(max(self.left(), 1.0))
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
                    status = 124
            lines = events.read_text().splitlines() if events.exists() else []
            return status, [json.loads(line) for line in lines if line.endswith("}")]

    def collect(self, file: str) -> list[str]:
        """The ids of a file's tests of both backends."""
        log = self.options.logs / (Path(file).stem + ".collect.log")
        arguments = ["--collect-only", "-k", "cutile and not test_perf", file]
        _, events = self.pytest(arguments, log, None)
        return [event["test"] for event in events if event["event"] == "collected"]

    def shard(self, shard: Shard) -> list[Shard]:
        """Runs a shard; gives shards of what has to be run again."""
        if self.left() < 5:
            return []
        log = self.options.logs / f"{Path(shard.file).stem}.{BACKENDS[shard.backend]}.log"
        status, events = self.pytest([f"--timeout={self.options.limit}"], log, shard.ids)
        return self.absorb(shard, events, status)

    def absorb(self, shard: Shard, events: list[dict], status: int) -> list[Shard]:
        """Keeps the results of tests that were run; those behind a fault are for another process."""
        found = {}
        for event in events:
            if event["event"] == "finished" and found.get(event["test"], {}).get("outcome") != "failed":
                found[event["test"]] = event
        begun = {event["test"] for event in events if event["event"] == "begun"}
        again: list[str] = []
        broken = False
        for test in shard.ids:
            event = found.get(test)
            if event is None and test in begun and status != 124 and not broken:
                self.keep(test, Result("failed", f"the process ended in this test with status {status}"))
                broken = True
            elif event is None or (broken and event["outcome"] == "failed"):
                again.append(test)
            else:
                self.keep(test, Result(event["outcome"], event["message"]))
                broken = broken or (event["outcome"] == "failed" and bool(STICKY.search(event["message"])))
        if status == 124 or not again:
            return []
        # A file that cannot be imported, or a second fault in a row at the first test, ends it.
        if not begun or shard.depth >= len(shard.ids):
            for test in again:
                self.keep(test, Result("failed", f"not reached: pytest ended with status {status}"))
            return []
        return [Shard(shard.file, shard.backend, again, shard.depth + 1)]

    def keep(self, test: str, result: Result) -> None:
        with self.lock:
            self.results[test] = result


#: Writes what happens as it happens: a report at the end would be lost with the process.
PLUGIN = """
import json, os

def write(**event):
    with open(os.environ["TILEPORT_EVENTS"], "a") as events:
        events.write(json.dumps(event) + chr(10))

def pytest_sessionstart(session):
    if device := os.environ.get("TILEPORT_DEVICE"):
        import torch
        torch.cuda.set_device(int(device))

def pytest_collection_finish(session):
    for item in session.items:
        write(event="collected", test=item.nodeid)

def pytest_runtest_logstart(nodeid):
    write(event="begun", test=nodeid)

def pytest_runtest_logreport(report):
    if report.when == "call" or report.outcome != "passed":
        message = ""
        if report.outcome == "failed":
            crash = getattr(report.longrepr, "reprcrash", None)
            message = crash.message if crash else str(report.longrepr)
        elif report.outcome == "skipped" and isinstance(report.longrepr, tuple):
            message = report.longrepr[2]
        message = " ".join(message.split())[:600]
        write(event="finished", test=report.nodeid, outcome=report.outcome, message=message, seconds=report.duration)
"""


def backend_of(test: str) -> str | None:
    """The backend among an id's parameters."""
    parameters = test.partition("[")[2].rstrip("]").split("-")
    return next((name for name in BACKENDS if name in parameters), None)


def plain(test: str) -> str:
    """The id with the backend left out: the same for both."""
    head, _, parameters = test.partition("[")
    return head + "[" + "-".join(p for p in parameters.rstrip("]").split("-") if p not in BACKENDS) + "]"


def select(ids: list[str], most: int) -> list[str]:
    """At most so many parametrisations of each function, evenly spread, the same for each backend."""
    functions: dict[str, list[str]] = defaultdict(list)
    for test in ids:
        if plain(test) not in functions[test.partition("[")[0]]:
            functions[test.partition("[")[0]].append(plain(test))
    chosen = set()
    for tests in functions.values():
        step = max(len(tests) / most, 1.0)
        chosen |= {tests[int(index * step)] for index in range(min(most, len(tests)))}
    return [test for test in ids if plain(test) in chosen]


def files_of(root: Path, wanted: list[str]) -> list[str]:
    """The test files of wired operators, or those of them whose stem contains a wanted word.

    As `cargo xtask wire` finds them: named after the operator's module, in the same part of the tests.
    """
    manifest = json.loads((root / "src/tilegym/tileport_rs/manifest.json").read_text(encoding="utf-8"))
    modules = [entry["module"].split(".") for entry in manifest["operators"].values()]
    bases: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for _, _, *parts in modules:  # tilegym.tileport_rs.ops.cutile.softmax
        place = ("ops",) if parts[0] == "ops" else ("suites", parts[1])
        bases[place].add(parts[-1].replace("_", ""))
    found = []
    for place, names in sorted(bases.items()):
        for path in sorted((root / "tests").joinpath(*place).rglob("test_*.py")):
            base = path.stem.removeprefix("test_").removesuffix("_backward").replace("_", "")
            known = base in names or base.removeprefix(place[-1].replace("_", "")) in names
            named = not wanted or any(word in path.stem for word in wanted)
            if known and named and '"cutile-rs"' in path.read_text(encoding="utf-8"):
                found.append(path.relative_to(root).as_posix())
    return found


def table(files: dict[str, list[str]], run: Run) -> tuple[list[dict], list[dict]]:
    """Counts by file and backend, and the tests that pass for cuTile alone."""
    rows, worse = [], []
    by_plain: dict[str, dict[str, str]] = defaultdict(dict)
    for file, ids in files.items():
        for name, backend in BACKENDS.items():
            tests = [test for test in ids if backend_of(test) == name]
            outcomes = Counter(run.results.get(test, Result("not run")).outcome for test in tests)
            counts = {key: outcomes.get(key, 0) for key in ("passed", "failed", "skipped", "not run")}
            rows.append({"file": file, "backend": backend, "collected": len(tests)} | counts)
            for test in tests:
                by_plain[plain(test)][name] = test
    for tests in by_plain.values():
        if "cutile_rs" in tests and "cutile" in tests:
            port, reference = (run.results.get(tests[name]) for name in BACKENDS)
            if port and reference and port.outcome == "failed" and reference.outcome == "passed":
                worse.append({"test": tests["cutile_rs"], "message": port.message})
    return rows, worse


def main() -> int:
    """Runs what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--checkout", type=Path, required=True)
    parser.add_argument("--json", type=Path, required=True)
    parser.add_argument("--logs", type=Path, default=Path(tempfile.gettempdir()) / "functional-logs")
    parser.add_argument("--only", default="", help="words of test files, by commas")
    parser.add_argument("--workers", type=int, default=14)
    parser.add_argument("--budget", type=float, default=540, help="seconds for all of it")
    parser.add_argument("--limit", type=int, default=120, help="seconds for one test")
    parser.add_argument("--most", type=int, default=40, help="parametrisations of one function")
    parser.add_argument("--size", type=int, default=12, help="tests of one process")
    parser.add_argument("--device", type=int, default=0, help="the GPU that is current in every test")
    parser.add_argument("--tune", action="store_true", help="let operators search configurations")
    options = parser.parse_args()
    options.logs.mkdir(parents=True, exist_ok=True)
    run = Run(options)
    names = files_of(run.root, [word for word in options.only.split(",") if word])
    if not names:
        print(f"{options.checkout}: no wired test file", file=sys.stderr)
        return 2
    selected: dict[str, list[str]] = {}
    with concurrent.futures.ThreadPoolExecutor(options.workers) as pool:
        pending = {}
        for file, future in [(file, pool.submit(run.collect, file)) for file in names]:
            ids = [test for test in future.result() if backend_of(test)]
            selected[file] = select(ids, options.most)
            note = "" if len(selected[file]) == len(ids) else f" of {len(ids)}"
            print(f"{file}: {len(selected[file])}{note} tests", flush=True)
            for name in BACKENDS:
                tests = [test for test in selected[file] if backend_of(test) == name]
                for start in range(0, len(tests), options.size):
                    shard = Shard(file, name, tests[start : start + options.size])
                    pending[pool.submit(run.shard, shard)] = shard
        while pending:
            done, _ = concurrent.futures.wait(pending, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                del pending[future]
                for shard in future.result():
                    pending[pool.submit(run.shard, shard)] = shard
    rows, worse = table(selected, run)
    width = max(len(row["file"]) for row in rows)
    print(f"{'file':<{width}} backend   collected passed failed skipped not-run")
    for row in rows:
        counts = (row["collected"], row["passed"], row["failed"], row["skipped"], row["not run"])
        print(f"{row['file']:<{width}} {row['backend']:<9} " + " ".join(f"{n:7d}" for n in counts))
    for backend in BACKENDS.values():
        total = Counter()
        for row in rows:
            if row["backend"] == backend:
                total.update({key: row[key] for key in ("collected", "passed", "failed", "skipped", "not run")})
        print(f"all {backend}: {dict(total)}")
    print(f"{len(worse)} tests pass for cutile and fail for cutile-rs")
    for entry in worse[:12]:
        print(f"  {entry['test']}: {entry['message'][:220]}")
    tests = {test: dataclasses.asdict(result) for test, result in sorted(run.results.items())}
    options.json.write_text(json.dumps({"schema": 1, "rows": rows, "worse": worse, "tests": tests}, indent=1))
    return int(bool(worse))


if __name__ == "__main__":
    sys.exit(main())
