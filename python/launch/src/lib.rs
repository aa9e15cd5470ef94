//! Launching from Python: one extension for the kernels of all operators.
//!
//! `launch` takes what `cuda.tile.launch` takes. It reads tensors through DLPack's C exchange
//! interface, finds the prepared launch that stands for them, and calls the library of the kernel by
//! address, with the GIL released, on the caller's stream; it never waits for the device. `tileport`
//! configures it and prepares the launches; without it, the same libraries are called through cffi.
//!
//! `operator` wraps an operator's host code: calls whose like was observed are replayed.

#![allow(
    clippy::missing_safety_doc,
    reason = "declarations of CPython's functions, which its manual documents"
)]

mod call;
mod exchange;
mod launch;
mod observer;
mod plan;
mod python;
mod record;
mod replay;
mod replaying;

use std::ffi::{CStr, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use exchange::Exchange;
use launch::{Config, PREPARED, State};
use python::{METH_FASTCALL, MethodDef, ModuleDef, Object, Owned};
use record::{Arguments, DropFn, LaunchFn, Param, Prepared};

/// What a function of the module does; an error becomes a TypeError, none an exception that is set.
type Result<T> = std::result::Result<T, Option<String>>;

/// The state that `configure` makes; one that is replaced may still be in use and stays.
static STATE: AtomicPtr<State> = AtomicPtr::new(ptr::null_mut());

fn state() -> Result<&'static State> {
    // SAFETY: null, or a state that is never freed.
    unsafe { STATE.load(Ordering::Acquire).as_ref() }
        .ok_or(Some("configure() comes first".to_owned()))
}

/// Runs a function of the module; a panic becomes an exception.
unsafe fn guard(body: impl FnOnce() -> Result<*mut Object>) -> *mut Object {
    let result = catch_unwind(AssertUnwindSafe(body));
    let text = match result {
        Ok(Ok(object)) => return object,
        Ok(Err(text)) => text,
        Err(_) => Some("the launcher panicked".to_owned()),
    };
    if let Some(text) = text {
        // SAFETY: the GIL is held.
        unsafe { python::raise(python::PyExc_TypeError, &text) };
    }
    ptr::null_mut()
}

/// The arguments of a call as an array.
unsafe fn exactly<const N: usize>(
    arguments: *const *mut Object,
    count: isize,
) -> Result<[*mut Object; N]> {
    if count != N as isize {
        return Err(Some(format!("{N} arguments are needed, {count} were given")));
    }
    // SAFETY: as many as were given.
    Ok(unsafe { *arguments.cast() })
}

unsafe fn int(object: *mut Object) -> Result<i64> {
    // SAFETY: the GIL is held; a conversion that fails has set an exception.
    unsafe {
        let value = python::PyLong_AsLongLong(object);
        if value == -1 && !python::PyErr_Occurred().is_null() { Err(None) } else { Ok(value) }
    }
}

unsafe fn address(object: *mut Object) -> Result<*mut c_void> {
    // SAFETY: as in `int`.
    unsafe {
        let value = python::PyLong_AsUnsignedLongLong(object);
        if !python::PyErr_Occurred().is_null() {
            return Err(None);
        }
        if value == 0 {
            return Err(Some("a null address".to_owned()));
        }
        Ok(value as *mut c_void)
    }
}

unsafe extern "C" fn launch(
    _: *mut Object,
    arguments: *const *mut Object,
    count: isize,
) -> *mut Object {
    // SAFETY: called by Python.
    unsafe { guard(|| Ok(state()?.launch(arguments, count))) }
}

unsafe extern "C" fn configure(
    _: *mut Object,
    arguments: *const *mut Object,
    count: isize,
) -> *mut Object {
    // SAFETY: called by Python.
    unsafe {
        guard(|| {
            let [kernel, stream, current, is_neg, slow, refresh, exchange, max_grid, look_every] =
                exactly(arguments, count)?;
            let exchange = Exchange::of(exchange).map_err(|text| {
                python::PyErr_Clear();
                Some(text)
            })?;
            let config = Config {
                kernel: Owned::share(kernel),
                stream: Owned::share(stream),
                current: Owned::share(current),
                is_neg: Owned::share(is_neg),
                slow: Owned::share(slow),
                refresh: Owned::share(refresh),
                exchange,
                max_grid: int(max_grid)?,
            };
            let state = State::new(config, int(look_every)?).ok_or(None)?;
            STATE.store(Box::into_raw(Box::new(state)), Ordering::Release);
            Ok(python::return_none())
        })
    }
}

unsafe extern "C" fn look_every(
    _: *mut Object,
    arguments: *const *mut Object,
    count: isize,
) -> *mut Object {
    // SAFETY: called by Python.
    unsafe {
        guard(|| {
            let [nanoseconds] = exactly(arguments, count)?;
            state()?.look_every(int(nanoseconds)?);
            Ok(python::return_none())
        })
    }
}

unsafe extern "C" fn allow(
    _: *mut Object,
    arguments: *const *mut Object,
    count: isize,
) -> *mut Object {
    // SAFETY: called by Python.
    unsafe {
        guard(|| {
            let [kind] = exactly(arguments, count)?;
            state()?.allow(kind);
            Ok(python::return_none())
        })
    }
}

