//! Which GPU measures which case: one queue for all workers of a host.
//!
//! Cases that take longest come first, so that no GPU works on alone at the end. A case of a second
//! run waits for the GPU that measured it first: two runs that are compared are of one device.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::history::History;
use super::night::Planned;

/// A case that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Its place among the results.
    pub index: usize,
    /// The case.
    pub planned: Planned,
    /// The only GPU that may measure it; any where there is none.
    pub only: Option<String>,
}

/// The cases that wait, and how many are being measured.
#[derive(Debug)]
pub struct Queue {
    inner: Mutex<Inner>,
    changed: Condvar,
}

#[derive(Debug)]
struct Inner {
    waiting: Vec<Job>,
    running: usize,
}

impl Queue {
    /// A queue of jobs in this order.
    pub fn new(jobs: Vec<Job>) -> Self {
        let inner = Inner { waiting: jobs, running: 0 };
        Self { inner: Mutex::new(inner), changed: Condvar::new() }
    }

    /// The next job for a GPU. While others run, one of them may come back: then it waits. None when
    /// there is nothing more for this GPU.
    pub fn take(&self, gpu: &str) -> Option<Job> {
        let mut inner = self.lock();
        loop {
            let fits = |job: &Job| job.only.as_deref().is_none_or(|only| only == gpu);
            if let Some(place) = inner.waiting.iter().position(fits) {
                inner.running += 1;
                return Some(inner.waiting.remove(place));
            }
            if inner.running == 0 {
                return None;
            }
            inner = self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Gives a job back that never reached a worker.
    pub fn put_back(&self, job: Job) {
        let mut inner = self.lock();
        inner.waiting.insert(0, job);
        inner.running -= 1;
        self.changed.notify_all();
    }

    /// A job has its result.
    pub fn finish(&self) {
        self.lock().running -= 1;
        self.changed.notify_all();
    }

    /// Nothing more is to be done.
    pub fn clear(&self) {
        self.lock().waiting.clear();
    }

    /// What was left.
    pub fn into_rest(self) -> Vec<Job> {
        self.inner.into_inner().unwrap_or_else(PoisonError::into_inner).waiting
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sorts jobs by the seconds that they took when they were measured last, the longest first. What was
/// never measured may take long and comes before all others; ties keep their order.
pub fn longest_first(jobs: &mut [Job], history: &History) {
    let seconds = |job: &Job| {
        let rows = history.of(&job.planned.operator, &job.planned.case);
        rows.iter().rev().find_map(|row| row.seconds).unwrap_or(f64::INFINITY)
    };
    jobs.sort_by(|a, b| seconds(b).total_cmp(&seconds(a)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regress::history::Row;

    fn job(index: usize, only: Option<&str>) -> Job {
        let planned =
            Planned { operator: "o".to_owned(), inputs: "i".to_owned(), case: format!("c{index}") };
        Job { index, planned, only: only.map(str::to_owned) }
    }

    fn indices(jobs: &[Job]) -> Vec<usize> {
        jobs.iter().map(|job| job.index).collect()
    }

    #[test]
    fn what_takes_longest_comes_first() {
        let mut history = History::default();
        for (case, seconds) in [("c0", 1.0), ("c1", 9.0), ("c1", 3.0), ("c2", 2.0)] {
            history.push(Row {
                case: case.to_owned(),
                operator: "o".to_owned(),
                seconds: Some(seconds),
                ..Row::default()
            });
        }
        let mut jobs: Vec<Job> = (0..5).map(|index| job(index, None)).collect();
        longest_first(&mut jobs, &history);
        assert_eq!(indices(&jobs), [3, 4, 1, 2, 0]);
    }

    #[test]
    fn a_job_waits_for_its_own_gpu() {
        let queue = Queue::new(vec![job(0, Some("1")), job(1, None), job(2, Some("0"))]);
        assert_eq!(queue.take("0").map(|job| job.index), Some(1));
        assert_eq!(queue.take("0").map(|job| job.index), Some(2));
        queue.finish();
        queue.finish();
        assert_eq!(queue.take("0"), None);
        assert_eq!(indices(&queue.into_rest()), [0]);
    }

    #[test]
    fn a_job_that_comes_back_goes_to_a_gpu_that_waits() {
        let queue = Queue::new(vec![job(0, None)]);
        let taken = queue.take("0").unwrap();
        std::thread::scope(|scope| {
            // It finds nothing while the only job is taken, and may not give up.
            let waits = scope.spawn(|| queue.take("1").map(|job| job.index));
            queue.put_back(taken);
            assert_eq!(waits.join().unwrap(), Some(0));
        });
        queue.finish();
        assert_eq!(queue.take("0"), None);
    }
}
