//! A difference planted for each item of the checklist, and the verdicts.

use std::collections::BTreeSet;

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, DivBy, Module, OpId, OptimizationHints, Type};

use super::checklist::{Finding, Item, Owner, Severity};
use super::judge::{Assembled, Cause, Compared, Evidence, Machine, Pair, judge};
use super::pair::{Checked, Status, check};
use super::*;
use crate::tileir::file::types::Type as FileType;
use crate::tileir::{File, Locations, lower};

fn corpus(name: &str) -> Vec<u8> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus");
    let entry = std::fs::read_dir(folder)
        .unwrap()
        .flatten()
        .find(|entry| entry.file_name().to_string_lossy().starts_with(&format!("{name}.")))
        .unwrap();
    std::fs::read(entry.path()).unwrap()
}

fn load(name: &str) -> (Module, Locations) {
    tileir::load_bytes(&corpus(name)).unwrap()
}

/// All operations below another, outermost first.
fn below(module: &Module, op: OpId, all: &mut Vec<OpId>) {
    all.push(op);
    for region in &module.op(op).regions {
        for block in &module.region(*region).blocks {
            for inner in module.block(*block).ops.clone() {
                below(module, inner, all);
            }
        }
    }
}

fn all(module: &Module, opcode: Opcode) -> Vec<OpId> {
    let mut list = Vec::new();
    for function in &module.functions {
        below(module, *function, &mut list);
    }
    list.retain(|op| module.op(*op).opcode == opcode);
    list
}

fn first(module: &Module, opcode: Opcode) -> OpId {
    *all(module, opcode).first().unwrap_or_else(|| panic!("no {opcode:?}"))
}

fn attribute<'m>(module: &'m mut Module, op: OpId, name: &str) -> Option<&'m mut Attribute> {
    let attributes = &mut module.op_mut(op).attributes;
    attributes.iter_mut().find(|(key, _)| key == name).map(|(_, value)| value)
}

fn set(module: &mut Module, op: OpId, name: &str, value: Attribute) {
    match attribute(module, op, name) {
        Some(known) => *known = value,
        None => module.op_mut(op).attributes.push((name.to_owned(), value)),
    }
}

/// The first assumption of the entry's parameters whose predicate is a divisor becomes another one.
fn divisor(module: &mut Module, from: u64, to: u64) {
    let op = all(module, Opcode::Assume).into_iter().find(|op| {
        matches!(attribute(module, *op, "predicate"), Some(Attribute::DivBy(div)) if div.divisor == from)
    });
    let predicate = Attribute::DivBy(DivBy { divisor: to, every: None, along: None });
    set(module, op.unwrap(), "predicate", predicate);
}

fn hints(names: &[(&str, i64)]) -> Attribute {
    let items =
        names.iter().map(|(name, value)| ((*name).to_owned(), Attribute::i32(*value))).collect();
    Attribute::OptimizationHints(OptimizationHints { entries: vec![("default".to_owned(), items)] })
}

/// Plants a difference into a module.
type Plant = fn(&mut Module);

