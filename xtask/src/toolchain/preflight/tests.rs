use super::*;
use crate::files;

/// A described machine: a toolkit of scripts that answer as the real programs do.
struct Machine {
    root: tempfile::TempDir,
    surroundings: Surroundings,
}

impl Machine {
    fn sound() -> Self {
        let root = tempfile::tempdir().unwrap();
        let workspace = Workspace::at(root.path());
        let toolkit = Toolkit::expected(&workspace);
        while let Some(path) = toolkit.missing() {
            files::write(&path, "").unwrap();
        }
        let cuda = toolkit.cuda();
        for name in ["tileiras", "tileirdisasm", "ptxas"] {
            script(&cuda.join("bin").join(name), "echo 'tools, release 13.5, V13.5.37'");
        }
        script(&toolkit.python(), r#"echo '{"python": "3.11.7", "torch": "2.15.0"}'"#);
        files::write(&cuda.join("lib/libnvvm.so.4"), "").unwrap();
        files::write(&cuda.join("nvvm/libdevice/libdevice.10.bc"), "").unwrap();
        files::write(&cuda.join("include/cuda.h"), "#define CUDA_VERSION 13020\n").unwrap();
        files::write(&toolkit.include_clang().join("stddef.h"), "").unwrap();
        let bin = root.path().join("bin");
        script(&bin.join("cargo"), "echo cargo 1.95.0");
        script(&bin.join("rustc"), "echo 'rustc 1.95.0 (x)'");
        script(&bin.join("gcc"), "echo 12.2.0");
        script(&bin.join("git"), "echo git version 2.39");
        let path = bin.to_str().unwrap().to_owned();
        let variables = BTreeMap::from([("PATH".to_owned(), path)]);
        let surroundings = Surroundings { workspace, toolkit, variables, tilegym: None };
        Self { root, surroundings }
    }

    fn set(mut self, name: &str, value: impl AsRef<Path>) -> Self {
        let value = value.as_ref().to_str().unwrap().to_owned();
        self.surroundings.variables.insert(name.to_owned(), value);
        self
    }

    /// A CUDA root of a release, with these files.
    fn cuda(&self, release: &str, others: &[&str]) -> PathBuf {
        let root = self.root.path().join(format!("cuda-{release}"));
        script(&root.join("bin/ptxas"), &format!("echo 'tools, release {release}, V{release}.1'"));
        for other in others {
            files::write(&root.join(other), "").unwrap();
        }
        root
    }

    fn row(&self, name: &str) -> Row {
        let rows = run(&self.surroundings, None);
        rows.iter().find(|row| row.name == name).cloned().unwrap_or_else(|| panic!("{rows:?}"))
    }

    fn wrong(&self, name: &str) -> Row {
        let row = self.row(name);
        assert_eq!(row.status, Status::Wrong, "{row:?}");
        assert!(row.fix.as_ref().is_some_and(|fix| !fix.is_empty()), "{row:?}");
        row
    }
}

/// Written by a child process: were it open for writing here while another test forks, starting it
/// would fail with "text file busy".
fn script(path: &Path, body: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let write = r#"printf '#!/bin/sh\n%s\n' "$1" > "$0" && chmod 755 "$0""#;
    let status = Command::new("sh").args(["-c", write]).arg(path).arg(body).status();
    assert!(status.unwrap().success());
}

#[test]
fn a_sound_machine_has_all_that_conversion_needs() {
    let rows = run(&Machine::sound().surroundings, Some(Stage::B));
    let wrong: Vec<_> = rows.iter().filter(|row| row.status == Status::Wrong).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn d17_cuda_home_to_an_empty_folder_names_variable_value_and_fix() {
    for name in ["CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"] {
        let empty = tempfile::tempdir().unwrap();
        let row = Machine::sound().set(name, empty.path()).wrong(name);
        assert!(row.value.contains(empty.path().to_str().unwrap()), "{row:?}");
        assert!(row.fix.unwrap().contains(&format!("unset {name}")));
    }
}

#[test]
fn d17_cuda_home_to_a_12_x_toolkit_is_wrong_and_to_a_13_5_one_is_ok() {
    let machine = Machine::sound();
    let old = machine.cuda("12.8", &["nvvm/lib64/libnvvm.so.4", "nvvm/libdevice/libdevice.10.bc"]);
    let row = machine.set("CUDA_HOME", &old).wrong("CUDA_HOME");
    assert!(row.value.contains("release 12.8"), "{row:?}");

    let machine = Machine::sound();
    let new = machine.cuda("13.5", &["lib/libnvvm.so.4", "nvvm/libdevice/libdevice.10.bc"]);
    assert_eq!(machine.set("CUDA_HOME", &new).row("CUDA_HOME").status, Status::Ok);

    let machine = Machine::sound();
    let without_nvvm = machine.cuda("13.5", &[]);
    let row = machine.set("CUDA_HOME", &without_nvvm).wrong("CUDA_HOME");
    assert!(row.value.contains("libnvvm"), "{row:?}");
}

#[test]
fn d17_an_old_ptxas_first_on_path_is_wrong() {
    let machine = Machine::sound();
    let old = machine.cuda("12.8", &[]).join("bin");
    let path = format!("{}:{}", old.display(), machine.surroundings.variables["PATH"]);
    let row = machine.set("PATH", path).wrong("ptxas on PATH");
    assert!(row.value.contains("12.8") && row.fix.unwrap().contains("PATH"));
}

#[test]
fn d18_libclang_path_without_the_library_names_the_variable() {
    let empty = tempfile::tempdir().unwrap();
    let row = Machine::sound().set("LIBCLANG_PATH", empty.path()).wrong("libclang");
    assert!(row.fix.unwrap().contains("LIBCLANG_PATH"));
    let row = Machine::sound().set("LIBCLANG_PATH", "/nonexistent").wrong("libclang");
    assert!(row.value.contains("/nonexistent"));
}

#[test]
fn d18_libclang_without_builtin_headers_names_what_cures_it() {
    let machine = Machine::sound();
    let header = machine.surroundings.toolkit.include_clang().join("stddef.h");
    std::fs::remove_file(header).unwrap();
    let row = machine.wrong("clang's builtin headers");
    assert!(row.fix.unwrap().contains("BINDGEN_EXTRA_CLANG_ARGS"));

    let elsewhere = tempfile::tempdir().unwrap();
    files::write(&elsewhere.path().join("stddef.h"), "").unwrap();
    let argument = format!("-I{}", elsewhere.path().display());
    let row = machine.set("BINDGEN_EXTRA_CLANG_ARGS", argument).row("clang's builtin headers");
    assert_eq!(row.status, Status::Ok);
}

#[test]
fn d18_no_gcc_is_wrong_before_cargo_runs() {
    let machine = Machine::sound();
    std::fs::remove_file(machine.root.path().join("bin/gcc")).unwrap();
    assert!(machine.wrong("gcc").fix.unwrap().contains("apt-get install gcc"));
}

#[test]
fn what_only_another_stage_needs_is_absent() {
    let machine = Machine::sound();
    std::fs::remove_file(machine.root.path().join("bin/gcc")).unwrap();
    let rows = run(&machine.surroundings, Some(Stage::A));
    assert_eq!(rows.iter().find(|row| row.name == "gcc").unwrap().status, Status::Absent);
}

#[test]
fn an_old_rust_a_lost_package_and_a_wrong_checkout_are_found() {
    let machine = Machine::sound();
    script(&machine.root.path().join("bin/rustc"), "echo 'rustc 1.80.1 (x)'");
    assert!(machine.wrong("rustc").value.contains("1.80.1"));
    assert_eq!(machine.wrong("cuda-tile").value, "not installed");

    let mut machine = Machine::sound();
    machine.surroundings.tilegym = Some(machine.root.path().join("nowhere"));
    assert!(machine.wrong("TileGym").value.contains("nowhere"));
}

#[test]
fn a_package_of_another_version_than_the_lock_is_wrong() {
    let machine = Machine::sound();
    let root = machine.root.path();
    files::write(&root.join("python/requirements.lock"), "cuda-tile==1.7.0 \\\n").unwrap();
    let python = machine.surroundings.toolkit.python();
    script(&python, r#"echo '{"python": "3.11.7", "cuda-tile": "1.6.0"}'"#);
    assert!(machine.wrong("cuda-tile").value.contains("pins 1.7.0"));
}
