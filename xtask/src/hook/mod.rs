//! What pre-commit runs: judges the affected kernels as they are staged.

pub mod index;
