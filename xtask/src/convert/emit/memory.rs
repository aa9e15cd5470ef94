//! Tokens, loads and stores through tiles of pointers, atomics, fences.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, OpId, Value};

use super::arithmetic::{named, single};
use super::diagnostic::Code;
use super::function::{Function, Text};
use super::{Result, fused, types};

/// Memory orderings by the dialect's number.
const ORDERING: [&str; 5] = ["Weak", "Relaxed", "Acquire", "Release", "AcqRel"];
/// Memory scopes by the dialect's number.
const SCOPE: [&str; 3] = ["TileBlock", "Device", "System"];
/// Modes of atomic read-modify-write by the dialect's number.
const MODE: [&str; 10] = ["And", "Or", "Xor", "Add", "AddF", "Max", "Min", "Umax", "Umin", "Xchg"];

/// Lowers a memory op that goes through pointers, or a token op.
pub fn memory(function: &mut Function, id: OpId) -> Result<()> {
    match function.op(id).opcode {
        Opcode::MakeToken => {
            let value = single(function, id)?;
            let name = function.names.fresh("token");
            function.line(format!("let {name} = new_token_unordered();"));
            if function.at_top() && function.entry_token.is_none() {
                function.entry_token = Some(name.clone());
            }
            function.set(value, Text::tile(name));
            Ok(())
        }
        Opcode::JoinTokens => {
            let value = single(function, id)?;
            let tokens = function.tiles(id)?.join(", ");
            function.bind(value, id, "joined", &format!("join_tokens(&[{tokens}])")).map(drop)
        }
        Opcode::LoadPtrTko => load(function, id),
        Opcode::StorePtrTko => store(function, id),
        Opcode::AtomicRMW => atomic(function, id),
        Opcode::AtomicCAS => compare_and_swap(function, id),
        Opcode::Alloca => {
            let value = single(function, id)?;
            let kind = if function.flag(id, "global") { "Global" } else { "Local" };
            let number = function.int(id, "num_elem")?;
            let alignment = function.int(id, "alignment")?;
            let ty = function.rust_type(value, id)?;
            let name = function.names.fresh("scratch");
            function.line(format!(
                "let {name}: {ty} = unsafe {{ alloca({number}i64, {alignment}i64, \
                 allocation::{kind}) }};"
            ));
            function.set(value, Text::tile(name));
            Ok(())
        }
        opcode => {
            let value = single(function, id)?;
            let token = match (opcode, function.op(id).operands.first()) {
                (Opcode::MemoryFenceAliasTko, Some(&token)) => function.tile(token, id)?,
                (_, Some(&token)) => format!("Some({})", function.tile(token, id)?),
                (_, None) => "None".to_owned(),
            };
            let call = format!("unsafe {{ {}({token}) }}", opcode.name());
            statement(function, &[(value, "token")], id, &call)
        }
    }
}

/// A call with an effect, its results bound; unused ones are not named.
pub fn statement(
    function: &mut Function,
    results: &[(Value, &str)],
    id: OpId,
    call: &str,
) -> Result<()> {
    let mut names = Vec::new();
    let mut used = false;
    let mut all = Vec::new();
    for &(value, hint) in results {
        all.push(function.rust_type(value, id)?);
        if function.uses(value) > 0 {
            let hint = function.hint(value, hint).to_owned();
            let name = function.names.fresh(&hint);
            function.set(value, Text::tile(&name));
            names.push(name);
            used = true;
        } else {
            names.push("_".to_owned());
        }
    }
    match (names.as_slice(), all.as_slice()) {
        _ if !used && names.len() == 1 => function.line(format!("let _: {} = {call};", all[0])),
        ([name], [ty]) => function.line(format!("let {name}: {ty} = {call};")),
        _ => function.line(format!("let ({}): ({}) = {call};", names.join(", "), all.join(", "))),
    }
    Ok(())
}

/// `Some(x)` of an operand group, or `None`.
pub fn optional(
    function: &mut Function,
    id: OpId,
    groups: &[Vec<Value>],
    at: usize,
) -> Result<String> {
    match groups.get(at).and_then(|group| group.first()) {
        Some(&value) => Ok(format!("Some({})", function.tile(value, id)?)),
        None => Ok("None".to_owned()),
    }
}

/// The operand that a group must hold.
pub fn required(function: &Function, id: OpId, groups: &[Vec<Value>], at: usize) -> Result<Value> {
    groups
        .get(at)
        .and_then(|group| group.first())
        .copied()
        .ok_or_else(|| function.fail(id, Code::Malformed, format!("operand group {at} is empty")))
}

/// The memory ordering's marker.
pub fn ordering(function: &Function, id: OpId) -> Result<String> {
    let name = named(function, id, "memory_ordering_semantics", Some(0), &ORDERING)?;
    Ok(format!("ordering::{name}"))
}

/// The memory scope's marker, `None` where the op has none.
pub fn scope(function: &Function, id: OpId) -> Result<Option<String>> {
    if function.attribute(id, "memory_scope").is_none() {
        return Ok(None);
    }
    Ok(Some(format!("scope::{}", named(function, id, "memory_scope", None, &SCOPE)?)))
}

