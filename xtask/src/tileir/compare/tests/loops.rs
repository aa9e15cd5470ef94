//! What loops carry.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::Value;

use super::{Body, different, module, same};
use crate::tileir::random::{self, Choices};

#[test]
fn what_a_loop_does_not_change_or_nobody_uses_is_not_carried() {
    let with = |carried: &'static [usize], next: fn(&mut Body<'_>, &[Value]) -> Vec<Value>| {
        module(move |body| {
            let x = body.arguments[1];
            let square = body.float(Opcode::MulF, &[x, x]);
            let values = [x, square, x];
            let entered: Vec<Value> = carried.iter().map(|index| values[*index]).collect();
            let results = body.count_many(&entered, |body, own| {
                body.store(own[1]);
                let values = next(body, &own[1..]);
                body.end(Opcode::Continue, &values);
            });
            body.store(results[0]);
            body.end(Opcode::Return, &[]);
        })
    };
    let plain = with(&[0], |body, own| vec![body.float(Opcode::AddF, &[own[0], own[0]])]);
    let unchanged =
        with(&[0, 1], |body, own| vec![body.float(Opcode::AddF, &[own[0], own[0]]), own[1]]);
    let unused = with(&[0, 1], |body, own| {
        vec![
            body.float(Opcode::AddF, &[own[0], own[0]]),
            body.float(Opcode::MulF, &[own[1], own[0]]),
        ]
    });
    let used = with(&[0, 1], |body, own| {
        vec![
            body.float(Opcode::AddF, &[own[0], own[1]]),
            body.float(Opcode::MulF, &[own[1], own[0]]),
        ]
    });
    same(&plain, &unchanged);
    same(&unused, &plain);
    same(&unused, &unchanged);
    different(&plain, &used, "carries 2 used values instead of 1");
    different(&unused, &used, "used values");
}

#[test]
fn what_is_assumed_of_a_value_that_nobody_uses_says_nothing() {
    // A branch yields an assumed result of a loop, and nothing uses what it yields.
    let module = random::module(&mut Choices::random(19775));
    same(&module, &module);
}
