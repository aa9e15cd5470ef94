//! Reductions and scans.
//!
//! cutile 0.5 ignores the axis and the identity of reductions written with a closure and the axis
//! of every scan; the named reductions are right. Only what those express is lowered.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, OpId, ScalarType};

use super::arithmetic::{operands, single};
use super::diagnostic::Code;
use super::function::Function;
use super::{Result, constants, types};

/// The one op that combines two elements.
struct Combiner {
    op: OpId,
    opcode: Opcode,
    identity: Identity,
}

/// The element that changes nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Identity {
    Integer(i64),
    Float(f64),
}

fn combiner(function: &Function, id: OpId) -> Result<Combiner> {
    if function.op(id).operands.len() != 1 {
        return Err(function
            .fail(id, Code::ControlFlow, "several operands at once")
            .limit("only the first operand of a reduction is compiled"));
    }
    let (args, ops) = function.region(id, 0)?;
    let not_simple = || {
        function
            .fail(id, Code::ControlFlow, "a combiner that is more than one op on both elements")
            .limit("closures lose their axis and identity")
    };
    let [op, last] = ops else { return Err(not_simple()) };
    let combines = function.op(*op);
    let takes_both = combines.operands == args
        || (combines.operands.len() == 2
            && combines.operands[0] == args[1]
            && combines.operands[1] == args[0]);
    let yields_it = function.op(*last).operands == function.results(*op);
    if !takes_both || !yields_it {
        return Err(not_simple());
    }
    if function.flag(*op, "flush_to_zero") || function.flag(*op, "propagate_nan") {
        return Err(function
            .fail(id, Code::Attribute, "a combiner with flush_to_zero or propagate_nan")
            .limit("named reductions have no such flag"));
    }
    let identity = match function.attribute(id, "identities") {
        Some(Attribute::Array(list)) => match list.first() {
            Some(Attribute::Integer(value, _)) => Identity::Integer(*value),
            Some(Attribute::Float(value, _)) => Identity::Float(*value),
            _ => return Err(function.fail(id, Code::Attribute, "a reduction without identity")),
        },
        _ => return Err(function.fail(id, Code::Attribute, "a reduction without identity")),
    };
    Ok(Combiner { op: *op, opcode: combines.opcode, identity })
}

fn check_identity(function: &Function, id: OpId, found: Identity, wanted: Identity) -> Result<()> {
    if found == wanted {
        return Ok(());
    }
    Err(function
        .fail(id, Code::Attribute, format!("identity {found:?}, not {wanted:?}"))
        .limit("named reductions have their own identity"))
}

/// Lowers `reduce`.
pub fn reduce(function: &mut Function, id: OpId) -> Result<()> {
    let combiner = combiner(function, id)?;
    let value = single(function, id)?;
    let element = types::element(function.ty(value)).unwrap_or(ScalarType::I1);
    let known = matches!(
        element,
        ScalarType::F16
            | ScalarType::BF16
            | ScalarType::F32
            | ScalarType::F64
            | ScalarType::I32
            | ScalarType::I64
    );
    if !known {
        return Err(function
            .fail(id, Code::Type, format!("a reduction of {element:?}"))
            .limit("named reductions know f16, bf16, f32, f64, i32 and i64"));
    }
    let (name, hint, wanted) = match combiner.opcode {
        Opcode::AddF => ("reduce_sum", "total", Identity::Float(0.0)),
        Opcode::AddI => ("reduce_sum", "total", Identity::Integer(0)),
        Opcode::MulF => ("reduce_prod", "product", Identity::Float(1.0)),
        Opcode::MulI => ("reduce_prod", "product", Identity::Integer(1)),
        Opcode::MaxF => ("reduce_max", "largest", Identity::Float(f64::NEG_INFINITY)),
        Opcode::MinF => ("reduce_min", "smallest", Identity::Float(f64::INFINITY)),
        Opcode::MaxI => ("reduce_max", "largest", Identity::Integer(lowest(element))),
        Opcode::MinI => ("reduce_min", "smallest", Identity::Integer(!lowest(element))),
        opcode => {
            return Err(function
                .fail(id, Code::ControlFlow, format!("a reduction by `{}`", opcode.name()))
                .limit("closures lose their axis and identity"));
        }
    };
    check_identity(function, id, combiner.identity, wanted)?;
    if function.int_or(combiner.op, "rounding_mode", Some(0))? != 0
        || function.int_or(combiner.op, "overflow", Some(0))? != 0
        || function.int_or(combiner.op, "signedness", Some(1))? != 1
    {
        return Err(function
            .fail(id, Code::Attribute, "a combiner with rounding, overflow or sign of its own")
            .limit("named reductions have none"));
    }
    let axis = function.int(id, "dim")?;
    let [x] = operands(function, id)?;
    function.bind(value, id, hint, &format!("{name}({x}, {axis}i32)")).map(drop)
}

fn lowest(element: ScalarType) -> i64 {
    if element == ScalarType::I64 { i64::MIN } else { i32::MIN.into() }
}

/// Lowers `scan`: running sums along the first axis.
pub fn scan(function: &mut Function, id: OpId) -> Result<()> {
    let combiner = combiner(function, id)?;
    let value = single(function, id)?;
    let axis = function.int(id, "dim")?;
    let element = types::element(function.ty(value)).unwrap_or(ScalarType::I1);
    let zero = match combiner.opcode {
        Opcode::AddF => {
            check_identity(function, id, combiner.identity, Identity::Float(0.0))?;
            constants::scalar_zero(element)
        }
        Opcode::AddI => {
            check_identity(function, id, combiner.identity, Identity::Integer(0))?;
            constants::scalar_zero(element)
        }
        opcode => {
            return Err(function
                .fail(id, Code::ControlFlow, format!("a scan by `{}`", opcode.name()))
                .limit("the identity of a scan is always zero"));
        }
    };
    if axis != 0 {
        return Err(function
            .fail(id, Code::Attribute, format!("a scan along axis {axis}"))
            .limit("a scan always runs along axis 0"));
    }
    let direction = if function.flag(id, "reverse") { "Reverse" } else { "Forward" };
    let [x] = operands(function, id)?;
    let call = format!("scan_sum({x}, 0i32, reverse::{direction}, {zero})");
    function.bind(value, id, "running", &call).map(drop)
}
