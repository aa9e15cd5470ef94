"""Fences around tensors, on the host: `tileport.check` uses them on a device."""

import torch

from tileport.check import same_bits, worst
from tileport.guard import Guards


def test_d11_a_write_behind_an_output_is_seen():
    with Guards("cpu") as guards:
        out = torch.empty(3, 9, dtype=torch.float16)
        torch.zeros_like(out)
    assert guards.violations() == []
    out.as_strided((1,), (1,), out.storage_offset() + 27).fill_(1.0)
    assert guards.violations() == ["memory behind empty(3, 9) was overwritten"]
    out.as_strided((1,), (1,), out.storage_offset() - 1).fill_(1.0)
    assert guards.violations()[0] == "memory before empty(3, 9) was overwritten"


def test_uninitialised_memory_holds_the_marker_and_the_rest_its_values():
    with Guards("cpu") as guards:
        for dtype in (torch.float16, torch.bfloat16, torch.float32):
            assert torch.empty(4, dtype=dtype).isnan().all()
        assert (torch.empty(4, dtype=torch.int32) == -1).all()
        assert torch.empty(2, dtype=torch.bool).all()
        assert (torch.full((2, 3), 7.0) == 7.0).all()
        assert torch.zeros(0, 5).shape == (0, 5)
        assert torch.ones(3).new_empty((2,)).isnan().all()
        view = guards.fence_arguments(torch.arange(12.0).reshape(3, 4).t()[1:])
    assert view.tolist() == torch.arange(12.0).reshape(3, 4).t()[1:].tolist()
    assert view.stride() == (1, 4)
    assert torch.empty.__name__ == "empty" and "new_empty" not in vars(torch.Tensor)


def test_backward_runs_inside_the_fences():
    x = torch.randn(5, requires_grad=True)
    with Guards("cpu") as guards:
        fenced = guards.fence_arguments(x)
        (fenced * 2).sum().backward()
    assert fenced.grad.tolist() == [2.0] * 5 and guards.violations() == []


def test_d10_nan_against_a_number_is_a_difference():
    nan, inf = float("nan"), float("inf")
    tolerance = {"rtol": 1e-3, "atol": 1e-3}
    a = torch.tensor([nan, 1.0, inf])
    assert worst(a, a.clone(), tolerance) == 0.0
    for other in ([0.0, 1.0, inf], [nan, nan, inf], [nan, 1.0, -inf], [nan, 1.0, 3.0], [nan, inf, inf]):
        assert worst(torch.tensor(other), a, tolerance) == inf, other
        assert not same_bits([torch.tensor(other)], [a])
    assert worst(torch.tensor([1.0]), torch.tensor([1.0, 1.0]), tolerance) == inf
    assert same_bits([a], [a.clone()])
    assert not same_bits([torch.tensor([-0.0])], [torch.tensor([0.0])])
