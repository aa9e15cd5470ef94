//! What the tests say of a port: a pure function of pytest's report.
//!
//! The reference's backend runs the same tests in the same session. What fails for both is no fault
//! of the port and is reported as such; what is skipped for the port alone needs a recorded gap.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::cause::{self, Cause};
use super::junit::{Backend, Case, Status};
use crate::pipeline::verdict::{Class, Verdict};

/// A test that the port is known not to serve, from `known_gaps.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Gap {
    /// Part of the test's id.
    pub test: String,
    /// Why.
    pub reason: String,
}

/// What the ABI self-check says of the launches: whether wrong numbers can be the host's doing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Abi {
    /// Every launch reaches the driver as cuTile's does.
    Equal,
    /// A launch differs, and how.
    Differs(String),
    /// It was not needed, or could not be run.
    NotRun,
}

/// All that is judged.
#[derive(Debug)]
pub struct Evidence<'a> {
    /// The tests, or why there is no report.
    pub cases: Result<&'a [Case], &'a str>,
    /// What pytest printed.
    pub log: &'a str,
    /// The known gaps.
    pub gaps: &'a [Gap],
    /// The ABI self-check.
    pub abi: Abi,
}

/// How many tests of a backend there were, by how they came out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// All that were collected.
    pub collected: usize,
    /// That passed.
    pub passed: usize,
    /// That failed, their set-up included.
    pub failed: usize,
    /// That were skipped.
    pub skipped: usize,
}

/// A failed test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The test.
    pub id: String,
    /// The exception.
    pub exception: String,
    /// What it shows.
    pub cause: Cause,
}

/// A test that was skipped for the port and not for the reference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Skip {
    /// The test.
    pub id: String,
    /// The reason that the test gave.
    pub reason: String,
    /// The recorded gap.
    pub gap: Option<String>,
}

/// The judgement.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Judgement {
    /// ALL_PASS, FAIL or BLOCKED.
    pub verdict: Verdict,
    /// Whose turn it is, with FAIL and BLOCKED.
    pub class: Option<Class>,
    /// One sentence.
    pub reason: String,
    /// Tests of the port.
    pub port: Counts,
    /// Tests of the reference.
    pub reference: Counts,
    /// Failures of the port alone.
    pub failures: Vec<Failure>,
    /// Failures of both.
    pub shared: Vec<Failure>,
    /// Skips of the port alone.
    pub skips: Vec<Skip>,
    /// What D should mend.
    pub host_fix: Option<String>,
    /// What B should mend.
    pub agent_b_followup: Option<String>,
}

/// Judges a run of the tests.
pub fn judge(evidence: &Evidence<'_>) -> Judgement {
    let cases = match evidence.cases {
        Ok(cases) => cases,
        Err(why) => {
            let (cause, exception) = cause::of_log(evidence.log);
            let reason = format!("pytest wrote no report ({why}): {exception}");
            return blocked(Judgement::empty(), class_of_block(cause), reason, cause);
        }
    };
    let mut found = sort(cases, evidence.gaps);
    // Nothing was run where a file or the conftest could not be read: its error has no backend.
    let broken = cases.iter().find_map(|case| match (&case.status, case.backend()) {
        (Status::Failed(exception), Backend::Other) if !case.name.contains('[') => {
            Some((case.id(), exception))
        }
        _ => None,
    });
    if let Some((id, exception)) = broken {
        let cause = cause::of(exception);
        let reason = format!("{} could not be collected: {exception}", id.trim_start_matches(':'));
        return blocked(found, class_of_block(cause), reason, cause);
    }
    if found.port.collected == 0 {
        let reason = match found.reference.collected {
            0 => "no test was collected: renamed, deselected, or the files name no backend"
                .to_owned(),
            count => format!(
                "{count} tests were collected for cutile and none for cutile-rs: it is not in the \
                 tests' parametrisation, or not available"
            ),
        };
        let mut found = blocked(found, Class::Host, reason, Cause::Import);
        found.host_fix = Some("wire the tests and the backend: `cargo xtask wire`".to_owned());
        return found;
    }
    decide(&mut found, &evidence.abi);
    found
}

