//! Two small kernels for tests of the launcher; nothing of them is taken from a reference.

#[cutile::module]
pub mod kernels {
    use cutile::core::*;

    /// `out[i] = x[i] * factor` over tiles of `TILE` elements; grid: tiles.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn scale_v0<E: ElementType, const TILE: i32, const OUT_DIV: i32, const X_DIV: i32>(
        out: *mut E,
        out_size0: i32,
        out_stride0: i32,
        x: *mut E,
        x_size0: i32,
        x_stride0: i32,
        factor: f32,
    ) {
        let token: Token = new_token_unordered();
        let out = unsafe { assume_div_by::<_, OUT_DIV>(out) };
        let x = unsafe { assume_div_by::<_, X_DIV>(x) };
        let steps: &[i32] = &[];
        let step: Array<{ [1] }> = Array::<{ [1] }> { dims: steps };
        let x_dims: &[i32] = &[x_size0];
        let x_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: x_dims };
        let x_view: Tensor<E, { [-1] }> =
            unsafe { make_tensor_view(pointer_to_tile(x), x_shape, step, token) };
        let out_dims: &[i32] = &[out_size0];
        let out_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: out_dims };
        let out_view: Tensor<E, { [-1] }> =
            unsafe { make_tensor_view(pointer_to_tile(out), out_shape, step, token) };
        let block: (i32, i32, i32) = get_tile_block_id();
        let shape: Shape<{ [TILE] }> = Shape::<{ [TILE] }> { dims: &[] };
        let source: Partition<E, { [TILE] }> = unsafe {
            make_partition_view(&x_view, shape, padding::None, dim_map::Identity, token)
        };
        let (value, _loaded): (Tile<E, { [TILE] }>, Token) = unsafe {
            load_view_raw(
                &source,
                [block.0],
                Some(token),
                ordering::Weak,
                scope::TileBlock,
                tma::Enabled,
                None,
                [false],
                shape,
            )
        };
        let wide: Tile<f32, { [TILE] }> = convert_tile(value);
        let scaled: Tile<f32, { [TILE] }> = wide * broadcast_scalar(factor, shape);
        let narrow: Tile<E, { [TILE] }> = convert_tile(scaled);
        let target: Partition<E, { [TILE] }> = unsafe {
            make_partition_view(&out_view, shape, padding::None, dim_map::Identity, token)
        };
        let _stored: Token = unsafe {
            store_view_raw(
                &target,
                narrow,
                [block.0],
                Some(token),
                ordering::Weak,
                scope::TileBlock,
                tma::Enabled,
                None,
                [false],
            )
        };
    }

    /// Stores `n` in `out[0]`; the other parameters are there to be passed.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn pass_v0(
        xs: *mut i64,
        xs_length: i32,
        flag: bool,
        n: i32,
        out: *mut i32,
        out_size0: i32,
        out_stride0: i32,
    ) {
        let token: Token = new_token_unordered();
        let steps: &[i32] = &[];
        let step: Array<{ [1] }> = Array::<{ [1] }> { dims: steps };
        let dims: &[i32] = &[out_size0];
        let shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims };
        let view: Tensor<i32, { [-1] }> =
            unsafe { make_tensor_view(pointer_to_tile(out), shape, step, token) };
        let one: Shape<{ [1] }> = Shape::<{ [1] }> { dims: &[] };
        let target: Partition<i32, { [1] }> =
            unsafe { make_partition_view(&view, one, padding::None, dim_map::Identity, token) };
        let value: Tile<i32, { [1] }> = broadcast_scalar(n, one);
        let _stored: Token = unsafe {
            store_view_raw(
                &target,
                value,
                [0i32],
                Some(token),
                ordering::Weak,
                scope::TileBlock,
                tma::Enabled,
                None,
                [false],
            )
        };
    }
}
