//! Stage C: where reference and generated kernel differ, why, and who owns it.
//!
//! Pairs each signature's reference with the bytecode that stage B compiled back, compares them item
//! by item ([`checklist`]), asks the assembler about those that it has to be asked about, and judges
//! ([`judge`]). It edits nothing but its own reports.

pub mod census;
pub mod checklist;
pub mod judge;
pub mod pair;
pub mod remarks;
mod report;

use std::collections::BTreeSet;

use anyhow::Result;
use serde_json::json;

use crate::analysis::{Analysis, Signature};
use crate::files;
use crate::pipeline::context::StageContext;
use crate::pipeline::journal::Journal;
use crate::pipeline::state::RunState;
use crate::pipeline::verdict::{Check, Outcome, Stage, Verdict};
use crate::stage::convert::{Equality, coverage, equality};
use crate::stage::{host, reference};
use crate::tileir;
use crate::tileir::assemble::{AssembleError, Assembler, OPT_LEVEL};
use crate::workspace::KernelCrate;
use judge::{Assembled, Cause, Compared, Evidence, Judgement, Machine, Pair};
use pair::Checked;
use remarks::Remarks;

/// Pairs whose remarks are listed: the first that differ, else the first of each function.
const REMARKED: usize = 4;

/// Runs stage C for the operator of a context.
///
/// # Errors
/// There is no reference (exit 2), or no assembler (exit 3).
pub fn run(context: &StageContext) -> Result<Outcome> {
    let crate_ = context.crate_();
    let analysis = reference::read_analysis(&crate_)?;
    let assembler = Assembler::of(&context.workspace)?;
    let evidence = gather(context, &crate_, &analysis, &assembler)?;
    let judgement = judge::judge(&evidence);
    context.progress("remarks of the assembler");
    let remarked = remarked(context, &evidence, &assembler)?;
    let text = report::diff_report(&context.operator, &evidence, &judgement, &remarked);
    files::write(&crate_.generated().join("diff_report.md"), text)?;
    let outcome = outcome(&evidence, &judgement);
    let text = report::summary(&context.operator, &outcome);
    files::write(&crate_.reports().join("agent_c.md"), text)?;
    Ok(outcome)
}

fn outcome(evidence: &Evidence, judgement: &Judgement) -> Outcome {
    let all = evidence.pairs.len();
    let equal =
        evidence.pairs.iter().filter(|one| matches!(one.checked, Checked::Equal(_))).count();
    // What is wrong with the kernel is the verdict; a check fails only where stage C could not work.
    let blocked = judgement.verdict == Verdict::Blocked;
    Outcome {
        verdict: judgement.verdict,
        class: judgement.class(),
        checks: vec![
            Check {
                name: "pairs compared".to_owned(),
                exit: i32::from(blocked),
                note: if blocked { judgement.root.clone() } else { format!("{all} pairs") },
            },
            Check { name: "diff_report.md".to_owned(), exit: 0, note: "written".to_owned() },
        ],
        summary: judgement.root.clone(),
        data: json!({ "pairs": all, "equal": equal, "owner": judgement.owner, "edits": judgement.edits }),
    }
}

