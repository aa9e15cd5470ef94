//! `reports/correctness.json`, which programs read, and `reports/correctness.md`, which people do.

use std::fmt::Write as _;

use anyhow::Result;
use serde_json::json;

use super::judge::{Abi, Failure, Judgement};
use crate::pipeline::verdict::Stage;

/// Version of the JSON's layout.
pub const SCHEMA: u32 = 1;

/// What is known besides the judgement.
#[derive(Debug)]
pub struct Facts<'a> {
    /// The operator.
    pub operator: &'a str,
    /// TileGym's version: references and tolerances are its tests'.
    pub tilegym: &'a str,
    /// The test files, below the checkout.
    pub tests: Vec<String>,
    /// Cases that pytest reported.
    pub from_tilegym: usize,
    /// Held-out cases, both backends counted.
    pub held_out: usize,
    /// The ABI self-check.
    pub abi: &'a Abi,
    /// Hash of the kernel that ran.
    pub kernel_sha256: Option<String>,
}

/// The machine-readable report.
pub fn json(facts: &Facts<'_>, judgement: &Judgement) -> Result<String> {
    let abi = match facts.abi {
        Abi::Equal => json!("equal"),
        Abi::Differs(how) => json!({ "differs": how }),
        Abi::NotRun => json!("not run"),
    };
    let mut value = json!({
        "schema": SCHEMA,
        "operator": facts.operator,
        "tilegym": facts.tilegym,
        "tests": facts.tests,
        "from_tilegym": facts.from_tilegym,
        "held_out": facts.held_out,
        "abi": abi,
        "kernel_sha256": facts.kernel_sha256,
    });
    if let (Some(value), serde_json::Value::Object(judged)) =
        (value.as_object_mut(), serde_json::to_value(judgement)?)
    {
        value.extend(judged);
    }
    Ok(serde_json::to_string_pretty(&value)? + "\n")
}

/// The stage's own report: where the other is, and the lines that both must have.
pub fn summary(facts: &Facts<'_>, judgement: &Judgement) -> String {
    format!(
        "# Stage D (host): {}\n\n{}. Counts and failures stand in correctness.md.\n{}",
        facts.operator,
        judgement.reason,
        closing(judgement)
    )
}

/// Failures that the report lists; the JSON has them all.
const SHOWN: usize = 20;

/// The readable report, with the lines that the router reads.
pub fn markdown(facts: &Facts<'_>, judgement: &Judgement) -> String {
    let mut text = format!("# Correctness: {}\n\n{}.\n\n", facts.operator, judgement.reason);
    text.push_str("| backend | collected | passed | failed | skipped |\n");
    text.push_str("| --- | ---: | ---: | ---: | ---: |\n");
    for (name, counts) in [("cutile-rs", judgement.port), ("cutile", judgement.reference)] {
        let _ = writeln!(
            text,
            "| {name} | {} | {} | {} | {} |",
            counts.collected, counts.passed, counts.failed, counts.skipped
        );
    }
    text.push('\n');
    if facts.tests.is_empty() {
        text.push_str("TileGym's own tests did not run: a package has none; name a checkout.\n");
    } else {
        let _ = writeln!(
            text,
            "Tests, references and tolerances of TileGym {}: {} ({} results).",
            facts.tilegym,
            facts.tests.join(", "),
            facts.from_tilegym
        );
    }
    let _ = writeln!(
        text,
        "Held-out inputs: {} results, with marked outputs and guards behind them. ABI self-check: {}.",
        facts.held_out,
        match facts.abi {
            Abi::Equal => "equal".to_owned(),
            Abi::Differs(how) => format!("differs ({how})"),
            Abi::NotRun => "not needed".to_owned(),
        }
    );
    section(&mut text, "Failures", &judgement.failures);
    section(&mut text, "Failures of cuTile too", &judgement.shared);
    if !judgement.skips.is_empty() {
        text.push_str("\n## Skipped for cutile-rs alone\n\n");
        for skip in &judgement.skips {
            let gap = skip.gap.as_deref().unwrap_or("no recorded gap");
            let _ = writeln!(text, "- `{}`: {} ({gap})", skip.id, line(&skip.reason));
        }
    }
    text.push_str(&closing(judgement));
    text
}

/// The lines that the router reads, and the verdict.
fn closing(judgement: &Judgement) -> String {
    let mut text = "\n".to_owned();
    let key = Stage::D.class_key(judgement.verdict);
    if let (Some(key), Some(class)) = (key, judgement.class) {
        let _ = writeln!(text, "{key}: {class}");
    }
    if let Some(fix) = &judgement.host_fix {
        let _ = writeln!(text, "host_fix: {}", line(fix));
    }
    if let Some(follow_up) = &judgement.agent_b_followup {
        let _ = writeln!(text, "agent_b_followup: {}", line(follow_up));
    }
    let _ = writeln!(text, "\nVERDICT: {}", judgement.verdict);
    text
}

fn section(text: &mut String, title: &str, failures: &[Failure]) {
    if failures.is_empty() {
        return;
    }
    let _ = write!(text, "\n## {title}: {}\n\n", failures.len());
    for failure in failures.iter().take(SHOWN) {
        let _ = writeln!(text, "- `{}`: {}", failure.id, line(&failure.exception));
    }
    if failures.len() > SHOWN {
        let _ = writeln!(text, "- … and {} more", failures.len() - SHOWN);
    }
}

/// One line of at most 300 characters.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(300).collect()
}

#[cfg(test)]
mod tests {
    use super::super::judge::{Evidence, judge};
    use super::super::junit::{Case, Status};
    use super::*;

    #[test]
    fn both_reports_carry_what_the_router_and_the_gate_read() {
        let case = |name: &str, status| Case { class: "T".into(), name: name.into(), status };
        let cases = [
            case("test_op[cutile_rs-1]", Status::Failed("AssertionError:\n  not\n close".into())),
            case("test_op[cutile-1]", Status::Passed),
        ];
        let judgement = judge(&Evidence { cases: Ok(&cases), log: "", gaps: &[], abi: Abi::Equal });
        let facts = Facts {
            operator: "softmax",
            tilegym: "1.5.1",
            tests: vec!["tests/ops/test_softmax.py".into()],
            from_tilegym: 2,
            held_out: 0,
            abi: &Abi::Equal,
            kernel_sha256: Some("ab".into()),
        };
        let text = markdown(&facts, &judgement);
        assert!(text.lines().any(|line| line == "fail_class: kernel"), "{text}");
        assert!(text.contains("agent_b_followup: ") && text.ends_with("VERDICT: FAIL\n"));
        assert!(text.contains("AssertionError: not close"));
        let value: serde_json::Value =
            serde_json::from_str(&json(&facts, &judgement).unwrap()).unwrap();
        assert_eq!(value["verdict"], "FAIL");
        assert_eq!(value["port"]["failed"], 1);
        assert_eq!(value["failures"][0]["cause"], "mismatch");
        assert_eq!((&value["abi"], &value["class"]), (&json!("equal"), &json!("kernel")));
    }
}
