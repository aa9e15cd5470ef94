//! Runs `tileiras`, in the environment that [`Toolkit::tileiras_command`] makes for it, and
//! remembers what came out.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context as _, Result};
use serde::Serialize;

use super::chance;
use super::cubin::{Cubin, CubinError, Summary};
use crate::error::environment;
use crate::files::{self, sha256};
use crate::toolchain::Toolkit;
use crate::workspace::Workspace;

/// Why a module was not assembled.
#[derive(Debug, thiserror::Error)]
pub enum AssembleError {
    /// `tileiras` said no.
    #[error("tileiras for {target}: {command}: {status}\n{stderr}{stdout}")]
    Refused {
        /// The target.
        target: String,
        /// The command as it was run.
        command: String,
        /// Exit code or signal.
        status: String,
        /// Its standard output.
        stdout: String,
        /// Its standard error.
        stderr: String,
    },
    /// What it wrote cannot be read.
    #[error("tileiras for {target}: {error}")]
    Cubin {
        /// The target.
        target: String,
        /// Why.
        #[source]
        error: CubinError,
    },
    /// A file could not be written or read, or the program not be started.
    #[error("tileiras for {target}: {error}")]
    Io {
        /// The target.
        target: String,
        /// Why.
        #[source]
        error: std::io::Error,
    },
}

/// The optimisation level that cuTile's launcher asks for.
pub const OPT_LEVEL: u32 = 3;

/// An assembler and its cache.
#[derive(Debug, Clone)]
pub struct Assembler {
    toolkit: Toolkit,
    version: String,
    cache: PathBuf,
}

impl Assembler {
    /// The assembler of a workspace's toolkit; summaries are kept in its target folder.
    pub fn of(workspace: &Workspace) -> Result<Self> {
        Self::new(Toolkit::expected(workspace), workspace.target().join("tileport/assembled"))
    }

    /// The assembler of a toolkit; summaries are kept in `cache`.
    pub fn new(toolkit: Toolkit, cache: impl Into<PathBuf>) -> Result<Self> {
        let output = toolkit.tileiras_command().arg("--version").output().map_err(|error| {
            let program = toolkit.tileiras();
            environment(format!("{}: {error}; run `cargo xtask setup`", program.display()))
        })?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        // The line "Cuda compilation tools, release 13.5, V13.5.37".
        let version = text
            .lines()
            .find_map(|line| line.rsplit_once(", V").map(|(_, version)| version.trim().to_owned()));
        let version = version.ok_or_else(|| {
            let program = toolkit.tileiras();
            environment(format!("{} --version names no version: {text:?}", program.display()))
        })?;
        Ok(Self { toolkit, version, cache: cache.into() })
    }

    /// The assembler's version, e.g. `13.5.37`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Assembles bytecode for a target such as `sm_90`; a cubin.
    pub fn assemble(
        &self,
        bytecode: &[u8],
        target: &str,
        opt_level: u32,
    ) -> Result<Vec<u8>, AssembleError> {
        Ok(self.run(bytecode, target, opt_level, &[])?.0)
    }

    /// What the assembler remarks on some bytecode, as it prints it: what it did and what it missed.
    pub fn remarks(
        &self,
        bytecode: &[u8],
        target: &str,
        opt_level: u32,
    ) -> Result<String, AssembleError> {
        let options = ["--remarks=all", "--remark-format=command-line"];
        let (_, printed) = self.run(bytecode, target, opt_level, &options)?;
        Ok(String::from_utf8_lossy(&printed).into_owned())
    }

