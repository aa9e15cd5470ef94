//! Integer and float arithmetic, comparison, selection, matrix products.
//!
//! Rank-0 i32 arithmetic is written on Rust scalars, tile arithmetic with operators where the op
//! has no attribute that an operator cannot carry.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{OpId, ScalarType, Value};

use super::casts::other_sign;
use super::diagnostic::Code;
use super::function::Function;
use super::{Result, types};

/// Rounding modes by the dialect's number, as cutile's markers name them.
const ROUNDING: [&str; 8] = [
    "NearestEven",
    "Zero",
    "NegativeInf",
    "PositiveInf",
    "Approx",
    "Full",
    "NearestIntToZero",
    "NearestAway",
];

/// Comparison predicates by the dialect's number.
const PREDICATE: [&str; 6] =
    ["Equal", "NotEqual", "LessThan", "LessThanOrEqual", "GreaterThan", "GreaterThanOrEqual"];

/// Overflow flags by the dialect's number.
const OVERFLOW: [&str; 4] = ["None", "NoSignedWrap", "NoUnsignedWrap", "NoWrap"];

/// The name of an attribute's value in a table.
pub fn named(
    function: &Function,
    id: OpId,
    attribute: &str,
    default: Option<i64>,
    table: &[&'static str],
) -> Result<&'static str> {
    let number = function.int_or(id, attribute, default)?;
    usize::try_from(number).ok().and_then(|index| table.get(index)).copied().ok_or_else(|| {
        function.fail(id, Code::Attribute, format!("attribute `{attribute}` has value {number}"))
    })
}

/// A rounding mode's marker.
pub fn rounding(function: &Function, id: OpId, name: &str, default: i64) -> Result<String> {
    Ok(format!("rounding::{}", named(function, id, name, Some(default), &ROUNDING)?))
}

/// The only result.
pub fn single(function: &Function, id: OpId) -> Result<Value> {
    match function.results(id).as_slice() {
        [result] => Ok(*result),
        other => {
            let message = format!("{} results, one is expected", other.len());
            Err(function.fail(id, Code::Malformed, message))
        }
    }
}

/// Operands as tiles, their number checked.
pub fn operands<const N: usize>(function: &mut Function, id: OpId) -> Result<[String; N]> {
    <[String; N]>::try_from(function.tiles(id)?).map_err(|operands| {
        let message = format!("{} operands, {N} are expected", operands.len());
        function.fail(id, Code::Malformed, message)
    })
}

/// Integer operations of rank 0 on Rust scalars.
fn on_scalars(function: &mut Function, id: OpId) -> Result<()> {
    let value = single(function, id)?;
    let [lhs, rhs] = function.op(id).operands[..] else {
        return Err(function.fail(id, Code::Malformed, "two operands are expected"));
    };
    let (left, right) = (function.scalar(lhs, id)?, function.scalar(rhs, id)?);
    const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];
    let infix = |function: &Function, operator| function.infix(id, operator, &left, &right);
    let (expression, hint) = match function.op(id).opcode {
        Opcode::RemI => (infix(function, "%"), "remainder"),
        Opcode::CmpI => {
            let operator = named(function, id, "comparison_predicate", None, &COMPARISONS)?;
            (infix(function, operator), "condition")
        }
        Opcode::MaxI => (format!("larger_of({left}, {right})"), "larger"),
        Opcode::MinI => (format!("smaller_of({left}, {right})"), "smaller"),
        _ => match rounding(function, id, "rounding", 1)?.as_str() {
            "rounding::NegativeInf" => (format!("div_floor({left}, {right})"), "quotient"),
            "rounding::PositiveInf" => (format!("div_ceil({left}, {right})"), "quotient"),
            _ => (infix(function, "/"), "quotient"),
        },
    };
    let ty = if function.op(id).opcode == Opcode::CmpI { "bool" } else { "i32" };
    function.bind_scalar(value, id, ty, hint, &expression);
    Ok(())
}

