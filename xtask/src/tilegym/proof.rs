//! The proof of a twin, without a GPU: on every input of the operator it does to the device and to
//! torch what TileGym's own module does.
//!
//! Both run under the same described GPU, each in a process of its own. Their logs have every launch
//! (kernel, grid, arguments with layout and aliasing, compiler options), every tuner search with the
//! launch of each configuration, every torch function that host code calls, and what is returned, in
//! order. The logs must be equal, and all launches of the twin must go to the runtime.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tileport_contract::{Contract, Function, SCHEMA};

use super::package::Package;
use super::registry::Registry;
use super::rewrite::twin_name;
use super::tree::Tree;
use super::wire::{self, Record, Request};
use super::{pinned, rewrite};
use crate::error::{environment, usage};
use crate::files;
use crate::toolchain::Toolkit;
use crate::workspace::Workspace;

/// What the proof of one operator found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProofReport {
    /// The operator, as its crate is named.
    pub operator: String,
    /// The module that was rewritten.
    pub module: String,
    /// One for each described GPU.
    pub targets: Vec<TargetReport>,
}

/// What was compared on one described GPU.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TargetReport {
    /// The target, e.g. `sm_90`.
    pub target: String,
    /// Inputs that were run.
    pub cases: usize,
    /// Launches that were compared.
    pub launches: usize,
    /// Tuner searches that were compared.
    pub searches: usize,
    /// Configurations in these searches.
    pub configurations: usize,
    /// Calls of torch functions that were compared.
    pub torch_calls: usize,
    /// Kernels that were launched or searched, sorted.
    pub kernels: BTreeSet<String>,
    /// Launches and searched configurations of each kernel.
    #[serde(default)]
    pub by_kernel: BTreeMap<String, usize>,
    /// Inputs on which TileGym's own module raises, with what it says.
    pub raising: Vec<String>,
    /// Where the logs part, one for each input.
    pub differences: Vec<Difference>,
}

/// The first event of an input in which the logs differ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// The input's name.
    pub case: String,
    /// Number of the event within the input, from 0.
    pub event: usize,
    /// TileGym's own module; none where its log ends.
    pub original: Option<Value>,
    /// The twin; none where its log ends.
    pub twin: Option<Value>,
}

impl ProofReport {
    /// Whether the twin is proved: something was launched, and nothing differs.
    pub fn holds(&self) -> bool {
        self.targets
            .iter()
            .all(|target| target.differences.is_empty() && target.launches + target.searches > 0)
    }

    /// One line for each target, and one for each difference.
    pub fn summary(&self) -> String {
        let mut lines = Vec::new();
        for target in &self.targets {
            lines.push(format!(
                "{}: {} inputs, {} launches, {} searches with {} configurations, {} torch calls: {}",
                target.target,
                target.cases,
                target.launches,
                target.searches,
                target.configurations,
                target.torch_calls,
                match target.differences.len() {
                    0 => "equal".into(),
                    count => format!("{count} inputs differ"),
                }
            ));
            for difference in &target.differences {
                let shown = |value: &Option<Value>| {
                    value.as_ref().map_or("nothing".into(), std::string::ToString::to_string)
                };
                lines.push(format!(
                    "  {}, event {}: TileGym {}; twin {}",
                    difference.case,
                    difference.event,
                    shown(&difference.original),
                    shown(&difference.twin)
                ));
            }
        }
        lines.join("\n")
    }
}

/// A proof that held, and what it depends on.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    basis: String,
    report: ProofReport,
}

/// A copy of a tree that an operator is wired in; it goes with its folder.
struct Wired {
    name: String,
    module: String,
    folder: tempfile::TempDir,
    tree: Tree,
    /// Modules that have a twin there.
    twins: Vec<String>,
}

