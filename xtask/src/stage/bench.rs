//! Stage E: speed against the reference.
//!
//! `python -m tileport.bench` times both backends by CUPTI, interleaved in one process on one GPU;
//! this side judges. The judgement is a pure function of the timed rows ([`Report::of`]).

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::files;
use crate::pipeline::context::StageContext;
use crate::pipeline::verdict::{Check, Outcome, Verdict};
use crate::stage::site::Site;
use crate::workspace::Workspace;

/// Geometric mean of port over reference up to which stage E says DONE (the specification's gate).
pub const DONE_AT_MOST: f64 = 1.05;

/// Folder of the cases that are timed, by operator; one without has those of its `inputs.toml`.
const CASES: &str = "python/tileport/bench/cases";

/// One timed case, as `tileport.bench` prints it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Row {
    /// Name of the case in `inputs.toml`.
    pub case: String,
    /// Why there are no times.
    pub error: Option<String>,
    /// cuTile Python.
    pub reference: Option<Side>,
    /// cutile-rs.
    pub port: Option<Side>,
    /// What bounds the call, timed in the same profile.
    pub roof: Option<Roof>,
}

/// A copy of as many bytes, or cuBLAS on the same operands.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Roof {
    /// `copy` or `matmul`.
    pub kind: String,
    /// Median device time, microseconds.
    pub device_us: f64,
}

/// The times of one backend.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Side {
    /// Median device time of a call, microseconds.
    pub device_us: f64,
    /// Median time from call to return, microseconds.
    pub host_us: f64,
    /// Kernels of a call, in order.
    pub kernels: Vec<String>,
    /// Median duration of each, microseconds.
    #[serde(default)]
    pub kernel_us: Vec<f64>,
    /// Achieved bandwidth, TB/s, where memory bounds the call.
    pub tb_s: Option<f64>,
    /// Achieved arithmetic, TFLOP/s, where that does.
    pub tflop_s: Option<f64>,
}

impl Side {
    /// The achieved rate, as reports show it.
    fn rate(&self) -> String {
        match (self.tb_s, self.tflop_s) {
            (Some(rate), _) => format!("{rate:.2} TB/s"),
            (None, Some(rate)) => format!("{rate:.0} TFLOP/s"),
            (None, None) => String::new(),
        }
    }
}

impl Row {
    /// Device and host time of the port over those of the reference.
    pub fn ratios(&self) -> Option<(f64, f64)> {
        let (reference, port) = (self.reference.as_ref()?, self.port.as_ref()?);
        let device = port.device_us / reference.device_us;
        let host = port.host_us / reference.host_us;
        (device.is_finite() && device > 0.0 && host.is_finite() && host > 0.0)
            .then_some((device, host))
    }
}

/// How much slower, in the specification's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// Up to 1.15.
    Mild,
    /// Up to 1.5.
    Moderate,
    /// Above.
    Large,
}

impl Severity {
    /// The class of a ratio above [`DONE_AT_MOST`].
    fn of(ratio: f64) -> Self {
        match ratio {
            r if r <= 1.15 => Self::Mild,
            r if r <= 1.5 => Self::Moderate,
            _ => Self::Large,
        }
    }

    /// As reports spell it.
    fn word(self) -> &'static str {
        match self {
            Self::Mild => "MILD",
            Self::Moderate => "MODERATE",
            Self::Large => "LARGE",
        }
    }
}

/// Stage E's judgement.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// DONE, INVESTIGATE or BLOCKED.
    pub verdict: Verdict,
    /// Geometric mean of device time, port over reference; none without usable rows.
    pub geomean: Option<f64>,
    /// Geometric mean of host time per call.
    pub host_geomean: Option<f64>,
    /// Rows without usable times.
    pub unusable: usize,
    /// How much slower, where the verdict is INVESTIGATE.
    pub severity: Option<Severity>,
}

