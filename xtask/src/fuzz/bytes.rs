//! Bytes that may be no module: corpus files with some of them changed, through all that reads them.
//!
//! The same check stands behind the fuzz target of `fuzz/`; this loop needs no other toolchain.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Serialize;

use crate::convert::{emit, plain};
use crate::error::usage;
use crate::files;
use crate::tileir::compare::{Comparison, Options, compare};
use crate::tileir::interpret::{self, Launch};
use crate::tileir::random::Numbers;
use crate::tileir::{File, lower, print};

/// How far some bytes got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reached {
    /// The reader refused them.
    Refused,
    /// They are a file without a module.
    File,
    /// They are a module.
    Module,
}

/// Reads bytes, writes them back, lowers, compares with itself, prints, interprets and converts.
///
/// # Panics
/// Where something that was read is not written back as it was, or is not equal to itself.
pub fn check(bytes: &[u8]) -> Reached {
    let Ok(file) = File::read(bytes) else { return Reached::Refused };
    assert!(file.write() == bytes, "read, but written back otherwise");
    let Ok((module, locations)) = lower::lower(&file) else { return Reached::File };
    let comparison = compare(&module, &module, &Options::default());
    assert!(!matches!(comparison, Comparison::Different { .. }), "{comparison:?}");
    let _text = print::module(&module, Some(&locations));
    let launch = Launch { fuel: 2_000, ..Launch::random(&module, 1) };
    let first = interpret::run(&module, &launch);
    assert!(first == interpret::run(&module, &launch), "run twice, with two outcomes");
    if let Some(plan) = plain::plan(&module, "kernel", &[]) {
        let _text = emit::emit_in(std::slice::from_ref(&plan), emit::Style::default());
    }
    Reached::Module
}

/// Totals of a loop.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// Inputs tried.
    pub inputs: u64,
    /// Those that are a file.
    pub files: u64,
    /// Those that are a module.
    pub modules: u64,
    /// Those over which something panicked; each is kept.
    pub panics: u64,
}

/// Tries `count` changed copies of the files of a folder; what panics is kept under `kept`.
///
/// # Errors
/// The folder has no file, or something cannot be written.
pub fn run(folder: &Path, kept: &Path, seed: u64, count: u64) -> Result<Totals> {
    let name = || folder.display().to_string();
    let mut originals = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(name)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "tileirbc") {
            originals.push((path.clone(), std::fs::read(&path).with_context(name)?));
        }
    }
    originals.sort();
    if originals.is_empty() {
        return Err(usage(format!("{}: no .tileirbc file", name())));
    }
    let mut totals = Totals::default();
    let mut numbers = Numbers::new(seed);
    for _ in 0..count {
        let other = &originals[numbers.below(originals.len() as u64) as usize].1;
        let (_, original) = &originals[numbers.below(originals.len() as u64) as usize];
        let bytes = changed(original, other, &mut numbers);
        totals.inputs += 1;
        match catch_unwind(AssertUnwindSafe(|| check(&bytes))) {
            Ok(Reached::Refused) => {}
            Ok(Reached::File) => totals.files += 1,
            Ok(Reached::Module) => {
                totals.files += 1;
                totals.modules += 1;
            }
            Err(_) => {
                totals.panics += 1;
                files::write(&kept.join(format!("{}.tileirbc", files::sha256(&bytes))), &bytes)?;
            }
        }
    }
    Ok(totals)
}

/// A copy with a few things changed: bits, bytes, runs that are cut out, doubled or taken from
/// another file.
fn changed(original: &[u8], other: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = original.to_vec();
    for _ in 0..=numbers.below(3) {
        if bytes.is_empty() {
            break;
        }
        let at = numbers.below(bytes.len() as u64) as usize;
        let length = (1 + numbers.below(8) as usize).min(bytes.len() - at);
        match numbers.below(8) {
            0..=2 => bytes[at] ^= 1 << numbers.below(8),
            3 => bytes[at] = numbers.draw() as u8,
            4 => bytes[at] = [0, 1, 0x7F, 0x80, 0xFF][numbers.below(5) as usize],
            5 => drop(bytes.drain(at..at + length)),
            6 => {
                let run = bytes[at..at + length].to_vec();
                bytes.splice(at..at, run);
            }
            _ => {
                let from = numbers.below(other.len().max(1) as u64) as usize;
                let run = other[from..(from + length).min(other.len())].to_vec();
                let length = run.len().min(bytes.len() - at);
                bytes.splice(at..at + length, run);
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Workspace;

    #[test]
    fn changed_modules_panic_nothing() {
        let folder = Workspace::discover().unwrap().root().join("tests/corpus");
        let kept = tempfile::tempdir().unwrap();
        let totals = run(&folder, kept.path(), 1, 300).unwrap();
        assert_eq!(totals.panics, 0);
        assert!(totals.files > totals.modules / 2 && totals.modules >= 30, "{totals:?}");
    }
}
