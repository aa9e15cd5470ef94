//! `cargo xtask fuzz`: a hundred random modules, stopped half way and gone on with.

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

fn fuzz(journal: &Path, count: &str) -> Value {
    let output = Command::cargo_bin("xtask")
        .expect("the program")
        .args(["fuzz", "--json", "--seed", "1", "--assemble-every", "25", "--resume"])
        .args(["--count", count, "--journal"])
        .arg(journal)
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    serde_json::from_slice(&output).expect("totals")
}

#[test]
fn a_hundred_random_modules_come_back_equal() {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = folder.path().join("journal.jsonl");
    let first = fuzz(&journal, "60");
    assert_eq!(first["modules"], 60);
    let totals = fuzz(&journal, "100");
    assert_eq!(totals["modules"], 100);
    let text = std::fs::read_to_string(&journal).expect("a journal");
    assert_eq!(text.lines().count(), 101, "each seed is tried once");
    let count = |verdict: &str| totals["verdicts"][verdict].as_u64().unwrap_or(0);
    for fault in ["false-equal", "broken", "panicked", "miscompiled", "invalid"] {
        assert_eq!(count(fault), 0, "{totals:#}");
    }
    // The others hold an operation that cutile-rs has no word for.
    assert!(count("equal") >= 75, "{totals:#}");
    assert!(totals["assembled"].as_u64() >= Some(2), "{totals:#}");
    assert!(totals["launches"].as_u64() >= Some(75), "{totals:#}");
    assert!(totals["mutants"].as_u64() >= Some(500), "{totals:#}");
}
