//! JUnit XML of judged kernels, as CI servers read it.

use std::fmt::Write as _;

use super::{Judged, State};

/// One test suite a kernel, one case an item. Waiting and skipped items are skipped cases.
pub fn xml(kernels: &[(String, Vec<Judged>)]) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for (operator, items) in kernels {
        let count = |state: State| items.iter().filter(|item| item.finding.state == state).count();
        let _ = writeln!(
            text,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">",
            escape(operator),
            items.len(),
            count(State::Failed),
            count(State::Waiting) + count(State::Skipped),
        );
        for item in items {
            let note = escape(&item.finding.note);
            let body = match item.finding.state {
                State::Passed => String::new(),
                State::Failed => format!("<failure message=\"{note}\"/>"),
                State::Waiting => format!("<skipped message=\"waiting: {note}\"/>"),
                State::Skipped => format!("<skipped message=\"{note}\"/>"),
            };
            let _ = writeln!(
                text,
                "    <testcase classname=\"{}.{}\" name=\"{}\">{body}</testcase>",
                escape(operator),
                item.stage,
                item.id
            );
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

/// Text as an attribute's value; characters that XML 1.0 has no place for are dropped.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(' '),
            character if (character as u32) < 0x20 => {}
            character => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::verdict::Stage;
    use crate::validate::Finding;

    #[test]
    fn states_and_special_characters_are_kept_apart() {
        let judged = |id, finding| Judged { id, stage: Stage::B, finding };
        let items = vec![
            judged("kernel", Finding::failed("a < \"b\" & \u{1b}[1m")),
            judged("contract", Finding::passed("ok")),
            judged("correctness", Finding::waiting("needs a GPU")),
        ];
        let text = xml(&[("soft<max".to_owned(), items)]);
        assert!(text.contains("name=\"soft&lt;max\" tests=\"3\" failures=\"1\" skipped=\"1\""));
        assert!(text.contains("<failure message=\"a &lt; &quot;b&quot; &amp; [1m\"/>"));
        assert!(text.contains("<skipped message=\"waiting: needs a GPU\"/>"));
        assert!(text.contains("name=\"contract\"></testcase>"));
    }
}
