//! Where an operation comes from: the Python source, from the debug section.

use std::collections::HashMap;

use cutile_ir::ir::{
    DICompileUnit, DIFile, DILexicalBlock, DISubprogram, DebugInfoLoc, DebugScope, Location, OpId,
};

use super::LowerError;
use crate::tileir::file::File;
use crate::tileir::file::debug::{DebugId, Entry};

/// The place of an operation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// Offset of the operation in the bytecode file.
    pub offset: u64,
    /// The source file's path.
    pub file: Option<String>,
    /// Line, from 1; 0 where it is not known.
    pub line: u32,
    /// Column, from 1; 0 where it is not known.
    pub column: u32,
    /// The Python function that the line is in.
    pub function: Option<String>,
    /// Where that function was called, the nearest call first; empty in the kernel itself.
    pub calls: Vec<Call>,
}

/// A call that was inlined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The source file's path.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// The Python function that the call is in.
    pub function: String,
}

impl Place {
    /// `file:line` as far as it is known, else the offset.
    pub fn label(&self) -> String {
        match &self.file {
            Some(file) => format!("{file}:{}", self.line),
            None => format!("byte 0x{:x}", self.offset),
        }
    }
}

/// The places of a module's operations.
#[derive(Debug, Clone, Default)]
pub struct Locations {
    places: HashMap<OpId, Place>,
}

impl Locations {
    /// The place of an operation; none for one that was not lowered from a file.
    pub fn of(&self, op: OpId) -> Option<&Place> {
        self.places.get(&op)
    }

    /// Notes the place of an operation.
    pub(super) fn insert(&mut self, op: OpId, place: Place) {
        self.places.insert(op, place);
    }
}

/// The place that a location describes.
pub fn place(offset: u64, location: &Location) -> Place {
    let mut place = Place { offset, ..Place::default() };
    let mut frames = Vec::new();
    flatten(location, &mut frames);
    let mut frames = frames.into_iter();
    if let Some(innermost) = frames.next() {
        place.file = Some(innermost.file);
        place.line = innermost.line;
        place.column = innermost.column;
        place.function = (!innermost.function.is_empty()).then_some(innermost.function);
    }
    place.calls = frames.collect();
    place
}

/// The frames of a location, innermost first.
fn flatten(location: &Location, frames: &mut Vec<Call>) {
    match location {
        Location::Unknown => {}
        Location::FileLineCol { filename, line, column } => frames.push(Call {
            file: filename.clone(),
            line: *line,
            column: *column,
            function: String::new(),
        }),
        Location::DebugInfo(place) => frames.push(Call {
            file: place.filename.clone(),
            line: place.line,
            column: place.column,
            function: subprogram(&place.scope).name.clone(),
        }),
        Location::CallSite { callee, caller } => {
            flatten(callee, frames);
            flatten(caller, frames);
        }
    }
}

fn subprogram(scope: &DebugScope) -> &DISubprogram {
    match scope {
        DebugScope::Subprogram(function) => function,
        DebugScope::LexicalBlock(block) => subprogram(&block.scope),
    }
}

/// The locations of a file's debug entries.
pub struct Reader<'f> {
    file: &'f File,
    /// Offset that errors name.
    offset: u64,
}

/// Scopes and call chains are followed at most so far.
const DEPTH: usize = 64;

impl<'f> Reader<'f> {
    /// A reader whose errors name `offset`.
    pub fn new(file: &'f File, offset: u64) -> Self {
        Self { file, offset }
    }

    /// The location that an entry describes.
    pub fn location(&self, id: DebugId) -> Result<Location, LowerError> {
        self.location_at(id, 0)
    }

    fn location_at(&self, id: DebugId, depth: usize) -> Result<Location, LowerError> {
        let Some(entry) = self.file.debug.entry(id) else { return Ok(Location::Unknown) };
        self.check(depth)?;
        match entry {
            Entry::Location { scope, file, line, column } => {
                Ok(Location::DebugInfo(DebugInfoLoc {
                    filename: self.file.strings[*file].clone(),
                    line: number(*line),
                    column: number(*column),
                    scope: self.scope(*scope, depth + 1)?,
                }))
            }
            Entry::CallSite { callee, caller } => Ok(Location::CallSite {
                callee: Box::new(self.location_at(*callee, depth + 1)?),
                caller: Box::new(self.location_at(*caller, depth + 1)?),
            }),
            Entry::Subprogram { .. } => {
                let scope = self.scope(id, depth + 1)?;
                let function = subprogram(&scope);
                let (file, line) = (function.file.clone(), function.line);
                let filename = if file.directory.is_empty() {
                    file.name
                } else {
                    format!("{}/{}", file.directory, file.name)
                };
                Ok(Location::DebugInfo(DebugInfoLoc { filename, line, column: 0, scope }))
            }
            _ => Ok(Location::Unknown),
        }
    }

    fn scope(&self, id: DebugId, depth: usize) -> Result<DebugScope, LowerError> {
        self.check(depth)?;
        match self.file.debug.entry(id) {
            Some(Entry::Subprogram { file, line, name, linkage, unit, scope_line, flags }) => {
                let compile_unit = match self.file.debug.entry(*unit) {
                    Some(Entry::CompileUnit { file }) => DICompileUnit { file: self.file(*file)? },
                    _ => return Err(self.error("a function's compile unit is none")),
                };
                Ok(DebugScope::Subprogram(DISubprogram {
                    file: self.file(*file)?,
                    line: number(*line),
                    name: self.file.strings[*name].clone(),
                    linkage_name: self.file.strings[*linkage].clone(),
                    compile_unit,
                    scope_line: number(*scope_line),
                    is_declaration: flags & 1 == 1,
                }))
            }
            Some(Entry::LexicalBlock { scope, file, line, column }) => {
                Ok(DebugScope::LexicalBlock(DILexicalBlock {
                    scope: Box::new(self.scope(*scope, depth + 1)?),
                    file: self.file(*file)?,
                    line: number(*line),
                    column: number(*column),
                }))
            }
            _ => Err(self.error("a debug scope is neither function nor block")),
        }
    }

    fn file(&self, id: DebugId) -> Result<DIFile, LowerError> {
        match self.file.debug.entry(id) {
            Some(Entry::File { name, directory }) => Ok(DIFile {
                name: self.file.strings[*name].clone(),
                directory: self.file.strings[*directory].clone(),
            }),
            _ => Err(self.error("a debug file is none")),
        }
    }

    fn check(&self, depth: usize) -> Result<(), LowerError> {
        if depth > DEPTH {
            return Err(self.error("debug scopes or calls are nested too deep"));
        }
        Ok(())
    }

    fn error(&self, what: &str) -> LowerError {
        LowerError::new(self.offset, what)
    }
}

/// A line or column; what does not fit counts as unknown.
fn number(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(0)
}
