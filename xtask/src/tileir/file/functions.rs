//! The function section: signatures, hints, and operations read by the table of [`ops`].

use super::attributes::{self, Tagged};
use super::cursor::Cursor;
use super::error::{ErrorKind, ReadError};
use super::limits;
use super::sink::Sink;
use super::types::{Type, TypeIndex};
use super::{Tables, debug::Debug};
use crate::tileir::ops::{self, Arity, AttrKind, Layout, Presence, Results, Version};

/// Number of a value: parameters, block arguments and results count on through a function; those
/// of a region are free again after it.
pub type ValueIndex = usize;

/// Flag of a function: not visible outside.
pub const PRIVATE: u8 = 1;
/// Flag of a function: an entry.
pub const KERNEL: u8 = 2;
/// Flag of a function: hints follow (before 13.5).
pub const HAS_HINTS: u8 = 4;

/// A function.
#[derive(Debug, Clone, PartialEq)]
pub struct Function {
    /// String: the symbol.
    pub name: usize,
    /// Its type.
    pub signature: TypeIndex,
    /// [`PRIVATE`], [`KERNEL`], [`HAS_HINTS`].
    pub flags: u8,
    /// Number, from 1, of its list in the debug section; 0 for none.
    pub debug: usize,
    /// Hints of an entry.
    pub hints: Option<Tagged>,
    /// Attributes of the parameters (13.5).
    pub arguments: Option<Tagged>,
    /// Its operations.
    pub body: Vec<Op>,
    /// Offset in the file.
    pub offset: u64,
}

/// The functions and how many bytes of padding end the section.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Functions {
    /// In file order.
    pub list: Vec<Function>,
    /// Padding bytes at the end; cutile-ir writes some.
    pub tail: usize,
}

/// An attribute's value, written as the table's [`AttrKind`] says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A number or an enumeration's value.
    Int(u64),
    /// A truth value.
    Bool(bool),
    /// An index into strings, types or constants.
    Index(usize),
    /// Numbers of 32 bits.
    DenseI32(Vec<i32>),
    /// Truth values.
    DenseBool(Vec<bool>),
    /// Attributes that carry their tag.
    Array(Vec<Tagged>),
    /// Hints by target.
    Hints(Vec<(usize, Tagged)>),
    /// One attribute that carries its tag.
    Tagged(Tagged),
}

/// An operation.
#[derive(Debug, Clone)]
pub struct Op {
    /// Its row in the table.
    pub row: &'static ops::Op,
    /// Offset of the opcode in the file.
    pub offset: u64,
    /// Result types.
    pub results: Vec<TypeIndex>,
    /// The flags word; 0 where there is none.
    pub flags: u64,
    /// The attributes that are written, in order.
    pub attributes: Vec<(&'static ops::Attr, Value)>,
    /// The values of each operand group.
    pub operands: Vec<Vec<ValueIndex>>,
    /// Regions.
    pub regions: Vec<Region>,
}

impl PartialEq for Op {
    fn eq(&self, other: &Self) -> bool {
        let attributes = |op: &Self| -> Vec<_> {
            op.attributes.iter().map(|(attr, value)| (attr.name, value.clone())).collect()
        };
        self.row.opcode == other.row.opcode
            && self.results == other.results
            && self.flags == other.flags
            && self.operands == other.operands
            && self.regions == other.regions
            && attributes(self) == attributes(other)
    }
}

/// A region: blocks.
pub type Region = Vec<Block>;

/// A block.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// Types of its arguments.
    pub arguments: Vec<TypeIndex>,
    /// Its operations.
    pub ops: Vec<Op>,
}

type Result<T> = std::result::Result<T, ReadError>;

