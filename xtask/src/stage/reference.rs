//! Stage A: the reference.
//!
//! Runs the probe on an operator's inputs under described GPUs, finds the structural variants, and
//! writes `reference/`: `analysis.json` and one bytecode file of each variant and dtypes. The
//! bytecode of all other signatures lies under the build folder and is made again when it is gone.

mod captured;
mod crate_;
pub mod from_tests;
pub mod inputs;
mod layout;
mod merge;
mod probe;
mod stamp;
mod structure;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};

use crate::analysis::{Analysis, SCHEMA, Signature};
use crate::error::usage;
use crate::files;
use crate::pipeline::context::StageContext;
use crate::pipeline::verdict::{Check, Outcome, Verdict};
use crate::toolchain::Toolkit;
use crate::workspace::{KernelCrate, Workspace};
pub use probe::stand_in;
use stamp::Stamp;

/// Nesting of `analysis.json` that is indented; a signature is one line.
const DEPTH: usize = 5;

/// Runs stage A for the operator of a context.
pub fn run(context: &StageContext) -> Result<Outcome> {
    let ready = match prepare(context)? {
        Prepared::Unchanged(outcome) => return Ok(outcome),
        Prepared::Ready(ready) => ready,
    };
    let aside = Store::of(&context.workspace, &context.operator).aside()?;
    context.progress(format!("capturing on {}", context.targets.join(", ")));
    let captures = probe::capture(&probe::Request {
        workspace: &context.workspace,
        toolkit: &ready.toolkit,
        inputs: &ready.inputs_file,
        tilegym: context.options.tilegym.as_deref(),
        launched_only: context.options.launched_only,
        targets: &context.targets,
        folder: aside.path(),
    })?;
    accept(context, *ready, &captures, aside.path())
}

/// Runs stage A for many operators, which share workspace, targets and options, in one probe a target.
///
/// The outer error concerns all of them.
pub fn run_all(contexts: &[StageContext]) -> Result<Vec<Result<Outcome>>> {
    let prepared: Vec<Result<Prepared>> = contexts.iter().map(prepare).collect();
    let mut jobs = Vec::new();
    let mut folders = Vec::new();
    let mut toolkit = None;
    for (context, prepared) in contexts.iter().zip(&prepared) {
        if let Ok(Prepared::Ready(ready)) = prepared {
            let aside = Store::of(&context.workspace, &context.operator).aside()?;
            jobs.push(probe::Job {
                inputs: ready.inputs_file.clone(),
                folder: aside.path().to_path_buf(),
            });
            folders.push(aside);
            toolkit = Some((context, ready.toolkit.clone()));
        }
    }
    let captures = match toolkit {
        Some((context, toolkit)) => probe::capture_all(
            &context.workspace,
            &toolkit,
            context.options.tilegym.as_deref(),
            context.options.launched_only,
            &context.targets,
            &jobs,
        )?,
        None => Vec::new(),
    };
    let mut captured = captures.into_iter().zip(folders);
    let mut outcomes = Vec::new();
    for (context, prepared) in contexts.iter().zip(prepared) {
        outcomes.push(match prepared {
            Err(error) => Err(error),
            Ok(Prepared::Unchanged(outcome)) => Ok(outcome),
            Ok(Prepared::Ready(ready)) => {
                let (captures, folder) = captured.next().context("a capture for each job")?;
                captures.and_then(|captures| accept(context, *ready, &captures, folder.path()))
            }
        });
    }
    Ok(outcomes)
}

/// Whether stage A has anything to do.
enum Prepared {
    Unchanged(Outcome),
    Ready(Box<Ready>),
}

/// What stage A works with.
struct Ready {
    toolkit: Toolkit,
    inputs_file: PathBuf,
    inputs: inputs::Inputs,
    wanted: Stamp,
}

