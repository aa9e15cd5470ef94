//! What pre-commit runs: judges the affected kernels as they are staged.
//!
//! Everything is read from a copy of the index ([`index`]); the work tree is left alone. A kernel is
//! judged by format, by the items of the final gate that need no build, and by
//! clippy.

mod abi;
pub mod index;
mod sources;

use std::fmt;

use anyhow::Result;

use crate::affected::git::{Change, changed};
use crate::affected::graph::Graph;
use crate::affected::{self};
use crate::toolchain::Toolkit;
use crate::validate::{self, State, Subject};
use crate::workspace::Workspace;
use index::Mirror;

/// What is wrong with a staged kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The operator.
    pub kernel: String,
    /// The check that found it.
    pub check: String,
    /// What is wrong and what to do.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}: {}", self.kernel, self.check, self.message)
    }
}

/// What the hook found.
#[derive(Debug, Default)]
pub struct Report {
    /// The kernels that were judged.
    pub kernels: Vec<String>,
    /// What is wrong.
    pub findings: Vec<Finding>,
}

/// The items of the final gate that judge committed files alone.
const ITEMS: [&str; 8] =
    ["inputs", "analysis", "reference", "manifest", "kernel", "contract", "pipeline-test", "abi"];

/// Judges what is staged.
pub fn run(workspace: &Workspace) -> Result<Report> {
    let paths = changed(workspace.root(), &Change::Staged)?;
    if !affected::any(&paths) {
        return Ok(Report::default());
    }
    let mirror = Mirror::sync(workspace.root(), &workspace.target().join("tileport/hook"))?;
    let staged = Workspace::at(mirror.root());
    let affected = affected::kernels(&paths, &Graph::read(&staged)?);
    if affected.is_empty() {
        return Ok(Report::default());
    }
    let toolkit = Toolkit::find(workspace)?;
    let mut report = Report { kernels: affected.into_keys().collect(), ..Report::default() };
    let mut proved = Vec::new();
    for operator in &report.kernels {
        let before = report.findings.len();
        report.findings.extend(sources::format(&staged, operator)?);
        let subject = Subject::load(&staged, operator, None)?;
        for judged in validate::judge(&subject, None) {
            if ITEMS.contains(&judged.id) && judged.finding.state == State::Failed {
                report.findings.push(finding(operator, judged.id, judged.finding.note));
            }
        }
        report.findings.extend(abi::drift(workspace, &staged, operator)?);
        // What is not whole cannot be compiled for a comparison.
        if report.findings.len() == before {
            proved.push(operator.clone());
        }
    }
    if !proved.is_empty() {
        report.findings.extend(sources::clippy(workspace, &staged, &toolkit, &proved)?);
    }
    Ok(report)
}

fn finding(kernel: &str, check: &str, message: impl Into<String>) -> Finding {
    Finding { kernel: kernel.to_owned(), check: check.to_owned(), message: message.into() }
}