/// Lowers an integer op.
pub fn integer(function: &mut Function, id: OpId) -> Result<()> {
    use Opcode::*;
    if function.is_on_scalars(id) {
        return on_scalars(function, id);
    }
    let opcode = function.op(id).opcode;
    match opcode {
        AddI => overflowing(function, id, "+", "addi", "sum"),
        SubI => overflowing(function, id, "-", "subi", "difference"),
        MulI => overflowing(function, id, "*", "muli", "product"),
        ShLI => {
            let call = match named(function, id, "overflow", Some(0), &OVERFLOW)? {
                "None" => "shli_wrap({0}, {1})".to_owned(),
                flag => format!("shli({{0}}, {{1}}, overflow::{flag})"),
            };
            binary(function, id, &call, "shifted")
        }
        NegI => {
            let [x] = operands(function, id)?;
            let call = match named(function, id, "overflow", Some(0), &OVERFLOW)? {
                "None" => format!("negi_wrap({x})"),
                flag => format!("negi({x}, overflow::{flag})"),
            };
            let value = single(function, id)?;
            function.bind_inferred(value, id, "negated", &call).map(drop)
        }
        DivI => {
            let mode = rounding(function, id, "rounding", 1)?;
            signed(function, id, "divi", &format!(", {mode}"), "quotient")
        }
        RemI => signed(function, id, "remi", "", "remainder"),
        MaxI => signed(function, id, "maxi", "", "larger"),
        MinI => signed(function, id, "mini", "", "smaller"),
        ShRI => signed(function, id, "shri", "", "shifted"),
        MulhiI => binary(function, id, "mulhii({0}, {1})", "high"),
        AndI => binary(function, id, "andi({0}, {1})", "both"),
        OrI => binary(function, id, "ori({0}, {1})", "either"),
        XOrI => binary(function, id, "xori({0}, {1})", "xor"),
        CmpI => compare_integers(function, id),
        _ => {
            let [x] = operands(function, id)?;
            let value = single(function, id)?;
            function.bind_inferred(value, id, "magnitude", &format!("absi({x})")).map(drop)
        }
    }
}

/// A call of an op that has a sign, stated where the element type says another.
fn signed(function: &mut Function, id: OpId, name: &str, rest: &str, hint: &str) -> Result<()> {
    let element = types::element(function.ty(function.op(id).operands[0]));
    let pattern = match other_sign(function, id, element)? {
        None => format!("{name}({{0}}, {{1}}{rest})"),
        Some(sign) => format!("{name}_as({{0}}, {{1}}{rest}, {sign})"),
    };
    binary(function, id, &pattern, hint)
}

/// A pattern with `{0}` and `{1}` for the operands.
fn binary(function: &mut Function, id: OpId, pattern: &str, hint: &str) -> Result<()> {
    let [lhs, rhs] = operands(function, id)?;
    let value = single(function, id)?;
    let call = pattern.replace("{0}", &lhs).replace("{1}", &rhs);
    function.bind_inferred(value, id, hint, &call).map(drop)
}

/// `+`, `-`, `*`: on scalars for rank-0 i32, operators on tiles, a call where a flag is set.
fn overflowing(
    function: &mut Function,
    id: OpId,
    operator: &str,
    name: &str,
    hint: &str,
) -> Result<()> {
    let value = single(function, id)?;
    let flag = named(function, id, "overflow", Some(0), &OVERFLOW)?;
    if flag != "None" {
        return binary(function, id, &format!("{name}({{0}}, {{1}}, overflow::{flag})"), hint);
    }
    if types::is_scalar_of(function.ty(value), ScalarType::I32) {
        let [lhs, rhs] = function.op(id).operands[..] else {
            return Err(function.fail(id, Code::Malformed, "two operands are expected"));
        };
        let (lhs, rhs) = (function.scalar(lhs, id)?, function.scalar(rhs, id)?);
        let expression = function.infix(id, operator, &lhs, &rhs);
        function.bind_scalar(value, id, "i32", hint, &expression);
        return Ok(());
    }
    // The operators of cutile 0.5 know integers of 32 and 64 bits.
    let has_operator =
        matches!(types::element(function.ty(value)), Some(ScalarType::I32 | ScalarType::I64));
    if !has_operator {
        return binary(function, id, &format!("{name}_wrap({{0}}, {{1}})"), hint);
    }
    let [lhs, rhs] = operands(function, id)?;
    let expression = function.infix(id, operator, &lhs, &rhs);
    function.bind_inferred(value, id, hint, &expression).map(drop)
}

