//! `validate`: The validators; all of them are the final gate.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `validate`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`validate` is not in this version"))
    }
}
