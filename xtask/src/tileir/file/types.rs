//! The type section: each entry refers to others by index.

use cutile_ir::ir::ScalarType;

use super::cursor::Cursor;
use super::error::{ErrorKind, ReadError, Section};
use super::sink::Sink;
use super::table;
use crate::tileir::ops::Version;

/// An index into the type table.
pub type TypeIndex = usize;

/// An entry of the type table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// A number.
    Scalar(ScalarType),
    /// A memory token.
    Token,
    /// A pointer into global memory.
    Pointer {
        /// What it points to.
        pointee: TypeIndex,
        /// How the memory is reached (13.4): 0 none, 1 unicast, 2 multicast.
        attribute: Option<u8>,
    },
    /// A tile.
    Tile {
        /// A number or a pointer.
        element: TypeIndex,
        /// Sizes, elements.
        shape: Vec<i64>,
    },
    /// A tensor in memory; `i64::MIN` stands for a size or stride that is known at run time only.
    TensorView {
        /// A number.
        element: TypeIndex,
        /// Sizes, elements.
        shape: Vec<i64>,
        /// Strides, elements.
        strides: Vec<i64>,
        /// As for pointers.
        attribute: Option<u8>,
    },
    /// A tensor cut into tiles.
    PartitionView {
        /// Sizes of a tile, elements.
        tile: Vec<i32>,
        /// The tensor.
        view: TypeIndex,
        /// Which axis of the tensor each axis of a tile runs along.
        dim_map: Vec<i32>,
        /// What is read outside: 0 zero, 1 −0, 2 NaN, 3 +∞, 4 −∞.
        padding: Option<u8>,
    },
    /// A tensor of which one axis is indexed by a tile (13.3).
    GatherScatterView {
        /// Sizes of a tile, elements.
        tile: Vec<i32>,
        /// The tensor.
        view: TypeIndex,
        /// The axis.
        sparse_dim: u64,
        /// As for partitions.
        padding: Option<u8>,
    },
    /// A tensor cut into tiles that may overlap (13.3).
    StridedView {
        /// Sizes of a tile, elements.
        tile: Vec<i32>,
        /// From one tile to the next, elements.
        traversal: Vec<i32>,
        /// The tensor.
        view: TypeIndex,
        /// As for partitions.
        dim_map: Vec<i32>,
        /// As for partitions.
        padding: Option<u8>,
    },
    /// A function's signature.
    Function {
        /// Parameters.
        inputs: Vec<TypeIndex>,
        /// Results.
        results: Vec<TypeIndex>,
    },
}

/// Tag and first version of each scalar type.
const SCALARS: &[(u64, ScalarType, Version)] = &[
    (0, ScalarType::I1, Version::V13_1),
    (1, ScalarType::I8, Version::V13_1),
    (2, ScalarType::I16, Version::V13_1),
    (3, ScalarType::I32, Version::V13_1),
    (4, ScalarType::I64, Version::V13_1),
    (5, ScalarType::F16, Version::V13_1),
    (6, ScalarType::BF16, Version::V13_1),
    (7, ScalarType::F32, Version::V13_1),
    (8, ScalarType::TF32, Version::V13_1),
    (9, ScalarType::F64, Version::V13_1),
    (10, ScalarType::F8E4M3FN, Version::V13_1),
    (11, ScalarType::F8E5M2, Version::V13_1),
    (18, ScalarType::F8E8M0FNU, Version::V13_2),
    (19, ScalarType::F4E2M1FN, Version::V13_3),
    (22, ScalarType::I4, Version::V13_3),
    (0x82, ScalarType::F8E5M3FNU, Version::V13_4),
];

const POINTER: u64 = 12;
const TILE: u64 = 13;
const TENSOR_VIEW: u64 = 14;
const PARTITION_VIEW: u64 = 15;
const FUNCTION: u64 = 16;
const TOKEN: u64 = 17;
const GATHER_SCATTER_VIEW: u64 = 20;
const STRIDED_VIEW: u64 = 21;

type Result<T> = std::result::Result<T, ReadError>;

