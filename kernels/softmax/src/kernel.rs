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

    /// `_softmax_kernel`, lines 29 to 61 of `tilegym/ops/cutile/softmax.py`; structural variant `v0`.
    ///
    /// Generic over `TILE_SIZE`, `N_ROWS`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_v0<const TILE_SIZE: i32, const N_ROWS: i32>(
        output: &Tensor<f32, { [-1, -1] }>,
        input: &Tensor<f32, { [-1, -1] }>,
    ) {
        let token = new_token_unordered();
        let offsets: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let filled: Tile<f32, { [TILE_SIZE] }> = constant(f32::NEG_INFINITY, shape![TILE_SIZE]);
        let mut token_2 = token;
        for row_idx in
            (get_tile_block_id().0..hidden(N_ROWS)).step_by(get_num_tile_blocks().0 as usize)
        {
            let row = unsafe { gather_row_or(input, row_idx, offsets, filled) };
            let row_minus_max: Tile<f32, { [TILE_SIZE] }> =
                row - splat(reduce_max(row, 0i32), shape![TILE_SIZE]);
            let numerator: Tile<f32, { [TILE_SIZE] }> = exp_approx(row_minus_max);
            let softmax_output: Tile<f32, { [TILE_SIZE] }> =
                div_approx_ftz(numerator, splat(reduce_sum(numerator, 0i32), shape![TILE_SIZE]));
            let token_3 = unsafe {
                scatter_row_with(output, row_idx, offsets, softmax_output, token_2, const_array![0])
            };
            token_2 = token_3;
        }
    }

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
        let output_size0_2: i32 = size(output, 0);
        let output_size1_2: i32 = size(output, 1);
        let output_stride0_2: i32 = stride(output, 0);
        let input_2: PointerTile<*mut Elem, { [] }> = get_tensor_base(input);
        let input_size0_2: i32 = size(input, 0);
        let input_size1_2: i32 = size(input, 1);
        let input_stride0_2: i32 = stride(input, 0);
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let constant_tile_2: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let block_id: (Tile<i32, { [] }>, Tile<i32, { [] }>, Tile<i32, { [] }>) = block_id_tiles();
        let num_blocks: (Tile<i32, { [] }>, Tile<i32, { [] }>, Tile<i32, { [] }>) =
            num_block_tiles();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let input_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(input_size0_2);
        let input_wide: Tile<i64, { [] }> = exti(input_size0_2_tile);
        let reshaped: Tile<i64, { [1] }> = reshape(input_wide, shape![1]);
        let broadcasted: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped, shape![TILE_SIZE]);
        let input_stride0_2_tile: Tile<i32, { [] }> = scalar_to_tile(input_stride0_2);
        let input_wide_2: Tile<i64, { [] }> = exti(input_stride0_2_tile);
        let reshaped_2: Tile<i64, { [1] }> = reshape(input_wide_2, shape![1]);
        let broadcasted_2: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_2, shape![TILE_SIZE]);
        let wide_2: Tile<i64, { [TILE_SIZE] }> = exti(lanes);
        let input_size1_2_tile: Tile<i32, { [] }> = scalar_to_tile(input_size1_2);
        let input_wide_3: Tile<i64, { [] }> = exti(input_size1_2_tile);
        let reshaped_3: Tile<i64, { [1] }> = reshape(input_wide_3, shape![1]);
        let broadcasted_3: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_3, shape![TILE_SIZE]);
        let mask: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(wide_2, broadcasted_3, predicate::LessThan);
        let product: Tile<i64, { [TILE_SIZE] }> = wide_2 * constant_tile;
        let input_base: PointerTile<*mut Elem, { [1] }> = reshape_ptr(input_2, shape![1]);
        let input_base_2: PointerTile<*mut Elem, { [TILE_SIZE] }> =
            broadcast_ptr(input_base, shape![TILE_SIZE]);
        let constant_value: Tile<Elem, { [] }> = constant_float(-1.0e39, shape![]);
        let reshaped_4: Tile<Elem, { [1] }> = reshape(constant_value, shape![1]);
        let broadcasted_4: Tile<Elem, { [TILE_SIZE] }> = broadcast(reshaped_4, shape![TILE_SIZE]);
        let output_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(output_size0_2);
        let output_wide: Tile<i64, { [] }> = exti(output_size0_2_tile);
        let reshaped_5: Tile<i64, { [1] }> = reshape(output_wide, shape![1]);
        let broadcasted_5: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_5, shape![TILE_SIZE]);
        let output_stride0_2_tile: Tile<i32, { [] }> = scalar_to_tile(output_stride0_2);
        let output_wide_2: Tile<i64, { [] }> = exti(output_stride0_2_tile);
        let reshaped_6: Tile<i64, { [1] }> = reshape(output_wide_2, shape![1]);
        let broadcasted_6: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_6, shape![TILE_SIZE]);
        let wide_3: Tile<i64, { [TILE_SIZE] }> = exti(lanes);
        let output_size1_2_tile: Tile<i32, { [] }> = scalar_to_tile(output_size1_2);
        let output_wide_3: Tile<i64, { [] }> = exti(output_size1_2_tile);
        let reshaped_7: Tile<i64, { [1] }> = reshape(output_wide_3, shape![1]);
        let broadcasted_7: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_7, shape![TILE_SIZE]);
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(wide_3, broadcasted_7, predicate::LessThan);
        let product_2: Tile<i64, { [TILE_SIZE] }> = wide_3 * constant_tile_2;
        let output_base: PointerTile<*mut Elem, { [1] }> = reshape_ptr(output_2, shape![1]);
        let output_base_2: PointerTile<*mut Elem, { [TILE_SIZE] }> =
            broadcast_ptr(output_base, shape![TILE_SIZE]);
        let mut carry1_0: Token = token;
        let scalar: i32 = tile_to_scalar(block_id.0);
        let end_tile: Tile<i32, { [] }> = scalar_to_tile(N_ROWS);
        let end_tile_2: Tile<i32, { [1] }> = reshape(end_tile, shape![1]);
        let end_tile_3: Tile<i32, { [] }> = reshape(end_tile_2, shape![]);
        let end: i32 = tile_to_scalar(end_tile_3);
        let scalar_2: i32 = tile_to_scalar(num_blocks.0);
        for i in (scalar..end).step_by(scalar_2 as usize) {
            let i_tile: Tile<i32, { [] }> = scalar_to_tile(i);
            let wide_4: Tile<i64, { [] }> = exti(i_tile);
            let reshaped_8: Tile<i64, { [1] }> = reshape(wide_4, shape![1]);
            let broadcasted_8: Tile<i64, { [TILE_SIZE] }> =
                broadcast(reshaped_8, shape![TILE_SIZE]);
            let mask_3: Tile<bool, { [TILE_SIZE] }> =
                cmpi_unsigned(broadcasted_8, broadcasted, predicate::LessThan);
            let product_3: Tile<i64, { [TILE_SIZE] }> = broadcasted_8 * broadcasted_2;
            let both: Tile<bool, { [TILE_SIZE] }> = andi(mask_3, mask);
            let sum: Tile<i64, { [TILE_SIZE] }> = product_3 + product;
            let input_ptrs: PointerTile<*mut Elem, { [TILE_SIZE] }> =
                addptr_tile(input_base_2, sum);
            let (input_3, _): (Tile<Elem, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    input_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both),
                    Some(broadcasted_4),
                    Some(token),
                    Latency::<0>,
                )
            };
            let converted: Tile<f32, { [TILE_SIZE] }> = ftof(input_3, rounding::NearestEven);
            let largest: Tile<f32, { [] }> = reduce_max(converted, 0i32);
            let reshaped_9: Tile<f32, { [1] }> = reshape(largest, shape![1]);
            let broadcasted_9: Tile<f32, { [TILE_SIZE] }> =
                broadcast(reshaped_9, shape![TILE_SIZE]);
            let difference: Tile<f32, { [TILE_SIZE] }> = converted - broadcasted_9;
            let exponential: Tile<f32, { [TILE_SIZE] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
            let reshaped_10: Tile<f32, { [1] }> = reshape(total, shape![1]);
            let broadcasted_10: Tile<f32, { [TILE_SIZE] }> =
                broadcast(reshaped_10, shape![TILE_SIZE]);
            let quotient: Tile<f32, { [TILE_SIZE] }> =
                divf(exponential, broadcasted_10, rounding::Approx, ftz::Enabled);
            let converted_2: Tile<Elem, { [TILE_SIZE] }> = ftof(quotient, rounding::NearestEven);
            let i_tile_2: Tile<i32, { [] }> = scalar_to_tile(i);
            let wide_5: Tile<i64, { [] }> = exti(i_tile_2);
            let reshaped_11: Tile<i64, { [1] }> = reshape(wide_5, shape![1]);
            let broadcasted_11: Tile<i64, { [TILE_SIZE] }> =
                broadcast(reshaped_11, shape![TILE_SIZE]);
            let mask_4: Tile<bool, { [TILE_SIZE] }> =
                cmpi_unsigned(broadcasted_11, broadcasted_5, predicate::LessThan);
            let product_4: Tile<i64, { [TILE_SIZE] }> = broadcasted_11 * broadcasted_6;
            let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask_4, mask_2);
            let sum_2: Tile<i64, { [TILE_SIZE] }> = product_4 + product_2;
            let output_ptrs: PointerTile<*mut Elem, { [TILE_SIZE] }> =
                addptr_tile(output_base_2, sum_2);
            let token_2: Token = unsafe {
                store_ptr_tko(
                    output_ptrs,
                    converted_2,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both_2),
                    Some(carry1_0),
                    Latency::<0>,
                )
            };
            carry1_0 = token_2;
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
        let output_size0_2: i32 = size(output, 0);
        let output_size1_2: i32 = size(output, 1);
        let output_stride0_2: i32 = stride(output, 0);
        let input_2: PointerTile<*mut f32, { [] }> = get_tensor_base(input);
        let input_size0_2: i32 = size(input, 0);
        let input_size1_2: i32 = size(input, 1);
        let input_stride0_2: i32 = stride(input, 0);
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let constant_tile_2: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let constant_tile_3: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let constant_tile_4: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let block_id: (Tile<i32, { [] }>, Tile<i32, { [] }>, Tile<i32, { [] }>) = block_id_tiles();
        let num_blocks: (Tile<i32, { [] }>, Tile<i32, { [] }>, Tile<i32, { [] }>) =
            num_block_tiles();
        let constant_tile_5: Tile<f32, { [1] }> = constant(f32::NEG_INFINITY, shape![1]);
        let constant_tile_6: Tile<f32, { [1] }> = constant(0.0f32, shape![1]);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let constant_value: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
        let input_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(input_size0_2);
        let input_wide: Tile<i64, { [] }> = exti(input_size0_2_tile);
        let reshaped: Tile<i64, { [1] }> = reshape(input_wide, shape![1]);
        let broadcasted: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped, shape![TILE_SIZE]);
        let input_stride0_2_tile: Tile<i32, { [] }> = scalar_to_tile(input_stride0_2);
        let input_wide_2: Tile<i64, { [] }> = exti(input_stride0_2_tile);
        let reshaped_2: Tile<i64, { [1] }> = reshape(input_wide_2, shape![1]);
        let broadcasted_2: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_2, shape![TILE_SIZE]);
        let input_size1_2_tile: Tile<i32, { [] }> = scalar_to_tile(input_size1_2);
        let input_wide_3: Tile<i64, { [] }> = exti(input_size1_2_tile);
        let reshaped_3: Tile<i64, { [1] }> = reshape(input_wide_3, shape![1]);
        let broadcasted_3: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_3, shape![TILE_SIZE]);
        let input_base: PointerTile<*mut f32, { [1] }> = reshape_ptr(input_2, shape![1]);
        let input_base_2: PointerTile<*mut f32, { [TILE_SIZE] }> =
            broadcast_ptr(input_base, shape![TILE_SIZE]);
        let reshaped_4: Tile<f32, { [1] }> = reshape(constant_value, shape![1]);
        let broadcasted_4: Tile<f32, { [TILE_SIZE] }> = broadcast(reshaped_4, shape![TILE_SIZE]);
        let constant_value_2: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
        let input_size0_2_tile_2: Tile<i32, { [] }> = scalar_to_tile(input_size0_2);
        let input_wide_4: Tile<i64, { [] }> = exti(input_size0_2_tile_2);
        let reshaped_5: Tile<i64, { [1] }> = reshape(input_wide_4, shape![1]);
        let broadcasted_5: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_5, shape![TILE_SIZE]);
        let input_stride0_2_tile_2: Tile<i32, { [] }> = scalar_to_tile(input_stride0_2);
        let input_wide_5: Tile<i64, { [] }> = exti(input_stride0_2_tile_2);
        let reshaped_6: Tile<i64, { [1] }> = reshape(input_wide_5, shape![1]);
        let broadcasted_6: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_6, shape![TILE_SIZE]);
        let input_size1_2_tile_2: Tile<i32, { [] }> = scalar_to_tile(input_size1_2);
        let input_wide_6: Tile<i64, { [] }> = exti(input_size1_2_tile_2);
        let reshaped_7: Tile<i64, { [1] }> = reshape(input_wide_6, shape![1]);
        let broadcasted_7: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_7, shape![TILE_SIZE]);
        let input_base_3: PointerTile<*mut f32, { [1] }> = reshape_ptr(input_2, shape![1]);
        let input_base_4: PointerTile<*mut f32, { [TILE_SIZE] }> =
            broadcast_ptr(input_base_3, shape![TILE_SIZE]);
        let reshaped_8: Tile<f32, { [1] }> = reshape(constant_value_2, shape![1]);
        let broadcasted_8: Tile<f32, { [TILE_SIZE] }> = broadcast(reshaped_8, shape![TILE_SIZE]);
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let reshaped_9: Tile<f32, { [1] }> = reshape(one, shape![1]);
        let constant_value_3: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
        let input_size0_2_tile_3: Tile<i32, { [] }> = scalar_to_tile(input_size0_2);
        let input_wide_7: Tile<i64, { [] }> = exti(input_size0_2_tile_3);
        let reshaped_10: Tile<i64, { [1] }> = reshape(input_wide_7, shape![1]);
        let broadcasted_9: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_10, shape![TILE_SIZE]);
        let input_stride0_2_tile_3: Tile<i32, { [] }> = scalar_to_tile(input_stride0_2);
        let input_wide_8: Tile<i64, { [] }> = exti(input_stride0_2_tile_3);
        let reshaped_11: Tile<i64, { [1] }> = reshape(input_wide_8, shape![1]);
        let broadcasted_10: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_11, shape![TILE_SIZE]);
        let input_size1_2_tile_3: Tile<i32, { [] }> = scalar_to_tile(input_size1_2);
        let input_wide_9: Tile<i64, { [] }> = exti(input_size1_2_tile_3);
        let reshaped_12: Tile<i64, { [1] }> = reshape(input_wide_9, shape![1]);
        let broadcasted_11: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_12, shape![TILE_SIZE]);
        let input_base_5: PointerTile<*mut f32, { [1] }> = reshape_ptr(input_2, shape![1]);
        let input_base_6: PointerTile<*mut f32, { [TILE_SIZE] }> =
            broadcast_ptr(input_base_5, shape![TILE_SIZE]);
        let reshaped_13: Tile<f32, { [1] }> = reshape(constant_value_3, shape![1]);
        let broadcasted_12: Tile<f32, { [TILE_SIZE] }> = broadcast(reshaped_13, shape![TILE_SIZE]);
        let output_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(output_size0_2);
        let output_wide: Tile<i64, { [] }> = exti(output_size0_2_tile);
        let reshaped_14: Tile<i64, { [1] }> = reshape(output_wide, shape![1]);
        let broadcasted_13: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_14, shape![TILE_SIZE]);
        let output_stride0_2_tile: Tile<i32, { [] }> = scalar_to_tile(output_stride0_2);
        let output_wide_2: Tile<i64, { [] }> = exti(output_stride0_2_tile);
        let reshaped_15: Tile<i64, { [1] }> = reshape(output_wide_2, shape![1]);
        let broadcasted_14: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_15, shape![TILE_SIZE]);
        let output_size1_2_tile: Tile<i32, { [] }> = scalar_to_tile(output_size1_2);
        let output_wide_3: Tile<i64, { [] }> = exti(output_size1_2_tile);
        let reshaped_16: Tile<i64, { [1] }> = reshape(output_wide_3, shape![1]);
        let broadcasted_15: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_16, shape![TILE_SIZE]);
        let output_base: PointerTile<*mut f32, { [1] }> = reshape_ptr(output_2, shape![1]);
        let output_base_2: PointerTile<*mut f32, { [TILE_SIZE] }> =
            broadcast_ptr(output_base, shape![TILE_SIZE]);
        let mut carry1_0: Token = token;
        let scalar: i32 = tile_to_scalar(block_id.0);
        let end_tile: Tile<i32, { [] }> = scalar_to_tile(N_ROWS);
        let end_tile_2: Tile<i32, { [1] }> = reshape(end_tile, shape![1]);
        let end_tile_3: Tile<i32, { [] }> = reshape(end_tile_2, shape![]);
        let end: i32 = tile_to_scalar(end_tile_3);
        let scalar_2: i32 = tile_to_scalar(num_blocks.0);
        for i in (scalar..end).step_by(scalar_2 as usize) {
            let i_tile: Tile<i32, { [] }> = scalar_to_tile(i);
            let wide_2: Tile<i64, { [] }> = exti(i_tile);
            let reshaped_17: Tile<i64, { [1] }> = reshape(wide_2, shape![1]);
            let broadcasted_16: Tile<i64, { [TILE_SIZE] }> =
                broadcast(reshaped_17, shape![TILE_SIZE]);
            let mask: Tile<bool, { [TILE_SIZE] }> =
                cmpi_unsigned(broadcasted_16, broadcasted, predicate::LessThan);
            let product: Tile<i64, { [TILE_SIZE] }> = broadcasted_16 * broadcasted_2;
            let mut carry2_0: Tile<f32, { [1] }> = constant_tile_5;
            let start_tile: Tile<i32, { [] }> = constant(0i32, shape![]);
            let start: i32 = tile_to_scalar(start_tile);
            let end_tile_4: Tile<i32, { [] }> = scalar_to_tile(TILE_SIZE_PER_N_COLS);
            let end_tile_5: Tile<i32, { [1] }> = reshape(end_tile_4, shape![1]);
            let end_tile_6: Tile<i32, { [] }> = reshape(end_tile_5, shape![]);
            let end_2: i32 = tile_to_scalar(end_tile_6);
            let step_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
            let step: i32 = tile_to_scalar(step_tile);
            for i_2 in (start..end_2).step_by(step as usize) {
                let product_2: i32 = i_2 * TILE_SIZE;
                let all: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_2, shape![TILE_SIZE]);
                let sum: Tile<i32, { [TILE_SIZE] }> = all + lanes;
                let wide_3: Tile<i64, { [TILE_SIZE] }> = exti(sum);
                let mask_2: Tile<bool, { [TILE_SIZE] }> =
                    cmpi_unsigned(wide_3, broadcasted_3, predicate::LessThan);
                let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
                let product_3: Tile<i64, { [TILE_SIZE] }> = wide_3 * constant_tile;
                let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_3;
                let input_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
                    addptr_tile(input_base_2, sum_2);
                let (input_3, _): (Tile<f32, { [TILE_SIZE] }>, Token) = unsafe {
                    load_ptr_padded(
                        input_ptrs,
                        ordering::Weak,
                        None::<scope::TileBlock>,
                        Some(both),
                        Some(broadcasted_4),
                        Some(token),
                        Latency::<0>,
                    )
                };
                let largest: Tile<f32, { [] }> = reduce_max(input_3, 0i32);
                let reshaped_18: Tile<f32, { [1] }> = reshape(largest, shape![1]);
                let larger_2: Tile<f32, { [1] }> =
                    maxf(carry2_0, reshaped_18, nan::Disabled, ftz::Disabled);
                carry2_0 = larger_2;
            }
            let i_tile_2: Tile<i32, { [] }> = scalar_to_tile(i);
            let wide_4: Tile<i64, { [] }> = exti(i_tile_2);
            let reshaped_19: Tile<i64, { [1] }> = reshape(wide_4, shape![1]);
            let broadcasted_17: Tile<i64, { [TILE_SIZE] }> =
                broadcast(reshaped_19, shape![TILE_SIZE]);
            let mask_3: Tile<bool, { [TILE_SIZE] }> =
                cmpi_unsigned(broadcasted_17, broadcasted_5, predicate::LessThan);
            let product_4: Tile<i64, { [TILE_SIZE] }> = broadcasted_17 * broadcasted_6;
            let broadcasted_18: Tile<f32, { [TILE_SIZE] }> = broadcast(carry2_0, shape![TILE_SIZE]);
            let mut carry3_0: Tile<f32, { [1] }> = constant_tile_6;
            let start_tile_2: Tile<i32, { [] }> = constant(0i32, shape![]);
            let start_2: i32 = tile_to_scalar(start_tile_2);
            let end_tile_7: Tile<i32, { [] }> = scalar_to_tile(TILE_SIZE_PER_N_COLS);
            let end_tile_8: Tile<i32, { [1] }> = reshape(end_tile_7, shape![1]);
            let end_tile_9: Tile<i32, { [] }> = reshape(end_tile_8, shape![]);
            let end_3: i32 = tile_to_scalar(end_tile_9);
            let step_tile_2: Tile<i32, { [] }> = constant(1i32, shape![]);
            let step_2: i32 = tile_to_scalar(step_tile_2);
            for i_3 in (start_2..end_3).step_by(step_2 as usize) {
                let product_5: i32 = i_3 * TILE_SIZE;
                let all_2: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_5, shape![TILE_SIZE]);
                let sum_3: Tile<i32, { [TILE_SIZE] }> = all_2 + lanes;
                let wide_5: Tile<i64, { [TILE_SIZE] }> = exti(sum_3);
                let mask_4: Tile<bool, { [TILE_SIZE] }> =
                    cmpi_unsigned(wide_5, broadcasted_7, predicate::LessThan);
                let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask_3, mask_4);
                let product_6: Tile<i64, { [TILE_SIZE] }> = wide_5 * constant_tile_2;
                let sum_4: Tile<i64, { [TILE_SIZE] }> = product_4 + product_6;
                let input_ptrs_2: PointerTile<*mut f32, { [TILE_SIZE] }> =
                    addptr_tile(input_base_4, sum_4);
                let (input_4, _): (Tile<f32, { [TILE_SIZE] }>, Token) = unsafe {
                    load_ptr_padded(
                        input_ptrs_2,
                        ordering::Weak,
                        None::<scope::TileBlock>,
                        Some(both_2),
                        Some(broadcasted_8),
                        Some(token),
                        Latency::<0>,
                    )
                };
                let difference: Tile<f32, { [TILE_SIZE] }> = input_4 - broadcasted_18;
                let exponential: Tile<f32, { [TILE_SIZE] }> =
                    unsafe { exp_with_rounding(difference, rounding::Approx) };
                let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
                let reshaped_20: Tile<f32, { [1] }> = reshape(total, shape![1]);
                let sum_5: Tile<f32, { [1] }> = carry3_0 + reshaped_20;
                carry3_0 = sum_5;
            }
            let quotient: Tile<f32, { [1] }> =
                divf(reshaped_9, carry3_0, rounding::Approx, ftz::Enabled);
            let i_tile_3: Tile<i32, { [] }> = scalar_to_tile(i);
            let wide_6: Tile<i64, { [] }> = exti(i_tile_3);
            let reshaped_21: Tile<i64, { [1] }> = reshape(wide_6, shape![1]);
            let broadcasted_19: Tile<i64, { [TILE_SIZE] }> =
                broadcast(reshaped_21, shape![TILE_SIZE]);
            let mask_5: Tile<bool, { [TILE_SIZE] }> =
                cmpi_unsigned(broadcasted_19, broadcasted_9, predicate::LessThan);
            let product_7: Tile<i64, { [TILE_SIZE] }> = broadcasted_19 * broadcasted_10;
            let broadcasted_20: Tile<f32, { [TILE_SIZE] }> = broadcast(carry2_0, shape![TILE_SIZE]);
            let broadcasted_21: Tile<f32, { [TILE_SIZE] }> = broadcast(quotient, shape![TILE_SIZE]);
            let i_tile_4: Tile<i32, { [] }> = scalar_to_tile(i);
            let wide_7: Tile<i64, { [] }> = exti(i_tile_4);
            let reshaped_22: Tile<i64, { [1] }> = reshape(wide_7, shape![1]);
            let broadcasted_22: Tile<i64, { [TILE_SIZE] }> =
                broadcast(reshaped_22, shape![TILE_SIZE]);
            let mask_6: Tile<bool, { [TILE_SIZE] }> =
                cmpi_unsigned(broadcasted_22, broadcasted_13, predicate::LessThan);
            let product_8: Tile<i64, { [TILE_SIZE] }> = broadcasted_22 * broadcasted_14;
            let mut carry4_0: Token = carry1_0;
            let start_tile_3: Tile<i32, { [] }> = constant(0i32, shape![]);
            let start_3: i32 = tile_to_scalar(start_tile_3);
            let end_tile_10: Tile<i32, { [] }> = scalar_to_tile(TILE_SIZE_PER_N_COLS);
            let end_tile_11: Tile<i32, { [1] }> = reshape(end_tile_10, shape![1]);
            let end_tile_12: Tile<i32, { [] }> = reshape(end_tile_11, shape![]);
            let end_4: i32 = tile_to_scalar(end_tile_12);
            let step_tile_3: Tile<i32, { [] }> = constant(1i32, shape![]);
            let step_3: i32 = tile_to_scalar(step_tile_3);
            for i_4 in (start_3..end_4).step_by(step_3 as usize) {
                let product_9: i32 = i_4 * TILE_SIZE;
                let all_3: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_9, shape![TILE_SIZE]);
                let sum_6: Tile<i32, { [TILE_SIZE] }> = all_3 + lanes;
                let wide_8: Tile<i64, { [TILE_SIZE] }> = exti(sum_6);
                let mask_7: Tile<bool, { [TILE_SIZE] }> =
                    cmpi_unsigned(wide_8, broadcasted_11, predicate::LessThan);
                let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask_5, mask_7);
                let product_10: Tile<i64, { [TILE_SIZE] }> = wide_8 * constant_tile_3;
                let sum_7: Tile<i64, { [TILE_SIZE] }> = product_7 + product_10;
                let input_ptrs_3: PointerTile<*mut f32, { [TILE_SIZE] }> =
                    addptr_tile(input_base_6, sum_7);
                let (input_5, _): (Tile<f32, { [TILE_SIZE] }>, Token) = unsafe {
                    load_ptr_padded(
                        input_ptrs_3,
                        ordering::Weak,
                        None::<scope::TileBlock>,
                        Some(both_3),
                        Some(broadcasted_12),
                        Some(token),
                        Latency::<0>,
                    )
                };
                let difference_2: Tile<f32, { [TILE_SIZE] }> = input_5 - broadcasted_20;
                let exponential_2: Tile<f32, { [TILE_SIZE] }> =
                    unsafe { exp_with_rounding(difference_2, rounding::Approx) };
                let product_11: Tile<f32, { [TILE_SIZE] }> = exponential_2 * broadcasted_21;
                let wide_9: Tile<i64, { [TILE_SIZE] }> = exti(sum_6);
                let mask_8: Tile<bool, { [TILE_SIZE] }> =
                    cmpi_unsigned(wide_9, broadcasted_15, predicate::LessThan);
                let both_4: Tile<bool, { [TILE_SIZE] }> = andi(mask_6, mask_8);
                let product_12: Tile<i64, { [TILE_SIZE] }> = wide_9 * constant_tile_4;
                let sum_8: Tile<i64, { [TILE_SIZE] }> = product_8 + product_12;
                let output_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
                    addptr_tile(output_base_2, sum_8);
                let token_2: Token = unsafe {
                    store_ptr_tko(
                        output_ptrs,
                        product_11,
                        ordering::Weak,
                        None::<scope::TileBlock>,
                        Some(both_4),
                        Some(carry4_0),
                        Latency::<0>,
                    )
                };
                carry4_0 = token_2;
            }
            carry1_0 = carry4_0;
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
