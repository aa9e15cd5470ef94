//! Shapes of tiles, indices, pointers, assumptions, and the place in the grid.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, OpId, Value};

use super::arithmetic::{operands, single};
use super::diagnostic::Code;
use super::function::{Function, Text};
use super::{Result, types};
use crate::convert::holes::{Site, Slot};

/// Lowers a shape op.
pub fn shape(function: &mut Function, id: OpId) -> Result<()> {
    let value = single(function, id)?;
    let pointer = if types::is_pointer(function.ty(value)) { "_ptr" } else { "" };
    match function.op(id).opcode {
        opcode @ (Opcode::Reshape | Opcode::Broadcast) => {
            let from = function.op(id).operands[0];
            function.inherit_root(from, value);
            if opcode == Opcode::Reshape && is_folded(function, id) {
                return Ok(());
            }
            if let Some(constant) = constant(function, from)? {
                let shape = function.shape_of(value);
                let constant = constant.replacen("shape![]", &shape, 1);
                return function.bind(value, id, "filled", &constant).map(drop);
            }
            if let Some(call) = folded(function, from)? {
                let shape = function.shape_of(value);
                let hint = match (function.root(value), pointer) {
                    (Some(root), "_ptr") => format!("{root}_base"),
                    (root, _) => root.unwrap_or("all").to_owned(),
                };
                return function.inline_or_bind(value, id, &hint, format!("{call}, {shape})"));
            }
            let [x] = operands(function, id)?;
            let shape = function.shape_of(value);
            let name = if opcode == Opcode::Reshape { "reshape" } else { "broadcast" };
            let hint = match (function.root(value), pointer) {
                (Some(root), "_ptr") => format!("{root}_base"),
                (Some(root), _) => root.to_owned(),
                (None, _) => format!("{name}ed").replace("reshapeed", "reshaped"),
            };
            function.inline_or_bind(value, id, &hint, format!("{name}{pointer}({x}, {shape})"))
        }
        Opcode::Permute => {
            let [x] = operands(function, id)?;
            let order = numbers(function, id, "permutation")?;
            let call = format!("permute({x}, const_array![{}])", order.join(", "));
            function.bind(value, id, "permuted", &call).map(drop)
        }
        Opcode::Iota => {
            let shape = function.shape_of(value);
            function.bind(value, id, "lanes", &format!("iota({shape})")).map(drop)
        }
        Opcode::Cat => {
            let [lhs, rhs] = operands(function, id)?;
            let axis = function.int(id, "dim")?;
            function.bind(value, id, "joined", &format!("cat({lhs}, {rhs}, {axis}i32)")).map(drop)
        }
        Opcode::Extract => {
            let operands = function.tiles(id)?;
            let Some((source, indices)) = operands.split_first() else {
                return Err(function.fail(id, Code::Malformed, "nothing to extract from"));
            };
            let call = format!("extract({source}, [{}])", indices.join(", "));
            function.bind(value, id, "part", &call).map(drop)
        }
        Opcode::Insert => {
            let operands = function.tiles(id)?;
            let [source, destination, indices @ ..] = operands.as_slice() else {
                return Err(function.fail(id, Code::Malformed, "nothing to insert"));
            };
            let indices = indices.join(", ");
            let call = format!("unsafe {{ insert({source}, {destination}, [{indices}]) }}");
            function.bind(value, id, "whole", &call).map(drop)
        }
        _ => {
            let base = function.op(id).operands[0];
            let [pointer, offset] = operands(function, id)?;
            function.inherit_root(base, value);
            let hint =
                function.root(value).map_or("pointers".into(), |root| format!("{root}_ptrs"));
            function
                .bind_inferred(value, id, &hint, &format!("addptr_tile({pointer}, {offset})"))
                .map(drop)
        }
    }
}

/// Whether a reshape only turns a scalar into what broadcasts spread: they then say it at once.
pub fn is_folded(function: &Function, id: OpId) -> bool {
    let op = function.op(id);
    let (Some(&from), Some(&value)) = (op.operands.first(), function.results(id).first()) else {
        return false;
    };
    let is_number = !types::is_pointer(function.ty(from)) && function.is_scalar(from);
    types::rank(function.ty(from)) == Some(0)
        && (is_number || function.style.helpers)
        && function.users(value).iter().all(|&user| function.op(user).opcode == Opcode::Broadcast)
}

/// The constant of rank 0 that a folded reshape is of, if it has no text as a Rust scalar.
fn constant(function: &mut Function, value: Value) -> Result<Option<String>> {
    let Some(producer) = function.producer(value) else { return Ok(None) };
    if function.op(producer).opcode != Opcode::Reshape || !is_folded(function, producer) {
        return Ok(None);
    }
    let from = function.op(producer).operands[0];
    if function.is_scalar(from) || types::is_pointer(function.ty(from)) {
        return Ok(None);
    }
    let text = function.tile(from, producer)?;
    Ok((text.starts_with("constant") && text.ends_with("shape![])")).then_some(text))
}

