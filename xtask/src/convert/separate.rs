//! Conditions that tell the structural variants of a kernel apart.
//!
//! Every condition holds for all signatures of its own variant. Together they exclude every
//! signature of the other variants, so that the order of entries does not matter.

use serde_json::Value as Json;
use tileport_contract::eval::{self, Value, fact};
use tileport_contract::{Condition, Expr, Fact, Facts, Function, Known, ParamKind};

use super::explain::Table;

/// What a launch must have in common with the signatures that an entry was made from.
///
/// Dtypes, ranks and constant sizes and strides must be among those seen, for they decide the
/// structure; a constant that has one value in all of them must have that value, because nothing
/// shows what depends on it.
pub fn demanded(table: &Table<'_>) -> Vec<Condition> {
    let mut conditions = Vec::new();
    let mut dtypes: Vec<Fact> = Vec::new();
    for (param, described) in table.function.params.iter().enumerate() {
        match described.kind {
            ParamKind::Tensor | ParamKind::List => {
                conditions.extend(seen(table, Fact::Rank { param }, true));
                let rank = table.rows.iter().filter_map(|row| match &row.params[param] {
                    Known::Array(array) => Some(array.rank),
                    _ => None,
                });
                let Some(rank) = rank.max() else { continue };
                dtypes.push(Fact::Dtype { param });
                for axis in 0..rank {
                    conditions.extend(seen(table, Fact::ShapeConstant { param, axis }, true));
                    conditions.extend(seen(table, Fact::StrideConstant { param, axis }, true));
                }
            }
            ParamKind::ConstInt => {
                conditions.extend(seen(table, Fact::Constant { param }, false));
            }
            ParamKind::ConstFloat => {
                conditions.extend(seen(table, Fact::ConstantFloat { param }, false));
            }
            _ => {}
        }
    }
    let mut all = together(table, &dtypes);
    all.extend(conditions);
    all
}

/// The divisors that were seen, where operations beyond the parameters carry divisors too.
pub fn demanded_divisors(table: &Table<'_>) -> Vec<Condition> {
    table.divisors().into_iter().filter_map(|of| seen(table, of, false)).collect()
}

/// The fact must have a value that was seen; with `varying` also where several were.
fn seen(table: &Table<'_>, of: Fact, varying: bool) -> Option<Condition> {
    let mut values: Vec<Json> = Vec::new();
    for row in table.rows {
        let value = fact(row, &of)?;
        if !values.contains(&value) {
            values.push(value);
        }
    }
    sort(&mut values);
    (varying || values.len() == 1).then_some(Condition::OneOf { of, values })
}

/// The facts must have values that were seen together.
fn together(table: &Table<'_>, facts: &[Fact]) -> Vec<Condition> {
    let (fixed, varying): (Vec<&Fact>, Vec<&Fact>) = facts.iter().partition(|of| {
        table.column(of).is_none_or(|column| column.iter().all(|value| *value == column[0]))
    });
    let mut conditions: Vec<Condition> =
        fixed.into_iter().filter_map(|of| seen(table, of.clone(), true)).collect();
    if let [only] = varying[..] {
        conditions.extend(seen(table, only.clone(), true));
    } else if !varying.is_empty() {
        let keys: Vec<Fact> = varying.into_iter().cloned().collect();
        conditions.push(one_of_rows(table, &keys));
    }
    conditions
}

/// The facts must have the values of some signature.
fn one_of_rows(table: &Table<'_>, keys: &[Fact]) -> Condition {
    let mut rows: Vec<Vec<Json>> =
        table.rows_of(keys, &vec![(); table.rows.len()]).into_iter().map(|row| row.0).collect();
    rows.sort_by_key(|row| row.iter().map(order).collect::<Vec<_>>());
    let group = |row: Vec<Json>| {
        keys.iter()
            .cloned()
            .zip(row)
            .map(|(of, value)| Condition::OneOf { of, values: vec![value] })
            .collect()
    };
    Condition::Any { groups: rows.into_iter().map(group).collect() }
}

/// Whether all conditions hold for a launch.
pub fn holds(function: &Function, facts: &Facts, conditions: &[Condition]) -> bool {
    eval::holds(function, facts, conditions)
}

