//! One entry per structural variant of a kernel function, from all of its signatures.
//!
//! Signatures whose modules have equal skeletons form a variant. The literals that differ between
//! them become generics, each explained as an expression over what a launch knows; conditions say
//! which launches an entry serves. What the signatures do not show is refused at launch, never
//! guessed.

mod check;
mod holes;
mod variant;

use anyhow::{Result, bail};
use cutile_ir::Module;
use tileport_contract as contract;

use super::explain::Table;
use super::holes::{EntryPlan, Origin};
use super::names::{self, Names};
use super::skeleton::{Skeleton, skeleton};
use super::{emit, known, separate};
use crate::analysis::{Function, Signature};

pub use check::Agreement;

/// One signature and its module.
pub struct Seen<'a> {
    /// The signature.
    pub signature: &'a Signature,
    /// The module that cuTile compiles for it.
    pub module: Module,
}

/// What a kernel function becomes.
#[derive(Debug, Clone)]
pub struct General {
    /// What the emitter needs, one per entry.
    pub plans: Vec<EntryPlan>,
    /// What a launch needs.
    pub function: contract::Function,
    /// What was found about each entry, for the reports.
    pub notes: Vec<Note>,
}

impl General {
    /// Says in the contract what each entry takes as `&Tensor`.
    pub fn state_tensors(&mut self) {
        for (entry, plan) in self.function.entries.iter_mut().zip(&self.plans) {
            entry.tensors = emit::tensor_params(plan)
                .into_iter()
                .map(|(name, param)| contract::TensorParam { name, param })
                .collect();
        }
    }
}

/// What was found about one entry.
#[derive(Debug, Clone)]
pub struct Note {
    /// Name of the Rust function.
    pub entry: String,
    /// The structural variant.
    pub variant: String,
    /// How many signatures it was made from.
    pub signatures: usize,
    /// Generics known only for the values that were seen.
    pub tables: Vec<String>,
    /// Literals that several expressions explain: those that must agree at launch.
    pub ambiguous: Vec<String>,
    /// Each signature predicted from the others.
    pub agreement: Agreement,
}

/// A signature with what generalising needs of it.
struct Row<'a> {
    seen: &'a Seen<'a>,
    facts: contract::Facts,
    skeleton: Skeleton,
}

/// Generalises a kernel function.
///
/// `symbol` is the C symbol of its launcher. Signatures may stand in any order; the result depends
/// only on which there are.
///
/// # Errors
/// What no fact explains or tells apart: the message names the signatures and what differs.
pub fn generalise(
    function: &Function,
    origin: &Origin,
    symbol: &str,
    seen: &[Seen<'_>],
    names: &mut Names,
) -> Result<General> {
    let params = known::params(function)?;
    let mut contract = contract::Function {
        name: function.name.clone(),
        symbol: symbol.to_owned(),
        params,
        entries: Vec::new(),
    };
    let groups = groups(seen, &contract)?;
    let mut plans = Vec::new();
    let mut notes = Vec::new();
    let base = names::entry(&function.name);
    for (variant, rows) in &groups {
        let wanted = if groups.len() == 1 { base.clone() } else { format!("{base}_{variant}") };
        let name = names.unique(&wanted);
        let mut planned = variant::plan(function, &contract, rows, &name, variant)?;
        planned.plan.origin = origin.clone();
        separate_from(&mut planned, &contract, rows, &groups, variant)?;
        let agreement = check::leave_one_out(function, &contract, rows, &planned.entry);
        notes.push(Note {
            entry: name,
            variant: variant.clone(),
            signatures: rows.len(),
            tables: planned.tables,
            ambiguous: planned.ambiguous,
            agreement,
        });
        plans.push(planned.plan);
        contract.entries.push(planned.entry);
    }
    for (index, (_, rows)) in groups.iter().enumerate() {
        check::selects(&contract, index, rows)?;
    }
    Ok(General { plans, function: contract, notes })
}

/// Signatures by skeleton, each with the variant's name, in the order of the names.
fn groups<'a>(
    seen: &'a [Seen<'a>],
    contract: &contract::Function,
) -> Result<Vec<(String, Vec<Row<'a>>)>> {
    let mut order: Vec<&Seen<'_>> = seen.iter().collect();
    order.sort_by(|a, b| a.signature.id.cmp(&b.signature.id));
    let mut groups: Vec<(String, Vec<Row<'a>>)> = Vec::new();
    for seen in order {
        let row = Row {
            seen,
            facts: known::facts(seen.signature, &contract.params),
            skeleton: skeleton(&seen.module),
        };
        match groups.iter_mut().find(|(_, rows)| rows[0].skeleton.hash == row.skeleton.hash) {
            Some((_, rows)) => rows.push(row),
            None => {
                let name = &seen.signature.variant;
                if let Some((_, rows)) = groups.iter().find(|(taken, _)| taken == name) {
                    bail!(
                        "{}: signatures {} and {} are both called {name} but differ in structure; \
                         run `cargo xtask reference` again",
                        contract.name,
                        rows[0].seen.signature.id,
                        seen.signature.id
                    );
                }
                groups.push((name.clone(), vec![row]));
            }
        }
    }
    groups.sort_by(|a, b| natural(&a.0).cmp(&natural(&b.0)));
    Ok(groups)
}

/// `v2` before `v10`.
fn natural(variant: &str) -> (usize, &str) {
    (variant.len(), variant)
}

/// Adds conditions that exclude the signatures of all other variants.
fn separate_from(
    planned: &mut variant::Planned,
    contract: &contract::Function,
    rows: &[Row<'_>],
    groups: &[(String, Vec<Row<'_>>)],
    variant: &str,
) -> Result<()> {
    let others: Vec<&Row<'_>> = groups
        .iter()
        .filter(|(name, _)| name != variant)
        .flat_map(|(_, rows)| rows)
        .filter(|row| separate::holds(contract, &row.facts, &planned.entry.when))
        .collect();
    let facts: Vec<contract::Facts> = others.iter().map(|row| row.facts.clone()).collect();
    let own: Vec<contract::Facts> = rows.iter().map(|row| row.facts.clone()).collect();
    let table = Table { function: contract, rows: &own };
    match separate::apart(&table, &facts) {
        Ok(conditions) => planned.entry.when.extend(conditions),
        Err(index) => {
            let other = others[index].seen.signature;
            bail!(
                "{}: no fact that a launch knows tells signature {} ({}) from {variant}, e.g. {}",
                contract.name,
                other.id,
                other.variant,
                rows[0].seen.signature.id
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
