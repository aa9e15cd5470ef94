//! When a value stands where it is used, and what it is called otherwise.
//!
//! A value that Python names is a `let` of that name; any other that is used once goes into its
//! user's expression, where nothing with an effect, no loop and no branch lies between, and where
//! cutile can still infer the types.

use std::collections::HashMap;

use cutile_ir::Module;
use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{BlockId, OpId, Value};

use super::function::{Function, attribute};
use super::live::{self, Live};
use super::{Nesting, fuse, reduce, types};
use crate::convert::python::Assigned;

/// What kind of expression a value's text is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Form {
    /// A name.
    #[default]
    Name,
    /// A call of an operation whose result follows from its arguments.
    Call,
    /// A reduction or a permutation, whose type cutile finds only after its operand's, and rustc not
    /// as the argument of an operation that takes every rank.
    Reduction,
    /// A call of a helper, which cutile puts in place of the call.
    Helper,
    /// A literal spread to a shape.
    Splat,
    /// A literal whose type is what the place demands.
    Literal,
    /// Operands and an operator that binds so tightly.
    Infix(u8),
    /// An operator with an operand whose type cutile does not find inside of a call.
    Mixed(u8),
}

/// Longer expressions have a name.
const LONGEST: usize = 60;

/// Helpers of the support module that stand for one operation.
const HELPERS: &[&str] = &[
    "splat",
    "splat_ptr",
    "wide",
    "widen",
    "below",
    "to_f32",
    "to_f16",
    "to_bf16",
    "to_tf32",
    "div_approx",
    "div_approx_ftz",
    "add_ftz",
    "sub_ftz",
    "mul_ftz",
    "mul_add",
    "exp_approx",
    "tanh_approx",
    "larger",
    "smaller",
    "float",
];

impl Form {
    fn precedence(self) -> u8 {
        match self {
            Self::Infix(level) | Self::Mixed(level) => level,
            _ => u8::MAX,
        }
    }
}

/// Where an operation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Spot {
    block: BlockId,
    /// Loops and branches before it in the block.
    control: usize,
    /// Operations with an effect before it in the block.
    effects: usize,
}

/// Where operations stand, and what is known of texts that wait for their user.
#[derive(Debug, Default)]
pub struct Nest {
    spots: HashMap<OpId, Spot>,
    names: HashMap<Value, String>,
    forms: HashMap<Value, Form>,
    /// Values whose text reads memory.
    reads: HashMap<Value, usize>,
}

impl Nest {
    /// Looks at a module of which `live` says what is needed.
    pub fn new(module: &Module, live: &Live, assigned: &Assigned) -> Self {
        let mut nest = Self::default();
        let mut counts: HashMap<BlockId, (usize, usize)> = HashMap::new();
        let mut places: HashMap<(u32, u32), (String, Value)> = HashMap::new();
        let results = fuse::results_of(module);
        for (id, block) in fuse::all_ops(module) {
            let op = module.op(id);
            let (control, effects) = counts.entry(block).or_default();
            nest.spots.insert(id, Spot { block, control: *control, effects: *effects });
            *control += usize::from(!op.regions.is_empty() && !is_combined(op.opcode));
            *effects += usize::from(live::has_effect(op.opcode));
            if matches!(op.opcode, Opcode::For | Opcode::Loop | Opcode::Assume) {
                continue;
            }
            let used = |value: &&Value| live.users.contains_key(value);
            let Some(&value) = results.get(&id).and_then(|all| all.iter().find(used)) else {
                continue;
            };
            // What spreads a number is its user's matter.
            let spreads = |user: &OpId| module.op(*user).opcode == Opcode::Broadcast;
            let folded = op.opcode == Opcode::Reshape
                && op.operands.iter().all(|from| types::rank(module.value_type(*from)) == Some(0))
                && live.users.get(&value).is_some_and(|users| users.iter().all(spreads));
            if folded {
                continue;
            }
            if let Some((place, name)) = assigned.name(&op.location) {
                places.insert(place, (name.to_owned(), value));
            }
        }
        nest.names = places.into_values().map(|(name, value)| (value, name)).collect();
        nest
    }
}

fn is_combined(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Reduce | Opcode::Scan)
}

