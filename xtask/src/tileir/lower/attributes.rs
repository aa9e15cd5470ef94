//! Attributes: from indices and bits to values.

use cutile_ir::ir::{
    Attribute, Bounded, DivBy, OptimizationHints, PreviewConstArg, SameElements, ScalarType, Type,
};

use super::{Context, LowerError};
use crate::tileir::file::attributes::{Tagged, float_bits};
use crate::tileir::file::functions::Value;
use crate::tileir::ops::{Attr, AttrKind};

impl Context<'_> {
    /// An attribute of an operation; `result` is the type of its first result.
    pub fn value(
        &self,
        attr: &Attr,
        value: &Value,
        result: Option<usize>,
        offset: u64,
    ) -> Result<Attribute, LowerError> {
        Ok(match (attr.kind, value) {
            (_, Value::Int(number)) => Attribute::i32(*number as i64),
            (_, Value::Bool(flag)) => Attribute::Bool(*flag),
            (AttrKind::Type, Value::Index(index)) => Attribute::Type(self.types[*index].clone()),
            (AttrKind::Constant, Value::Index(index)) => {
                let ty = result.ok_or_else(|| {
                    LowerError::new(offset, format!("`{}` has no result to be typed by", attr.name))
                })?;
                Attribute::DenseElements(self.dense(ty, *index, offset)?)
            }
            (_, Value::Index(index)) => Attribute::String(self.string(*index)),
            (_, Value::DenseI32(values)) => Attribute::DenseI32Array(values.clone()),
            (_, Value::DenseBool(values)) => Attribute::dense_bool_array(values.iter().copied()),
            (_, Value::Array(items)) => Attribute::Array(self.array(items, offset)?),
            (_, Value::Hints(items)) => Attribute::OptimizationHints(self.hints(items, offset)?),
            (_, Value::Tagged(attribute)) => self.tagged(attribute, offset)?,
        })
    }

    /// An attribute that carries its tag.
    pub fn tagged(&self, attribute: &Tagged, offset: u64) -> Result<Attribute, LowerError> {
        Ok(match attribute {
            Tagged::Integer { ty, bits } => {
                let ty = &self.types[*ty];
                let Type::Scalar(scalar) = ty else {
                    return Err(LowerError::new(offset, "an integer attribute is not of a number"));
                };
                Attribute::Integer(signed(*scalar, *bits), ty.clone())
            }
            Tagged::Float { ty, written } => {
                let ty = &self.types[*ty];
                let Type::Scalar(scalar) = ty else {
                    return Err(LowerError::new(offset, "a float attribute is not of a number"));
                };
                let bits = float_bits(*scalar, *written);
                let value = float_value(*scalar, bits).ok_or_else(|| {
                    LowerError::new(offset, format!("{scalar:?} 0x{bits:x} has no f64 of its own"))
                })?;
                Attribute::Float(value, ty.clone())
            }
            Tagged::Bool(flag) => Attribute::Bool(*flag),
            Tagged::Type(index) => Attribute::Type(self.types[*index].clone()),
            Tagged::String(index) => Attribute::String(self.string(*index)),
            Tagged::Array(items) => Attribute::Array(self.array(items, offset)?),
            Tagged::DenseElements { ty, constant } => {
                Attribute::DenseElements(self.dense(*ty, *constant, offset)?)
            }
            Tagged::DivBy { divisor, every, along } => {
                Attribute::DivBy(DivBy { divisor: *divisor, every: *every, along: *along })
            }
            Tagged::SameElements(values) => {
                Attribute::SameElements(SameElements { values: values.clone() })
            }
            Tagged::Dictionary(items) => Attribute::Dictionary(self.dictionary(items, offset)?),
            Tagged::Hints(items) => Attribute::OptimizationHints(self.hints(items, offset)?),
            Tagged::Bounded { lower, upper } => {
                Attribute::Bounded(Bounded { lb: *lower, ub: *upper })
            }
            Tagged::PreviewInt(value) => Attribute::PreviewConstArg(PreviewConstArg::Int(*value)),
            Tagged::PreviewType(index) => {
                Attribute::PreviewConstArg(PreviewConstArg::Datatype(self.types[*index].clone()))
            }
            Tagged::PreviewString(index) => {
                Attribute::PreviewConstArg(PreviewConstArg::Str(self.string(*index)))
            }
        })
    }

    fn array(&self, items: &[Tagged], offset: u64) -> Result<Vec<Attribute>, LowerError> {
        items.iter().map(|item| self.tagged(item, offset)).collect()
    }

    fn dictionary(
        &self,
        items: &[(usize, Tagged)],
        offset: u64,
    ) -> Result<Vec<(String, Attribute)>, LowerError> {
        let entry =
            |(key, value): &(usize, Tagged)| Ok((self.string(*key), self.tagged(value, offset)?));
        items.iter().map(entry).collect()
    }

    fn hints(
        &self,
        items: &[(usize, Tagged)],
        offset: u64,
    ) -> Result<OptimizationHints, LowerError> {
        let entries = items.iter().map(|(key, value)| match value {
            Tagged::Dictionary(items) => Ok((self.string(*key), self.dictionary(items, offset)?)),
            _ => Err(LowerError::new(offset, "hints of a target are not a dictionary")),
        });
        Ok(OptimizationHints { entries: entries.collect::<Result<_, _>>()? })
    }
}

