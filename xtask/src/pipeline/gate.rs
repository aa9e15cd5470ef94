//! The mechanical acceptance gate: a worker's return in, one of four decisions out.
//!
//! It reads the verdict line, the validator block and its exit codes, and nothing else.

use serde::Serialize;

use crate::pipeline::verdict::{Class, Stage, Verdict};

/// Recorded where a clean return without a validator block was accepted.
pub const SOFT_VALIDATOR_MISSING: &str = "SOFT_VALIDATOR_MISSING";
/// Recorded where a verdict goes on although the repair of its block failed.
pub const SOFT_VALIDATOR_FAILED: &str = "SOFT_VALIDATOR_FAILED";

/// Case-sensitive substrings that make a return without a block unacceptable.
const FAILURE_MARKERS: [&str; 8] =
    ["FAIL", "ERROR", "Traceback", "panic", "exit=1", "exit_code=1", "nonzero", "timeout"];

const OPEN: &str = "<VALIDATOR_OUTPUT>";
const CLOSE: &str = "</VALIDATOR_OUTPUT>";

/// What the gate says of a return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// Route by the verdict.
    Accept,
    /// Start the same stage once more to mend its validator block.
    Repair,
    /// The repair is spent; route by the verdict with a soft mark.
    Proceed,
    /// The repair is spent and there is no verdict to route by.
    Stop,
}

/// The gate's judgement, as `gate --json` prints it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Judgement {
    /// The decision.
    pub decision: Decision,
    /// The first verdict line that names one of the stage's own verdicts.
    pub verdict: Option<Verdict>,
    /// Soft marks.
    pub soft: Vec<&'static str>,
}

/// Judges a return of `stage`; `repaired` says that the letter's one repair is spent.
pub fn judge(stage: Stage, repaired: bool, output: &[u8]) -> Judgement {
    let raw = String::from_utf8_lossy(output);
    let text = strip_escapes(&raw);
    let verdict = first_verdict(stage, &text);
    let blocks = blocks(&text);

    let accepted = if blocks.is_empty() {
        let marked = FAILURE_MARKERS.iter().any(|mark| text.contains(mark) || raw.contains(mark));
        (verdict.is_some_and(Verdict::is_clean_success) && !marked)
            .then(|| vec![SOFT_VALIDATOR_MISSING])
    } else {
        let clean = blocks.iter().all(|block| exits(block).all(is_zero));
        (verdict.is_some() && clean).then(Vec::new)
    };
    match (accepted, repaired, verdict) {
        (Some(soft), ..) => Judgement { decision: Decision::Accept, verdict, soft },
        (None, false, _) => Judgement { decision: Decision::Repair, verdict, soft: vec![] },
        (None, true, Some(_)) => {
            Judgement { decision: Decision::Proceed, verdict, soft: vec![SOFT_VALIDATOR_FAILED] }
        }
        (None, true, None) => Judgement { decision: Decision::Stop, verdict, soft: vec![] },
    }
}

/// The class on the first line `<key>: host|kernel|env` of a report or return.
pub fn class_line(key: &str, text: &str) -> Option<Class> {
    strip_escapes(text).lines().find_map(|line| {
        let value = line.trim().trim_start_matches(['-', '*', '`', ' ']).strip_prefix(key)?;
        let value = value.trim_start_matches(['*', '`', ' ']).strip_prefix(':')?;
        value.trim_matches(['*', '`', ' ', '\t', '\r']).parse().ok()
    })
}

/// The first line that is `VERDICT: X` with X one of the stage's verdicts; a remark in parentheses
/// may follow. A line that lists several is the echo of a template and names none.
fn first_verdict(stage: Stage, text: &str) -> Option<Verdict> {
    text.lines().find_map(|line| {
        let rest = line.trim().strip_prefix("VERDICT:")?.trim_start();
        let end = rest.find(|c: char| !c.is_ascii_uppercase() && c != '_').unwrap_or(rest.len());
        let (word, tail) = rest.split_at(end);
        let tail = tail.trim();
        if !(tail.is_empty() || (tail.starts_with('(') && tail.ends_with(')'))) {
            return None;
        }
        stage.verdicts().iter().copied().find(|verdict| verdict.name() == word)
    })
}

/// The contents of all outermost blocks. More than one happens where a worker first echoes the
/// template; each of them has to be clean. A tag inside a block nests; where the closing tags do not
/// suffice, the last one ends the block.
fn blocks(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let mut start = 0;
    let mut last_close = None;
    let mut at = 0;
    while let Some(offset) = text[at..].find('<') {
        let here = at + offset;
        if text[here..].starts_with(OPEN) {
            at = here + OPEN.len();
            if depth == 0 {
                start = at;
                last_close = None;
            }
            depth += 1;
        } else if text[here..].starts_with(CLOSE) {
            at = here + CLOSE.len();
            if depth > 0 {
                depth -= 1;
                last_close = Some(here);
                if depth == 0 {
                    found.push(&text[start..here]);
                }
            }
        } else {
            at = here + 1;
        }
    }
    if let (true, Some(end)) = (depth > 0, last_close) {
        found.push(&text[start..end]);
    }
    found
}

/// The digits, with their sign, after each `exit=` and `exit_code=` that a number follows.
fn exits(block: &str) -> impl Iterator<Item = &str> {
    ["exit=", "exit_code="].into_iter().flat_map(move |key| {
        block.match_indices(key).filter_map(move |(at, _)| {
            let value = &block[at + key.len()..];
            let sign = usize::from(value.starts_with(['-', '+']));
            let digits = value[sign..].bytes().take_while(u8::is_ascii_digit).count();
            (digits > 0).then(|| &value[..sign + digits])
        })
    })
}

/// Compared as digits: a number of any length is read without overflow.
fn is_zero(number: &str) -> bool {
    number.trim_start_matches(['-', '+']).bytes().all(|digit| digit == b'0')
}

/// Removes terminal control sequences (`ESC [ parameters final`), which colour what workers print.
fn strip_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("\u{1b}[") {
        out.push_str(&rest[..at]);
        let tail = &rest[at + 2..];
        let end = tail.find(|c: char| !matches!(c, '0'..='9' | ';' | ':' | '?' | ' '));
        rest = match end {
            Some(end) => {
                let length = tail[end..].chars().next().map_or(0, char::len_utf8);
                &tail[end + length..]
            }
            None => "",
        };
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
#[path = "gate_tests.rs"]
mod tests;
