"""Calls that are replayed launch, allocate and give back what host code would; all others run it."""

import functools
import os
import random
import sys
import threading
import time

import pytest
import torch
from conftest import edit
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

import tileport
from tileport import native, replay

pytestmark = pytest.mark.skipif(native.module is None, reason="without the extension host code runs always")

TILE = 128
FACTORS = {"half": 0.5}
kernel = None
# Calls until one is replayed: the first compiles, two are observed; in a process, one before shows
# which tensors are plain.
LEARNED = 4


def launch(out, x, factor=0.5, tile=None):
    tile = TILE if tile is None else tile
    grid = (tileport.cdiv(x.shape[0], tile),)
    tileport.launch(tileport.CURRENT_STREAM, grid, kernel, (out, x, factor, tile, None))


def halved(x, factor=0.5, *, out=None):
    """The plainest host code."""
    if out is None:
        out = torch.empty_like(x)
    launch(out, x, factor)
    return out


@pytest.fixture(autouse=True)
def _kernel(scale, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "kernel", scale)
    monkeypatch.setattr(replay, "_reasons", {})


def tensor(size=1000, dtype=torch.float16, device="cuda", **options):
    return torch.empty(size, dtype=dtype, device=device, **options)


def host_code(call, file=__file__):
    """The result of a call, and the functions of a file that ran in it; of all files for None.

    Each launch looks for another manifest here, which is Python's part even of a replayed call.
    """
    ran = []
    sys.setprofile(lambda frame, event, _: ran.append(frame.f_code) if event == "call" else None)
    try:
        result = call()
    finally:
        sys.setprofile(None)
    return result, [code.co_name for code in ran if code is not call.__code__ and file in (None, code.co_filename)]


def learned(function, *args, **kwargs):
    """The operator of host code, after enough such calls."""
    operator = replay.replayed(function)
    for _ in range(LEARNED):
        operator(*args, **kwargs)
    return operator


def is_replayed(operator, *args, **kwargs):
    return not host_code(lambda: operator(*args, **kwargs))[1]


def launches(events):
    """What each new launch was given, but for where its first tensor, an output, lies."""
    found = [event for event in events.take() if event["event"] == "launch"]
    names = ("kernel", "text", "grid", "block", "stream", "device", "capturing")
    return [([event[name] for name in names], event["params"][1:]) for event in found]


def test_each_call_launches_the_same_and_later_ones_run_no_python(events):
    operator, x = replay.replayed(halved), tensor()
    results, seen = [], []
    for _ in range(LEARNED):
        results.append(operator(x))
        seen.append(launches(events))
    native.module.look_every(1 << 60)
    try:
        operator(x)
        events.take()
        for _ in range(3):
            result, ran = host_code(lambda: operator(x), file=None)
            assert ran == []
            results.append(result)
            seen.append(launches(events))
    finally:
        native.module.look_every(0)
    assert len(seen[0]) == 1 and all(found == seen[0] for found in seen)
    assert len({result.data_ptr() for result in results}) == len(results)
    for found in results:
        assert (found.shape, found.stride(), found.dtype, found.device) == (x.shape, x.stride(), x.dtype, x.device)
        assert not found.requires_grad and found.grad_fn is None
    assert replay.reasons() == {}


def test_the_operator_looks_like_its_function():
    operator = replay.replayed(halved)
    assert (operator.__name__, operator.__module__, operator.__doc__) == ("halved", __name__, halved.__doc__)
    assert operator.__text_signature__ == "(x, factor=0.5, *, out=None)"
    with pytest.raises(TypeError, match="unexpected keyword argument 'outt'"):
        operator(tensor(), outt=None)


def test_off_means_the_function_itself(monkeypatch):
    monkeypatch.setenv("TILEPORT_REPLAY", "off")
    assert replay.replayed(halved) is halved


@pytest.mark.parametrize(
    "change",
    [
        lambda x: x[:999],
        lambda x: x.to(torch.bfloat16),
        lambda x: x[::2],
        lambda x: x[1:],
        lambda x: x.detach().requires_grad_(),
        lambda x: tensor(device="cuda:2"),
    ],
    ids=["shape", "dtype", "strides", "alignment", "gradient", "device"],
)
def test_another_kind_of_tensor_is_another_call(events, change):
    x = tensor()
    operator, other = learned(halved, x), change(x)
    halved(other)
    (expected,) = launches(events)[-1:]
    result, ran = host_code(lambda: operator(other))
    (found,) = launches(events)
    assert found == expected and "halved" in ran
    assert (result.shape, result.dtype, result.device) == (other.shape, other.dtype, other.device)
    assert is_replayed(operator, x)


