//! Matrix products, of one pair of matrices or of a batch.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::ScalarType;

use super::Stop;
use super::float::{self, Exact, Rounding};
use super::pure::Op;
use super::value::{Tile, coordinates, mask, position, signed, width};

/// `lhs * rhs + acc`, in the order of the inner axis.
///
/// Each product is exact, each sum rounded to the accumulator's type. The hardware's order is its
/// own: where rounding matters, only this evaluation is repeatable.
pub fn evaluate(op: &Op<'_>, operands: &[&Tile]) -> Result<Tile, Stop> {
    let (shape, element) = op.result()?;
    let wrong = || Stop::unsupported(format!("`{}` of these shapes", op.opcode.name()));
    let (lhs, rhs, acc) = match operands {
        [lhs, rhs, acc, ..] => (*lhs, *rhs, *acc),
        _ => return Err(wrong()),
    };
    let rank = shape.len();
    let is_fine = (2..=3).contains(&rank)
        && lhs.shape.len() == rank
        && rhs.shape.len() == rank
        && acc.shape == shape
        && lhs.shape[rank - 2] == shape[rank - 2]
        && rhs.shape[rank - 1] == shape[rank - 1]
        && lhs.shape[rank - 1] == rhs.shape[rank - 2]
        && (rank == 2 || lhs.shape[0] == shape[0] && rhs.shape[0] == shape[0]);
    if !is_fine {
        return Err(wrong());
    }
    let inner = lhs.shape[rank - 1];
    let total = acc.numbers()?;
    let mut bits = Vec::with_capacity(acc.bits.len());
    for at in coordinates(&shape) {
        let mut sum = acc.bits[position(&shape, &at)];
        for step in 0..inner {
            let (mut left, mut right) = (at.clone(), at.clone());
            left[rank - 1] = step;
            right[rank - 2] = step;
            let a = lhs.bits[position(&lhs.shape, &left)];
            let b = rhs.bits[position(&rhs.shape, &right)];
            let scale = match operands {
                [_, _, _, first, second] => scale(first, second, &left, &right, inner)?,
                _ => Some(1.0),
            };
            sum = match (sum, a, b, scale) {
                (Some(sum), Some(a), Some(b), Some(scale)) => {
                    Some(add(op, (total, sum), (lhs.numbers()?, a), (rhs.numbers()?, b), scale)?)
                }
                _ => None,
            };
        }
        bits.push(sum);
    }
    Ok(Tile { shape, element, bits })
}

/// The product of the scales of two elements: each scale serves a run along the inner axis.
fn scale(
    lhs: &Tile,
    rhs: &Tile,
    left: &[usize],
    right: &[usize],
    inner: usize,
) -> Result<Option<f64>, Stop> {
    let rank = left.len();
    let one = |tile: &Tile, at: &[usize], axis: usize| -> Result<Option<f64>, Stop> {
        let mut at = at.to_vec();
        if tile.shape.len() != rank
            || tile.shape[axis] == 0
            || !inner.is_multiple_of(tile.shape[axis])
        {
            return Err(Stop::unsupported("scales of another shape"));
        }
        at[axis] /= inner / tile.shape[axis];
        if at.iter().zip(&tile.shape).any(|(at, size)| at >= size) {
            return Err(Stop::unsupported("scales of another shape"));
        }
        let bits = tile.bits[position(&tile.shape, &at)];
        let numbers = tile.numbers()?;
        Ok(bits.map(|bits| float::decode(numbers, bits)))
    };
    let (first, second) = (one(lhs, left, rank - 1)?, one(rhs, right, rank - 2)?);
    Ok(first.zip(second).map(|(first, second)| first * second))
}

fn add(
    op: &Op<'_>,
    (total, sum): (ScalarType, u64),
    (left, a): (ScalarType, u64),
    (right, b): (ScalarType, u64),
    scale: f64,
) -> Result<u64, Stop> {
    if op.opcode == Opcode::MmaI {
        let number = |scalar: ScalarType, bits: u64, name: &str| match op.number(name) {
            Some(0) => Ok(i128::from(bits)),
            Some(1) => Ok(i128::from(signed(bits, width(scalar)))),
            _ => Err(Stop::unsupported(format!("`mmai` without {name}"))),
        };
        let product = number(left, a, "signedness_lhs")? * number(right, b, "signedness_rhs")?;
        let exact = i128::from(signed(sum, width(total))) + product;
        return Ok(exact as u64 & mask(width(total)));
    }
    if ![total, left, right].iter().all(|scalar| float::is_known(*scalar)) {
        return Err(Stop::unsupported("a matrix product of these numbers"));
    }
    let product = float::decode(left, a) * float::decode(right, b) * scale;
    let exact = Exact::sum(float::decode(total, sum), product);
    Ok(float::encode(total, exact, Rounding::Nearest))
}
