//! The toolkit's Python and the packages in it.

use std::collections::BTreeMap;
use std::process::Command;

use super::{Fault, Row, Surroundings, fault};
use crate::pipeline::verdict::Stage::{A, B, D, E, F};

const FIX: &str = "run `cargo xtask setup`";
/// Packages that the stages import or read; their versions are those of the lock file.
const PACKAGES: [&str; 6] = ["torch", "cuda-tile", "tilegym", "numpy", "cffi", "pytest"];

pub(super) fn rows(surroundings: &Surroundings) -> Vec<Row> {
    let stages = [A, D, E, F];
    let answer = ask(surroundings);
    let mut rows = vec![Row::new("toolkit", &[A, B, D], toolkit(surroundings))];
    match answer {
        Err(fault) => rows.push(Row::new("python", &stages, Err(fault))),
        Ok(mut found) => {
            let python = found.remove("python").flatten().unwrap_or_default();
            rows.push(Row::new("python", &stages, Ok(python)));
            for package in PACKAGES {
                let version = found.remove(package).flatten();
                let version = version.ok_or_else(|| fault("not installed", FIX));
                let version = version.and_then(|version| pinned(surroundings, package, version));
                rows.push(Row::new(package, &stages, version));
            }
        }
    }
    rows
}

fn toolkit(surroundings: &Surroundings) -> Result<String, Fault> {
    match surroundings.toolkit.missing() {
        None => Ok(surroundings.toolkit.venv().display().to_string()),
        Some(path) => Err(fault(format!("{} is missing", path.display()), FIX)),
    }
}

/// A version that the lock files name is kept exactly; torch may be the user's own.
fn pinned(surroundings: &Surroundings, package: &str, version: String) -> Result<String, Fault> {
    if package == "torch" {
        return Ok(version);
    }
    for lock in ["requirements.lock", "requirements-tilegym.lock"] {
        let path = surroundings.workspace.root().join("python").join(lock);
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let wanted = text.lines().find_map(|line| {
            line.strip_prefix(package)?.strip_prefix("==")?.split_whitespace().next()
        });
        if let Some(wanted) = wanted.filter(|wanted| *wanted != version) {
            return Err(fault(format!("{version}; python/{lock} pins {wanted}"), FIX));
        }
    }
    Ok(version)
}

/// Versions by package, asked of the interpreter without importing anything heavy.
fn ask(surroundings: &Surroundings) -> Result<BTreeMap<String, Option<String>>, Fault> {
    const PROGRAM: &str = "
import importlib.metadata, json, platform, sys
found = {'python': platform.python_version()}
for name in sys.argv[1:]:
    try:
        found[name] = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        found[name] = None
print(json.dumps(found))
";
    let python = surroundings.toolkit.python();
    let output = Command::new(&python)
        .arg("-I")
        .args(["-c", PROGRAM])
        .args(PACKAGES)
        .output()
        .map_err(|error| fault(format!("{}: {error}", python.display()), FIX))?;
    serde_json::from_slice(&output.stdout).map_err(|_| {
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        fault(format!("{}: {}: {said}", python.display(), output.status), FIX)
    })
}
