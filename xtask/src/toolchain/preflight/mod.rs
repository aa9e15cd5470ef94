//! Everything outside the repository that a stage relies on, each as ok, wrong or absent with the fix.
//!
//! The checks look at [`Surroundings`] instead of the process, so that tests can describe a machine.

mod cuda;
mod host;
mod packages;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Serialize;

use super::Toolkit;
use crate::pipeline::verdict::Stage;
use crate::workspace::Workspace;

/// How one check came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// As it should be.
    Ok,
    /// In the way of the stages in [`Row::stages`].
    Wrong,
    /// Not there, and nothing that was asked for needs it.
    Absent,
}

/// One line of the report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Row {
    /// What was looked at.
    pub name: String,
    /// How it came out.
    pub status: Status,
    /// What was found: a version, a path, a variable's value.
    pub value: String,
    /// What to do, where something is to be done.
    pub fix: Option<String>,
    /// The stages that need it.
    pub stages: Vec<Stage>,
}

impl Row {
    fn new(name: &str, stages: &[Stage], result: Result<String, Fault>) -> Self {
        let (status, value, fix) = match result {
            Ok(value) => (Status::Ok, value, None),
            Err(Fault { value, fix }) => (Status::Wrong, value, Some(fix)),
        };
        Self { name: name.to_owned(), status, value, fix, stages: stages.to_vec() }
    }
}

/// What was found instead, and what to do about it.
#[derive(Debug)]
struct Fault {
    value: String,
    fix: String,
}

fn fault(value: impl Into<String>, fix: impl Into<String>) -> Fault {
    Fault { value: value.into(), fix: fix.into() }
}

/// What the checks look at.
#[derive(Debug, Clone)]
pub struct Surroundings {
    workspace: Workspace,
    toolkit: Toolkit,
    variables: BTreeMap<String, String>,
    /// `--tilegym`, else `TILEGYM_PATH`.
    tilegym: Option<PathBuf>,
}

impl Surroundings {
    /// This process's.
    pub fn of_process(workspace: &Workspace, tilegym: Option<PathBuf>) -> Self {
        let variables: BTreeMap<_, _> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        let tilegym = tilegym.or_else(|| variables.get("TILEGYM_PATH").map(PathBuf::from));
        let toolkit = Toolkit::expected(workspace);
        Self { workspace: workspace.clone(), toolkit, variables, tilegym }
    }

    /// A variable's value; set to nothing counts as not set.
    fn variable(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// The first program of a name on `PATH`.
    fn on_path(&self, program: &str) -> Option<PathBuf> {
        let path = self.variable("PATH")?;
        which::which_in(program, Some(path), self.workspace.root()).ok()
    }
}

/// All checks. Where `stage` is given, what only other stages need is at most absent; the GPU is
/// needed only where a stage that cannot do without it is asked for.
pub fn run(surroundings: &Surroundings, stage: Option<Stage>) -> Vec<Row> {
    let mut rows = host::rows(surroundings);
    rows.extend(packages::rows(surroundings));
    rows.extend(cuda::rows(surroundings));
    rows.extend(host::gpu(surroundings));
    for row in &mut rows {
        let needed = match stage {
            Some(stage) => row.stages.contains(&stage),
            None => row.stages.iter().any(|stage| *stage <= Stage::D),
        };
        if row.status == Status::Wrong && !needed {
            row.status = Status::Absent;
        }
    }
    rows
}

/// What a program prints for its version; a fault where it does not start or fails.
fn version(program: &Path, arguments: &[&str], fix: &str) -> Result<String, Fault> {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .map_err(|error| fault(format!("{}: {error}", program.display()), fix))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.success() {
        true => Ok(text),
        false => Err(fault(
            format!(
                "{}: {}: {}",
                program.display(),
                output.status,
                String::from_utf8_lossy(&output.stderr).trim()
            ),
            fix,
        )),
    }
}

/// The `13.5` of NVIDIA's `…, release 13.5, V13.5.37`.
fn release(text: &str) -> Option<(u32, u32)> {
    let rest = text.split_once("release ")?.1;
    let (major, minor) = rest.split(',').next()?.trim().split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

#[cfg(test)]
mod tests;
