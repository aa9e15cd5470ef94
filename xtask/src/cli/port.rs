//! `port`: The routed pipeline, from cuTile Python to a wired cutile-rs backend.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `port`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`port` is not in this version"))
    }
}