/// Reads the section.
pub fn read(mut cursor: Cursor<'_>, tables: &Tables<'_>, debug: &Debug) -> Result<Functions> {
    let count = cursor.count(4)?;
    let list = (0..count)
        .map(|_| read_function(&mut cursor, tables, debug))
        .collect::<Result<Vec<_>>>()?;
    let tail = cursor.left();
    if tail >= 8 {
        return Err(cursor.error(ErrorKind::LeftOver(tail as u64)));
    }
    cursor.padding(tail)?;
    Ok(Functions { list, tail })
}

fn read_function(cursor: &mut Cursor<'_>, tables: &Tables<'_>, debug: &Debug) -> Result<Function> {
    let offset = cursor.offset();
    let name = tables.string(cursor)?;
    let at = cursor.offset();
    let signature = tables.ty(cursor)?;
    let Type::Function { inputs, .. } = &tables.types[signature] else {
        let (what, value) = ("type of a function", signature as u64);
        return Err(cursor.error_at(at, ErrorKind::Value { what, value }));
    };
    let at = cursor.offset();
    let flags = cursor.byte()?;
    if flags > PRIVATE | KERNEL | HAS_HINTS {
        let (what, value) = ("function flags", u64::from(flags));
        return Err(cursor.error_at(at, ErrorKind::Unknown { what, value }));
    }
    let debug_at = cursor.offset();
    let debug_index = cursor.index("debug list", debug.functions.len() + 1)?;
    let is_new = tables.version >= Version::V13_5;
    let has_hints = if is_new { flags & KERNEL != 0 } else { flags & HAS_HINTS != 0 };
    let hints = has_hints.then(|| attributes::read(cursor, tables, 0)).transpose()?;
    let arguments = is_new.then(|| attributes::read(cursor, tables, 0)).transpose()?;
    let length = cursor.count(1)?;
    let mut body = cursor.sub(length, super::error::Section::Func)?;
    let mut reader = BodyReader { tables, next: inputs.len(), count: 0 };
    let mut ops = Vec::new();
    while body.left() > 0 {
        ops.push(reader.op(&mut body, 0)?);
    }
    if debug_index > 0 {
        let listed = debug.functions[debug_index - 1].len();
        if listed != reader.count + 1 {
            let (what, value) = ("length of a function's debug list", listed as u64);
            return Err(cursor.error_at(debug_at, ErrorKind::Value { what, value }));
        }
    }
    Ok(Function { name, signature, flags, debug: debug_index, hints, arguments, body: ops, offset })
}

struct BodyReader<'t> {
    tables: &'t Tables<'t>,
    /// The next value's number.
    next: ValueIndex,
    /// How many operations were read.
    count: usize,
}

