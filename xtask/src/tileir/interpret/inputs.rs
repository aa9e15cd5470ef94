//! What a kernel is launched with.

use cutile_ir::ir::{Module, ScalarType, TileElementType, Type};

use super::float::{self, Rounding};
use super::value::{mask, width};
use crate::tileir::random::Numbers;

/// An argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// A buffer of bytes, by its address.
    Buffer(Vec<u8>),
    /// A number, by its bits.
    Number(u64),
}

/// A launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// The kernel's arguments, in order.
    pub arguments: Vec<Argument>,
    /// Blocks along each axis.
    pub grid: [u32; 3],
    /// How many operations may run.
    pub fuel: u64,
}

/// Elements of a random buffer.
pub const ELEMENTS: usize = 1024;

impl Launch {
    /// Random arguments for a kernel: buffers of [`ELEMENTS`] numbers, most of them small, some of
    /// them at the limits of their type; integers that are small multiples of 16.
    pub fn random(module: &Module, seed: u64) -> Self {
        let mut numbers = Numbers::new(seed);
        let mut arguments = Vec::new();
        let block = module
            .functions
            .first()
            .and_then(|entry| module.op(*entry).regions.first())
            .and_then(|region| module.region(*region).blocks.first());
        let parameters = block.map_or(&[][..], |block| &module.block(*block).args);
        for (_, ty) in parameters {
            let Type::Tile(tile) = ty.without_pointer_attribute() else { continue };
            arguments.push(match &tile.element_type {
                TileElementType::Pointer(pointer) => {
                    let scalar = pointer.pointee;
                    let size = scalar.byte_width();
                    let bytes = (0..ELEMENTS).flat_map(|_| {
                        number(&mut numbers, scalar).to_le_bytes().into_iter().take(size)
                    });
                    Argument::Buffer(bytes.collect())
                }
                TileElementType::Scalar(scalar) if scalar.is_integer() => {
                    Argument::Number((16 * numbers.below(4)) & mask(width(*scalar)))
                }
                TileElementType::Scalar(scalar) => Argument::Number(number(&mut numbers, *scalar)),
            });
        }
        Self { arguments, grid: [2, 1, 1], fuel: 200_000 }
    }
}

/// A random number of a type.
pub fn number(numbers: &mut Numbers, scalar: ScalarType) -> u64 {
    let width = width(scalar);
    if scalar.is_integer() {
        return match numbers.below(16) {
            0 => numbers.draw() & mask(width),
            1 => 1 << (width - 1),
            2 => mask(width) >> 1,
            _ => (numbers.below(15) as i64 - 7) as u64 & mask(width),
        };
    }
    let value = match numbers.below(32) {
        0 => 0.0,
        1 => -0.0,
        2 => f64::INFINITY,
        3 => f64::NAN,
        4 => 1e-40,
        5 => 3.0e38,
        6 => return numbers.draw() & mask(width),
        _ => (numbers.below(4001) as f64 - 2000.0) / 64.0,
    };
    float::encode(scalar, value.into(), Rounding::Nearest)
}
