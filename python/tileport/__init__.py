"""What the host code of a ported operator asks of cuTile, answered by the cutile-rs kernels.

A rewritten operator module uses these names as it used those of `cuda.tile`: `Kernel` objects take
the place of `@ct.kernel` functions, `launch` and `tune.exhaustive_search` have the same signatures.
Nothing here falls back to another backend: a launch reaches the Rust symbol or raises.

The package has no dependency but cffi and torch, and all its imports are relative, so that it also
works as a copy inside another package.
"""

from . import tune
from .devices import get_device_capability, get_device_properties
from .dtypes import (
    DType,
    bfloat16,
    bool_,
    float4_e2m1fn,
    float8_e4m3fn,
    float8_e5m2,
    float8_e8m0fnu,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    tfloat32,
    uint8,
    uint16,
    uint32,
    uint64,
)
from .errors import KernelError, LibraryError, UnsupportedError
from .function import Function
from .kernels import Kernel, cdiv, compiler_timeout, experimental_kernel, kernel
from .launching import CURRENT_STREAM, current_stream, launch, prepare
from .options import ByTarget

__all__ = [
    "CURRENT_STREAM",
    "ByTarget",
    "DType",
    "Function",
    "Kernel",
    "KernelError",
    "LibraryError",
    "UnsupportedError",
    "bfloat16",
    "bool_",
    "cdiv",
    "compiler_timeout",
    "current_stream",
    "experimental_kernel",
    "float16",
    "float32",
    "float4_e2m1fn",
    "float64",
    "float8_e4m3fn",
    "float8_e5m2",
    "float8_e8m0fnu",
    "get_device_capability",
    "get_device_properties",
    "int16",
    "int32",
    "int64",
    "int8",
    "kernel",
    "launch",
    "prepare",
    "tfloat32",
    "tune",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
]
