//! `wire`: Puts a port into a TileGym tree.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `wire`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`wire` is not in this version"))
    }
}