impl Report {
    /// Judges timed rows: a row without times is unusable data, and then nothing is concluded.
    pub fn of(rows: &[Row]) -> Self {
        let ratios: Vec<_> = rows.iter().filter_map(Row::ratios).collect();
        let unusable = rows.len() - ratios.len();
        let geomean = geomean(ratios.iter().map(|(device, _)| *device));
        let host_geomean = self::geomean(ratios.iter().map(|(_, host)| *host));
        let (verdict, severity) = match geomean {
            Some(ratio) if unusable == 0 && ratio <= DONE_AT_MOST => (Verdict::Done, None),
            Some(ratio) if unusable == 0 => (Verdict::Investigate, Some(Severity::of(ratio))),
            _ => (Verdict::Blocked, None),
        };
        Self { verdict, geomean, host_geomean, unusable, severity }
    }

    /// The report as Markdown, with the one machine-readable line `geomean_ratio=`.
    pub fn markdown(&self, operator: &str, rows: &[Row]) -> String {
        let mut text = format!("# Stage E: {operator}\n\n");
        text.push_str(
            "Device time by CUPTI with a cold L2, median over calls; both backends interleaved in one \
             process on one GPU. Host time is from call to return. The roof is a copy of as many bytes, or \
             cuBLAS on the same operands, timed in the same profile.\n\n\
             | case | cuTile µs | cutile-rs µs | device ratio | host ratio | achieved | of the roof | verdict |\n\
             | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n",
        );
        for row in rows {
            let _ = match (row.ratios(), &row.reference, &row.port) {
                (Some((device, host)), Some(reference), Some(port)) => {
                    let word =
                        if device <= DONE_AT_MOST { "ok" } else { Severity::of(device).word() };
                    let share = row.roof.as_ref().map_or(String::new(), |roof| {
                        format!("{:.2}", roof.device_us / port.device_us)
                    });
                    writeln!(
                        text,
                        "| {} | {:.2} | {:.2} | {device:.3} | {host:.3} | {} | {share} | {word} |",
                        row.case,
                        reference.device_us,
                        port.device_us,
                        port.rate()
                    )
                }
                _ => {
                    let error = row.error.as_deref().unwrap_or("no times").replace('|', "\\|");
                    writeln!(text, "| {} | | | | | | | {error} |", row.case)
                }
            };
        }
        if let Some(ratio) = self.geomean {
            let _ = writeln!(text, "\ngeomean_ratio={ratio:.4}");
        }
        if let Some(ratio) = self.host_geomean {
            let _ = writeln!(text, "host_geomean_ratio={ratio:.4}");
        }
        if let Some(severity) = self.severity {
            let _ = writeln!(text, "class={}", severity.word());
        }
        let _ = writeln!(text, "\nVERDICT: {}", self.verdict);
        text
    }
}

/// The geometric mean; none of nothing.
pub fn geomean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0u32), |(sum, count), v| (sum + v.ln(), count + 1));
    (count > 0).then(|| (sum / f64::from(count)).exp())
}

/// The rows among what `tileport.bench` prints; its other lines tell of the run.
///
/// # Errors
/// A row cannot be read.
pub fn rows(printed: &str) -> Result<Vec<Row>> {
    printed
        .lines()
        .filter(|line| line.starts_with("{\"case\""))
        .map(|line| serde_json::from_str(line).with_context(|| format!("tileport.bench: {line}")))
        .collect()
}

/// Where the raw samples of an operator's last run are kept, as `tileport.bench` printed them.
pub fn samples(workspace: &Workspace, operator: &str) -> PathBuf {
    workspace.target().join("tileport/bench").join(format!("{operator}.jsonl"))
}

