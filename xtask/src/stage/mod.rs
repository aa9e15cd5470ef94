//! The stages: what the built-in workers do.

pub mod bench;
pub mod convert;
pub mod correctness;
pub mod diff;
pub mod host;
pub mod reference;
pub mod residual;
pub mod site;
