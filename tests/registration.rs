//! A wired TileGym in fresh interpreters: every twin is imported, every call reaches its library or
//! raises, and other backends go on working.

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use common::{recorder, tilegym};
use xtask::tilegym::package::Package;
use xtask::tilegym::rewrite::twin_name;
use xtask::tilegym::tree::Tree;
use xtask::tilegym::wire::{self, Request};

fn wired(tree: &Tree, requests: &[Request]) {
    let plan = wire::plan(tree, &tilegym::runtime(), requests, &BTreeSet::new(), true);
    wire::apply(tree, &plan.expect("a plan")).expect("a wired tree");
}

const IMPORT_ALL: &str = r#"
import importlib
import sys


class Block:
    def find_spec(self, name, path=None, target=None):
        if name == "cuda.tile" or name.startswith("cuda.tile."):
            raise ImportError("blocked")


sys.meta_path.insert(0, Block())
import tilegym.ops
from tilegym.backend.dispatcher import _REGISTRY

for name in sys.stdin.read().split():
    importlib.import_module(name)
assert not any(name.startswith("cuda.tile") for name in sys.modules)
print("\n".join(sorted(name for name, by_backend in _REGISTRY.items() if "cutile-rs" in by_backend)))
"#;

#[test]
fn every_twin_is_imported_without_cutile() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = tilegym::package(folder.path());
    let files = tree.python_files().expect("files");
    let package = Package::new(&files);
    let mut requests = Vec::new();
    let mut operators = BTreeSet::new();
    for name in package.twins() {
        let module = package.module(name).expect("a module");
        operators.extend(module.registrations.iter().map(|r| r.operator.to_owned()));
        requests.push(tilegym::request(&name.replace('.', "-"), name, "unused"));
    }
    wired(&tree, &requests);
    let twins: Vec<_> = package.twins().map(twin_name).collect();
    let names = folder.path().join("twins");
    std::fs::write(&names, twins.join("\n")).expect("a file");
    let mut python = recorder::python(tree.python_path(), folder.path());
    python.args(["-W", "error::UserWarning:tilegym.ops", "-c", IMPORT_ALL]);
    python.env("CUTILE_TUTORIALS_BACKEND", "cutile-rs");
    python.stdin(std::fs::File::open(names).expect("a file"));
    let registered: BTreeSet<String> =
        recorder::run(&mut python).lines().map(str::to_owned).collect();
    // TileGym's own cutile-rs operators are among them, replaced.
    assert_eq!(registered, operators);
    assert_eq!(operators.len(), 98);
}

/// A tree with three operators whose libraries write down their calls.
fn three_operators(folder: &Path) -> Tree {
    let tree = tilegym::package(folder);
    let softmax = [("_softmax_kernel_multi_wave_full_row_reg_cached_ldg", "ttII")];
    let silu = [("_silu_and_mul_kernel_row_wise", "ttII")];
    let norm = [
        ("_rms_norm_kernel_multi_wave_cached", "ttttIFFI"),
        ("_rms_norm_kernel_gather", "ttttIFFI"),
        ("_rms_norm_kernel_static_persistent", "ttttIIFF"),
    ];
    let module = |name: &str| format!("tilegym.ops.cutile.{name}");
    wired(
        &tree,
        &[
            recorder::request("softmax", &module("softmax"), &softmax, folder),
            recorder::request("silu_and_mul", &module("silu_and_mul"), &silu, folder),
            recorder::request("rms_norm", &module("rms_norm"), &norm, folder),
        ],
    );
    tree
}

/// Code that has `x` and `w` on the device and the backend selected.
const SETUP: &str = r#"
import torch
import tilegym

tilegym.set_backend("cutile-rs")
x = torch.empty(64, 256, device="cuda", dtype=torch.float16)
w = torch.empty(256, device="cuda", dtype=torch.float16)
"#;

