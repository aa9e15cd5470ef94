//! `cargo xtask`: parses the command line, runs one command, turns its result into an exit code.

use clap::Parser;
use xtask::cli::Cli;

fn main() -> std::process::ExitCode {
    Cli::parse().run().into()
}
