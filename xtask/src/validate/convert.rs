//! Items of stage B.

use std::collections::{BTreeMap, BTreeSet};

use tileport_contract::{Entry, Expr, Fact};

use super::{Checked, Finding, Subject, reports};
use crate::analysis::{Function, Signature};
use crate::convert::known;
use crate::files::sha256;
use crate::pipeline::verdict::Stage;
use crate::stage::convert::coverage;

/// How equal to its reference a crate's kernel must be, from its manifest.
fn demanded(subject: &Subject) -> Result<(String, Option<String>), String> {
    let path = subject.krate.root().join("Cargo.toml");
    let manifest: toml::Table = toml::from_str(&subject.text(&path)?)
        .map_err(|error| format!("{}: {error}", subject.name(&path)))?;
    let metadata =
        ["package", "metadata", "tileport"].iter().try_fold(&manifest, |table, key| {
            table
                .get(*key)
                .and_then(toml::Value::as_table)
                .ok_or_else(|| format!("{}: no [package.metadata.tileport]", subject.name(&path)))
        })?;
    let text = |key: &str| metadata.get(key).and_then(toml::Value::as_str).map(str::to_owned);
    Ok((text("equality").unwrap_or_else(|| "text".to_owned()), text("reason")))
}

pub(super) fn manifest(subject: &Subject) -> Checked {
    let path = subject.krate.root().join("Cargo.toml");
    let name = subject.name(&path);
    let manifest: toml::Table =
        toml::from_str(&subject.text(&path)?).map_err(|error| format!("{name}: {error}"))?;
    let package = manifest.get("package").and_then(|package| package.get("name"));
    let wanted = format!("tileport-{}", subject.operator);
    if package.and_then(toml::Value::as_str) != Some(&wanted) {
        return Err(format!("{name}: the package's name is not {wanted}"));
    }
    let kinds = manifest.get("lib").and_then(|lib| lib.get("crate-type"));
    let kinds: Vec<_> = kinds
        .and_then(toml::Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|k| k.as_str())
        .collect();
    for kind in ["cdylib", "rlib"] {
        if !kinds.contains(&kind) {
            return Err(format!("{name}: crate-type lacks {kind}"));
        }
    }
    for table in ["dependencies", "dev-dependencies", "build-dependencies"] {
        let table = manifest.get(table).and_then(toml::Value::as_table);
        for (dependency, value) in table.into_iter().flatten() {
            if !is_pinned(value) {
                return Err(format!(
                    "{name}: {dependency} is not pinned; take it from the workspace or name an \
                     exact version (`=x.y.z`)"
                ));
            }
        }
    }
    let (equality, reason) = demanded(subject)?;
    match equality.as_str() {
        "text" => Ok(Finding::passed("equality text")),
        "ir" | "none" if reason.as_ref().is_some_and(|reason| reason.trim().len() >= 10) => {
            Ok(Finding::passed(format!("equality {equality}: {}", reason.unwrap_or_default())))
        }
        "ir" | "none" => {
            Err(format!("{name}: equality = \"{equality}\" needs its reason = \"…\" beside it"))
        }
        other => Err(format!("{name}: equality = \"{other}\" is none of text, ir, none")),
    }
}

fn is_pinned(value: &toml::Value) -> bool {
    let exact = |version: &toml::Value| version.as_str().is_some_and(|text| text.starts_with('='));
    match value {
        toml::Value::Table(table) if table.contains_key("git") => false,
        toml::Value::Table(table) => {
            table.get("workspace").and_then(toml::Value::as_bool) == Some(true)
                || table.get("version").is_some_and(exact)
                // A member of this workspace.
                || table.get("path").and_then(toml::Value::as_str).is_some_and(|path| path.starts_with("../"))
        }
        version => exact(version),
    }
}

pub(super) fn kernel(subject: &Subject) -> Checked {
    let path = subject.krate.kernel_rs();
    let name = subject.name(&path);
    let text = subject.text(&path)?;
    let analysis = subject.analysis()?;
    for (what, wanted) in
        [("source file", &analysis.tilegym.file), ("TileGym's version", &analysis.tilegym.version)]
    {
        if !text.contains(wanted.as_str()) {
            return Err(format!("{name}: does not name its {what} ({wanted})"));
        }
    }
    let mut entries = 0;
    for function in &subject.contract()?.functions {
        for entry in &function.entries {
            if !text.contains(&format!("fn {}", entry.name)) {
                return Err(format!("{name}: has no fn {}", entry.name));
            }
            entries += 1;
        }
        if let Some(source) = analysis.functions.iter().find(|source| source.name == function.name)
        {
            generic_over_dtypes(source, &function.entries)
                .map_err(|error| format!("{name}: {error}"))?;
        }
    }
    let library = subject.krate.root().join("src/lib.rs");
    let text = subject.text(&library)?;
    if !text.contains("mod kernel;") {
        return Err(format!("{}: no `mod kernel;`", subject.name(&library)));
    }
    Ok(Finding::passed(format!("{entries} entries")))
}

