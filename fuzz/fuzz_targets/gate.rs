//! The acceptance gate on arbitrary returns: no panic, and the rules that hold whatever was printed.

#![no_main]

use libfuzzer_sys::fuzz_target;
use xtask::pipeline::gate::{Decision, class_line, judge};
use xtask::pipeline::verdict::Stage;

fuzz_target!(|output: &[u8]| {
    for stage in Stage::ALL {
        let first = judge(stage, false, output);
        let repaired = judge(stage, true, output);
        assert!(matches!(first.decision, Decision::Accept | Decision::Repair));
        assert_ne!(repaired.decision, Decision::Repair);
        assert_eq!(first.verdict, repaired.verdict);
        assert_eq!(first.decision == Decision::Accept, repaired.decision == Decision::Accept);
        assert_eq!(repaired.decision == Decision::Stop, repaired.verdict.is_none());
        assert!(first.verdict.is_none_or(|verdict| stage.verdicts().contains(&verdict)));
    }
    let _ = class_line("fail_class", &String::from_utf8_lossy(output));
});
