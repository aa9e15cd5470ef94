//! Arithmetic, element by element.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::ScalarType;

use super::Stop;
use super::float::{self, Exact, Rounding};
use super::pure::Op;
use super::value::{Element, Tile, mask, signed, width};

/// The result of an operation on tiles of one shape.
pub fn evaluate(op: &Op<'_>, operands: &[&Tile]) -> Result<Tile, Stop> {
    let (shape, element) = op.result()?;
    let count: usize = shape.iter().product();
    if operands.iter().any(|operand| operand.bits.len() != count) || operands.is_empty() {
        return Err(Stop::unsupported(format!("`{}` of unlike shapes", op.opcode.name())));
    }
    let mut bits = Vec::with_capacity(count);
    let mut arguments = Vec::with_capacity(3);
    for at in 0..count {
        if op.opcode == Opcode::Select {
            let [condition, then, otherwise] = operands else {
                return Err(Stop::unsupported("a selection has three operands"));
            };
            // What is not chosen may be undefined.
            bits.push(match condition.bits[at] {
                Some(0) => otherwise.bits[at],
                Some(_) => then.bits[at],
                // Whichever it is.
                None if then.bits[at] == otherwise.bits[at] => then.bits[at],
                None => None,
            });
            continue;
        }
        arguments.clear();
        arguments.extend(operands.iter().filter_map(|operand| operand.bits[at]));
        let is_defined = arguments.len() == operands.len();
        bits.push(if is_defined { one(op, operands, &arguments)? } else { None });
    }
    Ok(Tile { shape, element, bits })
}

fn one(op: &Op<'_>, operands: &[&Tile], arguments: &[u64]) -> Result<Option<u64>, Stop> {
    let scalar = match operands[0].element {
        Element::Scalar(scalar) => scalar,
        Element::Pointer(_) => return Err(Stop::unsupported("arithmetic on pointers")),
    };
    match (scalar.is_integer(), op.opcode, arguments) {
        (true, _, [a]) => integer_unary(op, width(scalar), *a),
        (true, Opcode::CmpI, [a, b]) => Ok(Some(compare_integers(op, width(scalar), *a, *b)?)),
        (true, _, [a, b]) => integer_binary(op, width(scalar), *a, *b),
        (false, Opcode::CmpF, [a, b]) => Ok(Some(compare_floats(op, scalar, *a, *b)?)),
        (false, Opcode::FPowI, [a, b]) => {
            let exponent = operands[1].numbers()?;
            let exponent = signed(*b, width(exponent)).clamp(i32::MIN.into(), i32::MAX.into());
            let power = float::decode(scalar, *a).powi(exponent as i32);
            Ok(Some(float::encode(scalar, power.into(), Rounding::Nearest)))
        }
        (false, _, arguments) => floats(op, scalar, arguments).map(Some),
        _ => Err(wrong(op)),
    }
}

fn wrong(op: &Op<'_>) -> Stop {
    Stop::unsupported(format!("`{}` of these operands", op.opcode.name()))
}

fn missing(op: &Op<'_>, name: &str) -> Stop {
    Stop::unsupported(format!("`{}` without a known {name}", op.opcode.name()))
}

/// Whether the result of exact arithmetic may be cut to a width under the flags of `overflow`.
fn fits(op: &Op<'_>, exact_signed: Option<i128>, exact_unsigned: Option<i128>, width: u32) -> bool {
    let flags = op.number("overflow").unwrap_or(0);
    let (least, most) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
    let is_signed_fine = exact_signed.is_some_and(|exact| (least..=most).contains(&exact));
    let is_unsigned_fine =
        exact_unsigned.is_some_and(|exact| (0..=i128::from(mask(width))).contains(&exact));
    (flags & 1 == 0 || is_signed_fine) && (flags & 2 == 0 || is_unsigned_fine)
}

fn integer_unary(op: &Op<'_>, width: u32, a: u64) -> Result<Option<u64>, Stop> {
    let number = signed(a, width);
    let exact = i128::from(number);
    let bits = match op.opcode {
        Opcode::AbsI => number.unsigned_abs(),
        Opcode::NegI => {
            if !fits(op, Some(-exact), Some(-i128::from(a)), width) {
                return Ok(None);
            }
            number.wrapping_neg() as u64
        }
        _ => return Err(wrong(op)),
    };
    Ok(Some(bits & mask(width)))
}

