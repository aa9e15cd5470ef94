//! The spawn prompt of a stage: which files to read first, what is there already, how to return.
//!
//! It names files and quotes none: the briefs under `xtask/assets/briefs` hold the instructions.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::analysis::Analysis;
use crate::pipeline::journal::scratch;
use crate::pipeline::ownership::relative;
use crate::pipeline::route::Step;
use crate::pipeline::verdict::Stage;
use crate::worker::Request;
use crate::workspace::Workspace;

const BRIEFS: &str = "xtask/assets/briefs";

/// A file of this step beside the run's journal: `run1-B1.prompt.md`.
pub fn file(request: &Request<'_>, suffix: &str) -> PathBuf {
    let workspace = &request.context.workspace;
    let kernel = workspace.crate_of(&request.context.operator);
    let folder = if kernel.root().join("Cargo.toml").is_file() {
        kernel.reports()
    } else {
        scratch(workspace, &request.context.operator)
    };
    let repair = if request.repair.is_some() { ".repair" } else { "" };
    folder.join(format!("run{}-{}{repair}.{suffix}", request.run, request.step))
}

/// The whole prompt.
pub fn render(request: &Request<'_>) -> Result<String> {
    let workspace = &request.context.workspace;
    let operator = &request.context.operator;
    let step = request.step;
    let stage = step.stage;
    let letter = stage.to_string();
    let mut text = format!(
        "You do stage {letter} ({}) of the cutile-rs port of kernel `{operator}`. All paths are \
         relative to the workspace root, which is your working directory.\n\n",
        stage.title()
    );
    text.push_str("STEP 0 (before anything else): read these files, all in one batch:\n");
    push_list(&mut text, &reading_list(workspace, operator, stage, &request.before));
    text.push_str(&format!(
        "\nThen do what {BRIEFS}/stage_{}.md says for `{operator}`; this is {step} of the run.\n",
        letter.to_lowercase()
    ));
    text.push_str("\nArtifacts of earlier stages that are there:\n");
    push_list(&mut text, &artifacts(workspace, operator, &request.before));
    if let Some(reason) = &request.stopped {
        text.push_str(&format!(
            "\nThe worker before you stopped and left what it had in place. Its reason:\n{reason}\n"
        ));
    }
    if let Some(verdict) = request.repair {
        let verdict = verdict.map_or_else(
            || "a verdict of your stage".to_owned(),
            |verdict| format!("the same verdict as before, {verdict},"),
        );
        text.push_str(&format!(
            "\nREPAIR: your last return had no valid validator block. Do the work of the stage not \
             again: take the artifacts that are there, run the stage's validators, and return \
             {verdict} with a block in which every exit code is true.\n"
        ));
    }
    let verdicts: Vec<_> = stage.verdicts().iter().map(|verdict| verdict.name()).collect();
    text.push_str(&format!(
        "\nRETURN:\n\
         1. Write the stage's report to kernels/{operator}/reports/agent_{}.md and the artifacts that \
         the brief asks for. Write no file that the brief does not give to your stage.\n\
         2. Run `cargo xtask validate {operator} --stage {letter}` and keep what it prints.\n\
         3. Print only a <VALIDATOR_OUTPUT> block with one `name exit=<n>` line for each validator \
         and its closing tag, and right after it one line: VERDICT: and one of {}.\n\
         Never run or propose a delete that is both recursive and forced; empty a folder with \
         `find FOLDER -mindepth 1 -delete`. Where the stage cannot be completed, write the reason to \
         the report and return BLOCKED.\n",
        letter.to_lowercase(),
        verdicts.join(", ")
    ));
    if let Some(rule) = class_rule(stage) {
        text.push_str(rule);
    }
    Ok(text)
}

fn class_rule(stage: Stage) -> Option<&'static str> {
    match stage {
        Stage::C => Some(
            "With FAIL_FIXABLE, generated/diff_report.md must hold a line `owner: host` or \
             `owner: kernel`.\n",
        ),
        Stage::D => Some(
            "With FAIL, reports/correctness.md must hold a line `fail_class: host` or \
             `fail_class: kernel`; with BLOCKED, `block_class: host`, `kernel` or `env`.\n",
        ),
        _ => None,
    }
}

fn push_list(text: &mut String, paths: &[String]) {
    if paths.is_empty() {
        text.push_str("- none\n");
    }
    for path in paths {
        text.push_str(&format!("- {path}\n"));
    }
}

