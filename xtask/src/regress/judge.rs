//! The nightly's rule, a pure function of history and tonight's samples.
//!
//! A case is slower where, in this night and in a second run of it, the median of the paired ratios of
//! port over reference lies above the median of earlier nights by more than a floor and by more than
//! earlier nights scatter, where the paired test says that the floor is exceeded, and where the
//! difference is large enough in microseconds to be more than the clock's grain.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::history::{History, Row, VERSION};
use super::night::{Measured, Night};
use super::pool::{Pool, pool};
use super::sample::{Quantity, Sample, Session};
use super::statistics::{median, signed_rank, spread};

/// What is found of a case, the gravest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Its results are wrong.
    Wrong,
    /// It did not run, or was not checked.
    Missed,
    /// The device takes longer, and the machine code may have changed.
    Regression,
    /// A call takes longer to return.
    Host,
    /// The device takes longer for the machine code of the night before.
    Environment,
}

impl Kind {
    /// What reports call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Wrong => "wrong result",
            Self::Missed => "did not run",
            Self::Regression => "slower",
            Self::Host => "slower to return",
            Self::Environment => "slower with the same machine code",
        }
    }
}

/// The numbers of the rule.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rule {
    /// The paired test's level.
    pub level: f64,
    /// Relative floor, device and host.
    pub floor: [f64; 2],
    /// Absolute floor, µs, device and host.
    pub floor_us: [f64; 2],
    /// Spreads between nights that a difference must exceed.
    pub spreads: f64,
    /// Standard deviations between nights that the mean over an operator's cases must exceed.
    pub pool_spreads: f64,
    /// Nights that are looked back on at most.
    pub nights: usize,
    /// With fewer nights than this the scatter is not known, and the relative floor is `unknown` times
    /// as high.
    pub least: usize,
    /// See `least`.
    pub unknown: f64,
}

impl Default for Rule {
    fn default() -> Self {
        Self {
            level: 1e-3,
            floor: [0.015, 0.10],
            floor_us: [0.05, 1.0],
            spreads: 4.0,
            pool_spreads: 3.0,
            nights: 10,
            least: 4,
            unknown: 3.0,
        }
    }
}

impl Quantity {
    /// The place of its floors in a [`Rule`].
    pub fn index(self) -> usize {
        match self {
            Self::Device => 0,
            Self::Host => 1,
        }
    }
}

/// How one of a case's two times compares with earlier nights.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Look {
    /// Median times of reference and port, µs.
    pub us: [f64; 2],
    /// Port over reference: exponential of the median of the paired logarithms.
    pub ratio: f64,
    /// The same of earlier nights; none where there is none.
    pub before: Option<f64>,
    /// How far above earlier nights, relative: 0.03 is 3 % slower.
    pub change: Option<f64>,
    /// What it must exceed to be called slower.
    pub threshold: Option<f64>,
    /// The paired test's p-value.
    pub p: Option<f64>,
    /// Whether all parts of the rule say slower.
    pub is_slow: bool,
    /// Whether a second run says so too; none where there was none.
    pub is_reproduced: Option<bool>,
}

/// What the night says of a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// The operator.
    pub operator: String,
    /// The case.
    pub case: String,
    /// Device time.
    pub device: Option<Look>,
    /// Time from call to return.
    pub host: Option<Look>,
    /// Bytes that a call of the port moves at least, per second of device time: GB/s.
    pub gb_per_s: Option<f64>,
    /// Operations per second of device time: TFLOP/s.
    pub tflop_per_s: Option<f64>,
    /// Whether the results are right; none where that is not known.
    pub is_right: Option<bool>,
    /// What was found, the gravest first.
    pub found: Vec<Kind>,
}

/// A finding: it makes the night red.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// What kind.
    pub kind: Kind,
    /// The operator.
    pub operator: String,
    /// The case.
    pub case: String,
    /// What was seen.
    pub what: String,
    /// What changed since the night before, as far as that is known.
    pub changed: Vec<String>,
    /// The command that shows it again.
    pub command: String,
}

