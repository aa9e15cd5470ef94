//! The verdict of stage F, as a pure function of what was timed and of what was found in the cubins.

use std::collections::BTreeMap;

use super::sass::Mix;
use crate::pipeline::verdict::{Class, Verdict};
use crate::stage::bench::DONE_AT_MOST;

/// A timed case, by launches.
#[derive(Debug, Clone, PartialEq)]
pub struct Timed {
    /// Its name.
    pub case: String,
    /// Device and host time, port over reference.
    pub ratios: [f64; 2],
    /// Kernels of a call and their median microseconds: of the reference, of the port.
    pub launches: [Vec<(String, f64)>; 2],
    /// The Python function behind each kernel of the port; none for one that is not a port's.
    pub functions: Vec<Option<String>>,
}

impl Timed {
    fn is_slow(&self) -> bool {
        self.ratios[0] > DONE_AT_MOST
    }
}

/// What one signature's two cubins are.
#[derive(Debug, Clone, PartialEq)]
pub struct Sides {
    /// The signature.
    pub id: String,
    /// Registers of a thread: reference, port.
    pub registers: [Option<u32>; 2],
    /// Static shared memory, bytes.
    pub shared: [u64; 2],
    /// Numbers of instructions.
    pub instructions: [usize; 2],
    /// Instructions by operation.
    pub mix: [Mix; 2],
}

/// What is known of a function's machine code on the timed target.
#[derive(Debug, Clone, PartialEq)]
pub enum Machine {
    /// All of so many signatures have the reference's.
    Identical(usize),
    /// Some have not; of so many, with the first few looked at.
    Different(usize, Vec<Sides>),
    /// It was not compared.
    Unknown(String),
}

/// A search whose outcome is not the same on both sides: what for, the reference's choice, the port's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The cache and its key.
    pub key: String,
    /// What each side chose; none where it did not search.
    pub chosen: [Option<String>; 2],
}

/// All that the verdict depends on.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Evidence {
    /// The timed cases.
    pub rows: Vec<Timed>,
    /// By Python function.
    pub machines: BTreeMap<String, Machine>,
    /// Searches that ended differently.
    pub choices: Vec<Choice>,
    /// Whether launches went through the extension; none where the run does not say.
    pub extension: Option<bool>,
}

/// What may be done about something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// There is a next step.
    Fixable,
    /// Nothing in the port makes the difference.
    Aligned,
    /// It cannot be told yet.
    Blocked,
}

/// How sure a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confidence {
    /// It follows from what was compared.
    High,
    /// It is the likeliest cause.
    Medium,
    /// It is one of several.
    Low,
}

/// A cause, what to do about it, and how sure that is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Whether there is a next step.
    pub remedy: Remedy,
    /// Whose it is.
    pub owner: Class,
    /// What was found.
    pub what: String,
    /// What to do.
    pub action: String,
    /// How sure.
    pub confidence: Confidence,
}

/// Judges: FIXABLE where something can be done, BLOCKED where that cannot be told, else ALIGNED.
pub fn judge(evidence: &Evidence) -> (Verdict, Vec<Finding>) {
    let mut findings: Vec<Finding> = Vec::new();
    let mut add = |finding: Finding| {
        if !findings.contains(&finding) {
            findings.push(finding);
        }
    };
    if evidence.rows.is_empty() {
        add(blocked("no timed case", "run `cargo xtask bench` on a GPU"));
    }
    for row in evidence.rows.iter().filter(|row| row.is_slow()) {
        device(evidence, row).into_iter().for_each(&mut add);
    }
    for row in evidence.rows.iter().filter(|row| row.ratios[1] > DONE_AT_MOST) {
        add(host(evidence, row));
    }
    let has = |remedy| findings.iter().any(|finding: &Finding| finding.remedy == remedy);
    let verdict = match () {
        () if has(Remedy::Fixable) => Verdict::Fixable,
        () if has(Remedy::Blocked) => Verdict::Blocked,
        () => Verdict::Aligned,
    };
    (verdict, findings)
}

fn blocked(what: impl Into<String>, action: impl Into<String>) -> Finding {
    Finding {
        remedy: Remedy::Blocked,
        owner: Class::Env,
        what: what.into(),
        action: action.into(),
        confidence: Confidence::High,
    }
}

