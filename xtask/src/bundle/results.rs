//! Outcomes of stages in an unpacked bundle, and their way back into the repository.
//!
//! `results/<operator>/<stage>.json` holds an outcome and the fingerprint of the port that it is of;
//! `results/<operator>/reports/` what the stage wrote; `results/history` the nights. `import` copies the reports to the crate and keeps
//! the outcome in the build folder, where the built-in worker of a machine without a GPU finds it.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::SCHEMA;
use crate::error::{UserError, usage};
use crate::files;
use crate::pipeline::context::StageContext;
use crate::pipeline::ownership;
use crate::pipeline::verdict::{Outcome, Stage};
use crate::regress::history;
use crate::workspace::{KernelCrate, Workspace};

/// One stage's outcome on another machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    schema: u32,
    operator: String,
    stage: Stage,
    /// Of the port that was run: launch contract and launcher.
    fingerprint: String,
    outcome: Outcome,
}

/// What of a crate decides which launches are made and of which kernels.
fn fingerprint(crate_: &KernelCrate) -> Result<String> {
    let read = |path: &Path| {
        std::fs::read(path).map_err(|error| usage(format!("{}: {error}", path.display())))
    };
    let mut content = read(&crate_.contract())?;
    content.extend(read(&crate_.ffi_rs())?);
    Ok(files::sha256(content))
}

/// Keeps a stage's outcome and reports under the bundle's `results`.
pub fn keep(context: &StageContext, outcome: &Outcome) -> Result<()> {
    let crate_ = context.crate_();
    let folder = context.workspace.root().join("results").join(&context.operator);
    for entry in std::fs::read_dir(crate_.reports()).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if ownership::owner(&format!("reports/{name}")) == Some(context.stage)
            || name.ends_with(".log")
        {
            let bytes = std::fs::read(entry.path())
                .with_context(|| format!("cannot read {}", entry.path().display()))?;
            files::write(&folder.join("reports").join(name), bytes)?;
        }
    }
    let kept = Kept {
        schema: SCHEMA,
        operator: context.operator.clone(),
        stage: context.stage,
        fingerprint: fingerprint(&crate_)?,
        outcome: outcome.clone(),
    };
    let path = folder.join(format!("{}.json", context.stage));
    files::write(&path, serde_json::to_string_pretty(&kept)? + "\n")
}

/// What was taken from a bundle.
#[derive(Debug, Default, PartialEq)]
pub struct Taken {
    /// Each operator, stage and outcome.
    pub outcomes: Vec<(String, Stage, Outcome)>,
    /// Rows of the nightly's history that were not here.
    pub rows: usize,
}

/// Takes results into the workspace.
///
/// # Errors
/// The folder holds none, or a result is of another port than the workspace's: then nothing is taken.
pub fn import(workspace: &Workspace, folder: &Path) -> Result<Taken> {
    let folder = match folder.join("results") {
        inner if inner.is_dir() => inner,
        _ => folder.to_path_buf(),
    };
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(&folder).min_depth(2).max_depth(2).sort_by_file_name() {
        let entry = entry.with_context(|| format!("cannot list {}", folder.display()))?;
        if entry.path().extension().is_some_and(|extension| extension == "json") {
            found.push((entry.path().to_path_buf(), read(entry.path())?));
        }
    }
    let nights = folder.join("history");
    if found.is_empty() && !nights.is_dir() {
        return Err(usage(format!(
            "{}: no results here; give the `results` folder of a bundle that was run",
            folder.display()
        )));
    }
    for (path, kept) in &found {
        let crate_ = workspace.crate_of(&kept.operator);
        if fingerprint(&crate_)? != kept.fingerprint {
            return Err(UserError::Refused(format!(
                "{}: of another port of {} than is here (contract.json or ffi.rs differ); make the \
                 bundle again and run it",
                path.display(),
                kept.operator
            ))
            .into());
        }
    }
    let rows = history::take(&workspace.root().join(history::FOLDER), &nights)?;
    let mut outcomes = Vec::new();
    for (path, kept) in found {
        let reports = path.with_file_name("reports");
        for entry in std::fs::read_dir(&reports).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let owner = ownership::owner(&format!("reports/{name}"));
            if owner == Some(kept.stage) || (name == "bench.log" && kept.stage == Stage::E) {
                let bytes = std::fs::read(entry.path())
                    .with_context(|| format!("cannot read {}", entry.path().display()))?;
                files::write(&workspace.crate_of(&kept.operator).reports().join(name), bytes)?;
            }
        }
        let place = place(workspace, &kept.operator, kept.stage);
        files::write(&place, serde_json::to_string_pretty(&kept)? + "\n")?;
        outcomes.push((kept.operator, kept.stage, kept.outcome));
    }
    Ok(Taken { outcomes, rows })
}

