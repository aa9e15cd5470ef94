//! The pinned TileGym package of the toolkit, and our own copy of it under the build folder.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::error::environment;
use crate::files;
use crate::workspace::Workspace;

/// The pinned package's parent folder, `site-packages` of the toolkit's environment.
pub fn site_packages(workspace: &Workspace) -> Result<PathBuf> {
    let library = workspace.toolkit().join("venv/lib");
    let pythons = std::fs::read_dir(&library).map(|entries| {
        entries.flatten().map(|entry| entry.path().join("site-packages")).collect::<Vec<_>>()
    });
    pythons
        .unwrap_or_default()
        .into_iter()
        .find(|packages| packages.join("tilegym/ops/__init__.py").is_file())
        .ok_or_else(|| {
            environment(format!(
                "{}: no pinned TileGym package; run `cargo xtask setup`, or name a TileGym with \
                 --tilegym PATH or TILEGYM_PATH",
                library.display()
            ))
        })
}

/// Copies the pinned package to `target/tilegym`, once per version, and gives the copy's folder.
///
/// The installed package is never written to. A copy of another version is brought up to date file
/// by file; what `wire` wrote there has to be unwired first, which `stale` says.
pub fn copy(workspace: &Workspace) -> Result<PathBuf> {
    let packages = site_packages(workspace)?;
    let folder = workspace.target().join("tilegym");
    let mark = folder.join("copied-from.txt");
    let identity = identity(&packages)?;
    if std::fs::read_to_string(&mark).is_ok_and(|old| old == identity) {
        return Ok(folder);
    }
    if folder.join("tilegym/tileport_rs").exists() {
        return Err(environment(format!(
            "{}: wired, but made from another TileGym package than the toolkit has now; run \
             `cargo xtask unwire --all` first",
            folder.display()
        )));
    }
    copy_package(&packages.join("tilegym"), &folder.join("tilegym"))?;
    files::write(&mark, identity)?;
    Ok(folder)
}

/// Copies a package's files, without Python's caches.
pub fn copy_package(from: &Path, to: &Path) -> Result<()> {
    let walk = walkdir::WalkDir::new(from).into_iter();
    for entry in walk.filter_entry(|entry| entry.file_name() != "__pycache__") {
        let entry = entry.with_context(|| format!("cannot list {}", from.display()))?;
        if entry.file_type().is_file() {
            let below = entry.path().strip_prefix(from).expect("walked from there");
            let bytes = std::fs::read(entry.path())
                .with_context(|| format!("cannot read {}", entry.path().display()))?;
            let target = to.join(below);
            if let Some(parent) = target.parent() {
                std::fs::create_dir_all(parent)
                    .with_context(|| format!("cannot make {}", parent.display()))?;
            }
            std::fs::write(&target, bytes)
                .with_context(|| format!("cannot write {}", target.display()))?;
        }
    }
    Ok(())
}

/// What tells one installed package from another: the hash of the wheel's own list of file hashes.
fn identity(packages: &Path) -> Result<String> {
    let record = std::fs::read_dir(packages)
        .with_context(|| format!("cannot list {}", packages.display()))?
        .flatten()
        .map(|entry| entry.path())
        .find(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            name.starts_with("tilegym-") && name.ends_with(".dist-info")
        })
        .map(|info| info.join("RECORD"));
    let bytes = match &record {
        Some(path) => {
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?
        }
        None => std::fs::read(packages.join("tilegym/__init__.py"))?,
    };
    Ok(format!("{}\n", files::sha256(bytes)))
}
