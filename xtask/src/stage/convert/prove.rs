//! Compiling every signature back and comparing it with its reference.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use tileport_contract::{Choice, Contract, choose, instantiate};

use crate::analysis::{Function, Signature};
use crate::compile::{Compiled, Hints, Pool, Request};
use crate::convert::{known, place};
use crate::files::{self, sha256};
use crate::tileir::assemble::{AssembleError, Assembler, OPT_LEVEL};
use crate::tileir::{
    self,
    compare::{self, Comparison},
};
use crate::workspace::Workspace;

/// What was found of one signature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The Python function.
    pub function: String,
    /// The signature.
    pub id: String,
    /// Its structural variant.
    pub variant: String,
    /// Its dtypes.
    pub dtypes: String,
    /// The target that it was captured for.
    pub target: String,
    /// SHA-256 of the reference bytecode.
    pub reference_sha256: String,
    /// Whether the kernel compiles for it.
    pub built: bool,
    /// Whether the modules are equal up to what does not matter.
    pub ir_equal: bool,
    /// Whether the machine code is the same, by target; targets for which the assembler refuses the
    /// reference itself are left out.
    pub text_identical: BTreeMap<String, bool>,
    /// Hash of all that the machine code of both sides depends on, see [`Known::evidence`]; empty
    /// where it was not worked out.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub evidence: String,
    /// Why something is not as it should be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Comparisons of machine code that were made before, by what they depend on.
///
/// Compiler and assembler give the same bytes for the same input, so a comparison holds as long as
/// its evidence does. `reports/coverage.json` carries them from machine to machine.
#[derive(Debug, Default)]
pub struct Known {
    tools: String,
    by_evidence: HashMap<String, BTreeMap<String, bool>>,
}

impl Known {
    /// What rows made by these tools (their versions, in one string) tell.
    pub fn new<'a>(tools: impl Into<String>, rows: impl IntoIterator<Item = &'a Row>) -> Self {
        let by_evidence = rows
            .into_iter()
            .filter(|row| !row.evidence.is_empty() && row.reason.is_none())
            .map(|row| (row.evidence.clone(), row.text_identical.clone()))
            .collect();
        Self { tools: tools.into(), by_evidence }
    }

    /// The hash of reference, kernel text, specialisation, optimisation level and tools.
    fn evidence(&self, signature: &Signature, request: &Request, level: u32) -> String {
        let parts = format!(
            "{} {} {level} {} {} {:?} {:?} {:?} {:?}",
            self.tools,
            signature.sha256,
            sha256(request.source.as_bytes()),
            request.entry,
            request.generics,
            request.consts,
            request.tensors,
            request.options,
        );
        sha256(parts)[..16].to_owned()
    }
}

/// The versions of assembler and compiler, and the hash of our own sources that every kernel is
/// compiled with: the support modules and the compiler's options.
///
/// # Errors
/// `Cargo.lock` or one of the sources cannot be read.
pub fn tools(workspace: &Workspace, assembler: &Assembler) -> Result<String> {
    let read = |name: &str| {
        let path = workspace.root().join(name);
        std::fs::read_to_string(&path).with_context(|| path.display().to_string())
    };
    let lock = read("Cargo.lock")?;
    let cutile: String = lock
        .split("[[package]]")
        .filter(|package| package.contains("name = \"cutile"))
        .filter_map(|package| package.lines().find(|line| line.starts_with("checksum")))
        .collect();
    let mut ours = read("kernels/ffi/src/jit.rs")? + &read("kernels/ffi/src/constants.rs")?;
    let support = workspace.root().join("kernels/support/src");
    for entry in walkdir::WalkDir::new(&support).sort_by_file_name() {
        let entry = entry.with_context(|| support.display().to_string())?;
        if entry.path().extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(entry.path());
            ours += &text.with_context(|| entry.path().display().to_string())?;
        }
    }
    Ok(format!("{} {} {}", assembler.version(), sha256(cutile), sha256(ours)))
}