/// Why a case is slower on the device.
fn device(evidence: &Evidence, row: &Timed) -> Vec<Finding> {
    let [reference, port] = &row.launches;
    if reference.len() != port.len() {
        let foreign: Vec<&str> = port
            .iter()
            .zip(&row.functions)
            .filter(|(_, function)| function.is_none())
            .map(|((name, _), _)| name.as_str())
            .collect();
        let extra = if foreign.is_empty() {
            String::new()
        } else {
            format!("; not of the port: {}", foreign.join(", "))
        };
        return vec![Finding {
            remedy: Remedy::Fixable,
            owner: Class::Host,
            what: format!(
                "{}: a call launches {} kernels, the reference's {}{extra}",
                row.case,
                port.len(),
                reference.len()
            ),
            action: "compare the launch logs (`cargo xtask host`) and take the extra launches out \
                     of the wrapper"
                .into(),
            confidence: Confidence::High,
        }];
    }
    let mut findings: Vec<Finding> = evidence
        .choices
        .iter()
        .map(|choice| {
            let [theirs, ours] =
                choice.chosen.each_ref().map(|chosen| chosen.as_deref().unwrap_or("nothing"));
            Finding {
                remedy: Remedy::Fixable,
                owner: Class::Host,
                what: format!(
                    "{}: the reference's tuner chose {theirs}, the port's {ours}",
                    choice.key
                ),
                action:
                    "let the port take over the reference's record, or search again on an idle \
                         device"
                        .into(),
                confidence: Confidence::Medium,
            }
        })
        .collect();
    for ((name, ours), function) in port.iter().zip(&row.functions) {
        let machine = function.as_ref().and_then(|function| evidence.machines.get(function));
        findings.push(match machine {
            None => Finding {
                remedy: Remedy::Aligned,
                owner: Class::Env,
                what: format!("{name} ({ours:.2} µs) is torch's own, on both sides"),
                action: "none".into(),
                confidence: Confidence::Medium,
            },
            Some(Machine::Unknown(reason)) => {
                blocked(format!("{name}: machine code not compared: {reason}"), "run `cargo xtask convert`")
            }
            Some(Machine::Identical(count)) => Finding {
                remedy: Remedy::Aligned,
                owner: Class::Env,
                what: format!(
                    "{name}: all {count} signatures have the reference's machine code, so a slow case is \
                     the host's or the environment's: another configuration, clocks, another's load, noise"
                ),
                action: "time it again alone, with more repetitions".into(),
                confidence: Confidence::High,
            },
            Some(Machine::Different(count, sides)) => different(name, *count, sides),
        });
    }
    findings
}

/// What differing machine code points to.
fn different(name: &str, count: usize, sides: &[Sides]) -> Finding {
    let local = |side: &Sides, index: usize| side.mix[index].local();
    let spilled = sides.iter().find(|side| local(side, 1) > local(side, 0));
    let more = sides.iter().find(|side| side.registers[1] > side.registers[0]);
    let (what, action, confidence) = match (spilled, more, sides.first()) {
        (Some(side), _, _) => (
            format!(
                "{}: {} accesses of local memory, the reference has {}",
                side.id,
                local(side, 1),
                local(side, 0)
            ),
            "find what keeps more values alive (`cargo xtask diff`): order of loads, loop-carried values",
            Confidence::High,
        ),
        (None, Some(side), _) => (
            format!(
                "{}: {} registers a thread, the reference has {}",
                side.id,
                side.registers[1].unwrap_or(0),
                side.registers[0].unwrap_or(0)
            ),
            "compare the modules (`cargo xtask diff`); fewer warps fit with more registers",
            Confidence::Medium,
        ),
        (None, None, Some(side)) => (
            format!(
                "{}: {} instructions, the reference has {}",
                side.id, side.instructions[1], side.instructions[0]
            ),
            "compare the modules (`cargo xtask diff`)",
            Confidence::Low,
        ),
        (None, None, None) => (
            "no signature could be looked at".to_owned(),
            "run `cargo xtask convert`",
            Confidence::Low,
        ),
    };
    Finding {
        remedy: Remedy::Fixable,
        owner: Class::Kernel,
        what: format!("{name}: machine code differs in {count} signatures; {what}"),
        action: action.into(),
        confidence,
    }
}

