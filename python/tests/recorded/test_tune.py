"""Searches: what is kept, when it is taken, and that arguments come out as they went in."""

import ctypes
import dataclasses
import json
import subprocess
import sys
from types import SimpleNamespace

import pytest
import torch

import tileport
from tileport import launching, native, tune, tuned

pytestmark = pytest.mark.skipif(native.module is None, reason="searches are the same without the extension")


@pytest.fixture(autouse=True)
def records(tmp_path, monkeypatch):
    """Records of this test alone; cubins lie elsewhere and stay."""
    monkeypatch.setattr(tuned, "folder", lambda: tmp_path / "tuning")
    return tmp_path / "tuning"


def pair(size=1000, dtype=torch.float16):
    return torch.zeros(size, dtype=dtype, device="cuda"), torch.zeros(size, dtype=dtype, device="cuda")


def search(kernel, tensors, tiles=(16, 32), hints=None, factor=0.5, **options):
    out, x = tensors
    return tune.exhaustive_search(
        [SimpleNamespace(tile=tile) for tile in tiles],
        torch.cuda.current_stream(),
        lambda config: (tileport.cdiv(x.shape[0], config.tile),),
        kernel,
        lambda config: (out, x, factor, config.tile, None),
        hints,
        quiet=True,
        **options,
    )


def launches(events):
    return [event for event in events.take() if event["event"] == "launch"]


def test_a_record_is_taken_and_nothing_runs(scale, events):
    first = search(scale, pair())
    assert launches(events) and len(first.successes) == 2
    again = search(scale, pair())
    assert launches(events) == []
    assert again.best.config == first.best.config
    assert [one.mean_us for one in again.successes] == [one.mean_us for one in first.successes]


def test_failures_are_kept_and_a_search_without_success_is_not(scale, events, records):
    result = search(scale, pair(), tiles=(16, 100))
    assert [(config.tile, kind) for config, kind, _ in result.failures] == [(100, tileport.KernelError)]
    launches(events)
    assert search(scale, pair(), tiles=(16, 100)).failures == result.failures
    assert launches(events) == []
    for _ in range(2):
        with pytest.raises(ValueError, match="no valid configuration"):
            search(scale, pair(), tiles=(100,))
    assert len(list(records.glob("*.json"))) == 1


def test_d26_each_change_of_the_problem_misses_the_old_record(scale, events, monkeypatch):
    search(scale, pair())
    launches(events)

    def searches(*arguments, **options):
        search(*arguments, **options)
        return bool(launches(events))

    assert not searches(scale, pair())
    assert searches(scale.replace_hints(opt_level=2), pair())
    assert searches(scale, pair(), hints=lambda _: {"occupancy": 2})
    assert searches(scale, pair(), hints=lambda _: {"num_ctas": 2})
    assert searches(scale, pair(dtype=torch.bfloat16))
    assert searches(scale, pair(size=1008))
    assert searches(scale, pair(), tiles=(16, 32, 64))
    assert searches(scale, pair(), tiles=(32, 16))
    assert searches(scale, pair(), factor=0.25)
    assert searches(scale, pair(), flush_l2=False)
    with monkeypatch.context() as changed:
        changed.setattr(tuned, "assembler_version", lambda _path: "another build")
        assert searches(scale, pair())
    with monkeypatch.context() as changed:
        resolve = tune.resolver.entry
        other = {"code": "another kernel.rs"}
        changed.setattr(tune.resolver, "entry", lambda *name: dataclasses.replace(resolve(*name), **other))
        assert searches(scale, pair())
    monkeypatch.setenv("TILEPORT_RETUNE", "1")
    assert searches(scale, pair())
    monkeypatch.delenv("TILEPORT_RETUNE")
    assert not searches(scale, pair())


PROBLEM = tuned.Problem("g", "a", "k", "c", "o", ("x",), ("s", "t"), True)


def test_d26_every_field_is_part_of_the_key():
    other = {"arguments": ("x", "y"), "space": ("t", "s"), "flush_l2": False}
    digests = {PROBLEM.digest()}
    for field in dataclasses.fields(tuned.Problem):
        digests.add(dataclasses.replace(PROBLEM, **{field.name: other.get(field.name, "other")}).digest())
    assert len(digests) == 1 + len(dataclasses.fields(tuned.Problem))
    assert dataclasses.replace(PROBLEM).digest() == PROBLEM.digest()


