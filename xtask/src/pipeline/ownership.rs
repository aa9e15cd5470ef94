//! Which stage owns which file of a kernel's crate, and the hashes by which a run sees changes.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};

use crate::analysis::Analysis;
use crate::pipeline::verdict::Stage;
use crate::workspace::{KernelCrate, Workspace};

/// The stage that may write a file, by its path in the crate with `/`; none for files that no stage
/// owns, such as `inputs.toml`.
///
/// Reports are owned by the beginning of their names, so that a temporary file beside one is too.
pub fn owner(path: &str) -> Option<Stage> {
    if let Some(report) = path.strip_prefix("reports/") {
        const REPORTS: [(&str, Stage); 13] = [
            ("agent_a", Stage::A),
            ("baseline", Stage::A),
            ("agent_b", Stage::B),
            ("build_log", Stage::B),
            ("agent_c", Stage::C),
            ("agent_d", Stage::D),
            ("correctness", Stage::D),
            ("host", Stage::D),
            ("wiring", Stage::D),
            ("agent_e", Stage::E),
            ("perf", Stage::E),
            ("agent_f", Stage::F),
            ("residual", Stage::F),
        ];
        return REPORTS.iter().find(|(start, _)| report.starts_with(start)).map(|found| found.1);
    }
    Some(match path {
        "generated/diff_report.md" => Stage::C,
        "Cargo.toml" | "src/lib.rs" | "src/kernel.rs" | "src/contract.json" => Stage::B,
        "tests/pipeline.rs" => Stage::B,
        "src/ffi.rs" => Stage::D,
        _ if path.starts_with("reference/") => Stage::A,
        _ if path.starts_with("generated/") => Stage::B,
        _ => return None,
    })
}

/// Whether a stage may write a file of the crate. The first stage makes the whole skeleton, so a file
/// of another stage may come into being under it, but not change; D adds `mod ffi` to the library.
pub fn may_write(stage: Stage, path: &str, existed: bool) -> bool {
    match owner(path) {
        Some(owner) if owner == stage => true,
        _ if stage == Stage::D && path == "src/lib.rs" => true,
        _ => stage == Stage::A && !existed && !path.starts_with("reports/"),
    }
}

/// The sets that are hashed apart: what nobody owns, and what each of these stages makes.
const MAKERS: [Stage; 4] = [Stage::A, Stage::B, Stage::C, Stage::D];

/// Hash of the kernel's inputs (`inputs`) and of each stage's files (`A` to `D`), reports left out.
pub fn hashes(
    workspace: &Workspace,
    operator: &str,
    tilegym: Option<&Path>,
) -> Result<BTreeMap<String, String>> {
    let kernel = workspace.crate_of(operator);
    let mut files = BTreeMap::new();
    if kernel.root().is_dir() {
        for entry in walkdir::WalkDir::new(kernel.root()).sort_by_file_name() {
            let entry =
                entry.with_context(|| format!("cannot read {}", kernel.root().display()))?;
            let path = relative(kernel.root(), entry.path());
            let ignored = path.starts_with("reports") || path.starts_with("target/");
            if !entry.file_type().is_file() || ignored || path.contains(".tmp-") {
                continue;
            }
            let content = std::fs::read(entry.path())
                .with_context(|| format!("cannot read {}", entry.path().display()))?;
            let hash = match path.as_str() {
                // D makes the launcher part of the library that B wrote.
                "src/lib.rs" => crate::files::sha256(without_launcher(&content)),
                _ => crate::files::sha256(content),
            };
            files.insert(path, hash);
        }
    }
    let mut sets = BTreeMap::new();
    for stage in MAKERS {
        let mut hash = Sha256::new();
        for (path, content) in files.iter().filter(|(path, _)| owner(path) == Some(stage)) {
            hash.update(format!("{path} {content}\n"));
        }
        sets.insert(stage.to_string(), hex(hash));
    }
    let mut hash = Sha256::new();
    // The inputs of an operator without a crate wait in `inputs/`.
    let waiting = workspace.root().join("inputs").join(format!("{operator}.toml"));
    let waiting = || std::fs::read(&waiting).map_or_else(|_| String::new(), crate::files::sha256);
    hash.update(files.get("inputs.toml").cloned().unwrap_or_else(waiting));
    hash.update(source_hash(workspace, &kernel, tilegym));
    sets.insert("inputs".to_owned(), hex(hash));
    Ok(sets)
}

