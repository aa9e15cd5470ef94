//! Blocks, loops, branches, reductions and effects.

use std::collections::HashMap;

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, BlockId, Module, OpId, RegionId, ScalarType, Type, Value as Name};

use super::memory::{self, Memory};
use super::pure::{self, Op};
use super::value::{Access, Element, Tile, Value, View, coordinates, mask, signed, tile_type};
use super::{Argument, End, Launch, Outcome, Stop, assume, float};
use crate::tileir::normal::attributes;
use crate::tileir::normal::evaluate::groups;
use crate::tileir::normal::values::Values;
use crate::tileir::print;

/// Where control goes from the end of a block.
enum Flow {
    Yield(Vec<Value>),
    Continue(Vec<Value>),
    Break(Vec<Value>),
    Return,
}

struct Machine<'m> {
    module: &'m Module,
    results: Values,
    attributes: HashMap<OpId, Vec<(String, String)>>,
    values: HashMap<Name, Value>,
    memory: Memory,
    globals: HashMap<String, u64>,
    printed: Vec<String>,
    violations: Vec<String>,
    grid: [u32; 3],
    block: [u32; 3],
    fuel: u64,
}

/// Runs all blocks of a launch.
pub fn run(module: &Module, launch: &Launch) -> Result<Outcome, Stop> {
    let &entry = module.functions.first().ok_or_else(|| Stop::unsupported("no entry"))?;
    let mut machine = Machine {
        module,
        results: Values::of(module),
        attributes: HashMap::new(),
        values: HashMap::new(),
        memory: Memory::default(),
        globals: HashMap::new(),
        printed: Vec::new(),
        violations: Vec::new(),
        grid: launch.grid,
        block: [0; 3],
        fuel: launch.fuel,
    };
    let mut arguments = Vec::new();
    let mut buffers = 0;
    for argument in &launch.arguments {
        arguments.push(match argument {
            Argument::Buffer(bytes) => {
                buffers += 1;
                machine.memory.add(bytes.iter().copied().map(Some).collect())
            }
            Argument::Number(bits) => *bits,
        });
    }
    for global in &module.globals {
        let bytes = global.value.data.iter().copied().map(Some).collect();
        let address = machine.memory.add(bytes);
        machine.globals.insert(global.sym_name.clone(), address);
    }
    let end = machine.grid(entry, &arguments);
    let end = match end {
        Ok(()) => End::Returned,
        Err(Stop::Asserted(message)) => End::Asserted(message),
        Err(Stop::Fault(what)) => End::Fault(what),
        Err(Stop::OutOfFuel) => End::OutOfFuel,
        Err(unsupported) => return Err(unsupported),
    };
    Ok(Outcome {
        end,
        buffers: machine.memory.buffers()[..buffers].to_vec(),
        printed: machine.printed,
        violations: machine.violations,
    })
}

