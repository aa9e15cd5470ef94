//! The routing table as data, and the pure function that applies it to a run's history.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use crate::pipeline::caps;
use crate::pipeline::verdict::{Class, Stage, Verdict};

/// A stage with the label of its attempt, such as `D2`.
///
/// Labels name rows of the table and are not counts: `E2` follows `D2` even where no `E1` ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Step {
    /// The stage.
    pub stage: Stage,
    /// The label, 1 or 2.
    pub attempt: u8,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.stage, self.attempt)
    }
}

/// A semantic run that is spent: its verdict passed the gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spent {
    /// What ran.
    pub step: Step,
    /// Its verdict.
    pub verdict: Verdict,
    /// `fail_class`, `block_class` or `owner`, where a valid one was given.
    pub class: Option<Class>,
}

/// What follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Next {
    /// Start this stage.
    Spawn(Step),
    /// The run ends without a result.
    Stop,
    /// The run ends; the final gate judges what is there.
    Complete,
}

impl fmt::Display for Next {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spawn(step) => step.fmt(f),
            Self::Stop => f.write_str("STOP"),
            Self::Complete => f.write_str("PIPELINE_COMPLETE"),
        }
    }
}

impl Serialize for Next {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What a row asks of the history before its `next` holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Condition {
    /// Stage C has not run in this run.
    CHasNotRun,
    /// Stage B has run at most once.
    BNotRespawned,
    /// Stage D has run at most once.
    DNotRespawned,
}

impl Condition {
    fn holds(self, history: &[Spent]) -> bool {
        match self {
            Self::CHasNotRun => runs(history, Stage::C) == 0,
            Self::BNotRespawned => runs(history, Stage::B) <= 1,
            Self::DNotRespawned => runs(history, Stage::D) <= 1,
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CHasNotRun => "C has not run",
            Self::BNotRespawned => "B not respawned",
            Self::DNotRespawned => "D not respawned",
        })
    }
}

impl Serialize for Condition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// One row of the routing table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The stage that returned.
    pub stage: Stage,
    /// The label of its attempt.
    pub attempt: u8,
    /// Its verdict.
    pub verdict: Verdict,
    /// The class that the row is for; none where it has none or the line is absent.
    pub class: Option<Class>,
    /// What follows.
    pub next: Next,
    /// The condition on which it follows.
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
    /// What follows otherwise.
    #[serde(rename = "else")]
    pub otherwise: Option<Next>,
}

impl Row {
    /// A name for the row: `A1.PASS`, `D1.FAIL.host`.
    pub fn id(&self) -> String {
        let class = self.class.map_or(String::new(), |class| format!(".{class}"));
        format!("{}{}.{}{class}", self.stage, self.attempt, self.verdict)
    }
}

