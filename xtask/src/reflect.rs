//! Recurring causes over all runs: what went wrong, how often, for which kernels, on which ops.
//!
//! Two messages are one cause where they differ only in numbers, hashes, quoted names and paths.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use anyhow::Result;
use regex::Regex;
use serde::Serialize;

use crate::error::usage;
use crate::pipeline::journal::Journal;
use crate::pipeline::record::{Entry, Line, parse_step};
use crate::pipeline::verdict::{Stage, Verdict};
use crate::tileir::ops;
use crate::workspace::Workspace;

/// A cause that recurs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cause {
    /// The stage that met it.
    pub stage: Stage,
    /// What happened: a verdict, `HANDED_ON`, `REFUSED`, or a soft mark of the gate.
    pub kind: String,
    /// `fail_class`, `block_class` or `owner`.
    pub class: Option<String>,
    /// The message with its particulars taken out.
    pub cause: String,
    /// One message as it was.
    pub example: String,
    /// How often.
    pub count: usize,
    /// The kernels that met it.
    pub kernels: BTreeSet<String>,
    /// Tile IR operations that the messages name.
    pub ops: BTreeSet<String>,
    /// Diagnostic codes and checks that the messages name.
    pub rules: BTreeSet<String>,
    /// Journals and transcripts, relative to the repository.
    pub links: BTreeSet<String>,
}

/// Mines the journals of these operators; the causes that touch most kernels come first.
pub fn mine(workspace: &Workspace, operators: &[String]) -> Result<Vec<Cause>> {
    let mut found = BTreeMap::new();
    for operator in operators {
        let lines = Journal::read(workspace, operator)?;
        collect(operator, &lines, &mut found)
            .map_err(|error| usage(format!("{operator}'s journal: {error}")))?;
    }
    let mut causes: Vec<Cause> = found.into_values().collect();
    causes.sort_by_key(|cause| std::cmp::Reverse((cause.kernels.len(), cause.count)));
    Ok(causes)
}

type Key = (Stage, String, Option<String>, String);

fn collect(operator: &str, lines: &[Line], found: &mut BTreeMap<Key, Cause>) -> Result<(), String> {
    for line in lines {
        let mut note =
            |step: &str, kind: &str, class: &Option<String>, text: &str, link: Option<&str>| {
                let stage = parse_step(step)?.stage;
                let cause = general(text);
                let key = (stage, kind.to_owned(), class.clone(), cause.clone());
                let entry = found.entry(key).or_insert_with(|| Cause {
                    stage,
                    kind: kind.to_owned(),
                    class: class.clone(),
                    cause,
                    example: text.to_owned(),
                    count: 0,
                    kernels: BTreeSet::new(),
                    ops: BTreeSet::new(),
                    rules: BTreeSet::new(),
                    links: BTreeSet::new(),
                });
                entry.count += 1;
                entry.kernels.insert(operator.to_owned());
                entry.ops.extend(ops_in(text));
                entry.rules.extend(rules_in(text));
                let link = link.unwrap_or("journal.jsonl");
                entry.links.insert(format!("kernels/{operator}/reports/{link}"));
                Ok::<(), String>(())
            };
        match &line.entry {
            Entry::Spent(record) | Entry::Command(record) if !record.skipped => {
                let link = record.transcript.as_deref();
                let verdict: Verdict = record.verdict.parse()?;
                if is_trouble(verdict) {
                    note(&record.step, verdict.name(), &record.class, &record.summary, link)?;
                }
                for mark in &record.soft {
                    note(&record.step, mark, &None, &record.worker, link)?;
                }
            }
            Entry::HandedOn { step, reason, .. } => note(step, "HANDED_ON", &None, reason, None)?,
            Entry::Refused { step, class, transcript, .. } => {
                let text = "the validator block is missing or has a non-zero exit";
                note(step, "REFUSED", class, text, transcript.as_deref())?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// A verdict that says that something is to be done.
fn is_trouble(verdict: Verdict) -> bool {
    !verdict.is_clean_success() && !matches!(verdict, Verdict::Aligned | Verdict::PassWithNotes)
}

static PARTICULARS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(?x)
        `[^`]*` | "[^"]*" | '[^']*'          # names
        | \S*/\S+                             # paths
        | \b0x[0-9a-fA-F]+\b | \b[0-9a-f]{8,64}\b  # addresses and hashes
        | -?\b\d+(\.\d+)?(e-?\d+)?\b          # numbers
    "#,
    )
    .expect("a fixed pattern")
});

/// A message with its particulars replaced.
fn general(text: &str) -> String {
    PARTICULARS.replace_all(text.trim(), "…").into_owned()
}

/// The Tile IR operations that a message names.
fn ops_in(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.'))
        .map(|word| word.trim_matches('.').trim_start_matches("cuda_tile."))
        // Short names (`add`, `for`) are words of prose too, unless the dialect stands before them.
        .filter(|word| word.contains('_') || text.contains(&format!("cuda_tile.{word}")))
        .filter(|word| ops::by_name(word).is_some())
        .map(str::to_owned)
        .collect()
}

static RULE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b[A-Z]{1,4}\d{2,4}\b").expect("a fixed pattern"));

/// The diagnostic codes that a message names.
fn rules_in(text: &str) -> BTreeSet<String> {
    RULE.find_iter(text).map(|found| found.as_str().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handed_on(reason: &str) -> Line {
        let line = serde_json::json!({
            "v": 1, "run": 1, "at": 1, "kind": "handed_on", "step": "B1", "place": 1, "reason": reason,
        });
        serde_json::from_value(line).unwrap()
    }

    #[test]
    fn messages_that_differ_in_particulars_are_one_cause() {
        let mut found = BTreeMap::new();
        let lines = [
            handed_on("C003 load_ptr_tko at a/b.py:12: padding `0.0` (offset 0x1f)"),
            handed_on("C003 load_ptr_tko at c/d.py:7: padding `1.5` (offset 0x2)"),
        ];
        collect("softmax", &lines, &mut found).unwrap();
        collect("bmm", &lines[..1], &mut found).unwrap();
        let causes: Vec<_> = found.into_values().collect();
        assert_eq!(causes.len(), 1, "{causes:?}");
        assert_eq!((causes[0].count, causes[0].kernels.len()), (3, 2));
        assert_eq!(causes[0].ops, BTreeSet::from(["load_ptr_tko".to_owned()]));
        assert_eq!(causes[0].rules, BTreeSet::from(["C003".to_owned()]));
        assert!(causes[0].links.contains("kernels/bmm/reports/journal.jsonl"));
    }

    #[test]
    fn prose_names_no_op_and_the_dialect_does() {
        assert!(ops_in("add a loop for this").is_empty());
        assert!(ops_in("cuda_tile.for is not known").contains("for"));
    }

    #[test]
    fn codes_keep_causes_apart() {
        assert_ne!(general("E001 at 12"), general("E002 at 12"));
        assert_eq!(general("E001 at 12"), general("E001 at 13"));
    }

    #[test]
    fn success_and_accepted_rests_are_no_trouble() {
        for verdict in [Verdict::Pass, Verdict::Done, Verdict::Aligned, Verdict::PassWithNotes] {
            assert!(!is_trouble(verdict));
        }
        for verdict in [Verdict::Blocked, Verdict::Investigate, Verdict::Fixable, Verdict::Fail] {
            assert!(is_trouble(verdict));
        }
    }
}
