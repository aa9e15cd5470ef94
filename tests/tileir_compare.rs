//! The comparison is sound: a module that was changed somewhere is equal to the original only where
//! the assembler makes the same machine code of it.

use std::path::PathBuf;

use xtask::tileir::assemble::{AssembleError, Assembler, OPT_LEVEL};
use xtask::tileir::compare::{Comparison, Options, compare};
use xtask::tileir::file::File;
use xtask::tileir::file::attributes::Tagged;
use xtask::tileir::file::functions::{Op, Value};
use xtask::tileir::file::types::Type;
use xtask::tileir::lower;
use xtask::tileir::ops::AttrKind;
use xtask::toolchain::Toolkit;
use xtask::workspace::Workspace;

fn corpus() -> Vec<(PathBuf, File)> {
    let folder = Workspace::discover().expect("the workspace").root().join("tests/corpus");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("tests/corpus")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "tileirbc"))
        .collect();
    paths.sort();
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).expect("a readable module");
        (path, File::read(&bytes).expect("a module"))
    };
    paths.into_iter().map(read).collect()
}

/// A change of one operation: true where it was made.
type Change<'c> = dyn FnMut(&mut Op, &[usize]) -> bool + 'c;

/// Walks all operations with the types of the values before them until a change is made.
fn walk(ops: &mut [Op], types: &mut Vec<usize>, change: &mut Change<'_>) -> bool {
    for op in ops {
        if change(op, types) {
            return true;
        }
        for block in op.regions.iter_mut().flatten() {
            let outer = types.len();
            types.extend(&block.arguments);
            if walk(&mut block.ops, types, change) {
                return true;
            }
            types.truncate(outer);
        }
        types.extend(&op.results);
    }
    false
}

/// The `wanted`-th of all changes that can be made to an operand or an attribute of the module.
fn mutant(original: &File, wanted: usize) -> Option<(File, String)> {
    let mut file = original.clone();
    let mut site = 0;
    let mut what = String::new();
    let function = &mut file.functions.list[0];
    let Type::Function { inputs, .. } = &file.types[function.signature] else { return None };
    let mut types = inputs.clone();
    let changed = walk(&mut function.body, &mut types, &mut |op, types| {
        let offset = op.offset;
        for (group, values) in op.operands.iter_mut().enumerate() {
            for value in values.iter_mut() {
                let other = (0..types.len())
                    .rev()
                    .find(|other| other != value && types[*other] == types[*value]);
                let Some(other) = other else { continue };
                if site == wanted {
                    what = format!(
                        "{} at {offset:#x}: operand group {group} %{value} -> %{other}",
                        op.row.name
                    );
                    *value = other;
                    return true;
                }
                site += 1;
            }
        }
        for (attr, value) in &mut op.attributes {
            let changed = match (attr.kind, &*value) {
                (AttrKind::Enum(names), Value::Int(number)) => {
                    Some(Value::Int((number + 1) % names.len() as u64))
                }
                (AttrKind::Int, Value::Int(number)) => Some(Value::Int(number ^ 1)),
                (AttrKind::Bool, Value::Bool(flag)) => Some(Value::Bool(!flag)),
                (AttrKind::DenseBool, Value::DenseBool(flags)) if !flags.is_empty() => {
                    Some(Value::DenseBool(flags.iter().map(|flag| !flag).collect()))
                }
                (AttrKind::Constant, Value::Index(index)) if *index > 0 => {
                    let same =
                        original.constants[index - 1].len() == original.constants[*index].len();
                    same.then_some(Value::Index(index - 1))
                }
                (AttrKind::Tagged, Value::Tagged(Tagged::DivBy { divisor, every, along })) => {
                    Some(Value::Tagged(Tagged::DivBy {
                        divisor: divisor * 2,
                        every: *every,
                        along: *along,
                    }))
                }
                (AttrKind::Tagged, Value::Tagged(Tagged::Bounded { lower, .. })) => {
                    Some(Value::Tagged(Tagged::Bounded { lower: *lower, upper: Some(7) }))
                }
                _ => None,
            };
            if let Some(changed) = changed {
                if site == wanted {
                    what = format!(
                        "{} at {offset:#x}: {} {value:?} -> {changed:?}",
                        op.row.name, attr.name
                    );
                    *value = changed;
                    return true;
                }
                site += 1;
            }
        }
        false
    });
    changed.then_some((file, what))
}

#[test]
fn a_changed_module_is_equal_only_where_the_machine_code_is() {
    let workspace = Workspace::discover().expect("the workspace");
    let toolkit = Toolkit::expected(&workspace);
    let assembler = toolkit.tileiras().is_file().then(|| {
        let cache = workspace.target().join("tileport/assembled");
        Assembler::new(toolkit, cache).expect("a tileiras that says its version")
    });
    // Every so many sites; all of them with TILEPORT_MUTANTS=1.
    let step = std::env::var("TILEPORT_MUTANTS").ok().and_then(|step| step.parse().ok());
    let step = step.unwrap_or(13);
    let (mut tried, mut equal, mut assembled) = (0, 0, 0);
    for (path, original) in corpus() {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let target = if name.contains(".sm_100.") { "sm_100" } else { "sm_90" };
        let (reference, _) = lower::lower(&original).expect("a module");
        for site in (0..).step_by(step) {
            let Some((file, what)) = mutant(&original, site) else { break };
            let bytes = file.write();
            // A change can leave the format, e.g. a fifth memory scope.
            let Ok(candidate) =
                File::read(&bytes).map_err(drop).and_then(|file| lower::lower(&file).map_err(drop))
            else {
                continue;
            };
            tried += 1;
            match compare(&reference, &candidate.0, &Options::default()) {
                Comparison::Different { .. } => {}
                Comparison::Unknown(reason) => panic!("{name}: {what}: {reason}"),
                Comparison::Equal => {
                    equal += 1;
                    let Some(assembler) = &assembler else { continue };
                    let summary = match assembler.summary(&bytes, target, OPT_LEVEL) {
                        Ok(summary) => summary,
                        Err(AssembleError::Refused { .. }) => continue,
                        Err(error) => panic!("{name}: {error}"),
                    };
                    assembled += 1;
                    let wanted = assembler.summary(&original.write(), target, OPT_LEVEL);
                    let wanted = wanted.unwrap_or_else(|error| panic!("{name}: {error}"));
                    assert!(
                        wanted.is_text_identical(&summary),
                        "{name}: {what}: called equal, but the machine code differs"
                    );
                }
            }
        }
    }
    eprintln!("{tried} changed modules, {equal} equal, {assembled} of them assembled to the same");
    assert!(tried > 400, "{tried}");
    assert!(equal * 4 < tried, "{equal} of {tried}");
}
