//! `setup`: Makes the toolkit in .toolkit from pinned packages.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `setup`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`setup` is not in this version"))
    }
}
