//! One operator to wire: its module, its library and the kernels in it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tileport_contract::Contract;

use crate::analysis::Analysis;
use crate::error::usage;
use crate::files;
use crate::stage::host::{exports, manifest_entry};
use crate::tilegym::package::Package;
use crate::workspace::KernelCrate;

/// An operator as the tree's record keeps it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Operator {
    /// The module that implements it for cuTile, e.g. `tilegym.ops.cutile.softmax`.
    pub module: String,
    /// Files of TileGym that its kernels come from.
    pub files: BTreeSet<String>,
    /// The operators that its twin registers for `cutile-rs`.
    pub registers: BTreeSet<String>,
    /// Path of the library below `tilegym/tileport_rs`; its name has eight digits of its SHA-256.
    pub library: String,
    /// The operator's entry in the runtime's manifest.
    pub manifest: serde_json::Value,
}

/// An operator and the library to put into the tree.
#[derive(Debug, Clone)]
pub struct Request {
    /// The operator's name, as its crate has it.
    pub name: String,
    /// The module that implements it for cuTile.
    pub module: String,
    /// How its kernels are launched.
    pub contract: Contract,
    /// File of each kernel function, by its name.
    pub files: BTreeMap<String, String>,
    /// The library's bytes.
    pub library: Vec<u8>,
}

impl Request {
    /// The request for an operator whose stages A and B are done, with the library that was built.
    ///
    /// # Errors
    /// What a stage leaves behind cannot be read, or the library is not this operator's launcher; exit 2.
    pub fn of_crate(name: &str, kernel_crate: &KernelCrate, library: &Path) -> Result<Self> {
        let analysis: Analysis = read(&kernel_crate.analysis(), "reference", name)?;
        let contract: Contract = read(&kernel_crate.contract(), "convert", name)?;
        let path = library;
        let library = std::fs::read(path).map_err(|error| {
            usage(format!(
                "{}: cannot be read ({error}); run `cargo build -p tileport-{name}` first, or give \
                 --library FILE",
                path.display()
            ))
        })?;
        // A build from before stage C, or of another workspace's crate of this name, would only be
        // noticed at the first launch.
        let check = exports(&library, &contract);
        if check.exit != 0 {
            return Err(usage(format!(
                "{}: not a library of {name}'s launch contract ({}); run `cargo xtask host {name}`, or give \
                 --library FILE",
                path.display(),
                check.note
            )));
        }
        let files = analysis.functions.iter().map(|f| (f.name.clone(), f.file.clone())).collect();
        Ok(Self { name: name.into(), module: analysis.module, contract, files, library })
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
        for function in &self.contract.functions {
            if !self.files.contains_key(&function.name) {
                return Err(usage(format!(
                    "{}: kernel {} is in the launch contract but not in the analysis; run `cargo \
                     xtask convert {0}` again",
                    self.name, function.name
                )));
            }
        }
        let hash = files::sha256(&self.library);
        let library = format!("lib/libtileport_{}.{}.so", self.name.replace('-', "_"), &hash[..8]);
        let of_module = |name: &str| self.files[name].trim_end_matches(".py").replace('/', ".");
        let manifest = manifest_entry(&self.contract, of_module, &library);
        let files = self.files.values().cloned().collect();
        Ok(Operator { module: self.module.clone(), files, registers, library, manifest })
    }
}

/// Reads what an earlier stage wrote.
fn read<T: DeserializeOwned>(path: &Path, stage: &str, name: &str) -> Result<T> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        usage(format!(
            "{}: cannot be read ({error}); run `cargo xtask {stage} {name}` first",
            path.display()
        ))
    })?;
    serde_json::from_str(&text).map_err(|error| {
        usage(format!(
            "{}: not what this version writes ({error}); run `cargo xtask {stage} {name}` again",
            path.display()
        ))
    })
}
