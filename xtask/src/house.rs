//! House rules that a program can check, over the files that git tracks.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use anyhow::{Context as _, Result, bail};
use regex::Regex;

/// Longest source file, in lines; a longer one wants a split. Generated kernels are exempt.
const MAX_LINES: usize = 700;
/// Largest tracked file, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// A rule that a tracked file breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// The file, relative to the root.
    pub file: String,
    /// Its line, from 1; 0 where the whole file is meant.
    pub line: usize,
    /// What is wrong and what to do.
    pub message: String,
}

impl std::fmt::Display for Breach {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}:{}: {}", self.file, self.line, self.message)
    }
}

/// Checks every tracked file of the repository.
pub fn check(root: &Path) -> Result<Vec<Breach>> {
    let mut breaches = Vec::new();
    for file in tracked(root)? {
        let path = root.join(&file);
        // A tracked file that is deleted but not committed yet has nothing to check.
        let Ok(meta) = path.symlink_metadata() else { continue };
        if !meta.is_file() {
            continue;
        }
        if meta.len() > MAX_BYTES {
            breaches.push(Breach {
                file: file.clone(),
                line: 0,
                message: format!("{} KiB; tracked files stay under 1 MiB", meta.len() >> 10),
            });
        }
        let content =
            std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        if let Ok(text) = String::from_utf8(content) {
            breaches.extend(check_text(&file, &text));
        }
    }
    Ok(breaches)
}

fn tracked(root: &Path) -> Result<Vec<String>> {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(root).output()?;
    if !output.status.success() {
        bail!("git ls-files: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let names = String::from_utf8(output.stdout).context("a tracked file's name is not UTF-8")?;
    Ok(names.split_terminator('\0').map(str::to_owned).collect())
}

// The patterns are put together from parts so that this file keeps the rules itself.
static MACHINE_PATH: LazyLock<Regex> = LazyLock::new(|| {
    let roots = ["root", "home", "Users", "work", "farm"].join("|");
    Regex::new(&format!(r#"(^|[\s"'`=(\[:])/({roots})/\w"#)).expect("a fixed pattern")
});
static FORCED_DELETE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(r"\br{}\s+(-\w+\s+)*-(\w*r\w*f|\w*f\w*r)", 'm')).expect("a fixed pattern")
});
static UNFINISHED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(&["TO", "DO|FIX", "ME"].concat()).expect("a fixed pattern"));
static INDEX: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&["--(extra-)?index-", "url\\s+\\S*://"].concat()).expect("a fixed pattern")
});

/// Checks one file's text.
pub fn check_text(file: &str, text: &str) -> Vec<Breach> {
    let mut breaches = Vec::new();
    let mut breach = |line: usize, message: String| {
        breaches.push(Breach { file: file.to_owned(), line, message });
    };
    let source = file.ends_with(".rs") || file.ends_with(".py");
    for (line, content) in text.lines().enumerate().map(|(at, content)| (at + 1, content)) {
        if MACHINE_PATH.is_match(content) {
            breach(line, "a path of one machine; use one relative to the repository".to_owned());
        }
        // The specification and the tests of the guard speak of the command; only a file that a
        // shell could run may not hold it.
        if FORCED_DELETE.is_match(content) && !spells_a_forbidden_command(file) {
            breach(line, "a recursive forced delete; delete what is named, or move it".to_owned());
        }
        if source && UNFINISHED.is_match(content) {
            breach(line, "an unfinished mark; finish it or file an issue".to_owned());
        }
        if INDEX.is_match(content) {
            breach(line, "names a package index; the user's configuration does that".to_owned());
        }
    }
    let lines = text.lines().count();
    if source && lines > MAX_LINES && !generated(file) {
        breach(0, format!("{lines} lines; split it (at most {MAX_LINES})"));
    }
    if source
        && !text.trim().is_empty()
        && !tests_of_a_module(file)
        && !opens_with_its_purpose(file, text)
    {
        breach(1, "does not open with its purpose; say in a doc comment what it is for".to_owned());
    }
    breaches
}

/// Files that hold forbidden commands as data: outputs of workers that the guard must refuse.
fn spells_a_forbidden_command(file: &str) -> bool {
    file.starts_with("tests/") || file.starts_with("xtask/src/worker/")
}

/// Kernels and launchers that stages write.
fn generated(file: &str) -> bool {
    let mut parts = file.split('/');
    parts.next() == Some("kernels")
        && !["contract", "ffi", "support"].contains(&parts.next().unwrap_or_default())
}

/// `tests.rs` beside a module: the module says what it is for.
fn tests_of_a_module(file: &str) -> bool {
    file.ends_with("/tests.rs") || file.ends_with("_tests.rs")
}

fn opens_with_its_purpose(file: &str, text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.find(|line| !line.starts_with("#!")).unwrap_or_default();
    match file.ends_with(".rs") {
        true => first.starts_with("//"),
        false => first.starts_with('#') || first.trim_start_matches('r').starts_with("\"\"\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(file: &str, text: &str) -> Vec<String> {
        check_text(file, text).into_iter().map(|breach| breach.to_string()).collect()
    }

    #[test]
    fn a_file_that_keeps_the_rules_passes() {
        assert_eq!(messages("a.rs", "//! Purpose.\nfn f() {}\n"), [""; 0]);
        assert_eq!(messages("a.py", "#!/usr/bin/env python3\n\"\"\"Purpose.\"\"\"\n"), [""; 0]);
        assert_eq!(messages("b.py", ""), [""; 0]);
        assert_eq!(messages("a.md", "a framework/thing and https://x.org/home/page\n"), [""; 0]);
    }

    #[test]
    fn each_rule_is_caught_with_its_line() {
        let home = format!("see /{}/me/x", "home");
        assert!(messages("a.md", &home)[0].starts_with("a.md:1: a path of one machine"));
        for spelled in ["r! -rf x", "r! -fr x", "r! -v -rf x", "r! -Rrf x"] {
            let command = format!("ok\n{}", spelled.replace('!', "m"));
            assert!(messages("a.sh", &command)[0].starts_with("a.sh:2: a recursive forced"));
        }
        let mark = format!("//! P.\n// {}{}: x\n", "TO", "DO");
        assert!(messages("a.rs", &mark)[0].starts_with("a.rs:2: an unfinished mark"));
        let long = "//! P.\n".repeat(MAX_LINES + 1);
        assert!(messages("a.rs", &long)[0].contains("701 lines"));
        assert_eq!(messages("kernels/softmax/src/kernel.rs", &long), [""; 0]);
        assert!(messages("a.rs", "use std::fs;\n")[0].contains("open with its purpose"));
        let index = format!("pip install --index-{} https://mirror/simple", "url");
        assert!(messages("a.md", &index)[0].contains("package index"));
    }
}
