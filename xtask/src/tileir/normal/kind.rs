//! What an operation does, as far as comparing needs to know.

use cutile_ir::bytecode::Opcode;

/// The class of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Its results follow from its operands, and nothing else happens: where it stands, how often,
    /// or whether it stands there at all when nobody uses it, is of no meaning.
    Pure,
    /// It reads or writes memory, or does something else that is seen outside: order counts.
    Effect,
    /// `if`.
    Branch,
    /// `for` and `loop`.
    Loop,
    /// It ends a block.
    Terminator,
    /// It is no operation of a function body, or what it does is not known here.
    Unknown,
}

/// The class of an opcode. Every opcode is listed, so that a new one has to be thought about.
pub fn kind(opcode: Opcode) -> Kind {
    use Opcode::*;
    match opcode {
        AbsF
        | AbsI
        | AddF
        | AddI
        | AndI
        | Assume
        | Atan2
        | Bitcast
        | Broadcast
        | Cat
        | Ceil
        | CmpF
        | CmpI
        | Constant
        | Cos
        | CosH
        | DivF
        | DivI
        | Exp
        | Exp2
        | ExtI
        | Extract
        | Floor
        | Fma
        | FPowI
        | FToF
        | FToI
        | GetGlobal
        | GetIndexSpaceShape
        | GetNumTileBlocks
        | GetTensorShape
        | GetTileBlockId
        | Insert
        | IntToPtr
        | Iota
        | IToF
        | JoinTokens
        | Log
        | Log2
        | MakeGatherScatterView
        | MakePartitionView
        | MakeStridedView
        | MakeTensorView
        | MakeToken
        | MaxF
        | MaxI
        | MinF
        | MinI
        | MmaF
        | MmaFScaled
        | MmaI
        | MulF
        | MulhiI
        | MulI
        | NegF
        | NegI
        | Offset
        | OrI
        | Pack
        | Permute
        | Pow
        | PtrToInt
        | PtrToPtr
        | Reduce
        | RemF
        | RemI
        | Reshape
        | Rsqrt
        | Scan
        | Select
        | ShLI
        | ShRI
        | Sin
        | SinH
        | Sqrt
        | SubF
        | SubI
        | Tan
        | TanH
        | TruncI
        | Unpack
        | XOrI => Kind::Pure,
        Alloca
        | Assert
        | AtomicCAS
        | AtomicRMW
        | AtomicRedViewTko
        | GdcLaunchDependentsTko
        | GdcWaitTko
        | LoadPtrTko
        | LoadViewTko
        | MemoryFenceAliasTko
        | Print
        | StorePtrTko
        | StoreViewTko
        | MultimemLoadReduceViewTko
        | MultimemReduceViewTko
        | MultimemStoreViewTko => Kind::Effect,
        If => Kind::Branch,
        For | Loop => Kind::Loop,
        Break | Continue | Return | Yield => Kind::Terminator,
        Entry | Global | Module | PreviewCall => Kind::Unknown,
    }
}

/// Whether the order of the first two operands is of no meaning.
pub fn is_commutative(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(
        opcode,
        AddF | AddI | AndI | Fma | MaxF | MaxI | MinF | MinI | MulF | MulhiI | MulI | OrI | XOrI
    )
}

/// Whether executing it with bad operands is undefined, so that where it stands has a meaning.
pub fn may_trap(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::DivI | Opcode::RemI)
}
