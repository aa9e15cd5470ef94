//! Sizes and strides that a launch knows, put into a compiled entry in place of its parameters.
//!
//! cuTile compiles a size or stride of one as a constant. An entry takes every size and stride as a
//! parameter, so that its source serves all launches; here the constants replace the parameters'
//! uses, and the types of the views made from them say so. As cuTile does, a view does not state the
//! stride of an axis of size one, which is never stepped along, but assumes it to be aligned.

use std::collections::HashMap;

use cutile_ir::Module;
use cutile_ir::builder::OpBuilder;
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    Attribute, BlockId, DYNAMIC, DenseElements, DivBy, Location, OpId, ScalarType, TensorViewType,
    TileElementType, TileType, Type, Value, ValueProducer,
};
use tileport_contract::TensorSpec;

/// Replaces what `tensors` say is constant; each with the index of its pointer among the flattened
/// parameters of the only entry.
///
/// # Errors
/// The entry has fewer parameters than the tensors need.
pub fn specialise(module: &mut Module, tensors: &[(usize, &TensorSpec)]) -> Result<(), String> {
    let block = module
        .functions
        .first()
        .and_then(|&entry| module.op(entry).regions.first().copied())
        .and_then(|region| module.region(region).blocks.first().copied())
        .ok_or("the compiled module has no entry")?;
    let args: Vec<Value> = module.block(block).args.iter().map(|(value, _)| *value).collect();
    let mut constants = Constants { values: HashMap::new(), views: HashMap::new() };
    let mut front = Vec::new();
    for (first, tensor) in tensors {
        let fixed = tensor.shape.iter().chain(&tensor.strides);
        for (place, &number) in fixed.enumerate().filter(|(_, number)| **number >= 0) {
            let arg = args
                .get(first + 1 + place)
                .ok_or_else(|| format!("`{}` has fewer parameters than axes", tensor.name))?;
            let (op, value) = constant(module, number);
            front.push(op);
            constants.values.insert(*arg, (value, Some(number)));
        }
    }
    if front.is_empty() {
        return Ok(());
    }
    constants.block(module, block);
    let ops = &mut module.block_mut(block).ops;
    ops.splice(0..0, front);
    Ok(())
}

fn constant(module: &mut Module, number: i32) -> (OpId, Value) {
    let ty = Type::Tile(TileType {
        shape: Vec::new(),
        element_type: TileElementType::Scalar(ScalarType::I32),
    });
    let value = Attribute::DenseElements(DenseElements {
        element_type: ty.clone(),
        shape: Vec::new(),
        data: number.to_le_bytes().to_vec(),
    });
    let (op, results) = OpBuilder::new(Opcode::Constant, Location::Unknown)
        .attr("value", value)
        .result(ty)
        .build(module);
    (op, results[0])
}

/// What stands for what, while the operations are walked in order.
struct Constants {
    /// The value that replaces another, and its number where it is a constant of ours.
    values: HashMap<Value, (Value, Option<i32>)>,
    /// Views whose type has changed, with the tensor view inside.
    views: HashMap<Value, TensorViewType>,
}

impl Constants {
    fn block(&mut self, module: &mut Module, block: BlockId) {
        let mut kept = Vec::new();
        for id in module.block(block).ops.clone() {
            let stands = self.operation(module, id, &mut kept);
            kept.extend(stands);
        }
        module.block_mut(block).ops = kept;
    }

    /// The operation that stands in place of one; none where nothing does.
    /// What must stand before it goes into `before`.
    fn operation(&mut self, module: &mut Module, id: OpId, before: &mut Vec<OpId>) -> Option<OpId> {
        let op = module.op(id).clone();
        let known = op.operands.first().and_then(|operand| self.values.get(operand)).copied();
        if let (Opcode::Assume, Some(constant @ (_, Some(_)))) = (op.opcode, known) {
            // Nothing need be assumed of a constant.
            self.values.insert(result_of(module, id)?, constant);
            return None;
        }
        let numbers: Vec<Option<i32>> = op
            .operands
            .iter()
            .map(|operand| self.values.get(operand).and_then(|(_, number)| *number))
            .collect();
        let changed = op.operands.first().and_then(|operand| self.views.get(operand)).cloned();
        for operand in &mut module.op_mut(id).operands {
            if let Some((value, _)) = self.values.get(operand) {
                *operand = *value;
            }
        }
        for region in op.regions {
            for block in module.region(region).blocks.clone() {
                self.block(module, block);
            }
        }
        match (op.opcode, changed) {
            (Opcode::MakeTensorView, _) if numbers.iter().any(Option::is_some) => {
                self.tensor_view(module, id, &numbers, before)
            }
            (
                Opcode::MakePartitionView | Opcode::MakeStridedView | Opcode::MakeGatherScatterView,
                Some(inside),
            ) => self.view_of(module, id, inside),
            _ => Some(id),
        }
    }

