//! How often a stage may run within one run, and how often its validator block may be repaired.

use crate::pipeline::verdict::Stage;

/// Semantic runs of a stage within one pipeline run.
pub const fn semantic_runs(stage: Stage) -> u8 {
    match stage {
        Stage::A | Stage::C | Stage::F => 1,
        Stage::B | Stage::D | Stage::E => 2,
    }
}

/// Repairs of the validator block, for each letter, within one pipeline run.
pub const REPAIRS: u8 = 1;

/// Cargo builds of the kernel crate that stage B may make within one semantic run. Compiling in
/// process, for trials, is not counted.
pub const COMPILES: u8 = 3;
