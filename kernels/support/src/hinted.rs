//! Accesses with an expected latency.

/// The accesses of [`crate::gather::ops`] and [`crate::view::ops`] that come after the start of the kernel
/// alone and state an expected latency, for `use tileport_support::hinted::ops::*` in a kernel module.
#[cutile::module]
#[allow(clippy::missing_safety_doc)]
pub mod ops {
    #[allow(
        unused_imports,
        reason = "the compiler inlines calls, rustc sees bodies that are never run"
    )]
    use crate::gather::ops::*;
    #[allow(
        unused_imports,
        reason = "the compiler inlines calls, rustc sees bodies that are never run"
    )]
    use crate::view::ops::*;
    use cutile::core::*;

    /// Elements of a vector, `padding` outside.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn gather_or_hinted<E: ElementType, const S: [i32; N], const CYCLES: i32>(
        x: &Tensor<E, { [-1] }>,
        index: Tile<i32, S>,
        padding: Tile<E, S>,
        latency: Array<{ [CYCLES] }>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { gather_or_with(x, index, padding, token, latency) };
        value
    }

    /// Elements of a vector, zero outside.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn gather_hinted<E: ElementType, const S: [i32; N], const CYCLES: i32>(
        x: &Tensor<E, { [-1] }>,
        index: Tile<i32, S>,
        latency: Array<{ [CYCLES] }>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) = unsafe { gather_with(x, index, token, latency) };
        value
    }

    /// Elements of a vector; the indices are trusted.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn gather_unchecked_hinted<E: ElementType, const S: [i32; N], const CYCLES: i32>(
        x: &Tensor<E, { [-1] }>,
        index: Tile<i32, S>,
        latency: Array<{ [CYCLES] }>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { gather_unchecked_with(x, index, token, latency) };
        value
    }

    /// Stores elements of a vector.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn scatter_hinted<E: ElementType, const S: [i32; N], const CYCLES: i32>(
        x: &Tensor<E, { [-1] }>,
        index: Tile<i32, S>,
        value: Tile<E, S>,
        latency: Array<{ [CYCLES] }>,
    ) {
        let token: Token = get_tensor_token(x);
        let _next: Token = unsafe { scatter_with(x, index, value, token, latency) };
    }

    /// Stores elements of a vector; the indices are trusted.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn scatter_unchecked_hinted<E: ElementType, const S: [i32; N], const CYCLES: i32>(
        x: &Tensor<E, { [-1] }>,
        index: Tile<i32, S>,
        value: Tile<E, S>,
        latency: Array<{ [CYCLES] }>,
    ) {
        let token: Token = get_tensor_token(x);
        let _next: Token = unsafe { scatter_unchecked_with(x, index, value, token, latency) };
    }

    /// Elements of one row of a matrix, `padding` outside.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn gather_row_or_hinted<E: ElementType, const S: [i32; N], const CYCLES: i32>(
        x: &Tensor<E, { [-1, -1] }>,
        row: i32,
        columns: Tile<i32, S>,
        padding: Tile<E, S>,
        latency: Array<{ [CYCLES] }>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { gather_row_or_with(x, row, columns, padding, token, latency) };
        value
    }

    /// Elements of one row of a matrix, zero outside.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn gather_row_hinted<E: ElementType, const S: [i32; N], const CYCLES: i32>(
        x: &Tensor<E, { [-1, -1] }>,
        row: i32,
        columns: Tile<i32, S>,
        latency: Array<{ [CYCLES] }>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { gather_row_with(x, row, columns, token, latency) };
        value
    }

    /// Elements of one row of a matrix; the indices are trusted.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn gather_row_unchecked_hinted<
        E: ElementType,
        const S: [i32; N],
        const CYCLES: i32,
    >(
        x: &Tensor<E, { [-1, -1] }>,
        row: i32,
        columns: Tile<i32, S>,
        latency: Array<{ [CYCLES] }>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { gather_row_unchecked_with(x, row, columns, token, latency) };
        value
    }

    /// Stores elements of one row of a matrix.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn scatter_row_hinted<E: ElementType, const S: [i32; N], const CYCLES: i32>(
        x: &Tensor<E, { [-1, -1] }>,
        row: i32,
        columns: Tile<i32, S>,
        value: Tile<E, S>,
        latency: Array<{ [CYCLES] }>,
    ) {
        let token: Token = get_tensor_token(x);
        let _next: Token = unsafe { scatter_row_with(x, row, columns, value, token, latency) };
    }

    /// Stores elements of one row of a matrix; the indices are trusted.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn scatter_row_unchecked_hinted<
        E: ElementType,
        const S: [i32; N],
        const CYCLES: i32,
    >(
        x: &Tensor<E, { [-1, -1] }>,
        row: i32,
        columns: Tile<i32, S>,
        value: Tile<E, S>,
        latency: Array<{ [CYCLES] }>,
    ) {
        let token: Token = get_tensor_token(x);
        let _next: Token =
            unsafe { scatter_row_unchecked_with(x, row, columns, value, token, latency) };
    }

    /// The tile at an index of an array in tiles of `shape`, undefined outside of the array.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_hinted<
        E: ElementType,
        const X: [i32; N],
        const S: [i32; N],
        const CYCLES: i32,
    >(
        x: &Tensor<E, X>,
        index: [i32; N],
        shape: Shape<S>,
        latency: Array<{ [CYCLES] }>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { load_with(x, index, shape, token, latency) };
        value
    }

    /// The tile at an index of an array in tiles of `shape`, undefined outside of the array, not by the tensor memory accelerator.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_no_tma_hinted<
        E: ElementType,
        const X: [i32; N],
        const S: [i32; N],
        const CYCLES: i32,
    >(
        x: &Tensor<E, X>,
        index: [i32; N],
        shape: Shape<S>,
        latency: Array<{ [CYCLES] }>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { load_no_tma_with(x, index, shape, token, latency) };
        value
    }

    /// The tile at an index of an array in tiles of `shape`, zero outside of the array.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_or_zero_hinted<
        E: ElementType,
        const X: [i32; N],
        const S: [i32; N],
        const CYCLES: i32,
    >(
        x: &Tensor<E, X>,
        index: [i32; N],
        shape: Shape<S>,
        latency: Array<{ [CYCLES] }>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { load_or_zero_with(x, index, shape, token, latency) };
        value
    }

    /// The tile at an index of an array in tiles of `shape`, zero outside of the array, not by the tensor memory accelerator.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_or_zero_no_tma_hinted<
        E: ElementType,
        const X: [i32; N],
        const S: [i32; N],
        const CYCLES: i32,
    >(
        x: &Tensor<E, X>,
        index: [i32; N],
        shape: Shape<S>,
        latency: Array<{ [CYCLES] }>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { load_or_zero_no_tma_with(x, index, shape, token, latency) };
        value
    }

    /// The tile at an index of an array in tiles of `shape`, minus infinity outside of the array.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_or_neg_inf_hinted<
        E: ElementType,
        const X: [i32; N],
        const S: [i32; N],
        const CYCLES: i32,
    >(
        x: &Tensor<E, X>,
        index: [i32; N],
        shape: Shape<S>,
        latency: Array<{ [CYCLES] }>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { load_or_neg_inf_with(x, index, shape, token, latency) };
        value
    }

    /// The tile at an index of an array in tiles of `shape`, minus infinity outside of the array, not by the tensor memory accelerator.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_or_neg_inf_no_tma_hinted<
        E: ElementType,
        const X: [i32; N],
        const S: [i32; N],
        const CYCLES: i32,
    >(
        x: &Tensor<E, X>,
        index: [i32; N],
        shape: Shape<S>,
        latency: Array<{ [CYCLES] }>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { load_or_neg_inf_no_tma_with(x, index, shape, token, latency) };
        value
    }

    /// Stores a tile at an index of an array in tiles of its shape.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn store_hinted<
        E: ElementType,
        const X: [i32; N],
        const S: [i32; N],
        const CYCLES: i32,
    >(
        x: &Tensor<E, X>,
        index: [i32; N],
        value: Tile<E, S>,
        latency: Array<{ [CYCLES] }>,
    ) {
        let token: Token = get_tensor_token(x);
        let _next: Token = unsafe { store_with(x, index, value, token, latency) };
    }

    /// Stores a tile at an index of an array in tiles of its shape, not by the tensor memory accelerator.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn store_no_tma_hinted<
        E: ElementType,
        const X: [i32; N],
        const S: [i32; N],
        const CYCLES: i32,
    >(
        x: &Tensor<E, X>,
        index: [i32; N],
        value: Tile<E, S>,
        latency: Array<{ [CYCLES] }>,
    ) {
        let token: Token = get_tensor_token(x);
        let _next: Token = unsafe { store_no_tma_with(x, index, value, token, latency) };
    }
}
