//! Client of `xtask/compile`, the program with cutile inside: Rust text in, Tile IR bytecode out.
