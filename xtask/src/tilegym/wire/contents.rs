//! The files of `tilegym/tileport_rs`: twins, runtime, libraries, manifest.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::json;

use super::operator::Operator;
use crate::error::{environment, usage};
use crate::stage::host::MANIFEST_SCHEMA;
use crate::tilegym::package::Package;
use crate::tilegym::rewrite::{self, Origin, TWINS, twin_name};
use crate::tilegym::tree::PythonFile;

/// The package's own module.
const INIT: &str = include_str!("../../../assets/tileport_rs/__init__.py");
/// Parts of the Python package `tileport` that a wired TileGym does not need.
const NOT_VENDORED: [&str; 8] =
    ["probe", "bench", "tests", "check.py", "device.py", "guard.py", "nightly.py", "__pycache__"];
/// The launch extension's file in the runtime's folder.
pub const EXTENSION: &str = "_launch.abi3.so";

/// Twins of the operators' modules and of all that these import, by path below the package's parent.
pub fn twins(
    files: &[PythonFile],
    package: &Package<'_>,
    version: &str,
    operators: &BTreeMap<String, Operator>,
) -> Result<BTreeMap<String, String>> {
    let by_file: BTreeMap<&str, &PythonFile> =
        files.iter().map(|file| (file.path.as_str(), file)).collect();
    let mut wanted: Vec<String> = Vec::new();
    for (name, operator) in operators {
        wanted.push(operator.module.clone());
        for path in &operator.files {
            let file = by_file.get(path.as_str()).ok_or_else(|| {
                usage(format!(
                    "{name}: this TileGym has no {path}; it is of another version than the one that \
                     was captured"
                ))
            })?;
            wanted.push(file.module.clone());
        }
    }
    let mut done = BTreeSet::new();
    let mut texts = BTreeMap::new();
    while let Some(name) = wanted.pop() {
        if !done.insert(name.clone()) {
            continue;
        }
        let module = package
            .module(&name)
            .ok_or_else(|| usage(format!("this TileGym has no module {name}")))?;
        let origin = Origin { version, sha256: &by_file[module.file.as_str()].sha256 };
        let twin = rewrite::rewrite(package, module, origin)?;
        add_packages(&mut texts, &twin.file);
        texts.insert(twin.file, twin.text);
        wanted.extend(twin.needs);
    }
    Ok(texts)
}

/// An `__init__.py` for each folder above a twin that has none.
fn add_packages(texts: &mut BTreeMap<String, String>, file: &str) {
    let root = TWINS.replace('.', "/");
    let mut folder = file;
    while let Some((above, _)) = folder.rsplit_once('/') {
        if above == root {
            return;
        }
        texts
            .entry(format!("{above}/__init__.py"))
            .or_insert_with(|| "# Written by tileport; twins are imported one by one.\n".into());
        folder = above;
    }
}

/// The package's own module, its manifest and the vendored runtime.
pub fn support(
    runtime: &Path,
    version: &str,
    operators: &BTreeMap<String, Operator>,
) -> Result<BTreeMap<String, Vec<u8>>> {
    let root = TWINS.replace('.', "/");
    let mut files = BTreeMap::new();
    files.insert(format!("{root}/__init__.py"), INIT.as_bytes().to_vec());
    let manifest = serde_json::to_string_pretty(&manifest(version, operators))? + "\n";
    files.insert(format!("{root}/manifest.json"), manifest.into_bytes());
    if !runtime.join("__init__.py").is_file() {
        return Err(environment(format!(
            "{}: tileport's Python runtime is not there; restore the repository's python folder",
            runtime.display()
        )));
    }
    let walk = walkdir::WalkDir::new(runtime).sort_by_file_name().into_iter();
    for entry in walk
        .filter_entry(|entry| !NOT_VENDORED.contains(&entry.file_name().to_string_lossy().as_ref()))
    {
        let entry = entry.with_context(|| format!("cannot list {}", runtime.display()))?;
        let path = entry.path();
        let wanted = |extension: &std::ffi::OsStr| extension == "py" || path.ends_with(EXTENSION);
        if path.extension().is_some_and(wanted) {
            let below = path.strip_prefix(runtime).expect("walked from there");
            let below: Vec<_> =
                below.components().map(|part| part.as_os_str().to_string_lossy()).collect();
            let bytes =
                std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            files.insert(format!("{root}/runtime/{}", below.join("/")), bytes);
        }
    }
    Ok(files)
}

/// What the runtime and the registration read: which library has which kernel.
fn manifest(version: &str, operators: &BTreeMap<String, Operator>) -> serde_json::Value {
    let entries: serde_json::Map<_, _> = operators
        .iter()
        .map(|(name, operator)| {
            let mut entry = operator.manifest.clone();
            entry["module"] = json!(twin_name(&operator.module));
            entry["registers"] = json!(operator.registers);
            (name.clone(), entry)
        })
        .collect();
    json!({ "schema": MANIFEST_SCHEMA, "tilegym": version, "operators": entries })
}
