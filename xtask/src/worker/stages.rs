//! Which functions the built-in worker of each stage runs.

use crate::pipeline::verdict::Stage;
use crate::stage;
use crate::worker::builtin::Parts;

/// The built-in functions of a stage.
pub fn parts(stage: Stage) -> Parts {
    match stage {
        Stage::B => Parts { build: Some(stage::convert::run), measure: None },
        Stage::A => Parts { build: Some(stage::reference::run), measure: None },
        Stage::D => Parts { build: Some(stage::host::run), measure: Some(stage::correctness::run) },
        Stage::E => Parts { build: None, measure: Some(stage::bench::run) },
        Stage::C => Parts { build: Some(stage::diff::run), measure: None },
        Stage::F => Parts::default(),
    }
}
