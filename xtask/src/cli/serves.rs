//! `serves`: whether ports serve every launch that TileGym's tests make, without a GPU.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::error::Exit;
use crate::stage::correctness::serves::{self, Tests};
use crate::workspace::{KernelCrate, Workspace};

/// Options of `serves`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cargo xtask serves softmax --tests ~/TileGym\n  \
cargo xtask serves dropout --tests ~/TileGym --crates target/tileport/all/kernels\n\n\
Exit status: 0 all launches are served; 1 one is refused; 2 no such port, or no test of it.")]
pub struct Options {
    /// Operators, e.g. `softmax`.
    #[arg(required = true)]
    kernels: Vec<String>,
    /// A TileGym checkout: its tests are run under a described GPU.
    #[arg(long, value_name = "DIR", env = "TILEGYM_PATH")]
    tests: PathBuf,
    /// The described GPU.
    #[arg(long, default_value = "sm_90", value_name = "sm_XX")]
    target: String,
    /// Folder of the ports' crates [default: kernels].
    #[arg(long, value_name = "DIR")]
    crates: Option<PathBuf>,
    /// Parametrisations of one test function that are run at most.
    #[arg(long, default_value_t = 4096, value_name = "N")]
    samples: usize,
    /// Let operators search configurations.
    #[arg(long)]
    tune: bool,
    /// Print one JSON value on standard output.
    #[arg(long)]
    json: bool,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let workspace = Workspace::discover()?;
        let mut results = serde_json::Map::new();
        let mut exit = Exit::Done;
        for name in &self.kernels {
            let crate_ = match &self.crates {
                Some(folder) => KernelCrate::at(folder.join(name)),
                None => workspace.crate_of(name),
            };
            let tests = Tests {
                folder: &self.tests,
                target: &self.target,
                samples: self.samples,
                tune: self.tune,
            };
            let served = serves::of(&workspace, &crate_, name, tests)?;
            if !served.refused.is_empty() {
                exit = Exit::Refused;
            }
            if !self.json {
                let refused = served.refused.len();
                println!("{name}: {} launches, {refused} of them refused", served.launches);
                for one in &served.refused {
                    println!("  {}\n    {}", one.test, one.reason);
                }
            }
            results.insert(name.clone(), serde_json::to_value(&served)?);
        }
        if self.json {
            println!("{}", serde_json::Value::Object(results));
        }
        Ok(exit)
    }
}
