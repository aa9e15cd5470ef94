# SPDX-License-Identifier: MIT
"""Ten cuTile Python kernels that are in no operator library, one language feature each.

`python tests/own/kernels.py OUT TARGET` exports each to `OUT/<kernel>.tileirbc`. The shapes are small: a row of
16 or 32 elements, so that an interpreter is done with them in milliseconds.
"""

import sys
from pathlib import Path

import cuda.tile as ct
from cuda.tile.compilation import (
    ArrayConstraint,
    CallingConvention,
    KernelSignature,
    ScalarConstraint,
    export_kernel,
)

ROWS = 8
COLS = 16


@ct.kernel
def running_sums(x, out):
    """Sums along each row up to each column: a scan over axis 1."""
    tile = ct.load(x, index=(ct.bid(0), 0), shape=(ROWS, COLS))
    ct.store(out, index=(ct.bid(0), 0), tile=ct.cumsum(tile, axis=1))


@ct.kernel
def histogram(x, counts):
    """Counts of values from 0 to 15, by atomic additions from every block."""
    values = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
    ct.atomic_add(counts, values, ct.full((COLS,), 1, ct.int32))


@ct.kernel
def largest_column(x, out):
    """The column of the largest element of each row: a reduction of two operands."""
    tile = ct.load(x, index=(ct.bid(0), 0), shape=(ROWS, COLS))
    ct.store(out, index=(ct.bid(0),), tile=ct.argmax(tile, axis=1))


@ct.kernel
def quotients(x, y, quotient, remainder):
    """Floor division and its remainder, of negatives too."""
    a = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
    b = ct.load(y, index=(ct.bid(0),), shape=(COLS,))
    ct.store(quotient, index=(ct.bid(0),), tile=a // b)
    ct.store(remainder, index=(ct.bid(0),), tile=a % b)


@ct.kernel
def collatz_steps(x, out, limit: int):
    """Steps of each block's number until one, up to a limit, in a loop inside a loop, both left early."""
    total = 0
    for part in range(4):
        value = ct.gather(x, ct.bid(0) * 4 + part)
        steps = 0
        while True:
            if value <= 1:
                break
            if steps >= limit:
                break
            if value % 2 == 0:
                value = value // 2
            else:
                value = 3 * value + 1
            steps += 1
        total += steps
    ct.scatter(out, ct.bid(0), total)


@ct.kernel
def ordered_pairs(x, y, low, high):
    """Both arguments in order, by a branch with two results."""
    a = ct.gather(x, ct.bid(0))
    b = ct.gather(y, ct.bid(0))
    if a > b:
        first, second = b, a
    else:
        first, second = a, b
    ct.scatter(low, ct.bid(0), first)
    ct.scatter(high, ct.bid(0), second)


@ct.kernel
def exponent_bits(x, out):
    """The biased exponent of each float, read from its bits."""
    tile = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
    bits = ct.bitcast(tile, ct.int32)
    ct.store(out, index=(ct.bid(0),), tile=(bits >> 23) & 255)


@ct.kernel
def hypotenuse(x, y, out):
    """Lengths in f64, with a square root."""
    a = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
    b = ct.load(y, index=(ct.bid(0),), shape=(COLS,))
    ct.store(out, index=(ct.bid(0),), tile=ct.sqrt(a * a + b * b))


@ct.kernel
def product_of_bytes(x, y, out):
    """An int8 matrix product with 32-bit sums."""
    total = ct.full((16, 16), 0, ct.int32)
    for step in range(ct.num_tiles(x, axis=1, shape=(16, 32))):
        a = ct.load(x, index=(ct.bid(0), step), shape=(16, 32))
        b = ct.load(y, index=(step, ct.bid(1)), shape=(32, 16))
        total = ct.mma(a, b, total)
    ct.store(out, index=(ct.bid(0), ct.bid(1)), tile=total)


@ct.kernel
def turned_cube(x, out):
    """A three-dimensional tile with its axes in another order."""
    tile = ct.load(x, index=(ct.bid(0), 0, 0), shape=(2, 4, 8))
    ct.store(out, index=(0, 0, ct.bid(0)), tile=ct.permute(tile, (1, 2, 0)))


def array(dtype, ndim: int) -> ArrayConstraint:
    """A contiguous, 16-byte-aligned array whose sizes are known to be nothing but non-negative."""
    inner = (1,)
    return ArrayConstraint(
        dtype,
        ndim,
        index_dtype=ct.int32,
        stride_lower_bound_incl=0,
        alias_groups=(),
        may_alias_internally=False,
        stride_constant=(None,) * (ndim - 1) + inner,
        stride_divisible_by=1,
        shape_divisible_by=1,
        base_addr_divisible_by=16,
    )


def signatures() -> dict:
    """Each kernel with the constraints of its parameters."""
    f32, f64, i8, i32 = ct.float32, ct.float64, ct.int8, ct.int32
    return {
        running_sums: [array(f32, 2), array(f32, 2)],
        histogram: [array(i32, 1), array(i32, 1)],
        largest_column: [array(f32, 2), array(i32, 1)],
        quotients: [array(i32, 1)] * 4,
        collatz_steps: [array(i32, 1), array(i32, 1), ScalarConstraint(i32)],
        ordered_pairs: [array(f32, 1)] * 4,
        exponent_bits: [array(f32, 1), array(i32, 1)],
        hypotenuse: [array(f64, 1)] * 3,
        product_of_bytes: [array(i8, 2), array(i8, 2), array(i32, 2)],
        turned_cube: [array(f32, 3), array(f32, 3)],
    }


def export(kernels: dict) -> None:
    """Exports kernels with these constraints, as the command line says."""
    out, target = Path(sys.argv[1]), sys.argv[2]
    out.mkdir(parents=True, exist_ok=True)
    for kernel, parameters in kernels.items():
        name = kernel._pyfunc.__name__
        signature = KernelSignature(parameters, CallingConvention.cutile_python_v2()).with_mangled_symbol(name)
        file = str(out / f"{name}.tileirbc")
        export_kernel(kernel, [signature], file, gpu_code=target, output_format="tileir_bytecode")


if __name__ == "__main__":
    export(signatures())
