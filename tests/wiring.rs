//! Wiring a TileGym tree and taking it back: the pinned package, and a checkout with tests.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use common::tilegym::{self, request};
use xtask::error::{Exit, exit_of};
use xtask::tilegym::tree::Tree;
use xtask::tilegym::wire::{self, Plan, Request};

/// All files of a tree with their bytes.
fn snapshot(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    walkdir::WalkDir::new(root)
        .into_iter()
        .map(|entry| entry.expect("a readable tree").into_path())
        .filter(|path| path.is_file())
        .map(|path| {
            let bytes = std::fs::read(&path).expect("a readable file");
            (path, bytes)
        })
        .collect()
}

fn plan(tree: &Tree, add: &[Request], drop: &[&str], replace: bool) -> anyhow::Result<Plan> {
    let drop: BTreeSet<String> = drop.iter().map(|name| (*name).to_owned()).collect();
    wire::plan(tree, &tilegym::runtime(), add, &drop, replace)
}

fn wire(tree: &Tree, add: &[Request]) {
    wire::apply(tree, &plan(tree, add, &[], false).expect("a plan")).expect("a wired tree");
}

fn unwire(tree: &Tree, drop: &[&str]) {
    wire::apply(tree, &plan(tree, &[], drop, false).expect("a plan")).expect("an unwired tree");
}

fn text(tree: &Tree, path: &str) -> String {
    std::fs::read_to_string(tree.python_path().join(path)).expect("a file of the tree")
}

/// Appends to a file of the tree, or changes it, as a user would.
fn edit(tree: &Tree, path: &str, change: impl FnOnce(String) -> String) {
    let changed = change(text(tree, path));
    std::fs::write(tree.python_path().join(path), changed).expect("a writable tree");
}

#[test]
fn unwiring_restores_every_byte_of_the_package() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = tilegym::package(folder.path());
    let before = snapshot(folder.path());
    let softmax = request("softmax", "tilegym.ops.cutile.softmax", "_softmax_kernel");
    let moe = request("invoke_fused_moe_kernel", "tilegym.ops.cutile.moe", "_fused_moe_kernel");
    wire(&tree, std::slice::from_ref(&softmax));
    wire(&tree, &[moe]);
    let wired = snapshot(folder.path());
    assert!(plan(&tree, &[softmax], &[], false).expect("a plan").write.is_empty());
    assert!(text(&tree, "tilegym/ops/moe_interface.py").contains("in (\"cutile\", \"cutile-rs\")"));
    let changed: Vec<_> = before.keys().filter(|path| before[*path] != wired[*path]).collect();
    assert_eq!(changed.len(), 3, "{changed:?}");
    // What Python leaves behind is ours too.
    let cache = tree.package().join("tileport_rs/ops/cutile/__pycache__");
    std::fs::create_dir(&cache).expect("a folder");
    std::fs::write(cache.join("softmax.cpython-311.pyc"), "").expect("a file");
    unwire(&tree, &["softmax"]);
    assert!(!tree.package().join("tileport_rs/ops/cutile/softmax.py").exists());
    assert!(tree.package().join("tileport_rs/ops/cutile/moe.py").exists());
    unwire(&tree, &["invoke_fused_moe_kernel"]);
    assert!(snapshot(folder.path()) == before);
    assert!(!tree.package().join("tileport_rs").exists());
}

#[test]
fn a_checkout_gets_its_tests_parametrised() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = tilegym::checkout(folder.path());
    let tests = folder.path().join("tests/ops");
    std::fs::create_dir_all(&tests).expect("a folder");
    let original = "import tilegym\n\n\nclass Test_Softmax:\n    _backends = [\"cutile\"]\n    \
                    _perf = _backends\n";
    std::fs::write(tests.join("test_softmax.py"), original).expect("a file");
    std::fs::write(tests.join("test_bmm.py"), original).expect("a file");
    let before = snapshot(folder.path());
    let softmax = request("softmax", "tilegym.ops.cutile.softmax", "_softmax_kernel");
    let planned = plan(&tree, std::slice::from_ref(&softmax), &[], false).expect("a plan");
    let shown = wire::diff(&tree, &planned);
    assert!(shown.contains("+    if tilegym.is_backend_available(\"cutile-rs\"):"), "{shown}");
    assert!(shown.contains("+++ b/src/tilegym/tileport_rs/ops/cutile/softmax.py"));
    assert!(snapshot(folder.path()) == before, "showing a plan changes nothing");
    wire(&tree, &[softmax]);
    let test = |name: &str| std::fs::read_to_string(tests.join(name)).expect("a test");
    assert!(test("test_softmax.py").contains("_backends = _backends + [\"cutile-rs\"]"));
    assert_eq!(test("test_bmm.py"), original);
    unwire(&tree, &["softmax"]);
    assert!(snapshot(folder.path()) == before);
}

