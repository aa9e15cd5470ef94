//! `docs/coverage.md`: the table as a page.

use std::fmt::Write as _;

use super::table::{Counts, Item, counts, is_identical};

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
        "\n## All kernels\n\n| kernel | place | crates | signatures | variants | pairs identical | launches | log |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for item in items {
        let log = match item.log_equal {
            Some(true) => "equal",
            Some(false) => "differs",
            None => "",
        };
        let _ = writeln!(
            text,
            "| `{}` | {}:{} | {} | {} | {} | {} of {} | {} | {log} |",
            item.function,
            item.file.trim_start_matches("tilegym/"),
            item.line,
            item.crates.join(", "),
            item.signatures[0],
            item.variants,
            item.pairs[1],
            item.pairs[0],
            item.launches,
        );
    }
    text
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
        assert!(page.contains("| `good` | a.py:2 |  | 0 | 0 | 4 of 4 | 0 |  |"));
        assert!(!page.contains("- `good`"));
    }
}
