//! The workspace in which every operator is ported.
//!
//! It lies below the target folder and shares everything with the repository but the kernels' crates
//! and the lock file, which gets a package for each of them.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::files;
use crate::workspace::Workspace;

/// What is the repository's own.
const SHARED: [&str; 5] = ["xtask", "python", ".toolkit", ".cargo", "tests"];
/// Members that are no operator.
const LIBRARIES: [&str; 3] = ["contract", "ffi", "support"];

/// Where the workspace lies; one in which one signature of each kernel is proved lies apart.
pub fn place(workspace: &Workspace, one_each: bool) -> Workspace {
    let name = if one_each { "tileport/one-each" } else { "tileport/all" };
    Workspace::at(workspace.target().join(name))
}

/// Makes the workspace, or brings it up to date.
///
/// # Errors
/// A file or link cannot be made.
pub fn prepare(workspace: &Workspace, one_each: bool) -> Result<Workspace> {
    let root = place(workspace, one_each).root().to_path_buf();
    std::fs::create_dir_all(root.join("kernels"))?;
    std::fs::create_dir_all(root.join("reports"))?;
    for name in SHARED {
        link(&workspace.root().join(name), &root.join(name))?;
    }
    // What cargo built is shared; what the stages keep beside it is not.
    std::fs::create_dir_all(root.join("target/tileport"))?;
    std::fs::create_dir_all(workspace.target().join("debug"))?;
    if !root.join("target").is_symlink() {
        link(&workspace.target().join("debug"), &root.join("target/debug"))?;
    }
    for name in LIBRARIES {
        link(&workspace.kernels().join(name), &root.join("kernels").join(name))?;
    }
    copy_changed(workspace, &root, "Cargo.toml")?;
    if !root.join("Cargo.lock").is_file() {
        files::write(
            &root.join("Cargo.lock"),
            std::fs::read(workspace.root().join("Cargo.lock"))?,
        )?;
    }
    let scratch = Workspace::at(&root);
    for (operator, path) in operators(workspace)? {
        let text = std::fs::read(&path).with_context(|| path.display().to_string())?;
        // Stage A looks into the crate first, and the crate's own copy may be an old one.
        let own = scratch.crate_of(&operator).inputs();
        if own.is_file() {
            files::write(&own, &text)?;
        }
        files::write(&root.join("inputs").join(format!("{operator}.toml")), text)?;
    }
    Ok(scratch)
}

/// Every operator or kernel that has inputs, with the file, by its crate's name.
pub fn operators(workspace: &Workspace) -> Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(workspace.root().join("inputs")).max_depth(1) {
        let path = entry?.into_path();
        if path.extension().is_some_and(|kind| kind == "toml") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            found.push((name, path));
        }
    }
    for entry in std::fs::read_dir(workspace.kernels())? {
        let folder = entry?.path();
        let inputs = folder.join("inputs.toml");
        if inputs.is_file() {
            let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            found.push((name, inputs));
        }
    }
    // A ported operator's own inputs stand for those that waited for it.
    found.sort_by(|a, b| {
        (&a.0, a.1.ends_with("inputs.toml")).cmp(&(&b.0, b.1.ends_with("inputs.toml")))
    });
    found.reverse();
    found.dedup_by(|a, b| a.0 == b.0);
    found.reverse();
    Ok(found)
}

fn link(to: &Path, from: &Path) -> Result<()> {
    if std::fs::read_link(from).is_ok_and(|old| old == to) {
        return Ok(());
    }
    if from.is_symlink() {
        std::fs::remove_file(from)?;
    }
    symlink(to, from).with_context(|| format!("cannot link {} to {}", from.display(), to.display()))
}

fn copy_changed(workspace: &Workspace, root: &Path, name: &str) -> Result<()> {
    let text = std::fs::read(workspace.root().join(name)).with_context(|| name.to_owned())?;
    if std::fs::read(root.join(name)).ok().as_deref() != Some(&text) {
        files::write(&root.join(name), text)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_own_inputs_come_before_waiting_ones() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["inputs/softmax.toml", "inputs/bmm.toml", "kernels/softmax/inputs.toml"] {
            files::write(&folder.path().join(name), "").unwrap();
        }
        let found = operators(&Workspace::at(folder.path())).unwrap();
        let names: Vec<_> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["bmm", "softmax"]);
        assert!(found[1].1.ends_with("kernels/softmax/inputs.toml"));
    }

    #[test]
    fn the_workspace_shares_sources_and_takes_changed_inputs() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::at(folder.path());
        for name in ["Cargo.toml", "Cargo.lock", "inputs/bmm.toml"] {
            files::write(&folder.path().join(name), "old").unwrap();
        }
        std::fs::create_dir_all(workspace.kernels()).unwrap();
        let scratch = prepare(&workspace, false).unwrap();
        assert_eq!(
            std::fs::read_link(scratch.root().join("xtask")).unwrap(),
            folder.path().join("xtask")
        );
        files::write(&scratch.crate_of("bmm").inputs(), "old").unwrap();
        files::write(&folder.path().join("inputs/bmm.toml"), "new").unwrap();
        prepare(&workspace, false).unwrap();
        assert_eq!(std::fs::read_to_string(scratch.crate_of("bmm").inputs()).unwrap(), "new");
    }
}
