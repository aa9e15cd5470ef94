//! Items of stage D.

use std::path::{Path, PathBuf};

use object::{Object as _, ObjectSymbol as _};
use serde_json::Value;

use super::{Checked, Finding, Subject, reports};
use crate::files::sha256;
use crate::pipeline::verdict::{Stage, Verdict};
use crate::stage::host as generated;
use crate::tilegym::syntax::{Source, descendants};
use crate::tilegym::tree::Tree;
use crate::tilegym::wire::{built_library, tests_of};

pub(super) fn abi(subject: &Subject) -> Checked {
    let path = subject.krate.ffi_rs();
    let text = subject.text(&path)?;
    let contract = subject.contract()?;
    if text != generated::ffi_rs(contract) {
        return Err(format!(
            "{}: not what src/contract.json generates; run `cargo xtask host {}`",
            subject.name(&path),
            subject.operator
        ));
    }
    let library = subject.krate.root().join("src/lib.rs");
    if !subject.text(&library)?.contains("mod ffi;") {
        return Err(format!("{}: no `mod ffi;`", subject.name(&library)));
    }
    Ok(Finding::passed(format!("{} functions", contract.functions.len())))
}

pub(super) fn library(subject: &Subject) -> Checked {
    let path = built_library(&subject.workspace, &subject.operator)
        .map_err(|error| format!("{error:#}"))?;
    let name = subject.name(&path);
    let bytes = subject.bytes(&path)?;
    let object =
        object::File::parse(bytes.as_slice()).map_err(|error| format!("{name}: {error}"))?;
    let exported: Vec<_> = object
        .dynamic_symbols()
        .filter(|symbol| symbol.is_definition())
        .filter_map(|symbol| symbol.name().ok())
        .collect();
    let wanted = generated::symbols(subject.contract()?);
    if let Some(lost) = wanted.iter().find(|symbol| !exported.contains(&symbol.as_str())) {
        return Err(format!("{name}: does not export {lost}"));
    }
    Ok(Finding::passed(format!("{} symbols", wanted.len())))
}

/// The tree that the port is wired into: the named one, else the workspace's copy, if it was made.
fn tree(subject: &Subject) -> Result<Tree, String> {
    let copy = subject.workspace.target().join("tilegym");
    let path = subject.tilegym.as_deref().unwrap_or(&copy);
    if subject.tilegym.is_none() && !path.is_dir() {
        return Err(format!("not wired; run `cargo xtask wire {}`", subject.operator));
    }
    Tree::open(path).map_err(|error| format!("{error:#}"))
}

/// What the tree's manifest says of the operator.
fn wired(subject: &Subject, tree: &Tree) -> Result<(Value, PathBuf), String> {
    let folder = tree.package().join("tileport_rs");
    let path = folder.join("manifest.json");
    let unwired = || format!("not wired; run `cargo xtask wire {}`", subject.operator);
    let text = std::fs::read_to_string(&path).map_err(|_| unwired())?;
    let manifest: Value =
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", subject.name(&path)))?;
    let entry = manifest["operators"].get(&subject.operator).ok_or_else(unwired)?;
    Ok((entry.clone(), folder))
}

pub(super) fn wrapper(subject: &Subject) -> Checked {
    let tree = tree(subject)?;
    let (entry, folder) = wired(subject, &tree)?;
    let again = format!("run `cargo xtask wire {}`", subject.operator);
    if entry["kernel_sha256"] != subject.contract()?.kernel_sha256 {
        return Err(format!("the wired library is of another kernel.rs; {again}"));
    }
    let library = folder.join(entry["library"].as_str().unwrap_or_default());
    let bytes = subject.bytes(&library)?;
    let hash = sha256(&bytes);
    let name = library.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if !name.contains(&hash[..8]) {
        return Err(format!("{}: its content is not what its name says; {again}", name));
    }
    if built_library(&subject.workspace, &subject.operator)
        .is_ok_and(|path| std::fs::read(path).is_ok_and(|built| built != bytes))
    {
        return Err(format!("the library was built again since it was wired; {again}"));
    }
    let module = entry["module"].as_str().unwrap_or_default();
    let twin = tree.python_path().join(module.replace('.', "/") + ".py");
    let text = subject.text(&twin)?;
    no_other_backend(&text).map_err(|error| format!("{}:{error}", subject.name(&twin)))?;
    let registers = entry["registers"].as_array().map_or(0, Vec::len);
    if registers > 0 && !text.contains("\"cutile-rs\"") {
        return Err(format!("{}: registers nothing for cutile-rs", subject.name(&twin)));
    }
    Ok(Finding::passed(match registers {
        0 => "wired; TileGym's own cutile-rs operators are kept".to_owned(),
        count => format!("registers {count} operators"),
    }))
}

