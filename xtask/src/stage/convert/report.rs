//! What stage B says: `reports/build_log.md` and `reports/agent_b.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::json;
use tileport_contract::{Condition, Expr, Fact, FloatExpr, ParamKind};

use super::conversion::Conversion;
use super::prove::Row;
use crate::pipeline::verdict::Outcome;

/// A program that was run.
pub struct Ran {
    /// The command line, paths relative to the repository.
    pub command: String,
    /// How it ended.
    pub exit: i32,
    /// What it printed that matters: nothing where it succeeded.
    pub output: String,
}

/// The text of `build_log.md`.
pub fn build_log(operator: &str, ran: &[Ran], rows: &[Row]) -> String {
    let mut text = format!("# Build log of `{operator}`\n");
    for one in ran {
        let _ = write!(text, "\n## `{}`\n\nexit={}\n", one.command, one.exit);
        if !one.output.is_empty() {
            let _ = write!(text, "\n```\n{}\n```\n", one.output.trim_end());
        }
    }
    text.push_str("\n## Signatures compiled back\n\n");
    let built = rows.iter().filter(|row| row.built).count();
    let _ = writeln!(text, "{built} of {} compile.", rows.len());
    for row in rows {
        if let Some(reason) = &row.reason {
            let _ = writeln!(text, "\n- `{}` {} ({}): {reason}", row.function, row.id, row.variant);
        }
    }
    text
}

/// The text of `agent_b.md`.
pub fn summary(conversion: &Conversion, rows: &[Row], outcome: &Outcome) -> String {
    let Conversion { contract, notes, .. } = conversion;
    let mut text = format!(
        "# Stage B of `{}`\n\n{}\n\n## Host launch contract\n\n\
         A launch states each parameter as the table says; `src/contract.json` chooses the entry and its \
         generics from what cuTile's launcher would infer of the arguments. The first entry whose \
         conditions hold is launched; without one the launch is refused.\n",
        contract.operator, outcome.summary
    );
    for (place, (function, notes)) in contract.functions.iter().zip(notes).enumerate() {
        let written = conversion.written(place);
        let _ = write!(
            text,
            "\n### `{}` as `{}`\n\n| parameter | passed as |\n| --- | --- |\n",
            function.name, function.symbol
        );
        for param in &function.params {
            let _ = writeln!(text, "| `{}` | {} |", param.name, kind(param.kind));
        }
        let name = |param: usize| function.params[param].name.as_str();
        for ((entry, note), written) in function.entries.iter().zip(notes).zip(written) {
            let _ = write!(
                text,
                "\n#### `{}`\n\nVariant {}, from {} signatures.",
                entry.name, entry.variant, note.signatures
            );
            if !entry.covers.is_empty() {
                let _ = write!(
                    text,
                    " Serves the signatures of {} too, with their machine code.",
                    entry.covers.join(", ")
                );
            }
            let left_out = note.agreement;
            if left_out.right + left_out.refused + left_out.wrong > 0 {
                let _ = write!(
                    text,
                    " Signatures predicted from the others: {} right, {} refused, {} wrong.",
                    left_out.right, left_out.refused, left_out.wrong
                );
            }
            let _ = write!(
                text,
                " {} lines, written in style {}.",
                written.text.lines, written.text.rung
            );
            for (rung, left) in written.left.iter().enumerate() {
                let _ = write!(text, "\n- Not in style {rung}: {left}");
            }
            text.push_str("\n\nServes launches where\n\n");
            for condition in &entry.when {
                let _ = writeln!(text, "- {}", when(condition, &name));
            }
            if !entry.generics.is_empty() {
                text.push_str("\n| generic | value |\n| --- | --- |\n");
            }
            for generic in &entry.generics {
                let _ = writeln!(text, "| `{}` | {} |", generic.name, expr(&generic.value, &name));
            }
            if !entry.consts.is_empty() {
                text.push_str("\n| constant | type | value |\n| --- | --- | --- |\n");
            }
            for constant in &entry.consts {
                let _ = writeln!(
                    text,
                    "| `{}` | `{}` | {} |",
                    constant.name,
                    constant.ty,
                    float(&constant.value, &name)
                );
            }
            for one in &note.ambiguous {
                let _ = writeln!(
                    text,
                    "\nMust agree at launch, because the signatures do not tell them apart: {one}."
                );
            }
            for one in &note.tables {
                let _ =
                    writeln!(text, "\n`{one}` is known only for the values that were captured.");
            }
        }
    }
    text.push_str("\n## Proof\n\n| function | variant | dtypes | signatures | IR equal | `.text` identical |\n| --- | --- | --- | --- | --- | --- |\n");
    for ((function, variant, dtypes), rows) in grouped(rows) {
        let equal = rows.iter().filter(|row| row.ir_equal).count();
        let _ = writeln!(
            text,
            "| `{function}` | {variant} | {dtypes} | {} | {equal} | {} |",
            rows.len(),
            identical(&rows)
        );
    }
    let _ = write!(text, "\n{}", outcome.render(crate::pipeline::verdict::Stage::B));
    text
}

