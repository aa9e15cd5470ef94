//! Stages, their verdicts, and what a stage hands back.

use serde::{Deserialize, Serialize};

/// A stage of the pipeline; the letters are the specification's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// Reference: capture, analysis, bytecode.
    A,
    /// Convert: the device kernel.
    B,
    /// Diff: the cause of a failure or of lost speed.
    C,
    /// Host: launcher, library, wrapper, wiring, correctness.
    D,
    /// Bench: speed against the reference.
    E,
    /// Residual: what is left of a difference in speed.
    F,
}

/// A stage's verdict, spelled as workers print it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Verdict {
    /// A, C: all is well.
    Pass,
    /// C: differences remain that are known and accepted.
    PassWithNotes,
    /// B: the kernel compiles and is equal as demanded.
    Compiled,
    /// D: built, wired and correct.
    AllPass,
    /// E: not slower.
    Done,
    /// A, B, C: a concrete next edit is owned by somebody.
    FailFixable,
    /// B: it does not compile.
    FailCompile,
    /// D: a test failed.
    Fail,
    /// C: the compiler is at fault.
    FailCompilerBug,
    /// E: slower than the reference.
    Investigate,
    /// F: a concrete cause that can be mended.
    Fixable,
    /// F: the rest is the same machine code or noise.
    Aligned,
    /// Something outside the stage is in the way.
    Blocked,
}

/// Whose fault a failure of D is (`fail_class`, `block_class`), or who owns C's fix (`owner`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// Launcher, library, wrapper, wiring: D's.
    Host,
    /// Device mathematics: B's.
    Kernel,
    /// Toolchain, driver, GPU: nobody's in the run.
    Env,
}

/// One check that a stage ran on its own work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// What was checked.
    pub name: String,
    /// 0 where it held.
    pub exit: i32,
    /// One line on what was seen.
    pub note: String,
}

/// What a built-in stage hands back; the driver prints it as a validator block and a verdict line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The verdict, one of the stage's own.
    pub verdict: Verdict,
    /// `fail_class`, `block_class` or `owner`, where the verdict wants one.
    pub class: Option<Class>,
    /// The stage's checks.
    pub checks: Vec<Check>,
    /// One sentence for the summary table.
    pub summary: String,
    /// Machine-readable facts for `--json`, e.g. the variants with `ir_equal` and `text_identical`.
    pub data: serde_json::Value,
}
