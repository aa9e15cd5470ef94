//! From a failed test's exception to what is at fault, by rules.

use serde::Serialize;

use crate::pipeline::verdict::Class;

/// What a failure shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// No driver or no device.
    Gpu,
    /// The device's memory does not suffice.
    Memory,
    /// The assembler or a tool that it starts cannot be run.
    Toolchain,
    /// A module cannot be imported.
    Import,
    /// A library or symbol is missing, or disagrees with its manifest.
    Library,
    /// The launcher refused arguments, grid or specialisation.
    Refused,
    /// The driver or the device reported an error: a wrong address, grid or parameter.
    Launch,
    /// No answer in time.
    Timeout,
    /// The process died.
    Crash,
    /// Compiling the kernel at run time failed.
    Compile,
    /// Wrong numbers.
    Mismatch,
    /// Anything else that host code raised.
    Other,
}

impl Cause {
    /// Who can mend it.
    pub const fn class(self) -> Class {
        match self {
            Self::Gpu | Self::Memory | Self::Toolchain => Class::Env,
            Self::Compile | Self::Mismatch => Class::Kernel,
            _ => Class::Host,
        }
    }

    /// The edit that is wanted.
    pub const fn remedy(self) -> &'static str {
        match self {
            Self::Gpu => "run where a driver and a GPU are",
            Self::Memory => "free the device's memory, or run on a device with more",
            Self::Toolchain => {
                "make tileiras and ptxas runnable: `cargo xtask preflight` says what is missing"
            }
            Self::Import => "mend the import in the wrapper or its registration, then wire again",
            Self::Library => "build and wire the library again: `cargo xtask host`",
            Self::Refused => {
                "capture what the test calls (inputs.toml, then `cargo xtask port --from A`), or mend \
                 the argument that the wrapper passes"
            }
            Self::Launch => {
                "check pointers, shapes, strides and grid that the launcher passes; the first such \
                 failure of a process breaks those after it"
            }
            Self::Timeout => {
                "find the launch that does not end: grid, loop bounds passed as arguments"
            }
            Self::Crash => "find the call that ends the process: argument types of the C functions",
            Self::Compile => "mend kernel.rs so that it compiles with these constants",
            Self::Mismatch => "mend the device arithmetic that these tests reach",
            Self::Other => "mend what the wrapper raises",
        }
    }
}

/// What an exception shows: `Type: message`, as pytest's report has it.
pub fn of(exception: &str) -> Cause {
    let (kind, message) = exception.split_once(':').unwrap_or((exception, ""));
    let kind = kind.trim().rsplit('.').next().unwrap_or_default();
    let says = |words: &[&str]| words.iter().any(|word| exception.contains(word));
    if says(NO_GPU) {
        return Cause::Gpu;
    }
    if kind == "OutOfMemoryError" || says(&["CUDA out of memory", "CUDA error 2:"]) {
        return Cause::Memory;
    }
    if says(&["could not be started", "tileiras cannot be", "tileiras: not found"]) {
        return Cause::Toolchain;
    }
    if says(&["Timeout (>", "Timeout >"]) {
        return Cause::Timeout;
    }
    if says(&["crashed while running", "Segmentation fault", "Aborted"]) {
        return Cause::Crash;
    }
    if says(&["CUDA error", "CUDA_ERROR_", "an illegal memory access", "cudaError"]) {
        return Cause::Launch;
    }
    match kind {
        "ImportError" | "ModuleNotFoundError" => Cause::Import,
        "LibraryError" | "OSError" => Cause::Library,
        "UnsupportedError" => Cause::Refused,
        "KernelError" if message.contains(": compiling ") => Cause::Compile,
        "AssertionError" => Cause::Mismatch,
        // pytest shortens the message of a plain `assert`.
        "assert" => Cause::Mismatch,
        _ if exception.starts_with("assert ") => Cause::Mismatch,
        "ValueError" | "TypeError" | "OverflowError" if message.contains("argument `") => {
            Cause::Refused
        }
        _ => Cause::Other,
    }
}

