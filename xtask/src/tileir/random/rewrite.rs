//! Ways to write a module otherwise that keep what it means.

use std::collections::HashSet;

use cutile_ir::builder::OpBuilder;
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    Attribute, BlockId, DivBy, Location, Module, OpId, ScalarType, TileElementType, TileType, Type,
    Value,
};

use super::Numbers;
use super::mutate::{all_ops, home};
use crate::tileir::normal::kind::{Kind, is_commutative, kind};
use crate::tileir::normal::values::Values;

/// What [`random`] may do.
pub const NAMES: [&str; 7] = ["copy", "dead", "swap", "move", "zero", "say nothing", "turn round"];

/// The block of an operation and its place there.
fn place(module: &Module, op: OpId) -> Option<(BlockId, usize)> {
    let block = home(module, op)?;
    let at = module.block(block).ops.iter().position(|other| *other == op)?;
    Some((block, at))
}

/// Rewrites one thing; its name, where there was something to rewrite.
pub fn random(module: &mut Module, numbers: &mut Numbers) -> Option<&'static str> {
    let name = NAMES[numbers.below(NAMES.len() as u64) as usize];
    let values = Values::of(module);
    let pure: Vec<OpId> = all_ops(module)
        .into_iter()
        .filter(|op| {
            let operation = module.op(*op);
            kind(operation.opcode) == Kind::Pure
                && operation.regions.is_empty()
                && !matches!(operation.opcode, Opcode::Assume | Opcode::DivI | Opcode::RemI)
                && values.results(*op).len() == 1
        })
        .collect();
    if pure.is_empty() {
        return None;
    }
    let op = pure[numbers.below(pure.len() as u64) as usize];
    let (block, at) = place(module, op)?;
    let result = values.results(op)[0];
    let ty = module.value_type(result).clone();
    match name {
        // One use takes a copy of its own.
        "copy" => {
            let copy = insert(module, block, at + 1, op, &ty);
            let users: Vec<(OpId, usize)> = uses(module, result);
            let (user, index) = *users.get(numbers.below(users.len().max(1) as u64) as usize)?;
            module.op_mut(user).operands[index] = copy;
        }
        "dead" => {
            insert(module, block, at + 1, op, &ty);
        }
        "swap" => {
            if !is_commutative(module.op(op).opcode) {
                return None;
            }
            module.op_mut(op).operands.swap(0, 1);
        }
        // Later, up to its first use or to the end of the block.
        "move" => {
            let ops = &module.block(block).ops;
            let next = *ops.get(at + 1)?;
            let is_used = touches(module, next, result);
            if is_used || kind(module.op(next).opcode) == Kind::Terminator {
                return None;
            }
            module.block_mut(block).ops.swap(at, at + 1);
        }
        // The number plus zero.
        "zero" => {
            let Type::Tile(tile) = &ty else { return None };
            let TileElementType::Scalar(scalar) = tile.element_type else { return None };
            if !matches!(scalar, ScalarType::I8 | ScalarType::I32 | ScalarType::I64) {
                return None;
            }
            let users = uses(module, result);
            let zero = constant(module, block, at + 1, tile.clone(), scalar);
            let sum = OpBuilder::new(Opcode::AddI, Location::Unknown)
                .operands([zero, result])
                .attr("overflow", Attribute::i32(0))
                .result(ty);
            let sum = place_at(module, block, at + 2, sum);
            let (user, index) = *users.get(numbers.below(users.len().max(1) as u64) as usize)?;
            module.op_mut(user).operands[index] = sum;
        }
        "say nothing" => {
            let Type::Tile(TileType { shape, element_type: TileElementType::Scalar(scalar) }) = &ty
            else {
                return None;
            };
            if !shape.is_empty() || *scalar != ScalarType::I32 {
                return None;
            }
            let users = uses(module, result);
            let nothing = DivBy { divisor: 1, every: None, along: None };
            let said = OpBuilder::new(Opcode::Assume, Location::Unknown)
                .operand(result)
                .attr("predicate", Attribute::DivBy(nothing))
                .result(ty);
            let said = place_at(module, block, at + 1, said);
            let (user, index) = *users.get(numbers.below(users.len().max(1) as u64) as usize)?;
            module.op_mut(user).operands[index] = said;
        }
        // Less becomes greater, with the operands the other way round.
        _ => {
            if !matches!(module.op(op).opcode, Opcode::CmpI | Opcode::CmpF) {
                return None;
            }
            let operation = module.op_mut(op);
            operation.operands.swap(0, 1);
            for (name, value) in &mut operation.attributes {
                if let ("comparison_predicate", Attribute::Integer(number, _)) =
                    (name.as_str(), value)
                {
                    *number = match *number {
                        2 => 4,
                        3 => 5,
                        4 => 2,
                        5 => 3,
                        same => same,
                    };
                }
            }
        }
    }
    Some(name)
}

/// A copy of an operation without regions, at a place; its result.
fn insert(module: &mut Module, block: BlockId, at: usize, op: OpId, ty: &Type) -> Value {
    let operation = module.op(op).clone();
    let builder = OpBuilder::new(operation.opcode, Location::Unknown)
        .operands(operation.operands)
        .attrs(operation.attributes)
        .result(ty.clone());
    place_at(module, block, at, builder)
}

fn place_at(module: &mut Module, block: BlockId, at: usize, builder: OpBuilder) -> Value {
    let (op, results) = builder.build(module);
    module.block_mut(block).ops.insert(at, op);
    results[0]
}

fn constant(
    module: &mut Module,
    block: BlockId,
    at: usize,
    tile: TileType,
    scalar: ScalarType,
) -> Value {
    let dense = cutile_ir::ir::DenseElements {
        element_type: Type::Tile(tile.clone()),
        shape: tile.shape.clone(),
        data: vec![0; scalar.byte_width()],
    };
    let builder = OpBuilder::new(Opcode::Constant, Location::Unknown)
        .attr("value", Attribute::DenseElements(dense))
        .result(Type::Tile(tile));
    place_at(module, block, at, builder)
}

/// Where a value is used.
fn uses(module: &Module, value: Value) -> Vec<(OpId, usize)> {
    let mut list = Vec::new();
    for op in all_ops(module) {
        for (index, operand) in module.op(op).operands.iter().enumerate() {
            if *operand == value {
                list.push((op, index));
            }
        }
    }
    list
}

/// Whether an operation, or one in it, uses a value.
fn touches(module: &Module, op: OpId, value: Value) -> bool {
    let mut inside = HashSet::from([op]);
    let mut list = vec![op];
    while let Some(op) = list.pop() {
        for region in &module.op(op).regions {
            for block in &module.region(*region).blocks {
                for inner in &module.block(*block).ops {
                    if inside.insert(*inner) {
                        list.push(*inner);
                    }
                }
            }
        }
    }
    inside.iter().any(|op| module.op(*op).operands.contains(&value))
}
