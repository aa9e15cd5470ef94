//! `prompt`: Prints a stage's prompt.

use std::sync::Arc;

use anyhow::{Result, anyhow};
use clap::Args;

use crate::error::{Exit, usage};
use crate::pipeline::caps::semantic_runs;
use crate::pipeline::context::StageContext;
use crate::pipeline::events::Silent;
use crate::pipeline::journal::Journal;
use crate::pipeline::route::Step;
use crate::pipeline::state::RunState;
use crate::pipeline::verdict::Stage;
use crate::worker::{Request, mapping, prompt};
use crate::workspace::Workspace;

/// Options of `prompt`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  cargo xtask prompt B softmax | some-agent --print\n\n\
Exit status: 0; 2 for an unknown stage or a name that is none.")]
pub struct Options {
    /// The stage: A to F.
    #[arg(required_unless_present = "op_mapping")]
    stage: Option<Stage>,
    /// The operator.
    #[arg(required_unless_present = "op_mapping")]
    kernel: Option<String>,
    /// Print the table of operations that workers read, from the converter's own.
    #[arg(long, exclusive = true)]
    op_mapping: bool,
    /// Print the prompt that asks for a repair of the validator block.
    #[arg(long)]
    repair: bool,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        if self.op_mapping {
            print!("{}", mapping::render());
            return Ok(Exit::Done);
        }
        let (Some(stage), Some(kernel)) = (self.stage, self.kernel) else {
            return Err(usage("say a stage and a kernel, e.g. `cargo xtask prompt B softmax`"));
        };
        let workspace = Workspace::discover()?;
        if kernel.contains(['/', '\\']) || kernel.starts_with('.') {
            return Err(usage(format!("`{kernel}` is no kernel's name")));
        }
        let lines = Journal::read(&workspace, &kernel)?;
        let state = RunState::last(&lines).map_err(|error| usage(error.clone()))?;
        let history = state.history().map_err(|error| anyhow!(error))?;
        let before: Vec<Step> = history.iter().map(|spent| spent.step).collect();
        let runs = before.iter().filter(|step| step.stage == stage).count();
        let attempt = u8::try_from(runs + 1).unwrap_or(1).min(semantic_runs(stage));
        let context = StageContext::new(workspace, &kernel, stage, Arc::new(Silent));
        let request = Request {
            context: &context,
            step: Step { stage, attempt },
            run: state.run,
            repair: self.repair.then_some(None),
            stopped: state.open.and_then(|open| open.stopped),
            before,
        };
        print!("{}", prompt::render(&request)?);
        Ok(Exit::Done)
    }
}
