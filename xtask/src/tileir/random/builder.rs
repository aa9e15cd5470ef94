//! The state of a module that is being generated.

use cutile_ir::builder::{OpBuilder, append_op, build_single_block_region};
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    Attribute, BlockId, DenseElements, FuncType, Location, Module, PointerType, RegionId,
    ScalarType, TileElementType, TileType, Type, Value,
};

use super::Choices;
use crate::tileir::interpret::float::{Rounding, encode};
use crate::tileir::interpret::value::{mask, width};
use crate::tileir::ops;

/// Types of numbers that a module may use besides `i32` and `f32`, which every one has.
const EXTRA: [ScalarType; 8] = [
    ScalarType::F16,
    ScalarType::BF16,
    ScalarType::I64,
    ScalarType::I8,
    ScalarType::F64,
    ScalarType::I16,
    ScalarType::F8E4M3FN,
    ScalarType::F8E5M2,
];

/// Shapes of tiles.
pub const SHAPES: [&[i64]; 12] = [
    &[],
    &[4],
    &[8],
    &[2, 4],
    &[4, 2],
    &[1],
    &[16],
    &[4, 8],
    &[1, 8],
    &[4, 1],
    &[2, 2, 4],
    &[8, 8],
];

/// A tile of numbers.
pub fn tile(scalar: ScalarType, shape: &[i64]) -> Type {
    Type::Tile(TileType { shape: shape.to_vec(), element_type: TileElementType::Scalar(scalar) })
}

/// A tile of pointers.
pub fn pointers(pointee: ScalarType, shape: &[i64]) -> Type {
    let element_type = TileElementType::Pointer(Box::new(PointerType { pointee }));
    Type::Tile(TileType { shape: shape.to_vec(), element_type })
}

/// A module that grows.
pub struct Builder<'c> {
    pub module: Module,
    pub choices: &'c mut Choices,
    /// Where operations go.
    pub block: BlockId,
    /// Tiles of numbers that can be used here; those of inner blocks are dropped behind them.
    pub pool: Vec<Value>,
    /// A pointer for each type of number.
    pub bases: Vec<(ScalarType, Value)>,
    /// The last token, where there is one.
    pub token: Option<Value>,
    /// How many operations may still be decided on.
    pub budget: usize,
    /// How many loops and branches this is in.
    pub depth: usize,
    entry: RegionId,
}

impl<'c> Builder<'c> {
    /// A module with parameters: pointers to each type of number, then three integers and a float.
    pub fn new(choices: &'c mut Choices) -> Self {
        let mut scalars = vec![ScalarType::F32, ScalarType::I32];
        for _ in 0..choices.below(3) {
            let extra = choices.of(&EXTRA);
            if !scalars.contains(&extra) {
                scalars.push(extra);
            }
        }
        let mut inputs: Vec<Type> = scalars.iter().map(|scalar| pointers(*scalar, &[])).collect();
        inputs.extend([ScalarType::I32, ScalarType::I32].map(|scalar| tile(scalar, &[])));
        inputs.push(tile(ScalarType::F32, &[]));
        let mut module = Module::new("kernels");
        let (region, block, arguments) = build_single_block_region(&mut module, &inputs);
        let bases = scalars.iter().copied().zip(arguments.iter().copied()).collect();
        let pool = arguments[scalars.len()..].to_vec();
        // Most are small: more of them fit into an hour, and they fail for one reason.
        let budget = 3 + choices.below(40).min(choices.below(40));
        let mut builder = Self {
            module,
            choices,
            block,
            pool,
            bases,
            token: None,
            budget,
            depth: 0,
            entry: region,
        };
        let ids = builder.build(
            OpBuilder::new(Opcode::GetTileBlockId, Location::Unknown)
                .results([0; 3].map(|_| tile(ScalarType::I32, &[]))),
        );
        builder.pool.push(ids[0]);
        let entry = OpBuilder::new(Opcode::Entry, Location::Unknown)
            .attr("sym_name", Attribute::String("kernel".to_owned()))
            .attr(
                "function_type",
                Attribute::Type(Type::Func(FuncType { inputs, results: Vec::new() })),
            )
            .region(region);
        let (entry, _) = entry.build(&mut builder.module);
        builder.module.functions.push(entry);
        builder
    }

