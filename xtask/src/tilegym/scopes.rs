//! Which identifiers read a name, and whether that name is the module's own.

use std::collections::HashSet;

use tree_sitter::Node;

use super::module::{names_of, split_alias};
use super::syntax::{Source, Visit, children, visits};

/// Nodes that open a scope of their own; a class body is none, as its names are not seen by methods.
const SCOPES: [&str; 6] = [
    "function_definition",
    "lambda",
    "list_comprehension",
    "set_comprehension",
    "dictionary_comprehension",
    "generator_expression",
];

/// An identifier that reads a name.
#[derive(Debug, Clone, Copy)]
pub struct Read<'s> {
    /// The identifier.
    pub node: Node<'s>,
    /// Its text.
    pub name: &'s str,
    /// The scope node that binds it; none for a name of the module or a builtin.
    pub scope: Option<Node<'s>>,
}

/// A scope, the names that it binds, and the scope around it.
struct Scope<'s> {
    node: Node<'s>,
    /// Where its names are seen: defaults, annotations and decorators belong to the scope around.
    seen_from: usize,
    names: HashSet<&'s str>,
    global: HashSet<&'s str>,
    outer: Option<usize>,
}

/// All reads of names in a file, in order.
pub fn reads(source: &Source) -> Vec<Read<'_>> {
    let mut scopes: Vec<Scope<'_>> = Vec::new();
    let mut current: Option<usize> = None;
    let mut found = Vec::new();
    for visit in visits(source.root()) {
        let node = visit.node;
        while let Some(index) = current
            && scopes[index].node.end_byte() <= node.start_byte()
        {
            current = scopes[index].outer;
        }
        if let Some(index) = current {
            bind(source, &mut scopes[index], visit);
        }
        if SCOPES.contains(&node.kind()) {
            let body = (node.kind() == "function_definition")
                .then(|| node.child_by_field_name("body"))
                .flatten();
            let seen_from = body.map_or(node.start_byte(), |body| body.start_byte());
            let (names, global) = (HashSet::new(), HashSet::new());
            scopes.push(Scope { node, seen_from, names, global, outer: current });
            current = Some(scopes.len() - 1);
        }
        if node.kind() == "identifier" && is_read(visit) {
            found.push((node, current));
        }
    }
    found
        .into_iter()
        .map(|(node, innermost)| {
            let name = source.text(node);
            let chain = std::iter::successors(innermost, |index| scopes[*index].outer);
            let scope = chain.map(|index| &scopes[index]).find(|scope| {
                scope.seen_from <= node.start_byte()
                    && scope.names.contains(name)
                    && !scope.global.contains(name)
            });
            Read { node, name, scope: scope.map(|scope| scope.node) }
        })
        .collect()
}

/// Adds to a scope what a node binds in it: parameters, targets, inner definitions, local imports.
fn bind<'s>(source: &'s Source, scope: &mut Scope<'s>, visit: Visit<'s>) {
    let node = visit.node;
    match node.kind() {
        "identifier" if is_parameter(visit) || is_target(visit) => {
            scope.names.insert(source.text(node));
        }
        "function_definition" | "class_definition" => {
            if let Some(name) = node.child_by_field_name("name") {
                scope.names.insert(source.text(name));
            }
        }
        "global_statement" => {
            scope.global.extend(children(node).into_iter().map(|name| source.text(name)));
        }
        "import_statement" | "import_from_statement" => {
            scope.names.extend(names_of(node).into_iter().map(|name| {
                let (path, alias) = split_alias(source, name);
                alias.unwrap_or_else(|| path.split('.').next().unwrap_or_default())
            }));
        }
        _ => {}
    }
}

/// Whether an identifier is the name of a parameter.
fn is_parameter(visit: Visit<'_>) -> bool {
    visit.parent.is_some_and(|parent| match parent.kind() {
        "parameters" | "lambda_parameters" => true,
        "default_parameter" | "typed_default_parameter" => visit.field == Some("name"),
        "typed_parameter" => parent.named_child(0) == Some(visit.node),
        "list_splat_pattern" | "dictionary_splat_pattern" => parent.parent().is_some_and(|above| {
            matches!(above.kind(), "parameters" | "lambda_parameters" | "typed_parameter")
        }),
        _ => false,
    })
}

/// Whether an identifier is assigned to, by whatever kind of statement.
fn is_target(visit: Visit<'_>) -> bool {
    visit.parent.is_some_and(|parent| match parent.kind() {
        "assignment" | "for_statement" | "for_in_clause" => visit.field == Some("left"),
        "named_expression" => visit.field == Some("name"),
        "pattern_list" | "tuple_pattern" | "list_pattern" | "as_pattern_target" => true,
        "list_splat_pattern" => !is_parameter(visit),
        _ => false,
    })
}

/// Whether an identifier reads a variable: no attribute, keyword, parameter, target or definition.
fn is_read(visit: Visit<'_>) -> bool {
    let Some(parent) = visit.parent else { return false };
    let named = match parent.kind() {
        "attribute" => visit.field == Some("attribute"),
        "keyword_argument" | "function_definition" | "class_definition" => {
            visit.field == Some("name")
        }
        "dotted_name" | "aliased_import" | "global_statement" | "nonlocal_statement" => true,
        _ => is_parameter(visit) || is_target(visit),
    };
    !named
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(text: &str) -> Vec<String> {
        let source = Source::parse(text).unwrap();
        reads(&source)
            .iter()
            .map(|read| format!("{}{}", read.name, if read.scope.is_some() { "" } else { "*" }))
            .collect()
    }

    #[test]
    fn parameters_and_locals_hide_names_of_the_module() {
        assert_eq!(
            described("def f(a, b=c, *d, e: t = 1):\n    a; b; d; e; g\n"),
            ["c*", "t*", "a", "b", "d", "e", "g*"]
        );
        assert_eq!(described("def f():\n    x, y = z\n    return x.y(k=y)\n"), ["z*", "x", "y"]);
    }

    #[test]
    fn globals_comprehensions_and_inner_functions() {
        assert_eq!(described("def f():\n    global g\n    g = 1\n    return g\n"), ["g*"]);
        assert_eq!(described("def f():\n    [i for i in s]\n    return i\n"), ["i", "s*", "i*"]);
        assert_eq!(
            described("def f(o):\n    def h():\n        return o\n    return h\n"),
            ["o", "h"]
        );
    }
}
