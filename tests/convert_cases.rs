//! Faults of compilers of this kind, as `tests/own/cases.py` has them, against converter and comparison.

use std::path::Path;

use assert_cmd::Command;
use cutile_ir::Module;
use serde_json::Value;
use tempfile::TempDir;
use xtask::compile::{Pool, Request};
use xtask::tileir::compare::{self, Comparison, compare};
use xtask::toolchain::Toolkit;
use xtask::workspace::Workspace;

/// The references in `reference/`, the Rust text and the bytecode compiled back in `kept/`.
struct Cases(TempDir);

impl Cases {
    /// Exports and converts; each must have the reference's machine code on both targets.
    fn converted() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let workspace = Workspace::discover().expect("the workspace");
        let toolkit = Toolkit::find(&workspace).expect("`cargo xtask setup` has been run");
        Command::from_std(toolkit.python_command())
            .arg(workspace.root().join("tests/own/cases.py"))
            .arg(folder.path().join("reference"))
            .arg("sm_90")
            .assert()
            .success();
        let output = Command::cargo_bin("xtask")
            .expect("the program")
            .args(["kernels", "--json", "--corpus"])
            .arg(folder.path().join("reference"))
            .arg("--keep")
            .arg(folder.path().join("kept"))
            .output()
            .expect("started");
        let rows: Vec<Value> = serde_json::from_slice(&output.stdout).expect("rows");
        assert_eq!(rows.len(), 6, "{}", String::from_utf8_lossy(&output.stderr));
        for row in rows {
            let both = serde_json::json!({"sm_100": true, "sm_90": true});
            assert_eq!(row["text_identical"], both, "{row}");
        }
        Self(folder)
    }

    fn rust(&self, kernel: &str) -> String {
        let path = self.0.path().join(format!("kept/{kernel}.rs"));
        std::fs::read_to_string(path).expect("the Rust text")
    }

    fn reference(&self, kernel: &str) -> Module {
        module(&std::fs::read(self.path(kernel)).expect("the reference"))
    }

    fn path(&self, kernel: &str) -> std::path::PathBuf {
        self.0.path().join(format!("reference/{kernel}.tileirbc"))
    }
}

fn module(bytes: &[u8]) -> Module {
    xtask::tileir::load_bytes(bytes).expect("a module").0
}

/// Compiles the Rust text of a kernel whose array parameters are raw pointers.
fn compiled(rust: &str, kernel: &str) -> Module {
    let pool = Pool::new(&Workspace::discover().expect("the workspace")).expect("a compiler");
    let request = Request {
        source: rust.into(),
        entry: kernel.to_owned(),
        target: "sm_90".to_owned(),
        ..Request::default()
    };
    module(&pool.compile(&request).expect("a compiler").expect("compiled").bytecode)
}

fn compared(reference: &Module, candidate: &Module) -> Comparison {
    compare(reference, candidate, &compare::Options::default())
}

fn diff(left: &Path, right: &Path) -> assert_cmd::assert::Assert {
    Command::cargo_bin("xtask").expect("the program").arg("diff").args([left, right]).assert()
}

#[test]
fn known_faults_of_others() {
    let cases = Cases::converted();
    d04_a_fused_product_stays_for_its_other_uses(&cases);
    d05_branches_on_the_index_stay_in_the_loop(&cases);
    d06_floor_division_is_not_rusts(&cases);
    d07_remainders_by_anything_prove_no_bound(&cases);
}

fn d04_a_fused_product_stays_for_its_other_uses(cases: &Cases) {
    let reference = cases.reference("fused_twice");
    let rust = cases.rust("fused_twice");
    assert!(compared(&reference, &compiled(&rust, "fused_twice")).is_equal());
    // The same sum with one rounding fewer is no more equal.
    let factor = between(&rust, "let product = ", " * ");
    let fused = rust.replacen(
        "product + product;",
        &format!("fma({factor}, {factor}, product, rounding::NearestEven, ftz::Disabled);"),
        1,
    );
    assert_ne!(fused, rust, "the sum is not where the test looks for it:\n{rust}");
    assert!(!compared(&reference, &compiled(&fused, "fused_twice")).is_equal());
}

fn d05_branches_on_the_index_stay_in_the_loop(cases: &Cases) {
    for kernel in ["root_at_the_last", "index_where_positive"] {
        let rust = cases.rust(kernel);
        let into = rust.find("for ").expect("a loop");
        let branch = rust.find("if ").expect("a branch");
        assert!(into < branch, "the branch left the loop:\n{rust}");
        assert!(compared(&cases.reference(kernel), &compiled(&rust, kernel)).is_equal());
    }
    diff(&cases.path("root_at_the_last"), &cases.path("root_at_each")).code(1);
}

fn d06_floor_division_is_not_rusts(cases: &Cases) {
    let rust = cases.rust("constant_divisors");
    let body = rust.split_once(") {").expect("a body").1;
    let code = body.lines().map(|line| line.split("//").next().unwrap_or_default());
    for line in code {
        assert!(!line.contains(" / ") && !line.contains(" % "), "{line}");
    }
    // Rust's way of rounding in one of the quotients is told apart.
    let zero = rust.replacen("rounding::NegativeInf", "rounding::Zero", 1);
    assert_ne!(zero, rust, "no floor division:\n{rust}");
    let reference = cases.reference("constant_divisors");
    assert!(!compared(&reference, &compiled(&zero, "constant_divisors")).is_equal());
}

fn d07_remainders_by_anything_prove_no_bound(cases: &Cases) {
    let rust = cases.rust("any_remainder");
    let kernel = "any_remainder";
    assert!(compared(&cases.reference(kernel), &compiled(&rust, kernel)).is_equal());
    // Nobody told the compiler that the divisor is positive, and the converter did not either.
    assert!(!rust.contains("assume_bounds_lower::<_, 1>"), "{rust}");
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let start = text.find(before).unwrap_or_else(|| panic!("no `{before}`:\n{text}"));
    let rest = &text[start + before.len()..];
    &rest[..rest.find(after).expect("its end")]
}
