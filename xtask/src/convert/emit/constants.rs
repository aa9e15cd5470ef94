//! Literals.
//!
//! cutile 0.5 knows f16 and bf16 literals by a few names alone, some of them wrongly, and takes a
//! false bool for true: floats narrower than 32 bits, generic ones and bools go through the support
//! module, which states the value as f64, as bits, or as 0 and 1.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, OpId, ScalarType, Type, Value};

use super::diagnostic::Code;
use super::function::{Function, Text};
use super::nest::Form;
use super::{Result, types};
use crate::convert::holes::{Site, Slot};

/// Lowers `constant`.
pub fn constant(function: &mut Function, id: OpId) -> Result<()> {
    let Some(&value) = function.results(id).first() else {
        return Err(function.fail(id, Code::Malformed, "a constant without a result"));
    };
    let element = types::element(function.ty(value))
        .ok_or_else(|| function.fail(id, Code::Type, "a constant that is no tile"))?;
    let text = match function.holes().get(Site::Constant { op: id }).cloned() {
        Some(Slot::Int(name)) => generic_integer(function, id, value, element, &name)?,
        Some(Slot::Float(name)) => {
            let shape = function.shape_of(value);
            Text::tile(format!("constant_float({name}, {shape})"))
        }
        Some(Slot::Type(name)) => {
            let message = format!("the type generic `{name}` stands where a value is wanted");
            return Err(function.fail(id, Code::Literal, message));
        }
        None => literal(function, id, value, element)?,
    };
    bind_or_keep(function, id, value, text)
}

/// Rank-0 literals stand where a Rust scalar is wanted; where a tile is, they are bound.
fn bind_or_keep(function: &mut Function, id: OpId, value: Value, text: Text) -> Result<()> {
    let Some(expression) = text.tile.clone() else {
        function.set(value, text);
        return Ok(());
    };
    if text.scalar.is_none() && !function.style.annotated && is_spread(function, value) {
        function.set(value, text);
        return Ok(());
    }
    let wants_tile = text.scalar.is_none()
        || function.users(value).iter().any(|&user| !takes_scalar(function, user, value));
    let mut kept = text;
    if wants_tile {
        let hint = match kept.scalar.as_deref() {
            Some("0" | "0i32" | "0.0f32" | "0i64") => "zero",
            Some("1" | "1i32" | "1.0f32" | "1i64") => "one",
            _ if types::rank(function.ty(value)) == Some(0) => "constant_value",
            _ => "constant_tile",
        };
        if expression.starts_with("broadcast_scalar(") {
            return function.bind_inferred(value, id, hint, &expression).map(drop);
        }
        if function.style.annotated || !expression.starts_with("constant(") {
            if expression.starts_with("constant_float(")
                && function.may_wait(value, id, Form::Literal, expression.len())
            {
                function.defer(value, id, Form::Literal);
                function.set(value, Text::tile(expression));
                return Ok(());
            }
            kept.tile = Some(function.bind(value, id, hint, &expression)?);
        } else {
            kept.tile = Some(spread(function, id, value, hint, &expression)?);
        }
    }
    function.set(value, kept);
    Ok(())
}

/// A constant whose literal has a type: in an operator's right side as it is, in a call spread, since
/// cutile finds its type there by the literal alone.
fn spread(
    function: &mut Function,
    id: OpId,
    value: Value,
    hint: &str,
    expression: &str,
) -> Result<String> {
    if types::rank(function.ty(value)) != Some(0) && !expression.contains("::") {
        let call = expression.replacen("constant(", "broadcast_scalar(", 1);
        if function.may_wait(value, id, Form::Splat, call.len()) && !starts_loop(function, value) {
            function.defer(value, id, Form::Splat);
            return Ok(call);
        }
    }
    function.bind_inferred(value, id, hint, expression)
}

/// Whether a number is only ever spread to shapes: the constants are then made of these shapes.
fn is_spread(function: &Function, value: Value) -> bool {
    types::rank(function.ty(value)) == Some(0)
        && function.users(value).iter().all(|&user| {
            let all = |value: &Value| {
                let spreads = |user: &OpId| function.op(*user).opcode == Opcode::Broadcast;
                function.users(*value).iter().all(spreads)
            };
            function.op(user).opcode == Opcode::Reshape && function.results(user).iter().all(all)
        })
}

fn starts_loop(function: &Function, value: Value) -> bool {
    let is_loop = |user: &OpId| matches!(function.op(*user).opcode, Opcode::For | Opcode::Loop);
    function.users(value).iter().any(is_loop)
}

