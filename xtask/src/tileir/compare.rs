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
pub(super) mod tests;
mod walk;

use cutile_ir::ir::{Module, OpId};
use serde::Serialize;

use super::normal::graph::{Graph, NodeId};

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

/// What a difference is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    /// An effect that one side lacks.
    Effect,
    /// The attribute of this name.
    Attribute(String),
    /// The operand of this name.
    Operand(String),
    /// What is assumed of a value: its node, and by how much it is divisible on each side (at most 1
    /// says nothing).
    Fact(NodeId, [u64; 2]),
    /// Types of results.
    Results,
    /// Types or number of parameters, or of functions.
    Parameters,
    /// How a block ends.
    Control,
    /// Globals.
    Globals,
}

/// A difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// What became of the operation.
    pub change: Change,
    /// What differs, by kind.
    #[serde(skip)]
    pub about: About,
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

/// An operand of an effect, as the node that it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    /// The effect, in its own module.
    pub op: OpId,
    /// Position among its operands.
    pub index: usize,
    /// The node.
    pub node: NodeId,
}

/// A comparison with the normal forms that led to it.
#[derive(Debug)]
pub struct Explanation {
    /// The result.
    pub comparison: Comparison,
    /// The nodes of both modules.
    pub graph: Graph,
    /// What the effects of reference and candidate use, as far as they were matched.
    pub uses: [Vec<Use>; 2],
}

/// Compares a candidate with a reference.
pub fn compare(reference: &Module, candidate: &Module, options: &Options) -> Comparison {
    explain(reference, candidate, options).comparison
}

/// Compares, and keeps the normal forms.
pub fn explain(reference: &Module, candidate: &Module, options: &Options) -> Explanation {
    let (result, graph, uses) = walk::modules(reference, candidate, options);
    let comparison = match result {
        Err(unknown) => Comparison::Unknown(unknown.reason),
        Ok(differences) => match differences.first() {
            None => Comparison::Equal,
            Some(first) => Comparison::Different { witness: Box::new(first.clone()), differences },
        },
    };
    Explanation { comparison, graph, uses }
}
