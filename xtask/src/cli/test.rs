//! `test`: Everything that CI runs.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `test`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`test` is not in this version"))
    }
}
