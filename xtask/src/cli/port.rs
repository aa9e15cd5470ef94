//! `port`: The routed pipeline, from cuTile Python to a wired cutile-rs backend.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use crate::error::{Exit, exit_of, usage};
use crate::pipeline::context::{DEFAULT_TARGETS, StageOptions};
use crate::pipeline::events::{Event, KernelSummary};
use crate::pipeline::reporter;
use crate::pipeline::run::{Settings, port};
use crate::pipeline::verdict::Stage;
use crate::tilegym::registry;
use crate::toolchain::Toolkit;
use crate::toolchain::setup::{self, Sources};
use crate::worker::choice::Choice;
use crate::workspace::Workspace;

/// Options of `port`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cargo xtask port softmax silu_and_mul rms_norm\n  \
cargo xtask port softmax --until B --target sm_90\n  \
cargo xtask port fmha --worker B=builtin,manual --json\n\n\
Exit status: 0 goal reached or PAUSED for a GPU; 1 a verdict or gate said no; 2 usage or unreadable \
input; 3 no GPU though required, or no toolkit; 4 waiting for a person or agent.")]
pub struct Options {
    /// Operators to port, by registered name or alias.
    #[arg(required_unless_present = "all")]
    kernels: Vec<String>,
    /// Port every operator that has inputs.
    #[arg(long, conflicts_with = "kernels")]
    all: bool,
    /// Run this stage (A, B, D or E) even where nothing changed; those before it must hold.
    #[arg(long, value_name = "STAGE")]
    from: Option<Stage>,
    /// End after this stage succeeded.
    #[arg(long, value_name = "STAGE")]
    until: Option<Stage>,
    /// A target to serve, e.g. sm_90; may be given several times [default: sm_90 sm_100].
    #[arg(long = "target", value_name = "SM")]
    targets: Vec<String>,
    /// Workers of a stage, tried in order: STAGE=builtin|manual|PRESET|command:PROGRAM…[,…].
    #[arg(long = "worker", value_name = "STAGE=…")]
    workers: Vec<String>,
    /// Say what would run and why; change nothing.
    #[arg(long)]
    dry_run: bool,
    /// Print one JSON event a line; the last is the summary.
    #[arg(long)]
    json: bool,
    /// Start a new run whatever the journal says.
    #[arg(long)]
    new_run: bool,
    /// Treat a missing GPU as a failure instead of pausing.
    #[arg(long)]
    require_gpu: bool,
    /// A TileGym checkout to port from and wire into [default: a copy of the pinned package].
    #[arg(long, value_name = "DIR")]
    tilegym: Option<PathBuf>,
    /// Take packages and crates from this folder instead of the network.
    #[arg(long, value_name = "DIR")]
    offline: Option<PathBuf>,
    /// Replace a cutile-rs backend that TileGym already has for the operator.
    #[arg(long)]
    replace: bool,
    /// Regenerate files that a person has edited.
    #[arg(long)]
    force: bool,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let workspace = Workspace::discover()?;
        if let Some(stage @ (Stage::C | Stage::F)) = self.from.or(self.until) {
            return Err(usage(format!(
                "the pipeline starts stage {stage} only where it is needed; run `cargo xtask {}` \
                 for it",
                stage.title()
            )));
        }
        crate::worker::interrupt::listen();
        let gpu = crate::pipeline::gpu::present();
        let choice = Choice::read(&workspace, &self.workers)?;
        if choice.uses_builtin() && !self.dry_run {
            self.toolkit(&workspace)?;
        }
        let tilegym =
            self.tilegym.clone().or_else(|| std::env::var_os("TILEGYM_PATH").map(PathBuf::from));
        let kernels = self.kernels(&workspace, tilegym.as_deref(), &choice)?;
        let sink = reporter::choose(self.json);
        let settings = Settings {
            targets: targets(&self.targets)?,
            options: StageOptions {
                tilegym,
                offline: self.offline.clone(),
                force: self.force,
                replace: self.replace,
                ..StageOptions::default()
            },
            workers: choice.workers(gpu),
            gpu,
            require_gpu: self.require_gpu,
            from: self.from,
            until: self.until,
            new_run: self.new_run,
            sink: sink.clone(),
            final_gate: Some(Box::new(crate::validate::final_gate)),
            workspace,
        };
        let mut exit = Exit::Done;
        let mut summaries = Vec::new();
        for kernel in &kernels {
            let result = if self.dry_run {
                crate::pipeline::run::plan(&settings, kernel)
            } else {
                port(&settings, kernel)
            };
            let (summary, code) = match result {
                Ok(ended) => (ended.summary, ended.exit),
                Err(error) => {
                    let summary = format!("{error:#}");
                    sink.emit(&Event::RunFinished {
                        kernel: kernel.clone(),
                        verdict: "ERROR".to_owned(),
                        summary,
                    });
                    (KernelSummary::error(kernel), exit_of(&error))
                }
            };
            summaries.push(summary);
            exit = worse(exit, code);
        }
        sink.emit(&Event::Summary { kernels: summaries });
        Ok(exit)
    }

    /// The toolkit that the built-in workers need; made first where it is not there.
    fn toolkit(&self, workspace: &Workspace) -> Result<()> {
        if Toolkit::find(workspace).is_ok() {
            return Ok(());
        }
        let sources = self
            .offline
            .clone()
            .map(|offline| Sources { offline: Some(offline), ..Sources::default() });
        setup::run(workspace, sources).map(drop)
    }

    /// The crates' names for what was asked for, each once.
    fn kernels(
        &self,
        workspace: &Workspace,
        tilegym: Option<&Path>,
        choice: &Choice,
    ) -> Result<Vec<String>> {
        let asked = if self.all { with_inputs(workspace)? } else { self.kernels.clone() };
        let mut names = Vec::new();
        for name in asked {
            let name = match registry::crate_name(workspace, tilegym, &name) {
                Ok(name) => name,
                // Another worker than the built-in one may know kernels of elsewhere.
                Err(_) if is_plain(&name) && !choice.builtin_first(Stage::A) => name,
                Err(error) => return Err(error),
            };
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Ok(names)
    }
}