impl BodyReader<'_> {
    fn op(&mut self, cursor: &mut Cursor<'_>, depth: usize) -> Result<Op> {
        let offset = cursor.offset();
        let value = cursor.varint()?;
        let row = ops::by_number(value).ok_or_else(|| {
            cursor.error_at(offset, ErrorKind::Unknown { what: "operation", value })
        })?;
        if row.since > self.tables.version {
            let kind = ErrorKind::TooNew { what: row.name, since: row.since };
            return Err(cursor.error_at(offset, kind));
        }
        self.count += 1;
        let results = self.results(cursor, row)?;
        let flags = self.flags(cursor, row)?;
        let attributes = self.attributes(cursor, row, flags)?;
        let operands = self.operands(cursor, row, flags)?;
        let regions = self.regions(cursor, row, depth)?;
        self.next += results.len();
        Ok(Op { row, offset, results, flags, attributes, operands, regions })
    }

    fn results(&self, cursor: &mut Cursor<'_>, row: &ops::Op) -> Result<Vec<TypeIndex>> {
        let count = match row.results {
            Results::Fixed(count) => count,
            Results::Counted => cursor.count(1)?,
        };
        (0..count).map(|_| self.tables.ty(cursor)).collect()
    }

    fn flags(&self, cursor: &mut Cursor<'_>, row: &ops::Op) -> Result<u64> {
        let version = self.tables.version;
        if row.flags.is_none_or(|since| since > version) {
            return Ok(0);
        }
        let at = cursor.offset();
        let flags = cursor.varint()?;
        if flags & !row.known_flags(version) != 0 {
            let kind = ErrorKind::Unknown { what: "operation flags", value: flags };
            return Err(cursor.error_at(at, kind));
        }
        Ok(flags)
    }

    fn attributes(
        &self,
        cursor: &mut Cursor<'_>,
        row: &'static ops::Op,
        flags: u64,
    ) -> Result<Vec<(&'static ops::Attr, Value)>> {
        row.attributes
            .iter()
            .filter(|attr| attr.since <= self.tables.version)
            .filter(|attr| match attr.presence {
                Presence::Always => true,
                Presence::Bit(bit) => flags & 1 << bit != 0,
                Presence::Unit(_) => false,
            })
            .map(|attr| Ok((attr, self.value(cursor, attr)?)))
            .collect()
    }

    fn value(&self, cursor: &mut Cursor<'_>, attr: &ops::Attr) -> Result<Value> {
        Ok(match attr.kind {
            AttrKind::Int => Value::Int(cursor.varint()?),
            AttrKind::Enum(names) => {
                let at = cursor.offset();
                let value = cursor.varint()?;
                if value >= names.len() as u64 {
                    let kind = ErrorKind::Unknown { what: attr.name, value };
                    return Err(cursor.error_at(at, kind));
                }
                Value::Int(value)
            }
            AttrKind::Bool => Value::Bool(cursor.bool(attr.name)?),
            AttrKind::Str => Value::Index(self.tables.string(cursor)?),
            AttrKind::Type => Value::Index(self.tables.ty(cursor)?),
            AttrKind::Constant => Value::Index(cursor.index("constant", self.tables.constants)?),
            AttrKind::DenseI32 => {
                let count = cursor.count(4)?;
                let values = (0..count).map(|_| Ok(cursor.u32()? as i32));
                Value::DenseI32(values.collect::<Result<_>>()?)
            }
            AttrKind::DenseBool => {
                let count = cursor.count(1)?;
                let values = (0..count).map(|_| cursor.bool(attr.name));
                Value::DenseBool(values.collect::<Result<_>>()?)
            }
            AttrKind::Array => Value::Array(attributes::read_array(cursor, self.tables, 0)?),
            AttrKind::Hints => Value::Hints(attributes::read_dictionary(cursor, self.tables, 0)?),
            AttrKind::Tagged => Value::Tagged(attributes::read(cursor, self.tables, 0)?),
        })
    }

    fn operands(
        &self,
        cursor: &mut Cursor<'_>,
        row: &ops::Op,
        flags: u64,
    ) -> Result<Vec<Vec<ValueIndex>>> {
        let at = cursor.offset();
        let mut total = match row.layout {
            Layout::Counted => Some(cursor.count(1)?),
            Layout::Groups => None,
        };
        let mut groups = Vec::with_capacity(row.operands.len());
        for operand in row.operands {
            let count = match (operand.arity, &mut total) {
                (Arity::One, None) => 1,
                (Arity::Optional(bit), _) => usize::from(flags & 1 << bit != 0),
                (Arity::Many, None) => cursor.count(1)?,
                (Arity::One, Some(total)) => {
                    let kind = ErrorKind::Value { what: "number of operands", value: 0 };
                    *total = total.checked_sub(1).ok_or_else(|| cursor.error_at(at, kind))?;
                    1
                }
                (Arity::Many, Some(total)) => std::mem::take(total),
            };
            let values = (0..count).map(|_| cursor.index("value", self.next));
            groups.push(values.collect::<Result<Vec<_>>>()?);
        }
        Ok(groups)
    }

    fn regions(
        &mut self,
        cursor: &mut Cursor<'_>,
        row: &ops::Op,
        depth: usize,
    ) -> Result<Vec<Region>> {
        if row.regions == 0 {
            return Ok(Vec::new());
        }
        let at = cursor.offset();
        if depth >= limits::DEPTH {
            return Err(cursor.error_at(at, ErrorKind::Depth(limits::DEPTH)));
        }
        let count = cursor.varint()?;
        if count != row.regions as u64 {
            let kind = ErrorKind::Value { what: "number of regions", value: count };
            return Err(cursor.error_at(at, kind));
        }
        (0..count).map(|_| self.region(cursor, depth + 1)).collect()
    }

    fn region(&mut self, cursor: &mut Cursor<'_>, depth: usize) -> Result<Region> {
        let blocks = cursor.count(2)?;
        (0..blocks).map(|_| self.block(cursor, depth)).collect()
    }

    fn block(&mut self, cursor: &mut Cursor<'_>, depth: usize) -> Result<Block> {
        let outer = self.next;
        let count = cursor.count(1)?;
        let arguments = (0..count).map(|_| self.tables.ty(cursor)).collect::<Result<Vec<_>>>()?;
        self.next += arguments.len();
        let count = cursor.count(1)?;
        let mut ops = Vec::new();
        for _ in 0..count {
            ops.push(self.op(cursor, depth)?);
        }
        self.next = outer;
        Ok(Block { arguments, ops })
    }
}

