//! Stage F: what is left of a difference in speed, and why.
//!
//! Started by its command alone, after a run that ended at PIPELINE_COMPLETE with a speed that was
//! not DONE. It reads what stage E timed (launches of a call and their times, the tuners' choices), asks
//! the record of compared machine code about each kernel, and where that differs reads both cubins:
//! registers, local memory, instructions. It edits nothing but its own report.

pub mod judge;
pub mod sass;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::json;
use tileport_contract::Contract;

use crate::error::usage;
use crate::files;
use crate::pipeline::context::StageContext;
use crate::pipeline::journal::Journal;
use crate::pipeline::state::RunState;
use crate::pipeline::verdict::{Check, Outcome, Stage, Verdict};
use crate::stage::bench::{self, Row};
use crate::stage::convert::coverage;
use crate::stage::{host, reference};
use crate::tileir::assemble::{Assembler, OPT_LEVEL};
use crate::tileir::cubin::Cubin;
use judge::{Choice, Evidence, Finding, Machine, Sides, Timed};
use sass::Mix;

/// Signatures of a function whose cubins are read.
const READ: usize = 3;
/// Operations that the report names for a pair of cubins.
const NAMED: usize = 8;

/// What stage E's run says of itself.
#[derive(Debug, Default, Deserialize)]
struct About {
    target: Option<String>,
    gpu: Option<String>,
    extension: Option<bool>,
}

/// A line of stage E's samples that is no row.
#[derive(Debug, Default, Deserialize)]
struct Line {
    #[serde(default)]
    about: Option<About>,
    #[serde(default)]
    choices: Option<BTreeMap<String, BTreeMap<String, String>>>,
}

/// Runs stage F for the operator of a context.
///
/// # Errors
/// No run of the operator ended where F starts (exit 2), or there is no assembler (exit 3).
pub fn run(context: &StageContext) -> Result<Outcome> {
    may_start(context)?;
    let evidence = gather(context)?;
    let (verdict, findings) = judge::judge(&evidence);
    let text = report(&context.operator, verdict, &evidence, &findings);
    files::write(&context.crate_().reports().join("agent_f.md"), text)?;
    let slow = evidence.rows.iter().filter(|row| row.ratios[0] > bench::DONE_AT_MOST).count();
    let summary = match findings.first() {
        Some(finding) => format!("{}; {}", finding.what, finding.action),
        None => format!("{} cases, none slower than the reference", evidence.rows.len()),
    };
    Ok(Outcome {
        verdict,
        class: None,
        checks: vec![Check {
            name: "timed cases".into(),
            exit: i32::from(evidence.rows.is_empty()),
            note: format!("{} cases, {slow} slow", evidence.rows.len()),
        }],
        summary,
        data: json!({
            "slow": slow,
            "findings": findings.iter().map(|finding| &finding.what).collect::<Vec<_>>(),
        }),
    })
}

/// Refuses unless the last run is complete and its stage E was not DONE.
fn may_start(context: &StageContext) -> Result<()> {
    let operator = &context.operator;
    let lines = Journal::read(&context.workspace, operator)?;
    let state = RunState::last(&lines).map_err(|error| anyhow::anyhow!(error))?;
    let complete =
        state.finished.as_ref().is_some_and(|finished| finished.verdict == "PIPELINE_COMPLETE");
    if !complete {
        return Err(usage(format!(
            "{operator}: its last run has not ended at PIPELINE_COMPLETE, and stage F looks at what is \
             left then; run `cargo xtask port {operator}` first"
        )));
    }
    let history = state.history().map_err(|error| anyhow::anyhow!(error))?;
    let last = history.iter().rev().find(|spent| spent.step.stage == Stage::E);
    if last.is_some_and(|spent| spent.verdict == Verdict::Done) {
        return Err(usage(format!("{operator}: stage E said DONE; nothing is left for stage F")));
    }
    Ok(())
}

