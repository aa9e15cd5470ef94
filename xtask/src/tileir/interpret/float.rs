//! Floating-point formats: from bits to numbers and back, in any rounding.
//!
//! Every format here fits into an `f64`. A result is computed as an `f64` and the sign of what that
//! left out ([`Exact`]), so that it is rounded once, as IEEE 754 demands, whatever the format.

use cutile_ir::ir::ScalarType;

/// How a result is rounded; numbers as in the dialect's `rounding_mode`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// To the nearest, ties to even.
    Nearest,
    /// Towards zero.
    Zero,
    /// Towards minus infinity.
    Down,
    /// Towards plus infinity.
    Up,
    /// `approx`: as the hardware does, with some last bits wrong.
    Approx,
    /// `full`: as the hardware does, in full range.
    Full,
    /// To the nearest, ties away from zero.
    Away,
}

impl Rounding {
    /// The rounding of an attribute's number; `nearest_int_to_zero` is none.
    pub fn of(number: i64) -> Option<Self> {
        Some(match number {
            0 => Self::Nearest,
            1 => Self::Zero,
            2 => Self::Down,
            3 => Self::Up,
            4 => Self::Approx,
            5 => Self::Full,
            7 => Self::Away,
            _ => return None,
        })
    }
}

/// A real number: `value`, and the sign of a rest that is smaller than its last place.
#[derive(Debug, Clone, Copy)]
pub struct Exact {
    /// The nearest `f64`.
    pub value: f64,
    /// Whether the number is more (1), the same (0) or less (-1).
    pub rest: i8,
}

impl From<f64> for Exact {
    fn from(value: f64) -> Self {
        Self { value, rest: 0 }
    }
}

fn sign_of(number: f64) -> i8 {
    if number > 0.0 {
        1
    } else if number < 0.0 {
        -1
    } else {
        0
    }
}

impl Exact {
    fn new(value: f64, rest: f64) -> Self {
        let is_plain = value.is_finite() && rest.is_finite();
        Self { value, rest: if is_plain { sign_of(rest) } else { 0 } }
    }

    /// `a + b`.
    pub fn sum(a: f64, b: f64) -> Self {
        let value = a + b;
        let part = value - a;
        Self::new(value, (a - (value - part)) + (b - part))
    }

    /// `a * b`.
    pub fn product(a: f64, b: f64) -> Self {
        let value = a * b;
        Self::new(value, a.mul_add(b, -value))
    }

    /// `a / b`.
    pub fn quotient(a: f64, b: f64) -> Self {
        let value = a / b;
        let rest = (-value).mul_add(b, a);
        Self::new(value, if b < 0.0 { -rest } else { rest })
    }

    /// The square root.
    pub fn root(a: f64) -> Self {
        let value = a.sqrt();
        Self::new(value, (-value).mul_add(value, a))
    }

    /// An integer.
    pub fn integer(number: i128) -> Self {
        let value = number as f64;
        let rest = number - value as i128;
        Self { value, rest: rest.signum() as i8 }
    }
}

/// What is special about a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Special {
    /// Infinities and NaNs as IEEE has them.
    Ieee,
    /// No infinity; all ones is NaN.
    OneNan,
    /// Neither.
    Finite,
}

#[derive(Debug, Clone, Copy)]
struct Format {
    exponent_bits: u32,
    mantissa_bits: u32,
    special: Special,
    /// Zero bits below the mantissa.
    unused: u32,
    /// Numbers too large become the largest finite one, as conversions to eight bits do.
    saturates: bool,
}

