//! Arithmetic: element by element, conversions, matrix products.

use cutile_ir::bytecode::Opcode;

use super::AttrKind::*;
use super::*;

/// Their rows.
pub(super) static OPS: &[Op] = &[
    op(Opcode::AbsF, "absf").operands(&[one("source")]).python("ct.abs, abs()").rust("absf"),
    op(Opcode::AbsI, "absi").operands(&[one("source")]).python("ct.abs, abs()").rust("absi"),
    op(Opcode::AddF, "addf")
        .flags(Version::V13_1)
        .attributes(&[unit("flush_to_zero", 0), attr("rounding_mode", Enum(ROUNDING))])
        .operands(&[one("lhs"), one("rhs")])
        .python("+, ct.add, ct.sum body, ct.cumsum body")
        .rust("addf, operator +"),
    op(Opcode::AddI, "addi")
        .attributes(&[attr("overflow", Enum(OVERFLOW))])
        .operands(&[one("lhs"), one("rhs")])
        .python("+, ct.add; index arithmetic; ct.bid offsets")
        .rust("addi"),
    op(Opcode::AndI, "andi")
        .operands(&[one("lhs"), one("rhs")])
        .python("&, ct.bitwise_and, bounds masks of ct.gather/ct.scatter; floor-mod fixups")
        .rust("andi"),
    op(Opcode::Bitcast, "bitcast").operands(&[one("source")]).python("ct.bitcast").rust("bitcast"),
    op(Opcode::Ceil, "ceil").operands(&[one("source")]).python("ct.ceil").rust("ceil"),
    op(Opcode::CmpF, "cmpf")
        .attributes(&[
            attr("comparison_predicate", Enum(PREDICATE)),
            attr("comparison_ordering", Enum(ORDERING)),
        ])
        .operands(&[one("lhs"), one("rhs")])
        .python("comparison operators, ct.greater..., ct.isnan")
        .rust("cmpf"),
    op(Opcode::CmpI, "cmpi")
        .attributes(&[
            attr("comparison_predicate", Enum(PREDICATE)),
            attr("signedness", Enum(SIGNEDNESS)),
        ])
        .operands(&[one("lhs"), one("rhs")])
        .python("comparison operators; bounds masks")
        .rust("cmpi")
        .limit("signedness is that of the Rust element type"),
    op(Opcode::Cos, "cos").operands(&[one("source")]).python("ct.cos").rust("cos"),
    op(Opcode::CosH, "cosh").operands(&[one("source")]).python("ct.cosh").rust("cosh"),
    op(Opcode::DivF, "divf")
        .flags(Version::V13_1)
        .attributes(&[unit("flush_to_zero", 0), attr("rounding_mode", Enum(ROUNDING))])
        .operands(&[one("lhs"), one("rhs")])
        .python("/, ct.truediv")
        .rust("divf")
        .limit("rounding full is dropped"),
    op(Opcode::DivI, "divi")
        .attributes(&[attr("signedness", Enum(SIGNEDNESS)), attr("rounding", Enum(ROUNDING))])
        .operands(&[one("lhs"), one("rhs")])
        .python("//, ct.floordiv, ct.cdiv")
        .rust("divi"),
    op(Opcode::Exp, "exp")
        .attributes(&[attr("rounding_mode", Enum(ROUNDING)).since(Version::V13_3).default(5)])
        .operands(&[one("source")])
        .python("ct.exp")
        .rust("exp, exp_with_rounding")
        .limit("explicit rounding via exp_with_rounding (Approx/Full)"),
    op(Opcode::Exp2, "exp2")
        .flags(Version::V13_1)
        .attributes(&[unit("flush_to_zero", 0)])
        .operands(&[one("source")])
        .python("ct.exp2")
        .rust("exp2"),
    op(Opcode::ExtI, "exti")
        .attributes(&[attr("signedness", Enum(SIGNEDNESS))])
        .operands(&[one("from")])
        .python("ct.astype int widening; 64-bit offsets of gather/scatter")
        .rust("exti")
        .limit("signedness from the source element type"),
    op(Opcode::Floor, "floor")
        .operands(&[one("source")])
        .python("ct.floor, float //")
        .rust("floor"),
    op(Opcode::Fma, "fma")
        .flags(Version::V13_1)
        .attributes(&[unit("flush_to_zero", 0), attr("rounding_mode", Enum(ROUNDING))])
        .operands(&[one("lhs"), one("rhs"), one("acc")])
        .python("a*b+c fused by _passes/rewrite_patterns.py")
        .rust("fma"),
    op(Opcode::FToF, "ftof")
        .attributes(&[attr("rounding_mode", Enum(ROUNDING))])
        .operands(&[one("from")])
        .python("ct.astype float->float")
        .rust("ftof"),
    op(Opcode::FToI, "ftoi")
        .flags(Version::V13_4)
        .attributes(&[
            unit("saturating", 0).since(Version::V13_4),
            attr("signedness", Enum(SIGNEDNESS)),
            attr("rounding_mode", Enum(ROUNDING)),
        ])
        .operands(&[one("from")])
        .python("ct.astype float->int")
        .rust("ftoi, ftoi_saturating"),
    op(Opcode::IToF, "itof")
        .attributes(&[attr("signedness", Enum(SIGNEDNESS)), attr("rounding_mode", Enum(ROUNDING))])
        .operands(&[one("from")])
        .python("ct.astype int->float")
        .rust("itof")
        .limit("signedness from the source element type (bool is unsigned:"),
    op(Opcode::Log, "log").operands(&[one("source")]).python("ct.log").rust("log"),
    op(Opcode::Log2, "log2").operands(&[one("source")]).python("ct.log2").rust("log2"),
    op(Opcode::MaxF, "maxf")
        .flags(Version::V13_1)
        .attributes(&[unit("propagate_nan", 0), unit("flush_to_zero", 1)])
        .operands(&[one("lhs"), one("rhs")])
        .python("ct.maximum, max(), ct.max body")
        .rust("maxf"),
    op(Opcode::MaxI, "maxi")
        .attributes(&[attr("signedness", Enum(SIGNEDNESS))])
        .operands(&[one("lhs"), one("rhs")])
        .python("ct.maximum, max()")
        .rust("maxi"),
    op(Opcode::MinF, "minf")
        .flags(Version::V13_1)
        .attributes(&[unit("propagate_nan", 0), unit("flush_to_zero", 1)])
        .operands(&[one("lhs"), one("rhs")])
        .python("ct.minimum, min(), ct.min body")
        .rust("minf"),
    op(Opcode::MinI, "mini")
        .attributes(&[attr("signedness", Enum(SIGNEDNESS))])
        .operands(&[one("lhs"), one("rhs")])
        .python("ct.minimum, min()")
        .rust("mini"),
    op(Opcode::MmaF, "mmaf")
        .flags(Version::V13_3)
        .attributes(&[unit("fast_acc", 0).since(Version::V13_3)])
        .operands(&[one("lhs"), one("rhs"), one("acc")])
        .python("ct.mma, ct.matmul, @")
        .rust("mmaf, mmaf_with_fast_acc, mma"),
    op(Opcode::MmaI, "mmai")
        .attributes(&[
            attr("signedness_lhs", Enum(SIGNEDNESS)),
            attr("signedness_rhs", Enum(SIGNEDNESS)),
        ])
        .operands(&[one("lhs"), one("rhs"), one("acc")])
        .python("ct.mma, ct.matmul, @")
        .rust("mmai, mma"),
    op(Opcode::MulF, "mulf")
        .flags(Version::V13_1)
        .attributes(&[unit("flush_to_zero", 0), attr("rounding_mode", Enum(ROUNDING))])
        .operands(&[one("lhs"), one("rhs")])
        .python("*, ct.mul, ct.prod body")
        .rust("mulf, operator *"),
    op(Opcode::MulhiI, "mulhii").operands(&[one("x"), one("y")]).rust("mulhii"),
    op(Opcode::MulI, "muli")
        .attributes(&[attr("overflow", Enum(OVERFLOW))])
        .operands(&[one("lhs"), one("rhs")])
        .python("*, ct.mul; offsets")
        .rust("muli"),
    op(Opcode::NegF, "negf").operands(&[one("source")]).python("unary -, ct.negative").rust("negf"),
    op(Opcode::NegI, "negi")
        .attributes(&[attr("overflow", Enum(OVERFLOW)).since(Version::V13_2)])
        .operands(&[one("source")])
        .python("unary -, ct.negative")
        .rust("negi"),
    op(Opcode::OrI, "ori")
        .operands(&[one("lhs"), one("rhs")])
        .python("|, ct.bitwise_or")
        .rust("ori"),
    op(Opcode::Pow, "pow")
        .operands(&[one("source"), one("exponent")])
        .python("**, ct.pow")
        .rust("pow, fpowf")
        .limit("named fpowf in 13.4 Python encodings, opcode unchanged"),
    op(Opcode::RemF, "remf").operands(&[one("lhs"), one("rhs")]).python("ct.mod, %").rust("remf"),
    op(Opcode::RemI, "remi")
        .attributes(&[attr("signedness", Enum(SIGNEDNESS))])
        .operands(&[one("lhs"), one("rhs")])
        .python("%, ct.mod, divmod")
        .rust("remi"),
    op(Opcode::Rsqrt, "rsqrt")
        .flags(Version::V13_1)
        .attributes(&[unit("flush_to_zero", 0)])
        .operands(&[one("source")])
        .python("ct.rsqrt")
        .rust("rsqrt"),
    op(Opcode::Select, "select")
        .operands(&[one("cond"), one("val_if_true"), one("val_if_false")])
        .python("ct.where, conditional expression")
        .rust("select"),
    op(Opcode::ShLI, "shli")
        .attributes(&[attr("overflow", Enum(OVERFLOW))])
        .operands(&[one("lhs"), one("rhs")])
        .python("<<, ct.bitwise_lshift")
        .rust("shli"),
    op(Opcode::ShRI, "shri")
        .attributes(&[attr("signedness", Enum(SIGNEDNESS))])
        .operands(&[one("lhs"), one("rhs")])
        .python(">>, ct.bitwise_rshift")
        .rust("shri"),
    op(Opcode::Sin, "sin").operands(&[one("source")]).python("ct.sin").rust("sin"),
    op(Opcode::SinH, "sinh").operands(&[one("source")]).python("ct.sinh").rust("sinh"),
    op(Opcode::Sqrt, "sqrt")
        .flags(Version::V13_1)
        .attributes(&[unit("flush_to_zero", 0), attr("rounding_mode", Enum(ROUNDING))])
        .operands(&[one("source")])
        .python("ct.sqrt")
        .rust("sqrt"),
    op(Opcode::SubF, "subf")
        .flags(Version::V13_1)
        .attributes(&[unit("flush_to_zero", 0), attr("rounding_mode", Enum(ROUNDING))])
        .operands(&[one("lhs"), one("rhs")])
        .python("-, ct.sub")
        .rust("subf"),
    op(Opcode::SubI, "subi")
        .attributes(&[attr("overflow", Enum(OVERFLOW))])
        .operands(&[one("lhs"), one("rhs")])
        .python("-, ct.sub")
        .rust("subi"),
    op(Opcode::Tan, "tan").operands(&[one("source")]).python("ct.tan").rust("tan"),
    op(Opcode::TanH, "tanh")
        .attributes(&[attr("rounding_mode", Enum(ROUNDING)).since(Version::V13_2).default(5)])
        .operands(&[one("source")])
        .python("ct.tanh")
        .rust("tanh, tanh_with_rounding")
        .limit("explicit rounding Approx/Full via tanh_with_rounding"),
    op(Opcode::TruncI, "trunci")
        .attributes(&[attr("overflow", Enum(OVERFLOW))])
        .operands(&[one("from")])
        .python("ct.astype int narrowing")
        .rust("trunci"),
    op(Opcode::XOrI, "xori")
        .operands(&[one("lhs"), one("rhs")])
        .python("^, ~, ct.bitwise_xor/not, not")
        .rust("xori, noti"),
    op(Opcode::Atan2, "atan2")
        .since(Version::V13_2)
        .operands(&[one("x"), one("y")])
        .python("ct.atan2")
        .rust("atan2"),
    op(Opcode::Pack, "pack")
        .since(Version::V13_3)
        .operands(&[one("source")])
        .python("ct.pack_to_bytes")
        .rust("pack"),
    op(Opcode::Unpack, "unpack")
        .since(Version::V13_3)
        .operands(&[one("source")])
        .python("ct.unpack_from_bytes")
        .rust("unpack"),
    op(Opcode::MmaFScaled, "mmaf_scaled")
        .since(Version::V13_3)
        .operands(&[one("lhs"), one("rhs"), one("acc"), one("lhs_scale"), one("rhs_scale")])
        .python("ct.mma_scaled")
        .rust("mmaf_scaled"),
    op(Opcode::FPowI, "fpowi")
        .since(Version::V13_4)
        .operands(&[one("source"), one("exponent")])
        .python("** with integer exponent (13.4+)")
        .rust("fpowi"),
];
