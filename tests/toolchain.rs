//! `setup`, `preflight`, `affected` and `test` through the real command line.

use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;

/// The command in a scratch checkout that has lock files and no toolkit.
fn xtask(root: &Path) -> Command {
    for (path, content) in [
        ("xtask/Cargo.toml", ""),
        ("python/requirements.lock", "numpy==1 \\\n    --hash=sha256:00\n"),
        ("python/requirements-torch.lock", "torch==1 \\\n    --hash=sha256:00\n"),
        ("python/requirements-tilegym.lock", "tilegym==1 \\\n    --hash=sha256:00\n"),
        ("python/requirements-uv.lock", "uv==0.0.0 \\\n    --hash=sha256:00\n"),
    ] {
        xtask::files::write(&root.join(path), content).unwrap();
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.env("CARGO_MANIFEST_DIR", root.join("xtask")).current_dir(root);
    for name in ["CUDA_HOME", "CUDA_PATH", "CUDA_ROOT", "TILEGYM_PATH", "CARGO_TARGET_DIR"] {
        command.env_remove(name);
    }
    command
}

#[test]
fn preflight_without_a_toolkit_is_exit_3_and_says_what_to_run() {
    let root = tempfile::tempdir().unwrap();
    let run = xtask(root.path()).args(["preflight", "--json"]).assert().code(3);
    let report: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    assert_eq!(report["ok"], false);
    let rows = report["rows"].as_array().unwrap();
    let toolkit = rows.iter().find(|row| row["name"] == "toolkit").unwrap();
    assert_eq!(toolkit["status"], "wrong");
    assert_eq!(toolkit["fix"], "run `cargo xtask setup`");
    assert!(rows.iter().all(|row| row["status"] == "ok" || row["fix"].is_string()));
}

#[test]
fn d17_preflight_names_a_misleading_cuda_home() {
    let root = tempfile::tempdir().unwrap();
    let empty = tempfile::tempdir().unwrap();
    xtask(root.path())
        .args(["preflight"])
        .env("CUDA_HOME", empty.path())
        .assert()
        .code(3)
        .stdout(contains(empty.path().to_str().unwrap()).and(contains("unset CUDA_HOME")));
}

#[test]
fn d18_preflight_names_a_libclang_path_without_the_library() {
    let root = tempfile::tempdir().unwrap();
    let empty = tempfile::tempdir().unwrap();
    xtask(root.path())
        .args(["preflight", "--stage", "b"])
        .env("LIBCLANG_PATH", empty.path())
        .assert()
        .code(3)
        .stdout(contains("no libclang.so").and(contains("unset LIBCLANG_PATH")));
}

#[test]
fn an_unknown_stage_or_step_is_a_usage_error() {
    let root = tempfile::tempdir().unwrap();
    xtask(root.path())
        .args(["preflight", "--stage", "G"])
        .assert()
        .code(2)
        .stderr(contains("A, B"));
    xtask(root.path()).args(["test", "--only", "x"]).assert().code(2).stderr(contains("--list"));
    xtask(root.path()).args(["affected", "--base", "x"]).assert().code(2).stderr(contains("git"));
}

#[test]
fn setup_on_an_interpreter_that_is_not_there_is_exit_3_and_makes_nothing() {
    let root = tempfile::tempdir().unwrap();
    xtask(root.path())
        .args(["setup", "--python", "nowhere/python"])
        .assert()
        .code(3)
        .stderr(contains("nowhere/python"));
    assert!(!root.path().join(".toolkit/stamp.json").exists());
}

#[test]
fn setup_offline_from_a_folder_without_the_wheels_is_exit_3_and_can_go_on() {
    let root = tempfile::tempdir().unwrap();
    let wheels = tempfile::tempdir().unwrap();
    xtask(root.path())
        .args(["setup", "--offline"])
        .arg(wheels.path())
        .assert()
        .code(3)
        .stderr(contains("goes on where it stopped").or(contains("pip")));
    assert!(!root.path().join(".toolkit/stamp.json").exists());
}

#[test]
fn setup_on_a_system_toolkit_that_lacks_something_says_what() {
    let root = tempfile::tempdir().unwrap();
    let empty = tempfile::tempdir().unwrap();
    xtask(root.path())
        .args(["setup", "--system"])
        .env("CUDA_HOME", empty.path())
        .assert()
        .code(3)
        .stderr(contains("no bin/tileiras").and(contains("--system")));
}
