//! `status`: Ported kernels by stages, verdicts, age, ratio.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `status`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`status` is not in this version"))
    }
}
