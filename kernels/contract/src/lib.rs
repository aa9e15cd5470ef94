//! `src/contract.json`: how a launch finds its entry and that entry's generics.
//!
//! Stage B writes it beside the kernel that it emits; stage D generates `ffi.rs`, the C declaration
//! and the Python packing from it, and `kernels/ffi` reads it (embedded in the cdylib) at launch.
//! The proof and the launch read the same file, so that what was compared is what runs.

pub mod array;
pub mod eval;
mod number;

use serde::{Deserialize, Serialize};

pub use array::{Array, Tensor, infer, infer_list};
pub use eval::{Choice, EvalError, Facts, Known, choose, instantiate};

/// The version of the format that this program writes.
pub const SCHEMA: u32 = 1;

/// The contract of one operator's crate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Contract {
    /// [`SCHEMA`] of the writer.
    pub schema: u32,
    /// The operator.
    pub operator: String,
    /// SHA-256 of the `kernel.rs` that it describes.
    pub kernel_sha256: String,
    /// Whether that `kernel.rs` was edited by hand and is kept as it is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adopted: bool,
    /// One per `@ct.kernel` function.
    pub functions: Vec<Function>,
}

/// How one Python kernel function is launched.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Function {
    /// The Python function's name.
    pub name: String,
    /// Name of its C symbol, e.g. `cutile_softmax__softmax_kernel`.
    pub symbol: String,
    /// Python parameters, in order.
    pub params: Vec<Param>,
    /// Rust entries, one per structural variant. The first whose `when` holds is launched.
    pub entries: Vec<Entry>,
}

/// A Python parameter as the C ABI sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Param {
    /// Its Python name.
    pub name: String,
    /// What is passed.
    pub kind: ParamKind,
    /// A tensor that is indexed with 64 bits.
    #[serde(default)]
    pub index64: bool,
    /// Of a constant that is not passed, the value that it always had; a dtype as `{"dtype": …}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<serde_json::Value>,
}

/// What the C ABI passes for a Python parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ParamKind {
    /// `const TensorDesc *`; null where Python passes `None`.
    Tensor,
    /// `const TensorDesc *` to the first of `count` descriptors (a list of arrays).
    List,
    /// `int64_t`: a run-time integer.
    Int,
    /// `double`: a run-time float.
    Float,
    /// `int64_t`, 0 or 1: a run-time bool.
    Bool,
    /// `int64_t`: a compile-time integer or bool, or a dtype code.
    ConstInt,
    /// `double`: a compile-time float.
    ConstFloat,
    /// Not passed at all: a constant that has one value, `None` or a string, in every signature.
    ConstFixed,
}

/// One Rust entry function: one structural variant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Name of the Rust function in `kernel.rs`.
    pub name: String,
    /// The variant of `analysis.json` whose module it was made from.
    pub variant: String,
    /// Further variants whose signatures it was shown to serve with the same machine code.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covers: Vec<String>,
    /// All must hold.
    pub when: Vec<Condition>,
    /// Values of the generic parameters, in the order in which the function declares them.
    pub generics: Vec<Generic>,
    /// Module constants that a launch replaces before compiling: floats, which cannot be generics.
    pub consts: Vec<ModuleConst>,
    /// What the entry takes as `&Tensor`; every other array goes as pointer, sizes and strides.
    pub tensors: Vec<TensorParam>,
}

impl Entry {
    /// Whether the entry serves a variant.
    pub fn serves(&self, variant: &str) -> bool {
        self.variant == variant || self.covers.iter().any(|one| one == variant)
    }
}

/// A fact about the arguments that a launch can see.
///
/// `param` indexes [`Function::params`], `axis` the tensor's axes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub enum Fact {
    /// The value of a compile-time integer or bool.
    Constant { param: usize },
    /// The value of a compile-time float.
    ConstantFloat { param: usize },
    /// The element type, as Tile IR spells it.
    Dtype { param: usize },
    /// The number of axes; -1 where `None` is passed for a tensor.
    Rank { param: usize },
    /// 16 or 1.
    BaseDivisor { param: usize },
    /// 16 or 1; 1 where the axis has a constant size.
    ShapeDivisor { param: usize, axis: usize },
    /// 16 bytes in elements, or 1; 1 where the axis has a constant stride.
    StrideDivisor { param: usize, axis: usize },
    /// The size where it is a compile-time constant, else -1.
    ShapeConstant { param: usize, axis: usize },
    /// The stride where it is a compile-time constant, else -1.
    StrideConstant { param: usize, axis: usize },
    /// 1 where two indices may name one element, else 0.
    MayAlias { param: usize },
    /// Compute capability of the target times ten, e.g. 90.
    Target,
    /// The option `num_ctas`, 0 where it is not set.
    NumCtas,
    /// The option `occupancy`, 0 where it is not set.
    Occupancy,
}