    /// Decides on operations until the budget is spent, stores what is left, and ends the kernel.
    pub fn finish(mut self) -> Module {
        while self.budget > 0 {
            self.grow();
        }
        let last: Vec<Value> = self.pool.iter().rev().take(3).copied().collect();
        for value in last {
            self.store(value);
        }
        self.end(Opcode::Return, &[]);
        debug_assert_eq!(self.module.region(self.entry).blocks.len(), 1);
        self.module
    }

    /// Decides on one operation, or on one loop or branch.
    pub fn grow(&mut self) {
        self.budget = self.budget.saturating_sub(1);
        match self.choices.below(49) / 2 {
            0 => {
                let ty = self.some_type();
                let value = self.constant(ty.0, &ty.1);
                self.pool.push(value);
            }
            1..=3 => self.float_binary(),
            4 => self.float_unary(),
            5..=7 => self.integer_binary(),
            8 => self.integer_unary(),
            9 => self.compare(),
            10 => self.select(),
            11 => self.fma(),
            12 | 13 => self.cast(),
            14 | 15 => self.move_elements(),
            16 => self.reduce(),
            17 => self.matrix(),
            18 => self.load(),
            19 => {
                let value = self.any();
                self.store(value);
            }
            20 => self.atomic(),
            21 => self.branch(),
            22 => self.repeat(),
            23 => self.note(),
            _ => self.rare(),
        }
    }

    /// Adds an operation to the block; its results.
    pub fn build(&mut self, builder: OpBuilder) -> Vec<Value> {
        let (op, results) = builder.build(&mut self.module);
        append_op(&mut self.module, self.block, op);
        results
    }

    /// An operation with numbers for attributes, and one result.
    pub fn op(
        &mut self,
        opcode: Opcode,
        operands: &[Value],
        ty: Type,
        attributes: &[(&str, i64)],
    ) -> Value {
        let row = ops::by_opcode(opcode);
        let mut builder =
            OpBuilder::new(opcode, Location::Unknown).operands(operands.iter().copied()).result(ty);
        for (name, number) in attributes {
            let is_flag = row
                .attributes
                .iter()
                .any(|attr| attr.name == *name && matches!(attr.presence, ops::Presence::Unit(_)));
            let value = if is_flag { Attribute::Bool(true) } else { Attribute::i32(*number) };
            builder = builder.attr(*name, value);
        }
        self.build(builder)[0]
    }

    /// The same, for the pool.
    pub fn push(
        &mut self,
        opcode: Opcode,
        operands: &[Value],
        ty: Type,
        attributes: &[(&str, i64)],
    ) {
        let value = self.op(opcode, operands, ty, attributes);
        self.pool.push(value);
    }

    /// A terminator.
    pub fn end(&mut self, opcode: Opcode, operands: &[Value]) {
        self.build(OpBuilder::new(opcode, Location::Unknown).operands(operands.iter().copied()));
    }

    /// A region whose block is filled by `fill` with the block's arguments; what is made in it is
    /// out of reach behind it.
    pub fn region(
        &mut self,
        arguments: &[Type],
        fill: impl FnOnce(&mut Self, &[Value]),
    ) -> RegionId {
        let (region, block, values) = build_single_block_region(&mut self.module, arguments);
        let (outer, reach, token) = (self.block, self.pool.len(), self.token);
        self.block = block;
        self.depth += 1;
        fill(self, &values);
        self.depth -= 1;
        self.block = outer;
        self.pool.truncate(reach);
        self.token = token;
        region
    }

    /// Number type and shape of a tile.
    pub fn parts(&self, value: Value) -> (ScalarType, Vec<i64>) {
        match self.module.value_type(value).without_pointer_attribute() {
            Type::Tile(TileType { shape, element_type: TileElementType::Scalar(scalar) }) => {
                (*scalar, shape.clone())
            }
            _ => (ScalarType::I32, Vec::new()),
        }
    }

    /// A type of number that the module has a pointer for.
    pub fn some_scalar(&mut self, fits: impl Fn(ScalarType) -> bool) -> Option<ScalarType> {
        let list: Vec<ScalarType> =
            self.bases.iter().map(|(scalar, _)| *scalar).filter(|scalar| fits(*scalar)).collect();
        (!list.is_empty()).then(|| self.choices.of(&list))
    }

