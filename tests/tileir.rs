//! Reading, writing and lowering of the modules in `tests/corpus`, whole and broken.

use std::path::PathBuf;

use cutile_ir::bytecode::BytecodeVersion;
use proptest::prelude::*;
use xtask::tileir::assemble::{AssembleError, Assembler, OPT_LEVEL};
use xtask::tileir::file::ErrorKind;
use xtask::tileir::{File, lower};
use xtask::toolchain::Toolkit;
use xtask::workspace::Workspace;

fn corpus() -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Workspace::discover().expect("the workspace").root().join("tests/corpus");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("tests/corpus")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "tileirbc"))
        .map(|path| {
            let bytes = std::fs::read(&path).expect("a readable module");
            (path, bytes)
        })
        .collect();
    files.sort();
    files
}

/// The smallest module.
fn smallest() -> Vec<u8> {
    corpus().into_iter().map(|(_, bytes)| bytes).min_by_key(Vec::len).expect("a module")
}

#[test]
fn forty_modules_are_written_back_byte_for_byte() {
    let files = corpus();
    assert_eq!(files.len(), 40);
    for (path, bytes) in files {
        let file = File::read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(file.write() == bytes, "{} is written back otherwise", path.display());
    }
}

#[test]
fn every_operation_has_its_place_in_the_python_source() {
    for (path, bytes) in corpus() {
        let (module, locations) = xtask::tileir::load_bytes(&bytes).expect("a module");
        let [entry] = module.functions[..] else { panic!("{}", path.display()) };
        let region = module.op(entry).regions[0];
        let block = module.region(region).blocks[0];
        let place = locations.of(entry).expect("the entry's place");
        let file = place.file.as_deref().expect("a file");
        assert!(file.ends_with(".py") && place.line > 0, "{}: {place:?}", path.display());
        let ops = &module.block(block).ops;
        let named = ops
            .iter()
            .filter_map(|op| locations.of(*op))
            .filter(|place| place.file.is_some() && place.function.is_some() && place.line > 0)
            .count();
        assert!(named * 2 > ops.len(), "{}: {named} of {}", path.display(), ops.len());
    }
}

#[test]
fn d03_every_truncation_is_an_error_with_section_and_offset() {
    let bytes = smallest();
    for length in 0..bytes.len() {
        let error = File::read(&bytes[..length]).expect_err("a truncated file");
        assert!(error.offset <= length as u64, "{length}: {error}");
        let text = error.to_string();
        assert!(text.contains(" at byte "), "{text}");
    }
}

#[test]
fn d03_an_index_past_its_table_is_an_error_in_the_debug_section() {
    let mut file = File::read(&smallest()).expect("a module");
    let last = file.debug.entries.len() as u64;
    file.debug.functions[0][1] = last + 1;
    let error = File::read(&file.write()).expect_err("a broken debug section");
    assert_eq!(error.section, xtask::tileir::file::Section::Debug);
    assert!(matches!(error.kind, ErrorKind::Index { index, .. } if index == last + 1), "{error}");

    file.debug.functions[0].clear();
    let error = File::read(&file.write()).expect_err("an empty list");
    assert!(matches!(error.kind, ErrorKind::Value { value: 0, .. }), "{error}");
}

#[test]
fn a_newer_file_is_refused_by_its_version() {
    let mut bytes = smallest();
    bytes[9] = 6;
    let error = File::read(&bytes).expect_err("a newer file");
    assert_eq!(error.kind, ErrorKind::Version { major: 13, minor: 6, tag: 0 });
    assert_eq!(error.offset, 8);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Whatever is read is written back, and lowering it does not panic.
    #[test]
    fn d03_corrupted_files_are_refused_or_written_back(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        pick in any::<prop::sample::Index>(),
    ) {
        let files = corpus();
        let mut bytes = files[pick.index(files.len())].1.clone();
        for (position, value) in changes {
            let position = position.index(bytes.len());
            bytes[position] = value;
        }
        if let Ok(file) = File::read(&bytes) {
            prop_assert!(file.write() == bytes);
            let _: Result<_, lower::LowerError> = lower::lower(&file);
        }
    }
}

#[test]
fn the_way_through_cutile_ir_gives_the_same_machine_code() {
    let workspace = Workspace::discover().expect("the workspace");
    let toolkit = Toolkit::expected(&workspace);
    if !toolkit.tileiras().is_file() {
        eprintln!("skipped: no {}; run `cargo xtask setup`", toolkit.tileiras().display());
        return;
    }
    let cache = workspace.target().join("tileport/assembled");
    let assembler = Assembler::new(toolkit, cache).expect("a tileiras that says its version");
    let mut compared = 0;
    for (path, bytes) in corpus() {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let target = if name.contains(".sm_100.") { "sm_100" } else { "sm_90" };
        let (module, _) = xtask::tileir::load_bytes(&bytes).expect("a module");
        let again = lower::write(&module, BytecodeVersion::V13_4).expect("bytecode");
        let reference = match assembler.summary(&bytes, target, OPT_LEVEL) {
            Ok(summary) => summary,
            Err(AssembleError::Refused { .. }) => {
                eprintln!("{name}: tileiras refuses the reference for {target}");
                continue;
            }
            Err(error) => panic!("{name}: {error}"),
        };
        let ours = assembler.summary(&again, target, OPT_LEVEL);
        let ours = ours.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(reference.is_text_identical(&ours), "{name}: machine code differs");
        compared += 1;
    }
    assert_eq!(compared, 40);
}

#[test]
fn the_documentation_holds_the_table_of_operations() {
    const MARK: &str = "<!-- operations -->\n";
    let path = Workspace::discover().expect("the workspace").root().join("docs/tile-ir.md");
    let text = std::fs::read_to_string(&path).expect("docs/tile-ir.md");
    let (head, _) = text.split_once(MARK).expect("the mark before the table");
    let renewed = format!("{head}{MARK}\n{}", xtask::tileir::ops::markdown::table());
    if std::env::var_os("TILEPORT_BLESS").is_some() {
        std::fs::write(&path, &renewed).expect("docs/tile-ir.md can be written");
    } else {
        assert!(text == renewed, "docs/tile-ir.md is stale: run this test with TILEPORT_BLESS=1");
    }
}
