//! One random module through reader, converter, compiler and comparison.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use anyhow::Result;
use cutile_ir::bytecode::BytecodeVersion;
use cutile_ir::ir::Module;
use serde::{Deserialize, Serialize};
use tileport_contract::TensorSpec;

use crate::compile::{Pool, Request};
use crate::convert::holes::EntryPlan;
use crate::convert::{emit, plain};
use crate::tileir::assemble::{AssembleError, Assembler, OPT_LEVEL};
use crate::tileir::compare::{Comparison, Options, compare};
use crate::tileir::interpret::{self, Launch, Outcome, Stop};
use crate::tileir::random::{self, Choices, Numbers, mutate};
use crate::tileir::{File, load_bytes, lower, order};

/// What became of a module.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It came back equal, and does the same.
    #[default]
    Equal,
    /// The converter refused it with a diagnostic.
    Refused,
    /// It came back different, or compared as unknown, and does the same as far as it was run.
    Different,
    /// The Rust text did not compile.
    NotCompiled,
    /// It came back different and does something else: a wrong lowering that was noticed.
    Miscompiled,
    /// `tileiras` refused the generated module.
    Invalid,
    /// Called equal though it does something else, or though the machine code differs.
    FalseEqual,
    /// The reader, the writer or the comparison contradicts itself.
    Broken,
    /// Something panicked.
    Panicked,
}

impl Verdict {
    /// Whether a run with such a module has failed.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::FalseEqual | Self::Broken | Self::Panicked)
    }

    /// Whether such a module is kept.
    pub fn is_fault(self) -> bool {
        !matches!(self, Self::Equal | Self::Refused)
    }

    /// Whether such a module is worth being made smaller: of those that only come back in another
    /// form, or not at all, there are many, and a run would do little else.
    pub fn is_worth_shrinking(self) -> bool {
        self.is_fault() && !matches!(self, Self::Different | Self::NotCompiled)
    }
}

/// A form of two modules that leaves what they mean, but not all that `tileiras` makes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Alike {
    /// Pure operations in one order ([`order::by_use`]).
    Ordered,
    /// The same, each value computed once ([`order::each_once`]).
    Once,
    /// Both, without assumptions: one side states what the other's compiler can find.
    WithoutAssumptions,
}

/// A verdict with what it rests on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// The reason, where it is not `Equal`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// Operations of the module.
    pub ops: usize,
    /// Launches of both modules whose outcome the dialect defines, and which agreed.
    pub launches: usize,
    /// Planted changes that were compared, and those of them that were called equal.
    pub mutants: [usize; 2],
    /// Whether both modules went through the assembler.
    pub assembled: bool,
    /// The form in which both give the same machine code, where they do not as they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alike: Option<Alike>,
}

/// How modules are tried.
#[derive(Debug)]
pub struct Trial<'a> {
    /// Compilers; without them conversion ends with the Rust text.
    pub pool: Option<&'a Pool>,
    /// The assembler, where modules are to go through it.
    pub assembler: Option<&'a Assembler>,
    /// The target.
    pub target: &'a str,
    /// Planted changes to compare for each module.
    pub mutants: usize,
}

/// Bytecode version of random modules.
const VERSION: BytecodeVersion = BytecodeVersion::V13_4;

/// Launches of each module.
const LAUNCHES: u64 = 2;

/// A module to try.
#[derive(Debug)]
pub struct Subject {
    /// Its seed.
    pub seed: u64,
    /// The decisions that it follows from.
    pub choices: Choices,
    /// Whether it goes through the assembler.
    pub assembles: bool,
}

/// A module that was read and found good, before it is converted.
#[derive(Debug)]
struct Ready {
    /// As bytecode.
    bytes: Vec<u8>,
    /// As it was read back.
    reference: Module,
    /// What it does.
    outcomes: Vec<(Launch, Outcome)>,
}

/// A verdict with its reason.
type Judged = (Verdict, String);

