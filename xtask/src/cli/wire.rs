//! `wire`: Puts a port into a TileGym tree.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, usage};
use crate::tilegym::registry::Registry;
use crate::tilegym::tree::Tree;
use crate::tilegym::wire::{self, Request};
use crate::workspace::Workspace;

/// Options of `wire`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cargo xtask wire softmax --dry-run\n  \
cargo xtask wire softmax rms_norm --tilegym ../TileGym")]
pub struct Options {
    /// Operators whose ports are built.
    #[arg(required = true)]
    kernels: Vec<String>,
    /// A TileGym checkout or package folder; default: a copy of the pinned package in target/tilegym.
    #[arg(long, value_name = "PATH", env = "TILEGYM_PATH")]
    tilegym: Option<PathBuf>,
    /// The library to wire instead of the one that cargo built last; for one operator.
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
    /// Take the place of TileGym's own cutile-rs operators.
    #[arg(long)]
    replace: bool,
    /// Show what would change as a diff, and change nothing.
    #[arg(long)]
    dry_run: bool,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        if self.library.is_some() && self.kernels.len() != 1 {
            return Err(usage("--library FILE goes with one operator; wire them one by one"));
        }
        let workspace = Workspace::discover()?;
        let tree = Tree::find(&workspace, self.tilegym.as_deref())?;
        let _lock = wire::lock(&workspace)?;
        let registry = Registry::read(&tree)?;
        let mut requests = Vec::new();
        for name in &self.kernels {
            let resolved = registry.resolve(name)?;
            if resolved.operator.is_none() {
                return Err(usage(format!(
                    "{name}: no operator of TileGym reaches this kernel, so there is nothing to wire"
                )));
            }
            let library = match &self.library {
                Some(path) => path.clone(),
                None => wire::built_library(&workspace, &resolved.name)?,
            };
            let kernel_crate = workspace.crate_of(&resolved.name);
            requests.push(Request::of_crate(&resolved.name, &kernel_crate, &library)?);
        }
        let runtime = wire::runtime(&workspace)?;
        let plan = wire::plan(&tree, &runtime, &requests, &BTreeSet::new(), self.replace)?;
        for note in &plan.notes {
            eprintln!("note: {note}");
        }
        finish(&tree, &plan, self.dry_run)
    }
}

/// Shows a plan or carries it out.
pub(super) fn finish(tree: &Tree, plan: &wire::Plan, dry_run: bool) -> Result<Exit> {
    if dry_run {
        print!("{}", wire::diff(tree, plan));
        return Ok(Exit::Done);
    }
    wire::apply(tree, plan)?;
    println!(
        "{}: {} written, {} removed; wired: {}",
        tree.package().display(),
        plan.write.len(),
        plan.remove.len(),
        match plan.record.operators.keys().cloned().collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => "none".into(),
            names => names,
        }
    );
    Ok(Exit::Done)
}
