//! What is known of one operator's port, kept between runs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::analysis::{Analysis, Function};
use crate::files;
use crate::stage::convert::coverage;
use crate::stage::convert::prove::Row;
use crate::tilegym::proof::TargetReport;
use crate::workspace::Workspace;

/// One operator's port.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct State {
    /// The operator, as its crate is named.
    pub operator: String,
    /// What the conversion was made from; empty before it.
    pub key: String,
    /// Why stage A or the whole conversion failed.
    pub error: Option<String>,
    /// Kernels that inputs reached.
    pub kernels: Vec<Kernel>,
    /// What was proved, one for each signature asked for.
    pub rows: Vec<Row>,
    /// Whether rustc accepts the crate; none where it was not asked.
    pub checked: Option<bool>,
    /// rustc's first error.
    pub check_error: Option<String>,
    /// Whether the cdylib is built; none where it was not asked.
    pub library: Option<bool>,
}

/// The launch logs of one operator; kept apart from [`State`], for they are made apart.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Logs {
    /// The operator, as its crate is named.
    pub operator: String,
    /// What they were made from; empty before.
    pub key: String,
    /// The twin's log against TileGym's own, for each target.
    pub reports: Vec<TargetReport>,
    /// Why they could not be made.
    pub error: Option<String>,
}

impl Logs {
    fn path(scratch: &Workspace, operator: &str) -> PathBuf {
        scratch.root().join("logs").join(format!("{operator}.json"))
    }

    /// What is known of an operator; nothing where that cannot be read.
    pub fn read(scratch: &Workspace, operator: &str) -> Self {
        let read = std::fs::read(Self::path(scratch, operator)).ok();
        let known = read.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        known.unwrap_or_else(|| Self { operator: operator.to_owned(), ..Self::default() })
    }

    /// Keeps the logs.
    pub fn write(&self, scratch: &Workspace) -> Result<()> {
        files::write(&Self::path(scratch, &self.operator), serde_json::to_string_pretty(self)?)
    }
}

/// A captured kernel function.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Kernel {
    /// The Python function's name.
    pub function: String,
    /// Its file.
    pub file: String,
    /// Line of the first decorator.
    pub line: u32,
    /// SHA-256 of the operator's module, where the kernel stands in it; else empty.
    #[serde(default)]
    pub sha256: String,
    /// Signatures that were captured, over all targets.
    pub signatures: usize,
    /// Those that an input launches.
    pub launched: usize,
    /// Structural variants.
    pub variants: usize,
    /// Dtypes of the arguments.
    pub dtypes: BTreeSet<String>,
    /// Tile IR operations that its modules hold.
    #[serde(default)]
    pub ops: BTreeSet<String>,
    /// How long its texts are.
    #[serde(default)]
    pub text: coverage::Kernel,
    /// Why it does not convert.
    pub error: Option<String>,
}

impl State {
    /// Where an operator's state lies.
    fn path(scratch: &Workspace, operator: &str) -> PathBuf {
        scratch.root().join("state").join(format!("{operator}.json"))
    }

    /// What is known of an operator; nothing where that cannot be read.
    pub fn read(scratch: &Workspace, operator: &str) -> Self {
        let read = std::fs::read(Self::path(scratch, operator)).ok();
        let known = read.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        known.unwrap_or_else(|| Self { operator: operator.to_owned(), ..Self::default() })
    }

    /// Keeps the state.
    pub fn write(&self, scratch: &Workspace) -> Result<()> {
        files::write(&Self::path(scratch, &self.operator), serde_json::to_string_pretty(self)?)
    }
}

/// Forgets kernels of files that a tree has otherwise than they were when they were ported; the files.
pub fn forget_others(
    states: &mut [State],
    hash: impl Fn(&str) -> Option<String>,
) -> BTreeSet<String> {
    let mut others = BTreeSet::new();
    for state in states {
        state.kernels.retain(|kernel| {
            let same =
                kernel.sha256.is_empty() || hash(&kernel.file).as_ref() == Some(&kernel.sha256);
            if !same {
                others.insert(kernel.file.clone());
            }
            same
        });
    }
    others
}

/// The kernels of an analysis; `ops` tells the operations of a function's modules, `texts` how long
/// its texts are.
pub fn kernels(
    analysis: &Analysis,
    errors: &BTreeMap<String, String>,
    texts: &BTreeMap<String, coverage::Kernel>,
    ops: impl Fn(&Function) -> BTreeSet<String>,
) -> Vec<Kernel> {
    let used = analysis.functions.iter().filter(|function| !function.signatures.is_empty());
    used.map(|function| Kernel {
        function: function.name.clone(),
        file: function.file.clone(),
        line: function.line,
        sha256: if function.file == analysis.tilegym.file {
            analysis.tilegym.sha256.clone()
        } else {
            String::new()
        },
        signatures: function.signatures.len(),
        launched: function.signatures.iter().filter(|signature| signature.launched).count(),
        variants: function.signatures.iter().map(|s| &s.variant).collect::<BTreeSet<_>>().len(),
        dtypes: function.signatures.iter().map(|signature| signature.dtypes.clone()).collect(),
        ops: ops(function),
        text: texts.get(&function.name).cloned().unwrap_or_default(),
        error: errors.get(&function.name).cloned(),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_ported_from_another_file_does_not_count() {
        let kernel = |file: &str, sha256: &str| Kernel {
            file: file.into(),
            sha256: sha256.into(),
            ..Kernel::default()
        };
        let kernels = vec![kernel("a.py", "1"), kernel("b.py", "2"), kernel("c.py", "3")];
        let mut states = [State { kernels, ..State::default() }];
        let tree = |file: &str| match file {
            "a.py" => Some("1".to_owned()),
            "b.py" => Some("other".to_owned()),
            _ => None,
        };
        let others = forget_others(&mut states, tree);
        assert_eq!(others, ["b.py".to_owned(), "c.py".to_owned()].into());
        assert_eq!(states[0].kernels.len(), 1);
    }
}
