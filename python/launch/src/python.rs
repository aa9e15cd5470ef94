//! CPython's C API, as far as it is used here.
//!
//! All of it belongs to the stable ABI of 3.11, but for `PyObject_Vectorcall`, which joined it with
//! 3.12 and which 3.11 exports too. Types are opaque; of an object only its type is read, which
//! stands where every build of CPython with the GIL has it.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

/// `PyObject`.
#[repr(C)]
pub struct Object {
    count: isize,
    kind: *mut Object,
}

/// Position of the flag of `PyObject_Vectorcall` that lets the callee use the slot before the first
/// argument.
pub const ARGUMENTS_OFFSET: usize = 1 << (usize::BITS - 1);
/// `METH_FASTCALL`.
pub const METH_FASTCALL: c_int = 0x80;
/// `METH_KEYWORDS`.
pub const METH_KEYWORDS: c_int = 0x2;
/// The version of the stable ABI that is used.
pub const API_VERSION: c_int = 3;

/// A function of `METH_FASTCALL`.
pub type FastFunction = unsafe extern "C" fn(*mut Object, *const *mut Object, isize) -> *mut Object;
/// A function of `METH_FASTCALL | METH_KEYWORDS`; the last argument names the keywords, or is null.
pub type NamedFunction =
    unsafe extern "C" fn(*mut Object, *const *mut Object, isize, *mut Object) -> *mut Object;
/// What is called when a capsule is freed.
pub type CapsuleDestructor = unsafe extern "C" fn(*mut Object);

/// `PyMethodDef`.
#[repr(C)]
pub struct MethodDef {
    /// The name, null in the last element of a table.
    pub name: *const c_char,
    /// The function.
    pub function: Option<FastFunction>,
    /// How it is called.
    pub flags: c_int,
    /// Its documentation.
    pub doc: *const c_char,
}

/// `PyModuleDef`.
#[repr(C)]
pub struct ModuleDef {
    base: [usize; 5],
    name: *const c_char,
    doc: *const c_char,
    size: isize,
    methods: *mut MethodDef,
    rest: [usize; 4],
}

impl ModuleDef {
    /// A definition; `methods` ends with an element whose name is null.
    pub const fn new(name: &'static CStr, doc: &'static CStr, methods: *mut MethodDef) -> Self {
        // The first word is the reference count: a static definition starts with one.
        Self {
            base: [1, 0, 0, 0, 0],
            name: name.as_ptr(),
            doc: doc.as_ptr(),
            size: -1,
            methods,
            rest: [0; 4],
        }
    }
}

