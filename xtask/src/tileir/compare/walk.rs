//! The walk over both modules at once.

mod carried;

use std::collections::{BTreeSet, HashSet};

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{Module, OpId, Type, Value, format_type};
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::report::{self, Names};
use super::{About, Change, Difference, Options, Use};
use crate::tileir::normal::Unknown;
use crate::tileir::normal::evaluate::{ScopeId, Side, groups};
use crate::tileir::normal::graph::{Graph, Label, Leaf, Node, NodeId};
use crate::tileir::normal::kind::{Kind, kind};
use crate::tileir::normal::loops::{self, Carried};
use crate::tileir::normal::skeleton::{self, Effect, Sequence};
use crate::tileir::ops;
use crate::tileir::print;

const REFERENCE: usize = 0;
const CANDIDATE: usize = 1;

/// What a walk finds: the differences, all nodes, and what the effects of each side use.
pub type Found = (Result<Vec<Difference>, Unknown>, Graph, [Vec<Use>; 2]);

/// The differences of two modules.
pub fn modules(reference: &Module, candidate: &Module, options: &Options) -> Found {
    let target = options.target.as_deref();
    let mut walk = Walk {
        sides: [Side::new(reference, target), Side::new(candidate, target)],
        graph: Graph::default(),
        names: Names::new(),
        labels: 0,
        differences: Vec::new(),
        uses: [Vec::new(), Vec::new()],
        unused: HashSet::new(),
    };
    let result = walk.modules();
    (result.map(|()| walk.differences), walk.graph, walk.uses)
}

/// What each side's sequence yields to its parent; none where control never comes to its end.
type Yields = [Option<Vec<NodeId>>; 2];

struct Walk<'m> {
    sides: [Side<'m>; 2],
    graph: Graph,
    names: Names,
    labels: Label,
    differences: Vec<Difference>,
    uses: [Vec<Use>; 2],
    /// What loops carry though nothing that counts uses it.
    unused: HashSet<NodeId>,
}

