//! Faults of cutile 0.5 that the emitter goes round, pinned: a test here fails when a later cutile
//! has mended its fault, and then the way round in `kernels/support` can go.

use tileport_ffi::jit::{STACK_SIZE, Source, Specialization, compile_entry};

/// Compiles the statements of an entry that has a pointer `x` and a token; the bytecode, or why not.
fn compile(statements: &str) -> Result<Vec<u8>, String> {
    let text = format!(
        "#[cutile::module] pub mod kernels {{
            use cutile::core::*;
            use tileport_support::ops::*;
            #[cutile::entry(unchecked_accesses = true)]
            pub unsafe fn entry(x: *mut f32) {{ {statements} }}
        }}"
    );
    let run = move || {
        let source = Source::parse(&text)?;
        let wanted = Specialization {
            entry: "entry".to_owned(),
            target: "sm_90".to_owned(),
            ..Specialization::default()
        };
        std::panic::catch_unwind(|| compile_entry(&source, &wanted))
            .unwrap_or_else(|_| Err("panicked".to_owned()))
    };
    std::thread::Builder::new().stack_size(STACK_SIZE).spawn(run).unwrap().join().unwrap()
}

fn value(expression: &str) -> Vec<u8> {
    compile(&format!("let tile: {expression};")).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_false_constant_is_compiled_as_true() {
    let truth = value("Tile<bool, { [8] }> = constant_bool(1, shape![8])");
    let falsehood = value("Tile<bool, { [8] }> = constant_bool(0, shape![8])");
    assert_ne!(truth, falsehood, "the way round tells them apart");
    let fault = value("Tile<bool, { [8] }> = constant(false, shape![8])");
    assert_eq!(fault, truth, "cutile has mended `constant(false, …)`");
}

#[test]
fn bf16_infinity_is_compiled_as_another_value() {
    let right = value("Tile<bf16, { [8] }> = constant_float(-1.0e39, shape![8])");
    let fault = value("Tile<bf16, { [8] }> = constant(bf16::NEG_INFINITY, shape![8])");
    assert_ne!(fault, right, "cutile has mended `bf16::NEG_INFINITY`");
    let half = value("Tile<f16, { [8] }> = constant_float(-1.0e39, shape![8])");
    let same = value("Tile<f16, { [8] }> = constant(f16::NEG_INFINITY, shape![8])");
    assert_eq!(half, same, "the way round gives what is right for f16");
}

#[test]
fn a_scan_ignores_its_axis() {
    let scan = |axis| {
        compile(&format!(
            "let tile: Tile<f32, {{ [8, 8] }}> = constant(1.0f32, shape![8, 8]);
             let run: Tile<f32, {{ [8, 8] }}> = scan_sum(tile, {axis}i32, reverse::Forward, 0.0f32);"
        ))
        .unwrap()
    };
    assert_eq!(scan(0), scan(1), "cutile has mended the axis of scans");
}

#[test]
fn a_named_reduction_honours_its_axis() {
    let reduce = |axis| {
        compile(&format!(
            "let tile: Tile<f32, {{ [8, 8] }}> = constant(1.0f32, shape![8, 8]);
             let sum: Tile<f32, {{ [8] }}> = reduce_sum(tile, {axis}i32);"
        ))
        .unwrap()
    };
    assert_ne!(reduce(0), reduce(1));
}

#[test]
fn arithmetic_that_wraps_explicitly_is_refused() {
    let statements = |call: &str| {
        format!(
            "let tile: Tile<i64, {{ [8] }}> = constant(1i64, shape![8]);
             let narrow: Tile<i32, {{ [8] }}> = {call};"
        )
    };
    let fault = compile(&statements("trunci(tile, overflow::None)")).unwrap_err();
    assert!(fault.contains("overflow"), "cutile has another error: {fault}");
    compile(&statements("trunci_wrap(tile)")).unwrap();
}

#[test]
fn full_rounding_of_a_division_is_refused() {
    let statements = |call: &str| {
        format!(
            "let tile: Tile<f32, {{ [8] }}> = constant(1.0f32, shape![8]);
             let ratio: Tile<f32, {{ [8] }}> = {call};"
        )
    };
    let fault = compile(&statements("divf(tile, tile, rounding::Full, ftz::Disabled)"));
    assert!(fault.unwrap_err().contains("rounding_mode"), "cutile has another error");
    compile(&statements("divf_full(tile, tile)")).unwrap();
}

#[test]
fn a_const_generic_is_no_literal() {
    let text = "#[cutile::module] pub mod kernels {
        use cutile::core::*;
        #[cutile::entry(unchecked_accesses = true)]
        pub unsafe fn entry<const N: i32>(x: *mut f32) {
            let tile: Tile<i32, { [] }> = constant(N, shape![]);
        }
    }";
    let run = move || {
        let wanted = Specialization {
            entry: "entry".to_owned(),
            generics: vec!["8".to_owned()],
            target: "sm_90".to_owned(),
            ..Specialization::default()
        };
        compile_entry(&Source::parse(text)?, &wanted)
    };
    let thread = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(run).unwrap();
    assert!(thread.join().unwrap().is_err(), "cutile takes const generics as literals now");
}

#[test]
fn an_atomic_on_one_element_panics() {
    let atomic = |call: &str| {
        format!(
            "let token: Token = new_token_unordered();
             let pointer: PointerTile<*mut f32, {{ [] }}> = pointer_to_tile(x);
             let one: Tile<f32, {{ [] }}> = constant(1.0f32, shape![]);
             let no_mask: Shape<{{ [] }}> = Shape::<{{ [] }}> {{ dims: &[] }};
             let (old, next): (Tile<f32, {{ [] }}>, Token) = unsafe {{ {call} }};"
        )
    };
    let fault = compile(&atomic(
        "atomic_rmw_tko(pointer, one, atomic::AddF, ordering::AcqRel, scope::Device, None, \
         Some(token))",
    ));
    assert!(fault.is_err(), "cutile has mended atomics at rank 0");
    compile(&atomic("atomic_addf_scalar(pointer, one, no_mask, token, atomic::AddF)")).unwrap();
}
