//! What the assembler remarks on both sides of a pair.

use std::collections::{BTreeMap, BTreeSet};

/// Remarks by text, with how often each was made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Remarks(BTreeMap<String, usize>);

/// A remark and how often reference and candidate have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// `missed: Could not …`, with its notes.
    pub text: String,
    /// Times in the reference.
    pub reference: usize,
    /// Times in the candidate.
    pub candidate: usize,
}

impl Remarks {
    /// Reads what `tileiras --remarks=all --remark-format=command-line` printed: a line
    /// `remark[passed]: …`, then lines `= note: …`. Places are left out: the sides have different ones.
    pub fn read(printed: &str) -> Self {
        let mut found = Self::default();
        let mut open: Option<(String, BTreeSet<String>)> = None;
        for line in printed.lines().map(str::trim) {
            if let Some((status, text)) =
                line.strip_prefix("remark[").and_then(|rest| rest.split_once("]: "))
            {
                found.close(open.take());
                open = Some((format!("{status}: {text}"), BTreeSet::new()));
            } else if let (Some(note), Some((_, notes))) =
                (line.strip_prefix("= note: "), open.as_mut())
            {
                notes.insert(without_place(note));
            }
        }
        found.close(open);
        found
    }

    fn close(&mut self, remark: Option<(String, BTreeSet<String>)>) {
        let Some((text, notes)) = remark else { return };
        let notes: Vec<String> = notes.into_iter().collect();
        let text = if notes.is_empty() { text } else { format!("{text} ({})", notes.join("; ")) };
        *self.0.entry(text).or_default() += 1;
    }

    /// The remarks of both sides, in the order of their texts.
    pub fn beside(&self, candidate: &Self) -> Vec<Row> {
        let count = |side: &Self, text: &str| side.0.get(text).copied().unwrap_or(0);
        let texts: BTreeSet<&String> = self.0.keys().chain(candidate.0.keys()).collect();
        let row = |text: &String| Row {
            text: text.clone(),
            reference: count(self, text),
            candidate: count(candidate, text),
        };
        texts.into_iter().map(row).collect()
    }
}

/// A note without the `loc("…":line:column): ` in it.
fn without_place(note: &str) -> String {
    match (note.find("loc("), note.find("): ")) {
        (Some(start), Some(end)) if start < end => {
            format!("{}{}", &note[..start], &note[end + 3..])
        }
        _ => note.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "in function: f:\n\n  category: Memory\n    remark[passed]: Load instruction \
        selected\n      --> \"a.py\":86:12\n       |\n       = name: X\n       = note: Instruction = TMA\n       \
        = note: Shape = [64]\n\n    remark[missed]: No TMA\n       = note: Reason = loc(\"a.py\":1:2): \
        stride\n       = note: Reason = loc(\"a.py\":1:9): stride\n";

    #[test]
    fn remarks_are_counted_without_their_places() {
        let reference = Remarks::read(PRINTED);
        let candidate =
            Remarks::read(&PRINTED.replace("TMA\n       = note: Sh", "LDG\n       = note: Sh"));
        let rows = reference.beside(&candidate);
        let texts: Vec<_> =
            rows.iter().map(|row| (row.text.as_str(), row.reference, row.candidate)).collect();
        assert_eq!(
            texts,
            [
                ("missed: No TMA (Reason = stride)", 1, 1),
                ("passed: Load instruction selected (Instruction = LDG; Shape = [64])", 0, 1),
                ("passed: Load instruction selected (Instruction = TMA; Shape = [64])", 1, 0),
            ]
        );
    }
}
