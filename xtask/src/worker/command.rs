//! An external program as a worker: an agent's command line, a script.
//!
//! It gets the prompt on standard input and must print a validator block and a verdict. It runs in a
//! process group of its own, with a clock, a bound on what it prints and a listed environment; when
//! its turn is over, so is everything that it started.

use std::io::{Read, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};

use crate::error::{UserError, usage};
use crate::pipeline::journal::scratch;
use crate::worker::guard::{Guard, Violation};
use crate::worker::interrupt::Interest;
use crate::worker::{Request, Return, Turn, Worker, prompt, reap, scan};

/// Variables of the environment that every program gets.
const ALLOWED: [&str; 16] = [
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "LC_ALL",
    "TERM",
    "TMPDIR",
    "TZ",
    "CARGO_HOME",
    "RUSTUP_HOME",
    "CUDA_TOOLKIT_PATH",
    "LIBCLANG_PATH",
    "C_INCLUDE_PATH",
    "TILEGYM_PATH",
];

/// What a program may use up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Seconds of wall clock.
    pub seconds: u64,
    /// Bytes on standard output and standard error, each.
    pub bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { seconds: 3600, bytes: 16 << 20 }
    }
}

/// A program that does a stage.
#[derive(Debug, Clone)]
pub struct Command {
    /// Its name in events and journal.
    pub name: String,
    /// Program and arguments.
    pub words: Vec<String>,
    /// Environment variables that it gets besides the usual ones.
    pub env: Vec<String>,
    /// Its limits.
    pub limits: Limits,
}

impl Worker for Command {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn run(&self, request: &Request<'_>) -> Result<Turn> {
        let context = request.context;
        let folder = scratch(&context.workspace, &context.operator);
        // What a driver that was killed left running must not write beside the new worker.
        let mark = folder.join("worker").display().to_string();
        reap::marked(&mark);
        let guard =
            Guard::take(&context.workspace, &context.operator, request.step.stage, &folder)?;
        let prompt = prompt::render(request)?;
        let ran = self.run_program(request, &prompt, &mark);
        reap::marked(&mark);
        let ran = match ran {
            Ok(ran) => ran,
            Err(error) => {
                guard.restore_all()?;
                return Err(error);
            }
        };

        let text = String::from_utf8_lossy(&ran.stdout);
        let errors = String::from_utf8_lossy(&ran.stderr);
        let mut ended = ran.ended;
        if ended.is_none() {
            let tilegym = context.options.tilegym.as_deref();
            ended = scan::forbidden(&text, context.workspace.root(), tilegym)
                .or_else(|| scan::forbidden(&errors, context.workspace.root(), tilegym));
        }
        let violations = guard.violations()?;
        if ended.is_some() || !violations.is_empty() {
            // Nothing of a stage that was ended can be relied on.
            guard.restore_all()?;
        }
        if let Some(first) = violations.first() {
            let report = keep_diff(request, &violations)?;
            let more = violations.len() - 1;
            ended.get_or_insert(format!(
                "wrote {}{}, which stage {} does not own; put back, see {report}",
                first.path,
                if more > 0 { format!(" and {more} more") } else { String::new() },
                request.step.stage,
            ));
        }
        if !ran.stderr.is_empty() {
            let path = prompt::file(request, "stderr.log");
            crate::files::write(&path, &ran.stderr)?;
        }
        let mut output = ran.stdout;
        if let (Some(status), None) = (ran.status.filter(|status| !status.success()), &ended) {
            output.extend_from_slice(
                format!("\n<VALIDATOR_OUTPUT>\nworker {}\n</VALIDATOR_OUTPUT>\n", exit(status))
                    .as_bytes(),
            );
        }
        Ok(Turn::Returned(Return { output, ended, ..Return::default() }))
    }
}

/// How a program ended.
struct Ran {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    status: Option<ExitStatus>,
    /// The limit that ended it.
    ended: Option<String>,
}

enum Signalled {
    Exited,
    TooMuch,
    Interrupted,
}

