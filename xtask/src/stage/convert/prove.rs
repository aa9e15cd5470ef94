//! Compiling every signature back and comparing it with its reference.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use tileport_contract::{Contract, choose};

use crate::analysis::{Function, Signature};
use crate::compile::{Hints, Pool, Request};
use crate::convert::known;
use crate::files::{self, sha256};
use crate::tileir::assemble::{AssembleError, Assembler, OPT_LEVEL};
use crate::tileir::compare::{self, Comparison};
use crate::tileir::{self};

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
    /// Why something is not as it should be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A signature's proof, and what the proof was made with.
#[derive(Debug, Clone)]
pub struct Proof {
    /// What was found.
    pub row: Row,
    /// The specialisation for the signature's own target; none where none was chosen.
    pub request: Option<Request>,
    /// SHA-256 of the bytecode compiled for the signature's own target.
    pub generated_sha256: Option<String>,
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
    /// Where the bytecode compiled back goes, under the reference's file names; none to drop it.
    pub generated: Option<&'a Path>,
}

impl Prover<'_> {
    /// Proves all signatures, on all cores; in the order given. `progress` hears how many are done.
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
        let next = AtomicUsize::new(0);
        let done = AtomicUsize::new(0);
        let found: Mutex<BTreeMap<usize, Result<Proof>>> = Mutex::default();
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some((function, signature)) = wanted.get(index) else { break };
                let proof = read(signature).and_then(|bytes| self.one(function, signature, &bytes));
                if proof.is_err() {
                    next.store(wanted.len(), Ordering::Relaxed);
                }
                found.lock().unwrap_or_else(|e| e.into_inner()).insert(index, proof);
                progress(done.fetch_add(1, Ordering::Relaxed) + 1);
            }
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..threads.min(wanted.len()) {
                scope.spawn(work);
            }
        });
        found.into_inner().unwrap_or_else(|e| e.into_inner()).into_values().collect()
    }

    /// Proves one signature.
    ///
    /// # Errors
    /// As [`Self::all`].
    pub fn one(&self, function: &Function, signature: &Signature, bytes: &[u8]) -> Result<Proof> {
        let mut row = Row {
            function: function.name.clone(),
            id: signature.id.clone(),
            variant: signature.variant.clone(),
            dtypes: signature.dtypes.clone(),
            target: signature.target.clone(),
            reference_sha256: sha256(bytes),
            built: false,
            ir_equal: false,
            text_identical: BTreeMap::new(),
            reason: None,
        };
        let request = match self.request(function, signature) {
            Ok(request) => request,
            Err(reason) => {
                row.reason = Some(reason);
                return Ok(Proof { row, request: None, generated_sha256: None });
            }
        };
        let own = match self.pool.compile(&request)? {
            Ok(bytes) => bytes,
            Err(message) => {
                row.reason = Some(format!("does not compile: {message}"));
                return Ok(Proof { row, request: Some(request), generated_sha256: None });
            }
        };
        row.built = true;
        if let Some(folder) = self.generated {
            let name = Path::new(&signature.file).file_name().context("a signature has a file")?;
            files::write(&folder.join(name), &own)?;
        }
        let (reference, _) = tileir::load_bytes(bytes)?;
        let (generated, _) = tileir::load_bytes(&own)?;
        let options = compare::Options { target: Some(signature.target.clone()) };
        match compare::compare(&reference, &generated, &options) {
            Comparison::Equal => row.ir_equal = true,
            Comparison::Different { witness, .. } => row.reason = Some(format!("IR: {witness}")),
            Comparison::Unknown(reason) => row.reason = Some(format!("IR: {reason}")),
        }
        let level = signature.options.opt_level.unwrap_or(OPT_LEVEL);
        for target in self.targets {
            let theirs = match self.assembler.summary(bytes, target, level) {
                Ok(summary) => summary,
                Err(AssembleError::Refused { .. }) => continue,
                Err(error) => return Err(error.into()),
            };
            let compiled = if *target == request.target {
                Ok(own.clone())
            } else {
                self.pool.compile(&Request { target: target.clone(), ..request.clone() })?
            };
            let ours = compiled
                .and_then(|ours| self.assembler.summary(&ours, target, level).map_err(|e| e.to_string()));
            let same = match ours {
                Ok(ours) => ours.is_text_identical(&theirs),
                Err(message) => {
                    row.reason = Some(format!("{target}: {message}"));
                    false
                }
            };
            row.text_identical.insert(target.clone(), same);
        }
        Ok(Proof { row, request: Some(request), generated_sha256: Some(sha256(&own)) })
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
        let names = choice.entry.consts.iter().map(|constant| constant.name.clone());
        let strides = choice.entry.tensors.iter();
        Ok(Request {
            source: self.text.into(),
            entry: choice.entry.name.clone(),
            generics: choice.generics,
            consts: names.zip(choice.floats).collect(),
            strides: strides.map(|one| (one.name.clone(), one.strides.clone())).collect(),
            options: Hints {
                occupancy: signature.options.occupancy,
                num_ctas: signature.options.num_ctas,
                num_worker_warps: signature.options.num_worker_warps,
            },
            target: signature.target.clone(),
        })
    }
}
