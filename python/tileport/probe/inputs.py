"""`inputs.toml`: on what an operator is run.

    operator = "softmax"                  # a registered operator, or a name for `file::function`
    correctness_reference = "torch.nn.functional.softmax(x, dim=-1)"

    [tolerance]
    f16 = { rtol = 1e-3, atol = 1e-5 }

    [[test_perf]]                         # shapes of TileGym's test_perf, any keys
    m = 4096

    [[input]]
    name = "gather"                       # cases get a suffix: gather[256-9-f16]
    call = "softmax"                      # default: the operator; or "module:function", or
                                          # "module:Class.method"
    each = { "m,n" = [[256, 9], [1, 1]], dtype = ["f16", "f32"] }   # all combinations
    args = [{ shape = ["=m", "=n"], dtype = "=dtype", grad = true }]
    kwargs = { use_tma = true }
    backward = true                       # or { gradient = [<tensors>] }
    env = { TILEGYM_DISABLE_AUTOTUNE = "1" }
    targets = ["sm_100"]                  # default: all
    search = "all"                        # export every configuration of a search; default "first"

Where an operator searches, all its inputs run again with TileGym's tuner off, except those that set the
switch in `env` themselves.

A string that begins with `=` is an expression over the names of `each`: a name, integers, and
`+ - * // %` of them. Tables stand for values that TOML lacks:

    { shape = [...], dtype, grad, fill, strides, offset }     tensor; fill: "randn" (default),
                     "rand", "empty", "arange", or a number; strides and offset in elements
    { values = [...], dtype }                                 tensor with these values
    { torch = "float16" }, { none = true }, { tuple = [...] }, { object = "module:name" }
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import itertools
import math
import operator
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import torch

DTYPES = {
    "f16": torch.float16,
    "bf16": torch.bfloat16,
    "f32": torch.float32,
    "f64": torch.float64,
    "f8E4M3FN": torch.float8_e4m3fn,
    "f8E5M2": torch.float8_e5m2,
    "i1": torch.bool,
    "i8": torch.int8,
    "u8": torch.uint8,
    "i16": torch.int16,
    "i32": torch.int32,
    "i64": torch.int64,
}

#: Tensors of more elements are left as the allocator gives them: filling them tells nothing.
FILL_LIMIT = 1 << 20


class InputError(ValueError):
    """Something in inputs.toml that cannot be; the message names the place."""


@dataclass
class Case:
    """One call of the operator."""

    name: str
    call: str
    args: list
    kwargs: dict
    backward: bool | dict
    env: dict[str, str]
    search: str
    targets: list[str] = field(default_factory=list)


_KEYS = {"name", "call", "each", "args", "kwargs", "backward", "env", "targets", "search"}


def load(path: Path) -> dict:
    """The file's contents as TOML gives them."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{path}: {error}") from None


def cases(document: dict, target: str) -> list[Case]:
    """All calls that the document asks for on a target, in order; names are unique."""
    found = []
    for entry in document.get("input", []):
        name = entry.get("name", "?")
        if unknown := sorted(set(entry) - _KEYS):
            raise InputError(f"input {name!r}: unknown key {unknown[0]!r}; known: {', '.join(sorted(_KEYS))}")
        if target not in entry.get("targets", [target]):
            continue
        if (search := entry.get("search", "first")) not in ("first", "all"):
            raise InputError(f'input {name!r}: search is {search!r}; it is "first" or "all"')
        for names in _combinations(name, entry.get("each", {})):
            suffix = "-".join(_text(value) for value in names.values())
            found.append(
                Case(
                    name=f"{name}[{suffix}]" if names else name,
                    call=_substitute(entry.get("call", document["operator"]), names, name),
                    args=_substitute(entry.get("args", []), names, name),
                    kwargs=_substitute(entry.get("kwargs", {}), names, name),
                    backward=_substitute(entry.get("backward", False), names, name),
                    env={key: str(value) for key, value in entry.get("env", {}).items()},
                    search=search,
                )
            )
    seen = set()
    for case in found:
        if case.name in seen:
            raise InputError(f"input {case.name!r} occurs twice")
        seen.add(case.name)
    return found


def _text(value) -> str:
    if not isinstance(value, list):
        return str(value)
    text = "x".join(_text(item) for item in value)
    # A table of indices would make a name of its length.
    return text if len(text) <= 40 else f"{len(value)}_{hashlib.sha256(text.encode()).hexdigest()[:6]}"


