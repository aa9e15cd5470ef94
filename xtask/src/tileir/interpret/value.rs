//! Values of a running module.

use cutile_ir::ir::{PaddingValue, ScalarType, TensorViewType, TileElementType, TileType, Type};

use super::Stop;

/// Type of a tile's elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element {
    /// A number.
    Number(ScalarType),
    /// An address of a number.
    Pointer(ScalarType),
}

impl Element {
    /// The type of numbers; an error for pointers.
    pub fn number(self) -> Result<ScalarType, Stop> {
        match self {
            Self::Number(scalar) => Ok(scalar),
            Self::Pointer(_) => Err(Stop::Unsupported("arithmetic on pointers".into())),
        }
    }
}

/// A tile: its elements as bits, the last axis fastest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tile {
    /// Type of the elements.
    pub element: Element,
    /// Sizes of the axes.
    pub shape: Vec<usize>,
    /// The elements.
    pub bits: Vec<u64>,
}

impl Tile {
    /// A tile of a type, all of one element.
    pub fn filled(ty: &TileType, bits: u64) -> Self {
        let (element, shape) = layout(ty);
        let count = shape.iter().product();
        Self { element, shape, bits: vec![bits; count] }
    }

    /// A tile of no axes.
    pub fn scalar(scalar: ScalarType, bits: u64) -> Self {
        Self { element: Element::Number(scalar), shape: Vec::new(), bits: vec![bits] }
    }

    /// A tile of this one's shape.
    pub fn like(&self, element: Element, bits: Vec<u64>) -> Self {
        Self { element, shape: self.shape.clone(), bits }
    }

    /// The one element of a tile of no axes, as a signed integer.
    pub fn index(&self) -> Result<i64, Stop> {
        let scalar = self.element.number()?;
        Ok(super::numbers::signed(scalar, self.bits[0]) as i64)
    }
}

/// Element type and sizes of a tile type.
pub fn layout(ty: &TileType) -> (Element, Vec<usize>) {
    let element = match &ty.element_type {
        TileElementType::Scalar(scalar) => Element::Number(*scalar),
        TileElementType::Pointer(pointer) => Element::Pointer(pointer.pointee),
    };
    (element, ty.shape.iter().map(|&size| size as usize).collect())
}

/// The tile type of a result.
pub fn tile_type(ty: &Type) -> Result<&TileType, Stop> {
    match ty.without_pointer_attribute() {
        Type::Tile(tile) => Ok(tile),
        other => Err(Stop::Unsupported(format!("a tile was wanted, not {other:?}"))),
    }
}

/// An array in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tensor {
    /// Address of the first element.
    pub base: u64,
    /// Type of the elements.
    pub scalar: ScalarType,
    /// Sizes.
    pub shape: Vec<i64>,
    /// Strides in elements.
    pub strides: Vec<i64>,
}

impl Tensor {
    /// From its type with the dynamic sizes and strides filled in, in order.
    pub fn new(ty: &TensorViewType, base: u64, sizes: &[i64], strides: &[i64]) -> Self {
        let fill =
            |fixed: &[i64], given: &[i64]| {
                let mut given = given.iter();
                fixed
                    .iter()
                    .map(|&one| {
                        if one == cutile_ir::ir::DYNAMIC {
                            *given.next().unwrap_or(&0)
                        } else {
                            one
                        }
                    })
                    .collect()
            };
        Self {
            base,
            scalar: ty.element_type,
            shape: fill(&ty.shape, sizes),
            strides: fill(&ty.strides, strides),
        }
    }

    /// Address of an element; `None` outside.
    pub fn address(&self, place: &[i64]) -> Option<u64> {
        let mut offset = 0i64;
        for ((&at, &size), &stride) in place.iter().zip(&self.shape).zip(&self.strides) {
            if at < 0 || at >= size {
                return None;
            }
            offset = offset.wrapping_add(at.wrapping_mul(stride));
        }
        Some(self.base.wrapping_add(offset.wrapping_mul(self.scalar.byte_width() as i64) as u64))
    }
}

/// How the tiles of a view lie in its tensor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Traversal {
    /// Tile axis `d` moves by these steps along tensor axis `dim_map[d]`.
    Steps {
        /// Elements from one tile to the next.
        steps: Vec<i64>,
        /// Tensor axis of each tile axis.
        dim_map: Vec<usize>,
    },
    /// Places along one axis come from a tile of indices, all others as with steps of a tile.
    Sparse(usize),
}

/// A view of a tensor as tiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// The tensor.
    pub tensor: Tensor,
    /// Sizes of a tile.
    pub tile: Vec<usize>,
    /// Where tiles lie.
    pub traversal: Traversal,
    /// What is read outside the tensor.
    pub padding: Option<PaddingValue>,
}

/// What an SSA value is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A tile.
    Tile(Tile),
    /// A memory-order token; a program of one thread has one order.
    Token,
    /// An array.
    Tensor(Tensor),
    /// A view.
    View(View),
}