    /// Runs the assembler; the cubin, and what was printed.
    fn run(
        &self,
        bytecode: &[u8],
        target: &str,
        opt_level: u32,
        options: &[&str],
    ) -> Result<(Vec<u8>, Vec<u8>), AssembleError> {
        let io = |error| AssembleError::Io { target: target.to_owned(), error };
        let folder = tempfile::Builder::new().prefix("tileport-").tempdir().map_err(io)?;
        let (input, output) = (folder.path().join("in.tileirbc"), folder.path().join("out.cubin"));
        std::fs::write(&input, bytecode).map_err(io)?;
        let mut command = self.toolkit.tileiras_command();
        command.stdin(Stdio::null()).args(options);
        command.arg(format!("-O{opt_level}")).arg(format!("--gpu-name={target}"));
        command.arg("-o").arg(&output).arg(&input);
        let ran = command.output().map_err(io)?;
        if !ran.status.success() {
            let arguments: Vec<_> =
                command.get_args().map(|argument| argument.to_string_lossy()).collect();
            return Err(AssembleError::Refused {
                target: target.to_owned(),
                command: format!("{} {}", self.toolkit.tileiras().display(), arguments.join(" ")),
                status: ran.status.to_string(),
                stdout: String::from_utf8_lossy(&ran.stdout).into_owned(),
                stderr: String::from_utf8_lossy(&ran.stderr).into_owned(),
            });
        }
        let mut printed = ran.stdout;
        printed.extend(ran.stderr);
        Ok((std::fs::read(&output).map_err(io)?, printed))
    }

    /// Assembles bytecode and reads the cubin.
    pub fn cubin(
        &self,
        bytecode: &[u8],
        target: &str,
        opt_level: u32,
    ) -> Result<Cubin, AssembleError> {
        let bytes = self.assemble(bytecode, target, opt_level)?;
        Cubin::read(&bytes)
            .map_err(|error| AssembleError::Cubin { target: target.to_owned(), error })
    }

    /// What the cubin of some bytecode holds, from the cache where it was assembled before.
    pub fn summary(
        &self,
        bytecode: &[u8],
        target: &str,
        opt_level: u32,
    ) -> Result<Summary, AssembleError> {
        let entry = self.entry(bytecode, target, opt_level);
        let known = std::fs::read(&entry).ok();
        if let Some(summary) = known.and_then(|bytes| serde_json::from_slice(&bytes).ok()) {
            return Ok(summary);
        }
        let summary = self.cubin(bytecode, target, opt_level)?.summary();
        remember(&entry, &summary);
        Ok(summary)
    }

    /// Whether two modules have the same machine code.
    pub fn is_text_identical(
        &self,
        reference: &[u8],
        ours: &[u8],
        target: &str,
        opt_level: u32,
    ) -> Result<bool, AssembleError> {
        let sides = [reference, ours];
        let codes =
            [self.summary(reference, target, opt_level)?, self.summary(ours, target, opt_level)?];
        chance::is_same(codes, |side| Ok(self.cubin(sides[side], target, opt_level)?.summary()))
    }

    /// Whether two modules have the same machine code, as far as one run of the second tells: for
    /// trials, of which only those that fit are looked at again.
    ///
    /// What the reference becomes is worked out once, and kept.
    pub fn may_be_text_identical(
        &self,
        reference: &[u8],
        ours: &[u8],
        target: &str,
        opt_level: u32,
    ) -> Result<bool, AssembleError> {
        let first = self.summary(reference, target, opt_level)?;
        let code = self.summary(ours, target, opt_level)?;
        if first.is_text_identical(&code) {
            return Ok(true);
        }
        let entry = self.entry(reference, target, opt_level).with_extension("codes.json");
        let known = std::fs::read(&entry).ok();
        let codes: Vec<Summary> = match known.and_then(|bytes| serde_json::from_slice(&bytes).ok())
        {
            Some(codes) => codes,
            None => {
                let again = || Ok(self.cubin(reference, target, opt_level)?.summary());
                let codes = chance::codes(first, again)?;
                remember(&entry, &codes);
                codes
            }
        };
        Ok(codes.iter().any(|one| one.is_text_identical(&code)))
    }

    /// Where the summary of some bytecode is kept.
    fn entry(&self, bytecode: &[u8], target: &str, opt_level: u32) -> PathBuf {
        let name = format!("{}.{}.{target}.O{opt_level}.json", sha256(bytecode), self.version);
        self.cache.join(name)
    }
}

/// Puts something into the cache; that it cannot be is no error.
fn remember(entry: &Path, what: &impl Serialize) {
    let text = serde_json::to_string(what).context("a summary is JSON");
    if let Err(error) = text.and_then(|text| files::write(entry, text)) {
        tracing::warn!("{}: not remembered: {error:#}", entry.display());
    }
}
