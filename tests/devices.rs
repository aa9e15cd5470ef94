//! The shipped ports on two described devices: right context, right machine code, whichever device is
//! the current one; and on operands without elements.

mod common;

use std::path::Path;
use std::process::Command;

use common::{ports, recorder};
use serde_json::{Value, json};
use xtask::toolchain::Toolkit;
use xtask::workspace::Workspace;

/// What cuTile's own compiler needs besides the recorded device.
fn with_toolkit(python: &mut Command, toolkit: &Toolkit, folder: &Path) {
    let bin = toolkit.cuda().join("bin");
    python
        .env("TILEPORT_CACHE_DIR", folder.join("cache"))
        .env("CUDA_HOME", toolkit.cuda())
        .env("PATH", std::env::join_paths([&bin, Path::new("/usr/bin")]).expect("paths"))
        .env("CUTILE_TUTORIALS_BACKEND", "cutile")
        .env_remove("CUDA_VISIBLE_DEVICES");
}

/// D24: kernels are compiled for the device of the launch, in its context.
#[test]
fn d24_ports_follow_their_tensors_to_the_second_device() {
    let workspace = Workspace::discover().expect("the workspace");
    let toolkit = Toolkit::find(&workspace).expect("`cargo xtask setup` has been run");
    let folder = tempfile::tempdir().expect("a folder");
    let tree = ports::wired(&workspace, folder.path(), &[]);
    let script = workspace.root().join("tests/support/two_devices.py");
    let run = |visible: Option<&str>| -> Value {
        let mut python = recorder::python(tree.python_path(), folder.path());
        with_toolkit(&mut python, &toolkit, folder.path());
        python
            .env("TILEPORT_RECORDER_DEVICES", "90,80")
            .env("TILEPORT_RECORDER_LOG", folder.path().join(visible.unwrap_or("plain")))
            .envs(visible.map(|value| ("CUDA_VISIBLE_DEVICES", value)))
            .arg(&script);
        serde_json::from_str(recorder::run(&mut python).trim()).expect("JSON")
    };
    let plain = run(None);
    assert_eq!(plain["capabilities"], json!([[9, 0], [8, 0]]));
    assert_ne!(plain["texts"][0], plain["texts"][1], "each target has its own machine code");
    // Renumbered, each device keeps its machine code.
    let reordered = run(Some("1,0"));
    assert_eq!(reordered["capabilities"], json!([[8, 0], [9, 0]]));
    assert_eq!(reordered["texts"][0], plain["texts"][1]);
    assert_eq!(reordered["texts"][1], plain["texts"][0]);
}

/// D13: empty products divided by zero on the host.
#[test]
fn d13_operands_without_elements_give_empty_results_and_no_empty_grid() {
    let workspace = Workspace::discover().expect("the workspace");
    let toolkit = Toolkit::find(&workspace).expect("`cargo xtask setup` has been run");
    let folder = tempfile::tempdir().expect("a folder");
    let module = |name: &str| format!("tilegym.ops.cutile.{name}");
    let matmul =
        [("_matmul_kernel", "tttIII"), ("_static_persistent_matmul_kernel", "tttiiiIIIIIII")];
    let bmm = [("_bmm_kernel", "tttIII"), ("_static_persistent_bmm_kernel", "tttiIIIIIIIIII")];
    let requests = [
        recorder::request("matmul", &module("matmul"), &matmul, folder.path()),
        recorder::request("bmm", &module("bmm"), &bmm, folder.path()),
    ];
    let tree = ports::wired(&workspace, folder.path(), &requests);
    let mut python = recorder::python(tree.python_path(), folder.path());
    with_toolkit(&mut python, &toolkit, folder.path());
    python.arg(workspace.root().join("tests/support/nothing_to_do.py"));
    let said = recorder::run(&mut python);
    assert_eq!(said.lines().filter(|line| line.starts_with("case ")).count(), 13, "{said}");
}
