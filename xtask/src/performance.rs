//! `docs/performance.md`: how fast the program's parts and the ports are.
//!
//! The program is timed here; what was timed on a GPU (`tests/gpu/host_time.py`, `tests/gpu/bench.sh`) is
//! kept under `reports/speed`, without its single samples. The text is a pure function of both.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::error::usage;
use crate::files;
use crate::stage::bench::{self, Row};
use crate::workspace::Workspace;

/// What is timed of the program, and what one run of it does.
const PARTS: [(&str, &str); 5] = [
    ("reader", "the modules of `tests/corpus` read"),
    ("lowering", "those lowered to `cutile_ir::Module`"),
    ("normaliser", "each compared with itself"),
    ("converter", "each written as Rust, one kernel a module"),
    ("gate", "an agent's return of 100 KB judged"),
];
/// Starts of the program whose median counts.
const STARTS: usize = 15;

/// Times of the program.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Program {
    /// Median nanoseconds by part.
    pub parts: BTreeMap<String, f64>,
    /// Median milliseconds from start to end of `xtask --version`, and of `xtask route --table`.
    pub starts: [f64; 2],
}

/// What was timed on a GPU.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Gpu {
    /// What `host_time.py` kept.
    pub host: Option<Value>,
    /// By operator: what the run says of itself, and its rows.
    pub operators: BTreeMap<String, (Value, Vec<Row>)>,
}

/// The folder of what was timed on a GPU.
pub fn folder(workspace: &Workspace) -> PathBuf {
    workspace.root().join("reports/speed")
}

/// Keeps the results of a GPU run, without single samples; the names of the files.
///
/// # Errors
/// The folder holds none, or one cannot be read.
pub fn keep(workspace: &Workspace, from: &Path) -> Result<Vec<String>> {
    let mut kept = Vec::new();
    let entries = std::fs::read_dir(from)
        .map_err(|error| usage(format!("--gpu {}: {error}", from.display())))?;
    for entry in entries {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if name != "host_time.json" && !name.ends_with(".jsonl") {
            continue;
        }
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let mut thinned = String::new();
        for line in text.lines().filter(|line| line.starts_with('{')) {
            let mut value: Value = serde_json::from_str(line)
                .map_err(|error| usage(format!("{}: {error}", path.display())))?;
            thin(&mut value);
            let _ = writeln!(thinned, "{value}");
        }
        files::write(&folder(workspace).join(name), thinned)?;
        kept.push(name.to_owned());
    }
    if kept.is_empty() {
        return Err(usage(format!(
            "--gpu {}: neither host_time.json nor a .jsonl of tests/gpu/bench.sh is there",
            from.display()
        )));
    }
    kept.sort();
    Ok(kept)
}

fn thin(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("samples_us");
            fields.values_mut().for_each(thin);
        }
        Value::Array(items) => items.iter_mut().for_each(thin),
        _ => {}
    }
}

/// Reads what is kept.
///
/// # Errors
/// A file cannot be read.
pub fn gpu(workspace: &Workspace) -> Result<Gpu> {
    let mut found = Gpu::default();
    let Ok(entries) = std::fs::read_dir(folder(workspace)) else { return Ok(found) };
    for entry in entries {
        let path = entry?.path();
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if stem == "host_time" {
            found.host = Some(serde_json::from_str(&text)?);
        } else if path.extension().is_some_and(|extension| extension == "jsonl") {
            let about = text
                .lines()
                .filter_map(|line| serde_json::from_str::<Value>(line).ok())
                .find_map(|value| value.get("about").cloned());
            found.operators.insert(stem, (about.unwrap_or(Value::Null), bench::rows(&text)?));
        }
    }
    Ok(found)
}

