//! What depends on the bytecode version: the kernels of `tests/corpus/versions`, exported by cuTile at
//! several of them.

use cutile_ir::bytecode::{BytecodeVersion, Opcode};
use cutile_ir::ir::{Attribute, Module, OpId};
use xtask::tileir::compare::{Options, compare};
use xtask::tileir::file::functions::Op;
use xtask::tileir::{File, lower};
use xtask::workspace::Workspace;

fn read(name: &str) -> (Vec<u8>, File) {
    let root = Workspace::discover().expect("the workspace").root().to_path_buf();
    let path = root.join("tests/corpus/versions").join(format!("{name}.tileirbc"));
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let file = File::read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(file.write() == bytes, "{name} is written back otherwise");
    (bytes, file)
}

fn module(name: &str) -> Module {
    lower::lower(&read(name).1).unwrap_or_else(|error| panic!("{name}: {error}")).0
}

/// All operations of a module, outer ones first.
fn ops(module: &Module) -> Vec<OpId> {
    fn visit(module: &Module, op: OpId, list: &mut Vec<OpId>) {
        list.push(op);
        for &region in &module.op(op).regions {
            for &block in &module.region(region).blocks {
                module.block(block).ops.iter().for_each(|op| visit(module, *op, list));
            }
        }
    }
    let mut list = Vec::new();
    module.functions.iter().for_each(|op| visit(module, *op, &mut list));
    list
}

fn attribute(module: &Module, op: OpId, wanted: &str) -> Option<Attribute> {
    let attributes = &module.op(op).attributes;
    attributes.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.clone())
}

#[test]
fn d02_one_kernel_means_the_same_at_every_version() {
    let modules = ["versions.13.1", "versions.13.2", "versions.13.3"].map(module);
    for candidate in &modules[1..] {
        let comparison = compare(&modules[0], candidate, &Options::default());
        assert!(comparison.is_equal(), "{comparison:?}");
    }
    for module in &modules {
        let find = |opcode| ops(module).into_iter().find(|op| module.op(*op).opcode == opcode);
        let negate = find(Opcode::NegI).expect("a negation");
        assert_eq!(attribute(module, negate, "overflow"), Some(Attribute::i32(0)));
        let tanh = find(Opcode::TanH).expect("a tanh");
        assert_eq!(attribute(module, tanh, "rounding_mode"), Some(Attribute::i32(5)));
        let counted = find(Opcode::For).expect("a loop");
        assert_eq!(attribute(module, counted, "unsigned_cmp"), None);
    }
}

#[test]
fn d02_a_print_has_a_token_from_13_2_on() {
    let modules = ["printing.13.2", "printing.13.3"].map(module);
    assert!(compare(&modules[0], &modules[1], &Options::default()).is_equal());
    // At 13.1 cuTile writes a lock around it; the print itself reads as one with a token that
    // nothing uses, which later versions can write.
    let oldest = module("printing.13.1");
    for module in [&oldest, &modules[0], &modules[1]] {
        let print = ops(module).into_iter().find(|op| module.op(*op).opcode == Opcode::Print);
        assert_eq!(module.op(print.expect("a print")).result_types.len(), 1);
    }
    let bytes = lower::write(&oldest, BytecodeVersion::V13_2).expect("bytecode");
    let again = lower::lower(&File::read(&bytes).expect("a file")).expect("a module").0;
    assert!(compare(&oldest, &again, &Options::default()).is_equal());
}

/// The first loop of a function.
fn find_for(ops: &mut [Op]) -> Option<&mut Op> {
    ops.iter_mut().find_map(|op| {
        if op.row.opcode == Opcode::For {
            return Some(op);
        }
        let blocks = op.regions.iter_mut().flatten();
        blocks.map(|block| find_for(&mut block.ops)).find_map(|found| found)
    })
}

#[test]
fn d02_an_unsigned_loop_is_read_written_and_told_apart() {
    let (_, mut file) = read("versions.13.2");
    let signed = lower::lower(&file).expect("a module").0;
    find_for(&mut file.functions.list[0].body).expect("a loop").flags = 1;
    let bytes = file.write();
    let unsigned = File::read(&bytes).expect("a file");
    assert!(unsigned.write() == bytes);
    let unsigned = lower::lower(&unsigned).expect("a module").0;
    let counted = ops(&unsigned).into_iter().find(|op| unsigned.op(*op).opcode == Opcode::For);
    let flag = attribute(&unsigned, counted.expect("a loop"), "unsigned_cmp");
    assert_eq!(flag, Some(Attribute::Bool(true)));
    let comparison = compare(&signed, &unsigned, &Options::default());
    assert!(!comparison.is_equal());
    assert!(
        format!("{comparison:?}").contains("unsigned_cmp absent became true"),
        "{comparison:?}"
    );
}

#[test]
fn d02_fields_of_later_versions_are_errors_in_earlier_files() {
    // The flags word of a partition view's type has no place at 13.2.
    let (mut bytes, _) = read("versions.13.3");
    bytes[9] = 2;
    let error = File::read(&bytes).expect_err("a 13.3 layout under 13.2");
    assert_eq!(error.section, xtask::tileir::file::Section::Type);
}

#[test]
fn d01_identities_are_kept_bit_for_bit_on_the_way_through_cutile_ir() {
    let module = module("identities.13.3");
    let identities = |module: &Module| -> Vec<String> {
        ops(module)
            .into_iter()
            .filter(|op| module.op(*op).opcode == Opcode::Reduce)
            .map(|op| match attribute(module, op, "identities") {
                Some(Attribute::Array(items)) => match items.as_slice() {
                    [Attribute::Float(number, _)] => format!("{:016x}", number.to_bits()),
                    [Attribute::Integer(number, _)] => number.to_string(),
                    items => panic!("{items:?}"),
                },
                other => panic!("{other:?}"),
            })
            .collect()
    };
    let (up, down) = ("7ff0000000000000", "fff0000000000000");
    let expected = [down, up, down, up, "-2147483648"];
    assert_eq!(identities(&module), expected);
    let bytes = lower::write(&module, BytecodeVersion::V13_3).expect("bytecode");
    let again = lower::lower(&File::read(&bytes).expect("a file")).expect("a module").0;
    assert_eq!(identities(&again), expected);
}
