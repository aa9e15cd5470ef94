# SPDX-License-Identifier: MIT
"""What the kernels of `kernels.py` and `cases.py` must compute, by numpy, on random arrays.

`python tests/own/expected.py SEED` prints a JSON object: for each kernel its launch grid, its arguments (arrays as
dtype, shape and the bits of each element before the launch; scalars as numbers) and the bits expected in each array
after it.
"""

import json
import sys

import numpy as np


def column_of_largest(x):
    return x.argmax(axis=1).astype(np.int32)


def collatz(x, limit):
    totals = np.zeros(len(x) // 4, np.int32)
    for index, value in enumerate(x.tolist()):
        steps = 0
        while value > 1 and steps < limit:
            value = value // 2 if value % 2 == 0 else 3 * value + 1
            steps += 1
        totals[index // 4] += steps
    return totals


def exponent(x):
    return ((x.view(np.int32) >> 23) & 255).astype(np.int32)


def by_constants(x):
    quotients = x // 3 + x // -3 + x // 4
    return quotients * 5 + x % 3 + x % -3 + x % 4


def cases(random) -> dict:
    """Each kernel's grid, arguments and arrays afterwards."""

    def floats(*shape, dtype=np.float32):
        return random.standard_normal(shape).astype(dtype)

    def ints(low, high, *shape, dtype=np.int32):
        return random.integers(low, high, shape, dtype=dtype)

    def empty(*shape, dtype=np.float32):
        return np.full(shape, 77, dtype)

    rows, cube = floats(16, 16), floats(6, 4, 8)
    values = ints(0, 16, 32)
    dividends, divisors = ints(-50, 50, 32), ints(1, 9, 32) * random.choice([-1, 1], 32).astype(np.int32)
    dividends[:12:2], divisors[:12:2] = [-7, 7, -1, 0, 6, -9], [2, -2, 2, -3, -3, 1]
    starts = ints(1, 60, 12)
    left, right = floats(5), floats(5)
    a, b = floats(32, dtype=np.float64), floats(32, dtype=np.float64)
    bytes_left, bytes_right = ints(-128, 128, 16, 64, dtype=np.int8), ints(-128, 128, 64, 32, dtype=np.int8)
    product = bytes_left.astype(np.int32) @ bytes_right.astype(np.int32)
    square = rows[0] * rows[0]
    positive = np.abs(floats(1)) + 1
    ends = np.array([0, 0, np.sqrt(positive[0])], np.float32)
    long = empty(32, dtype=np.int32)
    return {
        "running_sums": (2, [rows, empty(16, 16)], [rows, rows.cumsum(axis=1)]),
        "histogram": (2, [values, np.zeros(16, np.int32)], [values, np.bincount(values, minlength=16)]),
        "largest_column": (2, [rows, empty(16, dtype=np.int32)], [rows, column_of_largest(rows)]),
        "quotients": (
            2,
            [dividends, divisors, long, long],
            [dividends, divisors, dividends // divisors, dividends % divisors],
        ),
        "collatz_steps": (3, [starts, empty(3, dtype=np.int32), 20], [starts, collatz(starts, 20)]),
        "ordered_pairs": (
            5,
            [left, right, empty(5), empty(5)],
            [left, right, np.minimum(left, right), np.maximum(left, right)],
        ),
        "exponent_bits": (1, [rows[0], empty(16, dtype=np.int32)], [rows[0], exponent(rows[0])]),
        "hypotenuse": (2, [a, b, empty(32, dtype=np.float64)], [a, b, np.sqrt(a * a + b * b)]),
        "product_of_bytes": (
            (1, 2),
            [bytes_left, bytes_right, empty(16, 32, dtype=np.int32)],
            [bytes_left, bytes_right, product],
        ),
        "turned_cube": (3, [cube, empty(4, 8, 6)], [cube, cube.transpose(1, 2, 0)]),
        "fused_twice": (1, [rows[0], empty(2, 16)], [rows[0], np.stack([square + square, square])]),
        "root_at_the_last": (1, [positive, empty(3)], [positive, ends]),
        "index_where_positive": (1, [positive, empty(3, dtype=np.int32)], [positive, np.arange(1, 4)]),
        "constant_divisors": (2, [dividends, long], [dividends, by_constants(dividends)]),
    }


def argument(value):
    """An array or scalar as JSON."""
    if not isinstance(value, np.ndarray):
        return int(value)
    bits = value.view(f"u{value.itemsize}") if value.flags.c_contiguous else np.ascontiguousarray(value)
    bits = bits.view(f"u{value.itemsize}").ravel().tolist()
    return {"dtype": str(value.dtype), "shape": list(value.shape), "bits": bits}


def main() -> None:
    random = np.random.default_rng(int(sys.argv[1]))
    described = {}
    for name, (grid, before, after) in cases(random).items():
        grid = grid if isinstance(grid, tuple) else (grid,)
        arrays = [value for value in before if isinstance(value, np.ndarray)]
        after = [np.asarray(value, array.dtype) for value, array in zip(after, arrays, strict=True)]
        described[name] = {
            "grid": [*grid, 1, 1][:3],
            "arguments": [argument(value) for value in before],
            "after": [argument(value) for value in after],
        }
    json.dump(described, sys.stdout)


if __name__ == "__main__":
    main()
