//! `diff`: two bytecode files compared.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use serde_json::json;

use crate::error::Exit;
use crate::tileir::compare::{self, Comparison};
use crate::tileir::{self, print};

/// Options of `diff`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  cargo xtask diff reference.tileirbc generated.tileirbc --target sm_90\n\n\
Exit status: 0 equal, 1 different or not decided, 2 a file cannot be read."
)]
pub struct Options {
    /// The reference.
    reference: PathBuf,
    /// The module that should mean the same.
    candidate: PathBuf,
    /// Target that the candidate was compiled for: hints under its name count as those under `default`.
    #[arg(long, value_name = "sm_XX")]
    target: Option<String>,
    /// Print one JSON value on standard output.
    #[arg(long)]
    json: bool,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let (reference, _) = tileir::load(&self.reference)?;
        let (candidate, _) = tileir::load(&self.candidate)?;
        let options = compare::Options { target: self.target };
        let comparison = compare::compare(&reference, &candidate, &options);
        let equal = comparison.is_equal();
        if self.json {
            let (differences, unknown) = match &comparison {
                Comparison::Equal => (&[][..], None),
                Comparison::Different { differences, .. } => (&differences[..], None),
                Comparison::Unknown(reason) => (&[][..], Some(reason)),
            };
            println!("{}", json!({"equal": equal, "differences": differences, "unknown": unknown}));
        } else {
            match &comparison {
                Comparison::Equal => println!("equal"),
                Comparison::Unknown(reason) => println!("not decided: {reason}"),
                Comparison::Different { differences, .. } => {
                    differences.iter().for_each(|difference| println!("{difference}"));
                    let text = |module| print::module(module, None);
                    let (before, after) = (text(&reference), text(&candidate));
                    let lines = similar::TextDiff::from_lines(&before, &after);
                    print!("{}", lines.unified_diff().context_radius(2));
                }
            }
        }
        Ok(if equal { Exit::Done } else { Exit::Refused })
    }
}
