//! Whether two modules mean the same, and if not, where they differ.
//!
//! The comparison is a pure function. Effects are matched first, in order and by opcode; matched
//! ones share a label, so that later expressions over them can be equal; then their attributes and
//! operands are compared as nodes of one graph (see [`super::normal`]). Everything is told in the
//! reference's numbers of values.
//!
//! `Equal` is claimed only where the normal forms are equal, and each step to the normal form keeps
//! the meaning. `Different` says that they are not: two modules may still mean the same in a way
//! that is not recognised.

mod report;
#[cfg(test)]
mod tests;
mod walk;

use cutile_ir::ir::{Module, OpId};
use serde::Serialize;

/// What to compare for.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The target, e.g. `sm_90`: hints under its name count as those under `default`.
    pub target: Option<String>,
}

/// What became of an operation of the reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// The candidate lacks it.
    Removed,
    /// The candidate has it otherwise.
    Changed,
    /// The candidate has it in addition.
    Added,
}

/// A difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// What became of the operation.
    pub change: Change,
    /// Where: the functions, loops and branches that it is in, in the reference's numbers.
    pub path: String,
    /// What differs.
    pub what: String,
    /// The operation in the reference.
    #[serde(skip)]
    pub reference: Option<OpId>,
    /// The operation in the candidate.
    #[serde(skip)]
    pub candidate: Option<OpId>,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let change = match self.change {
            Change::Removed => "removed",
            Change::Changed => "changed",
            Change::Added => "added",
        };
        write!(f, "{change} in {}: {}", self.path, self.what)
    }
}

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// The modules mean the same.
    Equal,
    /// Their normal forms differ.
    Different {
        /// The first difference in the reference's order.
        witness: Box<Difference>,
        /// All of them, in the reference's order.
        differences: Vec<Difference>,
    },
    /// One of them holds something that is not understood.
    Unknown(String),
}

impl Comparison {
    /// Whether the modules are known to mean the same.
    pub fn is_equal(&self) -> bool {
        *self == Self::Equal
    }
}

/// Compares a candidate with a reference.
pub fn compare(reference: &Module, candidate: &Module, options: &Options) -> Comparison {
    match walk::modules(reference, candidate, options) {
        Err(unknown) => Comparison::Unknown(unknown.reason),
        Ok(differences) => match differences.first() {
            None => Comparison::Equal,
            Some(first) => Comparison::Different { witness: Box::new(first.clone()), differences },
        },
    }
}
