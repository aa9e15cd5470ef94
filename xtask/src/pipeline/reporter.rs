//! Reporters: a live terminal, plain lines, JSON lines. They alone print what happens in a run.

use std::collections::HashMap;
use std::io::{IsTerminal as _, Write as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::pipeline::events::{Event, KernelSummary, Sink};

/// The reporter for a command: JSON lines if asked for, a live line on a terminal, plain lines else.
pub fn choose(json: bool) -> Arc<dyn Sink> {
    if json {
        Arc::new(Json)
    } else if std::io::stderr().is_terminal() {
        Arc::new(Terminal::default())
    } else {
        Arc::new(Plain)
    }
}

/// One event a line on standard output.
#[derive(Debug, Default, Clone, Copy)]
pub struct Json;

impl Sink for Json {
    fn emit(&self, event: &Event) {
        if let Ok(line) = serde_json::to_string(event) {
            // A closed pipe is the reader's choice and no fault of the run.
            let _ = writeln!(std::io::stdout().lock(), "{line}");
        }
    }
}

/// One line an event: what happens on standard error, the summary on standard output.
#[derive(Debug, Default, Clone, Copy)]
pub struct Plain;

impl Sink for Plain {
    fn emit(&self, event: &Event) {
        if let Event::Summary { kernels } = event {
            let _ = write!(std::io::stdout().lock(), "{}", table(kernels));
        } else if let Some(line) = line(event) {
            let _ = writeln!(std::io::stderr().lock(), "{line}");
        }
    }
}

/// One live line for the stage that runs, with the time since it began; the rest as [`Plain`].
#[derive(Debug, Default)]
pub struct Terminal {
    live: Mutex<HashMap<String, ProgressBar>>,
}

impl Sink for Terminal {
    fn emit(&self, event: &Event) {
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::StageStarted { kernel, .. } => {
                let bar = ProgressBar::new_spinner();
                if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]") {
                    bar.set_style(style);
                }
                bar.set_message(line(event).unwrap_or_default());
                bar.enable_steady_tick(Duration::from_millis(120));
                if let Some(old) = live.insert(kernel.clone(), bar) {
                    old.finish_and_clear();
                }
            }
            Event::Progress { kernel, stage, message } => {
                if let Some(bar) = live.get(kernel) {
                    bar.set_message(format!("{kernel} {stage}: {message}"));
                }
            }
            Event::Summary { .. } => Plain.emit(event),
            Event::Note { kernel, .. } if live.contains_key(kernel) => {
                if let (Some(bar), Some(line)) = (live.get(kernel), line(event)) {
                    bar.suspend(|| eprintln!("{line}"));
                }
            }
            _ => {
                if let Some(bar) = kernel_of(event).and_then(|kernel| live.remove(kernel)) {
                    bar.finish_and_clear();
                }
                Plain.emit(event);
            }
        }
    }
}

fn kernel_of(event: &Event) -> Option<&String> {
    match event {
        Event::StageFinished { kernel, .. }
        | Event::Paused { kernel, .. }
        | Event::Waiting { kernel, .. }
        | Event::RunFinished { kernel, .. } => Some(kernel),
        _ => None,
    }
}

/// An event as one line; none for those that only machines read.
fn line(event: &Event) -> Option<String> {
    Some(match event {
        Event::LockWait { kernel, holder } => {
            format!("{kernel}: waits for {holder}, which is porting it")
        }
        Event::RunStarted { kernel, run, resumed } => {
            format!("{kernel}: run {run}{}", if *resumed { " goes on" } else { "" })
        }
        Event::StageStarted { kernel, stage, attempt, worker, repair } => {
            let repair = if *repair { ", repair of its validator block" } else { "" };
            format!("{kernel} {stage}{attempt} {}: {worker}{repair}", stage.title())
        }
        Event::Progress { kernel, stage, message } => format!("{kernel} {stage}: {message}"),
        Event::Note { kernel, stage, message } => match stage {
            Some(stage) => format!("{kernel} {stage}: {message}"),
            None => format!("{kernel}: {message}"),
        },
        Event::StageFinished {
            kernel,
            stage,
            attempt,
            verdict,
            class,
            soft,
            skipped,
            seconds,
            summary,
        } => {
            let class = class.map_or(String::new(), |class| format!(" ({class})"));
            let soft = soft.iter().map(|mark| format!(" {mark}")).collect::<String>();
            let time = if *skipped { "unchanged".to_owned() } else { format!("{seconds:.1} s") };
            let summary = if summary.is_empty() { String::new() } else { format!(": {summary}") };
            format!("{kernel} {stage}{attempt} {verdict}{class}{soft} [{time}]{summary}")
        }
        Event::Paused { kernel, stage, reason } => format!("{kernel} {stage} PAUSED: {reason}"),
        Event::Waiting { kernel, stage, reason } => format!("{kernel} {stage} WAITING: {reason}"),
        Event::RunFinished { kernel, verdict, summary } if summary.is_empty() => {
            format!("{kernel}: {verdict}")
        }
        Event::RunFinished { kernel, verdict, summary } => {
            format!("{kernel}: {verdict}: {summary}")
        }
        Event::WorkerOutput { .. } | Event::Routed { .. } | Event::Summary { .. } => return None,
    })
}

fn table(kernels: &[KernelSummary]) -> String {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::UTF8_HORIZONTAL_ONLY);
    table.set_header(["kernel", "verdict", "stages", "waits for"]);
    for kernel in kernels {
        let stages: Vec<_> = kernel
            .stages
            .iter()
            .map(|stage| format!("{}{} {}", stage.stage, stage.attempt, stage.verdict))
            .collect();
        let waiting = kernel.waiting_for.clone().unwrap_or_default();
        table.add_row([&kernel.name, &kernel.verdict, &stages.join(", "), &waiting]);
    }
    format!("{table}\n")
}
