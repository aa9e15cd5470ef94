//! The night as one page that needs nothing else: no script, no font, no file beside it.
//!
//! Each figure carries where in `report.json` it comes from and the value there.

use std::fmt::Write as _;

use anyhow::Result;

use super::svg::{self, Datum, Plot, Point, attributes, escape};
use super::{Report, date, rate_words};
use crate::regress::judge::Look;

const STYLE: &str = include_str!("page.css");

/// The page.
pub fn page(report: &Report) -> Result<String> {
    let verdict = if report.is_green { "green" } else { "red" };
    let title = format!("Night of {} UTC: {verdict}", date(report.night));
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{0}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1><span class=\"{verdict}\"></span>{0}</h1>\n",
        escape(&title)
    );
    summary(report, &mut out);
    findings(report, &mut out);
    operators(report, &mut out);
    scatter(report, &mut out);
    achieved(report, &mut out);
    cases(report, &mut out);
    about(report, &mut out);
    out.push_str("</body>\n</html>\n");
    Ok(out)
}

fn summary(report: &Report, out: &mut String) {
    let devices: Vec<String> = report
        .sessions
        .iter()
        .map(|session| format!("{}, driver {}", session.device, session.driver))
        .collect();
    let _ = writeln!(
        out,
        "<p class=\"lead\">{} findings in {} cases of {} operators. {}.</p>",
        report.findings.len(),
        report.cases.len(),
        report.operators.len(),
        escape(&devices.join("; "))
    );
}

fn findings(report: &Report, out: &mut String) {
    if !report.findings.is_empty() {
        out.push_str("<h2>Findings</h2>\n<ul class=\"findings\">\n");
    }
    for finding in &report.findings {
        let _ = write!(
            out,
            "<li><strong>{}</strong> <b>{}</b> {}<br>{}<br><code>{}</code>",
            finding.kind.title(),
            escape(&finding.operator),
            escape(&finding.case),
            escape(&finding.what),
            escape(&finding.command)
        );
        for changed in &finding.changed {
            let _ = write!(out, "<br>changed: {}", escape(changed));
        }
        out.push_str("</li>\n");
    }
    if !report.findings.is_empty() {
        out.push_str("</ul>\n");
    }
    if !report.changed.is_empty() {
        out.push_str("<h2>Changed since the night before</h2>\n<ul>\n");
        for (operator, list) in &report.changed {
            let _ =
                writeln!(out, "<li><b>{}</b>: {}</li>", escape(operator), escape(&list.join("; ")));
        }
        out.push_str("</ul>\n");
    }
}

/// One small plot an operator: its ratio over the nights.
fn operators(report: &Report, out: &mut String) {
    out.push_str(
        "<h2>Device time, port over reference, night by night</h2>\n\
         <p>Below 1 the port is faster. Geometric mean over an operator's cases; in percent, how far its cases \
         together lie above earlier nights.</p>\n<div class=\"panels\">\n",
    );
    for (number, operator) in report.operators.iter().enumerate() {
        let points: Vec<Point> = operator
            .nights
            .iter()
            .enumerate()
            .map(|(place, point)| {
                let pointer = format!("/operators/{number}/nights/{place}");
                let is_last = place + 1 == operator.nights.len();
                Point {
                    x: Datum { value: place as f64, pointer: String::new() },
                    y: Datum { value: point.ratio, pointer: format!("{pointer}/ratio") },
                    tip: format!("{}: {:.3}", date(point.night), point.ratio),
                    is_red: is_last && operator.is_red(),
                }
            })
            .collect();
        let ratio = operator.ratio.map_or_else(String::new, |ratio| {
            let datum = Datum { value: ratio, pointer: format!("/operators/{number}/ratio") };
            format!("<span class=\"figure\"{}>{ratio:.3}</span>", attributes(&datum, ""))
        });
        let change = operator.together.map_or_else(String::new, |pool| {
            let pointer = format!("/operators/{number}/together/change");
            let datum = Datum { value: pool.change, pointer };
            format!(" <span{}>{}</span>", attributes(&datum, ""), operator.change())
        });
        let found = match operator.found {
            0 => String::new(),
            count => format!(" <span class=\"bad\">{count} found</span>"),
        };
        let _ = writeln!(
            out,
            "<figure><figcaption><b>{}</b> {ratio}{change}{found}</figcaption>{}</figure>",
            escape(&operator.operator),
            svg::draw(&Plot {
                title: &format!("ratio of {} over the nights", operator.operator),
                x_label: "nights, tonight at the right",
                y_label: "",
                log_x: false,
                line: Some((Datum { value: 1.0, pointer: String::new() }, String::new())),
                joined: true,
                size: [300.0, 150.0],
                points: &points,
                range: [0.95, 1.05],
            })
        );
    }
    out.push_str("</div>\n");
}

/// Every case: how long the reference takes, and the ratio.
fn scatter(report: &Report, out: &mut String) {
    let points: Vec<Point> = report
        .cases
        .iter()
        .enumerate()
        .filter_map(|(number, case)| {
            let look = case.device?;
            let pointer = format!("/cases/{number}/device");
            Some(Point {
                x: Datum { value: look.us[0], pointer: format!("{pointer}/us/0") },
                y: Datum { value: look.ratio, pointer: format!("{pointer}/ratio") },
                tip: format!(
                    "{} {}: {:.3}, {:.2} µs against {:.2} µs",
                    case.operator, case.case, look.ratio, look.us[1], look.us[0]
                ),
                is_red: !case.found.is_empty(),
            })
        })
        .collect();
    out.push_str("<h2>Every configuration</h2>\n<figure class=\"wide\">");
    out.push_str(&svg::draw(&Plot {
        title: "ratio of every case by the reference's time",
        x_label: "device time of the reference, µs",
        y_label: "port over reference",
        log_x: true,
        line: Some((Datum { value: 1.0, pointer: String::new() }, String::new())),
        joined: false,
        size: [600.0, 280.0],
        points: &points,
        range: [0.95, 1.05],
    }));
    out.push_str("</figure>\n");
}

