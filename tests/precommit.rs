//! The real pre-commit program and a real kernel: a commit whose Tile IR is not the reference's is
//! blocked, and passes after `convert`.
//!
//! pre-commit is installed from PyPI, pinned, into an environment of the test's own under the build
//! folder. The repository is a clone of this one whose build folder and toolkit are this one's, so that
//! cutile is not built again.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

use xtask::compile::Pool;
use xtask::toolchain::Toolkit;
use xtask::workspace::Workspace;

const PRE_COMMIT: &str = "pre-commit==4.5.0";
const KERNEL: &str = "kernels/relu/src/kernel.rs";

fn text(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", text(&output));
    output
}

/// pre-commit's program, installed if it is not there yet.
fn pre_commit(workspace: &Workspace, python: &Path) -> PathBuf {
    let venv = workspace.target().join("tileport/pre-commit-4.5.0");
    let program = venv.join("bin/pre-commit");
    if !program.is_file() {
        run(Command::new(python).args(["-m", "venv"]).arg(&venv));
        run(Command::new(venv.join("bin/python")).args(["-m", "pip", "install", "-q", PRE_COMMIT]));
    }
    program
}

/// A clone of the repository that uses its build folder and its toolkit.
struct Clone {
    folder: tempfile::TempDir,
}

impl Clone {
    fn of(workspace: &Workspace) -> Self {
        let clone = Self { folder: tempfile::tempdir().unwrap() };
        run(Command::new("git").args(["clone", "-q"]).arg(workspace.root()).arg(clone.root()));
        let link = |from: PathBuf, name: &str| {
            std::os::unix::fs::symlink(from, clone.root().join(name)).unwrap();
        };
        link(workspace.target(), "target");
        link(workspace.toolkit(), ".toolkit");
        // Checked out just now, the sources would look newer than the compiler that was built of them.
        let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
        for entry in walkdir::WalkDir::new(clone.root()).into_iter().flatten() {
            if entry.file_type().is_file() && !entry.path().starts_with(clone.root().join(".git")) {
                std::fs::File::open(entry.path()).unwrap().set_modified(old).unwrap();
            }
        }
        let exclude = clone.root().join(".git/info/exclude");
        xtask::files::write(&exclude, "/target\n/.toolkit\n").unwrap();
        clone
    }

    fn root(&self) -> &Path {
        self.folder.path()
    }

    fn command(&self, program: impl AsRef<std::ffi::OsStr>, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(self.root());
        command.env("CARGO_MANIFEST_DIR", self.root().join("xtask")).env_remove("CARGO_TARGET_DIR");
        command
    }

    fn git(&self, arguments: &[&str]) -> Output {
        let identity =
            ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
        self.command("git", &[&identity[..], arguments].concat()).output().unwrap()
    }

    fn convert(&self, more: &[&str]) -> Output {
        let reference = std::fs::read_dir(self.root().join("tests/corpus"))
            .unwrap()
            .flatten()
            .find(|entry| entry.file_name().to_string_lossy().starts_with("relu_fwd_kernel."))
            .unwrap();
        let reference = reference.path();
        let arguments = [
            &["convert", "--reference", reference.to_str().unwrap(), "--name", "relu"][..],
            &["--target", "sm_90"],
            more,
        ];
        self.command(env!("CARGO_BIN_EXE_xtask"), &arguments.concat()).output().unwrap()
    }

    fn edit(&self, path: &str, change: impl FnOnce(String) -> String) {
        let path = self.root().join(path);
        let changed = change(std::fs::read_to_string(&path).unwrap());
        xtask::files::write(&path, changed).unwrap();
    }
}

#[test]
fn a_commit_whose_ir_differs_is_blocked_and_passes_after_convert() {
    let workspace = Workspace::discover().unwrap();
    if !workspace.root().join(".git").exists() {
        eprintln!("skipped: this is no git checkout, so there is nothing to clone");
        return;
    }
    let toolkit = Toolkit::find(&workspace).unwrap();
    Pool::new(&workspace).unwrap();
    let program = pre_commit(&workspace, &toolkit.python());
    let clone = Clone::of(&workspace);
    let converted = clone.convert(&[]);
    assert!(converted.status.success(), "{}", text(&converted));

    // The kernel as a person might leave it: another operation, and adopted as it is.
    clone.edit(KERNEL, |kernel| {
        let changed = kernel.replacen("larger(", "smaller(", 1);
        assert_ne!(changed, kernel, "the kernel has a maximum");
        changed
    });
    let hash = xtask::files::sha256(std::fs::read(clone.root().join(KERNEL)).unwrap());
    clone.edit("kernels/relu/src/contract.json", |contract| {
        let mut contract: serde_json::Value = serde_json::from_str(&contract).unwrap();
        contract["kernel_sha256"] = hash.into();
        contract["adopted"] = true.into();
        serde_json::to_string_pretty(&contract).unwrap() + "\n"
    });
    let entry = env!("CARGO_BIN_EXE_xtask");
    let config = format!(
        "repos:\n  - repo: local\n    hooks:\n      - id: tileport\n        name: tileport\n        \
         entry: {entry} hook\n        language: system\n        pass_filenames: false\n"
    );
    xtask::files::write(&clone.root().join(".pre-commit-config.yaml"), config).unwrap();
    run(&mut clone.command(&program, &["install"]));
    clone.git(&["add", "-A"]);
    let before = clone.git(&["rev-parse", "HEAD"]).stdout;
    let blocked = clone.git(&["commit", "-qm", "relu"]);
    let said = text(&blocked);
    assert!(!blocked.status.success(), "{said}");
    assert!(
        said.contains("relu: equality: relu") && said.contains("differs from the reference"),
        "{said}"
    );
    assert_eq!(clone.git(&["rev-parse", "HEAD"]).stdout, before);

    let converted = clone.convert(&["--force"]);
    assert!(converted.status.success(), "{}", text(&converted));
    clone.git(&["add", "-A"]);
    let passed = clone.git(&["commit", "-qm", "relu"]);
    assert!(passed.status.success(), "{}", text(&passed));
    assert!(text(&passed).contains("Passed"), "{}", text(&passed));
    assert_ne!(clone.git(&["rev-parse", "HEAD"]).stdout, before);
}
