"""The probe: what it records is what cuTile's launcher would infer, for kernels of our own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PYTHON = Path(__file__).resolve().parents[1]

KERNELS = """
from __future__ import annotations

import cuda.tile as ct

Size = ct.Constant[int]


@ct.kernel
def copy(source, target, TILE: Size, factor: "ct.Constant[float]", rows: int):
    index = ct.bid(0)
    tile = ct.load(source, index=(index, 0), shape=(1, TILE))
    ct.store(target, index=(index, 0), tile=ct.astype(tile * factor, target.dtype))


@ct.kernel(occupancy=ct.ByTarget(sm_90=2, default=4))
def touch(array):
    ct.bid(0)


@ct.kernel
def wide(array: ct.IndexedWithInt64):
    ct.bid(0)


@ct.kernel
def seeded(array, TILE: Size, SEED: Size):
    if SEED >= 100:
        ct.printf("many")
    ct.store(array, index=(ct.bid(0),), tile=ct.full((TILE,), SEED, dtype=array.dtype))


def run_seeded(array, tile):
    ct.launch(None, (1,), seeded, (array, tile, 0))


def run_copy(source, target):
    ct.launch(None, (source.shape[0],), copy, (source, target, 16, 0.5, source.shape[0]))


def run_touch(array):
    ct.launch(None, (1,), touch, (array,))


def run_wide(array):
    ct.launch(None, (1,), wide, (array,))


def search(array):
    from cuda.tile.tune import exhaustive_search

    best = exhaustive_search(
        [1, 2, 4], None, lambda n: (n,), touch, lambda n: (array,), lambda n: {"occupancy": n}
    )
    return best.best.config


def aliases(array):
    view = array[:, :1]
    ct.launch(None, (2, 3), touch, (view,))
    return view.t()
"""


def probe(folder: Path, command: str, inputs: str, *options: str, kernels: str = KERNELS):
    """Runs the probe on a module `mine` with the given kernels."""
    (folder / "mine.py").write_text(kernels)
    (folder / "inputs.toml").write_text(f'operator = "mine"\nmodule = "mine"\n{inputs}')
    return subprocess.run(
        [sys.executable, "-m", "tileport.probe", command, "--inputs", folder / "inputs.toml"]
        + ["--out", folder / "out", *options],
        env=os.environ | {"PYTHONPATH": f"{PYTHON}{os.pathsep}{folder}"},
        capture_output=True,
        text=True,
        check=False,
    )


def capture(folder: Path, inputs: str, *options: str) -> dict:
    """What a capture of the given inputs has, by function."""
    done = probe(folder, "capture", inputs, *options)
    assert done.returncode == 0, done.stderr
    document = json.loads((folder / "out/capture.json").read_text())
    return document | {"by_name": {found["name"]: found for found in document["functions"]}}


#: Shape, strides and offset (elements) of arrays whose constraints must follow the rules.
ARRAYS = [
    ("f16", [64, 16], None, 0),
    ("f16", [64, 32], None, 0),
    ("f16", [64, 64], None, 0),
    ("f16", [3, 4096], None, 0),
    ("f16", [64, 63], None, 0),
    ("f16", [64, 16], [64, 1], 0),
    ("f16", [8, 8], None, 8),
    ("f16", [8, 8], None, 4),
    ("bf16", [1, 64], None, 0),
    ("f32", [1, 1], None, 0),
    ("f32", [8, 64], [0, 1], 0),
    ("f32", [64, 48], [1, 64], 0),
    ("f32", [8, 8], [4, 1], 0),
    ("f64", [32, 34], None, 0),
    ("i8", [32, 32], None, 1),
    ("i32", [5], None, 0),
    ("f32", [2, 2, 2, 2, 16], None, 0),
    ("f32", [2, 2, 2, 2, 2, 16], None, 0),
    ("f32", [0, 64], None, 0),
]

WIDTHS = {"i8": 1, "f16": 2, "bf16": 2, "f32": 4, "i32": 4, "f64": 8}


def rules(dtype: str, shape: list, strides: list, offset: int) -> dict:
    """cuTile's launcher, calling convention 2, in other words than the probe's."""
    width = WIDTHS[dtype]
    few = len(shape) <= 5
    shape_constant = [1 if few and size == 1 else None for size in shape]
    stride_constant = [1 if few and stride == 1 else None for stride in strides]
    order = sorted(zip(strides, shape, strict=True))
    overlaps = any(upper < lower * size for (lower, size), (upper, _) in zip(order, order[1:], strict=False))
    return {
        "dtype": dtype,
        "rank": len(shape),
        "index": "i32",
        "base_divisor": 16 if offset * width % 16 == 0 else 1,
        "shape_constant": shape_constant,
        "stride_constant": stride_constant,
        "shape_divisor": [
            16 if few and constant is None and size % 16 == 0 else 1
            for size, constant in zip(shape, shape_constant, strict=True)
        ],
        "stride_divisor": [
            16 // width if few and constant is None and stride * width % 16 == 0 else 1
            for stride, constant in zip(strides, stride_constant, strict=True)
        ],
        "may_alias_internally": overlaps or order[0][0] <= 0,
    }


def contiguous(shape: list) -> list:
    """Row-major strides as torch gives them."""
    strides = [1]
    for size in reversed(shape[1:]):
        strides.append(strides[-1] * max(size, 1))
    return strides[::-1]


@pytest.fixture(scope="module")
def captured(tmp_path_factory) -> dict:
    """One capture for the tests below; a process that pretends to have a GPU takes seconds."""
    inputs = """
