//! Branches and loops.

use cutile_ir::builder::OpBuilder;
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Location, ScalarType, Type, Value};

use super::builder::{Builder, tile};

/// How deep loops and branches are nested.
const DEPTH: usize = 3;

impl Builder<'_> {
    /// Some operations, within what is left.
    fn some(&mut self) {
        for _ in 0..=self.choices.below(4) {
            if self.budget > 0 {
                self.grow();
            }
        }
    }

    /// Tiles to be carried through a loop or out of a branch.
    fn several(&mut self, most: usize) -> Vec<Value> {
        let count = self.choices.below(most + 1);
        let mut values: Vec<Value> = Vec::new();
        for _ in 0..count {
            let value = self.any();
            values.push(value);
        }
        values
    }

    fn types(&self, values: &[Value]) -> Vec<Type> {
        values.iter().map(|value| self.module.value_type(*value).clone()).collect()
    }

    /// Values of the types of some others.
    fn alike(&mut self, values: &[Value]) -> Vec<Value> {
        values
            .iter()
            .map(|value| {
                let (scalar, shape) = self.parts(*value);
                self.want(scalar, &shape)
            })
            .collect()
    }

    /// What a loop carries on: other values than it was entered with. cutile leaves out what a loop
    /// does not change, and then what it carries cannot be compared.
    fn advance(&mut self, arguments: &[Value]) -> Vec<Value> {
        let changed = |builder: &mut Self, argument: Value| {
            let (scalar, shape) = builder.parts(argument);
            let ty = tile(scalar, &shape);
            let other = builder.want(scalar, &shape);
            if other != argument && builder.choices.below(2) == 1 {
                return other;
            }
            match scalar {
                ScalarType::I1 => builder.op(Opcode::XOrI, &[argument, other], ty, &[]),
                scalar if scalar.is_integer() => {
                    builder.op(Opcode::AddI, &[argument, other], ty, &[("overflow", 0)])
                }
                ScalarType::F8E4M3FN | ScalarType::F8E5M2 => builder.constant(scalar, &shape),
                _ => builder.op(Opcode::AddF, &[argument, other], ty, &[("rounding_mode", 0)]),
            }
        };
        arguments.iter().map(|argument| changed(self, *argument)).collect()
    }

    pub(super) fn branch(&mut self) {
        if self.depth >= DEPTH {
            return;
        }
        let condition = self.condition(&[]);
        let models = self.several(2);
        let types = self.types(&models);
        // Leaving the kernel early: at its top level only, where nothing is yielded.
        let leaves = self.depth == 0 && models.is_empty() && self.choices.rarely(4);
        let regions = [0, 1].map(|branch| {
            let models = models.clone();
            self.region(&[], |body, _| {
                if branch == 0 || !models.is_empty() {
                    body.some();
                }
                if branch == 0 && models.is_empty() {
                    let value = body.any();
                    body.store(value);
                }
                if branch == 0 && leaves {
                    body.end(Opcode::Return, &[]);
                    return;
                }
                let values = body.alike(&models);
                body.end(Opcode::Yield, &values);
            })
        });
        let builder = OpBuilder::new(Opcode::If, Location::Unknown)
            .operand(condition)
            .regions(regions)
            .results(types);
        let results = self.build(builder);
        self.pool.extend(results);
    }

    pub(super) fn repeat(&mut self) {
        if self.depth >= DEPTH {
            return;
        }
        match self.choices.below(3) {
            0 | 1 => self.counted(),
            _ => self.endless(),
        }
    }

    /// `for`, now and then with a `continue` in its midst.
    fn counted(&mut self) {
        let carried = self.several(3);
        let types = self.types(&carried);
        let (from, to) = (self.choices.below(2) as i64, 1 + self.choices.below(4) as i64);
        let lower = self.integer(from);
        let scalars = |scalar, shape: &[i64]| scalar == ScalarType::I32 && shape.is_empty();
        let upper = match self.choices.rarely(4).then(|| self.find(scalars)).flatten() {
            // A number that is known only at run time, made small.
            Some(number) => {
                let seven = self.integer(7);
                self.op(Opcode::AndI, &[number, seven], tile(ScalarType::I32, &[]), &[])
            }
            None => self.integer(to),
        };
        let by = 1 + self.choices.below(2) as i64;
        let step = self.integer(by);
        let mut arguments = vec![tile(ScalarType::I32, &[])];
        arguments.extend(types.iter().cloned());
        let skips = self.choices.rarely(4);
        let token = self.token.take();
        let region = self.region(&arguments, |body, values| {
            body.pool.extend(values);
            body.some();
            if skips {
                let condition = body.condition(&[]);
                let skipped = body.alike(&carried);
                let then = body.region(&[], |inner, _| inner.end(Opcode::Continue, &skipped));
                let otherwise = body.region(&[], |inner, _| inner.end(Opcode::Yield, &[]));
                body.build(
                    OpBuilder::new(Opcode::If, Location::Unknown)
                        .operand(condition)
                        .regions([then, otherwise]),
                );
                body.some();
            }
            let values = body.advance(&values[1..]);
            body.end(Opcode::Continue, &values);
        });
        self.token = token;
        let builder = OpBuilder::new(Opcode::For, Location::Unknown)
            .operands([lower, upper, step])
            .operands(carried)
            .region(region)
            .results(types);
        let results = self.build(builder);
        self.pool.extend(results);
    }

    /// `loop` with a counter that ends it.
    fn endless(&mut self) {
        let mut carried = vec![self.integer(0)];
        carried.extend(self.several(2));
        let types = self.types(&carried);
        let limit = 1 + self.choices.below(4) as i64;
        let token = self.token.take();
        let region = self.region(&types, |body, values| {
            body.pool.extend(values);
            body.some();
            let last = body.integer(limit);
            let attributes = [("comparison_predicate", 5), ("signedness", 1)];
            let number = tile(ScalarType::I32, &[]);
            let condition =
                body.op(Opcode::CmpI, &[values[0], last], tile(ScalarType::I1, &[]), &attributes);
            let mut leaving = vec![values[0]];
            leaving.extend(body.alike(&carried[1..]));
            let then = body.region(&[], |inner, _| inner.end(Opcode::Break, &leaving));
            let otherwise = body.region(&[], |inner, _| inner.end(Opcode::Yield, &[]));
            body.build(
                OpBuilder::new(Opcode::If, Location::Unknown)
                    .operand(condition)
                    .regions([then, otherwise]),
            );
            body.some();
            let one = body.integer(1);
            let mut next =
                vec![body.op(Opcode::AddI, &[values[0], one], number, &[("overflow", 0)])];
            next.extend(body.advance(&values[1..]));
            body.end(Opcode::Continue, &next);
        });
        self.token = token;
        let builder = OpBuilder::new(Opcode::Loop, Location::Unknown)
            .operands(carried)
            .region(region)
            .results(types);
        let results = self.build(builder);
        self.pool.extend(results);
    }
}
