//! One random module through reader, converter, compiler and comparison.

use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::Result;
use cutile_ir::bytecode::BytecodeVersion;
use cutile_ir::ir::Module;
use serde::{Deserialize, Serialize};

use crate::compile::{Pool, Request};
use crate::convert::{emit, plain};
use crate::tileir::assemble::{AssembleError, Assembler};
use crate::tileir::compare::{Comparison, Options, compare};
use crate::tileir::interpret::{self, Launch, Outcome, Stop};
use crate::tileir::random::{self, Choices, Numbers, mutate};
use crate::tileir::{File, load_bytes, lower};

/// What became of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It came back equal, and does the same.
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

    /// Whether such a module is worth being made smaller.
    pub fn is_fault(self) -> bool {
        !matches!(self, Self::Equal | Self::Refused)
    }
}

/// A verdict with what it rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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

impl Trial<'_> {
    /// Tries the module of some decisions; `assembles` says whether it goes through the assembler.
    ///
    /// # Errors
    /// The compiler cannot be started.
    pub fn run(&self, choices: &mut Choices, seed: u64, assembles: bool) -> Result<Report> {
        let mut report = Report {
            verdict: Verdict::Equal,
            reason: String::new(),
            ops: 0,
            launches: 0,
            mutants: [0, 0],
            assembled: false,
        };
        let ran =
            catch_unwind(AssertUnwindSafe(|| self.judge(choices, seed, assembles, &mut report)));
        let (verdict, reason) = match ran {
            Ok(judged) => judged?,
            Err(panic) => {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
                (Verdict::Panicked, text.unwrap_or("a panic").to_owned())
            }
        };
        report.verdict = verdict;
        report.reason = reason;
        Ok(report)
    }

    fn judge(
        &self,
        choices: &mut Choices,
        seed: u64,
        assembles: bool,
        report: &mut Report,
    ) -> Result<(Verdict, String)> {
        let generated = random::module(choices);
        let bytes = lower::write(&generated, VERSION)?;
        let file = match File::read(&bytes) {
            Ok(file) => file,
            Err(error) => return Ok((Verdict::Broken, format!("not read: {error}"))),
        };
        if file.write() != bytes {
            return Ok((Verdict::Broken, "read, but written back otherwise".to_owned()));
        }
        let reference = match lower::lower(&file) {
            Ok((module, _)) => module,
            Err(error) => return Ok((Verdict::Broken, format!("not lowered: {error}"))),
        };
        let options = Options { target: Some(self.target.to_owned()) };
        let same = compare(&generated, &reference, &options);
        if !same.is_equal() {
            return Ok((Verdict::Broken, format!("after reading: {}", text(&same))));
        }
        report.ops = mutate::all_ops(&reference).len();
        let outcomes = outcomes(&reference, seed);
        if let Some(false_equal) = self.planted(&reference, &outcomes, seed, &options, report) {
            return Ok((Verdict::FalseEqual, false_equal));
        }
        if assembles
            && let Some(assembler) = self.assembler
            && let Err(AssembleError::Refused { stderr, stdout, .. }) =
                assembler.assemble(&bytes, self.target, 0)
        {
            let said = format!("{stderr}{stdout}");
            return Ok((Verdict::Invalid, said.chars().take(400).collect()));
        }
        self.converted(&bytes, &reference, &outcomes, &options, assembles, report)
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

    /// Converts, compiles back and compares.
    fn converted(
        &self,
        bytes: &[u8],
        reference: &Module,
        outcomes: &[(Launch, Outcome)],
        options: &Options,
        assembles: bool,
        report: &mut Report,
    ) -> Result<(Verdict, String)> {
        let Some(plan) = plain::plan(reference, "kernel", &[]) else {
            return Ok((Verdict::Broken, "the module has no entry".to_owned()));
        };
        let style = emit::Style::default();
        let source = match emit::emit_in(std::slice::from_ref(&plan), style) {
            Ok(source) => source,
            Err(diagnostic) => return Ok((Verdict::Refused, diagnostic.to_string())),
        };
        let Some(pool) = self.pool else { return Ok((Verdict::Equal, String::new())) };
        let request = Request {
            source: source.as_str().into(),
            entry: plan.name.clone(),
            tensors: emit::tensor_specs(&plan),
            target: self.target.to_owned(),
            ..Request::default()
        };
        let compiled = match pool.compile(&request)? {
            Ok(compiled) => compiled.bytecode,
            Err(error) => return Ok((Verdict::NotCompiled, error)),
        };
        let back = match load_bytes(&compiled) {
            Ok((module, _)) => module,
            Err(error) => return Ok((Verdict::Broken, format!("what came back: {error:#}"))),
        };
        let comparison = compare(reference, &back, options);
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
            let wanted = assembler.cubin(bytes, self.target, 3)?.summary();
            let found = assembler.cubin(&compiled, self.target, 3)?.summary();
            report.assembled = true;
            if !wanted.is_text_identical(&found) {
                return Ok((Verdict::FalseEqual, "the machine code differs".to_owned()));
            }
        }
        Ok((Verdict::Equal, String::new()))
    }
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
