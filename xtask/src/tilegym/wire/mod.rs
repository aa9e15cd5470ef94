//! Wiring: twins, libraries and the few changed lines that make TileGym dispatch to them.
//!
//! A tree's wired state is a function of its original files and of the set of wired operators:
//! [`plan`] takes the old state back in memory, makes the new one, and says which files differ.
//! Wiring twice changes nothing; a tree with no wired operator is the original, byte for byte.

mod apply;
mod contents;
mod hooks;
pub mod hunks;
pub mod operator;
mod plan;
pub mod record;
mod tests_of;

pub use apply::{apply, diff};
pub use contents::EXTENSION;
pub use operator::{Operator, Request};
pub use plan::{Plan, plan};
pub use record::Record;
pub use tests_of::tests_of;

use std::fs::File;
use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::error::environment;
use crate::workspace::Workspace;

/// Waits until no other run of this workspace wires; the lock ends with the file.
pub fn lock(workspace: &Workspace) -> Result<File> {
    let path = workspace.target().join("tileport/wire.lock");
    let open = || {
        std::fs::create_dir_all(workspace.target().join("tileport"))?;
        let file = File::create(&path)?;
        file.lock()?;
        Ok::<_, std::io::Error>(file)
    };
    open().with_context(|| format!("cannot lock {}", path.display()))
}

/// The library of an operator that cargo built last, of the release or the dev profile.
pub fn built_library(workspace: &Workspace, name: &str) -> Result<PathBuf> {
    let file = format!("libtileport_{}.so", name.replace('-', "_"));
    let modified = |path: &PathBuf| path.metadata().and_then(|data| data.modified()).ok();
    ["debug", "release"]
        .into_iter()
        .map(|profile| workspace.target().join(profile).join(&file))
        .filter(|path| path.is_file())
        .max_by_key(modified)
        .ok_or_else(|| {
            environment(format!(
                "{}: {file} is not built; run `cargo build -p tileport-{name}` first, or give \
                 --library FILE",
                workspace.target().display()
            ))
        })
}

/// The Python package that twins launch through, with the launch extension in it where that is built.
///
/// # Errors
/// The extension cannot be copied.
pub fn runtime(workspace: &Workspace) -> Result<PathBuf> {
    let package = workspace.root().join("python/tileport");
    if let Ok(built) = built_library(workspace, "launch") {
        let bytes =
            std::fs::read(&built).with_context(|| format!("cannot read {}", built.display()))?;
        let place = package.join(EXTENSION);
        if std::fs::read(&place).ok().as_ref() != Some(&bytes) {
            crate::files::write(&place, bytes)?;
        }
    }
    Ok(package)
}
