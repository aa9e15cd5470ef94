//! `test`: Everything that CI runs.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result};
use clap::Args;
use comfy_table::{Table, presets};

use crate::error::{Exit, usage};
use crate::house;
use crate::toolchain::{Toolkit, cargo, setup};
use crate::validate::sample;
use crate::workspace::Workspace;

/// Options of `test`.
#[derive(Debug, Args)]
#[command(after_help = "Makes the toolkit first if needed. All steps run, whatever fails before \
them.\n\nExit status: 0 all passed; 1 a step failed; 2 no such step; 3 no toolkit can be made.")]
pub struct Options {
    /// Run only this step (repeatable).
    #[arg(long, value_name = "STEP")]
    only: Vec<String>,
    /// Leave this step out (repeatable).
    #[arg(long, value_name = "STEP")]
    skip: Vec<String>,
    /// Print the steps and stop.
    #[arg(long)]
    list: bool,
}

/// One step: its name, what it shows, how it runs.
struct Step {
    name: &'static str,
    shows: &'static str,
    run: fn(&Workspace, &Toolkit) -> Result<bool>,
}

/// In the order of cost, so that the cheap ones fail first.
const STEPS: [Step; 8] = [
    Step { name: "rules", shows: "house rules over all tracked files", run: rules },
    Step { name: "format", shows: "cargo fmt --check", run: format },
    Step { name: "ruff", shows: "ruff check and format over the Python files", run: ruff },
    Step { name: "clippy", shows: "clippy of the workspace, warnings denied", run: clippy },
    Step { name: "build", shows: "every library and program of the workspace", run: build },
    Step { name: "cargo-test", shows: "unit, property and end-to-end tests", run: cargo_test },
    Step {
        name: "coverage",
        shows: "ten random rows of reports/coverage.json, made again",
        run: coverage,
    },
    Step { name: "pytest", shows: "tests of the Python package", run: pytest },
];

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        if self.list {
            for step in &STEPS {
                println!("{:<12}{}", step.name, step.shows);
            }
            return Ok(Exit::Done);
        }
        for name in self.only.iter().chain(&self.skip) {
            if !STEPS.iter().any(|step| step.name == name) {
                return Err(usage(format!(
                    "no step `{name}`; `cargo xtask test --list` names them"
                )));
            }
        }
        let workspace = Workspace::discover()?;
        let toolkit = setup::ensure(&workspace)?;
        let mut rows = Vec::new();
        for step in STEPS.iter().filter(|step| self.wants(step.name)) {
            eprintln!("\n== {}: {}", step.name, step.shows);
            let started = Instant::now();
            let passed = (step.run)(&workspace, &toolkit).unwrap_or_else(|error| {
                eprintln!("error: {error:#}");
                false
            });
            rows.push((step.name, passed, started.elapsed()));
        }
        summarise(&rows);
        Ok(if rows.iter().all(|(_, passed, _)| *passed) { Exit::Done } else { Exit::Refused })
    }

    fn wants(&self, name: &str) -> bool {
        (self.only.is_empty() || self.only.iter().any(|only| only == name))
            && !self.skip.iter().any(|skip| skip == name)
    }
}

fn summarise(rows: &[(&str, bool, Duration)]) {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(["step", "result", "seconds"]);
    for (name, passed, took) in rows {
        let result = if *passed { "passed" } else { "FAILED" };
        table.add_row([*name, result, &format!("{:.0}", took.as_secs_f64())]);
    }
    let passed = rows.iter().filter(|(_, passed, _)| *passed).count();
    println!("\n{table}\n\nsteps: {passed} passed, {} failed", rows.len() - passed);
}

fn rules(workspace: &Workspace, _: &Toolkit) -> Result<bool> {
    let breaches = house::check(workspace.root())?;
    for breach in &breaches {
        eprintln!("{breach}");
    }
    Ok(breaches.is_empty())
}

fn format(workspace: &Workspace, toolkit: &Toolkit) -> Result<bool> {
    run_cargo(workspace, toolkit, &["fmt", "--all", "--check"])
}

fn clippy(workspace: &Workspace, toolkit: &Toolkit) -> Result<bool> {
    let arguments = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
    run_cargo(workspace, toolkit, &arguments)
}

fn build(workspace: &Workspace, toolkit: &Toolkit) -> Result<bool> {
    run_cargo(workspace, toolkit, &["build", "--workspace", "--locked"])
}

fn cargo_test(workspace: &Workspace, toolkit: &Toolkit) -> Result<bool> {
    run_cargo(workspace, toolkit, &["test", "--workspace", "--locked", "--no-fail-fast"])
}

fn ruff(workspace: &Workspace, toolkit: &Toolkit) -> Result<bool> {
    let ruff = toolkit.venv().join("bin/ruff");
    let checked = shown(Command::new(&ruff).args(["check", "."]), workspace.root())?;
    let formatted = shown(Command::new(&ruff).args(["format", "--check", "."]), workspace.root())?;
    Ok(checked && formatted)
}

fn coverage(workspace: &Workspace, _: &Toolkit) -> Result<bool> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    println!("rows drawn with seed {now}:");
    let mismatches = sample::recompute(workspace, 10, now, |row| println!("  {row}"))?;
    for mismatch in &mismatches {
        eprintln!("{}: {}: {}", mismatch.operator, mismatch.name, mismatch.message);
    }
    Ok(mismatches.is_empty())
}

/// pytest's exit 5, no test collected, is a failure like any other.
fn pytest(workspace: &Workspace, toolkit: &Toolkit) -> Result<bool> {
    let mut command = toolkit.python_command();
    command.args(["-m", "pytest", "-q", "--timeout=600", "-p", "no:cacheprovider", "python/tests"]);
    shown(&mut command, workspace.root())
}

fn run_cargo(workspace: &Workspace, toolkit: &Toolkit, arguments: &[&str]) -> Result<bool> {
    let mut command = toolkit.cargo();
    command.args(arguments);
    let target = workspace.target();
    let finished = cargo::run(command, &target, cargo::Output::Shown, cargo::LOCK_LIMIT)?;
    Ok(finished.status.success())
}

/// Runs a program with its output shown; whether it ended with 0.
fn shown(command: &mut Command, folder: &Path) -> Result<bool> {
    let status = command
        .current_dir(folder)
        .status()
        .with_context(|| format!("cannot start {}", command.get_program().to_string_lossy()))?;
    Ok(status.success())
}