/// The read-modify-write mode's marker.
pub fn mode(function: &Function, id: OpId) -> Result<String> {
    Ok(format!("atomic::{}", named(function, id, "mode", None, &MODE)?))
}

/// Hints of a memory op.
#[derive(Debug, Clone, Copy, Default)]
pub struct Hints {
    /// Expected latency, in the assembler's steps.
    pub latency: Option<i64>,
    /// False where the tensor memory accelerator must not be used.
    pub no_tma: bool,
}

/// Reads the hints of a memory op.
pub fn hints(function: &Function, id: OpId) -> Result<Hints> {
    let mut found = Hints::default();
    let entries = match function.attribute(id, "optimization_hints") {
        None => return Ok(found),
        Some(Attribute::OptimizationHints(hints)) => &hints.entries,
        Some(other) => {
            let message = format!("optimization_hints is {other:?}");
            return Err(function.fail(id, Code::Attribute, message));
        }
    };
    for (target, values) in entries {
        if target != "default" && entries.len() > 1 {
            return Err(function
                .fail(id, Code::Attribute, format!("hints for several targets, `{target}` too"))
                .limit("an op has the hints of one target"));
        }
        for (key, value) in values {
            match (key.as_str(), value) {
                ("latency", Attribute::Integer(latency, _)) => found.latency = Some(*latency),
                ("allow_tma", Attribute::Bool(allowed)) => found.no_tma = !allowed,
                ("allow_tma", Attribute::Integer(allowed, _)) => found.no_tma = *allowed == 0,
                _ => {
                    let message = format!("the hint `{key}` = {value:?} is not known");
                    return Err(function.fail(id, Code::Attribute, message));
                }
            }
        }
    }
    Ok(found)
}

fn scope_option(function: &Function, id: OpId) -> Result<String> {
    Ok(match scope(function, id)? {
        Some(scope) => format!("Some({scope})"),
        None => "None::<scope::TileBlock>".to_owned(),
    })
}

fn load(function: &mut Function, id: OpId) -> Result<()> {
    let groups = function.groups(id);
    let source = required(function, id, &groups, 0)?;
    let pointers = function.tile(source, id)?;
    let mask = optional(function, id, &groups, 1)?;
    let padding = optional(function, id, &groups, 2)?;
    let token = optional(function, id, &groups, 3)?;
    let results = function.results(id);
    let [value, next] = results.as_slice() else {
        return Err(function.fail(id, Code::Malformed, "a load has two results"));
    };
    let hint = function.root(source).unwrap_or("loaded").to_owned();
    if is_plain(function, id)?
        && function.uses(*next) == 0
        && let (Some(mask), Some(padding), Some(token)) =
            (some(&mask), some(&padding), some(&token))
    {
        let call = format!("unsafe {{ load_where({pointers}, {mask}, {padding}, {token}) }}");
        return outcome(function, *value, &hint, &call);
    }
    if is_plain(function, id)?
        && !function.style.annotated
        && let (Some(padding), Some(token)) = (some(&padding), some(&token))
    {
        let call = match some(&mask) {
            Some(mask) => format!("load_where_then({pointers}, {mask}, {padding}, {token})"),
            None => format!("load_then({pointers}, {padding}, {token})"),
        };
        let call = format!("unsafe {{ {call} }}");
        statement(function, &[(*value, &hint), (*next, "token")], id, &call)?;
        if function.uses(*value) == 0 {
            return Ok(());
        }
        let (name, ty) = (function.tile(*value, id)?, function.rust_type(*value, id)?);
        fused::settle(function, *value, &name, &ty);
        return Ok(());
    }
    let name = if padding == "None" { "load_ptr_tko" } else { "load_ptr_padded" };
    let latency = hints(function, id)?.latency.unwrap_or(0);
    let call = format!(
        "unsafe {{ {name}({pointers}, {}, {}, {mask}, {padding}, {token}, Latency::<{latency}>) }}",
        ordering(function, id)?,
        scope_option(function, id)?,
    );
    statement(function, &[(*value, &hint), (*next, "token")], id, &call)
}

/// What stands inside `Some(…)`.
pub fn some(text: &str) -> Option<&str> {
    text.strip_prefix("Some(")?.strip_suffix(')')
}

/// Whether a helper stands for this access: weak, of no scope, without hints.
pub fn is_plain(function: &Function, id: OpId) -> Result<bool> {
    let hints = hints(function, id)?;
    Ok(function.style.helpers
        && hints.latency.unwrap_or(0) == 0
        && !hints.no_tma
        && ordering(function, id)? == "ordering::Weak"
        && scope(function, id)?.is_none())
}

/// The only result of a helper with an effect.
pub fn outcome(function: &mut Function, value: Value, hint: &str, call: &str) -> Result<()> {
    if function.uses(value) == 0 {
        function.line(format!("let _ = {call};"));
        return Ok(());
    }
    let hint = function.hint(value, hint).to_owned();
    let name = function.names.fresh(&hint);
    function.line(format!("let {name} = {call};"));
    function.set(value, Text::tile(name));
    Ok(())
}

