//! A plan: what one call of an operator allocates, launches and gives back, without its host code.

use std::ops::RangeInclusive;
use std::rc::Rc;

use crate::launch::{State, raise_code};
use crate::observer::Step;
use crate::python::{self, Object, Owned};
use crate::record::MAX_ARGUMENTS;

/// Arguments of a call that allocates.
pub const MAX_GIVEN: usize = 4;

/// An output or a buffer.
pub struct Allocation {
    /// Allocates on torch's current device; not every torch has such a function.
    pub quick: Option<Call>,
    /// Allocates on the device that it names.
    pub general: Call,
}

/// A call of a function that gives a tensor.
pub struct Call {
    /// The function.
    pub function: Owned,
    /// Its arguments, named ones last.
    pub arguments: Vec<Owned>,
    /// Names of the last of them.
    pub names: Owned,
}

/// A launch, with its addresses as distances in bytes from a tensor's first element.
pub struct Launch {
    /// The launch that was noted.
    pub step: Rc<Step>,
    /// For each address the tensor, arguments before allocations, and the distance.
    pub places: Vec<(usize, i64)>,
}

/// What a call gives back.
pub enum Outcome {
    /// `None`, a number, a string or a dtype.
    Value(Owned),
    /// A tensor, arguments before allocations.
    Tensor(usize),
    /// A view of an allocation: sizes, strides and offset for `torch.as_strided`.
    View(usize, [Owned; 3]),
    /// A tuple of them.
    Tuple(Vec<Outcome>),
    /// A list of them.
    List(Vec<Outcome>),
}

/// An entry of a dictionary that host code read, or did not find.
pub struct Guard {
    /// The dictionary, e.g. a module's.
    pub dict: Owned,
    /// The key.
    pub key: Owned,
    /// The object that was there.
    pub value: Option<Owned>,
    /// How many items it may have now, where it has items that may change.
    pub sizes: Option<RangeInclusive<isize>>,
}

/// All of it.
pub struct Plan {
    /// Number of the manifest's reading that the launches belong to.
    pub generation: u64,
    /// What host code read.
    pub guards: Vec<Guard>,
    /// In order.
    pub allocations: Vec<Allocation>,
    /// In order.
    pub launches: Vec<Launch>,
    /// What is given back.
    pub outcome: Outcome,
    /// What the key knows by address.
    pub _constants: Owned,
}

/// How a replay ended.
pub enum Replayed {
    /// What the call gives back.
    Done(Owned),
    /// An exception is set.
    Raised,
    /// Nothing was launched; the plan holds, but not for this call.
    NotNow,
}

impl Guard {
    unsafe fn holds(&self) -> bool {
        // SAFETY: the GIL is held; the dictionary keeps what it gives.
        unsafe {
            let found = python::PyDict_GetItemWithError(self.dict.get(), self.key.get());
            if found.is_null() {
                python::PyErr_Clear();
                return self.value.is_none();
            }
            self.value.as_ref().is_some_and(|value| value.get() == found)
                && self
                    .sizes
                    .as_ref()
                    .is_none_or(|sizes| sizes.contains(&python::PyObject_Size(found)))
        }
    }
}

impl Plan {
    /// Whether all that host code read is as it was.
    ///
    /// # Safety
    /// The GIL is held.
    pub unsafe fn holds(&self, generation: u64) -> bool {
        // SAFETY: as the caller promises.
        self.generation == generation && self.guards.iter().all(|guard| unsafe { guard.holds() })
    }

