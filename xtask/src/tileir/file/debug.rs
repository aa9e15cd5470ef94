//! The debug section: a table of scopes and places, and which of them each operation has.

use super::cursor::Cursor;
use super::error::{ErrorKind, ReadError, Section};
use super::sink::Sink;
use super::table;
use crate::tileir::ops::Version;

/// A number of an entry; entries count from 1, 0 stands for none.
pub type DebugId = u64;

/// An entry of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// Nothing is known; stands in tables that would be empty.
    Unknown,
    /// What was compiled as one.
    CompileUnit {
        /// Its file.
        file: DebugId,
    },
    /// A source file.
    File {
        /// String: the file's name.
        name: usize,
        /// String: its folder.
        directory: usize,
    },
    /// A scope inside a function.
    LexicalBlock {
        /// What it is in.
        scope: DebugId,
        /// Its file.
        file: DebugId,
        /// Line, from 1.
        line: u64,
        /// Column, from 1.
        column: u64,
    },
    /// A place in a file.
    Location {
        /// What it is in.
        scope: DebugId,
        /// String: the file's path.
        file: usize,
        /// Line, from 1.
        line: u64,
        /// Column, from 1.
        column: u64,
    },
    /// A function.
    Subprogram {
        /// Its file.
        file: DebugId,
        /// Line, from 1.
        line: u64,
        /// String: its name.
        name: usize,
        /// String: its symbol.
        linkage: usize,
        /// What it was compiled with.
        unit: DebugId,
        /// Line at which its scope begins.
        scope_line: u64,
        /// 1 for a declaration (13.5).
        flags: u64,
    },
    /// A place in a function that was inlined.
    CallSite {
        /// The place in the inlined function.
        callee: DebugId,
        /// The place of the call.
        caller: DebugId,
    },
}

/// The debug section.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Debug {
    /// For each function the numbers of its own entry and of its operations' entries, in the order
    /// in which operations are written, outer ones before those in their regions.
    pub functions: Vec<Vec<DebugId>>,
    /// The table.
    pub entries: Vec<Entry>,
}

impl Debug {
    /// An entry by its number.
    pub fn entry(&self, id: DebugId) -> Option<&Entry> {
        self.entries.get(usize::try_from(id).ok()?.checked_sub(1)?)
    }
}

type Result<T> = std::result::Result<T, ReadError>;

/// Reads the section.
pub fn read(mut cursor: Cursor<'_>, version: Version, strings: usize) -> Result<Debug> {
    let functions = cursor.count(4)?;
    cursor.align(4)?;
    let mut starts = Vec::new();
    for _ in 0..functions {
        starts.push((cursor.offset(), u64::from(cursor.u32()?)));
    }
    let total = cursor.count(8)?;
    cursor.align(8)?;
    let mut ids = Vec::new();
    for _ in 0..total {
        ids.push((cursor.offset(), cursor.u64()?));
    }
    let entries = table::read(&mut cursor, 4, Section::Debug)?;
    for &(at, id) in &ids {
        let (index, len) = (id, entries.len() as u64);
        if index > len {
            let what = "debug attribute";
            return Err(cursor.error_at(at, ErrorKind::Index { what, index, len }));
        }
    }
    let ids: Vec<DebugId> = ids.into_iter().map(|(_, id)| id).collect();
    let mut position = 0;
    let mut by_function = Vec::new();
    for (index, &(at, start)) in starts.iter().enumerate() {
        let end = starts.get(index + 1).map_or(total as u64, |&(_, next)| next);
        if start != position || end < start || end > total as u64 {
            let what = "first debug index of a function";
            return Err(cursor.error_at(at, ErrorKind::Value { what, value: start }));
        }
        by_function.push(ids[start as usize..end as usize].to_vec());
        position = end;
    }
    if position != total as u64 {
        return Err(cursor.error(ErrorKind::LeftOver(total as u64 - position)));
    }
    let len = entries.len();
    let entries = entries
        .into_iter()
        .map(|mut cursor| {
            let entry = EntryReader { cursor: &mut cursor, len, strings, version }.read()?;
            cursor.end()?;
            Ok(entry)
        })
        .collect::<Result<_>>()?;
    Ok(Debug { functions: by_function, entries })
}

struct EntryReader<'c, 'a> {
    cursor: &'c mut Cursor<'a>,
    len: usize,
    strings: usize,
    version: Version,
}

impl EntryReader<'_, '_> {
    fn read(&mut self) -> Result<Entry> {
        let at = self.cursor.offset();
        Ok(match self.cursor.byte()? {
            0 => Entry::Unknown,
            1 => Entry::CompileUnit { file: self.id()? },
            2 => Entry::File { name: self.string()?, directory: self.string()? },
            3 => Entry::LexicalBlock {
                scope: self.id()?,
                file: self.id()?,
                line: self.cursor.varint()?,
                column: self.cursor.varint()?,
            },
            4 => Entry::Location {
                scope: self.id()?,
                file: self.string()?,
                line: self.cursor.varint()?,
                column: self.cursor.varint()?,
            },
            5 => Entry::Subprogram {
                file: self.id()?,
                line: self.cursor.varint()?,
                name: self.string()?,
                linkage: self.string()?,
                unit: self.id()?,
                scope_line: self.cursor.varint()?,
                flags: if self.version >= Version::V13_5 { self.cursor.varint()? } else { 0 },
            },
            6 => Entry::CallSite { callee: self.id()?, caller: self.id()? },
            value => {
                let (what, value) = ("debug tag", u64::from(value));
                return Err(self.cursor.error_at(at, ErrorKind::Unknown { what, value }));
            }
        })
    }

    fn id(&mut self) -> Result<DebugId> {
        Ok(self.cursor.index("debug attribute", self.len + 1)? as DebugId)
    }

    fn string(&mut self) -> Result<usize> {
        self.cursor.index("string", self.strings)
    }
}

/// Writes the section.
pub fn write(sink: &mut Sink, debug: &Debug, version: Version) {
    sink.size(debug.functions.len());
    sink.align(4);
    let mut total = 0u32;
    for ids in &debug.functions {
        sink.raw(&total.to_le_bytes());
        total += ids.len() as u32;
    }
    sink.varint(u64::from(total));
    sink.align(8);
    for id in debug.functions.iter().flatten() {
        sink.raw(&id.to_le_bytes());
    }
    let entries: Vec<_> = debug.entries.iter().map(|entry| encode(entry, version)).collect();
    // The table's padding counts from the section's start, as the section's own does.
    table::write(sink, 4, &entries);
}

fn encode(entry: &Entry, version: Version) -> Vec<u8> {
    let mut sink = Sink::default();
    let mut put = |tag: u8, fields: &[u64]| {
        sink.byte(tag);
        fields.iter().for_each(|field| sink.varint(*field));
    };
    match *entry {
        Entry::Unknown => put(0, &[]),
        Entry::CompileUnit { file } => put(1, &[file]),
        Entry::File { name, directory } => put(2, &[name as u64, directory as u64]),
        Entry::LexicalBlock { scope, file, line, column } => put(3, &[scope, file, line, column]),
        Entry::Location { scope, file, line, column } => {
            put(4, &[scope, file as u64, line, column]);
        }
        Entry::Subprogram { file, line, name, linkage, unit, scope_line, flags } => {
            let fields = [file, line, name as u64, linkage as u64, unit, scope_line, flags];
            put(5, if version >= Version::V13_5 { &fields } else { &fields[..6] });
        }
        Entry::CallSite { callee, caller } => put(6, &[callee, caller]),
    }
    sink.bytes
}
