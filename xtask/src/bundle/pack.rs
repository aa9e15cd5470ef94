//! Making a bundle: a staged folder, then one archive with the same bytes for the same content.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};

use super::{BUNDLE_FILE, Bundle, SCHEMA, glibc, packages};
use crate::error::{environment, usage};
use crate::regress::history;
use crate::tilegym::tree::Tree;
use crate::tilegym::wire::{Record, tests_of};
use crate::toolchain::Toolkit;
use crate::workspace::Workspace;

/// What is packed.
#[derive(Debug)]
pub struct Request<'a> {
    /// The repository.
    pub workspace: &'a Workspace,
    /// The wired tree.
    pub tree: &'a Tree,
    /// Operators, all of them wired; empty: all that are.
    pub operators: &'a [String],
    /// The other machine's Python, e.g. `3.12`.
    pub python: &'a str,
    /// A folder of wheels instead of the index.
    pub wheels: Option<&'a Path>,
    /// The archive to write, `*.tar.xz`.
    pub out: &'a Path,
}

/// Packs a bundle; gives its operators.
///
/// # Errors
/// Nothing is wired, a wired operator has no crate, a program (tar, xz, strip) is missing.
pub fn bundle(request: &Request<'_>) -> Result<Vec<String>> {
    let record = Record::read(request.tree)?;
    let operators = choose(&record, request.operators, request.tree)?;
    let stage = tempfile::tempdir().context("cannot make a folder to stage the bundle in")?;
    let root = stage.path().join("bundle");
    let modules = operators.iter().map(|name| record.operators[name].module.as_str());
    checkout(request.tree, &root.join("checkout"), &modules.collect())?;
    let workspace = request.workspace.root();
    for operator in &operators {
        let from = request.workspace.crate_of(operator);
        let to = root.join("kernels").join(operator);
        for file in ["inputs.toml", "src/contract.json", "src/ffi.rs", "reference/analysis.json"] {
            copy(&from.root().join(file), &to.join(file))?;
        }
        copy_if_there(&from.root().join("known_gaps.toml"), &to.join("known_gaps.toml"))?;
        let held_out = format!("inputs/heldout/{operator}.toml");
        copy_if_there(&workspace.join(&held_out), &root.join(&held_out))?;
    }
    // Which kernels have cuTile's machine code: those may take over what its tuner found.
    let coverage = "reports/coverage.json";
    copy_if_there(&workspace.join(coverage), &root.join(coverage))?;
    // Nights there are judged against those here.
    let nights = workspace.join(history::FOLDER);
    if nights.is_dir() {
        copy_folder(&nights, &root.join(history::IN_BUNDLE), &|_| true)?;
    }
    let rate = "reports/nightly-rate.json";
    copy_if_there(&workspace.join(rate), &root.join(rate))?;
    copy_folder(&workspace.join("python/tileport"), &root.join("python/tileport"), &|_| true)?;
    copy_folder(&workspace.join("tests/gpu"), &root.join("tests/gpu"), &|path| {
        ["py", "sh"].iter().any(|kind| path.extension() == Some(OsStr::new(kind)))
    })?;
    packages::install(request.workspace, &root.join("site"), request.python, request.wheels)?;
    program(&root.join("xtask"))?;
    let about = Bundle {
        schema: SCHEMA,
        tilegym: request.tree.version().to_owned(),
        python: request.python.to_owned(),
        operators: operators.clone(),
    };
    crate::files::write(&root.join(BUNDLE_FILE), serde_json::to_string_pretty(&about)? + "\n")?;
    archive(stage.path(), "bundle", request.out)?;
    Ok(operators)
}

/// Packs what assembles Tile IR on the other machine, to be unpacked inside the bundle.
pub fn toolkit(toolkit: &Toolkit, out: &Path) -> Result<()> {
    let stage = tempfile::tempdir().context("cannot make a folder to stage the toolkit in")?;
    let root = stage.path().join("toolkit");
    for file in ["bin/tileiras", "bin/ptxas", "lib/libnvvm.so.4"] {
        copy(&toolkit.cuda().join(file), &root.join(file))?;
    }
    copy_folder(&toolkit.cuda().join("nvvm/libdevice"), &root.join("nvvm/libdevice"), &|_| true)?;
    strip(&[root.join("bin/tileiras"), root.join("bin/ptxas")], "--strip-unneeded")?;
    archive(stage.path(), "toolkit", out)
}

/// The operators that are asked for, each wired; all wired ones where none is named.
fn choose(record: &Record, asked: &[String], tree: &Tree) -> Result<Vec<String>> {
    let wired = record.operators.keys().cloned().collect::<Vec<_>>();
    if wired.is_empty() {
        return Err(usage(format!(
            "{}: nothing is wired here; run `cargo xtask port` or `cargo xtask wire` first",
            tree.root().display()
        )));
    }
    match asked.iter().find(|name| !wired.contains(name)) {
        Some(name) => Err(usage(format!("{name}: not wired; wired are {}", wired.join(", ")))),
        None if asked.is_empty() => Ok(wired),
        None => Ok(asked.iter().cloned().collect::<BTreeSet<_>>().into_iter().collect()),
    }
}

