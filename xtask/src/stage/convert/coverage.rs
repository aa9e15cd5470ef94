//! `reports/coverage.json`: what has been proved of every signature of every ported operator.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::prove::Row;
use crate::error::usage;
use crate::files;
use crate::workspace::Workspace;

/// The version of the format that this program writes.
pub const SCHEMA: u32 = 1;

/// The file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Coverage {
    /// [`SCHEMA`] of the writer.
    pub schema: u32,
    /// By operator, in the order of their names.
    pub operators: BTreeMap<String, Operator>,
}

/// What has been proved of one operator.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Operator {
    /// Version of the assembler that the cubins came from.
    pub assembler: String,
    /// How many of the rows are so.
    pub counts: Counts,
    /// How long the text of each Python function is.
    #[serde(default)]
    pub kernels: BTreeMap<String, Kernel>,
    /// One per signature, by function and id.
    pub rows: Vec<Row>,
}

/// How long the text of one Python function is; lines of code, without comments.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Kernel {
    /// Lines of the Python function and the device functions that it calls; none where its file was
    /// not at hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub python: Option<usize>,
    /// One for each structural variant that has its own text.
    pub entries: Vec<Entry>,
}

/// The text of one entry.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its name.
    pub entry: String,
    /// Its lines of code.
    pub lines: usize,
    /// On which rung of the ladder of styles it is written: 0 is the most readable.
    pub rung: usize,
}

impl Kernel {
    /// Lines of Rust over lines of Python, of the entry in the middle; none where one of them is not
    /// known.
    pub fn ratio(&self) -> Option<f64> {
        let mut lines: Vec<usize> = self.entries.iter().map(|entry| entry.lines).collect();
        lines.sort_unstable();
        let python = self.python.filter(|lines| *lines > 0)?;
        Some(*lines.get(lines.len() / 2)? as f64 / python as f64)
    }
}

/// The share of code lines that is written on each rung, from the most readable on.
pub fn rungs<'k>(kernels: impl IntoIterator<Item = &'k Kernel>) -> Vec<f64> {
    let mut lines: Vec<usize> = Vec::new();
    for entry in kernels.into_iter().flat_map(|kernel| &kernel.entries) {
        lines.resize(lines.len().max(entry.rung + 1), 0);
        lines[entry.rung] += entry.lines;
    }
    let all: usize = lines.iter().sum();
    lines.into_iter().map(|lines| lines as f64 / all.max(1) as f64).collect()
}

/// Counts over rows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Signatures.
    pub signatures: usize,
    /// Those that the kernel compiles for.
    pub built: usize,
    /// Those whose modules are equal.
    pub ir_equal: usize,
    /// Those whose machine code is the same, by target.
    pub text_identical: BTreeMap<String, usize>,
}

impl Counts {
    /// Counts rows.
    pub fn of(rows: &[Row]) -> Self {
        let mut counts = Self {
            signatures: rows.len(),
            built: rows.iter().filter(|row| row.built).count(),
            ir_equal: rows.iter().filter(|row| row.ir_equal).count(),
            text_identical: BTreeMap::new(),
        };
        for (target, same) in rows.iter().flat_map(|row| &row.text_identical) {
            *counts.text_identical.entry(target.clone()).or_default() += usize::from(*same);
        }
        counts
    }
}

/// What a row had that it lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// The Python function.
    pub function: String,
    /// The signature.
    pub id: String,
    /// What held before.
    pub what: String,
}

/// What the new rows lost of the old ones: counts may only rise.
///
/// A signature that is captured no more is no loss; nor is a target that was not asked for.
pub fn losses(old: &[Row], new: &[Row]) -> Vec<Loss> {
    let mut losses = Vec::new();
    for before in old {
        let same = |row: &&Row| row.function == before.function && row.id == before.id;
        let Some(now) = new.iter().find(same) else { continue };
        let mut lost = |what: String| {
            losses.push(Loss { function: now.function.clone(), id: now.id.clone(), what });
        };
        if before.built && !now.built {
            lost("it compiled".to_owned());
        }
        // An entry may serve other variants by the same machine code from other Tile IR.
        let is_same_code =
            !now.text_identical.is_empty() && now.text_identical.values().all(|same| *same);
        if before.ir_equal && !now.ir_equal && !is_same_code {
            lost("its IR was equal".to_owned());
        }
        for (target, _) in before.text_identical.iter().filter(|(_, same)| **same) {
            if now.text_identical.get(target) == Some(&false) {
                lost(format!("its machine code for {target} was the same"));
            }
        }
    }
    losses
}

/// Where the file lies.
pub fn path(workspace: &Workspace) -> PathBuf {
    workspace.root().join("reports/coverage.json")
}

/// Reads the file; empty where there is none.
///
/// # Errors
/// It cannot be read, or a newer program wrote it.
pub fn read(workspace: &Workspace) -> Result<Coverage> {
    let path = path(workspace);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(Coverage { schema: SCHEMA, ..Coverage::default() });
        }
        Err(error) => return Err(usage(format!("{}: {error}", path.display()))),
    };
    let coverage: Coverage = serde_json::from_str(&text)
        .map_err(|error| usage(format!("{}: {error}", path.display())))?;
    if coverage.schema > SCHEMA {
        return Err(usage(format!(
            "{}: schema {} is newer than this program's {SCHEMA}",
            path.display(),
            coverage.schema
        )));
    }
    Ok(coverage)
}

