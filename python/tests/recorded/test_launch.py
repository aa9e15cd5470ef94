"""What reaches the driver: parameters, grid, stream, device, target, order of calls."""

import ctypes
import os
import struct
import threading

import cffi
import pytest
import torch

import tileport
from tileport import launching, library, native


def f32(value: float) -> int:
    return struct.unpack("<I", struct.pack("<f", value))[0]


def pair(device="cuda:0", dtype=torch.float16, size=1000):
    return (
        torch.empty(size, dtype=dtype, device=device),
        torch.empty(size, dtype=dtype, device=device),
    )


def run(kernel, out, x, stream=None, grid=(8,), factor=0.5, tile=128):
    stream = torch.cuda.current_stream(x.device) if stream is None else stream
    tileport.launch(stream, grid, kernel, (out, x, factor, tile, None))


def test_parameters_are_flattened_in_order(scale, events):
    out, x = pair()
    run(scale, out, x, grid=(8, 2))
    launch = events.launch()
    expected = [out.data_ptr(), 1000, 1, x.data_ptr(), 1000, 1, f32(0.5)]
    assert launch["params"] == expected
    assert launch["kernel"] == "scale_v0_entry"
    assert (launch["grid"], launch["block"], launch["cluster"]) == ([8, 2, 1], [1, 1, 1], [0, 0, 0])
    assert (launch["stream"], launch["device"], launch["shared"]) == (0, 0, 0)


def test_a_launch_never_waits_and_loads_once(scale, events):
    out, x = pair(size=1008)
    run(scale, out, x, tile=256)
    first = [event["event"] for event in events.take()]
    assert first.count("load") == 1
    run(scale, out, x, tile=256)
    second = [event["event"] for event in events.take()]
    assert second == ["launch"]
    assert "synchronize" not in first


def test_d15_dtype_and_alignment_choose_the_specialisation(scale, events):
    codes = set()
    for dtype in (torch.float16, torch.bfloat16, torch.float32):
        loads = 0
        for offset in (0, 1, 16):
            out, _ = pair(dtype=dtype)
            x = torch.empty(1016, dtype=dtype, device="cuda")[offset : offset + 1000]
            run(scale, out, x, tile=4)
            found = events.take()
            loads += [event["event"] for event in found].count("load")
            launch = next(event for event in found if event["event"] == "launch")
            assert launch["params"][3] == x.data_ptr()
            codes.add(launch["text"])
        assert loads == 2  # aligned and not
    assert len(codes) >= 3


def test_d12_64_bit_sizes_and_strides_are_refused_by_name(scale, events):
    # A descriptor without the memory: 2^31 elements are never allocated.
    entry = library.resolver.entry("examples.scale", "scale")
    descs = entry.ffi.new("TensorDesc[2]")
    for desc in descs:
        desc.ptr, desc.ndim, desc.dtype = 1 << 40, 1, 1
        desc.shape[0], desc.strides[0] = 1000, 1
    descs[1].strides[0] = (1 << 31) + 8
    scalars = entry.ffi.new("uint64_t[]", [0, 128])
    config = entry.ffi.new("LaunchConfig *", [[1, 1, 1], 0, 0, -1, 0])
    code = entry.table.call(entry.table, descs, scalars, config, 0, entry.ffi.NULL)
    with pytest.raises(ValueError, match=r"`x` has stride 2147483656 in axis 0.*2147483647"):
        entry.check(code)
    assert events.take() == []


def test_d13_an_empty_grid_launches_nothing_and_empty_tensors_pass(scale, events):
    out, x = pair(size=0)
    run(scale, out, x, grid=(0,))
    assert [event for event in events.take() if event["event"] == "launch"] == []
    run(scale, out, x, grid=(1,))
    assert events.launch()["params"] == [0, 0, 1, 0, 0, 1, f32(0.5)]


def test_d14_broadcast_and_sliced_views_keep_their_strides(scale, events):
    out, _ = pair(size=64)
    row = torch.empty(128, dtype=torch.float16, device="cuda")
    for x in (row[:1].expand(64), row[::2]):
        run(scale, out, x, grid=(1,))
        launch = events.launch()
        assert launch["params"][3:6] == [x.data_ptr(), 64, x.stride(0)]


def test_d22_the_plain_symbol_passes_the_same_64_bit_values(scale, events):
    out, x = pair()
    stream = torch.cuda.Stream()
    run(scale, out, x, stream=stream)
    through_table = events.launch()
    assert through_table["stream"] == stream.cuda_stream
    assert stream.cuda_stream > 1 << 32 and x.data_ptr() > 1 << 32
    described = library.Manifest(library.Path(library.manifest_path()))
    _, record, function = described.functions["examples.scale", "scale"]
    ffi = cffi.FFI()
    ffi.cdef(library.TYPES + function["declaration"])
    plain = ffi.dlopen(str(described.path.parent / record["library"]))
    descs = ffi.new("TensorDesc[2]")
    for desc, tensor in zip(descs, (out, x), strict=True):
        desc.ptr, desc.ndim, desc.dtype = tensor.data_ptr(), 1, 1
        desc.shape[0], desc.strides[0] = 1000, 1
    config = ffi.new("LaunchConfig *", [[8, 1, 1], 0, 0, -1, 0])
    handle = ffi.cast("void *", stream.cuda_stream)
    assert plain.cutile_scale__scale(descs, descs + 1, 0.5, 128, config, 0, handle) == 0
    assert events.launch() == through_table
    assert plain.cutile_scale__scale(ffi.NULL, descs + 1, 0.5, 128, config, 0, handle) == -5
    assert b"`out` is a null pointer" in ffi.string(plain.tileport_last_error())
    assert plain.cutile_scale__scale(descs, descs + 1, 0.5, 128, ffi.NULL, 0, handle) == -5


