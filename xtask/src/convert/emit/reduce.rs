//! Reductions and scans.
//!
//! cutile 0.5 ignores the axis and the identity of reductions written with a closure and of every
//! scan; the named reductions are right. What those do not express is spelled out in parts: the
//! elements, the combiner's body, the operation itself (`tileport_support::explicit`).

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, OpId, ScalarType, Value};

use super::arithmetic::{operands, single};
use super::diagnostic::Code;
use super::function::{Function, Text};
use super::{Result, constants, control, types};

/// A combiner that is one op on both elements.
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

/// The combiner, where it is one op without attributes of its own.
fn combiner(function: &Function, id: OpId) -> Result<Option<Combiner>> {
    if function.op(id).operands.len() != 1 {
        return Ok(None);
    }
    let (args, ops) = function.region(id, 0)?;
    let [op, last] = ops else { return Ok(None) };
    let combines = function.op(*op);
    let takes_both = combines.operands == args
        || (combines.operands.len() == 2
            && combines.operands[0] == args[1]
            && combines.operands[1] == args[0]);
    let yields_it = function.op(*last).operands == function.results(*op);
    let plain = !function.flag(*op, "flush_to_zero")
        && !function.flag(*op, "propagate_nan")
        && function.int_or(*op, "rounding_mode", Some(0))? == 0
        && function.int_or(*op, "overflow", Some(0))? == 0
        && function.int_or(*op, "signedness", Some(1))? == 1;
    if !takes_both || !yields_it || !plain {
        return Ok(None);
    }
    let identity = match identities(function, id)? {
        [Attribute::Integer(value, _)] => Identity::Integer(*value),
        [Attribute::Float(value, _)] => Identity::Float(*value),
        _ => return Ok(None),
    };
    Ok(Some(Combiner { op: *op, opcode: combines.opcode, identity }))
}

fn identities<'a>(function: &Function<'a>, id: OpId) -> Result<&'a [Attribute]> {
    match function.attribute(id, "identities") {
        Some(Attribute::Array(list)) if list.len() == function.op(id).operands.len() => Ok(list),
        _ => Err(function.fail(id, Code::Attribute, "as many identities as operands are expected")),
    }
}

/// Lowers `reduce`.
pub fn reduce(function: &mut Function, id: OpId) -> Result<()> {
    let axis = function.int(id, "dim")?;
    let Some((name, hint)) = named_reduction(function, id)? else {
        return by_combiner(function, id, "reduce_by", &format!("{axis}i32"));
    };
    let value = single(function, id)?;
    let [x] = operands(function, id)?;
    function.bind_inferred(value, id, hint, &format!("{name}({x}, {axis}i32)")).map(drop)
}

/// Whether a reduction is one of cutile's functions.
pub fn is_named(function: &Function, id: OpId) -> bool {
    named_reduction(function, id).is_ok_and(|name| name.is_some())
}

/// cutile's function for a reduction, and what its result is called.
fn named_reduction(function: &Function, id: OpId) -> Result<Option<(&'static str, &'static str)>> {
    let Some(combiner) = combiner(function, id)? else { return Ok(None) };
    let element = types::element(function.ty(single(function, id)?)).unwrap_or(ScalarType::I1);
    let known = matches!(
        element,
        ScalarType::F16
            | ScalarType::BF16
            | ScalarType::F32
            | ScalarType::F64
            | ScalarType::I32
            | ScalarType::I64
    );
    let (name, hint, wanted) = match combiner.opcode {
        Opcode::AddF => ("reduce_sum", "total", Identity::Float(0.0)),
        Opcode::AddI => ("reduce_sum", "total", Identity::Integer(0)),
        Opcode::MulF => ("reduce_prod", "product", Identity::Float(1.0)),
        Opcode::MulI => ("reduce_prod", "product", Identity::Integer(1)),
        Opcode::MaxF => ("reduce_max", "largest", Identity::Float(f64::NEG_INFINITY)),
        Opcode::MinF => ("reduce_min", "smallest", Identity::Float(f64::INFINITY)),
        Opcode::MaxI => ("reduce_max", "largest", Identity::Integer(lowest(element))),
        Opcode::MinI => ("reduce_min", "smallest", Identity::Integer(!lowest(element))),
        _ => return Ok(None),
    };
    Ok((known && combiner.identity == wanted).then_some((name, hint)))
}

