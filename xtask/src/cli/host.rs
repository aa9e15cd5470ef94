//! `host`: Stage D: launcher, library, wrapper, wiring, correctness.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `host`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`host` is not in this version"))
    }
}