#[test]
fn edits_elsewhere_are_kept_and_edits_of_ours_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = tilegym::package(folder.path());
    let before = snapshot(folder.path());
    wire(&tree, &[request("softmax", "tilegym.ops.cutile.softmax", "_softmax_kernel")]);
    let selector = "tilegym/backend/selector.py";
    edit(&tree, selector, |text| format!("# mine\n{text}"));
    edit(&tree, selector, |text| text.replace("if is_available():", "if True:"));
    let error = plan(&tree, &[], &["softmax"], false).expect_err("an edited line");
    assert_eq!(exit_of(&error), Exit::Refused);
    assert!(error.to_string().contains("tilegym/backend/selector.py:"), "{error}");
    assert!(error.to_string().contains("|     if is_available():"), "{error}");
    edit(&tree, selector, |text| text.replace("if True:", "if is_available():"));
    let twin = "tilegym/tileport_rs/ops/cutile/softmax.py";
    edit(&tree, twin, |text| text + "# mine\n");
    let error = plan(&tree, &[], &["softmax"], false).expect_err("an edited twin");
    assert!(error.to_string().contains("tileport_rs/ops/cutile/softmax.py"), "{error}");
    edit(&tree, twin, |text| text.replace("# mine\n", ""));
    unwire(&tree, &["softmax"]);
    edit(&tree, selector, |text| text.replacen("# mine\n", "", 1));
    assert!(snapshot(folder.path()) == before);
}

#[test]
fn a_stopped_run_is_finished_or_taken_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = tilegym::package(folder.path());
    let before = snapshot(folder.path());
    let softmax = request("softmax", "tilegym.ops.cutile.softmax", "_softmax_kernel");
    wire(&tree, std::slice::from_ref(&softmax));
    let wired = snapshot(folder.path());
    // Stopped after the record, before TileGym's own files.
    for path in ["tilegym/ops/__init__.py", "tilegym/backend/selector.py"] {
        let path = folder.path().join(path);
        std::fs::write(&path, &before[&path]).expect("a writable tree");
    }
    wire(&tree, &[softmax]);
    assert!(snapshot(folder.path()) == wired);
    let path = folder.path().join("tilegym/ops/__init__.py");
    std::fs::write(&path, &before[&path]).expect("a writable tree");
    unwire(&tree, &["softmax"]);
    assert!(snapshot(folder.path()) == before);
}

#[test]
fn operators_that_tilegym_has_are_kept_unless_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = tilegym::package(folder.path());
    let silu = request("silu_and_mul", "tilegym.ops.cutile.silu_and_mul", "silu_and_mul_kernel");
    let kept = plan(&tree, std::slice::from_ref(&silu), &[], false).expect("a plan");
    assert!(kept.record.operators["silu_and_mul"].registers.is_empty());
    assert!(kept.notes.iter().any(|note| note.contains("--replace")), "{:?}", kept.notes);
    let replaced = plan(&tree, &[silu], &[], true).expect("a plan");
    assert!(replaced.record.operators["silu_and_mul"].registers.contains("silu_and_mul"));
}

#[test]
fn a_rebuilt_library_gets_another_name_and_the_old_one_goes() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = tilegym::package(folder.path());
    let mut softmax = request("softmax", "tilegym.ops.cutile.softmax", "_softmax_kernel");
    wire(&tree, std::slice::from_ref(&softmax));
    softmax.library = b"another".to_vec();
    wire(&tree, &[softmax]);
    let folder = tree.package().join("tileport_rs/lib");
    let names: Vec<_> = std::fs::read_dir(folder)
        .expect("libraries")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .collect();
    let hash = &xtask::files::sha256("another")[..8];
    assert_eq!(names, [format!("libtileport_softmax.{hash}.so")]);
}

#[test]
fn a_folder_without_tilegym_is_named_with_the_fix() {
    let folder = tempfile::tempdir().expect("a folder");
    let error = Tree::open(folder.path()).expect_err("no TileGym");
    assert_eq!(exit_of(&error), Exit::Usage);
    assert!(error.to_string().contains("--tilegym PATH"), "{error}");
}