fn store(function: &mut Function, id: OpId) -> Result<()> {
    let groups = function.groups(id);
    let destination = required(function, id, &groups, 0)?;
    let value = required(function, id, &groups, 1)?;
    let next = single(function, id)?;
    let mask = optional(function, id, &groups, 2)?;
    let token = optional(function, id, &groups, 3)?;
    let (to, what) = (function.tile(destination, id)?, function.tile(value, id)?);
    if is_plain(function, id)?
        && let Some(token) = some(&token)
    {
        let call = match some(&mask) {
            Some(mask) => Some(format!("store_where({to}, {what}, {mask}, {token})")),
            None if function.style.annotated => None,
            None => Some(format!("store_after({to}, {what}, {token})")),
        };
        if let Some(call) = call {
            return outcome(function, next, "token", &format!("unsafe {{ {call} }}"));
        }
    }
    let call = format!(
        "unsafe {{ store_ptr_tko({to}, {what}, {}, {}, {mask}, {token}, Latency::<{}>) }}",
        ordering(function, id)?,
        scope_option(function, id)?,
        hints(function, id)?.latency.unwrap_or(0),
    );
    statement(function, &[(next, "token")], id, &call)
}

fn atomic(function: &mut Function, id: OpId) -> Result<()> {
    let groups = function.groups(id);
    let pointers = required(function, id, &groups, 0)?;
    let argument = required(function, id, &groups, 1)?;
    let results = function.results(id);
    let [value, next] = results.as_slice() else {
        return Err(function.fail(id, Code::Malformed, "an atomic has two results"));
    };
    let outcome = [(*value, "old"), (*next, "token")];
    let mode = mode(function, id)?;
    let ordering = ordering(function, id)?;
    let scope = scope(function, id)?.unwrap_or_else(|| "scope::Device".to_owned());
    let (pointer_text, argument_text) =
        (function.tile(pointers, id)?, function.tile(argument, id)?);
    if types::rank(function.ty(pointers)) == Some(0) {
        let (suffix, mask, token) = one_element(function, id, &groups, 2)?;
        let call = format!(
            "unsafe {{ atomic_rmw_one{suffix}({pointer_text}, {argument_text}, {mask}, {token}, \
             {mode}, {ordering}, {scope}) }}"
        );
        return statement(function, &outcome, id, &call);
    }
    let call = format!(
        "unsafe {{ atomic_rmw_tko({pointer_text}, {argument_text}, {mode}, {ordering}, {scope}, \
         {}, {}) }}",
        optional(function, id, &groups, 2)?,
        optional(function, id, &groups, 3)?,
    );
    statement(function, &outcome, id, &call)
}

/// How an atomic on one element takes its mask and its token: cutile's own lowering panics at rank 0.
fn one_element(
    function: &mut Function,
    id: OpId,
    groups: &[Vec<Value>],
    mask: usize,
) -> Result<(&'static str, String, String)> {
    let Ok(token) = required(function, id, groups, mask + 1) else {
        return Err(function
            .fail(id, Code::Attribute, "an atomic on one element that no token orders")
            .limit("atomics panic at rank 0"));
    };
    let token = function.tile(token, id)?;
    if let Ok(mask) = required(function, id, groups, mask) {
        return Ok(("_masked", function.tile(mask, id)?, token));
    }
    let empty = function.bind_text("Shape<{ [] }>", "no_mask", "Shape::<{ [] }> { dims: &[] }");
    Ok(("", empty, token))
}

fn compare_and_swap(function: &mut Function, id: OpId) -> Result<()> {
    let groups = function.groups(id);
    let pointers = required(function, id, &groups, 0)?;
    let results = function.results(id);
    let [value, next] = results.as_slice() else {
        return Err(function.fail(id, Code::Malformed, "an atomic has two results"));
    };
    let outcome = [(*value, "old"), (*next, "token")];
    let scope = scope(function, id)?.unwrap_or_else(|| "scope::Device".to_owned());
    if types::rank(function.ty(pointers)) == Some(0) {
        let (suffix, mask, token) = one_element(function, id, &groups, 3)?;
        let call = format!(
            "unsafe {{ atomic_cas_one{suffix}({}, {}, {}, {mask}, {token}, {}, {scope}) }}",
            function.tile(pointers, id)?,
            function.tile(required(function, id, &groups, 1)?, id)?,
            function.tile(required(function, id, &groups, 2)?, id)?,
            ordering(function, id)?,
        );
        return statement(function, &outcome, id, &call);
    }
    let call = format!(
        "unsafe {{ atomic_cas_tko({}, {}, {}, {}, {scope}, {}, {}) }}",
        function.tile(pointers, id)?,
        function.tile(required(function, id, &groups, 1)?, id)?,
        function.tile(required(function, id, &groups, 2)?, id)?,
        ordering(function, id)?,
        optional(function, id, &groups, 3)?,
        optional(function, id, &groups, 4)?,
    );
    statement(function, &outcome, id, &call)
}
