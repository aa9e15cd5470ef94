# SPDX-License-Identifier: MIT
"""One cuTile Python kernel for each part of the dialect that operators of the library use rarely or never.

`python tests/own/dialect.py OUT TARGET` exports each to `OUT/<kernel>.tileirbc`.
"""

import cuda.tile as ct
from cuda.tile.compilation import ArrayConstraint, ListConstraint, ScalarConstraint
from kernels import COLS, ROWS, array, export

# ---- reductions and scans


@ct.kernel
def smallest_column(x, out):
    """The column of the smallest element of each row."""
    tile = ct.load(x, index=(ct.bid(0), 0), shape=(ROWS, COLS))
    ct.store(out, index=(ct.bid(0),), tile=ct.argmin(tile, axis=1))


@ct.kernel
def custom_reductions(x, y, out):
    """Combiners of several ops, with an identity of their own, over the first axis, in f32 and i32."""
    floats = ct.load(x, index=(0, ct.bid(0)), shape=(ROWS, COLS))
    integers = ct.load(y, index=(0, ct.bid(0)), shape=(ROWS, COLS))
    near = ct.reduce(floats, 0, lambda a, b: a * 0.5 + ct.maximum(a, b), 3.0)
    odd = ct.reduce(integers, 0, lambda a, b: (a ^ b) + (a & b), 7)
    ct.store(out, index=(ct.bid(0),), tile=near + odd)


@ct.kernel
def logical_reductions(x, out):
    """Reductions by and, or and exclusive or, of narrow integers too."""
    tile = ct.load(x, index=(0, ct.bid(0)), shape=(ROWS, COLS))
    both = ct.reduce(tile, 0, lambda a, b: a & b, -1)
    either = ct.reduce(tile, 0, lambda a, b: a | b, 0)
    parity = ct.reduce(tile, 0, lambda a, b: a ^ b, 0)
    ct.store(out, index=(ct.bid(0),), tile=both + either * parity)


@ct.kernel
def flushed_sum(x, out):
    """A sum and a maximum whose combiners flush and keep NaN."""
    tile = ct.load(x, index=(0, ct.bid(0)), shape=(ROWS, COLS))
    total = ct.sum(tile, axis=0, flush_to_zero=True)
    peak = ct.max(tile, axis=0, propagate_nan=True)
    ct.store(out, index=(ct.bid(0),), tile=total + peak)


@ct.kernel
def running_products(x, out):
    """Products along the second axis, from the end."""
    tile = ct.load(x, index=(ct.bid(0), 0), shape=(ROWS, COLS))
    ct.store(out, index=(ct.bid(0), 0), tile=ct.cumprod(tile, axis=1, reverse=True))


@ct.kernel
def running_maxima(x, out):
    """A scan by maximum of integers."""
    tile = ct.load(x, index=(ct.bid(0), 0), shape=(ROWS, COLS))
    ct.store(out, index=(ct.bid(0), 0), tile=ct.scan(tile, 0, lambda a, b: ct.maximum(a, b), -2147483648))


@ct.kernel
def recurrences(a, b, out):
    """The scan of two operands that solves h = a h + b."""
    factor = ct.load(a, index=(ct.bid(0), 0), shape=(ROWS, COLS))
    term = ct.load(b, index=(ct.bid(0), 0), shape=(ROWS, COLS))
    _, state = ct.scan((factor, term), 1, lambda p, q, r, s: (p * r, q * r + s), (1.0, 0.0))
    ct.store(out, index=(ct.bid(0), 0), tile=state)


@ct.kernel
def mean_and_square(x, out):
    """A reduction of two operands over a whole tile of rank 1 inside a loop."""
    total = ct.full((), 0.0, ct.float32)
    for step in range(ct.num_tiles(x, axis=0, shape=(COLS,))):
        tile = ct.load(x, index=(step,), shape=(COLS,))
        one, two = ct.reduce((tile, tile * tile), 0, lambda a, b, c, d: (a + c, b + d), (0.0, 0.0))
        total = total + one * two
    ct.scatter(out, ct.bid(0), total)


