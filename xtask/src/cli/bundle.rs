//! `bundle`: wired ports as one archive for a GPU machine without Rust or network.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::bundle::pack;
use crate::error::Exit;
use crate::tilegym::tree::Tree;
use crate::toolchain::Toolkit;
use crate::workspace::Workspace;

/// Options of `bundle`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  cargo xtask bundle --out bundle.tar.xz --tilegym ~/TileGym\n  \
cargo xtask bundle softmax --out b.tar.xz --python-version 3.13 --toolkit toolkit.tar.xz\n\n\
On the other machine, whose python3 has torch and pytest:\n  tar -xJf bundle.tar.xz && cd bundle && \
tar -xJf ../toolkit.tar.xz\n  ./xtask host --bundle . && ./xtask bench --bundle .\n\n\
Then here: cargo xtask import results/\n\nThe same content gives the same bytes."
)]
pub struct Options {
    /// Operators [default: all that are wired].
    kernels: Vec<String>,
    /// The archive to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The other machine's Python.
    #[arg(long, value_name = "3.N", default_value = "3.12")]
    python_version: String,
    /// A TileGym checkout, or a folder that holds the package [default: a copy of the pinned one].
    #[arg(long, value_name = "PATH", env = "TILEGYM_PATH")]
    tilegym: Option<PathBuf>,
    /// Also write the toolkit (assembler, libNVVM, libdevice) to this archive.
    #[arg(long, value_name = "FILE")]
    toolkit: Option<PathBuf>,
    /// A folder of wheels, used instead of the package index.
    #[arg(long, value_name = "DIR")]
    wheels: Option<PathBuf>,
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let workspace = Workspace::discover()?;
        let tree = Tree::find(&workspace, self.tilegym.as_deref())?;
        let operators = pack::bundle(&pack::Request {
            workspace: &workspace,
            tree: &tree,
            operators: &self.kernels,
            python: &self.python_version,
            wheels: self.wheels.as_deref(),
            out: &self.out,
        })?;
        println!("{}: {}", self.out.display(), operators.join(", "));
        if let Some(out) = &self.toolkit {
            pack::toolkit(&Toolkit::find(&workspace)?, out)?;
            println!("{}: the toolkit", out.display());
        }
        Ok(Exit::Done)
    }
}
