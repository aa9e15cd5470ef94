//! Rust text of a kernel module to Tile IR bytecode, in process: no cargo, no GPU, no driver.
//!
//! The proof of a port and its launch both compile through [`compile_entry`], so that what was
//! compared is what runs. Nothing here reads the environment: cutile's `CUTILE_*` overrides would
//! make a launch differ from what was proved.

use std::cell::RefCell;
use std::rc::Rc;

use cutile_compiler::ast::{Module, syn};
use cutile_compiler::compiler::{CUDATileFunctionCompiler, CUDATileModules};
use cutile_compiler::cuda_tile_runtime_utils::serialize_tile_ir_bytecode_for_version;
use cutile_compiler::hints::{CompileOptions, DebugInfoLevel};
use cutile_compiler::specialization::{DivHint, SpecializationBits};
use cutile_ir::bytecode::BytecodeVersion;
use cutile_ir::capabilities::TargetCapabilities;
use cutile_ir::ir::{Attribute, Location};
use sha2::{Digest as _, Sha256};

use crate::explicit;
use tileport_contract::TensorSpec;

use crate::constants;

/// Stack that the compiler wants, in bytes; run [`compile_entry`] on a thread that has it.
pub const STACK_SIZE: usize = 64 << 20;

/// The version of the bytecode that is written, whatever the installed assembler prefers.
pub const BYTECODE_VERSION: BytecodeVersion = BytecodeVersion::V13_5;

/// One specialisation of an entry function.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Specialization {
    /// Name of the Rust function.
    pub entry: String,
    /// Values of its generic parameters in the order of declaration: `f16`, `1024`.
    pub generics: Vec<String>,
    /// Module constants of a float type and the values that replace theirs.
    pub consts: Vec<(String, f64)>,
    /// What `&Tensor` parameters are compiled for.
    pub tensors: Vec<TensorSpec>,
    /// Compiler hints, none where the source's own stand.
    pub hints: Hints,
    /// Architecture, e.g. `sm_90`.
    pub target: String,
}

/// Entry hints that a launch chooses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Hints {
    /// Expected resident blocks per SM.
    pub occupancy: Option<i32>,
    /// Blocks in a cluster.
    pub num_ctas: Option<i32>,
    /// Worker warps of a block.
    pub num_worker_warps: Option<i32>,
}

/// The `kernels` module of a Rust source text, ready to be specialised any number of times.
pub struct Source {
    module: syn::ItemMod,
    loaded: RefCell<Option<Loaded>>,
}

/// A module with these float constants, and all modules that it uses. To load them parses cutile's
/// own sources, which takes longer than to compile an entry.
struct Loaded {
    consts: Vec<(String, f64)>,
    modules: Rc<CUDATileModules>,
}

impl Source {
    /// Parses a file that holds one `#[cutile::module] pub mod kernels { … }`.
    ///
    /// # Errors
    /// The text does not parse, or has no such module.
    pub fn parse(text: &str) -> Result<Self, String> {
        let file = syn::parse_file(text).map_err(|error| {
            let start = error.span().start();
            format!("line {}, column {}: {error}", start.line, start.column + 1)
        })?;
        file.items
            .into_iter()
            .find_map(|item| match item {
                syn::Item::Mod(module) if module.ident == "kernels" => {
                    Some(Self { module, loaded: RefCell::default() })
                }
                _ => None,
            })
            .ok_or_else(|| "the source has no module named `kernels`".to_owned())
    }

    /// Where each tensor parameter of an entry starts among its flattened parameters.
    fn places<'t>(
        &self,
        entry: &str,
        tensors: &'t [TensorSpec],
    ) -> Result<Vec<(usize, &'t TensorSpec)>, String> {
        let items = self.module.content.iter().flat_map(|(_, items)| items);
        let function = items
            .filter_map(|item| match item {
                syn::Item::Fn(function) => Some(function),
                _ => None,
            })
            .find(|function| function.sig.ident == entry)
            .ok_or_else(|| format!("the module has no entry named `{entry}`"))?;
        let mut places = Vec::new();
        let mut next = 0;
        for input in &function.sig.inputs {
            let syn::FnArg::Typed(input) = input else { continue };
            let tensor = tensors
                .iter()
                .find(|one| matches!(&*input.pat, syn::Pat::Ident(name) if name.ident == one.name));
            places.extend(tensor.map(|tensor| (next, tensor)));
            next += tensor.map_or(1, |tensor| 1 + 2 * tensor.shape.len());
        }
        Ok(places)
    }

    /// The module with these float constants and all that it uses; kept for the next call.
    fn modules(&self, consts: &[(String, f64)]) -> Result<Rc<CUDATileModules>, String> {
        let same = |loaded: &&Loaded| {
            let bits = |(name, value): &(String, f64)| (name.clone(), value.to_bits());
            loaded.consts.iter().map(bits).eq(consts.iter().map(bits))
        };
        if let Some(loaded) = self.loaded.borrow().as_ref().filter(same) {
            return Ok(Rc::clone(&loaded.modules));
        }
        let mut module = Module::new("kernels", self.with_consts(consts)?);
        module.set_absolute_path("tileport::kernels".to_owned());
        let modules = CUDATileModules::from_kernel(module).map_err(|error| error.to_string())?;
        let modules = Rc::new(modules);
        *self.loaded.borrow_mut() =
            Some(Loaded { consts: consts.to_vec(), modules: Rc::clone(&modules) });
        Ok(modules)
    }

    /// The module with the given float constants in place of its own.
    fn with_consts(&self, consts: &[(String, f64)]) -> Result<syn::ItemMod, String> {
        let mut module = self.module.clone();
        for (name, value) in consts {
            let item = module
                .content
                .iter_mut()
                .flat_map(|(_, items)| items)
                .find_map(|item| match item {
                    syn::Item::Const(item) if item.ident == name => Some(item),
                    _ => None,
                })
                .ok_or_else(|| format!("the module has no constant named `{name}`"))?;
            let literal = float_literal(*value)
                .ok_or_else(|| format!("`{name}`: not a number cannot be a constant"))?;
            *item.expr = syn::parse_str(&literal).map_err(|error| error.to_string())?;
        }
        Ok(module)
    }
}

