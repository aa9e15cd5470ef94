//! Measures a night: one worker a GPU, a common queue, a second run of what looks slow.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result};

use super::history::History;
use super::judge::{self, Rule};
use super::night::{self, Measured, Night, Planned};
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
    (night.first, night.sessions) = all(settings, &own, 0)?;
    let suspects = judge::suspects(history, &night, &Rule::default());
    if !suspects.is_empty() {
        let again: Vec<Planned> = own
            .into_iter()
            .filter(|one| suspects.contains(&(one.operator.clone(), one.case.clone())))
            .collect();
        (settings.note)(&format!("{} cases look slow; a second run", again.len()));
        let (second, sessions) = all(settings, &again, night.sessions.len())?;
        night.second = second;
        night.sessions.extend(sessions);
    }
    Ok(night)
}

/// Times that a worker may fail to come up, one after the other, before its GPU is given up.
const STARTS: usize = 2;

/// What the threads share.
struct Shared {
    queue: VecDeque<(usize, Planned)>,
    measured: BTreeMap<usize, Measured>,
    sessions: Vec<Session>,
    /// The first program that could not be started; the others stop.
    error: Option<anyhow::Error>,
    /// Why the first GPU was given up.
    given_up: Option<String>,
}

/// Measures cases on all GPUs, in the order given; sessions are numbered from `offset`.
fn all(
    settings: &Settings<'_>,
    planned: &[Planned],
    offset: usize,
) -> Result<(Vec<Measured>, Vec<Session>)> {
    let shared = Mutex::new(Shared {
        queue: planned.iter().cloned().enumerate().collect(),
        measured: BTreeMap::new(),
        sessions: Vec::new(),
        error: None,
        given_up: None,
    });
    let count = planned.len();
    std::thread::scope(|scope| {
        for gpu in &settings.gpus {
            let shared = &shared;
            scope.spawn(move || work(settings, gpu, shared, offset, count));
        }
    });
    let mut shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = shared.error {
        return Err(error);
    }
    if !shared.queue.is_empty() {
        let why = shared.given_up.unwrap_or_else(|| "no worker came up".to_owned());
        shared.sessions.push(Session { v: VERSION, ..Session::default() });
        let session = offset + shared.sessions.len() - 1;
        for (index, planned) in shared.queue {
            let sample = lost_sample(&planned, why.clone());
            shared.measured.insert(index, Measured { session, sample });
        }
    }
    Ok((shared.measured.into_values().collect(), shared.sessions))
}

/// Works cases off on one GPU; a worker that is lost takes one case with it, and another is started.
fn work(settings: &Settings<'_>, gpu: &str, shared: &Mutex<Shared>, offset: usize, count: usize) {
    let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
    let mut worker: Option<(Worker, usize)> = None;
    let mut failures = 0;
    loop {
        let Some((index, planned)) = lock().queue.pop_front() else { return };
        let session = match take(settings, gpu, &mut worker, shared, offset) {
            Ok(Ok(session)) => session,
            Ok(Err(Lost(why))) => {
                // The case never reached a worker: it is not lost, and other GPUs may measure it.
                lock().queue.push_front((index, planned));
                (settings.note)(&format!("GPU {gpu}: {why}"));
                failures += 1;
                if failures == STARTS {
                    lock().given_up.get_or_insert(why);
                    return;
                }
                continue;
            }
            Err(error) => {
                let mut shared = lock();
                shared.queue.clear();
                shared.error.get_or_insert(error);
                return;
            }
        };
        failures = 0;
        let answer = worker.as_mut().map(|(worker, _)| worker.measure(&planned, settings.limit));
        let sample = match answer {
            Some(Ok(sample)) => sample,
            lost => {
                worker = None;
                let why = lost.and_then(Result::err).map_or_else(String::new, |Lost(why)| why);
                lost_sample(&planned, why)
            }
        };
        let mut shared = lock();
        let state = sample.error.as_deref().unwrap_or("measured");
        let done = shared.measured.len() + 1;
        (settings.note)(&format!("{done} of {count}: {}: {state}", sample.name()));
        shared.measured.insert(index, Measured { session, sample });
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

/// The session of the worker that is there, or of a new one.
fn take(
    settings: &Settings<'_>,
    gpu: &str,
    worker: &mut Option<(Worker, usize)>,
    shared: &Mutex<Shared>,
    offset: usize,
) -> Result<Result<usize, Lost>> {
    if let Some((_, session)) = worker {
        return Ok(Ok(*session));
    }
    let command = (settings.start)(gpu);
    let started = Worker::start(command, settings.start_limit)
        .with_context(|| format!("the worker on GPU {gpu}"))?;
    Ok(started.map(|(new, session)| {
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        shared.sessions.push(session);
        let number = offset + shared.sessions.len() - 1;
        *worker = Some((new, number));
        number
    }))
}
