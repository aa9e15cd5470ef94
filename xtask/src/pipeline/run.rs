//! The driver: takes one kernel through the routing table, resuming where its journal ends.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow};

use crate::error::{Exit, usage};
use crate::pipeline::context::{StageContext, StageOptions};
use crate::pipeline::events::{Event, KernelSummary, Sink, StageSummary};
use crate::pipeline::journal::Journal;
use crate::pipeline::lock;
use crate::pipeline::ownership;
use crate::pipeline::record::{Entry, SpentRecord};
use crate::pipeline::route::{Next, Spent, Step, route};
use crate::pipeline::state::{Finished, RunState};
use crate::pipeline::turn::{Judged, discard_return, judge_return, load_return, store_return};
use crate::pipeline::verdict::{Check, Class, Stage, Verdict};
use crate::worker::{Request, Return, Turn, Worker};
use crate::workspace::Workspace;

/// The final aggregate gate: its items, run after PIPELINE_COMPLETE.
pub type FinalGate = dyn Fn(&StageContext) -> Result<Vec<Check>>;

/// What all kernels of one `port` share.
pub struct Settings {
    /// The repository.
    pub workspace: Workspace,
    /// Targets, never empty.
    pub targets: Vec<String>,
    /// Options for the stages.
    pub options: StageOptions,
    /// The workers of each stage, in the order in which they are tried.
    pub workers: BTreeMap<Stage, Vec<Box<dyn Worker>>>,
    /// Whether a GPU is there.
    pub gpu: bool,
    /// Whether a missing GPU blocks instead of pausing.
    pub require_gpu: bool,
    /// Runs this stage even where nothing changed; those before it must hold.
    pub from: Option<Stage>,
    /// Ends after this stage succeeded.
    pub until: Option<Stage>,
    /// Starts a new run whatever the journal says.
    pub new_run: bool,
    /// Where events go.
    pub sink: Arc<dyn Sink>,
    /// Run after PIPELINE_COMPLETE.
    pub final_gate: Option<Box<FinalGate>>,
}

/// How one kernel ended.
#[derive(Debug)]
pub struct Ended {
    /// For the summary.
    pub summary: KernelSummary,
    /// Exit code of this kernel.
    pub exit: Exit,
}

/// Takes one kernel as far as it goes.
pub fn port(settings: &Settings, operator: &str) -> Result<Ended> {
    let _lock = lock::acquire(&settings.workspace, operator, &*settings.sink)?;
    sweep(settings.workspace.crate_of(operator).root());
    let journal = Journal::open(&settings.workspace, operator)?;
    let state = RunState::last(journal.lines())
        .map_err(|error| usage(format!("{}: {error}", journal.path().display())))?;
    let mut driver = Driver { settings, operator, journal, state };
    driver.begin()?;
    driver.drive()
}