/// A signature's proof, and what the proof was made with.
#[derive(Debug, Clone)]
pub struct Proof {
    /// What was found.
    pub row: Row,
    /// The specialisation for the signature's own target; none where none was chosen.
    pub request: Option<Request>,
    /// Fingerprint of what was compiled for the signature's own target.
    pub fingerprint: Option<String>,
}

impl Proof {
    /// Whether the kernel compiles for the signature to the reference's machine code, as far as that
    /// can be compared.
    pub fn holds(&self) -> bool {
        self.row.built && self.row.text_identical.values().all(|same| *same)
    }

    /// The entry that the signature chooses.
    pub fn entry(&self) -> Option<String> {
        self.request.as_ref().map(|request| request.entry.clone())
    }
}

/// Signatures that need the same work.
struct Case<'a> {
    /// One of them.
    signature: &'a Signature,
    /// What a launch compiles, for that one's target.
    request: Request,
    /// Optimisation level of the assembler.
    level: u32,
    /// Their indices.
    members: Vec<usize>,
}

/// What was found of a case.
#[derive(Default)]
struct Found {
    /// By target that members were captured for: what was compiled, and whether the modules are
    /// equal.
    own: BTreeMap<String, (Compiled, bool)>,
    text_identical: BTreeMap<String, bool>,
    evidence: String,
    reason: Option<String>,
}

/// What a proof needs.
pub struct Prover<'a> {
    /// Compilers.
    pub pool: &'a Pool,
    /// The assembler.
    pub assembler: &'a Assembler,
    /// The contract that launches use.
    pub contract: &'a Contract,
    /// The text of `kernel.rs`.
    pub text: &'a str,
    /// Targets to assemble for.
    pub targets: &'a [String],
    /// Comparisons of machine code that need not be made again; none to make all of them.
    pub known: Option<&'a Known>,
    /// Where the bytecode compiled back goes, under the reference's file names; none to drop it.
    pub generated: Option<&'a Path>,
    /// Whether a style or a more general entry is tried: after the first target whose machine code
    /// differs the others are left out, and what the assembler makes by chance (`tileir::chance`) is
    /// looked for on the reference's side alone. What fits is proved afterwards.
    pub trial: bool,
}

