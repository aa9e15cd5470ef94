//! The skeleton of a function: its effects in order, with the pure operations aside.
//!
//! Two ways to write one control flow become one. What follows an `if` of which a branch leaves
//! (`return`, `continue`, `break`) stands in the other branch; and the terminator of a block that
//! ends with an `if` stands in both branches.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Module, OpId, RegionId, Value};

use super::Unknown;
use super::kind::{Kind, kind};
use super::values::Values;

/// A sequence of effects.
#[derive(Debug, Default)]
pub struct Sequence {
    /// The pure operations that stand in it, each with its stretch.
    ///
    /// Control always comes from one place of a stretch to every other. A new one begins behind each
    /// effect that may leave (see [`may_leave`]).
    pub pure: Vec<(OpId, usize)>,
    /// The stretch of the sequence around it in which it stands.
    pub stretch: usize,
    /// Its effects, in order.
    pub effects: Vec<Effect>,
    /// What ends it; none where its last effect, an `if`, does.
    pub terminator: Option<OpId>,
    /// Results of an `if` that this is a branch of, and what they are here.
    pub known: Vec<(Value, Value)>,
}

/// An effect.
#[derive(Debug)]
pub enum Effect {
    /// An operation without regions.
    Simple(OpId),
    /// `for` or `loop`.
    Loop(OpId, Box<Sequence>),
    /// `if`; the flag says that its branches hold what follows it.
    Branch(OpId, Box<[Sequence; 2]>, bool),
}

impl Effect {
    /// The operation.
    pub fn op(&self) -> OpId {
        match self {
            Self::Simple(op) | Self::Loop(op, _) | Self::Branch(op, ..) => *op,
        }
    }
}

/// The skeleton of a function.
pub fn of(module: &Module, values: &Values, function: OpId) -> Result<Sequence, Unknown> {
    let [region] = module.op(function).regions[..] else {
        return Err(Unknown::new("a function has no single region"));
    };
    Builder { module, values }.sequence(ops_of(module, region)?, Vec::new(), 0)
}

/// The operations of a region's only block.
pub fn ops_of(module: &Module, region: RegionId) -> Result<Vec<OpId>, Unknown> {
    match module.region(region).blocks[..] {
        [block] => Ok(module.block(block).ops.clone()),
        [] => Ok(Vec::new()),
        _ => Err(Unknown::new("a region has several blocks")),
    }
}

/// Whether control may not come to what follows an operation: it returns, fails, loops for ever, or
/// leaves the block that it stands in.
pub fn may_leave(module: &Module, op: OpId) -> bool {
    let operation = module.op(op);
    let inner = || {
        operation
            .regions
            .iter()
            .flat_map(|region| &module.region(*region).blocks)
            .flat_map(|block| &module.block(*block).ops)
    };
    match operation.opcode {
        Opcode::Assert | Opcode::Loop | Opcode::Return => true,
        Opcode::Break | Opcode::Continue => true,
        Opcode::If => inner().any(|op| may_leave(module, *op)),
        Opcode::For => inner().any(|op| {
            let is_own = module.op(*op).opcode == Opcode::Continue;
            !is_own && may_leave(module, *op)
        }),
        _ => false,
    }
}

struct Builder<'m> {
    module: &'m Module,
    values: &'m Values,
}

impl Builder<'_> {
    fn sequence(
        &self,
        ops: Vec<OpId>,
        known: Vec<(Value, Value)>,
        outer: usize,
    ) -> Result<Sequence, Unknown> {
        let mut sequence = Sequence { known, stretch: outer, ..Sequence::default() };
        let mut stretch = 0;
        for (index, &op) in ops.iter().enumerate() {
            let operation = self.module.op(op);
            match kind(operation.opcode) {
                Kind::Pure => sequence.pure.push((op, stretch)),
                Kind::Effect => {
                    sequence.effects.push(Effect::Simple(op));
                }
                Kind::Loop => {
                    let [body] = operation.regions[..] else {
                        return Err(Unknown::new("a loop has no single region"));
                    };
                    let body = self.sequence(ops_of(self.module, body)?, Vec::new(), stretch)?;
                    sequence.effects.push(Effect::Loop(op, Box::new(body)));
                }
                Kind::Branch => {
                    let rest = &ops[index + 1..];
                    let (branches, is_last) = self.branches(op, rest, stretch)?;
                    sequence.effects.push(Effect::Branch(op, Box::new(branches), is_last));
                    if is_last {
                        return Ok(sequence);
                    }
                }
                Kind::Terminator => {
                    sequence.terminator = Some(op);
                    return Ok(sequence);
                }
                Kind::Unknown => {
                    let name = operation.opcode.name();
                    return Err(Unknown::new(format!("`{name}` stands in a function")));
                }
            }
            stretch += usize::from(may_leave(self.module, op));
        }
        Err(Unknown::new("a block has no terminator"))
    }

    /// The branches of an `if`, and whether they hold what follows it.
    fn branches(
        &self,
        op: OpId,
        rest: &[OpId],
        stretch: usize,
    ) -> Result<([Sequence; 2], bool), Unknown> {
        let [then, otherwise] = self.module.op(op).regions[..] else {
            return Err(Unknown::new("an `if` has not two regions"));
        };
        let bodies = [ops_of(self.module, then)?, ops_of(self.module, otherwise)?];
        let leaves = |body: &[OpId]| {
            body.last().is_some_and(|last| self.module.op(*last).opcode != Opcode::Yield)
        };
        let is_last = bodies.iter().any(|body| leaves(body)) || self.is_tail(rest);
        let mut sequences = Vec::with_capacity(2);
        for mut body in bodies {
            let mut known = Vec::new();
            if is_last && !leaves(&body) {
                let yielded = match body.pop() {
                    Some(last) => self.module.op(last).operands.clone(),
                    None => Vec::new(),
                };
                known = self.values.results(op).iter().copied().zip(yielded).collect();
                body.extend_from_slice(rest);
            } else if body.is_empty() {
                return Err(Unknown::new("a branch is empty"));
            }
            sequences.push(self.sequence(body, known, stretch)?);
        }
        let [then, otherwise] = <[Sequence; 2]>::try_from(sequences)
            .map_err(|_| Unknown::new("an `if` has not two regions"))?;
        Ok(([then, otherwise], is_last))
    }

    /// Whether nothing but a terminator that leaves the block's parent follows.
    fn is_tail(&self, rest: &[OpId]) -> bool {
        let Some((last, before)) = rest.split_last() else { return false };
        let ends = matches!(
            self.module.op(*last).opcode,
            Opcode::Return | Opcode::Continue | Opcode::Break
        );
        ends && before.iter().all(|op| kind(self.module.op(*op).opcode) == Kind::Pure)
    }
}
