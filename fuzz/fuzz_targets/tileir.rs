//! Any bytes: the reader refuses them, or its writer gives the same bytes back; what it read is
//! lowered, compared with itself, printed, interpreted and converted without a panic.
//!
//! `cargo +nightly fuzz run tileir -- -rss_limit_mb=512`, in the repository's root; the seeds are in
//! `fuzz/corpus/tileir`, and `tests/corpus` can be named as a second folder. Without a nightly
//! toolchain, `cargo xtask fuzz --bytes 100000` runs the same check over changed corpus files.

#![no_main]

use libfuzzer_sys::fuzz_target;
use xtask::fuzz::bytes::check;

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
});
