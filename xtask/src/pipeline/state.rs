//! Where a run stands, folded from its journal lines. Pure.

use std::collections::{BTreeMap, BTreeSet};

use crate::pipeline::record::{Entry, Line, SpentRecord, parse_step};
use crate::pipeline::route::{Spent, Step};
use crate::pipeline::verdict::{Class, Stage, Verdict};

/// A run, as far as the journal tells.
#[derive(Debug, Clone, Default)]
pub struct RunState {
    /// Its number, from 1; 0 where there is none yet.
    pub run: u32,
    /// Hash of its settings.
    pub settings: String,
    /// What is spent, in order.
    pub spent: Vec<SpentRecord>,
    /// The stage that began and has no verdict yet.
    pub open: Option<Open>,
    /// Letters whose repair is spent.
    pub repaired: BTreeSet<Stage>,
    /// What it waits for.
    pub held: Option<Held>,
    /// How it ended.
    pub finished: Option<Finished>,
    /// Hashes at the last entry that took them.
    pub files: BTreeMap<String, String>,
}

/// A stage that has begun.
#[derive(Debug, Clone, PartialEq)]
pub struct Open {
    /// Its step.
    pub step: Step,
    /// Place of the worker in the stage's list.
    pub place: usize,
    /// Why the worker before could not do it.
    pub stopped: Option<String>,
    /// Whether a worker was started that has not handed on and whose return was not judged: what is
    /// kept of a return is then its.
    pub started: bool,
    /// Seconds since 1970 when its semantic run began.
    pub since: u64,
    /// Set while the block of a return is being repaired: what that return said.
    pub repair: Option<Refusal>,
}

/// A return that the gate refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    /// Its verdict, if it had one.
    pub verdict: Option<Verdict>,
    /// Its class.
    pub class: Option<Class>,
}

/// A run that waits.
#[derive(Debug, Clone, PartialEq)]
pub struct Held {
    /// `gpu` or `person`.
    pub waiting_for: String,
    /// What waits.
    pub reason: String,
    /// What was found so far.
    pub data: serde_json::Value,
}

/// A run that is over.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// `PIPELINE_COMPLETE` or `STOP`.
    pub verdict: String,
    /// Exit code.
    pub exit: u8,
    /// One sentence.
    pub summary: String,
}

impl RunState {
    /// The state of the last run in a journal. An error names what this program cannot read.
    pub fn last(lines: &[Line]) -> Result<Self, String> {
        let run = lines.iter().map(|line| line.run).max().unwrap_or(0);
        Self::of(lines, run)
    }

    /// The state of one run.
    pub fn of(lines: &[Line], run: u32) -> Result<Self, String> {
        let mut state = Self { run, ..Self::default() };
        for line in lines.iter().filter(|line| line.run == run && run > 0) {
            state.apply(line)?;
        }
        Ok(state)
    }

    /// What the router reads.
    pub fn history(&self) -> Result<Vec<Spent>, String> {
        self.spent.iter().map(SpentRecord::live).collect()
    }

    fn apply(&mut self, line: &Line) -> Result<(), String> {
        match &line.entry {
            Entry::RunStarted { settings, .. } => self.settings.clone_from(settings),
            Entry::StageStarted { step, place, .. } => {
                self.held = None;
                let step = parse_step(step)?;
                match &mut self.open {
                    Some(open) if open.step == step => {
                        open.place = *place;
                        open.started = true;
                    }
                    open => {
                        *open = Some(Open {
                            step,
                            place: *place,
                            stopped: None,
                            started: true,
                            since: line.at,
                            repair: None,
                        });
                    }
                }
            }
            Entry::HandedOn { place, reason, .. } => {
                if let Some(open) = &mut self.open {
                    open.place = *place;
                    open.started = false;
                    open.stopped = Some(reason.clone());
                }
            }
            Entry::Refused { step, verdict, class, .. } => {
                self.repaired.insert(parse_step(step)?.stage);
                if let Some(open) = &mut self.open {
                    open.started = false;
                    open.repair = Some(Refusal {
                        verdict: verdict.as_deref().map(str::parse).transpose()?,
                        class: class.as_deref().map(str::parse).transpose()?,
                    });
                }
            }
            Entry::Spent(record) => {
                self.open = None;
                self.held = None;
                self.files.clone_from(&record.files);
                self.spent.push((**record).clone());
            }
            Entry::Held { waiting_for, reason, data, files, .. } => {
                self.files.clone_from(files);
                self.held = Some(Held {
                    waiting_for: waiting_for.clone(),
                    reason: reason.clone(),
                    data: data.clone(),
                });
            }
            Entry::RunFinished { verdict, exit, summary, files } => {
                self.files.clone_from(files);
                self.open = None;
                self.held = None;
                self.finished = Some(Finished {
                    verdict: verdict.clone(),
                    exit: *exit,
                    summary: summary.clone(),
                });
            }
            Entry::Command(_) => {}
        }
        Ok(())
    }
}
