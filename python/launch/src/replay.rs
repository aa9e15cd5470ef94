//! Operators whose calls are replayed.
//!
//! Host code decides from its arguments what to allocate and launch, and decides the same for the same
//! arguments. Where `tileport.observe` found that it reads nothing else, later calls of the same key
//! follow a plan. Everything unusual is a call of the host code itself.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::CStr;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use crate::call::Call;
use crate::launch::State;
use crate::plan::{Plan, Replayed};
use crate::python::{self, Object, Owned};
use crate::record::WordHasher;

/// Name of the capsules that hold [`Operator`].
pub const OPERATOR: &CStr = c"tileport.operator";

/// Keys of an operator; beyond it all are forgotten and made again when needed.
const MAX_PLANS: usize = 1024;

/// What decides whether a call may be replayed, besides its arguments.
pub struct Watched {
    /// Functions of torch that count active modes, or tell whether a transform is active.
    pub modes: Vec<Owned>,
    /// The namespace of `torch.autograd.forward_ad`, and the name of its level.
    pub forward: (Owned, Owned),
    /// `torch.is_grad_enabled`.
    pub grad_enabled: Owned,
    /// `torch.as_strided`.
    pub as_strided: Owned,
    /// Types of arguments that cannot change, and are known by address.
    pub values: Vec<Owned>,
    /// `torch.Size`.
    pub size: Owned,
    /// The name `requires_grad`.
    pub requires_grad: Owned,
}

impl Watched {
    /// Whether objects of a type cannot change.
    pub fn is_value(&self, kind: *mut Object) -> bool {
        self.values.iter().any(|value| value.get() == kind)
    }

    /// Whether a type is that of a tensor's sizes.
    pub fn is_size(&self, kind: *mut Object) -> bool {
        self.size.get() == kind
    }

    /// `requires_grad` of a tensor.
    ///
    /// # Safety
    /// The GIL is held; the object is alive.
    pub unsafe fn needs_gradient(&self, tensor: *mut Object) -> Option<bool> {
        // SAFETY: as the caller promises.
        let found = unsafe { python::attribute(tensor, self.requires_grad.get()) }?;
        Some(!python::is_false(found.get()))
    }

    /// Whether nothing watches torch's functions, no transform is active and, where an argument needs
    /// a gradient, none is recorded.
    unsafe fn is_quiet(&self, gradient: bool) -> bool {
        // SAFETY: the GIL is held.
        unsafe {
            let is_nothing = |function: &Owned| {
                let found = python::call_none(function.get());
                let quiet = found.is_some_and(|found| python::is_nothing(found.get()));
                python::PyErr_Clear();
                quiet
            };
            let level = python::PyDict_GetItemWithError(self.forward.0.get(), self.forward.1.get());
            if level.is_null() || python::int(level).is_none_or(|level| level >= 0) {
                python::PyErr_Clear();
                return false;
            }
            self.modes.iter().all(is_nothing) && (!gradient || is_nothing(&self.grad_enabled))
        }
    }
}

/// What is known of a key.
#[derive(Clone)]
enum Known {
    Plan(Rc<Plan>),
    /// Host code looks at more than its arguments; what the key knows by address is kept.
    Never {
        _constants: Rc<Owned>,
    },
}

#[derive(Default)]
struct Table {
    last: Option<(Vec<u64>, Known)>,
    all: HashMap<Vec<u64>, Known, BuildHasherDefault<WordHasher>>,
}

/// An operator's host code and the plans of its calls.
pub struct Operator {
    /// The host code.
    function: Owned,
    /// Called with a key that nothing is known of.
    attend: Owned,
    table: RefCell<Table>,
}

impl Operator {
    /// Without plans.
    pub fn new(function: Owned, attend: Owned) -> Self {
        Self { function, attend, table: RefCell::default() }
    }

    fn find(&self, key: &[u64]) -> Option<Known> {
        let mut table = self.table.borrow_mut();
        if let Some((last, known)) = &table.last
            && last == key
        {
            return Some(known.clone());
        }
        let found = table.all.get(key)?.clone();
        // What was last stays in `all`: dropping this reference to it runs no code.
        table.last = Some((key.to_vec(), found.clone()));
        Some(found)
    }

    fn keep(&self, key: &[u64], known: Option<Known>) {
        let dropped = {
            let mut table = self.table.borrow_mut();
            let last = table.last.take();
            let all = if table.all.len() >= MAX_PLANS {
                std::mem::take(&mut table.all)
            } else {
                HashMap::default()
            };
            let before = match known {
                Some(known) => table.all.insert(key.to_vec(), known),
                None => table.all.remove(key),
            };
            (last, all, before)
        };
        // Freeing Python's objects may run code that comes back here.
        drop(dropped);
    }