/// The judgement of a night.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// The findings, gravest first.
    pub findings: Vec<Finding>,
    /// Every planned case.
    pub cases: Vec<Case>,
    /// What an operator's cases say together, by operator.
    pub pools: BTreeMap<String, Pool>,
    /// What changed since the night before, by operator: also where nothing was found.
    pub changed: BTreeMap<String, Vec<String>>,
    /// The rows for the history.
    #[serde(skip)]
    pub rows: Vec<Row>,
}

/// Judges a night.
pub fn judge(history: &History, night: &Night, rule: &Rule) -> Judgement {
    let mut judgement = Judgement::default();
    let by_name = |list: &[Measured]| -> BTreeMap<(String, String), Measured> {
        let key = |one: &Measured| (one.sample.operator.clone(), one.sample.case.clone());
        list.iter().map(|one| (key(one), one.clone())).collect()
    };
    let (first, second) = (by_name(&night.first), by_name(&night.second));
    for planned in &night.planned {
        let key = (planned.operator.clone(), planned.case.clone());
        let one = Subject {
            history: history.of(&planned.operator, &planned.case),
            night,
            operator: &planned.operator,
            case: &planned.case,
            first: first.get(&key),
            second: second.get(&key),
        };
        one.judge(rule, &mut judgement);
    }
    for operator in operators(night) {
        together(history, night, operator, rule, &mut judgement);
    }
    if night.whole {
        gone(history, night, &mut judgement);
    }
    judgement.findings.sort_by_key(|finding| finding.kind);
    judgement
}

/// The cases that look slow after the first run, each by itself or together with its operator's others:
/// a second run decides.
pub fn suspects(history: &History, night: &Night, rule: &Rule) -> Vec<(String, String)> {
    let together: Vec<&str> = operators(night)
        .into_iter()
        .filter(|operator| {
            of(history, night, &night.first, operator, rule).is_some_and(|pool| pool.is_slow)
        })
        .collect();
    let looks_slow = |one: &&Measured| {
        let rows = history.of(&one.sample.operator, &one.sample.case);
        let session = &night.sessions[one.session];
        together.contains(&one.sample.operator.as_str())
            || [Quantity::Device, Quantity::Host].into_iter().any(|quantity| {
                look(rows, session, &one.sample, quantity, rule).is_some_and(|look| look.is_slow)
            })
    };
    let name = |one: &Measured| (one.sample.operator.clone(), one.sample.case.clone());
    night.first.iter().filter(looks_slow).map(name).collect()
}

/// The operators of a night, each once.
fn operators(night: &Night) -> BTreeSet<&str> {
    night.planned.iter().map(|one| one.operator.as_str()).collect()
}

/// What the cases of an operator say together in one of the night's runs.
fn of(
    history: &History,
    night: &Night,
    run: &[Measured],
    operator: &str,
    rule: &Rule,
) -> Option<Pool> {
    let own = run.iter().filter(|one| one.sample.operator == operator);
    pool(history, &night.sessions, own, rule)
}

/// Judges an operator by its cases together.
fn together(
    history: &History,
    night: &Night,
    operator: &str,
    rule: &Rule,
    judgement: &mut Judgement,
) {
    let Some(first) = of(history, night, &night.first, operator, rule) else { return };
    let again = first.is_slow.then(|| of(history, night, &night.second, operator, rule)).flatten();
    let pool = Pool { is_reproduced: again.map(|again| again.is_slow), ..first };
    judgement.pools.insert(operator.to_owned(), pool);
    let (kind, what) = match pool.is_reproduced {
        Some(true) => {
            let is_own = |row: &&mut Row| row.operator == operator;
            // The machine code is the operator's: every case of it says whether it changed.
            let kind = judgement
                .rows
                .iter()
                .find(|row| row.operator == operator)
                .map_or(Kind::Regression, |row| slow_kind(history.of(operator, &row.case), row));
            // These times are no level to compare later nights with.
            for row in judgement.rows.iter_mut().filter(is_own) {
                if !row.found.contains(&kind) {
                    row.found.push(kind);
                }
            }
            (kind, pool.words())
        }
        None if pool.is_slow => {
            let why = "its cases together look slow, and their second run is missing";
            (Kind::Missed, why.to_owned())
        }
        _ => return,
    };
    judgement.findings.push(Finding {
        kind,
        operator: operator.to_owned(),
        case: format!("({} cases together)", pool.cases),
        what,
        changed: judgement.changed.get(operator).cloned().unwrap_or_default(),
        command: format!("cargo xtask regress {operator}"),
    });
}

