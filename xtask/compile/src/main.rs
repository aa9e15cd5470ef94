//! Compiles Rust kernel text to Tile IR bytecode: JSON lines on standard input and output.

use std::io::BufReader;
use std::thread;

use anyhow::{Result, anyhow};
use tileport_compile::{catch_panics, serve};
use tileport_ffi::jit::STACK_SIZE;

/// cutile's front end clones syntax trees all the time; with this allocator it takes half as long.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> Result<()> {
    catch_panics();
    thread::Builder::new()
        .stack_size(4 * STACK_SIZE)
        .spawn(|| serve(BufReader::new(std::io::stdin()), std::io::stdout().lock()))?
        .join()
        .map_err(|_| anyhow!("the compiler's thread died"))?
}
