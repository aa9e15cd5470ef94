//! Operations that move elements.

use cutile_ir::bytecode::Opcode;

use super::Stop;
use super::pure::Op;
use super::value::{Tile, coordinates, mask, position, signed};

/// The result of an operation that moves elements.
pub fn evaluate(op: &Op<'_>, operands: &[&Tile]) -> Result<Tile, Stop> {
    let (shape, element) = op.result()?;
    let wrong = || Stop::unsupported(format!("`{}` of these shapes", op.opcode.name()));
    let bits = match (op.opcode, operands) {
        (Opcode::Iota, []) => {
            let count = shape.iter().product::<usize>() as u64;
            (0..count).map(|number| Some(number & mask(element.width()))).collect()
        }
        (Opcode::Reshape, [source]) => {
            if source.bits.len() != shape.iter().product::<usize>() {
                return Err(wrong());
            }
            source.bits.clone()
        }
        (Opcode::Broadcast, [source]) => {
            let is_fine = source.shape.len() == shape.len()
                && source.shape.iter().zip(&shape).all(|(from, to)| from == to || *from == 1);
            if !is_fine {
                return Err(wrong());
            }
            coordinates(&shape)
                .map(|at| {
                    let from: Vec<usize> =
                        at.iter().zip(&source.shape).map(|(at, size)| at % size).collect();
                    source.bits[position(&source.shape, &from)]
                })
                .collect()
        }
        (Opcode::Permute, [source]) => {
            let axes = op.numbers("permutation").ok_or_else(wrong)?;
            let axes: Vec<usize> = axes.iter().map(|axis| *axis as usize).collect();
            let is_fine = axes.len() == shape.len()
                && axes.iter().all(|axis| *axis < source.shape.len())
                && axes.iter().zip(&shape).all(|(axis, size)| source.shape[*axis] == *size);
            if !is_fine {
                return Err(wrong());
            }
            coordinates(&shape)
                .map(|at| {
                    let mut from = vec![0; axes.len()];
                    for (axis, at) in axes.iter().zip(&at) {
                        from[*axis] = *at;
                    }
                    source.bits[position(&source.shape, &from)]
                })
                .collect()
        }
        (Opcode::Cat, [first, second]) => {
            let axis = op.number("dim").ok_or_else(wrong)? as usize;
            let is_fine = axis < shape.len()
                && first.shape.len() == shape.len()
                && second.shape.len() == shape.len()
                && first.shape[axis] + second.shape[axis] == shape[axis];
            if !is_fine {
                return Err(wrong());
            }
            coordinates(&shape)
                .map(|mut at| {
                    let source = if at[axis] < first.shape[axis] {
                        first
                    } else {
                        at[axis] -= first.shape[axis];
                        second
                    };
                    source.bits[position(&source.shape, &at)]
                })
                .collect()
        }
        (Opcode::Extract, [source, indices @ ..]) => match start(indices, &shape, &source.shape)? {
            None => vec![None; shape.iter().product()],
            Some(start) => coordinates(&shape)
                .map(|at| {
                    let from: Vec<usize> =
                        at.iter().zip(&start).map(|(at, start)| at + start).collect();
                    source.bits[position(&source.shape, &from)]
                })
                .collect(),
        },
        (Opcode::Insert, [source, destination, indices @ ..]) => {
            let mut bits = destination.bits.clone();
            match start(indices, &source.shape, &shape)? {
                None => bits = vec![None; bits.len()],
                Some(start) => {
                    for at in coordinates(&source.shape) {
                        let to: Vec<usize> =
                            at.iter().zip(&start).map(|(at, start)| at + start).collect();
                        bits[position(&shape, &to)] = source.bits[position(&source.shape, &at)];
                    }
                }
            }
            bits
        }
        _ => return Err(wrong()),
    };
    Ok(Tile { shape, element, bits })
}

/// Where a part stands in the whole; none where an index is undefined or beyond the end.
fn start(indices: &[&Tile], part: &[usize], whole: &[usize]) -> Result<Option<Vec<usize>>, Stop> {
    if indices.len() != part.len() || part.len() != whole.len() {
        return Err(Stop::unsupported("a part of another rank"));
    }
    let mut start = Vec::with_capacity(part.len());
    for (axis, index) in indices.iter().enumerate() {
        let Some(bits) = index.scalar()? else { return Ok(None) };
        let index = signed(bits, index.element.width());
        let parts = whole[axis] / part[axis].max(1);
        match usize::try_from(index) {
            Ok(index) if index < parts => start.push(index * part[axis]),
            _ => return Ok(None),
        }
    }
    Ok(Some(start))
}