/// Whether an op takes a rank-0 operand as a Rust scalar.
fn takes_scalar(function: &Function, user: OpId, value: Value) -> bool {
    let op = function.op(user);
    let among = |operands: &[Value]| operands.contains(&value);
    match op.opcode {
        Opcode::AddI | Opcode::SubI | Opcode::MulI => {
            function.int_or(user, "overflow", Some(0)) == Ok(0)
                && types::is_scalar_of(function.ty(value), ScalarType::I32)
        }
        Opcode::For => {
            function.is_scalar_variable(value) || !among(&op.operands[3.min(op.operands.len())..])
        }
        Opcode::Loop | Opcode::Yield | Opcode::Continue | Opcode::Break => {
            function.is_scalar_variable(value)
        }
        Opcode::LoadViewTko | Opcode::StoreViewTko | Opcode::AtomicRedViewTko => true,
        Opcode::DivI | Opcode::RemI | Opcode::CmpI | Opcode::MaxI | Opcode::MinI => {
            function.is_on_scalars(user)
        }
        Opcode::MakeTensorView => true,
        // Python's remainder.
        Opcode::Select => function.fused.call(user).is_some(),
        // Its broadcasts say it at once.
        Opcode::Reshape => function.results(user).first().is_some_and(|&reshaped| {
            function
                .users(reshaped)
                .iter()
                .all(|&broadcast| function.op(broadcast).opcode == Opcode::Broadcast)
        }),
        _ => false,
    }
}

fn generic_integer(
    function: &mut Function,
    id: OpId,
    value: Value,
    element: ScalarType,
    name: &str,
) -> Result<Text> {
    let rank = types::rank(function.ty(value)).unwrap_or(0);
    let known = format!("scalar_to_tile({name})");
    let scalar = match element {
        ScalarType::I32 => known,
        ScalarType::I64 | ScalarType::I8 | ScalarType::I16 => {
            let known = function.bind_text("Tile<i32, { [] }>", &format!("{name}_tile"), &known);
            let cast = if element == ScalarType::I64 { "exti" } else { "trunci_wrap" };
            let ty = format!("Tile<{}, {{ [] }}>", types::scalar(element));
            function.bind_text(&ty, name, &format!("{cast}({known})"))
        }
        _ => {
            let message = format!("`{name}` is an integer generic, the constant is {element:?}");
            return Err(function.fail(id, Code::Literal, message));
        }
    };
    if rank > 0 && element == ScalarType::I32 && !function.style.annotated {
        let shape = function.shape_of(value);
        return Ok(Text::tile(format!("broadcast_scalar({name}, {shape})")));
    }
    if rank == 0 {
        let mut text = Text::tile(scalar);
        if element == ScalarType::I32 {
            text.scalar = Some(name.to_owned());
        }
        return Ok(text);
    }
    let ones = function.shape(&vec!["1".to_owned(); rank]);
    let element = types::scalar(element);
    let hint = format!("{name}_tile");
    let scalar = function.bind_text(&format!("Tile<{element}, {{ [] }}>"), &hint, &scalar);
    let ty = format!("Tile<{element}, {{ [{}] }}>", vec!["1"; rank].join(", "));
    let single = function.bind_text(&ty, &hint, &format!("reshape({scalar}, {ones})"));
    let shape = function.shape_of(value);
    Ok(Text::tile(format!("broadcast({single}, {shape})")))
}