def test_scalars_by_value_and_type(events):
    def scaled(x, factor):
        return halved(x, float(factor))

    x = tensor()
    operator = learned(scaled, x, 1.0)
    assert is_replayed(operator, x, 1.0)
    for other in (1, True, 0.25, -1.0):
        assert not is_replayed(operator, x, other)
    launches(events)
    operator(x, 0.25)
    found = launches(events)
    halved(x, 0.25)
    assert found == launches(events)


def test_named_arguments_and_outputs_that_are_given(events):
    x, out = tensor(), tensor()
    operator = learned(halved, x, out=out)
    other = tensor()
    result, ran = host_code(lambda: operator(x, out=other))
    assert result is other and ran == []
    assert events.take()[-1]["params"][0] == other.data_ptr()
    # In place: the same tensor twice is another call than two tensors.
    assert not is_replayed(operator, x, out=x)
    assert operator(x, out=x) is x


def test_views_and_several_results(events):
    def both(x):
        rows = torch.empty((2, 512), dtype=x.dtype, device=x.device)
        launch(rows[0], x)
        launch(rows[1], x)
        return rows.t(), [rows[1], x], None, 512, "rows"

    x = tensor(512)
    first = both(x)
    expected = launches(events)
    operator = learned(both, x)
    launches(events)
    found, ran = host_code(lambda: operator(x))
    assert ran == [] and launches(events) == expected
    assert type(found) is tuple and type(found[1]) is list and found[1][1] is x
    assert found[2:] == (None, 512, "rows")
    for ours, theirs in ((found[0], first[0]), (found[1][0], first[1][0])):
        assert (ours.shape, ours.stride(), ours.storage_offset()) == (
            theirs.shape,
            theirs.stride(),
            theirs.storage_offset(),
        )
    assert found[0].untyped_storage().data_ptr() == found[1][0].untyped_storage().data_ptr()


def test_a_view_of_all_of_an_output_is_allocated_as_such():
    def flat(x):
        out = torch.empty((4, 250), dtype=x.dtype, device=x.device)
        launch(out.view(-1), x)
        return out.view(1000), out.dtype

    x = tensor()
    operator = learned(flat, x)
    (result, dtype), ran = host_code(lambda: operator(x))
    assert ran == [] and (result.shape, dtype) == ((1000,), torch.float16)
    assert result.is_contiguous() and result.untyped_storage().nbytes() == 2000 and not result._is_view()


def test_another_current_device_changes_nothing(events):
    x = tensor(device="cuda:2")
    operator = learned(halved, x)
    for current in (0, 2, 1):
        with torch.cuda.device(current):
            events.take()
            result, ran = host_code(lambda: operator(x))
            assert ran == [] and result.device == x.device
            (launch,) = launches(events)
            assert launch[0][-2] == 2


def test_arguments_inside_views_are_found_by_distance(events):
    def upper(x):
        out = torch.empty(512, dtype=x.dtype, device=x.device)
        launch(out, x[512:])
        return out

    operator = learned(upper, tensor(1024))
    events.take()
    x = tensor(1024)
    assert is_replayed(operator, x)
    assert events.launch()["params"][3] == x.data_ptr() + 1024


def test_a_changed_environment_variable_is_seen(events, monkeypatch):
    def chosen(x):
        out = torch.empty_like(x)
        launch(out, x, tile=int(os.environ.get("TILEPORT_TEST_TILE", "128")))
        return out

    x = tensor()
    operator = learned(chosen, x)
    assert is_replayed(operator, x)
    monkeypatch.setenv("TILEPORT_TEST_TILE", "64")
    launches(events)
    for _ in range(LEARNED):
        operator(x)
    assert [found[0][2] for found in launches(events)] == [[16, 1, 1]] * LEARNED
    assert is_replayed(operator, x)
    monkeypatch.delenv("TILEPORT_TEST_TILE")
    operator(x)
    assert launches(events)[-1][0][2] == [8, 1, 1]


def test_a_rebound_global_is_seen(events, monkeypatch):
    x = tensor()
    operator = learned(halved, x)
    monkeypatch.setattr(sys.modules[__name__], "TILE", 256)
    launches(events)
    operator(x)
    assert launches(events)[0][0][2] == [4, 1, 1]


