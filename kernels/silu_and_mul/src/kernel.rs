// SPDX-License-Identifier: MIT

//! Device kernels, converted from Tile IR by tileport.
//!
//! From `tilegym/ops/cutile/silu_and_mul.py` of TileGym 1.5.1, SHA-256
//! `b0aad9b614300c0205ee0bdd10ad7f5d5c96daf86192c84c7aabae1af083250a`.

/// One entry for each structural variant of each Python kernel.
#[cutile::module]
pub mod kernels {
    use cutile::core::*;
    use tileport_support::gather::ops::*;
    use tileport_support::number::ops::*;
    use tileport_support::ops::*;

    /// `_silu_and_mul_kernel_row_wise`, lines 29 to 61 of `tilegym/ops/cutile/silu_and_mul.py`; structural variant `v2`.
    ///
    /// Generic over `Elem`, `TOTAL_HIDDEN_SIZE`, `TILE_SIZE`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn silu_and_mul_kernel_row_wise_v2<
        Elem: ElementType,
        const TOTAL_HIDDEN_SIZE: i32,
        const TILE_SIZE: i32,
    >(
        input: &Tensor<Elem, { [-1, -1] }>,
        output: &Tensor<Elem, { [-1, -1] }>,
    ) {
        let bid = get_tile_block_id().0;
        let offsets: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let b_col_idx: Tile<i32, { [TILE_SIZE] }> =
            offsets + broadcast_scalar(TOTAL_HIDDEN_SIZE, shape![TILE_SIZE]);
        let a_tile = unsafe { gather_row(input, bid, offsets) };
        let b_tile = unsafe { gather_row(input, bid, b_col_idx) };
        let a_tile: Tile<f32, { [TILE_SIZE] }> = to_f32(a_tile);
        let b_tile: Tile<f32, { [TILE_SIZE] }> = to_f32(b_tile);
        let product: Tile<f32, { [TILE_SIZE] }> =
            mul_ftz(negf(a_tile), broadcast_scalar(1.442695f32, shape![TILE_SIZE]));
        let denom: Tile<f32, { [TILE_SIZE] }> =
            broadcast_scalar(1.0f32, shape![TILE_SIZE]) + exp2(product, ftz::Enabled);
        let sigmoid_a: Tile<f32, { [TILE_SIZE] }> =
            div_approx_ftz(broadcast_scalar(1.0f32, shape![TILE_SIZE]), denom);
        let silu_a = a_tile * sigmoid_a;
        let result = silu_a * b_tile;
        let result: Tile<Elem, { [TILE_SIZE] }> = convert_tile(result);
        unsafe { scatter_row(output, bid, offsets, result) };
    }

    /// `_silu_and_mul_backward_kernel_row_wise`, lines 70 to 113 of `tilegym/ops/cutile/silu_and_mul.py`; structural variant `v0`.
    ///
    /// Generic over `TOTAL_HIDDEN_SIZE`, `TILE_SIZE`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn silu_and_mul_backward_kernel_row_wise_v0<
        const TOTAL_HIDDEN_SIZE: i32,
        const TILE_SIZE: i32,
    >(
        grad_output: &Tensor<f32, { [-1, -1] }>,
        input: &Tensor<f32, { [-1, -1] }>,
        grad_a: &Tensor<f32, { [-1, -1] }>,
        grad_b: &Tensor<f32, { [-1, -1] }>,
    ) {
        let bid = get_tile_block_id().0;
        let offsets: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let b_col_idx: Tile<i32, { [TILE_SIZE] }> =
            offsets + broadcast_scalar(TOTAL_HIDDEN_SIZE, shape![TILE_SIZE]);
        let dc_tile = unsafe { gather_row(grad_output, bid, offsets) };
        let a_tile = unsafe { gather_row(input, bid, offsets) };
        let b_tile = unsafe { gather_row(input, bid, b_col_idx) };
        let product: Tile<f32, { [TILE_SIZE] }> =
            mul_ftz(negf(a_tile), broadcast_scalar(1.442695f32, shape![TILE_SIZE]));
        let denom: Tile<f32, { [TILE_SIZE] }> =
            broadcast_scalar(1.0f32, shape![TILE_SIZE]) + exp2(product, ftz::Enabled);
        let sigmoid_a: Tile<f32, { [TILE_SIZE] }> =
            div_approx_ftz(broadcast_scalar(1.0f32, shape![TILE_SIZE]), denom);
        let silu_a = a_tile * sigmoid_a;
        let db_tile = dc_tile * silu_a;
        unsafe { scatter_row(grad_b, bid, offsets, db_tile) };
        let one_minus_sigmoid: Tile<f32, { [TILE_SIZE] }> =
            broadcast_scalar(1.0f32, shape![TILE_SIZE]) + negf(sigmoid_a);
        let silu_grad: Tile<f32, { [TILE_SIZE] }> = mul_add(silu_a, one_minus_sigmoid, sigmoid_a);
        let da_tile: Tile<f32, { [TILE_SIZE] }> = dc_tile * (b_tile * silu_grad);
        unsafe { scatter_row(grad_a, bid, offsets, da_tile) };
    }

