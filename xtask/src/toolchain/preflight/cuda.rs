//! The CUDA programs, libraries and headers, libclang, and the variables that redirect them.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Fault, Row, Surroundings, fault, release, version};
use crate::pipeline::verdict::Stage::{A, B, C, D, F};
use crate::toolchain::layout;

const SETUP: &str = "run `cargo xtask setup`";
/// The oldest release whose tileiras, ptxas and libNVVM work together on bytecode 13.3.
const OLDEST: (u32, u32) = (13, 3);

pub(super) fn rows(surroundings: &Surroundings) -> Vec<Row> {
    let toolkit = &surroundings.toolkit;
    let mut rows = vec![
        Row::new("tileiras", &[B, C, D, F], program(toolkit.tileiras_command())),
        Row::new("tileirdisasm", &[C], program(toolkit.tileirdisasm_command())),
        Row::new("ptxas", &[B, C, D, F], ptxas(&toolkit.ptxas())),
        Row::new("libNVVM", &[B, C, D, F], libnvvm(&toolkit.cuda())),
        Row::new("CUDA headers", &[B, D], headers(surroundings)),
        Row::new("libclang", &[B, D], libclang(surroundings)),
        Row::new("clang's builtin headers", &[B, D], builtin_headers(surroundings)),
    ];
    for name in ["CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"] {
        if let Some(value) = surroundings.variable(name) {
            rows.push(Row::new(name, &[A, B, C, D, F], redirect(name, Path::new(value))));
        }
    }
    if let Some(path) = surroundings.on_path("ptxas") {
        rows.push(Row::new("ptxas on PATH", &[A, B, C, D, F], ptxas_on_path(surroundings, &path)));
    }
    rows
}

fn program(mut command: Command) -> Result<String, Fault> {
    let path = PathBuf::from(command.get_program());
    let output = command
        .arg("--version")
        .output()
        .map_err(|error| fault(format!("{}: {error}", path.display()), SETUP))?;
    released(&path, &String::from_utf8_lossy(&output.stdout), SETUP)
}

fn ptxas(path: &Path) -> Result<String, Fault> {
    released(path, &version(path, &["--version"], SETUP)?, SETUP)
}

fn released(path: &Path, text: &str, fix: &str) -> Result<String, Fault> {
    match release(text) {
        Some((major, minor)) if (major, minor) >= OLDEST => Ok(format!("{major}.{minor}")),
        Some((major, minor)) => {
            Err(fault(format!("{}: release {major}.{minor}", path.display()), fix))
        }
        None => Err(fault(format!("{}: states no release", path.display()), fix)),
    }
}

fn libnvvm(cuda: &Path) -> Result<String, Fault> {
    let libraries = ["lib/libnvvm.so.4", "nvvm/lib64/libnvvm.so.4", "nvvm/lib64/libnvvm.so"];
    let Some(library) = libraries.iter().find(|path| cuda.join(path).exists()) else {
        return Err(fault(format!("{}: no libnvvm.so.4", cuda.display()), SETUP));
    };
    match cuda.join("nvvm/libdevice/libdevice.10.bc").exists() {
        true => Ok((*library).to_owned()),
        false => Err(fault(format!("{}: no nvvm/libdevice", cuda.display()), SETUP)),
    }
}

/// The headers that cuda-bindings' build script will read.
fn headers(surroundings: &Surroundings) -> Result<String, Fault> {
    let name = "CUDA_TOOLKIT_PATH";
    let (root, fix) = match surroundings.variable(name) {
        Some(value) => (
            PathBuf::from(value),
            format!("unset {name}, or name a CUDA root of 13.3 or newer; then `cargo xtask setup`"),
        ),
        None => (surroundings.toolkit.cuda(), SETUP.to_owned()),
    };
    for header in ["include/cuda.h", "include/curand.h"] {
        if !root.join(header).is_file() {
            return Err(fault(format!("{}: no {header}", root.display()), fix));
        }
    }
    let text = std::fs::read_to_string(root.join("include/cuda.h")).unwrap_or_default();
    match layout::cuda_version(&text) {
        Some(version) if version >= 13000 => Ok(format!("CUDA_VERSION {version}")),
        version => {
            let found = version.map_or("none".to_owned(), |version| version.to_string());
            Err(fault(format!("{}: CUDA_VERSION {found}", root.display()), fix))
        }
    }
}

