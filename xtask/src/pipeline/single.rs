//! A single-stage command: one stage outside any run, under the kernel's lock, noted in its journal.

use std::time::Instant;

use anyhow::Result;

use crate::pipeline::context::{StageContext, StageFn};
use crate::pipeline::journal::Journal;
use crate::pipeline::record::{Entry, SpentRecord};
use crate::pipeline::verdict::Outcome;
use crate::pipeline::{lock, ownership};

/// Runs one stage. No cap is touched and no run is started; the journal says that it happened, and
/// what it left counts as a change for the next `port`.
pub fn run(context: &StageContext, stage: StageFn) -> Result<Outcome> {
    let operator = &context.operator;
    let _lock = lock::acquire(&context.workspace, operator, &*context.sink)?;
    let begun = Instant::now();
    let outcome = stage(context)?;
    let tilegym = context.options.tilegym.as_deref();
    let record = SpentRecord {
        step: format!("{}1", context.stage),
        worker: "builtin".to_owned(),
        verdict: outcome.verdict.to_string(),
        class: outcome.class.map(|class| class.to_string()),
        soft: Vec::new(),
        skipped: false,
        seconds: begun.elapsed().as_secs_f64(),
        summary: outcome.summary.clone(),
        data: outcome.data.clone(),
        transcript: None,
        files: ownership::hashes(&context.workspace, operator, tilegym)?,
    };
    let mut journal = Journal::open(&context.workspace, operator)?;
    journal.append(0, Entry::Command(Box::new(record)))?;
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::pipeline::events::Silent;
    use crate::pipeline::state::RunState;
    use crate::pipeline::verdict::{Stage, Verdict};
    use crate::workspace::Workspace;

    #[test]
    fn a_single_stage_is_noted_outside_any_run() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::at(folder.path());
        let context = StageContext::new(workspace.clone(), "op", Stage::B, Arc::new(Silent));
        let stage: StageFn = |_| {
            Ok(Outcome {
                verdict: Verdict::Compiled,
                class: None,
                checks: Vec::new(),
                summary: "built".to_owned(),
                data: serde_json::Value::Null,
            })
        };
        run(&context, stage).unwrap();
        let lines = Journal::read(&workspace, "op").unwrap();
        assert!(matches!(&lines[..], [line] if matches!(line.entry, Entry::Command(_))));
        assert_eq!(RunState::last(&lines).unwrap().run, 0);
    }
}
