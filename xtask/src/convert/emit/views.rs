//! Views of tensors, and loads and stores through them.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, DYNAMIC, OpId, ScalarType, Type, Value};

use super::Result;
use super::arithmetic::single;
use super::diagnostic::Code;
use super::function::{Function, Text};
use super::memory::{
    hints, is_plain, mode, optional, ordering, outcome, required, scope, some, statement,
};
use super::types::{self, braces, padding};

/// Lowers an op on views.
pub fn view(function: &mut Function, id: OpId) -> Result<()> {
    match function.op(id).opcode {
        Opcode::MakeTensorView => tensor_view(function, id),
        Opcode::MakePartitionView => partition(function, id),
        Opcode::MakeGatherScatterView | Opcode::MakeStridedView => special(function, id),
        Opcode::GetIndexSpaceShape | Opcode::GetTensorShape => extents(function, id),
        Opcode::LoadViewTko => load(function, id),
        Opcode::StoreViewTko => store(function, id),
        _ => reduce_into(function, id),
    }
}

fn token_for_views(function: &mut Function) -> String {
    if let Some(token) = &function.entry_token {
        return token.clone();
    }
    let token = function.bind_text("Token", "token", "new_token_unordered()");
    if function.at_top() {
        function.entry_token = Some(token.clone());
    }
    token
}

/// A view by reference; a tensor parameter is one already.
fn borrowed(function: &mut Function, id: OpId, view: Value) -> Result<String> {
    let text = function.tile(view, id)?;
    Ok(if function.fused.view(view).is_some() { text } else { format!("&{text}") })
}

fn view_name(function: &Function, value: Value, kind: &str) -> String {
    function.root(value).map_or_else(|| kind.to_owned(), |root| format!("{root}_{kind}"))
}

/// Dynamic sizes or strides as a list of Rust scalars.
fn dynamic(function: &mut Function, id: OpId, group: &[Value]) -> Result<String> {
    let mut items = Vec::new();
    for &value in group {
        let is_narrow = types::element(function.ty(value)) == Some(ScalarType::I32);
        items.push(if is_narrow { function.scalar(value, id)? } else { "0".to_owned() });
    }
    Ok(format!("&[{}]", items.join(", ")))
}

fn tensor_view(function: &mut Function, id: OpId) -> Result<()> {
    let value = single(function, id)?;
    let ty = function.ty(value);
    let Some(view) = types::tensor_view(ty) else {
        return Err(function.fail(id, Code::Malformed, "the result is no tensor view"));
    };
    let groups = function.groups(id);
    let base = required(function, id, &groups, 0)?;
    function.inherit_root(base, value);
    if let Some(array) = function.fused.view(value) {
        let name = array.name.clone();
        function.set(value, Text::tile(name));
        return Ok(());
    }
    let empty = Vec::new();
    let sizes = groups.get(1).unwrap_or(&empty);
    let strides = groups.get(2).unwrap_or(&empty);
    let count = |list: &[i64]| list.iter().filter(|&&dim| dim == DYNAMIC).count();
    if count(&view.shape) != sizes.len() || count(&view.strides) != strides.len() {
        return Err(function.fail(id, Code::Malformed, "dynamic sizes or strides are missing"));
    }
    let size_list = dynamic(function, id, sizes)?;
    let stride_list = dynamic(function, id, strides)?;
    let dims = braces(&function.speller().view_dims(value, view));
    let steps = braces(&function.speller().view_strides(value, view));
    let name = |function: &Function, what: &str| view_name(function, value, what);
    let hint = name(function, "sizes");
    let size_list = function.bind_text("&[i32]", &hint, &size_list);
    let hint = name(function, "shape");
    let shape = function.bind_text(
        &format!("Shape<{dims}>"),
        &hint,
        &format!("Shape::<{dims}> {{ dims: {size_list} }}"),
    );
    let hint = name(function, "steps");
    let stride_list = function.bind_text("&[i32]", &hint, &stride_list);
    let hint = name(function, "strides");
    let strides = function.bind_text(
        &format!("Array<{steps}>"),
        &hint,
        &format!("Array::<{steps}> {{ dims: {stride_list} }}"),
    );
    let base = function.tile(base, id)?;
    let token = token_for_views(function);
    let hint = name(function, "tensor");
    // Those of 64 bits are listed before, in place of zeros.
    let extents: Vec<Value> = groups.iter().skip(1).flatten().copied().collect();
    let is_wide =
        extents.iter().any(|&value| types::element(function.ty(value)) != Some(ScalarType::I32));
    if is_wide {
        let mut texts = Vec::new();
        for value in extents {
            texts.push(function.tile(value, id)?);
        }
        let list = texts.join(", ");
        let list = if texts.len() == 1 { list } else { format!("({list})") };
        function.line(format!("let _: Token = view_extents({list});"));
        // Not shared: its text says nothing of the extents.
        let ty = function.rust_type(value, id)?;
        let name = function.names.fresh(&hint);
        function.line(format!(
            "let {name}: {ty} = unsafe {{ make_tensor_view({base}, {shape}, {strides}, {token}) }};"
        ));
        function.set(value, Text::tile(name));
        return Ok(());
    }
    let call = format!("unsafe {{ make_tensor_view({base}, {shape}, {strides}, {token}) }}");
    function.bind(value, id, &hint, &call).map(drop)
}