fn lowest(element: ScalarType) -> i64 {
    if element == ScalarType::I64 { i64::MIN } else { i32::MIN.into() }
}

/// Lowers `scan`.
pub fn scan(function: &mut Function, id: OpId) -> Result<()> {
    let axis = function.int(id, "dim")?;
    let direction = if function.flag(id, "reverse") { "Reverse" } else { "Forward" };
    let is_sum = combiner(function, id)?.is_some_and(|combiner| {
        matches!(
            (combiner.opcode, combiner.identity),
            (Opcode::AddF, Identity::Float(0.0)) | (Opcode::AddI, Identity::Integer(0))
        ) && function.op(combiner.op).operands.len() == 2
    });
    if !is_sum || axis != 0 {
        return by_combiner(function, id, "scan_by", &format!("{axis}i32, reverse::{direction}"));
    }
    let value = single(function, id)?;
    let element = types::element(function.ty(value)).unwrap_or(ScalarType::I1);
    let zero = constants::scalar_zero(element);
    let [x] = operands(function, id)?;
    let call = format!("scan_sum({x}, 0i32, reverse::{direction}, {zero})");
    function.bind(value, id, "running", &call).map(drop)
}

/// A reduction or scan of any number of operands, whose combiner is written out before it.
fn by_combiner(function: &mut Function, id: OpId, call: &str, rest: &str) -> Result<()> {
    let mut tiles = Vec::new();
    for &operand in &function.op(id).operands.clone() {
        // Bound, so that nothing of it stands inside of the combiner.
        let text = function.tile(operand, id)?;
        let ty = function.rust_type(operand, id)?;
        let is_name = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        tiles.push(if is_name { text } else { function.bind_text(&ty, "reduced", &text) });
    }
    let (elements, ops) = function.region(id, 0)?;
    let mut neutral = Vec::new();
    for (index, attribute) in identities(function, id)?.iter().enumerate() {
        let element = elements.get(2 * index).copied().ok_or_else(|| {
            function.fail(id, Code::Malformed, "a combiner takes two elements of each operand")
        })?;
        let expression = constants::identity(function, id, element, attribute)?;
        let ty = function.rust_type(element, id)?;
        neutral.push(function.bind_text(&ty, "neutral", &expression));
    }
    let (names, types) = name_all(function, id, &elements, &["left", "right"])?;
    function.line(format!("let {}: {} = combiner();", tuple(&names), tuple(&types)));
    for (&element, name) in elements.iter().zip(&names) {
        function.set(element, Text::tile(name.trim_start_matches('_')));
    }
    let combined = function.isolated(|function| control::combiner_body(function, ops))?;
    let results = function.results(id);
    let (names, types) = name_all(function, id, &results, &["combined"])?;
    function.line(format!(
        "let {}: {} = {call}({}, {}, {}, {rest});",
        tuple(&names),
        tuple(&types),
        tuple(&tiles),
        tuple(&neutral),
        tuple(&combined),
    ));
    for (&result, name) in results.iter().zip(&names) {
        function.set(result, Text::tile(name));
    }
    Ok(())
}

/// Fresh names for values, by turns of these hints, and their types; unused ones get an underscore.
fn name_all(
    function: &mut Function,
    id: OpId,
    values: &[Value],
    hints: &[&str],
) -> Result<(Vec<String>, Vec<String>)> {
    let mut names = Vec::new();
    let mut types = Vec::new();
    for (index, &value) in values.iter().enumerate() {
        types.push(function.rust_type(value, id)?);
        let name = function.names.fresh(hints[index % hints.len()]);
        names.push(if function.uses(value) == 0 { format!("_{name}") } else { name });
    }
    Ok((names, types))
}

/// One text as it is, several as a tuple.
fn tuple(texts: &[String]) -> String {
    match texts {
        [one] => one.clone(),
        _ => format!("({})", texts.join(", ")),
    }
}