/// How to run a proof.
#[derive(Debug, Clone, Copy)]
pub struct Proof<'a> {
    /// The repository.
    pub workspace: &'a Workspace,
    /// The TileGym whose module is rewritten; it is copied, not changed.
    pub tree: &'a Tree,
    /// Described GPUs.
    pub targets: &'a [String],
    /// Inputs of the operator.
    pub inputs: &'a Path,
}

impl Proof<'_> {
    /// Proves the twin of an operator's module.
    ///
    /// A proof that held is not repeated while all that it depends on is the same.
    pub fn run(&self, operator: &str) -> Result<ProofReport> {
        let wired = self.wire(operator)?;
        let path = self.workspace.target().join(format!("tileport/proofs/{}.json", wired.name));
        let basis = self.basis(&wired)?;
        let known = std::fs::read(&path).ok();
        let known = known.and_then(|bytes| serde_json::from_slice::<Kept>(&bytes).ok());
        if let Some(known) = known.filter(|known| known.basis == basis) {
            return Ok(known.report);
        }
        let report = self.compare(&wired)?;
        if report.holds() {
            let kept = Kept { basis, report: report.clone() };
            files::write(&path, serde_json::to_vec_pretty(&kept)?)?;
        }
        Ok(report)
    }

    /// As [`Self::run`], never from memory, with a change made to the wired copy before it is run:
    /// for tests that plant a fault.
    pub fn run_changed(
        &self,
        operator: &str,
        change: impl FnOnce(&Tree) -> Result<()>,
    ) -> Result<ProofReport> {
        let wired = self.wire(operator)?;
        change(&wired.tree)?;
        self.compare(&wired)
    }

    /// A copy of the tree with the operator wired and no library.
    fn wire(&self, operator: &str) -> Result<Wired> {
        let resolved = Registry::read(self.tree)?.resolve(operator)?;
        let request = without_library(&resolved.name, &resolved.module);
        wired_copy(self.workspace, self.tree, &[request], &resolved.name, &resolved.module)
    }

    fn compare(&self, wired: &Wired) -> Result<ProofReport> {
        let mut targets = Vec::new();
        for target in self.targets {
            let mut made = logs(self.workspace, wired, target, &[self.inputs])?;
            let [original, twin] = made.pop().context("a log for the inputs")??;
            targets.push(compare(target, &original, &twin));
        }
        let (operator, module) = (wired.name.clone(), wired.module.clone());
        Ok(ProofReport { operator, module, targets })
    }

    /// Hash of all that a proof depends on: the wired package, the probe, inputs and targets.
    fn basis(&self, wired: &Wired) -> Result<String> {
        let inputs = std::fs::read(self.inputs).map_err(|error| {
            usage(format!("{}: {error}; write the operator's inputs", self.inputs.display()))
        })?;
        basis(self.workspace, wired, self.targets, &files::sha256(inputs))
    }
}

/// One of many operators whose twins are proved together.
#[derive(Debug, Clone)]
pub struct Subject {
    /// The operator, as its crate is named.
    pub name: String,
    /// The module that implements it.
    pub module: String,
    /// Its inputs.
    pub inputs: PathBuf,
}

/// A copy of a tree in which every module with kernels is rewritten.
pub struct Many<'a> {
    workspace: &'a Workspace,
    targets: &'a [String],
    wired: Wired,
}

impl<'a> Many<'a> {
    /// Copies a tree and wires every operator, and every kernel that no operator reaches, without
    /// libraries.
    ///
    /// # Errors
    /// Host code that the rewriter does not know, with its line.
    pub fn prepare(
        workspace: &'a Workspace,
        tree: &Tree,
        targets: &'a [String],
        registry: &Registry,
    ) -> Result<Self> {
        let mut requests: BTreeMap<String, Request> = BTreeMap::new();
        for (operator, module) in &registry.operators {
            let name = operator.replace('.', "-");
            requests.insert(module.clone(), without_library(&name, module));
        }
        for kernel in &registry.kernels {
            let module = kernel.module();
            requests
                .entry(module.clone())
                .or_insert_with(|| without_library(&kernel.crate_name(), &module));
        }
        let requests: Vec<Request> = requests.into_values().collect();
        let wired = wired_copy(workspace, tree, &requests, "all", "")?;
        Ok(Self { workspace, targets, wired })
    }

