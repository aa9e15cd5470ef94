//! The bounded state machine over stages A to F: routing, caps, gate, journal, driver, events.

pub mod caps;
pub mod context;
pub mod events;
pub mod gate;
pub mod route;
pub mod verdict;
