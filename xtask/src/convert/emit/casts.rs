//! Conversions between element types.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{OpId, ScalarType};

use super::arithmetic::{operands, rounding, single};
use super::diagnostic::Code;
use super::function::Function;
use super::{Result, types};

/// Lowers a conversion.
pub fn cast(function: &mut Function, id: OpId) -> Result<()> {
    let value = single(function, id)?;
    let from = function.op(id).operands[0];
    let source = types::element(function.ty(from));
    let widens = function.op(id).opcode == Opcode::ExtI
        && source == Some(ScalarType::I32)
        && types::element(function.ty(value)) == Some(ScalarType::I64);
    if function.style.helpers && widens {
        check_sign(function, id, source)?;
        let call = match (types::rank(function.ty(from)), function.is_scalar(from)) {
            (Some(0), true) => format!("wide({})", function.scalar(from, id)?),
            _ => format!("widen({})", function.tile(from, id)?),
        };
        let root = function.root(from).map(|root| format!("{root}_wide"));
        let hint = root.as_deref().unwrap_or("wide_index");
        return function.bind_inferred(value, id, hint, &call).map(drop);
    }
    let [x] = operands(function, id)?;
    let (call, hint) = match function.op(id).opcode {
        Opcode::FToF => {
            let mode = rounding(function, id, "rounding_mode", 0)?;
            (format!("ftof({x}, {mode})"), "converted")
        }
        Opcode::FToI => {
            let target = types::element(function.ty(value));
            check_sign(function, id, target)?;
            let mode = rounding(function, id, "rounding_mode", 6)?;
            if function.flag(id, "saturating") {
                if mode != "rounding::NearestIntToZero" {
                    let message = format!("a saturating conversion with {mode}");
                    return Err(function.fail(id, Code::Attribute, message));
                }
                (format!("unsafe {{ ftoi_saturating({x}, saturating::Enabled) }}"), "integer")
            } else {
                (format!("ftoi({x}, {mode})"), "integer")
            }
        }
        Opcode::IToF => {
            check_sign(function, id, source)?;
            let mode = rounding(function, id, "rounding_mode", 0)?;
            (format!("itof({x}, {mode})"), "float")
        }
        Opcode::ExtI => {
            check_sign(function, id, source)?;
            (format!("exti({x})"), "wide")
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

/// Signedness follows from the element type in cutile: bools are unsigned, the rest signed.
fn check_sign(function: &Function, id: OpId, integer: Option<ScalarType>) -> Result<()> {
    let is_signed = function.int_or(id, "signedness", Some(1))? == 1;
    if is_signed != (integer == Some(ScalarType::I1)) {
        return Ok(());
    }
    let sign = if is_signed { "a signed" } else { "an unsigned" };
    Err(function
        .fail(id, Code::Attribute, format!("{sign} conversion of this element type"))
        .limit("signedness follows from the element type"))
}
