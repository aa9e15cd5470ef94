//! Limits that are checked before anything is allocated.
//!
//! Counts need no limit of their own: each is compared with the bytes that are left, so a table
//! never takes more memory than a fixed multiple of the file.

/// Largest file, bytes. The largest module of TileGym has 60 KB.
pub const FILE: usize = 256 << 20;

/// Deepest nesting of regions and of attributes. TileGym's kernels nest four regions at most.
pub const DEPTH: usize = 64;