fn integer_binary(op: &Op<'_>, width: u32, a: u64, b: u64) -> Result<Option<u64>, Stop> {
    let (x, y) = (i128::from(signed(a, width)), i128::from(signed(b, width)));
    let (p, q) = (i128::from(a), i128::from(b));
    let is_signed = || match op.number("signedness") {
        Some(number) => Ok(number == 1),
        None => Err(missing(op, "signedness")),
    };
    let exact = match op.opcode {
        Opcode::AddI => fits(op, Some(x + y), Some(p + q), width).then_some(x + y),
        Opcode::SubI => fits(op, Some(x - y), Some(p - q), width).then_some(x - y),
        // The signed product of 64 bits fits 127; the unsigned one is of no sign and 128.
        Opcode::MulI => {
            let unsigned = (u128::from(a) * u128::from(b)).try_into().ok();
            fits(op, Some(x * y), unsigned, width).then_some(x * y)
        }
        Opcode::MulhiI => Some(((u128::from(a) * u128::from(b)) >> width) as i128),
        Opcode::AndI => Some(p & q),
        Opcode::OrI => Some(p | q),
        Opcode::XOrI => Some(p ^ q),
        Opcode::ShLI if q >= i128::from(width) => None,
        Opcode::ShLI => fits(op, Some(x << q), Some(p << q), width).then_some(x << q),
        Opcode::ShRI if q >= i128::from(width) => None,
        Opcode::ShRI => Some(if is_signed()? { x >> q } else { p >> q }),
        Opcode::MaxI => Some(if is_signed()? { x.max(y) } else { p.max(q) }),
        Opcode::MinI => Some(if is_signed()? { x.min(y) } else { p.min(q) }),
        Opcode::DivI | Opcode::RemI => {
            let (dividend, divisor) = if is_signed()? { (x, y) } else { (p, q) };
            let is_out = is_signed()? && x == -(1i128 << (width - 1)) && y == -1;
            if divisor == 0 || is_out {
                return Ok(None);
            }
            let (quotient, rest) = (dividend / divisor, dividend % divisor);
            let unlike = rest != 0 && (rest < 0) != (divisor < 0);
            match (op.opcode, op.number("rounding")) {
                (Opcode::RemI, _) => Some(rest),
                (_, Some(1) | None) => Some(quotient),
                (_, Some(2)) => Some(quotient - i128::from(unlike)),
                (_, Some(3)) => Some(quotient + i128::from(rest != 0 && !unlike)),
                _ => return Err(missing(op, "rounding")),
            }
        }
        _ => return Err(wrong(op)),
    };
    Ok(exact.map(|exact| exact as u64 & mask(width)))
}

fn compare_integers(op: &Op<'_>, width: u32, a: u64, b: u64) -> Result<u64, Stop> {
    let order = match op.number("signedness") {
        Some(0) => a.cmp(&b),
        Some(1) => signed(a, width).cmp(&signed(b, width)),
        _ => return Err(missing(op, "signedness")),
    };
    predicate(op, Some(order)).map(u64::from)
}

fn compare_floats(op: &Op<'_>, scalar: ScalarType, a: u64, b: u64) -> Result<u64, Stop> {
    let order = float::decode(scalar, a).partial_cmp(&float::decode(scalar, b));
    if order.is_none() {
        return match op.number("comparison_ordering") {
            Some(0) => Ok(1),
            Some(1) => Ok(0),
            _ => Err(missing(op, "comparison_ordering")),
        };
    }
    predicate(op, order).map(u64::from)
}

fn predicate(op: &Op<'_>, order: Option<std::cmp::Ordering>) -> Result<bool, Stop> {
    let order = order.ok_or_else(|| missing(op, "order"))?;
    Ok(match op.number("comparison_predicate") {
        Some(0) => order.is_eq(),
        Some(1) => order.is_ne(),
        Some(2) => order.is_lt(),
        Some(3) => order.is_le(),
        Some(4) => order.is_gt(),
        Some(5) => order.is_ge(),
        _ => return Err(missing(op, "comparison_predicate")),
    })
}

