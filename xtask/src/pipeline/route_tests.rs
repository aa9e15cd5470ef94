use std::collections::HashMap;

use super::*;

/// The specification's routing table, transcribed line by line: step, verdicts, class (`-` where
/// the row names none, `absent` for the rule on a missing line), and what follows.
const SPECIFICATION: &str = "
A1 PASS                           -      B1
A1 FAIL_FIXABLE|BLOCKED           -      STOP
B1 COMPILED                       -      D1
B1 FAIL_COMPILE|FAIL_FIXABLE|BLOCKED -   STOP
D1 ALL_PASS                       -      E1
D1 FAIL                           host   D2
D1 FAIL                           kernel C1
D1 FAIL                           absent C1
D1 BLOCKED                        host   D2
D1 BLOCKED                        kernel C1
D1 BLOCKED                        env    STOP
D1 BLOCKED                        absent C1
E1 DONE                           -      PIPELINE_COMPLETE
E1 INVESTIGATE|BLOCKED            -      C1 if no C else PIPELINE_COMPLETE
C1 FAIL_FIXABLE                   host   D2 if one D else PIPELINE_COMPLETE
C1 FAIL_FIXABLE                   kernel B2 if one B else PIPELINE_COMPLETE
C1 FAIL_FIXABLE                   absent B2 if one B else PIPELINE_COMPLETE
C1 PASS|PASS_WITH_NOTES           -      PIPELINE_COMPLETE
C1 FAIL_COMPILER_BUG|BLOCKED      -      PIPELINE_COMPLETE
B2 COMPILED                       -      D2
B2 FAIL_COMPILE|FAIL_FIXABLE|BLOCKED -   STOP
D2 ALL_PASS                       -      E2
D2 FAIL|BLOCKED                   -      PIPELINE_COMPLETE
E2 DONE|INVESTIGATE|BLOCKED       -      PIPELINE_COMPLETE
F1 FIXABLE|ALIGNED|BLOCKED        -      PIPELINE_COMPLETE
";

/// Semantic runs by stage, as the specification caps them.
const CAPS: [(char, usize); 6] = [('A', 1), ('B', 2), ('C', 1), ('D', 2), ('E', 2), ('F', 1)];

/// What a transcribed row says: what follows, and a condition with what follows otherwise.
#[derive(Clone)]
struct Rule {
    next: String,
    condition: Option<(char, usize, String)>,
}

fn specification() -> HashMap<(String, String, String), Rule> {
    let mut rules = HashMap::new();
    for line in SPECIFICATION.lines().filter(|line| !line.is_empty()) {
        let words: Vec<_> = line.split_whitespace().collect();
        let condition = match words[4..] {
            [] => None,
            ["if", "no", stage, "else", other] => {
                Some((stage.chars().next().unwrap(), 0, other.to_owned()))
            }
            ["if", "one", stage, "else", other] => {
                Some((stage.chars().next().unwrap(), 1, other.to_owned()))
            }
            _ => panic!("unreadable row: {line}"),
        };
        for verdict in words[1].split('|') {
            let rule = Rule { next: words[3].to_owned(), condition: condition.clone() };
            rules.insert((words[0].into(), verdict.into(), words[2].into()), rule);
        }
    }
    rules
}

