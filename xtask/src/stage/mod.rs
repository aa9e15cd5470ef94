//! The stages: what the built-in workers do.

pub mod host;
pub mod reference;
