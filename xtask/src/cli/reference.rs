//! `reference`: Stage A: captures the reference.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `reference`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`reference` is not in this version"))
    }
}
