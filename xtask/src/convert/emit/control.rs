//! Control flow: `for`, `loop`, `if`, and how values leave them.
//!
//! Loop-carried values are mutable variables that are assigned at the end of the body. cutile
//! carries them in the order of their names, and the machine code depends on that order, so their
//! names count up. A branch with one result is an `if` expression; one with several assigns
//! variables, since cutile has no tuples there.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{OpId, ScalarType, Type, Value};

use super::diagnostic::Code;
use super::function::{Function, Text};
use super::nest::Form;
use super::{Result, constants, lower, types};

/// What a block is the body of, which decides how its terminator is written.
#[derive(Debug, Clone)]
enum Body {
    Entry,
    For,
    Loop,
    /// A branch that assigns these variables, if it yields.
    Branch(Vec<String>),
    /// A combiner, whose yield is written by the reduction.
    Combiner,
}

/// Writes the body of the entry.
pub fn entry_body(function: &mut Function, ops: &[OpId]) -> Result<()> {
    block(function, ops, &Body::Entry)
}

/// Writes the body of a combiner; what it yields, as tiles.
pub fn combiner_body(function: &mut Function, ops: &[OpId]) -> Result<Vec<String>> {
    block(function, ops, &Body::Combiner)?;
    let Some(&last) = ops.last() else { return Ok(Vec::new()) };
    function.tiles(last)
}

fn block(function: &mut Function, ops: &[OpId], body: &Body) -> Result<()> {
    for (index, &id) in ops.iter().enumerate() {
        let op = function.op(id);
        match op.opcode {
            Opcode::Return => match body {
                Body::Entry => {}
                _ => end_block(function),
            },
            Opcode::Yield => {
                if let Body::Branch(variables) = body {
                    assign(function, id, variables)?;
                }
            }
            Opcode::Continue => leave_iteration(function, id, body)?,
            Opcode::Break => leave_loop(function, id)?,
            Opcode::For => for_loop(function, id)?,
            Opcode::Loop => plain_loop(function, id)?,
            Opcode::If => {
                let at_top = matches!(body, Body::Entry);
                if at_top && ends_in(function, id, 0, &[Opcode::Return])? {
                    return early_return(function, id, &ops[index + 1..]);
                }
                if is_guard(function, id)? {
                    exit_branch(function, id, body)?;
                } else {
                    branch(function, id)?;
                }
            }
            _ => {
                let results = function.results(id);
                let dead =
                    !results.is_empty() && results.iter().all(|&result| function.uses(result) == 0);
                if !(dead && is_pure(op.opcode)) {
                    lower(function, id)?;
                }
            }
        }
    }
    Ok(())
}

/// Ops that the emitter may leave out when nothing uses their results.
fn is_pure(opcode: Opcode) -> bool {
    !matches!(
        opcode,
        Opcode::AtomicCAS
            | Opcode::AtomicRMW
            | Opcode::AtomicRedViewTko
            | Opcode::LoadPtrTko
            | Opcode::LoadViewTko
            | Opcode::Print
            | Opcode::StorePtrTko
            | Opcode::StoreViewTko
            | Opcode::GdcLaunchDependentsTko
            | Opcode::GdcWaitTko
            | Opcode::MemoryFenceAliasTko
    )
}

/// `return` below the entry's own block. cutile takes it in a `loop` alone.
fn end_block(function: &mut Function) {
    if function.loops.is_empty() || function.inside_for {
        function.line("let _: Token = end_block();");
    } else {
        function.line("return;");
    }
}

/// Whether an exit has to state what the loop carries: cutile takes the variables of all branches
/// around for the loop's.
fn states_values(function: &Function) -> bool {
    function.branches > 1 || function.in_results
}

fn leave_loop(function: &mut Function, id: OpId) -> Result<()> {
    if states_values(function) {
        exit_with(function, id, "leave")?;
    } else {
        let variables = function.loops.last().cloned().unwrap_or_default();
        assign(function, id, &variables)?;
    }
    function.line("break;");
    Ok(())
}

fn leave_iteration(function: &mut Function, id: OpId, body: &Body) -> Result<()> {
    let in_branch = matches!(body, Body::Branch(_));
    if in_branch && states_values(function) {
        exit_with(function, id, "continue")?;
    } else {
        let variables = function.loops.last().cloned().unwrap_or_default();
        assign(function, id, &variables)?;
    }
    if in_branch {
        function.line("continue;");
    }
    Ok(())
}

