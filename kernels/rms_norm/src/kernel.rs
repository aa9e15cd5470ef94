// SPDX-License-Identifier: MIT

//! Device kernels, converted from Tile IR by tileport.
//!
//! From `tilegym/ops/cutile/rms_norm.py` of TileGym 1.5.1, SHA-256
//! `fe8cb5ed11207985625b4fe5c1a91bfeac8f52a3278c905cde81c5477172c93f`.

/// One entry for each structural variant of each Python kernel.
#[cutile::module]
pub mod kernels {
    use cutile::core::*;
    use tileport_support::gather::ops::*;
    use tileport_support::hinted::ops::*;
    use tileport_support::number::ops::*;
    use tileport_support::ops::*;
    use tileport_support::view::ops::*;

    /// Replaced at launch by the value that Python was given.
    const EPS: f64 = 9.999999747378752e-6;
    /// Replaced at launch by the value that Python was given.
    const OFFSET: f64 = 0.0;
    /// Replaced at launch by the value that Python was given.
    const N_FLOAT: f64 = 256.0;
    /// `_rms_norm_kernel_multi_wave_cached`, lines 17 to 54 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v0`.
    ///
    /// Generic over `Elem`, `N`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_multi_wave_cached_v0<Elem: ElementType, const N: i32>(
        x: &Tensor<Elem, { [-1, -1] }>,
        w: &Tensor<Elem, { [-1] }>,
        out: &Tensor<Elem, { [-1, -1] }>,
        rstd: &Tensor<f32, { [-1] }>,
    ) {
        let row = get_tile_block_id().0;
        let rms: Tile<f32, { [N] }> = constant(0.0f32, shape![N]);
        let offsets: Tile<i32, { [N] }> = iota(shape![N]);
        let xj = unsafe { gather_row_unchecked_hinted(x, row, offsets, const_array![1]) };
        let xj: Tile<f32, { [N] }> = to_f32(xj);
        let rms: Tile<f32, { [N] }> = mul_add(xj, xj, rms);
        let total: Tile<f32, { [] }> = reduce_sum(rms, 0i32);
        let sum: Tile<f32, { [] }> =
            total / constant_float(N_FLOAT, shape![]) + constant_float(EPS, shape![]);
        let rms_2 = rsqrt(sum, ftz::Disabled);
        let row_tile: Tile<i32, { [] }> = scalar_to_tile(row);
        unsafe { scatter(rstd, row_tile, rms_2) };
        let wj = unsafe { gather_unchecked_hinted(w, offsets, const_array![1]) };
        let wj: Tile<f32, { [N] }> = to_f32(wj);
        let filled: Tile<f32, { [N] }> = constant_float(OFFSET, shape![N]);
        let yj: Tile<f32, { [N] }> = xj * splat(rms_2, shape![N]) * (filled + wj);
        let yj: Tile<Elem, { [N] }> = convert_tile(yj);
        unsafe { scatter_row_hinted(out, row, offsets, yj, const_array![1]) };
    }

    /// `_rms_norm_kernel_multi_wave_cached`, lines 17 to 54 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v1`.
    ///
    /// Generic over `EX`, `EW`, `TILE_SIZE`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_multi_wave_cached_v1<
        EX: ElementType,
        EW: ElementType,
        const TILE_SIZE: i32,
    >(
        x: &Tensor<EX, { [-1, -1] }>,
        w: &Tensor<EW, { [-1] }>,
        out: &Tensor<EX, { [-1, -1] }>,
        rstd: &Tensor<f32, { [-1] }>,
    ) {
        let x_2: PointerTile<*mut EX, { [] }> = get_tensor_base(x);
        let x_size0_2: i32 = size(x, 0);
        let x_size1_2: i32 = size(x, 1);
        let x_stride0_2: i32 = stride(x, 0);
        let w_2: PointerTile<*mut EW, { [] }> = get_tensor_base(w);
        let w_size0_2: i32 = size(w, 0);
        let out_2: PointerTile<*mut EX, { [] }> = get_tensor_base(out);
        let out_size0_2: i32 = size(out, 0);
        let out_size1_2: i32 = size(out, 1);
        let out_stride0_2: i32 = stride(out, 0);
        let rstd_2: PointerTile<*mut f32, { [] }> = get_tensor_base(rstd);
        let rstd_size0_2: i32 = size(rstd, 0);
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_tile_2: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let constant_tile_3: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let constant_value: Tile<f32, { [] }> = constant_float(EPS, shape![]);
        let constant_value_2: Tile<f32, { [] }> = constant_float(OFFSET, shape![]);
        let block_id: (Tile<i32, { [] }>, Tile<i32, { [] }>, Tile<i32, { [] }>) = block_id_tiles();
        let constant_tile_4: Tile<f32, { [TILE_SIZE] }> = constant(0.0f32, shape![TILE_SIZE]);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let wide_2: Tile<i64, { [] }> = exti(block_id.0);
        let reshaped: Tile<i64, { [1] }> = reshape(wide_2, shape![1]);
        let broadcasted: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped, shape![TILE_SIZE]);
        let x_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(x_size0_2);
        let x_wide: Tile<i64, { [] }> = exti(x_size0_2_tile);
        let reshaped_2: Tile<i64, { [1] }> = reshape(x_wide, shape![1]);
        let broadcasted_2: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_2, shape![TILE_SIZE]);
        let mask: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(broadcasted, broadcasted_2, predicate::LessThan);
        let x_stride0_2_tile: Tile<i32, { [] }> = scalar_to_tile(x_stride0_2);
        let x_wide_2: Tile<i64, { [] }> = exti(x_stride0_2_tile);
        let reshaped_3: Tile<i64, { [1] }> = reshape(x_wide_2, shape![1]);
        let broadcasted_3: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_3, shape![TILE_SIZE]);
        let product: Tile<i64, { [TILE_SIZE] }> = broadcasted * broadcasted_3;
        let wide_3: Tile<i64, { [TILE_SIZE] }> = exti(lanes);
        let x_size1_2_tile: Tile<i32, { [] }> = scalar_to_tile(x_size1_2);
        let x_wide_3: Tile<i64, { [] }> = exti(x_size1_2_tile);
        let reshaped_4: Tile<i64, { [1] }> = reshape(x_wide_3, shape![1]);
        let broadcasted_4: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_4, shape![TILE_SIZE]);
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(wide_3, broadcasted_4, predicate::LessThan);
        let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
        let product_2: Tile<i64, { [TILE_SIZE] }> = wide_3 * constant_tile;
        let sum: Tile<i64, { [TILE_SIZE] }> = product + product_2;
        let x_base: PointerTile<*mut EX, { [1] }> = reshape_ptr(x_2, shape![1]);
        let x_base_2: PointerTile<*mut EX, { [TILE_SIZE] }> =
            broadcast_ptr(x_base, shape![TILE_SIZE]);
        let x_ptrs: PointerTile<*mut EX, { [TILE_SIZE] }> = addptr_tile(x_base_2, sum);
        let constant_value_3: Tile<EX, { [] }> = constant_float(0.0, shape![]);
        let reshaped_5: Tile<EX, { [1] }> = reshape(constant_value_3, shape![1]);
        let broadcasted_5: Tile<EX, { [TILE_SIZE] }> = broadcast(reshaped_5, shape![TILE_SIZE]);
        let (x_3, _): (Tile<EX, { [TILE_SIZE] }>, Token) = unsafe {
            load_ptr_padded(
                x_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both),
                Some(broadcasted_5),
                Some(token),
                Latency::<1>,
            )
        };
        let converted: Tile<f32, { [TILE_SIZE] }> = ftof(x_3, rounding::NearestEven);
        let fused: Tile<f32, { [TILE_SIZE] }> =
            fma(converted, converted, constant_tile_4, rounding::NearestEven, ftz::Disabled);
        let total: Tile<f32, { [] }> = reduce_sum(fused, 0i32);
        let constant_value_4: Tile<f32, { [] }> = constant_float(N_FLOAT, shape![]);
        let quotient: Tile<f32, { [] }> =
            divf(total, constant_value_4, rounding::NearestEven, ftz::Disabled);
        let sum_2: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_2, ftz::Disabled);
        let wide_4: Tile<i64, { [] }> = exti(block_id.0);
        let rstd_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(rstd_size0_2);
        let rstd_wide: Tile<i64, { [] }> = exti(rstd_size0_2_tile);
        let mask_3: Tile<bool, { [] }> = cmpi_unsigned(wide_4, rstd_wide, predicate::LessThan);
        let product_3: Tile<i64, { [] }> = wide_4 * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd_2, product_3);
        let rstd_3: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _: Token = unsafe {
            store_ptr_tko(
                rstd_3,
                inverse_root,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(mask_3),
                Some(token),
                Latency::<0>,
            )
        };
        let wide_5: Tile<i64, { [TILE_SIZE] }> = exti(lanes);
        let w_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(w_size0_2);
        let w_wide: Tile<i64, { [] }> = exti(w_size0_2_tile);
        let reshaped_6: Tile<i64, { [1] }> = reshape(w_wide, shape![1]);
        let broadcasted_6: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_6, shape![TILE_SIZE]);
        let mask_4: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(wide_5, broadcasted_6, predicate::LessThan);
        let product_4: Tile<i64, { [TILE_SIZE] }> = wide_5 * constant_tile_2;
        let w_base: PointerTile<*mut EW, { [1] }> = reshape_ptr(w_2, shape![1]);
        let w_base_2: PointerTile<*mut EW, { [TILE_SIZE] }> =
            broadcast_ptr(w_base, shape![TILE_SIZE]);
        let w_ptrs: PointerTile<*mut EW, { [TILE_SIZE] }> = addptr_tile(w_base_2, product_4);
        let constant_value_5: Tile<EW, { [] }> = constant_float(0.0, shape![]);
        let reshaped_7: Tile<EW, { [1] }> = reshape(constant_value_5, shape![1]);
        let broadcasted_7: Tile<EW, { [TILE_SIZE] }> = broadcast(reshaped_7, shape![TILE_SIZE]);
        let (w_3, _): (Tile<EW, { [TILE_SIZE] }>, Token) = unsafe {
            load_ptr_padded(
                w_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(mask_4),
                Some(broadcasted_7),
                Some(token),
                Latency::<1>,
            )
        };
        let converted_2: Tile<f32, { [TILE_SIZE] }> = ftof(w_3, rounding::NearestEven);
        let reshaped_8: Tile<f32, { [1] }> = reshape(inverse_root, shape![1]);
        let broadcasted_8: Tile<f32, { [TILE_SIZE] }> = broadcast(reshaped_8, shape![TILE_SIZE]);
        let product_5: Tile<f32, { [TILE_SIZE] }> = converted * broadcasted_8;
        let reshaped_9: Tile<f32, { [1] }> = reshape(constant_value_2, shape![1]);
        let broadcasted_9: Tile<f32, { [TILE_SIZE] }> = broadcast(reshaped_9, shape![TILE_SIZE]);
        let sum_3: Tile<f32, { [TILE_SIZE] }> = broadcasted_9 + converted_2;
        let product_6: Tile<f32, { [TILE_SIZE] }> = product_5 * sum_3;
        let converted_3: Tile<EX, { [TILE_SIZE] }> = ftof(product_6, rounding::NearestEven);
        let wide_6: Tile<i64, { [] }> = exti(block_id.0);
        let reshaped_10: Tile<i64, { [1] }> = reshape(wide_6, shape![1]);
        let broadcasted_10: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_10, shape![TILE_SIZE]);
        let out_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(out_size0_2);
        let out_wide: Tile<i64, { [] }> = exti(out_size0_2_tile);
        let reshaped_11: Tile<i64, { [1] }> = reshape(out_wide, shape![1]);
        let broadcasted_11: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_11, shape![TILE_SIZE]);
        let mask_5: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(broadcasted_10, broadcasted_11, predicate::LessThan);
        let out_stride0_2_tile: Tile<i32, { [] }> = scalar_to_tile(out_stride0_2);
        let out_wide_2: Tile<i64, { [] }> = exti(out_stride0_2_tile);
        let reshaped_12: Tile<i64, { [1] }> = reshape(out_wide_2, shape![1]);
        let broadcasted_12: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_12, shape![TILE_SIZE]);
        let product_7: Tile<i64, { [TILE_SIZE] }> = broadcasted_10 * broadcasted_12;
        let wide_7: Tile<i64, { [TILE_SIZE] }> = exti(lanes);
        let out_size1_2_tile: Tile<i32, { [] }> = scalar_to_tile(out_size1_2);
        let out_wide_3: Tile<i64, { [] }> = exti(out_size1_2_tile);
        let reshaped_13: Tile<i64, { [1] }> = reshape(out_wide_3, shape![1]);
        let broadcasted_13: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_13, shape![TILE_SIZE]);
        let mask_6: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(wide_7, broadcasted_13, predicate::LessThan);
        let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask_5, mask_6);
        let product_8: Tile<i64, { [TILE_SIZE] }> = wide_7 * constant_tile_3;
        let sum_4: Tile<i64, { [TILE_SIZE] }> = product_7 + product_8;
        let out_base: PointerTile<*mut EX, { [1] }> = reshape_ptr(out_2, shape![1]);
        let out_base_2: PointerTile<*mut EX, { [TILE_SIZE] }> =
            broadcast_ptr(out_base, shape![TILE_SIZE]);
        let out_ptrs: PointerTile<*mut EX, { [TILE_SIZE] }> = addptr_tile(out_base_2, sum_4);
        let _: Token = unsafe {
            store_ptr_tko(
                out_ptrs,
                converted_3,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both_2),
                Some(token),
                Latency::<1>,
            )
        };
    }

    /// `_rms_norm_kernel_multi_wave_cached`, lines 17 to 54 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v2`.
    ///
    /// Generic over `N`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_multi_wave_cached_v2<const N: i32>(
        x: &Tensor<f32, { [-1, -1] }>,
        w: &Tensor<f32, { [-1] }>,
        out: &Tensor<f32, { [-1, -1] }>,
        rstd: &Tensor<f32, { [-1] }>,
    ) {
        let row = get_tile_block_id().0;
        let rms: Tile<f32, { [N] }> = constant(0.0f32, shape![N]);
        let offsets: Tile<i32, { [N] }> = iota(shape![N]);
        let xj = unsafe { gather_row_unchecked_hinted(x, row, offsets, const_array![1]) };
        let rms: Tile<f32, { [N] }> = mul_add(xj, xj, rms);
        let total: Tile<f32, { [] }> = reduce_sum(rms, 0i32);
        let sum: Tile<f32, { [] }> =
            total / constant_float(N_FLOAT, shape![]) + constant_float(EPS, shape![]);
        let rms_2 = rsqrt(sum, ftz::Disabled);
        let row_tile: Tile<i32, { [] }> = scalar_to_tile(row);
        unsafe { scatter(rstd, row_tile, rms_2) };
        let wj = unsafe { gather_unchecked_hinted(w, offsets, const_array![1]) };
        let filled: Tile<f32, { [N] }> = constant_float(OFFSET, shape![N]);
        let yj: Tile<f32, { [N] }> = xj * splat(rms_2, shape![N]) * (filled + wj);
        unsafe { scatter_row_hinted(out, row, offsets, yj, const_array![1]) };
    }

    /// `_rms_norm_kernel_multi_wave_cached`, lines 17 to 54 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v3`.
    ///
    /// Generic over `TILE_SIZE`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_multi_wave_cached_v3<const TILE_SIZE: i32>(
        x: &Tensor<f32, { [-1, -1] }>,
        w: &Tensor<f32, { [-1] }>,
        out: &Tensor<f32, { [-1, -1] }>,
        rstd: &Tensor<f32, { [-1] }>,
    ) {
        let x_2: PointerTile<*mut f32, { [] }> = get_tensor_base(x);
        let x_size0_2: i32 = size(x, 0);
        let x_size1_2: i32 = size(x, 1);
        let x_stride0_2: i32 = stride(x, 0);
        let w_2: PointerTile<*mut f32, { [] }> = get_tensor_base(w);
        let w_size0_2: i32 = size(w, 0);
        let out_2: PointerTile<*mut f32, { [] }> = get_tensor_base(out);
        let out_size0_2: i32 = size(out, 0);
        let out_size1_2: i32 = size(out, 1);
        let out_stride0_2: i32 = stride(out, 0);
        let rstd_2: PointerTile<*mut f32, { [] }> = get_tensor_base(rstd);
        let rstd_size0_2: i32 = size(rstd, 0);
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_tile_2: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let constant_tile_3: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let constant_value: Tile<f32, { [] }> = constant_float(EPS, shape![]);
        let constant_value_2: Tile<f32, { [] }> = constant_float(OFFSET, shape![]);
        let block_id: (Tile<i32, { [] }>, Tile<i32, { [] }>, Tile<i32, { [] }>) = block_id_tiles();
        let constant_tile_4: Tile<f32, { [TILE_SIZE] }> = constant(0.0f32, shape![TILE_SIZE]);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let wide_2: Tile<i64, { [] }> = exti(block_id.0);
        let reshaped: Tile<i64, { [1] }> = reshape(wide_2, shape![1]);
        let broadcasted: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped, shape![TILE_SIZE]);
        let x_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(x_size0_2);
        let x_wide: Tile<i64, { [] }> = exti(x_size0_2_tile);
        let reshaped_2: Tile<i64, { [1] }> = reshape(x_wide, shape![1]);
        let broadcasted_2: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_2, shape![TILE_SIZE]);
        let mask: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(broadcasted, broadcasted_2, predicate::LessThan);
        let x_stride0_2_tile: Tile<i32, { [] }> = scalar_to_tile(x_stride0_2);
        let x_wide_2: Tile<i64, { [] }> = exti(x_stride0_2_tile);
        let reshaped_3: Tile<i64, { [1] }> = reshape(x_wide_2, shape![1]);
        let broadcasted_3: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_3, shape![TILE_SIZE]);
        let product: Tile<i64, { [TILE_SIZE] }> = broadcasted * broadcasted_3;
        let wide_3: Tile<i64, { [TILE_SIZE] }> = exti(lanes);
        let x_size1_2_tile: Tile<i32, { [] }> = scalar_to_tile(x_size1_2);
        let x_wide_3: Tile<i64, { [] }> = exti(x_size1_2_tile);
        let reshaped_4: Tile<i64, { [1] }> = reshape(x_wide_3, shape![1]);
        let broadcasted_4: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_4, shape![TILE_SIZE]);
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(wide_3, broadcasted_4, predicate::LessThan);
        let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
        let product_2: Tile<i64, { [TILE_SIZE] }> = wide_3 * constant_tile;
        let sum: Tile<i64, { [TILE_SIZE] }> = product + product_2;
        let x_base: PointerTile<*mut f32, { [1] }> = reshape_ptr(x_2, shape![1]);
        let x_base_2: PointerTile<*mut f32, { [TILE_SIZE] }> =
            broadcast_ptr(x_base, shape![TILE_SIZE]);
        let x_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(x_base_2, sum);
        let all: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(0.0f32, shape![TILE_SIZE]);
        let (x_3, _): (Tile<f32, { [TILE_SIZE] }>, Token) = unsafe {
            load_ptr_padded(
                x_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both),
                Some(all),
                Some(token),
                Latency::<1>,
            )
        };
        let fused: Tile<f32, { [TILE_SIZE] }> =
            fma(x_3, x_3, constant_tile_4, rounding::NearestEven, ftz::Disabled);
        let total: Tile<f32, { [] }> = reduce_sum(fused, 0i32);
        let constant_value_3: Tile<f32, { [] }> = constant_float(N_FLOAT, shape![]);
        let quotient: Tile<f32, { [] }> =
            divf(total, constant_value_3, rounding::NearestEven, ftz::Disabled);
        let sum_2: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_2, ftz::Disabled);
        let wide_4: Tile<i64, { [] }> = exti(block_id.0);
        let rstd_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(rstd_size0_2);
        let rstd_wide: Tile<i64, { [] }> = exti(rstd_size0_2_tile);
        let mask_3: Tile<bool, { [] }> = cmpi_unsigned(wide_4, rstd_wide, predicate::LessThan);
        let product_3: Tile<i64, { [] }> = wide_4 * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd_2, product_3);
        let rstd_3: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _: Token = unsafe {
            store_ptr_tko(
                rstd_3,
                inverse_root,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(mask_3),
                Some(token),
                Latency::<0>,
            )
        };
        let wide_5: Tile<i64, { [TILE_SIZE] }> = exti(lanes);
        let w_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(w_size0_2);
        let w_wide: Tile<i64, { [] }> = exti(w_size0_2_tile);
        let reshaped_5: Tile<i64, { [1] }> = reshape(w_wide, shape![1]);
        let broadcasted_5: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_5, shape![TILE_SIZE]);
        let mask_4: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(wide_5, broadcasted_5, predicate::LessThan);
        let product_4: Tile<i64, { [TILE_SIZE] }> = wide_5 * constant_tile_2;
        let w_base: PointerTile<*mut f32, { [1] }> = reshape_ptr(w_2, shape![1]);
        let w_base_2: PointerTile<*mut f32, { [TILE_SIZE] }> =
            broadcast_ptr(w_base, shape![TILE_SIZE]);
        let w_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(w_base_2, product_4);
        let all_2: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(0.0f32, shape![TILE_SIZE]);
        let (w_3, _): (Tile<f32, { [TILE_SIZE] }>, Token) = unsafe {
            load_ptr_padded(
                w_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(mask_4),
                Some(all_2),
                Some(token),
                Latency::<1>,
            )
        };
        let reshaped_6: Tile<f32, { [1] }> = reshape(inverse_root, shape![1]);
        let broadcasted_6: Tile<f32, { [TILE_SIZE] }> = broadcast(reshaped_6, shape![TILE_SIZE]);
        let product_5: Tile<f32, { [TILE_SIZE] }> = x_3 * broadcasted_6;
        let reshaped_7: Tile<f32, { [1] }> = reshape(constant_value_2, shape![1]);
        let broadcasted_7: Tile<f32, { [TILE_SIZE] }> = broadcast(reshaped_7, shape![TILE_SIZE]);
        let sum_3: Tile<f32, { [TILE_SIZE] }> = broadcasted_7 + w_3;
        let product_6: Tile<f32, { [TILE_SIZE] }> = product_5 * sum_3;
        let wide_6: Tile<i64, { [] }> = exti(block_id.0);
        let reshaped_8: Tile<i64, { [1] }> = reshape(wide_6, shape![1]);
        let broadcasted_8: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_8, shape![TILE_SIZE]);
        let out_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(out_size0_2);
        let out_wide: Tile<i64, { [] }> = exti(out_size0_2_tile);
        let reshaped_9: Tile<i64, { [1] }> = reshape(out_wide, shape![1]);
        let broadcasted_9: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_9, shape![TILE_SIZE]);
        let mask_5: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(broadcasted_8, broadcasted_9, predicate::LessThan);
        let out_stride0_2_tile: Tile<i32, { [] }> = scalar_to_tile(out_stride0_2);
        let out_wide_2: Tile<i64, { [] }> = exti(out_stride0_2_tile);
        let reshaped_10: Tile<i64, { [1] }> = reshape(out_wide_2, shape![1]);
        let broadcasted_10: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_10, shape![TILE_SIZE]);
        let product_7: Tile<i64, { [TILE_SIZE] }> = broadcasted_8 * broadcasted_10;
        let wide_7: Tile<i64, { [TILE_SIZE] }> = exti(lanes);
        let out_size1_2_tile: Tile<i32, { [] }> = scalar_to_tile(out_size1_2);
        let out_wide_3: Tile<i64, { [] }> = exti(out_size1_2_tile);
        let reshaped_11: Tile<i64, { [1] }> = reshape(out_wide_3, shape![1]);
        let broadcasted_11: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_11, shape![TILE_SIZE]);
        let mask_6: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(wide_7, broadcasted_11, predicate::LessThan);
        let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask_5, mask_6);
        let product_8: Tile<i64, { [TILE_SIZE] }> = wide_7 * constant_tile_3;
        let sum_4: Tile<i64, { [TILE_SIZE] }> = product_7 + product_8;
        let out_base: PointerTile<*mut f32, { [1] }> = reshape_ptr(out_2, shape![1]);
        let out_base_2: PointerTile<*mut f32, { [TILE_SIZE] }> =
            broadcast_ptr(out_base, shape![TILE_SIZE]);
        let out_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(out_base_2, sum_4);
        let _: Token = unsafe {
            store_ptr_tko(
                out_ptrs,
                product_6,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both_2),
                Some(token),
                Latency::<1>,
            )
        };
    }

    /// `_rms_norm_kernel_multi_wave_cached`, lines 17 to 54 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v5`.
    ///
    /// Generic over `Elem`, `N`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_multi_wave_cached_v5<Elem: ElementType, const N: i32>(
        x: &Tensor<Elem, { [-1, -1] }>,
        w: &Tensor<Elem, { [-1] }>,
        out: &Tensor<Elem, { [-1, -1] }>,
        rstd: &Tensor<f32, { [-1] }>,
    ) {
        let row = get_tile_block_id().0;
        let rms: Tile<f32, { [N] }> = constant(0.0f32, shape![N]);
        let offsets: Tile<i32, { [N] }> = iota(shape![N]);
        let xj = unsafe { gather_row_unchecked_hinted(x, row, offsets, const_array![1]) };
        let xj: Tile<f32, { [N] }> = to_f32(xj);
        let rms: Tile<f32, { [N] }> = mul_add(xj, xj, rms);
        let total: Tile<f32, { [] }> = reduce_sum(rms, 0i32);
        let sum: Tile<f32, { [] }> =
            total / constant_float(N_FLOAT, shape![]) + constant(1e-5f32, shape![]);
        let rms_2 = rsqrt(sum, ftz::Disabled);
        let row_tile: Tile<i32, { [] }> = scalar_to_tile(row);
        unsafe { scatter(rstd, row_tile, rms_2) };
        let wj = unsafe { gather_unchecked_hinted(w, offsets, const_array![1]) };
        let wj: Tile<f32, { [N] }> = to_f32(wj);
        let yj: Tile<f32, { [N] }> =
            xj * splat(rms_2, shape![N]) * (broadcast_scalar(0.0f32, shape![N]) + wj);
        let yj: Tile<Elem, { [N] }> = convert_tile(yj);
        unsafe { scatter_row_hinted(out, row, offsets, yj, const_array![1]) };
    }

    /// `_rms_norm_kernel_multi_wave_cached`, lines 17 to 54 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v7`.
    ///
    /// Generic over `Elem`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_multi_wave_cached_v7<Elem: ElementType>(
        x: &Tensor<Elem, { [-1, -1] }>,
        w: &Tensor<f32, { [-1] }>,
        out: &Tensor<Elem, { [-1, -1] }>,
        rstd: &Tensor<f32, { [-1] }>,
    ) {
        let row = get_tile_block_id().0;
        let rms: Tile<f32, { [256] }> = constant(0.0f32, shape![256]);
        let offsets: Tile<i32, { [256] }> = iota(shape![256]);
        let xj = unsafe { gather_row_unchecked_hinted(x, row, offsets, const_array![1]) };
        let xj: Tile<f32, { [256] }> = to_f32(xj);
        let rms: Tile<f32, { [256] }> = mul_add(xj, xj, rms);
        let total: Tile<f32, { [] }> = reduce_sum(rms, 0i32);
        let sum: Tile<f32, { [] }> =
            total / constant(256.0f32, shape![]) + constant_float(EPS, shape![]);
        let rms_2 = rsqrt(sum, ftz::Disabled);
        let row_tile: Tile<i32, { [] }> = scalar_to_tile(row);
        unsafe { scatter(rstd, row_tile, rms_2) };
        let wj = unsafe { gather_unchecked_hinted(w, offsets, const_array![1]) };
        let filled: Tile<f32, { [256] }> = constant_float(OFFSET, shape![256]);
        let yj: Tile<f32, { [256] }> = xj * splat(rms_2, shape![256]) * (filled + wj);
        let yj: Tile<Elem, { [256] }> = convert_tile(yj);
        unsafe { scatter_row_hinted(out, row, offsets, yj, const_array![1]) };
    }

    /// `_rms_norm_kernel_gather`, lines 57 to 99 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v0`.
    ///
    /// Generic over `Elem`, `TILE_SIZE`, `TILE_SIZE_PER_N`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_gather_v0<
        Elem: ElementType,
        const TILE_SIZE: i32,
        const TILE_SIZE_PER_N: i32,
    >(
        x: &Tensor<Elem, { [-1, -1] }>,
        w: &Tensor<Elem, { [-1] }>,
        out: &Tensor<Elem, { [-1, -1] }>,
        rstd: &Tensor<f32, { [-1] }>,
    ) {
        let token = new_token_unordered();
        let row = get_tile_block_id().0;
        let offsets: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let mut rms = constant(0.0f32, shape![TILE_SIZE]);
        for j in (hidden(0)..hidden(TILE_SIZE_PER_N)).step_by(hidden(1) as usize) {
            let product = j * TILE_SIZE;
            let offs: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product, shape![TILE_SIZE]) + offsets;
            let xj = unsafe { gather_row_unchecked_hinted(x, row, offs, const_array![1]) };
            let xj: Tile<f32, { [TILE_SIZE] }> = to_f32(xj);
            rms = mul_add(xj, xj, rms);
        }
        let total: Tile<f32, { [] }> = reduce_sum(rms, 0i32);
        let sum: Tile<f32, { [] }> =
            total / constant_float(N_FLOAT, shape![]) + constant_float(EPS, shape![]);
        let rms_2 = rsqrt(sum, ftz::Disabled);
        let row_tile: Tile<i32, { [] }> = scalar_to_tile(row);
        unsafe { scatter(rstd, row_tile, rms_2) };
        let all: Tile<f32, { [TILE_SIZE] }> = splat(rms_2, shape![TILE_SIZE]);
        let filled: Tile<f32, { [TILE_SIZE] }> = constant_float(OFFSET, shape![TILE_SIZE]);
        let mut token_2 = token;
        for j_2 in (hidden(0)..hidden(TILE_SIZE_PER_N)).step_by(hidden(1) as usize) {
            let product_2 = j_2 * TILE_SIZE;
            let offs_2: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_2, shape![TILE_SIZE]) + offsets;
            let wj = unsafe { gather_unchecked_hinted(w, offs_2, const_array![1]) };
            let wj: Tile<f32, { [TILE_SIZE] }> = to_f32(wj);
            let xj_2 = unsafe { gather_row_unchecked_hinted(x, row, offs_2, const_array![1]) };
            let xj_2: Tile<f32, { [TILE_SIZE] }> = to_f32(xj_2);
            let yj: Tile<f32, { [TILE_SIZE] }> = xj_2 * all * (filled + wj);
            let yj: Tile<Elem, { [TILE_SIZE] }> = convert_tile(yj);
            let token_3 =
                unsafe { scatter_row_with(out, row, offs_2, yj, token_2, const_array![1]) };
            token_2 = token_3;
        }
    }

    /// `_rms_norm_kernel_gather`, lines 57 to 99 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v1`.
    ///
    /// Generic over `EX`, `EW`, `TILE_SIZE`, `TILE_SIZE_PER_N`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_gather_v1<
        EX: ElementType,
        EW: ElementType,
        const TILE_SIZE: i32,
        const TILE_SIZE_PER_N: i32,
    >(
        x: &Tensor<EX, { [-1, -1] }>,
        w: &Tensor<EW, { [-1] }>,
        out: &Tensor<EX, { [-1, -1] }>,
        rstd: &Tensor<f32, { [-1] }>,
    ) {
        let x_2: PointerTile<*mut EX, { [] }> = get_tensor_base(x);
        let x_size0_2: i32 = size(x, 0);
        let x_size1_2: i32 = size(x, 1);
        let x_stride0_2: i32 = stride(x, 0);
        let w_2: PointerTile<*mut EW, { [] }> = get_tensor_base(w);
        let w_size0_2: i32 = size(w, 0);
        let out_2: PointerTile<*mut EX, { [] }> = get_tensor_base(out);
        let out_size0_2: i32 = size(out, 0);
        let out_size1_2: i32 = size(out, 1);
        let out_stride0_2: i32 = stride(out, 0);
        let rstd_2: PointerTile<*mut f32, { [] }> = get_tensor_base(rstd);
        let rstd_size0_2: i32 = size(rstd, 0);
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_tile_2: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let constant_tile_3: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let constant_tile_4: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let constant_value: Tile<f32, { [] }> = constant_float(EPS, shape![]);
        let constant_value_2: Tile<f32, { [] }> = constant_float(OFFSET, shape![]);
        let block_id: (Tile<i32, { [] }>, Tile<i32, { [] }>, Tile<i32, { [] }>) = block_id_tiles();
        let constant_tile_5: Tile<f32, { [TILE_SIZE] }> = constant(0.0f32, shape![TILE_SIZE]);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let wide_2: Tile<i64, { [] }> = exti(block_id.0);
        let reshaped: Tile<i64, { [1] }> = reshape(wide_2, shape![1]);
        let broadcasted: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped, shape![TILE_SIZE]);
        let x_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(x_size0_2);
        let x_wide: Tile<i64, { [] }> = exti(x_size0_2_tile);
        let reshaped_2: Tile<i64, { [1] }> = reshape(x_wide, shape![1]);
        let broadcasted_2: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_2, shape![TILE_SIZE]);
        let mask: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(broadcasted, broadcasted_2, predicate::LessThan);
        let x_stride0_2_tile: Tile<i32, { [] }> = scalar_to_tile(x_stride0_2);
        let x_wide_2: Tile<i64, { [] }> = exti(x_stride0_2_tile);
        let reshaped_3: Tile<i64, { [1] }> = reshape(x_wide_2, shape![1]);
        let broadcasted_3: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_3, shape![TILE_SIZE]);
        let product: Tile<i64, { [TILE_SIZE] }> = broadcasted * broadcasted_3;
        let x_size1_2_tile: Tile<i32, { [] }> = scalar_to_tile(x_size1_2);
        let x_wide_3: Tile<i64, { [] }> = exti(x_size1_2_tile);
        let reshaped_4: Tile<i64, { [1] }> = reshape(x_wide_3, shape![1]);
        let broadcasted_4: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_4, shape![TILE_SIZE]);
        let x_base: PointerTile<*mut EX, { [1] }> = reshape_ptr(x_2, shape![1]);
        let x_base_2: PointerTile<*mut EX, { [TILE_SIZE] }> =
            broadcast_ptr(x_base, shape![TILE_SIZE]);
        let constant_value_3: Tile<EX, { [] }> = constant_float(0.0, shape![]);
        let reshaped_5: Tile<EX, { [1] }> = reshape(constant_value_3, shape![1]);
        let broadcasted_5: Tile<EX, { [TILE_SIZE] }> = broadcast(reshaped_5, shape![TILE_SIZE]);
        let mut carry1_0: Tile<f32, { [TILE_SIZE] }> = constant_tile_5;
        let start_tile: Tile<i32, { [] }> = constant(0i32, shape![]);
        let start: i32 = tile_to_scalar(start_tile);
        let end_tile: Tile<i32, { [] }> = scalar_to_tile(TILE_SIZE_PER_N);
        let end_tile_2: Tile<i32, { [1] }> = reshape(end_tile, shape![1]);
        let end_tile_3: Tile<i32, { [] }> = reshape(end_tile_2, shape![]);
        let end: i32 = tile_to_scalar(end_tile_3);
        let step_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let step: i32 = tile_to_scalar(step_tile);
        for i in (start..end).step_by(step as usize) {
            let product_2: i32 = i * TILE_SIZE;
            let all: Tile<i32, { [TILE_SIZE] }> = broadcast_scalar(product_2, shape![TILE_SIZE]);
            let sum: Tile<i32, { [TILE_SIZE] }> = all + lanes;
            let wide_3: Tile<i64, { [TILE_SIZE] }> = exti(sum);
            let mask_2: Tile<bool, { [TILE_SIZE] }> =
                cmpi_unsigned(wide_3, broadcasted_4, predicate::LessThan);
            let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
            let product_3: Tile<i64, { [TILE_SIZE] }> = wide_3 * constant_tile;
            let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_3;
            let x_ptrs: PointerTile<*mut EX, { [TILE_SIZE] }> = addptr_tile(x_base_2, sum_2);
            let (x_3, _): (Tile<EX, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both),
                    Some(broadcasted_5),
                    Some(token),
                    Latency::<1>,
                )
            };
            let converted: Tile<f32, { [TILE_SIZE] }> = ftof(x_3, rounding::NearestEven);
            let fused: Tile<f32, { [TILE_SIZE] }> =
                fma(converted, converted, carry1_0, rounding::NearestEven, ftz::Disabled);
            carry1_0 = fused;
        }
        let total: Tile<f32, { [] }> = reduce_sum(carry1_0, 0i32);
        let constant_value_4: Tile<f32, { [] }> = constant_float(N_FLOAT, shape![]);
        let quotient: Tile<f32, { [] }> =
            divf(total, constant_value_4, rounding::NearestEven, ftz::Disabled);
        let sum_3: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_3, ftz::Disabled);
        let wide_4: Tile<i64, { [] }> = exti(block_id.0);
        let rstd_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(rstd_size0_2);
        let rstd_wide: Tile<i64, { [] }> = exti(rstd_size0_2_tile);
        let mask_3: Tile<bool, { [] }> = cmpi_unsigned(wide_4, rstd_wide, predicate::LessThan);
        let product_4: Tile<i64, { [] }> = wide_4 * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd_2, product_4);
        let rstd_3: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _: Token = unsafe {
            store_ptr_tko(
                rstd_3,
                inverse_root,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(mask_3),
                Some(token),
                Latency::<0>,
            )
        };
        let w_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(w_size0_2);
        let w_wide: Tile<i64, { [] }> = exti(w_size0_2_tile);
        let reshaped_6: Tile<i64, { [1] }> = reshape(w_wide, shape![1]);
        let broadcasted_6: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_6, shape![TILE_SIZE]);
        let w_base: PointerTile<*mut EW, { [1] }> = reshape_ptr(w_2, shape![1]);
        let w_base_2: PointerTile<*mut EW, { [TILE_SIZE] }> =
            broadcast_ptr(w_base, shape![TILE_SIZE]);
        let constant_value_5: Tile<EW, { [] }> = constant_float(0.0, shape![]);
        let reshaped_7: Tile<EW, { [1] }> = reshape(constant_value_5, shape![1]);
        let broadcasted_7: Tile<EW, { [TILE_SIZE] }> = broadcast(reshaped_7, shape![TILE_SIZE]);
        let wide_5: Tile<i64, { [] }> = exti(block_id.0);
        let reshaped_8: Tile<i64, { [1] }> = reshape(wide_5, shape![1]);
        let broadcasted_8: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_8, shape![TILE_SIZE]);
        let x_size0_2_tile_2: Tile<i32, { [] }> = scalar_to_tile(x_size0_2);
        let x_wide_4: Tile<i64, { [] }> = exti(x_size0_2_tile_2);
        let reshaped_9: Tile<i64, { [1] }> = reshape(x_wide_4, shape![1]);
        let broadcasted_9: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_9, shape![TILE_SIZE]);
        let mask_4: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(broadcasted_8, broadcasted_9, predicate::LessThan);
        let x_stride0_2_tile_2: Tile<i32, { [] }> = scalar_to_tile(x_stride0_2);
        let x_wide_5: Tile<i64, { [] }> = exti(x_stride0_2_tile_2);
        let reshaped_10: Tile<i64, { [1] }> = reshape(x_wide_5, shape![1]);
        let broadcasted_10: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_10, shape![TILE_SIZE]);
        let product_5: Tile<i64, { [TILE_SIZE] }> = broadcasted_8 * broadcasted_10;
        let x_size1_2_tile_2: Tile<i32, { [] }> = scalar_to_tile(x_size1_2);
        let x_wide_6: Tile<i64, { [] }> = exti(x_size1_2_tile_2);
        let reshaped_11: Tile<i64, { [1] }> = reshape(x_wide_6, shape![1]);
        let broadcasted_11: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_11, shape![TILE_SIZE]);
        let x_base_3: PointerTile<*mut EX, { [1] }> = reshape_ptr(x_2, shape![1]);
        let x_base_4: PointerTile<*mut EX, { [TILE_SIZE] }> =
            broadcast_ptr(x_base_3, shape![TILE_SIZE]);
        let constant_value_6: Tile<EX, { [] }> = constant_float(0.0, shape![]);
        let reshaped_12: Tile<EX, { [1] }> = reshape(constant_value_6, shape![1]);
        let broadcasted_12: Tile<EX, { [TILE_SIZE] }> = broadcast(reshaped_12, shape![TILE_SIZE]);
        let reshaped_13: Tile<f32, { [1] }> = reshape(inverse_root, shape![1]);
        let broadcasted_13: Tile<f32, { [TILE_SIZE] }> = broadcast(reshaped_13, shape![TILE_SIZE]);
        let reshaped_14: Tile<f32, { [1] }> = reshape(constant_value_2, shape![1]);
        let broadcasted_14: Tile<f32, { [TILE_SIZE] }> = broadcast(reshaped_14, shape![TILE_SIZE]);
        let wide_6: Tile<i64, { [] }> = exti(block_id.0);
        let reshaped_15: Tile<i64, { [1] }> = reshape(wide_6, shape![1]);
        let broadcasted_15: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_15, shape![TILE_SIZE]);
        let out_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(out_size0_2);
        let out_wide: Tile<i64, { [] }> = exti(out_size0_2_tile);
        let reshaped_16: Tile<i64, { [1] }> = reshape(out_wide, shape![1]);
        let broadcasted_16: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_16, shape![TILE_SIZE]);
        let mask_5: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(broadcasted_15, broadcasted_16, predicate::LessThan);
        let out_stride0_2_tile: Tile<i32, { [] }> = scalar_to_tile(out_stride0_2);
        let out_wide_2: Tile<i64, { [] }> = exti(out_stride0_2_tile);
        let reshaped_17: Tile<i64, { [1] }> = reshape(out_wide_2, shape![1]);
        let broadcasted_17: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_17, shape![TILE_SIZE]);
        let product_6: Tile<i64, { [TILE_SIZE] }> = broadcasted_15 * broadcasted_17;
        let out_size1_2_tile: Tile<i32, { [] }> = scalar_to_tile(out_size1_2);
        let out_wide_3: Tile<i64, { [] }> = exti(out_size1_2_tile);
        let reshaped_18: Tile<i64, { [1] }> = reshape(out_wide_3, shape![1]);
        let broadcasted_18: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_18, shape![TILE_SIZE]);
        let out_base: PointerTile<*mut EX, { [1] }> = reshape_ptr(out_2, shape![1]);
        let out_base_2: PointerTile<*mut EX, { [TILE_SIZE] }> =
            broadcast_ptr(out_base, shape![TILE_SIZE]);
        let mut carry2_0: Token = token;
        let start_tile_2: Tile<i32, { [] }> = constant(0i32, shape![]);
        let start_2: i32 = tile_to_scalar(start_tile_2);
        let end_tile_4: Tile<i32, { [] }> = scalar_to_tile(TILE_SIZE_PER_N);
        let end_tile_5: Tile<i32, { [1] }> = reshape(end_tile_4, shape![1]);
        let end_tile_6: Tile<i32, { [] }> = reshape(end_tile_5, shape![]);
        let end_2: i32 = tile_to_scalar(end_tile_6);
        let step_tile_2: Tile<i32, { [] }> = constant(1i32, shape![]);
        let step_2: i32 = tile_to_scalar(step_tile_2);
        for i_2 in (start_2..end_2).step_by(step_2 as usize) {
            let product_7: i32 = i_2 * TILE_SIZE;
            let all_2: Tile<i32, { [TILE_SIZE] }> = broadcast_scalar(product_7, shape![TILE_SIZE]);
            let sum_4: Tile<i32, { [TILE_SIZE] }> = all_2 + lanes;
            let wide_7: Tile<i64, { [TILE_SIZE] }> = exti(sum_4);
            let mask_6: Tile<bool, { [TILE_SIZE] }> =
                cmpi_unsigned(wide_7, broadcasted_6, predicate::LessThan);
            let product_8: Tile<i64, { [TILE_SIZE] }> = wide_7 * constant_tile_2;
            let w_ptrs: PointerTile<*mut EW, { [TILE_SIZE] }> = addptr_tile(w_base_2, product_8);
            let (w_3, _): (Tile<EW, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    w_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(mask_6),
                    Some(broadcasted_7),
                    Some(token),
                    Latency::<1>,
                )
            };
            let converted_2: Tile<f32, { [TILE_SIZE] }> = ftof(w_3, rounding::NearestEven);
            let wide_8: Tile<i64, { [TILE_SIZE] }> = exti(sum_4);
            let mask_7: Tile<bool, { [TILE_SIZE] }> =
                cmpi_unsigned(wide_8, broadcasted_11, predicate::LessThan);
            let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask_4, mask_7);
            let product_9: Tile<i64, { [TILE_SIZE] }> = wide_8 * constant_tile_3;
            let sum_5: Tile<i64, { [TILE_SIZE] }> = product_5 + product_9;
            let x_ptrs_2: PointerTile<*mut EX, { [TILE_SIZE] }> = addptr_tile(x_base_4, sum_5);
            let (x_4, _): (Tile<EX, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs_2,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both_2),
                    Some(broadcasted_12),
                    Some(token),
                    Latency::<1>,
                )
            };
            let converted_3: Tile<f32, { [TILE_SIZE] }> = ftof(x_4, rounding::NearestEven);
            let product_10: Tile<f32, { [TILE_SIZE] }> = converted_3 * broadcasted_13;
            let sum_6: Tile<f32, { [TILE_SIZE] }> = broadcasted_14 + converted_2;
            let product_11: Tile<f32, { [TILE_SIZE] }> = product_10 * sum_6;
            let converted_4: Tile<EX, { [TILE_SIZE] }> = ftof(product_11, rounding::NearestEven);
            let wide_9: Tile<i64, { [TILE_SIZE] }> = exti(sum_4);
            let mask_8: Tile<bool, { [TILE_SIZE] }> =
                cmpi_unsigned(wide_9, broadcasted_18, predicate::LessThan);
            let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask_5, mask_8);
            let product_12: Tile<i64, { [TILE_SIZE] }> = wide_9 * constant_tile_4;
            let sum_7: Tile<i64, { [TILE_SIZE] }> = product_6 + product_12;
            let out_ptrs: PointerTile<*mut EX, { [TILE_SIZE] }> = addptr_tile(out_base_2, sum_7);
            let token_2: Token = unsafe {
                store_ptr_tko(
                    out_ptrs,
                    converted_4,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both_3),
                    Some(carry2_0),
                    Latency::<1>,
                )
            };
            carry2_0 = token_2;
        }
    }

    /// `_rms_norm_kernel_gather`, lines 57 to 99 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v3`.
    ///
    /// Generic over `TILE_SIZE`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_gather_v3<const TILE_SIZE: i32>(
        x: &Tensor<f32, { [-1, -1] }>,
        w: &Tensor<f32, { [-1] }>,
        out: &Tensor<f32, { [-1, -1] }>,
        rstd: &Tensor<f32, { [-1] }>,
    ) {
        let x_2: PointerTile<*mut f32, { [] }> = get_tensor_base(x);
        let x_size0_2: i32 = size(x, 0);
        let x_size1_2: i32 = size(x, 1);
        let x_stride0_2: i32 = stride(x, 0);
        let w_2: PointerTile<*mut f32, { [] }> = get_tensor_base(w);
        let w_size0_2: i32 = size(w, 0);
        let out_2: PointerTile<*mut f32, { [] }> = get_tensor_base(out);
        let out_size0_2: i32 = size(out, 0);
        let out_size1_2: i32 = size(out, 1);
        let out_stride0_2: i32 = stride(out, 0);
        let rstd_2: PointerTile<*mut f32, { [] }> = get_tensor_base(rstd);
        let rstd_size0_2: i32 = size(rstd, 0);
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_tile_2: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let constant_tile_3: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let constant_tile_4: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let constant_value: Tile<f32, { [] }> = constant_float(EPS, shape![]);
        let constant_value_2: Tile<f32, { [] }> = constant_float(OFFSET, shape![]);
        let block_id: (Tile<i32, { [] }>, Tile<i32, { [] }>, Tile<i32, { [] }>) = block_id_tiles();
        let constant_tile_5: Tile<f32, { [TILE_SIZE] }> = constant(0.0f32, shape![TILE_SIZE]);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let wide_2: Tile<i64, { [] }> = exti(block_id.0);
        let reshaped: Tile<i64, { [1] }> = reshape(wide_2, shape![1]);
        let broadcasted: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped, shape![TILE_SIZE]);
        let x_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(x_size0_2);
        let x_wide: Tile<i64, { [] }> = exti(x_size0_2_tile);
        let reshaped_2: Tile<i64, { [1] }> = reshape(x_wide, shape![1]);
        let broadcasted_2: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_2, shape![TILE_SIZE]);
        let mask: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(broadcasted, broadcasted_2, predicate::LessThan);
        let x_stride0_2_tile: Tile<i32, { [] }> = scalar_to_tile(x_stride0_2);
        let x_wide_2: Tile<i64, { [] }> = exti(x_stride0_2_tile);
        let reshaped_3: Tile<i64, { [1] }> = reshape(x_wide_2, shape![1]);
        let broadcasted_3: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_3, shape![TILE_SIZE]);
        let product: Tile<i64, { [TILE_SIZE] }> = broadcasted * broadcasted_3;
        let x_size1_2_tile: Tile<i32, { [] }> = scalar_to_tile(x_size1_2);
        let x_wide_3: Tile<i64, { [] }> = exti(x_size1_2_tile);
        let reshaped_4: Tile<i64, { [1] }> = reshape(x_wide_3, shape![1]);
        let broadcasted_4: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_4, shape![TILE_SIZE]);
        let x_base: PointerTile<*mut f32, { [1] }> = reshape_ptr(x_2, shape![1]);
        let x_base_2: PointerTile<*mut f32, { [TILE_SIZE] }> =
            broadcast_ptr(x_base, shape![TILE_SIZE]);
        let all: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(0.0f32, shape![TILE_SIZE]);
        let mut carry1_0: Tile<f32, { [TILE_SIZE] }> = constant_tile_5;
        let start_tile: Tile<i32, { [] }> = constant(0i32, shape![]);
        let start: i32 = tile_to_scalar(start_tile);
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        let step_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let step: i32 = tile_to_scalar(step_tile);
        for i in (start..end).step_by(step as usize) {
            let product_2: i32 = i * TILE_SIZE;
            let all_2: Tile<i32, { [TILE_SIZE] }> = broadcast_scalar(product_2, shape![TILE_SIZE]);
            let sum: Tile<i32, { [TILE_SIZE] }> = all_2 + lanes;
            let wide_3: Tile<i64, { [TILE_SIZE] }> = exti(sum);
            let mask_2: Tile<bool, { [TILE_SIZE] }> =
                cmpi_unsigned(wide_3, broadcasted_4, predicate::LessThan);
            let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
            let product_3: Tile<i64, { [TILE_SIZE] }> = wide_3 * constant_tile;
            let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_3;
            let x_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(x_base_2, sum_2);
            let (x_3, _): (Tile<f32, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both),
                    Some(all),
                    Some(token),
                    Latency::<1>,
                )
            };
            let fused: Tile<f32, { [TILE_SIZE] }> =
                fma(x_3, x_3, carry1_0, rounding::NearestEven, ftz::Disabled);
            carry1_0 = fused;
        }
        let total: Tile<f32, { [] }> = reduce_sum(carry1_0, 0i32);
        let constant_value_3: Tile<f32, { [] }> = constant_float(N_FLOAT, shape![]);
        let quotient: Tile<f32, { [] }> =
            divf(total, constant_value_3, rounding::NearestEven, ftz::Disabled);
        let sum_3: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_3, ftz::Disabled);
        let wide_4: Tile<i64, { [] }> = exti(block_id.0);
        let rstd_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(rstd_size0_2);
        let rstd_wide: Tile<i64, { [] }> = exti(rstd_size0_2_tile);
        let mask_3: Tile<bool, { [] }> = cmpi_unsigned(wide_4, rstd_wide, predicate::LessThan);
        let product_4: Tile<i64, { [] }> = wide_4 * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd_2, product_4);
        let rstd_3: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _: Token = unsafe {
            store_ptr_tko(
                rstd_3,
                inverse_root,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(mask_3),
                Some(token),
                Latency::<0>,
            )
        };
        let w_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(w_size0_2);
        let w_wide: Tile<i64, { [] }> = exti(w_size0_2_tile);
        let reshaped_5: Tile<i64, { [1] }> = reshape(w_wide, shape![1]);
        let broadcasted_5: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_5, shape![TILE_SIZE]);
        let w_base: PointerTile<*mut f32, { [1] }> = reshape_ptr(w_2, shape![1]);
        let w_base_2: PointerTile<*mut f32, { [TILE_SIZE] }> =
            broadcast_ptr(w_base, shape![TILE_SIZE]);
        let all_3: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(0.0f32, shape![TILE_SIZE]);
        let wide_5: Tile<i64, { [] }> = exti(block_id.0);
        let reshaped_6: Tile<i64, { [1] }> = reshape(wide_5, shape![1]);
        let broadcasted_6: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_6, shape![TILE_SIZE]);
        let x_size0_2_tile_2: Tile<i32, { [] }> = scalar_to_tile(x_size0_2);
        let x_wide_4: Tile<i64, { [] }> = exti(x_size0_2_tile_2);
        let reshaped_7: Tile<i64, { [1] }> = reshape(x_wide_4, shape![1]);
        let broadcasted_7: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_7, shape![TILE_SIZE]);
        let mask_4: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(broadcasted_6, broadcasted_7, predicate::LessThan);
        let x_stride0_2_tile_2: Tile<i32, { [] }> = scalar_to_tile(x_stride0_2);
        let x_wide_5: Tile<i64, { [] }> = exti(x_stride0_2_tile_2);
        let reshaped_8: Tile<i64, { [1] }> = reshape(x_wide_5, shape![1]);
        let broadcasted_8: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_8, shape![TILE_SIZE]);
        let product_5: Tile<i64, { [TILE_SIZE] }> = broadcasted_6 * broadcasted_8;
        let x_size1_2_tile_2: Tile<i32, { [] }> = scalar_to_tile(x_size1_2);
        let x_wide_6: Tile<i64, { [] }> = exti(x_size1_2_tile_2);
        let reshaped_9: Tile<i64, { [1] }> = reshape(x_wide_6, shape![1]);
        let broadcasted_9: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_9, shape![TILE_SIZE]);
        let x_base_3: PointerTile<*mut f32, { [1] }> = reshape_ptr(x_2, shape![1]);
        let x_base_4: PointerTile<*mut f32, { [TILE_SIZE] }> =
            broadcast_ptr(x_base_3, shape![TILE_SIZE]);
        let all_4: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(0.0f32, shape![TILE_SIZE]);
        let reshaped_10: Tile<f32, { [1] }> = reshape(inverse_root, shape![1]);
        let broadcasted_10: Tile<f32, { [TILE_SIZE] }> = broadcast(reshaped_10, shape![TILE_SIZE]);
        let reshaped_11: Tile<f32, { [1] }> = reshape(constant_value_2, shape![1]);
        let broadcasted_11: Tile<f32, { [TILE_SIZE] }> = broadcast(reshaped_11, shape![TILE_SIZE]);
        let wide_6: Tile<i64, { [] }> = exti(block_id.0);
        let reshaped_12: Tile<i64, { [1] }> = reshape(wide_6, shape![1]);
        let broadcasted_12: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_12, shape![TILE_SIZE]);
        let out_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(out_size0_2);
        let out_wide: Tile<i64, { [] }> = exti(out_size0_2_tile);
        let reshaped_13: Tile<i64, { [1] }> = reshape(out_wide, shape![1]);
        let broadcasted_13: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_13, shape![TILE_SIZE]);
        let mask_5: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(broadcasted_12, broadcasted_13, predicate::LessThan);
        let out_stride0_2_tile: Tile<i32, { [] }> = scalar_to_tile(out_stride0_2);
        let out_wide_2: Tile<i64, { [] }> = exti(out_stride0_2_tile);
        let reshaped_14: Tile<i64, { [1] }> = reshape(out_wide_2, shape![1]);
        let broadcasted_14: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_14, shape![TILE_SIZE]);
        let product_6: Tile<i64, { [TILE_SIZE] }> = broadcasted_12 * broadcasted_14;
        let out_size1_2_tile: Tile<i32, { [] }> = scalar_to_tile(out_size1_2);
        let out_wide_3: Tile<i64, { [] }> = exti(out_size1_2_tile);
        let reshaped_15: Tile<i64, { [1] }> = reshape(out_wide_3, shape![1]);
        let broadcasted_15: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_15, shape![TILE_SIZE]);
        let out_base: PointerTile<*mut f32, { [1] }> = reshape_ptr(out_2, shape![1]);
        let out_base_2: PointerTile<*mut f32, { [TILE_SIZE] }> =
            broadcast_ptr(out_base, shape![TILE_SIZE]);
        let mut carry2_0: Token = token;
        let start_tile_2: Tile<i32, { [] }> = constant(0i32, shape![]);
        let start_2: i32 = tile_to_scalar(start_tile_2);
        let end_tile_2: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end_2: i32 = tile_to_scalar(end_tile_2);
        let step_tile_2: Tile<i32, { [] }> = constant(1i32, shape![]);
        let step_2: i32 = tile_to_scalar(step_tile_2);
        for i_2 in (start_2..end_2).step_by(step_2 as usize) {
            let product_7: i32 = i_2 * TILE_SIZE;
            let all_5: Tile<i32, { [TILE_SIZE] }> = broadcast_scalar(product_7, shape![TILE_SIZE]);
            let sum_4: Tile<i32, { [TILE_SIZE] }> = all_5 + lanes;
            let wide_7: Tile<i64, { [TILE_SIZE] }> = exti(sum_4);
            let mask_6: Tile<bool, { [TILE_SIZE] }> =
                cmpi_unsigned(wide_7, broadcasted_5, predicate::LessThan);
            let product_8: Tile<i64, { [TILE_SIZE] }> = wide_7 * constant_tile_2;
            let w_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(w_base_2, product_8);
            let (w_3, _): (Tile<f32, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    w_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(mask_6),
                    Some(all_3),
                    Some(token),
                    Latency::<1>,
                )
            };
            let wide_8: Tile<i64, { [TILE_SIZE] }> = exti(sum_4);
            let mask_7: Tile<bool, { [TILE_SIZE] }> =
                cmpi_unsigned(wide_8, broadcasted_9, predicate::LessThan);
            let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask_4, mask_7);
            let product_9: Tile<i64, { [TILE_SIZE] }> = wide_8 * constant_tile_3;
            let sum_5: Tile<i64, { [TILE_SIZE] }> = product_5 + product_9;
            let x_ptrs_2: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(x_base_4, sum_5);
            let (x_4, _): (Tile<f32, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs_2,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both_2),
                    Some(all_4),
                    Some(token),
                    Latency::<1>,
                )
            };
            let product_10: Tile<f32, { [TILE_SIZE] }> = x_4 * broadcasted_10;
            let sum_6: Tile<f32, { [TILE_SIZE] }> = broadcasted_11 + w_3;
            let product_11: Tile<f32, { [TILE_SIZE] }> = product_10 * sum_6;
            let wide_9: Tile<i64, { [TILE_SIZE] }> = exti(sum_4);
            let mask_8: Tile<bool, { [TILE_SIZE] }> =
                cmpi_unsigned(wide_9, broadcasted_15, predicate::LessThan);
            let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask_5, mask_8);
            let product_12: Tile<i64, { [TILE_SIZE] }> = wide_9 * constant_tile_4;
            let sum_7: Tile<i64, { [TILE_SIZE] }> = product_6 + product_12;
            let out_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(out_base_2, sum_7);
            let token_2: Token = unsafe {
                store_ptr_tko(
                    out_ptrs,
                    product_11,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both_3),
                    Some(carry2_0),
                    Latency::<1>,
                )
            };
            carry2_0 = token_2;
        }
    }

    /// `_rms_norm_kernel_gather`, lines 57 to 99 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v5`.
    ///
    /// Generic over `Elem`, `TILE_SIZE`, `TILE_SIZE_PER_N`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_gather_v5<
        Elem: ElementType,
        const TILE_SIZE: i32,
        const TILE_SIZE_PER_N: i32,
    >(
        x: &Tensor<Elem, { [-1, -1] }>,
        w: &Tensor<Elem, { [-1] }>,
        out: &Tensor<Elem, { [-1, -1] }>,
        rstd: &Tensor<f32, { [-1] }>,
    ) {
        let token = new_token_unordered();
        let row = get_tile_block_id().0;
        let offsets: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let mut rms = constant(0.0f32, shape![TILE_SIZE]);
        for j in (hidden(0)..hidden(TILE_SIZE_PER_N)).step_by(hidden(1) as usize) {
            let product = j * TILE_SIZE;
            let offs: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product, shape![TILE_SIZE]) + offsets;
            let xj = unsafe { gather_row_unchecked_hinted(x, row, offs, const_array![1]) };
            let xj: Tile<f32, { [TILE_SIZE] }> = to_f32(xj);
            rms = mul_add(xj, xj, rms);
        }
        let total: Tile<f32, { [] }> = reduce_sum(rms, 0i32);
        let sum: Tile<f32, { [] }> =
            total / constant_float(N_FLOAT, shape![]) + constant(1e-5f32, shape![]);
        let rms_2 = rsqrt(sum, ftz::Disabled);
        let row_tile: Tile<i32, { [] }> = scalar_to_tile(row);
        unsafe { scatter(rstd, row_tile, rms_2) };
        let all: Tile<f32, { [TILE_SIZE] }> = splat(rms_2, shape![TILE_SIZE]);
        let all_2: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(0.0f32, shape![TILE_SIZE]);
        let mut token_2 = token;
        for j_2 in (hidden(0)..hidden(TILE_SIZE_PER_N)).step_by(hidden(1) as usize) {
            let product_2 = j_2 * TILE_SIZE;
            let offs_2: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_2, shape![TILE_SIZE]) + offsets;
            let wj = unsafe { gather_unchecked_hinted(w, offs_2, const_array![1]) };
            let wj: Tile<f32, { [TILE_SIZE] }> = to_f32(wj);
            let xj_2 = unsafe { gather_row_unchecked_hinted(x, row, offs_2, const_array![1]) };
            let xj_2: Tile<f32, { [TILE_SIZE] }> = to_f32(xj_2);
            let yj: Tile<f32, { [TILE_SIZE] }> = xj_2 * all * (all_2 + wj);
            let yj: Tile<Elem, { [TILE_SIZE] }> = convert_tile(yj);
            let token_3 =
                unsafe { scatter_row_with(out, row, offs_2, yj, token_2, const_array![1]) };
            token_2 = token_3;
        }
    }

    /// `_rms_norm_kernel_gather`, lines 57 to 99 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v7`.
    ///
    /// Generic over `Elem`, `TILE_SIZE`, `TILE_SIZE_PER_N`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_gather_v7<
        Elem: ElementType,
        const TILE_SIZE: i32,
        const TILE_SIZE_PER_N: i32,
    >(
        x: &Tensor<Elem, { [-1, -1] }>,
        w: &Tensor<f32, { [-1] }>,
        out: &Tensor<Elem, { [-1, -1] }>,
        rstd: &Tensor<f32, { [-1] }>,
    ) {
        let token = new_token_unordered();
        let row = get_tile_block_id().0;
        let offsets: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let mut rms = constant(0.0f32, shape![TILE_SIZE]);
        for j in (hidden(0)..hidden(TILE_SIZE_PER_N)).step_by(hidden(1) as usize) {
            let product = j * TILE_SIZE;
            let offs: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product, shape![TILE_SIZE]) + offsets;
            let xj = unsafe { gather_row_unchecked_hinted(x, row, offs, const_array![1]) };
            let xj: Tile<f32, { [TILE_SIZE] }> = to_f32(xj);
            rms = mul_add(xj, xj, rms);
        }
        let total: Tile<f32, { [] }> = reduce_sum(rms, 0i32);
        let sum: Tile<f32, { [] }> =
            total / constant_float(N_FLOAT, shape![]) + constant_float(EPS, shape![]);
        let rms_2 = rsqrt(sum, ftz::Disabled);
        let row_tile: Tile<i32, { [] }> = scalar_to_tile(row);
        unsafe { scatter(rstd, row_tile, rms_2) };
        let all: Tile<f32, { [TILE_SIZE] }> = splat(rms_2, shape![TILE_SIZE]);
        let filled: Tile<f32, { [TILE_SIZE] }> = constant_float(OFFSET, shape![TILE_SIZE]);
        let mut token_2 = token;
        for j_2 in (hidden(0)..hidden(TILE_SIZE_PER_N)).step_by(hidden(1) as usize) {
            let product_2 = j_2 * TILE_SIZE;
            let offs_2: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_2, shape![TILE_SIZE]) + offsets;
            let wj = unsafe { gather_unchecked_hinted(w, offs_2, const_array![1]) };
            let xj_2 = unsafe { gather_row_unchecked_hinted(x, row, offs_2, const_array![1]) };
            let xj_2: Tile<f32, { [TILE_SIZE] }> = to_f32(xj_2);
            let yj: Tile<f32, { [TILE_SIZE] }> = xj_2 * all * (filled + wj);
            let yj: Tile<Elem, { [TILE_SIZE] }> = convert_tile(yj);
            let token_3 =
                unsafe { scatter_row_with(out, row, offs_2, yj, token_2, const_array![1]) };
            token_2 = token_3;
        }
    }

    /// `_rms_norm_kernel_static_persistent`, lines 102 to 186 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v0`.
    ///
    /// Generic over `EX`, `EW`, `TILE_SIZE_M`, `TILE_SIZE_N`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_static_persistent_v0<
        EX: ElementType,
        EW: ElementType,
        const TILE_SIZE_M: i32,
        const TILE_SIZE_N: i32,
    >(
        x: &Tensor<EX, { [-1, -1] }>,
        y: &Tensor<EX, { [-1, -1] }>,
        w: &Tensor<EW, { [-1] }>,
        rstd: &Tensor<f32, { [-1] }>,
    ) {
        let x_size0_2: i32 = size(x, 0);
        let x_size1_2: i32 = size(x, 1);
        let constant_value: Tile<i32, { [] }> = scalar_to_tile(TILE_SIZE_M);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let sum: i32 = x_size0_2 + TILE_SIZE_M;
        let difference: i32 = sum - 1;
        let difference_tile: Tile<i32, { [] }> = scalar_to_tile(difference);
        let quotient: Tile<i32, { [] }> =
            divi(difference_tile, constant_value, rounding::NegativeInf);
        let w_tile = unsafe { load_or_zero(w, [0i32], shape![TILE_SIZE_N]) };
        let converted: Tile<f32, { [TILE_SIZE_N] }> = convert_tile(w_tile);
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let x_size1_2_tile: Tile<i32, { [] }> = scalar_to_tile(x_size1_2);
        let x_2: Tile<f32, { [] }> = itof(x_size1_2_tile, rounding::NearestEven);
        let product: Tile<f32, { [] }> = x_2 * one;
        let all: Tile<f32, { [TILE_SIZE_M, 1] }> = splat(product, shape![TILE_SIZE_M, 1]);
        let constant_tile: Tile<f32, { [TILE_SIZE_M, 1] }> =
            constant_float(EPS, shape![TILE_SIZE_M, 1]);
        let constant_tile_2: Tile<f32, { [1, TILE_SIZE_N] }> =
            constant_float(OFFSET, shape![1, TILE_SIZE_N]);
        let sum_2: Tile<f32, { [1, TILE_SIZE_N] }> =
            constant_tile_2 + reshape(converted, shape![1, TILE_SIZE_N]);
        let broadcasted: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> =
            broadcast(sum_2, shape![TILE_SIZE_M, TILE_SIZE_N]);
        let quotient_scalar: i32 = tile_to_scalar(quotient);
        for i in (block_id.0..quotient_scalar).step_by(num_blocks.0 as usize) {
            let (x_tile, _): (Tile<EX, { [TILE_SIZE_M, TILE_SIZE_N] }>, Token) = unsafe {
                load_or_zero_with(
                    x,
                    [i, 0i32],
                    shape![TILE_SIZE_M, TILE_SIZE_N],
                    get_tensor_token(x),
                    const_array![10],
                )
            };
            let converted_2: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> = convert_tile(x_tile);
            let product_2: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> = converted_2 * converted_2;
            let total: Tile<f32, { [TILE_SIZE_M] }> = reduce_sum(product_2, 1i32);
            let quotient_2: Tile<f32, { [TILE_SIZE_M, 1] }> = divf(
                reshape(total, shape![TILE_SIZE_M, 1]),
                all,
                rounding::NearestEven,
                ftz::Disabled,
            );
            let sum_3: Tile<f32, { [TILE_SIZE_M, 1] }> = quotient_2 + constant_tile;
            let inverse_root: Tile<f32, { [TILE_SIZE_M, 1] }> = rsqrt(sum_3, ftz::Disabled);
            let reshaped: Tile<f32, { [TILE_SIZE_M] }> = reshape(inverse_root, shape![TILE_SIZE_M]);
            unsafe { store_no_tma(rstd, [i], reshaped) };
            let product_3: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> =
                converted_2 * broadcast(inverse_root, shape![TILE_SIZE_M, TILE_SIZE_N]);
            let product_4: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> = product_3 * broadcasted;
            let converted_3: Tile<EX, { [TILE_SIZE_M, TILE_SIZE_N] }> = convert_tile(product_4);
            let _ = unsafe {
                store_no_tma_with(y, [i, 0i32], converted_3, get_tensor_token(y), const_array![3])
            };
        }
    }

    /// `_rms_bwd_kernel`, lines 189 to 229 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v0`.
    ///
    /// Generic over `EDX`, `EWEIGHT`, `TILE_M`, `TILE_N`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_bwd_kernel_v0<
        EDX: ElementType,
        EWEIGHT: ElementType,
        const TILE_M: i32,
        const TILE_N: i32,
    >(
        dx: &Tensor<EDX, { [-1, -1] }>,
        dy: &Tensor<EDX, { [-1, -1] }>,
        x: &Tensor<EDX, { [-1, -1] }>,
        weight: &Tensor<EWEIGHT, { [-1] }>,
        rstd: &Tensor<f32, { [-1] }>,
        dw_partial: &Tensor<f32, { [-1, -1] }>,
    ) {
        let x_size0_2: i32 = size(x, 0);
        let x_size1_2: i32 = size(x, 1);
        let constant_value: Tile<i32, { [] }> = scalar_to_tile(TILE_M);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let sum: i32 = x_size0_2 + TILE_M;
        let difference: i32 = sum - 1;
        let difference_tile: Tile<i32, { [] }> = scalar_to_tile(difference);
        let quotient: Tile<i32, { [] }> =
            divi(difference_tile, constant_value, rounding::NegativeInf);
        let weight_tile = unsafe { load_or_zero(weight, [0i32], shape![TILE_N]) };
        let converted: Tile<f32, { [TILE_N] }> = convert_tile(weight_tile);
        let reshaped: Tile<f32, { [1, TILE_N] }> = reshape(converted, shape![1, TILE_N]);
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let x_size1_2_tile: Tile<i32, { [] }> = scalar_to_tile(x_size1_2);
        let x_2: Tile<f32, { [] }> = itof(x_size1_2_tile, rounding::NearestEven);
        let quotient_2: Tile<f32, { [] }> = divf(one, x_2, rounding::NearestEven, ftz::Disabled);
        let all: Tile<f32, { [TILE_M, 1] }> = splat(quotient_2, shape![TILE_M, 1]);
        let constant_tile: Tile<f32, { [1, TILE_N] }> = constant(0.0f32, shape![1, TILE_N]);
        let broadcasted: Tile<f32, { [TILE_M, TILE_N] }> =
            broadcast(reshaped, shape![TILE_M, TILE_N]);
        let mut carry1_0: Tile<f32, { [1, TILE_N] }> = constant_tile;
        let quotient_scalar: i32 = tile_to_scalar(quotient);
        for i in (block_id.0..quotient_scalar).step_by(num_blocks.0 as usize) {
            let (x_tile, _): (Tile<EDX, { [TILE_M, TILE_N] }>, Token) = unsafe {
                load_or_zero_with(
                    x,
                    [i, 0i32],
                    shape![TILE_M, TILE_N],
                    get_tensor_token(x),
                    const_array![10],
                )
            };
            let converted_2: Tile<f32, { [TILE_M, TILE_N] }> = convert_tile(x_tile);
            let (dy_tile, _): (Tile<EDX, { [TILE_M, TILE_N] }>, Token) = unsafe {
                load_or_zero_with(
                    dy,
                    [i, 0i32],
                    shape![TILE_M, TILE_N],
                    get_tensor_token(dy),
                    const_array![10],
                )
            };
            let converted_3: Tile<f32, { [TILE_M, TILE_N] }> = convert_tile(dy_tile);
            let rstd_tile = unsafe { load_or_zero(rstd, [i], shape![TILE_M]) };
            let reshaped_2: Tile<f32, { [TILE_M, 1] }> = reshape(rstd_tile, shape![TILE_M, 1]);
            let broadcasted_2: Tile<f32, { [TILE_M, TILE_N] }> =
                broadcast(reshaped_2, shape![TILE_M, TILE_N]);
            let product: Tile<f32, { [TILE_M, TILE_N] }> = converted_2 * broadcasted_2;
            let product_2: Tile<f32, { [TILE_M, TILE_N] }> = converted_3 * broadcasted;
            let product_3: Tile<f32, { [TILE_M, TILE_N] }> = product * product_2;
            let total: Tile<f32, { [TILE_M] }> = reduce_sum(product_3, 1i32);
            let reshaped_3: Tile<f32, { [TILE_M, 1] }> = reshape(total, shape![TILE_M, 1]);
            let product_4: Tile<f32, { [TILE_M, 1] }> = reshaped_3 * all;
            let broadcasted_3: Tile<f32, { [TILE_M, TILE_N] }> =
                broadcast(product_4, shape![TILE_M, TILE_N]);
            let product_5: Tile<f32, { [TILE_M, TILE_N] }> = product * broadcasted_3;
            let difference_2: Tile<f32, { [TILE_M, TILE_N] }> = product_2 - product_5;
            let product_6: Tile<f32, { [TILE_M, TILE_N] }> = difference_2 * broadcasted_2;
            let converted_4: Tile<EDX, { [TILE_M, TILE_N] }> = convert_tile(product_6);
            let _ = unsafe {
                store_no_tma_with(dx, [i, 0i32], converted_4, get_tensor_token(dx), const_array![3])
            };
            let product_7: Tile<f32, { [TILE_M, TILE_N] }> = converted_3 * product;
            let total_2: Tile<f32, { [TILE_N] }> = reduce_sum(product_7, 0i32);
            let reshaped_4: Tile<f32, { [1, TILE_N] }> = reshape(total_2, shape![1, TILE_N]);
            let sum_2: Tile<f32, { [1, TILE_N] }> = carry1_0 + reshaped_4;
            carry1_0 = sum_2;
        }
        unsafe { store_no_tma(dw_partial, [block_id.0, 0i32], carry1_0) };
    }

    /// `_rms_bwd_kernel`, lines 189 to 229 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v1`.
    ///
    /// Generic over `Elem`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_bwd_kernel_v1<Elem: ElementType>(
        dx: &Tensor<Elem, { [-1, -1] }>,
        dy: &Tensor<Elem, { [-1, -1] }>,
        x: &Tensor<Elem, { [-1, -1] }>,
        weight: &Tensor<Elem, { [-1] }>,
        rstd: &Tensor<f32, { [-1] }>,
        dw_partial: &Tensor<f32, { [-1, -1] }>,
    ) {
        let bid = get_tile_block_id().0;
        let w: Tile<f32, { [4096] }> =
            to_f32(unsafe { load_or_zero(weight, [0i32], shape![4096]) });
        let w = reshape(w, shape![1, 4096]);
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let quotient: Tile<f32, { [] }> = one / float(size(x, 1));
        let rcp = reshape(quotient, shape![1, 1]);
        let mut dw_acc = constant(0.0f32, shape![1, 4096]);
        for i in (bid..div_floor(size(x, 0) + 1 - 1, 1)).step_by(get_num_tile_blocks().0 as usize) {
            let x_tile: Tile<Elem, { [1, 4096] }> =
                unsafe { load_or_zero_hinted(x, [i, 0i32], shape![1, 4096], const_array![10]) };
            let xt: Tile<f32, { [1, 4096] }> = to_f32(x_tile);
            let dy_tile: Tile<Elem, { [1, 4096] }> =
                unsafe { load_or_zero_hinted(dy, [i, 0i32], shape![1, 4096], const_array![10]) };
            let dyt: Tile<f32, { [1, 4096] }> = to_f32(dy_tile);
            let rstd_tile: Tile<f32, { [1] }> = unsafe { load_or_zero(rstd, [i], shape![1]) };
            let r = reshape(rstd_tile, shape![1, 1]);
            let xhat: Tile<f32, { [1, 4096] }> = xt * broadcast(r, shape![1, 4096]);
            let wdy = dyt * w;
            let product = xhat * wdy;
            let total: Tile<f32, { [1] }> = reduce_sum(product, 1i32);
            let c: Tile<f32, { [1, 1] }> = reshape(total, shape![1, 1]) * rcp;
            let product_2: Tile<f32, { [1, 4096] }> =
                (wdy - xhat * broadcast(c, shape![1, 4096])) * broadcast(r, shape![1, 4096]);
            let converted: Tile<Elem, { [1, 4096] }> = convert_tile(product_2);
            unsafe { store_no_tma_hinted(dx, [i, 0i32], converted, const_array![3]) };
            let product_3 = dyt * xhat;
            let total_2: Tile<f32, { [4096] }> = reduce_sum(product_3, 0i32);
            dw_acc = dw_acc + reshape(total_2, shape![1, 4096]);
        }
        unsafe { store_no_tma(dw_partial, [bid, 0i32], dw_acc) };
    }

    /// `_rms_bwd_kernel`, lines 189 to 229 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v4`.
    ///
    /// Generic over `TILE_N`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_bwd_kernel_v4<const TILE_N: i32>(
        dx: &Tensor<f32, { [-1, -1] }>,
        dy: &Tensor<f32, { [-1, -1] }>,
        x: &Tensor<f32, { [-1, -1] }>,
        weight: &Tensor<f32, { [-1] }>,
        rstd: &Tensor<f32, { [-1] }>,
        dw_partial: &Tensor<f32, { [-1, -1] }>,
    ) {
        let bid = get_tile_block_id().0;
        let weight_tile: Tile<f32, { [TILE_N] }> =
            unsafe { load_or_zero(weight, [0i32], shape![TILE_N]) };
        let w = reshape(weight_tile, shape![1, TILE_N]);
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let quotient: Tile<f32, { [] }> = one / float(size(x, 1));
        let rcp = reshape(quotient, shape![1, 1]);
        let mut dw_acc = constant(0.0f32, shape![1, TILE_N]);
        for i in (bid..div_floor(size(x, 0) + 1 - 1, 1)).step_by(get_num_tile_blocks().0 as usize) {
            let x_tile: Tile<f32, { [1, TILE_N] }> =
                unsafe { load_or_zero_hinted(x, [i, 0i32], shape![1, TILE_N], const_array![10]) };
            let dy_tile: Tile<f32, { [1, TILE_N] }> =
                unsafe { load_or_zero_hinted(dy, [i, 0i32], shape![1, TILE_N], const_array![10]) };
            let rstd_tile: Tile<f32, { [1] }> = unsafe { load_or_zero(rstd, [i], shape![1]) };
            let r = reshape(rstd_tile, shape![1, 1]);
            let xhat: Tile<f32, { [1, TILE_N] }> = x_tile * broadcast(r, shape![1, TILE_N]);
            let wdy = dy_tile * w;
            let product = xhat * wdy;
            let total: Tile<f32, { [1] }> = reduce_sum(product, 1i32);
            let c: Tile<f32, { [1, 1] }> = reshape(total, shape![1, 1]) * rcp;
            let product_2: Tile<f32, { [1, TILE_N] }> =
                (wdy - xhat * broadcast(c, shape![1, TILE_N])) * broadcast(r, shape![1, TILE_N]);
            unsafe { store_no_tma_hinted(dx, [i, 0i32], product_2, const_array![3]) };
            let product_3 = dy_tile * xhat;
            let total_2: Tile<f32, { [TILE_N] }> = reduce_sum(product_3, 0i32);
            dw_acc = dw_acc + reshape(total_2, shape![1, TILE_N]);
        }
        unsafe { store_no_tma(dw_partial, [bid, 0i32], dw_acc) };
    }
}
