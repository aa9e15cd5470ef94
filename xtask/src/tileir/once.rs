//! A module in which each value is computed once.

use std::collections::HashMap;

use cutile_ir::builder::OpBuilder;
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    Attribute, BlockId, DenseElements, Module, OpId, ScalarType, TileElementType, Type, Value,
    ValueProducer,
};

use super::normal::kind::{Kind, kind};
use super::normal::rules::splat_bits;
use super::normal::values::Values;

/// The module with one operation for each value that pure operations compute where it is known
/// already, constants spread over a tile as constants of that tile, no reshape or broadcast to the
/// type that is there, and what all arms of a branch pass through in the place of its result.
///
/// What is no longer used stays: [`super::order::by_use`] leaves it out.
pub(super) fn each_once(module: &Module) -> Module {
    let mut once = Once {
        values: Values::of(module),
        to: module.clone(),
        stands_for: HashMap::new(),
        known: Vec::new(),
    };
    for &function in &module.functions {
        once.regions(function);
    }
    once.to
}

/// What tells whether two pure operations compute the same.
type Key = (Opcode, Vec<Value>, String);

struct Once {
    values: Values,
    to: Module,
    stands_for: HashMap<Value, Value>,
    /// What is computed, block by block from the outermost to the one at hand.
    known: Vec<HashMap<Key, Vec<Value>>>,
}

impl Once {
    fn regions(&mut self, op: OpId) {
        for region in self.to.op(op).regions.clone() {
            for block in self.to.region(region).blocks.clone() {
                self.known.push(HashMap::new());
                self.block(block);
                self.known.pop();
            }
        }
    }

    fn block(&mut self, block: BlockId) {
        let mut kept = Vec::new();
        for op in self.to.block(block).ops.clone() {
            // What defines a value comes before what uses it, so one step is enough.
            for operand in &mut self.to.op_mut(op).operands {
                if let Some(value) = self.stands_for.get(operand) {
                    *operand = *value;
                }
            }
            self.regions(op);
            match kind(self.to.op(op).opcode) {
                Kind::Pure => kept.extend(self.pure(op)),
                Kind::Branch => {
                    self.passed_through(op);
                    kept.push(op);
                }
                _ => kept.push(op),
            }
        }
        self.to.block_mut(block).ops = kept;
    }

    /// The operation that computes what this one does; none where that is there.
    fn pure(&mut self, op: OpId) -> Option<OpId> {
        let operation = self.to.op(op).clone();
        let old = self.values.results(op).to_vec();
        if let (Opcode::Reshape | Opcode::Broadcast, [from]) =
            (operation.opcode, &operation.operands[..])
            && *self.to.value_type(*from) == operation.result_types[0]
        {
            self.stands_for.insert(old[0], *from);
            return None;
        }
        let (op, new) = match self.spread(&operation.operands, operation.opcode, old[0]) {
            Some(constant) => constant.build(&mut self.to),
            None => (op, old.clone()),
        };
        let operation = self.to.op(op);
        let rest = format!("{:?} {:?}", operation.attributes, operation.result_types);
        // Bodies are not compared.
        if operation.regions.is_empty() {
            let key = (operation.opcode, operation.operands.clone(), rest);
            if let Some(values) = self.known.iter().rev().find_map(|known| known.get(&key)) {
                self.stands_for.extend(old.into_iter().zip(values.iter().copied()));
                return None;
            }
            self.known.last_mut()?.insert(key, new.clone());
        }
        self.stands_for.extend(old.into_iter().zip(new).filter(|(old, new)| old != new));
        Some(op)
    }

    /// A constant spread over a tile as a constant of that tile.
    fn spread(&self, operands: &[Value], opcode: Opcode, result: Value) -> Option<OpBuilder> {
        let (Opcode::Reshape | Opcode::Broadcast, [from]) = (opcode, operands) else {
            return None;
        };
        let ValueProducer::OpResult { op, .. } = self.to.value_data(*from).producer else {
            return None;
        };
        let operation = self.to.op(op);
        let dense = operation.attributes.iter().find_map(|(_, value)| match value {
            Attribute::DenseElements(dense) if operation.opcode == Opcode::Constant => Some(dense),
            _ => None,
        })?;
        let bits = splat_bits(dense, self.to.value_type(*from))?;
        let ty = self.to.value_type(result).clone();
        let Type::Tile(tile) = &ty else { return None };
        let TileElementType::Scalar(scalar) = tile.element_type else { return None };
        let data = match (scalar, bits) {
            (ScalarType::I1, 0) => vec![0],
            (ScalarType::I1, _) => vec![0xFF],
            _ => bits.to_le_bytes()[..scalar.byte_width()].to_vec(),
        };
        let dense = DenseElements { element_type: ty.clone(), shape: tile.shape.clone(), data };
        let builder = OpBuilder::new(Opcode::Constant, operation.location.clone());
        Some(builder.attr("value", Attribute::DenseElements(dense)).result(ty))
    }

