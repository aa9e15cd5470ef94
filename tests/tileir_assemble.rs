//! Assembling with the toolkit's `tileiras`; skipped, with a word, where there is no toolkit.

use xtask::tileir::assemble::{AssembleError, Assembler, OPT_LEVEL};
use xtask::tileir::cubin;
use xtask::toolchain::Toolkit;
use xtask::workspace::Workspace;

/// The assembler with a cache of its own, if the toolkit is there.
fn assembler(cache: &std::path::Path) -> Option<Assembler> {
    let workspace = Workspace::discover().expect("the workspace");
    let toolkit = Toolkit::expected(&workspace);
    if !toolkit.tileiras().is_file() {
        eprintln!("skipped: no {}; run `cargo xtask setup`", toolkit.tileiras().display());
        return None;
    }
    Some(Assembler::new(toolkit, cache).expect("a tileiras that says its version"))
}

fn sample() -> Vec<u8> {
    let workspace = Workspace::discover().expect("the workspace");
    let folder = workspace.root().join("tests/corpus");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("tests/corpus")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_string_lossy().ends_with(".sm_90.tileirbc"))
        .collect();
    files.sort_by_key(|path| path.metadata().map(|file| file.len()).unwrap_or(u64::MAX));
    std::fs::read(&files[0]).expect("a module")
}

#[test]
fn a_cubin_has_text_registers_and_a_summary_that_is_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(assembler) = assembler(folder.path()) else { return };
    let bytecode = sample();
    let first = assembler.cubin(&bytecode, "sm_90", OPT_LEVEL).expect("a cubin");
    assert_eq!(first.kernels.len(), 1);
    let kernel = &first.kernels[0];
    assert!(!kernel.text.is_empty() && kernel.text.len() % cubin::INSTRUCTION == 0);
    assert!(kernel.registers.is_some_and(|count| (8..=255).contains(&count)), "{kernel:?}");

    let summary = assembler.summary(&bytecode, "sm_90", OPT_LEVEL).expect("a summary");
    assert_eq!(summary, first.summary());
    let remembered: Vec<_> = std::fs::read_dir(folder.path()).expect("the cache").collect();
    assert_eq!(remembered.len(), 1);
    assert_eq!(assembler.summary(&bytecode, "sm_90", OPT_LEVEL).expect("again"), summary);

    let other = assembler.cubin(&bytecode, "sm_100", OPT_LEVEL).expect("a cubin");
    let difference = cubin::compare(&first, &other);
    assert!(!difference.text_identical);
    assert!(!difference.kernels[0].differing.is_empty());
    assert!(cubin::compare(&first, &first.clone()).text_identical);
}

#[test]
fn a_refusal_carries_command_status_output_and_target() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(assembler) = assembler(folder.path()) else { return };
    let error = assembler.cubin(b"no bytecode", "sm_90", OPT_LEVEL).expect_err("a refusal");
    let AssembleError::Refused { target, command, status, stdout, stderr } = error else {
        panic!("{error}");
    };
    assert_eq!(target, "sm_90");
    assert!(command.contains("--gpu-name=sm_90") && command.contains("-O3"), "{command}");
    assert!(status.contains("exit status"), "{status}");
    assert!(!(stdout + &stderr).trim().is_empty());
}
