//! Arithmetic: element by element, casts, comparisons, matrix products.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Operation, ScalarType};

use super::shape::flat;
use super::value::{layout, tile_type};
use super::{
    Element, Machine, Stop, Tile, flag, number, numbers, result_type, unknown, unsupported,
};

/// Numbers of the dialect's rounding modes.
mod rounding {
    pub const NEAREST_EVEN: i64 = 0;
    pub const ZERO: i64 = 1;
    pub const NEGATIVE_INF: i64 = 2;
    pub const POSITIVE_INF: i64 = 3;
}

impl Machine<'_> {
    /// Runs an operation on elements.
    pub(super) fn arithmetic(&self, op: &Operation) -> Result<Tile, Stop> {
        match op.opcode {
            Opcode::Select => self.select(op),
            Opcode::CmpF | Opcode::CmpI => self.compare(op),
            Opcode::Fma => self.fused(op),
            Opcode::MmaF | Opcode::MmaI => self.matrix_product(op),
            Opcode::Bitcast
            | Opcode::ExtI
            | Opcode::TruncI
            | Opcode::FToF
            | Opcode::FToI
            | Opcode::IToF
            | Opcode::IntToPtr
            | Opcode::PtrToInt
            | Opcode::PtrToPtr => self.cast(op),
            Opcode::Offset => self.offset(op),
            _ => match op.operands.len() {
                1 => self.unary(op),
                2 => self.binary(op),
                _ => Err(unknown(op.opcode)),
            },
        }
    }

    fn select(&self, op: &Operation) -> Result<Tile, Stop> {
        let (condition, yes, no) =
            (self.operand(op, 0)?, self.operand(op, 1)?, self.operand(op, 2)?);
        let pick = |index: usize| {
            // One condition for all, or one for each.
            let holds = condition.bits[if condition.bits.len() == 1 { 0 } else { index }];
            if holds & 1 == 1 { yes.bits[index] } else { no.bits[index] }
        };
        Ok(yes.like(yes.element, (0..yes.bits.len()).map(pick).collect()))
    }

    fn compare(&self, op: &Operation) -> Result<Tile, Stop> {
        let (left, right) = (self.operand(op, 0)?, self.operand(op, 1)?);
        let scalar = left.element.number()?;
        let predicate = number(op, "comparison_predicate").unwrap_or(0);
        let is_ordered = number(op, "comparison_ordering") == Some(1);
        let is_signed = number(op, "signedness") == Some(1);
        let answer = |(&left, &right): (&u64, &u64)| {
            let order = if op.opcode == Opcode::CmpF {
                let (Some(left), Some(right)) =
                    (numbers::decode(scalar, left), numbers::decode(scalar, right))
                else {
                    return Err(unsupported(format!("{scalar:?}")));
                };
                left.partial_cmp(&right)
            } else if is_signed {
                Some(numbers::signed(scalar, left).cmp(&numbers::signed(scalar, right)))
            } else {
                Some(numbers::unsigned(scalar, left).cmp(&numbers::unsigned(scalar, right)))
            };
            let Some(order) = order else { return Ok(u64::from(!is_ordered)) };
            Ok(u64::from(match predicate {
                0 => order.is_eq(),
                1 => order.is_ne(),
                2 => order.is_lt(),
                3 => order.is_le(),
                4 => order.is_gt(),
                _ => order.is_ge(),
            }))
        };
        let bits = left.bits.iter().zip(&right.bits).map(answer).collect::<Result<_, _>>()?;
        Ok(left.like(Element::Number(ScalarType::I1), bits))
    }

    fn unary(&self, op: &Operation) -> Result<Tile, Stop> {
        let source = self.operand(op, 0)?;
        let scalar = source.element.number()?;
        let one = |&bits: &u64| match op.opcode {
            Opcode::AbsI => Ok(numbers::wrap(scalar, numbers::signed(scalar, bits).abs())),
            Opcode::NegI => Ok(numbers::wrap(scalar, -numbers::signed(scalar, bits))),
            // Signs are bits: no rounding, and NaNs keep theirs.
            Opcode::AbsF => Ok(bits & !sign_bit(scalar)),
            Opcode::NegF => Ok(bits ^ sign_bit(scalar)),
            _ => {
                let function = function(op.opcode).ok_or_else(|| unknown(op.opcode))?;
                check_rounding(op)?;
                float(scalar, op, &[bits], |values| function(values[0]))
            }
        };
        let bits = source.bits.iter().map(one).collect::<Result<_, _>>()?;
        Ok(source.like(source.element, bits))
    }

    fn binary(&self, op: &Operation) -> Result<Tile, Stop> {
        let (left, right) = (self.operand(op, 0)?, self.operand(op, 1)?);
        let scalar = left.element.number()?;
        if left.shape != right.shape {
            return Err(unsupported(format!("{} of two shapes", op.opcode.name())));
        }
        if !scalar.is_integer() {
            check_rounding(op)?;
        }
        let two = |(&left, &right): (&u64, &u64)| {
            if scalar.is_integer() {
                integer(op, scalar, left, right)
            } else {
                float_of_two(op, scalar, left, right)
            }
        };
        let bits = left.bits.iter().zip(&right.bits).map(two).collect::<Result<_, _>>()?;
        Ok(left.like(left.element, bits))
    }

    fn fused(&self, op: &Operation) -> Result<Tile, Stop> {
        let (left, right, sum) = (self.operand(op, 0)?, self.operand(op, 1)?, self.operand(op, 2)?);
        let scalar = left.element.number()?;
        check_rounding(op)?;
        let one = |index: usize| {
            let values = [left.bits[index], right.bits[index], sum.bits[index]];
            if scalar == ScalarType::F32 && !flag(op, "flush_to_zero") {
                // f64 would round twice.
                let [a, b, c] = values.map(|bits| f32::from_bits(bits as u32));
                return Ok(u64::from(a.mul_add(b, c).to_bits()));
            }
            float(scalar, op, &values, |values| values[0].mul_add(values[1], values[2]))
        };
        let bits = (0..left.bits.len()).map(one).collect::<Result<_, _>>()?;
        Ok(left.like(left.element, bits))
    }

    fn matrix_product(&self, op: &Operation) -> Result<Tile, Stop> {
        let (left, right, sum) = (self.operand(op, 0)?, self.operand(op, 1)?, self.operand(op, 2)?);
        let (wide, narrow) = (sum.element.number()?, left.element.number()?);
        let other = right.element.number()?;
        let rank = left.shape.len();
        let (rows, inner, columns) =
            (left.shape[rank - 2], left.shape[rank - 1], right.shape[rank - 1]);
        let mut result = sum.clone();
        for (at, place) in super::shape::places(&sum.shape).enumerate() {
            let (batch, row, column) = (&place[..rank - 2], place[rank - 2], place[rank - 1]);
            debug_assert!(row < rows && column < columns);
            let pair = |step: usize| {
                let from = |tail: [usize; 2], tile: &Tile| {
                    tile.bits[flat(&tile.shape, &[batch, &tail].concat())]
                };
                (from([row, step], &left), from([step, column], &right))
            };
            result.bits[at] = if wide.is_integer() {
                let read = |scalar, bits, name| {
                    if number(op, name) == Some(1) {
                        numbers::signed(scalar, bits)
                    } else {
                        numbers::unsigned(scalar, bits)
                    }
                };
                let products = (0..inner).map(|step| {
                    let (a, b) = pair(step);
                    read(narrow, a, "signedness_lhs") * read(other, b, "signedness_rhs")
                });
                numbers::wrap(wide, numbers::signed(wide, sum.bits[at]) + products.sum::<i128>())
            } else {
                let read = |scalar, bits| {
                    numbers::decode(scalar, bits).ok_or_else(|| unsupported(format!("{scalar:?}")))
                };
                let mut total = read(wide, sum.bits[at])?;
                for step in 0..inner {
                    let (a, b) = pair(step);
                    total += read(narrow, a)? * read(other, b)?;
                }
                numbers::encode(wide, total).ok_or_else(|| unsupported(format!("{wide:?}")))?
            };
        }
        Ok(result)
    }

    fn cast(&self, op: &Operation) -> Result<Tile, Stop> {
        let source = self.operand(op, 0)?;
        let (to, shape) = layout(tile_type(result_type(op, 0)?)?);
        let is_signed = number(op, "signedness") == Some(1);
        let one = |&bits: &u64| {
            let integer = |scalar| {
                if is_signed {
                    numbers::signed(scalar, bits)
                } else {
                    numbers::unsigned(scalar, bits)
                }
            };
            match (op.opcode, source.element, to) {
                (
                    Opcode::Bitcast | Opcode::IntToPtr | Opcode::PtrToInt | Opcode::PtrToPtr,
                    _,
                    _,
                ) => Ok(bits),
                (Opcode::ExtI | Opcode::TruncI, Element::Number(from), Element::Number(to)) => {
                    Ok(numbers::wrap(to, integer(from)))
                }
                (Opcode::IToF, Element::Number(from), Element::Number(to)) => {
                    check_rounding(op)?;
                    let value = integer(from);
                    if to == ScalarType::F32 {
                        return Ok(u64::from((value as f32).to_bits()));
                    }
                    numbers::encode(to, value as f64).ok_or_else(|| unsupported(format!("{to:?}")))
                }
                (Opcode::FToI, Element::Number(from), Element::Number(to)) => {
                    let value = numbers::decode(from, bits)
                        .ok_or_else(|| unsupported(format!("{from:?}")))?;
                    let low =
                        if is_signed { -(2f64.powi(numbers::width(to) as i32 - 1)) } else { 0.0 };
                    let high = 2f64.powi(numbers::width(to) as i32 - i32::from(is_signed)) - 1.0;
                    let whole = value.trunc();
                    if !flag(op, "saturating") && !(whole >= low && whole <= high) {
                        return Err(Stop::Undefined(format!("{value} as {to:?}")));
                    }
                    Ok(numbers::wrap(to, whole.clamp(low, high) as i128))
                }
                (Opcode::FToF, Element::Number(from), Element::Number(to)) => {
                    check_rounding(op)?;
                    let value = numbers::decode(from, bits)
                        .ok_or_else(|| unsupported(format!("{from:?}")))?;
                    numbers::encode(to, value).ok_or_else(|| unsupported(format!("{to:?}")))
                }
                _ => Err(unknown(op.opcode)),
            }
        };
        let bits = source.bits.iter().map(one).collect::<Result<_, _>>()?;
        Ok(Tile { element: to, shape, bits })
    }

    fn offset(&self, op: &Operation) -> Result<Tile, Stop> {
        let (pointers, offsets) = (self.operand(op, 0)?, self.operand(op, 1)?);
        let (Element::Pointer(to), scalar) = (pointers.element, offsets.element.number()?) else {
            return Err(unsupported("an offset of something else than pointers"));
        };
        let size = to.byte_width() as i128;
        let moved = |(&address, &offset): (&u64, &u64)| {
            (i128::from(address) + numbers::signed(scalar, offset) * size) as u64
        };
        let bits = pointers.bits.iter().zip(&offsets.bits).map(moved).collect();
        Ok(pointers.like(pointers.element, bits))
    }
}

