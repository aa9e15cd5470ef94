//! What can be wrong with a bytecode file, and where.

use std::fmt;

/// The part of a file that a reader is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// Magic number and version.
    Header,
    /// The headers between sections.
    Layout,
    /// Strings.
    String,
    /// Functions.
    Func,
    /// Debug information.
    Debug,
    /// Constants.
    Constant,
    /// Types.
    Type,
    /// Globals.
    Global,
    /// Who made the file.
    Producer,
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Header => "header",
            Self::Layout => "section headers",
            Self::String => "string section",
            Self::Func => "function section",
            Self::Debug => "debug section",
            Self::Constant => "constant section",
            Self::Type => "type section",
            Self::Global => "global section",
            Self::Producer => "producer section",
        })
    }
}

/// Why a file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// The bytes end too early.
    #[error("{wanted} more bytes wanted, {left} left")]
    Truncated {
        /// How many are needed at least.
        wanted: u64,
        /// How many there are.
        left: u64,
    },
    /// Not Tile IR bytecode.
    #[error("not Tile IR bytecode: it does not begin with 7F 54 69 6C 65 49 52 00")]
    Magic,
    /// A version that this reader does not know.
    #[error("bytecode version {major}.{minor} (tag {tag}) is not known; 13.1 to 13.5 are")]
    Version {
        /// Major number.
        major: u8,
        /// Minor number.
        minor: u8,
        /// Tag.
        tag: u16,
    },
    /// A number, tag or code that this version does not have.
    #[error("unknown {what} {value}")]
    Unknown {
        /// Of what.
        what: &'static str,
        /// Its number.
        value: u64,
    },
    /// Something that exists only from a later version on.
    #[error("{what} needs bytecode {since}")]
    TooNew {
        /// What it is.
        what: &'static str,
        /// The version that brought it.
        since: crate::tileir::ops::Version,
    },
    /// An index outside its table.
    #[error("{what} {index} is outside its table of {len}")]
    Index {
        /// Of what.
        what: &'static str,
        /// The index.
        index: u64,
        /// The table's length.
        len: u64,
    },
    /// A value that is not in its range.
    #[error("{what} is {value}")]
    Value {
        /// What it is.
        what: &'static str,
        /// The value.
        value: u64,
    },
    /// A number in more bytes than it needs, or in too many.
    #[error("a number is not in its shortest form")]
    Varint,
    /// A padding byte other than 0xCB.
    #[error("padding byte 0x{0:02X} is not 0xCB")]
    Padding(u8),
    /// Bytes left where there should be none.
    #[error("{0} bytes left over")]
    LeftOver(u64),
    /// A string that is not UTF-8.
    #[error("a string is not UTF-8")]
    Utf8,
    /// A section that is there twice.
    #[error("the section is there twice")]
    Twice,
    /// A section that others need.
    #[error("the section is missing")]
    Missing,
    /// Deeper nesting than [`super::limits::DEPTH`].
    #[error("nested deeper than {0} levels")]
    Depth(usize),
}

/// A reading error: what, in which section, at which byte of the whole file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{section} at byte {offset} (0x{offset:x}): {kind}")]
pub struct ReadError {
    /// What is wrong.
    pub kind: ErrorKind,
    /// The section.
    pub section: Section,
    /// Offset in the file.
    pub offset: u64,
}
