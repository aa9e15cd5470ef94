//! One operator to wire: its module, its library and the kernels in it.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use crate::analysis::Analysis;
use crate::error::usage;
use crate::files;
use crate::tilegym::package::Package;
use crate::workspace::KernelCrate;

/// An operator as the tree's record keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operator {
    /// The module that implements it for cuTile, e.g. `tilegym.ops.cutile.softmax`.
    pub module: String,
    /// The kernels of its library.
    pub functions: Vec<Function>,
    /// The operators that its twin registers for `cutile-rs`.
    pub registers: BTreeSet<String>,
    /// Path of the library below `tilegym/tileport_rs`; its name has eight digits of its SHA-256.
    pub library: String,
}

/// A kernel by its place in TileGym.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Function {
    /// File of the Python function, e.g. `tilegym/ops/cutile/softmax.py`.
    pub file: String,
    /// Its name, qualified for one made in a factory.
    pub name: String,
}

/// An operator and the library to put into the tree.
#[derive(Debug, Clone)]
pub struct Request {
    /// The operator's name, as its crate has it.
    pub name: String,
    /// The module that implements it for cuTile.
    pub module: String,
    /// The kernels of the library.
    pub functions: Vec<Function>,
    /// The library's bytes.
    pub library: Vec<u8>,
}

impl Request {
    /// The request for an operator whose stage A and B are done, with the library that was built.
    pub fn of_crate(
        name: &str,
        kernel_crate: &KernelCrate,
        library: &std::path::Path,
    ) -> Result<Self> {
        let path = kernel_crate.analysis();
        let text = std::fs::read_to_string(&path).map_err(|error| {
            usage(format!(
                "{}: cannot be read ({error}); run `cargo xtask reference {name}` first",
                path.display()
            ))
        })?;
        let analysis: Analysis = serde_json::from_str(&text)
            .with_context(|| format!("{} is no analysis of stage A", path.display()))?;
        let library = std::fs::read(library).map_err(|error| {
            usage(format!(
                "{}: cannot be read ({error}); run `cargo build -p tileport-{name}` first, or give \
                 --library FILE",
                library.display()
            ))
        })?;
        let function =
            |f: &crate::analysis::Function| Function { file: f.file.clone(), name: f.name.clone() };
        Ok(Self {
            name: name.into(),
            module: analysis.module,
            functions: analysis.functions.iter().map(function).collect(),
            library,
        })
    }

    /// Checks the request against a tree and gives what its record keeps.
    ///
    /// `taken` are operators that TileGym itself implements for `cutile-rs`; they are left to it
    /// unless `replace`.
    pub fn operator(
        &self,
        package: &Package<'_>,
        taken: &BTreeSet<String>,
        replace: bool,
    ) -> Result<Operator> {
        let module = package.module(&self.module).filter(|_| package.has_twin(&self.module));
        let module = module.ok_or_else(|| {
            usage(format!(
                "{}: this TileGym has no cuTile module {}; it is of another version than the one \
                 that was captured",
                self.name, self.module
            ))
        })?;
        let all: BTreeSet<String> =
            module.registrations.iter().map(|registration| registration.operator.into()).collect();
        let registers = if replace { all } else { all.difference(taken).cloned().collect() };
        let hash = files::sha256(&self.library);
        let stem = self.name.replace('-', "_");
        Ok(Operator {
            module: self.module.clone(),
            functions: self.functions.clone(),
            registers,
            library: format!("lib/libtileport_{stem}.{}.so", &hash[..8]),
        })
    }
}
