//! Functions: from value numbers to values.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    Attribute, Block, Module, OpId, Operation, Region, RegionId, Type, Value, ValueProducer,
};

use super::places::{self, Reader};
use super::{Context, Locations, LowerError};
use crate::tileir::file::debug::DebugId;
use crate::tileir::file::functions::{self as bytecode, Function, KERNEL, PRIVATE};
use crate::tileir::ops::{AttrKind, Presence, Version};

/// Adds a function to a module.
pub fn lower(
    context: &Context<'_>,
    function: &Function,
    module: &mut Module,
    locations: &mut Locations,
) -> Result<(), LowerError> {
    let name = context.string(function.name);
    if function.flags & KERNEL == 0 || function.flags & PRIVATE != 0 {
        let what = format!("function `{name}` is not a public entry");
        return Err(LowerError::new(function.offset, what));
    }
    let signature = context.types[function.signature].clone();
    let Type::Func(types) = &signature else {
        return Err(LowerError::new(function.offset, format!("`{name}` has no function type")));
    };
    let parameters = types.inputs.clone();
    let mut attributes = vec![
        ("sym_name".to_owned(), Attribute::String(name)),
        ("function_type".to_owned(), Attribute::Type(signature)),
    ];
    let named = [("optimization_hints", &function.hints), ("arg_attrs", &function.arguments)];
    for (name, attribute) in named {
        if let Some(attribute) = attribute {
            let attribute = context.tagged(attribute, function.offset)?;
            // 13.5 writes an empty list or dictionary where there is nothing to say.
            let is_empty = match &attribute {
                Attribute::Array(items) => items.is_empty(),
                Attribute::OptimizationHints(hints) => hints.entries.is_empty(),
                _ => false,
            };
            if !is_empty {
                attributes.push((name.to_owned(), attribute));
            }
        }
    }
    let ids: &[DebugId] = match function.debug {
        0 => &[],
        list => &context.file.debug.functions[list - 1],
    };
    let mut lowerer = Lowerer { context, module, locations, values: Vec::new(), ids: ids.iter() };
    let location = lowerer.location(function.offset)?;
    let block = lowerer.block(&parameters, &function.body)?;
    let region = lowerer.module.alloc_region(Region { blocks: vec![block] });
    let place = places::place(function.offset, &location);
    let entry = lowerer.module.alloc_op(Operation {
        opcode: Opcode::Entry,
        operands: Vec::new(),
        result_types: Vec::new(),
        attributes,
        regions: vec![region],
        location,
    });
    locations.insert(entry, place);
    module.functions.push(entry);
    Ok(())
}

struct Lowerer<'a, 'f> {
    context: &'a Context<'f>,
    module: &'a mut Module,
    locations: &'a mut Locations,
    /// By number in the file.
    values: Vec<Value>,
    /// Debug entries of the operations to come.
    ids: std::slice::Iter<'a, DebugId>,
}

impl Lowerer<'_, '_> {
    /// The location of the next operation.
    fn location(&mut self, offset: u64) -> Result<cutile_ir::ir::Location, LowerError> {
        let id = self.ids.next().copied().unwrap_or(0);
        Reader::new(self.context.file, offset).location(id)
    }

    fn block(
        &mut self,
        arguments: &[Type],
        ops: &[bytecode::Op],
    ) -> Result<cutile_ir::ir::BlockId, LowerError> {
        let outer = self.values.len();
        let block = self.module.alloc_block(Block { args: Vec::new(), ops: Vec::new() });
        for (index, ty) in arguments.iter().enumerate() {
            let producer = ValueProducer::BlockArg { block, arg_index: index as u32 };
            let value = self.module.alloc_value(ty.clone(), producer);
            self.module.block_mut(block).args.push((value, ty.clone()));
            self.values.push(value);
        }
        for op in ops {
            let id = self.op(op)?;
            self.module.block_mut(block).ops.push(id);
        }
        self.values.truncate(outer);
        Ok(block)
    }

    fn op(&mut self, op: &bytecode::Op) -> Result<OpId, LowerError> {
        let location = self.location(op.offset)?;
        let operands: Vec<Value> =
            op.operands.iter().flatten().map(|number| self.values[*number]).collect();
        let mut regions = Vec::with_capacity(op.regions.len());
        for region in &op.regions {
            regions.push(self.region(region)?);
        }
        let mut result_types: Vec<Type> =
            op.results.iter().map(|ty| self.context.types[*ty].clone()).collect();
        if op.row.opcode == Opcode::Print && self.context.file.version < Version::V13_2 {
            // The token that `print_tko` has had since; nothing uses it.
            result_types.push(Type::Token);
        }
        let place = places::place(op.offset, &location);
        let id = self.module.alloc_op(Operation {
            opcode: op.row.opcode,
            operands,
            result_types: result_types.clone(),
            attributes: self.attributes(op)?,
            regions,
            location,
        });
        for (index, ty) in result_types.into_iter().enumerate() {
            let producer = ValueProducer::OpResult { op: id, result_index: index as u32 };
            let value = self.module.alloc_value(ty, producer);
            if index < op.results.len() {
                self.values.push(value);
            }
        }
        self.locations.insert(id, place);
        Ok(id)
    }

    fn region(&mut self, region: &bytecode::Region) -> Result<RegionId, LowerError> {
        let mut blocks = Vec::with_capacity(region.len());
        for block in region {
            let arguments: Vec<Type> =
                block.arguments.iter().map(|ty| self.context.types[*ty].clone()).collect();
            blocks.push(self.block(&arguments, &block.ops)?);
        }
        Ok(self.module.alloc_region(Region { blocks }))
    }

    fn attributes(&self, op: &bytecode::Op) -> Result<Vec<(String, Attribute)>, LowerError> {
        let version = self.context.file.version;
        let mut attributes = Vec::new();
        for attr in op.row.attributes {
            let value = match attr.presence {
                Presence::Unit(bit) => (op.flags & 1 << bit != 0).then_some(Attribute::Bool(true)),
                Presence::Bit(_) | Presence::Always => {
                    match op.attributes.iter().find(|(written, _)| written.name == attr.name) {
                        Some((_, value)) => {
                            let result = op.results.first().copied();
                            Some(self.context.value(attr, value, result, op.offset)?)
                        }
                        None if attr.presence == Presence::Always && attr.since > version => {
                            Some(self.default(attr, op))
                        }
                        None => None,
                    }
                }
            };
            attributes.extend(value.map(|value| (attr.name.to_owned(), value)));
        }
        if op.row.is_segmented() {
            // The writer of cutile-ir tells the groups apart by this attribute, which is not written.
            let sizes = op.operands.iter().map(|group| Attribute::i32(group.len() as i64));
            attributes.push(("operandSegmentSizes".to_owned(), Attribute::Array(sizes.collect())));
        }
        Ok(attributes)
    }

    /// What a file from before the attribute means.
    fn default(&self, attr: &crate::tileir::ops::Attr, op: &bytecode::Op) -> Attribute {
        match attr.kind {
            AttrKind::DenseBool => {
                let index = op.row.operands.iter().position(|group| group.name == "index");
                let rank = index.map_or(0, |group| op.operands[group].len());
                Attribute::dense_bool_array(vec![false; rank])
            }
            _ => Attribute::i32(attr.default as i64),
        }
    }
}
