//! What `wire` did to a tree, kept in the tree, so that it can be taken back to the last byte.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::hunks::Hunk;
use super::operator::Operator;
use crate::error::usage;
use crate::tilegym::tree::Tree;

/// The version of the format that this program writes.
pub const SCHEMA: u32 = 1;

/// All that `wire` did to a tree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// [`SCHEMA`] of the writer; a reader refuses a newer one.
    pub schema: u32,
    /// The operators that are wired.
    pub operators: BTreeMap<String, Operator>,
    /// SHA-256 of each file that was added, by path below the tree's root.
    pub written: BTreeMap<String, String>,
    /// The files of TileGym that were changed, by path below the tree's root.
    pub edited: BTreeMap<String, EditedFile>,
}

/// A file of TileGym and what was changed in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditedFile {
    /// SHA-256 before.
    pub original: String,
    /// The changes.
    pub hunks: Vec<Hunk>,
}

impl Record {
    /// A record of nothing.
    pub fn empty() -> Self {
        Self {
            schema: SCHEMA,
            operators: BTreeMap::new(),
            written: BTreeMap::new(),
            edited: BTreeMap::new(),
        }
    }

    /// The record of a tree; an empty one where nothing is wired.
    pub fn read(tree: &Tree) -> Result<Self> {
        let path = Self::path(tree);
        if !path.exists() {
            return Ok(Self::empty());
        }
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let record: Self = serde_json::from_str(&text).map_err(|error| {
            usage(format!(
                "{}: not a record of `cargo xtask wire` ({error}); restore it, or reinstall this \
                 TileGym",
                path.display()
            ))
        })?;
        if record.schema > SCHEMA {
            return Err(usage(format!(
                "{}: written by a newer tileport (schema {}, this one knows {SCHEMA}); unwire with \
                 that one",
                path.display(),
                record.schema
            )));
        }
        Ok(record)
    }

    /// Where the record of a tree lies.
    pub fn path(tree: &Tree) -> PathBuf {
        tree.package().join("tileport_rs/wired.json")
    }

    /// The record as the file's text.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("a record is plain data") + "\n"
    }
}

/// A path below the tree's root, with `/`.
pub fn below_root(tree: &Tree, path: &Path) -> String {
    let below = path.strip_prefix(tree.root()).unwrap_or(path);
    let parts: Vec<_> = below.components().map(|c| c.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}
