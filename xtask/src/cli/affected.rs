//! `affected`: Kernels that a change touches, through cargo's dependency graph.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `affected`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`affected` is not in this version"))
    }
}
