//! Tile IR: bytecode, operations, comparison, cubins.
//!
//! [`file`] reads and writes bytecode without loss, by the table of [`ops`]; [`lower`] makes a
//! `cutile_ir::Module` of it; [`assemble`] runs `tileiras` and [`cubin`] reads what it wrote.
//! [`compare`] says whether two modules mean the same, by the normal form of [`normal`]; [`print`]
//! makes text of a module and [`order`] one order of its operations.

pub mod assemble;
pub mod chance;
pub mod compare;
pub mod cubin;
pub mod file;
pub mod interpret;
pub mod lower;
pub mod normal;
mod once;
pub mod ops;
pub mod order;
pub mod print;
pub mod random;
mod returns;
pub mod side_by_side;
mod unused;

use std::path::Path;

use anyhow::Context as _;
use cutile_ir::ir::Module;

use crate::error::usage;
pub use file::File;
pub use lower::{Locations, Place};

/// The module of a bytecode file and the places of its operations in the Python source.
///
/// A file that cannot be read, or holds what a module cannot express, is a usage error that names
/// the file and the byte.
pub fn load(path: &Path) -> anyhow::Result<(Module, Locations)> {
    let bytes =
        std::fs::read(path).map_err(|error| usage(format!("{}: {error}", path.display())))?;
    load_bytes(&bytes).with_context(|| path.display().to_string())
}

/// The same of bytes in memory.
pub fn load_bytes(bytes: &[u8]) -> anyhow::Result<(Module, Locations)> {
    let file =
        File::read(bytes).map_err(|error| usage(format!("cannot read bytecode: {error}")))?;
    lower::lower(&file).map_err(|error| usage(format!("cannot lower bytecode: {error}")))
}
