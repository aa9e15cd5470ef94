//! What pre-commit runs: judges the affected kernels as they are staged.
//!
//! Everything is read from a copy of the index ([`index`]); the work tree is left alone. A kernel is
//! judged by format, by the items of the final gate that need no build, by its Tile IR against the
//! reference, and by clippy.

mod abi;
mod equality;
pub mod index;
mod sources;

use std::fmt;

use anyhow::Result;

use crate::affected::git::{Change, changed, git};
use crate::affected::graph::Graph;
use crate::affected::{self};
use crate::compile::Pool;
use crate::error::usage;
use crate::tileir::assemble::Assembler;
use crate::toolchain::Toolkit;
use crate::validate::{self, State, Subject};
use crate::workspace::Workspace;
use index::Mirror;

/// How much is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Committed signatures; one target assembled where IR differs.
    Quick,
    /// Every signature that is on disk, all targets.
    Full,
}

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
    /// Signatures that were compiled and compared.
    pub signatures: usize,
    /// What is wrong.
    pub findings: Vec<Finding>,
}

/// The items of the final gate that judge committed files alone.
const ITEMS: [&str; 8] =
    ["inputs", "analysis", "reference", "manifest", "kernel", "contract", "pipeline-test", "abi"];

/// Parts of the workspace that are compiled into the program that compiles kernels.
const COMPILER: [&str; 6] = [
    "Cargo.toml",
    "Cargo.lock",
    "xtask/compile",
    "kernels/contract",
    "kernels/ffi",
    "kernels/support",
];

/// Judges what is staged.
pub fn run(workspace: &Workspace, depth: Depth) -> Result<Report> {
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
        // Before stage D there is no launcher whose declarations could be wrong.
        let has_launcher = staged.crate_of(operator).ffi_rs().is_file();
        for judged in validate::judge(&subject, None) {
            let counts = ITEMS.contains(&judged.id) && (judged.id != "abi" || has_launcher);
            if counts && judged.finding.state == State::Failed {
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
        compiler_is_staged(workspace)?;
        let pool = Pool::new(workspace)?;
        let assembler = Assembler::of(workspace)?;
        for operator in &proved {
            let compared =
                equality::compare(workspace, &staged, operator, &pool, &assembler, depth)?;
            report.signatures += compared.signatures;
            report.findings.extend(compared.findings);
        }
        report.findings.extend(sources::clippy(workspace, &staged, &toolkit, &proved)?);
    }
    Ok(report)
}

fn finding(kernel: &str, check: &str, message: impl Into<String>) -> Finding {
    Finding { kernel: kernel.to_owned(), check: check.to_owned(), message: message.into() }
}

/// Kernels are compiled by a program that is built from the work tree; what is in it must be what is
/// staged. pre-commit itself sets unstaged changes aside before it runs hooks.
fn compiler_is_staged(workspace: &Workspace) -> Result<()> {
    let mut arguments = vec!["diff", "--name-only", "--"];
    arguments.extend(COMPILER);
    let differs = git(workspace.root(), &arguments)?;
    match differs.lines().next() {
        None => Ok(()),
        Some(path) => Err(usage(format!(
            "{path}: changed and not staged, and kernels are compiled with it; stage it, or set it \
             aside with `git stash --keep-index`"
        ))),
    }
}
