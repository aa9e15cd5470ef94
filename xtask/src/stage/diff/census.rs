//! What a module holds, sorted by items of the checklist.
//!
//! Taken from the normal form: an expression counts once, however often it is written, and what
//! nothing uses does not count. So a difference of two censuses is one of meaning, or of something
//! that the assembler sees.

use std::collections::{BTreeMap, BTreeSet};

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Module, OpId, ScalarType, TileElementType, Type, format_type};

use super::checklist::Item;
use crate::tileir::compare::{Explanation, Use};
use crate::tileir::normal::graph::{Graph, Leaf, Node, NodeId, OpNode};
use crate::tileir::normal::kind::{Kind, kind};
use crate::tileir::normal::{attributes, skeleton};
use crate::tileir::ops::{self, AttrKind};

/// How often each fact holds, by item.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Census(BTreeMap<Item, BTreeMap<String, usize>>);

/// The censuses of both sides of a comparison: `sides` are the modules in its order.
pub fn both(sides: [&Module; 2], explained: &Explanation, target: Option<&str>) -> [Census; 2] {
    [0, 1].map(|side| {
        let mut census = Census::default();
        let module = sides[side];
        for &function in &module.functions {
            census.effects(module, function, target);
        }
        census.uses(module, &explained.graph, &explained.uses[side]);
        census
    })
}

impl Census {
    fn add(&mut self, item: Item, fact: impl Into<String>) {
        *self.0.entry(item).or_default().entry(fact.into()).or_default() += 1;
    }

    /// What differs, by item: how often each fact holds in the reference and in the candidate.
    pub fn differences(&self, candidate: &Self) -> BTreeMap<Item, Vec<String>> {
        let mut found: BTreeMap<Item, Vec<String>> = BTreeMap::new();
        for item in self.0.keys().chain(candidate.0.keys()).collect::<BTreeSet<_>>() {
            let (empty_a, empty_b) = (BTreeMap::new(), BTreeMap::new());
            let a = self.0.get(item).unwrap_or(&empty_a);
            let b = candidate.0.get(item).unwrap_or(&empty_b);
            for fact in a.keys().chain(b.keys()).collect::<BTreeSet<_>>() {
                let count = |side: &BTreeMap<String, usize>| side.get(fact).copied().unwrap_or(0);
                if count(a) != count(b) {
                    let text = format!("{fact}: {} times became {}", count(a), count(b));
                    found.entry(*item).or_default().push(text);
                }
            }
        }
        found
    }

    /// Whether the module holds anything that the item looks at.
    pub fn has(&self, item: Item) -> bool {
        self.0.contains_key(&item)
    }

    /// Effects, loops and branches, as they stand.
    fn effects(&mut self, module: &Module, parent: OpId, target: Option<&str>) {
        let attributes = attributes::of(module.op(parent), target);
        if let Some((_, hints)) = attributes.iter().find(|(name, _)| name == "optimization_hints")
            && matches!(module.op(parent).opcode, Opcode::Entry)
        {
            self.add(Item::Hints, hints.as_str());
        }
        for region in &module.op(parent).regions {
            let Ok(inner) = skeleton::ops_of(module, *region) else { continue };
            for op in inner {
                match kind(module.op(op).opcode) {
                    Kind::Effect => self.effect(module, op, target),
                    Kind::Loop => self.body(module, op),
                    Kind::Branch => self.add(Item::Loops, "if"),
                    _ => continue,
                }
                self.effects(module, op, target);
            }
        }
    }

    fn effect(&mut self, module: &Module, op: OpId, target: Option<&str>) {
        let operation = module.op(op);
        let name = ops::by_opcode(operation.opcode).name;
        let mut own = Vec::new();
        for (key, value) in attributes::of(operation, target) {
            if key == "optimization_hints" {
                self.add(Item::Latency, format!("{name} {value}"));
            } else {
                own.push(format!(" {key}<{}>", spelled(operation.opcode, &key, &value)));
            }
        }
        self.add(Item::MemoryFamily, format!("{name}{}", own.concat()));
        let is_token = |value| *module.value_type(value) == Type::Token;
        if operation.operands.iter().any(|operand| is_token(*operand)) {
            self.add(Item::Tokens, format!("{name} after a token"));
        }
    }

