//! The skeleton of an operator's crate: enough for cargo to accept the folder.

use crate::workspace::KernelCrate;
use anyhow::Result;

use crate::files;

/// Name of an operator's package.
pub fn package(operator: &str) -> String {
    format!("tileport-{operator}")
}

/// Writes what is missing of a crate, its manifest last: until that is there, nothing else may be
/// half done.
pub fn complete(crate_: &KernelCrate, operator: &str) -> Result<()> {
    for (path, text) in [
        (crate_.kernel_rs(), KERNEL.to_owned()),
        (crate_.ffi_rs(), LAUNCHER.to_owned()),
        (crate_.root().join("src/lib.rs"), lib(operator)),
        (crate_.root().join("Cargo.toml"), manifest(operator)),
    ] {
        if !path.exists() {
            files::write(&path, text)?;
        }
    }
    Ok(())
}

const KERNEL: &str = "//! Empty until `cargo xtask convert` writes the device kernels.\n";
const LAUNCHER: &str = "//! Empty until `cargo xtask host` writes the C ABI.\n";

fn lib(operator: &str) -> String {
    format!(
        "//! cutile-rs kernels of TileGym's operator `{operator}`.\n\npub mod ffi;\npub mod kernel;\n"
    )
}

fn manifest(operator: &str) -> String {
    format!(
        r#"[package]
name = "{}"
description = "cutile-rs kernels of TileGym's operator {operator}."
version.workspace = true
edition.workspace = true
rust-version.workspace = true
license.workspace = true
publish.workspace = true

[lints]
workspace = true
"#,
        package(operator)
    )
}
