//! Drives every route of the table through the command line, with a scripted worker.

#[path = "support/scripted.rs"]
mod scripted;

use scripted::{Scripted, reply};

/// Steps as `STEP VERDICT [class]`, then the verdict of the run and the exit code.
///
/// The scripted worker makes no kernel, so that the final gate, which runs after each
/// PIPELINE_COMPLETE, always says no.
const ROUTES: &[(&[&str], &str, i32)] = &[
    (&["A1 FAIL_FIXABLE"], "STOP", 1),
    (&["A1 BLOCKED"], "STOP", 1),
    (&["A1 PASS", "B1 FAIL_COMPILE"], "STOP", 1),
    (&["A1 PASS", "B1 FAIL_FIXABLE"], "STOP", 1),
    (&["A1 PASS", "B1 BLOCKED"], "STOP", 1),
    (&["A1 PASS", "B1 COMPILED", "D1 ALL_PASS", "E1 DONE"], "PIPELINE_COMPLETE", 1),
    (&["A1 PASS", "B1 COMPILED", "D1 FAIL host", "D2 ALL_PASS", "E2 DONE"], "PIPELINE_COMPLETE", 1),
    (
        &[
            "A1 PASS",
            "B1 COMPILED",
            "D1 FAIL kernel",
            "C1 FAIL_FIXABLE kernel",
            "B2 COMPILED",
            "D2 ALL_PASS",
            "E2 DONE",
        ],
        "PIPELINE_COMPLETE",
        1,
    ),
    (&["A1 PASS", "B1 COMPILED", "D1 FAIL", "C1 PASS"], "PIPELINE_COMPLETE", 1),
    (&["A1 PASS", "B1 COMPILED", "D1 BLOCKED host", "D2 FAIL kernel"], "PIPELINE_COMPLETE", 1),
    (&["A1 PASS", "B1 COMPILED", "D1 BLOCKED host", "D2 BLOCKED env"], "PIPELINE_COMPLETE", 1),
    (
        &["A1 PASS", "B1 COMPILED", "D1 BLOCKED kernel", "C1 FAIL_COMPILER_BUG"],
        "PIPELINE_COMPLETE",
        1,
    ),
    (&["A1 PASS", "B1 COMPILED", "D1 BLOCKED env"], "STOP", 3),
    (&["A1 PASS", "B1 COMPILED", "D1 BLOCKED", "C1 BLOCKED"], "PIPELINE_COMPLETE", 1),
    (
        &[
            "A1 PASS",
            "B1 COMPILED",
            "D1 ALL_PASS",
            "E1 INVESTIGATE",
            "C1 FAIL_FIXABLE host",
            "D2 ALL_PASS",
            "E2 INVESTIGATE",
        ],
        "PIPELINE_COMPLETE",
        1,
    ),
    (
        &[
            "A1 PASS",
            "B1 COMPILED",
            "D1 ALL_PASS",
            "E1 INVESTIGATE",
            "C1 FAIL_FIXABLE",
            "B2 FAIL_COMPILE",
        ],
        "STOP",
        1,
    ),
    (
        &[
            "A1 PASS",
            "B1 COMPILED",
            "D1 ALL_PASS",
            "E1 INVESTIGATE",
            "C1 FAIL_FIXABLE kernel",
            "B2 COMPILED",
            "D2 FAIL host",
        ],
        "PIPELINE_COMPLETE",
        1,
    ),
    (
        &["A1 PASS", "B1 COMPILED", "D1 ALL_PASS", "E1 INVESTIGATE", "C1 PASS_WITH_NOTES"],
        "PIPELINE_COMPLETE",
        1,
    ),
    (
        &["A1 PASS", "B1 COMPILED", "D1 ALL_PASS", "E1 BLOCKED", "C1 FAIL_COMPILER_BUG"],
        "PIPELINE_COMPLETE",
        1,
    ),
    (
        &[
            "A1 PASS",
            "B1 COMPILED",
            "D1 FAIL kernel",
            "C1 FAIL_FIXABLE host",
            "D2 ALL_PASS",
            "E2 BLOCKED",
        ],
        "PIPELINE_COMPLETE",
        1,
    ),
];

