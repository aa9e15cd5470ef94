//! An interpreter of Tile IR over small tiles and a small memory.
//!
//! It gives the comparison something to be judged by: two modules that are called equal must leave
//! the same memory for the same inputs. Blocks run one after another, effects in program order, so
//! tokens order nothing here; values that the dialect leaves undefined (an overflow against its
//! flag, a shift too far, a division by zero, elements read beyond a view without padding) are
//! tracked as such, element by element.
//!
//! Where the dialect leaves a choice, the interpreter makes one and keeps to it: reductions and
//! matrix products run in the order of their axis, `approx` and `full` are fixed functions near the
//! right one. So outcomes are for comparing modules with each other; against numpy only what is
//! defined bit for bit is compared bit for bit.

mod arithmetic;
mod assume;
mod casts;
pub mod float;
mod inputs;
mod machine;
mod memory;
mod mma;
pub mod pure;
mod shape;
#[cfg(test)]
mod tests;
pub mod value;

use cutile_ir::ir::Module;

pub use inputs::{Argument, Launch, number as random_number};

/// Why interpretation ended early.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The interpreter does not know an operation or a use of it.
    #[error("not interpreted: {0}")]
    Unsupported(String),
    /// The kernel did what the dialect leaves undefined as a whole.
    #[error("undefined: {0}")]
    Fault(String),
    /// An assertion failed.
    #[error("assertion: {0}")]
    Asserted(String),
    /// It ran too long.
    #[error("no end after the operations that were allowed")]
    OutOfFuel,
}

impl Stop {
    /// Something that is not known.
    pub fn unsupported(what: impl Into<String>) -> Self {
        Self::Unsupported(what.into())
    }
}

/// How a launch ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// All blocks returned.
    Returned,
    /// A block failed an assertion.
    Asserted(String),
    /// A block did what is undefined as a whole.
    Fault(String),
    /// A block ran too long.
    OutOfFuel,
}

/// What a launch leaves behind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// The buffers of its arguments; none where a byte is undefined.
    pub buffers: Vec<Vec<Option<u8>>>,
    /// What it printed.
    pub printed: Vec<String>,
    /// Assumptions that did not hold.
    pub violations: Vec<String>,
}

impl Outcome {
    /// Whether the dialect says what this launch does.
    pub fn is_defined(&self) -> bool {
        self.violations.is_empty() && matches!(self.end, End::Returned | End::Asserted(_))
    }

    /// Where two launches on the same inputs differ; nothing where they do not, or where the dialect
    /// does not say what one of them does.
    pub fn difference(&self, other: &Self) -> Option<String> {
        if !self.is_defined() || !other.is_defined() {
            return None;
        }
        if self.end != other.end {
            return Some(format!("{:?} became {:?}", self.end, other.end));
        }
        if self.printed != other.printed {
            return Some(format!("printed {:?} became {:?}", self.printed, other.printed));
        }
        for (number, (a, b)) in self.buffers.iter().zip(&other.buffers).enumerate() {
            if let Some(at) = a.iter().zip(b).position(|(a, b)| a != b) {
                return Some(format!(
                    "byte {at} of buffer {number}: {:02x?} became {:02x?}",
                    a[at], b[at]
                ));
            }
        }
        None
    }
}

/// Runs the first entry of a module.
///
/// # Errors
/// [`Stop::Unsupported`] where something is not known; all else is an outcome.
pub fn run(module: &Module, launch: &Launch) -> Result<Outcome, Stop> {
    machine::run(module, launch)
}
