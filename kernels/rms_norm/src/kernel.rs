//! Empty until `cargo xtask convert` writes the device kernels.
