//! `validate`: The validators; all of them are the final gate.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use comfy_table::{ContentArrangement, Table, presets};

use crate::error::Exit;
use crate::files;
use crate::pipeline::verdict::Stage;
use crate::validate::{self, ITEMS, Judged, State, Subject, junit};
use crate::workspace::Workspace;

/// Options of `validate`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  cargo xtask validate softmax\n  cargo xtask validate --stage B --json\n  \
cargo xtask validate --list\n\nWhat needs a GPU, or a checkout with tests, is reported as waiting; it fails nothing.\n\n\
Exit status: 0 no item failed; 1 an item failed; 2 no such kernel."
)]
pub struct Options {
    /// Operators; all that have a crate where none is named.
    kernels: Vec<String>,
    /// Only the items of this stage.
    #[arg(long, value_name = "STAGE")]
    stage: Option<Stage>,
    /// Print the items, each with the reason it exists.
    #[arg(long, conflicts_with_all = ["kernels", "stage", "junit"])]
    list: bool,
    /// The TileGym tree that the ports are wired into [default: TILEGYM_PATH, else target/tilegym].
    #[arg(long, value_name = "DIR")]
    tilegym: Option<PathBuf>,
    /// Print one JSON value.
    #[arg(long)]
    json: bool,
    /// Also write JUnit XML to this file.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        if self.list {
            return list(self.json);
        }
        let workspace = Workspace::discover()?;
        let operators = match self.kernels.is_empty() {
            true => validate::ported(&workspace)?,
            false => self.kernels,
        };
        let tilegym = self.tilegym.or_else(|| std::env::var_os("TILEGYM_PATH").map(PathBuf::from));
        let mut kernels = Vec::new();
        for operator in operators {
            let subject = Subject::load(&workspace, &operator, tilegym.clone())?;
            kernels.push((operator, validate::judge(&subject, self.stage)));
        }
        if let Some(path) = &self.junit {
            files::write(path, junit::xml(&kernels))?;
        }
        if self.json {
            println!("{}", serde_json::to_string_pretty(&json(&kernels))?);
        } else {
            kernels.iter().for_each(|(operator, items)| print(operator, items));
        }
        let failed = |(_, items): &(String, Vec<Judged>)| {
            items.iter().any(|item| item.finding.state == State::Failed)
        };
        Ok(if kernels.iter().any(failed) { Exit::Refused } else { Exit::Done })
    }
}

fn list(as_json: bool) -> Result<Exit> {
    if as_json {
        println!("{}", serde_json::to_string_pretty(&ITEMS)?);
        return Ok(Exit::Done);
    }
    let mut table = table(["item", "stage", "demands", "because"]);
    for item in &ITEMS {
        table.add_row([item.id, &item.stage.to_string(), item.what, item.why]);
    }
    println!("{table}");
    Ok(Exit::Done)
}

fn json(kernels: &[(String, Vec<Judged>)]) -> serde_json::Value {
    let kernel = |(operator, items): &(String, Vec<Judged>)| {
        let count = |state: State| items.iter().filter(|item| item.finding.state == state).count();
        serde_json::json!({
            "name": operator,
            "passed": count(State::Passed),
            "failed": count(State::Failed),
            "waiting": count(State::Waiting),
            "skipped": count(State::Skipped),
            "items": items,
        })
    };
    kernels.iter().map(kernel).collect()
}

fn print(operator: &str, items: &[Judged]) {
    let mut table = table(["item", "stage", "state", ""]);
    for item in items {
        let state = match item.finding.state {
            State::Passed => "passed",
            State::Failed => "FAILED",
            State::Waiting => "waiting",
            State::Skipped => "skipped",
        };
        table.add_row([item.id, &item.stage.to_string(), state, &item.finding.note]);
    }
    println!("{operator}\n{table}\n");
}

fn table<const N: usize>(header: [&str; N]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(header);
    table
}