    /// A type of tile.
    pub fn some_type(&mut self) -> (ScalarType, Vec<i64>) {
        let scalar = self.some_scalar(|_| true).unwrap_or(ScalarType::I32);
        (scalar, self.choices.of(&SHAPES).to_vec())
    }

    /// A tile that there is; the later ones more often.
    pub fn any(&mut self) -> Value {
        self.find(|_, _| true).unwrap_or(self.pool[0])
    }

    /// A tile of a kind, if there is one.
    pub fn find(&mut self, fits: impl Fn(ScalarType, &[i64]) -> bool) -> Option<Value> {
        let list: Vec<Value> = self
            .pool
            .iter()
            .rev()
            .copied()
            .filter(|value| {
                let (scalar, shape) = self.parts(*value);
                fits(scalar, &shape)
            })
            .collect();
        if list.is_empty() {
            return None;
        }
        let (first, second) = (self.choices.below(list.len()), self.choices.below(list.len()));
        Some(list[first.min(second)])
    }

    /// A tile of a type: one that there is, or a new one.
    pub fn want(&mut self, scalar: ScalarType, shape: &[i64]) -> Value {
        let found = self.find(|a, b| a == scalar && b == shape);
        match found {
            Some(value) if !self.choices.rarely(6) => value,
            _ => self.fresh(scalar, shape),
        }
    }

    /// A new tile: a constant, numbers in a row, or one number everywhere.
    pub fn fresh(&mut self, scalar: ScalarType, shape: &[i64]) -> Value {
        match self.choices.below(3) {
            1 if scalar == ScalarType::I32 && shape.len() == 1 => {
                self.op(Opcode::Iota, &[], tile(scalar, shape), &[])
            }
            2 if !shape.is_empty() => match self.find(|a, b| a == scalar && b.is_empty()) {
                Some(number) => self.spread(number, shape),
                None => self.constant(scalar, shape),
            },
            _ => self.constant(scalar, shape),
        }
    }

    /// One number everywhere.
    pub fn spread(&mut self, number: Value, shape: &[i64]) -> Value {
        if shape.is_empty() {
            return number;
        }
        let element = match self.module.value_type(number).without_pointer_attribute() {
            Type::Tile(tile) => tile.element_type.clone(),
            _ => return number,
        };
        let with = |shape: &[i64]| {
            Type::Tile(TileType { shape: shape.to_vec(), element_type: element.clone() })
        };
        let ones = vec![1; shape.len()];
        let thin = self.op(Opcode::Reshape, &[number], with(&ones), &[]);
        match ones == shape {
            true => thin,
            false => self.op(Opcode::Broadcast, &[thin], with(shape), &[]),
        }
    }

    /// A constant, all elements the same.
    pub fn constant(&mut self, scalar: ScalarType, shape: &[i64]) -> Value {
        const FLOATS: [f64; 8] = [0.0, 1.0, 0.5, -2.0, 3.25, -0.125, 100.0, f64::NEG_INFINITY];
        const INTEGERS: [i64; 9] = [0, 1, 2, 3, -1, 7, 16, -5, 100];
        let bits = if scalar.is_integer() {
            self.choices.of(&INTEGERS) as u64 & mask(width(scalar))
        } else {
            encode(scalar, self.choices.of(&FLOATS).into(), Rounding::Nearest)
        };
        self.bits(scalar, shape, bits)
    }

    /// A constant of some bits.
    pub fn bits(&mut self, scalar: ScalarType, shape: &[i64], bits: u64) -> Value {
        let ty = tile(scalar, shape);
        let data = match scalar {
            ScalarType::I1 if bits != 0 => vec![0xFF],
            scalar => bits.to_le_bytes()[..scalar.byte_width()].to_vec(),
        };
        let dense = DenseElements { element_type: ty.clone(), shape: shape.to_vec(), data };
        let builder = OpBuilder::new(Opcode::Constant, Location::Unknown)
            .attr("value", Attribute::DenseElements(dense))
            .result(ty);
        self.build(builder)[0]
    }

    /// An integer constant of rank 0.
    pub fn integer(&mut self, number: i64) -> Value {
        self.bits(ScalarType::I32, &[], number as u64 & 0xFFFF_FFFF)
    }
}
