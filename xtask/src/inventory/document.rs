//! `docs/coverage.md`: the table as a page.

use std::fmt::Write as _;

use super::table::{Counts, Item, counts, is_identical};
use crate::stage::convert::coverage;

/// The page's text; `manual` is what of the host code the rewriter leaves to a person: file, line and
/// why.
pub fn page(
    items: &[Item],
    manual: &[(String, usize, String)],
    version: &str,
    targets: &[String],
) -> String {
    let Counts { kernels, captured, converted, built, identical, pairs, logged } = counts(items);
    let mut text = format!(
        "# Coverage of TileGym {version}\n\n\
         Made by `cargo xtask kernels --convert-all --document`; do not edit. A pair is a captured signature and a\n\
         target ({}) for which cuTile exports and tileiras accepts the reference; it is identical where the Rust\n\
         kernel assembles to the same `.text`. A launch log holds every launch and every torch call of an\n\
         operator on its inputs, backward passes and tuner searches included, of TileGym's own module and of the\n\
         rewritten one.\n\n\
         | | kernels |\n| --- | --- |\n\
         | in the package | {kernels} |\n\
         | captured | {captured} |\n\
         | converted | {converted} |\n\
         | built | {built} |\n\
         | identical in every pair compared | {identical} |\n\
         | launched in compared logs | {} |\n\
         | of them with equal logs | {} |\n\n\
         Pairs compared: {}; identical: {}.\n",
        targets.join(", "),
        logged[0],
        logged[1],
        pairs[0],
        pairs[1],
    );
    text.push_str(&lengths(items));
    let open: Vec<&Item> =
        items.iter().filter(|item| !is_identical(item) || item.log_equal == Some(false)).collect();
    text.push_str("\n## What is open\n\n");
    if open.is_empty() {
        text.push_str("Nothing.\n");
    }
    for item in open {
        let reason = match (&item.reason, item.log_equal) {
            (Some(reason), _) => reason.as_str(),
            (None, Some(false)) => "its launch logs differ",
            (None, _) => "not compared",
        };
        let _ =
            writeln!(text, "- `{}` ({}:{}): {}", item.function, item.file, item.line, cell(reason));
    }
    text.push_str("\n## Host code that is not rewritten\n\n");
    if manual.is_empty() {
        text.push_str("None.\n");
    }
    for (file, line, why) in manual {
        let _ = writeln!(text, "- {file}:{line}: {}", cell(why));
    }
    text.push_str(
        "\n## All kernels\n\n| kernel | place | crates | signatures | variants | pairs identical | Python | Rust | style | launches | log |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for item in items {
        let log = match item.log_equal {
            Some(true) => "equal",
            Some(false) => "differs",
            None => "",
        };
        let _ = writeln!(
            text,
            "| `{}` | {}:{} | {} | {} | {} | {} of {} | {} | {} | {log} |",
            item.function,
            item.file.trim_start_matches("tilegym/"),
            item.line,
            item.crates.join(", "),
            item.signatures[0],
            item.variants,
            item.pairs[1],
            item.pairs[0],
            lines(&item.text),
            item.launches,
        );
    }
    text
}

/// What the lines of all kernels say together.
fn lengths(items: &[Item]) -> String {
    let mut ratios: Vec<f64> = items.iter().filter_map(|item| item.lines_ratio).collect();
    ratios.sort_by(f64::total_cmp);
    let (Some(middle), Some(largest)) = (ratios.get(ratios.len() / 2), ratios.last()) else {
        return String::new();
    };
    let above = ratios.iter().filter(|ratio| **ratio > 5.0).count();
    let shares = coverage::rungs(items.iter().map(|item| &item.text));
    let shares: Vec<String> = shares
        .iter()
        .enumerate()
        .map(|(style, share)| format!("{style}: {:.1} %", share * 100.0))
        .collect();
    format!(
        "\nLines of code of an entry over those of the Python function, device functions that it calls included,\n\
         without comments: {middle:.2} in the median, {largest:.2} at most, above 5 for {above} of {}. Share of the lines that\n\
         is written in each style, from the most readable, 0, on: {}.\n",
        ratios.len(),
        shares.join(", "),
    )
}

/// Lines of Python, of the entry in the middle, and the styles of the entries: three cells.
fn lines(text: &coverage::Kernel) -> String {
    let mut lengths: Vec<usize> = text.entries.iter().map(|entry| entry.lines).collect();
    lengths.sort_unstable();
    let number = |lines: Option<usize>| lines.map_or_else(String::new, |lines| lines.to_string());
    let mut styles: Vec<usize> = text.entries.iter().map(|entry| entry.rung).collect();
    styles.sort_unstable();
    styles.dedup();
    let styles: Vec<String> = styles.iter().map(ToString::to_string).collect();
    let middle = lengths.get(lengths.len() / 2).copied();
    format!("{} | {} | {}", number(text.python), number(middle), styles.join(", "))
}

/// Text that a line of Markdown can hold.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_kernels_are_listed_with_their_reason() {
        let item = |function: &str, pairs, reason: Option<&str>| Item {
            function: function.into(),
            file: "tilegym/a.py".into(),
            line: 2,
            built: true,
            pairs,
            reason: reason.map(str::to_owned),
            ..Item::default()
        };
        let items = [item("good", [4, 4], None), item("bad", [4, 3], Some("E07: a | b"))];
        let manual = [("tilegym/b.py".to_owned(), 7, "`ct.x` is not known".to_owned())];
        let page = page(&items, &manual, "1.5.1", &["sm_90".into()]);
        assert!(page.contains("- tilegym/b.py:7: `ct.x` is not known"), "{page}");
        assert!(page.contains("| identical in every pair compared | 1 |"), "{page}");
        assert!(page.contains("- `bad` (tilegym/a.py:2): E07: a \\| b"));
        assert!(page.contains("| `good` | a.py:2 |  | 0 | 0 | 4 of 4 |  |  |  | 0 |  |"));
        assert!(!page.contains("- `good`"));
    }

    #[test]
    fn lines_of_rust_stand_beside_those_of_python() {
        let item = |rust: usize, rung: usize| {
            let entry = coverage::Entry { entry: "k".into(), lines: rust, rung };
            let text = coverage::Kernel { python: Some(10), entries: vec![entry] };
            Item { lines_ratio: text.ratio(), text, ..Item::default() }
        };
        let page = page(&[item(12, 0), item(20, 0), item(60, 2)], &[], "1.5.1", &[]);
        assert!(page.contains("2.00 in the median, 6.00 at most, above 5 for 1 of 3"), "{page}");
        assert!(page.contains("0: 34.8 %, 1: 0.0 %, 2: 65.2 %"), "{page}");
        assert!(page.contains("| 10 | 60 | 2 | 0 |  |"), "{page}");
    }
}
