"""Makes inputs files out of the tests of a TileGym checkout.

TileGym's own tests run under the described GPU with every reference left out; each call of a
registered operator is written down by the shapes, dtypes and values of its arguments, together with
the signatures that its launches, forward and backward, would be compiled for. `drafting` then
keeps the calls that add a signature. All launches are listed too, with the first test of each, so that
it can be told without a GPU whether a port serves them. The result depends on nothing but the tests.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import importlib
import inspect
import itertools
import json
import math
import random
import signal
import types
from collections import Counter, defaultdict

import pytest
import torch

from tileport.probe import inputs, session, signature
from tileport.probe.lazy import Lazy
from tileport.probe.masquerade import Masquerade
from tileport.probe.record import Launch, Recorder, Search, kernel_file, kernel_name

#: Parametrisations of one test function that are run, and seconds for each.
SAMPLES = 256
SECONDS = 20
#: Index tensors up to this size are written down by value.
VALUES = 256

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
        if not value.dtype.is_floating_point:
            # Host code reads lengths and offsets, hardly ever a table.
            if value.dim() <= 1 and value.numel() <= VALUES and value.is_contiguous():
                return {"values": value.tolist(), "dtype": _NAMES[value.dtype]}
            spec["fill"] = _fill(value)
        elif value.numel() == 1 and not value.dim():
            spec["fill"] = float(value)
        if not value.is_contiguous():
            spec["strides"] = list(value.stride())
        if value.storage_offset() * value.element_size() % 16:
            spec["offset"] = value.storage_offset()
        if value.requires_grad:
            spec["grad"] = True
        return spec


def _fill(value: torch.Tensor) -> int | str:
    """What fills a larger tensor of whole numbers: one value, a count, or zeros and ones."""
    if value.dtype == torch.bool:
        return 1 if bool(value.all()) else "randn"
    flat = value.reshape(-1)
    if value.numel() > 1 and bool((flat == torch.arange(value.numel())).all()):
        return "arange"
    first = int(flat[0])
    return first if bool((flat == first).all()) else "randn"


class Calls:
    """A pytest plugin that runs tests and writes down the calls that they make."""

    def __init__(self, target: str, samples: int = SAMPLES):
        self.target = target
        self.samples = samples
        #: What each launch is compiled for, once, with the first test that made it.
        self.launches: dict[str, dict] = {}
        self._test = ""
        self.cases: dict[str, list[dict]] = defaultdict(list)
        self.tolerance: dict[str, dict] = defaultdict(dict)
        self.unwritable: Counter = Counter()
        self.failed: Counter = Counter()
        self._depth = 0
        self._open: list[tuple[dict, object]] = []
        self._current: list[str] = []
        self._now: dict | None = None

    def watch(self) -> None:
        """Puts itself between TileGym's dispatcher and every cuTile implementation."""
        from tilegym.backend import dispatcher

        session.import_suites()
        for name, backends in dispatcher._REGISTRY.items():
            if "cutile" in backends:
                backends["cutile"] = self._watched(name, backends["cutile"])

    def on_launch(self, launch: Launch) -> None:
        """The signature of a launch belongs to the call that is open, or that was last in a test."""
        try:
            constraints = signature.infer(launch.kernel, launch.arguments)
        except Exception:  # what cuTile does not launch makes no signature
            return
        symbol = constraints.symbol
        options = signature.options(launch.kernel._compiler_options, self.target)
        self._list(launch, constraints, options)
        case = self._now or (self._open[-1][0] if self._open else None)
        if case is None:
            return
        key = json.dumps([kernel_file(launch.kernel), kernel_name(launch.kernel), symbol, options])
        if key not in case["signatures"]:
            case["signatures"].append(key)

    def _list(self, launch: Launch, constraints, options: dict) -> None:
        made = {
            "file": kernel_file(launch.kernel),
            "function": kernel_name(launch.kernel),
            "arguments": [signature.argument(parameter) for parameter in constraints.parameters],
            "options": options,
        }
        self.launches.setdefault(json.dumps(made), made | {"test": self._test})

    def on_search(self, search: Search) -> None:
        """A call that searches can have every configuration captured."""
        case = self._now or (self._open[-1][0] if self._open else None)
        if case is not None and search.launches:
            name = kernel_name(search.launches[0].kernel)
            case["searches"][name] = max(len(search.configs), case["searches"].get(name, 0))

    def _watched(self, name: str, function, path: str | None = None):
        names = _parameters(function)

        @functools.wraps(function)
        def call(*args, **kwargs):
            if self._depth:
                return function(*args, **kwargs)
            case = self._now = self._write(name, path, names, args, kwargs)
            self._depth += 1
            try:
                result = function(*args, **kwargs)
            except Exception:
                if case is not None:
                    self.cases[name].remove(case)
                raise
            finally:
                self._depth -= 1
                self._now = None
            if isinstance(result, types.FunctionType) and result.__module__.startswith("tilegym."):
                # An operator such as `get_swiglu` hands out the function that launches.
                return self._watched(name, result, f"{result.__module__}:{result.__qualname__}")
            if case is not None:
                self._open.append((case, result))
            return result

        return call

    def _write(self, name: str, path: str | None, names: list[str], args: tuple, kwargs: dict) -> dict | None:
        self._current.append(name)
        try:
            case = {
                "call": path,
                "names": names,
                "args": [written(value) for value in args],
                "kwargs": {key: written(value) for key, value in kwargs.items()},
                "backward": False,
                "signatures": [],
                "searches": {},
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
            case["backward"] |= any(isinstance(r, torch.Tensor) and r.requires_grad for r in results)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list) -> None:
        """Keeps cuTile's parametrisations, a sample where a test function has very many."""
        by_test = defaultdict(list)
        other = ("cutile-rs", "cutile_rs", "tilecpp", "triton", "pytorch")
        for item in items:
            if not any(name in item.name.partition("[")[2] for name in other):
                by_test[item.nodeid.partition("[")[0]].append(item)
        chance = random.Random(0)
        items[:] = itertools.chain.from_iterable(
            found if len(found) <= self.samples else found[:2] + chance.sample(found[2:], self.samples - 2)
            for found in by_test.values()
        )
        bases = {base for item in items for base in getattr(item.cls, "__mro__", ())}
        for base in bases:
            if base.__name__ == "PyTestCase":
                base.assertCorrectness = functools.partialmethod(_delegated, self)
                base.assertDeterministic = _run_only
        for item in items:
            if (common := getattr(item.module, "common", None)) is not None:
                common.benchmark_framework = _called_once

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item):
        """A test may take long; the calls that it made are kept."""
        self._open.clear()
        self._test = item.nodeid
        signal.alarm(SECONDS)
        with contextlib.suppress(TimeoutError):
            try:
                result = yield
                if result.excinfo and not result.excinfo[0].__name__.startswith("Skip"):
                    self.failed[f"{item.nodeid.partition('[')[0]}: {result.excinfo[1]!r}"[:300]] += 1
            finally:
                signal.alarm(0)


