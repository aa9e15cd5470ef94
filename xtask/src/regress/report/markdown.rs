//! The night in Markdown.

use std::fmt::Write as _;

use super::{Report, date, rate_words};
use crate::regress::judge::Look;

/// The text.
pub fn text(report: &Report) -> String {
    let verdict = if report.is_green { "green" } else { "red" };
    let mut text = format!("# Night of {} UTC: {verdict}\n", date(report.night));
    if report.findings.is_empty() {
        text.push_str("\nNothing was found.\n");
    } else {
        let _ = writeln!(text, "\n{} findings.\n", report.findings.len());
        for finding in &report.findings {
            let _ = writeln!(
                text,
                "- **{}**: `{}` {}: {}\n  - again: `{}`",
                finding.kind.title(),
                finding.operator,
                finding.case,
                finding.what,
                finding.command
            );
            for changed in &finding.changed {
                let _ = writeln!(text, "  - changed: {changed}");
            }
        }
    }
    if !report.changed.is_empty() {
        text.push_str("\n## Changed since the night before\n\n");
        for (operator, list) in &report.changed {
            let _ = writeln!(text, "- `{operator}`: {}", list.join("; "));
        }
    }
    text.push_str(
        "\n## Operators\n\n| operator | cases | found | device ratio | change | host ratio |\n\
         | --- | ---: | ---: | ---: | ---: | ---: |\n",
    );
    let shown = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.3}"));
    for one in &report.operators {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} |",
            one.operator,
            one.cases,
            one.found,
            shown(one.ratio),
            one.change(),
            shown(one.host_ratio)
        );
    }
    text.push_str(
        "\n## Cases\n\n| operator | case | cuTile µs | cutile-rs µs | ratio | before | change | host ratio \
         | GB/s | TFLOP/s | found |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n",
    );
    for case in &report.cases {
        let device = |pick: fn(&Look) -> Option<f64>, digits: usize| {
            let value = case.device.as_ref().and_then(pick);
            value.map_or_else(String::new, |value| format!("{value:.digits$}"))
        };
        let percent = case.device.and_then(|look| look.change);
        let found: Vec<&str> = case.found.iter().map(|kind| kind.title()).collect();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            case.operator,
            case.case.replace('|', "\\|"),
            device(|look| Some(look.us[0]), 2),
            device(|look| Some(look.us[1]), 2),
            device(|look| Some(look.ratio), 3),
            device(|look| look.before, 3),
            percent.map_or_else(String::new, |value| format!("{:+.1} %", 100.0 * value)),
            shown(case.host.map(|look| look.ratio)),
            case.gb_per_s.map_or_else(String::new, |value| format!("{value:.0}")),
            case.tflop_per_s.map_or_else(String::new, |value| format!("{value:.1}")),
            found.join(", ")
        );
    }
    text.push_str("\n## Machines\n\n");
    for session in &report.sessions {
        let tools: Vec<String> =
            session.tools.iter().map(|(name, version)| format!("{name} {version}")).collect();
        let _ = writeln!(
            text,
            "- {} ({}), driver {}, at most {} MHz, {} W; {}",
            session.device,
            session.target,
            session.driver,
            session.max_sm_mhz,
            session.power_limit_w,
            tools.join(", ")
        );
    }
    text.push_str("\n## The rule\n\n");
    text.push_str(
        "Slower is what is slower in two runs of the night: above the median of earlier nights by more \
         than a floor and than four times their spread, by the signed-rank test on interleaved pairs, \
         and by more than the clock's grain in microseconds. It is applied to each case, and to the \
         mean change over an operator's cases.\n",
    );
    if let Some(rate) = &report.rate {
        let _ = writeln!(text, "\n{}", rate_words(rate));
    }
    text
}