/// Applies the transcription to a history of (step, verdict, class).
fn expected(
    rules: &HashMap<(String, String, String), Rule>,
    history: &[(String, String, Option<&'static str>)],
) -> String {
    let (step, verdict, class) = history.last().unwrap();
    let key = |class: &str| (step.clone(), verdict.clone(), class.to_owned());
    let rule = class
        .and_then(|class| rules.get(&key(class)))
        .or_else(|| rules.get(&key("-")))
        .or_else(|| rules.get(&key("absent")))
        .unwrap_or_else(|| panic!("the specification has no row for {step} {verdict} {class:?}"));
    let Some((stage, most, other)) = &rule.condition else { return rule.next.clone() };
    let ran = history.iter().filter(|(step, ..)| step.starts_with(*stage)).count();
    if ran <= *most { rule.next.clone() } else { other.clone() }
}

const CLASSES: [Option<&str>; 4] = [None, Some("host"), Some("kernel"), Some("env")];

fn spent((step, verdict, class): &(String, String, Option<&'static str>)) -> Spent {
    Spent {
        step: Step { stage: step[..1].parse().unwrap(), attempt: step[1..].parse().unwrap() },
        verdict: verdict.parse().unwrap(),
        class: class.map(|class| class.parse().unwrap()),
    }
}

/// Walks every history that the transcription reaches, over all verdicts and classes, and compares
/// each step. Returns the number of histories and the row ids that decided.
fn walk(
    rules: &HashMap<(String, String, String), Rule>,
    history: &mut Vec<(String, String, Option<&'static str>)>,
    step: &str,
    seen: &mut std::collections::BTreeSet<String>,
) -> usize {
    let stage: Stage = step[..1].parse().unwrap();
    let mut count = 0;
    for verdict in stage.verdicts() {
        for class in CLASSES {
            history.push((step.to_owned(), verdict.name().to_owned(), class));
            count += 1;
            for (letter, cap) in CAPS {
                let ran = history.iter().filter(|(step, ..)| step.starts_with(letter)).count();
                assert!(ran <= cap, "{letter} ran {ran} times in {history:?}");
            }
            let wanted = expected(rules, history);
            let decision = route(&history.iter().map(spent).collect::<Vec<_>>()).unwrap();
            assert_eq!(decision.next.to_string(), wanted, "after {history:?}");
            assert!(!decision.capped, "a cap had to stop what the table itself bounds");
            seen.insert(decision.row.unwrap().id());
            if stage == Stage::E && *verdict == Verdict::Done {
                assert_eq!(decision.next, Next::Complete);
            }
            if !matches!(wanted.as_str(), "STOP" | "PIPELINE_COMPLETE") {
                count += walk(rules, history, &wanted, seen);
            }
            history.pop();
        }
    }
    count
}

#[test]
fn every_reachable_history_follows_the_specification() {
    let rules = specification();
    assert_eq!(route(&[]).unwrap().next.to_string(), "A1");
    let mut seen = std::collections::BTreeSet::new();
    let count = walk(&rules, &mut Vec::new(), "A1", &mut seen);
    assert!(count > 10_000, "only {count} histories");
    // F is never started by the router; its rows are reached by `residual` alone.
    let unseen: Vec<_> =
        TABLE.iter().map(Row::id).filter(|id| !seen.contains(id) && !id.starts_with('F')).collect();
    assert_eq!(unseen, Vec::<String>::new());
    walk(&rules, &mut Vec::new(), "F1", &mut seen);
}

/// Histories that no run makes: any stages before any last step. The router still follows the table,
/// and never starts a stage whose runs are spent.
#[test]
fn any_history_up_to_the_caps_follows_the_specification_and_keeps_the_caps() {
    let rules = specification();
    let before = |stage: &str, count: usize, into: &mut Vec<_>| {
        for attempt in 1..=count {
            let verdict = stage.parse::<Stage>().unwrap().verdicts()[0].name().to_owned();
            into.push((format!("{stage}{attempt}"), verdict, None));
        }
    };
    let mut count = 0;
    for counts in 0..(2 * 3 * 2 * 3 * 3 * 2) {
        let [a, b, c, d, e, f] = [
            counts % 2,
            counts / 2 % 3,
            counts / 6 % 2,
            counts / 12 % 3,
            counts / 36 % 3,
            counts / 108,
        ];
        let mut history = Vec::new();
        for (stage, count) in [("A", a), ("B", b), ("C", c), ("D", d), ("E", e), ("F", f)] {
            before(stage, count, &mut history);
        }
        for (step, verdict, _) in rules.keys() {
            for class in CLASSES {
                history.push((step.clone(), verdict.clone(), class));
                let wanted = expected(&rules, &history);
                let decision = route(&history.iter().map(spent).collect::<Vec<_>>()).unwrap();
                let cap =
                    CAPS.iter().find(|(letter, _)| wanted.starts_with(*letter)).map(|(_, cap)| cap);
                let spent_all = cap.is_some_and(|cap| {
                    history.iter().filter(|(step, ..)| step[..1] == wanted[..1]).count() >= *cap
                });
                let terminal = matches!(wanted.as_str(), "STOP" | "PIPELINE_COMPLETE");
                if spent_all && !terminal {
                    assert_eq!(decision.next, Next::Complete, "after {history:?}");
                    assert!(decision.capped);
                } else {
                    assert_eq!(decision.next.to_string(), wanted, "after {history:?}");
                }
                history.pop();
                count += 1;
            }
        }
    }
    assert!(count > 30_000, "only {count} histories");
}

#[test]
fn verdicts_of_other_stages_and_unknown_labels_have_no_row() {
    let at = |stage, attempt, verdict| {
        route(&[Spent { step: Step { stage, attempt }, verdict, class: None }])
    };
    for stage in Stage::ALL {
        for verdict in Verdict::ALL {
            assert_eq!(at(stage, 1, verdict).is_ok(), stage.verdicts().contains(&verdict));
            assert!(at(stage, 3, verdict).is_err());
        }
    }
    assert!(at(Stage::A, 2, Verdict::Pass).is_err());
    assert!(at(Stage::C, 2, Verdict::Pass).is_err());
}

#[test]
fn rows_are_named_and_printed_as_scripts_expect() {
    let row = TABLE.iter().find(|row| row.id() == "C1.FAIL_FIXABLE.host").unwrap();
    assert_eq!(
        serde_json::to_string(row).unwrap(),
        r#"{"stage":"C","attempt":1,"verdict":"FAIL_FIXABLE","class":"host","next":"D2","if":"D not respawned","else":"PIPELINE_COMPLETE"}"#
    );
    let row = TABLE.iter().find(|row| row.id() == "A1.BLOCKED").unwrap();
    assert_eq!(
        serde_json::to_string(row).unwrap(),
        r#"{"stage":"A","attempt":1,"verdict":"BLOCKED","class":null,"next":"STOP","if":null,"else":null}"#
    );
}
