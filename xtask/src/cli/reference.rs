//! `reference`: Stage A: captures the reference.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;
use clap::Args;

use crate::error::Exit;
use crate::pipeline::context::{DEFAULT_TARGETS, StageContext};
use crate::pipeline::events::{Event, Sink};
use crate::pipeline::single;
use crate::pipeline::verdict::{Stage, Verdict};
use crate::stage::reference;
use crate::tilegym::registry::Registry;
use crate::tilegym::tree::Tree;
use crate::toolchain::Toolkit;
use crate::workspace::Workspace;

/// Options of `reference`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cargo xtask reference softmax\n  \
cargo xtask reference bmm --target sm_90 --target sm_120 --tilegym ~/TileGym")]
pub struct Options {
    /// Operators, e.g. `softmax`.
    #[arg(required = true)]
    kernels: Vec<String>,
    /// Described GPU; may be given several times.
    #[arg(long = "target", value_name = "sm_XX", default_values_t = DEFAULT_TARGETS.map(str::to_owned))]
    targets: Vec<String>,
    /// A TileGym checkout, or a folder that holds the package [default: $TILEGYM_PATH, else the
    /// toolkit's].
    #[arg(long, value_name = "PATH")]
    tilegym: Option<PathBuf>,
    /// First make the inputs anew from the tests of this TileGym checkout.
    #[arg(long, value_name = "DIR")]
    from_tests: Option<PathBuf>,
    /// Capture again though nothing changed, and take over another TileGym.
    #[arg(long)]
    force: bool,
    /// Print one JSON value on standard output.
    #[arg(long)]
    json: bool,
}

/// The crate's name for what a user called the kernel.
fn resolve(workspace: &Workspace, tilegym: Option<&Path>, name: &str) -> Result<String> {
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    if plain && !name.is_empty() && reference::inputs::find(workspace, name).is_ok() {
        return Ok(name.to_owned());
    }
    Ok(Registry::read(&Tree::find(workspace, tilegym)?)?.resolve(name)?.name)
}

/// Prints notes, drops progress: one stage of one kernel takes seconds.
struct Notes;

impl Sink for Notes {
    fn emit(&self, event: &Event) {
        if let Event::Note { kernel, message, .. } = event {
            eprintln!("{kernel}: {message}");
        }
    }
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let workspace = Workspace::discover()?;
        let mut exit = Exit::Done;
        let mut results = serde_json::Map::new();
        let tilegym = self.tilegym.or_else(|| std::env::var_os("TILEGYM_PATH").map(PathBuf::from));
        for name in &self.kernels {
            let kernel = &resolve(&workspace, tilegym.as_deref(), name)?;
            if let Some(tests) = &self.from_tests {
                let toolkit = Toolkit::find(&workspace)?;
                let path = reference::from_tests::refresh(
                    &workspace, &toolkit, kernel, tests, self.force,
                )?;
                eprintln!("{kernel}: inputs in {}", path.display());
            }
            let mut context =
                StageContext::new(workspace.clone(), kernel, Stage::A, Arc::new(Notes));
            context.targets.clone_from(&self.targets);
            context.options.tilegym.clone_from(&tilegym);
            context.options.force = self.force;
            let outcome = single::run(&context, reference::run)?;
            if outcome.verdict != Verdict::Pass {
                exit = Exit::Refused;
            }
            if !self.json {
                println!("{kernel}: {}", outcome.summary);
            }
            results.insert(kernel.clone(), serde_json::to_value(outcome)?);
        }
        if self.json {
            println!("{}", serde_json::Value::Object(results));
        }
        Ok(exit)
    }
}
