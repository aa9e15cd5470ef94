//! Which members under `kernels/` depend on which, from `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context as _, Result};
use cargo_metadata::Metadata;

use super::SHARED;
use crate::toolchain::cargo;
use crate::workspace::Workspace;

/// Members by folder name under `kernels/`, with those that they depend on directly.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Graph {
    uses: BTreeMap<String, BTreeSet<String>>,
}

impl Graph {
    /// Asks cargo. Registry packages are left out: members name each other by path, and without them
    /// the answer takes a tenth of a second and no network.
    pub fn read(workspace: &Workspace) -> Result<Self> {
        let mut command = cargo::command(workspace);
        command.args(["metadata", "--format-version", "1", "--no-deps", "--offline"]);
        let output = command.output().context("cannot start cargo")?;
        if !output.status.success() {
            anyhow::bail!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr).trim());
        }
        let metadata: Metadata =
            serde_json::from_slice(&output.stdout).context("cargo metadata gave unknown output")?;
        let folder = |path: &Path| {
            (path.parent()?.file_name()? == "kernels")
                .then(|| Some(path.file_name()?.to_str()?.to_owned()))?
        };
        let mut uses = BTreeMap::new();
        for package in &metadata.packages {
            let Some(name) = package.manifest_path.parent().and_then(|path| folder(path.as_ref()))
            else {
                continue;
            };
            let paths = package.dependencies.iter().filter_map(|used| used.path.as_ref());
            uses.insert(name, paths.filter_map(|path| folder(path.as_ref())).collect());
        }
        Ok(Self { uses })
    }

    /// A graph from a list, for tests.
    pub fn of<const N: usize>(members: [(&str, Vec<&str>); N]) -> Self {
        let uses = members
            .into_iter()
            .map(|(name, used)| (name.to_owned(), used.into_iter().map(str::to_owned).collect()))
            .collect();
        Self { uses }
    }

    /// The members that are kernels.
    pub fn kernels(&self) -> impl Iterator<Item = &str> {
        self.uses.keys().map(String::as_str).filter(|name| !SHARED.contains(name))
    }

    /// The kernels that depend on a member, itself included where it is one.
    pub fn dependents<'g>(&'g self, member: &'g str) -> impl Iterator<Item = &'g str> {
        self.kernels().filter(move |kernel| self.reaches(kernel, member))
    }

    fn reaches(&self, from: &str, to: &str) -> bool {
        // Cargo allows no cycles.
        from == to
            || self
                .uses
                .get(from)
                .is_some_and(|used| used.iter().any(|used| self.reaches(used, to)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files;

    #[test]
    fn the_graph_is_read_from_manifests() {
        let root = tempfile::tempdir().unwrap();
        let package = |name: &str, rest: &str| {
            let folder = root.path().join("kernels").join(name);
            let text = format!("[package]\nname = \"tileport-{name}\"\nedition = \"2024\"\n{rest}");
            files::write(&folder.join("Cargo.toml"), text).unwrap();
            files::write(&folder.join("src/lib.rs"), "").unwrap();
        };
        package("ffi", "");
        package("softmax", "[dependencies]\ntileport-ffi.workspace = true\n");
        package("bmm", "");
        let workspace = "[workspace]\nresolver = \"3\"\nmembers = [\"kernels/*\"]\n\
                         [workspace.dependencies]\ntileport-ffi = { path = \"kernels/ffi\" }\n";
        files::write(&root.path().join("Cargo.toml"), workspace).unwrap();
        let graph = Graph::read(&Workspace::at(root.path())).unwrap();
        assert_eq!(graph, Graph::of([("bmm", vec![]), ("ffi", vec![]), ("softmax", vec!["ffi"])]));
        assert_eq!(graph.dependents("ffi").collect::<Vec<_>>(), ["softmax"]);
    }
}