    /// Does what the call did.
    ///
    /// # Safety
    /// The GIL is held; `tensors` are as many living tensors as the call had, at `addresses`, on
    /// `device`.
    pub unsafe fn run(
        &self,
        state: &State,
        as_strided: &Owned,
        tensors: &[*mut Object],
        addresses: &[u64],
        device: i32,
    ) -> Replayed {
        // SAFETY: as the caller promises; what is allocated is kept until the end.
        unsafe {
            let mut places = addresses.to_vec();
            let mut made = Vec::with_capacity(self.allocations.len());
            for allocation in &self.allocations {
                let (object, address) = match allocation.make(state, device) {
                    Made::Here(object, address) => (object, address),
                    Made::Elsewhere => return Replayed::NotNow,
                    Made::Raised => return Replayed::Raised,
                };
                places.push(address);
                made.push(object);
            }
            let Some(stream) = state.current_stream(device) else { return Replayed::NotNow };
            let mut words = [0; MAX_ARGUMENTS];
            let mut failed = None;
            // The driver may wait for room in its queue: others may run meanwhile.
            let thread = python::PyEval_SaveThread();
            for launch in &self.launches {
                for (word, &(base, distance)) in words.iter_mut().zip(&launch.places) {
                    *word = places[base].wrapping_add_signed(distance);
                }
                let step = &launch.step;
                let code = (step.launch)(
                    step.record.plan,
                    words.as_ptr(),
                    step.words.as_ptr(),
                    step.grid.as_ptr(),
                    stream,
                );
                if code != 0 {
                    failed = Some((&step.check, code));
                    break;
                }
            }
            python::PyEval_RestoreThread(thread);
            if let Some((check, code)) = failed {
                raise_code(check, code);
                return Replayed::Raised;
            }
            self.outcome.build(as_strided, tensors, &made).map_or(Replayed::Raised, Replayed::Done)
        }
    }
}

/// What became of an allocation.
enum Made {
    /// A tensor and its address.
    Here(Owned, u64),
    /// On another device, or not at a multiple of 16 bytes, which records are of.
    Elsewhere,
    /// An exception is set.
    Raised,
}

impl Allocation {
    unsafe fn make(&self, state: &State, device: i32) -> Made {
        for call in self.quick.iter().chain([&self.general]) {
            // SAFETY: the GIL is held; torch's functions give tensors that hold their data.
            unsafe {
                let Some(object) = call.run() else { return Made::Raised };
                if let Some(address) = state.fresh_address(object.get(), device)
                    && address.is_multiple_of(16)
                {
                    return Made::Here(object, address);
                }
            }
        }
        Made::Elsewhere
    }
}

impl Call {
    unsafe fn run(&self) -> Option<Owned> {
        // SAFETY: the GIL is held; the arguments live as long as the plan.
        unsafe {
            let named = python::PyTuple_Size(self.names.get()) as usize;
            let arguments: [*mut Object; MAX_GIVEN] = std::array::from_fn(|index| {
                self.arguments.get(index).map_or(std::ptr::null_mut(), Owned::get)
            });
            Owned::new(python::PyObject_Vectorcall(
                self.function.get(),
                arguments.as_ptr(),
                self.arguments.len() - named,
                self.names.get(),
            ))
        }
    }
}

impl Outcome {
    /// The object; none with an exception set.
    unsafe fn build(
        &self,
        as_strided: &Owned,
        tensors: &[*mut Object],
        made: &[Owned],
    ) -> Option<Owned> {
        // SAFETY: the GIL is held; places were checked when the plan was made.
        unsafe {
            let tensor = |base: usize| match tensors.get(base) {
                Some(&tensor) => tensor,
                None => made[base - tensors.len()].get(),
            };
            match self {
                Self::Value(value) => Some(Owned::share(value.get())),
                Self::Tensor(base) => Some(Owned::share(tensor(*base))),
                Self::View(base, [sizes, strides, offset]) => {
                    let arguments = [tensor(*base), sizes.get(), strides.get(), offset.get()];
                    Owned::new(python::PyObject_Vectorcall(
                        as_strided.get(),
                        arguments.as_ptr(),
                        arguments.len(),
                        std::ptr::null_mut(),
                    ))
                }
                Self::Tuple(items) => {
                    let tuple = Owned::new(python::PyTuple_New(items.len() as isize))?;
                    for (index, item) in items.iter().enumerate() {
                        let item = item.build(as_strided, tensors, made)?;
                        // Takes the reference over, even where it fails.
                        if python::PyTuple_SetItem(tuple.get(), index as isize, item.release()) != 0
                        {
                            return None;
                        }
                    }
                    Some(tuple)
                }
                Self::List(items) => {
                    let list = Owned::new(python::PyList_New(0))?;
                    for item in items {
                        let item = item.build(as_strided, tensors, made)?;
                        if python::PyList_Append(list.get(), item.get()) != 0 {
                            return None;
                        }
                    }
                    Some(list)
                }
            }
        }
    }
}
