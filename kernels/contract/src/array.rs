//! What is known of a tensor at compile time, and how cuTile's launcher infers it.

use serde::{Deserialize, Serialize};

/// What is known at compile time of a tensor.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Array {
    /// Element type as Tile IR spells it: `f16`, `bf16`, `f32`, `f64`, `i8`, `i32`, `i64`, `i1`,
    /// `f8E4M3FN`, `f8E5M2`, …
    pub dtype: String,
    /// Number of axes.
    pub rank: usize,
    /// `i32`, or `i64` where the parameter is annotated so.
    pub index: String,
    /// 16 when the address is a multiple of 16 bytes, else 1.
    pub base_divisor: u32,
    /// By axis: the size where it is a compile-time constant (1, or a declared static size).
    pub shape_constant: Vec<Option<i64>>,
    /// By axis: the stride where it is a compile-time constant (1, or a declared static stride).
    pub stride_constant: Vec<Option<i64>>,
    /// By axis: 16 or 1, elements.
    pub shape_divisor: Vec<u32>,
    /// By axis: 16 bytes in elements, or 1.
    pub stride_divisor: Vec<u32>,
    /// Whether two indices may name one element.
    pub may_alias_internally: bool,
}

/// A tensor as a launch sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tensor<'a> {
    /// Element type as Tile IR spells it.
    pub dtype: &'a str,
    /// Device address of the first element.
    pub address: u64,
    /// Sizes, in elements.
    pub shape: &'a [i64],
    /// Strides, in elements.
    pub strides: &'a [i64],
}

