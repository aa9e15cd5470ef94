//! The rule on made samples: with the scatter, the drift and the clock's grain of real ones.

use super::*;
use crate::regress::night::{self, Planned, merge};
use crate::regress::rate;
use crate::regress::sample::{Checked, Recorded, Sample, Side};
use crate::regress::statistics::Random;

/// Operator, case and device time, µs: of 2 µs and of 2 ms among them (D29).
const KERNELS: [(&str, &str, f64); 4] =
    [("tiny", "a", 2.0), ("small", "a", 14.0), ("small", "b", 90.0), ("large", "a", 2000.0)];

/// CUPTI's clock, µs.
const GRAIN: f64 = 0.032;

struct Made {
    random: Random,
}

impl Made {
    fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }

    /// A session; `slower` makes an operator's port slower by a factor.
    fn session(&mut self, slower: Option<(&str, f64)>) -> Recorded {
        let session = Session {
            v: 1,
            device: "GPU".to_owned(),
            target: "sm_90".to_owned(),
            driver: "1".to_owned(),
            libraries: KERNELS
                .iter()
                .map(|(name, ..)| ((*name).to_owned(), "a".to_owned()))
                .collect(),
            ..Session::default()
        };
        let samples = KERNELS.iter().map(|kernel| self.sample(*kernel, slower)).collect();
        Recorded { session, samples }
    }

    fn sample(&mut self, kernel: (&str, &str, f64), slower: Option<(&str, f64)>) -> Sample {
        let (operator, case, us) = kernel;
        let factor = slower.filter(|(name, _)| *name == operator).map_or(1.0, |(_, by)| by);
        // The same drift for both sides, and a little of its own for the port's layout in memory.
        let (drift, own) = (1.0 + 0.01 * self.random.normal(), 1.0 + 0.001 * self.random.normal());
        let mut side = |factor: f64| {
            let mut call = |scatter: f64| 1.0 + scatter * self.random.normal();
            let device = (0..30)
                .map(|_| (us * factor * drift * call(0.01) / GRAIN).round() * GRAIN)
                .collect();
            let host = (0..200).map(|_| 20.0 * call(0.08)).collect();
            Side { device_us: device, host_us: host, kernels: vec!["k".to_owned()] }
        };
        Sample {
            v: 1,
            operator: operator.to_owned(),
            case: case.to_owned(),
            check: Some(Checked { ok: true, ..Checked::default() }),
            reference: Some(side(1.0)),
            port: Some(side(own * factor)),
            ..Sample::default()
        }
    }

    fn night(&mut self, at: u64, slower: Option<(&str, f64)>) -> Night {
        let (first, second) = (self.session(slower), self.session(slower));
        night_of(at, first, Some(second))
    }

    fn history(&mut self, nights: u64) -> History {
        let mut history = History::default();
        for at in 0..nights {
            let night = self.night(at, None);
            for row in judge(&history, &night, &Rule::default()).rows {
                history.push(row);
            }
        }
        history
    }
}

fn night_of(at: u64, first: Recorded, second: Option<Recorded>) -> Night {
    let planned = KERNELS
        .iter()
        .map(|(operator, case, _)| Planned {
            operator: (*operator).to_owned(),
            inputs: "i".to_owned(),
            case: (*case).to_owned(),
        })
        .collect();
    let mut night = Night { v: 1, at, shard: [1, 1], whole: true, planned, ..Night::default() };
    for (run, recorded) in [Some(first), second].into_iter().flatten().enumerate() {
        night.sessions.push(recorded.session);
        let list = if run == 0 { &mut night.first } else { &mut night.second };
        list.extend(recorded.samples.into_iter().map(|sample| Measured { session: run, sample }));
    }
    night
}

fn kinds(judgement: &Judgement) -> Vec<(Kind, &str)> {
    judgement.findings.iter().map(|one| (one.kind, one.operator.as_str())).collect()
}

