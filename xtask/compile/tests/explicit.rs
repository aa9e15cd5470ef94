//! What is spelled out in parts becomes one operation, or an error that says what is missing.

use tileport_ffi::jit::{STACK_SIZE, Source, Specialization, compile_entry};

/// The bytecode that statements compile to.
fn compile(statements: &str) -> Result<Vec<u8>, String> {
    let text = format!(
        "#[cutile::module] pub mod kernels {{
            use cutile::core::*;
            use tileport_support::explicit::forms::*;
            #[cutile::entry(unchecked_accesses = true)]
            pub unsafe fn entry(x: *mut f32, wide: i64) {{
                let tile: Tile<f32, {{ [8, 16] }}> = constant(1.0f32, shape![8, 16]);
                let zero: Tile<f32, {{ [] }}> = constant(0.0f32, shape![]);
                {statements}
            }}
        }}"
    );
    let run = move || {
        let wanted = Specialization {
            entry: "entry".to_owned(),
            target: "sm_90".to_owned(),
            ..Specialization::default()
        };
        compile_entry(&Source::parse(&text)?, &wanted)
    };
    std::thread::Builder::new().stack_size(STACK_SIZE).spawn(run).unwrap().join().unwrap()
}

const COMBINER: &str = "let (left, right): (Tile<f32, { [] }>, Tile<f32, { [] }>) = combiner();
    let product = left * right;";

#[test]
fn reductions_and_scans_honour_axis_and_identity() {
    let reduce = |axis: i32, neutral: &str| {
        compile(&format!(
            "let neutral: Tile<f32, {{ [] }}> = constant({neutral}, shape![]);
             {COMBINER} let all: Tile<f32, {{ [8] }}> = reduce_by(tile, neutral, product, {axis}i32);"
        ))
        .unwrap()
    };
    assert_ne!(reduce(0, "1.0f32"), reduce(1, "1.0f32"));
    assert_ne!(reduce(1, "0.0f32"), reduce(1, "1.0f32"));
    let scan = |rest: &str| {
        compile(&format!(
            "{COMBINER} let all: Tile<f32, {{ [8, 16] }}> = scan_by(tile, zero, product, {rest});"
        ))
        .unwrap()
    };
    assert_ne!(scan("0i32, reverse::Forward"), scan("1i32, reverse::Forward"));
    assert_ne!(scan("1i32, reverse::Reverse"), scan("1i32, reverse::Forward"));
}

#[test]
fn a_reduction_needs_its_combiner() {
    let error =
        compile("let all: Tile<f32, { [8] }> = reduce_by(tile, zero, zero, 1i32);").unwrap_err();
    assert!(error.contains("no `combiner()` begins"), "{error}");
}

#[test]
fn an_identity_is_a_constant() {
    let error = compile(&format!(
        "let sum = zero + zero;
         {COMBINER} let all: Tile<f32, {{ [8] }}> = reduce_by(tile, sum, product, 1i32);"
    ))
    .unwrap_err();
    assert!(error.contains("an identity is no constant"), "{error}");
}

#[test]
fn nothing_that_is_reduced_is_made_by_the_combiner() {
    let error = compile(&format!(
        "{COMBINER} let late = tile + tile;
         let all: Tile<f32, {{ [8] }}> = reduce_by(late, zero, product, 1i32);"
    ))
    .unwrap_err();
    assert!(error.contains("inside of the combiner"), "{error}");
}

#[test]
fn a_combiner_takes_two_elements_of_each_tile() {
    let error = compile(&format!(
        "{COMBINER} let (one, two): (Tile<f32, {{ [8] }}>, Tile<f32, {{ [8] }}>) =
             reduce_by((tile, tile), (zero, zero), (product, product), 1i32);"
    ))
    .unwrap_err();
    assert!(error.contains("half as many"), "{error}");
}

#[test]
fn bits_are_those_of_a_constant() {
    let error = compile(
        "let number: Tile<i64, { [] }> = scalar_to_tile(wide);
         let tile: Tile<f64, { [] }> = constant_of_bits(number);",
    )
    .unwrap_err();
    assert!(error.contains("what is no constant"), "{error}");
}
