//! Control flow, constants, assumptions and the grid.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, OpId, Operation, ScalarType};

use super::value::tile_type;
use super::{
    Element, Flow, Machine, Stop, Tile, Value, attribute, flag, numbers, result_type, unsupported,
};

impl Machine<'_> {
    /// Runs operations with regions or that leave one; `None` for all others.
    pub(super) fn control(&mut self, id: OpId, op: &Operation) -> Result<Option<Flow>, Stop> {
        let flow = match op.opcode {
            Opcode::Return => Flow::Return,
            Opcode::Yield => Flow::Yield(self.values(&op.operands)?),
            Opcode::Continue => Flow::Continue(self.values(&op.operands)?),
            Opcode::Break => Flow::Break(self.values(&op.operands)?),
            Opcode::If => self.branch(id, op)?,
            Opcode::For => self.counted_loop(id, op)?,
            Opcode::Loop => self.endless_loop(id, op)?,
            Opcode::Reduce | Opcode::Scan => {
                let results = self.fold(op)?;
                self.set(id, results.into_iter().map(Value::Tile).collect());
                Flow::Next
            }
            Opcode::GetTileBlockId | Opcode::GetNumTileBlocks => {
                let counts =
                    if op.opcode == Opcode::GetTileBlockId { self.block } else { self.grid };
                let tile = |count| Value::Tile(Tile::scalar(ScalarType::I32, u64::from(count)));
                self.set(id, counts.map(tile).to_vec());
                Flow::Next
            }
            Opcode::Assert => {
                let holds = self.operand(op, 0)?;
                if holds.bits.contains(&0) {
                    return Err(Stop::Undefined("a failed assertion".into()));
                }
                Flow::Next
            }
            _ => return Ok(None),
        };
        Ok(Some(flow))
    }

    fn branch(&mut self, id: OpId, op: &Operation) -> Result<Flow, Stop> {
        let taken = if self.operand(op, 0)?.bits[0] & 1 == 1 { 0 } else { 1 };
        let block = self.region(op, taken)?;
        self.enter(block, Vec::new())?;
        match self.body(block)? {
            Flow::Yield(values) => {
                self.set(id, values);
                Ok(Flow::Next)
            }
            other => Ok(other),
        }
    }

    fn counted_loop(&mut self, id: OpId, op: &Operation) -> Result<Flow, Stop> {
        let [lower, upper, step] = [0, 1, 2].map(|index| self.operand(op, index));
        let (lower, upper, step) = (lower?, upper?, step?);
        let scalar = lower.element.number()?;
        let read = |tile: &Tile| {
            if flag(op, "unsigned_cmp") {
                numbers::unsigned(scalar, tile.bits[0])
            } else {
                numbers::signed(scalar, tile.bits[0])
            }
        };
        let (mut at, end, step) = (read(&lower), read(&upper), read(&step));
        if step <= 0 {
            return Err(Stop::Undefined(format!("a loop with step {step}")));
        }
        let block = self.region(op, 0)?;
        let mut carried = self.values(&op.operands[3..])?;
        while at < end {
            self.fuel = self.fuel.checked_sub(1).ok_or(Stop::Fuel)?;
            let counter = Value::Tile(Tile::scalar(scalar, numbers::wrap(scalar, at)));
            let mut arguments = vec![counter];
            arguments.append(&mut carried);
            self.enter(block, arguments)?;
            match self.body(block)? {
                Flow::Continue(values) | Flow::Yield(values) => carried = values,
                Flow::Return => return Ok(Flow::Return),
                _ => return Err(unsupported("a break out of `for`")),
            }
            at += step;
        }
        self.set(id, carried);
        Ok(Flow::Next)
    }

    fn endless_loop(&mut self, id: OpId, op: &Operation) -> Result<Flow, Stop> {
        let block = self.region(op, 0)?;
        let mut carried = self.values(&op.operands)?;
        loop {
            self.fuel = self.fuel.checked_sub(1).ok_or(Stop::Fuel)?;
            self.enter(block, carried)?;
            match self.body(block)? {
                Flow::Continue(values) | Flow::Yield(values) => carried = values,
                Flow::Break(values) => {
                    self.set(id, values);
                    return Ok(Flow::Next);
                }
                Flow::Return => return Ok(Flow::Return),
                Flow::Next => return Err(unsupported("a loop body without an end")),
            }
        }
    }

    /// The value of `assume`, whose word is checked.
    pub(super) fn assumed(&self, op: &Operation) -> Result<Value, Stop> {
        let value = self.value(op.operands[0])?;
        let Value::Tile(tile) = &value else { return Ok(value) };
        let signed = |bits: u64| match tile.element {
            Element::Number(scalar) => numbers::signed(scalar, bits),
            Element::Pointer(_) => i128::from(bits),
        };
        let holds = match attribute(op, "predicate") {
            Some(Attribute::DivBy(div)) if div.every.is_none() && div.along.is_none() => {
                tile.bits.iter().all(|&bits| signed(bits) % i128::from(div.divisor.max(1)) == 0)
            }
            Some(Attribute::Bounded(bounds)) => tile.bits.iter().all(|&bits| {
                bounds.lb.is_none_or(|low| signed(bits) >= i128::from(low))
                    && bounds.ub.is_none_or(|high| signed(bits) <= i128::from(high))
            }),
            // Only where elements are the same matters to a compiler; nothing here relies on it.
            Some(_) => true,
            None => return Err(unsupported("an assumption of nothing")),
        };
        if holds { Ok(value) } else { Err(Stop::Undefined(format!("a false {:?}", op.attributes))) }
    }

    /// A constant.
    pub(super) fn constant(&self, op: &Operation) -> Result<Tile, Stop> {
        let ty = tile_type(result_type(op, 0)?)?;
        let mut tile = Tile::filled(ty, 0);
        let scalar = tile.element.number()?;
        let Some(Attribute::DenseElements(dense)) = attribute(op, "value") else {
            return Err(unsupported("a constant without elements"));
        };
        let width = scalar.byte_width();
        let read = |chunk: &[u8]| {
            let mut bytes = [0; 8];
            bytes[..width].copy_from_slice(&chunk[..width]);
            let bits = u64::from_le_bytes(bytes);
            if scalar == ScalarType::I1 { u64::from(bits != 0) } else { bits }
        };
        let given: Vec<u64> = dense.data.chunks_exact(width).map(read).collect();
        match given.as_slice() {
            [one] => tile.bits.fill(*one),
            all if all.len() == tile.bits.len() => tile.bits.copy_from_slice(all),
            _ => return Err(unsupported("a constant of another size than its type")),
        }
        Ok(tile)
    }
}
