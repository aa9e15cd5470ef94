//! Bytecode of any producer as the reference of a crate of its own: `convert --reference FILE --name NAME`.
//!
//! Nothing but the file is known: one signature, whose arguments follow from the module's entry. An
//! array of cuTile Python is recognised by the mangled symbol; every other pointer is passed as a
//! tensor of rank 0, which flattens to its address alone. What the file assumes of a scalar, the
//! caller must keep.

use std::path::Path;

use anyhow::Result;
use cutile_ir::Module;
use cutile_ir::ir::{Attribute, ScalarType, TileElementType, Type};

use crate::analysis::{
    Analysis, Argument, Array, Function, Options, Param, SCHEMA, Signature, Source,
};
use crate::convert::holes::Role;
use crate::convert::literal::type_name;
use crate::convert::plain;
use crate::convert::skeleton::{Skeleton, skeleton};
use crate::error::usage;
use crate::files::{self, sha256};
use crate::tileir;
use crate::workspace::KernelCrate;

/// Writes the reference of a crate from a bytecode file.
///
/// # Errors
/// The file cannot be read, or its entry takes what a launch cannot pass: exit 2.
pub fn import(crate_: &KernelCrate, name: &str, file: &Path, target: &str) -> Result<Analysis> {
    let bytes =
        std::fs::read(file).map_err(|error| usage(format!("{}: {error}", file.display())))?;
    let (module, _) = tileir::load(file)?;
    let analysis = describe(&module, name, file, &sha256(&bytes), target)?;
    let signature = &analysis.functions[0].signatures[0];
    files::write(&crate_.root().join(&signature.file), &bytes)?;
    files::write(&crate_.analysis(), serde_json::to_string_pretty(&analysis)? + "\n")?;
    Ok(analysis)
}

/// The analysis of a module by itself.
fn describe(
    module: &Module,
    name: &str,
    file: &Path,
    hash: &str,
    target: &str,
) -> Result<Analysis> {
    let plan = plain::plan(module, name, &[])
        .ok_or_else(|| usage(format!("{}: the module has no entry", file.display())))?;
    let types = entry_types(module);
    let skeleton = skeleton(module);
    let mut arguments: Vec<Argument> = Vec::new();
    for (place, param) in plan.params.iter().enumerate() {
        let element = element(&types[place]);
        match param.role {
            Role::Pointer => arguments.push(array(&plan.params, place, &skeleton, element)),
            Role::Scalar => {
                let dtype = match element {
                    Some(
                        ScalarType::I32
                        | ScalarType::I64
                        | ScalarType::F32
                        | ScalarType::F64
                        | ScalarType::I1,
                    ) => element.map(type_name).unwrap_or_default().to_owned(),
                    other => {
                        return Err(usage(format!(
                            "{}: parameter {place} of the entry is {other:?}, which no launch passes; \
                             i1, i32, i64, f32, f64 and pointers are",
                            file.display()
                        )));
                    }
                };
                arguments.push(Argument::Scalar { dtype });
            }
            Role::Length => {
                let table = arguments.pop();
                if let Some(Argument::Array(element)) = table {
                    arguments.push(Argument::List { element });
                }
            }
            Role::Size(_) | Role::Stride(_) => {}
        }
    }
    let source = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let dtypes: Vec<&str> = arguments
        .iter()
        .filter_map(|argument| match argument {
            Argument::Array(array) | Argument::List { element: array } => {
                Some(array.dtype.as_str())
            }
            _ => None,
        })
        .collect();
    let dtypes = if dtypes.is_empty() { "none".to_owned() } else { dtypes.join("-") };
    let signature = Signature {
        id: hash[..8].to_owned(),
        variant: "v0".to_owned(),
        file: format!("reference/{name}.v0.{dtypes}.{target}.{}.tileirbc", &hash[..8]),
        dtypes,
        target: target.to_owned(),
        sha256: hash.to_owned(),
        representative: true,
        launched: true,
        symbol: symbol(module),
        options: options(module, target),
        launches: Vec::new(),
        arguments,
    };
    let count = signature.arguments.len();
    let function = Function {
        name: name.to_owned(),
        file: source.clone(),
        line: 0,
        lines: [0, 0],
        params: (0..count)
            .map(|index| Param { name: format!("arg{index}"), constant: false, index64: false })
            .collect(),
        signatures: vec![signature],
        config_to_variant: Default::default(),
    };
    Ok(Analysis {
        schema: SCHEMA,
        operator: name.to_owned(),
        module: String::new(),
        tilegym: Source { version: String::new(), file: source, sha256: hash.to_owned() },
        cuda_tile: String::new(),
        targets: vec![target.to_owned()],
        inputs_sha256: String::new(),
        functions: vec![function],
        tolerance: Default::default(),
        correctness_reference: String::new(),
        autotune: Vec::new(),
        test_perf: Vec::new(),
    })
}

