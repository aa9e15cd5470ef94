//! Whether a port serves every launch that TileGym's own tests make, told without a GPU.
//!
//! The tests run under a described GPU; what each launch is compiled for is looked up in the port's
//! contract by the code that the launcher runs. A launch that no entry serves would raise on a GPU.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use tileport_contract::{Contract, choose};

use crate::analysis::{Argument, Options, Signature};
use crate::convert::known;
use crate::error::usage;
use crate::stage::reference::{self, from_tests};
use crate::toolchain::Toolkit;
use crate::workspace::{KernelCrate, Workspace};

/// What the probe wrote, as far as it is read here.
#[derive(Debug, Deserialize)]
struct Calls {
    launches: Vec<Launch>,
}

/// What one launch is compiled for.
#[derive(Debug, Clone, Deserialize)]
pub struct Launch {
    /// File of the kernel inside the package.
    pub file: String,
    /// Name of the kernel function.
    pub function: String,
    /// By Python parameter.
    pub arguments: Vec<Argument>,
    /// Compiler options.
    pub options: Options,
    /// The first test that makes it.
    pub test: String,
}

/// How many launches of a port's kernels the tests make, and which are refused.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Served {
    /// Launches that differ in what they are compiled for.
    pub launches: usize,
    /// Those that no entry serves.
    pub refused: Vec<Refusal>,
}

/// A launch that no entry serves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The kernel function.
    pub function: String,
    /// What the launcher would say.
    pub reason: String,
    /// The first test that makes it.
    pub test: String,
}

/// How TileGym's tests are run.
#[derive(Debug, Clone, Copy)]
pub struct Tests<'a> {
    /// A checkout, or its tests.
    pub folder: &'a Path,
    /// The described GPU.
    pub target: &'a str,
    /// Parametrisations of one test function that are run at most.
    pub samples: usize,
    /// Whether operators search configurations.
    pub tune: bool,
}

/// Runs the tests that name an operator and looks their launches up in its contract.
///
/// # Errors
/// The port's stages A and B are not done, the folder holds no test of it, or the tests cannot be run.
pub fn of(
    workspace: &Workspace,
    crate_: &KernelCrate,
    operator: &str,
    tests: Tests<'_>,
) -> Result<Served> {
    let contract: Contract = read(&crate_.contract())?;
    let analysis = reference::read_analysis(crate_)?;
    let toolkit = Toolkit::find(workspace)?;
    let aside = tempfile::tempdir()?;
    let out = aside.path().join("calls.json");
    let mut command =
        from_tests::run_tests(workspace, &toolkit, (operator, tests.folder), tests.target, &out)?;
    command.arg("--samples").arg(tests.samples.to_string());
    if tests.tune {
        command.env_remove("TILEGYM_DISABLE_AUTOTUNE");
    } else {
        command.env("TILEGYM_DISABLE_AUTOTUNE", "1");
    }
    from_tests::run(command)?;
    let calls: Calls = read(&out)?;
    let files: BTreeMap<&str, &str> =
        analysis.functions.iter().map(|one| (one.name.as_str(), one.file.as_str())).collect();
    let own = |launch: &&Launch| files.get(launch.function.as_str()) == Some(&launch.file.as_str());
    let launches: Vec<Launch> = calls.launches.iter().filter(own).cloned().collect();
    Ok(look_up(&contract, &launches, tests.target))
}

/// Looks launches up in a contract.
pub fn look_up(contract: &Contract, launches: &[Launch], target: &str) -> Served {
    let mut served = Served { launches: launches.len(), refused: Vec::new() };
    for launch in launches {
        let reason = match contract.functions.iter().find(|one| one.name == launch.function) {
            None => Some("the contract has no such kernel".to_owned()),
            Some(function) if function.params.len() != launch.arguments.len() => Some(format!(
                "{} arguments for {} parameters",
                launch.arguments.len(),
                function.params.len()
            )),
            Some(function) => {
                let facts = known::facts(&signature(launch, target), &function.params);
                choose(function, &facts).err().map(|error| error.to_string())
            }
        };
        if let Some(reason) = reason {
            let (function, test) = (launch.function.clone(), launch.test.clone());
            served.refused.push(Refusal { function, reason, test });
        }
    }
    served
}

/// A launch as stage A would have captured it, as far as a contract looks at it.
fn signature(launch: &Launch, target: &str) -> Signature {
    Signature {
        id: String::new(),
        variant: String::new(),
        dtypes: String::new(),
        target: target.to_owned(),
        file: String::new(),
        sha256: String::new(),
        representative: false,
        launched: true,
        symbol: String::new(),
        arguments: launch.arguments.clone(),
        options: launch.options.clone(),
        launches: Vec::new(),
    }
}

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| usage(format!("{}: cannot be read ({error})", path.display())))?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// softmax's shipped contract, and the launches of its own reference.
    fn shipped() -> (Contract, Vec<(String, Launch)>) {
        let workspace = Workspace::discover().unwrap();
        let crate_ = workspace.crate_of("softmax");
        let analysis = reference::read_analysis(&crate_).unwrap();
        let launches = analysis.functions.iter().flat_map(|function| {
            function.signatures.iter().map(|signature| {
                let launch = Launch {
                    file: function.file.clone(),
                    function: function.name.clone(),
                    arguments: signature.arguments.clone(),
                    options: signature.options.clone(),
                    test: signature.id.clone(),
                };
                (signature.target.clone(), launch)
            })
        });
        (read(&crate_.contract()).unwrap(), launches.collect())
    }

    #[test]
    fn what_was_captured_is_served() {
        let (contract, launches) = shipped();
        assert!(launches.len() > 100);
        for (target, launch) in launches {
            let served = look_up(&contract, std::slice::from_ref(&launch), &target);
            assert_eq!(served, Served { launches: 1, refused: vec![] });
        }
    }

    #[test]
    fn what_was_not_is_named_with_its_test() {
        let (contract, mut launches) = shipped();
        let (target, launch) = &mut launches[0];
        launch.test = "test_softmax.py::test_op[f64]".to_owned();
        let Argument::Array(array) = &mut launch.arguments[1] else { panic!("no array") };
        array.dtype = "f64".to_owned();
        let served = look_up(&contract, std::slice::from_ref(launch), target);
        let [refusal] = served.refused.as_slice() else { panic!("{served:?}") };
        assert_eq!(refusal.test, "test_softmax.py::test_op[f64]");
        assert!(refusal.reason.contains("f64, captured: "), "{}", refusal.reason);
        launch.function = "another".to_owned();
        let served = look_up(&contract, std::slice::from_ref(launch), target);
        assert_eq!(served.refused[0].reason, "the contract has no such kernel");
    }

    #[test]
    fn a_probes_line_is_a_launch() {
        let line = json!({
            "file": "tilegym/a.py", "function": "k", "test": "t",
            "arguments": [{"kind": "constant", "value": 3}, {"kind": "scalar", "dtype": "i32"}],
            "options": {"num_ctas": null, "occupancy": 2, "opt_level": null, "num_worker_warps": null},
        });
        let launch: Launch = serde_json::from_value(line).unwrap();
        assert_eq!((launch.options.occupancy, launch.arguments.len()), (Some(2), 2));
    }
}
