//! TileGym's operators and kernels by name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context as _, Result};

use super::package::Package;
use super::syntax::{Source, descendants, line, undecorated};
use super::tree::Tree;
use crate::error::usage;
use crate::workspace::Workspace;

/// Names of TileGym's tests, and other usual names, with the operators that they stand for.
const ALIASES: [(&str, &str); 9] = [
    ("attention", "fmha"),
    ("flash_attention", "fmha"),
    ("rope", "apply_rope_base"),
    ("moe", "invoke_fused_moe_kernel"),
    ("fused_moe", "invoke_fused_moe_kernel"),
    ("flash_decode", "fmha_decode"),
    ("swiglu", "get_swiglu"),
    ("moe_align_block", "moe_align_block_size"),
    ("mhc", "mhc_gemm_rms_scale"),
];

/// A `@ct.kernel` function by its place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct KernelPlace {
    /// Path below the package's parent.
    pub file: String,
    /// Line of the first decorator.
    pub line: usize,
    /// First and last line, decorators included.
    pub lines: (usize, usize),
    /// The Python function's name.
    pub function: String,
    /// `ops/cutile`, `liger`, `transformers/olmo3`, …
    pub suite: String,
    /// Operators that the module registers.
    pub operators: Vec<String>,
}

impl KernelPlace {
    /// The name of the crate of a kernel that no operator reaches: suite, file and function.
    pub fn crate_name(&self) -> String {
        let module = self.module();
        let stem = module.rsplit('.').next().unwrap_or_default();
        format!("{}-{stem}-{}", self.suite.replace('/', "-"), self.function)
            .replace("--", "-")
            .replace("-_", "-")
    }

    /// The dotted name of the kernel's module.
    pub fn module(&self) -> String {
        self.file.trim_end_matches(".py").replace('/', ".")
    }

    fn resolved(&self) -> Resolved {
        Resolved { name: self.crate_name(), module: self.module(), operator: None }
    }
}

/// What a name that a user gave stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved {
    /// The crate's name: the operator's, or one made from `file::function`.
    pub name: String,
    /// The module that holds the implementation.
    pub module: String,
    /// The registered operator; none for a kernel that no operator reaches.
    pub operator: Option<String>,
}

/// The operators and kernels of a tree.
#[derive(Debug, Clone, Default)]
pub struct Registry {
    /// Registered operator to the module that implements it for cuTile.
    pub operators: BTreeMap<String, String>,
    /// All kernels, by file and line.
    pub kernels: Vec<KernelPlace>,
}

impl Registry {
    /// Reads the registry off a tree.
    pub fn read(tree: &Tree) -> Result<Self> {
        Ok(Self::of(&Package::new(&tree.python_files()?)))
    }

    /// The registry of an analysed package.
    pub fn of(package: &Package<'_>) -> Self {
        let mut registry = Self::default();
        for module in package.modules() {
            let operators: Vec<String> =
                module.registrations.iter().map(|r| r.operator.to_owned()).collect();
            for operator in &operators {
                registry.operators.insert(operator.clone(), module.name.clone());
            }
            for kernel in &module.kernels {
                registry.kernels.push(KernelPlace {
                    file: module.file.clone(),
                    line: kernel.line(),
                    lines: (kernel.line(), kernel.function.end_position().row + 1),
                    function: kernel.name.to_owned(),
                    suite: suite(&module.name),
                    operators: operators.clone(),
                });
            }
        }
        registry.kernels.sort();
        registry
    }

    /// What a name stands for; an unknown one is an error with the nearest names and all operators.
    ///
    /// A name is an operator (`softmax`; `liger-softmax` or `liger.softmax` of a suite), an alias, or
    /// `file::function`, where the file may be cut from the left.
    pub fn resolve(&self, name: &str) -> Result<Resolved> {
        check_name(name)?;
        if let Some((file, function)) = name.split_once("::") {
            return self.resolve_kernel(name, file, function);
        }
        let dotted = name.replace('-', ".");
        let alias = ALIASES.iter().find(|(alias, _)| *alias == name).map(|(_, operator)| *operator);
        let found = [Some(name), Some(dotted.as_str()), alias]
            .into_iter()
            .flatten()
            .find_map(|name| self.operators.get_key_value(name));
        match found {
            Some((operator, module)) => Ok(Resolved {
                name: operator.replace('.', "-"),
                module: module.clone(),
                operator: Some(operator.clone()),
            }),
            None => match self.kernels.iter().find(|kernel| kernel.crate_name() == name) {
                Some(kernel) => Ok(kernel.resolved()),
                None => Err(usage(self.unknown(name))),
            },
        }
    }

