//! Accesses of arrays as calls of the support module's helpers.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{OpId, PaddingValue, Value};

use super::Result;
use super::diagnostic::Code;
use super::function::{Function, Text};
use super::fuse::{Access, Fused};
use super::memory::outcome;

/// Writes an operation that is one call; says whether it was one.
pub fn lower(function: &mut Function, id: OpId) -> Result<bool> {
    let Some(call) = function.fused.call(id).cloned() else { return Ok(false) };
    let results = function.results(id);
    match call {
        Fused::Points { array, index } | Fused::Within { array, index } => {
            let is_mask = matches!(function.fused.call(id), Some(Fused::Within { .. }));
            let name = function.fused.arrays[array].name.clone();
            let rank = index.len();
            let mut list = vec![name.clone()];
            for value in index {
                list.push(function.tile(value, id)?);
            }
            let (call, hint) = if is_mask {
                ("within", "mask".to_owned())
            } else {
                ("points", format!("{name}_ptrs"))
            };
            let value = first(function, id, &results)?;
            let text = format!("{call}_{rank}({})", list.join(", "));
            function.set_root(value, &name);
            function.bind_inferred(value, id, &hint, &text)?;
        }
        Fused::Remainder { dividend, divisor } => {
            let value = first(function, id, &results)?;
            let (x, y) = (function.scalar(dividend, id)?, function.scalar(divisor, id)?);
            function.bind_scalar(value, id, "i32", "remainder", &format!("floor_mod({x}, {y})"));
        }
        Fused::Gather { access, checked, padding } => {
            let row = if access.index.len() == 1 { "" } else { "_row" };
            let or = if padding.is_some() { "_or" } else { "" };
            let name = format!("gather{row}{}{or}", trust(checked));
            let mut list = indices(function, id, &access)?;
            if let Some(padding) = padding {
                list.push_str(&format!(", {}", function.tile(padding, id)?));
            }
            let value = first(function, id, &results)?;
            if is_plain(function, &access, &results) {
                let call = format!("unsafe {{ {name}({list}) }}");
                return value_of(function, id, &access, value, &call).map(|()| true);
            }
            if let Some(call) = hinted(function, &access, &results, &name, &list) {
                return value_of(function, id, &access, value, &call).map(|()| true);
            }
            let tail = tail(function, id, &access)?;
            let call = format!("unsafe {{ {name}_with({list}, {tail}) }}");
            value_and_token(function, id, &access, &results, &call)?;
        }
        Fused::Scatter { access, checked, value } => {
            let row = if access.index.len() == 1 { "" } else { "_row" };
            let name = format!("scatter{row}{}", trust(checked));
            let list = indices(function, id, &access)?;
            let value = function.tile(value, id)?;
            store(function, id, &access, &name, &format!("{list}, {value}"))?;
        }
        Fused::Load { access, padding, no_tma } => {
            let name = match padding {
                Some(PaddingValue::Zero) => "load_or_zero",
                Some(PaddingValue::NegInf) => "load_or_neg_inf",
                _ => "load",
            };
            let name = format!("{name}{}", if no_tma { "_no_tma" } else { "" });
            let value = first(function, id, &results)?;
            let list = place(function, id, &access)?;
            let shape = function.shape_of(value);
            if is_plain(function, &access, &results) {
                let call = format!("unsafe {{ {name}({list}, {shape}) }}");
                return value_of(function, id, &access, value, &call).map(|()| true);
            }
            let all = format!("{list}, {shape}");
            if let Some(call) = hinted(function, &access, &results, &name, &all) {
                return value_of(function, id, &access, value, &call).map(|()| true);
            }
            let tail = tail(function, id, &access)?;
            let call = format!("unsafe {{ {name}_with({list}, {shape}, {tail}) }}");
            value_and_token(function, id, &access, &results, &call)?;
        }
        Fused::Store { access, value, no_tma } => {
            let name = format!("store{}", if no_tma { "_no_tma" } else { "" });
            let list = place(function, id, &access)?;
            let value = function.tile(value, id)?;
            store(function, id, &access, &name, &format!("{list}, {value}"))?;
        }
    }
    Ok(true)
}

fn first(function: &Function, id: OpId, results: &[Value]) -> Result<Value> {
    results.first().copied().ok_or_else(|| function.fail(id, Code::Malformed, "no result"))
}

/// The mark of a helper that does not check indices.
fn trust(checked: bool) -> &'static str {
    if checked { "" } else { "_unchecked" }
}

/// The array and the indices of a gather.
fn indices(function: &mut Function, id: OpId, access: &Access) -> Result<String> {
    let mut list = vec![function.fused.arrays[access.array].name.clone()];
    if let [row, columns] = access.index[..] {
        list.push(scalar(function, id, row)?);
        list.push(function.tile(columns, id)?);
    } else {
        for &index in &access.index {
            list.push(function.tile(index, id)?);
        }
    }
    Ok(list.join(", "))
}