fn format(scalar: ScalarType) -> Option<Format> {
    let ieee = |exponent_bits, mantissa_bits| Format {
        exponent_bits,
        mantissa_bits,
        special: Special::Ieee,
        unused: 0,
        saturates: false,
    };
    Some(match scalar {
        ScalarType::F64 => ieee(11, 52),
        ScalarType::F32 => ieee(8, 23),
        ScalarType::TF32 => Format { unused: 13, ..ieee(8, 10) },
        ScalarType::BF16 => ieee(8, 7),
        ScalarType::F16 => ieee(5, 10),
        ScalarType::F8E5M2 => Format { saturates: true, ..ieee(5, 2) },
        ScalarType::F8E4M3FN => Format { special: Special::OneNan, saturates: true, ..ieee(4, 3) },
        ScalarType::F4E2M1FN => Format { special: Special::Finite, saturates: true, ..ieee(2, 1) },
        _ => return None,
    })
}

/// Whether a type can be read and written here.
pub fn is_known(scalar: ScalarType) -> bool {
    scalar == ScalarType::F8E8M0FNU || format(scalar).is_some()
}

/// The bits that a NaN result has.
pub fn nan(scalar: ScalarType) -> u64 {
    match scalar {
        ScalarType::F64 => 0x7FF8_0000_0000_0000,
        ScalarType::F32 | ScalarType::TF32 => 0x7FFF_FFFF,
        ScalarType::BF16 | ScalarType::F16 => 0x7FFF,
        ScalarType::F8E8M0FNU => 0xFF,
        ScalarType::F4E2M1FN => 0x7,
        _ => 0x7F,
    }
}

/// The number that some bits mean.
pub fn decode(scalar: ScalarType, bits: u64) -> f64 {
    if scalar == ScalarType::F8E8M0FNU {
        return if bits & 0xFF == 0xFF { f64::NAN } else { power(bits as i32 - 127) };
    }
    let Some(format) = format(scalar) else { return f64::NAN };
    let bits = bits >> format.unused;
    let (width, mantissa_bits) = (format.exponent_bits, format.mantissa_bits);
    let sign = if bits >> (width + mantissa_bits) & 1 == 1 { -1.0 } else { 1.0 };
    let exponent = bits >> mantissa_bits & ((1 << width) - 1);
    let mantissa = bits & ((1 << mantissa_bits) - 1);
    let top = (1 << width) - 1;
    match format.special {
        Special::Ieee if exponent == top && mantissa == 0 => return sign * f64::INFINITY,
        Special::Ieee if exponent == top => return f64::NAN,
        Special::OneNan if exponent == top && mantissa == (1 << mantissa_bits) - 1 => {
            return f64::NAN;
        }
        _ => {}
    }
    let least = 2 - (1 << (width - 1)) - mantissa_bits as i32;
    let magnitude = if exponent == 0 {
        mantissa as f64 * power(least)
    } else {
        let whole = mantissa | 1 << mantissa_bits;
        whole as f64 * power(least + exponent as i32 - 1)
    };
    sign * magnitude
}

/// Two to a power that an `f64` can hold, subnormal ones included.
fn power(exponent: i32) -> f64 {
    match exponent {
        -1022..=1023 => f64::from_bits(((exponent + 1023) as u64) << 52),
        -1074..=-1023 => f64::from_bits(1 << (exponent + 1074)),
        1024.. => f64::INFINITY,
        _ => 0.0,
    }
}

/// The bits of a number after rounding.
///
/// `Approx` and `Full` stand for whatever the hardware does: here they round to nearest and then
/// lose the last two places, or the last. So they are functions of their own, close to the right one.
pub fn encode(scalar: ScalarType, number: Exact, rounding: Rounding) -> u64 {
    if number.value.is_nan() {
        return nan(scalar);
    }
    if scalar == ScalarType::F8E8M0FNU {
        return encode_power(number, rounding);
    }
    let Some(format) = format(scalar) else { return 0 };
    let bits = encode_in(format, number, rounding);
    let lost: u64 = match rounding {
        Rounding::Approx => 3,
        Rounding::Full => 1,
        _ => 0,
    };
    let infinity = ((1u64 << format.exponent_bits) - 1) << format.mantissa_bits;
    let is_infinite = bits & infinity == infinity && format.special == Special::Ieee;
    (if is_infinite { bits } else { bits & !lost }) << format.unused
}

