//! Values while a kernel is interpreted.

use cutile_ir::ir::{PaddingValue, ScalarType, TileElementType, Type};

use super::Stop;

/// What the elements of a tile are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element {
    /// Numbers.
    Scalar(ScalarType),
    /// Addresses of such numbers.
    Pointer(ScalarType),
}

impl Element {
    /// Width in bits.
    pub fn width(self) -> u32 {
        match self {
            Self::Pointer(_) => 64,
            Self::Scalar(scalar) => width(scalar),
        }
    }
}

/// Width of a number in bits.
pub fn width(scalar: ScalarType) -> u32 {
    match scalar {
        ScalarType::I1 => 1,
        ScalarType::I4 | ScalarType::F4E2M1FN => 4,
        scalar => 8 * scalar.byte_width() as u32,
    }
}

/// The lowest bits, all ones.
pub fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The number that bits of some width mean with a sign.
pub fn signed(bits: u64, width: u32) -> i64 {
    let unused = 64 - width;
    (bits << unused) as i64 >> unused
}

/// A tile: its elements in row-major order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tile {
    /// Sizes.
    pub shape: Vec<usize>,
    /// What the elements are.
    pub element: Element,
    /// Their bits; none where the dialect leaves the value undefined.
    pub bits: Vec<Option<u64>>,
}

impl Tile {
    /// A tile of which all elements are the same.
    pub fn splat(shape: &[usize], element: Element, bits: Option<u64>) -> Self {
        let count = shape.iter().product();
        Self { shape: shape.to_vec(), element, bits: vec![bits; count] }
    }

    /// The only element.
    pub fn scalar(&self) -> Result<Option<u64>, Stop> {
        match self.bits[..] {
            [bits] => Ok(bits),
            _ => Err(Stop::unsupported("a tile stands where one number is expected")),
        }
    }

    /// The numbers' type.
    pub fn numbers(&self) -> Result<ScalarType, Stop> {
        match self.element {
            Element::Scalar(scalar) => Ok(scalar),
            Element::Pointer(_) => Err(Stop::unsupported("pointers where numbers are expected")),
        }
    }
}

/// How a view is cut into tiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Access {
    /// Not at all: the tensor itself.
    Whole,
    /// Into tiles that start every so many elements along each of their axes.
    Steps {
        /// Sizes of a tile.
        tile: Vec<i64>,
        /// Distance between the starts of neighbours.
        steps: Vec<i64>,
        /// The tensor's axis that each axis of a tile runs along.
        axes: Vec<usize>,
    },
    /// Rows at given places along one axis.
    Sparse {
        /// Sizes of a tile.
        tile: Vec<i64>,
        /// The axis.
        axis: usize,
    },
}

/// A view of memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Address of its first element.
    pub base: Option<u64>,
    /// Its elements.
    pub element: ScalarType,
    /// Sizes of the tensor.
    pub shape: Vec<Option<i64>>,
    /// Distances between neighbours, in elements.
    pub strides: Vec<Option<i64>>,
    /// How it is cut.
    pub access: Access,
    /// What is read beyond its end.
    pub padding: Option<PaddingValue>,
}

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A tile.
    Tile(Tile),
    /// A view.
    View(Box<View>),
    /// An order between effects; they run in order here anyway.
    Token,
}

impl Value {
    /// The tile that it is.
    pub fn tile(&self) -> Result<&Tile, Stop> {
        match self {
            Self::Tile(tile) => Ok(tile),
            _ => Err(Stop::unsupported("no tile where one is expected")),
        }
    }

    /// The view that it is.
    pub fn view(&self) -> Result<&View, Stop> {
        match self {
            Self::View(view) => Ok(view),
            _ => Err(Stop::unsupported("no view where one is expected")),
        }
    }
}

/// Sizes and elements of a tile type.
pub fn tile_type(ty: &Type) -> Result<(Vec<usize>, Element), Stop> {
    let Type::Tile(tile) = ty.without_pointer_attribute() else {
        return Err(Stop::unsupported(format!("type {ty:?} where a tile is expected")));
    };
    let mut shape = Vec::with_capacity(tile.shape.len());
    for &size in &tile.shape {
        let size = usize::try_from(size).ok().filter(|size| *size > 0);
        shape.push(size.ok_or_else(|| Stop::unsupported("a tile of no fixed size"))?);
    }
    let element = match &tile.element_type {
        TileElementType::Scalar(scalar) => Element::Scalar(*scalar),
        TileElementType::Pointer(pointer) => Element::Pointer(pointer.pointee),
    };
    // More than any kernel that is run here needs; what is larger would only take memory.
    let count = shape.iter().try_fold(1usize, |count, size| count.checked_mul(*size));
    match count {
        Some(count) if count <= 1 << 22 => Ok((shape, element)),
        _ => Err(Stop::unsupported("a tile of more than four million elements")),
    }
}

/// The position in row-major order of some coordinates.
pub fn position(shape: &[usize], at: &[usize]) -> usize {
    shape.iter().zip(at).fold(0, |position, (size, at)| position * size + at)
}

/// All coordinates of a shape in row-major order.
pub fn coordinates(shape: &[usize]) -> impl Iterator<Item = Vec<usize>> + '_ {
    let count: usize = shape.iter().product();
    (0..count).map(move |number| {
        let mut rest = number;
        let mut at = vec![0; shape.len()];
        for axis in (0..shape.len()).rev() {
            at[axis] = rest % shape[axis];
            rest /= shape[axis];
        }
        at
    })
}
