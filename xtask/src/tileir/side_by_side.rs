//! Two texts of modules beside each other.
//!
//! Lines are matched with the numbers of values left out: an operation more in one module moves all
//! numbers after it, which is no difference worth showing.

use std::fmt::Write as _;

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// How to lay the texts out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Columns of the whole.
    pub width: usize,
    /// Whether to colour what differs.
    pub colour: bool,
}

/// Equal lines that are shown around different ones.
const CONTEXT: usize = 2;

const RED: &str = "\u{1b}[31m";
const GREEN: &str = "\u{1b}[32m";
const YELLOW: &str = "\u{1b}[33m";
const PLAIN: &str = "\u{1b}[0m";

/// The texts beside each other: `<` stands where only the left one has a line, `>` where only the
/// right one has, `|` where they differ. Equal stretches are cut.
pub fn text(left: &str, right: &str, layout: Layout) -> String {
    let (left, right): (Vec<&str>, Vec<&str>) = (left.lines().collect(), right.lines().collect());
    let keys = |lines: &[&str]| lines.iter().map(|line| without_numbers(line)).collect::<Vec<_>>();
    let changes = capture_diff_slices(Algorithm::Patience, &keys(&left), &keys(&right));
    let column = layout.width.saturating_sub(3).max(20) / 2;
    let mut out = String::new();
    let mut row = |a: &str, mark: char, b: &str, colours: [&str; 2]| {
        let paint = |text: String, colour: &str| match colour.is_empty() || !layout.colour {
            true => text,
            false => format!("{colour}{text}{PLAIN}"),
        };
        let a = paint(format!("{:<column$}", cut(a, column)), colours[0]);
        let b = paint(cut(b, column), colours[1]);
        let _ = writeln!(out, "{}", format!("{a} {mark} {b}").trim_end());
    };
    for (number, change) in changes.iter().enumerate() {
        match *change {
            DiffOp::Equal { old_index, new_index, len } => {
                let head = if number == 0 { 0 } else { CONTEXT };
                let tail = if number + 1 == changes.len() { 0 } else { CONTEXT };
                for offset in 0..len {
                    if offset < head || offset + tail >= len {
                        row(left[old_index + offset], ' ', right[new_index + offset], ["", ""]);
                    } else if offset == head {
                        let cut = len - head - tail;
                        row(&format!("… {cut} equal lines"), ' ', "", ["", ""]);
                    }
                }
            }
            DiffOp::Delete { old_index, old_len, .. } => {
                for line in &left[old_index..old_index + old_len] {
                    row(line, '<', "", [RED, ""]);
                }
            }
            DiffOp::Insert { new_index, new_len, .. } => {
                for line in &right[new_index..new_index + new_len] {
                    row("", '>', line, ["", GREEN]);
                }
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                for offset in 0..old_len.max(new_len) {
                    let a = (offset < old_len).then(|| left[old_index + offset]);
                    let b = (offset < new_len).then(|| right[new_index + offset]);
                    match (a, b) {
                        (Some(a), Some(b)) => row(a, '|', b, [YELLOW, YELLOW]),
                        (Some(a), None) => row(a, '<', "", [RED, ""]),
                        (None, Some(b)) => row("", '>', b, ["", GREEN]),
                        (None, None) => {}
                    }
                }
            }
        }
    }
    out
}

/// A line in which each `%<number>` is `%`.
fn without_numbers(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut letters = line.trim_start().chars().peekable();
    while let Some(letter) = letters.next() {
        text.push(letter);
        while letter == '%' && letters.peek().is_some_and(char::is_ascii_digit) {
            letters.next();
        }
    }
    text
}

/// A line of at most `width` letters.
fn cut(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    line.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: &str = "a %1\nb %2 = %1\nc %3\nd\ne\nf\ng %4";
    const RIGHT: &str = "a %1\nx %2\nb %3 = %1\nc %4\nd\ne\nf\nh %5";

    #[test]
    fn numbers_of_values_are_no_difference() {
        let shown = text(LEFT, RIGHT, Layout { width: 43, colour: false });
        let marks: String = shown.lines().map(|line| line.chars().nth(21).unwrap_or(' ')).collect();
        assert_eq!(marks, " >     |", "{shown}");
        assert!(shown.contains("… 1 equal lines"), "{shown}");
    }

    #[test]
    fn colours_are_only_there_where_asked_for() {
        let layout = Layout { width: 43, colour: true };
        let coloured = text(LEFT, RIGHT, layout);
        assert!(coloured.contains(GREEN) && coloured.contains(YELLOW));
        assert!(!text(LEFT, RIGHT, Layout { colour: false, ..layout }).contains('\u{1b}'));
        assert_eq!(text(LEFT, LEFT, layout).lines().count(), 1);
    }

    #[test]
    fn long_lines_are_cut() {
        let long = "x".repeat(100);
        let shown = text(&long, "y", Layout { width: 43, colour: false });
        assert!(shown.chars().count() < 60 && shown.contains('…'), "{shown}");
    }
}