impl Trial<'_> {
    /// Tries one module.
    ///
    /// # Errors
    /// The compiler cannot be started.
    pub fn run(&self, subject: &mut Subject) -> Result<Report> {
        let mut reports = self.run_all(std::slice::from_mut(subject))?;
        Ok(reports.remove(0))
    }

    /// Tries modules; their Rust text is one file with an entry for each, for to load a file takes the
    /// compiler longer than to compile an entry. What fails there is tried again by itself.
    ///
    /// # Errors
    /// The compiler cannot be started.
    pub fn run_all(&self, subjects: &mut [Subject]) -> Result<Vec<Report>> {
        let mut reports = vec![Report::default(); subjects.len()];
        let mut ready = Vec::new();
        for ((at, subject), report) in subjects.iter_mut().enumerate().zip(&mut reports) {
            match guarded(|| self.prepare(subject, report))? {
                Ok(module) => ready.push((at, module)),
                Err(judged) => (report.verdict, report.reason) = judged,
            }
        }
        let converted = match convert(&ready) {
            Ok(converted) => converted,
            Err(panic) if subjects.len() == 1 => {
                (reports[0].verdict, reports[0].reason) = panic;
                return Ok(reports);
            }
            Err(_) => return subjects.iter_mut().map(|subject| self.run(subject)).collect(),
        };
        let source: Arc<str> = converted.source.into();
        for ((at, module), entry) in ready.iter().zip(converted.entries) {
            let subject = &mut subjects[*at];
            let report = &mut reports[*at];
            let back = match (entry, self.pool) {
                (Err(judged), _) => Err(judged),
                (Ok(_), None) => Err((Verdict::Equal, String::new())),
                (Ok((entry, tensors)), Some(pool)) => {
                    let request = Request {
                        source: Arc::clone(&source),
                        entry,
                        tensors,
                        target: self.target.to_owned(),
                        ..Request::default()
                    };
                    pool.compile(&request)?
                        .map(|compiled| compiled.bytecode)
                        .map_err(|error| (Verdict::NotCompiled, error))
                }
            };
            let judged = match back {
                Ok(compiled) => guarded(|| {
                    self.judge(module, &compiled, subject.assembles, report).map(Ok::<Judged, _>)
                })?,
                Err((Verdict::NotCompiled, _)) if ready.len() > 1 => {
                    *report = self.run(subject)?;
                    continue;
                }
                Err(judged) => Err(judged),
            };
            (report.verdict, report.reason) = judged.unwrap_or_else(|judged| judged);
        }
        Ok(reports)
    }

    fn options(&self) -> Options {
        Options { target: Some(self.target.to_owned()) }
    }

    /// Makes a module and tries all that needs no conversion; its verdict, where it has one then.
    fn prepare(
        &self,
        subject: &mut Subject,
        report: &mut Report,
    ) -> Result<std::result::Result<Ready, Judged>> {
        let broken = |reason: String| Ok(Err((Verdict::Broken, reason)));
        // Tried again, it follows from the same decisions.
        let mut choices = subject.choices.clone();
        let generated = random::module(&mut choices);
        let bytes = lower::write(&generated, VERSION)?;
        let file = match File::read(&bytes) {
            Ok(file) => file,
            Err(error) => return broken(format!("not read: {error}")),
        };
        if file.write() != bytes {
            return broken("read, but written back otherwise".to_owned());
        }
        let reference = match lower::lower(&file) {
            Ok((module, _)) => module,
            Err(error) => return broken(format!("not lowered: {error}")),
        };
        let options = self.options();
        let same = compare(&generated, &reference, &options);
        if !same.is_equal() {
            return broken(format!("after reading: {}", text(&same)));
        }
        report.ops = mutate::all_ops(&reference).len();
        let outcomes = outcomes(&reference, subject.seed);
        let planted = self.planted(&reference, &outcomes, subject.seed, &options, report);
        if let Some(false_equal) = planted {
            return Ok(Err((Verdict::FalseEqual, false_equal)));
        }
        if subject.assembles
            && let Some(assembler) = self.assembler
            && let Err(AssembleError::Refused { stderr, stdout, .. }) =
                assembler.assemble(&bytes, self.target, 0)
        {
            let said = format!("{stderr}{stdout}");
            return Ok(Err((Verdict::Invalid, said.chars().take(400).collect())));
        }
        Ok(Ok(Ready { bytes, reference, outcomes }))
    }

    /// Compares the module with changed ones; what is wrong, if one is called equal.
    fn planted(
        &self,
        reference: &Module,
        outcomes: &[(Launch, Outcome)],
        seed: u64,
        options: &Options,
        report: &mut Report,
    ) -> Option<String> {
        let mutations = mutate::mutations(reference);
        let mut numbers = Numbers::new(!seed);
        for _ in 0..self.mutants.min(mutations.len()) {
            let mutation = &mutations[numbers.below(mutations.len() as u64) as usize];
            let Some(mutant) = mutate::apply(reference, mutation) else { continue };
            report.mutants[0] += 1;
            if !compare(reference, &mutant, options).is_equal() {
                continue;
            }
            report.mutants[1] += 1;
            // A change may leave what can be run at all; then nothing is said of it.
            if let Ok(Some(difference)) = difference(&mutant, outcomes) {
                let name = reference.op(mutation.op).opcode.name();
                let change = &mutation.change;
                return Some(format!("`{name}` with {change:?} counts as equal: {difference}"));
            }
        }
        None
    }

    /// Compares what came back.
    fn judge(
        &self,
        ready: &Ready,
        compiled: &[u8],
        assembles: bool,
        report: &mut Report,
    ) -> Result<Judged> {
        let Ready { bytes, reference, outcomes } = ready;
        let back = match load_bytes(compiled) {
            Ok((module, _)) => module,
            Err(error) => return Ok((Verdict::Broken, format!("what came back: {error:#}"))),
        };
        let comparison = compare(reference, &back, &self.options());
        let difference = difference(&back, outcomes)
            .unwrap_or_else(|stop| Some(format!("what came back cannot be run: {stop}")));
        report.launches = outcomes.iter().filter(|(_, outcome)| outcome.is_defined()).count();
        match (comparison.is_equal(), difference) {
            (true, Some(difference)) => return Ok((Verdict::FalseEqual, difference)),
            (false, Some(difference)) => {
                let said = text(&comparison);
                return Ok((Verdict::Miscompiled, format!("{said}; {difference}")));
            }
            (false, None) => return Ok((Verdict::Different, text(&comparison))),
            (true, None) => {}
        }
        if assembles && let Some(assembler) = self.assembler {
            report.assembled = true;
            if !assembler.is_text_identical(bytes, compiled, self.target, OPT_LEVEL)? {
                let alike = self.alike(assembler, [reference, &back])?;
                // That an assumption is right only a launch without undefined values can tell.
                let Some(alike) = alike
                    .filter(|alike| *alike != Alike::WithoutAssumptions || report.launches > 0)
                else {
                    return Ok((Verdict::FalseEqual, "the machine code differs".to_owned()));
                };
                report.alike = Some(alike);
            }
        }
        Ok((Verdict::Equal, String::new()))
    }

    /// In which form modules give the same machine code that do not as they are.
    fn alike(&self, assembler: &Assembler, modules: [&Module; 2]) -> Result<Option<Alike>> {
        let written = |alike: Alike, module: &Module| {
            let form = match alike {
                Alike::Ordered => order::by_use(module),
                Alike::Once => order::each_once(module),
                Alike::WithoutAssumptions => order::each_once(&order::without_assumptions(module)),
            };
            lower::write(&form, VERSION)
        };
        for alike in [Alike::Ordered, Alike::Once, Alike::WithoutAssumptions] {
            let [first, second] = modules.map(|module| written(alike, module));
            if assembler.is_text_identical(&first?, &second?, self.target, OPT_LEVEL)? {
                return Ok(Some(alike));
            }
        }
        Ok(None)
    }
}