#[test]
fn d29_nights_without_a_change_are_green_and_ten_percent_is_found_each_time() {
    let mut made = Made::new(29);
    let history = made.history(8);
    for at in 0..20 {
        let night = made.night(100 + at, None);
        let judgement = judge(&history, &night, &Rule::default());
        assert_eq!(kinds(&judgement), [], "{:#?}", judgement.findings);
    }
    for (at, (operator, ..)) in (0..20).zip(KERNELS.iter().cycle()) {
        let mut night = made.night(200 + at, Some((operator, 1.1)));
        // Another library: the machine code may have changed.
        for session in &mut night.sessions {
            session.libraries.insert((*operator).to_owned(), "b".to_owned());
        }
        let judgement = judge(&history, &night, &Rule::default());
        let found = kinds(&judgement);
        assert!(!found.is_empty(), "{operator}");
        assert!(found.iter().all(|one| *one == (Kind::Regression, operator)), "{found:?}");
        assert_eq!(judgement.findings[0].changed, ["library: a became b"]);
        assert!(judgement.findings[0].command.contains(&format!("regress {operator} --cases")));
    }
}

#[test]
fn a_lucky_first_night_makes_no_second_one_slow() {
    // Seen on an H200: 0.912 in the first night, 0.989 in the second.
    let mut made = Made::new(8);
    let lucky = made.night(1, Some(("tiny", 0.91)));
    let mut history = History::default();
    for row in judge(&history, &lucky, &Rule::default()).rows {
        history.push(row);
    }
    let usual = judge(&history, &made.night(2, None), &Rule::default());
    assert!(usual.findings.is_empty(), "{:?}", usual.findings);
    let slower = judge(&history, &made.night(2, Some(("tiny", 1.1))), &Rule::default());
    assert_eq!(slower.findings.len(), 1, "{:?}", slower.findings);
}

#[test]
fn the_same_machine_code_makes_it_the_environments() {
    let mut made = Made::new(1);
    let history = made.history(8);
    let mut night = made.night(100, Some(("large", 1.1)));
    let found = judge(&history, &night, &Rule::default());
    assert_eq!(kinds(&found), [(Kind::Environment, "large")]);
    for session in &mut night.sessions {
        session.driver = "2".to_owned();
    }
    let found = judge(&history, &night, &Rule::default());
    assert_eq!(found.findings[0].changed, ["driver: 1 became 2"]);
    assert_eq!(found.changed["tiny"], ["driver: 1 became 2"], "named where nothing was found");

    // A new library with the machine code of the old one is the environment's as well.
    for session in &mut night.sessions {
        session.libraries.insert("large".to_owned(), "b".to_owned());
    }
    assert_eq!(judge(&history, &night, &Rule::default()).findings[0].kind, Kind::Regression);
    let mut known = history.clone();
    for row in history.of("large", "a") {
        known.push(Row { night: row.night + 50, text: Some("code".to_owned()), ..row.clone() });
    }
    night.text.insert("large".to_owned(), "code".to_owned());
    assert_eq!(judge(&known, &night, &Rule::default()).findings[0].kind, Kind::Environment);
}

#[test]
fn after_a_change_of_the_environment_its_level_is_the_new_one() {
    let mut made = Made::new(2);
    let mut history = made.history(8);
    let mut reds = Vec::new();
    for at in 100..106 {
        let night = made.night(at, Some(("large", 1.1)));
        let judgement = judge(&history, &night, &Rule::default());
        reds.push(!judgement.findings.is_empty());
        judgement.rows.into_iter().for_each(|row| history.push(row));
    }
    assert_eq!(reds, [true, false, false, false, false, false]);
    // A regression stays red until it is mended.
    for at in 110..113 {
        let mut night = made.night(at, Some(("small", 1.1)));
        for session in &mut night.sessions {
            session.libraries.insert("small".to_owned(), "b".to_owned());
        }
        let judgement = judge(&history, &night, &Rule::default());
        assert!(judgement.findings.iter().any(|one| one.kind == Kind::Regression), "{at}");
        judgement.rows.into_iter().for_each(|row| history.push(row));
    }
}

/// Sessions of eight cases of one operator that take 2 to 3 µs and scatter as such cases do.
fn many_small(made: &mut Made, slower: f64) -> Recorded {
    let cases = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let samples = cases.iter().enumerate().map(|(number, case)| {
        let own = slower * (1.0 + 0.008 * made.random.normal());
        made.sample(("many", case, 2.0 + number as f64 / 8.0), Some(("many", own)))
    });
    let samples: Vec<Sample> = samples.collect();
    Recorded { samples, ..made.session(None) }
}

