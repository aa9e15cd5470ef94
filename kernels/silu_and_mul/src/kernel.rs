// SPDX-License-Identifier: MIT

//! Device kernels, converted from Tile IR by tileport.
//!
//! From `tilegym/ops/cutile/silu_and_mul.py` of TileGym 1.5.1, SHA-256
//! `b0aad9b614300c0205ee0bdd10ad7f5d5c96daf86192c84c7aabae1af083250a`.

/// One entry for each structural variant of each Python kernel.
#[cutile::module]
pub mod kernels {
    use cutile::core::*;
    use tileport_support::ops::*;

    /// `_silu_and_mul_kernel_row_wise`, lines 29 to 61 of `tilegym/ops/cutile/silu_and_mul.py`; structural variant `v0`.
    ///
    /// Generic over `TOTAL_HIDDEN_SIZE`, `TILE_SIZE`, `INPUT_ALIGN`, `INPUT_SIZE0_DIV`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`, `OUTPUT_ALIGN`, `OUTPUT_SIZE0_DIV`, `OUTPUT_SIZE1_DIV`, `OUTPUT_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn silu_and_mul_kernel_row_wise_v0<
        const TOTAL_HIDDEN_SIZE: i32,
        const TILE_SIZE: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE0_DIV: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
        const OUTPUT_ALIGN: i32,
        const OUTPUT_SIZE0_DIV: i32,
        const OUTPUT_SIZE1_DIV: i32,
        const OUTPUT_STRIDE0_DIV: i32,
    >(
        input_ptr: *mut f32,
        input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
        output_ptr: *mut f32,
        output_size0: i32,
        output_size1: i32,
        output_stride0: i32,
        _output_stride1: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let input: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let input_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_SIZE0_DIV>(input_size0))
        };
        let input_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_SIZE1_DIV>(input_size1))
        };
        let input_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_STRIDE0_DIV>(input_stride0))
        };
        let output: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUTPUT_ALIGN>(pointer_to_tile(output_ptr)) };
        let output_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_SIZE0_DIV>(output_size0))
        };
        let output_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_SIZE1_DIV>(output_size1))
        };
        let output_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_STRIDE0_DIV>(output_stride0))
        };
        let token = new_token_unordered();
        let total_hidden_size_tile: Tile<i32, { [] }> = scalar_to_tile(TOTAL_HIDDEN_SIZE);
        let total_hidden_size_tile_2: Tile<i32, { [1] }> =
            reshape(total_hidden_size_tile, shape![1]);
        let constant_tile: Tile<i32, { [TILE_SIZE] }> =
            broadcast(total_hidden_size_tile_2, shape_tile_size);
        let constant_tile_2: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let sum: Tile<i32, { [TILE_SIZE] }> = lanes + constant_tile;
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
        let input_wide: Tile<i64, { [] }> = wide(input_size0_known);
        let mask: Tile<bool, { [TILE_SIZE] }> = below(all, splat(input_wide, shape_tile_size));
        let input_wide_2: Tile<i64, { [] }> = wide(input_stride0_known);
        let product: Tile<i64, { [TILE_SIZE] }> = all * splat(input_wide_2, shape_tile_size);
        let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(lanes);
        let input_wide_3: Tile<i64, { [] }> = wide(input_size1_known);
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(input_wide_3, shape_tile_size));
        let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
        let product_2: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile_2;
        let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_2;
        let input_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(input, shape_tile_size), sum_2);
        let all_2: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(0.0f32, shape_tile_size);
        let input_2 = unsafe { load_where(input_ptrs, both, all_2, token) };
        let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(sum);
        let mask_3: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_3, splat(input_wide_3, shape_tile_size));
        let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_3);
        let product_3: Tile<i64, { [TILE_SIZE] }> = wide_index_3 * constant_tile_2;
        let sum_3: Tile<i64, { [TILE_SIZE] }> = product + product_3;
        let input_ptrs_2: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(input, shape_tile_size), sum_3);
        let input_3 = unsafe { load_where(input_ptrs_2, both_2, all_2, token) };
        let negated: Tile<f32, { [TILE_SIZE] }> = negf(input_2);
        let product_4: Tile<f32, { [TILE_SIZE] }> = mulf(
            negated,
            broadcast_scalar(1.442695f32, shape_tile_size),
            rounding::NearestEven,
            ftz::Enabled,
        );
        let exponential: Tile<f32, { [TILE_SIZE] }> = exp2(product_4, ftz::Enabled);
        let sum_4: Tile<f32, { [TILE_SIZE] }> =
            broadcast_scalar(1.0f32, shape_tile_size) + exponential;
        let quotient: Tile<f32, { [TILE_SIZE] }> =
            divf(broadcast_scalar(1.0f32, shape_tile_size), sum_4, rounding::Approx, ftz::Enabled);
        let product_5: Tile<f32, { [TILE_SIZE] }> = input_2 * quotient;
        let product_6: Tile<f32, { [TILE_SIZE] }> = product_5 * input_3;
        let output_wide: Tile<i64, { [] }> = wide(output_size0_known);
        let mask_4: Tile<bool, { [TILE_SIZE] }> = below(all, splat(output_wide, shape_tile_size));
        let output_wide_2: Tile<i64, { [] }> = wide(output_stride0_known);
        let product_7: Tile<i64, { [TILE_SIZE] }> = all * splat(output_wide_2, shape_tile_size);
        let output_wide_3: Tile<i64, { [] }> = wide(output_size1_known);
        let mask_5: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(output_wide_3, shape_tile_size));
        let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask_4, mask_5);
        let sum_5: Tile<i64, { [TILE_SIZE] }> = product_7 + product_2;
        let output_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(output, shape_tile_size), sum_5);
        let _ = unsafe { store_where(output_ptrs, product_6, both_3, token) };
    }

    /// `_silu_and_mul_kernel_row_wise`, lines 29 to 61 of `tilegym/ops/cutile/silu_and_mul.py`; structural variant `v1`.
    ///
    /// Generic over `INPUT_ALIGN`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`, `OUTPUT_ALIGN`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn silu_and_mul_kernel_row_wise_v1<
        const INPUT_ALIGN: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
        const OUTPUT_ALIGN: i32,
    >(
        input_ptr: *mut f32,
        _input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
        output_ptr: *mut f32,
        _output_size0: i32,
        _output_size1: i32,
        _output_stride0: i32,
        _output_stride1: i32,
    ) {
        let input: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let input_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_SIZE1_DIV>(input_size1))
        };
        let input_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_STRIDE0_DIV>(input_stride0))
        };
        let output: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUTPUT_ALIGN>(pointer_to_tile(output_ptr)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i32, { [1] }> = constant(1i32, shape![1]);
        let constant_tile_2: Tile<i64, { [1] }> = constant(1i64, shape![1]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [1] }> = iota(shape![1]);
        let sum: Tile<i32, { [1] }> = lanes + constant_tile;
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let reshaped: Tile<i64, { [1] }> = reshape(wide_index, shape![1]);
        let mask: Tile<bool, { [1] }> = below(reshaped, constant_tile_2);
        let input_wide: Tile<i64, { [] }> = wide(input_stride0_known);
        let product: Tile<i64, { [1] }> = reshaped * reshape(input_wide, shape![1]);
        let wide_index_2: Tile<i64, { [1] }> = widen(lanes);
        let input_wide_2: Tile<i64, { [] }> = wide(input_size1_known);
        let mask_2: Tile<bool, { [1] }> = below(wide_index_2, reshape(input_wide_2, shape![1]));
        let both: Tile<bool, { [1] }> = andi(mask, mask_2);
        let product_2: Tile<i64, { [1] }> = wide_index_2 * constant_tile_2;
        let sum_2: Tile<i64, { [1] }> = product + product_2;
        let input_ptrs: PointerTile<*mut f32, { [1] }> =
            addptr_tile(reshape_ptr(input, shape![1]), sum_2);
        let input_2: PointerTile<*mut f32, { [1] }> = unsafe { assume_div_by::<_, 4>(input_ptrs) };
        let zero: Tile<f32, { [] }> = constant(0.0f32, shape![]);
        let reshaped_2: Tile<f32, { [1] }> = reshape(zero, shape![1]);
        let input_3 = unsafe { load_where(input_2, both, reshaped_2, token) };
        let wide_index_3: Tile<i64, { [1] }> = widen(sum);
        let mask_3: Tile<bool, { [1] }> = below(wide_index_3, reshape(input_wide_2, shape![1]));
        let both_2: Tile<bool, { [1] }> = andi(mask, mask_3);
        let product_3: Tile<i64, { [1] }> = wide_index_3 * constant_tile_2;
        let sum_3: Tile<i64, { [1] }> = product + product_3;
        let input_ptrs_2: PointerTile<*mut f32, { [1] }> =
            addptr_tile(reshape_ptr(input, shape![1]), sum_3);
        let input_4: PointerTile<*mut f32, { [1] }> =
            unsafe { assume_div_by::<_, 4>(input_ptrs_2) };
        let input_5 = unsafe { load_where(input_4, both_2, reshaped_2, token) };
        let negated: Tile<f32, { [1] }> = negf(input_3);
        let constant_value: Tile<f32, { [] }> = constant(1.442695f32, shape![]);
        let reshaped_3: Tile<f32, { [1] }> = reshape(constant_value, shape![1]);
        let product_4: Tile<f32, { [1] }> =
            mulf(negated, reshaped_3, rounding::NearestEven, ftz::Enabled);
        let exponential: Tile<f32, { [1] }> = exp2(product_4, ftz::Enabled);
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let sum_4: Tile<f32, { [1] }> = reshape(one, shape![1]) + exponential;
        let quotient: Tile<f32, { [1] }> =
            divf(reshape(one, shape![1]), sum_4, rounding::Approx, ftz::Enabled);
        let product_5: Tile<f32, { [1] }> = input_3 * quotient;
        let product_6: Tile<f32, { [1] }> = product_5 * input_5;
        let product_7: Tile<i64, { [1] }> = reshaped * constant_tile_2;
        let mask_4: Tile<bool, { [1] }> = below(wide_index_2, constant_tile_2);
        let both_3: Tile<bool, { [1] }> = andi(mask, mask_4);
        let sum_5: Tile<i64, { [1] }> = product_7 + product_2;
        let output_ptrs: PointerTile<*mut f32, { [1] }> =
            addptr_tile(reshape_ptr(output, shape![1]), sum_5);
        let output_2: PointerTile<*mut f32, { [1] }> =
            unsafe { assume_div_by::<_, 4>(output_ptrs) };
        let _ = unsafe { store_where(output_2, product_6, both_3, token) };
    }

    /// `_silu_and_mul_kernel_row_wise`, lines 29 to 61 of `tilegym/ops/cutile/silu_and_mul.py`; structural variant `v2`.
    ///
    /// Generic over `E`, `TOTAL_HIDDEN_SIZE`, `TILE_SIZE`, `INPUT_ALIGN`, `INPUT_SIZE0_DIV`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`, `OUTPUT_ALIGN`, `OUTPUT_SIZE0_DIV`, `OUTPUT_SIZE1_DIV`, `OUTPUT_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn silu_and_mul_kernel_row_wise_v2<
        E: ElementType,
        const TOTAL_HIDDEN_SIZE: i32,
        const TILE_SIZE: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE0_DIV: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
        const OUTPUT_ALIGN: i32,
        const OUTPUT_SIZE0_DIV: i32,
        const OUTPUT_SIZE1_DIV: i32,
        const OUTPUT_STRIDE0_DIV: i32,
    >(
        input_ptr: *mut E,
        input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
        output_ptr: *mut E,
        output_size0: i32,
        output_size1: i32,
        output_stride0: i32,
        _output_stride1: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let input: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let input_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_SIZE0_DIV>(input_size0))
        };
        let input_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_SIZE1_DIV>(input_size1))
        };
        let input_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_STRIDE0_DIV>(input_stride0))
        };
        let output: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, OUTPUT_ALIGN>(pointer_to_tile(output_ptr)) };
        let output_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_SIZE0_DIV>(output_size0))
        };
        let output_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_SIZE1_DIV>(output_size1))
        };
        let output_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_STRIDE0_DIV>(output_stride0))
        };
        let token = new_token_unordered();
        let total_hidden_size_tile: Tile<i32, { [] }> = scalar_to_tile(TOTAL_HIDDEN_SIZE);
        let total_hidden_size_tile_2: Tile<i32, { [1] }> =
            reshape(total_hidden_size_tile, shape![1]);
        let constant_tile: Tile<i32, { [TILE_SIZE] }> =
            broadcast(total_hidden_size_tile_2, shape_tile_size);
        let constant_tile_2: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let sum: Tile<i32, { [TILE_SIZE] }> = lanes + constant_tile;
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
        let input_wide: Tile<i64, { [] }> = wide(input_size0_known);
        let mask: Tile<bool, { [TILE_SIZE] }> = below(all, splat(input_wide, shape_tile_size));
        let input_wide_2: Tile<i64, { [] }> = wide(input_stride0_known);
        let product: Tile<i64, { [TILE_SIZE] }> = all * splat(input_wide_2, shape_tile_size);
        let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(lanes);
        let input_wide_3: Tile<i64, { [] }> = wide(input_size1_known);
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(input_wide_3, shape_tile_size));
        let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
        let product_2: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile_2;
        let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_2;
        let input_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(input, shape_tile_size), sum_2);
        let constant_value: Tile<E, { [] }> = constant_float(0.0, shape![]);
        let all_2: Tile<E, { [TILE_SIZE] }> = splat(constant_value, shape_tile_size);
        let input_2 = unsafe { load_where(input_ptrs, both, all_2, token) };
        let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(sum);
        let mask_3: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_3, splat(input_wide_3, shape_tile_size));
        let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_3);
        let product_3: Tile<i64, { [TILE_SIZE] }> = wide_index_3 * constant_tile_2;
        let sum_3: Tile<i64, { [TILE_SIZE] }> = product + product_3;
        let input_ptrs_2: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(input, shape_tile_size), sum_3);
        let input_3 = unsafe { load_where(input_ptrs_2, both_2, all_2, token) };
        let converted: Tile<f32, { [TILE_SIZE] }> = ftof(input_2, rounding::NearestEven);
        let converted_2: Tile<f32, { [TILE_SIZE] }> = ftof(input_3, rounding::NearestEven);
        let negated: Tile<f32, { [TILE_SIZE] }> = negf(converted);
        let product_4: Tile<f32, { [TILE_SIZE] }> = mulf(
            negated,
            broadcast_scalar(1.442695f32, shape_tile_size),
            rounding::NearestEven,
            ftz::Enabled,
        );
        let exponential: Tile<f32, { [TILE_SIZE] }> = exp2(product_4, ftz::Enabled);
        let sum_4: Tile<f32, { [TILE_SIZE] }> =
            broadcast_scalar(1.0f32, shape_tile_size) + exponential;
        let quotient: Tile<f32, { [TILE_SIZE] }> =
            divf(broadcast_scalar(1.0f32, shape_tile_size), sum_4, rounding::Approx, ftz::Enabled);
        let product_5: Tile<f32, { [TILE_SIZE] }> = converted * quotient;
        let product_6: Tile<f32, { [TILE_SIZE] }> = product_5 * converted_2;
        let converted_3: Tile<E, { [TILE_SIZE] }> = ftof(product_6, rounding::NearestEven);
        let output_wide: Tile<i64, { [] }> = wide(output_size0_known);
        let mask_4: Tile<bool, { [TILE_SIZE] }> = below(all, splat(output_wide, shape_tile_size));
        let output_wide_2: Tile<i64, { [] }> = wide(output_stride0_known);
        let product_7: Tile<i64, { [TILE_SIZE] }> = all * splat(output_wide_2, shape_tile_size);
        let output_wide_3: Tile<i64, { [] }> = wide(output_size1_known);
        let mask_5: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(output_wide_3, shape_tile_size));
        let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask_4, mask_5);
        let sum_5: Tile<i64, { [TILE_SIZE] }> = product_7 + product_2;
        let output_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(output, shape_tile_size), sum_5);
        let _ = unsafe { store_where(output_ptrs, converted_3, both_3, token) };
    }

    /// `_silu_and_mul_kernel_row_wise`, lines 29 to 61 of `tilegym/ops/cutile/silu_and_mul.py`; structural variant `v3`.
    ///
    /// Generic over `TOTAL_HIDDEN_SIZE`, `TILE_SIZE`, `INPUT_ALIGN`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`, `OUTPUT_ALIGN`, `OUTPUT_SIZE1_DIV`, `OUTPUT_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn silu_and_mul_kernel_row_wise_v3<
        const TOTAL_HIDDEN_SIZE: i32,
        const TILE_SIZE: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
        const OUTPUT_ALIGN: i32,
        const OUTPUT_SIZE1_DIV: i32,
        const OUTPUT_STRIDE0_DIV: i32,
    >(
        input_ptr: *mut f32,
        _input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
        output_ptr: *mut f32,
        _output_size0: i32,
        output_size1: i32,
        output_stride0: i32,
        _output_stride1: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let input: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let input_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_SIZE1_DIV>(input_size1))
        };
        let input_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_STRIDE0_DIV>(input_stride0))
        };
        let output: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUTPUT_ALIGN>(pointer_to_tile(output_ptr)) };
        let output_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_SIZE1_DIV>(output_size1))
        };
        let output_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_STRIDE0_DIV>(output_stride0))
        };
        let token = new_token_unordered();
        let total_hidden_size_tile: Tile<i32, { [] }> = scalar_to_tile(TOTAL_HIDDEN_SIZE);
        let total_hidden_size_tile_2: Tile<i32, { [1] }> =
            reshape(total_hidden_size_tile, shape![1]);
        let constant_tile: Tile<i32, { [TILE_SIZE] }> =
            broadcast(total_hidden_size_tile_2, shape_tile_size);
        let constant_tile_2: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let sum: Tile<i32, { [TILE_SIZE] }> = lanes + constant_tile;
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
        let mask: Tile<bool, { [TILE_SIZE] }> = below(all, constant_tile_2);
        let input_wide: Tile<i64, { [] }> = wide(input_stride0_known);
        let product: Tile<i64, { [TILE_SIZE] }> = all * splat(input_wide, shape_tile_size);
        let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(lanes);
        let input_wide_2: Tile<i64, { [] }> = wide(input_size1_known);
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(input_wide_2, shape_tile_size));
        let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
        let product_2: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile_2;
        let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_2;
        let input_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(input, shape_tile_size), sum_2);
        let all_2: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(0.0f32, shape_tile_size);
        let input_2 = unsafe { load_where(input_ptrs, both, all_2, token) };
        let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(sum);
        let mask_3: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_3, splat(input_wide_2, shape_tile_size));
        let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_3);
        let product_3: Tile<i64, { [TILE_SIZE] }> = wide_index_3 * constant_tile_2;
        let sum_3: Tile<i64, { [TILE_SIZE] }> = product + product_3;
        let input_ptrs_2: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(input, shape_tile_size), sum_3);
        let input_3 = unsafe { load_where(input_ptrs_2, both_2, all_2, token) };
        let negated: Tile<f32, { [TILE_SIZE] }> = negf(input_2);
        let product_4: Tile<f32, { [TILE_SIZE] }> = mulf(
            negated,
            broadcast_scalar(1.442695f32, shape_tile_size),
            rounding::NearestEven,
            ftz::Enabled,
        );
        let exponential: Tile<f32, { [TILE_SIZE] }> = exp2(product_4, ftz::Enabled);
        let sum_4: Tile<f32, { [TILE_SIZE] }> =
            broadcast_scalar(1.0f32, shape_tile_size) + exponential;
        let quotient: Tile<f32, { [TILE_SIZE] }> =
            divf(broadcast_scalar(1.0f32, shape_tile_size), sum_4, rounding::Approx, ftz::Enabled);
        let product_5: Tile<f32, { [TILE_SIZE] }> = input_2 * quotient;
        let product_6: Tile<f32, { [TILE_SIZE] }> = product_5 * input_3;
        let output_wide: Tile<i64, { [] }> = wide(output_stride0_known);
        let product_7: Tile<i64, { [TILE_SIZE] }> = all * splat(output_wide, shape_tile_size);
        let output_wide_2: Tile<i64, { [] }> = wide(output_size1_known);
        let mask_4: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(output_wide_2, shape_tile_size));
        let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_4);
        let sum_5: Tile<i64, { [TILE_SIZE] }> = product_7 + product_2;
        let output_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(output, shape_tile_size), sum_5);
        let _ = unsafe { store_where(output_ptrs, product_6, both_3, token) };
    }

    /// `_silu_and_mul_kernel_row_wise`, lines 29 to 61 of `tilegym/ops/cutile/silu_and_mul.py`; structural variant `v4`.
    ///
    /// Generic over `E`, `TOTAL_HIDDEN_SIZE`, `TILE_SIZE`, `INPUT_ALIGN`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`, `OUTPUT_ALIGN`, `OUTPUT_SIZE1_DIV`, `OUTPUT_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn silu_and_mul_kernel_row_wise_v4<
        E: ElementType,
        const TOTAL_HIDDEN_SIZE: i32,
        const TILE_SIZE: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
        const OUTPUT_ALIGN: i32,
        const OUTPUT_SIZE1_DIV: i32,
        const OUTPUT_STRIDE0_DIV: i32,
    >(
        input_ptr: *mut E,
        _input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
        output_ptr: *mut E,
        _output_size0: i32,
        output_size1: i32,
        output_stride0: i32,
        _output_stride1: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let input: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let input_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_SIZE1_DIV>(input_size1))
        };
        let input_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_STRIDE0_DIV>(input_stride0))
        };
        let output: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, OUTPUT_ALIGN>(pointer_to_tile(output_ptr)) };
        let output_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_SIZE1_DIV>(output_size1))
        };
        let output_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_STRIDE0_DIV>(output_stride0))
        };
        let token = new_token_unordered();
        let total_hidden_size_tile: Tile<i32, { [] }> = scalar_to_tile(TOTAL_HIDDEN_SIZE);
        let total_hidden_size_tile_2: Tile<i32, { [1] }> =
            reshape(total_hidden_size_tile, shape![1]);
        let constant_tile: Tile<i32, { [TILE_SIZE] }> =
            broadcast(total_hidden_size_tile_2, shape_tile_size);
        let constant_tile_2: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let sum: Tile<i32, { [TILE_SIZE] }> = lanes + constant_tile;
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
        let mask: Tile<bool, { [TILE_SIZE] }> = below(all, constant_tile_2);
        let input_wide: Tile<i64, { [] }> = wide(input_stride0_known);
        let product: Tile<i64, { [TILE_SIZE] }> = all * splat(input_wide, shape_tile_size);
        let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(lanes);
        let input_wide_2: Tile<i64, { [] }> = wide(input_size1_known);
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(input_wide_2, shape_tile_size));
        let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
        let product_2: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile_2;
        let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_2;
        let input_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(input, shape_tile_size), sum_2);
        let constant_value: Tile<E, { [] }> = constant_float(0.0, shape![]);
        let all_2: Tile<E, { [TILE_SIZE] }> = splat(constant_value, shape_tile_size);
        let input_2 = unsafe { load_where(input_ptrs, both, all_2, token) };
        let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(sum);
        let mask_3: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_3, splat(input_wide_2, shape_tile_size));
        let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_3);
        let product_3: Tile<i64, { [TILE_SIZE] }> = wide_index_3 * constant_tile_2;
        let sum_3: Tile<i64, { [TILE_SIZE] }> = product + product_3;
        let input_ptrs_2: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(input, shape_tile_size), sum_3);
        let input_3 = unsafe { load_where(input_ptrs_2, both_2, all_2, token) };
        let converted: Tile<f32, { [TILE_SIZE] }> = ftof(input_2, rounding::NearestEven);
        let converted_2: Tile<f32, { [TILE_SIZE] }> = ftof(input_3, rounding::NearestEven);
        let negated: Tile<f32, { [TILE_SIZE] }> = negf(converted);
        let product_4: Tile<f32, { [TILE_SIZE] }> = mulf(
            negated,
            broadcast_scalar(1.442695f32, shape_tile_size),
            rounding::NearestEven,
            ftz::Enabled,
        );
        let exponential: Tile<f32, { [TILE_SIZE] }> = exp2(product_4, ftz::Enabled);
        let sum_4: Tile<f32, { [TILE_SIZE] }> =
            broadcast_scalar(1.0f32, shape_tile_size) + exponential;
        let quotient: Tile<f32, { [TILE_SIZE] }> =
            divf(broadcast_scalar(1.0f32, shape_tile_size), sum_4, rounding::Approx, ftz::Enabled);
        let product_5: Tile<f32, { [TILE_SIZE] }> = converted * quotient;
        let product_6: Tile<f32, { [TILE_SIZE] }> = product_5 * converted_2;
        let converted_3: Tile<E, { [TILE_SIZE] }> = ftof(product_6, rounding::NearestEven);
        let output_wide: Tile<i64, { [] }> = wide(output_stride0_known);
        let product_7: Tile<i64, { [TILE_SIZE] }> = all * splat(output_wide, shape_tile_size);
        let output_wide_2: Tile<i64, { [] }> = wide(output_size1_known);
        let mask_4: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(output_wide_2, shape_tile_size));
        let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_4);
        let sum_5: Tile<i64, { [TILE_SIZE] }> = product_7 + product_2;
        let output_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(output, shape_tile_size), sum_5);
        let _ = unsafe { store_where(output_ptrs, converted_3, both_3, token) };
    }

    /// `_silu_and_mul_backward_kernel_row_wise`, lines 70 to 113 of `tilegym/ops/cutile/silu_and_mul.py`; structural variant `v0`.
    ///
    /// Generic over `TOTAL_HIDDEN_SIZE`, `TILE_SIZE`, `GRAD_OUTPUT_ALIGN`, `GRAD_OUTPUT_SIZE0_DIV`, `GRAD_OUTPUT_SIZE1_DIV`, `GRAD_OUTPUT_STRIDE0_DIV`, `INPUT_ALIGN`, `INPUT_SIZE0_DIV`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`, `GRAD_A_ALIGN`, `GRAD_A_SIZE0_DIV`, `GRAD_A_SIZE1_DIV`, `GRAD_A_STRIDE0_DIV`, `GRAD_B_ALIGN`, `GRAD_B_SIZE0_DIV`, `GRAD_B_SIZE1_DIV`, `GRAD_B_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn silu_and_mul_backward_kernel_row_wise_v0<
        const TOTAL_HIDDEN_SIZE: i32,
        const TILE_SIZE: i32,
        const GRAD_OUTPUT_ALIGN: i32,
        const GRAD_OUTPUT_SIZE0_DIV: i32,
        const GRAD_OUTPUT_SIZE1_DIV: i32,
        const GRAD_OUTPUT_STRIDE0_DIV: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE0_DIV: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
        const GRAD_A_ALIGN: i32,
        const GRAD_A_SIZE0_DIV: i32,
        const GRAD_A_SIZE1_DIV: i32,
        const GRAD_A_STRIDE0_DIV: i32,
        const GRAD_B_ALIGN: i32,
        const GRAD_B_SIZE0_DIV: i32,
        const GRAD_B_SIZE1_DIV: i32,
        const GRAD_B_STRIDE0_DIV: i32,
    >(
        grad_output_ptr: *mut f32,
        grad_output_size0: i32,
        grad_output_size1: i32,
        grad_output_stride0: i32,
        _grad_output_stride1: i32,
        input_ptr: *mut f32,
        input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
        grad_a_ptr: *mut f32,
        grad_a_size0: i32,
        grad_a_size1: i32,
        grad_a_stride0: i32,
        _grad_a_stride1: i32,
        grad_b_ptr: *mut f32,
        grad_b_size0: i32,
        grad_b_size1: i32,
        grad_b_stride0: i32,
        _grad_b_stride1: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let grad_output: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, GRAD_OUTPUT_ALIGN>(pointer_to_tile(grad_output_ptr)) };
        let grad_output_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_OUTPUT_SIZE0_DIV>(
                grad_output_size0,
            ))
        };
        let grad_output_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_OUTPUT_SIZE1_DIV>(
                grad_output_size1,
            ))
        };
        let grad_output_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_OUTPUT_STRIDE0_DIV>(
                grad_output_stride0,
            ))
        };
        let input: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let input_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_SIZE0_DIV>(input_size0))
        };
        let input_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_SIZE1_DIV>(input_size1))
        };
        let input_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_STRIDE0_DIV>(input_stride0))
        };
        let grad_a: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, GRAD_A_ALIGN>(pointer_to_tile(grad_a_ptr)) };
        let grad_a_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_A_SIZE0_DIV>(grad_a_size0))
        };
        let grad_a_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_A_SIZE1_DIV>(grad_a_size1))
        };
        let grad_a_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_A_STRIDE0_DIV>(grad_a_stride0))
        };
        let grad_b: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, GRAD_B_ALIGN>(pointer_to_tile(grad_b_ptr)) };
        let grad_b_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_B_SIZE0_DIV>(grad_b_size0))
        };
        let grad_b_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_B_SIZE1_DIV>(grad_b_size1))
        };
        let grad_b_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_B_STRIDE0_DIV>(grad_b_stride0))
        };
        let token = new_token_unordered();
        let total_hidden_size_tile: Tile<i32, { [] }> = scalar_to_tile(TOTAL_HIDDEN_SIZE);
        let total_hidden_size_tile_2: Tile<i32, { [1] }> =
            reshape(total_hidden_size_tile, shape![1]);
        let constant_tile: Tile<i32, { [TILE_SIZE] }> =
            broadcast(total_hidden_size_tile_2, shape_tile_size);
        let constant_tile_2: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let sum: Tile<i32, { [TILE_SIZE] }> = lanes + constant_tile;
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
        let grad_output_wide: Tile<i64, { [] }> = wide(grad_output_size0_known);
        let mask: Tile<bool, { [TILE_SIZE] }> =
            below(all, splat(grad_output_wide, shape_tile_size));
        let grad_output_wide_2: Tile<i64, { [] }> = wide(grad_output_stride0_known);
        let product: Tile<i64, { [TILE_SIZE] }> = all * splat(grad_output_wide_2, shape_tile_size);
        let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(lanes);
        let grad_output_wide_3: Tile<i64, { [] }> = wide(grad_output_size1_known);
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(grad_output_wide_3, shape_tile_size));
        let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
        let product_2: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile_2;
        let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_2;
        let grad_output_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(grad_output, shape_tile_size), sum_2);
        let all_2: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(0.0f32, shape_tile_size);
        let grad_output_2 = unsafe { load_where(grad_output_ptrs, both, all_2, token) };
        let input_wide: Tile<i64, { [] }> = wide(input_size0_known);
        let mask_3: Tile<bool, { [TILE_SIZE] }> = below(all, splat(input_wide, shape_tile_size));
        let input_wide_2: Tile<i64, { [] }> = wide(input_stride0_known);
        let product_3: Tile<i64, { [TILE_SIZE] }> = all * splat(input_wide_2, shape_tile_size);
        let input_wide_3: Tile<i64, { [] }> = wide(input_size1_known);
        let mask_4: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(input_wide_3, shape_tile_size));
        let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask_3, mask_4);
        let sum_3: Tile<i64, { [TILE_SIZE] }> = product_3 + product_2;
        let input_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(input, shape_tile_size), sum_3);
        let input_2 = unsafe { load_where(input_ptrs, both_2, all_2, token) };
        let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(sum);
        let mask_5: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_3, splat(input_wide_3, shape_tile_size));
        let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask_3, mask_5);
        let product_4: Tile<i64, { [TILE_SIZE] }> = wide_index_3 * constant_tile_2;
        let sum_4: Tile<i64, { [TILE_SIZE] }> = product_3 + product_4;
        let input_ptrs_2: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(input, shape_tile_size), sum_4);
        let input_3 = unsafe { load_where(input_ptrs_2, both_3, all_2, token) };
        let negated: Tile<f32, { [TILE_SIZE] }> = negf(input_2);
        let product_5: Tile<f32, { [TILE_SIZE] }> = mulf(
            negated,
            broadcast_scalar(1.442695f32, shape_tile_size),
            rounding::NearestEven,
            ftz::Enabled,
        );
        let exponential: Tile<f32, { [TILE_SIZE] }> = exp2(product_5, ftz::Enabled);
        let sum_5: Tile<f32, { [TILE_SIZE] }> =
            broadcast_scalar(1.0f32, shape_tile_size) + exponential;
        let quotient: Tile<f32, { [TILE_SIZE] }> =
            divf(broadcast_scalar(1.0f32, shape_tile_size), sum_5, rounding::Approx, ftz::Enabled);
        let product_6: Tile<f32, { [TILE_SIZE] }> = input_2 * quotient;
        let product_7: Tile<f32, { [TILE_SIZE] }> = grad_output_2 * product_6;
        let grad_b_wide: Tile<i64, { [] }> = wide(grad_b_size0_known);
        let mask_6: Tile<bool, { [TILE_SIZE] }> = below(all, splat(grad_b_wide, shape_tile_size));
        let grad_b_wide_2: Tile<i64, { [] }> = wide(grad_b_stride0_known);
        let product_8: Tile<i64, { [TILE_SIZE] }> = all * splat(grad_b_wide_2, shape_tile_size);
        let grad_b_wide_3: Tile<i64, { [] }> = wide(grad_b_size1_known);
        let mask_7: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(grad_b_wide_3, shape_tile_size));
        let both_4: Tile<bool, { [TILE_SIZE] }> = andi(mask_6, mask_7);
        let sum_6: Tile<i64, { [TILE_SIZE] }> = product_8 + product_2;
        let grad_b_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(grad_b, shape_tile_size), sum_6);
        let _ = unsafe { store_where(grad_b_ptrs, product_7, both_4, token) };
        let negated_2: Tile<f32, { [TILE_SIZE] }> = negf(quotient);
        let sum_7: Tile<f32, { [TILE_SIZE] }> =
            broadcast_scalar(1.0f32, shape_tile_size) + negated_2;
        let fused: Tile<f32, { [TILE_SIZE] }> =
            fma(product_6, sum_7, quotient, rounding::NearestEven, ftz::Disabled);
        let product_9: Tile<f32, { [TILE_SIZE] }> = input_3 * fused;
        let product_10: Tile<f32, { [TILE_SIZE] }> = grad_output_2 * product_9;
        let grad_a_wide: Tile<i64, { [] }> = wide(grad_a_size0_known);
        let mask_8: Tile<bool, { [TILE_SIZE] }> = below(all, splat(grad_a_wide, shape_tile_size));
        let grad_a_wide_2: Tile<i64, { [] }> = wide(grad_a_stride0_known);
        let product_11: Tile<i64, { [TILE_SIZE] }> = all * splat(grad_a_wide_2, shape_tile_size);
        let grad_a_wide_3: Tile<i64, { [] }> = wide(grad_a_size1_known);
        let mask_9: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(grad_a_wide_3, shape_tile_size));
        let both_5: Tile<bool, { [TILE_SIZE] }> = andi(mask_8, mask_9);
        let sum_8: Tile<i64, { [TILE_SIZE] }> = product_11 + product_2;
        let grad_a_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(grad_a, shape_tile_size), sum_8);
        let _ = unsafe { store_where(grad_a_ptrs, product_10, both_5, token) };
    }

    /// `_silu_and_mul_backward_kernel_row_wise`, lines 70 to 113 of `tilegym/ops/cutile/silu_and_mul.py`; structural variant `v1`.
    ///
    /// Generic over `GRAD_OUTPUT_ALIGN`, `INPUT_ALIGN`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`, `GRAD_A_ALIGN`, `GRAD_B_ALIGN`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn silu_and_mul_backward_kernel_row_wise_v1<
        const GRAD_OUTPUT_ALIGN: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
        const GRAD_A_ALIGN: i32,
        const GRAD_B_ALIGN: i32,
    >(
        grad_output_ptr: *mut f32,
        _grad_output_size0: i32,
        _grad_output_size1: i32,
        _grad_output_stride0: i32,
        _grad_output_stride1: i32,
        input_ptr: *mut f32,
        _input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
        grad_a_ptr: *mut f32,
        _grad_a_size0: i32,
        _grad_a_size1: i32,
        _grad_a_stride0: i32,
        _grad_a_stride1: i32,
        grad_b_ptr: *mut f32,
        _grad_b_size0: i32,
        _grad_b_size1: i32,
        _grad_b_stride0: i32,
        _grad_b_stride1: i32,
    ) {
        let grad_output: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, GRAD_OUTPUT_ALIGN>(pointer_to_tile(grad_output_ptr)) };
        let input: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let input_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_SIZE1_DIV>(input_size1))
        };
        let input_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_STRIDE0_DIV>(input_stride0))
        };
        let grad_a: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, GRAD_A_ALIGN>(pointer_to_tile(grad_a_ptr)) };
        let grad_b: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, GRAD_B_ALIGN>(pointer_to_tile(grad_b_ptr)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i32, { [1] }> = constant(1i32, shape![1]);
        let constant_tile_2: Tile<i64, { [1] }> = constant(1i64, shape![1]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [1] }> = iota(shape![1]);
        let sum: Tile<i32, { [1] }> = lanes + constant_tile;
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let reshaped: Tile<i64, { [1] }> = reshape(wide_index, shape![1]);
        let mask: Tile<bool, { [1] }> = below(reshaped, constant_tile_2);
        let product: Tile<i64, { [1] }> = reshaped * constant_tile_2;
        let wide_index_2: Tile<i64, { [1] }> = widen(lanes);
        let mask_2: Tile<bool, { [1] }> = below(wide_index_2, constant_tile_2);
        let both: Tile<bool, { [1] }> = andi(mask, mask_2);
        let product_2: Tile<i64, { [1] }> = wide_index_2 * constant_tile_2;
        let sum_2: Tile<i64, { [1] }> = product + product_2;
        let grad_output_ptrs: PointerTile<*mut f32, { [1] }> =
            addptr_tile(reshape_ptr(grad_output, shape![1]), sum_2);
        let grad_output_2: PointerTile<*mut f32, { [1] }> =
            unsafe { assume_div_by::<_, 4>(grad_output_ptrs) };
        let zero: Tile<f32, { [] }> = constant(0.0f32, shape![]);
        let reshaped_2: Tile<f32, { [1] }> = reshape(zero, shape![1]);
        let grad_output_3 = unsafe { load_where(grad_output_2, both, reshaped_2, token) };
        let input_wide: Tile<i64, { [] }> = wide(input_stride0_known);
        let product_3: Tile<i64, { [1] }> = reshaped * reshape(input_wide, shape![1]);
        let input_wide_2: Tile<i64, { [] }> = wide(input_size1_known);
        let mask_3: Tile<bool, { [1] }> = below(wide_index_2, reshape(input_wide_2, shape![1]));
        let both_2: Tile<bool, { [1] }> = andi(mask, mask_3);
        let sum_3: Tile<i64, { [1] }> = product_3 + product_2;
        let input_ptrs: PointerTile<*mut f32, { [1] }> =
            addptr_tile(reshape_ptr(input, shape![1]), sum_3);
        let input_2: PointerTile<*mut f32, { [1] }> = unsafe { assume_div_by::<_, 4>(input_ptrs) };
        let input_3 = unsafe { load_where(input_2, both_2, reshaped_2, token) };
        let wide_index_3: Tile<i64, { [1] }> = widen(sum);
        let mask_4: Tile<bool, { [1] }> = below(wide_index_3, reshape(input_wide_2, shape![1]));
        let both_3: Tile<bool, { [1] }> = andi(mask, mask_4);
        let product_4: Tile<i64, { [1] }> = wide_index_3 * constant_tile_2;
        let sum_4: Tile<i64, { [1] }> = product_3 + product_4;
        let input_ptrs_2: PointerTile<*mut f32, { [1] }> =
            addptr_tile(reshape_ptr(input, shape![1]), sum_4);
        let input_4: PointerTile<*mut f32, { [1] }> =
            unsafe { assume_div_by::<_, 4>(input_ptrs_2) };
        let input_5 = unsafe { load_where(input_4, both_3, reshaped_2, token) };
        let negated: Tile<f32, { [1] }> = negf(input_3);
        let constant_value: Tile<f32, { [] }> = constant(1.442695f32, shape![]);
        let reshaped_3: Tile<f32, { [1] }> = reshape(constant_value, shape![1]);
        let product_5: Tile<f32, { [1] }> =
            mulf(negated, reshaped_3, rounding::NearestEven, ftz::Enabled);
        let exponential: Tile<f32, { [1] }> = exp2(product_5, ftz::Enabled);
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let sum_5: Tile<f32, { [1] }> = reshape(one, shape![1]) + exponential;
        let quotient: Tile<f32, { [1] }> =
            divf(reshape(one, shape![1]), sum_5, rounding::Approx, ftz::Enabled);
        let product_6: Tile<f32, { [1] }> = input_3 * quotient;
        let product_7: Tile<f32, { [1] }> = grad_output_3 * product_6;
        let grad_b_ptrs: PointerTile<*mut f32, { [1] }> =
            addptr_tile(reshape_ptr(grad_b, shape![1]), sum_2);
        let grad_b_2: PointerTile<*mut f32, { [1] }> =
            unsafe { assume_div_by::<_, 4>(grad_b_ptrs) };
        let _ = unsafe { store_where(grad_b_2, product_7, both, token) };
        let negated_2: Tile<f32, { [1] }> = negf(quotient);
        let sum_6: Tile<f32, { [1] }> = reshape(one, shape![1]) + negated_2;
        let fused: Tile<f32, { [1] }> =
            fma(product_6, sum_6, quotient, rounding::NearestEven, ftz::Disabled);
        let product_8: Tile<f32, { [1] }> = input_5 * fused;
        let product_9: Tile<f32, { [1] }> = grad_output_3 * product_8;
        let grad_a_ptrs: PointerTile<*mut f32, { [1] }> =
            addptr_tile(reshape_ptr(grad_a, shape![1]), sum_2);
        let grad_a_2: PointerTile<*mut f32, { [1] }> =
            unsafe { assume_div_by::<_, 4>(grad_a_ptrs) };
        let _ = unsafe { store_where(grad_a_2, product_9, both, token) };
    }

    /// `_silu_and_mul_backward_kernel_row_wise`, lines 70 to 113 of `tilegym/ops/cutile/silu_and_mul.py`; structural variant `v2`.
    ///
    /// Generic over `E`, `TOTAL_HIDDEN_SIZE`, `TILE_SIZE`, `GRAD_OUTPUT_ALIGN`, `GRAD_OUTPUT_SIZE0_DIV`, `GRAD_OUTPUT_SIZE1_DIV`, `GRAD_OUTPUT_STRIDE0_DIV`, `INPUT_ALIGN`, `INPUT_SIZE0_DIV`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`, `GRAD_A_ALIGN`, `GRAD_A_SIZE0_DIV`, `GRAD_A_SIZE1_DIV`, `GRAD_A_STRIDE0_DIV`, `GRAD_B_ALIGN`, `GRAD_B_SIZE0_DIV`, `GRAD_B_SIZE1_DIV`, `GRAD_B_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn silu_and_mul_backward_kernel_row_wise_v2<
        E: ElementType,
        const TOTAL_HIDDEN_SIZE: i32,
        const TILE_SIZE: i32,
        const GRAD_OUTPUT_ALIGN: i32,
        const GRAD_OUTPUT_SIZE0_DIV: i32,
        const GRAD_OUTPUT_SIZE1_DIV: i32,
        const GRAD_OUTPUT_STRIDE0_DIV: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE0_DIV: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
        const GRAD_A_ALIGN: i32,
        const GRAD_A_SIZE0_DIV: i32,
        const GRAD_A_SIZE1_DIV: i32,
        const GRAD_A_STRIDE0_DIV: i32,
        const GRAD_B_ALIGN: i32,
        const GRAD_B_SIZE0_DIV: i32,
        const GRAD_B_SIZE1_DIV: i32,
        const GRAD_B_STRIDE0_DIV: i32,
    >(
        grad_output_ptr: *mut E,
        grad_output_size0: i32,
        grad_output_size1: i32,
        grad_output_stride0: i32,
        _grad_output_stride1: i32,
        input_ptr: *mut E,
        input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
        grad_a_ptr: *mut E,
        grad_a_size0: i32,
        grad_a_size1: i32,
        grad_a_stride0: i32,
        _grad_a_stride1: i32,
        grad_b_ptr: *mut E,
        grad_b_size0: i32,
        grad_b_size1: i32,
        grad_b_stride0: i32,
        _grad_b_stride1: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let grad_output: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, GRAD_OUTPUT_ALIGN>(pointer_to_tile(grad_output_ptr)) };
        let grad_output_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_OUTPUT_SIZE0_DIV>(
                grad_output_size0,
            ))
        };
        let grad_output_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_OUTPUT_SIZE1_DIV>(
                grad_output_size1,
            ))
        };
        let grad_output_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_OUTPUT_STRIDE0_DIV>(
                grad_output_stride0,
            ))
        };
        let input: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let input_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_SIZE0_DIV>(input_size0))
        };
        let input_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_SIZE1_DIV>(input_size1))
        };
        let input_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_STRIDE0_DIV>(input_stride0))
        };
        let grad_a: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, GRAD_A_ALIGN>(pointer_to_tile(grad_a_ptr)) };
        let grad_a_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_A_SIZE0_DIV>(grad_a_size0))
        };
        let grad_a_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_A_SIZE1_DIV>(grad_a_size1))
        };
        let grad_a_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_A_STRIDE0_DIV>(grad_a_stride0))
        };
        let grad_b: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, GRAD_B_ALIGN>(pointer_to_tile(grad_b_ptr)) };
        let grad_b_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_B_SIZE0_DIV>(grad_b_size0))
        };
        let grad_b_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_B_SIZE1_DIV>(grad_b_size1))
        };
        let grad_b_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_B_STRIDE0_DIV>(grad_b_stride0))
        };
        let token = new_token_unordered();
        let total_hidden_size_tile: Tile<i32, { [] }> = scalar_to_tile(TOTAL_HIDDEN_SIZE);
        let total_hidden_size_tile_2: Tile<i32, { [1] }> =
            reshape(total_hidden_size_tile, shape![1]);
        let constant_tile: Tile<i32, { [TILE_SIZE] }> =
            broadcast(total_hidden_size_tile_2, shape_tile_size);
        let constant_tile_2: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let sum: Tile<i32, { [TILE_SIZE] }> = lanes + constant_tile;
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
        let grad_output_wide: Tile<i64, { [] }> = wide(grad_output_size0_known);
        let mask: Tile<bool, { [TILE_SIZE] }> =
            below(all, splat(grad_output_wide, shape_tile_size));
        let grad_output_wide_2: Tile<i64, { [] }> = wide(grad_output_stride0_known);
        let product: Tile<i64, { [TILE_SIZE] }> = all * splat(grad_output_wide_2, shape_tile_size);
        let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(lanes);
        let grad_output_wide_3: Tile<i64, { [] }> = wide(grad_output_size1_known);
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(grad_output_wide_3, shape_tile_size));
        let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
        let product_2: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile_2;
        let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_2;
        let grad_output_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(grad_output, shape_tile_size), sum_2);
        let constant_value: Tile<E, { [] }> = constant_float(0.0, shape![]);
        let all_2: Tile<E, { [TILE_SIZE] }> = splat(constant_value, shape_tile_size);
        let grad_output_2 = unsafe { load_where(grad_output_ptrs, both, all_2, token) };
        let converted: Tile<f32, { [TILE_SIZE] }> = ftof(grad_output_2, rounding::NearestEven);
        let input_wide: Tile<i64, { [] }> = wide(input_size0_known);
        let mask_3: Tile<bool, { [TILE_SIZE] }> = below(all, splat(input_wide, shape_tile_size));
        let input_wide_2: Tile<i64, { [] }> = wide(input_stride0_known);
        let product_3: Tile<i64, { [TILE_SIZE] }> = all * splat(input_wide_2, shape_tile_size);
        let input_wide_3: Tile<i64, { [] }> = wide(input_size1_known);
        let mask_4: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(input_wide_3, shape_tile_size));
        let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask_3, mask_4);
        let sum_3: Tile<i64, { [TILE_SIZE] }> = product_3 + product_2;
        let input_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(input, shape_tile_size), sum_3);
        let input_2 = unsafe { load_where(input_ptrs, both_2, all_2, token) };
        let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(sum);
        let mask_5: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_3, splat(input_wide_3, shape_tile_size));
        let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask_3, mask_5);
        let product_4: Tile<i64, { [TILE_SIZE] }> = wide_index_3 * constant_tile_2;
        let sum_4: Tile<i64, { [TILE_SIZE] }> = product_3 + product_4;
        let input_ptrs_2: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(input, shape_tile_size), sum_4);
        let input_3 = unsafe { load_where(input_ptrs_2, both_3, all_2, token) };
        let converted_2: Tile<f32, { [TILE_SIZE] }> = ftof(input_2, rounding::NearestEven);
        let converted_3: Tile<f32, { [TILE_SIZE] }> = ftof(input_3, rounding::NearestEven);
        let negated: Tile<f32, { [TILE_SIZE] }> = negf(converted_2);
        let product_5: Tile<f32, { [TILE_SIZE] }> = mulf(
            negated,
            broadcast_scalar(1.442695f32, shape_tile_size),
            rounding::NearestEven,
            ftz::Enabled,
        );
        let exponential: Tile<f32, { [TILE_SIZE] }> = exp2(product_5, ftz::Enabled);
        let sum_5: Tile<f32, { [TILE_SIZE] }> =
            broadcast_scalar(1.0f32, shape_tile_size) + exponential;
        let quotient: Tile<f32, { [TILE_SIZE] }> =
            divf(broadcast_scalar(1.0f32, shape_tile_size), sum_5, rounding::Approx, ftz::Enabled);
        let product_6: Tile<f32, { [TILE_SIZE] }> = converted_2 * quotient;
        let product_7: Tile<f32, { [TILE_SIZE] }> = converted * product_6;
        let converted_4: Tile<E, { [TILE_SIZE] }> = ftof(product_7, rounding::NearestEven);
        let grad_b_wide: Tile<i64, { [] }> = wide(grad_b_size0_known);
        let mask_6: Tile<bool, { [TILE_SIZE] }> = below(all, splat(grad_b_wide, shape_tile_size));
        let grad_b_wide_2: Tile<i64, { [] }> = wide(grad_b_stride0_known);
        let product_8: Tile<i64, { [TILE_SIZE] }> = all * splat(grad_b_wide_2, shape_tile_size);
        let grad_b_wide_3: Tile<i64, { [] }> = wide(grad_b_size1_known);
        let mask_7: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(grad_b_wide_3, shape_tile_size));
        let both_4: Tile<bool, { [TILE_SIZE] }> = andi(mask_6, mask_7);
        let sum_6: Tile<i64, { [TILE_SIZE] }> = product_8 + product_2;
        let grad_b_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(grad_b, shape_tile_size), sum_6);
        let _ = unsafe { store_where(grad_b_ptrs, converted_4, both_4, token) };
        let negated_2: Tile<f32, { [TILE_SIZE] }> = negf(quotient);
        let sum_7: Tile<f32, { [TILE_SIZE] }> =
            broadcast_scalar(1.0f32, shape_tile_size) + negated_2;
        let fused: Tile<f32, { [TILE_SIZE] }> =
            fma(product_6, sum_7, quotient, rounding::NearestEven, ftz::Disabled);
        let product_9: Tile<f32, { [TILE_SIZE] }> = converted_3 * fused;
        let product_10: Tile<f32, { [TILE_SIZE] }> = converted * product_9;
        let converted_5: Tile<E, { [TILE_SIZE] }> = ftof(product_10, rounding::NearestEven);
        let grad_a_wide: Tile<i64, { [] }> = wide(grad_a_size0_known);
        let mask_8: Tile<bool, { [TILE_SIZE] }> = below(all, splat(grad_a_wide, shape_tile_size));
        let grad_a_wide_2: Tile<i64, { [] }> = wide(grad_a_stride0_known);
        let product_11: Tile<i64, { [TILE_SIZE] }> = all * splat(grad_a_wide_2, shape_tile_size);
        let grad_a_wide_3: Tile<i64, { [] }> = wide(grad_a_size1_known);
        let mask_9: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(grad_a_wide_3, shape_tile_size));
        let both_5: Tile<bool, { [TILE_SIZE] }> = andi(mask_8, mask_9);
        let sum_8: Tile<i64, { [TILE_SIZE] }> = product_11 + product_2;
        let grad_a_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(grad_a, shape_tile_size), sum_8);
        let _ = unsafe { store_where(grad_a_ptrs, converted_5, both_5, token) };
    }

    /// `_silu_and_mul_backward_kernel_row_wise`, lines 70 to 113 of `tilegym/ops/cutile/silu_and_mul.py`; structural variant `v3`.
    ///
    /// Generic over `TOTAL_HIDDEN_SIZE`, `TILE_SIZE`, `GRAD_OUTPUT_ALIGN`, `GRAD_OUTPUT_SIZE1_DIV`, `GRAD_OUTPUT_STRIDE0_DIV`, `INPUT_ALIGN`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`, `GRAD_A_ALIGN`, `GRAD_A_SIZE1_DIV`, `GRAD_A_STRIDE0_DIV`, `GRAD_B_ALIGN`, `GRAD_B_SIZE1_DIV`, `GRAD_B_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn silu_and_mul_backward_kernel_row_wise_v3<
        const TOTAL_HIDDEN_SIZE: i32,
        const TILE_SIZE: i32,
        const GRAD_OUTPUT_ALIGN: i32,
        const GRAD_OUTPUT_SIZE1_DIV: i32,
        const GRAD_OUTPUT_STRIDE0_DIV: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
        const GRAD_A_ALIGN: i32,
        const GRAD_A_SIZE1_DIV: i32,
        const GRAD_A_STRIDE0_DIV: i32,
        const GRAD_B_ALIGN: i32,
        const GRAD_B_SIZE1_DIV: i32,
        const GRAD_B_STRIDE0_DIV: i32,
    >(
        grad_output_ptr: *mut f32,
        _grad_output_size0: i32,
        grad_output_size1: i32,
        grad_output_stride0: i32,
        _grad_output_stride1: i32,
        input_ptr: *mut f32,
        _input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
        grad_a_ptr: *mut f32,
        _grad_a_size0: i32,
        grad_a_size1: i32,
        grad_a_stride0: i32,
        _grad_a_stride1: i32,
        grad_b_ptr: *mut f32,
        _grad_b_size0: i32,
        grad_b_size1: i32,
        grad_b_stride0: i32,
        _grad_b_stride1: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let grad_output: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, GRAD_OUTPUT_ALIGN>(pointer_to_tile(grad_output_ptr)) };
        let grad_output_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_OUTPUT_SIZE1_DIV>(
                grad_output_size1,
            ))
        };
        let grad_output_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_OUTPUT_STRIDE0_DIV>(
                grad_output_stride0,
            ))
        };
        let input: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let input_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_SIZE1_DIV>(input_size1))
        };
        let input_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_STRIDE0_DIV>(input_stride0))
        };
        let grad_a: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, GRAD_A_ALIGN>(pointer_to_tile(grad_a_ptr)) };
        let grad_a_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_A_SIZE1_DIV>(grad_a_size1))
        };
        let grad_a_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_A_STRIDE0_DIV>(grad_a_stride0))
        };
        let grad_b: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, GRAD_B_ALIGN>(pointer_to_tile(grad_b_ptr)) };
        let grad_b_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_B_SIZE1_DIV>(grad_b_size1))
        };
        let grad_b_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_B_STRIDE0_DIV>(grad_b_stride0))
        };
        let token = new_token_unordered();
        let total_hidden_size_tile: Tile<i32, { [] }> = scalar_to_tile(TOTAL_HIDDEN_SIZE);
        let total_hidden_size_tile_2: Tile<i32, { [1] }> =
            reshape(total_hidden_size_tile, shape![1]);
        let constant_tile: Tile<i32, { [TILE_SIZE] }> =
            broadcast(total_hidden_size_tile_2, shape_tile_size);
        let constant_tile_2: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let sum: Tile<i32, { [TILE_SIZE] }> = lanes + constant_tile;
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
        let mask: Tile<bool, { [TILE_SIZE] }> = below(all, constant_tile_2);
        let grad_output_wide: Tile<i64, { [] }> = wide(grad_output_stride0_known);
        let product: Tile<i64, { [TILE_SIZE] }> = all * splat(grad_output_wide, shape_tile_size);
        let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(lanes);
        let grad_output_wide_2: Tile<i64, { [] }> = wide(grad_output_size1_known);
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(grad_output_wide_2, shape_tile_size));
        let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
        let product_2: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile_2;
        let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_2;
        let grad_output_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(grad_output, shape_tile_size), sum_2);
        let all_2: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(0.0f32, shape_tile_size);
        let grad_output_2 = unsafe { load_where(grad_output_ptrs, both, all_2, token) };
        let input_wide: Tile<i64, { [] }> = wide(input_stride0_known);
        let product_3: Tile<i64, { [TILE_SIZE] }> = all * splat(input_wide, shape_tile_size);
        let input_wide_2: Tile<i64, { [] }> = wide(input_size1_known);
        let mask_3: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(input_wide_2, shape_tile_size));
        let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_3);
        let sum_3: Tile<i64, { [TILE_SIZE] }> = product_3 + product_2;
        let input_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(input, shape_tile_size), sum_3);
        let input_2 = unsafe { load_where(input_ptrs, both_2, all_2, token) };
        let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(sum);
        let mask_4: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_3, splat(input_wide_2, shape_tile_size));
        let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_4);
        let product_4: Tile<i64, { [TILE_SIZE] }> = wide_index_3 * constant_tile_2;
        let sum_4: Tile<i64, { [TILE_SIZE] }> = product_3 + product_4;
        let input_ptrs_2: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(input, shape_tile_size), sum_4);
        let input_3 = unsafe { load_where(input_ptrs_2, both_3, all_2, token) };
        let negated: Tile<f32, { [TILE_SIZE] }> = negf(input_2);
        let product_5: Tile<f32, { [TILE_SIZE] }> = mulf(
            negated,
            broadcast_scalar(1.442695f32, shape_tile_size),
            rounding::NearestEven,
            ftz::Enabled,
        );
        let exponential: Tile<f32, { [TILE_SIZE] }> = exp2(product_5, ftz::Enabled);
        let sum_5: Tile<f32, { [TILE_SIZE] }> =
            broadcast_scalar(1.0f32, shape_tile_size) + exponential;
        let quotient: Tile<f32, { [TILE_SIZE] }> =
            divf(broadcast_scalar(1.0f32, shape_tile_size), sum_5, rounding::Approx, ftz::Enabled);
        let product_6: Tile<f32, { [TILE_SIZE] }> = input_2 * quotient;
        let product_7: Tile<f32, { [TILE_SIZE] }> = grad_output_2 * product_6;
        let grad_b_wide: Tile<i64, { [] }> = wide(grad_b_stride0_known);
        let product_8: Tile<i64, { [TILE_SIZE] }> = all * splat(grad_b_wide, shape_tile_size);
        let grad_b_wide_2: Tile<i64, { [] }> = wide(grad_b_size1_known);
        let mask_5: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(grad_b_wide_2, shape_tile_size));
        let both_4: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_5);
        let sum_6: Tile<i64, { [TILE_SIZE] }> = product_8 + product_2;
        let grad_b_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(grad_b, shape_tile_size), sum_6);
        let _ = unsafe { store_where(grad_b_ptrs, product_7, both_4, token) };
        let negated_2: Tile<f32, { [TILE_SIZE] }> = negf(quotient);
        let sum_7: Tile<f32, { [TILE_SIZE] }> =
            broadcast_scalar(1.0f32, shape_tile_size) + negated_2;
        let fused: Tile<f32, { [TILE_SIZE] }> =
            fma(product_6, sum_7, quotient, rounding::NearestEven, ftz::Disabled);
        let product_9: Tile<f32, { [TILE_SIZE] }> = input_3 * fused;
        let product_10: Tile<f32, { [TILE_SIZE] }> = grad_output_2 * product_9;
        let grad_a_wide: Tile<i64, { [] }> = wide(grad_a_stride0_known);
        let product_11: Tile<i64, { [TILE_SIZE] }> = all * splat(grad_a_wide, shape_tile_size);
        let grad_a_wide_2: Tile<i64, { [] }> = wide(grad_a_size1_known);
        let mask_6: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(grad_a_wide_2, shape_tile_size));
        let both_5: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_6);
        let sum_8: Tile<i64, { [TILE_SIZE] }> = product_11 + product_2;
        let grad_a_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(grad_a, shape_tile_size), sum_8);
        let _ = unsafe { store_where(grad_a_ptrs, product_10, both_5, token) };
    }

    /// `_silu_and_mul_backward_kernel_row_wise`, lines 70 to 113 of `tilegym/ops/cutile/silu_and_mul.py`; structural variant `v4`.
    ///
    /// Generic over `E`, `TOTAL_HIDDEN_SIZE`, `TILE_SIZE`, `GRAD_OUTPUT_ALIGN`, `GRAD_OUTPUT_SIZE1_DIV`, `GRAD_OUTPUT_STRIDE0_DIV`, `INPUT_ALIGN`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`, `GRAD_A_ALIGN`, `GRAD_A_SIZE1_DIV`, `GRAD_A_STRIDE0_DIV`, `GRAD_B_ALIGN`, `GRAD_B_SIZE1_DIV`, `GRAD_B_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn silu_and_mul_backward_kernel_row_wise_v4<
        E: ElementType,
        const TOTAL_HIDDEN_SIZE: i32,
        const TILE_SIZE: i32,
        const GRAD_OUTPUT_ALIGN: i32,
        const GRAD_OUTPUT_SIZE1_DIV: i32,
        const GRAD_OUTPUT_STRIDE0_DIV: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
        const GRAD_A_ALIGN: i32,
        const GRAD_A_SIZE1_DIV: i32,
        const GRAD_A_STRIDE0_DIV: i32,
        const GRAD_B_ALIGN: i32,
        const GRAD_B_SIZE1_DIV: i32,
        const GRAD_B_STRIDE0_DIV: i32,
    >(
        grad_output_ptr: *mut E,
        _grad_output_size0: i32,
        grad_output_size1: i32,
        grad_output_stride0: i32,
        _grad_output_stride1: i32,
        input_ptr: *mut E,
        _input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
        grad_a_ptr: *mut E,
        _grad_a_size0: i32,
        grad_a_size1: i32,
        grad_a_stride0: i32,
        _grad_a_stride1: i32,
        grad_b_ptr: *mut E,
        _grad_b_size0: i32,
        grad_b_size1: i32,
        grad_b_stride0: i32,
        _grad_b_stride1: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let grad_output: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, GRAD_OUTPUT_ALIGN>(pointer_to_tile(grad_output_ptr)) };
        let grad_output_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_OUTPUT_SIZE1_DIV>(
                grad_output_size1,
            ))
        };
        let grad_output_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_OUTPUT_STRIDE0_DIV>(
                grad_output_stride0,
            ))
        };
        let input: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let input_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_SIZE1_DIV>(input_size1))
        };
        let input_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_STRIDE0_DIV>(input_stride0))
        };
        let grad_a: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, GRAD_A_ALIGN>(pointer_to_tile(grad_a_ptr)) };
        let grad_a_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_A_SIZE1_DIV>(grad_a_size1))
        };
        let grad_a_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_A_STRIDE0_DIV>(grad_a_stride0))
        };
        let grad_b: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, GRAD_B_ALIGN>(pointer_to_tile(grad_b_ptr)) };
        let grad_b_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_B_SIZE1_DIV>(grad_b_size1))
        };
        let grad_b_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, GRAD_B_STRIDE0_DIV>(grad_b_stride0))
        };
        let token = new_token_unordered();
        let total_hidden_size_tile: Tile<i32, { [] }> = scalar_to_tile(TOTAL_HIDDEN_SIZE);
        let total_hidden_size_tile_2: Tile<i32, { [1] }> =
            reshape(total_hidden_size_tile, shape![1]);
        let constant_tile: Tile<i32, { [TILE_SIZE] }> =
            broadcast(total_hidden_size_tile_2, shape_tile_size);
        let constant_tile_2: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let sum: Tile<i32, { [TILE_SIZE] }> = lanes + constant_tile;
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
        let mask: Tile<bool, { [TILE_SIZE] }> = below(all, constant_tile_2);
        let grad_output_wide: Tile<i64, { [] }> = wide(grad_output_stride0_known);
        let product: Tile<i64, { [TILE_SIZE] }> = all * splat(grad_output_wide, shape_tile_size);
        let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(lanes);
        let grad_output_wide_2: Tile<i64, { [] }> = wide(grad_output_size1_known);
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(grad_output_wide_2, shape_tile_size));
        let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
        let product_2: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile_2;
        let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_2;
        let grad_output_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(grad_output, shape_tile_size), sum_2);
        let constant_value: Tile<E, { [] }> = constant_float(0.0, shape![]);
        let all_2: Tile<E, { [TILE_SIZE] }> = splat(constant_value, shape_tile_size);
        let grad_output_2 = unsafe { load_where(grad_output_ptrs, both, all_2, token) };
        let converted: Tile<f32, { [TILE_SIZE] }> = ftof(grad_output_2, rounding::NearestEven);
        let input_wide: Tile<i64, { [] }> = wide(input_stride0_known);
        let product_3: Tile<i64, { [TILE_SIZE] }> = all * splat(input_wide, shape_tile_size);
        let input_wide_2: Tile<i64, { [] }> = wide(input_size1_known);
        let mask_3: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(input_wide_2, shape_tile_size));
        let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_3);
        let sum_3: Tile<i64, { [TILE_SIZE] }> = product_3 + product_2;
        let input_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(input, shape_tile_size), sum_3);
        let input_2 = unsafe { load_where(input_ptrs, both_2, all_2, token) };
        let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(sum);
        let mask_4: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_3, splat(input_wide_2, shape_tile_size));
        let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_4);
        let product_4: Tile<i64, { [TILE_SIZE] }> = wide_index_3 * constant_tile_2;
        let sum_4: Tile<i64, { [TILE_SIZE] }> = product_3 + product_4;
        let input_ptrs_2: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(input, shape_tile_size), sum_4);
        let input_3 = unsafe { load_where(input_ptrs_2, both_3, all_2, token) };
        let converted_2: Tile<f32, { [TILE_SIZE] }> = ftof(input_2, rounding::NearestEven);
        let converted_3: Tile<f32, { [TILE_SIZE] }> = ftof(input_3, rounding::NearestEven);
        let negated: Tile<f32, { [TILE_SIZE] }> = negf(converted_2);
        let product_5: Tile<f32, { [TILE_SIZE] }> = mulf(
            negated,
            broadcast_scalar(1.442695f32, shape_tile_size),
            rounding::NearestEven,
            ftz::Enabled,
        );
        let exponential: Tile<f32, { [TILE_SIZE] }> = exp2(product_5, ftz::Enabled);
        let sum_5: Tile<f32, { [TILE_SIZE] }> =
            broadcast_scalar(1.0f32, shape_tile_size) + exponential;
        let quotient: Tile<f32, { [TILE_SIZE] }> =
            divf(broadcast_scalar(1.0f32, shape_tile_size), sum_5, rounding::Approx, ftz::Enabled);
        let product_6: Tile<f32, { [TILE_SIZE] }> = converted_2 * quotient;
        let product_7: Tile<f32, { [TILE_SIZE] }> = converted * product_6;
        let converted_4: Tile<E, { [TILE_SIZE] }> = ftof(product_7, rounding::NearestEven);
        let grad_b_wide: Tile<i64, { [] }> = wide(grad_b_stride0_known);
        let product_8: Tile<i64, { [TILE_SIZE] }> = all * splat(grad_b_wide, shape_tile_size);
        let grad_b_wide_2: Tile<i64, { [] }> = wide(grad_b_size1_known);
        let mask_5: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(grad_b_wide_2, shape_tile_size));
        let both_4: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_5);
        let sum_6: Tile<i64, { [TILE_SIZE] }> = product_8 + product_2;
        let grad_b_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(grad_b, shape_tile_size), sum_6);
        let _ = unsafe { store_where(grad_b_ptrs, converted_4, both_4, token) };
        let negated_2: Tile<f32, { [TILE_SIZE] }> = negf(quotient);
        let sum_7: Tile<f32, { [TILE_SIZE] }> =
            broadcast_scalar(1.0f32, shape_tile_size) + negated_2;
        let fused: Tile<f32, { [TILE_SIZE] }> =
            fma(product_6, sum_7, quotient, rounding::NearestEven, ftz::Disabled);
        let product_9: Tile<f32, { [TILE_SIZE] }> = converted_3 * fused;
        let product_10: Tile<f32, { [TILE_SIZE] }> = converted * product_9;
        let converted_5: Tile<E, { [TILE_SIZE] }> = ftof(product_10, rounding::NearestEven);
        let grad_a_wide: Tile<i64, { [] }> = wide(grad_a_stride0_known);
        let product_11: Tile<i64, { [TILE_SIZE] }> = all * splat(grad_a_wide, shape_tile_size);
        let grad_a_wide_2: Tile<i64, { [] }> = wide(grad_a_size1_known);
        let mask_6: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(grad_a_wide_2, shape_tile_size));
        let both_5: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_6);
        let sum_8: Tile<i64, { [TILE_SIZE] }> = product_11 + product_2;
        let grad_a_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(grad_a, shape_tile_size), sum_8);
        let _ = unsafe { store_where(grad_a_ptrs, converted_5, both_5, token) };
    }
}
