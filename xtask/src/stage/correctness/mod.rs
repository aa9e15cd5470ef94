//! Stage D, correctness half: TileGym's own tests of the operator, and held-out inputs, on a GPU.
//!
//! The tests of a checkout run under pytest for cutile-rs and, in the same session, for cuTile;
//! references and tolerances are theirs. [`heldout`] runs what they do not: odd sizes, outputs that
//! hold a marker beforehand, guard rows behind them. [`judge`] says what follows, [`report`] writes
//! it down.

mod abi;
pub mod cause;
mod heldout;
pub mod judge;
pub mod junit;
pub mod report;
pub mod serves;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::Deserialize;

use self::judge::{Abi, Evidence, Gap, judge};
use self::junit::{Case, Status};
use crate::analysis::Analysis;
use crate::error::usage;
use crate::files;
use crate::pipeline::context::StageContext;
use crate::pipeline::verdict::{Check, Outcome, Verdict};
use crate::stage::site::{Site, is_bundle};
use crate::tilegym::wire::tests_of;

/// Seconds after which a test counts as hanging.
const TEST_LIMIT: u32 = 600;

/// Which of a file's tests run: both backends (`cutile` is part of either id), no timing.
const SELECTED: &str = "cutile and not test_perf";

/// Runs the tests, judges them, writes `reports/correctness.md`, `.json` and `.log`.
///
/// # Errors
/// The toolkit, the tree or an earlier stage's file is missing.
pub fn run(context: &StageContext) -> Result<Outcome> {
    let site = Site::of(context)?;
    let crate_ = context.crate_();
    let module = module_of(&crate_.analysis(), &context.operator)?;
    let gaps = known_gaps(&crate_.root().join("known_gaps.toml"))?;
    let tests = match site.tree.tests() {
        Some(folder) => tests_of(&folder, &module)?,
        None => Vec::new(),
    };
    let mut log = String::new();
    let mut found: Result<Vec<Case>, String> = Ok(Vec::new());
    if !tests.is_empty() {
        context.progress(format!("TileGym's tests: {} files", tests.len()));
        found = pytest(context, &site, &tests, &mut log)?;
    }
    if site.tree.tests().is_some() && tests.is_empty() {
        found = Err(format!("no test file of {module} below {}", site.tree.root().display()));
    }
    let tilegym = found.as_ref().map_or(0, Vec::len);
    // Nothing held out makes up for a checkout's tests that did not run.
    let blocked = site.tree.tests().is_some()
        && judge(&evidence(&found, &log, &gaps, Abi::NotRun)).verdict == Verdict::Blocked;
    let mut held_out = Vec::new();
    if !blocked {
        context.progress("held-out inputs");
        held_out = heldout::run(context, &site, &mut log)?;
        if let Ok(cases) = &mut found {
            cases.extend(held_out.iter().cloned());
        }
    }
    let mut judgement = judge(&evidence(&found, &log, &gaps, Abi::NotRun));
    let mut abi = Abi::NotRun;
    if judgement.failures.iter().any(|failure| failure.cause == cause::Cause::Mismatch)
        && !is_bundle(&context.workspace)
    {
        context.progress("ABI self-check");
        abi = abi::self_check(context, &site)?;
        judgement = judge(&evidence(&found, &log, &gaps, abi.clone()));
    }
    let facts = report::Facts {
        operator: &context.operator,
        tilegym: site.tree.version(),
        tests: tests.iter().map(|path| below(path, site.tree.root())).collect(),
        from_tilegym: tilegym,
        held_out: held_out.len(),
        abi: &abi,
        kernel_sha256: kernel_hash(context),
    };
    let reports = crate_.reports();
    files::write(&reports.join("correctness.log"), &log)?;
    files::write(&reports.join("correctness.json"), report::json(&facts, &judgement)?)?;
    files::write(&reports.join("correctness.md"), report::markdown(&facts, &judgement))?;
    files::write(&reports.join("agent_d.md"), report::summary(&facts, &judgement))?;
    // The check is that the tests ran and were read; what they found is the verdict.
    let checks = vec![Check {
        name: "tests".to_owned(),
        exit: 0,
        note: format!("{:?} for cutile-rs, {:?} for cutile", judgement.port, judgement.reference),
    }];
    let mut summary = judgement.reason.clone();
    if tests.is_empty() {
        summary += "; TileGym's own tests need a checkout (--tilegym)";
    }
    Ok(Outcome {
        verdict: judgement.verdict,
        class: judgement.class,
        checks,
        summary,
        data: serde_json::json!({ "port": judgement.port, "reference": judgement.reference }),
    })
}

