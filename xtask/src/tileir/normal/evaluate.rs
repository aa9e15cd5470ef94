//! From values to nodes, on demand: what no effect uses is never looked at.

use std::collections::{BTreeMap, HashMap};

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Module, OpId, Operation, Type, Value, ValueProducer};

use super::facts::Facts;
use super::graph::{Graph, Label, Leaf, Node, NodeId, OpNode};
use super::kind::{Kind, kind, may_trap};
use super::loops::Loops;
use super::skeleton::{Sequence, ops_of};
use super::values::Values;
use super::{Unknown, attributes};
use crate::tileir::ops;

/// Number of a scope.
pub type ScopeId = usize;

/// Where control comes as a whole or not at all: a sequence of effects, by its label, and a stretch
/// of it.
pub type Place = (Label, usize);

/// A sequence of effects, or the body of a reduction, with what is defined in it.
#[derive(Debug)]
struct Scope {
    parent: Option<ScopeId>,
    /// Pure operations that stand in it, and their stretches.
    pure: HashMap<OpId, usize>,
    /// Values that are others here.
    known: HashMap<Value, Value>,
    label: Label,
    /// How many bodies of reductions it is in.
    depth: usize,
}

/// One of the modules that are compared.
#[derive(Debug)]
pub struct Side<'m> {
    /// The module.
    pub module: &'m Module,
    /// Its values by producer.
    pub values: Values,
    /// What its loops carry to some purpose.
    pub loops: Loops,
    /// What is assumed of nodes, and where.
    facts: BTreeMap<(NodeId, Place), Facts>,
    /// Where each labelled sequence stands.
    around: HashMap<Label, Place>,
    target: Option<&'m str>,
    scopes: Vec<Scope>,
    /// Nodes of values that no pure operation made.
    leaves: HashMap<Value, NodeId>,
    nodes: HashMap<(ScopeId, Value), NodeId>,
    /// Scopes of the bodies of reductions.
    bodies: HashMap<(ScopeId, OpId), ScopeId>,
}

impl<'m> Side<'m> {
    /// A module with nothing evaluated yet.
    pub fn new(module: &'m Module, target: Option<&'m str>) -> Self {
        let values = Values::of(module);
        Self {
            module,
            loops: Loops::of(module, &values),
            values,
            facts: BTreeMap::new(),
            around: HashMap::new(),
            target,
            scopes: Vec::new(),
            leaves: HashMap::new(),
            nodes: HashMap::new(),
            bodies: HashMap::new(),
        }
    }

    /// Opens the scope of a sequence.
    pub fn open(&mut self, parent: Option<ScopeId>, sequence: &Sequence, label: Label) -> ScopeId {
        if let Some(parent) = parent {
            self.around.insert(label, (self.scopes[parent].label, sequence.stretch));
        }
        self.scopes.push(Scope {
            parent,
            pure: sequence.pure.iter().copied().collect(),
            known: sequence.known.iter().copied().collect(),
            label,
            depth: 0,
        });
        self.scopes.len() - 1
    }

    /// Says what a value is.
    pub fn define(&mut self, value: Value, node: NodeId) {
        self.leaves.insert(value, node);
    }

    /// The attributes of an operation in normal form.
    pub fn attributes(&self, op: OpId) -> Vec<(String, String)> {
        attributes::of(self.module.op(op), self.target)
    }

    /// The node of a value as it is seen from a scope.
    pub fn node(
        &mut self,
        graph: &mut Graph,
        value: Value,
        scope: ScopeId,
    ) -> Result<NodeId, Unknown> {
        let wanted = self.resolve(value, scope)?;
        let mut stack = vec![wanted];
        while let Some(&(home, value)) = stack.last() {
            if self.nodes.contains_key(&(home, value)) {
                stack.pop();
                continue;
            }
            if let Some(&node) = self.leaves.get(&value) {
                self.nodes.insert((home, value), node);
                continue;
            }
            let ValueProducer::OpResult { op, .. } = self.module.value_data(value).producer else {
                return Err(Unknown::new(format!(
                    "%{} is an argument of a block that is not looked into",
                    value.index()
                )));
            };
            let needed = self.needed(graph, op, home)?;
            let missing: Vec<_> =
                needed.into_iter().filter(|key| !self.nodes.contains_key(key)).collect();
            if missing.is_empty() {
                self.evaluate(graph, op, home)?;
            } else {
                stack.extend(missing);
            }
        }
        Ok(self.nodes[&wanted])
    }

