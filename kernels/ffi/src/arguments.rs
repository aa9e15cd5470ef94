//! What a caller passes, checked, and its flattening into kernel parameters.
//!
//! A tensor becomes a pointer, its sizes and its strides; a list the address of a table of such rows
//! and its length; constants are not passed at all. Every parameter takes one word of eight bytes, of
//! which the driver reads as many as the kernel declares.

use tileport_contract::{Function, ParamKind};

use crate::desc::{Dtype, TensorDesc, dtype};
use crate::error::{Code, Failure};

/// An argument as it crosses the C boundary.
#[derive(Debug, Clone, Copy)]
pub enum Raw {
    /// A tensor.
    Tensor(*const TensorDesc),
    /// The first of a number of descriptors.
    List(*const TensorDesc, i64),
    /// An integer, a bool or a constant of either kind.
    Int(i64),
    /// A float or a constant of that kind.
    Float(f64),
}

/// A checked argument.
#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    /// A tensor.
    Tensor(Array),
    /// A list of tensors of one type and rank.
    List(Vec<Array>),
    /// A run-time or compile-time integer or bool.
    Int(i64),
    /// A run-time or compile-time float.
    Float(f64),
    /// A constant that is not passed.
    Fixed,
}

/// A checked tensor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Array {
    /// Its descriptor.
    pub desc: TensorDesc,
    /// Its rank.
    pub rank: usize,
    /// Its element type.
    pub dtype: Dtype,
}

impl Array {
    /// Sizes by axis.
    #[must_use]
    pub fn shape(&self) -> &[i64] {
        &self.desc.shape[..self.rank]
    }

    /// Strides by axis, in elements.
    #[must_use]
    pub fn strides(&self) -> &[i64] {
        &self.desc.strides[..self.rank]
    }
}

/// Checks arguments against the function's parameters.
///
/// # Errors
/// A null descriptor, an unknown element type, a rank above five, a size or stride that the kernel's
/// index type does not hold, an empty or mixed list; the message names the argument.
///
/// # Safety
/// Every pointer that is not null points to as many descriptors as are said to be there.
pub unsafe fn check(function: &Function, raw: &[Raw]) -> Result<Vec<Argument>, Failure> {
    let mut rest = raw.iter();
    let mut arguments = Vec::with_capacity(function.params.len());
    for param in &function.params {
        if param.kind == ParamKind::ConstFixed {
            arguments.push(Argument::Fixed);
            continue;
        }
        let name = param.name.as_str();
        let argument = match (param.kind, rest.next()) {
            (ParamKind::Tensor, Some(&Raw::Tensor(desc))) => {
                // SAFETY: null, or a descriptor as the caller promises.
                let desc = unsafe { desc.as_ref() }.ok_or_else(|| null(name))?;
                Argument::Tensor(array(name, *desc, param.index64)?)
            }
            (ParamKind::List, Some(&Raw::List(first, count))) => {
                let count =
                    usize::try_from(count).ok().filter(|&count| count > 0).ok_or_else(|| {
                        Failure::new(Code::Invalid, format!("argument `{name}` is an empty list"))
                    })?;
                if first.is_null() {
                    return Err(null(name));
                }
                // SAFETY: `count` descriptors, as the caller promises.
                let descs = unsafe { std::slice::from_raw_parts(first, count) };
                list(name, descs, param.index64)?
            }
            (ParamKind::Int | ParamKind::Bool | ParamKind::ConstInt, Some(&Raw::Int(value))) => {
                if param.kind == ParamKind::Int {
                    scalar_i32(name, value)?;
                }
                Argument::Int(value)
            }
            (ParamKind::Float | ParamKind::ConstFloat, Some(&Raw::Float(value))) => {
                Argument::Float(value)
            }
            (kind, found) => {
                return Err(Failure::new(
                    Code::Invalid,
                    format!("argument `{name}` of kind {kind:?} was passed as {found:?}"),
                ));
            }
        };
        arguments.push(argument);
    }
    if rest.next().is_some() {
        return Err(Failure::new(
            Code::Invalid,
            format!("more than {} arguments were passed", function.params.len()),
        ));
    }
    Ok(arguments)
}

