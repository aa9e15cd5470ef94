//! The ownership guard: the workspace before an external worker, compared with it afterwards.
//!
//! Contents go to a store named by their hash in the build folder, so that only files that changed
//! since the last snapshot are read. Build folders, the toolkit and git's own folder are not guarded.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use crate::pipeline::lock;
use crate::pipeline::ownership::{may_write, relative};
use crate::pipeline::verdict::Stage;
use crate::workspace::Workspace;

/// Folders that are made by tools and hold nothing of anybody's.
const SKIPPED: [&str; 6] =
    ["target", ".git", ".toolkit", "__pycache__", ".pytest_cache", ".ruff_cache"];

/// A file that a worker wrote although its stage does not own it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Path in the workspace.
    pub path: String,
    /// What was put back, as a unified diff.
    pub diff: String,
}

/// The workspace as it was.
#[derive(Debug)]
pub struct Guard {
    workspace: Workspace,
    operator: String,
    stage: Stage,
    store: PathBuf,
    taken: SystemTime,
    files: BTreeMap<String, Entry>,
    folders: Vec<String>,
    /// Operators that were being ported by others.
    busy: Vec<String>,
}

/// One file or link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    stat: Stat,
    /// SHA-256 of the content, or of the link's target.
    hash: String,
    link: Option<PathBuf>,
}

