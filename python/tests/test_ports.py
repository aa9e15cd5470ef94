"""The shipped ports on recorded devices: what reaches the driver equals what cuTile sends it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from test_recorded import ROOT, cuda_root, extension

import recorder

#: Cases of an operator's inputs that are launched; each may compile a kernel on both sides.
CASES = int(os.environ.get("TILEPORT_ABI_CASES", "6"))

#: Crates whose stages B and D are done.
CRATES = sorted(path.parent.parent for path in ROOT.glob("kernels/*/src/ffi.rs") if "TILEPORT_" in path.read_text())

_LETTERS = {
    "tensor": "t",
    "list": "l",
    "int": "i",
    "float": "f",
    "bool": "b",
    "constint": "I",
    "constfloat": "F",
    "constfixed": "-",
}


def manifest(crate: Path, library: Path) -> dict:
    """The runtime's manifest for one crate and its library."""
    contract = json.loads((crate / "src/contract.json").read_text())
    analysis = json.loads((crate / "reference/analysis.json").read_text())
    files = {function["name"]: function["file"] for function in analysis["functions"]}
    functions = {}
    for function in contract["functions"]:
        params = [
            {"name": param["name"], "kind": _LETTERS[param["kind"]]}
            | ({"value": param.get("value")} if param["kind"] == "constfixed" else {})
            for param in function["params"]
        ]
        functions[function["name"]] = {
            "module": files[function["name"]].removesuffix(".py").replace("/", "."),
            "table": "TILEPORT_" + function["symbol"].removeprefix("cutile_").upper(),
            "params": params,
        }
    return {
        "schema": 1,
        "operators": {contract["operator"]: {"library": str(library), "functions": functions}},
    }


@pytest.mark.parametrize("crate", CRATES, ids=lambda crate: crate.name)
def test_launches_equal_cutiles(crate, tmp_path):
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    package = f"tileport-{crate.name}"
    subprocess.run(["cargo", "build", "--quiet", "--package", package], cwd=ROOT, check=True)
    library = target / "debug" / f"lib{package.replace('-', '_')}.so"
    (tmp_path / "manifest.json").write_text(json.dumps(manifest(crate, library)))
    cuda = cuda_root()
    environment = recorder.environment(recorder.build(target / "recorder", cuda), tmp_path / "log.jsonl")
    environment |= {
        "PYTHONPATH": str(ROOT / "python"),
        "TILEPORT_MANIFEST": str(tmp_path / "manifest.json"),
        "TILEPORT_LAUNCH": str(extension(target)),
        "CUTILE_TUTORIALS_BACKEND": "cutile",
        "CUDA_HOME": str(cuda),
        "PATH": f"{cuda / 'bin'}:{os.environ['PATH']}",
    }
    run = subprocess.run(
        [sys.executable, "-m", "recorder.abi", crate.name, "--cases", str(CASES)],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    result = json.loads(run.stdout.splitlines()[-1])
    print(result)
    assert result["launches"] > 0
    assert result["different"] == []
    assert result["raised"] == []
    assert result["refused"] == {}
