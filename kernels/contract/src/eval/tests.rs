use super::*;
use crate::{Generic, ModuleConst, Param, ParamKind, Tensor, infer};
use proptest::prelude::*;
use serde_json::json;

const INPUT: usize = 0;
const TILE: usize = 1;
const WIDTH: usize = 2;
const EPS: usize = 3;

fn constant(param: usize) -> Expr {
    Expr::Fact { of: Fact::Constant { param } }
}

fn entry(name: &str, op: &str) -> Entry {
    Entry {
        name: name.to_owned(),
        variant: name.to_owned(),
        covers: Vec::new(),
        when: vec![
            Condition::OneOf {
                of: Fact::Dtype { param: INPUT },
                values: vec![json!("f16"), json!("bf16")],
            },
            Condition::Compare { left: constant(TILE), op: op.to_owned(), right: constant(WIDTH) },
        ],
        generics: vec![
            Generic { name: "E".into(), value: Expr::Fact { of: Fact::Dtype { param: INPUT } } },
            Generic { name: "TILE".into(), value: constant(TILE) },
            Generic {
                name: "CHUNKS".into(),
                value: Expr::CeilDiv { left: constant(WIDTH).into(), right: constant(TILE).into() },
            },
            Generic {
                name: "DIV".into(),
                value: Expr::Fact { of: Fact::StrideDivisor { param: INPUT, axis: 0 } },
            },
        ],
        consts: vec![ModuleConst {
            name: "EPS".into(),
            ty: "E".into(),
            value: FloatExpr::Fact { of: Fact::ConstantFloat { param: EPS } },
        }],
        tensors: vec![],
    }
}

fn function() -> Function {
    let param = |name: &str, kind| Param { name: name.into(), kind, index64: false, value: None };
    Function {
        name: "kernel".into(),
        symbol: "cutile_kernel".into(),
        params: vec![
            param("input", ParamKind::Tensor),
            param("TILE", ParamKind::ConstInt),
            param("WIDTH", ParamKind::ConstInt),
            param("EPS", ParamKind::ConstFloat),
        ],
        entries: vec![entry("v0", "eq"), entry("v1", "gt")],
    }
}

fn facts(dtype: &str, tile: i64, width: i64) -> Facts {
    let array =
        infer(Tensor { dtype, address: 64, shape: &[4, width], strides: &[width, 1] }, false);
    Facts {
        params: vec![
            Known::Array(array.unwrap()),
            Known::Int(tile),
            Known::Int(width),
            Known::Float(0.1),
        ],
        target: 90,
        num_ctas: 0,
        occupancy: 0,
    }
}

#[test]
fn the_first_entry_that_holds_is_chosen() {
    let function = function();
    let equal = choose(&function, &facts("bf16", 1024, 1024)).unwrap();
    assert_eq!((equal.index, equal.entry.name.as_str()), (0, "v0"));
    assert_eq!(equal.generics, ["bf16", "1024", "1", "8"]);
    let ragged = choose(&function, &facts("f16", 1024, 1009)).unwrap();
    assert_eq!(ragged.index, 1);
    assert_eq!(ragged.generics, ["f16", "1024", "1", "1"]);
    // 0.1 rounded to each type.
    assert_eq!(equal.floats, [0.10009765625]);
    assert_eq!(ragged.floats, [0.0999755859375]);
}

#[test]
fn what_was_not_captured_is_refused_by_name() {
    let function = function();
    let error = choose(&function, &facts("f32", 1024, 1024)).unwrap_err().to_string();
    assert!(error.contains("the dtype of `input` is f32, captured: f16, bf16"), "{error}");
    let error = choose(&function, &facts("f16", 512, 1024)).unwrap_err().to_string();
    assert!(error.contains("`TILE` is 512 and `WIDTH` is 1024"), "{error}");
    assert!(error.contains("inputs.toml"), "{error}");
}

