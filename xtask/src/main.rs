//! `cargo xtask`: parses the command line, runs one command, turns its result into an exit code.

use std::io::IsTerminal as _;

use clap::Parser;
use tracing_subscriber::EnvFilter;
use xtask::cli::Cli;

fn main() -> std::process::ExitCode {
    let filter = EnvFilter::builder().with_default_directive(tracing::Level::WARN.into());
    tracing_subscriber::fmt()
        .with_env_filter(filter.from_env_lossy())
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .without_time()
        .init();
    Cli::parse().run().into()
}
