// SPDX-License-Identifier: MIT

//! Device kernels, converted from Tile IR by tileport.
//!
//! From `tilegym/ops/cutile/rms_norm.py` of TileGym 1.5.1, SHA-256
//! `fe8cb5ed11207985625b4fe5c1a91bfeac8f52a3278c905cde81c5477172c93f`.

/// One entry for each structural variant of each Python kernel.
#[cutile::module]
pub mod kernels {
    use cutile::core::*;
    use tileport_support::ops::*;

    /// Replaced at launch by the value that Python was given.
    const EPS: f64 = 9.999999747378752e-6;
    /// Replaced at launch by the value that Python was given.
    const OFFSET: f64 = 0.0;
    /// Replaced at launch by the value that Python was given.
    const N_FLOAT: f64 = 256.0;
    /// `_rms_norm_kernel_multi_wave_cached`, lines 17 to 54 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v0`.
    ///
    /// Generic over `E`, `N`, `X_ALIGN`, `X_STRIDE0_DIV`, `W_ALIGN`, `OUT_ALIGN`, `OUT_SIZE0_DIV`, `OUT_SIZE1_DIV`, `OUT_STRIDE0_DIV`, `RSTD_ALIGN`, `RSTD_SIZE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_multi_wave_cached_v0<
        E: ElementType,
        const N: i32,
        const X_ALIGN: i32,
        const X_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const OUT_ALIGN: i32,
        const OUT_SIZE0_DIV: i32,
        const OUT_SIZE1_DIV: i32,
        const OUT_STRIDE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const RSTD_SIZE0_DIV: i32,
    >(
        x_ptr: *mut E,
        _x_size0: i32,
        _x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        w_ptr: *mut E,
        _w_size0: i32,
        _w_stride0: i32,
        out_ptr: *mut E,
        out_size0: i32,
        out_size1: i32,
        out_stride0: i32,
        _out_stride1: i32,
        rstd_ptr: *mut f32,
        rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let shape_n: Shape<{ [N] }> = Shape::<{ [N] }> { dims: &[] };
        let x: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let w: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let out: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, OUT_ALIGN>(pointer_to_tile(out_ptr)) };
        let out_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE0_DIV>(out_size0)) };
        let out_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE1_DIV>(out_size1)) };
        let out_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_STRIDE0_DIV>(out_stride0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let rstd_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, RSTD_SIZE0_DIV>(rstd_size0)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [N] }> = constant(1i64, shape_n);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_value: Tile<f32, { [] }> = constant_float(EPS, shape![]);
        let constant_value_2: Tile<f32, { [] }> = constant_float(OFFSET, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let constant_tile_2: Tile<f32, { [N] }> = constant(0.0f32, shape_n);
        let lanes: Tile<i32, { [N] }> = iota(shape_n);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let x_wide: Tile<i64, { [] }> = wide(x_stride0_known);
        let product: Tile<i64, { [N] }> = splat(wide_index, shape_n) * splat(x_wide, shape_n);
        let wide_index_2: Tile<i64, { [N] }> = widen(lanes);
        let product_2: Tile<i64, { [N] }> = wide_index_2 * constant_tile;
        let sum: Tile<i64, { [N] }> = product + product_2;
        let x_ptrs: PointerTile<*mut E, { [N] }> = addptr_tile(splat_ptr(x, shape_n), sum);
        let constant_value_3: Tile<E, { [] }> = constant_float(0.0, shape![]);
        let all: Tile<E, { [N] }> = splat(constant_value_3, shape_n);
        let (x_2, _): (Tile<E, { [N] }>, Token) = unsafe {
            load_ptr_padded(
                x_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(all),
                Some(token),
                Latency::<1>,
            )
        };
        let converted: Tile<f32, { [N] }> = ftof(x_2, rounding::NearestEven);
        let fused: Tile<f32, { [N] }> =
            fma(converted, converted, constant_tile_2, rounding::NearestEven, ftz::Disabled);
        let total: Tile<f32, { [] }> = reduce_sum(fused, 0i32);
        let constant_value_4: Tile<f32, { [] }> = constant_float(N_FLOAT, shape![]);
        let quotient: Tile<f32, { [] }> =
            divf(total, constant_value_4, rounding::NearestEven, ftz::Disabled);
        let sum_2: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_2, ftz::Disabled);
        let rstd_wide: Tile<i64, { [] }> = wide(rstd_size0_known);
        let mask: Tile<bool, { [] }> = below(wide_index, rstd_wide);
        let product_3: Tile<i64, { [] }> = wide_index * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd, product_3);
        let rstd_2: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_2, inverse_root, mask, token) };
        let w_ptrs: PointerTile<*mut E, { [N] }> = addptr_tile(splat_ptr(w, shape_n), product_2);
        let (w_2, _): (Tile<E, { [N] }>, Token) = unsafe {
            load_ptr_padded(
                w_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(all),
                Some(token),
                Latency::<1>,
            )
        };
        let converted_2: Tile<f32, { [N] }> = ftof(w_2, rounding::NearestEven);
        let product_4: Tile<f32, { [N] }> = converted * splat(inverse_root, shape_n);
        let all_2: Tile<f32, { [N] }> = splat(constant_value_2, shape_n);
        let sum_3: Tile<f32, { [N] }> = all_2 + converted_2;
        let product_5: Tile<f32, { [N] }> = product_4 * sum_3;
        let converted_3: Tile<E, { [N] }> = ftof(product_5, rounding::NearestEven);
        let all_3: Tile<i64, { [N] }> = splat(wide_index, shape_n);
        let out_wide: Tile<i64, { [] }> = wide(out_size0_known);
        let mask_2: Tile<bool, { [N] }> = below(all_3, splat(out_wide, shape_n));
        let out_wide_2: Tile<i64, { [] }> = wide(out_stride0_known);
        let product_6: Tile<i64, { [N] }> = all_3 * splat(out_wide_2, shape_n);
        let out_wide_3: Tile<i64, { [] }> = wide(out_size1_known);
        let mask_3: Tile<bool, { [N] }> = below(wide_index_2, splat(out_wide_3, shape_n));
        let both: Tile<bool, { [N] }> = andi(mask_2, mask_3);
        let sum_4: Tile<i64, { [N] }> = product_6 + product_2;
        let out_ptrs: PointerTile<*mut E, { [N] }> = addptr_tile(splat_ptr(out, shape_n), sum_4);
        let _: Token = unsafe {
            store_ptr_tko(
                out_ptrs,
                converted_3,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both),
                Some(token),
                Latency::<1>,
            )
        };
    }

    /// `_rms_norm_kernel_multi_wave_cached`, lines 17 to 54 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v1`.
    ///
    /// Generic over `EX`, `EW`, `TILE_SIZE`, `X_ALIGN`, `X_SIZE0_DIV`, `X_SIZE1_DIV`, `X_STRIDE0_DIV`, `W_ALIGN`, `W_SIZE0_DIV`, `OUT_ALIGN`, `OUT_SIZE0_DIV`, `OUT_SIZE1_DIV`, `OUT_STRIDE0_DIV`, `RSTD_ALIGN`, `RSTD_SIZE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_multi_wave_cached_v1<
        EX: ElementType,
        EW: ElementType,
        const TILE_SIZE: i32,
        const X_ALIGN: i32,
        const X_SIZE0_DIV: i32,
        const X_SIZE1_DIV: i32,
        const X_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const W_SIZE0_DIV: i32,
        const OUT_ALIGN: i32,
        const OUT_SIZE0_DIV: i32,
        const OUT_SIZE1_DIV: i32,
        const OUT_STRIDE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const RSTD_SIZE0_DIV: i32,
    >(
        x_ptr: *mut EX,
        x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        w_ptr: *mut EW,
        w_size0: i32,
        _w_stride0: i32,
        out_ptr: *mut EX,
        out_size0: i32,
        out_size1: i32,
        out_stride0: i32,
        _out_stride1: i32,
        rstd_ptr: *mut f32,
        rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let x: PointerTile<*mut EX, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE0_DIV>(x_size0)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let w: PointerTile<*mut EW, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let w_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, W_SIZE0_DIV>(w_size0)) };
        let out: PointerTile<*mut EX, { [] }> =
            unsafe { assume_div_by::<_, OUT_ALIGN>(pointer_to_tile(out_ptr)) };
        let out_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE0_DIV>(out_size0)) };
        let out_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE1_DIV>(out_size1)) };
        let out_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_STRIDE0_DIV>(out_stride0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let rstd_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, RSTD_SIZE0_DIV>(rstd_size0)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_value: Tile<f32, { [] }> = constant(1e-5f32, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let constant_tile_2: Tile<f32, { [TILE_SIZE] }> = constant(0.0f32, shape_tile_size);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
        let x_wide: Tile<i64, { [] }> = wide(x_size0_known);
        let mask: Tile<bool, { [TILE_SIZE] }> = below(all, splat(x_wide, shape_tile_size));
        let x_wide_2: Tile<i64, { [] }> = wide(x_stride0_known);
        let product: Tile<i64, { [TILE_SIZE] }> = all * splat(x_wide_2, shape_tile_size);
        let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(lanes);
        let x_wide_3: Tile<i64, { [] }> = wide(x_size1_known);
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(x_wide_3, shape_tile_size));
        let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
        let product_2: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile;
        let sum: Tile<i64, { [TILE_SIZE] }> = product + product_2;
        let x_ptrs: PointerTile<*mut EX, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(x, shape_tile_size), sum);
        let constant_value_2: Tile<EX, { [] }> = constant_float(0.0, shape![]);
        let all_2: Tile<EX, { [TILE_SIZE] }> = splat(constant_value_2, shape_tile_size);
        let (x_2, _): (Tile<EX, { [TILE_SIZE] }>, Token) = unsafe {
            load_ptr_padded(
                x_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both),
                Some(all_2),
                Some(token),
                Latency::<1>,
            )
        };
        let converted: Tile<f32, { [TILE_SIZE] }> = ftof(x_2, rounding::NearestEven);
        let fused: Tile<f32, { [TILE_SIZE] }> =
            fma(converted, converted, constant_tile_2, rounding::NearestEven, ftz::Disabled);
        let total: Tile<f32, { [] }> = reduce_sum(fused, 0i32);
        let constant_value_3: Tile<f32, { [] }> = constant_float(N_FLOAT, shape![]);
        let quotient: Tile<f32, { [] }> =
            divf(total, constant_value_3, rounding::NearestEven, ftz::Disabled);
        let sum_2: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_2, ftz::Disabled);
        let rstd_wide: Tile<i64, { [] }> = wide(rstd_size0_known);
        let mask_3: Tile<bool, { [] }> = below(wide_index, rstd_wide);
        let product_3: Tile<i64, { [] }> = wide_index * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd, product_3);
        let rstd_2: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_2, inverse_root, mask_3, token) };
        let w_wide: Tile<i64, { [] }> = wide(w_size0_known);
        let mask_4: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(w_wide, shape_tile_size));
        let w_ptrs: PointerTile<*mut EW, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(w, shape_tile_size), product_2);
        let constant_value_4: Tile<EW, { [] }> = constant_float(0.0, shape![]);
        let all_3: Tile<EW, { [TILE_SIZE] }> = splat(constant_value_4, shape_tile_size);
        let (w_2, _): (Tile<EW, { [TILE_SIZE] }>, Token) = unsafe {
            load_ptr_padded(
                w_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(mask_4),
                Some(all_3),
                Some(token),
                Latency::<1>,
            )
        };
        let converted_2: Tile<f32, { [TILE_SIZE] }> = ftof(w_2, rounding::NearestEven);
        let product_4: Tile<f32, { [TILE_SIZE] }> =
            converted * splat(inverse_root, shape_tile_size);
        let sum_3: Tile<f32, { [TILE_SIZE] }> =
            broadcast_scalar(0.0f32, shape_tile_size) + converted_2;
        let product_5: Tile<f32, { [TILE_SIZE] }> = product_4 * sum_3;
        let converted_3: Tile<EX, { [TILE_SIZE] }> = ftof(product_5, rounding::NearestEven);
        let out_wide: Tile<i64, { [] }> = wide(out_size0_known);
        let mask_5: Tile<bool, { [TILE_SIZE] }> = below(all, splat(out_wide, shape_tile_size));
        let out_wide_2: Tile<i64, { [] }> = wide(out_stride0_known);
        let product_6: Tile<i64, { [TILE_SIZE] }> = all * splat(out_wide_2, shape_tile_size);
        let out_wide_3: Tile<i64, { [] }> = wide(out_size1_known);
        let mask_6: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(out_wide_3, shape_tile_size));
        let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask_5, mask_6);
        let sum_4: Tile<i64, { [TILE_SIZE] }> = product_6 + product_2;
        let out_ptrs: PointerTile<*mut EX, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(out, shape_tile_size), sum_4);
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
    /// Generic over `N`, `X_ALIGN`, `X_STRIDE0_DIV`, `W_ALIGN`, `OUT_ALIGN`, `OUT_SIZE0_DIV`, `OUT_SIZE1_DIV`, `OUT_STRIDE0_DIV`, `RSTD_ALIGN`, `RSTD_SIZE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_multi_wave_cached_v2<
        const N: i32,
        const X_ALIGN: i32,
        const X_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const OUT_ALIGN: i32,
        const OUT_SIZE0_DIV: i32,
        const OUT_SIZE1_DIV: i32,
        const OUT_STRIDE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const RSTD_SIZE0_DIV: i32,
    >(
        x_ptr: *mut f32,
        _x_size0: i32,
        _x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        w_ptr: *mut f32,
        _w_size0: i32,
        _w_stride0: i32,
        out_ptr: *mut f32,
        out_size0: i32,
        out_size1: i32,
        out_stride0: i32,
        _out_stride1: i32,
        rstd_ptr: *mut f32,
        rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let shape_n: Shape<{ [N] }> = Shape::<{ [N] }> { dims: &[] };
        let x: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let w: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let out: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUT_ALIGN>(pointer_to_tile(out_ptr)) };
        let out_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE0_DIV>(out_size0)) };
        let out_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE1_DIV>(out_size1)) };
        let out_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_STRIDE0_DIV>(out_stride0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let rstd_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, RSTD_SIZE0_DIV>(rstd_size0)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [N] }> = constant(1i64, shape_n);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_value: Tile<f32, { [] }> = constant_float(EPS, shape![]);
        let constant_value_2: Tile<f32, { [] }> = constant_float(OFFSET, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let constant_tile_2: Tile<f32, { [N] }> = constant(0.0f32, shape_n);
        let lanes: Tile<i32, { [N] }> = iota(shape_n);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let x_wide: Tile<i64, { [] }> = wide(x_stride0_known);
        let product: Tile<i64, { [N] }> = splat(wide_index, shape_n) * splat(x_wide, shape_n);
        let wide_index_2: Tile<i64, { [N] }> = widen(lanes);
        let product_2: Tile<i64, { [N] }> = wide_index_2 * constant_tile;
        let sum: Tile<i64, { [N] }> = product + product_2;
        let x_ptrs: PointerTile<*mut f32, { [N] }> = addptr_tile(splat_ptr(x, shape_n), sum);
        let all: Tile<f32, { [N] }> = broadcast_scalar(0.0f32, shape_n);
        let (x_2, _): (Tile<f32, { [N] }>, Token) = unsafe {
            load_ptr_padded(
                x_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(all),
                Some(token),
                Latency::<1>,
            )
        };
        let fused: Tile<f32, { [N] }> =
            fma(x_2, x_2, constant_tile_2, rounding::NearestEven, ftz::Disabled);
        let total: Tile<f32, { [] }> = reduce_sum(fused, 0i32);
        let constant_value_3: Tile<f32, { [] }> = constant_float(N_FLOAT, shape![]);
        let quotient: Tile<f32, { [] }> =
            divf(total, constant_value_3, rounding::NearestEven, ftz::Disabled);
        let sum_2: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_2, ftz::Disabled);
        let rstd_wide: Tile<i64, { [] }> = wide(rstd_size0_known);
        let mask: Tile<bool, { [] }> = below(wide_index, rstd_wide);
        let product_3: Tile<i64, { [] }> = wide_index * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd, product_3);
        let rstd_2: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_2, inverse_root, mask, token) };
        let w_ptrs: PointerTile<*mut f32, { [N] }> = addptr_tile(splat_ptr(w, shape_n), product_2);
        let (w_2, _): (Tile<f32, { [N] }>, Token) = unsafe {
            load_ptr_padded(
                w_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(all),
                Some(token),
                Latency::<1>,
            )
        };
        let product_4: Tile<f32, { [N] }> = x_2 * splat(inverse_root, shape_n);
        let all_2: Tile<f32, { [N] }> = splat(constant_value_2, shape_n);
        let sum_3: Tile<f32, { [N] }> = all_2 + w_2;
        let product_5: Tile<f32, { [N] }> = product_4 * sum_3;
        let all_3: Tile<i64, { [N] }> = splat(wide_index, shape_n);
        let out_wide: Tile<i64, { [] }> = wide(out_size0_known);
        let mask_2: Tile<bool, { [N] }> = below(all_3, splat(out_wide, shape_n));
        let out_wide_2: Tile<i64, { [] }> = wide(out_stride0_known);
        let product_6: Tile<i64, { [N] }> = all_3 * splat(out_wide_2, shape_n);
        let out_wide_3: Tile<i64, { [] }> = wide(out_size1_known);
        let mask_3: Tile<bool, { [N] }> = below(wide_index_2, splat(out_wide_3, shape_n));
        let both: Tile<bool, { [N] }> = andi(mask_2, mask_3);
        let sum_4: Tile<i64, { [N] }> = product_6 + product_2;
        let out_ptrs: PointerTile<*mut f32, { [N] }> = addptr_tile(splat_ptr(out, shape_n), sum_4);
        let _: Token = unsafe {
            store_ptr_tko(
                out_ptrs,
                product_5,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both),
                Some(token),
                Latency::<1>,
            )
        };
    }

    /// `_rms_norm_kernel_multi_wave_cached`, lines 17 to 54 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v3`.
    ///
    /// Generic over `TILE_SIZE`, `X_ALIGN`, `X_SIZE0_DIV`, `X_SIZE1_DIV`, `X_STRIDE0_DIV`, `W_ALIGN`, `W_SIZE0_DIV`, `OUT_ALIGN`, `OUT_SIZE0_DIV`, `OUT_SIZE1_DIV`, `OUT_STRIDE0_DIV`, `RSTD_ALIGN`, `RSTD_SIZE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_multi_wave_cached_v3<
        const TILE_SIZE: i32,
        const X_ALIGN: i32,
        const X_SIZE0_DIV: i32,
        const X_SIZE1_DIV: i32,
        const X_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const W_SIZE0_DIV: i32,
        const OUT_ALIGN: i32,
        const OUT_SIZE0_DIV: i32,
        const OUT_SIZE1_DIV: i32,
        const OUT_STRIDE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const RSTD_SIZE0_DIV: i32,
    >(
        x_ptr: *mut f32,
        x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        w_ptr: *mut f32,
        w_size0: i32,
        _w_stride0: i32,
        out_ptr: *mut f32,
        out_size0: i32,
        out_size1: i32,
        out_stride0: i32,
        _out_stride1: i32,
        rstd_ptr: *mut f32,
        rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let x: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE0_DIV>(x_size0)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let w: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let w_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, W_SIZE0_DIV>(w_size0)) };
        let out: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUT_ALIGN>(pointer_to_tile(out_ptr)) };
        let out_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE0_DIV>(out_size0)) };
        let out_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE1_DIV>(out_size1)) };
        let out_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_STRIDE0_DIV>(out_stride0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let rstd_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, RSTD_SIZE0_DIV>(rstd_size0)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_value: Tile<f32, { [] }> = constant_float(EPS, shape![]);
        let constant_value_2: Tile<f32, { [] }> = constant_float(OFFSET, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let constant_tile_2: Tile<f32, { [TILE_SIZE] }> = constant(0.0f32, shape_tile_size);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
        let x_wide: Tile<i64, { [] }> = wide(x_size0_known);
        let mask: Tile<bool, { [TILE_SIZE] }> = below(all, splat(x_wide, shape_tile_size));
        let x_wide_2: Tile<i64, { [] }> = wide(x_stride0_known);
        let product: Tile<i64, { [TILE_SIZE] }> = all * splat(x_wide_2, shape_tile_size);
        let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(lanes);
        let x_wide_3: Tile<i64, { [] }> = wide(x_size1_known);
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(x_wide_3, shape_tile_size));
        let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
        let product_2: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile;
        let sum: Tile<i64, { [TILE_SIZE] }> = product + product_2;
        let x_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(x, shape_tile_size), sum);
        let all_2: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(0.0f32, shape_tile_size);
        let (x_2, _): (Tile<f32, { [TILE_SIZE] }>, Token) = unsafe {
            load_ptr_padded(
                x_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both),
                Some(all_2),
                Some(token),
                Latency::<1>,
            )
        };
        let fused: Tile<f32, { [TILE_SIZE] }> =
            fma(x_2, x_2, constant_tile_2, rounding::NearestEven, ftz::Disabled);
        let total: Tile<f32, { [] }> = reduce_sum(fused, 0i32);
        let constant_value_3: Tile<f32, { [] }> = constant_float(N_FLOAT, shape![]);
        let quotient: Tile<f32, { [] }> =
            divf(total, constant_value_3, rounding::NearestEven, ftz::Disabled);
        let sum_2: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_2, ftz::Disabled);
        let rstd_wide: Tile<i64, { [] }> = wide(rstd_size0_known);
        let mask_3: Tile<bool, { [] }> = below(wide_index, rstd_wide);
        let product_3: Tile<i64, { [] }> = wide_index * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd, product_3);
        let rstd_2: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_2, inverse_root, mask_3, token) };
        let w_wide: Tile<i64, { [] }> = wide(w_size0_known);
        let mask_4: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(w_wide, shape_tile_size));
        let w_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(w, shape_tile_size), product_2);
        let (w_2, _): (Tile<f32, { [TILE_SIZE] }>, Token) = unsafe {
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
        let product_4: Tile<f32, { [TILE_SIZE] }> = x_2 * splat(inverse_root, shape_tile_size);
        let all_3: Tile<f32, { [TILE_SIZE] }> = splat(constant_value_2, shape_tile_size);
        let sum_3: Tile<f32, { [TILE_SIZE] }> = all_3 + w_2;
        let product_5: Tile<f32, { [TILE_SIZE] }> = product_4 * sum_3;
        let out_wide: Tile<i64, { [] }> = wide(out_size0_known);
        let mask_5: Tile<bool, { [TILE_SIZE] }> = below(all, splat(out_wide, shape_tile_size));
        let out_wide_2: Tile<i64, { [] }> = wide(out_stride0_known);
        let product_6: Tile<i64, { [TILE_SIZE] }> = all * splat(out_wide_2, shape_tile_size);
        let out_wide_3: Tile<i64, { [] }> = wide(out_size1_known);
        let mask_6: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(out_wide_3, shape_tile_size));
        let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask_5, mask_6);
        let sum_4: Tile<i64, { [TILE_SIZE] }> = product_6 + product_2;
        let out_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(out, shape_tile_size), sum_4);
        let _: Token = unsafe {
            store_ptr_tko(
                out_ptrs,
                product_5,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both_2),
                Some(token),
                Latency::<1>,
            )
        };
    }

    /// `_rms_norm_kernel_multi_wave_cached`, lines 17 to 54 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v4`.
    ///
    /// Generic over `X_ALIGN`, `W_ALIGN`, `OUT_ALIGN`, `RSTD_ALIGN`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_multi_wave_cached_v4<
        const X_ALIGN: i32,
        const W_ALIGN: i32,
        const OUT_ALIGN: i32,
        const RSTD_ALIGN: i32,
    >(
        x_ptr: *mut f32,
        _x_size0: i32,
        _x_size1: i32,
        _x_stride0: i32,
        _x_stride1: i32,
        w_ptr: *mut f32,
        _w_size0: i32,
        _w_stride0: i32,
        out_ptr: *mut f32,
        _out_size0: i32,
        _out_size1: i32,
        _out_stride0: i32,
        _out_stride1: i32,
        rstd_ptr: *mut f32,
        _rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let x: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let w: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let out: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUT_ALIGN>(pointer_to_tile(out_ptr)) };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [1] }> = constant(1i64, shape![1]);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_value: Tile<f32, { [] }> = constant(1e-5f32, shape![]);
        let zero: Tile<f32, { [] }> = constant(0.0f32, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let constant_tile_2: Tile<f32, { [1] }> = constant(0.0f32, shape![1]);
        let lanes: Tile<i32, { [1] }> = iota(shape![1]);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let product: Tile<i64, { [1] }> = reshape(wide_index, shape![1]) * constant_tile;
        let wide_index_2: Tile<i64, { [1] }> = widen(lanes);
        let product_2: Tile<i64, { [1] }> = wide_index_2 * constant_tile;
        let sum: Tile<i64, { [1] }> = product + product_2;
        let x_ptrs: PointerTile<*mut f32, { [1] }> = addptr_tile(reshape_ptr(x, shape![1]), sum);
        let x_2: PointerTile<*mut f32, { [1] }> = unsafe { assume_div_by::<_, 4>(x_ptrs) };
        let reshaped: Tile<f32, { [1] }> = reshape(zero, shape![1]);
        let (x_3, _): (Tile<f32, { [1] }>, Token) = unsafe {
            load_ptr_padded(
                x_2,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(reshaped),
                Some(token),
                Latency::<1>,
            )
        };
        let fused: Tile<f32, { [1] }> =
            fma(x_3, x_3, constant_tile_2, rounding::NearestEven, ftz::Disabled);
        let total: Tile<f32, { [] }> = reduce_sum(fused, 0i32);
        let one_2: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let quotient: Tile<f32, { [] }> = divf(total, one_2, rounding::NearestEven, ftz::Disabled);
        let sum_2: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_2, ftz::Disabled);
        let mask: Tile<bool, { [] }> = below(wide_index, one);
        let product_3: Tile<i64, { [] }> = wide_index * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd, product_3);
        let rstd_2: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_2, inverse_root, mask, token) };
        let w_ptrs: PointerTile<*mut f32, { [1] }> =
            addptr_tile(reshape_ptr(w, shape![1]), product_2);
        let w_2: PointerTile<*mut f32, { [1] }> = unsafe { assume_div_by::<_, 4>(w_ptrs) };
        let (w_3, _): (Tile<f32, { [1] }>, Token) = unsafe {
            load_ptr_padded(
                w_2,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(reshaped),
                Some(token),
                Latency::<1>,
            )
        };
        let product_4: Tile<f32, { [1] }> = x_3 * reshape(inverse_root, shape![1]);
        let sum_3: Tile<f32, { [1] }> = reshape(zero, shape![1]) + w_3;
        let product_5: Tile<f32, { [1] }> = product_4 * sum_3;
        let reshaped_2: Tile<i64, { [1] }> = reshape(wide_index, shape![1]);
        let mask_2: Tile<bool, { [1] }> = below(reshaped_2, constant_tile);
        let product_6: Tile<i64, { [1] }> = reshaped_2 * constant_tile;
        let mask_3: Tile<bool, { [1] }> = below(wide_index_2, constant_tile);
        let both: Tile<bool, { [1] }> = andi(mask_2, mask_3);
        let sum_4: Tile<i64, { [1] }> = product_6 + product_2;
        let out_ptrs: PointerTile<*mut f32, { [1] }> =
            addptr_tile(reshape_ptr(out, shape![1]), sum_4);
        let out_2: PointerTile<*mut f32, { [1] }> = unsafe { assume_div_by::<_, 4>(out_ptrs) };
        let _: Token = unsafe {
            store_ptr_tko(
                out_2,
                product_5,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both),
                Some(token),
                Latency::<1>,
            )
        };
    }

    /// `_rms_norm_kernel_multi_wave_cached`, lines 17 to 54 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v5`.
    ///
    /// Generic over `E`, `N`, `X_ALIGN`, `X_STRIDE0_DIV`, `W_ALIGN`, `OUT_ALIGN`, `OUT_SIZE1_DIV`, `OUT_STRIDE0_DIV`, `RSTD_ALIGN`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_multi_wave_cached_v5<
        E: ElementType,
        const N: i32,
        const X_ALIGN: i32,
        const X_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const OUT_ALIGN: i32,
        const OUT_SIZE1_DIV: i32,
        const OUT_STRIDE0_DIV: i32,
        const RSTD_ALIGN: i32,
    >(
        x_ptr: *mut E,
        _x_size0: i32,
        _x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        w_ptr: *mut E,
        _w_size0: i32,
        _w_stride0: i32,
        out_ptr: *mut E,
        _out_size0: i32,
        out_size1: i32,
        out_stride0: i32,
        _out_stride1: i32,
        rstd_ptr: *mut f32,
        _rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let shape_n: Shape<{ [N] }> = Shape::<{ [N] }> { dims: &[] };
        let x: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let w: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let out: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, OUT_ALIGN>(pointer_to_tile(out_ptr)) };
        let out_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE1_DIV>(out_size1)) };
        let out_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_STRIDE0_DIV>(out_stride0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [N] }> = constant(1i64, shape_n);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_value: Tile<f32, { [] }> = constant(1e-5f32, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let constant_tile_2: Tile<f32, { [N] }> = constant(0.0f32, shape_n);
        let lanes: Tile<i32, { [N] }> = iota(shape_n);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let x_wide: Tile<i64, { [] }> = wide(x_stride0_known);
        let product: Tile<i64, { [N] }> = splat(wide_index, shape_n) * splat(x_wide, shape_n);
        let wide_index_2: Tile<i64, { [N] }> = widen(lanes);
        let product_2: Tile<i64, { [N] }> = wide_index_2 * constant_tile;
        let sum: Tile<i64, { [N] }> = product + product_2;
        let x_ptrs: PointerTile<*mut E, { [N] }> = addptr_tile(splat_ptr(x, shape_n), sum);
        let constant_value_2: Tile<E, { [] }> = constant_float(0.0, shape![]);
        let all: Tile<E, { [N] }> = splat(constant_value_2, shape_n);
        let (x_2, _): (Tile<E, { [N] }>, Token) = unsafe {
            load_ptr_padded(
                x_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(all),
                Some(token),
                Latency::<1>,
            )
        };
        let converted: Tile<f32, { [N] }> = ftof(x_2, rounding::NearestEven);
        let fused: Tile<f32, { [N] }> =
            fma(converted, converted, constant_tile_2, rounding::NearestEven, ftz::Disabled);
        let total: Tile<f32, { [] }> = reduce_sum(fused, 0i32);
        let constant_value_3: Tile<f32, { [] }> = constant_float(N_FLOAT, shape![]);
        let quotient: Tile<f32, { [] }> =
            divf(total, constant_value_3, rounding::NearestEven, ftz::Disabled);
        let sum_2: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_2, ftz::Disabled);
        let mask: Tile<bool, { [] }> = below(wide_index, one);
        let product_3: Tile<i64, { [] }> = wide_index * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd, product_3);
        let rstd_2: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_2, inverse_root, mask, token) };
        let w_ptrs: PointerTile<*mut E, { [N] }> = addptr_tile(splat_ptr(w, shape_n), product_2);
        let (w_2, _): (Tile<E, { [N] }>, Token) = unsafe {
            load_ptr_padded(
                w_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(all),
                Some(token),
                Latency::<1>,
            )
        };
        let converted_2: Tile<f32, { [N] }> = ftof(w_2, rounding::NearestEven);
        let product_4: Tile<f32, { [N] }> = converted * splat(inverse_root, shape_n);
        let sum_3: Tile<f32, { [N] }> = broadcast_scalar(0.0f32, shape_n) + converted_2;
        let product_5: Tile<f32, { [N] }> = product_4 * sum_3;
        let converted_3: Tile<E, { [N] }> = ftof(product_5, rounding::NearestEven);
        let all_2: Tile<i64, { [N] }> = splat(wide_index, shape_n);
        let mask_2: Tile<bool, { [N] }> = below(all_2, constant_tile);
        let out_wide: Tile<i64, { [] }> = wide(out_stride0_known);
        let product_6: Tile<i64, { [N] }> = all_2 * splat(out_wide, shape_n);
        let out_wide_2: Tile<i64, { [] }> = wide(out_size1_known);
        let mask_3: Tile<bool, { [N] }> = below(wide_index_2, splat(out_wide_2, shape_n));
        let both: Tile<bool, { [N] }> = andi(mask_2, mask_3);
        let sum_4: Tile<i64, { [N] }> = product_6 + product_2;
        let out_ptrs: PointerTile<*mut E, { [N] }> = addptr_tile(splat_ptr(out, shape_n), sum_4);
        let _: Token = unsafe {
            store_ptr_tko(
                out_ptrs,
                converted_3,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both),
                Some(token),
                Latency::<1>,
            )
        };
    }

    /// `_rms_norm_kernel_multi_wave_cached`, lines 17 to 54 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v6`.
    ///
    /// Generic over `E`, `TILE_SIZE`, `X_ALIGN`, `X_SIZE1_DIV`, `X_STRIDE0_DIV`, `W_ALIGN`, `W_SIZE0_DIV`, `OUT_ALIGN`, `OUT_SIZE1_DIV`, `OUT_STRIDE0_DIV`, `RSTD_ALIGN`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_multi_wave_cached_v6<
        E: ElementType,
        const TILE_SIZE: i32,
        const X_ALIGN: i32,
        const X_SIZE1_DIV: i32,
        const X_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const W_SIZE0_DIV: i32,
        const OUT_ALIGN: i32,
        const OUT_SIZE1_DIV: i32,
        const OUT_STRIDE0_DIV: i32,
        const RSTD_ALIGN: i32,
    >(
        x_ptr: *mut E,
        _x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        w_ptr: *mut E,
        w_size0: i32,
        _w_stride0: i32,
        out_ptr: *mut E,
        _out_size0: i32,
        out_size1: i32,
        out_stride0: i32,
        _out_stride1: i32,
        rstd_ptr: *mut f32,
        _rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let x: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let w: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let w_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, W_SIZE0_DIV>(w_size0)) };
        let out: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, OUT_ALIGN>(pointer_to_tile(out_ptr)) };
        let out_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE1_DIV>(out_size1)) };
        let out_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_STRIDE0_DIV>(out_stride0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_value: Tile<f32, { [] }> = constant(1e-5f32, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let constant_tile_2: Tile<f32, { [TILE_SIZE] }> = constant(0.0f32, shape_tile_size);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
        let mask: Tile<bool, { [TILE_SIZE] }> = below(all, constant_tile);
        let x_wide: Tile<i64, { [] }> = wide(x_stride0_known);
        let product: Tile<i64, { [TILE_SIZE] }> = all * splat(x_wide, shape_tile_size);
        let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(lanes);
        let x_wide_2: Tile<i64, { [] }> = wide(x_size1_known);
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(x_wide_2, shape_tile_size));
        let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
        let product_2: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile;
        let sum: Tile<i64, { [TILE_SIZE] }> = product + product_2;
        let x_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(x, shape_tile_size), sum);
        let constant_value_2: Tile<E, { [] }> = constant_float(0.0, shape![]);
        let all_2: Tile<E, { [TILE_SIZE] }> = splat(constant_value_2, shape_tile_size);
        let (x_2, _): (Tile<E, { [TILE_SIZE] }>, Token) = unsafe {
            load_ptr_padded(
                x_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both),
                Some(all_2),
                Some(token),
                Latency::<1>,
            )
        };
        let converted: Tile<f32, { [TILE_SIZE] }> = ftof(x_2, rounding::NearestEven);
        let fused: Tile<f32, { [TILE_SIZE] }> =
            fma(converted, converted, constant_tile_2, rounding::NearestEven, ftz::Disabled);
        let total: Tile<f32, { [] }> = reduce_sum(fused, 0i32);
        let constant_value_3: Tile<f32, { [] }> = constant_float(N_FLOAT, shape![]);
        let quotient: Tile<f32, { [] }> =
            divf(total, constant_value_3, rounding::NearestEven, ftz::Disabled);
        let sum_2: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_2, ftz::Disabled);
        let mask_3: Tile<bool, { [] }> = below(wide_index, one);
        let product_3: Tile<i64, { [] }> = wide_index * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd, product_3);
        let rstd_2: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_2, inverse_root, mask_3, token) };
        let w_wide: Tile<i64, { [] }> = wide(w_size0_known);
        let mask_4: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(w_wide, shape_tile_size));
        let w_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(w, shape_tile_size), product_2);
        let (w_2, _): (Tile<E, { [TILE_SIZE] }>, Token) = unsafe {
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
        let converted_2: Tile<f32, { [TILE_SIZE] }> = ftof(w_2, rounding::NearestEven);
        let product_4: Tile<f32, { [TILE_SIZE] }> =
            converted * splat(inverse_root, shape_tile_size);
        let sum_3: Tile<f32, { [TILE_SIZE] }> =
            broadcast_scalar(0.0f32, shape_tile_size) + converted_2;
        let product_5: Tile<f32, { [TILE_SIZE] }> = product_4 * sum_3;
        let converted_3: Tile<E, { [TILE_SIZE] }> = ftof(product_5, rounding::NearestEven);
        let out_wide: Tile<i64, { [] }> = wide(out_stride0_known);
        let product_6: Tile<i64, { [TILE_SIZE] }> = all * splat(out_wide, shape_tile_size);
        let out_wide_2: Tile<i64, { [] }> = wide(out_size1_known);
        let mask_5: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(out_wide_2, shape_tile_size));
        let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_5);
        let sum_4: Tile<i64, { [TILE_SIZE] }> = product_6 + product_2;
        let out_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> =
            addptr_tile(splat_ptr(out, shape_tile_size), sum_4);
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

    /// `_rms_norm_kernel_multi_wave_cached`, lines 17 to 54 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v7`.
    ///
    /// Generic over `X_ALIGN`, `X_STRIDE0_DIV`, `W_ALIGN`, `OUT_ALIGN`, `OUT_SIZE0_DIV`, `OUT_SIZE1_DIV`, `OUT_STRIDE0_DIV`, `RSTD_ALIGN`, `RSTD_SIZE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_multi_wave_cached_v7<
        const X_ALIGN: i32,
        const X_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const OUT_ALIGN: i32,
        const OUT_SIZE0_DIV: i32,
        const OUT_SIZE1_DIV: i32,
        const OUT_STRIDE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const RSTD_SIZE0_DIV: i32,
    >(
        x_ptr: *mut bf16,
        _x_size0: i32,
        _x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        w_ptr: *mut f32,
        _w_size0: i32,
        _w_stride0: i32,
        out_ptr: *mut bf16,
        out_size0: i32,
        out_size1: i32,
        out_stride0: i32,
        _out_stride1: i32,
        rstd_ptr: *mut f32,
        rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let x: PointerTile<*mut bf16, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let w: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let out: PointerTile<*mut bf16, { [] }> =
            unsafe { assume_div_by::<_, OUT_ALIGN>(pointer_to_tile(out_ptr)) };
        let out_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE0_DIV>(out_size0)) };
        let out_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE1_DIV>(out_size1)) };
        let out_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_STRIDE0_DIV>(out_stride0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let rstd_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, RSTD_SIZE0_DIV>(rstd_size0)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [256] }> = constant(1i64, shape![256]);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_value: Tile<f32, { [] }> = constant_float(EPS, shape![]);
        let constant_value_2: Tile<f32, { [] }> = constant_float(OFFSET, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let constant_tile_2: Tile<f32, { [256] }> = constant(0.0f32, shape![256]);
        let lanes: Tile<i32, { [256] }> = iota(shape![256]);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let x_wide: Tile<i64, { [] }> = wide(x_stride0_known);
        let product: Tile<i64, { [256] }> =
            splat(wide_index, shape![256]) * splat(x_wide, shape![256]);
        let wide_index_2: Tile<i64, { [256] }> = widen(lanes);
        let product_2: Tile<i64, { [256] }> = wide_index_2 * constant_tile;
        let sum: Tile<i64, { [256] }> = product + product_2;
        let x_ptrs: PointerTile<*mut bf16, { [256] }> = addptr_tile(splat_ptr(x, shape![256]), sum);
        let constant_value_3: Tile<bf16, { [] }> = constant_float(0.0, shape![]);
        let all: Tile<bf16, { [256] }> = splat(constant_value_3, shape![256]);
        let (x_2, _): (Tile<bf16, { [256] }>, Token) = unsafe {
            load_ptr_padded(
                x_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(all),
                Some(token),
                Latency::<1>,
            )
        };
        let converted: Tile<f32, { [256] }> = ftof(x_2, rounding::NearestEven);
        let fused: Tile<f32, { [256] }> =
            fma(converted, converted, constant_tile_2, rounding::NearestEven, ftz::Disabled);
        let total: Tile<f32, { [] }> = reduce_sum(fused, 0i32);
        let constant_value_4: Tile<f32, { [] }> = constant(256.0f32, shape![]);
        let quotient: Tile<f32, { [] }> =
            divf(total, constant_value_4, rounding::NearestEven, ftz::Disabled);
        let sum_2: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_2, ftz::Disabled);
        let rstd_wide: Tile<i64, { [] }> = wide(rstd_size0_known);
        let mask: Tile<bool, { [] }> = below(wide_index, rstd_wide);
        let product_3: Tile<i64, { [] }> = wide_index * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd, product_3);
        let rstd_2: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_2, inverse_root, mask, token) };
        let w_ptrs: PointerTile<*mut f32, { [256] }> =
            addptr_tile(splat_ptr(w, shape![256]), product_2);
        let all_2: Tile<f32, { [256] }> = broadcast_scalar(0.0f32, shape![256]);
        let (w_2, _): (Tile<f32, { [256] }>, Token) = unsafe {
            load_ptr_padded(
                w_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(all_2),
                Some(token),
                Latency::<1>,
            )
        };
        let product_4: Tile<f32, { [256] }> = converted * splat(inverse_root, shape![256]);
        let all_3: Tile<f32, { [256] }> = splat(constant_value_2, shape![256]);
        let sum_3: Tile<f32, { [256] }> = all_3 + w_2;
        let product_5: Tile<f32, { [256] }> = product_4 * sum_3;
        let converted_2: Tile<bf16, { [256] }> = ftof(product_5, rounding::NearestEven);
        let all_4: Tile<i64, { [256] }> = splat(wide_index, shape![256]);
        let out_wide: Tile<i64, { [] }> = wide(out_size0_known);
        let mask_2: Tile<bool, { [256] }> = below(all_4, splat(out_wide, shape![256]));
        let out_wide_2: Tile<i64, { [] }> = wide(out_stride0_known);
        let product_6: Tile<i64, { [256] }> = all_4 * splat(out_wide_2, shape![256]);
        let out_wide_3: Tile<i64, { [] }> = wide(out_size1_known);
        let mask_3: Tile<bool, { [256] }> = below(wide_index_2, splat(out_wide_3, shape![256]));
        let both: Tile<bool, { [256] }> = andi(mask_2, mask_3);
        let sum_4: Tile<i64, { [256] }> = product_6 + product_2;
        let out_ptrs: PointerTile<*mut bf16, { [256] }> =
            addptr_tile(splat_ptr(out, shape![256]), sum_4);
        let _: Token = unsafe {
            store_ptr_tko(
                out_ptrs,
                converted_2,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both),
                Some(token),
                Latency::<1>,
            )
        };
    }

    /// `_rms_norm_kernel_multi_wave_cached`, lines 17 to 54 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v8`.
    ///
    /// Generic over `X_ALIGN`, `X_SIZE1_DIV`, `X_STRIDE0_DIV`, `W_ALIGN`, `W_SIZE0_DIV`, `OUT_ALIGN`, `OUT_SIZE1_DIV`, `OUT_STRIDE0_DIV`, `RSTD_ALIGN`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_multi_wave_cached_v8<
        const X_ALIGN: i32,
        const X_SIZE1_DIV: i32,
        const X_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const W_SIZE0_DIV: i32,
        const OUT_ALIGN: i32,
        const OUT_SIZE1_DIV: i32,
        const OUT_STRIDE0_DIV: i32,
        const RSTD_ALIGN: i32,
    >(
        x_ptr: *mut f32,
        _x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        w_ptr: *mut f32,
        w_size0: i32,
        _w_stride0: i32,
        out_ptr: *mut f32,
        _out_size0: i32,
        out_size1: i32,
        out_stride0: i32,
        _out_stride1: i32,
        rstd_ptr: *mut f32,
        _rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let x: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let w: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let w_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, W_SIZE0_DIV>(w_size0)) };
        let out: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUT_ALIGN>(pointer_to_tile(out_ptr)) };
        let out_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE1_DIV>(out_size1)) };
        let out_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_STRIDE0_DIV>(out_stride0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [128] }> = constant(1i64, shape![128]);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_value: Tile<f32, { [] }> = constant(1e-5f32, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let constant_tile_2: Tile<f32, { [128] }> = constant(0.0f32, shape![128]);
        let lanes: Tile<i32, { [128] }> = iota(shape![128]);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let all: Tile<i64, { [128] }> = splat(wide_index, shape![128]);
        let mask: Tile<bool, { [128] }> = below(all, constant_tile);
        let x_wide: Tile<i64, { [] }> = wide(x_stride0_known);
        let product: Tile<i64, { [128] }> = all * splat(x_wide, shape![128]);
        let wide_index_2: Tile<i64, { [128] }> = widen(lanes);
        let x_wide_2: Tile<i64, { [] }> = wide(x_size1_known);
        let mask_2: Tile<bool, { [128] }> = below(wide_index_2, splat(x_wide_2, shape![128]));
        let both: Tile<bool, { [128] }> = andi(mask, mask_2);
        let product_2: Tile<i64, { [128] }> = wide_index_2 * constant_tile;
        let sum: Tile<i64, { [128] }> = product + product_2;
        let x_ptrs: PointerTile<*mut f32, { [128] }> = addptr_tile(splat_ptr(x, shape![128]), sum);
        let all_2: Tile<f32, { [128] }> = broadcast_scalar(0.0f32, shape![128]);
        let (x_2, _): (Tile<f32, { [128] }>, Token) = unsafe {
            load_ptr_padded(
                x_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both),
                Some(all_2),
                Some(token),
                Latency::<1>,
            )
        };
        let fused: Tile<f32, { [128] }> =
            fma(x_2, x_2, constant_tile_2, rounding::NearestEven, ftz::Disabled);
        let total: Tile<f32, { [] }> = reduce_sum(fused, 0i32);
        let constant_value_2: Tile<f32, { [] }> = constant(127.0f32, shape![]);
        let quotient: Tile<f32, { [] }> =
            divf(total, constant_value_2, rounding::NearestEven, ftz::Disabled);
        let sum_2: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_2, ftz::Disabled);
        let mask_3: Tile<bool, { [] }> = below(wide_index, one);
        let product_3: Tile<i64, { [] }> = wide_index * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd, product_3);
        let rstd_2: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_2, inverse_root, mask_3, token) };
        let w_wide: Tile<i64, { [] }> = wide(w_size0_known);
        let mask_4: Tile<bool, { [128] }> = below(wide_index_2, splat(w_wide, shape![128]));
        let w_ptrs: PointerTile<*mut f32, { [128] }> =
            addptr_tile(splat_ptr(w, shape![128]), product_2);
        let (w_2, _): (Tile<f32, { [128] }>, Token) = unsafe {
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
        let product_4: Tile<f32, { [128] }> = x_2 * splat(inverse_root, shape![128]);
        let sum_3: Tile<f32, { [128] }> = broadcast_scalar(0.0f32, shape![128]) + w_2;
        let product_5: Tile<f32, { [128] }> = product_4 * sum_3;
        let out_wide: Tile<i64, { [] }> = wide(out_stride0_known);
        let product_6: Tile<i64, { [128] }> = all * splat(out_wide, shape![128]);
        let out_wide_2: Tile<i64, { [] }> = wide(out_size1_known);
        let mask_5: Tile<bool, { [128] }> = below(wide_index_2, splat(out_wide_2, shape![128]));
        let both_2: Tile<bool, { [128] }> = andi(mask, mask_5);
        let sum_4: Tile<i64, { [128] }> = product_6 + product_2;
        let out_ptrs: PointerTile<*mut f32, { [128] }> =
            addptr_tile(splat_ptr(out, shape![128]), sum_4);
        let _: Token = unsafe {
            store_ptr_tko(
                out_ptrs,
                product_5,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both_2),
                Some(token),
                Latency::<1>,
            )
        };
    }

    /// `_rms_norm_kernel_multi_wave_cached`, lines 17 to 54 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v9`.
    ///
    /// Generic over `N`, `X_ALIGN`, `X_STRIDE0_DIV`, `W_ALIGN`, `OUT_ALIGN`, `OUT_SIZE1_DIV`, `OUT_STRIDE0_DIV`, `RSTD_ALIGN`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_multi_wave_cached_v9<
        const N: i32,
        const X_ALIGN: i32,
        const X_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const OUT_ALIGN: i32,
        const OUT_SIZE1_DIV: i32,
        const OUT_STRIDE0_DIV: i32,
        const RSTD_ALIGN: i32,
    >(
        x_ptr: *mut f32,
        _x_size0: i32,
        _x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        w_ptr: *mut f32,
        _w_size0: i32,
        _w_stride0: i32,
        out_ptr: *mut f32,
        _out_size0: i32,
        out_size1: i32,
        out_stride0: i32,
        _out_stride1: i32,
        rstd_ptr: *mut f32,
        _rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let shape_n: Shape<{ [N] }> = Shape::<{ [N] }> { dims: &[] };
        let x: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let w: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let out: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUT_ALIGN>(pointer_to_tile(out_ptr)) };
        let out_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE1_DIV>(out_size1)) };
        let out_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_STRIDE0_DIV>(out_stride0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [N] }> = constant(1i64, shape_n);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_value: Tile<f32, { [] }> = constant(1e-5f32, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let constant_tile_2: Tile<f32, { [N] }> = constant(0.0f32, shape_n);
        let lanes: Tile<i32, { [N] }> = iota(shape_n);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let x_wide: Tile<i64, { [] }> = wide(x_stride0_known);
        let product: Tile<i64, { [N] }> = splat(wide_index, shape_n) * splat(x_wide, shape_n);
        let wide_index_2: Tile<i64, { [N] }> = widen(lanes);
        let product_2: Tile<i64, { [N] }> = wide_index_2 * constant_tile;
        let sum: Tile<i64, { [N] }> = product + product_2;
        let x_ptrs: PointerTile<*mut f32, { [N] }> = addptr_tile(splat_ptr(x, shape_n), sum);
        let all: Tile<f32, { [N] }> = broadcast_scalar(0.0f32, shape_n);
        let (x_2, _): (Tile<f32, { [N] }>, Token) = unsafe {
            load_ptr_padded(
                x_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(all),
                Some(token),
                Latency::<1>,
            )
        };
        let fused: Tile<f32, { [N] }> =
            fma(x_2, x_2, constant_tile_2, rounding::NearestEven, ftz::Disabled);
        let total: Tile<f32, { [] }> = reduce_sum(fused, 0i32);
        let constant_value_2: Tile<f32, { [] }> = constant_float(N_FLOAT, shape![]);
        let quotient: Tile<f32, { [] }> =
            divf(total, constant_value_2, rounding::NearestEven, ftz::Disabled);
        let sum_2: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_2, ftz::Disabled);
        let mask: Tile<bool, { [] }> = below(wide_index, one);
        let product_3: Tile<i64, { [] }> = wide_index * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd, product_3);
        let rstd_2: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_2, inverse_root, mask, token) };
        let w_ptrs: PointerTile<*mut f32, { [N] }> = addptr_tile(splat_ptr(w, shape_n), product_2);
        let (w_2, _): (Tile<f32, { [N] }>, Token) = unsafe {
            load_ptr_padded(
                w_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(all),
                Some(token),
                Latency::<1>,
            )
        };
        let product_4: Tile<f32, { [N] }> = x_2 * splat(inverse_root, shape_n);
        let sum_3: Tile<f32, { [N] }> = broadcast_scalar(0.0f32, shape_n) + w_2;
        let product_5: Tile<f32, { [N] }> = product_4 * sum_3;
        let all_2: Tile<i64, { [N] }> = splat(wide_index, shape_n);
        let mask_2: Tile<bool, { [N] }> = below(all_2, constant_tile);
        let out_wide: Tile<i64, { [] }> = wide(out_stride0_known);
        let product_6: Tile<i64, { [N] }> = all_2 * splat(out_wide, shape_n);
        let out_wide_2: Tile<i64, { [] }> = wide(out_size1_known);
        let mask_3: Tile<bool, { [N] }> = below(wide_index_2, splat(out_wide_2, shape_n));
        let both: Tile<bool, { [N] }> = andi(mask_2, mask_3);
        let sum_4: Tile<i64, { [N] }> = product_6 + product_2;
        let out_ptrs: PointerTile<*mut f32, { [N] }> = addptr_tile(splat_ptr(out, shape_n), sum_4);
        let _: Token = unsafe {
            store_ptr_tko(
                out_ptrs,
                product_5,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both),
                Some(token),
                Latency::<1>,
            )
        };
    }

    /// `_rms_norm_kernel_gather`, lines 57 to 99 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v0`.
    ///
    /// Generic over `E`, `TILE_SIZE`, `TILE_SIZE_PER_N`, `X_ALIGN`, `X_STRIDE0_DIV`, `W_ALIGN`, `OUT_ALIGN`, `OUT_SIZE0_DIV`, `OUT_SIZE1_DIV`, `OUT_STRIDE0_DIV`, `RSTD_ALIGN`, `RSTD_SIZE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_gather_v0<
        E: ElementType,
        const TILE_SIZE: i32,
        const TILE_SIZE_PER_N: i32,
        const X_ALIGN: i32,
        const X_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const OUT_ALIGN: i32,
        const OUT_SIZE0_DIV: i32,
        const OUT_SIZE1_DIV: i32,
        const OUT_STRIDE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const RSTD_SIZE0_DIV: i32,
    >(
        x_ptr: *mut E,
        _x_size0: i32,
        _x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        w_ptr: *mut E,
        _w_size0: i32,
        _w_stride0: i32,
        out_ptr: *mut E,
        out_size0: i32,
        out_size1: i32,
        out_stride0: i32,
        _out_stride1: i32,
        rstd_ptr: *mut f32,
        rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let x: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let w: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let out: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, OUT_ALIGN>(pointer_to_tile(out_ptr)) };
        let out_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE0_DIV>(out_size0)) };
        let out_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE1_DIV>(out_size1)) };
        let out_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_STRIDE0_DIV>(out_stride0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let rstd_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, RSTD_SIZE0_DIV>(rstd_size0)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_value: Tile<f32, { [] }> = constant_float(EPS, shape![]);
        let constant_value_2: Tile<f32, { [] }> = constant_float(OFFSET, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let constant_tile_2: Tile<f32, { [TILE_SIZE] }> = constant(0.0f32, shape_tile_size);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let x_wide: Tile<i64, { [] }> = wide(x_stride0_known);
        let product: Tile<i64, { [TILE_SIZE] }> =
            splat(wide_index, shape_tile_size) * splat(x_wide, shape_tile_size);
        let x_base: PointerTile<*mut E, { [TILE_SIZE] }> = splat_ptr(x, shape_tile_size);
        let constant_value_3: Tile<E, { [] }> = constant_float(0.0, shape![]);
        let all: Tile<E, { [TILE_SIZE] }> = splat(constant_value_3, shape_tile_size);
        let mut carry1_0: Tile<f32, { [TILE_SIZE] }> = constant_tile_2;
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
            let sum: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_2, shape_tile_size) + lanes;
            let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(sum);
            let product_3: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile;
            let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_3;
            let x_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> = addptr_tile(x_base, sum_2);
            let (x_2, _): (Tile<E, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    None,
                    Some(all),
                    Some(token),
                    Latency::<1>,
                )
            };
            let converted: Tile<f32, { [TILE_SIZE] }> = ftof(x_2, rounding::NearestEven);
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
        let rstd_wide: Tile<i64, { [] }> = wide(rstd_size0_known);
        let mask: Tile<bool, { [] }> = below(wide_index, rstd_wide);
        let product_4: Tile<i64, { [] }> = wide_index * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd, product_4);
        let rstd_2: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_2, inverse_root, mask, token) };
        let w_base: PointerTile<*mut E, { [TILE_SIZE] }> = splat_ptr(w, shape_tile_size);
        let all_2: Tile<f32, { [TILE_SIZE] }> = splat(inverse_root, shape_tile_size);
        let all_3: Tile<f32, { [TILE_SIZE] }> = splat(constant_value_2, shape_tile_size);
        let all_4: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
        let out_wide: Tile<i64, { [] }> = wide(out_size0_known);
        let mask_2: Tile<bool, { [TILE_SIZE] }> = below(all_4, splat(out_wide, shape_tile_size));
        let out_wide_2: Tile<i64, { [] }> = wide(out_stride0_known);
        let product_5: Tile<i64, { [TILE_SIZE] }> = all_4 * splat(out_wide_2, shape_tile_size);
        let out_wide_3: Tile<i64, { [] }> = wide(out_size1_known);
        let all_5: Tile<i64, { [TILE_SIZE] }> = splat(out_wide_3, shape_tile_size);
        let out_base: PointerTile<*mut E, { [TILE_SIZE] }> = splat_ptr(out, shape_tile_size);
        let mut carry2_0: Token = token;
        for i_2 in (start..end).step_by(step as usize) {
            let product_6: i32 = i_2 * TILE_SIZE;
            let sum_4: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_6, shape_tile_size) + lanes;
            let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(sum_4);
            let product_7: Tile<i64, { [TILE_SIZE] }> = wide_index_3 * constant_tile;
            let w_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> = addptr_tile(w_base, product_7);
            let (w_2, _): (Tile<E, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    w_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    None,
                    Some(all),
                    Some(token),
                    Latency::<1>,
                )
            };
            let converted_2: Tile<f32, { [TILE_SIZE] }> = ftof(w_2, rounding::NearestEven);
            let sum_5: Tile<i64, { [TILE_SIZE] }> = product + product_7;
            let x_ptrs_2: PointerTile<*mut E, { [TILE_SIZE] }> = addptr_tile(x_base, sum_5);
            let (x_3, _): (Tile<E, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs_2,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    None,
                    Some(all),
                    Some(token),
                    Latency::<1>,
                )
            };
            let converted_3: Tile<f32, { [TILE_SIZE] }> = ftof(x_3, rounding::NearestEven);
            let product_8: Tile<f32, { [TILE_SIZE] }> = converted_3 * all_2;
            let sum_6: Tile<f32, { [TILE_SIZE] }> = all_3 + converted_2;
            let product_9: Tile<f32, { [TILE_SIZE] }> = product_8 * sum_6;
            let converted_4: Tile<E, { [TILE_SIZE] }> = ftof(product_9, rounding::NearestEven);
            let mask_3: Tile<bool, { [TILE_SIZE] }> = below(wide_index_3, all_5);
            let both: Tile<bool, { [TILE_SIZE] }> = andi(mask_2, mask_3);
            let sum_7: Tile<i64, { [TILE_SIZE] }> = product_5 + product_7;
            let out_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> = addptr_tile(out_base, sum_7);
            let token_2: Token = unsafe {
                store_ptr_tko(
                    out_ptrs,
                    converted_4,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both),
                    Some(carry2_0),
                    Latency::<1>,
                )
            };
            carry2_0 = token_2;
        }
    }

    /// `_rms_norm_kernel_gather`, lines 57 to 99 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v1`.
    ///
    /// Generic over `EX`, `EW`, `TILE_SIZE`, `X_ALIGN`, `X_SIZE0_DIV`, `X_SIZE1_DIV`, `X_STRIDE0_DIV`, `W_ALIGN`, `W_SIZE0_DIV`, `OUT_ALIGN`, `OUT_SIZE0_DIV`, `OUT_SIZE1_DIV`, `OUT_STRIDE0_DIV`, `RSTD_ALIGN`, `RSTD_SIZE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_gather_v1<
        EX: ElementType,
        EW: ElementType,
        const TILE_SIZE: i32,
        const X_ALIGN: i32,
        const X_SIZE0_DIV: i32,
        const X_SIZE1_DIV: i32,
        const X_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const W_SIZE0_DIV: i32,
        const OUT_ALIGN: i32,
        const OUT_SIZE0_DIV: i32,
        const OUT_SIZE1_DIV: i32,
        const OUT_STRIDE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const RSTD_SIZE0_DIV: i32,
    >(
        x_ptr: *mut EX,
        x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        w_ptr: *mut EW,
        w_size0: i32,
        _w_stride0: i32,
        out_ptr: *mut EX,
        out_size0: i32,
        out_size1: i32,
        out_stride0: i32,
        _out_stride1: i32,
        rstd_ptr: *mut f32,
        rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let x: PointerTile<*mut EX, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE0_DIV>(x_size0)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let w: PointerTile<*mut EW, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let w_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, W_SIZE0_DIV>(w_size0)) };
        let out: PointerTile<*mut EX, { [] }> =
            unsafe { assume_div_by::<_, OUT_ALIGN>(pointer_to_tile(out_ptr)) };
        let out_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE0_DIV>(out_size0)) };
        let out_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE1_DIV>(out_size1)) };
        let out_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_STRIDE0_DIV>(out_stride0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let rstd_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, RSTD_SIZE0_DIV>(rstd_size0)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_value: Tile<f32, { [] }> = constant_float(EPS, shape![]);
        let constant_value_2: Tile<f32, { [] }> = constant_float(OFFSET, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let constant_tile_2: Tile<f32, { [TILE_SIZE] }> = constant(0.0f32, shape_tile_size);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
        let x_wide: Tile<i64, { [] }> = wide(x_size0_known);
        let mask: Tile<bool, { [TILE_SIZE] }> = below(all, splat(x_wide, shape_tile_size));
        let x_wide_2: Tile<i64, { [] }> = wide(x_stride0_known);
        let product: Tile<i64, { [TILE_SIZE] }> = all * splat(x_wide_2, shape_tile_size);
        let x_wide_3: Tile<i64, { [] }> = wide(x_size1_known);
        let all_2: Tile<i64, { [TILE_SIZE] }> = splat(x_wide_3, shape_tile_size);
        let x_base: PointerTile<*mut EX, { [TILE_SIZE] }> = splat_ptr(x, shape_tile_size);
        let constant_value_3: Tile<EX, { [] }> = constant_float(0.0, shape![]);
        let all_3: Tile<EX, { [TILE_SIZE] }> = splat(constant_value_3, shape_tile_size);
        let mut carry1_0: Tile<f32, { [TILE_SIZE] }> = constant_tile_2;
        let start_tile: Tile<i32, { [] }> = constant(0i32, shape![]);
        let start: i32 = tile_to_scalar(start_tile);
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        for i in (start..end).step_by(end as usize) {
            let product_2: i32 = i * TILE_SIZE;
            let sum: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_2, shape_tile_size) + lanes;
            let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(sum);
            let mask_2: Tile<bool, { [TILE_SIZE] }> = below(wide_index_2, all_2);
            let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
            let product_3: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile;
            let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_3;
            let x_ptrs: PointerTile<*mut EX, { [TILE_SIZE] }> = addptr_tile(x_base, sum_2);
            let (x_2, _): (Tile<EX, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both),
                    Some(all_3),
                    Some(token),
                    Latency::<1>,
                )
            };
            let converted: Tile<f32, { [TILE_SIZE] }> = ftof(x_2, rounding::NearestEven);
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
        let rstd_wide: Tile<i64, { [] }> = wide(rstd_size0_known);
        let mask_3: Tile<bool, { [] }> = below(wide_index, rstd_wide);
        let product_4: Tile<i64, { [] }> = wide_index * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd, product_4);
        let rstd_2: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_2, inverse_root, mask_3, token) };
        let w_wide: Tile<i64, { [] }> = wide(w_size0_known);
        let all_4: Tile<i64, { [TILE_SIZE] }> = splat(w_wide, shape_tile_size);
        let w_base: PointerTile<*mut EW, { [TILE_SIZE] }> = splat_ptr(w, shape_tile_size);
        let constant_value_5: Tile<EW, { [] }> = constant_float(0.0, shape![]);
        let all_5: Tile<EW, { [TILE_SIZE] }> = splat(constant_value_5, shape_tile_size);
        let all_6: Tile<f32, { [TILE_SIZE] }> = splat(inverse_root, shape_tile_size);
        let all_7: Tile<f32, { [TILE_SIZE] }> = splat(constant_value_2, shape_tile_size);
        let out_wide: Tile<i64, { [] }> = wide(out_size0_known);
        let mask_4: Tile<bool, { [TILE_SIZE] }> = below(all, splat(out_wide, shape_tile_size));
        let out_wide_2: Tile<i64, { [] }> = wide(out_stride0_known);
        let product_5: Tile<i64, { [TILE_SIZE] }> = all * splat(out_wide_2, shape_tile_size);
        let out_wide_3: Tile<i64, { [] }> = wide(out_size1_known);
        let all_8: Tile<i64, { [TILE_SIZE] }> = splat(out_wide_3, shape_tile_size);
        let out_base: PointerTile<*mut EX, { [TILE_SIZE] }> = splat_ptr(out, shape_tile_size);
        let mut carry2_0: Token = token;
        for i_2 in (start..end).step_by(end as usize) {
            let product_6: i32 = i_2 * TILE_SIZE;
            let sum_4: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_6, shape_tile_size) + lanes;
            let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(sum_4);
            let mask_5: Tile<bool, { [TILE_SIZE] }> = below(wide_index_3, all_4);
            let product_7: Tile<i64, { [TILE_SIZE] }> = wide_index_3 * constant_tile;
            let w_ptrs: PointerTile<*mut EW, { [TILE_SIZE] }> = addptr_tile(w_base, product_7);
            let (w_2, _): (Tile<EW, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    w_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(mask_5),
                    Some(all_5),
                    Some(token),
                    Latency::<1>,
                )
            };
            let converted_2: Tile<f32, { [TILE_SIZE] }> = ftof(w_2, rounding::NearestEven);
            let mask_6: Tile<bool, { [TILE_SIZE] }> = below(wide_index_3, all_2);
            let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_6);
            let sum_5: Tile<i64, { [TILE_SIZE] }> = product + product_7;
            let x_ptrs_2: PointerTile<*mut EX, { [TILE_SIZE] }> = addptr_tile(x_base, sum_5);
            let (x_3, _): (Tile<EX, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs_2,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both_2),
                    Some(all_3),
                    Some(token),
                    Latency::<1>,
                )
            };
            let converted_3: Tile<f32, { [TILE_SIZE] }> = ftof(x_3, rounding::NearestEven);
            let product_8: Tile<f32, { [TILE_SIZE] }> = converted_3 * all_6;
            let sum_6: Tile<f32, { [TILE_SIZE] }> = all_7 + converted_2;
            let product_9: Tile<f32, { [TILE_SIZE] }> = product_8 * sum_6;
            let converted_4: Tile<EX, { [TILE_SIZE] }> = ftof(product_9, rounding::NearestEven);
            let mask_7: Tile<bool, { [TILE_SIZE] }> = below(wide_index_3, all_8);
            let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask_4, mask_7);
            let sum_7: Tile<i64, { [TILE_SIZE] }> = product_5 + product_7;
            let out_ptrs: PointerTile<*mut EX, { [TILE_SIZE] }> = addptr_tile(out_base, sum_7);
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

    /// `_rms_norm_kernel_gather`, lines 57 to 99 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v2`.
    ///
    /// Generic over `TILE_SIZE`, `TILE_SIZE_PER_N`, `X_ALIGN`, `X_STRIDE0_DIV`, `W_ALIGN`, `OUT_ALIGN`, `OUT_SIZE0_DIV`, `OUT_SIZE1_DIV`, `OUT_STRIDE0_DIV`, `RSTD_ALIGN`, `RSTD_SIZE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_gather_v2<
        const TILE_SIZE: i32,
        const TILE_SIZE_PER_N: i32,
        const X_ALIGN: i32,
        const X_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const OUT_ALIGN: i32,
        const OUT_SIZE0_DIV: i32,
        const OUT_SIZE1_DIV: i32,
        const OUT_STRIDE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const RSTD_SIZE0_DIV: i32,
    >(
        x_ptr: *mut f32,
        _x_size0: i32,
        _x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        w_ptr: *mut f32,
        _w_size0: i32,
        _w_stride0: i32,
        out_ptr: *mut f32,
        out_size0: i32,
        out_size1: i32,
        out_stride0: i32,
        _out_stride1: i32,
        rstd_ptr: *mut f32,
        rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let x: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let w: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let out: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUT_ALIGN>(pointer_to_tile(out_ptr)) };
        let out_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE0_DIV>(out_size0)) };
        let out_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE1_DIV>(out_size1)) };
        let out_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_STRIDE0_DIV>(out_stride0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let rstd_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, RSTD_SIZE0_DIV>(rstd_size0)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_value: Tile<f32, { [] }> = constant_float(EPS, shape![]);
        let constant_value_2: Tile<f32, { [] }> = constant_float(OFFSET, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let constant_tile_2: Tile<f32, { [TILE_SIZE] }> = constant(0.0f32, shape_tile_size);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let x_wide: Tile<i64, { [] }> = wide(x_stride0_known);
        let product: Tile<i64, { [TILE_SIZE] }> =
            splat(wide_index, shape_tile_size) * splat(x_wide, shape_tile_size);
        let x_base: PointerTile<*mut f32, { [TILE_SIZE] }> = splat_ptr(x, shape_tile_size);
        let all: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(0.0f32, shape_tile_size);
        let mut carry1_0: Tile<f32, { [TILE_SIZE] }> = constant_tile_2;
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
            let sum: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_2, shape_tile_size) + lanes;
            let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(sum);
            let product_3: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile;
            let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_3;
            let x_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(x_base, sum_2);
            let (x_2, _): (Tile<f32, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    None,
                    Some(all),
                    Some(token),
                    Latency::<1>,
                )
            };
            let fused: Tile<f32, { [TILE_SIZE] }> =
                fma(x_2, x_2, carry1_0, rounding::NearestEven, ftz::Disabled);
            carry1_0 = fused;
        }
        let total: Tile<f32, { [] }> = reduce_sum(carry1_0, 0i32);
        let constant_value_3: Tile<f32, { [] }> = constant_float(N_FLOAT, shape![]);
        let quotient: Tile<f32, { [] }> =
            divf(total, constant_value_3, rounding::NearestEven, ftz::Disabled);
        let sum_3: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_3, ftz::Disabled);
        let rstd_wide: Tile<i64, { [] }> = wide(rstd_size0_known);
        let mask: Tile<bool, { [] }> = below(wide_index, rstd_wide);
        let product_4: Tile<i64, { [] }> = wide_index * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd, product_4);
        let rstd_2: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_2, inverse_root, mask, token) };
        let w_base: PointerTile<*mut f32, { [TILE_SIZE] }> = splat_ptr(w, shape_tile_size);
        let all_2: Tile<f32, { [TILE_SIZE] }> = splat(inverse_root, shape_tile_size);
        let all_3: Tile<f32, { [TILE_SIZE] }> = splat(constant_value_2, shape_tile_size);
        let all_4: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
        let out_wide: Tile<i64, { [] }> = wide(out_size0_known);
        let mask_2: Tile<bool, { [TILE_SIZE] }> = below(all_4, splat(out_wide, shape_tile_size));
        let out_wide_2: Tile<i64, { [] }> = wide(out_stride0_known);
        let product_5: Tile<i64, { [TILE_SIZE] }> = all_4 * splat(out_wide_2, shape_tile_size);
        let out_wide_3: Tile<i64, { [] }> = wide(out_size1_known);
        let all_5: Tile<i64, { [TILE_SIZE] }> = splat(out_wide_3, shape_tile_size);
        let out_base: PointerTile<*mut f32, { [TILE_SIZE] }> = splat_ptr(out, shape_tile_size);
        let mut carry2_0: Token = token;
        for i_2 in (start..end).step_by(step as usize) {
            let product_6: i32 = i_2 * TILE_SIZE;
            let sum_4: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_6, shape_tile_size) + lanes;
            let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(sum_4);
            let product_7: Tile<i64, { [TILE_SIZE] }> = wide_index_3 * constant_tile;
            let w_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(w_base, product_7);
            let (w_2, _): (Tile<f32, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    w_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    None,
                    Some(all),
                    Some(token),
                    Latency::<1>,
                )
            };
            let sum_5: Tile<i64, { [TILE_SIZE] }> = product + product_7;
            let x_ptrs_2: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(x_base, sum_5);
            let (x_3, _): (Tile<f32, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs_2,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    None,
                    Some(all),
                    Some(token),
                    Latency::<1>,
                )
            };
            let product_8: Tile<f32, { [TILE_SIZE] }> = x_3 * all_2;
            let sum_6: Tile<f32, { [TILE_SIZE] }> = all_3 + w_2;
            let product_9: Tile<f32, { [TILE_SIZE] }> = product_8 * sum_6;
            let mask_3: Tile<bool, { [TILE_SIZE] }> = below(wide_index_3, all_5);
            let both: Tile<bool, { [TILE_SIZE] }> = andi(mask_2, mask_3);
            let sum_7: Tile<i64, { [TILE_SIZE] }> = product_5 + product_7;
            let out_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(out_base, sum_7);
            let token_2: Token = unsafe {
                store_ptr_tko(
                    out_ptrs,
                    product_9,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both),
                    Some(carry2_0),
                    Latency::<1>,
                )
            };
            carry2_0 = token_2;
        }
    }

    /// `_rms_norm_kernel_gather`, lines 57 to 99 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v3`.
    ///
    /// Generic over `TILE_SIZE`, `X_ALIGN`, `X_SIZE0_DIV`, `X_SIZE1_DIV`, `X_STRIDE0_DIV`, `W_ALIGN`, `W_SIZE0_DIV`, `OUT_ALIGN`, `OUT_SIZE0_DIV`, `OUT_SIZE1_DIV`, `OUT_STRIDE0_DIV`, `RSTD_ALIGN`, `RSTD_SIZE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_gather_v3<
        const TILE_SIZE: i32,
        const X_ALIGN: i32,
        const X_SIZE0_DIV: i32,
        const X_SIZE1_DIV: i32,
        const X_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const W_SIZE0_DIV: i32,
        const OUT_ALIGN: i32,
        const OUT_SIZE0_DIV: i32,
        const OUT_SIZE1_DIV: i32,
        const OUT_STRIDE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const RSTD_SIZE0_DIV: i32,
    >(
        x_ptr: *mut f32,
        x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        w_ptr: *mut f32,
        w_size0: i32,
        _w_stride0: i32,
        out_ptr: *mut f32,
        out_size0: i32,
        out_size1: i32,
        out_stride0: i32,
        _out_stride1: i32,
        rstd_ptr: *mut f32,
        rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let x: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE0_DIV>(x_size0)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let w: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let w_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, W_SIZE0_DIV>(w_size0)) };
        let out: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUT_ALIGN>(pointer_to_tile(out_ptr)) };
        let out_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE0_DIV>(out_size0)) };
        let out_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE1_DIV>(out_size1)) };
        let out_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_STRIDE0_DIV>(out_stride0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let rstd_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, RSTD_SIZE0_DIV>(rstd_size0)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_value: Tile<f32, { [] }> = constant_float(EPS, shape![]);
        let constant_value_2: Tile<f32, { [] }> = constant_float(OFFSET, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let constant_tile_2: Tile<f32, { [TILE_SIZE] }> = constant(0.0f32, shape_tile_size);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
        let x_wide: Tile<i64, { [] }> = wide(x_size0_known);
        let mask: Tile<bool, { [TILE_SIZE] }> = below(all, splat(x_wide, shape_tile_size));
        let x_wide_2: Tile<i64, { [] }> = wide(x_stride0_known);
        let product: Tile<i64, { [TILE_SIZE] }> = all * splat(x_wide_2, shape_tile_size);
        let x_wide_3: Tile<i64, { [] }> = wide(x_size1_known);
        let all_2: Tile<i64, { [TILE_SIZE] }> = splat(x_wide_3, shape_tile_size);
        let x_base: PointerTile<*mut f32, { [TILE_SIZE] }> = splat_ptr(x, shape_tile_size);
        let all_3: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(0.0f32, shape_tile_size);
        let mut carry1_0: Tile<f32, { [TILE_SIZE] }> = constant_tile_2;
        let start_tile: Tile<i32, { [] }> = constant(0i32, shape![]);
        let start: i32 = tile_to_scalar(start_tile);
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        for i in (start..end).step_by(end as usize) {
            let product_2: i32 = i * TILE_SIZE;
            let sum: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_2, shape_tile_size) + lanes;
            let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(sum);
            let mask_2: Tile<bool, { [TILE_SIZE] }> = below(wide_index_2, all_2);
            let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
            let product_3: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile;
            let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_3;
            let x_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(x_base, sum_2);
            let (x_2, _): (Tile<f32, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both),
                    Some(all_3),
                    Some(token),
                    Latency::<1>,
                )
            };
            let fused: Tile<f32, { [TILE_SIZE] }> =
                fma(x_2, x_2, carry1_0, rounding::NearestEven, ftz::Disabled);
            carry1_0 = fused;
        }
        let total: Tile<f32, { [] }> = reduce_sum(carry1_0, 0i32);
        let constant_value_3: Tile<f32, { [] }> = constant_float(N_FLOAT, shape![]);
        let quotient: Tile<f32, { [] }> =
            divf(total, constant_value_3, rounding::NearestEven, ftz::Disabled);
        let sum_3: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_3, ftz::Disabled);
        let rstd_wide: Tile<i64, { [] }> = wide(rstd_size0_known);
        let mask_3: Tile<bool, { [] }> = below(wide_index, rstd_wide);
        let product_4: Tile<i64, { [] }> = wide_index * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd, product_4);
        let rstd_2: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_2, inverse_root, mask_3, token) };
        let w_wide: Tile<i64, { [] }> = wide(w_size0_known);
        let all_4: Tile<i64, { [TILE_SIZE] }> = splat(w_wide, shape_tile_size);
        let w_base: PointerTile<*mut f32, { [TILE_SIZE] }> = splat_ptr(w, shape_tile_size);
        let all_5: Tile<f32, { [TILE_SIZE] }> = splat(inverse_root, shape_tile_size);
        let all_6: Tile<f32, { [TILE_SIZE] }> = splat(constant_value_2, shape_tile_size);
        let out_wide: Tile<i64, { [] }> = wide(out_size0_known);
        let mask_4: Tile<bool, { [TILE_SIZE] }> = below(all, splat(out_wide, shape_tile_size));
        let out_wide_2: Tile<i64, { [] }> = wide(out_stride0_known);
        let product_5: Tile<i64, { [TILE_SIZE] }> = all * splat(out_wide_2, shape_tile_size);
        let out_wide_3: Tile<i64, { [] }> = wide(out_size1_known);
        let all_7: Tile<i64, { [TILE_SIZE] }> = splat(out_wide_3, shape_tile_size);
        let out_base: PointerTile<*mut f32, { [TILE_SIZE] }> = splat_ptr(out, shape_tile_size);
        let mut carry2_0: Token = token;
        for i_2 in (start..end).step_by(end as usize) {
            let product_6: i32 = i_2 * TILE_SIZE;
            let sum_4: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_6, shape_tile_size) + lanes;
            let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(sum_4);
            let mask_5: Tile<bool, { [TILE_SIZE] }> = below(wide_index_3, all_4);
            let product_7: Tile<i64, { [TILE_SIZE] }> = wide_index_3 * constant_tile;
            let w_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(w_base, product_7);
            let (w_2, _): (Tile<f32, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    w_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(mask_5),
                    Some(all_3),
                    Some(token),
                    Latency::<1>,
                )
            };
            let mask_6: Tile<bool, { [TILE_SIZE] }> = below(wide_index_3, all_2);
            let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_6);
            let sum_5: Tile<i64, { [TILE_SIZE] }> = product + product_7;
            let x_ptrs_2: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(x_base, sum_5);
            let (x_3, _): (Tile<f32, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs_2,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both_2),
                    Some(all_3),
                    Some(token),
                    Latency::<1>,
                )
            };
            let product_8: Tile<f32, { [TILE_SIZE] }> = x_3 * all_5;
            let sum_6: Tile<f32, { [TILE_SIZE] }> = all_6 + w_2;
            let product_9: Tile<f32, { [TILE_SIZE] }> = product_8 * sum_6;
            let mask_7: Tile<bool, { [TILE_SIZE] }> = below(wide_index_3, all_7);
            let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask_4, mask_7);
            let sum_7: Tile<i64, { [TILE_SIZE] }> = product_5 + product_7;
            let out_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(out_base, sum_7);
            let token_2: Token = unsafe {
                store_ptr_tko(
                    out_ptrs,
                    product_9,
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

    /// `_rms_norm_kernel_gather`, lines 57 to 99 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v4`.
    ///
    /// Generic over `X_ALIGN`, `W_ALIGN`, `OUT_ALIGN`, `RSTD_ALIGN`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_gather_v4<
        const X_ALIGN: i32,
        const W_ALIGN: i32,
        const OUT_ALIGN: i32,
        const RSTD_ALIGN: i32,
    >(
        x_ptr: *mut f32,
        _x_size0: i32,
        _x_size1: i32,
        _x_stride0: i32,
        _x_stride1: i32,
        w_ptr: *mut f32,
        _w_size0: i32,
        _w_stride0: i32,
        out_ptr: *mut f32,
        _out_size0: i32,
        _out_size1: i32,
        _out_stride0: i32,
        _out_stride1: i32,
        rstd_ptr: *mut f32,
        _rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let x: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let w: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let out: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUT_ALIGN>(pointer_to_tile(out_ptr)) };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [1] }> = constant(1i64, shape![1]);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_value: Tile<f32, { [] }> = constant(1e-5f32, shape![]);
        let zero: Tile<f32, { [] }> = constant(0.0f32, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let constant_tile_2: Tile<f32, { [1] }> = constant(0.0f32, shape![1]);
        let lanes: Tile<i32, { [1] }> = iota(shape![1]);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let product: Tile<i64, { [1] }> = reshape(wide_index, shape![1]) * constant_tile;
        let x_base: PointerTile<*mut f32, { [1] }> = reshape_ptr(x, shape![1]);
        let reshaped: Tile<f32, { [1] }> = reshape(zero, shape![1]);
        let mut carry1_0: Tile<f32, { [1] }> = constant_tile_2;
        let start_tile: Tile<i32, { [] }> = constant(0i32, shape![]);
        let start: i32 = tile_to_scalar(start_tile);
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        for i in (start..end).step_by(end as usize) {
            let product_2: i32 = i * 1;
            let product_2_tile: Tile<i32, { [] }> = scalar_to_tile(product_2);
            let sum: Tile<i32, { [1] }> = reshape(product_2_tile, shape![1]) + lanes;
            let wide_index_2: Tile<i64, { [1] }> = widen(sum);
            let product_3: Tile<i64, { [1] }> = wide_index_2 * constant_tile;
            let sum_2: Tile<i64, { [1] }> = product + product_3;
            let x_ptrs: PointerTile<*mut f32, { [1] }> = addptr_tile(x_base, sum_2);
            let x_2: PointerTile<*mut f32, { [1] }> = unsafe { assume_div_by::<_, 4>(x_ptrs) };
            let (x_3, _): (Tile<f32, { [1] }>, Token) = unsafe {
                load_ptr_padded(
                    x_2,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    None,
                    Some(reshaped),
                    Some(token),
                    Latency::<1>,
                )
            };
            let fused: Tile<f32, { [1] }> =
                fma(x_3, x_3, carry1_0, rounding::NearestEven, ftz::Disabled);
            carry1_0 = fused;
        }
        let total: Tile<f32, { [] }> = reduce_sum(carry1_0, 0i32);
        let one_2: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let quotient: Tile<f32, { [] }> = divf(total, one_2, rounding::NearestEven, ftz::Disabled);
        let sum_3: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_3, ftz::Disabled);
        let mask: Tile<bool, { [] }> = below(wide_index, one);
        let product_4: Tile<i64, { [] }> = wide_index * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd, product_4);
        let rstd_2: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_2, inverse_root, mask, token) };
        let w_base: PointerTile<*mut f32, { [1] }> = reshape_ptr(w, shape![1]);
        let reshaped_2: Tile<f32, { [1] }> = reshape(inverse_root, shape![1]);
        let reshaped_3: Tile<i64, { [1] }> = reshape(wide_index, shape![1]);
        let mask_2: Tile<bool, { [1] }> = below(reshaped_3, constant_tile);
        let product_5: Tile<i64, { [1] }> = reshaped_3 * constant_tile;
        let out_base: PointerTile<*mut f32, { [1] }> = reshape_ptr(out, shape![1]);
        let mut carry2_0: Token = token;
        for i_2 in (start..end).step_by(end as usize) {
            let product_6: i32 = i_2 * 1;
            let product_6_tile: Tile<i32, { [] }> = scalar_to_tile(product_6);
            let sum_4: Tile<i32, { [1] }> = reshape(product_6_tile, shape![1]) + lanes;
            let wide_index_3: Tile<i64, { [1] }> = widen(sum_4);
            let product_7: Tile<i64, { [1] }> = wide_index_3 * constant_tile;
            let w_ptrs: PointerTile<*mut f32, { [1] }> = addptr_tile(w_base, product_7);
            let w_2: PointerTile<*mut f32, { [1] }> = unsafe { assume_div_by::<_, 4>(w_ptrs) };
            let (w_3, _): (Tile<f32, { [1] }>, Token) = unsafe {
                load_ptr_padded(
                    w_2,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    None,
                    Some(reshaped),
                    Some(token),
                    Latency::<1>,
                )
            };
            let sum_5: Tile<i64, { [1] }> = product + product_7;
            let x_ptrs_2: PointerTile<*mut f32, { [1] }> = addptr_tile(x_base, sum_5);
            let x_4: PointerTile<*mut f32, { [1] }> = unsafe { assume_div_by::<_, 4>(x_ptrs_2) };
            let (x_5, _): (Tile<f32, { [1] }>, Token) = unsafe {
                load_ptr_padded(
                    x_4,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    None,
                    Some(reshaped),
                    Some(token),
                    Latency::<1>,
                )
            };
            let product_8: Tile<f32, { [1] }> = x_5 * reshaped_2;
            let sum_6: Tile<f32, { [1] }> = reshaped + w_3;
            let product_9: Tile<f32, { [1] }> = product_8 * sum_6;
            let mask_3: Tile<bool, { [1] }> = below(wide_index_3, constant_tile);
            let both: Tile<bool, { [1] }> = andi(mask_2, mask_3);
            let sum_7: Tile<i64, { [1] }> = product_5 + product_7;
            let out_ptrs: PointerTile<*mut f32, { [1] }> = addptr_tile(out_base, sum_7);
            let out_2: PointerTile<*mut f32, { [1] }> = unsafe { assume_div_by::<_, 4>(out_ptrs) };
            let token_2: Token = unsafe {
                store_ptr_tko(
                    out_2,
                    product_9,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both),
                    Some(carry2_0),
                    Latency::<1>,
                )
            };
            carry2_0 = token_2;
        }
    }

    /// `_rms_norm_kernel_gather`, lines 57 to 99 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v5`.
    ///
    /// Generic over `E`, `TILE_SIZE`, `TILE_SIZE_PER_N`, `X_ALIGN`, `X_STRIDE0_DIV`, `W_ALIGN`, `OUT_ALIGN`, `OUT_SIZE1_DIV`, `OUT_STRIDE0_DIV`, `RSTD_ALIGN`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_gather_v5<
        E: ElementType,
        const TILE_SIZE: i32,
        const TILE_SIZE_PER_N: i32,
        const X_ALIGN: i32,
        const X_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const OUT_ALIGN: i32,
        const OUT_SIZE1_DIV: i32,
        const OUT_STRIDE0_DIV: i32,
        const RSTD_ALIGN: i32,
    >(
        x_ptr: *mut E,
        _x_size0: i32,
        _x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        w_ptr: *mut E,
        _w_size0: i32,
        _w_stride0: i32,
        out_ptr: *mut E,
        _out_size0: i32,
        out_size1: i32,
        out_stride0: i32,
        _out_stride1: i32,
        rstd_ptr: *mut f32,
        _rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let x: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let w: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let out: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, OUT_ALIGN>(pointer_to_tile(out_ptr)) };
        let out_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE1_DIV>(out_size1)) };
        let out_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_STRIDE0_DIV>(out_stride0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_value: Tile<f32, { [] }> = constant(1e-5f32, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let constant_tile_2: Tile<f32, { [TILE_SIZE] }> = constant(0.0f32, shape_tile_size);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let x_wide: Tile<i64, { [] }> = wide(x_stride0_known);
        let product: Tile<i64, { [TILE_SIZE] }> =
            splat(wide_index, shape_tile_size) * splat(x_wide, shape_tile_size);
        let x_base: PointerTile<*mut E, { [TILE_SIZE] }> = splat_ptr(x, shape_tile_size);
        let constant_value_2: Tile<E, { [] }> = constant_float(0.0, shape![]);
        let all: Tile<E, { [TILE_SIZE] }> = splat(constant_value_2, shape_tile_size);
        let mut carry1_0: Tile<f32, { [TILE_SIZE] }> = constant_tile_2;
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
            let sum: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_2, shape_tile_size) + lanes;
            let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(sum);
            let product_3: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile;
            let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_3;
            let x_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> = addptr_tile(x_base, sum_2);
            let (x_2, _): (Tile<E, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    None,
                    Some(all),
                    Some(token),
                    Latency::<1>,
                )
            };
            let converted: Tile<f32, { [TILE_SIZE] }> = ftof(x_2, rounding::NearestEven);
            let fused: Tile<f32, { [TILE_SIZE] }> =
                fma(converted, converted, carry1_0, rounding::NearestEven, ftz::Disabled);
            carry1_0 = fused;
        }
        let total: Tile<f32, { [] }> = reduce_sum(carry1_0, 0i32);
        let constant_value_3: Tile<f32, { [] }> = constant_float(N_FLOAT, shape![]);
        let quotient: Tile<f32, { [] }> =
            divf(total, constant_value_3, rounding::NearestEven, ftz::Disabled);
        let sum_3: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_3, ftz::Disabled);
        let mask: Tile<bool, { [] }> = below(wide_index, one);
        let product_4: Tile<i64, { [] }> = wide_index * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd, product_4);
        let rstd_2: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_2, inverse_root, mask, token) };
        let w_base: PointerTile<*mut E, { [TILE_SIZE] }> = splat_ptr(w, shape_tile_size);
        let all_2: Tile<f32, { [TILE_SIZE] }> = splat(inverse_root, shape_tile_size);
        let all_3: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(0.0f32, shape_tile_size);
        let all_4: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
        let mask_2: Tile<bool, { [TILE_SIZE] }> = below(all_4, constant_tile);
        let out_wide: Tile<i64, { [] }> = wide(out_stride0_known);
        let product_5: Tile<i64, { [TILE_SIZE] }> = all_4 * splat(out_wide, shape_tile_size);
        let out_wide_2: Tile<i64, { [] }> = wide(out_size1_known);
        let all_5: Tile<i64, { [TILE_SIZE] }> = splat(out_wide_2, shape_tile_size);
        let out_base: PointerTile<*mut E, { [TILE_SIZE] }> = splat_ptr(out, shape_tile_size);
        let mut carry2_0: Token = token;
        for i_2 in (start..end).step_by(step as usize) {
            let product_6: i32 = i_2 * TILE_SIZE;
            let sum_4: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_6, shape_tile_size) + lanes;
            let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(sum_4);
            let product_7: Tile<i64, { [TILE_SIZE] }> = wide_index_3 * constant_tile;
            let w_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> = addptr_tile(w_base, product_7);
            let (w_2, _): (Tile<E, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    w_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    None,
                    Some(all),
                    Some(token),
                    Latency::<1>,
                )
            };
            let converted_2: Tile<f32, { [TILE_SIZE] }> = ftof(w_2, rounding::NearestEven);
            let sum_5: Tile<i64, { [TILE_SIZE] }> = product + product_7;
            let x_ptrs_2: PointerTile<*mut E, { [TILE_SIZE] }> = addptr_tile(x_base, sum_5);
            let (x_3, _): (Tile<E, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs_2,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    None,
                    Some(all),
                    Some(token),
                    Latency::<1>,
                )
            };
            let converted_3: Tile<f32, { [TILE_SIZE] }> = ftof(x_3, rounding::NearestEven);
            let product_8: Tile<f32, { [TILE_SIZE] }> = converted_3 * all_2;
            let sum_6: Tile<f32, { [TILE_SIZE] }> = all_3 + converted_2;
            let product_9: Tile<f32, { [TILE_SIZE] }> = product_8 * sum_6;
            let converted_4: Tile<E, { [TILE_SIZE] }> = ftof(product_9, rounding::NearestEven);
            let mask_3: Tile<bool, { [TILE_SIZE] }> = below(wide_index_3, all_5);
            let both: Tile<bool, { [TILE_SIZE] }> = andi(mask_2, mask_3);
            let sum_7: Tile<i64, { [TILE_SIZE] }> = product_5 + product_7;
            let out_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> = addptr_tile(out_base, sum_7);
            let token_2: Token = unsafe {
                store_ptr_tko(
                    out_ptrs,
                    converted_4,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both),
                    Some(carry2_0),
                    Latency::<1>,
                )
            };
            carry2_0 = token_2;
        }
    }

    /// `_rms_norm_kernel_gather`, lines 57 to 99 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v6`.
    ///
    /// Generic over `E`, `TILE_SIZE`, `X_ALIGN`, `X_SIZE1_DIV`, `X_STRIDE0_DIV`, `W_ALIGN`, `W_SIZE0_DIV`, `OUT_ALIGN`, `OUT_SIZE1_DIV`, `OUT_STRIDE0_DIV`, `RSTD_ALIGN`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_gather_v6<
        E: ElementType,
        const TILE_SIZE: i32,
        const X_ALIGN: i32,
        const X_SIZE1_DIV: i32,
        const X_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const W_SIZE0_DIV: i32,
        const OUT_ALIGN: i32,
        const OUT_SIZE1_DIV: i32,
        const OUT_STRIDE0_DIV: i32,
        const RSTD_ALIGN: i32,
    >(
        x_ptr: *mut E,
        _x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        w_ptr: *mut E,
        w_size0: i32,
        _w_stride0: i32,
        out_ptr: *mut E,
        _out_size0: i32,
        out_size1: i32,
        out_stride0: i32,
        _out_stride1: i32,
        rstd_ptr: *mut f32,
        _rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let x: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let w: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let w_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, W_SIZE0_DIV>(w_size0)) };
        let out: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, OUT_ALIGN>(pointer_to_tile(out_ptr)) };
        let out_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE1_DIV>(out_size1)) };
        let out_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_STRIDE0_DIV>(out_stride0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_value: Tile<f32, { [] }> = constant(1e-5f32, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let constant_tile_2: Tile<f32, { [TILE_SIZE] }> = constant(0.0f32, shape_tile_size);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
        let mask: Tile<bool, { [TILE_SIZE] }> = below(all, constant_tile);
        let x_wide: Tile<i64, { [] }> = wide(x_stride0_known);
        let product: Tile<i64, { [TILE_SIZE] }> = all * splat(x_wide, shape_tile_size);
        let x_wide_2: Tile<i64, { [] }> = wide(x_size1_known);
        let all_2: Tile<i64, { [TILE_SIZE] }> = splat(x_wide_2, shape_tile_size);
        let x_base: PointerTile<*mut E, { [TILE_SIZE] }> = splat_ptr(x, shape_tile_size);
        let constant_value_2: Tile<E, { [] }> = constant_float(0.0, shape![]);
        let all_3: Tile<E, { [TILE_SIZE] }> = splat(constant_value_2, shape_tile_size);
        let mut carry1_0: Tile<f32, { [TILE_SIZE] }> = constant_tile_2;
        let start_tile: Tile<i32, { [] }> = constant(0i32, shape![]);
        let start: i32 = tile_to_scalar(start_tile);
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        for i in (start..end).step_by(end as usize) {
            let product_2: i32 = i * TILE_SIZE;
            let sum: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_2, shape_tile_size) + lanes;
            let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(sum);
            let mask_2: Tile<bool, { [TILE_SIZE] }> = below(wide_index_2, all_2);
            let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
            let product_3: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile;
            let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_3;
            let x_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> = addptr_tile(x_base, sum_2);
            let (x_2, _): (Tile<E, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both),
                    Some(all_3),
                    Some(token),
                    Latency::<1>,
                )
            };
            let converted: Tile<f32, { [TILE_SIZE] }> = ftof(x_2, rounding::NearestEven);
            let fused: Tile<f32, { [TILE_SIZE] }> =
                fma(converted, converted, carry1_0, rounding::NearestEven, ftz::Disabled);
            carry1_0 = fused;
        }
        let total: Tile<f32, { [] }> = reduce_sum(carry1_0, 0i32);
        let constant_value_3: Tile<f32, { [] }> = constant_float(N_FLOAT, shape![]);
        let quotient: Tile<f32, { [] }> =
            divf(total, constant_value_3, rounding::NearestEven, ftz::Disabled);
        let sum_3: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_3, ftz::Disabled);
        let mask_3: Tile<bool, { [] }> = below(wide_index, one);
        let product_4: Tile<i64, { [] }> = wide_index * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd, product_4);
        let rstd_2: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_2, inverse_root, mask_3, token) };
        let w_wide: Tile<i64, { [] }> = wide(w_size0_known);
        let all_4: Tile<i64, { [TILE_SIZE] }> = splat(w_wide, shape_tile_size);
        let w_base: PointerTile<*mut E, { [TILE_SIZE] }> = splat_ptr(w, shape_tile_size);
        let all_5: Tile<f32, { [TILE_SIZE] }> = splat(inverse_root, shape_tile_size);
        let all_6: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(0.0f32, shape_tile_size);
        let out_wide: Tile<i64, { [] }> = wide(out_stride0_known);
        let product_5: Tile<i64, { [TILE_SIZE] }> = all * splat(out_wide, shape_tile_size);
        let out_wide_2: Tile<i64, { [] }> = wide(out_size1_known);
        let all_7: Tile<i64, { [TILE_SIZE] }> = splat(out_wide_2, shape_tile_size);
        let out_base: PointerTile<*mut E, { [TILE_SIZE] }> = splat_ptr(out, shape_tile_size);
        let mut carry2_0: Token = token;
        for i_2 in (start..end).step_by(end as usize) {
            let product_6: i32 = i_2 * TILE_SIZE;
            let sum_4: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_6, shape_tile_size) + lanes;
            let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(sum_4);
            let mask_4: Tile<bool, { [TILE_SIZE] }> = below(wide_index_3, all_4);
            let product_7: Tile<i64, { [TILE_SIZE] }> = wide_index_3 * constant_tile;
            let w_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> = addptr_tile(w_base, product_7);
            let (w_2, _): (Tile<E, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    w_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(mask_4),
                    Some(all_3),
                    Some(token),
                    Latency::<1>,
                )
            };
            let converted_2: Tile<f32, { [TILE_SIZE] }> = ftof(w_2, rounding::NearestEven);
            let mask_5: Tile<bool, { [TILE_SIZE] }> = below(wide_index_3, all_2);
            let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_5);
            let sum_5: Tile<i64, { [TILE_SIZE] }> = product + product_7;
            let x_ptrs_2: PointerTile<*mut E, { [TILE_SIZE] }> = addptr_tile(x_base, sum_5);
            let (x_3, _): (Tile<E, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs_2,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both_2),
                    Some(all_3),
                    Some(token),
                    Latency::<1>,
                )
            };
            let converted_3: Tile<f32, { [TILE_SIZE] }> = ftof(x_3, rounding::NearestEven);
            let product_8: Tile<f32, { [TILE_SIZE] }> = converted_3 * all_5;
            let sum_6: Tile<f32, { [TILE_SIZE] }> = all_6 + converted_2;
            let product_9: Tile<f32, { [TILE_SIZE] }> = product_8 * sum_6;
            let converted_4: Tile<E, { [TILE_SIZE] }> = ftof(product_9, rounding::NearestEven);
            let mask_6: Tile<bool, { [TILE_SIZE] }> = below(wide_index_3, all_7);
            let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_6);
            let sum_7: Tile<i64, { [TILE_SIZE] }> = product_5 + product_7;
            let out_ptrs: PointerTile<*mut E, { [TILE_SIZE] }> = addptr_tile(out_base, sum_7);
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

    /// `_rms_norm_kernel_gather`, lines 57 to 99 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v7`.
    ///
    /// Generic over `TILE_SIZE`, `TILE_SIZE_PER_N`, `X_ALIGN`, `X_STRIDE0_DIV`, `W_ALIGN`, `OUT_ALIGN`, `OUT_SIZE0_DIV`, `OUT_SIZE1_DIV`, `OUT_STRIDE0_DIV`, `RSTD_ALIGN`, `RSTD_SIZE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_gather_v7<
        const TILE_SIZE: i32,
        const TILE_SIZE_PER_N: i32,
        const X_ALIGN: i32,
        const X_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const OUT_ALIGN: i32,
        const OUT_SIZE0_DIV: i32,
        const OUT_SIZE1_DIV: i32,
        const OUT_STRIDE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const RSTD_SIZE0_DIV: i32,
    >(
        x_ptr: *mut bf16,
        _x_size0: i32,
        _x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        w_ptr: *mut f32,
        _w_size0: i32,
        _w_stride0: i32,
        out_ptr: *mut bf16,
        out_size0: i32,
        out_size1: i32,
        out_stride0: i32,
        _out_stride1: i32,
        rstd_ptr: *mut f32,
        rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let x: PointerTile<*mut bf16, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let w: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let out: PointerTile<*mut bf16, { [] }> =
            unsafe { assume_div_by::<_, OUT_ALIGN>(pointer_to_tile(out_ptr)) };
        let out_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE0_DIV>(out_size0)) };
        let out_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE1_DIV>(out_size1)) };
        let out_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_STRIDE0_DIV>(out_stride0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let rstd_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, RSTD_SIZE0_DIV>(rstd_size0)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_value: Tile<f32, { [] }> = constant_float(EPS, shape![]);
        let constant_value_2: Tile<f32, { [] }> = constant_float(OFFSET, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let constant_tile_2: Tile<f32, { [TILE_SIZE] }> = constant(0.0f32, shape_tile_size);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let x_wide: Tile<i64, { [] }> = wide(x_stride0_known);
        let product: Tile<i64, { [TILE_SIZE] }> =
            splat(wide_index, shape_tile_size) * splat(x_wide, shape_tile_size);
        let x_base: PointerTile<*mut bf16, { [TILE_SIZE] }> = splat_ptr(x, shape_tile_size);
        let constant_value_3: Tile<bf16, { [] }> = constant_float(0.0, shape![]);
        let all: Tile<bf16, { [TILE_SIZE] }> = splat(constant_value_3, shape_tile_size);
        let mut carry1_0: Tile<f32, { [TILE_SIZE] }> = constant_tile_2;
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
            let sum: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_2, shape_tile_size) + lanes;
            let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(sum);
            let product_3: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile;
            let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_3;
            let x_ptrs: PointerTile<*mut bf16, { [TILE_SIZE] }> = addptr_tile(x_base, sum_2);
            let (x_2, _): (Tile<bf16, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    None,
                    Some(all),
                    Some(token),
                    Latency::<1>,
                )
            };
            let converted: Tile<f32, { [TILE_SIZE] }> = ftof(x_2, rounding::NearestEven);
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
        let rstd_wide: Tile<i64, { [] }> = wide(rstd_size0_known);
        let mask: Tile<bool, { [] }> = below(wide_index, rstd_wide);
        let product_4: Tile<i64, { [] }> = wide_index * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd, product_4);
        let rstd_2: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_2, inverse_root, mask, token) };
        let w_base: PointerTile<*mut f32, { [TILE_SIZE] }> = splat_ptr(w, shape_tile_size);
        let all_2: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(0.0f32, shape_tile_size);
        let all_3: Tile<f32, { [TILE_SIZE] }> = splat(inverse_root, shape_tile_size);
        let all_4: Tile<f32, { [TILE_SIZE] }> = splat(constant_value_2, shape_tile_size);
        let all_5: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
        let out_wide: Tile<i64, { [] }> = wide(out_size0_known);
        let mask_2: Tile<bool, { [TILE_SIZE] }> = below(all_5, splat(out_wide, shape_tile_size));
        let out_wide_2: Tile<i64, { [] }> = wide(out_stride0_known);
        let product_5: Tile<i64, { [TILE_SIZE] }> = all_5 * splat(out_wide_2, shape_tile_size);
        let out_wide_3: Tile<i64, { [] }> = wide(out_size1_known);
        let all_6: Tile<i64, { [TILE_SIZE] }> = splat(out_wide_3, shape_tile_size);
        let out_base: PointerTile<*mut bf16, { [TILE_SIZE] }> = splat_ptr(out, shape_tile_size);
        let mut carry2_0: Token = token;
        for i_2 in (start..end).step_by(step as usize) {
            let product_6: i32 = i_2 * TILE_SIZE;
            let sum_4: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_6, shape_tile_size) + lanes;
            let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(sum_4);
            let product_7: Tile<i64, { [TILE_SIZE] }> = wide_index_3 * constant_tile;
            let w_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(w_base, product_7);
            let (w_2, _): (Tile<f32, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    w_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    None,
                    Some(all_2),
                    Some(token),
                    Latency::<1>,
                )
            };
            let sum_5: Tile<i64, { [TILE_SIZE] }> = product + product_7;
            let x_ptrs_2: PointerTile<*mut bf16, { [TILE_SIZE] }> = addptr_tile(x_base, sum_5);
            let (x_3, _): (Tile<bf16, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs_2,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    None,
                    Some(all),
                    Some(token),
                    Latency::<1>,
                )
            };
            let converted_2: Tile<f32, { [TILE_SIZE] }> = ftof(x_3, rounding::NearestEven);
            let product_8: Tile<f32, { [TILE_SIZE] }> = converted_2 * all_3;
            let sum_6: Tile<f32, { [TILE_SIZE] }> = all_4 + w_2;
            let product_9: Tile<f32, { [TILE_SIZE] }> = product_8 * sum_6;
            let converted_3: Tile<bf16, { [TILE_SIZE] }> = ftof(product_9, rounding::NearestEven);
            let mask_3: Tile<bool, { [TILE_SIZE] }> = below(wide_index_3, all_6);
            let both: Tile<bool, { [TILE_SIZE] }> = andi(mask_2, mask_3);
            let sum_7: Tile<i64, { [TILE_SIZE] }> = product_5 + product_7;
            let out_ptrs: PointerTile<*mut bf16, { [TILE_SIZE] }> = addptr_tile(out_base, sum_7);
            let token_2: Token = unsafe {
                store_ptr_tko(
                    out_ptrs,
                    converted_3,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both),
                    Some(carry2_0),
                    Latency::<1>,
                )
            };
            carry2_0 = token_2;
        }
    }

    /// `_rms_norm_kernel_gather`, lines 57 to 99 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v8`.
    ///
    /// Generic over `X_ALIGN`, `X_SIZE1_DIV`, `X_STRIDE0_DIV`, `W_ALIGN`, `W_SIZE0_DIV`, `OUT_ALIGN`, `OUT_SIZE1_DIV`, `OUT_STRIDE0_DIV`, `RSTD_ALIGN`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_gather_v8<
        const X_ALIGN: i32,
        const X_SIZE1_DIV: i32,
        const X_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const W_SIZE0_DIV: i32,
        const OUT_ALIGN: i32,
        const OUT_SIZE1_DIV: i32,
        const OUT_STRIDE0_DIV: i32,
        const RSTD_ALIGN: i32,
    >(
        x_ptr: *mut f32,
        _x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        w_ptr: *mut f32,
        w_size0: i32,
        _w_stride0: i32,
        out_ptr: *mut f32,
        _out_size0: i32,
        out_size1: i32,
        out_stride0: i32,
        _out_stride1: i32,
        rstd_ptr: *mut f32,
        _rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let x: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let w: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let w_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, W_SIZE0_DIV>(w_size0)) };
        let out: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUT_ALIGN>(pointer_to_tile(out_ptr)) };
        let out_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE1_DIV>(out_size1)) };
        let out_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_STRIDE0_DIV>(out_stride0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [128] }> = constant(1i64, shape![128]);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_value: Tile<f32, { [] }> = constant(1e-5f32, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let constant_tile_2: Tile<f32, { [128] }> = constant(0.0f32, shape![128]);
        let lanes: Tile<i32, { [128] }> = iota(shape![128]);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let all: Tile<i64, { [128] }> = splat(wide_index, shape![128]);
        let mask: Tile<bool, { [128] }> = below(all, constant_tile);
        let x_wide: Tile<i64, { [] }> = wide(x_stride0_known);
        let product: Tile<i64, { [128] }> = all * splat(x_wide, shape![128]);
        let x_wide_2: Tile<i64, { [] }> = wide(x_size1_known);
        let all_2: Tile<i64, { [128] }> = splat(x_wide_2, shape![128]);
        let x_base: PointerTile<*mut f32, { [128] }> = splat_ptr(x, shape![128]);
        let all_3: Tile<f32, { [128] }> = broadcast_scalar(0.0f32, shape![128]);
        let mut carry1_0: Tile<f32, { [128] }> = constant_tile_2;
        let start_tile: Tile<i32, { [] }> = constant(0i32, shape![]);
        let start: i32 = tile_to_scalar(start_tile);
        let end_tile: Tile<i32, { [] }> = constant(1i32, shape![]);
        let end: i32 = tile_to_scalar(end_tile);
        for i in (start..end).step_by(end as usize) {
            let product_2: i32 = i * 128;
            let sum: Tile<i32, { [128] }> = broadcast_scalar(product_2, shape![128]) + lanes;
            let wide_index_2: Tile<i64, { [128] }> = widen(sum);
            let mask_2: Tile<bool, { [128] }> = below(wide_index_2, all_2);
            let both: Tile<bool, { [128] }> = andi(mask, mask_2);
            let product_3: Tile<i64, { [128] }> = wide_index_2 * constant_tile;
            let sum_2: Tile<i64, { [128] }> = product + product_3;
            let x_ptrs: PointerTile<*mut f32, { [128] }> = addptr_tile(x_base, sum_2);
            let (x_2, _): (Tile<f32, { [128] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both),
                    Some(all_3),
                    Some(token),
                    Latency::<1>,
                )
            };
            let fused: Tile<f32, { [128] }> =
                fma(x_2, x_2, carry1_0, rounding::NearestEven, ftz::Disabled);
            carry1_0 = fused;
        }
        let total: Tile<f32, { [] }> = reduce_sum(carry1_0, 0i32);
        let constant_value_2: Tile<f32, { [] }> = constant(127.0f32, shape![]);
        let quotient: Tile<f32, { [] }> =
            divf(total, constant_value_2, rounding::NearestEven, ftz::Disabled);
        let sum_3: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_3, ftz::Disabled);
        let mask_3: Tile<bool, { [] }> = below(wide_index, one);
        let product_4: Tile<i64, { [] }> = wide_index * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd, product_4);
        let rstd_2: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_2, inverse_root, mask_3, token) };
        let w_wide: Tile<i64, { [] }> = wide(w_size0_known);
        let all_4: Tile<i64, { [128] }> = splat(w_wide, shape![128]);
        let w_base: PointerTile<*mut f32, { [128] }> = splat_ptr(w, shape![128]);
        let all_5: Tile<f32, { [128] }> = splat(inverse_root, shape![128]);
        let out_wide: Tile<i64, { [] }> = wide(out_stride0_known);
        let product_5: Tile<i64, { [128] }> = all * splat(out_wide, shape![128]);
        let out_wide_2: Tile<i64, { [] }> = wide(out_size1_known);
        let all_6: Tile<i64, { [128] }> = splat(out_wide_2, shape![128]);
        let out_base: PointerTile<*mut f32, { [128] }> = splat_ptr(out, shape![128]);
        let mut carry2_0: Token = token;
        for i_2 in (start..end).step_by(end as usize) {
            let product_6: i32 = i_2 * 128;
            let sum_4: Tile<i32, { [128] }> = broadcast_scalar(product_6, shape![128]) + lanes;
            let wide_index_3: Tile<i64, { [128] }> = widen(sum_4);
            let mask_4: Tile<bool, { [128] }> = below(wide_index_3, all_4);
            let product_7: Tile<i64, { [128] }> = wide_index_3 * constant_tile;
            let w_ptrs: PointerTile<*mut f32, { [128] }> = addptr_tile(w_base, product_7);
            let (w_2, _): (Tile<f32, { [128] }>, Token) = unsafe {
                load_ptr_padded(
                    w_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(mask_4),
                    Some(all_3),
                    Some(token),
                    Latency::<1>,
                )
            };
            let mask_5: Tile<bool, { [128] }> = below(wide_index_3, all_2);
            let both_2: Tile<bool, { [128] }> = andi(mask, mask_5);
            let sum_5: Tile<i64, { [128] }> = product + product_7;
            let x_ptrs_2: PointerTile<*mut f32, { [128] }> = addptr_tile(x_base, sum_5);
            let (x_3, _): (Tile<f32, { [128] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs_2,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both_2),
                    Some(all_3),
                    Some(token),
                    Latency::<1>,
                )
            };
            let product_8: Tile<f32, { [128] }> = x_3 * all_5;
            let sum_6: Tile<f32, { [128] }> = all_3 + w_2;
            let product_9: Tile<f32, { [128] }> = product_8 * sum_6;
            let mask_6: Tile<bool, { [128] }> = below(wide_index_3, all_6);
            let both_3: Tile<bool, { [128] }> = andi(mask, mask_6);
            let sum_7: Tile<i64, { [128] }> = product_5 + product_7;
            let out_ptrs: PointerTile<*mut f32, { [128] }> = addptr_tile(out_base, sum_7);
            let token_2: Token = unsafe {
                store_ptr_tko(
                    out_ptrs,
                    product_9,
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

    /// `_rms_norm_kernel_gather`, lines 57 to 99 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v9`.
    ///
    /// Generic over `TILE_SIZE`, `TILE_SIZE_PER_N`, `X_ALIGN`, `X_STRIDE0_DIV`, `W_ALIGN`, `OUT_ALIGN`, `OUT_SIZE1_DIV`, `OUT_STRIDE0_DIV`, `RSTD_ALIGN`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_gather_v9<
        const TILE_SIZE: i32,
        const TILE_SIZE_PER_N: i32,
        const X_ALIGN: i32,
        const X_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const OUT_ALIGN: i32,
        const OUT_SIZE1_DIV: i32,
        const OUT_STRIDE0_DIV: i32,
        const RSTD_ALIGN: i32,
    >(
        x_ptr: *mut f32,
        _x_size0: i32,
        _x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        w_ptr: *mut f32,
        _w_size0: i32,
        _w_stride0: i32,
        out_ptr: *mut f32,
        _out_size0: i32,
        out_size1: i32,
        out_stride0: i32,
        _out_stride1: i32,
        rstd_ptr: *mut f32,
        _rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let shape_tile_size: Shape<{ [TILE_SIZE] }> = Shape::<{ [TILE_SIZE] }> { dims: &[] };
        let x: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let w: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let out: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, OUT_ALIGN>(pointer_to_tile(out_ptr)) };
        let out_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_SIZE1_DIV>(out_size1)) };
        let out_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, OUT_STRIDE0_DIV>(out_stride0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let token = new_token_unordered();
        let constant_tile: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape_tile_size);
        let one: Tile<i64, { [] }> = constant(1i64, shape![]);
        let constant_value: Tile<f32, { [] }> = constant(1e-5f32, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let constant_tile_2: Tile<f32, { [TILE_SIZE] }> = constant(0.0f32, shape_tile_size);
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape_tile_size);
        let wide_index: Tile<i64, { [] }> = wide(block_id.0);
        let x_wide: Tile<i64, { [] }> = wide(x_stride0_known);
        let product: Tile<i64, { [TILE_SIZE] }> =
            splat(wide_index, shape_tile_size) * splat(x_wide, shape_tile_size);
        let x_base: PointerTile<*mut f32, { [TILE_SIZE] }> = splat_ptr(x, shape_tile_size);
        let all: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(0.0f32, shape_tile_size);
        let mut carry1_0: Tile<f32, { [TILE_SIZE] }> = constant_tile_2;
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
            let sum: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_2, shape_tile_size) + lanes;
            let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(sum);
            let product_3: Tile<i64, { [TILE_SIZE] }> = wide_index_2 * constant_tile;
            let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_3;
            let x_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(x_base, sum_2);
            let (x_2, _): (Tile<f32, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    None,
                    Some(all),
                    Some(token),
                    Latency::<1>,
                )
            };
            let fused: Tile<f32, { [TILE_SIZE] }> =
                fma(x_2, x_2, carry1_0, rounding::NearestEven, ftz::Disabled);
            carry1_0 = fused;
        }
        let total: Tile<f32, { [] }> = reduce_sum(carry1_0, 0i32);
        let constant_value_2: Tile<f32, { [] }> = constant_float(N_FLOAT, shape![]);
        let quotient: Tile<f32, { [] }> =
            divf(total, constant_value_2, rounding::NearestEven, ftz::Disabled);
        let sum_3: Tile<f32, { [] }> = quotient + constant_value;
        let inverse_root: Tile<f32, { [] }> = rsqrt(sum_3, ftz::Disabled);
        let mask: Tile<bool, { [] }> = below(wide_index, one);
        let product_4: Tile<i64, { [] }> = wide_index * one;
        let rstd_ptrs: PointerTile<*mut f32, { [] }> = addptr_tile(rstd, product_4);
        let rstd_2: PointerTile<*mut f32, { [] }> = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_2, inverse_root, mask, token) };
        let w_base: PointerTile<*mut f32, { [TILE_SIZE] }> = splat_ptr(w, shape_tile_size);
        let all_2: Tile<f32, { [TILE_SIZE] }> = splat(inverse_root, shape_tile_size);
        let all_3: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape_tile_size);
        let mask_2: Tile<bool, { [TILE_SIZE] }> = below(all_3, constant_tile);
        let out_wide: Tile<i64, { [] }> = wide(out_stride0_known);
        let product_5: Tile<i64, { [TILE_SIZE] }> = all_3 * splat(out_wide, shape_tile_size);
        let out_wide_2: Tile<i64, { [] }> = wide(out_size1_known);
        let all_4: Tile<i64, { [TILE_SIZE] }> = splat(out_wide_2, shape_tile_size);
        let out_base: PointerTile<*mut f32, { [TILE_SIZE] }> = splat_ptr(out, shape_tile_size);
        let mut carry2_0: Token = token;
        for i_2 in (start..end).step_by(step as usize) {
            let product_6: i32 = i_2 * TILE_SIZE;
            let sum_4: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_6, shape_tile_size) + lanes;
            let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(sum_4);
            let product_7: Tile<i64, { [TILE_SIZE] }> = wide_index_3 * constant_tile;
            let w_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(w_base, product_7);
            let (w_2, _): (Tile<f32, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    w_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    None,
                    Some(all),
                    Some(token),
                    Latency::<1>,
                )
            };
            let sum_5: Tile<i64, { [TILE_SIZE] }> = product + product_7;
            let x_ptrs_2: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(x_base, sum_5);
            let (x_3, _): (Tile<f32, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs_2,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    None,
                    Some(all),
                    Some(token),
                    Latency::<1>,
                )
            };
            let product_8: Tile<f32, { [TILE_SIZE] }> = x_3 * all_2;
            let sum_6: Tile<f32, { [TILE_SIZE] }> = all + w_2;
            let product_9: Tile<f32, { [TILE_SIZE] }> = product_8 * sum_6;
            let mask_3: Tile<bool, { [TILE_SIZE] }> = below(wide_index_3, all_4);
            let both: Tile<bool, { [TILE_SIZE] }> = andi(mask_2, mask_3);
            let sum_7: Tile<i64, { [TILE_SIZE] }> = product_5 + product_7;
            let out_ptrs: PointerTile<*mut f32, { [TILE_SIZE] }> = addptr_tile(out_base, sum_7);
            let token_2: Token = unsafe {
                store_ptr_tko(
                    out_ptrs,
                    product_9,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both),
                    Some(carry2_0),
                    Latency::<1>,
                )
            };
            carry2_0 = token_2;
        }
    }

    /// `_rms_norm_kernel_static_persistent`, lines 102 to 186 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v0`.
    ///
    /// Generic over `EX`, `EW`, `TILE_SIZE_M`, `TILE_SIZE_N`, `X_ALIGN`, `X_SIZE0_DIV`, `X_SIZE1_DIV`, `X_STRIDE0_DIV`, `Y_ALIGN`, `Y_SIZE0_DIV`, `Y_SIZE1_DIV`, `Y_STRIDE0_DIV`, `W_ALIGN`, `W_SIZE0_DIV`, `RSTD_ALIGN`, `RSTD_SIZE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_static_persistent_v0<
        EX: ElementType,
        EW: ElementType,
        const TILE_SIZE_M: i32,
        const TILE_SIZE_N: i32,
        const X_ALIGN: i32,
        const X_SIZE0_DIV: i32,
        const X_SIZE1_DIV: i32,
        const X_STRIDE0_DIV: i32,
        const Y_ALIGN: i32,
        const Y_SIZE0_DIV: i32,
        const Y_SIZE1_DIV: i32,
        const Y_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const W_SIZE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const RSTD_SIZE0_DIV: i32,
    >(
        x_ptr: *mut EX,
        x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        y_ptr: *mut EX,
        y_size0: i32,
        y_size1: i32,
        y_stride0: i32,
        _y_stride1: i32,
        w_ptr: *mut EW,
        w_size0: i32,
        _w_stride0: i32,
        rstd_ptr: *mut f32,
        rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let shape_tile_size_n: Shape<{ [TILE_SIZE_N] }> = Shape::<{ [TILE_SIZE_N] }> { dims: &[] };
        let shape_tile_size_m_tile_size_n: Shape<{ [TILE_SIZE_M, TILE_SIZE_N] }> =
            Shape::<{ [TILE_SIZE_M, TILE_SIZE_N] }> { dims: &[] };
        let shape_tile_size_m_1: Shape<{ [TILE_SIZE_M, 1] }> =
            Shape::<{ [TILE_SIZE_M, 1] }> { dims: &[] };
        let shape_tile_size_m: Shape<{ [TILE_SIZE_M] }> = Shape::<{ [TILE_SIZE_M] }> { dims: &[] };
        let shape_1_tile_size_n: Shape<{ [1, TILE_SIZE_N] }> =
            Shape::<{ [1, TILE_SIZE_N] }> { dims: &[] };
        let x: PointerTile<*mut EX, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE0_DIV>(x_size0)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let y: PointerTile<*mut EX, { [] }> =
            unsafe { assume_div_by::<_, Y_ALIGN>(pointer_to_tile(y_ptr)) };
        let y_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, Y_SIZE0_DIV>(y_size0)) };
        let y_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, Y_SIZE1_DIV>(y_size1)) };
        let y_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, Y_STRIDE0_DIV>(y_stride0)) };
        let w: PointerTile<*mut EW, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let w_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, W_SIZE0_DIV>(w_size0)) };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let rstd_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, RSTD_SIZE0_DIV>(rstd_size0)) };
        let token = new_token_unordered();
        let x_sizes: &[i32] = &[x_size0_known, x_size1_known];
        let x_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: x_sizes };
        let x_steps: &[i32] = &[x_stride0_known];
        let x_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: x_steps };
        let x_tensor: Tensor<EX, { [-1, -1] }> =
            unsafe { make_tensor_view(x, x_shape, x_strides, token) };
        let y_sizes: &[i32] = &[y_size0_known, y_size1_known];
        let y_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: y_sizes };
        let y_steps: &[i32] = &[y_stride0_known];
        let y_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: y_steps };
        let y_tensor: Tensor<EX, { [-1, -1] }> =
            unsafe { make_tensor_view(y, y_shape, y_strides, token) };
        let w_sizes: &[i32] = &[w_size0_known];
        let w_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: w_sizes };
        let w_steps: &[i32] = &[];
        let w_strides: Array<{ [1] }> = Array::<{ [1] }> { dims: w_steps };
        let w_tensor: Tensor<EW, { [-1] }> =
            unsafe { make_tensor_view(w, w_shape, w_strides, token) };
        let rstd_sizes: &[i32] = &[rstd_size0_known];
        let rstd_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: rstd_sizes };
        let rstd_tensor: Tensor<f32, { [-1] }> =
            unsafe { make_tensor_view(rstd, rstd_shape, w_strides, token) };
        let constant_value: Tile<i32, { [] }> = scalar_to_tile(TILE_SIZE_M);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let sum: i32 = x_size0_known + TILE_SIZE_M;
        let difference: i32 = sum - 1;
        let difference_tile: Tile<i32, { [] }> = scalar_to_tile(difference);
        let quotient: Tile<i32, { [] }> =
            divi(difference_tile, constant_value, rounding::NegativeInf);
        let w_tiles: Partition<EW, { [TILE_SIZE_N] }> = unsafe {
            make_partition_view(
                &w_tensor,
                shape_tile_size_n,
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let w_2 = unsafe { load_view(&w_tiles, [0i32], token) };
        let converted: Tile<f32, { [TILE_SIZE_N] }> = ftof(w_2, rounding::NearestEven);
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let x_tiles: Partition<EX, { [TILE_SIZE_M, TILE_SIZE_N] }> = unsafe {
            make_partition_view(
                &x_tensor,
                shape_tile_size_m_tile_size_n,
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let x_size1_known_tile: Tile<i32, { [] }> = scalar_to_tile(x_size1_known);
        let x_2: Tile<f32, { [] }> = itof(x_size1_known_tile, rounding::NearestEven);
        let product: Tile<f32, { [] }> = x_2 * one;
        let all: Tile<f32, { [TILE_SIZE_M, 1] }> = splat(product, shape_tile_size_m_1);
        let constant_tile: Tile<f32, { [TILE_SIZE_M, 1] }> =
            constant_float(EPS, shape_tile_size_m_1);
        let rstd_tiles: Partition<f32, { [TILE_SIZE_M] }> = unsafe {
            make_partition_view(
                &rstd_tensor,
                shape_tile_size_m,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let constant_tile_2: Tile<f32, { [1, TILE_SIZE_N] }> =
            constant_float(OFFSET, shape_1_tile_size_n);
        let sum_2: Tile<f32, { [1, TILE_SIZE_N] }> =
            constant_tile_2 + reshape(converted, shape_1_tile_size_n);
        let broadcasted: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> =
            broadcast(sum_2, shape_tile_size_m_tile_size_n);
        let y_tiles: Partition<EX, { [TILE_SIZE_M, TILE_SIZE_N] }> = unsafe {
            make_partition_view(
                &y_tensor,
                shape_tile_size_m_tile_size_n,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let start: i32 = block_id.0;
        let quotient_scalar: i32 = tile_to_scalar(quotient);
        let step: i32 = num_blocks.0;
        for i in (start..quotient_scalar).step_by(step as usize) {
            let (x_3, _): (Tile<EX, { [TILE_SIZE_M, TILE_SIZE_N] }>, Token) = unsafe {
                load_view_raw(
                    &x_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape_tile_size_m_tile_size_n,
                )
            };
            let converted_2: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> =
                ftof(x_3, rounding::NearestEven);
            let product_2: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> = converted_2 * converted_2;
            let total: Tile<f32, { [TILE_SIZE_M] }> = reduce_sum(product_2, 1i32);
            let quotient_2: Tile<f32, { [TILE_SIZE_M, 1] }> = divf(
                reshape(total, shape_tile_size_m_1),
                all,
                rounding::NearestEven,
                ftz::Disabled,
            );
            let sum_3: Tile<f32, { [TILE_SIZE_M, 1] }> = quotient_2 + constant_tile;
            let inverse_root: Tile<f32, { [TILE_SIZE_M, 1] }> = rsqrt(sum_3, ftz::Disabled);
            let reshaped: Tile<f32, { [TILE_SIZE_M] }> = reshape(inverse_root, shape_tile_size_m);
            let _: Token = unsafe {
                store_view_raw(
                    &rstd_tiles,
                    reshaped,
                    [i],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    None,
                    [false],
                )
            };
            let product_3: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> =
                converted_2 * broadcast(inverse_root, shape_tile_size_m_tile_size_n);
            let product_4: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> = product_3 * broadcasted;
            let converted_3: Tile<EX, { [TILE_SIZE_M, TILE_SIZE_N] }> =
                ftof(product_4, rounding::NearestEven);
            let _: Token = unsafe {
                store_view_raw(
                    &y_tiles,
                    converted_3,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    Some(3),
                    [false, false],
                )
            };
        }
    }

    /// `_rms_norm_kernel_static_persistent`, lines 102 to 186 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v1`.
    ///
    /// Generic over `TILE_SIZE_M`, `TILE_SIZE_N`, `X_ALIGN`, `X_SIZE0_DIV`, `X_SIZE1_DIV`, `X_STRIDE0_DIV`, `Y_ALIGN`, `Y_SIZE0_DIV`, `Y_SIZE1_DIV`, `Y_STRIDE0_DIV`, `W_ALIGN`, `W_SIZE0_DIV`, `RSTD_ALIGN`, `RSTD_SIZE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_static_persistent_v1<
        const TILE_SIZE_M: i32,
        const TILE_SIZE_N: i32,
        const X_ALIGN: i32,
        const X_SIZE0_DIV: i32,
        const X_SIZE1_DIV: i32,
        const X_STRIDE0_DIV: i32,
        const Y_ALIGN: i32,
        const Y_SIZE0_DIV: i32,
        const Y_SIZE1_DIV: i32,
        const Y_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const W_SIZE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const RSTD_SIZE0_DIV: i32,
    >(
        x_ptr: *mut f32,
        x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        y_ptr: *mut f32,
        y_size0: i32,
        y_size1: i32,
        y_stride0: i32,
        _y_stride1: i32,
        w_ptr: *mut f32,
        w_size0: i32,
        _w_stride0: i32,
        rstd_ptr: *mut f32,
        rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let shape_tile_size_n: Shape<{ [TILE_SIZE_N] }> = Shape::<{ [TILE_SIZE_N] }> { dims: &[] };
        let shape_tile_size_m_tile_size_n: Shape<{ [TILE_SIZE_M, TILE_SIZE_N] }> =
            Shape::<{ [TILE_SIZE_M, TILE_SIZE_N] }> { dims: &[] };
        let shape_tile_size_m_1: Shape<{ [TILE_SIZE_M, 1] }> =
            Shape::<{ [TILE_SIZE_M, 1] }> { dims: &[] };
        let shape_tile_size_m: Shape<{ [TILE_SIZE_M] }> = Shape::<{ [TILE_SIZE_M] }> { dims: &[] };
        let shape_1_tile_size_n: Shape<{ [1, TILE_SIZE_N] }> =
            Shape::<{ [1, TILE_SIZE_N] }> { dims: &[] };
        let x: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE0_DIV>(x_size0)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let y: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, Y_ALIGN>(pointer_to_tile(y_ptr)) };
        let y_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, Y_SIZE0_DIV>(y_size0)) };
        let y_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, Y_SIZE1_DIV>(y_size1)) };
        let y_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, Y_STRIDE0_DIV>(y_stride0)) };
        let w: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let w_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, W_SIZE0_DIV>(w_size0)) };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let rstd_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, RSTD_SIZE0_DIV>(rstd_size0)) };
        let token = new_token_unordered();
        let x_sizes: &[i32] = &[x_size0_known, x_size1_known];
        let x_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: x_sizes };
        let x_steps: &[i32] = &[x_stride0_known];
        let x_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: x_steps };
        let x_tensor: Tensor<f32, { [-1, -1] }> =
            unsafe { make_tensor_view(x, x_shape, x_strides, token) };
        let y_sizes: &[i32] = &[y_size0_known, y_size1_known];
        let y_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: y_sizes };
        let y_steps: &[i32] = &[y_stride0_known];
        let y_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: y_steps };
        let y_tensor: Tensor<f32, { [-1, -1] }> =
            unsafe { make_tensor_view(y, y_shape, y_strides, token) };
        let w_sizes: &[i32] = &[w_size0_known];
        let w_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: w_sizes };
        let w_steps: &[i32] = &[];
        let w_strides: Array<{ [1] }> = Array::<{ [1] }> { dims: w_steps };
        let w_tensor: Tensor<f32, { [-1] }> =
            unsafe { make_tensor_view(w, w_shape, w_strides, token) };
        let rstd_sizes: &[i32] = &[rstd_size0_known];
        let rstd_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: rstd_sizes };
        let rstd_tensor: Tensor<f32, { [-1] }> =
            unsafe { make_tensor_view(rstd, rstd_shape, w_strides, token) };
        let constant_value: Tile<i32, { [] }> = scalar_to_tile(TILE_SIZE_M);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let sum: i32 = x_size0_known + TILE_SIZE_M;
        let difference: i32 = sum - 1;
        let difference_tile: Tile<i32, { [] }> = scalar_to_tile(difference);
        let quotient: Tile<i32, { [] }> =
            divi(difference_tile, constant_value, rounding::NegativeInf);
        let w_tiles: Partition<f32, { [TILE_SIZE_N] }> = unsafe {
            make_partition_view(
                &w_tensor,
                shape_tile_size_n,
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let w_2 = unsafe { load_view(&w_tiles, [0i32], token) };
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let x_tiles: Partition<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> = unsafe {
            make_partition_view(
                &x_tensor,
                shape_tile_size_m_tile_size_n,
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let x_size1_known_tile: Tile<i32, { [] }> = scalar_to_tile(x_size1_known);
        let x_2: Tile<f32, { [] }> = itof(x_size1_known_tile, rounding::NearestEven);
        let product: Tile<f32, { [] }> = x_2 * one;
        let all: Tile<f32, { [TILE_SIZE_M, 1] }> = splat(product, shape_tile_size_m_1);
        let constant_tile: Tile<f32, { [TILE_SIZE_M, 1] }> =
            constant_float(EPS, shape_tile_size_m_1);
        let rstd_tiles: Partition<f32, { [TILE_SIZE_M] }> = unsafe {
            make_partition_view(
                &rstd_tensor,
                shape_tile_size_m,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let constant_tile_2: Tile<f32, { [1, TILE_SIZE_N] }> =
            constant_float(OFFSET, shape_1_tile_size_n);
        let sum_2: Tile<f32, { [1, TILE_SIZE_N] }> =
            constant_tile_2 + reshape(w_2, shape_1_tile_size_n);
        let broadcasted: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> =
            broadcast(sum_2, shape_tile_size_m_tile_size_n);
        let y_tiles: Partition<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> = unsafe {
            make_partition_view(
                &y_tensor,
                shape_tile_size_m_tile_size_n,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let start: i32 = block_id.0;
        let quotient_scalar: i32 = tile_to_scalar(quotient);
        let step: i32 = num_blocks.0;
        for i in (start..quotient_scalar).step_by(step as usize) {
            let (x_3, _): (Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }>, Token) = unsafe {
                load_view_raw(
                    &x_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape_tile_size_m_tile_size_n,
                )
            };
            let product_2: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> = x_3 * x_3;
            let total: Tile<f32, { [TILE_SIZE_M] }> = reduce_sum(product_2, 1i32);
            let quotient_2: Tile<f32, { [TILE_SIZE_M, 1] }> = divf(
                reshape(total, shape_tile_size_m_1),
                all,
                rounding::NearestEven,
                ftz::Disabled,
            );
            let sum_3: Tile<f32, { [TILE_SIZE_M, 1] }> = quotient_2 + constant_tile;
            let inverse_root: Tile<f32, { [TILE_SIZE_M, 1] }> = rsqrt(sum_3, ftz::Disabled);
            let reshaped: Tile<f32, { [TILE_SIZE_M] }> = reshape(inverse_root, shape_tile_size_m);
            let _: Token = unsafe {
                store_view_raw(
                    &rstd_tiles,
                    reshaped,
                    [i],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    None,
                    [false],
                )
            };
            let product_3: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> =
                x_3 * broadcast(inverse_root, shape_tile_size_m_tile_size_n);
            let product_4: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> = product_3 * broadcasted;
            let _: Token = unsafe {
                store_view_raw(
                    &y_tiles,
                    product_4,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    Some(3),
                    [false, false],
                )
            };
        }
    }

    /// `_rms_norm_kernel_static_persistent`, lines 102 to 186 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v2`.
    ///
    /// Generic over `X_ALIGN`, `Y_ALIGN`, `W_ALIGN`, `RSTD_ALIGN`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_static_persistent_v2<
        const X_ALIGN: i32,
        const Y_ALIGN: i32,
        const W_ALIGN: i32,
        const RSTD_ALIGN: i32,
    >(
        x_ptr: *mut f32,
        _x_size0: i32,
        _x_size1: i32,
        _x_stride0: i32,
        _x_stride1: i32,
        y_ptr: *mut f32,
        _y_size0: i32,
        _y_size1: i32,
        _y_stride0: i32,
        _y_stride1: i32,
        w_ptr: *mut f32,
        _w_size0: i32,
        _w_stride0: i32,
        rstd_ptr: *mut f32,
        _rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let x: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let y: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, Y_ALIGN>(pointer_to_tile(y_ptr)) };
        let w: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let token = new_token_unordered();
        let one: Tile<i32, { [] }> = constant(1i32, shape![]);
        let known: Tile<i32, { [] }> = unsafe { assume_div_by::<_, 4>(one) };
        let known_scalar: i32 = tile_to_scalar(known);
        let x_sizes: &[i32] = &[];
        let x_shape: Shape<{ [1, 1] }> = Shape::<{ [1, 1] }> { dims: x_sizes };
        let x_steps: &[i32] = &[known_scalar, known_scalar];
        let x_strides: Array<{ [-1, -1] }> = Array::<{ [-1, -1] }> { dims: x_steps };
        let x_tensor: Tensor<f32, { [1, 1] }> =
            unsafe { make_tensor_view(x, x_shape, x_strides, token) };
        let y_tensor: Tensor<f32, { [1, 1] }> =
            unsafe { make_tensor_view(y, x_shape, x_strides, token) };
        let w_shape: Shape<{ [1] }> = Shape::<{ [1] }> { dims: x_sizes };
        let w_steps: &[i32] = &[known_scalar];
        let w_strides: Array<{ [-1] }> = Array::<{ [-1] }> { dims: w_steps };
        let w_tensor: Tensor<f32, { [1] }> =
            unsafe { make_tensor_view(w, w_shape, w_strides, token) };
        let rstd_tensor: Tensor<f32, { [1] }> =
            unsafe { make_tensor_view(rstd, w_shape, w_strides, token) };
        let constant_value: Tile<i32, { [] }> = constant(16i32, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let sum: i32 = 1 + 16;
        let difference: i32 = sum - 1;
        let difference_tile: Tile<i32, { [] }> = scalar_to_tile(difference);
        let quotient: Tile<i32, { [] }> =
            divi(difference_tile, constant_value, rounding::NegativeInf);
        let w_tiles: Partition<f32, { [1] }> = unsafe {
            make_partition_view(&w_tensor, shape![1], padding::Zero, dim_map::Identity, token)
        };
        let w_2 = unsafe { load_view(&w_tiles, [0i32], token) };
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let x_tiles: Partition<f32, { [16, 1] }> = unsafe {
            make_partition_view(&x_tensor, shape![16, 1], padding::Zero, dim_map::Identity, token)
        };
        let one_2: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let float: Tile<f32, { [] }> = itof(one, rounding::NearestEven);
        let product: Tile<f32, { [] }> = float * one_2;
        let all: Tile<f32, { [16, 1] }> = splat(product, shape![16, 1]);
        let constant_tile: Tile<f32, { [16, 1] }> = constant(1e-5f32, shape![16, 1]);
        let rstd_tiles: Partition<f32, { [16] }> = unsafe {
            make_partition_view(&rstd_tensor, shape![16], padding::None, dim_map::Identity, token)
        };
        let constant_tile_2: Tile<f32, { [1, 1] }> = constant(0.0f32, shape![1, 1]);
        let sum_2: Tile<f32, { [1, 1] }> = constant_tile_2 + reshape(w_2, shape![1, 1]);
        let broadcasted: Tile<f32, { [16, 1] }> = broadcast(sum_2, shape![16, 1]);
        let y_tiles: Partition<f32, { [16, 1] }> = unsafe {
            make_partition_view(&y_tensor, shape![16, 1], padding::None, dim_map::Identity, token)
        };
        let start: i32 = block_id.0;
        let quotient_scalar: i32 = tile_to_scalar(quotient);
        let step: i32 = num_blocks.0;
        for i in (start..quotient_scalar).step_by(step as usize) {
            let (x_2, _): (Tile<f32, { [16, 1] }>, Token) = unsafe {
                load_view_raw(
                    &x_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape![16, 1],
                )
            };
            let product_2: Tile<f32, { [16, 1] }> = x_2 * x_2;
            let total: Tile<f32, { [16] }> = reduce_sum(product_2, 1i32);
            let quotient_2: Tile<f32, { [16, 1] }> =
                divf(reshape(total, shape![16, 1]), all, rounding::NearestEven, ftz::Disabled);
            let sum_3: Tile<f32, { [16, 1] }> = quotient_2 + constant_tile;
            let inverse_root: Tile<f32, { [16, 1] }> = rsqrt(sum_3, ftz::Disabled);
            let reshaped: Tile<f32, { [16] }> = reshape(inverse_root, shape![16]);
            let _: Token = unsafe {
                store_view_raw(
                    &rstd_tiles,
                    reshaped,
                    [i],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    None,
                    [false],
                )
            };
            let product_3: Tile<f32, { [16, 1] }> = x_2 * inverse_root;
            let product_4: Tile<f32, { [16, 1] }> = product_3 * broadcasted;
            let _: Token = unsafe {
                store_view_raw(
                    &y_tiles,
                    product_4,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    Some(3),
                    [false, false],
                )
            };
        }
    }

    /// `_rms_norm_kernel_static_persistent`, lines 102 to 186 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v3`.
    ///
    /// Generic over `E`, `TILE_SIZE_M`, `TILE_SIZE_N`, `X_ALIGN`, `X_SIZE1_DIV`, `Y_ALIGN`, `Y_SIZE1_DIV`, `W_ALIGN`, `W_SIZE0_DIV`, `RSTD_ALIGN`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_static_persistent_v3<
        E: ElementType,
        const TILE_SIZE_M: i32,
        const TILE_SIZE_N: i32,
        const X_ALIGN: i32,
        const X_SIZE1_DIV: i32,
        const Y_ALIGN: i32,
        const Y_SIZE1_DIV: i32,
        const W_ALIGN: i32,
        const W_SIZE0_DIV: i32,
        const RSTD_ALIGN: i32,
    >(
        x_ptr: *mut E,
        _x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        y_ptr: *mut E,
        _y_size0: i32,
        y_size1: i32,
        y_stride0: i32,
        _y_stride1: i32,
        w_ptr: *mut E,
        w_size0: i32,
        _w_stride0: i32,
        rstd_ptr: *mut f32,
        _rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let shape_tile_size_n: Shape<{ [TILE_SIZE_N] }> = Shape::<{ [TILE_SIZE_N] }> { dims: &[] };
        let shape_tile_size_m_tile_size_n: Shape<{ [TILE_SIZE_M, TILE_SIZE_N] }> =
            Shape::<{ [TILE_SIZE_M, TILE_SIZE_N] }> { dims: &[] };
        let shape_tile_size_m_1: Shape<{ [TILE_SIZE_M, 1] }> =
            Shape::<{ [TILE_SIZE_M, 1] }> { dims: &[] };
        let shape_tile_size_m: Shape<{ [TILE_SIZE_M] }> = Shape::<{ [TILE_SIZE_M] }> { dims: &[] };
        let shape_1_tile_size_n: Shape<{ [1, TILE_SIZE_N] }> =
            Shape::<{ [1, TILE_SIZE_N] }> { dims: &[] };
        let x: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, 8>(x_stride0)) };
        let y: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, Y_ALIGN>(pointer_to_tile(y_ptr)) };
        let y_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, Y_SIZE1_DIV>(y_size1)) };
        let y_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, 8>(y_stride0)) };
        let w: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let w_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, W_SIZE0_DIV>(w_size0)) };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let token = new_token_unordered();
        let one: Tile<i32, { [] }> = constant(1i32, shape![]);
        let x_sizes: &[i32] = &[x_size1_known];
        let x_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: x_sizes };
        let x_steps: &[i32] = &[x_stride0_known];
        let x_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: x_steps };
        let x_tensor: Tensor<E, { [1, -1] }> =
            unsafe { make_tensor_view(x, x_shape, x_strides, token) };
        let y_sizes: &[i32] = &[y_size1_known];
        let y_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: y_sizes };
        let y_steps: &[i32] = &[y_stride0_known];
        let y_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: y_steps };
        let y_tensor: Tensor<E, { [1, -1] }> =
            unsafe { make_tensor_view(y, y_shape, y_strides, token) };
        let w_sizes: &[i32] = &[w_size0_known];
        let w_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: w_sizes };
        let w_steps: &[i32] = &[];
        let w_strides: Array<{ [1] }> = Array::<{ [1] }> { dims: w_steps };
        let w_tensor: Tensor<E, { [-1] }> =
            unsafe { make_tensor_view(w, w_shape, w_strides, token) };
        let known: Tile<i32, { [] }> = unsafe { assume_div_by::<_, 4>(one) };
        let known_scalar: i32 = tile_to_scalar(known);
        let rstd_shape: Shape<{ [1] }> = Shape::<{ [1] }> { dims: w_steps };
        let rstd_steps: &[i32] = &[known_scalar];
        let rstd_strides: Array<{ [-1] }> = Array::<{ [-1] }> { dims: rstd_steps };
        let rstd_tensor: Tensor<f32, { [1] }> =
            unsafe { make_tensor_view(rstd, rstd_shape, rstd_strides, token) };
        let constant_value: Tile<i32, { [] }> = scalar_to_tile(TILE_SIZE_M);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let sum: i32 = 1 + TILE_SIZE_M;
        let difference: i32 = sum - 1;
        let difference_tile: Tile<i32, { [] }> = scalar_to_tile(difference);
        let quotient: Tile<i32, { [] }> =
            divi(difference_tile, constant_value, rounding::NegativeInf);
        let w_tiles: Partition<E, { [TILE_SIZE_N] }> = unsafe {
            make_partition_view(
                &w_tensor,
                shape_tile_size_n,
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let w_2 = unsafe { load_view(&w_tiles, [0i32], token) };
        let converted: Tile<f32, { [TILE_SIZE_N] }> = ftof(w_2, rounding::NearestEven);
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let x_tiles: Partition<E, { [TILE_SIZE_M, TILE_SIZE_N] }> = unsafe {
            make_partition_view(
                &x_tensor,
                shape_tile_size_m_tile_size_n,
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let one_2: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let x_size1_known_tile: Tile<i32, { [] }> = scalar_to_tile(x_size1_known);
        let x_2: Tile<f32, { [] }> = itof(x_size1_known_tile, rounding::NearestEven);
        let product: Tile<f32, { [] }> = x_2 * one_2;
        let all: Tile<f32, { [TILE_SIZE_M, 1] }> = splat(product, shape_tile_size_m_1);
        let constant_tile: Tile<f32, { [TILE_SIZE_M, 1] }> = constant(1e-5f32, shape_tile_size_m_1);
        let rstd_tiles: Partition<f32, { [TILE_SIZE_M] }> = unsafe {
            make_partition_view(
                &rstd_tensor,
                shape_tile_size_m,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let constant_tile_2: Tile<f32, { [1, TILE_SIZE_N] }> =
            constant(0.0f32, shape_1_tile_size_n);
        let sum_2: Tile<f32, { [1, TILE_SIZE_N] }> =
            constant_tile_2 + reshape(converted, shape_1_tile_size_n);
        let broadcasted: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> =
            broadcast(sum_2, shape_tile_size_m_tile_size_n);
        let y_tiles: Partition<E, { [TILE_SIZE_M, TILE_SIZE_N] }> = unsafe {
            make_partition_view(
                &y_tensor,
                shape_tile_size_m_tile_size_n,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let start: i32 = block_id.0;
        let quotient_scalar: i32 = tile_to_scalar(quotient);
        let step: i32 = num_blocks.0;
        for i in (start..quotient_scalar).step_by(step as usize) {
            let (x_3, _): (Tile<E, { [TILE_SIZE_M, TILE_SIZE_N] }>, Token) = unsafe {
                load_view_raw(
                    &x_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape_tile_size_m_tile_size_n,
                )
            };
            let converted_2: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> =
                ftof(x_3, rounding::NearestEven);
            let product_2: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> = converted_2 * converted_2;
            let total: Tile<f32, { [TILE_SIZE_M] }> = reduce_sum(product_2, 1i32);
            let quotient_2: Tile<f32, { [TILE_SIZE_M, 1] }> = divf(
                reshape(total, shape_tile_size_m_1),
                all,
                rounding::NearestEven,
                ftz::Disabled,
            );
            let sum_3: Tile<f32, { [TILE_SIZE_M, 1] }> = quotient_2 + constant_tile;
            let inverse_root: Tile<f32, { [TILE_SIZE_M, 1] }> = rsqrt(sum_3, ftz::Disabled);
            let reshaped: Tile<f32, { [TILE_SIZE_M] }> = reshape(inverse_root, shape_tile_size_m);
            let _: Token = unsafe {
                store_view_raw(
                    &rstd_tiles,
                    reshaped,
                    [i],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    None,
                    [false],
                )
            };
            let product_3: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> =
                converted_2 * broadcast(inverse_root, shape_tile_size_m_tile_size_n);
            let product_4: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> = product_3 * broadcasted;
            let converted_3: Tile<E, { [TILE_SIZE_M, TILE_SIZE_N] }> =
                ftof(product_4, rounding::NearestEven);
            let _: Token = unsafe {
                store_view_raw(
                    &y_tiles,
                    converted_3,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    Some(3),
                    [false, false],
                )
            };
        }
    }

    /// `_rms_norm_kernel_static_persistent`, lines 102 to 186 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v4`.
    ///
    /// Generic over `TILE_SIZE_M`, `TILE_SIZE_N`, `X_ALIGN`, `X_SIZE0_DIV`, `X_SIZE1_DIV`, `X_STRIDE0_DIV`, `Y_ALIGN`, `Y_SIZE0_DIV`, `Y_SIZE1_DIV`, `Y_STRIDE0_DIV`, `W_ALIGN`, `W_SIZE0_DIV`, `RSTD_ALIGN`, `RSTD_SIZE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_static_persistent_v4<
        const TILE_SIZE_M: i32,
        const TILE_SIZE_N: i32,
        const X_ALIGN: i32,
        const X_SIZE0_DIV: i32,
        const X_SIZE1_DIV: i32,
        const X_STRIDE0_DIV: i32,
        const Y_ALIGN: i32,
        const Y_SIZE0_DIV: i32,
        const Y_SIZE1_DIV: i32,
        const Y_STRIDE0_DIV: i32,
        const W_ALIGN: i32,
        const W_SIZE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const RSTD_SIZE0_DIV: i32,
    >(
        x_ptr: *mut bf16,
        x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        y_ptr: *mut bf16,
        y_size0: i32,
        y_size1: i32,
        y_stride0: i32,
        _y_stride1: i32,
        w_ptr: *mut f32,
        w_size0: i32,
        _w_stride0: i32,
        rstd_ptr: *mut f32,
        rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let shape_tile_size_n: Shape<{ [TILE_SIZE_N] }> = Shape::<{ [TILE_SIZE_N] }> { dims: &[] };
        let shape_tile_size_m_tile_size_n: Shape<{ [TILE_SIZE_M, TILE_SIZE_N] }> =
            Shape::<{ [TILE_SIZE_M, TILE_SIZE_N] }> { dims: &[] };
        let shape_tile_size_m_1: Shape<{ [TILE_SIZE_M, 1] }> =
            Shape::<{ [TILE_SIZE_M, 1] }> { dims: &[] };
        let shape_tile_size_m: Shape<{ [TILE_SIZE_M] }> = Shape::<{ [TILE_SIZE_M] }> { dims: &[] };
        let shape_1_tile_size_n: Shape<{ [1, TILE_SIZE_N] }> =
            Shape::<{ [1, TILE_SIZE_N] }> { dims: &[] };
        let x: PointerTile<*mut bf16, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE0_DIV>(x_size0)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let y: PointerTile<*mut bf16, { [] }> =
            unsafe { assume_div_by::<_, Y_ALIGN>(pointer_to_tile(y_ptr)) };
        let y_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, Y_SIZE0_DIV>(y_size0)) };
        let y_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, Y_SIZE1_DIV>(y_size1)) };
        let y_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, Y_STRIDE0_DIV>(y_stride0)) };
        let w: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let w_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, W_SIZE0_DIV>(w_size0)) };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let rstd_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, RSTD_SIZE0_DIV>(rstd_size0)) };
        let token = new_token_unordered();
        let x_sizes: &[i32] = &[x_size0_known, x_size1_known];
        let x_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: x_sizes };
        let x_steps: &[i32] = &[x_stride0_known];
        let x_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: x_steps };
        let x_tensor: Tensor<bf16, { [-1, -1] }> =
            unsafe { make_tensor_view(x, x_shape, x_strides, token) };
        let y_sizes: &[i32] = &[y_size0_known, y_size1_known];
        let y_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: y_sizes };
        let y_steps: &[i32] = &[y_stride0_known];
        let y_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: y_steps };
        let y_tensor: Tensor<bf16, { [-1, -1] }> =
            unsafe { make_tensor_view(y, y_shape, y_strides, token) };
        let w_sizes: &[i32] = &[w_size0_known];
        let w_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: w_sizes };
        let w_steps: &[i32] = &[];
        let w_strides: Array<{ [1] }> = Array::<{ [1] }> { dims: w_steps };
        let w_tensor: Tensor<f32, { [-1] }> =
            unsafe { make_tensor_view(w, w_shape, w_strides, token) };
        let rstd_sizes: &[i32] = &[rstd_size0_known];
        let rstd_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: rstd_sizes };
        let rstd_tensor: Tensor<f32, { [-1] }> =
            unsafe { make_tensor_view(rstd, rstd_shape, w_strides, token) };
        let constant_value: Tile<i32, { [] }> = scalar_to_tile(TILE_SIZE_M);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let sum: i32 = x_size0_known + TILE_SIZE_M;
        let difference: i32 = sum - 1;
        let difference_tile: Tile<i32, { [] }> = scalar_to_tile(difference);
        let quotient: Tile<i32, { [] }> =
            divi(difference_tile, constant_value, rounding::NegativeInf);
        let w_tiles: Partition<f32, { [TILE_SIZE_N] }> = unsafe {
            make_partition_view(
                &w_tensor,
                shape_tile_size_n,
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let w_2 = unsafe { load_view(&w_tiles, [0i32], token) };
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let x_tiles: Partition<bf16, { [TILE_SIZE_M, TILE_SIZE_N] }> = unsafe {
            make_partition_view(
                &x_tensor,
                shape_tile_size_m_tile_size_n,
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let x_size1_known_tile: Tile<i32, { [] }> = scalar_to_tile(x_size1_known);
        let x_2: Tile<f32, { [] }> = itof(x_size1_known_tile, rounding::NearestEven);
        let product: Tile<f32, { [] }> = x_2 * one;
        let all: Tile<f32, { [TILE_SIZE_M, 1] }> = splat(product, shape_tile_size_m_1);
        let constant_tile: Tile<f32, { [TILE_SIZE_M, 1] }> =
            constant_float(EPS, shape_tile_size_m_1);
        let rstd_tiles: Partition<f32, { [TILE_SIZE_M] }> = unsafe {
            make_partition_view(
                &rstd_tensor,
                shape_tile_size_m,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let constant_tile_2: Tile<f32, { [1, TILE_SIZE_N] }> =
            constant(0.0f32, shape_1_tile_size_n);
        let sum_2: Tile<f32, { [1, TILE_SIZE_N] }> =
            constant_tile_2 + reshape(w_2, shape_1_tile_size_n);
        let broadcasted: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> =
            broadcast(sum_2, shape_tile_size_m_tile_size_n);
        let y_tiles: Partition<bf16, { [TILE_SIZE_M, TILE_SIZE_N] }> = unsafe {
            make_partition_view(
                &y_tensor,
                shape_tile_size_m_tile_size_n,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let start: i32 = block_id.0;
        let quotient_scalar: i32 = tile_to_scalar(quotient);
        let step: i32 = num_blocks.0;
        for i in (start..quotient_scalar).step_by(step as usize) {
            let (x_3, _): (Tile<bf16, { [TILE_SIZE_M, TILE_SIZE_N] }>, Token) = unsafe {
                load_view_raw(
                    &x_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape_tile_size_m_tile_size_n,
                )
            };
            let converted: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> =
                ftof(x_3, rounding::NearestEven);
            let product_2: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> = converted * converted;
            let total: Tile<f32, { [TILE_SIZE_M] }> = reduce_sum(product_2, 1i32);
            let quotient_2: Tile<f32, { [TILE_SIZE_M, 1] }> = divf(
                reshape(total, shape_tile_size_m_1),
                all,
                rounding::NearestEven,
                ftz::Disabled,
            );
            let sum_3: Tile<f32, { [TILE_SIZE_M, 1] }> = quotient_2 + constant_tile;
            let inverse_root: Tile<f32, { [TILE_SIZE_M, 1] }> = rsqrt(sum_3, ftz::Disabled);
            let reshaped: Tile<f32, { [TILE_SIZE_M] }> = reshape(inverse_root, shape_tile_size_m);
            let _: Token = unsafe {
                store_view_raw(
                    &rstd_tiles,
                    reshaped,
                    [i],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    None,
                    [false],
                )
            };
            let product_3: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> =
                converted * broadcast(inverse_root, shape_tile_size_m_tile_size_n);
            let product_4: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> = product_3 * broadcasted;
            let converted_2: Tile<bf16, { [TILE_SIZE_M, TILE_SIZE_N] }> =
                ftof(product_4, rounding::NearestEven);
            let _: Token = unsafe {
                store_view_raw(
                    &y_tiles,
                    converted_2,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    Some(3),
                    [false, false],
                )
            };
        }
    }

    /// `_rms_norm_kernel_static_persistent`, lines 102 to 186 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v5`.
    ///
    /// Generic over `TILE_SIZE_M`, `TILE_SIZE_N`, `X_ALIGN`, `X_SIZE1_DIV`, `Y_ALIGN`, `Y_SIZE1_DIV`, `W_ALIGN`, `W_SIZE0_DIV`, `RSTD_ALIGN`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_norm_kernel_static_persistent_v5<
        const TILE_SIZE_M: i32,
        const TILE_SIZE_N: i32,
        const X_ALIGN: i32,
        const X_SIZE1_DIV: i32,
        const Y_ALIGN: i32,
        const Y_SIZE1_DIV: i32,
        const W_ALIGN: i32,
        const W_SIZE0_DIV: i32,
        const RSTD_ALIGN: i32,
    >(
        x_ptr: *mut f32,
        _x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        y_ptr: *mut f32,
        _y_size0: i32,
        y_size1: i32,
        y_stride0: i32,
        _y_stride1: i32,
        w_ptr: *mut f32,
        w_size0: i32,
        _w_stride0: i32,
        rstd_ptr: *mut f32,
        _rstd_size0: i32,
        _rstd_stride0: i32,
    ) {
        let shape_tile_size_n: Shape<{ [TILE_SIZE_N] }> = Shape::<{ [TILE_SIZE_N] }> { dims: &[] };
        let shape_tile_size_m_tile_size_n: Shape<{ [TILE_SIZE_M, TILE_SIZE_N] }> =
            Shape::<{ [TILE_SIZE_M, TILE_SIZE_N] }> { dims: &[] };
        let shape_tile_size_m_1: Shape<{ [TILE_SIZE_M, 1] }> =
            Shape::<{ [TILE_SIZE_M, 1] }> { dims: &[] };
        let shape_tile_size_m: Shape<{ [TILE_SIZE_M] }> = Shape::<{ [TILE_SIZE_M] }> { dims: &[] };
        let shape_1_tile_size_n: Shape<{ [1, TILE_SIZE_N] }> =
            Shape::<{ [1, TILE_SIZE_N] }> { dims: &[] };
        let x: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, 4>(x_stride0)) };
        let y: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, Y_ALIGN>(pointer_to_tile(y_ptr)) };
        let y_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, Y_SIZE1_DIV>(y_size1)) };
        let y_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, 4>(y_stride0)) };
        let w: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, W_ALIGN>(pointer_to_tile(w_ptr)) };
        let w_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, W_SIZE0_DIV>(w_size0)) };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let token = new_token_unordered();
        let one: Tile<i32, { [] }> = constant(1i32, shape![]);
        let x_sizes: &[i32] = &[x_size1_known];
        let x_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: x_sizes };
        let x_steps: &[i32] = &[x_stride0_known];
        let x_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: x_steps };
        let x_tensor: Tensor<f32, { [1, -1] }> =
            unsafe { make_tensor_view(x, x_shape, x_strides, token) };
        let y_sizes: &[i32] = &[y_size1_known];
        let y_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: y_sizes };
        let y_steps: &[i32] = &[y_stride0_known];
        let y_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: y_steps };
        let y_tensor: Tensor<f32, { [1, -1] }> =
            unsafe { make_tensor_view(y, y_shape, y_strides, token) };
        let w_sizes: &[i32] = &[w_size0_known];
        let w_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: w_sizes };
        let w_steps: &[i32] = &[];
        let w_strides: Array<{ [1] }> = Array::<{ [1] }> { dims: w_steps };
        let w_tensor: Tensor<f32, { [-1] }> =
            unsafe { make_tensor_view(w, w_shape, w_strides, token) };
        let known: Tile<i32, { [] }> = unsafe { assume_div_by::<_, 4>(one) };
        let known_scalar: i32 = tile_to_scalar(known);
        let rstd_shape: Shape<{ [1] }> = Shape::<{ [1] }> { dims: w_steps };
        let rstd_steps: &[i32] = &[known_scalar];
        let rstd_strides: Array<{ [-1] }> = Array::<{ [-1] }> { dims: rstd_steps };
        let rstd_tensor: Tensor<f32, { [1] }> =
            unsafe { make_tensor_view(rstd, rstd_shape, rstd_strides, token) };
        let constant_value: Tile<i32, { [] }> = scalar_to_tile(TILE_SIZE_M);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let sum: i32 = 1 + TILE_SIZE_M;
        let difference: i32 = sum - 1;
        let difference_tile: Tile<i32, { [] }> = scalar_to_tile(difference);
        let quotient: Tile<i32, { [] }> =
            divi(difference_tile, constant_value, rounding::NegativeInf);
        let w_tiles: Partition<f32, { [TILE_SIZE_N] }> = unsafe {
            make_partition_view(
                &w_tensor,
                shape_tile_size_n,
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let w_2 = unsafe { load_view(&w_tiles, [0i32], token) };
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let x_tiles: Partition<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> = unsafe {
            make_partition_view(
                &x_tensor,
                shape_tile_size_m_tile_size_n,
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let one_2: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let x_size1_known_tile: Tile<i32, { [] }> = scalar_to_tile(x_size1_known);
        let x_2: Tile<f32, { [] }> = itof(x_size1_known_tile, rounding::NearestEven);
        let product: Tile<f32, { [] }> = x_2 * one_2;
        let all: Tile<f32, { [TILE_SIZE_M, 1] }> = splat(product, shape_tile_size_m_1);
        let constant_tile: Tile<f32, { [TILE_SIZE_M, 1] }> = constant(1e-5f32, shape_tile_size_m_1);
        let rstd_tiles: Partition<f32, { [TILE_SIZE_M] }> = unsafe {
            make_partition_view(
                &rstd_tensor,
                shape_tile_size_m,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let constant_tile_2: Tile<f32, { [1, TILE_SIZE_N] }> =
            constant(0.0f32, shape_1_tile_size_n);
        let sum_2: Tile<f32, { [1, TILE_SIZE_N] }> =
            constant_tile_2 + reshape(w_2, shape_1_tile_size_n);
        let broadcasted: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> =
            broadcast(sum_2, shape_tile_size_m_tile_size_n);
        let y_tiles: Partition<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> = unsafe {
            make_partition_view(
                &y_tensor,
                shape_tile_size_m_tile_size_n,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let start: i32 = block_id.0;
        let quotient_scalar: i32 = tile_to_scalar(quotient);
        let step: i32 = num_blocks.0;
        for i in (start..quotient_scalar).step_by(step as usize) {
            let (x_3, _): (Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }>, Token) = unsafe {
                load_view_raw(
                    &x_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape_tile_size_m_tile_size_n,
                )
            };
            let product_2: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> = x_3 * x_3;
            let total: Tile<f32, { [TILE_SIZE_M] }> = reduce_sum(product_2, 1i32);
            let quotient_2: Tile<f32, { [TILE_SIZE_M, 1] }> = divf(
                reshape(total, shape_tile_size_m_1),
                all,
                rounding::NearestEven,
                ftz::Disabled,
            );
            let sum_3: Tile<f32, { [TILE_SIZE_M, 1] }> = quotient_2 + constant_tile;
            let inverse_root: Tile<f32, { [TILE_SIZE_M, 1] }> = rsqrt(sum_3, ftz::Disabled);
            let reshaped: Tile<f32, { [TILE_SIZE_M] }> = reshape(inverse_root, shape_tile_size_m);
            let _: Token = unsafe {
                store_view_raw(
                    &rstd_tiles,
                    reshaped,
                    [i],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    None,
                    [false],
                )
            };
            let product_3: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> =
                x_3 * broadcast(inverse_root, shape_tile_size_m_tile_size_n);
            let product_4: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> = product_3 * broadcasted;
            let _: Token = unsafe {
                store_view_raw(
                    &y_tiles,
                    product_4,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    Some(3),
                    [false, false],
                )
            };
        }
    }

    /// `_rms_bwd_kernel`, lines 189 to 229 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v0`.
    ///
    /// Generic over `EDX`, `EWEIGHT`, `TILE_M`, `TILE_N`, `DX_ALIGN`, `DX_SIZE0_DIV`, `DX_SIZE1_DIV`, `DX_STRIDE0_DIV`, `DY_ALIGN`, `DY_SIZE0_DIV`, `DY_SIZE1_DIV`, `DY_STRIDE0_DIV`, `X_ALIGN`, `X_SIZE0_DIV`, `X_SIZE1_DIV`, `X_STRIDE0_DIV`, `WEIGHT_ALIGN`, `WEIGHT_SIZE0_DIV`, `RSTD_ALIGN`, `RSTD_SIZE0_DIV`, `DW_PARTIAL_ALIGN`, `DW_PARTIAL_SIZE0_DIV`, `DW_PARTIAL_SIZE1_DIV`, `DW_PARTIAL_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_bwd_kernel_v0<
        EDX: ElementType,
        EWEIGHT: ElementType,
        const TILE_M: i32,
        const TILE_N: i32,
        const DX_ALIGN: i32,
        const DX_SIZE0_DIV: i32,
        const DX_SIZE1_DIV: i32,
        const DX_STRIDE0_DIV: i32,
        const DY_ALIGN: i32,
        const DY_SIZE0_DIV: i32,
        const DY_SIZE1_DIV: i32,
        const DY_STRIDE0_DIV: i32,
        const X_ALIGN: i32,
        const X_SIZE0_DIV: i32,
        const X_SIZE1_DIV: i32,
        const X_STRIDE0_DIV: i32,
        const WEIGHT_ALIGN: i32,
        const WEIGHT_SIZE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const RSTD_SIZE0_DIV: i32,
        const DW_PARTIAL_ALIGN: i32,
        const DW_PARTIAL_SIZE0_DIV: i32,
        const DW_PARTIAL_SIZE1_DIV: i32,
        const DW_PARTIAL_STRIDE0_DIV: i32,
    >(
        dx_ptr: *mut EDX,
        dx_size0: i32,
        dx_size1: i32,
        dx_stride0: i32,
        _dx_stride1: i32,
        dy_ptr: *mut EDX,
        dy_size0: i32,
        dy_size1: i32,
        dy_stride0: i32,
        _dy_stride1: i32,
        x_ptr: *mut EDX,
        x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        weight_ptr: *mut EWEIGHT,
        weight_size0: i32,
        _weight_stride0: i32,
        rstd_ptr: *mut f32,
        rstd_size0: i32,
        _rstd_stride0: i32,
        dw_partial_ptr: *mut f32,
        dw_partial_size0: i32,
        dw_partial_size1: i32,
        dw_partial_stride0: i32,
        _dw_partial_stride1: i32,
    ) {
        let shape_tile_n: Shape<{ [TILE_N] }> = Shape::<{ [TILE_N] }> { dims: &[] };
        let shape_1_tile_n: Shape<{ [1, TILE_N] }> = Shape::<{ [1, TILE_N] }> { dims: &[] };
        let shape_tile_m_1: Shape<{ [TILE_M, 1] }> = Shape::<{ [TILE_M, 1] }> { dims: &[] };
        let shape_tile_m_tile_n: Shape<{ [TILE_M, TILE_N] }> =
            Shape::<{ [TILE_M, TILE_N] }> { dims: &[] };
        let shape_tile_m: Shape<{ [TILE_M] }> = Shape::<{ [TILE_M] }> { dims: &[] };
        let dx: PointerTile<*mut EDX, { [] }> =
            unsafe { assume_div_by::<_, DX_ALIGN>(pointer_to_tile(dx_ptr)) };
        let dx_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_SIZE0_DIV>(dx_size0)) };
        let dx_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_SIZE1_DIV>(dx_size1)) };
        let dx_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_STRIDE0_DIV>(dx_stride0)) };
        let dy: PointerTile<*mut EDX, { [] }> =
            unsafe { assume_div_by::<_, DY_ALIGN>(pointer_to_tile(dy_ptr)) };
        let dy_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_SIZE0_DIV>(dy_size0)) };
        let dy_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_SIZE1_DIV>(dy_size1)) };
        let dy_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_STRIDE0_DIV>(dy_stride0)) };
        let x: PointerTile<*mut EDX, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE0_DIV>(x_size0)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let weight: PointerTile<*mut EWEIGHT, { [] }> =
            unsafe { assume_div_by::<_, WEIGHT_ALIGN>(pointer_to_tile(weight_ptr)) };
        let weight_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, WEIGHT_SIZE0_DIV>(weight_size0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let rstd_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, RSTD_SIZE0_DIV>(rstd_size0)) };
        let dw_partial: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, DW_PARTIAL_ALIGN>(pointer_to_tile(dw_partial_ptr)) };
        let dw_partial_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_SIZE0_DIV>(dw_partial_size0))
        };
        let dw_partial_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_SIZE1_DIV>(dw_partial_size1))
        };
        let dw_partial_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_STRIDE0_DIV>(
                dw_partial_stride0,
            ))
        };
        let token = new_token_unordered();
        let dx_sizes: &[i32] = &[dx_size0_known, dx_size1_known];
        let dx_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: dx_sizes };
        let dx_steps: &[i32] = &[dx_stride0_known];
        let dx_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: dx_steps };
        let dx_tensor: Tensor<EDX, { [-1, -1] }> =
            unsafe { make_tensor_view(dx, dx_shape, dx_strides, token) };
        let dy_sizes: &[i32] = &[dy_size0_known, dy_size1_known];
        let dy_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: dy_sizes };
        let dy_steps: &[i32] = &[dy_stride0_known];
        let dy_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: dy_steps };
        let dy_tensor: Tensor<EDX, { [-1, -1] }> =
            unsafe { make_tensor_view(dy, dy_shape, dy_strides, token) };
        let x_sizes: &[i32] = &[x_size0_known, x_size1_known];
        let x_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: x_sizes };
        let x_steps: &[i32] = &[x_stride0_known];
        let x_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: x_steps };
        let x_tensor: Tensor<EDX, { [-1, -1] }> =
            unsafe { make_tensor_view(x, x_shape, x_strides, token) };
        let weight_sizes: &[i32] = &[weight_size0_known];
        let weight_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: weight_sizes };
        let weight_steps: &[i32] = &[];
        let weight_strides: Array<{ [1] }> = Array::<{ [1] }> { dims: weight_steps };
        let weight_tensor: Tensor<EWEIGHT, { [-1] }> =
            unsafe { make_tensor_view(weight, weight_shape, weight_strides, token) };
        let rstd_sizes: &[i32] = &[rstd_size0_known];
        let rstd_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: rstd_sizes };
        let rstd_tensor: Tensor<f32, { [-1] }> =
            unsafe { make_tensor_view(rstd, rstd_shape, weight_strides, token) };
        let dw_partial_sizes: &[i32] = &[dw_partial_size0_known, dw_partial_size1_known];
        let dw_partial_shape: Shape<{ [-1, -1] }> =
            Shape::<{ [-1, -1] }> { dims: dw_partial_sizes };
        let dw_partial_steps: &[i32] = &[dw_partial_stride0_known];
        let dw_partial_strides: Array<{ [-1, 1] }> =
            Array::<{ [-1, 1] }> { dims: dw_partial_steps };
        let dw_partial_tensor: Tensor<f32, { [-1, -1] }> =
            unsafe { make_tensor_view(dw_partial, dw_partial_shape, dw_partial_strides, token) };
        let constant_value: Tile<i32, { [] }> = scalar_to_tile(TILE_M);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let sum: i32 = x_size0_known + TILE_M;
        let difference: i32 = sum - 1;
        let difference_tile: Tile<i32, { [] }> = scalar_to_tile(difference);
        let quotient: Tile<i32, { [] }> =
            divi(difference_tile, constant_value, rounding::NegativeInf);
        let weight_tiles: Partition<EWEIGHT, { [TILE_N] }> = unsafe {
            make_partition_view(
                &weight_tensor,
                shape_tile_n,
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let weight_2 = unsafe { load_view(&weight_tiles, [0i32], token) };
        let converted: Tile<f32, { [TILE_N] }> = ftof(weight_2, rounding::NearestEven);
        let reshaped: Tile<f32, { [1, TILE_N] }> = reshape(converted, shape_1_tile_n);
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let x_size1_known_tile: Tile<i32, { [] }> = scalar_to_tile(x_size1_known);
        let x_2: Tile<f32, { [] }> = itof(x_size1_known_tile, rounding::NearestEven);
        let quotient_2: Tile<f32, { [] }> = divf(one, x_2, rounding::NearestEven, ftz::Disabled);
        let all: Tile<f32, { [TILE_M, 1] }> = splat(quotient_2, shape_tile_m_1);
        let constant_tile: Tile<f32, { [1, TILE_N] }> = constant(0.0f32, shape_1_tile_n);
        let x_tiles: Partition<EDX, { [TILE_M, TILE_N] }> = unsafe {
            make_partition_view(
                &x_tensor,
                shape_tile_m_tile_n,
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let dy_tiles: Partition<EDX, { [TILE_M, TILE_N] }> = unsafe {
            make_partition_view(
                &dy_tensor,
                shape_tile_m_tile_n,
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let rstd_tiles: Partition<f32, { [TILE_M] }> = unsafe {
            make_partition_view(&rstd_tensor, shape_tile_m, padding::Zero, dim_map::Identity, token)
        };
        let broadcasted: Tile<f32, { [TILE_M, TILE_N] }> = broadcast(reshaped, shape_tile_m_tile_n);
        let dx_tiles: Partition<EDX, { [TILE_M, TILE_N] }> = unsafe {
            make_partition_view(
                &dx_tensor,
                shape_tile_m_tile_n,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let mut carry1_0: Tile<f32, { [1, TILE_N] }> = constant_tile;
        let start: i32 = block_id.0;
        let quotient_scalar: i32 = tile_to_scalar(quotient);
        let step: i32 = num_blocks.0;
        for i in (start..quotient_scalar).step_by(step as usize) {
            let (x_3, _): (Tile<EDX, { [TILE_M, TILE_N] }>, Token) = unsafe {
                load_view_raw(
                    &x_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape_tile_m_tile_n,
                )
            };
            let converted_2: Tile<f32, { [TILE_M, TILE_N] }> = ftof(x_3, rounding::NearestEven);
            let (dy_2, _): (Tile<EDX, { [TILE_M, TILE_N] }>, Token) = unsafe {
                load_view_raw(
                    &dy_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape_tile_m_tile_n,
                )
            };
            let converted_3: Tile<f32, { [TILE_M, TILE_N] }> = ftof(dy_2, rounding::NearestEven);
            let rstd_2 = unsafe { load_view(&rstd_tiles, [i], token) };
            let reshaped_2: Tile<f32, { [TILE_M, 1] }> = reshape(rstd_2, shape_tile_m_1);
            let broadcasted_2: Tile<f32, { [TILE_M, TILE_N] }> =
                broadcast(reshaped_2, shape_tile_m_tile_n);
            let product: Tile<f32, { [TILE_M, TILE_N] }> = converted_2 * broadcasted_2;
            let product_2: Tile<f32, { [TILE_M, TILE_N] }> = converted_3 * broadcasted;
            let product_3: Tile<f32, { [TILE_M, TILE_N] }> = product * product_2;
            let total: Tile<f32, { [TILE_M] }> = reduce_sum(product_3, 1i32);
            let reshaped_3: Tile<f32, { [TILE_M, 1] }> = reshape(total, shape_tile_m_1);
            let product_4: Tile<f32, { [TILE_M, 1] }> = reshaped_3 * all;
            let broadcasted_3: Tile<f32, { [TILE_M, TILE_N] }> =
                broadcast(product_4, shape_tile_m_tile_n);
            let product_5: Tile<f32, { [TILE_M, TILE_N] }> = product * broadcasted_3;
            let difference_2: Tile<f32, { [TILE_M, TILE_N] }> = product_2 - product_5;
            let product_6: Tile<f32, { [TILE_M, TILE_N] }> = difference_2 * broadcasted_2;
            let converted_4: Tile<EDX, { [TILE_M, TILE_N] }> =
                ftof(product_6, rounding::NearestEven);
            let _: Token = unsafe {
                store_view_raw(
                    &dx_tiles,
                    converted_4,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    Some(3),
                    [false, false],
                )
            };
            let product_7: Tile<f32, { [TILE_M, TILE_N] }> = converted_3 * product;
            let total_2: Tile<f32, { [TILE_N] }> = reduce_sum(product_7, 0i32);
            let reshaped_4: Tile<f32, { [1, TILE_N] }> = reshape(total_2, shape_1_tile_n);
            let sum_2: Tile<f32, { [1, TILE_N] }> = carry1_0 + reshaped_4;
            carry1_0 = sum_2;
        }
        let dw_partial_tiles: Partition<f32, { [1, TILE_N] }> = unsafe {
            make_partition_view(
                &dw_partial_tensor,
                shape_1_tile_n,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let _: Token = unsafe {
            store_view_raw(
                &dw_partial_tiles,
                carry1_0,
                [block_id.0, 0i32],
                Some(token),
                ordering::Weak,
                scope::TileBlock,
                tma::Disabled,
                None,
                [false, false],
            )
        };
    }

    /// `_rms_bwd_kernel`, lines 189 to 229 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v1`.
    ///
    /// Generic over `DX_ALIGN`, `DX_SIZE0_DIV`, `DX_SIZE1_DIV`, `DX_STRIDE0_DIV`, `DY_ALIGN`, `DY_SIZE0_DIV`, `DY_SIZE1_DIV`, `DY_STRIDE0_DIV`, `X_ALIGN`, `X_SIZE0_DIV`, `X_SIZE1_DIV`, `X_STRIDE0_DIV`, `WEIGHT_ALIGN`, `WEIGHT_SIZE0_DIV`, `RSTD_ALIGN`, `RSTD_SIZE0_DIV`, `DW_PARTIAL_ALIGN`, `DW_PARTIAL_SIZE0_DIV`, `DW_PARTIAL_SIZE1_DIV`, `DW_PARTIAL_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_bwd_kernel_v1<
        const DX_ALIGN: i32,
        const DX_SIZE0_DIV: i32,
        const DX_SIZE1_DIV: i32,
        const DX_STRIDE0_DIV: i32,
        const DY_ALIGN: i32,
        const DY_SIZE0_DIV: i32,
        const DY_SIZE1_DIV: i32,
        const DY_STRIDE0_DIV: i32,
        const X_ALIGN: i32,
        const X_SIZE0_DIV: i32,
        const X_SIZE1_DIV: i32,
        const X_STRIDE0_DIV: i32,
        const WEIGHT_ALIGN: i32,
        const WEIGHT_SIZE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const RSTD_SIZE0_DIV: i32,
        const DW_PARTIAL_ALIGN: i32,
        const DW_PARTIAL_SIZE0_DIV: i32,
        const DW_PARTIAL_SIZE1_DIV: i32,
        const DW_PARTIAL_STRIDE0_DIV: i32,
    >(
        dx_ptr: *mut f16,
        dx_size0: i32,
        dx_size1: i32,
        dx_stride0: i32,
        _dx_stride1: i32,
        dy_ptr: *mut f16,
        dy_size0: i32,
        dy_size1: i32,
        dy_stride0: i32,
        _dy_stride1: i32,
        x_ptr: *mut f16,
        x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        weight_ptr: *mut f16,
        weight_size0: i32,
        _weight_stride0: i32,
        rstd_ptr: *mut f32,
        rstd_size0: i32,
        _rstd_stride0: i32,
        dw_partial_ptr: *mut f32,
        dw_partial_size0: i32,
        dw_partial_size1: i32,
        dw_partial_stride0: i32,
        _dw_partial_stride1: i32,
    ) {
        let dx: PointerTile<*mut f16, { [] }> =
            unsafe { assume_div_by::<_, DX_ALIGN>(pointer_to_tile(dx_ptr)) };
        let dx_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_SIZE0_DIV>(dx_size0)) };
        let dx_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_SIZE1_DIV>(dx_size1)) };
        let dx_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_STRIDE0_DIV>(dx_stride0)) };
        let dy: PointerTile<*mut f16, { [] }> =
            unsafe { assume_div_by::<_, DY_ALIGN>(pointer_to_tile(dy_ptr)) };
        let dy_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_SIZE0_DIV>(dy_size0)) };
        let dy_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_SIZE1_DIV>(dy_size1)) };
        let dy_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_STRIDE0_DIV>(dy_stride0)) };
        let x: PointerTile<*mut f16, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE0_DIV>(x_size0)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let weight: PointerTile<*mut f16, { [] }> =
            unsafe { assume_div_by::<_, WEIGHT_ALIGN>(pointer_to_tile(weight_ptr)) };
        let weight_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, WEIGHT_SIZE0_DIV>(weight_size0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let rstd_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, RSTD_SIZE0_DIV>(rstd_size0)) };
        let dw_partial: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, DW_PARTIAL_ALIGN>(pointer_to_tile(dw_partial_ptr)) };
        let dw_partial_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_SIZE0_DIV>(dw_partial_size0))
        };
        let dw_partial_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_SIZE1_DIV>(dw_partial_size1))
        };
        let dw_partial_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_STRIDE0_DIV>(
                dw_partial_stride0,
            ))
        };
        let token = new_token_unordered();
        let dx_sizes: &[i32] = &[dx_size0_known, dx_size1_known];
        let dx_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: dx_sizes };
        let dx_steps: &[i32] = &[dx_stride0_known];
        let dx_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: dx_steps };
        let dx_tensor: Tensor<f16, { [-1, -1] }> =
            unsafe { make_tensor_view(dx, dx_shape, dx_strides, token) };
        let dy_sizes: &[i32] = &[dy_size0_known, dy_size1_known];
        let dy_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: dy_sizes };
        let dy_steps: &[i32] = &[dy_stride0_known];
        let dy_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: dy_steps };
        let dy_tensor: Tensor<f16, { [-1, -1] }> =
            unsafe { make_tensor_view(dy, dy_shape, dy_strides, token) };
        let x_sizes: &[i32] = &[x_size0_known, x_size1_known];
        let x_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: x_sizes };
        let x_steps: &[i32] = &[x_stride0_known];
        let x_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: x_steps };
        let x_tensor: Tensor<f16, { [-1, -1] }> =
            unsafe { make_tensor_view(x, x_shape, x_strides, token) };
        let weight_sizes: &[i32] = &[weight_size0_known];
        let weight_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: weight_sizes };
        let weight_steps: &[i32] = &[];
        let weight_strides: Array<{ [1] }> = Array::<{ [1] }> { dims: weight_steps };
        let weight_tensor: Tensor<f16, { [-1] }> =
            unsafe { make_tensor_view(weight, weight_shape, weight_strides, token) };
        let rstd_sizes: &[i32] = &[rstd_size0_known];
        let rstd_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: rstd_sizes };
        let rstd_tensor: Tensor<f32, { [-1] }> =
            unsafe { make_tensor_view(rstd, rstd_shape, weight_strides, token) };
        let dw_partial_sizes: &[i32] = &[dw_partial_size0_known, dw_partial_size1_known];
        let dw_partial_shape: Shape<{ [-1, -1] }> =
            Shape::<{ [-1, -1] }> { dims: dw_partial_sizes };
        let dw_partial_steps: &[i32] = &[dw_partial_stride0_known];
        let dw_partial_strides: Array<{ [-1, 1] }> =
            Array::<{ [-1, 1] }> { dims: dw_partial_steps };
        let dw_partial_tensor: Tensor<f32, { [-1, -1] }> =
            unsafe { make_tensor_view(dw_partial, dw_partial_shape, dw_partial_strides, token) };
        let one: Tile<i32, { [] }> = constant(1i32, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let sum: i32 = x_size0_known + 1;
        let difference: i32 = sum - 1;
        let difference_tile: Tile<i32, { [] }> = scalar_to_tile(difference);
        let quotient: Tile<i32, { [] }> = divi(difference_tile, one, rounding::NegativeInf);
        let weight_tiles: Partition<f16, { [4096] }> = unsafe {
            make_partition_view(
                &weight_tensor,
                shape![4096],
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let weight_2 = unsafe { load_view(&weight_tiles, [0i32], token) };
        let converted: Tile<f32, { [4096] }> = ftof(weight_2, rounding::NearestEven);
        let reshaped: Tile<f32, { [1, 4096] }> = reshape(converted, shape![1, 4096]);
        let one_2: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let x_size1_known_tile: Tile<i32, { [] }> = scalar_to_tile(x_size1_known);
        let x_2: Tile<f32, { [] }> = itof(x_size1_known_tile, rounding::NearestEven);
        let quotient_2: Tile<f32, { [] }> = divf(one_2, x_2, rounding::NearestEven, ftz::Disabled);
        let reshaped_2: Tile<f32, { [1, 1] }> = reshape(quotient_2, shape![1, 1]);
        let constant_tile: Tile<f32, { [1, 4096] }> = constant(0.0f32, shape![1, 4096]);
        let x_tiles: Partition<f16, { [1, 4096] }> = unsafe {
            make_partition_view(&x_tensor, shape![1, 4096], padding::Zero, dim_map::Identity, token)
        };
        let dy_tiles: Partition<f16, { [1, 4096] }> = unsafe {
            make_partition_view(
                &dy_tensor,
                shape![1, 4096],
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let rstd_tiles: Partition<f32, { [1] }> = unsafe {
            make_partition_view(&rstd_tensor, shape![1], padding::Zero, dim_map::Identity, token)
        };
        let dx_tiles: Partition<f16, { [1, 4096] }> = unsafe {
            make_partition_view(
                &dx_tensor,
                shape![1, 4096],
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let mut carry1_0: Tile<f32, { [1, 4096] }> = constant_tile;
        let start: i32 = block_id.0;
        let quotient_scalar: i32 = tile_to_scalar(quotient);
        let step: i32 = num_blocks.0;
        for i in (start..quotient_scalar).step_by(step as usize) {
            let (x_3, _): (Tile<f16, { [1, 4096] }>, Token) = unsafe {
                load_view_raw(
                    &x_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape![1, 4096],
                )
            };
            let converted_2: Tile<f32, { [1, 4096] }> = ftof(x_3, rounding::NearestEven);
            let (dy_2, _): (Tile<f16, { [1, 4096] }>, Token) = unsafe {
                load_view_raw(
                    &dy_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape![1, 4096],
                )
            };
            let converted_3: Tile<f32, { [1, 4096] }> = ftof(dy_2, rounding::NearestEven);
            let rstd_2 = unsafe { load_view(&rstd_tiles, [i], token) };
            let reshaped_3: Tile<f32, { [1, 1] }> = reshape(rstd_2, shape![1, 1]);
            let product: Tile<f32, { [1, 4096] }> =
                converted_2 * broadcast(reshaped_3, shape![1, 4096]);
            let product_2: Tile<f32, { [1, 4096] }> = converted_3 * reshaped;
            let product_3: Tile<f32, { [1, 4096] }> = product * product_2;
            let total: Tile<f32, { [1] }> = reduce_sum(product_3, 1i32);
            let product_4: Tile<f32, { [1, 1] }> = reshape(total, shape![1, 1]) * reshaped_2;
            let product_5: Tile<f32, { [1, 4096] }> =
                product * broadcast(product_4, shape![1, 4096]);
            let difference_2: Tile<f32, { [1, 4096] }> = product_2 - product_5;
            let product_6: Tile<f32, { [1, 4096] }> =
                difference_2 * broadcast(reshaped_3, shape![1, 4096]);
            let converted_4: Tile<f16, { [1, 4096] }> = ftof(product_6, rounding::NearestEven);
            let _: Token = unsafe {
                store_view_raw(
                    &dx_tiles,
                    converted_4,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    Some(3),
                    [false, false],
                )
            };
            let product_7: Tile<f32, { [1, 4096] }> = converted_3 * product;
            let total_2: Tile<f32, { [4096] }> = reduce_sum(product_7, 0i32);
            let sum_2: Tile<f32, { [1, 4096] }> = carry1_0 + reshape(total_2, shape![1, 4096]);
            carry1_0 = sum_2;
        }
        let dw_partial_tiles: Partition<f32, { [1, 4096] }> = unsafe {
            make_partition_view(
                &dw_partial_tensor,
                shape![1, 4096],
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let _: Token = unsafe {
            store_view_raw(
                &dw_partial_tiles,
                carry1_0,
                [block_id.0, 0i32],
                Some(token),
                ordering::Weak,
                scope::TileBlock,
                tma::Disabled,
                None,
                [false, false],
            )
        };
    }

    /// `_rms_bwd_kernel`, lines 189 to 229 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v2`.
    ///
    /// Generic over `TILE_N`, `DX_ALIGN`, `DX_SIZE0_DIV`, `DX_SIZE1_DIV`, `DX_STRIDE0_DIV`, `DY_ALIGN`, `DY_SIZE0_DIV`, `DY_SIZE1_DIV`, `DY_STRIDE0_DIV`, `X_ALIGN`, `X_SIZE0_DIV`, `X_SIZE1_DIV`, `X_STRIDE0_DIV`, `WEIGHT_ALIGN`, `WEIGHT_SIZE0_DIV`, `RSTD_ALIGN`, `RSTD_SIZE0_DIV`, `DW_PARTIAL_ALIGN`, `DW_PARTIAL_SIZE0_DIV`, `DW_PARTIAL_SIZE1_DIV`, `DW_PARTIAL_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_bwd_kernel_v2<
        const TILE_N: i32,
        const DX_ALIGN: i32,
        const DX_SIZE0_DIV: i32,
        const DX_SIZE1_DIV: i32,
        const DX_STRIDE0_DIV: i32,
        const DY_ALIGN: i32,
        const DY_SIZE0_DIV: i32,
        const DY_SIZE1_DIV: i32,
        const DY_STRIDE0_DIV: i32,
        const X_ALIGN: i32,
        const X_SIZE0_DIV: i32,
        const X_SIZE1_DIV: i32,
        const X_STRIDE0_DIV: i32,
        const WEIGHT_ALIGN: i32,
        const WEIGHT_SIZE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const RSTD_SIZE0_DIV: i32,
        const DW_PARTIAL_ALIGN: i32,
        const DW_PARTIAL_SIZE0_DIV: i32,
        const DW_PARTIAL_SIZE1_DIV: i32,
        const DW_PARTIAL_STRIDE0_DIV: i32,
    >(
        dx_ptr: *mut f32,
        dx_size0: i32,
        dx_size1: i32,
        dx_stride0: i32,
        _dx_stride1: i32,
        dy_ptr: *mut f32,
        dy_size0: i32,
        dy_size1: i32,
        dy_stride0: i32,
        _dy_stride1: i32,
        x_ptr: *mut f32,
        x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        weight_ptr: *mut f32,
        weight_size0: i32,
        _weight_stride0: i32,
        rstd_ptr: *mut f32,
        rstd_size0: i32,
        _rstd_stride0: i32,
        dw_partial_ptr: *mut f32,
        dw_partial_size0: i32,
        dw_partial_size1: i32,
        dw_partial_stride0: i32,
        _dw_partial_stride1: i32,
    ) {
        let shape_tile_n: Shape<{ [TILE_N] }> = Shape::<{ [TILE_N] }> { dims: &[] };
        let shape_1_tile_n: Shape<{ [1, TILE_N] }> = Shape::<{ [1, TILE_N] }> { dims: &[] };
        let shape_4_tile_n: Shape<{ [4, TILE_N] }> = Shape::<{ [4, TILE_N] }> { dims: &[] };
        let dx: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, DX_ALIGN>(pointer_to_tile(dx_ptr)) };
        let dx_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_SIZE0_DIV>(dx_size0)) };
        let dx_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_SIZE1_DIV>(dx_size1)) };
        let dx_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_STRIDE0_DIV>(dx_stride0)) };
        let dy: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, DY_ALIGN>(pointer_to_tile(dy_ptr)) };
        let dy_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_SIZE0_DIV>(dy_size0)) };
        let dy_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_SIZE1_DIV>(dy_size1)) };
        let dy_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_STRIDE0_DIV>(dy_stride0)) };
        let x: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE0_DIV>(x_size0)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let weight: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, WEIGHT_ALIGN>(pointer_to_tile(weight_ptr)) };
        let weight_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, WEIGHT_SIZE0_DIV>(weight_size0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let rstd_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, RSTD_SIZE0_DIV>(rstd_size0)) };
        let dw_partial: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, DW_PARTIAL_ALIGN>(pointer_to_tile(dw_partial_ptr)) };
        let dw_partial_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_SIZE0_DIV>(dw_partial_size0))
        };
        let dw_partial_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_SIZE1_DIV>(dw_partial_size1))
        };
        let dw_partial_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_STRIDE0_DIV>(
                dw_partial_stride0,
            ))
        };
        let token = new_token_unordered();
        let dx_sizes: &[i32] = &[dx_size0_known, dx_size1_known];
        let dx_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: dx_sizes };
        let dx_steps: &[i32] = &[dx_stride0_known];
        let dx_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: dx_steps };
        let dx_tensor: Tensor<f32, { [-1, -1] }> =
            unsafe { make_tensor_view(dx, dx_shape, dx_strides, token) };
        let dy_sizes: &[i32] = &[dy_size0_known, dy_size1_known];
        let dy_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: dy_sizes };
        let dy_steps: &[i32] = &[dy_stride0_known];
        let dy_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: dy_steps };
        let dy_tensor: Tensor<f32, { [-1, -1] }> =
            unsafe { make_tensor_view(dy, dy_shape, dy_strides, token) };
        let x_sizes: &[i32] = &[x_size0_known, x_size1_known];
        let x_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: x_sizes };
        let x_steps: &[i32] = &[x_stride0_known];
        let x_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: x_steps };
        let x_tensor: Tensor<f32, { [-1, -1] }> =
            unsafe { make_tensor_view(x, x_shape, x_strides, token) };
        let weight_sizes: &[i32] = &[weight_size0_known];
        let weight_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: weight_sizes };
        let weight_steps: &[i32] = &[];
        let weight_strides: Array<{ [1] }> = Array::<{ [1] }> { dims: weight_steps };
        let weight_tensor: Tensor<f32, { [-1] }> =
            unsafe { make_tensor_view(weight, weight_shape, weight_strides, token) };
        let rstd_sizes: &[i32] = &[rstd_size0_known];
        let rstd_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: rstd_sizes };
        let rstd_tensor: Tensor<f32, { [-1] }> =
            unsafe { make_tensor_view(rstd, rstd_shape, weight_strides, token) };
        let dw_partial_sizes: &[i32] = &[dw_partial_size0_known, dw_partial_size1_known];
        let dw_partial_shape: Shape<{ [-1, -1] }> =
            Shape::<{ [-1, -1] }> { dims: dw_partial_sizes };
        let dw_partial_steps: &[i32] = &[dw_partial_stride0_known];
        let dw_partial_strides: Array<{ [-1, 1] }> =
            Array::<{ [-1, 1] }> { dims: dw_partial_steps };
        let dw_partial_tensor: Tensor<f32, { [-1, -1] }> =
            unsafe { make_tensor_view(dw_partial, dw_partial_shape, dw_partial_strides, token) };
        let constant_value: Tile<i32, { [] }> = constant(4i32, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let sum: i32 = x_size0_known + 4;
        let difference: i32 = sum - 1;
        let difference_tile: Tile<i32, { [] }> = scalar_to_tile(difference);
        let quotient: Tile<i32, { [] }> =
            divi(difference_tile, constant_value, rounding::NegativeInf);
        let weight_tiles: Partition<f32, { [TILE_N] }> = unsafe {
            make_partition_view(
                &weight_tensor,
                shape_tile_n,
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let weight_2 = unsafe { load_view(&weight_tiles, [0i32], token) };
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let x_size1_known_tile: Tile<i32, { [] }> = scalar_to_tile(x_size1_known);
        let x_2: Tile<f32, { [] }> = itof(x_size1_known_tile, rounding::NearestEven);
        let quotient_2: Tile<f32, { [] }> = divf(one, x_2, rounding::NearestEven, ftz::Disabled);
        let all: Tile<f32, { [4, 1] }> = splat(quotient_2, shape![4, 1]);
        let constant_tile: Tile<f32, { [1, TILE_N] }> = constant(0.0f32, shape_1_tile_n);
        let x_tiles: Partition<f32, { [4, TILE_N] }> = unsafe {
            make_partition_view(&x_tensor, shape_4_tile_n, padding::Zero, dim_map::Identity, token)
        };
        let dy_tiles: Partition<f32, { [4, TILE_N] }> = unsafe {
            make_partition_view(&dy_tensor, shape_4_tile_n, padding::Zero, dim_map::Identity, token)
        };
        let rstd_tiles: Partition<f32, { [4] }> = unsafe {
            make_partition_view(&rstd_tensor, shape![4], padding::Zero, dim_map::Identity, token)
        };
        let broadcasted: Tile<f32, { [4, TILE_N] }> =
            broadcast(reshape(weight_2, shape_1_tile_n), shape_4_tile_n);
        let dx_tiles: Partition<f32, { [4, TILE_N] }> = unsafe {
            make_partition_view(&dx_tensor, shape_4_tile_n, padding::None, dim_map::Identity, token)
        };
        let mut carry1_0: Tile<f32, { [1, TILE_N] }> = constant_tile;
        let start: i32 = block_id.0;
        let quotient_scalar: i32 = tile_to_scalar(quotient);
        let step: i32 = num_blocks.0;
        for i in (start..quotient_scalar).step_by(step as usize) {
            let (x_3, _): (Tile<f32, { [4, TILE_N] }>, Token) = unsafe {
                load_view_raw(
                    &x_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape_4_tile_n,
                )
            };
            let (dy_2, _): (Tile<f32, { [4, TILE_N] }>, Token) = unsafe {
                load_view_raw(
                    &dy_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape_4_tile_n,
                )
            };
            let rstd_2 = unsafe { load_view(&rstd_tiles, [i], token) };
            let reshaped: Tile<f32, { [4, 1] }> = reshape(rstd_2, shape![4, 1]);
            let product: Tile<f32, { [4, TILE_N] }> = x_3 * broadcast(reshaped, shape_4_tile_n);
            let product_2: Tile<f32, { [4, TILE_N] }> = dy_2 * broadcasted;
            let product_3: Tile<f32, { [4, TILE_N] }> = product * product_2;
            let total: Tile<f32, { [4] }> = reduce_sum(product_3, 1i32);
            let product_4: Tile<f32, { [4, 1] }> = reshape(total, shape![4, 1]) * all;
            let product_5: Tile<f32, { [4, TILE_N] }> =
                product * broadcast(product_4, shape_4_tile_n);
            let difference_2: Tile<f32, { [4, TILE_N] }> = product_2 - product_5;
            let product_6: Tile<f32, { [4, TILE_N] }> =
                difference_2 * broadcast(reshaped, shape_4_tile_n);
            let _: Token = unsafe {
                store_view_raw(
                    &dx_tiles,
                    product_6,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    Some(3),
                    [false, false],
                )
            };
            let product_7: Tile<f32, { [4, TILE_N] }> = dy_2 * product;
            let total_2: Tile<f32, { [TILE_N] }> = reduce_sum(product_7, 0i32);
            let sum_2: Tile<f32, { [1, TILE_N] }> = carry1_0 + reshape(total_2, shape_1_tile_n);
            carry1_0 = sum_2;
        }
        let dw_partial_tiles: Partition<f32, { [1, TILE_N] }> = unsafe {
            make_partition_view(
                &dw_partial_tensor,
                shape_1_tile_n,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let _: Token = unsafe {
            store_view_raw(
                &dw_partial_tiles,
                carry1_0,
                [block_id.0, 0i32],
                Some(token),
                ordering::Weak,
                scope::TileBlock,
                tma::Disabled,
                None,
                [false, false],
            )
        };
    }

    /// `_rms_bwd_kernel`, lines 189 to 229 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v3`.
    ///
    /// Generic over `DX_ALIGN`, `DY_ALIGN`, `X_ALIGN`, `WEIGHT_ALIGN`, `RSTD_ALIGN`, `DW_PARTIAL_ALIGN`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_bwd_kernel_v3<
        const DX_ALIGN: i32,
        const DY_ALIGN: i32,
        const X_ALIGN: i32,
        const WEIGHT_ALIGN: i32,
        const RSTD_ALIGN: i32,
        const DW_PARTIAL_ALIGN: i32,
    >(
        dx_ptr: *mut f32,
        _dx_size0: i32,
        _dx_size1: i32,
        _dx_stride0: i32,
        _dx_stride1: i32,
        dy_ptr: *mut f32,
        _dy_size0: i32,
        _dy_size1: i32,
        _dy_stride0: i32,
        _dy_stride1: i32,
        x_ptr: *mut f32,
        _x_size0: i32,
        _x_size1: i32,
        _x_stride0: i32,
        _x_stride1: i32,
        weight_ptr: *mut f32,
        _weight_size0: i32,
        _weight_stride0: i32,
        rstd_ptr: *mut f32,
        _rstd_size0: i32,
        _rstd_stride0: i32,
        dw_partial_ptr: *mut f32,
        _dw_partial_size0: i32,
        _dw_partial_size1: i32,
        _dw_partial_stride0: i32,
        _dw_partial_stride1: i32,
    ) {
        let dx: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, DX_ALIGN>(pointer_to_tile(dx_ptr)) };
        let dy: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, DY_ALIGN>(pointer_to_tile(dy_ptr)) };
        let x: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let weight: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, WEIGHT_ALIGN>(pointer_to_tile(weight_ptr)) };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let dw_partial: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, DW_PARTIAL_ALIGN>(pointer_to_tile(dw_partial_ptr)) };
        let token = new_token_unordered();
        let one: Tile<i32, { [] }> = constant(1i32, shape![]);
        let known: Tile<i32, { [] }> = unsafe { assume_div_by::<_, 4>(one) };
        let known_scalar: i32 = tile_to_scalar(known);
        let dx_sizes: &[i32] = &[];
        let dx_shape: Shape<{ [1, 1] }> = Shape::<{ [1, 1] }> { dims: dx_sizes };
        let dx_steps: &[i32] = &[known_scalar, known_scalar];
        let dx_strides: Array<{ [-1, -1] }> = Array::<{ [-1, -1] }> { dims: dx_steps };
        let dx_tensor: Tensor<f32, { [1, 1] }> =
            unsafe { make_tensor_view(dx, dx_shape, dx_strides, token) };
        let dy_tensor: Tensor<f32, { [1, 1] }> =
            unsafe { make_tensor_view(dy, dx_shape, dx_strides, token) };
        let x_tensor: Tensor<f32, { [1, 1] }> =
            unsafe { make_tensor_view(x, dx_shape, dx_strides, token) };
        let weight_shape: Shape<{ [1] }> = Shape::<{ [1] }> { dims: dx_sizes };
        let weight_steps: &[i32] = &[known_scalar];
        let weight_strides: Array<{ [-1] }> = Array::<{ [-1] }> { dims: weight_steps };
        let weight_tensor: Tensor<f32, { [1] }> =
            unsafe { make_tensor_view(weight, weight_shape, weight_strides, token) };
        let rstd_tensor: Tensor<f32, { [1] }> =
            unsafe { make_tensor_view(rstd, weight_shape, weight_strides, token) };
        let dw_partial_tensor: Tensor<f32, { [1, 1] }> =
            unsafe { make_tensor_view(dw_partial, dx_shape, dx_strides, token) };
        let constant_value: Tile<i32, { [] }> = constant(4i32, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let sum: i32 = 1 + 4;
        let difference: i32 = sum - 1;
        let difference_tile: Tile<i32, { [] }> = scalar_to_tile(difference);
        let quotient: Tile<i32, { [] }> =
            divi(difference_tile, constant_value, rounding::NegativeInf);
        let weight_tiles: Partition<f32, { [1] }> = unsafe {
            make_partition_view(&weight_tensor, shape![1], padding::Zero, dim_map::Identity, token)
        };
        let weight_2 = unsafe { load_view(&weight_tiles, [0i32], token) };
        let one_2: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let float: Tile<f32, { [] }> = itof(one, rounding::NearestEven);
        let quotient_2: Tile<f32, { [] }> =
            divf(one_2, float, rounding::NearestEven, ftz::Disabled);
        let all: Tile<f32, { [4, 1] }> = splat(quotient_2, shape![4, 1]);
        let constant_tile: Tile<f32, { [1, 1] }> = constant(0.0f32, shape![1, 1]);
        let x_tiles: Partition<f32, { [4, 1] }> = unsafe {
            make_partition_view(&x_tensor, shape![4, 1], padding::Zero, dim_map::Identity, token)
        };
        let dy_tiles: Partition<f32, { [4, 1] }> = unsafe {
            make_partition_view(&dy_tensor, shape![4, 1], padding::Zero, dim_map::Identity, token)
        };
        let rstd_tiles: Partition<f32, { [4] }> = unsafe {
            make_partition_view(&rstd_tensor, shape![4], padding::Zero, dim_map::Identity, token)
        };
        let broadcasted: Tile<f32, { [4, 1] }> =
            broadcast(reshape(weight_2, shape![1, 1]), shape![4, 1]);
        let dx_tiles: Partition<f32, { [4, 1] }> = unsafe {
            make_partition_view(&dx_tensor, shape![4, 1], padding::None, dim_map::Identity, token)
        };
        let mut carry1_0: Tile<f32, { [1, 1] }> = constant_tile;
        let start: i32 = block_id.0;
        let quotient_scalar: i32 = tile_to_scalar(quotient);
        let step: i32 = num_blocks.0;
        for i in (start..quotient_scalar).step_by(step as usize) {
            let (x_2, _): (Tile<f32, { [4, 1] }>, Token) = unsafe {
                load_view_raw(
                    &x_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape![4, 1],
                )
            };
            let (dy_2, _): (Tile<f32, { [4, 1] }>, Token) = unsafe {
                load_view_raw(
                    &dy_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape![4, 1],
                )
            };
            let rstd_2 = unsafe { load_view(&rstd_tiles, [i], token) };
            let reshaped: Tile<f32, { [4, 1] }> = reshape(rstd_2, shape![4, 1]);
            let product: Tile<f32, { [4, 1] }> = x_2 * reshaped;
            let product_2: Tile<f32, { [4, 1] }> = dy_2 * broadcasted;
            let product_3: Tile<f32, { [4, 1] }> = product * product_2;
            let total: Tile<f32, { [4] }> = reduce_sum(product_3, 1i32);
            let product_4: Tile<f32, { [4, 1] }> = reshape(total, shape![4, 1]) * all;
            let product_5: Tile<f32, { [4, 1] }> = product * product_4;
            let difference_2: Tile<f32, { [4, 1] }> = product_2 - product_5;
            let product_6: Tile<f32, { [4, 1] }> = difference_2 * reshaped;
            let _: Token = unsafe {
                store_view_raw(
                    &dx_tiles,
                    product_6,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    Some(3),
                    [false, false],
                )
            };
            let product_7: Tile<f32, { [4, 1] }> = dy_2 * product;
            let total_2: Tile<f32, { [1] }> = reduce_sum(product_7, 0i32);
            let sum_2: Tile<f32, { [1, 1] }> = carry1_0 + reshape(total_2, shape![1, 1]);
            carry1_0 = sum_2;
        }
        let dw_partial_tiles: Partition<f32, { [1, 1] }> = unsafe {
            make_partition_view(
                &dw_partial_tensor,
                shape![1, 1],
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let _: Token = unsafe {
            store_view_raw(
                &dw_partial_tiles,
                carry1_0,
                [block_id.0, 0i32],
                Some(token),
                ordering::Weak,
                scope::TileBlock,
                tma::Disabled,
                None,
                [false, false],
            )
        };
    }

    /// `_rms_bwd_kernel`, lines 189 to 229 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v4`.
    ///
    /// Generic over `TILE_N`, `DX_ALIGN`, `DX_SIZE0_DIV`, `DX_SIZE1_DIV`, `DX_STRIDE0_DIV`, `DY_ALIGN`, `DY_SIZE0_DIV`, `DY_SIZE1_DIV`, `DY_STRIDE0_DIV`, `X_ALIGN`, `X_SIZE0_DIV`, `X_SIZE1_DIV`, `X_STRIDE0_DIV`, `WEIGHT_ALIGN`, `WEIGHT_SIZE0_DIV`, `RSTD_ALIGN`, `RSTD_SIZE0_DIV`, `DW_PARTIAL_ALIGN`, `DW_PARTIAL_SIZE0_DIV`, `DW_PARTIAL_SIZE1_DIV`, `DW_PARTIAL_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_bwd_kernel_v4<
        const TILE_N: i32,
        const DX_ALIGN: i32,
        const DX_SIZE0_DIV: i32,
        const DX_SIZE1_DIV: i32,
        const DX_STRIDE0_DIV: i32,
        const DY_ALIGN: i32,
        const DY_SIZE0_DIV: i32,
        const DY_SIZE1_DIV: i32,
        const DY_STRIDE0_DIV: i32,
        const X_ALIGN: i32,
        const X_SIZE0_DIV: i32,
        const X_SIZE1_DIV: i32,
        const X_STRIDE0_DIV: i32,
        const WEIGHT_ALIGN: i32,
        const WEIGHT_SIZE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const RSTD_SIZE0_DIV: i32,
        const DW_PARTIAL_ALIGN: i32,
        const DW_PARTIAL_SIZE0_DIV: i32,
        const DW_PARTIAL_SIZE1_DIV: i32,
        const DW_PARTIAL_STRIDE0_DIV: i32,
    >(
        dx_ptr: *mut f32,
        dx_size0: i32,
        dx_size1: i32,
        dx_stride0: i32,
        _dx_stride1: i32,
        dy_ptr: *mut f32,
        dy_size0: i32,
        dy_size1: i32,
        dy_stride0: i32,
        _dy_stride1: i32,
        x_ptr: *mut f32,
        x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        weight_ptr: *mut f32,
        weight_size0: i32,
        _weight_stride0: i32,
        rstd_ptr: *mut f32,
        rstd_size0: i32,
        _rstd_stride0: i32,
        dw_partial_ptr: *mut f32,
        dw_partial_size0: i32,
        dw_partial_size1: i32,
        dw_partial_stride0: i32,
        _dw_partial_stride1: i32,
    ) {
        let shape_tile_n: Shape<{ [TILE_N] }> = Shape::<{ [TILE_N] }> { dims: &[] };
        let shape_1_tile_n: Shape<{ [1, TILE_N] }> = Shape::<{ [1, TILE_N] }> { dims: &[] };
        let dx: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, DX_ALIGN>(pointer_to_tile(dx_ptr)) };
        let dx_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_SIZE0_DIV>(dx_size0)) };
        let dx_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_SIZE1_DIV>(dx_size1)) };
        let dx_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_STRIDE0_DIV>(dx_stride0)) };
        let dy: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, DY_ALIGN>(pointer_to_tile(dy_ptr)) };
        let dy_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_SIZE0_DIV>(dy_size0)) };
        let dy_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_SIZE1_DIV>(dy_size1)) };
        let dy_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_STRIDE0_DIV>(dy_stride0)) };
        let x: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE0_DIV>(x_size0)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let weight: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, WEIGHT_ALIGN>(pointer_to_tile(weight_ptr)) };
        let weight_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, WEIGHT_SIZE0_DIV>(weight_size0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let rstd_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, RSTD_SIZE0_DIV>(rstd_size0)) };
        let dw_partial: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, DW_PARTIAL_ALIGN>(pointer_to_tile(dw_partial_ptr)) };
        let dw_partial_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_SIZE0_DIV>(dw_partial_size0))
        };
        let dw_partial_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_SIZE1_DIV>(dw_partial_size1))
        };
        let dw_partial_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_STRIDE0_DIV>(
                dw_partial_stride0,
            ))
        };
        let token = new_token_unordered();
        let dx_sizes: &[i32] = &[dx_size0_known, dx_size1_known];
        let dx_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: dx_sizes };
        let dx_steps: &[i32] = &[dx_stride0_known];
        let dx_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: dx_steps };
        let dx_tensor: Tensor<f32, { [-1, -1] }> =
            unsafe { make_tensor_view(dx, dx_shape, dx_strides, token) };
        let dy_sizes: &[i32] = &[dy_size0_known, dy_size1_known];
        let dy_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: dy_sizes };
        let dy_steps: &[i32] = &[dy_stride0_known];
        let dy_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: dy_steps };
        let dy_tensor: Tensor<f32, { [-1, -1] }> =
            unsafe { make_tensor_view(dy, dy_shape, dy_strides, token) };
        let x_sizes: &[i32] = &[x_size0_known, x_size1_known];
        let x_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: x_sizes };
        let x_steps: &[i32] = &[x_stride0_known];
        let x_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: x_steps };
        let x_tensor: Tensor<f32, { [-1, -1] }> =
            unsafe { make_tensor_view(x, x_shape, x_strides, token) };
        let weight_sizes: &[i32] = &[weight_size0_known];
        let weight_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: weight_sizes };
        let weight_steps: &[i32] = &[];
        let weight_strides: Array<{ [1] }> = Array::<{ [1] }> { dims: weight_steps };
        let weight_tensor: Tensor<f32, { [-1] }> =
            unsafe { make_tensor_view(weight, weight_shape, weight_strides, token) };
        let rstd_sizes: &[i32] = &[rstd_size0_known];
        let rstd_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: rstd_sizes };
        let rstd_tensor: Tensor<f32, { [-1] }> =
            unsafe { make_tensor_view(rstd, rstd_shape, weight_strides, token) };
        let dw_partial_sizes: &[i32] = &[dw_partial_size0_known, dw_partial_size1_known];
        let dw_partial_shape: Shape<{ [-1, -1] }> =
            Shape::<{ [-1, -1] }> { dims: dw_partial_sizes };
        let dw_partial_steps: &[i32] = &[dw_partial_stride0_known];
        let dw_partial_strides: Array<{ [-1, 1] }> =
            Array::<{ [-1, 1] }> { dims: dw_partial_steps };
        let dw_partial_tensor: Tensor<f32, { [-1, -1] }> =
            unsafe { make_tensor_view(dw_partial, dw_partial_shape, dw_partial_strides, token) };
        let one: Tile<i32, { [] }> = constant(1i32, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let sum: i32 = x_size0_known + 1;
        let difference: i32 = sum - 1;
        let difference_tile: Tile<i32, { [] }> = scalar_to_tile(difference);
        let quotient: Tile<i32, { [] }> = divi(difference_tile, one, rounding::NegativeInf);
        let weight_tiles: Partition<f32, { [TILE_N] }> = unsafe {
            make_partition_view(
                &weight_tensor,
                shape_tile_n,
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let weight_2 = unsafe { load_view(&weight_tiles, [0i32], token) };
        let reshaped: Tile<f32, { [1, TILE_N] }> = reshape(weight_2, shape_1_tile_n);
        let one_2: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let x_size1_known_tile: Tile<i32, { [] }> = scalar_to_tile(x_size1_known);
        let x_2: Tile<f32, { [] }> = itof(x_size1_known_tile, rounding::NearestEven);
        let quotient_2: Tile<f32, { [] }> = divf(one_2, x_2, rounding::NearestEven, ftz::Disabled);
        let reshaped_2: Tile<f32, { [1, 1] }> = reshape(quotient_2, shape![1, 1]);
        let constant_tile: Tile<f32, { [1, TILE_N] }> = constant(0.0f32, shape_1_tile_n);
        let x_tiles: Partition<f32, { [1, TILE_N] }> = unsafe {
            make_partition_view(&x_tensor, shape_1_tile_n, padding::Zero, dim_map::Identity, token)
        };
        let dy_tiles: Partition<f32, { [1, TILE_N] }> = unsafe {
            make_partition_view(&dy_tensor, shape_1_tile_n, padding::Zero, dim_map::Identity, token)
        };
        let rstd_tiles: Partition<f32, { [1] }> = unsafe {
            make_partition_view(&rstd_tensor, shape![1], padding::Zero, dim_map::Identity, token)
        };
        let dx_tiles: Partition<f32, { [1, TILE_N] }> = unsafe {
            make_partition_view(&dx_tensor, shape_1_tile_n, padding::None, dim_map::Identity, token)
        };
        let mut carry1_0: Tile<f32, { [1, TILE_N] }> = constant_tile;
        let start: i32 = block_id.0;
        let quotient_scalar: i32 = tile_to_scalar(quotient);
        let step: i32 = num_blocks.0;
        for i in (start..quotient_scalar).step_by(step as usize) {
            let (x_3, _): (Tile<f32, { [1, TILE_N] }>, Token) = unsafe {
                load_view_raw(
                    &x_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape_1_tile_n,
                )
            };
            let (dy_2, _): (Tile<f32, { [1, TILE_N] }>, Token) = unsafe {
                load_view_raw(
                    &dy_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape_1_tile_n,
                )
            };
            let rstd_2 = unsafe { load_view(&rstd_tiles, [i], token) };
            let reshaped_3: Tile<f32, { [1, 1] }> = reshape(rstd_2, shape![1, 1]);
            let product: Tile<f32, { [1, TILE_N] }> = x_3 * broadcast(reshaped_3, shape_1_tile_n);
            let product_2: Tile<f32, { [1, TILE_N] }> = dy_2 * reshaped;
            let product_3: Tile<f32, { [1, TILE_N] }> = product * product_2;
            let total: Tile<f32, { [1] }> = reduce_sum(product_3, 1i32);
            let product_4: Tile<f32, { [1, 1] }> = reshape(total, shape![1, 1]) * reshaped_2;
            let product_5: Tile<f32, { [1, TILE_N] }> =
                product * broadcast(product_4, shape_1_tile_n);
            let difference_2: Tile<f32, { [1, TILE_N] }> = product_2 - product_5;
            let product_6: Tile<f32, { [1, TILE_N] }> =
                difference_2 * broadcast(reshaped_3, shape_1_tile_n);
            let _: Token = unsafe {
                store_view_raw(
                    &dx_tiles,
                    product_6,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    Some(3),
                    [false, false],
                )
            };
            let product_7: Tile<f32, { [1, TILE_N] }> = dy_2 * product;
            let total_2: Tile<f32, { [TILE_N] }> = reduce_sum(product_7, 0i32);
            let sum_2: Tile<f32, { [1, TILE_N] }> = carry1_0 + reshape(total_2, shape_1_tile_n);
            carry1_0 = sum_2;
        }
        let dw_partial_tiles: Partition<f32, { [1, TILE_N] }> = unsafe {
            make_partition_view(
                &dw_partial_tensor,
                shape_1_tile_n,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let _: Token = unsafe {
            store_view_raw(
                &dw_partial_tiles,
                carry1_0,
                [block_id.0, 0i32],
                Some(token),
                ordering::Weak,
                scope::TileBlock,
                tma::Disabled,
                None,
                [false, false],
            )
        };
    }

    /// `_rms_bwd_kernel`, lines 189 to 229 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v5`.
    ///
    /// Generic over `TILE_M`, `TILE_N`, `DX_ALIGN`, `DX_SIZE0_DIV`, `DX_SIZE1_DIV`, `DX_STRIDE0_DIV`, `DY_ALIGN`, `DY_SIZE0_DIV`, `DY_SIZE1_DIV`, `DY_STRIDE0_DIV`, `X_ALIGN`, `X_SIZE0_DIV`, `X_SIZE1_DIV`, `X_STRIDE0_DIV`, `WEIGHT_ALIGN`, `WEIGHT_SIZE0_DIV`, `RSTD_ALIGN`, `RSTD_SIZE0_DIV`, `DW_PARTIAL_ALIGN`, `DW_PARTIAL_SIZE0_DIV`, `DW_PARTIAL_SIZE1_DIV`, `DW_PARTIAL_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_bwd_kernel_v5<
        const TILE_M: i32,
        const TILE_N: i32,
        const DX_ALIGN: i32,
        const DX_SIZE0_DIV: i32,
        const DX_SIZE1_DIV: i32,
        const DX_STRIDE0_DIV: i32,
        const DY_ALIGN: i32,
        const DY_SIZE0_DIV: i32,
        const DY_SIZE1_DIV: i32,
        const DY_STRIDE0_DIV: i32,
        const X_ALIGN: i32,
        const X_SIZE0_DIV: i32,
        const X_SIZE1_DIV: i32,
        const X_STRIDE0_DIV: i32,
        const WEIGHT_ALIGN: i32,
        const WEIGHT_SIZE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const RSTD_SIZE0_DIV: i32,
        const DW_PARTIAL_ALIGN: i32,
        const DW_PARTIAL_SIZE0_DIV: i32,
        const DW_PARTIAL_SIZE1_DIV: i32,
        const DW_PARTIAL_STRIDE0_DIV: i32,
    >(
        dx_ptr: *mut bf16,
        dx_size0: i32,
        dx_size1: i32,
        dx_stride0: i32,
        _dx_stride1: i32,
        dy_ptr: *mut bf16,
        dy_size0: i32,
        dy_size1: i32,
        dy_stride0: i32,
        _dy_stride1: i32,
        x_ptr: *mut bf16,
        x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        weight_ptr: *mut f32,
        weight_size0: i32,
        _weight_stride0: i32,
        rstd_ptr: *mut f32,
        rstd_size0: i32,
        _rstd_stride0: i32,
        dw_partial_ptr: *mut f32,
        dw_partial_size0: i32,
        dw_partial_size1: i32,
        dw_partial_stride0: i32,
        _dw_partial_stride1: i32,
    ) {
        let shape_tile_n: Shape<{ [TILE_N] }> = Shape::<{ [TILE_N] }> { dims: &[] };
        let shape_1_tile_n: Shape<{ [1, TILE_N] }> = Shape::<{ [1, TILE_N] }> { dims: &[] };
        let shape_tile_m_1: Shape<{ [TILE_M, 1] }> = Shape::<{ [TILE_M, 1] }> { dims: &[] };
        let shape_tile_m_tile_n: Shape<{ [TILE_M, TILE_N] }> =
            Shape::<{ [TILE_M, TILE_N] }> { dims: &[] };
        let shape_tile_m: Shape<{ [TILE_M] }> = Shape::<{ [TILE_M] }> { dims: &[] };
        let dx: PointerTile<*mut bf16, { [] }> =
            unsafe { assume_div_by::<_, DX_ALIGN>(pointer_to_tile(dx_ptr)) };
        let dx_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_SIZE0_DIV>(dx_size0)) };
        let dx_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_SIZE1_DIV>(dx_size1)) };
        let dx_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_STRIDE0_DIV>(dx_stride0)) };
        let dy: PointerTile<*mut bf16, { [] }> =
            unsafe { assume_div_by::<_, DY_ALIGN>(pointer_to_tile(dy_ptr)) };
        let dy_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_SIZE0_DIV>(dy_size0)) };
        let dy_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_SIZE1_DIV>(dy_size1)) };
        let dy_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_STRIDE0_DIV>(dy_stride0)) };
        let x: PointerTile<*mut bf16, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE0_DIV>(x_size0)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let weight: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, WEIGHT_ALIGN>(pointer_to_tile(weight_ptr)) };
        let weight_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, WEIGHT_SIZE0_DIV>(weight_size0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let rstd_size0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, RSTD_SIZE0_DIV>(rstd_size0)) };
        let dw_partial: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, DW_PARTIAL_ALIGN>(pointer_to_tile(dw_partial_ptr)) };
        let dw_partial_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_SIZE0_DIV>(dw_partial_size0))
        };
        let dw_partial_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_SIZE1_DIV>(dw_partial_size1))
        };
        let dw_partial_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_STRIDE0_DIV>(
                dw_partial_stride0,
            ))
        };
        let token = new_token_unordered();
        let dx_sizes: &[i32] = &[dx_size0_known, dx_size1_known];
        let dx_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: dx_sizes };
        let dx_steps: &[i32] = &[dx_stride0_known];
        let dx_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: dx_steps };
        let dx_tensor: Tensor<bf16, { [-1, -1] }> =
            unsafe { make_tensor_view(dx, dx_shape, dx_strides, token) };
        let dy_sizes: &[i32] = &[dy_size0_known, dy_size1_known];
        let dy_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: dy_sizes };
        let dy_steps: &[i32] = &[dy_stride0_known];
        let dy_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: dy_steps };
        let dy_tensor: Tensor<bf16, { [-1, -1] }> =
            unsafe { make_tensor_view(dy, dy_shape, dy_strides, token) };
        let x_sizes: &[i32] = &[x_size0_known, x_size1_known];
        let x_shape: Shape<{ [-1, -1] }> = Shape::<{ [-1, -1] }> { dims: x_sizes };
        let x_steps: &[i32] = &[x_stride0_known];
        let x_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: x_steps };
        let x_tensor: Tensor<bf16, { [-1, -1] }> =
            unsafe { make_tensor_view(x, x_shape, x_strides, token) };
        let weight_sizes: &[i32] = &[weight_size0_known];
        let weight_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: weight_sizes };
        let weight_steps: &[i32] = &[];
        let weight_strides: Array<{ [1] }> = Array::<{ [1] }> { dims: weight_steps };
        let weight_tensor: Tensor<f32, { [-1] }> =
            unsafe { make_tensor_view(weight, weight_shape, weight_strides, token) };
        let rstd_sizes: &[i32] = &[rstd_size0_known];
        let rstd_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: rstd_sizes };
        let rstd_tensor: Tensor<f32, { [-1] }> =
            unsafe { make_tensor_view(rstd, rstd_shape, weight_strides, token) };
        let dw_partial_sizes: &[i32] = &[dw_partial_size0_known, dw_partial_size1_known];
        let dw_partial_shape: Shape<{ [-1, -1] }> =
            Shape::<{ [-1, -1] }> { dims: dw_partial_sizes };
        let dw_partial_steps: &[i32] = &[dw_partial_stride0_known];
        let dw_partial_strides: Array<{ [-1, 1] }> =
            Array::<{ [-1, 1] }> { dims: dw_partial_steps };
        let dw_partial_tensor: Tensor<f32, { [-1, -1] }> =
            unsafe { make_tensor_view(dw_partial, dw_partial_shape, dw_partial_strides, token) };
        let constant_value: Tile<i32, { [] }> = scalar_to_tile(TILE_M);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let sum: i32 = x_size0_known + TILE_M;
        let difference: i32 = sum - 1;
        let difference_tile: Tile<i32, { [] }> = scalar_to_tile(difference);
        let quotient: Tile<i32, { [] }> =
            divi(difference_tile, constant_value, rounding::NegativeInf);
        let weight_tiles: Partition<f32, { [TILE_N] }> = unsafe {
            make_partition_view(
                &weight_tensor,
                shape_tile_n,
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let weight_2 = unsafe { load_view(&weight_tiles, [0i32], token) };
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let x_size1_known_tile: Tile<i32, { [] }> = scalar_to_tile(x_size1_known);
        let x_2: Tile<f32, { [] }> = itof(x_size1_known_tile, rounding::NearestEven);
        let quotient_2: Tile<f32, { [] }> = divf(one, x_2, rounding::NearestEven, ftz::Disabled);
        let all: Tile<f32, { [TILE_M, 1] }> = splat(quotient_2, shape_tile_m_1);
        let constant_tile: Tile<f32, { [1, TILE_N] }> = constant(0.0f32, shape_1_tile_n);
        let x_tiles: Partition<bf16, { [TILE_M, TILE_N] }> = unsafe {
            make_partition_view(
                &x_tensor,
                shape_tile_m_tile_n,
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let dy_tiles: Partition<bf16, { [TILE_M, TILE_N] }> = unsafe {
            make_partition_view(
                &dy_tensor,
                shape_tile_m_tile_n,
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let rstd_tiles: Partition<f32, { [TILE_M] }> = unsafe {
            make_partition_view(&rstd_tensor, shape_tile_m, padding::Zero, dim_map::Identity, token)
        };
        let broadcasted: Tile<f32, { [TILE_M, TILE_N] }> =
            broadcast(reshape(weight_2, shape_1_tile_n), shape_tile_m_tile_n);
        let dx_tiles: Partition<bf16, { [TILE_M, TILE_N] }> = unsafe {
            make_partition_view(
                &dx_tensor,
                shape_tile_m_tile_n,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let mut carry1_0: Tile<f32, { [1, TILE_N] }> = constant_tile;
        let start: i32 = block_id.0;
        let quotient_scalar: i32 = tile_to_scalar(quotient);
        let step: i32 = num_blocks.0;
        for i in (start..quotient_scalar).step_by(step as usize) {
            let (x_3, _): (Tile<bf16, { [TILE_M, TILE_N] }>, Token) = unsafe {
                load_view_raw(
                    &x_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape_tile_m_tile_n,
                )
            };
            let converted: Tile<f32, { [TILE_M, TILE_N] }> = ftof(x_3, rounding::NearestEven);
            let (dy_2, _): (Tile<bf16, { [TILE_M, TILE_N] }>, Token) = unsafe {
                load_view_raw(
                    &dy_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape_tile_m_tile_n,
                )
            };
            let converted_2: Tile<f32, { [TILE_M, TILE_N] }> = ftof(dy_2, rounding::NearestEven);
            let rstd_2 = unsafe { load_view(&rstd_tiles, [i], token) };
            let reshaped: Tile<f32, { [TILE_M, 1] }> = reshape(rstd_2, shape_tile_m_1);
            let product: Tile<f32, { [TILE_M, TILE_N] }> =
                converted * broadcast(reshaped, shape_tile_m_tile_n);
            let product_2: Tile<f32, { [TILE_M, TILE_N] }> = converted_2 * broadcasted;
            let product_3: Tile<f32, { [TILE_M, TILE_N] }> = product * product_2;
            let total: Tile<f32, { [TILE_M] }> = reduce_sum(product_3, 1i32);
            let product_4: Tile<f32, { [TILE_M, 1] }> = reshape(total, shape_tile_m_1) * all;
            let product_5: Tile<f32, { [TILE_M, TILE_N] }> =
                product * broadcast(product_4, shape_tile_m_tile_n);
            let difference_2: Tile<f32, { [TILE_M, TILE_N] }> = product_2 - product_5;
            let product_6: Tile<f32, { [TILE_M, TILE_N] }> =
                difference_2 * broadcast(reshaped, shape_tile_m_tile_n);
            let converted_3: Tile<bf16, { [TILE_M, TILE_N] }> =
                ftof(product_6, rounding::NearestEven);
            let _: Token = unsafe {
                store_view_raw(
                    &dx_tiles,
                    converted_3,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    Some(3),
                    [false, false],
                )
            };
            let product_7: Tile<f32, { [TILE_M, TILE_N] }> = converted_2 * product;
            let total_2: Tile<f32, { [TILE_N] }> = reduce_sum(product_7, 0i32);
            let sum_2: Tile<f32, { [1, TILE_N] }> = carry1_0 + reshape(total_2, shape_1_tile_n);
            carry1_0 = sum_2;
        }
        let dw_partial_tiles: Partition<f32, { [1, TILE_N] }> = unsafe {
            make_partition_view(
                &dw_partial_tensor,
                shape_1_tile_n,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let _: Token = unsafe {
            store_view_raw(
                &dw_partial_tiles,
                carry1_0,
                [block_id.0, 0i32],
                Some(token),
                ordering::Weak,
                scope::TileBlock,
                tma::Disabled,
                None,
                [false, false],
            )
        };
    }

    /// `_rms_bwd_kernel`, lines 189 to 229 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v6`.
    ///
    /// Generic over `E`, `TILE_N`, `DX_ALIGN`, `DX_SIZE1_DIV`, `DY_ALIGN`, `DY_SIZE1_DIV`, `X_ALIGN`, `X_SIZE1_DIV`, `WEIGHT_ALIGN`, `WEIGHT_SIZE0_DIV`, `RSTD_ALIGN`, `DW_PARTIAL_ALIGN`, `DW_PARTIAL_SIZE1_DIV`, `DW_PARTIAL_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_bwd_kernel_v6<
        E: ElementType,
        const TILE_N: i32,
        const DX_ALIGN: i32,
        const DX_SIZE1_DIV: i32,
        const DY_ALIGN: i32,
        const DY_SIZE1_DIV: i32,
        const X_ALIGN: i32,
        const X_SIZE1_DIV: i32,
        const WEIGHT_ALIGN: i32,
        const WEIGHT_SIZE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const DW_PARTIAL_ALIGN: i32,
        const DW_PARTIAL_SIZE1_DIV: i32,
        const DW_PARTIAL_STRIDE0_DIV: i32,
    >(
        dx_ptr: *mut E,
        _dx_size0: i32,
        dx_size1: i32,
        dx_stride0: i32,
        _dx_stride1: i32,
        dy_ptr: *mut E,
        _dy_size0: i32,
        dy_size1: i32,
        dy_stride0: i32,
        _dy_stride1: i32,
        x_ptr: *mut E,
        _x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        weight_ptr: *mut E,
        weight_size0: i32,
        _weight_stride0: i32,
        rstd_ptr: *mut f32,
        _rstd_size0: i32,
        _rstd_stride0: i32,
        dw_partial_ptr: *mut f32,
        _dw_partial_size0: i32,
        dw_partial_size1: i32,
        dw_partial_stride0: i32,
        _dw_partial_stride1: i32,
    ) {
        let shape_tile_n: Shape<{ [TILE_N] }> = Shape::<{ [TILE_N] }> { dims: &[] };
        let shape_1_tile_n: Shape<{ [1, TILE_N] }> = Shape::<{ [1, TILE_N] }> { dims: &[] };
        let shape_4_tile_n: Shape<{ [4, TILE_N] }> = Shape::<{ [4, TILE_N] }> { dims: &[] };
        let dx: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, DX_ALIGN>(pointer_to_tile(dx_ptr)) };
        let dx_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_SIZE1_DIV>(dx_size1)) };
        let dx_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, 8>(dx_stride0)) };
        let dy: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, DY_ALIGN>(pointer_to_tile(dy_ptr)) };
        let dy_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_SIZE1_DIV>(dy_size1)) };
        let dy_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, 8>(dy_stride0)) };
        let x: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, 8>(x_stride0)) };
        let weight: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, WEIGHT_ALIGN>(pointer_to_tile(weight_ptr)) };
        let weight_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, WEIGHT_SIZE0_DIV>(weight_size0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let dw_partial: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, DW_PARTIAL_ALIGN>(pointer_to_tile(dw_partial_ptr)) };
        let dw_partial_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_SIZE1_DIV>(dw_partial_size1))
        };
        let dw_partial_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_STRIDE0_DIV>(
                dw_partial_stride0,
            ))
        };
        let token = new_token_unordered();
        let one: Tile<i32, { [] }> = constant(1i32, shape![]);
        let dx_sizes: &[i32] = &[dx_size1_known];
        let dx_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: dx_sizes };
        let dx_steps: &[i32] = &[dx_stride0_known];
        let dx_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: dx_steps };
        let dx_tensor: Tensor<E, { [1, -1] }> =
            unsafe { make_tensor_view(dx, dx_shape, dx_strides, token) };
        let dy_sizes: &[i32] = &[dy_size1_known];
        let dy_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: dy_sizes };
        let dy_steps: &[i32] = &[dy_stride0_known];
        let dy_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: dy_steps };
        let dy_tensor: Tensor<E, { [1, -1] }> =
            unsafe { make_tensor_view(dy, dy_shape, dy_strides, token) };
        let x_sizes: &[i32] = &[x_size1_known];
        let x_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: x_sizes };
        let x_steps: &[i32] = &[x_stride0_known];
        let x_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: x_steps };
        let x_tensor: Tensor<E, { [1, -1] }> =
            unsafe { make_tensor_view(x, x_shape, x_strides, token) };
        let weight_sizes: &[i32] = &[weight_size0_known];
        let weight_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: weight_sizes };
        let weight_steps: &[i32] = &[];
        let weight_strides: Array<{ [1] }> = Array::<{ [1] }> { dims: weight_steps };
        let weight_tensor: Tensor<E, { [-1] }> =
            unsafe { make_tensor_view(weight, weight_shape, weight_strides, token) };
        let known: Tile<i32, { [] }> = unsafe { assume_div_by::<_, 4>(one) };
        let known_scalar: i32 = tile_to_scalar(known);
        let rstd_shape: Shape<{ [1] }> = Shape::<{ [1] }> { dims: weight_steps };
        let rstd_steps: &[i32] = &[known_scalar];
        let rstd_strides: Array<{ [-1] }> = Array::<{ [-1] }> { dims: rstd_steps };
        let rstd_tensor: Tensor<f32, { [1] }> =
            unsafe { make_tensor_view(rstd, rstd_shape, rstd_strides, token) };
        let dw_partial_sizes: &[i32] = &[dw_partial_size1_known];
        let dw_partial_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: dw_partial_sizes };
        let dw_partial_steps: &[i32] = &[dw_partial_stride0_known];
        let dw_partial_strides: Array<{ [-1, 1] }> =
            Array::<{ [-1, 1] }> { dims: dw_partial_steps };
        let dw_partial_tensor: Tensor<f32, { [1, -1] }> =
            unsafe { make_tensor_view(dw_partial, dw_partial_shape, dw_partial_strides, token) };
        let constant_value: Tile<i32, { [] }> = constant(4i32, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let sum: i32 = 1 + 4;
        let difference: i32 = sum - 1;
        let difference_tile: Tile<i32, { [] }> = scalar_to_tile(difference);
        let quotient: Tile<i32, { [] }> =
            divi(difference_tile, constant_value, rounding::NegativeInf);
        let weight_tiles: Partition<E, { [TILE_N] }> = unsafe {
            make_partition_view(
                &weight_tensor,
                shape_tile_n,
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let weight_2 = unsafe { load_view(&weight_tiles, [0i32], token) };
        let converted: Tile<f32, { [TILE_N] }> = ftof(weight_2, rounding::NearestEven);
        let one_2: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let x_size1_known_tile: Tile<i32, { [] }> = scalar_to_tile(x_size1_known);
        let x_2: Tile<f32, { [] }> = itof(x_size1_known_tile, rounding::NearestEven);
        let quotient_2: Tile<f32, { [] }> = divf(one_2, x_2, rounding::NearestEven, ftz::Disabled);
        let all: Tile<f32, { [4, 1] }> = splat(quotient_2, shape![4, 1]);
        let constant_tile: Tile<f32, { [1, TILE_N] }> = constant(0.0f32, shape_1_tile_n);
        let x_tiles: Partition<E, { [4, TILE_N] }> = unsafe {
            make_partition_view(&x_tensor, shape_4_tile_n, padding::Zero, dim_map::Identity, token)
        };
        let dy_tiles: Partition<E, { [4, TILE_N] }> = unsafe {
            make_partition_view(&dy_tensor, shape_4_tile_n, padding::Zero, dim_map::Identity, token)
        };
        let rstd_tiles: Partition<f32, { [4] }> = unsafe {
            make_partition_view(&rstd_tensor, shape![4], padding::Zero, dim_map::Identity, token)
        };
        let broadcasted: Tile<f32, { [4, TILE_N] }> =
            broadcast(reshape(converted, shape_1_tile_n), shape_4_tile_n);
        let dx_tiles: Partition<E, { [4, TILE_N] }> = unsafe {
            make_partition_view(&dx_tensor, shape_4_tile_n, padding::None, dim_map::Identity, token)
        };
        let mut carry1_0: Tile<f32, { [1, TILE_N] }> = constant_tile;
        let start: i32 = block_id.0;
        let quotient_scalar: i32 = tile_to_scalar(quotient);
        let step: i32 = num_blocks.0;
        for i in (start..quotient_scalar).step_by(step as usize) {
            let (x_3, _): (Tile<E, { [4, TILE_N] }>, Token) = unsafe {
                load_view_raw(
                    &x_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape_4_tile_n,
                )
            };
            let converted_2: Tile<f32, { [4, TILE_N] }> = ftof(x_3, rounding::NearestEven);
            let (dy_2, _): (Tile<E, { [4, TILE_N] }>, Token) = unsafe {
                load_view_raw(
                    &dy_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape_4_tile_n,
                )
            };
            let converted_3: Tile<f32, { [4, TILE_N] }> = ftof(dy_2, rounding::NearestEven);
            let rstd_2 = unsafe { load_view(&rstd_tiles, [i], token) };
            let reshaped: Tile<f32, { [4, 1] }> = reshape(rstd_2, shape![4, 1]);
            let product: Tile<f32, { [4, TILE_N] }> =
                converted_2 * broadcast(reshaped, shape_4_tile_n);
            let product_2: Tile<f32, { [4, TILE_N] }> = converted_3 * broadcasted;
            let product_3: Tile<f32, { [4, TILE_N] }> = product * product_2;
            let total: Tile<f32, { [4] }> = reduce_sum(product_3, 1i32);
            let product_4: Tile<f32, { [4, 1] }> = reshape(total, shape![4, 1]) * all;
            let product_5: Tile<f32, { [4, TILE_N] }> =
                product * broadcast(product_4, shape_4_tile_n);
            let difference_2: Tile<f32, { [4, TILE_N] }> = product_2 - product_5;
            let product_6: Tile<f32, { [4, TILE_N] }> =
                difference_2 * broadcast(reshaped, shape_4_tile_n);
            let converted_4: Tile<E, { [4, TILE_N] }> = ftof(product_6, rounding::NearestEven);
            let _: Token = unsafe {
                store_view_raw(
                    &dx_tiles,
                    converted_4,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    Some(3),
                    [false, false],
                )
            };
            let product_7: Tile<f32, { [4, TILE_N] }> = converted_3 * product;
            let total_2: Tile<f32, { [TILE_N] }> = reduce_sum(product_7, 0i32);
            let sum_2: Tile<f32, { [1, TILE_N] }> = carry1_0 + reshape(total_2, shape_1_tile_n);
            carry1_0 = sum_2;
        }
        let dw_partial_tiles: Partition<f32, { [1, TILE_N] }> = unsafe {
            make_partition_view(
                &dw_partial_tensor,
                shape_1_tile_n,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let _: Token = unsafe {
            store_view_raw(
                &dw_partial_tiles,
                carry1_0,
                [block_id.0, 0i32],
                Some(token),
                ordering::Weak,
                scope::TileBlock,
                tma::Disabled,
                None,
                [false, false],
            )
        };
    }

    /// `_rms_bwd_kernel`, lines 189 to 229 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v7`.
    ///
    /// Generic over `TILE_N`, `DX_ALIGN`, `DX_SIZE1_DIV`, `DY_ALIGN`, `DY_SIZE1_DIV`, `X_ALIGN`, `X_SIZE1_DIV`, `WEIGHT_ALIGN`, `WEIGHT_SIZE0_DIV`, `RSTD_ALIGN`, `DW_PARTIAL_ALIGN`, `DW_PARTIAL_SIZE1_DIV`, `DW_PARTIAL_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_bwd_kernel_v7<
        const TILE_N: i32,
        const DX_ALIGN: i32,
        const DX_SIZE1_DIV: i32,
        const DY_ALIGN: i32,
        const DY_SIZE1_DIV: i32,
        const X_ALIGN: i32,
        const X_SIZE1_DIV: i32,
        const WEIGHT_ALIGN: i32,
        const WEIGHT_SIZE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const DW_PARTIAL_ALIGN: i32,
        const DW_PARTIAL_SIZE1_DIV: i32,
        const DW_PARTIAL_STRIDE0_DIV: i32,
    >(
        dx_ptr: *mut f32,
        _dx_size0: i32,
        dx_size1: i32,
        dx_stride0: i32,
        _dx_stride1: i32,
        dy_ptr: *mut f32,
        _dy_size0: i32,
        dy_size1: i32,
        dy_stride0: i32,
        _dy_stride1: i32,
        x_ptr: *mut f32,
        _x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        weight_ptr: *mut f32,
        weight_size0: i32,
        _weight_stride0: i32,
        rstd_ptr: *mut f32,
        _rstd_size0: i32,
        _rstd_stride0: i32,
        dw_partial_ptr: *mut f32,
        _dw_partial_size0: i32,
        dw_partial_size1: i32,
        dw_partial_stride0: i32,
        _dw_partial_stride1: i32,
    ) {
        let shape_tile_n: Shape<{ [TILE_N] }> = Shape::<{ [TILE_N] }> { dims: &[] };
        let shape_1_tile_n: Shape<{ [1, TILE_N] }> = Shape::<{ [1, TILE_N] }> { dims: &[] };
        let shape_4_tile_n: Shape<{ [4, TILE_N] }> = Shape::<{ [4, TILE_N] }> { dims: &[] };
        let dx: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, DX_ALIGN>(pointer_to_tile(dx_ptr)) };
        let dx_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_SIZE1_DIV>(dx_size1)) };
        let dx_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, 4>(dx_stride0)) };
        let dy: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, DY_ALIGN>(pointer_to_tile(dy_ptr)) };
        let dy_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_SIZE1_DIV>(dy_size1)) };
        let dy_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, 4>(dy_stride0)) };
        let x: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, 4>(x_stride0)) };
        let weight: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, WEIGHT_ALIGN>(pointer_to_tile(weight_ptr)) };
        let weight_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, WEIGHT_SIZE0_DIV>(weight_size0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let dw_partial: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, DW_PARTIAL_ALIGN>(pointer_to_tile(dw_partial_ptr)) };
        let dw_partial_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_SIZE1_DIV>(dw_partial_size1))
        };
        let dw_partial_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_STRIDE0_DIV>(
                dw_partial_stride0,
            ))
        };
        let token = new_token_unordered();
        let one: Tile<i32, { [] }> = constant(1i32, shape![]);
        let dx_sizes: &[i32] = &[dx_size1_known];
        let dx_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: dx_sizes };
        let dx_steps: &[i32] = &[dx_stride0_known];
        let dx_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: dx_steps };
        let dx_tensor: Tensor<f32, { [1, -1] }> =
            unsafe { make_tensor_view(dx, dx_shape, dx_strides, token) };
        let dy_sizes: &[i32] = &[dy_size1_known];
        let dy_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: dy_sizes };
        let dy_steps: &[i32] = &[dy_stride0_known];
        let dy_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: dy_steps };
        let dy_tensor: Tensor<f32, { [1, -1] }> =
            unsafe { make_tensor_view(dy, dy_shape, dy_strides, token) };
        let x_sizes: &[i32] = &[x_size1_known];
        let x_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: x_sizes };
        let x_steps: &[i32] = &[x_stride0_known];
        let x_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: x_steps };
        let x_tensor: Tensor<f32, { [1, -1] }> =
            unsafe { make_tensor_view(x, x_shape, x_strides, token) };
        let weight_sizes: &[i32] = &[weight_size0_known];
        let weight_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: weight_sizes };
        let weight_steps: &[i32] = &[];
        let weight_strides: Array<{ [1] }> = Array::<{ [1] }> { dims: weight_steps };
        let weight_tensor: Tensor<f32, { [-1] }> =
            unsafe { make_tensor_view(weight, weight_shape, weight_strides, token) };
        let known: Tile<i32, { [] }> = unsafe { assume_div_by::<_, 4>(one) };
        let known_scalar: i32 = tile_to_scalar(known);
        let rstd_shape: Shape<{ [1] }> = Shape::<{ [1] }> { dims: weight_steps };
        let rstd_steps: &[i32] = &[known_scalar];
        let rstd_strides: Array<{ [-1] }> = Array::<{ [-1] }> { dims: rstd_steps };
        let rstd_tensor: Tensor<f32, { [1] }> =
            unsafe { make_tensor_view(rstd, rstd_shape, rstd_strides, token) };
        let dw_partial_sizes: &[i32] = &[dw_partial_size1_known];
        let dw_partial_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: dw_partial_sizes };
        let dw_partial_steps: &[i32] = &[dw_partial_stride0_known];
        let dw_partial_strides: Array<{ [-1, 1] }> =
            Array::<{ [-1, 1] }> { dims: dw_partial_steps };
        let dw_partial_tensor: Tensor<f32, { [1, -1] }> =
            unsafe { make_tensor_view(dw_partial, dw_partial_shape, dw_partial_strides, token) };
        let constant_value: Tile<i32, { [] }> = constant(4i32, shape![]);
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let sum: i32 = 1 + 4;
        let difference: i32 = sum - 1;
        let difference_tile: Tile<i32, { [] }> = scalar_to_tile(difference);
        let quotient: Tile<i32, { [] }> =
            divi(difference_tile, constant_value, rounding::NegativeInf);
        let weight_tiles: Partition<f32, { [TILE_N] }> = unsafe {
            make_partition_view(
                &weight_tensor,
                shape_tile_n,
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let weight_2 = unsafe { load_view(&weight_tiles, [0i32], token) };
        let one_2: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let x_size1_known_tile: Tile<i32, { [] }> = scalar_to_tile(x_size1_known);
        let x_2: Tile<f32, { [] }> = itof(x_size1_known_tile, rounding::NearestEven);
        let quotient_2: Tile<f32, { [] }> = divf(one_2, x_2, rounding::NearestEven, ftz::Disabled);
        let all: Tile<f32, { [4, 1] }> = splat(quotient_2, shape![4, 1]);
        let constant_tile: Tile<f32, { [1, TILE_N] }> = constant(0.0f32, shape_1_tile_n);
        let x_tiles: Partition<f32, { [4, TILE_N] }> = unsafe {
            make_partition_view(&x_tensor, shape_4_tile_n, padding::Zero, dim_map::Identity, token)
        };
        let dy_tiles: Partition<f32, { [4, TILE_N] }> = unsafe {
            make_partition_view(&dy_tensor, shape_4_tile_n, padding::Zero, dim_map::Identity, token)
        };
        let rstd_tiles: Partition<f32, { [4] }> = unsafe {
            make_partition_view(&rstd_tensor, shape![4], padding::Zero, dim_map::Identity, token)
        };
        let broadcasted: Tile<f32, { [4, TILE_N] }> =
            broadcast(reshape(weight_2, shape_1_tile_n), shape_4_tile_n);
        let dx_tiles: Partition<f32, { [4, TILE_N] }> = unsafe {
            make_partition_view(&dx_tensor, shape_4_tile_n, padding::None, dim_map::Identity, token)
        };
        let mut carry1_0: Tile<f32, { [1, TILE_N] }> = constant_tile;
        let start: i32 = block_id.0;
        let quotient_scalar: i32 = tile_to_scalar(quotient);
        let step: i32 = num_blocks.0;
        for i in (start..quotient_scalar).step_by(step as usize) {
            let (x_3, _): (Tile<f32, { [4, TILE_N] }>, Token) = unsafe {
                load_view_raw(
                    &x_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape_4_tile_n,
                )
            };
            let (dy_2, _): (Tile<f32, { [4, TILE_N] }>, Token) = unsafe {
                load_view_raw(
                    &dy_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape_4_tile_n,
                )
            };
            let rstd_2 = unsafe { load_view(&rstd_tiles, [i], token) };
            let reshaped: Tile<f32, { [4, 1] }> = reshape(rstd_2, shape![4, 1]);
            let product: Tile<f32, { [4, TILE_N] }> = x_3 * broadcast(reshaped, shape_4_tile_n);
            let product_2: Tile<f32, { [4, TILE_N] }> = dy_2 * broadcasted;
            let product_3: Tile<f32, { [4, TILE_N] }> = product * product_2;
            let total: Tile<f32, { [4] }> = reduce_sum(product_3, 1i32);
            let product_4: Tile<f32, { [4, 1] }> = reshape(total, shape![4, 1]) * all;
            let product_5: Tile<f32, { [4, TILE_N] }> =
                product * broadcast(product_4, shape_4_tile_n);
            let difference_2: Tile<f32, { [4, TILE_N] }> = product_2 - product_5;
            let product_6: Tile<f32, { [4, TILE_N] }> =
                difference_2 * broadcast(reshaped, shape_4_tile_n);
            let _: Token = unsafe {
                store_view_raw(
                    &dx_tiles,
                    product_6,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    Some(3),
                    [false, false],
                )
            };
            let product_7: Tile<f32, { [4, TILE_N] }> = dy_2 * product;
            let total_2: Tile<f32, { [TILE_N] }> = reduce_sum(product_7, 0i32);
            let sum_2: Tile<f32, { [1, TILE_N] }> = carry1_0 + reshape(total_2, shape_1_tile_n);
            carry1_0 = sum_2;
        }
        let dw_partial_tiles: Partition<f32, { [1, TILE_N] }> = unsafe {
            make_partition_view(
                &dw_partial_tensor,
                shape_1_tile_n,
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let _: Token = unsafe {
            store_view_raw(
                &dw_partial_tiles,
                carry1_0,
                [block_id.0, 0i32],
                Some(token),
                ordering::Weak,
                scope::TileBlock,
                tma::Disabled,
                None,
                [false, false],
            )
        };
    }

    /// `_rms_bwd_kernel`, lines 189 to 229 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v8`.
    ///
    /// Generic over `E`, `DX_ALIGN`, `DX_SIZE1_DIV`, `DX_STRIDE0_DIV`, `DY_ALIGN`, `DY_SIZE1_DIV`, `DY_STRIDE0_DIV`, `X_ALIGN`, `X_SIZE1_DIV`, `X_STRIDE0_DIV`, `WEIGHT_ALIGN`, `WEIGHT_SIZE0_DIV`, `RSTD_ALIGN`, `DW_PARTIAL_ALIGN`, `DW_PARTIAL_SIZE1_DIV`, `DW_PARTIAL_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_bwd_kernel_v8<
        E: ElementType,
        const DX_ALIGN: i32,
        const DX_SIZE1_DIV: i32,
        const DX_STRIDE0_DIV: i32,
        const DY_ALIGN: i32,
        const DY_SIZE1_DIV: i32,
        const DY_STRIDE0_DIV: i32,
        const X_ALIGN: i32,
        const X_SIZE1_DIV: i32,
        const X_STRIDE0_DIV: i32,
        const WEIGHT_ALIGN: i32,
        const WEIGHT_SIZE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const DW_PARTIAL_ALIGN: i32,
        const DW_PARTIAL_SIZE1_DIV: i32,
        const DW_PARTIAL_STRIDE0_DIV: i32,
    >(
        dx_ptr: *mut E,
        _dx_size0: i32,
        dx_size1: i32,
        dx_stride0: i32,
        _dx_stride1: i32,
        dy_ptr: *mut E,
        _dy_size0: i32,
        dy_size1: i32,
        dy_stride0: i32,
        _dy_stride1: i32,
        x_ptr: *mut E,
        _x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        weight_ptr: *mut E,
        weight_size0: i32,
        _weight_stride0: i32,
        rstd_ptr: *mut f32,
        _rstd_size0: i32,
        _rstd_stride0: i32,
        dw_partial_ptr: *mut f32,
        _dw_partial_size0: i32,
        dw_partial_size1: i32,
        dw_partial_stride0: i32,
        _dw_partial_stride1: i32,
    ) {
        let dx: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, DX_ALIGN>(pointer_to_tile(dx_ptr)) };
        let dx_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_SIZE1_DIV>(dx_size1)) };
        let dx_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_STRIDE0_DIV>(dx_stride0)) };
        let dy: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, DY_ALIGN>(pointer_to_tile(dy_ptr)) };
        let dy_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_SIZE1_DIV>(dy_size1)) };
        let dy_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_STRIDE0_DIV>(dy_stride0)) };
        let x: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let weight: PointerTile<*mut E, { [] }> =
            unsafe { assume_div_by::<_, WEIGHT_ALIGN>(pointer_to_tile(weight_ptr)) };
        let weight_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, WEIGHT_SIZE0_DIV>(weight_size0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let dw_partial: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, DW_PARTIAL_ALIGN>(pointer_to_tile(dw_partial_ptr)) };
        let dw_partial_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_SIZE1_DIV>(dw_partial_size1))
        };
        let dw_partial_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_STRIDE0_DIV>(
                dw_partial_stride0,
            ))
        };
        let token = new_token_unordered();
        let one: Tile<i32, { [] }> = constant(1i32, shape![]);
        let dx_sizes: &[i32] = &[dx_size1_known];
        let dx_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: dx_sizes };
        let dx_steps: &[i32] = &[dx_stride0_known];
        let dx_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: dx_steps };
        let dx_tensor: Tensor<E, { [1, -1] }> =
            unsafe { make_tensor_view(dx, dx_shape, dx_strides, token) };
        let dy_sizes: &[i32] = &[dy_size1_known];
        let dy_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: dy_sizes };
        let dy_steps: &[i32] = &[dy_stride0_known];
        let dy_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: dy_steps };
        let dy_tensor: Tensor<E, { [1, -1] }> =
            unsafe { make_tensor_view(dy, dy_shape, dy_strides, token) };
        let x_sizes: &[i32] = &[x_size1_known];
        let x_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: x_sizes };
        let x_steps: &[i32] = &[x_stride0_known];
        let x_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: x_steps };
        let x_tensor: Tensor<E, { [1, -1] }> =
            unsafe { make_tensor_view(x, x_shape, x_strides, token) };
        let weight_sizes: &[i32] = &[weight_size0_known];
        let weight_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: weight_sizes };
        let weight_steps: &[i32] = &[];
        let weight_strides: Array<{ [1] }> = Array::<{ [1] }> { dims: weight_steps };
        let weight_tensor: Tensor<E, { [-1] }> =
            unsafe { make_tensor_view(weight, weight_shape, weight_strides, token) };
        let known: Tile<i32, { [] }> = unsafe { assume_div_by::<_, 4>(one) };
        let known_scalar: i32 = tile_to_scalar(known);
        let rstd_shape: Shape<{ [1] }> = Shape::<{ [1] }> { dims: weight_steps };
        let rstd_steps: &[i32] = &[known_scalar];
        let rstd_strides: Array<{ [-1] }> = Array::<{ [-1] }> { dims: rstd_steps };
        let rstd_tensor: Tensor<f32, { [1] }> =
            unsafe { make_tensor_view(rstd, rstd_shape, rstd_strides, token) };
        let dw_partial_sizes: &[i32] = &[dw_partial_size1_known];
        let dw_partial_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: dw_partial_sizes };
        let dw_partial_steps: &[i32] = &[dw_partial_stride0_known];
        let dw_partial_strides: Array<{ [-1, 1] }> =
            Array::<{ [-1, 1] }> { dims: dw_partial_steps };
        let dw_partial_tensor: Tensor<f32, { [1, -1] }> =
            unsafe { make_tensor_view(dw_partial, dw_partial_shape, dw_partial_strides, token) };
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let sum: i32 = 1 + 1;
        let difference: i32 = sum - 1;
        let difference_tile: Tile<i32, { [] }> = scalar_to_tile(difference);
        let quotient: Tile<i32, { [] }> = divi(difference_tile, one, rounding::NegativeInf);
        let weight_tiles: Partition<E, { [4096] }> = unsafe {
            make_partition_view(
                &weight_tensor,
                shape![4096],
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let weight_2 = unsafe { load_view(&weight_tiles, [0i32], token) };
        let converted: Tile<f32, { [4096] }> = ftof(weight_2, rounding::NearestEven);
        let reshaped: Tile<f32, { [1, 4096] }> = reshape(converted, shape![1, 4096]);
        let one_2: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let x_size1_known_tile: Tile<i32, { [] }> = scalar_to_tile(x_size1_known);
        let x_2: Tile<f32, { [] }> = itof(x_size1_known_tile, rounding::NearestEven);
        let quotient_2: Tile<f32, { [] }> = divf(one_2, x_2, rounding::NearestEven, ftz::Disabled);
        let reshaped_2: Tile<f32, { [1, 1] }> = reshape(quotient_2, shape![1, 1]);
        let constant_tile: Tile<f32, { [1, 4096] }> = constant(0.0f32, shape![1, 4096]);
        let x_tiles: Partition<E, { [1, 4096] }> = unsafe {
            make_partition_view(&x_tensor, shape![1, 4096], padding::Zero, dim_map::Identity, token)
        };
        let dy_tiles: Partition<E, { [1, 4096] }> = unsafe {
            make_partition_view(
                &dy_tensor,
                shape![1, 4096],
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let rstd_tiles: Partition<f32, { [1] }> = unsafe {
            make_partition_view(&rstd_tensor, shape![1], padding::Zero, dim_map::Identity, token)
        };
        let dx_tiles: Partition<E, { [1, 4096] }> = unsafe {
            make_partition_view(
                &dx_tensor,
                shape![1, 4096],
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let mut carry1_0: Tile<f32, { [1, 4096] }> = constant_tile;
        let start: i32 = block_id.0;
        let quotient_scalar: i32 = tile_to_scalar(quotient);
        let step: i32 = num_blocks.0;
        for i in (start..quotient_scalar).step_by(step as usize) {
            let (x_3, _): (Tile<E, { [1, 4096] }>, Token) = unsafe {
                load_view_raw(
                    &x_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape![1, 4096],
                )
            };
            let converted_2: Tile<f32, { [1, 4096] }> = ftof(x_3, rounding::NearestEven);
            let (dy_2, _): (Tile<E, { [1, 4096] }>, Token) = unsafe {
                load_view_raw(
                    &dy_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape![1, 4096],
                )
            };
            let converted_3: Tile<f32, { [1, 4096] }> = ftof(dy_2, rounding::NearestEven);
            let rstd_2 = unsafe { load_view(&rstd_tiles, [i], token) };
            let reshaped_3: Tile<f32, { [1, 1] }> = reshape(rstd_2, shape![1, 1]);
            let product: Tile<f32, { [1, 4096] }> =
                converted_2 * broadcast(reshaped_3, shape![1, 4096]);
            let product_2: Tile<f32, { [1, 4096] }> = converted_3 * reshaped;
            let product_3: Tile<f32, { [1, 4096] }> = product * product_2;
            let total: Tile<f32, { [1] }> = reduce_sum(product_3, 1i32);
            let product_4: Tile<f32, { [1, 1] }> = reshape(total, shape![1, 1]) * reshaped_2;
            let product_5: Tile<f32, { [1, 4096] }> =
                product * broadcast(product_4, shape![1, 4096]);
            let difference_2: Tile<f32, { [1, 4096] }> = product_2 - product_5;
            let product_6: Tile<f32, { [1, 4096] }> =
                difference_2 * broadcast(reshaped_3, shape![1, 4096]);
            let converted_4: Tile<E, { [1, 4096] }> = ftof(product_6, rounding::NearestEven);
            let _: Token = unsafe {
                store_view_raw(
                    &dx_tiles,
                    converted_4,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    Some(3),
                    [false, false],
                )
            };
            let product_7: Tile<f32, { [1, 4096] }> = converted_3 * product;
            let total_2: Tile<f32, { [4096] }> = reduce_sum(product_7, 0i32);
            let sum_2: Tile<f32, { [1, 4096] }> = carry1_0 + reshape(total_2, shape![1, 4096]);
            carry1_0 = sum_2;
        }
        let dw_partial_tiles: Partition<f32, { [1, 4096] }> = unsafe {
            make_partition_view(
                &dw_partial_tensor,
                shape![1, 4096],
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let _: Token = unsafe {
            store_view_raw(
                &dw_partial_tiles,
                carry1_0,
                [block_id.0, 0i32],
                Some(token),
                ordering::Weak,
                scope::TileBlock,
                tma::Disabled,
                None,
                [false, false],
            )
        };
    }

    /// `_rms_bwd_kernel`, lines 189 to 229 of `tilegym/ops/cutile/rms_norm.py`; structural variant `v9`.
    ///
    /// Generic over `DX_ALIGN`, `DX_SIZE1_DIV`, `DX_STRIDE0_DIV`, `DY_ALIGN`, `DY_SIZE1_DIV`, `DY_STRIDE0_DIV`, `X_ALIGN`, `X_SIZE1_DIV`, `X_STRIDE0_DIV`, `WEIGHT_ALIGN`, `WEIGHT_SIZE0_DIV`, `RSTD_ALIGN`, `DW_PARTIAL_ALIGN`, `DW_PARTIAL_SIZE1_DIV`, `DW_PARTIAL_STRIDE0_DIV`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn rms_bwd_kernel_v9<
        const DX_ALIGN: i32,
        const DX_SIZE1_DIV: i32,
        const DX_STRIDE0_DIV: i32,
        const DY_ALIGN: i32,
        const DY_SIZE1_DIV: i32,
        const DY_STRIDE0_DIV: i32,
        const X_ALIGN: i32,
        const X_SIZE1_DIV: i32,
        const X_STRIDE0_DIV: i32,
        const WEIGHT_ALIGN: i32,
        const WEIGHT_SIZE0_DIV: i32,
        const RSTD_ALIGN: i32,
        const DW_PARTIAL_ALIGN: i32,
        const DW_PARTIAL_SIZE1_DIV: i32,
        const DW_PARTIAL_STRIDE0_DIV: i32,
    >(
        dx_ptr: *mut f32,
        _dx_size0: i32,
        dx_size1: i32,
        dx_stride0: i32,
        _dx_stride1: i32,
        dy_ptr: *mut f32,
        _dy_size0: i32,
        dy_size1: i32,
        dy_stride0: i32,
        _dy_stride1: i32,
        x_ptr: *mut f32,
        _x_size0: i32,
        x_size1: i32,
        x_stride0: i32,
        _x_stride1: i32,
        weight_ptr: *mut f32,
        weight_size0: i32,
        _weight_stride0: i32,
        rstd_ptr: *mut f32,
        _rstd_size0: i32,
        _rstd_stride0: i32,
        dw_partial_ptr: *mut f32,
        _dw_partial_size0: i32,
        dw_partial_size1: i32,
        dw_partial_stride0: i32,
        _dw_partial_stride1: i32,
    ) {
        let dx: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, DX_ALIGN>(pointer_to_tile(dx_ptr)) };
        let dx_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_SIZE1_DIV>(dx_size1)) };
        let dx_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DX_STRIDE0_DIV>(dx_stride0)) };
        let dy: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, DY_ALIGN>(pointer_to_tile(dy_ptr)) };
        let dy_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_SIZE1_DIV>(dy_size1)) };
        let dy_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, DY_STRIDE0_DIV>(dy_stride0)) };
        let x: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, X_ALIGN>(pointer_to_tile(x_ptr)) };
        let x_size1_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_SIZE1_DIV>(x_size1)) };
        let x_stride0_known: i32 =
            unsafe { assume_bounds_lower::<_, 0>(assume_div_by::<_, X_STRIDE0_DIV>(x_stride0)) };
        let weight: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, WEIGHT_ALIGN>(pointer_to_tile(weight_ptr)) };
        let weight_size0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, WEIGHT_SIZE0_DIV>(weight_size0))
        };
        let rstd: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, RSTD_ALIGN>(pointer_to_tile(rstd_ptr)) };
        let dw_partial: PointerTile<*mut f32, { [] }> =
            unsafe { assume_div_by::<_, DW_PARTIAL_ALIGN>(pointer_to_tile(dw_partial_ptr)) };
        let dw_partial_size1_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_SIZE1_DIV>(dw_partial_size1))
        };
        let dw_partial_stride0_known: i32 = unsafe {
            assume_bounds_lower::<_, 0>(assume_div_by::<_, DW_PARTIAL_STRIDE0_DIV>(
                dw_partial_stride0,
            ))
        };
        let token = new_token_unordered();
        let one: Tile<i32, { [] }> = constant(1i32, shape![]);
        let dx_sizes: &[i32] = &[dx_size1_known];
        let dx_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: dx_sizes };
        let dx_steps: &[i32] = &[dx_stride0_known];
        let dx_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: dx_steps };
        let dx_tensor: Tensor<f32, { [1, -1] }> =
            unsafe { make_tensor_view(dx, dx_shape, dx_strides, token) };
        let dy_sizes: &[i32] = &[dy_size1_known];
        let dy_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: dy_sizes };
        let dy_steps: &[i32] = &[dy_stride0_known];
        let dy_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: dy_steps };
        let dy_tensor: Tensor<f32, { [1, -1] }> =
            unsafe { make_tensor_view(dy, dy_shape, dy_strides, token) };
        let x_sizes: &[i32] = &[x_size1_known];
        let x_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: x_sizes };
        let x_steps: &[i32] = &[x_stride0_known];
        let x_strides: Array<{ [-1, 1] }> = Array::<{ [-1, 1] }> { dims: x_steps };
        let x_tensor: Tensor<f32, { [1, -1] }> =
            unsafe { make_tensor_view(x, x_shape, x_strides, token) };
        let weight_sizes: &[i32] = &[weight_size0_known];
        let weight_shape: Shape<{ [-1] }> = Shape::<{ [-1] }> { dims: weight_sizes };
        let weight_steps: &[i32] = &[];
        let weight_strides: Array<{ [1] }> = Array::<{ [1] }> { dims: weight_steps };
        let weight_tensor: Tensor<f32, { [-1] }> =
            unsafe { make_tensor_view(weight, weight_shape, weight_strides, token) };
        let known: Tile<i32, { [] }> = unsafe { assume_div_by::<_, 4>(one) };
        let known_scalar: i32 = tile_to_scalar(known);
        let rstd_shape: Shape<{ [1] }> = Shape::<{ [1] }> { dims: weight_steps };
        let rstd_steps: &[i32] = &[known_scalar];
        let rstd_strides: Array<{ [-1] }> = Array::<{ [-1] }> { dims: rstd_steps };
        let rstd_tensor: Tensor<f32, { [1] }> =
            unsafe { make_tensor_view(rstd, rstd_shape, rstd_strides, token) };
        let dw_partial_sizes: &[i32] = &[dw_partial_size1_known];
        let dw_partial_shape: Shape<{ [1, -1] }> = Shape::<{ [1, -1] }> { dims: dw_partial_sizes };
        let dw_partial_steps: &[i32] = &[dw_partial_stride0_known];
        let dw_partial_strides: Array<{ [-1, 1] }> =
            Array::<{ [-1, 1] }> { dims: dw_partial_steps };
        let dw_partial_tensor: Tensor<f32, { [1, -1] }> =
            unsafe { make_tensor_view(dw_partial, dw_partial_shape, dw_partial_strides, token) };
        let block_id: (i32, i32, i32) = get_tile_block_id();
        let num_blocks: (i32, i32, i32) = get_num_tile_blocks();
        let sum: i32 = 1 + 1;
        let difference: i32 = sum - 1;
        let difference_tile: Tile<i32, { [] }> = scalar_to_tile(difference);
        let quotient: Tile<i32, { [] }> = divi(difference_tile, one, rounding::NegativeInf);
        let weight_tiles: Partition<f32, { [4096] }> = unsafe {
            make_partition_view(
                &weight_tensor,
                shape![4096],
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let weight_2 = unsafe { load_view(&weight_tiles, [0i32], token) };
        let reshaped: Tile<f32, { [1, 4096] }> = reshape(weight_2, shape![1, 4096]);
        let one_2: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let x_size1_known_tile: Tile<i32, { [] }> = scalar_to_tile(x_size1_known);
        let x_2: Tile<f32, { [] }> = itof(x_size1_known_tile, rounding::NearestEven);
        let quotient_2: Tile<f32, { [] }> = divf(one_2, x_2, rounding::NearestEven, ftz::Disabled);
        let reshaped_2: Tile<f32, { [1, 1] }> = reshape(quotient_2, shape![1, 1]);
        let constant_tile: Tile<f32, { [1, 4096] }> = constant(0.0f32, shape![1, 4096]);
        let x_tiles: Partition<f32, { [1, 4096] }> = unsafe {
            make_partition_view(&x_tensor, shape![1, 4096], padding::Zero, dim_map::Identity, token)
        };
        let dy_tiles: Partition<f32, { [1, 4096] }> = unsafe {
            make_partition_view(
                &dy_tensor,
                shape![1, 4096],
                padding::Zero,
                dim_map::Identity,
                token,
            )
        };
        let rstd_tiles: Partition<f32, { [1] }> = unsafe {
            make_partition_view(&rstd_tensor, shape![1], padding::Zero, dim_map::Identity, token)
        };
        let dx_tiles: Partition<f32, { [1, 4096] }> = unsafe {
            make_partition_view(
                &dx_tensor,
                shape![1, 4096],
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let mut carry1_0: Tile<f32, { [1, 4096] }> = constant_tile;
        let start: i32 = block_id.0;
        let quotient_scalar: i32 = tile_to_scalar(quotient);
        let step: i32 = num_blocks.0;
        for i in (start..quotient_scalar).step_by(step as usize) {
            let (x_3, _): (Tile<f32, { [1, 4096] }>, Token) = unsafe {
                load_view_raw(
                    &x_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape![1, 4096],
                )
            };
            let (dy_2, _): (Tile<f32, { [1, 4096] }>, Token) = unsafe {
                load_view_raw(
                    &dy_tiles,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(10),
                    [false, false],
                    shape![1, 4096],
                )
            };
            let rstd_2 = unsafe { load_view(&rstd_tiles, [i], token) };
            let reshaped_3: Tile<f32, { [1, 1] }> = reshape(rstd_2, shape![1, 1]);
            let product: Tile<f32, { [1, 4096] }> = x_3 * broadcast(reshaped_3, shape![1, 4096]);
            let product_2: Tile<f32, { [1, 4096] }> = dy_2 * reshaped;
            let product_3: Tile<f32, { [1, 4096] }> = product * product_2;
            let total: Tile<f32, { [1] }> = reduce_sum(product_3, 1i32);
            let product_4: Tile<f32, { [1, 1] }> = reshape(total, shape![1, 1]) * reshaped_2;
            let product_5: Tile<f32, { [1, 4096] }> =
                product * broadcast(product_4, shape![1, 4096]);
            let difference_2: Tile<f32, { [1, 4096] }> = product_2 - product_5;
            let product_6: Tile<f32, { [1, 4096] }> =
                difference_2 * broadcast(reshaped_3, shape![1, 4096]);
            let _: Token = unsafe {
                store_view_raw(
                    &dx_tiles,
                    product_6,
                    [i, 0i32],
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    Some(3),
                    [false, false],
                )
            };
            let product_7: Tile<f32, { [1, 4096] }> = dy_2 * product;
            let total_2: Tile<f32, { [4096] }> = reduce_sum(product_7, 0i32);
            let sum_2: Tile<f32, { [1, 4096] }> = carry1_0 + reshape(total_2, shape![1, 4096]);
            carry1_0 = sum_2;
        }
        let dw_partial_tiles: Partition<f32, { [1, 4096] }> = unsafe {
            make_partition_view(
                &dw_partial_tensor,
                shape![1, 4096],
                padding::None,
                dim_map::Identity,
                token,
            )
        };
        let _: Token = unsafe {
            store_view_raw(
                &dw_partial_tiles,
                carry1_0,
                [block_id.0, 0i32],
                Some(token),
                ordering::Weak,
                scope::TileBlock,
                tma::Disabled,
                None,
                [false, false],
            )
        };
    }
}
