//! Memory: pointers, views, tokens, loads and stores, atomics, globals, printing.

use cutile_ir::bytecode::Opcode;

use super::AttrKind::*;
use super::*;

const MEMORY_ORDER: Attr = attr("memory_ordering_semantics", Enum(SEMANTICS));
const MEMORY_SCOPE: Attr = attr("memory_scope", Enum(SCOPE));
const MEMORY_SCOPE_IF_0: Attr = optional_attr("memory_scope", Enum(SCOPE), 0);
const HINTS_IF_1: Attr = optional_attr("optimization_hints", Hints, 1);
const INBOUNDS_13_4: Attr = attr("inbounds", DenseBool).since(Version::V13_4);
const INBOUNDS_13_5: Attr = attr("inbounds", DenseBool).since(Version::V13_5);

/// Their rows.
pub(super) static OPS: &[Op] = &[
    op(Opcode::AtomicCAS, "atomic_cas_tko")
        .results(2)
        .flags(Version::V13_1)
        .attributes(&[MEMORY_ORDER, MEMORY_SCOPE])
        .operands(&[
            one("pointers"),
            one("cmp"),
            one("val"),
            optional("mask", 0),
            optional("token", 1),
        ])
        .python("ct.atomic_cas, RawArrayMemory.atomic_cas_offset")
        .rust("atomic_cas_tko"),
    op(Opcode::AtomicRMW, "atomic_rmw_tko")
        .results(2)
        .flags(Version::V13_1)
        .attributes(&[MEMORY_ORDER, MEMORY_SCOPE, attr("mode", Enum(ATOMIC))])
        .operands(&[one("pointers"), one("arg"), optional("mask", 0), optional("token", 1)])
        .python("ct.atomic_{xchg,add,max,min,and,or,xor}, RawArrayMemory.atomic_*_offset")
        .rust("atomic_rmw_tko")
        .limit("panics for a rank-0 pointer tile; rank-1 [1] works"),
    op(Opcode::GetGlobal, "get_global").attributes(&[attr("name", Str)]).rust("get_global"),
    op(Opcode::GetIndexSpaceShape, "get_index_space_shape")
        .counted_results()
        .operands(&[one("src")])
        .python("ct.num_tiles, TiledView.num_tiles")
        .rust("get_index_space_shape")
        .limit("partition views only, i32 results"),
    op(Opcode::GetTensorShape, "get_tensor_shape")
        .counted_results()
        .operands(&[one("src")])
        .rust("get_tensor_shape")
        .limit("i32 results"),
    op(Opcode::Global, "global")
        .results(0)
        .flags(Version::V13_3)
        .attributes(&[
            unit("constant", 0).since(Version::V13_3),
            attr("sym_name", Str),
            attr("value", Constant),
            attr("alignment", Int),
            attr("symbol_visibility", Enum(VISIBILITY)).since(Version::V13_3),
        ])
        .rust("static Global<A,{[]}>")
        .limit("scalar only"),
    op(Opcode::IntToPtr, "int_to_ptr")
        .operands(&[one("source")])
        .python("list-of-arrays element access")
        .rust("int_to_ptr"),
    op(Opcode::JoinTokens, "join_tokens")
        .counted_results()
        .counted(&[many("tokens")])
        .python("_passes/token_order.py")
        .rust("join_tokens"),
    op(Opcode::LoadPtrTko, "load_ptr_tko")
        .results(2)
        .flags(Version::V13_1)
        .attributes(&[MEMORY_ORDER, MEMORY_SCOPE_IF_0, HINTS_IF_1])
        .operands(&[
            one("source"),
            optional("mask", 2),
            optional("paddingValue", 3),
            optional("token", 4),
        ])
        .python("ct.gather, RawArrayMemory.load_offset")
        .rust("load_ptr_tko")
        .limit("scalar padding is wrong from rank 2 on"),
    op(Opcode::LoadViewTko, "load_view_tko")
        .counted_results()
        .flags(Version::V13_1)
        .attributes(&[
            MEMORY_ORDER,
            MEMORY_SCOPE_IF_0,
            HINTS_IF_1,
            INBOUNDS_13_4,
            optional_attr("valid_check", Bool, 3).since(Version::V13_5),
        ])
        .operands(&[one("view"), many("index"), optional("token", 2)])
        .python("ct.load, TiledView.load, ct.load_advanced_indexing")
        .rust("load_view_raw, load_view_tko, load_view_tko_{bounded, mut, valid_check}")
        .limit("hints under the target's name, not \"default\"; allow_tma = true is never written"),
    op(Opcode::MakePartitionView, "make_partition_view")
        .operands(&[one("tensor_view")])
        .python("ct.load/ct.store/tiled_view")
        .rust(
            "make_partition_view(_mut), make_mapped_partition_view, make_nested_partition_view_mut",
        )
        .limit("the mutable one has no dim_map; store_view_raw accepts the read-only one"),
    op(Opcode::MakeTensorView, "make_tensor_view")
        .counted_results()
        .operands(&[one("base"), many("dynamicShape"), many("dynamicStrides")])
        .python("array parameters, Array.slice")
        .rust("make_tensor_view")
        .limit("shapes and strides are i32"),
    op(Opcode::MakeToken, "make_token")
        .python("_passes/token_order.py")
        .rust("new_token_unordered"),
    op(Opcode::Offset, "offset")
        .operands(&[one("ptr"), one("offset")])
        .python("ct.gather/ct.scatter/atomics")
        .rust("addptr, addptr_tile"),
    op(Opcode::Print, "print_tko")
        .counted_results()
        .flags(Version::V13_2)
        .attributes(&[attr("str", Str)])
        .operands(&[many("args"), optional("token", 0)])
        .python("ct.printf, ct.print")
        .rust("print_tko, cuda_tile_print! (many args), print_tko (1 arg)")
        .limit("the function takes one argument, the macro many but no token"),
    op(Opcode::PtrToInt, "ptr_to_int").operands(&[one("source")]).rust("ptr_to_int"),
    op(Opcode::PtrToPtr, "ptr_to_ptr")
        .operands(&[one("source")])
        .rust("ptr_to_ptr, ptr_with_attr_none, ptr_with_attr_unicast, ptr_with_attr_multicast"),
    op(Opcode::StorePtrTko, "store_ptr_tko")
        .flags(Version::V13_1)
        .attributes(&[MEMORY_ORDER, MEMORY_SCOPE_IF_0, HINTS_IF_1])
        .operands(&[one("destination"), one("value"), optional("mask", 2), optional("token", 3)])
        .python("ct.scatter, RawArrayMemory.store_offset")
        .rust("store_ptr_tko"),
    op(Opcode::StoreViewTko, "store_view_tko")
        .counted_results()
        .flags(Version::V13_1)
        .attributes(&[MEMORY_ORDER, MEMORY_SCOPE_IF_0, HINTS_IF_1, INBOUNDS_13_4])
        .operands(&[one("tile"), one("view"), many("index"), optional("token", 2)])
        .python("ct.store, TiledView.store, ct.store_advanced_indexing")
        .rust("store_view_raw, store_view_tko_{bounded, mut, mapped_mut}")
        .limit("same hint note"),
    op(Opcode::Alloca, "alloca")
        .since(Version::V13_3)
        .flags(Version::V13_3)
        .attributes(&[unit("global", 0), attr("num_elem", Int), attr("alignment", Int)])
        .rust("alloca"),
    op(Opcode::MakeGatherScatterView, "make_gather_scatter_view")
        .since(Version::V13_3)
        .operands(&[one("tensor_view")])
        .python("ct.load_advanced_indexing, ct.store_advanced_indexing (one tile index + ct.Slice)")
        .rust("make_gather_scatter_view")
        .limit("SPARSE_DIM from type annotation; 3-D"),
    op(Opcode::MakeStridedView, "make_strided_view")
        .since(Version::V13_3)
        .operands(&[one("tensor_view")])
        .python("Array.tiled_view(traversal_steps=...)")
        .rust("make_strided_view"),
    op(Opcode::AtomicRedViewTko, "atomic_red_view_tko")
        .since(Version::V13_3)
        .counted_results()
        .flags(Version::V13_3)
        .attributes(&[MEMORY_ORDER, MEMORY_SCOPE, attr("mode", Enum(ATOMIC)), INBOUNDS_13_5])
        .operands(&[one("view"), many("index"), one("value"), optional("token", 0)])
        .python("TiledView.atomic_store_{add,max,min,and,or,xor}")
        .rust("atomic_red_view_raw, atomic_red_view_tko, atomic_red_view_tko_with_inbounds"),
    op(Opcode::GdcLaunchDependentsTko, "gdc_launch_dependents_tko")
        .since(Version::V13_4)
        .counted(&[many("token")])
        .python("ct.grid_dependency_control_launch_dependents")
        .rust("gdc_launch_dependents_tko"),
    op(Opcode::GdcWaitTko, "gdc_wait_tko")
        .since(Version::V13_4)
        .counted(&[many("token")])
        .python("ct.grid_dependency_control_wait")
        .rust("gdc_wait_tko"),
    op(Opcode::MemoryFenceAliasTko, "memory_fence_alias_tko")
        .since(Version::V13_4)
        .operands(&[one("token")])
        .rust("memory_fence_alias_tko"),
    op(Opcode::MultimemLoadReduceViewTko, "multimem_load_reduce_view_tko")
        .since(Version::V13_5)
        .counted_results()
        .flags(Version::V13_5)
        .attributes(&[
            MEMORY_ORDER,
            MEMORY_SCOPE_IF_0,
            attr("reduction", Enum(REDUCTION)),
            INBOUNDS_13_5,
        ])
        .operands(&[one("view"), many("index"), optional("token", 1)])
        .rust("multimem_load_reduce_view_tko")
        .limit("sm_100/103/107"),
    op(Opcode::MultimemReduceViewTko, "multimem_reduce_view_tko")
        .since(Version::V13_5)
        .counted_results()
        .flags(Version::V13_5)
        .attributes(&[
            MEMORY_ORDER,
            MEMORY_SCOPE,
            attr("reduction", Enum(REDUCTION)),
            INBOUNDS_13_5,
        ])
        .operands(&[one("view"), one("tile"), many("index"), optional("token", 0)])
        .rust("multimem_reduce_view_tko"),
    op(Opcode::MultimemStoreViewTko, "multimem_store_view_tko")
        .since(Version::V13_5)
        .counted_results()
        .flags(Version::V13_5)
        .attributes(&[MEMORY_ORDER, MEMORY_SCOPE_IF_0, INBOUNDS_13_5])
        .operands(&[one("view"), one("tile"), many("index"), optional("token", 1)])
        .rust("multimem_store_view_tko"),
];
