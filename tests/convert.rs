//! Stage B: the committed kernels hold to their contracts, and the command on bad requests.

use std::path::PathBuf;

use assert_cmd::Command;
use predicates::prelude::*;
use tileport_contract::{Contract, choose};
use xtask::convert::known;
use xtask::files::sha256;
use xtask::stage::convert::coverage::{self, Counts};
use xtask::stage::reference;
use xtask::workspace::{KernelCrate, Workspace};

fn workspace() -> Workspace {
    Workspace::discover().expect("the workspace")
}

/// The converted crates with their contracts.
fn converted() -> Vec<(KernelCrate, Contract)> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(workspace().kernels())
        .expect("kernels/")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.join("src/contract.json").is_file())
        .collect();
    found.sort();
    assert!(!found.is_empty(), "no crate is converted");
    let read = |path: PathBuf| {
        let crate_ = KernelCrate::at(path);
        let text = std::fs::read_to_string(crate_.contract()).expect("a contract");
        let contract = serde_json::from_str(&text).expect("a contract");
        (crate_, contract)
    };
    found.into_iter().map(read).collect()
}

#[test]
fn every_signature_chooses_the_entry_of_its_variant() {
    for (crate_, contract) in converted() {
        let analysis = reference::read_analysis(&crate_).expect("an analysis");
        for function in analysis.functions.iter().filter(|one| !one.signatures.is_empty()) {
            let launched = contract.functions.iter().find(|one| one.name == function.name);
            let launched = launched.unwrap_or_else(|| panic!("{}: not converted", function.name));
            for signature in &function.signatures {
                let facts = known::facts(signature, &launched.params);
                let choice = choose(launched, &facts)
                    .unwrap_or_else(|error| panic!("{} {}: {error}", function.name, signature.id));
                assert!(choice.entry.serves(&signature.variant), "{}", signature.id);
            }
        }
    }
}

#[test]
fn contracts_are_of_the_kernels_beside_them() {
    for (crate_, contract) in converted() {
        let kernel = std::fs::read_to_string(crate_.kernel_rs()).expect("a kernel");
        assert_eq!(contract.kernel_sha256, sha256(&kernel), "{}", contract.operator);
        for entry in contract.functions.iter().flat_map(|function| &function.entries) {
            assert!(kernel.contains(&format!("fn {}", entry.name)), "{}", entry.name);
        }
    }
}

#[test]
fn the_coverage_counts_its_rows_and_knows_every_signature() {
    let coverage = coverage::read(&workspace()).expect("reports/coverage.json");
    assert!(!coverage.operators.is_empty(), "reports/coverage.json has no operator");
    for (crate_, contract) in converted() {
        // A crate is converted before its proof is recorded.
        let Some(operator) = coverage.operators.get(&contract.operator) else { continue };
        assert_eq!(operator.counts, Counts::of(&operator.rows), "{}", contract.operator);
        let analysis = reference::read_analysis(&crate_).expect("an analysis");
        for function in &analysis.functions {
            for signature in &function.signatures {
                let row = operator
                    .rows
                    .iter()
                    .find(|row| row.function == function.name && row.id == signature.id)
                    .unwrap_or_else(|| panic!("{} {}: no row", function.name, signature.id));
                assert_eq!(row.reference_sha256, signature.sha256, "{}", signature.id);
                assert!(row.built, "{} {}", function.name, signature.id);
            }
        }
    }
}

fn convert(arguments: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("xtask").expect("the program").arg("convert").args(arguments).assert()
}

#[test]
fn a_kernel_without_a_reference_names_the_command_that_makes_it() {
    convert(&["no_such_operator"])
        .code(2)
        .stderr(predicate::str::contains("cargo xtask reference"));
}

#[test]
fn a_file_needs_a_name_of_its_own() {
    convert(&["--reference", "x.tileirbc"]).code(2).stderr(predicate::str::contains("--name"));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("noise.tileirbc");
    std::fs::write(&file, b"noise").expect("written");
    let file = file.to_str().expect("a path in UTF-8");
    convert(&["--reference", file, "--name", "softmax"])
        .code(2)
        .stderr(predicate::str::contains("captured from TileGym"));
    convert(&["--reference", file, "--name", "../softmax"])
        .code(2)
        .stderr(predicate::str::contains("letters, digits"));
    convert(&["--reference", file, "--name", "never_made"])
        .code(2)
        .stderr(predicate::str::contains("noise.tileirbc"));
    assert!(!workspace().crate_of("never_made").root().exists());
}
