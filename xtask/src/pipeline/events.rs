//! The closed set of things that happen in a run; reporters consume it and nothing else prints.

use serde::Serialize;

use crate::pipeline::verdict::{Class, Stage, Verdict};

/// Something that happened. `--json` prints these as they are, one a line, tagged by `event`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// Another run holds the kernel.
    LockWait {
        /// The operator.
        kernel: String,
        /// Who holds it, as the lock file says.
        holder: String,
    },
    /// A run begins or goes on.
    RunStarted {
        /// The operator.
        kernel: String,
        /// Number of the run in the kernel's journal, from 1.
        run: u32,
        /// Whether an earlier process began it.
        resumed: bool,
    },
    /// A stage begins.
    StageStarted {
        /// The operator.
        kernel: String,
        /// The stage.
        stage: Stage,
        /// Label of the attempt, from 1.
        attempt: u8,
        /// Name of the worker.
        worker: String,
        /// Whether this is the one repair of the validator block.
        repair: bool,
    },
    /// What a stage is doing now; each replaces the one before.
    Progress {
        /// The operator.
        kernel: String,
        /// The stage.
        stage: Stage,
        /// One short line.
        message: String,
    },
    /// Something that must stay visible.
    Note {
        /// The operator.
        kernel: String,
        /// The stage, if one runs.
        stage: Option<Stage>,
        /// One message.
        message: String,
    },
    /// What a built-in stage says of its own checks, as workers print it.
    WorkerOutput {
        /// The operator.
        kernel: String,
        /// The stage.
        stage: Stage,
        /// Validator block and verdict line.
        text: String,
    },
    /// A stage ended with a verdict that the gate let through.
    StageFinished {
        /// The operator.
        kernel: String,
        /// The stage.
        stage: Stage,
        /// Label of the attempt.
        attempt: u8,
        /// Its verdict.
        verdict: Verdict,
        /// `fail_class`, `block_class` or `owner`.
        class: Option<Class>,
        /// Soft marks of the gate.
        soft: Vec<String>,
        /// True where unchanged inputs made running it needless.
        skipped: bool,
        /// Seconds of wall clock.
        seconds: f64,
        /// One sentence.
        summary: String,
    },
    /// The routing table chose what follows.
    Routed {
        /// The operator.
        kernel: String,
        /// Id of the row, e.g. `D1.FAIL.host`.
        row: String,
        /// `D2`, `STOP`, `PIPELINE_COMPLETE`, …
        next: String,
    },
    /// The run waits for a GPU.
    Paused {
        /// The operator.
        kernel: String,
        /// The stage that is still unspent.
        stage: Stage,
        /// What is proved and what waits.
        reason: String,
    },
    /// A person or agent has to act.
    Waiting {
        /// The operator.
        kernel: String,
        /// The stage.
        stage: Stage,
        /// What to do, with the path of the prompt pack.
        reason: String,
    },
    /// The run came to an end.
    RunFinished {
        /// The operator.
        kernel: String,
        /// `PIPELINE_COMPLETE`, `STOP`, `PAUSED`, `WAITING` or `ERROR`.
        verdict: String,
        /// One sentence.
        summary: String,
    },
    /// The last event of `port`.
    Summary {
        /// One entry a kernel, in the order of the command line.
        kernels: Vec<KernelSummary>,
    },
}

/// How one kernel's run ended.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct KernelSummary {
    /// The operator.
    pub name: String,
    /// `PIPELINE_COMPLETE`, `STOP`, `PAUSED`, `WAITING` or `ERROR`.
    pub verdict: String,
    /// `gpu`, `person`, or null.
    pub waiting_for: Option<String>,
    /// The stages of the run, in order.
    pub stages: Vec<StageSummary>,
    /// What stage B says of each variant and dtype: `ir_equal`, `text_identical` by target.
    pub variants: Vec<serde_json::Value>,
}

/// How one stage of a run ended.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StageSummary {
    /// The stage.
    pub stage: Stage,
    /// Label of the attempt.
    pub attempt: u8,
    /// Its verdict.
    pub verdict: Verdict,
    /// `fail_class`, `block_class` or `owner`.
    pub class: Option<Class>,
    /// Soft marks of the gate.
    pub soft: Vec<String>,
    /// One sentence.
    pub summary: String,
}

/// A consumer of events.
pub trait Sink: Send + Sync {
    /// Takes note of an event. Must not fail: a reporter that cannot write drops it.
    fn emit(&self, event: &Event);
}

/// A sink that keeps nothing.
#[derive(Debug, Default, Clone, Copy)]
pub struct Silent;

impl Sink for Silent {
    fn emit(&self, _: &Event) {}
}

impl KernelSummary {
    /// The entry of a kernel whose run ended in an error of the program or the machine.
    pub fn error(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            verdict: "ERROR".to_owned(),
            waiting_for: None,
            stages: Vec::new(),
            variants: Vec::new(),
        }
    }
}
