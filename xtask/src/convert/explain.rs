//! Explaining a literal that varies: as the simplest expression over what a launch knows.
//!
//! A column is the values of one literal over all signatures of a variant. An expression explains
//! it when it gives that value for every signature. Expressions are tried in order of simplicity;
//! all of the simplest kind that fit are returned, because where several fit, the caller must
//! demand that they agree at launch instead of guessing one.

use serde_json::Value as Json;
use tileport_contract::eval::{self, fact};
use tileport_contract::{Expr, Fact, Facts, FloatExpr, Function, Known, ParamKind};

/// The signatures of one variant, as columns of facts.
pub struct Table<'a> {
    /// For names and parameter kinds.
    pub function: &'a Function,
    /// One per signature.
    pub rows: &'a [Facts],
}

/// More expressions than this are not tried; a table of observed values serves instead.
const LARGEST_SEARCH: usize = 50_000;

/// log2(e), the factor between `exp` and `exp2`, as Python writes it.
const LOG2_E: f64 = std::f64::consts::LOG2_E;

impl Table<'_> {
    /// The integer facts that can appear in an expression, with their columns.
    fn integers(&self) -> Columns {
        let mut facts: Vec<Fact> = Vec::new();
        for (param, described) in self.function.params.iter().enumerate() {
            match described.kind {
                ParamKind::ConstInt => facts.push(Fact::Constant { param }),
                ParamKind::Tensor | ParamKind::List => {
                    let rank = self.rows.iter().filter_map(|row| rank(row, param)).max();
                    for axis in 0..rank.unwrap_or(0) {
                        facts.push(Fact::ShapeConstant { param, axis });
                        facts.push(Fact::StrideConstant { param, axis });
                    }
                }
                _ => {}
            }
        }
        facts
            .into_iter()
            .filter_map(|of| {
                let column = self.integers_of(&of)?;
                Some((Expr::Fact { of }, column))
            })
            .collect()
    }

    /// A fact's value in every row; none where some row has no such fact.
    pub fn column(&self, of: &Fact) -> Option<Vec<Json>> {
        self.rows.iter().map(|row| fact(row, of)).collect()
    }

    /// A fact's column of integers.
    pub fn integers_of(&self, of: &Fact) -> Option<Vec<i64>> {
        self.column(of)?.iter().map(Json::as_i64).collect()
    }

    /// All divisor facts of the arrays.
    pub fn divisors(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        for param in 0..self.function.params.len() {
            let Some(rank) = self.rows.iter().filter_map(|row| rank(row, param)).max() else {
                continue;
            };
            facts.push(Fact::BaseDivisor { param });
            for axis in 0..rank {
                facts.push(Fact::ShapeDivisor { param, axis });
                facts.push(Fact::StrideDivisor { param, axis });
            }
        }
        facts
    }

    /// Every fact that differs between rows, constants first.
    pub fn varying(&self) -> Vec<Fact> {
        let mut facts: Vec<Fact> = Vec::new();
        for (param, described) in self.function.params.iter().enumerate() {
            match described.kind {
                ParamKind::ConstInt => facts.push(Fact::Constant { param }),
                ParamKind::ConstFloat => facts.push(Fact::ConstantFloat { param }),
                _ => {}
            }
        }
        for param in 0..self.function.params.len() {
            let Some(rank) = self.rows.iter().filter_map(|row| rank(row, param)).max() else {
                continue;
            };
            facts.extend([Fact::Rank { param }, Fact::Dtype { param }]);
            for axis in 0..rank {
                facts.push(Fact::ShapeConstant { param, axis });
                facts.push(Fact::StrideConstant { param, axis });
            }
            facts.push(Fact::MayAlias { param });
        }
        facts.extend(self.divisors());
        facts.extend([Fact::Target, Fact::NumCtas, Fact::Occupancy]);
        facts.retain(|of| {
            let column: Vec<Option<Json>> = self.rows.iter().map(|row| fact(row, of)).collect();
            column.iter().any(|value| *value != column[0])
        });
        facts
    }

    /// The simplest integer expressions that give a column; empty where none does.
    pub fn integer(&self, wanted: &[i64]) -> Vec<Expr> {
        let facts = self.integers();
        let (varying, mut fixed): (Columns, Columns) =
            facts.into_iter().partition(|(_, column)| column.iter().any(|v| *v != column[0]));
        fixed.retain(|(expr, column)| {
            matches!(expr, Expr::Fact { of: Fact::Constant { .. } }) && column[0] > 1
        });
        // With constants that have one value too: a tile's size is often the same in all signatures.
        let with_fixed = || {
            let mut all = binary(&varying);
            for found in binary(&[varying.clone(), fixed.clone()].concat()) {
                if !all.contains(&found) {
                    all.push(found);
                }
            }
            all
        };
        let kinds: [&dyn Fn() -> Columns; 4] =
            [&|| varying.clone(), &|| unary(&varying), &with_fixed, &|| {
                let two = binary(&varying);
                let mut three = unary(&two);
                if two.len() * varying.len() < LARGEST_SEARCH {
                    three.extend(products(&two, &varying));
                }
                three
            }];
        for kind in kinds {
            let mut fits: Vec<Expr> = Vec::new();
            for (expr, column) in kind() {
                for (expr, column) in adjusted(expr, &column, wanted) {
                    if column == wanted && !fits.contains(&expr) {
                        fits.push(expr);
                    }
                }
            }
            if !fits.is_empty() {
                return fits;
            }
        }
        tile_counts(&varying, &[varying.clone(), fixed].concat(), wanted)
    }

    /// The divisor facts that give a column.
    pub fn divisor(&self, wanted: &[i64]) -> Vec<Expr> {
        self.divisors()
            .into_iter()
            .filter(|of| {
                self.column(of).is_some_and(|column| {
                    column.iter().map(Json::as_i64).eq(wanted.iter().map(|value| Some(*value)))
                })
            })
            .map(|of| Expr::Fact { of })
            .collect()
    }

    /// The parameters whose dtype gives a column of element types.
    pub fn element(&self, wanted: &[&str]) -> Vec<Expr> {
        (0..self.function.params.len())
            .map(|param| Fact::Dtype { param })
            .filter(|of| {
                self.column(of).is_some_and(|column| {
                    column.iter().map(Json::as_str).eq(wanted.iter().map(|value| Some(*value)))
                })
            })
            .map(|of| Expr::Fact { of })
            .collect()
    }

    /// The simplest float expressions that give a column of values of these types; where none does,
    /// one on each side of a constant's value, if both neighbours of the border were seen.
    pub fn float(&self, wanted: &[f64], types: &[&str]) -> Vec<FloatExpr> {
        let whole = self.smooth(wanted, types);
        if whole.is_empty() { self.stepped(wanted, types) } else { whole }
    }

    /// Two expressions, one below and one from a value of a float constant on.
    fn stepped(&self, wanted: &[f64], types: &[&str]) -> Vec<FloatExpr> {
        let mut found = Vec::new();
        for (param, described) in self.function.params.iter().enumerate() {
            let of = Fact::ConstantFloat { param };
            let column = self.column(&of);
            let column: Option<Vec<f64>> =
                column.and_then(|column| column.iter().map(Json::as_f64).collect());
            let (ParamKind::ConstFloat, Some(column)) = (&described.kind, column) else { continue };
            let mut borders: Vec<f64> =
                column.iter().copied().filter(|at| column.contains(&at.next_down())).collect();
            borders.sort_by(f64::total_cmp);
            borders.dedup();
            for at in borders {
                let side = |below: bool| {
                    let rows: Vec<usize> =
                        (0..column.len()).filter(|&row| (column[row] < at) == below).collect();
                    let facts: Vec<Facts> =
                        rows.iter().map(|&row| self.rows[row].clone()).collect();
                    let wanted: Vec<f64> = rows.iter().map(|&row| wanted[row]).collect();
                    let types: Vec<&str> = rows.iter().map(|&row| types[row]).collect();
                    let table = Table { function: self.function, rows: &facts };
                    table.smooth(&wanted, &types).into_iter().next().map(Box::new)
                };
                if let (Some(left), Some(right)) = (side(true), side(false)) {
                    found.push(FloatExpr::Below { of: of.clone(), at, left, right });
                }
            }
        }
        found
    }

    /// The simplest expressions without a step.
    fn smooth(&self, wanted: &[f64], types: &[&str]) -> Vec<FloatExpr> {
        let fits = |expr: &FloatExpr| {
            self.rows.iter().zip(wanted.iter().zip(types)).all(|(row, (value, dtype))| {
                eval::evaluate_float(self.function, row, expr)
                    .is_ok_and(|got| eval::round(dtype, got).to_bits() == value.to_bits())
            })
        };
        if let Some(decimal) = shortest_decimal(wanted, types) {
            return vec![FloatExpr::Literal { value: decimal }];
        }
        let mut atoms: Vec<FloatExpr> = Vec::new();
        for (param, described) in self.function.params.iter().enumerate() {
            match described.kind {
                ParamKind::ConstFloat => {
                    atoms.push(FloatExpr::Fact { of: Fact::ConstantFloat { param } });
                }
                ParamKind::ConstInt => {
                    let of = Fact::Constant { param };
                    atoms.push(FloatExpr::Int { of: Expr::Fact { of } });
                }
                _ => {}
            }
        }
        let boxed = |expr: &FloatExpr| Box::new(expr.clone());
        let literal = |value: f64| Box::new(FloatExpr::Literal { value });
        let mut once: Vec<FloatExpr> = Vec::new();
        for atom in &atoms {
            once.push(FloatExpr::Neg { of: boxed(atom) });
            once.push(FloatExpr::Div { left: literal(1.0), right: boxed(atom) });
            for factor in [LOG2_E, 1.0 / LOG2_E, 2.0, 0.5, -LOG2_E] {
                once.push(FloatExpr::Mul { left: boxed(atom), right: literal(factor) });
            }
            for term in [1.0, -1.0] {
                once.push(FloatExpr::Add { left: boxed(atom), right: literal(term) });
            }
            // 1 - x, as in a dropout's scale.
            let negated = Box::new(FloatExpr::Neg { of: boxed(atom) });
            once.push(FloatExpr::Add { left: literal(1.0), right: negated });
        }
        let mut twice: Vec<FloatExpr> = Vec::new();
        for left in &atoms {
            for right in &atoms {
                twice.push(FloatExpr::Div { left: boxed(left), right: boxed(right) });
                twice.push(FloatExpr::Mul { left: boxed(left), right: boxed(right) });
                let product = Box::new(FloatExpr::Mul { left: boxed(left), right: boxed(right) });
                twice.push(FloatExpr::Div { left: literal(1.0), right: product });
            }
        }
        for atom in &once {
            twice.push(FloatExpr::Div { left: literal(1.0), right: boxed(atom) });
        }
        for kind in [atoms, once, twice] {
            let found: Vec<FloatExpr> = kind.into_iter().filter(|expr| fits(expr)).collect();
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// The facts that a table of observed values is keyed by, or none where facts do not decide.
    ///
    /// Starts from every fact that varies and drops those that signatures show to be irrelevant: for
    /// each value of the fact there are two that differ in it, are equal in the rest of the keys,
    /// and equal in the table's value.
    pub fn keys<T: PartialEq>(&self, wanted: &[T]) -> Option<Vec<Fact>> {
        let mut keys = self.varying();
        let decided = |keys: &[Fact]| {
            let rows: Vec<Vec<Option<Json>>> = self.key_rows(keys);
            (0..rows.len()).all(|a| (0..a).all(|b| rows[a] != rows[b] || wanted[a] == wanted[b]))
        };
        if !decided(&keys) {
            return None;
        }
        for index in (0..keys.len()).rev() {
            let mut fewer = keys.clone();
            fewer.remove(index);
            let rows = self.key_rows(&fewer);
            let own = self.key_rows(&keys[index..=index]);
            let evidence = (0..rows.len()).all(|a| {
                (0..rows.len()).any(|b| {
                    own[b] == own[a]
                        && (0..rows.len()).any(|c| rows[c] == rows[b] && own[c] != own[b])
                })
            });
            let constant = matches!(
                keys[index],
                Fact::Constant { .. } | Fact::ConstantFloat { .. } | Fact::Dtype { .. }
            );
            // Divisors, ranks and hints are dropped without: conditions on them stand elsewhere.
            if decided(&fewer) && !fewer.is_empty() && (evidence || !constant) {
                keys = fewer;
            }
        }
        Some(keys)
    }

    fn key_rows(&self, keys: &[Fact]) -> Vec<Vec<Option<Json>>> {
        self.rows.iter().map(|row| keys.iter().map(|key| fact(row, key)).collect()).collect()
    }

    /// The distinct rows of a table of observed values.
    pub fn rows_of<T: Clone + PartialEq>(
        &self,
        keys: &[Fact],
        wanted: &[T],
    ) -> Vec<(Vec<Json>, T)> {
        let mut rows: Vec<(Vec<Json>, T)> = Vec::new();
        for (facts, value) in self.rows.iter().zip(wanted) {
            let seen: Vec<Json> =
                keys.iter().map(|key| fact(facts, key).unwrap_or(Json::Null)).collect();
            if !rows.iter().any(|row| row.0 == seen) {
                rows.push((seen, value.clone()));
            }
        }
        rows
    }
}

fn rank(row: &Facts, param: usize) -> Option<usize> {
    match row.params.get(param) {
        Some(Known::Array(array)) => Some(array.rank),
        _ => None,
    }
}

type Columns = Vec<(Expr, Vec<i64>)>;

fn unary(of: &Columns) -> Columns {
    of.iter()
        .filter_map(|(expr, column)| {
            let powers: Option<Vec<i64>> = column
                .iter()
                .map(|&value| u64::try_from(value).ok()?.checked_next_power_of_two())
                .map(|power| power.and_then(|power| i64::try_from(power).ok()))
                .collect();
            Some((Expr::NextPow2 { of: Box::new(expr.clone()) }, powers?))
        })
        .collect()
}

fn binary(of: &Columns) -> Columns {
    let mut all = products(of, of);
    for (a, left) in of {
        for (b, right) in of {
            if a == b {
                continue;
            }
            let (x, y) = (Box::new(a.clone()), Box::new(b.clone()));
            if right.iter().all(|&value| value > 0) && left.iter().all(|&value| value >= 0) {
                let zip = || left.iter().zip(right);
                all.push((
                    Expr::CeilDiv { left: x.clone(), right: y.clone() },
                    zip().map(|(a, b)| a / b + i64::from(a % b != 0)).collect(),
                ));
                all.push((
                    Expr::FloorDiv { left: x, right: y },
                    zip().map(|(a, b)| a / b).collect(),
                ));
            }
            let minus = Expr::Mul { args: vec![b.clone(), Expr::Literal { value: -1 }] };
            all.push((
                Expr::Add { args: vec![a.clone(), minus] },
                left.iter().zip(right).map(|(a, b)| a.wrapping_sub(*b)).collect(),
            ));
        }
    }
    for (index, (a, left)) in of.iter().enumerate() {
        for (b, right) in &of[index + 1..] {
            all.push((
                Expr::Add { args: vec![a.clone(), b.clone()] },
                left.iter().zip(right).map(|(a, b)| a.wrapping_add(*b)).collect(),
            ));
        }
    }
    all
}

/// Products of an expression of each list; of one list with itself, each pair once.
fn products(left: &Columns, right: &Columns) -> Columns {
    let square = left.len() == right.len() && left.iter().zip(right).all(|(a, b)| a.0 == b.0);
    let mut all: Columns = Vec::new();
    for (index, (a, first)) in left.iter().enumerate() {
        for (b, second) in &right[if square { index } else { 0 }..] {
            let column = first.iter().zip(second).map(|(a, b)| a.wrapping_mul(*b)).collect();
            all.push((Expr::Mul { args: vec![a.clone(), b.clone()] }, column));
        }
    }
    all
}

/// The numbers of tiles of a matrix that give a column: products of two rounded-up quotients, each of
/// a size that varies and a tile's size. Both factors must divide what is wanted in every row.
fn tile_counts(sizes: &Columns, tiles: &Columns, wanted: &[i64]) -> Vec<Expr> {
    let mut counts = Columns::new();
    for (size, (a, left)) in sizes.iter().enumerate() {
        for (tile, (b, right)) in tiles.iter().enumerate() {
            if size == tile || left.iter().chain(right).any(|&value| value <= 0) {
                continue;
            }
            let column: Vec<i64> =
                left.iter().zip(right).map(|(a, b)| a / b + i64::from(a % b != 0)).collect();
            let divides = column.iter().zip(wanted).all(|(count, wanted)| wanted % count == 0);
            if divides && column.iter().any(|&count| count > 1) {
                let (left, right) = (Box::new(a.clone()), Box::new(b.clone()));
                counts.push((Expr::CeilDiv { left, right }, column));
            }
        }
    }
    let all = products(&counts, &counts).into_iter();
    all.filter(|(_, column)| column == wanted).map(|(expr, _)| expr).collect()
}

/// The expression itself, and with a small step or power of two as host code adds them.
fn adjusted(expr: Expr, column: &[i64], wanted: &[i64]) -> Columns {
    let mut all: Columns = vec![(expr.clone(), column.to_vec())];
    if column == wanted {
        return all;
    }
    let step = wanted[0].wrapping_sub(column[0]);
    if matches!(step, -1 | 1) {
        let by = Expr::Literal { value: step };
        all.push((
            Expr::Add { args: vec![expr.clone(), by] },
            column.iter().map(|value| value.wrapping_add(step)).collect(),
        ));
    }
    for factor in [2, 3, 4, 8, 16, -1] {
        if column[0].wrapping_mul(factor) == wanted[0] {
            let by = Expr::Literal { value: factor };
            all.push((
                Expr::Mul { args: vec![expr.clone(), by] },
                column.iter().map(|value| value.wrapping_mul(factor)).collect(),
            ));
        }
        if factor > 1 && column[0].div_euclid(factor) == wanted[0] {
            let by = Box::new(Expr::Literal { value: factor });
            all.push((
                Expr::FloorDiv { left: Box::new(expr.clone()), right: by },
                column.iter().map(|value| value.div_euclid(factor)).collect(),
            ));
        }
    }
    all
}

/// The shortest decimal that gives every value when it is rounded to the value's type.
fn shortest_decimal(wanted: &[f64], types: &[&str]) -> Option<f64> {
    // What is finite in one type may be beyond another.
    if wanted.iter().any(|value| value.is_nan()) {
        return None;
    }
    for digits in 0..18 {
        for value in wanted.iter().filter(|value| value.is_finite()) {
            let text = format!("{value:.digits$e}");
            let decimal: f64 = text.parse().ok()?;
            let rounds = |(value, dtype): (&f64, &&str)| {
                eval::round(dtype, decimal).to_bits() == value.to_bits()
            };
            if wanted.iter().zip(types).all(rounds) {
                return Some(decimal);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileport_contract::Param;

    fn function(names: &[&str]) -> Function {
        Function {
            name: "kernel".into(),
            symbol: "kernel".into(),
            params: names
                .iter()
                .map(|name| Param {
                    name: (*name).into(),
                    kind: if name.ends_with("eps") {
                        ParamKind::ConstFloat
                    } else {
                        ParamKind::ConstInt
                    },
                    index64: false,
                    value: None,
                })
                .collect(),
            entries: vec![],
        }
    }

    fn rows(values: &[&[f64]], function: &Function) -> Vec<Facts> {
        values
            .iter()
            .map(|row| Facts {
                params: row
                    .iter()
                    .zip(&function.params)
                    .map(|(value, param)| match param.kind {
                        ParamKind::ConstFloat => Known::Float(*value),
                        _ => Known::Int(*value as i64),
                    })
                    .collect(),
                target: 90,
                num_ctas: 0,
                occupancy: 0,
            })
            .collect()
    }

    fn constant(param: usize) -> Expr {
        Expr::Fact { of: Fact::Constant { param } }
    }

    #[test]
    fn the_constant_itself_is_preferred() {
        let function = function(&["TILE", "N"]);
        let rows = rows(&[&[256.0, 256.0], &[512.0, 500.0]], &function);
        let table = Table { function: &function, rows: &rows };
        assert_eq!(table.integer(&[256, 512]), [constant(0)]);
        assert_eq!(table.integer(&[256, 500]), [constant(1)]);
    }

    #[test]
    fn coincidences_are_all_returned() {
        let function = function(&["TILE", "N"]);
        let rows = rows(&[&[256.0, 256.0], &[512.0, 512.0]], &function);
        let table = Table { function: &function, rows: &rows };
        assert_eq!(table.integer(&[256, 512]), [constant(0), constant(1)]);
    }

    #[test]
    fn quotients_products_and_steps_are_found() {
        let function = function(&["TILE", "N"]);
        let rows = rows(&[&[256.0, 1000.0], &[512.0, 5000.0], &[128.0, 4096.0]], &function);
        let table = Table { function: &function, rows: &rows };
        let ceil = Expr::CeilDiv { left: constant(1).into(), right: constant(0).into() };
        assert_eq!(table.integer(&[4, 10, 32]), std::slice::from_ref(&ceil));
        let less = Expr::Add { args: vec![ceil, Expr::Literal { value: -1 }] };
        assert_eq!(table.integer(&[3, 9, 31]), [less]);
        let half =
            Expr::FloorDiv { left: constant(0).into(), right: Expr::Literal { value: 2 }.into() };
        assert_eq!(table.integer(&[128, 256, 64]), [half]);
        assert_eq!(table.integer(&[1024, 8192, 4096]), [Expr::NextPow2 { of: constant(1).into() }]);
        assert_eq!(table.integer(&[7, 11, 13]), []);
    }

    #[test]
    fn the_tiles_of_a_matrix_are_a_product_of_quotients() {
        let function = function(&["M", "N", "TILE_M", "TILE_N"]);
        let seen: [&[f64]; 4] = [
            &[1000.0, 512.0, 128.0, 64.0],
            &[128.0, 511.0, 64.0, 256.0],
            &[37.0, 256.0, 64.0, 64.0],
            &[1023.0, 100.0, 256.0, 32.0],
        ];
        let rows = rows(&seen, &function);
        let table = Table { function: &function, rows: &rows };
        let count =
            |of, by| Expr::CeilDiv { left: constant(of).into(), right: constant(by).into() };
        let product = Expr::Mul { args: vec![count(0, 2), count(1, 3)] };
        assert_eq!(table.integer(&[64, 4, 4, 16]), [product]);
        assert_eq!(table.integer(&[64, 4, 4, 17]), []);
    }

    #[test]
    fn tables_drop_only_what_is_shown_irrelevant() {
        let function = function(&["TILE", "N"]);
        let seen = rows(&[&[256.0, 1.0], &[512.0, 1.0], &[512.0, 2.0]], &function);
        let table = Table { function: &function, rows: &seen };
        assert_eq!(table.keys(&[7, 11, 11]), Some(vec![Fact::Constant { param: 0 }]));
        let twice = rows(&[&[256.0, 1.0], &[512.0, 2.0]], &function);
        let table = Table { function: &function, rows: &twice };
        let both = vec![Fact::Constant { param: 0 }, Fact::Constant { param: 1 }];
        assert_eq!(table.keys(&[7, 11]), Some(both));
        let same = rows(&[&[256.0, 1.0], &[256.0, 1.0]], &function);
        assert_eq!(Table { function: &function, rows: &same }.keys(&[7, 11]), None);
    }

    #[test]
    fn floats_follow_their_type() {
        let function = function(&["eps", "N"]);
        let seen = rows(&[&[1e-5, 256.0], &[1e-6, 1000.0]], &function);
        let table = Table { function: &function, rows: &seen };
        let f32s = ["f32", "f32"];
        let round = |values: [f64; 2]| values.map(|value| f64::from(value as f32));
        assert_eq!(
            table.float(&round([1e-5, 1e-6]), &f32s),
            [FloatExpr::Fact { of: Fact::ConstantFloat { param: 0 } }]
        );
        let n = FloatExpr::Int { of: constant(1) };
        assert_eq!(table.float(&round([256.0, 1000.0]), &f32s), std::slice::from_ref(&n));
        let one = FloatExpr::Literal { value: 1.0 };
        assert_eq!(
            table.float(&round([1.0 / 256.0, 1.0 / 1000.0]), &f32s),
            [FloatExpr::Div { left: one.into(), right: n.into() }]
        );
        let tenth = [eval::round("f16", 0.1), eval::round("bf16", 0.1)];
        assert_eq!(table.float(&tenth, &["f16", "bf16"]), [FloatExpr::Literal { value: 0.1 }]);
    }

    #[test]
    fn a_size_that_is_the_same_everywhere_takes_part() {
        let function = function(&["M", "H", "D"]);
        let seen = rows(&[&[64.0, 8.0, 256.0], &[64.0, 32.0, 256.0]], &function);
        let table = Table { function: &function, rows: &seen };
        let product = Expr::Mul { args: vec![constant(1), constant(2)] };
        assert!(table.integer(&[2048, 8192]).contains(&product));
        let tiles = Expr::CeilDiv { left: constant(1).into(), right: constant(0).into() };
        let seen = rows(&[&[48.0, 960.0, 1.0], &[48.0, 100.0, 1.0]], &function);
        let table = Table { function: &function, rows: &seen };
        assert!(table.integer(&[20, 3]).contains(&tiles));
    }

    #[test]
    fn a_decimal_may_be_beyond_one_type() {
        let function = function(&["eps"]);
        let seen = rows(&[&[1.0], &[1.0]], &function);
        let table = Table { function: &function, rows: &seen };
        let wanted = ["f16", "bf16"].map(|dtype| eval::round(dtype, -1e30));
        assert_eq!(wanted[0], f64::NEG_INFINITY);
        assert_eq!(table.float(&wanted, &["f16", "bf16"]), [FloatExpr::Literal { value: -1e30 }]);
    }

    #[test]
    fn a_factor_may_change_its_form_at_a_border() {
        let function = function(&["eps"]);
        let seen = |values: &[f64]| -> Vec<Facts> {
            values.iter().flat_map(|&value| rows(&[&[value]], &function)).collect()
        };
        let scale = |p: f64| if p >= 1.0 { 0.0 } else { 1.0 / (1.0 - p) };
        let values = [0.2, 0.5, 1f64.next_down(), 1.0, 1f64.next_up()];
        let wanted = values.map(|p| eval::round("f16", scale(p)));
        assert_eq!(wanted[2], f64::INFINITY);
        let all = seen(&values);
        let found = Table { function: &function, rows: &all }.float(&wanted, &["f16"; 5]);
        let [expr @ FloatExpr::Below { at: 1.0, .. }] = found.as_slice() else {
            panic!("{found:?}")
        };
        for p in [0.3, 0.9, 1.5] {
            let got = eval::evaluate_float(&function, &seen(&[p])[0], expr).unwrap();
            assert_eq!(eval::round("f32", got), eval::round("f32", scale(p)), "{p}");
        }
        // A border with values between its neighbours is none.
        let apart = seen(&[0.2, 0.5, 1.0, 1.5]);
        let wanted = [0.2, 0.5, 1.0, 1.5].map(|p| eval::round("f32", scale(p)));
        assert_eq!(Table { function: &function, rows: &apart }.float(&wanted, &["f32"; 4]), []);
    }

    #[test]
    fn a_table_keeps_what_one_value_gives_no_evidence_of() {
        let function = function(&["N", "V"]);
        // V = 4 stands in one signature alone: nothing shows that it does not decide.
        let seen = rows(&[&[1.0, 4.0], &[2.0, 1.0], &[2.0, 2.0], &[3.0, 1.0]], &function);
        let table = Table { function: &function, rows: &seen };
        let both = vec![Fact::Constant { param: 0 }, Fact::Constant { param: 1 }];
        assert_eq!(table.keys(&[9, 1, 1, 1]), Some(both));
    }
}
