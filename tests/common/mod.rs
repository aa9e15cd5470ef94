//! What several end-to-end tests need.

pub mod tilegym;
