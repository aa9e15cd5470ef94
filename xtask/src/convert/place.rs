//! References whose machine code holds their place in the Python source.
//!
//! An assertion that fails prints file and line; the assembler takes both from the debug information
//! and puts them into the machine code. A port has none, so it is held against the reference without.

use std::borrow::Cow;

use anyhow::Result;
use cutile_ir::Module;
use cutile_ir::bytecode::{BytecodeVersion, Opcode};
use cutile_ir::ir::{Location, OpId};

use crate::tileir::assemble::Assembler;
use crate::tileir::{load_bytes, lower};

/// A module without its debug information, if its machine code holds some of it.
///
/// # Errors
/// The bytecode cannot be read.
pub fn without_places(bytes: &[u8]) -> Result<Option<Vec<u8>>> {
    let (module, _) = load_bytes(bytes)?;
    let holds = all_ops(&module).iter().any(|&op| module.op(op).opcode == Opcode::Assert);
    if holds { Ok(Some(strip(module)?)) } else { Ok(None) }
}

/// Whether a module has the machine code of a reference, of whose own source positions it knows
/// nothing. Both are accepted by the assembler.
///
/// # Errors
/// The reference cannot be read, or something cannot be assembled.
pub fn is_text_identical(
    assembler: &Assembler,
    reference: &[u8],
    ours: &[u8],
    target: &str,
    level: u32,
) -> Result<bool> {
    Ok(assembler.is_text_identical(&comparable(reference)?, ours, target, level)?)
}

/// A reference as a port can be held against it.
fn comparable(reference: &[u8]) -> Result<Cow<'_, [u8]>> {
    Ok(without_places(reference)?.map_or(Cow::Borrowed(reference), Cow::Owned))
}

/// The same for a trial, see [`Assembler::may_be_text_identical`].
///
/// # Errors
/// As [`is_text_identical`].
pub fn may_be_text_identical(
    assembler: &Assembler,
    reference: &[u8],
    ours: &[u8],
    target: &str,
    level: u32,
) -> Result<bool> {
    Ok(assembler.may_be_text_identical(&comparable(reference)?, ours, target, level)?)
}

/// A module without its source positions.
///
/// # Errors
/// The bytecode cannot be read.
pub fn stripped(bytes: &[u8]) -> Result<Vec<u8>> {
    strip(load_bytes(bytes)?.0)
}

fn strip(mut module: Module) -> Result<Vec<u8>> {
    for op in all_ops(&module) {
        module.op_mut(op).location = Location::Unknown;
    }
    lower::write(&module, BytecodeVersion::V13_5)
}

fn all_ops(module: &Module) -> Vec<OpId> {
    let mut pending = module.functions.clone();
    let mut found = Vec::new();
    while let Some(op) = pending.pop() {
        found.push(op);
        for &region in &module.op(op).regions {
            for &block in &module.region(region).blocks {
                pending.extend(&module.block(block).ops);
            }
        }
    }
    found
}
