//! Assertions and messages.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, OpId};

use super::Result;
use super::arithmetic::{operands, single};
use super::diagnostic::Code;
use super::function::Function;
use super::memory::{optional, statement};

/// Lowers `assert` and `print_tko`.
pub fn message(function: &mut Function, id: OpId) -> Result<()> {
    match function.op(id).opcode {
        Opcode::Assert => {
            let [condition] = operands(function, id)?;
            let text = text(function, id, "message")?;
            function.line(format!("cuda_tile_assert!({condition}, {text:?});"));
            Ok(())
        }
        _ => print(function, id),
    }
}

/// cutile's function prints one value; others are listed before it.
fn print(function: &mut Function, id: OpId) -> Result<()> {
    let groups = function.groups(id);
    let values = groups.first().cloned().unwrap_or_default();
    let mut shown = Vec::new();
    for value in values {
        shown.push(function.tile(value, id)?);
    }
    let token = optional(function, id, &groups, 1)?;
    let text = text(function, id, "str")?;
    let one = match shown.as_slice() {
        [one] => one.clone(),
        [] => {
            function.line("let _: Token = print_nothing();");
            function.bind_text("Tile<i32, { [] }>", "nothing", "constant(0i32, shape![])")
        }
        several => {
            function.line(format!("let _: Token = print_values(({}));", several.join(", ")));
            several[0].clone()
        }
    };
    let next = single(function, id)?;
    let call = format!("print_tko({text:?}, {one}, {token})");
    statement(function, &[(next, "token")], id, &call)
}

fn text(function: &Function, id: OpId, name: &str) -> Result<String> {
    match function.attribute(id, name) {
        Some(Attribute::String(text)) => Ok(text.clone()),
        other => Err(function.fail(id, Code::Attribute, format!("`{name}` is {other:?}"))),
    }
}
