//! Attributes in a form in which equal text means equal meaning.

use cutile_ir::ir::{Attribute, Operation, OptimizationHints};

use crate::tileir::ops::{self, AttrKind, Presence, Version};

/// The attributes of an operation by name, sorted; what says nothing is left out.
///
/// A hint under the target's own name counts as one under `default` where there is only one of them.
pub fn of(operation: &Operation, target: Option<&str>) -> Vec<(String, String)> {
    let row = ops::by_opcode(operation.opcode);
    let mut texts = Vec::new();
    for (name, attribute) in &operation.attributes {
        if name == "operandSegmentSizes" {
            continue;
        }
        let known = row.attributes.iter().find(|attr| attr.name == name);
        let text = match (known.map(|attr| (attr.kind, attr.presence)), attribute) {
            (_, Attribute::OptimizationHints(list)) => hints(list, target),
            (Some((_, Presence::Unit(_))), attribute) => unit(name, attribute),
            (Some((AttrKind::DenseBool, _)), Attribute::Array(items))
                if items.iter().all(|item| *item == Attribute::Bool(false)) =>
            {
                None
            }
            (Some((AttrKind::Int | AttrKind::Enum(_), _)), Attribute::Integer(number, _)) => {
                Some(number.to_string())
            }
            (_, attribute) => Some(text(attribute)),
        };
        texts.extend(text.map(|text| (name.clone(), text)));
    }
    for attr in row.attributes {
        // A module may leave out what an older version has no field for.
        let has_default = attr.presence == Presence::Always
            && attr.since > Version::V13_1
            && attr.kind != AttrKind::DenseBool;
        if has_default && !texts.iter().any(|(name, _)| name == attr.name) {
            texts.push((attr.name.to_owned(), attr.default.to_string()));
        }
    }
    texts.sort();
    texts
}

/// A flag. The writer of cutile-ir sets three of them wherever the attribute is there at all.
fn unit(name: &str, attribute: &Attribute) -> Option<String> {
    let is_set = match attribute {
        _ if ["flush_to_zero", "propagate_nan", "unsigned_cmp"].contains(&name) => true,
        Attribute::Bool(flag) => *flag,
        Attribute::Integer(number, _) => *number != 0,
        _ => true,
    };
    is_set.then(|| "true".to_owned())
}

/// Hints by target; none where they say nothing.
pub fn hints(hints: &OptimizationHints, target: Option<&str>) -> Option<String> {
    let has_default =
        hints.entries.iter().any(|(key, items)| key == "default" && !items.is_empty());
    let mut entries: Vec<String> = hints
        .entries
        .iter()
        .filter(|(_, items)| !items.is_empty())
        .map(|(key, items)| {
            let is_ours = !has_default && target == Some(key.as_str());
            let key = if is_ours { "default" } else { key.as_str() };
            format!("{key} = {}", dictionary(items))
        })
        .collect();
    entries.sort();
    (!entries.is_empty()).then(|| entries.join(", "))
}

fn dictionary(items: &[(String, Attribute)]) -> String {
    let mut items: Vec<String> =
        items.iter().map(|(key, value)| format!("{key} = {}", text(value))).collect();
    items.sort();
    format!("{{{}}}", items.join(", "))
}

/// An attribute without loss: floats by their bits, types spelled out.
pub fn text(attribute: &Attribute) -> String {
    match attribute {
        Attribute::Float(number, ty) => format!("0x{:016x} : {ty:?}", number.to_bits()),
        Attribute::Array(items) => {
            let items: Vec<String> = items.iter().map(text).collect();
            format!("[{}]", items.join(", "))
        }
        Attribute::Dictionary(items) => dictionary(items),
        Attribute::OptimizationHints(list) => hints(list, None).unwrap_or_default(),
        attribute => format!("{attribute:?}"),
    }
}
