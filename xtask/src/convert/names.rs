//! Names of generics, constants and entries.

use std::collections::HashSet;

use tileport_contract::{Expr, Fact, FloatExpr, Function};

/// Hands out names that are not taken yet.
#[derive(Debug, Default)]
pub struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// The wanted name, with a number where it is taken.
    pub fn unique(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{wanted}_{number}");
            number += 1;
        }
        name
    }
}

/// A constant's spelling of a Python name: upper case, no leading underscore.
pub fn upper(name: &str) -> String {
    let plain: String = name
        .trim_start_matches('_')
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' })
        .collect();
    if plain.starts_with(|c: char| c.is_ascii_alphabetic()) { plain } else { format!("C{plain}") }
}

/// A Rust function's name for a Python kernel: no leading underscore, lower case.
pub fn entry(python: &str) -> String {
    let plain: String = python
        .trim_start_matches('_')
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
        .collect();
    if plain.starts_with(|c: char| c.is_ascii_alphabetic()) {
        plain
    } else {
        format!("kernel_{plain}")
    }
}

/// What a generic with this value is called.
pub fn of(function: &Function, expr: &Expr) -> String {
    let param = |param: usize| upper(&function.params[param].name);
    match expr {
        Expr::Literal { value } => value.unsigned_abs().to_string(),
        Expr::Fact { of } => match *of {
            Fact::Constant { param: p } | Fact::ConstantFloat { param: p } => param(p),
            Fact::Dtype { param: p } => format!("E{}", param(p)),
            Fact::Rank { param: p } => format!("{}_RANK", param(p)),
            Fact::BaseDivisor { param: p } => format!("{}_ALIGN", param(p)),
            Fact::ShapeDivisor { param: p, axis } => format!("{}_SIZE{axis}_DIV", param(p)),
            Fact::StrideDivisor { param: p, axis } => format!("{}_STRIDE{axis}_DIV", param(p)),
            Fact::ShapeConstant { param: p, axis } => format!("{}_SIZE{axis}", param(p)),
            Fact::StrideConstant { param: p, axis } => format!("{}_STRIDE{axis}", param(p)),
            Fact::MayAlias { param: p } => format!("{}_OVERLAPS", param(p)),
            Fact::Target => "TARGET".to_owned(),
            Fact::NumCtas => "NUM_CTAS".to_owned(),
            Fact::Occupancy => "OCCUPANCY".to_owned(),
        },
        Expr::Add { args } => match args.as_slice() {
            [left, Expr::Literal { value }] if *value < 0 => {
                format!("{}_MINUS_{}", of(function, left), value.unsigned_abs())
            }
            [left, Expr::Mul { args }] if args.last() == Some(&Expr::Literal { value: -1 }) => {
                format!("{}_MINUS_{}", of(function, left), of(function, &args[0]))
            }
            args => join(function, args, "_PLUS_"),
        },
        Expr::Mul { args } => match args.as_slice() {
            [left, Expr::Literal { value: -1 }] => format!("MINUS_{}", of(function, left)),
            args => join(function, args, "_TIMES_"),
        },
        Expr::FloorDiv { left, right } => {
            format!("{}_BY_{}", of(function, left), of(function, right))
        }
        Expr::CeilDiv { left, right } => {
            format!("{}_PER_{}", of(function, right), of(function, left))
        }
        Expr::NextPow2 { of: inner } => format!("{}_POW2", of(function, inner)),
        Expr::Table { .. } => "SEEN".to_owned(),
    }
}

/// What a module constant with this value is called.
pub fn of_float(function: &Function, expr: &FloatExpr) -> String {
    match expr {
        FloatExpr::Literal { .. } | FloatExpr::Table { .. } => "FACTOR".to_owned(),
        FloatExpr::Fact { of: fact } => of(function, &Expr::Fact { of: fact.clone() }),
        FloatExpr::Int { of: inner } => format!("{}_FLOAT", of(function, inner)),
        FloatExpr::Add { left, right } | FloatExpr::Mul { left, right } => {
            format!("{}_SCALED", inner_name(function, left, right))
        }
        FloatExpr::Div { left, right } => match (left.as_ref(), right.as_ref()) {
            (FloatExpr::Literal { .. }, right) => format!("INV_{}", of_float(function, right)),
            (left, right) => {
                format!("{}_BY_{}", of_float(function, left), of_float(function, right))
            }
        },
        FloatExpr::Below { left, right, .. } => inner_name(function, left, right),
        FloatExpr::Neg { of: inner } => format!("NEG_{}", of_float(function, inner)),
    }
}

/// The name of the operand that is no literal.
fn inner_name(function: &Function, left: &FloatExpr, right: &FloatExpr) -> String {
    let named = if matches!(left, FloatExpr::Literal { .. }) { right } else { left };
    of_float(function, named)
}

fn join(function: &Function, args: &[Expr], with: &str) -> String {
    args.iter().map(|arg| of(function, arg)).collect::<Vec<_>>().join(with)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_valid_and_unique() {
        assert_eq!(upper("_tile-size"), "TILE_SIZE");
        assert_eq!(upper("2d"), "C2D");
        assert_eq!(entry("_softmax_kernel"), "softmax_kernel");
        let mut names = Names::default();
        assert_eq!(names.unique("E"), "E");
        assert_eq!(names.unique("E"), "E_2");
        assert_eq!(names.unique("E"), "E_3");
    }
}
