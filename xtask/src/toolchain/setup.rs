//! Making the toolkit: a virtual environment under `.toolkit` with pinned, hash-checked packages.
//!
//! Each step looks whether its work is already done, so that a run that was cut short goes on where
//! it stopped; the stamp is written last. Nothing is written outside the repository.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::{Toolkit, base, environment, layout};
use crate::error;
use crate::files;
use crate::workspace::Workspace;

/// The lock files under `python/`, by use.
const LOCK_TORCH: &str = "requirements-torch.lock";
const LOCK_WITHOUT_TORCH: &str = "requirements.lock";
const LOCK_TILEGYM: &str = "requirements-tilegym.lock";
const LOCK_UV: &str = "requirements-uv.lock";

/// Where the parts of the toolkit come from. Kept in the stamp: a later plain `setup` repeats it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sources {
    /// A Python that has torch, used as it is; otherwise torch is installed too.
    pub python: Option<PathBuf>,
    /// A folder of wheels, used instead of the package index.
    pub offline: Option<PathBuf>,
    /// Take tileiras, ptxas, libNVVM and the headers from the machine's own CUDA toolkit.
    pub system: bool,
}

/// What the toolkit was made from.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    locks: String,
    sources: Sources,
}

impl Stamp {
    fn path(workspace: &Workspace) -> PathBuf {
        workspace.toolkit().join("stamp.json")
    }

    fn read(workspace: &Workspace) -> Option<Self> {
        serde_json::from_slice(&std::fs::read(Self::path(workspace)).ok()?).ok()
    }
}

/// The toolkit of a workspace, made first if it is not there or its lock files have changed.
pub fn ensure(workspace: &Workspace) -> Result<Toolkit> {
    let toolkit = Toolkit::expected(workspace);
    if is_current(workspace, None)? {
        return Ok(toolkit);
    }
    run(workspace, None)
}

/// Makes the toolkit, or finds that it is already what was asked for. `None` keeps the sources of
/// the toolkit that is there.
pub fn run(workspace: &Workspace, sources: Option<Sources>) -> Result<Toolkit> {
    if is_current(workspace, sources.as_ref())? {
        return Toolkit::find(workspace);
    }
    let root = workspace.toolkit();
    std::fs::create_dir_all(&root).with_context(|| format!("cannot make {}", root.display()))?;
    let _lock = lock(&root)?;
    // Another run may have made it while this one waited.
    if is_current(workspace, sources.as_ref())? {
        return Toolkit::find(workspace);
    }
    let sources =
        sources.or_else(|| Stamp::read(workspace).map(|stamp| stamp.sources)).unwrap_or_default();
    Setup { workspace, sources, started: Instant::now() }.run()
}

/// The pinned installer, ready to install packages elsewhere: a command that wants its arguments.
///
/// # Errors
/// It is not there and cannot be had.
pub fn installer(workspace: &Workspace) -> Result<Command> {
    let sources = Stamp::read(workspace).map(|stamp| stamp.sources).unwrap_or_default();
    let setup = Setup { workspace, sources, started: Instant::now() };
    let uv = setup.uv(&setup.base_python()?)?;
    Ok(setup.uv_command(&uv))
}

/// Resolves the pinned lists anew from the `.in` files.
pub fn relock(workspace: &Workspace) -> Result<()> {
    let root = workspace.toolkit();
    std::fs::create_dir_all(&root).with_context(|| format!("cannot make {}", root.display()))?;
    let setup = Setup { workspace, sources: Sources::default(), started: Instant::now() };
    let uv = setup.uv(&setup.base_python()?)?;
    let python = workspace.root().join("python");
    // torch first: the shorter list takes its versions from the longer one.
    for (lock, options) in [
        (LOCK_TORCH, &[][..]),
        (LOCK_WITHOUT_TORCH, &["--constraint", LOCK_TORCH][..]),
        (LOCK_TILEGYM, &["--no-deps"][..]),
        (LOCK_UV, &["--no-deps"][..]),
    ] {
        let mut command = setup.uv_command(&uv);
        command
            .current_dir(&python)
            .args(["pip", "compile", "--quiet", "--upgrade", "--generate-hashes"])
            .args(["--no-emit-index-url", "--no-annotate", "--no-header"])
            .args(["--python-version", "3.11", "--python-platform", "x86_64-manylinux_2_28"])
            .args(options)
            .arg(lock.replace(".lock", ".in"))
            .args(["--output-file", lock]);
        finish(command, &format!("resolve {lock}"))?;
        setup.say(&format!("python/{lock} written"));
    }
    Ok(())
}

/// Whether the toolkit is complete and made from the lock files as they are (and, if given, from
/// these sources).
fn is_current(workspace: &Workspace, sources: Option<&Sources>) -> Result<bool> {
    let Some(stamp) = Stamp::read(workspace) else { return Ok(false) };
    Ok(stamp.locks == locks(workspace)?
        && sources.is_none_or(|sources| *sources == stamp.sources)
        && Toolkit::expected(workspace).missing().is_none())
}

