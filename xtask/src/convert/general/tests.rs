use std::path::{Path, PathBuf};

use tileport_contract::{Expr, Fact, choose};

use super::*;
use crate::analysis::Analysis;
use crate::convert::holes::Slot;
use crate::tileir;

fn reference(operator: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../kernels").join(operator)
}

/// The committed signatures of a function of an example.
fn committed(operator: &str, name: &str) -> (Function, Vec<Module>) {
    let root = reference(operator);
    let text = std::fs::read_to_string(root.join("reference/analysis.json")).unwrap();
    let analysis: Analysis = serde_json::from_str(&text).unwrap();
    let mut function =
        analysis.functions.into_iter().find(|function| function.name == name).unwrap();
    function.signatures.retain(|signature| signature.representative);
    let load = |signature: &Signature| tileir::load(&root.join(&signature.file)).unwrap().0;
    let modules = function.signatures.iter().map(load).collect();
    (function, modules)
}

fn seen<'a>(function: &'a Function, modules: &[Module]) -> Vec<Seen<'a>> {
    let pair =
        |(signature, module): (&'a Signature, &Module)| Seen { signature, module: module.clone() };
    function.signatures.iter().zip(modules).map(pair).collect()
}

fn general(function: &Function, seen: &[Seen<'_>]) -> Result<General> {
    let mut general =
        generalise(function, &Origin::default(), "cutile_op", seen, &mut Names::default())?;
    general.state_tensors();
    Ok(general)
}

#[test]
fn each_signature_chooses_its_variant() {
    let (function, modules) = committed("softmax", "_softmax_kernel");
    let general = general(&function, &seen(&function, &modules)).unwrap();
    for signature in &function.signatures {
        let facts = known::facts(signature, &general.function.params);
        let choice = choose(&general.function, &facts).unwrap();
        assert_eq!(choice.entry.variant, signature.variant, "{}", signature.id);
        assert_eq!(choice.generics.len(), choice.entry.generics.len());
    }
}

#[test]
fn two_dtypes_of_one_structure_share_an_entry() {
    let (function, modules) = committed("softmax", "_softmax_kernel");
    let general = general(&function, &seen(&function, &modules)).unwrap();
    let shared = general
        .plans
        .iter()
        .find(|plan| plan.generics.first() == Some(&Slot::Type("Elem".to_owned())))
        .expect("f16 and bf16 differ in nothing but the type");
    let entry = general.function.entries.iter().find(|entry| entry.name == shared.name).unwrap();
    assert_eq!(entry.generics[0].value, Expr::Fact { of: Fact::Dtype { param: 0 } });
    let dtypes = function.signatures.iter().filter(|one| one.variant == entry.variant);
    assert!(dtypes.count() >= 2);
}

#[test]
fn the_result_does_not_depend_on_the_order_of_signatures() {
    let (function, modules) = committed("softmax", "_softmax_kernel");
    let mut all = seen(&function, &modules);
    let forward = general(&function, &all).unwrap();
    all.reverse();
    let backward = general(&function, &all).unwrap();
    assert_eq!(forward.function, backward.function);
    let names = |general: &General| {
        general
            .plans
            .iter()
            .map(|plan| format!("{:?}", (&plan.name, &plan.generics)))
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&forward), names(&backward));
}

#[test]
fn another_alignment_is_the_same_entry_with_another_divisor() {
    let (function, modules) = committed("softmax", "_softmax_kernel");
    let general = general(&function, &seen(&function, &modules)).unwrap();
    let signature = &function.signatures[0];
    let mut facts = known::facts(signature, &general.function.params);
    let aligned = choose(&general.function, &facts).unwrap();
    let contract::Known::Array(array) = &mut facts.params[0] else {
        panic!("the first parameter is a tensor");
    };
    array.base_divisor = 1;
    let misaligned = choose(&general.function, &facts).unwrap();
    assert_eq!(aligned.entry.name, misaligned.entry.name);
    assert_eq!(aligned.generics, misaligned.generics);
    assert_eq!((aligned.tensors[0].align, misaligned.tensors[0].align), (16, 1));
    assert_eq!(aligned.tensors[1], misaligned.tensors[1]);
}

#[test]
fn what_was_not_seen_is_refused() {
    let (function, modules) = committed("softmax", "_softmax_kernel");
    let general = general(&function, &seen(&function, &modules)).unwrap();
    let mut facts = known::facts(&function.signatures[0], &general.function.params);
    let contract::Known::Array(array) = &mut facts.params[1] else {
        panic!("the second parameter is a tensor");
    };
    array.dtype = "f64".to_owned();
    let error = choose(&general.function, &facts).unwrap_err().to_string();
    assert!(error.contains("dtype") && error.contains("input"), "{error}");
}

#[test]
fn d09_a_variant_under_a_wrong_name_is_an_error() {
    let (mut function, modules) = committed("softmax", "_softmax_kernel");
    for signature in &mut function.signatures {
        signature.variant = "v0".to_owned();
    }
    let error = general(&function, &seen(&function, &modules)).unwrap_err().to_string();
    assert!(error.contains("differ in structure"), "{error}");
}

#[test]
fn signatures_that_no_fact_tells_apart_are_an_error() {
    let (mut function, modules) = committed("softmax", "_softmax_kernel");
    let first = function.signatures[0].clone();
    let other = function.signatures.iter().position(|one| one.variant != first.variant).unwrap();
    function.signatures[other].arguments = first.arguments.clone();
    function.signatures[other].options = first.options.clone();
    function.signatures[other].target = first.target.clone();
    let error = general(&function, &seen(&function, &modules)).unwrap_err().to_string();
    assert!(error.contains("no fact") || error.contains("nothing that a launch knows"), "{error}");
}