def _parameters(function) -> list[str]:
    try:
        return list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return []


def _delegated(_test, calls: Calls, *args, **options):
    calls.correct(*args, **options)


def _called_once(name: str, function, **_options) -> dict:
    """Stands for `benchmark_framework`, which would time the function."""
    function()
    return {name: None}


def _run_only(_test, function, kwargs, *_args, **_options):
    return function(**kwargs)


def from_tests(options) -> dict:
    """Runs test files of a checkout; returns the calls of each operator and what was left out."""
    here = session.Session(options.target, options.tilegym, options.stand_in)
    calls = Calls(options.target, options.samples)
    Recorder(calls.on_launch, calls.on_search).install()
    here.start()
    calls.watch()
    masquerade = Masquerade(on_backward=calls.backward_ran)
    gc.collect = lambda *_generation: 0  # called before and after each test; it would take half the time
    # Some operators import torch's tracer when first called; a test's time limit must not cut that short.
    importlib.import_module("torch._dynamo")
    importlib.import_module("torch._inductor")
    torch.autograd.backward = functools.partial(_backward, masquerade)
    torch.testing.assert_close = lambda *_args, **_options: None
    torch.allclose = lambda *_args, **_options: True
    signal.signal(signal.SIGALRM, _too_long)
    arguments = ["-q", "--no-header", "-p", "no:cacheprovider", "--tb=no", "-W", "ignore"]
    with masquerade, Lazy():
        pytest.main(arguments + [str(path) for path in options.tests], plugins=[calls])
    return {
        "target": options.target,
        "files": {name: session.module_file(module) for name, module in session.operators().items()},
        "operators": {
            name: {"cases": cases, "tolerance": calls.tolerance.get(name, {})}
            for name, cases in sorted(calls.cases.items())
        },
        "launches": list(calls.launches.values()),
        "unwritable": dict(calls.unwritable),
        "failed": dict(calls.failed),
    }


def _backward(masquerade: Masquerade, tensors, grad_tensors=None, *_rest, **_options) -> None:
    """Stands for `torch.autograd.backward`, which no torch function mode sees."""
    outputs = [tensors] if isinstance(tensors, torch.Tensor) else list(tensors)
    given = [grad_tensors] if isinstance(grad_tensors, torch.Tensor) else grad_tensors
    gradients = given or [torch.ones_like(output) for output in outputs]
    masquerade.backward(outputs, list(gradients))


def _too_long(_signal, _frame):
    raise TimeoutError("the test takes too long")
