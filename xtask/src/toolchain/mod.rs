//! The toolkit: making it, finding it, running its programs.
//!
//! `cargo xtask setup` lays everything under `.toolkit` ([`setup`]); [`Toolkit`] is how the rest of
//! the program reaches it. Programs are started through the builders here, because each of them is
//! known to go wrong with some inherited variable ([`environment`]).

pub mod base;
pub mod cargo;
pub mod environment;
pub mod layout;
pub mod preflight;
pub mod setup;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::error;
use crate::workspace::Workspace;

/// The installed toolkit.
#[derive(Debug, Clone)]
pub struct Toolkit {
    workspace: Workspace,
    venv: PathBuf,
}

impl Toolkit {
    /// The toolkit of a workspace; an error with exit code 3 and the command that makes it where
    /// one of its programs is missing.
    pub fn find(workspace: &Workspace) -> Result<Self> {
        let toolkit = Self::expected(workspace);
        match toolkit.missing() {
            None => Ok(toolkit),
            Some(path) => Err(error::environment(format!(
                "the toolkit is not complete: {} is missing; run `cargo xtask setup`",
                path.display()
            ))),
        }
    }

    /// Where the toolkit of a workspace belongs, whether or not it is there.
    pub fn expected(workspace: &Workspace) -> Self {
        Self { workspace: workspace.clone(), venv: workspace.toolkit().join("venv") }
    }

    /// The first path without which no stage can run that is not there.
    pub fn missing(&self) -> Option<PathBuf> {
        [
            self.python(),
            self.tileiras(),
            self.tileirdisasm(),
            self.ptxas(),
            self.cuda().join("include/cuda.h"),
            self.cuda().join("include/curand.h"),
            self.clang().join("libclang.so"),
        ]
        .into_iter()
        .find(|path| !path.exists())
    }

    /// The virtual environment.
    pub fn venv(&self) -> &Path {
        &self.venv
    }

    /// The Python interpreter that has cuda-tile, torch and TileGym.
    pub fn python(&self) -> PathBuf {
        self.venv.join("bin/python")
    }

    /// The CUDA root: `bin`, `include`, `lib`, `nvvm`.
    pub fn cuda(&self) -> PathBuf {
        self.venv.join("cuda")
    }

    /// The folder that holds `libclang.so`.
    pub fn clang(&self) -> PathBuf {
        self.venv.join("clang")
    }

    /// The compiler's builtin headers (`stddef.h`), which PyPI's libclang lacks.
    pub fn include_clang(&self) -> PathBuf {
        self.venv.join("include-clang")
    }

    /// The assembler of Tile IR.
    pub fn tileiras(&self) -> PathBuf {
        self.cuda().join("bin/tileiras")
    }

    /// The disassembler of Tile IR bytecode.
    pub fn tileirdisasm(&self) -> PathBuf {
        self.cuda().join("bin/tileirdisasm")
    }

    /// The PTX assembler, which tileiras starts.
    pub fn ptxas(&self) -> PathBuf {
        self.cuda().join("bin/ptxas")
    }

    /// A cargo started in the workspace; see [`cargo::command`].
    pub fn cargo(&self) -> Command {
        cargo::command(&self.workspace)
    }

    /// The toolkit's Python in the workspace, with the `tileport` package importable.
    pub fn python_command(&self) -> Command {
        let mut command = Command::new(self.python());
        environment::apply(&mut command, environment::python);
        command
            .current_dir(self.workspace.root())
            .env("PYTHONPATH", self.workspace.root().join("python"))
            .env("PYTHONNOUSERSITE", "1")
            .env("CUDA_HOME", self.cuda());
        command
    }

    /// `tileiras` with an environment of its own.
    pub fn tileiras_command(&self) -> Command {
        self.isolated(self.tileiras())
    }

    /// `tileirdisasm` with an environment of its own.
    pub fn tileirdisasm_command(&self) -> Command {
        self.isolated(self.tileirdisasm())
    }

    /// A program of the CUDA root that sees no other toolkit: tileiras takes ptxas and libNVVM from
    /// `CUDA_HOME` and `PATH` without a word, and then fails with exit 5 or, worse, does not fail.
    fn isolated(&self, program: PathBuf) -> Command {
        let mut command = Command::new(program);
        let bin = self.cuda().join("bin");
        command
            .env_clear()
            .env("CUDA_HOME", self.cuda())
            .env("PATH", format!("{}:/usr/bin:/bin", bin.display()));
        for name in ["TMPDIR", "HOME", "LANG"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Exit, exit_of};

    #[test]
    fn a_missing_toolkit_is_exit_3_and_names_the_command() {
        let root = tempfile::tempdir().unwrap();
        let error = Toolkit::find(&Workspace::at(root.path())).unwrap_err();
        assert_eq!(exit_of(&error), Exit::Environment);
        assert!(error.to_string().contains("cargo xtask setup"), "{error}");
    }

    #[test]
    fn d17_tileiras_sees_no_inherited_cuda_variable() {
        let root = tempfile::tempdir().unwrap();
        let toolkit = Toolkit::expected(&Workspace::at(root.path()));
        let command = toolkit.tileiras_command();
        let seen: Vec<_> = command.get_envs().map(|(name, _)| name.to_owned()).collect();
        for name in seen {
            let known = ["CUDA_HOME", "PATH", "TMPDIR", "HOME", "LANG"];
            assert!(known.iter().any(|known| name == *known), "{name:?} reaches tileiras");
        }
        let home = command.get_envs().find(|(name, _)| *name == "CUDA_HOME").unwrap().1;
        assert_eq!(home, Some(toolkit.cuda().as_os_str()));
    }
}
