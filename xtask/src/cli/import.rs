//! `import`: Takes back the results of a bundle.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `import`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`import` is not in this version"))
    }
}
