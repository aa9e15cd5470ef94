//! Cargo started by this program: its environment, its target folder, waiting for its lock.

use std::process::Command;

use super::environment;
use crate::workspace::Workspace;

/// A cargo in the workspace's root that builds the same whatever started this program.
///
/// The target folder is the one that the user's own cargo uses, `CARGO_TARGET_DIR` included. Inside a
/// build script it is a folder of its own: the outer cargo holds the lock of the other one until the
/// script ends, so that waiting for it would never end.
pub fn command(workspace: &Workspace) -> Command {
    let mut command = Command::new("cargo");
    environment::apply(&mut command, environment::cargo);
    command.current_dir(workspace.root());
    if environment::in_build_script() {
        command.env("CARGO_TARGET_DIR", workspace.target().join("nested"));
    }
    command
}
