"""Runs the tests of `recorded` on recorded devices: tensors, streams and launches without a GPU."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import recorder

ROOT = Path(__file__).resolve().parents[2]


def cuda_root() -> Path:
    """The toolkit's CUDA root, beside the interpreter's packages."""
    for folder in sys.path:
        root = Path(folder, "nvidia", "cu13")
        if (root / "include" / "cuda.h").exists():
            return root
    raise RuntimeError("no package nvidia-cuda-runtime beside this interpreter")


def extension(target: Path) -> Path:
    """The launch extension, built."""
    subprocess.run(["cargo", "build", "--quiet", "--package", "tileport-launch"], cwd=ROOT, check=True)
    return target / "debug" / "libtileport_launch.so"


@pytest.mark.parametrize("way", ["extension", "cffi"])
def test_launches_reach_the_driver_as_they_should(tmp_path, way):
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    build = ["cargo", "build", "--quiet", "--package", "tileport-ffi", "--example", "scale"]
    subprocess.run(build, cwd=ROOT, check=True)
    library = recorder.build(target / "recorder", cuda_root())
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            ROOT / "python/tests/recorded",
        ],
        env=recorder.environment(library, tmp_path / "log.jsonl", (90, 80, 90))
        | {
            "TILEPORT_TEST_LIBRARY": str(target / "debug/examples/libscale.so"),
            "TILEPORT_CACHE_DIR": str(tmp_path / "cache"),
            "TILEPORT_LAUNCH": str(extension(target)) if way == "extension" else "off",
            "PYTHONPATH": str(ROOT / "python"),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    print(run.stdout)
    assert run.returncode == 0, run.stdout