/// A condition on which an entry is chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "test", rename_all = "snake_case")]
pub enum Condition {
    /// The fact has one of these values (integers or dtype names).
    OneOf { of: Fact, values: Vec<serde_json::Value> },
    /// Two integer expressions compare so: `eq`, `ne`, `lt`, `le`, `gt`, `ge`.
    Compare { left: Expr, op: String, right: Expr },
    /// A constant compares so with a number: `lt`, `gt`, `ne`.
    Bound { of: Fact, op: String, value: f64 },
    /// Any of the groups holds; all conditions of a group must hold.
    Any { groups: Vec<Vec<Condition>> },
}

/// The value of a generic parameter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Generic {
    /// Its name in the Rust function, e.g. `TILE_SIZE` or `E`.
    pub name: String,
    /// How a launch computes it.
    pub value: Expr,
}

/// An integer or dtype expression over facts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "expr", rename_all = "snake_case")]
pub enum Expr {
    /// A literal.
    Literal { value: i64 },
    /// A fact.
    Fact { of: Fact },
    /// Sum.
    Add { args: Vec<Expr> },
    /// Product.
    Mul { args: Vec<Expr> },
    /// Quotient rounded toward minus infinity.
    FloorDiv { left: Box<Expr>, right: Box<Expr> },
    /// Quotient rounded toward plus infinity.
    CeilDiv { left: Box<Expr>, right: Box<Expr> },
    /// The smallest power of two not below.
    NextPow2 { of: Box<Expr> },
    /// A value known only for the inputs that were seen: rows of (values of `keys`, result).
    Table { keys: Vec<Fact>, rows: Vec<(Vec<serde_json::Value>, serde_json::Value)> },
}

/// A module constant of `kernel.rs` that a launch replaces.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModuleConst {
    /// Its name in the module.
    pub name: String,
    /// Its type as Tile IR spells it, or the name of a type generic of the entry.
    pub ty: String,
    /// The float expression: one of the forms of [`FloatExpr`].
    pub value: FloatExpr,
}

/// A float expression over facts, evaluated in f64 and rounded once to the constant's type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "expr", rename_all = "snake_case")]
pub enum FloatExpr {
    /// A literal.
    Literal {
        #[serde(with = "number::one")]
        value: f64,
    },
    /// A compile-time float.
    Fact { of: Fact },
    /// An integer expression as a float.
    Int { of: Expr },
    /// Sum.
    Add { left: Box<FloatExpr>, right: Box<FloatExpr> },
    /// Product.
    Mul { left: Box<FloatExpr>, right: Box<FloatExpr> },
    /// Quotient.
    Div { left: Box<FloatExpr>, right: Box<FloatExpr> },
    /// Negation.
    Neg { of: Box<FloatExpr> },
    /// `left` where a fact is below a number, else `right`.
    Below { of: Fact, at: f64, left: Box<FloatExpr>, right: Box<FloatExpr> },
    /// A value known only for the inputs that were seen: rows of (values of `keys`, result).
    Table {
        keys: Vec<Fact>,
        #[serde(with = "number::rows")]
        rows: Vec<(Vec<serde_json::Value>, f64)>,
    },
}

/// A tensor that the Rust entry takes as `&Tensor`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TensorParam {
    /// Name of the Rust parameter.
    pub name: String,
    /// Index of the Python parameter whose facts specialise it.
    pub param: usize,
}

/// What a `&Tensor` parameter is compiled for, beyond its Rust type.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TensorSpec {
    /// Name of the Rust parameter.
    pub name: String,
    /// Static size by axis, -1 where dynamic.
    pub shape: Vec<i32>,
    /// Static stride by axis, in elements, -1 where dynamic.
    pub strides: Vec<i32>,
    /// What the address is a multiple of, in bytes; 1 where nothing is known.
    pub align: i32,
    /// What a size is a multiple of, by axis; 1 where nothing is known.
    pub shape_div: Vec<i32>,
    /// What a stride is a multiple of, by axis, in elements; 1 where nothing is known.
    pub stride_div: Vec<i32>,
}

impl TensorSpec {
    /// A tensor of which nothing is known but its rank.
    #[must_use]
    pub fn unknown(name: &str, rank: usize) -> Self {
        Self {
            name: name.to_owned(),
            shape: vec![-1; rank],
            strides: vec![-1; rank],
            align: 1,
            shape_div: vec![1; rank],
            stride_div: vec![1; rank],
        }
    }

    /// A tensor of which this is known. Constants beyond 32 bits count as dynamic.
    #[must_use]
    pub fn of(name: &str, array: &Array) -> Self {
        let fixed = |all: &[Option<i64>]| {
            all.iter()
                .map(|one| one.and_then(|value| i32::try_from(value).ok()).unwrap_or(-1))
                .collect()
        };
        let divisors =
            |all: &[u32]| all.iter().map(|divisor| i32::try_from(*divisor).unwrap_or(1)).collect();
        Self {
            name: name.to_owned(),
            shape: fixed(&array.shape_constant),
            strides: fixed(&array.stride_constant),
            align: i32::try_from(array.base_divisor).unwrap_or(1),
            shape_div: divisors(&array.shape_divisor),
            stride_div: divisors(&array.stride_divisor),
        }
    }
}
