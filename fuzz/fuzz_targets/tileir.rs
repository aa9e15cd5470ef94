//! Any bytes: the reader refuses them, or its writer gives the same bytes back; what it read is
//! lowered, compared with itself and printed without a panic.
//!
//! `cargo +nightly fuzz run tileir -- -rss_limit_mb=512`, in the repository's root; the seeds are in
//! `fuzz/corpus/tileir`, and `tests/corpus` can be named as a second folder.

#![no_main]

use libfuzzer_sys::fuzz_target;
use xtask::tileir::compare::{Comparison, Options, compare};
use xtask::tileir::{File, lower, print};

fuzz_target!(|bytes: &[u8]| {
    let Ok(file) = File::read(bytes) else { return };
    assert!(file.write() == bytes, "read, but written back otherwise");
    let Ok((module, locations)) = lower::lower(&file) else { return };
    let comparison = compare(&module, &module, &Options::default());
    assert!(!matches!(comparison, Comparison::Different { .. }), "{comparison:?}");
    let _text = print::module(&module, Some(&locations));
});