fn encode_in(format: Format, number: Exact, rounding: Rounding) -> u64 {
    let mantissa_bits = format.mantissa_bits;
    let is_negative = number.value.is_sign_negative();
    let sign = u64::from(is_negative) << (format.exponent_bits + mantissa_bits);
    let top = (1u64 << format.exponent_bits) - 1;
    let (largest, infinity) = match format.special {
        Special::Ieee => ((top << mantissa_bits) - 1, top << mantissa_bits),
        Special::OneNan => {
            let largest = (top << mantissa_bits) + (1 << mantissa_bits) - 2;
            (largest, largest + 1)
        }
        Special::Finite => {
            let largest = (top << mantissa_bits) + (1 << mantissa_bits) - 1;
            (largest, largest)
        }
    };
    if number.value.is_infinite() {
        return sign | if format.saturates { largest } else { infinity };
    }
    if number.value == 0.0 {
        return sign;
    }
    // The magnitude in quarters of the last place of the f64, the rest as one of them.
    let bits = number.value.abs().to_bits();
    let (mantissa, scale) = match bits >> 52 {
        0 => (bits, -1074),
        exponent => (bits & ((1 << 52) - 1) | 1 << 52, exponent as i32 - 1075),
    };
    let rest = i64::from(if is_negative { -number.rest } else { number.rest });
    let quarters = (mantissa as i64 * 4 + rest) as u64;
    let scale = scale - 2;
    let leading = 63 - quarters.leading_zeros() as i32 + scale;
    let least = 2 - (1 << (format.exponent_bits - 1));
    let place = (leading - mantissa_bits as i32).max(least - mantissa_bits as i32);
    let shift = place - scale;
    let (mut count, left, half) = match shift {
        ..=0 => (quarters << -shift, 0, 1),
        1..=62 => (quarters >> shift, quarters & ((1 << shift) - 1), 1 << (shift - 1)),
        // All of it is less than half a place.
        _ => (0, 1, 2),
    };
    let goes_up = match rounding {
        Rounding::Nearest | Rounding::Approx | Rounding::Full => {
            left > half || left == half && count & 1 == 1
        }
        Rounding::Away => left >= half && left > 0,
        Rounding::Zero => false,
        Rounding::Down => is_negative && left > 0,
        Rounding::Up => !is_negative && left > 0,
    };
    count += u64::from(goes_up);
    let hidden = 1u64 << mantissa_bits;
    let magnitude = if count < hidden {
        count
    } else {
        let exponent = (place - (least - mantissa_bits as i32) + 1) as u64;
        (exponent << mantissa_bits) + (count - hidden)
    };
    if magnitude <= largest {
        return sign | magnitude;
    }
    let stays = match rounding {
        Rounding::Zero => true,
        Rounding::Down => !is_negative,
        Rounding::Up => is_negative,
        _ => false,
    };
    sign | if stays || format.saturates { largest } else { infinity }
}

/// A power of two of eight bits, without sign.
fn encode_power(number: Exact, rounding: Rounding) -> u64 {
    if number.value <= 0.0 {
        return 0;
    }
    let exponent = number.value.log2();
    let exponent = match rounding {
        Rounding::Up => exponent.ceil(),
        Rounding::Zero | Rounding::Down => exponent.floor(),
        _ => exponent.round_ties_even(),
    };
    (exponent + 127.0).clamp(0.0, 254.0) as u64
}

/// Whether bits are those of a number smaller than the smallest normal one.
pub fn is_subnormal(scalar: ScalarType, bits: u64) -> bool {
    let Some(format) = format(scalar) else { return false };
    let bits = bits >> format.unused;
    bits >> format.mantissa_bits & ((1 << format.exponent_bits) - 1) == 0
        && bits & ((1 << format.mantissa_bits) - 1) != 0
}

