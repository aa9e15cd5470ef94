//! The journal's lines as they stand on disk, version 1.
//!
//! Apart from the live types on purpose: a verdict or event that is renamed must not change what old
//! journals mean. Live values become strings here and are parsed again where a run is resumed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::pipeline::route::{Spent, Step};

/// The version that this program writes; it reads none newer.
pub const VERSION: u32 = 1;

/// One line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// [`VERSION`] of the writer.
    pub v: u32,
    /// Number of the run, from 1; 0 for a command outside a run.
    pub run: u32,
    /// Seconds since 1970.
    pub at: u64,
    /// What happened.
    #[serde(flatten)]
    pub entry: Entry,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Entry {
    /// A run begins.
    RunStarted {
        /// Why there is a new one.
        reason: String,
        /// Hash of the settings that change what a run does: targets, workers, GPU.
        settings: String,
    },
    /// A worker is about to start.
    StageStarted {
        /// Its step, e.g. `B1`.
        step: String,
        /// Name of the worker.
        worker: String,
        /// Its place in the stage's list.
        place: usize,
        /// Whether this is the repair of a validator block.
        repair: bool,
    },
    /// A worker said that the stage is beyond it; the next in the list takes over.
    HandedOn {
        /// The step.
        step: String,
        /// Place of the worker that takes over.
        place: usize,
        /// Why.
        reason: String,
    },
    /// The gate refused a return; the letter's repair follows, or the verdict goes on with a mark.
    Refused {
        /// The step.
        step: String,
        /// The verdict that the return carried.
        verdict: Option<String>,
        /// Its class.
        class: Option<String>,
        /// The transcript, relative to the crate's `reports/`.
        transcript: Option<String>,
    },
    /// A semantic run is spent.
    Spent(Box<SpentRecord>),
    /// The run waits for a GPU, or for a person.
    Held {
        /// The step that is still unspent.
        step: String,
        /// `gpu` or `person`.
        waiting_for: String,
        /// What is proved and what waits.
        reason: String,
        /// What the part that ran found, as in [`SpentRecord::data`].
        data: serde_json::Value,
        /// Hashes as in [`SpentRecord::files`].
        files: BTreeMap<String, String>,
    },
    /// The run is over.
    RunFinished {
        /// `PIPELINE_COMPLETE` or `STOP`.
        verdict: String,
        /// Exit code of the command.
        exit: u8,
        /// One sentence.
        summary: String,
        /// Hashes as in [`SpentRecord::files`].
        files: BTreeMap<String, String>,
    },
    /// A single-stage command, outside runs.
    Command(Box<SpentRecord>),
}

/// A verdict that the gate let through.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SpentRecord {
    /// The step.
    pub step: String,
    /// Name of the worker.
    pub worker: String,
    /// The verdict.
    pub verdict: String,
    /// `fail_class`, `block_class` or `owner`.
    pub class: Option<String>,
    /// Soft marks.
    pub soft: Vec<String>,
    /// True where unchanged inputs made running it needless.
    pub skipped: bool,
    /// Seconds of wall clock.
    pub seconds: f64,
    /// One sentence.
    pub summary: String,
    /// What a built-in stage said for machines.
    pub data: serde_json::Value,
    /// The transcript, relative to the crate's `reports/`.
    pub transcript: Option<String>,
    /// Hash of the kernel's inputs and of each stage's files after the step.
    pub files: BTreeMap<String, String>,
}

impl SpentRecord {
    /// The live value that the router reads; an error names what this program does not know.
    pub fn live(&self) -> Result<Spent, String> {
        Ok(Spent {
            step: parse_step(&self.step)?,
            verdict: self.verdict.parse()?,
            class: self.class.as_deref().map(str::parse).transpose()?,
        })
    }
}

/// Reads `B1`.
pub fn parse_step(text: &str) -> Result<Step, String> {
    let split = text.char_indices().nth(1).map_or(text.len(), |(at, _)| at);
    let (stage, attempt) = text.split_at(split);
    let attempt = attempt.parse().map_err(|_| format!("`{text}` is no step"))?;
    Ok(Step { stage: stage.parse()?, attempt })
}