    fn resolve_kernel(&self, name: &str, file: &str, function: &str) -> Result<Resolved> {
        let found: Vec<_> = self
            .kernels
            .iter()
            .filter(|kernel| kernel.function == function && ends_with_path(&kernel.file, file))
            .collect();
        match found[..] {
            [kernel] => Ok(kernel.resolved()),
            [] => Err(usage(self.unknown(name))),
            _ => {
                let files: Vec<_> = found.iter().map(|kernel| kernel.file.as_str()).collect();
                Err(usage(format!(
                    "{name}: stands for several kernels; give more of the path: {}",
                    files.join(", ")
                )))
            }
        }
    }

    /// The message for an unknown name.
    fn unknown(&self, name: &str) -> String {
        let wanted = name.rsplit("::").next().unwrap_or(name).replace('-', ".");
        let kernels = self.kernels.iter().map(|kernel| {
            let short = kernel.file.rsplit('/').next().unwrap_or(&kernel.file);
            (kernel.function.as_str(), format!("{short}::{}", kernel.function))
        });
        let operators = self.operators.keys().map(|name| (name.as_str(), name.replace('.', "-")));
        let aliases = ALIASES.iter().map(|(alias, _)| (*alias, (*alias).to_owned()));
        let mut near: Vec<(f64, String)> = operators
            .chain(aliases)
            .chain(kernels)
            .map(|(text, shown)| (strsim::jaro_winkler(&wanted, text), shown))
            .filter(|(likeness, _)| *likeness > 0.75)
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        near.dedup_by(|a, b| a.1 == b.1);
        let near: Vec<_> = near.into_iter().take(5).map(|(_, shown)| shown).collect();
        let all: Vec<_> = self.operators.keys().map(|name| name.replace('.', "-")).collect();
        let hint =
            if near.is_empty() { String::new() } else { format!("; nearest: {}", near.join(", ")) };
        format!(
            "{name}: TileGym has no such operator or kernel{hint}\nits operators: {}\n\
             a kernel: file.py::function; `cargo xtask kernels` lists them",
            all.join(", ")
        )
    }
}

/// The crate's name for a name that a user gave.
///
/// The tree is opened only where no crate has the name; where there is none yet, a plain name is left
/// to stage A.
pub fn crate_name(workspace: &Workspace, tilegym: Option<&Path>, name: &str) -> Result<String> {
    check_name(name)?;
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    if plain && workspace.crate_of(name).root().is_dir() {
        return Ok(name.into());
    }
    match Tree::find(workspace, tilegym) {
        Ok(tree) => Ok(Registry::read(&tree)?.resolve(name)?.name),
        Err(_) if plain && tilegym.is_none() => Ok(name.into()),
        Err(error) => Err(error),
    }
}

/// Refuses what can be no name, before it becomes part of a path.
fn check_name(name: &str) -> Result<()> {
    let (file, function) = name.split_once("::").unwrap_or(("", name));
    let good = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    let outside = file.starts_with('/') || file.split('/').any(|part| part == "..");
    let named = !function.is_empty() && !function.starts_with(['-', '.']);
    if named && function.chars().all(good) && !function.contains("..") && !outside {
        return Ok(());
    }
    Err(usage(format!(
        "{name:?}: not a kernel's name; give an operator such as softmax, or file.py::function"
    )))
}

