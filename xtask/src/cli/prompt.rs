//! `prompt`: Prints a stage's prompt.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `prompt`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`prompt` is not in this version"))
    }
}
