//! `preflight`: Every tool, path and permission: ok, wrong, how to fix.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use comfy_table::{Table, presets};
use serde::Serialize;

use crate::error::{Exit, usage};
use crate::pipeline::verdict::Stage;
use crate::toolchain::preflight::{self, Row, Status, Surroundings};
use crate::workspace::Workspace;

/// Options of `preflight`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  cargo xtask preflight\n  cargo xtask preflight --stage E --json\n\n\
Exit status: 0 all that is needed is there; 3 something is wrong."
)]
pub struct Options {
    /// Only what this stage needs counts (A to F); the GPU counts for E and F alone.
    #[arg(long, value_name = "STAGE")]
    stage: Option<String>,
    /// A TileGym checkout; otherwise TILEGYM_PATH.
    #[arg(long, value_name = "DIR")]
    tilegym: Option<PathBuf>,
    /// Print one JSON value.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    ok: bool,
    rows: &'a [Row],
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let stage = self.stage.as_deref().map(parse).transpose()?;
        let workspace = Workspace::discover()?;
        let rows = preflight::run(&Surroundings::of_process(&workspace, self.tilegym), stage);
        let ok = rows.iter().all(|row| row.status != Status::Wrong);
        if self.json {
            println!("{}", serde_json::to_string_pretty(&Report { ok, rows: &rows })?);
        } else {
            print(&rows);
        }
        Ok(if ok { Exit::Done } else { Exit::Environment })
    }
}

fn parse(letter: &str) -> Result<Stage> {
    serde_json::from_value(letter.to_uppercase().into())
        .map_err(|_| usage(format!("--stage {letter}: not a stage; one of A, B, C, D, E, F")))
}

fn print(rows: &[Row]) {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(["", "what", "found"]);
    for row in rows {
        let mark = match row.status {
            Status::Ok => "ok",
            Status::Wrong => "WRONG",
            Status::Absent => "absent",
        };
        table.add_row([mark, &row.name, &row.value]);
    }
    println!("{table}");
    for row in rows.iter().filter(|row| row.status != Status::Ok) {
        if let Some(fix) = &row.fix {
            println!("\n{}: {}\n  fix: {fix}", row.name, row.value);
        }
    }
}
