//! cutile-rs kernels of TileGym's operator `rms_norm`.

pub mod ffi;
pub mod kernel;
