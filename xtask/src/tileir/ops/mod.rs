//! The operations of the Tile IR dialect: one plain table for reader, printer, converter and docs.
//!
//! A row holds the layout of the operation in bytecode (result types, flags word, attributes,
//! operands and regions, in the order in which they are written, each with the version that brought
//! it) and what the operation is called in cuTile Python and in cutile-rs. The layouts are those of
//! the encoder in `cuda-tile` 1.7.0, checked against the writer of `cutile-ir` 0.5.0.

mod arithmetic;
pub mod markdown;
mod memory;
mod structure;

use std::fmt;
use std::sync::LazyLock;

use cutile_ir::bytecode::Opcode;

/// A bytecode version, `13.<minor>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// The minor number; the major one is 13 in every version that exists.
    pub minor: u8,
}

impl Version {
    /// The first version.
    pub const V13_1: Self = Self { minor: 1 };
    /// Overflow of `negi`, rounding of `tanh`, tokens of `print_tko`, unsigned `for`.
    pub const V13_2: Self = Self { minor: 2 };
    /// Flags words in view types, `producer`, gather-scatter and strided views.
    pub const V13_3: Self = Self { minor: 3 };
    /// Pointer attributes, `inbounds` of view accesses.
    pub const V13_4: Self = Self { minor: 4 };
    /// Argument attributes, multimem operations, previews.
    pub const V13_5: Self = Self { minor: 5 };
    /// The newest version that is known here.
    pub const NEWEST: Self = Self::V13_5;
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "13.{}", self.minor)
    }
}

/// The spellings of an enumeration's values, by number.
pub type Names = &'static [&'static str];

/// `signedness`.
pub const SIGNEDNESS: Names = &["unsigned", "signed"];
/// `overflow`.
pub const OVERFLOW: Names = &["none", "no_signed_wrap", "no_unsigned_wrap", "no_wrap"];
/// `rounding_mode` and `rounding`.
pub const ROUNDING: Names = &[
    "nearest_even",
    "zero",
    "negative_inf",
    "positive_inf",
    "approx",
    "full",
    "nearest_int_to_zero",
    "nearest_away",
];
/// `comparison_ordering`.
pub const ORDERING: Names = &["unordered", "ordered"];
/// `comparison_predicate`.
pub const PREDICATE: Names = &[
    "equal",
    "not_equal",
    "less_than",
    "less_than_or_equal",
    "greater_than",
    "greater_than_or_equal",
];
/// `mode` of atomic operations.
pub const ATOMIC: Names =
    &["and", "or", "xor", "add", "addf", "max", "min", "umax", "umin", "xchg"];
/// `memory_scope`.
pub const SCOPE: Names = &["tl_blk", "device", "sys"];
/// `memory_ordering_semantics`.
pub const SEMANTICS: Names = &["weak", "relaxed", "acquire", "release", "acq_rel"];
/// `reduction` of multimem operations.
pub const REDUCTION: Names = &["add", "min", "max", "and", "or", "xor", "umin", "umax"];
/// `symbol_visibility`.
pub const VISIBILITY: Names = &["public", "private"];

/// How an attribute's value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttrKind {
    /// An unsigned number.
    Int,
    /// One of the named values, as a number.
    Enum(Names),
    /// One byte, 0 or 1.
    Bool,
    /// An index into the string table.
    Str,
    /// An index into the type table.
    Type,
    /// A counted list of 32-bit numbers.
    DenseI32,
    /// A counted list of bytes, 0 or 1.
    DenseBool,
    /// An index into the constant table.
    Constant,
    /// A counted list of attributes that carry their tag.
    Array,
    /// A counted list of (string, tagged attribute).
    Hints,
    /// One attribute that carries its tag.
    Tagged,
}

/// Whether and where an attribute is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// Always.
    Always,
    /// Where this bit of the flags word is set.
    Bit(u8),
    /// Never: this bit of the flags word is the attribute.
    Unit(u8),
}

/// An attribute of an operation.
#[derive(Debug, Clone, Copy)]
pub struct Attr {
    /// Name in the dialect.
    pub name: &'static str,
    /// How its value is written; of no meaning for [`Presence::Unit`].
    pub kind: AttrKind,
    /// Whether it is there.
    pub presence: Presence,
    /// The version that brought it.
    pub since: Version,
    /// The value that files older than `since` mean.
    pub default: u64,
}