# ---- atomics, tokens, fences


@ct.kernel
def single_atomics(x, y):
    """Atomics on one element, of every mode."""
    place = ct.bid(0)
    old = ct.atomic_add(x, place, 1)
    old = old + ct.atomic_max(x, place, 3)
    old = old + ct.atomic_min(x, place, -3)
    old = old + ct.atomic_and(x, place, 255)
    old = old + ct.atomic_or(x, place, 4)
    old = old + ct.atomic_xor(x, place, 5)
    old = old + ct.atomic_xchg(x, place, old)
    ct.atomic_add(y, place, ct.astype(old, ct.float32), memory_order=ct.MemoryOrder.RELAXED)


@ct.kernel
def tile_atomics(x, y):
    """Atomics on a tile of elements."""
    places = ct.arange(COLS, dtype=ct.int32)
    old = ct.atomic_xchg(x, places, places)
    swapped = ct.atomic_cas(x, places, old, old + 1)
    ct.atomic_add(y, places, ct.astype(swapped, ct.float32), memory_scope=ct.MemoryScope.SYS)


@ct.kernel
def spin_lock(lock, x):
    """A compare-and-swap on one element, in a loop, around an update."""
    while ct.atomic_cas(lock, 0, 0, 1, memory_order=ct.MemoryOrder.ACQUIRE) == 1:
        pass
    value = ct.gather(x, 0)
    ct.scatter(x, 0, value + 1.0)
    ct.atomic_xchg(lock, 0, 0, memory_order=ct.MemoryOrder.RELEASE)


@ct.kernel
def unsigned_atomics(x):
    """Atomics that compare as unsigned."""
    ct.atomic_max(x, ct.bid(0), ct.astype(3, ct.uint32))
    ct.atomic_min(x, ct.arange(COLS, dtype=ct.int32), ct.full((COLS,), 5, ct.uint32))


@ct.kernel
def view_atomics(x, y):
    """Atomic reductions into the tiles of a view."""
    view = x.tiled_view((COLS,))
    view.atomic_store_add((ct.bid(0),), ct.load(y, index=(ct.bid(0),), shape=(COLS,)))
    view.atomic_store_max((ct.bid(0),), ct.load(y, index=(ct.bid(0),), shape=(COLS,)))


@ct.kernel
def dependent_launch(x, out):
    """Programmatic dependent launch."""
    ct.grid_dependency_control_wait()
    tile = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
    ct.grid_dependency_control_launch_dependents()
    ct.store(out, index=(ct.bid(0),), tile=tile)


# ---- matrix products


@ct.kernel
def scaled_product(x, x_scale, y, y_scale, out):
    """A product of fp8 tiles with block scales."""
    a = ct.load(x, index=(0, 0), shape=(128, 128))
    s = ct.load(x_scale, index=(0, 0), shape=(128, 4))
    b = ct.load(y, index=(0, 0), shape=(128, 128))
    t = ct.load(y_scale, index=(0, 0), shape=(4, 128))
    total = ct.mma_scaled(a, s, b, t, ct.full((128, 128), 0.0, ct.float32))
    ct.store(out, index=(0, 0), tile=total)


@ct.kernel
def unsigned_product(x, y, out):
    """A matrix product of unsigned with signed bytes."""
    a = ct.load(x, index=(0, 0), shape=(16, 32))
    b = ct.load(y, index=(0, 0), shape=(32, 16))
    ct.store(out, index=(0, 0), tile=ct.mma(a, b, ct.full((16, 16), 0, ct.int32)))


@ct.kernel
def batched_product(x, y, out):
    """A batched product with fast accumulation."""
    a = ct.load(x, index=(0, 0, 0), shape=(2, 64, 64))
    b = ct.load(y, index=(0, 0, 0), shape=(2, 64, 64))
    total = ct.mma(a, b, ct.full((2, 64, 64), 0.0, ct.float32), use_fast_acc=True)
    ct.store(out, index=(0, 0, 0), tile=total)