/// A float as Rust source that cutile reads back as the same value; `None` for not-a-number.
///
/// An infinity is written as a finite number beyond every type that constants have here: cutile
/// parses as f64 and rounds to the tile's element type.
pub fn float_literal(value: f64) -> Option<String> {
    if value.is_nan() {
        return None;
    }
    let finite = if value.is_infinite() { 1.0e39_f64.copysign(value) } else { value };
    Some(format!("{finite:?}"))
}

/// Compiles one specialisation to bytecode of [`BYTECODE_VERSION`].
///
/// cutile may panic on input that it does not expect; catch it where that matters. Needs
/// [`STACK_SIZE`].
///
/// # Errors
/// The compiler's message.
pub fn compile_entry(source: &Source, wanted: &Specialization) -> Result<Vec<u8>, String> {
    serialize(&lower(source, wanted)?)
}

/// SHA-256, in lower-case hexadecimal digits, of the bytecode without source positions: that of the
/// code alone, whatever lines it stands on.
///
/// # Errors
/// As [`compile_entry`].
pub fn fingerprint(source: &Source, wanted: &Specialization) -> Result<String, String> {
    fingerprint_of(lower(source, wanted)?)
}

/// [`compile_entry`] and [`fingerprint`] in one.
///
/// # Errors
/// As [`compile_entry`].
pub fn compile_with_fingerprint(
    source: &Source,
    wanted: &Specialization,
) -> Result<(Vec<u8>, String), String> {
    let module = lower(source, wanted)?;
    Ok((serialize(&module)?, fingerprint_of(module)?))
}