/// How many values an operand group holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arity {
    /// One value.
    One,
    /// One where this bit of the flags word is set, else none.
    Optional(u8),
    /// Any number; in [`Layout::Groups`] preceded by a count of its own.
    Many,
}

/// A named group of operands.
#[derive(Debug, Clone, Copy)]
pub struct Operand {
    /// Name in the dialect.
    pub name: &'static str,
    /// How many values.
    pub arity: Arity,
}

/// How the operands of an operation are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Group after group.
    Groups,
    /// One count for all, then the values of all groups.
    Counted,
}

/// How the result types of an operation are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Results {
    /// This many, without a count.
    Fixed(usize),
    /// A count, then the types.
    Counted,
}

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Op {
    /// The opcode; its number is what bytecode holds.
    pub opcode: Opcode,
    /// Name in the dialect, without `cuda_tile.`.
    pub name: &'static str,
    /// The version that brought the operation.
    pub since: Version,
    /// Result types.
    pub results: Results,
    /// Since which version a flags word follows the result types.
    pub flags: Option<Version>,
    /// Attributes, in order.
    pub attributes: &'static [Attr],
    /// Operand groups, in order.
    pub operands: &'static [Operand],
    /// How the operands are written.
    pub layout: Layout,
    /// How many regions follow, after their count.
    pub regions: usize,
    /// What leads to it in cuTile Python.
    pub python: &'static str,
    /// How cutile-rs 0.5.0 spells it.
    pub rust: &'static str,
    /// What cutile-rs 0.5.0 cannot express of it; empty where nothing is known.
    pub limit: &'static str,
}

impl Op {
    /// The bits of the flags word that mean something in `version`.
    pub fn known_flags(&self, version: Version) -> u64 {
        let attributes = self.attributes.iter().filter(|attr| attr.since <= version).filter_map(
            |attr| match attr.presence {
                Presence::Bit(bit) | Presence::Unit(bit) => Some(bit),
                Presence::Always => None,
            },
        );
        let operands = self.operands.iter().filter_map(|operand| match operand.arity {
            Arity::Optional(bit) => Some(bit),
            Arity::One | Arity::Many => None,
        });
        attributes.chain(operands).fold(0, |mask, bit| mask | 1 << bit)
    }

    /// Whether operand groups have to be told apart by their sizes.
    pub fn is_segmented(&self) -> bool {
        self.layout == Layout::Groups
            && self.operands.iter().any(|operand| operand.arity != Arity::One)
    }
}

/// All rows, ordered by opcode.
pub static TABLE: LazyLock<Vec<&'static Op>> = LazyLock::new(|| {
    let mut rows: Vec<_> =
        [arithmetic::OPS, memory::OPS, structure::OPS].into_iter().flatten().collect();
    rows.sort_by_key(|op| op.opcode.as_u16());
    rows
});

/// The row of an opcode's number.
pub fn by_number(number: u64) -> Option<&'static Op> {
    let number = u16::try_from(number).ok()?;
    let row = TABLE.binary_search_by_key(&number, |op| op.opcode.as_u16()).ok()?;
    Some(TABLE[row])
}

/// The row of an opcode.
pub fn by_opcode(opcode: Opcode) -> &'static Op {
    by_number(u64::from(opcode.as_u16())).expect("the table has a row for every opcode")
}

/// The row of a dialect name, with or without `cuda_tile.`.
pub fn by_name(name: &str) -> Option<&'static Op> {
    let name = name.strip_prefix("cuda_tile.").unwrap_or(name);
    TABLE.iter().copied().find(|op| op.name == name)
}

/// A row with no flags, attributes, operands or regions, and one result.
const fn op(opcode: Opcode, name: &'static str) -> Op {
    Op {
        opcode,
        name,
        since: Version::V13_1,
        results: Results::Fixed(1),
        flags: None,
        attributes: &[],
        operands: &[],
        layout: Layout::Groups,
        regions: 0,
        python: "",
        rust: "",
        limit: "",
    }
}

