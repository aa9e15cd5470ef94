//! Kernels from outside TileGym: `tests/own/kernels.py` exported and converted, without TileGym.

use assert_cmd::Command;
use serde_json::Value;
use xtask::toolchain::Toolkit;
use xtask::workspace::Workspace;

/// What becomes of a kernel.
enum Expected {
    /// The machine code of the reference, on both targets.
    Identical,
    /// The converter stops with this diagnostic, which names the operation and cutile's limit.
    Refused(&'static str),
}
use Expected::{Identical, Refused};

const KERNELS: [(&str, Expected); 10] = [
    ("collatz_steps", Identical),
    ("exponent_bits", Identical),
    ("histogram", Identical),
    ("hypotenuse", Identical),
    ("largest_column", Refused("E004 reduce: several operands at once")),
    ("ordered_pairs", Identical),
    ("product_of_bytes", Identical),
    ("quotients", Identical),
    ("running_sums", Refused("E002 scan: a scan along axis 1")),
    ("turned_cube", Identical),
];

#[test]
fn each_is_identical_or_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let workspace = Workspace::discover().expect("the workspace");
    let toolkit = Toolkit::find(&workspace).expect("`cargo xtask setup` has been run");
    Command::from_std(toolkit.python_command())
        .arg(workspace.root().join("tests/own/kernels.py"))
        .arg(folder.path())
        .arg("sm_90")
        .assert()
        .success();
    let output = Command::cargo_bin("xtask")
        .expect("the program")
        .args(["kernels", "--json", "--corpus"])
        .arg(folder.path())
        .output()
        .expect("started");
    let rows: Vec<Value> = serde_json::from_slice(&output.stdout).expect("rows");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(rows.len(), KERNELS.len(), "{said}");
    for (row, (name, expected)) in rows.iter().zip(&KERNELS) {
        assert_eq!(row["function"], *name);
        match expected {
            Identical => {
                let both = serde_json::json!({"sm_100": true, "sm_90": true});
                assert_eq!(row["text_identical"], both, "{name}: {}", row["reason"]);
            }
            Refused(why) => {
                let reason = row["reason"].as_str().unwrap_or_default();
                assert!(reason.contains(why), "{name}: {reason}");
                assert!(reason.contains("kernels.py:"), "{name}: {reason}");
                assert!(reason.contains("cutile 0.5"), "{name}: {reason}");
                assert_eq!(row["converted"], false, "{name}");
            }
        }
    }
    // Something was refused, and the exit status says so.
    assert_eq!(output.status.code(), Some(1), "{said}");
}
