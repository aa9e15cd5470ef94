//! What cuTile expands an access to an array to, recognised so that it is written as one call.
//!
//! A gather is an index for each axis, widened and spread to the tile's shape, a comparison with
//! each size, an offset from the strides, and a load; a tile of an array is a partition view and a
//! load from it. An operation that is recognised stands for all that leads up to it: its operands
//! are the indices, and the rest is needed no more.

use std::collections::{HashMap, HashSet};

use cutile_ir::Module;
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{
    Attribute, BlockId, DYNAMIC, OpId, PaddingValue, ScalarType, Type, Value, ValueProducer,
};

use super::function::attribute;
use super::{Style, Tokens, prologue, remainder, types};
use crate::convert::holes::EntryPlan;
use crate::convert::literal::{Literal, splat};

/// An array parameter.
#[derive(Debug, Clone)]
pub struct Bound {
    /// Its Rust name.
    pub name: String,
    /// Its rank.
    pub rank: usize,
    base: Value,
    sizes: Vec<Value>,
    strides: Vec<Value>,
    shape: Vec<Option<i64>>,
    steps: Vec<Option<i64>>,
}

/// An operation that is written as one call.
#[derive(Debug, Clone)]
pub enum Fused {
    /// Pointers to the elements of an array at 64-bit indices.
    Points { array: usize, index: Vec<Value> },
    /// Where 64-bit indices are inside of an array.
    Within { array: usize, index: Vec<Value> },
    /// Elements of an array; where there is no padding, zero outside of it.
    Gather { access: Access, checked: bool, padding: Option<Value> },
    /// Elements stored to an array.
    Scatter { access: Access, checked: bool, value: Value },
    /// A tile of an array.
    Load { access: Access, padding: Option<PaddingValue>, no_tma: bool },
    /// A tile stored to an array.
    Store { access: Access, value: Value, no_tma: bool },
    /// Python's remainder of two numbers.
    Remainder { dividend: Value, divisor: Value },
}

/// What accesses of arrays have in common.
#[derive(Debug, Clone)]
pub struct Access {
    /// The array.
    pub array: usize,
    /// Indices: of a gather 32-bit ones, a row's number before its columns.
    pub index: Vec<Value>,
    /// The token to come after; none for the start of the kernel.
    pub after: Option<Value>,
    /// Expected latency, 0 where none is stated.
    pub latency: i64,
}

impl Fused {
    /// The access, of those that touch memory.
    fn access_mut(&mut self) -> Option<&mut Access> {
        match self {
            Self::Points { .. } | Self::Within { .. } | Self::Remainder { .. } => None,
            Self::Gather { access, .. }
            | Self::Scatter { access, .. }
            | Self::Load { access, .. }
            | Self::Store { access, .. } => Some(access),
        }
    }

    fn operands(&self) -> Vec<Value> {
        let of = |access: &Access, more: Option<Value>| {
            access.index.iter().copied().chain(more).chain(access.after).collect()
        };
        match self {
            Self::Points { index, .. } | Self::Within { index, .. } => index.clone(),
            Self::Gather { access, padding, .. } => of(access, *padding),
            Self::Scatter { access, value, .. } | Self::Store { access, value, .. } => {
                of(access, Some(*value))
            }
            Self::Load { access, .. } => of(access, None),
            Self::Remainder { dividend, divisor } => vec![*dividend, *divisor],
        }
    }
}

/// All operations of an entry that are written as one call.
#[derive(Debug, Default)]
pub struct Fusions {
    /// The array parameters.
    pub arrays: Vec<Bound>,
    calls: HashMap<OpId, Fused>,
    views: HashMap<Value, usize>,
}

impl Fusions {
    /// Looks for them in a plan's module.
    pub fn find(plan: &EntryPlan, style: Style) -> Self {
        let mut found = Self { arrays: bound(plan), ..Self::default() };
        if found.arrays.is_empty() {
            return found;
        }
        let module = &plan.module;
        let ops: Vec<OpId> = all_ops(module).into_iter().map(|(id, _)| id).collect();
        let mut finder = Finder { module, results: results_of(module), found };
        for &id in &ops {
            finder.tensor_view(id);
        }
        if style.fused {
            for &id in &ops {
                finder.operation(id);
            }
        }
        if !style.annotated {
            finder.remainders(&ops);
        }
        found = finder.found;
        found.drop_tokens(module, &ops, style.tokens);
        found
    }

