//! Conversions between element types.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{OpId, ScalarType, Value};

use super::arithmetic::{operands, rounding, single};
use super::diagnostic::Code;
use super::function::Function;
use super::{Result, types};
use crate::convert::holes::Site;

/// Lowers a conversion.
pub fn cast(function: &mut Function, id: OpId) -> Result<()> {
    let value = single(function, id)?;
    let from = function.op(id).operands[0];
    let source = types::element(function.ty(from));
    let widens = function.op(id).opcode == Opcode::ExtI
        && source == Some(ScalarType::I32)
        && types::element(function.ty(value)) == Some(ScalarType::I64);
    if function.style.helpers && widens && other_sign(function, id, source)?.is_none() {
        let call = match (types::rank(function.ty(from)), function.is_scalar(from)) {
            (Some(0), true) => format!("wide({})", function.scalar(from, id)?),
            _ => format!("widen({})", function.tile(from, id)?),
        };
        let root = function.root(from).map(|root| format!("{root}_wide"));
        let hint = root.as_deref().unwrap_or("wide_index");
        return function.bind_inferred(value, id, hint, &call).map(drop);
    }
    if function.op(id).opcode == Opcode::IToF && number(function, id, value)? {
        return Ok(());
    }
    let [x] = operands(function, id)?;
    let (call, hint) = match function.op(id).opcode {
        Opcode::FToF => {
            let mode = rounding(function, id, "rounding_mode", 0)?;
            if function.style.helpers && mode == "rounding::NearestEven" {
                // Nothing where both types are the same, as they are in one specialisation of many.
                if let Some(name) = named_conversion(function, from, value) {
                    let call = format!("{name}({x})");
                    return function.bind_inferred(value, id, "converted", &call).map(drop);
                }
                (format!("convert_tile({x})"), "converted")
            } else {
                (format!("ftof({x}, {mode})"), "converted")
            }
        }
        Opcode::FToI => {
            let sign = other_sign(function, id, types::element(function.ty(value)))?;
            let mode = rounding(function, id, "rounding_mode", 6)?;
            let saturates = function.flag(id, "saturating");
            let call = match sign {
                None if !saturates => format!("ftoi({x}, {mode})"),
                None if mode == "rounding::NearestIntToZero" => {
                    format!("unsafe {{ ftoi_saturating({x}, saturating::Enabled) }}")
                }
                _ => {
                    let sign = sign.unwrap_or("signedness::Signed");
                    let clamped = if saturates { "Enabled" } else { "Disabled" };
                    format!("ftoi_as({x}, {mode}, {sign}, saturating::{clamped})")
                }
            };
            (call, "integer")
        }
        Opcode::IToF => {
            let mode = rounding(function, id, "rounding_mode", 0)?;
            let call = match other_sign(function, id, source)? {
                None => format!("itof({x}, {mode})"),
                Some(sign) => format!("itof_as({x}, {mode}, {sign})"),
            };
            (call, "float")
        }
        Opcode::ExtI => {
            let call = match other_sign(function, id, source)? {
                None => format!("exti({x})"),
                Some(sign) => format!("exti_as({x}, {sign})"),
            };
            (call, "wide")
        }
        Opcode::TruncI => match function.int_or(id, "overflow", Some(0))? {
            0 => (format!("trunci_wrap({x})"), "narrow"),
            1 => (format!("trunci({x}, overflow::NoSignedWrap)"), "narrow"),
            2 => (format!("trunci({x}, overflow::NoUnsignedWrap)"), "narrow"),
            _ => (format!("trunci({x}, overflow::NoWrap)"), "narrow"),
        },
        Opcode::Bitcast => (format!("bitcast({x})"), "bits"),
        Opcode::IntToPtr => (format!("int_to_ptr({x})"), "address"),
        Opcode::PtrToInt => (format!("ptr_to_int({x})"), "address"),
        Opcode::PtrToPtr => {
            if function.ty(value).pointer_attribute().is_some() {
                return Err(function.fail(id, Code::Attribute, "a pointer attribute"));
            }
            (format!("ptr_to_ptr({x})"), "pointer")
        }
        Opcode::Pack => (format!("pack({x})"), "packed"),
        _ => (format!("unpack({x})"), "unpacked"),
    };
    let root = function.root(from).map(|root| match hint {
        "wide" | "narrow" => format!("{root}_{hint}"),
        _ => root.to_owned(),
    });
    function.bind(value, id, root.as_deref().unwrap_or(hint), &call).map(drop)
}

/// Writes a Rust scalar as f32, if that is what an operation makes; says whether it was.
fn number(function: &mut Function, id: OpId, value: Value) -> Result<bool> {
    let from = function.op(id).operands[0];
    let fits = types::is_scalar_of(function.ty(from), ScalarType::I32)
        && types::element(function.ty(value)) == Some(ScalarType::F32)
        && function.holes().get(Site::Element { value }).is_none()
        && other_sign(function, id, Some(ScalarType::I32))?.is_none()
        && rounding(function, id, "rounding_mode", 0)? == "rounding::NearestEven";
    if function.style.annotated || !fits || !function.is_scalar(from) {
        return Ok(false);
    }
    let call = format!("float({})", function.scalar(from, id)?);
    function.bind_inferred(value, id, "number", &call)?;
    Ok(true)
}

/// The helper that converts to the type of a value's elements, which its name says.
fn named_conversion(function: &Function, from: Value, value: Value) -> Option<&'static str> {
    let is_generic = function.holes().get(Site::Element { value }).is_some();
    if function.style.annotated || is_generic || function.opaque.contains(&from) {
        return None;
    }
    match types::element(function.ty(value))? {
        ScalarType::F32 => Some("to_f32"),
        ScalarType::F16 => Some("to_f16"),
        ScalarType::BF16 => Some("to_bf16"),
        ScalarType::TF32 => Some("to_tf32"),
        _ => None,
    }
}

/// Signedness follows from the element type in cutile: bools are unsigned, the rest signed. The sign
/// to state where the op has the other one.
pub fn other_sign(
    function: &Function,
    id: OpId,
    integer: Option<ScalarType>,
) -> Result<Option<&'static str>> {
    let is_signed = function.int_or(id, "signedness", Some(1))? == 1;
    if is_signed != (integer == Some(ScalarType::I1)) {
        return Ok(None);
    }
    Ok(Some(if is_signed { "signedness::Signed" } else { "signedness::Unsigned" }))
}
