"""Wired operators on the second GPU of a host, and on two at once.

    TILEPORT_TREE=target/tilegym python -m pytest tests/gpu/test_devices.py

Skipped where there are fewer than two; python/tests/recorded and tests/devices.rs have two described ones.
"""

from __future__ import annotations

import threading

import pytest
import torch

if (count := torch.cuda.device_count()) < 2:
    pytest.skip(f"{count} GPUs; two are needed", allow_module_level=True)

from test_fitness import CLEAR, SUBJECTS, attempt, close, tilegym, wired  # noqa: E402

SECOND = torch.device("cuda", 1)
#: Calls of each of two threads.
CALLS = 1000


@pytest.fixture(params=SUBJECTS, ids=lambda subject: subject.name)
def subject(request):
    if not wired(request.param.name):
        pytest.skip(f"{request.param.name} is not wired")
    tilegym.set_backend("cutile-rs")
    torch.cuda.set_device(0)
    torch.manual_seed(0)
    return request.param


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32], ids=str)
@pytest.mark.parametrize("shape", [(64, 256), (37, 1000), (512, 4096)], ids=str)
def test_the_second_device_while_the_first_is_current(subject, shape, dtype):
    operands = subject.operands(*shape, dtype=dtype, device=SECOND)
    result = subject.call(*operands)
    assert result.device == SECOND and torch.cuda.current_device() == 0
    close(result, subject.expected(*operands))


def test_gradients_on_the_second_device(subject):
    if not subject.differentiable:
        pytest.skip("it has no backward pass")
    operands = [x.requires_grad_() for x in subject.operands(64, 256, dtype=torch.float32, device=SECOND)]
    twins = [x.detach().clone().requires_grad_() for x in operands]
    result = subject.call(*operands)
    gradient = torch.randn_like(result)
    result.backward(gradient)
    subject.expected(*twins).backward(gradient)
    for found, expected in zip(operands, twins, strict=True):
        assert found.grad.device == SECOND
        close(found.grad, expected.grad)


def test_its_own_streams_are_used(subject):
    operands = subject.operands(512, 1024, device=SECOND)
    side = torch.cuda.Stream(SECOND)
    with torch.cuda.stream(side):
        torch.cuda.set_device(0)
        result = subject.call(*operands)
    side.synchronize()
    close(result, subject.expected(*operands))


def test_operands_of_two_devices_are_refused_by_name(subject):
    first, *others = subject.operands(64, 256, device=SECOND)
    if not others:
        pytest.skip("it has one operand")
    outcome = attempt(subject, [first, *(x.to("cuda:0") for x in others)])
    assert isinstance(outcome, Exception) and CLEAR.search(str(outcome)), outcome
    operands = subject.operands(64, 256)
    close(subject.call(*operands), subject.expected(*operands))


def test_two_threads_on_two_devices(subject):
    failures = []
    meet = threading.Barrier(2)

    def work(index):
        try:
            operands = subject.operands(64, 256, device=torch.device("cuda", index))
            expected = subject.expected(*operands)
            meet.wait()
            for call in range(CALLS):
                result = subject.call(*operands)
                if call % 100 == 99:
                    close(result, expected)
            torch.cuda.synchronize(index)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(index,)) for index in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
