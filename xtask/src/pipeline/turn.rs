//! One return of a worker: kept on disk before anything follows from it, then judged.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use crate::pipeline::gate::{self, Decision, SOFT_VALIDATOR_FAILED};
use crate::pipeline::journal::Journal;
use crate::pipeline::route::Step;
use crate::pipeline::state::{Open, Refusal};
use crate::pipeline::verdict::{Class, Stage, Verdict};
use crate::worker::Return;
use crate::workspace::KernelCrate;

/// What the gate makes of a return, with what is known of the stage so far.
#[derive(Debug, PartialEq, Eq)]
pub enum Judged {
    /// Route by this verdict.
    Spent {
        /// The verdict.
        verdict: Verdict,
        /// Its class.
        class: Option<Class>,
        /// Soft marks.
        soft: Vec<&'static str>,
    },
    /// Repair the validator block.
    Refused(Refusal),
    /// No verdict, and the repair is spent.
    Nothing,
}

/// Judges a return of the stage that is open.
pub fn judge_return(
    kernel: &KernelCrate,
    open: &Open,
    repaired: bool,
    returned: &Return,
) -> Judged {
    let stage = open.step.stage;
    if returned.ended.is_some() {
        // The driver ended it: what it printed no longer counts. Whatever D did wrong is D's.
        let class = (stage == Stage::D).then_some(Class::Host);
        return Judged::Spent { verdict: Verdict::Blocked, class, soft: vec![] };
    }
    let judgement = gate::judge(stage, repaired, &returned.output);
    let class = judgement
        .verdict
        .and_then(|verdict| class_of(kernel, stage, verdict, open.since, &returned.output));
    match (judgement.decision, open.repair) {
        (Decision::Repair, _) => Judged::Refused(Refusal { verdict: judgement.verdict, class }),
        // A repair mends the block and keeps the verdict: one that says something else has failed,
        // and so has one that says nothing.
        (_, Some(Refusal { verdict: Some(first), class: of_first }))
            if judgement.verdict != Some(first) =>
        {
            let soft = vec![SOFT_VALIDATOR_FAILED];
            Judged::Spent { verdict: first, class: of_first, soft }
        }
        _ => match judgement.verdict {
            Some(verdict) => Judged::Spent { verdict, class, soft: judgement.soft },
            None => Judged::Nothing,
        },
    }
}

/// The class of a verdict: from the report that the specification names, if the stage wrote it in
/// this semantic run (since a time in seconds), else from the return.
fn class_of(
    kernel: &KernelCrate,
    stage: Stage,
    verdict: Verdict,
    since: u64,
    output: &[u8],
) -> Option<Class> {
    let key = stage.class_key(verdict)?;
    let report = match stage {
        Stage::C => kernel.generated().join("diff_report.md"),
        _ => kernel.reports().join("correctness.md"),
    };
    fresh(&report, since)
        .and_then(|text| gate::class_line(key, &text))
        .or_else(|| gate::class_line(key, &String::from_utf8_lossy(output)))
}

fn fresh(path: &Path, since: u64) -> Option<String> {
    let changed = std::fs::metadata(path).ok()?.modified().ok()?;
    let changed = changed.duration_since(std::time::UNIX_EPOCH).ok()?.as_secs();
    (changed >= since)
        .then(|| std::fs::read(path).ok())?
        .map(|text| String::from_utf8_lossy(&text).into_owned())
}

/// What is kept of a return besides its text.
#[derive(Serialize, Deserialize)]
struct Kept {
    summary: String,
    data: serde_json::Value,
    ended: Option<String>,
}

/// The transcript of a step, beside the journal.
pub fn transcript(journal: &Journal, run: u32, step: Step, repair: bool) -> PathBuf {
    let mark = if repair { ".repair" } else { "" };
    let folder = journal.path().parent().unwrap_or(Path::new("."));
    folder.join(format!("run{run}-{step}{mark}.log"))
}

/// Keeps a return. The transcript is renamed into place last: where it is, the return is whole.
pub fn store_return(
    journal: &Journal,
    run: u32,
    step: Step,
    repair: bool,
    mut returned: Return,
) -> Result<Return> {
    let path = transcript(journal, run, step, repair);
    let kept = Kept {
        summary: returned.summary.clone(),
        data: returned.data.clone(),
        ended: returned.ended.clone(),
    };
    crate::files::write(&path.with_extension("json"), serde_json::to_string(&kept)?)?;
    crate::files::write(&path, &returned.output)?;
    returned.transcript = Some(path);
    Ok(returned)
}

/// Takes away what a lost journal may have left under the name of a step that is about to start.
pub fn discard_return(journal: &Journal, run: u32, step: Step, repair: bool) -> Result<()> {
    let path = transcript(journal, run, step, repair);
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

/// The return of a step that was kept before the driver was killed.
pub fn load_return(
    journal: &Journal,
    run: u32,
    step: Step,
    repair: bool,
) -> Result<Option<Return>> {
    let path = transcript(journal, run, step, repair);
    let Ok(output) = std::fs::read(&path) else { return Ok(None) };
    let side = path.with_extension("json");
    let read = || -> Result<Kept> { Ok(serde_json::from_slice(&std::fs::read(&side)?)?) };
    let kept = read().with_context(|| format!("cannot read {}", side.display()))?;
    Ok(Some(Return {
        output,
        summary: kept.summary,
        data: kept.data,
        transcript: Some(path),
        ended: kept.ended,
    }))
}
