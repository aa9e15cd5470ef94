//! `host`: Stage D: launcher, library, wrapper, wiring; correctness where a GPU is.

use anyhow::Result;
use clap::Args;

use super::single::StageArgs;
use crate::error::{Exit, environment};
use crate::pipeline::context::StageContext;
use crate::pipeline::gpu;
use crate::pipeline::verdict::{Outcome, Stage};
use crate::stage::{correctness, host};

/// Options of `host`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cargo xtask host softmax --tilegym ~/TileGym\n  \
cargo xtask host softmax --build-only\n  cargo xtask host softmax --require-gpu\n  ./xtask host --bundle .\n\n\
Without a GPU the launcher is built and wired, and correctness waits. TileGym's own tests need a \
checkout; with a package only held-out inputs are run.")]
pub struct Options {
    #[command(flatten)]
    stage: StageArgs,
    /// Build and wire only, also where a GPU is.
    #[arg(long, conflicts_with = "require_gpu")]
    build_only: bool,
    /// A missing GPU is an error.
    #[arg(long)]
    require_gpu: bool,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        if self.stage.in_bundle() {
            need_gpu()?;
            return self.stage.run_in_bundle(Stage::D, correctness::run);
        }
        if self.require_gpu {
            need_gpu()?;
        }
        match gpu::present() && !self.build_only {
            true => self.stage.run(Stage::D, both),
            false => self.stage.run_half(Stage::D, host::run),
        }
    }
}

fn need_gpu() -> Result<()> {
    if gpu::present() { Ok(()) } else { Err(environment("no GPU here; correctness needs one")) }
}

/// Both halves; the second only where the first succeeded.
fn both(context: &StageContext) -> Result<Outcome> {
    let built = host::run(context)?;
    if !built.verdict.is_clean_success() {
        return Ok(built);
    }
    let mut outcome = correctness::run(context)?;
    outcome.checks.splice(0..0, built.checks);
    Ok(outcome)
}
