//! Loads, stores, atomics and views.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Operation, PaddingValue, ScalarType, Type, Value as Name};

use super::shape::places;
use super::value::{Element, Tensor, Tile, Traversal, Value, View, layout, tile_type};
use super::{Machine, Stop, attribute, number, numbers, result_type, unsupported};

/// Operands of an operation whose groups have sizes of their own.
fn groups(op: &Operation) -> Vec<&[Name]> {
    let row = crate::tileir::ops::by_opcode(op.opcode);
    let sizes: Option<Vec<usize>> = match attribute(op, "operandSegmentSizes") {
        Some(Attribute::Array(sizes)) => sizes
            .iter()
            .map(|size| match size {
                Attribute::Integer(size, _) => Some(*size as usize),
                _ => None,
            })
            .collect(),
        _ => None,
    };
    let sizes = sizes.unwrap_or_else(|| vec![1; row.operands.len()]);
    let mut rest = op.operands.as_slice();
    let mut groups = Vec::new();
    for size in sizes {
        let (group, more) = rest.split_at(size.min(rest.len()));
        groups.push(group);
        rest = more;
    }
    groups.resize(row.operands.len(), &[]);
    groups
}

impl Machine<'_> {
    /// Runs an operation on memory, views or tokens; `None` for all others.
    pub(super) fn memory_op(&mut self, op: &Operation) -> Result<Option<Vec<Value>>, Stop> {
        let results = match op.opcode {
            Opcode::MakeToken | Opcode::JoinTokens | Opcode::MemoryFenceAliasTko => {
                vec![Value::Token]
            }
            Opcode::GdcWaitTko | Opcode::GdcLaunchDependentsTko => vec![Value::Token],
            Opcode::Assume if !matches!(self.value(op.operands[0])?, Value::Tile(_)) => {
                vec![self.assumed(op)?]
            }
            Opcode::MakeTensorView => vec![self.tensor(op)?],
            Opcode::MakePartitionView | Opcode::MakeStridedView | Opcode::MakeGatherScatterView => {
                vec![self.view(op)?]
            }
            Opcode::GetTensorShape | Opcode::GetIndexSpaceShape => self.sizes(op)?,
            Opcode::LoadPtrTko => self.load_pointers(op)?,
            Opcode::StorePtrTko => self.store_pointers(op)?,
            Opcode::LoadViewTko => self.load_view(op)?,
            Opcode::StoreViewTko => self.store_view(op)?,
            Opcode::AtomicRMW | Opcode::AtomicCAS => self.atomic(op)?,
            Opcode::AtomicRedViewTko => self.atomic_view(op)?,
            _ => return Ok(None),
        };
        Ok(Some(results))
    }

    fn indices(&self, names: &[Name]) -> Result<Vec<i64>, Stop> {
        names.iter().map(|&name| self.tile(name)?.index()).collect()
    }

    fn tensor(&self, op: &Operation) -> Result<Value, Stop> {
        let groups = groups(op);
        let base = self.tile(groups[0][0])?.bits[0];
        let (sizes, strides) = (self.indices(groups[1])?, self.indices(groups[2])?);
        match result_type(op, 0)?.without_pointer_attribute() {
            Type::TensorView(ty) => Ok(Value::Tensor(Tensor::new(ty, base, &sizes, &strides))),
            other => Err(unsupported(format!("a tensor view of type {other:?}"))),
        }
    }

    fn view(&self, op: &Operation) -> Result<Value, Stop> {
        let Value::Tensor(tensor) = self.value(op.operands[0])? else {
            return Err(unsupported("a view of something else than a tensor"));
        };
        let sizes = |tile: &[i32]| tile.iter().map(|&size| size as usize).collect::<Vec<_>>();
        let axes = |map: &[i32], rank: usize| {
            if map.is_empty() { (0..rank).collect() } else { sizes(map) }
        };
        let (tile, traversal, padding) = match result_type(op, 0)?.without_pointer_attribute() {
            Type::PartitionView(ty) => {
                let steps = ty.tile_shape.iter().map(|&size| i64::from(size)).collect();
                let dim_map = axes(&ty.dim_map, ty.tile_shape.len());
                (sizes(&ty.tile_shape), Traversal::Steps { steps, dim_map }, ty.padding_value)
            }
            Type::StridedView(ty) => {
                let steps = ty.traversal_strides.iter().map(|&step| i64::from(step)).collect();
                let dim_map = axes(&ty.dim_map, ty.tile_shape.len());
                (sizes(&ty.tile_shape), Traversal::Steps { steps, dim_map }, ty.padding_value)
            }
            Type::GatherScatterView(ty) => {
                (sizes(&ty.tile_shape), Traversal::Sparse(ty.sparse_dim as usize), ty.padding_value)
            }
            other => return Err(unsupported(format!("a view of type {other:?}"))),
        };
        Ok(Value::View(View { tensor, tile, traversal, padding }))
    }

    fn sizes(&self, op: &Operation) -> Result<Vec<Value>, Stop> {
        let counts: Vec<i64> = match self.value(op.operands[0])? {
            Value::Tensor(tensor) => tensor.shape,
            Value::View(View {
                tensor,
                tile,
                traversal: Traversal::Steps { steps, dim_map },
                ..
            }) if steps.iter().zip(&tile).all(|(&step, &size)| step == size as i64) => {
                let count = |(&axis, &step): (&usize, &i64)| {
                    (tensor.shape[axis] + step - 1).div_euclid(step)
                };
                dim_map.iter().zip(&steps).map(count).collect()
            }
            _ => return Err(unsupported(format!("{} of this view", op.opcode.name()))),
        };
        let mut results = Vec::new();
        for (index, &count) in counts.iter().enumerate() {
            let (element, _) = layout(tile_type(result_type(op, index)?)?);
            let scalar = element.number()?;
            results
                .push(Value::Tile(Tile::scalar(scalar, numbers::wrap(scalar, i128::from(count)))));
        }
        Ok(results)
    }

    /// Addresses of the elements of a view's tile at an index; `None` outside the tensor.
    fn addresses(&self, name: Name, index: &[Name]) -> Result<(View, Vec<Option<u64>>), Stop> {
        let Value::View(view) = self.value(name)? else {
            return Err(unsupported("an access to something else than a view"));
        };
        let rank = view.tensor.shape.len();
        let mut addresses = Vec::new();
        match &view.traversal {
            Traversal::Steps { steps, dim_map } => {
                let index = self.indices(index)?;
                for place in places(&view.tile) {
                    let mut at = vec![0i64; rank];
                    for (axis, &within) in place.iter().enumerate() {
                        at[dim_map[axis]] = index[axis] * steps[axis] + within as i64;
                    }
                    addresses.push(view.tensor.address(&at));
                }
            }
            Traversal::Sparse(sparse) => {
                let tiles: Vec<Tile> =
                    index.iter().map(|&name| self.tile(name)).collect::<Result<_, _>>()?;
                for place in places(&view.tile) {
                    let mut at = vec![0i64; rank];
                    for (axis, &within) in place.iter().enumerate() {
                        at[axis] = if axis == *sparse {
                            let scalar = tiles[axis].element.number()?;
                            numbers::signed(scalar, tiles[axis].bits[within]) as i64
                        } else {
                            tiles[axis].index()? * view.tile[axis] as i64 + within as i64
                        };
                    }
                    addresses.push(view.tensor.address(&at));
                }
            }
        }
        Ok((view, addresses))
    }

    fn load_view(&self, op: &Operation) -> Result<Vec<Value>, Stop> {
        let groups = groups(op);
        let (view, addresses) = self.addresses(groups[0][0], groups[1])?;
        let scalar = view.tensor.scalar;
        let padding = padding(scalar, view.padding)?;
        let read = |address: &Option<u64>| match address {
            Some(address) => self.memory.load(*address, scalar),
            None => Ok(padding),
        };
        let bits = addresses.iter().map(read).collect::<Result<_, _>>()?;
        let (element, shape) = layout(tile_type(result_type(op, 0)?)?);
        Ok(vec![Value::Tile(Tile { element, shape, bits }), Value::Token])
    }

    fn store_view(&mut self, op: &Operation) -> Result<Vec<Value>, Stop> {
        let groups = groups(op);
        let tile = self.tile(groups[0][0])?;
        let (view, addresses) = self.addresses(groups[1][0], groups[2])?;
        for (address, &bits) in addresses.iter().zip(&tile.bits) {
            if let Some(address) = address {
                self.memory.store(*address, view.tensor.scalar, bits)?;
            }
        }
        Ok(vec![Value::Token])
    }

    fn mask(&self, group: &[Name], count: usize) -> Result<Vec<bool>, Stop> {
        match group {
            [name] => Ok(self.tile(*name)?.bits.iter().map(|&bits| bits & 1 == 1).collect()),
            _ => Ok(vec![true; count]),
        }
    }

    fn load_pointers(&self, op: &Operation) -> Result<Vec<Value>, Stop> {
        let groups = groups(op);
        let pointers = self.tile(groups[0][0])?;
        let scalar = pointee(&pointers)?;
        let mask = self.mask(groups[1], pointers.bits.len())?;
        let padding = groups[2].first().map(|&name| self.tile(name)).transpose()?;
        let mut bits = Vec::new();
        for (index, (&address, wanted)) in pointers.bits.iter().zip(mask).enumerate() {
            bits.push(match (wanted, &padding) {
                (true, _) => self.memory.load(address, scalar)?,
                (false, Some(padding)) => {
                    padding.bits[if padding.bits.len() == 1 { 0 } else { index }]
                }
                (false, None) => 0,
            });
        }
        Ok(vec![Value::Tile(pointers.like(Element::Number(scalar), bits)), Value::Token])
    }

    fn store_pointers(&mut self, op: &Operation) -> Result<Vec<Value>, Stop> {
        let groups = groups(op);
        let (pointers, tile) = (self.tile(groups[0][0])?, self.tile(groups[1][0])?);
        let scalar = pointee(&pointers)?;
        let mask = self.mask(groups[2], pointers.bits.len())?;
        for ((&address, &bits), wanted) in pointers.bits.iter().zip(&tile.bits).zip(mask) {
            if wanted {
                self.memory.store(address, scalar, bits)?;
            }
        }
        Ok(vec![Value::Token])
    }

    fn atomic(&mut self, op: &Operation) -> Result<Vec<Value>, Stop> {
        let groups = groups(op);
        let pointers = self.tile(groups[0][0])?;
        let scalar = pointee(&pointers)?;
        let is_exchange = op.opcode == Opcode::AtomicCAS;
        let argument = self.tile(groups[if is_exchange { 2 } else { 1 }][0])?;
        let expected = if is_exchange { Some(self.tile(groups[1][0])?) } else { None };
        let mask = self.mask(groups[if is_exchange { 3 } else { 2 }], pointers.bits.len())?;
        let mut before = Vec::new();
        for (index, (&address, wanted)) in pointers.bits.iter().zip(mask).enumerate() {
            if !wanted {
                before.push(0);
                continue;
            }
            let old = self.memory.load(address, scalar)?;
            let new = match &expected {
                Some(expected) if expected.bits[index] == old => argument.bits[index],
                Some(_) => old,
                None => combined(op, scalar, old, argument.bits[index])?,
            };
            self.memory.store(address, scalar, new)?;
            before.push(old);
        }
        Ok(vec![Value::Tile(pointers.like(Element::Number(scalar), before)), Value::Token])
    }

    fn atomic_view(&mut self, op: &Operation) -> Result<Vec<Value>, Stop> {
        let groups = groups(op);
        let tile = self.tile(groups[2][0])?;
        let (view, addresses) = self.addresses(groups[0][0], groups[1])?;
        let scalar = view.tensor.scalar;
        for (address, &bits) in addresses.iter().zip(&tile.bits) {
            if let Some(address) = address {
                let old = self.memory.load(*address, scalar)?;
                self.memory.store(*address, scalar, combined(op, scalar, old, bits)?)?;
            }
        }
        Ok(vec![Value::Token])
    }
}

