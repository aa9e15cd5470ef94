use proptest::prelude::*;

use super::*;

/// A block that holds these lines.
fn block(lines: &str) -> String {
    format!("<VALIDATOR_OUTPUT>\n{lines}\n</VALIDATOR_OUTPUT>\n")
}

/// A return of a stage, and what the gate must say of it: first return, and after a repair.
struct Case {
    name: &'static str,
    stage: Stage,
    output: Vec<u8>,
    verdict: Option<Verdict>,
    first: Decision,
    repaired: Decision,
}

fn case(
    name: &'static str,
    stage: Stage,
    output: impl Into<Vec<u8>>,
    verdict: Option<Verdict>,
    accepted: bool,
) -> Case {
    let (first, repaired) = match (accepted, verdict) {
        (true, _) => (Decision::Accept, Decision::Accept),
        (false, Some(_)) => (Decision::Repair, Decision::Proceed),
        (false, None) => (Decision::Repair, Decision::Stop),
    };
    Case { name, stage, output: output.into(), verdict, first, repaired }
}

/// Literal returns with the decision that the six steps ask for.
#[rustfmt::skip]
fn cases() -> Vec<Case> {
    use Stage::{A, B, C, D, E, F};
    use Verdict::{
        Aligned, AllPass, Blocked, Compiled, Done, Fail, FailCompile, FailCompilerBug, FailFixable,
        Fixable, Investigate, Pass, PassWithNotes,
    };
    let ok = block("check exit=0");
    let bad = block("check exit=1");
    let after = |block: &str, verdict: &str| format!("{block}VERDICT: {verdict}\n");
    let mut huge = "line of a build log\n".repeat(200_000);
    huge.push_str(&after(&ok, "COMPILED"));
    let mut binary: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    binary.extend_from_slice(format!("\n{}", after(&ok, "PASS")).as_bytes());
    vec![
        // Good returns of each stage.
        case("A passes", A, after(&ok, "PASS"), Some(Pass), true),
        case("B compiled", B, after(&ok, "COMPILED"), Some(Compiled), true),
        case("C with notes", C, after(&ok, "PASS_WITH_NOTES"), Some(PassWithNotes), true),
        case("D all pass", D, after(&ok, "ALL_PASS"), Some(AllPass), true),
        case("E done", E, after(&ok, "DONE"), Some(Done), true),
        case("F aligned", F, after(&ok, "ALIGNED"), Some(Aligned), true),
        // A block makes an honest failure acceptable as it is.
        case("A blocked", A, after(&ok, "BLOCKED"), Some(Blocked), true),
        case("B does not compile", B, after(&ok, "FAIL_COMPILE"), Some(FailCompile), true),
        case("C fixable", C, after(&ok, "FAIL_FIXABLE"), Some(FailFixable), true),
        case("C compiler bug", C, after(&ok, "FAIL_COMPILER_BUG"), Some(FailCompilerBug), true),
        case("D fails", D, after(&ok, "FAIL"), Some(Fail), true),
        case("E slower", E, after(&ok, "INVESTIGATE"), Some(Investigate), true),
        case("F fixable", F, after(&ok, "FIXABLE"), Some(Fixable), true),
        // Exit codes.
        case("several zeros", B, after(&block("a exit=0\nb exit_code=0\nc exit=00"), "COMPILED"), Some(Compiled), true),
        case("one of them is not zero", B, after(&block("a exit=0\nb exit_code=2\nc exit=0"), "COMPILED"), Some(Compiled), false),
        case("exit", D, after(&bad, "ALL_PASS"), Some(AllPass), false),
        case("killed by a signal", D, after(&block("pytest exit=137"), "ALL_PASS"), Some(AllPass), false),
        case("negative", D, after(&block("pytest exit=-11"), "ALL_PASS"), Some(AllPass), false),
        case("minus nothing", D, after(&block("pytest exit=-0"), "ALL_PASS"), Some(AllPass), true),
        case("longer than any integer", B, after(&block("a exit=100000000000000000000000000"), "COMPILED"), Some(Compiled), false),
        case("a zero longer than any integer", B, after(&block("a exit=000000000000000000000000000"), "COMPILED"), Some(Compiled), true),
        case("a prefix before the key", B, after(&block("cargo_build_exit=101"), "COMPILED"), Some(Compiled), false),
        case("no number", B, after(&block("a exit=<n> exit= exit_code=unknown"), "COMPILED"), Some(Compiled), true),
        case("a block with no exit line", A, after(&block("all files are there"), "PASS"), Some(Pass), true),
        case("an empty block", A, after("<VALIDATOR_OUTPUT></VALIDATOR_OUTPUT>\n", "PASS"), Some(Pass), true),
        case("all on one line", A, "<VALIDATOR_OUTPUT>a exit=0</VALIDATOR_OUTPUT>\nVERDICT: PASS", Some(Pass), true),
        case("a failing verdict with failing checks", B, after(&bad, "FAIL_COMPILE"), Some(FailCompile), false),
        case("exit code in prose outside the block", B, format!("The first try had exit=101.\n{}", after(&ok, "COMPILED")), Some(Compiled), true),
        case("failure words outside a clean block", B, format!("ERROR: panic, Traceback, timeout, FAIL\n{}", after(&ok, "COMPILED")), Some(Compiled), true),
        case("failure words inside a clean block", B, after(&block("ERROR FAIL exit=0"), "COMPILED"), Some(Compiled), true),
        // No block.
        case("clean without a block", A, "Done as asked.\nVERDICT: PASS\n", Some(Pass), true),
        case("clean without a block, B", B, "VERDICT: COMPILED", Some(Compiled), true),
        case("clean without a block, D", D, "12 passed\nVERDICT: ALL_PASS", Some(AllPass), true),
        case("clean without a block, E", E, "geomean 1.00\nVERDICT: DONE", Some(Done), true),
        case("no block, FAIL", A, "FAIL in the log\nVERDICT: PASS", Some(Pass), false),
        case("no block, FAIL inside a word", A, "wrote FAILURES.md\nVERDICT: PASS", Some(Pass), false),
        case("no block, ERROR", A, "ERROR\nVERDICT: PASS", Some(Pass), false),
        case("no block, Traceback", D, "Traceback (most recent call last)\nVERDICT: ALL_PASS", Some(AllPass), false),
        case("no block, panic", B, "thread panicked\nVERDICT: COMPILED", Some(Compiled), false),
        case("no block, exit=1", B, "build exit=1\nVERDICT: COMPILED", Some(Compiled), false),
        case("no block, exit=101", B, "build exit=101\nVERDICT: COMPILED", Some(Compiled), false),
        case("no block, exit_code=1", B, "exit_code=1\nVERDICT: COMPILED", Some(Compiled), false),
        case("no block, nonzero", B, "nonzero status\nVERDICT: COMPILED", Some(Compiled), false),
        case("no block, timeout", E, "a timeout came\nVERDICT: DONE", Some(Done), false),
        case("no block, markers in lower case", A, "error, fail, traceback, Panic, Timeout\nVERDICT: PASS", Some(Pass), true),
        case("no block, exit=2 is no marker", A, "exit=2\nVERDICT: PASS", Some(Pass), true),
        case("no block, not a clean success", C, "VERDICT: PASS_WITH_NOTES", Some(PassWithNotes), false),
        case("no block, blocked", E, "VERDICT: BLOCKED", Some(Blocked), false),
        case("no block, investigate", E, "VERDICT: INVESTIGATE", Some(Investigate), false),
        case("no block, F", F, "VERDICT: ALIGNED", Some(Aligned), false),
        case("the opening tag only", A, "<VALIDATOR_OUTPUT>\nexit=0\nVERDICT: PASS", Some(Pass), true),
        case("the opening tag only, with a failure", A, "<VALIDATOR_OUTPUT>\nexit=1\nVERDICT: PASS", Some(Pass), false),
        case("the closing tag only", B, "exit=0\n</VALIDATOR_OUTPUT>\nVERDICT: COMPILED", Some(Compiled), true),
        case("tags in another case", A, "<validator_output>\nexit=7\n</validator_output>\nVERDICT: PASS", Some(Pass), true),
        // Which verdict.
        case("two verdicts, the first counts", B, format!("{}VERDICT: BLOCKED\n", after(&ok, "COMPILED")), Some(Compiled), true),
        case("two verdicts, the worse first", B, format!("VERDICT: BLOCKED\n{}", after(&ok, "COMPILED")), Some(Blocked), true),
        case("another stage's verdict", B, after(&ok, "ALL_PASS"), None, false),
        case("another stage's verdict, then its own", B, format!("VERDICT: ALL_PASS\n{}", after(&ok, "COMPILED")), Some(Compiled), true),
        case("a word that is none", A, after(&ok, "SUCCESS"), None, false),
        case("a longer word", A, after(&ok, "PASSED"), None, false),
        case("in lower case", A, after(&ok, "pass"), None, false),
        case("the template's echo", A, format!("VERDICT: X\nVERDICT: PASS | FAIL_FIXABLE | BLOCKED\n{}", after(&ok, "FAIL_FIXABLE")), Some(FailFixable), true),
        case("in the middle of a line", A, format!("{ok}my VERDICT: PASS\n"), None, false),
        case("the word verdict alone", A, format!("{ok}VERDICT:\n"), None, false),
        case("the verdict on the next line", A, format!("{ok}VERDICT:\nPASS\n"), None, false),
        case("no space after the colon", A, format!("{ok}VERDICT:PASS"), Some(Pass), true),
        case("more space", A, format!("{ok}  VERDICT:   PASS  \n"), Some(Pass), true),
        case("a class in parentheses", D, after(&ok, "FAIL (fail_class: host)"), Some(Fail), true),
        case("a sentence after it", D, after(&ok, "FAIL because of the host"), None, false),
        case("before the block", A, format!("VERDICT: PASS\n{ok}"), Some(Pass), true),
        case("inside the block", A, block("exit=0\nVERDICT: PASS"), Some(Pass), true),
        case("no verdict", A, ok.clone(), None, false),
        case("nothing at all", A, "", None, false),
        // Several blocks.
        case("an empty template, then the real block", A, format!("<VALIDATOR_OUTPUT>...</VALIDATOR_OUTPUT>\n{}", after(&bad, "PASS")), Some(Pass), false),
        case("the bad block first", A, format!("{bad}{}", after(&ok, "PASS")), Some(Pass), false),
        case("nested, the inner one fails", A, after(&block(&format!("exit=0\n{bad}exit=0")), "PASS"), Some(Pass), false),
        case("nested, the outer one fails after the inner", A, after(&block(&format!("{ok}late exit=3")), "PASS"), Some(Pass), false),
        case("nested and clean", A, after(&block(&format!("{ok}late exit=0")), "PASS"), Some(Pass), true),
        case("opened twice, closed once", A, "<VALIDATOR_OUTPUT>\n<VALIDATOR_OUTPUT>\nexit=4\n</VALIDATOR_OUTPUT>\nVERDICT: PASS", Some(Pass), false),
        case("closed twice", A, format!("{ok}</VALIDATOR_OUTPUT>\nVERDICT: PASS"), Some(Pass), true),
        // Forms of text.
        case("CRLF", B, after(&ok, "COMPILED").replace('\n', "\r\n"), Some(Compiled), true),
        case("CRLF with a failure", B, after(&bad, "COMPILED").replace('\n', "\r\n"), Some(Compiled), false),
        case("coloured", D, "\u{1b}[32m<VALIDATOR_OUTPUT>\u{1b}[0m\npytest exit=\u{1b}[1;32m0\u{1b}[0m\n</VALIDATOR_OUTPUT>\n\u{1b}[1mVERDICT: \u{1b}[32mALL_PASS\u{1b}[0m\n", Some(AllPass), true),
        case("a coloured failure", D, "<VALIDATOR_OUTPUT>\npytest exit=\u{1b}[31m1\u{1b}[0m\n</VALIDATOR_OUTPUT>\nVERDICT: ALL_PASS\n", Some(AllPass), false),
        case("a marker cut by colour", A, "FA\u{1b}[31mIL\u{1b}[0m\nVERDICT: PASS", Some(Pass), false),
        case("a marker eaten by a control sequence", A, "\u{1b}[FAIL\nVERDICT: PASS", Some(Pass), false),
        case("huge", B, huge, Some(Compiled), true),
        case("binary", A, binary, Some(Pass), true),
        case("not UTF-8", A, [b"\xff\xfe\n".as_slice(), after(&ok, "PASS").as_bytes()].concat(), Some(Pass), true),
        case("NUL bytes in the verdict", A, format!("{ok}VERDICT: PA\0SS\n"), None, false),
        case("wide letters", A, format!("{ok}VERDICT: ＰＡＳＳ\n"), None, false),
        case("in a code fence", A, format!("```\n{}```\n", after(&ok, "PASS")), Some(Pass), true),
        // Lies that mechanics can see.
        case("claims success over failing checks", D, format!("Everything is green!\n{}", after(&block("pytest exit=5 # no tests collected"), "ALL_PASS")), Some(AllPass), false),
        case("says the exit code was zero in words", D, after(&block("pytest exit=5, which means exit=0"), "ALL_PASS"), Some(AllPass), false),
    ]
}

