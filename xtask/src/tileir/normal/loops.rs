//! What the loops of a function carry, and its branches yield, to some purpose.
//!
//! A value that a loop hands on as it got it is the one that it was entered with; a value that
//! nothing outside its own computation uses is of no meaning. Neither counts as carried.

use std::collections::{HashMap, HashSet};

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Module, OpId, Value, ValueProducer};

use super::kind::{Kind, kind};
use super::values::Values;

/// The loops of a module.
#[derive(Debug, Default)]
pub struct Loops {
    /// The loop that a `continue` or `break` belongs to.
    owners: HashMap<OpId, OpId>,
    /// The branch that a `yield` ends an arm of.
    branches: HashMap<OpId, OpId>,
    /// What each loop carries on unchanged: positions.
    unchanged: HashMap<OpId, HashSet<usize>>,
    /// What each loop carries, or each branch yields, that is used.
    used: HashSet<(OpId, usize)>,
}

/// What becomes of a carried value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carried {
    /// It changes and is used.
    Kept,
    /// It is what the loop was entered with.
    Unchanged,
    /// Nothing uses it.
    Unused,
}

/// How many operands of a loop come before those that it carries.
pub fn bounds(module: &Module, op: OpId) -> usize {
    if module.op(op).opcode == Opcode::For { 3 } else { 0 }
}

/// How many arguments of a loop's body come before those that are carried.
pub fn counters(module: &Module, op: OpId) -> usize {
    usize::from(module.op(op).opcode == Opcode::For)
}

impl Loops {
    /// The loops of a module's functions.
    pub fn of(module: &Module, values: &Values) -> Self {
        let mut loops = Self::default();
        let mut all = Vec::new();
        for &function in &module.functions {
            loops.visit(module, function, None, &mut all);
        }
        // Inner loops come first, so that what they hand on is known in the outer ones.
        for &op in &all {
            let unchanged = loops.find_unchanged(module, values, op);
            loops.unchanged.insert(op, unchanged);
        }
        let mut uses = Uses { module, loops: &mut loops, seen: HashSet::new(), list: Vec::new() };
        for &function in &module.functions {
            uses.roots(function);
        }
        uses.follow();
        loops
    }

    fn visit(&mut self, module: &Module, op: OpId, inside: Option<OpId>, all: &mut Vec<OpId>) {
        let is_loop = kind(module.op(op).opcode) == Kind::Loop;
        let inside = if is_loop { Some(op) } else { inside };
        for region in &module.op(op).regions {
            for block in &module.region(*region).blocks {
                for &inner in &module.block(*block).ops {
                    if let Opcode::Continue | Opcode::Break = module.op(inner).opcode
                        && let Some(owner) = inside
                    {
                        self.owners.insert(inner, owner);
                    }
                    if module.op(inner).opcode == Opcode::Yield
                        && kind(module.op(op).opcode) == Kind::Branch
                    {
                        self.branches.insert(inner, op);
                    }
                    self.visit(module, inner, inside, all);
                }
            }
        }
        if is_loop {
            all.push(op);
        }
    }

    fn find_unchanged(&self, module: &Module, values: &Values, op: OpId) -> HashSet<usize> {
        let (bounds, counters) = (bounds(module, op), counters(module, op));
        let Some(arguments) = arguments(module, op) else { return HashSet::new() };
        let ends: Vec<OpId> =
            self.owners.iter().filter(|(_, owner)| **owner == op).map(|(end, _)| *end).collect();
        let entered = &module.op(op).operands[bounds.min(module.op(op).operands.len())..];
        let is_plain = entered.len() + counters == arguments.len()
            && values.results(op).len() == entered.len()
            && ends.iter().all(|end| module.op(*end).operands.len() == entered.len());
        if !is_plain {
            return HashSet::new();
        }
        (0..entered.len())
            .filter(|index| {
                let (first, argument) = (entered[*index], arguments[index + counters]);
                ends.iter().all(|end| {
                    let last = self.resolve(module, module.op(*end).operands[*index]);
                    last == argument || last == self.resolve(module, first)
                })
            })
            .collect()
    }

    /// The value that an unchanged result of a loop is.
    fn resolve(&self, module: &Module, value: Value) -> Value {
        let mut value = value;
        while let ValueProducer::OpResult { op, result_index } = module.value_data(value).producer
            && self.unchanged.get(&op).is_some_and(|set| set.contains(&(result_index as usize)))
        {
            value = module.op(op).operands[bounds(module, op) + result_index as usize];
        }
        value
    }

    /// What becomes of the value that a loop carries at some position.
    pub fn carried(&self, op: OpId, index: usize) -> Carried {
        if self.unchanged.get(&op).is_some_and(|set| set.contains(&index)) {
            Carried::Unchanged
        } else if self.used.contains(&(op, index)) {
            Carried::Kept
        } else {
            Carried::Unused
        }
    }

