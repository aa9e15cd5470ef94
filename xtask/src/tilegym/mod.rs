//! TileGym: its trees, its host code rewritten into twins, and the wiring of these.
//!
//! [`tree`] opens a checkout or package; [`package`] analyses its modules together; [`rewrite`]
//! turns one module into its twin.

pub mod module;
pub mod package;
pub mod pinned;
pub mod rewrite;
pub mod scopes;
pub mod syntax;
pub mod tree;
