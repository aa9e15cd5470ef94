//! Stand-ins for `@ct.kernel` functions.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::edits::Edits;
use super::{RUNTIME_NAME, Rewriter};
use crate::tilegym::module::{CUTILE, Kernel, Module};
use crate::tilegym::package::{Package, defined_name};
use crate::tilegym::syntax::{ancestors, children, decorators, descendants, within};

impl<'s> Rewriter<'_, 's> {
    /// Each kernel gives way to an object of the same name that stands for the Rust kernel.
    pub(super) fn stand_in_for_kernels(&mut self) {
        for kernel in &self.module.kernels {
            if let Some(text) = self.stand_in(kernel) {
                self.edits.replace(kernel.node.byte_range(), text);
                self.dead.push(kernel.node.byte_range());
                self.runtime = true;
            }
        }
    }

    fn stand_in(&mut self, kernel: &Kernel<'s>) -> Option<String> {
        let module = self.module;
        let all = decorators(kernel.node);
        let own = all.iter().position(|decorator| *decorator == kernel.decorator)?;
        if let Some(below) = all.get(own + 1) {
            self.refuse(*below, "a decorator below `ct.kernel` changes what is compiled");
            return None;
        }
        let parameters = parameters(module, kernel.function);
        let constants: Vec<_> = parameters
            .iter()
            .filter(|(_, annotation)| {
                annotation.is_some_and(|node| is_constant(self.package, module, node, 0))
            })
            .map(|(name, _)| *name)
            .collect();
        let names: Vec<_> = parameters.iter().map(|(name, _)| *name).collect();
        let mut arguments = vec![
            format!("\"{}\"", module.file),
            format!("\"{}\"", qualified_name(module, kernel)),
            kernel.line().to_string(),
            format!("params={}", tuple(&names)),
            format!("const={}", tuple(&constants)),
        ];
        let free = free_names(module, kernel);
        if !free.is_empty() {
            let pairs: Vec<_> = free.iter().map(|name| format!("\"{name}\": {name}")).collect();
            arguments.push(format!("closure={{{}}}", pairs.join(", ")));
        }
        if let Some(options) = kernel.decorator.child_by_field_name("arguments") {
            arguments.extend(children(options).into_iter().map(|option| self.host_text(option)));
        }
        let indent = " ".repeat(kernel.node.start_position().column);
        let mut text = format!("{} = {RUNTIME_NAME}.Kernel(\n", kernel.name);
        for argument in arguments {
            text += &format!("{indent}    {argument},\n");
        }
        text += &format!("{indent})");
        for decorator in all[..own].iter().rev() {
            let applied = self.host_text(*decorator);
            text += &format!("\n{indent}{0} = {applied}({0})", kernel.name);
        }
        Some(text)
    }

    /// The text of a host expression that will stand inside a replaced range.
    fn host_text(&mut self, node: Node<'s>) -> String {
        let start = node.start_byte();
        let mut edits = Edits::default();
        for tile in &self.module.tile_uses {
            if within(tile.node, &[node.byte_range()]) {
                if tile.is_device() {
                    let text = self.module.source.text(tile.node).to_owned();
                    self.refuse(tile.node, format!("`{text}` is used by host code"));
                }
                let alias = tile.alias.byte_range();
                edits.replace(alias.start - start..alias.end - start, RUNTIME_NAME);
            }
        }
        edits.apply(self.module.source.text(node))
    }
}

/// Names and annotations of a function's parameters, in order.
pub fn parameters<'s>(module: &Module<'s>, function: Node<'s>) -> Vec<(&'s str, Option<Node<'s>>)> {
    let list = function.child_by_field_name("parameters");
    let list = list.map(children).unwrap_or_default();
    list.into_iter()
        .filter_map(|parameter| {
            let name = match parameter.kind() {
                "identifier" => parameter,
                "typed_parameter" => parameter.named_child(0)?,
                "default_parameter" | "typed_default_parameter" => {
                    parameter.child_by_field_name("name")?
                }
                _ => return None,
            };
            Some((module.source.text(name), parameter.child_by_field_name("type")))
        })
        .collect()
}

/// Whether an annotation makes a parameter a compile-time constant: `ct.Constant[…]`, or a name, a
/// string or an imported name that stands for it.
fn is_constant(
    package: &Package<'_>,
    module: &Module<'_>,
    annotation: Node<'_>,
    depth: usize,
) -> bool {
    if depth > 8 {
        return false;
    }
    let of_cutile = |name: &str| matches!(name, "Constant" | "ConstantAnnotation");
    let follow = |name: &str| {
        if let Some(import) = module.import_of(name) {
            if import.module == CUTILE {
                return of_cutile(import.name);
            }
            let defined = package.resolve(&import.module, import.name);
            return match (package.module(&defined.module), defined.name) {
                (Some(other), Some(name)) => names_constant(package, other, &name, depth + 1),
                _ => false,
            };
        }
        names_constant(package, module, name, depth + 1)
    };
    descendants(annotation).any(|node| match node.kind() {
        "attribute" => {
            module.tile_uses.iter().any(|tile| tile.node == node && of_cutile(tile.attribute))
        }
        "identifier" => follow(module.source.text(node)),
        "string" => module.source.literal(node).is_some_and(|text| {
            let head = text.split('[').next().unwrap_or_default().trim();
            match head.rsplit_once('.') {
                Some((alias, name)) => module.aliases.contains(alias) && of_cutile(name),
                None => follow(head),
            }
        }),
        _ => false,
    })
}

/// Whether a module assigns a constant's annotation to a name.
fn names_constant(package: &Package<'_>, module: &Module<'_>, name: &str, depth: usize) -> bool {
    module
        .statements()
        .into_iter()
        .filter(|statement| statement.kind() == "expression_statement")
        .filter(|statement| defined_name(module, *statement) == Some(name))
        .filter_map(|statement| statement.named_child(0)?.child_by_field_name("right"))
        .any(|value| is_constant(package, module, value, depth))
}

/// Python's qualified name of a kernel.
fn qualified_name(module: &Module<'_>, kernel: &Kernel<'_>) -> String {
    let mut name = kernel.name.to_owned();
    for above in ancestors(kernel.node) {
        let outer = || above.child_by_field_name("name").map(|node| module.source.text(node));
        match above.kind() {
            "function_definition" => {
                name = format!("{}.<locals>.{name}", outer().unwrap_or_default());
            }
            "class_definition" => name = format!("{}.{name}", outer().unwrap_or_default()),
            _ => {}
        }
    }
    name
}

/// Variables of enclosing functions that a kernel made in a factory reads, sorted.
fn free_names<'s>(module: &Module<'s>, kernel: &Kernel<'s>) -> BTreeSet<&'s str> {
    let body = kernel.function.byte_range();
    module
        .reads
        .iter()
        .filter(|read| body.contains(&read.node.start_byte()))
        .filter(|read| read.scope.is_some_and(|scope| !within(scope, std::slice::from_ref(&body))))
        .map(|read| read.name)
        .collect()
}

/// A Python tuple of strings.
fn tuple(names: &[&str]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("\"{name}\"")).collect();
    match quoted.as_slice() {
        [one] => format!("({one},)"),
        _ => format!("({})", quoted.join(", ")),
    }
}
