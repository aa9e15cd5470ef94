//! The module's functions for replaying, and how plans come over from Python.

use std::ffi::{CStr, CString, c_void};
use std::ptr;
use std::rc::Rc;

use crate::observer::Step;
use crate::plan::{Allocation, Call, Guard, Launch, MAX_GIVEN, Outcome, Plan};
use crate::python::{self, Kind, METH_FASTCALL, METH_KEYWORDS, MethodDef, Object, Owned};
use crate::record::MAX_ARGUMENTS;
use crate::replay::{OPERATOR, Operator, Watched};
use crate::{Result, exactly, guard, int, state};

/// Name of the capsules that hold a noted launch.
const STEP: &CStr = c"tileport.step";
/// Names what replaying looks at.
pub unsafe extern "C" fn watch(
    _: *mut Object,
    arguments: *const *mut Object,
    count: isize,
) -> *mut Object {
    // SAFETY: called by Python.
    unsafe {
        guard(|| {
            let [modes, forward, level, grad_enabled, as_strided, values, size] =
                exactly(arguments, count)?;
            let name = python::PyUnicode_InternFromString(c"requires_grad".as_ptr());
            let watched = Watched {
                modes: items(modes)?.into_iter().map(|item| Owned::share(item)).collect(),
                forward: (Owned::share(forward), Owned::share(level)),
                grad_enabled: Owned::share(grad_enabled),
                as_strided: Owned::share(as_strided),
                values: items(values)?.into_iter().map(|item| Owned::share(item)).collect(),
                size: Owned::share(size),
                requires_grad: Owned::new(name).ok_or(None)?,
            };
            // A second time says the same.
            let _ = state()?.watched.set(watched);
            Ok(python::return_none())
        })
    }
}

/// A function that calls `function`, or replays what it did.
pub unsafe extern "C" fn operator(
    _: *mut Object,
    arguments: *const *mut Object,
    count: isize,
) -> *mut Object {
    // SAFETY: called by Python; the definition lives as long as the interpreter, as the function may.
    unsafe {
        guard(|| {
            let [function, attend, name, module, doc] = exactly(arguments, count)?;
            let definition = Box::leak(Box::new(MethodDef {
                name: text(name)?.into_raw(),
                function: Some(std::mem::transmute::<python::NamedFunction, python::FastFunction>(
                    call,
                )),
                flags: METH_FASTCALL | METH_KEYWORDS,
                doc: text(doc)?.into_raw(),
            }));
            let operator = Operator::new(Owned::share(function), Owned::share(attend));
            let handle = capsule(operator)?;
            let made = python::PyCFunction_NewEx(definition, handle.get(), module);
            if made.is_null() { Err(None) } else { Ok(made) }
        })
    }
}

unsafe extern "C" fn call(
    this: *mut Object,
    arguments: *const *mut Object,
    count: isize,
    names: *mut Object,
) -> *mut Object {
    // SAFETY: called by Python, which keeps the capsule and the arguments meanwhile.
    unsafe { guard(|| Ok(state()?.call(this, held(this)?, arguments, count, names))) }
}

/// Begins to note this thread's launches; false where that is done already.
pub unsafe extern "C" fn observe(
    _: *mut Object,
    arguments: *const *mut Object,
    count: isize,
) -> *mut Object {
    // SAFETY: called by Python.
    unsafe {
        guard(|| {
            let [] = exactly(arguments, count)?;
            Ok(python::return_bool(state()?.observer.begin()))
        })
    }
}

/// Ends that: a list of (launch, what identifies it, addresses), None where a launch had no record.
pub unsafe extern "C" fn observed(
    _: *mut Object,
    arguments: *const *mut Object,
    count: isize,
) -> *mut Object {
    // SAFETY: called by Python.
    unsafe {
        guard(|| {
            let [] = exactly(arguments, count)?;
            let Some(steps) = state()?.observer.end() else { return Ok(python::return_none()) };
            let list = Owned::new(python::PyList_New(0)).ok_or(None)?;
            for step in steps {
                let mut identity = vec![Rc::as_ptr(&step.record) as u64, step.generation];
                identity.extend(step.grid.map(u64::from));
                identity.extend_from_slice(&step.words);
                let identity = words(&identity)?;
                let addresses = words(&step.addresses)?;
                let step = capsule(Rc::new(step))?;
                let item = tuple([step, identity, addresses])?;
                if python::PyList_Append(list.get(), item.get()) != 0 {
                    return Err(None);
                }
            }
            Ok(list.release())
        })
    }
}

