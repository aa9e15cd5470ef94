//! `reports/coverage.json` against the machine: rows drawn at random are made again.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::{Context as _, Result};

use crate::compile::Pool;
use crate::error::usage;
use crate::pipeline::context::StageContext;
use crate::pipeline::events::Silent;
use crate::pipeline::verdict::Stage;
use crate::stage::convert::coverage;
use crate::stage::convert::prove::{Prover, Row};
use crate::stage::reference;
use crate::tileir::assemble::Assembler;
use crate::workspace::Workspace;

/// A row that did not come out as it stands in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The operator.
    pub operator: String,
    /// Function and signature.
    pub name: String,
    /// What differs.
    pub message: String,
}

/// Draws `count` rows with a generator of this seed, proves them again, and says which differ. `note`
/// hears the name of each.
pub fn recompute(
    workspace: &Workspace,
    count: usize,
    seed: u64,
    note: impl Fn(&str),
) -> Result<Vec<Mismatch>> {
    let coverage = coverage::read(workspace)?;
    let all: Vec<(&str, &Row)> = coverage
        .operators
        .iter()
        .flat_map(|(name, operator)| operator.rows.iter().map(move |row| (name.as_str(), row)))
        .collect();
    if all.is_empty() {
        return Err(usage(format!(
            "{}: has no row; run `cargo xtask convert` on the ported operators",
            coverage::path(workspace).display()
        )));
    }
    let drawn = draw(all.len(), count, seed);
    let pool = Pool::new(workspace)?;
    let assembler = Assembler::of(workspace)?;
    let mut mismatches = Vec::new();
    for index in drawn {
        let (operator, row) = all[index];
        let name = format!("{} {} ({})", row.function, row.id, row.dtypes);
        note(&format!("{operator}: {name}"));
        let now = prove(workspace, operator, row, &pool, &assembler)
            .with_context(|| format!("{operator}: {name}"))?;
        if let Some(message) = difference(row, &now) {
            mismatches.push(Mismatch { operator: operator.to_owned(), name, message });
        }
    }
    Ok(mismatches)
}

fn prove(
    workspace: &Workspace,
    operator: &str,
    row: &Row,
    pool: &Pool,
    assembler: &Assembler,
) -> Result<Row> {
    let crate_ = workspace.crate_of(operator);
    let analysis = reference::read_analysis(&crate_)?;
    let function = analysis.functions.iter().find(|function| function.name == row.function);
    let function = function.with_context(|| format!("the analysis has no {}", row.function))?;
    let same = |signature: &&crate::analysis::Signature| signature.id == row.id;
    let signature = function.signatures.iter().find(same);
    let signature = signature.with_context(|| format!("the analysis has no {}", row.id))?;
    if !reference::bytecode_path(workspace, operator, signature).is_file() {
        // Only one signature of each variant and dtypes is committed; stage A makes the others.
        let mut context =
            StageContext::new(workspace.clone(), operator, Stage::A, Arc::new(Silent));
        context.targets.clone_from(&analysis.targets);
        reference::run(&context)?;
    }
    let bytes = reference::read_bytecode(workspace, operator, signature)?;
    let contract = serde_json::from_str(&std::fs::read_to_string(crate_.contract())?)?;
    let text = std::fs::read_to_string(crate_.kernel_rs())?;
    let targets: Vec<String> = row.text_identical.keys().cloned().collect();
    let prover = Prover {
        pool,
        assembler,
        contract: &contract,
        text: &text,
        targets: &targets,
        known: None,
        generated: None,
        trial: false,
    };
    let proofs = prover.all(&[(function, signature)], |_| Ok(bytes.clone()), |_| ())?;
    proofs.into_iter().next().map(|proof| proof.row).context("one signature has one proof")
}

/// How a row that was made again differs from the one in the file.
fn difference(recorded: &Row, now: &Row) -> Option<String> {
    if recorded.reference_sha256 != now.reference_sha256 {
        return Some("the reference is another one".to_owned());
    }
    if (recorded.built, recorded.ir_equal) != (now.built, now.ir_equal) {
        return Some(format!(
            "built {}, IR equal {}; recorded were {} and {}",
            now.built, now.ir_equal, recorded.built, recorded.ir_equal
        ));
    }
    let differs = recorded
        .text_identical
        .iter()
        .find(|(target, same)| now.text_identical.get(*target) != Some(*same));
    differs.map(|(target, same)| {
        let found = now.text_identical.get(target);
        format!(".text on {target}: recorded as identical: {same}, found: {found:?}")
    })
}

/// Distinct indices below `len`, sorted; all of them where `count` is not smaller.
fn draw(len: usize, count: usize, seed: u64) -> BTreeSet<usize> {
    let mut drawn = BTreeSet::new();
    let mut state = seed;
    while drawn.len() < count.min(len) {
        // splitmix64: any seed will do, consecutive ones too.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        drawn.insert((mixed % len as u64) as usize);
    }
    drawn
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn distinct_rows_are_drawn_and_the_seed_decides_which() {
        assert_eq!(draw(3, 10, 1).len(), 3);
        let some = draw(1000, 10, 1);
        assert_eq!(some.len(), 10);
        assert_eq!(some, draw(1000, 10, 1));
        assert_ne!(some, draw(1000, 10, 2));
        assert!(some.iter().all(|index| *index < 1000));
    }

    #[test]
    fn a_row_that_claims_more_than_is_found_differs() {
        let row = Row {
            function: "f".into(),
            id: "1".into(),
            variant: "v0".into(),
            dtypes: "f16".into(),
            target: "sm_90".into(),
            reference_sha256: "00".into(),
            built: true,
            ir_equal: true,
            text_identical: BTreeMap::from([("sm_90".to_owned(), true)]),
            evidence: String::new(),
            reason: None,
        };
        assert_eq!(difference(&row, &row), None);
        let mut now = row.clone();
        now.text_identical.insert("sm_90".into(), false);
        assert!(difference(&row, &now).unwrap().contains("sm_90"));
        now.text_identical.clear();
        assert!(difference(&row, &now).is_some());
        let now = Row { ir_equal: false, ..row.clone() };
        assert!(difference(&row, &now).unwrap().contains("IR equal false"));
        let now = Row { reference_sha256: "11".into(), ..row.clone() };
        assert!(difference(&row, &now).unwrap().contains("another"));
    }
}
