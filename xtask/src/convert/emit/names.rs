//! Names of local variables: readable hints, made unique, clear of what the text calls.

use std::collections::HashSet;

/// Rust keywords, and functions of cutile and of the support module that emitted text calls: a
/// local of that name would hide them. From the Rust reference and cutile 0.5's `core` module.
const RESERVED: &[&str] = &[
    "abs",
    "add_ftz",
    "as",
    "async",
    "at",
    "await",
    "become",
    "below",
    "bitcast",
    "box",
    "break",
    "broadcast",
    "cat",
    "ceil",
    "combiner",
    "const",
    "constant",
    "continue",
    "cos",
    "cosh",
    "crate",
    "div_approx",
    "div_approx_ftz",
    "div_ceil",
    "div_floor",
    "do",
    "dyn",
    "else",
    "enum",
    "exp",
    "exp2",
    "exp_approx",
    "extern",
    "extract",
    "false",
    "final",
    "float",
    "floor",
    "floor_mod",
    "fma",
    "fn",
    "for",
    "gather",
    "gather_row",
    "gen",
    "hidden",
    "if",
    "impl",
    "in",
    "insert",
    "inside",
    "iota",
    "kernels",
    "larger",
    "larger_of",
    "let",
    "load",
    "load_view",
    "log",
    "log2",
    "loop",
    "macro",
    "match",
    "max",
    "min",
    "mma",
    "mod",
    "move",
    "mul_add",
    "mul_ftz",
    "mut",
    "nan",
    "ordering",
    "override",
    "pack",
    "padding",
    "permute",
    "points",
    "pow",
    "predicate",
    "priv",
    "pub",
    "reduce",
    "ref",
    "reshape",
    "return",
    "reverse",
    "rounding",
    "rsqrt",
    "scan",
    "scatter",
    "scatter_row",
    "scope",
    "select",
    "self",
    "shape",
    "sin",
    "sinh",
    "size",
    "smaller",
    "smaller_of",
    "splat",
    "sqrt",
    "static",
    "steps",
    "store",
    "store_view",
    "stride",
    "struct",
    "sub_ftz",
    "super",
    "tan",
    "tanh",
    "tanh_approx",
    "tma",
    "to_bf16",
    "to_f16",
    "to_f32",
    "to_tf32",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unpack",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "wide",
    "widen",
    "within",
    "yield",
];

/// Gives out unique names within one function.
#[derive(Debug, Default)]
pub struct Namer {
    taken: HashSet<String>,
}

impl Namer {
    /// A namer that keeps clear of the given names as well.
    pub fn new(taken: impl IntoIterator<Item = String>) -> Self {
        Self { taken: taken.into_iter().collect() }
    }

    /// A name that no other value has: the hint, or the hint with a number.
    pub fn fresh(&mut self, hint: &str) -> String {
        let hint = sanitize(hint);
        let free = |name: &String| !self.taken.contains(name) && !RESERVED.contains(&name.as_str());
        let name = std::iter::once(hint.clone())
            .chain((2..).map(|number| format!("{hint}_{number}")))
            .find(free)
            .unwrap_or(hint);
        self.taken.insert(name.clone());
        name
    }
}

/// A Python name as a Rust local: lower case, leading underscores dropped.
pub fn sanitize(name: &str) -> String {
    let mut text = String::new();
    let mut previous_lower = false;
    for character in name.chars() {
        if character.is_ascii_uppercase() && previous_lower {
            text.push('_');
        }
        previous_lower = character.is_ascii_lowercase() || character.is_ascii_digit();
        text.push(if character.is_ascii_alphanumeric() {
            character.to_ascii_lowercase()
        } else {
            '_'
        });
    }
    let text = text.trim_matches('_');
    match text.chars().next() {
        None => "value".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("v{text}"),
        Some(_) => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_unique_and_clear_of_calls() {
        let mut namer = Namer::new(["x".to_owned()]);
        assert_eq!(namer.fresh("x"), "x_2");
        assert_eq!(namer.fresh("exp"), "exp_2");
        assert_eq!(namer.fresh("row"), "row");
        assert_eq!(namer.fresh("row"), "row_2");
        assert_eq!(namer.fresh("match"), "match_2");
    }

    #[test]
    fn python_names_become_snake_case() {
        assert_eq!(sanitize("BLOCK_M"), "block_m");
        assert_eq!(sanitize("__dX"), "d_x");
        assert_eq!(sanitize("2d"), "v2d");
        assert_eq!(sanitize("_"), "value");
    }
}