/// Collects all that the verdict depends on.
fn gather(context: &StageContext) -> Result<Evidence> {
    let path = bench::samples(&context.workspace, &context.operator);
    let Ok(printed) = std::fs::read_to_string(&path) else { return Ok(Evidence::default()) };
    let contract = host::read_contract(&context.crate_(), &context.operator)?;
    let (about, choices) = about(&printed)?;
    let rows: Vec<Timed> =
        bench::rows(&printed)?.iter().filter_map(|row| timed(row, &contract)).collect();
    let functions: BTreeSet<String> = rows
        .iter()
        .filter(|row| row.ratios[0] > bench::DONE_AT_MOST)
        .flat_map(|row| row.functions.iter().flatten().cloned())
        .collect();
    let target = about.target.clone().unwrap_or_else(|| context.targets[0].clone());
    let mut machines = BTreeMap::new();
    for function in functions {
        context.progress(format!("machine code of {function}"));
        let machine = machine(context, &function, &target)?;
        machines.insert(function, machine);
    }
    tracing::debug!("timed on {}", about.gpu.as_deref().unwrap_or("an unnamed GPU"));
    Ok(Evidence { rows, machines, choices, extension: about.extension })
}

/// What the lines besides the rows say: the run, and the searches that ended differently.
fn about(printed: &str) -> Result<(About, Vec<Choice>)> {
    let (mut about, mut choices) = (About::default(), Vec::new());
    for line in
        printed.lines().filter(|line| line.starts_with('{') && !line.starts_with("{\"case\""))
    {
        let line: Line =
            serde_json::from_str(line).with_context(|| format!("tileport.bench: {line}"))?;
        about = line.about.unwrap_or(about);
        for (key, sides) in line.choices.unwrap_or_default() {
            let chosen = ["cutile", "cutile-rs"].map(|side| sides.get(side).cloned());
            if chosen[0] != chosen[1] {
                choices.push(Choice { key, chosen });
            }
        }
    }
    Ok((about, choices))
}

/// A row by launches; none without times.
fn timed(row: &Row, contract: &Contract) -> Option<Timed> {
    let (reference, port) = (row.reference.as_ref()?, row.port.as_ref()?);
    let launches = [reference, port].map(|side| {
        let times = side.kernel_us.iter().copied().chain(std::iter::repeat(f64::NAN));
        side.kernels.iter().cloned().zip(times).collect::<Vec<_>>()
    });
    let functions = port.kernels.iter().map(|name| function_of(contract, name)).collect();
    let (device, host) = row.ratios()?;
    Some(Timed { case: row.case.clone(), ratios: [device, host], launches, functions })
}

/// The Python function whose entry a kernel is; cutile adds a suffix to the entry's name.
fn function_of(contract: &Contract, kernel: &str) -> Option<String> {
    let entry = kernel.split(['(', '<']).next().unwrap_or(kernel).trim().strip_suffix("_entry")?;
    contract
        .functions
        .iter()
        .find(|function| function.entries.iter().any(|one| one.name == entry))
        .map(|function| function.name.clone())
}

/// What is known of a function's machine code on a target.
fn machine(context: &StageContext, function: &str, target: &str) -> Result<Machine> {
    let known = coverage::read(&context.workspace)?;
    let rows = known.operators.get(&context.operator).map_or(&[][..], |one| &one.rows);
    let compared: Vec<_> = rows
        .iter()
        .filter(|row| row.function == function)
        .filter_map(|row| Some((row, *row.text_identical.get(target)?)))
        .collect();
    if compared.is_empty() {
        return Ok(Machine::Unknown(format!(
            "reports/coverage.json has no row of it for {target}"
        )));
    }
    let different: Vec<_> =
        compared.iter().filter(|(_, same)| !same).map(|(row, _)| *row).collect();
    if different.is_empty() {
        return Ok(Machine::Identical(compared.len()));
    }
    let crate_ = context.crate_();
    let analysis = reference::read_analysis(&crate_)?;
    let assembler = Assembler::of(&context.workspace)?;
    let mut sides = Vec::new();
    for row in different.iter().take(READ) {
        let signature = analysis
            .functions
            .iter()
            .filter(|one| one.name == function)
            .flat_map(|one| &one.signatures)
            .find(|one| one.id == row.id);
        let Some(signature) = signature else { continue };
        let name = signature.file.rsplit('/').next().unwrap_or(&signature.file);
        let Ok(ours) = std::fs::read(crate_.generated().join(name)) else { continue };
        let theirs = reference::read_bytecode(&context.workspace, &context.operator, signature)?;
        let level = signature.options.opt_level.unwrap_or(OPT_LEVEL);
        let pair = [&theirs, &ours].map(|bytes| assembler.cubin(bytes, target, level));
        if let [Ok(theirs), Ok(ours)] = pair {
            sides.extend(both(&row.id, &theirs, &ours));
        }
    }
    Ok(Machine::Different(different.len(), sides))
}

