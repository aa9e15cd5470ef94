//! `reports/history/<operator>.jsonl`: one row a case and night, oldest first. Only ever appended.
//!
//! Rows are versioned apart from the worker's lines: what an old night measured must stay readable.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::judge::Kind;
use crate::error::usage;

/// Where the history lies in a repository.
pub const FOLDER: &str = "reports/history";
/// Where it lies in a bundle: among the results that are taken back.
pub const IN_BUNDLE: &str = "results/history";

/// The version that this program writes; it reads none newer.
pub const VERSION: u32 = 1;

/// One case of one night.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// [`VERSION`] of the writer.
    pub v: u32,
    /// The night: seconds since 1970 at its begin.
    pub night: u64,
    /// The operator.
    pub operator: String,
    /// The case.
    pub case: String,
    /// What the times depend on besides the kernel.
    pub environment: BTreeMap<String, String>,
    /// The operator's library, by the hash in its name; empty where it is not known.
    pub library: String,
    /// Hash of the machine code, where it was assembled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Median times of reference and port on the device, µs; none where the case did not run.
    pub device_us: Option<[f64; 2]>,
    /// Median logarithm of port over reference on the device.
    pub device: Option<f64>,
    /// Median times from call to return, µs.
    pub host_us: Option<[f64; 2]>,
    /// Median logarithm of port over reference from call to return.
    pub host: Option<f64>,
    /// How long the worker took over it; cases are handed out by that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// What was found of it that night, the gravest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<Kind>,
}

/// The history of all operators: rows by operator and case, oldest first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct History {
    rows: BTreeMap<(String, String), Vec<Row>>,
}

impl History {
    /// Reads a folder; one that is not there is an empty history.
    ///
    /// # Errors
    /// A row that cannot be read, or of a newer version; exit 2.
    pub fn read(folder: &Path) -> Result<Self> {
        let mut history = Self::default();
        let Ok(entries) = std::fs::read_dir(folder) else { return Ok(history) };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
        paths.sort();
        for path in paths {
            let text = std::fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            let whole = text.rfind('\n').map_or("", |end| &text[..end]);
            for (number, line) in whole.lines().enumerate() {
                let place = || format!("{}:{}", path.display(), number + 1);
                let row: Row = serde_json::from_str(line)
                    .map_err(|error| usage(format!("{}: {error}", place())))?;
                if row.v > VERSION {
                    return Err(usage(format!(
                        "{}: version {} is newer than this program's {VERSION}; use a newer tileport",
                        place(),
                        row.v
                    )));
                }
                history.push(row);
            }
        }
        Ok(history)
    }

    /// Adds a row, the newest of its case.
    pub fn push(&mut self, row: Row) {
        let key = (row.operator.clone(), row.case.clone());
        self.rows.entry(key).or_default().push(row);
    }

    /// The rows of a case, oldest first.
    pub fn of(&self, operator: &str, case: &str) -> &[Row] {
        self.rows.get(&(operator.to_owned(), case.to_owned())).map_or(&[], Vec::as_slice)
    }

    /// The cases of an operator's last night.
    pub fn last_night(&self, operator: &str) -> Vec<&Row> {
        let own = || self.rows.iter().filter(|((name, _), _)| name == operator);
        let last = own().filter_map(|(_, rows)| rows.last()).map(|row| row.night).max();
        own().filter_map(|(_, rows)| rows.last()).filter(|row| Some(row.night) == last).collect()
    }

    /// All rows of an operator by case, oldest first.
    pub fn of_operator(&self, operator: &str) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |((name, _), _)| name == operator).flat_map(|(_, rows)| rows)
    }
}

/// Appends the rows of another history that a folder does not have; gives their number.
///
/// # Errors
/// A row of either cannot be read, or a file not be written.
pub fn take(folder: &Path, other: &Path) -> Result<usize> {
    let (known, other) = (History::read(folder)?, History::read(other)?);
    let is_new = |row: &&Row| !known.of(&row.operator, &row.case).contains(row);
    let mut rows: Vec<Row> = other.rows.values().flatten().filter(is_new).cloned().collect();
    rows.sort_by_key(|row| row.night);
    append(folder, &rows)?;
    Ok(rows.len())
}

/// Appends tonight's rows to their operators' files.
///
/// # Errors
/// A file cannot be written.
pub fn append(folder: &Path, rows: &[Row]) -> Result<()> {
    let mut by_operator: BTreeMap<&str, String> = BTreeMap::new();
    for row in rows {
        let text = by_operator.entry(&row.operator).or_default();
        text.push_str(&serde_json::to_string(row)?);
        text.push('\n');
    }
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (operator, text) in by_operator {
        let path = folder.join(format!("{operator}.jsonl"));
        let context = || format!("cannot append to {}", path.display());
        let mut file = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .with_context(context)?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_data()).with_context(context)?;
    }
    Ok(())
}