/// Why nothing can be inferred of a tensor.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InferError {
    /// The element type is none of Tile IR's.
    #[error("element type `{0}` is none of Tile IR's")]
    Dtype(String),
    /// Shape and strides disagree in length.
    #[error("{shape} sizes but {strides} strides")]
    Rank { shape: usize, strides: usize },
    /// A size or stride does not fit the index type; it is never cut.
    #[error(
        "{what} of axis {axis} is {value}, beyond the kernel's 32-bit indices (limit {})",
        i32::MAX
    )]
    Range { what: &'static str, axis: usize, value: i64 },
    /// A list of arrays without one.
    #[error("a list of arrays must hold at least one")]
    EmptyList,
    /// The arrays of a list differ in what is part of the kernel's type.
    #[error("the arrays of a list differ in {0}")]
    Mixed(&'static str),
}

/// Alignment, in bytes and in elements, that the launcher looks for.
const ALIGNMENT: i64 = 16;

/// Beyond this rank the launcher infers nothing by axis.
const LARGEST_RANK: usize = 5;

/// Bits of an element of a Tile IR type.
pub fn bits(dtype: &str) -> Option<u32> {
    Some(match dtype {
        "i4" | "f4E2M1FN" => 4,
        // A bool takes a byte in memory.
        "i1" | "i8" | "u8" | "f8E4M3FN" | "f8E5M2" | "f8E8M0FNU" | "f8E5M3FNU" => 8,
        "i16" | "u16" | "f16" | "bf16" => 16,
        "i32" | "u32" | "f32" | "tf32" => 32,
        "i64" | "u64" | "f64" => 64,
        _ => return None,
    })
}

/// What cuTile's launcher (1.7, calling convention v2) infers of a tensor.
///
/// `index64` says that the parameter is annotated as indexed with 64 bits. Without it a size or
/// stride beyond 32 bits is an error, as it is in Python.
pub fn infer(tensor: Tensor<'_>, index64: bool) -> Result<Array, InferError> {
    let Tensor { dtype, address, shape, strides } = tensor;
    let bits = i64::from(bits(dtype).ok_or_else(|| InferError::Dtype(dtype.to_owned()))?);
    if shape.len() != strides.len() {
        return Err(InferError::Rank { shape: shape.len(), strides: strides.len() });
    }
    if !index64 {
        check_range("size", shape)?;
        check_range("stride", strides)?;
    }
    let rank = shape.len();
    let by_axis = rank <= LARGEST_RANK;
    let one = |value: &i64| (by_axis && *value == 1).then_some(1);
    let shape_divisor = shape.iter().map(|&size| {
        if by_axis && size != 1 && size % ALIGNMENT == 0 { ALIGNMENT as u32 } else { 1 }
    });
    let stride_divisor = strides.iter().map(|&stride| {
        // In i128: a stride of 64 bits times its width does not overflow.
        let aligned = i128::from(stride) * i128::from(bits) % i128::from(ALIGNMENT * 8) == 0;
        if by_axis && stride != 1 && aligned { (ALIGNMENT * 8 / bits) as u32 } else { 1 }
    });
    Ok(Array {
        dtype: dtype.to_owned(),
        rank,
        index: if index64 { "i64" } else { "i32" }.to_owned(),
        base_divisor: if address % ALIGNMENT as u64 == 0 { ALIGNMENT as u32 } else { 1 },
        shape_constant: shape.iter().map(one).collect(),
        stride_constant: strides.iter().map(one).collect(),
        shape_divisor: shape_divisor.collect(),
        stride_divisor: stride_divisor.collect(),
        may_alias_internally: may_alias(shape, strides),
    })
}

/// What holds for every array of a list.
pub fn infer_list(tensors: &[Tensor<'_>], index64: bool) -> Result<Array, InferError> {
    let (first, rest) = tensors.split_first().ok_or(InferError::EmptyList)?;
    let mut common = infer(*first, index64)?;
    for tensor in rest {
        let other = infer(*tensor, index64)?;
        if other.dtype != common.dtype {
            return Err(InferError::Mixed("element type"));
        }
        if other.rank != common.rank {
            return Err(InferError::Mixed("rank"));
        }
        common.base_divisor = common.base_divisor.min(other.base_divisor);
        common.may_alias_internally |= other.may_alias_internally;
        for axis in 0..common.rank {
            keep_equal(&mut common.shape_constant[axis], other.shape_constant[axis]);
            keep_equal(&mut common.stride_constant[axis], other.stride_constant[axis]);
            let shape = &mut common.shape_divisor[axis];
            *shape = (*shape).min(other.shape_divisor[axis]);
            let stride = &mut common.stride_divisor[axis];
            *stride = (*stride).min(other.stride_divisor[axis]);
        }
    }
    Ok(common)
}

fn keep_equal(known: &mut Option<i64>, other: Option<i64>) {
    if *known != other {
        *known = None;
    }
}

fn check_range(what: &'static str, values: &[i64]) -> Result<(), InferError> {
    match values.iter().enumerate().find(|(_, value)| i32::try_from(**value).is_err()) {
        Some((axis, &value)) => Err(InferError::Range { what, axis, value }),
        None => Ok(()),
    }
}

/// With the axes sorted by stride, each must step over the whole extent of the one before.
fn may_alias(shape: &[i64], strides: &[i64]) -> bool {
    let mut axes: Vec<(i64, i64)> = strides.iter().copied().zip(shape.iter().copied()).collect();
    axes.sort_unstable();
    let mut least = 1i128;
    for (stride, size) in axes {
        if i128::from(stride) < least {
            return true;
        }
        least = i128::from(stride) * i128::from(size);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tensor<'a>(
        dtype: &'a str,
        address: u64,
        shape: &'a [i64],
        strides: &'a [i64],
    ) -> Tensor<'a> {
        Tensor { dtype, address, shape, strides }
    }

    #[test]
    fn d08_divisors_stop_at_the_cap() {
        for width in [16, 32, 64, 4096] {
            let array = infer(tensor("f16", 4096, &[256, width], &[width, 1]), false).unwrap();
            assert_eq!(array.shape_divisor, [16, 16]);
            assert_eq!(array.stride_divisor, [8, 1]);
            assert_eq!(array.stride_constant, [None, Some(1)]);
            assert_eq!(array.base_divisor, 16);
        }
    }

    #[test]
    fn odd_widths_have_no_divisor() {
        let array = infer(tensor("f16", 4104, &[256, 1009], &[1009, 1]), false).unwrap();
        assert_eq!((array.base_divisor, array.stride_divisor[0]), (1, 1));
        assert_eq!(array.shape_divisor, [16, 1]);
    }

    #[test]
    fn axes_of_size_one_are_constant_and_have_no_divisor() {
        let array = infer(tensor("f32", 0, &[1, 64], &[64, 1]), false).unwrap();
        assert_eq!(array.shape_constant, [Some(1), None]);
        assert_eq!(array.shape_divisor, [1, 16]);
        assert_eq!(array.stride_divisor, [4, 1]);
    }

    #[test]
    fn nothing_by_axis_beyond_rank_five() {
        let array = infer(tensor("f32", 16, &[1, 1, 1, 1, 1, 16], &[16, 16, 16, 16, 16, 1]), false);
        let array = array.unwrap();
        assert_eq!(array.shape_constant, [None; 6]);
        assert_eq!(array.stride_divisor, [1; 6]);
        assert_eq!(array.base_divisor, 16);
    }

    #[test]
    fn d12_sizes_beyond_32_bits_are_refused_not_cut() {
        let stride = (1i64 << 31) + 8;
        let error = infer(tensor("bf16", 0, &[2, 8], &[stride, 1]), false).unwrap_err();
        assert_eq!(error, InferError::Range { what: "stride", axis: 0, value: stride });
        assert!(error.to_string().contains("2147483656"));
        assert_eq!(infer(tensor("bf16", 0, &[2, 8], &[stride, 1]), true).unwrap().index, "i64");
    }

    #[test]
    fn d14_broadcast_strides_alias() {
        assert!(infer(tensor("f32", 0, &[64, 128], &[0, 1]), false).unwrap().may_alias_internally);
        assert!(
            !infer(tensor("f32", 0, &[64, 128], &[128, 1]), false).unwrap().may_alias_internally
        );
        assert!(
            !infer(tensor("f32", 0, &[128, 64], &[1, 128]), false).unwrap().may_alias_internally
        );
        assert!(
            infer(tensor("f32", 0, &[128, 64], &[1, 127]), false).unwrap().may_alias_internally
        );
        // A stride of zero counts as divisible.
        assert_eq!(
            infer(tensor("f32", 0, &[64, 128], &[0, 1]), false).unwrap().stride_divisor,
            [4, 1]
        );
    }

    #[test]
    fn lists_keep_what_all_have() {
        let wide = tensor("f16", 32, &[32, 64], &[64, 1]);
        let odd = tensor("f16", 8, &[32, 63], &[63, 1]);
        let list = infer_list(&[wide, odd], false).unwrap();
        assert_eq!(list.base_divisor, 1);
        assert_eq!(list.shape_divisor, [16, 1]);
        assert_eq!(list.stride_divisor, [1, 1]);
        assert_eq!(infer_list(&[], false), Err(InferError::EmptyList));
        let other = tensor("bf16", 32, &[32, 64], &[64, 1]);
        assert_eq!(infer_list(&[wide, other], false), Err(InferError::Mixed("element type")));
    }

    fn dtype() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec!["i1", "i8", "f16", "bf16", "f32", "i32", "f64", "i64", "f8E5M2"])
    }

    proptest! {
        #[test]
        fn divisors_divide(
            dtype in dtype(),
            address in any::<u64>(),
            axes in prop::collection::vec((0i64..5000, 0i64..100_000), 0..8),
        ) {
            let (shape, strides): (Vec<_>, Vec<_>) = axes.into_iter().unzip();
            let array = infer(tensor(dtype, address, &shape, &strides), false).unwrap();
            prop_assert_eq!(address % u64::from(array.base_divisor), 0);
            for axis in 0..shape.len() {
                prop_assert_eq!(shape[axis] % i64::from(array.shape_divisor[axis]), 0);
                prop_assert_eq!(strides[axis] % i64::from(array.stride_divisor[axis]), 0);
                prop_assert!(array.shape_constant[axis].is_none_or(|size| size == shape[axis]));
                prop_assert!(array.shape_constant[axis].is_none() || array.shape_divisor[axis] == 1);
                prop_assert!(array.stride_constant[axis].is_none() || array.stride_divisor[axis] == 1);
                prop_assert!(array.shape_divisor[axis] <= 16);
                prop_assert!(i64::from(array.stride_divisor[axis]) * i64::from(bits(dtype).unwrap()) <= 128);
            }
        }

        #[test]
        fn a_list_of_one_is_its_array(
            dtype in dtype(), address in any::<u64>(), rows in 0i64..600, width in 0i64..600,
        ) {
            let (shape, strides) = ([rows, width], [width, 1]);
            let one = tensor(dtype, address, &shape, &strides);
            prop_assert_eq!(infer_list(&[one, one], false).unwrap(), infer(one, false).unwrap());
        }

        #[test]
        fn injective_layouts_do_not_alias(sizes in prop::collection::vec(1i64..20, 1..5)) {
            let mut strides = vec![1i64; sizes.len()];
            for axis in (0..sizes.len() - 1).rev() {
                strides[axis] = strides[axis + 1] * sizes[axis + 1];
            }
            let array = infer(tensor("f32", 0, &sizes, &strides), false).unwrap();
            prop_assert!(!array.may_alias_internally);
        }
    }
}
