//! Random modules and the comparison, without compiler and assembler.

use std::collections::{BTreeMap, BTreeSet};

use cutile_ir::bytecode::{BytecodeVersion, Opcode};
use cutile_ir::ir::Module;

use super::mutate::{self, Change};
use super::{Choices, Numbers, module, rewrite};
use crate::tileir::compare::{Comparison, Options, compare};
use crate::tileir::interpret::{Launch, Outcome, run};
use crate::tileir::normal::kind::is_commutative;
use crate::tileir::{load_bytes, lower, print};

fn of_seed(seed: u64) -> Module {
    module(&mut Choices::random(seed))
}

fn outcome(module: &Module, seed: u64) -> Outcome {
    run(module, &Launch::random(module, seed)).unwrap_or_else(|stop| panic!("seed {seed}: {stop}"))
}

#[test]
fn a_module_follows_from_its_decisions() {
    for seed in 0..50 {
        let mut choices = Choices::random(seed);
        let first = module(&mut choices);
        let again = module(&mut Choices::replay(choices.taken().to_vec()));
        assert_eq!(print::module(&first, None), print::module(&again, None));
    }
    // No decision at all gives the simplest module.
    assert!(mutate::all_ops(&module(&mut Choices::replay(Vec::new()))).len() < 40);
}

#[test]
fn random_modules_are_read_back_equal_and_can_be_run() {
    let mut seen = BTreeSet::new();
    let mut defined = 0;
    for seed in 0..200 {
        let module = of_seed(seed);
        let bytes = lower::write(&module, BytecodeVersion::V13_4).expect("bytecode");
        let (read, _) = load_bytes(&bytes).unwrap_or_else(|error| panic!("seed {seed}: {error:#}"));
        assert_eq!(compare(&module, &read, &Options::default()), Comparison::Equal, "seed {seed}");
        let (first, second) = (outcome(&module, seed), outcome(&read, seed));
        assert_eq!(first, second, "seed {seed}");
        defined += usize::from(first.is_defined());
        seen.extend(mutate::all_ops(&module).iter().map(|op| module.op(*op).opcode.as_u16()));
    }
    assert!(defined >= 100, "{defined} of 200 launches are defined");
    assert!(seen.len() >= 85, "{} operations are generated", seen.len());
}

#[test]
fn rewriting_that_keeps_the_meaning_leaves_a_module_equal() {
    let mut made: BTreeMap<&'static str, usize> = BTreeMap::new();
    for seed in 0..120 {
        let original = of_seed(seed);
        let mut numbers = Numbers::new(seed);
        let mut module = original.clone();
        for _ in 0..12 {
            if let Some(name) = rewrite::random(&mut module, &mut numbers) {
                *made.entry(name).or_default() += 1;
            }
        }
        let comparison = compare(&original, &module, &Options::default());
        assert!(comparison.is_equal(), "seed {seed}: {comparison:?}");
        // And back: equality has no direction.
        assert!(compare(&module, &original, &Options::default()).is_equal(), "seed {seed}");
        let difference = outcome(&original, seed).difference(&outcome(&module, seed));
        assert_eq!(difference, None, "seed {seed}");
    }
    for name in rewrite::NAMES {
        assert!(made.get(name).is_some_and(|count| *count >= 10), "{name}: {made:?}");
    }
}

#[test]
fn a_wrong_lowering_of_each_operation_is_seen() {
    // Operations that random modules hold, and how often a change of one was noticed.
    let mut caught: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut planted: BTreeMap<&'static str, usize> = BTreeMap::new();
    for seed in 0..400 {
        let module = of_seed(seed);
        let before: Vec<Outcome> = (0..2).map(|launch| outcome(&module, launch)).collect();
        for mutation in mutate::mutations(&module) {
            let operation = module.op(mutation.op);
            let name = operation.opcode.name();
            // Enough of each.
            if caught.get(name).is_some_and(|count| *count >= 4) {
                continue;
            }
            let Some(mutant) = mutate::apply(&module, &mutation) else { continue };
            *planted.entry(name).or_default() += 1;
            match compare(&module, &mutant, &Options::default()) {
                Comparison::Different { .. } => *caught.entry(name).or_default() += 1,
                Comparison::Unknown(reason) => panic!("seed {seed}, {mutation:?}: {reason}"),
                Comparison::Equal => {
                    let difference = before.iter().enumerate().find_map(|(launch, before)| {
                        let after = run(&mutant, &Launch::random(&module, launch as u64)).ok()?;
                        before.difference(&after)
                    });
                    assert_eq!(difference, None, "seed {seed}, `{name}`, {mutation:?}");
                }
            }
        }
    }
    // Where there were two attempts only, both may have hit what nothing uses.
    let is_missed = |name: &str| planted[name] > 2 && !caught.contains_key(name);
    let missed: Vec<_> = planted.keys().filter(|name| is_missed(name)).collect();
    assert!(missed.is_empty(), "{missed:?} were changed unnoticed");
    assert!(caught.len() >= 75, "{} operations: {caught:?}", caught.len());
}

#[test]
fn only_operands_without_an_order_can_change_places() {
    let mut swapped = BTreeSet::new();
    for seed in 0..160 {
        let module = of_seed(seed);
        for mutation in mutate::mutations(&module) {
            let Change::Swap(0, 1) = mutation.change else { continue };
            let opcode = module.op(mutation.op).opcode;
            let mutant = mutate::apply(&module, &mutation).expect("a mutant");
            let is_equal = compare(&module, &mutant, &Options::default()).is_equal();
            if is_commutative(opcode) {
                assert!(is_equal, "seed {seed}: {}", opcode.name());
                swapped.insert(opcode.name());
            }
        }
    }
    for opcode in [Opcode::AddF, Opcode::MulI, Opcode::Fma, Opcode::MaxF, Opcode::XOrI] {
        assert!(swapped.contains(opcode.name()), "{swapped:?}");
    }
}