fn plants() -> Vec<(Item, Owner, &'static str, Plant)> {
    use Owner::{Host, Kernel};
    vec![
        (Item::MemoryFamily, Kernel, "gemm_alpha_beta_kernel", |module| {
            // A store is lost.
            let store = first(module, Opcode::StoreViewTko);
            let mut list = Vec::new();
            for function in module.functions.clone() {
                below(module, function, &mut list);
            }
            let blocks: Vec<_> = list
                .iter()
                .flat_map(|op| module.op(*op).regions.clone())
                .flat_map(|region| module.region(region).blocks.clone())
                .collect();
            for block in blocks {
                module.block_mut(block).ops.retain(|op| *op != store);
            }
        }),
        (Item::MemoryFamily, Kernel, "softmax_kernel", |module| {
            let load = first(module, Opcode::LoadPtrTko);
            set(module, load, "memory_ordering_semantics", Attribute::i32(1));
        }),
        (Item::Mma, Kernel, "gemm_alpha_beta_kernel", |module| {
            let mma = first(module, Opcode::MmaF);
            module.op_mut(mma).operands.swap(0, 1);
        }),
        (Item::Reduce, Kernel, "softmax_kernel_tma", |module| {
            let reduce = first(module, Opcode::Reduce);
            set(module, reduce, "dim", Attribute::i32(0));
        }),
        (Item::Reduce, Kernel, "softmax_kernel_tma", |module| {
            // The maximum of a row becomes its minimum.
            let max = first(module, Opcode::MaxF);
            module.op_mut(max).opcode = Opcode::MinF;
        }),
        (Item::Rounding, Kernel, "gelu_kernel", |module| {
            let product = first(module, Opcode::MulF);
            set(module, product, "flush_to_zero", Attribute::Bool(true));
        }),
        (Item::Fma, Kernel, "gelu_kernel", |module| {
            let fma = first(module, Opcode::Fma);
            module.op_mut(fma).opcode = Opcode::MulF;
            module.op_mut(fma).operands.truncate(2);
        }),
        (Item::Loops, Kernel, "gemm_alpha_beta_kernel", |module| {
            let of = first(module, Opcode::For);
            set(module, of, "unsigned_cmp", Attribute::Bool(true));
        }),
        (Item::Carried, Kernel, "attention_sink_kernel", |module| {
            // Two carried values of one type begin with each other's values.
            for op in all(module, Opcode::For) {
                let operands = module.op(op).operands.clone();
                for a in 3..operands.len() {
                    for b in a + 1..operands.len() {
                        let (x, y) = (operands[a], operands[b]);
                        let ty = module.value_type(x);
                        if x != y && ty == module.value_type(y) && *ty != Type::Token {
                            module.op_mut(op).operands.swap(a, b);
                            return;
                        }
                    }
                }
            }
            panic!("no loop carries two values of one type");
        }),
        (Item::Tokens, Kernel, "gemm_alpha_beta_kernel", |module| {
            let join = first(module, Opcode::JoinTokens);
            module.op_mut(join).operands.pop();
        }),
        (Item::Index, Kernel, "gemm_alpha_beta_kernel", |module| {
            let division = first(module, Opcode::DivI);
            let rounding = attribute(module, division, "rounding").unwrap();
            let Attribute::Integer(number, _) = rounding else { panic!("{rounding:?}") };
            let other = i64::from(*number == 1) + 1;
            *rounding = Attribute::i32(other);
        }),
        (Item::Constants, Kernel, "gelu_kernel", |module| {
            let constant = first(module, Opcode::Constant);
            let value = attribute(module, constant, "value").unwrap();
            let Attribute::DenseElements(dense) = value else { panic!("{value:?}") };
            dense.data[0] ^= 1;
        }),
        (Item::Arithmetic, Kernel, "gelu_kernel", |module| {
            let exp = first(module, Opcode::Exp);
            module.op_mut(exp).opcode = Opcode::Exp2;
        }),
        (Item::Assumes, Host, "softmax_kernel", |module| divisor(module, 16, 8)),
        (Item::DivisorCap, Host, "softmax_kernel", |module| divisor(module, 16, 32)),
        (Item::Hints, Host, "softmax_kernel", |module| {
            let entry = first(module, Opcode::Entry);
            set(module, entry, "optimization_hints", hints(&[("occupancy", 7)]));
        }),
        (Item::Latency, Kernel, "gemm_alpha_beta_kernel", |module| {
            let load = first(module, Opcode::LoadViewTko);
            set(module, load, "optimization_hints", hints(&[("latency", 9)]));
        }),
    ]
}

