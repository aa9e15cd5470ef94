//! What loops carry, and what their counters are known to be.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{OpId, Type, Value};

use super::{CANDIDATE, REFERENCE, Walk, arguments};
use crate::tileir::normal::Unknown;
use crate::tileir::normal::evaluate::ScopeId;
use crate::tileir::normal::graph::{Leaf, Node, NodeId, Range};
use crate::tileir::normal::loops::{self, Carried};

impl Walk<'_> {
    /// Says what the values are that a loop carries, by those that are kept; they are its arguments
    /// or its results.
    pub(super) fn define_carried(
        &mut self,
        side: usize,
        op: OpId,
        values: &[Value],
        scope: ScopeId,
        leaf: impl Fn(usize) -> Leaf,
    ) -> Result<(), Unknown> {
        let module = self.sides[side].module;
        let mut kept = 0;
        for (index, &value) in values.iter().enumerate() {
            let ty = module.value_type(value).clone();
            let node = match self.sides[side].loops.carried(op, index) {
                Carried::Unchanged => {
                    let entered = module.op(op).operands[loops::bounds(module, op) + index];
                    self.sides[side].node(&mut self.graph, entered, scope)?
                }
                Carried::Kept => {
                    kept += 1;
                    self.graph.intern(Node::Leaf(leaf(kept - 1), ty))
                }
                Carried::Unused => self.nothing(side, ty),
            };
            self.sides[side].define(value, node);
        }
        Ok(())
    }

    /// A value that nothing that counts uses; it is like nothing of the other module.
    pub(super) fn nothing(&mut self, side: usize, ty: Type) -> NodeId {
        let label = self.label("unused");
        let node = self.graph.intern(Node::Leaf(Leaf::Result(label, side), ty));
        self.unused.insert(node);
        node
    }

    /// Notes the bounds of the counter of a `for`, where both loops have the same.
    pub(super) fn counter(&mut self, ops: [OpId; 2], scopes: [ScopeId; 2]) -> Result<(), Unknown> {
        let mut ranges = [Range::default(); 2];
        for side in [REFERENCE, CANDIDATE] {
            let operation = self.sides[side].module.op(ops[side]);
            let is_unsigned = operation.attributes.iter().any(|(name, _)| name == "unsigned_cmp");
            let [lower, upper, step, ..] = operation.operands[..] else { return Ok(()) };
            if operation.opcode != Opcode::For || is_unsigned {
                return Ok(());
            }
            let mut bounds = [None; 3];
            for (bound, value) in bounds.iter_mut().zip([lower, upper, step]) {
                let node = self.sides[side].node(&mut self.graph, value, scopes[side])?;
                *bound = self.graph.integer(node);
            }
            let [lower, upper, step] = bounds;
            // The body runs while the counter is less than the upper bound; where the step cannot
            // carry it beyond what 32 bits hold, it does not fall below the lower one either.
            let is_rising = step.is_some_and(|step| step > 0)
                && upper.zip(step).is_some_and(|(upper, step)| {
                    upper.checked_add(step).is_some_and(|last| last <= i64::from(i32::MAX))
                });
            ranges[side] = Range {
                lower: lower.filter(|_| is_rising),
                upper: upper.and_then(|upper| upper.checked_sub(1)),
            };
        }
        if ranges[REFERENCE] == ranges[CANDIDATE]
            && let Some((value, _)) =
                arguments(self.sides[REFERENCE].module, ops[REFERENCE])?.first()
        {
            let node = self.sides[REFERENCE].node(&mut self.graph, *value, scopes[REFERENCE])?;
            self.graph.set_range(node, ranges[REFERENCE]);
        }
        Ok(())
    }
}
