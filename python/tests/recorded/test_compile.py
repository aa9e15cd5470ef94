"""Launches under torch.compile: one graph, forward and backward, and the same launches as without."""

import pytest
import torch

import tileport
from tileport import graph, native

pytestmark = pytest.mark.skipif(native.module is None, reason="the tracing is the same without the extension")


@pytest.fixture
def operator(scale):
    """`scale` with a backward pass, as a wrapper registers it."""

    def run(x, factor, tile):
        out = torch.empty_like(x)
        grid = (tileport.cdiv(x.shape[0], tile),)
        tileport.launch(tileport.CURRENT_STREAM, grid, scale, (out, x, factor, tile, None))
        return out

    class Scale(tileport.Function):
        @staticmethod
        def forward(ctx, x, factor, tile):
            ctx.given = (factor, tile)
            return run(x, factor, tile)

        @staticmethod
        def backward(ctx, grad):
            return run(grad.contiguous(), *ctx.given), None, None

    return graph.traceable(lambda x, factor=0.5, tile=128: Scale.apply(x, factor, tile))


def launches(events):
    """Kernel, machine code, grid and sizes of each new launch; addresses differ."""
    found = [event for event in events.take() if event["event"] == "launch"]
    return [(event["kernel"], event["text"], event["grid"], event["params"][1:3]) for event in found]


def test_a_full_graph_launches_what_eager_code_does(operator, events):
    x = torch.empty(1000, dtype=torch.float16, device="cuda")
    operator(x)
    expected = launches(events)
    assert len(expected) == 1
    compiled = torch.compile(lambda x: operator(x) + 1, fullgraph=True, backend="aot_eager")
    for _ in range(2):
        assert compiled(x).shape == x.shape
        assert launches(events) == expected


def test_the_backward_pass_is_in_the_graph(operator, events):
    x = torch.empty(1000, dtype=torch.float16, device="cuda", requires_grad=True)
    operator(x).sum().backward()
    expected = launches(events)
    assert len(expected) == 2
    compiled = torch.compile(lambda x: operator(x).sum(), fullgraph=True, backend="aot_eager")
    compiled(x).backward()
    assert launches(events) == expected
    assert x.grad.shape == x.shape


def test_sizes_may_be_symbols(operator, events):
    compiled = torch.compile(lambda x: operator(x) + 1, fullgraph=True, backend="aot_eager", dynamic=True)
    for size in (512, 896):
        x = torch.empty(size, dtype=torch.float16, device="cuda")
        compiled(x)
        (launch,) = launches(events)
        assert (launch[2], launch[3]) == ([size // 128, 1, 1], [size, 1])


def test_operators_are_marked_when_the_compiler_is_imported():
    done = []
    graph.when_compiling(lambda: done.append(True))
    assert done == [True]