#[test]
fn a_loss_too_small_for_any_case_shows_in_the_mean_over_them() {
    let mut made = Made::new(11);
    let mut night = |at: u64, slower: f64| {
        let (first, second) = (many_small(&mut made, slower), many_small(&mut made, slower));
        let mut night = night_of(at, first, Some(second));
        night.planned = night
            .first
            .iter()
            .map(|one| Planned {
                operator: "many".to_owned(),
                inputs: String::new(),
                case: one.sample.case.clone(),
            })
            .collect();
        night
    };
    let rule = Rule::default();
    let mut history = History::default();
    for at in 0..8 {
        judge(&history, &night(at, 1.0), &rule).rows.into_iter().for_each(|row| history.push(row));
    }
    let (mut alone, mut found) = (0, 0);
    for at in 0..20 {
        let still = judge(&history, &night(100 + at, 1.0), &rule);
        assert_eq!(kinds(&still), [], "{:#?}", still.findings);
        let slow = night(200 + at, 1.03);
        let judgement = judge(&history, &slow, &rule);
        let (pools, cases): (Vec<_>, Vec<_>) =
            judgement.findings.iter().partition(|one| one.case == "(8 cases together)");
        alone += usize::from(!cases.is_empty());
        found += pools.len();
        if let [pool] = pools[..] {
            assert_eq!(pool.command, "cargo xtask regress many");
            // None of these times is a level for the nights to come.
            assert!(judgement.rows.iter().all(|row| row.found.contains(&pool.kind)));
            // All cases have their second run, and without it the night may not pass.
            assert_eq!(suspects(&history, &slow, &rule).len(), 8);
            let lost = Night { second: Vec::new(), ..slow };
            assert!(kinds(&judge(&history, &lost, &rule)).contains(&(Kind::Missed, "many")));
        }
    }
    assert!(found >= 15 && alone < found, "{found} found together, {alone} by a case");
    // One case alone does not make the operator slow.
    let mut one = night(300, 1.0);
    for measured in [&mut one.first[0], &mut one.second[0]] {
        let port = measured.sample.port.as_mut().unwrap();
        port.device_us.iter_mut().for_each(|us| *us *= 1.5);
    }
    let judgement = judge(&history, &one, &rule);
    assert_eq!(judgement.findings.len(), 1, "{:#?}", judgement.findings);
    assert_eq!(judgement.findings[0].case, "a");
}

#[test]
fn a_second_run_that_does_not_agree_finds_nothing() {
    let mut made = Made::new(3);
    let history = made.history(8);
    let (slow, fine) = (made.session(Some(("large", 1.1))), made.session(None));
    let night = night_of(100, slow, Some(fine));
    assert_eq!(suspects(&history, &night, &Rule::default()), [("large".into(), "a".into())]);
    let judgement = judge(&history, &night, &Rule::default());
    assert_eq!(kinds(&judgement), []);
    let large = judgement.cases.iter().find(|case| case.operator == "large").unwrap();
    let look = large.device.unwrap();
    assert_eq!((look.is_slow, look.is_reproduced), (true, Some(false)));
}

#[test]
fn calls_that_return_later_are_found() {
    let mut made = Made::new(4);
    let history = made.history(8);
    let mut night = made.night(100, None);
    for one in night.first.iter_mut().chain(&mut night.second) {
        if one.sample.operator == "tiny" {
            let port = one.sample.port.as_mut().unwrap();
            port.host_us.iter_mut().for_each(|us| *us *= 1.4);
        }
    }
    assert_eq!(kinds(&judge(&history, &night, &Rule::default())), [(Kind::Host, "tiny")]);
}