fn partition(function: &mut Function, id: OpId) -> Result<()> {
    let value = single(function, id)?;
    let Type::PartitionView(view) = function.ty(value) else {
        return Err(function.fail(id, Code::Malformed, "the result is no partition view"));
    };
    let tensor = function.op(id).operands[0];
    function.inherit_root(tensor, value);
    let identity =
        view.dim_map.iter().enumerate().all(|(axis, &to)| usize::try_from(to) == Ok(axis));
    let dim_map = if identity {
        "dim_map::Identity".to_owned()
    } else {
        let list: Vec<String> = view.dim_map.iter().map(ToString::to_string).collect();
        format!("const_array![{}]", list.join(", "))
    };
    let tensor = borrowed(function, id, tensor)?;
    let shape = function.shape_of(value);
    let token = token_for_views(function);
    let call = format!(
        "unsafe {{ make_partition_view({tensor}, {shape}, {}, {dim_map}, {token}) }}",
        padding(view.padding_value)
    );
    let hint = view_name(function, value, "tiles");
    bind_view(function, value, id, &hint, &call)
}

/// Binds a view: equal ones are shared, though two with the same text differ in what the type does
/// not say (padding), which the text does.
fn bind_view(
    function: &mut Function,
    value: Value,
    id: OpId,
    hint: &str,
    call: &str,
) -> Result<()> {
    function.bind(value, id, hint, call).map(drop)
}

fn special(function: &mut Function, id: OpId) -> Result<()> {
    let value = single(function, id)?;
    let (name, pad, hint) = match function.ty(value) {
        Type::GatherScatterView(view) => ("make_gather_scatter_view", view.padding_value, "rows"),
        Type::StridedView(view) => ("make_strided_view", view.padding_value, "windows"),
        _ => return Err(function.fail(id, Code::Malformed, "the result is no such view")),
    };
    function.uses_tileir = true;
    let tensor = function.op(id).operands[0];
    function.inherit_root(tensor, value);
    let tensor = borrowed(function, id, tensor)?;
    let shape = function.shape_of(value);
    let call = format!("unsafe {{ {name}({tensor}, {shape}, {}) }}", padding(pad));
    let hint = view_name(function, value, hint);
    bind_view(function, value, id, &hint, &call)
}

