//! Stage B: the device kernel in Rust, and the proof that it is the reference.
//!
//! Reads `reference/`, writes `src/kernel.rs`, `src/contract.json` and the rest of the crate, compiles
//! every signature back and compares Tile IR and machine code. The text depends on the reference
//! alone. A `kernel.rs` that a person has edited is kept and proved as it is.

pub mod conversion;
mod cover;
pub mod coverage;
mod crate_;
pub mod foreign;
pub mod prove;
mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::json;
use tileport_contract::Contract;

pub use crate_::{Equality, equality};

use crate::analysis::{Analysis, Function, Signature};
use crate::compile::Pool;
use crate::convert::lines;
use crate::error::usage;
use crate::files::{self, sha256};
use crate::pipeline::context::StageContext;
use crate::pipeline::verdict::{Check, Outcome, Verdict};
use crate::stage::reference;
use crate::tilegym::pinned;
use crate::tilegym::tree::Tree;
use crate::tileir::assemble::Assembler;
use crate::toolchain::Toolkit;
use crate::toolchain::cargo::{self, LOCK_LIMIT, Output};
use crate::workspace::KernelCrate;
use conversion::Conversion;
use prove::{Known, Proof, Prover, Row};
use report::Ran;

/// Runs stage B for the operator of a context.
pub fn run(context: &StageContext) -> Result<Outcome> {
    Toolkit::find(&context.workspace)?;
    let crate_ = context.crate_();
    if let Some(file) = &context.options.reference {
        reference::check_name(&context.operator)?;
        refuse_captured(&crate_)?;
        foreign::import(&crate_, &context.operator, file, &context.targets[0])?;
    }
    let analysis = reference::read_analysis(&crate_)?;
    let equality = crate_::equality(&crate_)?;
    let read = |signature: &Signature| {
        reference::read_bytecode(&context.workspace, &context.operator, signature)
    };
    context.progress("converting");
    let mut conversion = conversion::convert(&analysis, read, source(context, &analysis))?;
    let adopted = adopt(context, &crate_, &mut conversion)?;
    write_sources(context, &crate_, &conversion)?;

    let pool = Pool::new(&context.workspace)?;
    let assembler = Assembler::of(&context.workspace)?;
    let functions = conversion.functions.clone();
    let all = signatures(&functions);
    let mut proofs = climb(context, &crate_, &mut conversion, adopted, &pool, &assembler, &all)?;
    if !adopted {
        let covered =
            cover::cover(&mut conversion, &pool, &assembler, &context.targets, read, |what| {
                context.progress(what)
            })?;
        if !covered.is_empty() {
            write_sources(context, &crate_, &conversion)?;
            proofs = climb(context, &crate_, &mut conversion, adopted, &pool, &assembler, &all)?;
        }
    }
    let rows: Vec<Row> = proofs.iter().map(|proof| proof.row.clone()).collect();
    let mut ran = Vec::new();
    if rows.iter().all(|row| row.built) {
        let test = crate_::pipeline_test(&conversion.functions, &proofs)?;
        files::write(&crate_.root().join("tests/pipeline.rs"), test)?;
        context.progress("cargo build");
        context.spend_compile()?;
        ran.push(cargo(context, &["build", "-p"])?);
        if ran[0].exit == 0 {
            context.progress("pipeline test");
            ran.push(cargo(context, &["test", "--test", "pipeline", "-p"])?);
        }
    }
    let losses = coverage::record(
        &context.workspace,
        &context.operator,
        assembler.version(),
        &rows,
        texts(&conversion, &proofs, source(context, &analysis)),
        context.options.force,
    )?;
    let outcome = judge(equality, &proofs, &ran, &losses);
    let reports = crate_.reports();
    let log = report::build_log(&context.operator, &ran, &rows);
    files::write(&reports.join("build_log.md"), log)?;
    let text = report::summary(&conversion, &rows, &outcome);
    files::write(&reports.join("agent_b.md"), text)?;
    Ok(outcome)
}

