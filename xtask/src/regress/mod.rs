//! The nightly: every ported kernel, correctness and speed, against its history.
//!
//! A worker process for each GPU (`python -m tileport.nightly`) checks and times cases, reference and
//! port interleaved; [`run`] drives the workers and loses no more than a case to one that dies or
//! hangs. [`judge`] is a pure function of history and samples; what it finds has passed a paired test,
//! a practical floor and a second run; [`pool`] does the same for an operator's cases together. [`rate`] computes from recorded samples how often that rule
//! cries wolf. [`night`] is what a shard hands to `merge`.

pub mod history;
pub mod judge;
pub mod night;
pub mod pool;
pub mod queue;
pub mod rate;
pub mod report;
pub mod run;
pub mod sample;
pub mod statistics;
pub mod text;
pub mod worker;
