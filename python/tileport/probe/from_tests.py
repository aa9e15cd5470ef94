"""Makes inputs files out of the tests of a TileGym checkout.

TileGym's own tests run under the described GPU with every reference left out; each call of a
registered operator is written down by the shapes, dtypes and values of its arguments. A few calls of
every kind are kept. The result is a draft that a person may shorten; it depends on nothing but the
tests.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import math
import random
import signal
from collections import Counter, defaultdict

import pytest
import torch

from tileport.probe import inputs, session
from tileport.probe.log import silent_recorder
from tileport.probe.masquerade import Masquerade

#: Parametrisations of one test function that are run, and seconds for each.
SAMPLES = 12
SECONDS = 10
#: Cases of one kind, and of one operator, that are kept.
ALIKE = 3
CASES = 18
#: Index tensors up to this size are written down by value.
VALUES = 256
#: Elements of all tensors of a case together.
LARGEST = 1 << 31

_NAMES = {dtype: name for name, dtype in inputs.DTYPES.items()}


class Unwritable(ValueError):
    """An argument that inputs.toml has no form for."""


def written(value):
    """A call's argument as inputs.toml has it."""
    if isinstance(value, torch.Tensor):
        return _tensor(value)
    if value is None:
        return {"none": True}
    if isinstance(value, torch.dtype):
        return {"torch": str(value).removeprefix("torch.")}
    if isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, torch.Size | tuple):
        return {"tuple": [written(item) for item in value]}
    if isinstance(value, list):
        return [written(item) for item in value]
    if isinstance(value, dict):
        return {str(key): written(item) for key, item in value.items()}
    raise Unwritable(type(value).__name__)


def _tensor(value: torch.Tensor) -> dict:
    with torch._C.DisableTorchFunction():
        if value.dtype not in _NAMES:
            raise Unwritable(str(value.dtype))
        spec = {"shape": list(value.shape), "dtype": _NAMES[value.dtype]}
        whole = value.dtype in (torch.bool, torch.int8, torch.uint8, torch.int32, torch.int64)
        if whole and value.numel() <= VALUES:
            return {"values": value.tolist(), "dtype": _NAMES[value.dtype]}
        if whole:
            spec["fill"] = 0
        if not value.is_contiguous():
            spec["strides"] = list(value.stride())
        if value.storage_offset() * value.element_size() % 16:
            spec["offset"] = value.storage_offset()
        if value.requires_grad:
            spec["grad"] = True
        return spec


def kind(case: dict) -> str:
    """What cases must differ in to be told apart: everything but sizes."""

    def plain(value):
        if isinstance(value, dict) and "shape" in value:
            return [value["dtype"], len(value["shape"]), sorted(set(value) - {"shape", "dtype"})]
        if isinstance(value, dict) and "values" in value:
            return [value["dtype"]]
        if isinstance(value, dict):
            return {key: plain(item) for key, item in value.items()}
        if isinstance(value, list):
            return [plain(item) for item in value]
        return "number" if type(value) in (int, float) else value

    return json.dumps(plain([case["args"], case["kwargs"], case["backward"]]), sort_keys=True)


