//! Stage F on a workspace of a few files: when it starts, what it reads, what it writes.

use std::sync::Arc;

use super::*;
use crate::pipeline::events::Silent;
use crate::pipeline::record::Entry;
use crate::workspace::Workspace;

const SAMPLES: &str = r#"{"about": {"operator": "op", "gpu": "H200", "target": "sm_90", "extension": true}}
[TileGym] a line of another program
{"case": "a", "reference": {"device_us": 4.0, "host_us": 10.0, "kernels": ["k_ref"], "kernel_us": [4.0]}, "port": {"device_us": 5.0, "host_us": 4.0, "kernels": ["k_v0_entry"], "kernel_us": [5.0]}}
{"case": "b", "error": "RuntimeError: no"}
{"choices": {"op.cache k": {"cutile": "occupancy=1", "cutile-rs": "occupancy=2"}, "op.cache l": {"cutile": "x", "cutile-rs": "x"}}}
"#;

const CONTRACT: &str = r#"{"schema": SCHEMA, "operator": "op", "kernel_sha256": "00", "functions": [{"name": "k",
    "symbol": "cutile_op", "params": [], "entries": [{"name": "k_v0", "variant": "v0", "when": [], "generics": [],
    "consts": [], "tensors": []}]}]}"#;

fn context(folder: &std::path::Path) -> StageContext {
    StageContext::new(Workspace::at(folder), "op", Stage::F, Arc::new(Silent))
}

fn finish(context: &StageContext, verdict: &str) {
    files::write(&context.crate_().root().join("Cargo.toml"), "").unwrap();
    let mut journal = Journal::open(&context.workspace, "op").unwrap();
    let (verdict, summary) = (verdict.to_owned(), String::new());
    let files = std::collections::BTreeMap::default();
    journal.append(1, Entry::RunFinished { verdict, exit: 1, summary, files }).unwrap();
}

#[test]
fn it_starts_after_a_complete_run_only() {
    let folder = tempfile::tempdir().unwrap();
    let context = context(folder.path());
    let refused = run(&context).unwrap_err();
    assert_eq!(crate::error::exit_of(&refused), crate::error::Exit::Usage);
    assert!(refused.to_string().contains("cargo xtask port op"), "{refused}");
    finish(&context, "STOP");
    assert!(run(&context).is_err());
    finish(&context, "PIPELINE_COMPLETE");
    let outcome = run(&context).unwrap();
    assert_eq!((outcome.verdict, outcome.checks[0].exit), (Verdict::Blocked, 1));
    let report = std::fs::read_to_string(context.crate_().reports().join("agent_f.md")).unwrap();
    assert!(report.contains("no timed case") && report.ends_with("VERDICT: BLOCKED\n"), "{report}");
}

#[test]
fn a_slow_case_is_traced_to_tuner_and_machine_code() {
    let folder = tempfile::tempdir().unwrap();
    let context = context(folder.path());
    finish(&context, "PIPELINE_COMPLETE");
    files::write(&bench::samples(&context.workspace, "op"), SAMPLES).unwrap();
    let contract = CONTRACT.replace("SCHEMA", &tileport_contract::SCHEMA.to_string());
    files::write(&context.crate_().contract(), contract).unwrap();
    let outcome = run(&context).unwrap();
    assert_eq!(outcome.verdict, Verdict::Fixable);
    let report = std::fs::read_to_string(context.crate_().reports().join("agent_f.md")).unwrap();
    for part in [
        "| a | 1.250 | 0.400 | k_ref 4.00 µs | k_v0_entry 5.00 µs |",
        "op.cache k: the reference's tuner chose occupancy=1, the port's occupancy=2",
        "Not compared: reports/coverage.json has no row of it for sm_90",
        "VERDICT: FIXABLE",
    ] {
        assert!(report.contains(part), "{part} is not in\n{report}");
    }
    assert!(!report.contains("op.cache l"));
}

#[test]
fn kernels_are_known_by_their_entries() {
    let text = CONTRACT.replace("SCHEMA", &tileport_contract::SCHEMA.to_string());
    let contract: Contract = serde_json::from_str(&text).unwrap();
    assert_eq!(function_of(&contract, "k_v0_entry").as_deref(), Some("k"));
    assert_eq!(function_of(&contract, "k_v0_entry(float*)").as_deref(), Some("k"));
    assert_eq!(function_of(&contract, "k_v1_entry"), None);
    assert_eq!(function_of(&contract, "void at::native::fill"), None);
}