/// The last night in which a case was not slower: a kernel that was slower last night as well is
/// compared with what it was before that.
fn last_good(history: &[Row]) -> Option<&Row> {
    history.iter().rev().find(|row| !row.found.contains(&Kind::Regression))
}

/// Whose a slow-down is: the environment's where the machine code is that of the last good night.
fn slow_kind(history: &[Row], tonight: &Row) -> Kind {
    let is_same = last_good(history).is_some_and(|row| {
        let tileiras = |of: &Row| of.environment.get("tileiras").cloned();
        let same_library = !tonight.library.is_empty()
            && row.library == tonight.library
            && tileiras(row) == tileiras(tonight);
        same_library || (tonight.text.is_some() && row.text == tonight.text)
    });
    if is_same { Kind::Environment } else { Kind::Regression }
}

/// Cases of the last night that nobody plans any more: a test that goes missing is red, once.
fn gone(history: &History, night: &Night, judgement: &mut Judgement) {
    for operator in operators(night) {
        for row in history.last_night(operator) {
            let is_planned =
                |one: &super::night::Planned| one.operator == row.operator && one.case == row.case;
            if !night.planned.iter().any(is_planned) {
                judgement.findings.push(Finding {
                    kind: Kind::Missed,
                    operator: row.operator.clone(),
                    case: row.case.clone(),
                    what: "ran last night and is in no inputs.toml any more".to_owned(),
                    changed: Vec::new(),
                    command: command(&row.operator, &row.case),
                });
            }
        }
    }
}

/// A planned case with all that is known of it.
struct Subject<'a> {
    history: &'a [Row],
    night: &'a Night,
    operator: &'a str,
    case: &'a str,
    first: Option<&'a Measured>,
    second: Option<&'a Measured>,
}

