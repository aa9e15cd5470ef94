//! The command line: one file per command, holding its options and its `run`.

mod affected;
mod bench;
mod bundle;
mod convert;
mod diff;
mod fuzz;
mod gate;
mod hook;
mod host;
mod import;
mod kernels;
mod performance;
mod port;
mod preflight;
mod prompt;
mod reference;
mod reflect;
mod regress;
mod residual;
mod route;
mod serves;
mod setup;
mod single;
mod status;
mod test;
mod unwire;
mod validate;
mod wire;

use clap::{Parser, Subcommand};

use crate::error::{Exit, exit_of};

/// Ports TileGym's cuTile kernels to cutile-rs.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version, propagate_version = true)]
#[command(
    after_help = "Exit status: 0 goal reached or paused for a GPU; 1 a gate said no; 2 usage or \
unreadable input; 3 the environment lacks something; 4 waiting for a person or agent."
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Kernels that a change touches, through cargo's dependency graph.
    Affected(affected::Options),
    /// Stage E: speed against the reference.
    Bench(bench::Options),
    /// Wired ports as one archive for a GPU machine without Rust or network.
    Bundle(bundle::Options),
    /// Stage B: the device kernel in Rust.
    Convert(convert::Options),
    /// Stage C, or two bytecode files side by side.
    Diff(diff::Options),
    /// Random Tile IR modules through reader, converter, compiler and comparison.
    Fuzz(fuzz::Options),
    /// Judges a worker's output by the acceptance gate.
    Gate(gate::Options),
    /// What pre-commit runs: affected kernels, no GPU, seconds.
    Hook(hook::Options),
    /// Stage D: launcher, library, wrapper, wiring, correctness.
    Host(host::Options),
    /// Takes back the results of a bundle.
    Import(import::Options),
    /// All kernels of a TileGym tree and what would port.
    Kernels(kernels::Options),
    /// Times the program and writes docs/performance.md.
    Performance(performance::Options),
    /// The routed pipeline, from cuTile Python to a wired cutile-rs backend.
    Port(port::Options),
    /// Every tool, path and permission: ok, wrong, how to fix.
    Preflight(preflight::Options),
    /// Prints a stage's prompt.
    Prompt(prompt::Options),
    /// Stage A: captures the reference.
    Reference(reference::Options),
    /// Recurring causes over all runs.
    Reflect(reflect::Options),
    /// The nightly: every ported kernel, correctness and speed, against its history.
    Regress(regress::Options),
    /// Stage F: what is left of a difference in speed.
    Residual(residual::Options),
    /// The routing table, and why a run took each step.
    Route(route::Options),
    /// Whether ports serve every launch that TileGym's tests make, without a GPU.
    Serves(serves::Options),
    /// Makes the toolkit in .toolkit from pinned packages.
    Setup(setup::Options),
    /// Ported kernels by stages, verdicts, age, ratio.
    Status(status::Options),
    /// Everything that CI runs.
    Test(test::Options),
    /// Takes a port out of a TileGym tree.
    Unwire(unwire::Options),
    /// The validators; all of them are the final gate.
    Validate(validate::Options),
    /// Puts a port into a TileGym tree.
    Wire(wire::Options),
}

impl Cli {
    /// Runs the command and prints its error, if any, on standard error.
    pub fn run(self) -> Exit {
        let result = match self.command {
            Command::Affected(options) => options.run(),
            Command::Bench(options) => options.run(),
            Command::Bundle(options) => options.run(),
            Command::Convert(options) => options.run(),
            Command::Diff(options) => options.run(),
            Command::Fuzz(options) => options.run(),
            Command::Gate(options) => options.run(),
            Command::Hook(options) => options.run(),
            Command::Host(options) => options.run(),
            Command::Import(options) => options.run(),
            Command::Kernels(options) => options.run(),
            Command::Performance(options) => options.run(),
            Command::Port(options) => options.run(),
            Command::Preflight(options) => options.run(),
            Command::Prompt(options) => options.run(),
            Command::Reference(options) => options.run(),
            Command::Reflect(options) => options.run(),
            Command::Regress(options) => options.run(),
            Command::Residual(options) => options.run(),
            Command::Route(options) => options.run(),
            Command::Serves(options) => options.run(),
            Command::Setup(options) => options.run(),
            Command::Status(options) => options.run(),
            Command::Test(options) => options.run(),
            Command::Unwire(options) => options.run(),
            Command::Validate(options) => options.run(),
            Command::Wire(options) => options.run(),
        };
        result.unwrap_or_else(|error| {
            eprintln!("error: {error:#}");
            exit_of(&error)
        })
    }
}
