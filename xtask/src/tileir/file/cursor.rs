//! The lowest layer: a position in a slice that knows its offset in the file.

use super::error::{ErrorKind, ReadError, Section};

/// The byte that fills gaps.
pub const PADDING: u8 = 0xCB;

/// Reads numbers and bytes from a slice; each error names the offset in the whole file.
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    data: &'a [u8],
    position: usize,
    /// Offset of `data` in the file.
    base: u64,
    section: Section,
}

type Result<T> = std::result::Result<T, ReadError>;

impl<'a> Cursor<'a> {
    /// A cursor at the start of `data`, which begins at byte `base` of the file.
    pub fn new(data: &'a [u8], base: u64, section: Section) -> Self {
        Self { data, position: 0, base, section }
    }

    /// The position in the file.
    pub fn offset(&self) -> u64 {
        self.base + self.position as u64
    }

    /// How many bytes are left.
    pub fn left(&self) -> usize {
        self.data.len() - self.position
    }

    /// An error at the current position.
    pub fn error(&self, kind: ErrorKind) -> ReadError {
        self.error_at(self.offset(), kind)
    }

    /// An error at an earlier position.
    pub fn error_at(&self, offset: u64, kind: ErrorKind) -> ReadError {
        ReadError { kind, section: self.section, offset }
    }

    /// The next `count` bytes.
    pub fn bytes(&mut self, count: usize) -> Result<&'a [u8]> {
        if count > self.left() {
            let (wanted, left) = (count as u64, self.left() as u64);
            return Err(self.error(ErrorKind::Truncated { wanted, left }));
        }
        let bytes = &self.data[self.position..self.position + count];
        self.position += count;
        Ok(bytes)
    }

    /// A cursor over the next `count` bytes, which are passed.
    pub fn sub(&mut self, count: usize, section: Section) -> Result<Cursor<'a>> {
        let base = self.offset();
        Ok(Cursor::new(self.bytes(count)?, base, section))
    }

    /// A byte.
    pub fn byte(&mut self) -> Result<u8> {
        Ok(self.bytes(1)?[0])
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let bytes = self.bytes(N)?;
        Ok(std::array::from_fn(|index| bytes[index]))
    }

    /// 16 bits, little-endian.
    pub fn u16(&mut self) -> Result<u16> {
        self.array().map(u16::from_le_bytes)
    }

    /// 32 bits, little-endian.
    pub fn u32(&mut self) -> Result<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// 64 bits, little-endian.
    pub fn u64(&mut self) -> Result<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// Seven bits a byte, low ones first, at most `bits` in all, in the shortest form.
    fn varint_of(&mut self, bits: u32) -> Result<u128> {
        let start = self.offset();
        let mut value = 0u128;
        let mut shift = 0;
        loop {
            let byte = self.byte()?;
            let part = u128::from(byte & 0x7F);
            let overflows = shift >= bits || part >> (bits - shift).min(7) != 0;
            let is_overlong = byte == 0 && shift > 0;
            if overflows || is_overlong {
                return Err(self.error_at(start, ErrorKind::Varint));
            }
            value |= part << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
            shift += 7;
        }
    }

    /// An unsigned number of up to 64 bits.
    pub fn varint(&mut self) -> Result<u64> {
        self.varint_of(64).map(|value| value as u64)
    }

    /// A number of up to 65 bits: cuTile Python shifts the bits of an `f64` without cutting them.
    pub fn wide_varint(&mut self) -> Result<u128> {
        self.varint_of(65)
    }

    /// A signed number: the sign is in the lowest bit.
    pub fn signed_varint(&mut self) -> Result<i64> {
        let value = self.varint()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    /// A count of things that take at least `least` bytes each from what is left.
    pub fn count(&mut self, least: usize) -> Result<usize> {
        let start = self.offset();
        let count = self.varint()?;
        let left = self.left() as u64;
        match count.checked_mul(least as u64) {
            Some(wanted) if wanted <= left => Ok(count as usize),
            wanted => {
                let wanted = wanted.unwrap_or(u64::MAX);
                Err(self.error_at(start, ErrorKind::Truncated { wanted, left }))
            }
        }
    }

    /// An index into a table of `len` entries.
    pub fn index(&mut self, what: &'static str, len: usize) -> Result<usize> {
        let start = self.offset();
        let index = self.varint()?;
        let len = len as u64;
        if index >= len {
            return Err(self.error_at(start, ErrorKind::Index { what, index, len }));
        }
        Ok(index as usize)
    }

    /// A byte that is 0 or 1.
    pub fn bool(&mut self, what: &'static str) -> Result<bool> {
        let start = self.offset();
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            value => Err(self.error_at(start, ErrorKind::Value { what, value: u64::from(value) })),
        }
    }

    /// Passes the padding before the next multiple of `alignment`, counted from the slice's start.
    pub fn align(&mut self, alignment: usize) -> Result<()> {
        let gap = self.position.next_multiple_of(alignment) - self.position;
        self.padding(gap)
    }

    /// Passes `count` padding bytes.
    pub fn padding(&mut self, count: usize) -> Result<()> {
        for _ in 0..count {
            let start = self.offset();
            let byte = self.byte()?;
            if byte != PADDING {
                return Err(self.error_at(start, ErrorKind::Padding(byte)));
            }
        }
        Ok(())
    }

    /// That nothing is left.
    pub fn end(&self) -> Result<()> {
        match self.left() {
            0 => Ok(()),
            left => Err(self.error(ErrorKind::LeftOver(left as u64))),
        }
    }
}
