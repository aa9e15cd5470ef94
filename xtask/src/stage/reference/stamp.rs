//! What a reference was made from: while that is the same, nothing is captured again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::captured::Capture;
use super::inputs::Inputs;
use crate::files::sha256;
use crate::pipeline::context::StageContext;
use crate::toolchain::Toolkit;

const PROGRAM: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    include_str!("../../convert/skeleton.rs"),
    include_str!("../../convert/literal.rs"),
    include_str!("merge.rs"),
);

/// Everything that the outcome depends on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Hash of the inputs file.
    inputs: String,
    /// Hash of the probe's sources.
    probe: String,
    /// Targets, in order.
    targets: Vec<String>,
    /// Whether signatures that no input launches are left out.
    #[serde(default)]
    launched_only: bool,
    /// Hash of this program's version and of what tells variants apart.
    program: String,
    /// Version of `cuda-tile`, as its folder in the toolkit says.
    cuda_tile: String,
    /// Import root of TileGym.
    tilegym: PathBuf,
    /// TileGym's files and their hashes; empty before the capture.
    files: BTreeMap<String, String>,
}

impl Stamp {
    /// The stamp of a capture that were made now, TileGym's files aside.
    pub fn expected(context: &StageContext, toolkit: &Toolkit, inputs: &Inputs) -> Result<Self> {
        let packages = site_packages(toolkit)?;
        let tilegym =
            context.options.tilegym.as_deref().map_or_else(|| packages.clone(), import_root);
        Ok(Self {
            inputs: inputs.sha256.clone(),
            probe: hash_of_sources(&context.workspace.root().join("python/tileport/probe"))?,
            targets: context.targets.clone(),
            launched_only: context.options.launched_only,
            program: sha256(PROGRAM),
            cuda_tile: version_of(&packages, "cuda_tile")?,
            tilegym,
            files: BTreeMap::new(),
        })
    }

    /// The stamp with the TileGym files that were captured.
    pub fn with_files(mut self, captures: &[Capture]) -> Self {
        self.files = captures.iter().flat_map(|capture| capture.files.clone()).collect();
        self
    }

    /// Reads a stamp; none where it is missing or unreadable.
    pub fn read(path: &Path) -> Option<Self> {
        serde_json::from_slice(&std::fs::read(path).ok()?).ok()
    }

    /// Whether a capture now would give what this stamp's gave.
    pub fn matches(&self, expected: &Self) -> bool {
        let same = Self { files: BTreeMap::new(), ..self.clone() } == *expected;
        same && !self.files.is_empty()
            && self.files.iter().all(|(file, hash)| {
                std::fs::read(self.tilegym.join(file)).is_ok_and(|bytes| sha256(bytes) == *hash)
            })
    }
}

fn import_root(path: &Path) -> PathBuf {
    let source = path.join("src");
    if source.join("tilegym").is_dir() { source } else { path.to_path_buf() }
}

fn site_packages(toolkit: &Toolkit) -> Result<PathBuf> {
    let lib = toolkit.venv().join("lib");
    for entry in std::fs::read_dir(&lib).with_context(|| lib.display().to_string())? {
        let found = entry?.path().join("site-packages");
        if found.is_dir() {
            return Ok(found);
        }
    }
    anyhow::bail!("{}: no site-packages; run `cargo xtask setup`", lib.display())
}

/// A package's version from the name of its metadata folder; empty where there is none.
fn version_of(packages: &Path, package: &str) -> Result<String> {
    let prefix = format!("{package}-");
    for entry in std::fs::read_dir(packages)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if let Some(version) =
            name.strip_prefix(&prefix).and_then(|rest| rest.strip_suffix(".dist-info"))
        {
            return Ok(version.to_owned());
        }
    }
    Ok(String::new())
}

fn hash_of_sources(folder: &Path) -> Result<String> {
    let mut parts = BTreeMap::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_some_and(|kind| kind == "py" || kind == "c") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            parts.insert(name, sha256(std::fs::read(&path)?));
        }
    }
    Ok(sha256(serde_json::to_string(&parts)?))
}