/// An entry that serves several element types must take the type as a generic: one source for all.
fn generic_over_dtypes(source: &Function, entries: &[Entry]) -> Result<(), String> {
    let mut dtypes: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for signature in &source.signatures {
        dtypes.entry(&signature.variant).or_default().insert(&signature.dtypes);
    }
    for (variant, dtypes) in dtypes.iter().filter(|(_, dtypes)| dtypes.len() > 1) {
        let of_variant: Vec<_> = entries.iter().filter(|entry| entry.serves(variant)).collect();
        let generic =
            |entry: &&&Entry| entry.generics.iter().any(|generic| is_dtype(&generic.value));
        if of_variant.len() > 1 || of_variant.iter().filter(generic).count() == of_variant.len() {
            continue;
        }
        return Err(format!(
            "{variant} of {} serves {} element types without a type generic",
            source.name,
            dtypes.len()
        ));
    }
    Ok(())
}

fn is_dtype(expr: &Expr) -> bool {
    match expr {
        Expr::Fact { of } => matches!(of, Fact::Dtype { .. }),
        // Types that follow from what was seen.
        Expr::Table { rows, .. } => rows.iter().all(|(_, result)| result.is_string()),
        _ => false,
    }
}

pub(super) fn contract(subject: &Subject) -> Checked {
    let contract = subject.contract()?;
    let path = subject.krate.contract();
    let name = subject.name(&path);
    if contract.schema > tileport_contract::SCHEMA {
        return Err(format!("{name}: schema {} is newer than this program's", contract.schema));
    }
    if contract.operator != subject.operator {
        return Err(format!("{name}: is of the operator {}", contract.operator));
    }
    if contract.kernel_sha256 != sha256(subject.bytes(&subject.krate.kernel_rs())?) {
        return Err(format!(
            "{name}: is of another kernel.rs; run `cargo xtask convert {}`",
            subject.operator
        ));
    }
    let mut signatures = 0;
    for source in &subject.analysis()?.functions {
        if source.signatures.is_empty() {
            continue;
        }
        let Some(function) = contract.functions.iter().find(|f| f.name == source.name) else {
            return Err(format!("{name}: lacks the function {}", source.name));
        };
        for signature in source.signatures.iter().filter(|signature| signature.launched) {
            serves(function, signature)
                .map_err(|error| format!("{name}: {}: {error}", signature.id))?;
            signatures += 1;
        }
    }
    Ok(Finding::passed(format!("serves {signatures} signatures")))
}

/// Whether a launch with a signature's arguments would find an entry and all its generics.
fn serves(function: &tileport_contract::Function, signature: &Signature) -> Result<(), String> {
    let facts = known::facts(signature, &function.params);
    tileport_contract::choose(function, &facts).map(drop).map_err(|error| error.to_string())
}

pub(super) fn pipeline_test(subject: &Subject) -> Checked {
    let path = subject.krate.root().join("tests/pipeline.rs");
    let text = subject.text(&path)?;
    let name = subject.name(&path);
    let crate_name = format!("tileport_{}", subject.operator.replace('-', "_"));
    if !text.contains("#[test]") {
        return Err(format!("{name}: has no test"));
    }
    if text.contains("#[ignore") {
        return Err(format!("{name}: a test is ignored"));
    }
    if !text.contains(&crate_name) && !text.contains("kernel.rs") {
        return Err(format!("{name}: does not use {crate_name}"));
    }
    Ok(Finding::passed(format!("{} tests", text.matches("#[test]").count())))
}

pub(super) fn report(subject: &Subject) -> Checked {
    let log = subject.krate.reports().join("build_log.md");
    subject.text(&log)?;
    reports::of(subject, Stage::B)
}

/// What `reports/coverage.json` has proved of every signature, against what the crate demands.
pub(super) fn equality(subject: &Subject) -> Checked {
    let (demanded, _) = demanded(subject)?;
    if demanded == "none" {
        return Ok(Finding::skipped("the crate demands none, with its reason"));
    }
    let coverage = coverage::read(&subject.workspace).map_err(|error| format!("{error:#}"))?;
    let again = format!("run `cargo xtask convert {}`", subject.operator);
    let rows = coverage.operators.get(&subject.operator).map_or(&[][..], |known| &known.rows);
    let mut signatures = 0;
    for function in &subject.analysis()?.functions {
        for signature in &function.signatures {
            let name = format!("{} {} ({})", function.name, signature.id, signature.dtypes);
            let row = rows
                .iter()
                .find(|row| row.function == function.name && row.id == signature.id)
                .ok_or_else(|| format!("{name}: nothing is recorded; {again}"))?;
            if row.reference_sha256 != signature.sha256 {
                return Err(format!("{name}: was proved against another reference; {again}"));
            }
            let reason = row.reason.as_deref().unwrap_or("no reason is recorded");
            let equal = match demanded.as_str() {
                "ir" => row.ir_equal,
                _ => row.text_identical.values().all(|same| *same),
            };
            if !row.built || !equal {
                return Err(format!("{name}: differs from the reference: {reason}"));
            }
            signatures += 1;
        }
    }
    Ok(Finding::passed(format!("{signatures} signatures ({demanded})")))
}
