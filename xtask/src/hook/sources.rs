//! Format and lints of staged crates.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use super::{Finding, finding};
use crate::toolchain::{Toolkit, cargo};
use crate::workspace::Workspace;

/// Files of a crate that rustfmt would change.
pub(super) fn format(staged: &Workspace, operator: &str) -> Result<Vec<Finding>> {
    let root = staged.crate_of(operator).root().to_owned();
    let files = rust_files(&root);
    if files.is_empty() {
        return Ok(vec![finding(operator, "format", "the crate has no Rust file")]);
    }
    let output = Command::new("rustfmt")
        .args(["--edition", "2024", "--check", "-l"])
        .args(&files)
        .output()
        .context("cannot start rustfmt; `rustup component add rustfmt` brings it")?;
    if output.status.success() {
        return Ok(Vec::new());
    }
    let listed = String::from_utf8_lossy(&output.stdout);
    let mut findings: Vec<_> = listed
        .lines()
        .filter_map(|line| Path::new(line.trim()).strip_prefix(staged.root()).ok())
        .map(|path| finding(operator, "format", format!("{}: run `cargo fmt`", path.display())))
        .collect();
    if findings.is_empty() {
        let said = String::from_utf8_lossy(&output.stderr);
        let first = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("rustfmt failed");
        findings.push(finding(operator, "format", first));
    }
    findings.dedup();
    Ok(findings)
}

fn rust_files(root: &Path) -> Vec<PathBuf> {
    walkdir::WalkDir::new(root)
        .sort_by_file_name()
        .into_iter()
        .flatten()
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

/// Clippy over staged crates, warnings denied. The build folder is the workspace's own, so that only
/// the crates themselves are checked anew; no library is linked.
pub(super) fn clippy(
    workspace: &Workspace,
    staged: &Workspace,
    toolkit: &Toolkit,
    operators: &[String],
) -> Result<Vec<Finding>> {
    let mut command = cargo::command(staged);
    command.args(["clippy", "--quiet", "--locked", "--message-format", "short"]);
    for operator in operators {
        command.args(["-p", &format!("tileport-{operator}")]);
    }
    command.args(["--", "-D", "warnings"]).env("CARGO_TARGET_DIR", workspace.target());
    // The values that the workspace's own .cargo/config.toml gives: others would build cutile anew.
    for (name, path) in [
        ("CUDA_TOOLKIT_PATH", toolkit.cuda()),
        ("LIBCLANG_PATH", toolkit.clang()),
        ("C_INCLUDE_PATH", toolkit.include_clang()),
    ] {
        if std::env::var_os(name).is_none() {
            command.env(name, path);
        }
    }
    let target = workspace.target();
    let finished = cargo::run(command, &target, cargo::Output::Captured, cargo::LOCK_LIMIT)?;
    if finished.status.success() {
        return Ok(Vec::new());
    }
    let lines = finished.stderr.lines().filter(|line| line.contains(": error"));
    let mut findings: Vec<_> = lines
        .map(|line| {
            let named = operators.iter().find(|name| line.contains(&format!("kernels/{name}/")));
            finding(named.map_or("kernels", String::as_str), "clippy", line)
        })
        .collect();
    if findings.is_empty() {
        let tail: Vec<_> = finished.stderr.lines().rev().take(5).collect();
        let tail: Vec<_> = tail.into_iter().rev().collect();
        findings.push(finding(&operators.join(", "), "clippy", tail.join(" | ")));
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files;

    #[test]
    fn d32_only_the_crate_that_is_asked_for_is_judged() {
        let root = tempfile::tempdir().unwrap();
        let staged = Workspace::at(root.path());
        files::write(&root.path().join("kernels/good/src/lib.rs"), "pub fn f() {}\n").unwrap();
        files::write(&root.path().join("kernels/bad/src/lib.rs"), "pub fn f(){}\n").unwrap();
        assert_eq!(format(&staged, "good").unwrap(), []);
        let findings = format(&staged, "bad").unwrap();
        assert_eq!(findings.len(), 1);
        assert!(findings[0].message.starts_with("kernels/bad/src/lib.rs"), "{findings:?}");
    }

    #[test]
    fn a_file_that_does_not_parse_is_found() {
        let root = tempfile::tempdir().unwrap();
        files::write(&root.path().join("kernels/bad/src/lib.rs"), "pub fn (\n").unwrap();
        let findings = format(&Workspace::at(root.path()), "bad").unwrap();
        assert!(!findings.is_empty());
    }
}
