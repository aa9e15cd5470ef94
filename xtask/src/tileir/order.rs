//! Forms of a module that mean the same, for its machine code to be compared in.
//!
//! Where a pure operation stands means nothing, and [`super::compare`] does not look at it; `tileiras`
//! does: two independent calls of the mathematics library that stand the other way round give other
//! machine code. Modules that differ by that alone give the same code once both are written by
//! [`by_use`]; those in which a value is computed twice or in more steps, by [`each_once`]; those
//! that differ in what is assumed besides, after [`without_assumptions`].

use std::collections::{HashMap, HashSet};

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{BlockId, Module, OpId, Value, ValueProducer};

use super::normal::kind::{Kind, kind};
use super::normal::values::Values;
use super::{once, returns, unused};

/// The module with each pure operation before the first operation of its block that needs it, those
/// of one operation in the order of its operands. What nothing needs is left out, what loops and
/// branches hand on to nobody too.
pub fn by_use(module: &Module) -> Module {
    let mut ordered = unused::without_unused(module);
    for &function in &module.functions {
        operation(&mut ordered, function);
    }
    ordered
}

/// The module by use, each value computed once, and returning at its end only.
///
/// cutile writes a constant tile as a number that it spreads, and the converter gives a value that the
/// reference computes twice one name.
pub fn each_once(module: &Module) -> Module {
    by_use(&once::each_once(&returns::at_the_end(module)))
}

/// The module without its assumptions: what they are made of stands in their place.
///
/// cutile states of every block index and loop variable what follows from the grid and the loop's
/// bounds. That says nothing new, and is compared so, but `tileiras` may use it.
pub fn without_assumptions(module: &Module) -> Module {
    let mut bare = module.clone();
    let values = Values::of(module);
    let mut stands_for: HashMap<Value, Value> = HashMap::new();
    for &function in &module.functions {
        drop_assumptions(&mut bare, &values, &mut stands_for, function);
    }
    bare
}

fn drop_assumptions(
    module: &mut Module,
    values: &Values,
    stands_for: &mut HashMap<Value, Value>,
    op: OpId,
) {
    for operand in &mut module.op_mut(op).operands {
        // What defines a value comes before what uses it, so one step is enough.
        if let Some(value) = stands_for.get(operand) {
            *operand = *value;
        }
    }
    if module.op(op).opcode == Opcode::Assume {
        let value = module.op(op).operands[0];
        stands_for.extend(values.results(op).iter().map(|result| (*result, value)));
    }
    for region in module.op(op).regions.clone() {
        for block in module.region(region).blocks.clone() {
            let mut ops = module.block(block).ops.clone();
            for inner in &ops {
                drop_assumptions(module, values, stands_for, *inner);
            }
            ops.retain(|inner| module.op(*inner).opcode != Opcode::Assume);
            module.block_mut(block).ops = ops;
        }
    }
}

/// Orders the blocks of an operation.
fn operation(module: &mut Module, op: OpId) {
    for region in module.op(op).regions.clone() {
        for block in module.region(region).blocks.clone() {
            // Inner blocks first: the order of what they need from here follows from theirs.
            for inner in module.block(block).ops.clone() {
                operation(module, inner);
            }
            module.block_mut(block).ops = Order::of(module, block).ops;
        }
    }
}

struct Order<'a> {
    module: &'a Module,
    /// Pure operations of the block that are not placed yet.
    waiting: HashSet<OpId>,
    ops: Vec<OpId>,
}

impl<'a> Order<'a> {
    fn of(module: &'a Module, block: BlockId) -> Self {
        let ops = &module.block(block).ops;
        let (pure, fixed): (Vec<OpId>, Vec<OpId>) =
            ops.iter().partition(|op| kind(module.op(**op).opcode) == Kind::Pure);
        let mut order = Self { module, waiting: pure.into_iter().collect(), ops: Vec::new() };
        for op in fixed {
            order.place_needed(op);
            order.ops.push(op);
        }
        order
    }

    fn place_needed(&mut self, op: OpId) {
        let module = self.module;
        for operand in &module.op(op).operands {
            self.place(*operand);
        }
        for region in &module.op(op).regions {
            for block in &module.region(*region).blocks {
                for inner in &module.block(*block).ops {
                    self.place_needed(*inner);
                }
            }
        }
    }