/// Times the program: criterion's medians after its benchmarks ran, and starts of this executable.
///
/// # Errors
/// The benchmarks have not run, or the program cannot be started.
pub fn program(workspace: &Workspace) -> Result<Program> {
    let mut parts = BTreeMap::new();
    for (name, _) in PARTS {
        let path = workspace.target().join("criterion").join(name).join("new/estimates.json");
        let text = std::fs::read_to_string(&path).with_context(|| {
            format!("cannot read {}; the benchmarks have not run", path.display())
        })?;
        let estimates: Value = serde_json::from_str(&text)?;
        let median = estimates["median"]["point_estimate"]
            .as_f64()
            .with_context(|| format!("{} holds no median", path.display()))?;
        parts.insert(name.to_owned(), median);
    }
    let starts = [start(&["--version"])?, start(&["route", "--table"])?];
    Ok(Program { parts, starts })
}

/// Median milliseconds of a run of this executable.
fn start(arguments: &[&str]) -> Result<f64> {
    let program = std::env::current_exe()?;
    let mut times = Vec::new();
    for _ in 0..STARTS {
        let begun = Instant::now();
        let status = Command::new(&program)
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        anyhow::ensure!(
            status.success(),
            "{} {arguments:?} ended with {status}",
            program.display()
        );
        times.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

/// The page.
pub fn page(program: &Program, gpu: &Gpu) -> String {
    let mut text = String::from(
        "# Performance\n\nWritten by `cargo xtask performance`; what was timed on a GPU comes from \
         `tests/gpu/host_time.py` and\n`tests/gpu/bench.sh` by `cargo xtask performance --gpu FOLDER`.\n",
    );
    kernels(&mut text, gpu);
    host(&mut text, gpu);
    text.push_str(
        "\n## The program\n\nIn the profile that `cargo xtask` runs in, on one core; medians of \
         criterion.\n\n| part | what one run does | time |\n| --- | --- | ---: |\n",
    );
    for (name, what) in PARTS {
        if let Some(nanoseconds) = program.parts.get(name) {
            let _ = writeln!(text, "| {name} | {what} | {:.2} ms |", nanoseconds / 1e6);
        }
    }
    let _ = writeln!(text, "| start | `xtask --version` | {:.1} ms |", program.starts[0]);
    let _ = writeln!(text, "| start | `xtask route --table` | {:.1} ms |", program.starts[1]);
    text
}

/// Device time of the ports.
fn kernels(text: &mut String, gpu: &Gpu) {
    let Some((about, _)) = gpu.operators.values().next() else { return };
    let _ = write!(
        text,
        "\n## Kernels\n\nOn one {}, torch {}: device time by CUPTI, both backends and the roof \
         interleaved in one profile, L2\nflushed before each call, medians. The roof is a copy of as many \
         bytes, or cuBLAS on the same operands.\n\n\
         | operator | cases | cutile-rs over cuTile | worst case | host, over cuTile | achieved, of the roof |\n\
         | --- | ---: | ---: | ---: | ---: | ---: |\n",
        about["gpu"].as_str().unwrap_or("GPU"),
        about["torch"].as_str().unwrap_or("?"),
    );
    let mut all = Vec::new();
    for (operator, (_, rows)) in &gpu.operators {
        let ratios: Vec<(f64, f64)> = rows.iter().filter_map(Row::ratios).collect();
        let shares: Vec<f64> = rows
            .iter()
            .filter_map(|row| Some(row.roof.as_ref()?.device_us / row.port.as_ref()?.device_us))
            .collect();
        let device: Vec<f64> = ratios.iter().map(|(device, _)| *device).collect();
        let failed = rows.len() - ratios.len();
        let cases = if failed == 0 {
            rows.len().to_string()
        } else {
            format!("{} ({failed} failed)", rows.len())
        };
        let _ = writeln!(
            text,
            "| {operator} | {cases} | {} | {} | {} | {} |",
            number(bench::geomean(device.iter().copied())),
            number(device.iter().copied().reduce(f64::max)),
            number(bench::geomean(ratios.iter().map(|(_, host)| *host))),
            number(bench::geomean(shares.into_iter())),
        );
        all.extend(device);
    }
    let cases = all.len();
    let _ = writeln!(
        text,
        "\nGeometric mean over {cases} cases: {}.",
        number(bench::geomean(all.into_iter()))
    );
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}"))
}

/// Host time of calls.
fn host(text: &mut String, gpu: &Gpu) {
    let Some(host) = &gpu.host else { return };
    let cell = |row: &Value, name: &str| {
        row.get(name)
            .and_then(Value::as_f64)
            .map_or_else(|| "-".to_owned(), |us| format!("{us:.1}"))
    };
    text.push_str(
        "\n## Host time of a call\n\nµs from call to return on small inputs, the queue never full; \
         `direct` without TileGym's dispatcher.\n\n\
         | operator | cuTile | cutile-rs | cuTile direct | cutile-rs direct | `add_` | `empty_like` |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for (operator, row) in host["operators"].as_object().into_iter().flatten() {
        let columns =
            ["cutile", "cutile-rs", "cutile direct", "cutile-rs direct", "add_", "empty_like"];
        let cells = columns.map(|name| cell(row, name)).join(" | ");
        let _ = writeln!(text, "| {operator} | {cells} |");
    }
    text.push_str("\n| one launch | µs |\n| --- | ---: |\n");
    for (what, value) in host["launches"].as_object().into_iter().flatten() {
        if let Some(us) = value.as_f64() {
            let _ = writeln!(text, "| {what} | {us:.2} |");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = r#"{"about": {"operator": "op", "gpu": "H200", "torch": "2.11"}}
{"case": "a", "reference": {"device_us": 4.0, "host_us": 10.0, "samples_us": [4.0, 4.1], "kernels": ["k"]}, "port": {"device_us": 4.0, "host_us": 5.0, "samples_us": [4.0], "kernels": ["k"]}, "roof": {"kind": "copy", "device_us": 3.0}}
{"case": "b", "error": "no"}
"#;

    #[test]
    fn results_of_a_gpu_are_kept_without_samples_and_shown() {
        let (folder, results) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let workspace = Workspace::at(folder.path());
        assert!(keep(&workspace, results.path()).unwrap_err().to_string().contains("neither"));
        files::write(&results.path().join("op.jsonl"), ROWS).unwrap();
        let host = r#"{"operators": {"op": {"cutile": 30.0, "cutile-rs": 12.0}}, "launches": {"extension": 0.5}}"#;
        files::write(&results.path().join("host_time.json"), host).unwrap();
        files::write(&results.path().join("op.log"), "noise").unwrap();
        assert_eq!(keep(&workspace, results.path()).unwrap(), ["host_time.json", "op.jsonl"]);
        let kept = std::fs::read_to_string(super::folder(&workspace).join("op.jsonl")).unwrap();
        assert!(!kept.contains("samples_us") && kept.lines().count() == 3);
        let program =
            Program { parts: BTreeMap::from([("reader".to_owned(), 2.5e6)]), starts: [3.0, 4.0] };
        let page = page(&program, &gpu(&workspace).unwrap());
        for part in [
            "On one H200, torch 2.11",
            "| op | 2 (1 failed) | 1.000 | 1.000 | 0.500 | 0.750 |",
            "Geometric mean over 1 cases: 1.000.",
            "| op | 30.0 | 12.0 | - | - | - | - |",
            "| extension | 0.50 |",
            "| reader | the modules of `tests/corpus` read | 2.50 ms |",
            "| start | `xtask --version` | 3.0 ms |",
        ] {
            assert!(page.contains(part), "{part} is not in\n{page}");
        }
    }

    #[test]
    fn without_results_of_a_gpu_the_page_tells_of_the_program_alone() {
        let page = page(&Program::default(), &Gpu::default());
        assert!(page.contains("## The program") && !page.contains("## Kernels"));
    }
}
