# SPDX-License-Identifier: MIT
"""What single operations of Tile IR give, by numpy, on random numbers and on the limits of each type.

`python tests/own/operations.py SEED` prints a JSON array: the operation, its attributes, the types and bits of its
operands, the type and bits of its result (null where numpy warns of a result that Tile IR leaves undefined).
"""

import json
import sys

import numpy as np

COUNT = 64
INTEGERS = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64}
FLOATS = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
TYPES = INTEGERS | FLOATS | {"i1": np.bool_}


def bits(array):
    return array.view(f"u{array.itemsize}").ravel().tolist()


def unsigned(array):
    return array.view(f"u{array.itemsize}")


def integers(random, dtype):
    info = np.iinfo(dtype)
    values = random.integers(info.min, info.max, COUNT, dtype=dtype, endpoint=True)
    values[::2] = random.integers(-9, 9, COUNT // 2)
    values[:4] = [info.min, info.max, 0, -1]
    return random.permutation(values)


def floats(random, dtype):
    info = np.finfo(dtype)
    values = (random.standard_normal(COUNT) * 10.0 ** random.integers(-3, 4, COUNT)).astype(dtype)
    values[:8] = [0.0, -0.0, np.inf, -np.inf, np.nan, info.tiny, info.max, info.smallest_subnormal]
    return random.permutation(values)


def case(op, operands, result, undefined=None, **attributes):
    """One row; operands and result are (type, array)."""
    found = bits(result[1])
    if undefined is not None:
        found = [None if out else value for out, value in zip(undefined, found, strict=True)]
    return {
        "op": op,
        "attributes": {name: str(value) for name, value in attributes.items()},
        "operands": [[kind, bits(array)] for kind, array in operands],
        "result": [result[0], found],
    }


def integer_cases(random, kind, dtype):
    a, b = integers(random, dtype), integers(random, dtype)
    pair = [(kind, a), (kind, b)]
    wide_a, wide_b = a.astype(object), b.astype(object)
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    for op, exact in [("addi", wide_a + wide_b), ("subi", wide_a - wide_b), ("muli", wide_a * wide_b)]:
        wrapped = {"addi": np.add, "subi": np.subtract, "muli": np.multiply}[op](a, b)
        yield case(op, pair, (kind, wrapped), overflow=0)
        out = [not low <= value <= high for value in exact]
        yield case(op, pair, (kind, wrapped), out, overflow=1)
    yield case("andi", pair, (kind, a & b))
    yield case("ori", pair, (kind, a | b))
    yield case("xori", pair, (kind, a ^ b))
    yield case("maxi", pair, (kind, np.maximum(a, b)), signedness=1)
    yield case("mini", pair, (kind, np.minimum(unsigned(a), unsigned(b)).view(dtype)), signedness=0)
    yield case("absi", pair[:1], (kind, np.abs(a)))
    yield case("negi", pair[:1], (kind, -a), overflow=0)
    width = dtype(0).itemsize * 8
    by = random.integers(0, width, COUNT).astype(dtype)
    yield case("shli", [(kind, a), (kind, by)], (kind, a << by), overflow=0)
    yield case("shri", [(kind, a), (kind, by)], (kind, a >> by), signedness=1)
    logical = (unsigned(a) >> unsigned(by)).view(dtype)
    yield case("shri", [(kind, a), (kind, by)], (kind, logical), signedness=0)
    out = (b == 0) | ((a == low) & (b == -1))
    safe = np.where(out, 1, b).astype(dtype)
    floor, rest = a // safe, np.fmod(a, safe)
    inexact = rest != 0
    unlike = inexact & ((rest < 0) != (safe < 0))
    toward_zero = (floor + unlike).astype(dtype)
    yield case("divi", pair, (kind, floor), out, signedness=1, rounding=2)
    yield case("divi", pair, (kind, toward_zero), out, signedness=1, rounding=1)
    yield case("divi", pair, (kind, (floor + inexact).astype(dtype)), out, signedness=1, rounding=3)
    yield case("remi", pair, (kind, rest.astype(dtype)), out, signedness=1)
    divisors = np.where(b == 0, 1, b).astype(dtype)
    quotients = (unsigned(a) // unsigned(divisors)).view(dtype)
    yield case("divi", pair, (kind, quotients), b == 0, signedness=0, rounding=1)
    yield case("remi", pair, (kind, (unsigned(a) % unsigned(divisors)).view(dtype)), b == 0, signedness=0)
    for number, compare in enumerate(["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"]):
        for sign, (x, y) in {1: (a, b), 0: (unsigned(a), unsigned(b))}.items():
            found = getattr(np, compare)(x, y)
            yield case("cmpi", pair, ("i1", found), comparison_predicate=number, signedness=sign)
    for other, target in INTEGERS.items():
        if target(0).itemsize > dtype(0).itemsize:
            yield case("exti", pair[:1], (other, a.astype(target)), signedness=1)
            yield case("exti", pair[:1], (other, unsigned(a).astype(target)), signedness=0)
        if target(0).itemsize < dtype(0).itemsize:
            yield case("trunci", pair[:1], (other, a.astype(target)), overflow=0)
    for other, target in FLOATS.items():
        yield case("itof", pair[:1], (other, a.astype(target)), signedness=1, rounding_mode=0)
        yield case("itof", pair[:1], (other, unsigned(a).astype(target)), signedness=0, rounding_mode=0)
    chosen = random.integers(0, 2, COUNT).astype(np.bool_)
    yield case("select", [("i1", chosen), *pair], (kind, np.where(chosen, a, b)))


def float_cases(random, kind, dtype):
    a, b = floats(random, dtype), floats(random, dtype)
    pair = [(kind, a), (kind, b)]
    for op, function in [("addf", np.add), ("subf", np.subtract), ("mulf", np.multiply), ("divf", np.divide)]:
        yield case(op, pair, (kind, function(a, b)), rounding_mode=0)
    yield case("sqrt", pair[:1], (kind, np.sqrt(a)), rounding_mode=0)
    yield case("remf", pair, (kind, np.fmod(a, b)))
    yield case("maxf", pair, (kind, np.fmax(a, b)))
    yield case("minf", pair, (kind, np.fmin(a, b)))
    yield case("maxf", pair, (kind, np.maximum(a, b)), propagate_nan="true")
    yield case("minf", pair, (kind, np.minimum(a, b)), propagate_nan="true")
    yield case("floor", pair[:1], (kind, np.floor(a)))
    yield case("ceil", pair[:1], (kind, np.ceil(a)))
    yield case("negf", pair[:1], (kind, -a))
    yield case("absf", pair[:1], (kind, np.abs(a)))
    for op, function in [
        ("exp", np.exp),
        ("exp2", np.exp2),
        ("log", np.log),
        ("log2", np.log2),
        ("sin", np.sin),
        ("cos", np.cos),
        ("tan", np.tan),
        ("sinh", np.sinh),
        ("cosh", np.cosh),
        ("tanh", np.tanh),
    ]:
        yield case(op, pair[:1], (kind, function(a.astype(np.float64)).astype(dtype)))
    yield case("pow", pair, (kind, np.power(a.astype(np.float64), b.astype(np.float64)).astype(dtype)))
    yield case("atan2", pair, (kind, np.arctan2(a.astype(np.float64), b.astype(np.float64)).astype(dtype)))
    for number, compare in enumerate(["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"]):
        found, nan = getattr(np, compare)(a, b), np.isnan(a) | np.isnan(b)
        yield case("cmpf", pair, ("i1", found & ~nan), comparison_predicate=number, comparison_ordering=1)
        yield case("cmpf", pair, ("i1", found | nan), comparison_predicate=number, comparison_ordering=0)
    for other, target in FLOATS.items():
        if other != kind:
            yield case("ftof", pair[:1], (other, a.astype(target)), rounding_mode=0)
    for other, target in INTEGERS.items():
        wide = np.trunc(a.astype(np.float64))
        info = np.iinfo(target)
        out = ~((wide >= float(info.min)) & (wide < float(info.max) + 1))
        converted = np.where(out, 0, wide).astype(target)
        yield case("ftoi", pair[:1], (other, converted), out, signedness=1, rounding_mode=6)
    width = {2: "i16", 4: "i32", 8: "i64"}[dtype(0).itemsize]
    yield case("bitcast", pair[:1], (width, a.view(INTEGERS[width])))


def main() -> None:
    random = np.random.default_rng(int(sys.argv[1]))
    with np.errstate(all="ignore"):
        rows = []
        for kind, dtype in INTEGERS.items():
            rows.extend(integer_cases(random, kind, dtype))
        for kind, dtype in FLOATS.items():
            rows.extend(float_cases(random, kind, dtype))
    json.dump(rows, sys.stdout)


if __name__ == "__main__":
    main()
