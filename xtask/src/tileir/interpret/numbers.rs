//! Numbers as the bits that memory holds, for every element type.
//!
//! Float arithmetic of types narrower than f64 is done in f64 and rounded once: for sums, products,
//! quotients and square roots of f32 and narrower types that is the correctly rounded result, since
//! f64 has more than twice their precision and two bits.

use cutile_ir::ir::ScalarType;

/// Layout of a float type.
struct Format {
    exponent_bits: u32,
    mantissa_bits: u32,
    /// Whether the largest exponent holds infinities and NaNs; without, the largest pattern is the
    /// only NaN (f8E4M3FN) or there is none (f4E2M1FN).
    has_infinity: bool,
}

fn format(scalar: ScalarType) -> Option<Format> {
    let (exponent_bits, mantissa_bits, has_infinity) = match scalar {
        ScalarType::F64 => (11, 52, true),
        ScalarType::F32 => (8, 23, true),
        // Held in memory as an f32 whose low 13 bits are nothing.
        ScalarType::TF32 => (8, 10, true),
        ScalarType::BF16 => (8, 7, true),
        ScalarType::F16 => (5, 10, true),
        ScalarType::F8E5M2 => (5, 2, true),
        ScalarType::F8E4M3FN => (4, 3, false),
        ScalarType::F4E2M1FN => (2, 1, false),
        _ => return None,
    };
    Some(Format { exponent_bits, mantissa_bits, has_infinity })
}

/// Bits of an integer type.
pub fn width(scalar: ScalarType) -> u32 {
    match scalar {
        ScalarType::I1 => 1,
        ScalarType::I4 | ScalarType::F4E2M1FN => 4,
        other => 8 * other.byte_width() as u32,
    }
}

/// The integer that bits mean, two's complement.
pub fn signed(scalar: ScalarType, bits: u64) -> i128 {
    let unused = 64 - width(scalar);
    i128::from((bits << unused) as i64 >> unused)
}

/// The integer that bits mean, without a sign.
pub fn unsigned(scalar: ScalarType, bits: u64) -> i128 {
    let unused = 64 - width(scalar);
    i128::from(bits << unused >> unused)
}

/// Integer bits, what does not fit dropped.
pub fn wrap(scalar: ScalarType, value: i128) -> u64 {
    let unused = 64 - width(scalar);
    (value as u64) << unused >> unused
}

/// The number that the bits of a float type mean; `None` for types that are not interpreted.
pub fn decode(scalar: ScalarType, bits: u64) -> Option<f64> {
    match scalar {
        ScalarType::F64 => return Some(f64::from_bits(bits)),
        ScalarType::F32 | ScalarType::TF32 => return Some(f64::from(f32::from_bits(bits as u32))),
        _ => {}
    }
    let format = format(scalar)?;
    let sign =
        if bits >> (format.exponent_bits + format.mantissa_bits) & 1 == 1 { -1.0 } else { 1.0 };
    let largest = (1u64 << format.exponent_bits) - 1;
    let exponent = bits >> format.mantissa_bits & largest;
    let mantissa = bits & ((1 << format.mantissa_bits) - 1);
    if exponent == largest {
        if format.has_infinity {
            return Some(if mantissa == 0 { sign * f64::INFINITY } else { f64::NAN });
        }
        if scalar == ScalarType::F8E4M3FN && mantissa == 7 {
            return Some(f64::NAN);
        }
    }
    let bias = (1i32 << (format.exponent_bits - 1)) - 1;
    let fraction = mantissa as f64 / (1u64 << format.mantissa_bits) as f64;
    Some(if exponent == 0 {
        sign * fraction * 2f64.powi(1 - bias)
    } else {
        sign * (1.0 + fraction) * 2f64.powi(exponent as i32 - bias)
    })
}

