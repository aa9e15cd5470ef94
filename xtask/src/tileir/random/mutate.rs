//! Small changes to a module, such as a wrong lowering would make.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, BlockId, Module, OpId, PaddingValue, Type, Value};

use crate::tileir::normal::kind::{Kind, kind};
use crate::tileir::normal::values::Values;
use crate::tileir::ops::{self, AttrKind};

/// A change that can be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Another operation of the same form.
    Opcode(Opcode),
    /// Two operands the other way round.
    Swap(usize, usize),
    /// Another value of the same type as an operand.
    Operand(usize, Value),
    /// Another number for an attribute.
    Attribute(String, i64),
    /// A flag the other way round.
    Flag(String),
    /// Another constant.
    Constant,
    /// Two axes of a permutation the other way round.
    Axes,
    /// Other padding of a view.
    Padding,
    /// The branches of an `if` the other way round.
    Branches,
    /// An effect less.
    Drop,
}

/// A change and where it is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutation {
    /// The operation.
    pub op: OpId,
    /// What is done to it.
    pub change: Change,
}

/// Groups of operations of which one can stand for another.
const SIBLINGS: &[&[Opcode]] = &[
    &[Opcode::AddF, Opcode::SubF, Opcode::MulF, Opcode::DivF],
    &[Opcode::AddI, Opcode::SubI, Opcode::MulI],
    &[Opcode::MaxF, Opcode::MinF],
    &[Opcode::MaxI, Opcode::MinI],
    &[Opcode::AndI, Opcode::OrI, Opcode::XOrI],
    &[Opcode::RemF, Opcode::Pow, Opcode::Atan2],
    &[Opcode::Sin, Opcode::Cos, Opcode::Tan, Opcode::SinH, Opcode::CosH],
    &[Opcode::Floor, Opcode::Ceil],
    &[Opcode::Log, Opcode::Log2],
    &[Opcode::NegF, Opcode::AbsF],
    &[Opcode::Exp2, Opcode::Rsqrt],
    &[Opcode::Exp, Opcode::TanH],
];

/// The blocks of an operation, and of those in it.
fn each_op(module: &Module, op: OpId, visit: &mut impl FnMut(BlockId, OpId)) {
    for region in &module.op(op).regions {
        for &block in &module.region(*region).blocks {
            for &inner in &module.block(block).ops {
                visit(block, inner);
                each_op(module, inner, visit);
            }
        }
    }
}

/// All operations of a module's functions.
pub fn all_ops(module: &Module) -> Vec<OpId> {
    let mut list = Vec::new();
    for &function in &module.functions {
        each_op(module, function, &mut |_, op| list.push(op));
    }
    list
}

/// The block that an operation stands in.
pub fn home(module: &Module, op: OpId) -> Option<BlockId> {
    let mut home = None;
    for &function in &module.functions {
        each_op(module, function, &mut |block, inner| {
            if inner == op {
                home = Some(block);
            }
        });
    }
    home
}

/// All changes that leave a module that can be read.
pub fn mutations(module: &Module) -> Vec<Mutation> {
    let values = Values::of(module);
    let mut list = Vec::new();
    for op in all_ops(module) {
        let mut add = |change| list.push(Mutation { op, change });
        let operation = module.op(op);
        for group in SIBLINGS {
            if group.contains(&operation.opcode) {
                group
                    .iter()
                    .filter(|other| **other != operation.opcode)
                    .for_each(|other| add(Change::Opcode(*other)));
            }
        }
        let operands = &operation.operands;
        for first in 0..operands.len() {
            for second in first + 1..operands.len() {
                let is_alike = operands[first] != operands[second]
                    && module.value_type(operands[first]) == module.value_type(operands[second]);
                if is_alike {
                    add(Change::Swap(first, second));
                }
            }
            if let Some(other) = another(module, &values, op, operands[first]) {
                add(Change::Operand(first, other));
            }
        }
        let row = ops::by_opcode(operation.opcode);
        for (name, attribute) in &operation.attributes {
            let Some(known) = row.attributes.iter().find(|attr| attr.name == name) else {
                continue;
            };
            match (known.kind, attribute) {
                (AttrKind::Enum(names), Attribute::Integer(number, _)) => {
                    add(Change::Attribute(name.clone(), (number + 1) % names.len() as i64));
                }
                (AttrKind::Int, Attribute::Integer(number, _)) => {
                    add(Change::Attribute(name.clone(), number ^ 1));
                }
                (AttrKind::Bool, _) => add(Change::Flag(name.clone())),
                (AttrKind::Constant, _) => add(Change::Constant),
                (AttrKind::DenseI32, Attribute::DenseI32Array(axes)) if axes.len() > 1 => {
                    add(Change::Axes);
                }
                _ => {}
            }
        }
        match operation.opcode {
            Opcode::MakePartitionView | Opcode::MakeStridedView | Opcode::MakeGatherScatterView => {
                add(Change::Padding)
            }
            Opcode::If if operation.regions.len() == 2 => add(Change::Branches),
            opcode if kind(opcode) == Kind::Effect => {
                let is_used = |value: &Value| *module.value_type(*value) != Type::Token;
                if !values.results(op).iter().any(is_used) {
                    add(Change::Drop);
                }
            }
            _ => {}
        }
    }
    list
}

