"""The runner of TileGym's tests on a GPU: what it makes of the processes' events."""

import argparse
import importlib.util
import sys
from pathlib import Path

import pytest

PATH = Path(__file__).resolve().parents[2] / "tests/gpu/functional.py"
spec = importlib.util.spec_from_file_location("functional", PATH)
functional = importlib.util.module_from_spec(spec)
sys.modules["functional"] = functional
spec.loader.exec_module(functional)

FILE = "tests/ops/test_x.py"


def ids(backend, count=4):
    return [f"{FILE}::T::test_op[{backend}-{index}]" for index in range(count)]


def options(folder, device=0):
    return argparse.Namespace(checkout=folder, budget=100.0, tune=False, logs=folder, device=device)


@pytest.fixture
def run(tmp_path):
    return functional.Run(options(tmp_path))


def finished(test, outcome="passed", message=""):
    return {"event": "finished", "test": test, "outcome": outcome, "message": message}


def begun(*tests):
    return [{"event": "begun", "test": test} for test in tests]


def outcomes(run):
    return {test: result.outcome for test, result in run.results.items()}


def test_a_process_that_dies_is_its_tests_fault_and_the_rest_runs_again(run):
    tests = ids("cutile_rs")
    shard = functional.Shard(FILE, "cutile_rs", tests)
    again = run.absorb(shard, [*begun(*tests[:2]), finished(tests[0])], -11)
    assert outcomes(run) == {tests[0]: "passed", tests[1]: "failed"}
    assert "status -11" in run.results[tests[1]].message
    assert [(one.ids, one.depth) for one in again] == [(tests[2:], 1)]


def test_failures_behind_a_broken_context_run_again(run):
    tests = ids("cutile_rs")
    shard = functional.Shard(FILE, "cutile_rs", tests)
    illegal = "RuntimeError: CUDA error: an illegal memory access was encountered"
    events = [*begun(*tests), finished(tests[0], "failed", illegal), finished(tests[1], "skipped", "no fp8")]
    events += [finished(tests[2], "failed", illegal), finished(tests[3], "failed", illegal)]
    again = run.absorb(shard, events, 1)
    assert outcomes(run) == {tests[0]: "failed", tests[1]: "skipped"}
    assert [one.ids for one in again] == [tests[2:]]


def test_wrong_numbers_break_nothing(run):
    tests = ids("cutile")
    events = [*begun(*tests), finished(tests[0], "failed", "AssertionError: not close")]
    events += [finished(test) for test in tests[1:]]
    assert run.absorb(functional.Shard(FILE, "cutile", tests), events, 1) == []
    assert list(outcomes(run).values()) == ["failed", "passed", "passed", "passed"]


def test_a_file_that_cannot_be_imported_is_not_tried_for_ever(run):
    tests = ids("cutile")
    assert run.absorb(functional.Shard(FILE, "cutile", tests), [], 2) == []
    assert set(outcomes(run).values()) == {"failed"}


def test_what_the_budget_did_not_reach_is_not_run(run):
    tests = ids("cutile")
    events = [*begun(*tests[:2]), finished(tests[0])]
    assert run.absorb(functional.Shard(FILE, "cutile", tests), events, 124) == []
    assert outcomes(run) == {tests[0]: "passed"}
    rows, worse = functional.table({FILE: tests}, run)
    assert [row for row in rows if row["backend"] == "cutile"][0]["not run"] == 3
    assert worse == []


def test_both_backends_run_the_same_part_of_a_function(run):
    tests = [*ids("cutile_rs", 100), *ids("cutile", 100)]
    chosen = functional.select(tests, 10)
    by_backend = {name: [t for t in chosen if functional.backend_of(t) == name] for name in functional.BACKENDS}
    assert [len(found) for found in by_backend.values()] == [10, 10]
    plain = [[functional.plain(test) for test in found] for found in by_backend.values()]
    assert plain[0] == plain[1]
    assert functional.select(tests, 1000) == tests


def test_what_passes_for_cutile_alone_is_listed(run):
    run.results = {
        ids("cutile_rs")[0]: functional.Result("failed", "x"),
        ids("cutile")[0]: functional.Result("passed"),
        ids("cutile_rs")[1]: functional.Result("failed", "y"),
        ids("cutile")[1]: functional.Result("failed", "y"),
    }
    _, worse = functional.table({FILE: [*ids("cutile_rs"), *ids("cutile")]}, run)
    assert [entry["test"] for entry in worse] == [ids("cutile_rs")[0]]


def test_another_device_is_told_to_the_processes(tmp_path):
    assert "TILEPORT_DEVICE" not in functional.Run(options(tmp_path)).environment
    assert functional.Run(options(tmp_path, device=1)).environment["TILEPORT_DEVICE"] == "1"
    # The plugin that sets it is a module that can be compiled.
    compile(functional.PLUGIN, "tileport_events.py", "exec")
