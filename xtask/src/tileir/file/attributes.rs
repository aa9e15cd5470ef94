//! Attributes that carry their tag: elements of arrays and dictionaries, assumptions.

use cutile_ir::ir::ScalarType;

use super::Tables;
use super::cursor::Cursor;
use super::error::{ErrorKind, ReadError};
use super::limits;
use super::sink::Sink;
use super::types::{Type, TypeIndex};

/// An attribute with its tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tagged {
    /// An integer; only the bits of its type are written.
    Integer {
        /// Its type.
        ty: TypeIndex,
        /// Its bits.
        bits: u64,
    },
    /// A number in floating point.
    Float {
        /// Its type.
        ty: TypeIndex,
        /// What the file holds: the bits themselves for types of up to 8 bits, else the number
        /// whose sign is in the lowest bit; [`float_bits`] gives the bits.
        written: u128,
    },
    /// True or false.
    Bool(bool),
    /// A type.
    Type(TypeIndex),
    /// A string.
    String(usize),
    /// A list.
    Array(Vec<Tagged>),
    /// Elements in the constant table.
    DenseElements {
        /// The tile's type.
        ty: TypeIndex,
        /// Index into the constant table.
        constant: usize,
    },
    /// What is assumed: a multiple of a number.
    DivBy {
        /// The number.
        divisor: u64,
        /// Every so many elements.
        every: Option<i64>,
        /// Along this axis.
        along: Option<i64>,
    },
    /// What is assumed: elements that are equal.
    SameElements(Vec<i64>),
    /// A dictionary: string, attribute.
    Dictionary(Vec<(usize, Tagged)>),
    /// Hints by target: string, dictionary.
    Hints(Vec<(usize, Tagged)>),
    /// What is assumed: bounds, both included.
    Bounded {
        /// Lower bound.
        lower: Option<i64>,
        /// Upper bound.
        upper: Option<i64>,
    },
    /// Constant argument of a preview call: an index.
    PreviewInt(i64),
    /// Constant argument of a preview call: a type.
    PreviewType(TypeIndex),
    /// Constant argument of a preview call: a string.
    PreviewString(usize),
}

const INTEGER: u64 = 1;
const FLOAT: u64 = 2;
const BOOL: u64 = 3;
const TYPE: u64 = 4;
const STRING: u64 = 5;
const ARRAY: u64 = 6;
const DENSE_ELEMENTS: u64 = 7;
const DIV_BY: u64 = 8;
const SAME_ELEMENTS: u64 = 9;
const DICTIONARY: u64 = 10;
const HINTS: u64 = 11;
const BOUNDED: u64 = 12;
const PREVIEW_INT: u64 = 0xD1;
const PREVIEW_TYPE: u64 = 0xDB;
const PREVIEW_STRING: u64 = 0xE4;

type Result<T> = std::result::Result<T, ReadError>;

/// Width of a floating-point type, bits; none for other types.
pub fn float_width(ty: ScalarType) -> Option<u32> {
    Some(match ty {
        ScalarType::F4E2M1FN => 4,
        ScalarType::F8E4M3FN
        | ScalarType::F8E5M2
        | ScalarType::F8E8M0FNU
        | ScalarType::F8E5M3FNU => 8,
        ScalarType::F16 | ScalarType::BF16 => 16,
        ScalarType::TF32 => 19,
        ScalarType::F32 => 32,
        ScalarType::F64 => 64,
        ScalarType::I1
        | ScalarType::I4
        | ScalarType::I8
        | ScalarType::I16
        | ScalarType::I32
        | ScalarType::I64 => return None,
    })
}

/// The bits of a floating-point attribute from what the file holds.
///
/// cuTile Python writes an `f64` whose sign bit is set as a 65-bit number, cutile-ir as a 64-bit
/// one with the sign in the lowest bit; both are understood.
pub fn float_bits(ty: ScalarType, written: u128) -> u64 {
    if float_width(ty).is_some_and(|width| width <= 8) {
        return written as u64;
    }
    let magnitude = (written >> 1) as u64;
    if written & 1 == 1 { !magnitude } else { magnitude }
}

/// Reads one attribute with its tag.
pub fn read(cursor: &mut Cursor<'_>, tables: &Tables<'_>, depth: usize) -> Result<Tagged> {
    let at = cursor.offset();
    if depth > limits::DEPTH {
        return Err(cursor.error_at(at, ErrorKind::Depth(limits::DEPTH)));
    }
    let tag = cursor.varint()?;
    Ok(match tag {
        INTEGER => Tagged::Integer { ty: tables.ty(cursor)?, bits: cursor.varint()? },
        FLOAT => {
            let at = cursor.offset();
            let ty = tables.ty(cursor)?;
            let width = match tables.types[ty] {
                Type::Scalar(scalar) => float_width(scalar),
                _ => None,
            };
            let what = "type of a floating-point attribute";
            let written = match width {
                None => {
                    return Err(cursor.error_at(at, ErrorKind::Value { what, value: ty as u64 }));
                }
                Some(..=8) => u128::from(cursor.byte()?),
                Some(_) => cursor.wide_varint()?,
            };
            Tagged::Float { ty, written }
        }
        BOOL => Tagged::Bool(cursor.bool("a truth value")?),
        TYPE => Tagged::Type(tables.ty(cursor)?),
        STRING => Tagged::String(tables.string(cursor)?),
        ARRAY => Tagged::Array(read_array(cursor, tables, depth + 1)?),
        DENSE_ELEMENTS => Tagged::DenseElements {
            ty: tables.ty(cursor)?,
            constant: cursor.index("constant", tables.constants)?,
        },
        DIV_BY => {
            let divisor = cursor.varint()?;
            let (every, along) = read_pair(cursor)?;
            Tagged::DivBy { divisor, every, along }
        }
        SAME_ELEMENTS => {
            let count = cursor.count(8)?;
            let values = (0..count).map(|_| Ok(cursor.u64()? as i64));
            Tagged::SameElements(values.collect::<Result<_>>()?)
        }
        DICTIONARY => Tagged::Dictionary(read_dictionary(cursor, tables, depth + 1)?),
        HINTS => Tagged::Hints(read_dictionary(cursor, tables, depth + 1)?),
        BOUNDED => {
            let (lower, upper) = read_pair(cursor)?;
            Tagged::Bounded { lower, upper }
        }
        PREVIEW_INT => Tagged::PreviewInt(cursor.signed_varint()?),
        PREVIEW_TYPE => Tagged::PreviewType(tables.ty(cursor)?),
        PREVIEW_STRING => Tagged::PreviewString(tables.string(cursor)?),
        value => {
            return Err(cursor.error_at(at, ErrorKind::Unknown { what: "attribute tag", value }));
        }
    })
}