def test_a_damaged_record_or_one_of_another_problem_is_refused(records):
    record = tuned.Record(1, {0: (2.0, 5, 0.1), 1: (1.0, 5, 0.1)}, {})
    tuned.write(PROBLEM, record)
    assert tuned.read(PROBLEM) == record
    (file,) = records.glob("*.json")
    whole = file.read_text()
    content = json.loads(whole)
    for damaged in (
        whole[: len(whole) // 2],
        "[]",
        json.dumps(content | {"schema": 0}),
        json.dumps(content | {"best": 5}),
        json.dumps(content | {"problem": content["problem"] | {"code": "older"}}),
        json.dumps(content | {"measured": {"0": [1.0, 5, 0.1], "1": [1.0, 5, 0.1], "9": [1.0, 5, 0.1]}}),
    ):
        file.write_text(damaged)
        assert tuned.read(PROBLEM) is None
    file.write_text(whole)
    assert tuned.read(PROBLEM) == record


def test_one_process_searches_at_a_time(records):
    script = (
        "import sys, time; from pathlib import Path; from tileport import tuned\n"
        "tuned.folder = lambda: Path(sys.argv[1])\n"
        "problem = tuned.Problem('g', 'a', 'k', 'c', 'o', ('x',), ('s', 't'), True)\n"
        "with tuned.alone(problem):\n"
        "    found = tuned.read(problem)\n"
        "    if found is None: time.sleep(0.3); tuned.write(problem, tuned.Record(0, {0: (1.0, 5, 0.1)}, {}))\n"
        "print('searched' if found is None else 'read')\n"
    )
    command = [sys.executable, "-c", script, str(records)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    printed = sorted(process.communicate()[0].strip() for process in running)
    assert printed == ["read", "read", "searched"]


def test_d25_what_kernels_write_in_place_is_given_back(scale, monkeypatch):
    out, x = pair(size=512)
    ctypes.memset(x.data_ptr(), 3, 1024)
    ctypes.memset(out.data_ptr(), 5, 1024)
    view = x[::2]
    written = []

    def launch(_stream, _grid, _kernel, arguments):
        for tensor in arguments[:2]:
            ctypes.memset(tensor.data_ptr(), 9, tensor.numel() * tensor.element_size())
        written.append(arguments[1].data_ptr())

    monkeypatch.setattr(launching, "launch", launch)
    search(scale, (out, view))
    assert set(written) == {view.data_ptr()} and len(written) > 2
    assert ctypes.string_at(x.data_ptr(), 1024) == bytes([3]) * 1024
    assert ctypes.string_at(out.data_ptr(), 1024) == bytes([5]) * 1024


def test_d25_arguments_that_are_made_for_each_run_are_not_kept(scale, monkeypatch):
    out, x = pair(size=512)
    kept = []
    restore = tune._Timer.restore
    monkeypatch.setattr(tune._Timer, "restore", lambda timer: kept.append(len(timer._kept)) or restore(timer))
    tune.exhaustive_search(
        [SimpleNamespace(tile=16)],
        torch.cuda.current_stream(),
        lambda _: (32,),
        scale,
        lambda config: (torch.empty_like(out), x, 0.5, config.tile, None),
        quiet=True,
    )
    assert kept == [1]


def test_what_cutiles_tuner_found_is_taken_over(scale, events):
    tensors = pair(size=2048)
    out, x = tensors
    space = [SimpleNamespace(tile=tile) for tile in (16, 32)]
    measured = [tune.Measurement(config=config, mean_us=3.0, num_samples=9, error_margin_us=0.1) for config in space]
    found = tune.TuningResult(best=measured[1], successes=measured, failures=[])
    arguments = (lambda config: (tileport.cdiv(x.shape[0], config.tile),), scale)
    given = lambda config: (out, x, 0.5, config.tile, None)  # noqa: E731 - the tuner takes a function
    stream = torch.cuda.current_stream()
    tune.adopt(found, space, stream, *arguments, given)
    result = search(scale, tensors)
    assert launches(events) == []
    assert (result.best.config.tile, result.best.mean_us) == (32, 3.0)