/// Conditions that hold for all rows of the table and for none of `others`.
///
/// # Errors
/// The index of a row of `others` that no fact tells from a signature of this variant.
pub fn apart(table: &Table<'_>, others: &[Facts]) -> Result<Vec<Condition>, usize> {
    let mut left: Vec<usize> = (0..others.len()).collect();
    let mut chosen = Vec::new();
    let candidates = candidates(table, others);
    while !left.is_empty() {
        let excluded = |condition: &Condition| {
            let one = std::slice::from_ref(condition);
            left.iter().filter(|&&row| !holds(table.function, &others[row], one)).count()
        };
        // The first of those that exclude most: candidates stand in order of simplicity.
        let mut best: Option<(usize, &Condition)> = None;
        for candidate in &candidates {
            let count = excluded(candidate);
            if count > best.map_or(0, |(most, _)| most) {
                best = Some((count, candidate));
            }
        }
        let Some((_, condition)) = best else {
            return Err(left[0]);
        };
        let one = std::slice::from_ref(condition);
        left.retain(|&row| holds(table.function, &others[row], one));
        chosen.push(condition.clone());
    }
    Ok(chosen)
}

/// Conditions that hold for every row, simplest first.
fn candidates(table: &Table<'_>, others: &[Facts]) -> Vec<Condition> {
    let all: Vec<Facts> = table.rows.iter().chain(others).cloned().collect();
    let both = Table { function: table.function, rows: &all };
    let varying = both.varying();
    let mut candidates: Vec<Condition> = Vec::new();
    // A fact with one value here, such as a bool or a target.
    candidates.extend(varying.iter().filter_map(|of| seen(table, of.clone(), false)));
    let integers: Vec<Fact> =
        varying.iter().filter(|of| matches!(of, Fact::Constant { .. })).cloned().collect();
    let compare =
        |left: Expr, op: &str, right: Expr| Condition::Compare { left, op: op.to_owned(), right };
    let expr = |of: &Fact| Expr::Fact { of: of.clone() };
    let boxed = |of: &Fact| Box::new(expr(of));
    let named = constants(table);
    for op in ["eq", "ne", "gt", "le", "lt", "ge"] {
        for of in &integers {
            candidates.push(compare(expr(of), op, Expr::Literal { value: 0 }));
        }
        for (index, a) in named.iter().enumerate() {
            for b in &named[index + 1..] {
                candidates.push(compare(expr(a), op, expr(b)));
            }
        }
    }
    for op in ["eq", "ne"] {
        for a in &named {
            candidates.push(compare(expr(a), op, Expr::NextPow2 { of: boxed(a) }));
            candidates.push(compare(expr(a), op, Expr::Literal { value: 1 }));
        }
        for a in &named {
            for b in named.iter().filter(|b| *b != a) {
                // Whether b divides a.
                let quotient = Expr::FloorDiv { left: boxed(a), right: boxed(b) };
                let whole = Expr::Mul { args: vec![quotient, expr(b)] };
                candidates.push(compare(whole, op, expr(a)));
            }
        }
    }
    for op in ["le", "gt", "eq", "ne"] {
        for a in &named {
            for b in named.iter().filter(|b| *b != a) {
                let twice = Expr::Mul { args: vec![expr(b), Expr::Literal { value: 2 }] };
                candidates.push(compare(expr(a), op, twice));
                let quotient = Expr::CeilDiv { left: boxed(a), right: boxed(b) };
                candidates.push(compare(quotient, op, Expr::Literal { value: 1 }));
            }
        }
    }
    candidates.extend(bounds(table, others, &varying));
    // Values that were seen, of one fact, then of all that vary together.
    candidates.extend(varying.iter().filter_map(|of| seen(table, of.clone(), true)));
    if !varying.is_empty() {
        candidates.push(one_of_rows(table, &varying));
    }
    candidates.retain(|condition| {
        let one = std::slice::from_ref(condition);
        table.rows.iter().all(|row| holds(table.function, row, one))
    });
    candidates
}