fn null(name: &str) -> Failure {
    Failure::new(Code::Null, format!("argument `{name}` is a null pointer"))
}

fn array(name: &str, desc: TensorDesc, index64: bool) -> Result<Array, Failure> {
    let rank = desc.rank(name)?;
    let dtype = dtype(desc.dtype).ok_or_else(|| {
        Failure::new(
            Code::Unsupported,
            format!("argument `{name}` has an element type of unknown code {}", desc.dtype),
        )
    })?;
    if desc.ptr == 0 && !desc.is_empty(rank) {
        return Err(null(name));
    }
    let array = Array { desc, rank, dtype };
    if let Some(axis) = array.shape().iter().position(|&size| size < 0) {
        let size = desc.shape[axis];
        return Err(Failure::new(
            Code::Invalid,
            format!("argument `{name}` has the negative size {size} in axis {axis}"),
        ));
    }
    if !index64 {
        for (what, values) in [("size", array.shape()), ("stride", array.strides())] {
            for (axis, &value) in values.iter().enumerate() {
                if i32::try_from(value).is_err() {
                    return Err(Failure::new(
                        Code::Invalid,
                        format!(
                            "argument `{name}` has {what} {value} in axis {axis}; the kernel indexes it \
                             with 32 bits, the limit is {}",
                            i32::MAX
                        ),
                    ));
                }
            }
        }
    }
    Ok(array)
}

fn list(name: &str, descs: &[TensorDesc], index64: bool) -> Result<Argument, Failure> {
    let mut arrays = Vec::with_capacity(descs.len());
    for (index, desc) in descs.iter().enumerate() {
        let array = array(&format!("{name}[{index}]"), *desc, index64)?;
        let first: &Array = arrays.first().unwrap_or(&array);
        if (array.rank, array.dtype.name) != (first.rank, first.dtype.name) {
            return Err(Failure::new(
                Code::Invalid,
                format!(
                    "argument `{name}[{index}]` is a {} of rank {}, `{name}[0]` a {} of rank {}",
                    array.dtype.name, array.rank, first.dtype.name, first.rank
                ),
            ));
        }
        arrays.push(array);
    }
    Ok(Argument::List(arrays))
}

/// Checks that an integer fits the 32 bits that the kernel takes.
///
/// # Errors
/// It does not; the message names the argument.
pub fn scalar_i32(name: &str, value: i64) -> Result<i32, Failure> {
    i32::try_from(value).map_err(|_| {
        Failure::new(
            Code::Invalid,
            format!("argument `{name}` is {value}; the kernel takes it as a 32-bit integer"),
        )
    })
}

/// The kernel's parameter words, the tables that lists need, and where a later launch differs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Flat {
    /// One word a parameter. A list's first word is filled in with the address of its table.
    pub words: Vec<u64>,
    /// For each list: the index of that word, and the rows (address, sizes, strides) of its table.
    pub tables: Vec<(usize, Vec<u64>)>,
    /// For each tensor outside lists, in order: the index of its address.
    pub addresses: Vec<usize>,
    /// For each run-time scalar: its index among all scalars that are passed, its kind, its word.
    pub scalars: Vec<(usize, ParamKind, usize)>,
}

/// Flattens checked arguments in the order of the reference's entry parameters.
#[must_use]
pub fn flatten(function: &Function, arguments: &[Argument]) -> Flat {
    let mut flat = Flat::default();
    let mut passed = 0;
    for (param, argument) in function.params.iter().zip(arguments) {
        match argument {
            Argument::Tensor(array) => {
                flat.addresses.push(flat.words.len());
                row(array, &mut flat.words);
                continue;
            }
            Argument::List(arrays) => {
                let mut table = Vec::new();
                arrays.iter().for_each(|array| row(array, &mut table));
                flat.tables.push((flat.words.len(), table));
                flat.words.extend([0, arrays.len() as u64]);
            }
            Argument::Int(value) => {
                if let Some(word) = scalar_word(param.kind, *value as u64) {
                    flat.scalars.push((passed, param.kind, flat.words.len()));
                    flat.words.push(word);
                }
            }
            Argument::Float(value) => {
                if let Some(word) = scalar_word(param.kind, value.to_bits()) {
                    flat.scalars.push((passed, param.kind, flat.words.len()));
                    flat.words.push(word);
                }
            }
            Argument::Fixed => continue,
        }
        passed += 1;
    }
    flat
}