impl Machine<'_> {
    fn grid(&mut self, entry: OpId, arguments: &[u64]) -> Result<(), Stop> {
        let block = self.block_of(self.region(entry, 0)?)?;
        let parameters = self.module.block(block).args.clone();
        if parameters.len() != arguments.len() {
            return Err(Stop::unsupported("another number of arguments"));
        }
        for z in 0..self.grid[2] {
            for y in 0..self.grid[1] {
                for x in 0..self.grid[0] {
                    self.block = [x, y, z];
                    self.values.clear();
                    for ((name, ty), bits) in parameters.iter().zip(arguments) {
                        let (shape, element) = tile_type(ty)?;
                        let tile = Tile::splat(&shape, element, Some(bits & mask(element.width())));
                        self.values.insert(*name, Value::Tile(tile));
                    }
                    self.run_block(block)?;
                }
            }
        }
        Ok(())
    }

    fn region(&self, op: OpId, index: usize) -> Result<RegionId, Stop> {
        let regions = &self.module.op(op).regions;
        regions.get(index).copied().ok_or_else(|| Stop::unsupported("a region is missing"))
    }

    fn block_of(&self, region: RegionId) -> Result<BlockId, Stop> {
        match self.module.region(region).blocks[..] {
            [block] => Ok(block),
            _ => Err(Stop::unsupported("a region has not one block")),
        }
    }

    fn value(&self, name: Name) -> Result<&Value, Stop> {
        let value = self.values.get(&name);
        value.ok_or_else(|| Stop::unsupported(format!("%{} has no value", name.index())))
    }

    fn operands(&self, op: OpId) -> Result<Vec<Value>, Stop> {
        self.module.op(op).operands.iter().map(|name| self.value(*name).cloned()).collect()
    }

    fn define(&mut self, op: OpId, values: Vec<Value>) -> Result<(), Stop> {
        let names = self.results.results(op);
        if names.len() > values.len() {
            let name = self.module.op(op).opcode.name();
            return Err(Stop::unsupported(format!("`{name}` yields too little")));
        }
        self.values.extend(names.iter().copied().zip(values));
        Ok(())
    }

    fn enter(&mut self, block: BlockId, values: &[Value]) -> Result<Flow, Stop> {
        let arguments = &self.module.block(block).args;
        if arguments.len() != values.len() {
            return Err(Stop::unsupported("a block is entered with another number of values"));
        }
        let names: Vec<Name> = arguments.iter().map(|(name, _)| *name).collect();
        self.values.extend(names.into_iter().zip(values.iter().cloned()));
        self.run_block(block)
    }

    fn run_block(&mut self, block: BlockId) -> Result<Flow, Stop> {
        let module = self.module;
        for &op in &module.block(block).ops {
            self.fuel = self.fuel.checked_sub(1).ok_or(Stop::OutOfFuel)?;
            match module.op(op).opcode {
                Opcode::Yield => return Ok(Flow::Yield(self.operands(op)?)),
                Opcode::Continue => return Ok(Flow::Continue(self.operands(op)?)),
                Opcode::Break => return Ok(Flow::Break(self.operands(op)?)),
                Opcode::Return => return Ok(Flow::Return),
                Opcode::If => {
                    let condition = self.operands(op)?[0].tile()?.scalar()?;
                    let taken = condition
                        .ok_or_else(|| Stop::Fault("a branch on an undefined value".to_owned()))?;
                    let region = self.region(op, usize::from(taken == 0))?;
                    match self.enter(self.block_of(region)?, &[])? {
                        Flow::Yield(values) => self.define(op, values)?,
                        leaves => return Ok(leaves),
                    }
                }
                Opcode::For | Opcode::Loop => {
                    if let Some(flow) = self.run_loop(op)? {
                        return Ok(flow);
                    }
                }
                _ => {
                    let values = self.effect(op)?;
                    self.define(op, values)?;
                }
            }
        }
        Err(Stop::unsupported("a block has no terminator"))
    }

    /// Runs a loop; where control goes if not behind it.
    fn run_loop(&mut self, op: OpId) -> Result<Option<Flow>, Stop> {
        let body = self.block_of(self.region(op, 0)?)?;
        let mut carried = self.operands(op)?;
        let is_for = self.module.op(op).opcode == Opcode::For;
        let mut counter = None;
        if is_for {
            let is_unsigned =
                self.module.op(op).attributes.iter().any(|(name, _)| name == "unsigned_cmp");
            let bounds: Vec<Tile> =
                carried.drain(..3).map(|value| value.tile().cloned()).collect::<Result<_, _>>()?;
            let element = bounds[0].element;
            let mut numbers = [0i128; 3];
            for (number, bound) in numbers.iter_mut().zip(&bounds) {
                let bits = bound
                    .scalar()?
                    .ok_or_else(|| Stop::Fault("an undefined bound of a loop".to_owned()))?;
                *number = match is_unsigned {
                    true => bits.into(),
                    false => signed(bits, element.width()).into(),
                };
            }
            if numbers[2] <= 0 {
                return Err(Stop::Fault(format!("a loop in steps of {}", numbers[2])));
            }
            counter = Some((numbers, element));
        }
        loop {
            let mut values = carried.clone();
            if let Some((numbers, element)) = &mut counter {
                if numbers[0] >= numbers[1] {
                    break;
                }
                let bits = numbers[0] as u64 & mask(element.width());
                values.insert(0, Value::Tile(Tile::splat(&[], *element, Some(bits))));
                numbers[0] += numbers[2];
            }
            self.fuel = self.fuel.checked_sub(1).ok_or(Stop::OutOfFuel)?;
            match self.enter(body, &values)? {
                Flow::Continue(values) => carried = values,
                Flow::Break(values) if !is_for => {
                    carried = values;
                    break;
                }
                Flow::Return => return Ok(Some(Flow::Return)),
                _ => return Err(Stop::unsupported("a loop ends otherwise")),
            }
        }
        self.define(op, carried)?;
        Ok(None)
    }

    fn texts(&mut self, op: OpId) -> Vec<(String, String)> {
        let module = self.module;
        let texts = self.attributes.entry(op);
        texts.or_insert_with(|| attributes::of(module.op(op), None)).clone()
    }

    /// The results of an operation that is no control flow.
    fn effect(&mut self, op: OpId) -> Result<Vec<Value>, Stop> {
        let operation = self.module.op(op);
        let operands = self.operands(op)?;
        self.spend(op, &operands)?;
        let texts = self.texts(op);
        let row =
            Op { opcode: operation.opcode, attributes: &texts, types: &operation.result_types };
        match operation.opcode {
            Opcode::Constant => self.constant(op),
            Opcode::Assume => {
                let predicate = operation.attributes.iter().find(|(name, _)| name == "predicate");
                if let (Value::Tile(tile), Some((_, predicate))) = (&operands[0], predicate)
                    && let Some(what) = assume::violation(tile, predicate)
                {
                    self.violations.push(what);
                }
                Ok(operands)
            }
            Opcode::Assert => {
                let tile = operands[0].tile()?;
                if tile.bits.iter().any(Option::is_none) {
                    return Err(Stop::Fault("an assertion of an undefined value".to_owned()));
                }
                match tile.bits.contains(&Some(0)) {
                    true => Err(Stop::Asserted(row.text("message").unwrap_or("").to_owned())),
                    false => Ok(Vec::new()),
                }
            }
            Opcode::GetTileBlockId => Ok(self.block.map(index).to_vec()),
            Opcode::GetNumTileBlocks => Ok(self.grid.map(index).to_vec()),
            Opcode::Reduce | Opcode::Scan => self.reduce(op, &row, &operands),
            Opcode::MakeTensorView => self.tensor_view(op, &operands),
            Opcode::MakePartitionView | Opcode::MakeStridedView | Opcode::MakeGatherScatterView => {
                cut(&operation.result_types[0], &operands[0])
            }
            Opcode::GetIndexSpaceShape => {
                integers(memory::index_space(operands[0].view()?)?, &operation.result_types)
            }
            Opcode::GetTensorShape => {
                integers(operands[0].view()?.shape.clone(), &operation.result_types)
            }
            Opcode::GetGlobal => {
                let name = operation.attributes.iter().find_map(|(key, value)| match value {
                    Attribute::String(text) if key == "name" => Some(text),
                    _ => None,
                });
                let address = name.and_then(|name| self.globals.get(name)).copied();
                let (shape, element) = row.result()?;
                Ok(vec![Value::Tile(Tile::splat(&shape, element, address))])
            }
            Opcode::Print => {
                let shown: Vec<String> = operands
                    .iter()
                    .filter_map(|value| match value {
                        Value::Tile(tile) => Some(format!("{:x?}", tile.bits)),
                        _ => None,
                    })
                    .collect();
                self.printed.push(format!("{} {}", row.text("str").unwrap_or(""), shown.join(" ")));
                Ok(vec![Value::Token; operation.result_types.len()])
            }
            Opcode::MemoryFenceAliasTko | Opcode::GdcLaunchDependentsTko | Opcode::GdcWaitTko => {
                Ok(vec![Value::Token; operation.result_types.len()])
            }
            Opcode::LoadPtrTko | Opcode::StorePtrTko | Opcode::AtomicRMW | Opcode::AtomicCAS => {
                self.pointers(op, &row, &operands)
            }
            Opcode::LoadViewTko | Opcode::StoreViewTko | Opcode::AtomicRedViewTko => {
                self.views(op, &row, &operands)
            }
            _ => pure::evaluate(&row, &operands),
        }
    }

    /// Takes the fuel of an operation on tiles: one for each 64 elements, or products of a matrix.
    fn spend(&mut self, op: OpId, operands: &[Value]) -> Result<(), Stop> {
        let operation = self.module.op(op);
        let count = |tile: &Tile| tile.bits.len() as u64;
        let mut cost: u64 = operands
            .iter()
            .filter_map(
                |value| if let Value::Tile(tile) = value { Some(count(tile)) } else { None },
            )
            .sum();
        for ty in &operation.result_types {
            if let Ok((shape, _)) = tile_type(ty) {
                cost += shape.iter().product::<usize>() as u64;
            }
        }
        if let (Opcode::MmaF | Opcode::MmaI | Opcode::MmaFScaled, [Value::Tile(lhs), ..]) =
            (operation.opcode, operands)
        {
            cost = cost.saturating_mul(lhs.shape.last().copied().unwrap_or(1) as u64);
        }
        self.fuel = self.fuel.checked_sub(cost / 64).ok_or(Stop::OutOfFuel)?;
        Ok(())
    }

    fn constant(&self, op: OpId) -> Result<Vec<Value>, Stop> {
        let operation = self.module.op(op);
        let (shape, element) = tile_type(&operation.result_types[0])?;
        let dense = operation.attributes.iter().find_map(|(name, value)| match value {
            Attribute::DenseElements(dense) if name == "value" => Some(dense),
            _ => None,
        });
        let (Some(dense), Element::Scalar(scalar)) = (dense, element) else {
            return Err(Stop::unsupported("a constant of no numbers"));
        };
        let bits = memory::constant(&dense.data, &shape, scalar)?;
        Ok(vec![Value::Tile(Tile { shape, element, bits })])
    }

    fn reduce(&mut self, op: OpId, row: &Op<'_>, operands: &[Value]) -> Result<Vec<Value>, Stop> {
        let body = self.block_of(self.region(op, 0)?)?;
        let tiles = operands.iter().map(Value::tile).collect::<Result<Vec<_>, _>>()?;
        let wrong = || Stop::unsupported(format!("`{}` of these shapes", row.opcode.name()));
        let axis = row.number("dim").and_then(|axis| usize::try_from(axis).ok());
        let shape = tiles.first().map(|tile| tile.shape.clone()).ok_or_else(wrong)?;
        let axis = axis.filter(|axis| *axis < shape.len()).ok_or_else(wrong)?;
        if tiles.iter().any(|tile| tile.shape != shape) {
            return Err(wrong());
        }
        let identities = self.identities(op, &tiles)?;
        let outer = memory::without(&shape, axis);
        let is_scan = row.opcode == Opcode::Scan;
        let is_reverse = row.flag("reverse");
        let mut results: Vec<Tile> = tiles
            .iter()
            .map(|tile| {
                let shape = if is_scan { &shape } else { &outer };
                Tile::splat(shape, tile.element, None)
            })
            .collect();
        for (number, at) in coordinates(&outer).enumerate() {
            let mut state = identities.clone();
            for step in 0..shape[axis] {
                let step = if is_reverse { shape[axis] - 1 - step } else { step };
                let place = memory::with(&shape, &at, axis, step);
                // For each operand the element, then what came before it.
                let mut arguments = Vec::with_capacity(2 * tiles.len());
                for (tile, state) in tiles.iter().zip(&state) {
                    for bits in [tile.bits[place], *state] {
                        arguments.push(Value::Tile(Tile::splat(&[], tile.element, bits)));
                    }
                }
                let Flow::Yield(yielded) = self.enter(body, &arguments)? else {
                    return Err(Stop::unsupported("a reduction leaves its body"));
                };
                for (state, value) in state.iter_mut().zip(&yielded) {
                    *state = value.tile()?.scalar()?;
                }
                if is_scan {
                    for (result, state) in results.iter_mut().zip(&state) {
                        result.bits[place] = *state;
                    }
                }
            }
            if !is_scan {
                for (result, state) in results.iter_mut().zip(&state) {
                    result.bits[number] = *state;
                }
            }
        }
        Ok(results.into_iter().map(Value::Tile).collect())
    }

    fn identities(&self, op: OpId, tiles: &[&Tile]) -> Result<Vec<Option<u64>>, Stop> {
        let list = self.module.op(op).attributes.iter().find_map(|(name, value)| match value {
            Attribute::Array(items) if name == "identities" => Some(items),
            _ => None,
        });
        let list = list.filter(|list| list.len() == tiles.len());
        let list = list.ok_or_else(|| Stop::unsupported("a reduction without identities"))?;
        list.iter()
            .zip(tiles)
            .map(|(item, tile)| {
                let scalar = tile.numbers()?;
                match item {
                    Attribute::Integer(number, _) => {
                        Ok(Some(*number as u64 & mask(tile.element.width())))
                    }
                    Attribute::Bool(flag) => Ok(Some(u64::from(*flag))),
                    Attribute::Float(number, _) => {
                        Ok(Some(float::encode(scalar, (*number).into(), float::Rounding::Nearest)))
                    }
                    _ => Err(Stop::unsupported("an identity that is no number")),
                }
            })
            .collect()
    }

    fn tensor_view(&self, op: OpId, operands: &[Value]) -> Result<Vec<Value>, Stop> {
        let operation = self.module.op(op);
        let Type::TensorView(ty) = operation.result_types[0].without_pointer_attribute() else {
            return Err(Stop::unsupported("a tensor view of another type"));
        };
        let mut dynamic = operands[1..].iter();
        let mut sizes = |list: &[i64]| -> Result<Vec<Option<i64>>, Stop> {
            let mut sizes = Vec::with_capacity(list.len());
            for &size in list {
                sizes.push(if size == cutile_ir::ir::DYNAMIC {
                    let value = dynamic.next();
                    let tile =
                        value.ok_or_else(|| Stop::unsupported("a size is missing"))?.tile()?;
                    tile.scalar()?.map(|bits| signed(bits, tile.element.width()))
                } else {
                    Some(size)
                });
            }
            Ok(sizes)
        };
        let (shape, strides) = (sizes(&ty.shape)?, sizes(&ty.strides)?);
        Ok(vec![Value::View(Box::new(View {
            base: operands[0].tile()?.scalar()?,
            element: ty.element_type,
            shape,
            strides,
            access: Access::Whole,
            padding: None,
        }))])
    }

    /// The operands of each group, by the sizes that the operation carries.
    fn grouped<'v>(&self, op: OpId, operands: &'v [Value]) -> Vec<&'v [Value]> {
        let mut rest = operands;
        let mut list = Vec::new();
        for size in groups(self.module.op(op)) {
            let (group, others) = rest.split_at((size.max(0) as usize).min(rest.len()));
            list.push(group);
            rest = others;
        }
        list
    }

    fn pointers(&mut self, op: OpId, row: &Op<'_>, operands: &[Value]) -> Result<Vec<Value>, Stop> {
        let groups = self.grouped(op, operands);
        let tile = |group: usize| match groups.get(group).copied().unwrap_or(&[]) {
            [Value::Tile(tile)] => Some(tile),
            _ => None,
        };
        let lacks = || Stop::unsupported(format!("`{}` without an operand", row.opcode.name()));
        let addresses = tile(0).ok_or_else(lacks)?;
        let Element::Pointer(scalar) = addresses.element else { return Err(lacks()) };
        let (is_load, is_cas) = (row.opcode == Opcode::LoadPtrTko, row.opcode == Opcode::AtomicCAS);
        let mask = tile(if is_load {
            1
        } else if is_cas {
            3
        } else {
            2
        });
        let mut old = Tile::splat(&addresses.shape, Element::Scalar(scalar), None);
        for at in 0..addresses.bits.len() {
            if !memory::is_let_through(mask, at)? {
                if is_load {
                    old.bits[at] = tile(2).and_then(|padding| {
                        padding.bits.get(at).or(padding.bits.first()).copied().flatten()
                    });
                }
                continue;
            }
            let address = addresses.bits[at]
                .ok_or_else(|| Stop::Fault("an access at an undefined address".to_owned()))?;
            let operand = |group: usize| -> Result<Option<u64>, Stop> {
                let bits = tile(group).ok_or_else(lacks)?.bits.get(at).copied();
                bits.ok_or_else(lacks)
            };
            if row.opcode == Opcode::StorePtrTko {
                self.memory.write(address, scalar, operand(1)?)?;
                continue;
            }
            let found = self.memory.read(address, scalar)?;
            old.bits[at] = found;
            let new = match row.opcode {
                Opcode::AtomicRMW => {
                    let mode = row.number("mode").ok_or_else(lacks)?;
                    let pair = found.zip(operand(1)?);
                    pair.map(|(old, new)| memory::combine(mode, scalar, old, new)).transpose()?
                }
                Opcode::AtomicCAS => match (found, operand(1)?) {
                    (Some(found), Some(wanted)) if found == wanted => operand(2)?,
                    (Some(_), Some(_)) => continue,
                    _ => None,
                },
                _ => continue,
            };
            self.memory.write(address, scalar, new)?;
        }
        Ok(match row.opcode {
            Opcode::StorePtrTko => vec![Value::Token],
            _ => vec![Value::Tile(old), Value::Token],
        })
    }

    fn views(&mut self, op: OpId, row: &Op<'_>, operands: &[Value]) -> Result<Vec<Value>, Stop> {
        if row.text("valid_check").is_some() {
            return Err(Stop::unsupported("`valid_check`"));
        }
        let groups = self.grouped(op, operands);
        let lacks = || Stop::unsupported(format!("`{}` without an operand", row.opcode.name()));
        let (view, indices, tile) = match (row.opcode, groups.as_slice()) {
            (Opcode::LoadViewTko, [[view], indices, ..]) => (view, indices, None),
            (Opcode::StoreViewTko, [[tile], [view], indices, ..]) => (view, indices, Some(tile)),
            (Opcode::AtomicRedViewTko, [[view], indices, [tile], ..]) => {
                (view, indices, Some(tile))
            }
            _ => return Err(lacks()),
        };
        let view = view.view()?;
        let indices = indices.iter().map(Value::tile).collect::<Result<Vec<_>, _>>()?;
        let (shape, places) = memory::places(view, &indices)?;
        let is_promised = row.text("inbounds").is_some_and(|text| text.contains("true"));
        if is_promised && places.contains(&None) {
            return Err(Stop::Fault(
                "an access beyond a view that is said to be inside".to_owned(),
            ));
        }
        let scalar = view.element;
        let Some(tile) = tile else {
            let mut loaded = Tile::splat(&shape, Element::Scalar(scalar), None);
            for (bits, place) in loaded.bits.iter_mut().zip(&places) {
                *bits = match place {
                    Some(address) => self.memory.read(*address, scalar)?,
                    None => memory::padding(view),
                };
            }
            return Ok(vec![Value::Tile(loaded), Value::Token]);
        };
        let tile = tile.tile()?;
        if tile.bits.len() != places.len() {
            return Err(lacks());
        }
        for (bits, place) in tile.bits.iter().zip(&places) {
            let Some(address) = *place else { continue };
            let mut new = *bits;
            if row.opcode == Opcode::AtomicRedViewTko {
                let mode = row.number("mode").ok_or_else(lacks)?;
                let pair = self.memory.read(address, scalar)?.zip(new);
                new = pair.map(|(old, new)| memory::combine(mode, scalar, old, new)).transpose()?;
            }
            self.memory.write(address, scalar, new)?;
        }
        Ok(vec![Value::Token])
    }
}