#[test]
fn each_route_is_driven_to_its_end_and_explained() {
    for (steps, verdict, exit) in ROUTES {
        let workspace = Scripted::new("");
        for step in *steps {
            let words: Vec<_> = step.split(' ').collect();
            workspace.plan(words[0], words[1], words.get(2).copied());
        }
        let ported = workspace.port(&[]);
        assert_eq!(ported.steps(), *steps);
        assert_eq!((ported.verdict(), ported.exit), (*verdict, *exit), "{steps:?}");
        assert_eq!(ported.reason().contains("final gate"), *verdict == "PIPELINE_COMPLETE");
        let names: Vec<_> = steps.iter().map(|step| step.split(' ').next().unwrap()).collect();
        assert_eq!(workspace.ran(), names);

        let output = workspace.command(&["route", "--explain", "op", "--json"]).output().unwrap();
        let rows: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).unwrap();
        for ((row, step), next) in
            rows.iter().zip(*steps).zip(names.iter().skip(1).chain([verdict]))
        {
            // The rows of D2 ask for no class.
            let words: Vec<_> = step.split(' ').collect();
            let count = if words[0] == "D2" { 2 } else { words.len() };
            assert_eq!(row["row"], words[..count].join("."));
            assert_eq!(row["next"], *next);
        }
        assert_eq!(rows.len(), steps.len());

        // Nothing changed: the same end, and nobody works.
        let again = workspace.port(&[]);
        assert_eq!((again.verdict(), again.exit), (*verdict, *exit), "{steps:?}");
        assert_eq!(workspace.ran(), names);
    }
}

#[test]
fn a_class_is_read_from_the_report_that_the_stage_wrote() {
    let workspace = Scripted::new("");
    workspace.plan("A1", "PASS", None);
    workspace.plan("B1", "COMPILED", None);
    let report = "mkdir -p kernels/op/reports kernels/op/generated\n";
    workspace.script(
        "D1",
        &format!(
            "{report}printf '# Correctness\\n- fail_class: kernel\\n' > kernels/op/reports/correctness.md\n{}",
            reply("D1", "FAIL", None, 0)
        ),
    );
    workspace.script(
        "C1",
        &format!(
            "{report}printf 'owner: host\\n' > kernels/op/generated/diff_report.md\n{}",
            reply("C1", "FAIL_FIXABLE", None, 0)
        ),
    );
    workspace.plan("D2", "BLOCKED", None);
    let steps = workspace.port(&[]).steps();
    assert_eq!(steps[2..], ["D1 FAIL kernel", "C1 FAIL_FIXABLE host", "D2 BLOCKED"]);
}

#[test]
fn a_block_is_repaired_once_for_each_letter() {
    let workspace = Scripted::new("");
    workspace.plan("A1", "PASS", None);
    workspace.script("B1", &reply("B1", "COMPILED", None, 1));
    workspace.plan("B1.repair", "COMPILED", None);
    workspace.plan("D1", "FAIL", Some("kernel"));
    workspace.plan("C1", "FAIL_FIXABLE", Some("kernel"));
    // The letter's repair is spent: the verdict goes on with a mark.
    workspace.script("B2", &reply("B2", "COMPILED", None, 1));
    workspace.plan("D2", "ALL_PASS", None);
    workspace.script("E2", "echo 'all is well'; echo 'VERDICT: DONE'");
    let ported = workspace.port(&[]);
    let wanted = [
        "A1 PASS",
        "B1 COMPILED",
        "D1 FAIL kernel",
        "C1 FAIL_FIXABLE kernel",
        "B2 COMPILED SOFT_VALIDATOR_FAILED",
        "D2 ALL_PASS",
        "E2 DONE SOFT_VALIDATOR_MISSING",
    ];
    assert_eq!(ported.steps(), wanted);
    assert_eq!(ported.verdict(), "PIPELINE_COMPLETE");
    assert_eq!(workspace.ran(), ["A1", "B1", "B1.repair", "D1", "C1", "B2", "D2", "E2"]);
}

#[test]
fn a_repair_that_fails_or_says_something_else_keeps_the_first_verdict() {
    for repair in
        [reply("B1", "COMPILED", None, 7), reply("B1", "COMPILED", None, 0), String::new()]
    {
        let workspace = Scripted::new("");
        workspace.plan("A1", "PASS", None);
        workspace.script("B1", &reply("B1", "FAIL_FIXABLE", None, 1));
        workspace.script("B1.repair", &repair);
        let ported = workspace.port(&[]);
        assert_eq!(ported.steps()[1], "B1 FAIL_FIXABLE SOFT_VALIDATOR_FAILED");
        assert_eq!((ported.verdict(), ported.exit), ("STOP", 1));
    }
}

