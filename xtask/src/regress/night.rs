//! What one night measured: a whole one, or a shard of it that `merge` puts together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::sample::{Sample, Session};
use crate::error::usage;

/// The version of the format.
pub const VERSION: u32 = 1;

/// The file's name in the folder that `regress` writes to.
pub const FILE: &str = "night.json";

/// A case that was to be measured.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Planned {
    /// The operator.
    pub operator: String,
    /// Its inputs, below the repository.
    pub inputs: String,
    /// Name of the case.
    pub case: String,
}

/// A measured case and the session that it was measured in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The session, by its place in [`Night::sessions`].
    pub session: usize,
    /// The case.
    pub sample: Sample,
}

/// A night, or a part of one.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Night {
    /// [`VERSION`] of the writer.
    pub v: u32,
    /// Seconds since 1970 at its begin.
    pub at: u64,
    /// Which part of how many.
    pub shard: [usize; 2],
    /// The command that measured it.
    pub command: String,
    /// Whether all cases were asked for; then one that is not there any more is missed.
    pub whole: bool,
    /// All cases of the night, whichever shard they belong to.
    pub planned: Vec<Planned>,
    /// The sessions of its workers.
    pub sessions: Vec<Session>,
    /// Each case of this part, once.
    pub first: Vec<Measured>,
    /// Those that looked slow, measured again by fresh workers.
    pub second: Vec<Measured>,
    /// Hash of each operator's machine code, where it was assembled.
    pub text: BTreeMap<String, String>,
}

/// The cases of one shard of `of`, counted from 1: neighbours go to different shards.
pub fn share(planned: &[Planned], [shard, of]: [usize; 2]) -> Vec<Planned> {
    planned
        .iter()
        .enumerate()
        .filter(|(index, _)| index % of == shard - 1)
        .map(|(_, one)| one.clone())
        .collect()
}

/// Reads `i/n`.
///
/// # Errors
/// It is not two numbers with 1 <= i <= n.
pub fn parse_shard(text: &str) -> Result<[usize; 2], String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some([i.parse().ok()?, n.parse().ok()?]));
    match parts {
        Some([shard, of]) if shard >= 1 && shard <= of => Ok([shard, of]),
        _ => Err(format!("`{text}` is no shard; 2/5 is the second of five")),
    }
}

/// Reads a night from its file, or from the folder that holds it.
///
/// # Errors
/// The file cannot be read, or is of a newer version; exit 2.
pub fn read(path: &Path) -> Result<Night> {
    let path = if path.is_dir() { path.join(FILE) } else { path.to_owned() };
    let text = std::fs::read_to_string(&path)
        .map_err(|error| usage(format!("{}: {error}", path.display())))?;
    let night: Night = serde_json::from_str(&text)
        .map_err(|error| usage(format!("{}: {error}", path.display())))?;
    if night.v > VERSION {
        return Err(usage(format!(
            "{}: version {} is newer than this program's {VERSION}; use a newer tileport",
            path.display(),
            night.v
        )));
    }
    Ok(night)
}

/// Puts the shards of one night together.
///
/// A shard that is missing leaves its cases unmeasured, which the judgement calls red.
///
/// # Errors
/// Shards of different nights or matrices, or the same shard twice; exit 2.
pub fn merge(mut shards: Vec<Night>) -> Result<Night> {
    shards.sort_by_key(|night| night.shard);
    let mut merged = shards.first().cloned().context("there is no shard to merge")?;
    let mut seen = BTreeSet::new();
    (merged.sessions, merged.first, merged.second) = (Vec::new(), Vec::new(), Vec::new());
    for night in shards {
        let [shard, of] = night.shard;
        if night.planned != merged.planned || of != merged.shard[1] {
            return Err(usage(format!(
                "shard {shard}/{of} plans other cases than shard {}/{}; shards must come from one \
                 checkout and one command",
                merged.shard[0], merged.shard[1]
            )));
        }
        if !seen.insert(shard) {
            return Err(usage(format!("shard {shard}/{of} is there twice")));
        }
        let offset = merged.sessions.len();
        let moved = |one: Measured| Measured { session: one.session + offset, ..one };
        merged.sessions.extend(night.sessions);
        merged.first.extend(night.first.into_iter().map(moved));
        merged.second.extend(night.second.into_iter().map(moved));
        merged.text.extend(night.text);
        merged.at = merged.at.min(night.at);
    }
    merged.shard = [1, 1];
    let order: BTreeMap<(&str, &str), usize> = merged
        .planned
        .iter()
        .enumerate()
        .map(|(place, one)| ((one.operator.as_str(), one.case.as_str()), place))
        .collect();
    let place = |one: &Measured| {
        order.get(&(one.sample.operator.as_str(), one.sample.case.as_str())).copied()
    };
    merged.first.sort_by_key(place);
    merged.second.sort_by_key(place);
    Ok(merged)
}
