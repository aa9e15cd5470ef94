//! The entry of one structural variant.

use std::sync::Arc;

use anyhow::{Result, bail, ensure};
use serde_json::Value as Json;
use tileport_contract as contract;
use tileport_contract::{Condition, Expr, Fact, Facts, Known};

use super::Row;
use super::holes::{Filled, Filler};
use crate::analysis::Function;
use crate::convert::explain::Table;
use crate::convert::holes::{
    ArrayPlan, Divisor, EntryParam, EntryPlan, Origin, ParamFacts, Role, Site, Slot,
};
use crate::convert::known;
use crate::convert::literal::Literal;
use crate::convert::separate;
use crate::convert::skeleton::without_assumes;

/// The highest rank that the launcher describes by axis.
const LARGEST_RANK: usize = 5;

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
    let arrays = arrays(function, contract, rows, representative)?;
    let params = entry_params(function, contract, rows, representative, &arrays, &mut filler)?;

    let mut when = separate::demanded(&table);
    if rows[0].skeleton.literals.iter().any(|(site, _)| matches!(site, Site::Divisor { .. })) {
        when.extend(separate::demanded_divisors(&table));
    }
    let filled = filler.finish();
    let counts = tile_counts(&table, &rows[representative], &filled);
    for condition in filled.conditions.into_iter().chain(counts) {
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
        covers: Vec::new(),
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
        arrays,
        generics,
        floats: filled.floats,
        origin: Origin::default(),
        assigned: Arc::default(),
    };
    let (tables, ambiguous) = (filled.tables, filled.ambiguous);
    Ok(Planned { plan, entry, representative, tables, ambiguous })
}

/// Conditions on constants that no generic uses: the number of their tiles must be the one seen.
fn tile_counts(table: &Table<'_>, row: &Row<'_>, filled: &Filled) -> Vec<Condition> {
    let literals: Vec<i64> = row
        .skeleton
        .literals
        .iter()
        .filter_map(|(_, literal)| match literal {
            Literal::Int(number) => Some(*number),
            _ => None,
        })
        .collect();
    // Facts are spelled once, in the form in which the contract is written.
    let text = format!(
        "{:?}{:?}{:?}",
        filled.types.iter().map(|one| &one.1).collect::<Vec<_>>(),
        filled.ints.iter().map(|one| &one.1).collect::<Vec<_>>(),
        filled.consts
    );
    separate::tile_counts(table, &literals, |of| text.contains(&format!("{of:?}")))
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

/// The arrays that go as `&Tensor`: those of which the modules assume what a launch infers, no more
/// and no less.
fn arrays(
    function: &Function,
    contract: &contract::Function,
    rows: &[Row<'_>],
    representative: usize,
) -> Result<Vec<ArrayPlan>> {
    let flat = known::flatten(function, rows[representative].seen.signature)?;
    let mut arrays = Vec::new();
    for (first, &(python, role)) in flat.iter().enumerate() {
        let known = |row: &Row<'_>| match &row.facts.params[python] {
            Known::Array(array) => Some(array.clone()),
            _ => None,
        };
        let Some(array) = known(&rows[representative]) else { continue };
        let rank = array.rank;
        if role != Role::Pointer
            || contract.params[python].kind != contract::ParamKind::Tensor
            || !(1..=LARGEST_RANK).contains(&rank)
            || array.index != "i32"
            || !rows.iter().all(|row| known(row).is_some_and(|array| infers(row, first, &array)))
        {
            continue;
        }
        arrays.push(ArrayPlan {
            first,
            rank,
            shape: array.shape_constant,
            strides: array.stride_constant,
        });
    }
    Ok(arrays)
}

/// Whether a row's module assumes of an array's used parameters what is inferred of the array.
fn infers(row: &Row<'_>, first: usize, array: &contract::Array) -> bool {
    let skeleton = &row.skeleton;
    let rank = array.rank;
    if skeleton.params.len() <= first + 2 * rank {
        return false;
    }
    let same = |place: usize, constant: bool, divisor: u32, bound: Option<i64>| {
        let assumed = skeleton.params[place];
        let known = assumed.divisor.unwrap_or(1) == u64::from(divisor);
        !skeleton.used[place] || (!constant && known && assumed.lower_bound == bound)
    };
    // A view assumes the stride of an axis of size one to be aligned, whatever it is.
    let aligned = 128 / u64::from(contract::array::bits(&array.dtype).unwrap_or(128));
    let stands_still = |place: usize| {
        let assumed = skeleton.params[place];
        assumed.divisor == Some(aligned) && assumed.lower_bound == Some(0)
    };
    let axis = |axis: usize| {
        let (size, stride) = (first + 1 + axis, first + 1 + rank + axis);
        same(size, array.shape_constant[axis].is_some(), array.shape_divisor[axis], Some(0))
            && (same(
                stride,
                array.stride_constant[axis].is_some(),
                array.stride_divisor[axis],
                Some(0),
            ) || array.shape_constant[axis] == Some(1) && stands_still(stride))
    };
    same(first, false, array.base_divisor, None) && (0..rank).all(axis)
}

/// The flattened parameters with their facts; divisors that a launch infers become generics.
fn entry_params(
    function: &Function,
    contract: &contract::Function,
    rows: &[Row<'_>],
    representative: usize,
    arrays: &[ArrayPlan],
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
        let specialised = arrays
            .iter()
            .any(|array| (array.first..=array.first + 2 * array.rank).contains(&place));
        let divisor = if skeleton.used[place] && !specialised {
            divisor(contract, python, role, &column, filler)?
        } else {
            None
        };
        let lower_bound = skeleton.params[place].lower_bound.filter(|_| !specialised);
        params.push(EntryParam {
            python: (python, function.params[python].name.clone()),
            role,
            facts: ParamFacts { divisor, lower_bound },
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
    // cuTile takes the stride of an axis of size one as a multiple of 16 bytes whatever it is, so that
    // the divisor follows the element type alone.
    let by_type = || {
        let keys = vec![Fact::Dtype { param }];
        let types = filler.table.column(&keys[0])?;
        let rows = filler.table.rows_of(&keys, column);
        let follows = |(name, value): (&Json, &i64)| {
            rows.iter().any(|(key, of_type)| key[0] == *name && of_type == value)
        };
        let rows = types.iter().zip(column).all(follows).then_some(&rows)?;
        let rows = rows.iter().map(|(key, value)| (key.clone(), Json::from(*value))).collect();
        Some(Expr::Table { keys, rows })
    };
    match filler.table.divisor(column).into_iter().next().or_else(by_type) {
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