/// The files that a stage reads first, each stage its own set.
pub fn reading_list(
    workspace: &Workspace,
    operator: &str,
    stage: Stage,
    before: &[Step],
) -> Vec<String> {
    let brief = |name: &str| format!("{BRIEFS}/{name}");
    let own = |name: &str| format!("kernels/{operator}/{name}");
    let mut list = vec![brief(&format!("stage_{}.md", stage.to_string().to_lowercase()))];
    match stage {
        Stage::A => list.push(brief("environment.md")),
        Stage::B => {
            list.extend(
                [
                    "coding-rules.md",
                    "op-mapping.md",
                    "concepts/strided-view-to-partition-view.md",
                    "concepts/transpose.md",
                    "concepts/tensor-versus-pointer.md",
                    "examples/softmax.md",
                ]
                .map(brief),
            );
            list.extend(
                ["kernels/softmax/src/kernel.rs", "kernels/softmax/tests/pipeline.rs"]
                    .map(str::to_owned),
            );
            list.push(own("reference/analysis.json"));
            list.extend(references(workspace, operator));
        }
        Stage::C => {
            list.extend(
                [
                    "ir-diff-checklist.md",
                    "coding-rules.md",
                    "op-mapping.md",
                    "concepts/strided-view-to-partition-view.md",
                ]
                .map(brief),
            );
            list.push(own("reference/analysis.json"));
            for reference in references(workspace, operator) {
                let generated = reference.replace("/reference/", "/generated/");
                list.push(reference);
                list.push(generated);
            }
            list.extend(["src/kernel.rs", "src/ffi.rs", "reports/agent_b.md"].map(own));
            // What sent the run here.
            match before.last().map(|step| step.stage) {
                Some(Stage::D) => list.push(own("reports/correctness.md")),
                Some(Stage::E) => list.push(own("reports/performance.md")),
                _ => {}
            }
        }
        Stage::D => {
            list.push(brief("concepts/ffi-bridge.md"));
            list.extend(
                ["kernels/softmax/src/ffi.rs", "kernels/bmm/src/ffi.rs"].map(str::to_owned),
            );
            list.push(brief("examples/wrapper.md"));
            list.extend(["src/kernel.rs", "src/contract.json", "reference/analysis.json"].map(own));
        }
        Stage::E | Stage::F => {
            list.extend(["performance-checklist.md", "coding-rules.md"].map(brief));
        }
    }
    // The worked examples are ports like any other: one that was not made yet cannot be read.
    list.retain(|path| {
        let example = ["kernels/softmax/", "kernels/bmm/"].iter().any(|at| path.starts_with(at));
        !example || workspace.root().join(path).is_file()
    });
    list
}

/// The structural references: one file for each variant of each function, then the supplements that
/// the analysis names. Text where stage A left it, else bytecode.
fn references(workspace: &Workspace, operator: &str) -> Vec<String> {
    let kernel = workspace.crate_of(operator);
    let analysis = std::fs::read(kernel.analysis())
        .ok()
        .and_then(|text| serde_json::from_slice::<Analysis>(&text).ok());
    let Some(analysis) = analysis else { return Vec::new() };
    let mut structural = Vec::new();
    let mut supplements = Vec::new();
    for function in &analysis.functions {
        let mut seen = BTreeSet::new();
        for signature in &function.signatures {
            let path = Path::new(&signature.file);
            let text = path.with_extension("mlir");
            let path = if kernel.root().join(&text).is_file() { text } else { path.to_owned() };
            let path = format!("kernels/{operator}/{}", path.display());
            if signature.file.starts_with("reference/supplements/") {
                supplements.push(path);
            } else if signature.representative && seen.insert(&signature.variant) {
                structural.push(path);
            }
        }
    }
    structural.extend(supplements);
    structural
}

/// What the stages before left, as far as it is there.
fn artifacts(workspace: &Workspace, operator: &str, before: &[Step]) -> Vec<String> {
    let kernel = workspace.crate_of(operator);
    let stages: BTreeSet<_> = before.iter().map(|step| step.stage).collect();
    let mut found = Vec::new();
    for stage in stages {
        let names: &[&str] = match stage {
            Stage::A => &["reference/analysis.json", "reports/agent_a.md"],
            Stage::B => &[
                "src/kernel.rs",
                "src/contract.json",
                "tests/pipeline.rs",
                "reports/build_log.md",
                "reports/agent_b.md",
            ],
            Stage::C => &["generated/diff_report.md", "reports/agent_c.md"],
            Stage::D => &["src/ffi.rs", "reports/correctness.md", "reports/agent_d.md"],
            Stage::E => &["reports/performance.md", "reports/agent_e.md"],
            Stage::F => &["reports/agent_f.md"],
        };
        let paths = names.iter().map(|name| kernel.root().join(name)).filter(|path| path.is_file());
        found.extend(paths.map(|path| relative(workspace.root(), &path)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(stage: Stage) -> Vec<String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        reading_list(&Workspace::at(root), "no_such_kernel", stage, &[])
    }

    #[test]
    fn every_brief_that_a_prompt_names_is_there_and_each_is_named() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let named: BTreeSet<_> =
            Stage::ALL.into_iter().flat_map(list).filter(|path| path.starts_with(BRIEFS)).collect();
        let kept: BTreeSet<_> = walkdir::WalkDir::new(root.join(BRIEFS))
            .into_iter()
            .flatten()
            .filter(|entry| entry.file_type().is_file())
            .map(|entry| relative(root, entry.path()))
            .collect();
        assert_eq!(named, kept);
    }

    #[test]
    fn each_stage_reads_its_own_set() {
        for stage in Stage::ALL {
            let own = format!("{BRIEFS}/stage_{}.md", stage.to_string().to_lowercase());
            let briefs: Vec<_> =
                list(stage).into_iter().filter(|path| path.contains("/stage_")).collect();
            assert_eq!(briefs, [own]);
            let converts = list(stage).iter().any(|path| path.ends_with("op-mapping.md"));
            assert_eq!(converts, matches!(stage, Stage::B | Stage::C), "{stage}");
        }
    }
}