/// One hash over the lock files.
fn locks(workspace: &Workspace) -> Result<String> {
    let mut all = Vec::new();
    for lock in [LOCK_TORCH, LOCK_WITHOUT_TORCH, LOCK_TILEGYM, LOCK_UV] {
        let path = workspace.root().join("python").join(lock);
        all.extend(
            std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?,
        );
    }
    Ok(files::sha256(all))
}

/// Two runs in one checkout take turns; the lock goes with the process, however it ends.
fn lock(root: &Path) -> Result<std::fs::File> {
    let path = root.join("setup.lock");
    let file =
        std::fs::File::create(&path).with_context(|| format!("cannot make {}", path.display()))?;
    if file.try_lock().is_err() {
        eprintln!("setup: another run is making this toolkit; waiting for it");
        file.lock().with_context(|| format!("cannot lock {}", path.display()))?;
    }
    Ok(file)
}

struct Setup<'a> {
    workspace: &'a Workspace,
    sources: Sources,
    started: Instant,
}

impl Setup<'_> {
    fn run(self) -> Result<Toolkit> {
        let python = self.base_python()?;
        let base = match &self.sources.python {
            Some(path) => Some(base::with_torch(path)?),
            None => None,
        };
        let system = match self.sources.system {
            true => Some(layout::system_cuda()?),
            false => None,
        };
        let builtin_headers = layout::builtin_headers()?;
        let toolkit = Toolkit::expected(self.workspace);

        self.say("1/4 installer (uv)");
        let uv = self.uv(&python)?;
        self.say("2/4 virtual environment");
        if !runs(&toolkit.python()) {
            let mut command = self.uv_command(&uv);
            command.args(["venv", "--quiet", "--clear", "--python"]).arg(&python);
            command.arg(toolkit.venv());
            finish(command, "make the virtual environment")?;
        }
        let list = if base.is_some() { LOCK_WITHOUT_TORCH } else { LOCK_TORCH };
        self.say(&format!("3/4 packages of python/{list} (up to 3 GB the first time)"));
        let mut command = self.uv_command(&uv);
        command.args(["pip", "sync", "--require-hashes", "--only-binary", ":all:", "--python"]);
        command.arg(toolkit.python()).args([self.lock(list), self.lock(LOCK_TILEGYM)]);
        if let Some(folder) = &self.sources.offline {
            command.args(["--offline", "--no-index", "--find-links"]).arg(folder);
        }
        finish(command, "install the packages")?;
        self.say("4/4 layout");
        layout::lay(&toolkit, base.as_ref(), system.as_deref(), &builtin_headers)?;

        let toolkit = Toolkit::find(self.workspace)?;
        let stamp = Stamp { locks: locks(self.workspace)?, sources: self.sources.clone() };
        files::write(&Stamp::path(self.workspace), serde_json::to_vec_pretty(&stamp)?)?;
        self.say("done");
        Ok(toolkit)
    }

    /// The interpreter that the virtual environment is made from.
    fn base_python(&self) -> Result<PathBuf> {
        let python = match &self.sources.python {
            Some(path) => path.clone(),
            None => which::which("python3").map_err(|_| {
                error::environment("no python3 on PATH; install Python 3.11 or newer with pip")
            })?,
        };
        base::check_version(&python)?;
        Ok(python)
    }

    /// The pinned uv, installed under `.toolkit` by pip where it is not there yet; the user's own uv
    /// where no Python at hand has pip.
    fn uv(&self, python: &Path) -> Result<PathBuf> {
        let folder = self.workspace.toolkit().join("uv");
        let uv = folder.join("bin/uv");
        let lock = self.lock(LOCK_UV);
        let text = std::fs::read_to_string(&lock)
            .with_context(|| format!("cannot read {}", lock.display()))?;
        let version = text
            .split_once("uv==")
            .and_then(|(_, rest)| rest.split_whitespace().next())
            .with_context(|| format!("{}: names no version of uv", lock.display()))?;
        let there = Command::new(&uv).arg("--version").output().ok();
        if there.is_some_and(|output| {
            String::from_utf8_lossy(&output.stdout).split_whitespace().nth(1) == Some(version)
        }) {
            return Ok(uv);
        }
        let pip = [Some(python.to_path_buf()), which::which("python3").ok()]
            .into_iter()
            .flatten()
            .find(|python| base::has_pip(python));
        let Some(pip) = pip else {
            return which::which("uv").map_err(|_| {
                error::environment(format!(
                    "{}: has no pip, and no uv is on PATH; install one of them (Debian: \
                     `apt-get install python3-pip`)",
                    python.display()
                ))
            });
        };
        let mut command = Command::new(pip);
        environment::apply(&mut command, environment::python);
        command
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .args(["--no-cache-dir", "--no-deps", "--require-hashes", "--only-binary", ":all:"])
            .args(["--upgrade", "--target"])
            .arg(&folder)
            .arg("--requirement")
            .arg(&lock);
        if let Some(folder) = &self.sources.offline {
            command.args(["--no-index", "--find-links"]).arg(folder);
        }
        finish(command, "install uv with pip")?;
        Ok(uv)
    }

    /// A uv that keeps its cache under `.toolkit` (where the user has not said otherwise) and never
    /// fetches an interpreter.
    fn uv_command(&self, uv: &Path) -> Command {
        let mut command = Command::new(uv);
        environment::apply(&mut command, environment::python);
        command.current_dir(self.workspace.root()).env("UV_PYTHON_DOWNLOADS", "never");
        // Every probe is a process that imports torch; with PYTHONDONTWRITEBYTECODE in a user's
        // environment each of them would compile its 1,400 modules, which takes 5 s.
        command.env("UV_COMPILE_BYTECODE", "1");
        if std::env::var_os("UV_CACHE_DIR").is_none() {
            command.env("UV_CACHE_DIR", self.workspace.toolkit().join("cache"));
        }
        // pip's way to name another index, which uv does not read.
        if let (Some(index), None) =
            (std::env::var_os("PIP_INDEX_URL"), std::env::var_os("UV_DEFAULT_INDEX"))
        {
            command.env("UV_DEFAULT_INDEX", index);
        }
        command
    }

    fn lock(&self, name: &str) -> PathBuf {
        self.workspace.root().join("python").join(name)
    }

    fn say(&self, step: &str) {
        eprintln!("setup: {step} [{:.0} s]", self.started.elapsed().as_secs_f64());
    }
}