unsafe extern "C" {
    pub fn Py_IncRef(object: *mut Object);
    pub fn Py_DecRef(object: *mut Object);
    pub fn PyBytes_AsStringAndSize(
        object: *mut Object,
        bytes: *mut *const c_char,
        size: *mut isize,
    ) -> c_int;
    pub fn PyBytes_FromStringAndSize(bytes: *const c_char, size: isize) -> *mut Object;
    pub fn PyCFunction_NewEx(
        method: *const MethodDef,
        bound: *mut Object,
        module: *mut Object,
    ) -> *mut Object;
    pub fn PyCapsule_GetPointer(capsule: *mut Object, name: *const c_char) -> *mut c_void;
    pub fn PyCapsule_New(
        pointer: *mut c_void,
        name: *const c_char,
        destructor: Option<CapsuleDestructor>,
    ) -> *mut Object;
    pub fn PyDict_New() -> *mut Object;
    pub fn PyDict_SetItem(dict: *mut Object, key: *mut Object, value: *mut Object) -> c_int;
    pub fn PyDict_GetItemWithError(dict: *mut Object, key: *mut Object) -> *mut Object;
    pub fn PyErr_Clear();
    pub fn PyErr_Occurred() -> *mut Object;
    pub fn PyErr_SetString(kind: *mut Object, text: *const c_char);
    pub fn PyEval_RestoreThread(state: *mut c_void);
    pub fn PyEval_SaveThread() -> *mut c_void;
    pub fn PyFloat_AsDouble(object: *mut Object) -> f64;
    pub fn PyImport_GetModuleDict() -> *mut Object;
    pub fn PyLong_AsLongLong(object: *mut Object) -> i64;
    pub fn PyLong_AsUnsignedLongLong(object: *mut Object) -> u64;
    pub fn PyList_Append(list: *mut Object, item: *mut Object) -> c_int;
    pub fn PyList_GetItem(list: *mut Object, index: isize) -> *mut Object;
    pub fn PyList_New(size: isize) -> *mut Object;
    pub fn PyList_Size(list: *mut Object) -> isize;
    pub fn PyLong_FromLongLong(value: i64) -> *mut Object;
    pub fn PyLong_FromUnsignedLongLong(value: u64) -> *mut Object;
    pub fn PyModule_Create2(definition: *mut ModuleDef, version: c_int) -> *mut Object;
    pub fn PyObject_GetAttr(object: *mut Object, name: *mut Object) -> *mut Object;
    pub fn PyObject_Vectorcall(
        function: *mut Object,
        arguments: *const *mut Object,
        count: usize,
        names: *mut Object,
    ) -> *mut Object;
    pub fn PyObject_Size(object: *mut Object) -> isize;
    pub fn PyThread_get_thread_ident() -> std::ffi::c_ulong;
    pub fn PyTuple_GetItem(tuple: *mut Object, index: isize) -> *mut Object;
    pub fn PyTuple_New(size: isize) -> *mut Object;
    pub fn PyTuple_SetItem(tuple: *mut Object, index: isize, item: *mut Object) -> c_int;
    pub fn PyTuple_Size(tuple: *mut Object) -> isize;
    pub fn PyUnicode_AsUTF8AndSize(text: *mut Object, size: *mut isize) -> *const c_char;
    pub fn PyUnicode_InternFromString(text: *const c_char) -> *mut Object;

    pub static mut PyExc_RuntimeError: *mut Object;
    pub static mut PyExc_TypeError: *mut Object;
    static mut PyBool_Type: Object;
    static mut PyFloat_Type: Object;
    static mut PyList_Type: Object;
    static mut PyLong_Type: Object;
    static mut PyTuple_Type: Object;
    static mut _Py_FalseStruct: Object;
    static mut _Py_NoneStruct: Object;
    static mut _Py_TrueStruct: Object;
}

/// `None`, borrowed.
pub fn none() -> *mut Object {
    &raw mut _Py_NoneStruct
}

/// `None`, as a function returns it.
///
/// # Safety
/// The GIL is held.
pub unsafe fn return_none() -> *mut Object {
    // SAFETY: a static object.
    unsafe { Py_IncRef(none()) };
    none()
}

/// A bool, as a function returns it.
///
/// # Safety
/// The GIL is held.
pub unsafe fn return_bool(value: bool) -> *mut Object {
    let object = if value { &raw mut _Py_TrueStruct } else { &raw mut _Py_FalseStruct };
    // SAFETY: a static object.
    unsafe { Py_IncRef(object) };
    object
}

/// What an object exactly is, of the types that arguments have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Int,
    Bool,
    Float,
    Tuple,
    List,
    Other,
}

/// The type of an object.
///
/// # Safety
/// `object` is alive and the GIL is held.
pub unsafe fn type_of(object: *mut Object) -> *mut Object {
    // SAFETY: as the caller promises.
    unsafe { (*object).kind }
}

/// What an object exactly is.
///
/// # Safety
/// As [`type_of`].
pub unsafe fn kind_of(object: *mut Object) -> Kind {
    // SAFETY: as the caller promises.
    let kind = unsafe { type_of(object) };
    if kind == &raw mut PyLong_Type {
        Kind::Int
    } else if kind == &raw mut PyFloat_Type {
        Kind::Float
    } else if kind == &raw mut PyBool_Type {
        Kind::Bool
    } else if kind == &raw mut PyTuple_Type {
        Kind::Tuple
    } else if kind == &raw mut PyList_Type {
        Kind::List
    } else {
        Kind::Other
    }
}

