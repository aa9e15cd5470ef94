//! Imports: cuTile's go to the runtime, those of modules that have a twin go to the twin.

use tree_sitter::Node;

use super::edits::own_lines;
use super::{RUNTIME_NAME, Rewriter, TWINS, twin_name};
use crate::tilegym::module::{CUTILE, HOST_NAMES, Import, names_of, split_alias};
use crate::tilegym::package::from_cutile;
use crate::tilegym::syntax::{ancestors, children, descendants};

/// What becomes of one imported name.
enum Target {
    /// It is imported from a module, under a name there.
    From(String, String),
    /// Nothing in the twin uses it.
    Dropped,
}

impl<'s> Rewriter<'_, 's> {
    /// Rewrites all import statements that stay, and imports the runtime.
    pub(super) fn rewrite_imports(&mut self) {
        let runtime_import = format!("from {TWINS} import runtime as {RUNTIME_NAME}");
        let mut missing = self.runtime;
        for statement in descendants(self.module.source.root()) {
            if !self.is_live(statement) {
                continue;
            }
            let text = match statement.kind() {
                "import_statement" => self.plain_import(statement),
                "import_from_statement" => self.names_import(statement),
                _ => continue,
            };
            let Some(mut lines) = text else { continue };
            let top = statement.parent() == Some(self.module.source.root());
            if missing && top && self.imports_cutile(statement) {
                lines.push(runtime_import.clone());
                missing = false;
            }
            self.replace_statement(statement, &lines);
        }
        if missing {
            let at = self.first_statement();
            self.edits.insert(at, format!("{runtime_import}\n"));
        }
    }

    /// Whether a statement is `import cuda.tile as …`, whose place the runtime's import takes.
    fn imports_cutile(&self, statement: Node<'s>) -> bool {
        statement.kind() == "import_statement"
            && names_of(statement)
                .into_iter()
                .any(|name| split_alias(self.module.source, name).0 == CUTILE)
    }

    /// Puts lines in a statement's place; with none left, the statement goes.
    fn replace_statement(&mut self, statement: Node<'s>, lines: &[String]) {
        let indent = format!("\n{}", " ".repeat(statement.start_position().column));
        if !lines.is_empty() {
            self.edits.replace(statement.byte_range(), lines.join(&indent));
            return;
        }
        let alone = statement.parent().is_some_and(|block| {
            block.kind() == "block"
                && children(block).iter().filter(|node| node.kind() != "comment").count() == 1
        });
        if alone {
            self.edits.replace(statement.byte_range(), "pass");
        } else {
            let range = own_lines(self.module.source.whole(), statement.byte_range());
            self.edits.replace(range, "");
        }
    }

    /// The lines for `import a, b.c as d`; none where it stays as it is.
    fn plain_import(&mut self, statement: Node<'s>) -> Option<Vec<String>> {
        let source = self.module.source;
        let mut kept = Vec::new();
        let mut lines = Vec::new();
        let mut changed = false;
        for name in names_of(statement) {
            let (path, alias) = split_alias(source, name);
            if !from_cutile(path) {
                if self.package.has_twin(path) {
                    self.refuse(name, format!("`import {path}`: import names from it instead"));
                }
                kept.push(source.text(name));
                continue;
            }
            changed = true;
            let submodule = path.rsplit_once('.').map(|(_, last)| last).unwrap_or_default();
            if let Some(alias) = alias
                && path != CUTILE
                && HOST_NAMES.contains(&submodule)
            {
                lines.push(format!("from {TWINS}.runtime import {}", renamed(submodule, alias)));
            }
        }
        if !kept.is_empty() {
            lines.insert(0, format!("import {}", kept.join(", ")));
        }
        changed.then_some(lines)
    }

    /// The lines for `from a import b, c as d`; none where it stays as it is.
    fn names_import(&mut self, statement: Node<'s>) -> Option<Vec<String>> {
        let module = self.module;
        let imports: Vec<_> =
            module.imports.iter().filter(|import| import.statement == statement).collect();
        let relative =
            statement.child_by_field_name("module_name").is_some_and(|n| n.kind() != "dotted_name");
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        let mut changed = relative || imports.is_empty();
        for import in imports {
            match self.target(import) {
                Target::Dropped => changed = true,
                Target::From(from, name) => {
                    changed |= from != import.module || name != import.name;
                    let entry = renamed(&name, import.local);
                    match groups.iter_mut().find(|(module, _)| *module == from) {
                        Some((_, names)) => names.push(entry),
                        None => groups.push((from, vec![entry])),
                    }
                }
            }
        }
        let line = |(from, names): &(String, Vec<String>)| {
            format!("from {from} import {}", names.join(", "))
        };
        changed.then(|| groups.iter().map(line).collect())
    }

    /// Where a name comes from in the twin.
    fn target(&mut self, import: &Import<'s>) -> Target {
        let from = |module: &str, name: &str| Target::From(module.into(), name.into());
        if self.package.imports_device(self.module, import) {
            return Target::Dropped;
        }
        if from_cutile(&import.module) {
            if import.name == "*" {
                self.refuse(import.statement, "`*` is imported from cuTile");
            }
            // The tuner is a module of its own; other names are the runtime's, whatever part of cuTile
            // they are taken from.
            let tuner = import.module.strip_prefix(CUTILE) == Some(".tune");
            let part = if tuner { ".tune" } else { "" };
            return from(&format!("{TWINS}.runtime{part}"), import.name);
        }
        match (import.module.as_str(), import.name) {
            ("tilegym.experimental", "experimental_kernel") => {
                return from(&format!("{TWINS}.runtime"), import.name);
            }
            ("tilegym.experimental", name) => {
                self.refuse(import.statement, format!("tilegym.experimental.{name} is imported"));
            }
            ("tilegym.backend" | "tilegym.backend.dispatcher", "register_impl") => {
                return from(TWINS, import.name);
            }
            _ => {}
        }
        let defined = self.package.resolve(&import.module, import.name);
        if !self.package.is_in_twin(&defined) {
            return from(&import.module, import.name);
        }
        if import.name == "*" {
            self.refuse(import.statement, format!("`*` is imported from {}", import.module));
        }
        self.needs.push(defined.module.clone());
        let twin = twin_name(&defined.module);
        match (defined.name, twin.rsplit_once('.')) {
            (Some(name), _) => Target::From(twin, name),
            (None, Some((package, name))) => from(package, name),
            (None, None) => from(&twin, import.name),
        }
    }

    /// Where the module's own code begins: after its docstring, comments and `__future__` imports.
    fn first_statement(&self) -> usize {
        let statements = self.module.statements();
        let opening = |node: &Node<'_>| match node.kind() {
            "comment" | "future_import_statement" => true,
            "expression_statement" => {
                node.named_child(0).is_some_and(|child| child.kind() == "string")
            }
            _ => false,
        };
        let first = statements.iter().find(|node| !opening(node));
        debug_assert!(first.is_none_or(|node| ancestors(*node).count() == 1));
        first.map_or(self.module.source.whole().len(), |node| node.start_byte())
    }
}

/// `name as local`, shortened where both are the same.
fn renamed(name: &str, local: &str) -> String {
    if name == local { name.into() } else { format!("{name} as {local}") }
}