def _combinations(name: str, each: dict):
    groups = []
    for keys, values in each.items():
        keys = [key.strip() for key in keys.split(",")]
        rows = [[value] if len(keys) == 1 else value for value in values]
        if bad := [row for row in rows if len(row) != len(keys)]:
            raise InputError(f"input {name!r}: each.{','.join(keys)} has a row of another length: {bad[0]}")
        groups.append([dict(zip(keys, row, strict=True)) for row in rows])
    for parts in itertools.product(*groups):
        yield {key: value for part in parts for key, value in part.items()}


_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


def _evaluate(expression: str, names: dict, where: str):
    def visit(node):
        match node:
            case ast.Expression(body=body):
                return visit(body)
            case ast.Constant(value=int() as value):
                return value
            case ast.Name(id=key) if key in names:
                return names[key]
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                return _OPERATORS[type(op)](visit(left), visit(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -visit(operand)
        raise InputError(
            f"input {where!r}: cannot evaluate {expression!r}; use the names "
            f"{', '.join(names) or '(none)'}, integers and + - * // %"
        )

    try:
        return visit(ast.parse(expression.strip(), mode="eval"))
    except SyntaxError:
        raise InputError(f"input {where!r}: {expression!r} is no expression") from None


def _substitute(value, names: dict, where: str):
    if isinstance(value, str) and value.startswith("="):
        return _evaluate(value[1:], names, where)
    if isinstance(value, list):
        return [_substitute(item, names, where) for item in value]
    if isinstance(value, dict):
        return {key: _substitute(item, names, where) for key, item in value.items()}
    return value


def resolve(path: str):
    """The object of `module:name` or `module:Class.method`."""
    module, _, names = path.partition(":")
    found = importlib.import_module(module)
    for name in names.split("."):
        found = getattr(found, name)
    return found


def build(value, where: str, modules: dict[str, str] | None = None):
    """A value of a call: tensors are made, tables resolved; `modules` names those to take objects from instead."""
    if isinstance(value, list):
        return [build(item, where, modules) for item in value]
    if not isinstance(value, dict):
        return value
    if "shape" in value or "values" in value:
        return _tensor(value, where)
    match value:
        case {"torch": str() as name}:
            return getattr(torch, name)
        case {"none": True}:
            return None
        case {"tuple": list() as items}:
            return tuple(build(item, where, modules) for item in items)
        case {"object": str() as path}:
            module, _, name = path.partition(":")
            return resolve(f"{(modules or {}).get(module, module)}:{name}")
    return {key: build(item, where, modules) for key, item in value.items()}


_TENSOR_KEYS = {"shape", "values", "dtype", "grad", "fill", "strides", "offset"}


def _tensor(spec: dict, where: str) -> torch.Tensor:
    if unknown := sorted(set(spec) - _TENSOR_KEYS):
        raise InputError(f"input {where!r}: unknown key {unknown[0]!r} of a tensor")
    if (name := spec.get("dtype", "f32")) not in DTYPES:
        raise InputError(f"input {where!r}: dtype {name!r}; known: {', '.join(DTYPES)}")
    dtype = DTYPES[name]
    if "values" in spec:
        return torch.tensor(spec["values"], dtype=dtype)
    shape, offset = spec["shape"], spec.get("offset", 0)
    strides = spec.get("strides")
    if strides is None and not offset:
        result = _filled(shape, dtype, spec.get("fill", "randn"), where)
    else:
        strides = strides if strides is not None else _contiguous(shape)
        span = 1 + sum((size - 1) * stride for size, stride in zip(shape, strides, strict=True))
        storage = _filled([max(span, 0) + offset], dtype, spec.get("fill", "randn"), where)
        result = torch.as_strided(storage, shape, strides, offset)
    return result.detach().requires_grad_(True) if spec.get("grad") else result


def _contiguous(shape: list[int]) -> list[int]:
    return [math.prod(shape[axis + 1 :]) for axis in range(len(shape))]


def _filled(shape: list[int], dtype: torch.dtype, fill, where: str) -> torch.Tensor:
    if math.prod(shape) > FILL_LIMIT or fill == "empty":
        return torch.empty(shape, dtype=dtype)
    if isinstance(fill, int | float):
        return torch.full(shape, fill, dtype=dtype)
    generator = torch.Generator()
    generator.manual_seed(0)
    match fill:
        case "randn" | "rand" if dtype.is_floating_point:
            made = getattr(torch, fill)(shape, dtype=torch.float32, generator=generator)
            return made.to(dtype)
        case "randn" | "rand":
            return torch.randint(0, 2, shape, generator=generator).to(dtype)
        case "arange":
            return torch.arange(math.prod(shape)).reshape(shape).to(dtype)
    raise InputError(f"input {where!r}: fill {fill!r}")
