//! Gathers from arrays and scatters to them, as cuTile Python has them.

/// What `ct.gather` and `ct.scatter` expand to, for `use tileport_support::gather::ops::*` in a kernel
/// module.
///
/// A plain name orders nothing: its access comes after the start of the kernel alone. The same name
/// with `_with` takes the token to come after and an expected latency (`const_array![0]` for none),
/// and returns the token of what it did. Indices are checked against the array's sizes, unless the
/// name says `unchecked`.
#[cutile::module]
#[allow(clippy::too_many_arguments, clippy::missing_safety_doc)]
pub mod ops {
    #[allow(
        unused_imports,
        reason = "the compiler inlines calls, rustc sees bodies that are never run"
    )]
    #[allow(unused_imports, reason = "the bodies that call them are never run")]
    use crate::ops::*;
    use cutile::core::*;

    /// The size of an axis.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn size<E: ElementType, const X: [i32; N]>(x: &Tensor<E, X>, axis: i32) -> i32 {
        let sizes: Shape<X> = get_tensor_shape_meta(x);
        get_shape_dim(sizes, axis)
    }

    /// The stride of an axis, in elements.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn stride<E: ElementType, const X: [i32; N]>(x: &Tensor<E, X>, axis: i32) -> i32 {
        let strides: Array<X> = get_tensor_strides_meta(x);
        let steps: &[i32] = strides.dims;
        steps[axis]
    }

    /// Where indices are inside of an axis of this size; one unsigned comparison says both.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn inside<const S: [i32; N]>(index: Tile<i64, S>, size: i32) -> Tile<bool, S> {
        let shape: Shape<S> = Shape::<S> { dims: &[] };
        let end: Tile<i64, S> = splat(wide(size), shape);
        cmpi_unsigned(index, end, predicate::LessThan)
    }

    /// What an index along an axis of this stride adds to an offset.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn steps<const S: [i32; N]>(index: Tile<i64, S>, stride: i32) -> Tile<i64, S> {
        let shape: Shape<S> = Shape::<S> { dims: &[] };
        let step: Tile<i64, S> = splat(wide(stride), shape);
        index * step
    }

    /// Pointers to the elements of an array at these offsets.
    #[cuda_tile::variadic_op(N = 6, M = 6)]
    pub fn at<E: ElementType, const X: [i32; N], const S: [i32; M]>(
        x: &Tensor<E, X>,
        offset: Tile<i64, S>,
    ) -> PointerTile<*mut E, S> {
        let shape: Shape<S> = Shape::<S> { dims: &[] };
        let base: PointerTile<*mut E, { [] }> = get_tensor_base(x);
        let all: PointerTile<*mut E, S> = splat_ptr(base, shape);
        addptr_tile(all, offset)
    }

    /// Pointers to the elements of an array of rank 1 at these indices.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn points_1<E: ElementType, const S: [i32; N]>(
        x: &Tensor<E, { [-1] }>,
        i: Tile<i64, S>,
    ) -> PointerTile<*mut E, S> {
        let offset: Tile<i64, S> = steps(i, stride(x, 0));
        at(x, offset)
    }

    /// Where these indices are inside of an array of rank 1.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn within_1<E: ElementType, const S: [i32; N]>(
        x: &Tensor<E, { [-1] }>,
        i: Tile<i64, S>,
    ) -> Tile<bool, S> {
        inside(i, size(x, 0))
    }

    /// Pointers to the elements of an array of rank 2 at these indices.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn points_2<E: ElementType, const S: [i32; N]>(
        x: &Tensor<E, { [-1, -1] }>,
        i: Tile<i64, S>,
        j: Tile<i64, S>,
    ) -> PointerTile<*mut E, S> {
        let offset: Tile<i64, S> = steps(i, stride(x, 0));
        let offset: Tile<i64, S> = offset + steps(j, stride(x, 1));
        at(x, offset)
    }

    /// Where these indices are inside of an array of rank 2.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn within_2<E: ElementType, const S: [i32; N]>(
        x: &Tensor<E, { [-1, -1] }>,
        i: Tile<i64, S>,
        j: Tile<i64, S>,
    ) -> Tile<bool, S> {
        let mask: Tile<bool, S> = inside(i, size(x, 0));
        let other: Tile<bool, S> = inside(j, size(x, 1));
        andi(mask, other)
    }

    /// Pointers to the elements of an array of rank 3 at these indices.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn points_3<E: ElementType, const S: [i32; N]>(
        x: &Tensor<E, { [-1, -1, -1] }>,
        i: Tile<i64, S>,
        j: Tile<i64, S>,
        k: Tile<i64, S>,
    ) -> PointerTile<*mut E, S> {
        let offset: Tile<i64, S> = steps(i, stride(x, 0));
        let offset: Tile<i64, S> = offset + steps(j, stride(x, 1));
        let offset: Tile<i64, S> = offset + steps(k, stride(x, 2));
        at(x, offset)
    }

    /// Where these indices are inside of an array of rank 3.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn within_3<E: ElementType, const S: [i32; N]>(
        x: &Tensor<E, { [-1, -1, -1] }>,
        i: Tile<i64, S>,
        j: Tile<i64, S>,
        k: Tile<i64, S>,
    ) -> Tile<bool, S> {
        let mask: Tile<bool, S> = inside(i, size(x, 0));
        let other: Tile<bool, S> = inside(j, size(x, 1));
        let mask: Tile<bool, S> = andi(mask, other);
        let other: Tile<bool, S> = inside(k, size(x, 2));
        andi(mask, other)
    }

    /// Pointers to the elements of an array of rank 4 at these indices.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn points_4<E: ElementType, const S: [i32; N]>(
        x: &Tensor<E, { [-1, -1, -1, -1] }>,
        i: Tile<i64, S>,
        j: Tile<i64, S>,
        k: Tile<i64, S>,
        l: Tile<i64, S>,
    ) -> PointerTile<*mut E, S> {
        let offset: Tile<i64, S> = steps(i, stride(x, 0));
        let offset: Tile<i64, S> = offset + steps(j, stride(x, 1));
        let offset: Tile<i64, S> = offset + steps(k, stride(x, 2));
        let offset: Tile<i64, S> = offset + steps(l, stride(x, 3));
        at(x, offset)
    }

    /// Where these indices are inside of an array of rank 4.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn within_4<E: ElementType, const S: [i32; N]>(
        x: &Tensor<E, { [-1, -1, -1, -1] }>,
        i: Tile<i64, S>,
        j: Tile<i64, S>,
        k: Tile<i64, S>,
        l: Tile<i64, S>,
    ) -> Tile<bool, S> {
        let mask: Tile<bool, S> = inside(i, size(x, 0));
        let other: Tile<bool, S> = inside(j, size(x, 1));
        let mask: Tile<bool, S> = andi(mask, other);
        let other: Tile<bool, S> = inside(k, size(x, 2));
        let mask: Tile<bool, S> = andi(mask, other);
        let other: Tile<bool, S> = inside(l, size(x, 3));
        andi(mask, other)
    }

    /// Pointers to the elements of an array of rank 5 at these indices.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn points_5<E: ElementType, const S: [i32; N]>(
        x: &Tensor<E, { [-1, -1, -1, -1, -1] }>,
        i: Tile<i64, S>,
        j: Tile<i64, S>,
        k: Tile<i64, S>,
        l: Tile<i64, S>,
        m: Tile<i64, S>,
    ) -> PointerTile<*mut E, S> {
        let offset: Tile<i64, S> = steps(i, stride(x, 0));
        let offset: Tile<i64, S> = offset + steps(j, stride(x, 1));
        let offset: Tile<i64, S> = offset + steps(k, stride(x, 2));
        let offset: Tile<i64, S> = offset + steps(l, stride(x, 3));
        let offset: Tile<i64, S> = offset + steps(m, stride(x, 4));
        at(x, offset)
    }

    /// Where these indices are inside of an array of rank 5.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn within_5<E: ElementType, const S: [i32; N]>(
        x: &Tensor<E, { [-1, -1, -1, -1, -1] }>,
        i: Tile<i64, S>,
        j: Tile<i64, S>,
        k: Tile<i64, S>,
        l: Tile<i64, S>,
        m: Tile<i64, S>,
    ) -> Tile<bool, S> {
        let mask: Tile<bool, S> = inside(i, size(x, 0));
        let other: Tile<bool, S> = inside(j, size(x, 1));
        let mask: Tile<bool, S> = andi(mask, other);
        let other: Tile<bool, S> = inside(k, size(x, 2));
        let mask: Tile<bool, S> = andi(mask, other);
        let other: Tile<bool, S> = inside(l, size(x, 3));
        let mask: Tile<bool, S> = andi(mask, other);
        let other: Tile<bool, S> = inside(m, size(x, 4));
        andi(mask, other)
    }

    /// Elements of a vector, `padding` outside.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn gather_or_with<E: ElementType, const S: [i32; N], const CYCLES: i32>(
        x: &Tensor<E, { [-1] }>,
        index: Tile<i32, S>,
        padding: Tile<E, S>,
        token: Token,
        _latency: Array<{ [CYCLES] }>,
    ) -> (Tile<E, S>, Token) {
        let i: Tile<i64, S> = widen(index);
        let pointers: PointerTile<*mut E, S> = points_1(x, i);
        let mask: Tile<bool, S> = within_1(x, i);
        let (value, next): (Tile<E, S>, Token) = unsafe {
            load_ptr_padded(
                pointers,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(mask),
                Some(padding),
                Some(token),
                Latency::<CYCLES>,
            )
        };
        (value, next)
    }

    /// Elements of a vector, `padding` outside.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn gather_or<E: ElementType, const S: [i32; N]>(
        x: &Tensor<E, { [-1] }>,
        index: Tile<i32, S>,
        padding: Tile<E, S>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { gather_or_with(x, index, padding, token, const_array![0]) };
        value
    }

    /// Elements of a vector, zero outside.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn gather_with<E: ElementType, const S: [i32; N], const CYCLES: i32>(
        x: &Tensor<E, { [-1] }>,
        index: Tile<i32, S>,
        token: Token,
        latency: Array<{ [CYCLES] }>,
    ) -> (Tile<E, S>, Token) {
        let shape: Shape<S> = Shape::<S> { dims: &[] };
        let padding: Tile<E, S> = constant_bits(0, shape);
        let (value, next): (Tile<E, S>, Token) =
            unsafe { gather_or_with(x, index, padding, token, latency) };
        (value, next)
    }

    /// Elements of a vector, zero outside.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn gather<E: ElementType, const S: [i32; N]>(
        x: &Tensor<E, { [-1] }>,
        index: Tile<i32, S>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { gather_with(x, index, token, const_array![0]) };
        value
    }

    /// Elements of a vector; the indices are trusted.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn gather_unchecked_with<E: ElementType, const S: [i32; N], const CYCLES: i32>(
        x: &Tensor<E, { [-1] }>,
        index: Tile<i32, S>,
        token: Token,
        _latency: Array<{ [CYCLES] }>,
    ) -> (Tile<E, S>, Token) {
        let i: Tile<i64, S> = widen(index);
        let pointers: PointerTile<*mut E, S> = points_1(x, i);
        let (value, next): (Tile<E, S>, Token) = unsafe {
            load_ptr_padded(
                pointers,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                None,
                Some(token),
                Latency::<CYCLES>,
            )
        };
        (value, next)
    }

    /// Elements of a vector; the indices are trusted.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn gather_unchecked<E: ElementType, const S: [i32; N]>(
        x: &Tensor<E, { [-1] }>,
        index: Tile<i32, S>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { gather_unchecked_with(x, index, token, const_array![0]) };
        value
    }

    /// Elements of one row of a matrix, `padding` outside.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn gather_row_or_with<E: ElementType, const S: [i32; N], const CYCLES: i32>(
        x: &Tensor<E, { [-1, -1] }>,
        row: i32,
        columns: Tile<i32, S>,
        padding: Tile<E, S>,
        token: Token,
        _latency: Array<{ [CYCLES] }>,
    ) -> (Tile<E, S>, Token) {
        let shape: Shape<S> = Shape::<S> { dims: &[] };
        let i: Tile<i64, S> = splat(wide(row), shape);
        let j: Tile<i64, S> = widen(columns);
        let pointers: PointerTile<*mut E, S> = points_2(x, i, j);
        let mask: Tile<bool, S> = within_2(x, i, j);
        let (value, next): (Tile<E, S>, Token) = unsafe {
            load_ptr_padded(
                pointers,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(mask),
                Some(padding),
                Some(token),
                Latency::<CYCLES>,
            )
        };
        (value, next)
    }

    /// Elements of one row of a matrix, `padding` outside.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn gather_row_or<E: ElementType, const S: [i32; N]>(
        x: &Tensor<E, { [-1, -1] }>,
        row: i32,
        columns: Tile<i32, S>,
        padding: Tile<E, S>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { gather_row_or_with(x, row, columns, padding, token, const_array![0]) };
        value
    }

    /// Elements of one row of a matrix, zero outside.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn gather_row_with<E: ElementType, const S: [i32; N], const CYCLES: i32>(
        x: &Tensor<E, { [-1, -1] }>,
        row: i32,
        columns: Tile<i32, S>,
        token: Token,
        latency: Array<{ [CYCLES] }>,
    ) -> (Tile<E, S>, Token) {
        let shape: Shape<S> = Shape::<S> { dims: &[] };
        let padding: Tile<E, S> = constant_bits(0, shape);
        let (value, next): (Tile<E, S>, Token) =
            unsafe { gather_row_or_with(x, row, columns, padding, token, latency) };
        (value, next)
    }

    /// Elements of one row of a matrix, zero outside.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn gather_row<E: ElementType, const S: [i32; N]>(
        x: &Tensor<E, { [-1, -1] }>,
        row: i32,
        columns: Tile<i32, S>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { gather_row_with(x, row, columns, token, const_array![0]) };
        value
    }

    /// Elements of one row of a matrix; the indices are trusted.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn gather_row_unchecked_with<
        E: ElementType,
        const S: [i32; N],
        const CYCLES: i32,
    >(
        x: &Tensor<E, { [-1, -1] }>,
        row: i32,
        columns: Tile<i32, S>,
        token: Token,
        _latency: Array<{ [CYCLES] }>,
    ) -> (Tile<E, S>, Token) {
        let shape: Shape<S> = Shape::<S> { dims: &[] };
        let i: Tile<i64, S> = splat(wide(row), shape);
        let j: Tile<i64, S> = widen(columns);
        let pointers: PointerTile<*mut E, S> = points_2(x, i, j);
        let (value, next): (Tile<E, S>, Token) = unsafe {
            load_ptr_padded(
                pointers,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                None,
                Some(token),
                Latency::<CYCLES>,
            )
        };
        (value, next)
    }

    /// Elements of one row of a matrix; the indices are trusted.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn gather_row_unchecked<E: ElementType, const S: [i32; N]>(
        x: &Tensor<E, { [-1, -1] }>,
        row: i32,
        columns: Tile<i32, S>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { gather_row_unchecked_with(x, row, columns, token, const_array![0]) };
        value
    }

    /// Stores elements of a vector.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn scatter_with<E: ElementType, const S: [i32; N], const CYCLES: i32>(
        x: &Tensor<E, { [-1] }>,
        index: Tile<i32, S>,
        value: Tile<E, S>,
        token: Token,
        _latency: Array<{ [CYCLES] }>,
    ) -> Token {
        let i: Tile<i64, S> = widen(index);
        let pointers: PointerTile<*mut E, S> = points_1(x, i);
        let mask: Tile<bool, S> = within_1(x, i);
        unsafe {
            store_ptr_tko(
                pointers,
                value,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(mask),
                Some(token),
                Latency::<CYCLES>,
            )
        }
    }

    /// Stores elements of a vector.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn scatter<E: ElementType, const S: [i32; N]>(
        x: &Tensor<E, { [-1] }>,
        index: Tile<i32, S>,
        value: Tile<E, S>,
    ) {
        let token: Token = get_tensor_token(x);
        let _next: Token = unsafe { scatter_with(x, index, value, token, const_array![0]) };
    }

    /// Stores elements of a vector; the indices are trusted.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn scatter_unchecked_with<E: ElementType, const S: [i32; N], const CYCLES: i32>(
        x: &Tensor<E, { [-1] }>,
        index: Tile<i32, S>,
        value: Tile<E, S>,
        token: Token,
        _latency: Array<{ [CYCLES] }>,
    ) -> Token {
        let i: Tile<i64, S> = widen(index);
        let pointers: PointerTile<*mut E, S> = points_1(x, i);
        unsafe {
            store_ptr_tko(
                pointers,
                value,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(token),
                Latency::<CYCLES>,
            )
        }
    }

    /// Stores elements of a vector; the indices are trusted.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn scatter_unchecked<E: ElementType, const S: [i32; N]>(
        x: &Tensor<E, { [-1] }>,
        index: Tile<i32, S>,
        value: Tile<E, S>,
    ) {
        let token: Token = get_tensor_token(x);
        let _next: Token =
            unsafe { scatter_unchecked_with(x, index, value, token, const_array![0]) };
    }

    /// Stores elements of one row of a matrix.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn scatter_row_with<E: ElementType, const S: [i32; N], const CYCLES: i32>(
        x: &Tensor<E, { [-1, -1] }>,
        row: i32,
        columns: Tile<i32, S>,
        value: Tile<E, S>,
        token: Token,
        _latency: Array<{ [CYCLES] }>,
    ) -> Token {
        let shape: Shape<S> = Shape::<S> { dims: &[] };
        let i: Tile<i64, S> = splat(wide(row), shape);
        let j: Tile<i64, S> = widen(columns);
        let pointers: PointerTile<*mut E, S> = points_2(x, i, j);
        let mask: Tile<bool, S> = within_2(x, i, j);
        unsafe {
            store_ptr_tko(
                pointers,
                value,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(mask),
                Some(token),
                Latency::<CYCLES>,
            )
        }
    }

    /// Stores elements of one row of a matrix.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn scatter_row<E: ElementType, const S: [i32; N]>(
        x: &Tensor<E, { [-1, -1] }>,
        row: i32,
        columns: Tile<i32, S>,
        value: Tile<E, S>,
    ) {
        let token: Token = get_tensor_token(x);
        let _next: Token =
            unsafe { scatter_row_with(x, row, columns, value, token, const_array![0]) };
    }

    /// Stores elements of one row of a matrix; the indices are trusted.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn scatter_row_unchecked_with<
        E: ElementType,
        const S: [i32; N],
        const CYCLES: i32,
    >(
        x: &Tensor<E, { [-1, -1] }>,
        row: i32,
        columns: Tile<i32, S>,
        value: Tile<E, S>,
        token: Token,
        _latency: Array<{ [CYCLES] }>,
    ) -> Token {
        let shape: Shape<S> = Shape::<S> { dims: &[] };
        let i: Tile<i64, S> = splat(wide(row), shape);
        let j: Tile<i64, S> = widen(columns);
        let pointers: PointerTile<*mut E, S> = points_2(x, i, j);
        unsafe {
            store_ptr_tko(
                pointers,
                value,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(token),
                Latency::<CYCLES>,
            )
        }
    }

    /// Stores elements of one row of a matrix; the indices are trusted.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn scatter_row_unchecked<E: ElementType, const S: [i32; N]>(
        x: &Tensor<E, { [-1, -1] }>,
        row: i32,
        columns: Tile<i32, S>,
        value: Tile<E, S>,
    ) {
        let token: Token = get_tensor_token(x);
        let _next: Token =
            unsafe { scatter_row_unchecked_with(x, row, columns, value, token, const_array![0]) };
    }
}