/// The call, up to its last argument, that spreads what a folded reshape is made from.
fn folded(function: &mut Function, value: cutile_ir::ir::Value) -> Result<Option<String>> {
    let Some(producer) = function.producer(value) else { return Ok(None) };
    if function.op(producer).opcode != Opcode::Reshape || !is_folded(function, producer) {
        return Ok(None);
    }
    let from = function.op(producer).operands[0];
    // Literals have no type of their own.
    Ok(Some(match (types::is_pointer(function.ty(from)), function.is_scalar(from)) {
        (true, _) => format!("splat_ptr({}", function.tile(from, producer)?),
        (false, true) => format!("broadcast_scalar({}", function.scalar(from, producer)?),
        (false, false) => format!("splat({}", function.tile(from, producer)?),
    }))
}

/// An attribute that lists integers.
pub fn numbers(function: &Function, id: OpId, name: &str) -> Result<Vec<String>> {
    match function.attribute(id, name) {
        Some(Attribute::DenseI32Array(list)) => Ok(list.iter().map(ToString::to_string).collect()),
        Some(Attribute::Array(list)) => list
            .iter()
            .map(|item| match item {
                Attribute::Integer(number, _) => Ok(number.to_string()),
                other => Err(function.fail(
                    id,
                    Code::Attribute,
                    format!("attribute `{name}` holds {other:?}"),
                )),
            })
            .collect(),
        other => {
            Err(function.fail(id, Code::Attribute, format!("attribute `{name}` is {other:?}")))
        }
    }
}

/// Lowers `assume`.
pub fn assume(function: &mut Function, id: OpId) -> Result<()> {
    let value = single(function, id)?;
    let from = function.op(id).operands[0];
    let [x] = operands(function, id)?;
    function.inherit_root(from, value);
    let option = |number: &Option<i64>| match number {
        Some(number) => format!("Some({number}i64)"),
        None => "None".to_owned(),
    };
    let call = match function.attribute(id, "predicate") {
        Some(Attribute::DivBy(div)) if div.every.is_none() && div.along.is_none() => {
            let divisor = match function.holes().get(Site::Divisor { op: id }) {
                Some(Slot::Int(name)) => name.clone(),
                _ => div.divisor.to_string(),
            };
            format!("assume_div_by::<_, {divisor}>({x})")
        }
        Some(Attribute::DivBy(div)) => format!(
            "assume_div_by_raw({x}, {}u64, {}, {})",
            div.divisor,
            option(&div.every),
            option(&div.along)
        ),
        Some(Attribute::Bounded(bounds)) => match (bounds.lb, bounds.ub) {
            (Some(lower), None) if i32::try_from(lower).is_ok() => {
                format!("assume_bounds_lower::<_, {lower}>({x})")
            }
            (lower, upper) => {
                format!("assume_bounds_raw({x}, {}, {})", option(&lower), option(&upper))
            }
        },
        Some(Attribute::SameElements(groups)) => {
            let groups: Vec<String> = groups.values.iter().map(|n| format!("{n}i64")).collect();
            format!("assume_same_elements_raw({x}, [{}])", groups.join(", "))
        }
        other => {
            let message = format!("the assumption {other:?} is not known");
            return Err(function.fail(id, Code::Attribute, message));
        }
    };
    let hint = function.root(value).unwrap_or("known").to_owned();
    function.bind_inferred(value, id, &hint, &format!("unsafe {{ {call} }}")).map(drop)
}

/// Lowers the block's ids and the grid's size: three scalars, bound once in scope.
pub fn grid(function: &mut Function, id: OpId) -> Result<()> {
    let (call, plain, hint) = match function.op(id).opcode {
        Opcode::GetTileBlockId => ("get_tile_block_id()", "block_id_tiles()", "block_id"),
        _ => ("get_num_tile_blocks()", "num_block_tiles()", "num_blocks"),
    };
    if !function.style.assumed_grid {
        let ty = "(Tile<i32, { [] }>, Tile<i32, { [] }>, Tile<i32, { [] }>)";
        let all = function.bind_text(ty, hint, plain);
        for (axis, value) in function.results(id).into_iter().enumerate() {
            if function.uses(value) > 0 {
                function.set(value, Text::tile(format!("{all}.{axis}")));
            }
        }
        return Ok(());
    }
    let used: Vec<(usize, Value)> = function
        .results(id)
        .into_iter()
        .enumerate()
        .filter(|(_, value)| function.uses(*value) > 0)
        .collect();
    if let (false, [(axis, value)]) = (function.style.annotated, used.as_slice()) {
        function.bind_scalar(*value, id, "i32", hint, &format!("{call}.{axis}"));
        return Ok(());
    }
    let ty = if function.style.annotated { "(i32, i32, i32)" } else { "" };
    let all = function.bind_text(ty, hint, call);
    for (axis, value) in function.results(id).into_iter().enumerate() {
        if function.uses(value) > 0 {
            function.set(value, Text::scalar(format!("{all}.{axis}")));
        }
    }
    Ok(())
}