fn sign_bit(scalar: ScalarType) -> u64 {
    match scalar {
        ScalarType::TF32 => 1 << 31,
        other => 1 << (numbers::width(other) - 1),
    }
}

/// Approximations are computed as well as can be; what directs the rounding is not known here.
fn check_rounding(op: &Operation) -> Result<(), Stop> {
    match number(op, "rounding_mode") {
        Some(rounding::ZERO | rounding::NEGATIVE_INF | rounding::POSITIVE_INF) => {
            Err(unsupported(format!("directed rounding of {}", op.opcode.name())))
        }
        _ => Ok(()),
    }
}

/// A function of floats, of the operands as f64, rounded once; subnormals are zeros where the
/// operation says so.
fn float(
    scalar: ScalarType,
    op: &Operation,
    bits: &[u64],
    function: impl Fn(&[f64]) -> f64,
) -> Result<u64, Stop> {
    let flush = |value: f64| {
        if flag(op, "flush_to_zero") && value.abs() < f64::from(f32::MIN_POSITIVE) {
            0.0f64.copysign(value)
        } else {
            value
        }
    };
    let values: Option<Vec<f64>> =
        bits.iter().map(|&bits| numbers::decode(scalar, bits).map(flush)).collect();
    let values = values.ok_or_else(|| unsupported(format!("{scalar:?}")))?;
    numbers::encode(scalar, flush(function(&values)))
        .ok_or_else(|| unsupported(format!("{scalar:?}")))
}

