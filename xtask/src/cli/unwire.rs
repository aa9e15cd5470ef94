//! `unwire`: Takes a port out of a TileGym tree.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `unwire`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`unwire` is not in this version"))
    }
}
