//! A small workspace in a temporary folder whose stages are done by a scripted program.

#![allow(dead_code, reason = "several test programs share this; none uses all of it")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Does what `plan/<step>[.repair]` says, a shell script, and notes that it ran.
const WORKER: &str = r#"#!/bin/sh
cat > /dev/null
step="$TILEPORT_STAGE$TILEPORT_ATTEMPT"
[ "$TILEPORT_REPAIR" = 1 ] && step="$step.repair"
echo "$step" >> target/ran
exec sh "plan/$step"
"#;

/// The workspace.
pub struct Scripted {
    folder: tempfile::TempDir,
}

/// How a `port` ended.
pub struct Ported {
    /// Its exit code.
    pub exit: i32,
    /// Its last event.
    pub summary: serde_json::Value,
    /// All its events.
    pub events: Vec<serde_json::Value>,
}

impl Ported {
    /// The verdict of the first kernel.
    pub fn verdict(&self) -> &str {
        self.summary["kernels"][0]["verdict"].as_str().unwrap()
    }

    /// Why the run ended as it did.
    pub fn reason(&self) -> &str {
        let finished = self.events.iter().rev().find(|event| event["event"] == "run_finished");
        finished.unwrap()["summary"].as_str().unwrap()
    }

    /// `A1 PASS`, `D1 FAIL host`, with soft marks.
    pub fn steps(&self) -> Vec<String> {
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        let stages = self.summary["kernels"][0]["stages"].as_array().unwrap();
        stages
            .iter()
            .map(|stage| {
                let mut words = vec![
                    format!("{}{}", text(&stage["stage"]), stage["attempt"]),
                    text(&stage["verdict"]),
                ];
                words.extend(stage["class"].as_str().map(str::to_owned));
                words.extend(stage["soft"].as_array().unwrap().iter().map(text));
                words.join(" ")
            })
            .collect()
    }
}

impl Scripted {
    /// Makes the workspace; `preset` are further lines of the preset `agent`.
    pub fn new(preset: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let made = Self { folder };
        made.write(
            "Cargo.toml",
            &format!(
                "[workspace]\nmembers = []\n[workspace.metadata.tileport.workers]\n\
                 A = ['agent']\nB = ['agent']\nC = ['agent']\nD = ['agent']\nE = ['agent']\n\
                 [workspace.metadata.tileport.presets.agent]\ncommand = ['sh', 'worker.sh']\n{preset}\n"
            ),
        );
        made.write("xtask/Cargo.toml", "");
        made.write("worker.sh", WORKER);
        made.write("target/ran", "");
        made.write("kernels/op/Cargo.toml", "[package]\n");
        made.write("kernels/op/inputs.toml", "");
        made.write("kernels/op/src/ffi.rs", "// host\n");
        made
    }

    /// The workspace's root.
    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file.
    pub fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Lets a step print a good return with this verdict, and a class line.
    pub fn plan(&self, step: &str, verdict: &str, class: Option<&str>) {
        self.script(step, &reply(step, verdict, class, 0));
    }

    /// Lets a step run a shell script.
    pub fn script(&self, step: &str, script: &str) {
        self.write(&format!("plan/{step}"), script);
    }

    /// The steps that the worker ran, in order.
    pub fn ran(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.root().join("target/ran")).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    /// The program, set up to take this for its workspace.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command
            .args(arguments)
            .env("CARGO_MANIFEST_DIR", self.root().join("xtask"))
            .env_remove("CARGO_TARGET_DIR")
            .env_remove("TILEGYM_PATH");
        command
    }

    /// `port op --json` with more arguments.
    pub fn port(&self, more: &[&str]) -> Ported {
        let output = self.command(&[&["port", "op", "--json"], more].concat()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let events: Vec<serde_json::Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}")))
            .collect();
        let summary = events.last().cloned().unwrap_or_else(|| {
            panic!("no events; standard error: {}", String::from_utf8_lossy(&output.stderr))
        });
        assert_eq!(summary["event"], "summary");
        Ported { exit: output.status.code().unwrap_or(-1), summary, events }
    }

    /// All files but the build folder and the run's own records, with their content.
    pub fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut folders = vec![self.root().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap().flatten() {
                let path = entry.path();
                let name = entry.file_name().to_string_lossy().into_owned();
                let records = path.parent().is_some_and(|folder| folder.ends_with("reports"))
                    && (name.starts_with("run") || name.starts_with("journal"));
                if path.is_dir() && name != "target" {
                    folders.push(path);
                } else if path.is_file() && !records {
                    let content = std::fs::read(&path).unwrap();
                    files.insert(path.strip_prefix(self.root()).unwrap().to_owned(), content);
                }
            }
        }
        files
    }
}

/// A shell script that prints a return.
pub fn reply(step: &str, verdict: &str, class: Option<&str>, exit: i32) -> String {
    let key = match (&step[..1], verdict) {
        ("C", _) => "owner",
        (_, "BLOCKED") => "block_class",
        _ => "fail_class",
    };
    let class = class.map_or(String::new(), |class| format!("{key}: {class}\n"));
    format!(
        "cat <<'END'\n{class}<VALIDATOR_OUTPUT>\ncheck exit={exit}\n</VALIDATOR_OUTPUT>\n\
         VERDICT: {verdict}\nEND\n"
    )
}
