//! Rewritten modules do to the device and to torch what TileGym's own do, on all inputs.

use std::path::PathBuf;

use xtask::files;
use xtask::tilegym::pinned;
use xtask::tilegym::proof::{Proof, ProofReport};
use xtask::tilegym::tree::Tree;
use xtask::workspace::Workspace;

/// Proves an operator on the pinned package, after a change to the wired copy.
fn prove(operator: &str, targets: &[&str], change: Option<(&str, &str, &str)>) -> ProofReport {
    let workspace = Workspace::discover().expect("the workspace");
    let tree = Tree::open(&pinned::site_packages(&workspace).expect("`setup` has been run"))
        .expect("the pinned package");
    let targets: Vec<String> = targets.iter().map(|target| (*target).to_owned()).collect();
    let inputs: PathBuf = workspace.crate_of(operator).inputs();
    let proof = Proof { workspace: &workspace, tree: &tree, targets: &targets, inputs: &inputs };
    let changed = proof.run_changed(operator, |tree| {
        let Some((file, from, to)) = change else { return Ok(()) };
        let path = tree.python_path().join(file);
        let text = std::fs::read_to_string(&path)?;
        assert_eq!(text.matches(from).count(), 1, "{from:?} in {file}");
        files::write(&path, text.replace(from, to))
    });
    changed.expect("a proof that could be run")
}

/// The proof holds, and the inputs reach all kernels of the module.
fn holds(operator: &str, kernels: usize) {
    let report = prove(operator, &["sm_90", "sm_100"], None);
    assert!(report.holds(), "{}", report.summary());
    for target in &report.targets {
        assert_eq!(target.kernels.len(), kernels, "{:?}", target.kernels);
        assert!(target.raising.is_empty(), "{:?}", target.raising);
        assert!(target.torch_calls > target.cases);
    }
}

#[test]
fn softmax_is_proved() {
    holds("softmax", 4);
}

#[test]
fn silu_and_mul_is_proved() {
    holds("silu_and_mul", 2);
}

#[test]
fn rms_norm_is_proved() {
    holds("rms_norm", 4);
}

const TWIN: &str = "tilegym/tileport_rs/ops/cutile/softmax.py";

#[test]
fn a_planted_hint_is_caught() {
    let from = "\"DIM_COLS\"),\n    occupancy=4,\n";
    let to = "\"DIM_COLS\"),\n    occupancy=3,\n";
    let report = prove("softmax", &["sm_90"], Some((TWIN, from, to)));
    assert!(!report.holds());
}

#[test]
fn planted_arguments_in_another_order_are_caught() {
    let from = "args = (output, input, n_rows, TILE_SIZE, original_n_cols)";
    let to = "args = (input, output, n_rows, TILE_SIZE, original_n_cols)";
    let report = prove("softmax", &["sm_90"], Some((TWIN, from, to)));
    assert!(!report.holds());
    let difference = &report.targets[0].differences[0];
    assert_ne!(difference.original, difference.twin);
}