impl Walk<'_> {
    fn modules(&mut self) -> Result<(), Unknown> {
        self.globals();
        let [a, b] = [REFERENCE, CANDIDATE].map(|side| self.sides[side].module.functions.clone());
        if a.len() != b.len() {
            let what = format!("{} functions became {}", a.len(), b.len());
            self.report(Change::Changed, About::Parameters, "module", what, [None, None]);
            return Ok(());
        }
        for (a, b) in a.into_iter().zip(b) {
            match self.function(a, b) {
                Ok(()) => {}
                // After a difference, values may be used that nothing has matched.
                Err(_) if !self.differences.is_empty() => break,
                Err(unknown) => return Err(unknown),
            }
        }
        Ok(())
    }

    fn report(
        &mut self,
        change: Change,
        about: About,
        path: &str,
        what: String,
        [reference, candidate]: [Option<OpId>; 2],
    ) {
        let path = path.to_owned();
        self.differences.push(Difference { change, about, path, what, reference, candidate });
    }

    fn changed(&mut self, about: About, path: &str, what: String, ops: [OpId; 2]) {
        self.report(Change::Changed, about, path, what, ops.map(Some));
    }

    fn label(&mut self, name: impl Into<String>) -> Label {
        self.labels += 1;
        self.names.insert(self.labels, name.into());
        self.labels
    }

    fn globals(&mut self) {
        let describe = |module: &Module| -> Vec<String> {
            let mut globals: Vec<String> =
                module.globals.iter().map(|global| format!("{global:?}")).collect();
            globals.sort();
            globals
        };
        let [a, b] = [describe(self.sides[0].module), describe(self.sides[1].module)];
        if a != b {
            let what = format!("globals {a:?} became {b:?}");
            self.report(Change::Changed, About::Globals, "module", what, [None, None]);
        }
    }

    fn function(&mut self, a: OpId, b: OpId) -> Result<(), Unknown> {
        let ops = [a, b];
        let path = "entry";
        let mut attributes =
            [REFERENCE, CANDIDATE].map(|side| self.sides[side].attributes(ops[side]));
        for list in &mut attributes {
            // The name is ignored, and the types of the parameters are compared below. Empty
            // attributes of arguments say nothing.
            list.retain(|(name, value)| {
                let is_empty = value.chars().all(|letter| "[{}], ".contains(letter));
                name != "sym_name"
                    && name != "function_type"
                    && name != "di_name"
                    && !(name == "arg_attrs" && is_empty)
            });
        }
        self.compare_attributes(path, &attributes, ops);
        let mut skeletons = Vec::new();
        let mut parameters = Vec::new();
        for (side, op) in self.sides.iter().zip(ops) {
            skeletons.push(skeleton::of(side.module, &side.values, op)?);
            parameters.push(arguments(side.module, op)?);
        }
        let types = |list: &[(Value, Type)]| -> Vec<String> {
            list.iter().map(|(_, ty)| format_type(ty)).collect()
        };
        let [first, second] = [types(&parameters[0]), types(&parameters[1])];
        if first != second {
            let what = format!("parameters ({}) became ({})", first.join(", "), second.join(", "));
            self.changed(About::Parameters, path, what, ops);
        }
        for (side, parameters) in parameters.iter().enumerate() {
            for (index, (value, ty)) in parameters.iter().enumerate() {
                let node = self.graph.intern(Node::Leaf(Leaf::Parameter(index), ty.clone()));
                self.sides[side].define(*value, node);
            }
        }
        let label = self.label("entry");
        let scopes =
            [REFERENCE, CANDIDATE].map(|side| self.sides[side].open(None, &skeletons[side], label));
        self.sequences([&skeletons[0], &skeletons[1]], scopes, path)?;
        self.facts(path);
        for side in &mut self.sides {
            side.forget();
        }
        Ok(())
    }

    fn compare_attributes(
        &mut self,
        path: &str,
        attributes: &[Vec<(String, String)>; 2],
        ops: [OpId; 2],
    ) {
        let find = |side: usize, wanted: &str| {
            attributes[side]
                .iter()
                .find(|(name, _)| name == wanted)
                .map(|(_, value)| value.as_str())
        };
        let mut names: Vec<&String> = attributes.iter().flatten().map(|(name, _)| name).collect();
        names.sort();
        names.dedup();
        let mut texts = Vec::new();
        for name in names {
            let (a, b) = (find(REFERENCE, name), find(CANDIDATE, name));
            if a != b {
                let shown = |value: Option<&str>| value.unwrap_or("absent").to_owned();
                texts.push((name.clone(), format!("{name} {} became {}", shown(a), shown(b))));
            }
        }
        for (name, text) in texts {
            let what = format!("{}: {text}", self.describe(ops[0]));
            self.changed(About::Attribute(name), path, what, ops);
        }
    }

    /// An operation of the reference, for messages.
    fn describe(&self, op: OpId) -> String {
        describe(&self.sides[REFERENCE], op)
    }

    /// Compares what is assumed of the nodes that are used, place by place.
    fn facts(&mut self, path: &str) {
        let assumed = [REFERENCE, CANDIDATE].map(|side| self.sides[side].assumed(&self.graph));
        let keys: BTreeSet<_> = assumed.iter().flat_map(|facts| facts.keys().copied()).collect();
        for (node, place) in keys {
            // Such a value is like nothing of the other module, so neither would its facts be.
            if self.graph.is_made_of(node, &self.unused) {
                continue;
            }
            let [a, b] = assumed
                .each_ref()
                .map(|facts| facts.get(&(node, place)).cloned().unwrap_or_default());
            if a.text() != b.text() {
                let value = report::show(&self.graph, &self.names, node, 3);
                let what = format!("assumed of {value}: {} became {}", a.text(), b.text());
                let about = About::Fact(node, [a.divisor(), b.divisor()]);
                let path = self.names.get(&place.0).cloned().unwrap_or_else(|| path.to_owned());
                self.report(Change::Changed, about, &path, what, [None, None]);
            }
        }
    }

    /// Compares two sequences; what each yields to its parent.
    fn sequences(
        &mut self,
        sequences: [&Sequence; 2],
        scopes: [ScopeId; 2],
        path: &str,
    ) -> Result<Yields, Unknown> {
        // What the last effect yields, where it holds the end of the sequence.
        let mut last: Yields = [None, None];
        for step in align(&self.sides, sequences) {
            match step {
                (Some(a), Some(b)) => last = self.effects([a, b], scopes, path)?,
                (Some(a), None) => {
                    self.lone(REFERENCE, a, path);
                    last[REFERENCE] = None;
                }
                (None, Some(b)) => {
                    self.lone(CANDIDATE, b, path);
                    last[CANDIDATE] = None;
                }
                (None, None) => {}
            }
        }
        let terminators = [sequences[0].terminator, sequences[1].terminator];
        match terminators {
            [Some(a), Some(b)] => {
                let opcodes = [
                    self.sides[REFERENCE].module.op(a).opcode,
                    self.sides[CANDIDATE].module.op(b).opcode,
                ];
                if opcodes[0] != opcodes[1] {
                    let what = format!("`{}` became `{}`", opcodes[0].name(), opcodes[1].name());
                    self.changed(About::Control, path, what, [a, b]);
                } else if opcodes[0] != Opcode::Yield {
                    self.operands([a, b], scopes, path)?;
                }
            }
            [None, None] => {}
            [a, b] => {
                let what = "the block ends otherwise".to_owned();
                self.report(Change::Changed, About::Control, path, what, [a, b]);
            }
        }
        for side in [REFERENCE, CANDIDATE] {
            if let Some(terminator) = terminators[side] {
                last[side] = self.yielded(side, terminator, scopes[side])?;
            }
        }
        Ok(last)
    }

    /// An effect that only one of the modules has.
    fn lone(&mut self, side: usize, effect: &Effect, path: &str) {
        let op = effect.op();
        let text = describe(&self.sides[side], op);
        let label = self.label(format!("{} {text}", ["removed", "added"][side]));
        self.define_results(side, op, label);
        let what = print::op(self.sides[side].module, &self.sides[side].values, op);
        if side == REFERENCE {
            self.report(Change::Removed, About::Effect, path, what, [Some(op), None]);
        } else {
            self.report(Change::Added, About::Effect, path, what, [None, Some(op)]);
        }
    }

    fn define_results(&mut self, side: usize, op: OpId, label: Label) {
        let results = self.sides[side].values.results(op).to_vec();
        for (index, value) in results.into_iter().enumerate() {
            let ty = self.sides[side].module.value_type(value).clone();
            let node = self.graph.intern(Node::Leaf(Leaf::Result(label, index), ty));
            self.sides[side].define(value, node);
        }
    }

    /// Compares two effects of one opcode; what they yield to the parent of the sequence that they
    /// stand in, where they hold its end.
    fn effects(
        &mut self,
        effects: [&Effect; 2],
        scopes: [ScopeId; 2],
        path: &str,
    ) -> Result<Yields, Unknown> {
        let ops = effects.map(Effect::op);
        let attributes = [REFERENCE, CANDIDATE].map(|side| self.sides[side].attributes(ops[side]));
        self.compare_attributes(path, &attributes, ops);
        self.operands(ops, scopes, path)?;
        let name = self.describe(ops[0]);
        let label = self.label(&name);
        if let [Effect::Branch(_, a, a_is_last), Effect::Branch(_, b, b_is_last)] = effects {
            let path = format!("{path}/{name}");
            let yields = self.branches([a, b], scopes, label, &path)?;
            let mut last = [None, None];
            for (side, is_last) in [(REFERENCE, *a_is_last), (CANDIDATE, *b_is_last)] {
                if is_last {
                    last[side].clone_from(&yields[side]);
                } else {
                    self.define_choices(side, ops[side], yields[side].as_deref())?;
                }
            }
            return Ok(last);
        }
        self.result_types(ops, path);
        if let [Effect::Loop(_, a), Effect::Loop(_, b)] = effects {
            self.body(ops, [a, b], scopes, label, &format!("{path}/{name}"))?;
            for side in [REFERENCE, CANDIDATE] {
                let results = self.sides[side].values.results(ops[side]).to_vec();
                self.define_carried(side, ops[side], &results, scopes[side], |kept| {
                    Leaf::Result(label, kept)
                })?;
            }
            return Ok([None, None]);
        }
        self.define_results(REFERENCE, ops[0], label);
        self.define_results(CANDIDATE, ops[1], label);
        Ok([None, None])
    }

    /// The results of an `if` that something may follow.
    fn define_choices(
        &mut self,
        side: usize,
        op: OpId,
        yields: Option<&[NodeId]>,
    ) -> Result<(), Unknown> {
        // Where no branch yields, nothing that follows is ever reached.
        let Some(nodes) = yields else { return Ok(()) };
        let results = self.sides[side].values.results(op).to_vec();
        if results.len() != nodes.len() {
            return Err(Unknown::new("a branch yields another number of values than its `if` has"));
        }
        for (value, node) in results.into_iter().zip(nodes) {
            self.sides[side].define(value, *node);
        }
        Ok(())
    }

    fn result_types(&mut self, ops: [OpId; 2], path: &str) {
        let types = [REFERENCE, CANDIDATE].map(|side| {
            let types = &self.sides[side].module.op(ops[side]).result_types;
            let is_kept = |index: usize| match kind(self.sides[side].module.op(ops[side]).opcode) {
                Kind::Loop => self.sides[side].loops.carried(ops[side], index) == Carried::Kept,
                _ => true,
            };
            let kept = types.iter().enumerate().filter(|(index, _)| is_kept(*index));
            kept.map(|(_, ty)| format_type(ty)).collect::<Vec<_>>().join(", ")
        });
        if types[0] != types[1] {
            let name = self.describe(ops[0]);
            let what = format!("{name}: results ({}) became ({})", types[0], types[1]);
            self.changed(About::Results, path, what, ops);
        }
    }

    fn body(
        &mut self,
        ops: [OpId; 2],
        bodies: [&Sequence; 2],
        scopes: [ScopeId; 2],
        label: Label,
        path: &str,
    ) -> Result<(), Unknown> {
        for side in [REFERENCE, CANDIDATE] {
            let arguments = arguments(self.sides[side].module, ops[side])?;
            let counters = loops::counters(self.sides[side].module, ops[side]);
            for (index, (value, ty)) in arguments.iter().take(counters).enumerate() {
                let node = self.graph.intern(Node::Leaf(Leaf::Carried(label, index), ty.clone()));
                self.sides[side].define(*value, node);
            }
            let carried: Vec<Value> =
                arguments.iter().skip(counters).map(|(value, _)| *value).collect();
            self.define_carried(side, ops[side], &carried, scopes[side], |kept| {
                Leaf::Carried(label, counters + kept)
            })?;
        }
        self.counter(ops, scopes)?;
        let inner = self.label(format!("body of {}", self.names[&label]));
        let scopes = [REFERENCE, CANDIDATE]
            .map(|side| self.sides[side].open(Some(scopes[side]), bodies[side], inner));
        self.sequences(bodies, scopes, path)?;
        Ok(())
    }

    /// Compares the branches of two `if`s; what they yield, chosen by the condition.
    fn branches(
        &mut self,
        branches: [&[Sequence; 2]; 2],
        scopes: [ScopeId; 2],
        label: Label,
        path: &str,
    ) -> Result<Yields, Unknown> {
        let mut by_branch = Vec::with_capacity(2);
        for branch in 0..2 {
            let name = ["then", "else"][branch];
            let inner = self.label(format!("{name} of {}", self.names[&label]));
            let sequences = [&branches[0][branch], &branches[1][branch]];
            let scopes = [REFERENCE, CANDIDATE]
                .map(|side| self.sides[side].open(Some(scopes[side]), sequences[side], inner));
            by_branch.push(self.sequences(sequences, scopes, &format!("{path} {name}"))?);
        }
        let mut yields: Yields = [None, None];
        for side in [REFERENCE, CANDIDATE] {
            yields[side] = match [&by_branch[0][side], &by_branch[1][side]] {
                [Some(then), Some(otherwise)] if then.len() == otherwise.len() => {
                    let pairs = then.iter().zip(otherwise);
                    Some(pairs.map(|(a, b)| self.graph.choice(label, *a, *b)).collect())
                }
                [Some(_), Some(_)] => {
                    return Err(Unknown::new("the branches of an `if` yield unlike numbers"));
                }
                [Some(nodes), None] | [None, Some(nodes)] => Some(nodes.clone()),
                [None, None] => None,
            };
        }
        Ok(yields)
    }

    /// What a terminator yields; none where it leaves.
    fn yielded(
        &mut self,
        side: usize,
        terminator: OpId,
        scope: ScopeId,
    ) -> Result<Option<Vec<NodeId>>, Unknown> {
        let operation = self.sides[side].module.op(terminator);
        if operation.opcode != Opcode::Yield {
            return Ok(None);
        }
        let mut nodes = Vec::with_capacity(operation.operands.len());
        for (index, operand) in operation.operands.clone().into_iter().enumerate() {
            nodes.push(if self.sides[side].loops.is_yield_used(terminator, index) {
                self.sides[side].node(&mut self.graph, operand, scope)?
            } else {
                let ty = self.sides[side].module.value_type(operand).clone();
                self.nothing(side, ty)
            });
        }
        Ok(Some(nodes))
    }

    /// Compares the operands of two operations of the same opcode.
    fn operands(
        &mut self,
        ops: [OpId; 2],
        scopes: [ScopeId; 2],
        path: &str,
    ) -> Result<(), Unknown> {
        let sizes =
            [REFERENCE, CANDIDATE].map(|side| groups(self.sides[side].module.op(ops[side])));
        let operands = [REFERENCE, CANDIDATE].map(|side| {
            let all = &self.sides[side].module.op(ops[side]).operands;
            let kept = self.sides[side].loops.operands(self.sides[side].module, ops[side]);
            kept.into_iter().map(|index| (index, all[index])).collect::<Vec<_>>()
        });
        if sizes[0] != sizes[1] || operands[0].len() != operands[1].len() {
            let name = self.describe(ops[0]);
            let texts = [REFERENCE, CANDIDATE].map(|side| {
                print::op(self.sides[side].module, &self.sides[side].values, ops[side])
            });
            let what = match kind(self.sides[REFERENCE].module.op(ops[0]).opcode) {
                Kind::Loop => {
                    let [a, b] = [operands[0].len(), operands[1].len()].map(|count| {
                        count.saturating_sub(loops::bounds(self.sides[REFERENCE].module, ops[0]))
                    });
                    format!("{name} carries {b} used values instead of {a}")
                }
                _ => format!("{name}: operands of `{}` became `{}`", texts[0], texts[1]),
            };
            self.changed(About::Operand("operands".to_owned()), path, what, ops);
        }
        for ((index, a), (_, b)) in operands[0].iter().zip(&operands[1]) {
            let a = self.sides[REFERENCE].node(&mut self.graph, *a, scopes[REFERENCE])?;
            let b = self.sides[CANDIDATE].node(&mut self.graph, *b, scopes[CANDIDATE])?;
            for (side, node) in [a, b].into_iter().enumerate() {
                self.uses[side].push(Use { op: ops[side], index: *index, node });
            }
            if a != b {
                let operand = operand_name(&self.sides[REFERENCE], ops[0], *index);
                let witness = report::witness(&self.graph, &self.names, a, b);
                let what = format!("{}: {operand} {witness}", self.describe(ops[0]));
                self.changed(About::Operand(operand), path, what, ops);
            }
        }
        Ok(())
    }
}

