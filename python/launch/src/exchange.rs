//! Reading tensors and streams through DLPack's C exchange interface.
//!
//! torch (2.10 and newer) publishes it as `torch.Tensor.__dlpack_c_exchange_api__`, a capsule around a
//! static table. The layout is that of DLPack 1.3, whose header says that the major version changes
//! when it does.

use std::ffi::{CStr, c_int, c_void};
use std::ptr;

use crate::python::{Object, PyCapsule_GetPointer};

const CAPSULE: &CStr = c"dlpack_exchange_api";
const MAJOR: u32 = 1;
/// `kDLCUDA`.
const CUDA: i32 = 2;

/// `DLTensor`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Tensor {
    data: *mut c_void,
    device_type: i32,
    /// Index of the device.
    pub device: i32,
    rank: i32,
    code: u8,
    bits: u8,
    lanes: u16,
    shape: *const i64,
    strides: *const i64,
    offset: u64,
}

#[repr(C)]
struct Table {
    major: u32,
    minor: u32,
    previous: *const c_void,
    allocate: *const c_void,
    managed_from: *const c_void,
    managed_to: *const c_void,
    tensor_from: Option<unsafe extern "C" fn(*mut c_void, *mut Tensor) -> c_int>,
    current_stream: Option<unsafe extern "C" fn(i32, i32, *mut *mut c_void) -> c_int>,
}

/// The interface, checked.
#[derive(Clone, Copy)]
pub struct Exchange {
    tensor_from: unsafe extern "C" fn(*mut c_void, *mut Tensor) -> c_int,
    current_stream: unsafe extern "C" fn(i32, i32, *mut *mut c_void) -> c_int,
}

impl Exchange {
    /// The interface behind a capsule.
    ///
    /// # Errors
    /// It is of another version or lacks a function.
    ///
    /// # Safety
    /// The GIL is held.
    pub unsafe fn of(capsule: *mut Object) -> Result<Self, String> {
        // SAFETY: a capsule of this name holds a table that starts with its version and is never freed.
        let table = unsafe {
            let pointer = PyCapsule_GetPointer(capsule, CAPSULE.as_ptr()).cast::<Table>();
            pointer.as_ref().ok_or("no DLPack exchange interface")?
        };
        if table.major != MAJOR {
            return Err(format!("DLPack {}.{}; {MAJOR} is known", table.major, table.minor));
        }
        match (table.tensor_from, table.current_stream) {
            (Some(tensor_from), Some(current_stream)) => Ok(Self { tensor_from, current_stream }),
            _ => Err("the DLPack exchange interface lacks a function".to_owned()),
        }
    }

    /// What a tensor says of itself, borrowed until the object changes.
    ///
    /// None, with an exception set, for what cannot be described.
    ///
    /// # Safety
    /// `object` is a tensor that holds its data itself, and the GIL is held.
    pub unsafe fn tensor(&self, object: *mut Object) -> Option<Tensor> {
        let mut tensor = std::mem::MaybeUninit::<Tensor>::uninit();
        // SAFETY: the function fills the place, or returns something else than 0.
        unsafe {
            ((self.tensor_from)(object.cast(), tensor.as_mut_ptr()) == 0)
                .then(|| tensor.assume_init())
        }
    }

    /// torch's current stream of a CUDA device; none, with an exception set, on failure.
    ///
    /// # Safety
    /// The GIL is held.
    pub unsafe fn stream(&self, device: i32) -> Option<*mut c_void> {
        let mut stream = ptr::null_mut();
        // SAFETY: writes the local.
        let code = unsafe { (self.current_stream)(CUDA, device, &mut stream) };
        (code == 0).then_some(stream)
    }
}

impl Tensor {
    /// Address of the first element; none where it is not on a CUDA device, or has elements and no
    /// address.
    pub fn address(&self) -> Option<u64> {
        let address = self.data as u64 + self.offset;
        let there = self.device_type == CUDA && (!self.data.is_null() || self.is_empty());
        there.then_some(address)
    }

    /// Element type, rank and alignment as one word.
    pub fn class(&self, address: u64) -> u64 {
        u64::from(self.code)
            | u64::from(self.bits) << 8
            | u64::from(self.lanes) << 16
            | (self.rank as u32 as u64) << 32
            | u64::from(address.is_multiple_of(16)) << 63
    }

    /// Sizes, then strides, in elements.
    pub fn sizes(&self) -> (&[i64], &[i64]) {
        // SAFETY: as many as axes; a tensor of rank 0 may have null.
        unsafe { (part(self.shape, self.rank), part(self.strides, self.rank)) }
    }

    /// Whether its elements are of this `DLDataTypeCode`.
    pub fn is_of(&self, code: u8) -> bool {
        self.code == code
    }

    /// Whether it has no elements.
    pub fn is_empty(&self) -> bool {
        self.sizes().0.contains(&0)
    }
}

unsafe fn part<'a>(first: *const i64, count: i32) -> &'a [i64] {
    match usize::try_from(count) {
        // SAFETY: as the caller promises.
        Ok(count) if count > 0 && !first.is_null() => unsafe {
            std::slice::from_raw_parts(first, count)
        },
        _ => &[],
    }
}