/// Runs stage E: times, judges, writes `reports/agent_e.md`.
pub fn run(ctx: &StageContext) -> Result<Outcome> {
    let site = Site::of(ctx)?;
    let krate = ctx.crate_();
    ctx.progress("timing both backends");
    let mut command = site.python();
    let own = ctx.workspace.root().join(CASES).join(format!("{}.toml", ctx.operator));
    let cases = if own.is_file() { own } else { krate.inputs() };
    command.args(["-m", "tileport.bench", "--inputs"]).arg(cases);
    command.current_dir(ctx.workspace.root());
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    let log = String::from_utf8_lossy(&output.stderr);
    let printed = String::from_utf8_lossy(&output.stdout);
    let rows = rows(&printed)?;
    files::write(&samples(&ctx.workspace, &ctx.operator), &*printed)?;
    let report = Report::of(&rows);
    files::write(&krate.reports().join("agent_e.md"), report.markdown(&ctx.operator, &rows))?;
    files::write(&krate.reports().join("bench.log"), &*log)?;
    let exit = output.status.code().unwrap_or(-1);
    let summary = match report.geomean {
        Some(ratio) => format!("geomean_ratio={ratio:.4} over {} cases", rows.len()),
        None => format!("no usable times: {}", log.lines().last().unwrap_or("nothing was printed")),
    };
    Ok(Outcome {
        verdict: report.verdict,
        class: None,
        checks: vec![
            Check { name: "bench".into(), exit, note: "tileport.bench ran".into() },
            Check {
                name: "usable rows".into(),
                exit: i32::from(report.unusable > 0),
                note: format!("{} of {} rows have times", rows.len() - report.unusable, rows.len()),
            },
        ],
        summary,
        data: serde_json::json!({
            "geomean_ratio": report.geomean,
            "host_geomean_ratio": report.host_geomean,
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(case: &str, reference: f64, port: f64) -> Row {
        let side = |device_us| Side {
            device_us,
            host_us: 10.0,
            kernels: vec!["k".into()],
            kernel_us: vec![device_us],
            tb_s: Some(2.0),
            tflop_s: None,
        };
        Row {
            case: case.into(),
            error: None,
            reference: Some(side(reference)),
            port: Some(side(port)),
            roof: None,
        }
    }

    #[test]
    fn a_geomean_of_exactly_the_gate_is_done() {
        let rows = [row("a", 100.0, 110.25), row("b", 100.0, 100.0)];
        let report = Report::of(&rows);
        assert!((report.geomean.unwrap() - 1.05).abs() < 1e-12);
        assert_eq!(Report::of(&[row("a", 1.0, 1.05)]).verdict, Verdict::Done);
    }

    #[test]
    fn slower_is_investigate_with_its_class() {
        for (ratio, class) in
            [(1.1, Severity::Mild), (1.3, Severity::Moderate), (2.0, Severity::Large)]
        {
            let report = Report::of(&[row("a", 10.0, 10.0 * ratio)]);
            assert_eq!(report.verdict, Verdict::Investigate);
            assert_eq!(report.severity, Some(class));
        }
    }

    #[test]
    fn a_row_without_times_blocks_and_shows_its_error() {
        let failed = Row {
            case: "b".into(),
            error: Some("RuntimeError: x | y".into()),
            reference: None,
            port: None,
            roof: None,
        };
        let rows = [row("a", 10.0, 9.0), failed];
        let report = Report::of(&rows);
        assert_eq!((report.verdict, report.unusable), (Verdict::Blocked, 1));
        let text = report.markdown("softmax", &rows);
        assert!(text.contains("RuntimeError: x \\| y") && text.contains("geomean_ratio=0.9000"));
        assert_eq!(Report::of(&[]).verdict, Verdict::Blocked);
    }

    #[test]
    fn rows_are_read_among_other_lines() {
        let printed = "[TileGym] set\n{\"about\": {\"gpu\": \"H200\"}}\n{\"case\": \"a\", \"backward\": false, \
                       \"reference\": {\"device_us\": 4.0, \"host_us\": 9, \"samples_us\": [4.0], \"kernels\": [\"k\"], \
                       \"kernel_us\": [4.0], \"tb_s\": 1.5}, \"port\": {\"device_us\": 2.0, \"host_us\": 3, \
                       \"kernels\": [\"k\"], \"tb_s\": 3.0}, \"roof\": {\"kind\": \"copy\", \"device_us\": 1.5}}\n";
        let rows = rows(printed).unwrap();
        assert_eq!(rows.len(), 1);
        let text = Report::of(&rows).markdown("softmax", &rows);
        assert!(
            text.contains("| a | 4.00 | 2.00 | 0.500 | 0.333 | 3.00 TB/s | 0.75 | ok |"),
            "{text}"
        );
        assert_eq!(text.matches("geomean_ratio=").count(), 2);
        assert!(super::rows("{\"case\": 1}").is_err());
    }

    #[test]
    fn a_zero_time_is_no_time() {
        assert_eq!(Report::of(&[row("a", 0.0, 1.0)]).verdict, Verdict::Blocked);
    }
}
