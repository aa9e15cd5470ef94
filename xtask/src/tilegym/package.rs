//! All modules of a TileGym tree together: which get a twin, and which names are device code.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use tree_sitter::Node;

use super::module::{CUTILE, HOST_NAMES, Import, Module};
use super::scopes::Read;
use super::syntax::{descendants, undecorated};
use super::tree::PythonFile;

/// Modules that patch cuTile itself; the runtime takes their place.
const PATCHES: [&str; 1] = ["tilegym.experimental"];

/// Where a name is defined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The defining module.
    pub module: String,
    /// The name there; none where the name is the module itself.
    pub name: Option<String>,
}

/// A name that stands for device code: the scope that binds it (none: the module) and its text.
type DeviceName<'s> = (Option<usize>, &'s str);

/// The modules of a tree and what is known of them together.
#[derive(Debug)]
pub struct Package<'s> {
    modules: BTreeMap<&'s str, Module<'s>>,
    twins: BTreeSet<&'s str>,
    /// Packages that hold kernels: importing anything from them imports cuTile.
    kernel_packages: BTreeSet<&'s str>,
    device: HashMap<&'s str, HashSet<DeviceName<'s>>>,
}

impl<'s> Package<'s> {
    /// Analyses a tree's files.
    pub fn new(files: &'s [PythonFile]) -> Self {
        let modules = files
            .iter()
            .map(|file| {
                let module = Module::new(file.module.clone(), file.path.clone(), &file.source);
                (file.module.as_str(), module)
            })
            .collect();
        let mut package = Self {
            modules,
            twins: BTreeSet::new(),
            kernel_packages: BTreeSet::new(),
            device: HashMap::new(),
        };
        package.find_twins();
        package.find_device_names();
        package
    }

