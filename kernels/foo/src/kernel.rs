// SPDX-License-Identifier: MIT

//! Device kernels, converted from Tile IR by tileport.
//!
//! From `_w8a8_block_fp8_matmul_kernel.v0.f8E4M3FN-f8E4M3FN-bf16-f32-f32.sm_90.7cd3d5b6.tileirbc`, SHA-256
//! `d0fe770d52e2f1fe420a056c6441f2bc56f05e08e12c0ee9422f1c17c12d36f0`.

/// One entry for each structural variant of each Python kernel.
#[cutile::module]
pub mod kernels {
    use cutile::core::*;
    use tileport_support::gather::ops::*;
    use tileport_support::number::ops::*;
    use tileport_support::ops::*;

    /// `foo` of `_w8a8_block_fp8_matmul_kernel.v0.f8E4M3FN-f8E4M3FN-bf16-f32-f32.sm_90.7cd3d5b6.tileirbc`; structural variant `v0`.
    ///
    /// Generic over `Elem`.
    /// # Safety
    /// Pointers, sizes and strides must describe live device arrays as the launcher was told.
    #[cutile::entry(unchecked_accesses = true)]
    pub unsafe fn foo<Elem: ElementType>(
        arg0: &Tensor<f8e4m3fn, { [-1, -1] }>,
        arg1: &Tensor<f8e4m3fn, { [-1, -1] }>,
        arg2: &Tensor<Elem, { [-1, -1] }>,
        arg3: &Tensor<f32, { [-1, -1] }>,
        arg4: &Tensor<f32, { [-1, -1] }>,
    ) {
        let arg0_2: PointerTile<*mut f8e4m3fn, { [] }> = get_tensor_base(arg0);
        let arg1_2: PointerTile<*mut f8e4m3fn, { [] }> = get_tensor_base(arg1);
        let arg2_2: PointerTile<*mut Elem, { [] }> = get_tensor_base(arg2);
        let arg3_2: PointerTile<*mut f32, { [] }> = get_tensor_base(arg3);
        let arg4_2: PointerTile<*mut f32, { [] }> = get_tensor_base(arg4);
        let token = new_token_unordered();
        let block_id = get_tile_block_id().0;
        let product = div_floor(block_id, 64) * 16;
        let smaller_2 = smaller_of(16 - product, 16);
        let sum = product + floor_mod(block_id, smaller_2);
        let quotient = div_floor(floor_mod(block_id, 64), smaller_2);
        let product_2 = sum * 16;
        let lanes: Tile<i32, { [16] }> = iota(shape![16]);
        let sum_2: Tile<i32, { [16] }> = broadcast_scalar(product_2, shape![16]) + lanes;
        let product_3 = quotient * 128;
        let lanes_2: Tile<i32, { [128] }> = iota(shape![128]);
        let sum_3: Tile<i32, { [128] }> = broadcast_scalar(product_3, shape![128]) + lanes_2;
        let wide_index: Tile<i64, { [16, 1] }> = widen(reshape(sum_2, shape![16, 1]));
        let broadcasted = broadcast(wide_index, shape![16, 128]);
        let arg0_wide: Tile<i64, { [] }> = wide(stride(arg0, 0));
        let product_4: Tile<i64, { [16, 128] }> = broadcasted * splat(arg0_wide, shape![16, 128]);
        let arg0_base: PointerTile<*mut f8e4m3fn, { [16, 128] }> =
            splat_ptr(arg0_2, shape![16, 128]);
        let filled: Tile<f8e4m3fn, { [16, 128] }> = constant_bits(0, shape![16, 128]);
        let wide_index_2: Tile<i64, { [128, 1] }> = widen(reshape(sum_3, shape![128, 1]));
        let broadcasted_2 = broadcast(wide_index_2, shape![128, 128]);
        let arg1_wide: Tile<i64, { [] }> = wide(stride(arg1, 0));
        let product_5: Tile<i64, { [128, 128] }> =
            broadcasted_2 * splat(arg1_wide, shape![128, 128]);
        let arg1_base: PointerTile<*mut f8e4m3fn, { [128, 128] }> =
            splat_ptr(arg1_2, shape![128, 128]);
        let filled_2: Tile<f8e4m3fn, { [128, 128] }> = constant_bits(0, shape![128, 128]);
        let wide_index_3: Tile<i64, { [16] }> = widen(sum_2);
        let arg3_wide: Tile<i64, { [] }> = wide(stride(arg3, 0));
        let product_6: Tile<i64, { [16] }> = wide_index_3 * splat(arg3_wide, shape![16]);
        let arg3_base: PointerTile<*mut f32, { [16] }> = splat_ptr(arg3_2, shape![16]);
        let all: Tile<f32, { [16] }> = broadcast_scalar(0.0f32, shape![16]);
        let zero: Tile<f32, { [] }> = constant(0.0f32, shape![]);
        let wide_index_4: Tile<i64, { [] }> = wide(quotient);
        let product_7: Tile<i64, { [] }> = wide_index_4 * wide(stride(arg4, 0));
        let constant_tile: Tile<f32, { [128, 16] }> = constant(0.0f32, shape![128, 16]);
        let mut carry1_0 = constant(0.0f32, shape![16, 128]);
        for i in (hidden(0)..hidden(4)).step_by(hidden(1) as usize) {
            let product_8 = i * 128;
            let sum_4: Tile<i32, { [128] }> = lanes_2 + broadcast_scalar(product_8, shape![128]);
            let wide_index_5: Tile<i64, { [1, 128] }> = widen(reshape(sum_4, shape![1, 128]));
            let broadcasted_3 = broadcast(wide_index_5, shape![16, 128]);
            let mask: Tile<bool, { [16, 128] }> = within_2(arg0, broadcasted, broadcasted_3);
            let sum_5: Tile<i64, { [16, 128] }> =
                product_4 + broadcasted_3 * broadcast_scalar(1i64, shape![16, 128]);
            let arg0_ptrs = addptr_tile(arg0_base, sum_5);
            let arg0_3 = unsafe { load_where(arg0_ptrs, mask, filled, token) };
            let broadcasted_4 = broadcast(wide_index_5, shape![128, 128]);
            let mask_2: Tile<bool, { [128, 128] }> = within_2(arg1, broadcasted_2, broadcasted_4);
            let sum_6: Tile<i64, { [128, 128] }> =
                product_5 + broadcasted_4 * broadcast_scalar(1i64, shape![128, 128]);
            let arg1_ptrs = addptr_tile(arg1_base, sum_6);
            let arg1_3 = unsafe { load_where(arg1_ptrs, mask_2, filled_2, token) };
            let wide_index_6: Tile<i64, { [] }> = wide(i);
            let all_2: Tile<i64, { [16] }> = splat(wide_index_6, shape![16]);
            let mask_3: Tile<bool, { [16] }> = within_2(arg3, wide_index_3, all_2);
            let sum_7: Tile<i64, { [16] }> = product_6 + all_2 * broadcast_scalar(1i64, shape![16]);
            let arg3_ptrs = addptr_tile(arg3_base, sum_7);
            let arg3_3 = unsafe { load_where(arg3_ptrs, mask_3, all, token) };
            let mask_4: Tile<bool, { [] }> = within_2(arg4, wide_index_4, wide_index_6);
            let sum_8: Tile<i64, { [] }> = product_7 + wide_index_6 * constant(1i64, shape![]);
            let arg4_ptrs = addptr_tile(arg4_2, sum_8);
            let arg4_3 = unsafe { assume_div_by::<_, 4>(arg4_ptrs) };
            let arg4_4 = unsafe { load_where(arg4_3, mask_4, zero, token) };
            let product_9: Tile<f32, { [16, 1] }> =
                reshape(arg3_3, shape![16, 1]) * splat(arg4_4, shape![16, 1]);
            let permuted: Tile<f8e4m3fn, { [128, 16] }> = permute(arg0_3, const_array![1, 0]);
            let accumulated = mmaf(arg1_3, permuted, constant_tile);
            let permuted_2: Tile<f32, { [16, 128] }> = permute(accumulated, const_array![1, 0]);
            let fused: Tile<f32, { [16, 128] }> =
                mul_add(permuted_2, broadcast(product_9, shape![16, 128]), carry1_0);
            carry1_0 = fused;
        }
        let converted: Tile<Elem, { [16, 128] }> = convert_tile(carry1_0);
        let arg2_wide: Tile<i64, { [] }> = wide(stride(arg2, 0));
        let wide_index_7: Tile<i64, { [1, 128] }> = widen(reshape(sum_3, shape![1, 128]));
        let broadcasted_5 = broadcast(wide_index_7, shape![16, 128]);
        let mask_5: Tile<bool, { [16, 128] }> = within_2(arg2, broadcasted, broadcasted_5);
        let sum_9: Tile<i64, { [16, 128] }> = broadcasted * splat(arg2_wide, shape![16, 128])
            + broadcasted_5 * broadcast_scalar(1i64, shape![16, 128]);
        let arg2_base: PointerTile<*mut Elem, { [16, 128] }> = splat_ptr(arg2_2, shape![16, 128]);
        let arg2_ptrs = addptr_tile(arg2_base, sum_9);
        let _ = unsafe { store_where(arg2_ptrs, converted, mask_5, token) };
    }
}