    /// Whether a result of an operation changes and is used. Of others than loops and branches this is
    /// not known, and they keep all.
    pub fn is_result_kept(&self, module: &Module, op: OpId, index: usize) -> bool {
        match kind(module.op(op).opcode) {
            Kind::Loop => self.carried(op, index) == Carried::Kept,
            Kind::Branch => self.used.contains(&(op, index)),
            _ => true,
        }
    }

    /// Whether something uses what a `yield` hands on at some position. In the body of a reduction all
    /// is used.
    pub fn is_yield_used(&self, end: OpId, index: usize) -> bool {
        self.branches.get(&end).is_none_or(|branch| self.used.contains(&(*branch, index)))
    }

    /// The positions of the operands of an operation that mean something: all, but for loops and
    /// what ends a turn of one.
    pub fn operands(&self, module: &Module, op: OpId) -> Vec<usize> {
        let count = module.op(op).operands.len();
        let (owner, before) = match self.owners.get(&op) {
            Some(owner) => (*owner, 0),
            None if kind(module.op(op).opcode) == Kind::Loop => (op, bounds(module, op)),
            None => return (0..count).collect(),
        };
        (0..count)
            .filter(|at| *at < before || self.carried(owner, at - before) == Carried::Kept)
            .collect()
    }
}

fn arguments(module: &Module, op: OpId) -> Option<Vec<Value>> {
    let region = module.op(op).regions.first()?;
    let block = module.region(*region).blocks.first()?;
    Some(module.block(*block).args.iter().map(|(value, _)| *value).collect())
}

/// Which values are used in the end.
struct Uses<'m, 'l> {
    module: &'m Module,
    loops: &'l mut Loops,
    seen: HashSet<Value>,
    list: Vec<Value>,
}

impl Uses<'_, '_> {
    fn add(&mut self, value: Value) {
        if self.seen.insert(value) {
            self.list.push(value);
        }
    }

    /// What effects and control flow use.
    fn roots(&mut self, op: OpId) {
        let module = self.module;
        let operation = module.op(op);
        let count = match kind(operation.opcode) {
            Kind::Loop => bounds(module, op),
            Kind::Pure => 0,
            Kind::Terminator if operation.opcode != Opcode::Return => 0,
            _ => operation.operands.len(),
        };
        operation.operands.iter().take(count).for_each(|value| self.add(*value));
        // The body of a reduction is used where its result is.
        if kind(operation.opcode) != Kind::Pure {
            self.each_inner(op, &mut |uses, inner| uses.roots(inner));
        }
    }

    fn each_inner(&mut self, op: OpId, visit: &mut impl FnMut(&mut Self, OpId)) {
        let module = self.module;
        for region in &module.op(op).regions {
            for block in &module.region(*region).blocks {
                for &inner in &module.block(*block).ops {
                    visit(self, inner);
                }
            }
        }
    }

    fn follow(&mut self) {
        while let Some(value) = self.list.pop() {
            match self.module.value_data(value).producer {
                ValueProducer::OpResult { op, result_index } => {
                    self.result(op, result_index as usize)
                }
                ValueProducer::BlockArg { block, arg_index } => {
                    let Some(owner) = self.loop_of(block) else { continue };
                    let counters = counters(self.module, owner);
                    if let Some(index) = (arg_index as usize).checked_sub(counters) {
                        self.carried(owner, index);
                    }
                }
            }
        }
    }

    fn loop_of(&self, block: cutile_ir::ir::BlockId) -> Option<OpId> {
        // Only loops have arguments that are carried; there are few of them.
        self.loops.unchanged.keys().copied().find(|op| {
            let regions = &self.module.op(*op).regions;
            regions.iter().any(|region| self.module.region(*region).blocks.contains(&block))
        })
    }

    fn result(&mut self, op: OpId, index: usize) {
        let module = self.module;
        match kind(module.op(op).opcode) {
            Kind::Loop => self.carried(op, index),
            Kind::Branch => {
                self.loops.used.insert((op, index));
                self.each_inner(op, &mut |uses, inner| {
                    let operation = module.op(inner);
                    if operation.opcode == Opcode::Yield
                        && let Some(value) = operation.operands.get(index)
                    {
                        uses.add(*value);
                    }
                });
            }
            Kind::Pure => self.whole(op),
            _ => {}
        }
    }

    /// All that an operation and what is in it uses.
    fn whole(&mut self, op: OpId) {
        let module = self.module;
        module.op(op).operands.iter().for_each(|value| self.add(*value));
        self.each_inner(op, &mut |uses, inner| uses.whole(inner));
    }

    fn carried(&mut self, op: OpId, index: usize) {
        if !self.loops.used.insert((op, index)) {
            return;
        }
        let module = self.module;
        if let Some(value) = module.op(op).operands.get(bounds(module, op) + index) {
            self.add(*value);
        }
        let ends: Vec<OpId> = self
            .loops
            .owners
            .iter()
            .filter(|(_, owner)| **owner == op)
            .map(|(end, _)| *end)
            .collect();
        for end in ends {
            if let Some(value) = module.op(end).operands.get(index) {
                self.add(*value);
            }
        }
    }
}
