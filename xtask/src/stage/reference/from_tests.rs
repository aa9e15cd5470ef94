//! Inputs made from the tests of a TileGym checkout.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};

use super::{inputs, probe};
use crate::error::{environment, usage};
use crate::files;
use crate::pipeline::context::DEFAULT_TARGETS;
use crate::toolchain::Toolkit;
use crate::workspace::Workspace;

/// What every inputs file that is made here says, and none that a person wrote.
const MADE: &str = "made from TileGym's tests by";

/// Runs the tests that name an operator and writes its inputs file; returns the file's path.
///
/// A file that a person wrote is kept unless `force`.
pub fn refresh(
    workspace: &Workspace,
    toolkit: &Toolkit,
    operator: &str,
    tests: &Path,
    force: bool,
) -> Result<PathBuf> {
    let place =
        inputs::find(workspace, operator).unwrap_or_else(|_| inputs::waiting(workspace, operator));
    let written = std::fs::read_to_string(&place).is_ok_and(|text| !text.contains(MADE));
    if written && !force {
        return Err(usage(format!(
            "{} was not made from tests; run with --force to replace it",
            place.display()
        )));
    }
    let aside = tempfile::tempdir()?;
    // A configuration may be tried on one target alone, so that both targets' calls are looked at.
    let mut calls = Vec::new();
    for target in DEFAULT_TARGETS {
        let out = aside.path().join(format!("{target}.json"));
        run(run_tests(workspace, toolkit, (operator, tests), target, &out)?)?;
        calls.push(out);
    }
    let drafts = aside.path().join("drafts");
    let made = drafts.join(format!("{operator}.toml"));
    if let Ok(old) = std::fs::read(&place) {
        // What a person added below the drafted part is kept.
        files::write(&made, old)?;
    }
    let before = std::fs::read(&made).ok();
    let mut command = toolkit.python_command();
    command.args(["-m", "tileport.probe", "draft", "--out"]).arg(&drafts).args(&calls);
    run(command)?;
    if std::fs::read(&made).ok() == before && before.is_none() {
        return Err(usage(format!("the tests in {} call no {operator}", tests.display())));
    }
    files::write(&place, std::fs::read(&made)?)?;
    Ok(place)
}

/// The command that runs the tests that name an operator on a described GPU and writes the calls and
/// launches that they make to `out`.
///
/// # Errors
/// The folder is no checkout's, or no test names the operator; exit 2.
pub fn run_tests(
    workspace: &Workspace,
    toolkit: &Toolkit,
    (operator, tests): (&str, &Path),
    target: &str,
    out: &Path,
) -> Result<Command> {
    let root = [tests.join("tests"), tests.to_path_buf()]
        .into_iter()
        .find(|folder| folder.join("conftest.py").is_file())
        .ok_or_else(|| usage(format!("{}: no conftest.py of TileGym's tests", tests.display())))?;
    let found = naming(&root, operator)?;
    if found.is_empty() {
        return Err(usage(format!("{}: no test names {operator}", root.display())));
    }
    let mut command = toolkit.python_command();
    command.args(["-m", "tileport.probe", "from-tests", "--target", target]);
    command.arg("--stand-in").arg(probe::stand_in(workspace));
    command.arg("--out").arg(out).args(&found);
    // pytest takes its root, and with it the package of the tests, from where it is started.
    command.current_dir(root.parent().unwrap_or(&root));
    Ok(command)
}

/// Runs the probe; what it says last is the error where it fails.
///
/// # Errors
/// It cannot be started (exit 3), or it fails (exit 2).
pub fn run(mut command: Command) -> Result<()> {
    let done = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .output()
        .map_err(|error| environment(format!("{command:?} cannot be started: {error}")))?;
    if done.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&done.stderr);
    let last: Vec<_> = said.lines().rev().take(5).collect();
    Err(usage(last.into_iter().rev().collect::<Vec<_>>().join("\n")))
}

/// Test files that contain the last part of an operator's name as a word, sorted.
fn naming(root: &Path, operator: &str) -> Result<Vec<PathBuf>> {
    let (suite, name) = operator.rsplit_once('-').unwrap_or(("", operator));
    let word = regex::Regex::new(&format!(r"\b{}\b", regex::escape(name)))?;
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(root).sort_by_file_name() {
        let path = entry.with_context(|| root.display().to_string())?.into_path();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let in_suite = suite.is_empty() || path.to_string_lossy().contains(suite);
        if file.starts_with("test_") && file.ends_with(".py") && in_suite {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            if word.is_match(&text) {
                found.push(std::path::absolute(&path)?);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_found_by_the_word() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(root.path().join("suites/liger")).unwrap();
        for (file, text) in [
            ("test_a.py", "tilegym.ops.softmax(x)"),
            ("test_b.py", "tilegym.ops.softmax_bwd(x)"),
            ("helper.py", "softmax"),
            ("suites/liger/test_c.py", "liger.ops.softmax(x)"),
        ] {
            std::fs::write(root.path().join(file), text).unwrap();
        }
        let names = |operator: &str| -> Vec<String> {
            naming(root.path(), operator)
                .unwrap()
                .iter()
                .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
                .collect()
        };
        assert_eq!(names("softmax"), ["test_c.py", "test_a.py"]);
        assert_eq!(names("liger-softmax"), ["test_c.py"]);
        assert!(names("gelu").is_empty());
    }
}
