//! Choosing the entry of a launch and computing its generics.

use std::fmt;

use serde_json::Value as Json;

use crate::array::Array;
use crate::{Condition, Entry, Expr, Fact, FloatExpr, Function, TensorSpec};

/// What a launch knows of its arguments.
#[derive(Debug, Clone, PartialEq)]
pub struct Facts {
    /// By Python parameter, in the order of [`Function::params`].
    pub params: Vec<Known>,
    /// Compute capability of the target times ten, e.g. 90.
    pub target: i64,
    /// The option `num_ctas`, 0 where it is not set.
    pub num_ctas: i64,
    /// The option `occupancy`, 0 where it is not set.
    pub occupancy: i64,
}

/// What a launch knows of one argument.
#[derive(Debug, Clone, PartialEq)]
pub enum Known {
    /// A tensor, or what all tensors of a list have.
    Array(Array),
    /// A compile-time integer or bool.
    Int(i64),
    /// A compile-time float.
    Float(f64),
    /// A run-time scalar, or a constant that is not passed: nothing is known of it.
    Nothing,
}

/// The value of a generic parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A const generic.
    Int(i64),
    /// An element type, as Tile IR spells it.
    Type(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(number) => number.fmt(f),
            Self::Type(name) => f.write_str(name),
        }
    }
}

/// An entry with the values that a launch instantiates it with.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice<'f> {
    /// The entry.
    pub entry: &'f Entry,
    /// Its place in [`Function::entries`].
    pub index: usize,
    /// Values of [`Entry::generics`], in order, as cutile takes them: decimal numbers and Rust
    /// names of element types.
    pub generics: Vec<String>,
    /// Values of [`Entry::consts`], in order, rounded to each constant's type.
    pub floats: Vec<f64>,
    /// What [`Entry::tensors`] are compiled for, in order.
    pub tensors: Vec<TensorSpec>,
}

/// Why a launch has no entry.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EvalError {
    /// No entry was made for such arguments.
    #[error(
        "{function}: not captured for these arguments: {reasons}. Add such an input to inputs.toml and port again"
    )]
    NoEntry {
        /// The Python function.
        function: String,
        /// For each entry the first condition that failed.
        reasons: String,
    },
    /// A generic has no value for such arguments.
    #[error(
        "{function}: {name} is known only for what was captured: {reason}. Add such an input to inputs.toml and port again"
    )]
    NoValue {
        /// The Python function.
        function: String,
        /// The generic or constant.
        name: String,
        /// What was asked and what was captured.
        reason: String,
    },
    /// The contract and the arguments do not fit each other.
    #[error("{function}: {message}")]
    Mismatch {
        /// The Python function.
        function: String,
        /// What is wrong.
        message: String,
    },
}

/// The entry that a launch with these facts runs, with its generics and float constants.
pub fn choose<'f>(function: &'f Function, facts: &Facts) -> Result<Choice<'f>, EvalError> {
    if facts.params.len() != function.params.len() {
        return Err(EvalError::Mismatch {
            function: function.name.clone(),
            message: format!(
                "{} arguments for {} parameters",
                facts.params.len(),
                function.params.len()
            ),
        });
    }
    let scope = Scope { function, facts };
    let mut reasons: Vec<String> = Vec::new();
    for (index, entry) in function.entries.iter().enumerate() {
        match scope.failing(&entry.when) {
            Some(reason) if !reasons.contains(&reason) => reasons.push(reason),
            Some(_) => {}
            None => return scope.instantiate(entry, index),
        }
    }
    Err(EvalError::NoEntry { function: function.name.clone(), reasons: reasons.join("; or ") })
}

/// The entry at an index with its generics and float constants for a launch, whatever its
/// conditions say.
///
/// # Errors
/// A generic has no value for such arguments.
pub fn instantiate<'f>(
    function: &'f Function,
    index: usize,
    facts: &Facts,
) -> Result<Choice<'f>, EvalError> {
    Scope { function, facts }.instantiate(&function.entries[index], index)
}