impl Prover<'_> {
    /// Proves all signatures, on all cores; in the order given. `progress` hears how many are done.
    ///
    /// Signatures with the same reference and the same specialisation are proved once.
    ///
    /// # Errors
    /// A program cannot be started, or a file not be read or written. What is wrong with a signature
    /// is in its row.
    pub fn all(
        &self,
        wanted: &[(&Function, &Signature)],
        read: impl Fn(&Signature) -> Result<Vec<u8>> + Sync,
        progress: impl Fn(usize) + Sync,
    ) -> Result<Vec<Proof>> {
        let mut cases: Vec<Case<'_>> = Vec::new();
        let mut requests = Vec::new();
        for (index, (function, signature)) in wanted.iter().enumerate() {
            let request = self.request(function, signature);
            requests.push(request.clone());
            let Ok(request) = request else { continue };
            let level = signature.options.opt_level.unwrap_or(OPT_LEVEL);
            let same = |case: &&mut Case<'_>| {
                case.signature.sha256 == signature.sha256
                    && case.level == level
                    && Request { target: request.target.clone(), ..case.request.clone() } == request
            };
            match cases.iter_mut().find(same) {
                Some(case) => case.members.push(index),
                None => cases.push(Case { signature, request, level, members: vec![index] }),
            }
        }
        let results = self.cases(wanted, &cases, read, progress)?;
        let mut found: BTreeMap<usize, &Found> = BTreeMap::new();
        for (case, result) in cases.iter().zip(&results) {
            found.extend(case.members.iter().map(|member| (*member, result)));
        }
        let mut proofs = Vec::new();
        for (index, ((function, signature), request)) in wanted.iter().zip(requests).enumerate() {
            proofs.push(self.proof(function, signature, request, found.get(&index).copied())?);
        }
        Ok(proofs)
    }

    /// Whether an entry has the reference's machine code for signatures that are not its own, on
    /// every target for which the reference has any.
    ///
    /// # Errors
    /// As [`Prover::all`].
    pub fn serves(
        &self,
        function: &Function,
        described: &tileport_contract::Function,
        entry: &str,
        signatures: &[&Signature],
        read: impl Fn(&Signature) -> Result<Vec<u8>> + Sync,
    ) -> Result<bool> {
        let Some(index) = described.entries.iter().position(|one| one.name == entry) else {
            return Ok(false);
        };
        let mut cases: Vec<Case<'_>> = Vec::new();
        for signature in signatures {
            let facts = known::facts(signature, &described.params);
            let Ok(choice) = instantiate(described, index, &facts) else { return Ok(false) };
            let request = self.specialised(choice, signature);
            let level = signature.options.opt_level.unwrap_or(OPT_LEVEL);
            let same = |case: &&mut Case<'_>| {
                case.signature.sha256 == signature.sha256
                    && case.level == level
                    && Request { target: request.target.clone(), ..case.request.clone() } == request
            };
            if !cases.iter_mut().any(|mut case| same(&mut case)) {
                cases.push(Case { signature, request, level, members: Vec::new() });
            }
        }
        let wanted: Vec<(&Function, &Signature)> = Vec::new();
        // The first alone: most that do not fit show it there.
        let first = cases.len().min(1);
        for part in [&cases[..first], &cases[first..]] {
            let fits = |found: &Found| {
                found.reason.is_none() && found.text_identical.values().all(|same| *same)
            };
            if !self.cases(&wanted, part, &read, |_| {})?.iter().all(fits) {
                return Ok(false);
            }
        }
        Ok(!function.signatures.is_empty())
    }

    /// Works the cases off on all cores.
    fn cases(
        &self,
        wanted: &[(&Function, &Signature)],
        cases: &[Case<'_>],
        read: impl Fn(&Signature) -> Result<Vec<u8>> + Sync,
        progress: impl Fn(usize) + Sync,
    ) -> Result<Vec<Found>> {
        let next = AtomicUsize::new(0);
        let done = AtomicUsize::new(0);
        let results: Mutex<BTreeMap<usize, Result<Found>>> = Mutex::default();
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(case) = cases.get(index) else { break };
                let result = read(case.signature).and_then(|bytes| self.case(wanted, case, &bytes));
                if result.is_err() {
                    next.store(cases.len(), Ordering::Relaxed);
                }
                results.lock().unwrap_or_else(PoisonError::into_inner).insert(index, result);
                let count = case.members.len();
                progress(done.fetch_add(count, Ordering::Relaxed) + count);
            }
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..threads.min(cases.len()) {
                scope.spawn(work);
            }
        });
        results.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
    }

    /// Compiles a case for every target that is wanted of it and compares.
    fn case(
        &self,
        wanted: &[(&Function, &Signature)],
        case: &Case<'_>,
        bytes: &[u8],
    ) -> Result<Found> {
        let (reference, _) = tileir::load_bytes(bytes)?;
        let own: BTreeSet<&String> =
            case.members.iter().map(|member| &wanted[*member].1.target).collect();
        let mut found = Found::default();
        let mut assembled: BTreeSet<&String> = self.targets.iter().collect();
        if let Some(known) = self.known {
            found.evidence = known.evidence(case.signature, &case.request, case.level);
            if let Some(same) = known.by_evidence.get(&found.evidence) {
                let told =
                    same.iter().filter(|(target, same)| **same && assembled.contains(target));
                found.text_identical = told.map(|(target, same)| (target.clone(), *same)).collect();
                assembled.retain(|target| !same.get(*target).is_some_and(|same| *same));
            }
        }
        let targets: BTreeSet<&String> = own.iter().chain(&assembled).copied().collect();
        let same_text =
            if self.trial { place::may_be_text_identical } else { place::is_text_identical };
        for target in targets {
            let request = Request { target: target.clone(), ..case.request.clone() };
            let compiled = match self.pool.compile(&request)? {
                Ok(compiled) => compiled,
                Err(message) => {
                    found.reason = Some(format!("{target}: does not compile: {message}"));
                    continue;
                }
            };
            if own.contains(target) {
                let (generated, _) = tileir::load_bytes(&compiled.bytecode)?;
                let options = compare::Options { target: Some(target.clone()) };
                let answer = compare::compare(&reference, &generated, &options);
                match &answer {
                    Comparison::Equal => {}
                    Comparison::Different { witness, .. } => {
                        found.reason = Some(format!("IR: {witness}"));
                    }
                    Comparison::Unknown(reason) => found.reason = Some(format!("IR: {reason}")),
                }
                found.own.insert(target.clone(), (compiled.clone(), answer.is_equal()));
            }
            if assembled.contains(target) {
                match self.assembler.summary(bytes, target, case.level) {
                    Ok(_) => {}
                    Err(AssembleError::Refused { .. }) => continue,
                    Err(error) => return Err(error.into()),
                }
                let ours = &compiled.bytecode;
                let same = match self.assembler.summary(ours, target, case.level) {
                    Ok(_) => same_text(self.assembler, bytes, ours, target, case.level)?,
                    Err(error @ AssembleError::Refused { .. }) => {
                        found.reason = Some(format!("{target}: {error}"));
                        false
                    }
                    Err(error) => return Err(error.into()),
                };
                found.text_identical.insert(target.clone(), same);
                if self.trial && !same {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// A signature's part of what was found of its case; its bytecode is written.
    fn proof(
        &self,
        function: &Function,
        signature: &Signature,
        request: Result<Request, String>,
        found: Option<&Found>,
    ) -> Result<Proof> {
        let own = found.and_then(|found| found.own.get(&signature.target));
        if let (Some(folder), Some((compiled, _))) = (self.generated, own) {
            let name = Path::new(&signature.file).file_name().context("a signature has a file")?;
            files::write(&folder.join(name), &compiled.bytecode)?;
        }
        let refused = request.as_ref().err().cloned();
        let row = Row {
            function: function.name.clone(),
            id: signature.id.clone(),
            variant: signature.variant.clone(),
            dtypes: signature.dtypes.clone(),
            target: signature.target.clone(),
            reference_sha256: signature.sha256.clone(),
            built: own.is_some(),
            ir_equal: own.is_some_and(|(_, equal)| *equal),
            text_identical: found.map(|found| found.text_identical.clone()).unwrap_or_default(),
            evidence: found.map(|found| found.evidence.clone()).unwrap_or_default(),
            reason: refused.or_else(|| found.and_then(|found| found.reason.clone())),
        };
        let fingerprint = own.map(|(compiled, _)| compiled.fingerprint.clone());
        Ok(Proof { row, request: request.ok(), fingerprint })
    }

    /// What a launch with the signature's arguments would compile.
    fn request(&self, function: &Function, signature: &Signature) -> Result<Request, String> {
        let contract = self
            .contract
            .functions
            .iter()
            .find(|one| one.name == function.name)
            .ok_or_else(|| format!("the contract has no function {}", function.name))?;
        let facts = known::facts(signature, &contract.params);
        let choice = choose(contract, &facts).map_err(|error| error.to_string())?;
        Ok(self.specialised(choice, signature))
    }

    /// What a launch compiles once its entry is chosen.
    fn specialised(&self, choice: Choice<'_>, signature: &Signature) -> Request {
        let names = choice.entry.consts.iter().map(|constant| constant.name.clone());
        Request {
            source: self.text.into(),
            entry: choice.entry.name.clone(),
            generics: choice.generics,
            consts: names.zip(choice.floats).collect(),
            tensors: choice.tensors,
            options: Hints {
                occupancy: signature.options.occupancy,
                num_ctas: signature.options.num_ctas,
                num_worker_warps: signature.options.num_worker_warps,
            },
            target: signature.target.clone(),
        }
    }
}
