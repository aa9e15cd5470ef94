//! The journal of a kernel's runs: JSON lines, only ever appended, on disk before the step that
//! they permit.
//!
//! A run is resumed from these lines alone. A line is written with one call and synced, so that a
//! kill leaves whole lines and at most one torn tail, which was never acted upon and is cut off.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::error::usage;
use crate::pipeline::record::{Entry, Line, VERSION};
use crate::workspace::Workspace;

/// Name of the journal in a crate's `reports/`.
pub const FILE: &str = "journal.jsonl";

/// An open journal. The kernel's lock must be held.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    /// None in one that is only read.
    file: Option<File>,
    lines: Vec<Line>,
}

impl Journal {
    /// Opens or makes the journal of an operator.
    ///
    /// While the crate does not exist it lies in the build folder: a folder without a manifest under
    /// `kernels/` would break every cargo command.
    pub fn open(workspace: &Workspace, operator: &str) -> Result<Self> {
        let home = home(workspace, operator);
        let pending = pending(workspace, operator);
        if home != pending && pending.is_file() && !home.exists() {
            move_run(&pending, &home)?;
        }
        Self::at(&home)
    }

    /// Opens or makes a journal at a path.
    pub fn at(path: &Path) -> Result<Self> {
        let context = || format!("cannot open the journal {}", path.display());
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(context)?;
        }
        let mut file = OpenOptions::new()
            .create(true)
            .read(true)
            .append(true)
            .open(path)
            .with_context(context)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).with_context(context)?;
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let lines = parse(path, &text[..whole])?;
        if whole < text.len() {
            file.set_len(whole as u64).with_context(context)?;
            file.sync_all().with_context(context)?;
        }
        Ok(Self { path: path.to_owned(), file: Some(file), lines })
    }

    /// Reads a journal without opening it for writing; an absent one is empty.
    pub fn read(workspace: &Workspace, operator: &str) -> Result<Vec<Line>> {
        let home = home(workspace, operator);
        let path = if home.is_file() { home } else { pending(workspace, operator) };
        let text = match std::fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => {
                return Err(error)
                    .with_context(|| format!("cannot read the journal {}", path.display()));
            }
        };
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        parse(&path, &text[..whole])
    }

    /// Lines without a file behind them, for a plan; nothing can be appended.
    pub fn detached(lines: Vec<Line>) -> Self {
        Self { path: PathBuf::new(), file: None, lines }
    }

    /// All lines, oldest first.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a line and waits until it is on the disk.
    pub fn append(&mut self, run: u32, entry: Entry) -> Result<()> {
        let line = Line { v: VERSION, run, at: now(), entry };
        let mut text = serde_json::to_string(&line)?;
        text.push('\n');
        let Some(file) = &mut self.file else {
            anyhow::bail!("a journal that is only read cannot grow");
        };
        let end = file.seek(std::io::SeekFrom::End(0))?;
        let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_data());
        if let Err(error) = written {
            // A full disk may have taken half of it; what stays must be whole lines.
            let _ = file.set_len(end);
            return Err(error)
                .with_context(|| format!("cannot append to the journal {}", self.path.display()));
        }
        self.lines.push(line);
        Ok(())
    }

    /// Moves a journal that was begun before the crate existed to its place in the crate.
    pub fn settle(&mut self, workspace: &Workspace, operator: &str) -> Result<()> {
        let home = home(workspace, operator);
        if home != self.path && !home.exists() {
            move_run(&self.path, &home)?;
            *self = Self::at(&home)?;
        }
        Ok(())
    }
}

/// The run's own folder in the build folder: lock, snapshot, a journal that has no crate yet.
pub fn scratch(workspace: &Workspace, operator: &str) -> PathBuf {
    workspace.target().join("tileport/runs").join(operator)
}

fn pending(workspace: &Workspace, operator: &str) -> PathBuf {
    scratch(workspace, operator).join(FILE)
}