impl Subject<'_> {
    fn judge(&self, rule: &Rule, judgement: &mut Judgement) {
        let session = self.first.map(|one| &self.night.sessions[one.session]);
        let sample = self.first.map(|one| &one.sample);
        let environment = session.map(environment).unwrap_or_default();
        let library = session
            .and_then(|session| session.libraries.get(self.operator).cloned())
            .unwrap_or_default();
        let text = self.night.text.get(self.operator).cloned();
        let changed = last_good(self.history)
            .filter(|_| session.is_some())
            .map(|row| changes(row, &environment, &library, text.as_deref()))
            .unwrap_or_default();
        let mut found: Vec<(Kind, String)> = Vec::new();
        match sample {
            None => found.push((Kind::Missed, "was planned and not measured".to_owned())),
            Some(sample) => self.correctness(sample, &mut found),
        }
        let [device, host] = [Quantity::Device, Quantity::Host].map(|quantity| {
            let look = look(self.history, session?, sample?, quantity, rule)?;
            Some(self.reproduced(look, quantity, rule))
        });
        let log = |look: Option<Look>| look.map(|look| look.ratio.ln());
        let mut row = Row {
            v: VERSION,
            night: self.night.at,
            operator: self.operator.to_owned(),
            case: self.case.to_owned(),
            environment,
            library,
            text,
            device_us: device.map(|look| look.us),
            device: log(device),
            host_us: host.map(|look| look.us),
            host: log(host),
            seconds: sample.and_then(|sample| sample.seconds),
            found: Vec::new(),
        };
        let is_slow =
            |look: &Option<Look>| look.is_some_and(|look| look.is_reproduced == Some(true));
        if let (true, Some(look)) = (is_slow(&device), device) {
            found.push((slow_kind(self.history, &row), words("device", &look)));
        }
        if let (true, Some(look)) = (is_slow(&host), host) {
            found.push((Kind::Host, words("call to return", &look)));
        }
        if let Some(why) = self.undecided([device, host].into_iter().flatten()) {
            found.push((Kind::Missed, why));
        }
        found.sort_by_key(|(kind, _)| *kind);
        if !changed.is_empty() {
            let known = judgement.changed.entry(self.operator.to_owned()).or_default();
            known.extend(
                changed.iter().filter(|one| !known.contains(one)).cloned().collect::<Vec<_>>(),
            );
        }
        for (kind, what) in &found {
            judgement.findings.push(Finding {
                kind: *kind,
                operator: self.operator.to_owned(),
                case: self.case.to_owned(),
                what: what.clone(),
                changed: changed.clone(),
                command: command(self.operator, self.case),
            });
        }
        let kinds: Vec<Kind> = found.into_iter().map(|(kind, _)| kind).collect();
        row.found.clone_from(&kinds);
        judgement.rows.push(row);
        let per_second = |amount: Option<u64>, unit: f64| {
            let seconds = device?.us[1] / 1e6;
            Some(amount? as f64 / seconds / unit)
        };
        judgement.cases.push(Case {
            operator: self.operator.to_owned(),
            case: self.case.to_owned(),
            device,
            host,
            gb_per_s: per_second(sample.and_then(|sample| sample.bytes), 1e9),
            tflop_per_s: per_second(sample.and_then(|sample| sample.flops), 1e12),
            is_right: sample.and_then(|sample| sample.check.as_ref()).map(|check| check.ok),
            found: kinds,
        });
    }

    fn correctness(&self, sample: &Sample, found: &mut Vec<(Kind, String)>) {
        match &sample.check {
            Some(check) if !check.ok => {
                let mut parts = Vec::new();
                if check.same_bits == Some(false) {
                    parts.push("differs from cuTile in some bit".to_owned());
                }
                if let Some(error) = check.error_in_tolerances.filter(|error| *error > 1.0) {
                    parts.push(format!("off from torch by {error:.2} tolerances"));
                }
                parts.extend(check.errors.iter().map(|(name, text)| format!("{name}: {text}")));
                found.push((Kind::Wrong, parts.join("; ")));
            }
            Some(_) => {}
            None if sample.error.is_none() => {
                found.push((Kind::Missed, "its results were not checked".to_owned()));
            }
            None => {}
        }
        match &sample.error {
            Some(error) => found.push((Kind::Missed, error.clone())),
            None if sample.ratios(Quantity::Device).is_none() => {
                found.push((Kind::Missed, "it has no device times".to_owned()));
            }
            None => {}
        }
    }

    /// Why a case that looks slow has no second run to decide by: it may not pass for that.
    fn undecided(&self, mut looks: impl Iterator<Item = Look>) -> Option<String> {
        looks.find(|look| look.is_slow && look.is_reproduced.is_none())?;
        let why = self.second.and_then(|one| one.sample.error.as_deref());
        Some(format!(
            "looks slow, and its second run is missing: {}",
            why.unwrap_or("not measured")
        ))
    }

    /// A look with what the second run says.
    fn reproduced(&self, look: Look, quantity: Quantity, rule: &Rule) -> Look {
        let again = self.second.filter(|_| look.is_slow).and_then(|one| {
            let session = &self.night.sessions[one.session];
            self::look(self.history, session, &one.sample, quantity, rule)
        });
        Look { is_reproduced: again.map(|again| again.is_slow), ..look }
    }
}

/// Compares a sample with earlier nights; none where it has no times.
fn look(
    history: &[Row],
    session: &Session,
    sample: &Sample,
    quantity: Quantity,
    rule: &Rule,
) -> Option<Look> {
    let ratios = sample.ratios(quantity)?;
    let (now, us) = (median(&ratios)?, sample.medians(quantity)?);
    let look = Look {
        us,
        ratio: now.exp(),
        before: None,
        change: None,
        threshold: None,
        p: None,
        is_slow: false,
        is_reproduced: None,
    };
    let nights: Vec<f64> =
        baseline(history, session, quantity, rule).into_iter().map(|(_, value)| value).collect();
    let Some(before) = median(&nights) else { return Some(look) };
    let known = nights.len() >= rule.least;
    // A few nights may all have been lucky: that the port is not faster than its reference is no loss.
    let is_lucky = !known && quantity == Quantity::Device;
    let before = if is_lucky { before.max(0.0) } else { before };
    let floor = rule.floor[quantity.index()];
    let scatter = spread(&nights).unwrap_or(0.0) * (1.0 + 1.0 / nights.len() as f64).sqrt();
    let threshold = if known { floor.max(rule.spreads * scatter) } else { rule.unknown * floor };
    let shift = now - before;
    let beyond: Vec<f64> = ratios.iter().map(|ratio| ratio - before - floor).collect();
    let p = signed_rank(&beyond);
    // What the port takes longer than at the ratio of earlier nights.
    let lost_us = us[1] * (1.0 - (-shift).exp());
    Some(Look {
        before: Some(before.exp()),
        change: Some(shift.exp() - 1.0),
        threshold: Some(threshold.exp() - 1.0),
        p: Some(p),
        is_slow: shift > threshold && lost_us > rule.floor_us[quantity.index()] && p < rule.level,
        ..look
    })
}

