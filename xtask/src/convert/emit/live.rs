//! Which values of an entry are needed.
//!
//! Roots are operations with an effect. A value that a loop or branch carries is needed where the
//! variable is read in the body or after it; a token that accesses no longer ask for is not carried.

use std::collections::{HashMap, HashSet};

use cutile_ir::Module;
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{BlockId, OpId, Value, ValueProducer};

/// What is needed.
#[derive(Debug, Default)]
pub struct Live {
    /// The needed operations that use each value, once for each use.
    pub users: HashMap<Value, Vec<OpId>>,
    /// The carried values of loops and results of branches that are needed, by place.
    carried: HashSet<(OpId, usize)>,
    /// The loop or branch that a terminator belongs to.
    owners: HashMap<OpId, OpId>,
}

impl Live {
    /// What a module's entry needs; `operands` gives what an operation is written with.
    pub fn of(module: &Module, operands: impl Fn(OpId) -> Vec<Value>) -> Self {
        let mut walk = Walk {
            module,
            operands,
            live: Self::default(),
            seen: HashSet::new(),
            args: HashMap::new(),
            exits: HashMap::new(),
            pending: Vec::new(),
        };
        for &function in &module.functions {
            walk.index(function, &[]);
        }
        let mut roots: Vec<OpId> = module.functions.clone();
        while let Some(id) = roots.pop() {
            for inner in ops_in(module, id) {
                if has_effect(module.op(inner).opcode) {
                    walk.operation(inner);
                }
                if !matches!(module.op(inner).opcode, Opcode::Reduce | Opcode::Scan) {
                    roots.push(inner);
                }
            }
        }
        while let Some((value, user)) = walk.pending.pop() {
            walk.value(value, user);
        }
        walk.live
    }

    /// Whether a loop carries a value at a place, or a branch's result there is needed.
    pub fn carries(&self, id: OpId, place: usize) -> bool {
        self.carried.contains(&(id, place))
    }

    /// Those of a list of values, one for each place, that are needed.
    pub fn kept<T: Copy>(&self, id: OpId, all: &[T]) -> Vec<T> {
        let needed = |(place, value): (usize, &T)| self.carries(id, place).then_some(*value);
        all.iter().enumerate().filter_map(needed).collect()
    }

    /// The loop or branch that a terminator belongs to.
    pub fn owner(&self, terminator: OpId) -> Option<OpId> {
        self.owners.get(&terminator).copied()
    }
}

/// Operations in the blocks of an operation, not deeper.
fn ops_in(module: &Module, id: OpId) -> Vec<OpId> {
    let blocks = module.op(id).regions.iter().flat_map(|&region| &module.region(region).blocks);
    blocks.flat_map(|&block: &BlockId| module.block(block).ops.iter().copied()).collect()
}

struct Walk<'m, F> {
    module: &'m Module,
    operands: F,
    live: Live,
    seen: HashSet<OpId>,
    /// Carried arguments of loop bodies.
    args: HashMap<Value, (OpId, usize)>,
    /// Terminators by the loop or branch that they belong to.
    exits: HashMap<OpId, Vec<OpId>>,
    pending: Vec<(Value, OpId)>,
}

impl<F: Fn(OpId) -> Vec<Value>> Walk<'_, F> {
    /// Notes who carries what; `around` are the loops around, innermost last.
    fn index(&mut self, id: OpId, around: &[OpId]) {
        let op = self.module.op(id);
        let is_loop = matches!(op.opcode, Opcode::For | Opcode::Loop);
        let mut inside = around.to_vec();
        if is_loop {
            inside.push(id);
            let skipped = usize::from(op.opcode == Opcode::For);
            for &region in &op.regions {
                for &block in &self.module.region(region).blocks {
                    let args = self.module.block(block).args.iter().skip(skipped);
                    self.args.extend(args.enumerate().map(|(place, arg)| (arg.0, (id, place))));
                }
            }
        }
        for inner in ops_in(self.module, id) {
            let owner = match self.module.op(inner).opcode {
                Opcode::Continue | Opcode::Break => inside.last().copied(),
                Opcode::Yield if op.opcode == Opcode::If => Some(id),
                _ => None,
            };
            if let Some(owner) = owner {
                self.exits.entry(owner).or_default().push(inner);
                self.live.owners.insert(inner, owner);
            }
            self.index(inner, &inside);
        }
    }

    fn operation(&mut self, id: OpId) {
        if !self.seen.insert(id) {
            return;
        }
        let op = self.module.op(id);
        let needed = match op.opcode {
            Opcode::For => op.operands[..3.min(op.operands.len())].to_vec(),
            Opcode::Loop => Vec::new(),
            _ if self.live.owners.contains_key(&id) => Vec::new(),
            _ => (self.operands)(id),
        };
        self.pending.extend(needed.into_iter().map(|value| (value, id)));
        if matches!(op.opcode, Opcode::Reduce | Opcode::Scan) {
            for inner in ops_in(self.module, id) {
                self.operation(inner);
            }
        }
    }

    fn value(&mut self, value: Value, user: OpId) {
        self.live.users.entry(value).or_default().push(user);
        if let Some(&(id, place)) = self.args.get(&value) {
            self.carry(id, place);
        } else if let ValueProducer::OpResult { op, result_index } =
            self.module.value_data(value).producer
        {
            match self.module.op(op).opcode {
                Opcode::For | Opcode::Loop | Opcode::If => self.carry(op, result_index as usize),
                _ => self.operation(op),
            }
        }
    }

    fn carry(&mut self, id: OpId, place: usize) {
        if !self.live.carried.insert((id, place)) {
            return;
        }
        let op = self.module.op(id);
        let first = match op.opcode {
            Opcode::For => Some(3 + place),
            Opcode::Loop => Some(place),
            _ => None,
        };
        let initial = first.and_then(|first| op.operands.get(first));
        self.pending.extend(initial.map(|value| (*value, id)));
        for exit in self.exits.get(&id).cloned().unwrap_or_default() {
            let left = self.module.op(exit).operands.get(place);
            self.pending.extend(left.map(|value| (*value, exit)));
        }
    }
}

/// Whether an op must be kept even where its results are unused.
pub fn has_effect(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(
        opcode,
        Assert
            | AtomicCAS
            | AtomicRMW
            | AtomicRedViewTko
            | Break
            | Continue
            | For
            | GdcLaunchDependentsTko
            | GdcWaitTko
            | If
            | LoadPtrTko
            | LoadViewTko
            | Loop
            | MemoryFenceAliasTko
            | MultimemLoadReduceViewTko
            | MultimemReduceViewTko
            | MultimemStoreViewTko
            | PreviewCall
            | Print
            | Return
            | StorePtrTko
            | StoreViewTko
            | Yield
    )
}