fn prepare(context: &StageContext) -> Result<Prepared> {
    check_name(&context.operator)?;
    let toolkit = Toolkit::find(&context.workspace)?;
    let inputs_file = inputs::find(&context.workspace, &context.operator)?;
    let inputs = inputs::read(&inputs_file)?;
    ensure_operator(&inputs, &context.operator, &inputs_file)?;
    let store = Store::of(&context.workspace, &context.operator);
    let wanted = Stamp::expected(context, &toolkit, &inputs)?;
    if !context.options.force && store.is_current(&wanted) {
        let analysis = read_analysis(&context.crate_())?;
        return Ok(Prepared::Unchanged(outcome(&analysis, true, &[])));
    }
    Ok(Prepared::Ready(Box::new(Ready { toolkit, inputs_file, inputs, wanted })))
}

/// Makes the reference from captures that lie in a folder.
fn accept(
    context: &StageContext,
    ready: Ready,
    captures: &[captured::Capture],
    folder: &Path,
) -> Result<Outcome> {
    let Ready { inputs_file, inputs, wanted, .. } = ready;
    let store = Store::of(&context.workspace, &context.operator);
    let code = bytecode(captures, folder)?;
    context.progress(format!("finding variants of {} modules", code.len()));
    let structure = structure::of_all(&code)?;
    let merged = merge::merge(captures, &inputs, &structure)?;
    ensure!(
        merged.analysis.functions.iter().any(|function| !function.signatures.is_empty()),
        usage(format!("{}: no input launches a kernel", inputs_file.display()))
    );
    refuse_other_source(context, &merged.analysis)?;

    for capture in captures {
        for refused in &capture.refused {
            context.note(format!(
                "{}: cuTile does not export {} for {}: {}",
                capture.target, refused.function, refused.input, refused.reason
            ));
        }
    }
    let unreached = unreached(captures);
    for function in &unreached {
        context.note(format!("no input reaches the kernel {function}"));
    }
    store.write(&merged, &inputs, &code)?;
    store.finish(&wanted.with_files(captures))?;
    Ok(outcome(&merged.analysis, false, &unreached))
}

/// The analysis of an operator's crate; an error (exit 2) names the command that makes it.
pub fn read_analysis(crate_: &KernelCrate) -> Result<Analysis> {
    let path = crate_.analysis();
    let text = std::fs::read_to_string(&path).map_err(|error| {
        usage(format!("{}: {error}; run `cargo xtask reference` first", path.display()))
    })?;
    let analysis: Analysis = serde_json::from_str(&text)
        .map_err(|error| usage(format!("{}: {error}", path.display())))?;
    if analysis.schema > SCHEMA {
        return Err(usage(format!(
            "{}: schema {} is newer than this program's {SCHEMA}; use a newer tileport",
            path.display(),
            analysis.schema
        )));
    }
    Ok(analysis)
}

/// Where a signature's bytecode lies: in the crate if it is committed, else under the build folder.
pub fn bytecode_path(workspace: &Workspace, operator: &str, signature: &Signature) -> PathBuf {
    let committed = workspace.crate_of(operator).root().join(&signature.file);
    if signature.representative { committed } else { cached(workspace, operator, &signature.file) }
}

/// A signature's bytecode, checked against its hash.
pub fn read_bytecode(
    workspace: &Workspace,
    operator: &str,
    signature: &Signature,
) -> Result<Vec<u8>> {
    let path = bytecode_path(workspace, operator, signature);
    let again = format!("run `cargo xtask reference {operator}` to make it again");
    let bytes = std::fs::read(&path)
        .map_err(|error| usage(format!("{}: {error}; {again}", path.display())))?;
    if files::sha256(&bytes) != signature.sha256 {
        return Err(usage(format!("{}: not what was captured; {again}", path.display())));
    }
    Ok(bytes)
}

fn cached(workspace: &Workspace, operator: &str, file: &str) -> PathBuf {
    workspace.target().join("tileport").join(file_in_build(operator, file))
}

