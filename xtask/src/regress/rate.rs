//! How often the rule is wrong, from recorded samples: nights are drawn from real sessions, and
//! slow-downs are planted into them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::history::History;
use super::judge::{self, Kind, Rule};
use super::night::{Measured, Night, Planned};
use super::sample::{Recorded, Sample, Side};
use super::statistics::Random;

/// Nights of history that a drawn night is compared with.
const HISTORY: usize = 8;

/// What came out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    /// Sessions that were recorded.
    pub sessions: usize,
    /// Cases of a session.
    pub cases: usize,
    /// The device.
    pub device: String,
    /// Nights without a change that were drawn.
    pub nights: usize,
    /// Those of them that were red.
    pub false_alarms: usize,
    /// Slow-downs of one operator that were planted.
    pub planted: Vec<Planted>,
}

/// Slow-downs of one size.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Planted {
    /// How much slower the port's kernel was made, percent.
    pub percent: f64,
    /// How often it was tried.
    pub tries: usize,
    /// How often the operator was named.
    pub found: usize,
    /// How often another operator was named.
    pub others: usize,
}

/// Nights drawn from sessions.
struct Draw<'a> {
    sessions: &'a [Recorded],
    rule: &'a Rule,
    random: Random,
}

/// Draws nights, without a change and with planted ones; the same seed gives the same nights.
///
/// Cases that some session lacks, or that failed in one, are left out. None where nothing is left.
pub fn of(
    sessions: &[Recorded],
    rule: &Rule,
    nights: usize,
    percents: &[f64],
    tries: usize,
    seed: u64,
) -> Option<Rate> {
    let usable = common(sessions);
    let first = usable.first()?;
    let operators: BTreeSet<String> =
        first.samples.iter().map(|sample| sample.operator.clone()).collect();
    let operators: Vec<String> = operators.into_iter().collect();
    if operators.is_empty() {
        return None;
    }
    let mut draw = Draw { sessions: &usable, rule, random: Random::new(seed) };
    let false_alarms = (0..nights).filter(|_| !draw.night(None).is_empty()).count();
    let mut planted = Vec::new();
    for percent in percents {
        let (mut found, mut others) = (0, 0);
        for _ in 0..tries {
            let operator = &operators[draw.random.below(operators.len())];
            let named = draw.night(Some((operator, 1.0 + percent / 100.0)));
            found += usize::from(named.contains(operator));
            others += usize::from(named.iter().any(|name| name != operator));
        }
        planted.push(Planted { percent: *percent, tries, found, others });
    }
    Some(Rate {
        sessions: usable.len(),
        cases: first.samples.len(),
        device: first.session.device.clone(),
        nights,
        false_alarms,
        planted,
    })
}

/// The sessions with the cases that all of them have times of.
fn common(sessions: &[Recorded]) -> Vec<Recorded> {
    let names = |session: &Recorded| -> BTreeSet<String> {
        let timed = |sample: &&Sample| {
            sample.error.is_none() && sample.reference.is_some() && sample.port.is_some()
        };
        session.samples.iter().filter(timed).map(Sample::name).collect()
    };
    let all: Vec<&Recorded> = sessions.iter().filter(|one| !one.samples.is_empty()).collect();
    let Some(shared) = all.iter().map(|one| names(one)).reduce(|a, b| &a & &b) else {
        return Vec::new();
    };
    let mut kept: Vec<Recorded> = all.into_iter().cloned().collect();
    for session in &mut kept {
        session.samples.retain(|sample| shared.contains(&sample.name()));
    }
    kept
}

impl Draw<'_> {
    /// Judges a drawn night; the operators that were found slower.
    fn night(&mut self, planted: Option<(&str, f64)>) -> BTreeSet<String> {
        let mut history = History::default();
        for at in 0..HISTORY {
            let night = self.draw(at as u64, None, false);
            // Earlier nights are accepted as they are.
            for row in judge::judge(&History::default(), &night, self.rule).rows {
                history.push(super::history::Row { found: Vec::new(), ..row });
            }
        }
        let tonight = self.draw(HISTORY as u64, planted, true);
        let slow = [Kind::Regression, Kind::Environment, Kind::Host];
        judge::judge(&history, &tonight, self.rule)
            .findings
            .into_iter()
            .filter(|finding| slow.contains(&finding.kind))
            .map(|finding| finding.operator)
            .collect()
    }

    /// A night: one session for all cases and, with `twice`, one for the second run.
    fn draw(&mut self, at: u64, planted: Option<(&str, f64)>, twice: bool) -> Night {
        let mut night = Night { at, shard: [1, 1], ..Night::default() };
        let runs = if twice { 2 } else { 1 };
        for run in 0..runs {
            let session = &self.sessions[self.random.below(self.sessions.len())];
            night.sessions.push(session.session.clone());
            for sample in &session.samples {
                let sample = self.resample(sample, planted);
                let measured = Measured { session: run, sample };
                match run {
                    0 => night.first.push(measured),
                    _ => night.second.push(measured),
                }
            }
        }
        night.planned = night
            .first
            .iter()
            .map(|one| Planned {
                operator: one.sample.operator.clone(),
                inputs: String::new(),
                case: one.sample.case.clone(),
            })
            .collect();
        night
    }

    /// The same case with its pairs drawn again, with replacement.
    fn resample(&mut self, sample: &Sample, planted: Option<(&str, f64)>) -> Sample {
        let factor =
            planted.filter(|(name, _)| *name == sample.operator).map_or(1.0, |(_, factor)| factor);
        let (Some(reference), Some(port)) = (&sample.reference, &sample.port) else {
            return sample.clone();
        };
        let mut new = [Side::default(), Side::default()];
        let device = reference.device_us.len().min(port.device_us.len());
        for _ in 0..device {
            let index = self.random.below(device);
            new[0].device_us.push(reference.device_us[index]);
            new[1].device_us.push(port.device_us[index] * factor);
        }
        let host = reference.host_us.len().min(port.host_us.len());
        for _ in 0..host {
            let index = self.random.below(host);
            new[0].host_us.push(reference.host_us[index]);
            new[1].host_us.push(port.host_us[index]);
        }
        let [reference, port] = new;
        Sample { reference: Some(reference), port: Some(port), ..sample.clone() }
    }
}
