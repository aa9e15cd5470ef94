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
        let grad_output_size0_2: i32 = size(grad_output, 0);
        let grad_output_size1_2: i32 = size(grad_output, 1);
        let grad_output_stride0_2: i32 = stride(grad_output, 0);
        let input_2: PointerTile<*mut Elem, { [] }> = get_tensor_base(input);
        let input_size0_2: i32 = size(input, 0);
        let input_size1_2: i32 = size(input, 1);
        let input_stride0_2: i32 = stride(input, 0);
        let grad_a_2: PointerTile<*mut Elem, { [] }> = get_tensor_base(grad_a);
        let grad_a_size0_2: i32 = size(grad_a, 0);
        let grad_a_size1_2: i32 = size(grad_a, 1);
        let grad_a_stride0_2: i32 = stride(grad_a, 0);
        let grad_b_2: PointerTile<*mut Elem, { [] }> = get_tensor_base(grad_b);
        let grad_b_size0_2: i32 = size(grad_b, 0);
        let grad_b_size1_2: i32 = size(grad_b, 1);
        let grad_b_stride0_2: i32 = stride(grad_b, 0);
        let token = new_token_unordered();
        let total_hidden_size_tile: Tile<i32, { [] }> = scalar_to_tile(TOTAL_HIDDEN_SIZE);
        let total_hidden_size_tile_2: Tile<i32, { [1] }> =
            reshape(total_hidden_size_tile, shape![1]);
        let constant_tile: Tile<i32, { [TILE_SIZE] }> =
            broadcast(total_hidden_size_tile_2, shape![TILE_SIZE]);
        let constant_tile_2: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let constant_tile_3: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let constant_tile_4: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let constant_tile_5: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let constant_tile_6: Tile<i64, { [TILE_SIZE] }> = constant(1i64, shape![TILE_SIZE]);
        let block_id: (Tile<i32, { [] }>, Tile<i32, { [] }>, Tile<i32, { [] }>) = block_id_tiles();
        let lanes: Tile<i32, { [TILE_SIZE] }> = iota(shape![TILE_SIZE]);
        let sum: Tile<i32, { [TILE_SIZE] }> = lanes + constant_tile;
        let wide_2: Tile<i64, { [] }> = exti(block_id.0);
        let reshaped: Tile<i64, { [1] }> = reshape(wide_2, shape![1]);
        let broadcasted: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped, shape![TILE_SIZE]);
        let grad_output_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(grad_output_size0_2);
        let grad_output_wide: Tile<i64, { [] }> = exti(grad_output_size0_2_tile);
        let reshaped_2: Tile<i64, { [1] }> = reshape(grad_output_wide, shape![1]);
        let broadcasted_2: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_2, shape![TILE_SIZE]);
        let mask: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(broadcasted, broadcasted_2, predicate::LessThan);
        let grad_output_stride0_2_tile: Tile<i32, { [] }> = scalar_to_tile(grad_output_stride0_2);
        let grad_output_wide_2: Tile<i64, { [] }> = exti(grad_output_stride0_2_tile);
        let reshaped_3: Tile<i64, { [1] }> = reshape(grad_output_wide_2, shape![1]);
        let broadcasted_3: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_3, shape![TILE_SIZE]);
        let product: Tile<i64, { [TILE_SIZE] }> = broadcasted * broadcasted_3;
        let wide_3: Tile<i64, { [TILE_SIZE] }> = exti(lanes);
        let grad_output_size1_2_tile: Tile<i32, { [] }> = scalar_to_tile(grad_output_size1_2);
        let grad_output_wide_3: Tile<i64, { [] }> = exti(grad_output_size1_2_tile);
        let reshaped_4: Tile<i64, { [1] }> = reshape(grad_output_wide_3, shape![1]);
        let broadcasted_4: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_4, shape![TILE_SIZE]);
        let mask_2: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(wide_3, broadcasted_4, predicate::LessThan);
        let both: Tile<bool, { [TILE_SIZE] }> = andi(mask, mask_2);
        let product_2: Tile<i64, { [TILE_SIZE] }> = wide_3 * constant_tile_2;
        let sum_2: Tile<i64, { [TILE_SIZE] }> = product + product_2;
        let grad_output_base: PointerTile<*mut Elem, { [1] }> =
            reshape_ptr(grad_output_2, shape![1]);
        let grad_output_base_2: PointerTile<*mut Elem, { [TILE_SIZE] }> =
            broadcast_ptr(grad_output_base, shape![TILE_SIZE]);
        let grad_output_ptrs: PointerTile<*mut Elem, { [TILE_SIZE] }> =
            addptr_tile(grad_output_base_2, sum_2);
        let constant_value: Tile<Elem, { [] }> = constant_float(0.0, shape![]);
        let reshaped_5: Tile<Elem, { [1] }> = reshape(constant_value, shape![1]);
        let broadcasted_5: Tile<Elem, { [TILE_SIZE] }> = broadcast(reshaped_5, shape![TILE_SIZE]);
        let (grad_output_3, _): (Tile<Elem, { [TILE_SIZE] }>, Token) = unsafe {
            load_ptr_padded(
                grad_output_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both),
                Some(broadcasted_5),
                Some(token),
                Latency::<0>,
            )
        };
        let converted: Tile<f32, { [TILE_SIZE] }> = ftof(grad_output_3, rounding::NearestEven);
        let wide_4: Tile<i64, { [] }> = exti(block_id.0);
        let reshaped_6: Tile<i64, { [1] }> = reshape(wide_4, shape![1]);
        let broadcasted_6: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_6, shape![TILE_SIZE]);
        let input_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(input_size0_2);
        let input_wide: Tile<i64, { [] }> = exti(input_size0_2_tile);
        let reshaped_7: Tile<i64, { [1] }> = reshape(input_wide, shape![1]);
        let broadcasted_7: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_7, shape![TILE_SIZE]);
        let mask_3: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(broadcasted_6, broadcasted_7, predicate::LessThan);
        let input_stride0_2_tile: Tile<i32, { [] }> = scalar_to_tile(input_stride0_2);
        let input_wide_2: Tile<i64, { [] }> = exti(input_stride0_2_tile);
        let reshaped_8: Tile<i64, { [1] }> = reshape(input_wide_2, shape![1]);
        let broadcasted_8: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_8, shape![TILE_SIZE]);
        let product_3: Tile<i64, { [TILE_SIZE] }> = broadcasted_6 * broadcasted_8;
        let wide_5: Tile<i64, { [TILE_SIZE] }> = exti(lanes);
        let input_size1_2_tile: Tile<i32, { [] }> = scalar_to_tile(input_size1_2);
        let input_wide_3: Tile<i64, { [] }> = exti(input_size1_2_tile);
        let reshaped_9: Tile<i64, { [1] }> = reshape(input_wide_3, shape![1]);
        let broadcasted_9: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_9, shape![TILE_SIZE]);
        let mask_4: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(wide_5, broadcasted_9, predicate::LessThan);
        let both_2: Tile<bool, { [TILE_SIZE] }> = andi(mask_3, mask_4);
        let product_4: Tile<i64, { [TILE_SIZE] }> = wide_5 * constant_tile_3;
        let sum_3: Tile<i64, { [TILE_SIZE] }> = product_3 + product_4;
        let input_base: PointerTile<*mut Elem, { [1] }> = reshape_ptr(input_2, shape![1]);
        let input_base_2: PointerTile<*mut Elem, { [TILE_SIZE] }> =
            broadcast_ptr(input_base, shape![TILE_SIZE]);
        let input_ptrs: PointerTile<*mut Elem, { [TILE_SIZE] }> = addptr_tile(input_base_2, sum_3);
        let constant_value_2: Tile<Elem, { [] }> = constant_float(0.0, shape![]);
        let reshaped_10: Tile<Elem, { [1] }> = reshape(constant_value_2, shape![1]);
        let broadcasted_10: Tile<Elem, { [TILE_SIZE] }> = broadcast(reshaped_10, shape![TILE_SIZE]);
        let (input_3, _): (Tile<Elem, { [TILE_SIZE] }>, Token) = unsafe {
            load_ptr_padded(
                input_ptrs,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both_2),
                Some(broadcasted_10),
                Some(token),
                Latency::<0>,
            )
        };
        let wide_6: Tile<i64, { [] }> = exti(block_id.0);
        let reshaped_11: Tile<i64, { [1] }> = reshape(wide_6, shape![1]);
        let broadcasted_11: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_11, shape![TILE_SIZE]);
        let input_size0_2_tile_2: Tile<i32, { [] }> = scalar_to_tile(input_size0_2);
        let input_wide_4: Tile<i64, { [] }> = exti(input_size0_2_tile_2);
        let reshaped_12: Tile<i64, { [1] }> = reshape(input_wide_4, shape![1]);
        let broadcasted_12: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_12, shape![TILE_SIZE]);
        let mask_5: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(broadcasted_11, broadcasted_12, predicate::LessThan);
        let input_stride0_2_tile_2: Tile<i32, { [] }> = scalar_to_tile(input_stride0_2);
        let input_wide_5: Tile<i64, { [] }> = exti(input_stride0_2_tile_2);
        let reshaped_13: Tile<i64, { [1] }> = reshape(input_wide_5, shape![1]);
        let broadcasted_13: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_13, shape![TILE_SIZE]);
        let product_5: Tile<i64, { [TILE_SIZE] }> = broadcasted_11 * broadcasted_13;
        let wide_7: Tile<i64, { [TILE_SIZE] }> = exti(sum);
        let input_size1_2_tile_2: Tile<i32, { [] }> = scalar_to_tile(input_size1_2);
        let input_wide_6: Tile<i64, { [] }> = exti(input_size1_2_tile_2);
        let reshaped_14: Tile<i64, { [1] }> = reshape(input_wide_6, shape![1]);
        let broadcasted_14: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_14, shape![TILE_SIZE]);
        let mask_6: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(wide_7, broadcasted_14, predicate::LessThan);
        let both_3: Tile<bool, { [TILE_SIZE] }> = andi(mask_5, mask_6);
        let product_6: Tile<i64, { [TILE_SIZE] }> = wide_7 * constant_tile_4;
        let sum_4: Tile<i64, { [TILE_SIZE] }> = product_5 + product_6;
        let input_base_3: PointerTile<*mut Elem, { [1] }> = reshape_ptr(input_2, shape![1]);
        let input_base_4: PointerTile<*mut Elem, { [TILE_SIZE] }> =
            broadcast_ptr(input_base_3, shape![TILE_SIZE]);
        let input_ptrs_2: PointerTile<*mut Elem, { [TILE_SIZE] }> =
            addptr_tile(input_base_4, sum_4);
        let constant_value_3: Tile<Elem, { [] }> = constant_float(0.0, shape![]);
        let reshaped_15: Tile<Elem, { [1] }> = reshape(constant_value_3, shape![1]);
        let broadcasted_15: Tile<Elem, { [TILE_SIZE] }> = broadcast(reshaped_15, shape![TILE_SIZE]);
        let (input_4, _): (Tile<Elem, { [TILE_SIZE] }>, Token) = unsafe {
            load_ptr_padded(
                input_ptrs_2,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both_3),
                Some(broadcasted_15),
                Some(token),
                Latency::<0>,
            )
        };
        let converted_2: Tile<f32, { [TILE_SIZE] }> = ftof(input_3, rounding::NearestEven);
        let converted_3: Tile<f32, { [TILE_SIZE] }> = ftof(input_4, rounding::NearestEven);
        let negated: Tile<f32, { [TILE_SIZE] }> = negf(converted_2);
        let all: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(1.442695f32, shape![TILE_SIZE]);
        let product_7: Tile<f32, { [TILE_SIZE] }> =
            mulf(negated, all, rounding::NearestEven, ftz::Enabled);
        let exponential: Tile<f32, { [TILE_SIZE] }> = exp2(product_7, ftz::Enabled);
        let all_2: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(1.0f32, shape![TILE_SIZE]);
        let sum_5: Tile<f32, { [TILE_SIZE] }> = all_2 + exponential;
        let all_3: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(1.0f32, shape![TILE_SIZE]);
        let quotient: Tile<f32, { [TILE_SIZE] }> =
            divf(all_3, sum_5, rounding::Approx, ftz::Enabled);
        let product_8: Tile<f32, { [TILE_SIZE] }> = converted_2 * quotient;
        let product_9: Tile<f32, { [TILE_SIZE] }> = converted * product_8;
        let converted_4: Tile<Elem, { [TILE_SIZE] }> = ftof(product_9, rounding::NearestEven);
        let wide_8: Tile<i64, { [] }> = exti(block_id.0);
        let reshaped_16: Tile<i64, { [1] }> = reshape(wide_8, shape![1]);
        let broadcasted_16: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_16, shape![TILE_SIZE]);
        let grad_b_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(grad_b_size0_2);
        let grad_b_wide: Tile<i64, { [] }> = exti(grad_b_size0_2_tile);
        let reshaped_17: Tile<i64, { [1] }> = reshape(grad_b_wide, shape![1]);
        let broadcasted_17: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_17, shape![TILE_SIZE]);
        let mask_7: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(broadcasted_16, broadcasted_17, predicate::LessThan);
        let grad_b_stride0_2_tile: Tile<i32, { [] }> = scalar_to_tile(grad_b_stride0_2);
        let grad_b_wide_2: Tile<i64, { [] }> = exti(grad_b_stride0_2_tile);
        let reshaped_18: Tile<i64, { [1] }> = reshape(grad_b_wide_2, shape![1]);
        let broadcasted_18: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_18, shape![TILE_SIZE]);
        let product_10: Tile<i64, { [TILE_SIZE] }> = broadcasted_16 * broadcasted_18;
        let wide_9: Tile<i64, { [TILE_SIZE] }> = exti(lanes);
        let grad_b_size1_2_tile: Tile<i32, { [] }> = scalar_to_tile(grad_b_size1_2);
        let grad_b_wide_3: Tile<i64, { [] }> = exti(grad_b_size1_2_tile);
        let reshaped_19: Tile<i64, { [1] }> = reshape(grad_b_wide_3, shape![1]);
        let broadcasted_19: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_19, shape![TILE_SIZE]);
        let mask_8: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(wide_9, broadcasted_19, predicate::LessThan);
        let both_4: Tile<bool, { [TILE_SIZE] }> = andi(mask_7, mask_8);
        let product_11: Tile<i64, { [TILE_SIZE] }> = wide_9 * constant_tile_5;
        let sum_6: Tile<i64, { [TILE_SIZE] }> = product_10 + product_11;
        let grad_b_base: PointerTile<*mut Elem, { [1] }> = reshape_ptr(grad_b_2, shape![1]);
        let grad_b_base_2: PointerTile<*mut Elem, { [TILE_SIZE] }> =
            broadcast_ptr(grad_b_base, shape![TILE_SIZE]);
        let grad_b_ptrs: PointerTile<*mut Elem, { [TILE_SIZE] }> =
            addptr_tile(grad_b_base_2, sum_6);
        let _: Token = unsafe {
            store_ptr_tko(
                grad_b_ptrs,
                converted_4,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both_4),
                Some(token),
                Latency::<0>,
            )
        };
        let negated_2: Tile<f32, { [TILE_SIZE] }> = negf(quotient);
        let all_4: Tile<f32, { [TILE_SIZE] }> = broadcast_scalar(1.0f32, shape![TILE_SIZE]);
        let sum_7: Tile<f32, { [TILE_SIZE] }> = all_4 + negated_2;
        let fused: Tile<f32, { [TILE_SIZE] }> =
            fma(product_8, sum_7, quotient, rounding::NearestEven, ftz::Disabled);
        let product_12: Tile<f32, { [TILE_SIZE] }> = converted_3 * fused;
        let product_13: Tile<f32, { [TILE_SIZE] }> = converted * product_12;
        let converted_5: Tile<Elem, { [TILE_SIZE] }> = ftof(product_13, rounding::NearestEven);
        let wide_10: Tile<i64, { [] }> = exti(block_id.0);
        let reshaped_20: Tile<i64, { [1] }> = reshape(wide_10, shape![1]);
        let broadcasted_20: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_20, shape![TILE_SIZE]);
        let grad_a_size0_2_tile: Tile<i32, { [] }> = scalar_to_tile(grad_a_size0_2);
        let grad_a_wide: Tile<i64, { [] }> = exti(grad_a_size0_2_tile);
        let reshaped_21: Tile<i64, { [1] }> = reshape(grad_a_wide, shape![1]);
        let broadcasted_21: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_21, shape![TILE_SIZE]);
        let mask_9: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(broadcasted_20, broadcasted_21, predicate::LessThan);
        let grad_a_stride0_2_tile: Tile<i32, { [] }> = scalar_to_tile(grad_a_stride0_2);
        let grad_a_wide_2: Tile<i64, { [] }> = exti(grad_a_stride0_2_tile);
        let reshaped_22: Tile<i64, { [1] }> = reshape(grad_a_wide_2, shape![1]);
        let broadcasted_22: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_22, shape![TILE_SIZE]);
        let product_14: Tile<i64, { [TILE_SIZE] }> = broadcasted_20 * broadcasted_22;
        let wide_11: Tile<i64, { [TILE_SIZE] }> = exti(lanes);
        let grad_a_size1_2_tile: Tile<i32, { [] }> = scalar_to_tile(grad_a_size1_2);
        let grad_a_wide_3: Tile<i64, { [] }> = exti(grad_a_size1_2_tile);
        let reshaped_23: Tile<i64, { [1] }> = reshape(grad_a_wide_3, shape![1]);
        let broadcasted_23: Tile<i64, { [TILE_SIZE] }> = broadcast(reshaped_23, shape![TILE_SIZE]);
        let mask_10: Tile<bool, { [TILE_SIZE] }> =
            cmpi_unsigned(wide_11, broadcasted_23, predicate::LessThan);
        let both_5: Tile<bool, { [TILE_SIZE] }> = andi(mask_9, mask_10);
        let product_15: Tile<i64, { [TILE_SIZE] }> = wide_11 * constant_tile_6;
        let sum_8: Tile<i64, { [TILE_SIZE] }> = product_14 + product_15;
        let grad_a_base: PointerTile<*mut Elem, { [1] }> = reshape_ptr(grad_a_2, shape![1]);
        let grad_a_base_2: PointerTile<*mut Elem, { [TILE_SIZE] }> =
            broadcast_ptr(grad_a_base, shape![TILE_SIZE]);
        let grad_a_ptrs: PointerTile<*mut Elem, { [TILE_SIZE] }> =
            addptr_tile(grad_a_base_2, sum_8);
        let _: Token = unsafe {
            store_ptr_tko(
                grad_a_ptrs,
                converted_5,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(both_5),
                Some(token),
                Latency::<0>,
            )
        };
    }
}