#[test]
fn literal_returns_are_judged_as_the_six_steps_say() {
    let cases = cases();
    assert!(cases.len() >= 60, "{} cases", cases.len());
    for case in &cases {
        for (repaired, decision) in [(false, case.first), (true, case.repaired)] {
            let judged = judge(case.stage, repaired, &case.output);
            assert_eq!(judged.verdict, case.verdict, "verdict of: {}", case.name);
            assert_eq!(
                judged.decision, decision,
                "decision on: {}, repaired {repaired}",
                case.name
            );
            let text = String::from_utf8_lossy(&case.output);
            let has_block = text.contains(CLOSE)
                && text.find(OPEN).is_some_and(|open| open < text.rfind(CLOSE).unwrap_or(0));
            let soft: &[_] = match decision {
                Decision::Accept if !has_block && !text.contains('\u{1b}') => {
                    &[SOFT_VALIDATOR_MISSING]
                }
                Decision::Proceed => &[SOFT_VALIDATOR_FAILED],
                _ => &[],
            };
            assert_eq!(judged.soft, soft, "marks of: {}", case.name);
        }
    }
}

#[test]
fn an_outcome_that_is_rendered_is_accepted_by_the_gate() {
    use crate::pipeline::verdict::{Check, Outcome};
    let mut outcome = Outcome {
        verdict: Verdict::Compiled,
        class: None,
        checks: vec![Check { name: "build".into(), exit: 0, note: "exit=1 was expected".into() }],
        summary: String::new(),
        data: serde_json::Value::Null,
    };
    let judged = judge(Stage::B, false, outcome.render(Stage::B).as_bytes());
    assert_eq!((judged.decision, judged.verdict), (Decision::Accept, Some(Verdict::Compiled)));
    outcome.checks[0].exit = 101;
    let judged = judge(Stage::B, false, outcome.render(Stage::B).as_bytes());
    assert_eq!((judged.decision, judged.verdict), (Decision::Repair, Some(Verdict::Compiled)));
}

