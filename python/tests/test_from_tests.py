"""Inputs made from calls: what is written is read back as the same call."""

import tomllib

import pytest
import torch

from tileport.probe.from_tests import Unwritable, chosen, document, kind, written
from tileport.probe.inputs import build, cases


def test_a_call_survives_being_written():
    call = {
        "args": [written(torch.zeros(4, 6).t()), written(torch.tensor([3, 1], dtype=torch.int32))],
        "kwargs": {
            "scale": written(0.125),
            "mode": written("a\"b'"),
            "dtype": written(torch.bfloat16),
            "none": written(None),
            "pair": written((1, 2)),
            "flag": written(True),
        },
        "backward": True,
    }
    text = document("liger.thing", [call], {"f16": (0.0, 1e-2)})
    parsed = tomllib.loads(text)
    assert parsed["tolerance"] == {"f16": {"rtol": 0.0, "atol": 0.01}}
    [case] = cases(parsed, "sm_90")
    assert case.backward is True
    matrix, index = (build(value, "x") for value in case.args)
    assert (tuple(matrix.shape), matrix.stride()) == ((6, 4), (1, 6))
    assert (index.tolist(), index.dtype) == ([3, 1], torch.int32)
    options = build(case.kwargs, "x")
    assert options == {
        "scale": 0.125,
        "mode": "a\"b'",
        "dtype": torch.bfloat16,
        "none": None,
        "pair": (1, 2),
        "flag": True,
    }


def test_a_misaligned_view_keeps_its_offset():
    spec = written(torch.zeros(65, dtype=torch.float16)[1:])
    assert build(spec, "x").data_ptr() % 16 == 2
    assert "offset" not in written(torch.zeros(72, dtype=torch.float16)[8:])


def test_what_has_no_form_is_refused():
    with pytest.raises(Unwritable, match="function"):
        written(lambda: None)


def test_a_few_cases_of_each_kind_are_chosen_and_none_twice():
    def case(size, dtype=torch.float16, **kwargs):
        return {
            "args": [written(torch.zeros(size, dtype=dtype))],
            "kwargs": {key: written(value) for key, value in kwargs.items()},
            "backward": False,
        }

    many = [case(n) for n in (1, 1, 2, 3, 4, 5)] + [case(7, torch.float32), case(7, flag=True)]
    kept = chosen(many)
    sizes = [item["args"][0]["shape"] for item in kept if kind(item) == kind(many[0])]
    assert sizes == [[1], [2], [3]]
    assert len(kept) == 5
    assert kind(case(1, scale=0.5)) == kind(case(2, scale=0.25))
    assert kind(case(1, flag=True)) != kind(case(1, flag=False))
