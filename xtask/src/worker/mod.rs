//! Workers: built-in, external commands, people.

pub mod builtin;
pub mod choice;
pub mod command;
pub mod guard;
pub mod interrupt;
pub mod manual;
pub mod mapping;
pub mod prompt;
pub mod reap;
pub mod scan;
pub mod stages;

use std::path::PathBuf;

use crate::pipeline::context::StageContext;
use crate::pipeline::route::Step;
use crate::pipeline::verdict::Verdict;

/// What the driver asks of a worker.
pub struct Request<'a> {
    /// The kernel, its files, where progress goes.
    pub context: &'a StageContext,
    /// Stage and label of the attempt.
    pub step: Step,
    /// Number of the run, for the names of transcripts and prompt packs.
    pub run: u32,
    /// Set where only the validator block is to be mended: the verdict that was given, if any.
    pub repair: Option<Option<Verdict>>,
    /// Why the worker before this one in the list could not do it.
    pub stopped: Option<String>,
    /// Steps of this run that are spent, for the prompt's list of artifacts.
    pub before: Vec<Step>,
}

/// What a worker hands back.
#[derive(Debug, Default)]
pub struct Return {
    /// All that it printed; the gate judges this.
    pub output: Vec<u8>,
    /// One sentence, if it has one.
    pub summary: String,
    /// Machine-readable facts, if it has any.
    pub data: serde_json::Value,
    /// Where the transcript was kept already.
    pub transcript: Option<PathBuf>,
    /// Set where the driver itself ended the stage, and why: a limit, or a write that was not its own.
    /// The verdict is then BLOCKED whatever was printed.
    pub ended: Option<String>,
}

/// How a worker's turn ended.
#[derive(Debug)]
pub enum Turn {
    /// It returned.
    Returned(Return),
    /// The stage is beyond it, with the exact reason; the next worker of the list takes over.
    Beyond(String),
    /// It has a GPU to wait for; the part that needs none is done and proved this much.
    NeedsGpu(Return),
    /// It waits for a person.
    Waiting(String),
}

/// Something that can do a stage.
pub trait Worker {
    /// Its name in events, journal and `--worker`.
    fn name(&self) -> String;

    /// Does the stage. An error leaves the semantic run unspent: the next `port` starts it again.
    fn run(&self, request: &Request<'_>) -> anyhow::Result<Turn>;
}
