//! Faults of cutile 0.5 that the emitter goes round, pinned: a test here fails when a later cutile
//! has mended its fault, and then the way round in `kernels/support` can go.

use std::panic::AssertUnwindSafe;

use tileport_ffi::jit::{STACK_SIZE, Source, Specialization, compile_entry};

/// Compiles the statements of an entry that has a pointer `x` and a token; the bytecode, or why not.
fn compile(statements: &str) -> Result<Vec<u8>, String> {
    let text = format!(
        "#[cutile::module] pub mod kernels {{
            use cutile::core::*;
            use tileport_support::ops::*;
            use tileport_support::explicit::forms::*;
            use tileport_support::number::ops::*;
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
        std::panic::catch_unwind(AssertUnwindSafe(|| compile_entry(&source, &wanted)))
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
fn named_bf16_values_are_compiled_as_others() {
    let named =
        |name: &str| value(&format!("Tile<bf16, {{ [8] }}> = constant(bf16::{name}, shape![8])"));
    for (name, number) in
        [("NEG_INFINITY", "-1.0e39"), ("INFINITY", "1.0e39"), ("ONE", "1.0"), ("E", "2.7182817")]
    {
        let right = value(&format!("Tile<bf16, {{ [8] }}> = constant_float({number}, shape![8])"));
        assert_ne!(named(name), right, "cutile has mended `bf16::{name}`");
    }
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
fn a_scan_ignores_its_identity() {
    let scan = |identity: &str| {
        compile(&format!(
            "let tile: Tile<f32, {{ [8] }}> = constant(1.0f32, shape![8]);
             let run: Tile<f32, {{ [8] }}> =
                 scan(tile, 0i32, reverse::Forward, {identity}, |left, right| left * right);"
        ))
        .unwrap()
    };
    assert_eq!(scan("0.0f32"), scan("1.0f32"), "cutile has mended the identity of scans");
}

#[test]
fn a_reduction_by_a_closure_ignores_its_axis_and_its_identity() {
    let reduce = |axis: i32, identity: &str| {
        compile(&format!(
            "let tile: Tile<f32, {{ [8, 8] }}> = constant(1.0f32, shape![8, 8]);
             let all = reduce(tile, {axis}i32, {identity}, |left, right| left * right);"
        ))
        .unwrap()
    };
    assert_eq!(reduce(0, "0.0f32"), reduce(1, "0.0f32"), "cutile has mended the axis");
    assert_eq!(reduce(0, "0.0f32"), reduce(0, "1.0f32"), "cutile has mended the identity");
}

#[test]
fn an_exit_below_another_branch_carries_its_variables_too() {
    let exit = |stated: &str| {
        compile(&format!(
            "let mut count: i32 = 0;
             loop {{
                 let mut other: i32 = 0;
                 if count > 3i32 {{
                     other = 1i32;
                     if count > 5i32 {{ {stated} break; }}
                 }}
                 count = count + other + 1i32;
             }}"
        ))
        .unwrap()
    };
    let fault = exit("");
    let right = exit("let _: Token = leave_with(count);");
    assert_ne!(fault, right, "cutile has mended exits below branches");
}

#[test]
fn a_return_in_a_branch_is_refused() {
    let statements = |exit: &str| {
        format!("let (x, _y, _z): (i32, i32, i32) = get_tile_block_id(); if x > 1i32 {{ {exit} }}")
    };
    let fault = compile(&statements("return;")).unwrap_err();
    assert!(fault.contains("top level of a function body"), "cutile has another error: {fault}");
    compile(&statements("let _: Token = end_block();")).unwrap();
}

#[test]
fn not_a_number_is_no_constant() {
    let fault = compile("let tile: Tile<f32, { [8] }> = constant(f32::NAN, shape![8]);");
    assert!(fault.is_err(), "cutile has not-a-number now");
    compile(
        "let bits: Tile<i32, { [8] }> = constant(2143289344i32, shape![8]);
         let tile: Tile<f32, { [8] }> = constant_of_bits(bits);",
    )
    .unwrap();
}

#[test]
fn operators_know_no_narrow_integers() {
    let statements = |sum: &str| {
        format!(
            "let a: Tile<i16, {{ [8] }}> = constant(1i16, shape![8]); let b: Tile<i16, {{ [8] }}> = {sum};"
        )
    };
    let fault = compile(&statements("a + a")).unwrap_err();
    assert!(fault.contains("Binary operation"), "cutile has another error: {fault}");
    compile(&statements("addi_wrap(a, a)")).unwrap();
}

#[test]
fn a_step_has_32_bits() {
    let statements = |step: &str, range: &str| {
        format!(
            "let n: i64 = 8i64; {step} for i in {range} {{ let t: Tile<i64, {{ [] }}> = scalar_to_tile(i); }}"
        )
    };
    let fault = compile(&statements("", "(0i64..n).step_by(n as usize)"));
    assert!(fault.is_err(), "cutile has steps of 64 bits now");
    compile(&statements("let _: Token = loop_step(n);", "0i64..n")).unwrap();
}

#[test]
fn a_message_shows_one_value() {
    let print = |call: &str| {
        compile(&format!(
            "let token: Token = new_token_unordered();
             let a: Tile<f32, {{ [8] }}> = constant(1.0f32, shape![8]);
             {call}"
        ))
    };
    let fault = print("let next: Token = print_tko(\"%f %f\", a, a, Some(token));");
    assert!(fault.is_err(), "cutile has messages with several values and a token now");
    print(
        "let _: Token = print_values((a, a));
         let next: Token = print_tko(\"%f %f\", a, Some(token));",
    )
    .unwrap();
}

#[test]
fn padding_of_a_matrix_of_pointers_is_no_scalar() {
    let load = |call: &str| {
        compile(&format!(
            "let token: Token = new_token_unordered();
             let pointer: PointerTile<*mut f32, {{ [] }}> = pointer_to_tile(x);
             let pointers: PointerTile<*mut f32, {{ [8, 8] }}> = splat_ptr(pointer, shape![8, 8]);
             let mask: Tile<bool, {{ [8, 8] }}> = constant_bool(1, shape![8, 8]);
             let padding: Tile<f32, {{ [8, 8] }}> = constant(0.0f32, shape![8, 8]);
             let (tile, next): (Tile<f32, {{ [8, 8] }}>, Token) = unsafe {{ {call} }};"
        ))
    };
    let rest = "Some(token), Latency::<0>)";
    let order = "ordering::Weak, None::<scope::TileBlock>, Some(mask)";
    let fault = load(&format!("load_ptr_tko(pointers, {order}, Some(0.0f32), {rest}"));
    let right = load(&format!("load_ptr_padded(pointers, {order}, Some(padding), {rest}")).unwrap();
    assert_ne!(fault, Ok(right), "cutile has mended the padding of matrices");
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
    compile(&atomic(
        "atomic_rmw_one(pointer, one, no_mask, token, atomic::AddF, ordering::AcqRel, scope::Device)",
    ))
    .unwrap();
}

#[test]
fn a_tile_out_of_a_pair_has_the_type_of_the_function_that_made_it() {
    let halved = |settled: &str| {
        compile(&format!(
            "let token: Token = new_token_unordered();
             let pointer: PointerTile<*mut f32, {{ [] }}> = pointer_to_tile(x);
             let pointers: PointerTile<*mut f32, {{ [8] }}> = splat_ptr(pointer, shape![8]);
             let zeros: Tile<f32, {{ [8] }}> = constant(0.0f32, shape![8]);
             let (loaded, next): (Tile<f32, {{ [8] }}>, Token) =
                 unsafe {{ load_then(pointers, zeros, token) }};
             {settled}
             let half: Tile<f16, {{ [8] }}> = to_f16(loaded);"
        ))
    };
    let fault = halved("").expect_err("cutile has mended the types of what stands in a pair");
    assert!(fault.contains("unable to resolve generic type"), "{fault}");
    let settled = halved("let loaded: Tile<f32, { [8] }> = convert_tile(loaded);").unwrap();
    let added = halved("let loaded: Tile<f32, { [8] }> = loaded + zeros;").unwrap();
    assert!(settled.len() < added.len(), "a conversion to the same type is no operation");
}
