//! The C types that cross the boundary.
//!
//! [`TensorDesc`] has the layout of the descriptor that TileGym's own cutile-rs wrappers pass, and its
//! dtype codes 0 to 7 mean the same; further codes name the element types that those lack. Sizes and
//! strides are 64-bit here and stay so: whoever needs 32 bits checks first.

use std::ffi::c_void;

use crate::error::{Code, Failure};

/// The most axes that a descriptor holds.
pub const MAX_RANK: usize = 5;

/// A borrowed tensor on a device. The memory belongs to the caller and is never freed here.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TensorDesc {
    /// Address of the first element; null only where the tensor has no element.
    pub ptr: u64,
    /// Number of axes.
    pub ndim: i32,
    /// Sizes, in elements; entries from `ndim` on mean nothing.
    pub shape: [i64; MAX_RANK],
    /// Strides, in elements; entries from `ndim` on mean nothing.
    pub strides: [i64; MAX_RANK],
    /// Element type, see [`dtype`].
    pub dtype: i32,
}

impl TensorDesc {
    /// Number of axes.
    ///
    /// # Errors
    /// The rank is negative or above [`MAX_RANK`]; `name` is the argument that the message names.
    pub fn rank(&self, name: &str) -> Result<usize, Failure> {
        match usize::try_from(self.ndim) {
            Ok(rank) if rank <= MAX_RANK => Ok(rank),
            _ => Err(Failure::new(
                Code::Invalid,
                format!(
                    "argument `{name}` has rank {}; at most {MAX_RANK} is supported",
                    self.ndim
                ),
            )),
        }
    }

    /// Whether the tensor has no element. `rank` is what [`Self::rank`] gave.
    #[must_use]
    pub fn is_empty(&self, rank: usize) -> bool {
        self.shape[..rank].contains(&0)
    }
}

/// An element type: its code in [`TensorDesc::dtype`], Tile IR's name and its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dtype {
    /// The code.
    pub code: i32,
    /// Name as Tile IR spells it; unsigned integers, which it lacks, as `u8` and so on.
    pub name: &'static str,
    /// torch's name.
    pub torch: &'static str,
    /// Bits of an element as torch stores it.
    pub bits: u32,
}

const fn row(code: i32, name: &'static str, torch: &'static str, bits: u32) -> Dtype {
    Dtype { code, name, torch, bits }
}

/// All element types. Codes 0 to 7 are TileGym's.
pub const DTYPES: &[Dtype] = &[
    row(0, "f32", "float32", 32),
    row(1, "f16", "float16", 16),
    row(2, "bf16", "bfloat16", 16),
    row(3, "i32", "int32", 32),
    row(4, "i64", "int64", 64),
    row(5, "f8E5M2", "float8_e5m2", 8),
    row(6, "u8", "uint8", 8),
    row(7, "f8E4M3FN", "float8_e4m3fn", 8),
    row(8, "i8", "int8", 8),
    row(9, "i16", "int16", 16),
    row(10, "f64", "float64", 64),
    row(11, "i1", "bool", 8),
    row(12, "f8E8M0FNU", "float8_e8m0fnu", 8),
    row(13, "u16", "uint16", 16),
    row(14, "u32", "uint32", 32),
    row(15, "u64", "uint64", 64),
    row(16, "f4E2M1FN", "float4_e2m1fn_x2", 8),
];

/// The element type of a code.
#[must_use]
pub fn dtype(code: i32) -> Option<Dtype> {
    usize::try_from(code).ok().and_then(|index| DTYPES.get(index)).copied()
}

/// How to launch: grid and compiler options. Zero or less means that the option is not set.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LaunchConfig {
    /// Blocks along x, y and z.
    pub grid: [u32; 3],
    /// Thread blocks of a cluster.
    pub num_ctas: i32,
    /// Expected resident blocks of a multiprocessor.
    pub occupancy: i32,
    /// The assembler's optimisation level; negative for its default.
    pub opt_level: i32,
    /// Worker warps of a block.
    pub num_worker_warps: i32,
}

/// A `CUstream` of the caller.
pub type RawStream = *mut c_void;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_is_that_of_tilegym() {
        use std::mem::offset_of;
        assert_eq!(offset_of!(TensorDesc, ptr), 0);
        assert_eq!(offset_of!(TensorDesc, ndim), 8);
        assert_eq!(offset_of!(TensorDesc, shape), 16);
        assert_eq!(offset_of!(TensorDesc, strides), 56);
        assert_eq!(offset_of!(TensorDesc, dtype), 96);
        assert_eq!(size_of::<TensorDesc>(), 104);
        assert_eq!(size_of::<LaunchConfig>(), 28);
    }

    #[test]
    fn codes_are_their_positions() {
        for (index, row) in DTYPES.iter().enumerate() {
            assert_eq!(row.code, index as i32);
            assert_eq!(dtype(row.code), Some(*row));
        }
        assert_eq!(dtype(-1), None);
        assert_eq!(dtype(DTYPES.len() as i32), None);
    }

    #[test]
    fn rank_above_five_is_refused_by_name() {
        let desc = TensorDesc { ptr: 16, ndim: 6, shape: [1; 5], strides: [1; 5], dtype: 0 };
        let failure = desc.rank("weight").unwrap_err();
        assert_eq!(failure.code, Code::Invalid);
        assert!(
            failure.text.contains("`weight`") && failure.text.contains("rank 6"),
            "{failure:?}"
        );
    }
}
