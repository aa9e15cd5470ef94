//! The state while one entry function is written: values, names, scopes, lines.
//!
//! A value becomes a `let` unless it is a literal, is used once by a shape operation, or is equal
//! to one that stands already (same type, same expression, in scope). Dead values are left out.

use std::collections::{HashMap, HashSet};

use cutile_ir::Module;
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Attribute, BlockId, OpId, Operation, Type, Value, ValueProducer};

use super::diagnostic::{Code, Diagnostic};
use super::fuse::Fusions;
use super::live::Live;
use super::names::Namer;
use super::nest::Nest;
use super::types::{self, Speller};
use super::{Nesting, Result, Style};
use crate::convert::holes::{EntryPlan, Holes};

/// How a value is written where it is used.
///
/// A rank-0 tile and a Rust scalar are the same to the compiler; each value has the form in which
/// it was made, and is converted where the other is wanted.
#[derive(Debug, Clone, Default)]
pub struct Text {
    /// As a tile, view or token.
    pub tile: Option<String>,
    /// As a Rust scalar.
    pub scalar: Option<String>,
}

impl Text {
    /// A tile, view or token.
    pub fn tile(text: impl Into<String>) -> Self {
        Self { tile: Some(text.into()), scalar: None }
    }

    /// A Rust scalar.
    pub fn scalar(text: impl Into<String>) -> Self {
        Self { tile: None, scalar: Some(text.into()) }
    }
}

/// One entry function in the making.
pub struct Function<'a> {
    /// The module that is written.
    pub module: &'a Module,
    /// What is generic in it.
    pub plan: &'a EntryPlan,
    /// How to write it.
    pub style: Style,
    /// Unique names.
    pub names: Namer,
    /// Lines of the body so far, unindented.
    pub lines: Vec<String>,
    /// The first token of the entry, for views and dummies.
    pub entry_token: Option<String>,
    /// Names of the loop-carried variables of the loops around, innermost last.
    pub loops: Vec<Vec<String>>,
    /// Whether the body of a `for` is around.
    pub inside_for: bool,
    /// Branches around, inside of the innermost loop.
    pub branches: usize,
    /// Whether a branch with results is around, inside of the innermost loop.
    pub in_results: bool,
    /// How many loops and branches have variables so far.
    pub groups: usize,
    /// Whether the text uses `cutile::tileir`.
    pub uses_tileir: bool,
    /// What is needed of the module.
    pub live: Live,
    /// Operations that are written as one call together with what leads up to them.
    pub fused: Fusions,
    /// Which values wait for their users, and what values are called.
    pub nest: Nest,
    /// Tiles out of a pair of a helper whose types cutile knows by the helper's generics: they may be
    /// operands of conversions alone, not of other helpers.
    pub opaque: HashSet<Value>,
    /// The block that each op stands in.
    blocks: HashMap<OpId, BlockId>,
    results: HashMap<OpId, Vec<Value>>,
    values: HashMap<Value, Text>,
    roots: HashMap<Value, String>,
    scopes: Vec<HashMap<String, String>>,
    shapes: Vec<(String, String)>,
}

impl<'a> Function<'a> {
    /// A function with nothing written yet.
    pub fn new(plan: &'a EntryPlan, style: Style, taken: Vec<String>) -> Self {
        let fused = Fusions::find(plan, style);
        let live = Live::of(&plan.module, |id| fused.operands(&plan.module, id));
        Self {
            module: &plan.module,
            plan,
            style,
            names: Namer::new(taken),
            lines: Vec::new(),
            opaque: HashSet::new(),
            entry_token: None,
            loops: Vec::new(),
            inside_for: false,
            branches: 0,
            in_results: false,
            groups: 0,
            uses_tileir: false,
            nest: Nest::new(&plan.module, &live, &plan.assigned),
            live,
            fused,
            blocks: blocks_of(&plan.module),
            results: results_of(&plan.module),
            values: HashMap::new(),
            roots: HashMap::new(),
            scopes: vec![HashMap::new()],
            shapes: Vec::new(),
        }
    }

