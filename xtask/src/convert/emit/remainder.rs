//! Python's remainder, whose sign is the divisor's, as cuTile spells it out.
//!
//! The remainder that truncates, and the divisor added where the remainder is not zero and one of the
//! two is negative.

use cutile_ir::Module;
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, OpId, ScalarType, Value, ValueProducer};

use super::function::attribute;
use super::types;

/// Dividend and divisor, if a selection is a remainder of numbers of rank 0.
pub fn find(module: &Module, id: OpId) -> Option<(Value, Value)> {
    let [condition, sum, plain] = *made(module, id, Opcode::Select)? else { return None };
    if !types::is_scalar_of(module.value_type(plain), ScalarType::I32) {
        return None;
    }
    let [dividend, divisor] = *by(module, plain, Opcode::RemI)? else { return None };
    let [remainder, added] = *by(module, sum, Opcode::AddI)? else { return None };
    let [signs, not_zero] = *by(module, condition, Opcode::AndI)? else { return None };
    let [negative, other] = *by(module, signs, Opcode::XOrI)? else { return None };
    let fits = (remainder, added) == (plain, divisor)
        && compares(module, not_zero, plain, NOT_EQUAL)
        && compares(module, negative, plain, LESS)
        && (is_false(module, other) || compares(module, other, divisor, LESS));
    fits.then_some((dividend, divisor))
}

const NOT_EQUAL: i64 = 1;
const LESS: i64 = 2;

fn made(module: &Module, id: OpId, opcode: Opcode) -> Option<&[Value]> {
    let op = module.op(id);
    (op.opcode == opcode).then_some(op.operands.as_slice())
}

fn by(module: &Module, value: Value, opcode: Opcode) -> Option<&[Value]> {
    match module.value_data(value).producer {
        ValueProducer::OpResult { op, .. } => made(module, op, opcode),
        ValueProducer::BlockArg { .. } => None,
    }
}

/// Whether a value is a signed comparison of another with zero.
fn compares(module: &Module, value: Value, with_zero: Value, predicate: i64) -> bool {
    let ValueProducer::OpResult { op, .. } = module.value_data(value).producer else {
        return false;
    };
    let number = |name: &str, default| match attribute(module.op(op), name) {
        Some(Attribute::Integer(number, _)) => *number,
        _ => default,
    };
    made(module, op, Opcode::CmpI).is_some_and(|operands| {
        operands[0] == with_zero
            && is_zero(module, operands[1])
            && number("comparison_predicate", -1) == predicate
            && number("signedness", 1) == 1
    })
}

fn is_zero(module: &Module, value: Value) -> bool {
    let ValueProducer::OpResult { op, .. } = module.value_data(value).producer else {
        return false;
    };
    let op = module.op(op);
    let dense = match attribute(op, "value") {
        Some(Attribute::DenseElements(dense)) => dense,
        _ => return false,
    };
    op.opcode == Opcode::Constant && dense.data.iter().all(|byte| *byte == 0)
}

fn is_false(module: &Module, value: Value) -> bool {
    types::element(module.value_type(value)) == Some(ScalarType::I1) && is_zero(module, value)
}