/// Refuses host code that names another backend or imports one; the error begins with the line.
fn no_other_backend(text: &str) -> Result<(), String> {
    const BACKENDS: [&str; 3] = ["cutile", "triton", "tilecpp"];
    let source = Source::parse(text).map_err(|error| error.to_string())?;
    for node in descendants(source.root()) {
        let line = node.start_position().row + 1;
        let text = source.text(node);
        match node.kind() {
            "import_statement" | "import_from_statement"
                if text.contains("cuda.tile") || text.contains("triton") =>
            {
                return Err(format!("{line}: imports another backend: {text}"));
            }
            "keyword_argument" => {
                let named =
                    node.child_by_field_name("value").and_then(|value| source.literal(value));
                let key = node.child_by_field_name("name").map(|name| source.text(name));
                if key == Some("backend") && named.is_some_and(|name| BACKENDS.contains(&name)) {
                    return Err(format!("{line}: reaches another backend: {text}"));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

pub(super) fn test(subject: &Subject) -> Checked {
    let tree = tree(subject)?;
    let Some(tests) = tree.tests() else {
        return Ok(Finding::waiting("needs a TileGym checkout; a package has no tests"));
    };
    let module = &subject.analysis()?.module;
    let files = tests_of(&tests, module).map_err(|error| format!("{error:#}"))?;
    if files.is_empty() {
        return Ok(Finding::skipped(format!("{} has no test of {module}", tests.display())));
    }
    for file in &files {
        if !names_backend(&subject.text(file)?) {
            return Err(format!("{}: does not name cutile-rs", file.display()));
        }
    }
    Ok(Finding::passed(format!("{} test files", files.len())))
}

fn names_backend(text: &str) -> bool {
    Source::parse(text).is_ok_and(|source| {
        descendants(source.root()).any(|node| source.literal(node) == Some("cutile-rs"))
    })
}

pub(super) fn correctness(subject: &Subject) -> Checked {
    let record = subject.last_record(Stage::D)?;
    let report = reports::path(subject, Stage::D);
    let Some(record) = record else {
        return Ok(Finding::waiting("needs a GPU: no values were compared yet"));
    };
    let verdict = reports::agreed(subject, Stage::D, &subject.text(&report)?)?;
    if verdict != Verdict::AllPass {
        return Err(format!("{}: {verdict}", subject.name(&report)));
    }
    let passed = match counted(subject)? {
        Some(passed) => passed,
        None => passed_tests(&subject.krate.reports().join("correctness.md"), subject)?,
    };
    match passed {
        0 => Err("ALL_PASS with no passed test".to_owned()),
        passed => Ok(Finding::passed(format!("{passed} tests passed, by {}", record.worker))),
    }
}

/// The tests that passed by `correctness.json`, which the built-in worker writes beside its report;
/// none where another worker wrote no such file.
fn counted(subject: &Subject) -> Result<Option<u64>, String> {
    let path = subject.krate.reports().join("correctness.json");
    if !path.is_file() {
        return Ok(None);
    }
    let name = subject.name(&path);
    let report: Value =
        serde_json::from_str(&subject.text(&path)?).map_err(|error| format!("{name}: {error}"))?;
    if report["verdict"] != "ALL_PASS" {
        return Err(format!("{name}: {}", report["verdict"]));
    }
    if report["kernel_sha256"] != subject.contract()?.kernel_sha256 {
        return Err(format!(
            "{name}: of another kernel.rs; run `cargo xtask host {}` again",
            subject.operator
        ));
    }
    match (report["port"]["passed"].as_u64(), report["failures"].as_array()) {
        (Some(passed), Some(failures)) if failures.is_empty() => Ok(Some(passed)),
        _ => Err(format!("{name}: counts are missing, or tests fail")),
    }
}

/// The number before `passed` in pytest's closing line, as the correctness report keeps it.
fn passed_tests(path: &Path, subject: &Subject) -> Result<u64, String> {
    let text = subject.text(path)?;
    let words: Vec<_> = text.split_whitespace().collect();
    let numbers = words.windows(2).filter(|pair| pair[1].trim_end_matches([',', '.']) == "passed");
    Ok(numbers.filter_map(|pair| pair[0].parse::<u64>().ok()).max().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrapper_that_reaches_another_backend_is_refused_with_its_line() {
        let sound = "@register_impl(\"softmax\", backend=\"cutile-rs\")\ndef f(x):\n    \"\"\"Like cutile.\"\"\"\n";
        assert_eq!(no_other_backend(sound), Ok(()));
        let fallback = "def f(x):\n    return dispatch(\"softmax\", backend=\"cutile\")(x)\n";
        assert!(no_other_backend(fallback).unwrap_err().starts_with("2: reaches another backend"));
        let import = "import torch\nimport cuda.tile as ct\n";
        assert!(no_other_backend(import).unwrap_err().starts_with("2: imports another backend"));
    }
}
