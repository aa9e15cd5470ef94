//! The Python packages of a bundle, for the other machine's Python, from the pinned list.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::error::{environment, usage};
use crate::toolchain::setup;
use crate::workspace::Workspace;

/// What the wrappers and the reference need beside torch; TileGym itself is the wired tree.
const NEEDED: [&str; 4] = ["cffi", "cuda-tile", "pycparser", "typing-extensions"];

/// Installs the packages for a Python version into a folder, from an index or a folder of wheels.
pub(super) fn install(
    workspace: &Workspace,
    folder: &Path,
    python: &str,
    wheels: Option<&Path>,
) -> Result<()> {
    let lock = workspace.root().join("python/requirements.lock");
    let text = std::fs::read_to_string(&lock)
        .with_context(|| format!("cannot read {}", lock.display()))?;
    let list = tempfile::NamedTempFile::new().context("cannot make a list of packages")?;
    std::fs::write(list.path(), part_of(&text, &NEEDED)?)
        .with_context(|| format!("cannot write {}", list.path().display()))?;
    let mut command = setup::installer(workspace)?;
    command
        .args(["pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:"])
        .args(["--require-hashes", "--python-platform", "x86_64-manylinux_2_28"])
        .args(["--python-version", python, "--link-mode", "copy", "--target"])
        .arg(folder)
        .arg("--requirement")
        .arg(list.path());
    if let Some(wheels) = wheels {
        command.args(["--no-index", "--find-links"]).arg(wheels);
    }
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        return Err(environment(format!(
            "the Python packages for {python} cannot be had:\n{}",
            String::from_utf8_lossy(&output.stderr).trim()
        )));
    }
    // Scripts name this machine's interpreter, and a lock file is of no use.
    let scripts = folder.join("bin");
    let files = walkdir::WalkDir::new(&scripts).contents_first(true).into_iter().flatten();
    for entry in files {
        let remove = if entry.file_type().is_dir() {
            std::fs::remove_dir(entry.path())
        } else {
            std::fs::remove_file(entry.path())
        };
        remove.with_context(|| format!("cannot remove {}", entry.path().display()))?;
    }
    let lock = folder.join(".lock");
    if lock.is_file() {
        std::fs::remove_file(&lock).with_context(|| format!("cannot remove {}", lock.display()))?;
    }
    Ok(())
}

/// The entries of some packages in a pinned list, hashes included.
fn part_of(list: &str, names: &[&str]) -> Result<String> {
    let mut part = String::new();
    for name in names {
        let start = format!("{name}==");
        let mut lines = list.lines().skip_while(|line| !line.starts_with(&start));
        let mut found = false;
        for line in lines.by_ref() {
            found = true;
            part.push_str(line);
            part.push('\n');
            if !line.trim_end().ends_with('\\') {
                break;
            }
        }
        if !found {
            return Err(usage(format!(
                "python/requirements.lock: no {name}; run `cargo xtask setup --relock`"
            )));
        }
    }
    Ok(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_taken_whole() {
        let list = "a==1 \\\n    --hash=x \\\n    --hash=y\nab==2 \\\n    --hash=z\n";
        assert_eq!(part_of(list, &["ab"]).unwrap(), "ab==2 \\\n    --hash=z\n");
        assert_eq!(part_of(list, &["a"]).unwrap(), "a==1 \\\n    --hash=x \\\n    --hash=y\n");
        assert!(part_of(list, &["b"]).is_err());
    }

    #[test]
    fn the_repositorys_list_has_them() {
        let list = include_str!("../../../python/requirements.lock");
        assert!(part_of(list, &NEEDED).unwrap().contains("--hash=sha256:"));
    }
}
