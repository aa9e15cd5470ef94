//! `unwire`: Takes a port out of a TileGym tree.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};
use crate::tilegym::tree::Tree;
use crate::tilegym::wire::{self, Record};
use crate::workspace::Workspace;

/// Options of `unwire`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cargo xtask unwire softmax\n  \
cargo xtask unwire --all --tilegym ../TileGym")]
pub struct Options {
    /// Operators to take out.
    #[arg(required_unless_present = "all")]
    kernels: Vec<String>,
    /// Take all out: the tree is the original again, byte for byte.
    #[arg(long, conflicts_with = "kernels")]
    all: bool,
    /// The TileGym that was wired; default: the copy in target/tilegym.
    #[arg(long, value_name = "PATH", env = "TILEGYM_PATH")]
    tilegym: Option<PathBuf>,
    /// Show what would change as a diff, and change nothing.
    #[arg(long)]
    dry_run: bool,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let workspace = Workspace::discover()?;
        // A copy of another package than the toolkit has now can still be unwired.
        let copy = workspace.target().join("tilegym");
        let tree = Tree::open(self.tilegym.as_deref().unwrap_or(&copy))?;
        let _lock = wire::lock(&workspace)?;
        let wired: BTreeSet<String> = Record::read(&tree)?.operators.into_keys().collect();
        let drop: BTreeSet<String> = if self.all {
            wired.clone()
        } else {
            self.kernels.iter().map(|name| name.replace('.', "-")).collect()
        };
        if let Some(missing) = drop.difference(&wired).next() {
            let names: Vec<_> = wired.iter().cloned().collect();
            return Err(usage(format!(
                "{missing}: not wired in {}; wired: {}",
                tree.package().display(),
                if names.is_empty() { "none".into() } else { names.join(", ") }
            )));
        }
        let runtime = wire::runtime(&workspace)?;
        let plan = wire::plan(&tree, &runtime, &[], &drop, false)?;
        super::wire::finish(&tree, &plan, self.dry_run)
    }
}