/// An exit with the values that the loop carries from there.
fn exit_with(function: &mut Function, id: OpId, name: &str) -> Result<()> {
    let mut operands = function.op(id).operands.clone();
    if let Some(owner) = function.live.owner(id) {
        operands = function.live.kept(owner, &operands);
    }
    let mut texts = Vec::new();
    for operand in operands {
        texts.push(function.for_variable(operand, id)?);
    }
    function.line(match texts.as_slice() {
        [] => format!("let _: Token = {name}_now();"),
        [one] => format!("let _: Token = {name}_with({one});"),
        _ => format!("let _: Token = {name}_with(({}));", texts.join(", ")),
    });
    Ok(())
}

/// Assigns a terminator's operands to variables, as if all at once.
fn assign(function: &mut Function, id: OpId, variables: &[String]) -> Result<()> {
    let mut operands = function.op(id).operands.clone();
    if let Some(owner) = function.live.owner(id) {
        operands = function.live.kept(owner, &operands);
    }
    if operands.len() != variables.len() {
        return Err(function.fail(
            id,
            Code::Malformed,
            format!("{} values for {} variables", operands.len(), variables.len()),
        ));
    }
    let mut texts = Vec::new();
    for operand in &operands {
        texts.push(function.for_variable(*operand, id)?);
    }
    let overwritten_then_read = (0..texts.len())
        .any(|later| variables[..later].iter().any(|variable| mentions(&texts[later], variable)));
    if overwritten_then_read {
        for (text, operand) in texts.iter_mut().zip(&operands) {
            if variables.iter().any(|variable| mentions(text, variable)) {
                let ty = function.variable_type(*operand, id)?;
                *text = function.bind_text(&ty, "next", text);
            }
        }
    }
    for (variable, text) in variables.iter().zip(texts) {
        if *variable != text {
            function.line(format!("{variable} = {text};"));
        }
    }
    Ok(())
}

/// Whether an expression names a variable.
pub fn mentions(text: &str, variable: &str) -> bool {
    text.split(|character: char| !(character.is_alphanumeric() || character == '_'))
        .any(|word| word == variable)
}

/// Declares a mutable variable for each initial value that is needed; names count up.
fn carry(function: &mut Function, id: OpId, initial: &[Value]) -> Result<Vec<String>> {
    let initial = function.live.kept(id, initial);
    function.groups += 1;
    let group = function.groups;
    let width = initial.len().saturating_sub(1).to_string().len();
    let mut names = Vec::new();
    for (index, &value) in initial.iter().enumerate() {
        let text = function.for_variable(value, id)?;
        let python = carried_name(function, id, value);
        let hint = python.unwrap_or_else(|| format!("carry{group}_{index:0width$}"));
        let name = function.names.fresh(&hint);
        // The type of a number follows from where it is used, that of the others is their text's.
        let is_plain = !function.is_scalar_variable(value)
            && !text.starts_with("constant_")
            && !text.contains("::");
        let ty = match (function.style.annotated, is_plain) {
            (false, true) => String::new(),
            _ => format!(": {}", function.variable_type(value, id)?),
        };
        function.line(format!("let mut {name}{ty} = {text};"));
        names.push(name);
    }
    Ok(names)
}

/// What Python calls a variable that a loop carries from an initial value on.
fn carried_name(function: &Function, id: OpId, initial: Value) -> Option<String> {
    if !function.style.python_names {
        return None;
    }
    if matches!(function.ty(initial), Type::Token) {
        return Some("token".to_owned());
    }
    let op = function.op(id);
    let first = if op.opcode == Opcode::For { 3 } else { 0 };
    let place = op.operands.iter().skip(first).position(|value| *value == initial)?;
    let next = terminator(function, id, 0).ok().flatten();
    let next = next.and_then(|next| function.op(next).operands.get(place).copied());
    let names = [next, Some(initial)].into_iter().flatten();
    names.filter_map(|value| function.python_name(value)).next().map(str::to_owned)
}

/// Names the needed ones of a loop's or branch's values.
fn name_values(function: &mut Function, id: OpId, values: &[Value], names: &[String]) {
    for (value, name) in function.live.kept(id, values).into_iter().zip(names) {
        function.set_variable(value, name);
    }
}

