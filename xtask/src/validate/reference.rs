//! Items of stage A.

use std::collections::BTreeSet;

use super::{Checked, Finding, Subject};
use crate::files::sha256;
use crate::tileir;

/// Whether the reference is bytecode of another producer, which has no inputs and no TileGym.
fn is_foreign(subject: &Subject) -> bool {
    subject.analysis().is_ok_and(|analysis| analysis.tilegym.version.is_empty())
}

pub(super) fn inputs(subject: &Subject) -> Checked {
    if is_foreign(subject) {
        return Ok(Finding::skipped("converted from bytecode of another producer"));
    }
    let path = subject.krate.inputs();
    let text = subject.text(&path)?;
    toml::from_str::<toml::Table>(&text)
        .map_err(|error| format!("{}: {error}", subject.name(&path)))?;
    let wanted = &subject.analysis()?.inputs_sha256;
    if sha256(&text) != *wanted {
        return Err(format!(
            "{} changed since the reference was captured; run `cargo xtask reference {}`",
            subject.name(&path),
            subject.operator
        ));
    }
    Ok(Finding::passed("captured from these inputs"))
}

pub(super) fn analysis(subject: &Subject) -> Checked {
    let analysis = subject.analysis()?;
    let path = subject.name(&subject.krate.analysis());
    if analysis.operator != subject.operator {
        return Err(format!("{path}: is of the operator {}", analysis.operator));
    }
    let is_judged = !analysis.correctness_reference.is_empty() && !analysis.tolerance.is_empty();
    if !is_judged && !is_foreign(subject) {
        return Err(format!("{path}: names no correctness reference or no tolerance"));
    }
    let mut signatures = 0;
    for function in &analysis.functions {
        let mut ids = BTreeSet::new();
        for signature in &function.signatures {
            let key = (&signature.id, &signature.target);
            if !ids.insert(key) {
                return Err(format!("{path}: {} has {} twice", function.name, signature.id));
            }
        }
        let variants: BTreeSet<_> = function.signatures.iter().map(|s| &s.variant).collect();
        let unknown = function.config_to_variant.iter().find_map(|(config, names)| {
            Some((config, names.iter().find(|v| !variants.contains(v))?))
        });
        if let Some((config, variant)) = unknown {
            return Err(format!("{path}: {config} leads to {variant}, which no signature has"));
        }
        signatures += function.signatures.len();
    }
    if signatures == 0 {
        return Err(format!("{path}: has no signature"));
    }
    Ok(Finding::passed(format!("{} functions, {signatures} signatures", analysis.functions.len())))
}

pub(super) fn bytecode(subject: &Subject) -> Checked {
    let mut files = 0;
    for function in &subject.analysis()?.functions {
        let mut represented = BTreeSet::new();
        for signature in function.signatures.iter().filter(|signature| signature.representative) {
            let path = subject.krate.root().join(&signature.file);
            let name = subject.name(&path);
            let bytes = subject.bytes(&path)?;
            if sha256(&bytes) != signature.sha256 {
                return Err(format!("{name}: not what was captured"));
            }
            tileir::File::read(&bytes).map_err(|error| format!("{name}: {error}"))?;
            represented.insert((&signature.variant, &signature.dtypes));
            files += 1;
        }
        let launched = function.signatures.iter().filter(|signature| signature.launched);
        for signature in launched {
            if !represented.contains(&(&signature.variant, &signature.dtypes)) {
                return Err(format!(
                    "{}: {} of {} has no committed bytecode",
                    function.name, signature.variant, signature.dtypes
                ));
            }
        }
    }
    Ok(Finding::passed(format!("{files} files")))
}
