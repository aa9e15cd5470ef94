//! Reports and what the journal says of their stage.

use super::{Checked, Finding, Subject};
use crate::pipeline::verdict::{Stage, Verdict};

/// The report of a stage that must have succeeded.
pub(super) fn of(subject: &Subject, stage: Stage) -> Checked {
    let path = path(subject, stage);
    let verdict = agreed(subject, stage, &subject.text(&path)?)?;
    match verdict.is_clean_success() {
        true => Ok(Finding::passed(verdict.to_string())),
        false => Err(format!("{}: {verdict}", subject.name(&path))),
    }
}

/// Where a stage's report lies.
pub(super) fn path(subject: &Subject, stage: Stage) -> std::path::PathBuf {
    let letter = stage.to_string().to_lowercase();
    subject.krate.reports().join(format!("agent_{letter}.md"))
}

/// The verdict of a report's text, which must be the journal's where that has one.
pub(super) fn agreed(subject: &Subject, stage: Stage, text: &str) -> Result<Verdict, String> {
    let name = subject.name(&path(subject, stage));
    let verdict = verdict(stage, text).ok_or_else(|| format!("{name}: has no VERDICT line"))?;
    match subject.journalled(stage)? {
        Some(journal) if journal != verdict => {
            Err(format!("{name}: says {verdict}, the journal {journal}"))
        }
        _ => Ok(verdict),
    }
}

/// The first of the stage's own verdicts on a `VERDICT:` line.
fn verdict(stage: Stage, text: &str) -> Option<Verdict> {
    text.lines().find_map(|line| {
        let word = line.split_once("VERDICT:")?.1.trim().trim_matches(['*', '`']);
        let verdict: Verdict = word.split_whitespace().next()?.parse().ok()?;
        stage.verdicts().contains(&verdict).then_some(verdict)
    })
}

/// C's report, where C ran.
pub(super) fn diff(subject: &Subject) -> Checked {
    let path = subject.krate.generated().join("diff_report.md");
    let journal = subject.journalled(Stage::C)?;
    if journal.is_none() && !path.is_file() {
        return Ok(Finding::skipped("C did not run"));
    }
    let text = subject.text(&path)?;
    let name = subject.name(&path);
    let first = text.lines().next().unwrap_or_default();
    let word = first.trim().trim_start_matches("VERDICT:").trim();
    let found: Verdict = word.parse().map_err(|error| format!("{name}:1: {error}"))?;
    if !Stage::C.verdicts().contains(&found) {
        return Err(format!("{name}:1: {found} is not one of C's verdicts"));
    }
    if journal.is_some_and(|journal| journal != found) {
        return Err(format!("{name}: not the verdict that the journal has for C"));
    }
    let owned = text.lines().any(|line| matches!(line.trim(), "owner: host" | "owner: kernel"));
    if found == Verdict::FailFixable && !owned {
        return Err(format!("{name}: FAIL_FIXABLE without `owner: host` or `owner: kernel`"));
    }
    Ok(Finding::passed(found.to_string()))
}
