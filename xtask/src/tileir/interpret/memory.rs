//! Device memory: buffers at addresses far from each other.

use cutile_ir::ir::ScalarType;

use super::Stop;

/// Distance between buffers, larger than any of them.
const APART: u64 = 1 << 32;

/// All buffers of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Memory {
    buffers: Vec<Vec<u8>>,
}

impl Memory {
    /// Adds a buffer; its address, a multiple of 2^32.
    pub fn add(&mut self, bytes: Vec<u8>) -> u64 {
        self.buffers.push(bytes);
        self.buffers.len() as u64 * APART
    }

    /// The bytes of a buffer by its address.
    pub fn bytes(&self, address: u64) -> Option<&[u8]> {
        let index = (address / APART).checked_sub(1)?;
        self.buffers.get(index as usize).map(Vec::as_slice)
    }

    fn place(&self, address: u64, size: usize) -> Result<(usize, usize), Stop> {
        let outside = || Stop::Undefined(format!("an access outside all buffers, at {address:#x}"));
        let index = (address / APART).checked_sub(1).ok_or_else(outside)? as usize;
        let at = (address % APART) as usize;
        match self.buffers.get(index) {
            Some(buffer) if at + size <= buffer.len() => Ok((index, at)),
            _ => Err(outside()),
        }
    }

    /// Reads a number.
    pub fn load(&self, address: u64, scalar: ScalarType) -> Result<u64, Stop> {
        let size = scalar.byte_width();
        let (index, at) = self.place(address, size)?;
        let mut bytes = [0; 8];
        bytes[..size].copy_from_slice(&self.buffers[index][at..at + size]);
        let bits = u64::from_le_bytes(bytes);
        Ok(if scalar == ScalarType::I1 { bits & 1 } else { bits })
    }

    /// Writes a number.
    pub fn store(&mut self, address: u64, scalar: ScalarType, bits: u64) -> Result<(), Stop> {
        let size = scalar.byte_width();
        let (index, at) = self.place(address, size)?;
        self.buffers[index][at..at + size].copy_from_slice(&bits.to_le_bytes()[..size]);
        Ok(())
    }
}
