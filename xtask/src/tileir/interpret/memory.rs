//! A small memory of separate buffers.

use cutile_ir::ir::{PaddingValue, ScalarType};

use super::Stop;
use super::float::{self, Rounding};
use super::value::{Access, Tile, View, coordinates, mask, position, signed, width};

/// Distance between the first addresses of two buffers; none is longer.
const STRIDE: u64 = 1 << 32;

/// Buffers, each in a part of the address space of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Memory {
    buffers: Vec<Vec<Option<u8>>>,
}

impl Memory {
    /// Adds a buffer; its address, which is a multiple of 4096.
    pub fn add(&mut self, bytes: Vec<Option<u8>>) -> u64 {
        self.buffers.push(bytes);
        self.buffers.len() as u64 * STRIDE
    }

    /// A buffer's bytes; none where a byte was never defined.
    pub fn buffers(&self) -> &[Vec<Option<u8>>] {
        &self.buffers
    }

    fn place(&self, address: u64, bytes: usize) -> Result<(usize, usize), Stop> {
        let outside = || Stop::Fault(format!("address {address:#x} is in no buffer"));
        let buffer =
            usize::try_from(address / STRIDE).ok().and_then(|number| number.checked_sub(1));
        let buffer = buffer.filter(|buffer| *buffer < self.buffers.len()).ok_or_else(outside)?;
        let start = (address % STRIDE) as usize;
        if start + bytes > self.buffers[buffer].len() {
            return Err(outside());
        }
        Ok((buffer, start))
    }

    /// The number at an address; none where a byte of it is undefined.
    pub fn read(&self, address: u64, scalar: ScalarType) -> Result<Option<u64>, Stop> {
        let size = bytes_of(scalar)?;
        let (buffer, start) = self.place(address, size)?;
        let bytes = &self.buffers[buffer][start..start + size];
        let bits =
            bytes.iter().rev().try_fold(0u64, |bits, byte| Some(bits << 8 | u64::from((*byte)?)));
        Ok(bits.map(|bits| if scalar == ScalarType::I1 { u64::from(bits != 0) } else { bits }))
    }

    /// Sets the number at an address.
    pub fn write(
        &mut self,
        address: u64,
        scalar: ScalarType,
        bits: Option<u64>,
    ) -> Result<(), Stop> {
        let size = bytes_of(scalar)?;
        let (buffer, start) = self.place(address, size)?;
        for (at, byte) in self.buffers[buffer][start..start + size].iter_mut().enumerate() {
            *byte = bits.map(|bits| (bits >> (8 * at)) as u8);
        }
        Ok(())
    }
}

fn bytes_of(scalar: ScalarType) -> Result<usize, Stop> {
    match scalar {
        ScalarType::I4 | ScalarType::F4E2M1FN => {
            Err(Stop::unsupported("elements of less than a byte in memory"))
        }
        scalar => Ok(scalar.byte_width()),
    }
}

/// An element of a tile of a view: its address; none where it lies beyond the tensor.
pub type Place = Option<u64>;

/// The tensor's coordinates of each element of a tile of a view, in the tile's order.
pub fn places(view: &View, indices: &[&Tile]) -> Result<(Vec<usize>, Vec<Place>), Stop> {
    let undefined = || Stop::Fault("a view or an index into it is undefined".to_owned());
    let numbers = |tile: &Tile| -> Result<Vec<i64>, Stop> {
        let width = tile.element.width();
        let number = |bits: &Option<u64>| bits.map(|bits| signed(bits, width));
        tile.bits.iter().map(number).collect::<Option<_>>().ok_or_else(undefined)
    };
    let index = indices.iter().map(|tile| numbers(tile)).collect::<Result<Vec<_>, _>>()?;
    let sizes: Vec<i64> =
        view.shape.iter().copied().collect::<Option<_>>().ok_or_else(undefined)?;
    let strides: Vec<i64> =
        view.strides.iter().copied().collect::<Option<_>>().ok_or_else(undefined)?;
    let base = view.base.ok_or_else(undefined)?;
    let rank = sizes.len();
    let tile = match &view.access {
        Access::Steps { tile, .. } | Access::Sparse { tile, .. } => tile,
        Access::Whole => return Err(Stop::unsupported("a view that is not cut into tiles")),
    };
    let shape: Vec<usize> = tile.iter().map(|size| *size as usize).collect();
    let wrong = || Stop::unsupported("a view that is indexed in another rank");
    if index.len() != rank || strides.len() != rank {
        return Err(wrong());
    }
    let mut places = Vec::new();
    for at in coordinates(&shape) {
        let mut place = vec![0i64; rank];
        match &view.access {
            Access::Steps { steps, axes, .. } => {
                if axes.len() != at.len() || at.len() != index.len() {
                    return Err(wrong());
                }
                for (axis, at) in at.iter().enumerate() {
                    let [index] = index[axis][..] else { return Err(wrong()) };
                    let start = index.checked_mul(steps[axis]).ok_or_else(undefined)?;
                    place[axes[axis]] = start + *at as i64;
                }
            }
            Access::Sparse { axis: sparse, .. } => {
                for (axis, at) in at.iter().enumerate() {
                    place[axis] = if axis == *sparse {
                        *index[axis].get(*at).ok_or_else(wrong)?
                    } else {
                        let [start] = index[axis][..] else { return Err(wrong()) };
                        start + *at as i64
                    };
                }
            }
            Access::Whole => {}
        }
        let is_inside = place.iter().zip(&sizes).all(|(place, size)| (0..*size).contains(place));
        let offset = place
            .iter()
            .zip(&strides)
            .fold(0i64, |sum, (place, stride)| sum.wrapping_add(place.wrapping_mul(*stride)));
        let bytes = offset.wrapping_mul(view.element.byte_width() as i64);
        places.push(is_inside.then(|| base.wrapping_add_signed(bytes)));
    }
    Ok((shape, places))
}

