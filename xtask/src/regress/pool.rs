//! What an operator's cases say together: a slow-down too small to show in any of them.
//!
//! A kernel of a few microseconds scatters by a percent or two from process to process, and a loss of
//! 3 % hides in it. The scatter of one case has little to do with that of the next, so that the mean
//! over an operator's cases scatters less, and the rule is applied to that mean as to a case.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::history::History;
use super::judge::{Rule, baseline};
use super::night::Measured;
use super::sample::{Quantity, Session};
use super::statistics::{deviation, mean, median, signed_rank};

/// Cases below which there is no such mean.
const LEAST_CASES: usize = 3;

/// How many floors a case counts at most, so that no single one makes its operator slow.
const CAP: f64 = 3.0;

/// How an operator's device time, over its cases, compares with earlier nights.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Pool {
    /// Cases that it is the mean of.
    pub cases: usize,
    /// How far above earlier nights, relative: 0.03 is 3 % slower.
    pub change: f64,
    /// What it must exceed to be called slower.
    pub threshold: f64,
    /// The paired test's p-value over the pairs of all cases.
    pub p: f64,
    /// Mean loss of a call, µs.
    pub lost_us: f64,
    /// Whether all parts of the rule say slower.
    pub is_slow: bool,
    /// Whether a second run says so too; none where there was none.
    pub is_reproduced: Option<bool>,
}

/// Compares the cases of one operator, measured in one run, with earlier nights; none where too few of
/// them have times and earlier nights.
pub fn pool<'a>(
    history: &History,
    sessions: &[Session],
    samples: impl Iterator<Item = &'a Measured>,
    rule: &Rule,
) -> Option<Pool> {
    let quantity = Quantity::Device;
    let floor = rule.floor[quantity.index()];
    let mut shifts: Vec<f64> = Vec::new();
    let mut beyond: Vec<f64> = Vec::new();
    let mut lost_us = 0.0;
    // Earlier nights: how far each case lay from its median.
    let mut nights: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for one in samples {
        let sample = &one.sample;
        let rows = history.of(&sample.operator, &sample.case);
        let earlier = baseline(rows, &sessions[one.session], quantity, rule);
        let values: Vec<f64> = earlier.iter().map(|(_, value)| *value).collect();
        let (Some(ratios), Some(us)) = (sample.ratios(quantity), sample.medians(quantity)) else {
            continue;
        };
        let (Some(now), Some(before)) = (median(&ratios), median(&values)) else { continue };
        if values.len() < rule.least {
            continue;
        }
        let within = |shift: f64| shift.clamp(-CAP * floor, CAP * floor);
        for (night, value) in earlier {
            nights.entry(night).or_default().push(within(value - before));
        }
        let shift = within(now - before);
        shifts.push(shift);
        lost_us += us[1] * (1.0 - (-shift).exp());
        beyond.extend(ratios.iter().map(|ratio| ratio - before));
    }
    let cases = shifts.len();
    if cases < LEAST_CASES {
        return None;
    }
    // A night with few of the cases scatters as a case does, not as their mean.
    nights.retain(|_, shifts| 2 * shifts.len() > cases);
    let means: Vec<f64> = nights.values().map(|shifts| mean(shifts)).collect();
    if means.len() < rule.least {
        return None;
    }
    let shift = mean(&shifts) - median(&means)?;
    let scatter = deviation(&means) * (1.0 + 1.0 / means.len() as f64).sqrt();
    let threshold = floor.max(rule.pool_spreads * scatter);
    let p = signed_rank(&beyond);
    let lost_us = lost_us / cases as f64;
    Some(Pool {
        cases,
        change: shift.exp() - 1.0,
        threshold: threshold.exp() - 1.0,
        p,
        lost_us,
        is_slow: shift > threshold && lost_us > rule.floor_us[quantity.index()] && p < rule.level,
        is_reproduced: None,
    })
}

impl Pool {
    /// What a finding says.
    pub fn words(&self) -> String {
        format!(
            "device, mean over {} cases: {:.1} % slower than before, twice ({:.2} µs a call; called slower \
             beyond {:.1} %)",
            self.cases,
            100.0 * self.change,
            self.lost_us,
            100.0 * self.threshold
        )
    }
}
