//! Lines of code of a kernel, in Python and in Rust.
//!
//! Blank lines, comments, doc comments and docstrings do not count; decorators, attributes and
//! signatures do.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use crate::tilegym::syntax::{Source, children, descendants, undecorated};

/// Lines of each function of a formatted `kernel.rs`, its attributes included.
pub fn of_rust(text: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    let mut attributes = 0;
    let mut open: Option<(String, String, usize)> = None;
    for line in text.lines() {
        let code = line.trim_start();
        if code.is_empty() || code.starts_with("//") {
            continue;
        }
        let indent = &line[..line.len() - code.len()];
        if let Some((name, outer, count)) = &mut open {
            *count += 1;
            // rustfmt puts the closing brace below the line that the function begins in.
            if indent == outer && code.starts_with('}') {
                counts.insert(std::mem::take(name), *count);
                open = None;
            }
        } else if code.starts_with("#[") {
            attributes += 1;
        } else if let Some(name) = declared(code) {
            open = Some((name.to_owned(), indent.to_owned(), attributes + 1));
            attributes = 0;
        } else {
            attributes = 0;
        }
    }
    counts
}

/// The name of the function that a line begins to declare.
fn declared(code: &str) -> Option<&str> {
    let words = code.strip_prefix("pub ").unwrap_or(code);
    let rest = words.strip_prefix("unsafe ").unwrap_or(words).strip_prefix("fn ")?;
    rest.split(['<', '(']).next()
}

/// Lines of a Python function and of the functions of its file that it calls, directly or not; none
/// where the file does not parse or has no function that begins at the line, counted from 1.
pub fn of_python(text: &str, first: u32) -> Option<usize> {
    let source = Source::parse(text).ok()?;
    let all: Vec<Node<'_>> = descendants(source.root())
        .filter(|node| {
            node.kind() == "function_definition" || node.kind() == "decorated_definition"
        })
        .collect();
    let starts = |node: &&Node<'_>| node.start_position().row + 1 == first as usize;
    let kernel = all.iter().find(starts)?;
    let named = |name: &str| {
        let is = |node: &&Node<'_>| {
            let definition = undecorated(**node);
            let own = definition.child_by_field_name("name");
            node.parent().is_some_and(|parent| parent.kind() == "module")
                && own.is_some_and(|own| source.text(own) == name)
        };
        all.iter().find(is).copied()
    };
    let mut lines = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut waiting = vec![*kernel];
    while let Some(function) = waiting.pop() {
        if !seen.insert(function.id()) {
            continue;
        }
        lines.extend(code_lines(function));
        let called = descendants(function).filter(|node| node.kind() == "call");
        let names = called.filter_map(|call| call.child_by_field_name("function"));
        waiting.extend(names.filter_map(|name| named(source.text(name))));
    }
    Some(lines.len())
}

/// The lines of a function that hold more than comments and its docstring.
fn code_lines(function: Node<'_>) -> BTreeSet<usize> {
    let body = undecorated(function).child_by_field_name("body");
    let docstring = body.and_then(|body| children(body).into_iter().next()).filter(|first| {
        first.kind() == "expression_statement"
            && first.named_child(0).is_some_and(|child| child.kind() == "string")
    });
    let skipped = docstring.map(|node| node.byte_range());
    let mut lines = BTreeSet::new();
    for node in descendants(function).filter(|node| node.child_count() == 0) {
        let inside = skipped.as_ref().is_some_and(|range| range.contains(&node.start_byte()));
        if node.kind() != "comment" && !inside {
            lines.extend(node.start_position().row..=node.end_position().row);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_a_kernel_file_are_counted() {
        let text = "// SPDX\nmod kernels {\n    use a::*;\n\n    /// Adds.\n    #[cutile::entry(x)]\n    \
                    pub unsafe fn add<const N: i32>(\n        a: &A,\n    ) {\n        // Why.\n        for i in \
                    0..2 {\n            f(i);\n        }\n    }\n\n    fn one() {\n    }\n}\n";
        let expected = [("add".to_owned(), 8), ("one".to_owned(), 2)];
        assert_eq!(of_rust(text), expected.into());
    }

    #[test]
    fn a_python_kernel_counts_with_its_helpers() {
        let text = "import x\n\ndef helper(a):\n    \"\"\"Doc.\"\"\"\n    return a\n\ndef unused():\n    pass\n\n\
                    @ct.kernel\ndef k(\n    a,\n):\n    \"\"\"Does\n    it.\"\"\"\n    # Why.\n    b = helper(a)\n\n    ct.store(\n        b\n    )\n";
        assert_eq!(of_python(text, 10), Some(2 + 8));
        assert_eq!(of_python(text, 3), Some(2));
        assert_eq!(of_python(text, 4), None);
        assert_eq!(of_python("def (", 1), None);
    }
}
