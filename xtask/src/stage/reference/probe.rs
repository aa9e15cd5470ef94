//! Runs the probe, one process per target.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use super::captured::Capture;
use crate::error::{environment, usage};
use crate::toolchain::Toolkit;
use crate::workspace::Workspace;

/// What the probe is run on.
#[derive(Debug, Clone)]
pub struct Request<'a> {
    /// The repository.
    pub workspace: &'a Workspace,
    /// Where Python is.
    pub toolkit: &'a Toolkit,
    /// The inputs file.
    pub inputs: &'a Path,
    /// A TileGym other than the toolkit's.
    pub tilegym: Option<&'a Path>,
    /// Leave signatures out that no input launches.
    pub launched_only: bool,
    /// Described GPUs.
    pub targets: &'a [String],
    /// Folder for the captures, one subfolder a target.
    pub folder: &'a Path,
}

/// Captures all targets at once, each in a process of its own.
pub fn capture(request: &Request) -> Result<Vec<Capture>> {
    // The stand-in driver is made once before several processes want it.
    let running: Vec<_> = request
        .targets
        .iter()
        .map(|target| {
            let out = request.folder.join(target);
            let mut command = probe(request.workspace, request.toolkit, request.tilegym);
            command.args(["--target", target]).arg("--inputs").arg(request.inputs);
            if request.launched_only {
                command.arg("--launched-only");
            }
            command.arg("--out").arg(&out);
            let child = command
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .map_err(|error| environment(format!("{command:?} cannot be started: {error}")))?;
            Ok((target, out, child))
        })
        .collect::<Result<_>>()?;
    let mut captures = Vec::new();
    for (target, out, child) in running {
        let done = child.wait_with_output().context("waiting for the probe")?;
        let said = String::from_utf8_lossy(&done.stderr);
        match done.status.code() {
            Some(0) => captures.push(read(&out.join("capture.json"))?),
            Some(2) => return Err(usage(last_lines(&said, 1))),
            Some(3) => return Err(environment(last_lines(&said, 1))),
            _ => {
                bail!("the probe failed for {target} ({}):\n{}", done.status, last_lines(&said, 30))
            }
        }
    }
    Ok(captures)
}

/// One operator of a batch.
#[derive(Debug, Clone)]
pub struct Job {
    /// The inputs file.
    pub inputs: PathBuf,
    /// Folder for the captures, one subfolder a target.
    pub folder: PathBuf,
}

/// Captures many operators, in one process for each target: TileGym is imported once.
///
/// The outer error is that of a probe that cannot run at all; what is wrong with one operator is in
/// its place.
pub fn capture_all(
    workspace: &Workspace,
    toolkit: &Toolkit,
    tilegym: Option<&Path>,
    launched_only: bool,
    targets: &[String],
    jobs: &[Job],
) -> Result<Vec<Result<Vec<Capture>>>> {
    let mut running = Vec::new();
    for target in targets {
        let mut command = probe(workspace, toolkit, tilegym);
        command.args(["--target", target]);
        if launched_only {
            command.arg("--launched-only");
        }
        for job in jobs {
            command.arg("--inputs").arg(&job.inputs).arg("--out").arg(job.folder.join(target));
        }
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let child = command
            .spawn()
            .map_err(|error| environment(format!("{command:?} cannot be started: {error}")))?;
        running.push((target, child));
    }
    // Of a batch of one the probe itself fails; what it says is that operator's error.
    let mut said = String::new();
    for (target, child) in running {
        let done = child.wait_with_output().context("waiting for the probe")?;
        if !done.status.success() {
            let text = String::from_utf8_lossy(&done.stderr);
            said = last_lines(&text, 1);
            if jobs.len() != 1 {
                bail!(
                    "the probe failed for {target} ({}):\n{}",
                    done.status,
                    last_lines(&text, 30)
                );
            }
        }
    }
    let one = |job: &Job, target: &String| {
        let folder = job.folder.join(target);
        match std::fs::read_to_string(folder.join("error.txt")) {
            Ok(error) => Err(usage(error.trim_start_matches(['1', '2', ' ']).to_owned())),
            Err(_) if folder.join("capture.json").is_file() => read(&folder.join("capture.json")),
            Err(_) => Err(usage(said.clone())),
        }
    };
    Ok(jobs.iter().map(|job| targets.iter().map(|target| one(job, target)).collect()).collect())
}

fn probe(workspace: &Workspace, toolkit: &Toolkit, tilegym: Option<&Path>) -> Command {
    let mut command = toolkit.python_command();
    command.args(["-m", "tileport.probe", "capture"]);
    command.arg("--stand-in").arg(stand_in(workspace));
    if let Some(path) = tilegym {
        command.arg("--tilegym").arg(path);
    }
    command
}

/// Folder of the driver stand-in.
pub fn stand_in(workspace: &Workspace) -> PathBuf {
    workspace.target().join("tileport/stand-in")
}

fn read(path: &Path) -> Result<Capture> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}

/// The last lines of what a program said, blank ones left out.
fn last_lines(text: &str, count: usize) -> String {
    let lines: Vec<_> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}
