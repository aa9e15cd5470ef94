//! Bytecode files, read without loss: tables in file order, indices kept, so that [`File::write`]
//! gives back the bytes that [`File::read`] was given.
//!
//! A [`cursor`] knows bytes and offsets; one reader per section knows its layout; [`File`] holds
//! what they found. What an index means is for [`crate::tileir::lower`] to say.

pub mod attributes;
pub mod cursor;
pub mod debug;
pub mod error;
pub mod functions;
pub mod globals;
pub mod limits;
mod sink;
mod table;
pub mod types;

use cursor::Cursor;
pub use error::{ErrorKind, ReadError, Section};
use sink::Sink;

use super::ops::Version;

const MAGIC: [u8; 8] = *b"\x7fTileIR\0";
const END: u8 = 0;
const HAS_ALIGNMENT: u8 = 0x80;

/// Number of each section, in the order in which they are read.
const SECTIONS: [(u8, Section); 7] = [
    (1, Section::String),
    (5, Section::Type),
    (4, Section::Constant),
    (6, Section::Global),
    (7, Section::Producer),
    (3, Section::Debug),
    (2, Section::Func),
];

/// A section's place in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Which section.
    pub section: Section,
    /// The alignment that its header states, bytes.
    pub alignment: Option<u64>,
}

/// A bytecode file.
#[derive(Debug, Clone, PartialEq)]
pub struct File {
    /// Its version.
    pub version: Version,
    /// Whether it says that it holds preview operations.
    pub is_preview: bool,
    /// The sections that it has, in their order.
    pub layout: Vec<Place>,
    /// Strings.
    pub strings: Vec<String>,
    /// Types.
    pub types: Vec<types::Type>,
    /// Constants, as they stand in their table: a count of bytes, the bytes.
    pub constants: Vec<Vec<u8>>,
    /// Variables in global memory.
    pub globals: Vec<globals::Global>,
    /// String: who made the file (13.3).
    pub producer: Option<usize>,
    /// Debug information.
    pub debug: debug::Debug,
    /// Functions.
    pub functions: functions::Functions,
}

/// What indices are checked against.
#[derive(Debug)]
pub struct Tables<'t> {
    version: Version,
    strings: usize,
    constants: usize,
    types: &'t [types::Type],
}

impl Tables<'_> {
    fn string(&self, cursor: &mut Cursor<'_>) -> Result<usize, ReadError> {
        cursor.index("string", self.strings)
    }

    fn ty(&self, cursor: &mut Cursor<'_>) -> Result<types::TypeIndex, ReadError> {
        cursor.index("type", self.types.len())
    }
}

impl File {
    /// Reads a file of version 13.1 to 13.5. Whatever is read can be written again, byte for byte.
    pub fn read(bytes: &[u8]) -> Result<Self, ReadError> {
        let mut cursor = Cursor::new(bytes, 0, Section::Header);
        if bytes.len() > limits::FILE {
            let (what, value) = ("length of the file", bytes.len() as u64);
            return Err(cursor.error(ErrorKind::Value { what, value }));
        }
        let (version, is_preview) = read_header(&mut cursor)?;
        let sections = read_sections(&bytes[12..], 12)?;
        let section = |wanted: Section| {
            sections.iter().find(|(place, _)| place.section == wanted).map(|(_, c)| c.clone())
        };
        let strings = section(Section::String).map(read_strings).transpose()?.unwrap_or_default();
        let types = section(Section::Type).map(|cursor| types::read(cursor, version));
        let types = types.transpose()?.unwrap_or_default();
        let constants = section(Section::Constant).map(read_constants).transpose()?;
        let constants = constants.unwrap_or_default();
        let tables =
            Tables { version, strings: strings.len(), constants: constants.len(), types: &types };
        let globals = section(Section::Global).map(|cursor| globals::read(cursor, &tables));
        let producer = section(Section::Producer).map(|mut cursor| {
            let producer = tables.string(&mut cursor)?;
            cursor.end().map(|()| producer)
        });
        let debug =
            section(Section::Debug).map(|cursor| debug::read(cursor, version, strings.len()));
        let debug = debug.transpose()?.unwrap_or_default();
        let functions =
            section(Section::Func).map(|cursor| functions::read(cursor, &tables, &debug));
        Ok(Self {
            version,
            is_preview,
            globals: globals.transpose()?.unwrap_or_default(),
            producer: producer.transpose()?,
            functions: functions.transpose()?.unwrap_or_default(),
            layout: sections.iter().map(|(place, _)| *place).collect(),
            debug,
            strings,
            constants,
            types,
        })
    }