/// An operation by name and the numbers of its results.
fn describe(side: &Side<'_>, op: OpId) -> String {
    let results: Vec<String> = side.values.results(op).iter().copied().map(print::value).collect();
    let name = ops::by_opcode(side.module.op(op).opcode).name;
    if results.is_empty() { name.to_owned() } else { format!("{name} {}", results.join(",")) }
}

/// What an operand is called in the table.
fn operand_name(side: &Side<'_>, op: OpId, index: usize) -> String {
    let operation = side.module.op(op);
    let row = ops::by_opcode(operation.opcode);
    let sizes = groups(operation);
    let mut end = 0;
    for (group, operand) in row.operands.iter().enumerate() {
        let size = match sizes.get(group) {
            Some(size) => usize::try_from(*size).unwrap_or(0),
            None if operand.arity == ops::Arity::One => 1,
            None => operation.operands.len() - end.min(operation.operands.len()),
        };
        if index < end + size {
            return match size {
                1 => operand.name.to_owned(),
                _ => format!("{}[{}]", operand.name, index - end),
            };
        }
        end += size;
    }
    format!("operand {index}")
}

/// The arguments of the only block of an operation's first region.
fn arguments(module: &Module, op: OpId) -> Result<Vec<(Value, Type)>, Unknown> {
    let region = module.op(op).regions.first();
    match region.map(|region| module.region(*region).blocks.as_slice()) {
        Some([block]) => Ok(module.block(*block).args.clone()),
        _ => Err(Unknown::new("a region has not one block")),
    }
}

type Step<'s> = (Option<&'s Effect>, Option<&'s Effect>);

/// Matches the effects of two sequences, in order and by opcode.
fn align<'s>(sides: &[Side<'_>; 2], sequences: [&'s Sequence; 2]) -> Vec<Step<'s>> {
    let opcodes = [REFERENCE, CANDIDATE].map(|side| {
        let effects = sequences[side].effects.iter();
        effects.map(|effect| sides[side].module.op(effect.op()).opcode.as_u16()).collect::<Vec<_>>()
    });
    let [a, b] = sequences.map(|sequence| sequence.effects.as_slice());
    let mut steps = Vec::new();
    for change in capture_diff_slices(Algorithm::Myers, &opcodes[0], &opcodes[1]) {
        match change {
            DiffOp::Equal { old_index, new_index, len } => {
                steps
                    .extend((0..len).map(|offset| {
                        (Some(&a[old_index + offset]), Some(&b[new_index + offset]))
                    }));
            }
            _ => {
                let (old, new) = (change.old_range(), change.new_range());
                steps.extend(a[old].iter().map(|effect| (Some(effect), None)));
                steps.extend(b[new].iter().map(|effect| (None, Some(effect))));
            }
        }
    }
    steps
}