/// Operators that TileGym itself implements for `cutile-rs`.
pub fn upstream_cutile_rs(tree: &Tree) -> Result<BTreeSet<String>> {
    let folder = tree.package().join("ops/cutile_rs");
    let mut operators = BTreeSet::new();
    if !folder.is_dir() {
        return Ok(operators);
    }
    for entry in walkdir::WalkDir::new(&folder).sort_by_file_name() {
        let entry = entry.with_context(|| format!("cannot list {}", folder.display()))?;
        if entry.path().extension().is_none_or(|extension| extension != "py") {
            continue;
        }
        let text = std::fs::read_to_string(entry.path())
            .with_context(|| format!("cannot read {}", entry.path().display()))?;
        let source = Source::parse(text)
            .map_err(|error| usage(format!("{}: {error}", entry.path().display())))?;
        for call in descendants(source.root()).filter(|node| node.kind() == "call") {
            let name = call.child_by_field_name("function").map(|node| source.text(node));
            if name != Some("register_impl") {
                continue;
            }
            let literals: Vec<_> =
                descendants(call).filter_map(|node| source.literal(node)).collect();
            if let [operator, "cutile-rs"] = literals[..] {
                operators.insert(operator.to_owned());
            }
        }
    }
    Ok(operators)
}

/// Places outside the twins that import from a module directly, with their lines.
///
/// Packages that only re-export are left out.
pub fn direct_imports(package: &Package<'_>, module: &str) -> Vec<(String, usize)> {
    let mut places = Vec::new();
    for other in package.modules() {
        if other.is_package() || package.has_twin(&other.name) {
            continue;
        }
        for import in &other.imports {
            if package.resolve(&import.module, import.name).module == module {
                places.push((other.file.clone(), line(undecorated(import.statement))));
            }
        }
    }
    places.dedup();
    places
}

/// Whether a path ends with another, at a folder's bound.
fn ends_with_path(path: &str, end: &str) -> bool {
    let end = end.trim_start_matches("./");
    path.strip_suffix(end).is_some_and(|head| head.is_empty() || head.ends_with('/'))
}

/// The part of TileGym that a module belongs to.
fn suite(module: &str) -> String {
    let parts: Vec<&str> = module.split('.').collect();
    match parts[..] {
        [_, "suites", suite, ..] => suite.into(),
        [_, "ops", "cutile", group, _, ..] => format!("ops/cutile/{group}"),
        [_, "ops", backend, ..] => format!("ops/{backend}"),
        [_, "transformers", model, ..] => format!("transformers/{model}"),
        _ => parts[1..].join("/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn registry() -> Registry {
        let kernel = |file: &str, function: &str| KernelPlace {
            file: file.into(),
            line: 1,
            lines: (1, 2),
            function: function.into(),
            suite: suite(&file.trim_end_matches(".py").replace('/', ".")),
            operators: Vec::new(),
        };
        Registry {
            operators: [
                ("softmax", "tilegym.ops.cutile.softmax"),
                ("liger.softmax", "tilegym.suites.liger.cutile.softmax"),
                ("fmha", "tilegym.ops.cutile.attention"),
            ]
            .map(|(name, module)| (name.to_owned(), module.to_owned()))
            .into(),
            kernels: vec![
                kernel("tilegym/suites/liger/cutile/geglu.py", "_geglu"),
                kernel("tilegym/suites/unsloth/cutile/geglu.py", "_geglu"),
                kernel("tilegym/transformers/olmo3/kernels/x.py", "_dual"),
            ],
        }
    }

    #[test]
    fn operators_suites_and_aliases() {
        let name = |given: &str| registry().resolve(given).unwrap().name;
        assert_eq!(name("softmax"), "softmax");
        assert_eq!(name("liger-softmax"), "liger-softmax");
        assert_eq!(name("liger.softmax"), "liger-softmax");
        assert_eq!(name("attention"), "fmha");
        let kernel = registry().resolve("kernels/x.py::_dual").unwrap();
        assert_eq!((kernel.name.as_str(), kernel.operator), ("transformers-olmo3-x-dual", None));
    }

    #[test]
    fn unknown_and_ambiguous_names_are_explained() {
        let error = |given: &str| registry().resolve(given).unwrap_err().to_string();
        assert!(error("sofmax").contains("nearest: softmax"));
        assert!(error("sofmax").contains("its operators: fmha, liger-softmax, softmax"));
        assert!(error("../softmax").contains("not a kernel's name"));
        assert!(error("a/b").contains("not a kernel's name"));
        assert!(error("geglu.py::_geglu").contains("liger/cutile/geglu.py, "));
        assert!(error("geglu.py::_gegl").contains("nearest: geglu.py::_geglu"));
    }
}
