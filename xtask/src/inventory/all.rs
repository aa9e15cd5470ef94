//! Ports every operator that has inputs, as far as that goes without a GPU.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use anyhow::Result;
use cutile_ir::Module;

use super::state::{self, State};
use super::{build, host, scratch};
use crate::analysis::{Analysis, Function, Signature};
use crate::compile::Pool;
use crate::error::usage;
use crate::files::{self, sha256};
use crate::pipeline::context::StageContext;
use crate::pipeline::events::Silent;
use crate::pipeline::verdict::{Outcome, Stage};
use crate::stage::convert::coverage;
use crate::stage::{convert, reference};
use crate::tileir::assemble::Assembler;
use crate::tileir::load_bytes;
use crate::tileir::ops::by_opcode;
use crate::tileir::random::mutate::all_ops;
use crate::workspace::Workspace;

/// Operators that one probe captures.
const BATCH: usize = 12;

/// What is to be done.
#[derive(Debug, Clone)]
pub struct Job {
    /// Operators by their crates' names; all where there are none.
    pub operators: Vec<String>,
    /// Described GPUs, which are the targets of the proof too.
    pub targets: Vec<String>,
    /// Another TileGym than the toolkit's.
    pub tilegym: Option<PathBuf>,
    /// Signatures that are launched alone, and one of each kernel proved instead of all.
    pub one_each: bool,
    /// One signature of each structural variant proved instead of all.
    pub one_a_variant: bool,
    /// This share of the operators: index from 0, and number of shares.
    pub shard: (usize, usize),
    /// Operators that are converted side by side where one signature of each kernel is proved.
    pub threads: usize,
    /// Capture, convert and prove.
    pub convert: bool,
    /// Have rustc check the crates.
    pub check: bool,
    /// Build the cdylibs.
    pub libraries: bool,
    /// Compare launch logs of the rewritten modules.
    pub logs: bool,
}

/// Runs a job; what it finds is in the states and logs of the operators.
///
/// `tell` hears a line whenever something is done.
///
/// # Errors
/// An unknown operator; a program that is missing. What is wrong with an operator is in its state.
pub fn run(workspace: &Workspace, job: &Job, tell: &(dyn Fn(&str) + Sync)) -> Result<()> {
    let scratch = scratch::prepare(workspace, job.one_each)?;
    let names = chosen(workspace, job)?;
    if job.convert {
        convert(workspace, &scratch, job, &names, tell)?;
    }
    if job.check || job.libraries {
        build::run(&scratch, &names, job.libraries, tell)?;
    }
    if job.logs {
        host::logs(workspace, &scratch, job, &names, tell)?;
    }
    Ok(())
}

/// Captures, converts and proves operators.
fn convert(
    workspace: &Workspace,
    scratch: &Workspace,
    job: &Job,
    names: &[String],
    tell: &(dyn Fn(&str) + Sync),
) -> Result<()> {
    let pool = Pool::new(workspace)?;
    let assembler = Assembler::of(workspace)?;
    let done = AtomicUsize::new(0);
    // The next batch is captured while this one is converted.
    let (captures, waiting) = mpsc::sync_channel::<Captured>(BATCH);
    let waiting = Arc::new(Mutex::new(waiting));
    let work = |waiting: Arc<Mutex<mpsc::Receiver<Captured>>>| -> Result<()> {
        loop {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((context, captured)) = next else { return Ok(()) };
            let mut state = State::read(scratch, &context.operator);
            state.error = captured.err().map(|error| format!("{error:#}"));
            if state.error.is_none() {
                convert_one(&context, job, &pool, &assembler, &mut state)?;
            }
            state.write(scratch)?;
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            tell(&format!("{done}/{} {}", names.len(), line(&state)));
        }
    };
    std::thread::scope(|scope| {
        // With one signature of each kernel the cores have work only if operators go side by side.
        let threads = if job.one_each { job.threads.max(1) } else { 1 };
        let work = &work;
        let start = |_| {
            let waiting = Arc::clone(&waiting);
            scope.spawn(move || work(waiting))
        };
        let running: Vec<_> = (0..threads).map(start).collect();
        // From now on only the workers can receive: without any of them, sending fails.
        drop(waiting);
        let captured = capture(scratch, job, names, captures);
        let panicked = |_| Err(anyhow::anyhow!("a conversion panicked"));
        running.into_iter().try_for_each(|one| one.join().unwrap_or_else(panicked))?;
        captured
    })
}

/// An operator, and whether it was captured.
type Captured = (StageContext, Result<Outcome>);

