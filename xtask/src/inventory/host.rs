//! Host code of all operators: their modules rewritten, imported, and compared by launch log.

use std::path::Path;

use anyhow::Result;

use super::all::Job;
use super::state::Logs;
use crate::files::sha256;
use crate::tilegym::package::Package;
use crate::tilegym::proof::{Many, Subject};
use crate::tilegym::registry::Registry;
use crate::tilegym::rewrite::{Origin, rewrite};
use crate::tilegym::tree::Tree;
use crate::workspace::Workspace;

/// Compares the launch logs of operators' twins with TileGym's own, in one tree in which all of them
/// are rewritten, and keeps the result.
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
    let many = Many::prepare(workspace, &tree, &job.targets, &registry)?;
    let basis = many.basis()?;
    let mut wanted = Vec::new();
    for operator in operators {
        let inputs = scratch.root().join("inputs").join(format!("{operator}.toml"));
        let key = format!("{basis} {}", sha256(read(&inputs)?));
        let mut logs = Logs::read(scratch, operator);
        if logs.key == key {
            continue;
        }
        logs.key = key;
        match registry.resolve(operator) {
            Ok(resolved) => {
                let subject = Subject { name: operator.clone(), module: resolved.module, inputs };
                wanted.push((logs, subject));
            }
            Err(error) => {
                logs.error = Some(first_line(&error));
                logs.write(scratch)?;
            }
        }
    }
    let count = wanted.len();
    let mut done = 0;
    for batch in wanted.chunks_mut(16) {
        let subjects: Vec<Subject> = batch.iter().map(|(_, subject)| subject.clone()).collect();
        for ((logs, _), result) in batch.iter_mut().zip(many.compare(&subjects)?) {
            let said = match result {
                Ok(reports) => {
                    let launches: usize = reports.iter().map(|one| one.launches).sum();
                    let different: usize = reports.iter().map(|one| one.differences.len()).sum();
                    (logs.reports, logs.error) = (reports, None);
                    format!("{launches} launches, {different} inputs differ")
                }
                Err(error) => {
                    (logs.reports, logs.error) = (Vec::new(), Some(first_line(&error)));
                    first_line(&error)
                }
            };
            logs.write(scratch)?;
            done += 1;
            tell(&format!("{done}/{count} {}: {said}", logs.operator));
        }
    }
    Ok(())
}

fn first_line(error: &anyhow::Error) -> String {
    format!("{error:#}").lines().next().unwrap_or_default().to_owned()
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
