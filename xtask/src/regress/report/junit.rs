//! The night as JUnit XML: a suite an operator, a case a case.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::Report;
use crate::regress::judge::Finding;
use crate::validate::junit::escape;

/// The document.
pub fn xml(report: &Report) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    let names: BTreeSet<(&str, &str)> = report
        .cases
        .iter()
        .map(|case| (case.operator.as_str(), case.case.as_str()))
        .chain(report.findings.iter().map(|one| (one.operator.as_str(), one.case.as_str())))
        .collect();
    let operators: BTreeSet<&str> = names.iter().map(|(operator, _)| *operator).collect();
    for operator in operators {
        let of = |case: &str| -> Vec<&Finding> {
            let is_its = |one: &&Finding| one.operator == operator && one.case == case;
            report.findings.iter().filter(is_its).collect()
        };
        let cases: Vec<&str> =
            names.iter().filter(|(name, _)| *name == operator).map(|(_, case)| *case).collect();
        let failures = cases.iter().filter(|case| !of(case).is_empty()).count();
        let _ = writeln!(
            text,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\">",
            escape(operator),
            cases.len()
        );
        for case in cases {
            let _ = write!(
                text,
                "    <testcase classname=\"regress.{}\" name=\"{}\">",
                escape(operator),
                escape(case)
            );
            // JUnit has one failure a case: the gravest names it, all are told.
            if let [gravest, ..] = of(case)[..] {
                let all: Vec<String> = of(case)
                    .iter()
                    .map(|one| format!("{}: {}\n{}", one.kind.title(), one.what, one.command))
                    .collect();
                let _ = write!(
                    text,
                    "<failure type=\"{}\" message=\"{}\">{}</failure>",
                    gravest.kind.title(),
                    escape(&gravest.what),
                    escape(&all.join("\n"))
                );
            }
            text.push_str("</testcase>\n");
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}
