//! `residual`: Stage F: what is left of a difference in speed.

use anyhow::Result;
use clap::Args;

use super::single::StageArgs;
use crate::error::Exit;
use crate::pipeline::verdict::Stage;
use crate::stage::residual;

/// Options of `residual`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cargo xtask residual softmax\n\n\
Needs a run that ended at PIPELINE_COMPLETE with a speed that was not DONE, and what stage E timed; no \
GPU. Exit status: 0 ALIGNED; 1 FIXABLE or BLOCKED; 2 no such run.")]
pub struct Options {
    #[command(flatten)]
    stage: StageArgs,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        self.stage.run(Stage::F, residual::run)
    }
}