    /// What an operation is written as, if it is one call.
    pub fn call(&self, id: OpId) -> Option<&Fused> {
        self.calls.get(&id)
    }

    /// Whether an operation that is one call stores this value.
    pub fn is_stored(&self, id: OpId, value: Value) -> bool {
        match self.calls.get(&id) {
            Some(Fused::Scatter { value: stored, access, .. })
            | Some(Fused::Store { value: stored, access, .. }) => {
                *stored == value && !access.index.contains(&value)
            }
            _ => false,
        }
    }

    /// The array parameter that a tensor view is the whole of.
    pub fn view(&self, value: Value) -> Option<&Bound> {
        self.views.get(&value).map(|&array| &self.arrays[array])
    }

    /// The values that an operation is written with.
    pub fn operands(&self, module: &Module, id: OpId) -> Vec<Value> {
        let op = module.op(id);
        match self.calls.get(&id) {
            Some(call) => call.operands(),
            None if op.opcode == Opcode::MakeTensorView
                && op_results(module, id).iter().any(|value| self.views.contains_key(value)) =>
            {
                Vec::new()
            }
            None => op.operands.clone(),
        }
    }

    /// Leaves out the tokens that accesses need not state.
    fn drop_tokens(&mut self, module: &Module, ops: &[OpId], tokens: Tokens) {
        let mut start = HashSet::new();
        let mut used = HashSet::new();
        let mut all_fused = true;
        for &id in ops {
            let op = module.op(id);
            used.extend(op.operands.iter().copied());
            match op.opcode {
                Opcode::MakeToken => start.extend(op_results(module, id)),
                Opcode::JoinTokens | Opcode::For | Opcode::Loop | Opcode::If => {}
                Opcode::Yield | Opcode::Continue | Opcode::Break => {}
                _ if self.calls.contains_key(&id) => {}
                _ => {
                    let is_token = |value: &Value| matches!(module.value_type(*value), Type::Token);
                    all_fused &= !op.operands.iter().any(is_token);
                }
            }
        }
        for (id, call) in &mut self.calls {
            let token = op_results(module, *id)
                .into_iter()
                .find(|value| matches!(module.value_type(*value), Type::Token));
            let ends = token.is_none_or(|token| !used.contains(&token));
            let Some(access) = call.access_mut() else { continue };
            let plain = access.after.is_none_or(|after| start.contains(&after)) && ends;
            let drop = match tokens {
                Tokens::Implicit => all_fused || plain,
                Tokens::Needed => plain,
                Tokens::Explicit => false,
            };
            if drop {
                access.after = None;
            }
        }
    }
}

fn bound(plan: &EntryPlan) -> Vec<Bound> {
    let Some(args) = entry_args(&plan.module) else { return Vec::new() };
    let names = prologue::parameter_names(plan);
    let one = |array: &crate::convert::holes::ArrayPlan| {
        let (first, rank) = (array.first, array.rank);
        let all = args.get(first..=first + 2 * rank)?;
        Some(Bound {
            name: prologue::tensor_name(&names, first),
            rank,
            base: all[0],
            sizes: all[1..=rank].to_vec(),
            strides: all[rank + 1..].to_vec(),
            shape: array.shape.clone(),
            steps: array.strides.clone(),
        })
    };
    plan.arrays.iter().filter_map(one).collect()
}

fn entry_args(module: &Module) -> Option<Vec<Value>> {
    let &entry = module.functions.first()?;
    let &region = module.op(entry).regions.first()?;
    let &block = module.region(region).blocks.first()?;
    Some(module.block(block).args.iter().map(|(value, _)| *value).collect())
}