/// Collects all that the verdict depends on.
fn gather(
    context: &StageContext,
    crate_: &KernelCrate,
    analysis: &Analysis,
    assembler: &Assembler,
) -> Result<Evidence> {
    let launches = launches(crate_);
    let mut evidence = Evidence {
        cause: cause(context)?,
        accepted: equality(crate_)? < Equality::Text,
        has_launches: launches.is_some(),
        launches: launches.flatten(),
        missing: stale(context, crate_)?,
        ..Evidence::default()
    };
    let all: Vec<_> = analysis
        .functions
        .iter()
        .flat_map(|function| function.signatures.iter().map(move |one| (function, one)))
        .collect();
    let mut sampled = BTreeSet::new();
    let known = coverage::read(&context.workspace)?;
    let rows = known.operators.get(&context.operator).map_or(&[][..], |one| &one.rows);
    for (count, (function, signature)) in all.iter().enumerate() {
        context.progress(format!("{} of {} pairs", count + 1, all.len()));
        let mut pair = pair_of(context, crate_, &function.name, signature);
        let generated = context.workspace.root().join(&pair.generated);
        let Ok(ours) = std::fs::read(&generated) else {
            let missing = format!(
                "{} is not there; run `cargo xtask convert {}`",
                pair.generated, context.operator
            );
            evidence.missing.get_or_insert(missing);
            continue;
        };
        let theirs = reference::read_bytecode(&context.workspace, &context.operator, signature)?;
        // Signatures of several targets may share their bytecode, and then have one generated file,
        // compiled for one of them.
        let shared = function.signatures.iter().filter(|one| one.file == signature.file);
        let targets = std::iter::once(&signature.target).chain(shared.map(|one| &one.target));
        let mut checked = check(&theirs, &ours, &signature.target)?;
        for target in targets.skip(1) {
            if matches!(checked, Checked::Equal(_)) {
                break;
            }
            let other = check(&theirs, &ours, target)?;
            if matches!(other, Checked::Equal(_)) {
                checked = other;
                pair.target.clone_from(target);
            }
        }
        let is_equal = matches!(checked, Checked::Equal(_));
        // What stage B assembled of the same pair need not be assembled again.
        let row = rows.iter().find(|row| {
            row.function == function.name
                && row.id == signature.id
                && row.reference_sha256 == signature.sha256
                && row.ir_equal == is_equal
        });
        let told = row.and_then(|row| row.text_identical.get(&pair.target)).copied();
        let failed = evidence.cause.as_ref().is_some_and(|cause| cause.stage == Stage::D);
        let first = sampled.insert((is_equal, &function.name, &signature.variant));
        let machine = match told {
            Some(same) => {
                Some(Machine { reference: Assembled::Fine, generated: Assembled::Fine, same })
            }
            None if failed || first => Some(machine(assembler, &theirs, &ours, &pair)?),
            None => None,
        };
        evidence.pairs.push(Compared { pair, checked, machine });
    }
    Ok(evidence)
}

fn pair_of(
    context: &StageContext,
    crate_: &KernelCrate,
    function: &str,
    signature: &Signature,
) -> Pair {
    let below = |path: &std::path::Path| {
        path.strip_prefix(context.workspace.root()).unwrap_or(path).display().to_string()
    };
    let name = signature.file.rsplit('/').next().unwrap_or(&signature.file);
    let reference = reference::bytecode_path(&context.workspace, &context.operator, signature);
    Pair {
        function: function.to_owned(),
        id: signature.id.clone(),
        variant: signature.variant.clone(),
        dtypes: signature.dtypes.clone(),
        target: signature.target.clone(),
        reference: below(&reference),
        generated: below(&crate_.generated().join(name)),
        level: signature.options.opt_level.unwrap_or(OPT_LEVEL),
    }
}

/// Compares bytecode with bytecode.
fn check(reference: &[u8], generated: &[u8], target: &str) -> Result<Checked> {
    let (theirs, places) = tileir::load_bytes(reference)?;
    Ok(match tileir::load_bytes(generated) {
        Ok((ours, _)) => pair::check((&theirs, &places), &ours, Some(target)),
        Err(error) => Checked::Undecided(format!("the generated module: {error:#}")),
    })
}

/// Assembles both sides.
fn machine(
    assembler: &Assembler,
    reference: &[u8],
    generated: &[u8],
    pair: &Pair,
) -> Result<Machine> {
    let mut summaries = Vec::new();
    let mut sides = Vec::new();
    for bytes in [reference, generated] {
        match assembler.summary(bytes, &pair.target, pair.level) {
            Ok(summary) => {
                summaries.push(summary);
                sides.push(Assembled::Fine);
            }
            Err(AssembleError::Refused { status, stdout, stderr, .. }) => {
                sides.push(failure(&status, &format!("{stderr}{stdout}")));
            }
            Err(error) => return Err(error.into()),
        }
    }
    let same = matches!(&summaries[..], [a, b] if b.is_text_identical(a));
    let [reference, generated] = <[Assembled; 2]>::try_from(sides)
        .map_err(|_| anyhow::anyhow!("two modules have two sides"))?;
    Ok(Machine { reference, generated, same })
}

