//! Named pairs of small modules.

use cutile_ir::builder::{OpBuilder, append_op, build_single_block_region};
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    Attribute, BlockId, Bounded, DenseElements, DivBy, FuncType, Location, Module,
    OptimizationHints, PointerType, RegionId, ScalarType, TileElementType, TileType, Type, Value,
};

use super::{Comparison, Options, compare};

mod loops;

pub(in crate::tileir) fn tile(scalar: ScalarType, shape: &[i64]) -> Type {
    Type::Tile(TileType { shape: shape.to_vec(), element_type: TileElementType::Scalar(scalar) })
}

fn pointers(shape: &[i64]) -> Type {
    let pointer = Box::new(PointerType { pointee: ScalarType::F32 });
    let element_type = TileElementType::Pointer(pointer);
    Type::Tile(TileType { shape: shape.to_vec(), element_type })
}

pub(in crate::tileir) fn i32s() -> Type {
    tile(ScalarType::I32, &[])
}

pub(in crate::tileir) fn f32s(shape: &[i64]) -> Type {
    tile(ScalarType::F32, shape)
}

/// Builds into one block.
pub(in crate::tileir) struct Body<'m> {
    pub(in crate::tileir) module: &'m mut Module,
    block: BlockId,
    pub(in crate::tileir) arguments: Vec<Value>,
}

