//! Whether an entry serves the signatures that it was made from, and what it predicts.

use anyhow::{Result, bail};
use tileport_contract as contract;
use tileport_contract::eval::{self, Value};
use tileport_contract::{Choice, Facts};

use super::{Row, variant};
use crate::analysis::Function;
use crate::convert::holes::{Divisor, EntryPlan, Slot};
use crate::convert::literal::{Literal, type_name};
use crate::convert::separate;

/// Each signature of a variant predicted from the others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Predicted with every literal right.
    pub right: usize,
    /// Refused: the others do not show it.
    pub refused: usize,
    /// Predicted wrongly.
    pub wrong: usize,
}

/// At most so many signatures of a variant are left out in turn, evenly spread.
const MOST_LEFT_OUT: usize = 12;

/// Every row must choose the entry, and the generics must give its literals.
pub(super) fn selects(contract: &contract::Function, index: usize, rows: &[Row<'_>]) -> Result<()> {
    for row in rows {
        let id = &row.seen.signature.id;
        let choice = eval::choose(contract, &row.facts)
            .map_err(|error| anyhow::anyhow!("signature {id}: {error}"))?;
        if choice.index != index {
            bail!(
                "{}: signature {id} chooses {} instead of {}",
                contract.name,
                choice.entry.name,
                contract.entries[index].name
            );
        }
    }
    Ok(())
}

/// Plans a variant without each of its signatures in turn, and predicts the one left out.
pub(super) fn leave_one_out(
    function: &Function,
    contract: &contract::Function,
    rows: &[Row<'_>],
    full: &contract::Entry,
) -> Agreement {
    let mut agreement = Agreement::default();
    if rows.len() < 3 {
        return agreement;
    }
    let step = rows.len().div_ceil(MOST_LEFT_OUT);
    for left_out in (0..rows.len()).step_by(step) {
        let others: Vec<Row<'_>> = rows
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != left_out)
            .map(|(_, row)| Row {
                seen: row.seen,
                facts: row.facts.clone(),
                skeleton: row.skeleton.clone(),
            })
            .collect();
        let planned = variant::plan(function, contract, &others, &full.name, &full.variant);
        match planned.ok().and_then(|planned| predicts(contract, planned, &others, &rows[left_out]))
        {
            None => agreement.refused += 1,
            Some(true) => agreement.right += 1,
            Some(false) => agreement.wrong += 1,
        }
    }
    agreement
}

/// Whether a plan gives the literals of a row; none where it refuses the row.
fn predicts(
    contract: &contract::Function,
    planned: variant::Planned,
    made_from: &[Row<'_>],
    row: &Row<'_>,
) -> Option<bool> {
    if !separate::holds(contract, &row.facts, &planned.entry.when) {
        return None;
    }
    let mut alone = contract.clone();
    alone.entries = vec![planned.entry];
    let choice = eval::choose(&alone, &row.facts).ok()?;
    let source = &made_from[planned.representative];
    Some(gives(&alone, &choice, &planned.plan, source, row))
}

/// Whether a choice of generics gives every literal and divisor of a row; the plan's sites are those
/// of `source`.
fn gives(
    contract: &contract::Function,
    choice: &Choice<'_>,
    plan: &EntryPlan,
    source: &Row<'_>,
    row: &Row<'_>,
) -> bool {
    let generic = |name: &str| generic(contract, choice, &row.facts, name);
    let literals = source.skeleton.literals.iter().zip(&row.skeleton.literals);
    let literals_agree = literals.into_iter().all(|((site, printed), (_, wanted))| {
        match (plan.holes.get(*site), wanted) {
            (None, wanted) => printed == wanted,
            (Some(Slot::Int(name)), Literal::Int(number)) => {
                generic(name) == Some(Value::Int(*number))
            }
            (Some(Slot::Type(name)), Literal::Type(scalar)) => {
                generic(name) == Some(Value::Type(type_name(*scalar).to_owned()))
            }
            (Some(Slot::Float(name)), Literal::Float(number)) => {
                let place = choice.entry.consts.iter().position(|one| one.name == *name);
                place.is_some_and(|place| choice.floats[place].to_bits() == number.to_bits())
            }
            _ => false,
        }
    });
    let specialised = |place: usize| {
        let mut arrays = plan.arrays.iter();
        arrays.any(|array| (array.first..=array.first + 2 * array.rank).contains(&place))
    };
    let divisors = plan.params.iter().zip(&row.skeleton.params).enumerate();
    literals_agree
        && divisors.into_iter().all(|(place, (param, assumed))| {
            if specialised(place) {
                return true;
            }
            let wanted = assumed.divisor.unwrap_or(1);
            match &param.facts.divisor {
                None => wanted == 1,
                Some(Divisor::Literal(literal)) => *literal == wanted,
                Some(Divisor::Generic(name)) => {
                    generic(name) == i64::try_from(wanted).ok().map(Value::Int)
                }
            }
        })
}

fn generic(
    contract: &contract::Function,
    choice: &Choice<'_>,
    facts: &Facts,
    name: &str,
) -> Option<Value> {
    let generic = choice.entry.generics.iter().find(|generic| generic.name == name)?;
    eval::evaluate(contract, facts, &generic.value).ok()
}