    fn body(&mut self, module: &Module, op: OpId) {
        let operation = module.op(op);
        let name = ops::by_opcode(operation.opcode).name;
        let is_unsigned = operation.attributes.iter().any(|(name, _)| name == "unsigned_cmp");
        self.add(Item::Loops, format!("{name}{}", if is_unsigned { " unsigned" } else { "" }));
        let (tokens, values): (Vec<&Type>, Vec<&Type>) =
            operation.result_types.iter().partition(|ty| **ty == Type::Token);
        let values: Vec<String> = values.into_iter().map(format_type).collect();
        self.add(Item::Carried, format!("{name} carries ({})", values.join(", ")));
        self.add(Item::Tokens, format!("{name} carries {} tokens", tokens.len()));
    }

    /// What the effects use, each expression once.
    fn uses(&mut self, module: &Module, graph: &Graph, uses: &[Use]) {
        for one in uses {
            let operation = module.op(one.op);
            if operation.opcode == Opcode::For && one.index < 3 {
                let bound = ["from", "to", "by"][one.index];
                let value = graph
                    .integer(one.node)
                    .map_or_else(|| "a value".to_owned(), |number| number.to_string());
                self.add(Item::Loops, format!("for {bound} {value}"));
            }
        }
        let mut stack: Vec<NodeId> = uses.iter().map(|one| one.node).collect();
        let mut seen = BTreeSet::new();
        while let Some(node) = stack.pop() {
            if !seen.insert(node) {
                continue;
            }
            self.node(graph, node);
            stack.extend(children(graph, node));
        }
    }

    fn node(&mut self, graph: &Graph, number: NodeId) {
        match graph.node(number) {
            Node::Splat(bits, ty) => {
                // The same value in several shapes is one constant.
                let fact = format!("0x{bits:x} : {}", element(ty));
                self.0.entry(Item::Constants).or_default().insert(fact, 1);
            }
            Node::Dense(data, ty) => {
                let fact = format!("{} bytes {} : {}", data.len(), hash(data), element(ty));
                self.add(Item::Constants, fact);
            }
            Node::Op(op) if op.result == 0 => self.operation(graph, op),
            _ => {}
        }
        if let Type::Tile(tile) = graph.ty(number)
            && !tile.shape.is_empty()
        {
            let sizes: Vec<String> = tile.shape.iter().map(ToString::to_string).collect();
            let fact = format!("tile of {}", sizes.join("x"));
            self.0.entry(Item::Shapes).or_default().insert(fact, 1);
        }
    }