    /// Hash of the rewritten package, the probe and the targets.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn basis(&self) -> Result<String> {
        basis(self.workspace, &self.wired, self.targets, "")
    }

    /// Compares the logs of operators; what is wrong with one of them is in its place.
    ///
    /// # Errors
    /// The probe cannot be started.
    pub fn compare(&self, subjects: &[Subject]) -> Result<Vec<Result<Vec<TargetReport>>>> {
        let inputs: Vec<&Path> = subjects.iter().map(|one| one.inputs.as_path()).collect();
        let mut found: Vec<Result<Vec<TargetReport>>> = Vec::new();
        found.resize_with(subjects.len(), || Ok(Vec::new()));
        for target in self.targets {
            let logs = logs(self.workspace, &self.wired, target, &inputs)?;
            for (place, log) in found.iter_mut().zip(logs) {
                match (place.as_mut(), log) {
                    (Ok(reports), Ok([original, twin])) => {
                        reports.push(compare(target, &original, &twin));
                    }
                    (Ok(_), Err(error)) => *place = Err(error),
                    (Err(_), _) => {}
                }
            }
        }
        Ok(found)
    }
}

/// Hash of the package, the probe, the targets and whatever else a proof depends on.
fn basis(workspace: &Workspace, wired: &Wired, targets: &[String], more: &str) -> Result<String> {
    let mut text = format!("{targets:?} {more}\n");
    for folder in [wired.tree.package(), workspace.root().join("python/tileport/probe")] {
        for entry in walkdir::WalkDir::new(&folder).sort_by_file_name() {
            let entry = entry.with_context(|| format!("cannot list {}", folder.display()))?;
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == "py") {
                let bytes = std::fs::read(path)
                    .with_context(|| format!("cannot read {}", path.display()))?;
                let below = path.strip_prefix(&folder).unwrap_or(path);
                text += &format!("{} {}\n", below.display(), files::sha256(bytes));
            }
        }
    }
    Ok(files::sha256(text))
}

/// A copy of a tree with operators wired.
fn wired_copy(
    workspace: &Workspace,
    tree: &Tree,
    requests: &[Request],
    name: &str,
    module: &str,
) -> Result<Wired> {
    let scratch = workspace.target().join("tileport");
    let folder = std::fs::create_dir_all(&scratch)
        .and_then(|()| tempfile::Builder::new().prefix("proof-").tempdir_in(&scratch))
        .with_context(|| format!("cannot make a folder in {}", scratch.display()))?;
    pinned::copy_package(&tree.package(), &folder.path().join("tilegym"))?;
    let tree = unwired(Tree::open(folder.path())?, workspace)?;
    let runtime = wire::runtime(workspace)?;
    let plan = wire::plan(&tree, &runtime, requests, &BTreeSet::new(), true)?;
    let twins = twin_modules(&tree, &plan)?;
    wire::apply(&tree, &plan)?;
    Ok(Wired { name: name.to_owned(), module: module.to_owned(), folder, tree, twins })
}

/// A log's events.
type Events = Vec<Value>;

