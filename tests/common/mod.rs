//! What several end-to-end tests need.

#[allow(dead_code, reason = "each test takes what it needs")]
pub mod ports;
#[allow(dead_code, reason = "each test takes what it needs")]
pub mod recorder;
#[allow(dead_code, reason = "each test takes what it needs")]
pub mod tilegym;
