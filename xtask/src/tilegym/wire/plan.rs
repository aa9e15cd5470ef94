//! What a tree's files have to be for a set of operators to be wired.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context as _, Result};

use super::contents;
use super::hooks;
use super::hunks::{self, Hunk};
use super::operator::{Operator, Request};
use super::record::{EditedFile, Record, below_root};
use super::tests_of::tests_of;
use crate::error::{UserError, usage};
use crate::files::sha256;
use crate::tilegym::package::Package;
use crate::tilegym::registry;
use crate::tilegym::rewrite::TWINS;
use crate::tilegym::syntax::Source;
use crate::tilegym::tree::Tree;

/// The files to write and to remove, and the record of it.
#[derive(Debug)]
pub struct Plan {
    /// New content by path below the tree's root.
    pub write: BTreeMap<String, Vec<u8>>,
    /// Files to remove, by path below the tree's root.
    pub remove: BTreeSet<String>,
    /// The tree's record afterwards.
    pub record: Record,
    /// What the user may want to know.
    pub notes: Vec<String>,
}

/// Plans a tree in which `add` are wired besides what is, and `drop` are not.
///
/// `runtime` is the Python package that twins launch through. Operators that TileGym itself has for
/// `cutile-rs` are left to it unless `replace`. Nothing is written.
pub fn plan(
    tree: &Tree,
    runtime: &Path,
    add: &[Request],
    drop: &BTreeSet<String>,
    replace: bool,
) -> Result<Plan> {
    let old = Record::read(tree)?;
    refuse_edited_additions(tree, &old)?;
    let mut planner = Planner { tree, old: &old, notes: Vec::new() };
    let mut record = Record::empty();
    record.operators.clone_from(&old.operators);
    record.operators.retain(|name, _| !drop.contains(name));
    let files = tree.python_files()?;
    let package = Package::new(&files);
    let mut libraries = BTreeMap::new();
    let taken = registry::upstream_cutile_rs(tree)?;
    for request in add {
        let operator = request.operator(&package, &taken, replace)?;
        planner.note_request(&package, request, &operator, &taken);
        libraries.insert(operator.library.clone(), request.library.clone());
        record.operators.insert(request.name.clone(), operator);
    }
    let mut write = BTreeMap::new();
    if !record.operators.is_empty() {
        for (path, text) in contents::twins(&files, &package, tree.version(), &record.operators)? {
            write.insert(planner.below_root(&path), text.into_bytes());
        }
        for (path, bytes) in contents::support(runtime, tree.version(), &record.operators)? {
            write.insert(planner.below_root(&path), bytes);
        }
        for operator in record.operators.values() {
            let path = format!("{}/{}", TWINS.replace('.', "/"), operator.library);
            let bytes = match libraries.remove(&operator.library) {
                Some(bytes) => Some(bytes),
                // A library that was deleted by hand stays away until it is wired again.
                None => std::fs::read(tree.python_path().join(&path)).ok(),
            };
            if let Some(bytes) = bytes {
                write.insert(planner.below_root(&path), bytes);
            }
        }
    }
    record.written = write.iter().map(|(path, bytes)| (path.clone(), sha256(bytes))).collect();
    let edits = planner.edits(&package, &record.operators)?;
    for (path, (original, hunks)) in edits {
        let wired = hunks::apply(&original, &hunks);
        if !hunks.is_empty() {
            let edited = EditedFile { original: sha256(&original), hunks };
            record.edited.insert(path.clone(), edited);
        }
        write.insert(path, wired.into_bytes());
    }
    let record_path = below_root(tree, &Record::path(tree));
    let mut remove: BTreeSet<String> =
        old.written.keys().filter(|path| !write.contains_key(*path)).cloned().collect();
    if record.operators.is_empty() {
        if !old.operators.is_empty() {
            remove.insert(record_path);
        }
    } else {
        write.insert(record_path, record.text().into_bytes());
    }
    write.retain(|path, bytes| {
        std::fs::read(tree.root().join(path)).map_or(true, |old| old != *bytes)
    });
    Ok(Plan { write, remove, record, notes: planner.notes })
}

struct Planner<'a> {
    tree: &'a Tree,
    old: &'a Record,
    notes: Vec<String>,
}