/// Puts an operator's rows in place of its old ones and says what was lost. Rows that lose
/// something are not written: the file keeps what was proved, and the caller fails.
///
/// # Errors
/// The file cannot be read or written.
pub fn record(
    workspace: &Workspace,
    operator: &str,
    assembler: &str,
    rows: &[Row],
    kernels: BTreeMap<String, Kernel>,
    force: bool,
) -> Result<Vec<Loss>> {
    let lock = workspace.target().join("tileport/coverage.lock");
    files::write(&lock, "")?;
    let held = File::open(&lock).with_context(|| lock.display().to_string())?;
    held.lock().with_context(|| lock.display().to_string())?;
    let mut coverage = read(workspace)?;
    let mut rows = rows.to_vec();
    rows.sort_by(|a, b| (&a.function, &a.id).cmp(&(&b.function, &b.id)));
    let before = coverage.operators.get(operator).map_or(&[][..], |known| &known.rows);
    let losses = losses(before, &rows);
    if !losses.is_empty() && !force {
        return Ok(losses);
    }
    let counts = Counts::of(&rows);
    let entry = Operator { assembler: assembler.to_owned(), counts, kernels, rows };
    coverage.schema = SCHEMA;
    coverage.operators.insert(operator.to_owned(), entry);
    files::write(&path(workspace), print(&coverage)?)?;
    Ok(losses)
}

/// The file's text: one row a line, so that a change shows as one line.
fn print(coverage: &Coverage) -> Result<String> {
    let mut text = format!("{{\n \"schema\": {},\n \"operators\": {{\n", coverage.schema);
    let last = coverage.operators.len();
    for (index, (name, operator)) in coverage.operators.iter().enumerate() {
        text.push_str(&format!(
            "  {}: {{\n   \"assembler\": {},\n   \"counts\": {},\n   \"kernels\": {{\n",
            serde_json::to_string(name)?,
            serde_json::to_string(&operator.assembler)?,
            serde_json::to_string(&operator.counts)?
        ));
        for (place, (function, kernel)) in operator.kernels.iter().enumerate() {
            let comma = if place + 1 < operator.kernels.len() { "," } else { "" };
            let function = serde_json::to_string(function)?;
            text.push_str(&format!("    {function}: {}{comma}\n", serde_json::to_string(kernel)?));
        }
        text.push_str("   },\n   \"rows\": [\n");
        for (place, row) in operator.rows.iter().enumerate() {
            let comma = if place + 1 < operator.rows.len() { "," } else { "" };
            text.push_str(&format!("    {}{comma}\n", serde_json::to_string(row)?));
        }
        text.push_str(if index + 1 < last { "   ]\n  },\n" } else { "   ]\n  }\n" });
    }
    text.push_str(" }\n}\n");
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str, built: bool, sm_90: Option<bool>) -> Row {
        Row {
            function: "kernel".into(),
            id: id.into(),
            variant: "v0".into(),
            dtypes: "f16".into(),
            target: "sm_90".into(),
            reference_sha256: "00".into(),
            built,
            ir_equal: built,
            text_identical: sm_90.map(|same| ("sm_90".to_owned(), same)).into_iter().collect(),
            evidence: String::new(),
            reason: None,
        }
    }

    fn one() -> BTreeMap<String, Kernel> {
        let entry = |lines, rung| Entry { entry: "k".into(), lines, rung };
        let entries = vec![entry(30, 0), entry(60, 2), entry(10, 0)];
        [("k".to_owned(), Kernel { python: Some(20), entries })].into()
    }

    #[test]
    fn texts_are_told_by_the_entry_in_the_middle_and_by_rung() {
        let kernels = one();
        assert_eq!(kernels["k"].ratio(), Some(1.5));
        assert_eq!(Kernel::default().ratio(), None);
        assert_eq!(rungs(kernels.values()), [0.4, 0.0, 0.6]);
        assert!(rungs([]).is_empty());
    }

    #[test]
    fn counts_may_only_rise() {
        let old = [row("a", true, Some(true)), row("b", true, Some(false)), row("c", true, None)];
        let new = [row("a", true, Some(false)), row("b", true, Some(true))];
        let lost = losses(&old, &new);
        assert_eq!(lost.len(), 1);
        assert_eq!(
            (lost[0].id.as_str(), lost[0].what.as_str()),
            ("a", "its machine code for sm_90 was the same")
        );
        assert_eq!(losses(&old, &[row("c", false, None)]).len(), 2);
        assert!(losses(&old, &old).is_empty());
    }

    #[test]
    fn a_loss_is_not_written_unless_forced() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::at(folder.path());
        let good = [row("b", true, Some(true)), row("a", true, Some(true))];
        assert!(record(&workspace, "op", "13.5", &good, one(), false).unwrap().is_empty());
        let written = std::fs::read_to_string(path(&workspace)).unwrap();
        let coverage = read(&workspace).unwrap();
        assert_eq!(coverage.operators["op"].counts.text_identical["sm_90"], 2);
        assert_eq!(coverage.operators["op"].rows[0].id, "a");
        assert_eq!(coverage.operators["op"].kernels, one());
        let bad = [row("a", false, None)];
        assert_eq!(record(&workspace, "op", "13.5", &bad, one(), false).unwrap().len(), 2);
        assert_eq!(std::fs::read_to_string(path(&workspace)).unwrap(), written);
        record(&workspace, "op", "13.5", &bad, one(), true).unwrap();
        assert_eq!(read(&workspace).unwrap().operators["op"].counts.built, 0);
        record(&workspace, "another", "13.5", &good, one(), false).unwrap();
        assert_eq!(read(&workspace).unwrap().operators.len(), 2);
    }

    #[test]
    fn a_newer_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::at(folder.path());
        files::write(&path(&workspace), r#"{"schema": 99, "operators": {}}"#).unwrap();
        assert!(read(&workspace).unwrap_err().to_string().contains("newer"));
    }
}
