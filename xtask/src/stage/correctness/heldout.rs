//! Inputs that TileGym's tests do not have, through `python -m tileport.check`.
//!
//! It runs the cases of `inputs.toml`, and of `inputs/heldout/<operator>.toml` where there is one, on both backends:
//! outputs hold a marker before the call and are fenced by guards, results are compared in every bit
//! with cuTile's and, within the operator's tolerance, with the torch reference.

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::{Case, Status};
use crate::pipeline::context::StageContext;
use crate::stage::site::Site;

/// One line of `tileport.check`.
#[derive(Debug, Deserialize)]
struct Line {
    case: String,
    ok: bool,
    #[serde(default)]
    errors: std::collections::BTreeMap<String, String>,
    #[serde(default)]
    note: String,
}

/// Runs the held-out inputs; what was printed goes to the log.
pub(super) fn run(context: &StageContext, site: &Site, log: &mut String) -> Result<Vec<Case>> {
    let crate_ = context.crate_();
    let mut command = site.python();
    command.args(["-m", "tileport.check", "--inputs"]).arg(crate_.inputs());
    let root = context.workspace.root();
    let held_out = root.join("inputs/heldout").join(format!("{}.toml", context.operator));
    if held_out.is_file() {
        command.arg(held_out);
    }
    command.current_dir(root);
    log.push_str(&format!("$ {command:?}\n"));
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    log.push_str(&printed);
    log.push_str(&String::from_utf8_lossy(&output.stderr));
    log.push_str(&format!("\ntileport.check: {}\n", output.status));
    let mut cases = cases(&printed)?;
    // It ended early: 1 says that a case failed, anything else that not all cases ran.
    if !matches!(output.status.code(), Some(0 | 1)) {
        let said = String::from_utf8_lossy(&output.stderr);
        let last = said.lines().rev().find(|line| !line.trim().is_empty());
        let status = Status::Failed(format!("{}: {}", output.status, last.unwrap_or_default()));
        cases.push(Case { class: CLASS.to_owned(), name: "all[cutile_rs]".to_owned(), status });
    }
    Ok(cases)
}

/// The class in whose name the cases stand beside pytest's.
const CLASS: &str = "tileport.heldout";

/// The printed lines as tests of the port and of the reference.
fn cases(printed: &str) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for line in printed.lines().filter(|line| line.starts_with('{')) {
        let line: Line =
            serde_json::from_str(line).with_context(|| format!("tileport.check: {line}"))?;
        let mut add = |backend: &str, status| {
            let name = format!("heldout[{}-{backend}]", line.case);
            cases.push(Case { class: CLASS.to_owned(), name, status });
        };
        let failed = |backend: &str| line.errors.get(backend).cloned().map(Status::Failed);
        add("cutile", failed("cutile").unwrap_or(Status::Passed));
        let note = if line.note.is_empty() { "wrong numbers" } else { &line.note };
        add(
            "cutile_rs",
            match failed("cutile-rs") {
                Some(status) => status,
                None if line.ok => Status::Passed,
                None => Status::Failed(format!("AssertionError: {note}")),
            },
        );
    }
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_tests_of_both_backends() {
        let printed = concat!(
            "loading\n",
            "{\"operator\":\"x\",\"case\":\"a[1-f16]\",\"ok\":true}\n",
            "{\"operator\":\"x\",\"case\":\"b\",\"ok\":false,\"note\":\"guard overwritten\"}\n",
            "{\"case\":\"c\",\"ok\":false,\"errors\":{\"cutile-rs\":\"KeyError: 1\",\"cutile\":\"KeyError: 1\"}}\n",
        );
        let found = cases(printed).unwrap();
        assert_eq!(found.len(), 6);
        assert_eq!(found[1].name, "heldout[a[1-f16]-cutile_rs]");
        assert_eq!(found[1].twin(), found[0].id());
        assert_eq!(found[1].status, Status::Passed);
        assert_eq!(found[3].status, Status::Failed("AssertionError: guard overwritten".into()));
        assert_eq!(found[5].status, Status::Failed("KeyError: 1".into()));
        assert!(cases("{\"case\":1}").is_err());
    }
}