/// All operations in order, outer before inner, with their blocks.
pub fn all_ops(module: &Module) -> Vec<(OpId, BlockId)> {
    fn walk(module: &Module, id: OpId, all: &mut Vec<(OpId, BlockId)>) {
        for &region in &module.op(id).regions {
            for &block in &module.region(region).blocks {
                for &inner in &module.block(block).ops {
                    all.push((inner, block));
                    walk(module, inner, all);
                }
            }
        }
    }
    let mut all = Vec::new();
    for &function in &module.functions {
        walk(module, function, &mut all);
    }
    all
}

/// The results of every operation, in order.
pub fn results_of(module: &Module) -> HashMap<OpId, Vec<Value>> {
    let mut results: HashMap<OpId, Vec<Value>> = HashMap::new();
    for (value, data) in module.values_since(0) {
        if let ValueProducer::OpResult { op, .. } = data.producer {
            results.entry(op).or_default().push(value);
        }
    }
    results
}

fn op_results(module: &Module, id: OpId) -> Vec<Value> {
    let of_op = |data: &cutile_ir::ir::ValueProducer| matches!(data, ValueProducer::OpResult { op, .. } if *op == id);
    let results = module.values_since(0).filter(|(_, data)| of_op(&data.producer));
    results.map(|(value, _)| value).collect()
}

struct Finder<'m> {
    module: &'m Module,
    results: HashMap<OpId, Vec<Value>>,
    found: Fusions,
}