fn extents(function: &mut Function, id: OpId) -> Result<()> {
    let source = function.op(id).operands[0];
    let is_partition = matches!(function.ty(source), Type::PartitionView(_));
    let opcode = function.op(id).opcode;
    let results = function.results(id);
    let narrow =
        results.iter().all(|&result| types::is_scalar_of(function.ty(result), ScalarType::I32));
    if !narrow || (opcode == Opcode::GetIndexSpaceShape && !is_partition) {
        return extents_of(function, id, source, &results);
    }
    let text = borrowed(function, id, source)?;
    let hint = view_name(function, source, "extents");
    let all = function.bind_text(
        &format!("[i32; {}]", results.len()),
        &hint,
        &format!("{}({text})", opcode.name()),
    );
    for (axis, value) in results.into_iter().enumerate() {
        if function.uses(value) > 0 {
            function.set(value, Text::scalar(format!("{all}[{axis}]")));
        }
    }
    Ok(())
}

/// Extents that cutile's own functions do not give: of other views than partitions, of 64 bits.
fn extents_of(function: &mut Function, id: OpId, source: Value, results: &[Value]) -> Result<()> {
    let text = function.tile(source, id)?;
    let hint = view_name(function, source, "extents");
    let name = match function.op(id).opcode {
        Opcode::GetIndexSpaceShape => "index_space_of",
        _ => "tensor_shape_of",
    };
    let mut types = Vec::new();
    for &value in results {
        types.push(function.rust_type(value, id)?);
    }
    let ty = if types.len() == 1 { types[0].clone() } else { format!("({})", types.join(", ")) };
    let all = function.bind_text(&ty, &hint, &format!("{name}(&{text})"));
    for (axis, &value) in results.iter().enumerate() {
        let one = if results.len() == 1 { all.clone() } else { format!("{all}.{axis}") };
        function.set(value, Text::tile(one));
    }
    Ok(())
}

/// Indices into a view; a gather-scatter view takes a tuple with a tile among the scalars.
fn indices(function: &mut Function, id: OpId, view: Value, group: &[Value]) -> Result<String> {
    let mut items = Vec::new();
    for &index in group {
        items.push(match types::rank(function.ty(index)) {
            Some(0) => {
                let scalar = function.scalar(index, id)?;
                // A bare literal has no type that a helper could infer.
                let literal = scalar.bytes().all(|byte| byte.is_ascii_digit());
                if literal { format!("{scalar}i32") } else { scalar }
            }
            _ => function.tile(index, id)?,
        });
    }
    let items = items.join(", ");
    Ok(match function.ty(view) {
        Type::GatherScatterView(_) => format!("({items})"),
        _ => format!("[{items}]"),
    })
}

/// The promise, by axis, that an access stays in bounds.
fn inbounds(function: &Function, id: OpId, count: usize) -> Result<String> {
    let promises = match function.attribute(id, "inbounds") {
        None => vec!["false"; count],
        Some(Attribute::Array(list)) if list.is_empty() => vec!["false"; count],
        Some(Attribute::Array(list)) if list.len() == count => list
            .iter()
            .map(|item| match item {
                Attribute::Bool(true) => "true",
                Attribute::Integer(number, _) if *number != 0 => "true",
                _ => "false",
            })
            .collect(),
        Some(other) => {
            return Err(function.fail(id, Code::Attribute, format!("`inbounds` is {other:?}")));
        }
    };
    Ok(format!("[{}]", promises.join(", ")))
}

struct Access {
    view: String,
    indices: String,
    token: String,
    ordering: String,
    scope: String,
    tma: &'static str,
    latency: String,
    inbounds: String,
}

fn access(
    function: &mut Function,
    id: OpId,
    view: Value,
    index: &[Value],
    token: String,
) -> Result<Access> {
    let hints = hints(function, id)?;
    Ok(Access {
        view: function.tile(view, id)?,
        indices: indices(function, id, view, index)?,
        token,
        ordering: ordering(function, id)?,
        scope: scope(function, id)?.unwrap_or_else(|| "scope::TileBlock".to_owned()),
        tma: if hints.no_tma { "tma::Disabled" } else { "tma::Enabled" },
        latency: hints.latency.map_or("None".into(), |latency| format!("Some({latency})")),
        inbounds: inbounds(function, id, index.len())?,
    })
}

