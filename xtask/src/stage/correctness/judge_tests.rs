//! Literal reports and what must follow from each.

use super::*;
use crate::stage::correctness::junit;

/// A report of tests: name and the element that its outcome is.
fn report(tests: &[(&str, &str)]) -> Vec<Case> {
    let cases = tests.iter().map(|(name, body)| {
        format!("<testcase classname=\"tests.ops.test_x.Test_X\" name=\"{name}\">{body}</testcase>")
    });
    let text = format!(
        "<?xml version=\"1.0\"?><testsuites><testsuite name=\"pytest\">{}</testsuite></testsuites>",
        cases.collect::<String>()
    );
    junit::parse(&text).unwrap()
}

fn failure(exception: &str) -> String {
    format!("<failure message=\"{exception}\">text</failure>")
}

fn judged(tests: &[(&str, &str)], gaps: &[Gap], abi: Abi) -> Judgement {
    judge(&Evidence { cases: Ok(&report(tests)), log: "", gaps, abi })
}

fn verdict(tests: &[(&str, &str)]) -> (Verdict, Option<Class>) {
    let judgement = judged(tests, &[], Abi::Equal);
    (judgement.verdict, judgement.class)
}

const PORT: &str = "test_op[cutile_rs-1]";
const SAME: &str = "test_op[cutile-1]";
const OTHER: &str = "test_op[cutile_rs-2]";

#[test]
fn passing_tests_pass() {
    let judgement = judged(&[(PORT, ""), (SAME, ""), (OTHER, "")], &[], Abi::NotRun);
    assert_eq!((judgement.verdict, judgement.class), (Verdict::AllPass, None));
    assert_eq!(judgement.port, Counts { collected: 2, passed: 2, failed: 0, skipped: 0 });
    assert_eq!(judgement.reference.collected, 1);
}

#[test]
fn d16_what_fails_for_both_is_not_the_ports() {
    let wrong = failure("AssertionError: not close");
    let judgement = judged(&[(PORT, &wrong), (SAME, &wrong), (OTHER, "")], &[], Abi::Equal);
    assert_eq!(judgement.verdict, Verdict::AllPass);
    assert_eq!((judgement.shared.len(), judgement.failures.len()), (1, 0));
    assert!(judgement.reason.contains("1 fail for cutile too"), "{}", judgement.reason);
    // Where nothing passes at all, nothing was shown.
    assert_eq!(verdict(&[(PORT, &wrong), (SAME, &wrong)]), (Verdict::Blocked, Some(Class::Env)));
}

#[test]
fn wrong_numbers_are_the_kernels_unless_a_launch_differs() {
    let wrong = failure("AssertionError: not close");
    let tests = [(PORT, wrong.as_str()), (SAME, ""), (OTHER, "")];
    for abi in [Abi::Equal, Abi::NotRun] {
        let judgement = judged(&tests, &[], abi);
        assert_eq!((judgement.verdict, judgement.class), (Verdict::Fail, Some(Class::Kernel)));
        assert!(judgement.agent_b_followup.unwrap().contains("test_op[cutile_rs-1]"));
        assert_eq!(judgement.host_fix, None);
    }
    let judgement = judged(&tests, &[], Abi::Differs("params".into()));
    assert_eq!((judgement.verdict, judgement.class), (Verdict::Fail, Some(Class::Host)));
    assert!(judgement.host_fix.unwrap().contains("params"));
}

#[test]
fn host_faults_go_before_wrong_numbers() {
    let wrong = failure("AssertionError: not close");
    let refused = failure("x.UnsupportedError: softmax: no entry");
    assert_eq!(verdict(&[(PORT, &wrong), (OTHER, &refused)]), (Verdict::Fail, Some(Class::Host)));
    let missing = failure("x.LibraryError: the library of x is missing");
    assert_eq!(verdict(&[(PORT, &missing)]), (Verdict::Blocked, Some(Class::Host)));
    assert_eq!(verdict(&[(PORT, &missing), (OTHER, "")]), (Verdict::Fail, Some(Class::Host)));
    let compile = failure("x.KernelError: k: compiling `k` for sm_90");
    assert_eq!(verdict(&[(PORT, &compile)]), (Verdict::Blocked, Some(Class::Kernel)));
    let memory = failure("torch.OutOfMemoryError: CUDA out of memory");
    assert_eq!(verdict(&[(PORT, &memory), (OTHER, "")]), (Verdict::Blocked, Some(Class::Env)));
}

#[test]
fn skips_of_the_port_alone_need_a_recorded_gap() {
    let skip = "<skipped message=\"not supported\"/>";
    let tests = [(PORT, skip), (SAME, ""), (OTHER, "")];
    let judgement = judged(&tests, &[], Abi::NotRun);
    assert_eq!((judgement.verdict, judgement.class), (Verdict::Fail, Some(Class::Host)));
    let gaps = [Gap { test: "cutile_rs-1]".into(), reason: "no f64".into() }];
    let judgement = judged(&tests, &gaps, Abi::NotRun);
    assert_eq!(judgement.verdict, Verdict::AllPass);
    assert_eq!(judgement.skips[0].gap.as_deref(), Some("no f64"));
    // The architecture's skip concerns both.
    assert_eq!(verdict(&[(PORT, skip), (SAME, skip), (OTHER, "")]).0, Verdict::AllPass);
    // Skipped altogether, nothing was shown.
    assert_eq!(verdict(&[(PORT, skip), (SAME, skip)]), (Verdict::Blocked, Some(Class::Host)));
}

#[test]
fn d30_tests_that_did_not_run_never_pass() {
    // A marker that deselects all, or a renamed file: nothing was collected.
    let judgement = judged(&[], &[], Abi::NotRun);
    assert_eq!((judgement.verdict, judgement.class), (Verdict::Blocked, Some(Class::Host)));
    assert!(judgement.reason.contains("no test was collected"));
    // cutile-rs is not in the parametrisation.
    let judgement = judged(&[(SAME, "")], &[], Abi::NotRun);
    assert_eq!((judgement.verdict, judgement.class), (Verdict::Blocked, Some(Class::Host)));
    assert!(judgement.reason.contains("none for cutile-rs") && judgement.host_fix.is_some());
    // A file that cannot be read, although others ran.
    let broken = "<error message=\"collection failure\">E   SyntaxError: invalid syntax</error>";
    let judgement = judged(&[(PORT, ""), ("tests.ops.test_x", broken)], &[], Abi::NotRun);
    assert_eq!((judgement.verdict, judgement.class), (Verdict::Blocked, Some(Class::Host)));
    assert!(judgement.reason.contains("SyntaxError: invalid syntax"), "{}", judgement.reason);
    // A conftest with a syntax error: pytest writes no report.
    let log = "ImportError while loading conftest 'tests/conftest.py'.\nE   SyntaxError: bad\n";
    let judgement = judge(&Evidence { cases: Err("missing"), log, gaps: &[], abi: Abi::NotRun });
    assert_eq!((judgement.verdict, judgement.class), (Verdict::Blocked, Some(Class::Host)));
    assert!(judgement.reason.contains("SyntaxError: bad"));
    let log = "E   RuntimeError: Found no NVIDIA driver on your system.\n";
    let judgement = judge(&Evidence { cases: Err("missing"), log, gaps: &[], abi: Abi::NotRun });
    assert_eq!((judgement.verdict, judgement.class), (Verdict::Blocked, Some(Class::Env)));
}