    fn place(&mut self, value: Value) {
        if let ValueProducer::OpResult { op, .. } = self.module.value_data(value).producer
            && self.waiting.remove(&op)
        {
            self.place_needed(op);
            self.ops.push(op);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::tileir::compare::{Comparison, Options, compare};
    use crate::tileir::interpret::{Launch, run};
    use crate::tileir::print;
    use crate::tileir::random::{self, Choices, mutate};

    /// A module's text with its values counted as they stand in it.
    pub(in crate::tileir) fn text(module: &Module) -> String {
        let mut counted: HashMap<String, usize> = HashMap::new();
        let mut parts = print::module(module, None);
        let mut text = String::new();
        while let Some(at) = parts.find('%') {
            let rest = parts.split_off(at + 1);
            text.push_str(&parts);
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let next = counted.len();
            text.push_str(&counted.entry(rest[..end].to_owned()).or_insert(next).to_string());
            parts = rest[end..].to_owned();
        }
        text + &parts
    }

    /// All pure operations of each block as late as they can stand, the last first.
    fn reversed(module: &Module) -> Module {
        let mut turned = module.clone();
        let mut blocks: HashSet<BlockId> = HashSet::new();
        for op in mutate::all_ops(module) {
            if let Some(block) = mutate::home(module, op) {
                blocks.insert(block);
            }
        }
        for block in blocks {
            let mut index = module.block(block).ops.len();
            while index > 1 {
                index -= 1;
                sink(&mut turned, block, index - 1);
            }
        }
        turned
    }

    /// Moves one pure operation behind all that do not need it.
    fn sink(module: &mut Module, block: BlockId, mut at: usize) {
        let op = module.block(block).ops[at];
        if kind(module.op(op).opcode) != Kind::Pure {
            return;
        }
        while let Some(next) = module.block(block).ops.get(at + 1).copied() {
            if kind(module.op(next).opcode) != Kind::Pure || uses(module, next, op) {
                return;
            }
            module.block_mut(block).ops.swap(at, at + 1);
            at += 1;
        }
    }

    fn uses(module: &Module, user: OpId, op: OpId) -> bool {
        let is_of = |value: &Value| match module.value_data(*value).producer {
            ValueProducer::OpResult { op: producer, .. } => producer == op,
            ValueProducer::BlockArg { .. } => false,
        };
        let inner = module.op(user).regions.iter().flat_map(|region| {
            module.region(*region).blocks.iter().flat_map(|block| module.block(*block).ops.iter())
        });
        module.op(user).operands.iter().any(is_of)
            || inner.clone().any(|inner| uses(module, *inner, op))
    }

    #[test]
    fn no_assumption_is_left_and_nothing_else_is_gone() {
        let mut dropped = 0;
        for seed in 0..200 {
            let module = random::module(&mut Choices::random(seed));
            let bare = without_assumptions(&module);
            bare.verify_dominance().unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            let opcodes = |module: &Module| -> Vec<Opcode> {
                mutate::all_ops(module).iter().map(|op| module.op(*op).opcode).collect()
            };
            let mut kept = opcodes(&module);
            kept.retain(|opcode| *opcode != Opcode::Assume);
            dropped += opcodes(&module).len() - kept.len();
            assert_eq!(opcodes(&bare), kept, "seed {seed}");
            // A launch that violates no assumption does the same.
            let launch = Launch::random(&module, seed);
            let (first, second) = (run(&module, &launch), run(&bare, &launch));
            if let (Ok(first), Ok(second)) = (first, second)
                && first.is_defined()
            {
                assert_eq!(first.difference(&second), None, "seed {seed}");
            }
        }
        assert!(dropped > 50, "{dropped} assumptions in 200 modules");
    }

    #[test]
    fn modules_that_differ_in_the_order_of_pure_operations_become_the_same() {
        let mut turned_round = 0;
        for seed in 0..100 {
            let module = random::module(&mut Choices::random(seed));
            let turned = reversed(&module);
            turned_round +=
                usize::from(print::module(&turned, None) != print::module(&module, None));
            let (first, second) = (by_use(&module), by_use(&turned));
            assert_eq!(text(&first), text(&second), "seed {seed}");
            first.verify_dominance().unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            // An assumption may have come behind a loop that may not end, where it says less.
            let [module, first] = [&module, &first].map(without_assumptions);
            let comparison = compare(&module, &first, &Options::default());
            assert_eq!(comparison, Comparison::Equal, "seed {seed}");
        }
        assert!(turned_round > 90, "{turned_round} of 100 modules had another order");
    }
}