/// Whether an interpreter is there and starts: one whose base was removed is there and does not.
fn runs(python: &Path) -> bool {
    Command::new(python)
        .args(["-c", ""])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Runs a step's program, its messages on standard error; exit 3 with what to do where it fails.
fn finish(mut command: Command, what: &str) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command
        .stdin(Stdio::null())
        .stdout(std::io::stderr())
        .status()
        .map_err(|error| error::environment(format!("cannot {what}: {program}: {error}")))?;
    if status.success() {
        return Ok(());
    }
    Err(error::environment(format!(
        "cannot {what}: {program} ended with {status}; its own message is above. Mend it and run \
         `cargo xtask setup` again: it goes on where it stopped"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A workspace with lock files and a toolkit of empty files.
    fn made() -> (tempfile::TempDir, Workspace) {
        let root = tempfile::tempdir().unwrap();
        let workspace = Workspace::at(root.path());
        for lock in [LOCK_TORCH, LOCK_WITHOUT_TORCH, LOCK_TILEGYM, LOCK_UV] {
            files::write(&root.path().join("python").join(lock), lock).unwrap();
        }
        while let Some(path) = Toolkit::expected(&workspace).missing() {
            files::write(&path, "").unwrap();
        }
        let stamp = Stamp { locks: locks(&workspace).unwrap(), sources: Sources::default() };
        files::write(&Stamp::path(&workspace), serde_json::to_vec(&stamp).unwrap()).unwrap();
        (root, workspace)
    }

    #[test]
    fn a_made_toolkit_is_found_current() {
        let (_root, workspace) = made();
        assert!(is_current(&workspace, None).unwrap());
        assert!(is_current(&workspace, Some(&Sources::default())).unwrap());
    }

    #[test]
    fn a_changed_lock_other_sources_or_a_lost_program_is_not_current() {
        let (root, workspace) = made();
        let system = Sources { system: true, ..Sources::default() };
        assert!(!is_current(&workspace, Some(&system)).unwrap());

        std::fs::remove_file(Toolkit::expected(&workspace).ptxas()).unwrap();
        assert!(!is_current(&workspace, None).unwrap());

        let (changed, workspace) = made();
        files::write(&changed.path().join("python").join(LOCK_TORCH), "other").unwrap();
        assert!(!is_current(&workspace, None).unwrap());
        drop(root);
    }

    #[test]
    fn the_lock_files_name_no_registry_and_hash_every_package() {
        let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../python");
        for name in [LOCK_TORCH, LOCK_WITHOUT_TORCH, LOCK_TILEGYM, LOCK_UV] {
            let text = std::fs::read_to_string(python.join(name)).unwrap();
            assert!(!text.contains("://") && !text.contains("--index"), "{name}");
            let packages = text.lines().filter(|line| line.contains("==")).count();
            let hashed = text.split("==").skip(1).filter(|rest| rest.contains("--hash=sha256:"));
            assert!(packages > 0 && hashed.count() == packages, "{name}");
        }
    }
}
