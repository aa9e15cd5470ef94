//! The way of a launch: from Python's arguments to the library's plan.
//!
//! What a record stands for goes straight to the driver; everything else, and everything unusual, is
//! handed to the Python function that checks arguments, says what is wrong with them and prepares
//! records.

use std::cell::{Cell, OnceCell, RefCell};
use std::ffi::{CStr, c_int, c_void};
use std::ptr;
use std::rc::Rc;

use crate::exchange::{Exchange, Tensor};
use crate::observer::{Observer, Step};
use crate::python::{self, Kind, Object, Owned};
use crate::record::{Arguments, Param, Prepared};
use crate::replay::Watched;

/// Name of the capsules that hold [`Prepared`].
pub const PREPARED: &CStr = c"tileport.prepared";

/// What `configure` gets.
pub struct Config {
    /// The class `Kernel`.
    pub kernel: Owned,
    /// The class `torch.cuda.Stream`.
    pub stream: Owned,
    /// What host code passes for torch's current stream of the tensors' device.
    pub current: Owned,
    /// `torch.Tensor.is_neg`.
    pub is_neg: Owned,
    /// The function for everything that has no record.
    pub slow: Owned,
    /// Looks whether the manifest has changed, and gives the number of its reading.
    pub refresh: Owned,
    /// The interface to tensors.
    pub exchange: Exchange,
    /// The largest size of a grid's axis.
    pub max_grid: i64,
}

/// The module's state. Cells: whatever calls back into Python may come here again.
pub struct State {
    config: Config,
    /// Types of tensors that hold their data themselves.
    plain: RefCell<Vec<Owned>>,
    /// Nanoseconds between looks at the manifest.
    look_every: Cell<i64>,
    look_at: Cell<i64>,
    /// Number of the manifest's last reading.
    generation: Cell<u64>,
    names: Names,
    modules: *mut Object,
    /// Notes the launches of a call that is to be replayed.
    pub observer: Observer,
    /// What replaying looks at; without it nothing is replayed.
    pub watched: OnceCell<Watched>,
}

/// Interned strings.
struct Names {
    prepared: Owned,
    device_index: Owned,
    cuda_stream: Owned,
    hook: Owned,
}

/// How a try ended.
enum Tried {
    /// Enqueued.
    Launched,
    /// An exception is set.
    Raised,
    /// No record stands for it.
    Unusual,
}

impl Names {
    unsafe fn new() -> Option<Self> {
        // SAFETY: the GIL is held; the texts are C strings.
        let name =
            |text: &CStr| Owned::new(unsafe { python::PyUnicode_InternFromString(text.as_ptr()) });
        Some(Self {
            prepared: name(c"_prepared")?,
            device_index: name(c"device_index")?,
            cuda_stream: name(c"cuda_stream")?,
            hook: name(c"tileport.probe.hook")?,
        })
    }
}

impl State {
    /// The state of a configuration; none with an exception set.
    ///
    /// # Safety
    /// The GIL is held.
    pub unsafe fn new(config: Config, look_every: i64) -> Option<Self> {
        Some(Self {
            config,
            plain: RefCell::default(),
            look_every: Cell::new(look_every),
            look_at: Cell::new(i64::MIN),
            generation: Cell::new(0),
            // SAFETY: as the caller promises; the dictionary lives as long as the interpreter.
            names: unsafe { Names::new()? },
            modules: unsafe { python::PyImport_GetModuleDict() },
            observer: Observer::default(),
            watched: OnceCell::new(),
        })
    }

    /// Allows a type of tensors.
    ///
    /// # Safety
    /// The GIL is held; `kind` is a type.
    pub unsafe fn allow(&self, kind: *mut Object) {
        let mut plain = self.plain.borrow_mut();
        if plain.iter().all(|plain| plain.get() != kind) {
            // SAFETY: as the caller promises.
            plain.push(unsafe { Owned::share(kind) });
        }
    }

    /// Sets the nanoseconds between looks at the manifest.
    pub fn look_every(&self, nanoseconds: i64) {
        self.look_every.set(nanoseconds);
        self.look_at.set(i64::MIN);
    }

    /// Launches `(stream, grid, kernel, arguments)`.
    ///
    /// # Safety
    /// The GIL is held; `arguments` are `count` living objects, with a free slot before the first where
    /// the caller's were.
    pub unsafe fn launch(&self, arguments: *const *mut Object, count: isize) -> *mut Object {
        // SAFETY: as the caller promises.
        unsafe {
            if count == 4 {
                let [stream, grid, kernel, arguments] = *arguments.cast::<[*mut Object; 4]>();
                match self.attempt(stream, grid, kernel, arguments) {
                    Tried::Launched => return python::return_none(),
                    Tried::Raised => return ptr::null_mut(),
                    Tried::Unusual => {}
                }
            }
            self.observer.note(None);
            python::PyObject_Vectorcall(
                self.config.slow.get(),
                arguments,
                count as usize,
                ptr::null_mut(),
            )
        }
    }

