//! Operations whose results follow from their operands alone.

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::Type;

use super::value::{Tile, Value, tile_type};
use super::{Stop, arithmetic, casts, mma, shape};

/// Attributes by name, as [`crate::tileir::normal::attributes`] writes them.
pub type Attributes = [(String, String)];

/// An operation without its operands.
#[derive(Debug, Clone, Copy)]
pub struct Op<'a> {
    /// What it is.
    pub opcode: Opcode,
    /// Its attributes.
    pub attributes: &'a Attributes,
    /// The types of its results.
    pub types: &'a [Type],
}

impl Op<'_> {
    /// An attribute's text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// A number.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.text(name)?.parse().ok()
    }

    /// A flag.
    pub fn flag(&self, name: &str) -> bool {
        self.text(name).is_some_and(|text| matches!(text, "true" | "1" | "Bool(true)"))
    }

    /// A list of numbers.
    pub fn numbers(&self, name: &str) -> Option<Vec<i64>> {
        let text = self.text(name)?;
        let inner = &text[text.find('[')? + 1..text.rfind(']')?];
        inner.split(',').map(|item| item.trim().parse().ok()).collect()
    }

    /// The type of the first result as a tile.
    pub fn result(&self) -> Result<(Vec<usize>, super::value::Element), Stop> {
        tile_type(self.types.first().ok_or_else(|| Stop::unsupported("no result"))?)
    }
}

/// The results of an operation that has no region and touches no memory.
pub fn evaluate(op: &Op<'_>, operands: &[Value]) -> Result<Vec<Value>, Stop> {
    use Opcode::*;
    let tiles = || operands.iter().map(Value::tile).collect::<Result<Vec<&Tile>, Stop>>();
    let tile = match op.opcode {
        MakeToken | JoinTokens => return Ok(vec![Value::Token; op.types.len()]),
        AbsF | AbsI | AddF | AddI | AndI | Atan2 | Ceil | CmpF | CmpI | Cos | CosH | DivF
        | DivI | Exp | Exp2 | Floor | Fma | FPowI | Log | Log2 | MaxF | MaxI | MinF | MinI
        | MulF | MulhiI | MulI | NegF | NegI | OrI | Pow | RemF | RemI | Rsqrt | Select | ShLI
        | ShRI | Sin | SinH | Sqrt | SubF | SubI | Tan | TanH | XOrI => {
            arithmetic::evaluate(op, &tiles()?)?
        }
        Bitcast | ExtI | FToF | FToI | IntToPtr | IToF | Offset | Pack | PtrToInt | PtrToPtr
        | TruncI | Unpack => casts::evaluate(op, &tiles()?)?,
        Broadcast | Cat | Extract | Insert | Iota | Permute | Reshape => {
            shape::evaluate(op, &tiles()?)?
        }
        MmaF | MmaI | MmaFScaled => mma::evaluate(op, &tiles()?)?,
        opcode => return Err(Stop::unsupported(format!("`{}`", opcode.name()))),
    };
    Ok(vec![Value::Tile(tile)])
}