/// The value of an integer or dtype expression.
///
/// # Errors
/// A message that names the parameter and says what was captured.
pub fn evaluate(function: &Function, facts: &Facts, expr: &Expr) -> Result<Value, String> {
    Scope { function, facts }.expr(expr)
}

/// The value of a float expression, before rounding to a type.
///
/// # Errors
/// A message that names the parameter and says what was captured.
pub fn evaluate_float(function: &Function, facts: &Facts, expr: &FloatExpr) -> Result<f64, String> {
    Scope { function, facts }.float(expr)
}

/// Whether all conditions hold for a launch.
pub fn holds(function: &Function, facts: &Facts, conditions: &[Condition]) -> bool {
    Scope { function, facts }.failing(conditions).is_none()
}

/// The value of a fact; none where the argument has no such fact.
pub fn fact(facts: &Facts, of: &Fact) -> Option<Json> {
    let array = |param: usize| match facts.params.get(param) {
        Some(Known::Array(array)) => Some(array),
        _ => None,
    };
    let constant =
        |values: &[Option<i64>], axis: usize| values.get(axis).map(|value| value.unwrap_or(-1));
    Some(match *of {
        Fact::Constant { param } => match facts.params.get(param) {
            Some(Known::Int(number)) => Json::from(*number),
            _ => return None,
        },
        Fact::ConstantFloat { param } => match facts.params.get(param) {
            Some(Known::Float(number)) => Json::from(*number),
            Some(Known::Int(number)) => Json::from(*number as f64),
            _ => return None,
        },
        Fact::Dtype { param } => Json::from(array(param)?.dtype.as_str()),
        Fact::Rank { param } => match array(param) {
            Some(array) => Json::from(array.rank),
            None => Json::from(-1),
        },
        Fact::MayAlias { param } => Json::from(i64::from(array(param)?.may_alias_internally)),
        Fact::BaseDivisor { param } => Json::from(array(param)?.base_divisor),
        Fact::ShapeDivisor { param, axis } => Json::from(*array(param)?.shape_divisor.get(axis)?),
        Fact::StrideDivisor { param, axis } => Json::from(*array(param)?.stride_divisor.get(axis)?),
        Fact::ShapeConstant { param, axis } => {
            Json::from(constant(&array(param)?.shape_constant, axis)?)
        }
        Fact::StrideConstant { param, axis } => {
            Json::from(constant(&array(param)?.stride_constant, axis)?)
        }
        Fact::Target => Json::from(facts.target),
        Fact::NumCtas => Json::from(facts.num_ctas),
        Fact::Occupancy => Json::from(facts.occupancy),
    })
}

/// The facts of one launch, with the names of what they are of.
struct Scope<'f, 'a> {
    function: &'f Function,
    facts: &'a Facts,
}