fn file_in_build(operator: &str, file: &str) -> PathBuf {
    Path::new("reference").join(operator).join(file.trim_start_matches("reference/"))
}

/// An operator's name becomes a folder, a package and a symbol.
pub fn check_name(operator: &str) -> Result<()> {
    let plain = operator.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    if operator.is_empty() || !plain {
        return Err(usage(format!(
            "{operator:?} is no operator's name: letters, digits, `_` and `-` only"
        )));
    }
    Ok(())
}

fn ensure_operator(inputs: &inputs::Inputs, operator: &str, path: &Path) -> Result<()> {
    // A suite's operator has a dot, which no package's name may have.
    if inputs.operator.replace('.', "-") == operator {
        return Ok(());
    }
    Err(usage(format!(
        "{}: operator is {:?}, not {operator:?}; the file's name and its operator must agree",
        path.display(),
        inputs.operator
    )))
}

/// Bytecode by hash, from the folders of all captures.
fn bytecode(captures: &[captured::Capture], folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut code = BTreeMap::new();
    for capture in captures {
        for signature in capture.functions.iter().flat_map(|function| &function.signatures) {
            if code.contains_key(&signature.sha256) {
                continue;
            }
            let path = folder.join(&capture.target).join(format!("{}.tileirbc", signature.sha256));
            let bytes = std::fs::read(&path).with_context(|| path.display().to_string())?;
            code.insert(signature.sha256.clone(), bytes);
        }
    }
    Ok(code)
}

/// Kernels of the module that no target's inputs reached.
fn unreached(captures: &[captured::Capture]) -> Vec<String> {
    let mut all: Option<BTreeSet<String>> = None;
    for capture in captures {
        let these: BTreeSet<_> = capture.unreached.iter().cloned().collect();
        all = Some(all.map_or(these.clone(), |all| all.intersection(&these).cloned().collect()));
    }
    all.unwrap_or_default().into_iter().collect()
}

/// A reference of another TileGym is not overwritten without being asked to.
fn refuse_other_source(context: &StageContext, new: &Analysis) -> Result<()> {
    if context.options.force || !context.crate_().analysis().exists() {
        return Ok(());
    }
    let old = read_analysis(&context.crate_())?;
    if old.tilegym == new.tilegym {
        return Ok(());
    }
    Err(usage(format!(
        "{} is stale: made from {} of TileGym {} (sha256 {}…), but this TileGym is {} (sha256 {}…); \
         run with --force to take the new one",
        context.crate_().reference().display(),
        old.tilegym.file,
        old.tilegym.version,
        &old.tilegym.sha256[..8.min(old.tilegym.sha256.len())],
        new.tilegym.version,
        &new.tilegym.sha256[..8.min(new.tilegym.sha256.len())],
    )))
}

/// The files of stage A for one operator.
struct Store<'a> {
    workspace: &'a Workspace,
    operator: &'a str,
}

impl<'a> Store<'a> {
    fn of(workspace: &'a Workspace, operator: &'a str) -> Self {
        Self { workspace, operator }
    }

    fn folder(&self) -> PathBuf {
        self.workspace.target().join("tileport/reference").join(self.operator)
    }

    fn stamp(&self) -> PathBuf {
        self.folder().join("stamp.json")
    }

    /// A folder for what is not finished; gone when dropped.
    fn aside(&self) -> Result<tempfile::TempDir> {
        std::fs::create_dir_all(self.folder())?;
        Ok(tempfile::Builder::new().prefix(".capture-").tempdir_in(self.folder())?)
    }

    /// Whether everything is there and was made from the same inputs, TileGym and tools.
    fn is_current(&self, wanted: &Stamp) -> bool {
        let Some(stamp) = Stamp::read(&self.stamp()) else { return false };
        let crate_ = self.workspace.crate_of(self.operator);
        stamp.matches(wanted)
            && crate_.root().join("Cargo.toml").is_file()
            && read_analysis(&crate_).is_ok_and(|analysis| {
                analysis.functions.iter().flat_map(|function| &function.signatures).all(
                    |signature| read_bytecode(self.workspace, self.operator, signature).is_ok(),
                )
            })
    }

