//! The structure of every module, by which variants are told apart.

use std::collections::BTreeMap;
use std::io::Write as _;

use anyhow::{Context as _, Result, ensure};

use crate::files::sha256;
use crate::toolchain::Toolkit;

/// Hash of the structure of each module, both by the SHA-256 of its bytecode.
pub fn of_all(
    toolkit: &Toolkit,
    code: &BTreeMap<String, Vec<u8>>,
) -> Result<BTreeMap<String, String>> {
    code.iter().map(|(sha256, bytes)| Ok((sha256.clone(), of(toolkit, bytes)?))).collect()
}

/// The names of a module's operations in order, assumes left out.
fn of(toolkit: &Toolkit, bytes: &[u8]) -> Result<String> {
    let mut file = tempfile::NamedTempFile::new()?;
    file.write_all(bytes)?;
    let mut command = toolkit.tileirdisasm_command();
    let done = command.arg(file.path()).output().context("tileirdisasm cannot be started")?;
    ensure!(done.status.success(), "tileirdisasm: {}", String::from_utf8_lossy(&done.stderr));
    let text = String::from_utf8_lossy(&done.stdout);
    let operations: Vec<_> = text.lines().filter_map(operation).collect();
    Ok(sha256(operations.join("\n")))
}

fn operation(line: &str) -> Option<&str> {
    let line = line.trim();
    let after = line.split_once(" = ").map_or(line, |(_, rest)| rest);
    let name = after.split_whitespace().next()?;
    (!line.starts_with("entry") && name != "assume").then_some(name)
}
