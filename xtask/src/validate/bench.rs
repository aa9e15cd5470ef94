//! The item of stage E.

use super::{Checked, Finding, Subject, reports};
use crate::pipeline::verdict::{Stage, Verdict};

/// What no perf log may hold: the run broke, whatever its times say.
const MARKS: [&str; 5] = ["Traceback", "ERROR", "FAILED", "panicked at", "CUDA error"];

pub(super) fn performance(subject: &Subject) -> Checked {
    let report = reports::path(subject, Stage::E);
    if !report.is_file() {
        return match subject.journalled(Stage::E)? {
            Some(verdict) => Err(format!("E gave {verdict} and left no {}", subject.name(&report))),
            None => Ok(Finding::waiting("needs a GPU: E has not run")),
        };
    }
    let verdict = reports::agreed(subject, Stage::E, &subject.text(&report)?)?;
    if verdict != Verdict::Done {
        return Err(format!("{}: {verdict}", subject.name(&report)));
    }
    let mut logs = 0;
    let folder = subject.krate.reports();
    for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with("perf") || !entry.path().is_file() {
            continue;
        }
        let text = subject.text(&entry.path())?;
        let line = text.lines().enumerate().find_map(|(at, line)| {
            Some((at + 1, MARKS.iter().find(|mark| line.contains(**mark))?))
        });
        if let Some((line, mark)) = line {
            return Err(format!("{}:{line}: has `{mark}`", subject.name(&entry.path())));
        }
        logs += 1;
    }
    match logs {
        0 => Err(format!("{}: no perf log", subject.name(&folder))),
        logs => Ok(Finding::passed(format!("DONE, {logs} clean logs"))),
    }
}
