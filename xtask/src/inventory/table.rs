//! The kernels of a tree with the state of each.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::state::{Logs, State};
use crate::stage::convert::coverage::Kernel;
use crate::stage::convert::prove::Row;
use crate::tilegym::registry::{KernelPlace, Registry};

/// One `@ct.kernel` function.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Item {
    /// The Python function's name.
    pub function: String,
    /// Its file below the package's parent.
    pub file: String,
    /// Line of the first decorator.
    pub line: usize,
    /// The part of TileGym that it belongs to.
    pub suite: String,
    /// Operators that its module registers.
    pub operators: Vec<String>,
    /// Whether an input reaches it.
    pub captured: bool,
    /// Whether it is written as Rust.
    pub converted: bool,
    /// Whether the Rust text compiles for every signature asked for, and rustc accepts its crate where
    /// that was asked.
    pub built: bool,
    /// Whether every signature's module is equal up to what does not matter.
    pub ir_equal: bool,
    /// Whether the machine code of every signature is the same, by target; a target for which the
    /// assembler refuses the reference is left out.
    pub text_identical: BTreeMap<String, bool>,
    /// The first thing that is not as it should be.
    pub reason: Option<String>,
    /// Crates that have it.
    pub crates: Vec<String>,
    /// Signatures captured, over all targets, and those of them that were proved.
    pub signatures: [usize; 2],
    /// Pairs of signature and target whose machine code was compared, and those that are the same.
    pub pairs: [usize; 2],
    /// Structural variants.
    pub variants: usize,
    /// Dtypes of the arguments.
    pub dtypes: BTreeSet<String>,
    /// Tile IR operations that its modules hold.
    pub ops: BTreeSet<String>,
    /// How long its texts are, in the first crate that has it.
    pub text: Kernel,
    /// Lines of Rust over lines of Python, of the entry in the middle.
    pub lines_ratio: Option<f64>,
    /// Launches of it in the launch logs that were compared, searches' configurations included.
    pub launches: usize,
    /// Whether all launch logs in which it occurs are equal; none where there is none.
    pub log_equal: Option<bool>,
}

/// The table of a tree; states are of any operators, in any order.
pub fn items(registry: &Registry, states: &[State], logs: &[Logs]) -> Vec<Item> {
    registry.kernels.iter().map(|place| item(place, states, logs)).collect()
}

fn item(place: &KernelPlace, states: &[State], logged: &[Logs]) -> Item {
    let mut item = Item {
        function: place.function.clone(),
        file: place.file.clone(),
        line: place.line,
        suite: place.suite.clone(),
        operators: place.operators.clone(),
        ..Item::default()
    };
    let mut good = true;
    let mut equal = true;
    for state in states {
        let of_place = |name: &str, file: &str| file == place.file && last(name) == place.function;
        let Some(kernel) = state.kernels.iter().find(|one| of_place(&one.function, &one.file))
        else {
            continue;
        };
        if item.crates.is_empty() {
            item.text = kernel.text.clone();
            item.lines_ratio = item.text.ratio();
        }
        item.crates.push(state.operator.clone());
        item.captured = true;
        item.converted |= kernel.error.is_none();
        item.signatures[0] += kernel.signatures;
        item.variants += kernel.variants;
        item.dtypes.extend(kernel.dtypes.iter().cloned());
        item.ops.extend(kernel.ops.iter().cloned());
        let rows: Vec<&Row> =
            state.rows.iter().filter(|row| row.function == kernel.function).collect();
        item.signatures[1] += rows.len();
        good &= rows.iter().all(|row| row.built) && state.checked != Some(false);
        equal &= rows.iter().all(|row| row.ir_equal);
        for (target, same) in rows.iter().flat_map(|row| &row.text_identical) {
            *item.text_identical.entry(target.clone()).or_insert(true) &= same;
            item.pairs[0] += 1;
            item.pairs[1] += usize::from(*same);
        }
        let reason = kernel
            .error
            .clone()
            .or_else(|| rows.iter().find_map(|row| row.reason.clone()))
            .or_else(|| state.check_error.clone().map(|error| format!("rustc: {error}")));
        item.reason = item.reason.take().or(reason);
    }
    item.built = item.converted && item.signatures[1] > 0 && good;
    item.ir_equal = item.built && equal;
    logs(&mut item, place, logged);
    if item.reason.is_none() && !item.captured {
        item.reason = Some(why_not_captured(place, states));
    }
    item.reason = item.reason.map(|text| text.lines().next().unwrap_or_default().to_owned());
    item
}

fn why_not_captured(place: &KernelPlace, states: &[State]) -> String {
    let mut own = states.iter().filter(|state| of_module(place, &state.operator)).peekable();
    if own.peek().is_none() {
        return "its operator has no inputs".to_owned();
    }
    let ran = |state: &State| !state.key.is_empty() || state.error.is_some();
    let mut said = None;
    for state in own.filter(|state| ran(state)) {
        said =
            said.or_else(|| state.error.clone()).or_else(|| Some("no input reaches it".to_owned()));
    }
    said.unwrap_or_else(|| "not tried; `kernels --convert-all` does".to_owned())
}

