//! `hook`: What pre-commit runs: affected kernels, no GPU, seconds.

use std::time::Instant;

use anyhow::Result;
use clap::Args;

use crate::error::Exit;
use crate::hook::{self, Depth};
use crate::workspace::Workspace;

/// Options of `hook`.
#[derive(Debug, Args)]
#[command(
    after_help = "Judges what is staged, not what lies on disk, and leaves the work tree as it \
was.\n\nExit status: 0 nothing is wrong, or no kernel is affected; 1 a staged kernel is wrong; 2 it \
cannot be judged; 3 no toolkit: run `cargo xtask setup`."
)]
pub struct Options {
    /// Every signature that is on disk, and all targets.
    #[arg(long)]
    full: bool,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let started = Instant::now();
        let workspace = Workspace::discover()?;
        let depth = if self.full { Depth::Full } else { Depth::Quick };
        let report = hook::run(&workspace, depth)?;
        for finding in &report.findings {
            println!("{finding}");
        }
        if report.kernels.is_empty() {
            return Ok(Exit::Done);
        }
        println!(
            "tileport: {}; {} signatures compared, {} findings, {:.1} s",
            report.kernels.join(", "),
            report.signatures,
            report.findings.len(),
            started.elapsed().as_secs_f64()
        );
        Ok(if report.findings.is_empty() { Exit::Done } else { Exit::Refused })
    }
}
