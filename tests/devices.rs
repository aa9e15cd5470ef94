//! The shipped ports on two described devices: right context, right machine code, whichever device is
//! the current one.

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use common::{recorder, tilegym};
use serde_json::{Value, json};
use xtask::tilegym::tree::Tree;
use xtask::tilegym::wire::{self, Request};
use xtask::toolchain::{Toolkit, cargo};
use xtask::workspace::Workspace;

const OPERATORS: [&str; 3] = ["softmax", "silu_and_mul", "rms_norm"];

/// A tree with the shipped ports, their libraries built.
fn shipped(workspace: &Workspace, folder: &Path) -> Tree {
    let mut build = cargo::command(workspace);
    build.args(["build", "--quiet", "--package", "tileport-launch"]);
    for name in OPERATORS {
        build.arg("--package").arg(format!("tileport-{name}"));
    }
    recorder::run(&mut build);
    let tree = tilegym::package(folder);
    let requests = OPERATORS.map(|name| {
        let library = wire::built_library(workspace, name).expect("a built library");
        Request::of_crate(name, &workspace.crate_of(name), &library).expect("a port")
    });
    let runtime = wire::runtime(workspace).expect("the runtime");
    let plan = wire::plan(&tree, &runtime, &requests, &BTreeSet::new(), true).expect("a plan");
    wire::apply(&tree, &plan).expect("a wired tree");
    tree
}

/// D24: kernels are compiled for the device of the launch, in its context.
#[test]
fn d24_ports_follow_their_tensors_to_the_second_device() {
    let workspace = Workspace::discover().expect("the workspace");
    let toolkit = Toolkit::find(&workspace).expect("`cargo xtask setup` has been run");
    let folder = tempfile::tempdir().expect("a folder");
    let tree = shipped(&workspace, folder.path());
    let script = workspace.root().join("tests/support/two_devices.py");
    let run = |visible: Option<&str>| -> Value {
        let mut python = recorder::python(tree.python_path(), folder.path());
        let bin = toolkit.cuda().join("bin");
        python
            .env("TILEPORT_RECORDER_DEVICES", "90,80")
            .env("TILEPORT_RECORDER_LOG", folder.path().join(visible.unwrap_or("plain")))
            .env("TILEPORT_CACHE_DIR", folder.path().join("cache"))
            .env("CUDA_HOME", toolkit.cuda())
            .env("PATH", std::env::join_paths([&bin, Path::new("/usr/bin")]).expect("paths"))
            .env("CUTILE_TUTORIALS_BACKEND", "cutile")
            .env_remove("CUDA_VISIBLE_DEVICES")
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
