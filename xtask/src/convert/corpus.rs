//! A folder of modules through the converter: emit, compile back, compare.
//!
//! Each module is written as it stands, nothing generic. Rows are kept under the target folder by
//! what they depend on, so that a run that was stopped goes on where it was.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use tileport_contract::TensorSpec;

use super::holes::EntryPlan;
use super::{emit, place, plain};
use crate::compile::{Pool, Request};
use crate::error::usage;
use crate::files;
use crate::tileir::assemble::{AssembleError, Assembler, OPT_LEVEL};
use crate::tileir::compare::{self, Comparison};
use crate::tileir::load_bytes;
use crate::workspace::Workspace;

/// Version of what a remembered row says: raised when the same comparison would be told otherwise.
const ROWS: u32 = 2;

/// What to run.
#[derive(Debug, Clone)]
pub struct Job {
    /// Folder of `.tileirbc` files; `index.jsonl` in it names kernel and source.
    pub folder: PathBuf,
    /// Where the Rust text and the bytecode compiled back go.
    pub keep: Option<PathBuf>,
    /// Targets to assemble for.
    pub targets: Vec<String>,
    /// Only files whose name contains one of these; all where there are none.
    pub filter: Vec<String>,
    /// One module for each kernel, the smallest, instead of all.
    pub one_each: bool,
    /// This share of the files: index from 0, and number of shares.
    pub shard: (usize, usize),
    /// Styles to try in turn until one is identical.
    pub styles: Vec<emit::Style>,
    /// Threads.
    pub jobs: usize,
}

/// What became of one module.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The kernel function, as far as it is known.
    pub function: String,
    /// The module's file.
    pub file: String,
    /// Line of the function.
    pub line: Option<u32>,
    /// The suite of TileGym that it belongs to.
    pub suite: Option<String>,
    /// Operators that launch it; not known of a module by itself.
    pub operators: Vec<String>,
    /// The reference is there.
    pub captured: bool,
    /// It could be written as Rust.
    pub converted: bool,
    /// The Rust text compiles.
    pub built: bool,
    /// The modules are equal up to what does not matter, for all targets; none where the Rust text
    /// does not compile.
    pub ir_equal: Option<bool>,
    /// The first difference, where they are not: it may leave the machine code alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ir_difference: Option<String>,
    /// Whether the machine code is the same, by target; a target for which `tileiras` refuses the
    /// reference is left out.
    pub text_identical: BTreeMap<String, bool>,
    /// Targets for which `tileiras` refuses the reference itself.
    pub refused: Vec<String>,
    /// Which of the styles that were tried this is, from 0.
    pub style: Option<usize>,
    /// Lines of the Rust text.
    pub rust_lines: Option<usize>,
    /// The first thing that went wrong, and where.
    pub reason: Option<String>,
}

impl Row {
    /// Whether all that can be compared is identical.
    pub fn is_identical(&self) -> bool {
        self.built && self.reason.is_none() && self.text_identical.values().all(|same| *same)
    }
}

/// A line of `index.jsonl`.
#[derive(Debug, Deserialize)]
struct Entry {
    file: String,
    kernel: String,
    source: Option<String>,
    line: Option<u32>,
}