/// Whether an object is the type of lists.
pub fn is_list_type(object: *mut Object) -> bool {
    object == &raw mut PyList_Type
}

/// Whether an object is `True`.
pub fn is_true(object: *mut Object) -> bool {
    object == &raw mut _Py_TrueStruct
}

/// Whether an object is `False`.
pub fn is_false(object: *mut Object) -> bool {
    object == &raw mut _Py_FalseStruct
}

/// An integer within 64 bits; none, and no exception, beyond.
///
/// # Safety
/// `object` is exactly an integer.
pub unsafe fn int(object: *mut Object) -> Option<i64> {
    // SAFETY: as the caller promises.
    unsafe {
        let value = PyLong_AsLongLong(object);
        if value == -1 && !PyErr_Occurred().is_null() {
            PyErr_Clear();
            return None;
        }
        Some(value)
    }
}

/// A reference that is given back.
pub struct Owned(*mut Object);

impl Owned {
    /// Takes over a new reference; none for null.
    pub fn new(object: *mut Object) -> Option<Self> {
        (!object.is_null()).then_some(Self(object))
    }

    /// A further reference to a living object.
    ///
    /// # Safety
    /// As [`type_of`].
    pub unsafe fn share(object: *mut Object) -> Self {
        // SAFETY: as the caller promises.
        unsafe { Py_IncRef(object) };
        Self(object)
    }

    /// Gives the reference away.
    pub fn release(self) -> *mut Object {
        let object = self.0;
        std::mem::forget(self);
        object
    }

    /// The object, borrowed.
    pub fn get(&self) -> *mut Object {
        self.0
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: owned; dropped under the GIL, as everything here.
        unsafe { Py_DecRef(self.0) };
    }
}

/// An attribute; none, and no exception, where there is none.
///
/// # Safety
/// As [`type_of`]; `name` is a string.
pub unsafe fn attribute(object: *mut Object, name: *mut Object) -> Option<Owned> {
    // SAFETY: as the caller promises.
    unsafe {
        let found = Owned::new(PyObject_GetAttr(object, name));
        if found.is_none() {
            PyErr_Clear();
        }
        found
    }
}

/// Whether an object is `False` or a zero.
///
/// # Safety
/// As [`type_of`].
pub unsafe fn is_nothing(object: *mut Object) -> bool {
    // SAFETY: as the caller promises.
    unsafe { is_false(object) || kind_of(object) == Kind::Int && int(object) == Some(0) }
}

/// Calls a function without arguments.
///
/// # Safety
/// As [`type_of`].
pub unsafe fn call_none(function: *mut Object) -> Option<Owned> {
    // SAFETY: as the caller promises.
    Owned::new(unsafe { PyObject_Vectorcall(function, ptr::null(), 0, ptr::null_mut()) })
}

/// Calls a function with one argument.
///
/// # Safety
/// As [`type_of`].
pub unsafe fn call_one(function: *mut Object, argument: *mut Object) -> Option<Owned> {
    let arguments = [ptr::null_mut(), argument];
    // SAFETY: as the caller promises; the slot before the argument is there.
    Owned::new(unsafe {
        PyObject_Vectorcall(
            function,
            arguments.as_ptr().add(1),
            1 | ARGUMENTS_OFFSET,
            ptr::null_mut(),
        )
    })
}

/// Sets an exception.
///
/// # Safety
/// The GIL is held; `kind` is an exception type.
pub unsafe fn raise(kind: *mut Object, text: &str) {
    let text = std::ffi::CString::new(text.replace('\0', "\\0")).unwrap_or_default();
    // SAFETY: as the caller promises.
    unsafe { PyErr_SetString(kind, text.as_ptr()) };
}
