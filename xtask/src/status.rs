//! Where every ported kernel stands: journals, and what `reports/coverage.json` has proved.

use anyhow::Result;
use serde::Serialize;

use crate::error::usage;
use crate::pipeline::journal::Journal;
use crate::pipeline::record::{Entry, Line};
use crate::pipeline::state::RunState;
use crate::pipeline::verdict::Stage;
use crate::stage::convert::coverage;
use crate::stage::convert::prove::Row;
use crate::validate::last_records;
use crate::workspace::Workspace;

/// One kernel.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Kernel {
    /// The operator.
    pub name: String,
    /// Number of its last run; 0 where there was none.
    pub run: u32,
    /// `PIPELINE_COMPLETE`, `STOP`, `PAUSED`, `WAITING`, `RUNNING` (begun, or killed), or `NONE`.
    pub state: &'static str,
    /// What the state says of itself.
    pub summary: String,
    /// The last verdict of each stage that has one, in order.
    pub stages: Vec<StageState>,
    /// Signatures whose Tile IR equals the reference's, and how many there are.
    pub ir_equal: Option<[usize; 2]>,
    /// The same of machine code, over signatures and targets.
    pub text_identical: Option<[usize; 2]>,
    /// Geometric mean of device time, port over reference.
    pub ratio: Option<f64>,
}

/// The last verdict of a stage.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StageState {
    /// The stage.
    pub stage: Stage,
    /// Its verdict.
    pub verdict: String,
    /// `fail_class`, `block_class` or `owner`.
    pub class: Option<String>,
    /// Who gave it.
    pub worker: String,
    /// Seconds since it was given.
    pub age_s: u64,
    /// One sentence.
    pub summary: String,
}

/// Reads one kernel's journal. `now` is seconds since 1970.
pub fn read(workspace: &Workspace, operator: &str, now: u64) -> Result<Kernel> {
    let lines = Journal::read(workspace, operator)?;
    let coverage = coverage::read(workspace)?;
    let rows = coverage.operators.get(operator).map(|known| known.rows.as_slice());
    of(operator, &lines, rows, now).map_err(|error| usage(format!("{operator}'s journal: {error}")))
}

/// A kernel's state from the lines of its journal and the rows that were proved.
fn of(operator: &str, lines: &[Line], rows: Option<&[Row]>, now: u64) -> Result<Kernel, String> {
    let run = RunState::last(lines)?;
    let (state, summary) = match (&run.finished, &run.held) {
        (Some(finished), _) if finished.verdict == "STOP" => ("STOP", finished.summary.clone()),
        (Some(finished), _) => ("PIPELINE_COMPLETE", finished.summary.clone()),
        (None, Some(held)) if held.waiting_for == "gpu" => ("PAUSED", held.reason.clone()),
        (None, Some(held)) => ("WAITING", held.reason.clone()),
        (None, None) if run.run > 0 => ("RUNNING", String::new()),
        (None, None) => ("NONE", String::new()),
    };
    let records = last_records(lines)?;
    let stages = records
        .iter()
        .map(|(stage, record)| StageState {
            stage: *stage,
            verdict: record.verdict.clone(),
            class: record.class.clone(),
            worker: record.worker.clone(),
            age_s: now.saturating_sub(given_at(lines, &record.step).unwrap_or(now)),
            summary: record.summary.clone(),
        })
        .collect();
    let count = |holds: Vec<bool>| [holds.iter().filter(|holds| **holds).count(), holds.len()];
    let ir = |rows: &[Row]| count(rows.iter().map(|row| row.ir_equal).collect());
    let text = |rows: &[Row]| {
        count(rows.iter().flat_map(|row| row.text_identical.values().copied()).collect())
    };
    Ok(Kernel {
        name: operator.to_owned(),
        run: run.run,
        state,
        summary,
        stages,
        ir_equal: rows.map(ir),
        text_identical: rows.map(text),
        ratio: records.get(&Stage::E).and_then(|record| record.data["geomean_ratio"].as_f64()),
    })
}

/// When the last record of a step was written.
fn given_at(lines: &[Line], step: &str) -> Option<u64> {
    lines.iter().rev().find_map(|line| match &line.entry {
        Entry::Spent(record) | Entry::Command(record) if record.step == step => Some(line.at),
        _ => None,
    })
}

/// `45 s`, `3 min`, `2 h`, `5 d`.
pub fn age(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        7200..172_800 => format!("{} h", seconds / 3600),
        _ => format!("{} d", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(at: u64, entry: &str) -> Line {
        serde_json::from_str(&format!("{{\"v\":1,\"run\":1,\"at\":{at},{entry}}}")).unwrap()
    }

    fn spent(at: u64, step: &str, verdict: &str, data: &str) -> Line {
        line(
            at,
            &format!(
                "\"kind\":\"spent\",\"step\":\"{step}\",\"worker\":\"builtin\",\"verdict\":\
                 \"{verdict}\",\"class\":null,\"soft\":[],\"skipped\":false,\"seconds\":1.0,\
                 \"summary\":\"\",\"data\":{data},\"transcript\":null,\"files\":{{}}"
            ),
        )
    }

    #[test]
    fn a_paused_run_shows_what_is_proved_and_what_waits() {
        let row = |ir_equal: bool, sm_100: bool| {
            serde_json::from_value::<Row>(serde_json::json!({
                "function": "f", "id": "1", "variant": "v0", "dtypes": "f16", "target": "sm_90",
                "reference_sha256": "00", "built": true, "ir_equal": ir_equal,
                "text_identical": {"sm_90": true, "sm_100": sm_100},
            }))
            .unwrap()
        };
        let rows = [row(true, true), row(false, false)];
        let lines = [
            line(1, "\"kind\":\"run_started\",\"reason\":\"first\",\"settings\":\"\""),
            spent(10, "A1", "PASS", "null"),
            spent(20, "B1", "COMPILED", "null"),
            line(
                30,
                "\"kind\":\"held\",\"step\":\"D1\",\"waiting_for\":\"gpu\",\"reason\":\"needs a GPU\",\
                 \"data\":null,\"files\":{}",
            ),
        ];
        let kernel = of("softmax", &lines, Some(&rows), 100).unwrap();
        assert_eq!((kernel.state, kernel.summary.as_str()), ("PAUSED", "needs a GPU"));
        assert_eq!(kernel.stages.len(), 2);
        assert_eq!((kernel.stages[1].age_s, kernel.stages[1].verdict.as_str()), (80, "COMPILED"));
        assert_eq!((kernel.ir_equal, kernel.text_identical), (Some([1, 2]), Some([3, 4])));
        assert_eq!(kernel.ratio, None);
    }

    #[test]
    fn no_journal_is_no_run() {
        let kernel = of("softmax", &[], None, 0).unwrap();
        assert_eq!((kernel.run, kernel.state, kernel.stages.len()), (0, "NONE", 0));
    }

    #[test]
    fn the_last_verdict_of_a_stage_counts() {
        let lines = [spent(1, "B1", "FAIL_COMPILE", "null"), spent(5, "B2", "COMPILED", "null")];
        let kernel = of("softmax", &lines, None, 5).unwrap();
        assert_eq!(kernel.stages[0].verdict, "COMPILED");
    }

    #[test]
    fn ages_are_short() {
        assert_eq!([5, 600, 7200, 400_000].map(age), ["5 s", "10 min", "2 h", "4 d"]);
    }
}