    /// `_silu_and_mul_backward_kernel_row_wise`, lines 70 to 113 of `tilegym/ops/cutile/silu_and_mul.py`; structural variant `v2`.
    ///
    /// Generic over `Elem`, `TOTAL_HIDDEN_SIZE`, `TILE_SIZE`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn silu_and_mul_backward_kernel_row_wise_v2<
        Elem: ElementType,
        const TOTAL_HIDDEN_SIZE: i32,
        const TILE_SIZE: i32,
    >(
        grad_output: &Tensor<Elem, { [-1, -1] }>,
        input: &Tensor<Elem, { [-1, -1] }>,
        grad_a: &Tensor<Elem, { [-1, -1] }>,
        grad_b: &Tensor<Elem, { [-1, -1] }>,
    ) {
        let grad_output_2: PointerTile<*mut Elem, { [] }> = get_tensor_base(grad_output);
        let input_2: PointerTile<*mut Elem, { [] }> = get_tensor_base(input);
        let grad_a_2: PointerTile<*mut Elem, { [] }> = get_tensor_base(grad_a);
        let grad_b_2: PointerTile<*mut Elem, { [] }> = get_tensor_base(grad_b);
        let token = new_token_unordered();
        let bid = get_tile_block_id().0;
        let offsets: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let b_col_idx: Tile<i32, { [TILE_SIZE] }> =
            offsets + broadcast_scalar(TOTAL_HIDDEN_SIZE, shape![TILE_SIZE]);
        let wide_index: Tile<i64, { [] }> = wide(bid);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape![TILE_SIZE]);
        let grad_output_wide: Tile<i64, { [] }> = wide(size(grad_output, 0));
        let grad_output_wide_2: Tile<i64, { [] }> = wide(stride(grad_output, 0));
        let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(offsets);
        let grad_output_wide_3: Tile<i64, { [] }> = wide(size(grad_output, 1));
        let mask: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(grad_output_wide_3, shape![TILE_SIZE]));
        let both: Tile<bool, { [TILE_SIZE] }> =
            andi(below(all, splat(grad_output_wide, shape![TILE_SIZE])), mask);
        let sum: Tile<i64, { [TILE_SIZE] }> = all * splat(grad_output_wide_2, shape![TILE_SIZE])
            + wide_index_2 * broadcast_scalar(1i64, shape![TILE_SIZE]);
        let grad_output_base: PointerTile<*mut Elem, { [TILE_SIZE] }> =
            splat_ptr(grad_output_2, shape![TILE_SIZE]);
        let grad_output_ptrs = addptr_tile(grad_output_base, sum);
        let filled: Tile<Elem, { [TILE_SIZE] }> = constant_float(0.0, shape![TILE_SIZE]);
        let dc_tile = unsafe { load_where(grad_output_ptrs, both, filled, token) };
        let dc_tile: Tile<f32, { [TILE_SIZE] }> = to_f32(dc_tile);
        let input_wide: Tile<i64, { [] }> = wide(size(input, 0));
        let input_wide_2: Tile<i64, { [] }> = wide(stride(input, 0));
        let input_wide_3: Tile<i64, { [] }> = wide(size(input, 1));
        let both_2: Tile<bool, { [TILE_SIZE] }> = andi(
            below(all, splat(input_wide, shape![TILE_SIZE])),
            below(wide_index_2, splat(input_wide_3, shape![TILE_SIZE])),
        );
        let sum_2: Tile<i64, { [TILE_SIZE] }> = all * splat(input_wide_2, shape![TILE_SIZE])
            + wide_index_2 * broadcast_scalar(1i64, shape![TILE_SIZE]);
        let input_base: PointerTile<*mut Elem, { [TILE_SIZE] }> =
            splat_ptr(input_2, shape![TILE_SIZE]);
        let input_ptrs = addptr_tile(input_base, sum_2);
        let a_tile = unsafe { load_where(input_ptrs, both_2, filled, token) };
        let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(b_col_idx);
        let both_3: Tile<bool, { [TILE_SIZE] }> = andi(
            below(all, splat(input_wide, shape![TILE_SIZE])),
            below(wide_index_3, splat(input_wide_3, shape![TILE_SIZE])),
        );
        let sum_3: Tile<i64, { [TILE_SIZE] }> = all * splat(input_wide_2, shape![TILE_SIZE])
            + wide_index_3 * broadcast_scalar(1i64, shape![TILE_SIZE]);
        let input_ptrs_2 = addptr_tile(input_base, sum_3);
        let b_tile = unsafe { load_where(input_ptrs_2, both_3, filled, token) };
        let a_tile: Tile<f32, { [TILE_SIZE] }> = to_f32(a_tile);
        let b_tile: Tile<f32, { [TILE_SIZE] }> = to_f32(b_tile);
        let product: Tile<f32, { [TILE_SIZE] }> =
            mul_ftz(negf(a_tile), broadcast_scalar(1.442695f32, shape![TILE_SIZE]));
        let denom: Tile<f32, { [TILE_SIZE] }> =
            broadcast_scalar(1.0f32, shape![TILE_SIZE]) + exp2(product, ftz::Enabled);
        let sigmoid_a: Tile<f32, { [TILE_SIZE] }> =
            div_approx_ftz(broadcast_scalar(1.0f32, shape![TILE_SIZE]), denom);
        let silu_a = a_tile * sigmoid_a;
        let db_tile = dc_tile * silu_a;
        let db_tile: Tile<Elem, { [TILE_SIZE] }> = convert_tile(db_tile);
        let grad_b_wide: Tile<i64, { [] }> = wide(size(grad_b, 0));
        let grad_b_wide_2: Tile<i64, { [] }> = wide(stride(grad_b, 0));
        let grad_b_wide_3: Tile<i64, { [] }> = wide(size(grad_b, 1));
        let both_4: Tile<bool, { [TILE_SIZE] }> = andi(
            below(all, splat(grad_b_wide, shape![TILE_SIZE])),
            below(wide_index_2, splat(grad_b_wide_3, shape![TILE_SIZE])),
        );
        let sum_4: Tile<i64, { [TILE_SIZE] }> = all * splat(grad_b_wide_2, shape![TILE_SIZE])
            + wide_index_2 * broadcast_scalar(1i64, shape![TILE_SIZE]);
        let grad_b_base: PointerTile<*mut Elem, { [TILE_SIZE] }> =
            splat_ptr(grad_b_2, shape![TILE_SIZE]);
        let grad_b_ptrs = addptr_tile(grad_b_base, sum_4);
        let _ = unsafe { store_where(grad_b_ptrs, db_tile, both_4, token) };
        let one_minus_sigmoid: Tile<f32, { [TILE_SIZE] }> =
            broadcast_scalar(1.0f32, shape![TILE_SIZE]) + negf(sigmoid_a);
        let silu_grad: Tile<f32, { [TILE_SIZE] }> = mul_add(silu_a, one_minus_sigmoid, sigmoid_a);
        let da_tile: Tile<f32, { [TILE_SIZE] }> = dc_tile * (b_tile * silu_grad);
        let da_tile: Tile<Elem, { [TILE_SIZE] }> = convert_tile(da_tile);
        let grad_a_wide: Tile<i64, { [] }> = wide(size(grad_a, 0));
        let grad_a_wide_2: Tile<i64, { [] }> = wide(stride(grad_a, 0));
        let grad_a_wide_3: Tile<i64, { [] }> = wide(size(grad_a, 1));
        let both_5: Tile<bool, { [TILE_SIZE] }> = andi(
            below(all, splat(grad_a_wide, shape![TILE_SIZE])),
            below(wide_index_2, splat(grad_a_wide_3, shape![TILE_SIZE])),
        );
        let sum_5: Tile<i64, { [TILE_SIZE] }> = all * splat(grad_a_wide_2, shape![TILE_SIZE])
            + wide_index_2 * broadcast_scalar(1i64, shape![TILE_SIZE]);
        let grad_a_base: PointerTile<*mut Elem, { [TILE_SIZE] }> =
            splat_ptr(grad_a_2, shape![TILE_SIZE]);
        let grad_a_ptrs = addptr_tile(grad_a_base, sum_5);
        let _ = unsafe { store_where(grad_a_ptrs, da_tile, both_5, token) };
    }
}
