//! Arithmetic, comparisons, conversions, matrix products.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{ScalarType, Value};

use super::builder::{Builder, tile};
use crate::tileir::interpret::value::width;

/// Types that arithmetic is generated for; the others are only converted.
fn is_number(scalar: ScalarType) -> bool {
    use ScalarType::*;
    matches!(scalar, F16 | BF16 | F32 | F64)
}

fn is_integer(scalar: ScalarType) -> bool {
    use ScalarType::*;
    matches!(scalar, I8 | I16 | I32 | I64)
}

impl Builder<'_> {
    /// A tile of floats and another of its type.
    fn floats(&mut self, only_f32: bool) -> (ScalarType, Vec<i64>, Value, Value) {
        let fits = |scalar| if only_f32 { scalar == ScalarType::F32 } else { is_number(scalar) };
        let first = match self.find(|scalar, _| fits(scalar)) {
            Some(value) => value,
            None => self.constant(ScalarType::F32, &[4]),
        };
        let (scalar, shape) = self.parts(first);
        let second = self.want(scalar, &shape);
        (scalar, shape, first, second)
    }

    fn integers(&mut self) -> (ScalarType, Vec<i64>, Value, Value) {
        let first = match self.find(|scalar, _| is_integer(scalar)) {
            Some(value) => value,
            None => self.constant(ScalarType::I32, &[4]),
        };
        let (scalar, shape) = self.parts(first);
        let second = self.want(scalar, &shape);
        (scalar, shape, first, second)
    }

    /// Rounding that the type allows, and perhaps flushing of subnormal numbers.
    fn rounding(&mut self, scalar: ScalarType) -> Vec<(&'static str, i64)> {
        let mut attributes = vec![("rounding_mode", 0)];
        let is_wide = matches!(scalar, ScalarType::F32 | ScalarType::F64);
        if is_wide && self.choices.rarely(4) {
            attributes[0].1 = 1 + self.choices.below(3) as i64;
        }
        if scalar == ScalarType::F32 && self.choices.rarely(4) {
            attributes.push(("flush_to_zero", 1));
        }
        attributes
    }

    pub(super) fn float_binary(&mut self) {
        use Opcode::*;
        let (scalar, shape, a, b) = self.floats(false);
        let ty = tile(scalar, &shape);
        let opcode = self.choices.of(&[AddF, MulF, SubF, DivF, MaxF, MinF, RemF, Pow, Atan2]);
        match opcode {
            AddF | MulF | SubF => {
                let attributes = self.rounding(scalar);
                self.push(opcode, &[a, b], ty, &attributes);
            }
            DivF => {
                let mut attributes = vec![("rounding_mode", 0)];
                if scalar == ScalarType::F32 {
                    attributes[0].1 = self.choices.of(&[0, 4, 5, 0]);
                    if self.choices.rarely(4) {
                        attributes.push(("flush_to_zero", 1));
                    }
                }
                self.push(opcode, &[a, b], ty, &attributes);
            }
            MaxF | MinF => {
                let mut attributes = Vec::new();
                if self.choices.rarely(3) {
                    attributes.push(("propagate_nan", 1));
                }
                if scalar == ScalarType::F32 && self.choices.rarely(4) {
                    attributes.push(("flush_to_zero", 1));
                }
                self.push(opcode, &[a, b], ty, &attributes);
            }
            _ => self.push(opcode, &[a, b], ty, &[]),
        }
    }

    pub(super) fn float_unary(&mut self) {
        use Opcode::*;
        let (scalar, shape, a, _) = self.floats(false);
        let ty = tile(scalar, &shape);
        let is_single = scalar == ScalarType::F32;
        let opcode = self.choices.of(&[
            NegF, AbsF, Exp2, Exp, Sqrt, Rsqrt, Log, Log2, Sin, Cos, TanH, Tan, SinH, CosH, Floor,
            Ceil,
        ]);
        let mut attributes = Vec::new();
        match opcode {
            Exp | TanH => {
                attributes
                    .push(("rounding_mode", if is_single { self.choices.of(&[5, 4]) } else { 5 }));
            }
            Sqrt => {
                attributes
                    .push(("rounding_mode", if is_single { self.choices.of(&[0, 4]) } else { 0 }));
            }
            _ => {}
        }
        if matches!(opcode, Exp2 | Rsqrt | Sqrt) && is_single && self.choices.rarely(3) {
            attributes.push(("flush_to_zero", 1));
        }
        self.push(opcode, &[a], ty, &attributes);
    }

    pub(super) fn integer_binary(&mut self) {
        use Opcode::*;
        let (scalar, shape, a, b) = self.integers();
        let ty = tile(scalar, &shape);
        let opcode = self
            .choices
            .of(&[AddI, MulI, SubI, AndI, OrI, XOrI, MaxI, MinI, DivI, RemI, ShLI, ShRI, MulhiI]);
        let mut second = b;
        let attributes = match opcode {
            AddI | MulI | SubI => vec![("overflow", self.overflow())],
            ShLI => vec![("overflow", self.overflow())],
            MaxI | MinI | ShRI => vec![("signedness", self.signedness())],
            DivI => vec![
                ("signedness", self.signedness()),
                ("rounding", self.choices.of(&[1, 2, 1, 3])),
            ],
            RemI => vec![("signedness", self.signedness())],
            _ => Vec::new(),
        };
        if matches!(opcode, ShLI | ShRI) && !self.choices.rarely(5) {
            let by = self.choices.below(width(scalar) as usize) as u64;
            second = self.bits(scalar, &shape, by);
        }
        if matches!(opcode, DivI | RemI) && !self.choices.rarely(4) {
            let by = self.choices.of(&[3, 1, 2, 5, 7, 16]);
            second = self.bits(scalar, &shape, by);
        }
        // The signedness of the rounded quotients is that of the numbers.
        let attributes = match attributes.as_slice() {
            [("signedness", 0), ("rounding", 2..)] => vec![("signedness", 0), ("rounding", 1)],
            _ => attributes,
        };
        self.push(opcode, &[a, second], ty, &attributes);
    }

    fn overflow(&mut self) -> i64 {
        self.choices.of(&[0, 0, 0, 1, 2, 3])
    }

    fn signedness(&mut self) -> i64 {
        // Most unsigned operations are refused: Rust's types have a sign here.
        i64::from(!self.choices.rarely(12))
    }

    pub(super) fn integer_unary(&mut self) {
        let (scalar, shape, a, _) = self.integers();
        let ty = tile(scalar, &shape);
        match self.choices.below(2) {
            0 => {
                let overflow = self.choices.of(&[0, 0, 1]);
                self.push(Opcode::NegI, &[a], ty, &[("overflow", overflow)]);
            }
            _ => self.push(Opcode::AbsI, &[a], ty, &[]),
        }
    }

    pub(super) fn compare(&mut self) {
        let predicate = self.choices.below(6) as i64;
        if self.choices.below(2) == 0 {
            let (_, shape, a, b) = self.integers();
            let signedness = self.signedness();
            let attributes = [("comparison_predicate", predicate), ("signedness", signedness)];
            self.push(Opcode::CmpI, &[a, b], tile(ScalarType::I1, &shape), &attributes);
        } else {
            let (_, shape, a, b) = self.floats(false);
            let ordering = self.choices.of(&[1, 1, 0]);
            let attributes =
                [("comparison_predicate", predicate), ("comparison_ordering", ordering)];
            self.push(Opcode::CmpF, &[a, b], tile(ScalarType::I1, &shape), &attributes);
        }
    }

    /// A condition of some shape.
    pub(super) fn condition(&mut self, shape: &[i64]) -> Value {
        if let Some(found) = self.find(|scalar, other| scalar == ScalarType::I1 && other == shape)
            && !self.choices.rarely(3)
        {
            return found;
        }
        let (a, b) = (self.want(ScalarType::I32, shape), self.want(ScalarType::I32, shape));
        let predicate = self.choices.below(6) as i64;
        let attributes = [("comparison_predicate", predicate), ("signedness", 1)];
        self.op(Opcode::CmpI, &[a, b], tile(ScalarType::I1, shape), &attributes)
    }

    pub(super) fn select(&mut self) {
        let then = self.any();
        let (scalar, shape) = self.parts(then);
        let otherwise = self.want(scalar, &shape);
        let condition = self.condition(&shape);
        self.push(Opcode::Select, &[condition, then, otherwise], tile(scalar, &shape), &[]);
    }

    pub(super) fn fma(&mut self) {
        let (scalar, shape, a, b) = self.floats(false);
        let c = self.want(scalar, &shape);
        let mut attributes = vec![("rounding_mode", 0)];
        if scalar == ScalarType::F32 && self.choices.rarely(4) {
            attributes[0].1 = 1 + self.choices.below(3) as i64;
        }
        self.push(Opcode::Fma, &[a, b, c], tile(scalar, &shape), &attributes);
    }

    pub(super) fn cast(&mut self) {
        let value = self.any();
        let (from, shape) = self.parts(value);
        let Some(to) = self.some_scalar(|scalar| scalar != from) else { return };
        let converted = self.convert(value, from, to, &shape);
        self.pool.push(converted);
    }

    /// A conversion; by bits, where the widths agree, now and then.
    fn convert(&mut self, value: Value, from: ScalarType, to: ScalarType, shape: &[i64]) -> Value {
        let ty = tile(to, shape);
        let is_alike = width(from) == width(to) && from != ScalarType::I1;
        if is_alike && (from.is_integer() == to.is_integer() || self.choices.rarely(2)) {
            if from.is_integer() != to.is_integer() {
                return self.op(Opcode::Bitcast, &[value], ty, &[]);
            }
            if from.is_integer() {
                return self.op(Opcode::Bitcast, &[value], ty, &[]);
            }
        }
        match (from.is_integer(), to.is_integer()) {
            (true, true) if width(from) < width(to) => {
                let signedness = if from == ScalarType::I1 { 0 } else { self.signedness() };
                self.op(Opcode::ExtI, &[value], ty, &[("signedness", signedness)])
            }
            (true, true) => {
                let overflow = self.choices.of(&[0, 0, 1]);
                self.op(Opcode::TruncI, &[value], ty, &[("overflow", overflow)])
            }
            (true, false) => {
                let signedness = if from == ScalarType::I1 { 0 } else { self.signedness() };
                let attributes = [("signedness", signedness), ("rounding_mode", 0)];
                self.op(Opcode::IToF, &[value], ty, &attributes)
            }
            (false, true) => {
                let signedness = self.signedness();
                let attributes = [("signedness", signedness), ("rounding_mode", 6)];
                self.op(Opcode::FToI, &[value], ty, &attributes)
            }
            (false, false) => self.op(Opcode::FToF, &[value], ty, &[("rounding_mode", 0)]),
        }
    }

    /// A value as `i32`, for what has no pointer of its own.
    pub(super) fn as_i32(&mut self, value: Value) -> Value {
        let (scalar, shape) = self.parts(value);
        if scalar == ScalarType::I32 {
            return value;
        }
        self.convert(value, scalar, ScalarType::I32, &shape)
    }

    pub(super) fn matrix(&mut self) {
        let total = self.some_scalar(|scalar| {
            matches!(scalar, ScalarType::F32 | ScalarType::F16 | ScalarType::I32)
        });
        let Some(total) = total else { return };
        let inputs: &[ScalarType] = match total {
            ScalarType::F32 => &[ScalarType::F16, ScalarType::BF16, ScalarType::F32],
            ScalarType::F16 => &[ScalarType::F16],
            _ => &[ScalarType::I8],
        };
        let known: Vec<ScalarType> = inputs
            .iter()
            .copied()
            .filter(|scalar| self.bases.iter().any(|(base, _)| base == scalar))
            .collect();
        if known.is_empty() {
            return;
        }
        let input = self.choices.of(&known);
        let is_batch = self.choices.rarely(4);
        let (m, k, n) = (8, 8, 8);
        let shape =
            |rows, columns| if is_batch { vec![2, rows, columns] } else { vec![rows, columns] };
        let (lhs, rhs) = (self.want(input, &shape(m, k)), self.want(input, &shape(k, n)));
        let acc = self.want(total, &shape(m, n));
        let ty = tile(total, &shape(m, n));
        if total == ScalarType::I32 {
            let signedness = self.signedness();
            let attributes = [("signedness_lhs", signedness), ("signedness_rhs", signedness)];
            self.push(Opcode::MmaI, &[lhs, rhs, acc], ty, &attributes);
        } else {
            self.push(Opcode::MmaF, &[lhs, rhs, acc], ty, &[]);
        }
    }
}
