//! The literals of a module: integers, floats and element types.

use cutile_ir::ir::{DenseElements, ScalarType, TileElementType, TileType, Type};

/// A literal of a module.
#[derive(Debug, Clone, Copy)]
pub enum Literal {
    /// A size, stride, divisor or integer constant.
    Int(i64),
    /// A float constant, widened to f64 without loss.
    Float(f64),
    /// An element type.
    Type(ScalarType),
}

impl PartialEq for Literal {
    /// Floats are equal when their bits are: zero and minus zero differ, a NaN equals itself.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int(left), Self::Int(right)) => left == right,
            (Self::Float(left), Self::Float(right)) => left.to_bits() == right.to_bits(),
            (Self::Type(left), Self::Type(right)) => left == right,
            _ => false,
        }
    }
}

impl Eq for Literal {}

impl std::hash::Hash for Literal {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        match self {
            Self::Int(number) => (0u8, number).hash(state),
            Self::Float(number) => (1u8, number.to_bits()).hash(state),
            Self::Type(scalar) => (2u8, scalar).hash(state),
        }
    }
}

/// The scalar type of a dense constant's elements.
///
/// Modules lowered from bytecode carry the constant's tile type, those that the compiler builds the
/// bare scalar.
pub fn element(dense: &DenseElements) -> Option<ScalarType> {
    match &dense.element_type {
        Type::Scalar(scalar) => Some(*scalar),
        Type::Tile(TileType { element_type: TileElementType::Scalar(scalar), .. }) => Some(*scalar),
        _ => None,
    }
}

/// The one value of a dense constant whose elements are all the same, or that stores only one.
pub fn splat(dense: &DenseElements) -> Option<Literal> {
    let scalar = element(dense)?;
    let width = scalar.byte_width();
    let first = dense.data.get(..width)?;
    if dense.data.chunks(width).any(|element| element != first) {
        return None;
    }
    let mut bytes = [0u8; 8];
    bytes[..width].copy_from_slice(first);
    let bits = u64::from_le_bytes(bytes);
    Some(if scalar.is_integer() {
        // Sign-extend from the element's width.
        let unused = 64 - 8 * width as u32;
        Literal::Int((bits << unused) as i64 >> unused)
    } else {
        Literal::Float(widen(scalar, bits)?)
    })
}

/// Widens the bits of a float to f64; none for types that no constant has been seen of.
pub fn widen(scalar: ScalarType, bits: u64) -> Option<f64> {
    Some(match scalar {
        ScalarType::F64 => f64::from_bits(bits),
        ScalarType::F32 | ScalarType::TF32 => f64::from(f32::from_bits(bits as u32)),
        ScalarType::BF16 => f64::from(f32::from_bits((bits as u32) << 16)),
        ScalarType::F16 => small_float(bits, 5, 10, Specials::Ieee),
        ScalarType::F8E5M2 => small_float(bits, 5, 2, Specials::Ieee),
        ScalarType::F8E4M3FN => small_float(bits, 4, 3, Specials::OneNan),
        _ => return None,
    })
}

/// Which bit patterns of a small float are no numbers.
#[derive(PartialEq, Eq)]
enum Specials {
    /// The largest exponent holds infinities and NaNs.
    Ieee,
    /// Only the pattern of all ones is a NaN.
    OneNan,
}

fn small_float(bits: u64, exponent_bits: u32, mantissa_bits: u32, specials: Specials) -> f64 {
    let sign = if bits >> (exponent_bits + mantissa_bits) & 1 == 1 { -1.0 } else { 1.0 };
    let largest = (1u64 << exponent_bits) - 1;
    let exponent = bits >> mantissa_bits & largest;
    let mantissa = bits & ((1 << mantissa_bits) - 1);
    let all_ones = mantissa == (1 << mantissa_bits) - 1;
    if exponent == largest && specials == Specials::Ieee {
        return if mantissa == 0 { sign * f64::INFINITY } else { f64::NAN };
    }
    if exponent == largest && all_ones {
        return f64::NAN;
    }
    let bias = (1i32 << (exponent_bits - 1)) - 1;
    let fraction = mantissa as f64 / f64::from(1u32 << mantissa_bits);
    if exponent == 0 {
        sign * fraction * 2f64.powi(1 - bias)
    } else {
        sign * (1.0 + fraction) * 2f64.powi(exponent as i32 - bias)
    }
}

/// Name of an element type as Tile IR spells it.
pub fn type_name(scalar: ScalarType) -> &'static str {
    match scalar {
        ScalarType::I1 => "i1",
        ScalarType::I4 => "i4",
        ScalarType::I8 => "i8",
        ScalarType::I16 => "i16",
        ScalarType::I32 => "i32",
        ScalarType::I64 => "i64",
        ScalarType::F16 => "f16",
        ScalarType::BF16 => "bf16",
        ScalarType::F32 => "f32",
        ScalarType::TF32 => "tf32",
        ScalarType::F64 => "f64",
        ScalarType::F8E4M3FN => "f8E4M3FN",
        ScalarType::F8E5M2 => "f8E5M2",
        ScalarType::F8E8M0FNU => "f8E8M0FNU",
        ScalarType::F4E2M1FN => "f4E2M1FN",
        ScalarType::F8E5M3FNU => "f8E5M3FNU",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dense(scalar: ScalarType, data: &[u8]) -> DenseElements {
        let tile = TileType { shape: vec![4], element_type: TileElementType::Scalar(scalar) };
        DenseElements { element_type: Type::Tile(tile), shape: vec![], data: data.to_vec() }
    }

    #[test]
    fn a_bare_scalar_type_is_read_too() {
        let bare = DenseElements {
            element_type: Type::Scalar(ScalarType::I8),
            shape: vec![],
            data: vec![7],
        };
        assert_eq!(splat(&bare), Some(Literal::Int(7)));
    }

    #[test]
    fn splats_are_read_by_type() {
        assert_eq!(splat(&dense(ScalarType::I32, &[0xff; 4])), Some(Literal::Int(-1)));
        assert_eq!(
            splat(&dense(ScalarType::I64, &[1, 0, 0, 0, 0, 0, 0, 0])),
            Some(Literal::Int(1))
        );
        assert_eq!(
            splat(&dense(ScalarType::F16, &[0x00, 0xfc])),
            Some(Literal::Float(f64::NEG_INFINITY))
        );
        assert_eq!(
            splat(&dense(ScalarType::F16, &[0x01, 0x00])),
            Some(Literal::Float(2f64.powi(-24)))
        );
        assert_eq!(splat(&dense(ScalarType::BF16, &[0x80, 0x3f])), Some(Literal::Float(1.0)));
        assert_eq!(splat(&dense(ScalarType::F8E4M3FN, &[0x7e])), Some(Literal::Float(448.0)));
        assert_eq!(splat(&dense(ScalarType::I8, &[1, 2])), None);
        assert_eq!(splat(&dense(ScalarType::I8, &[2, 2])), Some(Literal::Int(2)));
        assert_eq!(splat(&dense(ScalarType::F32, &[])), None);
    }

    #[test]
    fn d01_identities_keep_sign_and_kind() {
        assert_ne!(Literal::Float(0.0), Literal::Float(-0.0));
        assert_eq!(Literal::Float(f64::NAN), Literal::Float(f64::NAN));
        assert_eq!(
            splat(&dense(ScalarType::I32, &[0, 0, 0, 0x80])),
            Some(Literal::Int(i64::from(i32::MIN)))
        );
    }
}
