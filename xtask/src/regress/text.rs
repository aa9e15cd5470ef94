//! The machine code of an operator as one hash, to tell a slower kernel from a slower machine.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::files::sha256;
use crate::stage::reference;
use crate::tileir::assemble::{AssembleError, Assembler, OPT_LEVEL};
use crate::workspace::Workspace;

/// The hash over the machine code of an operator's representative signatures, as stage B compiled
/// them back; none where `generated/` does not hold them all.
///
/// # Errors
/// The assembler cannot be run.
pub fn of(
    workspace: &Workspace,
    operator: &str,
    target: &str,
    assembler: &Assembler,
) -> Result<Option<String>> {
    let crate_ = workspace.crate_of(operator);
    let Ok(analysis) = reference::read_analysis(&crate_) else { return Ok(None) };
    let mut hashes = BTreeSet::new();
    for function in &analysis.functions {
        for signature in function.signatures.iter().filter(|one| one.representative) {
            let name = signature.file.rsplit('/').next().unwrap_or(&signature.file);
            let Ok(bytes) = std::fs::read(crate_.generated().join(name)) else { return Ok(None) };
            let level = signature.options.opt_level.unwrap_or(OPT_LEVEL);
            match assembler.summary(&bytes, target, level) {
                Ok(summary) => {
                    let kernels: String =
                        summary.kernels.iter().map(|kernel| kernel.text_sha256.as_str()).collect();
                    hashes.insert(format!("{name} {kernels} {}\n", summary.data_sha256));
                }
                // A signature that the assembler refuses for this target has no code there.
                Err(AssembleError::Refused { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
    let all: String = hashes.into_iter().collect();
    Ok((!all.is_empty()).then(|| sha256(all)[..16].to_owned()))
}
