//! The structure of every module, by which variants are told apart.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};

use crate::convert::skeleton::skeleton;
use crate::tileir;

/// Hash of the structure of each module, both by the SHA-256 of its bytecode.
pub fn of_all(code: &BTreeMap<String, Vec<u8>>) -> Result<BTreeMap<String, String>> {
    code.iter()
        .map(|(sha256, bytes)| {
            let (module, _) = tileir::load_bytes(bytes)
                .with_context(|| format!("bytecode {sha256} as cuTile exported it"))?;
            Ok((sha256.clone(), skeleton(&module).hash))
        })
        .collect()
}