/// A refusal, or a crash: ended by a signal, aborted, or with a stack dump.
fn failure(status: &str, printed: &str) -> Assembled {
    let line = printed.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("no message");
    let message = format!("{status}: {line}");
    let is_signal = status.contains("signal");
    let code: Option<i32> = status.rsplit(' ').next().and_then(|number| number.parse().ok());
    let dumped = ["Stack dump", "PLEASE submit a bug report", "Assertion `"]
        .iter()
        .any(|mark| printed.contains(mark));
    if is_signal || code.is_some_and(|code| code >= 128) || dumped {
        Assembled::Crashed(message)
    } else {
        Assembled::Refused(message)
    }
}

/// Why stage C was started: the last verdict of D or E in the last run, unless it was good.
fn cause(context: &StageContext) -> Result<Option<Cause>> {
    let lines = Journal::read(&context.workspace, &context.operator)?;
    let state = RunState::last(&lines).map_err(|error| anyhow::anyhow!(error))?;
    for record in state.spent.iter().rev() {
        let spent = record.live().map_err(|error| anyhow::anyhow!(error))?;
        if !matches!(spent.step.stage, Stage::D | Stage::E) {
            continue;
        }
        if spent.verdict.is_clean_success() {
            return Ok(None);
        }
        let class = spent.class.map_or_else(String::new, |class| format!(" ({class})"));
        let said = format!("{} {}{class}: {}", spent.step, spent.verdict, record.summary);
        return Ok(Some(Cause { stage: spent.step.stage, said }));
    }
    Ok(None)
}

/// Why what was generated is not of this kernel, if it is not.
fn stale(context: &StageContext, crate_: &KernelCrate) -> Result<Option<String>> {
    let contract = match host::read_contract(crate_, &context.operator) {
        Ok(contract) => contract,
        Err(error) => return Ok(Some(format!("{error:#}"))),
    };
    let Ok(kernel) = std::fs::read(crate_.kernel_rs()) else {
        return Ok(Some("src/kernel.rs is not there".to_owned()));
    };
    let is_of_it = files::sha256(kernel) == contract.kernel_sha256;
    Ok((!is_of_it).then(|| {
        format!(
            "src/kernel.rs was edited after generated/ was made; run `cargo xtask convert {}`",
            context.operator
        )
    }))
}

/// What stage D's build half said of the launches: none if nothing, else the difference if there is one.
fn launches(crate_: &KernelCrate) -> Option<Option<String>> {
    let report = std::fs::read_to_string(crate_.reports().join("host.md")).ok()?;
    let row = report.lines().find(|line| line.starts_with("| launch log |"))?;
    let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
    match cells[..] {
        [_, "0", ..] => Some(None),
        [_, _, note, ..] => Some(Some(note.to_owned())),
        _ => None,
    }
}

/// Remarks on both sides of a few pairs.
fn remarked(
    context: &StageContext,
    evidence: &Evidence,
    assembler: &Assembler,
) -> Result<Vec<(usize, Vec<remarks::Row>)>> {
    let is_fine = |index: &usize| {
        evidence.pairs[*index]
            .machine
            .as_ref()
            .is_none_or(|machine| machine.reference.is_fine() && machine.generated.is_fine())
    };
    let differs = |index: &usize| !matches!(evidence.pairs[*index].checked, Checked::Equal(_));
    let mut wanted: Vec<usize> =
        (0..evidence.pairs.len()).filter(|index| differs(index) && is_fine(index)).collect();
    if wanted.is_empty() {
        let mut functions = BTreeSet::new();
        wanted = (0..evidence.pairs.len())
            .filter(|index| functions.insert(&evidence.pairs[*index].pair.function))
            .filter(is_fine)
            .collect();
    }
    let mut rows = Vec::new();
    for index in wanted.into_iter().take(REMARKED) {
        let pair = &evidence.pairs[index].pair;
        let mut sides = Vec::new();
        for file in [&pair.reference, &pair.generated] {
            let bytes = std::fs::read(context.workspace.root().join(file))?;
            match assembler.remarks(&bytes, &pair.target, pair.level) {
                Ok(printed) => sides.push(Remarks::read(&printed)),
                Err(AssembleError::Refused { .. }) => break,
                Err(error) => return Err(error.into()),
            }
        }
        if let [reference, generated] = &sides[..] {
            rows.push((index, reference.beside(generated)));
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests;
