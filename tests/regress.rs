//! `regress` from the command line, with workers that speak the protocol and have no GPU.

use assert_cmd::Command;
use serde_json::{Value, json};

/// A small workspace with two ported operators.
struct Nights {
    root: tempfile::TempDir,
}

impl Nights {
    fn new() -> Self {
        let nights = Self { root: tempfile::tempdir().unwrap() };
        nights.write("Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = []\n");
        nights.write("xtask/Cargo.toml", "");
        for name in ["one", "two"] {
            nights.write(&format!("kernels/{name}/inputs.toml"), "");
            nights.write(&format!("kernels/{name}/src/contract.json"), "{}");
        }
        let worker = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/support/night_worker.py");
        nights.write("worker", &format!("#!/bin/sh\nexec python3 {worker} \"$@\"\n"));
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(nights.root.path().join("worker"), mode).unwrap();
        nights.plan(json!({}));
        nights
    }

    fn write(&self, path: &str, content: &str) {
        xtask::files::write(&self.root.path().join(path), content).unwrap();
    }

    fn plan(&self, plan: Value) {
        self.write("plan.json", &plan.to_string());
    }

    fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.root.path().join(path)).unwrap()
    }

    /// The cases that a GPU's workers began, in order.
    fn ran(&self, gpu: &str) -> Vec<String> {
        let path = self.root.path().join(format!("plan.json.{gpu}.ran"));
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    fn xtask(&self, arguments: &[&str]) -> (i32, Value, String) {
        self.xtask_seeing(None, arguments)
    }

    fn xtask_seeing(&self, visible: Option<&str>, arguments: &[&str]) -> (i32, Value, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.env_remove("CUDA_VISIBLE_DEVICES");
        command.envs(visible.map(|value| ("CUDA_VISIBLE_DEVICES", value)));
        command.env("CARGO_MANIFEST_DIR", self.root.path().join("xtask"));
        command.env("NIGHT_PLAN", self.root.path().join("plan.json"));
        command.env_remove("CARGO_TARGET_DIR").env_remove("TILEGYM_PATH");
        let output = command.current_dir(self.root.path()).args(arguments).output().unwrap();
        let stdout = String::from_utf8(output.stdout).unwrap();
        let json = serde_json::from_str(&stdout).unwrap_or(Value::Null);
        (output.status.code().unwrap(), json, String::from_utf8_lossy(&output.stderr).into_owned())
    }

    fn night(&self, more: &[&str]) -> (i32, Value, String) {
        let base = ["regress", "--runner", "./worker", "--target", "sm_90", "--json"];
        self.xtask(&[&base[..], more].concat())
    }

    /// Six nights without a change.
    fn with_history(self) -> Self {
        for seed in 1..=6 {
            self.plan(json!({ "seed": seed }));
            let (code, report, said) = self.night(&["--gpus", "0"]);
            assert_eq!(code, 0, "{report:#} {said}");
        }
        self
    }
}

fn found(report: &Value) -> Vec<String> {
    let text = |one: &Value, key: &str| one[key].as_str().unwrap().to_owned();
    let findings = report["findings"].as_array().unwrap().iter();
    findings
        .map(|one| format!("{} {} {}", text(one, "kind"), text(one, "operator"), text(one, "case")))
        .collect()
}

#[test]
fn a_night_is_green_and_a_slower_kernel_makes_it_red_and_is_named() {
    let nights = Nights::new().with_history();
    // With the machine code of last night it is the machine that is slower.
    nights.plan(json!({"seed": 7, "one c3": 1.1, "driver": "2"}));
    let (code, report, said) = nights.night(&["--gpus", "0", "--no-record"]);
    assert_eq!((code, found(&report)), (1, vec!["environment one c3".to_owned()]), "{said}");
    assert_eq!(report["findings"][0]["changed"][0], "driver: 1 became 2");

    nights.plan(json!({"seed": 7, "one c3": 1.1, "library": "b"}));
    let (code, report, said) = nights.night(&["--gpus", "0"]);
    assert_eq!((code, found(&report)), (1, vec!["regression one c3".to_owned()]), "{said}");
    let finding = &report["findings"][0];
    assert_eq!(finding["command"], "cargo xtask regress one --cases 'c3'");
    assert_eq!(finding["changed"][0], "library: a became b");
    assert!(said.contains("1 cases look slow; a second run"), "{said}");
    for file in ["report.json", "report.md", "junit.xml", "report.html", "night.json"] {
        assert!(nights.root.path().join("target/tileport/regress").join(file).is_file(), "{file}");
    }
    assert_eq!(nights.read("reports/history/one.jsonl").lines().count(), 7 * 6);
    // The command that shows it again does.
    let (code, report, _) = nights.night(&["one", "--cases", "c3", "--gpus", "0", "--no-record"]);
    assert_eq!((code, found(&report)), (1, vec!["regression one c3".to_owned()]));
}