    /// The scope that defines a value, and the value that it is there.
    fn resolve(&self, value: Value, scope: ScopeId) -> Result<(ScopeId, Value), Unknown> {
        let mut value = value;
        let mut current = Some(scope);
        while let Some(id) = current {
            let scope = &self.scopes[id];
            if let Some(&known) = scope.known.get(&value) {
                value = known;
                continue;
            }
            if let ValueProducer::OpResult { op, .. } = self.module.value_data(value).producer
                && scope.pure.contains_key(&op)
            {
                return Ok((id, value));
            }
            current = scope.parent;
        }
        if self.leaves.contains_key(&value) {
            return Ok((0, value));
        }
        Err(Unknown::new(format!("%{} is used where it is not defined", value.index())))
    }

    /// What has to be evaluated before an operation.
    fn needed(
        &mut self,
        graph: &mut Graph,
        op: OpId,
        home: ScopeId,
    ) -> Result<Vec<(ScopeId, Value)>, Unknown> {
        let module = self.module;
        let operation = module.op(op);
        let mut needed = Vec::new();
        for &operand in &operation.operands {
            needed.push(self.resolve(operand, home)?);
        }
        if !operation.regions.is_empty() {
            let body = self.body(graph, op, home)?;
            for &yielded in self.yielded(op)? {
                needed.push(self.resolve(yielded, body)?);
            }
        }
        Ok(needed)
    }