/// The array that begins at a flattened parameter, with the divisors that the module assumes.
fn array(
    params: &[crate::convert::holes::EntryParam],
    place: usize,
    skeleton: &Skeleton,
    element: Option<ScalarType>,
) -> Argument {
    let own = |other: &crate::convert::holes::EntryParam| other.python.0 == params[place].python.0;
    let sizes = params[place + 1..].iter().take_while(|one| own(one));
    let rank = sizes.filter(|one| matches!(one.role, Role::Size(_))).count();
    let divisor = |at: usize| {
        let assumed = skeleton.params.get(at).and_then(|assumed| assumed.divisor);
        assumed.and_then(|divisor| u32::try_from(divisor).ok()).unwrap_or(1)
    };
    Argument::Array(Array {
        dtype: element.map_or("i8", type_name).to_owned(),
        rank,
        index: "i32".to_owned(),
        base_divisor: divisor(place),
        shape_constant: vec![None; rank],
        stride_constant: vec![None; rank],
        shape_divisor: (0..rank).map(|axis| divisor(place + 1 + axis)).collect(),
        stride_divisor: (0..rank).map(|axis| divisor(place + 1 + rank + axis)).collect(),
        may_alias_internally: false,
    })
}

/// Types of the entry's parameters.
fn entry_types(module: &Module) -> Vec<Type> {
    let block = module
        .functions
        .first()
        .and_then(|entry| module.op(*entry).regions.first())
        .and_then(|region| module.region(*region).blocks.first());
    block.map_or_else(Vec::new, |block| {
        module.block(*block).args.iter().map(|(_, ty)| ty.clone()).collect()
    })
}

/// The element of a parameter's tile; of a pointer, what it points to.
fn element(ty: &Type) -> Option<ScalarType> {
    match ty.without_pointer_attribute() {
        Type::Tile(tile) => Some(match &tile.element_type {
            TileElementType::Scalar(scalar) => *scalar,
            TileElementType::Pointer(pointer) => pointer.pointee,
        }),
        _ => None,
    }
}

fn entry_attribute<'m>(module: &'m Module, name: &str) -> Option<&'m Attribute> {
    let entry = module.functions.first()?;
    crate::convert::skeleton::attribute(module.op(*entry), name)
}

fn symbol(module: &Module) -> String {
    match entry_attribute(module, "sym_name") {
        Some(Attribute::String(name)) => name.clone(),
        _ => String::new(),
    }
}

/// The hints of the entry: those for the target, else the default ones.
fn options(module: &Module, target: &str) -> Options {
    let Some(Attribute::OptimizationHints(hints)) = entry_attribute(module, "optimization_hints")
    else {
        return Options::default();
    };
    let read = |name: &str| {
        let value = |wanted: &str| {
            let (_, entries) = hints.entries.iter().find(|(key, _)| key == wanted)?;
            let (_, value) = entries.iter().find(|(key, _)| key == name)?;
            match value {
                Attribute::Integer(number, _) => u32::try_from(*number).ok(),
                _ => None,
            }
        };
        value(target).or_else(|| value("default"))
    };
    Options {
        num_ctas: read("num_cta_in_cga"),
        occupancy: read("occupancy"),
        opt_level: None,
        num_worker_warps: read("num_worker_warps_per_cta"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corpus() -> Vec<std::path::PathBuf> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kernels/softmax/reference");
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "tileirbc"))
            .collect();
        files.sort();
        files
    }

    #[test]
    fn a_file_by_itself_becomes_a_reference_that_converts() {
        for file in corpus() {
            let folder = tempfile::tempdir().unwrap();
            let crate_ = KernelCrate::at(folder.path());
            let analysis = import(&crate_, "alone", &file, "sm_90").unwrap();
            let signature = &analysis.functions[0].signatures[0];
            let Argument::Array(array) = &signature.arguments[0] else {
                panic!("{}: the first argument is a tensor", file.display());
            };
            assert_eq!(array.rank, 2);
            let read =
                |signature: &Signature| Ok(std::fs::read(folder.path().join(&signature.file))?);
            let conversion = super::super::conversion::convert(&analysis, read, |_| None).unwrap();
            assert!(conversion.text.contains("fn alone"));
            assert_eq!(conversion.contract.functions[0].symbol, "cutile_alone");
        }
    }

    #[test]
    fn what_is_no_bytecode_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("noise.tileirbc");
        std::fs::write(&file, b"no bytecode").unwrap();
        let error = import(&KernelCrate::at(folder.path()), "x", &file, "sm_90").unwrap_err();
        assert!(format!("{error:#}").contains("noise.tileirbc"), "{error:#}");
    }
}
