//! Tile IR to the text of `kernel.rs`.
//!
//! `function` holds the state while one entry is written and the rule for what becomes a `let`;
//! each other file lowers one family of ops. What is not known stops the emission with a numbered
//! [`Diagnostic`]: nothing is guessed. The text is not formatted; [`format`] runs rustfmt.

mod arithmetic;
mod casts;
mod constants;
mod control;
pub mod diagnostic;
mod function;
mod fuse;
mod fused;
mod header;
mod live;
mod memory;
mod message;
mod names;
mod nest;
mod prologue;
mod reduce;
mod remainder;
mod shape;
mod types;
mod views;
pub mod written;

use std::io::Write as _;
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::OpId;

pub use diagnostic::{Code, Diagnostic};
use function::Function;
use tileport_contract::TensorSpec;

use crate::convert::holes::EntryPlan;

/// The result of lowering.
type Result<T> = std::result::Result<T, Diagnostic>;

/// How to write where there is a choice.
///
/// Each choice is between what reads better and what stays nearer to the reference; which of them
/// leaves the machine code alone differs from kernel to kernel and is found by compiling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Loop bounds that are constants are hidden from cutile, which otherwise assumes bounds of the
    /// loop variable that Python does not.
    pub hidden_bounds: bool,
    /// Equal values are written once.
    pub shared: bool,
    /// Block ids and grid size come from cutile's own functions, which assume that they are not
    /// negative; else from re-declared ones that assume nothing.
    pub assumed_grid: bool,
    /// Which values that are used once stand inside their users.
    pub nested: Nesting,
    /// Values have their Python names, and loops carry them under these; else loops carry variables
    /// whose names count up, in the order in which the reference carries them.
    pub python_names: bool,
    /// Every variable states its type.
    pub annotated: bool,
    /// Usual combinations of ops are written as calls of helpers of the support module.
    pub helpers: bool,
    /// Accesses of arrays are written as one call each.
    pub fused: bool,
    /// Which accesses state what they come after.
    pub tokens: Tokens,
}

/// Which values that are used once stand inside their users.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nesting {
    /// None.
    None,
    /// Shape operations.
    Shapes,
    /// All that Python does not name.
    All,
}

/// Which accesses of arrays state the token that they come after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tokens {
    /// None, where all accesses of the entry are calls of helpers.
    Implicit,
    /// Those that come after another access, or that another comes after.
    Needed,
    /// All.
    Explicit,
}

impl Style {
    /// All styles worth trying, the most readable first; the last stays as near to the reference as
    /// Rust text can.
    pub const LADDER: [Self; 11] = [
        Self::READABLE,
        Self { hidden_bounds: true, tokens: Tokens::Needed, ..Self::READABLE },
        Self { hidden_bounds: true, python_names: false, tokens: Tokens::Needed, ..Self::READABLE },
        Self::STEPWISE,
        Self::APART,
        Self::CAREFUL,
        Self { nested: Nesting::None, ..Self::CAREFUL },
        Self { nested: Nesting::None, shared: false, assumed_grid: false, ..Self::APART },
        Self { assumed_grid: false, helpers: false, ..Self::CAREFUL },
        Self { nested: Nesting::None, shared: false, helpers: false, ..Self::CAREFUL },
        Self {
            hidden_bounds: true,
            shared: false,
            assumed_grid: false,
            nested: Nesting::None,
            python_names: false,
            annotated: true,
            helpers: false,
            fused: false,
            tokens: Tokens::Explicit,
        },
    ];

    /// The most readable style.
    pub const READABLE: Self = Self {
        hidden_bounds: false,
        shared: true,
        assumed_grid: true,
        nested: Nesting::All,
        python_names: true,
        annotated: false,
        helpers: true,
        fused: true,
        tokens: Tokens::Implicit,
    };

    /// A style with a `let` for nearly every operation, in the order of the reference: where what stands
    /// inside an expression would come later than Python computes it.
    pub const STEPWISE: Self = Self {
        hidden_bounds: true,
        tokens: Tokens::Needed,
        nested: Nesting::Shapes,
        ..Self::READABLE
    };

    /// A style that writes accesses in their parts, each where the reference has it. With few
    /// registers ptxas schedules by that order, and with a loop it decides what is hoisted.
    pub const APART: Self =
        Self { hidden_bounds: true, fused: false, tokens: Tokens::Explicit, ..Self::READABLE };

    /// A style that keeps the loops of every known kernel: [`Style::STEPWISE`], with types stated and
    /// operations spelled out.
    pub const CAREFUL: Self = Self {
        hidden_bounds: true,
        tokens: Tokens::Needed,
        nested: Nesting::Shapes,
        python_names: false,
        annotated: true,
        ..Self::READABLE
    };
}

impl Default for Style {
    fn default() -> Self {
        Self::READABLE
    }
}

/// The text of `kernel.rs`: all entries of one operator in one module.
///
/// # Errors
/// The first thing that cannot be expressed.
pub fn emit(plans: &[EntryPlan]) -> Result<String> {
    emit_in(plans, Style::default())
}

/// [`emit`] in a given style.
///
/// # Errors
/// The first thing that cannot be expressed.
pub fn emit_in(plans: &[EntryPlan], style: Style) -> Result<String> {
    emit_each(plans, &vec![style; plans.len()])
}