/// Reads a counted list of attributes.
pub fn read_array(
    cursor: &mut Cursor<'_>,
    tables: &Tables<'_>,
    depth: usize,
) -> Result<Vec<Tagged>> {
    let count = cursor.count(1)?;
    (0..count).map(|_| read(cursor, tables, depth)).collect()
}

/// Reads a counted list of string and attribute.
pub fn read_dictionary(
    cursor: &mut Cursor<'_>,
    tables: &Tables<'_>,
    depth: usize,
) -> Result<Vec<(usize, Tagged)>> {
    let count = cursor.count(2)?;
    (0..count).map(|_| Ok((tables.string(cursor)?, read(cursor, tables, depth)?))).collect()
}

/// Two numbers, each there where its bit of the byte before is set.
fn read_pair(cursor: &mut Cursor<'_>) -> Result<(Option<i64>, Option<i64>)> {
    let at = cursor.offset();
    let flags = cursor.byte()?;
    if flags > 3 {
        let (what, value) = ("assumption flags", u64::from(flags));
        return Err(cursor.error_at(at, ErrorKind::Unknown { what, value }));
    }
    let mut number = |bit: u8| match flags & bit {
        0 => Ok(None),
        _ => cursor.signed_varint().map(Some),
    };
    Ok((number(1)?, number(2)?))
}

/// Writes one attribute with its tag.
pub fn write(sink: &mut Sink, attribute: &Tagged, types: &[Type]) {
    match attribute {
        Tagged::Integer { ty, bits } => {
            sink.varint(INTEGER);
            sink.size(*ty);
            sink.varint(*bits);
        }
        Tagged::Float { ty, written } => {
            sink.varint(FLOAT);
            sink.size(*ty);
            let is_small = matches!(types[*ty], Type::Scalar(scalar)
                if float_width(scalar).is_some_and(|width| width <= 8));
            if is_small { sink.byte(*written as u8) } else { sink.wide_varint(*written) }
        }
        Tagged::Bool(value) => {
            sink.varint(BOOL);
            sink.byte(u8::from(*value));
        }
        Tagged::Type(ty) => {
            sink.varint(TYPE);
            sink.size(*ty);
        }
        Tagged::String(string) => {
            sink.varint(STRING);
            sink.size(*string);
        }
        Tagged::Array(items) => {
            sink.varint(ARRAY);
            write_array(sink, items, types);
        }
        Tagged::DenseElements { ty, constant } => {
            sink.varint(DENSE_ELEMENTS);
            sink.size(*ty);
            sink.size(*constant);
        }
        Tagged::DivBy { divisor, every, along } => {
            sink.varint(DIV_BY);
            sink.varint(*divisor);
            write_pair(sink, *every, *along);
        }
        Tagged::SameElements(values) => {
            sink.varint(SAME_ELEMENTS);
            sink.size(values.len());
            values.iter().for_each(|value| sink.raw(&value.to_le_bytes()));
        }
        Tagged::Dictionary(items) => {
            sink.varint(DICTIONARY);
            write_dictionary(sink, items, types);
        }
        Tagged::Hints(items) => {
            sink.varint(HINTS);
            write_dictionary(sink, items, types);
        }
        Tagged::Bounded { lower, upper } => {
            sink.varint(BOUNDED);
            write_pair(sink, *lower, *upper);
        }
        Tagged::PreviewInt(value) => {
            sink.varint(PREVIEW_INT);
            sink.signed_varint(*value);
        }
        Tagged::PreviewType(ty) => {
            sink.varint(PREVIEW_TYPE);
            sink.size(*ty);
        }
        Tagged::PreviewString(string) => {
            sink.varint(PREVIEW_STRING);
            sink.size(*string);
        }
    }
}

/// Writes a counted list of attributes.
pub fn write_array(sink: &mut Sink, items: &[Tagged], types: &[Type]) {
    sink.size(items.len());
    items.iter().for_each(|item| write(sink, item, types));
}

/// Writes a counted list of string and attribute.
pub fn write_dictionary(sink: &mut Sink, items: &[(usize, Tagged)], types: &[Type]) {
    sink.size(items.len());
    for (key, value) in items {
        sink.size(*key);
        write(sink, value, types);
    }
}

fn write_pair(sink: &mut Sink, first: Option<i64>, second: Option<i64>) {
    sink.byte(u8::from(first.is_some()) | u8::from(second.is_some()) << 1);
    [first, second].into_iter().flatten().for_each(|value| sink.signed_varint(value));
}
