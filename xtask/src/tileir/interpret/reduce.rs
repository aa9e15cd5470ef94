//! Reductions and scans with any body.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, BlockId, Operation, Type};

use super::shape::{flat, places};
use super::value::{layout, tile_type};
use super::{
    Element, Flow, Machine, Stop, Tile, Value, attribute, flag, number, numbers, result_type,
    unsupported,
};

impl Machine<'_> {
    /// The results of a reduction or scan: identities first, then the elements along the axis in
    /// order.
    pub(super) fn fold(&mut self, op: &Operation) -> Result<Vec<Tile>, Stop> {
        let sources: Vec<Tile> =
            op.operands.iter().map(|&name| self.tile(name)).collect::<Result<_, _>>()?;
        let axis = number(op, "dim").unwrap_or(0) as usize;
        let shape = sources.first().map(|tile| tile.shape.clone()).unwrap_or_default();
        if axis >= shape.len() {
            return Err(unsupported(format!("{} along no axis", op.opcode.name())));
        }
        let start = identities(op, &sources)?;
        let block = self.region(op, 0)?;
        let is_scan = op.opcode == Opcode::Scan;
        let mut results = Vec::new();
        for index in 0..sources.len() {
            let (element, shape) = layout(tile_type(result_type(op, index)?)?);
            let count = shape.iter().product();
            results.push(Tile { element, shape, bits: vec![0; count] });
        }
        let mut outer = shape.clone();
        outer[axis] = 1;
        for mut place in places(&outer) {
            let mut total = start.clone();
            for step in 0..shape[axis] {
                place[axis] = if flag(op, "reverse") { shape[axis] - 1 - step } else { step };
                let at = flat(&shape, &place);
                let next: Vec<u64> = sources.iter().map(|tile| tile.bits[at]).collect();
                total = self.combine(block, &sources, &total, &next)?;
                if is_scan {
                    for (result, &bits) in results.iter_mut().zip(&total) {
                        result.bits[at] = bits;
                    }
                }
            }
            if !is_scan {
                let mut reduced = place.clone();
                reduced.remove(axis);
                let at = flat(&results[0].shape.clone(), &reduced);
                for (result, &bits) in results.iter_mut().zip(&total) {
                    result.bits[at] = bits;
                }
            }
        }
        Ok(results)
    }

    fn combine(
        &mut self,
        block: BlockId,
        sources: &[Tile],
        total: &[u64],
        next: &[u64],
    ) -> Result<Vec<u64>, Stop> {
        let scalar = |tile: &Tile, bits| {
            Value::Tile(Tile { element: tile.element, shape: Vec::new(), bits: vec![bits] })
        };
        let mut arguments = Vec::new();
        for ((tile, &left), &right) in sources.iter().zip(total).zip(next) {
            arguments.push(scalar(tile, left));
            arguments.push(scalar(tile, right));
        }
        self.enter(block, arguments)?;
        let Flow::Yield(values) = self.body(block)? else {
            return Err(unsupported("a reduction whose body yields nothing"));
        };
        let bits = values.into_iter().map(|value| match value {
            Value::Tile(tile) => Ok(tile.bits[0]),
            _ => Err(unsupported("a reduction of something else than tiles")),
        });
        bits.collect()
    }
}

fn identities(op: &Operation, sources: &[Tile]) -> Result<Vec<u64>, Stop> {
    let Some(Attribute::Array(list)) = attribute(op, "identities") else {
        return Err(unsupported("a reduction without identities"));
    };
    let bits = list.iter().zip(sources).map(|(identity, tile)| match (identity, tile.element) {
        (Attribute::Integer(value, _), Element::Number(scalar)) => {
            Ok(numbers::wrap(scalar, i128::from(*value)))
        }
        (Attribute::Float(value, Type::Scalar(scalar)), _) => {
            numbers::encode(*scalar, *value).ok_or_else(|| unsupported(format!("{scalar:?}")))
        }
        _ => Err(unsupported("an identity of another type")),
    });
    bits.collect()
}
