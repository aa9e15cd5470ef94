//! A copy of git's index as files, so that what is judged is what will be committed.
//!
//! The copy is kept between runs and only blobs that changed are written again: cargo then rebuilds
//! no more than they ask for. The work tree is neither read nor written.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use serde::{Deserialize, Serialize};

use crate::affected::git::git;
use crate::error::usage;
use crate::files;

/// An entry of the index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    mode: String,
    blob: String,
}

/// Entries by path.
type Entries = BTreeMap<String, Entry>;

/// The copy; its lock is held as long as it lives.
#[derive(Debug)]
pub struct Mirror {
    root: PathBuf,
    _lock: File,
}

impl Mirror {
    /// Brings the copy under `folder` up to the index of the repository at `repository`.
    pub fn sync(repository: &Path, folder: &Path) -> Result<Self> {
        let root = folder.join("tree");
        let record = folder.join("entries.json");
        let context = || format!("cannot copy the index to {}", root.display());
        std::fs::create_dir_all(&root).with_context(context)?;
        let lock = File::create(folder.join("lock")).with_context(context)?;
        lock.lock().with_context(context)?;

        let wanted = entries(repository)?;
        let known: Entries = std::fs::read(&record)
            .ok()
            .and_then(|text| serde_json::from_slice(&text).ok())
            .unwrap_or_default();
        let changed: Vec<_> = wanted
            .iter()
            .filter(|(path, entry)| {
                known.get(*path) != Some(entry) || root.join(path).symlink_metadata().is_err()
            })
            .collect();
        // Without a record, a copy that is cut short is made anew.
        if record.exists() {
            std::fs::remove_file(&record).with_context(context)?;
        }
        for path in known.keys().filter(|path| !wanted.contains_key(*path)) {
            remove(&root.join(path)).with_context(context)?;
        }
        extract(repository, &root, &changed).with_context(context)?;
        files::write(&record, serde_json::to_vec(&wanted)?)?;
        Ok(Self { root, _lock: lock })
    }

    /// The root of the copied tree.
    pub fn root(&self) -> &Path {
        &self.root
    }
}

/// Reads the index; a submodule has no content of its own and is left out.
fn entries(repository: &Path) -> Result<Entries> {
    let mut entries = Entries::new();
    for line in git(repository, &["ls-files", "--stage", "-z"])?.split_terminator('\0') {
        let (facts, path) = line.split_once('\t').context("git ls-files gave an unknown line")?;
        let mut facts = facts.split(' ');
        let (Some(mode), Some(blob), Some(stage)) = (facts.next(), facts.next(), facts.next())
        else {
            bail!("git ls-files gave an unknown line: {line}");
        };
        if stage != "0" {
            return Err(usage(format!("{path}: has a merge conflict; resolve it first")));
        }
        if mode != "160000" {
            let entry = Entry { mode: mode.to_owned(), blob: blob.to_owned() };
            entries.insert(path.to_owned(), entry);
        }
    }
    Ok(entries)
}

/// Writes blobs to files, all of them through one git process.
fn extract(repository: &Path, root: &Path, changed: &[(&String, &Entry)]) -> Result<()> {
    if changed.is_empty() {
        return Ok(());
    }
    let mut child = Command::new("git")
        .args(["cat-file", "--batch"])
        .current_dir(repository)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut requests = child.stdin.take().context("git's input is piped")?;
    let mut answers = BufReader::new(child.stdout.take().context("git's output is piped")?);
    for (path, entry) in changed {
        writeln!(requests, "{}", entry.blob)?;
        requests.flush()?;
        let mut head = String::new();
        answers.read_line(&mut head)?;
        let size = head.trim().rsplit(' ').next().and_then(|size| size.parse::<usize>().ok());
        let mut content = vec![0; size.with_context(|| format!("{path}: git says {head}"))?];
        answers.read_exact(&mut content)?;
        let mut end = [0];
        answers.read_exact(&mut end)?;
        put(&root.join(path), &entry.mode, &content)?;
    }
    drop(requests);
    ensure!(child.wait()?.success(), "git cat-file failed");
    Ok(())
}