    unsafe fn attempt(
        &self,
        stream: *mut Object,
        grid: *mut Object,
        kernel: *mut Object,
        arguments: *mut Object,
    ) -> Tried {
        // SAFETY: as the caller of `launch` promises; objects are kept while they are used.
        unsafe {
            if python::type_of(kernel) != self.config.kernel.get() || self.is_logged() {
                return Tried::Unusual;
            }
            let Some(held) = python::attribute(kernel, self.names.prepared.get()) else {
                return Tried::Unusual;
            };
            let Some(prepared) = prepared(held.get()) else { return Tried::Unusual };
            if !self.look() {
                return Tried::Raised;
            }
            if (*prepared).generation != self.generation.get() {
                return Tried::Unusual;
            }
            let Some(grid) = self.grid(grid) else { return Tried::Unusual };
            let mut found = Arguments::new();
            if self.read(&(*prepared).params, arguments, &mut found).is_none() {
                return Tried::Unusual;
            }
            let Some(record) = (*prepared).find(found.key.as_slice()) else {
                return Tried::Unusual;
            };
            let is_current = stream == self.config.current.get();
            let Some(stream) = self.stream(stream, record.device) else {
                return Tried::Unusual;
            };
            let mut words = [0; 64];
            let passed = record.words.len();
            let Some(words) = words.get_mut(..passed) else { return Tried::Unusual };
            words.copy_from_slice(&record.words);
            for (&index, &word) in (*prepared).run_time.iter().zip(found.scalars.as_slice()) {
                words[index] = word;
            }
            let addresses = found.addresses.as_slice();
            if self.observer.is_active() {
                self.observer.note(is_current.then(|| Step {
                    record: Rc::clone(&record),
                    launch: (*prepared).launch,
                    check: Owned::share((*prepared).check.get()),
                    generation: (*prepared).generation,
                    addresses: addresses.to_vec(),
                    words: words.to_vec(),
                    grid,
                }));
            }
            let launch = (*prepared).launch;
            // The driver may wait for room in its queue: others may run meanwhile.
            let thread = python::PyEval_SaveThread();
            let code =
                launch(record.plan, addresses.as_ptr(), words.as_ptr(), grid.as_ptr(), stream);
            python::PyEval_RestoreThread(thread);
            if code == 0 {
                return Tried::Launched;
            }
            raise_code(&(*prepared).check, code);
            Tried::Raised
        }
    }

    /// Address of a tensor that was just allocated; none, and no exception, if it is not on the device.
    ///
    /// # Safety
    /// As [`State::tensor`].
    pub unsafe fn fresh_address(&self, object: *mut Object, device: i32) -> Option<u64> {
        // SAFETY: as the caller promises.
        unsafe {
            let Some(tensor) = self.config.exchange.tensor(object) else {
                python::PyErr_Clear();
                return None;
            };
            tensor.address().filter(|_| tensor.device == device)
        }
    }

    /// torch's current stream of a device; none, and no exception, where it does not say.
    ///
    /// # Safety
    /// The GIL is held.
    pub unsafe fn current_stream(&self, device: i32) -> Option<*mut c_void> {
        // SAFETY: as the caller promises.
        unsafe {
            let found = self.config.exchange.stream(device);
            if found.is_none() {
                python::PyErr_Clear();
            }
            found
        }
    }

    /// Number of the manifest's reading, looked for anew if that was not done just now; none with an
    /// exception set.
    ///
    /// # Safety
    /// The GIL is held.
    pub unsafe fn current_generation(&self) -> Option<u64> {
        // SAFETY: as the caller promises.
        unsafe { self.look() }.then(|| self.generation.get())
    }

    /// Whether the probe, which logs launches instead of making them, is in this process.
    ///
    /// # Safety
    /// The GIL is held.
    pub unsafe fn is_logged(&self) -> bool {
        // SAFETY: the GIL is held.
        unsafe {
            let hook = python::PyDict_GetItemWithError(self.modules, self.names.hook.get());
            if hook.is_null() {
                python::PyErr_Clear();
            }
            !hook.is_null()
        }
    }

    /// Looks at the manifest if that was not done just now; false with an exception set.
    unsafe fn look(&self) -> bool {
        let now = now();
        if now < self.look_at.get() {
            return true;
        }
        // SAFETY: the GIL is held.
        unsafe {
            let found = python::PyObject_Vectorcall(
                self.config.refresh.get(),
                ptr::null(),
                0,
                ptr::null_mut(),
            );
            let Some(found) = Owned::new(found) else { return false };
            self.generation.set(python::PyLong_AsUnsignedLongLong(found.get()));
            if !python::PyErr_Occurred().is_null() {
                return false;
            }
        }
        self.look_at.set(now.saturating_add(self.look_every.get()));
        true
    }

    /// A grid of one to three sizes.
    unsafe fn grid(&self, grid: *mut Object) -> Option<[u32; 3]> {
        let mut sizes = [1; 3];
        // SAFETY: the GIL is held; the tuple keeps its elements.
        unsafe {
            if python::kind_of(grid) != Kind::Tuple {
                return None;
            }
            let count = usize::try_from(python::PyTuple_Size(grid)).ok()?;
            if count == 0 || count > 3 {
                return None;
            }
            for (index, size) in sizes[..count].iter_mut().enumerate() {
                let item = python::PyTuple_GetItem(grid, index as isize);
                if python::kind_of(item) != Kind::Int {
                    return None;
                }
                let value = python::int(item)?;
                if !(0..=self.config.max_grid).contains(&value) {
                    return None;
                }
                *size = value as u32;
            }
        }
        Some(sizes)
    }