# ---- arithmetic


@ct.kernel
def float_functions(x, y, out):
    """Every function of one or two floats."""
    a = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
    b = ct.load(y, index=(ct.bid(0),), shape=(COLS,))
    t = ct.sin(a) + ct.cos(a) + ct.tan(a) + ct.sinh(a) + ct.cosh(a) + ct.tanh(a)
    t = t + ct.exp(a) + ct.exp2(a) + ct.log(a) + ct.log2(a) + ct.sqrt(a) + ct.rsqrt(a)
    t = t + ct.floor(a) + ct.ceil(a) + abs(a) + (-a) + ct.pow(a, b) + ct.atan2(a, b) + a % b + a // b
    t = t + ct.minimum(a, b) + ct.where(ct.isnan(a), b, a)
    ct.store(out, index=(ct.bid(0),), tile=t)


@ct.kernel
def rounded_floats(x, y, out):
    """Roundings and flushing."""
    a = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
    b = ct.load(y, index=(ct.bid(0),), shape=(COLS,))
    t = ct.add(a, b, rounding_mode=ct.RoundingMode.RZ) + ct.sub(a, b, rounding_mode=ct.RoundingMode.RM)
    t = t * ct.mul(a, b, rounding_mode=ct.RoundingMode.RP, flush_to_zero=True)
    t = t + ct.truediv(a, b, rounding_mode=ct.RoundingMode.FULL)
    t = t + ct.truediv(a, b, rounding_mode=ct.RoundingMode.APPROX, flush_to_zero=True)
    t = t + ct.sqrt(a, rounding_mode=ct.RoundingMode.APPROX, flush_to_zero=True)
    t = t + ct.rsqrt(a, flush_to_zero=True) + ct.exp2(a, flush_to_zero=True)
    t = t + ct.tanh(a, rounding_mode=ct.RoundingMode.APPROX) + ct.exp(a, rounding_mode=ct.RoundingMode.APPROX)
    t = t + ct.maximum(a, b, propagate_nan=True, flush_to_zero=True)
    ct.store(out, index=(ct.bid(0),), tile=t)


@ct.kernel
def full_flushed_quotients(x, y, out):
    """A division with full rounding that flushes."""
    a = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
    b = ct.load(y, index=(ct.bid(0),), shape=(COLS,))
    t = ct.truediv(a, b, rounding_mode=ct.RoundingMode.FULL, flush_to_zero=True)
    ct.store(out, index=(ct.bid(0),), tile=t)


@ct.kernel
def integer_powers(x, y, out):
    """Powers with an integer exponent."""
    a = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
    n = ct.load(y, index=(ct.bid(0),), shape=(COLS,))
    ct.store(out, index=(ct.bid(0),), tile=a**n + a**3)


@ct.kernel
def integer_functions(x, y, out):
    """Every function of integers."""
    a = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
    b = ct.load(y, index=(ct.bid(0),), shape=(COLS,))
    t = abs(a) + (-b) + a // b + a % b + ct.cdiv(a, b) + (a & b) + (a | b) + (a ^ b) + ~a
    t = t + (a << b) + (a >> b) + ct.minimum(a, b) + ct.maximum(a, b)
    t = t + ct.where(a >= b, a, b) + ct.astype(a == b, ct.int32)
    ct.store(out, index=(ct.bid(0),), tile=t)


@ct.kernel
def unsigned_functions(x, y, out):
    """Every function of unsigned integers that depends on the sign."""
    a = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
    b = ct.load(y, index=(ct.bid(0),), shape=(COLS,))
    t = a % b + (a >> b) + ct.minimum(a, b) + ct.maximum(a, b)
    t = ct.where(a >= b, t, b)
    ct.store(out, index=(ct.bid(0),), tile=t)


@ct.kernel
def unsigned_conversions(x, y, f, out):
    """Conversions of unsigned integers to wider ones and to and from floats."""
    a = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
    b = ct.load(y, index=(ct.bid(0),), shape=(COLS,))
    c = ct.load(f, index=(ct.bid(0),), shape=(COLS,))
    t = ct.astype(ct.astype(a, ct.uint64) + ct.astype(c, ct.uint64), ct.float32) + ct.astype(b, ct.float32)
    ct.store(out, index=(ct.bid(0),), tile=t)


