//! The calls of the CUDA driver that a launch makes.
//!
//! The driver is opened by name when first called, so a library without a GPU still loads. torch owns
//! the primary context of each device; it is retained here and never reset.

use std::collections::HashMap;
use std::ffi::{CStr, CString, c_void};
use std::marker::PhantomData;
use std::ptr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cuda_core::sys;

use crate::desc::RawStream;
use crate::error::{Code, Failure};

/// A device whose primary context is held.
#[derive(Debug)]
pub struct Device {
    /// The driver's ordinal, which is torch's device index.
    pub ordinal: i32,
    /// Compute capability times ten.
    pub capability: u32,
    context: Handle,
}

/// A driver handle: an address that this process never dereferences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Handle(usize);

/// A loaded kernel. Modules are kept until the process ends: a kernel may still run when its last
/// plan is dropped, and nothing tells when it has finished without waiting for the device.
#[derive(Debug, Clone, Copy)]
pub struct Kernel(Handle);

fn check(result: sys::CUresult, call: &str) -> Result<(), Failure> {
    if result == 0 {
        return Ok(());
    }
    let mut text = ptr::null();
    // SAFETY: writes a pointer to a static string, or leaves it null.
    let described = unsafe { sys::cuGetErrorString(result, &mut text) };
    let text = if described == 0 && !text.is_null() {
        // SAFETY: the driver's static string.
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    } else {
        "no description".to_owned()
    };
    let hint = if result == sys::cudaError_enum_CUDA_ERROR_NOT_INITIALIZED {
        "; libcuda.so.1 is missing, or the process was forked after CUDA was used"
    } else {
        ""
    };
    Err(Failure::new(Code::Launch, format!("{call} failed with CUDA error {result}: {text}{hint}")))
}

/// The device of an ordinal, its primary context retained once for the process.
///
/// # Errors
/// There is no such device, or no driver.
pub fn device(ordinal: i32) -> Result<Arc<Device>, Failure> {
    static DEVICES: OnceLock<Mutex<HashMap<i32, Arc<Device>>>> = OnceLock::new();
    let mut devices =
        DEVICES.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(device) = devices.get(&ordinal) {
        return Ok(Arc::clone(device));
    }
    let device = Arc::new(open(ordinal).map_err(|failure| Failure {
        code: Code::Device,
        text: format!("device {ordinal}: {}", failure.text),
    })?);
    devices.insert(ordinal, Arc::clone(&device));
    Ok(device)
}

fn open(ordinal: i32) -> Result<Device, Failure> {
    let mut handle = 0;
    let mut context = ptr::null_mut();
    let [mut major, mut minor] = [0, 0];
    // SAFETY: each call writes one local that outlives it.
    unsafe {
        check(sys::cuInit(0), "cuInit")?;
        check(sys::cuDeviceGet(&mut handle, ordinal), "cuDeviceGet")?;
        for (attribute, value) in [
            (sys::CUdevice_attribute_enum_CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, &mut major),
            (sys::CUdevice_attribute_enum_CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, &mut minor),
        ] {
            check(sys::cuDeviceGetAttribute(value, attribute, handle), "cuDeviceGetAttribute")?;
        }
        check(sys::cuDevicePrimaryCtxRetain(&mut context, handle), "cuDevicePrimaryCtxRetain")?;
    }
    Ok(Device {
        ordinal,
        capability: (major * 10 + minor) as u32,
        context: Handle(context as usize),
    })
}

/// The device's context made current; what was current before comes back on drop.
#[derive(Debug)]
pub struct Current {
    pushed: bool,
    /// The current context belongs to a thread.
    _thread: PhantomData<*const ()>,
}

impl Device {
    /// Makes the context current, if it is not.
    ///
    /// # Errors
    /// The driver refuses.
    pub fn enter(&self) -> Result<Current, Failure> {
        let mut current = ptr::null_mut();
        // SAFETY: the context was retained for the life of the process.
        unsafe {
            check(sys::cuCtxGetCurrent(&mut current), "cuCtxGetCurrent")?;
            if current as usize == self.context.0 {
                return Ok(Current { pushed: false, _thread: PhantomData });
            }
            check(sys::cuCtxPushCurrent_v2(self.context.0 as sys::CUcontext), "cuCtxPushCurrent")?;
        }
        Ok(Current { pushed: true, _thread: PhantomData })
    }

    /// Checks that an address lies in memory of this device.
    ///
    /// # Errors
    /// It is host memory or another device's; the message names the argument.
    pub fn check_pointer(&self, address: u64, argument: &str) -> Result<(), Failure> {
        let mut ordinal: i32 = -1;
        // SAFETY: writes one local integer.
        let result = unsafe {
            sys::cuPointerGetAttribute(
                ptr::from_mut(&mut ordinal).cast(),
                sys::CUpointer_attribute_enum_CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                address,
            )
        };
        let found = if result == 0 && ordinal >= 0 {
            format!("memory of device {ordinal}")
        } else {
            "no device memory".to_owned()
        };
        if result == 0 && ordinal == self.ordinal {
            return Ok(());
        }
        Err(Failure::new(
            Code::Invalid,
            format!("argument `{argument}` is {found}; the launch is on device {}", self.ordinal),
        ))
    }
}

