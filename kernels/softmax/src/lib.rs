//! cutile-rs kernels of TileGym's operator `softmax`.

pub mod kernel;
