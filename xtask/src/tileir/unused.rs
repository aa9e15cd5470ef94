//! A module without the values that loops and branches hand on to nobody.

use std::collections::HashMap;

use cutile_ir::builder::{OpBuilder, build_block};
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{BlockId, Module, OpId, Type, Value};

use super::normal::kind::{Kind, kind};
use super::normal::loops::{Carried, Loops, bounds, counters};
use super::normal::values::Values;

/// The module with only those results of branches and values carried by loops that change and that
/// something uses in the end.
///
/// Pure operations that only the others needed stay, and may name what is no longer there:
/// [`super::order::by_use`] leaves them out.
pub(super) fn without_unused(module: &Module) -> Module {
    let values = Values::of(module);
    let loops = Loops::of(module, &values);
    let mut lean =
        Lean { from: module, values, loops, to: module.clone(), stands_for: HashMap::new() };
    for &function in &module.functions {
        lean.blocks_of(function);
    }
    let Lean { mut to, stands_for, .. } = lean;
    for &function in &module.functions {
        rename(&mut to, &stands_for, function);
    }
    to
}

struct Lean<'m> {
    from: &'m Module,
    values: Values,
    loops: Loops,
    to: Module,
    stands_for: HashMap<Value, Value>,
}

impl Lean<'_> {
    fn blocks_of(&mut self, op: OpId) {
        for region in self.from.op(op).regions.clone() {
            for block in self.from.region(region).blocks.clone() {
                for (at, inner) in self.from.block(block).ops.iter().enumerate() {
                    // What is inside first: its blocks may be exchanged with their loop.
                    self.blocks_of(*inner);
                    let operands = self.loops.operands(self.from, *inner);
                    let operation = self.from.op(*inner);
                    if operands.len() < operation.operands.len() {
                        let kept = pick(&operation.operands, &operands);
                        self.to.op_mut(*inner).operands = kept;
                    }
                    if let Kind::Loop | Kind::Branch = kind(operation.opcode)
                        && let Some(new) = self.with_fewer_results(*inner)
                    {
                        self.to.block_mut(block).ops[at] = new;
                    }
                }
            }
        }
    }

    /// A loop or branch that hands on less; none where it hands on nothing in vain.
    fn with_fewer_results(&mut self, op: OpId) -> Option<OpId> {
        let operation = self.from.op(op);
        let is_loop = kind(operation.opcode) == Kind::Loop;
        let kept: Vec<usize> = (0..operation.result_types.len())
            .filter(|at| self.loops.is_result_kept(self.from, op, *at))
            .collect();
        if kept.len() == operation.result_types.len() {
            return None;
        }
        let results = self.values.results(op).to_vec();
        if is_loop {
            let before = bounds(self.from, op);
            for at in (0..results.len()).filter(|at| !kept.contains(at)) {
                if self.loops.carried(op, at) == Carried::Unchanged {
                    self.stands_for.insert(results[at], operation.operands[before + at]);
                }
            }
            self.body_with_fewer_arguments(op, &kept);
        } else {
            self.yields_less(op, &kept);
        }
        let leaner = OpBuilder::new(operation.opcode, operation.location.clone())
            .operands(self.to.op(op).operands.clone())
            .attrs(operation.attributes.clone())
            .regions(operation.regions.clone())
            .results(pick(&operation.result_types, &kept));
        let (leaner, new) = leaner.build(&mut self.to);
        self.stands_for.extend(pick(&results, &kept).into_iter().zip(new));
        Some(leaner)
    }

    fn body_with_fewer_arguments(&mut self, op: OpId, kept: &[usize]) {
        let (before, counters) = (bounds(self.from, op), counters(self.from, op));
        let operation = self.from.op(op);
        for region in &operation.regions {
            let blocks: Vec<BlockId> = self.to.region(*region).blocks.clone();
            for (at, block) in blocks.into_iter().enumerate() {
                let (old, ops) =
                    (self.to.block(block).args.clone(), self.to.block(block).ops.clone());
                let stay = |at: &usize| *at < counters || kept.contains(&(at - counters));
                let places: Vec<usize> = (0..old.len()).filter(stay).collect();
                let types: Vec<Type> = places.iter().map(|at| old[*at].1.clone()).collect();
                let (new, arguments) = build_block(&mut self.to, &types);
                self.to.block_mut(new).ops = ops;
                self.to.region_mut(*region).blocks[at] = new;
                for (place, argument) in places.iter().zip(arguments) {
                    self.stands_for.insert(old[*place].0, argument);
                }
                for at in (counters..old.len()).filter(|at| !stay(at)) {
                    if self.loops.carried(op, at - counters) == Carried::Unchanged {
                        let entered = operation.operands[before + at - counters];
                        self.stands_for.insert(old[at].0, entered);
                    }
                }
            }
        }
    }

    fn yields_less(&mut self, op: OpId, kept: &[usize]) {
        for region in &self.from.op(op).regions {
            for block in &self.from.region(*region).blocks {
                for inner in &self.from.block(*block).ops {
                    let operation = self.from.op(*inner);
                    if operation.opcode == Opcode::Yield {
                        self.to.op_mut(*inner).operands = pick(&operation.operands, kept);
                    }
                }
            }
        }
    }
}

