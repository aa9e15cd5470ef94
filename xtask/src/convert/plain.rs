//! A plan for one module by itself: nothing generic, parameters named after what they are.
//!
//! Serves bytecode from anywhere: a folder of modules, a file of another producer.

use std::sync::Arc;

use cutile_ir::Module;
use cutile_ir::ir::{Attribute, TileElementType, Type};

use super::holes::{EntryParam, EntryPlan, Holes, Origin, ParamFacts, Role};

/// The plan that writes a module as it is; `None` for one without an entry.
///
/// `name` is the Rust function's, `python` the names of the Python parameters where they are known.
pub fn plan(module: &Module, name: &str, python: &[String]) -> Option<EntryPlan> {
    let &entry = module.functions.first()?;
    let region = *module.op(entry).regions.first()?;
    let block = *module.region(region).blocks.first()?;
    let pointers: Vec<bool> =
        module.block(block).args.iter().map(|(_, ty)| is_pointer(ty)).collect();
    let symbol = module.op(entry).attributes.iter().find_map(|(key, value)| match value {
        Attribute::String(text) if key == "sym_name" => Some(text.as_str()),
        _ => None,
    });
    let roles = symbol
        .and_then(|symbol| roles_of_symbol(symbol, pointers.len()))
        .unwrap_or_else(|| scalars(&pointers));
    let params = roles
        .into_iter()
        .map(|(index, role)| EntryParam {
            python: (index, python.get(index).cloned().unwrap_or_else(|| format!("arg{index}"))),
            role,
            facts: ParamFacts::default(),
        })
        .collect();
    Some(EntryPlan {
        name: name.to_owned(),
        variant: "v0".to_owned(),
        module: module.clone(),
        holes: Holes::default(),
        params,
        arrays: Vec::new(),
        generics: Vec::new(),
        floats: Vec::new(),
        origin: Origin::default(),
        assigned: Arc::default(),
    })
}

fn is_pointer(ty: &Type) -> bool {
    matches!(ty.without_pointer_attribute(),
        Type::Tile(tile) if matches!(tile.element_type, TileElementType::Pointer(_)))
}

/// Every parameter by itself.
fn scalars(pointers: &[bool]) -> Vec<(usize, Role)> {
    let role = |(index, &pointer)| (index, if pointer { Role::Pointer } else { Role::Scalar });
    pointers.iter().enumerate().map(role).collect()
}

/// Roles from cuTile Python's mangled symbol: `_A2bf16` an array of rank 2, `_Sf32` a scalar,
/// `_L` a list. `None` where that does not add up to the parameters that there are.
fn roles_of_symbol(symbol: &str, count: usize) -> Option<Vec<(usize, Role)>> {
    let mut roles = Vec::new();
    let mut index = 0;
    let bytes = symbol.as_bytes();
    for at in 0..bytes.len().saturating_sub(2) {
        if bytes[at] != b'_' {
            continue;
        }
        match (bytes[at + 1], bytes[at + 2]) {
            (b'A', rank @ b'1'..=b'9') if bytes.get(at + 3).is_some_and(u8::is_ascii_lowercase) => {
                let rank = usize::from(rank - b'0');
                roles.push((index, Role::Pointer));
                roles.extend((0..rank).map(|axis| (index, Role::Size(axis))));
                roles.extend((0..rank).map(|axis| (index, Role::Stride(axis))));
                index += 1;
            }
            (b'S', letter) if letter.is_ascii_lowercase() => {
                roles.push((index, Role::Scalar));
                index += 1;
            }
            (b'L', letter) if letter.is_ascii_uppercase() || letter.is_ascii_digit() => {
                roles.push((index, Role::Pointer));
                roles.push((index, Role::Length));
                index += 1;
            }
            _ => {}
        }
    }
    (roles.len() == count).then_some(roles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_follow_the_symbol() {
        let roles = roles_of_symbol("kernel_A2bf16_t_Sf32_x", 6).unwrap();
        assert_eq!(roles[0], (0, Role::Pointer));
        assert_eq!(roles[2], (0, Role::Size(1)));
        assert_eq!(roles[4], (0, Role::Stride(1)));
        assert_eq!(roles[5], (1, Role::Scalar));
        assert_eq!(roles_of_symbol("kernel_A2bf16", 4), None);
    }
}
