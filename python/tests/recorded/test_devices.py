"""What the runtime remembers of devices is what torch says of each."""

import pytest
import torch

import tileport


def test_answers_are_torchs_for_each_device_however_named():
    torch.cuda.set_device(0)
    for name in (0, 1, "cuda", "cuda:1", torch.device("cuda", 1), torch.device("cuda", 2), None, torch.device("cuda")):
        for _ in range(2):
            assert tileport.get_device_capability(name) == torch.cuda.get_device_capability(name)
            assert tileport.get_device_properties(name).major == torch.cuda.get_device_properties(name).major
    assert tileport.get_device_capability(1) != tileport.get_device_capability(0)


def test_the_current_device_is_not_remembered():
    answers = []
    for device in (0, 1):
        torch.cuda.set_device(device)
        answers.append((tileport.get_device_capability(), tileport.get_device_capability(torch.device("cuda"))))
    torch.cuda.set_device(0)
    assert answers[0] == ((9, 0), (9, 0)) and answers[1] == ((8, 0), (8, 0))


def test_what_is_no_device_raises_as_with_torch():
    for wrong in ("cpu", 99):
        with pytest.raises((ValueError, AssertionError, RuntimeError)):
            tileport.get_device_properties(wrong)
