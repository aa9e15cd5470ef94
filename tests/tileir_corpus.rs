//! Every module of a large corpus: `TILEPORT_CORPUS=<folder of .tileirbc files> cargo test -p xtask
//! --test tileir_corpus -- --nocapture`. Without the variable there is nothing to read.

use std::path::PathBuf;

use cutile_ir::bytecode::BytecodeVersion;
use xtask::tileir::compare::{Options, compare};
use xtask::tileir::{File, lower, print};

fn modules() -> Vec<PathBuf> {
    let Some(folder) = std::env::var_os("TILEPORT_CORPUS") else {
        eprintln!("skipped: TILEPORT_CORPUS names no folder of .tileirbc files");
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", PathBuf::from(&folder).display()))
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "tileirbc"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no .tileirbc file in {}", PathBuf::from(folder).display());
    files
}

#[test]
fn every_module_is_written_back_byte_for_byte() {
    let files = modules();
    for path in &files {
        let bytes = std::fs::read(path).expect("a readable file");
        let file = File::read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(file.write() == bytes, "{} is written back otherwise", path.display());
    }
    eprintln!("{} modules written back byte for byte", files.len());
}

#[test]
fn every_module_survives_the_way_through_cutile_ir() {
    let files = modules();
    for path in &files {
        let bytes = std::fs::read(path).expect("a readable file");
        let file = File::read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let through = lower::lower(&file).map_err(anyhow::Error::from).and_then(|(module, _)| {
            let again = lower::write(&module, BytecodeVersion::V13_4)?;
            Ok((module, lower::lower(&File::read(&again)?)?.0))
        });
        let (module, again) =
            through.unwrap_or_else(|error| panic!("{}: {error:#}", path.display()));
        let comparison = compare(&module, &again, &Options::default());
        assert!(comparison.is_equal(), "{}: {comparison:?}", path.display());
        let texts = [&module, &again].map(|module| print::module(module, None));
        assert!(texts[0] == texts[1], "{}: texts differ", path.display());
    }
    eprintln!("{} modules through cutile-ir", files.len());
}
