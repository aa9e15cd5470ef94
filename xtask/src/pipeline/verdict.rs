//! Stages, their verdicts, and what a stage hands back.

use std::fmt;
use std::str::FromStr;

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

impl Stage {
    /// All stages, in the order of their letters.
    pub const ALL: [Self; 6] = [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F];

    /// The verdicts that the stage may give.
    pub const fn verdicts(self) -> &'static [Verdict] {
        use Verdict::{
            Aligned, AllPass, Blocked, Compiled, Done, Fail, FailCompile, FailCompilerBug,
            FailFixable, Fixable, Investigate, Pass, PassWithNotes,
        };
        match self {
            Self::A => &[Pass, FailFixable, Blocked],
            Self::B => &[Compiled, FailCompile, FailFixable, Blocked],
            Self::C => &[Pass, PassWithNotes, FailFixable, FailCompilerBug, Blocked],
            Self::D => &[AllPass, Fail, Blocked],
            Self::E => &[Done, Investigate, Blocked],
            Self::F => &[Fixable, Aligned, Blocked],
        }
    }

    /// The line that carries the class of a verdict: `fail_class`, `block_class` or `owner`.
    pub const fn class_key(self, verdict: Verdict) -> Option<&'static str> {
        match (self, verdict) {
            (Self::D, Verdict::Fail) => Some("fail_class"),
            (Self::D, Verdict::Blocked) => Some("block_class"),
            (Self::C, Verdict::FailFixable) => Some("owner"),
            _ => None,
        }
    }

    /// What the stage is called in help and reports.
    pub const fn title(self) -> &'static str {
        match self {
            Self::A => "reference",
            Self::B => "convert",
            Self::C => "diff",
            Self::D => "host",
            Self::E => "bench",
            Self::F => "residual",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl FromStr for Stage {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|stage| {
                stage.to_string().eq_ignore_ascii_case(text)
                    || stage.title().eq_ignore_ascii_case(text)
            })
            .ok_or_else(|| format!("`{text}` is no stage; the stages are A, B, C, D, E and F"))
    }
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Self; 13] = [
        Self::Pass,
        Self::PassWithNotes,
        Self::Compiled,
        Self::AllPass,
        Self::Done,
        Self::FailFixable,
        Self::FailCompile,
        Self::Fail,
        Self::FailCompilerBug,
        Self::Investigate,
        Self::Fixable,
        Self::Aligned,
        Self::Blocked,
    ];

    /// The verdict as workers print it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "PASS",
            Self::PassWithNotes => "PASS_WITH_NOTES",
            Self::Compiled => "COMPILED",
            Self::AllPass => "ALL_PASS",
            Self::Done => "DONE",
            Self::FailFixable => "FAIL_FIXABLE",
            Self::FailCompile => "FAIL_COMPILE",
            Self::Fail => "FAIL",
            Self::FailCompilerBug => "FAIL_COMPILER_BUG",
            Self::Investigate => "INVESTIGATE",
            Self::Fixable => "FIXABLE",
            Self::Aligned => "ALIGNED",
            Self::Blocked => "BLOCKED",
        }
    }

    /// Whether the specification lists it as a clean success marker.
    pub const fn is_clean_success(self) -> bool {
        matches!(self, Self::Pass | Self::Compiled | Self::AllPass | Self::Done)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Verdict {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|verdict| verdict.name() == text)
            .ok_or_else(|| format!("`{text}` is no verdict"))
    }
}

impl Class {
    /// The class as it stands in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::Kernel => "kernel",
            Self::Env => "env",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Class {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        [Self::Host, Self::Kernel, Self::Env]
            .into_iter()
            .find(|class| class.name() == text)
            .ok_or_else(|| format!("`{text}` is no class; the classes are host, kernel and env"))
    }
}

impl Outcome {
    /// What a worker would print: the checks as a validator block, the class line, the verdict line.
    pub fn render(&self, stage: Stage) -> String {
        let mut text = String::new();
        if let (Some(key), Some(class)) = (stage.class_key(self.verdict), self.class) {
            text.push_str(&format!("{key}: {class}\n"));
        }
        text.push_str("<VALIDATOR_OUTPUT>\n");
        for check in &self.checks {
            // A note is prose: it must bring no second exit code or tag into the block.
            let note = check.note.replace(['\n', '\r', '<'], " ").replace('=', ":");
            let name = check.name.replace(['\n', '\r', '<', '='], " ");
            text.push_str(&format!("{name} exit={}", check.exit));
            text.push_str(if note.is_empty() { "" } else { " # " });
            text.push_str(&note);
            text.push('\n');
        }
        text.push_str(&format!("</VALIDATOR_OUTPUT>\nVERDICT: {}\n", self.verdict));
        text
    }
}
