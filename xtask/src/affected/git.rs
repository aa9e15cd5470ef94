//! Changed paths, as git tells.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::error::usage;

/// Which change is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// What is staged, against `HEAD`.
    Staged,
    /// The work tree, untracked files included, against the point where it left a revision.
    Since(String),
}

/// The paths of a change, relative to the root of the repository that `root` is; removed ones too.
pub fn changed(root: &Path, change: &Change) -> Result<Vec<String>> {
    let mut paths = match change {
        Change::Staged => {
            let head = git(root, &["rev-parse", "--verify", "--quiet", "HEAD"]);
            // Before the first commit everything in the index is new.
            let base = head.map_or_else(|_| EMPTY_TREE.to_owned(), |head| head.trim().to_owned());
            names(root, &["diff", "--cached", "--name-only", "--no-renames", "-z", &base])?
        }
        Change::Since(revision) => {
            if revision.starts_with('-') {
                return Err(usage(format!("{revision}: not a revision")));
            }
            let base = git(root, &["merge-base", revision, "HEAD"])
                .or_else(|_| git(root, &["rev-parse", "--verify", revision]))
                .map_err(|_| usage(format!("{revision}: git knows no such revision")))?;
            let base = base.trim();
            let mut paths = names(root, &["diff", "--name-only", "--no-renames", "-z", base])?;
            paths.extend(names(root, &["ls-files", "--others", "--exclude-standard", "-z"])?);
            paths
        }
    };
    paths.sort();
    paths.dedup();
    Ok(paths)
}

/// Git's own name of the tree without files.
const EMPTY_TREE: &str = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/// Runs git in a folder; its standard output.
pub fn git(root: &Path, arguments: &[&str]) -> Result<String> {
    let output = Command::new("git")
        .args(arguments)
        .current_dir(root)
        .output()
        .map_err(|error| usage(format!("cannot start git: {error}")))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(usage(format!("git {}: {}", arguments.join(" "), said.trim())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn names(root: &Path, arguments: &[&str]) -> Result<Vec<String>> {
    Ok(git(root, arguments)?.split_terminator('\0').map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files;

    fn repository() -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for arguments in [
            &["init", "-q", "-b", "main"][..],
            &["config", "user.email", "a@example.org"],
            &["config", "user.name", "a"],
            &["config", "commit.gpgsign", "false"],
        ] {
            git(root.path(), arguments).unwrap();
        }
        root
    }

    #[test]
    fn staged_is_the_index_and_not_the_disk() {
        let root = repository();
        files::write(&root.path().join("a"), "1").unwrap();
        git(root.path(), &["add", "a"]).unwrap();
        assert_eq!(changed(root.path(), &Change::Staged).unwrap(), ["a"]);
        git(root.path(), &["commit", "-qm", "a"]).unwrap();
        files::write(&root.path().join("a"), "2").unwrap();
        assert_eq!(changed(root.path(), &Change::Staged).unwrap(), [""; 0]);
        assert_eq!(changed(root.path(), &Change::Since("HEAD".into())).unwrap(), ["a"]);
    }

    #[test]
    fn a_revision_is_taken_from_where_the_work_left_it() {
        let root = repository();
        let write = |name: &str| {
            files::write(&root.path().join(name), "x").unwrap();
            git(root.path(), &["add", name]).unwrap();
            git(root.path(), &["commit", "-qm", name]).unwrap();
        };
        write("base");
        git(root.path(), &["checkout", "-qb", "work"]).unwrap();
        write("mine");
        git(root.path(), &["checkout", "-q", "main"]).unwrap();
        write("theirs");
        git(root.path(), &["checkout", "-q", "work"]).unwrap();
        files::write(&root.path().join("new"), "x").unwrap();
        git(root.path(), &["rm", "-q", "base"]).unwrap();
        let paths = changed(root.path(), &Change::Since("main".into())).unwrap();
        assert_eq!(paths, ["base", "mine", "new"]);
    }

    #[test]
    fn an_unknown_revision_is_a_usage_error() {
        let root = repository();
        for revision in ["nowhere", "--output=x"] {
            let error = changed(root.path(), &Change::Since(revision.into())).unwrap_err();
            assert_eq!(crate::error::exit_of(&error), crate::error::Exit::Usage);
            assert!(error.to_string().contains(revision));
        }
    }
}
