//! What the items look at: one kernel's crate, journal and TileGym tree.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tileport_contract::Contract;

use crate::analysis::{Analysis, SCHEMA};
use crate::error::usage;
use crate::pipeline::journal::Journal;
use crate::pipeline::record::{Entry, Line, SpentRecord, parse_step};
use crate::pipeline::verdict::{Stage, Verdict};
use crate::workspace::{KernelCrate, Workspace};

/// A kernel to judge. What cannot be read fails the items that need it, with the reader's message.
#[derive(Debug)]
pub struct Subject {
    /// The operator.
    pub operator: String,
    pub(super) krate: KernelCrate,
    pub(super) workspace: Workspace,
    /// The tree that was named; otherwise the workspace's own copy.
    pub(super) tilegym: Option<PathBuf>,
    analysis: Result<Analysis, String>,
    contract: Result<Contract, String>,
    journal: Result<Vec<Line>, String>,
}

impl Subject {
    /// The kernel of an operator; an error where it has no crate.
    pub fn load(
        workspace: &Workspace,
        operator: &str,
        tilegym: Option<PathBuf>,
    ) -> anyhow::Result<Self> {
        let krate = workspace.crate_of(operator);
        if !krate.root().is_dir() {
            return Err(usage(format!(
                "{operator}: has no crate under {}; run `cargo xtask port {operator}`",
                workspace.kernels().display()
            )));
        }
        let journal = Journal::read(workspace, operator).map_err(|error| format!("{error:#}"));
        let mut subject = Self {
            operator: operator.to_owned(),
            analysis: Err(String::new()),
            contract: Err(String::new()),
            krate,
            workspace: workspace.clone(),
            tilegym,
            journal,
        };
        subject.analysis = subject.json(&subject.krate.analysis());
        if let Ok(analysis) = &subject.analysis
            && analysis.schema > SCHEMA
        {
            let schema = analysis.schema;
            subject.analysis = Err(format!(
                "{}: schema {schema} is newer than this program's {SCHEMA}",
                subject.name(&subject.krate.analysis())
            ));
        }
        subject.contract = subject.json(&subject.krate.contract());
        Ok(subject)
    }

    pub(super) fn analysis(&self) -> Result<&Analysis, String> {
        self.analysis.as_ref().map_err(Clone::clone)
    }

    pub(super) fn contract(&self) -> Result<&Contract, String> {
        self.contract.as_ref().map_err(Clone::clone)
    }

    /// A path as messages name it: relative to the repository where it lies in it.
    pub(super) fn name(&self, path: &Path) -> String {
        path.strip_prefix(self.workspace.root()).unwrap_or(path).display().to_string()
    }

    /// A file's content; an error where it is missing or empty.
    pub(super) fn bytes(&self, path: &Path) -> Result<Vec<u8>, String> {
        match std::fs::read(path) {
            Ok(bytes) if bytes.is_empty() => Err(format!("{}: is empty", self.name(path))),
            Ok(bytes) => Ok(bytes),
            Err(error) => Err(format!("{}: {error}", self.name(path))),
        }
    }

    /// A text file's content; an error where it is missing, empty or not UTF-8.
    pub(super) fn text(&self, path: &Path) -> Result<String, String> {
        String::from_utf8(self.bytes(path)?)
            .map_err(|error| format!("{}: {error}", self.name(path)))
            .and_then(|text| match text.trim().is_empty() {
                true => Err(format!("{}: is empty", self.name(path))),
                false => Ok(text),
            })
    }

    fn json<T: serde::de::DeserializeOwned>(&self, path: &Path) -> Result<T, String> {
        serde_json::from_str(&self.text(path)?)
            .map_err(|error| format!("{}: {error}", self.name(path)))
    }

    /// The last verdict that the journal has for a stage, runs and single commands alike.
    pub(super) fn journalled(&self, stage: Stage) -> Result<Option<Verdict>, String> {
        match self.last_record(stage)? {
            Some(record) => record.verdict.parse().map(Some),
            None => Ok(None),
        }
    }

    /// The last record that the journal has of a stage.
    pub(super) fn last_record(&self, stage: Stage) -> Result<Option<&SpentRecord>, String> {
        let lines = self.journal.as_ref().map_err(Clone::clone)?;
        Ok(last_records(lines)?.remove(&stage))
    }
}

/// The last record of each stage in a journal.
pub fn last_records(lines: &[Line]) -> Result<BTreeMap<Stage, &SpentRecord>, String> {
    let mut records = BTreeMap::new();
    for line in lines {
        if let Entry::Spent(record) | Entry::Command(record) = &line.entry {
            records.insert(parse_step(&record.step)?.stage, &**record);
        }
    }
    Ok(records)
}