/// `for iv in (lower..upper).step_by(step)`.
fn for_loop(function: &mut Function, id: OpId) -> Result<()> {
    if function.flag(id, "unsigned_cmp") {
        return Err(function
            .fail(id, Code::Attribute, "unsigned comparison of the loop bounds")
            .limit("`for` compares as signed"));
    }
    let operands = function.op(id).operands.clone();
    let (args, ops) = function.region(id, 0)?;
    let [lower_bound, upper_bound, step, initial @ ..] = operands.as_slice() else {
        return Err(function.fail(id, Code::Malformed, "a loop without bounds"));
    };
    let Some((&variable, carried)) = args.split_first() else {
        return Err(function.fail(id, Code::Malformed, "a loop without a variable"));
    };
    let names = carry(function, id, initial)?;
    let lower_bound = bound(function, *lower_bound, id, "start")?;
    let upper_bound = bound(function, *upper_bound, id, "end")?;
    let place = &function.op(id).location;
    let python = function.plan.assigned.name(place).filter(|_| function.style.python_names);
    let hint = python.map_or("i", |(_, name)| name).to_owned();
    let name = function.names.fresh(&hint);
    if types::is_scalar_of(function.ty(operands[0]), ScalarType::I32) {
        let is_one = !function.style.hidden_bounds
            && function.text(*step, id)?.scalar.as_deref() == Some("1");
        let range = if is_one {
            // Without a type cutile finds none for a range of literals.
            let typed = |text: &str| match text.parse::<i64>() {
                Ok(_) => format!("{text}i32"),
                Err(_) => text.to_owned(),
            };
            format!("{}..{upper_bound}", typed(&lower_bound))
        } else {
            let step = match bound(function, *step, id, "step")? {
                step if step.contains(' ') => format!("({step})"),
                step => step,
            };
            format!("({lower_bound}..{upper_bound}).step_by({step} as usize)")
        };
        function.line(format!("for {name} in {range} {{"));
    } else {
        if function.text(*step, id)?.scalar.as_deref() != Some("1i64") {
            let step = bound(function, *step, id, "step")?;
            function.line(format!("let _: Token = loop_step({step});"));
        }
        function.line(format!("for {name} in {lower_bound}..{upper_bound} {{"));
    }
    function.set(variable, Text::scalar(&name));
    name_values(function, id, carried, &names);
    loop_body(function, ops, &names, &Body::For)?;
    function.line("}");
    name_values(function, id, &function.results(id), &names);
    Ok(())
}

fn loop_body(function: &mut Function, ops: &[OpId], names: &[String], body: &Body) -> Result<()> {
    let outer = (function.inside_for, function.branches, function.in_results);
    function.inside_for |= matches!(body, Body::For);
    (function.branches, function.in_results) = (0, false);
    function.loops.push(names.to_vec());
    function.enter();
    block(function, ops, body)?;
    function.leave();
    function.loops.pop();
    (function.inside_for, function.branches, function.in_results) = outer;
    Ok(())
}

/// Writes one region of a branch.
fn branch_body(function: &mut Function, ops: &[OpId], names: &[String]) -> Result<()> {
    function.branches += 1;
    function.enter();
    block(function, ops, &Body::Branch(names.to_vec()))?;
    function.leave();
    function.branches -= 1;
    Ok(())
}

/// A loop bound as a Rust scalar; a literal is hidden in a tile where the style says so.
fn bound(function: &mut Function, value: Value, id: OpId, hint: &str) -> Result<String> {
    let ty = types::element(function.ty(value)).map_or("i32", types::scalar);
    let literal = function
        .producer(value)
        .is_some_and(|producer| function.op(producer).opcode == Opcode::Constant);
    let scalar = match &function.text(value, id)?.scalar {
        Some(scalar) => scalar.clone(),
        None => function.scalar(value, id)?,
    };
    if literal && function.style.hidden_bounds && !function.style.annotated && ty == "i32" {
        return Ok(format!("hidden({scalar})"));
    }
    if literal && function.style.hidden_bounds {
        let tile_type = function.rust_type(value, id)?;
        let suffix =
            if scalar.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') { ty } else { "" };
        let expression = match function.text(value, id)?.tile.clone() {
            // The compiler knows the value of a const generic through the cast, not through a shape.
            Some(tile) if tile.starts_with("scalar_to_tile(") => {
                let name = format!("{hint}_tile");
                let known = function.bind_text(&tile_type, &name, &tile);
                let shape = function.shape(&["1".to_owned()]);
                let ty = format!("Tile<{ty}, {{ [1] }}>");
                let hidden = function.bind_text(&ty, &name, &format!("reshape({known}, {shape})"));
                format!("reshape({hidden}, shape![])")
            }
            Some(tile) => tile,
            None => format!("constant({scalar}{suffix}, shape![])"),
        };
        let tile = function.bind_text(&tile_type, &format!("{hint}_tile"), &expression);
        return Ok(function.bind_text(ty, hint, &format!("tile_to_scalar({tile})")));
    }
    // What waited for the loop stands in its head, and so does a field or an element.
    let waits = function.form(value) != Form::Name || scalar.contains(['[', '.', '(']);
    if scalar.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') || waits {
        return Ok(scalar);
    }
    Ok(function.bind_text(ty, hint, &scalar))
}