/// Takes over the plan of a key.
pub unsafe extern "C" fn keep(
    _: *mut Object,
    arguments: *const *mut Object,
    count: isize,
) -> *mut Object {
    // SAFETY: called by Python.
    unsafe {
        guard(|| {
            let [operator, key, constants, tensors, allocations, launches, outcome, guards] =
                exactly(arguments, count)?;
            let operator = held::<Operator>(operator)?;
            let key = key_words(key)?;
            let allocations: Vec<Allocation> = items(allocations)?
                .into_iter()
                .map(|item| allocation(item))
                .collect::<Result<_>>()?;
            let bases = usize::try_from(int(tensors)?).map_err(|_| None)? + allocations.len();
            let launches: Vec<Launch> = items(launches)?
                .into_iter()
                .map(|item| launch(item, bases))
                .collect::<Result<_>>()?;
            let generation = launches.first().ok_or(Some("no launch".to_owned()))?.step.generation;
            let plan = Plan {
                generation,
                guards: items(guards)?
                    .into_iter()
                    .map(|item| entry(item))
                    .collect::<Result<_>>()?,
                allocations,
                launches,
                outcome: given_back(outcome, bases)?,
                _constants: Owned::share(constants),
            };
            operator.plan(&key, plan);
            Ok(python::return_none())
        })
    }
}

/// Says that calls of a key are never replayed.
pub unsafe extern "C" fn never(
    _: *mut Object,
    arguments: *const *mut Object,
    count: isize,
) -> *mut Object {
    // SAFETY: called by Python.
    unsafe {
        guard(|| {
            let [operator, key, constants] = exactly(arguments, count)?;
            let key = key_words(key)?;
            held::<Operator>(operator)?.never(&key, Owned::share(constants));
            Ok(python::return_none())
        })
    }
}

/// `(quick, general)`, of which the first may be None.
unsafe fn allocation(object: *mut Object) -> Result<Allocation> {
    // SAFETY: the GIL is held and the object is alive.
    unsafe {
        let [quick, general] = parts(object)?;
        let quick = (quick != python::none()).then(|| call_of(quick)).transpose()?;
        Ok(Allocation { quick, general: call_of(general)? })
    }
}

/// `(function, arguments, names)`.
unsafe fn call_of(object: *mut Object) -> Result<Call> {
    // SAFETY: as in `allocation`.
    unsafe {
        let [function, arguments, names] = parts(object)?;
        let arguments: Vec<_> =
            items(arguments)?.into_iter().map(|item| Owned::share(item)).collect();
        if arguments.len() > MAX_GIVEN || items(names)?.len() > arguments.len() {
            return Err(Some(format!("an allocation takes at most {MAX_GIVEN} arguments")));
        }
        Ok(Call { function: Owned::share(function), arguments, names: Owned::share(names) })
    }
}

/// `(launch, ((tensor, distance), …))`.
unsafe fn launch(object: *mut Object, bases: usize) -> Result<Launch> {
    // SAFETY: as in `allocation`.
    unsafe {
        let [step, places] = parts(object)?;
        let step = Rc::clone(held::<Rc<Step>>(step)?);
        let places = items(places)?
            .into_iter()
            .map(|item| {
                let [base, distance] = parts(item)?;
                Ok((place(base, bases)?, int(distance)?))
            })
            .collect::<Result<Vec<_>>>()?;
        if places.len() != step.addresses.len() || places.len() > MAX_ARGUMENTS {
            return Err(Some("a place for each address of a launch is needed".to_owned()));
        }
        Ok(Launch { step, places })
    }
}

/// `None`, a tensor's number, `(number, sizes, strides, offset)`, `(None, type, value)` or
/// `(type, item, …)`.
unsafe fn given_back(object: *mut Object, bases: usize) -> Result<Outcome> {
    // SAFETY: as in `allocation`.
    unsafe {
        if object == python::none() {
            return Ok(Outcome::Value(Owned::share(object)));
        }
        if python::kind_of(object) == Kind::Int {
            return Ok(Outcome::Tensor(place(object, bases)?));
        }
        let all = items(object)?;
        let [first, rest @ ..] = all.as_slice() else {
            return Err(Some("an outcome of nothing".to_owned()));
        };
        if python::kind_of(*first) == Kind::Int {
            let [base, sizes, strides, offset] = parts(object)?;
            let view = [sizes, strides, offset].map(|part| Owned::share(part));
            return Ok(Outcome::View(place(base, bases)?, view));
        }
        if *first == python::none() {
            let [_, _, value] = parts(object)?;
            return Ok(Outcome::Value(Owned::share(value)));
        }
        let items = rest.iter().map(|&item| given_back(item, bases)).collect::<Result<_>>()?;
        Ok(if python::is_list_type(*first) { Outcome::List(items) } else { Outcome::Tuple(items) })
    }
}

/// `(dictionary, key, found, value, least, most)`; negative numbers of items are not looked at.
unsafe fn entry(object: *mut Object) -> Result<Guard> {
    // SAFETY: as in `allocation`.
    unsafe {
        let [dict, key, found, value, least, most] = parts(object)?;
        let (least, most) = (int(least)? as isize, int(most)? as isize);
        Ok(Guard {
            dict: Owned::share(dict),
            key: Owned::share(key),
            value: python::is_true(found).then(|| Owned::share(value)),
            sizes: (least >= 0).then_some(least..=most),
        })
    }
}