/// Counts, and the failures and skips that are the port's own.
fn sort(cases: &[Case], gaps: &[Gap]) -> Judgement {
    let mut found = Judgement::empty();
    let by_id: BTreeMap<String, &Status> =
        cases.iter().map(|case| (case.id(), &case.status)).collect();
    for case in cases {
        let counts = match case.backend() {
            Backend::Port => &mut found.port,
            Backend::Reference => &mut found.reference,
            Backend::Other => continue,
        };
        counts.collected += 1;
        match case.status {
            Status::Passed => counts.passed += 1,
            Status::Failed(_) => counts.failed += 1,
            Status::Skipped(_) => counts.skipped += 1,
        }
        if case.backend() != Backend::Port {
            continue;
        }
        let twin = by_id.get(&case.twin());
        match &case.status {
            Status::Passed => {}
            Status::Failed(exception) => {
                let failure = Failure {
                    id: case.id(),
                    exception: exception.clone(),
                    cause: cause::of(exception),
                };
                match twin {
                    Some(Status::Failed(_)) => found.shared.push(failure),
                    _ => found.failures.push(failure),
                }
            }
            Status::Skipped(reason) if !matches!(twin, Some(Status::Skipped(_))) => {
                let id = case.id();
                let gap = gaps.iter().find(|gap| id.contains(&gap.test));
                let gap = gap.map(|gap| gap.reason.clone());
                found.skips.push(Skip { id, reason: reason.clone(), gap });
            }
            Status::Skipped(_) => {}
        }
    }
    found
}

/// The verdict where tests of the port were collected.
fn decide(found: &mut Judgement, abi: &Abi) {
    let total = found.port.collected;
    if let Some(first) = found.failures.first().cloned() {
        let count = found.failures.len();
        let of =
            |class| found.failures.iter().find(|failure| failure.cause.class() == class).cloned();
        let (verdict, class, shown) = match (of(Class::Host), of(Class::Kernel), abi) {
            (Some(host), _, _) => {
                let nothing =
                    found.port.passed == 0 && matches!(host.cause, Cause::Import | Cause::Library);
                (if nothing { Verdict::Blocked } else { Verdict::Fail }, Class::Host, host)
            }
            (None, Some(kernel), Abi::Differs(_)) if kernel.cause == Cause::Mismatch => {
                (Verdict::Fail, Class::Host, kernel)
            }
            (None, Some(kernel), _) => {
                let nothing = found.port.passed == 0 && kernel.cause == Cause::Compile;
                (if nothing { Verdict::Blocked } else { Verdict::Fail }, Class::Kernel, kernel)
            }
            (None, None, _) => (Verdict::Blocked, Class::Env, first),
        };
        let line = shown.exception.split_whitespace().collect::<Vec<_>>().join(" ");
        found.reason = format!("{count} of {total} tests fail: {}: {line}", shown.id);
        (found.verdict, found.class) = (verdict, Some(class));
        match (class, abi) {
            (Class::Host, Abi::Differs(how)) => {
                found.host_fix = Some(format!("a launch differs from cuTile's: {how}"));
            }
            (Class::Host, _) => found.host_fix = Some(shown.cause.remedy().to_owned()),
            (Class::Kernel, _) => {
                found.agent_b_followup =
                    Some(format!("{} ({}): {line}", shown.cause.remedy(), shown.id));
            }
            (Class::Env, _) => {}
        }
        return;
    }
    if let Some(skip) = found.skips.iter().find(|skip| skip.gap.is_none()) {
        found.reason = format!("{} is skipped without a recorded gap: {}", skip.id, skip.reason);
        (found.verdict, found.class) = (Verdict::Fail, Some(Class::Host));
        found.host_fix = Some(
            "serve what the test skips, or record it in known_gaps.toml with a reason".to_owned(),
        );
        return;
    }
    if found.port.passed == 0 {
        let (class, reason) = match found.shared.first() {
            Some(failure) => {
                (Class::Env, format!("no test passes, for cutile neither: {}", failure.exception))
            }
            None => (Class::Host, format!("all {total} tests were skipped")),
        };
        (found.verdict, found.class, found.reason) = (Verdict::Blocked, Some(class), reason);
        if class == Class::Host {
            found.host_fix = Some("make a test run: none was".to_owned());
        }
        return;
    }
    found.verdict = Verdict::AllPass;
    found.reason = format!("{} of {total} tests pass", found.port.passed);
    if !found.shared.is_empty() {
        found.reason += &format!("; {} fail for cutile too", found.shared.len());
    }
    if found.port.skipped > 0 {
        found.reason += &format!("; {} skipped", found.port.skipped);
    }
}

/// A cause that keeps tests from running: the environment's, else D's own wiring.
fn class_of_block(cause: Cause) -> Class {
    if cause.class() == Class::Env { Class::Env } else { Class::Host }
}

fn blocked(mut found: Judgement, class: Class, reason: String, cause: Cause) -> Judgement {
    (found.verdict, found.class, found.reason) = (Verdict::Blocked, Some(class), reason);
    if class == Class::Host {
        found.host_fix = Some(cause.remedy().to_owned());
    }
    found
}

impl Judgement {
    fn empty() -> Self {
        Self {
            verdict: Verdict::Blocked,
            class: None,
            reason: String::new(),
            port: Counts::default(),
            reference: Counts::default(),
            failures: Vec::new(),
            shared: Vec::new(),
            skips: Vec::new(),
            host_fix: None,
            agent_b_followup: None,
        }
    }
}

#[cfg(test)]
#[path = "judge_tests.rs"]
mod tests;
