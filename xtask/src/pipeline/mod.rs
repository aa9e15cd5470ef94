//! The bounded state machine over stages A to F: routing, caps, gate, journal, driver, events.

pub mod caps;
pub mod context;
pub mod events;
pub mod gate;
pub mod gpu;
pub mod journal;
pub mod lock;
pub mod ownership;
pub mod record;
pub mod reporter;
pub mod route;
pub mod run;
pub mod single;
pub mod state;
pub mod turn;
pub mod verdict;