fn evidence<'a>(
    found: &'a Result<Vec<Case>, String>,
    log: &'a str,
    gaps: &'a [Gap],
    abi: Abi,
) -> Evidence<'a> {
    Evidence { cases: found.as_deref().map_err(String::as_str), log, gaps, abi }
}

/// The module whose tests are the operator's, from stage A's analysis.
fn module_of(analysis: &Path, operator: &str) -> Result<String> {
    let text = std::fs::read_to_string(analysis).map_err(|error| {
        usage(format!(
            "{}: {error}; run `cargo xtask reference {operator}` first",
            analysis.display()
        ))
    })?;
    let analysis: Analysis = serde_json::from_str(&text)
        .map_err(|error| usage(format!("{}: {error}", analysis.display())))?;
    Ok(analysis.module)
}

/// Reads `known_gaps.toml`: `[[gap]]` with `test`, a part of ids, and `reason`; no file, no gaps.
fn known_gaps(path: &Path) -> Result<Vec<Gap>> {
    #[derive(Deserialize)]
    struct File {
        #[serde(default)]
        gap: Vec<Gap>,
    }
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let file: File =
        toml::from_str(&text).map_err(|error| usage(format!("{}: {error}", path.display())))?;
    match file.gap.iter().find(|gap| gap.test.trim().is_empty() || gap.reason.trim().is_empty()) {
        Some(_) => Err(usage(format!("{}: a gap without `test` or `reason`", path.display()))),
        None => Ok(file.gap),
    }
}

/// Runs pytest and reads its report; an inner error says why there is none.
fn pytest(
    context: &StageContext,
    site: &Site,
    tests: &[PathBuf],
    log: &mut String,
) -> Result<Result<Vec<Case>, String>> {
    let folder = tempfile::tempdir().context("cannot make a folder for pytest's report")?;
    let report = folder.path().join("junit.xml");
    let mut command = site.python();
    command.args(["-m", "pytest", "-p", "no:cacheprovider", "-o", "junit_family=xunit2"]);
    command.args(["--tb=short", "-q", "-k", SELECTED]);
    command.arg(format!("--timeout={TEST_LIMIT}"));
    command.arg(format!("--junitxml={}", report.display()));
    command.args(tests).current_dir(site.tree.root());
    log.push_str(&format!("$ {command:?}\n"));
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    log.push_str(&String::from_utf8_lossy(&output.stdout));
    log.push_str(&String::from_utf8_lossy(&output.stderr));
    log.push_str(&format!("\npytest: {}\n", output.status));
    if !output.status.success() {
        context.progress(format!("pytest: {}", output.status));
    }
    Ok(match std::fs::read_to_string(&report) {
        Ok(text) => junit::parse(&text),
        Err(_) => Err(output.status.to_string()),
    })
}

/// The hash of the kernel that was tested, by which a later run sees whether the report is of it.
fn kernel_hash(context: &StageContext) -> Option<String> {
    let text = std::fs::read_to_string(context.crate_().contract()).ok()?;
    let contract: serde_json::Value = serde_json::from_str(&text).ok()?;
    contract["kernel_sha256"].as_str().map(str::to_owned)
}

fn below(path: &Path, root: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_need_a_test_and_a_reason() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("known_gaps.toml");
        assert_eq!(known_gaps(&path).unwrap(), []);
        std::fs::write(&path, "[[gap]]\ntest = \"a\"\nreason = \"b\"\n").unwrap();
        assert_eq!(known_gaps(&path).unwrap().len(), 1);
        for bad in ["[[gap]]\ntest = \"a\"\nreason = \" \"\n", "[[gap]]\ntest = \"a\"\n", "["] {
            std::fs::write(&path, bad).unwrap();
            assert!(
                known_gaps(&path).unwrap_err().to_string().contains("known_gaps.toml"),
                "{bad}"
            );
        }
    }
}