@ct.kernel
def narrow_integers(x, y, out):
    """Arithmetic on integers of 8, 16 and 64 bits, and of bools."""
    a = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
    b = ct.load(y, index=(ct.bid(0),), shape=(COLS,))
    c = ct.astype(a, ct.int16) * ct.astype(b, ct.int16) + ct.astype(a // b, ct.int16)
    wide = ct.astype(c, ct.int64) << 3
    flag = (a > b) & (c != 0) | ~(a == b)
    ct.store(out, index=(ct.bid(0),), tile=wide + ct.astype(flag, ct.int64))


@ct.kernel
def special_constants(x, out):
    """Infinities, not-a-number and negative zero as constants of three types."""
    a = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
    a = ct.where(a > 1.0, float("inf"), a)
    a = ct.where(a < -1.0, float("nan"), a)
    a = ct.where(a == 0.5, -0.0, a)
    half = ct.where(a < 0.5, ct.full((COLS,), float("nan"), ct.float16), ct.full((COLS,), -float("inf"), ct.float16))
    brain = ct.where(a < 0.25, ct.full((COLS,), float("nan"), ct.bfloat16), ct.full((COLS,), 1.5, ct.bfloat16))
    t = a + ct.astype(half, ct.float32) + ct.astype(brain, ct.float32)
    ct.store(out, index=(ct.bid(0),), tile=t)


@ct.kernel
def small_floats(x, out):
    """fp8 of both kinds, tf32, and their constants."""
    a = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
    e4 = ct.astype(ct.astype(a, ct.float8_e4m3fn), ct.float32)
    e5 = ct.astype(ct.astype(a, ct.float8_e5m2), ct.float32)
    t = ct.astype(ct.astype(a, ct.tfloat32), ct.float32) + e4 + e5
    t = t + ct.astype(ct.full((COLS,), 1.5, ct.float8_e4m3fn), ct.float32)
    ct.store(out, index=(ct.bid(0),), tile=t)


@ct.kernel
def tf32_constants(x, out):
    """Constants of tf32."""
    a = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
    t = a + ct.astype(ct.full((COLS,), 1.5, ct.tfloat32), ct.float32)
    ct.store(out, index=(ct.bid(0),), tile=t)


@ct.kernel
def packed_floats(x, y, out):
    """Four-bit floats, packed and unpacked."""
    values = ct.load(x, index=(ct.bid(0),), shape=(32,))
    packed = ct.pack_to_bytes(ct.astype(values, ct.float4_e2m1fn))
    other = ct.unpack_from_bytes(ct.load(y, index=(ct.bid(0),), shape=(16,)), ct.float4_e2m1fn)
    ct.store(out, index=(ct.bid(0),), tile=packed)
    ct.store(x, index=(ct.bid(0),), tile=ct.astype(other, ct.float32))


# ---- shapes, views, indices


@ct.kernel
def parts_of_tiles(x, out):
    """Extraction, insertion and concatenation."""
    tile = ct.load(x, index=(ct.bid(0), 0), shape=(ROWS, COLS))
    part = ct.extract(tile, index=(1, 0), shape=(ROWS // 2, COLS))
    tile = ct.insert(tile, index=(0, 0), value=part * 2.0)
    both = ct.cat((tile, tile), axis=0)
    ct.store(out, index=(ct.bid(0), 0), tile=both)


@ct.kernel
def moved_window(x, out):
    """Loads from a view whose tiles overlap."""
    view = x.tiled_view((ROWS, COLS), traversal_steps=(1, COLS))
    tile = view.load((ct.bid(0), 0))
    ct.store(out, index=(ct.bid(0), 0), tile=tile)


@ct.kernel
def window_count(x, out):
    """The number of the windows of a view whose tiles overlap."""
    view = x.tiled_view((ROWS, COLS), traversal_steps=(1, COLS))
    ct.scatter(out, ct.bid(0), view.num_tiles(0))


@ct.kernel
def window_stores(x, out):
    """Stores and atomics through a view whose tiles have gaps between them."""
    view = out.tiled_view((ROWS, COLS), traversal_steps=(2 * ROWS, COLS))
    view.store((ct.bid(0), 0), ct.load(x, index=(ct.bid(0), 0), shape=(ROWS, COLS)))


@ct.kernel
def chosen_rows(x, rows, out):
    """Rows of a matrix by a tile of their numbers, loaded and stored."""
    which = ct.load(rows, index=(ct.bid(0),), shape=(ROWS,))
    tile = ct.load_advanced_indexing(x, (which, ct.Slice(0, COLS)))
    ct.store_advanced_indexing(out, (which, ct.Slice(0, COLS)), tile)


@ct.kernel
def wide_indices(x: ct.IndexedWithInt64, out: ct.IndexedWithInt64):
    """Arrays whose sizes and strides have 64 bits, through views and through pointers."""
    tile = ct.load(x, index=(ct.bid(0), 0), shape=(ROWS, COLS))
    first = ct.gather(x, (ct.bid(0), 0))
    ct.store(out, index=(ct.bid(0), 0), tile=tile + first)


@ct.kernel
def wide_extents(x: ct.IndexedWithInt64, out):
    """The number of tiles of an array whose sizes have 64 bits."""
    total = ct.full((COLS,), 0.0, ct.float32)
    for step in range(ct.num_tiles(x, axis=0, shape=(COLS,))):
        total = total + ct.load(x, index=(step,), shape=(COLS,))
    ct.store(out, index=(ct.bid(0),), tile=total)


@ct.kernel
def wide_scalars(x, out, n: ct.ScalarInt64):
    """A 64-bit argument, and a loop up to it."""
    total = ct.full((COLS,), 0.0, ct.float32)
    for step in range(n):
        total = total + ct.load(x, index=(step,), shape=(COLS,))
    ct.store(out, index=(ct.bid(0),), tile=total)


@ct.kernel
def wide_steps(x, out, n: ct.ScalarInt64, step: ct.ScalarInt64):
    """A loop over 64-bit numbers whose step is an argument."""
    total = ct.full((COLS,), 0.0, ct.float32)
    for place in range(0, n, step):
        total = total + ct.load(x, index=(place,), shape=(COLS,))
    ct.store(out, index=(ct.bid(0),), tile=total)


@ct.kernel
def transposed_views(x, out):
    """Loads in another order of axes, with padding and hints."""
    tile = ct.load(
        x,
        index=(0, ct.bid(0)),
        shape=(COLS, ROWS),
        order="F",
        padding_mode=ct.PaddingMode.NEG_INF,
        latency=4,
        allow_tma=False,
    )
    ct.store(out, index=(0, ct.bid(0)), tile=tile, order=(1, 0), latency=2)


@ct.kernel
def sliced_arrays(x, out, start: int, stop: int):
    """A part of an array as an array."""
    part = x.slice(axis=0, start=start, stop=stop)
    ct.store(out, index=(0, 0), tile=ct.load(part, index=(ct.bid(0), 0), shape=(ROWS, COLS)))


@ct.kernel
def raw_memory(x, out):
    """Offsets into memory without bounds."""
    memory = x.get_raw_memory()
    offsets = ct.arange(COLS, dtype=ct.int64)
    tile = memory.load_offset(offsets, mask=offsets < 5, padding_value=1.0)
    memory.atomic_add_offset(offsets, tile)
    ct.store(out, index=(ct.bid(0),), tile=tile)


# ---- control flow


@ct.kernel
def checked_values(x, out):
    """An assertion and a message."""
    tile = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
    ct.assert_(tile >= 0.0, "an element is negative")
    ct.store(out, index=(ct.bid(0),), tile=tile)


@ct.kernel
def printed_values(x):
    """Messages with several values."""
    tile = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
    ct.printf("block %d: %f of %d%%\n", ct.bid(0), ct.sum(tile), ct.num_blocks(0))
    ct.print("tile", tile)


@ct.kernel
def early_exits(x, out, n: int):
    """A return from a branch inside a loop, and one before it."""
    if ct.bid(0) >= n:
        return
    total = 0.0
    for step in range(n):
        value = ct.gather(x, step)
        if value < 0.0:
            return
        if value == 0.0:
            continue
        total = total + value
    ct.scatter(out, ct.bid(0), total)


@ct.kernel
def nested_exits(x, out, n: int):
    """Breaks and continues in branches of branches, with values that only some branches set."""
    total = 0.0
    count = 0
    row = 0
    while row < n:
        row += 1
        value = ct.gather(x, row)
        if value > 1.0:
            if value > 2.0:
                break
            total += value
        else:
            if value < -1.0:
                count += 1
                continue
            total -= value
        for column in range(row):
            total += ct.gather(x, column)
            count += 2
    ct.scatter(out, 0, total)
    ct.scatter(out, 1, ct.astype(count, ct.float32))


@ct.kernel
def exits_by_else(x, out, n: int):
    """A loop that is left in the other branch."""
    total = 0.0
    row = 0
    while True:
        value = ct.gather(x, row)
        if row < n:
            total += value
            row += 1
        else:
            break
    ct.scatter(out, 0, total)


@ct.kernel
def returning_loops(x, out, n: int):
    """A return inside a loop inside a branch."""
    if n > 0:
        for step in range(n):
            if ct.gather(x, step) == 0.0:
                ct.scatter(out, 0, 1.0)
                return
    else:
        ct.scatter(out, 0, 2.0)
    ct.scatter(out, 1, 3.0)


@ct.kernel
def chosen_tiles(x, y, out, n: int):
    """A branch that yields tiles of several types, and a pointer's worth of arrays."""
    if n > 0:
        tile = ct.load(x, index=(ct.bid(0),), shape=(COLS,))
        flag = tile > 0.0
        scale = ct.full((COLS,), 2.0, ct.bfloat16)
    else:
        tile = ct.load(y, index=(ct.bid(0),), shape=(COLS,))
        flag = tile < 0.0
        scale = ct.full((COLS,), 0.5, ct.bfloat16)
    t = ct.where(flag, tile, tile * ct.astype(scale, ct.float32))
    ct.store(out, index=(ct.bid(0),), tile=t)


@ct.kernel
def chosen_elements(x, y, out, n: int):
    """A branch that yields an array and a number."""
    if n > 0:
        memory = x.get_raw_memory()
        scale = 2.0
    else:
        memory = y.get_raw_memory()
        scale = 0.5
    ct.scatter(out, ct.bid(0), memory.load_offset(ct.bid(0)) * scale)


@ct.kernel
def strided_loops(x, out, n: int):
    """A loop with a stride, from a block's own start."""
    total = 0.0
    for step in range(ct.bid(0), n, 3):
        total = total + ct.gather(x, step)
    ct.scatter(out, ct.bid(0), total)


@ct.kernel
def list_elements(arrays, out, n: int):
    """A list of arrays, an element of which is chosen at run time."""
    total = ct.full((COLS,), 0.0, ct.float32)
    for which in range(n):
        total = total + ct.load(arrays[which], index=(ct.bid(0),), shape=(COLS,))
    ct.store(out, index=(ct.bid(0),), tile=total)


def wide(dtype, ndim: int) -> ArrayConstraint:
    """`array` with sizes and strides of 64 bits."""
    return ArrayConstraint(
        dtype,
        ndim,
        index_dtype=ct.int64,
        stride_lower_bound_incl=0,
        alias_groups=(),
        may_alias_internally=False,
        stride_constant=(None,) * (ndim - 1) + (1,),
        stride_divisible_by=1,
        shape_divisible_by=1,
        base_addr_divisible_by=16,
    )


def signatures() -> dict:
    """Each kernel with the constraints of its parameters."""
    f16, f32, i8, i32, i64 = ct.float16, ct.float32, ct.int8, ct.int32, ct.int64
    u8, u32 = ct.uint8, ct.uint32
    e4, e8 = ct.float8_e4m3fn, ct.float8_e8m0fnu
    n = ScalarConstraint(i32)
    return {
        smallest_column: [array(f32, 2), array(i32, 1)],
        custom_reductions: [array(f32, 2), array(i32, 2), array(f32, 1)],
        logical_reductions: [array(i8, 2), array(i8, 1)],
        flushed_sum: [array(f32, 2), array(f32, 1)],
        running_products: [array(f32, 2), array(f32, 2)],
        running_maxima: [array(i32, 2), array(i32, 2)],
        recurrences: [array(f32, 2)] * 3,
        mean_and_square: [array(f32, 1)] * 2,
        single_atomics: [array(i32, 1), array(f32, 1)],
        tile_atomics: [array(i32, 1), array(f32, 1)],
        spin_lock: [array(i32, 1), array(f32, 1)],
        unsigned_atomics: [array(u32, 1)],
        view_atomics: [array(i32, 1), array(i32, 1)],
        dependent_launch: [array(f32, 1)] * 2,
        scaled_product: [array(e4, 2), array(e8, 2), array(e4, 2), array(e8, 2), array(f32, 2)],
        unsigned_product: [array(u8, 2), array(i8, 2), array(i32, 2)],
        batched_product: [array(e4, 3), array(e4, 3), array(f32, 3)],
        float_functions: [array(f32, 1)] * 3,
        rounded_floats: [array(f32, 1)] * 3,
        full_flushed_quotients: [array(f32, 1)] * 3,
        integer_powers: [array(f32, 1), array(i32, 1), array(f32, 1)],
        integer_functions: [array(i32, 1)] * 3,
        unsigned_functions: [array(u32, 1)] * 3,
        unsigned_conversions: [array(u32, 1), array(u8, 1), array(f32, 1), array(f32, 1)],
        narrow_integers: [array(i8, 1), array(i8, 1), array(i64, 1)],
        special_constants: [array(f32, 1)] * 2,
        small_floats: [array(f32, 1)] * 2,
        tf32_constants: [array(f32, 1)] * 2,
        packed_floats: [array(f32, 1), array(u8, 1), array(u8, 1)],
        parts_of_tiles: [array(f32, 2)] * 2,
        moved_window: [array(f32, 2)] * 2,
        window_count: [array(f32, 2), array(i32, 1)],
        window_stores: [array(f32, 2)] * 2,
        chosen_rows: [array(f16, 2), array(i32, 1), array(f16, 2)],
        wide_indices: [wide(f32, 2), wide(f32, 2)],
        wide_extents: [wide(f32, 1), array(f32, 1)],
        wide_scalars: [array(f32, 1), array(f32, 1), ScalarConstraint(i64)],
        wide_steps: [array(f32, 1), array(f32, 1), ScalarConstraint(i64), ScalarConstraint(i64)],
        transposed_views: [array(f16, 2), array(f16, 2)],
        sliced_arrays: [array(f32, 2), array(f32, 2), n, n],
        raw_memory: [array(f32, 1), array(f32, 1)],
        checked_values: [array(f32, 1)] * 2,
        printed_values: [array(f32, 1)],
        early_exits: [array(f32, 1), array(f32, 1), n],
        nested_exits: [array(f32, 1), array(f32, 1), n],
        exits_by_else: [array(f32, 1), array(f32, 1), n],
        returning_loops: [array(f32, 1), array(f32, 1), n],
        chosen_tiles: [array(f32, 1)] * 3 + [n],
        chosen_elements: [array(f32, 1), array(f32, 1), array(f32, 1), n],
        list_elements: [ListConstraint(array(f32, 1), alias_groups=(), elements_may_alias=False), array(f32, 1), n],
        strided_loops: [array(f32, 1), array(f32, 1), n],
    }


if __name__ == "__main__":
    export(signatures())
