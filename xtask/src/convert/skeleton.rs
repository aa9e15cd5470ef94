//! What of a module is structure and what is a literal.
//!
//! Two signatures of one kernel function belong to the same structural variant when their modules
//! have equal skeletons: the same operations, wired alike, with the same attributes, differing only
//! in literals: tile and view sizes, element types of a class, splat constants, divisors. A
//! skeleton lists those literals in a fixed order, so that the lists of two modules of a variant
//! can be compared place by place.

use std::collections::HashMap;
use std::fmt::Write as _;

use cutile_ir::Module;
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    Attribute, BlockId, DYNAMIC, DenseElements, OpId, Operation, RegionId, ScalarType,
    TensorViewType, TileElementType, Type, Value, ValueProducer,
};

use super::holes::Site;
use super::literal::{Literal, element, splat};

/// The structure of a module, and its literals in traversal order.
#[derive(Debug, Clone)]
pub struct Skeleton {
    /// SHA-256 of the canonical text of the structure; equal for modules of one variant.
    pub hash: String,
    /// Every literal with its place; modules of equal `hash` have them in the same order.
    pub literals: Vec<(Site, Literal)>,
    /// What the module assumes of each flattened entry parameter, taken out of the structure.
    pub params: Vec<Assumed>,
    /// Which flattened entry parameters an operation other than those assumes uses.
    pub used: Vec<bool>,
    /// The assumes that [`Skeleton::params`] stands for: operation and the parameter's index.
    pub assumes: Vec<(OpId, usize)>,
}

/// What a module assumes of one flattened entry parameter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Assumed {
    /// `assume div_by`.
    pub divisor: Option<u64>,
    /// `assume bounded<lower, ?>`.
    pub lower_bound: Option<i64>,
}

/// The skeleton of a module.
///
/// Debug locations, symbol names and the hints of the entry are no part of it; hints of single
/// operations (latency, TMA) are.
pub fn skeleton(module: &Module) -> Skeleton {
    let mut walk = Walk::new(module);
    for global in &module.globals {
        let _ = writeln!(
            walk.text,
            "global {} {} {} {:?} {:?}",
            global.sym_name,
            global.alignment,
            global.constant,
            global.symbol_visibility,
            global.value
        );
    }
    for &function in &module.functions {
        walk.function(function);
    }
    walk.bounds();
    Skeleton {
        hash: crate::files::sha256(&walk.text),
        literals: walk.literals,
        params: walk.params,
        used: walk.used,
        assumes: walk.assumes,
    }
}

/// Canonical text of a module's structure, for explaining why two modules differ.
pub fn structure(module: &Module) -> String {
    let mut walk = Walk::new(module);
    for &function in &module.functions {
        walk.function(function);
    }
    walk.bounds();
    walk.text
}

/// Takes the assumes on entry parameters out of a module; their results become the parameters.
///
/// The facts are in [`Skeleton::params`]; values keep their numbers.
pub fn without_assumes(module: &Module, skeleton: &Skeleton) -> Module {
    let mut stripped = module.clone();
    let results = results_of(module);
    let mut replace: HashMap<Value, Value> = HashMap::new();
    let mut gone: Vec<OpId> = Vec::new();
    for &(op, _) in &skeleton.assumes {
        let source = module.op(op).operands[0];
        let root = replace.get(&source).copied().unwrap_or(source);
        replace.insert(results[&op][0], root);
        gone.push(op);
    }
    for &function in &module.functions {
        let mut regions: Vec<RegionId> = module.op(function).regions.clone();
        while let Some(region) = regions.pop() {
            for block in module.region(region).blocks.clone() {
                let ops = module.block(block).ops.clone();
                for &id in &ops {
                    regions.extend(module.op(id).regions.iter().copied());
                    for operand in &mut stripped.op_mut(id).operands {
                        if let Some(&root) = replace.get(operand) {
                            *operand = root;
                        }
                    }
                }
                stripped.block_mut(block).ops =
                    ops.into_iter().filter(|op| !gone.contains(op)).collect();
            }
        }
    }
    stripped
}

/// The result values of every operation.
pub(crate) fn results_of(module: &Module) -> HashMap<OpId, Vec<Value>> {
    let mut results: HashMap<OpId, Vec<Value>> = HashMap::new();
    for (value, data) in module.values_since(0) {
        if let ValueProducer::OpResult { op, result_index } = data.producer {
            let of_op = results.entry(op).or_default();
            debug_assert_eq!(of_op.len(), result_index as usize);
            of_op.push(value);
        }
    }
    results
}

struct Walk<'m> {
    module: &'m Module,
    results: HashMap<OpId, Vec<Value>>,
    /// Number of each value in order of definition.
    numbers: HashMap<Value, usize>,
    defined: usize,
    /// Entry parameters, and results of the assumes on them, to the parameter's index.
    param_of: HashMap<Value, usize>,
    text: String,
    literals: Vec<(Site, Literal)>,
    params: Vec<Assumed>,
    used: Vec<bool>,
    assumes: Vec<(OpId, usize)>,
}