def test_d22_stream_handles_of_the_default_and_the_per_thread_stream(scale, events):
    out, x = pair()
    for handle in (0, 1, 2):
        run(scale, out, x, stream=handle)
        assert events.launch()["stream"] == handle


def test_d23_launches_follow_the_current_stream(scale, events):
    out, x = pair()
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        run(scale, out, x)
    launch = events.launch()
    assert (launch["stream"], launch["capturing"]) == (side.cuda_stream, False)


def test_d23_graph_capture_records_on_the_capturing_stream_without_waiting(scale, events):
    out, x = pair(size=1024)
    graph = torch.cuda.CUDAGraph()
    stream = torch.cuda.Stream()
    torch.cuda.synchronize()
    events.take()
    with torch.cuda.stream(stream):
        graph.capture_begin()
        run(scale, out, x, tile=512)
        run(scale, out, x, tile=512)
        inside = events.take()
        graph.capture_end()
    names = [event["event"] for event in inside]
    assert names.count("launch") == 2 and "synchronize" not in names
    captured = [event for event in inside if event["event"] == "launch"]
    assert all(event["capturing"] and event["stream"] == stream.cuda_stream for event in captured)


def test_prepare_loads_and_does_not_launch(scale, events):
    out, x = pair(size=1040)
    stream = torch.cuda.current_stream()
    tileport.prepare(stream, (8,), scale, (out, x, 0.5, 64, None))
    assert [event["event"] for event in events.take()] == ["load"]
    run(scale, out, x, tile=64)
    assert [event["event"] for event in events.take()] == ["launch"]


def test_d24_target_and_context_are_those_of_the_tensors_device(scale, events):
    torch.cuda.set_device(0)
    texts = {}
    for index in (1, 2, 0):
        out, x = pair(device=f"cuda:{index}")
        run(scale, out, x, tile=32)
        found = events.take()
        launch = next(event for event in found if event["event"] == "launch")
        texts[index] = launch["text"]
        assert (launch["device"], launch["kernel_device"]) == (index, index)
        pushes = [event["event"] for event in found if "context" in event["event"]]
        # One for loading, one for launching; none on the device that is current already.
        assert pushes == ["push_context", "pop_context"] * (0 if index == 0 else 2)
    assert torch.cuda.current_device() == 0
    assert texts[0] == texts[2] != texts[1]  # sm_90, sm_80, sm_90


def test_a_kernel_made_for_each_launch_finds_its_records(scale, events):
    out, x = pair()
    for expected in (1, 0, 0):
        run(scale.replace_hints(occupancy=7), out, x, tile=16)
        found = [event["event"] for event in events.take()]
        assert found.count("load") == expected and found.count("launch") == 1
    twin = scale.replace_hints(occupancy=7)
    assert twin._prepared is not None and twin != scale.replace_hints(occupancy=7)
    assert scale.replace_hints(occupancy=9)._prepared is None
    assert scale.replace_hints(occupancy=tileport.ByTarget(sm_80=7))._prepared is None


def test_options_reach_the_compiler(scale, events):
    out, x = pair(dtype=torch.float32)
    texts = set()
    for kernel in (
        scale,
        scale.replace_hints(opt_level=0),
        scale.replace_hints(occupancy=tileport.ByTarget(sm_80=8)),
    ):
        run(kernel, out, x)
        texts.add(events.launch()["text"])
    assert len(texts) == 2  # the hint is for another target: same code as without


def test_lists_are_tables_in_stream_order(pass_on, events):
    xs = [torch.empty(4, 2, device="cuda"), torch.empty(3, 2, device="cuda")]
    out = torch.empty(1, dtype=torch.int32, device="cuda")
    stream = torch.cuda.Stream()
    tileport.launch(stream, (1,), pass_on, (xs, True, -7, out))
    found = events.take()
    order = [event["event"] for event in found if event["event"] in ("alloc", "copy", "launch", "free")]
    assert order == ["alloc", "copy", "launch", "free"]
    assert {event["stream"] for event in found if "stream" in event} == {stream.cuda_stream}
    launch = next(event for event in found if event["event"] == "launch")
    table, length, flag, number, *rest = launch["params"]
    assert (length, flag, number, rest) == (2, 1, 2**32 - 7, [out.data_ptr(), 1, 1])
    words = (ctypes.c_uint64 * 10).from_address(table)
    assert list(words) == [xs[0].data_ptr(), 4, 2, 2, 1, xs[1].data_ptr(), 3, 2, 2, 1]