/// Constants on one side of a value that another variant has, or beside it, where no value lies
/// between: what a kernel's source compares a constant with is captured together with its neighbours,
/// so that all values on this side can be served.
fn bounds(table: &Table<'_>, others: &[Facts], varying: &[Fact]) -> Vec<Condition> {
    let mut found = Vec::new();
    for of in varying {
        let next: fn(f64) -> f64 = match of {
            Fact::Constant { .. } => |value| value + 1.0,
            Fact::ConstantFloat { .. } => f64::next_up,
            _ => continue,
        };
        let column = |rows: &[Facts]| -> Vec<f64> {
            rows.iter().filter_map(|row| fact(row, of)?.as_f64()).collect()
        };
        let (own, other) = (column(table.rows), column(others));
        for value in other {
            let below = own.iter().any(|one| next(*one) == value);
            let above = own.iter().any(|one| next(value) == *one);
            let op = match (below, above) {
                (true, true) => "ne",
                (true, false) => "lt",
                (false, true) => "gt",
                (false, false) => continue,
            };
            found.push(Condition::Bound { of: of.clone(), op: op.to_owned(), value });
        }
    }
    found
}

/// The constant integer parameters.
fn constants(table: &Table<'_>) -> Vec<Fact> {
    let params = table.function.params.iter().enumerate();
    params
        .filter(|(_, param)| param.kind == ParamKind::ConstInt)
        .map(|(param, _)| Fact::Constant { param })
        .collect()
}

/// Conditions on constants that no expression uses: where one takes the same number of tiles in all
/// signatures, and a literal of the structure may be this number, a launch must have it too.
pub fn tile_counts(
    table: &Table<'_>,
    literals: &[i64],
    is_used: impl Fn(&Fact) -> bool,
) -> Vec<Condition> {
    let columns: Vec<(Fact, Vec<i64>)> = constants(table)
        .into_iter()
        .filter_map(|of| Some((of.clone(), table.integers_of(&of)?)))
        .collect();
    let mut conditions = Vec::new();
    for (of, column) in &columns {
        let varies = column.iter().any(|value| *value != column[0]);
        if is_used(of) || !varies || column.iter().any(|value| *value <= 0) {
            continue;
        }
        for (by, sizes) in &columns {
            if by == of || sizes.iter().any(|size| *size <= 1) {
                continue;
            }
            let tiles = |(value, size): (&i64, &i64)| value / size + i64::from(value % size != 0);
            let number = tiles((&column[0], &sizes[0]));
            let same = column.iter().zip(sizes).all(|pair| tiles(pair) == number);
            if same && literals.contains(&number) {
                let fact = |of: &Fact| Box::new(Expr::Fact { of: of.clone() });
                let count = Expr::CeilDiv { left: fact(of), right: fact(by) };
                conditions.push(agree(&count, &Expr::Literal { value: number }));
            }
        }
    }
    conditions
}

/// The condition that two expressions agree, for a literal that either explains.
pub fn agree(left: &Expr, right: &Expr) -> Condition {
    Condition::Compare { left: left.clone(), op: "eq".to_owned(), right: right.clone() }
}

/// Whether two expressions give the same integer for a launch.
pub fn same_value(function: &Function, facts: &Facts, left: &Expr, right: &Expr) -> bool {
    match (eval::evaluate(function, facts, left), eval::evaluate(function, facts, right)) {
        (Ok(Value::Int(a)), Ok(Value::Int(b))) => a == b,
        _ => false,
    }
}

fn sort(values: &mut [Json]) {
    values.sort_by_key(order);
}