    /// All modules, by name.
    pub fn modules(&self) -> impl Iterator<Item = &Module<'s>> {
        self.modules.values()
    }

    /// A module by its dotted name.
    pub fn module(&self, name: &str) -> Option<&Module<'s>> {
        self.modules.get(name)
    }

    /// Names of the modules that get a twin, sorted.
    pub fn twins(&self) -> impl Iterator<Item = &'s str> {
        self.twins.iter().copied()
    }

    /// Whether a module gets a twin.
    pub fn has_twin(&self, module: &str) -> bool {
        self.twins.contains(module)
    }

    /// Whether a twin imports a definition from that module's twin.
    ///
    /// Of a module outside the kernel packages that is so for what uses cuTile itself; the rest of it
    /// has state that twins share with TileGym.
    pub fn is_in_twin(&self, definition: &Definition) -> bool {
        let Definition { module, name } = definition;
        self.has_twin(module)
            && (self.in_kernel_package(module)
                || name.as_deref().is_none_or(|name| self.uses_cutile(module, name)))
    }

    fn in_kernel_package(&self, module: &str) -> bool {
        self.kernel_packages
            .iter()
            .any(|package| module.strip_prefix(package).is_some_and(|rest| rest.starts_with('.')))
    }

    /// Whether the definition of a module's own name mentions `ct.*`, or another that does.
    fn uses_cutile(&self, module: &str, name: &str) -> bool {
        let Some(module) = self.modules.get(module) else { return false };
        let mut wanted = vec![name];
        let mut seen = HashSet::new();
        while let Some(name) = wanted.pop() {
            if !seen.insert(name) {
                continue;
            }
            for statement in module.statements() {
                if defined_name(module, statement) != Some(name) {
                    continue;
                }
                let inside = |node: Node<'_>| statement.byte_range().contains(&node.start_byte());
                if module.tile_uses.iter().any(|tile| inside(tile.node)) {
                    return true;
                }
                let reads = module.reads.iter().filter(|read| read.scope.is_none());
                wanted.extend(reads.filter(|read| inside(read.node)).map(|read| read.name));
            }
        }
        false
    }

    /// Where an imported name is defined; re-exports of packages are followed.
    pub fn resolve(&self, module: &str, name: &str) -> Definition {
        self.resolve_to(module, name, 0)
    }

    fn resolve_to(&self, module: &str, name: &str, depth: usize) -> Definition {
        let defined = Definition { module: module.into(), name: Some(name.into()) };
        let submodule = format!("{module}.{name}");
        let holder = self.modules.get(module);
        let import = holder.and_then(|holder| holder.import_of(name));
        if let (Some(holder), Some(import)) = (holder, import) {
            // `from . import x` in a package's own `__init__` names the submodule.
            let itself = import.module == module && self.modules.contains_key(submodule.as_str());
            // A cycle of re-exports ends where it began.
            if holder.is_package() && !itself && depth < 8 {
                return self.resolve_to(&import.module, import.name, depth + 1);
            }
        }
        if self.modules.contains_key(submodule.as_str()) {
            return Definition { module: submodule, name: None };
        }
        defined
    }

    /// Whether a module's own name stands for device code.
    pub fn is_device_name(&self, module: &str, name: &str) -> bool {
        self.device_names(module).is_some_and(|names| names.contains(&(None, name)))
    }

    /// Whether a read is of a name that stands for device code.
    pub fn reads_device(&self, module: &Module<'s>, read: &Read<'s>) -> bool {
        self.device_names(&module.name)
            .is_some_and(|names| names.contains(&(read.scope.map(|node| node.id()), read.name)))
    }

    /// Whether an import binds device code.
    pub fn imports_device(&self, module: &Module<'s>, import: &Import<'s>) -> bool {
        let scope = import.scope.map(|node| node.id());
        self.device_names(&module.name).is_some_and(|names| names.contains(&(scope, import.local)))
    }

    fn device_names(&self, module: &str) -> Option<&HashSet<DeviceName<'s>>> {
        self.device.get(module)
    }

    /// A module gets a twin if it has kernels, launches or registrations, and if a twin imports it
    /// from a package of such modules (importing it from there would run that package), or imports
    /// what uses cuTile from it.
    fn find_twins(&mut self) {
        let concerned = |module: &Module<'_>| {
            !module.kernels.is_empty() || module.launches() || !module.registrations.is_empty()
        };
        self.twins = self
            .modules
            .iter()
            .filter(|(name, module)| concerned(module) && !PATCHES.contains(name))
            .map(|(name, _)| *name)
            .collect();
        self.kernel_packages = self
            .twins
            .iter()
            .filter_map(|name| name.rsplit_once('.'))
            .map(|(package, _)| package)
            .collect();
        loop {
            let imported: BTreeSet<&'s str> = self
                .twins
                .iter()
                .flat_map(|twin| &self.modules[twin].imports)
                .map(|import| self.resolve(&import.module, import.name))
                .filter(|definition| !PATCHES.contains(&definition.module.as_str()))
                .filter(|definition| {
                    self.in_kernel_package(&definition.module)
                        || definition
                            .name
                            .as_ref()
                            .is_some_and(|name| self.uses_cutile(&definition.module, name))
                })
                .filter_map(|definition| self.modules.get_key_value(definition.module.as_str()))
                .filter(|(_, module)| !module.is_package())
                .map(|(name, _)| *name)
                .collect();
            let before = self.twins.len();
            self.twins.extend(imported);
            if self.twins.len() == before {
                return;
            }
        }
    }

    /// Finds all names that stand for device code: what is imported from cuTile and has no
    /// counterpart in the runtime; functions and assignments that use such names or `ct.*`; and
    /// what other modules import of these.
    fn find_device_names(&mut self) {
        let twins: Vec<&'s str> = self.twins.iter().copied().collect();
        for twin in &twins {
            let imported = self.modules[twin]
                .imports
                .iter()
                .filter(|import| from_cutile(&import.module) && !HOST_NAMES.contains(&import.name));
            let names = imported.map(|import| (import.scope.map(|n| n.id()), import.local));
            self.device.insert(twin, names.collect());
        }
        loop {
            let mut found = Vec::new();
            for twin in &twins {
                let module = &self.modules[twin];
                let known = &self.device[twin];
                let mut see = |scope, name: &'s str| {
                    if !known.contains(&(scope, name)) {
                        found.push((*twin, (scope, name)));
                    }
                };
                for name in self.definitions_that_use_device(module) {
                    see(None, name);
                }
                for import in &module.imports {
                    let Definition { module, name } = self.resolve(&import.module, import.name);
                    if name.is_some_and(|name| self.is_device_name(&module, &name)) {
                        see(import.scope.map(|node| node.id()), import.local);
                    }
                }
            }
            if found.is_empty() {
                return;
            }
            for (twin, name) in found {
                self.device.get_mut(twin).expect("made for each twin").insert(name);
            }
        }
    }

    /// Functions and assignments of a module itself, kernels excepted, that use the device's part of
    /// cuTile or a name that stands for device code.
    fn definitions_that_use_device(&self, module: &Module<'s>) -> Vec<&'s str> {
        let tiles = module.tile_uses.iter().filter(|tile| tile.is_device()).map(|tile| tile.node);
        let reads = module.reads.iter().filter(|read| self.reads_device(module, read));
        let uses = tiles.chain(reads.map(|read| read.node));
        let starts: Vec<_> = uses.map(|node| node.start_byte()).collect();
        let kernels: Vec<_> =
            module.kernels.iter().map(|kernel| kernel.node.byte_range()).collect();
        let in_kernel = |byte: &usize| kernels.iter().any(|kernel| kernel.contains(byte));
        let starts: Vec<_> = starts.into_iter().filter(|byte| !in_kernel(byte)).collect();
        module
            .statements()
            .into_iter()
            .filter(|node| starts.iter().any(|byte| node.byte_range().contains(byte)))
            .filter_map(|node| defined_name(module, node))
            .collect()
    }
}

/// Whether a module is cuTile or lies within it.
pub fn from_cutile(module: &str) -> bool {
    module.strip_prefix(CUTILE).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The name that a function definition or a plain assignment gives to the module.
pub fn defined_name<'s>(module: &Module<'s>, statement: Node<'s>) -> Option<&'s str> {
    let node = undecorated(statement);
    match node.kind() {
        "function_definition" => Some(module.source.text(node.child_by_field_name("name")?)),
        "expression_statement" => {
            let assignment = node.named_child(0).filter(|child| child.kind() == "assignment")?;
            let left = assignment.child_by_field_name("left")?;
            (left.kind() == "identifier").then(|| module.source.text(left))
        }
        _ => None,
    }
}

/// Whether a statement assigns to an attribute of cuTile itself.
pub fn patches_cutile(module: &Module<'_>, statement: Node<'_>) -> bool {
    descendants(statement).take(3).any(|node| {
        node.kind() == "assignment"
            && node
                .child_by_field_name("left")
                .is_some_and(|left| module.tile_uses.iter().any(|tile| tile.node == left))
    })
}