fn floats(op: &Op<'_>, scalar: ScalarType, arguments: &[u64]) -> Result<u64, Stop> {
    if !float::is_known(scalar) {
        return Err(Stop::unsupported(format!("arithmetic on {scalar:?}")));
    }
    let flushes = op.flag("flush_to_zero");
    let flush = |bits: u64| match flushes && float::is_subnormal(scalar, bits) {
        true => bits & float::sign_bit(scalar),
        false => bits,
    };
    let bits: Vec<u64> = arguments.iter().map(|bits| flush(*bits)).collect();
    // These move a sign, whatever the number.
    match (op.opcode, bits.as_slice()) {
        (Opcode::NegF, [a]) => return Ok(a ^ float::sign_bit(scalar)),
        (Opcode::AbsF, [a]) => return Ok(a & !float::sign_bit(scalar)),
        (Opcode::MaxF | Opcode::MinF, [a, b]) => return Ok(extreme(op, scalar, *a, *b)),
        _ => {}
    }
    let numbers: Vec<f64> = bits.iter().map(|bits| float::decode(scalar, *bits)).collect();
    let rounding = match op.number("rounding_mode") {
        Some(number) => Rounding::of(number).ok_or_else(|| missing(op, "rounding_mode"))?,
        None => Rounding::Nearest,
    };
    let exact = exact(op, scalar, &numbers, rounding)?;
    Ok(flush(float::encode(scalar, exact, rounding)))
}

fn extreme(op: &Op<'_>, scalar: ScalarType, a: u64, b: u64) -> u64 {
    let (x, y) = (float::decode(scalar, a), float::decode(scalar, b));
    match (x.is_nan(), y.is_nan()) {
        (true, true) => return float::nan(scalar),
        (true, false) | (false, true) if op.flag("propagate_nan") => return float::nan(scalar),
        (true, false) => return b,
        (false, true) => return a,
        _ => {}
    }
    // Zeros are ordered by their sign.
    let first = x < y || x == y && x.is_sign_negative();
    if first == (op.opcode == Opcode::MinF) { a } else { b }
}

fn exact(
    op: &Op<'_>,
    scalar: ScalarType,
    numbers: &[f64],
    rounding: Rounding,
) -> Result<Exact, Stop> {
    use Opcode::*;
    let is_double = scalar == ScalarType::F64;
    let is_directed =
        matches!(rounding, Rounding::Zero | Rounding::Down | Rounding::Up | Rounding::Away);
    Ok(match (op.opcode, numbers) {
        (AddF, [a, b]) => sum(*a, *b, rounding),
        (SubF, [a, b]) => sum(*a, -*b, rounding),
        (MulF, [a, b]) => checked(op, is_double && is_directed, Exact::product(*a, *b))?,
        (DivF, [a, b]) => checked(op, is_double && is_directed, Exact::quotient(*a, *b))?,
        (Sqrt, [a]) => Exact::root(*a),
        (Fma, [a, b, c]) if !is_double => sum(a * b, *c, rounding),
        (Fma, [a, b, c]) if !is_directed => a.mul_add(*b, *c).into(),
        (Rsqrt, [a]) => (1.0 / a.sqrt()).into(),
        (Exp, [a]) => a.exp().into(),
        (Exp2, [a]) => a.exp2().into(),
        (Log, [a]) => a.ln().into(),
        (Log2, [a]) => a.log2().into(),
        (Sin, [a]) => a.sin().into(),
        (Cos, [a]) => a.cos().into(),
        (Tan, [a]) => a.tan().into(),
        (SinH, [a]) => a.sinh().into(),
        (CosH, [a]) => a.cosh().into(),
        (TanH, [a]) => a.tanh().into(),
        (Floor, [a]) => a.floor().into(),
        (Ceil, [a]) => a.ceil().into(),
        (RemF, [a, b]) => (a % b).into(),
        (Pow, [a, b]) => a.powf(*b).into(),
        (Atan2, [a, b]) => a.atan2(*b).into(),
        _ => return Err(wrong(op)),
    })
}

/// A sum; one that cancels is minus zero where rounding goes down.
fn sum(a: f64, b: f64, rounding: Rounding) -> Exact {
    let exact = Exact::sum(a, b);
    if exact.value == 0.0
        && rounding == Rounding::Down
        && (a.is_sign_negative() || b.is_sign_negative())
    {
        return Exact { value: -0.0, rest: 0 };
    }
    exact
}

/// In double precision the rest of a product or quotient may itself be too small to be seen.
fn checked(op: &Op<'_>, needs_rest: bool, exact: Exact) -> Result<Exact, Stop> {
    let is_seen = exact.value == 0.0 || exact.value.abs() > 1e-250 && exact.value.is_finite();
    if needs_rest && !is_seen {
        return Err(Stop::unsupported(format!(
            "`{}` at the limits of f64 with this rounding",
            op.opcode.name()
        )));
    }
    Ok(exact)
}