/// Runs a job; rows come in the order of the files' names. `progress` is told after each module how
/// many are done, of how many, and the row.
///
/// # Errors
/// The folder cannot be read, or a program is missing.
pub fn run(
    workspace: &Workspace,
    job: &Job,
    progress: impl Fn(usize, usize, &Row) + Sync,
) -> Result<Vec<Row>> {
    let files = select(job)?;
    let order = order(&files);
    let pool = Pool::new(workspace)?;
    let assembler = Assembler::of(workspace)?;
    let program = workspace.target().join("debug/tileport-compile");
    let stamp = files::sha256(std::fs::read(&program)?);
    let cache = workspace.target().join("tileport/corpus");
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let rows: Mutex<BTreeMap<usize, Row>> = Mutex::new(BTreeMap::new());
    let failure: Mutex<Option<anyhow::Error>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..job.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let next_at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&at) = order.get(next_at) else { break };
                    let (path, entry) = &files[at];
                    let one = Module { job, pool: &pool, assembler: &assembler, stamp: &stamp };
                    match one.row(path, entry, &cache) {
                        Ok(row) => {
                            let count = done.fetch_add(1, Ordering::Relaxed) + 1;
                            progress(count, files.len(), &row);
                            if let Ok(mut rows) = rows.lock() {
                                rows.insert(at, row);
                            }
                        }
                        Err(error) => {
                            if let Ok(mut failure) = failure.lock() {
                                failure.get_or_insert(error);
                            }
                            next.store(files.len(), Ordering::Relaxed);
                        }
                    }
                }
            });
        }
    });
    if let Some(error) = failure.into_inner().ok().flatten() {
        return Err(error);
    }
    Ok(rows.into_inner().map(|rows| rows.into_values().collect()).unwrap_or_default())
}

/// In which order files are taken: the smallest of each kernel first, then all others, the smaller
/// before the larger, so that a run that is stopped has seen as much as it could.
fn order(files: &[Listed]) -> Vec<usize> {
    let size = |at: &usize| std::fs::metadata(&files[*at].0).map_or(u64::MAX, |data| data.len());
    let mut order: Vec<usize> = (0..files.len()).collect();
    order.sort_by_key(size);
    let mut seen = BTreeSet::new();
    let (first, others): (Vec<usize>, Vec<usize>) = order.into_iter().partition(|at| {
        let (path, entry) = &files[*at];
        seen.insert((
            kernel_of(path, entry.as_ref()),
            entry.as_ref().and_then(|entry| entry.source.clone()),
        ))
    });
    [first, others].concat()
}

/// The files of a job with what the index says of them.
fn select(job: &Job) -> Result<Vec<Listed>> {
    let folder = &job.folder;
    let read = std::fs::read_dir(folder)
        .map_err(|error| usage(format!("--corpus {}: {error}", folder.display())))?;
    let mut paths: Vec<PathBuf> = read
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "tileirbc"))
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            job.filter.is_empty() || job.filter.iter().any(|part| name.contains(part))
        })
        .collect();
    paths.sort();
    if paths.is_empty() {
        return Err(usage(format!(
            "--corpus {}: no .tileirbc file{}",
            folder.display(),
            if job.filter.is_empty() { "" } else { " that the filter lets through" }
        )));
    }
    let index = index(folder)?;
    let mut files: Vec<Listed> = paths
        .into_iter()
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let entry = index.get(&name).map(|entry| Entry {
                file: entry.file.clone(),
                kernel: entry.kernel.clone(),
                source: entry.source.clone(),
                line: entry.line,
            });
            (path, entry)
        })
        .collect();
    if job.one_each {
        files = smallest_of_each(files);
    }
    let (index, count) = job.shard;
    Ok(files
        .into_iter()
        .enumerate()
        .filter(|(at, _)| at % count == index)
        .map(|(_, f)| f)
        .collect())
}

fn index(folder: &Path) -> Result<BTreeMap<String, Entry>> {
    let path = folder.join("index.jsonl");
    let Ok(text) = std::fs::read_to_string(&path) else { return Ok(BTreeMap::new()) };
    let mut entries = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        let entry: Entry = serde_json::from_str(line)
            .with_context(|| format!("{}:{}", path.display(), number + 1))?;
        entries.insert(entry.file.clone(), entry);
    }
    Ok(entries)
}

/// The kernel that a file belongs to, by the index or by the name before the first dot.
fn kernel_of(path: &Path, entry: Option<&Entry>) -> String {
    entry.map_or_else(
        || {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.split('.').next().unwrap_or_default().to_owned()
        },
        |entry| entry.kernel.clone(),
    )
}

/// A module's file and what the index says of it.
type Listed = (PathBuf, Option<Entry>);

