//! tileport: ports TileGym's cuTile kernels to cutile-rs.
//!
//! `cli` holds one file per command; below it nothing reads flags or the environment. `pipeline`
//! drives the stages of `stage` through the workers of `worker`; `tileir` and `convert` are the
//! pure parts that read, compare and translate Tile IR.

pub mod affected;
pub mod analysis;
pub mod bundle;
pub mod cli;
pub mod compile;
pub mod convert;
pub mod error;
pub mod files;
pub mod fuzz;
pub mod hook;
pub mod house;
pub mod inventory;
pub mod performance;
pub mod pipeline;
pub mod reflect;
pub mod regress;
pub mod stage;
pub mod status;
pub mod tilegym;
pub mod tileir;
pub mod toolchain;
pub mod validate;
pub mod worker;
pub mod workspace;
