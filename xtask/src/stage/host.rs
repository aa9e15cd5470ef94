//! Stage D, build half: launcher, library, wrapper, wiring. It needs no GPU.
//!
//! From the launch contract come `src/ffi.rs` ([`generate`]) and, built by cargo, the cdylib; the
//! wrapper is TileGym's own module, rewritten and wired by [`crate::tilegym`]. What must hold before a
//! GPU sees any of it is checked: the library exports what the contract promises, and the tree that
//! was wired names this very library.

pub mod generate;
mod stamp;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use object::{Object as _, ObjectSymbol as _};
use serde_json::json;
use tileport_contract::Contract;

pub use generate::{C_TYPES, MANIFEST_SCHEMA, c_declaration, ffi_rs, manifest_entry, symbols};

use crate::error::usage;
use crate::files;
use crate::pipeline::context::StageContext;
use crate::pipeline::verdict::{Check, Class, Outcome, Verdict};
use crate::tilegym::proof::Proof;
use crate::tilegym::tree::Tree;
use crate::tilegym::wire::{self, Request};
use crate::toolchain::Toolkit;
use crate::toolchain::cargo::{self, LOCK_LIMIT, Output};
use crate::workspace::KernelCrate;

/// Runs the build half for the operator of a context.
///
/// # Errors
/// An earlier stage has not run (exit 2), the toolkit is missing (exit 3).
pub fn run(context: &StageContext) -> Result<Outcome> {
    Toolkit::find(&context.workspace)?;
    if let Some(outcome) = stamp::fresh(context) {
        return Ok(outcome);
    }
    let outcome = build_half(context)?;
    stamp::keep(context, &outcome)?;
    Ok(outcome)
}

fn build_half(context: &StageContext) -> Result<Outcome> {
    let crate_ = context.crate_();
    let contract = read_contract(&crate_, &context.operator)?;
    write_launcher(&crate_, &contract)?;
    let mut checks = Vec::new();

    context.progress("cargo build");
    checks.push(build(context)?);
    if checks[0].exit != 0 {
        return finish(context, checks, Vec::new());
    }
    let library = wire::built_library(&context.workspace, &context.operator)?;
    let bytes =
        std::fs::read(&library).with_context(|| format!("cannot read {}", library.display()))?;
    checks.push(exports(&bytes, &contract));

    context.progress("wiring");
    let (wired, notes) = wire_into(context, &crate_, &library)?;
    checks.push(wired);

    context.progress("comparing launch logs");
    checks.push(launch_log(context, &crate_)?);
    finish(context, checks, notes)
}

/// The launch contract of a crate; an error names the command that makes it.
pub fn read_contract(crate_: &KernelCrate, operator: &str) -> Result<Contract> {
    let path = crate_.contract();
    let text = std::fs::read_to_string(&path).map_err(|error| {
        usage(format!("{}: {error}; run `cargo xtask convert {operator}` first", path.display()))
    })?;
    serde_json::from_str(&text).map_err(|error| {
        usage(format!("{}: {error}; run `cargo xtask convert {operator}` again", path.display()))
    })
}

/// Writes `src/ffi.rs` and makes it part of the library.
pub fn write_launcher(crate_: &KernelCrate, contract: &Contract) -> Result<()> {
    files::write(&crate_.ffi_rs(), ffi_rs(contract))?;
    let path = crate_.root().join("src/lib.rs");
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("cannot read {}", path.display()))?;
    if !text.lines().any(|line| line.trim_end() == "pub mod ffi;") {
        let (before, after) = text.split_at(text.find("pub mod ").unwrap_or(text.len()));
        files::write(&path, format!("{before}pub mod ffi;\n{after}"))?;
    }
    Ok(())
}

fn build(context: &StageContext) -> Result<Check> {
    let package = format!("tileport-{}", context.operator);
    let mut command = cargo::command(&context.workspace);
    command.args(["build", "--package", &package, "--package", "tileport-launch"]);
    let target = context.workspace.target();
    let finished = cargo::run(command, &target, Output::Captured, LOCK_LIMIT)?;
    let exit = finished.status.code().unwrap_or(1);
    if exit != 0 {
        context.note(finished.stderr.trim());
    }
    let first = finished.stderr.lines().find(|line| line.starts_with("error"));
    Ok(Check {
        name: format!("cargo build -p {package}"),
        exit,
        note: first.unwrap_or_default().to_owned(),
    })
}

/// Whether a library exports every symbol that its contract promises.
pub fn exports(library: &[u8], contract: &Contract) -> Check {
    let wanted = symbols(contract);
    let (missing, unreadable) = match object::File::parse(library) {
        Ok(file) => {
            let exported: BTreeSet<&str> = file
                .dynamic_symbols()
                .filter(|symbol| symbol.is_definition())
                .filter_map(|symbol| symbol.name().ok())
                .collect();
            let missing: Vec<&str> = wanted
                .iter()
                .map(String::as_str)
                .filter(|symbol| !exported.contains(symbol))
                .collect();
            (missing.join(", "), None)
        }
        Err(error) => (String::new(), Some(error.to_string())),
    };
    let note = match (&unreadable, missing.is_empty()) {
        (Some(error), _) => format!("the library cannot be read: {error}"),
        (None, false) => format!("missing: {missing}"),
        (None, true) => format!("{} symbols", wanted.len()),
    };
    let failed = unreadable.is_some() || !missing.is_empty();
    Check { name: "symbols".to_owned(), exit: i32::from(failed), note }
}

