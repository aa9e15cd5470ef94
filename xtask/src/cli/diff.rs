//! `diff`: Stage C on operators, or two bytecode files compared.

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Args, ValueEnum};
use serde_json::json;

use super::single::StageArgs;
use crate::error::{Exit, usage};
use crate::pipeline::verdict::Stage;
use crate::stage::diff;
use crate::tileir::compare::{self, Comparison};
use crate::tileir::{self, print, side_by_side};

/// Options of `diff`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cargo xtask diff softmax\n  \
cargo xtask diff reference.tileirbc generated.tileirbc --target sm_90\n\n\
For operators: stage C, with its report in kernels/<operator>/generated/diff_report.md.\n\
Exit status: 0 equal, or PASS; 1 different, not decided, or another verdict; 2 a file cannot be read.")]
pub struct Options {
    /// Operators, e.g. `softmax`; or two files: the reference, and the module that should mean the same.
    #[arg(required = true, value_name = "OPERATOR|FILE")]
    what: Vec<String>,
    /// Target that the second file was compiled for: hints under its name count as those under
    /// `default`.
    #[arg(long, value_name = "sm_XX")]
    target: Option<String>,
    /// When to colour the modules side by side.
    #[arg(long, value_enum, default_value_t = Colour::Auto, alias = "color")]
    colour: Colour,
    /// Print one JSON value on standard output.
    #[arg(long)]
    json: bool,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Colour {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let is_file = |name: &String| name.ends_with(".tileirbc") || Path::new(name).is_file();
        if !self.what.iter().any(is_file) {
            let stage = StageArgs::of(self.what, self.target.into_iter().collect(), self.json);
            return stage.run(Stage::C, diff::run);
        }
        match &self.what[..] {
            [reference, candidate] => {
                let files = [PathBuf::from(reference), PathBuf::from(candidate)];
                self.files(&files)
            }
            _ => Err(usage("two files are compared: the reference, then the other")),
        }
    }

    fn files(&self, [reference, candidate]: &[PathBuf; 2]) -> Result<Exit> {
        let (reference, places) = tileir::load(reference)?;
        let (candidate, _) = tileir::load(candidate)?;
        let options = compare::Options { target: self.target.clone() };
        let comparison = compare::compare(&reference, &candidate, &options);
        let equal = comparison.is_equal();
        if self.json {
            let (differences, unknown) = match &comparison {
                Comparison::Equal => (&[][..], None),
                Comparison::Different { differences, .. } => (&differences[..], None),
                Comparison::Unknown(reason) => (&[][..], Some(reason)),
            };
            println!("{}", json!({"equal": equal, "differences": differences, "unknown": unknown}));
            return Ok(if equal { Exit::Done } else { Exit::Refused });
        }
        match &comparison {
            Comparison::Equal => println!("equal"),
            Comparison::Unknown(reason) => println!("not decided: {reason}"),
            Comparison::Different { differences, .. } => {
                for difference in differences {
                    let place = difference.reference.and_then(|op| places.of(op));
                    let place = place
                        .filter(|place| place.file.is_some())
                        .map_or_else(String::new, |place| {
                            format!(" ({})", diff::pair::short(&place.label()))
                        });
                    println!("{difference}{place}");
                }
                let text = |module| print::module(module, None);
                let layout = side_by_side::Layout { width: width(), colour: self.colours() };
                print!("\n{}", side_by_side::text(&text(&reference), &text(&candidate), layout));
            }
        }
        Ok(if equal { Exit::Done } else { Exit::Refused })
    }

    fn colours(&self) -> bool {
        match self.colour {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => {
                std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
            }
        }
    }
}

/// Columns: what `COLUMNS` says, else 160.
fn width() -> usize {
    std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).unwrap_or(160)
}