    /// What the only region of a reduction yields.
    fn yielded(&self, op: OpId) -> Result<&'m [Value], Unknown> {
        let module = self.module;
        let [region] = module.op(op).regions[..] else {
            return Err(Unknown::new("a reduction has not one region"));
        };
        match ops_of(module, region)?.last() {
            Some(last) if module.op(*last).opcode == Opcode::Yield => {
                Ok(&module.op(*last).operands)
            }
            _ => Err(Unknown::new("the body of a reduction yields nothing")),
        }
    }

    /// The scope of the body of a reduction.
    fn body(&mut self, graph: &mut Graph, op: OpId, home: ScopeId) -> Result<ScopeId, Unknown> {
        if let Some(&scope) = self.bodies.get(&(home, op)) {
            return Ok(scope);
        }
        let module = self.module;
        let [region] = module.op(op).regions[..] else {
            return Err(Unknown::new("a reduction has not one region"));
        };
        let [block] = module.region(region).blocks[..] else {
            return Err(Unknown::new("the body of a reduction has not one block"));
        };
        let depth = self.scopes[home].depth + 1;
        for (index, (argument, ty)) in module.block(block).args.iter().enumerate() {
            let leaf = Node::Leaf(Leaf::Element(depth, index), ty.clone());
            let node = graph.intern(leaf);
            self.leaves.insert(*argument, node);
        }
        let ops = &module.block(block).ops;
        let (Some(_), inner) = (ops.last(), &ops[..ops.len().saturating_sub(1)]) else {
            return Err(Unknown::new("the body of a reduction is empty"));
        };
        if let Some(effect) = inner.iter().find(|op| kind(module.op(**op).opcode) != Kind::Pure) {
            let name = module.op(*effect).opcode.name();
            return Err(Unknown::new(format!("`{name}` stands in the body of a reduction")));
        }
        self.scopes.push(Scope {
            parent: Some(home),
            pure: inner.iter().map(|op| (*op, 0)).collect(),
            known: HashMap::new(),
            label: self.scopes[home].label,
            depth,
        });
        let scope = self.scopes.len() - 1;
        self.bodies.insert((home, op), scope);
        Ok(scope)
    }

    /// Evaluates an operation whose operands are evaluated.
    fn evaluate(&mut self, graph: &mut Graph, op: OpId, home: ScopeId) -> Result<(), Unknown> {
        let module = self.module;
        let operation = module.op(op);
        let mut operands = Vec::with_capacity(operation.operands.len());
        for &operand in &operation.operands {
            operands.push(self.nodes[&self.resolve(operand, home)?]);
        }
        let results = self.values.results(op).to_vec();
        if operation.opcode == Opcode::Assume {
            let node = self.assume(graph, op, home, operands[0])?;
            self.nodes.insert((home, results[0]), node);
            return Ok(());
        }
        if operation.opcode == Opcode::Constant {
            let dense = operation.attributes.iter().find_map(|(name, value)| match value {
                Attribute::DenseElements(dense) if name == "value" => Some(dense),
                _ => None,
            });
            let dense = dense.ok_or_else(|| Unknown::new("a constant has no value"))?;
            let node = graph.constant(dense, &operation.result_types[0]);
            self.nodes.insert((home, results[0]), node);
            return Ok(());
        }
        let mut regions = Vec::new();
        if !operation.regions.is_empty() {
            let body = self.body(graph, op, home)?;
            let mut nodes = Vec::new();
            for &yielded in self.yielded(op)? {
                nodes.push(self.nodes[&self.resolve(yielded, body)?]);
            }
            regions.push(nodes);
        }
        let place = may_trap(operation.opcode)
            .then(|| self.scopes[home].label)
            .filter(|_| !is_safe_divisor(graph.node(operands[1])));
        let attributes = self.attributes(op);
        let groups = groups(operation);
        for (index, result) in results.into_iter().enumerate() {
            let node = graph.op(OpNode {
                opcode: operation.opcode,
                attributes: attributes.clone(),
                groups: groups.clone(),
                operands: operands.clone(),
                regions: regions.clone(),
                types: operation.result_types.clone(),
                result: index,
                place,
            });
            self.nodes.insert((home, result), node);
        }
        Ok(())
    }

    /// A value of which something is assumed: the value itself with the fact noted for the place where
    /// it is assumed; in the body of a reduction, which has no place of its own, a node of its own.
    fn assume(
        &mut self,
        graph: &mut Graph,
        op: OpId,
        home: ScopeId,
        value: NodeId,
    ) -> Result<NodeId, Unknown> {
        let operation = self.module.op(op);
        let predicate = operation.attributes.iter().find(|(name, _)| name == "predicate");
        let (_, predicate) = predicate.ok_or_else(|| Unknown::new("an assume has no predicate"))?;
        let scope = &self.scopes[home];
        if scope.depth == 0 {
            let place = (scope.label, scope.pure[&op]);
            self.facts.entry((value, place)).or_default().add(predicate);
            return Ok(value);
        }
        let mut facts = Facts::default();
        facts.add(predicate);
        facts.drop_known(graph, value);
        if facts.is_empty() {
            return Ok(value);
        }
        Ok(graph.intern(Node::Assumed(value, facts.text(), scope.label)))
    }

    /// What is assumed of each node at each place beyond what is known there, from the node itself or
    /// from what is assumed of it wherever control has come from.
    pub fn assumed(&self, graph: &Graph) -> BTreeMap<(NodeId, Place), Facts> {
        let mut assumed = BTreeMap::new();
        for ((node, place), own) in &self.facts {
            let mut before = Facts::default();
            for ((_, other), facts) in self.facts.range((*node, (0, 0))..(*node + 1, (0, 0))) {
                if other != place && self.comes_before(*other, *place) {
                    before.join(facts);
                }
            }
            let mut all = own.clone();
            all.join(&before);
            before.drop_known(graph, *node);
            all.drop_known(graph, *node);
            if all.text() != before.text() {
                assumed.insert((*node, *place), all);
            }
        }
        assumed
    }

    /// Forgets what is assumed, at the end of a function.
    pub fn forget(&mut self) {
        self.facts.clear();
    }

    /// Whether control that comes to `place` has come through `earlier`.
    fn comes_before(&self, earlier: Place, place: Place) -> bool {
        let mut place = place;
        loop {
            if place.0 == earlier.0 {
                return earlier.1 <= place.1;
            }
            match self.around.get(&place.0) {
                Some(outer) => place = *outer,
                None => return false,
            }
        }
    }
}

/// A constant that division by is defined for: neither zero nor, at any width, minus one, by which
/// the least number cannot be divided.
fn is_safe_divisor(node: &Node) -> bool {
    match node {
        Node::Splat(bits, Type::Tile(_)) => *bits != 0 && bits.trailing_ones() < 8,
        _ => false,
    }
}

/// The sizes of an operation's operand groups, where they have to be told apart.
pub fn groups(operation: &Operation) -> Vec<i64> {
    if !ops::by_opcode(operation.opcode).is_segmented() {
        return Vec::new();
    }
    let sizes = operation.attributes.iter().find_map(|(name, value)| match value {
        Attribute::Array(items) if name == "operandSegmentSizes" => Some(items),
        _ => None,
    });
    match sizes {
        Some(items) => items
            .iter()
            .map(|item| if let Attribute::Integer(size, _) = item { *size } else { 0 })
            .collect(),
        None => vec![1; operation.operands.len()],
    }
}
