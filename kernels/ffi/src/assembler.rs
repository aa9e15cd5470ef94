//! `tileiras`: bytecode to cubin, in an environment of its own.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::error::{Code, Failure};

/// The variable that names the assembler; it comes before what Python says.
pub const PATH_VARIABLE: &str = "CUTILE_TILEIRAS_PATH";

/// The assembler of this process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assembler {
    /// The program.
    pub path: PathBuf,
    /// What it says of its version, whole: it holds the build number.
    pub version: String,
}

static CHOSEN: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Sets the assembler to use where [`PATH_VARIABLE`] is not set.
pub fn choose(path: PathBuf) {
    *CHOSEN.lock().unwrap_or_else(PoisonError::into_inner) = Some(path);
}

/// The assembler to use, asked for its version once for each path.
///
/// # Errors
/// None was named, or it does not run.
pub fn find() -> Result<Assembler, Failure> {
    static KNOWN: OnceLock<Mutex<Vec<Assembler>>> = OnceLock::new();
    let path = std::env::var_os(PATH_VARIABLE)
        .filter(|path| !path.is_empty())
        .map(PathBuf::from)
        .or_else(|| CHOSEN.lock().unwrap_or_else(PoisonError::into_inner).clone())
        .ok_or_else(|| {
            Failure::new(
                Code::Launch,
                format!(
                    "no tileiras: install the package nvidia-cuda-tileiras, or set {PATH_VARIABLE} to \
                     the program"
                ),
            )
        })?;
    let mut known =
        KNOWN.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(assembler) = known.iter().find(|assembler| assembler.path == path) {
        return Ok(assembler.clone());
    }
    let output = run(&path, &["--version".into()])?;
    let assembler =
        Assembler { path, version: String::from_utf8_lossy(&output.stdout).trim().to_owned() };
    known.push(assembler.clone());
    Ok(assembler)
}

impl Assembler {
    /// Assembles bytecode for a target such as `sm_90`.
    ///
    /// # Errors
    /// tileiras refuses; the message has its command, exit status and output.
    pub fn assemble(
        &self,
        bytecode: &[u8],
        target: &str,
        opt_level: u32,
    ) -> Result<Vec<u8>, Failure> {
        let folder = Scratch::new()?;
        let (input, output) = (folder.0.join("kernel.tileirbc"), folder.0.join("kernel.cubin"));
        std::fs::write(&input, bytecode).map_err(|error| io(&input, &error))?;
        let arguments: Vec<OsString> = vec![
            "--gpu-name".into(),
            target.into(),
            "--opt-level".into(),
            opt_level.to_string().into(),
            "-o".into(),
            output.clone().into(),
            input.into(),
        ];
        run(&self.path, &arguments)?;
        std::fs::read(&output).map_err(|error| io(&output, &error))
    }
}

fn run(path: &Path, arguments: &[OsString]) -> Result<Output, Failure> {
    // Inherited variables would make it take another toolkit's ptxas or libNVVM.
    let mut command = Command::new(path);
    command.args(arguments).env_clear().stdin(Stdio::null());
    if let Some(bin) = path.parent() {
        let mut search = bin.as_os_str().to_owned();
        search.push(":/usr/bin:/bin");
        command.env("PATH", search).env("CUDA_HOME", bin.join(".."));
    }
    for name in ["HOME", "TMPDIR", "LANG"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    let shown = || {
        let words: Vec<_> = arguments.iter().map(|word| word.to_string_lossy()).collect();
        format!("{} {}", path.display(), words.join(" "))
    };
    let output = command.output().map_err(|error| {
        Failure::new(Code::Launch, format!("`{}` could not be started: {error}", shown()))
    })?;
    if output.status.success() {
        return Ok(output);
    }
    Err(Failure::new(
        Code::Launch,
        format!(
            "`{}` failed ({}): {}{}",
            shown(),
            output.status,
            String::from_utf8_lossy(&output.stderr).trim(),
            String::from_utf8_lossy(&output.stdout).trim(),
        ),
    ))
}

fn io(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(Code::Launch, format!("{}: {error}", path.display()))
}

/// A folder for one run, removed with the two files in it.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self, Failure> {
        use std::sync::atomic::{AtomicU64, Ordering};
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let base = std::env::temp_dir();
        loop {
            let name =
                format!("tileport-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
            let folder = base.join(name);
            match std::fs::create_dir(&folder) {
                Ok(()) => return Ok(Self(folder)),
                // A process of the same number left one behind.
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(io(&folder, &error)),
            }
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        for file in ["kernel.tileirbc", "kernel.cubin"] {
            let _ = std::fs::remove_file(self.0.join(file));
        }
        let _ = std::fs::remove_dir(&self.0);
    }
}
