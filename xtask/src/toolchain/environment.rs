//! Which inherited variables a started program may see.
//!
//! Each filter is a pure function from a variable's name to whether it is kept.

use std::process::Command;

/// Removes from a command's environment what a filter does not keep.
pub fn apply(command: &mut Command, keep: fn(&str) -> bool) {
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_none_or(|name| !keep(name)) {
            command.env_remove(name);
        }
    }
}

/// What an inner cargo may see.
///
/// A cargo that is run by cargo, by a test or by a build script inherits the outer one's `CARGO_*`,
/// its flags and its job server. None of them may change what the inner one builds; what says where
/// things lie, how the network is reached and what output looks like stays.
pub fn cargo(name: &str) -> bool {
    const KEPT: [&str; 4] =
        ["CARGO_HOME", "CARGO_TARGET_DIR", "CARGO_BUILD_JOBS", "CARGO_INCREMENTAL"];
    const KEPT_FAMILIES: [&str; 5] =
        ["CARGO_NET_", "CARGO_HTTP_", "CARGO_REGISTRY_", "CARGO_REGISTRIES_", "CARGO_TERM_"];
    const DROPPED: [&str; 19] = [
        "RUSTFLAGS",
        "RUSTDOCFLAGS",
        "RUSTC",
        "RUSTDOC",
        "RUSTC_WRAPPER",
        "RUSTC_WORKSPACE_WRAPPER",
        "RUSTC_LINKER",
        "RUSTC_BOOTSTRAP",
        "CLIPPY_ARGS",
        "CLIPPY_CONF_DIR",
        "MAKEFLAGS",
        "MFLAGS",
        "OUT_DIR",
        "TARGET",
        "HOST",
        "NUM_JOBS",
        "OPT_LEVEL",
        "DEBUG",
        "PROFILE",
    ];
    if KEPT.contains(&name) || KEPT_FAMILIES.iter().any(|family| name.starts_with(family)) {
        return true;
    }
    !(name.starts_with("CARGO_")
        || name == "CARGO"
        || name.starts_with("DEP_")
        || DROPPED.contains(&name))
}

/// What the toolkit's Python may see: nothing that puts other modules or another CUDA before its own.
pub fn python(name: &str) -> bool {
    const DROPPED: [&str; 9] = [
        "PYTHONPATH",
        "PYTHONHOME",
        "PYTHONSTARTUP",
        "PYTHONSAFEPATH",
        "VIRTUAL_ENV",
        "CUDA_HOME",
        "CUDA_PATH",
        "CUDA_ROOT",
        "__PYVENV_LAUNCHER__",
    ];
    !DROPPED.contains(&name)
}

/// Whether this process was started by a cargo build script, which holds the lock of its target
/// folder until it ends.
pub fn in_build_script() -> bool {
    ["OUT_DIR", "NUM_JOBS", "HOST", "TARGET"].iter().all(|name| std::env::var_os(name).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn d19_what_changes_a_build_is_dropped() {
        for name in [
            "RUSTFLAGS",
            "CARGO_ENCODED_RUSTFLAGS",
            "CARGO_BUILD_TARGET",
            "CARGO_BUILD_RUSTFLAGS",
            "CARGO_PROFILE_DEV_OPT_LEVEL",
            "CARGO_MANIFEST_DIR",
            "CARGO_MAKEFLAGS",
            "CARGO_CFG_UNIX",
            "CARGO_FEATURE_X",
            "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUSTFLAGS",
            "RUSTC_WRAPPER",
            "DEP_CUDA_ROOT",
            "OUT_DIR",
            "CARGO",
        ] {
            assert!(!cargo(name), "{name} reaches the inner cargo");
        }
    }

    #[test]
    fn d19_what_says_where_things_lie_stays() {
        for name in [
            "CARGO_TARGET_DIR",
            "CARGO_HOME",
            "CARGO_NET_OFFLINE",
            "CARGO_TERM_COLOR",
            "PATH",
            "HOME",
            "RUSTUP_TOOLCHAIN",
            "CUDA_TOOLKIT_PATH",
            "LIBCLANG_PATH",
            "C_INCLUDE_PATH",
        ] {
            assert!(cargo(name), "{name} is lost");
        }
    }

    #[test]
    fn d17_another_cuda_or_python_path_is_dropped() {
        for name in ["CUDA_HOME", "CUDA_PATH", "CUDA_ROOT", "PYTHONPATH", "PYTHONHOME"] {
            assert!(!python(name), "{name} reaches Python");
        }
        assert!(python("CUDA_VISIBLE_DEVICES") && python("LD_PRELOAD"));
    }
}