def test_a_rebound_function_is_seen(events, monkeypatch):
    x = tensor()
    operator = learned(halved, x)
    called = []
    monkeypatch.setattr(sys.modules[__name__], "launch", lambda *given: called.append(given))
    operator(x)
    assert len(called) == 1


def test_a_table_that_loses_entries_is_seen(monkeypatch):
    def looked_up(x):
        out = torch.empty_like(x)
        launch(out, x, FACTORS.get("half", 0.25))
        return out

    x = tensor()
    operator = learned(looked_up, x)
    assert is_replayed(operator, x)
    monkeypatch.delitem(FACTORS, "half")
    assert not is_replayed(operator, x)


def test_an_edited_manifest_is_seen(manifest, events):
    x, before = tensor(), manifest.read_text()
    operator = learned(halved, x)
    assert is_replayed(operator, x)
    try:
        edit(manifest, lambda content: content["operators"].pop("scale"))
        with pytest.raises(tileport.LibraryError):
            operator(x)
    finally:
        manifest.write_text(before)
    events.take()
    operator(x)
    assert len(launches(events)) == 1


def test_modes_that_watch_torch_see_the_host_code():
    x = tensor()
    operator = learned(halved, x)

    class Functions(TorchFunctionMode):
        def __torch_function__(self, function, types, args=(), kwargs=None):
            seen.append(function)
            return function(*args, **(kwargs or {}))

    class Operators(TorchDispatchMode):
        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            seen.append(function)
            return function(*args, **(kwargs or {}))

    for mode in (Functions, Operators):
        seen = []
        with mode():
            operator(x)
        assert seen, mode
    assert is_replayed(operator, x)


def test_gradients_are_recorded_and_where_none_are_wanted_calls_are_replayed(events):
    class Halved(tileport.Function):
        @staticmethod
        def forward(ctx, x):
            return halved(x)

        @staticmethod
        def backward(ctx, grad):
            return halved(grad.contiguous())

    def run(x):
        return Halved.apply(x)

    x = tensor(requires_grad=True)
    operator = replay.replayed(run)
    with torch.no_grad():
        for _ in range(LEARNED):
            assert operator(x).grad_fn is None
        assert is_replayed(operator, x)
    events.take()
    result = operator(x)
    assert result.requires_grad
    result.sum().backward()
    assert len(launches(events)) == 2 and x.grad.shape == x.shape
    with torch.inference_mode():
        assert operator(x).is_inference()
    with torch.no_grad():
        assert not operator(x).is_inference()


def test_transforms_run_the_host_code():
    class Halved(tileport.Function):
        generate_vmap_rule = False

        @staticmethod
        def forward(ctx, x):
            return halved(x)

    def run(x):
        return Halved.apply(x)

    x = tensor(512)
    operator = learned(run, x)
    assert is_replayed(operator, x)
    with pytest.raises(RuntimeError, match="vmap"):
        torch.func.vmap(operator)(tensor((4, 512)))


def test_the_current_stream_and_graph_capture(events):
    x = tensor()
    operator = learned(halved, x)
    stream, graph = torch.cuda.Stream(), torch.cuda.CUDAGraph()
    events.take()
    with torch.cuda.stream(stream):
        assert is_replayed(operator, x)
        assert events.launch()["stream"] == stream.cuda_stream
        graph.capture_begin()
        assert is_replayed(operator, x)
        launch = events.launch()
        graph.capture_end()
    assert launch["capturing"] and launch["stream"] == stream.cuda_stream