impl Command {
    fn run_program(&self, request: &Request<'_>, prompt: &str, mark: &str) -> Result<Ran> {
        let mut child = self.spawn(request, mark)?;
        let pid = Pid::from_child(&child);
        let (sender, events) = mpsc::channel();
        let stdout = collect(child.stdout.take(), self.limits.bytes, sender.clone());
        let stderr = collect(child.stderr.take(), self.limits.bytes, sender.clone());
        if let Some(mut stdin) = child.stdin.take() {
            let prompt = prompt.to_owned();
            // A program that does not read its prompt is free not to.
            std::thread::spawn(move || drop(stdin.write_all(prompt.as_bytes())));
        }
        let (ask, asked) = mpsc::channel();
        let interest = Interest::register(ask);
        let forward = sender.clone();
        std::thread::spawn(move || {
            if asked.recv().is_ok() {
                let _ = forward.send(Signalled::Interrupted);
            }
        });
        std::thread::spawn(move || {
            // The process stays a zombie until its group is killed, so that the group's number
            // cannot have passed to somebody else.
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while rustix::process::waitid(WaitId::Pid(pid), options)
                .is_err_and(|error| error == rustix::io::Errno::INTR)
            {}
            let _ = sender.send(Signalled::Exited);
        });

        let mut interrupted = false;
        let ended = match events.recv_timeout(Duration::from_secs(self.limits.seconds)) {
            Ok(Signalled::Exited) => None,
            Ok(Signalled::Interrupted) => {
                interrupted = true;
                None
            }
            Ok(Signalled::TooMuch) => {
                Some(format!("stopped: it printed more than {} bytes", self.limits.bytes))
            }
            Err(RecvTimeoutError::Timeout) => {
                Some(format!("stopped: it ran longer than {} s", self.limits.seconds))
            }
            Err(RecvTimeoutError::Disconnected) => None,
        };
        let _ = rustix::process::kill_process_group(pid, Signal::KILL);
        let status = child.wait().ok();
        reap::marked(mark);
        drop(interest);
        if interrupted {
            return Err(UserError::Waiting(format!(
                "interrupted in stage {}; run the same command to go on",
                request.step.stage
            ))
            .into());
        }
        Ok(Ran {
            stdout: stdout.finish(),
            stderr: stderr.finish(),
            status: status.filter(|_| ended.is_none()),
            ended,
        })
    }

    fn spawn(&self, request: &Request<'_>, mark: &str) -> Result<Child> {
        let context = request.context;
        let (program, arguments) = self
            .words
            .split_first()
            .ok_or_else(|| usage(format!("worker `{}` names no program", self.name)))?;
        // A relative path is one in the workspace, wherever the command was started.
        let relative = program.contains('/') && !program.starts_with('/');
        let program = if relative {
            context.workspace.root().join(program).into_os_string()
        } else {
            program.into()
        };
        let mut command = std::process::Command::new(&program);
        command.args(arguments).current_dir(context.workspace.root()).env_clear();
        for name in ALLOWED.into_iter().chain(self.env.iter().map(String::as_str)) {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command
            .env("TILEPORT_STAGE", request.step.stage.to_string())
            .env("TILEPORT_ATTEMPT", request.step.attempt.to_string())
            .env("TILEPORT_REPAIR", if request.repair.is_some() { "1" } else { "0" })
            .env("TILEPORT_KERNEL", &context.operator)
            .env("TILEPORT_CRATE", context.crate_().root())
            .env(reap::VARIABLE, mark)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        // SAFETY: the closure makes one system call, which is safe between fork and exec.
        unsafe {
            command.pre_exec(|| {
                rustix::process::set_parent_process_death_signal(Some(Signal::KILL))
                    .map_err(Into::into)
            });
        }
        command.spawn().map_err(|error| {
            usage(format!(
                "worker `{}`: cannot start {}: {error}; correct --worker or the preset",
                self.name,
                program.to_string_lossy()
            ))
        })
    }
}

/// The bytes of a pipe, read on a thread of their own.
struct Collected {
    bytes: Arc<Mutex<Vec<u8>>>,
    done: mpsc::Receiver<()>,
}

impl Collected {
    /// What came. A process that got away with the other end of the pipe is not waited for.
    fn finish(self) -> Vec<u8> {
        let _ = self.done.recv_timeout(Duration::from_secs(2));
        std::mem::take(&mut *self.bytes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn collect(
    pipe: Option<impl Read + Send + 'static>,
    limit: u64,
    sender: mpsc::Sender<Signalled>,
) -> Collected {
    let bytes = Arc::new(Mutex::new(Vec::new()));
    let (finished, done) = mpsc::channel();
    let Some(mut pipe) = pipe else { return Collected { bytes, done } };
    let into = Arc::clone(&bytes);
    std::thread::spawn(move || {
        let mut buffer = vec![0; 1 << 16];
        while let Ok(count @ 1..) = pipe.read(&mut buffer) {
            let mut bytes = into.lock().unwrap_or_else(PoisonError::into_inner);
            let room = usize::try_from(limit).unwrap_or(usize::MAX).saturating_sub(bytes.len());
            bytes.extend_from_slice(&buffer[..count.min(room)]);
            if count > room {
                let _ = sender.send(Signalled::TooMuch);
                break;
            }
        }
        let _ = finished.send(());
    });
    Collected { bytes, done }
}

fn exit(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt as _;
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit_code={code}"),
        (None, Some(signal)) => format!("exit_code={} # signal {signal}", 128 + signal),
        (None, None) => "exit_code=1".to_owned(),
    }
}

fn keep_diff(request: &Request<'_>, violations: &[Violation]) -> Result<String> {
    let path = prompt::file(request, "ownership.diff");
    let text: String = violations.iter().map(|violation| violation.diff.as_str()).collect();
    crate::files::write(&path, text).context("cannot keep the diff of a foreign write")?;
    let root = request.context.workspace.root();
    Ok(path.strip_prefix(root).unwrap_or(&path).display().to_string())
}
