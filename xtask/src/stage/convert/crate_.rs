//! The files of a kernel's crate besides its kernels: manifest, library, pipeline test.

use std::fmt::Write as _;

use anyhow::{Context as _, Result};
use toml_edit::DocumentMut;

use super::prove::Proof;
use crate::analysis::Function;
use crate::convert::emit;
use crate::error::usage;
use crate::workspace::KernelCrate;

/// How equal the generated kernel must be to its reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Equality {
    /// Not at all; the manifest says why.
    None,
    /// The modules are equal up to what does not matter; the manifest says why no more.
    Ir,
    /// The machine code is the same.
    Text,
}

impl Equality {
    fn read(name: &str) -> Option<Self> {
        Some(match name {
            "none" => Self::None,
            "ir" => Self::Ir,
            "text" => Self::Text,
            _ => return None,
        })
    }
}

/// The equality that a crate's manifest demands, `text` where it says nothing.
///
/// # Errors
/// An unknown level, or a level below `text` without its reason: exit 2.
pub fn equality(crate_: &KernelCrate) -> Result<Equality> {
    let path = crate_.root().join("Cargo.toml");
    let Ok(text) = std::fs::read_to_string(&path) else {
        return Ok(Equality::Text);
    };
    let manifest: DocumentMut =
        text.parse().map_err(|error| usage(format!("{}: {error}", path.display())))?;
    let metadata = ["package", "metadata", "tileport"]
        .iter()
        .try_fold(manifest.as_item(), |item, key| item.get(*key));
    let text = |key: &str| metadata?.get(key)?.as_str();
    let Some(name) = text("equality") else {
        return Ok(Equality::Text);
    };
    let level = Equality::read(name).ok_or_else(|| {
        usage(format!("{}: equality {name:?} is none of text, ir, none", path.display()))
    })?;
    let reason = text("reason");
    if level < Equality::Text && reason.is_none_or(|reason| reason.trim().is_empty()) {
        return Err(usage(format!(
            "{}: equality = {name:?} needs its reason beside it",
            path.display()
        )));
    }
    Ok(level)
}

