//! What the Python source calls the values of a kernel.
//!
//! cuTile's debug information says at which line and column the expression stands that an operation
//! comes from; the syntax tree says to which name an expression is assigned there.

use std::collections::HashMap;

use cutile_ir::ir::{DebugInfoLoc, Location};
use tree_sitter::Node;

use crate::tilegym::syntax::{Source, children, descendants};

/// The names of a Python file's expressions, by where they begin.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Assigned {
    file: String,
    names: HashMap<(u32, u32), String>,
}

impl Assigned {
    /// The names in a file of the package; none where it does not parse.
    pub fn read(file: &str, text: &str) -> Self {
        let mut names = HashMap::new();
        if let Ok(source) = Source::parse(text) {
            for node in descendants(source.root()) {
                note(&source, node, &mut names);
            }
        }
        Self { file: file.to_owned(), names }
    }

    /// The name that the expression at a place is assigned to, and the place: line and column.
    pub fn name(&self, location: &Location) -> Option<((u32, u32), &str)> {
        match location {
            Location::FileLineCol { filename, line, column }
            | Location::DebugInfo(DebugInfoLoc { filename, line, column, .. }) => {
                let last = |path: &str| path.rsplit('/').next().map(str::to_owned);
                let place = (*line, *column);
                let name = self.names.get(&place).filter(|_| last(filename) == last(&self.file))?;
                Some((place, name))
            }
            Location::CallSite { callee, .. } => self.name(callee),
            Location::Unknown => None,
        }
    }
}

/// Line from 1 and column from 0, as debug information counts.
fn place(node: Node<'_>) -> (u32, u32) {
    let start = node.start_position();
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    (number(start.row + 1), number(start.column))
}

fn note(source: &Source, node: Node<'_>, names: &mut HashMap<(u32, u32), String>) {
    let field = |name: &str| node.child_by_field_name(name);
    let mut name_at = |target: Node<'_>, at: Node<'_>| {
        if target.kind() == "identifier" {
            names.insert(place(at), source.text(target).to_owned());
        }
    };
    match node.kind() {
        "assignment" => {
            let (Some(left), Some(right)) = (field("left"), field("right")) else { return };
            match (left.kind(), right.kind()) {
                ("pattern_list" | "tuple_pattern", "expression_list" | "tuple") => {
                    for (target, value) in children(left).into_iter().zip(children(right)) {
                        name_at(target, value);
                    }
                }
                _ => name_at(left, right),
            }
        }
        // Of these, the place is the statement's.
        "augmented_assignment" => {
            if let Some(left) = field("left") {
                name_at(left, node);
            }
        }
        "for_statement" => {
            if let Some(left) = field("left") {
                name_at(left, node);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, column: u32) -> Location {
        Location::FileLineCol { filename: "/x/ops/softmax.py".into(), line, column }
    }

    fn name(assigned: &Assigned, location: &Location) -> Option<String> {
        assigned.name(location).map(|(_, name)| name.to_owned())
    }

    #[test]
    fn expressions_have_the_names_that_they_are_assigned_to() {
        let text = "row = ct.load(x)\nm, n = a(), b()\nacc += 1\nfor i in range(3):\n    y = i\n";
        let assigned = Assigned::read("ops/softmax.py", text);
        assert_eq!(name(&assigned, &at(1, 6)).as_deref(), Some("row"));
        assert_eq!(name(&assigned, &at(1, 0)), None);
        assert_eq!(name(&assigned, &at(2, 7)).as_deref(), Some("m"));
        assert_eq!(name(&assigned, &at(2, 12)).as_deref(), Some("n"));
        assert_eq!(name(&assigned, &at(3, 0)).as_deref(), Some("acc"));
        assert_eq!(name(&assigned, &at(4, 0)).as_deref(), Some("i"));
        let called =
            Location::CallSite { callee: Box::new(at(5, 8)), caller: Box::new(Location::Unknown) };
        assert_eq!(name(&assigned, &called).as_deref(), Some("y"));
    }

    #[test]
    fn places_in_other_files_have_no_names() {
        let assigned = Assigned::read("ops/other.py", "row = f(x)\n");
        assert_eq!(name(&assigned, &at(1, 6)), None);
        assert_eq!(name(&Assigned::default(), &at(1, 6)), None);
    }
}
