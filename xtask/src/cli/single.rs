//! What the commands that run one stage of some kernels share.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use clap::Args;

use crate::bundle::{Bundle, results};
use crate::error::{Exit, usage};
use crate::pipeline::context::{DEFAULT_TARGETS, StageContext, StageFn};
use crate::pipeline::events::{Event, Sink};
use crate::pipeline::verdict::{Outcome, Stage, Verdict};
use crate::pipeline::{lock, single};
use crate::tilegym::registry::crate_name;
use crate::workspace::Workspace;

/// Options of a command that runs one stage.
#[derive(Debug, Args)]
pub struct StageArgs {
    /// Operators, e.g. `softmax`; the stages before must have run on them.
    #[arg(required_unless_present = "bundle")]
    kernels: Vec<String>,
    /// Target; may be given several times.
    #[arg(long = "target", value_name = "sm_XX", default_values_t = DEFAULT_TARGETS.map(str::to_owned))]
    targets: Vec<String>,
    /// A TileGym checkout, or a folder that holds the package [default: a copy of the pinned one].
    #[arg(long, value_name = "PATH", env = "TILEGYM_PATH")]
    tilegym: Option<PathBuf>,
    /// Replace a cutile-rs backend that TileGym already has for the operator.
    #[arg(long)]
    replace: bool,
    /// Run in an unpacked bundle, on all its operators where none is named; results are kept there.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["tilegym", "replace"])]
    bundle: Option<PathBuf>,
    /// Print one JSON value on standard output.
    #[arg(long)]
    json: bool,
}

/// Prints notes, drops progress.
struct Notes;

impl Sink for Notes {
    fn emit(&self, event: &Event) {
        if let Event::Note { kernel, message, .. } = event {
            eprintln!("{kernel}: {message}");
        }
    }
}

impl StageArgs {
    /// Options given by a command of its own form; no targets means the default ones.
    pub fn of(kernels: Vec<String>, targets: Vec<String>, json: bool) -> Self {
        let default = || DEFAULT_TARGETS.map(str::to_owned).to_vec();
        let targets = if targets.is_empty() { default() } else { targets };
        Self { kernels, targets, tilegym: None, replace: false, bundle: None, json }
    }

    /// Whether the command runs in a bundle, and not in the workspace.
    pub fn in_bundle(&self) -> bool {
        self.bundle.is_some()
    }

    /// Runs the half of a stage that needs a GPU in a bundle, and keeps its outcomes there.
    pub fn run_in_bundle(mut self, stage: Stage, function: StageFn) -> Result<Exit> {
        let (workspace, bundle) = Bundle::open(&self.bundle.clone().unwrap_or_default())?;
        if self.kernels.is_empty() {
            self.kernels.clone_from(&bundle.operators);
        }
        if let Some(name) = self.kernels.iter().find(|name| !bundle.operators.contains(name)) {
            let there = bundle.operators.join(", ");
            return Err(usage(format!("{name}: not in this bundle; it holds {there}")));
        }
        self.tilegym = None;
        self.each_of(&workspace, stage, true, |context| {
            let outcome = function(context)?;
            results::keep(context, &outcome)?;
            Ok(outcome)
        })
    }

    /// Runs a stage on each kernel, outside runs, and prints its verdicts; exit 1 where one is not a
    /// success.
    pub fn run(self, stage: Stage, function: StageFn) -> Result<Exit> {
        self.each(stage, true, |context| single::run(context, function))
    }

    /// Runs the half of a stage that needs no GPU: no verdict of the stage, so the journal keeps none.
    pub fn run_half(self, stage: Stage, function: StageFn) -> Result<Exit> {
        self.each(stage, false, |context| {
            let _lock = lock::acquire(&context.workspace, &context.operator, &*context.sink)?;
            function(context)
        })
    }

    fn each(
        self,
        stage: Stage,
        is_verdict: bool,
        function: impl Fn(&StageContext) -> Result<Outcome>,
    ) -> Result<Exit> {
        self.each_of(&Workspace::discover()?, stage, is_verdict, function)
    }

    fn each_of(
        self,
        workspace: &Workspace,
        stage: Stage,
        is_verdict: bool,
        function: impl Fn(&StageContext) -> Result<Outcome>,
    ) -> Result<Exit> {
        let mut exit = Exit::Done;
        let mut results = serde_json::Map::new();
        for name in &self.kernels {
            let kernel = match self.bundle {
                Some(_) => name.clone(),
                None => crate_name(workspace, self.tilegym.as_deref(), name)?,
            };
            let mut context = StageContext::new(workspace.clone(), &kernel, stage, Arc::new(Notes));
            context.targets.clone_from(&self.targets);
            context.options.tilegym.clone_from(&self.tilegym);
            context.options.replace = self.replace;
            let outcome = function(&context)?;
            let good = outcome.verdict.is_clean_success() || outcome.verdict == Verdict::Aligned;
            if !good {
                exit = Exit::Refused;
            }
            if !self.json {
                let word = match outcome.verdict {
                    verdict if is_verdict => verdict.name(),
                    verdict if verdict.is_clean_success() => "ok",
                    _ => "failed",
                };
                println!("{kernel}: {word}: {}", outcome.summary);
            }
            results.insert(kernel, serde_json::to_value(outcome)?);
        }
        if self.json {
            println!("{}", serde_json::Value::Object(results));
        }
        Ok(exit)
    }
}
