//! Copies of the pinned TileGym package, and ports that need no compiler.

use std::path::{Path, PathBuf};

use tileport_contract::{Contract, Function};
use xtask::tilegym::pinned;
use xtask::tilegym::tree::Tree;
use xtask::tilegym::wire::Request;
use xtask::workspace::Workspace;

/// The Python runtime.
pub fn runtime() -> PathBuf {
    Workspace::discover().expect("the workspace").root().join("python/tileport")
}

/// A copy of the pinned package, in a wheel's layout.
pub fn package(folder: &Path) -> Tree {
    copy(folder);
    Tree::open(folder).expect("a tree")
}

/// A copy of the pinned package, in a git checkout's layout.
pub fn checkout(folder: &Path) -> Tree {
    copy(&folder.join("src"));
    Tree::open(folder).expect("a tree")
}

fn copy(parent: &Path) {
    let workspace = Workspace::discover().expect("the workspace");
    let packages = pinned::site_packages(&workspace).expect("`cargo xtask setup` has been run");
    pinned::copy_package(&packages.join("tilegym"), &parent.join("tilegym")).expect("a copy");
}

/// A port of one kernel whose library is no library.
pub fn request(name: &str, module: &str, function: &str) -> Request {
    let contract = Contract {
        schema: tileport_contract::SCHEMA,
        operator: name.into(),
        kernel_sha256: String::new(),
        adopted: false,
        functions: vec![Function {
            name: function.into(),
            symbol: format!("cutile_{name}"),
            params: Vec::new(),
            entries: Vec::new(),
        }],
    };
    Request {
        name: name.into(),
        module: module.into(),
        contract,
        files: [(function.to_owned(), module.replace('.', "/") + ".py")].into(),
        library: name.as_bytes().to_vec(),
    }
}
