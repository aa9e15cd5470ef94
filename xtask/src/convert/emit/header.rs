//! The frame of the file: licence, origin, module, constants, signatures.

use super::function::Function;
use super::prologue::slot_name;
use crate::convert::holes::{EntryPlan, Slot};

/// The whole file.
pub fn file(plans: &[EntryPlan], entries: &str, uses_tileir: bool) -> String {
    let mut text = String::from("// SPDX-License-Identifier: MIT\n\n");
    let origins: Vec<_> = plans.iter().map(|plan| &plan.origin).collect();
    text.push_str("//! Device kernels, converted from Tile IR by tileport.\n");
    let mut described = Vec::new();
    for origin in origins {
        if origin.file.is_empty() || described.contains(&origin.file) {
            continue;
        }
        described.push(origin.file.clone());
        text.push_str(&format!(
            "//!\n//! From `{}`{}, SHA-256\n//! `{}`.\n",
            origin.file,
            release(&origin.version),
            origin.sha256
        ));
    }
    text.push_str("\n/// One entry for each structural variant of each Python kernel.\n");
    text.push_str("#[cutile::module]\npub mod kernels {\nuse cutile::core::*;\n");
    if uses_tileir {
        text.push_str("use cutile::tileir::*;\n");
    }
    text.push_str(&imports(entries));
    text.push('\n');
    for (name, value) in floats(plans) {
        text.push_str(&format!(
            "/// Replaced at launch by the value that Python was given.\nconst {name}: f64 = {};\n",
            constant(value)
        ));
    }
    text.push_str(&entries.replace("}\n///", "}\n\n///"));
    text.push_str("}\n");
    text
}

/// TileGym's version; nothing for a file of another producer.
fn release(version: &str) -> String {
    if version.is_empty() { String::new() } else { format!(" of TileGym {version}") }
}

/// The functions of the support module's parts.
const SUPPORT: [(&str, &str); 6] = [
    ("explicit::forms", include_str!("../../../../kernels/support/src/explicit.rs")),
    ("gather::ops", include_str!("../../../../kernels/support/src/gather.rs")),
    ("hinted::ops", include_str!("../../../../kernels/support/src/hinted.rs")),
    ("number::ops", include_str!("../../../../kernels/support/src/number.rs")),
    ("view::ops", include_str!("../../../../kernels/support/src/view.rs")),
    ("ops", include_str!("../../../../kernels/support/src/lib.rs")),
];

/// Whether the support module has a function.
#[cfg(test)]
pub fn is_supported(name: &str) -> bool {
    let declares =
        |source: &str| ["<", "("].iter().any(|end| source.contains(&format!("fn {name}{end}")));
    SUPPORT.iter().any(|(_, source)| declares(source))
}

/// The `use` of each part of the support module that the entries call.
fn imports(entries: &str) -> String {
    let called = |source: &str| {
        source.split("pub fn ").chain(source.split("pub unsafe fn ")).skip(1).any(|rest| {
            let name = rest.split(['<', '(']).next().unwrap_or_default();
            calls(entries, name)
        })
    };
    SUPPORT
        .iter()
        .filter(|(_, source)| called(source))
        .map(|(part, _)| format!("use tileport_support::{part}::*;\n"))
        .collect()
}

/// Whether a text calls a function of this name.
fn calls(text: &str, name: &str) -> bool {
    let call = format!("{name}(");
    !name.is_empty()
        && text.match_indices(&call).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
        })
}

/// A float as it is written in a constant; an infinity as a number beyond every type of tile.
fn constant(value: f64) -> String {
    let finite = if value.is_infinite() { 1.0e39_f64.copysign(value) } else { value };
    format!("{finite:?}")
}

fn floats(plans: &[EntryPlan]) -> Vec<(String, f64)> {
    let mut all: Vec<(String, f64)> = Vec::new();
    for (name, value) in plans.iter().flat_map(|plan| &plan.floats) {
        if !all.iter().any(|(other, _)| other == name) {
            all.push((name.clone(), *value));
        }
    }
    all
}

/// One entry: documentation, attributes, signature, body.
pub fn entry(plan: &EntryPlan, signature: &[String], hints: &str, function: &Function) -> String {
    let origin = &plan.origin;
    let mut text = String::new();
    if !origin.function.is_empty() {
        let lines = match origin.lines {
            [0, _] => String::new(),
            [first, last] => format!(", lines {first} to {last}"),
        };
        text.push_str(&format!(
            "/// `{}`{lines} of `{}`; structural variant `{}`.\n",
            origin.function, origin.file, plan.variant
        ));
        text.push_str(&generics_doc(plan));
    }
    text.push_str("/// # Safety\n/// Pointers, sizes and strides must describe live device arrays");
    text.push_str(" as the launcher was told.\n");
    text.push_str(&format!("#[cutile::entry(unchecked_accesses = true{hints})]\n"));
    let generics: Vec<String> = plan
        .generics
        .iter()
        .filter_map(|slot| match slot {
            Slot::Type(name) => Some(format!("{name}: ElementType")),
            Slot::Int(name) => Some(format!("const {name}: i32")),
            Slot::Float(_) => None,
        })
        .collect();
    let generics =
        if generics.is_empty() { String::new() } else { format!("<{}>", generics.join(", ")) };
    text.push_str(&format!("pub unsafe fn {}{generics}({}) {{\n", plan.name, signature.join(", ")));
    for line in function.shape_lines().iter().chain(&function.lines) {
        text.push_str(line);
        text.push('\n');
    }
    text.push_str("}\n");
    text
}

fn generics_doc(plan: &EntryPlan) -> String {
    let names: Vec<String> = plan
        .generics
        .iter()
        .filter(|slot| !matches!(slot, Slot::Float(_)))
        .map(|slot| format!("`{}`", slot_name(slot)))
        .collect();
    if names.is_empty() {
        return String::new();
    }
    format!("///\n/// Generic over {}.\n", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_rust_whatever_their_value() {
        assert_eq!(constant(-1e30), "-1e30");
        assert_eq!(constant(f64::NEG_INFINITY), "-1e39");
    }

    #[test]
    fn parts_that_are_called_are_imported() {
        assert_eq!(
            imports("let x = gather_row(a, 0, b);"),
            "use tileport_support::gather::ops::*;\n"
        );
        assert_eq!(imports("let x = end_block();"), "use tileport_support::explicit::forms::*;\n");
        assert_eq!(imports("let x = my_gather(a); upload(b)"), "");
        let both = imports("unsafe { store(x, [0i32], splat(y, shape![1])) };");
        assert_eq!(both, "use tileport_support::view::ops::*;\nuse tileport_support::ops::*;\n");
    }
}