impl<'m> Walk<'m> {
    fn new(module: &'m Module) -> Self {
        Self {
            module,
            results: results_of(module),
            numbers: HashMap::new(),
            defined: 0,
            param_of: HashMap::new(),
            text: String::new(),
            literals: Vec::new(),
            params: Vec::new(),
            used: Vec::new(),
            assumes: Vec::new(),
        }
    }

    fn function(&mut self, function: OpId) {
        let op = self.module.op(function);
        let _ = writeln!(self.text, "{}", op.opcode.name());
        for &region in &op.regions {
            if let Some(&entry) = self.module.region(region).blocks.first() {
                for &(value, _) in &self.module.block(entry).args {
                    self.param_of.insert(value, self.params.len());
                    self.params.push(Assumed::default());
                    self.used.push(false);
                }
            }
            self.region(region);
        }
    }

    /// Lower bounds of parameters are structure; of a parameter without a use nothing counts.
    fn bounds(&mut self) {
        for (assumed, used) in self.params.iter_mut().zip(&self.used) {
            if !used {
                *assumed = Assumed::default();
            }
            let _ = write!(self.text, "{:?} ", assumed.lower_bound);
        }
    }

    fn region(&mut self, region: RegionId) {
        for &block in &self.module.region(region).blocks {
            self.block(block);
        }
    }

    fn block(&mut self, block: BlockId) {
        self.text.push_str("block(");
        for (value, ty) in &self.module.block(block).args {
            self.define(*value, ty);
        }
        self.text.push_str(")\n");
        for &op in &self.module.block(block).ops {
            if !self.takes_assume(op) {
                self.operation(op);
            }
        }
        self.text.push_str("end\n");
    }

    /// Notes an assume on an entry parameter, and says whether it was one.
    fn takes_assume(&mut self, id: OpId) -> bool {
        let op = self.module.op(id);
        if op.opcode != Opcode::Assume {
            return false;
        }
        let Some(&param) = op.operands.first().and_then(|operand| self.param_of.get(operand))
        else {
            return false;
        };
        let assumed = &mut self.params[param];
        match attribute(op, "predicate") {
            Some(Attribute::DivBy(div)) if div.every.is_none() && div.along.is_none() => {
                // Two divisors of one parameter: the multiple says both, else keep the operation.
                match assumed.divisor {
                    Some(known) if !known.is_multiple_of(div.divisor) => {
                        if !div.divisor.is_multiple_of(known) {
                            return false;
                        }
                        assumed.divisor = Some(div.divisor);
                    }
                    Some(_) => {}
                    None => assumed.divisor = Some(div.divisor),
                }
            }
            Some(Attribute::Bounded(bounded)) if bounded.ub.is_none() => {
                assumed.lower_bound = assumed.lower_bound.max(bounded.lb);
            }
            _ => return false,
        }
        let result = self.results[&id][0];
        let number = self.numbers[&op.operands[0]];
        self.param_of.insert(result, param);
        self.numbers.insert(result, number);
        self.assumes.push((id, param));
        true
    }

    fn operation(&mut self, id: OpId) {
        let op = self.module.op(id);
        self.text.push_str(op.opcode.name());
        for operand in &op.operands {
            if let Some(&param) = self.param_of.get(operand) {
                self.used[param] = true;
            }
            // A use before its definition cannot be decoded; number 0 would still be no panic.
            let number = self.numbers.get(operand).copied().unwrap_or(usize::MAX);
            let _ = write!(self.text, " %{number}");
        }
        self.attributes(id, op);
        self.text.push_str(" -> ");
        let results = self.results.get(&id).cloned().unwrap_or_default();
        for (value, ty) in results.into_iter().zip(&op.result_types) {
            self.define(value, ty);
        }
        self.text.push('\n');
        for &region in &op.regions {
            self.region(region);
        }
    }

    fn attributes(&mut self, id: OpId, op: &Operation) {
        let mut attributes: Vec<&(String, Attribute)> = op.attributes.iter().collect();
        attributes.sort_by(|left, right| left.0.cmp(&right.0));
        for (name, value) in attributes {
            match (op.opcode, name.as_str(), value) {
                (Opcode::Constant, "value", Attribute::DenseElements(dense)) => {
                    self.constant(id, dense);
                }
                (Opcode::Assume, "predicate", Attribute::DivBy(div)) => {
                    let _ = write!(self.text, " div_by({:?},{:?})", div.every, div.along);
                    let divisor = i64::try_from(div.divisor).unwrap_or(i64::MAX);
                    self.literals.push((Site::Divisor { op: id }, Literal::Int(divisor)));
                }
                _ => {
                    let _ = write!(self.text, " {name}=");
                    self.attribute(value);
                }
            }
        }
    }

