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

/// Lines of a Python function and of the functions that it calls, directly or not: those of its own file,
/// and those that the file imports from another of the package. None where the file is not there, does not
/// parse, or has no function that begins at the line, counted from 1.
///
/// `read` gives the text of a file by its path inside the package's parent.
pub fn of_python(file: &str, first: u32, read: &dyn Fn(&str) -> Option<String>) -> Option<usize> {
    let mut counted = BTreeMap::new();
    count(file, &Wanted::Line(first), read, &mut counted)?;
    Some(counted.values().map(BTreeSet::len).sum())
}

/// A function of a file.
enum Wanted {
    /// The one that begins at a line, counted from 1.
    Line(u32),
    /// The module's own, by name.
    Name(String),
}

/// Adds the lines of a function, and of what it calls, to those counted so far, by file.
fn count(
    file: &str,
    wanted: &Wanted,
    read: &dyn Fn(&str) -> Option<String>,
    counted: &mut BTreeMap<String, BTreeSet<usize>>,
) -> Option<()> {
    let source = Source::parse(&read(file)?).ok()?;
    let all: Vec<Node<'_>> = descendants(source.root())
        .filter(|node| {
            node.kind() == "function_definition" || node.kind() == "decorated_definition"
        })
        .collect();
    let named = |name: &str| {
        let is = |node: &&Node<'_>| {
            let definition = undecorated(**node);
            let own = definition.child_by_field_name("name");
            node.parent().is_some_and(|parent| parent.kind() == "module")
                && own.is_some_and(|own| source.text(own) == name)
        };
        all.iter().find(is).copied()
    };
    let first = match wanted {
        Wanted::Line(line) => {
            all.iter().find(|node| node.start_position().row + 1 == *line as usize).copied()?
        }
        Wanted::Name(name) => named(name)?,
    };
    let imported = imports(file, &source);
    let mut elsewhere = BTreeSet::new();
    let mut waiting = vec![first];
    while let Some(function) = waiting.pop() {
        let lines = code_lines(function);
        let own = counted.entry(file.to_owned()).or_default();
        // What was counted was with all that it calls.
        if lines.is_subset(own) {
            continue;
        }
        own.extend(lines);
        for call in descendants(function).filter(|node| node.kind() == "call") {
            let Some(name) = call.child_by_field_name("function") else { continue };
            let name = source.text(name);
            match (named(name), imported.get(name)) {
                (Some(local), _) => waiting.push(local),
                (None, Some(place)) => drop(elsewhere.insert(place.clone())),
                (None, None) => {}
            }
        }
    }
    for (module, name) in elsewhere {
        // A module of another package has no file to count.
        let _ = count(&module, &Wanted::Name(name), read, counted);
    }
    Some(())
}

/// The names that a file imports from files, each with the file's path and its name there.
fn imports(file: &str, source: &Source) -> BTreeMap<String, (String, String)> {
    let mut found = BTreeMap::new();
    for node in descendants(source.root()).filter(|node| node.kind() == "import_from_statement") {
        let Some(module) = node.child_by_field_name("module_name") else { continue };
        let module = source.text(module);
        let dots = module.bytes().take_while(|byte| *byte == b'.').count();
        let mut parts: Vec<&str> = if dots == 0 { Vec::new() } else { file.split('/').collect() };
        parts.truncate(parts.len().saturating_sub(dots));
        parts.extend(module[dots..].split('.').filter(|part| !part.is_empty()));
        let path = parts.join("/") + ".py";
        let mut cursor = node.walk();
        for name in node.children_by_field_name("name", &mut cursor) {
            let original = name.child_by_field_name("name").unwrap_or(name);
            let local = name.child_by_field_name("alias").unwrap_or(original);
            let place = (path.clone(), source.text(original).to_owned());
            found.insert(source.text(local).to_owned(), place);
        }
    }
    found
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
        let read = |file: &str| match file {
            "p/k.py" => Some(text.to_owned()),
            "p/wrong.py" => Some("def (".to_owned()),
            _ => None,
        };
        assert_eq!(of_python("p/k.py", 10, &read), Some(2 + 8));
        assert_eq!(of_python("p/k.py", 3, &read), Some(2));
        assert_eq!(of_python("p/k.py", 4, &read), None);
        assert_eq!(of_python("p/wrong.py", 1, &read), None);
        assert_eq!(of_python("p/none.py", 1, &read), None);
    }

    #[test]
    fn helpers_of_other_files_count_too() {
        let files = BTreeMap::from([
            (
                "p/q/k.py",
                "from ..r import half as f\nfrom p.s import whole\nfrom x import y\n\ndef k(a):\n    return f(a) + whole(a) + y(a)\n",
            ),
            (
                "p/r.py",
                "def half(a):\n    b = part(a)\n    return b\n\ndef part(a):\n    return a\n",
            ),
            ("p/s.py", "from .q.k import k\n\ndef whole(a):\n    return k(a)\n"),
        ]);
        let read = |file: &str| files.get(file).map(|text| (*text).to_owned());
        assert_eq!(of_python("p/q/k.py", 5, &read), Some(2 + 3 + 2 + 2));
    }
}