/// The manifest with all that a converted kernel needs; what else stands in it is kept.
///
/// # Errors
/// The manifest cannot be read.
pub fn manifest(crate_: &KernelCrate, operator: &str, targets: &[String]) -> Result<String> {
    let path = crate_.root().join("Cargo.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|_| base(operator));
    let mut manifest: DocumentMut =
        text.parse().map_err(|error| usage(format!("{}: {error}", path.display())))?;
    let wanted: DocumentMut = format!(
        "[package.metadata.tileport]\noperator = \"{operator}\"\nequality = \"text\"\n\n\
         [lib]\ncrate-type = [\"cdylib\", \"rlib\"]\n\n\
         [dependencies]\ncutile.workspace = true\ntileport-ffi.workspace = true\n\
         tileport-support.workspace = true\n"
    )
    .parse()
    .context("the manifest's own text")?;
    fill(manifest.as_table_mut(), wanted.as_table());
    let listed: toml_edit::Array = targets.iter().map(String::as_str).collect();
    manifest["package"]["metadata"]["tileport"]["targets"] = toml_edit::value(listed);
    Ok(manifest.to_string())
}

/// Adds the entries that a table lacks.
fn fill(table: &mut toml_edit::Table, wanted: &toml_edit::Table) {
    for (key, item) in wanted {
        if !table.contains_key(key) {
            table.insert(key, item.clone());
        } else if let Some(wanted) = item.as_table()
            && let Some(have) = table.get_mut(key).and_then(|have| have.as_table_mut())
        {
            fill(have, wanted);
        }
    }
}

fn base(operator: &str) -> String {
    format!(
        "[package]\nname = \"tileport-{operator}\"\n\
         description = \"cutile-rs kernels of TileGym's operator {operator}.\"\n\
         version.workspace = true\nedition.workspace = true\nrust-version.workspace = true\n\
         license.workspace = true\npublish.workspace = true\n\n[lints]\nworkspace = true\n"
    )
}

/// The text of `src/lib.rs` for this text of `kernel.rs`; the launcher is part of it as soon as its
/// file is there.
pub fn library(crate_: &KernelCrate, operator: &str, kernel: &str) -> String {
    let launcher = if crate_.ffi_rs().is_file() { "pub mod ffi;\n" } else { "" };
    let allowed = allowances(kernel);
    format!(
        "//! cutile-rs kernels of TileGym's operator `{operator}`.\n\n\
         {launcher}{allowed}pub mod kernel;\n"
    )
}

/// What rustc would complain of in code that it never runs; cutile's macro drops such attributes.
fn allowances(kernel: &str) -> String {
    let mut lints = Vec::new();
    if kernel.contains("cuda_tile_assert!(") {
        // To rustc the assertion is a panic.
        lints.extend(["unreachable_code", "unused_variables"]);
    }
    if kernel.contains("let mut branch") {
        // The variables of a branch with several results hold placeholders before it.
        lints.push("unused_assignments");
    }
    if lints.is_empty() { String::new() } else { format!("#[allow({})]\n", lints.join(", ")) }
}

/// A float as Rust.
fn float(value: f64) -> String {
    match value {
        f64::INFINITY => "f64::INFINITY".to_owned(),
        f64::NEG_INFINITY => "f64::NEG_INFINITY".to_owned(),
        finite => format!("{finite:?}"),
    }
}

/// The text of `tests/pipeline.rs`: every committed signature, compiled as a launch compiles it.
///
/// # Errors
/// rustfmt is missing.
pub fn pipeline_test(functions: &[Function], proofs: &[Proof]) -> Result<String> {
    let mut cases = String::new();
    for proof in proofs {
        let row = &proof.row;
        let committed = functions
            .iter()
            .filter(|function| function.name == row.function)
            .flat_map(|function| &function.signatures)
            .any(|signature| signature.id == row.id && signature.representative);
        let (Some(request), Some(fingerprint)) = (&proof.request, &proof.fingerprint) else {
            continue;
        };
        if !committed {
            continue;
        }
        let tensors: Vec<String> = request
            .tensors
            .iter()
            .map(|one| {
                format!(
                    "({:?}, &{:?}, &{:?}, {}, &{:?}, &{:?})",
                    one.name, one.shape, one.strides, one.align, one.shape_div, one.stride_div
                )
            })
            .collect();
        let consts: Vec<String> = request
            .consts
            .iter()
            .map(|(name, value)| format!("({name:?}, {})", float(*value)))
            .collect();
        let hints = &request.options;
        let _ = write!(
            cases,
            "Case {{ signature: {:?}, entry: {:?}, generics: &{:?}, consts: &[{}], tensors: &[{}], \
             hints: Hints {{ occupancy: {:?}, num_ctas: {:?}, num_worker_warps: {:?} }}, target: {:?}, \
             fingerprint: {fingerprint:?} }},",
            format!("{} {}", row.function, row.id),
            request.entry,
            request.generics,
            consts.join(", "),
            tensors.join(", "),
            hints.occupancy,
            hints.num_ctas,
            hints.num_worker_warps,
            request.target,
        );
    }
    emit::format(&format!("{PIPELINE_HEAD}const CASES: &[Case] = &[{cases}];\n{PIPELINE_TEST}"))
}

const PIPELINE_HEAD: &str = r#"//! Compiles every committed signature on the path that a launch takes, without a GPU, and compares
//! the bytecode with what was proved equal to the reference.
//!
//! Generated by `cargo xtask convert`; do not edit.

use tileport_ffi::contract::TensorSpec;
use tileport_ffi::jit::{self, Hints, Source, Specialization};

/// A tensor parameter: name, static sizes and strides, alignment, divisors of sizes and strides.
type Tensor =
    (&'static str, &'static [i32], &'static [i32], i32, &'static [i32], &'static [i32]);

/// One signature: what a launch with its arguments compiles, and the fingerprint of that.
struct Case {
    signature: &'static str,
    entry: &'static str,
    generics: &'static [&'static str],
    consts: &'static [(&'static str, f64)],
    tensors: &'static [Tensor],
    hints: Hints,
    target: &'static str,
    fingerprint: &'static str,
}