    fn operation(&mut self, graph: &Graph, op: &OpNode) {
        let name = ops::by_opcode(op.opcode).name;
        let ty = &op.types[op.result];
        let attribute =
            |(key, value): &(String, String)| format!(" {key}<{}>", spelled(op.opcode, key, value));
        let all = || op.attributes.iter().map(attribute).collect::<String>();
        match op.opcode {
            Opcode::MmaF | Opcode::MmaI | Opcode::MmaFScaled => {
                let operands: Vec<String> =
                    op.operands.iter().map(|node| format_type(graph.ty(*node))).collect();
                self.add(Item::Mma, format!("{name}{} of {}", all(), operands.join(", ")));
            }
            Opcode::Reduce | Opcode::Scan => {
                let combiner: BTreeSet<&str> = op
                    .regions
                    .iter()
                    .flatten()
                    .flat_map(|node| inside(graph, *node))
                    .map(|opcode| ops::by_opcode(opcode).name)
                    .collect();
                let combiner: Vec<&str> = combiner.into_iter().collect();
                self.add(Item::Reduce, format!("{name}{} by {}", all(), combiner.join(", ")));
            }
            Opcode::MakePartitionView | Opcode::MakeGatherScatterView | Opcode::MakeStridedView => {
                let padding = match ty.without_pointer_attribute() {
                    Type::PartitionView(view) => view.padding_value,
                    Type::GatherScatterView(view) => view.padding_value,
                    Type::StridedView(view) => view.padding_value,
                    _ => None,
                };
                let padding =
                    padding.map_or_else(|| "nothing".to_owned(), |one| format!("{one:?}"));
                self.add(Item::Padding, format!("{name} pads with {padding}"));
                let tile = match ty.without_pointer_attribute() {
                    Type::PartitionView(view) => &view.tile_shape,
                    Type::GatherScatterView(view) => &view.tile_shape,
                    Type::StridedView(view) => &view.tile_shape,
                    _ => return,
                };
                let sizes: Vec<String> = tile.iter().map(ToString::to_string).collect();
                self.add(Item::Shapes, format!("{name} of tiles {}", sizes.join("x")));
            }
            Opcode::MakeToken | Opcode::JoinTokens => {
                self.add(Item::Tokens, format!("{name} of {}", op.operands.len()));
            }
            Opcode::Fma => self.add(Item::Fma, format!("fma : {}", element(ty))),
            _ if scalar(ty).is_some_and(is_integer) => {
                self.add(Item::Index, format!("{name}{} : {}", all(), element(ty)));
            }
            _ => self.add(Item::Arithmetic, format!("{name} : {}", element(ty))),
        }
        const ROUNDING: [&str; 4] = ["rounding_mode", "rounding", "flush_to_zero", "propagate_nan"];
        if scalar(ty).is_some_and(|scalar| !is_integer(scalar)) && !op.attributes.is_empty() {
            let named = op.attributes.iter().filter(|(key, _)| ROUNDING.contains(&key.as_str()));
            let text: String = named.map(attribute).collect();
            if !text.is_empty() {
                self.add(Item::Rounding, format!("{name}{text}"));
            }
        }
    }
}

/// The nodes that a node is made of.
fn children(graph: &Graph, node: NodeId) -> Vec<NodeId> {
    match graph.node(node) {
        Node::Leaf(..) | Node::Splat(..) | Node::Dense(..) => Vec::new(),
        Node::Expand(source, ..) | Node::Assumed(source, ..) => vec![*source],
        Node::Choice(_, then, otherwise) => vec![*then, *otherwise],
        // The body of a reduction is part of the reduction.
        Node::Op(op) => op.operands.clone(),
    }
}

/// The operations in the body of a reduction.
fn inside(graph: &Graph, node: NodeId) -> Vec<Opcode> {
    match graph.node(node) {
        Node::Op(op) => {
            let below = op.operands.iter().flat_map(|operand| inside(graph, *operand));
            std::iter::once(op.opcode).chain(below).collect()
        }
        Node::Leaf(Leaf::Element(..), _) => Vec::new(),
        _ => children(graph, node).into_iter().flat_map(|child| inside(graph, child)).collect(),
    }
}

/// An attribute's value as the dialect spells it.
fn spelled(opcode: Opcode, name: &str, value: &str) -> String {
    let row = ops::by_opcode(opcode);
    let known = row.attributes.iter().find(|attr| attr.name == name).map(|attr| attr.kind);
    match (known, value.parse::<usize>()) {
        (Some(AttrKind::Enum(names)), Ok(number)) => {
            names.get(number).map_or_else(|| value.to_owned(), |name| (*name).to_owned())
        }
        _ => value.to_owned(),
    }
}

fn scalar(ty: &Type) -> Option<ScalarType> {
    match ty {
        Type::Scalar(scalar) => Some(*scalar),
        Type::Tile(tile) => match &tile.element_type {
            TileElementType::Scalar(scalar) => Some(*scalar),
            TileElementType::Pointer(_) => None,
        },
        _ => None,
    }
}

fn is_integer(scalar: ScalarType) -> bool {
    use ScalarType::{I8, I16, I32, I64};
    matches!(scalar, I8 | I16 | I32 | I64)
}

/// A type's element, without its shape.
fn element(ty: &Type) -> String {
    match (scalar(ty), ty) {
        (Some(scalar), _) => format!("{scalar:?}").to_lowercase(),
        (None, Type::Tile(_)) => "pointers".to_owned(),
        (None, Type::TensorView(_)) => "a tensor view".to_owned(),
        (None, ty) => format_type(ty),
    }
}

fn hash(data: &[u8]) -> String {
    crate::files::sha256(data)[..8].to_owned()
}