impl Body<'_> {
    pub(in crate::tileir) fn build(&mut self, builder: OpBuilder) -> Vec<Value> {
        let (op, results) = builder.build(self.module);
        append_op(self.module, self.block, op);
        results
    }

    pub(in crate::tileir) fn op(&mut self, opcode: Opcode, operands: &[Value], ty: Type) -> Value {
        self.attr_op(opcode, operands, ty, &[])
    }

    pub(in crate::tileir) fn attr_op(
        &mut self,
        opcode: Opcode,
        operands: &[Value],
        ty: Type,
        attributes: &[(&str, i64)],
    ) -> Value {
        let attributes =
            attributes.iter().map(|(name, value)| ((*name).to_owned(), Attribute::i32(*value)));
        let builder = OpBuilder::new(opcode, Location::Unknown)
            .operands(operands.iter().copied())
            .attrs(attributes)
            .result(ty);
        self.build(builder)[0]
    }

    pub(in crate::tileir) fn float(&mut self, opcode: Opcode, operands: &[Value]) -> Value {
        self.attr_op(opcode, operands, f32s(&[]), &[("rounding_mode", 0)])
    }

    pub(in crate::tileir) fn constant(&mut self, data: &[u8], ty: Type) -> Value {
        let dense =
            DenseElements { element_type: ty.clone(), shape: Vec::new(), data: data.to_vec() };
        let builder = OpBuilder::new(Opcode::Constant, Location::Unknown)
            .attr("value", Attribute::DenseElements(dense))
            .result(ty);
        self.build(builder)[0]
    }

    pub(in crate::tileir) fn assume(&mut self, value: Value, predicate: Attribute) -> Value {
        let ty = self.module.value_type(value).clone();
        let builder = OpBuilder::new(Opcode::Assume, Location::Unknown)
            .operand(value)
            .attr("predicate", predicate)
            .result(ty);
        self.build(builder)[0]
    }

    pub(in crate::tileir) fn divisible(&mut self, value: Value, divisor: u64) -> Value {
        self.assume(value, Attribute::DivBy(DivBy { divisor, every: None, along: None }))
    }

    /// Stores a value through the first argument.
    pub(in crate::tileir) fn store(&mut self, value: Value) {
        let sizes = [1, 1, 0, 0].map(Attribute::i32).to_vec();
        let builder = OpBuilder::new(Opcode::StorePtrTko, Location::Unknown)
            .operands([self.arguments[0], value])
            .attr("memory_ordering_semantics", Attribute::i32(0))
            .attr("operandSegmentSizes", Attribute::Array(sizes))
            .result(Type::Token);
        self.build(builder);
    }

    pub(in crate::tileir) fn end(&mut self, opcode: Opcode, operands: &[Value]) {
        let builder = OpBuilder::new(opcode, Location::Unknown).operands(operands.iter().copied());
        self.build(builder);
    }

    pub(in crate::tileir) fn region(
        &mut self,
        types: &[Type],
        fill: impl FnOnce(&mut Body<'_>, &[Value]),
    ) -> RegionId {
        let (region, block, own) = build_single_block_region(self.module, types);
        let arguments = self.arguments.clone();
        let mut body = Body { module: self.module, block, arguments };
        fill(&mut body, &own);
        region
    }

    pub(in crate::tileir) fn branch(
        &mut self,
        condition: Value,
        types: &[Type],
        then: impl FnOnce(&mut Body<'_>, &[Value]),
        otherwise: impl FnOnce(&mut Body<'_>, &[Value]),
    ) -> Vec<Value> {
        let (then, otherwise) = (self.region(&[], then), self.region(&[], otherwise));
        let builder = OpBuilder::new(Opcode::If, Location::Unknown)
            .operand(condition)
            .results(types.to_vec())
            .regions([then, otherwise]);
        self.build(builder)
    }

    /// A loop from 0 to the third argument that carries one value.
    pub(in crate::tileir) fn count(
        &mut self,
        init: Value,
        fill: impl FnOnce(&mut Body<'_>, &[Value]),
    ) -> Value {
        self.count_many(&[init], fill)[0]
    }

    pub(in crate::tileir) fn count_many(
        &mut self,
        entered: &[Value],
        fill: impl FnOnce(&mut Body<'_>, &[Value]),
    ) -> Vec<Value> {
        let types: Vec<Type> =
            entered.iter().map(|value| self.module.value_type(*value).clone()).collect();
        let zero = self.constant(&[0; 4], i32s());
        let one = self.constant(&[1, 0, 0, 0], i32s());
        let mut arguments = vec![i32s()];
        arguments.extend(types.iter().cloned());
        let region = self.region(&arguments, fill);
        let end = self.arguments[2];
        let builder = OpBuilder::new(Opcode::For, Location::Unknown)
            .operands([zero, end, one])
            .operands(entered.iter().copied())
            .results(types)
            .region(region);
        self.build(builder)
    }
}

/// A module with one entry of parameters pointer, f32, i32 and i1.
pub(in crate::tileir) fn module(fill: impl FnOnce(&mut Body<'_>)) -> Module {
    hinted("entry", Vec::new(), fill)
}

fn hinted(
    name: &str,
    hints: Vec<(String, Vec<(String, Attribute)>)>,
    fill: impl FnOnce(&mut Body<'_>),
) -> Module {
    let inputs = vec![pointers(&[]), f32s(&[]), i32s(), tile(ScalarType::I1, &[])];
    let mut module = Module::new("kernels");
    let (region, block, arguments) = build_single_block_region(&mut module, &inputs);
    fill(&mut Body { module: &mut module, block, arguments });
    let signature = Type::Func(FuncType { inputs, results: Vec::new() });
    let (entry, _) = OpBuilder::new(Opcode::Entry, Location::Unknown)
        .attr("sym_name", Attribute::String(name.to_owned()))
        .attr("function_type", Attribute::Type(signature))
        .attr(
            "optimization_hints",
            Attribute::OptimizationHints(OptimizationHints { entries: hints }),
        )
        .region(region)
        .build(&mut module);
    module.functions.push(entry);
    module
}

pub(in crate::tileir) fn same(a: &Module, b: &Module) {
    let comparison = compare(a, b, &Options::default());
    assert!(comparison.is_equal(), "{comparison:#?}");
}

fn different(a: &Module, b: &Module, part: &str) {
    match compare(a, b, &Options::default()) {
        Comparison::Different { witness, .. } => {
            assert!(witness.to_string().contains(part), "{witness}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn names_dead_code_repeated_and_reordered_pure_operations_do_not_matter() {
    let a = module(|body| {
        let x = body.arguments[1];
        let sum = body.float(Opcode::AddF, &[x, x]);
        let product = body.float(Opcode::MulF, &[sum, x]);
        body.store(product);
        body.end(Opcode::Return, &[]);
    });
    let b = hinted("other", vec![("default".to_owned(), Vec::new())], |body| {
        let x = body.arguments[1];
        body.float(Opcode::SubF, &[x, x]);
        let first = body.float(Opcode::AddF, &[x, x]);
        let again = body.float(Opcode::AddF, &[x, x]);
        body.float(Opcode::MulF, &[again, again]);
        let product = body.float(Opcode::MulF, &[x, first]);
        body.store(product);
        body.end(Opcode::Return, &[]);
    });
    same(&a, &b);
}

#[test]
fn the_order_of_a_difference_matters() {
    let with = |swap: bool| {
        module(|body| {
            let x = body.arguments[1];
            let square = body.float(Opcode::MulF, &[x, x]);
            let operands = if swap { [x, square] } else { [square, x] };
            let difference = body.float(Opcode::SubF, &operands);
            body.store(difference);
            body.end(Opcode::Return, &[]);
        })
    };
    different(&with(false), &with(true), "in subf: mulf(parameter 1, parameter 1)");
}

#[test]
fn d04_a_fused_product_is_another_value() {
    let with = |fused: bool| {
        module(|body| {
            let x = body.arguments[1];
            let product = body.float(Opcode::MulF, &[x, x]);
            let sum = if fused {
                body.float(Opcode::Fma, &[x, x, product])
            } else {
                body.float(Opcode::AddF, &[product, product])
            };
            body.store(sum);
            body.store(product);
            body.end(Opcode::Return, &[]);
        })
    };
    same(&with(true), &with(true));
    different(&with(false), &with(true), "fma");
}

#[test]
fn d05_what_depends_on_the_index_is_not_moved_and_pure_operations_are() {
    let with = |hoisted: bool, inside: bool| {
        module(|body| {
            let (x, condition) = (body.arguments[1], body.arguments[3]);
            let square = hoisted.then(|| body.float(Opcode::MulF, &[x, x]));
            body.count(x, |body, own| {
                let square = square.unwrap_or_else(|| body.float(Opcode::MulF, &[x, x]));
                let carried = own[1];
                let next = body.float(Opcode::AddF, &[carried, square]);
                body.branch(
                    condition,
                    &[],
                    |body, _| {
                        body.store(if inside { next } else { square });
                        body.end(Opcode::Yield, &[]);
                    },
                    |body, _| body.end(Opcode::Yield, &[]),
                );
                body.end(Opcode::Continue, &[next]);
            });
            body.end(Opcode::Return, &[]);
        })
    };
    same(&with(false, true), &with(true, true));
    // Without the store, nothing uses the sum that the loop carries.
    different(&with(false, true), &with(false, false), "carries 0 used values instead of 1");
}

#[test]
fn d05_an_effect_that_leaves_its_branch_is_seen() {
    let with = |inside: bool| {
        module(|body| {
            let (x, condition) = (body.arguments[1], body.arguments[3]);
            if !inside {
                body.store(x);
            }
            body.branch(
                condition,
                &[],
                |body, _| {
                    if inside {
                        body.store(x);
                    }
                    body.end(Opcode::Yield, &[]);
                },
                |body, _| body.end(Opcode::Yield, &[]),
            );
            body.store(x);
            body.end(Opcode::Return, &[]);
        })
    };
    different(&with(true), &with(false), "store_ptr_tko");
}

#[test]
fn an_early_return_is_the_rest_in_the_other_branch() {
    let early = module(|body| {
        let (x, condition) = (body.arguments[1], body.arguments[3]);
        body.branch(
            condition,
            &[],
            |body, _| body.end(Opcode::Return, &[]),
            |body, _| body.end(Opcode::Yield, &[]),
        );
        let square = body.float(Opcode::MulF, &[x, x]);
        body.store(square);
        body.end(Opcode::Return, &[]);
    });
    let with = |swapped: bool| {
        module(|body| {
            let (x, condition) = (body.arguments[1], body.arguments[3]);
            let fill = |body: &mut Body<'_>, is_rest: bool| {
                if is_rest {
                    let square = body.float(Opcode::MulF, &[x, x]);
                    body.store(square);
                }
                body.end(Opcode::Yield, &[]);
            };
            body.branch(
                condition,
                &[],
                |body, _| fill(body, swapped),
                |body, _| fill(body, !swapped),
            );
            body.end(Opcode::Return, &[]);
        })
    };
    same(&early, &with(false));
    different(&early, &with(true), "then");
}

#[test]
fn results_of_a_branch_count_by_value_not_by_place() {
    let with = |swapped: bool, wrong: bool| {
        module(|body| {
            let (x, condition) = (body.arguments[1], body.arguments[3]);
            let square = body.float(Opcode::MulF, &[x, x]);
            let order = |a: Value, b: Value| if swapped { [b, a] } else { [a, b] };
            let results = body.branch(
                condition,
                &[f32s(&[]), f32s(&[])],
                |body, _| body.end(Opcode::Yield, &order(x, square)),
                |body, _| body.end(Opcode::Yield, &order(square, x)),
            );
            body.store(results[usize::from(swapped != wrong)]);
            body.end(Opcode::Return, &[]);
        })
    };
    same(&with(false, false), &with(true, false));
    different(&with(false, false), &with(true, true), "if");
}

#[test]
fn a_splat_is_a_scalar_reshaped_and_broadcast() {
    let one = 1f32.to_le_bytes();
    let store = |body: &mut Body<'_>, ones: Value| {
        let x = body.arguments[1];
        let x = body.op(Opcode::Reshape, &[x], f32s(&[1, 1]));
        let x = body.op(Opcode::Broadcast, &[x], f32s(&[4, 8]));
        let builder = OpBuilder::new(Opcode::AddF, Location::Unknown)
            .operands([x, ones])
            .attr("rounding_mode", Attribute::i32(0))
            .result(f32s(&[4, 8]));
        let sum = body.build(builder)[0];
        body.store(sum);
        body.end(Opcode::Return, &[]);
    };
    let splat = module(|body| {
        let ones = body.constant(&one, f32s(&[4, 8]));
        store(body, ones);
    });
    let spread = module(|body| {
        let scalar = body.constant(&one, f32s(&[]));
        let row = body.op(Opcode::Reshape, &[scalar], f32s(&[1]));
        let row = body.op(Opcode::Broadcast, &[row], f32s(&[8]));
        let tile = body.op(Opcode::Reshape, &[row], f32s(&[1, 8]));
        let ones = body.op(Opcode::Broadcast, &[tile], f32s(&[4, 8]));
        store(body, ones);
    });
    let spelled = module(|body| {
        let ones = body.constant(&one.repeat(32), f32s(&[4, 8]));
        store(body, ones);
    });
    let other = module(|body| {
        let mut data = one.repeat(32);
        data[127] = 0;
        let ones = body.constant(&data, f32s(&[4, 8]));
        store(body, ones);
    });
    same(&splat, &spread);
    same(&splat, &spelled);
    different(&splat, &other, "constant of 128 bytes");
}

#[test]
fn rows_and_columns_are_told_apart() {
    let with = |column: bool| {
        module(|body| {
            let iota = body.op(Opcode::Iota, &[], tile(ScalarType::I32, &[4]));
            let shape: &[i64] = if column { &[4, 1] } else { &[1, 4] };
            let line = body.op(Opcode::Reshape, &[iota], tile(ScalarType::I32, shape));
            let square = body.op(Opcode::Broadcast, &[line], tile(ScalarType::I32, &[4, 4]));
            body.store(square);
            body.end(Opcode::Return, &[]);
        })
    };
    same(&with(true), &with(true));
    different(&with(true), &with(false), "broadcast(iota())");
}

#[test]
fn assumptions_are_a_set_of_facts() {
    let with = |divisors: &[u64], bound: Option<i64>, reversed: bool| {
        module(|body| {
            let mut n = body.arguments[2];
            if let Some(lb) = bound.filter(|_| reversed) {
                n = body.assume(n, Attribute::Bounded(Bounded { lb: Some(lb), ub: None }));
            }
            for divisor in divisors {
                n = body.divisible(n, *divisor);
            }
            if let Some(lb) = bound.filter(|_| !reversed) {
                n = body.assume(n, Attribute::Bounded(Bounded { lb: Some(lb), ub: None }));
            }
            body.store(n);
            body.end(Opcode::Return, &[]);
        })
    };
    same(&with(&[16], Some(0), false), &with(&[16, 1, 16], Some(0), true));
    same(&with(&[1], None, false), &with(&[], None, false));
    different(&with(&[16], None, false), &with(&[], None, false), "div_by<16> became nothing");
    different(&with(&[], Some(0), false), &with(&[], None, false), "bounded<0, ?> became nothing");
}

#[test]
fn d08_a_greater_divisor_is_a_difference() {
    let with = |divisor: u64| {
        module(|body| {
            let n = body.divisible(body.arguments[2], divisor);
            body.store(n);
            body.end(Opcode::Return, &[]);
        })
    };
    different(&with(16), &with(32), "div_by<16> became div_by<32>");
}

#[test]
fn what_a_loops_bounds_say_of_its_counter_is_known() {
    let with = |assumed: Option<i64>| {
        module(|body| {
            let x = body.arguments[1];
            let end = body.constant(&[16, 0, 0, 0], i32s());
            body.arguments[2] = end;
            body.count(x, |body, own| {
                let counter = match assumed {
                    Some(ub) => body
                        .assume(own[0], Attribute::Bounded(Bounded { lb: Some(0), ub: Some(ub) })),
                    None => own[0],
                };
                body.store(counter);
                body.end(Opcode::Continue, &[own[1]]);
            });
            body.end(Opcode::Return, &[]);
        })
    };
    same(&with(None), &with(Some(15)));
    different(&with(None), &with(Some(14)), "nothing became bounded<?, 14>");
}

#[test]
fn an_assumption_that_a_branch_guards_stays_there() {
    let with = |guarded: bool| {
        module(|body| {
            let (n, condition) = (body.arguments[2], body.arguments[3]);
            let outside = (!guarded).then(|| body.divisible(n, 16));
            body.branch(
                condition,
                &[],
                |body, _| {
                    let n = outside.unwrap_or_else(|| body.divisible(n, 16));
                    body.store(n);
                    body.end(Opcode::Yield, &[]);
                },
                |body, _| body.end(Opcode::Yield, &[]),
            );
            body.store(n);
            body.end(Opcode::Return, &[]);
        })
    };
    different(&with(true), &with(false), "assumed of parameter 2: nothing became div_by<16>");
}

#[test]
fn an_assumption_keeps_its_side_of_what_may_fail() {
    // The values of which it is assumed: the first or the second of two equal sums, and before or
    // behind an assertion that stands between them.
    let with = |second: bool, behind: bool, repeated: bool| {
        module(|body| {
            let (n, condition) = (body.arguments[2], body.arguments[3]);
            let sum = |body: &mut Body<'_>| body.op(Opcode::AddI, &[n, n], i32s());
            let first = sum(body);
            let before = (!behind).then(|| body.divisible(first, 16));
            let failing = OpBuilder::new(Opcode::Assert, Location::Unknown)
                .operand(condition)
                .attr("message", Attribute::String("no".to_owned()));
            body.build(failing);
            let again = sum(body);
            let used = match before {
                Some(before) if repeated => body.divisible(before, 16),
                Some(before) => before,
                None => body.divisible(if second { again } else { first }, 16),
            };
            body.store(used);
            body.end(Opcode::Return, &[]);
        })
    };
    same(&with(true, true, false), &with(false, true, false));
    same(&with(false, false, false), &with(false, false, true));
    different(&with(true, true, false), &with(false, false, false), "nothing became div_by<16>");
}

#[test]
fn d06_a_division_stays_where_its_divisor_may_be_zero() {
    let with = |hoisted: bool, constant: bool| {
        module(|body| {
            let (n, condition) = (body.arguments[2], body.arguments[3]);
            let divide = |body: &mut Body<'_>| {
                let divisor = if constant { body.constant(&[3, 0, 0, 0], i32s()) } else { n };
                body.attr_op(
                    Opcode::DivI,
                    &[n, divisor],
                    i32s(),
                    &[("signedness", 1), ("rounding", 2)],
                )
            };
            let outside = hoisted.then(|| divide(body));
            body.branch(
                condition,
                &[],
                |body, _| {
                    let quotient = outside.unwrap_or_else(|| divide(body));
                    body.store(quotient);
                    body.end(Opcode::Yield, &[]);
                },
                |body, _| body.end(Opcode::Yield, &[]),
            );
            body.store(n);
            body.end(Opcode::Return, &[]);
        })
    };
    same(&with(true, true), &with(false, true));
    different(&with(true, false), &with(false, false), "divi");
}

#[test]
fn hints_under_the_targets_name_count_as_default() {
    let with = |key: &str, value: i64| {
        let hints = vec![(key.to_owned(), vec![("occupancy".to_owned(), Attribute::i32(value))])];
        hinted("entry", hints, |body| body.end(Opcode::Return, &[]))
    };
    let options = Options { target: Some("sm_90".to_owned()) };
    let (default, ours, other) = (with("default", 2), with("sm_90", 2), with("sm_100", 2));
    assert!(compare(&default, &ours, &options).is_equal());
    assert!(!compare(&default, &other, &options).is_equal());
    assert!(!compare(&default, &ours, &Options::default()).is_equal());
    assert!(!compare(&default, &with("default", 1), &options).is_equal());
}

#[test]
fn removed_and_added_effects_are_listed_in_order() {
    let with = |stores: usize| {
        module(|body| {
            let x = body.arguments[1];
            (0..stores).for_each(|_| body.store(x));
            body.end(Opcode::Return, &[]);
        })
    };
    different(&with(2), &with(1), "removed in entry");
    different(&with(1), &with(2), "added in entry");
    let Comparison::Different { differences, .. } =
        compare(&with(4), &with(1), &Options::default())
    else {
        panic!("not different");
    };
    assert_eq!(differences.len(), 3);
}

#[test]
fn what_is_not_understood_is_neither_equal_nor_different() {
    let foreign = module(|body| {
        let builder = OpBuilder::new(Opcode::PreviewCall, Location::Unknown);
        body.build(builder);
        body.end(Opcode::Return, &[]);
    });
    let comparison = compare(&foreign, &foreign, &Options::default());
    assert!(matches!(&comparison, Comparison::Unknown(reason) if reason.contains("preview$call")));
}
