//! Why a module cannot be written as Rust: a numbered message that names the op and the place.

use std::fmt;

use cutile_ir::ir::{DebugInfoLoc, Location, OpId, Operation};

/// The kinds of diagnostic; the number is stable, the name says the kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    /// The op itself is not known to the emitter.
    UnknownOp = 1,
    /// The op has an attribute, or a value of one, that cannot be expressed.
    Attribute = 2,
    /// A type that cutile has no name for.
    Type = 3,
    /// A control-flow pattern that has no Rust form.
    ControlFlow = 4,
    /// A literal that cannot be written.
    Literal = 5,
    /// The module is not shaped as the dialect demands.
    Malformed = 6,
}

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "E{:03}", *self as u16)
    }
}

/// Why an entry cannot be emitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind.
    pub code: Code,
    /// The dialect's name of the op.
    pub op: String,
    /// Which op of the module it is, to find its bytecode offset.
    pub id: Option<OpId>,
    /// Python file and line, where debug information has them.
    pub python: Option<(String, u32)>,
    /// What is wrong.
    pub message: String,
    /// What cutile 0.5 lacks, where that is the cause.
    pub limit: Option<String>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}: {}", self.code, self.op, self.message)?;
        if let Some((file, line)) = &self.python {
            write!(formatter, " (Python {file}:{line})")?;
        }
        if let Some(limit) = &self.limit {
            write!(formatter, "; cutile 0.5: {limit}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

impl Diagnostic {
    /// A diagnostic about one op.
    pub fn at(code: Code, id: OpId, op: &Operation, message: impl Into<String>) -> Self {
        Self {
            code,
            op: op.opcode.name().to_owned(),
            id: Some(id),
            python: python_line(&op.location),
            message: message.into(),
            limit: None,
        }
    }

    /// Names what cutile lacks.
    pub fn limit(mut self, limit: impl Into<String>) -> Self {
        self.limit = Some(limit.into());
        self
    }
}

/// The innermost file and line of a location.
pub fn python_line(location: &Location) -> Option<(String, u32)> {
    match location {
        Location::Unknown => None,
        Location::FileLineCol { filename, line, .. }
        | Location::DebugInfo(DebugInfoLoc { filename, line, .. }) => {
            Some((filename.clone(), *line))
        }
        Location::CallSite { callee, .. } => python_line(callee),
    }
}
