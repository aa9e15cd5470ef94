//! From the captures of several targets to one analysis: variants, ids, file names.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, ensure};

use super::captured::{self, Capture};
use super::inputs::Inputs;
use crate::analysis::{Analysis, Argument, Function, Options, SCHEMA, Signature, Source};
use crate::files::sha256;

/// Derived signatures that are kept for a function and variant.
const DERIVED: usize = 8;

/// An analysis, and which bytecode belongs into each of its files.
#[derive(Debug)]
pub struct Merged {
    /// What is written to `analysis.json`.
    pub analysis: Analysis,
    /// SHA-256 of the bytecode by file, relative to the crate.
    pub files: BTreeMap<String, String>,
}

/// Merges captures, in the order of the targets.
///
/// `structure` gives the hash of a module's structure for the SHA-256 of its bytecode; modules of a
/// function with equal structure are one variant.
pub fn merge(
    captures: &[Capture],
    inputs: &Inputs,
    structure: &BTreeMap<String, String>,
) -> Result<Merged> {
    let first = captures.first().context("no target was captured")?;
    let mut files = Files::default();
    let mut functions = Vec::new();
    for (name, file) in function_keys(captures) {
        let parts: Vec<_> = captures
            .iter()
            .filter_map(|capture| {
                let found = capture.functions.iter().find(|f| f.name == name && f.file == file)?;
                Some((capture.target.as_str(), found))
            })
            .collect();
        functions.push(function(&parts, structure, &mut files)?);
    }
    let source = first
        .files
        .get(&first.tilegym.file)
        .with_context(|| format!("the capture has no hash of {}", first.tilegym.file))?;
    let analysis = Analysis {
        schema: SCHEMA,
        operator: first.operator.clone(),
        module: first.module.clone(),
        tilegym: Source {
            version: first.tilegym.version.clone(),
            file: first.tilegym.file.clone(),
            sha256: source.clone(),
        },
        cuda_tile: first.cuda_tile.clone(),
        targets: captures.iter().map(|capture| capture.target.clone()).collect(),
        inputs_sha256: inputs.sha256.clone(),
        functions,
        tolerance: inputs.tolerance.clone(),
        correctness_reference: inputs.correctness_reference.clone(),
        autotune: captures.iter().flat_map(|capture| capture.searches.clone()).collect(),
        test_perf: inputs.test_perf.clone(),
    };
    Ok(Merged { analysis, files: files.by_name })
}

/// Names and files of all functions, by file and line.
fn function_keys(captures: &[Capture]) -> Vec<(String, String)> {
    let mut keys = BTreeSet::new();
    for capture in captures {
        for function in &capture.functions {
            keys.insert((function.file.clone(), function.line, function.name.clone()));
        }
    }
    keys.into_iter().map(|(file, _, name)| (name, file)).collect()
}

/// A name for each bytecode; the same bytes of the same function have one file.
#[derive(Default)]
struct Files {
    by_name: BTreeMap<String, String>,
    by_content: BTreeMap<(String, String), String>,
}

impl Files {
    fn name(&mut self, function: &str, signature: &Signature) -> String {
        let key = (function.to_owned(), signature.sha256.clone());
        let name = self.by_content.entry(key).or_insert_with(|| {
            format!(
                "reference/{}.{}.{}.{}.{}.tileirbc",
                file_part(function),
                signature.variant,
                signature.dtypes,
                signature.target,
                signature.id
            )
        });
        self.by_name.insert(name.clone(), signature.sha256.clone());
        name.clone()
    }
}

/// A function's name as part of a file name: qualified names have dots.
fn file_part(function: &str) -> String {
    function.replace('.', "-")
}

fn function(
    parts: &[(&str, &captured::Function)],
    structure: &BTreeMap<String, String>,
    files: &mut Files,
) -> Result<Function> {
    let (_, first) = parts.first().context("a function without a capture")?;
    let mut variants = Variants::default();
    let mut signatures: Vec<Signature> = Vec::new();
    let mut config_to_variant: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut derived = BTreeMap::new();
    // Launched ones first, so that variants are numbered by what host code reaches.
    for launched in [true, false] {
        for (target, part) in parts {
            for found in part.signatures.iter().filter(|found| found.launched == launched) {
                let hash = structure
                    .get(&found.sha256)
                    .with_context(|| format!("no structure of bytecode {}", found.sha256))?;
                // A constant at a value that the source compares it with: a launch may well have it.
                let is_bound =
                    found.derived.as_deref().is_some_and(|label| label.starts_with("bound"));
                let variant = if launched || is_bound {
                    variants.name(hash)
                } else {
                    // A structure that no input reaches is no kernel that anything has to serve.
                    let Some(variant) = variants.known(hash) else { continue };
                    variant
                };
                if !launched && !is_bound {
                    // Another target's same bytes would check nothing new.
                    let kept: &mut BTreeSet<_> = derived.entry(variant.clone()).or_default();
                    if kept.len() == DERIVED || !kept.insert(&found.sha256) {
                        continue;
                    }
                }
                for config in &found.configs {
                    config_to_variant.entry(config.clone()).or_default().insert(variant.clone());
                }
                signatures.push(signature(found, target, variant)?);
            }
        }
    }
    let mut seen = BTreeSet::new();
    for signature in &mut signatures {
        ensure!(
            seen.insert(signature.id.clone()),
            "two signatures of {} have the id {}",
            first.name,
            signature.id
        );
        signature.file = files.name(&first.name, signature);
    }
    mark_representatives(&mut signatures);
    signatures.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(Function {
        name: first.name.clone(),
        file: first.file.clone(),
        line: first.line,
        lines: first.lines,
        params: first.params.clone(),
        signatures,
        config_to_variant: config_to_variant
            .into_iter()
            .map(|(config, variants)| (config, variants.into_iter().collect()))
            .collect(),
    })
}

