use super::*;

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