fn literal(function: &mut Function, id: OpId, value: Value, element: ScalarType) -> Result<Text> {
    let Some(Attribute::DenseElements(dense)) = function.attribute(id, "value") else {
        return Err(function.fail(id, Code::Malformed, "a constant without a value"));
    };
    // Bytecode holds the 19 bits of a tf32 in three bytes.
    let width = if element == ScalarType::TF32 { 3 } else { element.byte_width() };
    let (first, rest) = dense.data.split_at(width.min(dense.data.len()));
    if first.len() != width || !rest.chunks(width).all(|other| other == first) {
        return Err(function
            .fail(id, Code::Literal, "a constant whose elements differ")
            .limit("a constant is one value repeated"));
    }
    let mut bits = [0; 8];
    bits[..width].copy_from_slice(first);
    let bits = u64::from_le_bytes(bits);
    let shape = function.shape_of(value);
    let is_generic = function.holes().get(Site::Element { value }).is_some();
    let mut text = Text::default();
    if let Some(integer) = integer_value(element, bits) {
        if element == ScalarType::I1 {
            text.tile = Some(format!("constant_bool({integer}, {shape})"));
            return Ok(text);
        }
        let suffix = types::scalar(element);
        text.tile = Some(format!("constant({integer}{suffix}, {shape})"));
        if types::rank(function.ty(value)) == Some(0) {
            text.scalar = Some(match element {
                ScalarType::I32 => integer.to_string(),
                _ => format!("{integer}{suffix}"),
            });
        }
        return Ok(text);
    }
    let expression = match float_value(element, bits) {
        Some(number) if number.is_nan() && is_generic => {
            return Err(function
                .fail(id, Code::Literal, "not-a-number under a generic element type")
                .limit("not-a-number has no literal, its bits depend on the type"));
        }
        Some(number) if number.is_nan() => of_bits(function, element, bits, &shape),
        Some(number) if is_generic || element.byte_width() == 2 => {
            format!("constant_float({}, {shape})", shortest(element, number))
        }
        Some(number) if number.is_infinite() => {
            let sign = if number < 0.0 { "NEG_INFINITY" } else { "INFINITY" };
            format!("constant({}::{sign}, {shape})", types::scalar(element))
        }
        Some(number) => {
            let literal = format!("{}{}", shortest(element, number), types::scalar(element));
            let tile = Some(format!("constant({literal}, {shape})"));
            let is_scalar = types::rank(function.ty(value)) == Some(0);
            return Ok(Text { tile, scalar: is_scalar.then_some(literal) });
        }
        None if is_generic => {
            let message = format!("a constant of {element:?} under a generic element type");
            return Err(function.fail(id, Code::Literal, message));
        }
        None if element == ScalarType::TF32 => of_bits(function, element, bits, &shape),
        None => format!("constant_bits({bits}, {shape})"),
    };
    Ok(Text::tile(expression))
}

/// A constant by its bits, which are made as an integer constant first.
fn of_bits(function: &mut Function, element: ScalarType, bits: u64, shape: &str) -> String {
    let integer = match element.byte_width() {
        2 => ScalarType::I16,
        4 => ScalarType::I32,
        _ => ScalarType::I64,
    };
    let value = integer_value(integer, bits).unwrap_or_default();
    let name = types::scalar(integer);
    let dims = shape.trim_start_matches("shape!");
    let ty =
        if dims.starts_with('[') { format!("Tile<{name}, {{ {dims} }}>") } else { String::new() };
    let bits = function.bind_text(&ty, "bits", &format!("constant({value}{name}, {shape})"));
    format!("constant_of_bits({bits})")
}

/// The element that changes nothing in a reduction, as a tile of rank 0 of an element's type.
pub fn identity(
    function: &mut Function,
    id: OpId,
    like: Value,
    attribute: &Attribute,
) -> Result<String> {
    let element = types::element(function.ty(like))
        .ok_or_else(|| function.fail(id, Code::Type, "an identity that is no number"))?;
    let is_generic = function.holes().get(Site::Element { value: like }).is_some();
    let name = types::scalar(element);
    Ok(match attribute {
        Attribute::Integer(value, _) if element == ScalarType::I1 => {
            format!("constant_bool({}, shape![])", value & 1)
        }
        Attribute::Integer(value, _) => format!("constant({value}{name}, shape![])"),
        Attribute::Float(value, _) if value.is_nan() => {
            return Err(function
                .fail(id, Code::Literal, "an identity that is not a number")
                .limit("not-a-number has no literal"));
        }
        Attribute::Float(value, _) if is_generic || element.byte_width() == 2 => {
            format!("constant_float({}, shape![])", shortest(element, *value))
        }
        Attribute::Float(value, _) if value.is_infinite() => {
            let sign = if *value < 0.0 { "NEG_INFINITY" } else { "INFINITY" };
            format!("constant({name}::{sign}, shape![])")
        }
        Attribute::Float(value, _) if element.byte_width() >= 4 => {
            format!("constant({}{name}, shape![])", shortest(element, *value))
        }
        other => {
            return Err(function.fail(id, Code::Attribute, format!("the identity {other:?}")));
        }
    })
}

fn integer_value(element: ScalarType, bits: u64) -> Option<i64> {
    let low = bits.to_le_bytes();
    Some(match element {
        ScalarType::I1 => i64::from(low[0] & 1),
        ScalarType::I4 => i64::from((low[0] << 4).cast_signed() >> 4),
        ScalarType::I8 => i64::from(low[0].cast_signed()),
        ScalarType::I16 => i64::from(i16::from_le_bytes([low[0], low[1]])),
        ScalarType::I32 => i64::from(i32::from_le_bytes([low[0], low[1], low[2], low[3]])),
        ScalarType::I64 => i64::from_le_bytes(low),
        _ => return None,
    })
}

