//! The interpreter agrees with numpy on kernels exported from cuTile Python, before and after their
//! conversion.

use std::collections::BTreeMap;
use std::path::Path;

use assert_cmd::Command;
use cutile_ir::Module;
use cutile_ir::ir::ScalarType;
use serde::Deserialize;
use xtask::tileir::interpret::{self as launch, float};
use xtask::toolchain::Toolkit;
use xtask::workspace::Workspace;

#[derive(Debug, Deserialize)]
struct Case {
    grid: [u32; 3],
    arguments: Vec<Argument>,
    after: Vec<Array>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Argument {
    Array(Array),
    Scalar(i64),
}

#[derive(Debug, Deserialize)]
struct Array {
    dtype: String,
    shape: Vec<usize>,
    bits: Vec<u64>,
}

impl Array {
    fn scalar(&self) -> ScalarType {
        match self.dtype.as_str() {
            "float32" => ScalarType::F32,
            "float64" => ScalarType::F64,
            "int32" => ScalarType::I32,
            "int8" => ScalarType::I8,
            other => panic!("{other}"),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let width = self.scalar().byte_width();
        self.bits.iter().flat_map(|bits| bits.to_le_bytes()[..width].to_vec()).collect()
    }
}

fn python(script: &str, arguments: &[&str]) -> Vec<u8> {
    let workspace = Workspace::discover().expect("the workspace");
    let toolkit = Toolkit::find(&workspace).expect("`cargo xtask setup` has been run");
    let mut command = Command::from_std(toolkit.python_command());
    command.arg(workspace.root().join("tests/own").join(script)).args(arguments);
    command.assert().success().get_output().stdout.clone()
}

fn module(path: &Path) -> Module {
    xtask::tileir::load(path).expect("a module").0
}

/// Runs a kernel as cuTile's launcher would: pointer, sizes and strides of each array.
fn check(name: &str, module: &Module, case: &Case) {
    let mut arguments = Vec::new();
    let integer = |value: usize| launch::Argument::Number(value as u64);
    for argument in &case.arguments {
        let array = match argument {
            Argument::Scalar(value) => {
                arguments.push(launch::Argument::Number(u64::from(*value as u32)));
                continue;
            }
            Argument::Array(array) => array,
        };
        arguments.push(launch::Argument::Buffer(array.bytes()));
        arguments.extend(array.shape.iter().map(|&size| integer(size)));
        let stride = |axis: usize| array.shape[axis + 1..].iter().product();
        arguments.extend((0..array.shape.len()).map(|axis| integer(stride(axis))));
    }
    let launch = launch::Launch { arguments, grid: case.grid, fuel: 1_000_000 };
    let outcome = launch::run(module, &launch).unwrap_or_else(|stop| panic!("{name}: {stop}"));
    assert_eq!(outcome.end, launch::End::Returned, "{name}");
    assert_eq!(outcome.violations, Vec::<String>::new(), "{name}");
    for (index, (found, wanted)) in outcome.buffers.iter().zip(&case.after).enumerate() {
        let scalar = wanted.scalar();
        let width = scalar.byte_width();
        assert_eq!(found.len(), wanted.bits.len() * width);
        for (element, &bits) in wanted.bits.iter().enumerate() {
            let found = &found[element * width..(element + 1) * width];
            let found = found
                .iter()
                .rev()
                .try_fold(0u64, |bits, byte| byte.map(|byte| bits << 8 | u64::from(byte)));
            let found =
                found.unwrap_or_else(|| panic!("{name}: array {index} at {element} is undefined"));
            if found == bits {
                continue;
            }
            let (a, b) = (float::decode(scalar, found), float::decode(scalar, bits));
            // A multiply-add rounds once where numpy rounds twice.
            let ulps = if scalar == ScalarType::F64 { 1e-15 } else { 1e-6 };
            let is_near = scalar.is_float() && (a - b).abs() <= ulps * b.abs().max(1.0);
            assert!(is_near, "{name}: array {index} at {element}: {found:#x} for {bits:#x}");
        }
    }
}

#[test]
fn kernels_compute_what_numpy_computes() {
    let folder = tempfile::tempdir().expect("a folder");
    let reference = folder.path().join("reference");
    for script in ["kernels.py", "cases.py"] {
        python(script, &[reference.to_str().expect("UTF-8"), "sm_90"]);
    }
    let kept = folder.path().join("kept");
    Command::cargo_bin("xtask")
        .expect("the program")
        .args(["kernels", "--json", "--targets", "sm_90", "--corpus"])
        .arg(&reference)
        .arg("--keep")
        .arg(&kept)
        .output()
        .expect("started");
    let mut converted = 0;
    for seed in ["1", "2"] {
        let cases: BTreeMap<String, Case> =
            serde_json::from_slice(&python("expected.py", &[seed])).expect("cases");
        assert_eq!(cases.len(), 14);
        for (name, case) in &cases {
            let file = format!("{name}.tileirbc");
            check(name, &module(&reference.join(&file)), case);
            let ours = kept.join(&file);
            if ours.is_file() {
                converted += 1;
                check(&format!("{name}, converted"), &module(&ours), case);
            }
        }
    }
    assert!(converted >= 24, "{converted} were converted");
}

/// An operation, its operands and what numpy makes of them.
#[derive(Debug, Deserialize)]
struct Row {
    op: String,
    attributes: BTreeMap<String, String>,
    operands: Vec<(String, Vec<u64>)>,
    result: (String, Vec<Option<u64>>),
}

fn scalar_of(name: &str) -> ScalarType {
    ScalarType::parse(name).unwrap_or_else(|| panic!("{name}"))
}

#[test]
fn single_operations_give_what_numpy_gives() {
    use cutile_ir::ir::{TileElementType, TileType, Type};
    use xtask::tileir::interpret::pure::{Op, evaluate};
    use xtask::tileir::interpret::value::{Element, Tile, Value};

    let mut operations = BTreeMap::new();
    for seed in ["1", "2", "3"] {
        let rows: Vec<Row> =
            serde_json::from_slice(&python("operations.py", &[seed])).expect("rows");
        for row in &rows {
            let known = xtask::tileir::ops::by_name(&row.op).expect("an operation");
            let attributes: Vec<(String, String)> = row.attributes.clone().into_iter().collect();
            let (kind, wanted) = &row.result;
            let result = scalar_of(kind);
            let types = [Type::Tile(TileType {
                shape: vec![wanted.len() as i64],
                element_type: TileElementType::Scalar(result),
            })];
            let op = Op { opcode: known.opcode, attributes: &attributes, types: &types };
            let operands: Vec<Value> = row
                .operands
                .iter()
                .map(|(kind, bits)| {
                    Value::Tile(Tile {
                        shape: vec![bits.len()],
                        element: Element::Scalar(scalar_of(kind)),
                        bits: bits.iter().copied().map(Some).collect(),
                    })
                })
                .collect();
            let found = evaluate(&op, &operands).unwrap_or_else(|stop| panic!("{row:?}: {stop}"));
            let found = &found[0].tile().expect("a tile").bits;
            // These are computed in f64 and rounded; numpy's own may be off in the last place.
            let is_exact = !matches!(
                row.op.as_str(),
                "exp"
                    | "exp2"
                    | "log"
                    | "log2"
                    | "sin"
                    | "cos"
                    | "tan"
                    | "sinh"
                    | "cosh"
                    | "tanh"
                    | "pow"
                    | "atan2"
            );
            for (at, (found, wanted)) in found.iter().zip(wanted).enumerate() {
                let is_same = match (found, wanted) {
                    (Some(found), Some(wanted)) if result.is_float() => {
                        let number = |bits| float::decode(result, bits);
                        let (a, b) = (number(*found), number(*wanted));
                        let is_near = (a - b).abs() <= 1e-3 * b.abs().max(1e-6)
                            && found.abs_diff(*wanted) <= 4;
                        // numpy leaves open which zero is the greater one.
                        let is_zero = matches!(row.op.as_str(), "maxf" | "minf") && a == 0.0;
                        let is_near = is_near || is_zero && b == 0.0;
                        let is_exact = is_exact && !is_zero;
                        found == wanted || a.is_nan() && b.is_nan() || !is_exact && is_near
                    }
                    (found, wanted) => found == wanted,
                };
                let operands: Vec<u64> = row.operands.iter().map(|(_, bits)| bits[at]).collect();
                assert!(
                    is_same,
                    "{} {:?} {kind} of {operands:x?}: {found:x?} for {wanted:x?}",
                    row.op, row.attributes
                );
            }
            *operations.entry(row.op.clone()).or_insert(0) += wanted.len();
        }
    }
    assert_eq!(operations.len(), 47, "{operations:?}");
}