    /// The generic sites.
    pub fn holes(&self) -> &'a Holes {
        &self.plan.holes
    }

    /// Spells types.
    pub fn speller(&self) -> Speller<'a> {
        Speller { holes: &self.plan.holes }
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> &'a Type {
        self.module.value_type(value)
    }

    /// An op.
    pub fn op(&self, id: OpId) -> &'a Operation {
        self.module.op(id)
    }

    /// How often a value is used.
    pub fn uses(&self, value: Value) -> usize {
        self.users(value).len()
    }

    /// The live ops that use a value, once for each use.
    pub fn users(&self, value: Value) -> &[OpId] {
        self.live.users.get(&value).map_or(&[], Vec::as_slice)
    }

    /// The op that makes a value, if one does.
    pub fn producer(&self, value: Value) -> Option<OpId> {
        match self.module.value_data(value).producer {
            ValueProducer::OpResult { op, .. } => Some(op),
            ValueProducer::BlockArg { .. } => None,
        }
    }

    /// The results of an op, in order.
    pub fn results(&self, id: OpId) -> Vec<Value> {
        self.results.get(&id).cloned().unwrap_or_default()
    }

    // ---- lines and scopes

    /// Adds a line.
    pub fn line(&mut self, text: impl Into<String>) {
        self.lines.push(text.into());
    }

    /// Opens a scope: what is bound in it is not seen after it.
    pub fn enter(&mut self) {
        self.scopes.push(HashMap::new());
    }

    /// Closes the innermost scope.
    pub fn leave(&mut self) {
        self.scopes.pop();
    }

    /// Writes a region that sees nothing bound outside of it: its values are its own.
    pub fn isolated<T>(&mut self, write: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outer = std::mem::replace(&mut self.scopes, vec![HashMap::new(), HashMap::new()]);
        let result = write(self);
        self.scopes = outer;
        result
    }

    /// Whether the innermost scope is the entry's own.
    pub fn at_top(&self) -> bool {
        self.scopes.len() == 1
    }

    // ---- values

    /// Says how a value is written from here on.
    pub fn set(&mut self, value: Value, text: Text) {
        self.values.insert(value, text);
    }

    /// Says that a value comes from the Python parameter of this name.
    pub fn set_root(&mut self, value: Value, root: &str) {
        self.roots.insert(value, root.to_owned());
    }

    /// The Python parameter that a value comes from.
    pub fn root(&self, value: Value) -> Option<&str> {
        self.roots.get(&value).map(String::as_str)
    }

    /// Hands a value's root on to another.
    pub fn inherit_root(&mut self, from: Value, to: Value) {
        if let Some(root) = self.roots.get(&from).cloned() {
            self.roots.insert(to, root);
        }
    }

    /// Whether a value has been made as a Rust scalar.
    pub fn is_scalar(&self, value: Value) -> bool {
        self.values.get(&value).is_some_and(|text| text.scalar.is_some())
    }

    /// A value as both forms that are known.
    pub fn text(&self, value: Value, at: OpId) -> Result<&Text> {
        self.values.get(&value).ok_or_else(|| {
            self.fail(at, Code::Malformed, format!("operand %{} is not defined", value.index()))
        })
    }

    /// A value as a tile, view or token. A scalar is turned into a tile in a `let` of its own: rustc
    /// cannot infer what a nested `scalar_to_tile` makes.
    pub fn tile(&mut self, value: Value, at: OpId) -> Result<String> {
        let text = self.text(value, at)?.clone();
        Ok(match (text.tile, text.scalar) {
            (Some(tile), _) => tile,
            (None, Some(scalar)) => {
                let ty = self.rust_type(value, at)?;
                let plain = scalar.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                let hint = if plain { format!("{scalar}_tile") } else { "tile".to_owned() };
                self.bind_text(&ty, &hint, &format!("scalar_to_tile({scalar})"))
            }
            (None, None) => String::new(),
        })
    }

    /// A value as a Rust scalar. A tile is turned into one in a `let` of its own, for the same
    /// reason.
    pub fn scalar(&mut self, value: Value, at: OpId) -> Result<String> {
        let text = self.text(value, at)?.clone();
        Ok(match (text.scalar, text.tile) {
            (Some(scalar), _) => scalar,
            (None, Some(tile)) => {
                let ty = types::element(self.ty(value)).map_or("i32", types::scalar);
                let plain = tile.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                let hint = if plain { format!("{tile}_scalar") } else { "scalar".to_owned() };
                self.bind_text(ty, &hint, &format!("tile_to_scalar({tile})"))
            }
            (None, None) => String::new(),
        })
    }

    /// Whether a variable of this value is a Rust scalar rather than a tile.
    pub fn is_scalar_variable(&self, value: Value) -> bool {
        types::is_scalar_of(self.ty(value), cutile_ir::ir::ScalarType::I32)
    }

    /// A value in the form that a variable of it has.
    pub fn for_variable(&mut self, value: Value, at: OpId) -> Result<String> {
        if self.is_scalar_variable(value) { self.scalar(value, at) } else { self.tile(value, at) }
    }

    /// The Rust type of a variable of a value.
    pub fn variable_type(&self, value: Value, at: OpId) -> Result<String> {
        if self.is_scalar_variable(value) {
            return Ok("i32".to_owned());
        }
        self.rust_type(value, at)
    }

    /// Says that a value is a variable from here on.
    pub fn set_variable(&mut self, value: Value, name: &str) {
        let text =
            if self.is_scalar_variable(value) { Text::scalar(name) } else { Text::tile(name) };
        self.set(value, text);
    }

    /// All operands as tiles.
    pub fn tiles(&mut self, id: OpId) -> Result<Vec<String>> {
        let operands = &self.module.op(id).operands;
        operands.iter().map(|&operand| self.tile(operand, id)).collect()
    }

    /// The Rust type of a value.
    pub fn rust_type(&self, value: Value, at: OpId) -> Result<String> {
        self.speller().rust_type(value, self.ty(value)).ok_or_else(|| {
            self.fail(at, Code::Type, format!("type {:?} has no Rust name", self.ty(value)))
        })
    }

    /// A pure expression for a value: bound by a `let`, or the name of an equal value in scope.
    pub fn bind(&mut self, value: Value, at: OpId, hint: &str, expression: &str) -> Result<String> {
        let ty = self.rust_type(value, at)?;
        Ok(self.bind_as(value, &ty, hint, expression))
    }

    /// A `let` of a type, or of none, for a tile.
    fn bind_as(&mut self, value: Value, ty: &str, hint: &str, expression: &str) -> String {
        let name = self.bind_named(value, ty, hint, expression);
        self.set(value, Text::tile(&name));
        name
    }

    /// A `let` for a value: by its Python name, which may take the place of an operand's that nothing
    /// else uses, as an assignment in Python does.
    fn bind_named(&mut self, value: Value, ty: &str, hint: &str, expression: &str) -> String {
        let hint = self.hint(value, hint).to_owned();
        let Some(name) = self.replaced(value) else {
            return self.bind_text(ty, &hint, expression);
        };
        self.forget(&name);
        let annotation = if ty.is_empty() { String::new() } else { format!(": {ty}") };
        self.line(format!("let {name}{annotation} = {expression};"));
        name
    }

    /// The name that a value takes over from an operand of its operation.
    fn replaced(&self, value: Value) -> Option<String> {
        if !self.style.python_names {
            return None;
        }
        let name = super::names::sanitize(self.python_name(value)?);
        let id = self.producer(value)?;
        let ends = |operand: &Value| {
            let from = self.producer(*operand)?;
            let text = self.values.get(operand)?;
            let held = text.tile.as_ref().or(text.scalar.as_ref())?;
            let same = self.python_name(*operand) == self.python_name(value);
            let is_name = held.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            ((same && is_name || *held == name)
                && self.op(from).regions.is_empty()
                && self.blocks.get(&from) == self.blocks.get(&id)
                && self.users(*operand).iter().all(|user| *user == id))
            .then(|| held.clone())
        };
        let operands = self.fused.operands(self.module, id);
        operands.iter().find_map(ends)
    }

    /// Takes what a name stands for out of what is known to be equal.
    fn forget(&mut self, name: &str) {
        for scope in &mut self.scopes {
            scope.retain(|key, held| held != name && !super::control::mentions(key, name));
        }
    }

    /// [`Self::bind`] for an expression whose type follows from its operands: not annotated where the
    /// style says so, and left to its user where it may be.
    pub fn bind_inferred(
        &mut self,
        value: Value,
        at: OpId,
        hint: &str,
        expression: &str,
    ) -> Result<String> {
        if self.style.annotated {
            return self.bind(value, at, hint, expression);
        }
        let form = self.form_of(at, expression);
        if self.may_wait(value, at, form, expression.len()) {
            self.defer(value, at, form);
            self.set(value, Text::tile(expression));
            return Ok(expression.to_owned());
        }
        let ty =
            if self.is_inferred(at, form) { String::new() } else { self.rust_type(value, at)? };
        Ok(self.bind_as(value, &ty, hint, expression))
    }

    /// An expression that reads memory: never shared with an equal one.
    pub fn bind_read(&mut self, value: Value, at: OpId, ty: &str, hint: &str, expression: &str) {
        let form = self.form_of(at, expression);
        if self.may_wait(value, at, form, expression.len()) {
            self.defer(value, at, form);
            self.set(value, Text::tile(expression));
            return;
        }
        let hint = self.hint(value, hint).to_owned();
        let name = match self.replaced(value) {
            Some(name) => name,
            None => self.names.fresh(&hint),
        };
        self.forget(&name);
        let annotation = if ty.is_empty() { String::new() } else { format!(": {ty}") };
        self.line(format!("let {name}{annotation} = {expression};"));
        self.set(value, Text::tile(name));
    }

    /// A pure expression of an operation for a value of scalar form.
    pub fn bind_scalar(
        &mut self,
        value: Value,
        at: OpId,
        ty: &str,
        hint: &str,
        expression: &str,
    ) -> String {
        let form = self.form_of(at, expression);
        if self.may_wait_as_scalar(value, at, expression.len()) {
            self.defer(value, at, form);
            self.set(value, Text::scalar(expression));
            return expression.to_owned();
        }
        let ty = if self.style.annotated { ty } else { "" };
        let name = self.bind_named(value, ty, hint, expression);
        self.set(value, Text::scalar(&name));
        name
    }

    /// A pure expression of a Rust type, bound once in scope.
    pub fn bind_text(&mut self, ty: &str, hint: &str, expression: &str) -> String {
        let key = format!("{ty} = {expression}");
        let known = self.scopes.iter().rev().find_map(|scope| scope.get(&key));
        if let (true, Some(name)) = (self.style.shared, known) {
            return name.clone();
        }
        let name = self.names.fresh(hint);
        let annotation = if ty.is_empty() { String::new() } else { format!(": {ty}") };
        self.line(format!("let {name}{annotation} = {expression};"));
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(key, name.clone());
        }
        name
    }

    /// A pure expression that stands where it is used, if it is used once, else is bound.
    pub fn inline_or_bind(
        &mut self,
        value: Value,
        at: OpId,
        hint: &str,
        expression: String,
    ) -> Result<()> {
        if self.style.nested == Nesting::All {
            return self.bind_inferred(value, at, hint, &expression).map(drop);
        }
        // cutile cannot infer the type of a nested call on a literal, of one inside `Some(…)`, or of
        // one that makes a scalar.
        let on_literal = expression.contains("scalar_to_tile(") || expression.contains("constant");
        let nests = self.users(value).iter().all(|&user| infers_operands(self.op(user).opcode));
        let is_scalar = types::rank(self.ty(value)) == Some(0);
        // In a loop it would be made in every turn, and the assembler places it otherwise.
        let stays =
            self.users(value).iter().all(|user| self.blocks.get(user) == self.blocks.get(&at));
        if self.style.nested == Nesting::Shapes
            && stays
            && !on_literal
            && nests
            && !is_scalar
            && self.uses(value) == 1
            && expression.len() < 60
        {
            self.set(value, Text::tile(expression));
            return Ok(());
        }
        self.bind_inferred(value, at, hint, &expression).map(drop)
    }

    /// A shape argument for these axis sizes: `shape![1, TILE]`.
    pub fn shape(&mut self, dims: &[String]) -> String {
        // The macro ends at rank 4.
        if dims.len() <= 4 {
            return format!("shape![{}]", dims.join(", "));
        }
        let key = types::braces(dims);
        if let Some((name, _)) = self.shapes.iter().find(|(_, shape)| *shape == key) {
            return name.clone();
        }
        let name = self.names.fresh(&format!("shape_{}", dims.join("_")));
        self.shapes.push((name.clone(), key));
        name
    }

    /// A shape argument for a value's own axis sizes.
    pub fn shape_of(&mut self, value: Value) -> String {
        let dims = self.speller().tile_dims(value, self.ty(value));
        self.shape(&dims)
    }

    /// The lines that bind the shapes with generic sizes, for the head of the function.
    pub fn shape_lines(&self) -> Vec<String> {
        let line = |(name, dims): &(String, String)| {
            format!("let {name}: Shape<{dims}> = Shape::<{dims}> {{ dims: &[] }};")
        };
        self.shapes.iter().map(line).collect()
    }

    // ---- attributes

    /// A diagnostic about an op.
    pub fn fail(&self, id: OpId, code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::at(code, id, self.op(id), message)
    }

    /// An attribute by name.
    pub fn attribute(&self, id: OpId, name: &str) -> Option<&'a Attribute> {
        attribute(self.op(id), name)
    }

    /// An integer attribute.
    pub fn int(&self, id: OpId, name: &str) -> Result<i64> {
        self.int_or(id, name, None)
    }

    /// An integer attribute, or what its absence means.
    pub fn int_or(&self, id: OpId, name: &str, default: Option<i64>) -> Result<i64> {
        match self.attribute(id, name) {
            Some(Attribute::Integer(value, _)) => Ok(*value),
            Some(Attribute::Bool(value)) => Ok(i64::from(*value)),
            None if default.is_some() => Ok(default.unwrap_or_default()),
            other => Err(self.fail(
                id,
                Code::Attribute,
                format!("attribute `{name}` is {other:?}, an integer is expected"),
            )),
        }
    }

    /// Whether a flag attribute is set.
    pub fn flag(&self, id: OpId, name: &str) -> bool {
        match self.attribute(id, name) {
            None | Some(Attribute::Bool(false)) => false,
            Some(Attribute::Integer(value, _)) => *value != 0,
            Some(_) => true,
        }
    }

    /// Operands by group: `operandSegmentSizes`, or one operand a group.
    pub fn groups(&self, id: OpId) -> Vec<Vec<Value>> {
        let op = self.op(id);
        let Some(Attribute::Array(sizes)) = self.attribute(id, "operandSegmentSizes") else {
            return op.operands.iter().map(|&operand| vec![operand]).collect();
        };
        let mut rest = op.operands.as_slice();
        let mut groups = Vec::new();
        for size in sizes {
            let size = match size {
                Attribute::Integer(size, _) => usize::try_from(*size).unwrap_or(0),
                _ => 0,
            };
            let (group, tail) = rest.split_at(size.min(rest.len()));
            groups.push(group.to_vec());
            rest = tail;
        }
        groups
    }

    /// The operands of the only block of a region, and its ops.
    pub fn region(&self, id: OpId, index: usize) -> Result<(Vec<Value>, &'a [OpId])> {
        let block = self
            .op(id)
            .regions
            .get(index)
            .and_then(|&region| self.module.region(region).blocks.first())
            .ok_or_else(|| self.fail(id, Code::Malformed, "a region has no block"))?;
        let block = self.module.block(*block);
        Ok((block.args.iter().map(|(value, _)| *value).collect(), &block.ops))
    }
}

