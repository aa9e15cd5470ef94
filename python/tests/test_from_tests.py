"""Inputs made from calls: what is written is read back as the same call."""

import tomllib

import pytest
import torch

from tileport.probe.drafting import BY_HAND, chosen, document, drafts, merged
from tileport.probe.from_tests import Unwritable, written
from tileport.probe.inputs import build, cases
from tileport.probe.lazy import LIMIT, Lazy


def call(args, backward=False, **kwargs):
    return {
        "call": None,
        "names": ["x", "y"],
        "args": [written(value) for value in args],
        "kwargs": {key: written(value) for key, value in kwargs.items()},
        "backward": backward,
    }


def test_a_call_survives_being_written():
    matrix, index = torch.zeros(4, 6).t(), torch.tensor([3, 1], dtype=torch.int32)
    options = {
        "scale": 0.125,
        "mode": "a\"b'",
        "dtype": torch.bfloat16,
        "none": None,
        "pair": (1, 2),
        "flag": True,
    }
    one = call([matrix, index], True, **options) | {"search": False}
    text = document("liger.thing", [one], {"f16": (0.0, 1e-2)})
    parsed = tomllib.loads(text)
    assert parsed["tolerance"] == {"f16": {"rtol": 0.0, "atol": 0.01}}
    [case] = cases(parsed, "sm_90")
    assert case.backward is True
    read_matrix, read_index = (build(value, "x") for value in case.args)
    assert (tuple(read_matrix.shape), read_matrix.stride()) == ((6, 4), (1, 6))
    assert (read_index.tolist(), read_index.dtype) == ([3, 1], torch.int32)
    assert build(case.kwargs, "x") == options


def test_a_misaligned_view_keeps_its_offset():
    spec = written(torch.zeros(65, dtype=torch.float16)[1:])
    assert build(spec, "x").data_ptr() % 16 == 2
    assert "offset" not in written(torch.zeros(72, dtype=torch.float16)[8:])


def test_what_has_no_form_is_refused():
    with pytest.raises(Unwritable, match="function"):
        written(lambda: None)


def run(target, *calls):
    """What `from-tests` writes of calls, each given with the symbols of its launches."""
    made = [
        one | {"signatures": [f'["file.py", "kernel", "{symbol}"]' for symbol in symbols], "searches": searches}
        for one, symbols, searches in calls
    ]
    files = {"thing": "file.py"}
    return {"target": target, "files": files, "operators": {"thing": {"cases": made, "tolerance": {"f16": [0.1, 0.2]}}}}


def test_a_call_is_kept_where_it_adds_a_signature_on_any_target():
    small, same, other, last = (call([torch.zeros(size)]) for size in (8, 16, 9, 10))
    first = run("sm_90", (small, ["a"], {"kernel": 4}), (same, ["a"], {"kernel": 4}), (other, ["b"], {}))
    second = run("sm_100", (small, ["a"], {}), (last, ["c"], {}), (other, ["b"], {}))
    cases = merged([run | run["operators"]["thing"] for run in (first, second)])
    kept = chosen(cases)
    assert [case["args"][0]["shape"] for case in kept] == [[8], [9], [10]]
    assert [case["search"] for case in kept] == [True, False, False], "one search of a kernel is whole"


def test_calls_of_one_structure_are_rows(tmp_path):
    calls = [
        (call([torch.zeros(n, 4, dtype=dtype)], causal=True), [f"{n}"], {})
        for n, dtype in ((2, torch.float16), (3, torch.float32))
    ]
    (tmp_path / "thing.toml").write_text(f'operator = "thing"\n{BY_HAND}\n[[input]]\nname = "mine"\n')
    text = drafts([run("sm_90", *calls)], tmp_path)["thing"]
    document = tomllib.loads(text)
    assert [entry["name"] for entry in document["input"]] == ["causal", "mine"]
    assert document["input"][0]["each"] == {"x_0,dtype": [[2, "f16"], [3, "f32"]]}
    read = cases(document, "sm_90")[:2]
    assert [case.args[0] for case in read] == [one["args"][0] for one, *_ in calls]


def test_large_operators_are_not_computed_but_have_their_shape():
    with Lazy():
        large = torch.zeros(1 << 30, 2)
        assert (large @ torch.zeros(2, 3)).shape == (1 << 30, 3)
        assert large.t().contiguous().stride() == (1 << 30, 1)
        assert large.add_(1) is large
        assert large[1:].storage_offset() == 2, "a view is a view"
        small = torch.arange(LIMIT)
        assert small.sum().item() == LIMIT * (LIMIT - 1) // 2, "what host code may read is computed"
        assert torch.empty(4).tolist() == [0.0] * 4, "the same in every run"
