//! `route`: The routing table, and why a run took each step.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `route`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`route` is not in this version"))
    }
}
