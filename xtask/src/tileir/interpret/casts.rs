//! Conversions, and pointers as numbers.

use cutile_ir::bytecode::Opcode;

use super::Stop;
use super::float::{self, Exact, Rounding};
use super::pure::Op;
use super::value::{Element, Tile, mask, signed, width};

/// The result of a conversion.
pub fn evaluate(op: &Op<'_>, operands: &[&Tile]) -> Result<Tile, Stop> {
    let (shape, element) = op.result()?;
    let source = operands.first().ok_or_else(|| Stop::unsupported("no operand"))?;
    if matches!(op.opcode, Opcode::Pack | Opcode::Unpack) {
        return repack(source, shape, element);
    }
    let count: usize = shape.iter().product();
    if operands.iter().any(|operand| operand.bits.len() != count) {
        return Err(Stop::unsupported(format!("`{}` of unlike shapes", op.opcode.name())));
    }
    let mut bits = Vec::with_capacity(count);
    for at in 0..count {
        let converted = match (source.bits[at], operands.get(1).map(|second| second.bits[at])) {
            (Some(from), None) => one(op, source.element, element, from)?,
            (Some(from), Some(Some(by))) => Some(offset(op, source, operands[1], from, by)?),
            _ => None,
        };
        bits.push(converted);
    }
    Ok(Tile { shape, element, bits })
}

fn offset(op: &Op<'_>, source: &Tile, by: &Tile, from: u64, count: u64) -> Result<u64, Stop> {
    let (Opcode::Offset, Element::Pointer(pointee)) = (op.opcode, source.element) else {
        return Err(Stop::unsupported(format!("`{}` of two operands", op.opcode.name())));
    };
    let count = signed(count, by.element.width());
    if width(pointee) < 8 && width(pointee) != 1 {
        return Err(Stop::unsupported("pointers to less than a byte"));
    }
    let bytes = count.wrapping_mul(pointee.byte_width() as i64);
    Ok(from.wrapping_add_signed(bytes))
}

fn one(op: &Op<'_>, from: Element, to: Element, bits: u64) -> Result<Option<u64>, Stop> {
    let wrong = || Stop::unsupported(format!("`{}` from {from:?} to {to:?}", op.opcode.name()));
    let rounding = || match op.number("rounding_mode") {
        Some(number) => Rounding::of(number).ok_or_else(wrong),
        None => Ok(Rounding::Nearest),
    };
    match (op.opcode, from, to) {
        (Opcode::Bitcast, ..) if from.width() == to.width() => Ok(Some(bits)),
        (Opcode::PtrToPtr, Element::Pointer(_), Element::Pointer(_)) => Ok(Some(bits)),
        (Opcode::PtrToInt, Element::Pointer(_), to) => Ok(Some(bits & mask(to.width()))),
        (Opcode::IntToPtr, from, Element::Pointer(_)) if from.width() == 64 => Ok(Some(bits)),
        (Opcode::ExtI, Element::Scalar(_), _) if from.width() <= to.width() => {
            Ok(Some(match op.number("signedness").ok_or_else(wrong)? {
                1 => signed(bits, from.width()) as u64 & mask(to.width()),
                _ => bits,
            }))
        }
        (Opcode::TruncI, Element::Scalar(_), _) if from.width() >= to.width() => {
            let cut = bits & mask(to.width());
            let flags = op.number("overflow").unwrap_or(0);
            let is_signed_fine = signed(cut, to.width()) == signed(bits, from.width());
            let is_fine = (flags & 1 == 0 || is_signed_fine) && (flags & 2 == 0 || cut == bits);
            Ok(is_fine.then_some(cut))
        }
        (Opcode::IToF, Element::Scalar(_), Element::Scalar(float)) => {
            let number = match op.number("signedness").ok_or_else(wrong)? {
                1 => i128::from(signed(bits, from.width())),
                _ => i128::from(bits),
            };
            Ok(Some(float::encode(float, Exact::integer(number), rounding()?)))
        }
        (Opcode::FToF, Element::Scalar(from), Element::Scalar(to)) => {
            if !float::is_known(from) || !float::is_known(to) {
                return Err(wrong());
            }
            Ok(Some(float::encode(to, float::decode(from, bits).into(), rounding()?)))
        }
        (Opcode::FToI, Element::Scalar(from), _) => {
            if !matches!(op.number("rounding_mode"), None | Some(1 | 6)) {
                return Err(wrong());
            }
            let number = float::decode(from, bits).trunc();
            let (least, most) = match op.number("signedness").ok_or_else(wrong)? {
                1 => (-(1i128 << (to.width() - 1)), (1i128 << (to.width() - 1)) - 1),
                _ => (0, i128::from(mask(to.width()))),
            };
            let is_in = !number.is_nan() && number >= least as f64 && number <= most as f64;
            if !is_in && !op.flag("saturating") {
                return Ok(None);
            }
            // `as` saturates, and makes zero of NaN.
            let exact = (number as i128).clamp(least, most);
            Ok(Some(exact as u64 & mask(to.width())))
        }
        _ => Err(wrong()),
    }
}

/// The same bits in elements of another width.
fn repack(source: &Tile, shape: Vec<usize>, element: Element) -> Result<Tile, Stop> {
    let (from, to) = (source.element.width() as usize, element.width() as usize);
    let count: usize = shape.iter().product();
    if source.bits.len() * from != count * to {
        return Err(Stop::unsupported("packed tiles of unlike size"));
    }
    let bit = |at: usize| source.bits[at / from].map(|bits| bits >> (at % from) & 1);
    let bits = (0..count)
        .map(|number| {
            (0..to).try_fold(0u64, |bits, place| Some(bits | bit(number * to + place)? << place))
        })
        .collect();
    Ok(Tile { shape, element, bits })
}