/// By target, how many of the rows have the same machine code.
fn identical(rows: &[&Row]) -> String {
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for (target, same) in rows.iter().flat_map(|row| &row.text_identical) {
        let count = counts.entry(target).or_default();
        count[0] += usize::from(*same);
        count[1] += 1;
    }
    let texts: Vec<String> =
        counts.iter().map(|(target, [same, all])| format!("{target} {same} of {all}")).collect();
    texts.join(", ")
}

type Group<'r> = (&'r str, &'r str, &'r str);

/// Rows by function, variant and dtypes.
fn grouped(rows: &[Row]) -> BTreeMap<Group<'_>, Vec<&Row>> {
    let mut groups: BTreeMap<Group<'_>, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        groups.entry((&row.function, &row.variant, &row.dtypes)).or_default().push(row);
    }
    groups
}

/// The `variants` of the summary event: by function, variant and dtypes, whether all signatures are
/// equal.
pub fn variants(rows: &[Row]) -> serde_json::Value {
    let one = |((function, variant, dtypes), rows): (Group<'_>, Vec<&Row>)| {
        let mut text: BTreeMap<&str, bool> = BTreeMap::new();
        for (target, same) in rows.iter().flat_map(|row| &row.text_identical) {
            *text.entry(target).or_insert(true) &= same;
        }
        json!({
            "function": function,
            "variant": variant,
            "dtype": dtypes,
            "signatures": rows.len(),
            "ir_equal": rows.iter().all(|row| row.ir_equal),
            "text_identical": text,
        })
    };
    grouped(rows).into_iter().map(one).collect()
}

fn kind(kind: ParamKind) -> &'static str {
    match kind {
        ParamKind::Tensor => "tensor descriptor, null for `None`",
        ParamKind::List => "descriptors and their count",
        ParamKind::Int => "run-time integer",
        ParamKind::Float => "run-time float",
        ParamKind::Bool => "run-time bool",
        ParamKind::ConstInt => "compile-time integer or bool",
        ParamKind::ConstFloat => "compile-time float",
        ParamKind::ConstFixed => "not passed: one value in all signatures",
    }
}

type Name<'a> = &'a dyn Fn(usize) -> &'a str;