/// The imported outcome of a context's stage, where it is of the port as it is now.
pub fn imported(context: &StageContext) -> Option<Outcome> {
    let path = place(&context.workspace, &context.operator, context.stage);
    let kept = path.is_file().then(|| read(&path).ok()).flatten()?;
    let same = fingerprint(&context.crate_()).is_ok_and(|now| now == kept.fingerprint);
    same.then_some(kept.outcome)
}

fn place(workspace: &Workspace, operator: &str, stage: Stage) -> PathBuf {
    workspace.target().join("tileport/imported").join(format!("{operator}.{stage}.json"))
}

fn read(path: &Path) -> Result<Kept> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let kept: Kept = serde_json::from_str(&text)
        .map_err(|error| usage(format!("{}: not a stage's result ({error})", path.display())))?;
    match kept.schema {
        SCHEMA => Ok(kept),
        other => Err(usage(format!("{}: schema {other}, not {SCHEMA}", path.display()))),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::pipeline::events::Silent;
    use crate::pipeline::verdict::Verdict;

    fn made(root: &Path, contract: &str) -> StageContext {
        let workspace = Workspace::at(root);
        let context = StageContext::new(workspace, "op", Stage::D, Arc::new(Silent));
        files::write(&context.crate_().contract(), contract).unwrap();
        files::write(&context.crate_().ffi_rs(), "ffi").unwrap();
        context
    }

    fn outcome() -> Outcome {
        Outcome {
            verdict: Verdict::AllPass,
            class: None,
            checks: Vec::new(),
            summary: "3 of 3 tests pass".to_owned(),
            data: serde_json::json!({}),
        }
    }

    #[test]
    fn results_come_back_to_the_port_that_they_are_of() {
        let (there, here) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let bundle = made(there.path(), "{}");
        let reports = bundle.crate_().reports();
        files::write(&reports.join("correctness.json"), "{}").unwrap();
        files::write(&reports.join("agent_b.md"), "B's").unwrap();
        keep(&bundle, &outcome()).unwrap();

        let context = made(here.path(), "{}");
        assert_eq!(imported(&context), None);
        let taken = import(&context.workspace, there.path()).unwrap();
        assert_eq!(taken.outcomes, [("op".to_owned(), Stage::D, outcome())]);
        assert!(context.crate_().reports().join("correctness.json").is_file());
        assert!(!context.crate_().reports().join("agent_b.md").exists());
        assert_eq!(imported(&context), Some(outcome()));

        // Another contract: the result no longer holds, and cannot be taken again.
        files::write(&context.crate_().contract(), "{\"other\": 1}").unwrap();
        assert_eq!(imported(&context), None);
        let error = import(&context.workspace, there.path()).unwrap_err().to_string();
        assert!(error.contains("another port of op"), "{error}");
    }

    #[test]
    fn nights_come_back_once() {
        let (there, here) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let row = |night| history::Row {
            v: history::VERSION,
            night,
            operator: "op".to_owned(),
            ..Default::default()
        };
        let (workspace, bundle) = (Workspace::at(here.path()), there.path());
        let own = here.path().join(history::FOLDER);
        history::append(&own, &[row(1)]).unwrap();
        history::append(&bundle.join(history::IN_BUNDLE), &[row(1), row(2)]).unwrap();
        assert_eq!(import(&workspace, bundle).unwrap(), Taken { outcomes: Vec::new(), rows: 1 });
        assert_eq!(import(&workspace, bundle).unwrap().rows, 0);
        let kept = history::History::read(&own).unwrap();
        assert_eq!(kept.of("op", ""), [row(1), row(2)]);
    }

    #[test]
    fn a_folder_without_results_is_refused() {
        let (empty, bad) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let workspace = Workspace::at(empty.path());
        assert!(import(&workspace, empty.path()).unwrap_err().to_string().contains("no results"));
        files::write(&bad.path().join("results/op/D.json"), "{\"schema\": 9}").unwrap();
        let error = import(&workspace, bad.path()).unwrap_err().to_string();
        assert!(error.contains("D.json: not a stage's result"), "{error}");
    }
}
