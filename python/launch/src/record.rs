//! Prepared launches of a kernel, found by what its arguments are.
//!
//! The key of a launch has a word for everything that the choice of machine code and its parameters
//! depend on, but for addresses (only their alignment counts) and run-time scalars, which each launch
//! passes anew.

use std::collections::HashMap;
use std::ffi::c_void;
use std::hash::{BuildHasherDefault, Hasher};
use std::mem::MaybeUninit;
use std::rc::Rc;

use crate::exchange::Tensor;
use crate::python::{self, Kind, Object, Owned};

/// Words of the longest key; launches that need more have no records.
pub const MAX_KEY: usize = 384;
/// The most tensors, and the most run-time scalars, of a launch that has a record.
pub const MAX_ARGUMENTS: usize = 64;
/// Records of a kernel; beyond it all are forgotten and made again when needed.
const MAX_RECORDS: usize = 1024;

/// `KernelV1::launch`.
pub type LaunchFn =
    unsafe extern "C" fn(*const c_void, *const u64, *const u64, *const u32, *mut c_void) -> i32;
/// `KernelV1::drop`.
pub type DropFn = unsafe extern "C" fn(*const c_void);

/// Kind of a parameter, a letter of `KernelV1::kinds`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Param {
    Tensor,
    Int,
    Float,
    Bool,
    /// A constant that is passed as a word.
    Const,
    /// A constant that is not passed.
    Fixed,
}

impl Param {
    /// The kind of a letter; none for lists and what is not known.
    pub fn of(letter: u8) -> Option<Self> {
        Some(match letter {
            b't' => Self::Tensor,
            b'i' => Self::Int,
            b'f' => Self::Float,
            b'b' => Self::Bool,
            b'I' | b'F' => Self::Const,
            b'-' => Self::Fixed,
            _ => return None,
        })
    }
}

/// A prepared launch.
pub struct Record {
    /// The library's plan.
    pub plan: *const c_void,
    /// The device.
    pub device: i32,
    /// A word for each scalar that is passed; those of run-time scalars are each launch's own.
    pub words: Vec<u64>,
    drop: DropFn,
    /// Constants that the key knows by address live as long as it.
    _constants: Vec<Owned>,
}

impl Drop for Record {
    fn drop(&mut self) {
        // SAFETY: the library's own plan; libraries stay loaded.
        unsafe { (self.drop)(self.plan) };
    }
}

/// The records of one kernel object, of one reading of the manifest.
pub struct Prepared {
    /// Number of that reading.
    pub generation: u64,
    /// Kinds of the parameters.
    pub params: Vec<Param>,
    /// Where run-time scalars stand among all that are passed.
    pub run_time: Vec<usize>,
    /// Enqueues a plan.
    pub launch: LaunchFn,
    /// Raises for a return code.
    pub check: Owned,
    drop: DropFn,
    last: (Vec<u64>, Option<Rc<Record>>),
    records: HashMap<Vec<u64>, Rc<Record>, BuildHasherDefault<WordHasher>>,
}

impl Prepared {
    /// An empty set.
    pub fn new(
        generation: u64,
        params: Vec<Param>,
        launch: LaunchFn,
        drop: DropFn,
        check: Owned,
    ) -> Self {
        let passed = params.iter().filter(|param| !matches!(param, Param::Tensor | Param::Fixed));
        let run_time = passed
            .enumerate()
            .filter_map(|(index, param)| (*param != Param::Const).then_some(index))
            .collect();
        Self {
            generation,
            params,
            run_time,
            launch,
            check,
            drop,
            last: (Vec::new(), None),
            records: HashMap::default(),
        }
    }

    /// The record of a key.
    pub fn find(&mut self, key: &[u64]) -> Option<Rc<Record>> {
        if self.last.0 == key {
            return self.last.1.clone();
        }
        let found = self.records.get(key)?;
        self.last.0.clear();
        self.last.0.extend_from_slice(key);
        self.last.1 = Some(Rc::clone(found));
        self.last.1.clone()
    }

    /// Takes over a plan.
    pub fn keep(
        &mut self,
        key: &[u64],
        plan: *const c_void,
        device: i32,
        words: Vec<u64>,
        constants: Vec<Owned>,
    ) {
        if self.records.len() >= MAX_RECORDS {
            self.records.clear();
        }
        let record = Record { plan, device, words, drop: self.drop, _constants: constants };
        self.last = (Vec::new(), None);
        self.records.insert(key.to_vec(), Rc::new(record));
    }
}

/// Words on the stack, of which only those in use are ever written.
pub struct Words<const N: usize> {
    words: [MaybeUninit<u64>; N],
    length: usize,
}

impl<const N: usize> Words<N> {
    pub const fn new() -> Self {
        Self { words: [const { MaybeUninit::uninit() }; N], length: 0 }
    }

    /// The words.
    pub fn as_slice(&self) -> &[u64] {
        // SAFETY: the first `length` are written.
        unsafe { std::slice::from_raw_parts(self.words.as_ptr().cast(), self.length) }
    }

    /// Adds a word; none where there is no room.
    pub fn push(&mut self, word: u64) -> Option<()> {
        self.words.get_mut(self.length)?.write(word);
        self.length += 1;
        Some(())
    }

    /// Adds words; none where there is no room.
    pub fn extend(&mut self, words: &[i64]) -> Option<()> {
        words.iter().try_for_each(|&word| self.push(word as u64))
    }
}

/// What the arguments of a launch are.
pub struct Arguments {
    /// What a record is found by.
    pub key: Words<MAX_KEY>,
    /// Addresses of the tensors, in order.
    pub addresses: Words<MAX_ARGUMENTS>,
    /// Words of the run-time scalars, in order.
    pub scalars: Words<MAX_ARGUMENTS>,
    /// The tensors' device, negative without a tensor.
    pub device: i32,
}

impl Arguments {
    /// None yet.
    pub fn new() -> Self {
        Self { key: Words::new(), addresses: Words::new(), scalars: Words::new(), device: -1 }
    }

    /// Adds a tensor; none where no record can stand for it.
    pub fn tensor(&mut self, tensor: &Tensor) -> Option<()> {
        let address = tensor.address()?;
        if self.device < 0 {
            self.device = tensor.device;
            self.key.push(tensor.device as u64)?;
        } else if tensor.device != self.device {
            return None;
        }
        let (shape, strides) = tensor.sizes();
        self.key.push(tensor.class(address))?;
        self.key.extend(shape)?;
        self.key.extend(strides)?;
        self.addresses.push(address)
    }

    /// Adds what is no tensor; none where no record can stand for it.
    ///
    /// # Safety
    /// `object` is alive and the GIL is held.
    pub unsafe fn scalar(&mut self, param: Param, object: *mut Object) -> Option<()> {
        // SAFETY: as the caller promises; each is read as what it exactly is.
        let (tag, word) = unsafe {
            match python::kind_of(object) {
                Kind::Int => (0, python::int(object)? as u64),
                Kind::Bool => (1, u64::from(python::is_true(object))),
                Kind::Float => (2, python::PyFloat_AsDouble(object).to_bits()),
                Kind::Tuple | Kind::List | Kind::Other => (3, object as u64),
            }
        };
        match param {
            Param::Const | Param::Fixed => self.key.extend(&[tag, word as i64]),
            Param::Int if tag == 0 => self.scalars.push(word),
            Param::Bool if tag == 1 => self.scalars.push(word),
            Param::Float if tag == 2 => self.scalars.push(word),
            _ => None,
        }
    }
}

/// Mixes words; keys are not chosen by an adversary, and are short.
#[derive(Default)]
pub struct WordHasher(u64);

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
