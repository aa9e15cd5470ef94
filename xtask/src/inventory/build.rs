//! rustc on the crates of all operators.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use serde_json::Value;

use super::state::State;
use crate::stage::host;
use crate::toolchain::cargo::{self, LOCK_LIMIT, Output};
use crate::workspace::Workspace;

/// Packages that one cargo builds; what it found is kept before the next one.
const BATCH: usize = 8;

/// Checks the crates of operators, or builds their cdylibs; what was done before is not repeated.
///
/// # Errors
/// Cargo cannot be started, or a file not be written. What rustc says is in the states.
pub fn run(
    scratch: &Workspace,
    operators: &[String],
    libraries: bool,
    tell: &(dyn Fn(&str) + Sync),
) -> Result<()> {
    let mut wanted = Vec::new();
    for operator in operators {
        let state = State::read(scratch, operator);
        let done = if libraries { state.library } else { state.checked };
        if state.error.is_some() || state.kernels.is_empty() || done.is_some() {
            continue;
        }
        let crate_ = scratch.crate_of(operator);
        host::write_launcher(&crate_, &host::read_contract(&crate_, operator)?)?;
        wanted.push(state);
    }
    let mut done = 0;
    let count = wanted.len();
    for batch in wanted.chunks_mut(BATCH) {
        let names: Vec<_> = batch.iter().map(|state| state.operator.as_str()).collect();
        let found = cargo_on(scratch, &names, libraries)?;
        for state in batch {
            let library = library_name(&state.operator);
            let good = found.good.contains(&library);
            let error = found.errors.get(&library).cloned();
            state.checked = Some(good);
            state.library = libraries.then_some(good);
            state.check_error = if good { None } else { error };
            state.write(scratch)?;
            done += 1;
            let verdict = match &state.check_error {
                None if good => "rustc accepts it",
                None => "rustc fails",
                Some(error) => error,
            };
            tell(&format!("{done}/{count} {}: {verdict}", state.operator));
        }
    }
    Ok(())
}

/// What cargo said of packages, by the names of their libraries.
#[derive(Debug, Default)]
struct Found {
    good: BTreeSet<String>,
    errors: BTreeMap<String, String>,
}

fn cargo_on(scratch: &Workspace, operators: &[&str], libraries: bool) -> Result<Found> {
    let mut command = cargo::command(scratch);
    command.args([
        if libraries { "build" } else { "check" },
        "--keep-going",
        "--message-format",
        "json",
    ]);
    for operator in operators {
        command.args(["--package", &format!("tileport-{operator}")]);
    }
    let finished = cargo::run(command, &scratch.target(), Output::Captured, LOCK_LIMIT)?;
    let found = read(&finished.stdout);
    if found.good.is_empty() && found.errors.is_empty() && !finished.status.success() {
        return Err(crate::error::environment(format!("cargo fails: {}", finished.stderr.trim())));
    }
    Ok(found)
}

/// Reads cargo's messages.
fn read(messages: &str) -> Found {
    let mut found = Found::default();
    for message in messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let Some(name) = message["target"]["name"].as_str().map(str::to_owned) else { continue };
        match message["reason"].as_str() {
            Some("compiler-artifact") => {
                found.good.insert(name);
            }
            Some("compiler-message") if message["message"]["level"] == "error" => {
                let text = message["message"]["message"].as_str().unwrap_or_default();
                let line = &message["message"]["spans"][0]["line_start"];
                found.errors.entry(name).or_insert_with(|| format!("{text} (line {line})"));
            }
            _ => {}
        }
    }
    found.good.retain(|name| !found.errors.contains_key(name));
    found
}

fn library_name(operator: &str) -> String {
    format!("tileport_{}", operator.replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_good_or_have_their_first_error() {
        let messages = r#"
{"reason":"compiler-artifact","target":{"name":"tileport_relu"}}
{"reason":"compiler-message","target":{"name":"tileport_bmm"},"message":{"level":"error","message":"mismatched types","spans":[{"line_start":7}]}}
{"reason":"compiler-message","target":{"name":"tileport_bmm"},"message":{"level":"error","message":"second","spans":[]}}
{"reason":"compiler-message","target":{"name":"tileport_relu"},"message":{"level":"warning","message":"unused","spans":[]}}
no json
"#;
        let found = read(messages);
        assert!(found.good.contains("tileport_relu") && found.good.len() == 1);
        assert_eq!(found.errors["tileport_bmm"], "mismatched types (line 7)");
        assert_eq!(library_name("liger-softmax"), "tileport_liger_softmax");
    }
}
