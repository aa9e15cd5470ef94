use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use super::*;
use crate::files::{self, sha256};
use crate::stage::host as generated;
use crate::workspace::Workspace;

const KERNEL: &str = "\
// Made from tilegym/ops/cutile/op.py of TileGym 1.5.1.
pub mod kernels {
    pub fn op_kernel<E>() {}
}
";
const MANIFEST: &str = "\
[package]
name = \"tileport-op\"
[lib]
crate-type = [\"cdylib\", \"rlib\"]
[dependencies]
cutile.workspace = true
[package.metadata.tileport]
operator = \"op\"
equality = \"text\"
";

/// A kernel that went through all stages on a machine with a GPU.
struct Sound {
    root: tempfile::TempDir,
    tree: PathBuf,
}

impl Sound {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let tree = root.path().join("TileGym");
        let sound = Self { root, tree };
        sound.reference();
        sound.kernel();
        sound.wiring();
        sound.reports();
        sound
    }

    fn path(&self, path: &str) -> PathBuf {
        self.root.path().join("kernels/op").join(path)
    }

    fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        files::write(&self.path(path), content).unwrap();
    }

    fn reference(&self) {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus");
        let module = std::fs::read_dir(corpus)
            .unwrap()
            .flatten()
            .map(|entry| entry.path())
            .find(|path| path.extension().is_some_and(|extension| extension == "tileirbc"))
            .expect("tests/corpus has a module");
        let bytes = std::fs::read(module).unwrap();
        let inputs = "[[input]]\nname = \"plain\"\n";
        self.write("inputs.toml", inputs);
        let signature = |dtype: &str| {
            let file = format!("reference/op_kernel.v0.{dtype}.sm_90.tileirbc");
            self.write(&file, &bytes);
            json!({
                "id": dtype, "variant": "v0", "dtypes": dtype, "target": "sm_90", "file": file,
                "sha256": sha256(&bytes), "representative": true, "launched": true,
                "symbol": "op_kernel", "options": {}, "launches": [],
                "arguments": [{
                    "kind": "array", "dtype": dtype, "rank": 0, "index": "i32",
                    "base_divisor": 16, "shape_constant": [], "stride_constant": [],
                    "shape_divisor": [], "stride_divisor": [], "may_alias_internally": false,
                }],
            })
        };
        let analysis = json!({
            "schema": 1, "operator": "op", "module": "tilegym.ops.cutile.op",
            "tilegym": {"version": "1.5.1", "file": "tilegym/ops/cutile/op.py", "sha256": "00"},
            "cuda_tile": "1.7.0", "targets": ["sm_90"], "inputs_sha256": sha256(inputs),
            "functions": [{
                "name": "op_kernel", "file": "tilegym/ops/cutile/op.py", "line": 1, "lines": [1, 2],
                "params": [{"name": "x", "constant": false, "index64": false}],
                "signatures": [signature("f16"), signature("f32")],
                "config_to_variant": {"default": ["v0"]},
            }],
            "tolerance": {"f16": {"rtol": 0.01, "atol": 0.01}},
            "correctness_reference": "torch.op", "autotune": [], "test_perf": [],
        });
        self.write("reference/analysis.json", analysis.to_string());
    }

    fn contract(&self) -> serde_json::Value {
        json!({
            "schema": 1, "operator": "op", "kernel_sha256": sha256(KERNEL),
            "functions": [{
                "name": "op_kernel", "symbol": "cutile_op",
                "params": [{"name": "x", "kind": "tensor"}],
                "entries": [{
                    "name": "op_kernel", "variant": "v0", "when": [], "consts": [], "tensors": [],
                    "generics": [{
                        "name": "E",
                        "value": {"expr": "fact", "of": {"fact": "dtype", "param": 0}},
                    }],
                }],
            }],
        })
    }

    fn kernel(&self) {
        self.write("Cargo.toml", MANIFEST);
        self.write("src/lib.rs", "pub mod kernel;\n#[cfg(feature = \"ffi\")]\nmod ffi;\n");
        self.write("src/kernel.rs", KERNEL);
        self.write("src/contract.json", self.contract().to_string());
        self.write("tests/pipeline.rs", "use tileport_op as _;\n#[test]\nfn compiles() {}\n");
        let contract = serde_json::from_value(self.contract()).unwrap();
        self.write("src/ffi.rs", generated::ffi_rs(&contract));
        self.library(&generated::symbols(&contract));
    }

    /// A real library with these symbols.
    fn library(&self, symbols: &[String]) {
        let source = self.root.path().join("op.c");
        let text: String = symbols.iter().map(|symbol| format!("int {symbol};\n")).collect();
        files::write(&source, text).unwrap();
        let library = self.root.path().join("target/debug/libtileport_op.so");
        std::fs::create_dir_all(library.parent().unwrap()).unwrap();
        let gcc = Command::new("gcc").arg("-shared").arg("-o").arg(&library).arg(&source).status();
        assert!(gcc.unwrap().success());
    }

    fn wiring(&self) {
        let library =
            std::fs::read(self.root.path().join("target/debug/libtileport_op.so")).unwrap();
        let wired = format!("lib/libtileport_op.{}.so", &sha256(&library)[..8]);
        let manifest = json!({"operators": {"op": {
            "library": wired, "module": "tilegym.tileport_rs.ops.cutile.op", "registers": ["op"],
            "kernel_sha256": sha256(KERNEL),
        }}});
        let twin = "\"\"\"Twin.\"\"\"\n\n@register_impl(\"op\", backend=\"cutile-rs\")\ndef op(x):\n    pass\n";
        for (path, content) in [
            ("src/tilegym/__init__.py", "__version__ = \"1.5.1\"\n".as_bytes()),
            ("src/tilegym/ops/__init__.py", b"\n"),
            ("src/tilegym/tileport_rs/manifest.json", manifest.to_string().as_bytes()),
            ("src/tilegym/tileport_rs/ops/cutile/op.py", twin.as_bytes()),
            ("tests/ops/test_op.py", b"_backends = [\"cutile\"]\n_backends += [\"cutile-rs\"]\n"),
            (&format!("src/tilegym/tileport_rs/{wired}"), &library),
        ] {
            files::write(&self.tree.join(path), content).unwrap();
        }
    }

    fn reports(&self) {
        for (letter, verdict) in
            [("a", "PASS"), ("b", "COMPILED"), ("d", "ALL_PASS"), ("e", "DONE")]
        {
            let report = format!("# Stage\n\nVERDICT: {verdict}\n");
            self.write(&format!("reports/agent_{letter}.md"), report);
        }
        self.write("reports/build_log.md", "built\n");
        self.write("reports/correctness.md", "12 passed in 3.1s\n");
        self.write("reports/bench.log", "");
        self.write("generated/diff_report.md", "FAIL_FIXABLE\n\nowner: kernel\n");
        self.coverage(true);
        let lines: String = [
            ("A1", "PASS", json!(null)),
            ("B1", "COMPILED", json!(null)),
            ("C1", "FAIL_FIXABLE", json!(null)),
            ("D2", "ALL_PASS", json!(null)),
            ("E2", "DONE", json!({"geomean_ratio": 1.0})),
        ]
        .into_iter()
        .map(|(step, verdict, data)| self.line(step, verdict, &data))
        .collect();
        self.write("reports/journal.jsonl", lines);
    }

    /// What stage B proved: machine code the same, or not.
    fn coverage(&self, same: bool) {
        let analysis = std::fs::read_to_string(self.path("reference/analysis.json")).unwrap();
        let analysis: serde_json::Value = serde_json::from_str(&analysis).unwrap();
        let signatures = analysis["functions"][0]["signatures"].as_array().unwrap();
        let rows: Vec<_> = signatures
            .iter()
            .map(|signature| {
                json!({
                    "function": "op_kernel", "id": signature["id"], "variant": "v0",
                    "dtypes": signature["dtypes"], "target": "sm_90", "built": true,
                    "reference_sha256": signature["sha256"], "ir_equal": true,
                    "text_identical": {"sm_90": same},
                })
            })
            .collect();
        let counts = json!({"signatures": 2, "built": 2, "ir_equal": 2, "text_identical": {}});
        let operator = json!({"assembler": "13.5", "counts": counts, "rows": rows});
        let coverage = json!({"schema": 1, "operators": {"op": operator}});
        let path = self.root.path().join("reports/coverage.json");
        files::write(&path, coverage.to_string()).unwrap();
    }

    fn line(&self, step: &str, verdict: &str, data: &serde_json::Value) -> String {
        let line = json!({
            "v": 1, "run": 1, "at": 1, "kind": "spent", "step": step, "worker": "builtin",
            "verdict": verdict, "class": null, "soft": [], "skipped": false, "seconds": 1.0,
            "summary": "", "data": data, "transcript": null, "files": {},
        });
        format!("{line}\n")
    }

    fn judge(&self) -> Vec<Judged> {
        let workspace = Workspace::at(self.root.path());
        judge(&Subject::load(&workspace, "op", Some(self.tree.clone())).unwrap(), None)
    }

    fn edit(&self, path: &str, from: &str, to: &str) {
        let text = std::fs::read_to_string(self.path(path)).unwrap();
        assert!(text.contains(from), "{path} has no {from}");
        self.write(path, text.replace(from, to));
    }
}