fn fingerprint_of(mut module: cutile_ir::Module) -> Result<String, String> {
    each_operation(&mut module, |operation| operation.location = Location::Unknown);
    let digest = Sha256::digest(serialize(&module)?);
    Ok(digest.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn serialize(module: &cutile_ir::Module) -> Result<Vec<u8>, String> {
    serialize_tile_ir_bytecode_for_version(module, BYTECODE_VERSION)
        .map(|(bytes, _)| bytes)
        .map_err(|error| error.to_string())
}

/// One specialisation as Tile IR.
fn lower(source: &Source, wanted: &Specialization) -> Result<cutile_ir::Module, String> {
    // Named so that the linker keeps the modules' registrations.
    let _linked: [fn() -> Module; 7] = [
        cutile::core::__module_ast_self,
        tileport_support::ops::__module_ast_self,
        tileport_support::explicit::forms::__module_ast_self,
        tileport_support::gather::ops::__module_ast_self,
        tileport_support::hinted::ops::__module_ast_self,
        tileport_support::number::ops::__module_ast_self,
        tileport_support::view::ops::__module_ast_self,
    ];
    let modules = source.modules(&wanted.consts)?;
    let dynamic: Vec<Vec<i32>> =
        wanted.tensors.iter().map(|one| vec![-1; one.strides.len()]).collect();
    let names = wanted.tensors.iter().map(|one| one.name.as_str());
    let strides: Vec<(&str, &[i32])> = names.zip(dynamic.iter().map(Vec::as_slice)).collect();
    let known: Vec<(String, SpecializationBits)> =
        wanted.tensors.iter().map(|one| (one.name.clone(), specialization(one))).collect();
    let known: Vec<(&str, &SpecializationBits)> =
        known.iter().map(|(name, bits)| (name.as_str(), bits)).collect();
    let compiler = CUDATileFunctionCompiler::new(
        &modules,
        "kernels",
        &wanted.entry,
        &wanted.generics,
        &strides,
        &known,
        &[],
        None,
        wanted.target.clone(),
        &options(wanted.hints),
    )
    .and_then(|compiler| {
        compiler.with_target_capabilities(TargetCapabilities::new(
            BYTECODE_VERSION,
            wanted.target.clone(),
        ))
    })
    .map_err(|error| error.to_string())?;
    let mut ir = compiler.compile().map_err(|error| error.to_string())?;
    constants::specialise(&mut ir, &source.places(&wanted.entry, &wanted.tensors)?)?;
    explicit::assemble(&mut ir)?;
    sort_hints(&mut ir);
    Ok(ir)
}

/// Puts the hints of every operation in the order of their names.
///
/// cutile 0.5 writes them in the order of a hash map, another one in each run; the same source must
/// give the same bytes.
fn sort_hints(module: &mut cutile_ir::Module) {
    each_operation(module, |operation| {
        for (_, attribute) in &mut operation.attributes {
            if let Attribute::OptimizationHints(hints) = attribute {
                hints.entries.sort_by(|a, b| a.0.cmp(&b.0));
                for (_, of_target) in &mut hints.entries {
                    of_target.sort_by(|a, b| a.0.cmp(&b.0));
                }
            }
        }
    });
}

/// Visits every operation of a module, the entries too.
fn each_operation(
    module: &mut cutile_ir::Module,
    mut visit: impl FnMut(&mut cutile_ir::ir::Operation),
) {
    let mut pending = module.functions.clone();
    while let Some(id) = pending.pop() {
        for region in module.op(id).regions.clone() {
            for block in module.region(region).blocks.clone() {
                pending.extend(module.block(block).ops.iter().copied());
            }
        }
        visit(module.op_mut(id));
    }
}

/// A tensor's divisors as cutile takes them.
fn specialization(tensor: &TensorSpec) -> SpecializationBits {
    let hint = |divisor: i32| DivHint { divisor, max: 16 };
    SpecializationBits {
        shape_div: tensor.shape_div.iter().copied().map(hint).collect(),
        stride_div: tensor.stride_div.iter().copied().map(hint).collect(),
        stride_one: tensor.strides.iter().map(|stride| *stride == 1).collect(),
        base_ptr_div: hint(tensor.align),
        elements_disjoint: true,
    }
}

/// Options that leave to source and specialisation what the reference says: no debug level from the
/// cargo profile.
fn options(hints: Hints) -> CompileOptions {
    let mut options = CompileOptions::new().debug_info(DebugInfoLevel::None).opt_level(3);
    options.occupancy = hints.occupancy;
    options.num_cta_in_cga = hints.num_ctas;
    options.num_worker_warps_per_cta = hints.num_worker_warps;
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_float_literal_reads_back() {
        for value in [0.0, -0.0, 1.0, 1e-6, -1.5e300, f64::from(0.1_f32)] {
            let text = float_literal(value).unwrap();
            assert_eq!(text.parse::<f64>().unwrap().to_bits(), value.to_bits(), "{text}");
        }
        assert_eq!(float_literal(f64::NEG_INFINITY).as_deref(), Some("-1e39"));
        assert_eq!(float_literal(f64::NAN), None);
    }

    #[test]
    fn hints_stand_in_the_order_of_their_names() {
        use cutile_ir::builder::OpBuilder;
        use cutile_ir::bytecode::Opcode;
        use cutile_ir::ir::{Location, OptimizationHints};

        let number = |value| Attribute::i32(value);
        let hints = |names: [&str; 2]| {
            let entries = names.map(|name| (name.to_owned(), number(1))).to_vec();
            let targets =
                vec![("sm_90".to_owned(), entries.clone()), ("sm_100".to_owned(), entries)];
            Attribute::OptimizationHints(OptimizationHints { entries: targets })
        };
        let sorted = |names| {
            let mut module = cutile_ir::Module::new("m");
            let (entry, _) = OpBuilder::new(Opcode::Entry, Location::Unknown)
                .attr("optimization_hints", hints(names))
                .build(&mut module);
            module.functions.push(entry);
            sort_hints(&mut module);
            format!("{:?}", module.op(entry).attributes)
        };
        let text = sorted(["latency", "allow_tma"]);
        assert_eq!(text, sorted(["allow_tma", "latency"]));
        assert!(text.find("allow_tma").unwrap() < text.find("latency").unwrap());
        assert!(text.find("sm_100").unwrap() < text.find("sm_90").unwrap());
    }

    #[test]
    fn a_source_without_the_module_is_refused() {
        let error = Source::parse("fn main() {}").err().unwrap();
        assert!(error.contains("no module named `kernels`"), "{error}");
        let error = Source::parse("mod kernels {").err().unwrap();
        assert!(error.contains("line 1"), "{error}");
    }

    #[test]
    fn a_constant_that_is_not_there_is_named() {
        let source = Source::parse("mod kernels { const EPS: f64 = 1e-5; }").unwrap();
        assert!(source.with_consts(&[("EPS".into(), 1e-6)]).is_ok());
        let error = source.with_consts(&[("NOPE".into(), 1.0)]).err().unwrap();
        assert!(error.contains("NOPE"), "{error}");
    }
}
