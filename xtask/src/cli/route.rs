//! `route`: The routing table, and why a run took each step.

use anyhow::{Result, anyhow};
use clap::Args;
use serde::Serialize;

use crate::error::{Exit, usage};
use crate::pipeline::journal::Journal;
use crate::pipeline::route::{Row, TABLE, route};
use crate::pipeline::state::RunState;
use crate::workspace::Workspace;

/// Options of `route`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cargo xtask route --table --json\n  \
cargo xtask route --explain softmax\n\n\
Exit status: 0; 2 where the kernel has no run or its journal cannot be read.")]
#[group(required = true, multiple = true)]
pub struct Options {
    /// Print the table that the pipeline implements, conditions included.
    #[arg(long, conflicts_with = "explain")]
    table: bool,
    /// Say which row made each step of the kernel's last run.
    #[arg(long, value_name = "KERNEL")]
    explain: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// One step of a run, and the row that followed from it.
#[derive(Debug, Serialize)]
struct Explained {
    step: String,
    worker: String,
    verdict: String,
    class: Option<String>,
    soft: Vec<String>,
    skipped: bool,
    row: String,
    next: String,
    #[serde(rename = "if")]
    condition: Option<String>,
    capped: bool,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        match &self.explain {
            Some(kernel) => self.explain(kernel)?,
            None if self.table => self.print_table()?,
            None => return Err(usage("say --table or --explain KERNEL")),
        }
        Ok(Exit::Done)
    }

    fn print_table(&self) -> Result<()> {
        if self.json {
            println!("{}", serde_json::to_string(TABLE)?);
            return Ok(());
        }
        let mut table = comfy_table::Table::new();
        table.load_style(comfy_table::presets::UTF8_HORIZONTAL_ONLY);
        table.set_header(["stage", "verdict", "class", "next", "if", "else"]);
        for row in TABLE {
            table.add_row(cells(row));
        }
        println!("{table}");
        println!("Stage F is never started by the table; `cargo xtask residual` starts it.");
        Ok(())
    }

    fn explain(&self, kernel: &str) -> Result<()> {
        let lines = Journal::read(&Workspace::discover()?, kernel)?;
        let state = RunState::last(&lines).map_err(|error| usage(format!("{kernel}: {error}")))?;
        if state.run == 0 {
            return Err(usage(format!(
                "`{kernel}` has no run; start one: cargo xtask port {kernel}"
            )));
        }
        let history = state.history().map_err(|error| anyhow!(error))?;
        let mut steps = Vec::new();
        for (index, record) in state.spent.iter().enumerate() {
            let decision = route(&history[..=index])?;
            steps.push(Explained {
                step: record.step.clone(),
                worker: record.worker.clone(),
                verdict: record.verdict.clone(),
                class: record.class.clone(),
                soft: record.soft.clone(),
                skipped: record.skipped,
                row: decision.row.map_or(String::new(), Row::id),
                next: decision.next.to_string(),
                condition: decision
                    .row
                    .and_then(|row| row.condition)
                    .map(|condition| condition.to_string()),
                capped: decision.capped,
            });
        }
        if self.json {
            println!("{}", serde_json::to_string(&steps)?);
            return Ok(());
        }
        println!("{kernel}, run {}", state.run);
        for step in steps {
            let class = step.class.map_or(String::new(), |class| format!(" ({class})"));
            let soft = step.soft.iter().map(|mark| format!(" {mark}")).collect::<String>();
            let skipped = if step.skipped { ", unchanged" } else { "" };
            let condition =
                step.condition.map_or(String::new(), |condition| format!(", asked: {condition}"));
            let capped = if step.capped { ", no run left" } else { "" };
            println!(
                "{} {}{class}{soft} ({}{skipped}): row {} -> {}{condition}{capped}",
                step.step, step.verdict, step.worker, step.row, step.next
            );
        }
        if let Some(held) = state.held {
            println!("waits for a {}: {}", held.waiting_for, held.reason);
        }
        if let Some(finished) = state.finished {
            println!("{} (exit {}) {}", finished.verdict, finished.exit, finished.summary);
        }
        Ok(())
    }
}

fn cells(row: &Row) -> [String; 6] {
    let text = |value: Option<String>| value.unwrap_or_default();
    [
        format!("{}{}", row.stage, row.attempt),
        row.verdict.to_string(),
        text(row.class.map(|class| class.to_string())),
        row.next.to_string(),
        text(row.condition.map(|condition| condition.to_string())),
        text(row.otherwise.map(|next| next.to_string())),
    ]
}