fn pointee(tile: &Tile) -> Result<ScalarType, Stop> {
    match tile.element {
        Element::Pointer(scalar) => Ok(scalar),
        Element::Number(_) => Err(unsupported("an access through numbers")),
    }
}

/// Bits of a view's padding; memory outside a view without padding has no value, here zero.
fn padding(scalar: ScalarType, padding: Option<PaddingValue>) -> Result<u64, Stop> {
    let value = match padding {
        None | Some(PaddingValue::Zero) => return Ok(0),
        Some(PaddingValue::NegZero) => -0.0,
        Some(PaddingValue::Nan) => f64::NAN,
        Some(PaddingValue::PosInf) => f64::INFINITY,
        Some(PaddingValue::NegInf) => f64::NEG_INFINITY,
    };
    numbers::encode(scalar, value).ok_or_else(|| unsupported(format!("padding of {scalar:?}")))
}

/// What an atomic operation leaves in memory.
fn combined(op: &Operation, scalar: ScalarType, old: u64, new: u64) -> Result<u64, Stop> {
    let signed = |bits| numbers::signed(scalar, bits);
    let unsigned = |bits| numbers::unsigned(scalar, bits);
    Ok(match number(op, "mode") {
        Some(0) => old & new,
        Some(1) => old | new,
        Some(2) => old ^ new,
        Some(3) => numbers::wrap(scalar, signed(old) + signed(new)),
        Some(4) => {
            let sum = numbers::decode(scalar, old).zip(numbers::decode(scalar, new));
            let sum = sum.and_then(|(old, new)| numbers::encode(scalar, old + new));
            sum.ok_or_else(|| unsupported(format!("atomic addition of {scalar:?}")))?
        }
        Some(5) => numbers::wrap(scalar, signed(old).max(signed(new))),
        Some(6) => numbers::wrap(scalar, signed(old).min(signed(new))),
        Some(7) => numbers::wrap(scalar, unsigned(old).max(unsigned(new))),
        Some(8) => numbers::wrap(scalar, unsigned(old).min(unsigned(new))),
        Some(9) => new,
        other => return Err(unsupported(format!("atomic mode {other:?}"))),
    })
}