    /// Puts in the place of a branch's results what every arm that does not leave hands through.
    fn passed_through(&mut self, op: OpId) {
        let mut arms: Vec<(&[OpId], &[Value])> = Vec::new();
        for region in &self.to.op(op).regions {
            for block in &self.to.region(*region).blocks {
                let ops = &self.to.block(*block).ops[..];
                let last = ops.last().map(|last| self.to.op(*last));
                if let Some(last) = last.filter(|last| last.opcode == Opcode::Yield) {
                    arms.push((ops, &last.operands));
                }
            }
        }
        let mut passed = Vec::new();
        for (index, result) in self.values.results(op).iter().enumerate() {
            let Some(value) = arms.first().and_then(|(_, yielded)| yielded.get(index)) else {
                continue;
            };
            let is_inside = |ops: &[OpId]| match self.to.value_data(*value).producer {
                ValueProducer::OpResult { op, .. } => ops.contains(&op),
                ValueProducer::BlockArg { .. } => false,
            };
            if arms
                .iter()
                .all(|(ops, yielded)| yielded.get(index) == Some(value) && !is_inside(ops))
            {
                passed.push((*result, *value));
            }
        }
        self.stands_for.extend(passed);
    }
}

#[cfg(test)]
mod tests {
    use cutile_ir::ir::Location;

    use super::*;
    use crate::tileir::compare::tests::{f32s, module};
    use crate::tileir::compare::{Comparison, Options, compare};
    use crate::tileir::interpret::{Launch, run};
    use crate::tileir::order::tests::text;
    use crate::tileir::order::{by_use, without_assumptions};
    use crate::tileir::random::{self, Choices, mutate};

    #[test]
    fn what_cutile_writes_in_more_steps_becomes_the_same() {
        let with = |steps: bool| {
            module(move |body| {
                let x = body.arguments[1];
                let three = 3f32.to_le_bytes();
                let tile = f32s(&[1, 4]);
                let spread = if steps {
                    let number = body.constant(&three, f32s(&[]));
                    let row = body.op(Opcode::Reshape, &[number], f32s(&[1, 1]));
                    body.op(Opcode::Broadcast, &[row], tile.clone())
                } else {
                    let dense = DenseElements {
                        element_type: tile.clone(),
                        shape: vec![1, 4],
                        data: three.to_vec(),
                    };
                    let constant = OpBuilder::new(Opcode::Constant, Location::Unknown)
                        .attr("value", Attribute::DenseElements(dense))
                        .result(tile.clone());
                    body.build(constant)[0]
                };
                let first = body.op(Opcode::Exp, &[spread], tile.clone());
                let second =
                    if steps { body.op(Opcode::Exp, &[spread], tile.clone()) } else { first };
                let sum = body.attr_op(
                    Opcode::AddF,
                    &[first, second],
                    tile.clone(),
                    &[("rounding_mode", 0)],
                );
                body.store(sum);
                let condition = body.arguments[3];
                let types = if steps { vec![f32s(&[])] } else { Vec::new() };
                let passed = if steps { vec![x] } else { Vec::new() };
                let results = body.branch(
                    condition,
                    &types,
                    |body, _| {
                        body.store(x);
                        body.end(Opcode::Yield, &passed);
                    },
                    |body, _| body.end(Opcode::Yield, &passed),
                );
                body.store(if steps { results[0] } else { x });
                body.end(Opcode::Return, &[]);
            })
        };
        let (plain, more) = (with(false), with(true));
        assert_ne!(text(&by_use(&plain)), text(&by_use(&more)));
        assert_eq!(text(&by_use(&each_once(&plain))), text(&by_use(&each_once(&more))));
    }

    #[test]
    fn what_a_module_does_stays() {
        let mut gone = 0;
        for seed in 0..300 {
            let module = random::module(&mut Choices::random(seed));
            let once = by_use(&each_once(&module));
            once.verify_dominance().unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            gone += mutate::all_ops(&by_use(&module)).len() - mutate::all_ops(&once).len();
            let again = by_use(&each_once(&once));
            assert_eq!(text(&again), text(&once), "seed {seed}");
            let launch = Launch::random(&module, seed);
            let (first, second) = (run(&module, &launch), run(&once, &launch));
            if let (Ok(first), Ok(second)) = (first, second)
                && first.is_defined()
            {
                assert_eq!(first.difference(&second), None, "seed {seed}");
            }
            let [first, second] = [&module, &once].map(without_assumptions);
            assert_eq!(
                compare(&first, &second, &Options::default()),
                Comparison::Equal,
                "seed {seed}"
            );
        }
        assert!(gone > 300, "{gone} operations in 300 modules");
    }
}
