//! The Python that the toolkit is built on.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use serde::Deserialize;

use super::environment;
use crate::error;

/// The oldest Python that has wheels for everything in the lock files.
const OLDEST_PYTHON: (u32, u32) = (3, 11);
/// The oldest torch that has the DLPack C exchange interface, through which wrappers read tensors.
const OLDEST_TORCH: (u32, u32) = (2, 10);

/// A Python environment that has torch.
#[derive(Debug, Deserialize)]
pub struct Base {
    /// Version of its torch.
    pub torch: String,
    /// Folders that its packages lie in.
    pub folders: Vec<PathBuf>,
}

/// Refuses an interpreter that does not start or is too old.
pub fn check_version(python: &Path) -> Result<()> {
    let version = ask(python, "import sys; print('%d.%d' % sys.version_info[:2])")?;
    if number(&version).is_some_and(|version| version >= OLDEST_PYTHON) {
        return Ok(());
    }
    let (major, minor) = OLDEST_PYTHON;
    Err(error::environment(format!(
        "{} is Python {version}; name one of {major}.{minor} or newer with `cargo xtask setup \
         --python PATH`",
        python.display()
    )))
}

/// Whether an interpreter has pip.
pub fn has_pip(python: &Path) -> bool {
    ask(python, "import pip").is_ok()
}

/// The torch of an environment that the user named.
pub fn with_torch(python: &Path) -> Result<Base> {
    // find_spec: importing torch takes seconds and may want libraries that only a launch needs.
    const PROGRAM: &str = "
import importlib.metadata, importlib.util, json, os, sys
spec = importlib.util.find_spec('torch')
folders = [os.path.dirname(spec.submodule_search_locations[0])] if spec else []
folders += [p for p in sys.path if p.endswith(('site-packages', 'dist-packages')) and p not in folders]
print(json.dumps({'torch': importlib.metadata.version('torch') if spec else '', 'folders': folders}))
";
    let answer = ask(python, PROGRAM)?;
    let base: Base = serde_json::from_str(&answer).map_err(|error| {
        error::environment(format!("{}: cannot be asked for torch: {error}", python.display()))
    })?;
    if number(&base.torch).is_some_and(|version| version >= OLDEST_TORCH) {
        return Ok(base);
    }
    let found = if base.torch.is_empty() { "no torch" } else { base.torch.as_str() };
    let (major, minor) = OLDEST_TORCH;
    Err(error::environment(format!(
        "{} has {found}; torch {major}.{minor} or newer is needed. Install it there, or leave \
         --python out so that setup installs one",
        python.display()
    )))
}

/// Runs a few lines in an interpreter; what it printed, trimmed.
fn ask(python: &Path, program: &str) -> Result<String> {
    let mut command = Command::new(python);
    environment::apply(&mut command, environment::python);
    let output = command.args(["-c", program]).output().map_err(|error| {
        error::environment(format!("{}: does not start: {error}", python.display()))
    })?;
    if !output.status.success() {
        return Err(error::environment(format!(
            "{}: ended with {}: {}",
            python.display(),
            output.status,
            String::from_utf8_lossy(&output.stderr).trim()
        )));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Major and minor number of a version.
fn number(version: &str) -> Option<(u32, u32)> {
    let mut parts = version.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Exit, exit_of};

    #[test]
    fn versions_compare_as_numbers() {
        assert!(number("2.15.0+cu130") > number("2.9.1"));
        assert_eq!(number(""), None);
        assert_eq!(number("nightly"), None);
    }

    #[test]
    fn an_interpreter_that_does_not_start_is_exit_3() {
        let error = check_version(Path::new("/nonexistent/python")).unwrap_err();
        assert_eq!(exit_of(&error), Exit::Environment);
        assert!(error.to_string().contains("/nonexistent/python"));
    }
}
