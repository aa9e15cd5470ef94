//! `performance`: Times the program and writes `docs/performance.md`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::error::Exit;
use crate::toolchain::cargo::{self, LOCK_LIMIT, Output};
use crate::workspace::Workspace;
use crate::{files, performance};

/// Options of `performance`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  cargo xtask performance\n  cargo xtask performance --gpu results/\n\n\
Exit status: 0 written; 1 the benchmarks failed; 2 a file cannot be read."
)]
pub struct Options {
    /// Results of tests/gpu/host_time.py --json and tests/gpu/bench.sh to take in first.
    #[arg(long, value_name = "DIR")]
    gpu: Option<PathBuf>,
    /// Take the times of the benchmarks' last run instead of running them.
    #[arg(long)]
    no_run: bool,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let workspace = Workspace::discover()?;
        if let Some(folder) = &self.gpu {
            println!("kept: {}", performance::keep(&workspace, folder)?.join(", "));
        }
        if !self.no_run {
            let mut command = cargo::command(&workspace);
            command.args(["bench", "--package", "tileport-speed", "--profile", "dev"]);
            let target = workspace.target();
            if !cargo::run(command, &target, Output::Shown, LOCK_LIMIT)?.status.success() {
                return Ok(Exit::Refused);
            }
        }
        let program = performance::program(&workspace)?;
        let page = performance::page(&program, &performance::gpu(&workspace)?);
        let path = workspace.root().join("docs/performance.md");
        files::write(&path, page)?;
        println!("{}", path.display());
        Ok(Exit::Done)
    }
}
