//! One Python module of TileGym: its imports, kernels, registrations and uses of cuTile.

use std::collections::HashSet;

use tree_sitter::Node;

use super::scopes::{self, Read};
use super::syntax::{Source, ancestors, children, decorators, descendants, line, undecorated};

/// cuTile's Python package.
pub const CUTILE: &str = "cuda.tile";

/// What host code may ask of cuTile: the runtime has a counterpart of the same name.
///
/// Everything else of `ct.*` is for device code.
pub const HOST_NAMES: [&str; 24] = [
    "launch",
    "kernel",
    "tune",
    "ByTarget",
    "cdiv",
    "compiler_timeout",
    "DType",
    "bool_",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float16",
    "float32",
    "float64",
    "bfloat16",
    "tfloat32",
    "float8_e4m3fn",
    "float8_e5m2",
    "exhaustive_search",
];

/// One name that an import statement binds.
#[derive(Debug, Clone)]
pub struct Import<'s> {
    /// The statement.
    pub statement: Node<'s>,
    /// The module imported from, absolute; for `import a.b as c`, `a`.
    pub module: String,
    /// The name imported; `*` for all.
    pub name: &'s str,
    /// The name that it gets here.
    pub local: &'s str,
    /// The function that the statement stands in.
    pub scope: Option<Node<'s>>,
}

/// A `@ct.kernel` function.
#[derive(Debug, Clone, Copy)]
pub struct Kernel<'s> {
    /// The definition with its decorators.
    pub node: Node<'s>,
    /// The definition itself.
    pub function: Node<'s>,
    /// The expression of the `ct.kernel` decorator.
    pub decorator: Node<'s>,
    /// The function's name.
    pub name: &'s str,
}

impl Kernel<'_> {
    /// Line of the first decorator, as debug information has it.
    pub fn line(&self) -> usize {
        line(self.node)
    }
}

/// `alias.attribute`, where the alias is cuTile.
#[derive(Debug, Clone, Copy)]
pub struct TileUse<'s> {
    /// The whole attribute expression.
    pub node: Node<'s>,
    /// The alias.
    pub alias: Node<'s>,
    /// The attribute's name.
    pub attribute: &'s str,
}

impl TileUse<'_> {
    /// Whether only device code can use it.
    pub fn is_device(&self) -> bool {
        !HOST_NAMES.contains(&self.attribute)
    }
}

/// `@register_impl("<operator>", backend="cutile")`.
#[derive(Debug, Clone, Copy)]
pub struct Registration<'s> {
    /// The registered operator.
    pub operator: &'s str,
    /// The literal that names the backend.
    pub backend: Node<'s>,
    /// The function that implements it, where the call is a decorator.
    pub function: Option<&'s str>,
}

/// One module and what its syntax says.
#[derive(Debug)]
pub struct Module<'s> {
    /// Dotted name, e.g. `tilegym.ops.cutile.softmax`.
    pub name: String,
    /// Path below the package's parent, e.g. `tilegym/ops/cutile/softmax.py`.
    pub file: String,
    /// Text and syntax tree.
    pub source: &'s Source,
    /// Spellings of cuTile here: `ct`, `cuda.tile`.
    pub aliases: HashSet<&'s str>,
    /// All names that `from` imports bind, and renamed submodules of cuTile.
    pub imports: Vec<Import<'s>>,
    /// The kernels, in order.
    pub kernels: Vec<Kernel<'s>>,
    /// Reads of names, in order.
    pub reads: Vec<Read<'s>>,
    /// Uses of cuTile by attribute, in order.
    pub tile_uses: Vec<TileUse<'s>>,
    /// Registrations for the backend `cutile`.
    pub registrations: Vec<Registration<'s>>,
}

