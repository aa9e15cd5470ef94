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
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if !path.is_file() || !(name == "bench.log" || name.starts_with("perf")) {
            continue;
        }
        let text = std::fs::read(&path).map_err(|error| format!("{name}: {error}"))?;
        if let Some((line, mark)) = broken(&String::from_utf8_lossy(&text)) {
            return Err(format!("{}:{line}: has `{mark}`", subject.name(&path)));
        }
        logs += 1;
    }
    match logs {
        0 => Err(format!("{}: no perf log", subject.name(&folder))),
        logs => Ok(Finding::passed(format!("DONE, {logs} clean logs"))),
    }
}

/// The first line of a log that says that the run broke, and the mark in it.
fn broken(log: &str) -> Option<(usize, &'static str)> {
    log.lines().enumerate().find_map(|(at, line)| {
        let mark = MARKS.iter().find(|mark| line.contains(**mark))?;
        Some((at + 1, *mark))
    })
}