impl Finder<'_> {
    fn producer(&self, value: Value) -> Option<OpId> {
        match self.module.value_data(value).producer {
            ValueProducer::OpResult { op, .. } => Some(op),
            ValueProducer::BlockArg { .. } => None,
        }
    }

    fn result(&self, id: OpId) -> Option<Value> {
        self.results.get(&id)?.first().copied()
    }

    fn operand(&self, value: Value, opcode: Opcode) -> Option<Value> {
        let op = self.module.op(self.producer(value)?);
        if op.opcode == opcode { op.operands.first().copied() } else { None }
    }

    fn int(&self, id: OpId, name: &str, default: i64) -> i64 {
        match attribute(self.module.op(id), name) {
            Some(Attribute::Integer(value, _)) => *value,
            Some(Attribute::Bool(value)) => i64::from(*value),
            _ => default,
        }
    }

    fn groups(&self, id: OpId) -> Vec<Vec<Value>> {
        let op = self.module.op(id);
        let Some(Attribute::Array(sizes)) = attribute(op, "operandSegmentSizes") else {
            return op.operands.iter().map(|&operand| vec![operand]).collect();
        };
        let mut rest = op.operands.as_slice();
        let mut groups = Vec::new();
        for size in sizes {
            let Attribute::Integer(size, _) = size else { return Vec::new() };
            let (group, tail) = rest.split_at(usize::try_from(*size).unwrap_or(0).min(rest.len()));
            groups.push(group.to_vec());
            rest = tail;
        }
        groups
    }

    /// What a value is spread from by reshapes and broadcasts, assumptions left out.
    fn origin(&self, mut value: Value) -> Value {
        while let Some(id) = self.producer(value) {
            let op = self.module.op(id);
            if !matches!(op.opcode, Opcode::Reshape | Opcode::Broadcast | Opcode::Assume) {
                break;
            }
            value = op.operands[0];
        }
        value
    }

    /// A signed widening from 32 bits.
    fn widened(&self, value: Value) -> Option<Value> {
        let id = self.producer(value)?;
        let from = self.operand(value, Opcode::ExtI)?;
        let narrow = types::element(self.module.value_type(from)) == Some(ScalarType::I32);
        (narrow && self.int(id, "signedness", 1) == 1).then_some(from)
    }

    /// Whether a value is one size or stride, in 64 bits, spread to a shape.
    fn is_extent(&self, value: Value, param: Value, fixed: Option<i64>) -> bool {
        let origin = self.origin(value);
        if self.widened(origin) == Some(param) {
            return true;
        }
        let Some(id) = self.producer(origin) else { return false };
        match attribute(self.module.op(id), "value") {
            Some(Attribute::DenseElements(dense)) if fixed.is_some() => {
                matches!(splat(dense), Some(Literal::Int(number)) if Some(number) == fixed)
            }
            _ => false,
        }
    }

    fn tensor_view(&mut self, id: OpId) {
        let op = self.module.op(id);
        if op.opcode != Opcode::MakeTensorView {
            return;
        }
        let groups = self.groups(id);
        let Some(Type::TensorView(view)) = op.result_types.first() else { return };
        let (Some(&[base]), Some(result)) = (groups.first().map(Vec::as_slice), self.result(id))
        else {
            return;
        };
        let empty = Vec::new();
        let place = self.found.arrays.iter().position(|array| array.base == base);
        let Some(place) = place else { return };
        let array = &self.found.arrays[place];
        let sizes = groups.get(1).unwrap_or(&empty);
        let strides = groups.get(2).unwrap_or(&empty);
        let mut given = sizes.iter();
        let mut sizes_match = view.shape.len() == array.rank;
        for (axis, &number) in view.shape.iter().enumerate() {
            sizes_match &= match array.shape.get(axis) {
                Some(Some(fixed)) => number == *fixed,
                Some(None) => number == DYNAMIC && given.next() == array.sizes.get(axis),
                None => false,
            };
        }
        let mut given = strides.iter();
        let mut strides_match = sizes_match;
        for (axis, &number) in view.strides.iter().enumerate().take(array.rank) {
            let operand = if number == DYNAMIC { given.next() } else { None };
            // Of an axis of size one a view states no stride.
            strides_match &= array.shape[axis] == Some(1)
                || match array.steps[axis] {
                    Some(fixed) => number == fixed,
                    None => operand == array.strides.get(axis),
                };
        }
        let whole = sizes_match && strides_match;
        if whole {
            self.found.views.insert(result, place);
        }
    }

    fn remainders(&mut self, ops: &[OpId]) {
        for &id in ops {
            let found = remainder::find(self.module, id);
            let call = found.map(|(dividend, divisor)| Fused::Remainder { dividend, divisor });
            self.found.calls.extend(call.map(|call| (id, call)));
        }
    }

    fn operation(&mut self, id: OpId) {
        let call = match self.module.op(id).opcode {
            Opcode::Offset => self
                .result(id)
                .and_then(|value| self.points(value))
                .map(|(array, index)| Fused::Points { array, index }),
            Opcode::CmpI | Opcode::AndI => self.result(id).and_then(|value| self.inside(value)),
            Opcode::LoadPtrTko => self.gather(id),
            Opcode::StorePtrTko => self.scatter(id),
            Opcode::LoadViewTko => self.load(id),
            Opcode::StoreViewTko => self.store(id),
            _ => None,
        };
        self.found.calls.extend(call.map(|call| (id, call)));
    }

    /// The array and the 64-bit indices that a tile of pointers is made of.
    fn points(&self, value: Value) -> Option<(usize, Vec<Value>)> {
        let id = self.producer(value)?;
        let op = self.module.op(id);
        if op.opcode == Opcode::Assume {
            return self.points(op.operands[0]);
        }
        let (Opcode::Offset, &[pointers, offset]) = (op.opcode, op.operands.as_slice()) else {
            return None;
        };
        let base = self.origin(pointers);
        let place = self.found.arrays.iter().position(|array| array.base == base)?;
        let array = &self.found.arrays[place];
        let terms = self.terms(offset, Opcode::AddI, array.rank)?;
        let mut index = Vec::new();
        for (axis, term) in terms.into_iter().enumerate() {
            let id = self.producer(term)?;
            let op = self.module.op(id);
            let (Opcode::MulI, &[at, step]) = (op.opcode, op.operands.as_slice()) else {
                return None;
            };
            if !self.is_extent(step, array.strides[axis], array.steps[axis]) {
                return None;
            }
            index.push(at);
        }
        Some((place, index))
    }

    /// The operands of a chain of one operation, from left to right; none where they are not so many.
    fn terms(&self, value: Value, opcode: Opcode, count: usize) -> Option<Vec<Value>> {
        let mut terms = Vec::new();
        let mut rest = value;
        while terms.len() + 1 < count {
            let op = self.module.op(self.producer(rest)?);
            let (true, &[left, right]) = (op.opcode == opcode, op.operands.as_slice()) else {
                return None;
            };
            terms.push(right);
            rest = left;
        }
        terms.push(rest);
        terms.reverse();
        Some(terms)
    }

    /// The indices that a mask compares with all sizes of an array.
    fn within(&self, value: Value, place: usize) -> Option<Vec<Value>> {
        let array = &self.found.arrays[place];
        let mut index = Vec::new();
        for (axis, term) in self.terms(value, Opcode::AndI, array.rank)?.into_iter().enumerate() {
            let id = self.producer(term)?;
            let op = self.module.op(id);
            let (Opcode::CmpI, &[at, end]) = (op.opcode, op.operands.as_slice()) else {
                return None;
            };
            let less = self.int(id, "comparison_predicate", -1) == 2;
            let unsigned = self.int(id, "signedness", 1) == 0;
            if !less || !unsigned || !self.is_extent(end, array.sizes[axis], array.shape[axis]) {
                return None;
            }
            index.push(at);
        }
        Some(index)
    }

    /// A mask that compares with an array's sizes, one of them a parameter at least.
    fn inside(&self, value: Value) -> Option<Fused> {
        (0..self.found.arrays.len()).find_map(|array| {
            let known = &self.found.arrays[array];
            let index = self.within(value, array)?;
            let named = known.shape.iter().all(Option::is_none);
            named.then_some(Fused::Within { array, index })
        })
    }

    /// The indices of a gather as its helper takes them.
    fn narrow(&self, index: &[Value], of: Value) -> Option<Vec<Value>> {
        let shape = |value: Value| types::rank(self.module.value_type(value));
        match *index {
            [only] => {
                let only = self.widened(only)?;
                (shape(only) == shape(of)).then(|| vec![only])
            }
            [row, columns] if shape(of) == Some(1) => {
                let row = self.widened(self.origin(row))?;
                let columns = self.widened(columns)?;
                let fits = shape(row) == Some(0) && shape(columns) == Some(1);
                fits.then(|| vec![row, columns])
            }
            _ => None,
        }
    }

    fn gather(&self, id: OpId) -> Option<Fused> {
        let groups = self.groups(id);
        let at = |place: usize| groups.get(place).and_then(|group| group.first().copied());
        let (array, index) = self.points(at(0)?)?;
        let (checked, padding) = self.bounds(at(1), at(2), array, &index)?;
        let (latency, false) = self.plain(id)? else { return None };
        let index = self.narrow(&index, at(0)?)?;
        let access = Access { array, index, after: at(3), latency };
        Some(Fused::Gather { access, checked, padding })
    }

    fn scatter(&self, id: OpId) -> Option<Fused> {
        let groups = self.groups(id);
        let at = |place: usize| groups.get(place).and_then(|group| group.first().copied());
        let (array, index) = self.points(at(0)?)?;
        let (checked, _) = self.bounds(at(2), None, array, &index)?;
        let (latency, false) = self.plain(id)? else { return None };
        let index = self.narrow(&index, at(0)?)?;
        let access = Access { array, index, after: at(3), latency };
        Some(Fused::Scatter { access, checked, value: at(1)? })
    }

    /// Whether a mask is that of the indices, and the padding where there is one.
    fn bounds(
        &self,
        mask: Option<Value>,
        padding: Option<Value>,
        array: usize,
        index: &[Value],
    ) -> Option<(bool, Option<Value>)> {
        // What no mask leaves out takes no padding.
        let Some(mask) = mask else { return Some((false, None)) };
        let compared = self.within(mask, array)?;
        let same = compared.iter().zip(index).all(|(a, b)| self.is_same(*a, *b));
        same.then_some((true, padding.filter(|padding| !self.is_zero(*padding))))
    }

    /// Whether a value is zero in all places.
    fn is_zero(&self, value: Value) -> bool {
        let Some(id) = self.producer(self.origin(value)) else { return false };
        match attribute(self.module.op(id), "value") {
            Some(Attribute::DenseElements(dense)) => dense.data.iter().all(|byte| *byte == 0),
            _ => false,
        }
    }

    /// Whether two values are made alike.
    fn is_same(&self, a: Value, b: Value) -> bool {
        if a == b {
            return true;
        }
        let (Some(left), Some(right)) = (self.producer(a), self.producer(b)) else { return false };
        let (left, right) = (self.module.op(left), self.module.op(right));
        let opcodes = [Opcode::ExtI, Opcode::Reshape, Opcode::Broadcast];
        left.opcode == right.opcode
            && opcodes.contains(&left.opcode)
            && self.module.value_type(a) == self.module.value_type(b)
            && self.is_same(left.operands[0], right.operands[0])
    }

    /// Latency and whether the TMA is forbidden, of an access that is weak and promises nothing.
    fn plain(&self, id: OpId) -> Option<(i64, bool)> {
        let op = self.module.op(id);
        let promised = match attribute(op, "inbounds") {
            Some(Attribute::Array(list)) => list
                .iter()
                .any(|item| !matches!(item, Attribute::Bool(false) | Attribute::Integer(0, _))),
            _ => false,
        };
        let checks = attribute(op, "valid_check").is_some_and(|value| {
            !matches!(value, Attribute::Bool(false) | Attribute::Integer(0, _))
        });
        if promised
            || checks
            || self.int(id, "memory_ordering_semantics", 0) != 0
            || attribute(op, "memory_scope").is_some()
        {
            return None;
        }
        let Some(Attribute::OptimizationHints(hints)) = attribute(op, "optimization_hints") else {
            return Some((0, false));
        };
        let (mut latency, mut no_tma) = (0, false);
        for (target, values) in &hints.entries {
            if target != "default" && hints.entries.len() > 1 {
                return None;
            }
            for (key, value) in values {
                match (key.as_str(), value) {
                    ("latency", Attribute::Integer(number, _)) if *number > 0 => latency = *number,
                    ("allow_tma", Attribute::Bool(allowed)) => no_tma = !allowed,
                    ("allow_tma", Attribute::Integer(allowed, _)) => no_tma = *allowed == 0,
                    _ => return None,
                }
            }
        }
        Some((latency, no_tma))
    }

    /// The array that a partition in tiles along its own axes is of, and its padding.
    fn partition(&self, view: Value) -> Option<(usize, Option<PaddingValue>)> {
        let Type::PartitionView(ty) = self.module.value_type(view) else { return None };
        let tensor = self.operand(view, Opcode::MakePartitionView)?;
        let array = *self.found.views.get(&tensor)?;
        let along = |(axis, &to): (usize, &i32)| usize::try_from(to) == Ok(axis);
        let known = matches!(
            ty.padding_value,
            None | Some(PaddingValue::Zero) | Some(PaddingValue::NegInf)
        );
        (known && ty.dim_map.iter().enumerate().all(along)).then_some((array, ty.padding_value))
    }

    fn load(&self, id: OpId) -> Option<Fused> {
        let groups = self.groups(id);
        let &view = groups.first()?.first()?;
        let (array, padding) = self.partition(view)?;
        let (latency, no_tma) = self.plain(id)?;
        let index = self.indices(groups.get(1)?)?;
        let after = groups.get(2).and_then(|group| group.first().copied());
        let access = Access { array, index, after, latency };
        Some(Fused::Load { access, padding, no_tma })
    }

    fn store(&self, id: OpId) -> Option<Fused> {
        let groups = self.groups(id);
        let &value = groups.first()?.first()?;
        let &view = groups.get(1)?.first()?;
        let (array, None) = self.partition(view)? else { return None };
        let (latency, no_tma) = self.plain(id)?;
        let index = self.indices(groups.get(2)?)?;
        let after = groups.get(3).and_then(|group| group.first().copied());
        let access = Access { array, index, after, latency };
        Some(Fused::Store { access, value, no_tma })
    }

    fn indices(&self, group: &[Value]) -> Option<Vec<Value>> {
        let plain =
            |value: &Value| types::is_scalar_of(self.module.value_type(*value), ScalarType::I32);
        group.iter().all(plain).then(|| group.to_vec())
    }
}
