//! `wire` and `unwire` as a user runs them.

mod common;

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use common::tilegym;
use predicates::prelude::*;
use predicates::str::contains;
use tileport_contract::{Contract, SCHEMA};
use xtask::workspace::Workspace;

/// A workspace whose softmax is ported, and a TileGym.
struct Setting {
    folder: tempfile::TempDir,
}

impl Setting {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let setting = Self { folder };
        tilegym::package(&setting.tree());
        let root = Workspace::discover().expect("the workspace").root().to_path_buf();
        setting.write("xtask/Cargo.toml", "");
        let analysis =
            std::fs::read_to_string(root.join("kernels/softmax/reference/analysis.json"));
        setting.write("kernels/softmax/reference/analysis.json", &analysis.expect("an analysis"));
        let contract = Contract {
            schema: SCHEMA,
            operator: "softmax".into(),
            kernel_sha256: String::new(),
            adopted: false,
            functions: Vec::new(),
        };
        let contract = serde_json::to_string(&contract).expect("JSON");
        setting.write("kernels/softmax/src/contract.json", &contract);
        setting.build(&["tileport_last_error", "tileport_set_assembler"]);
        std::fs::create_dir_all(setting.path("python")).expect("a folder");
        std::os::unix::fs::symlink(tilegym::runtime(), setting.path("python/tileport"))
            .expect("a link");
        setting
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn tree(&self) -> PathBuf {
        self.path("TileGym")
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    /// A library that exports these.
    fn build(&self, symbols: &[&str]) {
        let text: String = symbols.iter().map(|name| format!("int {name};\n")).collect();
        self.write("library.c", &text);
        let library = self.path("target/debug/libtileport_softmax.so");
        std::fs::create_dir_all(library.parent().expect("a folder")).expect("a folder");
        let status = std::process::Command::new("cc")
            .args(["-shared", "-o"])
            .args([library, self.path("library.c")])
            .status();
        assert!(status.expect("the C compiler that Rust links with").success());
    }

    fn xtask(&self, arguments: &[&str]) -> assert_cmd::assert::Assert {
        let mut command = Command::cargo_bin("xtask").expect("the program");
        command
            .env("CARGO_MANIFEST_DIR", self.path("xtask"))
            .env("CARGO_TARGET_DIR", self.path("target"))
            .env("TILEGYM_PATH", self.tree());
        command.args(arguments).assert()
    }

    fn is_wired(&self) -> bool {
        wired(&self.tree())
    }
}

fn wired(tree: &Path) -> bool {
    tree.join("tilegym/tileport_rs").exists()
}

#[test]
fn a_port_is_shown_put_in_and_taken_out() {
    let setting = Setting::new();
    let shown = setting.xtask(&["wire", "softmax", "--dry-run"]).success();
    shown
        .stdout(contains("+++ b/tilegym/tileport_rs/ops/cutile/softmax.py"))
        .stdout(contains("+from tilegym.tileport_rs import register_wired"));
    assert!(!setting.is_wired());
    setting.xtask(&["wire", "softmax"]).success().stdout(contains("wired: softmax\n"));
    assert!(setting.is_wired());
    setting.xtask(&["wire", "softmax"]).success().stdout(contains(": 0 written, 0 removed"));
    setting.xtask(&["wire", "softmax", "--dry-run"]).success().stdout("");
    setting
        .xtask(&["unwire", "bmm"])
        .code(2)
        .stderr(contains("bmm: not wired").and(contains("wired: softmax")));
    setting.xtask(&["unwire", "softmax", "--dry-run"]).success().stdout(contains("+++ /dev/null"));
    assert!(setting.is_wired());
    setting.xtask(&["unwire", "--all"]).success().stdout(contains("wired: none"));
    assert!(!setting.is_wired());
}

#[test]
fn a_library_of_something_else_is_refused() {
    let setting = Setting::new();
    setting.build(&["tileport_last_error"]);
    let refused =
        contains("libtileport_softmax.so").and(contains("missing: tileport_set_assembler"));
    setting.xtask(&["wire", "softmax"]).code(2).stderr(refused);
    setting.write("target/debug/libtileport_softmax.so", "no library");
    setting.xtask(&["wire", "softmax"]).code(2).stderr(contains("cannot be read"));
    assert!(!setting.is_wired());
}

#[test]
fn wrong_requests_say_what_to_do() {
    let setting = Setting::new();
    let nearest = contains("nearest: softmax").and(contains("its operators: "));
    setting.xtask(&["wire", "sofmax"]).code(2).stderr(nearest);
    setting.xtask(&["wire", "../softmax"]).code(2).stderr(contains("not a kernel's name"));
    let nothing = contains("nothing to wire");
    setting.xtask(&["wire", "softmax.py::_softmax_kernel_tma"]).code(2).stderr(nothing);
    setting.xtask(&["wire", "bmm"]).code(3).stderr(contains("cargo build -p tileport-bmm"));
    let unread = contains("cargo xtask reference bmm");
    setting.write("target/debug/libtileport_bmm.so", "");
    setting.xtask(&["wire", "bmm"]).code(2).stderr(unread);
    let here = setting.path("xtask");
    let nowhere = ["wire", "softmax", "--tilegym", here.to_str().expect("UTF-8")];
    setting.xtask(&nowhere).code(2).stderr(contains("no TileGym here").and(contains("--tilegym")));
    assert!(!setting.is_wired());
}

#[test]
fn a_read_only_tree_is_refused_before_anything_is_written() {
    let setting = Setting::new();
    // Permissions do not bind a superuser; a name that is taken by a file does.
    let package = setting.tree().join("tilegym/tileport_rs");
    std::fs::write(&package, "").expect("a file");
    let before = std::fs::read(setting.tree().join("tilegym/ops/__init__.py")).expect("a file");
    setting.xtask(&["wire", "softmax"]).failure().stderr(contains("tileport_rs"));
    let after = std::fs::read(setting.tree().join("tilegym/ops/__init__.py")).expect("a file");
    assert!(before == after);
}