fn smallest_of_each(files: Vec<Listed>) -> Vec<Listed> {
    let mut best: BTreeMap<(String, Option<String>), (u64, Listed)> = BTreeMap::new();
    for (path, entry) in files {
        let size = std::fs::metadata(&path).map_or(u64::MAX, |data| data.len());
        let source = entry.as_ref().and_then(|entry| entry.source.clone());
        let key = (kernel_of(&path, entry.as_ref()), source);
        match best.get(&key) {
            Some((smallest, _)) if *smallest <= size => {}
            _ => {
                best.insert(key, (size, (path, entry)));
            }
        }
    }
    best.into_values().map(|(_, listed)| listed).collect()
}

struct Module<'a> {
    job: &'a Job,
    pool: &'a Pool,
    assembler: &'a Assembler,
    stamp: &'a str,
}

impl Module<'_> {
    fn row(&self, path: &Path, entry: &Option<Entry>, cache: &Path) -> Result<Row> {
        let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let source = entry.as_ref().and_then(|entry| entry.source.clone());
        let mut row = Row {
            function: kernel_of(path, entry.as_ref()),
            suite: source.as_deref().and_then(suite_of),
            line: entry.as_ref().and_then(|entry| entry.line),
            file,
            captured: true,
            ..Row::default()
        };
        let plan = match plan(&bytes, &row.function) {
            Ok(plan) => plan,
            Err(reason) => {
                row.reason = Some(format!("read: {reason}"));
                return Ok(row);
            }
        };
        let mut first: Option<(Row, Text)> = None;
        for (rung, style) in self.job.styles.iter().enumerate() {
            let mut attempt = Row { style: Some(rung), ..row.clone() };
            let text = match emit::emit_in(std::slice::from_ref(&plan), *style) {
                Ok(rust) => {
                    Text { rust, tensors: emit::tensor_specs(&plan), entry: plan.name.clone() }
                }
                Err(diagnostic) => {
                    row.reason = Some(format!("emit: {diagnostic}"));
                    return Ok(row);
                }
            };
            attempt.converted = true;
            attempt.rust_lines = Some(text.rust.lines().count());
            self.remembered(&bytes, &text, &mut attempt, cache)?;
            let done = attempt.is_identical();
            if done || first.is_none() {
                first = Some((attempt, text));
            }
            if done {
                break;
            }
        }
        let Some((row, text)) = first else { return Ok(row) };
        if let Some(keep) = &self.job.keep {
            let formatted = emit::format(&text.rust).with_context(|| row.file.clone())?;
            files::write(&keep.join(&row.file).with_extension("rs"), formatted)?;
            for target in &self.job.targets {
                if let Ok(compiled) = self.pool.compile(&text.request(target))? {
                    files::write(&keep.join(&row.file), &compiled.bytecode)?;
                    break;
                }
            }
        }
        Ok(row)
    }

    /// Compares, or takes the result of the same comparison from an earlier run.
    fn remembered(&self, bytes: &[u8], text: &Text, row: &mut Row, cache: &Path) -> Result<()> {
        let key = files::sha256(format!(
            "{ROWS}\n{}\n{}\n{}\n{:?}",
            files::sha256(bytes),
            text.rust,
            self.stamp,
            self.job.targets
        ));
        let path = cache.join(format!("{key}.json"));
        if let Ok(old) = std::fs::read(&path)
            && let Ok(old) = serde_json::from_slice::<Row>(&old)
        {
            *row = Row { style: row.style, ..old };
            return Ok(());
        }
        self.compare(bytes, text, row)?;
        files::write(&path, serde_json::to_string(&row)?)
    }

    fn compare(&self, reference: &[u8], text: &Text, row: &mut Row) -> Result<()> {
        let (wanted, _) = load_bytes(reference)?;
        for target in &self.job.targets {
            let bytecode = match self.pool.compile(&text.request(target))? {
                Ok(compiled) => compiled.bytecode,
                Err(error) => {
                    if self.is_refused(reference, target)? {
                        row.refused.push(target.to_owned());
                    } else {
                        row.reason.get_or_insert(format!("compile for {target}: {error}"));
                    }
                    continue;
                }
            };
            row.built = true;
            let (found, _) = load_bytes(&bytecode)?;
            let options = compare::Options { target: Some(target.clone()) };
            let said = match compare::compare(&wanted, &found, &options) {
                Comparison::Equal => None,
                Comparison::Different { witness, .. } => Some(witness.to_string()),
                Comparison::Unknown(reason) => Some(format!("unknown: {reason}")),
            };
            row.ir_equal = Some(row.ir_equal != Some(false) && said.is_none());
            row.ir_difference = row.ir_difference.take().or(said);
            self.compare_text(reference, &place::stripped(&bytecode)?, target, row)?;
        }
        Ok(())
    }

    /// Whether the assembler refuses the reference: a target without the instructions that it needs.
    fn is_refused(&self, reference: &[u8], target: &str) -> Result<bool> {
        match self.assembler.summary(reference, target, OPT_LEVEL) {
            Ok(_) => Ok(false),
            Err(AssembleError::Refused { .. }) => Ok(true),
            Err(error) => Err(error.into()),
        }
    }

    /// Compares machine code, unless the assembler refuses the reference.
    ///
    /// Ours comes without its source positions, on which machine code does not depend: so a text that
    /// differs in its layout alone is not assembled again.
    fn compare_text(
        &self,
        reference: &[u8],
        ours: &[u8],
        target: &str,
        row: &mut Row,
    ) -> Result<()> {
        if self.is_refused(reference, target)? {
            row.refused.push(target.to_owned());
            return Ok(());
        }
        let same = match self.assembler.summary(ours, target, OPT_LEVEL) {
            Ok(_) => place::is_text_identical(self.assembler, reference, ours, target, OPT_LEVEL)?,
            Err(error) => {
                row.reason.get_or_insert(format!("tileiras refuses ours: {error}"));
                false
            }
        };
        if !same {
            row.reason.get_or_insert(format!("machine code differs on {target}"));
        }
        row.text_identical.insert(target.to_owned(), same);
        Ok(())
    }
}