    /// Takes over a plan.
    pub fn plan(&self, key: &[u64], plan: Plan) {
        self.keep(key, Some(Known::Plan(Rc::new(plan))));
    }

    /// Says that calls of a key are never replayed.
    pub fn never(&self, key: &[u64], constants: Owned) {
        self.keep(key, Some(Known::Never { _constants: Rc::new(constants) }));
    }
}

impl State {
    /// Calls an operator whose capsule is `this`.
    ///
    /// # Safety
    /// The GIL is held; `arguments` are `count` living objects and after them one for each name.
    pub unsafe fn call(
        &self,
        this: *mut Object,
        operator: &Operator,
        arguments: *const *mut Object,
        count: isize,
        names: *mut Object,
    ) -> *mut Object {
        // SAFETY: as the caller promises.
        unsafe {
            if let Some(watched) = self.watched.get() {
                let mut call = Call::new();
                if self.describe(watched, arguments, count, names, &mut call).is_some() {
                    let key = call.key.as_slice();
                    match operator.find(key) {
                        Some(Known::Plan(plan)) => {
                            if !self.is_undisturbed(watched, &call) {
                                return python::PyObject_Vectorcall(
                                    operator.function.get(),
                                    arguments,
                                    count as usize,
                                    names,
                                );
                            }
                            let Some(generation) = self.current_generation() else {
                                return std::ptr::null_mut();
                            };
                            if plan.holds(generation) {
                                match plan.run(
                                    self,
                                    &watched.as_strided,
                                    call.tensors(),
                                    call.addresses.as_slice(),
                                    call.device,
                                ) {
                                    Replayed::Done(result) => return result.release(),
                                    Replayed::Raised => return std::ptr::null_mut(),
                                    Replayed::NotNow => {}
                                }
                            } else {
                                operator.keep(key, None);
                            }
                        }
                        Some(Known::Never { .. }) => {}
                        None if self.is_undisturbed(watched, &call) => {
                            return attend(this, operator, key, arguments, count, names);
                        }
                        None => {}
                    }
                }
            }
            python::PyObject_Vectorcall(operator.function.get(), arguments, count as usize, names)
        }
    }

    /// Whether nothing but its arguments has a say in a call, and no other is observed.
    unsafe fn is_undisturbed(&self, watched: &Watched, call: &Call) -> bool {
        // SAFETY: the GIL is held.
        unsafe { !self.observer.is_busy() && !self.is_logged() && watched.is_quiet(call.gradient) }
    }
}

/// Hands a call to the function that makes plans.
unsafe fn attend(
    this: *mut Object,
    operator: &Operator,
    key: &[u64],
    arguments: *const *mut Object,
    count: isize,
    names: *mut Object,
) -> *mut Object {
    // SAFETY: the GIL is held; the arguments are alive.
    unsafe {
        let Some([key, positional, named]) = packed(key, arguments, count, names) else {
            return std::ptr::null_mut();
        };
        let given = [this, key.get(), positional.get(), named.get()];
        python::PyObject_Vectorcall(
            operator.attend.get(),
            given.as_ptr(),
            given.len(),
            std::ptr::null_mut(),
        )
    }
}

/// A key as bytes, and the arguments as a tuple and a dictionary; none with an exception set.
unsafe fn packed(
    key: &[u64],
    arguments: *const *mut Object,
    count: isize,
    names: *mut Object,
) -> Option<[Owned; 3]> {
    // SAFETY: the GIL is held; the arguments are alive.
    unsafe {
        let key = Owned::new(python::PyBytes_FromStringAndSize(
            key.as_ptr().cast(),
            size_of_val(key) as isize,
        ))?;
        let positional = Owned::new(python::PyTuple_New(count))?;
        for index in 0..count {
            let item = Owned::share(*arguments.offset(index)).release();
            if python::PyTuple_SetItem(positional.get(), index, item) != 0 {
                return None;
            }
        }
        let named = Owned::new(python::PyDict_New())?;
        let names_given = if names.is_null() { 0 } else { python::PyTuple_Size(names) };
        for index in 0..names_given {
            let name = python::PyTuple_GetItem(names, index);
            if python::PyDict_SetItem(named.get(), name, *arguments.offset(count + index)) != 0 {
                return None;
            }
        }
        Some([key, positional, named])
    }
}
