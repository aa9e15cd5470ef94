//! Whether the wrapper that is wired in the build folder declares the functions as staged.

use anyhow::Result;
use serde_json::Value;

use super::{Finding, finding};
use crate::stage::host::manifest_entry;
use crate::workspace::Workspace;

/// Compares the C declarations of the wired manifest with those of the staged contract. Where nothing
/// is wired, nothing can have drifted.
pub(super) fn drift(
    workspace: &Workspace,
    staged: &Workspace,
    operator: &str,
) -> Result<Vec<Finding>> {
    let path = workspace.target().join("tilegym/tilegym/tileport_rs/manifest.json");
    let Ok(text) = std::fs::read_to_string(&path) else { return Ok(Vec::new()) };
    let Ok(manifest) = serde_json::from_str::<Value>(&text) else { return Ok(Vec::new()) };
    let wired = &manifest["operators"][operator]["functions"];
    let Ok(contract) = std::fs::read_to_string(staged.crate_of(operator).contract()) else {
        return Ok(Vec::new());
    };
    let Ok(contract) = serde_json::from_str(&contract) else { return Ok(Vec::new()) };
    let fresh = manifest_entry(&contract, |_| String::new(), "");
    Ok(drifted(wired, &fresh["functions"])
        .map(|function| {
            let message = format!(
                "the wired wrapper declares {function} in another way than src/contract.json; run \
                 `cargo xtask wire {operator}`"
            );
            vec![finding(operator, "abi", message)]
        })
        .unwrap_or_default())
}

/// The first function that both have and declare in different ways.
fn drifted(wired: &Value, fresh: &Value) -> Option<String> {
    let wired = wired.as_object()?;
    fresh.as_object()?.iter().find_map(|(name, function)| {
        let old = wired.get(name)?;
        let same = ["declaration", "params"].iter().all(|key| old[key] == function[key]);
        (!same).then(|| name.clone())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn d22_another_declaration_is_drift_and_a_new_function_is_not() {
        let wired = json!({"f": {"declaration": "int32_t f(int64_t n);", "params": []}});
        let same = json!({"f": {"declaration": "int32_t f(int64_t n);", "params": []}, "g": {}});
        assert_eq!(drifted(&wired, &same), None);
        let wider = json!({"f": {"declaration": "int32_t f(double n);", "params": []}});
        assert_eq!(drifted(&wired, &wider).as_deref(), Some("f"));
        assert_eq!(drifted(&Value::Null, &same), None);
    }
}
