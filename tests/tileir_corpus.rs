//! Every module of a large corpus: `TILEPORT_CORPUS=<folder of .tileirbc files> cargo test -p xtask
//! --test tileir_corpus -- --nocapture`. Without the variable there is nothing to read.
//! `TILEPORT_GENERATED=<folder>` names modules under the same names that were compiled back from
//! converted kernels (`cargo xtask kernels --corpus … --keep <folder>`), `TILEPORT_TARGET` the target
//! that they were compiled for, `sm_100` by default.

use std::path::PathBuf;

use cutile_ir::bytecode::BytecodeVersion;
use xtask::tileir::compare::{Comparison, Options, compare};
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

#[test]
fn every_generated_module_equals_its_reference() {
    let Some(generated) = std::env::var_os("TILEPORT_GENERATED").map(PathBuf::from) else {
        eprintln!("skipped: TILEPORT_GENERATED names no folder of modules compiled back");
        return;
    };
    // What was kept is what was compiled for the last target.
    let target = std::env::var("TILEPORT_TARGET").unwrap_or_else(|_| "sm_100".to_owned());
    let load = |path: &PathBuf| {
        let bytes = std::fs::read(path).ok()?;
        let file = File::read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Some(lower::lower(&file).unwrap_or_else(|error| panic!("{}: {error}", path.display())).0)
    };
    let (mut compared, mut unlike) = (0, Vec::new());
    for path in modules() {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let Some(candidate) = load(&generated.join(&name)) else { continue };
        let reference = load(&path).expect("a module");
        compared += 1;
        let options = Options { target: Some(target.clone()) };
        match compare(&reference, &candidate, &options) {
            Comparison::Equal => {}
            Comparison::Different { witness, .. } => unlike.push(format!("{name}: {witness}")),
            Comparison::Unknown(reason) => unlike.push(format!("{name}: not understood: {reason}")),
        }
    }
    eprintln!("{compared} generated modules, {} equal", compared - unlike.len());
    assert!(unlike.is_empty(), "{}", unlike.join("\n"));
}
