//! The global section.

use super::Tables;
use super::cursor::Cursor;
use super::error::{ErrorKind, ReadError};
use super::sink::Sink;
use super::types::TypeIndex;
use crate::tileir::ops::Version;

/// A variable of the module in global memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Global {
    /// String: its symbol.
    pub name: usize,
    /// The tile type of its initial value.
    pub ty: TypeIndex,
    /// Constant: its initial value.
    pub value: usize,
    /// Alignment, bytes; 0 for the default.
    pub alignment: u64,
    /// Not visible outside (13.3).
    pub is_private: bool,
    /// Never written (13.3).
    pub is_constant: bool,
}

/// Reads the section.
pub fn read(mut cursor: Cursor<'_>, tables: &Tables<'_>) -> Result<Vec<Global>, ReadError> {
    let count = cursor.count(4)?;
    let mut globals = Vec::new();
    for _ in 0..count {
        let name = tables.string(&mut cursor)?;
        let ty = tables.ty(&mut cursor)?;
        let value = cursor.index("constant", tables.constants)?;
        let alignment = cursor.varint()?;
        let (is_private, is_constant) = if tables.version >= Version::V13_3 {
            let is_private = cursor.bool("symbol_visibility")?;
            let at = cursor.offset();
            let what = "the constant flag of a global";
            let is_constant = match cursor.varint()? {
                0 => false,
                1 => true,
                value => return Err(cursor.error_at(at, ErrorKind::Value { what, value })),
            };
            (is_private, is_constant)
        } else {
            (false, false)
        };
        globals.push(Global { name, ty, value, alignment, is_private, is_constant });
    }
    cursor.end()?;
    Ok(globals)
}

/// Writes the section.
pub fn write(sink: &mut Sink, globals: &[Global], version: Version) {
    sink.size(globals.len());
    for global in globals {
        sink.size(global.name);
        sink.size(global.ty);
        sink.size(global.value);
        sink.varint(global.alignment);
        if version >= Version::V13_3 {
            sink.byte(u8::from(global.is_private));
            sink.varint(u64::from(global.is_constant));
        }
    }
}
