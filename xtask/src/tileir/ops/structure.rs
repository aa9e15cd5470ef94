//! Structure: control flow, shapes, constants, assumptions, reductions, the module itself.

use cutile_ir::bytecode::Opcode;

use super::AttrKind::*;
use super::*;

/// Their rows.
pub(super) static OPS: &[Op] = &[
    op(Opcode::Assert, "assert")
        .results(0)
        .attributes(&[attr("message", Str)])
        .operands(&[one("condition")])
        .python("ct.assert_ (and Python assert)")
        .rust("cuda_tile_assert!(cond, \"msg\")"),
    op(Opcode::Assume, "assume")
        .attributes(&[attr("predicate", Tagged)])
        .operands(&[one("value")])
        .python("divisors and bounds of array parameters, ct.assume_divisible_by")
        .rust("assume_{div_by, bounds, same_elements}_raw, forms with const generics"),
    op(Opcode::Break, "break")
        .counted_results()
        .counted(&[many("operands")])
        .python("break / while / for-with-break / for-with-return (lowered to loop)")
        .rust("`break`")
        .limit("not inside `for` (Tile IR rule as well)"),
    op(Opcode::Broadcast, "broadcast")
        .operands(&[one("source")])
        .python("implicit broadcasting, ct.broadcast_to, ct.full with runtime value")
        .rust("broadcast, broadcast_ptr"),
    op(Opcode::Cat, "cat")
        .attributes(&[attr("dim", Int)])
        .operands(&[one("lhs"), one("rhs")])
        .python("ct.cat")
        .rust("cat"),
    op(Opcode::Constant, "constant")
        .attributes(&[attr("value", Constant)])
        .python("literals, ct.full/zeros/ones, ct.Constant args")
        .rust("constant")
        .limit("no f16, bf16, fp8 literals; false becomes true; bf16 named values are wrong"),
    op(Opcode::Continue, "continue")
        .counted_results()
        .counted(&[many("operands")])
        .python("end of for/loop body, continue")
        .rust("`continue`, implicit"),
    op(Opcode::Entry, "entry")
        .results(0)
        .flags(Version::V13_1)
        .attributes(&[
            attr("sym_name", Str),
            attr("function_type", Type),
            optional_attr("arg_attrs", Array, 2).since(Version::V13_5),
            optional_attr("res_attrs", Array, 0),
            optional_attr("optimization_hints", Hints, 1),
        ])
        .regions(1)
        .python("@ct.kernel")
        .rust("#[cutile::entry]")
        .limit("at most 64 Rust parameters"),
    op(Opcode::Extract, "extract")
        .counted_results()
        .counted(&[one("source"), many("indices")])
        .python("ct.extract, tile[...] on lists of arrays")
        .rust("extract"),
    op(Opcode::For, "for")
        .counted_results()
        .flags(Version::V13_2)
        .attributes(&[unit("unsigned_cmp", 0).since(Version::V13_2)])
        .counted(&[one("lowerBound"), one("upperBound"), one("step"), many("initValues")])
        .regions(1)
        .python("for i in range(...)")
        .rust("`for i in (a..b).step_by(c)`, mapped-partition iterators"),
    op(Opcode::GetNumTileBlocks, "get_num_tile_blocks")
        .results(3)
        .python("ct.num_blocks")
        .rust("get_num_tile_blocks"),
    op(Opcode::GetTileBlockId, "get_tile_block_id")
        .results(3)
        .python("ct.bid")
        .rust("get_tile_block_id"),
    op(Opcode::If, "if")
        .counted_results()
        .operands(&[one("condition")])
        .regions(2)
        .python("if/else, conditional expression")
        .rust("Rust `if`")
        .limit("no tuple result: assign mutable variables instead"),
    op(Opcode::Iota, "iota").python("ct.arange").rust("iota"),
    op(Opcode::Loop, "loop")
        .counted_results()
        .counted(&[many("initValues")])
        .regions(1)
        .python("while, for-with-break, for-with-return")
        .rust("`loop {}` and `while`"),
    op(Opcode::Module, "module")
        .results(0)
        .flags(Version::V13_3)
        .attributes(&[
            attr("sym_name", Str),
            optional_attr("producer", Str, 0).since(Version::V13_3),
        ])
        .regions(1)
        .rust("#[cutile::module]"),
    op(Opcode::Permute, "permute")
        .attributes(&[attr("permutation", DenseI32)])
        .operands(&[one("source")])
        .python("ct.permute, ct.transpose")
        .rust("permute"),
    op(Opcode::Reduce, "reduce")
        .counted_results()
        .attributes(&[attr("dim", Int), attr("identities", Array)])
        .counted(&[many("operands")])
        .regions(1)
        .python("ct.sum/max/min/prod/argmax/argmin/reduce")
        .rust("reduce, reduce_sum/reduce_max/reduce_min/reduce_prod (compiler_op), reduce(closure)")
        .limit("a closure loses dim and identity and gives rank 0; named forms take one operand"),
    op(Opcode::Reshape, "reshape")
        .operands(&[one("source")])
        .python("ct.reshape, expand_dims, tile[:,None], .item()")
        .rust("reshape, reshape_ptr"),
    op(Opcode::Return, "return")
        .counted_results()
        .counted(&[many("operands")])
        .python("end of kernel, early return")
        .rust("end of entry, `return, ` inside loop only")
        .limit("not inside an if at kernel level"),
    op(Opcode::Scan, "scan")
        .counted_results()
        .attributes(&[attr("dim", Int), attr("reverse", Bool), attr("identities", Array)])
        .counted(&[many("operands")])
        .regions(1)
        .python("ct.cumsum, ct.cumprod, ct.scan")
        .rust("scan_sum, scan, scan(closure)")
        .limit("dim and identity are forced to 0"),
    op(Opcode::Yield, "yield")
        .counted_results()
        .counted(&[many("operands")])
        .python("end of if branch / reduce / scan body")
        .rust("implicit"),
    op(Opcode::Insert, "insert")
        .since(Version::V13_4)
        .counted_results()
        .counted(&[one("source"), one("destination"), many("indices")])
        .python("ct.insert, tile[...]=")
        .rust("insert"),
    op(Opcode::PreviewCall, "preview$call")
        .since(Version::V13_5)
        .counted_results()
        .flags(Version::V13_5)
        .attributes(&[
            attr("callee", Str),
            attr("const_args", Array),
            optional_attr("arg_attrs", Array, 0),
            optional_attr("res_attrs", Array, 1),
        ])
        .counted(&[many("operands")])
        .python("foreign/extern preview (not in TileGym)")
        .rust("foreign-call API, 13.5")
        .limit("experimental"),
];
