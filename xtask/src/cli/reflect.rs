//! `reflect`: Recurring causes over all runs.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `reflect`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`reflect` is not in this version"))
    }
}