fn index(number: u32) -> Value {
    Value::Tile(Tile::splat(&[], Element::Scalar(ScalarType::I32), Some(number.into())))
}

fn integers(numbers: Vec<Option<i64>>, types: &[Type]) -> Result<Vec<Value>, Stop> {
    if numbers.len() != types.len() {
        return Err(Stop::unsupported("a shape of another rank"));
    }
    numbers
        .into_iter()
        .zip(types)
        .map(|(number, ty)| {
            let (shape, element) = tile_type(ty)?;
            let bits = number.map(|number| number as u64 & mask(element.width()));
            Ok(Value::Tile(Tile::splat(&shape, element, bits)))
        })
        .collect()
}

/// A view of a tensor, cut as its type says.
fn cut(ty: &Type, tensor: &Value) -> Result<Vec<Value>, Stop> {
    let wide = |list: &[i32]| list.iter().map(|number| i64::from(*number)).collect::<Vec<_>>();
    // No map means that each axis runs along its own.
    let axes = |map: &[i32], rank: usize| match map {
        [] => (0..rank).collect::<Vec<usize>>(),
        map => map.iter().map(|axis| *axis as usize).collect(),
    };
    let (access, padding) = match ty.without_pointer_attribute() {
        Type::PartitionView(view) => {
            let tile = wide(&view.tile_shape);
            let access = Access::Steps {
                steps: tile.clone(),
                tile,
                axes: axes(&view.dim_map, view.tile_shape.len()),
            };
            (access, view.padding_value)
        }
        Type::StridedView(view) => {
            let access = Access::Steps {
                tile: wide(&view.tile_shape),
                steps: wide(&view.traversal_strides),
                axes: axes(&view.dim_map, view.tile_shape.len()),
            };
            (access, view.padding_value)
        }
        Type::GatherScatterView(view) => {
            let axis = usize::try_from(view.sparse_dim)
                .map_err(|_| Stop::unsupported("a view sparse along no axis"))?;
            (Access::Sparse { tile: wide(&view.tile_shape), axis }, view.padding_value)
        }
        other => {
            let name = print::attribute(&Attribute::Type(other.clone()));
            return Err(Stop::unsupported(format!("a view of type {name}")));
        }
    };
    let tensor = tensor.view()?.clone();
    Ok(vec![Value::View(Box::new(View { access, padding, ..tensor }))])
}
