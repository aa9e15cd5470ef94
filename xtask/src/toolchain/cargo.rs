//! Cargo started by this program: its environment, its target folder, waiting for its lock.

use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use anyhow::{Context as _, Result};

use super::environment;
use crate::error;
use crate::workspace::Workspace;

/// How long a build may wait for a lock that another cargo holds.
pub const LOCK_LIMIT: Duration = Duration::from_secs(600);

/// A cargo in the workspace's root that builds the same whatever started this program.
///
/// The target folder is the one that the user's own cargo uses, `CARGO_TARGET_DIR` included. Inside a
/// build script it is a folder of its own: the outer cargo holds the lock of the other one until the
/// script ends, so that waiting for it would never end.
pub fn command(workspace: &Workspace) -> Command {
    let mut command = Command::new("cargo");
    environment::apply(&mut command, environment::cargo);
    command.current_dir(workspace.root());
    if environment::in_build_script() {
        command.env("CARGO_TARGET_DIR", workspace.target().join("nested"));
    }
    command
}

/// What a finished cargo left.
#[derive(Debug)]
pub struct Finished {
    /// How it ended.
    pub status: ExitStatus,
    /// Its standard output; empty where it was inherited.
    pub stdout: String,
    /// Its messages.
    pub stderr: String,
}

/// Where cargo's output goes while it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// Kept for the caller.
    Captured,
    /// Shown as it comes; messages are kept too.
    Shown,
}

/// Runs a cargo to its end. While it waits for a lock, says so and who holds it; past `limit` ends
/// it with exit 3.
pub fn run(
    mut command: Command,
    target: &Path,
    output: Output,
    limit: Duration,
) -> Result<Finished> {
    let shown = output == Output::Shown;
    let stdout = if shown { Stdio::inherit() } else { Stdio::piped() };
    let mut child =
        command.stdin(Stdio::null()).stdout(stdout).stderr(Stdio::piped()).spawn().map_err(
            |error| error::environment(format!("cannot start cargo: {error}; install Rust")),
        )?;
    let collected = child.stdout.take().map(|mut stdout| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            stdout.read_to_end(&mut bytes).map(|_| bytes)
        })
    });
    let messages = BufReader::new(child.stderr.take().context("cargo's messages are piped")?);
    let (sender, receiver) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        for line in messages.split(b'\n').map_while(Result::ok) {
            if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                break;
            }
        }
    });

    let mut stderr = String::new();
    let mut waiting = false;
    loop {
        let line = match waiting {
            false => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
            true => receiver.recv_timeout(limit),
        };
        match line {
            Ok(line) => {
                waiting = line.contains("waiting for file lock");
                if waiting {
                    let holders = holders(target);
                    eprintln!(
                        "{}, held by {holders}; for {} s at most",
                        line.trim(),
                        limit.as_secs()
                    );
                } else if shown {
                    eprintln!("{line}");
                }
                stderr.push_str(&line);
                stderr.push('\n');
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                child.kill().ok();
                child.wait().ok();
                return Err(error::environment(format!(
                    "cargo waited {} s for the lock of {}, held by {}; end that process, or set \
                     CARGO_TARGET_DIR to another folder",
                    limit.as_secs(),
                    target.display(),
                    holders(target)
                )));
            }
        }
    }
    reader.join().ok();
    let status = child.wait().context("cannot wait for cargo")?;
    let stdout = match collected.map(std::thread::JoinHandle::join) {
        Some(Ok(bytes)) => String::from_utf8_lossy(&bytes?).into_owned(),
        _ => String::new(),
    };
    Ok(Finished { status, stdout, stderr })
}