impl Function<'_> {
    /// What Python calls a value.
    pub fn python_name(&self, value: Value) -> Option<&str> {
        self.nest.names.get(&value).map(String::as_str)
    }

    /// The name for a value: Python's, or else the hint.
    pub fn hint<'h>(&'h self, value: Value, hint: &'h str) -> &'h str {
        if self.style.python_names { self.python_name(value).unwrap_or(hint) } else { hint }
    }

    /// The kind of a value's text.
    pub fn form(&self, value: Value) -> Form {
        self.nest.forms.get(&value).copied().unwrap_or_default()
    }

    /// Says that a value's text waits for its user.
    pub fn defer(&mut self, value: Value, at: OpId, form: Form) {
        self.nest.forms.insert(value, form);
        let op = self.module.op(at);
        let own = live::has_effect(op.opcode).then(|| self.nest.spots[&at].effects + 1);
        let of_operand = |operand: &Value| self.nest.reads.get(operand).copied();
        let inner = self.operands_of(at).iter().filter_map(of_operand).max();
        if let Some(reads) = own.or(inner) {
            self.nest.reads.insert(value, reads);
        }
    }

    /// Operands that an operation is written with.
    fn operands_of(&self, id: OpId) -> Vec<Value> {
        self.fused.operands(self.module, id)
    }

    /// Whether a tile's text may wait for its only user.
    pub fn may_wait(&self, value: Value, at: OpId, form: Form, length: usize) -> bool {
        self.is_near(value, at, length)
            && self.users(value).iter().all(|&user| self.accepts(user, value, form))
    }

    /// Whether the text of a Rust scalar may wait for its only user.
    pub fn may_wait_as_scalar(&self, value: Value, at: OpId, length: usize) -> bool {
        self.is_near(value, at, length)
            && self.users(value).iter().all(|&user| self.accepts_scalar(user, value))
    }

    /// Whether a value has one user, with nothing between that must not be passed.
    fn is_near(&self, value: Value, at: OpId, length: usize) -> bool {
        let [user] = *self.users(value) else { return false };
        if self.style.nested != Nesting::All || length > LONGEST {
            return false;
        }
        let exit = matches!(
            self.op(user).opcode,
            Opcode::Continue | Opcode::Yield | Opcode::For | Opcode::Loop
        );
        if !exit && self.style.python_names && self.python_name(value).is_some() {
            return false;
        }
        let (Some(here), Some(there)) = (self.nest.spots.get(&at), self.nest.spots.get(&user))
        else {
            return false;
        };
        let mut reads = live::has_effect(self.op(at).opcode).then_some(here.effects + 1);
        for operand in self.operands_of(at) {
            reads = reads.max(self.nest.reads.get(&operand).copied());
        }
        let is_constant = self.op(at).opcode == Opcode::Constant;
        let in_reach = here.block == there.block && here.control == there.control;
        (is_constant || in_reach) && reads.is_none_or(|effects| effects == there.effects)
    }

    /// Whether a user takes a Rust scalar as an expression.
    fn accepts_scalar(&self, user: OpId, value: Value) -> bool {
        let op = self.op(user);
        match op.opcode {
            Opcode::AddI | Opcode::SubI | Opcode::MulI => self.is_infix(user),
            Opcode::DivI | Opcode::RemI | Opcode::CmpI | Opcode::MaxI | Opcode::MinI => {
                self.is_on_scalars(user)
            }
            Opcode::If => op.operands.first() == Some(&value),
            Opcode::IToF => true,
            Opcode::For => op.operands.iter().take(3).any(|bound| *bound == value),
            Opcode::Continue | Opcode::Yield => self.is_scalar_variable(value),
            _ => self.fused.call(user).is_some() && !self.fused.is_stored(user, value),
        }
    }

    /// Whether cutile finds the type of a `let` of this form without being told: that of an operation on
    /// names. Anything else has its type stated, which also helps with what is nested in it.
    pub fn is_inferred(&self, at: OpId, form: Form) -> bool {
        let named = |value: &Value| self.form(*value) == Form::Name;
        matches!(form, Form::Call | Form::Infix(_))
            && !self.op(at).operands.is_empty()
            && self.operands_of(at).iter().all(named)
    }

    /// The form of an operation's expression.
    pub fn form_of(&self, id: OpId, expression: &str) -> Form {
        let call = expression.strip_prefix("unsafe { ").unwrap_or(expression);
        let starts =
            |names: &[&str]| names.iter().any(|name| call.starts_with(&format!("{name}(")));
        let opcode = self.op(id).opcode;
        if self.is_infix(id) {
            self.infix_form(id)
        } else if matches!(opcode, Opcode::Reduce | Opcode::Scan | Opcode::Permute)
            || (opcode == Opcode::Reshape && self.form(self.op(id).operands[0]) == Form::Reduction)
        {
            Form::Reduction
        } else if starts(&["broadcast_scalar"]) {
            Form::Splat
        } else if opcode == Opcode::Constant {
            Form::Literal
        } else if self.fused.call(id).is_some() || starts(HELPERS) {
            Form::Helper
        } else {
            Form::Call
        }
    }

    /// Whether cutile finds the type of an operand of this form in its user.
    fn accepts(&self, user: OpId, value: Value, form: Form) -> bool {
        use Opcode::*;
        let op = self.op(user);
        let in_call = matches!(form, Form::Call | Form::Helper | Form::Splat | Form::Infix(_));
        match op.opcode {
            // rustc finds the rank of a reduction only where a helper states it.
            _ if self.is_infix(user) => {
                let is_left = op.operands.first() == Some(&value);
                form != Form::Reduction && (!is_left || form != Form::Literal)
            }
            CmpF | DivF | Fma | MaxF | MinF | CmpI | DivI | MaxI | MinI | AndI | OrI | XOrI
            | Select | NegF | AbsF | Ceil | Floor | Sin | Cos | Tan | Exp | Exp2 | Log | Log2
            | Sqrt | Rsqrt | TanH | FToF | AddF | SubF | MulF | AddI | SubI | MulI => in_call,
            MmaF => matches!(form, Form::Call | Form::Helper | Form::Infix(_)),
            Reduce => {
                // The type that a `let` states would be taken for an operator's operands'.
                reduce::is_named(self, user) && form == Form::Call
            }
            Reshape | Broadcast => match self.op(user).opcode {
                _ if types::is_pointer(self.ty(value)) => form == Form::Call,
                Reshape if form == Form::Reduction => super::shape::is_folded(self, user),
                _ => matches!(form, Form::Call),
            },
            ExtI => form == Form::Call,
            Offset => form == Form::Call,
            Continue | Yield => !matches!(form, Form::Literal),
            For | Loop => op.operands[if op.opcode == For { 3 } else { 0 }..].contains(&value),
            LoadPtrTko | StorePtrTko | LoadViewTko | StoreViewTko => {
                self.fused.call(user).is_some()
                    && self.fused.is_stored(user, value)
                    && matches!(form, Form::Call | Form::Infix(_))
            }
            _ => false,
        }
    }

    /// Whether an integer operation is written on Rust scalars, beside sums and products.
    pub fn is_on_scalars(&self, id: OpId) -> bool {
        use Opcode::*;
        let op = self.op(id);
        let narrow =
            |value: &Value| types::is_scalar_of(self.ty(*value), cutile_ir::ir::ScalarType::I32);
        let signed = self.int_or(id, "signedness", Some(1)) == Ok(1);
        let is_condition = || {
            let tests = |user: &OpId| self.op(*user).opcode == If;
            self.results(id).iter().all(|result| self.users(*result).iter().all(tests))
        };
        let fits = match op.opcode {
            RemI | MaxI | MinI => true,
            DivI => matches!(self.int_or(id, "rounding", Some(1)), Ok(1..=3)),
            CmpI => is_condition(),
            _ => false,
        };
        self.style.nested == Nesting::All && fits && signed && op.operands.iter().all(narrow)
    }

    /// Whether an operation is written with an operator.
    pub fn is_infix(&self, id: OpId) -> bool {
        use Opcode::*;
        let op = self.op(id);
        let number = |name: &str| match attribute(op, name) {
            None => 0,
            Some(cutile_ir::ir::Attribute::Integer(value, _)) => *value,
            Some(_) => 1,
        };
        match op.opcode {
            AddF | SubF | MulF | DivF => {
                let divides = op.opcode == DivF;
                number("rounding_mode") == 0
                    && !self.flag(id, "flush_to_zero")
                    && !(divides && self.style.annotated)
            }
            DivI | RemI | CmpI => self.is_on_scalars(id),
            AddI | SubI | MulI => {
                let element = op.operands.first().and_then(|&value| types::element(self.ty(value)));
                number("overflow") == 0
                    && matches!(
                        element,
                        Some(cutile_ir::ir::ScalarType::I32 | cutile_ir::ir::ScalarType::I64)
                    )
            }
            _ => false,
        }
    }

    /// The form of an expression that an operation with an operator makes.
    pub fn infix_form(&self, id: OpId) -> Form {
        let op = self.op(id);
        let level = match op.opcode {
            Opcode::MulF | Opcode::MulI | Opcode::DivF | Opcode::DivI | Opcode::RemI => 2,
            Opcode::CmpI => 0,
            _ => 1,
        };
        let plain = |value: &Value| {
            matches!(self.form(*value), Form::Name | Form::Call | Form::Splat | Form::Infix(_))
        };
        if op.operands.iter().all(plain) { Form::Infix(level) } else { Form::Mixed(level) }
    }

    /// Two operands with an operator between them, in parentheses where they need some.
    pub fn infix(&self, id: OpId, operator: &str, lhs: &str, rhs: &str) -> String {
        let level = match operator {
            "*" | "/" | "%" => 2,
            "+" | "-" => 1,
            _ => 0,
        };
        let operands = &self.op(id).operands;
        let wrap = |at: usize, text: &str, least: u8| {
            let form = operands.get(at).map_or(Form::Name, |value| self.form(*value));
            if form.precedence() < least { format!("({text})") } else { text.to_owned() }
        };
        format!("{} {operator} {}", wrap(0, lhs, level), wrap(1, rhs, level + 1))
    }
}
