//! Filling the varying literals of a variant with generics.

use std::collections::HashMap;

use anyhow::{Result, bail};
use cutile_ir::ir::{Attribute, ScalarType};
use tileport_contract::{Condition, Expr, Fact, FloatExpr, ModuleConst};

use super::Row;
use super::variant::agreements;
use crate::convert::explain::Table;
use crate::convert::holes::{Holes, Site, Slot};
use crate::convert::literal::{Literal, element, type_name};
use crate::convert::names::{self, Names};
use crate::convert::skeleton::attribute;

/// At most so many expressions for one literal are demanded to agree; the rest follow from them in
/// practice, and a launch that breaks one is caught by these.
const LARGEST_AGREEMENT: usize = 8;

/// Collects generics while the literals of a variant are walked.
pub(super) struct Filler<'t, 'r> {
    pub table: &'t Table<'t>,
    rows: &'r [Row<'r>],
    representative: usize,
    names: Names,
    holes: Holes,
    /// Columns that have a slot already; divisors apart from sizes.
    known: HashMap<(bool, Vec<Literal>), Slot>,
    types: Vec<(Slot, Expr)>,
    ints: Vec<(Slot, Expr)>,
    consts: Vec<ModuleConst>,
    floats: Vec<(String, f64)>,
    conditions: Vec<Condition>,
    tables: Vec<String>,
    ambiguous: Vec<String>,
}

/// What became of the literals.
pub(super) struct Filled {
    pub holes: Holes,
    pub types: Vec<(Slot, Expr)>,
    pub ints: Vec<(Slot, Expr)>,
    pub consts: Vec<ModuleConst>,
    pub floats: Vec<(String, f64)>,
    pub conditions: Vec<Condition>,
    pub tables: Vec<String>,
    pub ambiguous: Vec<String>,
}

