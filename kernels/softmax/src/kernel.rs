// SPDX-License-Identifier: MIT

//! Device kernels, converted from Tile IR by tileport.
//!
//! From `tilegym/ops/cutile/softmax.py` of TileGym 1.5.1, SHA-256
//! `b58f36d433a93052080eb11aa24053b7417bc260845a8ce0467464762d62edde`.

/// One entry for each structural variant of each Python kernel.
#[cutile::module]
pub mod kernels {
    use cutile::core::*;
    use tileport_support::ops::*;

    /// `_softmax_kernel`, lines 29 to 61 of `tilegym/ops/cutile/softmax.py`; structural variant `v0`.
    ///
    /// Generic over `TILE_SIZE`, `N_ROWS`, `OUTPUT_ALIGN`, `OUTPUT_SIZE0_DIV`, `OUTPUT_SIZE1_DIV`, `OUTPUT_STRIDE0_DIV`, `INPUT_ALIGN`, `INPUT_SIZE0_DIV`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_v0<
        const TILE_SIZE: i32,
        const N_ROWS: i32,
        const OUTPUT_ALIGN: i32,
        const OUTPUT_SIZE0_DIV: i32,
        const OUTPUT_SIZE1_DIV: i32,
        const OUTPUT_STRIDE0_DIV: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE0_DIV: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
    >(
        output_ptr: *mut f32,
        output_size0: i32,
        output_size1: i32,
        output_stride0: i32,
        _output_stride1: i32,
        input_ptr: *mut f32,
        input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
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
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let constant_value: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
        let input_wide: Tile<i64, { [] }> = wide(input_size0_known);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(input_wide, shape_tile_size);
        let input_wide_2: Tile<i64, { [] }> = wide(input_stride0_known);
        let all_2: Tile<i64, { [TILE_SIZE] }> = splat(input_wide_2, shape_tile_size);
        let wide_index: Tile<i64, { [TILE_SIZE] }> = widen(lanes);
        let input_wide_3: Tile<i64, { [] }> = wide(input_size1_known);
        let mask: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index, splat(input_wide_3, shape_tile_size));
        let product: Tile<i64, { [TILE_SIZE] }> = wide_index * constant_tile;
        let input_base: PointerTile<*mut f32, { [TILE_SIZE] }> = splat_ptr(input, shape_tile_size);
        let all_3: Tile<f32, { [TILE_SIZE] }> = splat(constant_value, shape_tile_size);
        let output_wide: Tile<i64, { [] }> = wide(output_size0_known);
        let all_4: Tile<i64, { [TILE_SIZE] }> = splat(output_wide, shape_tile_size);
        let output_wide_2: Tile<i64, { [] }> = wide(output_stride0_known);
        let all_5: Tile<i64, { [TILE_SIZE] }> = splat(output_wide_2, shape_tile_size);
        let output_wide_3: Tile<i64, { [] }> = wide(output_size1_known);
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index, splat(output_wide_3, shape_tile_size));
        let output_base: PointerTile<*mut f32, { [TILE_SIZE] }> =
            splat_ptr(output, shape_tile_size);
        let mut carry1_0: Token = token;
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = scalar_to_tile(N_ROWS);
        let end_tile_2: Tile<i32, { [1] }> = reshape(end_tile, shape![1]);
        let end_tile_3: Tile<i32, { [] }> = reshape(end_tile_2, shape![]);
        let end: i32 = tile_to_scalar(end_tile_3);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let wide_index_2: Tile<i64, { [] }> = wide(i);
            let all_6: Tile<i64, { [TILE_SIZE] }> = splat(wide_index_2, shape_tile_size);
            let mask_3: Tile<bool, { [TILE_SIZE] }> = below(all_6, all);
            let product_2: Tile<i64, { [TILE_SIZE] }> = all_6 * all_2;
            let both: Tile<bool, { [TILE_SIZE] }> = andi(mask_3, mask);
            let sum: Tile<i64, { [TILE_SIZE] }> = product_2 + product;
            let input_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(input_base, sum);
            let input_2 = unsafe { load_where(input_ptrs, both, all_3, token) };
            let largest: Tile<f32, { [] }> = reduce_max(input_2, 0i32);
            let difference: Tile<f32, { [TILE_SIZE] }> = input_2 - splat(largest, shape_tile_size);
            let exponential: Tile<f32, { [TILE_SIZE] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
            let quotient: Tile<f32, { [TILE_SIZE] }> =
                divf(exponential, splat(total, shape_tile_size), rounding::Approx, ftz::Enabled);
            let mask_4: Tile<bool, { [TILE_SIZE] }> = below(all_6, all_4);
            let product_3: Tile<i64, { [TILE_SIZE] }> = all_6 * all_5;
            let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask_4, mask_2);
            let sum_2: Tile<i64, { [TILE_SIZE] }> = product_3 + product;
            let output_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
                addptr_tile(output_base, sum_2);
            let token_2 = unsafe { store_where(output_ptrs, quotient, both_2, carry1_0) };
            carry1_0 = token_2;
        }
    }

    /// `_softmax_kernel`, lines 29 to 61 of `tilegym/ops/cutile/softmax.py`; structural variant `v1`.
    ///
    /// Generic over `OUTPUT_ALIGN`, `INPUT_ALIGN`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_v1<const OUTPUT_ALIGN: i32, const INPUT_ALIGN: i32>(
        output_ptr: *mut f32,
        _output_size0: i32,
        _output_size1: i32,
        _output_stride0: i32,
        _output_stride1: i32,
        input_ptr: *mut f32,
        _input_size0: i32,
        _input_size1: i32,
        _input_stride0: i32,
        _input_stride1: i32,
    ) {
        let output: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUTPUT_ALIGN>(pointer_to_tile(output_ptr)) };
        let input: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [1] }> = constant(1i64, shape![1]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let lanes: Tile<i32, { [1] }> = iota(shape![1]);
        let constant_value: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
        let wide_index: Tile<i64, { [1] }> = widen(lanes);
        let mask: Tile<bool, { [1] }> = below(wide_index, constant_tile);
        let product: Tile<i64, { [1] }> = wide_index * constant_tile;
        let input_base: PointerTile<*mut f32, { [1] }> = reshape_ptr(input, shape![1]);
        let reshaped: Tile<f32, { [1] }> = reshape(constant_value, shape![1]);
        let output_base: PointerTile<*mut f32, { [1] }> = reshape_ptr(output, shape![1]);
        let mut carry1_0: Token = token;
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let wide_index_2: Tile<i64, { [] }> = wide(i);
            let reshaped_2: Tile<i64, { [1] }> = reshape(wide_index_2, shape![1]);
            let mask_2: Tile<bool, { [1] }> = below(reshaped_2, constant_tile);
            let product_2: Tile<i64, { [1] }> = reshaped_2 * constant_tile;
            let both: Tile<bool, { [1] }> = andi(mask_2, mask);
            let sum: Tile<i64, { [1] }> = product_2 + product;
            let input_ptrs: PointerTile<*mut f32, { [1] }> = addptr_tile(input_base, sum);
            let input_2: PointerTile<*mut f32, { [1] }> =
                unsafe { assume_div_by::<_, 4>(input_ptrs) };
            let input_3 = unsafe { load_where(input_2, both, reshaped, token) };
            let largest: Tile<f32, { [] }> = reduce_max(input_3, 0i32);
            let difference: Tile<f32, { [1] }> = input_3 - reshape(largest, shape![1]);
            let exponential: Tile<f32, { [1] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
            let quotient: Tile<f32, { [1] }> =
                divf(exponential, reshape(total, shape![1]), rounding::Approx, ftz::Enabled);
            let output_ptrs: PointerTile<*mut f32, { [1] }> = addptr_tile(output_base, sum);
            let output_2: PointerTile<*mut f32, { [1] }> =
                unsafe { assume_div_by::<_, 4>(output_ptrs) };
            let token_2 = unsafe { store_where(output_2, quotient, both, carry1_0) };
            carry1_0 = token_2;
        }
    }

    /// `_softmax_kernel`, lines 29 to 61 of `tilegym/ops/cutile/softmax.py`; structural variant `v2`.
    ///
    /// Generic over `E`, `TILE_SIZE`, `N_ROWS`, `OUTPUT_ALIGN`, `OUTPUT_SIZE0_DIV`, `OUTPUT_SIZE1_DIV`, `OUTPUT_STRIDE0_DIV`, `INPUT_ALIGN`, `INPUT_SIZE0_DIV`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_v2<
        E: ElementType,
        const TILE_SIZE: i32,
        const N_ROWS: i32,
        const OUTPUT_ALIGN: i32,
        const OUTPUT_SIZE0_DIV: i32,
        const OUTPUT_SIZE1_DIV: i32,
        const OUTPUT_STRIDE0_DIV: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE0_DIV: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
    >(
        output_ptr: *mut E,
        output_size0: i32,
        output_size1: i32,
        output_stride0: i32,
        _output_stride1: i32,
        input_ptr: *mut E,
        input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
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
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let input_wide: Tile<i64, { [] }> = wide(input_size0_known);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(input_wide, shape_tile_size);
        let input_wide_2: Tile<i64, { [] }> = wide(input_stride0_known);
        let all_2: Tile<i64, { [TILE_SIZE] }> = splat(input_wide_2, shape_tile_size);
        let wide_index: Tile<i64, { [TILE_SIZE] }> = widen(lanes);
        let input_wide_3: Tile<i64, { [] }> = wide(input_size1_known);
        let mask: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index, splat(input_wide_3, shape_tile_size));
        let product: Tile<i64, { [TILE_SIZE] }> = wide_index * constant_tile;
        let input_base: PointerTile<*mut E, { [TILE_SIZE] }> = splat_ptr(input, shape_tile_size);
        let constant_value: Tile<E, { [] }> = constant_float(-1.0e39, shape![]);
        let all_3: Tile<E, { [TILE_SIZE] }> = splat(constant_value, shape_tile_size);
        let output_wide: Tile<i64, { [] }> = wide(output_size0_known);
        let all_4: Tile<i64, { [TILE_SIZE] }> = splat(output_wide, shape_tile_size);
        let output_wide_2: Tile<i64, { [] }> = wide(output_stride0_known);
        let all_5: Tile<i64, { [TILE_SIZE] }> = splat(output_wide_2, shape_tile_size);
        let output_wide_3: Tile<i64, { [] }> = wide(output_size1_known);
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index, splat(output_wide_3, shape_tile_size));
        let output_base: PointerTile<*mut E, { [TILE_SIZE] }> = splat_ptr(output, shape_tile_size);
        let mut carry1_0: Token = token;
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = scalar_to_tile(N_ROWS);
        let end_tile_2: Tile<i32, { [1] }> = reshape(end_tile, shape![1]);
        let end_tile_3: Tile<i32, { [] }> = reshape(end_tile_2, shape![]);
        let end: i32 = tile_to_scalar(end_tile_3);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let wide_index_2: Tile<i64, { [] }> = wide(i);
            let all_6: Tile<i64, { [TILE_SIZE] }> = splat(wide_index_2, shape_tile_size);
            let mask_3: Tile<bool, { [TILE_SIZE] }> = below(all_6, all);
            let product_2: Tile<i64, { [TILE_SIZE] }> = all_6 * all_2;
            let both: Tile<bool, { [TILE_SIZE] }> = andi(mask_3, mask);
            let sum: Tile<i64, { [TILE_SIZE] }> = product_2 + product;
            let input_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> = addptr_tile(input_base, sum);
            let input_2 = unsafe { load_where(input_ptrs, both, all_3, token) };
            let converted: Tile<f32, { [TILE_SIZE] }> = ftof(input_2, rounding::NearestEven);
            let largest: Tile<f32, { [] }> = reduce_max(converted, 0i32);
            let difference: Tile<f32, { [TILE_SIZE] }> =
                converted - splat(largest, shape_tile_size);
            let exponential: Tile<f32, { [TILE_SIZE] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
            let quotient: Tile<f32, { [TILE_SIZE] }> =
                divf(exponential, splat(total, shape_tile_size), rounding::Approx, ftz::Enabled);
            let converted_2: Tile<E, { [TILE_SIZE] }> = ftof(quotient, rounding::NearestEven);
            let mask_4: Tile<bool, { [TILE_SIZE] }> = below(all_6, all_4);
            let product_3: Tile<i64, { [TILE_SIZE] }> = all_6 * all_5;
            let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask_4, mask_2);
            let sum_2: Tile<i64, { [TILE_SIZE] }> = product_3 + product;
            let output_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> = addptr_tile(output_base, sum_2);
            let token_2 = unsafe { store_where(output_ptrs, converted_2, both_2, carry1_0) };
            carry1_0 = token_2;
        }
    }

    /// `_softmax_kernel`, lines 29 to 61 of `tilegym/ops/cutile/softmax.py`; structural variant `v3`.
    ///
    /// Generic over `E`, `TILE_SIZE`, `OUTPUT_ALIGN`, `OUTPUT_SIZE1_DIV`, `OUTPUT_STRIDE0_DIV`, `INPUT_ALIGN`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_v3<
        E: ElementType,
        const TILE_SIZE: i32,
        const OUTPUT_ALIGN: i32,
        const OUTPUT_SIZE1_DIV: i32,
        const OUTPUT_STRIDE0_DIV: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
    >(
        output_ptr: *mut E,
        _output_size0: i32,
        output_size1: i32,
        output_stride0: i32,
        _output_stride1: i32,
        input_ptr: *mut E,
        _input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let output: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, OUTPUT_ALIGN>(pointer_to_tile(output_ptr)) };
        let output_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_SIZE1_DIV>(output_size1))
        };
        let output_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_STRIDE0_DIV>(output_stride0))
        };
        let input: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let input_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_SIZE1_DIV>(input_size1))
        };
        let input_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_STRIDE0_DIV>(input_stride0))
        };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let input_wide: Tile<i64, { [] }> = wide(input_stride0_known);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(input_wide, shape_tile_size);
        let wide_index: Tile<i64, { [TILE_SIZE] }> = widen(lanes);
        let input_wide_2: Tile<i64, { [] }> = wide(input_size1_known);
        let mask: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index, splat(input_wide_2, shape_tile_size));
        let product: Tile<i64, { [TILE_SIZE] }> = wide_index * constant_tile;
        let input_base: PointerTile<*mut E, { [TILE_SIZE] }> = splat_ptr(input, shape_tile_size);
        let constant_value: Tile<E, { [] }> = constant_float(-1.0e39, shape![]);
        let all_2: Tile<E, { [TILE_SIZE] }> = splat(constant_value, shape_tile_size);
        let output_wide: Tile<i64, { [] }> = wide(output_stride0_known);
        let all_3: Tile<i64, { [TILE_SIZE] }> = splat(output_wide, shape_tile_size);
        let output_wide_2: Tile<i64, { [] }> = wide(output_size1_known);
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index, splat(output_wide_2, shape_tile_size));
        let output_base: PointerTile<*mut E, { [TILE_SIZE] }> = splat_ptr(output, shape_tile_size);
        let mut carry1_0: Token = token;
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let wide_index_2: Tile<i64, { [] }> = wide(i);
            let all_4: Tile<i64, { [TILE_SIZE] }> = splat(wide_index_2, shape_tile_size);
            let mask_3: Tile<bool, { [TILE_SIZE] }> = below(all_4, constant_tile);
            let product_2: Tile<i64, { [TILE_SIZE] }> = all_4 * all;
            let both: Tile<bool, { [TILE_SIZE] }> = andi(mask_3, mask);
            let sum: Tile<i64, { [TILE_SIZE] }> = product_2 + product;
            let input_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> = addptr_tile(input_base, sum);
            let input_2 = unsafe { load_where(input_ptrs, both, all_2, token) };
            let converted: Tile<f32, { [TILE_SIZE] }> = ftof(input_2, rounding::NearestEven);
            let largest: Tile<f32, { [] }> = reduce_max(converted, 0i32);
            let difference: Tile<f32, { [TILE_SIZE] }> =
                converted - splat(largest, shape_tile_size);
            let exponential: Tile<f32, { [TILE_SIZE] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
            let quotient: Tile<f32, { [TILE_SIZE] }> =
                divf(exponential, splat(total, shape_tile_size), rounding::Approx, ftz::Enabled);
            let converted_2: Tile<E, { [TILE_SIZE] }> = ftof(quotient, rounding::NearestEven);
            let product_3: Tile<i64, { [TILE_SIZE] }> = all_4 * all_3;
            let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask_3, mask_2);
            let sum_2: Tile<i64, { [TILE_SIZE] }> = product_3 + product;
            let output_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> = addptr_tile(output_base, sum_2);
            let token_2 = unsafe { store_where(output_ptrs, converted_2, both_2, carry1_0) };
            carry1_0 = token_2;
        }
    }

    /// `_softmax_kernel`, lines 29 to 61 of `tilegym/ops/cutile/softmax.py`; structural variant `v4`.
    ///
    /// Generic over `TILE_SIZE`, `OUTPUT_ALIGN`, `OUTPUT_SIZE1_DIV`, `OUTPUT_STRIDE0_DIV`, `INPUT_ALIGN`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_v4<
        const TILE_SIZE: i32,
        const OUTPUT_ALIGN: i32,
        const OUTPUT_SIZE1_DIV: i32,
        const OUTPUT_STRIDE0_DIV: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
    >(
        output_ptr: *mut f32,
        _output_size0: i32,
        output_size1: i32,
        output_stride0: i32,
        _output_stride1: i32,
        input_ptr: *mut f32,
        _input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let output: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUTPUT_ALIGN>(pointer_to_tile(output_ptr)) };
        let output_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_SIZE1_DIV>(output_size1))
        };
        let output_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_STRIDE0_DIV>(output_stride0))
        };
        let input: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let input_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_SIZE1_DIV>(input_size1))
        };
        let input_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_STRIDE0_DIV>(input_stride0))
        };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let constant_value: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
        let input_wide: Tile<i64, { [] }> = wide(input_stride0_known);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(input_wide, shape_tile_size);
        let wide_index: Tile<i64, { [TILE_SIZE] }> = widen(lanes);
        let input_wide_2: Tile<i64, { [] }> = wide(input_size1_known);
        let mask: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index, splat(input_wide_2, shape_tile_size));
        let product: Tile<i64, { [TILE_SIZE] }> = wide_index * constant_tile;
        let input_base: PointerTile<*mut f32, { [TILE_SIZE] }> = splat_ptr(input, shape_tile_size);
        let all_2: Tile<f32, { [TILE_SIZE] }> = splat(constant_value, shape_tile_size);
        let output_wide: Tile<i64, { [] }> = wide(output_stride0_known);
        let all_3: Tile<i64, { [TILE_SIZE] }> = splat(output_wide, shape_tile_size);
        let output_wide_2: Tile<i64, { [] }> = wide(output_size1_known);
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index, splat(output_wide_2, shape_tile_size));
        let output_base: PointerTile<*mut f32, { [TILE_SIZE] }> =
            splat_ptr(output, shape_tile_size);
        let mut carry1_0: Token = token;
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let wide_index_2: Tile<i64, { [] }> = wide(i);
            let all_4: Tile<i64, { [TILE_SIZE] }> = splat(wide_index_2, shape_tile_size);
            let mask_3: Tile<bool, { [TILE_SIZE] }> = below(all_4, constant_tile);
            let product_2: Tile<i64, { [TILE_SIZE] }> = all_4 * all;
            let both: Tile<bool, { [TILE_SIZE] }> = andi(mask_3, mask);
            let sum: Tile<i64, { [TILE_SIZE] }> = product_2 + product;
            let input_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(input_base, sum);
            let input_2 = unsafe { load_where(input_ptrs, both, all_2, token) };
            let largest: Tile<f32, { [] }> = reduce_max(input_2, 0i32);
            let difference: Tile<f32, { [TILE_SIZE] }> = input_2 - splat(largest, shape_tile_size);
            let exponential: Tile<f32, { [TILE_SIZE] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
            let quotient: Tile<f32, { [TILE_SIZE] }> =
                divf(exponential, splat(total, shape_tile_size), rounding::Approx, ftz::Enabled);
            let product_3: Tile<i64, { [TILE_SIZE] }> = all_4 * all_3;
            let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask_3, mask_2);
            let sum_2: Tile<i64, { [TILE_SIZE] }> = product_3 + product;
            let output_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
                addptr_tile(output_base, sum_2);
            let token_2 = unsafe { store_where(output_ptrs, quotient, both_2, carry1_0) };
            carry1_0 = token_2;
        }
    }

    /// `_softmax_kernel_multi_wave_full_row_reg_cached_ldg`, lines 64 to 88 of `tilegym/ops/cutile/softmax.py`; structural variant `v0`.
    ///
    /// Generic over `N`, `OUTPUT_ALIGN`, `OUTPUT_STRIDE0_DIV`, `INPUT_ALIGN`, `INPUT_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_multi_wave_full_row_reg_cached_ldg_v0<
        const N: i32,
        const OUTPUT_ALIGN: i32,
        const OUTPUT_STRIDE0_DIV: i32,
        const INPUT_ALIGN: i32,
        const INPUT_STRIDE0_DIV: i32,
    >(
        output_ptr: *mut f32,
        _output_size0: i32,
        _output_size1: i32,
        output_stride0: i32,
        _output_stride1: i32,
        input_ptr: *mut f32,
        _input_size0: i32,
        _input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
    ) {
        let shape_n: Shape<{ [N] }> = Shape::<{ [N] }> { dims: &[] };
        let output: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUTPUT_ALIGN>(pointer_to_tile(output_ptr)) };
        let output_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_STRIDE0_DIV>(output_stride0))
        };
        let input: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let input_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_STRIDE0_DIV>(input_stride0))
        };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [N] }> = constant(1i64, shape_n);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [N] }> = iota(shape_n);
        let constant_value: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let input_wide: Tile<i64, { [] }> = wide(input_stride0_known);
        let product: Tile<i64, { [N] }> = splat(wide_index, shape_n) * splat(input_wide, shape_n);
        let wide_index_2: Tile<i64, { [N] }> = widen(lanes);
        let product_2: Tile<i64, { [N] }> = wide_index_2 * constant_tile;
        let sum: Tile<i64, { [N] }> = product + product_2;
        let input_ptrs: PointerTile<*mut f32, { [N] }> =
            addptr_tile(splat_ptr(input, shape_n), sum);
        let all: Tile<f32, { [N] }> = splat(constant_value, shape_n);
        let (input_2, _): (Tile<f32, { [N] }>, Token) = unsafe {
            load_ptr_padded(
                input_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(all),
                Some(token),
                Latency::<0>,
            )
        };
        let largest: Tile<f32, { [] }> = reduce_max(input_2, 0i32);
        let difference: Tile<f32, { [N] }> = input_2 - splat(largest, shape_n);
        let exponential: Tile<f32, { [N] }> =
            unsafe { exp_with_rounding(difference, rounding::Approx) };
        let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
        let quotient: Tile<f32, { [N] }> =
            divf(exponential, splat(total, shape_n), rounding::Approx, ftz::Enabled);
        let output_wide: Tile<i64, { [] }> = wide(output_stride0_known);
        let product_3: Tile<i64, { [N] }> =
            splat(wide_index, shape_n) * splat(output_wide, shape_n);
        let sum_2: Tile<i64, { [N] }> = product_3 + product_2;
        let output_ptrs: PointerTile<*mut f32, { [N] }> =
            addptr_tile(splat_ptr(output, shape_n), sum_2);
        let _: Token = unsafe {
            store_ptr_tko(
                output_ptrs,
                quotient,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(token),
                Latency::<0>,
            )
        };
    }

    /// `_softmax_kernel_multi_wave_full_row_reg_cached_ldg`, lines 64 to 88 of `tilegym/ops/cutile/softmax.py`; structural variant `v1`.
    ///
    /// Generic over `TILE_SIZE`, `OUTPUT_ALIGN`, `OUTPUT_SIZE0_DIV`, `OUTPUT_SIZE1_DIV`, `OUTPUT_STRIDE0_DIV`, `INPUT_ALIGN`, `INPUT_SIZE0_DIV`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_multi_wave_full_row_reg_cached_ldg_v1<
        const TILE_SIZE: i32,
        const OUTPUT_ALIGN: i32,
        const OUTPUT_SIZE0_DIV: i32,
        const OUTPUT_SIZE1_DIV: i32,
        const OUTPUT_STRIDE0_DIV: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE0_DIV: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
    >(
        output_ptr: *mut f32,
        output_size0: i32,
        output_size1: i32,
        output_stride0: i32,
        _output_stride1: i32,
        input_ptr: *mut f32,
        input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
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
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let constant_value: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
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
        let product_2: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile;
        let sum: Tile<i64, { [TILE_SIZE] }> = product + product_2;
        let input_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(input, shape_tile_size), sum);
        let all_2: Tile<f32, { [TILE_SIZE] }> = splat(constant_value, shape_tile_size);
        let input_2 = unsafe { load_where(input_ptrs, both, all_2, token) };
        let largest: Tile<f32, { [] }> = reduce_max(input_2, 0i32);
        let difference: Tile<f32, { [TILE_SIZE] }> = input_2 - splat(largest, shape_tile_size);
        let exponential: Tile<f32, { [TILE_SIZE] }> =
            unsafe { exp_with_rounding(difference, rounding::Approx) };
        let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
        let quotient: Tile<f32, { [TILE_SIZE] }> =
            divf(exponential, splat(total, shape_tile_size), rounding::Approx, ftz::Enabled);
        let output_wide: Tile<i64, { [] }> = wide(output_size0_known);
        let mask_3: Tile<bool, { [TILE_SIZE] }> = below(all, splat(output_wide, shape_tile_size));
        let output_wide_2: Tile<i64, { [] }> = wide(output_stride0_known);
        let product_3: Tile<i64, { [TILE_SIZE] }> = all * splat(output_wide_2, shape_tile_size);
        let output_wide_3: Tile<i64, { [] }> = wide(output_size1_known);
        let mask_4: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(output_wide_3, shape_tile_size));
        let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask_3, mask_4);
        let sum_2: Tile<i64, { [TILE_SIZE] }> = product_3 + product_2;
        let output_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(output, shape_tile_size), sum_2);
        let _ = unsafe { store_where(output_ptrs, quotient, both_2, token) };
    }

    /// `_softmax_kernel_multi_wave_full_row_reg_cached_ldg`, lines 64 to 88 of `tilegym/ops/cutile/softmax.py`; structural variant `v2`.
    ///
    /// Generic over `OUTPUT_ALIGN`, `INPUT_ALIGN`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_multi_wave_full_row_reg_cached_ldg_v2<
        const OUTPUT_ALIGN: i32,
        const INPUT_ALIGN: i32,
    >(
        output_ptr: *mut f32,
        _output_size0: i32,
        _output_size1: i32,
        _output_stride0: i32,
        _output_stride1: i32,
        input_ptr: *mut f32,
        _input_size0: i32,
        _input_size1: i32,
        _input_stride0: i32,
        _input_stride1: i32,
    ) {
        let output: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUTPUT_ALIGN>(pointer_to_tile(output_ptr)) };
        let input: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [1] }> = constant(1i64, shape![1]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [1] }> = iota(shape![1]);
        let constant_value: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let product: Tile<i64, { [1] }> = reshape(wide_index, shape![1]) * constant_tile;
        let wide_index_2: Tile<i64, { [1] }> = widen(lanes);
        let product_2: Tile<i64, { [1] }> = wide_index_2 * constant_tile;
        let sum: Tile<i64, { [1] }> = product + product_2;
        let input_ptrs: PointerTile<*mut f32, { [1] }> =
            addptr_tile(reshape_ptr(input, shape![1]), sum);
        let input_2: PointerTile<*mut f32, { [1] }> = unsafe { assume_div_by::<_, 4>(input_ptrs) };
        let reshaped: Tile<f32, { [1] }> = reshape(constant_value, shape![1]);
        let (input_3, _): (Tile<f32, { [1] }>, Token) = unsafe {
            load_ptr_padded(
                input_2,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(reshaped),
                Some(token),
                Latency::<0>,
            )
        };
        let largest: Tile<f32, { [] }> = reduce_max(input_3, 0i32);
        let difference: Tile<f32, { [1] }> = input_3 - reshape(largest, shape![1]);
        let exponential: Tile<f32, { [1] }> =
            unsafe { exp_with_rounding(difference, rounding::Approx) };
        let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
        let quotient: Tile<f32, { [1] }> =
            divf(exponential, reshape(total, shape![1]), rounding::Approx, ftz::Enabled);
        let output_ptrs: PointerTile<*mut f32, { [1] }> =
            addptr_tile(reshape_ptr(output, shape![1]), sum);
        let output_2: PointerTile<*mut f32, { [1] }> =
            unsafe { assume_div_by::<_, 4>(output_ptrs) };
        let _: Token = unsafe {
            store_ptr_tko(
                output_2,
                quotient,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(token),
                Latency::<0>,
            )
        };
    }

    /// `_softmax_kernel_multi_wave_full_row_reg_cached_ldg`, lines 64 to 88 of `tilegym/ops/cutile/softmax.py`; structural variant `v3`.
    ///
    /// Generic over `E`, `N`, `OUTPUT_ALIGN`, `OUTPUT_STRIDE0_DIV`, `INPUT_ALIGN`, `INPUT_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_multi_wave_full_row_reg_cached_ldg_v3<
        E: ElementType,
        const N: i32,
        const OUTPUT_ALIGN: i32,
        const OUTPUT_STRIDE0_DIV: i32,
        const INPUT_ALIGN: i32,
        const INPUT_STRIDE0_DIV: i32,
    >(
        output_ptr: *mut E,
        _output_size0: i32,
        _output_size1: i32,
        output_stride0: i32,
        _output_stride1: i32,
        input_ptr: *mut E,
        _input_size0: i32,
        _input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
    ) {
        let shape_n: Shape<{ [N] }> = Shape::<{ [N] }> { dims: &[] };
        let output: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, OUTPUT_ALIGN>(pointer_to_tile(output_ptr)) };
        let output_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_STRIDE0_DIV>(output_stride0))
        };
        let input: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let input_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_STRIDE0_DIV>(input_stride0))
        };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [N] }> = constant(1i64, shape_n);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [N] }> = iota(shape_n);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let input_wide: Tile<i64, { [] }> = wide(input_stride0_known);
        let product: Tile<i64, { [N] }> = splat(wide_index, shape_n) * splat(input_wide, shape_n);
        let wide_index_2: Tile<i64, { [N] }> = widen(lanes);
        let product_2: Tile<i64, { [N] }> = wide_index_2 * constant_tile;
        let sum: Tile<i64, { [N] }> = product + product_2;
        let input_ptrs: PointerTile<*mut E, { [N] }> = addptr_tile(splat_ptr(input, shape_n), sum);
        let constant_value: Tile<E, { [] }> = constant_float(-1.0e39, shape![]);
        let all: Tile<E, { [N] }> = splat(constant_value, shape_n);
        let (input_2, _): (Tile<E, { [N] }>, Token) = unsafe {
            load_ptr_padded(
                input_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(all),
                Some(token),
                Latency::<0>,
            )
        };
        let converted: Tile<f32, { [N] }> = ftof(input_2, rounding::NearestEven);
        let largest: Tile<f32, { [] }> = reduce_max(converted, 0i32);
        let difference: Tile<f32, { [N] }> = converted - splat(largest, shape_n);
        let exponential: Tile<f32, { [N] }> =
            unsafe { exp_with_rounding(difference, rounding::Approx) };
        let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
        let quotient: Tile<f32, { [N] }> =
            divf(exponential, splat(total, shape_n), rounding::Approx, ftz::Enabled);
        let converted_2: Tile<E, { [N] }> = ftof(quotient, rounding::NearestEven);
        let output_wide: Tile<i64, { [] }> = wide(output_stride0_known);
        let product_3: Tile<i64, { [N] }> =
            splat(wide_index, shape_n) * splat(output_wide, shape_n);
        let sum_2: Tile<i64, { [N] }> = product_3 + product_2;
        let output_ptrs: PointerTile<*mut E, { [N] }> =
            addptr_tile(splat_ptr(output, shape_n), sum_2);
        let _: Token = unsafe {
            store_ptr_tko(
                output_ptrs,
                converted_2,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(token),
                Latency::<0>,
            )
        };
    }

    /// `_softmax_kernel_multi_wave_full_row_reg_cached_ldg`, lines 64 to 88 of `tilegym/ops/cutile/softmax.py`; structural variant `v4`.
    ///
    /// Generic over `E`, `TILE_SIZE`, `OUTPUT_ALIGN`, `OUTPUT_SIZE0_DIV`, `OUTPUT_SIZE1_DIV`, `OUTPUT_STRIDE0_DIV`, `INPUT_ALIGN`, `INPUT_SIZE0_DIV`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_multi_wave_full_row_reg_cached_ldg_v4<
        E: ElementType,
        const TILE_SIZE: i32,
        const OUTPUT_ALIGN: i32,
        const OUTPUT_SIZE0_DIV: i32,
        const OUTPUT_SIZE1_DIV: i32,
        const OUTPUT_STRIDE0_DIV: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE0_DIV: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
    >(
        output_ptr: *mut E,
        output_size0: i32,
        output_size1: i32,
        output_stride0: i32,
        _output_stride1: i32,
        input_ptr: *mut E,
        input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
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
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
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
        let product_2: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile;
        let sum: Tile<i64, { [TILE_SIZE] }> = product + product_2;
        let input_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(input, shape_tile_size), sum);
        let constant_value: Tile<E, { [] }> = constant_float(-1.0e39, shape![]);
        let all_2: Tile<E, { [TILE_SIZE] }> = splat(constant_value, shape_tile_size);
        let input_2 = unsafe { load_where(input_ptrs, both, all_2, token) };
        let converted: Tile<f32, { [TILE_SIZE] }> = ftof(input_2, rounding::NearestEven);
        let largest: Tile<f32, { [] }> = reduce_max(converted, 0i32);
        let difference: Tile<f32, { [TILE_SIZE] }> = converted - splat(largest, shape_tile_size);
        let exponential: Tile<f32, { [TILE_SIZE] }> =
            unsafe { exp_with_rounding(difference, rounding::Approx) };
        let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
        let quotient: Tile<f32, { [TILE_SIZE] }> =
            divf(exponential, splat(total, shape_tile_size), rounding::Approx, ftz::Enabled);
        let converted_2: Tile<E, { [TILE_SIZE] }> = ftof(quotient, rounding::NearestEven);
        let output_wide: Tile<i64, { [] }> = wide(output_size0_known);
        let mask_3: Tile<bool, { [TILE_SIZE] }> = below(all, splat(output_wide, shape_tile_size));
        let output_wide_2: Tile<i64, { [] }> = wide(output_stride0_known);
        let product_3: Tile<i64, { [TILE_SIZE] }> = all * splat(output_wide_2, shape_tile_size);
        let output_wide_3: Tile<i64, { [] }> = wide(output_size1_known);
        let mask_4: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(output_wide_3, shape_tile_size));
        let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask_3, mask_4);
        let sum_2: Tile<i64, { [TILE_SIZE] }> = product_3 + product_2;
        let output_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(output, shape_tile_size), sum_2);
        let _ = unsafe { store_where(output_ptrs, converted_2, both_2, token) };
    }

    /// `_softmax_kernel_tma`, lines 92 to 126 of `tilegym/ops/cutile/softmax.py`; structural variant `v0`.
    ///
    /// Generic over `N_ROWS`, `TILE_SIZE`, `OUTPUT_ALIGN`, `OUTPUT_SIZE0_DIV`, `OUTPUT_SIZE1_DIV`, `OUTPUT_STRIDE0_DIV`, `INPUT_ALIGN`, `INPUT_SIZE0_DIV`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_tma_v0<
        const N_ROWS: i32,
        const TILE_SIZE: i32,
        const OUTPUT_ALIGN: i32,
        const OUTPUT_SIZE0_DIV: i32,
        const OUTPUT_SIZE1_DIV: i32,
        const OUTPUT_STRIDE0_DIV: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE0_DIV: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
    >(
        output_ptr: *mut f32,
        output_size0: i32,
        output_size1: i32,
        output_stride0: i32,
        _output_stride1: i32,
        input_ptr: *mut f32,
        input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
    ) {
        let shape_1_tile_size: Shape<{ [1, TILE_SIZE] }> =
            Shape::<{ [1, TILE_SIZE] }> { dims: &[] };
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
        let token = new_token_unordered();
        let output_sizes: &[i32] = &[output_size0_known, output_size1_known];
        let output_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: output_sizes };
        let output_steps: &[i32] = &[output_stride0_known];
        let output_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: output_steps };
        let output_tensor: Tensor<f32, { [-1, -1] }> =
            unsafe { make_tensor_view(output, output_shape, output_strides, token) };
        let input_sizes: &[i32] = &[input_size0_known, input_size1_known];
        let input_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: input_sizes };
        let input_steps: &[i32] = &[input_stride0_known];
        let input_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: input_steps };
        let input_tensor: Tensor<f32, { [-1, -1] }> =
            unsafe { make_tensor_view(input, input_shape, input_strides, token) };
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let input_tiles: Partition<f32, { [1, TILE_SIZE] }> = unsafe {
            make_partition_view(
                &input_tensor,
                shape_1_tile_size,
                padding::NegInf,
                dim_map::Identity,
                token,
            )
        };
        let output_tiles: Partition<f32, { [1, TILE_SIZE] }> = unsafe {
            make_partition_view(
                &output_tensor,
                shape_1_tile_size,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = scalar_to_tile(N_ROWS);
        let end_tile_2: Tile<i32, { [1] }> = reshape(end_tile, shape![1]);
        let end_tile_3: Tile<i32, { [] }> = reshape(end_tile_2, shape![]);
        let end: i32 = tile_to_scalar(end_tile_3);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let input_2 = unsafe { load_view(&input_tiles, [i, 0i32], token) };
            let largest: Tile<f32, { [1] }> = reduce_max(input_2, 1i32);
            let broadcasted: Tile<f32, { [1, TILE_SIZE] }> =
                broadcast(reshape(largest, shape![1, 1]), shape_1_tile_size);
            let difference: Tile<f32, { [1, TILE_SIZE] }> = input_2 - broadcasted;
            let exponential: Tile<f32, { [1, TILE_SIZE] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [1] }> = reduce_sum(exponential, 1i32);
            let quotient: Tile<f32, { [1, TILE_SIZE] }> = divf(
                exponential,
                broadcast(reshape(total, shape![1, 1]), shape_1_tile_size),
                rounding::Approx,
                ftz::Enabled,
            );
            let _ = unsafe { store_view(&output_tiles, quotient, [i, 0i32], token) };
        }
    }

    /// `_softmax_kernel_tma`, lines 92 to 126 of `tilegym/ops/cutile/softmax.py`; structural variant `v1`.
    ///
    /// Generic over `OUTPUT_ALIGN`, `INPUT_ALIGN`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_tma_v1<const OUTPUT_ALIGN: i32, const INPUT_ALIGN: i32>(
        output_ptr: *mut f32,
        _output_size0: i32,
        _output_size1: i32,
        _output_stride0: i32,
        _output_stride1: i32,
        input_ptr: *mut f32,
        _input_size0: i32,
        _input_size1: i32,
        _input_stride0: i32,
        _input_stride1: i32,
    ) {
        let output: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUTPUT_ALIGN>(pointer_to_tile(output_ptr)) };
        let input: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let token = new_token_unordered();
        let one: Tile<i32, { [] }> = constant(1i32, shape![]);
        let known: Tile<i32, { [] }> = unsafe { assume_div_by::<_, 4>(one) };
        let known_scalar: i32 = tile_to_scalar(known);
        let output_sizes: &[i32] = &[];
        let output_shape: Shape<{ [1, 1] }> = Shape::<{ [1, 1] }> { dims: output_sizes };
        let output_steps: &[i32] = &[known_scalar, known_scalar];
        let output_strides: Array<{ [-1, -1] }> = Array::<{ [-1, -1] }> { dims: output_steps };
        let output_tensor: Tensor<f32, { [1, 1] }> =
            unsafe { make_tensor_view(output, output_shape, output_strides, token) };
        let input_tensor: Tensor<f32, { [1, 1] }> =
            unsafe { make_tensor_view(input, output_shape, output_strides, token) };
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let input_tiles: Partition<f32, { [1, 1] }> = unsafe {
            make_partition_view(
                &input_tensor,
                shape![1, 1],
                padding::NegInf,
                dim_map::Identity,
                token,
            )
        };
        let output_tiles: Partition<f32, { [1, 1] }> = unsafe {
            make_partition_view(
                &output_tensor,
                shape![1, 1],
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let start: i32 = block_id.0;
        let end: i32 = tile_to_scalar(one);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let input_2 = unsafe { load_view(&input_tiles, [i, 0i32], token) };
            let largest: Tile<f32, { [1] }> = reduce_max(input_2, 1i32);
            let difference: Tile<f32, { [1, 1] }> = input_2 - reshape(largest, shape![1, 1]);
            let exponential: Tile<f32, { [1, 1] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [1] }> = reduce_sum(exponential, 1i32);
            let quotient: Tile<f32, { [1, 1] }> =
                divf(exponential, reshape(total, shape![1, 1]), rounding::Approx, ftz::Enabled);
            let _ = unsafe { store_view(&output_tiles, quotient, [i, 0i32], token) };
        }
    }

    /// `_softmax_kernel_tma`, lines 92 to 126 of `tilegym/ops/cutile/softmax.py`; structural variant `v2`.
    ///
    /// Generic over `E`, `N_ROWS`, `TILE_SIZE`, `OUTPUT_ALIGN`, `OUTPUT_SIZE0_DIV`, `OUTPUT_SIZE1_DIV`, `OUTPUT_STRIDE0_DIV`, `INPUT_ALIGN`, `INPUT_SIZE0_DIV`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_tma_v2<
        E: ElementType,
        const N_ROWS: i32,
        const TILE_SIZE: i32,
        const OUTPUT_ALIGN: i32,
        const OUTPUT_SIZE0_DIV: i32,
        const OUTPUT_SIZE1_DIV: i32,
        const OUTPUT_STRIDE0_DIV: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE0_DIV: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
    >(
        output_ptr: *mut E,
        output_size0: i32,
        output_size1: i32,
        output_stride0: i32,
        _output_stride1: i32,
        input_ptr: *mut E,
        input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
    ) {
        let shape_1_tile_size: Shape<{ [1, TILE_SIZE] }> =
            Shape::<{ [1, TILE_SIZE] }> { dims: &[] };
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
        let token = new_token_unordered();
        let output_sizes: &[i32] = &[output_size0_known, output_size1_known];
        let output_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: output_sizes };
        let output_steps: &[i32] = &[output_stride0_known];
        let output_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: output_steps };
        let output_tensor: Tensor<E, { [-1, -1] }> =
            unsafe { make_tensor_view(output, output_shape, output_strides, token) };
        let input_sizes: &[i32] = &[input_size0_known, input_size1_known];
        let input_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: input_sizes };
        let input_steps: &[i32] = &[input_stride0_known];
        let input_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: input_steps };
        let input_tensor: Tensor<E, { [-1, -1] }> =
            unsafe { make_tensor_view(input, input_shape, input_strides, token) };
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let input_tiles: Partition<E, { [1, TILE_SIZE] }> = unsafe {
            make_partition_view(
                &input_tensor,
                shape_1_tile_size,
                padding::NegInf,
                dim_map::Identity,
                token,
            )
        };
        let output_tiles: Partition<E, { [1, TILE_SIZE] }> = unsafe {
            make_partition_view(
                &output_tensor,
                shape_1_tile_size,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = scalar_to_tile(N_ROWS);
        let end_tile_2: Tile<i32, { [1] }> = reshape(end_tile, shape![1]);
        let end_tile_3: Tile<i32, { [] }> = reshape(end_tile_2, shape![]);
        let end: i32 = tile_to_scalar(end_tile_3);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let input_2 = unsafe { load_view(&input_tiles, [i, 0i32], token) };
            let converted: Tile<f32, { [1, TILE_SIZE] }> = ftof(input_2, rounding::NearestEven);
            let largest: Tile<f32, { [1] }> = reduce_max(converted, 1i32);
            let broadcasted: Tile<f32, { [1, TILE_SIZE] }> =
                broadcast(reshape(largest, shape![1, 1]), shape_1_tile_size);
            let difference: Tile<f32, { [1, TILE_SIZE] }> = converted - broadcasted;
            let exponential: Tile<f32, { [1, TILE_SIZE] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [1] }> = reduce_sum(exponential, 1i32);
            let quotient: Tile<f32, { [1, TILE_SIZE] }> = divf(
                exponential,
                broadcast(reshape(total, shape![1, 1]), shape_1_tile_size),
                rounding::Approx,
                ftz::Enabled,
            );
            let converted_2: Tile<E, { [1, TILE_SIZE] }> = ftof(quotient, rounding::NearestEven);
            let _ = unsafe { store_view(&output_tiles, converted_2, [i, 0i32], token) };
        }
    }

    /// `_softmax_kernel_tma`, lines 92 to 126 of `tilegym/ops/cutile/softmax.py`; structural variant `v3`.
    ///
    /// Generic over `E`, `TILE_SIZE`, `OUTPUT_ALIGN`, `OUTPUT_SIZE1_DIV`, `INPUT_ALIGN`, `INPUT_SIZE1_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_tma_v3<
        E: ElementType,
        const TILE_SIZE: i32,
        const OUTPUT_ALIGN: i32,
        const OUTPUT_SIZE1_DIV: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE1_DIV: i32,
    >(
        output_ptr: *mut E,
        _output_size0: i32,
        output_size1: i32,
        output_stride0: i32,
        _output_stride1: i32,
        input_ptr: *mut E,
        _input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
    ) {
        let shape_1_tile_size: Shape<{ [1, TILE_SIZE] }> =
            Shape::<{ [1, TILE_SIZE] }> { dims: &[] };
        let output: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, OUTPUT_ALIGN>(pointer_to_tile(output_ptr)) };
        let output_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_SIZE1_DIV>(output_size1))
        };
        let output_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, 8>(output_stride0)) };
        let input: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let input_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_SIZE1_DIV>(input_size1))
        };
        let input_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, 8>(input_stride0)) };
        let token = new_token_unordered();
        let output_sizes: &[i32] = &[output_size1_known];
        let output_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: output_sizes };
        let output_steps: &[i32] = &[output_stride0_known];
        let output_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: output_steps };
        let output_tensor: Tensor<E, { [1, -1] }> =
            unsafe { make_tensor_view(output, output_shape, output_strides, token) };
        let input_sizes: &[i32] = &[input_size1_known];
        let input_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: input_sizes };
        let input_steps: &[i32] = &[input_stride0_known];
        let input_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: input_steps };
        let input_tensor: Tensor<E, { [1, -1] }> =
            unsafe { make_tensor_view(input, input_shape, input_strides, token) };
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let input_tiles: Partition<E, { [1, TILE_SIZE] }> = unsafe {
            make_partition_view(
                &input_tensor,
                shape_1_tile_size,
                padding::NegInf,
                dim_map::Identity,
                token,
            )
        };
        let output_tiles: Partition<E, { [1, TILE_SIZE] }> = unsafe {
            make_partition_view(
                &output_tensor,
                shape_1_tile_size,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let input_2 = unsafe { load_view(&input_tiles, [i, 0i32], token) };
            let converted: Tile<f32, { [1, TILE_SIZE] }> = ftof(input_2, rounding::NearestEven);
            let largest: Tile<f32, { [1] }> = reduce_max(converted, 1i32);
            let broadcasted: Tile<f32, { [1, TILE_SIZE] }> =
                broadcast(reshape(largest, shape![1, 1]), shape_1_tile_size);
            let difference: Tile<f32, { [1, TILE_SIZE] }> = converted - broadcasted;
            let exponential: Tile<f32, { [1, TILE_SIZE] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [1] }> = reduce_sum(exponential, 1i32);
            let quotient: Tile<f32, { [1, TILE_SIZE] }> = divf(
                exponential,
                broadcast(reshape(total, shape![1, 1]), shape_1_tile_size),
                rounding::Approx,
                ftz::Enabled,
            );
            let converted_2: Tile<E, { [1, TILE_SIZE] }> = ftof(quotient, rounding::NearestEven);
            let _ = unsafe { store_view(&output_tiles, converted_2, [i, 0i32], token) };
        }
    }

    /// `_softmax_kernel_tma`, lines 92 to 126 of `tilegym/ops/cutile/softmax.py`; structural variant `v4`.
    ///
    /// Generic over `TILE_SIZE`, `OUTPUT_ALIGN`, `OUTPUT_SIZE1_DIV`, `INPUT_ALIGN`, `INPUT_SIZE1_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_tma_v4<
        const TILE_SIZE: i32,
        const OUTPUT_ALIGN: i32,
        const OUTPUT_SIZE1_DIV: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE1_DIV: i32,
    >(
        output_ptr: *mut f32,
        _output_size0: i32,
        output_size1: i32,
        output_stride0: i32,
        _output_stride1: i32,
        input_ptr: *mut f32,
        _input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
    ) {
        let shape_1_tile_size: Shape<{ [1, TILE_SIZE] }> =
            Shape::<{ [1, TILE_SIZE] }> { dims: &[] };
        let output: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUTPUT_ALIGN>(pointer_to_tile(output_ptr)) };
        let output_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_SIZE1_DIV>(output_size1))
        };
        let output_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, 4>(output_stride0)) };
        let input: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let input_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_SIZE1_DIV>(input_size1))
        };
        let input_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, 4>(input_stride0)) };
        let token = new_token_unordered();
        let output_sizes: &[i32] = &[output_size1_known];
        let output_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: output_sizes };
        let output_steps: &[i32] = &[output_stride0_known];
        let output_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: output_steps };
        let output_tensor: Tensor<f32, { [1, -1] }> =
            unsafe { make_tensor_view(output, output_shape, output_strides, token) };
        let input_sizes: &[i32] = &[input_size1_known];
        let input_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: input_sizes };
        let input_steps: &[i32] = &[input_stride0_known];
        let input_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: input_steps };
        let input_tensor: Tensor<f32, { [1, -1] }> =
            unsafe { make_tensor_view(input, input_shape, input_strides, token) };
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let input_tiles: Partition<f32, { [1, TILE_SIZE] }> = unsafe {
            make_partition_view(
                &input_tensor,
                shape_1_tile_size,
                padding::NegInf,
                dim_map::Identity,
                token,
            )
        };
        let output_tiles: Partition<f32, { [1, TILE_SIZE] }> = unsafe {
            make_partition_view(
                &output_tensor,
                shape_1_tile_size,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let input_2 = unsafe { load_view(&input_tiles, [i, 0i32], token) };
            let largest: Tile<f32, { [1] }> = reduce_max(input_2, 1i32);
            let broadcasted: Tile<f32, { [1, TILE_SIZE] }> =
                broadcast(reshape(largest, shape![1, 1]), shape_1_tile_size);
            let difference: Tile<f32, { [1, TILE_SIZE] }> = input_2 - broadcasted;
            let exponential: Tile<f32, { [1, TILE_SIZE] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [1] }> = reduce_sum(exponential, 1i32);
            let quotient: Tile<f32, { [1, TILE_SIZE] }> = divf(
                exponential,
                broadcast(reshape(total, shape![1, 1]), shape_1_tile_size),
                rounding::Approx,
                ftz::Enabled,
            );
            let _ = unsafe { store_view(&output_tiles, quotient, [i, 0i32], token) };
        }
    }

    /// `_softmax_kernel_chunked`, lines 130 to 184 of `tilegym/ops/cutile/softmax.py`; structural variant `v0`.
    ///
    /// Generic over `TILE_SIZE`, `N_ROWS`, `TILE_SIZE_PER_N_COLS`, `OUTPUT_ALIGN`, `OUTPUT_SIZE0_DIV`, `OUTPUT_SIZE1_DIV`, `OUTPUT_STRIDE0_DIV`, `INPUT_ALIGN`, `INPUT_SIZE0_DIV`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_chunked_v0<
        const TILE_SIZE: i32,
        const N_ROWS: i32,
        const TILE_SIZE_PER_N_COLS: i32,
        const OUTPUT_ALIGN: i32,
        const OUTPUT_SIZE0_DIV: i32,
        const OUTPUT_SIZE1_DIV: i32,
        const OUTPUT_STRIDE0_DIV: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE0_DIV: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
    >(
        output_ptr: *mut f32,
        output_size0: i32,
        output_size1: i32,
        output_stride0: i32,
        _output_stride1: i32,
        input_ptr: *mut f32,
        input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
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
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let constant_tile_2: Tile<f32, { [1] }> = constant(f32::NEG_INFINITY, shape![1]);
        let constant_tile_3: Tile<f32, { [1] }> = constant(0.0f32, shape![1]);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let constant_value: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
        let input_wide: Tile<i64, { [] }> = wide(input_size0_known);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(input_wide, shape_tile_size);
        let input_wide_2: Tile<i64, { [] }> = wide(input_stride0_known);
        let all_2: Tile<i64, { [TILE_SIZE] }> = splat(input_wide_2, shape_tile_size);
        let input_wide_3: Tile<i64, { [] }> = wide(input_size1_known);
        let all_3: Tile<i64, { [TILE_SIZE] }> = splat(input_wide_3, shape_tile_size);
        let input_base: PointerTile<*mut f32, { [TILE_SIZE] }> = splat_ptr(input, shape_tile_size);
        let all_4: Tile<f32, { [TILE_SIZE] }> = splat(constant_value, shape_tile_size);
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let reshaped: Tile<f32, { [1] }> = reshape(one, shape![1]);
        let output_wide: Tile<i64, { [] }> = wide(output_size0_known);
        let all_5: Tile<i64, { [TILE_SIZE] }> = splat(output_wide, shape_tile_size);
        let output_wide_2: Tile<i64, { [] }> = wide(output_stride0_known);
        let all_6: Tile<i64, { [TILE_SIZE] }> = splat(output_wide_2, shape_tile_size);
        let output_wide_3: Tile<i64, { [] }> = wide(output_size1_known);
        let all_7: Tile<i64, { [TILE_SIZE] }> = splat(output_wide_3, shape_tile_size);
        let output_base: PointerTile<*mut f32, { [TILE_SIZE] }> =
            splat_ptr(output, shape_tile_size);
        let mut carry1_0: Token = token;
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = scalar_to_tile(N_ROWS);
        let end_tile_2: Tile<i32, { [1] }> = reshape(end_tile, shape![1]);
        let end_tile_3: Tile<i32, { [] }> = reshape(end_tile_2, shape![]);
        let end: i32 = tile_to_scalar(end_tile_3);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let wide_index: Tile<i64, { [] }> = wide(i);
            let all_8: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
            let mask: Tile<bool, { [TILE_SIZE] }> = below(all_8, all);
            let product: Tile<i64, { [TILE_SIZE] }> = all_8 * all_2;
            let mut carry2_0: Tile<f32, { [1] }> = constant_tile_2;
            let start_tile: Tile<i32, { [] }> = constant(0i32, shape![]);
            let start_2: i32 = tile_to_scalar(start_tile);
            let end_tile_4: Tile<i32, { [] }> = scalar_to_tile(TILE_SIZE_PER_N_COLS);
            let end_tile_5: Tile<i32, { [1] }> = reshape(end_tile_4, shape![1]);
            let end_tile_6: Tile<i32, { [] }> = reshape(end_tile_5, shape![]);
            let end_2: i32 = tile_to_scalar(end_tile_6);
            let step_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
            let step_2: i32 = tile_to_scalar(step_tile);
            for i_2 in (start_2..end_2).step_by(step_2 as usize) {
                let product_2: i32 = i_2 * TILE_SIZE;
                let sum: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_2, shape_tile_size) + lanes;
                let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(sum);
                let mask_2: Tile<bool, { [TILE_SIZE] }> = below(wide_index_2, all_3);
                let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
                let product_3: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile;
                let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_3;
                let input_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
                    addptr_tile(input_base, sum_2);
                let input_2 = unsafe { load_where(input_ptrs, both, all_4, token) };
                let largest: Tile<f32, { [] }> = reduce_max(input_2, 0i32);
                let larger: Tile<f32, { [1] }> =
                    maxf(carry2_0, reshape(largest, shape![1]), nan::Disabled, ftz::Disabled);
                carry2_0 = larger;
            }
            let broadcasted: Tile<f32, { [TILE_SIZE] }> = broadcast(carry2_0, shape_tile_size);
            let mut carry3_0: Tile<f32, { [1] }> = constant_tile_3;
            for i_3 in (start_2..end_2).step_by(step_2 as usize) {
                let product_4: i32 = i_3 * TILE_SIZE;
                let sum_3: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_4, shape_tile_size) + lanes;
                let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(sum_3);
                let mask_3: Tile<bool, { [TILE_SIZE] }> = below(wide_index_3, all_3);
                let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_3);
                let product_5: Tile<i64, { [TILE_SIZE] }> = wide_index_3 * constant_tile;
                let sum_4: Tile<i64, { [TILE_SIZE] }> = product + product_5;
                let input_ptrs_2: PointerTile<*mut f32, { [TILE_SIZE] }> =
                    addptr_tile(input_base, sum_4);
                let input_3 = unsafe { load_where(input_ptrs_2, both_2, all_4, token) };
                let difference: Tile<f32, { [TILE_SIZE] }> = input_3 - broadcasted;
                let exponential: Tile<f32, { [TILE_SIZE] }> =
                    unsafe { exp_with_rounding(difference, rounding::Approx) };
                let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
                let sum_5: Tile<f32, { [1] }> = carry3_0 + reshape(total, shape![1]);
                carry3_0 = sum_5;
            }
            let quotient: Tile<f32, { [1] }> =
                divf(reshaped, carry3_0, rounding::Approx, ftz::Enabled);
            let broadcasted_2: Tile<f32, { [TILE_SIZE] }> = broadcast(quotient, shape_tile_size);
            let mask_4: Tile<bool, { [TILE_SIZE] }> = below(all_8, all_5);
            let product_6: Tile<i64, { [TILE_SIZE] }> = all_8 * all_6;
            let mut carry4_0: Token = carry1_0;
            for i_4 in (start_2..end_2).step_by(step_2 as usize) {
                let product_7: i32 = i_4 * TILE_SIZE;
                let sum_6: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_7, shape_tile_size) + lanes;
                let wide_index_4: Tile<i64, { [TILE_SIZE] }> = widen(sum_6);
                let mask_5: Tile<bool, { [TILE_SIZE] }> = below(wide_index_4, all_3);
                let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_5);
                let product_8: Tile<i64, { [TILE_SIZE] }> = wide_index_4 * constant_tile;
                let sum_7: Tile<i64, { [TILE_SIZE] }> = product + product_8;
                let input_ptrs_3: PointerTile<*mut f32, { [TILE_SIZE] }> =
                    addptr_tile(input_base, sum_7);
                let input_4 = unsafe { load_where(input_ptrs_3, both_3, all_4, token) };
                let difference_2: Tile<f32, { [TILE_SIZE] }> = input_4 - broadcasted;
                let exponential_2: Tile<f32, { [TILE_SIZE] }> =
                    unsafe { exp_with_rounding(difference_2, rounding::Approx) };
                let product_9: Tile<f32, { [TILE_SIZE] }> = exponential_2 * broadcasted_2;
                let mask_6: Tile<bool, { [TILE_SIZE] }> = below(wide_index_4, all_7);
                let both_4: Tile<bool, { [TILE_SIZE] }> = andi(mask_4, mask_6);
                let sum_8: Tile<i64, { [TILE_SIZE] }> = product_6 + product_8;
                let output_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
                    addptr_tile(output_base, sum_8);
                let token_2 = unsafe { store_where(output_ptrs, product_9, both_4, carry4_0) };
                carry4_0 = token_2;
            }
            carry1_0 = carry4_0;
        }
    }

    /// `_softmax_kernel_chunked`, lines 130 to 184 of `tilegym/ops/cutile/softmax.py`; structural variant `v1`.
    ///
    /// Generic over `OUTPUT_ALIGN`, `INPUT_ALIGN`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_chunked_v1<const OUTPUT_ALIGN: i32, const INPUT_ALIGN: i32>(
        output_ptr: *mut f32,
        _output_size0: i32,
        _output_size1: i32,
        _output_stride0: i32,
        _output_stride1: i32,
        input_ptr: *mut f32,
        _input_size0: i32,
        _input_size1: i32,
        _input_stride0: i32,
        _input_stride1: i32,
    ) {
        let output: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUTPUT_ALIGN>(pointer_to_tile(output_ptr)) };
        let input: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [1] }> = constant(1i64, shape![1]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let constant_tile_2: Tile<f32, { [1] }> = constant(f32::NEG_INFINITY, shape![1]);
        let constant_tile_3: Tile<f32, { [1] }> = constant(0.0f32, shape![1]);
        let lanes: Tile<i32, { [1] }> = iota(shape![1]);
        let constant_value: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
        let input_base: PointerTile<*mut f32, { [1] }> = reshape_ptr(input, shape![1]);
        let reshaped: Tile<f32, { [1] }> = reshape(constant_value, shape![1]);
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let reshaped_2: Tile<f32, { [1] }> = reshape(one, shape![1]);
        let output_base: PointerTile<*mut f32, { [1] }> = reshape_ptr(output, shape![1]);
        let mut carry1_0: Token = token;
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let wide_index: Tile<i64, { [] }> = wide(i);
            let reshaped_3: Tile<i64, { [1] }> = reshape(wide_index, shape![1]);
            let mask: Tile<bool, { [1] }> = below(reshaped_3, constant_tile);
            let product: Tile<i64, { [1] }> = reshaped_3 * constant_tile;
            let mut carry2_0: Tile<f32, { [1] }> = constant_tile_2;
            let start_tile: Tile<i32, { [] }> = constant(0i32, shape![]);
            let start_2: i32 = tile_to_scalar(start_tile);
            for i_2 in (start_2..end).step_by(end as usize) {
                let product_2: i32 = i_2 * 1;
                let product_2_tile: Tile<i32, { [] }> = scalar_to_tile(product_2);
                let sum: Tile<i32, { [1] }> = reshape(product_2_tile, shape![1]) + lanes;
                let wide_index_2: Tile<i64, { [1] }> = widen(sum);
                let mask_2: Tile<bool, { [1] }> = below(wide_index_2, constant_tile);
                let both: Tile<bool, { [1] }> = andi(mask, mask_2);
                let product_3: Tile<i64, { [1] }> = wide_index_2 * constant_tile;
                let sum_2: Tile<i64, { [1] }> = product + product_3;
                let input_ptrs: PointerTile<*mut f32, { [1] }> = addptr_tile(input_base, sum_2);
                let input_2: PointerTile<*mut f32, { [1] }> =
                    unsafe { assume_div_by::<_, 4>(input_ptrs) };
                let input_3 = unsafe { load_where(input_2, both, reshaped, token) };
                let largest: Tile<f32, { [] }> = reduce_max(input_3, 0i32);
                let larger: Tile<f32, { [1] }> =
                    maxf(carry2_0, reshape(largest, shape![1]), nan::Disabled, ftz::Disabled);
                carry2_0 = larger;
            }
            let mut carry3_0: Tile<f32, { [1] }> = constant_tile_3;
            for i_3 in (start_2..end).step_by(end as usize) {
                let product_4: i32 = i_3 * 1;
                let product_4_tile: Tile<i32, { [] }> = scalar_to_tile(product_4);
                let sum_3: Tile<i32, { [1] }> = reshape(product_4_tile, shape![1]) + lanes;
                let wide_index_3: Tile<i64, { [1] }> = widen(sum_3);
                let mask_3: Tile<bool, { [1] }> = below(wide_index_3, constant_tile);
                let both_2: Tile<bool, { [1] }> = andi(mask, mask_3);
                let product_5: Tile<i64, { [1] }> = wide_index_3 * constant_tile;
                let sum_4: Tile<i64, { [1] }> = product + product_5;
                let input_ptrs_2: PointerTile<*mut f32, { [1] }> = addptr_tile(input_base, sum_4);
                let input_4: PointerTile<*mut f32, { [1] }> =
                    unsafe { assume_div_by::<_, 4>(input_ptrs_2) };
                let input_5 = unsafe { load_where(input_4, both_2, reshaped, token) };
                let difference: Tile<f32, { [1] }> = input_5 - carry2_0;
                let exponential: Tile<f32, { [1] }> =
                    unsafe { exp_with_rounding(difference, rounding::Approx) };
                let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
                let sum_5: Tile<f32, { [1] }> = carry3_0 + reshape(total, shape![1]);
                carry3_0 = sum_5;
            }
            let quotient: Tile<f32, { [1] }> =
                divf(reshaped_2, carry3_0, rounding::Approx, ftz::Enabled);
            let mut carry4_0: Token = carry1_0;
            for i_4 in (start_2..end).step_by(end as usize) {
                let product_6: i32 = i_4 * 1;
                let product_6_tile: Tile<i32, { [] }> = scalar_to_tile(product_6);
                let sum_6: Tile<i32, { [1] }> = reshape(product_6_tile, shape![1]) + lanes;
                let wide_index_4: Tile<i64, { [1] }> = widen(sum_6);
                let mask_4: Tile<bool, { [1] }> = below(wide_index_4, constant_tile);
                let both_3: Tile<bool, { [1] }> = andi(mask, mask_4);
                let product_7: Tile<i64, { [1] }> = wide_index_4 * constant_tile;
                let sum_7: Tile<i64, { [1] }> = product + product_7;
                let input_ptrs_3: PointerTile<*mut f32, { [1] }> = addptr_tile(input_base, sum_7);
                let input_6: PointerTile<*mut f32, { [1] }> =
                    unsafe { assume_div_by::<_, 4>(input_ptrs_3) };
                let input_7 = unsafe { load_where(input_6, both_3, reshaped, token) };
                let difference_2: Tile<f32, { [1] }> = input_7 - carry2_0;
                let exponential_2: Tile<f32, { [1] }> =
                    unsafe { exp_with_rounding(difference_2, rounding::Approx) };
                let product_8: Tile<f32, { [1] }> = exponential_2 * quotient;
                let output_ptrs: PointerTile<*mut f32, { [1] }> = addptr_tile(output_base, sum_7);
                let output_2: PointerTile<*mut f32, { [1] }> =
                    unsafe { assume_div_by::<_, 4>(output_ptrs) };
                let token_2 = unsafe { store_where(output_2, product_8, both_3, carry4_0) };
                carry4_0 = token_2;
            }
            carry1_0 = carry4_0;
        }
    }

    /// `_softmax_kernel_chunked`, lines 130 to 184 of `tilegym/ops/cutile/softmax.py`; structural variant `v2`.
    ///
    /// Generic over `E`, `TILE_SIZE`, `N_ROWS`, `TILE_SIZE_PER_N_COLS`, `OUTPUT_ALIGN`, `OUTPUT_SIZE0_DIV`, `OUTPUT_SIZE1_DIV`, `OUTPUT_STRIDE0_DIV`, `INPUT_ALIGN`, `INPUT_SIZE0_DIV`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_chunked_v2<
        E: ElementType,
        const TILE_SIZE: i32,
        const N_ROWS: i32,
        const TILE_SIZE_PER_N_COLS: i32,
        const OUTPUT_ALIGN: i32,
        const OUTPUT_SIZE0_DIV: i32,
        const OUTPUT_SIZE1_DIV: i32,
        const OUTPUT_STRIDE0_DIV: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE0_DIV: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
    >(
        output_ptr: *mut E,
        output_size0: i32,
        output_size1: i32,
        output_stride0: i32,
        _output_stride1: i32,
        input_ptr: *mut E,
        input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
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
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let constant_tile_2: Tile<f32, { [1] }> = constant(f32::NEG_INFINITY, shape![1]);
        let constant_tile_3: Tile<f32, { [1] }> = constant(0.0f32, shape![1]);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let input_wide: Tile<i64, { [] }> = wide(input_size0_known);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(input_wide, shape_tile_size);
        let input_wide_2: Tile<i64, { [] }> = wide(input_stride0_known);
        let all_2: Tile<i64, { [TILE_SIZE] }> = splat(input_wide_2, shape_tile_size);
        let input_wide_3: Tile<i64, { [] }> = wide(input_size1_known);
        let all_3: Tile<i64, { [TILE_SIZE] }> = splat(input_wide_3, shape_tile_size);
        let input_base: PointerTile<*mut E, { [TILE_SIZE] }> = splat_ptr(input, shape_tile_size);
        let constant_value: Tile<E, { [] }> = constant_float(-1.0e39, shape![]);
        let all_4: Tile<E, { [TILE_SIZE] }> = splat(constant_value, shape_tile_size);
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let reshaped: Tile<f32, { [1] }> = reshape(one, shape![1]);
        let output_wide: Tile<i64, { [] }> = wide(output_size0_known);
        let all_5: Tile<i64, { [TILE_SIZE] }> = splat(output_wide, shape_tile_size);
        let output_wide_2: Tile<i64, { [] }> = wide(output_stride0_known);
        let all_6: Tile<i64, { [TILE_SIZE] }> = splat(output_wide_2, shape_tile_size);
        let output_wide_3: Tile<i64, { [] }> = wide(output_size1_known);
        let all_7: Tile<i64, { [TILE_SIZE] }> = splat(output_wide_3, shape_tile_size);
        let output_base: PointerTile<*mut E, { [TILE_SIZE] }> = splat_ptr(output, shape_tile_size);
        let mut carry1_0: Token = token;
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = scalar_to_tile(N_ROWS);
        let end_tile_2: Tile<i32, { [1] }> = reshape(end_tile, shape![1]);
        let end_tile_3: Tile<i32, { [] }> = reshape(end_tile_2, shape![]);
        let end: i32 = tile_to_scalar(end_tile_3);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let wide_index: Tile<i64, { [] }> = wide(i);
            let all_8: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
            let mask: Tile<bool, { [TILE_SIZE] }> = below(all_8, all);
            let product: Tile<i64, { [TILE_SIZE] }> = all_8 * all_2;
            let mut carry2_0: Tile<f32, { [1] }> = constant_tile_2;
            let start_tile: Tile<i32, { [] }> = constant(0i32, shape![]);
            let start_2: i32 = tile_to_scalar(start_tile);
            let end_tile_4: Tile<i32, { [] }> = scalar_to_tile(TILE_SIZE_PER_N_COLS);
            let end_tile_5: Tile<i32, { [1] }> = reshape(end_tile_4, shape![1]);
            let end_tile_6: Tile<i32, { [] }> = reshape(end_tile_5, shape![]);
            let end_2: i32 = tile_to_scalar(end_tile_6);
            let step_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
            let step_2: i32 = tile_to_scalar(step_tile);
            for i_2 in (start_2..end_2).step_by(step_2 as usize) {
                let product_2: i32 = i_2 * TILE_SIZE;
                let sum: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_2, shape_tile_size) + lanes;
                let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(sum);
                let mask_2: Tile<bool, { [TILE_SIZE] }> = below(wide_index_2, all_3);
                let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
                let product_3: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile;
                let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_3;
                let input_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
                    addptr_tile(input_base, sum_2);
                let input_2 = unsafe { load_where(input_ptrs, both, all_4, token) };
                let converted: Tile<f32, { [TILE_SIZE] }> = ftof(input_2, rounding::NearestEven);
                let largest: Tile<f32, { [] }> = reduce_max(converted, 0i32);
                let larger: Tile<f32, { [1] }> =
                    maxf(carry2_0, reshape(largest, shape![1]), nan::Disabled, ftz::Disabled);
                carry2_0 = larger;
            }
            let broadcasted: Tile<f32, { [TILE_SIZE] }> = broadcast(carry2_0, shape_tile_size);
            let mut carry3_0: Tile<f32, { [1] }> = constant_tile_3;
            for i_3 in (start_2..end_2).step_by(step_2 as usize) {
                let product_4: i32 = i_3 * TILE_SIZE;
                let sum_3: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_4, shape_tile_size) + lanes;
                let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(sum_3);
                let mask_3: Tile<bool, { [TILE_SIZE] }> = below(wide_index_3, all_3);
                let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_3);
                let product_5: Tile<i64, { [TILE_SIZE] }> = wide_index_3 * constant_tile;
                let sum_4: Tile<i64, { [TILE_SIZE] }> = product + product_5;
                let input_ptrs_2: PointerTile<*mut E, { [TILE_SIZE] }> =
                    addptr_tile(input_base, sum_4);
                let input_3 = unsafe { load_where(input_ptrs_2, both_2, all_4, token) };
                let converted_2: Tile<f32, { [TILE_SIZE] }> = ftof(input_3, rounding::NearestEven);
                let difference: Tile<f32, { [TILE_SIZE] }> = converted_2 - broadcasted;
                let exponential: Tile<f32, { [TILE_SIZE] }> =
                    unsafe { exp_with_rounding(difference, rounding::Approx) };
                let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
                let sum_5: Tile<f32, { [1] }> = carry3_0 + reshape(total, shape![1]);
                carry3_0 = sum_5;
            }
            let quotient: Tile<f32, { [1] }> =
                divf(reshaped, carry3_0, rounding::Approx, ftz::Enabled);
            let broadcasted_2: Tile<f32, { [TILE_SIZE] }> = broadcast(quotient, shape_tile_size);
            let mask_4: Tile<bool, { [TILE_SIZE] }> = below(all_8, all_5);
            let product_6: Tile<i64, { [TILE_SIZE] }> = all_8 * all_6;
            let mut carry4_0: Token = carry1_0;
            for i_4 in (start_2..end_2).step_by(step_2 as usize) {
                let product_7: i32 = i_4 * TILE_SIZE;
                let sum_6: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_7, shape_tile_size) + lanes;
                let wide_index_4: Tile<i64, { [TILE_SIZE] }> = widen(sum_6);
                let mask_5: Tile<bool, { [TILE_SIZE] }> = below(wide_index_4, all_3);
                let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_5);
                let product_8: Tile<i64, { [TILE_SIZE] }> = wide_index_4 * constant_tile;
                let sum_7: Tile<i64, { [TILE_SIZE] }> = product + product_8;
                let input_ptrs_3: PointerTile<*mut E, { [TILE_SIZE] }> =
                    addptr_tile(input_base, sum_7);
                let input_4 = unsafe { load_where(input_ptrs_3, both_3, all_4, token) };
                let converted_3: Tile<f32, { [TILE_SIZE] }> = ftof(input_4, rounding::NearestEven);
                let difference_2: Tile<f32, { [TILE_SIZE] }> = converted_3 - broadcasted;
                let exponential_2: Tile<f32, { [TILE_SIZE] }> =
                    unsafe { exp_with_rounding(difference_2, rounding::Approx) };
                let product_9: Tile<f32, { [TILE_SIZE] }> = exponential_2 * broadcasted_2;
                let converted_4: Tile<E, { [TILE_SIZE] }> = ftof(product_9, rounding::NearestEven);
                let mask_6: Tile<bool, { [TILE_SIZE] }> = below(wide_index_4, all_7);
                let both_4: Tile<bool, { [TILE_SIZE] }> = andi(mask_4, mask_6);
                let sum_8: Tile<i64, { [TILE_SIZE] }> = product_6 + product_8;
                let output_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
                    addptr_tile(output_base, sum_8);
                let token_2 = unsafe { store_where(output_ptrs, converted_4, both_4, carry4_0) };
                carry4_0 = token_2;
            }
            carry1_0 = carry4_0;
        }
    }

    /// `_softmax_kernel_chunked`, lines 130 to 184 of `tilegym/ops/cutile/softmax.py`; structural variant `v3`.
    ///
    /// Generic over `E`, `TILE_SIZE`, `OUTPUT_ALIGN`, `OUTPUT_SIZE1_DIV`, `OUTPUT_STRIDE0_DIV`, `INPUT_ALIGN`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_chunked_v3<
        E: ElementType,
        const TILE_SIZE: i32,
        const OUTPUT_ALIGN: i32,
        const OUTPUT_SIZE1_DIV: i32,
        const OUTPUT_STRIDE0_DIV: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
    >(
        output_ptr: *mut E,
        _output_size0: i32,
        output_size1: i32,
        output_stride0: i32,
        _output_stride1: i32,
        input_ptr: *mut E,
        _input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let output: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, OUTPUT_ALIGN>(pointer_to_tile(output_ptr)) };
        let output_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_SIZE1_DIV>(output_size1))
        };
        let output_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_STRIDE0_DIV>(output_stride0))
        };
        let input: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let input_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_SIZE1_DIV>(input_size1))
        };
        let input_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_STRIDE0_DIV>(input_stride0))
        };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let constant_tile_2: Tile<f32, { [1] }> = constant(f32::NEG_INFINITY, shape![1]);
        let constant_tile_3: Tile<f32, { [1] }> = constant(0.0f32, shape![1]);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let input_wide: Tile<i64, { [] }> = wide(input_stride0_known);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(input_wide, shape_tile_size);
        let input_wide_2: Tile<i64, { [] }> = wide(input_size1_known);
        let all_2: Tile<i64, { [TILE_SIZE] }> = splat(input_wide_2, shape_tile_size);
        let input_base: PointerTile<*mut E, { [TILE_SIZE] }> = splat_ptr(input, shape_tile_size);
        let constant_value: Tile<E, { [] }> = constant_float(-1.0e39, shape![]);
        let all_3: Tile<E, { [TILE_SIZE] }> = splat(constant_value, shape_tile_size);
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let reshaped: Tile<f32, { [1] }> = reshape(one, shape![1]);
        let output_wide: Tile<i64, { [] }> = wide(output_stride0_known);
        let all_4: Tile<i64, { [TILE_SIZE] }> = splat(output_wide, shape_tile_size);
        let output_wide_2: Tile<i64, { [] }> = wide(output_size1_known);
        let all_5: Tile<i64, { [TILE_SIZE] }> = splat(output_wide_2, shape_tile_size);
        let output_base: PointerTile<*mut E, { [TILE_SIZE] }> = splat_ptr(output, shape_tile_size);
        let mut carry1_0: Token = token;
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let wide_index: Tile<i64, { [] }> = wide(i);
            let all_6: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
            let mask: Tile<bool, { [TILE_SIZE] }> = below(all_6, constant_tile);
            let product: Tile<i64, { [TILE_SIZE] }> = all_6 * all;
            let mut carry2_0: Tile<f32, { [1] }> = constant_tile_2;
            let start_tile: Tile<i32, { [] }> = constant(0i32, shape![]);
            let start_2: i32 = tile_to_scalar(start_tile);
            for i_2 in (start_2..end).step_by(end as usize) {
                let product_2: i32 = i_2 * TILE_SIZE;
                let sum: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_2, shape_tile_size) + lanes;
                let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(sum);
                let mask_2: Tile<bool, { [TILE_SIZE] }> = below(wide_index_2, all_2);
                let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
                let product_3: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile;
                let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_3;
                let input_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
                    addptr_tile(input_base, sum_2);
                let input_2 = unsafe { load_where(input_ptrs, both, all_3, token) };
                let converted: Tile<f32, { [TILE_SIZE] }> = ftof(input_2, rounding::NearestEven);
                let largest: Tile<f32, { [] }> = reduce_max(converted, 0i32);
                let larger: Tile<f32, { [1] }> =
                    maxf(carry2_0, reshape(largest, shape![1]), nan::Disabled, ftz::Disabled);
                carry2_0 = larger;
            }
            let broadcasted: Tile<f32, { [TILE_SIZE] }> = broadcast(carry2_0, shape_tile_size);
            let mut carry3_0: Tile<f32, { [1] }> = constant_tile_3;
            for i_3 in (start_2..end).step_by(end as usize) {
                let product_4: i32 = i_3 * TILE_SIZE;
                let sum_3: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_4, shape_tile_size) + lanes;
                let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(sum_3);
                let mask_3: Tile<bool, { [TILE_SIZE] }> = below(wide_index_3, all_2);
                let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_3);
                let product_5: Tile<i64, { [TILE_SIZE] }> = wide_index_3 * constant_tile;
                let sum_4: Tile<i64, { [TILE_SIZE] }> = product + product_5;
                let input_ptrs_2: PointerTile<*mut E, { [TILE_SIZE] }> =
                    addptr_tile(input_base, sum_4);
                let input_3 = unsafe { load_where(input_ptrs_2, both_2, all_3, token) };
                let converted_2: Tile<f32, { [TILE_SIZE] }> = ftof(input_3, rounding::NearestEven);
                let difference: Tile<f32, { [TILE_SIZE] }> = converted_2 - broadcasted;
                let exponential: Tile<f32, { [TILE_SIZE] }> =
                    unsafe { exp_with_rounding(difference, rounding::Approx) };
                let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
                let sum_5: Tile<f32, { [1] }> = carry3_0 + reshape(total, shape![1]);
                carry3_0 = sum_5;
            }
            let quotient: Tile<f32, { [1] }> =
                divf(reshaped, carry3_0, rounding::Approx, ftz::Enabled);
            let broadcasted_2: Tile<f32, { [TILE_SIZE] }> = broadcast(quotient, shape_tile_size);
            let product_6: Tile<i64, { [TILE_SIZE] }> = all_6 * all_4;
            let mut carry4_0: Token = carry1_0;
            for i_4 in (start_2..end).step_by(end as usize) {
                let product_7: i32 = i_4 * TILE_SIZE;
                let sum_6: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_7, shape_tile_size) + lanes;
                let wide_index_4: Tile<i64, { [TILE_SIZE] }> = widen(sum_6);
                let mask_4: Tile<bool, { [TILE_SIZE] }> = below(wide_index_4, all_2);
                let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_4);
                let product_8: Tile<i64, { [TILE_SIZE] }> = wide_index_4 * constant_tile;
                let sum_7: Tile<i64, { [TILE_SIZE] }> = product + product_8;
                let input_ptrs_3: PointerTile<*mut E, { [TILE_SIZE] }> =
                    addptr_tile(input_base, sum_7);
                let input_4 = unsafe { load_where(input_ptrs_3, both_3, all_3, token) };
                let converted_3: Tile<f32, { [TILE_SIZE] }> = ftof(input_4, rounding::NearestEven);
                let difference_2: Tile<f32, { [TILE_SIZE] }> = converted_3 - broadcasted;
                let exponential_2: Tile<f32, { [TILE_SIZE] }> =
                    unsafe { exp_with_rounding(difference_2, rounding::Approx) };
                let product_9: Tile<f32, { [TILE_SIZE] }> = exponential_2 * broadcasted_2;
                let converted_4: Tile<E, { [TILE_SIZE] }> = ftof(product_9, rounding::NearestEven);
                let mask_5: Tile<bool, { [TILE_SIZE] }> = below(wide_index_4, all_5);
                let both_4: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_5);
                let sum_8: Tile<i64, { [TILE_SIZE] }> = product_6 + product_8;
                let output_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
                    addptr_tile(output_base, sum_8);
                let token_2 = unsafe { store_where(output_ptrs, converted_4, both_4, carry4_0) };
                carry4_0 = token_2;
            }
            carry1_0 = carry4_0;
        }
    }

    /// `_softmax_kernel_chunked`, lines 130 to 184 of `tilegym/ops/cutile/softmax.py`; structural variant `v4`.
    ///
    /// Generic over `TILE_SIZE`, `OUTPUT_ALIGN`, `OUTPUT_SIZE1_DIV`, `OUTPUT_STRIDE0_DIV`, `INPUT_ALIGN`, `INPUT_SIZE1_DIV`, `INPUT_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_chunked_v4<
        const TILE_SIZE: i32,
        const OUTPUT_ALIGN: i32,
        const OUTPUT_SIZE1_DIV: i32,
        const OUTPUT_STRIDE0_DIV: i32,
        const INPUT_ALIGN: i32,
        const INPUT_SIZE1_DIV: i32,
        const INPUT_STRIDE0_DIV: i32,
    >(
        output_ptr: *mut f32,
        _output_size0: i32,
        output_size1: i32,
        output_stride0: i32,
        _output_stride1: i32,
        input_ptr: *mut f32,
        _input_size0: i32,
        input_size1: i32,
        input_stride0: i32,
        _input_stride1: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let output: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUTPUT_ALIGN>(pointer_to_tile(output_ptr)) };
        let output_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_SIZE1_DIV>(output_size1))
        };
        let output_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUTPUT_STRIDE0_DIV>(output_stride0))
        };
        let input: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, INPUT_ALIGN>(pointer_to_tile(input_ptr)) };
        let input_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_SIZE1_DIV>(input_size1))
        };
        let input_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, INPUT_STRIDE0_DIV>(input_stride0))
        };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let constant_tile_2: Tile<f32, { [1] }> = constant(f32::NEG_INFINITY, shape![1]);
        let constant_tile_3: Tile<f32, { [1] }> = constant(0.0f32, shape![1]);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let constant_value: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
        let input_wide: Tile<i64, { [] }> = wide(input_stride0_known);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(input_wide, shape_tile_size);
        let input_wide_2: Tile<i64, { [] }> = wide(input_size1_known);
        let all_2: Tile<i64, { [TILE_SIZE] }> = splat(input_wide_2, shape_tile_size);
        let input_base: PointerTile<*mut f32, { [TILE_SIZE] }> = splat_ptr(input, shape_tile_size);
        let all_3: Tile<f32, { [TILE_SIZE] }> = splat(constant_value, shape_tile_size);
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let reshaped: Tile<f32, { [1] }> = reshape(one, shape![1]);
        let output_wide: Tile<i64, { [] }> = wide(output_stride0_known);
        let all_4: Tile<i64, { [TILE_SIZE] }> = splat(output_wide, shape_tile_size);
        let output_wide_2: Tile<i64, { [] }> = wide(output_size1_known);
        let all_5: Tile<i64, { [TILE_SIZE] }> = splat(output_wide_2, shape_tile_size);
        let output_base: PointerTile<*mut f32, { [TILE_SIZE] }> =
            splat_ptr(output, shape_tile_size);
        let mut carry1_0: Token = token;
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let wide_index: Tile<i64, { [] }> = wide(i);
            let all_6: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
            let mask: Tile<bool, { [TILE_SIZE] }> = below(all_6, constant_tile);
            let product: Tile<i64, { [TILE_SIZE] }> = all_6 * all;
            let mut carry2_0: Tile<f32, { [1] }> = constant_tile_2;
            let start_tile: Tile<i32, { [] }> = constant(0i32, shape![]);
            let start_2: i32 = tile_to_scalar(start_tile);
            for i_2 in (start_2..end).step_by(end as usize) {
                let product_2: i32 = i_2 * TILE_SIZE;
                let sum: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_2, shape_tile_size) + lanes;
                let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(sum);
                let mask_2: Tile<bool, { [TILE_SIZE] }> = below(wide_index_2, all_2);
                let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
                let product_3: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile;
                let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_3;
                let input_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
                    addptr_tile(input_base, sum_2);
                let input_2 = unsafe { load_where(input_ptrs, both, all_3, token) };
                let largest: Tile<f32, { [] }> = reduce_max(input_2, 0i32);
                let larger: Tile<f32, { [1] }> =
                    maxf(carry2_0, reshape(largest, shape![1]), nan::Disabled, ftz::Disabled);
                carry2_0 = larger;
            }
            let broadcasted: Tile<f32, { [TILE_SIZE] }> = broadcast(carry2_0, shape_tile_size);
            let mut carry3_0: Tile<f32, { [1] }> = constant_tile_3;
            for i_3 in (start_2..end).step_by(end as usize) {
                let product_4: i32 = i_3 * TILE_SIZE;
                let sum_3: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_4, shape_tile_size) + lanes;
                let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(sum_3);
                let mask_3: Tile<bool, { [TILE_SIZE] }> = below(wide_index_3, all_2);
                let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_3);
                let product_5: Tile<i64, { [TILE_SIZE] }> = wide_index_3 * constant_tile;
                let sum_4: Tile<i64, { [TILE_SIZE] }> = product + product_5;
                let input_ptrs_2: PointerTile<*mut f32, { [TILE_SIZE] }> =
                    addptr_tile(input_base, sum_4);
                let input_3 = unsafe { load_where(input_ptrs_2, both_2, all_3, token) };
                let difference: Tile<f32, { [TILE_SIZE] }> = input_3 - broadcasted;
                let exponential: Tile<f32, { [TILE_SIZE] }> =
                    unsafe { exp_with_rounding(difference, rounding::Approx) };
                let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
                let sum_5: Tile<f32, { [1] }> = carry3_0 + reshape(total, shape![1]);
                carry3_0 = sum_5;
            }
            let quotient: Tile<f32, { [1] }> =
                divf(reshaped, carry3_0, rounding::Approx, ftz::Enabled);
            let broadcasted_2: Tile<f32, { [TILE_SIZE] }> = broadcast(quotient, shape_tile_size);
            let product_6: Tile<i64, { [TILE_SIZE] }> = all_6 * all_4;
            let mut carry4_0: Token = carry1_0;
            for i_4 in (start_2..end).step_by(end as usize) {
                let product_7: i32 = i_4 * TILE_SIZE;
                let sum_6: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_7, shape_tile_size) + lanes;
                let wide_index_4: Tile<i64, { [TILE_SIZE] }> = widen(sum_6);
                let mask_4: Tile<bool, { [TILE_SIZE] }> = below(wide_index_4, all_2);
                let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_4);
                let product_8: Tile<i64, { [TILE_SIZE] }> = wide_index_4 * constant_tile;
                let sum_7: Tile<i64, { [TILE_SIZE] }> = product + product_8;
                let input_ptrs_3: PointerTile<*mut f32, { [TILE_SIZE] }> =
                    addptr_tile(input_base, sum_7);
                let input_4 = unsafe { load_where(input_ptrs_3, both_3, all_3, token) };
                let difference_2: Tile<f32, { [TILE_SIZE] }> = input_4 - broadcasted;
                let exponential_2: Tile<f32, { [TILE_SIZE] }> =
                    unsafe { exp_with_rounding(difference_2, rounding::Approx) };
                let product_9: Tile<f32, { [TILE_SIZE] }> = exponential_2 * broadcasted_2;
                let mask_5: Tile<bool, { [TILE_SIZE] }> = below(wide_index_4, all_5);
                let both_4: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_5);
                let sum_8: Tile<i64, { [TILE_SIZE] }> = product_6 + product_8;
                let output_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
                    addptr_tile(output_base, sum_8);
                let token_2 = unsafe { store_where(output_ptrs, product_9, both_4, carry4_0) };
                carry4_0 = token_2;
            }
            carry1_0 = carry4_0;
        }
    }
}
