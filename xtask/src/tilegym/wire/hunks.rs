//! Changes of whole lines that can be taken back, also after the rest of the file was edited.

use serde::{Deserialize, Serialize};

/// Lines that take the place of others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunk {
    /// Line of the original, from 1, at which the change begins.
    pub line: usize,
    /// The original lines with their ends; none for an insertion.
    pub old: Vec<String>,
    /// The new lines with their ends, at least one.
    pub new: Vec<String>,
}

/// Lines of ours that are not as they were written, and so cannot be taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// Where they began in the original file.
    pub line: usize,
    /// What was written there.
    pub text: String,
}

impl Hunk {
    /// An insertion before a line.
    pub fn insert(line: usize, text: &str) -> Self {
        Self { line, old: Vec::new(), new: lines(text) }
    }

    /// An insertion after a text's last line.
    pub fn append(text: &str, new: &str) -> Self {
        match lines(text).pop() {
            // A last line without an end gets one, and loses it again.
            Some(last) if !last.ends_with('\n') => {
                Self::replace(lines(text).len(), &last, &format!("{last}\n{new}"))
            }
            _ => Self::insert(lines(text).len() + 1, new),
        }
    }

    /// The replacement of one line.
    pub fn replace(line: usize, old: &str, new: &str) -> Self {
        Self { line, old: lines(old), new: lines(new) }
    }
}

/// Makes changes to a text; they are given in the order of their lines and do not overlap.
pub fn apply(text: &str, hunks: &[Hunk]) -> String {
    let original = lines(text);
    let mut result = String::with_capacity(text.len() + 256);
    let mut next = 0;
    for hunk in hunks {
        let at = (hunk.line - 1).min(original.len());
        result.extend(original[next..at].iter().map(String::as_str));
        result.extend(hunk.new.iter().map(String::as_str));
        next = at + hunk.old.len();
    }
    result.extend(original[next.min(original.len())..].iter().map(String::as_str));
    result
}

/// Takes changes back from a text that may have been edited elsewhere since.
///
/// Hunks are found again by their lines, in order; where the text has more such places than hunks,
/// or fewer, nobody can say which are ours.
pub fn revert(text: &str, hunks: &[Hunk]) -> Result<String, Vec<Edited>> {
    let current = lines(text);
    let mut edited = Vec::new();
    let mut places = Vec::new();
    for hunk in hunks {
        let same = hunks.iter().filter(|other| other.new == hunk.new);
        let (index, count) =
            (same.clone().position(|other| other == hunk).unwrap_or_default(), same.count());
        let found: Vec<usize> =
            (0..current.len()).filter(|&at| current[at..].starts_with(&hunk.new)).collect();
        if found.len() == count {
            places.push((found[index], hunk));
        } else {
            edited.push(Edited { line: hunk.line, text: hunk.new.concat() });
        }
    }
    if !edited.is_empty() {
        return Err(edited);
    }
    places.sort_by_key(|(at, _)| *at);
    let mut result = String::with_capacity(text.len());
    let mut next = 0;
    for (at, hunk) in places {
        result.extend(current[next..at].iter().map(String::as_str));
        result.extend(hunk.old.iter().map(String::as_str));
        next = at + hunk.new.len();
    }
    result.extend(current[next..].iter().map(String::as_str));
    Ok(result)
}

/// A text's lines with their ends.
fn lines(text: &str) -> Vec<String> {
    text.split_inclusive('\n').map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ORIGINAL: &str = "a\n  if x == 1:\nb\n    if x == 1:\nc\n";

    fn changes() -> Vec<Hunk> {
        vec![
            Hunk::insert(1, "ours\n\n"),
            Hunk::replace(2, "  if x == 1:\n", "  if x in (1, 2):\n"),
            Hunk::replace(4, "    if x == 1:\n", "    if x in (1, 2):\n"),
            Hunk::insert(6, "last\n"),
        ]
    }

    #[test]
    fn changes_are_made_by_line() {
        assert_eq!(
            apply(ORIGINAL, &changes()),
            "ours\n\na\n  if x in (1, 2):\nb\n    if x in (1, 2):\nc\nlast\n"
        );
    }

    #[test]
    fn lines_of_ours_that_were_edited_are_named() {
        let wired = apply(ORIGINAL, &changes()).replace("ours", "mine");
        let edited = revert(&wired, &changes()).unwrap_err();
        assert_eq!(edited, [Edited { line: 1, text: "ours\n\n".into() }]);
        let doubled = apply(ORIGINAL, &changes()) + "last\n";
        assert_eq!(revert(&doubled, &changes()).unwrap_err()[0].line, 6);
    }

    #[test]
    fn an_appended_line_leaves_the_last_one_as_it_was() {
        for text in ["", "a\n", "a\nb"] {
            let hunks = [Hunk::append(text, "c\n")];
            let wired = apply(text, &hunks);
            assert!(wired.ends_with("c\n"));
            assert_eq!(revert(&wired, &hunks).unwrap(), text);
        }
    }

    proptest! {
        #[test]
        fn taking_back_gives_the_text_with_the_other_edits(
            head in "([x-z]{0,3}\n){0,4}", tail in "([x-z]{0,3}\n){0,4}"
        ) {
            let edited = format!("{head}{}{tail}", apply(ORIGINAL, &changes()));
            prop_assert_eq!(revert(&edited, &changes()).unwrap(), format!("{head}{ORIGINAL}{tail}"));
        }
    }
}
