//! The built-in workers: functions of `stage`.
//!
//! They are guarded by the hashes of the stages' files, not by a snapshot of the workspace as external
//! workers are: they are this program, their writes outside the kernel's crate (`reports/coverage.json`,
//! the lock file, a TileGym tree) are their task, and a stage that finds nothing to do must not read the
//! whole workspace twice. A write to another stage's files is a fault of this program and ends the run.

use anyhow::{Result, bail};

use crate::error::{Exit, exit_of};
use crate::pipeline::context::{StageContext, StageFn};
use crate::pipeline::ownership;
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
        guarded(request, || self.turn_of((self.parts)(request.step.stage), request))
    }
}

/// Runs a turn and sees to it that no other stage's files changed.
fn guarded(request: &Request<'_>, turn: impl FnOnce() -> Result<Turn>) -> Result<Turn> {
    let context = request.context;
    let hashes = || {
        let tilegym = context.options.tilegym.as_deref();
        ownership::hashes(&context.workspace, &context.operator, tilegym)
    };
    let existed = context.crate_().root().is_dir();
    let before = hashes()?;
    let turn = turn()?;
    let after = hashes()?;
    let own = request.step.stage.to_string();
    let stray = before.iter().find(|(set, hash)| {
        // The first stage makes the whole skeleton.
        let is_new = request.step.stage == Stage::A && !existed;
        **set != own && !is_new && after.get(*set) != Some(hash)
    });
    if let Some((set, _)) = stray {
        bail!(
            "{}: the built-in worker of stage {own} changed files of {}; this is a fault of \
                 tileport, and nothing was spent",
            context.operator,
            if set == "inputs" { "the inputs".to_owned() } else { format!("stage {set}") }
        );
    }
    Ok(turn)
}

impl Builtin {
    fn turn_of(&self, parts: Parts, request: &Request<'_>) -> Result<Turn> {
        let stage = request.step.stage;
        let mut last = None;
        if let Some(build) = parts.build {
            match build(request.context) {
                Ok(outcome) if outcome.verdict.is_clean_success() => last = Some(outcome),
                Ok(outcome) => {
                    report(request.context, stage, &outcome)?;
                    return Ok(Turn::Returned(returned(stage, outcome)));
                }
                Err(error) if exit_of(&error) == Exit::Waiting => {
                    return Ok(Turn::Beyond(format!("{error:#}")));
                }
                Err(error) => return Err(error),
            }
        }
        // D and E are verdicts on a GPU: without one, what was built stands and the run pauses.
        if matches!(stage, Stage::D | Stage::E) && !self.gpu {
            // Another machine may have been asked, by way of a bundle.
            if let Some(outcome) = crate::bundle::results::imported(request.context) {
                return Ok(Turn::Returned(returned(stage, outcome)));
            }
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
            Some(outcome) => {
                report(request.context, stage, &outcome)?;
                Turn::Returned(returned(stage, outcome))
            }
            None => Turn::Beyond(format!("this version has no built-in worker for stage {stage}")),
        })
    }
}

/// First line of the reports written here.
const HEAD: &str = "<!-- Written by the built-in worker from the stage's outcome. -->";

/// Writes `reports/agent_<letter>.md` for a stage that wrote none of its own in this run: one that is
/// there with this verdict, and not from here, is the stage's.
fn report(context: &StageContext, stage: Stage, outcome: &Outcome) -> Result<()> {
    let name = format!("agent_{}.md", stage.to_string().to_lowercase());
    let path = context.crate_().reports().join(name);
    let verdict = format!("VERDICT: {}", outcome.verdict);
    let old = std::fs::read_to_string(&path).unwrap_or_default();
    if !old.starts_with(HEAD) && old.lines().any(|line| line.trim() == verdict) {
        return Ok(());
    }
    let title = format!("# Stage {stage} ({}): {}", stage.title(), context.operator);
    let mut text = format!("{HEAD}\n\n{title}\n\n{}\n\n", outcome.summary);
    text.push_str("| check | exit | seen |\n| --- | ---: | --- |\n");
    for check in &outcome.checks {
        let note = check.note.replace('|', "\\|").replace('\n', " ");
        text.push_str(&format!("| {} | {} | {note} |\n", check.name, check.exit));
    }
    if let (Some(key), Some(class)) = (stage.class_key(outcome.verdict), outcome.class) {
        text.push_str(&format!("\n{key}: {class}\n"));
    }
    text.push_str(&format!("\n{verdict}\n"));
    crate::files::write(&path, text)
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::pipeline::events::Silent;
    use crate::pipeline::verdict::Check;
    use crate::workspace::Workspace;

    #[test]
    fn a_built_in_stage_that_writes_anothers_file_is_a_fault() {
        use crate::pipeline::route::Step;
        let root = tempfile::tempdir().unwrap();
        let workspace = Workspace::at(root.path());
        let context = StageContext::new(workspace, "op", Stage::B, Arc::new(Silent));
        let write = |path: &str, text: &str| {
            crate::files::write(&context.crate_().root().join(path), text).unwrap();
        };
        write("src/ffi.rs", "// host\n");
        let run = |build: StageFn| {
            fn parts_with(build: StageFn) -> Parts {
                Parts { build: Some(build), measure: None }
            }
            let gpu = false;
            let request = Request {
                context: &context,
                step: Step { stage: Stage::B, attempt: 1 },
                run: 1,
                repair: None,
                stopped: None,
                before: Vec::new(),
            };
            guarded(&request, || {
                Builtin { gpu, parts: |_| Parts::default() }.turn_of(parts_with(build), &request)
            })
        };
        fn outcome() -> Result<Outcome> {
            Ok(Outcome {
                verdict: Verdict::Compiled,
                class: None,
                checks: Vec::new(),
                summary: "built".into(),
                data: serde_json::Value::Null,
            })
        }
        let fine = run(|context| {
            crate::files::write(&context.crate_().kernel_rs(), "fn k() {}\n")?;
            outcome()
        });
        assert!(matches!(fine, Ok(Turn::Returned(_))));
        let stray = run(|context| {
            crate::files::write(&context.crate_().ffi_rs(), "// mine\n")?;
            outcome()
        });
        let message = stray.unwrap_err().to_string();
        assert!(message.contains("stage B changed files of stage D"), "{message}");
    }

    #[test]
    fn a_stage_without_a_report_gets_one_and_its_own_is_kept() {
        let root = tempfile::tempdir().unwrap();
        let workspace = Workspace::at(root.path());
        let context = StageContext::new(workspace, "op", Stage::A, Arc::new(Silent));
        let path = context.crate_().reports().join("agent_a.md");
        let read = || std::fs::read_to_string(&path).unwrap();
        let mut outcome = Outcome {
            verdict: Verdict::Pass,
            class: None,
            checks: vec![Check { name: "capture".into(), exit: 0, note: "a | b".into() }],
            summary: "2 functions".into(),
            data: serde_json::Value::Null,
        };
        report(&context, Stage::A, &outcome).unwrap();
        assert!(read().contains("a \\| b") && read().ends_with("VERDICT: PASS\n"));
        outcome.summary = "3 functions".into();
        report(&context, Stage::A, &outcome).unwrap();
        assert!(read().contains("3 functions"));

        let own = "# Mine\n\nVERDICT: PASS\n";
        crate::files::write(&path, own).unwrap();
        report(&context, Stage::A, &outcome).unwrap();
        assert_eq!(read(), own);
        outcome.verdict = Verdict::Blocked;
        report(&context, Stage::A, &outcome).unwrap();
        assert!(read().ends_with("VERDICT: BLOCKED\n"));
    }
}
