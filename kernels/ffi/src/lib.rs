//! What the C-ABI launchers of all kernels share.
//!
//! A kernel's crate embeds its `contract.json` and its `kernel.rs` in an [`Operator`] and exports, for
//! each Python kernel function, a plain C function and a [`KernelV1`] table; both come here. A call
//! checks its arguments ([`arguments`]), chooses entry and generics by the contract ([`specialise`]),
//! compiles ([`jit`]), assembles ([`assembler`], [`cache`]) and loads what was not loaded before, and
//! enqueues the kernel on the caller's stream ([`driver`]). It never waits for the device, never frees
//! the caller's memory, and returns a code of [`error::Code`] with a message behind
//! `tileport_last_error`.

pub use tileport_contract as contract;

pub mod arguments;
pub mod assembler;
pub mod cache;
pub mod constants;
pub mod desc;
pub mod driver;
pub mod error;
pub mod explicit;
pub mod jit;
pub mod operator;
pub mod specialise;
pub mod table;

pub use arguments::Raw;
pub use desc::{LaunchConfig, RawStream, TensorDesc};
pub use operator::Operator;
pub use table::{KernelV1, invoke};