    /// Reads arguments; none where no record can stand for them.
    ///
    /// # Safety
    /// The GIL is held; `arguments` is alive.
    pub unsafe fn read(
        &self,
        params: &[Param],
        arguments: *mut Object,
        into: &mut Arguments,
    ) -> Option<()> {
        // SAFETY: the tuple keeps its elements.
        unsafe {
            if python::kind_of(arguments) != Kind::Tuple
                || python::PyTuple_Size(arguments) != params.len() as isize
            {
                return None;
            }
            for (index, &param) in params.iter().enumerate() {
                let item = python::PyTuple_GetItem(arguments, index as isize);
                if param == Param::Tensor {
                    self.read_tensor(item, into)?;
                } else {
                    into.scalar(param, item)?;
                }
            }
        }
        // Without a tensor nothing tells the device.
        (into.device >= 0).then_some(())
    }

    unsafe fn read_tensor(&self, object: *mut Object, into: &mut Arguments) -> Option<()> {
        // SAFETY: the GIL is held; the type says that the tensor holds its data itself.
        unsafe {
            if !self.is_plain(python::type_of(object)) {
                return None;
            }
            into.tensor(&self.tensor(object)?)
        }
    }

    /// Whether tensors of a type hold their data themselves, as far as is known.
    pub fn is_plain(&self, kind: *mut Object) -> bool {
        self.plain.borrow().iter().any(|plain| plain.get() == kind)
    }

    /// What a tensor says of itself; none, and no exception, where that is not all.
    ///
    /// # Safety
    /// The GIL is held; `object` is a tensor that holds its data itself.
    pub unsafe fn tensor(&self, object: *mut Object) -> Option<Tensor> {
        // SAFETY: as the caller promises.
        unsafe {
            let Some(tensor) = self.config.exchange.tensor(object) else {
                python::PyErr_Clear();
                return None;
            };
            // The interface does not tell of a lazy negation.
            let Some(negated) = python::call_one(self.config.is_neg.get(), object) else {
                python::PyErr_Clear();
                return None;
            };
            python::is_false(negated.get()).then_some(tensor)
        }
    }

    /// The handle of a stream of a device.
    unsafe fn stream(&self, stream: *mut Object, device: i32) -> Option<*mut c_void> {
        // SAFETY: the GIL is held.
        unsafe {
            if stream == self.config.current.get() {
                return self.current_stream(device);
            }
            if python::kind_of(stream) == Kind::Int {
                return Some(python::int(stream)? as *mut c_void);
            }
            if python::type_of(stream) != self.config.stream.get() {
                return None;
            }
            let index = python::attribute(stream, self.names.device_index.get())?;
            if python::kind_of(index.get()) != Kind::Int
                || python::int(index.get())? != i64::from(device)
            {
                return None;
            }
            let handle = python::attribute(stream, self.names.cuda_stream.get())?;
            (python::kind_of(handle.get()) == Kind::Int)
                .then(|| python::int(handle.get()))
                .flatten()
                .map(|handle| handle as *mut c_void)
        }
    }
}

/// Raises for a return code of a launch.
///
/// # Safety
/// The GIL is held.
pub unsafe fn raise_code(check: &Owned, code: i32) {
    // SAFETY: as the caller promises.
    unsafe {
        let Some(code) = Owned::new(python::PyLong_FromLongLong(i64::from(code))) else { return };
        if python::call_one(check.get(), code.get()).is_some() {
            python::raise(python::PyExc_RuntimeError, "a launch failed without a reason");
        }
    }
}

/// The records behind a capsule; none, and no exception, for anything else.
///
/// # Safety
/// `object` is alive and the GIL is held.
pub unsafe fn prepared(object: *mut Object) -> Option<*mut Prepared> {
    if object == python::none() {
        return None;
    }
    // SAFETY: as the caller promises; a capsule of this name holds nothing else.
    let pointer = unsafe { python::PyCapsule_GetPointer(object, PREPARED.as_ptr()) };
    if pointer.is_null() {
        // SAFETY: the GIL is held.
        unsafe { python::PyErr_Clear() };
        return None;
    }
    Some(pointer.cast())
}

#[repr(C)]
struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

unsafe extern "C" {
    fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int;
}

/// Nanoseconds of the monotonic clock, to a few milliseconds: reading it costs a fifth of the exact one.
fn now() -> i64 {
    const CLOCK_MONOTONIC_COARSE: c_int = 6;
    let mut time = Timespec { seconds: 0, nanoseconds: 0 };
    // SAFETY: writes the local.
    unsafe { clock_gettime(CLOCK_MONOTONIC_COARSE, &mut time) };
    time.seconds * 1_000_000_000 + time.nanoseconds
}
