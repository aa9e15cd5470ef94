//! Exit codes and the errors that carry them.

use std::process::ExitCode;

/// How a command ended, for the shell.
///
/// The numbers are part of the command line's contract; scripts and hooks depend on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// The goal was reached, or the run is PAUSED until a GPU is there.
    Done = 0,
    /// A gate or verdict said no.
    Refused = 1,
    /// Wrong usage or unreadable input.
    Usage = 2,
    /// The environment lacks something: no toolkit, no GPU though one is required.
    Environment = 3,
    /// Waiting for a person or an agent.
    Waiting = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// An error that a user can cause, with the exit code that it ends in.
///
/// Wrap with `anyhow::Context` freely: the code is found again by downcasting the chain.
#[derive(Debug, thiserror::Error)]
pub enum UserError {
    /// Wrong usage or unreadable input: exit 2. The message names the file, the value and the fix.
    #[error("{0}")]
    Usage(String),
    /// Something that the machine lacks: exit 3. The message names the command that cures it.
    #[error("{0}")]
    Environment(String),
    /// Something is left for a person or an agent to do: exit 4.
    #[error("{0}")]
    Waiting(String),
    /// A check failed: exit 1.
    #[error("{0}")]
    Refused(String),
}

impl UserError {
    /// The exit code of this error.
    pub fn exit(&self) -> Exit {
        match self {
            Self::Usage(_) => Exit::Usage,
            Self::Environment(_) => Exit::Environment,
            Self::Waiting(_) => Exit::Waiting,
            Self::Refused(_) => Exit::Refused,
        }
    }
}

/// The exit code that an error chain ends in; what carries no code of its own counts as refused.
pub fn exit_of(error: &anyhow::Error) -> Exit {
    error
        .chain()
        .find_map(|cause| cause.downcast_ref::<UserError>())
        .map_or(Exit::Refused, UserError::exit)
}

/// Shorthand for an error about usage or input (exit 2).
pub fn usage(message: impl Into<String>) -> anyhow::Error {
    UserError::Usage(message.into()).into()
}

/// Shorthand for an error about the environment (exit 3).
pub fn environment(message: impl Into<String>) -> anyhow::Error {
    UserError::Environment(message.into()).into()
}
