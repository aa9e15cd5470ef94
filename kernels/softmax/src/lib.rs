//! cutile-rs kernels of TileGym's operator `softmax`.

pub mod ffi;
pub mod kernel;
