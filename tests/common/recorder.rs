//! Python in a fresh process on recorded devices, and libraries that write down who calls them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tileport_contract::{Contract, Function, Param, ParamKind};
use xtask::stage::host::{C_TYPES, symbols};
use xtask::tilegym::wire::Request;
use xtask::toolchain::Toolkit;
use xtask::workspace::Workspace;

/// Python with a tree on its path, on one recorded device of compute capability 9.0.
///
/// `cargo` cannot be found by it.
pub fn python(python_path: &Path, folder: &Path) -> Command {
    let workspace = Workspace::discover().expect("the workspace");
    let toolkit = Toolkit::find(&workspace).expect("`cargo xtask setup` has been run");
    let mut command = toolkit.python_command();
    let path = std::env::join_paths([python_path, &workspace.root().join("python")]);
    command
        .env("PYTHONPATH", path.expect("paths without colons"))
        .env("PATH", folder.join("nothing"))
        .env("LD_PRELOAD", library(&workspace, &toolkit))
        .env("TILEPORT_RECORDER_LOG", folder.join("recorded.jsonl"))
        .env("TILEPORT_RECORDER_DEVICES", "90")
        .env("TILEPORT_TEST_CALLS", folder.join("calls"))
        .env("TILEGYM_DISABLE_AUTOTUNE", "1")
        .env("OMP_NUM_THREADS", "1")
        .current_dir(folder);
    command
}

fn library(workspace: &Workspace, toolkit: &Toolkit) -> PathBuf {
    let code = "import recorder, sys, pathlib; \
                print(recorder.build(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))";
    let folder = workspace.target().join("recorder");
    let mut command = toolkit.python_command();
    let made = run(command.args(["-c", code]).arg(folder).arg(toolkit.cuda()));
    PathBuf::from(made.trim())
}

/// Runs a program that must succeed; gives its standard output.
pub fn run(command: &mut Command) -> String {
    let output = output(command);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{said}", output.status);
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Runs a program.
pub fn output(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// The kernels that were called, in order, since the last look.
pub fn calls(folder: &Path) -> Vec<String> {
    let path = folder.join("calls");
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let _ = std::fs::remove_file(&path);
    text.lines().map(str::to_owned).collect()
}

/// A port of some kernels whose library writes the names of those that are launched.
///
/// Each kernel is given with the letters of its parameters' kinds: `t`ensor, `i`nteger, `I`nteger or
/// `F`loat constant.
pub fn request(name: &str, module: &str, kernels: &[(&str, &str)], folder: &Path) -> Request {
    let functions = kernels.iter().map(|(function, kinds)| Function {
        name: (*function).into(),
        symbol: format!("cutile_{name}__{}", function.trim_start_matches('_')),
        params: kinds
            .chars()
            .enumerate()
            .map(|(index, kind)| Param {
                name: format!("p{index}"),
                kind: match kind {
                    't' => ParamKind::Tensor,
                    'i' => ParamKind::Int,
                    'I' => ParamKind::ConstInt,
                    _ => ParamKind::ConstFloat,
                },
                index64: false,
                value: None,
            })
            .collect(),
        entries: Vec::new(),
    });
    let contract = Contract {
        schema: tileport_contract::SCHEMA,
        operator: name.into(),
        kernel_sha256: String::new(),
        adopted: false,
        functions: functions.collect(),
    };
    let library = std::fs::read(compile(name, &contract, kernels, folder)).expect("a library");
    let file = module.replace('.', "/") + ".py";
    let files =
        kernels.iter().map(|(function, _)| ((*function).to_owned(), file.clone())).collect();
    Request { name: name.into(), module: module.into(), contract, files, library }
}

fn compile(name: &str, contract: &Contract, kernels: &[(&str, &str)], folder: &Path) -> PathBuf {
    let mut code = format!(
        "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n{C_TYPES}\
         typedef struct KernelV1 {{ uint32_t abi, function; const char *name, *kinds; const void *op;\n\
         int32_t (*call)(const struct KernelV1 *);\n\
         int32_t (*plan)(const struct KernelV1 *, const void *, const void *, const void *, int32_t,\n\
         const void **); int32_t (*launch)(const struct KernelV1 *); void (*drop)(const void *); }}\n\
         KernelV1;\n\
         const char *tileport_last_error(void) {{ return \"\"; }}\n\
         int32_t tileport_set_assembler(const char *path) {{ return path == 0; }}\n\
         static int32_t call(const KernelV1 *kernel) {{\n\
         FILE *file = fopen(getenv(\"TILEPORT_TEST_CALLS\"), \"a\");\n\
         fprintf(file, \"%s\\n\", kernel->name); return fclose(file); }}\n\
         static int32_t plan(const KernelV1 *kernel, const void *descs, const void *scalars,\n\
         const void *config, int32_t device, const void **out) {{ *out = kernel; return 0; }}\n\
         static void drop(const void *plan) {{ (void)plan; }}\n"
    );
    let tables = symbols(contract).into_iter().filter(|symbol| symbol.starts_with("TILEPORT_"));
    for ((index, (function, kinds)), table) in kernels.iter().enumerate().zip(tables) {
        code += &format!(
            "const KernelV1 {table} = {{1, {index}, \"{function}\", \"{kinds}\", 0, call, plan, call, drop}};\n"
        );
    }
    let source = folder.join(format!("{name}.c"));
    std::fs::write(&source, code).expect("a file");
    let library = folder.join(format!("{name}.so"));
    let mut gcc = Command::new("gcc");
    run(gcc.args(["-shared", "-fPIC", "-o"]).args([&library, &source]));
    library
}
