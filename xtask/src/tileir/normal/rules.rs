//! How nodes are simplified. Each rule keeps the value, whatever the operands are.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{DenseElements, ScalarType, TileElementType, Type};

use super::graph::{Graph, Node, NodeId, OpNode};
use super::kind::is_commutative;
use crate::tileir::print::scalar_of;

/// Overflow `none`: the result wraps.
const WRAPS: &str = "0";

impl Graph {
    /// A constant.
    pub fn constant(&mut self, dense: &DenseElements, ty: &Type) -> NodeId {
        match splat_bits(dense, ty) {
            Some(bits) => self.intern(Node::Splat(bits, ty.clone())),
            None => self.intern(Node::Dense(dense.data.clone(), ty.clone())),
        }
    }

    /// A result of a pure operation, simplified.
    pub fn op(&mut self, mut op: OpNode) -> NodeId {
        if is_commutative(op.opcode) && op.operands[0] > op.operands[1] {
            op.operands.swap(0, 1);
        }
        if matches!(op.opcode, Opcode::CmpF | Opcode::CmpI) {
            let (first, second) = (op.operands[0], op.operands[1]);
            // Of a value and itself, "greater" says what "less" does.
            if first > second || first == second && is_greater(&op.attributes) {
                op.operands.swap(0, 1);
                mirror(&mut op.attributes);
            }
        }
        let simplified = match op.opcode {
            Opcode::Broadcast | Opcode::Reshape => self.expand(&op),
            Opcode::AddI | Opcode::SubI | Opcode::MulI => self.fold_arithmetic(&op),
            Opcode::AndI | Opcode::OrI | Opcode::XOrI => self.fold_bits(&op),
            Opcode::ExtI | Opcode::TruncI => self.fold_width(&op),
            Opcode::Bitcast | Opcode::PtrToPtr => {
                (self.ty(op.operands[0]) == &op.types[0]).then_some(op.operands[0])
            }
            Opcode::Select => self.fold_select(&op),
            _ => None,
        };
        simplified.unwrap_or_else(|| self.intern(Node::Op(Box::new(op))))
    }

    /// A value that an `if` chooses.
    pub fn choice(&mut self, label: usize, then: NodeId, otherwise: NodeId) -> NodeId {
        if then == otherwise {
            return then;
        }
        self.intern(Node::Choice(label, then, otherwise))
    }

    /// `broadcast`, and `reshape` as far as it inserts or removes axes of size one.
    fn expand(&mut self, op: &OpNode) -> Option<NodeId> {
        let (operand, ty) = (op.operands[0], &op.types[0]);
        if let Node::Splat(bits, _) = self.node(operand) {
            let node = Node::Splat(*bits, ty.clone());
            return Some(self.intern(node));
        }
        let (source, map, from) = match self.node(operand) {
            Node::Expand(source, map, ty) => (*source, map.clone(), shape(ty)?.to_vec()),
            _ => {
                let from = shape(self.ty(operand))?.to_vec();
                let map = (0..from.len()).map(|axis| (from[axis] != 1).then_some(axis)).collect();
                (operand, map, from)
            }
        };
        let to = shape(ty)?;
        let map: Vec<Option<usize>> = if op.opcode == Opcode::Broadcast {
            let is_plain = from.len() == to.len()
                && from.iter().zip(to).all(|(from, to)| from == to || *from == 1);
            if !is_plain {
                return None;
            }
            map
        } else {
            let wide = |shape: &[i64]| -> Vec<i64> {
                shape.iter().copied().filter(|size| *size != 1).collect()
            };
            if wide(&from) != wide(to) {
                return None;
            }
            let mut axes = map.iter().zip(&from).filter(|(_, size)| **size != 1);
            to.iter()
                .map(|size| if *size == 1 { None } else { axes.next().and_then(|(axis, _)| *axis) })
                .collect()
        };
        let source_shape = shape(self.ty(source))?;
        let is_same = self.ty(source) == ty
            && map.iter().enumerate().all(|(axis, from)| match from {
                Some(from) => *from == axis,
                None => source_shape[axis] == 1,
            });
        if is_same {
            return Some(source);
        }
        Some(self.intern(Node::Expand(source, map, ty.clone())))
    }

    /// The number that all elements of an integer constant are.
    pub fn integer(&self, number: NodeId) -> Option<i64> {
        let unused = 64 - integer_width(self.ty(number))?;
        Some((self.splat(number)? << unused) as i64 >> unused)
    }

    fn splat(&self, number: NodeId) -> Option<u64> {
        match self.node(number) {
            Node::Splat(bits, _) => Some(*bits),
            _ => None,
        }
    }