const SOFTMAX: &str = "tilegym.ops.softmax(x, use_multi_wave=True)\n";
const SILU: &str = "tilegym.ops.silu_and_mul(x)\n";
const NORM: &str = "tilegym.ops.rms_norm(x, (256,), w, 1e-5)\n";

fn without_libraries(tree: &Tree, operator: &str) {
    let folder = tree.package().join("tileport_rs/lib");
    for entry in std::fs::read_dir(folder).expect("libraries") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if name.starts_with(&format!("libtileport_{operator}")) {
            std::fs::remove_file(path).expect("a writable tree");
        }
    }
}

/// D31: the backend said it was there, but nobody had imported its operators.
#[test]
fn d31_each_wired_operator_reaches_its_library() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = three_operators(folder.path());
    let python = |code: &str| {
        let mut python = recorder::python(tree.python_path(), folder.path());
        python.args(["-c", &format!("{SETUP}{code}")]);
        python
    };
    recorder::run(&mut python(&format!("{SOFTMAX}{SILU}{NORM}")));
    assert_eq!(
        recorder::calls(folder.path()),
        [
            "_softmax_kernel_multi_wave_full_row_reg_cached_ldg",
            "_silu_and_mul_kernel_row_wise",
            "_rms_norm_kernel_gather"
        ]
    );

    // One library is missing: its operator says so, the others go on.
    without_libraries(&tree, "softmax");
    let output = recorder::output(&mut python(&format!("{NORM}{SOFTMAX}")));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(said.contains("LibraryError: the library of softmax is missing"), "{said}");
    assert_eq!(recorder::calls(folder.path()).len(), 1);

    // Another backend is not touched by that.
    let other = "assert tilegym.is_backend_available(\"cutile\")\ntilegym.set_backend(\"cutile\")\n\
                 from tilegym.backend.dispatcher import _REGISTRY\n\
                 print(_REGISTRY[\"softmax\"][\"cutile\"].__module__)\n";
    assert_eq!(recorder::run(&mut python(other)), "tilegym.ops.cutile.softmax\n");
}

/// D31: no library and no cargo.
#[test]
fn d31_without_libraries_and_cargo_the_backend_is_not_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = three_operators(folder.path());
    without_libraries(&tree, "");
    let mut python = recorder::python(tree.python_path(), folder.path());
    let code = "import tilegym\nassert not tilegym.is_backend_available(\"cutile-rs\")\n\
                tilegym.set_backend(\"cutile\")\nprint(sorted(tilegym.get_available_backends()))\n";
    let said = recorder::run(python.args(["-c", code]));
    assert!(said.contains("'cutile'") && !said.contains("cutile-rs"), "{said}");

    // With cargo TileGym's own operators can be built, so the backend is there; ours raise.
    std::fs::create_dir_all(folder.path().join("nothing")).expect("a folder");
    let cargo = folder.path().join("nothing/cargo");
    std::fs::write(&cargo, "#!/bin/sh\nexit 1\n").expect("a file");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&cargo, executable).expect("permissions");
    let mut python = recorder::python(tree.python_path(), folder.path());
    let output = recorder::output(python.args(["-c", &format!("{SETUP}{SOFTMAX}")]));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("LibraryError: the library of softmax is missing"), "{said}");
    assert_eq!(recorder::calls(folder.path()), Vec::<String>::new());
}

/// A twin that cannot be imported is reported by its operator alone.
#[test]
fn a_broken_twin_does_not_break_the_import() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = three_operators(folder.path());
    let twin = tree.package().join("tileport_rs/ops/cutile/softmax.py");
    std::fs::write(&twin, "raise OSError('broken')\n").expect("a writable tree");
    let mut python = recorder::python(tree.python_path(), folder.path());
    let output = recorder::output(python.args(["-c", &format!("{SETUP}{NORM}{SOFTMAX}")]));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("RuntimeError: cutile-rs: softmax cannot be imported: broken"), "{said}");
    assert_eq!(recorder::calls(folder.path()).len(), 1);
}
