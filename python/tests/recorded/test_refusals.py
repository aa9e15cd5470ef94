"""Input that cannot be launched: one clear exception that names the argument, and life goes on."""

import json
import os
import shutil

import pytest
import torch
from conftest import FILE, edit
from torch._subclasses.fake_tensor import FakeTensorMode

import tileport


def good():
    return [
        torch.empty(1000, dtype=torch.float16, device="cuda"),
        torch.empty(1000, dtype=torch.float16, device="cuda"),
        0.5,
        128,
        None,
    ]


def launch(kernel, arguments, grid=(8,), stream=None):
    tileport.launch(0 if stream is None else stream, grid, kernel, tuple(arguments))


@pytest.fixture
def refuses(scale, events):
    """Launches with one argument replaced: an exception, no launch, and then a good launch."""

    def check(index, value, kind, match):
        arguments = good()
        arguments[index] = value
        with pytest.raises(kind, match=match):
            launch(scale, arguments)
        assert not [event for event in events.take() if event["event"] == "launch"]
        launch(scale, good())
        events.launch()

    return check


def cuda(*shape, dtype=torch.float16, device="cuda"):
    return torch.empty(*shape, dtype=dtype, device=device)


def test_wrong_places(refuses):
    refuses(1, torch.empty(1000, dtype=torch.float16), ValueError, "`x` is on cpu")
    refuses(1, cuda(1000, device="meta"), ValueError, "`x` is on meta")
    refuses(1, cuda(1000, device="cuda:1"), ValueError, "`x` is on cuda:1, `out` on cuda:0")


def test_fake_and_wrapped_tensors(refuses):
    with FakeTensorMode():
        fake = cuda(1000)
    refuses(1, fake, TypeError, "`x` must be a plain torch.Tensor, not FakeTensor")
    refuses(1, None, TypeError, "`x` must be a plain torch.Tensor, not NoneType")
    refuses(1, [1.0], TypeError, "`x` must be a plain torch.Tensor, not list")


def test_lazy_views(refuses):
    negated = torch._neg_view(cuda(1000))
    refuses(1, negated, ValueError, "`x` is a lazily negated")


def test_layouts_ranks_and_dtypes(refuses):
    refuses(1, cuda(1, 1, 1, 1, 1, 8), ValueError, "`x` has rank 6; at most 5")
    refuses(1, cuda(1000, dtype=torch.complex64), TypeError, "`x` has dtype torch.complex64")
    refuses(1, cuda(1000, dtype=torch.int32), tileport.UnsupportedError, r"i32.*|x.*")
    refuses(1, cuda(10, 100), tileport.UnsupportedError, "rank")


def test_scalars(refuses):
    refuses(2, 1, TypeError, "`factor` must be a float, not int")
    refuses(2, "1", TypeError, "`factor` must be a float, not str")
    refuses(3, 1.5, TypeError, "`TILE` must be an int, not float")
    refuses(3, 1 << 70, OverflowError, "`TILE` is 1180591620717411303424, beyond 64 bits")
    refuses(4, "other", tileport.UnsupportedError, "`mode` is 'other'; it was None")
    refuses(4, cuda(1), tileport.UnsupportedError, "`mode`")


def test_run_time_integers_beyond_32_bits(pass_on):
    out = torch.empty(1, dtype=torch.int32, device="cuda")
    with pytest.raises(ValueError, match="`n` is 2147483648; the kernel takes it as a 32-bit"):
        launch(pass_on, ([out], True, 1 << 31, out))
    with pytest.raises(TypeError, match="`n` must be an int, not bool"):
        launch(pass_on, ([out], True, True, out))
    with pytest.raises(TypeError, match="`flag` must be a bool, not int"):
        launch(pass_on, ([out], 1, 1, out))
    with pytest.raises(ValueError, match="`xs` is an empty list"):
        launch(pass_on, ([], True, 1, out))
    with pytest.raises(TypeError, match="`xs` must be a list of tensors, not tuple"):
        launch(pass_on, ((out,), True, 1, out))
    with pytest.raises(ValueError, match=r"`xs\[1\]` is on cpu"):
        launch(pass_on, ([out, torch.empty(1)], True, 1, out))


