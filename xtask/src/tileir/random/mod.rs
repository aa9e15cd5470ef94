//! Random valid Tile IR modules, and changes that should not go unnoticed.
//!
//! A module follows from a list of decisions ([`Choices`]), so a seed names it for good and a
//! failing one can be made smaller. What is generated is what `tileiras` accepts; `cargo xtask fuzz`
//! checks that on a share of the modules.

mod arithmetic;
mod builder;
mod choices;
mod control;
mod effects;
pub mod mutate;
#[cfg(test)]
mod rewrite;
mod shape;
#[cfg(test)]
mod tests;

use cutile_ir::ir::Module;

pub use choices::{Choices, Numbers, shrink};

/// Counts up whenever a seed would give another module than before.
pub const GENERATION: u32 = 2;

/// The module that follows from some decisions.
pub fn module(choices: &mut Choices) -> Module {
    builder::Builder::new(choices).finish()
}
