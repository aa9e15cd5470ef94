//! Puts together what kernels spell out in parts.
//!
//! cutile 0.5 has no text for a reduction or scan of several operands, along any axis or by a combiner
//! of several ops, for a loop exit below a branch that has results, for a `return` in a branch, for
//! constants given by their bits, for messages with several values, and for sizes of 64 bits. `tileport_support::explicit`
//! declares parts of these that the front end takes through; here they become the ops themselves,
//! before the module is written. A module without such parts is left as it is.

use std::collections::{HashMap, HashSet};

use cutile_ir::builder::build_block;
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    Attribute, BlockId, DenseElements, Module, OpId, Region, ScalarType, TileElementType, Type,
    Value, ValueProducer,
};

/// Assembles all parts in a module.
///
/// # Errors
/// A part that has no counterpart, or one whose operands do not fit.
pub fn assemble(module: &mut Module) -> Result<(), String> {
    let mut pending: Vec<BlockId> = Vec::new();
    for entry in module.functions.clone() {
        pending.extend(blocks_of(module, entry));
    }
    while let Some(block) = pending.pop() {
        exits(module, block);
        combiners(module, block)?;
        lists(module, block);
        for op in module.block(block).ops.clone() {
            keep_last_attributes(module, op);
            bits(module, op)?;
            unit_step(module, block, op);
            pending.extend(blocks_of(module, op));
        }
    }
    Ok(())
}

fn blocks_of(module: &Module, op: OpId) -> Vec<BlockId> {
    let regions = &module.op(op).regions;
    regions.iter().flat_map(|&region| module.region(region).blocks.clone()).collect()
}

fn attribute<'a>(module: &'a Module, op: OpId, name: &str) -> Option<&'a Attribute> {
    let attributes = &module.op(op).attributes;
    attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

/// What a part says that it is.
fn part(module: &Module, op: OpId) -> Option<&str> {
    match attribute(module, op, "name") {
        Some(Attribute::String(name)) => Some(name),
        _ => None,
    }
}

fn results(module: &Module, op: OpId) -> Vec<Value> {
    let mut found: Vec<(u32, Value)> = module
        .values_since(0)
        .filter_map(|(value, data)| match data.producer {
            ValueProducer::OpResult { op: by, result_index } if by == op => {
                Some((result_index, value))
            }
            _ => None,
        })
        .collect();
    found.sort_by_key(|(index, _)| *index);
    found.into_iter().map(|(_, value)| value).collect()
}

/// Turns explicit exits into terminators and drops what the front end put after them.
fn exits(module: &mut Module, block: BlockId) {
    let ops = module.block(block).ops.clone();
    for (index, &id) in ops.iter().enumerate() {
        let returns = match (module.op(id).opcode, part(module, id)) {
            (Opcode::Break | Opcode::Continue, Some("exit")) => false,
            (Opcode::Break, Some("return")) => true,
            _ => continue,
        };
        let op = module.op_mut(id);
        op.attributes.clear();
        op.result_types.clear();
        if returns {
            op.opcode = Opcode::Return;
        }
        module.block_mut(block).ops.truncate(index + 1);
        return;
    }
}

/// Moves the bodies of combiners into the regions of their reductions and scans.
fn combiners(module: &mut Module, block: BlockId) -> Result<(), String> {
    let mut index = 0;
    while let Some(&id) = module.block(block).ops.get(index) {
        let op = module.op(id);
        if matches!(op.opcode, Opcode::Reduce | Opcode::Scan) && op.regions.is_empty() {
            index = combine(module, block, index)?;
        }
        index += 1;
    }
    Ok(())
}

