//! What a night's reports show: one value, written as JSON, Markdown, JUnit and a page.

mod html;
mod junit;
mod markdown;
mod svg;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::history::History;
use super::judge::{Case, Finding, Judgement};
use super::night::Night;
use super::pool::Pool;
use super::rate::Rate;
use super::sample::Session;
use super::statistics::geomean;
use crate::files;

/// All that is shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The format's version.
    pub v: u32,
    /// Seconds since 1970 at the night's begin.
    pub night: u64,
    /// The command that measured it.
    pub command: String,
    /// Whether nothing was found.
    pub is_green: bool,
    /// The findings, gravest first.
    pub findings: Vec<Finding>,
    /// What changed since the night before, by operator.
    pub changed: BTreeMap<String, Vec<String>>,
    /// The operators.
    pub operators: Vec<Operator>,
    /// The cases.
    pub cases: Vec<Case>,
    /// The devices and tools, each once.
    pub sessions: Vec<Session>,
    /// How often the rule is wrong.
    pub rate: Option<Rate>,
}

/// An operator over its cases.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Operator {
    /// Its name.
    pub operator: String,
    /// Its cases tonight.
    pub cases: usize,
    /// Those of them with a finding.
    pub found: usize,
    /// Geometric mean of device time, port over reference.
    pub ratio: Option<f64>,
    /// Geometric mean of time from call to return.
    pub host_ratio: Option<f64>,
    /// What its cases say together of the device's time.
    pub together: Option<Pool>,
    /// The device's ratio night by night, oldest first, tonight's last.
    pub nights: Vec<Point>,
}

/// An operator's ratio in one night.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The night.
    pub night: u64,
    /// Geometric mean of device time, port over reference.
    pub ratio: f64,
}

/// Nights that a plot shows.
const SHOWN: usize = 60;

impl Report {
    /// Puts together what is shown. The history is that before tonight.
    pub fn of(night: &Night, judgement: &Judgement, history: &History, rate: Option<Rate>) -> Self {
        let names: BTreeSet<&String> = judgement.cases.iter().map(|case| &case.operator).collect();
        let mut sessions: Vec<Session> = Vec::new();
        for session in night.sessions.iter().filter(|session| !session.device.is_empty()) {
            // Sessions of one kind of device differ in time and measured roof alone.
            let same = |known: &Session| {
                known.device == session.device
                    && known.driver == session.driver
                    && known.tools == session.tools
            };
            if !sessions.iter().any(same) {
                sessions.push(session.clone());
            }
        }
        Self {
            v: 1,
            night: night.at,
            command: night.command.clone(),
            is_green: judgement.findings.is_empty(),
            findings: judgement.findings.clone(),
            changed: judgement.changed.clone(),
            operators: names
                .into_iter()
                .map(|name| operator(name, night.at, judgement, history))
                .collect(),
            cases: judgement.cases.clone(),
            sessions,
            rate,
        }
    }

    /// Writes `report.json`, `report.md`, `junit.xml` and `report.html` into a folder.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let json = serde_json::to_string_pretty(self)? + "\n";
        // The page is made of what the file says, so that its figures are the file's.
        let read: Self = serde_json::from_str(&json)?;
        files::write(&folder.join("report.json"), json)?;
        files::write(&folder.join("report.md"), markdown::text(&read))?;
        files::write(&folder.join("junit.xml"), junit::xml(&read))?;
        files::write(&folder.join("report.html"), html::page(&read)?)
    }

    /// The report in Markdown.
    pub fn markdown(&self) -> String {
        markdown::text(self)
    }
}

fn operator(name: &str, at: u64, judgement: &Judgement, history: &History) -> Operator {
    let own: Vec<&Case> = judgement.cases.iter().filter(|case| case.operator == name).collect();
    let looks =
        |host: bool| own.iter().filter_map(move |case| if host { case.host } else { case.device });
    let ratio = geomean(looks(false).map(|look| look.ratio));
    let mut nights: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for row in history.of_operator(name) {
        if let Some(log) = row.device {
            nights.entry(row.night).or_default().push(log.exp());
        }
    }
    let mut points: Vec<Point> = nights
        .into_iter()
        .filter(|(night, _)| *night < at)
        .filter_map(|(night, ratios)| Some(Point { night, ratio: geomean(ratios)? }))
        .collect();
    points.extend(ratio.map(|ratio| Point { night: at, ratio }));
    let surplus = points.len().saturating_sub(SHOWN);
    points.drain(..surplus);
    Operator {
        operator: name.to_owned(),
        cases: own.len(),
        found: own.iter().filter(|case| !case.found.is_empty()).count(),
        ratio,
        host_ratio: geomean(looks(true).map(|look| look.ratio)),
        together: judgement.pools.get(name).copied(),
        nights: points,
    }
}

impl Operator {
    /// Whether anything was found of it.
    fn is_red(&self) -> bool {
        self.found > 0 || self.together.is_some_and(|pool| pool.is_reproduced == Some(true))
    }

    /// How far above earlier nights its cases lie together; empty where that is not known.
    fn change(&self) -> String {
        self.together.map_or_else(String::new, |pool| format!("{:+.1} %", 100.0 * pool.change))
    }
}

/// A date and time in UTC, e.g. `2026-12-02 03:40`.
pub fn date(seconds: u64) -> String {
    // Days from civil, after Howard Hinnant's public-domain algorithm.
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let part = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * part + 2) / 5 + 1;
    let month = if part < 10 { part + 3 } else { part - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02} {:02}:{:02}", rest / 3600, rest % 3600 / 60)
}

/// The rule's own record, in one sentence.
fn rate_words(rate: &Rate) -> String {
    let share = 100.0 * rate.false_alarms as f64 / rate.nights.max(1) as f64;
    let mut text = format!(
        "Drawn from {} recorded sessions of {} cases on {}: {} of {} nights without a change were red \
         ({share:.1} %)",
        rate.sessions, rate.cases, rate.device, rate.false_alarms, rate.nights
    );
    for planted in &rate.planted {
        text.push_str(&format!(
            "; a planted slow-down of {} % was found in {} of {} tries",
            planted.percent, planted.found, planted.tries
        ));
    }
    text + "."
}

#[cfg(test)]
mod tests;