fn compare_integers(function: &mut Function, id: OpId) -> Result<()> {
    let predicate = named(function, id, "comparison_predicate", None, &PREDICATE)?;
    let operand = function.op(id).operands[0];
    let is_bool = types::element(function.ty(operand)) == Some(ScalarType::I1);
    let is_signed = function.int_or(id, "signedness", Some(1))? == 1;
    let is_wide = types::element(function.ty(operand)) == Some(ScalarType::I64);
    if function.style.helpers && is_wide && !is_signed && predicate == "LessThan" {
        return binary(function, id, "below({0}, {1})", "mask");
    }
    let call = match (is_signed, is_bool) {
        (true, false) | (false, true) => "cmpi",
        (true, true) => "cmpi_signed",
        (false, false) => "cmpi_unsigned",
    };
    binary(function, id, &format!("{call}({{0}}, {{1}}, predicate::{predicate})"), "mask")
}

/// Lowers a float op.
pub fn float(function: &mut Function, id: OpId) -> Result<()> {
    use Opcode::*;
    let value = single(function, id)?;
    let ftz = if function.flag(id, "flush_to_zero") { "ftz::Enabled" } else { "ftz::Disabled" };
    let short = !function.style.annotated;
    let (call, hint) = match function.op(id).opcode {
        AddF => (rounded(function, id, "addf", "+", ftz)?, "sum"),
        SubF => (rounded(function, id, "subf", "-", ftz)?, "difference"),
        MulF => (rounded(function, id, "mulf", "*", ftz)?, "product"),
        DivF => {
            let [lhs, rhs] = operands(function, id)?;
            let mode = rounding(function, id, "rounding_mode", 0)?;
            let call = match (mode.as_str(), ftz) {
                _ if function.is_infix(id) => function.infix(id, "/", &lhs, &rhs),
                ("rounding::Approx", "ftz::Enabled") if short => {
                    format!("div_approx_ftz({lhs}, {rhs})")
                }
                ("rounding::Approx", _) if short => format!("div_approx({lhs}, {rhs})"),
                ("rounding::Full", "ftz::Disabled") => format!("divf_full({lhs}, {rhs})"),
                ("rounding::Full", _) => format!("divf_full_ftz({lhs}, {rhs}, {ftz})"),
                _ => format!("divf({lhs}, {rhs}, {mode}, {ftz})"),
            };
            (call, "quotient")
        }
        Fma => {
            let [lhs, rhs, acc] = operands(function, id)?;
            let mode = rounding(function, id, "rounding_mode", 0)?;
            let plain = mode == "rounding::NearestEven" && ftz == "ftz::Disabled";
            let call = if short && plain {
                format!("mul_add({lhs}, {rhs}, {acc})")
            } else {
                format!("fma({lhs}, {rhs}, {acc}, {mode}, {ftz})")
            };
            (call, "fused")
        }
        MaxF | MinF => {
            let [lhs, rhs] = operands(function, id)?;
            let nan = if function.flag(id, "propagate_nan") { "Enabled" } else { "Disabled" };
            let (name, hint) = match function.op(id).opcode {
                MaxF => ("maxf", "larger"),
                _ => ("minf", "smaller"),
            };
            let plain = nan == "Disabled" && ftz == "ftz::Disabled";
            let call = if short && plain {
                format!("{hint}({lhs}, {rhs})")
            } else {
                format!("{name}({lhs}, {rhs}, nan::{nan}, {ftz})")
            };
            (call, hint)
        }
        CmpF => {
            let [lhs, rhs] = operands(function, id)?;
            let predicate = named(function, id, "comparison_predicate", None, &PREDICATE)?;
            let ordering =
                named(function, id, "comparison_ordering", None, &["Unordered", "Ordered"])?;
            let call =
                format!("cmpf({lhs}, {rhs}, predicate::{predicate}, cmp_ordering::{ordering})");
            (call, "mask")
        }
        RemF => (call2(function, id, "remf")?, "remainder"),
        Pow => (call2(function, id, "pow")?, "power"),
        Atan2 => (call2(function, id, "atan2")?, "angle"),
        FPowI => {
            let [source, exponent] = operands(function, id)?;
            (format!("unsafe {{ fpowi({source}, {exponent}) }}"), "power")
        }
        Exp | TanH => {
            let [x] = operands(function, id)?;
            let name = function.op(id).opcode.name();
            // Without an attribute both round fully, which is the dialect's default.
            let call = match function.attribute(id, "rounding_mode") {
                None => format!("{name}({x})"),
                Some(_) => match rounding(function, id, "rounding_mode", 5)?.as_str() {
                    "rounding::Full" => format!("{name}({x})"),
                    "rounding::Approx" if short => format!("{name}_approx({x})"),
                    mode => format!("unsafe {{ {name}_with_rounding({x}, {mode}) }}"),
                },
            };
            (call, if name == "exp" { "exponential" } else { "tangent" })
        }
        Exp2 => {
            let [x] = operands(function, id)?;
            (format!("exp2({x}, {ftz})"), "exponential")
        }
        Rsqrt => {
            let [x] = operands(function, id)?;
            (format!("rsqrt({x}, {ftz})"), "inverse_root")
        }
        Sqrt => {
            let [x] = operands(function, id)?;
            let mode = rounding(function, id, "rounding_mode", 0)?;
            (format!("sqrt({x}, {mode}, {ftz})"), "root")
        }
        opcode => {
            let [x] = operands(function, id)?;
            let hint = match opcode {
                NegF => "negated",
                AbsF => "magnitude",
                Ceil | Floor => "whole",
                Log | Log2 => "logarithm",
                _ => "wave",
            };
            (format!("{}({x})", opcode.name()), hint)
        }
    };
    function.bind_inferred(value, id, hint, &call).map(drop)
}