/// The logs of the originals and of the twins for inputs files, made at the same time.
fn logs(
    workspace: &Workspace,
    wired: &Wired,
    target: &str,
    inputs: &[&Path],
) -> Result<Vec<Result<[Events; 2]>>> {
    let toolkit = Toolkit::find(workspace)?;
    let out = |backend: &str, at: usize| {
        wired.folder.path().join(format!("{target}-{backend}-{at}.jsonl"))
    };
    let start = |backend: &str| {
        let mut command = toolkit.python_command();
        command.args(["-m", "tileport.probe", "log", "--target", target]);
        command.args(["--backend", backend]).arg("--tilegym").arg(wired.tree.python_path());
        for (at, inputs) in inputs.iter().enumerate() {
            command.arg("--inputs").arg(inputs).arg("--out").arg(out(backend, at));
        }
        command.arg("--stand-in").arg(crate::stage::reference::stand_in(workspace));
        if backend == "cutile-rs" {
            for module in &wired.twins {
                command.arg("--module").arg(format!("{module}={}", twin_name(module)));
            }
        }
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
            .spawn()
            .map_err(|error| environment(format!("{command:?} cannot be started: {error}")))
    };
    for child in [start("cutile")?, start("cutile-rs")?] {
        let done = child.wait_with_output().context("waiting for the probe")?;
        if !done.status.success() {
            let said = String::from_utf8_lossy(&done.stderr);
            let last: Vec<_> = said.lines().rev().take(30).collect();
            let last = last.into_iter().rev().collect::<Vec<_>>().join("\n");
            match done.status.code() {
                Some(2) => return Err(usage(last)),
                Some(3) => return Err(environment(last)),
                _ => bail!("the probe failed for {target} ({}):\n{last}", done.status),
            }
        }
    }
    let read = |backend: &str, at: usize| -> Result<Events> {
        let path = out(backend, at);
        let error = path.with_file_name(format!("{target}-{backend}-{at}.jsonl.error"));
        if let Ok(error) = std::fs::read_to_string(error) {
            return Err(usage(error.trim_start_matches(['1', '2', ' ']).to_owned()));
        }
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let events = text.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>();
        events.with_context(|| format!("{} is no launch log", path.display()))
    };
    Ok((0..inputs.len()).map(|at| Ok([read("cutile", at)?, read("cutile-rs", at)?])).collect())
}

/// A copy without what was wired in the tree that it was made from.
fn unwired(tree: Tree, workspace: &Workspace) -> Result<Tree> {
    let wired: BTreeSet<String> = Record::read(&tree)?.operators.into_keys().collect();
    if !wired.is_empty() {
        let runtime = wire::runtime(workspace)?;
        let plan = wire::plan(&tree, &runtime, &[], &wired, false)?;
        wire::apply(&tree, &plan)?;
    }
    Ok(tree)
}

/// A port whose library is not there: nothing is launched.
fn without_library(name: &str, module: &str) -> Request {
    let contract = Contract {
        schema: SCHEMA,
        operator: name.into(),
        kernel_sha256: String::new(),
        adopted: false,
        functions: Vec::<Function>::new(),
    };
    Request {
        name: name.into(),
        module: module.into(),
        contract,
        files: std::collections::BTreeMap::new(),
        library: Vec::new(),
    }
}

/// The modules whose twins a plan writes.
fn twin_modules(tree: &Tree, plan: &wire::Plan) -> Result<Vec<String>> {
    let files = tree.python_files()?;
    let package = Package::new(&files);
    let written =
        |file: &str| plan.write.keys().any(|path| path.ends_with(&rewrite::twin_file(file)));
    Ok(package
        .modules()
        .filter(|module| package.has_twin(&module.name) && written(&module.file))
        .map(|module| module.name.clone())
        .collect())
}

/// Compares two logs, input by input.
fn compare(target: &str, original: &[Value], twin: &[Value]) -> TargetReport {
    let mut report = TargetReport { target: target.into(), ..TargetReport::default() };
    let (original, twin) = (cases(original), cases(twin));
    for index in 0..original.len().max(twin.len()) {
        let (ours, theirs) = (twin.get(index), original.get(index));
        let name = theirs.or(ours).map(|case| case.0.to_owned()).unwrap_or_default();
        report.cases += 1;
        let events = theirs.map_or(&[][..], |case| case.1);
        for event in events {
            count(&mut report, &name, event);
        }
        let twin_events = ours.map_or(&[][..], |case| case.1);
        if let Some(at) = first_difference(events, twin_events) {
            report.differences.push(Difference {
                case: name,
                event: at,
                original: events.get(at).cloned(),
                twin: twin_events.get(at).cloned(),
            });
        }
    }
    report
}

