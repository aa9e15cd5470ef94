//! tmp
use crate::arguments::*;
use crate::desc::*;
use crate::driver::*;
use crate::error::*;
pub fn choose(
    _f: &tileport_contract::Function,
    _a: &[Argument],
    _c: &LaunchConfig,
    _d: &Device,
) -> Result<crate::jit::Specialization, Failure> {
    Err(Failure::new(Code::Unsupported, "x"))
}