#[test]
fn a_worker_that_dies_or_hangs_loses_its_own_case_alone() {
    let nights = Nights::new();
    nights.plan(json!({"one c1": "die", "two c2": "hang", "two c4": "wrong"}));
    let (code, report, said) = nights.night(&["--limit", "2", "--gpus", "0,1"]);
    assert_eq!(code, 1);
    assert_eq!(found(&report), ["wrong two c4", "missed one c1", "missed two c2"], "{said}");
    let what = |number: usize| report["findings"][number]["what"].as_str().unwrap();
    assert!(
        what(1).contains("exit status: 17") && what(1).contains("illegal memory"),
        "{}",
        what(1)
    );
    assert!(what(2).contains("no answer within 2 s"), "{}", what(2));
    let measured =
        report["cases"].as_array().unwrap().iter().filter(|case| !case["device"].is_null());
    assert_eq!(measured.count(), 10);
    // Both GPUs worked, and each case ran once.
    let ran = ["0", "1"].map(|gpu| nights.ran(gpu).len());
    assert!(ran.iter().all(|count| *count > 0) && ran.iter().sum::<usize>() == 12, "{ran:?}");
}

#[test]
fn the_gpus_that_were_named_or_may_be_seen_are_used_and_no_others() {
    let base = ["regress", "--runner", "./worker", "--target", "sm_90", "--json"];
    for (visible, more) in [
        (None, &["--gpus", "0,2"][..]),
        (Some("1"), &["--gpus", "0,2"][..]),
        (Some("2,0"), &[][..]),
    ] {
        let nights = Nights::new();
        let (code, report, said) = nights.xtask_seeing(visible, &[&base[..], more].concat());
        assert_eq!(code, 0, "{report:#} {said}");
        let ran = ["0", "1", "2"].map(|gpu| nights.ran(gpu).len());
        assert!(ran[0] > 0 && ran[1] == 0 && ran[2] > 0, "{visible:?}: {ran:?}");
    }
}

#[test]
fn a_gpu_that_does_not_come_up_leaves_its_cases_to_the_others() {
    let nights = Nights::new();
    nights.plan(json!({"start 1": "die"}));
    let (code, report, said) = nights.night(&["--gpus", "0,1"]);
    assert_eq!((code, found(&report)), (0, vec![]), "{said}");
    assert!(said.contains("GPU 1: the worker died"), "{said}");
    assert_eq!((nights.ran("0").len(), nights.ran("1").len()), (12, 0));
}

#[test]
fn cases_are_handed_out_by_the_time_that_they_took() {
    let nights = Nights::new();
    let row = |operator: &str, case: usize, seconds: f64| {
        json!({
            "v": 1, "night": 1, "operator": operator, "case": format!("c{case}"),
            "environment": {}, "library": "", "device_us": null, "device": null, "host_us": null,
            "host": null, "seconds": seconds,
        })
        .to_string()
            + "\n"
    };
    let one: String = (0..6).map(|case| row("one", case, 1.0 + case as f64)).collect();
    let two: String = (0..5).map(|case| row("two", case, 0.5 + case as f64)).collect();
    nights.write("reports/history/one.jsonl", &one);
    nights.write("reports/history/two.jsonl", &two);
    let (code, report, _) = nights.night(&["--gpus", "0"]);
    assert_eq!(code, 0, "{report:#}");
    // What nobody has measured yet may take longest of all.
    let expected = [
        "two c5", "one c5", "one c4", "two c4", "one c3", "two c3", "one c2", "two c2", "one c1",
        "two c1", "one c0", "two c0",
    ];
    assert_eq!(nights.ran("0"), expected);
    // Reports keep the order of operators and inputs.
    assert_eq!(
        (&report["cases"][0]["operator"], &report["cases"][0]["case"]),
        (&json!("one"), &json!("c0"))
    );
    // The time that a case takes is kept for the next night.
    let last = nights.read("reports/history/two.jsonl");
    let last: Value = serde_json::from_str(last.lines().last().unwrap()).unwrap();
    assert!(last["seconds"].as_f64().unwrap() > 0.0, "{last}");
}

