//! Reader, lowering, normaliser, converter and gate, over the modules of `tests/corpus`.

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use xtask::convert::{emit, plain};
use xtask::pipeline::gate;
use xtask::pipeline::verdict::Stage;
use xtask::tileir::{File, compare, load_bytes, lower};

/// The corpus: name and bytes of each module.
fn corpus() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("tests/corpus is there")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "tileirbc"))
        .collect();
    paths.sort();
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), std::fs::read(path).expect("it can be read"))).collect()
}

fn parts(criterion: &mut Criterion) {
    let corpus = corpus();
    let files: Vec<File> =
        corpus.iter().map(|(name, bytes)| File::read(bytes).expect(name)).collect();
    let modules: Vec<_> =
        corpus.iter().map(|(name, bytes)| load_bytes(bytes).expect(name).0).collect();
    criterion.bench_function("reader", |bencher| {
        bencher.iter(|| {
            corpus
                .iter()
                .filter(|(_, bytes)| black_box(File::read(black_box(bytes))).is_ok())
                .count()
        });
    });
    criterion.bench_function("lowering", |bencher| {
        bencher.iter(|| {
            files.iter().filter(|file| black_box(lower::lower(black_box(file))).is_ok()).count()
        });
    });
    criterion.bench_function("normaliser", |bencher| {
        let options = compare::Options { target: Some("sm_90".to_owned()) };
        bencher.iter(|| {
            let equal = |module| compare::compare(black_box(module), module, &options).is_equal();
            modules.iter().filter(|module| equal(module)).count()
        });
    });
    let plans: Vec<_> =
        modules.iter().filter_map(|module| plain::plan(module, "kernel", &[])).collect();
    criterion.bench_function("converter", |bencher| {
        bencher.iter(|| {
            let convert = |plan| emit::emit(black_box(std::slice::from_ref(plan)));
            plans.iter().filter(|plan| convert(plan).is_ok()).count()
        });
    });
    // What an agent returns: much text, the block and the verdict at its end.
    let output = format!(
        "{}<VALIDATOR_OUTPUT>\ncargo build exit=0\ncompare exit=0\n</VALIDATOR_OUTPUT>\nVERDICT: COMPILED\n",
        "a line of a log that says nothing about any exit\n".repeat(2000)
    );
    criterion.bench_function("gate", |bencher| {
        bencher.iter(|| gate::judge(Stage::B, false, black_box(output.as_bytes())));
    });
}

criterion_group! {
    name = program;
    config = Criterion::default().sample_size(20).without_plots();
    targets = parts
}
criterion_main!(program);