/// How drivers and torch say that there is no device.
const NO_GPU: &[&str] = &[
    "tileport.check: no GPU",
    "Found no NVIDIA driver",
    "No CUDA GPUs are available",
    "no CUDA-capable device",
    "Torch not compiled with CUDA enabled",
    "CUDA driver version is insufficient",
    "CUDA driver initialization failed",
    "libcuda.so.1: cannot open",
];

/// What a log shows in which pytest wrote no report: its last exception.
pub fn of_log(log: &str) -> (Cause, String) {
    if let Some(line) = log.lines().find(|line| NO_GPU.iter().any(|word| line.contains(word))) {
        return (Cause::Gpu, plain(line));
    }
    let raised = log.lines().rev().map(plain).find(|line| {
        let kind = line.split(':').next().unwrap_or_default();
        (kind.ends_with("Error") || kind.ends_with("Exception")) && !kind.contains(' ')
    });
    match raised {
        Some(line) => (of(&line), line),
        None if log.contains("Segmentation fault") || log.contains("Fatal Python error") => {
            (Cause::Crash, "the process died".to_owned())
        }
        None => {
            (Cause::Other, plain(log.trim_end().lines().last().unwrap_or("nothing was printed")))
        }
    }
}

fn plain(line: &str) -> String {
    line.trim().trim_start_matches("E  ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exceptions_have_causes_and_these_have_owners() {
        let table = [
            ("RuntimeError: Found no NVIDIA driver on your system.", Cause::Gpu, Class::Env),
            ("torch.OutOfMemoryError: CUDA out of memory. Tried", Cause::Memory, Class::Env),
            (
                "tilegym.tileport_rs.runtime.errors.KernelError: scale: /x/tileiras could not be started",
                Cause::Toolchain,
                Class::Env,
            ),
            ("ModuleNotFoundError: No module named 'x'", Cause::Import, Class::Host),
            (
                "tilegym.tileport_rs.runtime.errors.LibraryError: the library of softmax is missing",
                Cause::Library,
                Class::Host,
            ),
            (
                "tilegym.tileport_rs.runtime.errors.UnsupportedError: x: no entry for f64",
                Cause::Refused,
                Class::Host,
            ),
            ("ValueError: argument `x` is on cpu", Cause::Refused, Class::Host),
            (
                "a.KernelError: scale: cuLaunchKernel failed with CUDA error 700",
                Cause::Launch,
                Class::Host,
            ),
            ("RuntimeError: CUDA error: an illegal memory access", Cause::Launch, Class::Host),
            ("Failed: Timeout (>300.0s) from pytest-timeout.", Cause::Timeout, Class::Host),
            ("worker 'gw1' crashed while running 'x'", Cause::Crash, Class::Host),
            (
                "KernelError: scale: compiling `scale_v0` for sm_90: no",
                Cause::Compile,
                Class::Kernel,
            ),
            ("AssertionError: Tensor-likes are not close!", Cause::Mismatch, Class::Kernel),
            ("assert False", Cause::Mismatch, Class::Kernel),
            ("KeyError: 'x'", Cause::Other, Class::Host),
        ];
        for (exception, cause, class) in table {
            assert_eq!(of(exception), cause, "{exception}");
            assert_eq!(of(exception).class(), class, "{exception}");
        }
    }

    #[test]
    fn a_log_without_a_report_still_has_a_reason() {
        let log = "ImportError while loading conftest\nE   SyntaxError: invalid syntax\n";
        assert_eq!(of_log(log), (Cause::Other, "SyntaxError: invalid syntax".into()));
        let log = "x\nE   RuntimeError: Found no NVIDIA driver on your system.\nmore: y\n";
        assert_eq!(of_log(log).0, Cause::Gpu);
        assert_eq!(of_log("Fatal Python error: Segmentation fault\nline").0, Cause::Crash);
    }
}
