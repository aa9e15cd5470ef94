//! Compiles Rust kernel text to Tile IR bytecode.
fn main() {}
