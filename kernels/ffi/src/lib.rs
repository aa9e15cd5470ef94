//! What the C-ABI launchers of all kernels share.

pub mod jit;
