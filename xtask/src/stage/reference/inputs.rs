//! The part of `inputs.toml` that goes into the analysis unchanged; the probe reads the rest.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Deserialize;

use crate::analysis::Tolerance;
use crate::error::usage;
use crate::files::sha256;
use crate::workspace::Workspace;

/// What the program itself reads of an inputs file.
#[derive(Debug, Clone)]
pub struct Inputs {
    /// The operator that the file says it is for.
    pub operator: String,
    /// Tolerance by dtype.
    pub tolerance: BTreeMap<String, Tolerance>,
    /// What results are compared with.
    pub correctness_reference: String,
    /// Shapes of TileGym's `test_perf`.
    pub test_perf: Vec<serde_json::Value>,
    /// SHA-256 of the file.
    pub sha256: String,
    /// The file's text.
    pub text: String,
}

#[derive(Deserialize)]
struct Document {
    operator: String,
    #[serde(default)]
    tolerance: BTreeMap<String, Tolerance>,
    #[serde(default)]
    correctness_reference: String,
    #[serde(default)]
    test_perf: Vec<serde_json::Value>,
    #[serde(default)]
    input: Vec<toml::Table>,
}

/// Where an operator's inputs lie: in its crate, or in `inputs/` where it has none yet.
///
/// A folder under `kernels/` that is no crate would stop every cargo command, so that inputs of an
/// operator that was never captured cannot lie there.
pub fn find(workspace: &Workspace, operator: &str) -> Result<PathBuf> {
    let own = workspace.crate_of(operator).inputs();
    let waiting = waiting(workspace, operator);
    [own, waiting.clone()].into_iter().find(|path| path.is_file()).ok_or_else(|| {
        usage(format!(
            "no inputs for {operator:?}; write {} and run this again. A draft:\n\n{}",
            waiting.display(),
            draft(operator)
        ))
    })
}

/// The inputs file of an operator that has no crate.
pub fn waiting(workspace: &Workspace, operator: &str) -> PathBuf {
    workspace.root().join("inputs").join(format!("{operator}.toml"))
}

/// A first inputs file, to be completed by hand.
fn draft(operator: &str) -> String {
    format!(
        r#"    # Shapes, dtypes and tolerances of TileGym's tests; format: python/tileport/probe/inputs.py
    operator = "{operator}"
    correctness_reference = "what TileGym's test compares with"

    [tolerance]
    f16 = {{ rtol = 1e-2, atol = 1e-2 }}

    [[input]]
    name = "square"
    each = {{ "m,n" = [[256, 256], [37, 1000]], dtype = ["f16", "f32"] }}
    args = [{{ shape = ["=m", "=n"], dtype = "=dtype" }}]
"#
    )
}

/// Reads an inputs file; an error names it and what is wrong.
pub fn read(path: &Path) -> Result<Inputs> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| usage(format!("{}: {error}", path.display())))?;
    parse(&text).map_err(|message| usage(format!("{}: {message}", path.display())))
}

fn parse(text: &str) -> Result<Inputs, String> {
    let document: Document = toml::from_str(text).map_err(|error| error.to_string())?;
    if document.input.is_empty() {
        return Err("no [[input]]: there is nothing to run the operator on".into());
    }
    Ok(Inputs {
        operator: document.operator,
        tolerance: document.tolerance,
        correctness_reference: document.correctness_reference,
        test_perf: document.test_perf,
        sha256: sha256(text),
        text: text.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Exit, exit_of};

    #[test]
    fn missing_inputs_are_exit_2_with_the_file_and_a_draft_that_parses() {
        let root = tempfile::tempdir().unwrap();
        let error = find(&Workspace::at(root.path()), "newop").unwrap_err();
        assert_eq!(exit_of(&error), Exit::Usage);
        let message = error.to_string();
        assert!(message.contains("inputs/newop.toml"), "{message}");
        let draft = parse(&draft("newop")).unwrap();
        assert_eq!(draft.operator, "newop");
    }

    #[test]
    fn no_input_is_refused() {
        assert!(parse("operator = \"x\"").unwrap_err().contains("[[input]]"));
    }
}
