"""Element types: cuTile's names for host code, and the codes that descriptors carry."""

from __future__ import annotations


class DType:
    """An element type, as host code names it."""

    __slots__ = ("name",)

    def __init__(self, name: str):
        self.name = name

    def __repr__(self) -> str:
        return f"<DType '{self.name}'>"

    def __str__(self) -> str:
        return self.name


bool_ = DType("bool_")
int8 = DType("int8")
int16 = DType("int16")
int32 = DType("int32")
int64 = DType("int64")
uint8 = DType("uint8")
uint16 = DType("uint16")
uint32 = DType("uint32")
uint64 = DType("uint64")
float16 = DType("float16")
float32 = DType("float32")
float64 = DType("float64")
bfloat16 = DType("bfloat16")
tfloat32 = DType("tfloat32")
float8_e4m3fn = DType("float8_e4m3fn")
float8_e5m2 = DType("float8_e5m2")
float8_e8m0fnu = DType("float8_e8m0fnu")
float4_e2m1fn = DType("float4_e2m1fn")

#: Names of torch's dtypes, at the place of their code in a descriptor.
CODES = (
    "float32",
    "float16",
    "bfloat16",
    "int32",
    "int64",
    "float8_e5m2",
    "uint8",
    "float8_e4m3fn",
    "int8",
    "int16",
    "float64",
    "bool",
    "float8_e8m0fnu",
    "uint16",
    "uint32",
    "uint64",
    "float4_e2m1fn_x2",
)

#: Tile IR's names; unsigned integers, which it lacks, are `u8` and so on.
TILE_IR = {
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


def torch_codes() -> dict:
    """Codes by torch dtype, of those that this torch has."""
    import torch

    return {getattr(torch, name): code for code, name in enumerate(CODES) if hasattr(torch, name)}