/// A total order of fact values: numbers by value, then text.
fn order(value: &Json) -> (u8, i64, String) {
    match value.as_i64() {
        Some(number) => (0, number, String::new()),
        None => (1, 0, value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileport_contract::Param;

    fn function() -> Function {
        let param = |name: &str| Param {
            name: name.into(),
            kind: ParamKind::ConstInt,
            index64: false,
            value: None,
        };
        Function {
            name: "kernel".into(),
            symbol: "kernel".into(),
            params: vec![param("TILE"), param("N"), param("CAUSAL")],
            entries: vec![],
        }
    }

    fn rows(values: &[[i64; 3]]) -> Vec<Facts> {
        let row = |row: &[i64; 3]| Facts {
            params: row.iter().map(|value| Known::Int(*value)).collect(),
            target: 90,
            num_ctas: 0,
            occupancy: 0,
        };
        values.iter().map(row).collect()
    }

    #[test]
    fn a_bool_separates_before_a_comparison() {
        let function = function();
        let own = rows(&[[64, 64, 0], [128, 100, 0]]);
        let table = Table { function: &function, rows: &own };
        let conditions = apart(&table, &rows(&[[64, 64, 1], [128, 100, 1]])).unwrap();
        let causal = Condition::OneOf { of: Fact::Constant { param: 2 }, values: vec![0.into()] };
        assert_eq!(conditions, [causal]);
    }

    #[test]
    fn equality_of_constants_separates() {
        let function = function();
        let own = rows(&[[64, 64, 0], [128, 128, 0]]);
        let others = rows(&[[64, 50, 0], [128, 100, 0]]);
        let table = Table { function: &function, rows: &own };
        let conditions = apart(&table, &others).unwrap();
        // A launch that was not seen goes where its constants say.
        let unseen = rows(&[[256, 256, 0], [256, 200, 0]]);
        assert!(holds(&function, &unseen[0], &conditions));
        assert!(!holds(&function, &unseen[1], &conditions));
    }

    #[test]
    fn a_value_that_the_source_compares_with_bounds_what_is_served() {
        let mut function = function();
        function.params[0].kind = ParamKind::ConstFloat;
        let with = |values: &[f64]| -> Vec<Facts> {
            let row = |value: &f64| Facts {
                params: vec![Known::Float(*value), Known::Int(64), Known::Int(0)],
                target: 90,
                num_ctas: 0,
                occupancy: 0,
            };
            values.iter().map(row).collect()
        };
        let own = with(&[0.2, 0.4, 0.8, 1f64.next_down()]);
        let table = Table { function: &function, rows: &own };
        let conditions = apart(&table, &with(&[1.0, 1f64.next_up()])).unwrap();
        let served = |value: f64| holds(&function, &with(&[value])[0], &conditions);
        assert!(served(0.3) && served(0.99));
        assert!(!served(1.0) && !served(1.5) && !served(2.0));
        // A value between which and those that were seen others may lie bounds nothing.
        let conditions = apart(&table, &with(&[1.5])).unwrap();
        let served = |value: f64| holds(&function, &with(&[value])[0], &conditions);
        assert!(served(0.4) && !served(0.3) && !served(1.2));
    }

    #[test]
    fn divisibility_separates() {
        let function = function();
        let own = rows(&[[64, 640, 0], [128, 256, 0], [32, 96, 0]]);
        let others = rows(&[[64, 650, 0], [128, 300, 0], [32, 100, 0]]);
        let table = Table { function: &function, rows: &own };
        let conditions = apart(&table, &others).unwrap();
        assert!(own.iter().all(|row| holds(&function, row, &conditions)));
        assert!(others.iter().all(|row| !holds(&function, row, &conditions)));
        assert_eq!(conditions.len(), 1);
        assert!(holds(&function, &rows(&[[256, 1024, 0]])[0], &conditions));
        assert!(!holds(&function, &rows(&[[256, 1000, 0]])[0], &conditions));
    }

    #[test]
    fn equal_facts_cannot_be_told_apart() {
        let function = function();
        let own = rows(&[[64, 64, 0]]);
        let table = Table { function: &function, rows: &own };
        assert_eq!(apart(&table, &rows(&[[32, 64, 0], [64, 64, 0]])), Err(1));
    }

    #[test]
    fn a_constant_of_one_value_is_demanded() {
        let function = function();
        let own = rows(&[[64, 64, 1], [128, 100, 1]]);
        let table = Table { function: &function, rows: &own };
        let conditions = demanded(&table);
        assert!(holds(&function, &rows(&[[256, 300, 1]])[0], &conditions));
        assert!(!holds(&function, &rows(&[[256, 300, 0]])[0], &conditions));
    }

    #[test]
    fn an_unused_constant_keeps_its_number_of_tiles() {
        let function = function();
        let own = rows(&[[4096, 2048, 0], [4096, 3072, 0]]);
        let table = Table { function: &function, rows: &own };
        let conditions = tile_counts(&table, &[1, 7], |_| false);
        assert_eq!(conditions.len(), 1);
        assert!(holds(&function, &rows(&[[4096, 1000, 0]])[0], &conditions));
        assert!(!holds(&function, &rows(&[[4096, 16384, 0]])[0], &conditions));
        assert_eq!(tile_counts(&table, &[7], |_| false), []);
        assert_eq!(tile_counts(&table, &[1, 7], |_| true), []);
    }
}