/// Number of the first event that differs, or that the twin launches elsewhere than in the runtime.
fn first_difference(original: &[Value], twin: &[Value]) -> Option<usize> {
    (0..original.len().max(twin.len())).find(|&at| match (original.get(at), twin.get(at)) {
        (Some(theirs), Some(ours)) => {
            without_launcher(theirs) != without_launcher(ours) || !launchers(ours).all(of_runtime)
        }
        _ => true,
    })
}

/// The launchers of an event's launches.
fn launchers(event: &Value) -> impl Iterator<Item = &Value> {
    let searched = event["launches"].as_array().into_iter().flatten();
    searched.chain([event]).filter_map(|launch| launch.get("launcher"))
}

fn of_runtime(launcher: &Value) -> bool {
    launcher == "tileport"
}

fn without_launcher(event: &Value) -> Value {
    let mut event = event.clone();
    if let Some(fields) = event.as_object_mut() {
        fields.remove("launcher");
        for launch in fields.get_mut("launches").and_then(Value::as_array_mut).into_iter().flatten()
        {
            launch.as_object_mut().map(|fields| fields.remove("launcher"));
        }
    }
    event
}

/// Adds an event of TileGym's own module to the counts.
fn count(report: &mut TargetReport, case: &str, event: &Value) {
    let mut kernel = |launch: &Value| {
        if let Some(name) = launch["kernel"].as_str() {
            report.kernels.insert(name.to_owned());
            *report.by_kernel.entry(name.to_owned()).or_default() += 1;
        }
    };
    match event["event"].as_str() {
        Some("launch") => {
            kernel(event);
            report.launches += 1;
        }
        Some("search") => {
            let launches = event["launches"].as_array().map_or(&[][..], Vec::as_slice);
            launches.iter().for_each(&mut kernel);
            report.searches += 1;
            report.configurations += launches.len();
        }
        Some("op") => report.torch_calls += 1,
        Some("error") => {
            report.raising.push(format!("{case}: {}", event["message"].as_str().unwrap_or("")));
        }
        _ => {}
    }
}

/// A log cut into inputs: name and events of each.
fn cases(log: &[Value]) -> Vec<(&str, &[Value])> {
    let starts: Vec<usize> = (0..log.len()).filter(|&at| log[at]["event"] == "case").collect();
    let ends = starts.iter().skip(1).copied().chain([log.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| (log[start]["name"].as_str().unwrap_or(""), &log[start + 1..end]))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn log(launcher: &str, grid: u32) -> Vec<Value> {
        vec![
            json!({"event": "case", "name": "a"}),
            json!({"event": "op", "name": "torch.empty"}),
            json!({"event": "launch", "kernel": "k", "grid": [grid], "launcher": launcher}),
            json!({"event": "search", "launches": [{"kernel": "s", "launcher": launcher}]}),
        ]
    }

    #[test]
    fn equal_logs_are_counted() {
        let report = compare("sm_90", &log("cutile", 1), &log("tileport", 1));
        assert_eq!(report.differences, []);
        assert_eq!((report.cases, report.launches, report.configurations), (1, 1, 1));
        assert_eq!(report.kernels, ["k".to_owned(), "s".to_owned()].into());
    }

    #[test]
    fn differences_escapes_and_missing_events_are_found() {
        let original = log("cutile", 1);
        let at = |twin: &[Value]| compare("sm_90", &original, twin).differences[0].event;
        assert_eq!(at(&log("tileport", 2)), 1);
        assert_eq!(at(&log("cutile", 1)), 1);
        assert_eq!(at(&log("tileport", 1)[..3]), 2);
        assert_eq!(at(&[]), 0);
    }
}
