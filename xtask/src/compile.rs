//! Client of `xtask/compile`, the program with cutile inside: Rust text in, Tile IR bytecode out.
//!
//! cutile needs CUDA headers to build and may die on bad input, so it lives in a program of its
//! own. [`Pool`] keeps as many of it running as are asked for at once; one that dies is replaced,
//! and its request answered with what it printed.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use tileport_contract::TensorSpec;

use crate::error::environment;
use crate::toolchain::Toolkit;
use crate::toolchain::cargo::{self, LOCK_LIMIT, Output};
use crate::workspace::Workspace;

/// One specialisation of one entry of a source text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Request {
    /// Text of a Rust file with one `#[cutile::module] pub mod kernels { … }`.
    pub source: Arc<str>,
    /// The entry function.
    pub entry: String,
    /// Values of its generics, in the order of declaration.
    pub generics: Vec<String>,
    /// Float constants of the module and the values that replace theirs.
    pub consts: Vec<(String, f64)>,
    /// What `&Tensor` parameters are compiled for.
    pub tensors: Vec<TensorSpec>,
    /// Compiler hints, none where the source's own stand.
    pub options: Hints,
    /// Architecture, e.g. `sm_90`.
    pub target: String,
}

/// Compiler hints that a launch chooses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Hints {
    /// Expected resident blocks per SM.
    pub occupancy: Option<u32>,
    /// Blocks in a cluster.
    pub num_ctas: Option<u32>,
    /// Worker warps of a block.
    pub num_worker_warps: Option<u32>,
}

/// A request as it goes over the pipe.
#[derive(Serialize)]
struct Line<'a> {
    id: u64,
    source: &'a str,
    entry: &'a str,
    generics: &'a [String],
    consts: BTreeMap<&'a str, String>,
    tensors: &'a [TensorSpec],
    options: Hints,
    target: &'a str,
}

#[derive(Deserialize)]
struct Answer {
    id: u64,
    bytecode: Option<String>,
    fingerprint: Option<String>,
    error: Option<String>,
}

/// What a request was compiled to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compiled {
    /// Tile IR bytecode.
    pub bytecode: Vec<u8>,
    /// SHA-256 of the bytecode without source positions, in hexadecimal digits: it changes with the
    /// code alone.
    pub fingerprint: String,
}

/// Running compilers, started on demand and reused. Share it between threads.
#[derive(Debug)]
pub struct Pool {
    program: PathBuf,
    idle: Mutex<Vec<Worker>>,
}

impl Pool {
    /// A pool over the workspace's compiler, which is built first where it is missing or older than
    /// its sources.
    ///
    /// # Errors
    /// The toolkit is missing, or the build fails: exit 3.
    pub fn new(workspace: &Workspace) -> Result<Self> {
        let program = workspace.target().join("debug/tileport-compile");
        if is_stale(workspace, &program) {
            build(workspace)?;
        }
        Ok(Self { program, idle: Mutex::new(Vec::new()) })
    }

    /// Compiles; the inner error is the compiler's message.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn compile(&self, request: &Request) -> Result<Result<Compiled, String>> {
        let idle = self.lock().pop();
        let mut worker = match idle {
            Some(worker) => worker,
            None => Worker::start(&self.program)?,
        };
        match worker.ask(request) {
            Ok(answer) => {
                self.lock().push(worker);
                Ok(answer)
            }
            Err(error) => Ok(Err(format!("the compiler died ({error}): {}", worker.last_words()))),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Worker>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug)]
struct Worker {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    asked: u64,
}