    /// A splat is a literal, unless of `i1`: those decide structure. Other constants are structure.
    fn constant(&mut self, id: OpId, dense: &DenseElements) {
        let boolean = element(dense) == Some(ScalarType::I1);
        match splat(dense) {
            Some(literal) if !boolean => {
                self.text.push_str(" splat");
                self.literals.push((Site::Constant { op: id }, literal));
            }
            _ => {
                let _ = write!(self.text, " dense {:?}", dense.data);
            }
        }
    }

    fn attribute(&mut self, value: &Attribute) {
        match value {
            Attribute::Integer(number, _) => {
                let _ = write!(self.text, "{number}");
            }
            Attribute::Float(number, _) => {
                let _ = write!(self.text, "{:016x}", number.to_bits());
            }
            Attribute::Array(items) => {
                self.text.push('[');
                for item in items {
                    self.attribute(item);
                    self.text.push(',');
                }
                self.text.push(']');
            }
            Attribute::Dictionary(entries) => {
                for (name, item) in entries {
                    let _ = write!(self.text, "{{{name}=");
                    self.attribute(item);
                    self.text.push('}');
                }
            }
            other => {
                let _ = write!(self.text, "{other:?}");
            }
        }
    }

    fn define(&mut self, value: Value, ty: &Type) {
        self.numbers.insert(value, self.defined);
        self.defined += 1;
        self.ty(value, ty);
        self.text.push(' ');
    }

    fn ty(&mut self, value: Value, ty: &Type) {
        match ty {
            Type::Tile(tile) => {
                let _ = write!(self.text, "tile{}", tile.shape.len());
                self.tile_dims(value, tile.shape.iter().copied());
                match &tile.element_type {
                    TileElementType::Scalar(scalar) => self.element(value, *scalar),
                    TileElementType::Pointer(pointer) => {
                        self.text.push('*');
                        self.element(value, pointer.pointee);
                    }
                }
            }
            Type::Scalar(scalar) => self.element(value, *scalar),
            Type::Pointer(pointer) => {
                self.text.push('*');
                self.element(value, pointer.pointee);
            }
            Type::TensorView(view) => self.view(value, view),
            Type::PartitionView(view) => {
                self.tile_dims(value, view.tile_shape.iter().map(|&dim| i64::from(dim)));
                let _ = write!(
                    self.text,
                    "partition{}{:?}{:?}",
                    view.tile_shape.len(),
                    view.dim_map,
                    view.padding_value
                );
                self.view(value, &view.tensor_view);
            }
            Type::GatherScatterView(view) => {
                self.tile_dims(value, view.tile_shape.iter().map(|&dim| i64::from(dim)));
                let _ = write!(
                    self.text,
                    "gather{}/{}{:?}",
                    view.tile_shape.len(),
                    view.sparse_dim,
                    view.padding_value
                );
                self.view(value, &view.tensor_view);
            }
            Type::StridedView(view) => {
                self.tile_dims(value, view.tile_shape.iter().map(|&dim| i64::from(dim)));
                let _ = write!(
                    self.text,
                    "strided{}{:?}{:?}{:?}",
                    view.tile_shape.len(),
                    view.traversal_strides,
                    view.dim_map,
                    view.padding_value
                );
                self.view(value, &view.tensor_view);
            }
            Type::WithPointerAttribute(inner, attribute) => {
                let _ = write!(self.text, "{}:", attribute.name());
                self.ty(value, inner);
            }
            Type::Token | Type::Func(_) => {
                let _ = write!(self.text, "{ty:?}");
            }
        }
    }

    fn tile_dims(&mut self, value: Value, dims: impl Iterator<Item = i64>) {
        for (axis, dim) in dims.enumerate() {
            self.literals.push((Site::TileDim { value, axis }, Literal::Int(dim)));
        }
    }

    fn view(&mut self, value: Value, view: &TensorViewType) {
        self.text.push_str("view");
        for (axis, &dim) in view.shape.iter().enumerate() {
            self.static_or_dynamic(Site::ViewDim { value, axis }, dim);
        }
        self.text.push('/');
        for (axis, &stride) in view.strides.iter().enumerate() {
            self.static_or_dynamic(Site::ViewStride { value, axis }, stride);
        }
        self.element(value, view.element_type);
    }

    /// Whether a size is static decides how many operands there are; its value does not.
    fn static_or_dynamic(&mut self, site: Site, number: i64) {
        if number == DYNAMIC {
            self.text.push('?');
        } else {
            self.text.push('n');
            self.literals.push((site, Literal::Int(number)));
        }
    }

