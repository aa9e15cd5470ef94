//! `reflect`: Recurring causes over all runs.

use anyhow::Result;
use clap::Args;

use crate::error::Exit;
use crate::reflect::{self, Cause};
use crate::validate::ported;
use crate::workspace::Workspace;

/// Options of `reflect`.
#[derive(Debug, Args)]
#[command(
    after_help = "Causes that touch most kernels come first.\n\nExit status: 0; 2 a journal \
cannot be read."
)]
pub struct Options {
    /// Operators; all that have a crate where none is named.
    kernels: Vec<String>,
    /// Print one JSON value.
    #[arg(long)]
    json: bool,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let workspace = Workspace::discover()?;
        let operators = if self.kernels.is_empty() { ported(&workspace)? } else { self.kernels };
        let causes = reflect::mine(&workspace, &operators)?;
        if self.json {
            println!("{}", serde_json::to_string_pretty(&causes)?);
        } else if causes.is_empty() {
            println!("no failure is recorded in the runs of {} kernels", operators.len());
        } else {
            causes.iter().for_each(print);
        }
        Ok(Exit::Done)
    }
}

fn print(cause: &Cause) {
    let list = |words: &std::collections::BTreeSet<String>| {
        words.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
    };
    let class = cause.class.as_deref().map(|class| format!(" ({class})")).unwrap_or_default();
    println!("{} × {} {}{class}: {}", cause.count, cause.stage, cause.kind, cause.cause);
    println!("    e.g. {}", cause.example);
    println!("    kernels: {}", list(&cause.kernels));
    if !cause.ops.is_empty() {
        println!("    ops: {}", list(&cause.ops));
    }
    if !cause.rules.is_empty() {
        println!("    rules: {}", list(&cause.rules));
    }
    println!("    see: {}\n", list(&cause.links));
}
