//! The checklist of stage C: what is looked at in two modules, who owns a difference, how much it
//! weighs.

use serde::Serialize;

use crate::pipeline::verdict::Class;

/// An item of the checklist, in the order of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Item {
    /// Loads, stores and atomics: view or pointer, ordering and scope.
    MemoryFamily,
    /// Padding of views and of masked loads.
    Padding,
    /// Matrix products: types, accumulator, signedness.
    Mma,
    /// Reductions and scans: axis, identities, combiner.
    Reduce,
    /// Rounding modes, flushing of subnormals, treatment of NaN.
    Rounding,
    /// Fused multiply-adds.
    Fma,
    /// Loops and branches: form, bounds, signedness.
    Loops,
    /// What loops carry, in order.
    Carried,
    /// Tokens: which effects are ordered, and how.
    Tokens,
    /// Shapes of tiles.
    Shapes,
    /// Integer arithmetic: width, signedness, rounding of divisions, overflow.
    Index,
    /// Constants: value and element type.
    Constants,
    /// All other operations, and how operations are wired.
    Arithmetic,
    /// What is assumed of values.
    Assumes,
    /// Divisors beyond what cuTile's launcher gives.
    DivisorCap,
    /// Hints of the kernel: occupancy, clusters, worker warps.
    Hints,
    /// Hints of single operations: latency, TMA.
    Latency,
    /// Parameters of the entry.
    Parameters,
    /// Grid and arguments of the launches.
    Launches,
}

/// How much a difference weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Neither values nor time.
    Low,
    /// Time.
    Medium,
    /// Values, or an order of magnitude in time.
    High,
}

impl Severity {
    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

impl Item {
    /// All items.
    pub const ALL: [Self; 19] = [
        Self::MemoryFamily,
        Self::Padding,
        Self::Mma,
        Self::Reduce,
        Self::Rounding,
        Self::Fma,
        Self::Loops,
        Self::Carried,
        Self::Tokens,
        Self::Shapes,
        Self::Index,
        Self::Constants,
        Self::Arithmetic,
        Self::Assumes,
        Self::DivisorCap,
        Self::Hints,
        Self::Latency,
        Self::Parameters,
        Self::Launches,
    ];

    /// What the report calls it.
    pub fn title(self) -> &'static str {
        match self {
            Self::MemoryFamily => "memory family",
            Self::Padding => "padding",
            Self::Mma => "mma",
            Self::Reduce => "reduce and scan",
            Self::Rounding => "rounding and flush",
            Self::Fma => "fma",
            Self::Loops => "loop bounds and form",
            Self::Carried => "carried values",
            Self::Tokens => "tokens",
            Self::Shapes => "shapes of tiles",
            Self::Index => "index arithmetic",
            Self::Constants => "constants",
            Self::Arithmetic => "other operations",
            Self::Assumes => "assumes",
            Self::DivisorCap => "divisor cap",
            Self::Hints => "hints",
            Self::Latency => "latency, TMA",
            Self::Parameters => "parameters",
            Self::Launches => "grid",
        }
    }

    /// Who mends a difference.
    pub fn owner(self) -> Owner {
        match self {
            Self::DivisorCap | Self::Hints | Self::Launches => Owner::Host,
            _ => Owner::Kernel,
        }
    }

    /// How much a difference weighs.
    pub fn severity(self) -> Severity {
        match self {
            Self::Carried
            | Self::Tokens
            | Self::Index
            | Self::Assumes
            | Self::DivisorCap
            | Self::Hints
            | Self::Latency => Severity::Medium,
            _ => Severity::High,
        }
    }

    /// What usually mends a difference.
    pub fn remedy(self) -> &'static str {
        match self {
            Self::MemoryFamily => {
                "src/kernel.rs: spell the load or store in the reference's family and ordering"
            }
            Self::Padding => {
                "src/kernel.rs: give the view or the masked load the reference's padding"
            }
            Self::Mma => "src/kernel.rs: casts, operands and accumulator of the product",
            Self::Reduce => {
                "src/kernel.rs: axis, identity and combiner; `reduce` with a closure loses them"
            }
            Self::Rounding => "src/kernel.rs: the spelled call in place of the operator",
            Self::Fma => "src/kernel.rs: `fma` where Python fuses, product and sum where not",
            Self::Loops => "src/kernel.rs: bounds, step and split of the loop",
            Self::Carried => "src/kernel.rs: names of carried values, which sort",
            Self::Tokens => "src/kernel.rs: tokens of loads and stores, and their joins",
            Self::Shapes => "src/kernel.rs or src/contract.json: the constant that sizes the tile",
            Self::Index => "src/kernel.rs: width and rounding of the index arithmetic",
            Self::Constants => {
                "src/kernel.rs: value and dtype; infinities and booleans need support's spelling"
            }
            Self::Arithmetic => "src/kernel.rs: the operation or its operands",
            Self::Assumes => "src/kernel.rs: the assumptions that Python makes, no others",
            Self::DivisorCap => {
                "the launch: divisors are capped at 16 elements or 16 bytes, as cuTile's are"
            }
            Self::Hints => "the launch: hand the configuration's hints on",
            Self::Latency => "src/kernel.rs: latency and TMA of the operation",
            Self::Parameters => "src/kernel.rs: parameters in the reference's order and types",
            Self::Launches => "the wrapper: grid and arguments of the launch",
        }
    }
}

/// An item that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The item.
    pub item: Item,
    /// Who mends it.
    pub owner: Owner,
    /// How much it weighs.
    pub severity: Severity,
    /// What differs, reference first.
    pub what: String,
}

/// `host` or `kernel`, as reports spell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Owner {
    /// Launcher, grid, hint or tuner value, wrapper.
    Host,
    /// Device mathematics and IR.
    Kernel,
}

impl Owner {
    /// The class that the router reads.
    pub fn class(self) -> Class {
        match self {
            Self::Host => Class::Host,
            Self::Kernel => Class::Kernel,
        }
    }
}

impl Finding {
    /// A finding with the item's own owner and severity.
    pub fn new(item: Item, what: impl Into<String>) -> Self {
        Self { item, owner: item.owner(), severity: item.severity(), what: what.into() }
    }
}