#[test]
fn a_second_run_is_on_the_gpu_of_the_first_and_decides_or_is_missed() {
    let nights = Nights::new().with_history();
    nights.plan(json!({
        "seed": 7, "library": "b", "one c1": 1.2, "one c4": 1.2, "two c3": [1.2, "die"], "two c5": [1.2, 1.0],
    }));
    for ran in ["0", "1"] {
        let _ = std::fs::remove_file(nights.root.path().join(format!("plan.json.{ran}.ran")));
    }
    let (code, report, said) = nights.night(&["--gpus", "0,1"]);
    assert_eq!(code, 1, "{said}");
    assert_eq!(
        found(&report),
        ["missed two c3", "regression one c1", "regression one c4"],
        "{said}"
    );
    let what = report["findings"][0]["what"].as_str().unwrap();
    assert!(what.contains("looks slow, and its second run is missing: the worker died"), "{what}");
    let night: Value =
        serde_json::from_str(&nights.read("target/tileport/regress/night.json")).unwrap();
    let gpus = |list: &str| -> std::collections::BTreeMap<String, String> {
        let measured = night[list].as_array().unwrap().iter();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        measured
            .map(|one| {
                let session = one["session"].as_u64().unwrap() as usize;
                let name = format!(
                    "{} {}",
                    text(&one["sample"]["operator"]),
                    text(&one["sample"]["case"])
                );
                (name, text(&night["sessions"][session]["gpu"]))
            })
            .collect()
    };
    let (first, second) = (gpus("first"), gpus("second"));
    assert_eq!(second.len(), 4, "{second:?}");
    assert!(second.iter().all(|(name, gpu)| first[name] == *gpu), "{first:?} {second:?}");
}

#[test]
fn workers_that_never_come_up_leave_every_case_red() {
    let nights = Nights::new();
    nights.plan(json!({"start": "die"}));
    let (code, report, _) = nights.night(&["--gpus", "0"]);
    assert_eq!((code, found(&report).len()), (1, 12));
    assert!(report["findings"][0]["what"].as_str().unwrap().contains("no such device"));
}

#[test]
fn shards_that_are_merged_give_one_verdict() {
    let nights = Nights::new().with_history();
    nights.plan(json!({"seed": 7, "two c5": 1.2, "library": "b"}));
    for shard in ["1/3", "2/3", "3/3"] {
        let out = format!("out/{}", &shard[..1]);
        let (code, _, said) = nights.night(&["--gpus", "0", "--shard", shard, "--out", &out]);
        assert_eq!(code, 0, "{said}");
    }
    let merge = ["regress", "merge", "out/1", "out/2", "out/3", "--json", "--no-record"];
    let (code, report, said) = nights.xtask(&merge);
    // The operator's library is not told by these workers, so its code may have changed.
    assert_eq!((code, found(&report)), (1, vec!["regression two c5".to_owned()]), "{said}");
    assert_eq!(report["cases"].as_array().unwrap().len(), 12);
    let (code, report, _) = nights.xtask(&[&merge[..3], &merge[4..]].concat());
    assert_eq!(code, 1);
    assert_eq!(found(&report).iter().filter(|one| one.starts_with("missed")).count(), 4);
    let (code, ..) = nights.night(&["--shard", "4/3"]);
    assert_eq!(code, 2);
}
