//! Which workers do a stage: `[workspace.metadata.tileport]`, then `--worker`.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::error::usage;
use crate::pipeline::verdict::Stage;
use crate::worker::builtin::Builtin;
use crate::worker::command::{Command, Limits};
use crate::worker::manual::Manual;
use crate::worker::{Worker, stages};
use crate::workspace::Workspace;

/// The workers of each stage, by name, with the presets that the names may mean.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Choice {
    lists: BTreeMap<Stage, Vec<String>>,
    presets: BTreeMap<String, Preset>,
}

/// A command line that does stages, from `[workspace.metadata.tileport.presets.<name>]`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// Program and arguments; the prompt comes on standard input.
    pub command: Vec<String>,
    /// Seconds of wall clock that it may take.
    pub timeout_s: Option<u64>,
    /// Bytes that it may print.
    pub output_limit: Option<u64>,
    /// Environment variables that it gets besides the usual ones.
    #[serde(default)]
    pub env: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Metadata {
    #[serde(default)]
    workers: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    presets: BTreeMap<String, Preset>,
}

impl Choice {
    /// Reads the workspace's manifest and the values of `--worker`.
    pub fn read(workspace: &Workspace, asked: &[String]) -> Result<Self> {
        let manifest = workspace.root().join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest)
            .with_context(|| format!("cannot read {}", manifest.display()))?;
        Self::parse(&manifest, &text, asked)
    }

    fn parse(manifest: &Path, text: &str, asked: &[String]) -> Result<Self> {
        let wrong = |error: &dyn std::fmt::Display| {
            usage(format!("{}: [workspace.metadata.tileport]: {error}", manifest.display()))
        };
        let document: toml::Table = text.parse().map_err(|error| wrong(&error))?;
        let metadata = ["workspace", "metadata", "tileport"]
            .into_iter()
            .try_fold(&toml::Value::Table(document), |value, key| value.get(key))
            .cloned();
        let metadata: Metadata = match metadata {
            Some(value) => value.try_into().map_err(|error| wrong(&error))?,
            None => Metadata::default(),
        };
        let mut choice = Self { presets: metadata.presets, ..Self::default() };
        for stage in Stage::ALL {
            // A person can take over what the converter cannot do; the other stages are not to be
            // done by hand unless asked.
            let usual: &[&str] =
                if stage == Stage::B { &["builtin", "manual"] } else { &["builtin"] };
            choice.lists.insert(stage, usual.iter().map(|name| (*name).to_owned()).collect());
        }
        for (stage, list) in metadata.workers {
            let stage = stage.parse().map_err(|error: String| wrong(&error))?;
            choice.set(stage, list)?;
        }
        for value in asked {
            let (stage, list) = value.split_once('=').ok_or_else(|| {
                usage(format!("--worker {value}: expected STAGE=WORKER, e.g. B=builtin,manual"))
            })?;
            let stage = stage
                .parse()
                .map_err(|error: String| usage(format!("--worker {value}: {error}")))?;
            choice.set(stage, split(list))?;
        }
        Ok(choice)
    }

    fn set(&mut self, stage: Stage, list: Vec<String>) -> Result<()> {
        if list.is_empty() {
            return Err(usage(format!("stage {stage} needs at least one worker")));
        }
        for name in &list {
            self.check(stage, name)?;
        }
        self.lists.insert(stage, list);
        Ok(())
    }

    fn check(&self, stage: Stage, name: &str) -> Result<()> {
        let known = matches!(name, "builtin" | "manual")
            || self.presets.get(name).is_some_and(|preset| !preset.command.is_empty())
            || !command_words(name).is_empty();
        if known {
            return Ok(());
        }
        let presets: Vec<_> = self.presets.keys().map(String::as_str).collect();
        Err(usage(format!(
            "`{name}` is no worker for stage {stage}: say builtin, manual, command:PROGRAM…, or a \
             preset of [workspace.metadata.tileport.presets] ({})",
            if presets.is_empty() { "none there".to_owned() } else { presets.join(", ") }
        )))
    }

    /// Whether a stage of the straight way has the built-in worker in its list. Stages C and F are
    /// left out: most runs never come to them.
    pub fn uses_builtin(&self) -> bool {
        let straight = [Stage::A, Stage::B, Stage::D, Stage::E];
        let lists = straight.iter().filter_map(|stage| self.lists.get(stage));
        lists.flatten().any(|name| name == "builtin")
    }

    /// Whether the built-in worker is the first of a stage.
    pub fn builtin_first(&self, stage: Stage) -> bool {
        self.lists.get(&stage).and_then(|list| list.first()).is_some_and(|name| name == "builtin")
    }

    /// The workers, ready to run.
    pub fn workers(&self, gpu: bool) -> BTreeMap<Stage, Vec<Box<dyn Worker>>> {
        let make = |name: &String| -> Box<dyn Worker> {
            match name.as_str() {
                "builtin" => Box::new(Builtin { gpu, parts: stages::parts }),
                "manual" => Box::new(Manual),
                _ => Box::new(self.command(name)),
            }
        };
        self.lists.iter().map(|(stage, list)| (*stage, list.iter().map(make).collect())).collect()
    }

    fn command(&self, name: &str) -> Command {
        let preset = self
            .presets
            .get(name)
            .cloned()
            .unwrap_or_else(|| Preset { command: command_words(name), ..Preset::default() });
        let usual = Limits::default();
        Command {
            name: name.to_owned(),
            words: preset.command,
            env: preset.env,
            limits: Limits {
                seconds: preset.timeout_s.unwrap_or(usual.seconds),
                bytes: preset.output_limit.unwrap_or(usual.bytes),
            },
        }
    }
}