#[test]
fn what_did_not_run_or_is_wrong_is_red() {
    let mut made = Made::new(5);
    let history = made.history(8);
    let mut night = made.night(100, None);
    night.first.retain(|one| one.sample.operator != "tiny");
    night.first[0].sample.check =
        Some(Checked { ok: false, same_bits: Some(false), ..Checked::default() });
    night.first[1].sample.error = Some("RuntimeError: no".to_owned());
    night.first[2].sample.check = None;
    let judgement = judge(&history, &night, &Rule::default());
    let mut found = kinds(&judgement);
    found.sort();
    assert_eq!(
        found,
        [
            (Kind::Wrong, "small"),
            (Kind::Missed, "large"),
            (Kind::Missed, "small"),
            (Kind::Missed, "tiny"),
        ]
    );
    assert!(judgement.findings[0].what.contains("differs from cuTile"));

    // A case that leaves the inputs is missed once.
    let mut night = made.night(101, None);
    night.planned.retain(|one| one.operator != "small" || one.case != "b");
    night.first.retain(|one| one.sample.operator != "small" || one.sample.case != "b");
    let mut history = history;
    let judgement = judge(&history, &night, &Rule::default());
    assert_eq!(kinds(&judgement), [(Kind::Missed, "small")]);
    judgement.rows.into_iter().for_each(|row| history.push(row));
    night.at = 102;
    assert_eq!(kinds(&judge(&history, &night, &Rule::default())), []);
    // A part that was asked for by name misses nothing.
    let mut part = made.night(103, None);
    part.planned.retain(|one| one.operator == "small" && one.case == "a");
    part.first.retain(|one| one.sample.operator == "small" && one.sample.case == "a");
    part.whole = false;
    assert_eq!(kinds(&judge(&history, &part, &Rule::default())), []);
}

#[test]
fn another_device_is_not_compared_with() {
    let mut made = Made::new(6);
    let history = made.history(8);
    let mut night = made.night(100, Some(("large", 1.5)));
    for session in &mut night.sessions {
        session.device = "another GPU".to_owned();
    }
    let judgement = judge(&history, &night, &Rule::default());
    assert_eq!(kinds(&judgement), []);
    assert!(judgement.cases.iter().all(|case| case.device.unwrap().before.is_none()));
}

#[test]
fn shards_put_together_give_the_verdict_of_one_run() {
    let mut made = Made::new(7);
    let history = made.history(8);
    for slower in [None, Some(("small", 1.2))] {
        let whole = made.night(100, slower);
        for of in 1..=4 {
            let shards: Vec<Night> = (1..=of)
                .map(|shard| {
                    let own = night::share(&whole.planned, [shard, of]);
                    let is_own = |one: &&Measured| {
                        own.iter().any(|planned| {
                            planned.operator == one.sample.operator
                                && planned.case == one.sample.case
                        })
                    };
                    Night {
                        shard: [shard, of],
                        first: whole.first.iter().filter(is_own).cloned().collect(),
                        second: whole.second.iter().filter(is_own).cloned().collect(),
                        ..whole.clone()
                    }
                })
                .rev()
                .collect();
            let merged = merge(shards.clone()).unwrap();
            let rule = Rule::default();
            assert_eq!(judge(&history, &merged, &rule), judge(&history, &whole, &rule), "{of}");
            if of > 1 {
                let lacking = merge(shards[1..].to_vec()).unwrap();
                let judgement = judge(&history, &lacking, &rule);
                assert!(judgement.findings.iter().any(|one| one.kind == Kind::Missed));
                let twice = merge([shards.clone(), shards[..1].to_vec()].concat()).unwrap_err();
                assert!(twice.to_string().contains("twice"));
            }
        }
    }
    let mut other = made.night(100, None);
    other.planned.pop();
    assert!(merge(vec![made.night(100, None), other]).is_err());
}

#[test]
fn the_rate_of_made_sessions_is_what_the_rule_promises() {
    let mut made = Made::new(8);
    let sessions: Vec<Recorded> = (0..10).map(|_| made.session(None)).collect();
    let rate = rate::of(&sessions, &Rule::default(), 60, &[10.0], 12, 1).unwrap();
    assert_eq!((rate.sessions, rate.cases), (10, 4));
    assert!(rate.false_alarms <= 1, "{rate:?}");
    assert_eq!(rate.planted[0].found, 12, "{rate:?}");
    assert_eq!(rate, rate::of(&sessions, &Rule::default(), 60, &[10.0], 12, 1).unwrap());
    assert!(rate::of(&[], &Rule::default(), 10, &[], 1, 1).is_none());
}