/// Takes away the temporary files of writes that a kill cut short; the lock is held, so none is in use.
fn sweep(folder: &std::path::Path) {
    for entry in walkdir::WalkDir::new(folder).into_iter().flatten() {
        let temporary = entry.file_name().to_string_lossy().starts_with(".tmp-");
        if temporary && entry.file_type().is_file() {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Says what `port` would do next, and why; changes nothing.
pub fn plan(settings: &Settings, operator: &str) -> Result<Ended> {
    let lines = Journal::read(&settings.workspace, operator)?;
    let state = RunState::last(&lines).map_err(|error| usage(format!("{operator}: {error}")))?;
    let mut driver = Driver { settings, operator, journal: Journal::detached(lines), state };
    let reason = driver.reason_for_new_run(&driver.settings_hash())?;
    if let (None, Some(finished)) = (&reason, driver.state.finished.clone()) {
        let summary = format!("nothing changed since the run ended: {}", finished.summary);
        return Ok(driver.over(&finished.verdict, &summary, exit_from(finished.exit)));
    }
    if reason.is_some() {
        driver.state = RunState { run: driver.state.run + 1, ..RunState::default() };
    }
    let reason = reason.map_or_else(|| "goes on".to_owned(), |reason| format!("new: {reason}"));
    let history = driver.state.history().map_err(|error| anyhow!(error))?;
    let mut next = route(&history)?.next;
    let mut kept = Vec::new();
    while let Next::Spawn(step) = next {
        let Some(record) = driver.carried(step)? else { break };
        kept.push(record.step.clone());
        driver.state.spent.push(record);
        let history = driver.state.history().map_err(|error| anyhow!(error))?;
        next = route(&history)?.next;
    }
    let kept =
        if kept.is_empty() { String::new() } else { format!("; unchanged: {}", kept.join(", ")) };
    let workers = match next {
        Next::Spawn(step) => settings.workers.get(&step.stage).map_or(String::new(), |list| {
            let names: Vec<_> = list.iter().map(|worker| worker.name()).collect();
            format!(" by {}", names.join(", then "))
        }),
        _ => String::new(),
    };
    let summary = format!("run {} {reason}{kept}; next: {next}{workers}", driver.state.run);
    Ok(driver.over("PLANNED", &summary, Exit::Done))
}

/// What a step of the driver leads to.
enum Flow {
    /// Ask the router again.
    Routed,
    /// The kernel's turn is over.
    Over(Ended),
}

struct Driver<'a> {
    settings: &'a Settings,
    operator: &'a str,
    journal: Journal,
    state: RunState,
}

impl Driver<'_> {
    fn emit(&self, event: Event) {
        self.settings.sink.emit(&event);
    }

    fn kernel(&self) -> String {
        self.operator.to_owned()
    }

    fn context(&self, stage: Stage) -> StageContext {
        let mut context = StageContext::new(
            self.settings.workspace.clone(),
            self.operator,
            stage,
            Arc::clone(&self.settings.sink),
        );
        context.targets.clone_from(&self.settings.targets);
        context.options.clone_from(&self.settings.options);
        context
    }

    fn hashes(&self) -> Result<BTreeMap<String, String>> {
        let tilegym = self.settings.options.tilegym.as_deref();
        ownership::hashes(&self.settings.workspace, self.operator, tilegym)
    }

    fn append(&mut self, entry: Entry) -> Result<()> {
        self.journal.append(self.state.run, entry)?;
        self.state = RunState::of(self.journal.lines(), self.state.run).map_err(|e| anyhow!(e))?;
        Ok(())
    }

    /// Resumes the last run or starts a new one.
    fn begin(&mut self) -> Result<()> {
        let settings = self.settings_hash();
        let reason = self.reason_for_new_run(&settings)?;
        let resumed = reason.is_none();
        if let Some(reason) = reason {
            self.state = RunState { run: self.state.run + 1, ..RunState::default() };
            self.append(Entry::RunStarted { reason, settings })?;
        }
        self.emit(Event::RunStarted { kernel: self.kernel(), run: self.state.run, resumed });
        Ok(())
    }

    fn reason_for_new_run(&self, settings: &str) -> Result<Option<String>> {
        let state = &self.state;
        let reason = if state.run == 0 {
            "no run before".to_owned()
        } else if self.settings.new_run {
            "asked for by --new-run".to_owned()
        } else if let Some(stage) = self.settings.from {
            format!("asked for by --from {stage}")
        } else if state.finished.is_some() && state.settings != settings {
            "other targets, workers or GPU".to_owned()
        } else if let Some(set) = self.changed_set()? {
            format!("{set} changed")
        } else {
            return Ok(None);
        };
        Ok(Some(reason))
    }

    /// The first set of files that is not as the run left it. The files of a stage that was
    /// interrupted, or that a person works on, are that stage's to judge.
    fn changed_set(&self) -> Result<Option<String>> {
        let now = self.hashes()?;
        let open = self.state.open.as_ref().map(|open| open.step.stage.to_string());
        let changed = self
            .state
            .files
            .iter()
            .find(|(set, hash)| Some(*set) != open.as_ref() && now.get(*set) != Some(hash));
        Ok(changed.map(|(set, _)| match set.parse::<Stage>() {
            Ok(stage) => format!("files of stage {stage}"),
            Err(_) => "inputs or TileGym".to_owned(),
        }))
    }

    fn settings_hash(&self) -> String {
        let workers = self.settings.workers.iter().map(|(stage, list)| {
            let names: Vec<_> = list.iter().map(|worker| worker.name()).collect();
            format!("{stage}={}", names.join(","))
        });
        let workers: Vec<_> = workers.collect();
        crate::files::sha256(format!(
            "{:?} {workers:?} {} {}",
            self.settings.targets, self.settings.gpu, self.settings.require_gpu
        ))
    }

    fn drive(&mut self) -> Result<Ended> {
        if let Some(finished) = self.state.finished.clone() {
            return Ok(self.over(&finished.verdict, &finished.summary, exit_from(finished.exit)));
        }
        loop {
            let history = self.state.history().map_err(|error| anyhow!(error))?;
            let decision = route(&history)?;
            if let Some(row) = decision.row {
                let next = decision.next.to_string();
                self.emit(Event::Routed { kernel: self.kernel(), row: row.id(), next });
            }
            let last = history.last();
            let reached = last.is_some_and(|last| {
                Some(last.step.stage) == self.settings.until && last.verdict.is_clean_success()
            });
            let flow = match decision.next {
                Next::Spawn(step) if reached && self.state.open.is_none() => {
                    let summary = format!("reached as asked; {step} would follow");
                    Flow::Over(self.over("UNTIL", &summary, Exit::Done))
                }
                Next::Spawn(step) => match self.carried(step)? {
                    Some(record) => {
                        self.spend(record)?;
                        Flow::Routed
                    }
                    None => self.stage(step)?,
                },
                Next::Stop => Flow::Over(self.stop(&history)?),
                Next::Complete => Flow::Over(self.complete(&history)?),
            };
            if let Flow::Over(ended) = flow {
                return Ok(ended);
            }
        }
    }

    /// The earlier verdict of a stage whose inputs and products are as they were then.
    fn carried(&self, step: Step) -> Result<Option<SpentRecord>> {
        let stage = step.stage;
        let resumes = self.state.open.is_some();
        let carries = matches!(stage, Stage::A | Stage::B | Stage::D | Stage::E);
        let before_from = self.settings.from.is_some_and(|from| stage < from);
        if resumes || step.attempt != 1 || !carries {
            return Ok(None);
        }
        if self.settings.from == Some(stage) || (self.settings.new_run && !before_from) {
            return Ok(None);
        }
        let now = self.hashes()?;
        let same = |record: &SpentRecord| {
            let relevant = ownership::relevant(stage);
            relevant.iter().all(|set| record.files.get(*set) == now.get(*set))
        };
        let old = self.journal.lines().iter().rev().find_map(|line| match &line.entry {
            Entry::Spent(record) if record.step.starts_with(&stage.to_string()) => Some(record),
            _ => None,
        });
        let old = old.filter(|record| {
            let verdict: Result<Verdict, _> = record.verdict.parse();
            verdict.is_ok_and(Verdict::is_clean_success) && same(record)
        });
        match old {
            Some(record) => Ok(Some(SpentRecord {
                step: step.to_string(),
                skipped: true,
                seconds: 0.0,
                files: now,
                ..(**record).clone()
            })),
            None if before_from => Err(usage(format!(
                "--from {}: stage {stage} has no verdict that still holds for `{}`; run \
                 `cargo xtask port {} --until {stage}` first",
                self.settings.from.map_or(String::new(), |from| from.to_string()),
                self.operator,
                self.operator
            ))),
            None => Ok(None),
        }
    }

    fn spend(&mut self, record: SpentRecord) -> Result<()> {
        let spent = record.live().map_err(|error| anyhow!(error))?;
        let event = Event::StageFinished {
            kernel: self.kernel(),
            stage: spent.step.stage,
            attempt: spent.step.attempt,
            verdict: spent.verdict,
            class: spent.class,
            soft: record.soft.clone(),
            skipped: record.skipped,
            seconds: record.seconds,
            summary: record.summary.clone(),
        };
        self.append(Entry::Spent(Box::new(record)))?;
        self.journal.settle(&self.settings.workspace, self.operator)?;
        self.emit(event);
        Ok(())
    }

    /// One semantic run of a stage: its workers in turn, and the repair if the gate asks for it.
    fn stage(&mut self, step: Step) -> Result<Flow> {
        let begun = Instant::now();
        loop {
            let open = self.state.open.clone().filter(|open| open.step == step);
            let place = open.as_ref().map_or(0, |open| open.place);
            let repair = open.as_ref().and_then(|open| open.repair);
            let list = self.settings.workers.get(&step.stage).map_or(&[][..], Vec::as_slice);
            let Some(worker) = list.get(place) else {
                let reason = open
                    .and_then(|open| open.stopped)
                    .unwrap_or_else(|| format!("no worker is configured for stage {}", step.stage));
                return self.hold(step, "person", &reason, Return::default());
            };

            let name = worker.name();
            // A return that was stored before a kill is judged, not made again.
            let stored = match &open {
                Some(open) if open.started => {
                    load_return(&self.journal, self.state.run, step, repair.is_some())?
                }
                _ => None,
            };
            let returned = match stored {
                Some(returned) => returned,
                None => {
                    discard_return(&self.journal, self.state.run, step, repair.is_some())?;
                    self.append(Entry::StageStarted {
                        step: step.to_string(),
                        worker: name.clone(),
                        place,
                        repair: repair.is_some(),
                    })?;
                    self.emit(Event::StageStarted {
                        kernel: self.kernel(),
                        stage: step.stage,
                        attempt: step.attempt,
                        worker: name.clone(),
                        repair: repair.is_some(),
                    });
                    let context = self.context(step.stage);
                    let request = Request {
                        context: &context,
                        step,
                        run: self.state.run,
                        repair: repair.map(|refusal| refusal.verdict),
                        stopped: open.as_ref().and_then(|open| open.stopped.clone()),
                        before: self.steps_before()?,
                    };
                    match worker.run(&request)? {
                        Turn::Returned(returned) => {
                            let repair = repair.is_some();
                            store_return(&self.journal, self.state.run, step, repair, returned)?
                        }
                        Turn::Beyond(reason) if place + 1 < list.len() => {
                            self.emit(Event::Note {
                                kernel: self.kernel(),
                                stage: Some(step.stage),
                                message: format!("{name} hands on: {reason}"),
                            });
                            let step = step.to_string();
                            self.append(Entry::HandedOn { step, place: place + 1, reason })?;
                            continue;
                        }
                        Turn::Beyond(reason) | Turn::Waiting(reason) => {
                            return self.hold(step, "person", &reason, Return::default());
                        }
                        Turn::NeedsGpu(built) => return self.needs_gpu(step, name, built, begun),
                    }
                }
            };
            if self.judged(step, &name, returned, begun)? {
                return Ok(Flow::Routed);
            }
            if self.state.open.is_none() {
                let summary = format!("{step} returned no verdict, nor did its repair");
                return Ok(Flow::Over(self.finish("STOP", Exit::Refused, &summary)?));
            }
        }
    }

    fn steps_before(&self) -> Result<Vec<Step>> {
        let history = self.state.history().map_err(|error| anyhow!(error))?;
        Ok(history.iter().map(|spent| spent.step).collect())
    }

    /// Puts a return through the gate. True where a semantic run is spent; false where a repair
    /// follows, or, with nothing open any more, where there is no verdict at all.
    fn judged(
        &mut self,
        step: Step,
        worker: &str,
        returned: Return,
        begun: Instant,
    ) -> Result<bool> {
        let open = self.state.open.clone().with_context(|| format!("{step} never began"))?;
        let kernel = self.settings.workspace.crate_of(self.operator);
        let repaired = self.state.repaired.contains(&step.stage);
        let text = String::from_utf8_lossy(&returned.output).into_owned();
        self.emit(Event::WorkerOutput { kernel: self.kernel(), stage: step.stage, text });
        let transcript = returned
            .transcript
            .as_ref()
            .map(|path| ownership::relative(self.journal.path().parent().unwrap_or(path), path));
        match judge_return(&kernel, &open, repaired, &returned) {
            Judged::Refused(refusal) => {
                self.append(Entry::Refused {
                    step: step.to_string(),
                    verdict: refusal.verdict.map(|verdict| verdict.to_string()),
                    class: refusal.class.map(|class| class.to_string()),
                    transcript,
                })?;
                Ok(false)
            }
            Judged::Spent { verdict, class, soft } => {
                let summary = returned.ended.unwrap_or(returned.summary);
                let record = SpentRecord {
                    step: step.to_string(),
                    worker: worker.to_owned(),
                    verdict: verdict.to_string(),
                    class: class.map(|class| class.to_string()),
                    soft: soft.iter().map(|mark| (*mark).to_owned()).collect(),
                    skipped: false,
                    seconds: begun.elapsed().as_secs_f64(),
                    summary,
                    data: returned.data,
                    transcript,
                    files: self.hashes()?,
                };
                self.spend(record)?;
                Ok(true)
            }
            Judged::Nothing => {
                self.state.open = None;
                Ok(false)
            }
        }
    }

    /// What needs no GPU is done and proved; the rest waits, or blocks where a GPU is required.
    fn needs_gpu(
        &mut self,
        step: Step,
        worker: String,
        built: Return,
        begun: Instant,
    ) -> Result<Flow> {
        let waits = match step.stage {
            Stage::D => "correctness on the GPU",
            _ => "speed against the reference",
        };
        if !self.settings.require_gpu {
            let proved = if built.summary.is_empty() {
                String::new()
            } else {
                format!("proved: {}; ", built.summary)
            };
            let reason = format!("{proved}waits for a GPU: {waits}");
            return self.hold(step, "gpu", &reason, built);
        }
        let class = step.stage.class_key(Verdict::Blocked).map(|_| Class::Env.to_string());
        self.spend(SpentRecord {
            step: step.to_string(),
            worker,
            verdict: Verdict::Blocked.to_string(),
            class,
            soft: Vec::new(),
            skipped: false,
            seconds: begun.elapsed().as_secs_f64(),
            summary: format!("no GPU on this machine, and --require-gpu asks for one: {waits}"),
            data: built.data,
            transcript: None,
            files: self.hashes()?,
        })?;
        Ok(Flow::Routed)
    }

    fn hold(
        &mut self,
        step: Step,
        waiting_for: &str,
        reason: &str,
        so_far: Return,
    ) -> Result<Flow> {
        let files = self.hashes()?;
        self.append(Entry::Held {
            step: step.to_string(),
            waiting_for: waiting_for.to_owned(),
            reason: reason.to_owned(),
            data: so_far.data,
            files,
        })?;
        self.journal.settle(&self.settings.workspace, self.operator)?;
        let kernel = self.kernel();
        let (stage, reason) = (step.stage, reason.to_owned());
        Ok(Flow::Over(if waiting_for == "gpu" {
            self.emit(Event::Paused { kernel, stage, reason: reason.clone() });
            self.over("PAUSED", &reason, Exit::Done)
        } else {
            self.emit(Event::Waiting { kernel, stage, reason: reason.clone() });
            self.over("WAITING", &reason, Exit::Waiting)
        }))
    }

    fn stop(&mut self, history: &[Spent]) -> Result<Ended> {
        let last = history.last();
        let environment = last.is_some_and(|last| last.class == Some(Class::Env));
        let exit = if environment { Exit::Environment } else { Exit::Refused };
        let summary = self.state.spent.last().map_or(String::new(), |record| {
            format!("{} {}: {}", record.step, record.verdict, record.summary)
        });
        self.finish("STOP", exit, &summary)
    }

    fn complete(&mut self, history: &[Spent]) -> Result<Ended> {
        let last_of = |stage| history.iter().rev().find(|spent| spent.step.stage == stage);
        let failed: Vec<_> = [(Stage::D, Verdict::AllPass), (Stage::E, Verdict::Done)]
            .into_iter()
            .filter_map(|(stage, good)| last_of(stage).filter(|spent| spent.verdict != good))
            .chain(last_of(Stage::C).filter(|spent| spent.verdict == Verdict::FailCompilerBug))
            .map(|spent| format!("{} {}", spent.step, spent.verdict))
            .collect();
        let mut broken = Vec::new();
        if let Some(gate) = &self.settings.final_gate {
            let checks = gate(&self.context(Stage::E))?;
            broken.extend(
                checks
                    .into_iter()
                    .filter(|check| check.exit != 0)
                    .map(|check| format!("final gate, {}: {}", check.name, check.note)),
            );
        }
        let exit = if failed.is_empty() && broken.is_empty() { Exit::Done } else { Exit::Refused };
        let summary = failed.into_iter().chain(broken).collect::<Vec<_>>().join("; ");
        self.finish("PIPELINE_COMPLETE", exit, &summary)
    }

    fn finish(&mut self, verdict: &str, exit: Exit, summary: &str) -> Result<Ended> {
        let files = self.hashes()?;
        self.append(Entry::RunFinished {
            verdict: verdict.to_owned(),
            exit: exit as u8,
            summary: summary.to_owned(),
            files,
        })?;
        let finished = self.state.finished.clone();
        let Some(Finished { verdict, summary, .. }) = finished else {
            return Err(anyhow!("the end of the run is not in its journal"));
        };
        Ok(self.over(&verdict, &summary, exit))
    }

    fn over(&self, verdict: &str, summary: &str, exit: Exit) -> Ended {
        self.emit(Event::RunFinished {
            kernel: self.kernel(),
            verdict: verdict.to_owned(),
            summary: summary.to_owned(),
        });
        Ended { summary: summarise(self.operator, &self.state, verdict), exit }
    }
}

/// The summary of a run, as `port --json` prints it last.
pub fn summarise(operator: &str, state: &RunState, verdict: &str) -> KernelSummary {
    let stages = state.spent.iter().filter_map(|record| {
        let spent = record.live().ok()?;
        Some(StageSummary {
            stage: spent.step.stage,
            attempt: spent.step.attempt,
            verdict: spent.verdict,
            class: spent.class,
            soft: record.soft.clone(),
            summary: record.summary.clone(),
        })
    });
    let converted = state.spent.iter().rev().find(|record| record.step.starts_with('B'));
    let variants = converted
        .and_then(|record| record.data.get("variants")?.as_array().cloned())
        .unwrap_or_default();
    KernelSummary {
        name: operator.to_owned(),
        verdict: verdict.to_owned(),
        waiting_for: state.held.as_ref().map(|held| held.waiting_for.clone()),
        stages: stages.collect(),
        variants,
    }
}

fn exit_from(code: u8) -> Exit {
    [Exit::Done, Exit::Refused, Exit::Usage, Exit::Environment, Exit::Waiting]
        .into_iter()
        .find(|exit| *exit as u8 == code)
        .unwrap_or(Exit::Refused)
}

#[cfg(test)]
#[path = "run_tests.rs"]
mod tests;
