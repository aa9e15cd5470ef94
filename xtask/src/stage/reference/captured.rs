//! `capture.json`: what the probe hands over for one target.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::analysis::{Argument, Launch, Options, Param, SearchSpace};

/// One target's capture.
#[derive(Debug, Clone, Deserialize)]
pub struct Capture {
    /// The registered operator, or the name that stands for `file::function`.
    pub operator: String,
    /// The Python module of its cuTile implementation.
    pub module: String,
    /// The TileGym that was captured.
    pub tilegym: Source,
    /// SHA-256 of every TileGym file that a captured kernel stands in.
    pub files: BTreeMap<String, String>,
    /// Version of `cuda-tile`.
    pub cuda_tile: String,
    /// The target.
    pub target: String,
    /// Kernel functions by file and line.
    pub functions: Vec<Function>,
    /// Tuner searches.
    pub searches: Vec<SearchSpace>,
    /// Launched signatures that cuTile does not export.
    pub refused: Vec<Refused>,
    /// Kernels of the module that no input reached.
    pub unreached: Vec<String>,
}

/// Version and file of TileGym.
#[derive(Debug, Clone, Deserialize)]
pub struct Source {
    /// TileGym's version.
    pub version: String,
    /// The operator's file inside the package.
    pub file: String,
}

/// A kernel function.
#[derive(Debug, Clone, Deserialize)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// File inside the package.
    pub file: String,
    /// Line of the first decorator.
    pub line: u32,
    /// First and last line.
    pub lines: [u32; 2],
    /// Python parameters.
    pub params: Vec<Param>,
    /// Signatures in the order in which they were reached.
    pub signatures: Vec<Signature>,
}

/// A signature with its bytecode's hash.
#[derive(Debug, Clone, Deserialize)]
pub struct Signature {
    /// Dtypes joined by `-`.
    pub dtypes: String,
    /// SHA-256 of the bytecode; the file is `<sha256>.tileirbc`.
    pub sha256: String,
    /// Whether an input launched it.
    pub launched: bool,
    /// Of one that no input launched, in what it differs from one that was.
    #[serde(default)]
    pub derived: Option<String>,
    /// Mangled entry symbol.
    pub symbol: String,
    /// By Python parameter.
    pub arguments: Vec<Argument>,
    /// Compiler options.
    pub options: Options,
    /// A few launches.
    pub launches: Vec<Launch>,
    /// Tuner configurations (compact JSON) and inputs (`input <name>`) that lead here.
    pub configs: Vec<String>,
}

/// A launched signature that cuTile refused to export.
#[derive(Debug, Clone, Deserialize)]
pub struct Refused {
    /// The kernel function.
    pub function: String,
    /// Name of the input.
    pub input: String,
    /// cuTile's message.
    pub reason: String,
}
