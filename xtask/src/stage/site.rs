//! Where Python runs an operator: the workspace with its toolkit, or an unpacked bundle.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::error::environment;
use crate::pipeline::context::StageContext;
use crate::tilegym::tree::Tree;
use crate::toolchain::{Toolkit, environment};
use crate::workspace::Workspace;

/// The file that makes a folder an unpacked bundle.
pub const BUNDLE_FILE: &str = "bundle.json";

/// An interpreter, what it imports, and the TileGym tree that is wired.
#[derive(Debug, Clone)]
pub struct Site {
    python: PathBuf,
    /// Folders of the import path, the tree's first.
    path: Vec<PathBuf>,
    /// The CUDA root with `bin/tileiras`.
    cuda: PathBuf,
    /// The wired tree.
    pub tree: Tree,
}

impl Site {
    /// The site of a stage's context.
    ///
    /// # Errors
    /// The toolkit or the tree is missing (exit 3 or 2).
    pub fn of(context: &StageContext) -> Result<Self> {
        if is_bundle(&context.workspace) {
            return Self::of_bundle(context.workspace.root());
        }
        let toolkit = Toolkit::find(&context.workspace)?;
        let tree = Tree::find(&context.workspace, context.options.tilegym.as_deref())?;
        let path = vec![tree.python_path().to_path_buf(), context.workspace.root().join("python")];
        Ok(Self { python: toolkit.python(), path, cuda: toolkit.cuda(), tree })
    }

    /// The site of an unpacked bundle; the interpreter is the one on `PATH`, which has torch.
    fn of_bundle(root: &Path) -> Result<Self> {
        let tree = Tree::open(&root.join("checkout"))?;
        let python = which::which("python3").map_err(|error| {
            environment(format!("python3 on PATH: {error}; a bundle runs on it"))
        })?;
        let given = std::env::var_os("CUTILE_TILEIRAS_PATH").map(PathBuf::from);
        let assembler =
            given.or_else(|| which::which("tileiras").ok()).filter(|path| path.is_file());
        let unpacked = root.join("toolkit/bin/tileiras");
        let assembler =
            [Some(unpacked), assembler].into_iter().flatten().find(|path| path.is_file());
        let cuda = assembler.as_deref().and_then(Path::parent).and_then(Path::parent);
        let cuda = cuda.ok_or_else(|| {
            environment(format!(
                "{}: no toolkit here, and no tileiras on PATH or in CUTILE_TILEIRAS_PATH; unpack \
                 toolkit.tar.xz here",
                root.join("toolkit").display()
            ))
        })?;
        let path = vec![tree.python_path().to_path_buf(), root.join("python"), root.join("site")];
        Ok(Self { python, path, cuda: cuda.to_path_buf(), tree })
    }

    /// The interpreter with the tree, `tileport` and the assembler within reach.
    pub fn python(&self) -> Command {
        let mut command = Command::new(&self.python);
        environment::apply(&mut command, environment::python);
        let mut programs = vec![self.cuda.join("bin")];
        programs.extend(std::env::var_os("PATH").iter().flat_map(std::env::split_paths));
        let join = |folders: &[PathBuf]| std::env::join_paths(folders).unwrap_or_default();
        command
            .env("PYTHONPATH", join(&self.path))
            .env("PYTHONNOUSERSITE", "1")
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("CUDA_HOME", &self.cuda)
            .env("CUTILE_TILEIRAS_PATH", self.cuda.join("bin/tileiras"))
            .env("PATH", join(&programs));
        command
    }
}

/// Whether a workspace is an unpacked bundle: it has no sources to build from.
pub fn is_bundle(workspace: &Workspace) -> bool {
    workspace.root().join(BUNDLE_FILE).is_file()
}
