//! What a call of an operator is, as far as its host code can see without reading a tensor's elements.
//!
//! The key has a word for everything that host code may ask of its arguments: for a tensor its device,
//! element type, sizes, strides, alignment and whether it needs a gradient; for anything else its value.
//! Addresses stand beside it, since each call has its own.

use crate::exchange::Tensor;
use crate::launch::State;
use crate::python::{self, Kind, Object};
use crate::record::{MAX_ARGUMENTS, MAX_KEY, Words};
use crate::replay::Watched;

/// The longest tuple or list that is looked into.
const MAX_ITEMS: isize = 8;
/// `kDLComplex`: whether such a tensor is lazily conjugated is not told.
const COMPLEX: u8 = 5;

/// A call, described.
pub struct Call {
    /// All but the addresses.
    pub key: Words<MAX_KEY>,
    /// Addresses of the tensors, in order.
    pub addresses: Words<MAX_ARGUMENTS>,
    /// The tensors, borrowed from the caller.
    tensors: [*mut Object; MAX_ARGUMENTS],
    /// The tensors' device, negative without a tensor.
    pub device: i32,
    /// Whether one of them needs a gradient.
    pub gradient: bool,
}

/// What the word before a value says it is.
#[repr(i64)]
enum Tag {
    Int,
    Bool,
    Float,
    Object,
    Items,
    Tensor,
}

impl Call {
    /// Nothing yet.
    pub fn new() -> Self {
        Self {
            key: Words::new(),
            addresses: Words::new(),
            tensors: [std::ptr::null_mut(); MAX_ARGUMENTS],
            device: -1,
            gradient: false,
        }
    }

    /// The tensors, in order.
    pub fn tensors(&self) -> &[*mut Object] {
        &self.tensors[..self.addresses.as_slice().len()]
    }

    fn word(&mut self, tag: Tag, word: i64) -> Option<()> {
        self.key.extend(&[tag as i64, word])
    }

    fn tensor(&mut self, object: *mut Object, tensor: &Tensor, gradient: bool) -> Option<()> {
        let address = tensor.address()?;
        if tensor.is_empty()
            || tensor.is_of(COMPLEX)
            || self.device >= 0 && self.device != tensor.device
        {
            return None;
        }
        self.device = tensor.device;
        self.gradient |= gradient;
        // Host code may ask whether two arguments are one object.
        let count = self.addresses.as_slice().len();
        let same = self.tensors().iter().position(|&other| other == object).unwrap_or(count);
        self.word(Tag::Tensor, i64::from(tensor.device))?;
        self.key.push(tensor.class(address))?;
        self.key.push(same as u64 | u64::from(gradient) << 32)?;
        let (shape, strides) = tensor.sizes();
        self.key.extend(shape)?;
        self.key.extend(strides)?;
        self.addresses.push(address)?;
        self.tensors[count] = object;
        Some(())
    }
}

impl State {
    /// Describes a call; none, and no exception, where it has an argument that a key cannot stand for.
    ///
    /// # Safety
    /// The GIL is held; `arguments` are `count` living objects and after them one for each name.
    pub unsafe fn describe(
        &self,
        watched: &Watched,
        arguments: *const *mut Object,
        count: isize,
        names: *mut Object,
        into: &mut Call,
    ) -> Option<()> {
        // SAFETY: as the caller promises; the tuple keeps its elements.
        unsafe {
            let named = if names.is_null() { 0 } else { python::PyTuple_Size(names) };
            into.key.extend(&[count as i64, named as i64])?;
            for index in 0..named {
                // Names in code are interned: one address for each.
                into.key.push(python::PyTuple_GetItem(names, index) as u64)?;
            }
            let all = std::slice::from_raw_parts(arguments, usize::try_from(count + named).ok()?);
            for &object in all {
                self.argument(watched, object, into)?;
            }
        }
        (into.device >= 0).then_some(())
    }

    unsafe fn argument(
        &self,
        watched: &Watched,
        object: *mut Object,
        into: &mut Call,
    ) -> Option<()> {
        // SAFETY: the GIL is held and the object is alive.
        unsafe {
            match python::kind_of(object) {
                Kind::Int => into.word(Tag::Int, python::int(object)?),
                Kind::Bool => into.word(Tag::Bool, i64::from(python::is_true(object))),
                Kind::Float => {
                    into.word(Tag::Float, python::PyFloat_AsDouble(object).to_bits() as i64)
                }
                Kind::Tuple | Kind::List => self.items(object, into),
                Kind::Other => {
                    let kind = python::type_of(object);
                    if self.is_plain(kind) {
                        let tensor = self.tensor(object)?;
                        let gradient = watched.needs_gradient(object)?;
                        into.tensor(object, &tensor, gradient)
                    } else if watched.is_size(kind) {
                        self.items(object, into)
                    } else if watched.is_value(kind) {
                        // Such objects cannot change; what is kept for the key keeps them alive.
                        into.word(Tag::Object, object as i64)
                    } else {
                        None
                    }
                }
            }
        }
    }

    /// A tuple or list of integers.
    unsafe fn items(&self, object: *mut Object, into: &mut Call) -> Option<()> {
        // SAFETY: the GIL is held; the kind says which of the two it is.
        unsafe {
            let list = python::kind_of(object) == Kind::List;
            let count =
                if list { python::PyList_Size(object) } else { python::PyTuple_Size(object) };
            if count > MAX_ITEMS {
                return None;
            }
            into.word(Tag::Items, python::type_of(object) as i64)?;
            into.key.push(count as u64)?;
            for index in 0..count {
                let item = if list {
                    python::PyList_GetItem(object, index)
                } else {
                    python::PyTuple_GetItem(object, index)
                };
                if item.is_null() || python::kind_of(item) != Kind::Int {
                    python::PyErr_Clear();
                    return None;
                }
                into.key.push(python::int(item)? as u64)?;
            }
        }
        Some(())
    }
}
