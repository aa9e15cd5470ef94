//! `status`: Ported kernels by stages, verdicts, age, ratio.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use clap::Args;
use comfy_table::{ContentArrangement, Table, presets};

use crate::error::Exit;
use crate::pipeline::verdict::Stage;
use crate::status::{self, Kernel, age};
use crate::validate::ported;
use crate::workspace::Workspace;

/// Options of `status`.
#[derive(Debug, Args)]
#[command(
    after_help = "Equality is counted over signatures (IR), and over these and targets (machine \
code). Journals are not committed: in a fresh clone a kernel that stands in the repository \
has no run.\n\nExit status: 0; 2 a journal cannot be read."
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
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let kernels = operators
            .iter()
            .map(|operator| status::read(&workspace, operator, now))
            .collect::<Result<Vec<_>>>()?;
        if self.json {
            println!("{}", serde_json::to_string_pretty(&kernels)?);
        } else {
            print(&kernels);
        }
        Ok(Exit::Done)
    }
}

fn print(kernels: &[Kernel]) {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(["kernel", "run", "state", "A", "B", "C", "D", "E", "IR", ".text", "ratio"]);
    let counted = |count: Option<[usize; 2]>| {
        count.map_or_else(|| "-".to_owned(), |[equal, all]| format!("{equal}/{all}"))
    };
    for kernel in kernels {
        let stage = |stage: Stage| {
            let found = kernel.stages.iter().find(|state| state.stage == stage);
            found.map_or_else(
                || "-".to_owned(),
                |state| match state.worker.as_str() {
                    "builtin" => format!("{} {}", state.verdict, age(state.age_s)),
                    worker => format!("{} {} ({worker})", state.verdict, age(state.age_s)),
                },
            )
        };
        table.add_row([
            kernel.name.clone(),
            kernel.run.to_string(),
            kernel.state.to_owned(),
            stage(Stage::A),
            stage(Stage::B),
            stage(Stage::C),
            stage(Stage::D),
            stage(Stage::E),
            counted(kernel.ir_equal),
            counted(kernel.text_identical),
            kernel.ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.3}")),
        ]);
    }
    println!("{table}");
}
