"""Exports the small kernels of this folder at several bytecode versions: `python export.py`.

`versions` and `printing` use what later versions gave new fields: integer negation, tanh, a loop, a
print (which cuTile guards by a lock of its own at 13.1). `identities` reduces by maximum and minimum
over f16, f32 and i32. The debug information holds this file's path: run a copy of it in a folder of a neutral name.
"""

import pathlib

import cuda.tile as ct
from cuda.tile.compilation import (
    ArrayConstraint,
    CallingConvention,
    KernelSignature,
    ScalarConstraint,
    export_kernel,
)

FOLDER = pathlib.Path(__file__).parent


@ct.kernel
def versions(x, y, n):
    total = ct.tanh(ct.load(x, index=(0,), shape=(16,)))
    for step in range(ct.bid(0), n):
        total = total + ct.astype(-step, ct.float32)
    ct.store(y, index=(0,), tile=total)


@ct.kernel
def printing(x):
    ct.print("total", ct.sum(ct.load(x, index=(0,), shape=(16,))))


@ct.kernel
def identities(half, single, integer, out):
    a = ct.load(half, index=(0,), shape=(16,))
    b = ct.load(single, index=(0,), shape=(16,))
    c = ct.load(integer, index=(0,), shape=(16,))
    total = ct.astype(ct.max(a), ct.float32) + ct.astype(ct.min(a), ct.float32)
    total = total + ct.max(b) + ct.min(b) + ct.astype(ct.max(c), ct.float32)
    ct.store(out, index=(0,), tile=ct.reshape(total, (1,)))


def array(dtype):
    """A vector as cuTile's launcher describes it."""
    return ArrayConstraint(
        dtype,
        1,
        index_dtype=ct.int32,
        stride_lower_bound_incl=0,
        alias_groups=(),
        may_alias_internally=False,
        stride_constant=(1,),
        stride_divisible_by=(1,),
        shape_divisible_by=(16,),
        base_addr_divisible_by=16,
    )


def export(kernel, parameters, version):
    signature = KernelSignature(parameters, CallingConvention.cutile_python_v2())
    path = FOLDER / f"{kernel._pyfunc.__name__}.{version}.tileirbc"
    export_kernel(
        kernel,
        [signature],
        str(path),
        gpu_code="sm_100",
        output_format="tileir_bytecode",
        bytecode_version=version,
    )


def main():
    single, half, integer = array(ct.float32), array(ct.float16), array(ct.int32)
    for version in ("13.1", "13.2", "13.3"):
        export(versions, [single, single, ScalarConstraint(ct.int32)], version)
        export(printing, [single], version)
    export(identities, [half, single, integer, single], "13.3")


if __name__ == "__main__":
    main()
