//! One worker process on one GPU: requests in, samples out, a limit on each.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result};
use rustix::process::{Pid, Signal};
use serde_json::json;

use super::night::Planned;
use super::sample::{Line, Sample, Session, VERSION};

/// Bytes of standard error that are kept for the report of a worker that died.
const KEPT: usize = 4096;

/// What starts a worker: a program with its arguments and environment.
pub type Start<'a> = dyn Fn(&str) -> Command + Sync + 'a;

/// A running worker.
pub struct Worker {
    child: Child,
    requests: Option<ChildStdin>,
    answers: Receiver<String>,
    said: Arc<Mutex<Vec<u8>>>,
    /// Hears that standard error has ended.
    silent: Receiver<()>,
}

/// Why there is no answer; the worker is gone then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost(pub String);

impl Worker {
    /// Starts a worker and reads its session.
    ///
    /// # Errors
    /// The program cannot be started. That it died or hangs is in the inner result.
    pub fn start(mut command: Command, limit: Duration) -> Result<Result<(Self, Session), Lost>> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own, so that what it started ends with it.
        command.process_group(0);
        let mut child =
            command.spawn().with_context(|| format!("cannot start {:?}", command.get_program()))?;
        let (sender, answers) = mpsc::channel();
        let stdout = child.stdout.take().context("the worker has no standard output")?;
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let said = Arc::new(Mutex::new(Vec::new()));
        let mut stderr = child.stderr.take().context("the worker has no standard error")?;
        let kept = Arc::clone(&said);
        let (ended, silent) = mpsc::channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 1024];
            while let Ok(count @ 1..) = stderr.read(&mut buffer) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(&buffer[..count]);
                let surplus = kept.len().saturating_sub(KEPT);
                kept.drain(..surplus);
            }
            let _ = ended.send(());
        });
        let requests = child.stdin.take();
        let mut worker = Self { child, requests, answers, said, silent };
        match worker.line(limit) {
            Err(lost) => Ok(Err(lost)),
            Ok(Line::Session(session)) if session.v <= VERSION => Ok(Ok((worker, *session))),
            Ok(_) => {
                worker.end();
                let what = format!("the worker's first line is no session of version {VERSION}");
                Ok(Err(Lost(what)))
            }
        }
    }

    /// Has one case measured.
    pub fn measure(&mut self, planned: &Planned, limit: Duration) -> Result<Sample, Lost> {
        let request = json!({
            "operator": planned.operator, "inputs": planned.inputs, "case": planned.case,
        });
        let requests = self.requests.as_mut().ok_or_else(|| Lost("the worker is gone".into()))?;
        // A worker that is dead already says so below.
        let _ = writeln!(requests, "{request}").and_then(|()| requests.flush());
        let answer = self.line(limit)?;
        match answer {
            Line::Case(sample)
                if sample.v <= VERSION
                    && sample.operator == planned.operator
                    && sample.case == planned.case =>
            {
                Ok(*sample)
            }
            _ => {
                self.end();
                Err(Lost("the worker answered another request".to_owned()))
            }
        }
    }

    /// The next line that it prints; it is ended where there is none in time.
    fn line(&mut self, limit: Duration) -> Result<Line, Lost> {
        let text = match self.answers.recv_timeout(limit) {
            Ok(text) => text,
            Err(RecvTimeoutError::Timeout) => {
                self.end();
                return Err(Lost(format!(
                    "no answer within {} s; the worker was ended",
                    limit.as_secs()
                )));
            }
            Err(RecvTimeoutError::Disconnected) => return Err(self.died()),
        };
        serde_json::from_str(&text).map_err(|error| {
            self.end();
            Lost(format!("the worker printed what is no line of the protocol: {error}"))
        })
    }

    /// How it died, with the last thing that it said.
    fn died(&mut self) -> Lost {
        self.end();
        let status =
            self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        // What it said last may still be in the pipe; a stray that holds it open is not waited for.
        let _ = self.silent.recv_timeout(Duration::from_secs(2));
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&said);
        let last = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("nothing");
        Lost(format!("the worker died ({status}); its last words: {}", last.trim()))
    }

    /// Ends it and all that it started.
    fn end(&mut self) {
        self.requests = None;
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.wait();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.end();
    }
}
