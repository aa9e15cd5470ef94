//! Every kernel of a TileGym tree: what was captured, converted, built and proved of it, and why not.
//!
//! [`registry`](crate::tilegym::registry) says what kernels there are. [`all`] ports every operator that
//! has inputs in a workspace of its own below the target folder, so that the repository does not grow;
//! what it finds of an operator is kept there as a [`State`], and a run that was stopped goes on.
//! [`table`] puts both together.

pub mod all;
pub mod build;
pub mod document;
pub mod host;
pub mod scratch;
pub mod state;
pub mod table;

pub use state::State;
pub use table::Item;
