//! `regress`: Nightly: every kernel, correctness and speed against history.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `regress`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`regress` is not in this version"))
    }
}