/// Reads the section.
pub fn read(mut cursor: Cursor<'_>, version: Version) -> Result<Vec<Type>> {
    let entries = table::read(&mut cursor, 4, Section::Type)?;
    let len = entries.len();
    entries
        .into_iter()
        .map(|mut cursor| {
            let ty = EntryReader { cursor: &mut cursor, version, len }.read()?;
            cursor.end()?;
            Ok(ty)
        })
        .collect()
}

/// Writes the section.
pub fn write(sink: &mut Sink, types: &[Type], version: Version) {
    let entries: Vec<_> = types
        .iter()
        .map(|ty| {
            let mut entry = Sink::default();
            write_entry(&mut entry, ty, version);
            entry.bytes
        })
        .collect();
    table::write(sink, 4, &entries);
}

struct EntryReader<'c, 'a> {
    cursor: &'c mut Cursor<'a>,
    version: Version,
    len: usize,
}

impl EntryReader<'_, '_> {
    fn read(&mut self) -> Result<Type> {
        let at = self.cursor.offset();
        let tag = self.cursor.varint()?;
        if let Some(&(_, scalar, since)) = SCALARS.iter().find(|(number, ..)| *number == tag) {
            self.since(at, "the element type", since)?;
            return Ok(Type::Scalar(scalar));
        }
        match tag {
            TOKEN => Ok(Type::Token),
            POINTER => {
                let has_attribute = self.flags_since(Version::V13_4)?;
                let pointee = self.index()?;
                Ok(Type::Pointer { pointee, attribute: self.pointer_attribute(has_attribute)? })
            }
            TILE => Ok(Type::Tile { element: self.index()?, shape: self.i64s()? }),
            TENSOR_VIEW => {
                let has_attribute = self.flags_since(Version::V13_4)?;
                Ok(Type::TensorView {
                    element: self.index()?,
                    shape: self.i64s()?,
                    strides: self.i64s()?,
                    attribute: self.pointer_attribute(has_attribute)?,
                })
            }
            PARTITION_VIEW => {
                let has_padding = self.flags_since(Version::V13_3)?;
                let (tile, view, dim_map) = (self.i32s()?, self.index()?, self.i32s()?);
                let has_padding = if self.version < Version::V13_3 {
                    self.cursor.bool("the padding flag")?
                } else {
                    has_padding
                };
                let padding = self.padding(has_padding)?;
                Ok(Type::PartitionView { tile, view, dim_map, padding })
            }
            GATHER_SCATTER_VIEW => {
                self.since(at, "gather_scatter_view", Version::V13_3)?;
                let has_padding = self.flags_since(Version::V13_3)?;
                Ok(Type::GatherScatterView {
                    tile: self.i32s()?,
                    view: self.index()?,
                    sparse_dim: self.cursor.varint()?,
                    padding: self.padding(has_padding)?,
                })
            }
            STRIDED_VIEW => {
                self.since(at, "strided_view", Version::V13_3)?;
                let has_padding = self.flags_since(Version::V13_3)?;
                Ok(Type::StridedView {
                    tile: self.i32s()?,
                    traversal: self.i32s()?,
                    view: self.index()?,
                    dim_map: self.i32s()?,
                    padding: self.padding(has_padding)?,
                })
            }
            FUNCTION => Ok(Type::Function { inputs: self.indices()?, results: self.indices()? }),
            value => Err(self.cursor.error_at(at, ErrorKind::Unknown { what: "type tag", value })),
        }
    }

    fn since(&self, at: u64, what: &'static str, since: Version) -> Result<()> {
        if self.version < since {
            return Err(self.cursor.error_at(at, ErrorKind::TooNew { what, since }));
        }
        Ok(())
    }

    /// The flags word of a view or pointer type, which has one bit.
    fn flags_since(&mut self, since: Version) -> Result<bool> {
        if self.version < since {
            return Ok(false);
        }
        let at = self.cursor.offset();
        match self.cursor.varint()? {
            0 => Ok(false),
            1 => Ok(true),
            value => {
                Err(self.cursor.error_at(at, ErrorKind::Unknown { what: "type flags", value }))
            }
        }
    }

    fn index(&mut self) -> Result<TypeIndex> {
        self.cursor.index("type", self.len)
    }

