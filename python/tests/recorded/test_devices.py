"""What the runtime remembers of devices is what torch says of each."""

import threading
from types import SimpleNamespace

import pytest
import torch

import tileport
from tileport import tune, tuned


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


def tensors(device, size=1000):
    return [torch.empty(size, dtype=torch.bfloat16, device=device) for _ in range(2)]


def test_d24_two_threads_launch_on_two_devices(scale, events):
    """Each launch is on the device of its tensors, in its context, with its code; no thread's device is changed."""
    torch.cuda.set_device(0)
    # Described capabilities: 90, 80, 90.
    owned, failures = {}, []
    meet = threading.Barrier(2)

    def work(index):
        try:
            out, x = tensors(f"cuda:{index}")
            owned[index] = (out, x)
            meet.wait()
            for _ in range(1000):
                tileport.launch(tileport.CURRENT_STREAM, (8,), scale, (out, x, 0.5, 2, None))
            assert torch.cuda.current_device() == 0
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(index,)) for index in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    found = events.take()
    launches = [event for event in found if event["event"] == "launch"]
    texts = {}
    for index, (out, x) in owned.items():
        own = [event for event in launches if event["device"] == index]
        assert len(own) == 1000
        for event in own:
            assert (event["kernel_device"], event["params"][0], event["params"][3]) == (
                index,
                out.data_ptr(),
                x.data_ptr(),
            )
        texts[index] = {event["text"] for event in own}
    assert [len(found) for found in texts.values()] == [1, 1] and texts[1] != texts[2]
    names = [event["event"] for event in found]
    assert names.count("load") == 2
    assert names.count("push_context") == names.count("pop_context")


def test_each_kind_of_device_has_its_own_tuned_record(scale, events, tmp_path, monkeypatch):
    """A search on one device decides for all of its kind, and for no other kind."""
    monkeypatch.setattr(tuned, "folder", lambda: tmp_path)

    timed_on = set()
    record = torch.cuda.Event.record

    def watched(event, *stream):
        timed_on.add(torch.cuda.current_stream().device.index)
        return record(event, *stream)

    monkeypatch.setattr(torch.cuda.Event, "record", watched)

    def search(index):
        out, x = tensors(f"cuda:{index}", 512)
        timed_on.clear()
        result = tune.exhaustive_search(
            [SimpleNamespace(tile=tile) for tile in (1, 8)],
            tileport.CURRENT_STREAM,
            lambda config: (tileport.cdiv(512, config.tile),),
            scale,
            lambda config: (out, x, 0.5, config.tile, None),
            quiet=True,
        )
        assert len(result.successes) == 2
        assert torch.cuda.current_device() == 0
        devices = {event["device"] for event in events.take() if event["event"] == "launch"}
        assert devices == timed_on
        return devices, len(list(tmp_path.glob("*.json")))

    torch.cuda.set_device(0)
    assert search(1) == ({1}, 1)
    assert search(0) == ({0}, 2)
    # The third device is of the first one's kind: its record is taken and nothing runs.
    assert search(2) == (set(), 2)
    assert search(1) == (set(), 2)
