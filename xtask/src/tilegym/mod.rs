//! TileGym: its trees, its host code rewritten into twins, and the wiring of these.
//!
//! [`tree`] opens a checkout or package; [`package`] analyses its modules together; [`registry`]
//! finds operators and kernels by name; [`rewrite`] turns one module into its twin; [`wire`] puts
//! twins and libraries into a tree and takes them out again.

pub mod module;
pub mod package;
pub mod pinned;
pub mod proof;
pub mod registry;
pub mod rewrite;
pub mod scopes;
pub mod syntax;
pub mod tree;
pub mod wire;