/// The parameter word of a run-time scalar from its passed word (an integer in two's complement, or
/// the bits of an f64); none for constants, which have no parameter.
#[must_use]
pub fn scalar_word(kind: ParamKind, passed: u64) -> Option<u64> {
    match kind {
        // The kernel reads the low four bytes.
        ParamKind::Int => Some(passed),
        ParamKind::Bool => Some(u64::from(passed != 0)),
        ParamKind::Float => Some(u64::from((f64::from_bits(passed) as f32).to_bits())),
        _ => None,
    }
}

fn row(array: &Array, words: &mut Vec<u64>) {
    words.push(array.desc.ptr);
    words.extend(array.shape().iter().chain(array.strides()).map(|&value| value as u64));
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileport_contract::Param;

    fn function(kinds: &[(&str, ParamKind)]) -> Function {
        Function {
            name: "k".into(),
            symbol: "cutile_k".into(),
            params: kinds
                .iter()
                .map(|&(name, kind)| Param {
                    name: name.into(),
                    kind,
                    index64: name.ends_with("64"),
                    value: None,
                })
                .collect(),
            entries: Vec::new(),
        }
    }

    fn desc(ptr: u64, shape: &[i64], strides: &[i64], dtype: i32) -> TensorDesc {
        let mut desc =
            TensorDesc { ptr, ndim: shape.len() as i32, shape: [7; 5], strides: [7; 5], dtype };
        desc.shape[..shape.len()].copy_from_slice(shape);
        desc.strides[..strides.len()].copy_from_slice(strides);
        desc
    }

    fn one(name: &str, desc: &TensorDesc) -> Result<Vec<Argument>, Failure> {
        unsafe { check(&function(&[(name, ParamKind::Tensor)]), &[Raw::Tensor(desc)]) }
    }

    #[test]
    fn d12_a_stride_beyond_32_bits_is_refused_and_never_cut() {
        let wide = desc(16, &[2, 8], &[(1 << 31) + 8, 1], 2);
        let failure = one("input", &wide).unwrap_err();
        assert_eq!(failure.code, Code::Invalid);
        for part in ["`input`", "stride 2147483656", "axis 0", "2147483647"] {
            assert!(failure.text.contains(part), "{failure:?}");
        }
        let arguments = one("input64", &wide).unwrap();
        let flat = flatten(&function(&[("input64", ParamKind::Tensor)]), &arguments);
        assert_eq!(flat.words, [16, 2, 8, (1 << 31) + 8, 1]);
        let long = desc(16, &[1 << 31], &[1], 2);
        assert!(one("input", &long).unwrap_err().text.contains("size 2147483648"));
        assert!(one("input", &desc(16, &[(1 << 31) - 1], &[1], 2)).is_ok());
    }

    #[test]
    fn d14_a_broadcast_stride_of_zero_and_a_negative_one_pass_unchanged() {
        let view = desc(32, &[64, 128], &[0, -1], 1);
        let arguments = one("x", &view).unwrap();
        let flat = flatten(&function(&[("x", ParamKind::Tensor)]), &arguments);
        assert_eq!(flat.words, [32, 64, 128, 0, u64::MAX]);
    }

    #[test]
    fn d15_each_tensor_keeps_its_own_element_type() {
        let both = function(&[("x", ParamKind::Tensor), ("w", ParamKind::Tensor)]);
        let (x, w) = (desc(16, &[4], &[1], 2), desc(32, &[4], &[1], 0));
        let arguments = unsafe { check(&both, &[Raw::Tensor(&x), Raw::Tensor(&w)]) }.unwrap();
        let names: Vec<_> = arguments
            .iter()
            .map(|argument| match argument {
                Argument::Tensor(array) => array.dtype.name,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(names, ["bf16", "f32"]);
    }

    #[test]
    fn d13_a_null_pointer_needs_an_empty_tensor() {
        assert!(one("x", &desc(0, &[0, 4], &[4, 1], 0)).is_ok());
        assert_eq!(one("x", &desc(0, &[1, 4], &[4, 1], 0)).unwrap_err().code, Code::Null);
        let function = function(&[("x", ParamKind::Tensor)]);
        let failure = unsafe { check(&function, &[Raw::Tensor(std::ptr::null())]) }.unwrap_err();
        assert_eq!((failure.code, failure.text.contains("`x`")), (Code::Null, true));
    }

    #[test]
    fn d22_addresses_above_2_to_47_arrive_whole() {
        let high = desc(0xffff_8000_1234_5670, &[1], &[1], 0);
        let flat = flatten(&function(&[("x", ParamKind::Tensor)]), &one("x", &high).unwrap());
        assert_eq!(flat.words[0], 0xffff_8000_1234_5670);
    }

    #[test]
    fn scalars_take_one_word_and_constants_none() {
        let function = function(&[
            ("n", ParamKind::Int),
            ("eps", ParamKind::Float),
            ("TILE", ParamKind::ConstInt),
            ("mode", ParamKind::ConstFixed),
            ("on", ParamKind::Bool),
            ("scale", ParamKind::ConstFloat),
        ]);
        let raw = [Raw::Int(-2), Raw::Float(0.1), Raw::Int(64), Raw::Int(5), Raw::Float(2.0)];
        let arguments = unsafe { check(&function, &raw) }.unwrap();
        assert_eq!(arguments[3], Argument::Fixed);
        let words = flatten(&function, &arguments).words;
        assert_eq!(words[0] as i32, -2);
        assert_eq!(f32::from_bits(words[1] as u32), 0.1);
        assert_eq!(words[2..], [1]);
        let raw = [Raw::Int(1 << 40), raw[1], raw[2], raw[3], raw[4]];
        let failure = unsafe { check(&function, &raw) }.unwrap_err();
        assert!(failure.text.contains("`n` is 1099511627776"), "{failure:?}");
        assert!(unsafe { check(&function, &raw[..2]) }.is_err());
    }

    #[test]
    fn a_list_becomes_a_table_and_its_length() {
        let function = function(&[("xs", ParamKind::List), ("n", ParamKind::Int)]);
        let descs = [desc(16, &[4, 2], &[2, 1], 1), desc(48, &[3, 2], &[2, 1], 1)];
        let raw = [Raw::List(descs.as_ptr(), 2), Raw::Int(9)];
        let flat = flatten(&function, &unsafe { check(&function, &raw) }.unwrap());
        assert_eq!(flat.words, [0, 2, 9]);
        assert_eq!(flat.tables, [(0, vec![16, 4, 2, 2, 1, 48, 3, 2, 2, 1])]);
        let mixed = [descs[0], desc(48, &[3, 2], &[2, 1], 2)];
        let failure =
            unsafe { check(&function, &[Raw::List(mixed.as_ptr(), 2), Raw::Int(9)]) }.unwrap_err();
        assert!(failure.text.contains("`xs[1]`"), "{failure:?}");
        assert!(unsafe { check(&function, &[Raw::List(descs.as_ptr(), 0), Raw::Int(9)]) }.is_err());
    }

    #[test]
    fn a_relaunch_knows_where_addresses_and_scalars_stand() {
        let function = function(&[
            ("TILE", ParamKind::ConstInt),
            ("x", ParamKind::Tensor),
            ("eps", ParamKind::Float),
            ("mode", ParamKind::ConstFixed),
            ("y", ParamKind::Tensor),
            ("n", ParamKind::Int),
        ]);
        let (x, y) = (desc(16, &[4], &[1], 1), desc(48, &[3], &[1], 1));
        let raw = [Raw::Int(64), Raw::Tensor(&x), Raw::Float(0.5), Raw::Tensor(&y), Raw::Int(9)];
        let flat = flatten(&function, &unsafe { check(&function, &raw) }.unwrap());
        assert_eq!(flat.addresses, [0, 4]);
        assert_eq!(flat.scalars, [(1, ParamKind::Float, 3), (2, ParamKind::Int, 7)]);
        assert_eq!(flat.words[4..], [48, 3, 1, 9]);
    }
}