/// The processes that hold cargo's locks under a target folder or cargo's home, for a message.
fn holders(target: &Path) -> String {
    let mut locks: Vec<PathBuf> = Vec::new();
    for folder in [target.to_path_buf(), target.join("debug"), target.join("release")] {
        locks.extend(
            [".cargo-lock", ".cargo-build-lock", ".cargo-artifact-lock"]
                .map(|name| folder.join(name)),
        );
    }
    if let Some(home) = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")))
    {
        locks.extend([".package-cache", ".package-cache-mutate"].map(|name| home.join(name)));
    }
    let inodes: Vec<u64> =
        locks.iter().filter_map(|path| path.metadata().ok()).map(|meta| meta.ino()).collect();
    let table = std::fs::read_to_string("/proc/locks").unwrap_or_default();
    let names: Vec<String> = holders_in(&table, &inodes)
        .into_iter()
        .map(|pid| {
            let name = std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
            format!("process {pid} ({})", name.trim())
        })
        .collect();
    match names.is_empty() {
        true => "a process that the system does not name".to_owned(),
        false => names.join(", "),
    }
}

/// Process ids in a `/proc/locks` table that hold, not wait for, a lock on one of some inodes.
fn holders_in(table: &str, inodes: &[u64]) -> Vec<u32> {
    let mut pids: Vec<u32> = table
        .lines()
        .filter(|line| !line.contains("->"))
        .filter_map(|line| {
            let mut fields = line.split_whitespace().skip(4);
            let pid = fields.next()?.parse().ok()?;
            let inode: u64 = fields.next()?.rsplit(':').next()?.parse().ok()?;
            inodes.contains(&inode).then_some(pid)
        })
        .collect();
    pids.sort_unstable();
    pids.dedup();
    pids
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Exit, exit_of};
    use crate::files;

    #[test]
    fn holders_are_read_from_the_table() {
        let table = "1: FLOCK  ADVISORY  WRITE 41 08:01:77 0 EOF\n\
                     1: -> FLOCK  ADVISORY  WRITE 42 08:01:77 0 EOF\n\
                     2: POSIX  ADVISORY  WRITE 43 08:01:78 0 EOF\n";
        assert_eq!(holders_in(table, &[77]), [41]);
        assert_eq!(holders_in(table, &[78, 77]), [41, 43]);
        assert_eq!(holders_in("garbage\n\n", &[77]), [0; 0]);
    }

    /// A package without dependencies, and its target folder.
    fn package() -> (tempfile::TempDir, PathBuf) {
        let root = tempfile::tempdir().unwrap();
        let manifest = "[package]\nname = \"x\"\nedition = \"2024\"\n[workspace]\n";
        files::write(&root.path().join("Cargo.toml"), manifest).unwrap();
        files::write(&root.path().join("src/lib.rs"), "").unwrap();
        let target = root.path().join("target");
        (root, target)
    }

    fn check(root: &Path, target: &Path) -> Command {
        let mut command = command(&Workspace::at(root));
        command.args(["check", "--offline"]).env("CARGO_TARGET_DIR", target);
        command
    }

    #[test]
    fn d19_a_held_lock_ends_in_a_message_that_names_the_holder() {
        let (root, target) = package();
        let first =
            run(check(root.path(), &target), &target, Output::Captured, LOCK_LIMIT).unwrap();
        assert!(first.status.success(), "{}", first.stderr);
        let locks = [".cargo-lock", ".cargo-build-lock", ".cargo-artifact-lock"]
            .map(|name| target.join("debug").join(name));
        let held: Vec<_> = locks.iter().filter_map(|path| std::fs::File::open(path).ok()).collect();
        assert!(!held.is_empty(), "cargo left no lock file that this test knows");
        held.iter().for_each(|file| file.lock().unwrap());

        let limit = Duration::from_millis(300);
        let error = run(check(root.path(), &target), &target, Output::Captured, limit).unwrap_err();
        assert_eq!(exit_of(&error), Exit::Environment);
        let own = format!("process {}", std::process::id());
        assert!(error.to_string().contains(&own), "{error}");

        drop(held);
        let last = run(check(root.path(), &target), &target, Output::Captured, LOCK_LIMIT).unwrap();
        assert!(last.status.success(), "{}", last.stderr);
    }
}
