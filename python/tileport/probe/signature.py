"""What cuTile's launcher infers for a launch, asked of cuTile itself and put into plain data.

`infer` returns cuTile's own `KernelSignature` (calling convention 2); the rest turns it, the
compiler options and the arguments into the JSON that `analysis.json` is made of.
"""

from __future__ import annotations

import dataclasses
import math

import torch
from cuda.tile._compiler_options import CompilerOptions
from cuda.tile._datatype import DType
from cuda.tile.compilation import (
    ArrayConstraint,
    CallingConvention,
    ConstantConstraint,
    KernelSignature,
    ListConstraint,
    ScalarConstraint,
    TupleConstraint,
)

from tileport.probe.dlpack import on_device

CONVENTION = CallingConvention.cutile_python_v2()

_DTYPES = {
    "bool_": "i1",
    "bool": "i1",
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
    "tfloat32": "tf32",
    "float64": "f64",
    "float8_e4m3fn": "f8E4M3FN",
    "float8_e5m2": "f8E5M2",
    "float8_e8m0fnu": "f8E8M0FNU",
    "float4_e2m1fn": "f4E2M1FN",
} | {f"{kind}{bits}": f"{kind[0]}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)}


def dtype_name(dtype: DType | torch.dtype) -> str:
    """A dtype as Tile IR spells it; unsigned integers, which it lacks, are `u8` and so on."""
    name = str(dtype).removeprefix("torch.") if isinstance(dtype, torch.dtype) else dtype.name
    if name not in _DTYPES:
        raise TypeError(f"dtype {name} is not one that a kernel argument can have")
    return _DTYPES[name]


def infer(kernel, arguments) -> KernelSignature:
    """The signature that a launch with these arguments would be compiled for."""
    with torch._C.DisableTorchFunction():
        # The wrappers must outlive the call: cuTile reads their descriptors, not copies.
        wrapped = tuple(on_device(argument) for argument in arguments)
        return KernelSignature.from_kernel_args(kernel, wrapped, CONVENTION)


def _array(constraint: ArrayConstraint) -> dict:
    return {
        "dtype": dtype_name(constraint.dtype),
        "rank": constraint.ndim,
        "index": dtype_name(constraint.index_dtype),
        "base_divisor": constraint.base_addr_divisible_by,
        "shape_constant": list(constraint.shape_constant),
        "stride_constant": list(constraint.stride_constant),
        "shape_divisor": list(constraint.shape_divisible_by),
        "stride_divisor": list(constraint.stride_divisible_by),
        "may_alias_internally": constraint.may_alias_internally,
    }


def constant(value):
    """A compile-time constant as JSON; what JSON cannot say stands in an object of one key."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {"float": repr(value)}
    if isinstance(value, torch.dtype | DType) or getattr(value, "name", None) in _DTYPES:
        return {"dtype": dtype_name(value)}
    raise TypeError(f"constant {value!r} of type {type(value).__name__} has no form in analysis.json")


def argument(constraint) -> dict:
    """One parameter's constraint as `analysis.json` has it."""
    match constraint:
        case ArrayConstraint():
            return {"kind": "array"} | _array(constraint)
        case ScalarConstraint():
            name = dtype_name(constraint.dtype)
            return {"kind": "scalar", "dtype": "bool" if name == "i1" else name}
        case ConstantConstraint():
            return {"kind": "constant", "value": constant(constraint.value)}
        case ListConstraint():
            return {"kind": "list", "element": _array(constraint.element)}
        case TupleConstraint():
            return {"kind": "tuple", "elements": [argument(item) for item in constraint.items]}
    raise TypeError(f"a parameter of kind {type(constraint).__name__} is not supported")


def dtypes(arguments: list[dict]) -> list[str]:
    """Dtypes of the arguments that have one, in order; lists and tuples count by their elements."""
    found = []
    for item in arguments:
        match item["kind"]:
            case "array" | "scalar":
                found.append(item["dtype"])
            case "list":
                found.append(item["element"]["dtype"])
            case "tuple":
                found += dtypes(item["elements"])
    return found


def options(compiler_options, target: str) -> dict:
    """Compiler options resolved for a target; None where cuTile's default is kept.

    Takes cuTile's own objects and those of tileport's runtime, which have the same fields.
    """
    resolved = {}
    for field in dataclasses.fields(CompilerOptions):
        value = getattr(compiler_options, field.name)
        if hasattr(value, "_by_target"):
            value = value._by_target.get(target, value._default)
            if repr(value) == "UNSPECIFIED":
                value = field.default
        resolved[field.name] = None if value == field.default else value
    return resolved


def describe(value):
    """A launch argument as a launch log has it: tensors by layout, everything else by value."""
    if isinstance(value, torch.Tensor):
        with torch._C.DisableTorchFunction():
            address = value.data_ptr()
            return {
                "dtype": dtype_name(value.dtype),
                "shape": list(value.shape),
                "strides": list(value.stride()),
                "alignment": min(address & -address, 16) if address else 16,
            }
    if isinstance(value, list | tuple):
        return [describe(item) for item in value]
    return constant(value)