/// The number that the bits of an integer type mean: `i1` counts as unsigned, all others as signed.
fn signed(scalar: ScalarType, bits: u64) -> i64 {
    let width = match scalar {
        ScalarType::I1 => return (bits & 1) as i64,
        ScalarType::I4 => 4,
        ScalarType::I8 => 8,
        ScalarType::I16 => 16,
        ScalarType::I32 => 32,
        _ => 64,
    };
    let unused = 64 - width;
    (bits << unused) as i64 >> unused
}

/// The value of the bits of a floating-point type, if an `f64` can stand for them: every number
/// and infinity can, and the NaN that the writer of cutile-ir would write.
fn float_value(scalar: ScalarType, bits: u64) -> Option<f64> {
    let (exponent_bits, mantissa_bits) = match scalar {
        ScalarType::F64 => return Some(f64::from_bits(bits)),
        ScalarType::F32 => (8, 23),
        ScalarType::TF32 => (8, 10),
        ScalarType::BF16 => (8, 7),
        ScalarType::F16 => (5, 10),
        ScalarType::F8E5M2 => (5, 2),
        ScalarType::F8E4M3FN => (4, 3),
        ScalarType::F4E2M1FN => (2, 1),
        ScalarType::F8E8M0FNU => {
            return (bits != 0xFF).then(|| 2f64.powi(bits as i32 - 127));
        }
        _ => return None,
    };
    let sign = if bits >> (exponent_bits + mantissa_bits) & 1 == 1 { -1.0 } else { 1.0 };
    let exponent = bits >> mantissa_bits & ((1 << exponent_bits) - 1);
    let mantissa = bits & ((1 << mantissa_bits) - 1);
    let top = (1u64 << exponent_bits) - 1;
    let bias = (1i32 << (exponent_bits - 1)) - 1;
    let is_ieee = !matches!(scalar, ScalarType::F8E4M3FN | ScalarType::F4E2M1FN);
    if exponent == top && is_ieee {
        let quiet = 1 << (mantissa_bits - 1);
        return match mantissa {
            0 => Some(sign * f64::INFINITY),
            mantissa if mantissa == quiet => Some(f64::NAN.copysign(sign)),
            _ => None,
        };
    }
    if scalar == ScalarType::F8E4M3FN && exponent == top && mantissa == 7 {
        return None;
    }
    let fraction = mantissa as f64 / 2f64.powi(mantissa_bits);
    Some(if exponent == 0 {
        sign * fraction * 2f64.powi(1 - bias)
    } else {
        sign * (1.0 + fraction) * 2f64.powi(exponent as i32 - bias)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn d01_integers_are_read_with_their_sign() {
        assert_eq!(signed(ScalarType::I32, 0x8000_0000), i64::from(i32::MIN));
        assert_eq!(signed(ScalarType::I32, u64::from(u32::MAX)), -1);
        assert_eq!(signed(ScalarType::I64, u64::MAX), -1);
        assert_eq!(signed(ScalarType::I8, 0x80), -128);
        assert_eq!(signed(ScalarType::I1, 1), 1);
    }

    #[test]
    fn d01_infinities_and_numbers_are_read_bit_for_bit() {
        let infinite = [
            (ScalarType::F64, 0xFFF0_0000_0000_0000),
            (ScalarType::F32, 0xFF80_0000),
            (ScalarType::BF16, 0xFF80),
            (ScalarType::F16, 0xFC00),
            (ScalarType::F8E5M2, 0xFC),
        ];
        for (scalar, bits) in infinite {
            assert_eq!(float_value(scalar, bits), Some(f64::NEG_INFINITY), "{scalar:?}");
        }
        assert_eq!(float_value(ScalarType::F16, 0x3E00), Some(1.5));
        assert_eq!(float_value(ScalarType::F16, 0x0001), Some(2f64.powi(-24)));
        assert_eq!(float_value(ScalarType::F32, 0x8000_0000).map(f64::to_bits), Some(1 << 63));
        assert_eq!(float_value(ScalarType::F8E4M3FN, 0x7E), Some(448.0));
        // A NaN whose payload the writer would not give back is refused, not replaced.
        assert_eq!(float_value(ScalarType::F32, 0x7F80_0001), None);
    }
}