fn home(workspace: &Workspace, operator: &str) -> PathBuf {
    let kernel = workspace.crate_of(operator);
    if kernel.root().join("Cargo.toml").is_file() {
        kernel.reports().join(FILE)
    } else {
        pending(workspace, operator)
    }
}

/// Moves a journal with the transcripts beside it; the journal last, so that a kill between leaves it
/// to be moved again.
fn move_run(from: &Path, to: &Path) -> Result<()> {
    if let (Some(old), Some(new)) = (from.parent(), to.parent()) {
        for entry in std::fs::read_dir(old)?.flatten() {
            if entry.file_name().to_string_lossy().starts_with("run") && entry.path().is_file() {
                move_file(&entry.path(), &new.join(entry.file_name()))?;
            }
        }
    }
    move_file(from, to)
}

fn move_file(from: &Path, to: &Path) -> Result<()> {
    let step = || -> Result<()> {
        if let Some(folder) = to.parent() {
            std::fs::create_dir_all(folder)?;
        }
        if std::fs::rename(from, to).is_err() {
            // Another file system: write whole, then take the old one away.
            crate::files::write(to, std::fs::read(from)?)?;
            std::fs::remove_file(from)?;
        }
        Ok(())
    };
    step().with_context(|| format!("cannot move {} to {}", from.display(), to.display()))
}

fn parse(path: &Path, text: &[u8]) -> Result<Vec<Line>> {
    let mut lines = Vec::new();
    for (index, line) in text.split(|byte| *byte == b'\n').enumerate() {
        if line.is_empty() {
            continue;
        }
        let place = || format!("{}:{}", path.display(), index + 1);
        let version = serde_json::from_slice::<serde_json::Value>(line)
            .ok()
            .and_then(|value| value.get("v")?.as_u64());
        match version {
            Some(version) if version > u64::from(VERSION) => {
                return Err(usage(format!(
                    "{}: written by a newer tileport (journal version {version}, this one reads \
                     {VERSION}); update this checkout",
                    place()
                )));
            }
            _ => {}
        }
        let line = serde_json::from_slice(line).map_err(|error| {
            usage(format!(
                "{}: not a journal line ({error}); move the file away to start anew",
                place()
            ))
        })?;
        lines.push(line);
    }
    Ok(lines)
}

fn now() -> u64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |elapsed| elapsed.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(reason: &str) -> Entry {
        Entry::RunStarted { reason: reason.into(), settings: String::new() }
    }

    #[test]
    fn lines_survive_and_a_torn_tail_is_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("reports").join(FILE);
        let mut journal = Journal::at(&path).unwrap();
        journal.append(1, started("first")).unwrap();
        journal.append(2, started("second")).unwrap();
        let whole = std::fs::read(&path).unwrap();
        for cut in 0..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let mut journal = Journal::at(&path).unwrap();
            let kept = journal.lines().len();
            assert_eq!(kept, whole[..cut].iter().filter(|byte| **byte == b'\n').count());
            journal.append(9, started("after")).unwrap();
            assert_eq!(Journal::at(&path).unwrap().lines().len(), kept + 1);
        }
    }

    #[test]
    fn a_newer_journal_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let text = "{\"v\":2,\"run\":1,\"at\":0,\"kind\":\"unheard_of\"}\n{\"torn";
        std::fs::write(&path, text).unwrap();
        let error = Journal::at(&path).unwrap_err().to_string();
        assert!(error.contains("newer tileport") && error.contains(":1"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn a_damaged_line_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        Journal::at(&path).unwrap().append(1, started("x")).unwrap();
        let mut text = std::fs::read(&path).unwrap();
        text.extend_from_slice(b"not json\n");
        std::fs::write(&path, text).unwrap();
        let error = Journal::at(&path).unwrap_err().to_string();
        assert!(error.contains("journal.jsonl:2"), "{error}");
    }
}
