//! `diff`: Stage C, or two bytecode files side by side.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `diff`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`diff` is not in this version"))
    }
}