/// An attribute of an op by name.
pub fn attribute<'a>(op: &'a Operation, name: &str) -> Option<&'a Attribute> {
    op.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

/// The results of every op.
fn results_of(module: &Module) -> HashMap<OpId, Vec<Value>> {
    let mut results: HashMap<OpId, Vec<(u32, Value)>> = HashMap::new();
    for (value, data) in module.values_since(0) {
        if let ValueProducer::OpResult { op, result_index } = data.producer {
            results.entry(op).or_default().push((result_index, value));
        }
    }
    let sorted = |(op, mut values): (OpId, Vec<(u32, Value)>)| {
        values.sort_by_key(|(index, _)| *index);
        (op, values.into_iter().map(|(_, value)| value).collect())
    };
    results.into_iter().map(sorted).collect()
}

/// Ops whose operands may be nested calls: cutile infers what those are.
fn infers_operands(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(
        opcode,
        AddF | AddI
            | AndI
            | Broadcast
            | CmpF
            | CmpI
            | DivF
            | Fma
            | MaxF
            | MaxI
            | MinF
            | MinI
            | MulF
            | MulI
            | Offset
            | OrI
            | Select
            | SubF
            | SubI
            | XOrI
    )
}

/// The block that each op of a module's functions stands in.
fn blocks_of(module: &Module) -> HashMap<OpId, BlockId> {
    let mut blocks = HashMap::new();
    let mut pending: Vec<OpId> = module.functions.clone();
    while let Some(id) = pending.pop() {
        for &region in &module.op(id).regions {
            for &block in &module.region(region).blocks {
                for &inner in &module.block(block).ops {
                    blocks.insert(inner, block);
                    pending.push(inner);
                }
            }
        }
    }
    blocks
}