    /// A tensor view with constant sizes and strides in its type.
    fn tensor_view(
        &mut self,
        module: &mut Module,
        id: OpId,
        numbers: &[Option<i32>],
        before: &mut Vec<OpId>,
    ) -> Option<OpId> {
        let op = module.op(id).clone();
        let Some(Type::TensorView(view)) = op.result_types.first() else { return Some(id) };
        let mut view = view.clone();
        let mut operands = vec![op.operands[0]];
        let mut counts = [1i64, 0, 0];
        let mut given = op.operands.iter().zip(numbers).skip(1);
        for size in view.shape.iter_mut().filter(|size| **size == DYNAMIC) {
            match given.next()? {
                (_, Some(number)) if *number > 0 => *size = i64::from(*number),
                (operand, _) => {
                    operands.push(*operand);
                    counts[1] += 1;
                }
            }
        }
        let element = view.element_type;
        for (size, stride) in view.shape.iter().zip(&mut view.strides) {
            if *stride != DYNAMIC {
                continue;
            }
            let stands_still = *size == 1;
            match given.next()? {
                (_, Some(number)) if *number > 0 && !(stands_still && *number == 1) => {
                    *stride = i64::from(*number);
                }
                (operand, _) => {
                    let operand = if stands_still {
                        let (assume, aligned) = aligned(module, *operand, element);
                        before.push(assume);
                        aligned
                    } else {
                        *operand
                    };
                    operands.push(operand);
                    counts[2] += 1;
                }
            }
        }
        let segments = counts.map(|count| Attribute::Integer(count, Type::Scalar(ScalarType::I32)));
        let attributes = op.attributes.into_iter().map(|(name, value)| {
            let is_count = name == "operandSegmentSizes";
            (name, if is_count { Attribute::Array(segments.to_vec()) } else { value })
        });
        let (new, results) = OpBuilder::new(op.opcode, op.location)
            .operands(operands)
            .attrs(attributes)
            .result(Type::TensorView(view.clone()))
            .build(module);
        self.replace(module, id, results[0], view);
        Some(new)
    }

    /// A view of a tensor view whose type has changed.
    fn view_of(&mut self, module: &mut Module, id: OpId, inside: TensorViewType) -> Option<OpId> {
        let op = module.op(id).clone();
        let mut ty = op.result_types.first()?.clone();
        match &mut ty {
            Type::PartitionView(view) => view.tensor_view = inside.clone(),
            Type::StridedView(view) => view.tensor_view = inside.clone(),
            Type::GatherScatterView(view) => view.tensor_view = inside.clone(),
            _ => return Some(id),
        }
        let (new, results) = OpBuilder::new(op.opcode, op.location)
            .operands(op.operands)
            .attrs(op.attributes)
            .result(ty)
            .build(module);
        self.replace(module, id, results[0], inside);
        Some(new)
    }

    fn replace(&mut self, module: &Module, id: OpId, value: Value, view: TensorViewType) {
        if let Some(old) = result_of(module, id) {
            self.values.insert(old, (value, None));
            // Users are looked at before and after their operands are replaced.
            self.views.insert(old, view.clone());
            self.views.insert(value, view);
        }
    }
}

/// A stride that is assumed to be a multiple of 16 bytes.
fn aligned(module: &mut Module, stride: Value, element: ScalarType) -> (OpId, Value) {
    let bits = match element {
        ScalarType::I4 | ScalarType::F4E2M1FN => 4,
        whole => 8 * whole.byte_width() as u64,
    };
    let ty = module.value_type(stride).clone();
    let divisor = DivBy { divisor: (128 / bits).max(1), every: None, along: None };
    let (op, results) = OpBuilder::new(Opcode::Assume, Location::Unknown)
        .operand(stride)
        .attr("predicate", Attribute::DivBy(divisor))
        .result(ty)
        .build(module);
    (op, results[0])
}

