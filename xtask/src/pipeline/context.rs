//! What a stage is given: where things lie, what to port, for which targets, whom to tell.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::error::UserError;
use crate::pipeline::caps;
use crate::pipeline::events::{Event, Sink};
use crate::pipeline::verdict::{Outcome, Stage};
use crate::workspace::{KernelCrate, Workspace};

/// The targets that a port serves when none is asked for.
pub const DEFAULT_TARGETS: [&str; 2] = ["sm_90", "sm_100"];

/// The signature of a built-in stage.
pub type StageFn = fn(&StageContext) -> anyhow::Result<Outcome>;

/// All that a built-in stage reads besides the files on disk.
#[derive(Clone)]
pub struct StageContext {
    /// The repository.
    pub workspace: Workspace,
    /// The operator that is ported, already resolved from alias or test name.
    pub operator: String,
    /// The stage that runs; names it in events.
    pub stage: Stage,
    /// Targets such as `sm_90`, never empty.
    pub targets: Vec<String>,
    /// Options of the command line that stages look at.
    pub options: StageOptions,
    /// Where progress goes.
    pub sink: Arc<dyn Sink>,
    /// Cargo builds of the kernel's crate in this semantic run.
    compiles: Arc<AtomicU8>,
}

/// Options that reach the stages.
#[derive(Debug, Clone, Default)]
pub struct StageOptions {
    /// A TileGym checkout or copy; none means the pinned package.
    pub tilegym: Option<PathBuf>,
    /// Nothing may be fetched; wheels and crates come from this folder.
    pub offline: Option<PathBuf>,
    /// Bytecode to convert instead of a captured operator (`convert --reference`).
    pub reference: Option<PathBuf>,
    /// Regenerate what a person has edited.
    pub force: bool,
    /// Replace a backend that TileGym already has for the operator.
    pub replace: bool,
    /// Stage A leaves signatures out that no input launches.
    pub launched_only: bool,
    /// In-process trials that the converter may spend on one kernel; none means its default.
    pub trial_budget: Option<u32>,
}

impl StageContext {
    /// A context with default targets and options.
    pub fn new(
        workspace: Workspace,
        operator: impl Into<String>,
        stage: Stage,
        sink: Arc<dyn Sink>,
    ) -> Self {
        Self {
            workspace,
            operator: operator.into(),
            stage,
            targets: DEFAULT_TARGETS.map(str::to_owned).to_vec(),
            options: StageOptions::default(),
            sink,
            compiles: Arc::default(),
        }
    }

    /// Notes one cargo build of the kernel's crate; an error (exit 1) where stage B's are spent.
    pub fn spend_compile(&self) -> anyhow::Result<()> {
        let spent = self.compiles.fetch_add(1, Ordering::Relaxed);
        if spent >= caps::COMPILES {
            return Err(UserError::Refused(format!(
                "`{}`: {} cargo builds of the crate are all that one run of stage B may make",
                self.operator,
                caps::COMPILES
            ))
            .into());
        }
        Ok(())
    }

    /// The operator's crate.
    pub fn crate_(&self) -> KernelCrate {
        self.workspace.crate_of(&self.operator)
    }

    /// Says what the stage is doing now, e.g. `sm_90: 3 of 12 signatures`; replaces the last such line.
    pub fn progress(&self, message: impl Into<String>) {
        self.sink.emit(&Event::Progress {
            kernel: self.operator.clone(),
            stage: self.stage,
            message: message.into(),
        });
    }

    /// Says something that must stay visible, e.g. a file that was kept because it is hand-edited.
    pub fn note(&self, message: impl Into<String>) {
        self.sink.emit(&Event::Note {
            kernel: self.operator.clone(),
            stage: Some(self.stage),
            message: message.into(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::events::Silent;

    #[test]
    fn stage_b_has_three_cargo_builds() {
        let workspace = Workspace::at("/nowhere");
        let context = StageContext::new(workspace, "op", Stage::B, Arc::new(Silent));
        let clone = context.clone();
        for _ in 0..3 {
            clone.spend_compile().unwrap();
        }
        assert!(context.spend_compile().unwrap_err().to_string().contains("3 cargo builds"));
    }
}