/// The bit that is the sign.
pub fn sign_bit(scalar: ScalarType) -> u64 {
    match format(scalar) {
        Some(format) => 1 << (format.exponent_bits + format.mantissa_bits + format.unused),
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_formats_of_rust_agree_bit_for_bit(a in any::<u32>(), b in any::<u64>()) {
            let single = f32::from_bits(a);
            if !single.is_nan() {
                prop_assert_eq!(decode(ScalarType::F32, a.into()), f64::from(single));
                let again = encode(ScalarType::F32, f64::from(single).into(), Rounding::Nearest);
                prop_assert_eq!(again, u64::from(a));
            }
            let double = f64::from_bits(b);
            if !double.is_nan() {
                prop_assert_eq!(decode(ScalarType::F64, b), double);
                prop_assert_eq!(encode(ScalarType::F64, double.into(), Rounding::Nearest), b);
                let narrow = encode(ScalarType::F32, double.into(), Rounding::Nearest);
                prop_assert_eq!(narrow, u64::from((double as f32).to_bits()));
            }
        }

        #[test]
        fn single_precision_arithmetic_is_rounded_once(a in any::<u32>(), b in any::<u32>(), c in any::<u32>()) {
            let (x, y, z) = (f32::from_bits(a), f32::from_bits(b), f32::from_bits(c));
            let (a, b, c) = (f64::from(x), f64::from(y), f64::from(z));
            let cases = [
                (Exact::sum(a, b), x + y),
                (Exact::product(a, b), x * y),
                (Exact::quotient(a, b), x / y),
                (Exact::root(a), x.sqrt()),
                (Exact::sum(a * b, c), x.mul_add(y, z)),
            ];
            for (exact, wanted) in cases {
                if !wanted.is_nan() {
                    let bits = encode(ScalarType::F32, exact, Rounding::Nearest);
                    prop_assert_eq!(bits, u64::from(wanted.to_bits()));
                }
            }
        }

        #[test]
        fn directed_roundings_enclose_the_exact_result(a in any::<u32>(), b in any::<u32>()) {
            let (a, b) = (f64::from(f32::from_bits(a)), f64::from(f32::from_bits(b)));
            prop_assume!(a.is_finite() && b.is_finite());
            // A product of two singles is exact in double precision.
            let exact = Exact::product(a, b);
            let round = |mode| decode(ScalarType::F32, encode(ScalarType::F32, exact, mode));
            prop_assert!(round(Rounding::Down) <= a * b && a * b <= round(Rounding::Up));
            prop_assert!(round(Rounding::Zero).abs() <= (a * b).abs());
            let nearest = round(Rounding::Nearest);
            prop_assert!(nearest == round(Rounding::Down) || nearest == round(Rounding::Up));
        }
    }

    #[test]
    fn every_small_number_survives() {
        let types = [
            ScalarType::F16,
            ScalarType::BF16,
            ScalarType::F8E5M2,
            ScalarType::F8E4M3FN,
            ScalarType::F4E2M1FN,
        ];
        for scalar in types {
            let width = if scalar == ScalarType::F4E2M1FN { 4 } else { 8 * scalar.byte_width() };
            for bits in 0..1u64 << width {
                let number = decode(scalar, bits);
                if number.is_finite() {
                    let again = encode(scalar, number.into(), Rounding::Nearest);
                    assert_eq!(again, bits, "{scalar:?} {number}");
                }
            }
        }
    }

    #[test]
    fn ties_and_limits() {
        let f16 = |number: f64, mode| encode(ScalarType::F16, number.into(), mode);
        assert_eq!(f16(65520.0, Rounding::Nearest), 0x7C00);
        assert_eq!(f16(65520.0, Rounding::Zero), 0x7BFF);
        assert_eq!(f16(65519.0, Rounding::Nearest), 0x7BFF);
        assert_eq!(f16(1.0 + 2f64.powi(-11), Rounding::Nearest), 0x3C00);
        assert_eq!(f16(1.0 + 2f64.powi(-11), Rounding::Away), 0x3C01);
        assert_eq!(encode(ScalarType::F8E4M3FN, 1e9.into(), Rounding::Nearest), 0x7E);
    }
}
