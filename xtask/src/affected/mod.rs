//! Which kernels a change touches.
//!
//! Paths come from git ([`git`]), dependencies from `cargo metadata` ([`graph`]); what follows from
//! both is the pure function [`kernels`].

pub mod git;
pub mod graph;

use std::collections::{BTreeMap, BTreeSet};

use graph::Graph;

/// The kernels that a change touches: operator to the changed paths that lead to it, sorted.
pub type Affected = BTreeMap<String, Vec<String>>;

/// Members of `kernels/` that are shared by all kernels instead of being one.
pub const SHARED: [&str; 3] = ["contract", "ffi", "support"];

/// What a changed path can reach.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Reach<'p> {
    /// Files of one member under `kernels/`.
    Member(&'p str),
    /// Every kernel: the workspace, the lock file, the toolkit, the runtime of the wrappers.
    All,
    /// No kernel.
    Nothing,
}

fn reach(path: &str) -> Reach<'_> {
    if let Some((member, _)) = path.strip_prefix("kernels/").and_then(|rest| rest.split_once('/')) {
        return Reach::Member(member);
    }
    const ALL: [&str; 5] =
        ["Cargo.toml", "Cargo.lock", ".cargo/config.toml", "rust-toolchain.toml", "rustfmt.toml"];
    let runtime = path.starts_with("python/")
        && !path.starts_with("python/tests/")
        && (path.ends_with(".py") || path.ends_with(".lock") || path.ends_with(".c"));
    if ALL.contains(&path) || runtime { Reach::All } else { Reach::Nothing }
}

/// Whether any of the paths can reach a kernel at all; cheap, and without the graph.
pub fn any(paths: &[String]) -> bool {
    paths.iter().any(|path| reach(path) != Reach::Nothing)
}

/// The kernels that changed paths touch: directly, through a member that they depend on, or through
/// what all of them share.
pub fn kernels(paths: &[String], graph: &Graph) -> Affected {
    let mut affected = Affected::new();
    for path in paths {
        let reached: BTreeSet<&str> = match reach(path) {
            Reach::Nothing => continue,
            Reach::All => graph.kernels().collect(),
            Reach::Member(folder) => graph.dependents(folder).collect(),
        };
        for operator in reached {
            affected.entry(operator.to_owned()).or_default().push(path.clone());
        }
    }
    affected
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph() -> Graph {
        Graph::of([
            ("contract", vec![]),
            ("ffi", vec!["contract"]),
            ("support", vec![]),
            ("softmax", vec!["ffi", "support"]),
            ("bmm", vec!["ffi"]),
        ])
    }

    fn names(paths: &[&str]) -> Vec<String> {
        let paths: Vec<_> = paths.iter().map(|path| (*path).to_owned()).collect();
        kernels(&paths, &graph()).into_keys().collect()
    }

    #[test]
    fn a_kernels_own_file_touches_it_alone() {
        assert_eq!(names(&["kernels/softmax/src/kernel.rs"]), ["softmax"]);
        assert_eq!(names(&["kernels/bmm/inputs.toml", "README.md"]), ["bmm"]);
    }

    #[test]
    fn a_shared_member_touches_its_dependents_through_others_too() {
        assert_eq!(names(&["kernels/contract/src/lib.rs"]), ["bmm", "softmax"]);
        assert_eq!(names(&["kernels/support/src/lib.rs"]), ["softmax"]);
    }

    #[test]
    fn what_all_share_touches_all_and_prose_none() {
        assert_eq!(names(&["Cargo.lock"]), ["bmm", "softmax"]);
        assert_eq!(names(&["python/tileport/loader.py"]), ["bmm", "softmax"]);
        assert_eq!(names(&["README.md", "docs/x.md", "xtask/src/main.rs"]), [""; 0]);
        assert_eq!(names(&["python/tests/test_x.py", "kernels/README.md"]), [""; 0]);
    }

    #[test]
    fn a_removed_kernel_is_not_affected_but_its_dependents_would_be() {
        assert_eq!(names(&["kernels/gone/src/kernel.rs"]), [""; 0]);
    }
}
