//! What is undefined, assumed, out of reach, or without end; the rest is compared with numpy.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, Bounded, Module, ScalarType, Value};

use super::{Argument, End, Launch, Outcome, run};
use crate::tileir::compare::tests::{Body, f32s, i32s, module, tile};

/// Runs a module of the parameters pointer, f32, i32 and i1 on a buffer of four floats.
fn launch(module: &Module, x: f32, count: u32, condition: bool) -> Outcome {
    let buffer = [7f32; 4].iter().flat_map(|number| number.to_le_bytes()).collect();
    let arguments = vec![
        Argument::Buffer(buffer),
        Argument::Number(x.to_bits().into()),
        Argument::Number(count.into()),
        Argument::Number(condition.into()),
    ];
    run(module, &Launch { arguments, grid: [1, 1, 1], fuel: 1000 }).expect("all is known")
}

/// The first element of the buffer; none where it is undefined.
fn first(outcome: &Outcome) -> Option<f32> {
    let bytes: Option<Vec<u8>> = outcome.buffers[0][..4].iter().copied().collect();
    bytes.map(|bytes| f32::from_le_bytes(bytes.try_into().expect("four bytes")))
}

fn plain(fill: impl FnOnce(&mut Body<'_>)) -> Module {
    module(|body| {
        fill(body);
        body.end(Opcode::Return, &[]);
    })
}

/// An integer as the float that is stored.
fn store_integer(body: &mut Body<'_>, number: Value) {
    let attributes = [("signedness", 1), ("rounding_mode", 0)];
    let float = body.attr_op(Opcode::IToF, &[number], f32s(&[]), &attributes);
    body.store(float);
}

#[test]
fn an_overflow_against_its_flag_is_undefined_and_wraps_without() {
    let with = |overflow: i64| {
        plain(move |body| {
            let n = body.arguments[2];
            let sum = body.attr_op(Opcode::AddI, &[n, n], i32s(), &[("overflow", overflow)]);
            store_integer(body, sum);
        })
    };
    assert_eq!(first(&launch(&with(0), 0.0, 0x4000_0000, false)), Some(i32::MIN as f32));
    assert_eq!(first(&launch(&with(1), 0.0, 0x4000_0000, false)), None);
    assert_eq!(first(&launch(&with(2), 0.0, 0x4000_0000, false)), Some(i32::MIN as f32));
    assert_eq!(first(&launch(&with(3), 0.0, 0x4000_0000, false)), None);
    assert_eq!(first(&launch(&with(3), 0.0, 21, false)), Some(42.0));
}

#[test]
fn d06_a_division_by_zero_is_undefined_only_where_it_is_used() {
    let with = |used: bool| {
        plain(move |body| {
            let n = body.arguments[2];
            let attributes = [("signedness", 1), ("rounding", 2)];
            let quotient = body.attr_op(Opcode::DivI, &[n, n], i32s(), &attributes);
            store_integer(body, if used { quotient } else { n });
        })
    };
    assert_eq!(first(&launch(&with(true), 0.0, 0, false)), None);
    assert_eq!(first(&launch(&with(false), 0.0, 0, false)), Some(0.0));
    assert_eq!(first(&launch(&with(true), 0.0, 9, false)), Some(1.0));
}

#[test]
fn what_is_chosen_counts_and_a_branch_on_nothing_is_a_fault() {
    let with = |branches: bool| {
        plain(move |body| {
            let (n, condition) = (body.arguments[2], body.arguments[3]);
            let attributes = [("signedness", 1), ("rounding", 1)];
            let quotient = body.attr_op(Opcode::DivI, &[n, n], i32s(), &attributes);
            if branches {
                let attributes = [("comparison_predicate", 0), ("signedness", 1)];
                let bit = tile(ScalarType::I1, &[]);
                let is_one = body.attr_op(Opcode::CmpI, &[quotient, n], bit, &attributes);
                let end = |body: &mut Body<'_>, _: &[Value]| body.end(Opcode::Yield, &[]);
                body.branch(is_one, &[], end, end);
            }
            let chosen = body.op(Opcode::Select, &[condition, quotient, n], i32s());
            store_integer(body, chosen);
        })
    };
    assert_eq!(first(&launch(&with(false), 0.0, 0, false)), Some(0.0));
    assert_eq!(first(&launch(&with(false), 0.0, 0, true)), None);
    let branched = launch(&with(true), 0.0, 0, false);
    assert!(matches!(branched.end, End::Fault(_)) && !branched.is_defined(), "{branched:?}");
    assert!(launch(&with(true), 0.0, 1, true).is_defined());
}

#[test]
fn assumptions_that_do_not_hold_are_reported() {
    let module = plain(|body| {
        let divisible = body.divisible(body.arguments[2], 8);
        let bounds = Bounded { lb: Some(0), ub: Some(16) };
        let bounded = body.assume(divisible, Attribute::Bounded(bounds));
        store_integer(body, bounded);
    });
    assert_eq!(launch(&module, 0.0, 16, false).violations, Vec::<String>::new());
    let odd = launch(&module, 0.0, 12, false);
    assert_eq!(odd.violations, ["12 is no multiple of 8"]);
    // It goes on with the value as it is, but nothing follows from it.
    assert_eq!(first(&odd), Some(12.0));
    assert!(!odd.is_defined());
    assert_eq!(launch(&module, 0.0, 24, false).violations.len(), 1);
    assert_eq!(launch(&module, 0.0, -8i32 as u32, false).violations.len(), 1);
}

#[test]
fn an_access_outside_its_buffer_is_a_fault_and_the_last_element_is_not() {
    let module = plain(|body| {
        let pointer = body.arguments[0];
        let ty = body.module.value_type(pointer).clone();
        let n = body.arguments[2];
        body.arguments[0] = body.op(Opcode::Offset, &[pointer, n], ty);
        body.store(body.arguments[1]);
    });
    let last = launch(&module, 2.5, 3, false);
    assert_eq!(last.end, End::Returned);
    assert_eq!(last.buffers[0][12..].len(), 4);
    for outside in [4, u32::MAX] {
        assert!(matches!(launch(&module, 2.5, outside, false).end, End::Fault(_)), "{outside}");
    }
}

#[test]
fn d05_a_loop_runs_as_often_as_its_bounds_say_and_not_for_ever() {
    let counted = plain(|body| {
        let x = body.arguments[1];
        let total = body.count(x, |body, own| {
            let sum = body.float(Opcode::AddF, &[own[1], own[1]]);
            body.end(Opcode::Continue, &[sum]);
        });
        body.store(total);
    });
    assert_eq!(first(&launch(&counted, 1.5, 0, false)), Some(1.5));
    assert_eq!(first(&launch(&counted, 1.5, 3, false)), Some(12.0));
    assert_eq!(launch(&counted, 1.5, 100_000, false).end, End::OutOfFuel);
}

#[test]
fn outcomes_differ_where_memory_does_and_say_nothing_where_one_is_undefined() {
    let with = |opcode: Opcode| {
        plain(move |body| {
            let x = body.arguments[1];
            let result = body.float(opcode, &[x, x]);
            let n = body.divisible(body.arguments[2], 8);
            let float = [("signedness", 1), ("rounding_mode", 0)];
            let n = body.attr_op(Opcode::IToF, &[n], f32s(&[]), &float);
            let sum = body.float(Opcode::AddF, &[result, n]);
            body.store(sum);
        })
    };
    let (sum, product) = (with(Opcode::AddF), with(Opcode::MulF));
    let between = |x, n| launch(&sum, x, n, false).difference(&launch(&product, x, n, false));
    assert!(between(3.0, 0).is_some_and(|text| text.contains("byte 2 of buffer 0")));
    assert_eq!(between(2.0, 0), None);
    assert_eq!(between(3.0, 4), None);
}
