//! Which tests of a checkout are a module's.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// The test files of a module: of the same base name, in the part of `tests` that mirrors the package.
///
/// `tests/ops/test_softmax.py` for `tilegym.ops.cutile.softmax`, `tests/suites/liger/test_softmax.py`
/// for `tilegym.suites.liger.cutile.softmax`; `test_<suite>_<name>.py` and `test_<name>_backward.py`
/// count too, underscores do not.
pub fn tests_of(tests: &Path, module: &str) -> Result<Vec<PathBuf>> {
    let parts: Vec<&str> = module.split('.').collect();
    let (folder, suite) = match parts[..] {
        ["tilegym", "ops", ..] => (tests.join("ops"), None),
        ["tilegym", "suites", suite, ..] => (tests.join("suites").join(suite), Some(suite)),
        _ => return Ok(Vec::new()),
    };
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let base = plain(parts.last().unwrap_or(&""));
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(&folder).sort_by_file_name() {
        let entry = entry.with_context(|| format!("cannot list {}", folder.display()))?;
        let name = entry.file_name().to_string_lossy();
        let Some(test) = name.strip_prefix("test_").and_then(|name| name.strip_suffix(".py"))
        else {
            continue;
        };
        let test = plain(test.strip_suffix("_backward").unwrap_or(test));
        let of_suite = suite.and_then(|suite| test.strip_prefix(&plain(suite)).map(str::to_owned));
        if test == base || of_suite.is_some_and(|test| test == base) {
            found.push(entry.into_path());
        }
    }
    Ok(found)
}

fn plain(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_names_and_suites() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        };
        for path in [
            "ops/test_rms_norm.py",
            "ops/experimental/test_rmsnorm_backward.py",
            "ops/test_softmax.py",
            "suites/liger/test_softmax.py",
            "suites/flashinfer/test_flashinfer_masked_bmm.py",
        ] {
            write(path);
        }
        let of = |module: &str| {
            let found = tests_of(folder.path(), module).unwrap();
            found
                .iter()
                .map(|path| {
                    path.strip_prefix(folder.path()).unwrap().to_string_lossy().into_owned()
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(
            of("tilegym.ops.cutile.rms_norm"),
            ["ops/experimental/test_rmsnorm_backward.py", "ops/test_rms_norm.py"]
        );
        assert_eq!(of("tilegym.suites.liger.cutile.softmax"), ["suites/liger/test_softmax.py"]);
        assert_eq!(
            of("tilegym.suites.flashinfer.cutile.gemm.masked_bmm"),
            ["suites/flashinfer/test_flashinfer_masked_bmm.py"]
        );
        assert!(of("tilegym.transformers.olmo3.kernels.x").is_empty());
    }
}