fn pick<T: Clone>(all: &[T], places: &[usize]) -> Vec<T> {
    places.iter().map(|at| all[*at].clone()).collect()
}

/// Puts values in the place of others, through any number of steps.
pub(super) fn rename(module: &mut Module, stands_for: &HashMap<Value, Value>, op: OpId) {
    for operand in &mut module.op_mut(op).operands {
        while let Some(value) = stands_for.get(operand) {
            *operand = *value;
        }
    }
    for region in module.op(op).regions.clone() {
        for block in module.region(region).blocks.clone() {
            for inner in module.block(block).ops.clone() {
                rename(module, stands_for, inner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tileir::compare::tests::{f32s, module, same};
    use crate::tileir::interpret::{Launch, run};
    use crate::tileir::order::by_use;
    use crate::tileir::order::tests::text;
    use crate::tileir::random::{self, Choices, mutate};

    fn handed_on(module: &Module) -> usize {
        let results = |op: &OpId| match kind(module.op(*op).opcode) {
            Kind::Loop | Kind::Branch => module.op(*op).result_types.len(),
            _ => 0,
        };
        mutate::all_ops(module).iter().map(results).sum()
    }

    #[test]
    fn a_value_that_a_branch_yields_to_nobody_is_not_needed_early() {
        // The power is needed behind the branch only; the value in vain needs it before.
        let with = |in_vain: bool| {
            module(move |body| {
                let x = body.arguments[1];
                let power = body.op(Opcode::Pow, &[x, x], f32s(&[]));
                let small = body.op(Opcode::Exp2, &[x], f32s(&[]));
                let condition = body.arguments[3];
                let types = vec![f32s(&[]); 1 + usize::from(in_vain)];
                let arm = move |body: &mut crate::tileir::compare::tests::Body<'_>,
                                value: Value| {
                    body.store(value);
                    let twice = body.float(Opcode::AddF, &[power, power]);
                    let values = [twice, small];
                    body.end(Opcode::Yield, &values[usize::from(!in_vain)..]);
                };
                let results =
                    body.branch(condition, &types, |body, _| arm(body, x), |body, _| arm(body, x));
                body.store(results[usize::from(in_vain)]);
                body.store(power);
                body.end(Opcode::Return, &[]);
            })
        };
        let (plain, more) = (with(false), with(true));
        same(&plain, &more);
        assert_eq!(text(&by_use(&plain)), text(&by_use(&more)));
    }

    #[test]
    fn what_is_handed_on_in_vain_is_gone_and_nothing_else() {
        let mut gone = 0;
        for seed in 0..300 {
            let module = random::module(&mut Choices::random(seed));
            let lean = by_use(&module);
            lean.verify_dominance().unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            gone += handed_on(&module) - handed_on(&lean);
            let again = by_use(&lean);
            assert_eq!(text(&again), text(&lean), "seed {seed}");
            let launch = Launch::random(&module, seed);
            let (first, second) = (run(&module, &launch), run(&lean, &launch));
            if let (Ok(first), Ok(second)) = (first, second)
                && first.is_defined()
            {
                assert_eq!(first.difference(&second), None, "seed {seed}");
            }
        }
        assert!(gone > 100, "{gone} values in 300 modules");
    }
}
