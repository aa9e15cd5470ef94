//! Stage A: the committed references, and the command on good and bad requests.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use predicates::prelude::*;
use xtask::analysis::{Analysis, Argument};
use xtask::files::sha256;
use xtask::stage::reference;
use xtask::workspace::{KernelCrate, Workspace};

/// The crates that have a reference.
fn ported() -> Vec<KernelCrate> {
    let kernels = Workspace::discover().expect("the workspace").kernels();
    let mut found: Vec<PathBuf> = std::fs::read_dir(kernels)
        .expect("kernels/")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.join("reference/analysis.json").is_file())
        .collect();
    found.sort();
    assert!(!found.is_empty(), "no crate has a reference");
    found.into_iter().map(KernelCrate::at).collect()
}

fn analysis(crate_: &KernelCrate) -> Analysis {
    reference::read_analysis(crate_).expect("an analysis")
}

fn json(path: &Path) -> serde_json::Value {
    serde_json::from_slice(&std::fs::read(path).expect("a file")).expect("JSON")
}

fn schema() -> jsonschema::Validator {
    let root = Workspace::discover().expect("the workspace").root().to_path_buf();
    jsonschema::validator_for(&json(&root.join("xtask/assets/analysis.schema.json")))
        .expect("a JSON Schema")
}

#[test]
fn committed_analyses_hold_to_the_schema() {
    let schema = schema();
    for crate_ in ported() {
        let value = json(&crate_.analysis());
        let errors: Vec<_> = schema
            .iter_errors(&value)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .take(3)
            .collect();
        assert!(errors.is_empty(), "{}: {errors:#?}", crate_.analysis().display());
    }
}

#[test]
fn the_schema_refuses_what_is_no_analysis() {
    let schema = schema();
    let good = json(&ported()[0].analysis());
    assert!(schema.is_valid(&good));
    let spoil: [fn(&mut serde_json::Value); 5] = [
        |value| value["schema"] = 2.into(),
        |value| value["surplus"] = 1.into(),
        |value| value["functions"][0]["signatures"][0]["id"] = "xyz".into(),
        |value| value["functions"][0]["signatures"][0]["launches"] = "none".into(),
        |value| value["functions"][0]["signatures"][0]["arguments"][0]["base_divisor"] = 32.into(),
    ];
    for (index, spoil) in spoil.iter().enumerate() {
        let mut bad = good.clone();
        spoil(&mut bad);
        assert!(!schema.is_valid(&bad), "spoiled in way {index}, still valid");
    }
}

#[test]
fn committed_bytecode_is_what_the_analysis_says() {
    for crate_ in ported() {
        let analysis = analysis(&crate_);
        let mut named = BTreeSet::new();
        for function in &analysis.functions {
            for signature in function.signatures.iter().filter(|s| s.representative) {
                let path = crate_.root().join(&signature.file);
                let bytes = std::fs::read(&path).expect("a committed file");
                assert_eq!(sha256(&bytes), signature.sha256, "{}", path.display());
                named.insert(path);
            }
        }
        let found: BTreeSet<PathBuf> = std::fs::read_dir(crate_.reference())
            .expect("reference/")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|kind| kind == "tileirbc"))
            .collect();
        assert_eq!(found, named, "files that no signature names, or the reverse");
    }
}

#[test]
fn every_launched_variant_and_dtypes_has_one_committed_file() {
    for crate_ in ported() {
        for function in &analysis(&crate_).functions {
            let kinds = |representative: bool| -> BTreeSet<(String, String)> {
                function
                    .signatures
                    .iter()
                    .filter(|s| s.launched && (!representative || s.representative))
                    .map(|s| (s.variant.clone(), s.dtypes.clone()))
                    .collect()
            };
            assert_eq!(kinds(true), kinds(false), "{}", function.name);
        }
    }
}

#[test]
fn d08_divisors_never_pass_sixteen_bytes_or_sixteen_elements() {
    let width = |dtype: &str| match dtype {
        "i1" | "i8" | "u8" | "f8E4M3FN" | "f8E5M2" => 1,
        "f16" | "bf16" | "i16" => 2,
        "f32" | "i32" => 4,
        _ => 8,
    };
    for crate_ in ported() {
        for function in &analysis(&crate_).functions {
            for argument in function.signatures.iter().flat_map(|s| &s.arguments) {
                if let Argument::Array(array) = argument {
                    assert!(array.shape_divisor.iter().all(|divisor| [1, 16].contains(divisor)));
                    let whole = 16 / width(&array.dtype);
                    assert!(array.stride_divisor.iter().all(|d| *d == 1 || *d == whole));
                }
            }
        }
    }
}

#[test]
fn d15_mixed_dtypes_are_signatures_of_their_own() {
    let rms_norm = Workspace::discover().expect("the workspace").crate_of("rms_norm");
    let analysis = analysis(&rms_norm);
    for function in &analysis.functions {
        let mixed = |dtypes: &str| {
            let kinds: BTreeSet<_> = dtypes.split('-').collect();
            kinds.contains("f16") && kinds.contains("bf16")
        };
        assert!(
            function.signatures.iter().any(|signature| mixed(&signature.dtypes)),
            "{}: no input of f16 with a weight of bf16",
            function.name
        );
    }
}

#[test]
fn no_machine_path_and_no_time_in_what_is_committed() {
    let roots = [
        Workspace::discover().expect("the workspace").root().display().to_string(),
        "site-packages".into(),
        "/home/".into(),
        "/root/".into(),
        "/tmp/".into(),
    ];
    for crate_ in ported() {
        for entry in std::fs::read_dir(crate_.reference()).expect("reference/") {
            let path = entry.expect("an entry").path();
            let bytes = std::fs::read(&path).expect("a file");
            let text = String::from_utf8_lossy(&bytes);
            for root in &roots {
                assert!(!text.contains(root.as_str()), "{}: {root}", path.display());
            }
        }
    }
}

fn xtask(arguments: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("xtask").expect("the program").arg("reference").args(arguments).assert()
}

#[test]
fn names_with_path_characters_are_refused() {
    for name in ["../softmax", "a/b", "a\\b", ".."] {
        xtask(&["--", name]).code(2).stderr(predicate::str::contains("not a kernel's name"));
    }
}

#[test]
fn an_operator_with_a_typing_slip_gets_the_nearest_names_and_all_operators() {
    xtask(&["sofmax"])
        .code(2)
        .stderr(predicate::str::contains("nearest: softmax"))
        .stderr(predicate::str::contains("its operators: "));
}

#[test]
fn an_unknown_target_is_exit_2_and_names_the_known_ones() {
    xtask(&["softmax", "--target", "sm_1"])
        .code(2)
        .stderr(predicate::str::contains("sm_1"))
        .stderr(predicate::str::contains("sm_90"));
}