/// `loop { … }`, left by `break`.
fn plain_loop(function: &mut Function, id: OpId) -> Result<()> {
    let initial = function.op(id).operands.clone();
    let results = function.results(id);
    let same = initial.len() == results.len()
        && initial.iter().zip(&results).all(|(&a, &b)| function.ty(a) == function.ty(b));
    if !same {
        return Err(function
            .fail(id, Code::ControlFlow, "a loop whose results differ from what it carries")
            .limit("a `loop` yields the variables that it carries"));
    }
    let (args, ops) = function.region(id, 0)?;
    let names = carry(function, id, &initial)?;
    function.line("loop {");
    name_values(function, id, &args, &names);
    loop_body(function, ops, &names, &Body::Loop)?;
    function.line("}");
    name_values(function, id, &results, &names);
    Ok(())
}

fn terminator(function: &Function, id: OpId, region: usize) -> Result<Option<OpId>> {
    if region >= function.op(id).regions.len() {
        return Ok(None);
    }
    Ok(function.region(id, region)?.1.last().copied())
}

fn ends_in(function: &Function, id: OpId, region: usize, wanted: &[Opcode]) -> Result<bool> {
    Ok(terminator(function, id, region)?
        .is_some_and(|terminator| wanted.contains(&function.op(terminator).opcode)))
}

/// Whether a branch leaves the iteration when its condition holds, and goes on otherwise.
fn is_guard(function: &Function, id: OpId) -> Result<bool> {
    const EXITS: &[Opcode] = &[Opcode::Continue, Opcode::Break];
    let then = ends_in(function, id, 0, EXITS)?;
    let other = ends_in(function, id, 1, EXITS)?;
    Ok(if function.results(id).is_empty() { then || other } else { then && !other })
}

/// Whether control goes out of a region of a branch otherwise than by yielding.
fn leaves(function: &Function, id: OpId) -> Result<bool> {
    const OUT: &[Opcode] = &[Opcode::Continue, Opcode::Break, Opcode::Return];
    Ok(ends_in(function, id, 0, OUT)? || ends_in(function, id, 1, OUT)?)
}

/// `if c { …; return } rest` as `if c { … } else { rest }`: cutile has no `return` in a branch.
fn early_return(function: &mut Function, id: OpId, rest: &[OpId]) -> Result<()> {
    let (_, then_ops) = function.region(id, 0)?;
    let condition = function.scalar(function.op(id).operands[0], id)?;
    function.line(format!("if {condition} {{"));
    function.enter();
    block(function, &then_ops[..then_ops.len() - 1], &Body::Branch(Vec::new()))?;
    function.leave();
    function.line("} else {");
    function.enter();
    if function.op(id).regions.len() > 1 {
        let (_, else_ops) = function.region(id, 1)?;
        if let Some((&last, others)) = else_ops.split_last() {
            block(function, others, &Body::Entry)?;
            yield_through(function, id, last)?;
        }
    }
    block(function, rest, &Body::Entry)?;
    function.leave();
    function.line("}");
    Ok(())
}

/// Names the results of a branch after the values that one of its terminators yields.
fn yield_through(function: &mut Function, id: OpId, last: OpId) -> Result<()> {
    let operands = function.op(last).operands.clone();
    let results = function.live.kept(id, &function.results(id));
    for (result, operand) in results.into_iter().zip(function.live.kept(id, &operands)) {
        let text = function.text(operand, last)?.clone();
        function.set(result, text);
    }
    Ok(())
}

/// A branch that leaves the loop's iteration: the results of the `if` are the other branch's.
fn exit_branch(function: &mut Function, id: OpId, body: &Body) -> Result<()> {
    let (_, then_ops) = function.region(id, 0)?;
    let condition = function.scalar(function.op(id).operands[0], id)?;
    if function.live.kept(id, &function.results(id)).is_empty() {
        return statement(function, id, &condition, &[]);
    }
    function.line(format!("if {condition} {{"));
    branch_body(function, then_ops, &[])?;
    function.line("}");
    if function.op(id).regions.len() > 1 {
        let (_, else_ops) = function.region(id, 1)?;
        if let Some((&last, others)) = else_ops.split_last() {
            block(function, others, body)?;
            yield_through(function, id, last)?;
        }
    }
    Ok(())
}