/// The first result of an operation.
fn result_of(module: &Module, id: OpId) -> Option<Value> {
    let first = ValueProducer::OpResult { op: id, result_index: 0 };
    module.values_since(0).find(|(_, data)| data.producer == first).map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cutile_ir::builder::{append_op, build_single_block_region};
    use cutile_ir::ir::{Bounded, PartitionViewType, PointerType};

    /// An entry with a matrix of two dynamic sizes and strides, a partition of it and a sum of both
    /// sizes in a loop's body.
    fn module() -> Module {
        let tile = |element_type| Type::Tile(TileType { shape: Vec::new(), element_type });
        let number = tile(TileElementType::Scalar(ScalarType::I32));
        let pointer =
            tile(TileElementType::Pointer(Box::new(PointerType { pointee: ScalarType::F32 })));
        let mut module = Module::new("m");
        let params = [pointer, number.clone(), number.clone(), number.clone(), number.clone()];
        let (region, block, args) = build_single_block_region(&mut module, &params);
        let op = |opcode| OpBuilder::new(opcode, Location::Unknown);
        let positive = Attribute::Bounded(Bounded { lb: Some(0), ub: None });
        let (id, assumed) = op(Opcode::Assume)
            .operand(args[1])
            .attr("predicate", positive)
            .result(number.clone())
            .build(&mut module);
        append_op(&mut module, block, id);
        let view = TensorViewType {
            element_type: ScalarType::F32,
            shape: vec![DYNAMIC; 2],
            strides: vec![DYNAMIC; 2],
        };
        let counts =
            [1, 2, 2].map(|count| Attribute::Integer(count, Type::Scalar(ScalarType::I32)));
        let (id, tensor) = op(Opcode::MakeTensorView)
            .operands([args[0], assumed[0], args[2], args[3], args[4]])
            .attr("operandSegmentSizes", Attribute::Array(counts.to_vec()))
            .result(Type::TensorView(view.clone()))
            .build(&mut module);
        append_op(&mut module, block, id);
        let tiles = Type::PartitionView(PartitionViewType {
            tile_shape: vec![1, 8],
            tensor_view: view,
            dim_map: vec![0, 1],
            padding_value: None,
        });
        let (id, _) =
            op(Opcode::MakePartitionView).operands([tensor[0]]).result(tiles).build(&mut module);
        append_op(&mut module, block, id);
        let (id, _) =
            op(Opcode::AddI).operands([assumed[0], args[2]]).result(number).build(&mut module);
        append_op(&mut module, block, id);
        let (id, _) = op(Opcode::Return).build(&mut module);
        append_op(&mut module, block, id);
        let (entry, _) = op(Opcode::Entry).region(region).build(&mut module);
        module.functions.push(entry);
        module
    }

    fn ops(module: &Module) -> Vec<OpId> {
        let region = module.op(module.functions[0]).regions[0];
        module.block(module.region(region).blocks[0]).ops.clone()
    }

    #[test]
    fn constants_take_the_place_of_parameters() {
        let mut module = module();
        let mut tensor = TensorSpec::unknown("x", 2);
        (tensor.shape[0], tensor.strides[1]) = (7, 1);
        specialise(&mut module, &[(0, &tensor)]).unwrap();
        let ops = ops(&module);
        let names: Vec<&str> = ops.iter().map(|id| module.op(*id).opcode.name()).collect();
        assert_eq!(
            names,
            ["constant", "constant", "make_tensor_view", "make_partition_view", "addi", "return"]
        );
        let [seven, _, view, tiles, sum, _] = ops[..] else { panic!("six operations") };
        let Type::TensorView(inside) = &module.op(view).result_types[0] else { panic!("a view") };
        assert_eq!(
            (&inside.shape[..], &inside.strides[..]),
            (&[7, DYNAMIC][..], &[DYNAMIC, 1][..])
        );
        assert_eq!(module.op(view).operands.len(), 3);
        let Type::PartitionView(partition) = &module.op(tiles).result_types[0] else {
            panic!("a partition")
        };
        assert_eq!(&partition.tensor_view, inside);
        assert_eq!(module.op(sum).operands[0], result_of(&module, seven).unwrap());
        assert!(module.verify_bytecode_indices().is_ok());
        assert!(module.verify_dominance().is_ok());
    }

    #[test]
    fn the_stride_of_an_axis_of_size_one_is_aligned_not_stated() {
        let mut module = module();
        let mut tensor = TensorSpec::unknown("x", 2);
        (tensor.shape[0], tensor.strides[0], tensor.strides[1]) = (1, 1, 1);
        specialise(&mut module, &[(0, &tensor)]).unwrap();
        let ops = ops(&module);
        let view = ops.iter().find(|id| module.op(**id).opcode == Opcode::MakeTensorView).unwrap();
        let Type::TensorView(inside) = &module.op(*view).result_types[0] else { panic!("a view") };
        assert_eq!(
            (&inside.shape[..], &inside.strides[..]),
            (&[1, DYNAMIC][..], &[DYNAMIC, 1][..])
        );
        let stride = module.op(*view).operands[2];
        let assumed = ops.iter().find(|id| result_of(&module, **id) == Some(stride)).unwrap();
        let Attribute::DivBy(div) = &module.op(*assumed).attributes[0].1 else { panic!("div_by") };
        assert_eq!(div.divisor, 4);
    }

    #[test]
    fn without_constants_nothing_changes() {
        let mut module = module();
        let before = ops(&module);
        specialise(&mut module, &[(0, &TensorSpec::unknown("x", 2))]).unwrap();
        assert_eq!(ops(&module), before);
    }
}
