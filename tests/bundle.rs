//! `bundle` and what its archive holds; the program inside starts where nothing else of this repository is.

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use assert_cmd::Command;
use common::{recorder, tilegym};
use predicates::str::contains;
use xtask::bundle::Bundle;
use xtask::files;
use xtask::tilegym::wire;

/// A checkout with tests of two operators, one of them wired with a library that computes nothing.
fn wired(folder: &Path) {
    let tree = tilegym::checkout(folder);
    let test = "import tilegym\n\n\nclass T:\n    _backends = [\"cutile\"]\n";
    for path in ["conftest.py", "common.py", "ops/test_softmax.py", "ops/test_matmul.py"] {
        files::write(&folder.join("tests").join(path), test).unwrap();
    }
    files::write(&folder.join("tests/benchmark/bench_softmax.py"), test).unwrap();
    let tree = xtask::tilegym::tree::Tree::open(tree.root()).unwrap();
    let kernels = [("_softmax_kernel", "tt")];
    let request = recorder::request("softmax", "tilegym.ops.cutile.softmax", &kernels, folder);
    let plan = wire::plan(&tree, &tilegym::runtime(), &[request], &BTreeSet::new(), true);
    wire::apply(&tree, &plan.unwrap()).unwrap();
}

#[test]
fn a_bundle_holds_what_a_gpu_machine_needs() {
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("tilegym");
    wired(&tree);
    let archive = folder.path().join("bundle.tar.xz");
    let xtask = || Command::cargo_bin("xtask").unwrap();
    xtask()
        .args(["bundle", "--python-version", "3.12", "--tilegym"])
        .arg(&tree)
        .arg("--out")
        .arg(&archive)
        .assert()
        .success()
        .stdout(contains("softmax"));
    recorder::run(
        std::process::Command::new("tar").arg("-xJf").arg(&archive).current_dir(folder.path()),
    );
    let bundle = folder.path().join("bundle");
    let about = Bundle::read(&bundle).unwrap();
    assert_eq!(
        (about.operators.as_slice(), about.python.as_str()),
        (&["softmax".to_owned()][..], "3.12")
    );
    for there in [
        "checkout/src/tilegym/tileport_rs/manifest.json",
        "checkout/tests/conftest.py",
        "checkout/tests/ops/test_softmax.py",
        "kernels/softmax/src/contract.json",
        "inputs/heldout/softmax.toml",
        "python/tileport/check.py",
        "site/cuda/tile/__init__.py",
        "site/_cffi_backend.cpython-312-x86_64-linux-gnu.so",
        "tests/gpu/test_fitness.py",
    ] {
        assert!(bundle.join(there).is_file(), "{there}");
    }
    for not_there in ["checkout/tests/ops/test_matmul.py", "checkout/tests/benchmark", "site/bin"] {
        assert!(!bundle.join(not_there).exists(), "{not_there}");
    }
    let test = std::fs::read_to_string(bundle.join("checkout/tests/ops/test_softmax.py")).unwrap();
    assert!(test.contains("cutile-rs"), "the test names the backend: {test}");
    if !xtask::pipeline::gpu::present() {
        let mut program = Command::new(bundle.join("xtask"));
        program.current_dir(&bundle).env_clear().args(["host", "--bundle", "."]);
        program.assert().code(3).stderr(contains("no GPU here"));
    }
}

#[test]
fn a_tree_where_nothing_is_wired_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    tilegym::checkout(folder.path());
    Command::cargo_bin("xtask")
        .unwrap()
        .args(["bundle", "--out", "unused.tar.xz", "--tilegym"])
        .arg(folder.path())
        .assert()
        .code(2)
        .stderr(contains("nothing is wired here"));
}

#[test]
fn results_of_no_bundle_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut import = Command::cargo_bin("xtask").unwrap();
    import.arg("import").arg(folder.path()).assert().code(2).stderr(contains("no results here"));
    let mut host = Command::cargo_bin("xtask").unwrap();
    let code = if xtask::pipeline::gpu::present() { 2 } else { 3 };
    host.args(["host", "--bundle"]).arg(folder.path()).assert().code(code);
}