impl<'f> Scope<'f, '_> {
    fn instantiate(&self, entry: &'f Entry, index: usize) -> Result<Choice<'f>, EvalError> {
        let no_value = |name: &str, reason: String| EvalError::NoValue {
            function: self.function.name.clone(),
            name: name.to_owned(),
            reason,
        };
        let mut values = Vec::new();
        for generic in &entry.generics {
            let value =
                self.expr(&generic.value).map_err(|reason| no_value(&generic.name, reason))?;
            values.push(value);
        }
        let mut floats = Vec::new();
        for constant in &entry.consts {
            let value =
                self.float(&constant.value).map_err(|reason| no_value(&constant.name, reason))?;
            // The type is a Tile IR name, or a type generic of this entry.
            let generic = entry.generics.iter().position(|generic| generic.name == constant.ty);
            let dtype = match generic.map(|place| &values[place]) {
                Some(Value::Type(dtype)) => dtype.as_str(),
                _ => constant.ty.as_str(),
            };
            floats.push(round(dtype, value));
        }
        let generics = values
            .iter()
            .map(|value| match value {
                Value::Int(number) => number.to_string(),
                Value::Type(dtype) => rust_type(dtype).to_owned(),
            })
            .collect();
        let mut tensors = Vec::new();
        for tensor in &entry.tensors {
            let Some(Known::Array(array)) = self.facts.params.get(tensor.param) else {
                return Err(no_value(&tensor.name, "no tensor is passed for it".to_owned()));
            };
            tensors.push(TensorSpec::of(&tensor.name, array));
        }
        Ok(Choice { entry, index, generics, floats, tensors })
    }

    /// The first condition that does not hold, in words.
    fn failing(&self, conditions: &[Condition]) -> Option<String> {
        conditions.iter().find_map(|condition| self.fails(condition))
    }

    fn fails(&self, condition: &Condition) -> Option<String> {
        match condition {
            Condition::OneOf { of, values } => {
                let value = fact(self.facts, of);
                if value.as_ref().is_some_and(|value| values.iter().any(|one| same(one, value))) {
                    return None;
                }
                let got = value.map_or("unknown".to_owned(), |value| plain(&value));
                let seen: Vec<String> = values.iter().map(plain).collect();
                Some(format!("{} is {got}, captured: {}", self.describe(of), seen.join(", ")))
            }
            Condition::Compare { left, op, right } => {
                let (a, b) = match (self.expr(left), self.expr(right)) {
                    (Ok(Value::Int(a)), Ok(Value::Int(b))) => (a, b),
                    (Err(reason), _) | (_, Err(reason)) => return Some(reason),
                    _ => return Some("an element type is compared with a number".to_owned()),
                };
                let holds = match op.as_str() {
                    "eq" => a == b,
                    "ne" => a != b,
                    "lt" => a < b,
                    "le" => a <= b,
                    "gt" => a > b,
                    "ge" => a >= b,
                    _ => false,
                };
                let (left, right) = (self.spell(left), self.spell(right));
                (!holds).then(|| format!("{left} is {a} and {right} is {b}, captured: {op}"))
            }
            Condition::Bound { of, op, value } => {
                let Some(got) = fact(self.facts, of).and_then(|got| got.as_f64()) else {
                    return Some(format!("{} is not known", self.describe(of)));
                };
                let holds = match op.as_str() {
                    "lt" => got < *value,
                    "gt" => got > *value,
                    "ne" => got != *value,
                    _ => false,
                };
                let name = self.describe(of);
                (!holds).then(|| format!("{name} is {got}, captured: {op} {value}"))
            }
            Condition::Any { groups } => {
                let mut reasons = Vec::new();
                for group in groups {
                    reasons.push(self.failing(group)?);
                }
                Some(reasons.join("; or "))
            }
        }
    }

    fn expr(&self, expr: &Expr) -> Result<Value, String> {
        Ok(match expr {
            Expr::Literal { value } => Value::Int(*value),
            Expr::Fact { of } => match fact(self.facts, of) {
                Some(Json::String(dtype)) => Value::Type(dtype),
                Some(value) => Value::Int(value.as_i64().ok_or_else(|| {
                    format!("{} is {}, no integer", self.describe(of), plain(&value))
                })?),
                None => return Err(format!("{} is not known", self.describe(of))),
            },
            Expr::Add { args } => Value::Int(self.fold(args, 0, i64::checked_add)?),
            Expr::Mul { args } => Value::Int(self.fold(args, 1, i64::checked_mul)?),
            Expr::FloorDiv { left, right } => Value::Int(self.quotient(left, right, false)?),
            Expr::CeilDiv { left, right } => Value::Int(self.quotient(left, right, true)?),
            Expr::NextPow2 { of } => {
                let number = self.int(of)?;
                let power = u64::try_from(number).ok().and_then(u64::checked_next_power_of_two);
                let power = power.and_then(|power| i64::try_from(power).ok());
                Value::Int(power.ok_or_else(|| {
                    format!("{} is {number}: no power of two fits", self.spell(of))
                })?)
            }
            Expr::Table { keys, rows } => self.table(keys, rows)?,
        })
    }

    fn int(&self, expr: &Expr) -> Result<i64, String> {
        match self.expr(expr)? {
            Value::Int(number) => Ok(number),
            Value::Type(dtype) => Err(format!("`{dtype}` is no number")),
        }
    }

    fn fold(
        &self,
        args: &[Expr],
        start: i64,
        with: fn(i64, i64) -> Option<i64>,
    ) -> Result<i64, String> {
        args.iter().try_fold(start, |sum, arg| {
            with(sum, self.int(arg)?)
                .ok_or_else(|| format!("{} overflows 64 bits", self.spell(arg)))
        })
    }

    fn quotient(&self, left: &Expr, right: &Expr, up: bool) -> Result<i64, String> {
        let (a, b) = (self.int(left)?, self.int(right)?);
        let quotient =
            a.checked_div(b).ok_or_else(|| format!("{} is 0 and divides", self.spell(right)))?;
        let exact = a % b == 0;
        let positive = (a < 0) == (b < 0);
        Ok(match (exact, up) {
            (true, _) => quotient,
            (false, true) if positive => quotient + 1,
            (false, false) if !positive => quotient - 1,
            _ => quotient,
        })
    }

    fn table(&self, keys: &[Fact], rows: &[(Vec<Json>, Json)]) -> Result<Value, String> {
        match self.row(keys, rows)? {
            Json::String(dtype) => Ok(Value::Type(dtype.clone())),
            value => value.as_i64().map(Value::Int).ok_or_else(|| format!("{value} is no integer")),
        }
    }

    /// The result of the row whose keys the arguments have.
    fn row<'t, T>(&self, keys: &[Fact], rows: &'t [(Vec<Json>, T)]) -> Result<&'t T, String> {
        let values: Vec<Option<Json>> = keys.iter().map(|key| fact(self.facts, key)).collect();
        let fits = |seen: &[Json]| {
            seen.len() == values.len()
                && seen
                    .iter()
                    .zip(&values)
                    .all(|(seen, value)| value.as_ref().is_some_and(|value| same(seen, value)))
        };
        if let Some((_, result)) = rows.iter().find(|(seen, _)| fits(seen)) {
            return Ok(result);
        }
        let asked: Vec<String> = keys
            .iter()
            .zip(&values)
            .map(|(key, value)| {
                let value = value.as_ref().map_or("unknown".to_owned(), plain);
                format!("{} = {value}", self.describe(key))
            })
            .collect();
        let seen: Vec<String> = rows
            .iter()
            .map(|row| format!("({})", row.0.iter().map(plain).collect::<Vec<_>>().join(", ")))
            .collect();
        Err(format!("{}, captured: {}", asked.join(", "), seen.join(" ")))
    }

    fn float(&self, expr: &FloatExpr) -> Result<f64, String> {
        Ok(match expr {
            FloatExpr::Literal { value } => *value,
            FloatExpr::Fact { of } => fact(self.facts, of)
                .and_then(|value| value.as_f64())
                .ok_or_else(|| format!("{} is not known", self.describe(of)))?,
            FloatExpr::Int { of } => self.int(of)? as f64,
            FloatExpr::Add { left, right } => self.float(left)? + self.float(right)?,
            FloatExpr::Mul { left, right } => self.float(left)? * self.float(right)?,
            FloatExpr::Div { left, right } => self.float(left)? / self.float(right)?,
            FloatExpr::Neg { of } => -self.float(of)?,
            FloatExpr::Below { of, at, left, right } => {
                let value = fact(self.facts, of)
                    .and_then(|value| value.as_f64())
                    .ok_or_else(|| format!("{} is not known", self.describe(of)))?;
                self.float(if value < *at { left } else { right })?
            }
            FloatExpr::Table { keys, rows } => *self.row(keys, rows)?,
        })
    }

    fn name(&self, param: usize) -> &str {
        self.function.params.get(param).map_or("?", |param| param.name.as_str())
    }

    fn describe(&self, of: &Fact) -> String {
        match *of {
            Fact::Constant { param } | Fact::ConstantFloat { param } => {
                format!("`{}`", self.name(param))
            }
            Fact::Dtype { param } => format!("the dtype of `{}`", self.name(param)),
            Fact::Rank { param } => format!("the rank of `{}`", self.name(param)),
            Fact::BaseDivisor { param } => format!("the alignment of `{}`", self.name(param)),
            Fact::ShapeDivisor { param, axis } => {
                format!("the divisor of `{}.shape[{axis}]`", self.name(param))
            }
            Fact::StrideDivisor { param, axis } => {
                format!("the divisor of `{}.stride[{axis}]`", self.name(param))
            }
            Fact::ShapeConstant { param, axis } => {
                format!("the constant size of `{}.shape[{axis}]` (-1: none)", self.name(param))
            }
            Fact::StrideConstant { param, axis } => {
                format!("the constant stride of `{}.stride[{axis}]` (-1: none)", self.name(param))
            }
            Fact::MayAlias { param } => {
                format!("whether elements of `{}` overlap", self.name(param))
            }
            Fact::Target => "the target".to_owned(),
            Fact::NumCtas => "`num_ctas`".to_owned(),
            Fact::Occupancy => "`occupancy`".to_owned(),
        }
    }

    fn spell(&self, expr: &Expr) -> String {
        let join = |args: &[Expr], with: &str| {
            args.iter().map(|arg| self.spell(arg)).collect::<Vec<_>>().join(with)
        };
        match expr {
            Expr::Literal { value } => value.to_string(),
            Expr::Fact { of } => self.describe(of),
            Expr::Add { args } => join(args, " + "),
            Expr::Mul { args } => join(args, " * "),
            Expr::FloorDiv { left, right } => {
                format!("{} // {}", self.spell(left), self.spell(right))
            }
            Expr::CeilDiv { left, right } => {
                format!("ceil({} / {})", self.spell(left), self.spell(right))
            }
            Expr::NextPow2 { of } => format!("next_power_of_2({})", self.spell(of)),
            Expr::Table { keys, .. } => {
                let keys: Vec<String> = keys.iter().map(|key| self.describe(key)).collect();
                format!("a value by {}", keys.join(", "))
            }
        }
    }
}

