//! A TileGym wired with the shipped ports, their libraries built.

use std::collections::BTreeSet;
use std::path::Path;

use xtask::tilegym::tree::Tree;
use xtask::tilegym::wire::{self, Request};
use xtask::toolchain::cargo;
use xtask::workspace::Workspace;

use super::{recorder, tilegym};

const OPERATORS: [&str; 3] = ["softmax", "silu_and_mul", "rms_norm"];

/// A copy of the pinned package with the shipped ports and others.
pub fn wired(workspace: &Workspace, folder: &Path, others: &[Request]) -> Tree {
    let mut build = cargo::command(workspace);
    build.args(["build", "--quiet", "--package", "tileport-launch"]);
    for name in OPERATORS {
        build.arg("--package").arg(format!("tileport-{name}"));
    }
    recorder::run(&mut build);
    let tree = tilegym::package(folder);
    let mut requests = OPERATORS
        .map(|name| {
            let library = wire::built_library(workspace, name).expect("a built library");
            Request::of_crate(name, &workspace.crate_of(name), &library).expect("a port")
        })
        .to_vec();
    requests.extend_from_slice(others);
    let runtime = wire::runtime(workspace).expect("the runtime");
    let plan = wire::plan(&tree, &runtime, &requests, &BTreeSet::new(), true).expect("a plan");
    wire::apply(&tree, &plan).expect("a wired tree");
    tree
}
