//! Expressions, each kept once: two values are equal when they have the same node.
//!
//! Both modules of a comparison share one graph. Only operations of [`super::kind::Kind::Pure`] are
//! nodes; what an effect yields is a leaf with a label. Nodes are simplified as they are made
//! (see [`super::rules`]).

use std::collections::{HashMap, HashSet};

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::Type;

/// A node's number.
pub type NodeId = usize;

/// A number that stands for one effect, or one sequence of effects, of the reference and for what
/// matches it in the candidate.
pub type Label = usize;

/// Where a leaf comes from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Leaf {
    /// A parameter of the function.
    Parameter(usize),
    /// A value that a loop carries, or its counter.
    Carried(Label, usize),
    /// What an effect yields.
    Result(Label, usize),
    /// An argument of the body of a `reduce` or `scan` that is nested so deep.
    Element(usize, usize),
}

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    /// A value that no pure operation made.
    Leaf(Leaf, Type),
    /// A tile of which all elements have these bits.
    Splat(u64, Type),
    /// A constant tile, byte for byte.
    Dense(Vec<u8>, Type),
    /// A reshape that inserts or removes axes of size one, then a broadcast: for each axis of the
    /// result the axis of the source that it runs along, or none.
    Expand(NodeId, Vec<Option<usize>>, Type),
    /// A value that an `if` chooses.
    Choice(Label, NodeId, NodeId),
    /// A result of a pure operation.
    Op(Box<OpNode>),
    /// A value with something assumed of it at this place alone.
    Assumed(NodeId, String, Label),
}

/// A result of a pure operation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OpNode {
    /// What it is.
    pub opcode: Opcode,
    /// Its attributes.
    pub attributes: Vec<(String, String)>,
    /// Sizes of its operand groups, where they have to be told apart.
    pub groups: Vec<i64>,
    /// Its operands.
    pub operands: Vec<NodeId>,
    /// What its regions yield.
    pub regions: Vec<Vec<NodeId>>,
    /// Types of all its results.
    pub types: Vec<Type>,
    /// Which of them this is.
    pub result: usize,
    /// Where it stands, if that has a meaning.
    pub place: Option<Label>,
}

/// Bounds of an integer, both included, as far as they are known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Range {
    /// Lower bound.
    pub lower: Option<i64>,
    /// Upper bound.
    pub upper: Option<i64>,
}

/// All nodes of a comparison.
#[derive(Debug, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    numbers: HashMap<Node, NodeId>,
    /// Bounds of leaves.
    ranges: HashMap<NodeId, Range>,
}

impl Graph {
    /// The number of a node as it is, without simplifying.
    pub fn intern(&mut self, node: Node) -> NodeId {
        if let Some(&number) = self.numbers.get(&node) {
            return number;
        }
        let number = self.nodes.len();
        self.nodes.push(node.clone());
        self.numbers.insert(node, number);
        number
    }

    /// A node.
    pub fn node(&self, number: NodeId) -> &Node {
        &self.nodes[number]
    }

    /// Whether a node is one of some, or made of one.
    pub fn is_made_of(&self, number: NodeId, some: &HashSet<NodeId>) -> bool {
        let mut seen = HashSet::from([number]);
        let mut list = vec![number];
        while let Some(number) = list.pop() {
            if some.contains(&number) {
                return true;
            }
            let inputs = match self.node(number) {
                Node::Leaf(..) | Node::Splat(..) | Node::Dense(..) => Vec::new(),
                Node::Expand(value, ..) | Node::Assumed(value, ..) => vec![*value],
                Node::Choice(_, first, second) => vec![*first, *second],
                Node::Op(op) => {
                    op.operands.iter().chain(op.regions.iter().flatten()).copied().collect()
                }
            };
            list.extend(inputs.into_iter().filter(|input| seen.insert(*input)));
        }
        false
    }

    /// Notes the bounds of a leaf.
    pub fn set_range(&mut self, number: NodeId, range: Range) {
        self.ranges.insert(number, range);
    }

    /// The bounds of a leaf, as far as they are known.
    pub fn range(&self, number: NodeId) -> Range {
        self.ranges.get(&number).copied().unwrap_or_default()
    }

    /// The type of a node.
    pub fn ty(&self, number: NodeId) -> &Type {
        match &self.nodes[number] {
            Node::Leaf(_, ty) | Node::Splat(_, ty) | Node::Dense(_, ty) => ty,
            Node::Expand(_, _, ty) => ty,
            Node::Choice(_, then, _) => self.ty(*then),
            Node::Op(op) => &op.types[op.result],
            Node::Assumed(value, ..) => self.ty(*value),
        }
    }
}
