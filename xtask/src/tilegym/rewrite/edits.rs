//! Edits of a text by byte ranges; what lies outside them stays byte for byte.

use std::ops::Range;

/// A set of replacements that do not overlap.
#[derive(Debug, Default)]
pub struct Edits {
    edits: Vec<(Range<usize>, String)>,
}

impl Edits {
    /// Replaces a range.
    pub fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.edits.push((range, text.into()));
    }

    /// Puts text before a byte.
    pub fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.replace(at..at, text);
    }

    /// The text with all edits made.
    ///
    /// # Panics
    /// If two edits overlap: the rules that made them contradict each other.
    pub fn apply(mut self, text: &str) -> String {
        self.edits.sort_by_key(|(range, _)| (range.start, range.end));
        let mut result = String::with_capacity(text.len());
        let mut done = 0;
        for (range, new) in &self.edits {
            assert!(done <= range.start, "edits overlap at byte {}", range.start);
            result.push_str(&text[done..range.start]);
            result.push_str(new);
            done = range.end;
        }
        result.push_str(&text[done..]);
        result
    }
}

/// A statement's range widened to its lines, with a comment behind it and the line's end; the range
/// itself where other code shares a line with it.
pub fn own_lines(text: &str, range: Range<usize>) -> Range<usize> {
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let rest = text[range.end..].split('\n').next().unwrap_or_default();
    let alone = text[start..range.start].trim().is_empty()
        && (rest.trim().is_empty() || rest.trim_start().starts_with('#'));
    if alone { start..(range.end + rest.len() + 1).min(text.len()) } else { range }
}

/// A definition's range widened to its own lines, comment lines directly above and blank lines below.
pub fn whole_lines(text: &str, range: Range<usize>) -> Range<usize> {
    let Range { mut start, mut end } = own_lines(text, range.clone());
    if (start..end) == range {
        return range;
    }
    while start > 0 {
        let above = text[..start - 1].rfind('\n').map_or(0, |at| at + 1);
        let line = &text[above..start - 1];
        if !line.starts_with('#') || line.contains("SPDX") {
            break;
        }
        start = above;
    }
    while let Some(line) = text[end..].split_inclusive('\n').next() {
        if !line.trim().is_empty() {
            break;
        }
        end += line.len();
    }
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outside_the_edits_nothing_changes() {
        let mut edits = Edits::default();
        edits.replace(4..5, "é");
        edits.insert(0, "# ");
        assert_eq!(edits.apply("a = b\r\n"), "# a = é\r\n");
    }

    #[test]
    fn whole_lines_take_comments_and_blanks_along() {
        let text = "a\n\n# of b\nb = 1  # why\n\n\nc\n";
        let at = text.find("b = 1").unwrap();
        assert_eq!(&text[whole_lines(text, at..at + 5)], "# of b\nb = 1  # why\n\n\n");
        let text = "a; b\n";
        assert_eq!(whole_lines(text, 3..4), 3..4);
        let text = "b";
        assert_eq!(whole_lines(text, 0..1), 0..1);
    }
}