/// Converts those functions of an operator that `functions` picks, writes the sources and proves those
/// of their signatures that `wanted` picks, without cargo.
///
/// The rows are recorded in the workspace's coverage, from which a later run takes comparisons that
/// still hold; rows of other signatures stay there.
///
/// # Errors
/// As [`conversion::convert`]; a program cannot be started, or a file not be read or written.
pub fn prove_some(
    context: &StageContext,
    pool: &Pool,
    assembler: &Assembler,
    functions: impl Fn(&Function) -> bool,
    wanted: impl Fn(&Function, &Signature) -> bool,
) -> Result<Vec<Row>> {
    let crate_ = context.crate_();
    let mut analysis = reference::read_analysis(&crate_)?;
    analysis.functions.retain(functions);
    let read = |signature: &Signature| {
        reference::read_bytecode(&context.workspace, &context.operator, signature)
    };
    let mut conversion = conversion::convert(&analysis, read, source(context, &analysis))?;
    let adopted = adopt(context, &crate_, &mut conversion)?;
    write_sources(context, &crate_, &conversion)?;
    let functions = conversion.functions.clone();
    let some: Vec<_> = signatures(&functions)
        .into_iter()
        .filter(|(function, signature)| wanted(function, signature))
        .collect();
    let proofs = climb(context, &crate_, &mut conversion, adopted, pool, assembler, &some)?;
    let texts = texts(&conversion, &proofs, source(context, &analysis));
    let rows: Vec<Row> = proofs.into_iter().map(|proof| proof.row).collect();
    let known = coverage::read(&context.workspace)?;
    let before = known.operators.get(&context.operator).map_or(&[][..], |known| &known.rows);
    let other =
        |old: &&Row| !rows.iter().any(|row| row.function == old.function && row.id == old.id);
    let merged: Vec<Row> = before.iter().filter(other).chain(&rows).cloned().collect();
    let version = assembler.version();
    coverage::record(&context.workspace, &context.operator, version, &merged, texts, true)?;
    Ok(rows)
}

/// How long the texts of the functions of a conversion are, beside those of their Python source.
/// Entries that no proof is of may be written otherwise once there is one: they are left out.
fn texts(
    conversion: &Conversion,
    proofs: &[Proof],
    source: impl Fn(&str) -> Option<String>,
) -> BTreeMap<String, coverage::Kernel> {
    let proved: BTreeSet<String> = proofs.iter().filter_map(Proof::entry).collect();
    let functions = conversion.functions.iter().enumerate();
    functions
        .map(|(place, function)| {
            let written = conversion.written(place).into_iter().map(|one| one.text);
            let kernel = coverage::Kernel {
                python: lines::of_python(&function.file, function.line, &source),
                entries: written.filter(|one| proved.contains(&one.entry)).collect(),
            };
            (function.name.clone(), kernel)
        })
        .collect()
}

/// The text of a file of the TileGym that was captured; none where that is not at hand.
fn source<'c>(
    context: &'c StageContext,
    analysis: &Analysis,
) -> impl Fn(&str) -> Option<String> + use<'c> {
    let captured = analysis.tilegym.clone();
    move |file| {
        let parent = match &context.options.tilegym {
            Some(path) => Tree::open(path).ok()?.python_path().to_path_buf(),
            None => pinned::site_packages(&context.workspace).ok()?,
        };
        let text = std::fs::read_to_string(parent.join(file)).ok()?;
        (file != captured.file || sha256(&text) == captured.sha256).then_some(text)
    }
}

/// All signatures of functions, with their functions.
fn signatures(functions: &[Function]) -> Vec<(&Function, &Signature)> {
    functions
        .iter()
        .flat_map(|function| function.signatures.iter().map(move |signature| (function, signature)))
        .collect()
}

/// Proves signatures; entries whose machine code is not the reference's are written nearer to it,
/// and their signatures proved again, as long as there is a nearer style.
///
/// One signature of each variant goes ahead: most styles that do not fit show it there.
fn climb(
    context: &StageContext,
    crate_: &KernelCrate,
    conversion: &mut Conversion,
    adopted: bool,
    pool: &Pool,
    assembler: &Assembler,
    all: &[(&Function, &Signature)],
) -> Result<Vec<Proof>> {
    let read = |signature: &Signature| {
        reference::read_bytecode(&context.workspace, &context.operator, signature)
    };
    let generated = crate_.generated();
    let before = coverage::read(&context.workspace)?;
    let rows = before.operators.get(&context.operator).map_or(&[][..], |known| &known.rows);
    let known = Known::new(prove::tools(&context.workspace, assembler)?, rows);
    let mut variants = BTreeSet::new();
    let mut ahead: Vec<usize> = (0..all.len())
        .filter(|index| {
            let (function, signature) = all[*index];
            variants.insert((function.name.as_str(), signature.variant.as_str()))
        })
        .collect();
    let mut proofs: Vec<Proof> = Vec::new();
    let mut wanted: Vec<usize> = (0..all.len()).collect();
    loop {
        let scouting = !adopted && !ahead.is_empty();
        let now = if scouting { &ahead } else { &wanted };
        let prover = Prover {
            pool,
            assembler,
            contract: &conversion.contract,
            text: &conversion.text,
            targets: &context.targets,
            known: Some(&known),
            generated: (!scouting).then_some(generated.as_path()),
            trial: scouting,
        };
        let some: Vec<_> = now.iter().map(|index| all[*index]).collect();
        let count = some.len();
        let progress = |done| context.progress(format!("{done} of {count} signatures"));
        let found = prover.all(&some, read, progress)?;
        let differ = differing(&found);
        if scouting {
            let stepped = conversion.step_down(&differ)?;
            let again = |proof: &Proof| proof.entry().is_some_and(|entry| stepped.contains(&entry));
            ahead = ahead
                .into_iter()
                .zip(&found)
                .filter(|(_, one)| again(one))
                .map(|(at, _)| at)
                .collect();
            continue;
        }
        if proofs.is_empty() {
            proofs = found;
        } else {
            for (index, proof) in wanted.iter().zip(found) {
                proofs[*index] = proof;
            }
        }
        if adopted || differ.is_empty() {
            break;
        }
        let stepped = conversion.step_down(&differ)?;
        if stepped.is_empty() {
            break;
        }
        context.progress(format!("{} entries written nearer to the reference", stepped.len()));
        let again = |proof: &Proof| proof.entry().is_some_and(|entry| stepped.contains(&entry));
        wanted = (0..all.len()).filter(|index| again(&proofs[*index])).collect();
    }
    write_sources(context, crate_, conversion)?;
    Ok(proofs)
}

