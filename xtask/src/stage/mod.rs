//! The stages: what the built-in workers do.

pub mod bench;
pub mod host;
pub mod reference;
