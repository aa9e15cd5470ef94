//! Operations that move elements, reductions and scans.

use cutile_ir::builder::OpBuilder;
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Location, ScalarType, Type, Value};

use super::builder::{Builder, SHAPES, tile};

impl Builder<'_> {
    pub(super) fn move_elements(&mut self) {
        let value = self.any();
        let (scalar, shape) = self.parts(value);
        match self.choices.below(6) {
            0 => {
                let count: i64 = shape.iter().product();
                let shapes: Vec<&[i64]> = SHAPES
                    .iter()
                    .copied()
                    .filter(|other| other.iter().product::<i64>() == count)
                    .collect();
                // A tile that two others were put together to may have a size of its own.
                let to = if shapes.is_empty() { &shape } else { self.choices.of(&shapes) };
                if to != shape {
                    self.push(Opcode::Reshape, &[value], tile(scalar, to), &[]);
                }
            }
            1 => {
                let to = self.choices.of(&SHAPES).to_vec();
                let fits = to.len() == shape.len()
                    && shape.iter().zip(&to).all(|(from, to)| from == to || *from == 1);
                if fits && to != shape {
                    self.push(Opcode::Broadcast, &[value], tile(scalar, &to), &[]);
                } else if shape.is_empty() && !to.is_empty() {
                    let spread = self.spread(value, &to);
                    self.pool.push(spread);
                }
            }
            2 if shape.len() > 1 => {
                let mut axes: Vec<i32> = (0..shape.len() as i32).collect();
                let first = self.choices.below(axes.len());
                axes.rotate_left(1);
                axes.swap(0, first);
                let to: Vec<i64> = axes.iter().map(|axis| shape[*axis as usize]).collect();
                let builder = OpBuilder::new(Opcode::Permute, Location::Unknown)
                    .operand(value)
                    .attr("permutation", Attribute::DenseI32Array(axes))
                    .result(tile(scalar, &to));
                let permuted = self.build(builder)[0];
                self.pool.push(permuted);
            }
            3 if !shape.is_empty() => {
                let other = self.want(scalar, &shape);
                let axis = self.choices.below(shape.len());
                let mut to = shape.clone();
                to[axis] *= 2;
                if to.iter().product::<i64>() <= 64 {
                    self.push(
                        Opcode::Cat,
                        &[value, other],
                        tile(scalar, &to),
                        &[("dim", axis as i64)],
                    );
                }
            }
            4 | 5 if !shape.is_empty() && scalar != ScalarType::I1 => {
                let axis = self.choices.below(shape.len());
                let mut part = shape.clone();
                part[axis] = (part[axis] / 2).max(1);
                let parts = shape[axis] / part[axis];
                let mut indices = Vec::new();
                for other in 0..shape.len() {
                    let index =
                        if other == axis { self.choices.below(parts as usize) as i64 } else { 0 };
                    indices.push(self.integer(index));
                }
                let mut operands = vec![value];
                operands.extend(&indices);
                self.push(Opcode::Extract, &operands, tile(scalar, &part), &[]);
            }
            _ => {}
        }
    }

    pub(super) fn reduce(&mut self) {
        let found = self.find(|scalar, shape| {
            let known = matches!(
                scalar,
                ScalarType::F32
                    | ScalarType::F16
                    | ScalarType::BF16
                    | ScalarType::F64
                    | ScalarType::I32
                    | ScalarType::I64
            );
            known && !shape.is_empty()
        });
        let Some(value) = found else { return };
        let (scalar, shape) = self.parts(value);
        let axis = self.choices.below(shape.len());
        let is_scan = self.choices.rarely(4);
        let (opcode, identity) = self.combiner(scalar, is_scan);
        let identity = match scalar.is_integer() {
            true => Attribute::Integer(identity as i64, Type::Scalar(scalar)),
            false => Attribute::Float(identity, Type::Scalar(scalar)),
        };
        let element = tile(scalar, &[]);
        let region = self.region(&[element.clone(), element.clone()], |body, arguments| {
            let attributes: &[(&str, i64)] = match opcode {
                Opcode::AddF | Opcode::MulF => &[("rounding_mode", 0)],
                Opcode::AddI | Opcode::MulI => &[("overflow", 0)],
                Opcode::MaxI | Opcode::MinI => &[("signedness", 1)],
                _ => &[],
            };
            let combined = body.op(opcode, arguments, element, attributes);
            body.end(Opcode::Yield, &[combined]);
        });
        let mut to = shape.clone();
        if !is_scan {
            to.remove(axis);
        }
        let name = if is_scan { Opcode::Scan } else { Opcode::Reduce };
        let mut builder = OpBuilder::new(name, Location::Unknown)
            .operand(value)
            .attr("dim", Attribute::i32(axis as i64));
        if is_scan {
            let is_reverse = self.choices.rarely(3);
            builder = builder.attr("reverse", Attribute::Bool(is_reverse));
        }
        let builder = builder
            .attr("identities", Attribute::Array(vec![identity]))
            .region(region)
            .result(tile(scalar, &to));
        let reduced: Value = self.build(builder)[0];
        self.pool.push(reduced);
    }

    /// How elements are combined, and what changes nothing.
    fn combiner(&mut self, scalar: ScalarType, is_scan: bool) -> (Opcode, f64) {
        let (least, most) = match scalar {
            ScalarType::I32 => (i32::MIN as f64, i32::MAX as f64),
            ScalarType::I64 => (i64::MIN as f64, i64::MAX as f64),
            _ => (f64::NEG_INFINITY, f64::INFINITY),
        };
        let list = match scalar.is_integer() {
            true => [
                (Opcode::AddI, 0.0),
                (Opcode::MaxI, least),
                (Opcode::MinI, most),
                (Opcode::MulI, 1.0),
            ],
            false => [
                (Opcode::AddF, 0.0),
                (Opcode::MaxF, least),
                (Opcode::MinF, most),
                (Opcode::MulF, 1.0),
            ],
        };
        let count = if is_scan { 1 } else { list.len() };
        list[self.choices.below(count)]
    }
}