/// The array and the index of one of its tiles.
fn place(function: &mut Function, id: OpId, access: &Access) -> Result<String> {
    let mut list = Vec::new();
    for &index in &access.index {
        list.push(scalar(function, id, index)?);
    }
    Ok(format!("{}, [{}]", function.fused.arrays[access.array].name, list.join(", ")))
}

fn scalar(function: &mut Function, id: OpId, value: Value) -> Result<String> {
    let text = function.scalar(value, id)?;
    // A bare literal has no type that a helper could infer.
    let literal = text.bytes().all(|byte| byte.is_ascii_digit());
    Ok(if literal { format!("{text}i32") } else { text })
}

/// Whether the plain helper does: no token of its own and no latency.
fn is_plain(function: &Function, access: &Access, results: &[Value]) -> bool {
    let needed = results.iter().skip(1).any(|token| function.uses(*token) > 0);
    access.after.is_none() && access.latency == 0 && !needed
}

/// The call of a helper that states a latency alone, if that is all there is to state.
fn hinted(
    function: &Function,
    access: &Access,
    results: &[Value],
    name: &str,
    list: &str,
) -> Option<String> {
    let needed = results.iter().skip(1).any(|token| function.uses(*token) > 0);
    let alone = access.after.is_none() && !needed && !function.style.annotated;
    let latency = access.latency;
    alone.then(|| format!("unsafe {{ {name}_hinted({list}, const_array![{latency}]) }}"))
}

/// Token and latency, the last arguments of a full helper.
fn tail(function: &mut Function, id: OpId, access: &Access) -> Result<String> {
    let token = match access.after {
        Some(token) => function.tile(token, id)?,
        None => format!("get_tensor_token({})", function.fused.arrays[access.array].name),
    };
    Ok(format!("{token}, const_array![{}]", access.latency))
}

fn value_of(
    function: &mut Function,
    id: OpId,
    access: &Access,
    value: Value,
    call: &str,
) -> Result<()> {
    let hint = format!("{}_tile", function.fused.arrays[access.array].name);
    if function.style.annotated || function.uses(value) == 0 {
        return outcome(function, value, &hint, call);
    }
    // The type of a tile of an array is not found from its shape where its elements' is concrete.
    let ty = match function.fused.call(id) {
        Some(Fused::Load { .. }) => function.rust_type(value, id)?,
        _ => String::new(),
    };
    function.bind_read(value, id, &ty, &hint, call);
    Ok(())
}

fn value_and_token(
    function: &mut Function,
    id: OpId,
    access: &Access,
    results: &[Value],
    call: &str,
) -> Result<()> {
    let mut names = Vec::new();
    let array = function.fused.arrays[access.array].name.clone();
    for (&value, hint) in results.iter().zip([format!("{array}_tile"), "token".to_owned()]) {
        if function.uses(value) > 0 {
            let hint = function.hint(value, &hint).to_owned();
            let name = function.names.fresh(&hint);
            function.set(value, Text::tile(&name));
            names.push(name);
        } else {
            names.push("_".to_owned());
        }
    }
    let value = first(function, id, results)?;
    let ty = function.rust_type(value, id)?;
    function.line(format!("let ({}): ({ty}, Token) = {call};", names.join(", ")));
    settle(function, value, &names[0], &ty);
    Ok(())
}

/// Gives a tile out of a pair of a helper its type back. cutile knows it by the generics of the helper,
/// from which nothing else follows; a conversion to the type that it has is no operation.
pub fn settle(function: &mut Function, value: Value, name: &str, ty: &str) {
    let converted = |user: &OpId| function.op(*user).opcode == Opcode::FToF;
    if function.style.annotated || function.uses(value) == 0 {
        return;
    }
    if function.users(value).iter().all(converted) {
        function.opaque.insert(value);
    } else {
        function.line(format!("let {name}: {ty} = convert_tile({name});"));
    }
}

fn store(function: &mut Function, id: OpId, access: &Access, name: &str, list: &str) -> Result<()> {
    let results = function.results(id);
    let token = first(function, id, &results)?;
    if access.after.is_none() && access.latency == 0 && function.uses(token) == 0 {
        function.line(format!("unsafe {{ {name}({list}) }};"));
        return Ok(());
    }
    if let Some(call) = hinted(function, access, &[token, token], name, list) {
        function.line(format!("{call};"));
        return Ok(());
    }
    let tail = tail(function, id, access)?;
    let call = format!("unsafe {{ {name}_with({list}, {tail}) }}");
    if function.uses(token) == 0 && !function.style.annotated {
        function.line(format!("{call};"));
        return Ok(());
    }
    outcome(function, token, "token", &call)
}
