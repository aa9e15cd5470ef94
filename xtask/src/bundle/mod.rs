//! Ports on a GPU machine that has neither Rust nor a network.
//!
//! [`pack`] makes one archive of the wired tree with its libraries, the tests, the Python packages and
//! this program; there `./xtask host --bundle .` (and `bench`, `regress`) run in the unpacked folder
//! and keep their outcomes under `results/` ([`results`]), which `cargo xtask import` takes back.

pub mod glibc;
pub mod pack;
mod packages;
pub mod results;

use std::path::Path;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::error::usage;
pub use crate::stage::site::BUNDLE_FILE;
use crate::workspace::Workspace;

/// Version of the layout of bundles and results.
pub const SCHEMA: u32 = 1;

/// `bundle.json`: what a bundle holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bundle {
    /// [`SCHEMA`].
    pub schema: u32,
    /// TileGym's version.
    pub tilegym: String,
    /// The Python version that the packages are for.
    pub python: String,
    /// The operators, sorted.
    pub operators: Vec<String>,
}

impl Bundle {
    /// The workspace that an unpacked bundle is, and its description.
    ///
    /// # Errors
    /// As of [`Bundle::read`].
    pub fn open(folder: &Path) -> Result<(Workspace, Self)> {
        let root = folder
            .canonicalize()
            .map_err(|error| usage(format!("--bundle {}: {error}", folder.display())))?;
        let bundle = Self::read(&root)?;
        Ok((Workspace::at(root), bundle))
    }

    /// Reads the description of an unpacked bundle.
    ///
    /// # Errors
    /// The folder is none, or of another version (exit 2).
    pub fn read(root: &Path) -> Result<Self> {
        let path = root.join(BUNDLE_FILE);
        let text = std::fs::read_to_string(&path).map_err(|error| {
            usage(format!("{}: {error}; give the folder of an unpacked bundle", path.display()))
        })?;
        let bundle: Self = serde_json::from_str(&text)
            .map_err(|error| usage(format!("{}: {error}", path.display())))?;
        match bundle.schema {
            SCHEMA => Ok(bundle),
            other => Err(usage(format!(
                "{}: schema {other}, this program reads {SCHEMA}; use the xtask inside the bundle",
                path.display()
            ))),
        }
    }
}