impl Drop for Current {
    fn drop(&mut self) {
        if self.pushed {
            let mut popped = ptr::null_mut();
            // SAFETY: undoes the push of `enter`, in the same thread.
            unsafe { sys::cuCtxPopCurrent_v2(&mut popped) };
        }
    }
}

/// Loads a cubin into the current context and finds its entry.
///
/// Loading is allowed while a stream of this thread is being captured into a graph.
///
/// # Errors
/// The driver refuses the image, or it has no such entry.
pub fn load(cubin: &[u8], entry: &str) -> Result<Kernel, Failure> {
    let name = CString::new(entry).map_err(|_| {
        Failure::new(Code::Launch, format!("entry name {entry:?} contains a null byte"))
    })?;
    let mut module = ptr::null_mut();
    let mut function = ptr::null_mut();
    let mut mode = sys::CUstreamCaptureMode_enum_CU_STREAM_CAPTURE_MODE_RELAXED;
    // SAFETY: the image is complete and outlives the call; the capture mode is put back.
    unsafe {
        check(
            sys::cuThreadExchangeStreamCaptureMode(&mut mode),
            "cuThreadExchangeStreamCaptureMode",
        )?;
        let loaded = sys::cuModuleLoadData(&mut module, cubin.as_ptr().cast());
        let found = if loaded == 0 {
            sys::cuModuleGetFunction(&mut function, module, name.as_ptr())
        } else {
            0
        };
        check(
            sys::cuThreadExchangeStreamCaptureMode(&mut mode),
            "cuThreadExchangeStreamCaptureMode",
        )?;
        check(loaded, "cuModuleLoadData")?;
        check(found, "cuModuleGetFunction")?;
    }
    Ok(Kernel(Handle(function as usize)))
}

/// As many parameters need no memory from the heap.
const FEW: usize = 64;

/// Enqueues a kernel. Block size is one: the cubin says how many threads a tile block and how many
/// blocks a cluster has, and needs no dynamic shared memory.
///
/// # Errors
/// The driver refuses.
///
/// # Safety
/// The device's context is current, `stream` is one of its streams, `params` holds one eight-byte word
/// per kernel parameter, and the memory that they point to stays valid until the kernel has run.
pub unsafe fn launch(
    kernel: Kernel,
    grid: [u32; 3],
    stream: RawStream,
    params: &mut [u64],
) -> Result<(), Failure> {
    let mut few = [ptr::null_mut::<c_void>(); FEW];
    let mut many = Vec::new();
    let slots = if params.len() <= FEW {
        &mut few[..params.len()]
    } else {
        many.resize(params.len(), ptr::null_mut());
        &mut many[..]
    };
    for (slot, word) in slots.iter_mut().zip(params) {
        *slot = ptr::from_mut(word).cast();
    }
    // SAFETY: as the caller promises; the driver copies the words before it returns.
    let result = unsafe {
        sys::cuLaunchKernel(
            kernel.0.0 as sys::CUfunction,
            grid[0],
            grid[1],
            grid[2],
            1,
            1,
            1,
            0,
            stream.cast(),
            slots.as_mut_ptr(),
            ptr::null_mut(),
        )
    };
    check(result, "cuLaunchKernel")
        .map_err(|failure| Failure::new(failure.code, format!("{} (grid {grid:?})", failure.text)))
}

/// A table in device memory that lives until the work enqueued before its drop has run.
#[derive(Debug)]
pub struct Table {
    /// Its address.
    pub address: u64,
    stream: RawStream,
}

impl Table {
    /// Copies words to the device, in the order of the stream.
    ///
    /// # Errors
    /// The stream is being captured (the host copy would be read again at each replay), or the
    /// driver refuses.
    ///
    /// # Safety
    /// The stream's context is current.
    pub unsafe fn upload(words: &[u64], stream: RawStream) -> Result<Self, Failure> {
        let mut capturing = 0;
        let mut address = 0;
        let bytes = size_of_val(words);
        // SAFETY: locals outlive the calls; a copy from pageable memory has read it on return.
        unsafe {
            check(sys::cuStreamIsCapturing(stream.cast(), &mut capturing), "cuStreamIsCapturing")?;
            if capturing != 0 {
                return Err(Failure::new(
                    Code::Invalid,
                    "a list of tensors cannot be passed while a stream is captured into a CUDA graph",
                ));
            }
            check(sys::cuMemAllocAsync(&mut address, bytes, stream.cast()), "cuMemAllocAsync")?;
            let table = Self { address, stream };
            check(
                sys::cuMemcpyHtoDAsync_v2(address, words.as_ptr().cast(), bytes, stream.cast()),
                "cuMemcpyHtoDAsync",
            )?;
            Ok(table)
        }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        // SAFETY: allocated on this stream; the free is ordered after the launch.
        unsafe { sys::cuMemFreeAsync(self.address, self.stream.cast()) };
    }
}
