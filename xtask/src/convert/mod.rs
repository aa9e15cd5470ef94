//! Tile IR to Rust: skeletons, generalisation, names, lowerings, emission.

pub mod holes;
pub mod literal;
pub mod skeleton;
