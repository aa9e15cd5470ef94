//! Stage D's correctness half with real pytest on files of its own, on a machine without a GPU.
//!
//! The tests of the checkout need none; that held-out inputs do is what the last case shows.

mod common;

use std::path::Path;
use std::sync::Arc;

use common::tilegym::checkout;
use xtask::files;
use xtask::pipeline::context::StageContext;
use xtask::pipeline::events::Silent;
use xtask::pipeline::verdict::{Class, Outcome, Stage, Verdict};
use xtask::stage::correctness;
use xtask::workspace::Workspace;

/// A test of both backends, as TileGym writes them.
const TEST: &str = "\
import pytest


class Test_Softmax:
    @pytest.mark.parametrize('backend', ['cutile', 'cutile_rs'])
    @pytest.mark.parametrize('n', [1, 2])
    def test_op(self, n, backend):
        assert n

    @pytest.mark.parametrize('backend', ['cutile', 'cutile_rs'])
    def test_perf(self, backend):
        raise RuntimeError('timings are not asked for')
";

/// Runs the half on a checkout with these files below `tests`.
fn run(tests: &[(&str, &str)]) -> (Outcome, serde_json::Value) {
    let folder = tempfile::tempdir().unwrap();
    let real = Workspace::discover().unwrap();
    let workspace = Workspace::at(folder.path().join("workspace"));
    let root = workspace.root().to_path_buf();
    std::fs::create_dir_all(&root).unwrap();
    for shared in [".toolkit", "python", "inputs"] {
        std::os::unix::fs::symlink(real.root().join(shared), root.join(shared)).unwrap();
    }
    let (from, to) = (real.crate_of("softmax"), workspace.crate_of("softmax"));
    for file in ["inputs.toml", "reference/analysis.json", "src/contract.json"] {
        let bytes = std::fs::read(from.root().join(file)).unwrap();
        files::write(&to.root().join(file), bytes).unwrap();
    }
    let tree = folder.path().join("tilegym");
    checkout(&tree);
    std::fs::create_dir_all(tree.join("tests/ops")).unwrap();
    for (path, text) in tests {
        files::write(&tree.join("tests").join(path), text).unwrap();
    }
    let mut context = StageContext::new(workspace, "softmax", Stage::D, Arc::new(Silent));
    context.options.tilegym = Some(tree);
    let outcome = correctness::run(&context).unwrap();
    let reports = context.crate_().reports();
    let report = std::fs::read_to_string(reports.join("correctness.json")).unwrap();
    check_text(&reports, &outcome);
    (outcome, serde_json::from_str(&report).unwrap())
}

/// The readable report has the lines that the router reads.
fn check_text(reports: &Path, outcome: &Outcome) {
    let text = std::fs::read_to_string(reports.join("correctness.md")).unwrap();
    assert!(text.contains(&format!("VERDICT: {}", outcome.verdict)), "{text}");
    if let (Some(key), Some(class)) = (Stage::D.class_key(outcome.verdict), outcome.class) {
        assert!(text.lines().any(|line| line == format!("{key}: {class}")), "{text}");
    }
    assert!(reports.join("correctness.log").is_file());
}

/// Blocked by D's own wiring, for a reason that says so.
fn blocked_host(tests: &[(&str, &str)], reason: &str) {
    let (outcome, report) = run(tests);
    assert_eq!((outcome.verdict, outcome.class), (Verdict::Blocked, Some(Class::Host)));
    assert!(outcome.summary.contains(reason), "{}", outcome.summary);
    assert_eq!(report["port"]["passed"], 0);
    assert!(report["host_fix"].is_string());
}

#[test]
fn d30_a_renamed_file_blocks() {
    blocked_host(&[("ops/test_soft_maximum.py", TEST)], "no test file");
}

#[test]
fn d30_tests_without_the_backend_block() {
    let test = TEST.replace("['cutile', 'cutile_rs']", "['cutile']");
    blocked_host(&[("ops/test_softmax.py", &test)], "none for cutile-rs");
}

#[test]
fn d30_a_conftest_with_a_syntax_error_blocks() {
    let tests = [("ops/test_softmax.py", TEST), ("conftest.py", "def broken(:\n")];
    blocked_host(&tests, "SyntaxError");
}

#[test]
fn d30_a_file_that_cannot_be_imported_blocks() {
    let test = format!("import nothing_of_this_name\n{TEST}");
    blocked_host(&[("ops/test_softmax.py", &test)], "nothing_of_this_name");
}

#[test]
fn d30_tests_that_are_all_deselected_block() {
    let hook = "def pytest_collection_modifyitems(config, items):\n    \
                config.hook.pytest_deselected(items=items[:])\n    items.clear()\n";
    blocked_host(&[("ops/test_softmax.py", TEST), ("conftest.py", hook)], "no test was collected");
}

#[test]
fn without_a_gpu_the_environment_is_at_fault_though_tests_pass() {
    if xtask::pipeline::gpu::present() {
        return; // Held-out inputs run there.
    }
    let (outcome, report) = run(&[("ops/test_softmax.py", TEST)]);
    assert_eq!((outcome.verdict, outcome.class), (Verdict::Blocked, Some(Class::Env)));
    assert_eq!(report["port"]["passed"], 2);
    assert_eq!(report["reference"]["passed"], 2);
    assert!(outcome.summary.contains("no GPU"), "{}", outcome.summary);
}
