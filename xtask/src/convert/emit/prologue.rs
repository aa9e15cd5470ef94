//! The entry function: its signature, hints, and what is known of its parameters.

use std::collections::HashMap;

use cutile_ir::ir::{Attribute, OpId, Value};

use super::diagnostic::{Code, Diagnostic};
use super::function::{Function, Text, attribute};
use super::names::{Namer, sanitize};
use super::{Result, Style, control, header, types};
use crate::convert::holes::{Divisor, EntryPlan, ParamFacts, Role, Slot};

/// Kernel arguments that cutile's launcher can pass one by one.
pub const MAX_PARAMETERS: usize = 64;

/// The text of one entry.
pub struct Entry {
    /// Attributes, signature and body.
    pub text: String,
    /// Whether it needs `use cutile::tileir::*`.
    pub uses_tileir: bool,
}

/// An array that is passed as `&Tensor`, to keep within [`MAX_PARAMETERS`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grouped {
    /// Index of its first flattened parameter.
    pub first: usize,
    /// Number of its axes.
    pub rank: usize,
}

/// Writes one entry.
pub fn entry(plan: &EntryPlan, style: Style) -> Result<Entry> {
    let id = *plan.module.functions.first().ok_or_else(|| Diagnostic {
        code: Code::Malformed,
        op: "module".to_owned(),
        id: None,
        python: None,
        message: "the module has no entry".to_owned(),
        limit: None,
    })?;
    let names = parameter_names(plan);
    let mut taken = names.clone();
    taken.extend(plan.generics.iter().map(|slot| slot_name(slot).to_owned()));
    taken.extend(plan.floats.iter().map(|(name, _)| name.clone()));
    let grouped = grouping(plan);
    taken.extend(grouped.iter().map(|array| tensor_name(&names, array.first)));
    let mut function = Function::new(plan, style, taken);
    let (args, ops) = function.region(id, 0)?;
    if args.len() != plan.params.len() {
        let message =
            format!("{} parameters in the plan, {} in the module", plan.params.len(), args.len());
        return Err(function.fail(id, Code::Malformed, message));
    }
    let mut signature = Vec::new();
    let mut index = 0;
    while index < args.len() {
        if let Some(group) = grouped.iter().find(|group| group.first == index) {
            signature.push(tensor(&mut function, id, &args, &names, group)?);
            index += 1 + 2 * group.rank;
        } else {
            signature.push(raw(&mut function, id, args[index], &names[index], index)?);
            index += 1;
        }
    }
    control::entry_body(&mut function, ops)?;
    let hints = entry_hints(&function, id)?;
    let text = header::entry(plan, &signature, &hints, &function);
    Ok(Entry { text, uses_tileir: function.uses_tileir })
}

/// The name of a slot.
pub fn slot_name(slot: &Slot) -> &str {
    match slot {
        Slot::Int(name) | Slot::Type(name) | Slot::Float(name) => name,
    }
}

/// Names of the flattened parameters: the Python name with what of it this is.
pub fn parameter_names(plan: &EntryPlan) -> Vec<String> {
    let mut namer = Namer::default();
    let name = |param: &crate::convert::holes::EntryParam| {
        let python = sanitize(&param.python.1);
        namer.fresh(&match param.role {
            Role::Pointer => format!("{python}_ptr"),
            Role::Size(axis) => format!("{python}_size{axis}"),
            Role::Stride(axis) => format!("{python}_stride{axis}"),
            Role::Scalar => python,
            Role::Length => format!("{python}_length"),
        })
    };
    plan.params.iter().map(name).collect()
}

/// Which arrays go as `&Tensor`: those of the plan, and of others the widest, until the parameters are
/// few enough.
pub fn grouping(plan: &EntryPlan) -> Vec<Grouped> {
    let mut count = plan.params.len();
    let planned =
        |array: &crate::convert::holes::ArrayPlan| Grouped { first: array.first, rank: array.rank };
    if !plan.arrays.is_empty() {
        return plan.arrays.iter().map(planned).collect();
    }
    if count <= MAX_PARAMETERS {
        return Vec::new();
    }
    let mut arrays: Vec<Grouped> = Vec::new();
    for (first, param) in plan.params.iter().enumerate() {
        if param.role != Role::Pointer {
            continue;
        }
        let rest = &plan.params[first + 1..];
        let rank = rest
            .iter()
            .take_while(|other| {
                other.python.0 == param.python.0 && matches!(other.role, Role::Size(_))
            })
            .count();
        let whole = rest.get(rank..2 * rank).is_some_and(|strides| {
            strides.iter().all(|other| {
                other.python.0 == param.python.0 && matches!(other.role, Role::Stride(_))
            })
        });
        if whole && rank > 0 {
            arrays.push(Grouped { first, rank });
        }
    }
    arrays.sort_by_key(|array| std::cmp::Reverse(array.rank));
    let mut chosen = Vec::new();
    for array in arrays {
        if count <= MAX_PARAMETERS {
            break;
        }
        count -= 2 * array.rank;
        chosen.push(array);
    }
    chosen
}

/// The Rust name of a grouped array.
pub fn tensor_name(names: &[String], first: usize) -> String {
    let name = names[first].trim_end_matches("_ptr");
    // Another parameter may have that name, and it may mean something in Rust: TileGym has an `As`.
    Namer::new(names.iter().cloned()).fresh(name)
}

