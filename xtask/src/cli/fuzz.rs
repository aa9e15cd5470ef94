//! `fuzz`: Random Tile IR modules through reader, converter, compiler and comparison.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::error::Exit;
use crate::fuzz::one::Alike;
use crate::fuzz::{self, Job};
use crate::workspace::Workspace;

/// Options of `fuzz`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  cargo xtask fuzz --count 100\n  cargo xtask fuzz --count 20000 --resume\n\n\
Exit status: 0 no panic, no false \"equal\"; 1 there was one; 3 no toolkit."
)]
pub struct Options {
    /// How many modules.
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: u64,
    /// The first seed; the others follow it.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Goes on with the journal of an earlier run: its seeds are not tried again.
    #[arg(long)]
    resume: bool,
    /// Every so many modules go through the assembler too; 0 for none.
    #[arg(long, value_name = "K", default_value_t = 20)]
    assemble_every: u64,
    /// Copies with one thing changed that each module is compared with.
    #[arg(long, value_name = "N", default_value_t = 8)]
    mutants: usize,
    /// Target.
    #[arg(long, default_value = "sm_90")]
    target: String,
    /// Threads; one for each core where it is not given.
    #[arg(long)]
    jobs: Option<usize>,
    /// The journal; `target/tileport/fuzz/journal.jsonl` where it is not given. Faults, made small,
    /// are kept as text under `target/tileport/fuzz`.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// How many smaller modules are tried for each fault that is more than another form of the module,
    /// or one that cutile does not compile.
    #[arg(long, value_name = "N", default_value_t = 200)]
    shrink: usize,
    /// Tries this many changed copies of the files of `tests/corpus` instead, through all that reads
    /// bytecode.
    #[arg(long, value_name = "N", conflicts_with_all = ["count", "resume", "journal"])]
    bytes: Option<u64>,
    /// One JSON object of totals on standard output.
    #[arg(long)]
    json: bool,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let workspace = Workspace::discover()?;
        if let Some(count) = self.bytes {
            return bytes(&workspace, self.seed, count, self.json);
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let job = Job {
            seed: self.seed,
            count: self.count,
            resume: self.resume,
            assemble_every: self.assemble_every,
            mutants: self.mutants,
            target: self.target,
            jobs: self.jobs.unwrap_or(cores),
            journal: self.journal,
            shrink: self.shrink,
        };
        let totals = fuzz::run(&workspace, &job, |done, line| {
            let verdict = line.report.verdict;
            if verdict.is_fault() {
                eprintln!("seed {}: {verdict:?}: {}", line.seed, line.report.reason);
            } else if done % 100 == 0 {
                eprintln!("{done} of {}", job.count);
            }
        })?;
        if self.json {
            println!("{}", serde_json::to_string_pretty(&totals)?);
        } else {
            let verdicts: Vec<String> = totals
                .verdicts
                .iter()
                .map(|(verdict, count)| format!("{count} {verdict:?}"))
                .collect();
            println!(
                "{} modules, {} operations: {}",
                totals.modules,
                totals.ops,
                verdicts.join(", ")
            );
            println!(
                "{} launches agree; {} planted changes, {} of them called equal and of no effect; \
machine code compared of {}: not the same as they are, but {} with pure operations in one order, \
{} with each value computed once too, {} without assumptions too",
                totals.launches,
                totals.mutants,
                totals.mutants_equal,
                totals.assembled,
                totals.alike.get(&Alike::Ordered).unwrap_or(&0),
                totals.alike.get(&Alike::Once).unwrap_or(&0),
                totals.alike.get(&Alike::WithoutAssumptions).unwrap_or(&0)
            );
            for (reason, count) in &totals.refusals {
                println!("  refused {count}: {reason}");
            }
        }
        Ok(if totals.has_failed() { Exit::Refused } else { Exit::Done })
    }
}

fn bytes(workspace: &Workspace, seed: u64, count: u64, json: bool) -> Result<Exit> {
    let kept = workspace.target().join("tileport/fuzz/bytes");
    let totals = fuzz::bytes::run(&workspace.root().join("tests/corpus"), &kept, seed, count)?;
    if json {
        println!("{}", serde_json::to_string_pretty(&totals)?);
    } else {
        println!(
            "{} inputs: {} are files, {} modules; {} panics{}",
            totals.inputs,
            totals.files,
            totals.modules,
            totals.panics,
            if totals.panics > 0 { format!(", kept in {}", kept.display()) } else { String::new() }
        );
    }
    Ok(if totals.panics > 0 { Exit::Refused } else { Exit::Done })
}