/// Splits `builtin,manual`; a comma inside a command's words is part of them where it is quoted.
fn split(list: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quote = None;
    for c in list.chars() {
        match (c, quote) {
            (',', None) => {
                parts.push(String::new());
                continue;
            }
            ('\'' | '"', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            _ => {}
        }
        if let Some(last) = parts.last_mut() {
            last.push(c);
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// The words of `command:PROGRAM ARGUMENT…`, or of a path to a program; quotes keep spaces together.
fn command_words(name: &str) -> Vec<String> {
    let line = match name.strip_prefix("command:") {
        Some(line) => line,
        None if name.contains('/') => name,
        None => return Vec::new(),
    };
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('\'' | '"', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, asked: &[&str]) -> Result<BTreeMap<Stage, Vec<String>>> {
        let asked: Vec<_> = asked.iter().map(|value| (*value).to_owned()).collect();
        Choice::parse(Path::new("Cargo.toml"), text, &asked).map(|choice| choice.lists)
    }

    #[test]
    fn the_command_line_goes_before_the_manifest() {
        let manifest = "[workspace.metadata.tileport.workers]\nB = ['builtin', 'agent']\n\
                        D = ['manual']\n[workspace.metadata.tileport.presets.agent]\n\
                        command = ['agent', '--print']\ntimeout_s = 60\n";
        let lists = names(manifest, &["d=command:./x 'a b',builtin"]).unwrap();
        assert_eq!(lists[&Stage::A], ["builtin"]);
        assert_eq!(lists[&Stage::B], ["builtin", "agent"]);
        assert_eq!(lists[&Stage::D], ["command:./x 'a b'", "builtin"]);
        assert_eq!(command_words("command:./x 'a b' c"), ["./x", "a b", "c"]);
    }

    #[test]
    fn what_is_unknown_is_named() {
        for (manifest, asked, message) in [
            ("", "B=nobody", "`nobody` is no worker for stage B"),
            ("", "B", "expected STAGE=WORKER"),
            ("", "X=builtin", "`X` is no stage"),
            ("", "B=", "at least one worker"),
            ("[workspace.metadata.tileport]\nworker = 1\n", "B=builtin", "unknown field `worker`"),
        ] {
            let error = names(manifest, &[asked]).unwrap_err().to_string();
            assert!(error.contains(message), "{asked}: {error}");
        }
    }
}