    fn element(&mut self, value: Value, scalar: ScalarType) {
        self.text.push_str(match scalar {
            ScalarType::I1 => "b",
            scalar if scalar.is_integer() => "i",
            _ => "f",
        });
        self.literals.push((Site::Element { value }, Literal::Type(scalar)));
    }
}

/// An operation's attribute by name.
pub(crate) fn attribute<'o>(op: &'o Operation, name: &str) -> Option<&'o Attribute> {
    op.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cutile_ir::builder::{OpBuilder, append_op, build_single_block_region};
    use cutile_ir::ir::{Bounded, DivBy, Location, PointerType, TileType};

    fn scalar(element: ScalarType) -> Type {
        tile(vec![], element)
    }

    fn tile(shape: Vec<i64>, element: ScalarType) -> Type {
        Type::Tile(TileType { shape, element_type: TileElementType::Scalar(element) })
    }

    /// An entry that adds two constants of a size, with a size parameter of a divisor.
    fn sample(element: ScalarType, size: i64, divisor: Option<u64>, opcode: Opcode) -> Module {
        let mut module = Module::new("sample");
        let pointer = Type::Tile(TileType {
            shape: vec![],
            element_type: TileElementType::Pointer(Box::new(PointerType { pointee: element })),
        });
        let (region, block, args) =
            build_single_block_region(&mut module, &[pointer, scalar(ScalarType::I32)]);
        let mut emit = |builder: OpBuilder| {
            let (id, results) = builder.build(&mut module);
            append_op(&mut module, block, id);
            results
        };
        let op = |opcode| OpBuilder::new(opcode, Location::Unknown);
        let mut length = args[1];
        if let Some(divisor) = divisor {
            let divides = Attribute::DivBy(DivBy { divisor, every: None, along: None });
            length = emit(
                op(Opcode::Assume)
                    .operand(length)
                    .attr("predicate", divides)
                    .result(scalar(ScalarType::I32)),
            )[0];
        }
        let positive = Attribute::Bounded(Bounded { lb: Some(0), ub: None });
        length = emit(
            op(Opcode::Assume)
                .operand(length)
                .attr("predicate", positive)
                .result(scalar(ScalarType::I32)),
        )[0];
        let value = DenseElements {
            element_type: tile(vec![size], element),
            shape: vec![size],
            data: vec![0; element.byte_width()],
        };
        let ty = tile(vec![size], element);
        let zero = emit(
            op(Opcode::Constant).attr("value", Attribute::DenseElements(value)).result(ty.clone()),
        )[0];
        emit(op(opcode).operands([zero, zero]).result(ty));
        emit(op(Opcode::AddI).operands([length, length]).result(scalar(ScalarType::I32)));
        emit(op(Opcode::Return));
        let (entry, _) = OpBuilder::new(Opcode::Entry, Location::Unknown)
            .attr("sym_name", Attribute::String(format!("sample_{size}")))
            .region(region)
            .build(&mut module);
        module.functions.push(entry);
        module
    }

    #[test]
    fn literals_are_not_structure() {
        let small = skeleton(&sample(ScalarType::F16, 128, Some(16), Opcode::AddF));
        let large = skeleton(&sample(ScalarType::BF16, 512, None, Opcode::AddF));
        assert_eq!(small.hash, large.hash);
        assert_eq!(small.literals.len(), large.literals.len());
        assert_eq!(small.params[1], Assumed { divisor: Some(16), lower_bound: Some(0) });
        assert_eq!(large.params[1], Assumed { divisor: None, lower_bound: Some(0) });
        let differ = small.literals.iter().zip(&large.literals).filter(|(a, b)| a.1 != b.1).count();
        // Pointee, and for two results their element type and their size.
        assert_eq!(differ, 5);
    }

    #[test]
    fn operations_and_classes_are_structure() {
        let sum = skeleton(&sample(ScalarType::F16, 128, None, Opcode::AddF));
        assert_ne!(sum.hash, skeleton(&sample(ScalarType::F16, 128, None, Opcode::MulF)).hash);
        assert_ne!(sum.hash, skeleton(&sample(ScalarType::I32, 128, None, Opcode::AddF)).hash);
        assert_eq!(
            sum.hash,
            crate::files::sha256(structure(&sample(ScalarType::F16, 128, None, Opcode::AddF)))
        );
    }

    #[test]
    fn assumes_come_out_and_the_rest_stays() {
        let module = sample(ScalarType::F32, 64, Some(16), Opcode::AddF);
        let before = skeleton(&module);
        let stripped = without_assumes(&module, &before);
        let after = skeleton(&stripped);
        assert_eq!(before.assumes.len(), 2);
        assert!(after.assumes.is_empty());
        assert_eq!(before.literals, after.literals);
        assert_eq!(before.used, after.used);
        assert!(stripped.verify_bytecode_indices().is_ok());
        assert!(stripped.verify_dominance().is_ok());
    }
}
