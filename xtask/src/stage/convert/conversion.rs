//! From an analysis and its bytecode to the text of `kernel.rs` and the contract.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anyhow::{Context as _, Result};
use cutile_ir::Module;
use tileport_contract::{Contract, SCHEMA};

use super::coverage;
use crate::analysis::{Analysis, Function, Signature};
use crate::convert::emit::{self, Style};
use crate::convert::general::{self, Note, Seen};
use crate::convert::holes::{EntryPlan, Origin};
use crate::convert::lines;
use crate::convert::names::{self, Names};
use crate::convert::python::Assigned;
use crate::error::UserError;
use crate::files::sha256;
use crate::tileir;

/// A converted operator.
pub struct Conversion {
    /// The text of `kernel.rs`.
    pub text: String,
    /// How a launch uses it.
    pub contract: Contract,
    /// What was found about each entry, by function.
    pub notes: Vec<Vec<Note>>,
    /// The functions of the analysis that the contract's functions come from, in its order.
    pub functions: Vec<Function>,
    /// All entries.
    plans: Vec<Rung>,
}

/// An entry, and how it is written.
struct Rung {
    plan: EntryPlan,
    /// The place in [`Style::LADDER`].
    at: usize,
    /// Why it is not written on the rungs before.
    left: Vec<String>,
}

/// How an entry of the text is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Its name, length and rung.
    pub text: coverage::Entry,
    /// For each rung before, the first signature that it failed for, and how.
    pub left: Vec<String>,
}

impl Conversion {
    /// Writes entries, given with the reason, on the next rung and says which have one.
    ///
    /// # Errors
    /// As [`convert`].
    pub fn step_down(&mut self, entries: &BTreeMap<String, String>) -> Result<BTreeSet<String>> {
        let mut stepped = BTreeSet::new();
        for rung in &mut self.plans {
            let Some(reason) = entries.get(&rung.plan.name) else { continue };
            if rung.at + 1 < Style::LADDER.len() {
                tracing::debug!("{} leaves rung {}: {reason}", rung.plan.name, rung.at);
                rung.at += 1;
                rung.left.push(reason.clone());
                stepped.insert(rung.plan.name.clone());
            }
        }
        if !stepped.is_empty() {
            self.write()?;
        }
        Ok(stepped)
    }

    /// Leaves out the entries of a function that `stays` does not want, from the plans and notes; the
    /// contract is the caller's to change.
    pub fn keep(&mut self, function: usize, stays: impl Fn(&str) -> bool) {
        let entries: BTreeSet<&str> = self.contract.functions[function]
            .entries
            .iter()
            .map(|entry| entry.name.as_str())
            .collect();
        self.plans
            .retain(|rung| !entries.contains(rung.plan.name.as_str()) || stays(&rung.plan.name));
        self.notes[function].retain(|note| stays(&note.entry));
    }

    /// Writes the text from the plans.
    ///
    /// # Errors
    /// As [`convert`].
    pub fn write(&mut self) -> Result<()> {
        let plans: Vec<EntryPlan> = self.plans.iter().map(|rung| rung.plan.clone()).collect();
        let styles: Vec<Style> = self.plans.iter().map(|rung| Style::LADDER[rung.at]).collect();
        let text = emit::emit_each(&plans, &styles).map_err(|diagnostic| {
            UserError::Waiting(format!(
                "{}: the converter stops here: {diagnostic}",
                self.contract.operator
            ))
        })?;
        self.text = emit::format(&text)?;
        self.contract.kernel_sha256 = sha256(&self.text);
        Ok(())
    }

    /// How the entries of one of the contract's functions are written; a text that a person wrote has
    /// no rungs, and is counted as on the first.
    pub fn written(&self, function: usize) -> Vec<Written> {
        let counts = lines::of_rust(&self.text);
        let entries = self.contract.functions[function].entries.iter();
        entries
            .map(|entry| {
                let rung = self.plans.iter().find(|rung| rung.plan.name == entry.name);
                let text = coverage::Entry {
                    entry: entry.name.clone(),
                    lines: counts.get(&entry.name).copied().unwrap_or_default(),
                    rung: rung.filter(|_| !self.contract.adopted).map_or(0, |rung| rung.at),
                };
                Written { text, left: rung.map(|rung| rung.left.clone()).unwrap_or_default() }
            })
            .collect()
    }
}

/// Converts every function of an analysis that has signatures.
///
/// `read` gives a signature's bytecode, `source` the text of one of TileGym's files, whose names the
/// values get. The result depends on nothing else: same input, same bytes.
///
/// # Errors
/// Unreadable bytecode (exit 2); an operation that the emitter does not know, with its diagnostic
/// (exit 4); signatures that nothing tells apart.
pub fn convert(
    analysis: &Analysis,
    read: impl Fn(&Signature) -> Result<Vec<u8>>,
    source: impl Fn(&str) -> Option<String>,
) -> Result<Conversion> {
    let functions: Vec<Function> =
        analysis.functions.iter().filter(|one| !one.signatures.is_empty()).cloned().collect();
    let mut entries = Names::default();
    let mut symbols = Names::default();
    let mut plans = Vec::new();
    let mut notes = Vec::new();
    let mut contract = Contract {
        schema: SCHEMA,
        operator: analysis.operator.clone(),
        kernel_sha256: String::new(),
        adopted: false,
        functions: Vec::new(),
    };
    for function in &functions {
        let origin = Origin {
            function: function.name.clone(),
            file: function.file.clone(),
            lines: function.lines,
            version: analysis.tilegym.version.clone(),
            sha256: analysis.tilegym.sha256.clone(),
        };
        // Many signatures share one module: each is read once.
        let mut modules: BTreeMap<&str, Module> = BTreeMap::new();
        for signature in &function.signatures {
            if !modules.contains_key(signature.sha256.as_str()) {
                let bytes = read(signature)?;
                let (module, _) =
                    tileir::load_bytes(&bytes).with_context(|| signature.file.clone())?;
                modules.insert(&signature.sha256, module);
            }
        }
        let seen: Vec<Seen<'_>> = function
            .signatures
            .iter()
            .map(|signature| Seen { signature, module: modules[signature.sha256.as_str()].clone() })
            .collect();
        let symbol = symbols.unique(&symbol(&analysis.operator, function, functions.len() == 1));
        let mut general = general::generalise(function, &origin, &symbol, &seen, &mut entries)?;
        general.state_tensors();
        let text = source(&function.file).unwrap_or_default();
        let assigned = Arc::new(Assigned::read(&function.file, &text));
        for plan in &mut general.plans {
            plan.assigned = Arc::clone(&assigned);
        }
        plans.extend(general.plans);
        notes.push(general.notes);
        contract.functions.push(general.function);
    }
    let plans = plans.into_iter().map(|plan| Rung { plan, at: 0, left: Vec::new() }).collect();
    let mut conversion = Conversion { text: String::new(), contract, notes, functions, plans };
    conversion.write()?;
    Ok(conversion)
}

/// The C symbol of a function's launcher.
fn symbol(operator: &str, function: &Function, only: bool) -> String {
    let operator = names::entry(operator);
    if only {
        format!("cutile_{operator}")
    } else {
        format!("cutile_{operator}__{}", names::entry(&function.name))
    }
}