/// A flattened parameter passed as it is.
fn raw(
    function: &mut Function,
    id: OpId,
    value: Value,
    name: &str,
    index: usize,
) -> Result<String> {
    let ty = function.ty(value);
    if types::rank(ty) != Some(0) {
        return Err(function.fail(id, Code::Type, "a parameter that is no rank-0 tile"));
    }
    let element = function
        .speller()
        .element(value, ty)
        .ok_or_else(|| function.fail(id, Code::Type, "a parameter without an element type"))?;
    let param = &function.plan.params[index];
    function.set_root(value, &sanitize(&param.python.1));
    if types::is_pointer(ty) {
        define(function, id, value, index, Text::tile(format!("pointer_to_tile({name})")))?;
        let unused = if function.uses(value) == 0 { "_" } else { "" };
        return Ok(format!("{unused}{name}: *mut {element}"));
    }
    define(function, id, value, index, Text::scalar(name))?;
    let unused = if function.uses(value) == 0 { "_" } else { "" };
    Ok(format!("{unused}{name}: {element}"))
}

/// Names a parameter, after stating what is known of it.
fn define(function: &mut Function, id: OpId, value: Value, index: usize, text: Text) -> Result<()> {
    if function.uses(value) == 0 {
        return Ok(());
    }
    let facts = function.plan.params[index].facts.clone();
    let is_pointer = types::is_pointer(function.ty(value));
    let hint = sanitize(&function.plan.params[index].python.1);
    if facts == ParamFacts::default() {
        if is_pointer {
            let expression = text.tile.unwrap_or_default();
            function.bind(value, id, &hint, &expression)?;
        } else {
            function.set(value, text);
        }
        return Ok(());
    }
    let mut expression = text.tile.or(text.scalar).unwrap_or_default();
    let hint = match &function.plan.params[index].role {
        Role::Size(axis) => format!("{hint}_size{axis}_known"),
        Role::Stride(axis) => format!("{hint}_stride{axis}_known"),
        _ => hint,
    };
    match &facts.divisor {
        Some(Divisor::Literal(divisor)) => {
            expression = format!("assume_div_by::<_, {divisor}>({expression})");
        }
        Some(Divisor::Generic(name)) => {
            expression = format!("assume_div_by::<_, {name}>({expression})");
        }
        None => {}
    }
    if let Some(bound) = facts.lower_bound {
        expression = format!("assume_bounds_lower::<_, {bound}>({expression})");
    }
    let expression = format!("unsafe {{ {expression} }}");
    if is_pointer {
        function.bind(value, id, &hint, &expression)?;
    } else {
        let element = types::element(function.ty(value)).map_or("i32", types::scalar);
        let name = function.bind_text(element, &hint, &expression);
        function.set(value, Text::scalar(name));
    }
    Ok(())
}

/// An array passed as `&Tensor`: the same flattened parameters, taken out of it.
fn tensor(
    function: &mut Function,
    id: OpId,
    args: &[Value],
    names: &[String],
    group: &Grouped,
) -> Result<String> {
    let Grouped { first, rank } = *group;
    let name = tensor_name(names, first);
    let base = args[first];
    let python = sanitize(&function.plan.params[first].python.1);
    for &value in &args[first..=first + 2 * rank] {
        function.set_root(value, &python);
    }
    let element = function
        .speller()
        .element(base, function.ty(base))
        .ok_or_else(|| function.fail(id, Code::Type, "a parameter without an element type"))?;
    let dims = types::braces(&vec!["-1".to_owned(); rank]);
    define(function, id, base, first, Text::tile(format!("get_tensor_base({name})")))?;
    for (what, start) in [("size", first + 1), ("stride", first + 1 + rank)] {
        for axis in 0..rank {
            let value = args[start + axis];
            if function.uses(value) > 0 {
                let call = format!("{what}({name}, {axis})");
                let text = if function.style.annotated {
                    function.bind_text("i32", &names[start + axis].clone(), &call)
                } else {
                    call
                };
                define(function, id, value, start + axis, Text::scalar(text))?;
            }
        }
    }
    Ok(format!("{name}: &Tensor<{element}, {dims}>"))
}

/// The entry's compiler hints as the attribute's argument, empty where it has none.
fn entry_hints(function: &Function, id: OpId) -> Result<String> {
    let entries = match attribute(function.op(id), "optimization_hints") {
        None => return Ok(String::new()),
        Some(Attribute::OptimizationHints(hints)) => &hints.entries,
        Some(other) => {
            let message = format!("optimization_hints is {other:?}");
            return Err(function.fail(id, Code::Attribute, message));
        }
    };
    const KNOWN: &[&str] =
        &["num_cta_in_cga", "occupancy", "num_worker_warps_per_cta", "min_ctas_per_sm"];
    let mut groups = Vec::new();
    let mut seen: HashMap<&str, ()> = HashMap::new();
    for (target, values) in entries {
        if values.is_empty() || seen.insert(target, ()).is_some() {
            continue;
        }
        let mut items = String::new();
        for (key, value) in values {
            let (true, Attribute::Integer(number, _)) = (KNOWN.contains(&key.as_str()), value)
            else {
                let message = format!("the hint `{key}` = {value:?} is not known");
                return Err(function.fail(id, Code::Attribute, message));
            };
            items.push_str(&format!("{key} = {number}, "));
        }
        groups.push(format!("{target} = ({items})"));
    }
    if groups.is_empty() {
        return Ok(String::new());
    }
    Ok(format!(", optimization_hints = ({},)", groups.join(", ")))
}