fn fact(of: &Fact, name: Name<'_>) -> String {
    match *of {
        Fact::Constant { param } | Fact::ConstantFloat { param } => format!("`{}`", name(param)),
        Fact::Dtype { param } => format!("dtype of `{}`", name(param)),
        Fact::Rank { param } => format!("rank of `{}`", name(param)),
        Fact::BaseDivisor { param } => format!("alignment of `{}`", name(param)),
        Fact::ShapeDivisor { param, axis } => format!("divisor of `{}.shape[{axis}]`", name(param)),
        Fact::StrideDivisor { param, axis } => {
            format!("divisor of `{}.stride[{axis}]`", name(param))
        }
        Fact::ShapeConstant { param, axis } => format!("constant `{}.shape[{axis}]`", name(param)),
        Fact::StrideConstant { param, axis } => {
            format!("constant `{}.stride[{axis}]`", name(param))
        }
        Fact::MayAlias { param } => format!("overlap within `{}`", name(param)),
        Fact::Target => "target".to_owned(),
        Fact::NumCtas => "`num_ctas`".to_owned(),
        Fact::Occupancy => "`occupancy`".to_owned(),
    }
}

fn expr(of: &Expr, name: Name<'_>) -> String {
    let join = |args: &[Expr], with: &str| {
        args.iter().map(|arg| expr(arg, name)).collect::<Vec<_>>().join(with)
    };
    match of {
        Expr::Literal { value } => value.to_string(),
        Expr::Fact { of } => fact(of, name),
        Expr::Add { args } => join(args, " + "),
        Expr::Mul { args } => join(args, " × "),
        Expr::FloorDiv { left, right } => format!("⌊{} / {}⌋", expr(left, name), expr(right, name)),
        Expr::CeilDiv { left, right } => format!("⌈{} / {}⌉", expr(left, name), expr(right, name)),
        Expr::NextPow2 { of } => format!("next power of two of {}", expr(of, name)),
        Expr::Table { keys, rows } => table(keys, rows.len(), name),
    }
}

fn table(keys: &[Fact], rows: usize, name: Name<'_>) -> String {
    let keys: Vec<String> = keys.iter().map(|key| fact(key, name)).collect();
    format!("by {}, {rows} values", keys.join(", "))
}

fn float(of: &FloatExpr, name: Name<'_>) -> String {
    match of {
        FloatExpr::Literal { value } => value.to_string(),
        FloatExpr::Fact { of } => fact(of, name),
        FloatExpr::Int { of } => expr(of, name),
        FloatExpr::Add { left, right } => {
            format!("({} + {})", float(left, name), float(right, name))
        }
        FloatExpr::Mul { left, right } => {
            format!("({} × {})", float(left, name), float(right, name))
        }
        FloatExpr::Div { left, right } => {
            format!("({} / {})", float(left, name), float(right, name))
        }
        FloatExpr::Neg { of } => format!("-{}", float(of, name)),
        FloatExpr::Below { of, at, left, right } => {
            let (left, right) = (float(left, name), float(right, name));
            format!("{left} where {} < {at}, else {right}", fact(of, name))
        }
        FloatExpr::Table { keys, rows } => table(keys, rows.len(), name),
    }
}

fn when(condition: &Condition, name: Name<'_>) -> String {
    match condition {
        Condition::OneOf { of, values } => {
            let values: Vec<String> = values.iter().map(value).collect();
            format!("{} is {}", fact(of, name), values.join(" or "))
        }
        Condition::Compare { left, op, right } => {
            let op = match op.as_str() {
                "eq" => "=",
                "ne" => "≠",
                "lt" => "<",
                "le" => "≤",
                "gt" => ">",
                "ge" => "≥",
                other => other,
            };
            format!("{} {op} {}", expr(left, name), expr(right, name))
        }
        Condition::Bound { of, op, value } => {
            let op = match op.as_str() {
                "lt" => "<",
                "gt" => ">",
                _ => "≠",
            };
            format!("{} {op} {value}", fact(of, name))
        }
        Condition::Any { groups } => {
            let group = |group: &Vec<Condition>| {
                group.iter().map(|one| when(one, name)).collect::<Vec<_>>().join(" and ")
            };
            groups.iter().map(group).collect::<Vec<_>>().join("; or ")
        }
    }
}

fn value(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => text.clone(),
        value if *value == json!(-1) => "none".to_owned(),
        value => value.to_string(),
    }
}
