"""Wired operators against torch on a real GPU, for each backend, within TileGym's tolerances.

    python tests/gpu/smoke.py --tilegym target/tilegym [--backends cutile-rs,cutile] [--json FILE]

The tree is one that `cargo xtask wire` made. Prints a line per case; exit 1 where one
fails. It also shows that a call returns before the kernel has finished.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import torch
import torch.nn.functional as F

DTYPES = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32}


@dataclasses.dataclass(frozen=True)
class Case:
    """An operator's call, what it must give, and how near."""

    operator: str
    dtype: str
    shape: tuple[int, ...]
    run: Callable[[], list[torch.Tensor]]
    expected: Callable[[], list[torch.Tensor]]
    rtol: float
    atol: float


def softmax_cases(ops):
    """Forward: a row that is no power of two among them."""
    tolerance = {"f16": (1e-3, 1e-5), "bf16": (1e-2, 2e-2), "f32": (1e-5, 1e-7)}
    for dtype in ("f16", "bf16", "f32"):
        for shape in ((256, 2048), (37, 1009), (1, 127)):
            for options in ({}, {"use_tma": True}, {"use_chunked": True}):
                x = torch.randn(shape, device="cuda", dtype=DTYPES[dtype])
                yield Case(
                    "softmax" + "".join(f" {name}" for name in options),
                    dtype,
                    shape,
                    lambda x=x, options=options: [ops.softmax(x, **options)],
                    lambda x=x: [F.softmax(x.float(), dim=-1).to(x.dtype)],
                    *tolerance[dtype],
                )


def silu_and_mul_cases(ops):
    """Forward and backward."""
    for dtype in ("f16", "bf16", "f32"):
        for shape in ((4, 32, 2048), (3, 7, 2 * 1009)):
            x = torch.randn(shape, device="cuda", dtype=DTYPES[dtype])
            gradient = torch.randn((*shape[:-1], shape[-1] // 2), device="cuda", dtype=DTYPES[dtype])

            def run(x=x, gradient=gradient):
                leaf = x.clone().requires_grad_()
                out = ops.silu_and_mul(leaf)
                out.backward(gradient)
                return [out.detach(), leaf.grad]

            def expected(x=x, gradient=gradient):
                leaf = x.float().requires_grad_()
                half = leaf.shape[-1] // 2
                out = F.silu(leaf[..., :half]) * leaf[..., half:]
                out.backward(gradient.float())
                return [out.detach().to(x.dtype), leaf.grad.to(x.dtype)]

            yield Case("silu_and_mul forward, backward", dtype, shape, run, expected, 1e-2, 1e-2)


def rms_norm_cases(ops):
    """Forward in each mode, and backward."""
    eps = 1e-5
    for dtype in ("f16", "bf16", "f32"):
        for shape in ((256, 1024), (37, 1000)):
            for mode in (None, "static_persistent", "multi_wave_reload", "multi_wave_cached"):
                x = torch.randn(shape, device="cuda", dtype=DTYPES[dtype])
                weight = torch.randn(shape[-1], device="cuda", dtype=DTYPES[dtype])
                gradient = torch.randn(shape, device="cuda", dtype=DTYPES[dtype])

                def run(x=x, weight=weight, gradient=gradient, mode=mode):
                    x, weight = x.clone().requires_grad_(), weight.clone().requires_grad_()
                    out = ops.rms_norm(x, (x.shape[-1],), weight, eps, mode=mode)
                    out.backward(gradient)
                    return [out.detach(), x.grad, weight.grad]

                def expected(x=x, weight=weight, gradient=gradient):
                    dtype = x.dtype
                    x, weight = x.float().requires_grad_(), weight.float().requires_grad_()
                    out = weight * x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps)
                    out.backward(gradient.float())
                    return [out.detach().to(dtype), x.grad.to(dtype), weight.grad.to(dtype)]

                name = f"rms_norm forward, backward {mode or ''}".strip()
                # A gradient of the weight is a sum over rows: its error grows with their number.
                yield Case(name, dtype, shape, run, expected, 1e-2, 5e-2)


CASES = {"softmax": softmax_cases, "silu_and_mul": silu_and_mul_cases, "rms_norm": rms_norm_cases}


def judge(case: Case) -> tuple[bool, str]:
    """Runs a case: whether it is right, and the worst difference or the reason."""
    try:
        found, wanted = case.run(), case.expected()
        worst = 0.0
        for one, other in zip(found, wanted, strict=True):
            if one.shape != other.shape or one.dtype != other.dtype:
                return False, f"{one.dtype} {tuple(one.shape)}, not {other.dtype} {tuple(other.shape)}"
            worst = max(worst, (one.float() - other.float()).abs().max().item())
            torch.testing.assert_close(one, other, rtol=case.rtol, atol=case.atol)
        return True, f"largest difference {worst:.2e}"
    except Exception as error:
        first = [line.strip() for line in str(error).splitlines() if line.strip()]
        return False, f"{type(error).__name__}: {' '.join(first[:3])}"


def asynchronous(ops) -> tuple[bool, str]:
    """Whether a call returns while its kernel still runs, on a large input."""
    x = torch.randn((131072, 8192), device="cuda", dtype=torch.float16)
    ops.softmax(x)
    torch.cuda.synchronize()
    start = time.perf_counter()
    out = ops.softmax(x)
    returned = time.perf_counter()
    running = not torch.cuda.current_stream().query()
    torch.cuda.synchronize()
    finished = time.perf_counter()
    del out
    call, whole = (returned - start) * 1e6, (finished - start) * 1e6
    return running, f"call returned after {call:.0f} us, finished after {whole:.0f} us"


def main() -> int:
    """Runs what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tilegym", type=Path, required=True, help="folder that holds tilegym/")
    parser.add_argument("--backends", default="cutile-rs,cutile")
    parser.add_argument("--operators", default=",".join(CASES))
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    backends = options.backends.split(",")
    # The package's import fails where its default backend is not there.
    os.environ.setdefault("CUTILE_TUTORIALS_BACKEND", backends[0])
    sys.path.insert(0, str(options.tilegym.resolve()))
    import tilegym
    from tilegym import ops

    rows = []
    for backend in backends:
        torch.manual_seed(0)
        try:
            tilegym.set_backend(backend)
        except Exception as error:
            print(f"{backend}: not available: {error}")
            rows.append({"backend": backend, "case": "available", "ok": False, "note": str(error)})
            continue
        for operator in options.operators.split(","):
            for case in CASES[operator](ops):
                ok, note = judge(case)
                shape = "x".join(map(str, case.shape))
                print(f"{'ok  ' if ok else 'FAIL'} {backend} {case.operator} {case.dtype} {shape}: {note}")
                rows.append(
                    {"backend": backend, "case": f"{case.operator} {case.dtype} {shape}", "ok": ok, "note": note}
                )
        ok, note = asynchronous(ops)
        print(f"{'ok  ' if ok else 'FAIL'} {backend} returns before the kernel has finished: {note}")
        rows.append({"backend": backend, "case": "asynchronous", "ok": ok, "note": note})
    failed = [row for row in rows if not row["ok"]]
    print(f"{len(rows) - len(failed)} of {len(rows)} ok on {torch.cuda.get_device_name()}")
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
