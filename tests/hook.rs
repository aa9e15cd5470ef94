//! `hook` and `affected` in a git repository: the verdict is about the index (D32).

use std::process::Command as Process;

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;

const WELL: &str = "//! A kernel.\n\npub fn f() {}\n";
const BADLY: &str = "//! A kernel.\n\npub fn f(){}\n";

/// A small workspace under git with the kernels `one` and `two`, both on `ffi`.
struct Checkout {
    root: tempfile::TempDir,
}

impl Checkout {
    fn new() -> Self {
        let checkout = Self { root: tempfile::tempdir().unwrap() };
        checkout.write("Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = [\"kernels/*\"]\n");
        checkout.write("xtask/Cargo.toml", "");
        checkout.write(".gitignore", "/target\n/Cargo.lock\n");
        checkout.member("ffi", "");
        for name in ["one", "two"] {
            checkout.member(name, "[dependencies]\ntileport-ffi = { path = \"../ffi\" }\n");
        }
        checkout.git(&["init", "-q", "-b", "main"]);
        checkout.git(&["add", "-A"]);
        checkout.git(&["commit", "-qm", "start"]);
        checkout
    }

    fn member(&self, name: &str, rest: &str) {
        let text = format!("[package]\nname = \"tileport-{name}\"\nedition = \"2024\"\n{rest}");
        self.write(&format!("kernels/{name}/Cargo.toml"), &text);
        self.write(&format!("kernels/{name}/src/lib.rs"), WELL);
    }

    fn write(&self, path: &str, content: &str) {
        xtask::files::write(&self.root.path().join(path), content).unwrap();
    }

    fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.root.path().join(path)).unwrap()
    }

    fn git(&self, arguments: &[&str]) -> String {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
        let output = Process::new("git")
            .args(identity)
            .args(["-c", "commit.gpgsign=false"])
            .args(arguments)
            .current_dir(self.root.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// The paths of a toolkit, so that what needs one is reached.
    fn with_toolkit(self) -> Self {
        let workspace = xtask::workspace::Workspace::at(self.root.path());
        while let Some(path) = xtask::toolchain::Toolkit::expected(&workspace).missing() {
            xtask::files::write(&path, "").unwrap();
        }
        self.write(".git/info/exclude", "/.toolkit\n");
        self
    }

    fn xtask(&self, arguments: &[&str]) -> assert_cmd::assert::Assert {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.env("CARGO_MANIFEST_DIR", self.root.path().join("xtask"));
        command.env_remove("CARGO_TARGET_DIR").current_dir(self.root.path());
        command.args(arguments).assert()
    }
}

fn format_finding(path: &str) -> impl predicates::Predicate<str> {
    contains(format!("format: {path}: run `cargo fmt`"))
}

const ONE: &str = "kernels/one/src/lib.rs";

#[test]
fn a_commit_that_touches_no_kernel_passes_without_a_toolkit() {
    let checkout = Checkout::new();
    checkout.write("README.md", "prose\n");
    checkout.git(&["add", "README.md"]);
    checkout.xtask(&["hook"]).code(0).stdout("");
}

#[test]
fn an_affected_kernel_without_a_toolkit_is_exit_3_and_says_what_to_run() {
    let checkout = Checkout::new();
    checkout.write(ONE, BADLY);
    checkout.git(&["add", ONE]);
    checkout.xtask(&["hook"]).code(3).stderr(contains("cargo xtask setup"));
}

#[test]
fn d32_a_bad_file_that_is_staged_and_mended_on_disk_alone_is_found() {
    let checkout = Checkout::new().with_toolkit();
    checkout.write(ONE, BADLY);
    checkout.git(&["add", ONE]);
    checkout.write(ONE, WELL);
    checkout.xtask(&["hook"]).code(1).stdout(format_finding(ONE));
    assert_eq!(checkout.read(ONE), WELL, "the work tree is as it was");
    assert_eq!(checkout.git(&["show", &format!(":{ONE}")]), BADLY, "the index is as it was");
}

#[test]
fn d32_a_good_file_that_is_staged_and_spoilt_on_disk_alone_is_not_held_against_it() {
    let checkout = Checkout::new().with_toolkit();
    checkout.write(ONE, &WELL.replace("f()", "g()"));
    checkout.git(&["add", ONE]);
    checkout.write(ONE, BADLY);
    let run = checkout.xtask(&["hook"]);
    run.stdout(format_finding(ONE).not());
    assert_eq!(checkout.read(ONE), BADLY, "the work tree is as it was");
}

#[test]
fn d32_an_unaffected_crate_that_is_badly_formatted_already_is_not_judged() {
    let checkout = Checkout::new().with_toolkit();
    checkout.write("kernels/two/src/lib.rs", BADLY);
    checkout.git(&["commit", "-qam", "bad already"]);
    checkout.write(ONE, &WELL.replace("f()", "g()"));
    checkout.git(&["add", ONE]);
    checkout.xtask(&["hook"]).stdout(contains("two").not());
    checkout.write("kernels/ffi/src/lib.rs", &WELL.replace("f()", "g()"));
    checkout.git(&["add", "kernels/ffi"]);
    checkout.xtask(&["hook"]).code(1).stdout(format_finding("kernels/two/src/lib.rs"));
}

#[test]
fn d32_only_the_staged_hunks_count() {
    let checkout = Checkout::new().with_toolkit();
    let whole = "//! A kernel.\n\npub fn f() {}\n\npub fn g(){}\n";
    checkout.write(ONE, whole);
    // The first hunk alone, as `git add --patch` stages it.
    checkout.git(&["add", ONE]);
    let staged = "//! A kernel, better said.\n\npub fn f() {}\n";
    checkout.write("staged", staged);
    let blob = checkout.git(&["hash-object", "-w", "staged"]);
    let entry = format!("100644,{},{ONE}", blob.trim());
    checkout.git(&["update-index", "--cacheinfo", &entry]);
    checkout.xtask(&["hook"]).stdout(format_finding(ONE).not());
    assert_eq!(checkout.read(ONE), whole);
}

#[test]
fn a_merge_conflict_is_a_usage_error() {
    let checkout = Checkout::new().with_toolkit();
    checkout.git(&["checkout", "-qb", "other"]);
    checkout.write(ONE, "//! Other.\n");
    checkout.git(&["commit", "-qam", "other"]);
    checkout.git(&["checkout", "-q", "main"]);
    checkout.write(ONE, "//! Main.\n");
    checkout.git(&["commit", "-qam", "main"]);
    let merge = Process::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@example.org", "merge", "other"])
        .current_dir(checkout.root.path())
        .output()
        .unwrap();
    assert!(!merge.status.success());
    checkout.xtask(&["hook"]).code(2).stderr(contains("merge conflict").and(contains(ONE)));
}

#[test]
fn affected_names_kernels_and_the_paths_that_lead_to_them() {
    let checkout = Checkout::new();
    checkout.write("kernels/ffi/src/lib.rs", "//! Changed.\n");
    let run = checkout.xtask(&["affected", "--json"]).code(0);
    let affected: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    let expected = serde_json::json!({
        "one": ["kernels/ffi/src/lib.rs"],
        "two": ["kernels/ffi/src/lib.rs"],
    });
    assert_eq!(affected, expected);
    checkout.xtask(&["affected", "--staged"]).code(0).stdout("");
}