/// Gives the reduction at a place of a block its region; the place where it stands then.
fn combine(module: &mut Module, block: BlockId, at: usize) -> Result<usize, String> {
    let ops = module.block(block).ops.clone();
    let id = ops[at];
    let name = module.op(id).opcode.name();
    let is_head = |&op: &OpId| {
        let op = module.op(op);
        op.opcode == Opcode::Loop && op.regions.is_empty()
    };
    let head = ops[..at]
        .iter()
        .rposition(is_head)
        .ok_or_else(|| format!("`{name}` by a combiner that no `combiner()` begins"))?;
    let operands = module.op(id).operands.clone();
    let elements = results(module, ops[head]);
    let count = elements.len() / 2;
    if count == 0 || operands.len() != 3 * count || elements.len() != 2 * count {
        return Err(format!(
            "`{name}` has {} operands for a combiner of {} elements; tiles, identities and what is \
             combined must be half as many each",
            operands.len(),
            elements.len()
        ));
    }
    let (tiles, rest) = operands.split_at(count);
    let (identities, combined) = rest.split_at(count);
    let identities: Vec<Attribute> = identities
        .iter()
        .map(|&value| {
            identity(module, value).ok_or_else(|| format!("`{name}`: an identity is no constant"))
        })
        .collect::<Result<_, _>>()?;
    let body = ops[head + 1..at].to_vec();
    let moved: HashSet<OpId> = body.iter().copied().collect();
    for &tile in tiles {
        if let ValueProducer::OpResult { op, .. } = module.value_data(tile).producer
            && moved.contains(&op)
        {
            return Err(format!("`{name}`: a tile is made inside of the combiner"));
        }
    }

    let types: Vec<Type> = elements.iter().map(|&value| module.value_type(value).clone()).collect();
    let (inner, arguments) = build_block(module, &types);
    let renamed: HashMap<Value, Value> = elements.into_iter().zip(arguments).collect();
    let combined: Vec<Value> =
        combined.iter().map(|value| *renamed.get(value).unwrap_or(value)).collect();
    for &op in &body {
        rename(module, op, &renamed);
    }
    let location = module.op(id).location.clone();
    let (last, _) = cutile_ir::builder::OpBuilder::new(Opcode::Yield, location)
        .operands(combined)
        .build(module);
    module.block_mut(inner).ops = body.into_iter().chain([last]).collect();
    let region = module.alloc_region(Region { blocks: vec![inner] });

    let tiles = tiles.to_vec();
    let op = module.op_mut(id);
    op.operands = tiles;
    op.regions.push(region);
    op.attributes.retain(|(name, _)| name == "dim" || name == "reverse");
    if op.opcode == Opcode::Scan && !op.attributes.iter().any(|(name, _)| name == "reverse") {
        op.attributes.push(("reverse".to_owned(), Attribute::Bool(false)));
    }
    op.attributes.push(("identities".to_owned(), Attribute::Array(identities)));
    let outer = &mut module.block_mut(block).ops;
    outer.drain(head..at);
    Ok(head)
}

/// Replaces operands of an op and of the ops inside of it.
fn rename(module: &mut Module, op: OpId, renamed: &HashMap<Value, Value>) {
    for operand in &mut module.op_mut(op).operands {
        if let Some(&other) = renamed.get(operand) {
            *operand = other;
        }
    }
    for block in blocks_of(module, op) {
        for inner in module.block(block).ops.clone() {
            rename(module, inner, renamed);
        }
    }
}

/// The attribute that says what a constant of rank 0 holds.
fn identity(module: &Module, value: Value) -> Option<Attribute> {
    let (scalar, dense) = constant(module, value)?;
    let width = scalar.byte_width();
    let mut bytes = [0; 8];
    bytes.get_mut(..width)?.copy_from_slice(dense.data.get(..width)?);
    let bits = u64::from_le_bytes(bytes);
    let ty = Type::Scalar(scalar);
    Some(match scalar {
        ScalarType::F64 => Attribute::Float(f64::from_bits(bits), ty),
        ScalarType::F32 => Attribute::Float(f32::from_bits(bits as u32).into(), ty),
        ScalarType::BF16 => Attribute::Float(f32::from_bits((bits as u32) << 16).into(), ty),
        ScalarType::F16 => Attribute::Float(half(bits as u16), ty),
        ScalarType::I1 => Attribute::Integer((bits & 1) as i64, ty),
        // As the writer wants it: the bits of the type, not its sign.
        _ if scalar.is_integer() => Attribute::Integer(bits as i64, ty),
        _ => return None,
    })
}

/// The value of an IEEE half.
fn half(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let exponent = i32::from(bits >> 10 & 0x1f);
    let fraction = f64::from(bits & 0x3ff);
    sign * match exponent {
        0 => fraction * 2f64.powi(-24),
        0x1f if fraction == 0.0 => f64::INFINITY,
        0x1f => f64::NAN,
        _ => (1.0 + fraction / 1024.0) * 2f64.powi(exponent - 15),
    }
}

/// The element type and the elements of a constant.
fn constant(module: &Module, value: Value) -> Option<(ScalarType, &DenseElements)> {
    let ValueProducer::OpResult { op, .. } = module.value_data(value).producer else { return None };
    if module.op(op).opcode != Opcode::Constant {
        return None;
    }
    match attribute(module, op, "value")? {
        Attribute::DenseElements(dense) => Some((element(module.value_type(value))?, dense)),
        _ => None,
    }
}

fn element(ty: &Type) -> Option<ScalarType> {
    match ty {
        Type::Tile(tile) => match tile.element_type {
            TileElementType::Scalar(scalar) => Some(scalar),
            TileElementType::Pointer(_) => None,
        },
        _ => None,
    }
}

