//! A module whose functions return at their end only.

use std::collections::HashMap;

use cutile_ir::builder::OpBuilder;
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{BlockId, Location, Module, OpId, Value};

use super::normal::kind::{Kind, kind};
use super::normal::values::Values;
use super::unused::rename;

/// The module in which what follows a branch with an arm that returns stands in the other arm. Returns
/// inside of loops stay.
///
/// cutile has no `return` in an arm, so this is how such a kernel comes back from it.
pub(super) fn at_the_end(module: &Module) -> Module {
    let mut tails =
        Tails { values: Values::of(module), to: module.clone(), stands_for: HashMap::new() };
    for &function in &module.functions {
        for region in module.op(function).regions.clone() {
            for block in module.region(region).blocks.clone() {
                tails.tail(block);
            }
        }
    }
    let Tails { mut to, stands_for, .. } = tails;
    for &function in &module.functions {
        rename(&mut to, &stands_for, function);
    }
    to
}

struct Tails {
    values: Values,
    to: Module,
    stands_for: HashMap<Value, Value>,
}

impl Tails {
    /// A block behind which the function ends.
    fn tail(&mut self, block: BlockId) {
        let ops = self.to.block(block).ops.clone();
        let Some((&end, ops)) = ops.split_last() else { return };
        let arms = |op: OpId| -> Vec<BlockId> {
            let regions = &self.to.op(op).regions;
            regions.iter().flat_map(|region| self.to.region(*region).blocks.clone()).collect()
        };
        let found = ops.iter().enumerate().find_map(|(at, op)| {
            let is_branch = kind(self.to.op(*op).opcode) == Kind::Branch;
            let arms = arms(*op);
            let returns = arms.iter().any(|arm| self.ends_with(*arm, Opcode::Return));
            let is_plain = arms.len() == 2
                && arms.iter().all(|arm| {
                    self.ends_with(*arm, Opcode::Return) || self.ends_with(*arm, Opcode::Yield)
                });
            (is_branch && returns && is_plain).then_some((at, arms))
        });
        let Some((at, arms)) = found else { return };
        let (branch, rest) = (ops[at], &ops[at + 1..]);
        for &arm in &arms {
            let goes_on = self.ends_with(arm, Opcode::Yield);
            let Some(last) = self.to.block_mut(arm).ops.pop() else { continue };
            if goes_on {
                let yielded = self.to.op(last).operands.clone();
                self.stands_for.extend(self.values.results(branch).iter().copied().zip(yielded));
                self.to.block_mut(arm).ops.extend(rest);
            }
            let nothing = OpBuilder::new(Opcode::Yield, Location::Unknown);
            let (nothing, _) = nothing.build(&mut self.to);
            self.to.block_mut(arm).ops.push(nothing);
        }
        let old = self.to.op(branch).clone();
        let (plain, _) = OpBuilder::new(old.opcode, old.location)
            .operands(old.operands)
            .attrs(old.attributes)
            .regions(old.regions)
            .build(&mut self.to);
        self.to.block_mut(block).ops = [&ops[..at], &[plain, end]].concat();
        for arm in arms {
            self.tail(arm);
        }
    }

    fn ends_with(&self, block: BlockId, opcode: Opcode) -> bool {
        self.to.block(block).ops.last().is_some_and(|last| self.to.op(*last).opcode == opcode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tileir::interpret::{Launch, run};
    use crate::tileir::random::{self, Choices, mutate};

    fn returns(module: &Module) -> usize {
        let ops = mutate::all_ops(module);
        ops.iter().filter(|op| module.op(**op).opcode == Opcode::Return).count()
    }

    #[test]
    fn what_follows_a_return_in_an_arm_stands_in_the_other_one() {
        let mut gone = 0;
        for seed in 0..400 {
            let module = random::module(&mut Choices::random(seed));
            let one = at_the_end(&module);
            one.verify_dominance().unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            gone += returns(&module) - returns(&one);
            let launch = Launch::random(&module, seed);
            let (first, second) = (run(&module, &launch), run(&one, &launch));
            if let (Ok(first), Ok(second)) = (first, second)
                && first.is_defined()
            {
                assert_eq!(first.difference(&second), None, "seed {seed}");
            }
        }
        assert!(gone > 10, "{gone} returns in 400 modules");
    }
}