#[test]
fn a_bound_holds_on_one_side() {
    let mut function = function();
    for (op, eps, holds) in [
        ("lt", 0.2, true),
        ("lt", 0.1, false),
        ("gt", 0.05, true),
        ("gt", 0.1, false),
        ("ne", 0.1, false),
        ("ne", 0.2, true),
        ("le", 0.2, false),
    ] {
        let of = Fact::ConstantFloat { param: EPS };
        let bound = Condition::Bound { of, op: op.to_owned(), value: eps };
        function.entries.truncate(1);
        function.entries[0].when = vec![bound];
        // The launch has 0.1.
        let chosen = choose(&function, &facts("f16", 1024, 1024));
        assert_eq!(chosen.is_ok(), holds, "0.1 {op} {eps}");
        if let Err(error) = chosen {
            assert!(
                error.to_string().contains(&format!("`EPS` is 0.1, captured: {op} {eps}")),
                "{error}"
            );
        }
    }
}

#[test]
fn a_table_gives_what_was_seen_and_no_more() {
    let table = Expr::Table {
        keys: vec![Fact::Constant { param: TILE }],
        rows: vec![(vec![json!(64)], json!(3)), (vec![json!(128)], json!(5))],
    };
    let function = function();
    assert_eq!(evaluate(&function, &facts("f16", 128, 1), &table), Ok(Value::Int(5)));
    let error = evaluate(&function, &facts("f16", 256, 1), &table).unwrap_err();
    assert_eq!(error, "`TILE` = 256, captured: (64) (128)");
}

#[test]
fn arguments_must_fit_the_parameters() {
    let mut facts = facts("f16", 1, 1);
    facts.params.pop();
    assert!(matches!(choose(&function(), &facts), Err(EvalError::Mismatch { .. })));
}

#[test]
fn d06_quotients_round_as_named() {
    let function = function();
    let literal = |value| Expr::Literal { value };
    let floor = |a, b| {
        let expr = Expr::FloorDiv { left: literal(a).into(), right: literal(b).into() };
        evaluate(&function, &facts("f16", 1, 1), &expr)
    };
    let pairs = [(-7, 2, -4), (7, -2, -4), (-1, 2, -1), (0, -3, 0), (6, -3, -2), (-9, 1, -9)];
    for (a, b, quotient) in pairs {
        assert_eq!(floor(a, b), Ok(Value::Int(quotient)), "{a} // {b}");
    }
    assert!(floor(1, 0).unwrap_err().contains("divides"));
    assert!(floor(i64::MIN, -1).is_err());
}

#[test]
fn the_contract_survives_json() {
    let function = function();
    let text = serde_json::to_string(&function).unwrap();
    assert_eq!(serde_json::from_str::<Function>(&text).unwrap(), function);
}

#[test]
fn rounding_knows_the_edges() {
    assert_eq!(round("f16", 65519.0), 65504.0);
    assert_eq!(round("f16", 65520.0), f64::INFINITY);
    assert_eq!(round("f16", -1e-9), -0.0);
    assert_eq!(round("f16", 2f64.powi(-24)), 2f64.powi(-24));
    assert_eq!(round("bf16", 1.0 + 2f64.powi(-8)), 1.0);
    assert_eq!(round("f32", 0.1), f64::from(0.1f32));
    assert_eq!(round("f64", 0.1), 0.1);
}

proptest! {
    #[test]
    fn rounding_is_idempotent_and_near(value in -70000f64..70000.0) {
        for (dtype, error) in [("f16", 2f64.powi(-11)), ("bf16", 2f64.powi(-8)), ("f32", 2f64.powi(-24))] {
            let rounded = round(dtype, value);
            prop_assert_eq!(round(dtype, rounded).to_bits(), rounded.to_bits());
            if rounded.is_finite() {
                prop_assert!((rounded - value).abs() <= value.abs() * error + 2f64.powi(-25));
            }
        }
    }

    #[test]
    fn quotients_bracket(a in -1_000_000i64..1_000_000, b in prop_oneof![-1000i64..-1, 1i64..1000]) {
        let function = function();
        let facts = facts("f16", 1, 1);
        let (left, right) = (Box::new(Expr::Literal { value: a }), Box::new(Expr::Literal { value: b }));
        let floor = evaluate(&function, &facts, &Expr::FloorDiv { left: left.clone(), right: right.clone() });
        let ceil = evaluate(&function, &facts, &Expr::CeilDiv { left, right });
        let exact = a as f64 / b as f64;
        prop_assert_eq!(floor, Ok(Value::Int(exact.floor() as i64)));
        prop_assert_eq!(ceil, Ok(Value::Int(exact.ceil() as i64)));
    }
}
