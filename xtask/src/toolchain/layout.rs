//! The fixed paths that `.cargo/config.toml` and the rest of the program name, laid over wherever
//! packages and compilers put their files.

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use super::Toolkit;
use super::base::Base;
use crate::error;
use crate::files;

/// The oldest CUDA whose toolkit has a tileiras for bytecode 13.3.
const OLDEST_CUDA: u32 = 13030;

/// Makes the links `cuda`, `clang` and `include-clang`, names the base's packages, and gives the
/// programs their run bit, which not every installer keeps.
pub fn lay(
    toolkit: &Toolkit,
    base: Option<&Base>,
    system: Option<&Path>,
    builtin_headers: &Path,
) -> Result<()> {
    let packages = site_packages(toolkit.venv())?;
    let inside = toolkit.venv().join(&packages);
    let cuda = system.map_or_else(|| packages.join("nvidia/cu13"), Path::to_path_buf);
    link(&cuda, &toolkit.cuda())?;
    link(&packages.join("clang/native"), &toolkit.clang())?;
    link(builtin_headers, &toolkit.include_clang())?;
    let named = inside.join("tileport-base.pth");
    match base {
        Some(base) => {
            let lines: Vec<_> =
                base.folders.iter().map(|path| path.display().to_string()).collect();
            files::write(&named, lines.join("\n") + "\n")?;
        }
        None if named.exists() => std::fs::remove_file(&named)
            .with_context(|| format!("cannot remove {}", named.display()))?,
        None => {}
    }
    if system.is_none() {
        for folder in ["bin", "nvvm/bin"] {
            make_runnable(&toolkit.cuda().join(folder))?;
        }
    }
    Ok(())
}

/// The machine's own CUDA toolkit, if it has all that is needed.
pub fn system_cuda() -> Result<PathBuf> {
    let named = ["CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"].iter().find_map(std::env::var_os);
    let root = named.map_or_else(|| PathBuf::from("/usr/local/cuda"), PathBuf::from);
    check_cuda(&root)?;
    Ok(root)
}

/// Refuses a CUDA root that lacks a program or header, or is too old.
fn check_cuda(root: &Path) -> Result<()> {
    let needed =
        ["bin/tileiras", "bin/tileirdisasm", "bin/ptxas", "include/cuda.h", "include/curand.h"];
    if let Some(lost) = needed.iter().find(|path| !root.join(path).exists()) {
        return Err(error::environment(format!(
            "{}: no {lost}; name a CUDA toolkit of 13.3 or newer in CUDA_HOME, or leave --system \
             out so that setup installs one",
            root.display()
        )));
    }
    let header = root.join("include/cuda.h");
    let text = std::fs::read_to_string(&header)
        .with_context(|| format!("cannot read {}", header.display()))?;
    match cuda_version(&text) {
        Some(version) if version >= OLDEST_CUDA => Ok(()),
        version => Err(error::environment(format!(
            "{}: CUDA_VERSION is {}; 13.3 or newer ({OLDEST_CUDA}) is needed. Leave --system out \
             so that setup installs one",
            header.display(),
            version.map_or_else(|| "not stated".to_owned(), |version| version.to_string())
        ))),
    }
}

/// `CUDA_VERSION` of a `cuda.h`: 1000 × major + 10 × minor.
pub fn cuda_version(header: &str) -> Option<u32> {
    header
        .lines()
        .find_map(|line| line.trim().strip_prefix("#define CUDA_VERSION"))
        .and_then(|rest| rest.trim().parse().ok())
}

/// gcc's folder of builtin headers: PyPI's libclang comes without any.
pub fn builtin_headers() -> Result<PathBuf> {
    let output = Command::new("gcc").arg("-print-file-name=include").output().map_err(|_| {
        error::environment("no gcc on PATH; install it (Debian: `apt-get install gcc libc6-dev`)")
    })?;
    let folder = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    if folder.join("stddef.h").is_file() {
        return Ok(folder);
    }
    Err(error::environment(format!(
        "gcc names {} as its headers' folder, which has no stddef.h; reinstall gcc",
        folder.display()
    )))
}

/// `lib/python3.X/site-packages`, relative to the virtual environment.
fn site_packages(venv: &Path) -> Result<PathBuf> {
    let lib = venv.join("lib");
    let entries =
        std::fs::read_dir(&lib).with_context(|| format!("cannot read {}", lib.display()))?;
    for entry in entries {
        let name = entry?.file_name();
        if name.to_string_lossy().starts_with("python3.") {
            return Ok(Path::new("lib").join(name).join("site-packages"));
        }
    }
    Err(error::environment(format!(
        "{}: not a virtual environment; move it away and run `cargo xtask setup` again",
        venv.display()
    )))
}

/// Puts a link in place by rename, so that a build that is running never finds it missing.
fn link(to: &Path, at: &Path) -> Result<()> {
    if std::fs::read_link(at).is_ok_and(|old| old == to) {
        return Ok(());
    }
    let aside = at.with_extension("new");
    let make = || -> std::io::Result<()> {
        if aside.symlink_metadata().is_ok() {
            std::fs::remove_file(&aside)?;
        }
        symlink(to, &aside)?;
        std::fs::rename(&aside, at)
    };
    make().with_context(|| format!("cannot link {} to {}", at.display(), to.display()))
}

fn make_runnable(folder: &Path) -> Result<()> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let path = entry?.path();
        let mode = path.metadata()?.permissions().mode();
        if path.is_file() && mode & 0o111 == 0 {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode | 0o755))
                .with_context(|| format!("cannot make {} runnable", path.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_read_from_the_header() {
        assert_eq!(cuda_version("/* x */\n#define CUDA_VERSION 13020\n"), Some(13020));
        assert_eq!(cuda_version("#define CUDA_VERSION_ELSE\n"), None);
    }

    #[test]
    fn d17_a_12_x_layout_or_one_without_ptxas_is_refused() {
        let root = tempfile::tempdir().unwrap();
        let error = check_cuda(root.path()).unwrap_err().to_string();
        assert!(error.contains("no bin/tileiras"), "{error}");
        for path in ["bin/tileiras", "bin/tileirdisasm", "bin/ptxas", "include/curand.h"] {
            files::write(&root.path().join(path), "").unwrap();
        }
        files::write(&root.path().join("include/cuda.h"), "#define CUDA_VERSION 12080\n").unwrap();
        let error = check_cuda(root.path()).unwrap_err().to_string();
        assert!(error.contains("12080"), "{error}");
        files::write(&root.path().join("include/cuda.h"), "#define CUDA_VERSION 13030\n").unwrap();
        check_cuda(root.path()).unwrap();
        std::fs::remove_file(root.path().join("bin/ptxas")).unwrap();
        let error = check_cuda(root.path()).unwrap_err().to_string();
        assert!(error.contains("no bin/ptxas"), "{error}");
    }

    #[test]
    fn a_link_is_replaced_and_kept() {
        let root = tempfile::tempdir().unwrap();
        let at = root.path().join("cuda");
        link(Path::new("old"), &at).unwrap();
        link(Path::new("new"), &at).unwrap();
        link(Path::new("new"), &at).unwrap();
        assert_eq!(std::fs::read_link(&at).unwrap(), Path::new("new"));
    }

    #[test]
    fn programs_get_their_run_bit() {
        let root = tempfile::tempdir().unwrap();
        let program = root.path().join("tileiras");
        files::write(&program, "").unwrap();
        make_runnable(root.path()).unwrap();
        assert_ne!(program.metadata().unwrap().permissions().mode() & 0o100, 0);
    }
}
