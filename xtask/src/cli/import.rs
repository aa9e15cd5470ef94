//! `import`: results of a bundle that was run on a GPU machine, back into the repository.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::bundle::results;
use crate::error::Exit;
use crate::regress::history;
use crate::workspace::Workspace;

/// Options of `import`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  cargo xtask import bundle/results\n\n\
The reports go to kernels/<operator>/reports; the next `cargo xtask port` goes on from the outcomes, \
without a GPU. Nights are added to reports/history. A result of another port than is here is refused (exit 1).")]
pub struct Options {
    /// The bundle's folder, or its `results`.
    folder: PathBuf,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let workspace = Workspace::discover()?;
        let taken = results::import(&workspace, &self.folder)?;
        for (operator, stage, outcome) in taken.outcomes {
            println!("{operator} {stage}: {}: {}", outcome.verdict, outcome.summary);
        }
        if taken.rows > 0 {
            println!("nightly: {} rows added to {}", taken.rows, history::FOLDER);
        }
        Ok(Exit::Done)
    }
}
