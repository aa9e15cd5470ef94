//! cutile-rs kernels of TileGym's operator `silu_and_mul`.

pub mod ffi;
pub mod kernel;
