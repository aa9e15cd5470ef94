//! The bounded state machine over stages A to F: routing, caps, gate, journal, driver, events.

pub mod context;
pub mod events;
pub mod verdict;