[[input]]
name = "copy"
call = "mine:run_copy"
args = [{ shape = [4, "=n"], dtype = "f16" }, { shape = [4, "=n"], dtype = "f32" }]
each = { n = [16, 32, 64, 4096] }

[[input]]
name = "wide"
call = "mine:run_wide"
args = [{ shape = [64, 64], dtype = "f32" }]

[[input]]
name = "tuned"
call = "mine:search"
args = [{ shape = [7, 7, 7, 7], dtype = "f32" }]
search = "all"
"""
    for index, (dtype, shape, strides, offset) in enumerate(ARRAYS):
        fields = [f"shape = {shape}", f'dtype = "{dtype}"', f"offset = {offset}"]
        fields += [f"strides = {strides}"] if strides else []
        inputs += f'[[input]]\nname = "array{index}"\ncall = "mine:run_touch"\n'
        inputs += f"args = [{{ {', '.join(fields)} }}]\n"
    folder = tmp_path_factory.mktemp("probe")
    return capture(folder, inputs, "--target", "sm_90") | {"folder": folder}


def launched(captured: dict, function: str, case: str) -> dict:
    """The signature that a case led to."""
    for signature in captured["by_name"][function]["signatures"]:
        if any(launch["input"] == case for launch in signature["launches"]):
            return signature
    raise AssertionError(f"no launch of {function} by {case}")


@pytest.mark.parametrize("index", range(len(ARRAYS)))
def test_arrays_follow_the_rules_of_the_launcher(captured, index):
    dtype, shape, strides, offset = ARRAYS[index]
    wanted = rules(dtype, shape, strides or contiguous(shape), offset)
    # Only the first few launches of a signature are kept, so that it is looked for by content.
    found = [s["arguments"][0] for s in captured["by_name"]["touch"]["signatures"]]
    assert {"kind": "array"} | wanted in found


def test_d08_divisors_are_capped_at_sixteen_bytes(captured):
    signatures = captured["by_name"]["copy"]["signatures"]
    assert signatures
    for signature in signatures:
        source, target = signature["arguments"][:2]
        assert set(source["stride_divisor"]) <= {1, 8}
        assert set(target["stride_divisor"]) <= {1, 4}
        assert set(source["shape_divisor"]) <= {1, 16}
    # Widths of 16, 32, 64 and 4096 are one signature: no further specialisation is made.
    aligned = [s for s in signatures if s["launched"]]
    assert len(aligned) == 1
    assert aligned[0]["arguments"][0]["stride_divisor"] == [8, 1]
    assert launched(captured, "copy", "copy[16]") is aligned[0]


def test_d09_postponed_aliased_and_quoted_constants_are_constants(captured):
    params = captured["by_name"]["copy"]["params"]
    assert {p["name"]: p["constant"] for p in params} == {
        "source": False,
        "target": False,
        "TILE": True,
        "factor": True,
        "rows": False,
    }
    kinds = [argument["kind"] for argument in launched(captured, "copy", "copy[16]")["arguments"]]
    assert kinds == ["array", "array", "constant", "constant", "scalar"]


def test_d09_an_annotation_that_does_not_resolve_is_named(tmp_path):
    kernels = KERNELS.replace("TILE: Size", "TILE: Sizes")
    inputs = '[[input]]\nname = "x"\ncall = "mine:run_touch"\nargs = [{ shape = [4] }]\n'
    done = probe(tmp_path, "capture", inputs, kernels=kernels)
    assert done.returncode == 2
    message = done.stderr.strip().splitlines()[-1]
    assert "mine.py:" in message and "'TILE'" in message and "'Sizes'" in message


def test_d15_each_array_has_its_own_dtype(captured):
    assert launched(captured, "copy", "copy[16]")["dtypes"] == "f16-f32-i32"


def test_index_width_and_target_options_are_recorded(captured):
    wide = launched(captured, "wide", "wide")
    assert wide["arguments"][0]["index"] == "i64"
    assert captured["by_name"]["wide"]["params"] == [{"name": "array", "constant": False, "index64": True}]
    assert launched(captured, "touch", "array0")["options"]["occupancy"] == 2


def test_a_search_records_its_space_and_every_configuration(captured):
    assert [s["configs"] for s in captured["searches"]] == [[1, 2, 4]]
    tuned = [s for s in captured["by_name"]["touch"]["signatures"] if s["arguments"][0]["rank"] == 4]
    assert {s["options"]["occupancy"]: s["configs"] for s in tuned if s["launched"]} == {
        1: ["1"],
        2: ["2"],
        4: ["4"],
    }
    assert {s["launches"][0]["grid"][0] for s in tuned if s["launched"]} == {1, 2, 4}


def test_derived_signatures_differ_and_have_no_launch(captured):
    signatures = captured["by_name"]["copy"]["signatures"]
    derived = [s for s in signatures if not s["launched"]]
    assert {"base", "shape", "constant 2 half"} <= {s["derived"] for s in derived}
    assert all(not s["launches"] for s in derived)
    keys = [json.dumps([s["arguments"], s["options"]]) for s in signatures]
    assert len(set(keys)) == len(keys)


def test_a_constant_of_one_value_is_first_shown_with_another(tmp_path):
    inputs = '[[input]]\nname = "x"\ncall = "mine:run_seeded"\n'
    inputs += 'args = [{ shape = [64], dtype = "i32" }, "=tile"]\neach = { tile = [16, 32] }\n'
    signatures = capture(tmp_path, inputs)["by_name"]["seeded"]["signatures"]
    assert [s["arguments"][2]["value"] for s in signatures if s["launched"]] == [0, 0]
    derived = [s for s in signatures if not s["launched"]]
    bounds = [s for s in derived if s["derived"].startswith("bound")]
    assert [(s["derived"], s["arguments"][2]["value"]) for s in bounds] == [
        ("bound 2 100", 100),
        ("bound 2 99", 99),
        ("bound 2 101", 101),
    ]
    first, *others = [s for s in derived if s not in bounds]
    assert first["derived"] == "constant 2 other"
    assert [argument.get("value") for argument in first["arguments"]] == [None, 16, 7]
    # What varies anyway is shown as well, later.
    assert "constant 1 half" in {s["derived"] for s in others}


def test_no_path_of_this_machine_is_in_the_bytecode(captured):
    files = list((captured["folder"] / "out").glob("*.tileirbc"))
    assert files
    for file in files:
        content = file.read_bytes()
        assert b"mine.py" in content
        assert str(captured["folder"]).encode() not in content


def test_a_log_shows_order_views_and_results(tmp_path):
    inputs = '[[input]]\nname = "x"\ncall = "mine:aliases"\nargs = [{ shape = [4, 8] }]\n'
    done = probe(tmp_path, "log", inputs)
    assert done.returncode == 0, done.stderr
    events = [json.loads(line) for line in (tmp_path / "out").read_text().splitlines()]
    assert [event["event"] for event in events] == ["case", "op", "launch", "op", "result"]
    launch, result = events[2], events[4]["value"]
    assert launch["kernel"] == "touch"
    assert launch["grid"] == [2, 3, 1]
    [argument] = launch["arguments"]
    assert (argument["shape"], argument["strides"], argument["storage"]) == ([4, 1], [8, 1], "s0")
    assert (result["shape"], result["strides"], result["storage"]) == ([1, 4], [1, 8], "s0")


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ('[[input]]\nname = "x"\nargz = []\n', "argz"),
        ('[[input]]\nname = "x"\n[[input]]\nname = "x"\n', "occurs twice"),
        ('[[input]]\nname = "x"\neach = { n = [1] }\nargs = ["=m"]\n', "'m'"),
        ('[[input]]\nname = "x"\neach = { "m,n" = [[1]] }\n', "another length"),
        ('[[input]]\nname = "x"\nsearch = "some"\n', "some"),
        ("[[input]\n", "inputs.toml"),
    ],
)
def test_inputs_that_cannot_be_are_refused_with_their_place(tmp_path, inputs, said):
    from tileport.probe.inputs import InputError, cases, load

    path = tmp_path / "inputs.toml"
    path.write_text(f'operator = "mine"\n{inputs}')
    with pytest.raises(InputError, match=said):
        cases(load(path), "sm_90")


def test_expressions_of_inputs_are_evaluated():
    from tileport.probe.inputs import cases

    document = {
        "operator": "mine",
        "input": [
            {
                "name": "x",
                "each": {"m,n": [[4, 6], [5, 7]], "dtype": ["f16", "f32"]},
                "args": [{"shape": ["=2*m", "=(n-1)//2"], "dtype": "=dtype"}],
            }
        ],
    }
    found = cases(document, "sm_90")
    assert [case.name for case in found] == ["x[4-6-f16]", "x[4-6-f32]", "x[5-7-f16]", "x[5-7-f32]"]
    assert found[2].args == [{"shape": [10, 3], "dtype": "f16"}]


def test_every_preset_has_its_own_capability():
    from tileport.probe.gpu import PRESETS, preset

    assert {preset(name).capability for name in PRESETS} == {
        (8, 0),
        (9, 0),
        (10, 0),
        (10, 3),
        (12, 0),
    }
    with pytest.raises(ValueError, match="sm_90"):
        preset("sm_1")
