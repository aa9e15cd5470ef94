# SPDX-License-Identifier: MIT
"""`python -m tileport.check`: a port on a GPU against cuTile Python (bit for bit) and against torch.

One JSON line per case of an inputs file. Both backends run the same machine code where the cubins
are identical, so on the same data and without a tuner, whose choice may differ, their results must
agree in every bit; torch is compared within the operator's tolerance.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

import torch

from tileport.device import Call, outputs, reference
from tileport.probe import inputs

SHORT = {dtype: name for name, dtype in inputs.DTYPES.items()}


def run(call: Call) -> list[torch.Tensor]:
    """Results of a case: outputs, then gradients, then arguments as they are afterwards."""
    result = [out for out in outputs(call.forward())]
    found = [out.detach().clone() for out in result]
    if call.case.backward:
        differentiable = [out for out in result if out.requires_grad]
        torch.manual_seed(1)
        torch.autograd.backward(differentiable, [torch.rand_like(out) for out in differentiable])
        found += [leaf.grad.clone() for leaf in call.leaves() if leaf.grad is not None]
    return found


def same_bits(left: list[torch.Tensor], right: list[torch.Tensor]) -> bool:
    """Whether two lists of tensors agree in shape, dtype and every bit, NaNs by position."""
    return len(left) == len(right) and all(
        a.shape == b.shape and a.dtype == b.dtype and a.stride() == b.stride() and torch.equal(_bits(a), _bits(b))
        for a, b in zip(left, right, strict=True)
    )


def _bits(tensor: torch.Tensor) -> torch.Tensor:
    if not tensor.is_floating_point():
        return tensor
    words = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[tensor.element_size()]
    return tensor.nan_to_num(nan=float("inf")).contiguous().view(words)


def worst(found: torch.Tensor, expected: torch.Tensor, tolerance: dict) -> float:
    """Largest error in units of the tolerance; infinite where NaN or infinity stand elsewhere."""
    found, expected = found.double(), expected.double()
    if found.numel() == 0:
        return 0.0
    if not torch.equal(found.isnan(), expected.isnan()):
        return float("inf")
    finite = expected.isfinite()
    if not torch.equal(found[~finite].nan_to_num(), expected[~finite].nan_to_num()):
        return float("inf")
    allowed = tolerance["atol"] + tolerance["rtol"] * expected[finite].abs()
    return ((found[finite] - expected[finite]).abs() / allowed.clamp_min(1e-300)).max().item() if finite.any() else 0.0


def check(case: inputs.Case, document: dict, device: torch.device, backends: list[str]) -> dict:
    """Runs one case on the backends and compares."""
    line: dict = {"case": case.name}
    results = {}
    values = (inputs.build(case.args, case.name), inputs.build(case.kwargs, case.name))
    for backend in backends:
        try:
            results[backend] = run(Call(case, backend, device, values))
            torch.cuda.synchronize(device)
        except Exception as error:
            line.setdefault("errors", {})[backend] = f"{type(error).__name__}: {error}"
    if len(results) == 2:
        line["same_bits"] = same_bits(*results.values())
    expression = document.get("correctness_reference")
    if expression and "cutile-rs" in results and ":" not in case.call:
        try:
            call = Call(case, "cutile-rs", device, values)
            expected = outputs(reference(expression, call))
            found = results["cutile-rs"][: len(expected)]
            tolerances = document.get("tolerance", {})
            line["error_in_tolerances"] = max(
                worst(a, b, tolerances.get(SHORT[a.dtype], {"rtol": 1e-5, "atol": 1e-8}))
                for a, b in zip(found, expected, strict=True)
            )
        except Exception as error:
            line.setdefault("errors", {})["reference"] = f"{type(error).__name__}: {error}"
    line["ok"] = "cutile-rs" in results and line.get("same_bits", True) and line.get("error_in_tolerances", 0.0) <= 1.0
    return line


def main() -> int:
    """Checks the cases of inputs files; exit 1 where one fails, 3 without a GPU."""
    parser = argparse.ArgumentParser(prog="python -m tileport.check", description=__doc__)
    parser.add_argument("--inputs", type=Path, required=True, nargs="+")
    parser.add_argument("--backends", default="cutile,cutile-rs")
    parser.add_argument("--cases", help="only cases whose name contains this")
    options = parser.parse_args()
    if not torch.cuda.is_available():
        print("tileport.check: no GPU: torch.cuda.is_available() is false", file=sys.stderr)
        return 3
    os.environ["TILEGYM_DISABLE_AUTOTUNE"] = "1"
    import tilegym

    tilegym.set_backend("cutile-rs")
    device = torch.device("cuda", torch.cuda.current_device())
    capability = torch.cuda.get_device_capability(device)
    failed = 0
    for path in options.inputs:
        document = inputs.load(path)
        for case in inputs.cases(document, f"sm_{capability[0]}{capability[1]}"):
            if options.cases and options.cases not in case.name:
                continue
            line = {"operator": document["operator"]} | check(case, document, device, options.backends.split(","))
            failed += not line["ok"]
            print(json.dumps(line), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
