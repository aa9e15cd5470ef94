//! How each operation is written, for `docs/convert.md`.

use std::fmt::Write as _;

use crate::tileir::ops;

/// One operation.
struct Written {
    /// The dialect's name.
    op: &'static str,
    /// What stands in the Rust text.
    text: &'static str,
    /// What stands where cutile 0.5 has no text or compiles it to something else.
    instead: &'static str,
    /// What is refused, with the number of the diagnostic.
    refused: &'static str,
}

const fn row(
    op: &'static str,
    text: &'static str,
    instead: &'static str,
    refused: &'static str,
) -> Written {
    Written { op, text, instead, refused }
}

const WRAPS: &str = "`{}_wrap` for integers of 8 and 16 bits";
const SIGNED: &str = "`{}_as` where the sign is not the element type's";
const VIEW: &str = "E002: unknown hints, or hints for several targets";

/// All operations, in alphabetical order; `{}` stands for the operation's name.
const ROWS: &[Written] = &[
    row("absf", "`{}`", "", ""),
    row("absi", "`{}`", "", ""),
    row("addf", "`+`; `{}` with rounding or flushing", "", ""),
    row("addi", "`+`; `{}` with an overflow flag", WRAPS, ""),
    row("alloca", "`{}`", "", ""),
    row("andi", "`{}`", "", ""),
    row("assert", "`cuda_tile_assert!`", "", ""),
    row(
        "assume",
        "`assume_div_by`, `assume_bounds_lower`, `assume_…_raw`",
        "",
        "E002: an unknown predicate",
    ),
    row("atan2", "`{}`", "", ""),
    row("atomic_cas_tko", "`{}`", "`atomic_cas_one` at rank 0", "E002: at rank 0 without a token"),
    row("atomic_red_view_tko", "`atomic_red_view_raw`, `…_with_inbounds`", "", ""),
    row("atomic_rmw_tko", "`{}`", "`atomic_rmw_one` at rank 0", "E002: at rank 0 without a token"),
    row("bitcast", "`{}`", "", ""),
    row(
        "break",
        "`break` after assigning what is carried",
        "`leave_with` below a branch with results",
        "",
    ),
    row("broadcast", "`{}`, `broadcast_ptr`, `splat`", "", ""),
    row("cat", "`{}`", "", ""),
    row("ceil", "`{}`", "", ""),
    row("cmpf", "`{}`", "", ""),
    row(
        "cmpi",
        "`{}`",
        "`cmpi_signed`, `cmpi_unsigned` where the sign is not the element type's",
        "",
    ),
    row(
        "constant",
        "a literal, `constant`",
        "`constant_bool`; `constant_float` for 16 bits and generic types; `constant_bits` for 8 bits; \
         `constant_of_bits` for not-a-number and tf32",
        "E005: elements that differ; not-a-number under a generic type",
    ),
    row(
        "continue",
        "the end of the body; `continue`",
        "`continue_with` below a branch with results",
        "",
    ),
    row("cos", "`{}`", "", ""),
    row("cosh", "`{}`", "", ""),
    row("divf", "`{}`", "`divf_full`, `divf_full_ftz`", ""),
    row("divi", "`{}`", SIGNED, ""),
    row(
        "entry",
        "`#[cutile::entry]`",
        "`&Tensor` for the widest arrays beyond 64 parameters",
        "E002: unknown hints",
    ),
    row("exp", "`{}`, `exp_with_rounding`", "", ""),
    row("exp2", "`{}`", "", ""),
    row("exti", "`{}`, `widen`", SIGNED, ""),
    row("extract", "`{}`", "", ""),
    row("floor", "`{}`", "", ""),
    row("fma", "`{}`", "", ""),
    row(
        "for",
        "`for … in (a..b).step_by(c)`",
        "`loop_step` for 64 bits",
        "E002: unsigned comparison of the bounds",
    ),
    row("fpowi", "`{}`", "", ""),
    row("ftof", "`{}`", "", ""),
    row("ftoi", "`{}`, `ftoi_saturating`", SIGNED, ""),
    row("gdc_launch_dependents_tko", "`{}`", "", ""),
    row("gdc_wait_tko", "`{}`", "", ""),
    row("get_global", "", "", "E001: globals are scalars that no launcher sets"),
    row(
        "get_index_space_shape",
        "`{}`",
        "`index_space_of` for other views than partitions and for 64 bits",
        "",
    ),
    row("get_num_tile_blocks", "`{}`", "`num_block_tiles` without assumptions", ""),
    row("get_tensor_shape", "`{}`", "`tensor_shape_of` for 64 bits", ""),
    row("get_tile_block_id", "`{}`", "`block_id_tiles` without assumptions", ""),
    row("global", "", "", "E001, with `get_global`"),
    row(
        "if",
        "`if`, an `if` expression for one result, variables for several; an early `return` as `else`",
        "",
        "E004: several results, one of them a view",
    ),
    row("insert", "`{}`", "", ""),
    row("int_to_ptr", "`{}`", "", ""),
    row("iota", "`{}`", "", ""),
    row("itof", "`{}`", SIGNED, ""),
    row("join_tokens", "`{}`", "", ""),
    row(
        "load_ptr_tko",
        "`{}`, `load_then`, `gather`",
        "`load_ptr_padded`: padding as a tile",
        VIEW,
    ),
    row("load_view_tko", "`load_view_raw`, `load_view`", "", "E002: `valid_check`; hints as above"),
    row("log", "`{}`", "", ""),
    row("log2", "`{}`", "", ""),
    row("loop", "`{}`", "", "E004: results that are not what it carries"),
    row("make_gather_scatter_view", "`{}`", "", ""),
    row("make_partition_view", "`{}`", "", ""),
    row("make_strided_view", "`{}`", "", ""),
    row("make_tensor_view", "`{}`", "`view_extents` for sizes and strides of 64 bits", ""),
    row("make_token", "`new_token_unordered`", "", ""),
    row("maxf", "`{}`", "", ""),
    row("maxi", "`{}`", SIGNED, ""),
    row("memory_fence_alias_tko", "`{}`", "", ""),
    row("minf", "`{}`", "", ""),
    row("mini", "`{}`", SIGNED, ""),
    row("mmaf", "`{}`, `mmaf_with_fast_acc`", "", ""),
    row("mmaf_scaled", "`{}`", "", ""),
    row("mmai", "`{}`", "", ""),
    row("module", "`#[cutile::module]`", "", ""),
    row("mulf", "`*`; `{}` with rounding or flushing", "", ""),
    row("mulhii", "`{}`", "", ""),
    row("muli", "`*`; `{}` with an overflow flag", WRAPS, ""),
    row("multimem_load_reduce_view_tko", "", "", "E001: no launch makes multicast objects"),
    row("multimem_reduce_view_tko", "", "", "E001: no launch makes multicast objects"),
    row("multimem_store_view_tko", "", "", "E001: no launch makes multicast objects"),
    row("negf", "`{}`", "", ""),
    row("negi", "`{}`", "`negi_wrap`", ""),
    row("offset", "`addptr_tile`", "", ""),
    row("ori", "`{}`", "", ""),
    row("pack", "`{}`", "", ""),
    row("permute", "`{}`", "", ""),
    row("pow", "`{}`", "", ""),
    row("preview$call", "", "", "E001: foreign functions belong to a preview"),
    row(
        "print_tko",
        "`{}` of one value",
        "`print_values` before it for others, `print_nothing` for none",
        "",
    ),
    row("ptr_to_int", "`{}`", "", ""),
    row("ptr_to_ptr", "`{}`", "", "E002: a pointer attribute"),
    row(
        "reduce",
        "`reduce_sum`, `reduce_prod`, `reduce_max`, `reduce_min`",
        "`combiner` and `reduce_by` for any other combiner, identity, type or number of operands",
        "E005: an identity that is not a number",
    ),
    row("remf", "`{}`", "", ""),
    row("remi", "`{}`", SIGNED, ""),
    row("reshape", "`{}`, `reshape_ptr`, `splat`", "", ""),
    row(
        "return",
        "the end of the entry; `return` in a `loop`",
        "`end_block` in a branch or a counted loop",
        "",
    ),
    row("rsqrt", "`{}`", "", ""),
    row(
        "scan",
        "`scan_sum` along axis 0",
        "`combiner` and `scan_by` for any other axis, combiner, identity or number of operands",
        "E005: an identity that is not a number",
    ),
    row("select", "`{}`", "", "E003: of pointers"),
    row("shli", "`{}`", "`shli_wrap`", ""),
    row("shri", "`{}`", SIGNED, ""),
    row("sin", "`{}`", "", ""),
    row("sinh", "`{}`", "", ""),
    row("sqrt", "`{}`", "", ""),
    row("store_ptr_tko", "`{}`, `store_after`, `scatter`", "", VIEW),
    row("store_view_tko", "`store_view_raw`, `store_view`", "", VIEW),
    row("subf", "`-`; `{}` with rounding or flushing", "", ""),
    row("subi", "`-`; `{}` with an overflow flag", WRAPS, ""),
    row("tan", "`{}`", "", ""),
    row("tanh", "`{}`, `tanh_with_rounding`", "", ""),
    row("trunci", "`{}`", "`trunci_wrap`", ""),
    row("unpack", "`{}`", "", ""),
    row("xori", "`{}`", "", ""),
    row("yield", "the value of a branch, assignments, what a combiner yields", "", ""),
];

