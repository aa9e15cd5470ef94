//! Readable text of a module: the dialect's names, and the Python line that each operation is from.
//!
//! `%<number>` is the value's number in the module. The text is for people and reports; it is not
//! parsed again.

use std::fmt::Write as _;

use cutile_ir::ir::{
    Attribute, BlockId, DenseElements, Module, OpId, ScalarType, TileElementType, Type, Value,
    format_type,
};

use super::lower::Locations;
use super::normal::values::Values;
use super::ops::{self, AttrKind};

/// Text of a module.
pub fn module(module: &Module, locations: Option<&Locations>) -> String {
    let values = Values::of(module);
    let mut printer = Printer { module, values, locations, out: String::new() };
    for &function in &module.functions {
        printer.function(function);
    }
    printer.out
}

/// Text of one operation in one line, without its regions.
pub fn op(module: &Module, values: &Values, op: OpId) -> String {
    let operation = module.op(op);
    let row = ops::by_opcode(operation.opcode);
    let mut text = String::new();
    let names: Vec<String> = values.results(op).iter().copied().map(value).collect();
    if !names.is_empty() {
        let _ = write!(text, "{} = ", names.join(", "));
    }
    text.push_str(row.name);
    if !operation.operands.is_empty() {
        let operands: Vec<String> = operation.operands.iter().copied().map(value).collect();
        let _ = write!(text, " {}", operands.join(", "));
    }
    for (name, attribute) in &operation.attributes {
        if name == "operandSegmentSizes" {
            continue;
        }
        let names = row.attributes.iter().find(|attr| attr.name == name).map(|attr| attr.kind);
        let _ = match (names, attribute) {
            (_, Attribute::Bool(true)) => write!(text, " {name}"),
            (Some(AttrKind::Enum(names)), Attribute::Integer(number, _)) => {
                let spelled = usize::try_from(*number).ok().and_then(|number| names.get(number));
                write!(text, " {name}<{}>", spelled.copied().unwrap_or("?"))
            }
            (_, attribute) => write!(text, " {name}={}", self::attribute(attribute)),
        };
    }
    if !operation.result_types.is_empty() {
        let types: Vec<String> = operation.result_types.iter().map(format_type).collect();
        let _ = write!(text, " : {}", types.join(", "));
    }
    text
}

/// Text of a value's number.
pub fn value(value: Value) -> String {
    format!("%{}", value.index())
}

/// Text of an attribute.
pub fn attribute(attribute: &Attribute) -> String {
    let list = |items: &[Attribute]| {
        let items: Vec<String> = items.iter().map(self::attribute).collect();
        format!("[{}]", items.join(", "))
    };
    let dictionary = |items: &[(String, Attribute)]| {
        let items: Vec<String> = items
            .iter()
            .map(|(key, value)| format!("{key} = {}", self::attribute(value)))
            .collect();
        format!("{{{}}}", items.join(", "))
    };
    let bound = |bound: &Option<i64>| bound.map_or("?".to_owned(), |bound| bound.to_string());
    match attribute {
        Attribute::Integer(number, _) => number.to_string(),
        Attribute::Float(number, ty) => format!("{number:?} : {}", format_type(ty)),
        Attribute::Bool(flag) => flag.to_string(),
        Attribute::Type(ty) => format_type(ty),
        Attribute::String(text) => format!("{text:?}"),
        Attribute::Array(items) => list(items),
        Attribute::DenseElements(dense) => elements(dense),
        Attribute::DenseI32Array(items) => format!("{items:?}"),
        Attribute::DivBy(div) => {
            let mut text = format!("div_by<{}", div.divisor);
            for (name, part) in [("every", div.every), ("along", div.along)] {
                if let Some(part) = part {
                    let _ = write!(text, ", {name} {part}");
                }
            }
            text + ">"
        }
        Attribute::SameElements(same) => format!("same_elements<{:?}>", same.values),
        Attribute::Dictionary(items) => dictionary(items),
        Attribute::OptimizationHints(hints) => {
            let entries: Vec<String> = hints
                .entries
                .iter()
                .map(|(target, items)| format!("{target} = {}", dictionary(items)))
                .collect();
            format!("<{}>", entries.join(", "))
        }
        Attribute::Bounded(bounds) => {
            format!("bounded<{}, {}>", bound(&bounds.lb), bound(&bounds.ub))
        }
        Attribute::PreviewConstArg(argument) => format!("{argument:?}"),
    }
}