/// Wires the operator into its tree and checks that the tree names this library.
fn wire_into(
    context: &StageContext,
    crate_: &KernelCrate,
    library: &Path,
) -> Result<(Check, Vec<String>)> {
    let tree = Tree::find(&context.workspace, context.options.tilegym.as_deref())?;
    let _lock = wire::lock(&context.workspace)?;
    let request = Request::of_crate(&context.operator, crate_, library)?;
    // In our own copy of the package nobody else's choice is overruled.
    let replace = context.options.replace || context.options.tilegym.is_none();
    let runtime = wire::runtime(&context.workspace)?;
    let plan = wire::plan(&tree, &runtime, &[request], &BTreeSet::new(), replace)?;
    wire::apply(&tree, &plan)?;
    let record = plan.record.operators.get(&context.operator);
    let hash = files::sha256(std::fs::read(library)?);
    let named = record.is_some_and(|operator| operator.library.contains(&hash[..8]));
    let registered = record.map_or(0, |operator| operator.registers.len());
    let check = Check {
        name: "wired".to_owned(),
        exit: i32::from(!named),
        note: format!("{registered} operators registered for cutile-rs"),
    };
    Ok((check, plan.notes))
}

/// Whether the wrapper does to the device and to torch what TileGym's own module does.
fn launch_log(context: &StageContext, crate_: &KernelCrate) -> Result<Check> {
    let tree = Tree::find(&context.workspace, context.options.tilegym.as_deref())?;
    let proof = Proof {
        workspace: &context.workspace,
        tree: &tree,
        targets: &context.targets,
        inputs: &crate_.inputs(),
    };
    let report = proof.run(&context.operator)?;
    let holds = report.holds();
    if !holds {
        context.note(report.summary());
    }
    Ok(Check {
        name: "launch log".to_owned(),
        exit: i32::from(!holds),
        note: report.summary().lines().collect::<Vec<_>>().join("; "),
    })
}

fn finish(context: &StageContext, checks: Vec<Check>, notes: Vec<String>) -> Result<Outcome> {
    for note in &notes {
        context.note(note.as_str());
    }
    let failed: Vec<&Check> = checks.iter().filter(|check| check.exit != 0).collect();
    let (verdict, class) = if failed.is_empty() {
        (Verdict::AllPass, None)
    } else {
        (Verdict::Fail, Some(Class::Host))
    };
    let summary = match failed.first() {
        Some(check) => format!("{}: {}", check.name, check.note),
        None => "launcher built and wired; correctness waits for a GPU".to_owned(),
    };
    let mut report = format!("# Stage D, build half: {}\n\n{summary}\n\n", context.operator);
    report.push_str("| check | exit | note |\n| --- | --- | --- |\n");
    for check in &checks {
        let _ = writeln!(report, "| {} | {} | {} |", check.name, check.exit, check.note);
    }
    for note in &notes {
        let _ = write!(report, "\n- {note}");
    }
    files::write(&context.crate_().reports().join("host.md"), report)?;
    let data = json!({"built": failed.is_empty()});
    Ok(Outcome { verdict, class, checks, summary, data })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contract() -> Contract {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../kernels/ffi/examples/scale/contract.json");
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    }

    #[test]
    fn a_library_without_the_symbols_fails_and_names_them() {
        let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let check = exports(&program, &contract());
        assert_eq!(check.exit, 1);
        for symbol in ["cutile_scale__scale", "TILEPORT_SCALE__PASS_ON", "tileport_last_error"] {
            assert!(check.note.contains(symbol), "{}", check.note);
        }
        let check = exports(b"no library", &contract());
        assert!(check.exit == 1 && check.note.contains("cannot be read"), "{}", check.note);
    }

    #[test]
    fn the_launcher_becomes_part_of_the_library_once() {
        let folder = tempfile::tempdir().unwrap();
        let crate_ = KernelCrate::at(folder.path());
        let lib = folder.path().join("src/lib.rs");
        files::write(&lib, "//! Kernels.\n\npub mod kernel;\n").unwrap();
        for _ in 0..2 {
            write_launcher(&crate_, &contract()).unwrap();
            assert_eq!(
                std::fs::read_to_string(&lib).unwrap(),
                "//! Kernels.\n\npub mod ffi;\npub mod kernel;\n"
            );
        }
        assert_eq!(std::fs::read_to_string(crate_.ffi_rs()).unwrap(), ffi_rs(&contract()));
    }
}