/// The routing table, in the specification's order.
pub const TABLE: &[Row] = {
    use Class::{Env, Host, Kernel};
    use Condition::{BNotRespawned, CHasNotRun, DNotRespawned};
    use Stage::{A, B, C, D, E, F};
    use Verdict as V;
    const STOP: Next = Next::Stop;
    const END: Next = Next::Complete;
    &[
        row(A, 1, V::Pass, None, go(B, 1)),
        row(A, 1, V::FailFixable, None, STOP),
        row(A, 1, V::Blocked, None, STOP),
        row(B, 1, V::Compiled, None, go(D, 1)),
        row(B, 1, V::FailCompile, None, STOP),
        row(B, 1, V::FailFixable, None, STOP),
        row(B, 1, V::Blocked, None, STOP),
        row(D, 1, V::AllPass, None, go(E, 1)),
        row(D, 1, V::Fail, Some(Host), go(D, 2)),
        row(D, 1, V::Fail, Some(Kernel), go(C, 1)),
        row(D, 1, V::Fail, None, go(C, 1)),
        row(D, 1, V::Blocked, Some(Host), go(D, 2)),
        row(D, 1, V::Blocked, Some(Kernel), go(C, 1)),
        row(D, 1, V::Blocked, Some(Env), STOP),
        row(D, 1, V::Blocked, None, go(C, 1)),
        row(E, 1, V::Done, None, END),
        row(E, 1, V::Investigate, None, go(C, 1)).when(CHasNotRun, END),
        row(E, 1, V::Blocked, None, go(C, 1)).when(CHasNotRun, END),
        row(C, 1, V::FailFixable, Some(Host), go(D, 2)).when(DNotRespawned, END),
        row(C, 1, V::FailFixable, Some(Kernel), go(B, 2)).when(BNotRespawned, END),
        row(C, 1, V::FailFixable, None, go(B, 2)).when(BNotRespawned, END),
        row(C, 1, V::Pass, None, END),
        row(C, 1, V::PassWithNotes, None, END),
        row(C, 1, V::FailCompilerBug, None, END),
        row(C, 1, V::Blocked, None, END),
        row(B, 2, V::Compiled, None, go(D, 2)),
        row(B, 2, V::FailCompile, None, STOP),
        row(B, 2, V::FailFixable, None, STOP),
        row(B, 2, V::Blocked, None, STOP),
        row(D, 2, V::AllPass, None, go(E, 2)),
        row(D, 2, V::Fail, None, END),
        row(D, 2, V::Blocked, None, END),
        row(E, 2, V::Done, None, END),
        row(E, 2, V::Investigate, None, END),
        row(E, 2, V::Blocked, None, END),
        row(F, 1, V::Fixable, None, END),
        row(F, 1, V::Aligned, None, END),
        row(F, 1, V::Blocked, None, END),
    ]
};

const fn go(stage: Stage, attempt: u8) -> Next {
    Next::Spawn(Step { stage, attempt })
}

const fn row(stage: Stage, attempt: u8, verdict: Verdict, class: Option<Class>, next: Next) -> Row {
    Row { stage, attempt, verdict, class, next, condition: None, otherwise: None }
}

impl Row {
    const fn when(mut self, condition: Condition, otherwise: Next) -> Self {
        self.condition = Some(condition);
        self.otherwise = Some(otherwise);
        self
    }
}

/// The next step, and the row that says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    /// What follows.
    pub next: Next,
    /// The row; none at the start of a run.
    pub row: Option<&'static Row>,
    /// True where the row's step was refused because its stage has no semantic run left.
    pub capped: bool,
}

/// A history whose last entry no row of the table covers: a verdict that is not the stage's own, or
/// a label that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no row of the routing table covers {step} {verdict}")]
pub struct NoRow {
    /// The step that has no row.
    pub step: Step,
    /// Its verdict.
    pub verdict: Verdict,
}

/// What follows after `history`. Pure: the same history gives the same step.
pub fn route(history: &[Spent]) -> Result<Decision, NoRow> {
    let Some(last) = history.last() else {
        return Ok(Decision { next: go(Stage::A, 1), row: None, capped: false });
    };
    let row = find(last).ok_or(NoRow { step: last.step, verdict: last.verdict })?;
    let met = row.condition.is_none_or(|condition| condition.holds(history));
    let next = if met { row.next } else { row.otherwise.unwrap_or(Next::Complete) };
    match next {
        Next::Spawn(step) if runs(history, step.stage) >= caps::semantic_runs(step.stage) => {
            Ok(Decision { next: Next::Complete, row: Some(row), capped: true })
        }
        next => Ok(Decision { next, row: Some(row), capped: false }),
    }
}

/// The row for a return: the one of its class, else the one for an absent class.
fn find(spent: &Spent) -> Option<&'static Row> {
    let rows = || {
        TABLE.iter().filter(|row| {
            row.stage == spent.step.stage
                && row.attempt == spent.step.attempt
                && row.verdict == spent.verdict
        })
    };
    rows()
        .find(|row| row.class.is_some() && row.class == spent.class)
        .or_else(|| rows().find(|row| row.class.is_none()))
}

fn runs(history: &[Spent], stage: Stage) -> u8 {
    let count = history.iter().filter(|spent| spent.step.stage == stage).count();
    u8::try_from(count).unwrap_or(u8::MAX)
}

#[cfg(test)]
#[path = "route_tests.rs"]
mod tests;
