//! The boundary between generalising and emitting: which literals of a module are generic.
//!
//! The generaliser compares the modules of all signatures of a structural variant and names every
//! literal that differs; the emitter asks here whenever it is about to print one.

use std::collections::HashMap;
use std::sync::Arc;

use cutile_ir::ir::{OpId, Value};

use super::python::Assigned;

/// A literal of a module that may differ between the signatures of one variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Site {
    /// Size of an axis of a tile value, or of the tile of a partition or gather-scatter view.
    TileDim { value: Value, axis: usize },
    /// Static size of an axis of a tensor view (also of the one inside a partition view).
    ViewDim { value: Value, axis: usize },
    /// Static stride of an axis of a tensor view (also of the one inside a partition view).
    ViewStride { value: Value, axis: usize },
    /// Element type of a tile, of a pointer's pointee, or of a view.
    Element { value: Value },
    /// The one value of a splat `constant`.
    Constant { op: OpId },
    /// The divisor of an `assume div_by`.
    Divisor { op: OpId },
}

/// What stands at a generic site.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slot {
    /// A const generic of type `i32`, by name.
    Int(String),
    /// A type generic `E: ElementType`, by name.
    Type(String),
    /// A module constant of a float type, by name; the launch replaces its value.
    Float(String),
}

/// The generic sites of one module; every other literal is printed as it is.
#[derive(Debug, Clone, Default)]
pub struct Holes {
    slots: HashMap<Site, Slot>,
}

impl Holes {
    /// Makes a site generic.
    pub fn insert(&mut self, site: Site, slot: Slot) {
        self.slots.insert(site, slot);
    }

    /// The slot at a site, if it is generic.
    pub fn get(&self, site: Site) -> Option<&Slot> {
        self.slots.get(&site)
    }

    /// Whether the module has no generic site.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }
}

/// Facts that a launch knows of one flattened entry parameter, stated once in the prologue.
///
/// The generaliser takes the assumes on entry parameters out of the module; the emitter writes them
/// from here: divisor first, then lower bound.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ParamFacts {
    /// `assume div_by`: a literal, or the name of a const generic (1 where nothing is known).
    pub divisor: Option<Divisor>,
    /// `assume bounded<lower, ?>`.
    pub lower_bound: Option<i64>,
}

/// A divisor of a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Divisor {
    /// The same in all signatures.
    Literal(u64),
    /// A const generic of type `i32`, by name.
    Generic(String),
}

/// Everything that the emitter needs for one entry function.
#[derive(Debug, Clone)]
pub struct EntryPlan {
    /// Name of the Rust function.
    pub name: String,
    /// The structural variant, `v0`, `v1`, ….
    pub variant: String,
    /// The module of one representative signature, assumes on entry parameters taken out.
    pub module: cutile_ir::Module,
    /// Its generic literals.
    pub holes: Holes,
    /// By flattened entry parameter.
    pub params: Vec<EntryParam>,
    /// Arrays that the entry takes as `&Tensor`; the launch specialises them by what it knows, so
    /// that their parameters have no facts here.
    pub arrays: Vec<ArrayPlan>,
    /// Const generics (`i32`) and type generics in declaration order: types first.
    pub generics: Vec<Slot>,
    /// Module constants: name and the value to write in the source (the representative's).
    pub floats: Vec<(String, f64)>,
    /// For the header comment: the Python function, its file and lines, version and hash.
    pub origin: Origin,
    /// What the Python source calls the values.
    pub assigned: Arc<Assigned>,
}

/// An array that an entry takes as `&Tensor`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrayPlan {
    /// Index of its pointer among the flattened parameters.
    pub first: usize,
    /// Number of its axes.
    pub rank: usize,
    /// By axis, the size that is constant in the module.
    pub shape: Vec<Option<i64>>,
    /// By axis, the stride that is constant in the module.
    pub strides: Vec<Option<i64>>,
}

/// One flattened entry parameter: a pointer, a size, a stride or a scalar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryParam {
    /// Index of the Python parameter, and its name.
    pub python: (usize, String),
    /// What of it this is.
    pub role: Role,
    /// What is known of it.
    pub facts: ParamFacts,
}

/// What a flattened parameter is of its Python parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The base pointer of an array (or of a list: the table of pointers).
    Pointer,
    /// The size of an axis.
    Size(usize),
    /// The stride of an axis.
    Stride(usize),
    /// A scalar.
    Scalar,
    /// The length of a list.
    Length,
}

/// Where a kernel comes from, for the header of the generated file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    /// The Python function.
    pub function: String,
    /// Path inside the package.
    pub file: String,
    /// First and last line.
    pub lines: [u32; 2],
    /// TileGym's version.
    pub version: String,
    /// SHA-256 of the file.
    pub sha256: String,
}