#[test]
fn classes_are_read_from_lines_of_their_own() {
    for (text, class) in [
        ("owner: host", Some(Class::Host)),
        ("# Report\n- owner: kernel\n", Some(Class::Kernel)),
        ("**owner:** `host`", Some(Class::Host)),
        ("owner : env\r\n", Some(Class::Env)),
        ("the owner: host", None),
        ("owner: host or kernel", None),
        ("owner: nobody\nowner: kernel", Some(Class::Kernel)),
        ("", None),
    ] {
        assert_eq!(class_line("owner", text), class, "{text:?}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_judged_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for stage in Stage::ALL {
            let judged = judge(stage, true, &bytes);
            prop_assert_ne!(judged.decision, Decision::Repair);
            prop_assert_eq!(judged.decision == Decision::Stop, judged.verdict.is_none());
        }
    }

    #[test]
    fn pieces_of_the_protocol_in_any_order_keep_the_rules(
        pieces in prop::collection::vec(0_usize..12, 0..14),
        stage in 0_usize..6,
    ) {
        const PIECES: [&str; 12] = [
            OPEN, CLOSE, "exit=0", "exit=1", "exit_code=", "VERDICT: PASS", "VERDICT: COMPILED",
            "VERDICT: BLOCKED", "FAIL", "\u{1b}[31m", "<", "VERDICT: ",
        ];
        let stage = Stage::ALL[stage];
        let text = pieces.iter().map(|piece| PIECES[*piece]).collect::<Vec<_>>().join("\n");
        let first = judge(stage, false, text.as_bytes());
        let second = judge(stage, true, text.as_bytes());
        // The repair being spent changes no reading, only what follows from a refusal.
        prop_assert_eq!(first.verdict, second.verdict);
        prop_assert_eq!(first.decision == Decision::Accept, second.decision == Decision::Accept);
        prop_assert!(first.verdict.is_none_or(|verdict| stage.verdicts().contains(&verdict)));
        if first.decision == Decision::Accept && first.soft.is_empty() {
            prop_assert!(text.contains(OPEN) && text.contains(CLOSE));
        }
        if !text.contains("exit=1") && first.verdict.is_some() && first.decision != Decision::Accept {
            // Only a missing block refuses where nothing failed.
            prop_assert!(blocks(&strip_escapes(&text)).is_empty());
        }
    }

    #[test]
    fn one_exit_code_that_is_not_zero_refuses(
        zeros in prop::collection::vec(Just(0_i64), 0..6), code in 1_i64..100_000, at in 0_usize..6,
    ) {
        let mut codes = zeros;
        codes.insert(at.min(codes.len()), code);
        let lines: Vec<_> = codes.iter().map(|code| format!("check exit={code}")).collect();
        let text = format!("{}VERDICT: PASS\n", block(&lines.join("\n")));
        prop_assert_eq!(judge(Stage::A, false, text.as_bytes()).decision, Decision::Repair);
    }
}
