//! `bundle`: Packs libraries, wrappers, tests and toolkit for a GPU box without Rust or network.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `bundle`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`bundle` is not in this version"))
    }
}
