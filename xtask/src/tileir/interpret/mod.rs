//! Runs modules on small tiles: what a module means, by the dialect's words rather than by a
//! compiler.
//!
//! The comparison and the converter are checked against it: two modules that are called equal must
//! leave the same memory behind. It runs the blocks of the launch grid one after another and the
//! elements of a tile in order, so it knows one order of what a GPU may do in several: sums of
//! floats, and atomic operations of several blocks, come out in that order.
//!
//! Not interpreted, and said so by [`Stop::Unsupported`]: directed rounding of inexact float
//! results, printing, globals, multimem and foreign calls. Functions such as `exp` are computed in
//! f64 and rounded; a GPU's approximations differ in the last bits.

mod access;
mod arithmetic;
mod control;
mod memory;
pub mod numbers;
mod reduce;
mod shape;
mod value;

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, BlockId, Module, OpId, Operation, Type, Value as Name};

use super::normal::values::Values;
pub use memory::Memory;
pub use value::{Element, Tile, Value};

/// Why a run ended early.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The dialect gives the module no meaning from here on.
    #[error("undefined: {0}")]
    Undefined(String),
    /// The interpreter does not know this.
    #[error("not interpreted: {0}")]
    Unsupported(String),
    /// More operations than were allowed, in a loop that may never end.
    #[error("no end after the operations that were allowed")]
    Fuel,
}

/// Runs the entry of a module for every block of a launch grid.
///
/// `arguments` are its parameters, pointers as addresses in `memory`. `fuel` bounds the operations
/// that are run in all.
pub fn run(
    module: &Module,
    arguments: &[Tile],
    grid: [u32; 3],
    memory: &mut Memory,
    fuel: u64,
) -> Result<(), Stop> {
    let entry = module.functions.first().ok_or_else(|| unsupported("a module without entry"))?;
    let block = only_block(module, module.op(*entry), 0)?;
    let names = Values::of(module);
    let mut fuel = fuel;
    for z in 0..grid[2] {
        for y in 0..grid[1] {
            for x in 0..grid[0] {
                let values = vec![None; module.num_values()];
                let mut machine =
                    Machine { module, memory, grid, block: [x, y, z], names: &names, values, fuel };
                let arguments = arguments.iter().cloned().map(Value::Tile).collect();
                machine.enter(block, arguments)?;
                machine.body(block)?;
                fuel = machine.fuel;
            }
        }
    }
    Ok(())
}

/// One block of the grid.
struct Machine<'m> {
    module: &'m Module,
    memory: &'m mut Memory,
    grid: [u32; 3],
    block: [u32; 3],
    /// Results of operations.
    names: &'m Values,
    values: Vec<Option<Value>>,
    fuel: u64,
}

/// What comes after an operation.
enum Flow {
    Next,
    Yield(Vec<Value>),
    Continue(Vec<Value>),
    Break(Vec<Value>),
    Return,
}

impl<'m> Machine<'m> {
    fn enter(&mut self, block: BlockId, values: Vec<Value>) -> Result<(), Stop> {
        let args = &self.module.block(block).args;
        if args.len() != values.len() {
            return Err(unsupported(format!(
                "{} values for {} arguments",
                values.len(),
                args.len()
            )));
        }
        for ((name, _), value) in args.iter().zip(values) {
            self.values[name.index() as usize] = Some(value);
        }
        Ok(())
    }

    fn body(&mut self, block: BlockId) -> Result<Flow, Stop> {
        for &id in &self.module.block(block).ops {
            match self.step(id)? {
                Flow::Next => {}
                other => return Ok(other),
            }
        }
        // The end of the branches of an `if` without results.
        Ok(Flow::Yield(Vec::new()))
    }

    fn step(&mut self, id: OpId) -> Result<Flow, Stop> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Stop::Fuel)?;
        let op = self.module.op(id);
        if let Some(flow) = self.control(id, op)? {
            return Ok(flow);
        }
        let results = match self.memory_op(op)? {
            Some(results) => results,
            None => match self.shape_op(op)? {
                Some(tile) => vec![Value::Tile(tile)],
                None => vec![Value::Tile(self.arithmetic(op)?)],
            },
        };
        self.set(id, results);
        Ok(Flow::Next)
    }

    fn set(&mut self, id: OpId, results: Vec<Value>) {
        for (&name, value) in self.names.results(id).iter().zip(results) {
            self.values[name.index() as usize] = Some(value);
        }
    }

    fn value(&self, name: Name) -> Result<Value, Stop> {
        let value = &self.values[name.index() as usize];
        value.clone().ok_or_else(|| unsupported(format!("%{} has no value", name.index())))
    }

    fn values(&self, names: &[Name]) -> Result<Vec<Value>, Stop> {
        names.iter().map(|&name| self.value(name)).collect()
    }

    fn tile(&self, name: Name) -> Result<Tile, Stop> {
        match self.value(name)? {
            Value::Tile(tile) => Ok(tile),
            other => Err(unsupported(format!("a tile was wanted, not {other:?}"))),
        }
    }

    fn operand(&self, op: &Operation, index: usize) -> Result<Tile, Stop> {
        let name = op.operands.get(index);
        let name =
            name.ok_or_else(|| unsupported(format!("{} lacks an operand", op.opcode.name())))?;
        self.tile(*name)
    }

    fn region(&self, op: &Operation, index: usize) -> Result<BlockId, Stop> {
        only_block(self.module, op, index)
    }
}

fn only_block(module: &Module, op: &Operation, index: usize) -> Result<BlockId, Stop> {
    let region = op.regions.get(index).map(|&region| module.region(region));
    match region.map(|region| region.blocks.as_slice()) {
        Some([block]) => Ok(*block),
        _ => Err(unsupported(format!("{} without one block", op.opcode.name()))),
    }
}

fn unsupported(what: impl Into<String>) -> Stop {
    Stop::Unsupported(what.into())
}

fn attribute<'o>(op: &'o Operation, name: &str) -> Option<&'o Attribute> {
    op.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

fn number(op: &Operation, name: &str) -> Option<i64> {
    match attribute(op, name)? {
        Attribute::Integer(value, _) => Some(*value),
        Attribute::Bool(flag) => Some(i64::from(*flag)),
        _ => None,
    }
}

fn flag(op: &Operation, name: &str) -> bool {
    match attribute(op, name) {
        Some(Attribute::Bool(flag)) => *flag,
        Some(Attribute::Integer(value, _)) => *value != 0,
        Some(_) => true,
        None => false,
    }
}

fn result_type(op: &Operation, index: usize) -> Result<&Type, Stop> {
    let ty = op.result_types.get(index);
    ty.ok_or_else(|| unsupported(format!("{} lacks a result", op.opcode.name())))
}

fn unknown(opcode: Opcode) -> Stop {
    unsupported(opcode.name())
}
