//! `host`: Stage D, build half: launcher, library, wrapper, wiring.

use anyhow::Result;
use clap::Args;

use super::single::StageArgs;
use crate::error::Exit;
use crate::pipeline::verdict::Stage;
use crate::stage::host;

/// Options of `host`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cargo xtask host softmax\n  \
cargo xtask host softmax --tilegym ~/TileGym\n\n\
Correctness on a GPU is not part of it.")]
pub struct Options {
    #[command(flatten)]
    stage: StageArgs,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        self.stage.run_half(Stage::D, host::run)
    }
}