/// Another value of the same type that is defined before an operation, in its block.
fn another(module: &Module, values: &Values, op: OpId, operand: Value) -> Option<Value> {
    let block = home(module, op)?;
    let wanted = module.value_type(operand);
    let arguments = module.block(block).args.iter().map(|(value, _)| *value);
    let before = module
        .block(block)
        .ops
        .iter()
        .take_while(|inner| **inner != op)
        .flat_map(|inner| values.results(*inner).iter().copied());
    let mut all: Vec<Value> = arguments.chain(before).collect();
    all.retain(|value| *value != operand && module.value_type(*value) == wanted);
    all.pop()
}

/// The module with a change made; none where it cannot be made.
pub fn apply(module: &Module, mutation: &Mutation) -> Option<Module> {
    let mut module = module.clone();
    let op = mutation.op;
    match &mutation.change {
        Change::Opcode(opcode) => {
            let row = ops::by_opcode(*opcode);
            let operation = module.op_mut(op);
            operation.opcode = *opcode;
            operation
                .attributes
                .retain(|(name, _)| row.attributes.iter().any(|attr| attr.name == name));
            for attr in row.attributes {
                let is_there = operation.attributes.iter().any(|(name, _)| name == attr.name);
                if !is_there && attr.presence == ops::Presence::Always {
                    operation.attributes.push((attr.name.to_owned(), Attribute::i32(0)));
                }
            }
        }
        Change::Swap(first, second) => module.op_mut(op).operands.swap(*first, *second),
        Change::Operand(index, value) => module.op_mut(op).operands[*index] = *value,
        Change::Attribute(name, number) => {
            let attributes = &mut module.op_mut(op).attributes;
            let (_, value) = attributes.iter_mut().find(|(key, _)| key == name)?;
            *value = Attribute::i32(*number);
        }
        Change::Flag(name) => {
            let attributes = &mut module.op_mut(op).attributes;
            let at = attributes.iter().position(|(key, _)| key == name)?;
            match &mut attributes[at].1 {
                Attribute::Bool(flag) if name == "reverse" => *flag = !*flag,
                _ => drop(attributes.remove(at)),
            }
        }
        Change::Constant => {
            let attributes = &mut module.op_mut(op).attributes;
            let dense = attributes.iter_mut().find_map(|(_, value)| match value {
                Attribute::DenseElements(dense) => Some(dense),
                _ => None,
            })?;
            let is_bit = dense.data.len() == 1 && matches!(dense.data[0], 0 | 0xFF);
            let flipped = if is_bit { 0xFF } else { 1 };
            dense.data.iter_mut().for_each(|byte| *byte ^= flipped);
        }
        Change::Axes => {
            let attributes = &mut module.op_mut(op).attributes;
            let axes = attributes.iter_mut().find_map(|(_, value)| match value {
                Attribute::DenseI32Array(axes) => Some(axes),
                _ => None,
            })?;
            axes.rotate_left(1);
        }
        Change::Padding => {
            let padding = match &mut module.op_mut(op).result_types[0] {
                Type::PartitionView(view) => &mut view.padding_value,
                Type::StridedView(view) => &mut view.padding_value,
                Type::GatherScatterView(view) => &mut view.padding_value,
                _ => return None,
            };
            *padding = match padding {
                None => Some(PaddingValue::Zero),
                Some(_) => None,
            };
        }
        Change::Branches => module.op_mut(op).regions.swap(0, 1),
        Change::Drop => return without(module, op),
    }
    Some(module)
}

/// A module without an effect; its token is the one that it followed.
fn without(mut module: Module, op: OpId) -> Option<Module> {
    let token = module
        .op(op)
        .operands
        .iter()
        .copied()
        .find(|value| *module.value_type(*value) == Type::Token);
    let own: Vec<Value> = Values::of(&module).results(op).to_vec();
    for other in all_ops(&module) {
        for index in 0..module.op(other).operands.len() {
            if own.contains(&module.op(other).operands[index]) {
                module.op_mut(other).operands[index] = token?;
            }
        }
    }
    let home = home(&module, op);
    module.block_mut(home?).ops.retain(|inner| *inner != op);
    Some(module)
}
