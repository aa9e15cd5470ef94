//! Expressions as text, for differences.

use std::collections::HashMap;

use crate::tileir::normal::graph::{Graph, Label, Leaf, Node, NodeId};
use crate::tileir::normal::kind::is_commutative;
use crate::tileir::ops;

/// What labels are called: the matched operation and its number in the reference.
pub type Names = HashMap<Label, String>;

/// How deep an expression is spelled out.
const SHOWN: usize = 3;

/// The first place at which two expressions differ, as text.
pub fn witness(graph: &Graph, names: &Names, reference: NodeId, candidate: NodeId) -> String {
    let (mut a, mut b) = (reference, candidate);
    let mut steps = Vec::new();
    while let Some((step, next)) = descend(graph, a, b) {
        steps.push(step);
        (a, b) = next;
    }
    let within = if steps.is_empty() { String::new() } else { format!("in {}: ", steps.join("/")) };
    let (text_a, text_b) = (show(graph, names, a, SHOWN), show(graph, names, b, SHOWN));
    let types = if text_a == text_b {
        format!(" (of types {:?} and {:?})", graph.ty(a), graph.ty(b))
    } else {
        String::new()
    };
    format!("{within}{text_a} became {text_b}{types}")
}

/// The operands at which two otherwise equal nodes differ.
fn descend(graph: &Graph, a: NodeId, b: NodeId) -> Option<(String, (NodeId, NodeId))> {
    match (graph.node(a), graph.node(b)) {
        (Node::Op(x), Node::Op(y)) => {
            let is_same = x.opcode == y.opcode
                && x.attributes == y.attributes
                && x.groups == y.groups
                && x.types == y.types
                && x.result == y.result
                && x.place == y.place
                && x.operands.len() == y.operands.len();
            if !is_same {
                return None;
            }
            // Operands whose order has no meaning stand in the order of their nodes.
            let crossed = match (x.operands.as_slice(), y.operands.as_slice()) {
                ([p, q, ..], [r, s, ..]) if is_commutative(x.opcode) => match (p == s, q == r) {
                    (true, false) => Some((*q, *r)),
                    (false, true) => Some((*p, *s)),
                    _ => None,
                },
                _ => None,
            };
            if let Some(pair) = crossed {
                return Some((ops::by_opcode(x.opcode).name.to_owned(), pair));
            }
            let operands = x.operands.iter().zip(&y.operands);
            let regions = x.regions.iter().flatten().zip(y.regions.iter().flatten());
            let (left, right) = operands.chain(regions).find(|(left, right)| left != right)?;
            Some((ops::by_opcode(x.opcode).name.to_owned(), (*left, *right)))
        }
        (Node::Expand(x, map, ty), Node::Expand(y, other, other_ty))
            if map == other && ty == other_ty =>
        {
            Some(("broadcast".to_owned(), (*x, *y)))
        }
        (Node::Choice(label, x, p), Node::Choice(other, y, q)) if label == other => {
            Some(("if".to_owned(), if x == y { (*p, *q) } else { (*x, *y) }))
        }
        (Node::Assumed(x, facts, label), Node::Assumed(y, other, other_label))
            if facts == other && label == other_label =>
        {
            Some(("assume".to_owned(), (*x, *y)))
        }
        _ => None,
    }
}

/// An expression as text, down to a depth.
pub fn show(graph: &Graph, names: &Names, node: NodeId, depth: usize) -> String {
    let name = |label: &Label| names.get(label).cloned().unwrap_or_else(|| "?".to_owned());
    match graph.node(node) {
        Node::Leaf(Leaf::Parameter(index), _) => format!("parameter {index}"),
        Node::Leaf(Leaf::Carried(label, index), _) => {
            format!("argument {index} of {}", name(label))
        }
        Node::Leaf(Leaf::Result(label, index), _) => format!("result {index} of {}", name(label)),
        Node::Leaf(Leaf::Element(_, index), _) => format!("element {index}"),
        Node::Splat(bits, ty) => {
            format!("constant 0x{bits:x} : {}", cutile_ir::ir::format_type(ty))
        }
        Node::Dense(data, ty) => {
            format!("constant of {} bytes : {}", data.len(), cutile_ir::ir::format_type(ty))
        }
        _ if depth == 0 => "…".to_owned(),
        Node::Expand(source, _, ty) => {
            let source = show(graph, names, *source, depth - 1);
            format!("broadcast({source}) : {}", cutile_ir::ir::format_type(ty))
        }
        Node::Choice(label, then, otherwise) => format!(
            "{} ? {} : {}",
            name(label),
            show(graph, names, *then, depth - 1),
            show(graph, names, *otherwise, depth - 1)
        ),
        Node::Assumed(value, facts, _) => {
            format!("assume({}, {facts})", show(graph, names, *value, depth - 1))
        }
        Node::Op(op) => {
            let operands: Vec<String> =
                op.operands.iter().map(|operand| show(graph, names, *operand, depth - 1)).collect();
            let attributes: Vec<String> =
                op.attributes.iter().map(|(name, value)| format!(" {name}={value}")).collect();
            let result = if op.types.len() > 1 { format!("#{}", op.result) } else { String::new() };
            format!(
                "{}{result}({}){}",
                ops::by_opcode(op.opcode).name,
                operands.join(", "),
                attributes.concat()
            )
        }
    }
}
