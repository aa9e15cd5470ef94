//! The normal form in which modules are compared.
//!
//! A function becomes a [`skeleton`]: its effects in order, nested as its control flow is. What the
//! effects use becomes nodes of a [`graph`] in which each expression stands once, simplified by
//! [`rules`], so that place, order, number and liveness of pure operations are of no meaning.
//! Assumptions become sets of [`facts`]. Names and debug information are left out; tokens stay as
//! they are threaded.

pub mod attributes;
pub mod evaluate;
pub mod facts;
pub mod graph;
pub mod kind;
pub mod loops;
pub mod rules;
pub mod skeleton;
#[cfg(test)]
mod tests;
pub mod values;

/// Why a module has no normal form here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Unknown {
    /// What is not understood.
    pub reason: String,
}

impl Unknown {
    /// A reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into() }
    }
}