    fn indices(&mut self) -> Result<Vec<TypeIndex>> {
        let count = self.cursor.count(1)?;
        (0..count).map(|_| self.index()).collect()
    }

    fn i64s(&mut self) -> Result<Vec<i64>> {
        let count = self.cursor.count(8)?;
        (0..count).map(|_| Ok(self.cursor.u64()? as i64)).collect()
    }

    fn i32s(&mut self) -> Result<Vec<i32>> {
        let count = self.cursor.count(4)?;
        (0..count).map(|_| Ok(self.cursor.u32()? as i32)).collect()
    }

    fn small(&mut self, is_there: bool, what: &'static str, last: u8) -> Result<Option<u8>> {
        if !is_there {
            return Ok(None);
        }
        let at = self.cursor.offset();
        let value = self.cursor.byte()?;
        if value > last {
            let value = u64::from(value);
            return Err(self.cursor.error_at(at, ErrorKind::Unknown { what, value }));
        }
        Ok(Some(value))
    }

    fn padding(&mut self, is_there: bool) -> Result<Option<u8>> {
        self.small(is_there, "padding value", 4)
    }

    fn pointer_attribute(&mut self, is_there: bool) -> Result<Option<u8>> {
        self.small(is_there, "pointer attribute", 2)
    }
}

fn write_i64s(sink: &mut Sink, values: &[i64]) {
    sink.size(values.len());
    values.iter().for_each(|value| sink.raw(&value.to_le_bytes()));
}

fn write_i32s(sink: &mut Sink, values: &[i32]) {
    sink.size(values.len());
    values.iter().for_each(|value| sink.raw(&value.to_le_bytes()));
}

fn write_optional(sink: &mut Sink, value: Option<u8>) {
    value.into_iter().for_each(|value| sink.byte(value));
}

fn write_entry(sink: &mut Sink, ty: &Type, version: Version) {
    let flags = |sink: &mut Sink, since: Version, optional: Option<u8>| {
        if version >= since {
            sink.varint(u64::from(optional.is_some()));
        }
    };
    match ty {
        Type::Scalar(scalar) => {
            let row = SCALARS.iter().find(|(_, known, _)| known == scalar);
            sink.varint(row.expect("every scalar type has a tag").0);
        }
        Type::Token => sink.varint(TOKEN),
        Type::Pointer { pointee, attribute } => {
            sink.varint(POINTER);
            flags(sink, Version::V13_4, *attribute);
            sink.size(*pointee);
            write_optional(sink, *attribute);
        }
        Type::Tile { element, shape } => {
            sink.varint(TILE);
            sink.size(*element);
            write_i64s(sink, shape);
        }
        Type::TensorView { element, shape, strides, attribute } => {
            sink.varint(TENSOR_VIEW);
            flags(sink, Version::V13_4, *attribute);
            sink.size(*element);
            write_i64s(sink, shape);
            write_i64s(sink, strides);
            write_optional(sink, *attribute);
        }
        Type::PartitionView { tile, view, dim_map, padding } => {
            sink.varint(PARTITION_VIEW);
            flags(sink, Version::V13_3, *padding);
            write_i32s(sink, tile);
            sink.size(*view);
            write_i32s(sink, dim_map);
            if version < Version::V13_3 {
                sink.byte(u8::from(padding.is_some()));
            }
            write_optional(sink, *padding);
        }
        Type::GatherScatterView { tile, view, sparse_dim, padding } => {
            sink.varint(GATHER_SCATTER_VIEW);
            flags(sink, Version::V13_3, *padding);
            write_i32s(sink, tile);
            sink.size(*view);
            sink.varint(*sparse_dim);
            write_optional(sink, *padding);
        }
        Type::StridedView { tile, traversal, view, dim_map, padding } => {
            sink.varint(STRIDED_VIEW);
            flags(sink, Version::V13_3, *padding);
            write_i32s(sink, tile);
            write_i32s(sink, traversal);
            sink.size(*view);
            write_i32s(sink, dim_map);
            write_optional(sink, *padding);
        }
        Type::Function { inputs, results } => {
            sink.varint(FUNCTION);
            for list in [inputs, results] {
                sink.size(list.len());
                list.iter().for_each(|index| sink.size(*index));
            }
        }
    }
}
