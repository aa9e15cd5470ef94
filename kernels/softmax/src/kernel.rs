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
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let constant_value: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
        let all: Tile<f32, { [TILE_SIZE] }> = splat(constant_value, shape![TILE_SIZE]);
        let mut carry1_0: Token = token;
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = scalar_to_tile(N_ROWS);
        let end_tile_2: Tile<i32, { [1] }> = reshape(end_tile, shape![1]);
        let end_tile_3: Tile<i32, { [] }> = reshape(end_tile_2, shape![]);
        let end: i32 = tile_to_scalar(end_tile_3);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let input_tile = unsafe { gather_row_or(input, i, lanes, all) };
            let largest: Tile<f32, { [] }> = reduce_max(input_tile, 0i32);
            let difference: Tile<f32, { [TILE_SIZE] }> =
                input_tile - splat(largest, shape![TILE_SIZE]);
            let exponential: Tile<f32, { [TILE_SIZE] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
            let quotient: Tile<f32, { [TILE_SIZE] }> =
                divf(exponential, splat(total, shape![TILE_SIZE]), rounding::Approx, ftz::Enabled);
            let token_2 =
                unsafe { scatter_row_with(output, i, lanes, quotient, carry1_0, const_array![0]) };
            carry1_0 = token_2;
        }
    }

    /// `_softmax_kernel`, lines 29 to 61 of `tilegym/ops/cutile/softmax.py`; structural variant `v1`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_v1(
        output: &Tensor<f32, { [-1, -1] }>,
        input: &Tensor<f32, { [-1, -1] }>,
    ) {
        let token = new_token_unordered();
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let lanes: Tile<i32, { [1] }> = iota(shape![1]);
        let constant_value: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
        let reshaped: Tile<f32, { [1] }> = reshape(constant_value, shape![1]);
        let mut carry1_0: Token = token;
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let input_tile = unsafe { gather_row_or(input, i, lanes, reshaped) };
            let largest: Tile<f32, { [] }> = reduce_max(input_tile, 0i32);
            let difference: Tile<f32, { [1] }> = input_tile - reshape(largest, shape![1]);
            let exponential: Tile<f32, { [1] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
            let quotient: Tile<f32, { [1] }> =
                divf(exponential, reshape(total, shape![1]), rounding::Approx, ftz::Enabled);
            let token_2 =
                unsafe { scatter_row_with(output, i, lanes, quotient, carry1_0, const_array![0]) };
            carry1_0 = token_2;
        }
    }

    /// `_softmax_kernel`, lines 29 to 61 of `tilegym/ops/cutile/softmax.py`; structural variant `v2`.
    ///
    /// Generic over `E`, `TILE_SIZE`, `N_ROWS`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_v2<E: ElementType, const TILE_SIZE: i32, const N_ROWS: i32>(
        output: &Tensor<E, { [-1, -1] }>,
        input: &Tensor<E, { [-1, -1] }>,
    ) {
        let token = new_token_unordered();
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let constant_value: Tile<E, { [] }> = constant_float(-1.0e39, shape![]);
        let all: Tile<E, { [TILE_SIZE] }> = splat(constant_value, shape![TILE_SIZE]);
        let mut carry1_0: Token = token;
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = scalar_to_tile(N_ROWS);
        let end_tile_2: Tile<i32, { [1] }> = reshape(end_tile, shape![1]);
        let end_tile_3: Tile<i32, { [] }> = reshape(end_tile_2, shape![]);
        let end: i32 = tile_to_scalar(end_tile_3);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let input_tile = unsafe { gather_row_or(input, i, lanes, all) };
            let converted: Tile<f32, { [TILE_SIZE] }> = convert_tile(input_tile);
            let largest: Tile<f32, { [] }> = reduce_max(converted, 0i32);
            let difference: Tile<f32, { [TILE_SIZE] }> =
                converted - splat(largest, shape![TILE_SIZE]);
            let exponential: Tile<f32, { [TILE_SIZE] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
            let quotient: Tile<f32, { [TILE_SIZE] }> =
                divf(exponential, splat(total, shape![TILE_SIZE]), rounding::Approx, ftz::Enabled);
            let converted_2: Tile<E, { [TILE_SIZE] }> = convert_tile(quotient);
            let token_2 = unsafe {
                scatter_row_with(output, i, lanes, converted_2, carry1_0, const_array![0])
            };
            carry1_0 = token_2;
        }
    }

    /// `_softmax_kernel`, lines 29 to 61 of `tilegym/ops/cutile/softmax.py`; structural variant `v3`.
    ///
    /// Generic over `E`, `TILE_SIZE`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_v3<E: ElementType, const TILE_SIZE: i32>(
        output: &Tensor<E, { [-1, -1] }>,
        input: &Tensor<E, { [-1, -1] }>,
    ) {
        let token = new_token_unordered();
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let constant_value: Tile<E, { [] }> = constant_float(-1.0e39, shape![]);
        let all: Tile<E, { [TILE_SIZE] }> = splat(constant_value, shape![TILE_SIZE]);
        let mut carry1_0: Token = token;
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let input_tile = unsafe { gather_row_or(input, i, lanes, all) };
            let converted: Tile<f32, { [TILE_SIZE] }> = convert_tile(input_tile);
            let largest: Tile<f32, { [] }> = reduce_max(converted, 0i32);
            let difference: Tile<f32, { [TILE_SIZE] }> =
                converted - splat(largest, shape![TILE_SIZE]);
            let exponential: Tile<f32, { [TILE_SIZE] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
            let quotient: Tile<f32, { [TILE_SIZE] }> =
                divf(exponential, splat(total, shape![TILE_SIZE]), rounding::Approx, ftz::Enabled);
            let converted_2: Tile<E, { [TILE_SIZE] }> = convert_tile(quotient);
            let token_2 = unsafe {
                scatter_row_with(output, i, lanes, converted_2, carry1_0, const_array![0])
            };
            carry1_0 = token_2;
        }
    }

    /// `_softmax_kernel`, lines 29 to 61 of `tilegym/ops/cutile/softmax.py`; structural variant `v4`.
    ///
    /// Generic over `TILE_SIZE`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_v4<const TILE_SIZE: i32>(
        output: &Tensor<f32, { [-1, -1] }>,
        input: &Tensor<f32, { [-1, -1] }>,
    ) {
        let token = new_token_unordered();
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let constant_value: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
        let all: Tile<f32, { [TILE_SIZE] }> = splat(constant_value, shape![TILE_SIZE]);
        let mut carry1_0: Token = token;
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let input_tile = unsafe { gather_row_or(input, i, lanes, all) };
            let largest: Tile<f32, { [] }> = reduce_max(input_tile, 0i32);
            let difference: Tile<f32, { [TILE_SIZE] }> =
                input_tile - splat(largest, shape![TILE_SIZE]);
            let exponential: Tile<f32, { [TILE_SIZE] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
            let quotient: Tile<f32, { [TILE_SIZE] }> =
                divf(exponential, splat(total, shape![TILE_SIZE]), rounding::Approx, ftz::Enabled);
            let token_2 =
                unsafe { scatter_row_with(output, i, lanes, quotient, carry1_0, const_array![0]) };
            carry1_0 = token_2;
        }
    }

    /// `_softmax_kernel_multi_wave_full_row_reg_cached_ldg`, lines 64 to 88 of `tilegym/ops/cutile/softmax.py`; structural variant `v0`.
    ///
    /// Generic over `N`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_multi_wave_full_row_reg_cached_ldg_v0<const N: i32>(
        output: &Tensor<f32, { [-1, -1] }>,
        input: &Tensor<f32, { [-1, -1] }>,
    ) {
        let token = new_token_unordered();
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [N] }> = iota(shape![N]);
        let constant_value: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let wide_index_2: Tile<i64, { [N] }> = widen(lanes);
        let input_ptrs: PointerTile<*mut f32, { [N] }> =
            points_2(input, splat(wide_index, shape![N]), wide_index_2);
        let all: Tile<f32, { [N] }> = splat(constant_value, shape![N]);
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
        let difference: Tile<f32, { [N] }> = input_2 - splat(largest, shape![N]);
        let exponential: Tile<f32, { [N] }> =
            unsafe { exp_with_rounding(difference, rounding::Approx) };
        let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
        let quotient: Tile<f32, { [N] }> =
            divf(exponential, splat(total, shape![N]), rounding::Approx, ftz::Enabled);
        unsafe { scatter_row_unchecked(output, block_id.0, lanes, quotient) };
    }

    /// `_softmax_kernel_multi_wave_full_row_reg_cached_ldg`, lines 64 to 88 of `tilegym/ops/cutile/softmax.py`; structural variant `v1`.
    ///
    /// Generic over `TILE_SIZE`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_multi_wave_full_row_reg_cached_ldg_v1<const TILE_SIZE: i32>(
        output: &Tensor<f32, { [-1, -1] }>,
        input: &Tensor<f32, { [-1, -1] }>,
    ) {
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let constant_value: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
        let all: Tile<f32, { [TILE_SIZE] }> = splat(constant_value, shape![TILE_SIZE]);
        let input_tile = unsafe { gather_row_or(input, block_id.0, lanes, all) };
        let largest: Tile<f32, { [] }> = reduce_max(input_tile, 0i32);
        let difference: Tile<f32, { [TILE_SIZE] }> = input_tile - splat(largest, shape![TILE_SIZE]);
        let exponential: Tile<f32, { [TILE_SIZE] }> =
            unsafe { exp_with_rounding(difference, rounding::Approx) };
        let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
        let quotient: Tile<f32, { [TILE_SIZE] }> =
            divf(exponential, splat(total, shape![TILE_SIZE]), rounding::Approx, ftz::Enabled);
        unsafe { scatter_row(output, block_id.0, lanes, quotient) };
    }

    /// `_softmax_kernel_multi_wave_full_row_reg_cached_ldg`, lines 64 to 88 of `tilegym/ops/cutile/softmax.py`; structural variant `v2`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_multi_wave_full_row_reg_cached_ldg_v2(
        output: &Tensor<f32, { [-1, -1] }>,
        input: &Tensor<f32, { [-1, -1] }>,
    ) {
        let token = new_token_unordered();
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [1] }> = iota(shape![1]);
        let constant_value: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let wide_index_2: Tile<i64, { [1] }> = widen(lanes);
        let input_ptrs: PointerTile<*mut f32, { [1] }> =
            points_2(input, reshape(wide_index, shape![1]), wide_index_2);
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
        unsafe { scatter_row_unchecked(output, block_id.0, lanes, quotient) };
    }

    /// `_softmax_kernel_multi_wave_full_row_reg_cached_ldg`, lines 64 to 88 of `tilegym/ops/cutile/softmax.py`; structural variant `v3`.
    ///
    /// Generic over `E`, `N`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_multi_wave_full_row_reg_cached_ldg_v3<
        E: ElementType,
        const N: i32,
    >(
        output: &Tensor<E, { [-1, -1] }>,
        input: &Tensor<E, { [-1, -1] }>,
    ) {
        let token = new_token_unordered();
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [N] }> = iota(shape![N]);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let wide_index_2: Tile<i64, { [N] }> = widen(lanes);
        let input_ptrs: PointerTile<*mut E, { [N] }> =
            points_2(input, splat(wide_index, shape![N]), wide_index_2);
        let constant_value: Tile<E, { [] }> = constant_float(-1.0e39, shape![]);
        let all: Tile<E, { [N] }> = splat(constant_value, shape![N]);
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
        let converted: Tile<f32, { [N] }> = convert_tile(input_2);
        let largest: Tile<f32, { [] }> = reduce_max(converted, 0i32);
        let difference: Tile<f32, { [N] }> = converted - splat(largest, shape![N]);
        let exponential: Tile<f32, { [N] }> =
            unsafe { exp_with_rounding(difference, rounding::Approx) };
        let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
        let quotient: Tile<f32, { [N] }> =
            divf(exponential, splat(total, shape![N]), rounding::Approx, ftz::Enabled);
        let converted_2: Tile<E, { [N] }> = convert_tile(quotient);
        unsafe { scatter_row_unchecked(output, block_id.0, lanes, converted_2) };
    }

    /// `_softmax_kernel_multi_wave_full_row_reg_cached_ldg`, lines 64 to 88 of `tilegym/ops/cutile/softmax.py`; structural variant `v4`.
    ///
    /// Generic over `E`, `TILE_SIZE`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_multi_wave_full_row_reg_cached_ldg_v4<
        E: ElementType,
        const TILE_SIZE: i32,
    >(
        output: &Tensor<E, { [-1, -1] }>,
        input: &Tensor<E, { [-1, -1] }>,
    ) {
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let constant_value: Tile<E, { [] }> = constant_float(-1.0e39, shape![]);
        let all: Tile<E, { [TILE_SIZE] }> = splat(constant_value, shape![TILE_SIZE]);
        let input_tile = unsafe { gather_row_or(input, block_id.0, lanes, all) };
        let converted: Tile<f32, { [TILE_SIZE] }> = convert_tile(input_tile);
        let largest: Tile<f32, { [] }> = reduce_max(converted, 0i32);
        let difference: Tile<f32, { [TILE_SIZE] }> = converted - splat(largest, shape![TILE_SIZE]);
        let exponential: Tile<f32, { [TILE_SIZE] }> =
            unsafe { exp_with_rounding(difference, rounding::Approx) };
        let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
        let quotient: Tile<f32, { [TILE_SIZE] }> =
            divf(exponential, splat(total, shape![TILE_SIZE]), rounding::Approx, ftz::Enabled);
        let converted_2: Tile<E, { [TILE_SIZE] }> = convert_tile(quotient);
        unsafe { scatter_row(output, block_id.0, lanes, converted_2) };
    }

    /// `_softmax_kernel_tma`, lines 92 to 126 of `tilegym/ops/cutile/softmax.py`; structural variant `v0`.
    ///
    /// Generic over `N_ROWS`, `TILE_SIZE`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_tma_v0<const N_ROWS: i32, const TILE_SIZE: i32>(
        output: &Tensor<f32, { [-1, -1] }>,
        input: &Tensor<f32, { [-1, -1] }>,
    ) {
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = scalar_to_tile(N_ROWS);
        let end_tile_2: Tile<i32, { [1] }> = reshape(end_tile, shape![1]);
        let end_tile_3: Tile<i32, { [] }> = reshape(end_tile_2, shape![]);
        let end: i32 = tile_to_scalar(end_tile_3);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let input_tile = unsafe { load_or_neg_inf(input, [i, 0i32], shape![1, TILE_SIZE]) };
            let largest: Tile<f32, { [1] }> = reduce_max(input_tile, 1i32);
            let broadcasted: Tile<f32, { [1, TILE_SIZE] }> =
                broadcast(reshape(largest, shape![1, 1]), shape![1, TILE_SIZE]);
            let difference: Tile<f32, { [1, TILE_SIZE] }> = input_tile - broadcasted;
            let exponential: Tile<f32, { [1, TILE_SIZE] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [1] }> = reduce_sum(exponential, 1i32);
            let broadcasted_2: Tile<f32, { [1, TILE_SIZE] }> =
                broadcast(reshape(total, shape![1, 1]), shape![1, TILE_SIZE]);
            let quotient: Tile<f32, { [1, TILE_SIZE] }> =
                divf(exponential, broadcasted_2, rounding::Approx, ftz::Enabled);
            unsafe { store(output, [i, 0i32], quotient) };
        }
    }

    /// `_softmax_kernel_tma`, lines 92 to 126 of `tilegym/ops/cutile/softmax.py`; structural variant `v1`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_tma_v1(
        output: &Tensor<f32, { [-1, -1] }>,
        input: &Tensor<f32, { [-1, -1] }>,
    ) {
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let input_tile = unsafe { load_or_neg_inf(input, [i, 0i32], shape![1, 1]) };
            let largest: Tile<f32, { [1] }> = reduce_max(input_tile, 1i32);
            let difference: Tile<f32, { [1, 1] }> = input_tile - reshape(largest, shape![1, 1]);
            let exponential: Tile<f32, { [1, 1] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [1] }> = reduce_sum(exponential, 1i32);
            let quotient: Tile<f32, { [1, 1] }> =
                divf(exponential, reshape(total, shape![1, 1]), rounding::Approx, ftz::Enabled);
            unsafe { store(output, [i, 0i32], quotient) };
        }
    }

    /// `_softmax_kernel_tma`, lines 92 to 126 of `tilegym/ops/cutile/softmax.py`; structural variant `v2`.
    ///
    /// Generic over `E`, `N_ROWS`, `TILE_SIZE`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_tma_v2<E: ElementType, const N_ROWS: i32, const TILE_SIZE: i32>(
        output: &Tensor<E, { [-1, -1] }>,
        input: &Tensor<E, { [-1, -1] }>,
    ) {
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = scalar_to_tile(N_ROWS);
        let end_tile_2: Tile<i32, { [1] }> = reshape(end_tile, shape![1]);
        let end_tile_3: Tile<i32, { [] }> = reshape(end_tile_2, shape![]);
        let end: i32 = tile_to_scalar(end_tile_3);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let input_tile = unsafe { load_or_neg_inf(input, [i, 0i32], shape![1, TILE_SIZE]) };
            let converted: Tile<f32, { [1, TILE_SIZE] }> = convert_tile(input_tile);
            let largest: Tile<f32, { [1] }> = reduce_max(converted, 1i32);
            let broadcasted: Tile<f32, { [1, TILE_SIZE] }> =
                broadcast(reshape(largest, shape![1, 1]), shape![1, TILE_SIZE]);
            let difference: Tile<f32, { [1, TILE_SIZE] }> = converted - broadcasted;
            let exponential: Tile<f32, { [1, TILE_SIZE] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [1] }> = reduce_sum(exponential, 1i32);
            let broadcasted_2: Tile<f32, { [1, TILE_SIZE] }> =
                broadcast(reshape(total, shape![1, 1]), shape![1, TILE_SIZE]);
            let quotient: Tile<f32, { [1, TILE_SIZE] }> =
                divf(exponential, broadcasted_2, rounding::Approx, ftz::Enabled);
            let converted_2: Tile<E, { [1, TILE_SIZE] }> = convert_tile(quotient);
            unsafe { store(output, [i, 0i32], converted_2) };
        }
    }

    /// `_softmax_kernel_tma`, lines 92 to 126 of `tilegym/ops/cutile/softmax.py`; structural variant `v3`.
    ///
    /// Generic over `E`, `TILE_SIZE`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_tma_v3<E: ElementType, const TILE_SIZE: i32>(
        output: &Tensor<E, { [-1, -1] }>,
        input: &Tensor<E, { [-1, -1] }>,
    ) {
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let input_tile = unsafe { load_or_neg_inf(input, [i, 0i32], shape![1, TILE_SIZE]) };
            let converted: Tile<f32, { [1, TILE_SIZE] }> = convert_tile(input_tile);
            let largest: Tile<f32, { [1] }> = reduce_max(converted, 1i32);
            let broadcasted: Tile<f32, { [1, TILE_SIZE] }> =
                broadcast(reshape(largest, shape![1, 1]), shape![1, TILE_SIZE]);
            let difference: Tile<f32, { [1, TILE_SIZE] }> = converted - broadcasted;
            let exponential: Tile<f32, { [1, TILE_SIZE] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [1] }> = reduce_sum(exponential, 1i32);
            let broadcasted_2: Tile<f32, { [1, TILE_SIZE] }> =
                broadcast(reshape(total, shape![1, 1]), shape![1, TILE_SIZE]);
            let quotient: Tile<f32, { [1, TILE_SIZE] }> =
                divf(exponential, broadcasted_2, rounding::Approx, ftz::Enabled);
            let converted_2: Tile<E, { [1, TILE_SIZE] }> = convert_tile(quotient);
            unsafe { store(output, [i, 0i32], converted_2) };
        }
    }

    /// `_softmax_kernel_tma`, lines 92 to 126 of `tilegym/ops/cutile/softmax.py`; structural variant `v4`.
    ///
    /// Generic over `TILE_SIZE`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_tma_v4<const TILE_SIZE: i32>(
        output: &Tensor<f32, { [-1, -1] }>,
        input: &Tensor<f32, { [-1, -1] }>,
    ) {
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let input_tile = unsafe { load_or_neg_inf(input, [i, 0i32], shape![1, TILE_SIZE]) };
            let largest: Tile<f32, { [1] }> = reduce_max(input_tile, 1i32);
            let broadcasted: Tile<f32, { [1, TILE_SIZE] }> =
                broadcast(reshape(largest, shape![1, 1]), shape![1, TILE_SIZE]);
            let difference: Tile<f32, { [1, TILE_SIZE] }> = input_tile - broadcasted;
            let exponential: Tile<f32, { [1, TILE_SIZE] }> =
                unsafe { exp_with_rounding(difference, rounding::Approx) };
            let total: Tile<f32, { [1] }> = reduce_sum(exponential, 1i32);
            let broadcasted_2: Tile<f32, { [1, TILE_SIZE] }> =
                broadcast(reshape(total, shape![1, 1]), shape![1, TILE_SIZE]);
            let quotient: Tile<f32, { [1, TILE_SIZE] }> =
                divf(exponential, broadcasted_2, rounding::Approx, ftz::Enabled);
            unsafe { store(output, [i, 0i32], quotient) };
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
        let token = new_token_unordered();
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let constant_tile: Tile<f32, { [1] }> = constant(f32::NEG_INFINITY, shape![1]);
        let constant_tile_2: Tile<f32, { [1] }> = constant(0.0f32, shape![1]);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let constant_value: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
        let all: Tile<f32, { [TILE_SIZE] }> = splat(constant_value, shape![TILE_SIZE]);
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let reshaped: Tile<f32, { [1] }> = reshape(one, shape![1]);
        let mut carry1_0: Token = token;
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = scalar_to_tile(N_ROWS);
        let end_tile_2: Tile<i32, { [1] }> = reshape(end_tile, shape![1]);
        let end_tile_3: Tile<i32, { [] }> = reshape(end_tile_2, shape![]);
        let end: i32 = tile_to_scalar(end_tile_3);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let mut carry2_0: Tile<f32, { [1] }> = constant_tile;
            let start_tile: Tile<i32, { [] }> = constant(0i32, shape![]);
            let start_2: i32 = tile_to_scalar(start_tile);
            let end_tile_4: Tile<i32, { [] }> = scalar_to_tile(TILE_SIZE_PER_N_COLS);
            let end_tile_5: Tile<i32, { [1] }> = reshape(end_tile_4, shape![1]);
            let end_tile_6: Tile<i32, { [] }> = reshape(end_tile_5, shape![]);
            let end_2: i32 = tile_to_scalar(end_tile_6);
            let step_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
            let step_2: i32 = tile_to_scalar(step_tile);
            for i_2 in (start_2..end_2).step_by(step_2 as usize) {
                let product: i32 = i_2 * TILE_SIZE;
                let sum: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product, shape![TILE_SIZE]) + lanes;
                let input_tile = unsafe { gather_row_or(input, i, sum, all) };
                let largest: Tile<f32, { [] }> = reduce_max(input_tile, 0i32);
                let larger: Tile<f32, { [1] }> =
                    maxf(carry2_0, reshape(largest, shape![1]), nan::Disabled, ftz::Disabled);
                carry2_0 = larger;
            }
            let broadcasted: Tile<f32, { [TILE_SIZE] }> = broadcast(carry2_0, shape![TILE_SIZE]);
            let mut carry3_0: Tile<f32, { [1] }> = constant_tile_2;
            for i_3 in (start_2..end_2).step_by(step_2 as usize) {
                let product_2: i32 = i_3 * TILE_SIZE;
                let sum_2: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_2, shape![TILE_SIZE]) + lanes;
                let input_tile_2 = unsafe { gather_row_or(input, i, sum_2, all) };
                let difference: Tile<f32, { [TILE_SIZE] }> = input_tile_2 - broadcasted;
                let exponential: Tile<f32, { [TILE_SIZE] }> =
                    unsafe { exp_with_rounding(difference, rounding::Approx) };
                let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
                let sum_3: Tile<f32, { [1] }> = carry3_0 + reshape(total, shape![1]);
                carry3_0 = sum_3;
            }
            let quotient: Tile<f32, { [1] }> =
                divf(reshaped, carry3_0, rounding::Approx, ftz::Enabled);
            let broadcasted_2: Tile<f32, { [TILE_SIZE] }> = broadcast(quotient, shape![TILE_SIZE]);
            let mut carry4_0: Token = carry1_0;
            for i_4 in (start_2..end_2).step_by(step_2 as usize) {
                let product_3: i32 = i_4 * TILE_SIZE;
                let sum_4: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_3, shape![TILE_SIZE]) + lanes;
                let input_tile_3 = unsafe { gather_row_or(input, i, sum_4, all) };
                let difference_2: Tile<f32, { [TILE_SIZE] }> = input_tile_3 - broadcasted;
                let exponential_2: Tile<f32, { [TILE_SIZE] }> =
                    unsafe { exp_with_rounding(difference_2, rounding::Approx) };
                let product_4: Tile<f32, { [TILE_SIZE] }> = exponential_2 * broadcasted_2;
                let token_2 = unsafe {
                    scatter_row_with(output, i, sum_4, product_4, carry4_0, const_array![0])
                };
                carry4_0 = token_2;
            }
            carry1_0 = carry4_0;
        }
    }

    /// `_softmax_kernel_chunked`, lines 130 to 184 of `tilegym/ops/cutile/softmax.py`; structural variant `v1`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_chunked_v1(
        output: &Tensor<f32, { [-1, -1] }>,
        input: &Tensor<f32, { [-1, -1] }>,
    ) {
        let token = new_token_unordered();
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let constant_tile: Tile<f32, { [1] }> = constant(f32::NEG_INFINITY, shape![1]);
        let constant_tile_2: Tile<f32, { [1] }> = constant(0.0f32, shape![1]);
        let lanes: Tile<i32, { [1] }> = iota(shape![1]);
        let constant_value: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
        let reshaped: Tile<f32, { [1] }> = reshape(constant_value, shape![1]);
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let reshaped_2: Tile<f32, { [1] }> = reshape(one, shape![1]);
        let mut carry1_0: Token = token;
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let mut carry2_0: Tile<f32, { [1] }> = constant_tile;
            let start_tile: Tile<i32, { [] }> = constant(0i32, shape![]);
            let start_2: i32 = tile_to_scalar(start_tile);
            for i_2 in (start_2..end).step_by(end as usize) {
                let product: i32 = i_2 * 1;
                let product_tile: Tile<i32, { [] }> = scalar_to_tile(product);
                let sum: Tile<i32, { [1] }> = reshape(product_tile, shape![1]) + lanes;
                let input_tile = unsafe { gather_row_or(input, i, sum, reshaped) };
                let largest: Tile<f32, { [] }> = reduce_max(input_tile, 0i32);
                let larger: Tile<f32, { [1] }> =
                    maxf(carry2_0, reshape(largest, shape![1]), nan::Disabled, ftz::Disabled);
                carry2_0 = larger;
            }
            let mut carry3_0: Tile<f32, { [1] }> = constant_tile_2;
            for i_3 in (start_2..end).step_by(end as usize) {
                let product_2: i32 = i_3 * 1;
                let product_2_tile: Tile<i32, { [] }> = scalar_to_tile(product_2);
                let sum_2: Tile<i32, { [1] }> = reshape(product_2_tile, shape![1]) + lanes;
                let input_tile_2 = unsafe { gather_row_or(input, i, sum_2, reshaped) };
                let difference: Tile<f32, { [1] }> = input_tile_2 - carry2_0;
                let exponential: Tile<f32, { [1] }> =
                    unsafe { exp_with_rounding(difference, rounding::Approx) };
                let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
                let sum_3: Tile<f32, { [1] }> = carry3_0 + reshape(total, shape![1]);
                carry3_0 = sum_3;
            }
            let quotient: Tile<f32, { [1] }> =
                divf(reshaped_2, carry3_0, rounding::Approx, ftz::Enabled);
            let mut carry4_0: Token = carry1_0;
            for i_4 in (start_2..end).step_by(end as usize) {
                let product_3: i32 = i_4 * 1;
                let product_3_tile: Tile<i32, { [] }> = scalar_to_tile(product_3);
                let sum_4: Tile<i32, { [1] }> = reshape(product_3_tile, shape![1]) + lanes;
                let input_tile_3 = unsafe { gather_row_or(input, i, sum_4, reshaped) };
                let difference_2: Tile<f32, { [1] }> = input_tile_3 - carry2_0;
                let exponential_2: Tile<f32, { [1] }> =
                    unsafe { exp_with_rounding(difference_2, rounding::Approx) };
                let product_4: Tile<f32, { [1] }> = exponential_2 * quotient;
                let token_2 = unsafe {
                    scatter_row_with(output, i, sum_4, product_4, carry4_0, const_array![0])
                };
                carry4_0 = token_2;
            }
            carry1_0 = carry4_0;
        }
    }

    /// `_softmax_kernel_chunked`, lines 130 to 184 of `tilegym/ops/cutile/softmax.py`; structural variant `v2`.
    ///
    /// Generic over `E`, `TILE_SIZE`, `N_ROWS`, `TILE_SIZE_PER_N_COLS`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_chunked_v2<
        E: ElementType,
        const TILE_SIZE: i32,
        const N_ROWS: i32,
        const TILE_SIZE_PER_N_COLS: i32,
    >(
        output: &Tensor<E, { [-1, -1] }>,
        input: &Tensor<E, { [-1, -1] }>,
    ) {
        let token = new_token_unordered();
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let constant_tile: Tile<f32, { [1] }> = constant(f32::NEG_INFINITY, shape![1]);
        let constant_tile_2: Tile<f32, { [1] }> = constant(0.0f32, shape![1]);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let constant_value: Tile<E, { [] }> = constant_float(-1.0e39, shape![]);
        let all: Tile<E, { [TILE_SIZE] }> = splat(constant_value, shape![TILE_SIZE]);
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let reshaped: Tile<f32, { [1] }> = reshape(one, shape![1]);
        let mut carry1_0: Token = token;
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = scalar_to_tile(N_ROWS);
        let end_tile_2: Tile<i32, { [1] }> = reshape(end_tile, shape![1]);
        let end_tile_3: Tile<i32, { [] }> = reshape(end_tile_2, shape![]);
        let end: i32 = tile_to_scalar(end_tile_3);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let mut carry2_0: Tile<f32, { [1] }> = constant_tile;
            let start_tile: Tile<i32, { [] }> = constant(0i32, shape![]);
            let start_2: i32 = tile_to_scalar(start_tile);
            let end_tile_4: Tile<i32, { [] }> = scalar_to_tile(TILE_SIZE_PER_N_COLS);
            let end_tile_5: Tile<i32, { [1] }> = reshape(end_tile_4, shape![1]);
            let end_tile_6: Tile<i32, { [] }> = reshape(end_tile_5, shape![]);
            let end_2: i32 = tile_to_scalar(end_tile_6);
            let step_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
            let step_2: i32 = tile_to_scalar(step_tile);
            for i_2 in (start_2..end_2).step_by(step_2 as usize) {
                let product: i32 = i_2 * TILE_SIZE;
                let sum: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product, shape![TILE_SIZE]) + lanes;
                let input_tile = unsafe { gather_row_or(input, i, sum, all) };
                let converted: Tile<f32, { [TILE_SIZE] }> = convert_tile(input_tile);
                let largest: Tile<f32, { [] }> = reduce_max(converted, 0i32);
                let larger: Tile<f32, { [1] }> =
                    maxf(carry2_0, reshape(largest, shape![1]), nan::Disabled, ftz::Disabled);
                carry2_0 = larger;
            }
            let broadcasted: Tile<f32, { [TILE_SIZE] }> = broadcast(carry2_0, shape![TILE_SIZE]);
            let mut carry3_0: Tile<f32, { [1] }> = constant_tile_2;
            for i_3 in (start_2..end_2).step_by(step_2 as usize) {
                let product_2: i32 = i_3 * TILE_SIZE;
                let sum_2: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_2, shape![TILE_SIZE]) + lanes;
                let input_tile_2 = unsafe { gather_row_or(input, i, sum_2, all) };
                let converted_2: Tile<f32, { [TILE_SIZE] }> = convert_tile(input_tile_2);
                let difference: Tile<f32, { [TILE_SIZE] }> = converted_2 - broadcasted;
                let exponential: Tile<f32, { [TILE_SIZE] }> =
                    unsafe { exp_with_rounding(difference, rounding::Approx) };
                let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
                let sum_3: Tile<f32, { [1] }> = carry3_0 + reshape(total, shape![1]);
                carry3_0 = sum_3;
            }
            let quotient: Tile<f32, { [1] }> =
                divf(reshaped, carry3_0, rounding::Approx, ftz::Enabled);
            let broadcasted_2: Tile<f32, { [TILE_SIZE] }> = broadcast(quotient, shape![TILE_SIZE]);
            let mut carry4_0: Token = carry1_0;
            for i_4 in (start_2..end_2).step_by(step_2 as usize) {
                let product_3: i32 = i_4 * TILE_SIZE;
                let sum_4: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_3, shape![TILE_SIZE]) + lanes;
                let input_tile_3 = unsafe { gather_row_or(input, i, sum_4, all) };
                let converted_3: Tile<f32, { [TILE_SIZE] }> = convert_tile(input_tile_3);
                let difference_2: Tile<f32, { [TILE_SIZE] }> = converted_3 - broadcasted;
                let exponential_2: Tile<f32, { [TILE_SIZE] }> =
                    unsafe { exp_with_rounding(difference_2, rounding::Approx) };
                let product_4: Tile<f32, { [TILE_SIZE] }> = exponential_2 * broadcasted_2;
                let converted_4: Tile<E, { [TILE_SIZE] }> = convert_tile(product_4);
                let token_2 = unsafe {
                    scatter_row_with(output, i, sum_4, converted_4, carry4_0, const_array![0])
                };
                carry4_0 = token_2;
            }
            carry1_0 = carry4_0;
        }
    }

    /// `_softmax_kernel_chunked`, lines 130 to 184 of `tilegym/ops/cutile/softmax.py`; structural variant `v3`.
    ///
    /// Generic over `E`, `TILE_SIZE`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_chunked_v3<E: ElementType, const TILE_SIZE: i32>(
        output: &Tensor<E, { [-1, -1] }>,
        input: &Tensor<E, { [-1, -1] }>,
    ) {
        let token = new_token_unordered();
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let constant_tile: Tile<f32, { [1] }> = constant(f32::NEG_INFINITY, shape![1]);
        let constant_tile_2: Tile<f32, { [1] }> = constant(0.0f32, shape![1]);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let constant_value: Tile<E, { [] }> = constant_float(-1.0e39, shape![]);
        let all: Tile<E, { [TILE_SIZE] }> = splat(constant_value, shape![TILE_SIZE]);
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let reshaped: Tile<f32, { [1] }> = reshape(one, shape![1]);
        let mut carry1_0: Token = token;
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let mut carry2_0: Tile<f32, { [1] }> = constant_tile;
            let start_tile: Tile<i32, { [] }> = constant(0i32, shape![]);
            let start_2: i32 = tile_to_scalar(start_tile);
            for i_2 in (start_2..end).step_by(end as usize) {
                let product: i32 = i_2 * TILE_SIZE;
                let sum: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product, shape![TILE_SIZE]) + lanes;
                let input_tile = unsafe { gather_row_or(input, i, sum, all) };
                let converted: Tile<f32, { [TILE_SIZE] }> = convert_tile(input_tile);
                let largest: Tile<f32, { [] }> = reduce_max(converted, 0i32);
                let larger: Tile<f32, { [1] }> =
                    maxf(carry2_0, reshape(largest, shape![1]), nan::Disabled, ftz::Disabled);
                carry2_0 = larger;
            }
            let broadcasted: Tile<f32, { [TILE_SIZE] }> = broadcast(carry2_0, shape![TILE_SIZE]);
            let mut carry3_0: Tile<f32, { [1] }> = constant_tile_2;
            for i_3 in (start_2..end).step_by(end as usize) {
                let product_2: i32 = i_3 * TILE_SIZE;
                let sum_2: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_2, shape![TILE_SIZE]) + lanes;
                let input_tile_2 = unsafe { gather_row_or(input, i, sum_2, all) };
                let converted_2: Tile<f32, { [TILE_SIZE] }> = convert_tile(input_tile_2);
                let difference: Tile<f32, { [TILE_SIZE] }> = converted_2 - broadcasted;
                let exponential: Tile<f32, { [TILE_SIZE] }> =
                    unsafe { exp_with_rounding(difference, rounding::Approx) };
                let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
                let sum_3: Tile<f32, { [1] }> = carry3_0 + reshape(total, shape![1]);
                carry3_0 = sum_3;
            }
            let quotient: Tile<f32, { [1] }> =
                divf(reshaped, carry3_0, rounding::Approx, ftz::Enabled);
            let broadcasted_2: Tile<f32, { [TILE_SIZE] }> = broadcast(quotient, shape![TILE_SIZE]);
            let mut carry4_0: Token = carry1_0;
            for i_4 in (start_2..end).step_by(end as usize) {
                let product_3: i32 = i_4 * TILE_SIZE;
                let sum_4: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_3, shape![TILE_SIZE]) + lanes;
                let input_tile_3 = unsafe { gather_row_or(input, i, sum_4, all) };
                let converted_3: Tile<f32, { [TILE_SIZE] }> = convert_tile(input_tile_3);
                let difference_2: Tile<f32, { [TILE_SIZE] }> = converted_3 - broadcasted;
                let exponential_2: Tile<f32, { [TILE_SIZE] }> =
                    unsafe { exp_with_rounding(difference_2, rounding::Approx) };
                let product_4: Tile<f32, { [TILE_SIZE] }> = exponential_2 * broadcasted_2;
                let converted_4: Tile<E, { [TILE_SIZE] }> = convert_tile(product_4);
                let token_2 = unsafe {
                    scatter_row_with(output, i, sum_4, converted_4, carry4_0, const_array![0])
                };
                carry4_0 = token_2;
            }
            carry1_0 = carry4_0;
        }
    }

    /// `_softmax_kernel_chunked`, lines 130 to 184 of `tilegym/ops/cutile/softmax.py`; structural variant `v4`.
    ///
    /// Generic over `TILE_SIZE`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn softmax_kernel_chunked_v4<const TILE_SIZE: i32>(
        output: &Tensor<f32, { [-1, -1] }>,
        input: &Tensor<f32, { [-1, -1] }>,
    ) {
        let token = new_token_unordered();
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let constant_tile: Tile<f32, { [1] }> = constant(f32::NEG_INFINITY, shape![1]);
        let constant_tile_2: Tile<f32, { [1] }> = constant(0.0f32, shape![1]);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let constant_value: Tile<f32, { [] }> = constant(f32::NEG_INFINITY, shape![]);
        let all: Tile<f32, { [TILE_SIZE] }> = splat(constant_value, shape![TILE_SIZE]);
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let reshaped: Tile<f32, { [1] }> = reshape(one, shape![1]);
        let mut carry1_0: Token = token;
        let start: i32 = block_id.0;
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        let step: i32 = num_blocks.0;
        for i in (start..end).step_by(step as usize) {
            let mut carry2_0: Tile<f32, { [1] }> = constant_tile;
            let start_tile: Tile<i32, { [] }> = constant(0i32, shape![]);
            let start_2: i32 = tile_to_scalar(start_tile);
            for i_2 in (start_2..end).step_by(end as usize) {
                let product: i32 = i_2 * TILE_SIZE;
                let sum: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product, shape![TILE_SIZE]) + lanes;
                let input_tile = unsafe { gather_row_or(input, i, sum, all) };
                let largest: Tile<f32, { [] }> = reduce_max(input_tile, 0i32);
                let larger: Tile<f32, { [1] }> =
                    maxf(carry2_0, reshape(largest, shape![1]), nan::Disabled, ftz::Disabled);
                carry2_0 = larger;
            }
            let broadcasted: Tile<f32, { [TILE_SIZE] }> = broadcast(carry2_0, shape![TILE_SIZE]);
            let mut carry3_0: Tile<f32, { [1] }> = constant_tile_2;
            for i_3 in (start_2..end).step_by(end as usize) {
                let product_2: i32 = i_3 * TILE_SIZE;
                let sum_2: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_2, shape![TILE_SIZE]) + lanes;
                let input_tile_2 = unsafe { gather_row_or(input, i, sum_2, all) };
                let difference: Tile<f32, { [TILE_SIZE] }> = input_tile_2 - broadcasted;
                let exponential: Tile<f32, { [TILE_SIZE] }> =
                    unsafe { exp_with_rounding(difference, rounding::Approx) };
                let total: Tile<f32, { [] }> = reduce_sum(exponential, 0i32);
                let sum_3: Tile<f32, { [1] }> = carry3_0 + reshape(total, shape![1]);
                carry3_0 = sum_3;
            }
            let quotient: Tile<f32, { [1] }> =
                divf(reshaped, carry3_0, rounding::Approx, ftz::Enabled);
            let broadcasted_2: Tile<f32, { [TILE_SIZE] }> = broadcast(quotient, shape![TILE_SIZE]);
            let mut carry4_0: Token = carry1_0;
            for i_4 in (start_2..end).step_by(end as usize) {
                let product_3: i32 = i_4 * TILE_SIZE;
                let sum_4: Tile<i32, { [TILE_SIZE] }> =
                    broadcast_scalar(product_3, shape![TILE_SIZE]) + lanes;
                let input_tile_3 = unsafe { gather_row_or(input, i, sum_4, all) };
                let difference_2: Tile<f32, { [TILE_SIZE] }> = input_tile_3 - broadcasted;
                let exponential_2: Tile<f32, { [TILE_SIZE] }> =
                    unsafe { exp_with_rounding(difference_2, rounding::Approx) };
                let product_4: Tile<f32, { [TILE_SIZE] }> = exponential_2 * broadcasted_2;
                let token_2 = unsafe {
                    scatter_row_with(output, i, sum_4, product_4, carry4_0, const_array![0])
                };
                carry4_0 = token_2;
            }
            carry1_0 = carry4_0;
        }
    }
}