fn load(function: &mut Function, id: OpId) -> Result<()> {
    if function.flag(id, "valid_check") {
        return Err(function.fail(id, Code::Attribute, "`valid_check` on a load"));
    }
    let groups = function.groups(id);
    let view = required(function, id, &groups, 0)?;
    let token = optional(function, id, &groups, 2)?;
    let index = groups.get(1).cloned().unwrap_or_default();
    let results = function.results(id);
    let [value, next] = results.as_slice() else {
        return Err(function.fail(id, Code::Malformed, "a load has two results"));
    };
    let hint = function.root(view).unwrap_or("loaded").to_owned();
    if is_simple(function, id, view, &index)?
        && function.uses(*next) == 0
        && let Some(token) = some(&token)
    {
        let text = function.tile(view, id)?;
        let indices = indices(function, id, view, &index)?;
        let call = format!("unsafe {{ load_view(&{text}, {indices}, {token}) }}");
        return outcome(function, *value, &hint, &call);
    }
    let shape = function.shape_of(*value);
    let Access { view: text, indices, token, ordering, scope, tma, latency, inbounds } =
        access(function, id, view, &index, token)?;
    let call = format!(
        "unsafe {{ load_view_raw(&{text}, {indices}, {token}, {ordering}, {scope}, {tma}, \
         {latency}, {inbounds}, {shape}) }}"
    );
    statement(function, &[(*value, &hint), (*next, "token")], id, &call)
}

/// Whether a helper stands for this access: to a partition, plain, nothing promised.
fn is_simple(function: &Function, id: OpId, view: Value, index: &[Value]) -> Result<bool> {
    let narrow = |value: &Value| types::is_scalar_of(function.ty(*value), ScalarType::I32);
    Ok(is_plain(function, id)?
        && index.iter().all(narrow)
        && matches!(function.ty(view), Type::PartitionView(_))
        && !inbounds(function, id, index.len())?.contains("true"))
}

fn store(function: &mut Function, id: OpId) -> Result<()> {
    let groups = function.groups(id);
    let value = required(function, id, &groups, 0)?;
    let view = required(function, id, &groups, 1)?;
    let index = groups.get(2).cloned().unwrap_or_default();
    let token = optional(function, id, &groups, 3)?;
    let value = function.tile(value, id)?;
    let next = single(function, id)?;
    if is_simple(function, id, view, &index)?
        && let Some(token) = some(&token)
    {
        let text = function.tile(view, id)?;
        let indices = indices(function, id, view, &index)?;
        let call = format!("unsafe {{ store_view(&{text}, {value}, {indices}, {token}) }}");
        return outcome(function, next, "token", &call);
    }
    let Access { view, indices, token, ordering, scope, tma, latency, inbounds } =
        access(function, id, view, &index, token)?;
    let call = format!(
        "unsafe {{ store_view_raw(&{view}, {value}, {indices}, {token}, {ordering}, {scope}, \
         {tma}, {latency}, {inbounds}) }}"
    );
    statement(function, &[(next, "token")], id, &call)
}

fn reduce_into(function: &mut Function, id: OpId) -> Result<()> {
    let groups = function.groups(id);
    let view = required(function, id, &groups, 0)?;
    let index = groups.get(1).cloned().unwrap_or_default();
    let value = required(function, id, &groups, 2)?;
    let token = optional(function, id, &groups, 3)?;
    let value = function.tile(value, id)?;
    let mode = mode(function, id)?;
    let Access { view, indices, token, ordering, scope, inbounds, .. } =
        access(function, id, view, &index, token)?;
    let promised = inbounds.contains("true");
    let (name, tail) = if promised {
        function.uses_tileir = true;
        ("atomic_red_view_tko_with_inbounds", format!(", {inbounds}"))
    } else {
        ("atomic_red_view_raw", String::new())
    };
    let call = format!(
        "unsafe {{ {name}(&{view}, {value}, {indices}, {mode}, {ordering}, {scope}, {token}{tail}) }}"
    );
    let next = single(function, id)?;
    statement(function, &[(next, "token")], id, &call)
}
