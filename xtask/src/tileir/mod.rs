//! Tile IR: bytecode, operations, comparison, cubins.