/// Names of variants by first appearance.
#[derive(Default)]
struct Variants {
    hashes: Vec<String>,
}

impl Variants {
    fn name(&mut self, hash: &str) -> String {
        self.known(hash).unwrap_or_else(|| {
            self.hashes.push(hash.to_owned());
            format!("v{}", self.hashes.len() - 1)
        })
    }

    fn known(&self, hash: &str) -> Option<String> {
        self.hashes.iter().position(|known| known == hash).map(|index| format!("v{index}"))
    }
}

fn signature(found: &captured::Signature, target: &str, variant: String) -> Result<Signature> {
    Ok(Signature {
        id: id(&found.arguments, &found.options, target)?,
        variant,
        dtypes: found.dtypes.clone(),
        target: target.to_owned(),
        file: String::new(),
        sha256: found.sha256.clone(),
        representative: false,
        launched: found.launched,
        symbol: found.symbol.clone(),
        arguments: found.arguments.clone(),
        options: found.options.clone(),
        launches: found.launches.clone(),
    })
}

/// First eight hexadecimal digits of the SHA-256 of what a signature is.
fn id(arguments: &[Argument], options: &Options, target: &str) -> Result<String> {
    let text = serde_json::to_string(&(arguments, options, target))?;
    Ok(sha256(text)[..8].to_owned())
}

/// Chooses the committed file of each variant and dtypes; all signatures that share it are marked.
fn mark_representatives(signatures: &mut [Signature]) {
    let mut committed = BTreeMap::new();
    // Launched ones first: only a variant that none of them reaches is committed by a derived one.
    let launched = signatures.iter().filter(|signature| signature.launched);
    let reached: BTreeSet<&str> = launched.map(|signature| signature.variant.as_str()).collect();
    let stands = |signature: &&Signature| {
        signature.launched || !reached.contains(signature.variant.as_str())
    };
    for signature in signatures.iter().filter(stands) {
        committed
            .entry((signature.variant.clone(), signature.dtypes.clone()))
            .or_insert_with(|| signature.file.clone());
    }
    let committed: BTreeSet<_> = committed.into_values().collect();
    for signature in signatures {
        signature.representative = committed.contains(&signature.file);
        if !signature.representative {
            signature.launches.truncate(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// A signature of a kernel with one constant; its bytecode's hash stands for it.
    fn signature(sha256: &str, value: f64, derived: Option<&str>) -> Value {
        json!({
            "dtypes": "none", "sha256": sha256, "launched": derived.is_none(), "derived": derived,
            "symbol": sha256, "arguments": [{"kind": "constant", "value": value}],
            "options": {"num_ctas": null, "occupancy": null, "opt_level": null, "num_worker_warps": null},
            "launches": [], "configs": [],
        })
    }

    fn merged(signatures: &[Value], structure: &[(&str, &str)]) -> Vec<Signature> {
        let capture: Capture = serde_json::from_value(json!({
            "operator": "o", "module": "m", "tilegym": {"version": "1", "file": "m.py"},
            "files": {"m.py": "f"}, "cuda_tile": "1", "target": "sm_90", "searches": [], "refused": [],
            "unreached": [],
            "functions": [{
                "name": "k", "file": "m.py", "line": 1, "lines": [1, 9], "signatures": signatures,
                "params": [{"name": "P", "constant": true, "index64": false}],
            }],
        }))
        .unwrap();
        let inputs = Inputs {
            operator: "o".to_owned(),
            tolerance: BTreeMap::new(),
            correctness_reference: String::new(),
            test_perf: Vec::new(),
            sha256: String::new(),
            text: String::new(),
        };
        let structure = structure.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        let merged = merge(&[capture], &inputs, &structure).unwrap();
        let [function] = merged.analysis.functions.try_into().unwrap();
        function.signatures
    }

    #[test]
    fn a_structure_at_a_border_is_a_variant_and_another_that_nothing_launches_is_none() {
        let signatures = [
            signature("a", 0.5, None),
            signature("b", 1.0, Some("bound 0 1.0")),
            signature("c", 0.75, Some("bound 0 0.75")),
            signature("d", 9.0, Some("constant 0 other")),
            signature("e", 0.25, Some("constant 0 other")),
        ];
        let structure =
            [("a", "plain"), ("b", "full"), ("c", "plain"), ("d", "odd"), ("e", "plain")];
        let found: BTreeMap<String, (String, bool)> = merged(&signatures, &structure)
            .into_iter()
            .map(|one| (one.sha256, (one.variant, one.representative)))
            .collect();
        let is = |variant: &str, committed| (variant.to_owned(), committed);
        assert_eq!(
            found,
            [
                ("a".to_owned(), is("v0", true)),
                ("b".to_owned(), is("v1", true)),
                ("c".to_owned(), is("v0", false)),
                ("e".to_owned(), is("v0", false)),
            ]
            .into()
        );
    }
}