/// Where bindgen will look for libclang first.
fn clang_folder(surroundings: &Surroundings) -> (PathBuf, &'static str) {
    match surroundings.variable("LIBCLANG_PATH") {
        Some(value) => (
            PathBuf::from(value),
            "unset LIBCLANG_PATH, or set it to the folder that holds libclang.so; then \
             `cargo xtask setup`",
        ),
        None => (surroundings.toolkit.clang(), SETUP),
    }
}

fn libclang(surroundings: &Surroundings) -> Result<String, Fault> {
    let (folder, fix) = clang_folder(surroundings);
    // LIBCLANG_PATH may name the file itself.
    if folder.is_file() {
        return Ok(folder.display().to_string());
    }
    let entries = match std::fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) => return Err(fault(format!("{}: {error}", folder.display()), fix)),
    };
    let mut names = entries.flatten().map(|entry| entry.file_name());
    match names.find(|name| is_libclang(&name.to_string_lossy())) {
        Some(name) => Ok(folder.join(name).display().to_string()),
        None => Err(fault(format!("{}: no libclang.so in it", folder.display()), fix)),
    }
}

fn is_libclang(name: &str) -> bool {
    (name.starts_with("libclang.so") || name.starts_with("libclang-")) && name.contains(".so")
}

/// Debian's libclang has its headers beside it; PyPI's has none and takes gcc's.
fn builtin_headers(surroundings: &Surroundings) -> Result<String, Fault> {
    let (folder, _) = clang_folder(surroundings);
    let mut places = vec![surroundings.toolkit.include_clang()];
    for name in ["C_INCLUDE_PATH", "CPATH"] {
        let value = surroundings.variable(name).unwrap_or_default();
        places.extend(value.split(':').filter(|part| !part.is_empty()).map(PathBuf::from));
    }
    let arguments = surroundings.variable("BINDGEN_EXTRA_CLANG_ARGS").unwrap_or_default();
    places.extend(arguments.split_whitespace().filter_map(|part| {
        Some(PathBuf::from(part.strip_prefix("-I").or_else(|| part.strip_prefix("-isystem"))?))
    }));
    let lib = if folder.is_file() { folder.parent().unwrap_or(&folder) } else { &folder };
    for versions in std::fs::read_dir(lib.join("clang")).into_iter().flatten().flatten() {
        places.push(versions.path().join("include"));
    }
    match places.iter().find(|place| place.join("stddef.h").is_file()) {
        Some(place) => Ok(place.display().to_string()),
        None => Err(fault(
            "no stddef.h for libclang",
            "install gcc (Debian: `apt-get install gcc`) and run `cargo xtask setup`, or set \
             BINDGEN_EXTRA_CLANG_ARGS=-I$(gcc -print-file-name=include)",
        )),
    }
}

/// A variable that tileiras and TileGym's own compiler follow to ptxas and libNVVM.
fn redirect(name: &str, root: &Path) -> Result<String, Fault> {
    let fix = format!("`unset {name}`, or set it to a CUDA toolkit of 13.3 or newer");
    let ptxas = root.join("bin/ptxas");
    if !ptxas.is_file() {
        return Err(fault(format!("{name}={}: no bin/ptxas", root.display()), fix));
    }
    let text = version(&ptxas, &["--version"], &fix)?;
    let found = released(&ptxas, &text, &fix)?;
    libnvvm(root)
        .map_err(|missing| fault(format!("{name}={}: {}", root.display(), missing.value), &fix))?;
    Ok(format!("{} ({found})", root.display()))
}

fn ptxas_on_path(surroundings: &Surroundings, path: &Path) -> Result<String, Fault> {
    let own = surroundings.toolkit.ptxas().canonicalize().ok();
    if own.is_some() && path.canonicalize().ok() == own {
        return Ok("the toolkit's own".to_owned());
    }
    let fix = format!("take {} off PATH, or put CUDA 13.3 or newer before it", parent(path));
    let found = released(path, &version(path, &["--version"], &fix)?, &fix)?;
    Ok(format!("{} ({found})", path.display()))
}

fn parent(path: &Path) -> String {
    path.parent().unwrap_or(path).display().to_string()
}