def test_threads_share_plans_and_never_see_each_others_tensors(events):
    x = tensor()
    operator = learned(halved, x)
    events.take()
    failures = []

    def many():
        for _ in range(200):
            out = tensor()
            if operator(x, out=out) is not out or operator(x) is x:
                failures.append(out)

    threads = [threading.Thread(target=many) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(launches(events)) == 4 * 200 * 2


def test_exceptions_of_host_code_come_through():
    def refusing(x, factor):
        if factor < 0:
            raise ValueError("factor is negative")
        return halved(x, factor)

    x = tensor()
    operator = replay.replayed(refusing)
    for _ in range(LEARNED + 2):
        with pytest.raises(ValueError, match="factor is negative"):
            operator(x, -1.0)
        operator(x, 1.0)
    assert is_replayed(operator, x, 1.0)


def test_arguments_of_another_kind_run_the_host_code(events):
    x = tensor()
    operator = learned(halved, x)
    with pytest.raises(ValueError, match="cpu"):
        operator(torch.empty(1000, dtype=torch.float16))
    assert operator(tensor(0)).shape == (0,)
    wrapped = torch.nn.Parameter(x, requires_grad=False)
    assert operator(wrapped).shape == x.shape
    with torch._subclasses.FakeTensorMode() as mode:
        assert operator(mode.from_tensor(x)).shape == x.shape


class Counter:
    count = 0


STATE = Counter()


def draws(x):
    return halved(x, random.random())


def draws_from_torch(x):
    return halved(x, float(torch.rand(())))


def looks_at_the_clock(x):
    return halved(x, time.monotonic())


def does_more(x):
    return halved(x) + 1


def writes(x):
    out = halved(x)
    out.zero_()
    return out


def launches_nothing(x):
    return torch.empty_like(x)


def opens(x):
    with open(os.devnull) as file:
        file.read()
    return halved(x)


@pytest.mark.parametrize(
    "function",
    [
        draws,
        draws_from_torch,
        looks_at_the_clock,
        does_more,
        writes,
        launches_nothing,
        opens,
    ],
    ids=lambda function: function.__name__,
)
def test_host_code_that_does_more_is_never_replayed(function):
    operator = replay.replayed(function)
    x = tensor()
    for _ in range(replay.MAX_TRIES + LEARNED):
        operator(x)
    assert not is_replayed(operator, x)
    assert set(replay.reasons()) == {function.__qualname__}


def test_a_captured_table_counts_as_state():
    seen = []

    def counting(x):
        seen.append(len(seen))
        return halved(x, float(len(seen)))

    x = tensor()
    operator = replay.replayed(counting)
    for _ in range(8):
        operator(x)
    assert len(seen) == 8
    assert "state in seen" in replay.reasons()[counting.__qualname__]


def test_what_differs_from_call_to_call_is_not_replayed():
    def alternating(x):
        STATE.count += 1
        return halved(x, float(STATE.count))

    x = tensor()
    operator = replay.replayed(alternating)
    for _ in range(replay.MAX_TRIES + LEARNED):
        operator(x)
    before = STATE.count
    operator(x)
    assert STATE.count == before + 1
    assert replay.reasons()[alternating.__qualname__] == "it does not do the same each time"


def test_torchs_default_dtype_is_no_part_of_a_plan():
    def defaulted(x):
        out = torch.empty(x.shape, device=x.device)
        launch(out, x)
        return out

    x = tensor(dtype=torch.float32)
    operator = learned(defaulted, x)
    assert not is_replayed(operator, x)
    assert "default dtype" in replay.reasons()[defaulted.__qualname__]


def test_a_cached_answer_may_be_forgotten(events):
    tiles = []

    @functools.lru_cache
    def tile_for(size):
        tiles.append(size)
        return 128

    def cached(x):
        out = torch.empty_like(x)
        launch(out, x, tile=tile_for(x.shape[0]))
        return out

    x = tensor()
    operator = learned(cached, x)
    expected = launches(events)[-1]
    tile_for.cache_clear()
    operator(x)
    assert launches(events) == [expected]


def test_a_compiled_graph_holds_the_launch(events):
    from tileport import graph

    x = tensor()
    operator = learned(halved, x)
    events.take()
    operator(x)
    (expected,) = launches(events)
    traced = graph.traceable(operator)
    compiled = torch.compile(lambda x: traced(x) + 1, fullgraph=True, backend="aot_eager")
    for _ in range(2):
        assert compiled(x).shape == x.shape
        (found,) = launches(events)
        assert found[0][:4] == expected[0][:4]


def test_plans_are_bounded_and_freed():
    operator = replay.replayed(halved)
    x = tensor()
    for factor in range(1100):
        for _ in range(LEARNED):
            operator(x, float(factor))
    assert is_replayed(operator, x, 1099.0)
    assert not is_replayed(operator, x, 1.0)


def test_results_do_not_outlive_their_call():
    x = tensor()
    operator = learned(halved, x)
    base = sys.getrefcount(x)
    results = [operator(x) for _ in range(100)]
    assert sys.getrefcount(x) == base
    assert all(sys.getrefcount(result) <= 3 for result in results)