impl Planner<'_> {
    /// A path below the package's parent as one below the root.
    fn below_root(&self, path: &str) -> String {
        below_root(self.tree, &self.tree.python_path().join(path))
    }

    /// The files of TileGym that are or were changed: their original text and the changes to make.
    fn edits(
        &self,
        package: &Package<'_>,
        operators: &BTreeMap<String, Operator>,
    ) -> Result<BTreeMap<String, (String, Vec<Hunk>)>> {
        let mut edits = BTreeMap::new();
        for path in self.old.edited.keys() {
            edits.insert(path.clone(), (self.original(path)?, Vec::new()));
        }
        if operators.is_empty() {
            return Ok(edits);
        }
        let mut hook = |path: String, find: &dyn Fn(&Source) -> Result<Vec<Hunk>>| -> Result<()> {
            let text = self.original(&path)?;
            let source =
                Source::parse(text.clone()).map_err(|error| usage(format!("{path}: {error}")))?;
            let hunks = find(&source)?;
            if !hunks.is_empty() || edits.contains_key(&path) {
                edits.insert(path, (text, hunks));
            }
            Ok(())
        };
        hook(self.below_root("tilegym/ops/__init__.py"), &|s| Ok(hooks::registration(s)))?;
        hook(self.below_root("tilegym/backend/selector.py"), &hooks::availability)?;
        for module in package.modules() {
            let interface = module.name.starts_with("tilegym.ops.") && !module.is_package();
            if interface && !package.has_twin(&module.name) {
                hook(self.below_root(&module.file), &|s| Ok(hooks::comparisons(s)))?;
            }
        }
        if let Some(tests) = self.tree.tests() {
            for operator in operators.values() {
                for path in tests_of(&tests, &operator.module)? {
                    let path = below_root(self.tree, &path);
                    hook(path, &|s| Ok(hooks::parametrisation(s)))?;
                }
            }
        }
        Ok(edits)
    }

    /// A file's text without the changes that were made to it.
    fn original(&self, path: &str) -> Result<String> {
        let full = self.tree.root().join(path);
        let text = std::fs::read_to_string(&full)
            .with_context(|| format!("cannot read {}", full.display()))?;
        let Some(edited) = self.old.edited.get(path) else { return Ok(text) };
        // A run that was stopped may have recorded a change that it did not come to make.
        if sha256(&text) == edited.original {
            return Ok(text);
        }
        hunks::revert(&text, &edited.hunks).map_err(|places| {
            let places: Vec<_> = places
                .iter()
                .map(|place| {
                    format!("  {path}:{}: expected\n{}", place.line, indented(&place.text))
                })
                .collect();
            UserError::Refused(format!(
                "lines that `cargo xtask wire` wrote were edited since; make them as they were, or \
                 restore the file from TileGym's original:\n{}",
                places.join("\n")
            ))
            .into()
        })
    }

    fn note_request(
        &mut self,
        package: &Package<'_>,
        request: &Request,
        operator: &Operator,
        taken: &BTreeSet<String>,
    ) {
        if let Some(module) = package.module(&request.module) {
            for registration in &module.registrations {
                if taken.contains(registration.operator)
                    && !operator.registers.contains(registration.operator)
                {
                    self.notes.push(format!(
                        "{}: TileGym has its own cutile-rs backend for it, which is kept; --replace \
                         takes this one",
                        registration.operator
                    ));
                }
            }
        }
        for (file, line) in registry::direct_imports(package, &request.module) {
            self.notes.push(format!(
                "{file}:{line}: imports {} directly; choosing a backend does not reach it",
                request.module
            ));
        }
    }
}

/// Files that `wire` added must be as it left them, or gone.
fn refuse_edited_additions(tree: &Tree, record: &Record) -> Result<()> {
    let edited: Vec<_> = record
        .written
        .iter()
        .filter(|(path, hash)| {
            std::fs::read(tree.root().join(path)).is_ok_and(|bytes| sha256(bytes) != **hash)
        })
        .map(|(path, _)| format!("  {}", tree.root().join(path).display()))
        .collect();
    if edited.is_empty() {
        return Ok(());
    }
    Err(UserError::Refused(format!(
        "files that `cargo xtask wire` wrote were edited since; delete them, or keep your changes \
         elsewhere and delete them here:\n{}",
        edited.join("\n")
    ))
    .into())
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    | {line}")).collect::<Vec<_>>().join("\n")
}
