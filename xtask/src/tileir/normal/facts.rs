//! What is assumed of a value: a set of facts, wherever the assumptions stand.

use std::collections::BTreeSet;

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::Attribute;

use super::attributes;
use super::graph::{Graph, Node, NodeId, Range};

/// The facts about one value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    /// The value is a multiple of this; 0 and 1 say nothing.
    divisor: u64,
    /// The greatest of the lower bounds.
    lower: Option<i64>,
    /// The least of the upper bounds.
    upper: Option<i64>,
    /// All others, as they are.
    others: BTreeSet<String>,
}

impl Facts {
    /// Adds what is assumed.
    pub fn add(&mut self, predicate: &Attribute) {
        match predicate {
            Attribute::DivBy(div) if div.divisor == 1 => {}
            Attribute::DivBy(div) if div.every.is_none() && div.along.is_none() => {
                match lcm(self.divisor.max(1), div.divisor) {
                    Some(divisor) => self.divisor = divisor,
                    None => {
                        self.others.insert(attributes::text(predicate));
                    }
                }
            }
            Attribute::Bounded(bounds) => {
                self.lower = self.lower.max(bounds.lb);
                self.upper = match (self.upper, bounds.ub) {
                    (Some(a), Some(b)) => Some(a.min(b)),
                    (a, b) => a.or(b),
                };
            }
            other => {
                self.others.insert(attributes::text(other));
            }
        }
    }

    /// Adds what others say of the same value.
    pub fn join(&mut self, others: &Self) {
        match lcm(self.divisor.max(1), others.divisor.max(1)) {
            Some(divisor) => self.divisor = divisor,
            None => {
                self.others.insert(format!("div_by<{}>", others.divisor));
            }
        }
        self.lower = self.lower.max(others.lower);
        self.upper = match (self.upper, others.upper) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        self.others.extend(others.others.iter().cloned());
    }

    /// Drops what holds of a node by what it is: block ids and grid sizes are not negative, and the
    /// counter of a loop lies within the loop's bounds.
    pub fn drop_known(&mut self, graph: &Graph, number: NodeId) {
        let known = match graph.node(number) {
            Node::Op(op)
                if matches!(op.opcode, Opcode::GetTileBlockId | Opcode::GetNumTileBlocks) =>
            {
                Range { lower: Some(0), upper: None }
            }
            _ => graph.range(number),
        };
        if self.lower.is_some_and(|lower| known.lower.is_some_and(|known| lower <= known)) {
            self.lower = None;
        }
        if self.upper.is_some_and(|upper| known.upper.is_some_and(|known| upper >= known)) {
            self.upper = None;
        }
    }

    /// The value is a multiple of this; at most 1 says nothing.
    pub fn divisor(&self) -> u64 {
        self.divisor
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.divisor <= 1 && self.lower.is_none() && self.upper.is_none() && self.others.is_empty()
    }

    /// The facts as text.
    pub fn text(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        if self.divisor > 1 {
            parts.push(format!("div_by<{}>", self.divisor));
        }
        if self.lower.is_some() || self.upper.is_some() {
            let bound = |bound: Option<i64>| bound.map_or("?".to_owned(), |b| b.to_string());
            parts.push(format!("bounded<{}, {}>", bound(self.lower), bound(self.upper)));
        }
        parts.extend(self.others.iter().cloned());
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
    }
}

fn lcm(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    // `div_by<0>` is kept as it is.
    if x == 0 || b == 0 { None } else { (a / x).checked_mul(b) }
}

#[cfg(test)]
mod tests {
    use cutile_ir::ir::{Bounded, DivBy};

    use super::*;

    fn div(divisor: u64) -> Attribute {
        Attribute::DivBy(DivBy { divisor, every: None, along: None })
    }

    #[test]
    fn repeated_facts_are_one_and_div_by_1_is_none() {
        let mut facts = Facts::default();
        facts.add(&div(1));
        assert!(facts.is_empty());
        facts.add(&div(8));
        facts.add(&div(16));
        facts.add(&div(8));
        facts.add(&Attribute::Bounded(Bounded { lb: Some(0), ub: None }));
        facts.add(&Attribute::Bounded(Bounded { lb: Some(-1), ub: Some(9) }));
        assert_eq!(facts.text(), "div_by<16>, bounded<0, 9>");
    }

    #[test]
    fn d08_every_divisor_counts() {
        let (mut first, mut second) = (Facts::default(), Facts::default());
        first.add(&div(16));
        second.add(&div(32));
        assert_ne!(first, second);
    }

    #[test]
    fn facts_along_an_axis_are_kept_apart() {
        let along = Attribute::DivBy(DivBy { divisor: 16, every: Some(1), along: Some(0) });
        let (mut first, mut second) = (Facts::default(), Facts::default());
        first.add(&along);
        second.add(&div(16));
        assert_ne!(first, second);
    }
}