"#;

const PIPELINE_TEST: &str = r#"
impl Case {
    fn compile(&self, source: &Source) -> String {
        let owned = |text: &&str| (*text).to_owned();
        let wanted = Specialization {
            entry: self.entry.to_owned(),
            generics: self.generics.iter().map(owned).collect(),
            consts: self.consts.iter().map(|(name, value)| (owned(name), *value)).collect(),
            tensors: self.tensors.iter().map(tensor).collect(),
            hints: self.hints,
            target: self.target.to_owned(),
        };
        jit::fingerprint(source, &wanted)
            .unwrap_or_else(|error| panic!("{}: {error}", self.signature))
    }
}

fn tensor(&(name, shape, strides, align, shape_div, stride_div): &Tensor) -> TensorSpec {
    TensorSpec {
        name: name.to_owned(),
        shape: shape.to_vec(),
        strides: strides.to_vec(),
        align,
        shape_div: shape_div.to_vec(),
        stride_div: stride_div.to_vec(),
    }
}

#[test]
fn committed_signatures_compile_to_what_was_proved() {
    let check = || {
        let source = Source::parse(include_str!("../src/kernel.rs")).expect("kernel.rs parses");
        for case in CASES {
            assert_eq!(case.compile(&source), case.fingerprint, "{}", case.signature);
        }
    };
    let thread = std::thread::Builder::new().stack_size(jit::STACK_SIZE).spawn(check);
    thread.expect("a thread starts").join().expect("every signature compiles as proved");
}
"#;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files;

    fn crate_with(manifest: &str) -> (tempfile::TempDir, KernelCrate) {
        let folder = tempfile::tempdir().unwrap();
        files::write(&folder.path().join("Cargo.toml"), manifest).unwrap();
        let crate_ = KernelCrate::at(folder.path());
        (folder, crate_)
    }

    #[test]
    fn a_manifest_is_completed_once_and_kept() {
        let (folder, crate_) = crate_with(&base("softmax"));
        let targets = ["sm_90".to_owned(), "sm_100".to_owned()];
        let text = manifest(&crate_, "softmax", &targets).unwrap();
        for line in [
            "name = \"tileport-softmax\"",
            "operator = \"softmax\"",
            "equality = \"text\"",
            "targets = [\"sm_90\", \"sm_100\"]",
            "crate-type = [\"cdylib\", \"rlib\"]",
            "tileport-ffi.workspace = true",
        ] {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
        files::write(&folder.path().join("Cargo.toml"), &text).unwrap();
        assert_eq!(manifest(&crate_, "softmax", &targets).unwrap(), text);
        assert_eq!(equality(&crate_).unwrap(), Equality::Text);
    }

    #[test]
    fn a_lower_equality_stays_and_needs_its_reason() {
        let lower = base("x") + "[package.metadata.tileport]\nequality = \"ir\"\n";
        let (_folder, crate_) = crate_with(&lower);
        assert!(equality(&crate_).unwrap_err().to_string().contains("reason"));
        let reasoned = lower + "reason = \"the assembler reorders two loads\"\n";
        let (_folder, crate_) = crate_with(&reasoned);
        assert_eq!(equality(&crate_).unwrap(), Equality::Ir);
        let text = manifest(&crate_, "x", &["sm_90".to_owned()]).unwrap();
        assert!(text.contains("equality = \"ir\""));
        let (_folder, crate_) =
            crate_with(&(base("x") + "[package.metadata.tileport]\nequality = \"most\"\n"));
        assert!(equality(&crate_).unwrap_err().to_string().contains("most"));
    }

    #[test]
    fn the_launcher_is_a_module_once_it_is_there() {
        let (folder, crate_) = crate_with("");
        assert!(!library(&crate_, "x", "").contains("ffi"));
        files::write(&folder.path().join("src/ffi.rs"), "").unwrap();
        assert!(library(&crate_, "x", "").contains("pub mod ffi;\npub mod kernel;\n"));
    }
}
