//! The entry of one structural variant.

use anyhow::{Result, bail, ensure};
use tileport_contract as contract;
use tileport_contract::{Condition, Expr, Fact, Facts};

use super::Row;
use super::holes::Filler;
use crate::analysis::Function;
use crate::convert::explain::Table;
use crate::convert::holes::{Divisor, EntryParam, EntryPlan, Origin, ParamFacts, Role, Site, Slot};
use crate::convert::known;
use crate::convert::separate;
use crate::convert::skeleton::without_assumes;

/// The entry of a variant, for emitter and launch.
pub(super) struct Planned {
    pub plan: EntryPlan,
    pub entry: contract::Entry,
    /// The row whose literals and sites the plan has.
    pub representative: usize,
    pub tables: Vec<String>,
    pub ambiguous: Vec<String>,
}

/// Plans the entry of a variant.
pub(super) fn plan(
    function: &Function,
    contract: &contract::Function,
    rows: &[Row<'_>],
    name: &str,
    variant: &str,
) -> Result<Planned> {
    let facts: Vec<Facts> = rows.iter().map(|row| row.facts.clone()).collect();
    let table = Table { function: contract, rows: &facts };
    let representative = representative(rows);
    let mut filler = Filler::new(&table, rows, representative);
    filler.literals()?;
    let params = entry_params(function, contract, rows, representative, &mut filler)?;

    let mut when = separate::demanded(&table);
    if rows[0].skeleton.literals.iter().any(|(site, _)| matches!(site, Site::Divisor { .. })) {
        when.extend(separate::demanded_divisors(&table));
    }
    let filled = filler.finish();
    for condition in filled.conditions {
        if !when.contains(&condition) {
            when.push(condition);
        }
    }

    let row = &rows[representative];
    let mut module = without_assumes(&row.seen.module, &row.skeleton);
    // Hints of the entry come from the launch's options.
    for entry in module.functions.clone() {
        module.op_mut(entry).attributes.retain(|(key, _)| key != "optimization_hints");
    }
    let generics: Vec<Slot> =
        filled.types.iter().chain(&filled.ints).map(|one| one.0.clone()).collect();
    let values = filled.types.into_iter().chain(filled.ints);
    let entry = contract::Entry {
        name: name.to_owned(),
        variant: variant.to_owned(),
        when,
        generics: values
            .map(|(slot, value)| contract::Generic { name: slot_name(&slot).to_owned(), value })
            .collect(),
        consts: filled.consts,
        tensors: Vec::new(),
    };
    let plan = EntryPlan {
        name: name.to_owned(),
        variant: variant.to_owned(),
        module,
        holes: filled.holes,
        params,
        generics,
        floats: filled.floats,
        origin: Origin::default(),
    };
    let (tables, ambiguous) = (filled.tables, filled.ambiguous);
    Ok(Planned { plan, entry, representative, tables, ambiguous })
}

/// The name of a slot.
pub(super) fn slot_name(slot: &Slot) -> &str {
    match slot {
        Slot::Int(name) | Slot::Type(name) | Slot::Float(name) => name,
    }
}

/// The row whose literals stand in the source: a committed one, a launched one, the first.
fn representative(rows: &[Row<'_>]) -> usize {
    let find = |test: fn(&Row<'_>) -> bool| rows.iter().position(test);
    find(|row| row.seen.signature.representative && row.seen.signature.launched)
        .or_else(|| find(|row| row.seen.signature.launched))
        .unwrap_or(0)
}

/// The flattened parameters with their facts; divisors that a launch infers become generics.
fn entry_params(
    function: &Function,
    contract: &contract::Function,
    rows: &[Row<'_>],
    representative: usize,
    filler: &mut Filler<'_, '_>,
) -> Result<Vec<EntryParam>> {
    let flat = known::flatten(function, rows[representative].seen.signature)?;
    let skeleton = &rows[representative].skeleton;
    ensure!(
        flat.len() == skeleton.params.len(),
        "{}: signature {} has {} flattened arguments but its module takes {}",
        function.name,
        rows[representative].seen.signature.id,
        flat.len(),
        skeleton.params.len()
    );
    let mut params = Vec::new();
    for (place, (python, role)) in flat.into_iter().enumerate() {
        let column: Vec<i64> = rows
            .iter()
            .map(|row| {
                row.skeleton.params[place]
                    .divisor
                    .map_or(1, |d| i64::try_from(d).unwrap_or(i64::MAX))
            })
            .collect();
        let divisor = if skeleton.used[place] {
            divisor(contract, python, role, &column, filler)?
        } else {
            None
        };
        params.push(EntryParam {
            python: (python, function.params[python].name.clone()),
            role,
            facts: ParamFacts { divisor, lower_bound: skeleton.params[place].lower_bound },
        });
    }
    Ok(params)
}

/// The divisor of a used parameter.
///
/// What the launcher infers for it is generic even where all signatures agree, because a tensor
/// at another address or of another width runs the same code with another divisor.
fn divisor(
    contract: &contract::Function,
    python: usize,
    role: Role,
    column: &[i64],
    filler: &mut Filler<'_, '_>,
) -> Result<Option<Divisor>> {
    let list = contract.params[python].kind == contract::ParamKind::List;
    let param = python;
    let fact = match role {
        _ if list => None,
        Role::Pointer => Some(Fact::BaseDivisor { param }),
        Role::Size(axis) => Some(Fact::ShapeDivisor { param, axis }),
        Role::Stride(axis) => Some(Fact::StrideDivisor { param, axis }),
        Role::Scalar | Role::Length => None,
    };
    if let Some(fact) = fact
        && filler.table.integers_of(&fact).as_deref() == Some(column)
    {
        // A constant size or stride is never divided.
        let constant = match role {
            Role::Size(axis) => filler.always_constant(&Fact::ShapeConstant { param, axis }),
            Role::Stride(axis) => filler.always_constant(&Fact::StrideConstant { param, axis }),
            _ => false,
        };
        return Ok((!constant).then(|| Divisor::Generic(filler.int(Expr::Fact { of: fact }))));
    }
    if column.iter().all(|value| *value == 1) {
        return Ok(None);
    }
    if column.iter().all(|value| *value == column[0]) {
        return Ok(Some(Divisor::Literal(column[0].unsigned_abs())));
    }
    match filler.table.divisor(column).into_iter().next() {
        Some(expr) => Ok(Some(Divisor::Generic(filler.int(expr)))),
        None => bail!(
            "{}: the divisors {column:?} of {role:?} of `{}` follow from nothing that a launch knows",
            contract.name,
            contract.params[python].name
        ),
    }
}

/// Conditions that two expressions agree, for all beyond the first.
pub(super) fn agreements(fits: &[Expr]) -> Vec<Condition> {
    fits.iter().skip(1).map(|other| separate::agree(&fits[0], other)).collect()
}
