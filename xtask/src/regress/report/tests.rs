//! The reports of a made night.

use std::collections::BTreeMap;

use regex::Regex;
use serde_json::Value;

use super::*;
use crate::regress::judge::{Finding, Kind, Look};
use crate::regress::rate::Planted;
use crate::regress::sample::Roof;

fn report() -> Report {
    let case = |operator: &str, case: &str, us: f64, ratio: f64, found: Vec<Kind>| Case {
        operator: operator.to_owned(),
        case: case.to_owned(),
        device: Some(Look {
            us: [us, us * ratio],
            ratio,
            before: Some(1.001),
            change: Some(ratio / 1.001 - 1.0),
            threshold: Some(0.015),
            p: Some(0.2),
            is_slow: false,
            is_reproduced: None,
        }),
        host: Some(Look {
            us: [10.0, 9.0],
            ratio: 0.9,
            before: None,
            change: None,
            threshold: None,
            p: None,
            is_slow: false,
            is_reproduced: None,
        }),
        gb_per_s: Some(3000.0 + us),
        tflop_per_s: (operator == "bmm").then_some(512.25),
        is_right: Some(true),
        found,
    };
    let cases = vec![
        case("bmm", "a[1|2]", 120.0, 1.0 / 3.0, vec![]),
        case("softmax", "gather<x>", 2.5, 1.1, vec![Kind::Regression]),
        case("softmax", "tma", 90.0, 0.998, vec![]),
    ];
    let judgement = Judgement {
        pools: BTreeMap::new(),
        findings: vec![Finding {
            kind: Kind::Regression,
            operator: "softmax".to_owned(),
            case: "gather<x>".to_owned(),
            what: "device: 9.9 % slower".to_owned(),
            changed: vec!["driver: 1 became 2".to_owned()],
            command: "cargo xtask regress softmax --cases 'gather<x>'".to_owned(),
        }],
        cases,
        changed: BTreeMap::from([("softmax".to_owned(), vec!["driver: 1 became 2".to_owned()])]),
        rows: Vec::new(),
    };
    let night = Night {
        at: 1_796_180_000,
        command: "cargo xtask regress".to_owned(),
        sessions: vec![Session {
            device: "A GPU".to_owned(),
            roof: Some(Roof { gb_per_s: 4200.0, tflop_per_s: 700.0 }),
            ..Session::default()
        }],
        ..Night::default()
    };
    let mut history = History::default();
    for at in 0..3u64 {
        history.push(crate::regress::history::Row {
            v: 1,
            night: 1_796_000_000 + at * 86_400,
            operator: "softmax".to_owned(),
            case: "tma".to_owned(),
            device_us: Some([1.0, 1.0]),
            device: Some(0.001 * at as f64),
            ..Default::default()
        });
    }
    let rate = Rate {
        sessions: 12,
        cases: 24,
        device: "A GPU".to_owned(),
        nights: 1000,
        false_alarms: 3,
        planted: vec![Planted { percent: 10.0, tries: 100, found: 100, others: 0 }],
    };
    Report::of(&night, &judgement, &history, Some(rate))
}

#[test]
fn the_pages_figures_are_those_of_the_json() {
    let folder = tempfile::tempdir().unwrap();
    report().write(folder.path()).unwrap();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let json: Value = serde_json::from_str(&read("report.json")).unwrap();
    let page = read("report.html");
    let pattern = Regex::new(r#"data-json(?:-x)?="([^"]+)" data-value(?:-x)?="([^"]+)""#).unwrap();
    let mut seen = 0;
    for figure in pattern.captures_iter(&page) {
        let value: Value = serde_json::from_str(&figure[2]).unwrap();
        assert_eq!(json.pointer(&figure[1]), Some(&value), "{}", &figure[0]);
        seen += 1;
    }
    // Tables, and both axes of every plot.
    assert!(seen > 30, "{seen}");
    for number in 0..3 {
        for part in ["device/ratio", "device/us/0", "gb_per_s"] {
            assert!(page.contains(&format!("data-json=\"/cases/{number}/{part}\"")), "{part}");
        }
    }
    assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("<script"));
    assert!(page.contains("gather&lt;x&gt;") && !page.contains("gather<x>"));
    assert!(page.contains("3 of 1000 nights without a change were red (0.3 %)"), "the rule's rate");
    assert!(page.contains("prefers-color-scheme: dark"));
}

#[test]
fn junit_has_a_case_for_each_and_fails_what_was_found() {
    let xml = junit::xml(&report());
    assert_eq!(xml.matches("<testcase ").count(), 3);
    assert_eq!(xml.matches("<failure ").count(), 1);
    assert!(xml.contains("<testsuite name=\"softmax\" tests=\"2\" failures=\"1\">"), "{xml}");
    assert!(xml.contains("name=\"gather&lt;x&gt;\"><failure type=\"slower\""), "{xml}");
}

#[test]
fn the_markdown_names_what_was_found_what_changed_and_how_often_the_rule_is_wrong() {
    let text = report().markdown();
    for part in [
        "# Night of 2026-12-02 02:53 ",
        "UTC: red",
        "**slower**: `softmax` gather<x>: device: 9.9 % slower",
        "changed: driver: 1 became 2",
        "again: `cargo xtask regress softmax --cases 'gather<x>'`",
        "| bmm | a[1\\|2] | 120.00 | 40.00 | 0.333 |",
        "3 of 1000 nights without a change were red (0.3 %)",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn dates_are_those_of_the_calendar() {
    assert_eq!(date(0), "1970-01-01 00:00");
    assert_eq!(date(951_782_400), "2000-02-29 00:00");
    assert_eq!(date(1_796_180_000), "2026-12-02 02:53");
}
