//! `reference/analysis.json`: what stage A hands on about an operator.
//!
//! Written by stage A, read by all later stages; the JSON Schema is
//! `xtask/assets/analysis.schema.json`. Nothing in it depends on a machine or on the time.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use tileport_contract::Array;

/// The version of the format that this program writes.
pub const SCHEMA: u32 = 1;

/// All that stage A found out about one operator.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// [`SCHEMA`] of the writer; a reader refuses a newer one.
    pub schema: u32,
    /// The registered operator, or the name that stands for `file::function`.
    pub operator: String,
    /// The Python module that holds its cuTile implementation, e.g. `tilegym.ops.cutile.softmax`.
    pub module: String,
    /// The TileGym that was captured.
    pub tilegym: Source,
    /// Version of the `cuda-tile` package that exported the bytecode.
    pub cuda_tile: String,
    /// Targets whose described GPU the operator was run on, e.g. `sm_90`.
    pub targets: Vec<String>,
    /// SHA-256 of the `inputs.toml` that was run.
    pub inputs_sha256: String,
    /// Its `@ct.kernel` functions, in the order of their lines.
    pub functions: Vec<Function>,
    /// Tolerance by dtype name, from TileGym's own tests.
    pub tolerance: BTreeMap<String, Tolerance>,
    /// What the operator is compared with, as TileGym's test says, e.g. `torch.nn.functional.softmax`.
    pub correctness_reference: String,
    /// The tuner searches that host code started.
    pub autotune: Vec<SearchSpace>,
    /// The shapes of TileGym's `test_perf`, as recorded in `inputs.toml`.
    pub test_perf: Vec<serde_json::Value>,
}

/// The source that a port comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// TileGym's version.
    pub version: String,
    /// Path of the module's file inside the package, e.g. `tilegym/ops/cutile/softmax.py`.
    pub file: String,
    /// SHA-256 of that file.
    pub sha256: String,
}

/// Relative and absolute tolerance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Tolerance {
    /// Relative tolerance.
    pub rtol: f64,
    /// Absolute tolerance.
    pub atol: f64,
}

/// One `@ct.kernel` function.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Function {
    /// The Python function's name; for one made in a factory, its qualified name.
    pub name: String,
    /// Path of the file inside the package.
    pub file: String,
    /// Line of the first decorator.
    pub line: u32,
    /// First and last line of the function, decorators included.
    pub lines: [u32; 2],
    /// Python parameters, in order.
    pub params: Vec<Param>,
    /// The signatures that were launched or searched, sorted by `id`.
    pub signatures: Vec<Signature>,
    /// Which variant each tuner or host configuration leads to: configuration to variant names.
    pub config_to_variant: BTreeMap<String, Vec<String>>,
}

/// A Python parameter of a kernel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Annotated as a constant (`ct.Constant[...]`, by alias or by string).
    pub constant: bool,
    /// Annotated as indexed with 64 bits.
    pub index64: bool,
}

/// One specialisation of a kernel: what cuTile's launcher would compile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Signature {
    /// First eight hexadecimal digits of the SHA-256 of `arguments`, `options` and `target`.
    pub id: String,
    /// Structural variant, `v0`, `v1`, …: signatures of one variant have the same operations wired
    /// the same way and differ in literals (sizes, divisors, element types) alone.
    pub variant: String,
    /// Dtypes of the arguments that have one, joined by `-`, e.g. `f16-f16`.
    pub dtypes: String,
    /// Target whose described GPU led to it.
    pub target: String,
    /// Bytecode, relative to the crate: `reference/<function>.<variant>.<dtypes>.<sm>.<id>.tileirbc`.
    pub file: String,
    /// SHA-256 of that file.
    pub sha256: String,
    /// Whether the file is committed: one of each variant and dtypes is.
    pub representative: bool,
    /// False for one that no input launched but that the same kernel must serve (another alignment,
    /// an axis of size one); such signatures check the generalisation.
    pub launched: bool,
    /// The mangled entry symbol.
    pub symbol: String,
    /// What the launcher infers for each Python parameter, in order.
    pub arguments: Vec<Argument>,
    /// Compiler options.
    pub options: Options,
    /// A few of the launches that lead here, for tests and benchmarks.
    pub launches: Vec<Launch>,
}

/// Options of `ct.kernel` and `replace_hints`, resolved for the target; none where the default is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Options {
    /// Thread blocks in a cluster.
    pub num_ctas: Option<u32>,
    /// Expected resident blocks per SM.
    pub occupancy: Option<u32>,
    /// Optimisation level of the assembler, 3 by default.
    pub opt_level: Option<u32>,
    /// Worker warps of a block.
    pub num_worker_warps: Option<u32>,
}

/// What cuTile's launcher infers for one argument (calling convention v2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Argument {
    /// A tensor.
    Array(Array),
    /// A run-time scalar: `i32`, `f32` or `bool`.
    Scalar {
        /// Its dtype.
        dtype: String,
    },
    /// A compile-time constant: integer, float, bool, string, dtype name (as `{"dtype": …}`) or null.
    Constant {
        /// Its value.
        value: serde_json::Value,
    },
    /// A list of tensors, passed as a table of pointers.
    List {
        /// What holds for each of them.
        element: Array,
    },
    /// A tuple, flattened.
    Tuple {
        /// Its elements.
        elements: Vec<Argument>,
    },
}

/// A launch as host code made it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Launch {
    /// Name of the input in `inputs.toml`.
    pub input: String,
    /// Launch grid.
    pub grid: [u64; 3],
    /// Shape, strides (elements) and byte alignment of tensors; values of scalars.
    pub arguments: Vec<serde_json::Value>,
}

/// A search that host code gave to the tuner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SearchSpace {
    /// The kernel function.
    pub function: String,
    /// Name of the input that led to it.
    pub input: String,
    /// Target of the described GPU.
    pub target: String,
    /// The configurations, in order, as host code built them.
    pub configs: Vec<serde_json::Value>,
}
