//! `convert`: Stage B: the device kernel in Rust.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use clap::Args;

use crate::error::Exit;
use crate::pipeline::context::{DEFAULT_TARGETS, StageContext};
use crate::pipeline::events::{Event, Sink};
use crate::pipeline::single;
use crate::pipeline::verdict::{Stage, Verdict};
use crate::stage::convert;
use crate::workspace::Workspace;

/// Options of `convert`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cargo xtask convert softmax\n  \
cargo xtask convert bmm --target sm_90 --target sm_120\n  \
cargo xtask convert --reference triton.tileirbc --name add\n\n\
A kernel.rs that was edited by hand is kept and checked; --force writes it anew.")]
pub struct Options {
    /// Operators, e.g. `softmax`; `cargo xtask reference` must have run on them.
    #[arg(required_unless_present = "reference")]
    kernels: Vec<String>,
    /// Tile IR bytecode of any producer, converted by itself into a crate called NAME.
    #[arg(long, value_name = "FILE", requires = "name", conflicts_with = "kernels")]
    reference: Option<PathBuf>,
    /// Name of that crate.
    #[arg(long, value_name = "NAME", requires = "reference")]
    name: Option<String>,
    /// Target to assemble for; may be given several times.
    #[arg(long = "target", value_name = "sm_XX", default_values_t = DEFAULT_TARGETS.map(str::to_owned))]
    targets: Vec<String>,
    /// Write a hand-edited kernel anew, and let counts of coverage.json fall.
    #[arg(long)]
    force: bool,
    /// Print one JSON value on standard output.
    #[arg(long)]
    json: bool,
}

/// Prints notes; progress goes to the log.
struct Notes;

impl Sink for Notes {
    fn emit(&self, event: &Event) {
        match event {
            Event::Note { kernel, message, .. } => eprintln!("{kernel}: {message}"),
            Event::Progress { kernel, message, .. } => tracing::info!("{kernel}: {message}"),
            _ => {}
        }
    }
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let workspace = Workspace::discover()?;
        let mut exit = Exit::Done;
        let mut results = serde_json::Map::new();
        for kernel in self.kernels.iter().chain(&self.name) {
            let mut context =
                StageContext::new(workspace.clone(), kernel, Stage::B, Arc::new(Notes));
            context.targets.clone_from(&self.targets);
            context.options.force = self.force;
            context.options.reference.clone_from(&self.reference);
            let outcome = single::run(&context, convert::run)?;
            if outcome.verdict != Verdict::Compiled {
                exit = Exit::Refused;
            }
            if !self.json {
                println!("{kernel}: {}: {}", outcome.verdict, outcome.summary);
            }
            results.insert(kernel.clone(), serde_json::to_value(outcome)?);
        }
        if self.json {
            println!("{}", serde_json::Value::Object(results));
        }
        Ok(exit)
    }
}