/// The value of a float of at least 16 bits.
pub fn float_value(element: ScalarType, bits: u64) -> Option<f64> {
    let half = (bits & 0xffff) as u16;
    Some(match element {
        ScalarType::F64 => f64::from_bits(bits),
        ScalarType::F32 => f32::from_bits(bits as u32).into(),
        ScalarType::BF16 => f32::from_bits(u32::from(half) << 16).into(),
        ScalarType::F16 => half_value(half),
        _ => return None,
    })
}

/// The value of an IEEE half.
fn half_value(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let exponent = i32::from(bits >> 10 & 0x1f);
    let fraction = f64::from(bits & 0x3ff);
    sign * match exponent {
        0 => fraction * 2.0_f64.powi(-24),
        0x1f if fraction == 0.0 => f64::INFINITY,
        0x1f => f64::NAN,
        _ => (1.0 + fraction / 1024.0) * 2.0_f64.powi(exponent - 15),
    }
}

/// The shortest decimal that cutile reads back as this value: it parses as f64, then rounds.
///
/// An infinity becomes a finite number beyond the type.
fn shortest(element: ScalarType, value: f64) -> String {
    if value.is_infinite() {
        return if value < 0.0 { "-1.0e39".into() } else { "1.0e39".into() };
    }
    let single = value as f32;
    let short = format!("{single:?}");
    let reads_back = element != ScalarType::F64
        && short.parse::<f64>().is_ok_and(|parsed| (parsed as f32).to_bits() == single.to_bits());
    let text = if reads_back { short } else { format!("{value:?}") };
    if text.contains(['.', 'e']) { text } else { format!("{text}.0") }
}

/// A zero of a value's type, to initialise a variable; `None` for pointers and views.
pub fn zero(function: &mut Function, value: Value) -> Option<String> {
    let ty = function.ty(value);
    if types::is_pointer(ty) || !matches!(ty, Type::Tile(_)) {
        return None;
    }
    let element = types::element(ty)?;
    let shape = function.shape_of(value);
    let is_generic = function.holes().get(Site::Element { value }).is_some();
    Some(match element {
        ScalarType::I1 => format!("constant_bool(0, {shape})"),
        _ if element.is_integer() => format!("constant(0{}, {shape})", types::scalar(element)),
        ScalarType::F32 | ScalarType::F64 if !is_generic => {
            format!("constant(0.0{}, {shape})", types::scalar(element))
        }
        _ if element.byte_width() >= 2 => format!("constant_float(0.0, {shape})"),
        _ => format!("constant_bits(0, {shape})"),
    })
}

/// A zero literal of an element type.
pub fn scalar_zero(element: ScalarType) -> String {
    match element {
        ScalarType::F32 | ScalarType::F64 => format!("0.0{}", types::scalar(element)),
        _ if element.is_integer() => format!("0{}", types::scalar(element)),
        _ => format!("{}::ZERO", types::scalar(element)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_have_their_values() {
        for (bits, value) in
            [(0x3c00, 1.0), (0xc000, -2.0), (0x0001, 2.0_f64.powi(-24)), (0x7bff, 65504.0)]
        {
            assert_eq!(float_value(ScalarType::F16, bits), Some(value));
        }
        assert_eq!(float_value(ScalarType::F16, 0xfc00), Some(f64::NEG_INFINITY));
        assert_eq!(float_value(ScalarType::BF16, 0xff80), Some(f64::NEG_INFINITY));
        assert!(float_value(ScalarType::F16, 0x7e00).is_some_and(f64::is_nan));
    }

    #[test]
    fn literals_are_short_and_read_back() {
        assert_eq!(shortest(ScalarType::F32, f64::from(1e-6_f32)), "1e-6");
        assert_eq!(shortest(ScalarType::F32, 2.0), "2.0");
        assert_eq!(shortest(ScalarType::F16, f64::NEG_INFINITY), "-1.0e39");
        assert_eq!(shortest(ScalarType::F64, 0.1), "0.1");
        assert_eq!(shortest(ScalarType::F32, -0.0), "-0.0");
    }

    #[test]
    fn integers_have_their_sign() {
        assert_eq!(integer_value(ScalarType::I8, 0xff), Some(-1));
        assert_eq!(integer_value(ScalarType::I4, 0x0f), Some(-1));
        assert_eq!(integer_value(ScalarType::I1, 0xff), Some(1));
        assert_eq!(integer_value(ScalarType::F32, 1), None);
    }
}
