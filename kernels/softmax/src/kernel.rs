// SPDX-License-Identifier: MIT

//! Device kernels, converted from Tile IR by tileport.
//!
//! From `tilegym/ops/cutile/softmax.py` of TileGym 1.5.1, SHA-256
//! `b58f36d433a93052080eb11aa24053b7417bc260845a8ce0467464762d62edde`.

/// One entry for each structural variant of each Python kernel.
#[cutile::module]
pub mod kernels {
    use cutile::core::*;
    use tileport_support::gather::ops::*;
    use tileport_support::number::ops::*;
    use tileport_support::ops::*;
    use tileport_support::view::ops::*;

    /// `_softmax_kernel`, lines 29 to 61 of `tilegym/ops/cutile/softmax.py`; structural variant `v2`.
    ///
    /// Generic over `Elem`, `TILE_SIZE`, `N_ROWS`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_v2<Elem: ElementType, const TILE_SIZE: i32, const N_ROWS: i32>(
        output: &Tensor<Elem, { [-1, -1] }>,
        input: &Tensor<Elem, { [-1, -1] }>,
    ) {
        let output_2: PointerTile<*mut Elem, { [] }> = get_tensor_base(output);
        let input_2: PointerTile<*mut Elem, { [] }> = get_tensor_base(input);
        let token = new_token_unordered();
        let offsets: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let input_wide: Tile<i64, { [] }> = wide(size(input, 0));
        let all: Tile<i64, { [TILE_SIZE] }> = splat(input_wide, shape![TILE_SIZE]);
        let input_wide_2: Tile<i64, { [] }> = wide(stride(input, 0));
        let all_2: Tile<i64, { [TILE_SIZE] }> = splat(input_wide_2, shape![TILE_SIZE]);
        let wide_index: Tile<i64, { [TILE_SIZE] }> = widen(offsets);
        let input_wide_3: Tile<i64, { [] }> = wide(size(input, 1));
        let mask: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index, splat(input_wide_3, shape![TILE_SIZE]));
        let product: Tile<i64, { [TILE_SIZE] }> =
            wide_index * broadcast_scalar(1i64, shape![TILE_SIZE]);
        let input_base: PointerTile<*mut Elem, { [TILE_SIZE] }> =
            splat_ptr(input_2, shape![TILE_SIZE]);
        let filled: Tile<Elem, { [TILE_SIZE] }> = constant_float(-1.0e39, shape![TILE_SIZE]);
        let output_wide: Tile<i64, { [] }> = wide(size(output, 0));
        let all_3: Tile<i64, { [TILE_SIZE] }> = splat(output_wide, shape![TILE_SIZE]);
        let output_wide_2: Tile<i64, { [] }> = wide(stride(output, 0));
        let all_4: Tile<i64, { [TILE_SIZE] }> = splat(output_wide_2, shape![TILE_SIZE]);
        let output_wide_3: Tile<i64, { [] }> = wide(size(output, 1));
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index, splat(output_wide_3, shape![TILE_SIZE]));
        let output_base: PointerTile<*mut Elem, { [TILE_SIZE] }> =
            splat_ptr(output_2, shape![TILE_SIZE]);
        let mut token_2 = token;
        for row_idx in
            (get_tile_block_id().0..hidden(N_ROWS)).step_by(get_num_tile_blocks().0 as usize)
        {
            let wide_index_2: Tile<i64, { [] }> = wide(row_idx);
            let all_5: Tile<i64, { [TILE_SIZE] }> = splat(wide_index_2, shape![TILE_SIZE]);
            let both: Tile<bool, { [TILE_SIZE] }> = andi(below(all_5, all), mask);
            let sum: Tile<i64, { [TILE_SIZE] }> = all_5 * all_2 + product;
            let input_ptrs = addptr_tile(input_base, sum);
            let row = unsafe { load_where(input_ptrs, both, filled, token) };
            let row: Tile<f32, { [TILE_SIZE] }> = to_f32(row);
            let row_minus_max: Tile<f32, { [TILE_SIZE] }> =
                row - splat(reduce_max(row, 0i32), shape![TILE_SIZE]);
            let numerator: Tile<f32, { [TILE_SIZE] }> = exp_approx(row_minus_max);
            let softmax_output: Tile<f32, { [TILE_SIZE] }> =
                div_approx_ftz(numerator, splat(reduce_sum(numerator, 0i32), shape![TILE_SIZE]));
            let softmax_output: Tile<Elem, { [TILE_SIZE] }> = convert_tile(softmax_output);
            let both_2: Tile<bool, { [TILE_SIZE] }> = andi(below(all_5, all_3), mask_2);
            let sum_2: Tile<i64, { [TILE_SIZE] }> = all_5 * all_4 + product;
            let output_ptrs = addptr_tile(output_base, sum_2);
            let token_3 = unsafe { store_where(output_ptrs, softmax_output, both_2, token_2) };
            token_2 = token_3;
        }
    }

    /// `_softmax_kernel_multi_wave_full_row_reg_cached_ldg`, lines 64 to 88 of `tilegym/ops/cutile/softmax.py`; structural variant `v3`.
    ///
    /// Generic over `Elem`, `N`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_multi_wave_full_row_reg_cached_ldg_v3<
        Elem: ElementType,
        const N: i32,
    >(
        output: &Tensor<Elem, { [-1, -1] }>,
        input: &Tensor<Elem, { [-1, -1] }>,
    ) {
        let row_idx = get_tile_block_id().0;
        let offsets: Tile<i32, { [N] }> = iota(shape![N]);
        let row = unsafe { gather_row_unchecked(input, row_idx, offsets) };
        let row: Tile<f32, { [N] }> = to_f32(row);
        let difference: Tile<f32, { [N] }> = row - splat(reduce_max(row, 0i32), shape![N]);
        let numerator: Tile<f32, { [N] }> = exp_approx(difference);
        let softmax_output: Tile<f32, { [N] }> =
            div_approx_ftz(numerator, splat(reduce_sum(numerator, 0i32), shape![N]));
        let softmax_output: Tile<Elem, { [N] }> = convert_tile(softmax_output);
        unsafe { scatter_row_unchecked(output, row_idx, offsets, softmax_output) };
    }

    /// `_softmax_kernel_multi_wave_full_row_reg_cached_ldg`, lines 64 to 88 of `tilegym/ops/cutile/softmax.py`; structural variant `v4`.
    ///
    /// Generic over `Elem`, `TILE_SIZE`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_multi_wave_full_row_reg_cached_ldg_v4<
        Elem: ElementType,
        const TILE_SIZE: i32,
    >(
        output: &Tensor<Elem, { [-1, -1] }>,
        input: &Tensor<Elem, { [-1, -1] }>,
    ) {
        let row_idx = get_tile_block_id().0;
        let offsets: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let filled: Tile<Elem, { [TILE_SIZE] }> = constant_float(-1.0e39, shape![TILE_SIZE]);
        let row = unsafe { gather_row_or(input, row_idx, offsets, filled) };
        let row: Tile<f32, { [TILE_SIZE] }> = to_f32(row);
        let difference: Tile<f32, { [TILE_SIZE] }> =
            row - splat(reduce_max(row, 0i32), shape![TILE_SIZE]);
        let numerator: Tile<f32, { [TILE_SIZE] }> = exp_approx(difference);
        let softmax_output: Tile<f32, { [TILE_SIZE] }> =
            div_approx_ftz(numerator, splat(reduce_sum(numerator, 0i32), shape![TILE_SIZE]));
        let softmax_output: Tile<Elem, { [TILE_SIZE] }> = convert_tile(softmax_output);
        unsafe { scatter_row(output, row_idx, offsets, softmax_output) };
    }

    /// `_softmax_kernel_tma`, lines 92 to 126 of `tilegym/ops/cutile/softmax.py`; structural variant `v2`.
    ///
    /// Generic over `Elem`, `N_ROWS`, `TILE_SIZE`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_tma_v2<
        Elem: ElementType,
        const N_ROWS: i32,
        const TILE_SIZE: i32,
    >(
        output: &Tensor<Elem, { [-1, -1] }>,
        input: &Tensor<Elem, { [-1, -1] }>,
    ) {
        for row_idx in
            (get_tile_block_id().0..hidden(N_ROWS)).step_by(get_num_tile_blocks().0 as usize)
        {
            let row: Tile<Elem, { [1, TILE_SIZE] }> =
                unsafe { load_or_neg_inf(input, [row_idx, 0i32], shape![1, TILE_SIZE]) };
            let row: Tile<f32, { [1, TILE_SIZE] }> = to_f32(row);
            let largest: Tile<f32, { [1] }> = reduce_max(row, 1i32);
            let row_max = reshape(largest, shape![1, 1]);
            let row_minus_max: Tile<f32, { [1, TILE_SIZE] }> =
                row - broadcast(row_max, shape![1, TILE_SIZE]);
            let numerator: Tile<f32, { [1, TILE_SIZE] }> = exp_approx(row_minus_max);
            let total: Tile<f32, { [1] }> = reduce_sum(numerator, 1i32);
            let denominator = reshape(total, shape![1, 1]);
            let softmax_output: Tile<f32, { [1, TILE_SIZE] }> =
                div_approx_ftz(numerator, broadcast(denominator, shape![1, TILE_SIZE]));
            let softmax_output: Tile<Elem, { [1, TILE_SIZE] }> = convert_tile(softmax_output);
            unsafe { store(output, [row_idx, 0i32], softmax_output) };
        }
    }

    /// `_softmax_kernel_chunked`, lines 130 to 184 of `tilegym/ops/cutile/softmax.py`; structural variant `v0`.
    ///
    /// Generic over `TILE_SIZE`, `N_ROWS`, `TILE_SIZE_PER_N_COLS`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_chunked_v0<
        const TILE_SIZE: i32,
        const N_ROWS: i32,
        const TILE_SIZE_PER_N_COLS: i32,
    >(
        output: &Tensor<f32, { [-1, -1] }>,
        input: &Tensor<f32, { [-1, -1] }>,
    ) {
        let output_2: PointerTile<*mut f32, { [] }> = get_tensor_base(output);
        let input_2: PointerTile<*mut f32, { [] }> = get_tensor_base(input);
        let token = new_token_unordered();
        let col_offsets_base: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let input_wide: Tile<i64, { [] }> = wide(size(input, 0));
        let all: Tile<i64, { [TILE_SIZE] }> = splat(input_wide, shape![TILE_SIZE]);
        let input_wide_2: Tile<i64, { [] }> = wide(stride(input, 0));
        let all_2: Tile<i64, { [TILE_SIZE] }> = splat(input_wide_2, shape![TILE_SIZE]);
        let input_wide_3: Tile<i64, { [] }> = wide(size(input, 1));
        let all_3: Tile<i64, { [TILE_SIZE] }> = splat(input_wide_3, shape![TILE_SIZE]);
        let input_base: PointerTile<*mut f32, { [TILE_SIZE] }> =
            splat_ptr(input_2, shape![TILE_SIZE]);
        let filled: Tile<f32, { [TILE_SIZE] }> = constant(f32::NEG_INFINITY, shape![TILE_SIZE]);
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let reshaped = reshape(one, shape![1]);
        let output_wide: Tile<i64, { [] }> = wide(size(output, 0));
        let all_4: Tile<i64, { [TILE_SIZE] }> = splat(output_wide, shape![TILE_SIZE]);
        let output_wide_2: Tile<i64, { [] }> = wide(stride(output, 0));
        let all_5: Tile<i64, { [TILE_SIZE] }> = splat(output_wide_2, shape![TILE_SIZE]);
        let output_wide_3: Tile<i64, { [] }> = wide(size(output, 1));
        let all_6: Tile<i64, { [TILE_SIZE] }> = splat(output_wide_3, shape![TILE_SIZE]);
        let output_base: PointerTile<*mut f32, { [TILE_SIZE] }> =
            splat_ptr(output_2, shape![TILE_SIZE]);
        let mut token_2 = token;
        for row_idx in
            (get_tile_block_id().0..hidden(N_ROWS)).step_by(get_num_tile_blocks().0 as usize)
        {
            let wide_index: Tile<i64, { [] }> = wide(row_idx);
            let all_7: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape![TILE_SIZE]);
            let mask: Tile<bool, { [TILE_SIZE] }> = below(all_7, all);
            let product = all_7 * all_2;
            let mut row_max: Tile<f32, { [1] }> = constant(f32::NEG_INFINITY, shape![1]);
            for chunk_idx in (hidden(0)..hidden(TILE_SIZE_PER_N_COLS)).step_by(hidden(1) as usize) {
                let chunk_start = chunk_idx * TILE_SIZE;
                let col_indices: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(chunk_start, shape![TILE_SIZE]) + col_offsets_base;
                let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(col_indices);
                let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, below(wide_index_2, all_3));
                let sum: Tile<i64, { [TILE_SIZE] }> =
                    product + wide_index_2 * broadcast_scalar(1i64, shape![TILE_SIZE]);
                let input_ptrs = addptr_tile(input_base, sum);
                let chunk = unsafe { load_where(input_ptrs, both, filled, token) };
                let largest: Tile<f32, { [] }> = reduce_max(chunk, 0i32);
                let chunk_max = reshape(largest, shape![1]);
                row_max = larger(row_max, chunk_max);
            }
            let broadcasted = broadcast(row_max, shape![TILE_SIZE]);
            let mut denominator = constant(0.0f32, shape![1]);
            for chunk_idx_2 in (hidden(0)..hidden(TILE_SIZE_PER_N_COLS)).step_by(hidden(1) as usize)
            {
                let chunk_start_2 = chunk_idx_2 * TILE_SIZE;
                let col_indices_2: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(chunk_start_2, shape![TILE_SIZE]) + col_offsets_base;
                let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(col_indices_2);
                let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask, below(wide_index_3, all_3));
                let sum_2: Tile<i64, { [TILE_SIZE] }> =
                    product + wide_index_3 * broadcast_scalar(1i64, shape![TILE_SIZE]);
                let input_ptrs_2 = addptr_tile(input_base, sum_2);
                let chunk_2 = unsafe { load_where(input_ptrs_2, both_2, filled, token) };
                let row_minus_max = chunk_2 - broadcasted;
                let numerator: Tile<f32, { [TILE_SIZE] }> = exp_approx(row_minus_max);
                let total: Tile<f32, { [] }> = reduce_sum(numerator, 0i32);
                let exponentials_sum = reshape(total, shape![1]);
                denominator = denominator + exponentials_sum;
            }
            let inv_denominator: Tile<f32, { [1] }> = div_approx_ftz(reshaped, denominator);
            let broadcasted_2 = broadcast(inv_denominator, shape![TILE_SIZE]);
            let mask_2: Tile<bool, { [TILE_SIZE] }> = below(all_7, all_4);
            let product_2 = all_7 * all_5;
            let mut token_3 = token_2;
            for chunk_idx_3 in (hidden(0)..hidden(TILE_SIZE_PER_N_COLS)).step_by(hidden(1) as usize)
            {
                let chunk_start_3 = chunk_idx_3 * TILE_SIZE;
                let col_indices_3: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(chunk_start_3, shape![TILE_SIZE]) + col_offsets_base;
                let wide_index_4: Tile<i64, { [TILE_SIZE] }> = widen(col_indices_3);
                let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask, below(wide_index_4, all_3));
                let sum_3: Tile<i64, { [TILE_SIZE] }> =
                    product + wide_index_4 * broadcast_scalar(1i64, shape![TILE_SIZE]);
                let input_ptrs_3 = addptr_tile(input_base, sum_3);
                let chunk_3 = unsafe { load_where(input_ptrs_3, both_3, filled, token) };
                let row_minus_max_2 = chunk_3 - broadcasted;
                let numerator_2: Tile<f32, { [TILE_SIZE] }> = exp_approx(row_minus_max_2);
                let softmax_output = numerator_2 * broadcasted_2;
                let both_4: Tile<bool, { [TILE_SIZE] }> = andi(mask_2, below(wide_index_4, all_6));
                let sum_4: Tile<i64, { [TILE_SIZE] }> =
                    product_2 + wide_index_4 * broadcast_scalar(1i64, shape![TILE_SIZE]);
                let output_ptrs = addptr_tile(output_base, sum_4);
                let token_4 = unsafe { store_where(output_ptrs, softmax_output, both_4, token_3) };
                token_3 = token_4;
            }
            token_2 = token_3;
        }
    }

    /// `_softmax_kernel_chunked`, lines 130 to 184 of `tilegym/ops/cutile/softmax.py`; structural variant `v2`.
    ///
    /// Generic over `Elem`, `TILE_SIZE`, `N_ROWS`, `TILE_SIZE_PER_N_COLS`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_chunked_v2<
        Elem: ElementType,
        const TILE_SIZE: i32,
        const N_ROWS: i32,
        const TILE_SIZE_PER_N_COLS: i32,
    >(
        output: &Tensor<Elem, { [-1, -1] }>,
        input: &Tensor<Elem, { [-1, -1] }>,
    ) {
        let token = new_token_unordered();
        let col_offsets_base: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let filled: Tile<Elem, { [TILE_SIZE] }> = constant_float(-1.0e39, shape![TILE_SIZE]);
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let reshaped = reshape(one, shape![1]);
        let mut token_2 = token;
        for row_idx in
            (get_tile_block_id().0..hidden(N_ROWS)).step_by(get_num_tile_blocks().0 as usize)
        {
            let mut row_max: Tile<f32, { [1] }> = constant(f32::NEG_INFINITY, shape![1]);
            for chunk_idx in (hidden(0)..hidden(TILE_SIZE_PER_N_COLS)).step_by(hidden(1) as usize) {
                let chunk_start = chunk_idx * TILE_SIZE;
                let col_indices: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(chunk_start, shape![TILE_SIZE]) + col_offsets_base;
                let chunk = unsafe { gather_row_or(input, row_idx, col_indices, filled) };
                let chunk: Tile<f32, { [TILE_SIZE] }> = to_f32(chunk);
                let largest: Tile<f32, { [] }> = reduce_max(chunk, 0i32);
                let chunk_max = reshape(largest, shape![1]);
                row_max = larger(row_max, chunk_max);
            }
            let broadcasted = broadcast(row_max, shape![TILE_SIZE]);
            let mut denominator = constant(0.0f32, shape![1]);
            for chunk_idx_2 in (hidden(0)..hidden(TILE_SIZE_PER_N_COLS)).step_by(hidden(1) as usize)
            {
                let chunk_start_2 = chunk_idx_2 * TILE_SIZE;
                let col_indices_2: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(chunk_start_2, shape![TILE_SIZE]) + col_offsets_base;
                let chunk_2 = unsafe { gather_row_or(input, row_idx, col_indices_2, filled) };
                let chunk_2: Tile<f32, { [TILE_SIZE] }> = to_f32(chunk_2);
                let row_minus_max = chunk_2 - broadcasted;
                let numerator: Tile<f32, { [TILE_SIZE] }> = exp_approx(row_minus_max);
                let total: Tile<f32, { [] }> = reduce_sum(numerator, 0i32);
                let exponentials_sum = reshape(total, shape![1]);
                denominator = denominator + exponentials_sum;
            }
            let inv_denominator: Tile<f32, { [1] }> = div_approx_ftz(reshaped, denominator);
            let broadcasted_2 = broadcast(inv_denominator, shape![TILE_SIZE]);
            let mut token_3 = token_2;
            for chunk_idx_3 in (hidden(0)..hidden(TILE_SIZE_PER_N_COLS)).step_by(hidden(1) as usize)
            {
                let chunk_start_3 = chunk_idx_3 * TILE_SIZE;
                let col_indices_3: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(chunk_start_3, shape![TILE_SIZE]) + col_offsets_base;
                let chunk_3 = unsafe { gather_row_or(input, row_idx, col_indices_3, filled) };
                let chunk_3: Tile<f32, { [TILE_SIZE] }> = to_f32(chunk_3);
                let row_minus_max_2 = chunk_3 - broadcasted;
                let numerator_2: Tile<f32, { [TILE_SIZE] }> = exp_approx(row_minus_max_2);
                let softmax_output = numerator_2 * broadcasted_2;
                let softmax_output: Tile<Elem, { [TILE_SIZE] }> = convert_tile(softmax_output);
                let token_4 = unsafe {
                    scatter_row_with(
                        output,
                        row_idx,
                        col_indices_3,
                        softmax_output,
                        token_3,
                        const_array![0],
                    )
                };
                token_3 = token_4;
            }
            token_2 = token_3;
        }
    }
}
