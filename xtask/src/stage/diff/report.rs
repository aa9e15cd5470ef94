//! The reports of stage C: `generated/diff_report.md` and `reports/agent_c.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::checklist::{Finding, Item};
use super::judge::{Assembled, Compared, Evidence, Judgement};
use super::pair::{Checked, Status};
use super::remarks;
use crate::pipeline::verdict::{Outcome, Stage};

/// Pairs that are listed one by one.
const LISTED: usize = 40;

/// The text of `diff_report.md`: its first line is the verdict.
pub fn diff_report(
    operator: &str,
    evidence: &Evidence,
    judgement: &Judgement,
    remarked: &[(usize, Vec<remarks::Row>)],
) -> String {
    let mut text = format!("VERDICT: {}\n", judgement.verdict);
    if let (Some(key), Some(class)) = (Stage::C.class_key(judgement.verdict), judgement.class()) {
        let _ = writeln!(text, "{key}: {class}");
    }
    let _ = write!(text, "\n# Stage C: {operator}\n\n");
    if let Some(cause) = &evidence.cause {
        let _ = write!(text, "Sent here by {}\n\n", cause.said);
    }
    let _ = write!(text, "## Root cause\n\n{}\n", judgement.root);
    if !judgement.edits.is_empty() {
        text.push_str("\n## Edits\n\n");
        for (number, edit) in judgement.edits.iter().enumerate() {
            let _ = writeln!(text, "{}. {edit}", number + 1);
        }
    }
    if let Some(shown) = judgement.shown {
        let pair = &evidence.pairs[shown].pair;
        let _ = write!(
            text,
            "\n```\ncargo xtask diff {} {} --target {}\n{}\n{}\n```\n",
            pair.reference,
            pair.generated,
            pair.target,
            pair.command(&pair.reference),
            pair.command(&pair.generated)
        );
    }
    text.push_str(&items(evidence));
    text.push_str(&pairs(evidence));
    for (index, rows) in remarked {
        let pair = &evidence.pairs[*index].pair;
        let _ = write!(
            text,
            "\n## Remarks of the assembler: `{}` {} for {}\n\n| remark | reference | generated |\n\
             | --- | ---: | ---: |\n",
            pair.function, pair.id, pair.target
        );
        for row in rows {
            let _ =
                writeln!(text, "| {} | {} | {} |", cell(&row.text), row.reference, row.candidate);
        }
    }
    text
}

/// The checklist over all pairs.
fn items(evidence: &Evidence) -> String {
    let mut text = "\n## Checklist\n\n| item | status | severity | owner | seen |\n\
        | --- | --- | --- | --- | --- |\n"
        .to_owned();
    let mut status: BTreeMap<Item, Status> = BTreeMap::new();
    let mut worst: BTreeMap<Item, (&Finding, usize)> = BTreeMap::new();
    for compared in &evidence.pairs {
        let (items, findings) = match &compared.checked {
            Checked::Equal(items) => (items, &[][..]),
            Checked::Different { items, findings, .. } => (items, &findings[..]),
            Checked::Undecided(_) => continue,
        };
        for (item, new) in items {
            let known = status.entry(*item).or_insert(*new);
            *known = (*known).max(*new);
        }
        for finding in findings {
            worst.entry(finding.item).or_insert((finding, 0)).1 += 1;
        }
    }
    if evidence.has_launches {
        status.insert(Item::Launches, Status::Same);
    }
    if evidence.launches.is_some() {
        status.insert(Item::Launches, Status::Differs);
    }
    for item in Item::ALL {
        let word = match status.get(&item) {
            Some(Status::Differs) => "differs",
            Some(Status::Same) => "same",
            Some(Status::NotThere) | None => "not there",
        };
        let (severity, owner, seen) = match (worst.get(&item), &evidence.launches) {
            (Some((finding, count)), _) => (
                finding.severity.word(),
                finding.owner.class().name(),
                format!("{count} pairs; first: {}", finding.what),
            ),
            (None, Some(note)) if item == Item::Launches => {
                (item.severity().word(), item.owner().class().name(), note.clone())
            }
            _ => ("", "", String::new()),
        };
        let _ = writeln!(
            text,
            "| {} | {word} | {severity} | {owner} | {} |",
            item.title(),
            cell(&seen)
        );
    }
    text
}

/// The pairs that are not equal, or not assembled.
fn pairs(evidence: &Evidence) -> String {
    let equal =
        evidence.pairs.iter().filter(|one| matches!(one.checked, Checked::Equal(_))).count();
    let asked = evidence.pairs.iter().filter_map(|one| one.machine.as_ref());
    let same = asked.clone().filter(|machine| machine.same).count();
    let mut text = format!(
        "\n## Pairs\n\n{equal} of {} equal as Tile IR; of {} whose machine code was compared, {same} \
         have the same.\n",
        evidence.pairs.len(),
        asked.count(),
    );
    let wanted = |one: &&Compared| {
        let is_fine = one.machine.as_ref().is_none_or(|machine| {
            machine.same && machine.reference.is_fine() && machine.generated.is_fine()
        });
        !matches!(one.checked, Checked::Equal(_)) || !is_fine
    };
    let list: Vec<&Compared> = evidence.pairs.iter().filter(wanted).collect();
    if list.is_empty() {
        return text;
    }
    text.push_str(
        "\n| function | signature | variant | dtypes | target | Tile IR | machine code |\n\
         | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for one in list.iter().take(LISTED) {
        let pair = &one.pair;
        let ir = match &one.checked {
            Checked::Equal(_) => "equal".to_owned(),
            Checked::Different { root, .. } => {
                let place =
                    root.place.as_ref().map_or_else(String::new, |place| format!(" ({place})"));
                format!("{}: {}{place}", root.item.title(), root.what)
            }
            Checked::Undecided(reason) => format!("not decided: {reason}"),
        };
        let machine = match &one.machine {
            None => "not compared".to_owned(),
            Some(machine) if machine.same => "same".to_owned(),
            Some(machine) => {
                let side = |name: &str, side: &Assembled| match side {
                    Assembled::Fine => None,
                    Assembled::Refused(message) => Some(format!("{name} refused: {message}")),
                    Assembled::Crashed(message) => Some(format!("{name} crashed: {message}")),
                };
                let sides =
                    [side("reference", &machine.reference), side("generated", &machine.generated)];
                let sides: Vec<String> = sides.into_iter().flatten().collect();
                if sides.is_empty() { "differs".to_owned() } else { sides.join("; ") }
            }
        };
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {} | {} | {} |",
            pair.function,
            pair.id,
            pair.variant,
            pair.dtypes,
            pair.target,
            cell(&ir),
            cell(&machine)
        );
    }
    if list.len() > LISTED {
        let _ = writeln!(text, "\n{} more.", list.len() - LISTED);
    }
    text
}

/// Text that stays in one cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// The text of `agent_c.md`.
pub fn summary(operator: &str, outcome: &Outcome) -> String {
    format!(
        "# Stage C of `{operator}`\n\n{}\n\nThe whole: `generated/diff_report.md`.\n\n{}",
        outcome.summary,
        outcome.render(Stage::C)
    )
}
