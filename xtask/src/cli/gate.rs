//! `gate`: Judges a worker's output by the acceptance gate.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `gate`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`gate` is not in this version"))
    }
}