impl<'s> Module<'s> {
    /// Reads the facts off a parsed file.
    pub fn new(name: String, file: String, source: &'s Source) -> Self {
        let package = file.ends_with("/__init__.py");
        let mut module = Self {
            name,
            file,
            source,
            aliases: HashSet::new(),
            imports: Vec::new(),
            kernels: Vec::new(),
            reads: Vec::new(),
            tile_uses: Vec::new(),
            registrations: Vec::new(),
        };
        module.find_imports(package);
        module.tile_uses = descendants(source.root())
            .filter(|node| node.kind() == "attribute")
            .filter_map(|node| module.tile_use(node))
            .collect();
        module.kernels = descendants(source.root())
            .filter(|node| node.kind() == "decorated_definition")
            .filter_map(|node| module.kernel(node))
            .collect();
        module.reads = scopes::reads(source);
        module.registrations = descendants(source.root())
            .filter(|node| node.kind() == "call")
            .filter_map(|node| module.registration(node))
            .collect();
        module
    }

    /// Whether this is a package's `__init__`.
    pub fn is_package(&self) -> bool {
        self.file.ends_with("/__init__.py")
    }

    /// Statements of the module itself, in order.
    pub fn statements(&self) -> Vec<Node<'s>> {
        children(self.source.root())
    }

    /// The import that binds a name at module level; the last one wins.
    pub fn import_of(&self, local: &str) -> Option<&Import<'s>> {
        self.imports.iter().rev().find(|import| import.local == local && import.scope.is_none())
    }

    /// Whether host code launches a kernel here.
    pub fn launches(&self) -> bool {
        self.tile_uses.iter().any(|tile| tile.attribute == "launch")
    }

    fn find_imports(&mut self, package: bool) {
        let source = self.source;
        for statement in descendants(source.root()) {
            let scope = || ancestors(statement).find(|above| above.kind() == "function_definition");
            match statement.kind() {
                "import_statement" => {
                    for name in names_of(statement) {
                        let (path, alias) = split_alias(source, name);
                        if path == CUTILE || path.starts_with("cuda.tile.") && alias.is_none() {
                            self.aliases.insert(alias.unwrap_or(CUTILE));
                        } else if let (Some(local), Some((module, name))) =
                            (alias, path.rsplit_once('.'))
                        {
                            self.imports.push(Import {
                                statement,
                                module: module.into(),
                                name,
                                local,
                                scope: scope(),
                            });
                        }
                    }
                }
                "import_from_statement" => {
                    let module = absolute(&self.name, package, source, statement);
                    let star = children(statement).iter().any(|n| n.kind() == "wildcard_import");
                    let names = names_of(statement);
                    let bound = names.iter().map(|name| {
                        let (path, alias) = split_alias(source, *name);
                        (path, alias.unwrap_or(path))
                    });
                    for (name, local) in bound.chain(star.then_some(("*", "*"))) {
                        let (module, scope) = (module.clone(), scope());
                        if module == "cuda" && name == "tile" {
                            self.aliases.insert(local);
                        } else {
                            self.imports.push(Import { statement, module, name, local, scope });
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn tile_use(&self, node: Node<'s>) -> Option<TileUse<'s>> {
        let alias = node.child_by_field_name("object")?;
        let attribute = self.source.text(node.child_by_field_name("attribute")?);
        self.aliases.contains(self.source.text(alias)).then_some(TileUse { node, alias, attribute })
    }

    fn kernel(&self, node: Node<'s>) -> Option<Kernel<'s>> {
        let function = undecorated(node);
        if function.kind() != "function_definition" {
            return None;
        }
        let decorator = decorators(node).into_iter().find(|decorator| {
            let called = decorator.child_by_field_name("function").unwrap_or(*decorator);
            let imported = || {
                self.import_of(self.source.text(called))
                    .is_some_and(|import| import.module == CUTILE && import.name == "kernel")
            };
            self.tile_use(called).is_some_and(|tile| tile.attribute == "kernel") || imported()
        })?;
        let name = self.source.text(function.child_by_field_name("name")?);
        Some(Kernel { node, function, decorator, name })
    }

    fn registration(&self, call: Node<'s>) -> Option<Registration<'s>> {
        if self.source.text(call.child_by_field_name("function")?) != "register_impl" {
            return None;
        }
        let arguments = children(call.child_by_field_name("arguments")?);
        let positional: Vec<_> =
            arguments.iter().filter(|a| a.kind() != "keyword_argument").copied().collect();
        let argument = |index: usize, keyword: &str| {
            positional.get(index).copied().or_else(|| {
                let named = |a: &&Node<'s>| {
                    a.child_by_field_name("name").is_some_and(|n| self.source.text(n) == keyword)
                };
                arguments.iter().find(named)?.child_by_field_name("value")
            })
        };
        let operator = self.source.literal(argument(0, "name")?)?;
        let backend = argument(1, "backend")?;
        if self.source.literal(backend)? != "cutile" {
            return None;
        }
        let function = ancestors(call)
            .find(|node| node.kind() == "decorated_definition")
            .and_then(|node| undecorated(node).child_by_field_name("name"))
            .map(|name| self.source.text(name));
        Some(Registration { operator, backend, function })
    }
}

/// The nodes of the names that an import statement lists.
pub fn names_of(statement: Node<'_>) -> Vec<Node<'_>> {
    statement.children_by_field_name("name", &mut statement.walk()).collect()
}

/// `a.b as c` as its path and its alias.
pub fn split_alias<'s>(source: &'s Source, name: Node<'s>) -> (&'s str, Option<&'s str>) {
    match name.child_by_field_name("alias") {
        Some(alias) => {
            let path = name.child_by_field_name("name").unwrap_or(name);
            (source.text(path), Some(source.text(alias)))
        }
        None => (source.text(name), None),
    }
}

/// The module that a `from` import names, with leading dots resolved.
fn absolute(importer: &str, package: bool, source: &Source, statement: Node<'_>) -> String {
    let Some(module) = statement.child_by_field_name("module_name") else { return String::new() };
    let text = source.text(module);
    let path = text.trim_start_matches('.');
    let dots = text.len() - path.len();
    if dots == 0 {
        return path.into();
    }
    let mut base: Vec<_> = importer.split('.').collect();
    base.truncate((base.len() + usize::from(package)).saturating_sub(dots));
    if !path.is_empty() {
        base.push(path);
    }
    base.join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with<T>(text: &str, file: &str, check: impl FnOnce(&Module<'_>) -> T) -> T {
        let source = Source::parse(text).unwrap();
        let name = file.trim_end_matches(".py").trim_end_matches("/__init__").replace('/', ".");
        check(&Module::new(name, file.into(), &source))
    }

    #[test]
    fn relative_imports_become_absolute() {
        let text = "from . import a\nfrom .b import c as d\nfrom ..e import f\n";
        let of = |module: &Module<'_>| {
            module.imports.iter().map(|i| format!("{}:{}", i.module, i.local)).collect::<Vec<_>>()
        };
        assert_eq!(with(text, "t/p/m.py", of), ["t.p:a", "t.p.b:d", "t.e:f"]);
        assert_eq!(with(text, "t/p/__init__.py", of), ["t.p:a", "t.p.b:d", "t.e:f"]);
    }

    #[test]
    fn kernels_by_any_spelling_of_the_decorator() {
        let text = "import cuda.tile as ct\nfrom cuda.tile import kernel as k\n\
                    @ct.kernel\ndef a(): pass\n@x\n@ct.kernel(occupancy=2)\ndef b(): pass\n\
                    @k()\ndef c(): pass\n@other\ndef d(): pass\n";
        let found = with(text, "t/m.py", |module| {
            module.kernels.iter().map(|k| (k.name.to_owned(), k.line())).collect::<Vec<_>>()
        });
        assert_eq!(found, [("a".into(), 3), ("b".into(), 5), ("c".into(), 8)]);
    }

    #[test]
    fn registrations_for_cutile_only() {
        let text = "@register_impl(\"a\", backend=\"cutile\")\ndef f(): pass\n\
                    @register_impl(name=\"b\", backend=\"triton\")\ndef g(): pass\n\
                    @register_impl('c', 'cutile')\ndef h(): pass\n";
        let found = with(text, "t/m.py", |module| {
            let pair =
                |r: &Registration<'_>| (r.operator.to_owned(), r.function.unwrap().to_owned());
            module.registrations.iter().map(pair).collect::<Vec<_>>()
        });
        assert_eq!(found, [("a".into(), "f".into()), ("c".into(), "h".into())]);
    }
}