/// Modules as one Rust file.
struct Converted {
    source: String,
    /// For each module its entry and the tensors of that, or why it has none.
    entries: Vec<std::result::Result<(String, Vec<TensorSpec>), Judged>>,
}

/// Converts modules; the verdict where that panics.
fn convert(ready: &[(usize, Ready)]) -> std::result::Result<Converted, Judged> {
    let write = || {
        let plans = ready.iter().map(|(at, module)| {
            plain::plan(&module.reference, &format!("kernel_{at}"), &[])
                .ok_or_else(|| (Verdict::Broken, "the module has no entry".to_owned()))
        });
        let plans: Vec<std::result::Result<EntryPlan, Judged>> = plans.collect();
        let known: Vec<&EntryPlan> = plans.iter().flatten().collect();
        let (source, refused) = emit::emit_possible(&known, emit::Style::default());
        let mut refused = refused.into_iter();
        let entries = plans.iter().map(|plan| match plan {
            Ok(plan) => match refused.next().flatten() {
                Some(diagnostic) => Err((Verdict::Refused, diagnostic.to_string())),
                None => Ok((plan.name.clone(), emit::tensor_specs(plan))),
            },
            Err(judged) => Err(judged.clone()),
        });
        Converted { entries: entries.collect(), source }
    };
    catch_unwind(AssertUnwindSafe(write)).map_err(|panic| panicked(&*panic))
}

/// A step's result, or the verdict that it panicked.
fn guarded<T>(
    step: impl FnOnce() -> Result<std::result::Result<T, Judged>>,
) -> Result<std::result::Result<T, Judged>> {
    catch_unwind(AssertUnwindSafe(step)).unwrap_or_else(|panic| Ok(Err(panicked(&*panic))))
}

fn panicked(panic: &(dyn Any + Send)) -> Judged {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    (Verdict::Panicked, text.unwrap_or("a panic").to_owned())
}

/// What a module does on random inputs, as far as the interpreter knows it.
fn outcomes(module: &Module, seed: u64) -> Vec<(Launch, Outcome)> {
    (0..LAUNCHES)
        .filter_map(|number| {
            let launch = Launch::random(module, seed.wrapping_mul(31).wrapping_add(number));
            let outcome = interpret::run(module, &launch).ok()?;
            Some((launch, outcome))
        })
        .collect()
}

/// Where a module does something else.
fn difference(module: &Module, outcomes: &[(Launch, Outcome)]) -> Result<Option<String>, Stop> {
    for (launch, outcome) in outcomes {
        if let Some(difference) = outcome.difference(&interpret::run(module, launch)?) {
            return Ok(Some(difference));
        }
    }
    Ok(None)
}

/// A comparison in one line.
fn text(comparison: &Comparison) -> String {
    match comparison {
        Comparison::Equal => "equal".to_owned(),
        Comparison::Different { witness, .. } => witness.to_string(),
        Comparison::Unknown(reason) => format!("unknown: {reason}"),
    }
}