fn findings(checked: &Checked) -> &[Finding] {
    match checked {
        Checked::Different { findings, .. } => findings,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_difference_planted_for_each_item_is_found_under_it() {
    let mut planted = BTreeSet::new();
    for (item, owner, name, plant) in plants() {
        let (reference, places) = load(name);
        let (mut candidate, _) = load(name);
        let checked = check((&reference, &places), &candidate, Some("sm_90"));
        assert!(matches!(checked, Checked::Equal(_)), "{name}: {checked:?}");
        plant(&mut candidate);
        let checked = check((&reference, &places), &candidate, Some("sm_90"));
        let found = findings(&checked);
        let own = found.iter().find(|finding| finding.item == item);
        let own = own.unwrap_or_else(|| panic!("{item:?} in {name}: {found:#?}"));
        assert_eq!((own.owner, own.severity), (owner, item.severity()), "{item:?} in {name}");
        planted.insert(item);
    }
    for (item, name, plant) in typed() {
        let checked = typed_check(name, plant);
        assert!(
            findings(&checked).iter().any(|finding| finding.item == item),
            "{item:?}: {checked:#?}"
        );
        planted.insert(item);
    }
    // What the launches do is not in the modules: stage D's comparison of launch logs tells.
    planted.insert(Item::Launches);
    assert_eq!(planted, Item::ALL.into_iter().collect());
}

/// Plants a difference into the types of a file.
type TypePlant = fn(&mut FileType) -> bool;

fn typed() -> Vec<(Item, &'static str, TypePlant)> {
    vec![
        (Item::Padding, "gemm_alpha_beta_kernel", |ty| match ty {
            FileType::PartitionView { padding, .. } => {
                *padding = if padding.is_none() { Some(0) } else { None };
                true
            }
            _ => false,
        }),
        (Item::Shapes, "gemm_alpha_beta_kernel", |ty| match ty {
            FileType::PartitionView { tile, .. } => {
                tile[0] *= 2;
                true
            }
            _ => false,
        }),
        (Item::Parameters, "gemm_alpha_beta_kernel", |ty| match ty {
            FileType::Function { inputs, .. } => {
                let last = inputs.len() - 1;
                inputs[last] = inputs[0];
                true
            }
            _ => false,
        }),
    ]
}

fn typed_check(name: &str, plant: TypePlant) -> Checked {
    let (reference, places) = load(name);
    let mut file = File::read(&corpus(name)).unwrap();
    assert!(file.types.iter_mut().any(plant), "{name}");
    let (candidate, _) = lower::lower(&file).unwrap();
    check((&reference, &places), &candidate, Some("sm_90"))
}

#[test]
fn what_differs_nowhere_is_not_said_to_differ() {
    let (reference, places) = load("gelu_kernel");
    let (mut candidate, _) = load("gelu_kernel");
    let product = first(&candidate, Opcode::MulF);
    set(&mut candidate, product, "flush_to_zero", Attribute::Bool(true));
    let Checked::Different { items, findings, root } =
        check((&reference, &places), &candidate, Some("sm_90"))
    else {
        panic!("they differ");
    };
    let differing: Vec<Item> = findings.iter().map(|finding| finding.item).collect();
    assert_eq!(differing, [Item::Rounding]);
    assert_eq!((items[&Item::Fma], items[&Item::Mma]), (Status::Same, Status::NotThere));
    assert_eq!(root.item, Item::Rounding);
    let place = root.place.unwrap();
    assert!(place.starts_with("tilegym/") && place.contains(".py:"), "{place}");
}

#[test]
fn d08_a_divisor_beyond_the_cap_is_a_hint_of_medium_weight_that_the_host_owns() {
    for (inner, ours) in [(16, 32), (16, 64)] {
        let (reference, places) = load("softmax_kernel");
        let (mut candidate, _) = load("softmax_kernel");
        divisor(&mut candidate, inner, ours);
        let checked = check((&reference, &places), &candidate, Some("sm_90"));
        let [finding] = findings(&checked) else { panic!("{checked:?}") };
        assert_eq!(finding.item, Item::DivisorCap);
        assert_eq!((finding.owner, finding.severity), (Owner::Host, Severity::Medium));
        let judgement = judge(&evidence(vec![compared(checked, None)]));
        assert_eq!(judgement.verdict, Verdict::FailFixable);
        assert_eq!(judgement.owner, Some(Owner::Host));
    }
}

fn compared(checked: Checked, machine: Option<Machine>) -> Compared {
    let pair = Pair {
        function: "f".to_owned(),
        id: "01234567".to_owned(),
        variant: "v0".to_owned(),
        dtypes: "f32".to_owned(),
        target: "sm_90".to_owned(),
        reference: "kernels/op/reference/a.tileirbc".to_owned(),
        generated: "kernels/op/generated/a.tileirbc".to_owned(),
        level: 3,
    };
    Compared { pair, checked, machine }
}

fn evidence(pairs: Vec<Compared>) -> Evidence {
    Evidence { pairs, ..Evidence::default() }
}

fn equal() -> Checked {
    Checked::Equal(std::collections::BTreeMap::new())
}

fn different() -> Checked {
    let (reference, places) = load("gelu_kernel");
    let (mut candidate, _) = load("gelu_kernel");
    let exp = first(&candidate, Opcode::Exp);
    candidate.op_mut(exp).opcode = Opcode::Exp2;
    check((&reference, &places), &candidate, None)
}

fn machine_of(reference: Assembled, generated: Assembled, same: bool) -> Option<Machine> {
    Some(Machine { reference, generated, same })
}

#[test]
fn verdicts_follow_the_evidence() {
    use Assembled::{Crashed, Fine, Refused};
    let cause = |stage| Some(Cause { stage, said: "D1 FAIL (kernel): wrong values".to_owned() });
    let no = || "exit status: 5: failed".to_owned();
    let bug = |reference, generated, checked| {
        let judgement =
            judge(&evidence(vec![compared(checked, machine_of(reference, generated, false))]));
        assert_eq!(judgement.owner, None, "{judgement:?}");
        (judgement.verdict, judgement.root)
    };

    // Which side failed, with the file and the command.
    let (verdict, root) = bug(Refused(no()), Refused(no()), equal());
    assert_eq!(verdict, Verdict::FailCompilerBug);
    assert!(root.contains("both sides") && root.contains("reference/a.tileirbc"), "{root}");
    let (verdict, root) =
        bug(Fine, Crashed("signal: 11 (SIGSEGV): no message".to_owned()), different());
    assert_eq!(verdict, Verdict::FailCompilerBug);
    assert!(
        root.contains("generated module alone")
            && root.contains(
                "tileiras -O3 --gpu-name=sm_90 -o /dev/null kernels/op/generated/a.tileirbc"
            )
            && root.contains("SIGSEGV"),
        "{root}"
    );
    assert_eq!(bug(Fine, Refused(no()), equal()).0, Verdict::FailCompilerBug);

    // An orderly refusal of a module that differs is ours.
    let ours = compared(different(), machine_of(Fine, Refused(no()), false));
    let judgement = judge(&evidence(vec![ours]));
    assert_eq!((judgement.verdict, judgement.owner), (Verdict::FailFixable, Some(Owner::Kernel)));
    assert!(!judgement.edits.is_empty());

    // The same machine code, however it was written, is an accepted equivalent.
    let same = || compared(different(), machine_of(Fine, Fine, true));
    assert_eq!(judge(&evidence(vec![same()])).verdict, Verdict::PassWithNotes);
    assert_eq!(judge(&evidence(vec![compared(equal(), None)])).verdict, Verdict::Pass);

    // A gap that the manifest accepts is one until a test or a measurement fails by it.
    let mut gap = evidence(vec![compared(different(), machine_of(Fine, Fine, false))]);
    assert_eq!(judge(&gap).verdict, Verdict::FailFixable);
    gap.accepted = true;
    assert_eq!(judge(&gap).verdict, Verdict::PassWithNotes);
    gap.cause = cause(Stage::D);
    assert_eq!(judge(&gap).owner, Some(Owner::Kernel));

    // Equal kernels: a wrong result is the launch's, a slow one nobody's.
    let mut equals = evidence(vec![compared(equal(), None)]);
    equals.cause = cause(Stage::D);
    assert_eq!(judge(&equals).owner, Some(Owner::Host));
    equals.cause = cause(Stage::E);
    assert_eq!(judge(&equals).verdict, Verdict::PassWithNotes);
    equals.launches = Some("sm_90: 1 launch differs".to_owned());
    let judgement = judge(&equals);
    assert_eq!((judgement.verdict, judgement.owner), (Verdict::FailFixable, Some(Owner::Host)));
    assert!(judgement.root.contains("1 launch differs"));

    // What cannot be compared blocks.
    let unknown = compared(Checked::Undecided("a call".to_owned()), None);
    assert_eq!(judge(&evidence(vec![unknown])).verdict, Verdict::Blocked);
    assert_eq!(judge(&evidence(Vec::new())).verdict, Verdict::Blocked);
    let missing =
        Evidence { missing: Some("generated/a is not there".to_owned()), ..Evidence::default() };
    assert_eq!(judge(&missing).root, "generated/a is not there");
}

#[test]
fn a_crash_is_told_from_a_refusal() {
    assert!(matches!(failure("exit status: 5", "error: no\n"), Assembled::Refused(_)));
    assert!(matches!(failure("signal: 6 (SIGABRT)", ""), Assembled::Crashed(_)));
    assert!(matches!(failure("exit status: 134", ""), Assembled::Crashed(_)));
    assert!(matches!(
        failure("exit status: 1", "PLEASE submit a bug report\nStack dump:"),
        Assembled::Crashed(_)
    ));
}

#[test]
fn the_report_begins_with_the_verdict_and_the_owner() {
    let found = evidence(vec![compared(different(), None)]);
    let judgement = judge(&found);
    let text = report::diff_report("op", &found, &judgement, &[]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["VERDICT: FAIL_FIXABLE", "owner: kernel"]);
    for item in Item::ALL {
        assert_eq!(text.matches(&format!("\n| {} |", item.title())).count(), 1, "{item:?}");
    }
    assert!(text.contains("cargo xtask diff kernels/op/reference/a.tileirbc"), "{text}");
}
