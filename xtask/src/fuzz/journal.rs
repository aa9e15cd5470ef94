//! What became of each seed: one line each, appended as it is known.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::one::Report;
use crate::tileir::random::GENERATION;

/// A line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The seed.
    pub seed: u64,
    /// What became of its module.
    #[serde(flatten)]
    pub report: Report,
    /// The decisions of a fault, made few; empty otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<u32>,
}

/// The first line: what the rest was made by.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    generation: u32,
}

/// A journal that is open for lines to be added.
#[derive(Debug)]
pub struct Journal {
    file: Mutex<File>,
}

impl Journal {
    /// Opens a journal, and its lines where it is to be gone on with. It starts anew where it is not,
    /// or where its seeds gave other modules. A last line that was cut off is dropped.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn open(path: &Path, resume: bool) -> Result<(Self, Vec<Line>)> {
        let name = || path.display().to_string();
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(name)?;
        }
        let old = if resume { read(path).with_context(name)? } else { None };
        let head = serde_json::to_string(&Head { generation: GENERATION })?;
        // Written anew even where it goes on: a line that was cut off would spoil the next one.
        let mut text = format!("{head}\n");
        for line in old.iter().flatten() {
            text.push_str(&serde_json::to_string(line)?);
            text.push('\n');
        }
        crate::files::write(path, text)?;
        let file = File::options().append(true).open(path).with_context(name)?;
        Ok((Self { file: Mutex::new(file) }, old.unwrap_or_default()))
    }

    /// Adds a line.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn append(&self, line: &Line) -> Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(text.as_bytes()).context("the journal")
    }
}

/// The lines of a journal of this generation.
fn read(path: &Path) -> Result<Option<Vec<Line>>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let mut lines = BufReader::new(file).lines();
    let Some(head) = lines.next().transpose()? else { return Ok(None) };
    match serde_json::from_str::<Head>(&head) {
        Ok(head) if head.generation == GENERATION => {}
        _ => return Ok(None),
    }
    let mut list = Vec::new();
    for line in lines {
        match serde_json::from_str(&line?) {
            Ok(line) => list.push(line),
            Err(_) => break,
        }
    }
    Ok(Some(list))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::one::Verdict;

    fn line(seed: u64) -> Line {
        let report = Report {
            verdict: Verdict::Equal,
            reason: String::new(),
            ops: 3,
            launches: 2,
            mutants: [4, 0],
            assembled: false,
            alike: None,
        };
        Line { seed, report, choices: Vec::new() }
    }

    #[test]
    fn a_run_that_was_cut_off_goes_on_after_its_last_whole_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let (journal, old) = Journal::open(&path, true).unwrap();
        assert!(old.is_empty());
        journal.append(&line(1)).unwrap();
        journal.append(&line(2)).unwrap();
        let mut text = std::fs::read_to_string(&path).unwrap();
        text.push_str("{\"seed\":3,\"verd");
        std::fs::write(&path, text).unwrap();
        let (journal, old) = Journal::open(&path, true).unwrap();
        assert_eq!(old, [line(1), line(2)]);
        journal.append(&line(3)).unwrap();
        let (_, old) = Journal::open(&path, true).unwrap();
        assert_eq!(old.len(), 3);
        let (_, old) = Journal::open(&path, false).unwrap();
        assert!(old.is_empty());
    }

    #[test]
    fn lines_of_another_generation_do_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let text = format!(
            "{{\"generation\":{}}}\n{}\n",
            GENERATION + 1,
            serde_json::to_string(&line(1)).unwrap()
        );
        std::fs::write(&path, text).unwrap();
        let (_, old) = Journal::open(&path, true).unwrap();
        assert!(old.is_empty());
    }
}