/// Equality of fact values; whole floats equal their integers.
fn same(left: &Json, right: &Json) -> bool {
    match (left, right) {
        (Json::Number(a), Json::Number(b)) => match (a.as_i64(), b.as_i64()) {
            (Some(a), Some(b)) => a == b,
            _ => a.as_f64() == b.as_f64(),
        },
        _ => left == right,
    }
}

fn plain(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The Rust name of a Tile IR element type, as cutile's generics take it.
pub fn rust_type(dtype: &str) -> &str {
    match dtype {
        "i1" => "bool",
        // Tile IR has no unsigned types: its operations say how they read an integer.
        "u8" => "i8",
        "u16" => "i16",
        "u32" => "i32",
        "u64" => "i64",
        "f8E4M3FN" => "f8e4m3fn",
        "f8E5M2" => "f8e5m2",
        "f8E8M0FNU" => "f8e8m0fnu",
        "f8E5M3FNU" => "f8e5m3fnu",
        other => other,
    }
}

/// Rounds to the nearest value of a float type, ties to even; other types leave it as it is.
pub fn round(dtype: &str, value: f64) -> f64 {
    match dtype {
        "f32" | "tf32" => f64::from(value as f32),
        "f16" => round_to(value, 11, -14, 65504.0),
        "bf16" => round_to(value, 8, -126, f64::from(f32::from_bits(0x7f7f_0000))),
        _ => value,
    }
}

/// Rounds to `precision` significant bits with the smallest normal exponent `least`.
fn round_to(value: f64, precision: i32, least: i32, largest: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let exponent = (value.abs().to_bits() >> 52) as i32 - 1023;
    let step = 2f64.powi(exponent.max(least) - (precision - 1));
    let rounded = (value / step).round_ties_even() * step;
    if rounded.abs() > largest { f64::INFINITY.copysign(value) } else { rounded.copysign(value) }
}

#[cfg(test)]
mod tests;