def toml(value) -> str:
    """A value as inline TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return "{ " + ", ".join(f"{_key(key)} = {toml(item)}" for key, item in value.items()) + " }"


def _key(key: str) -> str:
    return key if key.replace("_", "").isalnum() and key.isascii() else json.dumps(key)


class Calls:
    """A pytest plugin that samples tests and writes down the calls that they make."""

    def __init__(self):
        self.cases: dict[str, list[dict]] = defaultdict(list)
        self.tolerance: dict[str, dict] = defaultdict(dict)
        self.unwritable: Counter = Counter()
        self._depth = 0
        self._open: list[tuple[dict, object]] = []
        self._current: list[str] = []

    def watch(self) -> None:
        """Puts itself between TileGym's dispatcher and every cuTile implementation."""
        from tilegym.backend import dispatcher

        for name, backends in dispatcher._REGISTRY.items():
            if "cutile" in backends:
                backends["cutile"] = self._watched(name, backends["cutile"])

    def _watched(self, name: str, function):
        @functools.wraps(function)
        def call(*args, **kwargs):
            case = None if self._depth else self._write(name, args, kwargs)
            self._depth += 1
            try:
                result = function(*args, **kwargs)
            finally:
                self._depth -= 1
            if case is not None:
                self._open.append((case, result))
            return result

        return call

    def _write(self, name: str, args: tuple, kwargs: dict) -> dict | None:
        self._current.append(name)
        try:
            case = {
                "args": [written(value) for value in args],
                "kwargs": {key: written(value) for key, value in kwargs.items()},
                "backward": False,
            }
        except Unwritable as error:
            self.unwritable[f"{name}: {error}"] += 1
            return None
        self.cases[name].append(case)
        return case

    def correct(self, test_fn, _ref_fn, kwargs, extra_test_kwargs=None, *_rest, **options):
        """Stands for `assertCorrectness`: runs the operator and its backward pass, compares nothing."""
        arguments = {key: getattr(value, "tensor", value) for key, value in kwargs.items()}
        self._current.clear()
        result = test_fn(**arguments, **(extra_test_kwargs or {}))
        first = result[0] if isinstance(result, tuple | list) else result
        self._keep_tolerance(first, options)
        if isinstance(first, torch.Tensor) and first.requires_grad:
            first.backward(torch.ones_like(first))
            self.backward_ran()

    def _keep_tolerance(self, result, options: dict) -> None:
        if not isinstance(result, torch.Tensor) or result.dtype not in _NAMES:
            return
        rtol, atol = options.get("rtol"), options.get("atol")
        if isinstance(rtol, int | float) and isinstance(atol, int | float):
            for name in self._current:
                known = self.tolerance[name].get(_NAMES[result.dtype], (math.inf, math.inf))
                self.tolerance[name][_NAMES[result.dtype]] = min(known, (rtol, atol))

    def backward_ran(self) -> None:
        """Marks the calls of this test whose result takes part in a backward pass."""
        for case, result in self._open:
            results = result if isinstance(result, tuple | list) else [result]
            case["backward"] = any(isinstance(r, torch.Tensor) and r.requires_grad for r in results)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list) -> None:
        """Keeps a sample of each test function's parametrisations."""
        by_test = defaultdict(list)
        other = ("cutile-rs", "cutile_rs", "tilecpp", "triton", "pytorch")
        for item in items:
            if "perf" not in item.name and not any(name in item.name for name in other):
                by_test[item.nodeid.partition("[")[0]].append(item)
        chance = random.Random(0)
        items[:] = itertools.chain.from_iterable(
            found if len(found) <= SAMPLES else found[:2] + chance.sample(found[2:], SAMPLES - 2)
            for found in by_test.values()
        )
        bases = {base for item in items for base in getattr(item.cls, "__mro__", ())}
        for base in bases:
            if base.__name__ == "PyTestCase":
                base.assertCorrectness = functools.partialmethod(_delegated, self)
                base.assertDeterministic = _run_only

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item):
        """A test may take long where it computes a reference on the CPU; its calls are kept."""
        self._open.clear()
        signal.alarm(SECONDS)
        with contextlib.suppress(TimeoutError):
            try:
                yield
            finally:
                signal.alarm(0)


def _delegated(_test, calls: Calls, *args, **options):
    calls.correct(*args, **options)


def _run_only(_test, function, kwargs, *_args, **_options):
    return function(**kwargs)


def chosen(cases: list[dict]) -> list[dict]:
    """A few cases of every kind, none twice, in the order of the tests."""
    seen, kinds, kept = set(), Counter(), []
    for case in cases:
        text = json.dumps(case, sort_keys=True)
        if text in seen or _size(case) > LARGEST or kinds[kind(case)] == ALIKE:
            continue
        seen.add(text)
        kinds[kind(case)] += 1
        kept.append(case)
    kept.sort(key=lambda case: kinds[kind(case)])
    return kept[:CASES]


def _size(value) -> int:
    if isinstance(value, dict) and "shape" in value:
        return math.prod(value["shape"])
    if isinstance(value, dict):
        return sum(_size(item) for item in value.values())
    return sum(_size(item) for item in value) if isinstance(value, list) else 0


def document(operator: str, cases: list[dict], tolerance: dict) -> str:
    """The text of an inputs file."""
    lines = [
        f"# On what stage A runs {operator}, made from TileGym's tests by `reference --from-tests`;",
        "# the format is described in python/tileport/probe/inputs.py.",
        f"operator = {toml(operator)}",
        'correctness_reference = "the reference of TileGym\'s own test"',
    ]
    if tolerance:
        lines += ["", "[tolerance]"]
        lines += [
            f"{_key(dtype)} = {{ rtol = {toml(float(rtol))}, atol = {toml(float(atol))} }}"
            for dtype, (rtol, atol) in sorted(tolerance.items())
        ]
    for index, case in enumerate(cases):
        lines += ["", "[[input]]", f'name = "case {index}"', f"args = {toml(case['args'])}"]
        if case["kwargs"]:
            lines.append(f"kwargs = {toml(case['kwargs'])}")
        if case["backward"]:
            lines.append("backward = true")
        if index == 0:
            lines.append('search = "all"')
    return "\n".join(lines) + "\n"


def from_tests(options) -> dict[str, str]:
    """Runs test files of a checkout; returns the text of an inputs file by operator."""
    here = session.Session(options.target, options.tilegym, options.stand_in)
    silent_recorder().install()
    here.start()
    calls = Calls()
    calls.watch()
    masquerade = Masquerade(on_backward=calls.backward_ran, lazy=inputs.FILL_LIMIT)
    torch.testing.assert_close = lambda *_args, **_options: None
    signal.signal(signal.SIGALRM, _too_long)
    arguments = ["-q", "--no-header", "-p", "no:cacheprovider", "--tb=no", "-W", "ignore"]
    with masquerade:
        pytest.main(arguments + [str(path) for path in options.tests], plugins=[calls])
    found = {}
    for name, cases in sorted(calls.cases.items()):
        found[name] = document(name, chosen(cases), calls.tolerance.get(name, {}))
    return found


def _too_long(_signal, _frame):
    raise TimeoutError("the test takes too long")
