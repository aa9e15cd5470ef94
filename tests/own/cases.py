# SPDX-License-Identifier: MIT
"""cuTile Python kernels on which compilers of this kind were once wrong, and twins that differ from them.

`python tests/own/cases.py OUT TARGET` exports each to `OUT/<kernel>.tileirbc`.
"""

import cuda.tile as ct
from cuda.tile.compilation import ScalarConstraint
from kernels import COLS, array, export


@ct.kernel
def fused_twice(x, out):
    """A product that a multiply-add and a store still need after its fusion (D04)."""
    value = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
    square = value * value
    ct.store(out, index=(0, ct.bid(0)), tile=ct.reshape(square + square, (1, COLS)))
    ct.store(out, index=(1, ct.bid(0)), tile=ct.reshape(square, (1, COLS)))


@ct.kernel
def root_at_the_last(x, out):
    """A branch on the loop's index (D05)."""
    value = ct.gather(x, ct.bid(0))
    for index in range(3):
        if index == 2:
            written = ct.sqrt(value)
        else:
            written = 0.0
        ct.scatter(out, index, written)


@ct.kernel
def root_at_each(x, out):
    """`root_at_the_last` with its branch moved out of the loop, wrongly (D05)."""
    value = ct.gather(x, ct.bid(0))
    for index in range(3):
        ct.scatter(out, index, ct.sqrt(value))


@ct.kernel
def index_where_positive(x, out):
    """A branch on a value from outside that yields the loop's index (D05)."""
    value = ct.gather(x, ct.bid(0))
    for index in range(3):
        if value > 0.0:
            written = index + 1
        else:
            written = 0
        ct.scatter(out, index, written)


@ct.kernel
def constant_divisors(x, out):
    """Floor division and remainder by constants: odd, negative, a power of two (D06)."""
    value = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
    quotients = value // 3 + value // -3 + value // 4
    ct.store(out, index=(ct.bid(0),), tile=quotients * 5 + value % 3 + value % -3 + value % 4)


@ct.kernel
def any_remainder(x, out, n: int, m: int):
    """A remainder and a rounded-up quotient by arguments that may be 0 or -1, and a wide product (D07)."""
    place = ct.bid(0) % n + ct.cdiv(m, n) + (n * m) % 7
    ct.scatter(out, ct.bid(0), ct.gather(x, place))


def signatures() -> dict:
    """Each kernel with the constraints of its parameters."""
    f32, i32 = ct.float32, ct.int32
    scalar = ScalarConstraint(i32)
    return {
        fused_twice: [array(f32, 1), array(f32, 2)],
        root_at_the_last: [array(f32, 1), array(f32, 1)],
        root_at_each: [array(f32, 1), array(f32, 1)],
        index_where_positive: [array(f32, 1), array(i32, 1)],
        constant_divisors: [array(i32, 1), array(i32, 1)],
        any_remainder: [array(f32, 1), array(f32, 1), scalar, scalar],
    }


if __name__ == "__main__":
    export(signatures())