fn function(opcode: Opcode) -> Option<fn(f64) -> f64> {
    Some(match opcode {
        Opcode::Ceil => f64::ceil,
        Opcode::Floor => f64::floor,
        Opcode::Exp => f64::exp,
        Opcode::Exp2 => f64::exp2,
        Opcode::Log => f64::ln,
        Opcode::Log2 => f64::log2,
        Opcode::Sqrt => f64::sqrt,
        Opcode::Rsqrt => |value| 1.0 / value.sqrt(),
        Opcode::Sin => f64::sin,
        Opcode::Cos => f64::cos,
        Opcode::Tan => f64::tan,
        Opcode::SinH => f64::sinh,
        Opcode::CosH => f64::cosh,
        Opcode::TanH => f64::tanh,
        _ => return None,
    })
}

fn float_of_two(op: &Operation, scalar: ScalarType, left: u64, right: u64) -> Result<u64, Stop> {
    let propagates = flag(op, "propagate_nan");
    let extreme = |left: f64, right: f64, larger: bool| {
        if left.is_nan() || right.is_nan() {
            return match (propagates, left.is_nan()) {
                (true, _) => f64::NAN,
                (false, true) => right,
                (false, false) => left,
            };
        }
        // Minus zero is below zero.
        let left_is_more = left > right || (left == right && right.is_sign_negative());
        if left_is_more == larger { left } else { right }
    };
    float(scalar, op, &[left, right], |values| {
        let (left, right) = (values[0], values[1]);
        match op.opcode {
            Opcode::AddF => left + right,
            Opcode::SubF => left - right,
            Opcode::MulF => left * right,
            Opcode::DivF => left / right,
            Opcode::RemF => left % right,
            Opcode::Pow => left.powf(right),
            Opcode::Atan2 => left.atan2(right),
            Opcode::MaxF => extreme(left, right, true),
            _ => extreme(left, right, false),
        }
    })
    .and_then(|bits| if is_float_op(op.opcode) { Ok(bits) } else { Err(unknown(op.opcode)) })
}