    fn fold_arithmetic(&mut self, op: &OpNode) -> Option<NodeId> {
        let [a, b] = op.operands[..] else { return None };
        let width = integer_width(&op.types[0])?;
        let (left, right) = (self.splat(a), self.splat(b));
        match (op.opcode, left, right) {
            (Opcode::AddI | Opcode::SubI, _, Some(0)) => return Some(a),
            (Opcode::AddI, Some(0), _) => return Some(b),
            // With a sign, the one of a single bit is minus one, whose square is too large.
            (Opcode::MulI, _, Some(1)) if width > 1 => return Some(a),
            (Opcode::MulI, Some(1), _) if width > 1 => return Some(b),
            _ => {}
        }
        // What an overflow would mean under the other flags is not decided here.
        if op.attributes.iter().any(|(name, value)| name == "overflow" && value != WRAPS) {
            return None;
        }
        let (left, right) = (left?, right?);
        let bits = match op.opcode {
            Opcode::AddI => left.wrapping_add(right),
            Opcode::SubI => left.wrapping_sub(right),
            _ => left.wrapping_mul(right),
        };
        Some(self.intern(Node::Splat(bits & mask(width), op.types[0].clone())))
    }

    fn fold_bits(&mut self, op: &OpNode) -> Option<NodeId> {
        let [a, b] = op.operands[..] else { return None };
        let ones = mask(integer_width(&op.types[0])?);
        for (constant, other) in [(a, b), (b, a)] {
            match (op.opcode, self.splat(constant)) {
                (Opcode::AndI, Some(bits)) if bits == ones => return Some(other),
                (Opcode::OrI | Opcode::XOrI, Some(0)) => return Some(other),
                _ => {}
            }
        }
        None
    }

    fn fold_width(&mut self, op: &OpNode) -> Option<NodeId> {
        let from = integer_width(self.ty(op.operands[0]))?;
        let to = integer_width(&op.types[0])?;
        let bits = self.splat(op.operands[0])?;
        let folded = if op.opcode == Opcode::ExtI {
            let signed =
                op.attributes.iter().any(|(name, value)| name == "signedness" && value == "1");
            let unused = 64 - from;
            if signed { ((bits << unused) as i64 >> unused) as u64 } else { bits }
        } else if op.attributes.iter().all(|(name, value)| name != "overflow" || value == WRAPS) {
            bits
        } else {
            return None;
        };
        Some(self.intern(Node::Splat(folded & mask(to), op.types[0].clone())))
    }

    fn fold_select(&self, op: &OpNode) -> Option<NodeId> {
        let [condition, then, otherwise] = op.operands[..] else { return None };
        match self.splat(condition) {
            _ if then == otherwise => Some(then),
            Some(0) => Some(otherwise),
            Some(_) => Some(then),
            None => None,
        }
    }
}

/// Whether a comparison asks for greater, or for greater or equal.
fn is_greater(attributes: &[(String, String)]) -> bool {
    attributes
        .iter()
        .any(|(name, value)| name == "comparison_predicate" && matches!(value.as_str(), "4" | "5"))
}

/// Swaps the sides of a comparison's predicate.
fn mirror(attributes: &mut [(String, String)]) {
    for (name, value) in attributes {
        if name == "comparison_predicate" {
            let mirrored = match value.as_str() {
                "2" => "4",
                "3" => "5",
                "4" => "2",
                "5" => "3",
                _ => continue,
            };
            *value = mirrored.to_owned();
        }
    }
}

/// The sizes of a tile.
pub fn shape(ty: &Type) -> Option<&[i64]> {
    match ty.without_pointer_attribute() {
        Type::Tile(tile) => Some(&tile.shape),
        _ => None,
    }
}

fn integer_width(ty: &Type) -> Option<u32> {
    match scalar_of(ty)? {
        ScalarType::I1 => Some(1),
        ScalarType::I8 => Some(8),
        ScalarType::I16 => Some(16),
        ScalarType::I32 => Some(32),
        ScalarType::I64 => Some(64),
        _ => None,
    }
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The bits of each element of a constant of which all elements are equal.
///
/// A tile of `i1` is packed, eight elements a byte, and 0xFF or 0x00 where all are equal; types of
/// four bits are left alone.
pub fn splat_bits(dense: &DenseElements, ty: &Type) -> Option<u64> {
    let Type::Tile(tile) = ty else { return None };
    let TileElementType::Scalar(scalar) = tile.element_type else { return None };
    let count = tile
        .shape
        .iter()
        .try_fold(1usize, |count, size| count.checked_mul(usize::try_from(*size).ok()?))?;
    match (scalar, dense.data.as_slice()) {
        (ScalarType::I4 | ScalarType::F4E2M1FN, _) => None,
        (ScalarType::I1, [0]) => Some(0),
        (ScalarType::I1, [0xFF]) => Some(1),
        (ScalarType::I1, [1]) if count == 1 => Some(1),
        (ScalarType::I1, _) => None,
        (scalar, data) => {
            let width = scalar.byte_width();
            if data.is_empty() || data.len() != width && data.len() != width * count {
                return None;
            }
            let first = &data[..width];
            if data.chunks(width).any(|chunk| chunk != first) {
                return None;
            }
            let mut bits = [0; 8];
            bits[..width].copy_from_slice(first);
            Some(u64::from_le_bytes(bits))
        }
    }
}