/// Counts the launches of a kernel in the launch logs of the operators of its module.
fn logs(item: &mut Item, place: &KernelPlace, logged: &[Logs]) {
    for logs in logged {
        let concerned = item.crates.contains(&logs.operator) || of_module(place, &logs.operator);
        for report in logs.reports.iter().filter(|_| concerned) {
            let count: usize = report
                .by_kernel
                .iter()
                .filter(|(name, _)| last(name) == place.function)
                .map(|(_, count)| count)
                .sum();
            if count > 0 {
                item.launches += count;
                let equal = report.differences.is_empty();
                item.log_equal = Some(item.log_equal.unwrap_or(true) && equal);
            }
        }
    }
}

fn of_module(place: &KernelPlace, operator: &str) -> bool {
    place.operators.iter().any(|name| name.replace('.', "-") == operator)
        || place.crate_name() == operator
}

/// A function's own name; one made in a factory has the factory's before it.
fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Counts over a table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Kernels.
    pub kernels: usize,
    /// Those that an input reaches.
    pub captured: usize,
    /// Those written as Rust.
    pub converted: usize,
    /// Those that compile.
    pub built: usize,
    /// Those whose machine code is the same for every pair that was compared, one pair at least.
    pub identical: usize,
    /// Pairs compared, and the same.
    pub pairs: [usize; 2],
    /// Kernels that occur in launch logs, and those whose logs are equal.
    pub logged: [usize; 2],
}

/// Counts a table's items.
pub fn counts(items: &[Item]) -> Counts {
    let count = |test: &dyn Fn(&&Item) -> bool| items.iter().filter(|item| test(item)).count();
    Counts {
        kernels: items.len(),
        captured: count(&|item| item.captured),
        converted: count(&|item| item.converted),
        built: count(&|item| item.built),
        identical: count(&|item| is_identical(item)),
        pairs: [0, 1].map(|at| items.iter().map(|item| item.pairs[at]).sum()),
        logged: [
            count(&|item| item.log_equal.is_some()),
            count(&|item| item.log_equal == Some(true)),
        ],
    }
}

/// Whether a kernel is built and all that was compared of it is the same.
pub fn is_identical(item: &Item) -> bool {
    item.built && item.pairs[0] > 0 && item.pairs[0] == item.pairs[1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inventory::state;
    use crate::tilegym::proof::TargetReport;

    fn registry() -> Registry {
        let place = |function: &str| KernelPlace {
            file: "tilegym/ops/cutile/softmax.py".into(),
            line: 3,
            lines: (3, 9),
            function: function.into(),
            suite: "ops/cutile".into(),
            operators: vec!["softmax".into()],
        };
        Registry { operators: BTreeMap::new(), kernels: vec![place("_a"), place("_b")] }
    }

    fn row(function: &str, sm_90: bool) -> Row {
        serde_json::from_value(serde_json::json!({
            "function": function, "id": "0", "variant": "v0", "dtypes": "f16", "target": "sm_90",
            "reference_sha256": "", "built": true, "ir_equal": sm_90,
            "text_identical": {"sm_90": sm_90, "sm_100": true},
        }))
        .unwrap()
    }

    #[test]
    fn a_kernel_is_what_all_its_crates_say() {
        let kernel = |function: &str, error: Option<&str>| state::Kernel {
            function: function.into(),
            file: "tilegym/ops/cutile/softmax.py".into(),
            signatures: 4,
            error: error.map(str::to_owned),
            ..state::Kernel::default()
        };
        let state = |same| State {
            operator: "softmax".into(),
            kernels: vec![kernel("make._a", None), kernel("_b", Some("E07: no such op\nmore"))],
            rows: vec![row("make._a", same)],
            ..State::default()
        };
        let logs = Logs {
            operator: "softmax".into(),
            reports: vec![TargetReport {
                by_kernel: [("make._a".to_owned(), 5)].into(),
                ..TargetReport::default()
            }],
            ..Logs::default()
        };
        let items = items(&registry(), &[state(true)], &[logs]);
        assert!(is_identical(&items[0]) && items[0].ir_equal);
        assert_eq!((items[0].launches, items[0].log_equal), (5, Some(true)));
        assert_eq!(items[1].reason.as_deref(), Some("E07: no such op"));
        assert!(items[1].captured && !items[1].converted && !items[1].built);
        let counts = counts(&items);
        assert_eq!((counts.captured, counts.converted, counts.identical), (2, 1, 1));

        let other = super::items(&registry(), &[state(true), state(false)], &[]);
        assert!(!is_identical(&other[0]));
        assert_eq!(other[0].pairs, [4, 3]);
        assert_eq!(
            other[0].text_identical,
            [("sm_90".into(), false), ("sm_100".into(), true)].into()
        );
    }

    #[test]
    fn a_kernel_that_nothing_reaches_says_so() {
        let none = items(&registry(), &[], &[]);
        assert_eq!(none[0].reason.as_deref(), Some("its operator has no inputs"));
        let mut state = State { operator: "softmax".into(), ..State::default() };
        let why =
            |state: &State| items(&registry(), std::slice::from_ref(state), &[])[0].reason.clone();
        assert!(why(&state).is_some_and(|why| why.starts_with("not tried")));
        state.key = "made".into();
        assert_eq!(why(&state).as_deref(), Some("no input reaches it"));
        state.error = Some("cuTile refuses it".into());
        assert_eq!(why(&state).as_deref(), Some("cuTile refuses it"));
        assert_eq!(counts(&none).captured, 0);
    }
}