/// The entries that some proof does not hold for, each with the first such signature and how it
/// differs.
fn differing(proofs: &[Proof]) -> BTreeMap<String, String> {
    let mut differ = BTreeMap::new();
    for proof in proofs.iter().filter(|proof| !proof.holds()) {
        let Some(entry) = proof.entry() else { continue };
        differ.entry(entry).or_insert_with(|| {
            let row = &proof.row;
            let targets = row.text_identical.iter().filter(|(_, same)| !**same);
            let targets: Vec<&str> = targets.map(|(target, _)| target.as_str()).collect();
            // What does not compile has no machine code for any target.
            let targets =
                if targets.is_empty() { row.target.clone() } else { targets.join(" and ") };
            let how = row.reason.as_deref().unwrap_or("the IR is equal");
            let first = how.lines().next().unwrap_or_default();
            format!("{} ({}), {targets}: {first}", row.id, row.dtypes)
        });
    }
    differ
}

/// A file must not take the place of what stage A captured from TileGym.
fn refuse_captured(crate_: &KernelCrate) -> Result<()> {
    match reference::read_analysis(crate_) {
        Ok(known) if !known.tilegym.version.is_empty() => Err(usage(format!(
            "{}: holds what was captured from TileGym; choose another --name",
            crate_.reference().display()
        ))),
        _ => Ok(()),
    }
}

/// Puts a `kernel.rs` that a person has edited in place of the one that was made.
///
/// It is edited where its hash is not the contract's; once adopted it stays so until `--force`.
fn adopt(
    context: &StageContext,
    crate_: &KernelCrate,
    conversion: &mut Conversion,
) -> Result<bool> {
    let path = crate_.kernel_rs();
    let Ok(text) = std::fs::read_to_string(&path) else {
        return Ok(false);
    };
    let known = std::fs::read_to_string(crate_.contract())
        .ok()
        .and_then(|text| serde_json::from_str::<Contract>(&text).ok());
    if !is_edited(&text, known.as_ref(), &conversion.text) {
        return Ok(false);
    }
    if context.options.force {
        context.note(format!("{}: the edited kernel is written anew (--force)", path.display()));
        return Ok(false);
    }
    context.note(format!(
        "{}: edited by hand; kept and checked as it is (--force writes it anew)",
        path.display()
    ));
    conversion.contract.kernel_sha256 = sha256(&text);
    conversion.contract.adopted = true;
    conversion.text = text;
    Ok(true)
}

/// Whether a `kernel.rs` on disk is neither what was made before nor what is made now.
fn is_edited(text: &str, known: Option<&Contract>, made: &str) -> bool {
    if text == made || !has_code(text) {
        return false;
    }
    known.is_none_or(|known| known.adopted || known.kernel_sha256 != sha256(text))
}

/// Whether a Rust file holds more than comments.
fn has_code(text: &str) -> bool {
    text.lines().any(|line| !line.trim().is_empty() && !line.trim_start().starts_with("//"))
}

fn write_sources(
    context: &StageContext,
    crate_: &KernelCrate,
    conversion: &Conversion,
) -> Result<()> {
    let contract = serde_json::to_string_pretty(&conversion.contract).context("the contract")?;
    let manifest = crate_::manifest(crate_, &context.operator, &context.targets)?;
    files::write(&crate_.kernel_rs(), &conversion.text)?;
    files::write(&crate_.contract(), contract + "\n")?;
    let library = crate_::library(crate_, &context.operator, &conversion.text);
    files::write(&crate_.root().join("src/lib.rs"), library)?;
    files::write(&crate_.root().join("Cargo.toml"), manifest)
}

