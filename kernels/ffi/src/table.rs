//! The static table of a kernel: one layout for all kernels, so that one caller serves them all.
//!
//! Tensors travel as an array of descriptors in the order of parameters (a list's elements one after
//! the other), everything else as an array of words: integers in two's complement, floats as the bits
//! of an f64, for a list the number of its elements. Constants that are not passed have no word.

use std::ffi::{CStr, c_char};
use std::sync::Arc;

use crate::desc::{LaunchConfig, RawStream, TensorDesc};
use crate::error::{Code, Failure, guard};
use crate::operator::{Operator, Plan, uniform};

/// Version of this layout.
pub const ABI: u32 = 1;

/// A kernel as callers see it. Exported as `TILEPORT_…` by each kernel's crate.
#[repr(C)]
pub struct KernelV1 {
    /// [`ABI`].
    pub abi: u32,
    /// Index of the function in the contract.
    pub function: u32,
    /// The Python function's name.
    pub name: *const c_char,
    /// One letter a parameter: `t` tensor, `l` list, `i` integer, `f` float, `b` bool, `I` constant
    /// integer or bool, `F` constant float, `-` not passed.
    pub kinds: *const c_char,
    /// The operator behind it.
    pub operator: *const Operator,
    /// Prepares and launches in one call.
    pub call: unsafe extern "C" fn(
        table: *const KernelV1,
        descs: *const TensorDesc,
        scalars: *const u64,
        config: *const LaunchConfig,
        device: i32,
        stream: RawStream,
    ) -> i32,
    /// Prepares a launch: validates, compiles, loads. Nothing is enqueued.
    pub plan: unsafe extern "C" fn(
        table: *const KernelV1,
        descs: *const TensorDesc,
        scalars: *const u64,
        config: *const LaunchConfig,
        device: i32,
        out: *mut *const Plan,
    ) -> i32,
    /// Launches what `plan` prepared, for arguments that differ from those in addresses (aligned
    /// alike) and run-time scalars alone. Not for functions with lists.
    pub launch: unsafe extern "C" fn(
        plan: *const Plan,
        addresses: *const u64,
        scalars: *const u64,
        grid: *const u32,
        stream: RawStream,
    ) -> i32,
    /// Gives a plan back.
    pub drop: unsafe extern "C" fn(plan: *const Plan),
}

// SAFETY: the table is immutable, its strings and its operator are static.
unsafe impl Sync for KernelV1 {}

impl KernelV1 {
    /// The table of a function.
    #[must_use]
    pub const fn new(
        operator: &'static Operator,
        function: u32,
        name: &'static CStr,
        kinds: &'static CStr,
    ) -> Self {
        Self {
            abi: ABI,
            function,
            name: name.as_ptr(),
            kinds: kinds.as_ptr(),
            operator,
            call,
            plan,
            launch,
            drop: drop_plan,
        }
    }

    fn operator(&self) -> &'static Operator {
        // SAFETY: made from a static reference.
        unsafe { &*self.operator }
    }
}

unsafe fn required<'a, T>(pointer: *const T, what: &str) -> Result<&'a T, Failure> {
    // SAFETY: null, or valid as the caller promises.
    unsafe { pointer.as_ref() }
        .ok_or_else(|| Failure::new(Code::Null, format!("the {what} is a null pointer")))
}

unsafe extern "C" fn call(
    table: *const KernelV1,
    descs: *const TensorDesc,
    scalars: *const u64,
    config: *const LaunchConfig,
    device: i32,
    stream: RawStream,
) -> i32 {
    guard(|| {
        // SAFETY: as the table's documentation demands of the caller.
        unsafe {
            let table = required(table, "table")?;
            let operator = table.operator();
            let raw = uniform(operator.function(table.function)?, descs, scalars)?;
            operator.call(table.function, &raw, config, device, stream)
        }
    })
}

unsafe extern "C" fn plan(
    table: *const KernelV1,
    descs: *const TensorDesc,
    scalars: *const u64,
    config: *const LaunchConfig,
    device: i32,
    out: *mut *const Plan,
) -> i32 {
    guard(|| {
        // SAFETY: as the table's documentation demands of the caller.
        unsafe {
            let table = required(table, "table")?;
            let config = required(config, "launch configuration")?;
            required(out, "place for the plan")?;
            let operator = table.operator();
            let raw = uniform(operator.function(table.function)?, descs, scalars)?;
            let (plan, _) = operator.plan(table.function, &raw, config, device)?;
            out.write(Arc::into_raw(plan));
        }
        Ok(())
    })
}

unsafe extern "C" fn launch(
    plan: *const Plan,
    addresses: *const u64,
    scalars: *const u64,
    grid: *const u32,
    stream: RawStream,
) -> i32 {
    guard(|| {
        // SAFETY: as the table's documentation demands of the caller.
        unsafe {
            let plan = required(plan, "plan")?;
            let grid = *required(grid.cast::<[u32; 3]>(), "grid")?;
            plan.relaunch(addresses, scalars, grid, stream)
        }
    })
}

unsafe extern "C" fn drop_plan(plan: *const Plan) {
    if !plan.is_null() {
        // SAFETY: came from `Arc::into_raw` in `plan`.
        drop(unsafe { Arc::from_raw(plan) });
    }
}

/// Calls a function for the plain `extern "C"` symbol that stands for it.
///
/// # Safety
/// As [`Operator::call`].
pub unsafe fn invoke(
    operator: &'static Operator,
    function: u32,
    raw: &[crate::Raw],
    config: *const LaunchConfig,
    device: i32,
    stream: RawStream,
) -> i32 {
    // SAFETY: as the caller promises.
    guard(|| unsafe { operator.call(function, raw, config, device, stream) })
}

/// Names the assembler to use where `CUTILE_TILEIRAS_PATH` is not set.
///
/// # Safety
/// `path` is null or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tileport_set_assembler(path: *const c_char) -> i32 {
    guard(|| {
        // SAFETY: as the caller promises.
        let path = unsafe { CStr::from_ptr(required(path, "path of the assembler")?) };
        use std::os::unix::ffi::OsStrExt;
        crate::assembler::choose(std::ffi::OsStr::from_bytes(path.to_bytes()).into());
        Ok(())
    })
}