/// Of two exit codes the one to report: a refusal before an environment before a person's turn.
fn worse(one: Exit, other: Exit) -> Exit {
    let rank = |exit| match exit {
        Exit::Done => 0,
        Exit::Waiting => 1,
        Exit::Environment => 2,
        Exit::Refused => 3,
        Exit::Usage => 4,
    };
    if rank(other) > rank(one) { other } else { one }
}

/// A name that can be a folder, a package and a symbol.
fn is_plain(name: &str) -> bool {
    let good = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    !name.is_empty() && !name.starts_with('-') && name.chars().all(good)
}

fn with_inputs(workspace: &Workspace) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(workspace.kernels())?.flatten() {
        if entry.path().join("inputs.toml").is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    // Those of operators that have no crate yet.
    for entry in std::fs::read_dir(workspace.root().join("inputs")).into_iter().flatten().flatten()
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        names.extend(name.strip_suffix(".toml").map(str::to_owned));
    }
    names.sort();
    names.dedup();
    Ok(names)
}

fn targets(asked: &[String]) -> Result<Vec<String>> {
    if asked.is_empty() {
        return Ok(DEFAULT_TARGETS.map(str::to_owned).to_vec());
    }
    for target in asked {
        let number = target.strip_prefix("sm_").and_then(|number| number.parse::<u32>().ok());
        if number.is_none_or(|number| !(80..=130).contains(&number)) {
            return Err(usage(format!(
                "--target {target}: not a target such as sm_90 or sm_100 (sm_80 is the oldest)"
            )));
        }
    }
    Ok(asked.to_vec())
}
