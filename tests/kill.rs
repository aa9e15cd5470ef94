//! `kill -9` at random instants: each run resumes to the state that an uninterrupted one reaches.

#[path = "support/scripted.rs"]
mod scripted;

use std::collections::BTreeMap;
use std::process::Stdio;
use std::time::{Duration, Instant};

use scripted::{Scripted, reply};

const KILLS: u64 = 200;
const STEPS: [&str; 8] = ["A1", "B1", "B1.repair", "D1", "C1", "B2", "D2", "E2"];

/// A run with every kind of step: a repair, a kernel fault, a second attempt. Each step writes a file
/// whole, from what the step before it left.
fn workspace() -> Scripted {
    let workspace = Scripted::new("");
    let make = |step: &str, file: &str, verdict: &str, class: Option<&str>, exit: i32| {
        let script = format!(
            "mkdir -p kernels/op/reference kernels/op/generated kernels/op/reports\n\
             seq 1 2000 > kernels/op/{file}.new\necho {step} >> kernels/op/{file}.new\n\
             mv kernels/op/{file}.new kernels/op/{file}\n{}",
            reply(&step[..2], verdict, class, exit)
        );
        workspace.script(step, &script);
    };
    make("A1", "reference/analysis.json", "PASS", None, 0);
    make("B1", "generated/x", "COMPILED", None, 1);
    make("B1.repair", "generated/x", "COMPILED", None, 0);
    make("D1", "reports/correctness.md", "FAIL", Some("kernel"), 0);
    make("C1", "reports/agent_c.md", "FAIL_FIXABLE", Some("kernel"), 0);
    make("B2", "generated/x", "COMPILED", None, 0);
    make("D2", "reports/correctness.md", "ALL_PASS", None, 0);
    make("E2", "reports/performance.md", "DONE", None, 0);
    workspace
}

/// What must not depend on the kill: steps and verdict, files, and the journal's spent steps.
fn end(workspace: &Scripted) -> (Vec<String>, String, Vec<String>, BTreeMap<String, String>) {
    let ported = workspace.port(&[]);
    assert!(ported.reason().contains("final gate"), "{:?}", ported.summary);
    let journal =
        std::fs::read_to_string(workspace.root().join("kernels/op/reports/journal.jsonl"));
    let spent = journal
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .filter(|line| line["kind"] == "spent")
        .map(|line| line["step"].as_str().unwrap().to_owned())
        .collect();
    let files = workspace.files().into_iter();
    // The last line and the length tell whole files from torn ones, and print well.
    let brief = |text: Vec<u8>| {
        let text = String::from_utf8(text).unwrap();
        format!("{} bytes, {:?}", text.len(), text.lines().last())
    };
    let files = files.map(|(path, text)| (path.display().to_string(), brief(text))).collect();
    (ported.steps(), ported.verdict().to_owned(), spent, files)
}

#[test]
fn a_run_that_is_killed_at_any_instant_ends_as_if_it_had_not_been() {
    let whole = workspace();
    let begun = Instant::now();
    let expected = end(&whole);
    let length = begun.elapsed();
    assert_eq!(whole.ran(), STEPS);
    assert_eq!(expected.2, ["A1", "B1", "D1", "C1", "B2", "D2", "E2"]);

    let mut interrupted = 0;
    for kill in 0..KILLS {
        // A fixed sequence of instants, spread over the length of a whole run.
        let random = (kill + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let instant = length.mul_f64(random as f64 / f64::from(1 << 24));
        let workspace = workspace();
        let mut child = workspace
            .command(&["port", "op"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(instant);
        child.kill().unwrap();
        interrupted += usize::from(child.wait().unwrap().code().is_none());
        // What the killed driver left may still be dying; the next one ends it first.
        std::thread::sleep(Duration::from_millis(1));
        assert_eq!(end(&workspace), expected, "killed after {instant:?}");
        for step in STEPS {
            let starts = workspace.ran().iter().filter(|ran| *ran == step).count();
            assert!((1..=2).contains(&starts), "{step} started {starts} times");
        }
        let repeated = workspace.ran().len() - STEPS.len();
        assert!(repeated <= 1, "{repeated} steps were repeated after one kill");
    }
    assert!(interrupted > 100, "only {interrupted} of {KILLS} kills came before the end");
}

/// The lock serialises them: each finds the run finished, or goes on where a killed one left it.
/// `TILEPORT_ROUNDS` says how many rounds; with two cores a round takes about two seconds.
#[test]
fn d27_eight_ports_of_one_kernel_at_once_end_alike() {
    let rounds = std::env::var("TILEPORT_ROUNDS").ok().and_then(|text| text.parse().ok());
    for round in 0..rounds.unwrap_or(6) {
        let killed = round % 3;
        let workspace = workspace();
        let mut ports: Vec<_> = (0..8)
            .map(|_| {
                let mut command = workspace.command(&["port", "op", "--json"]);
                command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
            })
            .collect();
        for port in ports.iter_mut().take(killed) {
            std::thread::sleep(Duration::from_millis(30));
            port.kill().unwrap();
        }
        let ends = ports.into_iter().skip(killed).map(|port| {
            let output = port.wait_with_output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            (output.status.code(), text.lines().last().unwrap().to_owned())
        });
        let ends: std::collections::BTreeSet<_> = ends.collect();
        assert_eq!(ends.len(), 1, "{ends:?}");
        for step in STEPS {
            let starts = workspace.ran().iter().filter(|ran| *ran == step).count();
            assert!((1..=1 + killed).contains(&starts), "{step} started {starts} times");
        }
    }
}