fn is_float_op(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::AddF
            | Opcode::SubF
            | Opcode::MulF
            | Opcode::DivF
            | Opcode::RemF
            | Opcode::Pow
            | Opcode::Atan2
            | Opcode::MaxF
            | Opcode::MinF
    )
}

fn integer(op: &Operation, scalar: ScalarType, left: u64, right: u64) -> Result<u64, Stop> {
    let is_signed = number(op, "signedness") == Some(1);
    let read = |bits| {
        if is_signed { numbers::signed(scalar, bits) } else { numbers::unsigned(scalar, bits) }
    };
    let (a, b) = (read(left), read(right));
    let undefined = |what: String| Err(Stop::Undefined(what));
    let value = match op.opcode {
        Opcode::AddI => a + b,
        Opcode::SubI => a - b,
        Opcode::MulI => a * b,
        Opcode::MulhiI => {
            (numbers::unsigned(scalar, left) * numbers::unsigned(scalar, right))
                >> numbers::width(scalar)
        }
        Opcode::AndI => a & b,
        Opcode::OrI => a | b,
        Opcode::XOrI => a ^ b,
        Opcode::MaxI => a.max(b),
        Opcode::MinI => a.min(b),
        Opcode::ShLI | Opcode::ShRI => {
            let count = numbers::unsigned(scalar, right);
            if count >= i128::from(numbers::width(scalar)) {
                return undefined(format!("a shift of {scalar:?} by {count}"));
            }
            if op.opcode == Opcode::ShLI { a << count } else { a >> count }
        }
        Opcode::DivI | Opcode::RemI => {
            if b == 0 {
                return undefined("a division by zero".into());
            }
            let lowest = -(1i128 << (numbers::width(scalar) - 1));
            if is_signed && b == -1 && a == lowest {
                return undefined("a quotient that does not fit".into());
            }
            let exact = a % b == 0;
            let is_negative = (a < 0) != (b < 0);
            match (op.opcode, number(op, "rounding")) {
                (Opcode::RemI, _) => a % b,
                (_, Some(rounding::NEGATIVE_INF)) if !exact && is_negative => a / b - 1,
                (_, Some(rounding::POSITIVE_INF)) if !exact && !is_negative => a / b + 1,
                (_, Some(rounding::NEAREST_EVEN)) => {
                    return Err(unsupported("a quotient rounded to even"));
                }
                _ => a / b,
            }
        }
        _ => return Err(unknown(op.opcode)),
    };
    Ok(numbers::wrap(scalar, value))
}