impl Op {
    const fn since(self, since: Version) -> Self {
        Self { since, ..self }
    }
    const fn results(self, count: usize) -> Self {
        Self { results: Results::Fixed(count), ..self }
    }
    const fn counted_results(self) -> Self {
        Self { results: Results::Counted, ..self }
    }
    const fn flags(self, since: Version) -> Self {
        Self { flags: Some(since), ..self }
    }
    const fn attributes(self, attributes: &'static [Attr]) -> Self {
        Self { attributes, ..self }
    }
    const fn operands(self, operands: &'static [Operand]) -> Self {
        Self { operands, ..self }
    }
    const fn counted(self, operands: &'static [Operand]) -> Self {
        Self { operands, layout: Layout::Counted, ..self }
    }
    const fn regions(self, regions: usize) -> Self {
        Self { regions, ..self }
    }
    const fn python(self, python: &'static str) -> Self {
        Self { python, ..self }
    }
    const fn rust(self, rust: &'static str) -> Self {
        Self { rust, ..self }
    }
    const fn limit(self, limit: &'static str) -> Self {
        Self { limit, ..self }
    }
}

/// An attribute that is always there.
const fn attr(name: &'static str, kind: AttrKind) -> Attr {
    Attr { name, kind, presence: Presence::Always, since: Version::V13_1, default: 0 }
}

/// An attribute that is there where a bit of the flags word is set.
const fn optional_attr(name: &'static str, kind: AttrKind, bit: u8) -> Attr {
    Attr { name, kind, presence: Presence::Bit(bit), since: Version::V13_1, default: 0 }
}

/// An attribute that is a bit of the flags word.
const fn unit(name: &'static str, bit: u8) -> Attr {
    Attr {
        name,
        kind: AttrKind::Bool,
        presence: Presence::Unit(bit),
        since: Version::V13_1,
        default: 0,
    }
}

impl Attr {
    const fn since(self, since: Version) -> Self {
        Self { since, ..self }
    }
    const fn default(self, default: u64) -> Self {
        Self { default, ..self }
    }
}

const fn one(name: &'static str) -> Operand {
    Operand { name, arity: Arity::One }
}

const fn optional(name: &'static str, bit: u8) -> Operand {
    Operand { name, arity: Arity::Optional(bit) }
}

const fn many(name: &'static str) -> Operand {
    Operand { name, arity: Arity::Many }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_table_has_every_opcode_once_under_its_name() {
        let known = cutile_ir::requirements::OPCODES;
        assert_eq!(TABLE.len(), known.len());
        for opcode in known {
            let row = by_number(u64::from(opcode.as_u16())).expect("a row");
            assert_eq!(row.opcode, *opcode);
            assert_eq!(row.name, opcode.name());
            assert_eq!(by_name(&format!("cuda_tile.{}", row.name)).unwrap().opcode, *opcode);
        }
        let names: BTreeSet<_> = TABLE.iter().map(|op| op.name).collect();
        assert_eq!(names.len(), TABLE.len());
    }

    #[test]
    fn rows_agree_with_the_version_and_the_result_count_of_cutile_ir() {
        for row in TABLE.iter() {
            let minimum = row.opcode.minimum_version();
            // cutile-ir writes 13.2 at least, and calls the preview operations 13.5.
            let ours = row.since.max(Version::V13_2);
            // It counts what came before its own floor, `atan2` among it, as the floor.
            assert_eq!(ours.minor, minimum.minor, "{}", row.name);
            match (row.opcode.fixed_result_count(), row.results) {
                (Some(count), Results::Fixed(ours)) => assert_eq!(count, ours, "{}", row.name),
                // Of these the count is written although it is always one.
                (Some(1), Results::Counted) => assert_eq!(row.name, "atomic_red_view_tko"),
                (None, Results::Counted) => {}
                other => panic!("{}: {other:?}", row.name),
            }
        }
    }

    #[test]
    fn no_bit_of_a_flags_word_is_used_twice() {
        for row in TABLE.iter() {
            let bits: Vec<u8> = row
                .attributes
                .iter()
                .filter_map(|attr| match attr.presence {
                    Presence::Bit(bit) | Presence::Unit(bit) => Some(bit),
                    Presence::Always => None,
                })
                .chain(row.operands.iter().filter_map(|operand| match operand.arity {
                    Arity::Optional(bit) => Some(bit),
                    _ => None,
                }))
                .collect();
            let distinct: BTreeSet<_> = bits.iter().collect();
            assert_eq!(distinct.len(), bits.len(), "{}", row.name);
            assert_eq!(row.flags.is_some(), !bits.is_empty(), "{}", row.name);
        }
    }
}