/// The plan that writes a module as it stands.
fn plan(bytes: &[u8], kernel: &str) -> Result<EntryPlan, String> {
    let (module, _) = load_bytes(bytes).map_err(|error| format!("{error:#}"))?;
    plain::plan(&module, &emit::function_name(kernel), &[])
        .ok_or_else(|| "the module has no entry".to_owned())
}

struct Text {
    rust: String,
    tensors: Vec<TensorSpec>,
    entry: String,
}

impl Text {
    fn request(&self, target: &str) -> Request {
        Request {
            source: self.rust.as_str().into(),
            entry: self.entry.clone(),
            tensors: self.tensors.clone(),
            target: target.to_owned(),
            ..Request::default()
        }
    }
}

/// The suite in a path such as `tilegym/suites/unsloth/cutile/swiglu.py`.
fn suite_of(source: &str) -> Option<String> {
    let (_, rest) = source.split_once("suites/")?;
    rest.split('/').next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_come_from_the_path() {
        assert_eq!(suite_of("tilegym/suites/unsloth/cutile/a.py").as_deref(), Some("unsloth"));
        assert_eq!(suite_of("tilegym/ops/cutile/softmax.py"), None);
    }

    #[test]
    fn each_kernel_comes_before_any_comes_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, size: usize| {
            let path = folder.path().join(name);
            files::write(&path, "x".repeat(size)).unwrap();
            (path, None)
        };
        let files = [
            file("a.1.tileirbc", 9),
            file("a.2.tileirbc", 4),
            file("b.1.tileirbc", 5),
            file("b.2.tileirbc", 7),
        ];
        assert_eq!(order(&files), [1, 2, 3, 0]);
    }

    #[test]
    fn a_folder_without_modules_is_a_usage_error() {
        let folder = tempfile::tempdir().unwrap();
        let job = Job {
            folder: folder.path().to_owned(),
            keep: None,
            targets: Vec::new(),
            filter: Vec::new(),
            one_each: false,
            shard: (0, 1),
            styles: Vec::new(),
            jobs: 1,
        };
        let error = select(&job).unwrap_err();
        assert_eq!(crate::error::exit_of(&error), crate::error::Exit::Usage);
    }
}