/// Copies the package and the tests that the operators need, libraries stripped.
fn checkout(tree: &Tree, to: &Path, modules: &BTreeSet<&str>) -> Result<()> {
    let parent = if tree.root() == tree.python_path() { to.to_path_buf() } else { to.join("src") };
    let package = parent.join("tilegym");
    copy_folder(&tree.package(), &package, &|_| true)?;
    let libraries: Vec<_> = walkdir::WalkDir::new(package.join("tileport_rs/lib"))
        .sort_by_file_name()
        .into_iter()
        .flatten()
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension() == Some(OsStr::new("so")))
        .collect();
    strip(&libraries, "--strip-all")?;
    for file in ["pytest.ini", "pyproject.toml"] {
        copy_if_there(&tree.root().join(file), &to.join(file))?;
    }
    let Some(tests) = tree.tests() else { return Ok(()) };
    let mut wanted = BTreeSet::new();
    for module in modules {
        wanted.extend(tests_of(&tests, module)?);
    }
    // Beside the operators' own files: what these import.
    copy_folder(&tests, &to.join("tests"), &|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let shared = !name.starts_with("test_") && !path.starts_with(tests.join("benchmark"));
        wanted.contains(path) || (shared && path.extension() == Some(OsStr::new("py")))
    })
}

/// This program, stripped; it must start where glibc is not newer than Debian 12's.
fn program(to: &Path) -> Result<()> {
    let from = crate::files::own_program();
    copy(&from, to)?;
    strip(&[to.to_path_buf()], "--strip-all")?;
    let bytes = std::fs::read(to).with_context(|| format!("cannot read {}", to.display()))?;
    match glibc::needed(&bytes) {
        Ok(Some(needed)) if needed > glibc::NEWEST => Err(environment(format!(
            "this xtask needs glibc {}.{}, a bundle's may need {}.{} at most; build it where that \
             one is (Debian 12)",
            needed.0,
            needed.1,
            glibc::NEWEST.0,
            glibc::NEWEST.1
        ))),
        Ok(_) => Ok(()),
        Err(error) => Err(usage(format!("{}: {error}", from.display()))),
    }
}

fn strip(files: &[PathBuf], how: &str) -> Result<()> {
    if files.is_empty() {
        return Ok(());
    }
    run(Command::new("strip").arg(how).args(files), "strip (package binutils)")
}

/// An archive whose bytes depend on names and contents alone.
fn archive(parent: &Path, folder: &str, out: &Path) -> Result<()> {
    let mut tar = Command::new("tar")
        .arg("-C")
        .arg(parent)
        .args(["--format=gnu", "--sort=name", "--mtime=@0", "--owner=0", "--group=0"])
        .args(["--numeric-owner", "--mode=u+rw,go+r,go-w", "-cf", "-", folder])
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| environment(format!("tar: {error}; install it")))?;
    let content = tar.stdout.take().context("tar gives no output")?;
    let part = tempfile::NamedTempFile::new_in(match out.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    })
    .with_context(|| format!("cannot write beside {}", out.display()))?;
    let file = part.as_file().try_clone().context("cannot write the archive")?;
    // One thread: with more, the bytes depend on how many. The libraries share most of their code,
    // which a dictionary as large as all of them finds.
    let mut xz = Command::new("xz");
    xz.args(["--threads=1", "--lzma2=preset=3,dict=256MiB", "-c"]).stdin(content).stdout(file);
    let packed = run(&mut xz, "xz (package xz-utils)");
    let status = tar.wait().context("tar does not end")?;
    packed?;
    if !status.success() {
        return Err(environment(format!("tar: {status}")));
    }
    std::fs::set_permissions(part.path(), std::fs::Permissions::from_mode(0o644))
        .with_context(|| format!("cannot change {}", part.path().display()))?;
    part.persist(out).with_context(|| format!("cannot write {}", out.display()))?;
    Ok(())
}

fn run(command: &mut Command, program: &str) -> Result<()> {
    let output = command
        .stderr(Stdio::piped())
        .spawn()
        .and_then(std::process::Child::wait_with_output)
        .map_err(|error| environment(format!("{program}: {error}; install it")))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(environment(format!("{program}: {}: {said}", output.status)))
}

/// Copies the files of a folder that are wanted, Python's caches left out.
fn copy_folder(from: &Path, to: &Path, wanted: &dyn Fn(&Path) -> bool) -> Result<()> {
    let walk = walkdir::WalkDir::new(from).follow_links(true).sort_by_file_name().into_iter();
    for entry in walk.filter_entry(|entry| entry.file_name() != "__pycache__") {
        let entry = entry.with_context(|| format!("cannot list {}", from.display()))?;
        if entry.file_type().is_file() && wanted(entry.path()) {
            let below = entry.path().strip_prefix(from).expect("walked from there");
            copy(entry.path(), &to.join(below))?;
        }
    }
    Ok(())
}

fn copy_if_there(from: &Path, to: &Path) -> Result<()> {
    if from.is_file() { copy(from, to) } else { Ok(()) }
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let folder = to.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    std::fs::copy(from, to)
        .map(drop)
        .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_content_gives_the_same_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let make = |name: &str, order: [&str; 2]| {
            let parent = folder.path().join(name);
            for file in order {
                crate::files::write(&parent.join("bundle").join(file), file.repeat(999)).unwrap();
            }
            let out = folder.path().join(format!("{name}.tar.xz"));
            archive(&parent, "bundle", &out).unwrap();
            std::fs::read(out).unwrap()
        };
        let one = make("one", ["a", "b/c"]);
        assert_eq!(one, make("two", ["b/c", "a"]));
        assert_ne!(one, make("three", ["a", "b/d"]));
    }
}