unsafe fn place(object: *mut Object, bases: usize) -> Result<usize> {
    // SAFETY: as in `allocation`.
    let number = unsafe { int(object)? };
    usize::try_from(number)
        .ok()
        .filter(|number| *number < bases)
        .ok_or(Some(format!("there is no tensor {number}")))
}

/// The items of a tuple, borrowed.
unsafe fn items(object: *mut Object) -> Result<Vec<*mut Object>> {
    // SAFETY: as in `allocation`; a tuple keeps its items.
    unsafe {
        if python::kind_of(object) != Kind::Tuple {
            return Err(Some("a tuple is needed".to_owned()));
        }
        Ok((0..python::PyTuple_Size(object))
            .map(|index| python::PyTuple_GetItem(object, index))
            .collect())
    }
}

unsafe fn parts<const N: usize>(object: *mut Object) -> Result<[*mut Object; N]> {
    // SAFETY: as in `allocation`.
    let found = unsafe { items(object)? };
    let count = found.len();
    found.try_into().map_err(|_| Some(format!("{N} items are needed, {count} were given")))
}

unsafe fn key_words(object: *mut Object) -> Result<Vec<u64>> {
    let (mut bytes, mut size) = (ptr::null(), 0);
    // SAFETY: as in `allocation`; the bytes live as long as the object.
    unsafe {
        if python::PyBytes_AsStringAndSize(object, &mut bytes, &mut size) != 0 {
            return Err(None);
        }
        let bytes = std::slice::from_raw_parts(bytes.cast::<u8>(), size as usize);
        Ok(bytes.as_chunks::<8>().0.iter().map(|word| u64::from_ne_bytes(*word)).collect())
    }
}

/// A tuple of integers.
unsafe fn words(words: &[u64]) -> Result<Owned> {
    // SAFETY: the GIL is held; the tuple takes the references over.
    unsafe {
        let tuple = Owned::new(python::PyTuple_New(words.len() as isize)).ok_or(None)?;
        for (index, &word) in words.iter().enumerate() {
            let item = Owned::new(python::PyLong_FromUnsignedLongLong(word)).ok_or(None)?;
            if python::PyTuple_SetItem(tuple.get(), index as isize, item.release()) != 0 {
                return Err(None);
            }
        }
        Ok(tuple)
    }
}

unsafe fn tuple<const N: usize>(items: [Owned; N]) -> Result<Owned> {
    // SAFETY: as in `words`.
    unsafe {
        let tuple = Owned::new(python::PyTuple_New(N as isize)).ok_or(None)?;
        for (index, item) in items.into_iter().enumerate() {
            if python::PyTuple_SetItem(tuple.get(), index as isize, item.release()) != 0 {
                return Err(None);
            }
        }
        Ok(tuple)
    }
}

unsafe fn text(object: *mut Object) -> Result<CString> {
    let mut size = 0;
    // SAFETY: as in `allocation`; the text lives as long as the object.
    unsafe {
        let text = python::PyUnicode_AsUTF8AndSize(object, &mut size);
        if text.is_null() {
            return Err(None);
        }
        let bytes = std::slice::from_raw_parts(text.cast::<u8>(), size as usize);
        CString::new(bytes).map_err(|error| Some(error.to_string()))
    }
}

/// A capsule that owns a value.
unsafe fn capsule<T: Held>(value: T) -> Result<Owned> {
    let pointer = Box::into_raw(Box::new(value));
    // SAFETY: the GIL is held; the name is static.
    unsafe {
        let capsule = python::PyCapsule_New(pointer.cast(), T::NAME.as_ptr(), Some(free::<T>));
        Owned::new(capsule).ok_or_else(|| {
            drop(Box::from_raw(pointer));
            None
        })
    }
}

unsafe extern "C" fn free<T: Held>(capsule: *mut Object) {
    // SAFETY: the capsule was made by `capsule` with this type and is not used any more.
    unsafe {
        let pointer = python::PyCapsule_GetPointer(capsule, T::NAME.as_ptr());
        if !pointer.is_null() {
            drop(Box::from_raw(pointer.cast::<T>()));
        }
    }
}

/// What capsules of a name hold.
trait Held {
    const NAME: &'static CStr;
}

impl Held for Operator {
    const NAME: &'static CStr = OPERATOR;
}

impl Held for Rc<Step> {
    const NAME: &'static CStr = STEP;
}

/// What a capsule holds, as long as the caller keeps the capsule.
unsafe fn held<'a, T: Held>(capsule: *mut Object) -> Result<&'a T> {
    // SAFETY: only `capsule` makes capsules of this name.
    unsafe {
        let pointer: *mut c_void = python::PyCapsule_GetPointer(capsule, T::NAME.as_ptr());
        pointer.cast::<T>().as_ref().ok_or(None)
    }
}
