//! Random modules, by the thousand: `cargo xtask fuzz`.
//!
//! Each seed gives a module ([`crate::tileir::random`]) that goes through reader, converter, compiler
//! and comparison, is interpreted on both sides, and is compared with copies in which one thing was
//! changed ([`one`]). What became of it is one line of a journal, so a run can be stopped at any
//! time and goes on where it was. Faults are made smaller and kept as text.

pub mod bytes;
pub mod journal;
pub mod one;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use serde::Serialize;

use crate::compile::Pool;
use crate::files;
use crate::tileir::assemble::Assembler;
use crate::tileir::print;
use crate::tileir::random::{self, Choices, shrink};
use crate::workspace::Workspace;
use journal::{Journal, Line};
use one::{Alike, Subject, Trial, Verdict};

/// Modules that are converted and compiled together.
const BATCH: u64 = 32;

/// What to run.
#[derive(Debug, Clone)]
pub struct Job {
    /// The first seed.
    pub seed: u64,
    /// How many seeds.
    pub count: u64,
    /// Skips seeds that are in the journal.
    pub resume: bool,
    /// Every so many modules go through the assembler; none where it is 0.
    pub assemble_every: u64,
    /// Planted changes for each module.
    pub mutants: usize,
    /// The target.
    pub target: String,
    /// Threads.
    pub jobs: usize,
    /// The journal; one under the target folder where it is not given.
    pub journal: Option<PathBuf>,
    /// Lists tried to make a fault smaller.
    pub shrink: usize,
}

/// Totals over a journal's lines of one generation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// Modules.
    pub modules: u64,
    /// Operations in them.
    pub ops: u64,
    /// Modules by verdict.
    pub verdicts: BTreeMap<Verdict, u64>,
    /// Launches that were interpreted on both sides and agreed.
    pub launches: u64,
    /// Planted changes compared.
    pub mutants: u64,
    /// Planted changes called equal; all of them leave what the kernel does.
    pub mutants_equal: u64,
    /// Modules whose machine code was compared.
    pub assembled: u64,
    /// Those of them whose code is the same only in another form of both modules, by form.
    pub alike: BTreeMap<Alike, u64>,
    /// Reasons of refusals, by number.
    pub refusals: BTreeMap<String, u64>,
}

impl Totals {
    /// Counts a line.
    pub fn add(&mut self, line: &Line) {
        self.modules += 1;
        self.ops += line.report.ops as u64;
        *self.verdicts.entry(line.report.verdict).or_default() += 1;
        self.launches += line.report.launches as u64;
        self.mutants += line.report.mutants[0] as u64;
        self.mutants_equal += line.report.mutants[1] as u64;
        self.assembled += u64::from(line.report.assembled);
        if let Some(alike) = line.report.alike {
            *self.alike.entry(alike).or_default() += 1;
        }
        if line.report.verdict == Verdict::Refused {
            *self.refusals.entry(kind_of(&line.report.reason)).or_default() += 1;
        }
    }

    /// Whether a panic, a false "equal" or a contradiction is among them.
    pub fn has_failed(&self) -> bool {
        self.verdicts.keys().any(|verdict| verdict.is_failure())
    }
}

/// A refusal without the numbers of this very module.
fn kind_of(reason: &str) -> String {
    let line = reason.lines().next().unwrap_or_default();
    let mut text: String =
        line.chars().map(|letter| if letter.is_ascii_digit() { '#' } else { letter }).collect();
    while text.contains("##") {
        text = text.replace("##", "#");
    }
    text.chars().take(120).collect()
}

/// Runs a job; `progress` is told after each module how many are done, and its line.
///
/// # Errors
/// A program is missing, or the journal cannot be read or written.
pub fn run(
    workspace: &Workspace,
    job: &Job,
    progress: impl Fn(u64, &Line) + Sync,
) -> Result<Totals> {
    let pool = Pool::new(workspace)?;
    let assembler = match job.assemble_every {
        0 => None,
        _ => Some(Assembler::of(workspace)?),
    };
    let folder = workspace.target().join("tileport/fuzz");
    let path = job.journal.clone().unwrap_or_else(|| folder.join("journal.jsonl"));
    let (journal, old) = Journal::open(&path, job.resume)?;
    let mut totals = Totals::default();
    let mut known = std::collections::HashSet::new();
    for line in &old {
        totals.add(line);
        known.insert(line.seed);
    }
    let totals = Mutex::new(totals);
    let next = AtomicU64::new(job.seed);
    let done = AtomicU64::new(0);
    let failure: Mutex<Option<anyhow::Error>> = Mutex::new(None);
    let end = job.seed.saturating_add(job.count);
    let trial = Trial {
        pool: Some(&pool),
        assembler: assembler.as_ref(),
        target: &job.target,
        mutants: job.mutants,
    };
    let work = || -> Result<()> {
        loop {
            let first = next.fetch_add(BATCH, Ordering::Relaxed);
            if first >= end {
                return Ok(());
            }
            let seeds = (first..end.min(first + BATCH)).filter(|seed| !known.contains(seed));
            let mut subjects: Vec<Subject> = seeds
                .map(|seed| Subject {
                    seed,
                    choices: Choices::random(seed),
                    assembles: job.assemble_every > 0 && seed.is_multiple_of(job.assemble_every),
                })
                .collect();
            let reports = trial.run_all(&mut subjects)?;
            for (subject, report) in subjects.iter().zip(reports) {
                let mut line = Line { seed: subject.seed, report, choices: Vec::new() };
                if line.report.verdict.is_fault() {
                    line.choices = smaller(&trial, &line, subject, job.shrink);
                    keep(&folder, &line)?;
                }
                journal.append(&line)?;
                let count = done.fetch_add(1, Ordering::Relaxed) + 1;
                progress(count, &line);
                if let Ok(mut totals) = totals.lock() {
                    totals.add(&line);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..job.jobs.max(1) {
            scope.spawn(|| {
                if let Err(error) = work() {
                    next.store(end, Ordering::Relaxed);
                    if let Ok(mut failure) = failure.lock() {
                        failure.get_or_insert(error);
                    }
                }
            });
        }
    });
    if let Some(error) = failure.into_inner().ok().flatten() {
        return Err(error);
    }
    Ok(totals.into_inner().unwrap_or_default())
}

/// The decisions of a fault, as few as were found where it is worth the search.
fn smaller(trial: &Trial<'_>, line: &Line, subject: &Subject, limit: usize) -> Vec<u32> {
    let wanted = line.report.verdict;
    let mut choices = subject.choices.clone();
    random::module(&mut choices);
    let limit = if wanted.is_worth_shrinking() { limit } else { 0 };
    shrink(choices.taken(), limit, |list| {
        let mut smaller = Subject { choices: Choices::replay(list.to_vec()), ..*subject };
        trial.run(&mut smaller).is_ok_and(|report| report.verdict == wanted)
    })
}

/// Writes a fault's module as text.
fn keep(folder: &std::path::Path, line: &Line) -> Result<()> {
    let module = std::panic::catch_unwind(|| {
        let module = random::module(&mut Choices::replay(line.choices.clone()));
        print::module(&module, None)
    });
    let name = serde_json::to_value(line.report.verdict)?;
    let name = format!("{}-{}.txt", name.as_str().unwrap_or("fault"), line.seed);
    let text = format!(
        "seed {}\nchoices {:?}\n{}\n\n{}",
        line.seed,
        line.choices,
        line.report.reason,
        module.unwrap_or_else(|_| "the generator panics".to_owned())
    );
    files::write(&folder.join(name), text)
}
