//! The lines that `wire` changes in TileGym's own files, found by syntax.

use tree_sitter::Node;

use super::hunks::Hunk;
use crate::error::usage;
use crate::tilegym::syntax::{Source, children, descendants, line};

/// Imports and registers the twins, at the end of what the ops package imports.
const REGISTER: &str = "\
# tileport: cutile-rs operators written by `cargo xtask wire`.
from tilegym.tileport_rs import register_wired

register_wired()

";

/// Makes the backend available without cargo.
const AVAILABLE: &str = "\
    # tileport: libraries put here by `cargo xtask wire` need no cargo.
    from tilegym.tileport_rs import is_available

    if is_available():
        return True

";

/// Hunks for `tilegym/ops/__init__.py`: the registration of all twins.
pub fn registration(source: &Source) -> Vec<Hunk> {
    let exports = children(source.root()).into_iter().find(|statement| {
        assignment(*statement).is_some_and(|(left, _)| source.text(left) == "__all__")
    });
    vec![match exports {
        Some(statement) => Hunk::insert(line(statement), REGISTER),
        None => Hunk::append(
            source.whole(),
            &format!("\n{}", REGISTER.trim_end_matches('\n')).replace("()", "()\n"),
        ),
    }]
}

/// Hunks for `tilegym/backend/selector.py`: the availability of `cutile-rs`.
pub fn availability(source: &Source) -> anyhow::Result<Vec<Hunk>> {
    let function = children(source.root()).into_iter().find(|statement| {
        statement.kind() == "function_definition"
            && statement
                .child_by_field_name("name")
                .is_some_and(|name| source.text(name) == "is_cutile_rs_available")
    });
    let body = function.and_then(|function| function.child_by_field_name("body"));
    let body = body.ok_or_else(|| {
        usage(
            "tilegym/backend/selector.py: no function is_cutile_rs_available; this TileGym has no \
             cutile-rs backend: use 1.5 or newer",
        )
    })?;
    let first = children(body).into_iter().find(|statement| {
        statement.kind() != "comment"
            && statement.named_child(0).is_none_or(|child| child.kind() != "string")
    });
    let first = first.unwrap_or(body);
    Ok(vec![Hunk::insert(line(first), AVAILABLE)])
}

/// Hunks for an interface module: what it does for `cutile` holds for `cutile-rs` too.
pub fn comparisons(source: &Source) -> Vec<Hunk> {
    let compared = |node: Node<'_>| {
        source.literal(node) == Some("cutile")
            && node.parent().is_some_and(|parent| {
                parent.kind() == "comparison_operator"
                    && children(parent).len() == 2
                    && parent.child_by_field_name("operators").is_some_and(|o| o.kind() == "==")
            })
    };
    let lines: Vec<_> = source.whole().split_inclusive('\n').collect();
    let mut hunks: Vec<Hunk> = Vec::new();
    for node in descendants(source.root()).filter(|node| compared(*node)) {
        let comparison = node.parent().expect("checked");
        let [left, right] = children(comparison)[..] else { continue };
        let row = node.start_position().row;
        if right != node || comparison.start_position().row != comparison.end_position().row {
            continue;
        }
        let old = lines[row];
        let column = comparison.start_position().column;
        let rest = &old[column + comparison.byte_range().len()..];
        let new =
            format!("{}{} in (\"cutile\", \"cutile-rs\"){rest}", &old[..column], source.text(left));
        if hunks.last().is_none_or(|hunk| hunk.line != row + 1) {
            hunks.push(Hunk::replace(row + 1, old, &new));
        }
    }
    hunks
}

/// Hunks for an operator's tests: each list of backends gets `cutile-rs` where it is missing.
pub fn parametrisation(source: &Source) -> Vec<Hunk> {
    let name = ["is_backend_available", "tilegym"].into_iter().find(|name| binds(source, name));
    let asked = match name {
        Some("is_backend_available") => "is_backend_available",
        Some(_) => "tilegym.is_backend_available",
        None => return Vec::new(),
    };
    let mut hunks = Vec::new();
    for node in descendants(source.root()) {
        let Some((left, right)) = assignment(node) else { continue };
        if source.text(left) != "_backends" || right.kind() != "list" {
            continue;
        }
        let backends: Vec<_> =
            children(right).into_iter().filter_map(|item| source.literal(item)).collect();
        if !backends.contains(&"cutile") || extended_later(source, node) {
            continue;
        }
        let indent = " ".repeat(node.start_position().column);
        let text = format!(
            "{indent}if {asked}(\"cutile-rs\"):\n{indent}    _backends = _backends + [\"cutile-rs\"]\n"
        );
        hunks.push(Hunk::insert(node.end_position().row + 2, &text));
    }
    hunks
}

