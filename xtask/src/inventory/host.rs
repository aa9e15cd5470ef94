//! Host code of all operators: their modules rewritten, imported, and compared by launch log.

use std::path::Path;

use anyhow::Result;

use super::all::Job;
use super::state::State;
use crate::files::sha256;
use crate::tilegym::package::Package;
use crate::tilegym::proof::{Many, Subject};
use crate::tilegym::registry::Registry;
use crate::tilegym::rewrite::{Origin, rewrite};
use crate::tilegym::tree::Tree;
use crate::workspace::Workspace;

/// Compares the launch logs of operators' twins with TileGym's own, in one tree in which all of them
/// are rewritten, and keeps the result in the states.
///
/// # Errors
/// The tree cannot be rewritten, or the probe not be started.
pub fn logs(
    workspace: &Workspace,
    scratch: &Workspace,
    job: &Job,
    operators: &[String],
    tell: &(dyn Fn(&str) + Sync),
) -> Result<()> {
    let tree = Tree::find(workspace, job.tilegym.as_deref())?;
    let registry = Registry::read(&tree)?;
    let mut subjects = Vec::new();
    let mut states = Vec::new();
    for operator in operators {
        let inputs = scratch.root().join("inputs").join(format!("{operator}.toml"));
        let mut state = State::read(scratch, operator);
        match registry.resolve(operator) {
            Ok(resolved) => {
                subjects.push(Subject { name: operator.clone(), module: resolved.module, inputs });
                states.push(state);
            }
            Err(error) => {
                state.log_error =
                    Some(format!("{error:#}").lines().next().unwrap_or("").to_owned());
                state.write(scratch)?;
            }
        }
    }
    let many = Many::prepare(workspace, &tree, &job.targets, &registry)?;
    let basis = many.basis()?;
    let keys: Vec<String> = subjects
        .iter()
        .map(|subject| Ok(format!("{basis} {}", sha256(read(&subject.inputs)?))))
        .collect::<Result<_>>()?;
    let stale: Vec<usize> =
        (0..subjects.len()).filter(|at| states[*at].log_key != keys[*at]).collect();
    for batch in stale.chunks(16) {
        let some: Vec<_> = batch.iter().map(|at| subjects[*at].clone()).collect();
        for (at, result) in batch.iter().zip(many.compare(&some)?) {
            let state = &mut states[*at];
            // The conversion may have been renewed meanwhile.
            *state = State::read(scratch, &state.operator);
            let said = match &result {
                Ok(reports) => {
                    let launches: usize = reports.iter().map(|one| one.launches).sum();
                    let different: usize = reports.iter().map(|one| one.differences.len()).sum();
                    format!("{launches} launches, {different} inputs differ")
                }
                Err(error) => format!("{error:#}").lines().next().unwrap_or("").to_owned(),
            };
            match result {
                Ok(reports) => (state.logs, state.log_error) = (Some(reports), None),
                Err(_) => (state.logs, state.log_error) = (None, Some(said.clone())),
            }
            state.log_key.clone_from(&keys[*at]);
            state.write(scratch)?;
            tell(&format!("{}: {said}", state.operator));
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| crate::error::usage(format!("{}: {error}", path.display())))
}

/// Modules whose host code the rewriter refuses: file, line and what it does not know.
///
/// # Errors
/// The tree cannot be read.
pub fn refusals(tree: &Tree) -> Result<Vec<(String, usize, String)>> {
    let files = tree.python_files()?;
    let package = Package::new(&files);
    let origin = Origin { version: tree.version(), sha256: "" };
    let mut refused = Vec::new();
    for module in package.modules().filter(|module| package.has_twin(&module.name)) {
        if let Err(error) = rewrite(&package, module, origin) {
            let text = format!("{error:#}");
            let mut parts = text.splitn(3, ':').skip(1);
            let line = parts.next().and_then(|line| line.trim().parse().ok()).unwrap_or(0);
            refused.push((
                module.file.clone(),
                line,
                parts.next().unwrap_or(&text).trim().to_owned(),
            ));
        }
    }
    Ok(refused)
}