/// What tells an unchanged file without reading it. The time of the last change of the inode cannot
/// be set by a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Stat {
    length: u64,
    inode: u64,
    mode: u32,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl Stat {
    fn of(metadata: &Metadata) -> Self {
        Self {
            length: metadata.len(),
            inode: metadata.ino(),
            mode: metadata.mode(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }

    /// Whether the inode was last changed well before a moment: a change in the same tick of the file
    /// system's clock would not show.
    fn settled(&self, moment: SystemTime) -> bool {
        let seconds = moment
            .checked_sub(Duration::from_secs(2))
            .and_then(|moment| moment.duration_since(SystemTime::UNIX_EPOCH).ok())
            .map_or(0, |elapsed| elapsed.as_secs());
        u64::try_from(self.changed.0).is_ok_and(|changed| changed < seconds)
    }
}

impl Guard {
    /// Takes the snapshot.
    pub fn take(
        workspace: &Workspace,
        operator: &str,
        stage: Stage,
        scratch: &Path,
    ) -> Result<Self> {
        let store = workspace.target().join("tileport/objects");
        let index = scratch.join("snapshot.json");
        let taken = SystemTime::now();
        let known: BTreeMap<String, Entry> = std::fs::read(&index)
            .ok()
            .and_then(|text| serde_json::from_slice(&text).ok())
            .unwrap_or_default();
        let (files, folders) = scan(workspace.root(), &known, taken, Some(&store))?;
        let settled: BTreeMap<_, _> =
            files.iter().filter(|(_, entry)| entry.stat.settled(taken)).collect();
        crate::files::write(&index, serde_json::to_string(&settled)?)?;
        let busy = operators(workspace)
            .into_iter()
            .filter(|other| other != operator && lock::is_held(workspace, other))
            .collect();
        Ok(Self {
            workspace: workspace.clone(),
            operator: operator.to_owned(),
            stage,
            store,
            taken,
            files,
            folders,
            busy,
        })
    }

    /// Puts back every write that the stage does not own, and says which there were.
    pub fn violations(&self) -> Result<Vec<Violation>> {
        self.put_back(|path, existed| !self.allowed(path, existed))
    }

    /// Puts everything back, the stage's own files too.
    pub fn restore_all(&self) -> Result<()> {
        self.put_back(|path, _| !self.foreign(path)).map(drop)
    }

    fn put_back(&self, chosen: impl Fn(&str, bool) -> bool) -> Result<Vec<Violation>> {
        let root = self.workspace.root();
        let (now, folders) = scan(root, &self.files, self.taken, None)?;
        let mut violations = Vec::new();
        let paths: std::collections::BTreeSet<_> = self.files.keys().chain(now.keys()).collect();
        for path in paths {
            let (old, new) = (self.files.get(path), now.get(path));
            let same = match (old, new) {
                (Some(old), Some(new)) => {
                    (&old.hash, &old.link, old.stat.mode) == (&new.hash, &new.link, new.stat.mode)
                }
                _ => false,
            };
            if same || !chosen(path, old.is_some()) {
                continue;
            }
            let diff = self.diff(path, old, new);
            self.restore(&root.join(path), old)
                .with_context(|| format!("cannot put back {path}"))?;
            violations.push(Violation { path: path.clone(), diff });
        }
        // Deepest first; a folder that still holds something stays.
        for folder in folders.iter().rev().filter(|folder| !self.folders.contains(folder)) {
            if chosen(&format!("{folder}/"), false) {
                let _ = std::fs::remove_dir(root.join(folder));
            }
        }
        Ok(violations)
    }

    fn restore(&self, path: &Path, old: Option<&Entry>) -> Result<()> {
        if std::fs::symlink_metadata(path).is_ok_and(|now| !now.is_dir()) {
            std::fs::remove_file(path)?;
        }
        let Some(old) = old else { return Ok(()) };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        if let Some(target) = &old.link {
            return Ok(std::os::unix::fs::symlink(target, path)?);
        }
        crate::files::write(path, std::fs::read(self.store.join(&old.hash))?)?;
        Ok(std::fs::set_permissions(path, std::fs::Permissions::from_mode(old.stat.mode & 0o7777))?)
    }

    fn diff(&self, path: &str, old: Option<&Entry>, new: Option<&Entry>) -> String {
        let text = |content: Vec<u8>| String::from_utf8_lossy(&content).into_owned();
        let before = old.and_then(|old| std::fs::read(self.store.join(&old.hash)).ok());
        let after = new.and_then(|_| std::fs::read(self.workspace.root().join(path)).ok());
        let (before, after) =
            (before.map_or(String::new(), text), after.map_or(String::new(), text));
        let (from, to) = (
            if old.is_some() { format!("a/{path}") } else { "/dev/null".to_owned() },
            if new.is_some() { format!("b/{path}") } else { "/dev/null".to_owned() },
        );
        similar::TextDiff::from_lines(&before, &after).unified_diff().header(&from, &to).to_string()
    }

    /// Cargo's lock file is the driver's, but any build of a new crate rewrites it. The coverage of all
    /// operators is one file, which the proof of each brings up to date.
    fn allowed(&self, path: &str, existed: bool) -> bool {
        let own = format!("kernels/{}/", self.operator);
        path == "Cargo.lock"
            || (self.stage == Stage::B && path == "reports/coverage.json")
            || self.foreign(path)
            || path.strip_prefix(&own).is_some_and(|path| may_write(self.stage, path, existed))
    }

    /// Whether a path belongs to an operator that another process ports or ported meanwhile.
    fn foreign(&self, path: &str) -> bool {
        let Some((other, _)) = path.strip_prefix("kernels/").and_then(|path| path.split_once('/'))
        else {
            return false;
        };
        let touched = || {
            let lock = lock::path(&self.workspace, other);
            let changed = std::fs::metadata(lock).and_then(|lock| lock.modified());
            changed.is_ok_and(|changed| changed >= self.taken)
        };
        other != self.operator
            && (self.busy.iter().any(|busy| busy == other)
                || lock::is_held(&self.workspace, other)
                || touched())
    }
}

fn operators(workspace: &Workspace) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(workspace.kernels()) else { return Vec::new() };
    entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// Lists files and folders; reads those that are not known unchanged, into `store` where one is given.
fn scan(
    root: &Path,
    known: &BTreeMap<String, Entry>,
    since: SystemTime,
    store: Option<&Path>,
) -> Result<(BTreeMap<String, Entry>, Vec<String>)> {
    let mut files = BTreeMap::new();
    let mut folders = Vec::new();
    let skipped = |entry: &walkdir::DirEntry| {
        entry.depth() > 0
            && entry.file_type().is_dir()
            && SKIPPED.iter().any(|name| entry.file_name() == *name)
    };
    let walk = walkdir::WalkDir::new(root).sort_by_file_name().into_iter();
    for entry in walk.filter_entry(|entry| !skipped(entry)) {
        let Ok(entry) = entry else { continue };
        let path = relative(root, entry.path());
        if entry.file_type().is_dir() {
            if entry.depth() > 0 {
                folders.push(path);
            }
            continue;
        }
        let Ok(metadata) = entry.metadata() else { continue };
        let stat = Stat::of(&metadata);
        let same = known.get(&path).filter(|old| old.stat == stat && old.stat.settled(since));
        let stored = |old: &Entry| {
            store.is_none_or(|store| old.link.is_some() || store.join(&old.hash).is_file())
        };
        if let Some(old) = same.filter(|old| stored(old)) {
            files.insert(path, old.clone());
            continue;
        }
        let link = entry.path_is_symlink().then(|| std::fs::read_link(entry.path())).transpose()?;
        let content = match &link {
            Some(target) => target.as_os_str().as_encoded_bytes().to_vec(),
            None if metadata.is_file() => std::fs::read(entry.path())
                .with_context(|| format!("cannot read {}", entry.path().display()))?,
            None => continue,
        };
        let hash = crate::files::sha256(&content);
        if let Some(store) = store.filter(|store| !store.join(&hash).exists()) {
            crate::files::write(&store.join(&hash), &content)?;
        }
        files.insert(path, Entry { stat, hash, link });
    }
    Ok((files, folders))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> (tempfile::TempDir, Workspace) {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in [
            ("Cargo.toml", "root"),
            ("kernels/op/Cargo.toml", "manifest"),
            ("kernels/op/src/kernel.rs", "kernel"),
            ("kernels/op/src/ffi.rs", "ffi"),
            ("kernels/other/src/kernel.rs", "other"),
        ] {
            crate::files::write(&folder.path().join(path), text).unwrap();
        }
        std::os::unix::fs::symlink("Cargo.toml", folder.path().join("link")).unwrap();
        let workspace = Workspace::at(folder.path());
        (folder, workspace)
    }

    fn state(root: &Path) -> BTreeMap<String, (String, u32)> {
        let (files, _) = scan(root, &BTreeMap::new(), SystemTime::now(), None).unwrap();
        files.into_iter().map(|(path, entry)| (path, (entry.hash, entry.stat.mode))).collect()
    }

    #[test]
    fn foreign_writes_are_put_back_and_own_ones_stay() {
        let (folder, workspace) = tree();
        let root = folder.path();
        let before = state(root);
        let guard = Guard::take(&workspace, "op", Stage::B, &root.join("target/run")).unwrap();
        std::fs::write(root.join("kernels/op/src/kernel.rs"), "mine").unwrap();
        std::fs::write(root.join("Cargo.lock"), "locked").unwrap();
        std::fs::write(root.join("Cargo.toml"), "evil").unwrap();
        std::fs::remove_file(root.join("kernels/op/src/ffi.rs")).unwrap();
        std::fs::create_dir_all(root.join("docs/new")).unwrap();
        std::fs::write(root.join("docs/new/x"), "x").unwrap();
        std::fs::remove_file(root.join("link")).unwrap();
        std::os::unix::fs::symlink("/etc", root.join("link")).unwrap();
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(root.join("kernels/other/src/kernel.rs"), mode).unwrap();

        let violations = guard.violations().unwrap();
        let paths: Vec<_> = violations.iter().map(|found| found.path.as_str()).collect();
        let wanted = [
            "Cargo.toml",
            "docs/new/x",
            "kernels/op/src/ffi.rs",
            "kernels/other/src/kernel.rs",
            "link",
        ];
        assert_eq!(paths, wanted);
        assert!(violations[0].diff.contains("-root") && violations[0].diff.contains("+evil"));
        let mut after = state(root);
        assert_eq!(std::fs::read(root.join("kernels/op/src/kernel.rs")).unwrap(), b"mine");
        assert!(!root.join("docs").exists());
        after.remove("Cargo.lock");
        let mut expected = before.clone();
        for changed in [&mut after, &mut expected] {
            changed.remove("kernels/op/src/kernel.rs");
        }
        assert_eq!(after, expected);

        guard.restore_all().unwrap();
        assert_eq!(state(root), before);
    }

    #[test]
    fn a_write_of_the_same_length_and_time_is_seen() {
        let (folder, workspace) = tree();
        let path = folder.path().join("Cargo.toml");
        let old = std::fs::metadata(&path).unwrap().modified().unwrap();
        let guard =
            Guard::take(&workspace, "op", Stage::B, &folder.path().join("target/run")).unwrap();
        std::fs::write(&path, "toor").unwrap();
        std::fs::File::options().write(true).open(&path).unwrap().set_modified(old).unwrap();
        assert_eq!(guard.violations().unwrap().len(), 1);
        assert_eq!(std::fs::read(&path).unwrap(), b"root");
    }

    #[test]
    fn what_another_run_writes_meanwhile_is_left_alone() {
        let (folder, workspace) = tree();
        let guard =
            Guard::take(&workspace, "op", Stage::B, &folder.path().join("target/run")).unwrap();
        let lock = lock::acquire(&workspace, "other", &crate::pipeline::events::Silent).unwrap();
        let path = folder.path().join("kernels/other/src/kernel.rs");
        std::fs::write(&path, "theirs").unwrap();
        drop(lock);
        assert_eq!(guard.violations().unwrap(), []);
        assert_eq!(std::fs::read(&path).unwrap(), b"theirs");
    }
}
