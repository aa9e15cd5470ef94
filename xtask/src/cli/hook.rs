//! `hook`: What pre-commit runs: affected kernels, no GPU, seconds.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `hook`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`hook` is not in this version"))
    }
}
