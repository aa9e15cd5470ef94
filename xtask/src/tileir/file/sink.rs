//! The counterpart of the cursor: bytes that are written.

use super::cursor::PADDING;

/// Bytes of a section, or of a whole file.
#[derive(Debug, Default)]
pub struct Sink {
    /// What is written so far.
    pub bytes: Vec<u8>,
}

impl Sink {
    /// A byte.
    pub fn byte(&mut self, value: u8) {
        self.bytes.push(value);
    }

    /// Bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// A number, seven bits a byte, low ones first.
    pub fn wide_varint(&mut self, mut value: u128) {
        while value >= 0x80 {
            self.byte(value as u8 | 0x80);
            value >>= 7;
        }
        self.byte(value as u8);
    }

    /// An unsigned number.
    pub fn varint(&mut self, value: u64) {
        self.wide_varint(u128::from(value));
    }

    /// A count or an index.
    pub fn size(&mut self, value: usize) {
        self.varint(value as u64);
    }

    /// A signed number: the sign goes to the lowest bit.
    pub fn signed_varint(&mut self, value: i64) {
        self.varint((value << 1) as u64 ^ (value >> 63) as u64);
    }

    /// Padding up to the next multiple of `alignment`.
    pub fn align(&mut self, alignment: usize) {
        self.bytes.resize(self.bytes.len().next_multiple_of(alignment), PADDING);
    }
}
