//! Tile IR of a staged kernel against its reference, without cargo.

use anyhow::Result;

use super::{Depth, Finding, finding};
use crate::analysis::{Function, Signature};
use crate::compile::Pool;
use crate::stage::convert::prove::{Proof, Prover};
use crate::stage::convert::{Equality, equality};
use crate::stage::reference::{bytecode_path, read_analysis};
use crate::tileir::assemble::Assembler;
use crate::workspace::Workspace;

/// What was compared of one kernel.
pub(super) struct Compared {
    /// Signatures.
    pub signatures: usize,
    /// Those that are less equal than the crate demands.
    pub findings: Vec<Finding>,
}

/// Compiles each signature of a staged kernel and compares it with its reference.
pub(super) fn compare(
    workspace: &Workspace,
    staged: &Workspace,
    operator: &str,
    pool: &Pool,
    assembler: &Assembler,
    depth: Depth,
) -> Result<Compared> {
    let crate_ = staged.crate_of(operator);
    let demanded = equality(&crate_)?;
    let analysis = read_analysis(&crate_)?;
    let contract = serde_json::from_str(&std::fs::read_to_string(crate_.contract())?)?;
    let text = std::fs::read_to_string(crate_.kernel_rs())?;
    // Committed bytecode is read as it is staged, the rest from the build folder.
    let path = |signature: &Signature| {
        let place = if signature.representative { staged } else { workspace };
        bytecode_path(place, operator, signature)
    };
    let wanted: Vec<(&Function, &Signature)> = analysis
        .functions
        .iter()
        .flat_map(|function| function.signatures.iter().map(move |signature| (function, signature)))
        .filter(|(_, signature)| match depth {
            Depth::Quick => signature.representative,
            Depth::Full => path(signature).is_file(),
        })
        .collect();
    let targets = if depth == Depth::Full { analysis.targets.as_slice() } else { &[] };
    let prover = Prover {
        pool,
        assembler,
        contract: &contract,
        text: &text,
        targets,
        known: None,
        generated: None,
        trial: false,
    };
    let proofs = prover.all(&wanted, |signature| Ok(std::fs::read(path(signature))?), |_| ())?;
    let mut findings = Vec::new();
    for ((function, signature), mut proof) in wanted.iter().zip(proofs) {
        let differs = proof.row.built && !proof.row.ir_equal;
        if differs && demanded == Equality::Text && proof.row.text_identical.is_empty() {
            // Different IR may still be the same machine code: one target tells.
            let one = [signature.target.clone()];
            let bytes = std::fs::read(path(signature))?;
            let prover = Prover { targets: &one, ..prover_of(&prover) };
            let pair = [(*function, *signature)];
            let proofs = prover.all(&pair, |_| Ok(bytes.clone()), |_| ())?;
            proof = proofs.into_iter().next().unwrap_or(proof);
        }
        if let Some(message) = complaint(demanded, &proof) {
            findings.push(finding(operator, "equality", message));
        }
    }
    Ok(Compared { signatures: wanted.len(), findings })
}

/// A prover with the same parts, to change one of them.
fn prover_of<'a>(prover: &Prover<'a>) -> Prover<'a> {
    Prover {
        pool: prover.pool,
        assembler: prover.assembler,
        contract: prover.contract,
        text: prover.text,
        targets: prover.targets,
        known: prover.known,
        generated: prover.generated,
        trial: prover.trial,
    }
}

/// What is wrong with a signature, where it is less equal than demanded.
fn complaint(demanded: Equality, proof: &Proof) -> Option<String> {
    let row = &proof.row;
    let reason = row.reason.as_deref().unwrap_or("no reason was given");
    let name = format!("{} {} {}", row.function, row.variant, row.dtypes);
    if !row.built {
        return Some(format!("{name}: {reason}"));
    }
    let text_differs = || row.text_identical.values().any(|same| !same);
    let holds = match demanded {
        Equality::None => true,
        Equality::Ir => row.ir_equal,
        Equality::Text => !text_differs() && (row.ir_equal || !row.text_identical.is_empty()),
    };
    (!holds).then(|| format!("{name}: differs from the reference: {reason}"))
}
