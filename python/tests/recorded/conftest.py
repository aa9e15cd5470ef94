"""A library of two kernels (kernels/ffi/examples/scale) as a port that the runtime finds."""

import json
import os
import shutil
from pathlib import Path

import pytest
import torch

import recorder
import tileport
from tileport import library, native

EXAMPLE = Path(__file__).resolve().parents[3] / "kernels/ffi/examples/scale"
FILE = "examples/scale.py"

# What pytest prints where an assertion fails; a recorded device has no elements to show.
torch.Tensor.__repr__ = lambda self, **_: f"<{self.dtype} {tuple(self.shape)} on {self.device}>"


class Events:
    """The events since the last look."""

    def __init__(self, path: Path):
        self._path = path
        _, self._end = recorder.read(path)

    def take(self) -> list[dict]:
        """All new events."""
        events, self._end = recorder.read(self._path, self._end)
        return events

    def launch(self) -> dict:
        """The one new launch."""
        launches = [event for event in self.take() if event["event"] == "launch"]
        assert len(launches) == 1, launches
        return launches[0]


@pytest.fixture
def events() -> Events:
    return Events(Path(os.environ["TILEPORT_RECORDER_LOG"]))


@pytest.fixture(scope="session")
def manifest(tmp_path_factory) -> Path:
    """The example's manifest, where the runtime looks for it, on every launch."""
    library.LOOK_EVERY = 0.0
    if native.module is not None:
        native.module.look_every(0)
    folder = tmp_path_factory.mktemp("port")
    shutil.copy(os.environ["TILEPORT_TEST_LIBRARY"], folder / "libscale.so")
    path = folder / "manifest.json"
    path.write_text((EXAMPLE / "manifest.json").read_text())
    os.environ["TILEPORT_MANIFEST"] = str(path)
    return path


@pytest.fixture
def scale(manifest) -> tileport.Kernel:
    """`scale(out, x, factor, TILE, mode)`."""
    params = ("out", "x", "factor", "TILE", "mode")
    return tileport.Kernel(FILE, "scale", 1, params=params, const=("TILE", "mode"))


@pytest.fixture
def pass_on(manifest) -> tileport.Kernel:
    """`pass_on(xs, flag, n, out)`."""
    return tileport.Kernel(FILE, "pass_on", 2, params=("xs", "flag", "n", "out"))


def edit(path: Path, change) -> None:
    """Changes a manifest's content."""
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))
