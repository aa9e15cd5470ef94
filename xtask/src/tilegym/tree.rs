//! A TileGym tree: where it is, which layout it has, and its Python files.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::syntax::Source;
use crate::error::usage;
use crate::files::sha256;
use crate::workspace::Workspace;

/// Folders of the package that hold other backends, or what `wire` writes.
const FOREIGN: [&str; 5] = ["triton", "tilecpp", "cutile_rs", "tileport_rs", "__pycache__"];

/// A TileGym package on disk, in a wheel's layout or a git checkout's.
#[derive(Debug, Clone)]
pub struct Tree {
    root: PathBuf,
    parent: PathBuf,
    version: String,
}

/// One Python file of the package.
#[derive(Debug)]
pub struct PythonFile {
    /// Path below the package's parent, with `/`: `tilegym/ops/cutile/softmax.py`.
    pub path: String,
    /// Dotted name of the module.
    pub module: String,
    /// SHA-256 of the file.
    pub sha256: String,
    /// Text and syntax tree.
    pub source: Source,
}

impl Tree {
    /// Opens a tree: the folder that holds `tilegym/` (a wheel's root, `site-packages`), a git
    /// checkout, or the package's own folder.
    pub fn open(path: &Path) -> Result<Self> {
        let missing = || {
            usage(format!(
                "{}: no TileGym here (looked for tilegym/__init__.py, src/tilegym/__init__.py); \
                 give the folder of a checkout or of an installed package with --tilegym PATH or \
                 TILEGYM_PATH",
                path.display()
            ))
        };
        let is_package = |parent: &Path| parent.join("tilegym/ops/__init__.py").is_file();
        let own_folder = path.file_name().is_some_and(|name| name == "tilegym")
            && path.join("ops/__init__.py").is_file();
        let (root, parent) = if is_package(&path.join("src")) {
            (path.to_path_buf(), path.join("src"))
        } else if is_package(path) {
            (path.to_path_buf(), path.to_path_buf())
        } else if own_folder {
            let parent = path.parent().map(Path::to_path_buf).ok_or_else(missing)?;
            (parent.clone(), parent)
        } else {
            return Err(missing());
        };
        let version = read_version(&parent.join("tilegym/__init__.py"))?;
        Ok(Self { root, parent, version })
    }

    /// The tree that the user names, or else the copy of the pinned package under the build folder.
    ///
    /// `given` is `--tilegym`; `TILEGYM_PATH` is read by the command line and passed the same way.
    pub fn find(workspace: &Workspace, given: Option<&Path>) -> Result<Self> {
        match given {
            Some(path) => Self::open(path),
            None => Self::open(&super::pinned::copy(workspace)?),
        }
    }

    /// The folder that the user named: a checkout's root, or the package's parent.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder to put on Python's path.
    pub fn python_path(&self) -> &Path {
        &self.parent
    }

    /// The package's folder.
    pub fn package(&self) -> PathBuf {
        self.parent.join("tilegym")
    }

    /// A checkout's tests; a wheel has none.
    pub fn tests(&self) -> Option<PathBuf> {
        let tests = self.root.join("tests/ops");
        (self.root != self.parent && tests.is_dir()).then(|| self.root.join("tests"))
    }

    /// TileGym's version, as the package says it.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Fails where the package cannot be written to, before anything is.
    pub fn check_writable(&self) -> Result<()> {
        tempfile::Builder::new().prefix(".tileport-").tempfile_in(self.package()).map(drop).map_err(
            |error| {
                usage(format!(
                    "{}: cannot be written ({error}); make it writable, or name a copy with \
                     --tilegym PATH",
                    self.package().display()
                ))
            },
        )
    }

    /// The package's Python files other than those of foreign backends, sorted by path.
    pub fn python_files(&self) -> Result<Vec<PythonFile>> {
        let package = self.package();
        let mut files = Vec::new();
        let walk = walkdir::WalkDir::new(&package).sort_by_file_name().into_iter();
        for entry in walk.filter_entry(|entry| {
            !entry.file_type().is_dir()
                || !FOREIGN.contains(&entry.file_name().to_string_lossy().as_ref())
        }) {
            let entry = entry.with_context(|| format!("cannot list {}", package.display()))?;
            if entry.path().extension().is_some_and(|extension| extension == "py") {
                files.push(self.python_file(entry.path())?);
            }
        }
        Ok(files)
    }

    fn python_file(&self, path: &Path) -> Result<PythonFile> {
        let bytes =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let sha256 = sha256(&bytes);
        let text = String::from_utf8(bytes)
            .map_err(|error| usage(format!("{}: not UTF-8 ({error})", path.display())))?;
        let below = path.strip_prefix(&self.parent).unwrap_or(path);
        let parts: Vec<_> =
            below.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        let path_below = parts.join("/");
        let module = path_below.trim_end_matches(".py").trim_end_matches("/__init__");
        let source =
            Source::parse(text).map_err(|error| usage(format!("{}: {error}", path.display())))?;
        Ok(PythonFile { module: module.replace('/', "."), path: path_below, sha256, source })
    }
}

/// The `__version__` that the package assigns.
fn read_version(init: &Path) -> Result<String> {
    let text =
        std::fs::read_to_string(init).with_context(|| format!("cannot read {}", init.display()))?;
    let quoted = text
        .lines()
        .find_map(|line| line.strip_prefix("__version__"))
        .and_then(|rest| rest.trim_start().strip_prefix('='));
    quoted
        .map(|value| value.trim().trim_matches(['"', '\'']).to_owned())
        .ok_or_else(|| usage(format!("{}: no __version__", init.display())))
}