impl<'t, 'r> Filler<'t, 'r> {
    pub fn new(table: &'t Table<'t>, rows: &'r [Row<'r>], representative: usize) -> Self {
        Self {
            table,
            rows,
            representative,
            names: Names::default(),
            holes: Holes::default(),
            known: HashMap::new(),
            types: Vec::new(),
            ints: Vec::new(),
            consts: Vec::new(),
            floats: Vec::new(),
            conditions: Vec::new(),
            tables: Vec::new(),
            ambiguous: Vec::new(),
        }
    }

    pub fn finish(self) -> Filled {
        Filled {
            holes: self.holes,
            types: self.types,
            ints: self.ints,
            consts: self.consts,
            floats: self.floats,
            conditions: self.conditions,
            tables: self.tables,
            ambiguous: self.ambiguous,
        }
    }

    /// Makes every literal that differs between the rows generic: types first, floats last, since
    /// a float's type may be one of the type generics.
    pub fn literals(&mut self) -> Result<()> {
        let mut varying: Vec<(Site, Vec<Literal>)> = Vec::new();
        for (index, (site, _)) in
            self.rows[self.representative].skeleton.literals.iter().enumerate()
        {
            let column: Vec<Literal> =
                self.rows.iter().map(|row| row.skeleton.literals[index].1).collect();
            let differs = column.iter().any(|literal| *literal != column[0]);
            if differs || self.is_narrow(&column) {
                varying.push((*site, column));
            }
        }
        self.elements(&varying)?;
        for (site, column) in varying {
            let slot = match column[0] {
                Literal::Type(_) => self.known[&(false, column)].clone(),
                Literal::Int(_) => self.integer(site, column)?,
                Literal::Float(_) => self.float(site, column)?,
            };
            self.holes.insert(site, slot);
        }
        Ok(())
    }

    /// Whether a type is the narrow float of an array in every row. Such a type is generic even
    /// where only one was seen: it stands apart from the f32 of the arithmetic, so the same code can
    /// serve the variant in which arrays are f32 too.
    fn is_narrow(&self, column: &[Literal]) -> bool {
        let narrow = [ScalarType::F16, ScalarType::BF16];
        let types: Option<Vec<&str>> = column
            .iter()
            .map(|literal| match literal {
                Literal::Type(scalar) if narrow.contains(scalar) => Some(type_name(*scalar)),
                _ => None,
            })
            .collect();
        types.is_some_and(|types| {
            let expr = self.table.element(&types).into_iter().next();
            matches!(expr, Some(Expr::Fact { of: Fact::Dtype { .. } }))
        })
    }

    /// Type generics: one is called `Elem`, several after their parameters. `E` alone would be taken for
    /// the generic of that name of cutile's own functions.
    fn elements(&mut self, varying: &[(Site, Vec<Literal>)]) -> Result<()> {
        let mut columns: Vec<&Vec<Literal>> = Vec::new();
        for (_, column) in varying {
            if matches!(column[0], Literal::Type(_)) && !columns.contains(&column) {
                columns.push(column);
            }
        }
        let single = columns.len() == 1;
        for column in columns {
            let types: Vec<&str> = column
                .iter()
                .map(|literal| match literal {
                    Literal::Type(scalar) => type_name(*scalar),
                    _ => "",
                })
                .collect();
            let expr = match self.table.element(&types).into_iter().next() {
                Some(expr) => expr,
                None => self.seen(
                    &types.iter().map(|name| serde_json::Value::from(*name)).collect::<Vec<_>>(),
                )?,
            };
            let wanted =
                if single { "Elem".to_owned() } else { names::of(self.table.function, &expr) };
            let name = self.names.unique(&wanted);
            if matches!(expr, Expr::Table { .. }) {
                self.tables.push(name.clone());
            }
            let slot = Slot::Type(name);
            self.types.push((slot.clone(), expr));
            self.known.insert((false, column.clone()), slot);
        }
        Ok(())
    }

    fn integer(&mut self, site: Site, column: Vec<Literal>) -> Result<Slot> {
        let divides = matches!(site, Site::Divisor { .. });
        if let Some(slot) = self.known.get(&(divides, column.clone())) {
            return Ok(slot.clone());
        }
        let wanted: Vec<i64> = column
            .iter()
            .map(|literal| match literal {
                Literal::Int(number) => *number,
                _ => 0,
            })
            .collect();
        if let Some(value) = wanted.iter().find(|value| i32::try_from(**value).is_err()) {
            bail!(
                "{}: a literal that varies is {value} in one signature; a const generic is 32 bits wide",
                self.table.function.name
            );
        }
        let mut fits = if divides { self.divisor(&wanted) } else { self.table.integer(&wanted) };
        let expr = match fits.first() {
            Some(expr) => expr.clone(),
            None => self.seen(
                &wanted.iter().map(|value| serde_json::Value::from(*value)).collect::<Vec<_>>(),
            )?,
        };
        fits.truncate(LARGEST_AGREEMENT);
        let name = self.int(expr);
        if fits.len() > 1 {
            let spelled: Vec<String> =
                fits.iter().map(|fit| names::of(self.table.function, fit)).collect();
            self.ambiguous.push(format!("{name}: {}", spelled.join(" = ")));
            self.conditions.extend(agreements(&fits));
        }
        let slot = Slot::Int(name);
        self.known.insert((divides, column), slot.clone());
        Ok(slot)
    }

    /// What a launch knows that gives a column of divisors: a divisor of an array, else a constant of
    /// which only powers of two are divisors, so that any other is refused.
    fn divisor(&mut self, wanted: &[i64]) -> Vec<Expr> {
        let fits = self.table.divisor(wanted);
        if !fits.is_empty() || wanted.iter().any(|&value| value.count_ones() != 1) {
            return fits;
        }
        let mut constants = self.table.integer(wanted);
        constants.retain(|expr| matches!(expr, Expr::Fact { of: Fact::Constant { .. } }));
        for constant in &constants {
            let power = Expr::NextPow2 { of: Box::new(constant.clone()) };
            self.conditions.extend(agreements(&[constant.clone(), power]));
        }
        constants
    }

    /// The const generic that has this value; made if there is none.
    pub fn int(&mut self, expr: Expr) -> String {
        if let Some((Slot::Int(name), _)) = self.ints.iter().find(|(_, known)| *known == expr) {
            return name.clone();
        }
        let name = self.names.unique(&names::of(self.table.function, &expr));
        if matches!(expr, Expr::Table { .. }) {
            self.tables.push(name.clone());
        }
        self.ints.push((Slot::Int(name.clone()), expr));
        name
    }

    fn float(&mut self, site: Site, column: Vec<Literal>) -> Result<Slot> {
        if let Some(slot) = self.known.get(&(false, column.clone())) {
            return Ok(slot.clone());
        }
        let scalars: Vec<ScalarType> = self
            .rows
            .iter()
            .enumerate()
            .filter_map(|(row, _)| self.constant_type(row, site))
            .collect();
        let types: Vec<&str> = scalars.iter().map(|scalar| type_name(*scalar)).collect();
        let wanted: Vec<f64> = column
            .iter()
            .map(|literal| match literal {
                Literal::Float(number) => *number,
                _ => 0.0,
            })
            .collect();
        let type_column: Vec<Literal> =
            scalars.iter().map(|scalar| Literal::Type(*scalar)).collect();
        let ty = match self.known.get(&(false, type_column)) {
            Some(Slot::Type(name)) => name.clone(),
            _ => types[0].to_owned(),
        };
        let value = match self.table.float(&wanted, &types).into_iter().next() {
            Some(value) => value,
            None => {
                let Some(keys) = self.table.keys(&wanted) else {
                    bail!(self.undecided("a float constant", &format!("{wanted:?}")));
                };
                let rows = self.table.rows_of(&keys, &wanted);
                FloatExpr::Table { keys, rows }
            }
        };
        let name = self.names.unique(&names::of_float(self.table.function, &value));
        if matches!(value, FloatExpr::Table { .. }) {
            self.tables.push(name.clone());
        }
        self.consts.push(ModuleConst { name: name.clone(), ty, value });
        self.floats.push((name.clone(), wanted[self.representative]));
        let slot = Slot::Float(name);
        self.known.insert((false, column), slot.clone());
        Ok(slot)
    }

    /// The element type of a constant in another row, found by its place among the literals.
    fn constant_type(&self, row: usize, site: Site) -> Option<ScalarType> {
        let place = self.rows[self.representative]
            .skeleton
            .literals
            .iter()
            .position(|one| one.0 == site)?;
        let row = &self.rows[row];
        let Site::Constant { op } = row.skeleton.literals[place].0 else {
            return None;
        };
        match attribute(row.seen.module.op(op), "value")? {
            Attribute::DenseElements(dense) => element(dense),
            _ => None,
        }
    }

    /// A table of the values that were seen.
    fn seen(&self, wanted: &[serde_json::Value]) -> Result<Expr> {
        let Some(keys) = self.table.keys(wanted) else {
            let text: Vec<String> = wanted.iter().map(ToString::to_string).collect();
            bail!(self.undecided("a literal", &text.join(", ")));
        };
        let rows = self.table.rows_of(&keys, wanted);
        Ok(Expr::Table { keys, rows })
    }

    fn undecided(&self, what: &str, values: &str) -> String {
        let ids: Vec<&str> = self.rows.iter().map(|row| row.seen.signature.id.as_str()).collect();
        format!(
            "{}: {what} is {values} in signatures {}, which nothing that a launch knows decides",
            self.table.function.name,
            ids.join(", ")
        )
    }

    /// Whether a size or stride is a compile-time constant in every row.
    pub fn always_constant(&self, of: &Fact) -> bool {
        self.table.integers_of(of).is_some_and(|column| column.iter().all(|value| *value >= 0))
    }
}
