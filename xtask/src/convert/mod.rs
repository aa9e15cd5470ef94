//! Tile IR to Rust: skeletons, generalisation, names, lowerings, emission.

pub mod corpus;
pub mod emit;
pub mod explain;
pub mod general;
pub mod holes;
pub mod known;
pub mod lines;
pub mod literal;
pub mod names;
pub mod place;
pub mod plain;
pub mod python;
pub mod separate;
pub mod skeleton;
