//! `bench`: Stage E: speed against the reference.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `bench`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`bench` is not in this version"))
    }
}
