//! Fewer entries: one that serves the signatures of another variant takes its place.
//!
//! Variants differ in structure because cuTile folds what is constant for one of them: an axis of
//! size 1, a conversion between equal types, a loop of one turn. The assembler mostly folds the same
//! way, so that the more general entry, specialised for such a launch, has the same machine code.
//! Whether it does is found by compiling: an entry goes only if another has the reference's machine
//! code for each of its signatures on every target.

use std::collections::BTreeSet;

use anyhow::Result;
use tileport_contract::{self as contract, Condition, Entry, Facts};

use super::conversion::Conversion;
use super::prove::Prover;
use crate::analysis::{Function, Signature};
use crate::compile::Pool;
use crate::convert::explain::Table;
use crate::convert::{known, separate};
use crate::tileir::assemble::Assembler;

/// An entry that another took the place of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Covered {
    /// The entry that went.
    pub entry: String,
    /// The one that serves its signatures.
    pub by: String,
}

/// Drops the entries of a conversion that others can serve.
///
/// The result depends on the reference, the compiler and the assembler alone. The text is written
/// anew where something was dropped.
///
/// # Errors
/// As [`Prover::all`].
pub fn cover(
    conversion: &mut Conversion,
    pool: &Pool,
    assembler: &Assembler,
    targets: &[String],
    read: impl Fn(&Signature) -> Result<Vec<u8>> + Sync,
    progress: impl Fn(String),
) -> Result<Vec<Covered>> {
    let mut all = Vec::new();
    for place in 0..conversion.functions.len() {
        let function = conversion.functions[place].clone();
        let found = {
            let prover = Prover {
                pool,
                assembler,
                contract: &conversion.contract,
                text: &conversion.text,
                targets,
                known: None,
                generated: None,
                trial: true,
            };
            let described = conversion.contract.functions[place].clone();
            Search { function: &function, prover: &prover, read: &read }
                .covered(described, &progress)?
        };
        let Some((described, covered)) = found else { continue };
        let gone: BTreeSet<&str> = covered.iter().map(|one| one.entry.as_str()).collect();
        conversion.keep(place, |entry| !gone.contains(entry));
        conversion.contract.functions[place] = described;
        all.extend(covered);
    }
    if !all.is_empty() {
        conversion.write()?;
    }
    Ok(all)
}

struct Search<'a, R> {
    function: &'a Function,
    prover: &'a Prover<'a>,
    read: &'a R,
}

impl<R: Fn(&Signature) -> Result<Vec<u8>> + Sync> Search<'_, R> {
    /// The function's contract without the entries that others serve; none where all must stay.
    fn covered(
        &self,
        mut described: contract::Function,
        progress: &impl Fn(String),
    ) -> Result<Option<(contract::Function, Vec<Covered>)>> {
        let mut covered = Vec::new();
        // The least general first: it has the fewest generics, and most to be folded into.
        let mut order: Vec<String> =
            described.entries.iter().map(|entry| entry.name.clone()).collect();
        order.sort_by_key(|name| generality(&described, name));
        for victim in &order {
            let mut hosts: Vec<&String> = order
                .iter()
                .filter(|host| {
                    *host != victim && described.entries.iter().any(|one| one.name == **host)
                })
                .collect();
            // The most general first.
            hosts.reverse();
            for host in hosts {
                if generality(&described, host) < generality(&described, victim) {
                    continue;
                }
                progress(format!("{victim} by {host}?"));
                let own = self.signatures(&described, victim);
                if !self.prover.serves(self.function, &described, host, &own, self.read)? {
                    continue;
                }
                if let Some(next) = self.without(&described, victim, host) {
                    described = next;
                    covered.push(Covered { entry: victim.clone(), by: host.clone() });
                    break;
                }
            }
        }
        Ok((!covered.is_empty()).then_some((described, covered)))
    }

    /// The signatures of an entry, those that it was given by earlier steps included.
    fn signatures(&self, described: &contract::Function, entry: &str) -> Vec<&Signature> {
        let entry = described.entries.iter().find(|one| one.name == entry);
        let serves =
            |signature: &&Signature| entry.is_some_and(|entry| entry.serves(&signature.variant));
        self.function.signatures.iter().filter(serves).collect()
    }

    /// The contract in which `host` serves what `victim` did; none where no fact tells its
    /// signatures from those of the entries that stay.
    fn without(
        &self,
        described: &contract::Function,
        victim: &str,
        host: &str,
    ) -> Option<contract::Function> {
        let facts = |signatures: Vec<&Signature>| -> Vec<Facts> {
            signatures.into_iter().map(|one| known::facts(one, &described.params)).collect()
        };
        let before = facts(self.signatures(described, host));
        let gained = facts(self.signatures(described, victim));
        let mut own = before.clone();
        own.extend(gained.iter().cloned());

        let mut next = described.clone();
        let gone = next.entries.iter().position(|one| one.name == victim)?;
        let gone = next.entries.remove(gone);
        let place = next.entries.iter().position(|one| one.name == host)?;
        let table = Table { function: described, rows: &own };
        let old = Table { function: described, rows: &before };
        let replaced = [separate::demanded(&old), separate::demanded_divisors(&old)].concat();
        let mut when = separate::demanded(&table);
        // What else the host demanded, as far as what it now serves was shown to need it.
        let kept = |condition: &&Condition| {
            !replaced.contains(condition)
                && gained
                    .iter()
                    .all(|row| separate::holds(described, row, std::slice::from_ref(condition)))
        };
        let rest: Vec<Condition> = next.entries[place].when.iter().filter(kept).cloned().collect();
        for condition in rest {
            if !when.contains(&condition) {
                when.push(condition);
            }
        }
        let mut others = Vec::new();
        for entry in next.entries.iter().filter(|entry| entry.name != host) {
            others.extend(facts(self.signatures(described, &entry.name)));
        }
        others.retain(|row| separate::holds(described, row, &when));
        let apart = separate::apart(&table, &others).ok()?;
        if apart.iter().any(is_table) {
            return None;
        }
        when.extend(apart);
        let entry = &mut next.entries[place];
        entry.when = when;
        entry.covers.push(gone.variant);
        entry.covers.extend(gone.covers);
        entry.covers.sort_by_key(|variant| (variant.len(), variant.clone()));
        Some(next)
    }
}

/// Alternatives that an entry may be told apart by; more are a list of what was seen, and a launch
/// that was not seen would be refused although both entries serve it.
const MOST_ALTERNATIVES: usize = 8;

fn is_table(condition: &Condition) -> bool {
    matches!(condition, Condition::Any { groups } if groups.len() > MOST_ALTERNATIVES)
}

/// How much an entry leaves open: type generics, then const generics; the name decides ties, so that
/// the order does not depend on anything else.
fn generality(
    described: &contract::Function,
    name: &str,
) -> (usize, usize, std::cmp::Reverse<String>) {
    let entry = described.entries.iter().find(|one| one.name == name);
    let types = |entry: &Entry| {
        entry
            .generics
            .iter()
            .filter(|one| {
                matches!(&one.value, contract::Expr::Fact { of: contract::Fact::Dtype { .. } })
            })
            .count()
    };
    let dynamic = |entry: &Entry| {
        let sizes = entry.when.iter().filter(|condition| {
            matches!(condition, Condition::OneOf { of: contract::Fact::ShapeConstant { .. }, values }
                if values.iter().any(|value| value.as_i64() == Some(-1)))
        });
        sizes.count()
    };
    (
        entry.map_or(0, dynamic),
        entry.map_or(0, |entry| 100 * types(entry) + entry.generics.len()),
        std::cmp::Reverse(name.to_owned()),
    )
}