    /// Writes crate and bytecode. A new crate is made aside and appears whole.
    fn write(
        &self,
        merged: &merge::Merged,
        inputs: &inputs::Inputs,
        code: &BTreeMap<String, Vec<u8>>,
    ) -> Result<()> {
        let committed: BTreeSet<&str> = merged
            .analysis
            .functions
            .iter()
            .flat_map(|function| &function.signatures)
            .filter(|signature| signature.representative)
            .map(|signature| signature.file.as_str())
            .collect();
        for (file, sha256) in &merged.files {
            if !committed.contains(file.as_str()) {
                files::write(&cached(self.workspace, self.operator, file), &code[sha256])?;
            }
        }
        let crate_ = self.workspace.crate_of(self.operator);
        if crate_.root().exists() {
            return self.fill(&crate_, merged, inputs, code, &committed);
        }
        let aside = tempfile::Builder::new().prefix(".aside-").tempdir_in(self.workspace.root())?;
        let new = KernelCrate::at(aside.path().join(self.operator));
        self.fill(&new, merged, inputs, code, &committed)?;
        std::fs::create_dir_all(self.workspace.kernels())?;
        std::fs::rename(new.root(), crate_.root())
            .with_context(|| format!("cannot put {} in place", crate_.root().display()))
    }

    fn fill(
        &self,
        crate_: &KernelCrate,
        merged: &merge::Merged,
        inputs: &inputs::Inputs,
        code: &BTreeMap<String, Vec<u8>>,
        committed: &BTreeSet<&str>,
    ) -> Result<()> {
        files::write(&crate_.inputs(), &inputs.text)?;
        for file in committed {
            files::write(&crate_.root().join(file), &code[&merged.files[*file]])?;
        }
        let value = serde_json::to_value(&merged.analysis)?;
        files::write(&crate_.analysis(), layout::layout(&value, DEPTH))?;
        remove_others(&crate_.reference(), committed)?;
        crate_::complete(crate_, self.operator)
    }

    fn finish(&self, stamp: &Stamp) -> Result<()> {
        files::write(&self.stamp(), serde_json::to_string_pretty(stamp)?)
    }
}

/// Removes bytecode that the analysis no longer names.
fn remove_others(reference: &Path, named: &BTreeSet<&str>) -> Result<()> {
    for entry in std::fs::read_dir(reference)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".tileirbc") && !named.contains(format!("reference/{name}").as_str()) {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn outcome(analysis: &Analysis, unchanged: bool, unreached: &[String]) -> Outcome {
    let signatures = || analysis.functions.iter().flat_map(|function| &function.signatures);
    let launched = signatures().filter(|signature| signature.launched).count();
    let variants: BTreeSet<_> = analysis
        .functions
        .iter()
        .flat_map(|function| {
            function.signatures.iter().map(|signature| (&function.name, &signature.variant))
        })
        .collect();
    let summary = format!(
        "{} kernels, {} variants, {} signatures ({launched} launched) on {}{}",
        analysis.functions.len(),
        variants.len(),
        signatures().count(),
        analysis.targets.join(", "),
        if unchanged { ", unchanged" } else { "" }
    );
    let checks = vec![
        Check { name: "capture".into(), exit: 0, note: summary.clone() },
        Check {
            name: "kernels reached".into(),
            exit: i32::from(!unreached.is_empty()),
            note: if unreached.is_empty() { "all".into() } else { unreached.join(", ") },
        },
    ];
    Outcome {
        verdict: if unreached.is_empty() { Verdict::Pass } else { Verdict::FailFixable },
        class: None,
        checks,
        summary,
        data: serde_json::json!({
            "kernels": analysis.functions.iter().map(|f| &f.name).collect::<Vec<_>>(),
            "unreached": unreached,
        }),
    }
}