fn call2(function: &mut Function, id: OpId, name: &str) -> Result<String> {
    let [lhs, rhs] = operands(function, id)?;
    Ok(format!("{name}({lhs}, {rhs})"))
}

/// An operator for the default rounding, a call otherwise.
fn rounded(
    function: &mut Function,
    id: OpId,
    name: &str,
    operator: &str,
    ftz: &str,
) -> Result<String> {
    let [lhs, rhs] = operands(function, id)?;
    let mode = rounding(function, id, "rounding_mode", 0)?;
    if mode == "rounding::NearestEven" && ftz == "ftz::Enabled" && !function.style.annotated {
        return Ok(format!("{}_ftz({lhs}, {rhs})", name.trim_end_matches('f')));
    }
    Ok(if mode == "rounding::NearestEven" && ftz == "ftz::Disabled" {
        function.infix(id, operator, &lhs, &rhs)
    } else {
        format!("{name}({lhs}, {rhs}, {mode}, {ftz})")
    })
}

/// Lowers `select`.
pub fn select(function: &mut Function, id: OpId) -> Result<()> {
    let value = single(function, id)?;
    if types::is_pointer(function.ty(value)) {
        return Err(function
            .fail(id, Code::Type, "a selection of pointers")
            .limit("`select` takes tiles of numbers"));
    }
    let [condition, yes, no] = operands(function, id)?;
    function
        .bind_inferred(value, id, "selected", &format!("select({condition}, {yes}, {no})"))
        .map(drop)
}

/// Lowers matrix multiplication.
pub fn mma(function: &mut Function, id: OpId) -> Result<()> {
    let value = single(function, id)?;
    let call = match function.op(id).opcode {
        Opcode::MmaF => {
            let [lhs, rhs, acc] = operands(function, id)?;
            if function.flag(id, "fast_acc") {
                format!("unsafe {{ mmaf_with_fast_acc({lhs}, {rhs}, {acc}, fast_acc::Enabled) }}")
            } else {
                format!("mmaf({lhs}, {rhs}, {acc})")
            }
        }
        Opcode::MmaI => {
            let [lhs, rhs, acc] = operands(function, id)?;
            let sides = ["signedness_lhs", "signedness_rhs"]
                .map(|side| named(function, id, side, None, &["Unsigned", "Signed"]));
            let [left, right] = sides;
            format!("mmai({lhs}, {rhs}, {acc}, signedness::{}, signedness::{})", left?, right?)
        }
        _ => {
            let [lhs, rhs, acc, lhs_scale, rhs_scale] = operands(function, id)?;
            format!("mmaf_scaled({lhs}, {rhs}, {acc}, {lhs_scale}, {rhs_scale})")
        }
    };
    function.bind_inferred(value, id, "accumulated", &call).map(drop)
}