/// The library's source without the line by which D adds its launcher.
fn without_launcher(content: &[u8]) -> Vec<u8> {
    let lines = content.split(|byte| *byte == b'\n');
    lines
        .filter(|line| !line.ends_with(b"mod ffi;"))
        .flat_map(|line| [line, b"\n"].concat())
        .collect()
}

/// The sets that a stage reads or has made: where they are as they were, its verdict still holds.
pub fn relevant(stage: Stage) -> &'static [&'static str] {
    match stage {
        Stage::A => &["inputs", "A"],
        Stage::B => &["A", "B"],
        Stage::C => &["A", "B", "C"],
        Stage::D | Stage::E | Stage::F => &["A", "B", "D"],
    }
}

/// The TileGym module that the reference was captured from, as it is now.
fn source_hash(workspace: &Workspace, kernel: &KernelCrate, tilegym: Option<&Path>) -> String {
    let place = tilegym.map_or_else(String::new, |path| path.display().to_string());
    let analysis = std::fs::read(kernel.analysis())
        .ok()
        .and_then(|text| serde_json::from_slice::<Analysis>(&text).ok());
    let Some(analysis) = analysis else { return place };
    let file = Path::new(&analysis.tilegym.file);
    let roots: Vec<_> = match tilegym {
        Some(root) => vec![root.join("src"), root.to_owned()],
        None => site_packages(workspace),
    };
    let content = roots.iter().find_map(|root| std::fs::read(root.join(file)).ok());
    format!("{place} {}", content.map_or_else(String::new, crate::files::sha256))
}

fn site_packages(workspace: &Workspace) -> Vec<std::path::PathBuf> {
    let lib = workspace.toolkit().join("venv/lib");
    let Ok(entries) = std::fs::read_dir(lib) else { return Vec::new() };
    entries.flatten().map(|entry| entry.path().join("site-packages")).collect()
}

/// A path below a folder, with `/`.
pub fn relative(root: &Path, path: &Path) -> String {
    let path = path.strip_prefix(root).unwrap_or(path);
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_owned_as_the_design_says() {
        for (stage, path) in [
            (Stage::A, "reference/analysis.json"),
            (Stage::A, "reference/supplements/x.tileirbc"),
            (Stage::B, "Cargo.toml"),
            (Stage::B, "generated/softmax.v0.f16.sm_90.01234567.tileirbc"),
            (Stage::C, "generated/diff_report.md"),
            (Stage::D, "src/ffi.rs"),
        ] {
            for other in Stage::ALL {
                assert_eq!(may_write(other, path, true), other == stage, "{other} {path}");
            }
        }
        assert!(may_write(Stage::A, "src/lib.rs", false));
        assert!(!may_write(Stage::B, "src/ffi.rs", false));
        assert!(!may_write(Stage::A, "reports/agent_b.md", false));
        assert_eq!(owner("inputs.toml"), None);
        assert!(
            may_write(Stage::D, "src/lib.rs", true) && !may_write(Stage::E, "src/lib.rs", true)
        );
    }

    #[test]
    fn a_change_moves_only_the_hash_of_its_set() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::at(folder.path());
        let root = workspace.crate_of("op").root().to_owned();
        let all = ["inputs.toml", "reference/a", "src/kernel.rs", "src/ffi.rs"];
        for path in all {
            crate::files::write(&root.join(path), "1").unwrap();
        }
        let before = hashes(&workspace, "op", None).unwrap();
        for (path, set) in all.into_iter().zip(["inputs", "A", "B", "D"]) {
            crate::files::write(&root.join(path), "2").unwrap();
            let after = hashes(&workspace, "op", None).unwrap();
            let moved: Vec<_> = before.keys().filter(|key| before[*key] != after[*key]).collect();
            assert_eq!(moved, [set], "{path}");
            crate::files::write(&root.join(path), "1").unwrap();
        }
        crate::files::write(&root.join("reports/x.md"), "2").unwrap();
        crate::files::write(&root.join("src/lib.rs"), "pub mod kernel;\n").unwrap();
        let before_launcher = hashes(&workspace, "op", None).unwrap();
        crate::files::write(&root.join("src/lib.rs"), "pub mod ffi;\npub mod kernel;\n").unwrap();
        assert_eq!(hashes(&workspace, "op", None).unwrap(), before_launcher);
        std::fs::remove_file(root.join("src/lib.rs")).unwrap();
        assert_eq!(hashes(&workspace, "op", None).unwrap(), before);
    }
}