fn put(path: &Path, mode: &str, content: &[u8]) -> Result<()> {
    if path.is_dir() && !path.is_symlink() {
        // A folder that became a file; whatever was tracked in it is gone already.
        std::fs::remove_dir(path)?;
    }
    if mode == "120000" {
        remove(path)?;
        std::fs::create_dir_all(path.parent().unwrap_or(path))?;
        symlink(String::from_utf8_lossy(content).as_ref(), path)?;
        return Ok(());
    }
    if path.is_symlink() {
        remove(path)?;
    }
    files::write(path, content)?;
    let bits = if mode == "100755" { 0o755 } else { 0o644 };
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(bits))?;
    Ok(())
}

/// Removes a file, and the folders that it leaves empty.
fn remove(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut folder = path.parent();
    // Ends at the first folder that holds something, at the latest at the record beside the tree.
    while let Some(empty) = folder.filter(|folder| std::fs::remove_dir(folder).is_ok()) {
        folder = empty.parent();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Repository {
        root: tempfile::TempDir,
        copy: tempfile::TempDir,
    }

    impl Repository {
        fn new() -> Self {
            let root = tempfile::tempdir().unwrap();
            git(root.path(), &["init", "-q"]).unwrap();
            Self { root, copy: tempfile::tempdir().unwrap() }
        }

        fn write(&self, path: &str, content: &str) {
            files::write(&self.root.path().join(path), content).unwrap();
        }

        fn add(&self, path: &str) {
            git(self.root.path(), &["add", "-A", path]).unwrap();
        }

        fn sync(&self) -> Mirror {
            Mirror::sync(self.root.path(), self.copy.path()).unwrap()
        }

        fn copied(&self, path: &str) -> Option<String> {
            std::fs::read_to_string(self.copy.path().join("tree").join(path)).ok()
        }
    }

    #[test]
    fn d32_the_copy_is_what_is_staged_and_not_what_lies_on_disk() {
        let repository = Repository::new();
        repository.write("a/kernel.rs", "staged");
        repository.add("a");
        repository.write("a/kernel.rs", "on disk");
        repository.write("untracked", "x");
        repository.sync();
        assert_eq!(repository.copied("a/kernel.rs").unwrap(), "staged");
        assert_eq!(repository.copied("untracked"), None);
        let on_disk = std::fs::read_to_string(repository.root.path().join("a/kernel.rs")).unwrap();
        assert_eq!(on_disk, "on disk");
    }

    #[test]
    fn a_second_run_writes_only_what_changed() {
        let repository = Repository::new();
        repository.write("same", "1");
        repository.write("changed", "1");
        repository.write("gone/deep/file", "1");
        repository.write("folder", "a file first");
        repository.add(".");
        drop(repository.sync());
        let tree = repository.copy.path().join("tree");
        let written = |name: &str| tree.join(name).metadata().unwrap().modified().unwrap();
        let before = written("same");
        repository.write("changed", "2");
        std::fs::remove_file(repository.root.path().join("gone/deep/file")).unwrap();
        std::fs::remove_file(repository.root.path().join("folder")).unwrap();
        repository.write("folder/now", "1");
        repository.add(".");
        drop(repository.sync());
        assert_eq!(written("same"), before);
        assert_eq!(repository.copied("changed").unwrap(), "2");
        assert_eq!(repository.copied("folder/now").unwrap(), "1");
        assert!(!tree.join("gone").exists());
    }

    #[test]
    fn links_and_run_bits_are_kept() {
        let repository = Repository::new();
        repository.write("run", "#!/bin/sh\n");
        let run = repository.root.path().join("run");
        std::fs::set_permissions(&run, std::fs::Permissions::from_mode(0o755)).unwrap();
        symlink("run", repository.root.path().join("link")).unwrap();
        repository.add(".");
        let mirror = repository.sync();
        let mode = mirror.root().join("run").metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o755);
        assert_eq!(std::fs::read_link(mirror.root().join("link")).unwrap(), Path::new("run"));
    }

    #[test]
    fn a_lost_record_makes_the_copy_anew() {
        let repository = Repository::new();
        repository.write("a", "1");
        repository.add("a");
        drop(repository.sync());
        std::fs::remove_file(repository.copy.path().join("entries.json")).unwrap();
        std::fs::write(repository.copy.path().join("tree/a"), "damaged").unwrap();
        drop(repository.sync());
        assert_eq!(repository.copied("a").unwrap(), "1");
    }
}