/// The earlier nights that tonight is compared with, each with its logarithm, newest first: on the same device,
/// without those that were slow, and none before a change of the environment that was called one.
pub fn baseline(
    history: &[Row],
    session: &Session,
    quantity: Quantity,
    rule: &Rule,
) -> Vec<(u64, f64)> {
    let mut nights = Vec::new();
    for row in history.iter().rev() {
        let is_same_device = row.environment.get("device") == Some(&session.device);
        let is_slow = match quantity {
            Quantity::Device => row.found.contains(&Kind::Regression),
            Quantity::Host => row.found.contains(&Kind::Host),
        };
        let value = match quantity {
            Quantity::Device => row.device,
            Quantity::Host => row.host,
        };
        if let (true, false, Some(value)) = (is_same_device, is_slow, value) {
            nights.push((row.night, value));
            let begins = quantity == Quantity::Device && row.found.contains(&Kind::Environment);
            if begins || nights.len() == rule.nights {
                break;
            }
        }
    }
    nights
}

/// What the times depend on besides the kernel, by name.
fn environment(session: &Session) -> BTreeMap<String, String> {
    let mut all = session.tools.clone();
    let told = [
        ("device", &session.device),
        ("target", &session.target),
        ("driver", &session.driver),
        ("max_sm_mhz", &session.max_sm_mhz),
        ("max_memory_mhz", &session.max_memory_mhz),
        ("power_limit_w", &session.power_limit_w),
    ];
    all.extend(told.map(|(name, value)| (name.to_owned(), value.clone())));
    all.retain(|_, value| !value.is_empty());
    all
}

/// What changed since an earlier night.
fn changes(
    before: &Row,
    environment: &BTreeMap<String, String>,
    library: &str,
    text: Option<&str>,
) -> Vec<String> {
    let mut names: Vec<&String> = before.environment.keys().chain(environment.keys()).collect();
    names.sort();
    names.dedup();
    let shown = |value: Option<&String>| value.map_or("nothing", String::as_str).to_owned();
    let mut list: Vec<String> = names
        .into_iter()
        .filter(|name| before.environment.get(*name) != environment.get(*name))
        .map(|name| {
            let (old, new) = (before.environment.get(name), environment.get(name));
            format!("{name}: {} became {}", shown(old), shown(new))
        })
        .collect();
    if before.library != library {
        list.push(format!("library: {} became {library}", before.library));
    }
    if let (Some(old), Some(new)) = (before.text.as_deref(), text)
        && old != new
    {
        list.push(format!("machine code: {old} became {new}"));
    }
    list
}

fn words(what: &str, look: &Look) -> String {
    let percent = |value: f64| format!("{:.1} %", 100.0 * value);
    let (change, threshold) = (look.change.unwrap_or(0.0), look.threshold.unwrap_or(0.0));
    format!(
        "{what}: {} slower than before, twice (port over reference {:.3}, before {:.3}; {:.2} µs; called \
         slower beyond {})",
        percent(change),
        look.ratio,
        look.before.unwrap_or(look.ratio),
        look.us[1],
        percent(threshold)
    )
}

/// The command that measures one case again.
fn command(operator: &str, case: &str) -> String {
    format!("cargo xtask regress {operator} --cases '{case}'")
}

#[cfg(test)]
#[path = "judge_tests.rs"]
mod tests;
