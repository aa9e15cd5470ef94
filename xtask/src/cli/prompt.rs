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
use crate::worker::{Request, prompt};
use crate::workspace::Workspace;

/// Options of `prompt`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  cargo xtask prompt B softmax | some-agent --print\n\n\
Exit status: 0; 2 for an unknown stage or a name that is none.")]
pub struct Options {
    /// The stage: A to F.
    stage: Stage,
    /// The operator.
    kernel: String,
    /// Print the prompt that asks for a repair of the validator block.
    #[arg(long)]
    repair: bool,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let workspace = Workspace::discover()?;
        if self.kernel.contains(['/', '\\']) || self.kernel.starts_with('.') {
            return Err(usage(format!("`{}` is no kernel's name", self.kernel)));
        }
        let lines = Journal::read(&workspace, &self.kernel)?;
        let state = RunState::last(&lines).map_err(|error| usage(error.clone()))?;
        let history = state.history().map_err(|error| anyhow!(error))?;
        let before: Vec<Step> = history.iter().map(|spent| spent.step).collect();
        let runs = before.iter().filter(|step| step.stage == self.stage).count();
        let attempt = u8::try_from(runs + 1).unwrap_or(1).min(semantic_runs(self.stage));
        let context = StageContext::new(workspace, &self.kernel, self.stage, Arc::new(Silent));
        let request = Request {
            context: &context,
            step: Step { stage: self.stage, attempt },
            run: state.run,
            repair: self.repair.then_some(None),
            stopped: state.open.and_then(|open| open.stopped),
            before,
        };
        print!("{}", prompt::render(&request)?);
        Ok(Exit::Done)
    }
}