/// The first kernels of two cubins beside each other.
fn both(id: &str, theirs: &Cubin, ours: &Cubin) -> Option<Sides> {
    let pair = [theirs.kernels.first()?, ours.kernels.first()?];
    let mix = pair.map(|kernel| Mix::of(&kernel.text));
    Some(Sides {
        id: id.to_owned(),
        registers: pair.map(|kernel| kernel.registers),
        shared: pair.map(|kernel| kernel.shared),
        instructions: pair.map(|kernel| kernel.text.len() / crate::tileir::cubin::INSTRUCTION),
        mix,
    })
}

/// The report as Markdown.
fn report(operator: &str, verdict: Verdict, evidence: &Evidence, findings: &[Finding]) -> String {
    let mut text = format!("# Stage F: {operator}\n\n## Launches of a call\n\n");
    text.push_str("| case | device ratio | host ratio | cuTile | cutile-rs |\n| --- | ---: | ---: | --- | --- |\n");
    for row in &evidence.rows {
        let [reference, port] = row.launches.each_ref().map(|kernels| {
            let each = kernels
                .iter()
                .map(|(name, time)| format!("{} {time:.2} µs", name.replace('|', "\\|")));
            each.collect::<Vec<_>>().join(", ")
        });
        let _ = writeln!(
            text,
            "| {} | {:.3} | {:.3} | {reference} | {port} |",
            row.case, row.ratios[0], row.ratios[1]
        );
    }
    for (function, machine) in &evidence.machines {
        let _ = writeln!(text, "\n## Machine code of `{function}`\n");
        match machine {
            Machine::Identical(count) => {
                let _ = writeln!(text, "The reference's in all {count} signatures.");
            }
            Machine::Unknown(reason) => {
                let _ = writeln!(text, "Not compared: {reason}.");
            }
            Machine::Different(count, sides) => {
                let _ = writeln!(text, "Differs in {count} signatures; cuTile, then cutile-rs:\n");
                for side in sides {
                    let [a, b] =
                        side.registers.map(|found| found.map_or("?".into(), |r| r.to_string()));
                    let _ = write!(
                        text,
                        "- `{}`: registers {a}, {b}; shared {}, {} bytes; local accesses {}, {}; \
                         instructions {}, {}",
                        side.id,
                        side.shared[0],
                        side.shared[1],
                        side.mix[0].local(),
                        side.mix[1].local(),
                        side.instructions[0],
                        side.instructions[1]
                    );
                    for (name, theirs, ours) in
                        side.mix[0].differences(&side.mix[1]).into_iter().take(NAMED)
                    {
                        let _ = write!(text, "; {name} {theirs}, {ours}");
                    }
                    text.push('\n');
                }
            }
        }
    }
    text.push_str("\n## Findings\n\n");
    if findings.is_empty() {
        text.push_str("None: no case is slower than the reference.\n");
    }
    for finding in findings {
        let _ = writeln!(
            text,
            "- {:?} ({}, confidence {}): {}. Next: {}.",
            finding.remedy,
            finding.owner,
            format!("{:?}", finding.confidence).to_lowercase(),
            finding.what,
            finding.action
        );
    }
    let _ = writeln!(text, "\nVERDICT: {verdict}");
    text
}

#[cfg(test)]
mod tests;
