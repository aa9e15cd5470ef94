//! The validators of each stage; all 17 items together are the final gate.
//!
//! An item looks at files alone: it runs neither cargo nor a kernel, so `validate` can be run at any
//! time. What only a GPU can tell is reported as waiting until its report is there.

mod bench;
mod convert;
mod host;
pub mod junit;
mod reference;
mod reports;
pub mod sample;
mod subject;

use serde::Serialize;

use crate::error::usage;
use crate::pipeline::context::StageContext;
use crate::pipeline::verdict::{Check, Stage};

pub use subject::{Subject, last_records};

/// How an item came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It holds.
    Passed,
    /// It does not.
    Failed,
    /// It cannot be told yet: a GPU or a checkout is needed.
    Waiting,
    /// It does not apply to this kernel.
    Skipped,
}

/// What an item found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// How it came out.
    pub state: State,
    /// What was seen, or what is wrong and how to mend it.
    pub note: String,
}

impl Finding {
    fn passed(note: impl Into<String>) -> Self {
        Self { state: State::Passed, note: note.into() }
    }

    fn failed(note: impl Into<String>) -> Self {
        Self { state: State::Failed, note: note.into() }
    }

    fn waiting(note: impl Into<String>) -> Self {
        Self { state: State::Waiting, note: note.into() }
    }

    fn skipped(note: impl Into<String>) -> Self {
        Self { state: State::Skipped, note: note.into() }
    }
}

/// An item's check: a failure is the error's message.
type Checked = Result<Finding, String>;

/// One item of the gate.
#[derive(Serialize)]
pub struct Item {
    /// Its name.
    pub id: &'static str,
    /// The stage that it judges.
    pub stage: Stage,
    /// What it demands.
    pub what: &'static str,
    /// Why it exists.
    pub why: &'static str,
    #[serde(skip)]
    check: fn(&Subject) -> Checked,
}

/// The items, in the order of the stages.
pub const ITEMS: [Item; 17] = [
    Item {
        id: "inputs",
        stage: Stage::A,
        what: "inputs.toml is there and is the one that the reference was captured from",
        why: "a reference of other inputs proves nothing about these",
        check: reference::inputs,
    },
    Item {
        id: "analysis",
        stage: Stage::A,
        what: "reference/analysis.json is readable and names functions, signatures, tolerance and \
               correctness reference",
        why: "every later stage takes its facts from it",
        check: reference::analysis,
    },
    Item {
        id: "reference",
        stage: Stage::A,
        what: "each representative's bytecode is there, readable and has the recorded hash",
        why: "a reference that was edited or cut short would be matched faithfully",
        check: reference::bytecode,
    },
    Item {
        id: "report-a",
        stage: Stage::A,
        what: "reports/agent_a.md says PASS, as the journal does",
        why: "a report that disagrees with the run is of another run",
        check: |subject| reports::of(subject, Stage::A),
    },
    Item {
        id: "manifest",
        stage: Stage::B,
        what: "Cargo.toml names package, cdylib and rlib, pinned dependencies, and a reason where \
               equality is below text",
        why: "an unpinned compiler changes the code that was proved; a lower demand must be argued",
        check: convert::manifest,
    },
    Item {
        id: "kernel",
        stage: Stage::B,
        what: "src/kernel.rs has every entry, is generic over the element type, and says what it \
               was made from; src/lib.rs gates the launcher",
        why: "one source per element type drifts apart; B must compile before D exists",
        check: convert::kernel,
    },
    Item {
        id: "contract",
        stage: Stage::B,
        what: "src/contract.json belongs to this kernel.rs and serves every captured signature",
        why: "a launch finds its entry by it; what is not served raises at the user's",
        check: convert::contract,
    },
    Item {
        id: "pipeline-test",
        stage: Stage::B,
        what: "tests/pipeline.rs compiles entries of this crate",
        why: "cargo test must notice when a compiler update changes the kernel",
        check: convert::pipeline_test,
    },
    Item {
        id: "equality",
        stage: Stage::B,
        what: "every signature is as equal to its reference as the crate demands",
        why: "equal machine code is correct and not slower by construction",
        check: convert::equality,
    },
    Item {
        id: "report-b",
        stage: Stage::B,
        what: "reports/agent_b.md says COMPILED, as the journal does; the build log is there",
        why: "a report that disagrees with the run is of another run",
        check: convert::report,
    },
    Item {
        id: "diff-report",
        stage: Stage::C,
        what: "where C ran: generated/diff_report.md opens with its verdict, and a fixable one \
               names its owner",
        why: "the router follows the owner; without one a host fault goes to B",
        check: reports::diff,
    },
    Item {
        id: "abi",
        stage: Stage::D,
        what: "src/ffi.rs is what the contract generates: every function with declared types",
        why: "an argument of another width corrupts memory without a word",
        check: host::abi,
    },
    Item {
        id: "library",
        stage: Stage::D,
        what: "the built library exports every symbol and table of the contract",
        why: "a missing symbol is found by the first user otherwise",
        check: host::library,
    },
    Item {
        id: "wrapper",
        stage: Stage::D,
        what: "the wrapper is wired, calls the current library, and nothing of it reaches another \
               backend",
        why: "a fallback would pass every test without the port",
        check: host::wrapper,
    },
    Item {
        id: "test",
        stage: Stage::D,
        what: "TileGym's test of the operator is parametrised with cutile-rs",
        why: "a test that does not name the backend never runs it",
        check: host::test,
    },
    Item {
        id: "correctness",
        stage: Stage::D,
        what: "reports/agent_d.md says ALL_PASS on a GPU, with a number of passed tests above zero",
        why: "only a device can show the values",
        check: host::correctness,
    },
    Item {
        id: "performance",
        stage: Stage::E,
        what: "reports/agent_e.md says DONE, and the perf logs are there and clean",
        why: "a log with an error in it holds no times",
        check: bench::performance,
    },
];

