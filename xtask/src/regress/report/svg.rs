//! The page's plots, as SVG without scripts. Colours are classes, so that light and dark differ by
//! style alone.

use std::fmt::Write as _;

/// A value with the place in the report that it comes from, as a JSON pointer.
#[derive(Debug, Clone)]
pub struct Datum {
    /// The value.
    pub value: f64,
    /// The pointer.
    pub pointer: String,
}

/// A point of a plot.
#[derive(Debug, Clone)]
pub struct Point {
    /// Across.
    pub x: Datum,
    /// Up.
    pub y: Datum,
    /// What the tip says.
    pub tip: String,
    /// Whether it has a finding.
    pub is_red: bool,
}

/// A plot.
#[derive(Debug, Clone)]
pub struct Plot<'a> {
    /// What it is called to those who do not see it.
    pub title: &'a str,
    /// Label of the horizontal axis.
    pub x_label: &'a str,
    /// Label of the vertical axis.
    pub y_label: &'a str,
    /// Whether the horizontal axis is logarithmic.
    pub log_x: bool,
    /// A line across at this height with its words.
    pub line: Option<(Datum, String)>,
    /// Whether points are joined in their order.
    pub joined: bool,
    /// Width and height, units.
    pub size: [f64; 2],
    /// The points.
    pub points: &'a [Point],
    /// Least range of the vertical axis: it is made larger where points lie outside.
    pub range: [f64; 2],
}

const LEFT: f64 = 46.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 34.0;

/// A plot as an `svg` element that is as wide as its place.
pub fn draw(plot: &Plot<'_>) -> String {
    let [width, height] = plot.size;
    let scale = |value: f64| if plot.log_x { value.max(1e-9).log10() } else { value };
    let xs: Vec<f64> = plot.points.iter().map(|point| scale(point.x.value)).collect();
    let [x_low, x_high] = padded(&xs, if plot.log_x { 0.1 } else { 0.5 });
    let ys = plot.points.iter().map(|point| point.y.value);
    let ys = ys.chain(plot.line.as_ref().map(|(line, _)| line.value));
    let (y_low, y_high) = ys.fold((plot.range[0], plot.range[1]), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    // A point at the very edge would be cut.
    let margin = 0.04 * (y_high - y_low);
    let y_high = if y_high > plot.range[1] { y_high + margin } else { y_high };
    let y_low = if y_low < plot.range[0] { y_low - margin } else { y_low };
    let across =
        |value: f64| LEFT + (scale(value) - x_low) / (x_high - x_low) * (width - LEFT - RIGHT);
    let up =
        |value: f64| height - BOTTOM - (value - y_low) / (y_high - y_low) * (height - TOP - BOTTOM);
    let mut out = format!(
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">",
        escape(plot.title)
    );
    for tick in ticks(y_low, y_high, 4) {
        let y = up(tick);
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            width - RIGHT,
            LEFT - 6.0,
            y + 3.5,
            short(tick)
        );
    }
    if plot.log_x {
        // Powers of ten alone would leave the axis of a narrow plot without a number.
        let (first, last) = (x_low.floor() as i32, x_high.ceil() as i32);
        let steps: &[f64] = if x_high - x_low < 2.5 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let values = (first..=last)
            .flat_map(|power| steps.iter().map(move |step| step * 10f64.powi(power)))
            .filter(|value| (x_low..=x_high).contains(&value.log10()));
        for value in values {
            let _ = write!(
                out,
                "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                across(value),
                height - BOTTOM + 14.0,
                short(value)
            );
        }
    }
    if let Some((line, words)) = &plot.line {
        let y = up(line.value);
        let _ = write!(
            out,
            "<line class=\"line\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"{}/>\
             <text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            width - RIGHT,
            attributes(line, ""),
            width - RIGHT,
            y - 4.0,
            escape(words)
        );
    }
    if plot.joined && plot.points.len() > 1 {
        let path: Vec<String> = plot
            .points
            .iter()
            .map(|point| format!("{:.1},{:.1}", across(point.x.value), up(point.y.value)))
            .collect();
        let _ = write!(out, "<polyline class=\"joined\" points=\"{}\"/>", path.join(" "));
    }
    for point in plot.points {
        let class = if point.is_red { "dot red" } else { "dot" };
        let _ = write!(
            out,
            "<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{}\"{}{}><title>{}</title></circle>",
            across(point.x.value),
            up(point.y.value),
            if point.is_red { 4.5 } else { 3.0 },
            attributes(&point.x, "-x"),
            attributes(&point.y, ""),
            escape(&point.tip)
        );
    }
    let _ = write!(
        out,
        "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
         <text class=\"tick\" x=\"{LEFT}\" y=\"9\">{}</text></svg>",
        f64::midpoint(LEFT, width - RIGHT),
        height - 4.0,
        escape(plot.x_label),
        escape(plot.y_label)
    );
    out
}

/// The attributes by which a figure can be compared with the report.
pub fn attributes(datum: &Datum, suffix: &str) -> String {
    if datum.pointer.is_empty() {
        return String::new();
    }
    let value = serde_json::json!(datum.value);
    format!(" data-json{suffix}=\"{}\" data-value{suffix}=\"{value}\"", escape(&datum.pointer))
}

/// Bounds of values with a margin on both sides.
fn padded(values: &[f64], margin: f64) -> [f64; 2] {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !low.is_finite() { [0.0, 1.0] } else { [low - margin, high + margin] }
}

/// About `count` round numbers between two bounds.
fn ticks(low: f64, high: f64, count: usize) -> Vec<f64> {
    let raw = (high - low) / count as f64;
    let power = 10f64.powf(raw.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|one| one * power).find(|one| *one >= raw * 0.999);
    let step = step.unwrap_or(power);
    let first = (low / step).ceil() as i64;
    (first..).map(|number| number as f64 * step).take_while(|tick| *tick <= high + 1e-9).collect()
}

fn short(value: f64) -> String {
    let text = if value.abs() >= 100.0 { format!("{value:.0}") } else { format!("{value:.2}") };
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// Text in HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let texts: Vec<String> = ticks(0.9, 1.1, 4).into_iter().map(short).collect();
        assert_eq!(texts, ["0.9", "0.95", "1", "1.05", "1.1"]);
        assert_eq!(ticks(0.0, 4000.0, 4), [0.0, 1000.0, 2000.0, 3000.0, 4000.0]);
        assert_eq!(
            (short(0.950_000_1), short(4000.0), short(2.0)),
            ("0.95".into(), "4000".into(), "2".into())
        );
    }

    #[test]
    fn what_comes_from_names_is_escaped() {
        let datum = |value| Datum { value, pointer: "/a".into() };
        let point = Point { x: datum(1.0), y: datum(1.0), tip: "<b> & \"c\"".into(), is_red: true };
        let plot = Plot {
            title: "t",
            x_label: "x",
            y_label: "y",
            log_x: true,
            line: None,
            joined: true,
            size: [200.0, 100.0],
            points: &[point],
            range: [0.9, 1.1],
        };
        let drawn = draw(&plot);
        assert!(drawn.contains("&lt;b&gt; &amp; &quot;c&quot;") && !drawn.contains("<b>"));
        assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
    }
}
