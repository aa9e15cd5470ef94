//! cutile-rs kernels of TileGym's operator `foo`.

pub mod kernel;
