//! Empty until `cargo xtask host` writes the C ABI.