/// What is read beyond a tensor's end.
pub fn padding(view: &View) -> Option<u64> {
    let scalar = view.element;
    let number = match view.padding? {
        PaddingValue::Zero => return Some(0),
        PaddingValue::NegZero => return Some(float::sign_bit(scalar)),
        PaddingValue::Nan => f64::NAN,
        PaddingValue::PosInf => f64::INFINITY,
        PaddingValue::NegInf => f64::NEG_INFINITY,
    };
    Some(float::encode(scalar, number.into(), Rounding::Nearest))
}

/// What an atomic operation leaves in memory.
pub fn combine(mode: i64, scalar: ScalarType, old: u64, new: u64) -> Result<u64, Stop> {
    let wide = width(scalar);
    let sign = |bits| signed(bits, wide);
    let bits = match mode {
        0 => old & new,
        1 => old | new,
        2 => old ^ new,
        3 => old.wrapping_add(new),
        4 => {
            let exact = float::Exact::sum(float::decode(scalar, old), float::decode(scalar, new));
            float::encode(scalar, exact, Rounding::Nearest)
        }
        5 => sign(old).max(sign(new)) as u64,
        6 => sign(old).min(sign(new)) as u64,
        7 => old.max(new),
        8 => old.min(new),
        9 => new,
        _ => return Err(Stop::unsupported(format!("atomic mode {mode}"))),
    };
    Ok(bits & mask(wide))
}

/// How many tiles a view has along each of its axes.
pub fn index_space(view: &View) -> Result<Vec<Option<i64>>, Stop> {
    let Access::Steps { tile, steps, axes } = &view.access else {
        return Err(Stop::unsupported("the index space of such a view"));
    };
    let mut counts = Vec::with_capacity(tile.len());
    for (axis, step) in steps.iter().enumerate() {
        let size = view.shape.get(axes[axis]).copied().flatten();
        counts.push(size.map(|size| (size + step - 1).div_euclid(*step)));
    }
    Ok(counts)
}

/// The bits of a constant's elements.
pub fn constant(
    data: &[u8],
    shape: &[usize],
    scalar: ScalarType,
) -> Result<Vec<Option<u64>>, Stop> {
    let count: usize = shape.iter().product();
    let wrong = || Stop::unsupported(format!("a constant of {} bytes", data.len()));
    match scalar {
        ScalarType::I1 => {
            let is_splat = data.len() == 1 && matches!(data[0], 0 | 0xFF) || count == 1;
            let bit = |at: usize| data.get(at / 8).map(|byte| u64::from(byte >> (at % 8) & 1));
            let all = (0..count).map(|at| if is_splat { bit(0) } else { bit(at) });
            all.map(|bit| bit.map(Some).ok_or_else(wrong)).collect()
        }
        ScalarType::I4 | ScalarType::F4E2M1FN => Err(Stop::unsupported("constants of four bits")),
        scalar => {
            let size = scalar.byte_width();
            let number = |bytes: &[u8]| {
                bytes.iter().rev().fold(0u64, |bits, byte| bits << 8 | u64::from(*byte))
            };
            match data.len() {
                length if length == size => Ok(vec![Some(number(data)); count]),
                length if length == size * count => {
                    Ok(data.chunks(size).map(|bytes| Some(number(bytes))).collect())
                }
                _ => Err(wrong()),
            }
        }
    }
}

/// The element of a tile that a mask lets through.
pub fn is_let_through(mask: Option<&Tile>, at: usize) -> Result<bool, Stop> {
    match mask.map(|mask| mask.bits.get(at).copied().flatten()) {
        None => Ok(true),
        Some(Some(bit)) => Ok(bit != 0),
        Some(None) => Err(Stop::Fault("an access under an undefined mask".to_owned())),
    }
}

/// A tile without one axis.
pub fn without(shape: &[usize], axis: usize) -> Vec<usize> {
    let mut shape = shape.to_vec();
    shape.remove(axis);
    shape
}

/// The position of an element of a tile when one axis is put back at some place.
pub fn with(shape: &[usize], at: &[usize], axis: usize, place: usize) -> usize {
    let mut at = at.to_vec();
    at.insert(axis, place);
    position(shape, &at)
}
