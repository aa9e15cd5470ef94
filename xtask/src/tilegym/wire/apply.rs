//! Carrying a plan out, or showing it.

use std::path::Path;

use anyhow::{Context as _, Result};

use super::plan::Plan;
use super::record::{Record, below_root};
use crate::files;
use crate::tilegym::tree::Tree;

/// Writes a plan's files, so that a stop at any instant leaves a tree that a later run can finish or
/// take back: additions first, then the record, then TileGym's own files; removals in reverse.
pub fn apply(tree: &Tree, plan: &Plan) -> Result<()> {
    if plan.write.is_empty() && plan.remove.is_empty() {
        return Ok(());
    }
    tree.check_writable()?;
    let record = below_root(tree, &Record::path(tree));
    let ours = |path: &str| path.contains("/tileport_rs/");
    let write = |path: &str| {
        plan.write.get(path).map_or(Ok(()), |bytes| files::write(&tree.root().join(path), bytes))
    };
    for path in plan.write.keys().filter(|path| ours(path) && **path != record) {
        write(path)?;
    }
    write(&record)?;
    for path in plan.write.keys().filter(|path| !ours(path)) {
        write(path)?;
    }
    for path in plan.remove.iter().filter(|path| **path != record) {
        remove(tree, path)?;
    }
    if plan.remove.contains(&record) {
        remove(tree, &record)?;
    }
    Ok(())
}

/// Removes a file that is ours, the code that Python compiled from it, and folders left empty.
fn remove(tree: &Tree, path: &str) -> Result<()> {
    let full = tree.root().join(path);
    remove_file(&full)?;
    let Some(folder) = full.parent() else { return Ok(()) };
    let cache = folder.join("__pycache__");
    if let (Some(stem), Ok(entries)) = (full.file_stem(), std::fs::read_dir(&cache)) {
        let prefix = format!("{}.", stem.to_string_lossy());
        for entry in entries.flatten() {
            if entry.file_name().to_string_lossy().starts_with(&prefix) {
                remove_file(&entry.path())?;
            }
        }
    }
    let _ = std::fs::remove_dir(&cache);
    let mut folder = Some(folder);
    while let Some(path) = folder.filter(|path| path.starts_with(tree.package())) {
        // Only an empty folder can be removed; the first that is not ends the walk.
        if std::fs::remove_dir(path).is_err() {
            break;
        }
        folder = path.parent();
    }
    Ok(())
}

fn remove_file(path: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

/// A plan as a unified diff; libraries are named with their sizes.
pub fn diff(tree: &Tree, plan: &Plan) -> String {
    let mut text = String::new();
    for (path, new) in &plan.write {
        let old = std::fs::read(tree.root().join(path)).unwrap_or_default();
        text += &one_file(path, &old, Some(new));
    }
    for path in &plan.remove {
        let old = std::fs::read(tree.root().join(path)).unwrap_or_default();
        text += &one_file(path, &old, None);
    }
    text
}

fn one_file(path: &str, old: &[u8], new: Option<&[u8]>) -> String {
    let (Ok(before), Ok(after)) =
        (std::str::from_utf8(old), std::str::from_utf8(new.unwrap_or_default()))
    else {
        let size = new.map_or("removed".into(), |bytes| format!("{} bytes", bytes.len()));
        return format!("binary {path}: {size}\n");
    };
    let from = if old.is_empty() { "/dev/null".into() } else { format!("a/{path}") };
    let to = new.map_or("/dev/null".into(), |_| format!("b/{path}"));
    similar::TextDiff::from_lines(before, after).unified_diff().header(&from, &to).to_string()
}