/// Runs a cargo command on the operator's package.
fn cargo(context: &StageContext, arguments: &[&str]) -> Result<Ran> {
    let package = format!("tileport-{}", context.operator);
    let mut command = cargo::command(&context.workspace);
    command.args(arguments).arg(&package);
    let target = context.workspace.target();
    let finished = cargo::run(command, &target, Output::Captured, LOCK_LIMIT)?;
    let succeeded = finished.status.success();
    let output = if succeeded { String::new() } else { finished.stdout + &finished.stderr };
    Ok(Ran {
        command: format!("cargo {} {package}", arguments.join(" ")),
        exit: finished.status.code().unwrap_or(1),
        output: without_root(&output, context.workspace.root()),
    })
}

/// Text without the repository's place, which differs between machines.
fn without_root(text: &str, root: &Path) -> String {
    text.replace(&format!("{}/", root.display()), "")
}

/// The verdict on what was found.
fn judge(equality: Equality, proofs: &[Proof], ran: &[Ran], losses: &[coverage::Loss]) -> Outcome {
    let rows: Vec<&Row> = proofs.iter().map(|proof| &proof.row).collect();
    let all = rows.len();
    let check = |name: &str, holds: bool, note: String| Check {
        name: name.to_owned(),
        exit: i32::from(!holds),
        note,
    };
    let built = rows.iter().filter(|row| row.built).count();
    let equal = rows.iter().filter(|row| row.ir_equal).count();
    let pairs = rows.iter().map(|row| row.text_identical.len()).sum::<usize>();
    let same =
        rows.iter().flat_map(|row| row.text_identical.values()).filter(|same| **same).count();
    let mut checks = vec![check("compiles", built == all, format!("{built} of {all} signatures"))];
    for one in ran {
        checks.push(check(&one.command, one.exit == 0, String::new()));
    }
    let demanded = match equality {
        Equality::Text => {
            checks.push(check(
                ".text identical",
                same == pairs && pairs > 0,
                format!("{same} of {pairs} signatures and targets"),
            ));
            same == pairs && pairs > 0
        }
        Equality::Ir => {
            checks.push(check("IR equal", equal == all, format!("{equal} of {all} signatures")));
            equal == all
        }
        Equality::None => true,
    };
    let lost = losses.first().map_or_else(String::new, |loss| {
        format!("{} {} lost that {}", loss.function, loss.id, loss.what)
    });
    checks.push(check("coverage does not fall", losses.is_empty(), lost));
    let compiled = built == all && ran.len() == 2 && ran.iter().all(|one| one.exit == 0);
    let verdict = match (compiled, demanded && losses.is_empty()) {
        (false, _) => Verdict::FailCompile,
        (true, false) => Verdict::FailFixable,
        (true, true) => Verdict::Compiled,
    };
    let first = rows.iter().find_map(|row| {
        row.reason.as_ref().map(|reason| format!("; {} {}: {reason}", row.function, row.id))
    });
    let why = if verdict == Verdict::Compiled { String::new() } else { first.unwrap_or_default() };
    let owned: Vec<Row> = rows.into_iter().cloned().collect();
    Outcome {
        verdict,
        class: None,
        checks,
        summary: format!(
            "{built} of {all} signatures compile, IR equal for {equal}, .text identical for {same} of {pairs} pairs with a target{why}"
        ),
        data: json!({ "variants": report::variants(&owned) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contract(hash: &str, adopted: bool) -> Contract {
        Contract {
            schema: 1,
            operator: "op".into(),
            kernel_sha256: hash.into(),
            adopted,
            functions: vec![],
        }
    }

    #[test]
    fn only_an_edited_kernel_is_adopted() {
        let old = "fn old() {}\n";
        let made = contract(&sha256(old), false);
        // Unchanged since it was made, though the converter now makes another.
        assert!(!is_edited(old, Some(&made), "fn new() {}\n"));
        assert!(is_edited("fn edited() {}\n", Some(&made), old));
        // Adopted before: stays.
        assert!(is_edited(old, Some(&contract(&sha256(old), true)), "fn new() {}\n"));
        // The placeholder of stage A is nobody's edit; a kernel without a contract is.
        assert!(!is_edited("//! Empty until conversion.\n", None, old));
        assert!(is_edited(old, None, "fn new() {}\n"));
        assert!(!is_edited(old, None, old));
    }

    #[test]
    fn the_place_of_the_repository_is_left_out() {
        assert_eq!(without_root("error: /a/b/kernels/x", Path::new("/a/b")), "error: kernels/x");
    }
}