/// An item with what it found, for reports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Judged {
    /// The item's name.
    pub id: &'static str,
    /// Its stage.
    pub stage: Stage,
    /// What it found.
    #[serde(flatten)]
    pub finding: Finding,
}

/// Judges a kernel by the items of a stage, or by all.
pub fn judge(subject: &Subject, stage: Option<Stage>) -> Vec<Judged> {
    ITEMS
        .iter()
        .filter(|item| stage.is_none_or(|stage| item.stage == stage))
        .map(|item| Judged {
            id: item.id,
            stage: item.stage,
            finding: (item.check)(subject).unwrap_or_else(Finding::failed),
        })
        .collect()
}

/// The final gate as the driver wants it: one check an item, waiting and skipped ones with exit 0
/// and their state in the note.
pub fn final_gate(context: &StageContext) -> anyhow::Result<Vec<Check>> {
    let subject =
        Subject::load(&context.workspace, &context.operator, context.options.tilegym.clone())?;
    let check = |judged: Judged| Check {
        name: judged.id.to_owned(),
        exit: i32::from(judged.finding.state == State::Failed),
        note: match judged.finding.state {
            State::Passed | State::Failed => judged.finding.note,
            State::Waiting => format!("waiting: {}", judged.finding.note),
            State::Skipped => format!("skipped: {}", judged.finding.note),
        },
    };
    Ok(judge(&subject, None).into_iter().map(check).collect())
}

/// The operators that have a crate.
pub fn ported(workspace: &crate::workspace::Workspace) -> anyhow::Result<Vec<String>> {
    let folder = workspace.kernels();
    let entries = std::fs::read_dir(&folder)
        .map_err(|error| usage(format!("{}: {error}", folder.display())))?;
    let mut operators: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().join("Cargo.toml").is_file())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| !crate::affected::SHARED.contains(&name.as_str()))
        .collect();
    operators.sort();
    Ok(operators)
}

#[cfg(test)]
mod tests;
