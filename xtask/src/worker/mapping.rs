//! `op-mapping.md`: every Tile IR operation with its names in cuTile Python, Triton and cutile-rs.
//!
//! Written from the table that reader and converter use; `cargo xtask prompt --op-mapping` prints it.

use std::fmt::Write as _;

use crate::tileir::ops::TABLE;

/// Where the text is kept for workers, in the workspace.
pub const FILE: &str = "xtask/assets/briefs/op-mapping.md";

/// What Triton's language calls an operation, where it has a word of its own for it.
///
/// Facts of the public Triton language reference; arithmetic without a row is spelled by operators.
const TRITON: &[(&str, &str)] = &[
    ("absf", "tl.abs"),
    ("absi", "tl.abs"),
    ("assert", "tl.device_assert"),
    ("assume", "tl.multiple_of, tl.max_contiguous, tl.assume"),
    ("atomic_cas_tko", "tl.atomic_cas"),
    ("atomic_rmw_tko", "tl.atomic_add, _max, _min, _and, _or, _xor, _xchg"),
    ("bitcast", "x.to(dtype, bitcast=True)"),
    ("broadcast", "tl.broadcast_to, implicit"),
    ("cat", "tl.cat, tl.join"),
    ("ceil", "tl.ceil"),
    ("cmpf", "comparison operators"),
    ("cmpi", "comparison operators"),
    ("constant", "literals, tl.full, tl.zeros"),
    ("continue", "end of a loop's body"),
    ("cos", "tl.cos"),
    ("divf", "/, tl.fdiv, tl.div_rn"),
    ("divi", "//, tl.cdiv"),
    ("entry", "@triton.jit"),
    ("exp", "tl.exp"),
    ("exp2", "tl.exp2"),
    ("floor", "tl.floor"),
    ("fma", "tl.fma"),
    ("for", "for … in range, tl.range"),
    ("ftof", "x.to(dtype)"),
    ("ftoi", "x.to(dtype)"),
    ("get_num_tile_blocks", "tl.num_programs"),
    ("get_tile_block_id", "tl.program_id"),
    ("if", "if"),
    ("iota", "tl.arange"),
    ("itof", "x.to(dtype)"),
    ("load_ptr_tko", "tl.load(pointer, mask, other)"),
    ("load_view_tko", "tl.load of a block pointer or descriptor"),
    ("log", "tl.log"),
    ("log2", "tl.log2"),
    ("loop", "while"),
    ("make_partition_view", "tl.make_block_ptr, tl.make_tensor_descriptor"),
    ("make_tensor_view", "tl.make_block_ptr, tl.make_tensor_descriptor"),
    ("maxf", "tl.maximum"),
    ("maxi", "tl.maximum"),
    ("minf", "tl.minimum"),
    ("mini", "tl.minimum"),
    ("mmaf", "tl.dot"),
    ("mmaf_scaled", "tl.dot_scaled"),
    ("mmai", "tl.dot"),
    ("mulhii", "tl.umulhi"),
    ("offset", "pointer + offsets"),
    ("permute", "tl.permute, tl.trans"),
    ("print_tko", "tl.device_print"),
    ("reduce", "tl.sum, tl.max, tl.min, tl.reduce"),
    ("remi", "%"),
    ("reshape", "tl.reshape, x[:, None]"),
    ("rsqrt", "tl.rsqrt"),
    ("scan", "tl.cumsum, tl.cumprod, tl.associative_scan"),
    ("select", "tl.where"),
    ("sin", "tl.sin"),
    ("sqrt", "tl.sqrt, tl.sqrt_rn"),
    ("store_ptr_tko", "tl.store(pointer, value, mask)"),
    ("store_view_tko", "tl.store to a block pointer or descriptor"),
    ("tanh", "libdevice.tanh"),
];

/// The whole text.
pub fn render() -> String {
    let mut text = String::from(
        "# Operations\n\nMade by `cargo xtask prompt --op-mapping` from the table that reader and converter use. \
         \"Yes\": cutile-rs 0.5 expresses the operation; \"partly\": all but what the last column says; \"no\": only \
         through a re-declared operation (`tileport_support::ops`) or not at all.\n\n\
         | Tile IR | since | cuTile Python | Triton | cutile-rs | supported | limit |\n\
         | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for op in TABLE.iter() {
        let triton = TRITON.iter().find(|(name, _)| *name == op.name).map_or("", |found| found.1);
        let supported = match (op.rust.is_empty(), op.limit.is_empty()) {
            (true, _) => "no",
            (false, true) => "yes",
            (false, false) => "partly",
        };
        let cell = |text: &str| text.replace('|', "\\|");
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {supported} | {} |",
            op.name,
            op.since,
            cell(op.python),
            cell(triton),
            cell(op.rust),
            cell(op.limit)
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kept_text_is_what_the_table_gives() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let kept = std::fs::read_to_string(root.join(FILE)).unwrap();
        assert!(kept == render(), "{FILE} is stale: cargo xtask prompt --op-mapping > {FILE}");
    }

    #[test]
    fn every_triton_name_belongs_to_an_operation() {
        for (name, _) in TRITON {
            assert!(crate::tileir::ops::by_name(name).is_some(), "{name}");
        }
    }
}