    /// The bytes of the file. Operations and types are written with the fields that they hold, which
    /// have to be those of `version`.
    pub fn write(&self) -> Vec<u8> {
        let mut file = Sink::default();
        file.raw(&MAGIC);
        file.byte(13);
        file.byte(self.version.minor);
        file.raw(&u16::from(self.is_preview).to_le_bytes());
        for place in &self.layout {
            let payload = self.write_section(place.section);
            let number = SECTIONS.iter().find(|(_, section)| *section == place.section);
            let number = number.expect("the layout holds sections alone").0;
            match place.alignment {
                None => {
                    file.byte(number);
                    file.size(payload.len());
                }
                Some(alignment) => {
                    file.byte(number | HAS_ALIGNMENT);
                    file.size(payload.len());
                    file.varint(alignment);
                    file.align(alignment as usize);
                }
            }
            file.raw(&payload);
        }
        file.byte(END);
        file.bytes
    }

    fn write_section(&self, section: Section) -> Vec<u8> {
        let mut sink = Sink::default();
        match section {
            Section::String => {
                let entries: Vec<_> =
                    self.strings.iter().map(|string| string.as_bytes().to_vec()).collect();
                table::write(&mut sink, 4, &entries);
            }
            Section::Type => types::write(&mut sink, &self.types, self.version),
            Section::Constant => table::write(&mut sink, 8, &self.constants),
            Section::Global => globals::write(&mut sink, &self.globals, self.version),
            Section::Producer => self.producer.iter().for_each(|name| sink.size(*name)),
            Section::Debug => debug::write(&mut sink, &self.debug, self.version),
            Section::Func => {
                functions::write(&mut sink, &self.functions, &self.types, self.version);
            }
            Section::Header | Section::Layout => {}
        }
        sink.bytes
    }

    /// The data of a constant, without the count before them.
    pub fn constant(&self, index: usize) -> &[u8] {
        let entry = &self.constants[index];
        let prefix = entry.iter().take_while(|byte| **byte & 0x80 != 0).count() + 1;
        &entry[prefix..]
    }
}

fn read_header(cursor: &mut Cursor<'_>) -> Result<(Version, bool), ReadError> {
    if cursor.bytes(MAGIC.len())? != MAGIC {
        return Err(cursor.error_at(0, ErrorKind::Magic));
    }
    let at = cursor.offset();
    let (major, minor, tag) = (cursor.byte()?, cursor.byte()?, cursor.u16()?);
    let version = Version { minor };
    let is_known = major == 13
        && (Version::V13_1..=Version::NEWEST).contains(&version)
        && (tag == 0 || tag == 1 && version == Version::V13_5);
    if !is_known {
        return Err(cursor.error_at(at, ErrorKind::Version { major, minor, tag }));
    }
    Ok((version, tag == 1))
}

/// The sections' places and contents, in file order.
fn read_sections(bytes: &[u8], base: u64) -> Result<Vec<(Place, Cursor<'_>)>, ReadError> {
    let mut cursor = Cursor::new(bytes, base, Section::Layout);
    let mut sections: Vec<(Place, Cursor<'_>)> = Vec::new();
    loop {
        let at = cursor.offset();
        let byte = cursor.byte()?;
        if byte == END {
            cursor.end()?;
            return Ok(sections);
        }
        let number = byte & !HAS_ALIGNMENT;
        let Some(&(_, section)) = SECTIONS.iter().find(|(known, _)| *known == number) else {
            let (what, value) = ("section", u64::from(number));
            return Err(cursor.error_at(at, ErrorKind::Unknown { what, value }));
        };
        if sections.iter().any(|(place, _)| place.section == section) {
            return Err(ReadError { kind: ErrorKind::Twice, section, offset: at });
        }
        let length = cursor.count(1)?;
        let alignment = (byte & HAS_ALIGNMENT != 0).then(|| read_alignment(&mut cursor));
        let place = Place { section, alignment: alignment.transpose()? };
        let payload = cursor.sub(length, section)?;
        sections.push((place, payload));
    }
}

/// The alignment that a section's header states, and the padding after it.
fn read_alignment(cursor: &mut Cursor<'_>) -> Result<u64, ReadError> {
    let at = cursor.offset();
    let value = cursor.varint()?;
    if !value.is_power_of_two() || value > 4096 {
        let what = "alignment of a section";
        return Err(cursor.error_at(at, ErrorKind::Value { what, value }));
    }
    let gap = cursor.offset().next_multiple_of(value) - cursor.offset();
    cursor.padding(gap as usize)?;
    Ok(value)
}

fn read_strings(mut cursor: Cursor<'_>) -> Result<Vec<String>, ReadError> {
    table::read(&mut cursor, 4, Section::String)?
        .into_iter()
        .map(|mut entry| {
            let at = entry.offset();
            let bytes = entry.bytes(entry.left())?;
            match std::str::from_utf8(bytes) {
                Ok(string) => Ok(string.to_owned()),
                Err(_) => Err(entry.error_at(at, ErrorKind::Utf8)),
            }
        })
        .collect()
}

fn read_constants(mut cursor: Cursor<'_>) -> Result<Vec<Vec<u8>>, ReadError> {
    table::read(&mut cursor, 8, Section::Constant)?
        .into_iter()
        .map(|mut entry| {
            let whole = entry.clone().bytes(entry.left())?;
            let length = entry.count(1)?;
            entry.bytes(length)?;
            entry.end()?;
            Ok(whole.to_vec())
        })
        .collect()
}