def test_lists_are_refused_during_capture(pass_on, events):
    out = torch.empty(1, dtype=torch.int32, device="cuda")
    graph, stream = torch.cuda.CUDAGraph(), torch.cuda.Stream()
    with torch.cuda.stream(stream):
        graph.capture_begin()
        with pytest.raises(ValueError, match="captured into a CUDA graph"):
            tileport.launch(stream, (1,), pass_on, ([out.float()], False, 1, out))
        graph.capture_end()
    assert not [event for event in events.take() if event["event"] == "launch"]


def test_threads_launch_at_once_and_compile_once(scale, events):
    out, x = pair(size=1056)
    failures = []

    def work():
        try:
            for _ in range(50):
                run(scale, out, x, tile=16)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    names = [event["event"] for event in events.take()]
    assert (names.count("launch"), names.count("load")) == (200, 1)


def test_a_record_stands_for_no_other_launch(scale, events):
    """Each difference that a record must see, after a launch that made one."""
    out, x = pair(size=1072)
    other = torch.empty(1073, dtype=torch.float16, device="cuda")
    run(scale, out, x, tile=16)
    base = events.launch()
    run(scale, out, x, tile=16)
    assert events.launch() == base
    shifted = other[1:]
    run(scale, out, shifted, tile=16)
    assert events.launch()["params"][3] == shifted.data_ptr()
    run(scale, out, x, tile=16, factor=-0.25, grid=(3, 5, 7))
    launch = events.launch()
    assert (launch["params"][6], launch["grid"]) == (f32(-0.25), [3, 5, 7])
    run(scale, out[:1056], x, tile=16)
    assert events.launch()["params"][1] == 1056
    run(scale, out, x[::2], tile=16)
    assert events.launch()["params"][4:6] == [536, 2]
    run(scale, out, x, tile=8)
    assert events.launch()["text"] != base["text"]
    far_out, far_x = pair(device="cuda:1", size=1072)
    run(scale, far_out, far_x, tile=16)
    launch = events.launch()
    assert (launch["device"], launch["text"] == base["text"]) == (1, False)
    run(scale.replace_hints(opt_level=0), out, x, tile=16)
    assert events.launch()["text"] != base["text"]
    side = torch.cuda.Stream()
    run(scale, out, x, tile=16, stream=side)
    assert events.launch()["stream"] == side.cuda_stream
    with pytest.raises(ValueError, match="lazily negated"):
        run(scale, out, torch._neg_view(x), tile=16)
    with pytest.raises(TypeError, match="must be a float"):
        run(scale, out, x, tile=16, factor=1)
    with pytest.raises(ValueError, match="the stream is on cuda:1"):
        run(scale, out, x, tile=16, stream=torch.cuda.Stream("cuda:1"))
    assert not [event for event in events.take() if event["event"] == "launch"]


def test_memory_stays_flat(scale, events):
    out, x = pair(size=1088)
    run(scale, out, x, tile=16)

    def resident() -> int:
        with open("/proc/self/statm") as statm:
            return int(statm.read().split()[1]) * 4096

    for _ in range(1000):
        run(scale, out, x, tile=16)
    before = resident()
    for _ in range(10000):
        run(scale, out, x, tile=16)
    assert resident() - before < 2 << 20


def test_a_launch_with_a_record_takes_the_short_way(scale, events, monkeypatch):
    """Neither packs arguments nor asks torch for the stream; the extension does not even enter Python."""
    out, x = pair(size=1104)
    run(scale, out, x, tile=16, stream=tileport.CURRENT_STREAM)
    first = events.launch()

    def long_way(*_arguments):
        raise AssertionError("the long way")

    monkeypatch.setattr(launching, "_pack", long_way)
    if native.module is not None:
        assert launching.launch is native.module.launch
        monkeypatch.setattr(launching, "_relaunch", long_way)
        monkeypatch.setattr(launching, "announce", long_way)
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        run(scale, out, x, tile=16, stream=tileport.CURRENT_STREAM)
    second = events.launch()
    assert second == first | {"stream": side.cuda_stream}
    run(scale, out, x, tile=16, stream=0)
    assert events.launch() == first


def test_the_current_stream_is_that_of_the_tensors_device(scale, events):
    torch.cuda.set_device(0)
    side = torch.cuda.Stream("cuda:1")
    out, x = pair(device="cuda:1", size=1120)
    with torch.cuda.stream(side):
        torch.cuda.set_device(0)
        for _ in range(2):
            run(scale, out, x, tile=16, stream=tileport.CURRENT_STREAM)
            launch = events.launch()
            assert (launch["stream"], launch["device"]) == (side.cuda_stream, 1)


def test_the_extension_is_there_unless_it_is_off():
    assert (native.module is None) == (os.environ["TILEPORT_LAUNCH"] == "off")


def test_a_bool_as_an_integer_constant_is_its_value(scale, events):
    out, x = pair(size=1136)
    found = []
    for tile in (1, True, 1, True):
        run(scale, out, x, tile=tile)
        found.append(events.launch())
    assert found == found[:1] * 4
