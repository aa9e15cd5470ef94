//! `preflight`: Every tool, path and permission: ok, wrong, how to fix.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `preflight`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`preflight` is not in this version"))
    }
}
