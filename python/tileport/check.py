# SPDX-License-Identifier: MIT
"""`python -m tileport.check`: a port on a GPU against cuTile Python (bit for bit) and against torch.

One JSON line per case of the inputs files. Both backends run the same machine code where the cubins
are identical, so on the same data and without a tuner, whose choice may differ, their results must
agree in every bit, unless cuTile's own differ from one run to the next. torch is compared within the
operator's tolerance: `correctness_reference` is an expression over the operator's parameters, and over
what `[names]` binds before it. Operands and results lie between fences, and results hold a marker
beforehand (`tileport.guard`).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

import torch

from tileport.device import Call, outputs, reference
from tileport.guard import Guards
from tileport.probe import inputs

SHORT = {dtype: name for name, dtype in inputs.DTYPES.items()}
REFERENCE, PORT = "cutile", "cutile-rs"


def run(call: Call) -> list[torch.Tensor]:
    """Results of a case: outputs, then gradients, then the arguments that it has changed."""
    # In-place operators write their arguments; leaves that need a gradient they may not.
    before = [tensor.detach().clone() for tensor in call.tensors()]
    result = [out for out in outputs(call.forward())]
    found = [out.detach().clone() for out in result]
    if call.case.backward:
        differentiable = [out for out in result if out.requires_grad]
        torch.manual_seed(1)
        torch.autograd.backward(differentiable, [torch.rand_like(out) for out in differentiable])
        found += [leaf.grad.clone() for leaf in call.leaves() if leaf.grad is not None]
    pairs = zip(call.tensors(), before, strict=True)
    return found + [after.detach().clone() for after, old in pairs if not torch.equal(_bits(after), _bits(old))]


def same_bits(left: list[torch.Tensor], right: list[torch.Tensor]) -> bool:
    """Whether two lists of tensors agree in shape, dtype and every bit, NaNs by position."""
    return len(left) == len(right) and all(
        a.shape == b.shape and a.dtype == b.dtype and a.stride() == b.stride() and torch.equal(_bits(a), _bits(b))
        for a, b in zip(left, right, strict=True)
    )


def _bits(tensor: torch.Tensor) -> torch.Tensor:
    tensor = tensor.detach()
    if not tensor.is_floating_point():
        return tensor
    words = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[tensor.element_size()]
    if tensor.element_size() > 1:
        # Any NaN stands for all of them; infinities stay what they are.
        tensor = torch.where(tensor.isnan(), torch.full_like(tensor, float("nan")), tensor)
    return tensor.contiguous().view(words)


def worst(found: torch.Tensor, expected: torch.Tensor, tolerance: dict) -> float:
    """Largest error in units of the tolerance; infinite where NaN or an infinity stands elsewhere."""
    if found.shape != expected.shape:
        return float("inf")
    found, expected = found.double(), expected.double()
    if found.numel() == 0:
        return 0.0
    if not torch.equal(found.isnan(), expected.isnan()):
        return float("inf")
    finite = expected.isfinite() & found.isfinite()
    if not torch.equal(found[~finite].nan_to_num(), expected[~finite].nan_to_num()):
        return float("inf")
    if not finite.any():
        return 0.0
    allowed = tolerance["atol"] + tolerance["rtol"] * expected[finite].abs()
    return ((found[finite] - expected[finite]).abs() / allowed.clamp_min(1e-300)).max().item()


def attempt(case: inputs.Case, backend: str, device: torch.device, values, guarded: bool):
    """Runs a case on one backend: its results, and what was written beside them."""
    call = Call(case, backend, device, values)
    if not guarded:
        return run(call), []
    with Guards() as guards:
        call.args = guards.fence_arguments(call.args)
        call.kwargs = guards.fence_arguments(call.kwargs)
        found = run(call)
    return found, guards.violations()


def check(case: inputs.Case, document: dict, device: torch.device, backends: list[str], guarded: bool) -> dict:
    """Runs one case on the backends and compares."""
    line: dict = {"case": case.name}
    notes = []
    results = {}
    values = (inputs.build(case.args, case.name), inputs.build(case.kwargs, case.name))
    for backend in backends:
        try:
            torch.manual_seed(0)
            results[backend], written = attempt(case, backend, device, values, guarded)
            torch.cuda.synchronize(device)
            if backend == PORT:
                notes += written
        except Exception as error:
            line.setdefault("errors", {})[backend] = f"{type(error).__name__}: {error}"
    if len(results) == 2:
        line["same_bits"] = same_bits(*results.values())
        if not line["same_bits"] and repeats(case, device, values, guarded, results[REFERENCE]):
            notes.append("results differ from cuTile's")
    expression = document.get("correctness_reference")
    if expression and PORT in results and ":" not in case.call:
        judge(line, notes, case, document, device, values, results[PORT])
    line["ok"] = PORT in results and not notes
    return line | ({"note": "; ".join(notes)} if notes else {})


def repeats(case: inputs.Case, device: torch.device, values, guarded: bool, first: list[torch.Tensor]) -> bool:
    """Whether cuTile gives the same bits once more: with atomics it need not."""
    torch.manual_seed(0)
    again, _ = attempt(case, REFERENCE, device, values, guarded)
    return same_bits(first, again)


def judge(line: dict, notes: list[str], case: inputs.Case, document: dict, device, values, results) -> None:
    """Compares with the torch reference, where the document has one that can be evaluated."""
    try:
        expected = outputs(reference(document, Call(case, PORT, device, values)))
    except Exception as error:
        line["reference"] = f"{type(error).__name__}: {error}"
        return
    tolerances = document.get("tolerance", {})
    errors = [
        worst(found, wanted, tolerances.get(SHORT[found.dtype], {"rtol": 1e-5, "atol": 1e-8}))
        for found, wanted in zip(results, expected, strict=False)
    ]
    line["error_in_tolerances"] = max(errors, default=0.0)
    if line["error_in_tolerances"] > 1.0:
        notes.append(f"differs from torch by {line['error_in_tolerances']:.3g} tolerances")


def merged(paths: list[Path]) -> list[dict]:
    """The documents; what one of an operator says of reference and tolerance holds for its others."""
    documents = [inputs.load(path) for path in paths]
    shared: dict[str, dict] = {}
    for document in documents:
        keys = ("correctness_reference", "names", "tolerance")
        found = {key: document[key] for key in keys if key in document}
        shared.setdefault(document["operator"], {}).update(found)
    return [document | shared[document["operator"]] for document in documents]


def main() -> int:
    """Checks the cases of inputs files; exit 1 where one fails, 3 without a GPU."""
    parser = argparse.ArgumentParser(prog="python -m tileport.check", description=__doc__)
    parser.add_argument("--inputs", type=Path, required=True, nargs="+")
    parser.add_argument("--backends", default=f"{REFERENCE},{PORT}")
    parser.add_argument("--cases", help="only cases whose name contains this")
    parser.add_argument("--no-guard", action="store_true", help="plain allocations, no fences")
    options = parser.parse_args()
    if not torch.cuda.is_available():
        print("tileport.check: no GPU: torch.cuda.is_available() is false", file=sys.stderr)
        return 3
    os.environ["TILEGYM_DISABLE_AUTOTUNE"] = "1"
    import tilegym

    tilegym.set_backend(PORT)
    device = torch.device("cuda", torch.cuda.current_device())
    capability = torch.cuda.get_device_capability(device)
    backends = options.backends.split(",")
    failed = 0
    for document in merged(options.inputs):
        for case in inputs.cases(document, f"sm_{capability[0]}{capability[1]}"):
            if options.cases and options.cases not in case.name:
                continue
            found = check(case, document, device, backends, not options.no_guard)
            failed += not found["ok"]
            print(json.dumps({"operator": document["operator"]} | found), flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