/// The bits of the number of a float type nearest to a value, ties to even.
///
/// What is too large becomes infinity, or the largest number of a type that has none.
pub fn encode(scalar: ScalarType, value: f64) -> Option<u64> {
    match scalar {
        ScalarType::F64 => return Some(value.to_bits()),
        ScalarType::F32 => return Some(u64::from((value as f32).to_bits())),
        ScalarType::TF32 => {
            // Ten bits of mantissa in the place of an f32's.
            let rounded = rounded(value, &format(scalar)?);
            return Some(u64::from((rounded as f32).to_bits()));
        }
        _ => {}
    }
    let format = format(scalar)?;
    let sign_bit =
        u64::from(value.is_sign_negative()) << (format.exponent_bits + format.mantissa_bits);
    let top = ((1u64 << format.exponent_bits) - 1) << format.mantissa_bits;
    if value.is_nan() {
        let quiet = if format.has_infinity {
            1 << (format.mantissa_bits - 1)
        } else {
            (1 << format.mantissa_bits) - 1
        };
        return Some(sign_bit | top | quiet);
    }
    let largest = match scalar {
        ScalarType::F8E4M3FN => 448.0,
        ScalarType::F4E2M1FN => 6.0,
        _ => f64::INFINITY,
    };
    let rounded = rounded(value.abs(), &format);
    if rounded.is_infinite() && format.has_infinity {
        return Some(sign_bit | top);
    }
    let number = rounded.min(largest);
    if number == 0.0 {
        return Some(sign_bit);
    }
    let bias = (1i32 << (format.exponent_bits - 1)) - 1;
    let exponent = (number.to_bits() >> 52) as i32 - 1023;
    let field = exponent + bias;
    let scale = f64::from(format.mantissa_bits);
    Some(if field <= 0 {
        let steps = number / 2f64.powf(f64::from(1 - bias) - scale);
        sign_bit | steps as u64
    } else {
        let steps = (number / 2f64.powi(exponent) - 1.0) * 2f64.powf(scale);
        sign_bit | (field as u64) << format.mantissa_bits | steps as u64
    })
}

/// A value rounded to the precision and range of a format, ties to even.
fn rounded(value: f64, format: &Format) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let bias = (1i32 << (format.exponent_bits - 1)) - 1;
    let exponent = ((value.to_bits() >> 52 & 0x7ff) as i32 - 1023).max(1 - bias);
    let step = 2f64.powi(exponent - format.mantissa_bits as i32);
    let number = (value / step).round_ties_even() * step;
    let top = if format.has_infinity { bias } else { bias + 1 };
    if number.abs() >= 2f64.powi(top + 1) { f64::INFINITY.copysign(value) } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_of_the_small_types_comes_back() {
        for scalar in [
            ScalarType::F16,
            ScalarType::BF16,
            ScalarType::F8E5M2,
            ScalarType::F8E4M3FN,
            ScalarType::F4E2M1FN,
        ] {
            for bits in 0..1u64 << width(scalar) {
                let value = decode(scalar, bits).expect("a float type");
                let back = encode(scalar, value).expect("a float type");
                if value.is_nan() {
                    assert!(decode(scalar, back).unwrap().is_nan(), "{scalar:?} {bits:x}");
                } else {
                    assert_eq!(back, bits, "{scalar:?} {value}");
                }
            }
        }
    }

    #[test]
    fn ties_go_to_even_and_the_large_to_infinity() {
        let bits = |scalar, value| encode(scalar, value).unwrap();
        // Halfway between 2048 and 2050, between 2050 and 2052.
        assert_eq!(decode(ScalarType::F16, bits(ScalarType::F16, 2049.0)), Some(2048.0));
        assert_eq!(decode(ScalarType::F16, bits(ScalarType::F16, 2051.0)), Some(2052.0));
        assert_eq!(decode(ScalarType::F16, bits(ScalarType::F16, 65519.0)), Some(65504.0));
        assert_eq!(decode(ScalarType::F16, bits(ScalarType::F16, 65520.0)), Some(f64::INFINITY));
        assert_eq!(bits(ScalarType::F16, 2f64.powi(-25)), 0);
        assert_eq!(bits(ScalarType::F16, 1.5 * 2f64.powi(-25)), 1);
        assert_eq!(decode(ScalarType::F8E4M3FN, bits(ScalarType::F8E4M3FN, 1e9)), Some(448.0));
        assert_eq!(
            decode(ScalarType::TF32, bits(ScalarType::TF32, 1.0 + 2f64.powi(-11))),
            Some(1.0)
        );
        assert_eq!(bits(ScalarType::BF16, -0.0), 0x8000);
    }

    #[test]
    fn integers_wrap_and_keep_their_sign() {
        assert_eq!(wrap(ScalarType::I8, 200), 200);
        assert_eq!(signed(ScalarType::I8, 200), -56);
        assert_eq!(unsigned(ScalarType::I8, 0xFFFF_FFC8), 200);
        assert_eq!(wrap(ScalarType::I32, i128::from(i32::MIN) - 1), i32::MAX as u64);
        assert_eq!(signed(ScalarType::I64, u64::MAX), -1);
        assert_eq!(signed(ScalarType::I1, 1), -1);
    }
}