/// Why a call takes more host time.
fn host(evidence: &Evidence, row: &Timed) -> Finding {
    let ratio = row.ratios[1];
    if evidence.extension == Some(false) {
        return Finding {
            remedy: Remedy::Fixable,
            owner: Class::Host,
            what: "launches went through cffi: the extension was not there".into(),
            action: "build it (`cargo build -p tileport-launch`) and wire again".into(),
            confidence: Confidence::High,
        };
    }
    Finding {
        remedy: Remedy::Fixable,
        owner: Class::Host,
        what: format!("{}: host time of a call is {ratio:.2} of the reference's", row.case),
        action: "look for launches without a record: lists, arguments of unusual types".into(),
        confidence: Confidence::Low,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(ratios: [f64; 2], kernels: [usize; 2]) -> Timed {
        let launches =
            kernels.map(|count| (0..count).map(|index| (format!("k{index}_entry"), 2.0)).collect());
        let functions = (0..kernels[1]).map(|index| (index == 0).then(|| "k".to_owned())).collect();
        Timed { case: "a".into(), ratios, launches, functions }
    }

    fn evidence(row: Timed, machine: Machine) -> Evidence {
        Evidence {
            rows: vec![row],
            machines: BTreeMap::from([("k".to_owned(), machine)]),
            choices: Vec::new(),
            extension: Some(true),
        }
    }

    fn sides(registers: [u32; 2], local: [usize; 2]) -> Sides {
        // STL is operation 0x187.
        let mix = local.map(|count| {
            let instruction = [&[0x87, 0x01][..], &[0; 14]].concat();
            Mix::of(&instruction.repeat(count))
        });
        let registers = registers.map(Some);
        Sides { id: "0a".into(), registers, shared: [0; 2], instructions: [10, 12], mix }
    }

    #[test]
    fn identical_machine_code_makes_a_slow_case_the_environments() {
        let (verdict, findings) = judge(&evidence(row([1.2, 0.5], [1, 1]), Machine::Identical(3)));
        assert_eq!(verdict, Verdict::Aligned);
        assert_eq!(findings.len(), 1);
        assert_eq!((findings[0].owner, findings[0].confidence), (Class::Env, Confidence::High));
        assert!(findings[0].what.contains("environment's"), "{}", findings[0].what);
    }

    #[test]
    fn extra_kernels_are_the_wrappers() {
        let (verdict, findings) = judge(&evidence(row([1.2, 0.5], [1, 2]), Machine::Identical(3)));
        assert_eq!(verdict, Verdict::Fixable);
        assert_eq!(findings[0].owner, Class::Host);
        assert!(
            findings[0]
                .what
                .contains("launches 2 kernels, the reference's 1; not of the port: k1_entry")
        );
    }

    #[test]
    fn spills_come_before_registers_before_instructions() {
        let found = |sides| {
            let machine = Machine::Different(1, vec![sides]);
            let (verdict, mut findings) = judge(&evidence(row([1.2, 0.5], [1, 1]), machine));
            assert_eq!((verdict, findings[0].owner), (Verdict::Fixable, Class::Kernel));
            findings.remove(0)
        };
        let spilled = found(sides([32, 40], [0, 4]));
        assert!(spilled.what.contains("4 accesses of local memory, the reference has 0"));
        assert_eq!(spilled.confidence, Confidence::High);
        assert!(found(sides([32, 40], [4, 4])).what.contains("40 registers a thread"));
        assert!(
            found(sides([32, 32], [4, 4])).what.contains("12 instructions, the reference has 10")
        );
    }

    #[test]
    fn other_choices_of_the_tuners_are_named() {
        let mut evidence = evidence(row([1.2, 0.5], [1, 1]), Machine::Identical(1));
        let chosen = [Some("occupancy=1".into()), Some("occupancy=4".into())];
        evidence.choices.push(Choice { key: "cache k".into(), chosen });
        let (verdict, findings) = judge(&evidence);
        assert_eq!(verdict, Verdict::Fixable);
        assert!(findings[0].what.contains("chose occupancy=1, the port's occupancy=4"));
    }

    #[test]
    fn what_is_not_known_blocks() {
        let unknown = Machine::Unknown("no evidence".into());
        assert_eq!(judge(&evidence(row([1.2, 0.5], [1, 1]), unknown)).0, Verdict::Blocked);
        assert_eq!(judge(&Evidence::default()).0, Verdict::Blocked);
    }

    #[test]
    fn host_time_is_explained_apart_and_nothing_slow_is_aligned() {
        let mut slow = evidence(row([1.0, 1.5], [1, 1]), Machine::Identical(1));
        slow.extension = Some(false);
        let (verdict, findings) = judge(&slow);
        assert_eq!((verdict, findings[0].owner), (Verdict::Fixable, Class::Host));
        assert!(findings[0].what.contains("cffi"));
        let (verdict, findings) = judge(&evidence(row([1.0, 0.5], [1, 1]), Machine::Identical(1)));
        assert_eq!((verdict, findings.len()), (Verdict::Aligned, 0));
    }
}
