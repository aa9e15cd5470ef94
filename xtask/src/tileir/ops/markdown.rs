//! The table as Markdown, for `docs/tile-ir.md`.

use std::fmt::Write as _;

use super::{Arity, Layout, Op, Presence, Results, TABLE, Version};

/// All rows as a table.
pub fn table() -> String {
    let mut text = String::from(
        "| operation | code | since | results | operands | attributes | cuTile Python | cutile-rs 0.5.0 | \
         limit there |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for op in TABLE.iter() {
        let _ = writeln!(
            text,
            "| `{}` | 0x{:02X} | {} | {} | {} | {} | {} | {} | {} |",
            op.name,
            op.opcode.as_u16(),
            op.since,
            match op.results {
                Results::Fixed(count) => count.to_string(),
                Results::Counted => "counted".to_owned(),
            },
            operands(op),
            attributes(op),
            cell(op.python),
            cell(op.rust),
            cell(op.limit),
        );
    }
    text
}

/// Operand groups: `?` for one that may be absent, `*` for any number; `#` before them where one
/// count stands for all.
fn operands(op: &Op) -> String {
    let names: Vec<String> = op
        .operands
        .iter()
        .map(|operand| match operand.arity {
            Arity::One => operand.name.to_owned(),
            Arity::Optional(bit) => format!("{}?{bit}", operand.name),
            Arity::Many => format!("{}*", operand.name),
        })
        .collect();
    let count = if op.layout == Layout::Counted { "# " } else { "" };
    let regions = match op.regions {
        0 => String::new(),
        count => format!(" + {count} regions"),
    };
    format!("{count}{}{regions}", names.join(", "))
}

/// Attributes: the bit of the flags word after `?`, or after `=` where the bit is the attribute.
fn attributes(op: &Op) -> String {
    let mut texts: Vec<String> = op
        .flags
        .iter()
        .map(|since| match *since {
            Version::V13_1 => "flags".to_owned(),
            since => format!("flags ({since})"),
        })
        .collect();
    texts.extend(op.attributes.iter().map(|attr| {
        let bit = match attr.presence {
            Presence::Always => String::new(),
            Presence::Bit(bit) => format!("?{bit}"),
            Presence::Unit(bit) => format!("={bit}"),
        };
        let since = if attr.since > op.since && attr.since > Version::V13_1 {
            format!(" ({})", attr.since)
        } else {
            String::new()
        };
        format!("{}{bit}{since}", attr.name)
    }));
    texts.join(", ")
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
