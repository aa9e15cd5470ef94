//! Tables of entries of any length: a count, the entries' offsets, the entries.

use super::cursor::Cursor;
use super::error::{ErrorKind, ReadError, Section};
use super::sink::Sink;

/// Reads a table whose offsets take `width` bytes (4 or 8) up to the end of the slice; a cursor an
/// entry. Offsets must run without gaps.
pub fn read<'a>(
    cursor: &mut Cursor<'a>,
    width: usize,
    section: Section,
) -> Result<Vec<Cursor<'a>>, ReadError> {
    let count = cursor.count(width)?;
    cursor.align(width)?;
    let mut starts = Vec::with_capacity(count.min(cursor.left() / width));
    for _ in 0..count {
        let at = cursor.offset();
        let start = if width == 8 { cursor.u64()? } else { u64::from(cursor.u32()?) };
        starts.push((at, start));
    }
    let mut entries = Vec::with_capacity(starts.len());
    let mut position = 0u64;
    let total = cursor.left() as u64;
    for (index, &(at, start)) in starts.iter().enumerate() {
        let end = starts.get(index + 1).map_or(total, |&(_, next)| next);
        let what = "table offset";
        if start != position || end < start || end > total {
            return Err(cursor.error_at(at, ErrorKind::Value { what, value: start }));
        }
        entries.push(cursor.sub((end - start) as usize, section)?);
        position = end;
    }
    cursor.end()?;
    Ok(entries)
}

/// Writes a table of encoded entries.
pub fn write(sink: &mut Sink, width: usize, entries: &[Vec<u8>]) {
    sink.size(entries.len());
    sink.align(width);
    let mut offset = 0u64;
    for entry in entries {
        sink.raw(&offset.to_le_bytes()[..width]);
        offset += entry.len() as u64;
    }
    for entry in entries {
        sink.raw(entry);
    }
}
