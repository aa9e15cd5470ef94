//! Skipping the build half where nothing that it depends on has changed.
//!
//! Building, wiring and comparing launch logs take seconds even where they change nothing. A stamp in
//! the target folder holds the outcome and a hash of all that went into it and came out of it: our
//! sources, the crate, the library, the wired files. Whatever differs makes the stage run.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::files;
use crate::pipeline::context::StageContext;
use crate::pipeline::verdict::Outcome;
use crate::tilegym::tree::Tree;
use crate::tilegym::wire::{self, Record};

/// What a stamp file holds.
#[derive(Serialize, Deserialize)]
struct Stamp {
    key: String,
    outcome: Outcome,
}

/// The outcome of an earlier run that still holds.
pub fn fresh(context: &StageContext) -> Option<Outcome> {
    let text = std::fs::read_to_string(path(context)).ok()?;
    let stamp: Stamp = serde_json::from_str(&text).ok()?;
    (stamp.outcome.verdict.is_clean_success() && key(context).ok()? == stamp.key)
        .then_some(stamp.outcome)
}

/// Keeps the outcome of a run for the next one.
///
/// # Errors
/// A file cannot be read or written.
pub fn keep(context: &StageContext, outcome: &Outcome) -> Result<()> {
    let stamp = Stamp { key: key(context)?, outcome: outcome.clone() };
    files::write(&path(context), serde_json::to_string_pretty(&stamp)?)
}

fn path(context: &StageContext) -> PathBuf {
    let folder = context.workspace.target().join("tileport/host");
    folder.join(format!("{}.json", context.operator))
}

/// The hash of everything that the build half reads or makes.
fn key(context: &StageContext) -> Result<String> {
    let workspace = &context.workspace;
    let crate_ = context.crate_();
    let mut hash = Sha256::new();
    hash.update(env!("CARGO_PKG_VERSION"));
    hash.update(format!("{:?} {:?}", context.targets, context.options));
    for folder in
        ["kernels/contract", "kernels/ffi", "kernels/support", "python/launch", "python/tileport"]
    {
        add_folder(&mut hash, &workspace.root().join(folder))?;
    }
    add_folder(&mut hash, &crate_.root().join("src"))?;
    for file in [crate_.root().join("Cargo.toml"), crate_.inputs(), files::own_program()] {
        add_file(&mut hash, &file)?;
    }
    for file in ["Cargo.toml", "Cargo.lock"] {
        add_file(&mut hash, &workspace.root().join(file))?;
    }
    add_file(&mut hash, &wire::built_library(workspace, &context.operator)?)?;
    let tree = Tree::find(workspace, context.options.tilegym.as_deref())?;
    let record = Record::read(&tree)?;
    hash.update(record.text());
    let touched = record.edited.keys().chain(record.written.keys());
    for name in touched {
        add_file(&mut hash, &tree.root().join(name))?;
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn add_folder(hash: &mut Sha256, folder: &Path) -> Result<()> {
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    for entry in walk.filter_entry(|entry| entry.file_name() != "__pycache__") {
        let entry = entry?;
        if entry.file_type().is_file() {
            add_file(hash, entry.path())?;
        }
    }
    Ok(())
}

/// Adds name, size and time of change, which are cheap to ask and change with the content.
fn add_file(hash: &mut Sha256, path: &Path) -> Result<()> {
    let about = std::fs::metadata(path)?;
    hash.update(format!("{} {} {:?}", path.display(), about.len(), about.modified()?));
    Ok(())
}