/// Whether a list of backends, or a later statement of its block, already names `cutile-rs`.
fn extended_later(source: &Source, statement: Node<'_>) -> bool {
    let after = std::iter::successors(Some(statement), |node| node.next_named_sibling());
    after
        .take_while(|node| {
            *node == statement
                || !assignment(*node).is_some_and(|(left, right)| {
                    source.text(left) == "_backends" && right.kind() == "list"
                })
        })
        .filter(|node| matches!(node.kind(), "if_statement" | "expression_statement"))
        .filter(|node| source.text(*node).contains("_backends"))
        .flat_map(descendants)
        .any(|node| source.literal(node) == Some("cutile-rs"))
}

/// Whether an import binds a name at module level.
fn binds(source: &Source, name: &str) -> bool {
    children(source.root())
        .into_iter()
        .filter(|statement| statement.kind().starts_with("import_"))
        .flat_map(crate::tilegym::module::names_of)
        .any(|node| {
            let (path, alias) = crate::tilegym::module::split_alias(source, node);
            alias.unwrap_or(path) == name
        })
}

/// Both sides of a plain assignment statement.
fn assignment(statement: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    let assignment = (statement.kind() == "expression_statement")
        .then(|| statement.named_child(0))
        .flatten()
        .filter(|child| child.kind() == "assignment")?;
    Some((assignment.child_by_field_name("left")?, assignment.child_by_field_name("right")?))
}

#[cfg(test)]
mod tests {
    use super::super::hunks::{apply, revert};
    use super::*;

    fn changed(text: &str, hunks: impl FnOnce(&Source) -> Vec<Hunk>) -> String {
        let source = Source::parse(text).unwrap();
        let hunks = hunks(&source);
        let changed = apply(text, &hunks);
        assert_eq!(revert(&changed, &hunks).unwrap(), text);
        Source::parse(changed.clone()).unwrap();
        changed
    }

    #[test]
    fn twins_are_registered_before_the_exports_or_last() {
        let text = changed("from . import a\n\n__all__ = [\n]\n", registration);
        assert_eq!(text, format!("from . import a\n\n{REGISTER}__all__ = [\n]\n"));
        assert!(changed("import a", registration).ends_with("\n\nregister_wired()\n"));
    }

    #[test]
    fn availability_is_asked_before_cargo() {
        let text = "def is_cutile_rs_available() -> bool:\n    \"\"\"Doc.\"\"\"\n    import shutil\n\n    \
                    return False\n";
        let wired = changed(text, |source| availability(source).unwrap());
        let at = wired.find("    from tilegym.tileport_rs").unwrap();
        assert!(wired.find("Doc.").unwrap() < at && at < wired.find("import shutil").unwrap());
        let source = Source::parse("def other(): pass\n").unwrap();
        assert!(availability(&source).unwrap_err().to_string().contains("is_cutile_rs_available"));
    }

    #[test]
    fn comparisons_with_the_backend_take_both() {
        let text = "def f():\n    if b == \"cutile\":  # tiles\n        x = 1\n    elif b == \"tilecpp\":\n        \
                    y = \"cutile\"\n";
        let wired = changed(text, comparisons);
        assert_eq!(wired, text.replace("b == \"cutile\"", "b in (\"cutile\", \"cutile-rs\")"));
    }

    #[test]
    fn tests_get_the_backend_once() {
        let text = "import tilegym\nfrom tilegym.backend import is_backend_available\n\n\nclass T:\n    \
                    _backends = [\"cutile\"]\n    _perf = _backends + [\"pytorch\"]\n";
        let wired = changed(text, parametrisation);
        let added = "    if is_backend_available(\"cutile-rs\"):\n        \
                     _backends = _backends + [\"cutile-rs\"]\n";
        assert!(wired.contains(&format!("_backends = [\"cutile\"]\n{added}    _perf")));
        let again = Source::parse(wired).unwrap();
        assert!(parametrisation(&again).is_empty());
        let other = "import tilegym\n_backends = [\"triton\"]\n";
        assert_eq!(changed(other, parametrisation), other);
    }
}
