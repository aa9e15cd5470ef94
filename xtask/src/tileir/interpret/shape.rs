//! Shapes: operations that move elements and change none.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Operation};

use super::value::{layout, tile_type};
use super::{Machine, Stop, Tile, Value, attribute, number, numbers, result_type, unsupported};

/// Places of a shape in order, the last axis fastest.
pub(super) fn places(shape: &[usize]) -> impl Iterator<Item = Vec<usize>> + use<'_> {
    let count: usize = shape.iter().product();
    (0..count).map(|flat| place(shape, flat))
}

fn place(shape: &[usize], mut flat: usize) -> Vec<usize> {
    let mut place = vec![0; shape.len()];
    for axis in (0..shape.len()).rev() {
        place[axis] = flat % shape[axis];
        flat /= shape[axis];
    }
    place
}

/// The number of a place in order.
pub(super) fn flat(shape: &[usize], place: &[usize]) -> usize {
    shape.iter().zip(place).fold(0, |flat, (size, at)| flat * size + at)
}

impl Machine<'_> {
    /// Runs an operation that moves elements; `None` for all others.
    pub(super) fn shape_op(&self, op: &Operation) -> Result<Option<Tile>, Stop> {
        let tile = match op.opcode {
            Opcode::Constant => self.constant(op)?,
            Opcode::Assume => match self.assumed(op)? {
                Value::Tile(tile) => tile,
                _ => return Err(unsupported("an assumption on something else than a tile")),
            },
            Opcode::Iota => self.iota(op)?,
            Opcode::Reshape => self.reshape(op)?,
            Opcode::Broadcast => self.broadcast(op)?,
            Opcode::Permute => self.permute(op)?,
            Opcode::Cat => self.cat(op)?,
            Opcode::Extract => self.extract(op)?,
            Opcode::Insert => self.insert(op)?,
            _ => return Ok(None),
        };
        Ok(Some(tile))
    }

    fn iota(&self, op: &Operation) -> Result<Tile, Stop> {
        let mut tile = Tile::filled(tile_type(result_type(op, 0)?)?, 0);
        let scalar = tile.element.number()?;
        for (index, bits) in tile.bits.iter_mut().enumerate() {
            *bits = numbers::wrap(scalar, index as i128);
        }
        Ok(tile)
    }

    fn reshape(&self, op: &Operation) -> Result<Tile, Stop> {
        let source = self.operand(op, 0)?;
        let (element, shape) = layout(tile_type(result_type(op, 0)?)?);
        if shape.iter().product::<usize>() != source.bits.len() {
            return Err(unsupported("a reshape that changes the number of elements"));
        }
        Ok(Tile { element, shape, bits: source.bits })
    }

    fn broadcast(&self, op: &Operation) -> Result<Tile, Stop> {
        let source = self.operand(op, 0)?;
        let (element, shape) = layout(tile_type(result_type(op, 0)?)?);
        let fits = shape.len() == source.shape.len()
            && shape.iter().zip(&source.shape).all(|(wide, one)| wide == one || *one == 1);
        if !fits {
            return Err(unsupported("a broadcast between shapes that do not fit"));
        }
        let bits = places(&shape).map(|mut place| {
            for (at, &size) in place.iter_mut().zip(&source.shape) {
                *at = if size == 1 { 0 } else { *at };
            }
            source.bits[flat(&source.shape, &place)]
        });
        Ok(Tile { element, bits: bits.collect(), shape })
    }

    fn permute(&self, op: &Operation) -> Result<Tile, Stop> {
        let source = self.operand(op, 0)?;
        let order: Vec<usize> = match attribute(op, "permutation") {
            Some(Attribute::DenseI32Array(order)) => {
                order.iter().map(|&axis| axis as usize).collect()
            }
            Some(Attribute::Array(order)) => order
                .iter()
                .map(|axis| match axis {
                    Attribute::Integer(axis, _) => *axis as usize,
                    _ => usize::MAX,
                })
                .collect(),
            _ => return Err(unsupported("a permutation without order")),
        };
        if order.len() != source.shape.len() || order.iter().any(|&axis| axis >= order.len()) {
            return Err(unsupported("a permutation of other axes"));
        }
        let shape: Vec<usize> = order.iter().map(|&axis| source.shape[axis]).collect();
        let bits = places(&shape).map(|place| {
            let mut from = vec![0; place.len()];
            for (at, &axis) in place.iter().zip(&order) {
                from[axis] = *at;
            }
            source.bits[flat(&source.shape, &from)]
        });
        Ok(Tile { element: source.element, bits: bits.collect(), shape })
    }

    fn cat(&self, op: &Operation) -> Result<Tile, Stop> {
        let (left, right) = (self.operand(op, 0)?, self.operand(op, 1)?);
        let axis = number(op, "dim").unwrap_or(0) as usize;
        let mut shape = left.shape.clone();
        let Some(size) = shape.get_mut(axis) else {
            return Err(unsupported("a concatenation along no axis"));
        };
        *size += right.shape[axis];
        let bits = places(&shape).map(|mut place| {
            if place[axis] < left.shape[axis] {
                left.bits[flat(&left.shape, &place)]
            } else {
                place[axis] -= left.shape[axis];
                right.bits[flat(&right.shape, &place)]
            }
        });
        Ok(Tile { element: left.element, bits: bits.collect(), shape })
    }

    /// Where the slice at `indices`, in units of slices, begins.
    fn corner(
        &self,
        op: &Operation,
        first: usize,
        slice: &[usize],
        whole: &[usize],
    ) -> Result<Vec<usize>, Stop> {
        let mut corner = Vec::new();
        for (axis, &name) in op.operands[first..].iter().enumerate() {
            let index = self.tile(name)?.index()?;
            let begin = index * slice[axis] as i64;
            if begin < 0 || begin as usize + slice[axis] > whole[axis] {
                return Err(Stop::Undefined(format!("{} outside its tile", op.opcode.name())));
            }
            corner.push(begin as usize);
        }
        Ok(corner)
    }

    fn extract(&self, op: &Operation) -> Result<Tile, Stop> {
        let source = self.operand(op, 0)?;
        let (element, shape) = layout(tile_type(result_type(op, 0)?)?);
        let corner = self.corner(op, 1, &shape, &source.shape)?;
        let bits = places(&shape).map(|place| {
            let from: Vec<usize> =
                place.iter().zip(&corner).map(|(at, begin)| at + begin).collect();
            source.bits[flat(&source.shape, &from)]
        });
        Ok(Tile { element, bits: bits.collect(), shape })
    }

    fn insert(&self, op: &Operation) -> Result<Tile, Stop> {
        let (source, mut whole) = (self.operand(op, 0)?, self.operand(op, 1)?);
        let corner = self.corner(op, 2, &source.shape, &whole.shape)?;
        for (place, &bits) in places(&source.shape).zip(&source.bits) {
            let to: Vec<usize> = place.iter().zip(&corner).map(|(at, begin)| at + begin).collect();
            let index = flat(&whole.shape, &to);
            whole.bits[index] = bits;
        }
        Ok(whole)
    }
}