/// Captures operators in batches and sends them on; stops where nobody is left to convert them.
fn capture(
    scratch: &Workspace,
    job: &Job,
    names: &[String],
    captures: mpsc::SyncSender<Captured>,
) -> Result<()> {
    for batch in names.chunks(BATCH) {
        let contexts: Vec<_> = batch.iter().map(|name| context(scratch, job, name)).collect();
        let captured = reference::run_all(&contexts)?;
        for one in contexts.into_iter().zip(captured) {
            if captures.send(one).is_err() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The operators of a job.
fn chosen(workspace: &Workspace, job: &Job) -> Result<Vec<String>> {
    let all: Vec<String> =
        scratch::operators(workspace)?.into_iter().map(|(name, _)| name).collect();
    if let Some(unknown) = job.operators.iter().find(|name| !all.contains(name)) {
        return Err(usage(format!(
            "{unknown}: has no inputs; write inputs/{unknown}.toml, or give one of {}",
            all.join(", ")
        )));
    }
    let (index, count) = job.shard;
    let wanted = |name: &String| job.operators.is_empty() || job.operators.contains(name);
    let names = all.into_iter().filter(wanted).enumerate();
    Ok(names.filter(|(at, _)| at % count == index).map(|(_, name)| name).collect())
}

fn context(scratch: &Workspace, job: &Job, operator: &str) -> StageContext {
    let mut context = StageContext::new(scratch.clone(), operator, Stage::B, Arc::new(Silent));
    context.targets.clone_from(&job.targets);
    context.options.tilegym.clone_from(&job.tilegym);
    context.options.force = true;
    context.options.launched_only = job.one_each;
    context
}

/// Converts an operator and proves signatures, unless that was done with the same program on the same
/// reference.
fn convert_one(
    context: &StageContext,
    job: &Job,
    pool: &Pool,
    assembler: &Assembler,
    state: &mut State,
) -> Result<()> {
    let path = context.crate_().analysis();
    let analysis = reference::read_analysis(&context.crate_())?;
    let program = sha256(std::fs::read(files::own_program())?);
    let key = format!(
        "{} {program} {} {} {:?}",
        sha256(std::fs::read(path)?),
        job.one_each,
        job.one_a_variant,
        job.targets
    );
    if state.key == key {
        return Ok(());
    }
    let sample = sample(&analysis, job.one_each);
    let wanted = |function: &Function, signature: &Signature| {
        !(job.one_each || job.one_a_variant)
            || sample.contains(&(function.name.as_str(), signature.id.as_str()))
    };
    let mut errors = BTreeMap::new();
    let rows = match convert::prove_some(context, pool, assembler, |_| true, wanted) {
        Ok(rows) => rows,
        // Those that convert are ported though others of the operator do not.
        Err(error) => {
            for function in &analysis.functions {
                let alone = |other: &Function| other.name == function.name;
                if let Err(error) =
                    convert::prove_some(context, pool, assembler, alone, |_, _| false)
                {
                    errors.insert(function.name.clone(), format!("{error:#}"));
                }
            }
            let good = |function: &Function| !errors.contains_key(&function.name);
            match convert::prove_some(context, pool, assembler, good, wanted) {
                Ok(rows) if !errors.is_empty() => rows,
                _ => {
                    state.error = Some(format!("{error:#}"));
                    Vec::new()
                }
            }
        }
    };
    let known = coverage::read(&context.workspace)?;
    let texts = known.operators.get(&context.operator).map(|known| known.kernels.clone());
    let texts = texts.unwrap_or_default();
    state.kernels = state::kernels(&analysis, &errors, &texts, |function| ops(context, function));
    state.rows = rows;
    state.key = key;
    (state.checked, state.check_error, state.library) = (None, None, None);
    Ok(())
}

/// The operations of a function's modules, one of each structural variant; what cannot be read has
/// none, and is told by its proof.
fn ops(context: &StageContext, function: &Function) -> BTreeSet<String> {
    let variants: BTreeMap<&str, &Signature> =
        function.signatures.iter().map(|one| (one.variant.as_str(), one)).collect();
    let modules = variants.into_values().filter_map(|signature| {
        let bytes = reference::read_bytecode(&context.workspace, &context.operator, signature);
        Some(load_bytes(&bytes.ok()?).ok()?.0)
    });
    let names = |module: Module| {
        let ops = all_ops(&module).into_iter();
        ops.map(|op| by_opcode(module.op(op).opcode).name.to_owned()).collect::<Vec<_>>()
    };
    modules.flat_map(names).collect()
}

/// The first launched signature of each function, or of each of its structural variants, which has
/// another where none is launched.
fn sample(analysis: &Analysis, of_functions: bool) -> BTreeSet<(&str, &str)> {
    let mut sample = BTreeSet::new();
    for function in &analysis.functions {
        let mut seen = BTreeSet::new();
        let (launched, derived): (Vec<_>, Vec<_>) =
            function.signatures.iter().partition(|one| one.launched);
        let derived = if of_functions { Vec::new() } else { derived };
        for one in launched.into_iter().chain(derived) {
            let kind = if of_functions { "" } else { one.variant.as_str() };
            if seen.insert(kind) {
                sample.insert((function.name.as_str(), one.id.as_str()));
            }
        }
    }
    sample
}

/// An operator's state in one line.
fn line(state: &State) -> String {
    if let Some(error) = &state.error {
        return format!("{}: {}", state.operator, error.lines().next().unwrap_or_default());
    }
    let pairs: usize = state.rows.iter().map(|row| row.text_identical.len()).sum();
    let same = state.rows.iter().flat_map(|row| row.text_identical.values()).filter(|same| **same);
    let failed = state.kernels.iter().filter(|kernel| kernel.error.is_some()).count();
    let failed = if failed == 0 { String::new() } else { format!(", {failed} do not convert") };
    format!(
        "{}: {} kernels{failed}, {} of {} signatures compile, {} of {pairs} pairs identical",
        state.operator,
        state.kernels.len(),
        state.rows.iter().filter(|row| row.built).count(),
        state.rows.len(),
        same.count(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_each_function_or_each_variant_once() {
        let path =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../kernels/softmax/reference/analysis.json");
        let analysis: Analysis =
            serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let functions = sample(&analysis, true);
        assert_eq!(functions.len(), analysis.functions.len());
        let variants = |function: &Function| {
            function.signatures.iter().map(|one| &one.variant).collect::<BTreeSet<_>>().len()
        };
        let all: usize = analysis.functions.iter().map(variants).sum();
        assert!(all > functions.len());
        assert_eq!(sample(&analysis, false).len(), all);
        for function in &analysis.functions {
            let of =
                |one: &&Signature| functions.contains(&(function.name.as_str(), one.id.as_str()));
            assert!(function.signatures.iter().find(of).is_some_and(|one| one.launched));
        }
    }
}
