//! `kernels`: All kernels of a TileGym tree and what would port.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `kernels`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`kernels` is not in this version"))
    }
}
