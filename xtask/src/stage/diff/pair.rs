//! One reference module and the one generated for it, compared item by item.

use std::collections::BTreeMap;

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::Module;

use super::census;
use super::checklist::{Finding, Item, Owner};
use crate::tileir::Locations;
use crate::tileir::compare::{self, About, Comparison, Difference, Explanation};
use crate::tileir::normal::graph::{Leaf, Node};

/// The greatest divisor that cuTile's launcher states: elements of a stride or shape, bytes of a pointer.
pub const DIVISOR_CAP: u64 = 16;

/// Facts of one item that are spelled out; the rest is counted.
const SHOWN: usize = 3;

/// What became of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Neither module has anything that it looks at.
    NotThere,
    /// Both have the same.
    Same,
    /// They differ.
    Differs,
}

/// The first difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    /// The item that it belongs to.
    pub item: Item,
    /// What differs.
    pub what: String,
    /// The Python line of the operation, if one is known.
    pub place: Option<String>,
}

/// A comparison by items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Checked {
    /// The modules mean the same.
    Equal(BTreeMap<Item, Status>),
    /// They do not, or it is not seen that they do.
    Different {
        /// Each item.
        items: BTreeMap<Item, Status>,
        /// Those that differ, the heaviest first.
        findings: Vec<Finding>,
        /// The first difference.
        root: Root,
    },
    /// One of them holds something that is not understood.
    Undecided(String),
}

/// Compares a generated module with its reference, for a target.
pub fn check(
    reference: (&Module, &Locations),
    candidate: &Module,
    target: Option<&str>,
) -> Checked {
    let options = compare::Options { target: target.map(str::to_owned) };
    let explained = compare::explain(reference.0, candidate, &options);
    let [ours, theirs] = census::both([reference.0, candidate], &explained, target);
    let there = |item: &Item| {
        let status =
            if ours.has(*item) || theirs.has(*item) { Status::Same } else { Status::NotThere };
        (*item, status)
    };
    let mut items: BTreeMap<Item, Status> = Item::ALL.iter().map(there).collect();
    items.insert(Item::Parameters, Status::Same);
    let differences = match &explained.comparison {
        Comparison::Equal => return Checked::Equal(items),
        Comparison::Unknown(reason) => return Checked::Undecided(reason.clone()),
        Comparison::Different { differences, .. } => differences,
    };
    let mut findings: BTreeMap<(Item, Owner), Vec<String>> = BTreeMap::new();
    for difference in differences {
        if let Some((item, owner)) = classify(difference, reference.0, candidate, &explained) {
            findings.entry((item, owner)).or_default().push(difference.to_string());
        }
    }
    for (item, facts) in ours.differences(&theirs) {
        findings.entry((item, item.owner())).or_default().extend(facts);
    }
    if findings.is_empty() {
        // The same operations, wired otherwise.
        let is_carried = |difference: &Difference| matches!(&difference.about, About::Operand(name) if name.starts_with("initValues"));
        let is_order = differences.iter().any(is_carried);
        let item = if is_order { Item::Carried } else { Item::Arithmetic };
        let text = differences.iter().map(ToString::to_string).collect();
        findings.insert((item, item.owner()), text);
    }
    let mut list: Vec<Finding> = findings
        .into_iter()
        .map(|((item, owner), mut texts)| {
            let more = texts.len().saturating_sub(SHOWN);
            texts.truncate(SHOWN);
            let more = if more > 0 { format!("; {more} more") } else { String::new() };
            Finding { owner, ..Finding::new(item, texts.join("; ") + &more) }
        })
        .collect();
    list.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    for finding in &list {
        items.insert(finding.item, Status::Differs);
    }
    let first = &differences[0];
    let item = classify(first, reference.0, candidate, &explained).map(|(item, _)| item);
    let root = Root {
        item: item.unwrap_or(list[0].item),
        what: first.to_string(),
        place: first
            .reference
            .and_then(|op| reference.1.of(op))
            .filter(|place| place.file.is_some())
            .map(|place| short(&place.label())),
    };
    Checked::Different { items, findings: list, root }
}

/// The item that a difference belongs to, and who owns it; none where only the census can tell.
fn classify(
    difference: &Difference,
    reference: &Module,
    candidate: &Module,
    explained: &Explanation,
) -> Option<(Item, Owner)> {
    let opcode = difference
        .reference
        .map(|op| reference.op(op).opcode)
        .or_else(|| difference.candidate.map(|op| candidate.op(op).opcode));
    let is_control = matches!(opcode, Some(Opcode::For | Opcode::Loop | Opcode::If));
    let item = match &difference.about {
        About::Effect if is_control => Item::Loops,
        About::Effect => Item::MemoryFamily,
        About::Attribute(name) if name == "optimization_hints" => match opcode {
            Some(Opcode::Entry) => Item::Hints,
            _ => Item::Latency,
        },
        About::Attribute(_) if opcode == Some(Opcode::Entry) => Item::Parameters,
        About::Attribute(_) if is_control => Item::Loops,
        About::Attribute(_) => Item::MemoryFamily,
        About::Operand(name) => operand(name, opcode)?,
        About::Fact(node, divisors) => {
            let is_parameter =
                matches!(explained.graph.node(*node), Node::Leaf(Leaf::Parameter(_), _));
            let is_beyond = divisors[1] > DIVISOR_CAP && divisors[1] > divisors[0];
            let item = if is_beyond { Item::DivisorCap } else { Item::Assumes };
            // What is assumed of a parameter is what the launch was told of the argument.
            let owner = if is_parameter || is_beyond { Owner::Host } else { Owner::Kernel };
            return Some((item, owner));
        }
        About::Results if is_control => Item::Carried,
        About::Results => Item::Shapes,
        About::Parameters => Item::Parameters,
        About::Control => Item::Loops,
        About::Globals => Item::Constants,
    };
    Some((item, item.owner()))
}

/// The item of an operand that differs.
fn operand(name: &str, opcode: Option<Opcode>) -> Option<Item> {
    match (opcode, name.split('[').next().unwrap_or(name)) {
        (_, "token" | "tokens") => Some(Item::Tokens),
        (_, "paddingValue") => Some(Item::Padding),
        (Some(Opcode::For), "lowerBound" | "upperBound" | "step") => Some(Item::Loops),
        _ => None,
    }
}

/// A place below the package, without the folder that it was captured in.
pub fn short(label: &str) -> String {
    label.rfind("tilegym/").map_or_else(|| label.to_owned(), |start| label[start..].to_owned())
}