/// [`emit`] with a style for each entry.
///
/// # Errors
/// The first thing that cannot be expressed.
pub fn emit_each(plans: &[EntryPlan], styles: &[Style]) -> Result<String> {
    let mut entries = String::new();
    let mut uses_tileir = false;
    for (plan, style) in plans.iter().zip(styles) {
        let entry = prologue::entry(plan, *style)?;
        uses_tileir |= entry.uses_tileir;
        entries.push_str(&entry.text);
    }
    Ok(header::file(plans, &entries, uses_tileir))
}

/// [`emit_in`] without the entries that cannot be expressed; what stopped each of those.
pub fn emit_possible(plans: &[&EntryPlan], style: Style) -> (String, Vec<Option<Diagnostic>>) {
    let mut written = Vec::new();
    let mut entries = String::new();
    let mut uses_tileir = false;
    let mut stopped = Vec::new();
    for plan in plans {
        match prologue::entry(plan, style) {
            Ok(entry) => {
                uses_tileir |= entry.uses_tileir;
                entries.push_str(&entry.text);
                written.push((*plan).clone());
                stopped.push(None);
            }
            Err(diagnostic) => stopped.push(Some(diagnostic)),
        }
    }
    (header::file(&written, &entries, uses_tileir), stopped)
}

/// A Rust function name for a Python function's qualified name.
pub fn function_name(python: &str) -> String {
    let last = python.rsplit('.').next().unwrap_or(python);
    names::Namer::default().fresh(last)
}

/// What the `&Tensor` parameters of an entry are compiled for, all that is known stated in the
/// source.
pub fn tensor_specs(plan: &EntryPlan) -> Vec<TensorSpec> {
    let names = prologue::parameter_names(plan);
    prologue::grouping(plan)
        .into_iter()
        .map(|array| TensorSpec::unknown(&prologue::tensor_name(&names, array.first), array.rank))
        .collect()
}

/// The `&Tensor` parameters of an entry, each with the index of its Python parameter.
pub fn tensor_params(plan: &EntryPlan) -> Vec<(String, usize)> {
    let names = prologue::parameter_names(plan);
    let place = |array: prologue::Grouped| {
        (prologue::tensor_name(&names, array.first), plan.params[array.first].python.0)
    };
    prologue::grouping(plan).into_iter().map(place).collect()
}

/// Formats emitted text as `rustfmt --edition 2024` with the repository's options does.
///
/// # Errors
/// rustfmt is missing or refuses the text.
pub fn format(text: &str) -> anyhow::Result<String> {
    let mut child = Command::new("rustfmt")
        .args(["--edition", "2024", "--config", "max_width=100,use_small_heuristics=Max"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| crate::error::environment(format!("cannot run rustfmt: {error}")))?;
    let mut input = child.stdin.take().context("rustfmt has no input")?;
    let text = text.to_owned();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| anyhow::anyhow!("writing to rustfmt failed"))??;
    if !output.status.success() {
        bail!("rustfmt: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Lowers one op that is not control flow.
fn lower(function: &mut Function, id: OpId) -> Result<()> {
    use Opcode::*;
    if fused::lower(function, id)? {
        return Ok(());
    }
    match function.op(id).opcode {
        Constant => constants::constant(function, id),

        AddI | SubI | MulI | DivI | RemI | MaxI | MinI | AbsI | NegI | MulhiI | AndI | OrI
        | XOrI | ShLI | ShRI | CmpI => arithmetic::integer(function, id),
        AddF | SubF | MulF | DivF | RemF | NegF | AbsF | Fma | MaxF | MinF | CmpF | Pow | FPowI
        | Atan2 | Ceil | Floor | Sin | Cos | Tan | SinH | CosH | TanH | Exp | Exp2 | Log | Log2
        | Sqrt | Rsqrt => arithmetic::float(function, id),
        Select => arithmetic::select(function, id),
        MmaF | MmaI | MmaFScaled => arithmetic::mma(function, id),

        FToF | FToI | IToF | ExtI | TruncI | Bitcast | IntToPtr | PtrToInt | PtrToPtr | Pack
        | Unpack => casts::cast(function, id),

        Reshape | Broadcast | Permute | Iota | Cat | Extract | Insert | Offset => {
            shape::shape(function, id)
        }
        Assume => shape::assume(function, id),
        GetTileBlockId | GetNumTileBlocks => shape::grid(function, id),

        Reduce => reduce::reduce(function, id),
        Scan => reduce::scan(function, id),

        MakeToken
        | JoinTokens
        | LoadPtrTko
        | StorePtrTko
        | AtomicRMW
        | AtomicCAS
        | Alloca
        | GdcLaunchDependentsTko
        | GdcWaitTko
        | MemoryFenceAliasTko => memory::memory(function, id),

        MakeTensorView
        | MakePartitionView
        | MakeGatherScatterView
        | MakeStridedView
        | GetIndexSpaceShape
        | GetTensorShape
        | LoadViewTko
        | StoreViewTko
        | AtomicRedViewTko => views::view(function, id),

        Assert | Print => message::message(function, id),

        GetGlobal => Err(function
            .fail(id, Code::UnknownOp, "a variable of the module")
            .limit("globals are scalars that no launcher sets")),
        MultimemLoadReduceViewTko | MultimemReduceViewTko | MultimemStoreViewTko => Err(function
            .fail(id, Code::UnknownOp, "an access to a multicast object, which no launch makes")),
        PreviewCall => Err(function
            .fail(id, Code::UnknownOp, "a call of a foreign function")
            .limit("foreign functions belong to a preview of the dialect")),

        _ => Err(function.fail(id, Code::UnknownOp, "this op is not known to the emitter")),
    }
}