/// A branch without exits.
fn branch(function: &mut Function, id: OpId) -> Result<()> {
    let results = function.live.kept(id, &function.results(id));
    let condition = function.scalar(function.op(id).operands[0], id)?;
    let leaves = leaves(function, id)?;
    match results.as_slice() {
        [] => statement(function, id, &condition, &[]),
        [result] if !leaves => expression(function, id, &condition, *result),
        _ => {
            let mut names = Vec::new();
            function.groups += 1;
            let group = function.groups;
            let width = (results.len() - 1).to_string().len();
            for (index, &result) in results.iter().enumerate() {
                let ty = function.variable_type(result, id)?;
                let initial = placeholder(function, result, id)?;
                let name = function.names.fresh(&format!("branch{group}_{index:0width$}"));
                function.line(format!("let mut {name}: {ty} = {initial};"));
                names.push(name);
            }
            let outer = std::mem::replace(&mut function.in_results, true);
            statement(function, id, &condition, &names)?;
            function.in_results = outer;
            for (result, name) in results.iter().zip(&names) {
                function.set_variable(*result, name);
            }
            Ok(())
        }
    }
}

/// Something of a result's type that both branches overwrite.
fn placeholder(function: &mut Function, value: Value, id: OpId) -> Result<String> {
    if function.is_scalar_variable(value) {
        return Ok("0".to_owned());
    }
    if matches!(function.ty(value), Type::Token) {
        return match &function.entry_token {
            Some(token) => Ok(token.clone()),
            None => Ok("new_token_unordered()".to_owned()),
        };
    }
    if types::is_pointer(function.ty(value)) {
        let dims = function.speller().tile_dims(value, function.ty(value));
        let shape = function.shape(&dims);
        let ty = format!("Tile<i64, {}>", types::braces(&dims));
        let null = function.bind_text(&ty, "null", &format!("constant(0i64, {shape})"));
        return Ok(format!("int_to_ptr({null})"));
    }
    constants::zero(function, value).ok_or_else(|| {
        function
            .fail(id, Code::ControlFlow, "a branch yields several values, one of them a view")
            .limit("`if` has no tuple result and a view has no initial value")
    })
}

fn statement(function: &mut Function, id: OpId, condition: &str, names: &[String]) -> Result<()> {
    function.line(format!("if {condition} {{"));
    let (_, then_ops) = function.region(id, 0)?;
    branch_body(function, then_ops, names)?;
    if function.op(id).regions.len() > 1 {
        let (_, else_ops) = function.region(id, 1)?;
        let only_yields = matches!(else_ops, [last] if function.op(*last).opcode == Opcode::Yield);
        if !only_yields || !names.is_empty() {
            function.line("} else {");
            branch_body(function, else_ops, names)?;
        }
    }
    function.line("}");
    Ok(())
}

fn expression(function: &mut Function, id: OpId, condition: &str, result: Value) -> Result<()> {
    let ty = function.variable_type(result, id)?;
    let python = (0..2).find_map(|region| {
        let last = terminator(function, id, region).ok().flatten()?;
        let yielded = function.live.kept(id, &function.op(last).operands);
        function.python_name(*yielded.first()?).map(str::to_owned)
    });
    let hint = python.filter(|_| function.style.python_names);
    let name = function.names.fresh(hint.as_deref().unwrap_or("chosen"));
    function.line(format!("let {name}: {ty} = if {condition} {{"));
    function.branches += 1;
    let outer = std::mem::replace(&mut function.in_results, true);
    for region in 0..2 {
        if region == 1 {
            function.line("} else {");
        }
        function.enter();
        let (_, ops) = function.region(id, region)?;
        let Some((&last, others)) = ops.split_last() else {
            return Err(function.fail(id, Code::Malformed, "a branch yields nothing"));
        };
        block(function, others, &Body::Branch(Vec::new()))?;
        let operands = function.live.kept(id, &function.op(last).operands);
        let Some(&operand) = operands.first() else {
            return Err(function.fail(last, Code::Malformed, "a branch yields nothing"));
        };
        let text = function.for_variable(operand, last)?;
        function.line(text);
        function.leave();
    }
    (function.branches, function.in_results) = (function.branches - 1, outer);
    function.line("};");
    function.set_variable(result, &name);
    Ok(())
}
