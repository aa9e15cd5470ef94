"""`tileport.Function`: what it skips, and that it skips it only where no gradient is needed."""

import pytest
import torch

import tileport


class Square(tileport.Function):
    """x * x, with its own backward pass."""

    @staticmethod
    def forward(ctx, x, factor=1.0, inplace=False):
        ctx.save_for_backward(x)
        ctx.factor = factor
        if inplace:
            ctx.mark_dirty(x)
            return x.mul_(x)
        return x * x * factor

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 2 * x * grad * ctx.factor, None, None


class Reference(torch.autograd.Function):
    forward = Square.forward
    backward = Square.backward


@pytest.fixture
def x():
    return torch.arange(4.0)


class Context(tileport.Function):
    """Gives its context."""

    @staticmethod
    def forward(ctx, _x):
        return ctx


def test_nothing_is_recorded_where_nothing_needs_a_gradient(x):
    y = Square.apply(x, 3.0)
    assert torch.equal(y, x * x * 3.0) and not y.requires_grad
    context = Context.apply(x)
    assert context.needs_input_grad == (False,)
    assert not isinstance(context, torch.autograd.function.FunctionCtx)
    with torch.no_grad():
        assert not Square.apply(x.requires_grad_(), 3.0).requires_grad


def test_gradients_are_those_of_torchs_own_function(x):
    results = []
    for function in (Square, Reference):
        leaf = x.clone().requires_grad_()
        y = function.apply(leaf, 0.5)
        y.sum().backward()
        results.append((y.detach(), leaf.grad))
    assert all(torch.equal(a, b) for a, b in zip(*results, strict=True))
    assert torch.equal(results[0][1], x)


def test_a_write_is_seen_by_autograd_either_way(x):
    versions = []
    for function in (Square, Reference):
        leaf = x.clone()
        function.apply(leaf, 1.0, True)
        versions.append(leaf._version)
    assert versions[0] == versions[1] > 0


def test_transforms_and_dual_tensors_take_torchs_way(x):
    with torch.autograd.forward_ad.dual_level():
        with pytest.raises(Exception, match="jvp"):
            Square.apply(torch.autograd.forward_ad.make_dual(x, torch.ones(4)))
    with pytest.raises(RuntimeError, match="setup_context"):
        torch.func.grad(lambda value: Square.apply(value).sum())(x)


def test_compiled_code_has_no_break(x):
    compiled = torch.compile(lambda value: Square.apply(value) + 1, fullgraph=True, backend="aot_eager")
    assert torch.equal(compiled(x), x * x + 1)
    leaf = x.clone().requires_grad_()
    compiled(leaf).sum().backward()
    assert torch.equal(leaf.grad, 2 * x)
