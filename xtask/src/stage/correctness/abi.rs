//! The ABI self-check, where a test found wrong numbers: are they the host's or the kernel's?
//!
//! `python -m recorder.abi` launches the operator's cases on recorded devices by cuTile and by the
//! port and compares what reaches the driver.

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::judge::Abi;
use crate::pipeline::context::StageContext;
use crate::stage::site::Site;
use crate::toolchain::Toolkit;

/// Cases that are launched: enough for each kernel, few enough to compile in a minute.
const CASES: &str = "12";

/// The line that `recorder.abi` prints.
#[derive(Debug, Deserialize)]
struct Compared {
    launches: usize,
    different: Vec<Vec<String>>,
}

/// Compares the launches of the wired library with cuTile's.
///
/// Where it cannot run (no C compiler, say) that is no finding.
pub(super) fn self_check(context: &StageContext, site: &Site) -> Result<Abi> {
    let toolkit = Toolkit::find(&context.workspace)?;
    let target = context.workspace.target();
    let build = "import pathlib, recorder, sys; \
                 print(recorder.build(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))";
    let mut command = toolkit.python_command();
    command.args(["-c", build]).arg(target.join("recorder")).arg(toolkit.cuda());
    let built = command.output().with_context(|| format!("cannot start {command:?}"))?;
    if !built.status.success() {
        context.note("ABI self-check: the stand-in driver library cannot be built; not run");
        return Ok(Abi::NotRun);
    }
    let library = String::from_utf8_lossy(&built.stdout).trim().to_owned();
    let folder = tempfile::tempdir().context("cannot make a folder for recorded launches")?;
    let mut command = site.python();
    command
        .args(["-m", "recorder.abi", &context.operator, "--cases", CASES])
        .env("LD_PRELOAD", library)
        .env("TILEPORT_RECORDER_LOG", folder.path().join("log.jsonl"))
        .env("TILEPORT_RECORDER_DEVICES", "90")
        .env("TILEPORT_MANIFEST", site.tree.package().join("tileport_rs/manifest.json"))
        .env("OMP_NUM_THREADS", "1")
        .current_dir(context.workspace.root());
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    Ok(read(&String::from_utf8_lossy(&output.stdout)))
}

fn read(printed: &str) -> Abi {
    let line = printed.lines().rev().find(|line| line.starts_with('{'));
    match line.and_then(|line| serde_json::from_str::<Compared>(line).ok()) {
        Some(Compared { different, .. }) if !different.is_empty() => {
            Abi::Differs(different[0].join(", "))
        }
        Some(Compared { launches: 1.., .. }) => Abi::Equal,
        _ => Abi::NotRun,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_decides() {
        let equal = "x\n{\"launches\": 3, \"different\": [], \"refused\": {}}\n";
        assert_eq!(read(equal), Abi::Equal);
        let differs = "{\"launches\": 3, \"different\": [[\"k\", \"case\", \"params\"]]}";
        assert_eq!(read(differs), Abi::Differs("k, case, params".into()));
        for nothing in ["", "Traceback", "{\"launches\": 0, \"different\": []}"] {
            assert_eq!(read(nothing), Abi::NotRun, "{nothing}");
        }
    }
}
