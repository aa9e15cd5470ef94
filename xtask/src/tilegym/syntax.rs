//! Python source with its syntax tree: spans, text and walks.

use tree_sitter::{Node, Parser, Tree};

/// A Python file that does not parse.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: not valid Python")]
pub struct SyntaxError {
    /// Line of the first error, from 1.
    pub line: usize,
}

/// The text of a Python file and its syntax tree.
#[derive(Debug)]
pub struct Source {
    text: String,
    tree: Tree,
}

impl Source {
    /// Parses a file's text.
    pub fn parse(text: impl Into<String>) -> Result<Self, SyntaxError> {
        let text = text.into();
        let mut parser = Parser::new();
        parser
            .set_language(&tree_sitter_python::LANGUAGE.into())
            .expect("the grammar and the parser are built for one ABI");
        let tree = parser.parse(&text, None).expect("no cancellation was asked for");
        let source = Self { text, tree };
        let wrong = descendants(source.root())
            .find(|node| node.is_error() || node.is_missing())
            .map(|node| SyntaxError { line: line(node) });
        wrong.map_or(Ok(source), Err)
    }

    /// The whole text.
    pub fn whole(&self) -> &str {
        &self.text
    }

    /// The module node.
    pub fn root(&self) -> Node<'_> {
        self.tree.root_node()
    }

    /// The text of a node.
    pub fn text(&self, node: Node<'_>) -> &str {
        &self.text[node.byte_range()]
    }

    /// The text of a string literal without prefix and quotes; none if it has interpolations.
    pub fn literal(&self, node: Node<'_>) -> Option<&str> {
        if node.kind() != "string" {
            return None;
        }
        let parts = children(node);
        if parts.iter().any(|part| part.kind() == "interpolation") {
            return None;
        }
        let start = parts.first()?.end_byte();
        let end = parts.last()?.start_byte();
        Some(&self.text[start..end])
    }
}

/// The line of a node's first byte, from 1.
pub fn line(node: Node<'_>) -> usize {
    node.start_position().row + 1
}

/// The named children of a node, in order.
pub fn children(node: Node<'_>) -> Vec<Node<'_>> {
    node.named_children(&mut node.walk()).collect()
}

/// A node and all below it, parents first.
pub fn descendants(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    visits(node).map(|visit| visit.node)
}

/// A node on a walk, with what holds it.
#[derive(Debug, Clone, Copy)]
pub struct Visit<'s> {
    /// The node.
    pub node: Node<'s>,
    /// The node above it.
    pub parent: Option<Node<'s>>,
    /// The field of `parent` that it fills.
    pub field: Option<&'s str>,
}

/// A node and all below it, parents first, each with its parent; asking a node for its parent is a
/// search from the root.
pub fn visits(node: Node<'_>) -> impl Iterator<Item = Visit<'_>> {
    let mut cursor = node.walk();
    let mut above: Vec<Node<'_>> = Vec::new();
    let mut done = false;
    std::iter::from_fn(move || {
        if done {
            return None;
        }
        let current = Visit {
            node: cursor.node(),
            parent: above.last().copied(),
            field: cursor.field_name(),
        };
        if cursor.goto_first_child() {
            above.push(current.node);
            return Some(current);
        }
        while !cursor.goto_next_sibling() {
            above.pop();
            if !cursor.goto_parent() {
                done = true;
                break;
            }
        }
        Some(current)
    })
}

/// The nodes above a node, nearest first.
pub fn ancestors(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    std::iter::successors(node.parent(), |node| node.parent())
}

/// Whether a node lies within one of some byte ranges.
pub fn within(node: Node<'_>, ranges: &[std::ops::Range<usize>]) -> bool {
    ranges.iter().any(|range| range.start <= node.start_byte() && node.end_byte() <= range.end)
}

/// The definition inside a decorated definition; any other node is its own.
pub fn undecorated(node: Node<'_>) -> Node<'_> {
    match node.kind() {
        "decorated_definition" => node.child_by_field_name("definition").unwrap_or(node),
        _ => node,
    }
}

/// The expressions of a definition's decorators, outermost first.
pub fn decorators(node: Node<'_>) -> Vec<Node<'_>> {
    children(node)
        .into_iter()
        .filter(|child| child.kind() == "decorator")
        .filter_map(|decorator| decorator.named_child(0))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_line_of_an_error() {
        let error = Source::parse("x = 1\ndef f(:\n    pass\n").unwrap_err();
        assert_eq!(error.line, 2);
    }

    #[test]
    fn a_walk_knows_parents_and_fields() {
        let source = Source::parse("a = b.c\n").unwrap();
        let seen: Vec<_> = visits(source.root())
            .filter(|visit| visit.node.kind() == "identifier")
            .map(|visit| (source.text(visit.node), visit.parent.unwrap().kind(), visit.field))
            .collect();
        assert_eq!(
            seen,
            [
                ("a", "assignment", Some("left")),
                ("b", "attribute", Some("object")),
                ("c", "attribute", Some("attribute")),
            ]
        );
        assert_eq!(descendants(source.root()).count(), 9);
    }

    #[test]
    fn literals_lose_their_quotes() {
        let source = Source::parse("a('x', r\"y\", f'{z}', '')\n").unwrap();
        let strings: Vec<_> = descendants(source.root())
            .filter(|node| node.kind() == "string")
            .map(|node| source.literal(node))
            .collect();
        assert_eq!(strings, [Some("x"), Some("y"), None, Some("")]);
    }
}
