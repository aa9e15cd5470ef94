//! Measures a night: one worker a GPU, a common queue, a second run of what looks slow.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use super::history::History;
use super::judge::{self, Rule};
use super::night::{self, Measured, Night, Planned};
use super::queue::{Job, Queue, longest_first};
use super::sample::{Sample, Session, VERSION};
use super::worker::{Lost, Start, Worker};

/// What a night needs to know.
pub struct Settings<'a> {
    /// The GPUs, as `CUDA_VISIBLE_DEVICES` names them; one worker each.
    pub gpus: Vec<String>,
    /// Limit for one case, its first compilation included.
    pub limit: Duration,
    /// Limit for a worker to come up.
    pub start_limit: Duration,
    /// Starts a worker on a GPU.
    pub start: &'a Start<'a>,
    /// Hears of progress.
    pub note: &'a (dyn Fn(&str) + Sync),
}

/// Measures a part of a night, all of it twice where it looks slow.
///
/// # Errors
/// A worker cannot be started at all.
pub fn measure(settings: &Settings<'_>, mut night: Night, history: &History) -> Result<Night> {
    night.v = night::VERSION;
    let own = night::share(&night.planned, night.shard);
    let mut jobs: Vec<Job> = own
        .into_iter()
        .enumerate()
        .map(|(index, planned)| Job { index, planned, only: None })
        .collect();
    longest_first(&mut jobs, history);
    (night.first, night.sessions) = all(settings, jobs, 0)?;
    let suspects = judge::suspects(history, &night, &Rule::default());
    if !suspects.is_empty() {
        let again = again(&night, &suspects);
        (settings.note)(&format!("{} cases look slow; a second run", again.len()));
        let (second, sessions) = all(settings, again, night.sessions.len())?;
        night.second = second;
        night.sessions.extend(sessions);
    }
    Ok(night)
}

/// The jobs of a second run, each for the GPU of its first.
fn again(night: &Night, suspects: &[(String, String)]) -> Vec<Job> {
    let is_planned = |one: &Measured, planned: &Planned| {
        one.sample.operator == planned.operator && one.sample.case == planned.case
    };
    let job = |(index, (operator, case)): (usize, &(String, String))| {
        let named = |one: &&Planned| one.operator == *operator && one.case == *case;
        let planned = night.planned.iter().find(named)?.clone();
        let measured = night.first.iter().find(|one| is_planned(one, &planned))?;
        let gpu = night.sessions[measured.session].gpu.clone();
        Some(Job { index, planned, only: Some(gpu) })
    };
    suspects.iter().enumerate().filter_map(job).collect()
}

/// Times that a worker may fail to come up, one after the other, before its GPU is given up.
const STARTS: usize = 2;

/// What the threads share besides the queue.
#[derive(Default)]
struct Shared {
    measured: BTreeMap<usize, Measured>,
    sessions: Vec<Session>,
    /// The first program that could not be started; the others stop.
    error: Option<anyhow::Error>,
    /// Why a GPU was given up, by GPU.
    given_up: BTreeMap<String, String>,
}

/// Measures cases on all GPUs, in the order given; sessions are numbered from `offset`.
fn all(
    settings: &Settings<'_>,
    jobs: Vec<Job>,
    offset: usize,
) -> Result<(Vec<Measured>, Vec<Session>)> {
    let count = jobs.len();
    let queue = Queue::new(jobs);
    let shared = Mutex::new(Shared::default());
    std::thread::scope(|scope| {
        for gpu in &settings.gpus {
            let hands = Hands { settings, gpu, queue: &queue, shared: &shared, offset, count };
            scope.spawn(move || hands.work());
        }
    });
    let mut shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = shared.error {
        return Err(error);
    }
    for job in queue.into_rest() {
        let own = job.only.as_ref().and_then(|gpu| shared.given_up.get(gpu));
        let why = own.or_else(|| shared.given_up.values().next());
        let why = why.cloned().unwrap_or_else(|| "no worker came up".to_owned());
        shared.sessions.push(Session { v: VERSION, ..Session::default() });
        let session = offset + shared.sessions.len() - 1;
        let sample = lost_sample(&job.planned, why);
        shared.measured.insert(job.index, Measured { session, sample });
    }
    Ok((shared.measured.into_values().collect(), shared.sessions))
}

/// One GPU's thread.
struct Hands<'a> {
    settings: &'a Settings<'a>,
    gpu: &'a str,
    queue: &'a Queue,
    shared: &'a Mutex<Shared>,
    offset: usize,
    count: usize,
}

impl Hands<'_> {
    fn shared(&self) -> std::sync::MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works cases off; a worker that is lost takes one case with it, and another is started.
    fn work(&self) {
        let mut worker: Option<(Worker, usize)> = None;
        let mut failures = 0;
        while let Some(job) = self.queue.take(self.gpu) {
            let session = match self.session(&mut worker) {
                Ok(Ok(session)) => session,
                Ok(Err(Lost(why))) => {
                    (self.settings.note)(&format!("GPU {}: {why}", self.gpu));
                    failures += 1;
                    if failures == STARTS {
                        self.shared().given_up.insert(self.gpu.to_owned(), why);
                    }
                    // The case never reached a worker: it is not lost, and other GPUs may measure it.
                    self.queue.put_back(job);
                    if failures == STARTS {
                        return;
                    }
                    continue;
                }
                Err(error) => {
                    self.queue.clear();
                    self.shared().error.get_or_insert(error);
                    self.queue.finish();
                    return;
                }
            };
            failures = 0;
            let begin = Instant::now();
            let answer = worker
                .as_mut()
                .map(|(worker, _)| worker.measure(&job.planned, self.settings.limit));
            let sample = match answer {
                Some(Ok(sample)) => {
                    Sample { seconds: Some(begin.elapsed().as_secs_f64()), ..sample }
                }
                lost => {
                    worker = None;
                    let why = lost.and_then(Result::err).map_or_else(String::new, |Lost(why)| why);
                    lost_sample(&job.planned, why)
                }
            };
            let mut shared = self.shared();
            let state = sample.error.as_deref().unwrap_or("measured");
            let done = shared.measured.len() + 1;
            (self.settings.note)(&format!("{done} of {}: {}: {state}", self.count, sample.name()));
            shared.measured.insert(job.index, Measured { session, sample });
            drop(shared);
            self.queue.finish();
        }
    }

    /// The session of the worker that is there, or of a new one.
    fn session(&self, worker: &mut Option<(Worker, usize)>) -> Result<Result<usize, Lost>> {
        if let Some((_, session)) = worker {
            return Ok(Ok(*session));
        }
        let command = (self.settings.start)(self.gpu);
        let started = Worker::start(command, self.settings.start_limit)
            .with_context(|| format!("the worker on GPU {}", self.gpu))?;
        Ok(started.map(|(new, session)| {
            let mut shared = self.shared();
            shared.sessions.push(Session { gpu: self.gpu.to_owned(), ..session });
            let number = self.offset + shared.sessions.len() - 1;
            *worker = Some((new, number));
            number
        }))
    }
}

/// A case of which there is no more than the reason.
fn lost_sample(planned: &Planned, why: String) -> Sample {
    Sample {
        v: VERSION,
        operator: planned.operator.clone(),
        case: planned.case.clone(),
        error: Some(why),
        ..Sample::default()
    }
}