/// Turns a reinterpreted integer constant into the constant that it stands for.
fn bits(module: &mut Module, id: OpId) -> Result<(), String> {
    if module.op(id).opcode != Opcode::Bitcast || part(module, id) != Some("constant") {
        return Ok(());
    }
    let wrong = || "`constant_of_bits` of what is no constant".to_owned();
    let operand = *module.op(id).operands.first().ok_or_else(wrong)?;
    let (_, dense) = constant(module, operand).ok_or_else(wrong)?;
    let scalar = module.op(id).result_types.first().and_then(element).ok_or_else(wrong)?;
    // Bytecode holds the 19 bits of a tf32 in three bytes.
    let width = if scalar == ScalarType::TF32 { 3 } else { scalar.byte_width() };
    let data = dense.data.get(..width).ok_or_else(wrong)?.to_vec();
    let carrier = cutile_ir::ir::TileType {
        shape: Vec::new(),
        element_type: TileElementType::Scalar(scalar),
    };
    let value = DenseElements { element_type: Type::Tile(carrier), shape: Vec::new(), data };
    let op = module.op_mut(id);
    op.opcode = Opcode::Constant;
    op.operands.clear();
    op.attributes = vec![("value".to_owned(), Attribute::DenseElements(value))];
    Ok(())
}

/// Gives messages, views and loops the values that were listed before them.
fn lists(module: &mut Module, block: BlockId) {
    let mut shown: Option<Vec<Value>> = None;
    let mut extents: Option<Vec<Value>> = None;
    let mut step: Option<Vec<Value>> = None;
    let mut kept = Vec::new();
    for id in module.block(block).ops.clone() {
        let operands = module.op(id).operands.clone();
        match module.op(id).opcode {
            Opcode::Print if part(module, id) == Some("extents") => {
                extents = Some(operands);
                continue;
            }
            Opcode::Print if part(module, id) == Some("step") => {
                step = Some(operands);
                continue;
            }
            Opcode::Print if attribute(module, id, "str").is_none() => {
                shown = Some(operands);
                continue;
            }
            Opcode::Print => {
                if let Some(values) = shown.take() {
                    let is_token = |value: &Value| matches!(module.value_type(*value), Type::Token);
                    let tokens: Vec<Value> = operands.into_iter().filter(is_token).collect();
                    show(module, id, values, tokens);
                }
            }
            Opcode::For => {
                if let Some([value]) = step.take().as_deref()
                    && let Some(operand) = module.op_mut(id).operands.get_mut(2)
                {
                    *operand = *value;
                }
            }
            Opcode::MakeTensorView => {
                if let Some(values) = extents.take()
                    && let Some(base) = operands.first()
                {
                    module.op_mut(id).operands = [*base].into_iter().chain(values).collect();
                }
            }
            _ => {}
        }
        kept.push(id);
    }
    module.block_mut(block).ops = kept;
}

fn show(module: &mut Module, id: OpId, values: Vec<Value>, tokens: Vec<Value>) {
    let sizes = [values.len(), tokens.len()].map(|size| Attribute::i32(size as i64)).to_vec();
    let op = module.op_mut(id);
    op.operands = values.into_iter().chain(tokens).collect();
    op.attributes.retain(|(name, _)| name != "operandSegmentSizes");
    op.attributes.push(("operandSegmentSizes".to_owned(), Attribute::Array(sizes)));
}

/// Of an attribute that the front end infers and a declaration states, the stated one stands.
fn keep_last_attributes(module: &mut Module, id: OpId) {
    let attributes = &mut module.op_mut(id).attributes;
    let mut index = 0;
    while index < attributes.len() {
        let again = attributes[index + 1..].iter().any(|(name, _)| *name == attributes[index].0);
        if again {
            attributes.remove(index);
        } else {
            index += 1;
        }
    }
}

/// Gives the unit step of a 64-bit loop the type of its bounds: cutile writes one of 32 bits.
fn unit_step(module: &mut Module, block: BlockId, id: OpId) {
    if module.op(id).opcode != Opcode::For {
        return;
    }
    let [lower, _, step, ..] = module.op(id).operands[..] else { return };
    let wanted = module.value_type(lower).clone();
    if *module.value_type(step) == wanted {
        return;
    }
    let (Some((_, dense)), Some(scalar)) = (constant(module, step), element(&wanted)) else {
        return;
    };
    let mut data = dense.data.clone();
    data.resize(scalar.byte_width(), 0);
    let value = DenseElements { element_type: wanted.clone(), shape: Vec::new(), data };
    let location = module.op(id).location.clone();
    let (op, made) = cutile_ir::builder::OpBuilder::new(Opcode::Constant, location)
        .result(wanted)
        .attr("value", Attribute::DenseElements(value))
        .build(module);
    let ops = &mut module.block_mut(block).ops;
    let at = ops.iter().position(|&other| other == id).unwrap_or(ops.len());
    ops.insert(at, op);
    module.op_mut(id).operands[2] = made[0];
}
