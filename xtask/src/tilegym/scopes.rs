//! Which identifiers read a name, and whether that name is the module's own.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use super::syntax::{Source, ancestors, children, descendants, is_field};

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

/// All reads of names in a file, in order.
pub fn reads(source: &Source) -> Vec<Read<'_>> {
    let mut bound = HashMap::new();
    for scope in descendants(source.root()).filter(|node| SCOPES.contains(&node.kind())) {
        bound.insert(scope.id(), bindings(source, scope));
    }
    descendants(source.root())
        .filter(|node| node.kind() == "identifier" && is_read(*node))
        .map(|node| {
            let name = source.text(node);
            let scope = ancestors(node).find(|above| {
                bound.get(&above.id()).is_some_and(|names| names.contains(name))
                    && (above.kind() != "function_definition" || in_body(node, *above))
            });
            Read { node, name, scope }
        })
        .collect()
}

/// Defaults, annotations and decorators belong to the scope around a function.
fn in_body(node: Node<'_>, function: Node<'_>) -> bool {
    function
        .child_by_field_name("body")
        .is_some_and(|body| body.byte_range().contains(&node.start_byte()))
}

/// The names that a scope binds: parameters, targets, inner definitions, local imports.
fn bindings<'s>(source: &'s Source, scope: Node<'s>) -> HashSet<&'s str> {
    let mut names = HashSet::new();
    let mut global = HashSet::new();
    if let Some(parameters) = scope.child_by_field_name("parameters") {
        for node in descendants(parameters) {
            if node.kind() == "identifier" && is_parameter(node) {
                names.insert(source.text(node));
            }
        }
    }
    let mut stack = children(scope);
    while let Some(node) = stack.pop() {
        match node.kind() {
            "function_definition" | "class_definition" => {
                if let Some(name) = node.child_by_field_name("name") {
                    names.insert(source.text(name));
                }
                continue;
            }
            "global_statement" => {
                global.extend(children(node).into_iter().map(|name| source.text(name)));
            }
            "import_statement" | "import_from_statement" => {
                names.extend(imported(source, node));
            }
            "identifier" if is_target(node) => {
                names.insert(source.text(node));
            }
            kind if SCOPES.contains(&kind) => continue,
            _ => {}
        }
        stack.extend(children(node));
    }
    names.retain(|name| !global.contains(name));
    names
}

/// The local names that an import statement binds.
fn imported<'s>(source: &'s Source, statement: Node<'s>) -> Vec<&'s str> {
    statement
        .children_by_field_name("name", &mut statement.walk())
        .map(|name| match name.child_by_field_name("alias") {
            Some(alias) => source.text(alias),
            None => source.text(name).split('.').next().unwrap_or_default(),
        })
        .collect()
}

/// Whether an identifier is the name of a parameter.
fn is_parameter(node: Node<'_>) -> bool {
    node.parent().is_some_and(|parent| match parent.kind() {
        "parameters" | "lambda_parameters" => true,
        "default_parameter" | "typed_default_parameter" => is_field(node, "name"),
        "typed_parameter" => parent.named_child(0) == Some(node),
        "list_splat_pattern" | "dictionary_splat_pattern" => {
            ancestors(parent).take(2).any(|above| {
                matches!(above.kind(), "parameters" | "lambda_parameters" | "typed_parameter")
            })
        }
        _ => false,
    })
}

/// Whether an identifier is assigned to, by whatever kind of statement.
pub fn is_target(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else { return false };
    match parent.kind() {
        "assignment" | "for_statement" | "for_in_clause" => is_field(node, "left"),
        "named_expression" => is_field(node, "name"),
        "pattern_list" | "tuple_pattern" | "list_pattern" | "as_pattern_target" => true,
        "list_splat_pattern" => !is_parameter(node),
        _ => false,
    }
}

/// Whether an identifier reads a variable: no attribute, keyword, parameter, target or definition.
fn is_read(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else { return false };
    let named = match parent.kind() {
        "attribute" => is_field(node, "attribute"),
        "keyword_argument" | "function_definition" | "class_definition" => is_field(node, "name"),
        "dotted_name" | "aliased_import" | "global_statement" | "nonlocal_statement" => true,
        _ => is_parameter(node) || is_target(node),
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
