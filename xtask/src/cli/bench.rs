//! `bench`: Stage E: speed against the reference.

use anyhow::Result;
use clap::Args;

use super::single::StageArgs;
use crate::error::{Exit, environment};
use crate::pipeline::gpu;
use crate::pipeline::verdict::Stage;
use crate::stage::bench;

/// Options of `bench`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cargo xtask bench softmax\n\n\
Both backends are timed by CUPTI in one process; exit 3 without a GPU.")]
pub struct Options {
    #[command(flatten)]
    stage: StageArgs,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        if !gpu::present() {
            return Err(environment("no GPU here; stage E times kernels on one"));
        }
        if self.stage.in_bundle() {
            return self.stage.run_in_bundle(Stage::E, bench::run);
        }
        self.stage.run(Stage::E, bench::run)
    }
}
