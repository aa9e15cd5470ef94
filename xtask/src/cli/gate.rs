//! `gate`: Judges a worker's output by the acceptance gate.

use std::io::Read as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;

use crate::error::{Exit, usage};
use crate::pipeline::gate::{Decision, judge};
use crate::pipeline::verdict::Stage;

/// Options of `gate`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cargo xtask gate --stage B transcript.txt\n  \
some-agent | cargo xtask gate --stage D --repaired --json -\n\n\
Exit status: 0 accept or proceed; 1 repair or stop; 2 the file cannot be read.")]
pub struct Options {
    /// The stage whose worker returned the text: A to F.
    #[arg(long)]
    stage: Stage,
    /// The letter's one validator repair is spent.
    #[arg(long)]
    repaired: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// What the worker returned; `-` reads standard input.
    file: PathBuf,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let mut output = Vec::new();
        if self.file.as_os_str() == "-" {
            std::io::stdin().read_to_end(&mut output).context("cannot read standard input")?;
        } else {
            output = std::fs::read(&self.file).map_err(|error| {
                usage(format!("cannot read the return in {}: {error}", self.file.display()))
            })?;
        }
        let judgement = judge(self.stage, self.repaired, &output);
        if self.json {
            println!("{}", serde_json::to_string(&judgement)?);
        } else {
            let decision = format!("{:?}", judgement.decision).to_lowercase();
            let verdict = judgement.verdict.map_or("none", |verdict| verdict.name());
            println!("{decision} (verdict: {verdict})");
            judgement.soft.iter().for_each(|mark| println!("{mark}"));
        }
        Ok(match judgement.decision {
            Decision::Accept | Decision::Proceed => Exit::Done,
            Decision::Repair | Decision::Stop => Exit::Refused,
        })
    }
}