def test_grids_and_streams(scale):
    for grid, kind, match in [
        ((1 << 24,), ValueError, r"grid\[0\] is 16777216"),
        ((1, -1), OverflowError, r"grid\[1\] is -1"),
        ((1, 1, 1, 1), ValueError, "at most 3 axes"),
        ([8], TypeError, "grid must be a tuple"),
    ]:
        with pytest.raises(kind, match=match):
            launch(scale, good(), grid=grid)
    with pytest.raises(TypeError, match="CUDA stream as its first argument, not str"):
        launch(scale, good(), stream="0")
    with pytest.raises(ValueError, match="the stream is on cuda:1, `out` on cuda:0"):
        launch(scale, good(), stream=torch.cuda.Stream("cuda:1"))
    with pytest.raises(TypeError, match="tuple as its fourth argument, not list"):
        tileport.launch(0, (1,), scale, [])
    with pytest.raises(TypeError, match="scale takes 5 arguments, 2 were given"):
        launch(scale, good()[:2])
    with pytest.raises(TypeError, match="kernel as its third argument"):
        tileport.launch(0, (1,), print, ())


def test_tensors_that_need_a_gradient_and_parameters_pass(scale, events):
    for x in (torch.nn.Parameter(cuda(1000)), cuda(1000).requires_grad_()):
        arguments = good()
        arguments[1] = x
        launch(scale, arguments)
        assert events.launch()["params"][3] == x.data_ptr()


def test_d21_a_failing_driver_is_an_exception_and_the_next_launch_works(scale, events, monkeypatch):
    for call in ("cuLaunchKernel", "cuModuleLoadData"):
        arguments = good()
        arguments[3] = 2048 if call == "cuModuleLoadData" else 128
        monkeypatch.setenv("TILEPORT_RECORDER_FAIL", f"{call}=700")
        with pytest.raises(tileport.KernelError, match=rf"scale: {call} failed with CUDA error 700"):
            launch(scale, arguments)
        monkeypatch.delenv("TILEPORT_RECORDER_FAIL")
        events.take()
        launch(scale, arguments)
        events.launch()


def test_d21_a_compile_error_is_an_exception_and_the_next_launch_works(scale, events):
    arguments = good()
    arguments[3] = 100  # no power of two
    with pytest.raises(tileport.KernelError, match="scale: compiling `scale_v0` for sm_90"):
        launch(scale, arguments)
    launch(scale, good())
    events.launch()


def test_the_assembler_is_named_when_missing(scale, monkeypatch):
    monkeypatch.setenv("CUTILE_TILEIRAS_PATH", "/nowhere/tileiras")
    arguments = good()
    arguments[3] = 1024
    with pytest.raises(tileport.KernelError, match="/nowhere/tileiras.*could not be started"):
        launch(scale, arguments)


def test_d31_a_missing_library_says_what_to_run(manifest, scale, events):
    unknown = tileport.Kernel(FILE, "other")
    with pytest.raises(tileport.LibraryError, match="kernel other of examples.scale is not ported"):
        launch(unknown, ())
    whole = manifest.read_text()
    try:
        edit(manifest, lambda content: content["operators"]["scale"].update(library="gone.so"))
        with pytest.raises(tileport.LibraryError, match=r"library of scale is missing: .*gone\.so"):
            launch(scale, good())
        edit(manifest, lambda content: content.update(schema=99))
        with pytest.raises(tileport.LibraryError, match="schema 99"):
            launch(scale, good())
        manifest.write_text("{")
        with pytest.raises(tileport.LibraryError, match="cannot be read"):
            launch(scale, good())
        manifest.unlink()
        with pytest.raises(tileport.LibraryError, match="is missing; run `cargo xtask port`"):
            launch(scale, good())
    finally:
        manifest.write_text(whole)
    launch(scale, good())
    events.launch()


def test_d22_a_library_that_disagrees_with_its_manifest_is_refused(manifest, scale):
    whole = manifest.read_text()

    def swap(content):
        content["operators"]["scale"]["functions"]["scale"]["params"][2]["kind"] = "i"

    try:
        edit(manifest, swap)
        with pytest.raises(tileport.LibraryError, match="disagree on scale"):
            launch(scale, good())
    finally:
        manifest.write_text(whole)


def test_d20_a_library_under_a_new_name_is_loaded_in_the_living_process(manifest, scale, events):
    launch(scale, good())
    events.launch()
    whole = manifest.read_text()
    new = manifest.parent / "libscale.new.so"
    shutil.copy(os.environ["TILEPORT_TEST_LIBRARY"], new)
    try:
        edit(manifest, lambda content: content["operators"]["scale"].update(library=new.name))
        launch(scale, good())
        # The other library has loaded nothing yet: that it loads shows that it was called.
        assert [event["event"] for event in events.take()] == ["load", "launch"]
    finally:
        manifest.write_text(whole)
    assert json.loads(whole)["operators"]["scale"]["library"] == "libscale.so"
