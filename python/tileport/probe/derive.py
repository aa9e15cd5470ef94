"""Signatures that no input reached but that the same kernel must serve.

Each differs from a launched one in one respect: another alignment, a divisor that does not hold, an
axis of size one, another value of a constant. A generalisation made from the launched signatures is
checked on them. A constant that has one value in all launches, such as a random seed, is shown with
another one first of all: what its value decides is only then known, and other values can be served.
Where the source compares a constant with a number, the constant is shown with that number and its two
neighbours: there the kernel may become another one, and everywhere else on either side it does not.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import itertools
import math
import textwrap
from collections.abc import Collection, Iterator

from cuda.tile.compilation import ArrayConstraint, ConstantConstraint, KernelSignature


def derived(kernel, signature: KernelSignature, single: Collection[int] = ()) -> Iterator[tuple[str, KernelSignature]]:
    """Variations of a signature, the most telling first, each with the name of what differs.

    `single` are the positions of constants that have the same value in all launches.
    """
    name = kernel._pyfunc.__name__
    parameters = list(signature.parameters)
    arrays = [i for i, parameter in enumerate(parameters) if isinstance(parameter, ArrayConstraint)]

    def changed(positions, change):
        new = list(parameters)
        for position in positions:
            new[position] = change(new[position])
        made = KernelSignature(new, signature.calling_convention).with_mangled_symbol(name)
        return made if made.symbol != signature.symbol else None

    def nudges(position: int) -> list:
        return [
            (f"constant {position} {label}", [position], value) for label, value in _nudged(parameters[position].value)
        ]

    def candidates():
        names = list(inspect.signature(kernel._pyfunc).parameters)
        for position, value in compared(kernel._pyfunc, names):
            if position < len(parameters) and isinstance(parameters[position], ConstantConstraint):
                for near in _neighbours(parameters[position].value, value):
                    yield f"bound {position} {near!r}", [position], lambda _old, v=near: ConstantConstraint(v)
        constants = [i for i, parameter in enumerate(parameters) if isinstance(parameter, ConstantConstraint)]
        for label, positions, value in _in_turn([nudges(position) for position in constants if position in single]):
            yield label, positions, lambda _old, v=value: ConstantConstraint(v)
        yield "base", arrays, _unaligned
        yield "shape", arrays, _flip_shapes
        yield "stride", arrays, _flip_strides
        for label, positions, value in _in_turn([nudges(position) for position in constants if position not in single]):
            yield label, positions, lambda _old, v=value: ConstantConstraint(v)
        yield "size one", arrays, _size_one
        if len(arrays) > 1:
            for position in arrays:
                yield f"base {position}", [position], _unaligned
                yield f"shape {position}", [position], _flip_shapes

    for label, positions, change in candidates():
        if (made := changed(positions, change)) is not None:
            yield label, made


def compared(function, names: list[str]) -> list[tuple[int, int | float]]:
    """What a function's source compares its parameters with: position and number, each once, in order."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return []
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare):
            continue
        terms = [node.left, *node.comparators]
        for left, right in zip(terms, terms[1:], strict=False):
            for name, number in ((left, right), (right, left)):
                value = _number(number)
                if isinstance(name, ast.Name) and name.id in names and value is not None:
                    found.append((names.index(name.id), value))
    return list(dict.fromkeys(found))


def _number(node: ast.expr) -> int | float | None:
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _neighbours(old, value: int | float) -> Iterator[int | float]:
    """A number and those next to it, of the kind of a constant's value."""
    if isinstance(old, bool) or not isinstance(old, int | float):
        return
    if isinstance(old, float):
        yield from (float(value), math.nextafter(value, -math.inf), math.nextafter(value, math.inf))
    elif value == int(value):
        yield from (int(value), int(value) - 1, int(value) + 1)


def _in_turn(lists: list[list]) -> Iterator:
    """First items of all lists, then second ones, and so on."""
    for items in itertools.zip_longest(*lists):
        yield from (item for item in items if item is not None)


def _unaligned(array: ArrayConstraint) -> ArrayConstraint:
    return dataclasses.replace(array, base_addr_divisible_by=1)


def _flip_shapes(array: ArrayConstraint) -> ArrayConstraint:
    if array.ndim > 5:
        return array
    flipped = [
        divisor if constant is not None else (1 if divisor == 16 else 16)
        for divisor, constant in zip(array.shape_divisible_by, array.shape_constant, strict=True)
    ]
    return dataclasses.replace(array, shape_divisible_by=flipped)


def _flip_strides(array: ArrayConstraint) -> ArrayConstraint:
    if array.ndim > 5:
        return array
    whole = 16 * 8 // array.dtype.bitwidth
    flipped = [
        divisor if constant is not None else (1 if divisor == whole else whole)
        for divisor, constant in zip(array.stride_divisible_by, array.stride_constant, strict=True)
    ]
    return dataclasses.replace(array, stride_divisible_by=flipped)


def _size_one(array: ArrayConstraint) -> ArrayConstraint:
    """Axis 0 of size one, where the array has more axes."""
    if not 2 <= array.ndim <= 5 or array.shape_constant[0] is not None:
        return array
    constants, divisors = list(array.shape_constant), list(array.shape_divisible_by)
    constants[0], divisors[0] = 1, 1
    return dataclasses.replace(array, shape_constant=constants, shape_divisible_by=divisors)


def _nudged(value) -> Iterator[tuple[str, int | float]]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return
    if isinstance(value, float):
        yield "other", value * 2 if value else 1.0
    elif value > 1 and value & (value - 1) == 0:
        yield "half", value // 2
        yield "double", value * 2
    elif value > 1:
        yield "next", value + 1
    elif value < 0:
        yield "opposite", -value
    else:
        # A flag as an integer, a count, or a seed: small, for loops over it are unrolled.
        yield "other", 7
