//! The built-in workers: functions of `stage`.

use anyhow::Result;

use crate::error::{Exit, exit_of};
use crate::pipeline::context::StageFn;
use crate::pipeline::verdict::{Outcome, Stage, Verdict};
use crate::worker::{Request, Return, Turn, Worker};

/// The functions that make up one stage.
#[derive(Clone, Copy, Default)]
pub struct Parts {
    /// What needs no GPU.
    pub build: Option<StageFn>,
    /// What needs one; run only after `build` succeeded.
    pub measure: Option<StageFn>,
}

/// A stage done by this program.
pub struct Builtin {
    /// Whether a GPU is there.
    pub gpu: bool,
    /// The functions of each stage.
    pub parts: fn(Stage) -> Parts,
}

impl Worker for Builtin {
    fn name(&self) -> String {
        "builtin".to_owned()
    }

    fn run(&self, request: &Request<'_>) -> Result<Turn> {
        let stage = request.step.stage;
        let parts = (self.parts)(stage);
        let mut last = None;
        if let Some(build) = parts.build {
            match build(request.context) {
                Ok(outcome) if outcome.verdict.is_clean_success() => last = Some(outcome),
                Ok(outcome) => return Ok(Turn::Returned(returned(stage, outcome))),
                Err(error) if exit_of(&error) == Exit::Waiting => {
                    return Ok(Turn::Beyond(format!("{error:#}")));
                }
                Err(error) => return Err(error),
            }
        }
        // D and E are verdicts on a GPU: without one, what was built stands and the run pauses.
        if matches!(stage, Stage::D | Stage::E) && !self.gpu {
            let data = last.map(|outcome| returned(stage, outcome)).unwrap_or_default();
            return Ok(Turn::NeedsGpu(data));
        }
        if matches!(stage, Stage::D | Stage::E) && parts.measure.is_none() {
            // What was built is not what was measured: it must not pass for it.
            last = None;
        }
        if let Some(measure) = parts.measure {
            let mut outcome = measure(request.context)?;
            if let Some(built) = last {
                outcome.checks.splice(0..0, built.checks);
                if outcome.data.is_null() {
                    outcome.data = built.data;
                }
            }
            last = Some(outcome);
        }
        Ok(match last {
            Some(outcome) => Turn::Returned(returned(stage, outcome)),
            None => Turn::Beyond(format!("this version has no built-in worker for stage {stage}")),
        })
    }
}

fn returned(stage: Stage, outcome: Outcome) -> Return {
    debug_assert!(
        stage.verdicts().contains(&outcome.verdict) || outcome.verdict == Verdict::Blocked
    );
    Return {
        output: outcome.render(stage).into_bytes(),
        summary: outcome.summary,
        data: outcome.data,
        ..Return::default()
    }
}