/// What the port moves and computes per second, against what the device does at most.
fn achieved(report: &Report, out: &mut String) {
    let roof = report.sessions.iter().enumerate().find_map(|(place, one)| Some((place, one.roof?)));
    let [bandwidth, compute] = [false, true].map(|compute| -> Vec<Point> {
        let point = |(number, case): (usize, &crate::regress::judge::Case)| {
            let (look, name, unit) = match compute {
                true => (case.device?, "tflop_per_s", "TFLOP/s"),
                false => (case.device?, "gb_per_s", "GB/s"),
            };
            let value = if compute { case.tflop_per_s? } else { case.gb_per_s? };
            Some(Point {
                x: Datum { value: look.us[1], pointer: format!("/cases/{number}/device/us/1") },
                y: Datum { value, pointer: format!("/cases/{number}/{name}") },
                tip: format!("{} {}: {value:.0} {unit}", case.operator, case.case),
                is_red: !case.found.is_empty(),
            })
        };
        report.cases.iter().enumerate().filter_map(point).collect()
    });
    for (points, name, unit) in
        [(bandwidth, "gb_per_s", "GB/s"), (compute, "tflop_per_s", "TFLOP/s")]
    {
        if points.is_empty() {
            continue;
        }
        let line = roof.map(|(place, roof)| {
            let value = if name == "gb_per_s" { roof.gb_per_s } else { roof.tflop_per_s };
            let pointer = format!("/sessions/{place}/roof/{name}");
            (Datum { value, pointer }, format!("measured roof: {value:.0} {unit}"))
        });
        let _ = writeln!(
            out,
            "<h2>Achieved {unit}</h2>\n<figure class=\"wide\">{}</figure>",
            svg::draw(&Plot {
                title: &format!("{unit} of every case by the port's time"),
                x_label: "device time of the port, µs",
                y_label: unit,
                log_x: true,
                line,
                joined: false,
                size: [600.0, 280.0],
                points: &points,
                range: [0.0, 1.0],
            })
        );
    }
}

fn cases(report: &Report, out: &mut String) {
    out.push_str("<h2>Cases</h2>\n");
    for operator in &report.operators {
        let open = if operator.is_red() { " open" } else { "" };
        let _ = write!(
            out,
            "<details{open}><summary><b>{}</b>, {} cases</summary>\n<div class=\"scroll\"><table>\n\
             <thead><tr><th>case</th><th>cuTile µs</th><th>cutile-rs µs</th><th>ratio</th><th>before</th>\
             <th>change</th><th>host ratio</th><th>GB/s</th><th>found</th></tr></thead>\n<tbody>\n",
            escape(&operator.operator),
            operator.cases
        );
        for (number, case) in report.cases.iter().enumerate() {
            if case.operator != operator.operator {
                continue;
            }
            let cell = |value: Option<f64>, pointer: &str, digits: usize| {
                value.map_or_else(
                    || "<td></td>".to_owned(),
                    |value| {
                        let pointer = format!("/cases/{number}/{pointer}");
                        let datum = Datum { value, pointer };
                        format!("<td{}>{value:.digits$}</td>", attributes(&datum, ""))
                    },
                )
            };
            let device = |pick: fn(Look) -> Option<f64>| case.device.and_then(pick);
            let change = device(|look| look.change).map_or_else(String::new, |value| {
                let pointer = format!("/cases/{number}/device/change");
                let shown = format!("{:+.1} %", 100.0 * value);
                format!("{}>{shown}", attributes(&Datum { value, pointer }, ""))
            });
            let change = if change.is_empty() { ">".to_owned() } else { change };
            let found: Vec<&str> = case.found.iter().map(|kind| kind.title()).collect();
            let class = if found.is_empty() { "" } else { " class=\"bad\"" };
            let _ = writeln!(
                out,
                "<tr{class}><th>{}</th>{}{}{}{}<td{change}</td>{}{}<td>{}</td></tr>",
                escape(&case.case),
                cell(device(|look| Some(look.us[0])), "device/us/0", 2),
                cell(device(|look| Some(look.us[1])), "device/us/1", 2),
                cell(device(|look| Some(look.ratio)), "device/ratio", 3),
                cell(device(|look| look.before), "device/before", 3),
                cell(case.host.map(|look| look.ratio), "host/ratio", 3),
                cell(case.gb_per_s, "gb_per_s", 0),
                escape(&found.join(", "))
            );
        }
        out.push_str("</tbody></table></div></details>\n");
    }
}

fn about(report: &Report, out: &mut String) {
    out.push_str("<h2>Machines and rule</h2>\n<ul>\n");
    for session in &report.sessions {
        let tools: Vec<String> =
            session.tools.iter().map(|(name, version)| format!("{name} {version}")).collect();
        let text = format!(
            "{} ({}), driver {}, at most {} MHz; {}",
            session.device,
            session.target,
            session.driver,
            session.max_sm_mhz,
            tools.join(", ")
        );
        let _ = writeln!(out, "<li>{}</li>", escape(&text));
    }
    out.push_str("</ul>\n");
    if let Some(rate) = &report.rate {
        let _ = writeln!(out, "<p>{}</p>", escape(&rate_words(rate)));
    }
    let _ = writeln!(out, "<p><code>{}</code></p>", escape(&report.command));
}
