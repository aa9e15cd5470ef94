//! Where things lie: the repository, its toolkit, the crate of an operator.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::error::usage;

/// The repository that `cargo xtask` runs in.
#[derive(Debug, Clone)]
pub struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// The workspace of the running program: cargo's manifest folder at run time, else at build time.
    pub fn discover() -> Result<Self> {
        let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = manifest.parent().map(Path::to_path_buf).unwrap_or(manifest);
        if !root.join("xtask/Cargo.toml").is_file() {
            return Err(usage(format!(
                "{}: not a tileport checkout (no xtask/Cargo.toml); run this from inside one",
                root.display()
            )));
        }
        Ok(Self { root })
    }

    /// A workspace at a given folder, for tests.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The repository's root.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What `setup` makes.
    pub fn toolkit(&self) -> PathBuf {
        self.root.join(".toolkit")
    }

    /// The build folder; inherited `CARGO_TARGET_DIR` is honoured as cargo does.
    pub fn target(&self) -> PathBuf {
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.root.join("target"), PathBuf::from)
    }

    /// The folder that holds the kernel crates.
    pub fn kernels(&self) -> PathBuf {
        self.root.join("kernels")
    }

    /// The files of one operator's crate.
    pub fn crate_of(&self, operator: &str) -> KernelCrate {
        KernelCrate { root: self.kernels().join(operator) }
    }
}

/// The member crate of one operator, `kernels/<operator>`; it need not exist.
#[derive(Debug, Clone)]
pub struct KernelCrate {
    root: PathBuf,
}

impl KernelCrate {
    /// A crate at a given folder: a skeleton that is being made aside, or one in a test.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }
    /// The crate's folder.
    pub fn root(&self) -> &Path {
        &self.root
    }
    /// Shapes, dtypes and values that stage A runs the operator on.
    pub fn inputs(&self) -> PathBuf {
        self.root.join("inputs.toml")
    }
    /// What stage A writes: bytecode of the reference and `analysis.json`.
    pub fn reference(&self) -> PathBuf {
        self.root.join("reference")
    }
    /// Stage A's description of the reference.
    pub fn analysis(&self) -> PathBuf {
        self.root.join("reference/analysis.json")
    }
    /// The device kernels.
    pub fn kernel_rs(&self) -> PathBuf {
        self.root.join("src/kernel.rs")
    }
    /// The C-ABI launcher.
    pub fn ffi_rs(&self) -> PathBuf {
        self.root.join("src/ffi.rs")
    }
    /// Stage B's launch contract: how a launch picks an entry and its generics.
    pub fn contract(&self) -> PathBuf {
        self.root.join("src/contract.json")
    }
    /// Bytecode compiled back from the Rust kernel.
    pub fn generated(&self) -> PathBuf {
        self.root.join("generated")
    }
    /// Reports, journals and logs.
    pub fn reports(&self) -> PathBuf {
        self.root.join("reports")
    }
}