fn failed(items: &[Judged]) -> Vec<&str> {
    let failed = items.iter().filter(|item| item.finding.state == State::Failed);
    failed.map(|item| item.id).collect()
}

#[test]
fn a_sound_kernel_passes_all_17_items() {
    let items = Sound::new().judge();
    assert_eq!(items.len(), 17);
    let not_passed: Vec<_> =
        items.iter().filter(|item| item.finding.state != State::Passed).collect();
    assert!(not_passed.is_empty(), "{not_passed:#?}");
}

/// One way to break each item, and others that an item must see too.
type Break = (&'static str, fn(&Sound));

const BREAKS: [Break; 34] = [
    ("inputs", |sound| sound.edit("inputs.toml", "plain", "other")),
    ("inputs", |sound| sound.edit("inputs.toml", "name = \"plain\"", "name = ")),
    ("analysis", |sound| sound.edit("reference/analysis.json", "torch.op", "")),
    ("analysis", |sound| sound.edit("reference/analysis.json", "[\"v0\"]", "[\"v7\"]")),
    ("reference", |sound| sound.write("reference/op_kernel.v0.f16.sm_90.tileirbc", "cut")),
    ("reference", |sound| {
        std::fs::remove_file(sound.path("reference/op_kernel.v0.f32.sm_90.tileirbc")).unwrap();
    }),
    ("report-a", |sound| sound.edit("reports/agent_a.md", "VERDICT: PASS", "fine")),
    ("report-a", |sound| sound.edit("reports/agent_a.md", "PASS", "BLOCKED")),
    ("manifest", |sound| sound.edit("Cargo.toml", "cutile.workspace = true", "cutile = \"0.5\"")),
    ("manifest", |sound| {
        sound.edit("Cargo.toml", "cutile.workspace = true", "cutile = { git = \"https://x\" }");
    }),
    ("manifest", |sound| sound.edit("Cargo.toml", "\"cdylib\", ", "")),
    ("manifest", |sound| sound.edit("Cargo.toml", "equality = \"text\"", "equality = \"ir\"")),
    ("kernel", |sound| sound.edit("reference/analysis.json", "1.5.1", "1.6.0")),
    ("kernel", |sound| sound.edit("src/lib.rs", "pub mod kernel;", "")),
    ("contract", |sound| sound.edit("src/contract.json", "\"schema\":1", "\"schema\":9")),
    ("contract", |sound| {
        let only_f16 = json!([{
            "test": "one_of", "of": {"fact": "dtype", "param": 0}, "values": ["f16"],
        }]);
        sound.edit("src/contract.json", "\"when\":[]", &format!("\"when\":{only_f16}"));
    }),
    ("pipeline-test", |sound| sound.edit("tests/pipeline.rs", "#[test]", "")),
    ("pipeline-test", |sound| sound.edit("tests/pipeline.rs", "#[test]", "#[test]\n#[ignore]")),
    ("equality", |sound| sound.coverage(false)),
    ("equality", |sound| {
        std::fs::remove_file(sound.root.path().join("reports/coverage.json")).unwrap();
    }),
    ("report-b", |sound| sound.edit("reports/agent_b.md", "COMPILED", "FAIL_COMPILE")),
    ("report-b", |sound| sound.write("reports/build_log.md", "")),
    ("diff-report", |sound| sound.edit("generated/diff_report.md", "owner: kernel", "")),
    ("diff-report", |sound| sound.edit("generated/diff_report.md", "FAIL_FIXABLE", "PASS")),
    ("abi", |sound| sound.edit("src/ffi.rs", "-> i32", "-> i64")),
    ("library", |sound| {
        sound.library(&["tileport_last_error".to_owned()]);
        sound.wiring();
    }),
    ("wrapper", |sound| {
        let twin = sound.tree.join("src/tilegym/tileport_rs/ops/cutile/op.py");
        files::write(&twin, "@register_impl(\"op\", backend=\"cutile-rs\")\nimport cuda.tile\n")
            .unwrap();
    }),
    ("wrapper", |sound| {
        files::write(&sound.root.path().join("op.c"), "").unwrap();
        let contract = serde_json::from_value(sound.contract()).unwrap();
        let mut symbols = generated::symbols(&contract);
        symbols.push("built_again".to_owned());
        sound.library(&symbols);
    }),
    ("test", |sound| {
        let test = sound.tree.join("tests/ops/test_op.py");
        files::write(&test, "_backends = [\"cutile\"]\n").unwrap();
    }),
    ("correctness", |sound| sound.edit("reports/agent_d.md", "ALL_PASS", "FAIL")),
    ("correctness", |sound| sound.write("reports/correctness.md", "no tests ran in 0.01s\n")),
    ("performance", |sound| sound.edit("reports/agent_e.md", "DONE", "INVESTIGATE")),
    ("performance", |sound| {
        sound.write("reports/bench.log", "Traceback (most recent call last)\n")
    }),
    ("performance", |sound| std::fs::remove_file(sound.path("reports/bench.log")).unwrap()),
];

#[test]
fn each_item_fails_by_its_name_when_it_is_broken() {
    for (at, (id, break_it)) in BREAKS.iter().enumerate() {
        let sound = Sound::new();
        break_it(&sound);
        assert_eq!(failed(&sound.judge()), [*id], "break {at}");
    }
    for item in &ITEMS {
        assert!(BREAKS.iter().any(|(id, _)| *id == item.id), "{} is never broken", item.id);
    }
}

#[test]
fn d30_all_pass_from_zero_passed_tests_fails() {
    let sound = Sound::new();
    sound.write("reports/correctness.md", "collected 40 items / 40 deselected\n0 passed\n");
    assert_eq!(failed(&sound.judge()), ["correctness"]);
}

#[test]
fn d30_the_machine_readable_counts_go_before_the_text() {
    let report = |verdict: &str, passed: u32, failures: &str, kernel: &str| {
        let sound = Sound::new();
        sound.write(
            "reports/correctness.json",
            format!(
                "{{\"verdict\": \"{verdict}\", \"port\": {{\"passed\": {passed}}}, \"failures\": \
                 {failures}, \"kernel_sha256\": \"{kernel}\"}}"
            ),
        );
        let items = sound.judge();
        failed(&items).iter().map(|id| (*id).to_owned()).collect::<Vec<_>>()
    };
    let kernel = sha256(KERNEL);
    assert_eq!(report("ALL_PASS", 3, "[]", &kernel), [""; 0]);
    assert_eq!(report("ALL_PASS", 0, "[]", &kernel), ["correctness"]);
    assert_eq!(report("ALL_PASS", 3, "[{}]", &kernel), ["correctness"]);
    assert_eq!(report("BLOCKED", 3, "[]", &kernel), ["correctness"]);
    assert_eq!(report("ALL_PASS", 3, "[]", "of another"), ["correctness"]);
}

#[test]
fn a_kernel_that_no_gpu_has_seen_waits_and_does_not_pass() {
    let sound = Sound::new();
    for report in ["agent_d.md", "agent_e.md", "correctness.md", "bench.log"] {
        std::fs::remove_file(sound.path("reports").join(report)).unwrap();
    }
    let journal = std::fs::read_to_string(sound.path("reports/journal.jsonl")).unwrap();
    let lines: Vec<_> = journal.lines().take(2).map(|line| format!("{line}\n")).collect();
    sound.write("reports/journal.jsonl", lines.concat());
    std::fs::remove_file(sound.path("generated/diff_report.md")).unwrap();
    let items = sound.judge();
    let state = |id: &str| items.iter().find(|item| item.id == id).unwrap().finding.state;
    assert_eq!(state("correctness"), State::Waiting);
    assert_eq!(state("performance"), State::Waiting);
    assert_eq!(state("diff-report"), State::Skipped);
    assert_eq!(failed(&items), [""; 0]);
}

#[test]
fn a_lower_equality_passes_with_its_reason() {
    let sound = Sound::new();
    let reason = "equality = \"ir\"\nreason = \"tileiras crashes on the reference\"";
    sound.edit("Cargo.toml", "equality = \"text\"", reason);
    sound.coverage(false);
    assert_eq!(failed(&sound.judge()), [""; 0]);
}

#[test]
fn a_damaged_journal_fails_the_items_that_read_it() {
    let sound = Sound::new();
    sound.write("reports/journal.jsonl", "not json\n");
    assert!(failed(&sound.judge()).contains(&"report-a"));
}

#[test]
fn the_items_have_distinct_names() {
    let names: std::collections::BTreeSet<_> = ITEMS.iter().map(|item| item.id).collect();
    assert_eq!(names.len(), 17);
}