/// Writes the section.
pub fn write(sink: &mut Sink, functions: &Functions, types: &[Type], version: Version) {
    sink.size(functions.list.len());
    for function in &functions.list {
        sink.size(function.name);
        sink.size(function.signature);
        sink.byte(function.flags);
        sink.size(function.debug);
        for attribute in [&function.hints, &function.arguments].into_iter().flatten() {
            attributes::write(sink, attribute, types);
        }
        let mut body = Sink::default();
        function.body.iter().for_each(|op| write_op(&mut body, op, types, version));
        sink.size(body.bytes.len());
        sink.raw(&body.bytes);
    }
    sink.bytes.resize(sink.bytes.len() + functions.tail, super::cursor::PADDING);
}

fn write_op(sink: &mut Sink, op: &Op, types: &[Type], version: Version) {
    sink.varint(u64::from(op.row.opcode.as_u16()));
    if op.row.results == Results::Counted {
        sink.size(op.results.len());
    }
    op.results.iter().for_each(|ty| sink.size(*ty));
    if op.row.flags.is_some_and(|since| since <= version) {
        sink.varint(op.flags);
    }
    op.attributes.iter().for_each(|(_, value)| write_value(sink, value, types));
    if op.row.layout == Layout::Counted {
        sink.size(op.operands.iter().map(Vec::len).sum());
    }
    for (group, operand) in op.operands.iter().zip(op.row.operands) {
        if op.row.layout == Layout::Groups && operand.arity == Arity::Many {
            sink.size(group.len());
        }
        group.iter().for_each(|value| sink.size(*value));
    }
    if op.row.regions > 0 {
        sink.size(op.regions.len());
    }
    for region in &op.regions {
        sink.size(region.len());
        for block in region {
            sink.size(block.arguments.len());
            block.arguments.iter().for_each(|ty| sink.size(*ty));
            sink.size(block.ops.len());
            block.ops.iter().for_each(|op| write_op(sink, op, types, version));
        }
    }
}

fn write_value(sink: &mut Sink, value: &Value, types: &[Type]) {
    match value {
        Value::Int(number) => sink.varint(*number),
        Value::Bool(flag) => sink.byte(u8::from(*flag)),
        Value::Index(index) => sink.size(*index),
        Value::DenseI32(values) => {
            sink.size(values.len());
            values.iter().for_each(|value| sink.raw(&value.to_le_bytes()));
        }
        Value::DenseBool(values) => {
            sink.size(values.len());
            values.iter().for_each(|value| sink.byte(u8::from(*value)));
        }
        Value::Array(items) => attributes::write_array(sink, items, types),
        Value::Hints(items) => attributes::write_dictionary(sink, items, types),
        Value::Tagged(attribute) => attributes::write(sink, attribute, types),
    }
}