/// Text of a constant's elements: the value that all have, or the first of many.
fn elements(dense: &DenseElements) -> String {
    const SHOWN: usize = 8;
    let Some(scalar) = scalar_of(&dense.element_type) else { return hexadecimal(&dense.data) };
    let width = scalar.byte_width();
    let chunks: Vec<&[u8]> = dense.data.chunks(width).collect();
    let mut texts: Vec<String> =
        chunks.iter().take(SHOWN).map(|bytes| element(scalar, bytes)).collect();
    if chunks.len() > SHOWN {
        texts.push("…".to_owned());
    }
    match texts.as_slice() {
        [one] => one.clone(),
        _ => format!("[{}]", texts.join(", ")),
    }
}

/// The scalar type of a tile type or of a scalar type.
pub fn scalar_of(ty: &Type) -> Option<ScalarType> {
    match ty {
        Type::Scalar(scalar) => Some(*scalar),
        Type::Tile(tile) => match tile.element_type {
            TileElementType::Scalar(scalar) => Some(scalar),
            TileElementType::Pointer(_) => None,
        },
        _ => None,
    }
}

fn element(scalar: ScalarType, bytes: &[u8]) -> String {
    let signed = |bits: u32| {
        let mut wide = [0; 8];
        wide[..bytes.len().min(8)].copy_from_slice(&bytes[..bytes.len().min(8)]);
        (u64::from_le_bytes(wide) << (64 - bits)) as i64 >> (64 - bits)
    };
    match (scalar, bytes) {
        (ScalarType::I1, [byte]) => (byte & 1 == 1).to_string(),
        (ScalarType::I8, _) => signed(8).to_string(),
        (ScalarType::I16, _) => signed(16).to_string(),
        (ScalarType::I32, _) => signed(32).to_string(),
        (ScalarType::I64, _) => signed(64).to_string(),
        (ScalarType::F32, [a, b, c, d]) => {
            format!("{:?}", f32::from_le_bytes([*a, *b, *c, *d]))
        }
        (ScalarType::F64, [a, b, c, d, e, f, g, h]) => {
            format!("{:?}", f64::from_le_bytes([*a, *b, *c, *d, *e, *f, *g, *h]))
        }
        (ScalarType::BF16, [low, high]) => {
            format!("{:?}", f32::from_le_bytes([0, 0, *low, *high]))
        }
        _ => hexadecimal(bytes),
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
    format!("0x{digits}")
}

struct Printer<'m> {
    module: &'m Module,
    values: Values,
    locations: Option<&'m Locations>,
    out: String,
}

impl Printer<'_> {
    fn function(&mut self, function: OpId) {
        let operation = self.module.op(function);
        let name = operation.attributes.iter().find_map(|(name, value)| match value {
            Attribute::String(text) if name == "sym_name" => Some(text.as_str()),
            _ => None,
        });
        let hints = operation
            .attributes
            .iter()
            .filter(|(name, _)| name == "optimization_hints" || name == "arg_attrs")
            .fold(String::new(), |text, (name, value)| {
                format!("{text} {name}={}", attribute(value))
            });
        let blocks: Vec<BlockId> = operation
            .regions
            .iter()
            .flat_map(|region| self.module.region(*region).blocks.clone())
            .collect();
        for block in blocks {
            let arguments = self.arguments(block);
            let _ = writeln!(
                self.out,
                "entry @{}({arguments}){hints} {{{}",
                name.unwrap_or("?"),
                self.place(function)
            );
            self.block(block, 1);
            self.out.push_str("}\n");
        }
    }

    fn arguments(&self, block: BlockId) -> String {
        let arguments: Vec<String> = self
            .module
            .block(block)
            .args
            .iter()
            .map(|(argument, ty)| format!("{}: {}", value(*argument), format_type(ty)))
            .collect();
        arguments.join(", ")
    }

    fn block(&mut self, block: BlockId, depth: usize) {
        let indent = "  ".repeat(depth);
        for &op in &self.module.block(block).ops {
            let regions = &self.module.op(op).regions;
            let opening = if regions.is_empty() { "" } else { " {" };
            let place = self.place(op);
            let _ = writeln!(
                self.out,
                "{indent}{}{opening}{place}",
                self::op(self.module, &self.values, op)
            );
            for (index, region) in regions.iter().enumerate() {
                if index > 0 {
                    let _ = writeln!(self.out, "{indent}}} else {{");
                }
                for &inner in &self.module.region(*region).blocks {
                    let arguments = self.arguments(inner);
                    if !arguments.is_empty() {
                        let _ = writeln!(self.out, "{indent}^({arguments}):");
                    }
                    self.block(inner, depth + 1);
                }
            }
            if !regions.is_empty() {
                let _ = writeln!(self.out, "{indent}}}");
            }
        }
    }

    fn place(&self, op: OpId) -> String {
        let place = self.locations.and_then(|locations| locations.of(op));
        match place.filter(|place| place.file.is_some()) {
            Some(place) => match &place.function {
                Some(function) => format!("  // {} in {function}", place.label()),
                None => format!("  // {}", place.label()),
            },
            None => String::new(),
        }
    }
}
