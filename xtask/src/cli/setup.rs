//! `setup`: Makes the toolkit in .toolkit from pinned packages.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;

use crate::error::Exit;
use crate::toolchain::setup::{self, Sources};
use crate::workspace::Workspace;

/// Options of `setup`.
#[derive(Debug, Args)]
#[command(after_help = "Without options, the sources of the toolkit that is there are kept; at \
first, everything comes from PyPI. Nothing is written outside the repository.\n\nExit status: 0 \
made, or already there; 3 something that it needs is missing.")]
pub struct Options {
    /// Build on this Python's torch (2.10 or newer) instead of installing one.
    #[arg(long, value_name = "PATH")]
    python: Option<PathBuf>,
    /// Take wheels from this folder and use no network.
    #[arg(long, value_name = "DIR")]
    offline: Option<PathBuf>,
    /// Take tileiras, ptxas and headers from the machine's CUDA toolkit of 13.3 or newer.
    #[arg(long)]
    system: bool,
    /// Everything from PyPI again, whatever the toolkit that is there was made from.
    #[arg(long, conflicts_with_all = ["python", "offline", "system"])]
    reset: bool,
    /// Resolve python/*.in to new lock files instead; for maintainers.
    #[arg(long, conflicts_with_all = ["python", "offline", "system", "reset"])]
    relock: bool,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let workspace = Workspace::discover()?;
        if self.relock {
            setup::relock(&workspace)?;
            return Ok(Exit::Done);
        }
        let plain = self.python.is_none() && self.offline.is_none() && !self.system && !self.reset;
        let sources = Sources {
            python: self.python.map(absolute).transpose()?,
            offline: self.offline.map(absolute).transpose()?,
            system: self.system,
        };
        let toolkit = setup::run(&workspace, (!plain).then_some(sources))?;
        eprintln!("toolkit: {}", toolkit.venv().display());
        Ok(Exit::Done)
    }
}

/// An absolute path that keeps links: a virtual environment's python is one.
fn absolute(path: PathBuf) -> Result<PathBuf> {
    std::path::absolute(&path).with_context(|| format!("cannot find {}", path.display()))
}