#[test]
fn a_stage_that_never_gives_a_verdict_stops_the_run() {
    let workspace = Scripted::new("");
    workspace.plan("A1", "PASS", None);
    workspace.script("B1", "echo I think it went well");
    workspace.script("B1.repair", "echo VERDICT: SPLENDID");
    let ported = workspace.port(&[]);
    assert_eq!(ported.steps(), ["A1 PASS"]);
    assert_eq!((ported.verdict(), ported.exit), ("STOP", 1));
    assert_eq!(workspace.port(&[]).exit, 1);
    assert_eq!(workspace.ran(), ["A1", "B1", "B1.repair"]);
}

#[test]
fn unchanged_stages_are_skipped_and_changed_ones_run_with_what_depends_on_them() {
    let workspace = Scripted::new("");
    for (step, verdict) in [("A1", "PASS"), ("B1", "COMPILED"), ("D1", "ALL_PASS"), ("E1", "DONE")]
    {
        workspace.plan(step, verdict, None);
    }
    workspace.port(&[]);
    let ran = |changed: &str, text: &str, more: &[&str]| {
        let before = workspace.ran().len();
        if !changed.is_empty() {
            workspace.write(changed, text);
        }
        assert_eq!(workspace.port(more).verdict(), "PIPELINE_COMPLETE");
        workspace.ran()[before..].join(" ")
    };
    assert_eq!(ran("", "", &[]), "");
    assert_eq!(ran("kernels/op/src/kernel.rs", "1", &[]), "B1 D1 E1");
    assert_eq!(ran("kernels/op/src/ffi.rs", "1", &[]), "D1 E1");
    assert_eq!(ran("kernels/op/reference/analysis.json", "{}", &[]), "A1 B1 D1 E1");
    assert_eq!(ran("kernels/op/inputs.toml", "# 2", &[]), "A1");
    assert_eq!(ran("", "", &["--from", "D"]), "D1");
    assert_eq!(ran("", "", &["--new-run"]), "A1 B1 D1 E1");
    assert_eq!(ran("kernels/op/reports/note.md", "1", &[]), "");
}

#[test]
fn until_ends_early_and_the_run_goes_on_later() {
    let workspace = Scripted::new("");
    for (step, verdict) in [("A1", "PASS"), ("B1", "COMPILED"), ("D1", "ALL_PASS"), ("E1", "DONE")]
    {
        workspace.plan(step, verdict, None);
    }
    let ported = workspace.port(&["--until", "B"]);
    assert_eq!((ported.verdict(), ported.exit), ("UNTIL", 0));
    assert_eq!(workspace.ran(), ["A1", "B1"]);
    assert_eq!(workspace.port(&[]).verdict(), "PIPELINE_COMPLETE");
    assert_eq!(workspace.ran(), ["A1", "B1", "D1", "E1"]);
    let refused = workspace.command(&["port", "op", "--until", "C"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn a_dry_run_changes_nothing_and_says_what_would_follow() {
    let workspace = Scripted::new("");
    workspace.plan("A1", "PASS", None);
    workspace.script("B1", &reply("B1", "FAIL_COMPILE", None, 0));
    let before = workspace.files();
    let planned = workspace.port(&["--dry-run"]);
    assert_eq!((planned.verdict(), planned.exit), ("PLANNED", 0));
    assert_eq!(workspace.files(), before);
    assert!(!workspace.root().join("kernels/op/reports").exists());
    assert!(workspace.ran().is_empty());
}

#[test]
fn a_person_gets_a_prompt_and_hands_in_a_return() {
    let workspace = Scripted::new("");
    workspace.plan("A1", "PASS", None);
    workspace.plan("D1", "BLOCKED", Some("env"));
    let manual = ["--worker", "B=manual"];
    let ported = workspace.port(&manual);
    assert_eq!((ported.verdict(), ported.exit), ("WAITING", 4));
    assert_eq!(ported.summary["kernels"][0]["waiting_for"], "person");
    let reports = workspace.root().join("kernels/op/reports");
    let prompt = std::fs::read_to_string(reports.join("run1-B1.prompt.md")).unwrap();
    assert!(prompt.contains("stage_b.md") && prompt.contains("VERDICT"), "{prompt}");
    assert!(!prompt.contains("stage_d.md"), "{prompt}");
    assert_eq!(workspace.port(&manual).exit, 4);
    workspace.write("kernels/op/src/kernel.rs", "// by hand");
    workspace.write(
        "kernels/op/reports/run1-B1.return.md",
        "<VALIDATOR_OUTPUT>\nbuild exit=0\n</VALIDATOR_OUTPUT>\nVERDICT: COMPILED\n",
    );
    let ported = workspace.port(&manual);
    assert_eq!(ported.steps(), ["A1 PASS", "B1 COMPILED", "D1 BLOCKED env"]);
    assert_eq!(workspace.ran(), ["A1", "D1"]);
}