impl Worker {
    fn start(program: &Path) -> Result<Self> {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| environment(format!("cannot run {}: {error}", program.display())))?;
        let input = child.stdin.take();
        let output = child.stdout.take().context("the compiler has no output")?;
        Ok(Self { child, input, output: BufReader::new(output), asked: 0 })
    }

    fn ask(&mut self, request: &Request) -> Result<Result<Compiled, String>> {
        self.asked += 1;
        // As text: JSON has no infinities.
        let text = |value: f64| format!("{value:?}");
        let consts =
            request.consts.iter().map(|(name, value)| (name.as_str(), text(*value))).collect();
        let line = Line {
            id: self.asked,
            source: &request.source,
            entry: &request.entry,
            generics: &request.generics,
            consts,
            tensors: &request.tensors,
            options: request.options,
            target: &request.target,
        };
        let mut text = serde_json::to_string(&line)?;
        text.push('\n');
        let input = self.input.as_mut().context("no input")?;
        input.write_all(text.as_bytes())?;
        input.flush()?;
        let mut reply = String::new();
        if self.output.read_line(&mut reply)? == 0 {
            bail!("no answer");
        }
        let answer: Answer = serde_json::from_str(&reply)?;
        if answer.id != self.asked {
            bail!("answer {} to request {}", answer.id, self.asked);
        }
        Ok(match (answer.bytecode, answer.fingerprint) {
            (Some(digits), Some(fingerprint)) => {
                Ok(Compiled { bytecode: unhex(&digits)?, fingerprint })
            }
            _ => Err(answer.error.unwrap_or_default()),
        })
    }

    /// What a compiler that died left on standard error.
    fn last_words(&mut self) -> String {
        self.input = None;
        let _ = self.child.kill();
        let mut text = String::new();
        if let Some(mut errors) = self.child.stderr.take() {
            let _ = errors.read_to_string(&mut text);
        }
        text.trim().chars().take(600).collect()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The end of its input ends it; without the wait it would stay a zombie.
        self.input = None;
        let _ = self.child.wait();
    }
}

fn unhex(digits: &str) -> Result<Vec<u8>> {
    anyhow::ensure!(digits.len().is_multiple_of(2) && digits.is_ascii(), "odd digits");
    (0..digits.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).map_err(anyhow::Error::from))
        .collect()
}

/// Sources that decide what the program is.
const SOURCES: &[&str] = &[
    "Cargo.lock",
    "kernels/contract/src",
    "kernels/ffi/src",
    "kernels/support/src",
    "xtask/compile/src",
];

fn is_stale(workspace: &Workspace, program: &Path) -> bool {
    let Ok(built) = std::fs::metadata(program).and_then(|data| data.modified()) else {
        return true;
    };
    SOURCES.iter().any(|source| newest(&workspace.root().join(source)).is_some_and(|at| at > built))
}

fn newest(path: &Path) -> Option<SystemTime> {
    walkdir::WalkDir::new(path)
        .into_iter()
        .filter_map(|entry| entry.ok()?.metadata().ok()?.modified().ok())
        .max()
}

fn build(workspace: &Workspace) -> Result<()> {
    Toolkit::find(workspace)?;
    let mut command = cargo::command(workspace);
    command.args(["build", "--quiet", "--package", "tileport-compile"]);
    eprintln!("building the in-process compiler (about two minutes the first time)");
    let finished = cargo::run(command, &workspace.target(), Output::Shown, LOCK_LIMIT)?;
    if !finished.status.success() {
        return Err(environment(format!(
            "`cargo build -p tileport-compile` failed: {}",
            finished.stderr.trim()
        )));
    }
    // A build that found nothing to do leaves the old time, which would look stale again.
    let program = workspace.target().join("debug/tileport-compile");
    let file = std::fs::File::options().append(true).open(&program);
    file.and_then(|file| file.set_modified(SystemTime::now()))
        .with_context(|| program.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_become_bytes() {
        assert_eq!(unhex("00ff10").unwrap(), [0, 255, 16]);
        assert!(unhex("0").is_err());
        assert!(unhex("zz").is_err());
    }

    #[test]
    fn a_program_that_dies_is_reported_and_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("dies");
        std::fs::write(&program, "#!/bin/sh\nread line\necho gone >&2\nexit 3\n").unwrap();
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let pool = Pool { program, idle: Mutex::new(Vec::new()) };
        for _ in 0..2 {
            let error = pool.compile(&Request::default()).unwrap().unwrap_err();
            assert!(error.contains("died") && error.contains("gone"), "{error}");
        }
        assert!(pool.lock().is_empty());
    }

    #[test]
    fn a_program_that_is_not_there_is_an_environment_error() {
        let pool = Pool { program: "/nonexistent/program".into(), idle: Mutex::new(Vec::new()) };
        let error = pool.compile(&Request::default()).unwrap_err();
        assert_eq!(crate::error::exit_of(&error), crate::error::Exit::Environment);
    }
}
