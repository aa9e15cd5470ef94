//! Loads, stores, atomics, assumptions, assertions.

use cutile_ir::builder::OpBuilder;
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    Attribute, Bounded, DYNAMIC, DivBy, GatherScatterViewType, Location, PaddingValue,
    PartitionViewType, ScalarType, StridedViewType, TensorViewType, Type, Value,
};

use super::builder::{Builder, SHAPES, pointers, tile};

/// Elements of a row of what is seen as a matrix; buffers hold 1024 of them and more.
const ROW: i64 = 16;

impl Builder<'_> {
    /// The pointer to a type of number.
    fn base(&self, scalar: ScalarType) -> Option<Value> {
        self.bases.iter().find(|(base, _)| *base == scalar).map(|(_, value)| *value)
    }

    /// A token to follow, if there is one and it is chosen.
    fn order(&mut self) -> Option<Value> {
        if self.choices.rarely(3) {
            return None;
        }
        match self.token {
            Some(token) => Some(token),
            None => {
                let builder =
                    OpBuilder::new(Opcode::MakeToken, Location::Unknown).result(Type::Token);
                self.token = Some(self.build(builder)[0]);
                self.token
            }
        }
    }

    /// An effect with operand groups, some of them empty; its results.
    fn effect(
        &mut self,
        opcode: Opcode,
        groups: &[&[Value]],
        results: &[Type],
        attributes: &[(&str, i64)],
    ) -> Vec<Value> {
        let sizes = groups.iter().map(|group| Attribute::i32(group.len() as i64)).collect();
        let mut builder = OpBuilder::new(opcode, Location::Unknown)
            .operands(groups.concat())
            .results(results.iter().cloned())
            .attr("operandSegmentSizes", Attribute::Array(sizes));
        for (name, number) in attributes {
            builder = builder.attr(*name, Attribute::i32(*number));
        }
        let results = self.build(builder);
        if let Some(last) = results.last()
            && *self.module.value_type(*last) == Type::Token
        {
            self.token = Some(*last);
        }
        results
    }

    /// Pointers to the elements of a tile, one after another from a place on.
    fn addresses(&mut self, base: Value, scalar: ScalarType, shape: &[i64]) -> Value {
        let start = 64 * self.choices.below(8) as i64;
        let count: i64 = shape.iter().product();
        let start = self.integer(start);
        if shape.is_empty() {
            return self.op(Opcode::Offset, &[base, start], pointers(scalar, &[]), &[]);
        }
        let numbers = self.op(Opcode::Iota, &[], tile(ScalarType::I32, &[count]), &[]);
        let starts = self.spread(start, &[count]);
        let places = tile(ScalarType::I32, &[count]);
        let places = self.op(Opcode::AddI, &[numbers, starts], places, &[("overflow", 0)]);
        let places = match shape.len() {
            1 => places,
            _ => self.op(Opcode::Reshape, &[places], tile(ScalarType::I32, shape), &[]),
        };
        let all = self.spread(base, shape);
        self.op(Opcode::Offset, &[all, places], pointers(scalar, shape), &[])
    }

    /// A view of a buffer in tiles of a shape, and indices into it.
    fn view(&mut self, base: Value, scalar: ScalarType, shape: &[i64]) -> (Value, Vec<Value>) {
        let rank = shape.len();
        // All sizes but the first are those of a row; the first may be known at run time only.
        let mut sizes = vec![ROW; rank];
        let mut strides = vec![1; rank];
        for axis in (0..rank - 1).rev() {
            strides[axis] = strides[axis + 1] * ROW;
        }
        sizes[0] = [64, 32, 4][rank - 1];
        let mut dynamic = Vec::new();
        if self.choices.rarely(3) {
            sizes[0] = DYNAMIC;
            let size = self.integer([40, 24, 3][rank - 1]);
            dynamic.push(size);
        }
        let tensor_view = TensorViewType { element_type: scalar, shape: sizes, strides };
        let tensor = self.effect(
            Opcode::MakeTensorView,
            &[&[base], &dynamic, &[]],
            &[Type::TensorView(tensor_view.clone())],
            &[],
        )[0];
        let padding_value = match scalar.is_integer() {
            true => self.choices.of(&[Some(PaddingValue::Zero), None]),
            false => self.choices.of(&[
                Some(PaddingValue::Zero),
                Some(PaddingValue::NegInf),
                Some(PaddingValue::Nan),
                None,
            ]),
        };
        let view = PartitionViewType {
            tile_shape: shape.iter().map(|size| *size as i32).collect(),
            tensor_view,
            dim_map: (0..rank as i32).collect(),
            padding_value,
        };
        let view = OpBuilder::new(Opcode::MakePartitionView, Location::Unknown)
            .operand(tensor)
            .result(Type::PartitionView(view));
        let view = self.build(view)[0];
        let scalars = |scalar, shape: &[i64]| scalar == ScalarType::I32 && shape.is_empty();
        let indices = (0..rank)
            .map(|_| match self.choices.rarely(4).then(|| self.find(scalars)).flatten() {
                Some(number) => {
                    let three = self.integer(3);
                    self.op(Opcode::AndI, &[number, three], tile(ScalarType::I32, &[]), &[])
                }
                None => {
                    let index = self.choices.below(3) as i64;
                    self.integer(index)
                }
            })
            .collect();
        (view, indices)
    }

    /// Puts a tile into memory.
    pub(super) fn store(&mut self, value: Value) {
        let (scalar, _) = self.parts(value);
        let value = if self.base(scalar).is_some() { value } else { self.as_i32(value) };
        let (scalar, shape) = self.parts(value);
        let Some(base) = self.base(scalar) else { return };
        if !shape.is_empty() && self.choices.below(2) == 1 {
            let (view, indices) = self.view(base, scalar, &shape);
            let order = self.order();
            self.effect(
                Opcode::StoreViewTko,
                &[&[value], &[view], &indices, order.as_slice()],
                &[Type::Token],
                &[("memory_ordering_semantics", 0)],
            );
            return;
        }
        let places = self.addresses(base, scalar, &shape);
        let mask = self.choices.rarely(4).then(|| self.condition(&shape));
        let order = self.order();
        self.effect(
            Opcode::StorePtrTko,
            &[&[places], &[value], mask.as_slice(), order.as_slice()],
            &[Type::Token],
            &[("memory_ordering_semantics", 0)],
        );
    }

    pub(super) fn load(&mut self) {
        let (scalar, mut shape) = self.some_type();
        let Some(base) = self.base(scalar) else { return };
        if shape.is_empty() {
            shape = self.choices.of(&SHAPES[1..4]).to_vec();
        }
        let loaded = tile(scalar, &shape);
        let results = if self.choices.below(2) == 1 {
            let (view, indices) = self.view(base, scalar, &shape);
            let order = self.order();
            self.effect(
                Opcode::LoadViewTko,
                &[&[view], &indices, order.as_slice()],
                &[loaded, Type::Token],
                &[("memory_ordering_semantics", 0)],
            )
        } else {
            let places = self.addresses(base, scalar, &shape);
            let mask = self.choices.rarely(3).then(|| self.condition(&shape));
            let padding = mask.filter(|_| !self.choices.rarely(4));
            let padding = padding.map(|_| self.constant(scalar, &shape));
            let order = self.order();
            self.effect(
                Opcode::LoadPtrTko,
                &[&[places], mask.as_slice(), padding.as_slice(), order.as_slice()],
                &[loaded, Type::Token],
                &[("memory_ordering_semantics", 0)],
            )
        };
        self.pool.push(results[0]);
    }

    pub(super) fn atomic(&mut self) {
        let known = |scalar| matches!(scalar, ScalarType::I32 | ScalarType::I64 | ScalarType::F32);
        let Some(scalar) = self.some_scalar(known) else { return };
        let Some(base) = self.base(scalar) else { return };
        let shape = self.choices.of(&[&[4][..], &[8], &[2, 4], &[1]]).to_vec();
        let places = self.addresses(base, scalar, &shape);
        let value = self.want(scalar, &shape);
        let results = [tile(scalar, &shape), Type::Token];
        let (semantics, scope) = (self.choices.of(&[1, 4, 2, 3]), self.choices.of(&[1, 2, 0]));
        let mask = self.choices.rarely(4).then(|| self.condition(&shape));
        let order = self.order();
        let mut attributes =
            vec![("memory_ordering_semantics", semantics), ("memory_scope", scope)];
        let results = if scalar.is_integer() && self.choices.rarely(4) {
            let wanted = self.want(scalar, &shape);
            self.effect(
                Opcode::AtomicCAS,
                &[&[places], &[wanted], &[value], mask.as_slice(), order.as_slice()],
                &results,
                &attributes,
            )
        } else {
            let mode = match scalar.is_integer() {
                true => self.choices.of(&[3, 5, 6, 0, 1, 2, 7, 8, 9]),
                false => self.choices.of(&[4, 9]),
            };
            attributes.push(("mode", mode));
            self.effect(
                Opcode::AtomicRMW,
                &[&[places], &[value], mask.as_slice(), order.as_slice()],
                &results,
                &attributes,
            )
        };
        self.pool.push(results[0]);
    }

    /// What is used now and then: tokens that join, sizes of views, views of other kinds, powers,
    /// parts put back, pointers as numbers.
    pub(super) fn rare(&mut self) {
        let i32s = |shape: &[i64]| tile(ScalarType::I32, shape);
        match self.choices.below(7) {
            0 => {
                let Some(first) = self.order() else { return };
                let made = OpBuilder::new(Opcode::MakeToken, Location::Unknown).result(Type::Token);
                let second = self.build(made)[0];
                let joined = OpBuilder::new(Opcode::JoinTokens, Location::Unknown)
                    .operands([first, second])
                    .result(Type::Token);
                self.token = Some(self.build(joined)[0]);
            }
            1 => {
                let Some(base) = self.base(ScalarType::F32) else { return };
                let shape = self.choices.of(&[&[8][..], &[4, 8]]).to_vec();
                let (view, _) = self.view(base, ScalarType::F32, &shape);
                let sizes = OpBuilder::new(Opcode::GetIndexSpaceShape, Location::Unknown)
                    .operand(view)
                    .results(shape.iter().map(|_| i32s(&[])));
                let sizes = self.build(sizes);
                self.pool.extend(sizes);
            }
            2 => self.other_view(),
            3 => {
                let found = self.find(|scalar, shape| {
                    scalar != ScalarType::I1 && shape.first().is_some_and(|size| *size > 1)
                });
                let Some(whole) = found else { return };
                let (scalar, shape) = self.parts(whole);
                let mut part = shape.clone();
                part[0] /= 2;
                let part = self.want(scalar, &part);
                let half = self.choices.below(2) as i64;
                let mut operands = vec![part, whole, self.integer(half)];
                for _ in 1..shape.len() {
                    operands.push(self.integer(0));
                }
                self.push(Opcode::Insert, &operands, tile(scalar, &shape), &[]);
            }
            4 => {
                let Some(base) = self.base(ScalarType::I32) else { return };
                let number = self.op(Opcode::PtrToInt, &[base], tile(ScalarType::I64, &[]), &[]);
                let again = pointers(ScalarType::I32, &[]);
                let again = self.op(Opcode::IntToPtr, &[number], again, &[]);
                let value = self.want(ScalarType::I32, &[]);
                let order = self.order();
                self.effect(
                    Opcode::StorePtrTko,
                    &[&[again], &[value], &[], order.as_slice()],
                    &[Type::Token],
                    &[("memory_ordering_semantics", 0)],
                );
            }
            5 => {
                let Some(value) = self.find(|scalar, _| scalar == ScalarType::F32) else { return };
                let (scalar, shape) = self.parts(value);
                let exponent = self.want(ScalarType::I32, &shape);
                self.push(Opcode::FPowI, &[value, exponent], tile(scalar, &shape), &[]);
            }
            _ => {
                let Some(base) = self.base(ScalarType::I32) else { return };
                let shape = self.choices.of(&[&[8][..], &[4, 8]]).to_vec();
                let value = self.want(ScalarType::I32, &shape);
                let (view, indices) = self.unpadded(base, &shape);
                let order = self.order();
                let mode = self.choices.of(&[3, 5, 6, 0, 1, 2]);
                self.effect(
                    Opcode::AtomicRedViewTko,
                    &[&[view], &indices, &[value], order.as_slice()],
                    &[Type::Token],
                    &[("memory_ordering_semantics", 1), ("memory_scope", 1), ("mode", mode)],
                );
            }
        }
    }

    /// A tensor of two axes, or of one.
    fn tensor(&mut self, base: Value, scalar: ScalarType, rank: usize) -> (Value, TensorViewType) {
        let (shape, strides) = match rank {
            1 => (vec![64], vec![1]),
            _ => (vec![32, ROW], vec![ROW, 1]),
        };
        let view = TensorViewType { element_type: scalar, shape, strides };
        let types = [Type::TensorView(view.clone())];
        let tensor = self.effect(Opcode::MakeTensorView, &[&[base], &[], &[]], &types, &[])[0];
        (tensor, view)
    }

    fn unpadded(&mut self, base: Value, shape: &[i64]) -> (Value, Vec<Value>) {
        let (tensor, tensor_view) = self.tensor(base, ScalarType::I32, shape.len());
        let view = PartitionViewType {
            tile_shape: shape.iter().map(|size| *size as i32).collect(),
            tensor_view,
            dim_map: (0..shape.len() as i32).collect(),
            padding_value: None,
        };
        let view = OpBuilder::new(Opcode::MakePartitionView, Location::Unknown)
            .operand(tensor)
            .result(Type::PartitionView(view));
        let view = self.build(view)[0];
        let indices = shape.iter().map(|_| self.integer(1)).collect();
        (view, indices)
    }

    /// Loads through a view whose tiles overlap, or whose rows stand anywhere.
    fn other_view(&mut self) {
        let Some(base) = self.base(ScalarType::F32) else { return };
        let (tensor, tensor_view) = self.tensor(base, ScalarType::F32, 2);
        let padding_value = Some(PaddingValue::Zero);
        let (opcode, ty, first) = if self.choices.below(2) == 0 {
            let ty = StridedViewType {
                tile_shape: vec![4, 8],
                traversal_strides: vec![2, 8],
                tensor_view,
                dim_map: vec![0, 1],
                padding_value,
            };
            (Opcode::MakeStridedView, Type::StridedView(ty), self.integer(3))
        } else {
            let ty = GatherScatterViewType {
                tile_shape: vec![4, 8],
                tensor_view,
                sparse_dim: 0,
                padding_value,
            };
            let rows = self.want(ScalarType::I32, &[4]);
            (Opcode::MakeGatherScatterView, Type::GatherScatterView(ty), rows)
        };
        let view = OpBuilder::new(opcode, Location::Unknown).operand(tensor).result(ty);
        let view = self.build(view)[0];
        let second = self.integer(0);
        let order = self.order();
        let loaded = self.effect(
            Opcode::LoadViewTko,
            &[&[view], &[first, second], order.as_slice()],
            &[tile(ScalarType::F32, &[4, 8]), Type::Token],
            &[("memory_ordering_semantics", 0)],
        );
        self.pool.push(loaded[0]);
    }

    /// Something that is said of a value, or seen outside.
    pub(super) fn note(&mut self) {
        match self.choices.below(6) {
            0..=3 => {
                let scalars = |scalar, shape: &[i64]| scalar == ScalarType::I32 && shape.is_empty();
                let Some(number) = self.find(scalars) else { return };
                let predicate = match self.choices.below(3) {
                    0 => Attribute::DivBy(DivBy {
                        divisor: self.choices.of(&[1, 2, 4, 16]),
                        every: None,
                        along: None,
                    }),
                    1 => Attribute::Bounded(Bounded { lb: Some(0), ub: None }),
                    _ => Attribute::Bounded(Bounded { lb: Some(-4), ub: Some(64) }),
                };
                let builder = OpBuilder::new(Opcode::Assume, Location::Unknown)
                    .operand(number)
                    .attr("predicate", predicate)
                    .result(tile(ScalarType::I32, &[]));
                let assumed = self.build(builder)[0];
                self.pool.push(assumed);
            }
            4 if self.choices.rarely(4) => {
                let condition = self.condition(&[]);
                self.build(
                    OpBuilder::new(Opcode::Assert, Location::Unknown)
                        .operand(condition)
                        .attr("message", Attribute::String("not so".to_owned())),
                );
            }
            _ => {
                let count = self.choices.below(3);
                let ids = self.build(
                    OpBuilder::new(Opcode::GetNumTileBlocks, Location::Unknown)
                        .results([0; 3].map(|_| tile(ScalarType::I32, &[]))),
                );
                self.pool.push(ids[count]);
            }
        }
    }
}
