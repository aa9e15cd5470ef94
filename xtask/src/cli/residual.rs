//! `residual`: Stage F: what is left of a difference in speed.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `residual`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`residual` is not in this version"))
    }
}
