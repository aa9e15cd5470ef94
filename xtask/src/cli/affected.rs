//! `affected`: Kernels that a change touches, through cargo's dependency graph.

use anyhow::Result;
use clap::Args;

use crate::affected::git::{Change, changed};
use crate::affected::{self, Affected, graph::Graph};
use crate::error::Exit;
use crate::workspace::Workspace;

/// Options of `affected`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  cargo xtask affected\n  cargo xtask affected --base origin/main --json\n\n\
Exit status: 0, whether or not a kernel is affected; 2 no such revision."
)]
pub struct Options {
    /// Compare the work tree with the point where it left this revision.
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    base: String,
    /// Look at what is staged instead.
    #[arg(long, conflicts_with = "base")]
    staged: bool,
    /// Print one JSON value: an object of kernels with the paths that lead to each.
    #[arg(long)]
    json: bool,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let workspace = Workspace::discover()?;
        let change = if self.staged { Change::Staged } else { Change::Since(self.base) };
        let paths = changed(workspace.root(), &change)?;
        let affected = match affected::any(&paths) {
            true => affected::kernels(&paths, &Graph::read(&workspace)?),
            false => Affected::new(),
        };
        if self.json {
            println!("{}", serde_json::to_string_pretty(&affected)?);
        } else {
            for (operator, paths) in &affected {
                println!("{operator}: {}", paths.join(", "));
            }
        }
        Ok(Exit::Done)
    }
}
