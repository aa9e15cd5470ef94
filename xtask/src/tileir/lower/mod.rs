//! From a file to a `cutile_ir::Module`, with the place of each operation in the Python source, and
//! back through the writer of cutile-ir.
//!
//! Attributes get the names and forms that the writer of cutile-ir expects. What a file of an older
//! version leaves out is filled in with what that version means by it, so that modules do not
//! depend on the version of the file. cutile-ir makes tables of its own: the way back gives an equal
//! module and the same machine code, not the same bytes.

mod attributes;
mod functions;
mod places;
mod types;

use cutile_ir::bytecode::{BytecodeVersion, write_bytecode_version};
use cutile_ir::ir::{
    Attribute, DenseElements, Global, Module, OpId, ScalarType, SymbolVisibility, Type,
};

pub use places::{Call, Locations, Place};

use super::file::File;

/// Why a readable file has no module.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} at byte {offset} (0x{offset:x})")]
pub struct LowerError {
    /// What cannot be expressed.
    pub what: String,
    /// Offset in the file of the operation or function; 0 where it concerns the file as a whole.
    pub offset: u64,
}

impl LowerError {
    fn new(offset: u64, what: impl Into<String>) -> Self {
        Self { what: what.into(), offset }
    }
}

/// The module of a file and the places of its operations.
pub fn lower(file: &File) -> Result<(Module, Locations), LowerError> {
    let types = types::lower(file)?;
    let context = Context { file, types };
    // Bytecode holds no name for the module itself.
    let mut module = Module::new("kernels");
    module.producer = file.producer.map(|string| file.strings[string].clone());
    for global in &file.globals {
        module.globals.push(Global {
            sym_name: file.strings[global.name].clone(),
            value: context.dense(global.ty, global.value, 0)?,
            alignment: global.alignment,
            constant: global.is_constant,
            symbol_visibility: if global.is_private {
                SymbolVisibility::Private
            } else {
                SymbolVisibility::Public
            },
        });
    }
    let mut locations = Locations::default();
    for function in &file.functions.list {
        functions::lower(&context, function, &mut module, &mut locations)?;
    }
    Ok((module, locations))
}

/// Bytecode of a module, written by cutile-ir at a version that it can write.
///
/// Floating-point attributes of types that it writes with wrong bits (all but f16, bf16, f32, f64,
/// f8E4M3FN and f8E5M2) are refused.
pub fn write(module: &Module, version: BytecodeVersion) -> anyhow::Result<Vec<u8>> {
    for &function in &module.functions {
        check_floats(module, function)?;
    }
    let mut module = module.clone();
    for &function in &module.functions.clone() {
        unsign(&mut module, function);
    }
    Ok(write_bytecode_version(&module, version)?)
}

/// Cuts negative numbers of narrow types in lists to the bits of their type: cutile-ir writes 64 of
/// them, which no reader takes.
fn unsign(module: &mut Module, op: OpId) {
    for (_, attribute) in &mut module.op_mut(op).attributes {
        let Attribute::Array(items) = attribute else { continue };
        for item in items {
            if let Attribute::Integer(number, Type::Scalar(scalar)) = item
                && *number < 0
                && *scalar != ScalarType::I64
            {
                let width = if *scalar == ScalarType::I4 { 4 } else { 8 * scalar.byte_width() };
                *number &= (1 << width) - 1;
            }
        }
    }
    for region in module.op(op).regions.clone() {
        for block in module.region(region).blocks.clone() {
            for inner in module.block(block).ops.clone() {
                unsign(module, inner);
            }
        }
    }
}

fn check_floats(module: &Module, op: OpId) -> anyhow::Result<()> {
    let operation = module.op(op);
    for (name, attribute) in &operation.attributes {
        let Attribute::Array(items) = attribute else { continue };
        for item in items {
            let Attribute::Float(value, Type::Scalar(scalar)) = item else { continue };
            let is_written_right = matches!(
                scalar,
                ScalarType::F16
                    | ScalarType::BF16
                    | ScalarType::F32
                    | ScalarType::F64
                    | ScalarType::F8E4M3FN
                    | ScalarType::F8E5M2
            );
            anyhow::ensure!(
                is_written_right,
                "{}: cutile-ir cannot write {name} {value:?} of type {scalar:?}",
                operation.opcode.name()
            );
        }
    }
    for &region in &operation.regions {
        for &block in &module.region(region).blocks {
            for &inner in &module.block(block).ops {
                check_floats(module, inner)?;
            }
        }
    }
    Ok(())
}

/// What lowering looks up.
struct Context<'f> {
    file: &'f File,
    /// The file's types.
    types: Vec<Type>,
}

impl Context<'_> {
    fn string(&self, index: usize) -> String {
        self.file.strings[index].clone()
    }

    /// A constant as elements of a tile type.
    fn dense(&self, ty: usize, constant: usize, offset: u64) -> Result<DenseElements, LowerError> {
        let element_type = self.types[ty].clone();
        let Type::Tile(tile) = &element_type else {
            return Err(LowerError::new(offset, "a constant is not of a tile type"));
        };
        let shape = tile.shape.clone();
        let data = self.file.constant(constant).to_vec();
        Ok(DenseElements { element_type, shape, data })
    }
}
