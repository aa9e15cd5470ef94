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
        let w_2: PointerTile<*mut EW, { [] }> = get_tensor_base(w);
        let out_2: PointerTile<*mut EX, { [] }> = get_tensor_base(out);
        let rstd_2: PointerTile<*mut f32, { [] }> = get_tensor_base(rstd);
        let token = new_token_unordered();
        let row = get_tile_block_id().0;
        let rms: Tile<f32, { [TILE_SIZE] }> = constant(0.0f32, shape![TILE_SIZE]);
        let offsets: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let wide_index: Tile<i64, { [] }> = wide(row);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape![TILE_SIZE]);
        let x_wide: Tile<i64, { [] }> = wide(size(x, 0));
        let x_wide_2: Tile<i64, { [] }> = wide(stride(x, 0));
        let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(offsets);
        let x_wide_3: Tile<i64, { [] }> = wide(size(x, 1));
        let both: Tile<bool, { [TILE_SIZE] }> = andi(
            below(all, splat(x_wide, shape![TILE_SIZE])),
            below(wide_index_2, splat(x_wide_3, shape![TILE_SIZE])),
        );
        let sum: Tile<i64, { [TILE_SIZE] }> = all * splat(x_wide_2, shape![TILE_SIZE])
            + wide_index_2 * broadcast_scalar(1i64, shape![TILE_SIZE]);
        let x_base: PointerTile<*mut EX, { [TILE_SIZE] }> = splat_ptr(x_2, shape![TILE_SIZE]);
        let x_ptrs = addptr_tile(x_base, sum);
        let filled: Tile<EX, { [TILE_SIZE] }> = constant_float(0.0, shape![TILE_SIZE]);
        let (xj, _): (Tile<EX, { [TILE_SIZE] }>, Token) = unsafe {
            load_ptr_padded(
                x_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both),
                Some(filled),
                Some(token),
                Latency::<1>,
            )
        };
        let xj: Tile<f32, { [TILE_SIZE] }> = to_f32(xj);
        let rms: Tile<f32, { [TILE_SIZE] }> = mul_add(xj, xj, rms);
        let total: Tile<f32, { [] }> = reduce_sum(rms, 0i32);
        let sum_2: Tile<f32, { [] }> =
            total / constant_float(N_FLOAT, shape![]) + constant_float(EPS, shape![]);
        let rms_2 = rsqrt(sum_2, ftz::Disabled);
        let mask: Tile<bool, { [] }> = below(wide_index, wide(size(rstd, 0)));
        let product: Tile<i64, { [] }> = wide_index * constant(1i64, shape![]);
        let rstd_ptrs = addptr_tile(rstd_2, product);
        let rstd_3 = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_3, rms_2, mask, token) };
        let w_wide: Tile<i64, { [] }> = wide(size(w, 0));
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            below(wide_index_2, splat(w_wide, shape![TILE_SIZE]));
        let product_2: Tile<i64, { [TILE_SIZE] }> =
            wide_index_2 * broadcast_scalar(1i64, shape![TILE_SIZE]);
        let w_base: PointerTile<*mut EW, { [TILE_SIZE] }> = splat_ptr(w_2, shape![TILE_SIZE]);
        let w_ptrs = addptr_tile(w_base, product_2);
        let filled_2: Tile<EW, { [TILE_SIZE] }> = constant_float(0.0, shape![TILE_SIZE]);
        let (wj, _): (Tile<EW, { [TILE_SIZE] }>, Token) = unsafe {
            load_ptr_padded(
                w_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(mask_2),
                Some(filled_2),
                Some(token),
                Latency::<1>,
            )
        };
        let wj: Tile<f32, { [TILE_SIZE] }> = to_f32(wj);
        let filled_3: Tile<f32, { [TILE_SIZE] }> = constant_float(OFFSET, shape![TILE_SIZE]);
        let yj: Tile<f32, { [TILE_SIZE] }> = xj * splat(rms_2, shape![TILE_SIZE]) * (filled_3 + wj);
        let yj: Tile<EX, { [TILE_SIZE] }> = convert_tile(yj);
        let out_wide: Tile<i64, { [] }> = wide(size(out, 0));
        let out_wide_2: Tile<i64, { [] }> = wide(stride(out, 0));
        let out_wide_3: Tile<i64, { [] }> = wide(size(out, 1));
        let both_2: Tile<bool, { [TILE_SIZE] }> = andi(
            below(all, splat(out_wide, shape![TILE_SIZE])),
            below(wide_index_2, splat(out_wide_3, shape![TILE_SIZE])),
        );
        let sum_3: Tile<i64, { [TILE_SIZE] }> = all * splat(out_wide_2, shape![TILE_SIZE])
            + wide_index_2 * broadcast_scalar(1i64, shape![TILE_SIZE]);
        let out_base: PointerTile<*mut EX, { [TILE_SIZE] }> = splat_ptr(out_2, shape![TILE_SIZE]);
        let out_ptrs = addptr_tile(out_base, sum_3);
        let _: Token = unsafe {
            store_ptr_tko(
                out_ptrs,
                yj,
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
        let w_2: PointerTile<*mut EW, { [] }> = get_tensor_base(w);
        let out_2: PointerTile<*mut EX, { [] }> = get_tensor_base(out);
        let rstd_2: PointerTile<*mut f32, { [] }> = get_tensor_base(rstd);
        let token = new_token_unordered();
        let row = get_tile_block_id().0;
        let offsets: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let wide_index: Tile<i64, { [] }> = wide(row);
        let all: Tile<i64, { [TILE_SIZE] }> = splat(wide_index, shape![TILE_SIZE]);
        let x_wide: Tile<i64, { [] }> = wide(size(x, 0));
        let mask: Tile<bool, { [TILE_SIZE] }> = below(all, splat(x_wide, shape![TILE_SIZE]));
        let x_wide_2: Tile<i64, { [] }> = wide(stride(x, 0));
        let product: Tile<i64, { [TILE_SIZE] }> = all * splat(x_wide_2, shape![TILE_SIZE]);
        let x_wide_3: Tile<i64, { [] }> = wide(size(x, 1));
        let all_2: Tile<i64, { [TILE_SIZE] }> = splat(x_wide_3, shape![TILE_SIZE]);
        let x_base: PointerTile<*mut EX, { [TILE_SIZE] }> = splat_ptr(x_2, shape![TILE_SIZE]);
        let filled: Tile<EX, { [TILE_SIZE] }> = constant_float(0.0, shape![TILE_SIZE]);
        let mut rms = constant(0.0f32, shape![TILE_SIZE]);
        for j in (hidden(0)..hidden(TILE_SIZE_PER_N)).step_by(hidden(1) as usize) {
            let product_2 = j * TILE_SIZE;
            let offs: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_2, shape![TILE_SIZE]) + offsets;
            let wide_index_2: Tile<i64, { [TILE_SIZE] }> = widen(offs);
            let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, below(wide_index_2, all_2));
            let sum: Tile<i64, { [TILE_SIZE] }> =
                product + wide_index_2 * broadcast_scalar(1i64, shape![TILE_SIZE]);
            let x_ptrs = addptr_tile(x_base, sum);
            let (xj, _): (Tile<EX, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both),
                    Some(filled),
                    Some(token),
                    Latency::<1>,
                )
            };
            let xj: Tile<f32, { [TILE_SIZE] }> = to_f32(xj);
            rms = mul_add(xj, xj, rms);
        }
        let total: Tile<f32, { [] }> = reduce_sum(rms, 0i32);
        let sum_2: Tile<f32, { [] }> =
            total / constant_float(N_FLOAT, shape![]) + constant_float(EPS, shape![]);
        let rms_2 = rsqrt(sum_2, ftz::Disabled);
        let mask_2: Tile<bool, { [] }> = below(wide_index, wide(size(rstd, 0)));
        let product_3: Tile<i64, { [] }> = wide_index * constant(1i64, shape![]);
        let rstd_ptrs = addptr_tile(rstd_2, product_3);
        let rstd_3 = unsafe { assume_div_by::<_, 4>(rstd_ptrs) };
        let _ = unsafe { store_where(rstd_3, rms_2, mask_2, token) };
        let w_wide: Tile<i64, { [] }> = wide(size(w, 0));
        let all_3: Tile<i64, { [TILE_SIZE] }> = splat(w_wide, shape![TILE_SIZE]);
        let w_base: PointerTile<*mut EW, { [TILE_SIZE] }> = splat_ptr(w_2, shape![TILE_SIZE]);
        let filled_2: Tile<EW, { [TILE_SIZE] }> = constant_float(0.0, shape![TILE_SIZE]);
        let all_4: Tile<f32, { [TILE_SIZE] }> = splat(rms_2, shape![TILE_SIZE]);
        let filled_3: Tile<f32, { [TILE_SIZE] }> = constant_float(OFFSET, shape![TILE_SIZE]);
        let out_wide: Tile<i64, { [] }> = wide(size(out, 0));
        let mask_3: Tile<bool, { [TILE_SIZE] }> = below(all, splat(out_wide, shape![TILE_SIZE]));
        let out_wide_2: Tile<i64, { [] }> = wide(stride(out, 0));
        let product_4: Tile<i64, { [TILE_SIZE] }> = all * splat(out_wide_2, shape![TILE_SIZE]);
        let out_wide_3: Tile<i64, { [] }> = wide(size(out, 1));
        let all_5: Tile<i64, { [TILE_SIZE] }> = splat(out_wide_3, shape![TILE_SIZE]);
        let out_base: PointerTile<*mut EX, { [TILE_SIZE] }> = splat_ptr(out_2, shape![TILE_SIZE]);
        let mut token_2 = token;
        for j_2 in (hidden(0)..hidden(TILE_SIZE_PER_N)).step_by(hidden(1) as usize) {
            let product_5 = j_2 * TILE_SIZE;
            let offs_2: Tile<i32, { [TILE_SIZE] }> =
                broadcast_scalar(product_5, shape![TILE_SIZE]) + offsets;
            let wide_index_3: Tile<i64, { [TILE_SIZE] }> = widen(offs_2);
            let mask_4: Tile<bool, { [TILE_SIZE] }> = below(wide_index_3, all_3);
            let product_6: Tile<i64, { [TILE_SIZE] }> =
                wide_index_3 * broadcast_scalar(1i64, shape![TILE_SIZE]);
            let w_ptrs = addptr_tile(w_base, product_6);
            let (wj, _): (Tile<EW, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    w_ptrs,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(mask_4),
                    Some(filled_2),
                    Some(token),
                    Latency::<1>,
                )
            };
            let wj: Tile<f32, { [TILE_SIZE] }> = to_f32(wj);
            let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask, below(wide_index_3, all_2));
            let sum_3: Tile<i64, { [TILE_SIZE] }> =
                product + wide_index_3 * broadcast_scalar(1i64, shape![TILE_SIZE]);
            let x_ptrs_2 = addptr_tile(x_base, sum_3);
            let (xj_2, _): (Tile<EX, { [TILE_SIZE] }>, Token) = unsafe {
                load_ptr_padded(
                    x_ptrs_2,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both_2),
                    Some(filled),
                    Some(token),
                    Latency::<1>,
                )
            };
            let xj_2: Tile<f32, { [TILE_SIZE] }> = to_f32(xj_2);
            let yj: Tile<f32, { [TILE_SIZE] }> = xj_2 * all_4 * (filled_3 + wj);
            let yj: Tile<EX, { [TILE_SIZE] }> = convert_tile(yj);
            let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask_3, below(wide_index_3, all_5));
            let sum_4: Tile<i64, { [TILE_SIZE] }> =
                product_4 + wide_index_3 * broadcast_scalar(1i64, shape![TILE_SIZE]);
            let out_ptrs = addptr_tile(out_base, sum_4);
            let token_3: Token = unsafe {
                store_ptr_tko(
                    out_ptrs,
                    yj,
                    ordering::Weak,
                    None::<scope::TileBlock>,
                    Some(both_3),
                    Some(token_2),
                    Latency::<1>,
                )
            };
            token_2 = token_3;
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
        let constant_value: Tile<i32, { [] }> = scalar_to_tile(TILE_SIZE_M);
        let bid = get_tile_block_id().0;
        let sum = size(x, 0) + TILE_SIZE_M;
        let difference = sum - 1;
        let difference_tile: Tile<i32, { [] }> = scalar_to_tile(difference);
        let upper_bound = divi(difference_tile, constant_value, rounding::NegativeInf);
        let w_2: Tile<EW, { [TILE_SIZE_N] }> =
            unsafe { load_or_zero(w, [0i32], shape![TILE_SIZE_N]) };
        let w_2: Tile<f32, { [TILE_SIZE_N] }> = to_f32(w_2);
        let num_tile_blocks = get_num_tile_blocks().0;
        let one: Tile<f32, { [] }> = constant(1.0f32, shape![]);
        let number: Tile<f32, { [] }> = float(size(x, 1));
        let product = number * one;
        let n_f32: Tile<f32, { [TILE_SIZE_M, 1] }> = splat(product, shape![TILE_SIZE_M, 1]);
        let eps_tensor: Tile<f32, { [TILE_SIZE_M, 1] }> =
            constant_float(EPS, shape![TILE_SIZE_M, 1]);
        let offset_tensor: Tile<f32, { [1, TILE_SIZE_N] }> =
            constant_float(OFFSET, shape![1, TILE_SIZE_N]);
        let w_with_offset = offset_tensor + reshape(w_2, shape![1, TILE_SIZE_N]);
        let broadcasted = broadcast(w_with_offset, shape![TILE_SIZE_M, TILE_SIZE_N]);
        let upper_bound_scalar: i32 = tile_to_scalar(upper_bound);
        for current_bid in (bid..upper_bound_scalar).step_by(num_tile_blocks as usize) {
            let x_2: Tile<EX, { [TILE_SIZE_M, TILE_SIZE_N] }> = unsafe {
                load_or_zero_hinted(
                    x,
                    [current_bid, 0i32],
                    shape![TILE_SIZE_M, TILE_SIZE_N],
                    const_array![10],
                )
            };
            let x_2: Tile<f32, { [TILE_SIZE_M, TILE_SIZE_N] }> = to_f32(x_2);
            let x_squared = x_2 * x_2;
            let total: Tile<f32, { [TILE_SIZE_M] }> = reduce_sum(x_squared, 1i32);
            let variance = reshape(total, shape![TILE_SIZE_M, 1]) / n_f32;
            let variance_eps = variance + eps_tensor;
            let rsqrt_var = rsqrt(variance_eps, ftz::Disabled);
            let reshaped = reshape(rsqrt_var, shape![TILE_SIZE_M]);
            unsafe { store_no_tma(rstd, [current_bid], reshaped) };
            let x_normalized = x_2 * broadcast(rsqrt_var, shape![TILE_SIZE_M, TILE_SIZE_N]);
            let y_2 = x_normalized * broadcasted;
            let y_2: Tile<EX, { [TILE_SIZE_M, TILE_SIZE_N] }> = convert_tile(y_2);
            unsafe { store_no_tma_hinted(y, [current_bid, 0i32], y_2, const_array![3]) };
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
