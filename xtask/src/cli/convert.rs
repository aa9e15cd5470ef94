//! `convert`: Stage B: the device kernel in Rust.

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};

/// Options of `convert`.
#[derive(Debug, Args)]
pub struct Options {}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        Err(usage("`convert` is not in this version"))
    }
}