/// The table as Markdown.
///
/// # Panics
/// An operation of the dialect has no row.
pub fn table() -> String {
    let mut text = String::from(
        "| operation | written as | where cutile 0.5 lacks it | refused |\n| --- | --- | --- | --- |\n",
    );
    let mut names: Vec<&str> = ops::TABLE.iter().map(|op| op.name).collect();
    names.sort_unstable();
    for name in names {
        let known = ROWS.iter().find(|row| row.op == name);
        let row = known.unwrap_or_else(|| panic!("`{name}` has no row in convert/emit/written.rs"));
        let fill = |cell: &str| cell.replace("{}", name);
        let _ = writeln!(
            text,
            "| `{name}` | {} | {} | {} |",
            fill(row.text),
            fill(row.instead),
            fill(row.refused)
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convert::emit::header;

    #[test]
    fn the_documentation_holds_the_table() {
        const MARK: &str = "<!-- written -->\n";
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/convert.md");
        let text = std::fs::read_to_string(path).unwrap();
        let (head, _) = text.split_once(MARK).expect("the mark before the table");
        let renewed = format!("{head}{MARK}\n{}", table());
        if std::env::var_os("TILEPORT_BLESS").is_some() {
            std::fs::write(path, &renewed).unwrap();
        } else {
            assert!(
                text == renewed,
                "docs/convert.md is stale: run this test with TILEPORT_BLESS=1"
            );
        }
    }

    #[test]
    fn every_way_round_is_a_function_of_the_support_module() {
        for row in ROWS {
            let words = row.instead.replace("{}", row.op);
            for name in words.split('`').skip(1).step_by(2) {
                if name.starts_with('&') {
                    continue;
                }
                assert!(header::is_supported(name), "{}: `{name}`", row.op);
            }
        }
    }

    #[test]
    fn rows_stand_for_operations_once() {
        assert_eq!(ROWS.len(), ops::TABLE.len());
        assert!(ROWS.windows(2).all(|pair| pair[0].op < pair[1].op));
    }
}
