//! The machine: Rust, gcc, git, where this program writes, the driver and its GPUs.

use std::path::{Path, PathBuf};

use super::{Fault, Row, Surroundings, fault, version};
use crate::pipeline::verdict::Stage::{self, A, B, C, D, E, F};

/// The oldest Rust that cutile 0.5 and this workspace build with.
const OLDEST_RUST: (u32, u32) = (1, 89);
const ALL: [Stage; 6] = [A, B, C, D, E, F];

pub(super) fn rows(surroundings: &Surroundings) -> Vec<Row> {
    vec![
        Row::new("cargo", &[B, D], rust(surroundings, "cargo")),
        Row::new("rustc", &[B, D], rust(surroundings, "rustc")),
        Row::new("gcc", &[B, D], gcc(surroundings)),
        Row::new("git", &[D], git(surroundings)),
        Row::new("repository", &ALL, writable(surroundings.workspace.root())),
        Row::new("build folder", &[B, D], writable(&surroundings.workspace.target())),
        Row::new("TileGym", &[A, D], tilegym(surroundings)),
    ]
}

pub(super) fn gpu(surroundings: &Surroundings) -> Vec<Row> {
    let driver = driver(surroundings);
    let gpus = match &driver {
        Ok(_) => gpus(surroundings),
        Err(_) => Err(fault("none", "run correctness and speed where a GPU is")),
    };
    vec![Row::new("driver", &[E, F], driver), Row::new("GPU", &[E, F], gpus)]
}

fn rust(surroundings: &Surroundings, program: &str) -> Result<String, Fault> {
    let (major, minor) = OLDEST_RUST;
    let fix = format!("install Rust {major}.{minor} or newer (rustup.rs) and put it on PATH");
    let Some(path) = surroundings.on_path(program) else {
        return Err(fault("not on PATH", fix));
    };
    let text = version(&path, &["--version"], &fix)?;
    let found = text.split_whitespace().nth(1).unwrap_or_default().to_owned();
    let mut numbers = found.split('.').map_while(|part| part.parse::<u32>().ok());
    match (numbers.next(), numbers.next()) {
        (Some(a), Some(b)) if (a, b) >= OLDEST_RUST => Ok(found),
        _ => Err(fault(format!("{found} ({})", path.display()), fix)),
    }
}

fn gcc(surroundings: &Surroundings) -> Result<String, Fault> {
    let fix = "install gcc and the C headers (Debian: `apt-get install gcc libc6-dev`)";
    match surroundings.on_path("gcc") {
        Some(path) => Ok(version(&path, &["-dumpfullversion"], fix)?.trim().to_owned()),
        None => Err(fault("not on PATH", fix)),
    }
}

fn git(surroundings: &Surroundings) -> Result<String, Fault> {
    let fix = "install git";
    match surroundings.on_path("git") {
        Some(path) => Ok(version(&path, &["--version"], fix)?.trim().to_owned()),
        None => Err(fault("not on PATH", fix)),
    }
}

/// Whether a file can be made in a folder, or in the nearest parent that is there.
fn writable(folder: &Path) -> Result<String, Fault> {
    let there = folder.ancestors().find(|path| path.is_dir()).unwrap_or(Path::new("/"));
    match tempfile::tempfile_in(there) {
        Ok(_) => Ok(folder.display().to_string()),
        Err(error) => Err(fault(
            format!("{}: {error}", there.display()),
            format!("make {} writable, or free space on its disk", there.display()),
        )),
    }
}

/// The checkout that was named; without one, ports use a copy of the toolkit's package.
fn tilegym(surroundings: &Surroundings) -> Result<String, Fault> {
    let Some(root) = &surroundings.tilegym else {
        return Ok("the toolkit's package (no TILEGYM_PATH)".to_owned());
    };
    let fix = "name the root of a TileGym checkout in TILEGYM_PATH or --tilegym, or leave both out";
    let package = ["src/tilegym", "tilegym"].map(|inside| root.join(inside));
    let Some(package) = package.iter().find(|path| path.join("__init__.py").is_file()) else {
        return Err(fault(format!("{}: no src/tilegym/__init__.py", root.display()), fix));
    };
    writable(package)
}

fn driver(surroundings: &Surroundings) -> Result<String, Fault> {
    let library = "libcuda.so.1";
    let mut folders: Vec<PathBuf> = surroundings
        .variable("LD_LIBRARY_PATH")
        .unwrap_or_default()
        .split(':')
        .filter(|folder| !folder.is_empty())
        .map(PathBuf::from)
        .collect();
    let usual = ["/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/lib/wsl/lib"];
    folders.extend(usual.map(PathBuf::from));
    match folders.iter().map(|folder| folder.join(library)).find(|path| path.exists()) {
        Some(path) => Ok(path.display().to_string()),
        None => Err(fault(
            format!("no {library}"),
            "install NVIDIA's driver, or run correctness and speed where a GPU is",
        )),
    }
}

fn gpus(surroundings: &Surroundings) -> Result<String, Fault> {
    let fix = "look at `nvidia-smi`; load the driver's module or hand the GPU to this container";
    let Some(smi) = surroundings.on_path("nvidia-smi") else {
        return Err(fault("no nvidia-smi on PATH", fix));
    };
    let query = ["--query-gpu=name,compute_cap,driver_version", "--format=csv,noheader"];
    let text = version(&smi, &query, fix)?;
    let gpus: Vec<_> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    match gpus.is_empty() {
        true => Err(fault("the driver sees none", fix)),
        false => Ok(gpus.join("; ")),
    }
}