unsafe extern "C" fn prepared(
    _: *mut Object,
    arguments: *const *mut Object,
    count: isize,
) -> *mut Object {
    // SAFETY: called by Python, with the addresses of a library's own functions.
    unsafe {
        guard(|| {
            let [generation, kinds, launch, drop, check] = exactly(arguments, count)?;
            let mut size = 0;
            let text = python::PyUnicode_AsUTF8AndSize(kinds, &mut size);
            if text.is_null() {
                return Err(None);
            }
            let letters = std::slice::from_raw_parts(text.cast::<u8>(), size as usize);
            let Some(params) = letters.iter().map(|&letter| Param::of(letter)).collect() else {
                return Ok(python::return_none());
            };
            let launch = std::mem::transmute::<*mut c_void, LaunchFn>(address(launch)?);
            let drop = std::mem::transmute::<*mut c_void, DropFn>(address(drop)?);
            let generation = int(generation)? as u64;
            let set = Prepared::new(generation, params, launch, drop, Owned::share(check));
            let pointer = Box::into_raw(Box::new(set));
            let capsule = python::PyCapsule_New(pointer.cast(), PREPARED.as_ptr(), Some(free));
            if capsule.is_null() {
                std::mem::drop(Box::from_raw(pointer));
                return Err(None);
            }
            Ok(capsule)
        })
    }
}

unsafe extern "C" fn free(capsule: *mut Object) {
    // SAFETY: the capsule was made by `prepared` and is not used any more.
    unsafe {
        let pointer = python::PyCapsule_GetPointer(capsule, PREPARED.as_ptr());
        if !pointer.is_null() {
            drop(Box::from_raw(pointer.cast::<Prepared>()));
        }
    }
}

unsafe extern "C" fn remember(
    _: *mut Object,
    arguments: *const *mut Object,
    count: isize,
) -> *mut Object {
    // SAFETY: called by Python; the plan is one that the kernel's library gave for these arguments.
    unsafe {
        guard(|| {
            let [capsule, arguments, scalars, plan] = exactly(arguments, count)?;
            let state = state()?;
            let set = launch::prepared(capsule).ok_or(Some("no prepared kernel".to_owned()))?;
            let plan = address(plan)?;
            let mut found = Arguments::new();
            if state.read(&(*set).params, arguments, &mut found).is_none() {
                return Ok(python::return_bool(false));
            }
            let words = (0..python::PyTuple_Size(scalars))
                .map(|index| python::PyTuple_GetItem(scalars, index))
                .map(|item| python::PyLong_AsUnsignedLongLong(item))
                .collect::<Vec<_>>();
            if !python::PyErr_Occurred().is_null() {
                return Err(None);
            }
            let constants = (0..python::PyTuple_Size(arguments))
                .map(|index| python::PyTuple_GetItem(arguments, index))
                .zip(&(*set).params)
                .filter(|(_, param)| matches!(param, Param::Const | Param::Fixed))
                .map(|(item, _)| Owned::share(item))
                .collect();
            (*set).keep(found.key.as_slice(), plan, found.device, words, constants);
            Ok(python::return_bool(true))
        })
    }
}

const fn method(
    name: &'static CStr,
    function: python::FastFunction,
    doc: &'static CStr,
) -> MethodDef {
    MethodDef {
        name: name.as_ptr(),
        function: Some(function),
        flags: METH_FASTCALL,
        doc: doc.as_ptr(),
    }
}

const END: MethodDef = MethodDef { name: ptr::null(), function: None, flags: 0, doc: ptr::null() };

static mut METHODS: [MethodDef; 13] = [
    method(
        c"launch",
        launch,
        c"launch(stream, grid, kernel, kernel_args, /)\n--\n\nEnqueues a kernel, and returns.",
    ),
    method(c"configure", configure, c"Names what the launcher works with."),
    method(c"look_every", look_every, c"Sets the nanoseconds between looks at the manifest."),
    method(c"allow", allow, c"Allows a type of tensors that hold their data themselves."),
    method(c"prepared", prepared, c"Makes the records of a kernel; None where it cannot have any."),
    method(c"remember", remember, c"Takes over a plan; false where no record can stand for it."),
    method(c"watch", replaying::watch, c"Names what decides whether a call is replayed."),
    method(
        c"operator",
        replaying::operator,
        c"A function that calls another, or replays what that did for such arguments.",
    ),
    method(c"observe", replaying::observe, c"Begins to note this thread's launches."),
    method(c"observed", replaying::observed, c"Ends that, and gives what was noted."),
    method(c"keep", replaying::keep, c"Takes over the plan of a key."),
    method(c"never", replaying::never, c"Says that calls of a key are never replayed."),
    END,
];

static mut MODULE: ModuleDef = ModuleDef::new(
    c"_launch",
    c"Launches of ported kernels; see tileport.launching.",
    (&raw mut METHODS).cast(),
);

/// Makes the module, which CPython finds by this name.
///
/// # Safety
/// Called by CPython.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn PyInit__launch() -> *mut Object {
    const VERSION: c_int = python::API_VERSION;
    // SAFETY: called once, under the GIL; the definition is static.
    unsafe { python::PyModule_Create2(&raw mut MODULE, VERSION) }
}
