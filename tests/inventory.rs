//! `kernels`: the list of a tree's kernels, and porting a sample of them without touching the repository.

use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::Value;

fn kernels(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("xtask").expect("the program");
    command.arg("kernels").args(arguments).env_remove("TILEGYM_PATH");
    command
}

fn items(output: &[u8]) -> Vec<Value> {
    serde_json::from_slice(output).expect("one JSON array")
}

#[test]
fn every_kernel_of_the_pinned_package_is_listed() {
    let done = kernels(&["--dry-run", "--json"]).assert().success();
    let items = items(&done.get_output().stdout);
    assert_eq!(items.len(), 188, "kernels of TileGym 1.5.1");
    let names: Vec<&str> = items.iter().filter_map(|item| item["function"].as_str()).collect();
    for name in
        ["_softmax_kernel", "_nvfp4_quant_kernel", "_sigmoid_mul_kernel", "_fmha_bwd_dq_kernel"]
    {
        assert!(names.contains(&name), "{name}");
    }
    for key in ["file", "line", "suite", "operators", "captured", "converted", "built", "ir_equal"]
    {
        assert!(items[0].get(key).is_some(), "{key}");
    }
    // Functions of the same name in different files are different kernels.
    let files = |name: &str| items.iter().filter(|item| item["function"] == name).count();
    assert_eq!(files("_layer_norm_fwd_kernel"), 2);
}

/// A tuned operator, a kernel made in a factory for one target alone, and one that no operator reaches.
#[test]
fn a_sample_is_ported_below_the_target_folder() {
    let sample = [
        "liger-sparsemax",
        "nvfp4_quantize",
        "transformers-qwen3_5-sigmoid_mul-sigmoid_mul_kernel",
    ];
    let mut arguments = vec!["--convert-all", "--one-each", "--logs", "--json"];
    arguments.extend(sample);
    let done = kernels(&arguments).assert().success();
    let items = items(&done.get_output().stdout);
    assert_eq!(items.len(), 4, "sparsemax has a backward kernel");
    for item in &items {
        let name = item["function"].as_str().unwrap_or_default();
        assert_eq!(item["built"], true, "{item}");
        assert_eq!(item["pairs"][0], item["pairs"][1], "{name}: machine code");
        assert!(item["pairs"][0].as_u64() > Some(0), "{name}: something was compared");
        assert_eq!(item["log_equal"], true, "{name}: launch log");
        assert!(item["launches"].as_u64() > Some(0), "{name}: launches");
    }
    let root = xtask::workspace::Workspace::discover().expect("the workspace").root().to_path_buf();
    assert!(!root.join("kernels/nvfp4_quantize").exists(), "the repository does not grow");
}

#[test]
fn an_operator_without_inputs_is_refused_by_name() {
    kernels(&["--convert-all", "no_such_operator"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("write inputs/no_such_operator.toml"));
}
