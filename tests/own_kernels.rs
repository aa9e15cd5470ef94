//! Kernels from outside TileGym: those of `tests/own` exported and converted, without TileGym.

use std::collections::BTreeMap;
use std::path::Path;

use assert_cmd::Command;
use serde_json::{Value, json};
use xtask::toolchain::Toolkit;
use xtask::workspace::Workspace;

/// Exports the kernels of a script and converts each; the rows by kernel. The Rust text goes to `keep`.
fn converted(script: &str, keep: Option<&Path>) -> BTreeMap<String, Value> {
    let folder = tempfile::tempdir().expect("a folder");
    let workspace = Workspace::discover().expect("the workspace");
    let toolkit = Toolkit::find(&workspace).expect("`cargo xtask setup` has been run");
    Command::from_std(toolkit.python_command())
        .arg(workspace.root().join("tests/own").join(script))
        .arg(folder.path())
        .arg("sm_100")
        .assert()
        .success();
    let output = Command::cargo_bin("xtask")
        .expect("the program")
        .args(["kernels", "--json", "--corpus"])
        .arg(folder.path())
        .args(keep.map(|keep| ["--keep".as_ref(), keep.as_os_str()]).into_iter().flatten())
        .output()
        .expect("started");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let rows: Vec<Value> = serde_json::from_slice(&output.stdout).expect("rows");
    let name = |row: &Value| row["function"].as_str().unwrap_or_default().to_owned();
    rows.into_iter().map(|row| (name(&row), row)).collect()
}

#[test]
fn ten_kernels_have_the_machine_code_of_the_reference() {
    let keep = tempfile::tempdir().expect("a folder");
    let rows = converted("kernels.py", Some(keep.path()));
    assert_eq!(rows.len(), 10);
    for (name, row) in rows {
        let both = json!({"sm_100": true, "sm_90": true});
        assert_eq!(row["text_identical"], both, "{name}: {}", row["reason"]);
        // How the text reads is looked at where it changes: `cargo insta review`.
        let file = row["file"].as_str().expect("a file");
        let text = std::fs::read_to_string(keep.path().join(file).with_extension("rs"));
        insta::assert_snapshot!(name, text.expect("the Rust text"));
    }
}

#[test]
fn every_part_of_the_dialect_has_the_machine_code_of_the_reference() {
    let rows = converted("dialect.py", None);
    assert!(rows.len() >= 50, "{} kernels", rows.len());
    for (name, row) in rows {
        // fp4 and block scales need the tensor cores of sm_100.
        let expected = match name.as_str() {
            "packed_floats" | "scaled_product" => json!({"sm_100": true}),
            _ => json!({"sm_100": true, "sm_90": true}),
        };
        assert_eq!(row["text_identical"], expected, "{name}: {}", row["reason"]);
    }
}
